/* What the page shows, as an address shows it: #p=PROGRAM&q=OTHER&kind=tv&at=0,1,2 and so on. */

/* The members of a state and their values when nothing is said of them. */
const usualState = {
	p: "",            /* the program */
	q: "",            /* the one that it is compared with; "" for none */
	kind: "auto",
	colour: "",
	text: "",
	dialect: "",      /* whose answers: "" for CuTe C++, dsl */
	options: "",      /* further options of draw */
	step: "",         /* an instruction of a kernel: load,0,3 */
	highlight: "",    /* T5, V0, warp 2 */
	palette: "",
	at: "",           /* the cell that is looked at: matrix,row,column */
	view: "",         /* matrix,row,column,zoom that are looked at; "" for all of it */
};

function stateFromFragment(fragment) {
	const state = { ...usualState };
	for (const [name, value] of new URLSearchParams(fragment.replace(/^#/, ""))) {
		if (name in state) {
			state[name] = value;
		}
	}
	return state;
}

function fragmentFromState(state) {
	const words = new URLSearchParams();
	for (const name of Object.keys(usualState)) {
		if (state[name] !== usualState[name]) {
			words.set(name, state[name]);
		}
	}
	return "#" + words.toString();
}

/* One word of the options of draw. */
function optionWord(name, value) {
	return name + "='" + String(value).replace(/'/g, "") + "'";
}

/* The members of a state that options stand for by other names, so that what was chosen with words shows in its field. */
const optionMembers = { kind: "kind", color: "colour", text: "text", palette: "palette", dialect: "dialect", highlight: "highlight" };

/* The state with what its options say in the members for it; what stays are those that have none. */
function stateWithFields(state) {
	const fields = {};
	const options = state.options.replace(/(?:^| )([a-z]+)=('[^']*'|[^' ]*)(?= |$)/g, (word, name, value) => {
		if (!(name in optionMembers)) { return word; }
		fields[optionMembers[name]] = value.replace(/'/g, "");
		return "";
	});
	return { ...state, ...fields, options: options.trim() };
}

/* All options of draw that a state asks for. */
function optionsOf(state) {
	const words = [];
	if (state.kind !== "auto") { words.push(optionWord("kind", state.kind)); }
	if (state.colour) { words.push(optionWord("color", state.colour)); }
	if (state.text) { words.push(optionWord("text", state.text)); }
	if (state.palette) { words.push(optionWord("palette", state.palette)); }
	if (state.dialect) { words.push(optionWord("dialect", state.dialect)); }
	if (state.options) { words.push(state.options); }
	return words.join(" ");
}
