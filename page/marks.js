/* Places in a program, which the engine counts in bytes and JavaScript in units of UTF-16; and waves under them. */

/* The index in "text" of the byte number "bytes" of its UTF-8. */
function indexOfByte(text, bytes) {
	let index = 0;
	for (const character of text) {
		const code = character.codePointAt(0);
		bytes -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
		if (bytes < 0) {
			return index;
		}
		index += character.length;
	}
	return index;
}

/* Put the program behind the editor once more, see-through but for waves under what messages are about. */
function showMarks(marks, text, messages) {
	const nodes = [];
	let at = 0;
	const spans = messages.map((message) => ({
		kind: message.kind, begin: indexOfByte(text, message.begin), end: indexOfByte(text, message.end),
	})).sort((a, b) => a.begin - b.begin);
	for (const { kind, begin, end } of spans) {
		if (begin < at) {
			continue;
		}
		const wave = document.createElement("span");
		wave.className = kind;
		wave.textContent = text.slice(begin, Math.max(end, begin + 1)) || " ";
		nodes.push(document.createTextNode(text.slice(at, begin)), wave);
		at = Math.max(end, begin + 1);
	}
	nodes.push(document.createTextNode(text.slice(at) + "\n"));
	marks.replaceChildren(...nodes);
}

/* Put reports into "place": their sentences break where the line ends, the program with what is marked in it does not. */
function showReports(place, reports) {
	const lines = reports.join("\n").split("\n");
	const isMark = (line) => line !== undefined && /^\s*\^~*\s*$/.test(line);
	place.replaceChildren(...lines.map((line, i) => {
		const element = document.createElement("span");
		element.className = isMark(line) || isMark(lines[i + 1]) ? "source" : "";
		element.textContent = line + (i + 1 < lines.length ? "\n" : "");
		return element;
	}));
}
