/* Draws what is in sight of a figure: one pixel a cell, then colours, lines, one line of text, all of it, as cells grow. */

const LINES_FROM = 7;        /* pixels of a cell from which on there are lines between cells, ... */
const TEXT_FROM = 15;        /* ... and texts */
const TEXT_MOST = 13;        /* pixels of the largest letters */
const MARKED = "#d81b1b";
const LINKED = "#1746b8";    /* on cells, which are light in the dark as well */
const LETTER = 0.61;         /* width of a letter by its height */

class Painter {
	constructor(canvas) {
		this.canvas = canvas;
		this.context = canvas.getContext("2d");
		this.theme = {};
		this.readTheme();
	}

	/* The colours of the page. */
	readTheme() {
		const style = getComputedStyle(document.documentElement);
		for (const name of ["page", "ink", "quiet", "line", "mark", "accent", "mono"]) {
			this.theme[name] = style.getPropertyValue("--" + name).trim();
		}
	}

	resize() {
		const scale = window.devicePixelRatio || 1;
		this.width = this.canvas.clientWidth;
		this.height = this.canvas.clientHeight;
		this.canvas.width = Math.round(this.width * scale);
		this.canvas.height = Math.round(this.height * scale);
		this.context.setTransform(scale, 0, 0, scale, 0, 0);
	}

	/* Draw "scene": its figure, bitmaps, parts, camera, and what is pointed at, linked, or different. */
	draw(scene) {
		const { context } = this;
		context.fillStyle = this.theme.page;
		context.fillRect(0, 0, this.width, this.height);
		for (const part of scene.parts) {
			const seen = this.seen(scene, part);
			if (seen !== null) {
				this.drawCells(scene, part, seen);
			}
		}
		this.drawMarks(scene);
		for (const part of scene.parts) {
			const seen = this.seen(scene, part);
			if (seen !== null) {
				this.drawLabels(scene, part, seen);
			}
		}
	}

	/* The cells of a part that are in sight, and where they are; null if none is. */
	seen(scene, part) {
		const { zoom } = scene.camera;
		const x = (part.x - scene.camera.x) * zoom, y = (part.y - scene.camera.y) * zoom;
		const firstColumn = Math.max(0, Math.floor(-x / zoom)), firstRow = Math.max(0, Math.floor(-y / zoom));
		const endColumn = Math.min(part.columns, Math.ceil((this.width - x) / zoom));
		const endRow = Math.min(part.rows, Math.ceil((this.height - y) / zoom));
		const any = firstColumn < endColumn && firstRow < endRow;
		return any ? { x, y, zoom, firstRow, endRow, firstColumn, endColumn } : null;
	}

	drawCells(scene, part, seen) {
		const { context } = this, { x, y, zoom } = seen;
		const bitmap = scene.bitmaps[part.matrix];
		const columns = seen.endColumn - seen.firstColumn, rows = seen.endRow - seen.firstRow;
		context.imageSmoothingEnabled = zoom < 1;
		context.drawImage(bitmap.canvas, part.column + seen.firstColumn, part.row + seen.firstRow, columns, rows,
			x + seen.firstColumn * zoom, y + seen.firstRow * zoom, columns * zoom, rows * zoom);
		if (zoom >= LINES_FROM) {
			this.drawLines(scene, part, seen);
			this.drawEdges(scene, part, seen);
		}
		if (zoom >= TEXT_FROM) {
			this.drawTexts(scene, part, seen);
		}
		context.strokeStyle = this.theme.ink;
		context.lineWidth = 1;
		context.strokeRect(x + seen.firstColumn * zoom, y + seen.firstRow * zoom, columns * zoom, rows * zoom);
	}

