/*
 * A matrix as a bitmap with a pixel for each cell. It is painted at once where it is small, and large ones row by row
 * while the page is idle, so that typing and moving stay quick.
 */

const ROWS_AT_ONCE_CELLS = 1 << 20;

class Bitmap {
	constructor(engine, slot, number, matrix, changed) {
		this.engine = engine;
		this.slot = slot;
		this.number = number;
		this.matrix = matrix;
		this.changed = changed;
		this.canvas = document.createElement("canvas");
		this.canvas.width = matrix.columns;
		this.canvas.height = matrix.rows;
		this.context = this.canvas.getContext("2d");
		this.pixels = new Uint8ClampedArray(4 * matrix.rows * matrix.columns);
		this.painted = 0;
		this.dead = false;
		this.texts = new Map();
		this.edges = new Map();
		this.paintSome();
	}

	/* Paint the next rows, and see to it that the others follow. */
	paintSome() {
		if (this.dead) {
			return;
		}
		const { rows, columns } = this.matrix;
		const count = Math.min(rows - this.painted, Math.max(1, Math.floor(ROWS_AT_ONCE_CELLS / columns)));
		const bytes = this.engine.paint(this.slot, this.number, this.painted, count);
		this.pixels.set(bytes, 4 * this.painted * columns);
		const start = 4 * this.painted * columns;
		const part = this.pixels.subarray(start, start + 4 * count * columns);
		this.context.putImageData(new ImageData(part, columns, count), 0, this.painted);
		this.painted += count;
		if (this.painted < rows) {
			setTimeout(() => { this.paintSome(); this.changed(); }, 0);
		}
	}

	/* The colour of a cell as a number, -1 where there is none; black or white for texts on it. */
	colour(row, column) {
		const i = 4 * (row * this.matrix.columns + column);
		return this.pixels[i + 3] === 0 ? -1 : this.pixels[i] << 16 | this.pixels[i + 1] << 8 | this.pixels[i + 2];
	}

	ink(row, column) {
		const i = 4 * (row * this.matrix.columns + column);
		const light = 0.299 * this.pixels[i] + 0.587 * this.pixels[i + 1] + 0.114 * this.pixels[i + 2];
		return light < 128 ? "#ffffff" : "#101010";
	}

	/* What the engine says of the 16 x 16 cells around one, remembered in "map". */
	block(map, name, row, column) {
		const key = (row >> 4) * 65536 + (column >> 4);
		if (!map.has(key)) {
			map.set(key, this.engine[name](this.slot, this.number, row >> 4 << 4, column >> 4 << 4));
		}
		return map.get(key)[(row & 15) * 16 + (column & 15)];
	}

	/* The lines of a cell. */
	text(row, column) {
		return this.block(this.texts, "texts", row, column) || "";
	}

	/* What ends at the right of a cell, and below it: 1 what a thread holds, 2 what a warp does. */
	edge(row, column) {
		const both = this.block(this.edges, "edges", row, column);
		return { right: both & 3, below: both >> 2 };
	}
}
