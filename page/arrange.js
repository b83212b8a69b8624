/*
 * Where the matrices of a figure stand. A part is what stands in one place: a matrix, or a strip of a long one. Places
 * count cells, so that they hold at every zoom; the room for labels is that of the zoom at which all fits the window.
 */

const LABEL_LINE = 15;      /* pixels of a line of labels above the cells */
const LABEL_DIGIT = 7;
const CAPTION_HEIGHT = 20;
const PART_GAP = 22;
const STRIP_LEAST = 128;    /* cells of a matrix that is broken into strips, at least ... */
const STRIP_RATIO = 5;      /* ... with so many times as many on the other axis */
const CELL_MOST = 48;       /* pixels of a cell where all fits */

/* Room beside and above the cells of a matrix. */
function labelRoom(matrix) {
	const digits = matrix.rowLevels.reduce((sum, [, extent]) => sum + String(extent - 1).length + 1, 0);
	const left = matrix.rows > 1 ? digits * LABEL_DIGIT + 8 : 6;
	const named = matrix.rowName || matrix.columnName ? LABEL_LINE : 0;
	return { left, top: matrix.columnLevels.length * LABEL_LINE + 4 + named, bottom: matrix.caption ? CAPTION_HEIGHT : 0 };
}

/* The matrix in strips of "length" cells along its longer axis. */
function stripsOf(matrix, number, length) {
	const parts = [];
	const wide = matrix.columns >= matrix.rows;
	for (let at = 0; at < (wide ? matrix.columns : matrix.rows); at += length) {
		const count = Math.min(length, (wide ? matrix.columns : matrix.rows) - at);
		parts.push({
			matrix: number, row: wide ? 0 : at, column: wide ? at : 0,
			rows: wide ? matrix.rows : count, columns: wide ? count : matrix.columns, wide,
		});
	}
	return parts;
}

/* Lengths of strips to be tried: the whole matrix, and halves of it while they are long. */
function stripLengths(matrix) {
	const long = Math.max(matrix.rows, matrix.columns);
	const short = Math.min(matrix.rows, matrix.columns);
	const lengths = [long];
	let length = long;
	while (long >= STRIP_LEAST && length % 2 === 0 && length / 2 >= short && long / short >= STRIP_RATIO) {
		length /= 2;
		lengths.push(length);
	}
	return lengths;
}

/*
 * Place parts in rows that are as wide as the first "across" of them together. Returns the size of all in pixels with
 * cells of "size".
 */
function placeInRows(parts, rooms, across, size) {
	const widthOf = (part) => rooms[part.matrix].left + part.columns * size + PART_GAP;
	const most = parts.slice(0, across).reduce((sum, part) => sum + widthOf(part), 0);
	let x = 0, y = 0, width = 0, height = 0;
	for (const part of parts) {
		const room = rooms[part.matrix];
		if (x > 0 && x + widthOf(part) > most + 1) {
			y += height + PART_GAP / 2;
			x = height = 0;
		}
		part.x = x + room.left;
		part.y = y + room.top;
		x += widthOf(part);
		width = Math.max(width, x - PART_GAP);
		height = Math.max(height, room.top + part.rows * size + room.bottom);
	}
	return { width, height: y + height };
}

/* The same in the raster that the figure has. */
function placeInRaster(parts, rooms, matrices, size) {
	const widths = [], heights = [];
	for (const part of parts) {
		const { x, y } = matrices[part.matrix], room = rooms[part.matrix];
		widths[x] = Math.max(widths[x] || 0, room.left + part.columns * size + PART_GAP);
		heights[y] = Math.max(heights[y] || 0, room.top + part.rows * size + room.bottom + PART_GAP / 2);
	}
	const sum = (list, end) => list.slice(0, end).reduce((total, item) => total + (item || 0), 0);
	for (const part of parts) {
		const { x, y } = matrices[part.matrix], room = rooms[part.matrix];
		part.x = sum(widths, x) + room.left;
		part.y = sum(heights, y) + heights[y] - PART_GAP / 2 - room.bottom - part.rows * size;
	}
	return { width: sum(widths) - PART_GAP, height: sum(heights) - PART_GAP / 2 };
}

/* The largest cells with which "place" fits a window, at most CELL_MOST pixels. */
function largestFit(place, width, height) {
	let least = 1 / 64, most = CELL_MOST;
	for (let i = 0; i < 18; i++) {
		const size = Math.sqrt(least * most);
		const taken = place(size);
		if (taken.width <= width && taken.height <= height) { least = size; } else { most = size; }
	}
	return least;
}

/*
 * Arrange a figure for a window of these pixels. Returns the parts, x and y of each in cells, the zoom at which all fits
 * and the size of all in cells.
 */
function arrange(figure, width, height) {
	const rooms = figure.matrices.map(labelRoom);
	let best = null;
	const consider = (parts, place) => {
		const size = largestFit(place, width, height);
		if (best === null || size > best.size * 1.05) {
			best = { parts, place, size };
		}
	};
	if (figure.placed) {
		const parts = figure.matrices.map((matrix, i) => stripsOf(matrix, i, Infinity)[0]);
		consider(parts, (size) => placeInRaster(parts, rooms, figure.matrices, size));
	} else {
		const tries = figure.matrices.length === 1 ? stripLengths(figure.matrices[0]) : [Infinity];
		for (const length of tries) {
			const count = figure.matrices.reduce((sum, matrix, i) => sum + stripsOf(matrix, i, length).length, 0);
			for (let across = 1; across <= Math.min(count, 12); across++) {
				const parts = figure.matrices.flatMap((matrix, i) => stripsOf(matrix, i, length));
				consider(parts, (size) => placeInRows(parts, rooms, across, size));
			}
		}
	}
	const taken = best.place(best.size);
	for (const part of best.parts) {
		part.x /= best.size;
		part.y /= best.size;
	}
	return { parts: best.parts, zoom: best.size, width: taken.width / best.size, height: taken.height / best.size };
}