	/* Lines between cells, heavier where groups of modes begin. */
	drawLines(scene, part, seen) {
		const { context } = this, { x, y, zoom } = seen;
		const matrix = scene.figure.matrices[part.matrix];
		const paths = [new Path2D(), new Path2D()];
		const left = x + seen.firstColumn * zoom, right = x + seen.endColumn * zoom;
		const top = y + seen.firstRow * zoom, bottom = y + seen.endRow * zoom;
		for (let i = seen.firstColumn + 1; i < seen.endColumn; i++) {
			const path = paths[levelAt(matrix.columnLevels, part.column + i) > 0 ? 1 : 0];
			path.moveTo(x + i * zoom, top);
			path.lineTo(x + i * zoom, bottom);
		}
		for (let i = seen.firstRow + 1; i < seen.endRow; i++) {
			const path = paths[levelAt(matrix.rowLevels, part.row + i) > 0 ? 1 : 0];
			path.moveTo(left, y + i * zoom);
			path.lineTo(right, y + i * zoom);
		}
		context.lineWidth = 1;
		context.strokeStyle = "rgb(20 24 32 / 20%)";
		context.stroke(paths[0]);
		context.strokeStyle = "rgb(20 24 32 / 80%)";
		context.stroke(paths[1]);
	}

	/* Outlines of what threads hold, and heavier ones of warps. */
	drawEdges(scene, part, seen) {
		const { context } = this, { x, y, zoom } = seen;
		const bitmap = scene.bitmaps[part.matrix];
		const paths = [null, new Path2D(), new Path2D()];
		for (let row = seen.firstRow; row < seen.endRow; row++) {
			for (let column = seen.firstColumn; column < seen.endColumn; column++) {
				const { right, below } = bitmap.edge(part.row + row, part.column + column);
				const left = x + column * zoom, top = y + row * zoom;
				if (right && column + 1 < part.columns) {
					paths[right].moveTo(left + zoom, top);
					paths[right].lineTo(left + zoom, top + zoom);
				}
				if (below && row + 1 < part.rows) {
					paths[below].moveTo(left, top + zoom);
					paths[below].lineTo(left + zoom, top + zoom);
				}
			}
		}
		context.strokeStyle = "rgb(20 24 32 / 85%)";
		[1, 2].forEach((strength) => {
			context.lineWidth = strength === 1 ? 1 : 2.5;
			context.stroke(paths[strength]);
		});
	}

	/* As many lines of each text as its cell has room for. */
	drawTexts(scene, part, seen) {
		const { context } = this, { x, y, zoom } = seen;
		const bitmap = scene.bitmaps[part.matrix];
		const longest = this.longestText(scene, part, seen);
		const size = Math.min(TEXT_MOST, (zoom - 3) / (longest.letters * LETTER), (zoom - 2) / (longest.lines * 1.12));
		if (size < 6.5) {
			return;
		}
		context.font = size.toFixed(1) + "px " + this.theme.mono;
		context.textAlign = "center";
		context.textBaseline = "middle";
		let ink = "";
		for (let row = seen.firstRow; row < seen.endRow; row++) {
			for (let column = seen.firstColumn; column < seen.endColumn; column++) {
				const text = bitmap.text(part.row + row, part.column + column);
				if (!text) {
					continue;
				}
				const wanted = bitmap.ink(part.row + row, part.column + column);
				if (wanted !== ink) {
					ink = wanted;
					context.fillStyle = ink;
				}
				const lines = text.split("\n");
				const middle = y + (row + 0.5) * zoom - (lines.length - 1) * size * 0.56;
				lines.forEach((line, i) => context.fillText(line, x + (column + 0.5) * zoom, middle + i * size * 1.12));
			}
		}
	}

	/* Letters of the longest line and lines of the longest text among some cells in sight. */
	longestText(scene, part, seen) {
		const bitmap = scene.bitmaps[part.matrix];
		const longest = { letters: 1, lines: 1 };
		for (const row of [seen.firstRow, seen.firstRow + seen.endRow >> 1, seen.endRow - 1]) {
			for (let column = seen.firstColumn; column < seen.endColumn; column++) {
				const lines = bitmap.text(part.row + row, part.column + column).split("\n");
				longest.lines = Math.max(longest.lines, lines.length);
				lines.forEach((line) => { longest.letters = Math.max(longest.letters, line.length); });
			}
		}
		return longest;
	}

