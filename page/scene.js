/* What is on the stage: the figure of a program, the camera that looks at it, and what is pointed at. */

const ZOOM_LEAST = 1 / 64, ZOOM_MOST = 160;

class Scene {
	constructor(engine, painter) {
		this.engine = engine;
		this.painter = painter;
		this.figure = null;
		this.slot = 0;           /* of the engine, where the figure is open */
		this.bitmaps = [];
		this.parts = [];
		this.camera = { x: 0, y: 0, zoom: 1 };
		this.moved = false;      /* by hand, so that it stays when the program changes a little */
		this.spot = null;
		this.links = [];
		this.different = [];
		this.instruction = null; /* cells that a warp moves: { cells: [[matrix,row,column,lane],...], conflicts } */
		this.listeners = [];
		this.wanted = false;
	}

	/* Show "figure" of "slot". The camera stays if it was moved and the figure has the shape of the one before. */
	show(figure, slot) {
		const shape = (each) => each && each.matrices.map((matrix) => matrix.rows + "x" + matrix.columns).join();
		const same = shape(figure) === shape(this.figure);
		this.bitmaps.forEach((bitmap) => { bitmap.dead = true; });
		this.figure = figure;
		this.slot = slot;
		this.bitmaps = figure === null ? [] : figure.matrices.map((matrix, i) =>
			new Bitmap(this.engine, slot, i, matrix, () => this.update()));
		this.spot = same ? this.spot : null;
		this.links = [];
		this.different = [];
		if (!same || !this.moved) {
			this.fit();
		}
		this.update();
	}

	/* Arrange for the window, and look at all of it. */
	fit() {
		this.moved = false;
		this.parts = [];
		if (this.figure === null || this.painter.width < 1) {
			return;
		}
		const margin = 14, below = 32;   /* the buttons stand below the picture */
		const width = this.painter.width - 2 * margin, height = this.painter.height - below - 2 * margin;
		const arranged = arrange(this.figure, width, height);
		this.parts = arranged.parts;
		this.size = { width: arranged.width, height: arranged.height };
		this.camera.zoom = arranged.zoom;
		this.camera.x = (arranged.width - this.painter.width / arranged.zoom) / 2;
		this.camera.y = Math.max((arranged.height - (this.painter.height - below) / arranged.zoom) / 2, -margin / arranged.zoom - 40);
		this.update();
	}

	zoomBy(factor, x, y) {
		const { camera } = this;
		const zoom = Math.min(ZOOM_MOST, Math.max(ZOOM_LEAST, camera.zoom * factor));
		camera.x += x / camera.zoom - x / zoom;
		camera.y += y / camera.zoom - y / zoom;
		camera.zoom = zoom;
		this.moved = true;
		this.update();
	}

	moveBy(x, y) {
		this.camera.x -= x / this.camera.zoom;
		this.camera.y -= y / this.camera.zoom;
		this.moved = true;
		this.update();
	}

	/* The cell at a place of the window, null where there is none. */
	cellAt(x, y) {
		const worldX = this.camera.x + x / this.camera.zoom, worldY = this.camera.y + y / this.camera.zoom;
		for (const part of this.parts) {
			const column = Math.floor(worldX - part.x), row = Math.floor(worldY - part.y);
			if (column >= 0 && column < part.columns && row >= 0 && row < part.rows) {
				const spot = { matrix: part.matrix, row: part.row + row, column: part.column + column };
				return this.bitmaps[part.matrix].colour(spot.row, spot.column) < 0 ? null : spot;
			}
		}
		return null;
	}

	/* The middle of a cell in the window. */
	placeOf(spot) {
		const part = this.parts.find((each) => each.matrix === spot.matrix && spot.row >= each.row
			&& spot.row < each.row + each.rows && spot.column >= each.column && spot.column < each.column + each.columns);
		return part && {
			x: (part.x + spot.column - part.column + 0.5 - this.camera.x) * this.camera.zoom,
			y: (part.y + spot.row - part.row + 0.5 - this.camera.y) * this.camera.zoom,
		};
	}

	/*
	 * What is looked at, for the address: matrix, row and column in the middle of the window, as fractions of cells, and
	 * the pixels of a cell. It holds for windows of other sizes, where the matrices may be arranged otherwise. "" for all.
	 */
	view() {
		if (!this.moved || this.parts.length === 0) {
			return "";
		}
		const x = this.camera.x + this.painter.width / 2 / this.camera.zoom;
		const y = this.camera.y + this.painter.height / 2 / this.camera.zoom;
		const away = (part) => Math.hypot(Math.max(part.x - x, 0, x - part.x - part.columns),
			Math.max(part.y - y, 0, y - part.y - part.rows));
		const part = this.parts.reduce((best, each) => away(each) < away(best) ? each : best);
		return [part.matrix, (part.row + y - part.y).toFixed(2), (part.column + x - part.x).toFixed(2),
			this.camera.zoom.toPrecision(4)].map(Number).join();
	}

	/* Look at what view() gave; at all of it where that is nothing of this picture. */
	look(view) {
		const [matrix, row, column, zoom] = view.split(",").map(Number);
		const inside = (each) => each.matrix === matrix && row < each.row + each.rows && column < each.column + each.columns;
		const part = this.parts.find(inside) || this.parts.filter((each) => each.matrix === matrix).pop();
		if (!part || !Number.isFinite(row + column) || !(zoom > 0)) {
			return;
		}
		this.camera.zoom = Math.min(ZOOM_MOST, Math.max(ZOOM_LEAST, zoom));
		this.camera.x = part.x + column - part.column - this.painter.width / 2 / this.camera.zoom;
		this.camera.y = part.y + row - part.row - this.painter.height / 2 / this.camera.zoom;
		this.moved = true;
		this.update();
	}

	/* Bring a cell into sight. */
	reveal(spot) {
		const place = this.placeOf(spot), edge = 60;
		if (!place) {
			return;
		}
		const over = (at, size) => at < edge ? edge - at : at > size - edge ? size - edge - at : 0;
		const x = over(place.x, this.painter.width), y = over(place.y, this.painter.height);
		if (x !== 0 || y !== 0) {
			this.moveBy(x, y);
		}
	}

	/* Point at a cell, or at none. Returns its facts. */
	point(spot) {
		this.spot = spot;
		this.links = spot === null ? [] : this.engine.links(this.slot, spot)
			.filter(([matrix, row, column]) => matrix !== spot.matrix || row !== spot.row || column !== spot.column);
		this.update();
		return spot === null ? null : this.engine.facts(this.slot, spot);
	}

	/* Draw anew before the next picture of the screen. */
	update() {
		if (this.wanted) {
			return;
		}
		this.wanted = true;
		requestAnimationFrame(() => {
			this.wanted = false;
			this.painter.draw(this);
			this.listeners.forEach((listener) => listener());
		});
	}
}
