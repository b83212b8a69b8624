/* Scrubbers for the thread, warp or value that is highlighted, and a button that plays them. */

const PLAY_MILLISECONDS = 350;

class Steps {
	/* "highlight" is called with what is to be highlighted: "T5", "V0", "warp 2", or "". */
	constructor(place, highlight) {
		this.place = place;
		this.highlight = highlight;
		this.timer = 0;
	}

	/* For a figure with "threads" threads of "values" values each; none for others. */
	show(threads, values, highlighted) {
		const key = threads + "," + values;
		if (key !== this.key) {
			this.key = key;
			this.stop();
			const all = threads > 0 ? [["thread", "T", threads], ["warp", "warp ", Math.ceil(threads / 32)], ["value", "V", values]] : [];
			this.scrubbers = all.filter(([, , count]) => count > 1).map((each) => this.make(...each));
			this.place.replaceChildren(...this.scrubbers.map((each) => each.label));
		}
		for (const { prefix, input, output } of this.scrubbers) {
			const on = highlighted.startsWith(prefix) && /^\d+$/.test(highlighted.slice(prefix.length));
			input.value = on ? highlighted.slice(prefix.length) : -1;
			output.textContent = on ? highlighted.slice(prefix.length) : "all";
		}
	}

	make(name, prefix, count) {
		const label = document.createElement("label"), input = document.createElement("input");
		const output = document.createElement("output"), play = document.createElement("button");
		input.type = "range";
		input.min = -1;
		input.max = count - 1;
		input.setAttribute("aria-label", name);
		input.addEventListener("input", () => this.set(prefix, Number(input.value)));
		play.textContent = "\u25b6";
		play.setAttribute("aria-label", "Play all of " + name);
		play.addEventListener("click", (event) => { event.preventDefault(); this.play(prefix, input, count); });
		label.append(name, input, output, play);
		return { label, prefix, input, output };
	}

	set(prefix, number) {
		this.highlight(number < 0 ? "" : prefix + number);
	}

	stop() {
		clearInterval(this.timer);
		this.timer = 0;
	}

	/* One after the other, from the present one to the last; again to stop. */
	play(prefix, input, count) {
		if (this.timer !== 0) {
			this.stop();
			return;
		}
		let number = Number(input.value) >= count - 1 ? -1 : Number(input.value);
		this.timer = setInterval(() => {
			number++;
			this.set(prefix, number < count ? number : -1);
			if (number >= count) {
				this.stop();
			}
		}, PLAY_MILLISECONDS);
	}
}