	/* Frames around the cells of "list", [[matrix,row,column],...]. */
	frame(scene, list, colour, width, rim = false) {
		const { context } = this;
		const zoom = scene.camera.zoom;
		context.beginPath();
		for (const [matrix, row, column] of list) {
			const part = scene.parts.find((each) => each.matrix === matrix && row >= each.row && row < each.row + each.rows
				&& column >= each.column && column < each.column + each.columns);
			if (part) {
				const x = (part.x + column - part.column - scene.camera.x) * zoom;
				const y = (part.y + row - part.row - scene.camera.y) * zoom;
				const side = Math.max(zoom, 4), inset = (side - zoom) / 2;
				context.rect(x - inset, y - inset, side, side);
			}
		}
		if (rim) {
			context.strokeStyle = "#ffffff";
			context.lineWidth = width + 2;
			context.stroke();
		}
		context.strokeStyle = colour;
		context.lineWidth = width;
		context.stroke();
	}

	/* All but the cells that an instruction moves fades; those of lanes in a conflict have frames. */
	drawInstruction(scene) {
		const { context } = this, { camera } = scene;
		const wrong = new Set(scene.instruction.conflicts);
		const framed = [];
		for (const part of scene.parts) {
			const x = (part.x - camera.x) * camera.zoom, y = (part.y - camera.y) * camera.zoom;
			context.globalAlpha = 0.78;
			context.fillStyle = this.theme.page;
			context.fillRect(x, y, part.columns * camera.zoom, part.rows * camera.zoom);
			context.globalAlpha = 1;
			for (const [matrix, row, column, lane] of scene.instruction.cells) {
				if (matrix === part.matrix) {
					const colour = scene.bitmaps[matrix].colour(row, column).toString(16).padStart(6, "0");
					context.fillStyle = "#" + colour;
					context.fillRect(x + (column - part.column) * camera.zoom, y + (row - part.row) * camera.zoom,
						Math.ceil(camera.zoom), Math.ceil(camera.zoom));
					if (wrong.has(lane)) { framed.push([matrix, row, column]); }
				}
			}
		}
		this.frame(scene, framed, MARKED, 1.5);
	}

