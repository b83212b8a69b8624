/* What can be taken away: the picture, the layouts in other languages, the address. */

/* Give the reader a file. */
function download(name, content, type) {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(new Blob([content], { type }));
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/* The static picture of the program. */
function downloadPicture(app, format, name, type) {
	const options = optionsOf(app.state) + (app.state.highlight ? " " + optionWord("highlight", app.state.highlight) : "");
	const answer = app.engine.draw(app.state.p, options, format);
	if (answer.error) {
		app.say(answer.error);
	} else {
		download(name, answer.text, type);
	}
}

/* What is in sight, as it is in sight: both pictures where two programs are compared. */
function downloadSight(app) {
	const shown = [app.painter.canvas, app.twin.canvas].filter((canvas) => !canvas.hidden);
	const whole = document.createElement("canvas");
	const scale = window.devicePixelRatio || 1;
	whole.width = Math.max(...shown.map((canvas) => canvas.offsetLeft * scale + canvas.width));
	whole.height = Math.max(...shown.map((canvas) => canvas.offsetTop * scale + canvas.height));
	shown.forEach((canvas) => whole.getContext("2d").drawImage(canvas, canvas.offsetLeft * scale, canvas.offsetTop * scale));
	whole.toBlob((blob) => download("cutelayout.png", blob, "image/png"));
}

async function copyText(app, text, what) {
	try {
		await navigator.clipboard.writeText(text);
		app.say("copied " + what);
	} catch (error) {
		app.say(text);
	}
}

function copyPrinted(app, style, what) {
	const answer = app.engine.print(app.state.p, optionsOf(app.state), style);
	if (answer.error) {
		app.say(answer.error);
	} else {
		copyText(app, answer.text, what);
	}
}

/* Fill the menu. */
function makeExports(app, menu) {
	const items = [
		["Link to this view", () => copyText(app, location.href, "the link")],
		["Picture as SVG", () => downloadPicture(app, "svg", "cutelayout.svg", "image/svg+xml")],
		["Picture as TikZ", () => downloadPicture(app, "tex", "cutelayout.tex", "application/x-tex")],
		["This view as PNG", () => downloadSight(app)],
		["Values as C++ types", () => copyPrinted(app, "cpp", "C++")],
		["Values as CuTe DSL", () => copyPrinted(app, "dsl", "CuTe DSL")],
		["Values as pycute", () => copyPrinted(app, "pycute", "pycute")],
		["Values as C functions", () => copyPrinted(app, "c", "C")],
	];
	menu.replaceChildren(...items.map(([text, action]) => {
		const button = document.createElement("button");
		button.textContent = text;
		button.addEventListener("click", () => { menu.parentNode.open = false; action(); });
		return button;
	}));
}
