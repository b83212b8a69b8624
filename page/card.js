/* The facts of a cell in words: on a card beside it, and in a line that screen readers read. */

/* [name, value] of each fact that the cell has. */
function factsOf(facts) {
	const list = [];
	const owners = facts.owners || [];
	if (owners.length === 1) {
		list.push(["thread", String(owners[0][0])], ["value", String(owners[0][1])]);
		list.push(["warp, lane", Math.floor(owners[0][0] / 32) + ", " + owners[0][0] % 32]);
	} else if (owners.length > 1) {
		const shown = owners.slice(0, 8).map(([thread, value]) => "T" + thread + "V" + value).join(" ");
		list.push(["owners", shown + (facts.ownerCount > 8 ? " and " + (facts.ownerCount - 8) + " more" : "")]);
	} else if (facts.ownerCount === 0) {
		list.push(["owners", "none"]);
	}
	if (typeof facts.element !== "string") {
		list.push(["coordinate", facts.coordinate]);
	}
	if (facts.image) {
		list.push(["image", facts.text.join(" ")]);
	}
	for (const name of ["element", "offset", "address", "bank", "tile", "lanes"]) {
		if (name in facts) {
			list.push([name, String(facts[name])]);
		}
	}
	return list;
}

/* A number in bits, as many as "width". */
function bitsOf(number, width) {
	return number.toString(2).padStart(width, "0");
}

/* One step of the way from the coordinate to the offset, in lines. */
function stepLines(step) {
	if (step.terms) {
		const terms = step.terms.filter(([, stride]) => stride !== 0);
		return [terms.map(([digit, stride]) => digit + "\u00b7" + stride).join(" + ") + " = " + step.to];
	}
	if (step.swizzle) {
		const [bits, base, shift] = step.swizzle;
		const width = Math.max(base + bits + Math.abs(shift), step.from.toString(2).length);
		const changed = step.from ^ step.to;
		return [
			"  " + bitsOf(step.from, width) + "  " + step.from,
			"^ " + bitsOf(changed, width) + "  bits " + (base + Math.max(shift, 0)) + " and up onto " + (base + Math.max(-shift, 0)),
			"= " + bitsOf(step.to, width) + "  " + step.to,
		];
	}
	return step.add ? ["+ " + step.add + " = " + step.to] : [];
}

/* Where a card of this size stands best beside "place": in the stage, and over as few of the places "lit" as can be. */
function placeOfCard(place, width, height, stage, lit) {
	const gap = 18;
	const places = [];
	for (const y of [place.y + gap, place.y - gap - height]) {
		for (const x of [place.x + gap, place.x - gap - width]) {
			const left = Math.max(4, Math.min(x, stage.width - width - 4));
			const top = Math.max(4, Math.min(y, stage.height - height - 4));
			const hides = (at) => at.x > left - 4 && at.x < left + width + 4 && at.y > top - 4 && at.y < top + height + 4;
			const hidden = lit.filter(hides).length + (hides(place) ? lit.length + 1 : 0);
			places.push({ left, top, cost: hidden + (left !== x) / 4 + (top !== y) / 4 });
		}
	}
	return places.reduce((best, each) => (each.cost < best.cost ? each : best));
}

function showCard(card, facts, place, stage, lit) {
	card.hidden = facts === null || place === undefined;
	if (card.hidden) {
		return;
	}
	const list = document.createElement("dl");
	for (const [name, value] of factsOf(facts)) {
		const term = document.createElement("dt"), text = document.createElement("dd");
		term.textContent = name;
		text.textContent = value;
		list.append(term, text);
	}
	card.replaceChildren(list);
	const lines = (facts.steps || []).flatMap(stepLines);
	if (lines.length > 0) {
		const why = document.createElement("pre");
		why.textContent = lines.join("\n");
		card.append(why);
	}
	card.classList.toggle("bare", lines.length === 0);
	const { left, top } = placeOfCard(place, card.offsetWidth, card.offsetHeight, stage, lit);
	card.style.left = left + "px";
	card.style.top = top + "px";
}

function factsLine(facts) {
	return facts === null ? "" : factsOf(facts).map(([name, value]) => name + " " + value).join(" \u00b7 ");
}
