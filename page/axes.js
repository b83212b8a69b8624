/* Labels of rows and columns: a line for each level of nested modes, which stay in sight when cells go out of it. */

/* The largest level whose groups begin at "i". */
function levelAt(levels, i) {
	let level = levels.length - 1;
	while (level > 0 && i % levels[level][0] !== 0) {
		level--;
	}
	return level;
}

/* The text of index "i" at a level. */
function labelOf(matrix, levels, level, i, isRow) {
	if (isRow && levels.length === 1) {
		return String(matrix.rowNumbers ? matrix.rowNumbers[i] : i * matrix.rowUnit);
	}
	if (!isRow && levels.length === 1) {
		return String(i * (matrix.columnMultiple || 1));
	}
	const [unit, extent] = levels[level];
	const running = !isRow && matrix.running && level === 0;
	return String(running ? i : Math.floor(i / unit) % extent);
}

/* How many groups of "size" pixels go to a label of "room" pixels, a power of two. */
function labelStep(size, room) {
	let step = 1;
	while (size * step < room) {
		step *= 2;
	}
	return step;
}

/*
 * Call "put" with the text and the middle, in cells from the first one of the part, of each label of a level that is in
 * sight. "first" and "end" are the cells of the matrix in sight, "room" the pixels that a label needs.
 */
function eachLabel(matrix, levels, level, isRow, first, end, zoom, room, put) {
	const unit = levels[level][0];
	const step = unit * labelStep(unit * zoom, room);
	for (let i = Math.floor(first / step) * step; i < end; i += step) {
		const from = Math.max(i, first), to = Math.min(i + unit, end);
		if (to > from) {
			put(labelOf(matrix, levels, level, i, isRow), (from + to) / 2);
		}
	}
}
