/* The picture of the program that is compared, beside the first one: they look at the same cells and point at the same one. */

class Twin {
	/* "actions": as those of Pointer, for both pictures. */
	constructor(canvas, first, actions) {
		this.canvas = canvas;
		this.first = first;
		this.painter = new Painter(canvas);
		this.scene = new Scene(first.engine, this.painter);
		this.pointer = new Pointer(canvas, this.scene, actions);
		first.listeners.push(() => this.follow(first, this.scene));
		this.scene.listeners.push(() => this.follow(this.scene, first));
	}

	/* Show "figure" of "slot"; nothing beside the first picture where it is null. Returns whether that changed. */
	show(figure, slot) {
		const changed = this.canvas.hidden !== (figure === null);
		this.canvas.hidden = figure === null;
		this.canvas.parentElement.classList.toggle("two", figure !== null);
		if (changed) {
			this.painter.resize();
		}
		this.scene.show(figure, slot);
		return changed;
	}

	/* Look where the other one looks, if their matrices are of one size. */
	follow(from, to) {
		const words = (part) => [part.matrix, part.row, part.column, part.rows, part.columns];
		const shape = (scene) => scene.parts.map(words).join();
		const { camera } = to, other = from.camera;
		const same = camera.x === other.x && camera.y === other.y && camera.zoom === other.zoom;
		if (!this.canvas.hidden && !same && shape(from) === shape(to)) {
			Object.assign(camera, other);
			to.moved = from.moved;
			to.update();
		}
	}

	/* Point at the same cell. Returns its facts, null where there is none. */
	point(spot) {
		const matrix = this.canvas.hidden || spot === null ? undefined : this.scene.figure.matrices[spot.matrix];
		const here = matrix !== undefined && spot.row < matrix.rows && spot.column < matrix.columns;
		return this.scene.figure === null ? null : this.scene.point(here ? spot : null);
	}

	resize() {
		this.painter.resize();
		if (this.scene.moved) { this.scene.update(); } else { this.scene.fit(); }
	}
}
