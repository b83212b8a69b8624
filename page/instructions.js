/*
 * Stepping through the memory instructions of a kernel: which lanes move which elements, in every panel at once, and what
 * that takes in wavefronts. Playing goes from instruction to instruction and adds up.
 */

const INSTRUCTION_MILLISECONDS = 700;

class Instructions {
	/* "set" is called with the state, "load,0,3", or "" for none. */
	constructor(place, set) {
		this.place = place;
		this.set = set;
		this.timer = 0;
		this.key = null;
	}

	/* For a figure that has "steps", else nothing. "state" says which instruction is shown. */
	show(steps, state) {
		const key = JSON.stringify(steps);
		if (key !== this.key) {
			this.key = key;
			this.steps = steps;
			this.stop();
			this.place.replaceChildren(...(steps.length > 0 ? this.make() : []));
		}
		if (steps.length === 0) {
			return;
		}
		const [name, warp, number] = state ? state.split(",") : ["", 0, -1];
		const step = this.find(name);
		this.choice.value = step ? name : steps[0].name;
		this.limit(step || steps[0]);
		this.warp.input.value = this.warp.output.textContent = Number(warp);
		this.number.input.value = Number(number);
		this.number.output.textContent = state ? number : "none";
	}

	find(name) {
		return this.steps.find((each) => each.name === name);
	}

	limit(step) {
		this.warp.input.max = step.warps - 1;
		this.number.input.max = step.instructions - 1;
	}

	make() {
		this.choice = document.createElement("select");
		this.choice.setAttribute("aria-label", "Instructions");
		const words = { store: "stores to shared memory", load: "loads from shared memory", multiply: "multiplications by k-block" };
		this.choice.append(...this.steps.map((step) => new Option(words[step.name], step.name)));
		this.choice.addEventListener("change", () => this.go(0, 0));
		this.warp = this.scrubber("warp", 0, () => this.go(Number(this.warp.input.value), Number(this.number.input.value)));
		this.number = this.scrubber("instruction", -1, () => this.go(Number(this.warp.input.value), Number(this.number.input.value)));
		const play = document.createElement("button");
		play.textContent = "\u25b6 play";
		play.setAttribute("aria-label", "Play the instructions of the warp");
		play.addEventListener("click", () => this.play());
		this.told = document.createElement("output");
		this.told.id = "wavefronts";
		this.told.setAttribute("aria-live", "polite");
		return [this.choice, this.warp.label, this.number.label, play, this.told];
	}

	scrubber(name, least, changed) {
		const label = document.createElement("label"), input = document.createElement("input");
		const output = document.createElement("output");
		input.type = "range";
		input.min = least;
		input.setAttribute("aria-label", name === "warp" ? "warp of the instruction" : name);
		input.addEventListener("input", changed);
		label.append(name, input, output);
		return { label, input, output };
	}

	go(warp, number) {
		this.set(number < 0 ? "" : this.choice.value + "," + warp + "," + number);
	}

	stop() {
		clearInterval(this.timer);
		this.timer = 0;
	}

	play() {
		if (this.timer !== 0) {
			this.stop();
			return;
		}
		const last = Number(this.number.input.max);
		let number = Number(this.number.input.value) >= last ? -1 : Number(this.number.input.value);
		const next = () => {
			number++;
			this.go(Number(this.warp.input.value), number);
			if (number >= last) {
				this.stop();
			}
		};
		this.timer = setInterval(next, INSTRUCTION_MILLISECONDS);
		next();
	}

	/* What the instruction is that "state" names: its cells and wavefronts, also those of all before it; null for none. */
	read(engine, slot, state) {
		const [name, warp, number] = state.split(",");
		const step = this.steps && this.find(name);
		if (!step || Number(warp) >= step.warps || Number(number) >= step.instructions) {
			return null;
		}
		const all = [];
		for (let i = 0; i <= Number(number); i++) {
			all.push(engine.step(slot, step.step, Number(warp), i));
		}
		const sum = (member) => all.reduce((total, each) => total + each[member], 0);
		return { ...all[all.length - 1], sum: sum("wavefronts"), least: sum("phases") };
	}

	/* In words. */
	tell(instruction) {
		if (!this.told) {
			return;
		}
		if (instruction === null) {
			this.told.textContent = "";
		} else if (instruction.phases === 0 && instruction.contiguous) {
			this.told.textContent = "k-block " + instruction.leastK + " to " + instruction.greatestK;
		} else if (!instruction.contiguous) {
			this.told.textContent = "one instruction cannot move these values: they are not side by side, or not aligned";
		} else {
			const ways = instruction.ways > 1 ? ", bank " + instruction.bank + " is wanted " + instruction.ways + " ways" : "";
			this.told.textContent = instruction.wavefronts + " wavefronts, " + instruction.phases + " without conflicts" + ways
				+ "; so far " + instruction.sum + ", without conflicts " + instruction.least;
		}
		this.told.classList.toggle("wrong", instruction !== null && (instruction.ways > 1 || !instruction.contiguous));
	}
}
