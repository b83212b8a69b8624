/* The whole picture small in a corner, with a frame around what is in sight; click or drag to go there. */

const MAP_SIDE = 150;

class Minimap {
	constructor(canvas, scene) {
		this.canvas = canvas;
		this.scene = scene;
		this.context = canvas.getContext("2d");
		scene.listeners.push(() => this.draw());
		canvas.addEventListener("pointerdown", (event) => { canvas.setPointerCapture(event.pointerId); this.go(event); });
		canvas.addEventListener("pointermove", (event) => { if (event.buttons > 0) { this.go(event); } });
	}

	/* Only where something is out of sight. */
	draw() {
		const { scene, canvas, context } = this;
		const { camera, painter } = scene;
		const whole = scene.figure === null || !scene.size || (scene.size.width * camera.zoom <= painter.width + 40
			&& scene.size.height * camera.zoom <= painter.height + 40);
		canvas.hidden = whole;
		if (whole) {
			return;
		}
		this.scale = MAP_SIDE / Math.max(scene.size.width, scene.size.height);
		canvas.width = Math.max(8, Math.round(scene.size.width * this.scale));
		canvas.height = Math.max(8, Math.round(scene.size.height * this.scale));
		for (const part of scene.parts) {
			context.drawImage(scene.bitmaps[part.matrix].canvas, part.column, part.row, part.columns, part.rows,
				part.x * this.scale, part.y * this.scale, part.columns * this.scale, part.rows * this.scale);
		}
		context.strokeStyle = painter.theme.mark;
		context.lineWidth = 2;
		context.strokeRect(camera.x * this.scale, camera.y * this.scale, painter.width / camera.zoom * this.scale,
			painter.height / camera.zoom * this.scale);
	}

	go(event) {
		const { camera, painter } = this.scene;
		camera.x = event.offsetX / this.scale - painter.width / camera.zoom / 2;
		camera.y = event.offsetY / this.scale - painter.height / camera.zoom / 2;
		this.scene.moved = true;
		this.scene.update();
	}
}
