/* The program itself, a WebAssembly module, behind functions that take and give what JavaScript has. */

/* What the module imports: it writes to no stream, so that none of this is ever called. */
const noStreams = {
	fd_close: () => 8,
	fd_seek: () => 8,
	fd_write: () => 8,
	proc_exit: () => { throw new Error("the module has ended"); },
};

/* The bytes that "text" is in base64; browsers of before 2025 take a call for each byte. */
function fromBase64(text) {
	return Uint8Array.fromBase64 ? Uint8Array.fromBase64(text) : Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}

/* The bytes of the element "id", base64 of gzip. */
async function inflate(id) {
	const packed = fromBase64(document.getElementById(id).textContent.trim());
	const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

class Engine {
	static async load() {
		return new Engine(await WebAssembly.compile(await inflate("module")));
	}

	constructor(module) {
		this.module = module;
		this.encoder = new TextEncoder();
		this.decoder = new TextDecoder();
		this.start();
	}

	/* A fresh instance, also after one that ran out of memory. */
	start() {
		this.calls = new WebAssembly.Instance(this.module, { wasi_snapshot_preview1: noStreams }).exports;
		this.calls._initialize();
		this.session = this.calls.session_create();
	}

	/* Call session_NAME with texts, which become their lengths behind "numbers". Returns the bytes of the answer. */
	call(name, numbers, texts = []) {
		try {
			const parts = texts.map((text) => this.encoder.encode(text));
			let place = this.calls.session_room(this.session, parts.reduce((sum, part) => sum + part.length, 0));
			for (const part of parts) {
				new Uint8Array(this.calls.memory.buffer).set(part, place);
				place += part.length;
			}
			this.calls["session_" + name](this.session, ...numbers, ...parts.map((part) => part.length));
			const begin = this.calls.session_answer(this.session);
			return new Uint8Array(this.calls.memory.buffer, begin, this.calls.session_answer_length(this.session));
		} catch (error) {
			this.start();
			throw error;
		}
	}

	text(name, numbers, texts) {
		return this.decoder.decode(this.call(name, numbers, texts));
	}

	json(name, numbers, texts) {
		return JSON.parse(this.text(name, numbers, texts));
	}

	/* A program in a slot: see src/page/program.h. What goes beyond the memory of a page is an error like others. */
	open(slot, program, options) {
		try {
			return this.json("open", [slot], [program, options]);
		} catch (error) {
			const report = "error: this needs more memory than a page has";
			return { values: [], messages: [{ kind: "error", begin: 0, end: 0, report }], undrawn: "", figure: null };
		}
	}

	facts(slot, spot) {
		return this.json("facts", [slot, spot.matrix, spot.row, spot.column]);
	}

	links(slot, spot) {
		return this.json("links", [slot, spot.matrix, spot.row, spot.column]);
	}

	/* One instruction of a warp: see facts_put_step. */
	step(slot, step, warp, number) {
		return this.json("step", [slot, step, warp, number]);
	}

	/* Pixels of "count" rows, four bytes each; good until the next call. */
	paint(slot, matrix, first, count) {
		return this.call("paint", [slot, matrix, first, count]);
	}

	/* A byte for each cell of a matrix, 1 where it is not that of the other program. */
	differences(slot, other, matrix) {
		return this.call("differences", [slot, other, matrix]);
	}

	/* The lines of 16 x 16 cells, row by row. */
	texts(slot, matrix, row, column) {
		return this.text("texts", [slot, matrix, row, column, 16]).split("\0");
	}

	/* What ends at the right of each of 16 x 16 cells, and 4 times what ends below: 1 a thread, 2 a warp. */
	edges(slot, matrix, row, column) {
		return this.call("edges", [slot, matrix, row, column]).slice();
	}

	words() {
		return this.json("words", []);
	}

	/* { text } or { error } */
	print(program, options, style) {
		return this.json("print", [], [program, options, style]);
	}

	draw(program, options, format) {
		return this.json("draw", [], [program, options, format]);
	}
}
