/* The page: state, editor and stage, and what happens when one of them changes. */

const chosen = ["kind", "colour", "text", "dialect"];   /* members of the state that a list of choices is for */
const OTHER_SLOT = 2;    /* of the engine: the program that is compared; 0 and 1 take turns */

class App {
	constructor(engine) {
		this.engine = engine;
		this.state = { ...usualState };
		this.element = (id) => document.getElementById(id);
		this.painter = new Painter(this.element("canvas"));
		this.scene = new Scene(engine, this.painter);
		this.words = engine.words();
		this.editor = new Editor(this.element("program"), this.element("offers"), this.element("help"), this.words);
		this.sliders = new Sliders(this.element("sliders"), this.element("program"), () => this.read());
		this.instructions = new Instructions(this.element("instructions"), (step) => this.set({ step }));
		this.steps = new Steps(this.element("threads"), (highlight) => this.set({ highlight }));
		this.minimap = new Minimap(this.element("map"), this.scene);
		const actions = { point: (spot) => this.point(spot), select: (spot) => this.select(spot), clear: () => this.clear() };
		this.pointer = new Pointer(this.element("canvas"), this.scene, actions);
		this.twin = new Twin(this.element("twin"), this.scene, { ...actions, point: (spot) => this.point(this.cell(spot)) });
		this.scene.listeners.push(() => this.placeCard(), () => this.keepView());
		this.facts = null;
		makeExports(this, this.element("exports"));
		this.fillFields();
		this.listen();
	}

	/* --- fields --- */

	fillFields() {
		const fill = (id, list) => this.element(id).replaceChildren(...list.map(([value, text]) => new Option(text, value)));
		const same = (words) => words.split(" ").map((word) => [word, word]);
		fill("kind", same(this.words.kinds));
		fill("colour", [["", "usual"], ...same("thread value warp offset bank tile row column none")]);
		fill("text", [["", "usual"], ...same("offset index coordinate owner thread value bank tile none")]);
		fill("dialect", [["", "CuTe C++"], ["dsl", "CuTe DSL"]]);
		examples.forEach(([name], i) => this.element("examples").append(new Option(name, i)));
	}

