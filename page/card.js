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

function showCard(card, facts, place, stage) {
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
	const width = card.offsetWidth, height = card.offsetHeight, gap = 18;
	const right = place.x + gap + width <= stage.width ? place.x + gap : place.x - gap - width;
	const below = place.y + gap + height <= stage.height ? place.y + gap : place.y - gap - height;
	card.style.left = Math.max(4, Math.min(right, stage.width - width - 4)) + "px";
	card.style.top = Math.max(4, Math.min(below, stage.height - height - 4)) + "px";
}

function factsLine(facts) {
	return facts === null ? "" : factsOf(facts).map(([name, value]) => name + " " + value).join(" \u00b7 ");
}