	/* A line from panel to panel along the cells that show one element, where there is one in each. */
	drawTrail(scene) {
		const { group } = scene.figure.matrices[scene.spot.matrix];
		const own = scene.links.filter(([matrix]) => scene.figure.matrices[matrix].group === group);
		const spots = [...own, [scene.spot.matrix, scene.spot.row, scene.spot.column]];
		const matrices = scene.figure.matrices;
		if (own.length > 12 || !group) {
			return;
		}
		const { context } = this;
		const places = matrices.map((matrix, i) => spots.find((spot) => spot[0] === i))
			.filter((spot) => spot).map(([matrix, row, column]) => scene.placeOf({ matrix, row, column })).filter((place) => place);
		context.strokeStyle = this.theme.accent;
		context.lineWidth = 1.5;
		context.globalAlpha = 0.6;
		context.beginPath();
		places.forEach(({ x, y }, i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
		context.stroke();
		context.globalAlpha = 1;
	}

	drawMarks(scene) {
		if (scene.instruction !== null) {
			this.drawInstruction(scene);
		}
		this.frame(scene, scene.different, MARKED, 1.5);
		this.frame(scene, scene.links, LINKED, 2, scene.instruction !== null);
		if (scene.spot) {
			const { matrix, row, column } = scene.spot;
			this.drawTrail(scene);
			this.frame(scene, [[matrix, row, column]], MARKED, 3);
		}
	}

	/* Labels beside the cells, or at the edge of the window where those are beyond it. */
	drawLabels(scene, part, seen) {
		const { context } = this, { x, y, zoom } = seen;
		const matrix = scene.figure.matrices[part.matrix];
		const levels = matrix.columnLevels;
		context.font = "11px " + this.theme.mono;
		context.textBaseline = "middle";
		const left = x + seen.firstColumn * zoom, right = x + seen.endColumn * zoom;
		const top = Math.max(y, levels.length * LABEL_LINE + 2);
		if (y < top) {
			this.veil(left, 0, right - left, top);
		}
		context.textAlign = "center";
		const beside = labelRoom(matrix).left;
		this.clip(x < beside ? beside : 0, 0);
		levels.forEach((level, k) => {
			context.fillStyle = k === 0 ? this.theme.quiet : this.theme.ink;
			if (k + 1 < levels.length && labelStep(level[0] * zoom, 12) >= level[1]) {
				return;
			}
			const digits = String(matrix.running ? matrix.columns : level[1] - 1).length;
			eachLabel(matrix, levels, k, false, part.column + seen.firstColumn, part.column + seen.endColumn, zoom,
				digits * LABEL_DIGIT + 5, (text, at) => {
					context.fillText(text, x + (at - part.column) * zoom, top - 8 - k * LABEL_LINE);
				});
		});
		context.restore();
		this.drawRowLabels(part, seen, matrix, top);
		this.drawCaption(part, seen, matrix, top);
	}

	drawRowLabels(part, seen, matrix, top) {
		const { context } = this, { x, y, zoom } = seen;
		const room = labelRoom(matrix).left;
		const edge = Math.max(x, room);
		if (matrix.rows === 1 && !matrix.rowNumbers) {
			return;
		}
		if (x < edge) {
			this.veil(0, Math.max(top, y), edge, Math.min(this.height, y + part.rows * zoom) - Math.max(top, y));
		}
		context.textAlign = "right";
		this.clip(0, y < top ? top : 0);
		let right = edge - 6;
		matrix.rowLevels.forEach((level, k) => {
			context.fillStyle = k === 0 ? this.theme.quiet : this.theme.ink;
			eachLabel(matrix, matrix.rowLevels, k, true, part.row + seen.firstRow, part.row + seen.endRow, zoom, 12,
				(text, at) => context.fillText(text, right, y + (at - part.row) * zoom));
			right -= (String(level[1] - 1).length + 1) * LABEL_DIGIT;
		});
		context.restore();
	}

	/* Until restore(), draw only right of and below a place: labels at the edges of the window do not meet in its corner. */
	clip(left, top) {
		this.context.save();
		this.context.beginPath();
		this.context.rect(left, top, this.width - left, this.height - top);
		this.context.clip();
	}

	/* What rows and columns count, above the labels, and what the matrix is, below the cells. */
	drawCaption(part, seen, matrix, top) {
		const { context } = this, { x, y, zoom } = seen;
		context.fillStyle = this.theme.quiet;
		context.textAlign = "left";
		if (matrix.rowName && matrix.columnName && y >= 0 && part.row === 0 && part.column === 0) {
			const line = top - 8 - matrix.columnLevels.length * LABEL_LINE;
			const names = "\u2193 " + matrix.rowName + "   \u2192 " + matrix.columnName;
			context.fillText(names, this.within(x - 12, names), line);
		}
		if (matrix.caption && part.row + part.rows === matrix.rows) {
			context.fillStyle = this.theme.ink;
			context.font = "12px system-ui, sans-serif";
			context.fillText(matrix.caption, this.within(x, matrix.caption), y + part.rows * zoom + 12);
			context.font = "11px " + this.theme.mono;
		}
	}

	/* Where a text that would begin at "x" begins so that it does not leave the window. */
	within(x, text) {
		return Math.max(4, Math.min(x, this.width - this.context.measureText(text).width - 4));
	}

	/* Make what is below labels fainter. */
	veil(x, y, width, height) {
		this.context.globalAlpha = 0.88;
		this.context.fillStyle = this.theme.page;
		this.context.fillRect(x, y, width, height);
		this.context.globalAlpha = 1;
	}
}