	listen() {
		const on = (id, type, action) => this.element(id).addEventListener(type, action);
		const program = this.element("program");
		["input", "change"].forEach((type) => on("program", type, () => this.read()));
		on("program", "scroll", () => { this.element("marks").scrollTop = program.scrollTop; });
		on("other", "input", () => this.set({ q: this.element("other").value }));
		on("options", "input", () => this.set({ options: this.element("options").value }));
		for (const id of chosen) {
			on(id, "change", () => this.set({ [id]: this.element(id).value }));
		}
		on("examples", "change", () => this.takeExample(examples[this.element("examples").value]));
		on("palette", "click", () => this.set({ palette: this.state.palette ? "" : "safe" }));
		on("compare", "click", () => this.toggleCompare());
		on("in", "click", () => this.zoom(1.4));
		on("out", "click", () => this.zoom(1 / 1.4));
		on("fit", "click", () => this.scene.fit());
		window.addEventListener("hashchange", () => this.restore(stateFromFragment(location.hash)));
		matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
			for (const scene of [this.scene, this.twin.scene]) {
				scene.painter.readTheme();
				scene.update();
			}
		});
		new ResizeObserver(() => this.resize()).observe(this.element("stage"));
	}

	zoom(factor) {
		this.scene.zoomBy(factor, this.painter.width / 2, this.painter.height / 2);
	}

	resize() {
		this.painter.resize();
		if (this.scene.moved) { this.scene.update(); } else { this.scene.fit(); }
		this.twin.resize();
	}

	takeExample(example) {
		if (example) {
			const [, program, more] = example;
			this.restore({ ...usualState, p: program, palette: this.state.palette, ...more });
			this.remember();
		}
	}

	toggleCompare() {
		const second = this.element("second");
		second.hidden = !second.hidden;
		this.element("compare").setAttribute("aria-pressed", String(!second.hidden));
		if (second.hidden) {
			this.set({ q: "" });
		} else {
			this.element("other").focus();
		}
	}

	/* --- state --- */

	/* The field is as high as its text. */
	growField() {
		const field = this.element("program");
		field.style.height = "auto";
		field.style.height = Math.min(field.scrollHeight + 2, matchMedia("(max-width: 760px)").matches ? 130 : 300) + "px";
	}

	/* The program was edited. */
	read() {
		this.set({ p: this.element("program").value, at: "", highlight: this.keepHighlight() });
	}

	/* What is highlighted stays while a slider changes numbers. */
	keepHighlight() {
		return this.element("sliders").contains(document.activeElement) ? this.state.highlight : "";
	}

	set(changes) {
		Object.assign(this.state, changes);
		this.run();
		this.remember();
	}

	/* Keep the state in the address, without a step for "back" each time. */
	remember() {
		clearTimeout(this.later);
		this.later = setTimeout(() => history.replaceState(null, "", fragmentFromState(this.state)), 150);
	}

	/* Show another state. */
	restore(state) {
		this.state = stateWithFields(state);
		this.scene.moved = false;
		this.element("program").value = this.state.p;
		this.element("other").value = this.state.q;
		this.element("options").value = this.state.options;
		for (const id of chosen) {
			this.element(id).value = this.state[id];
		}
		if (state.q) {
			this.element("second").hidden = false;
			this.element("compare").setAttribute("aria-pressed", "true");
		}
		this.run();
		const at = state.at.split(",").map(Number);
		if (state.at && at.length === 3 && this.scene.figure && at[0] < this.scene.figure.matrices.length) {
			this.point({ matrix: at[0], row: at[1], column: at[2] });
		}
		if (state.view) {
			this.scene.look(state.view);
		}
	}

	/* Evaluate and draw. What is shown stays open in its slot until there is another picture. */
	run() {
		const { state } = this;
		const highlight = state.highlight ? " " + optionWord("highlight", state.highlight) : "";
		const options = optionsOf(state);
		this.element("palette").setAttribute("aria-pressed", String(state.palette !== ""));
		const spare = 1 - this.scene.slot;
		const answer = this.engine.open(spare, state.p, options + highlight);
		this.showAnswer(answer);
		if (answer.figure !== null || state.p.trim() === "") {
			this.scene.show(answer.figure, spare);
		}
		this.showSteps();
		this.compare(options);
		this.sliders.update();
		if (this.scene.spot) {
			this.point(this.scene.spot);
		}
	}

	showAnswer(answer) {
		const messages = this.element("messages");
		const wrong = answer.messages.some((message) => message.kind === "error");
		const undrawn = answer.undrawn && !wrong ? ["no picture: " + answer.undrawn] : [];
		showReports(messages, [...answer.messages.map((message) => message.report.trimEnd()), ...undrawn]);
		messages.classList.toggle("wrong", wrong);
		this.element("values").textContent = answer.values.join("\n");
		showMarks(this.element("marks"), this.state.p, answer.messages);
		this.growField();
	}

	/* Scrubbers for as many threads and values as the program that is shown has. */
	showSteps() {
		const { figure } = this.scene;
		const owned = figure !== null && figure.owned;
		this.instructions.show(figure !== null ? figure.steps : [], this.state.step);
		this.scene.instruction = this.instructions.read(this.engine, this.scene.slot, this.state.step);
		this.instructions.tell(this.scene.instruction);
		this.steps.show(owned ? figure.threads : 0, owned ? figure.values : 0, this.state.highlight);
	}

	/* Show the other program beside this one, and mark the cells that differ. */
	compare(options) {
		const { figure } = this.scene;
		this.scene.different = [];
		if (!this.state.q || figure === null) {
			this.element("difference").textContent = "";
			this.showTwin(null);
			return;
		}
		const answer = this.engine.open(OTHER_SLOT, this.state.q, options);
		const wrong = answer.messages.find((message) => message.kind === "error");
		this.showTwin(answer.figure);
		const { count, cells } = this.differences(figure, this.scene.slot, OTHER_SLOT);
		this.scene.different = cells;
		this.twin.scene.different = answer.figure === null ? [] : this.differences(answer.figure, OTHER_SLOT, this.scene.slot).cells;
		this.element("difference").textContent = wrong ? wrong.report : count === 0 ? "no cell differs"
			: count + (count === 1 ? " cell differs" : " cells differ");
		this.scene.update();
	}

	showTwin(figure) {
		if (this.twin.show(figure, OTHER_SLOT)) {
			this.resize();
		}
	}

	/* How many cells of a figure are not those of the other one, and which: [matrix,row,column], not all of very many. */
	differences(figure, slot, other) {
		const most = 20000, cells = [];
		let count = 0;
		figure.matrices.forEach((matrix, number) => {
			this.engine.differences(slot, other, number).forEach((mark, i) => {
				count += mark;
				if (mark && cells.length < most) {
					cells.push([number, Math.floor(i / matrix.columns), i % matrix.columns]);
				}
			});
		});
		return { count, cells };
	}

	/* --- cells --- */

	point(spot) {
		this.facts = this.scene.point(spot);
		const beside = this.twin.point(spot);
		this.element("facts").textContent = factsLine(this.facts) + (beside === null ? "" : "; beside it " + factsLine(beside));
		this.state.at = spot === null ? "" : spot.matrix + "," + spot.row + "," + spot.column;
		this.placeCard();
		this.remember();
	}

	/* "spot" if this picture has it too. */
	cell(spot) {
		const matrix = spot === null || this.scene.figure === null ? undefined : this.scene.figure.matrices[spot.matrix];
		return matrix !== undefined && spot.row < matrix.rows && spot.column < matrix.columns ? spot : null;
	}

	/* The address follows the camera. */
	keepView() {
		const view = this.scene.view();
		if (view !== this.state.view) {
			this.state.view = view;
			this.remember();
		}
	}

	placeCard() {
		const place = this.scene.spot ? this.scene.placeOf(this.scene.spot) : undefined;
		const lit = this.scene.links.slice(0, 64).map(([matrix, row, column]) => this.scene.placeOf({ matrix, row, column }));
		showCard(this.element("card"), this.facts, place, this.painter, lit.filter((each) => each !== undefined));
	}

	/* Highlight the thread of a cell; again to stop. */
	select(spot) {
		const facts = spot === null ? null : this.engine.facts(this.scene.slot, spot);
		const owner = facts && facts.owners && facts.owners.length > 0 ? "T" + facts.owners[0][0] : "";
		if (owner !== "" || this.state.highlight !== "") {
			this.set({ highlight: owner === this.state.highlight ? "" : owner });
		}
	}

	clear() {
		this.steps.stop();
		this.instructions.stop();
		this.point(null);
		if (this.state.highlight !== "" || this.state.step !== "") {
			this.set({ highlight: "", step: "" });
		}
	}

	/* Say something in the line of facts. */
	say(text) {
		this.element("facts").textContent = text;
	}
}

/* What the page was given: the state that "cutelayout draw --live" writes into it, else an example. */
function givenState() {
	const given = JSON.parse(document.getElementById("given").textContent);
	return { ...usualState, p: examples[1][1], ...given };
}

Engine.load().then((engine) => {
	const app = new App(engine);
	app.painter.resize();
	app.restore(location.hash.length > 1 ? stateFromFragment(location.hash) : givenState());
	document.documentElement.dataset.ready = performance.now().toFixed(0);   // milliseconds since it was opened
	window.cutelayout = app;
});
