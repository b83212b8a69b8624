/* Mouse, touch, pen and keys on the picture. */

const CLICK_PIXELS = 5;     /* a pointer that moved less has clicked */

class Pointer {
	/* "actions": point(spot), select(spot), clear() */
	constructor(canvas, scene, actions) {
		this.canvas = canvas;
		this.scene = scene;
		this.actions = actions;
		this.down = new Map();   /* pointers that are down, by number */
		this.travel = 0;
		canvas.addEventListener("pointerdown", (event) => this.press(event));
		canvas.addEventListener("pointermove", (event) => this.move(event));
		canvas.addEventListener("pointerup", (event) => this.release(event));
		canvas.addEventListener("pointercancel", (event) => this.down.delete(event.pointerId));
		canvas.addEventListener("pointerleave", (event) => {
			if (event.pointerType === "mouse" && this.down.size === 0) { actions.point(null); }
		});
		canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
		canvas.addEventListener("keydown", (event) => this.key(event));
		canvas.addEventListener("dblclick", (event) => {
			const { x, y } = this.placeOf(event);
			this.scene.zoomBy(2, x, y);
		});
	}

	/* Where an event is on the picture; offsetX is rounded for some events. */
	placeOf(event) {
		const box = this.canvas.getBoundingClientRect();
		return { x: event.clientX - box.x, y: event.clientY - box.y };
	}

	press(event) {
		this.canvas.setPointerCapture(event.pointerId);
		this.down.set(event.pointerId, this.placeOf(event));
		this.travel = this.down.size > 1 ? Infinity : 0;
	}

	move(event) {
		const before = this.down.get(event.pointerId);
		const now = this.placeOf(event);
		if (before === undefined) {
			this.pointAt(now);
			return;
		}
		const others = [...this.down].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
		this.down.set(event.pointerId, now);
		this.travel += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
		if (others.length === 1) {
			this.pinch(others[0], before, now);
		} else if (this.travel > CLICK_PIXELS) {
			this.scene.moveBy(now.x - before.x, now.y - before.y);
		}
	}

	/* Two fingers: zoom by their distance, move with their middle. */
	pinch(still, before, now) {
		const distance = (place) => Math.max(1, Math.hypot(place.x - still.x, place.y - still.y));
		this.scene.moveBy((now.x - before.x) / 2, (now.y - before.y) / 2);
		this.scene.zoomBy(distance(now) / distance(before), (now.x + still.x) / 2, (now.y + still.y) / 2);
	}

	release(event) {
		this.down.delete(event.pointerId);
		if (this.travel > CLICK_PIXELS) {
			return;
		}
		const { x, y } = this.placeOf(event);
		const spot = this.scene.cellAt(x, y);
		this.actions.point(spot);
		if (event.pointerType === "mouse") {
			this.actions.select(spot);
		}
	}

	pointAt(place) {
		const spot = this.scene.cellAt(place.x, place.y);
		const old = this.scene.spot;
		const same = spot === old || (spot && old && spot.matrix === old.matrix && spot.row === old.row && spot.column === old.column);
		if (!same) {
			this.actions.point(spot);
		}
	}

	wheel(event) {
		event.preventDefault();
		if (event.shiftKey) {
			this.scene.moveBy(-event.deltaX - event.deltaY, 0);
			return;
		}
		const lines = event.deltaMode === 1 ? 16 : 1;
		const { x, y } = this.placeOf(event);
		this.scene.zoomBy(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), x, y);
	}

	key(event) {
		const { scene } = this;
		const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
		const middle = [scene.painter.width / 2, scene.painter.height / 2];
		if (event.ctrlKey || event.metaKey || event.altKey) {
			return;
		} else if (event.key in steps) {
			this.step(steps[event.key], event.shiftKey ? 8 : 1);
		} else if (event.key === "+" || event.key === "=") {
			scene.zoomBy(1.25, ...middle);
		} else if (event.key === "-") {
			scene.zoomBy(0.8, ...middle);
		} else if (event.key === "0") {
			scene.fit();
		} else if (event.key === "PageDown" || event.key === "PageUp") {
			this.nextMatrix(event.key === "PageDown" ? 1 : -1);
		} else if (event.key === "Enter" && scene.spot) {
			this.actions.select(scene.spot);
		} else if (event.key === "Escape") {
			this.actions.clear();
		} else {
			return;
		}
		event.preventDefault();
	}

	/* Go to the next cell in a direction, the first one if none is pointed at. */
	step([rows, columns], count) {
		const { scene } = this;
		if (scene.figure === null) {
			return;
		}
		const from = scene.spot || { matrix: 0, row: -rows * count, column: -columns * count };
		const matrix = scene.figure.matrices[from.matrix];
		const limit = (value, size) => Math.min(Math.max(value, 0), size - 1);
		const spot = {
			matrix: from.matrix, row: limit(from.row + rows * count, matrix.rows),
			column: limit(from.column + columns * count, matrix.columns),
		};
		scene.reveal(spot);
		this.actions.point(spot);
	}

	/* To the cell at the same place of the next matrix, or its first one. */
	nextMatrix(by) {
		const { scene } = this;
		const count = scene.figure === null ? 0 : scene.figure.matrices.length;
		if (count === 0) {
			return;
		}
		const from = scene.spot || { matrix: -1, row: 0, column: 0 };
		const number = (from.matrix + by + count) % count;
		const matrix = scene.figure.matrices[number];
		const inside = from.row < matrix.rows && from.column < matrix.columns;
		const spot = inside ? { matrix: number, row: from.row, column: from.column } : { matrix: number, row: 0, column: 0 };
		scene.reveal(spot);
		this.actions.point(spot);
	}
}
