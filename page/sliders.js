/*
 * Numbers of a program that sliders change: of each swizzle Sw<B,M,S> its three, and of "name = 4" at the beginning of a
 * statement the number. A slider writes the number into the text, so that the text is all that the picture depends on.
 */

/* [{ name, begin, end, value, most }] of "text". */
function knobsOf(text) {
	const knobs = [];
	const add = (name, value, begin, most) => knobs.push({ name, value: Number(value), begin, end: begin + value.length, most });
	for (const match of text.matchAll(/(?:^|[;\n])[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*(\d{1,6})[ \t]*(?=;|\n|#|$)/g)) {
		const begin = match.index + match[0].lastIndexOf(match[2]);
		add(match[1], match[2], begin, Math.max(8, 2 * Number(match[2])));
	}
	let number = 0;
	for (const match of text.matchAll(/\b(?:Sw|S|Swizzle)<\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*>/g)) {
		number++;
		let at = match.index + match[0].indexOf("<") + 1;
		["B", "M", "S"].forEach((letter, i) => {
			const begin = text.indexOf(match[i + 1], at);
			add(letter + (number > 1 ? number : ""), match[i + 1], begin, 8);
			at = begin + match[i + 1].length;
		});
	}
	return knobs;
}

class Sliders {
	/* "changed" is called when a slider has written into "field". */
	constructor(place, field, changed) {
		this.place = place;
		this.field = field;
		this.changed = changed;
		this.names = "";
	}

	/* Show the sliders of the program; those that are there already keep their place and focus. */
	update() {
		const knobs = knobsOf(this.field.value);
		const names = knobs.map((knob) => knob.name).join();
		if (names !== this.names) {
			this.names = names;
			this.place.replaceChildren(...knobs.map((knob, i) => this.make(knob, i)));
		}
		knobs.forEach((knob, i) => {
			const [, input, output] = this.place.children[i].children;
			input.max = Math.max(Number(input.max), knob.value);
			input.value = knob.value;
			output.textContent = knob.value;
		});
	}

	make(knob, number) {
		const label = document.createElement("label"), name = document.createElement("span");
		const input = document.createElement("input"), output = document.createElement("output");
		name.textContent = knob.name;
		input.type = "range";
		input.min = 0;
		input.max = knob.most;
		input.setAttribute("aria-label", knob.name);
		input.addEventListener("input", () => {
			const now = knobsOf(this.field.value)[number];
			this.field.setRangeText(input.value, now.begin, now.end);
			this.changed();
		});
		label.append(name, input, output);
		return label;
	}
}
