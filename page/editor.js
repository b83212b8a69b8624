/* The editor: completion of operations, names and atoms, and help for what stands at the cursor. */

const OFFERS_MOST = 40;

class Editor {
	constructor(field, offers, help, words) {
		this.field = field;
		this.offers = offers;
		this.help = help;
		this.operations = new Map(words.groups.flatMap((group) => group.operations.map((each) => [each.name, each])));
		this.atoms = Object.values(words.atoms).flat();
		this.chosen = -1;
		this.list = [];
		field.addEventListener("input", () => this.offer());
		field.addEventListener("keydown", (event) => this.key(event));
		field.addEventListener("blur", () => this.close());
		document.addEventListener("selectionchange", () => { if (document.activeElement === field) { this.showHelp(); } });
		offers.addEventListener("pointerdown", (event) => {
			const item = event.target.closest("li");
			event.preventDefault();
			if (item) { this.take(Number(item.dataset.number)); }
		});
	}

	/* What is being written at the cursor: a name, or the name of an atom in quotes. */
	word() {
		const before = this.field.value.slice(0, this.field.selectionStart);
		const atom = /["']([\w:<>]*)$/.exec(before);
		const name = /[A-Za-z_][\w]*$/.exec(before);
		return atom ? { text: atom[1], quoted: true } : { text: name ? name[0] : "", quoted: false };
	}

	/* Names that the program binds. */
	names() {
		return [...this.field.value.matchAll(/(?:^|[;\n])\s*([A-Za-z_]\w*)\s*=(?!=)/g)].map((match) => match[1]);
	}

	offer() {
		const { text, quoted } = this.word();
		const least = quoted ? 1 : 2;
		const wanted = text.toLowerCase();
		const all = quoted ? this.atoms.map((name) => ({ name, about: "" })) : [
			...[...this.operations.values()].map((each) => ({ name: each.name, about: each.meaning })),
			...this.names().map((name) => ({ name, about: "a name of this program" })),
		];
		const fits = (name) => name.toLowerCase().includes(wanted) && name !== text;
		const rank = ({ name }) => name.toLowerCase().startsWith(wanted) ? 0 : 1;
		this.list = text.length < least ? [] : all.filter(({ name }) => fits(name))
			.sort((a, b) => rank(a) - rank(b) || a.name.length - b.name.length).slice(0, OFFERS_MOST);
		this.choose(-1);
		this.offers.hidden = this.list.length === 0;
		this.offers.replaceChildren(...this.list.map(({ name, about }, i) => {
			const item = document.createElement("li"), bold = document.createElement("b"), more = document.createElement("span");
			item.setAttribute("role", "option");
			item.id = "offer" + i;
			item.dataset.number = i;
			bold.textContent = name;
			more.textContent = about;
			item.append(bold, more);
			return item;
		}));
	}

	choose(number) {
		this.chosen = number;
		this.offers.querySelectorAll("li").forEach((item, i) => item.setAttribute("aria-selected", String(i === number)));
		if (number >= 0) {
			this.offers.children[number].scrollIntoView({ block: "nearest" });
			this.field.setAttribute("aria-activedescendant", "offer" + number);
		} else {
			this.field.removeAttribute("aria-activedescendant");
		}
	}

	/* Down and up choose, Enter and Tab take what is chosen, Escape closes. */
	key(event) {
		const open = !this.offers.hidden;
		const count = this.list.length;
		if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
			this.choose((this.chosen + (event.key === "ArrowDown" ? 1 : this.chosen < 0 ? 0 : -1) + count) % count);
		} else if (open && this.chosen >= 0 && (event.key === "Enter" || event.key === "Tab")) {
			this.take(this.chosen);
		} else if (open && event.key === "Escape") {
			this.close();
		} else if (event.key === " " && event.ctrlKey) {
			this.offer();
		} else {
			return;
		}
		event.preventDefault();
	}

	close() {
		this.offers.hidden = true;
		this.choose(-1);
	}

	/* Write what was offered in place of its beginning. */
	take(number) {
		const { field } = this;
		const { text, quoted } = this.word();
		const end = field.selectionStart;
		const name = this.list[number].name;
		const call = !quoted && this.operations.has(name) && field.value[end] !== "(" ? "(" : "";
		field.setRangeText(name + call, end - text.length, end, "end");
		this.close();
		field.dispatchEvent(new Event("change"));
		this.showHelp();
	}

	/* The operation whose name or brackets the cursor is in. */
	operationAtCursor() {
		const { value, selectionStart } = this.field;
		const name = /\w*$/.exec(value.slice(0, selectionStart))[0] + /^\w*/.exec(value.slice(selectionStart))[0];
		if (this.operations.has(name)) {
			return this.operations.get(name);
		}
		let open = 1;
		for (let i = selectionStart - 1; i >= 0; i--) {
			open += value[i] === ")" ? 1 : value[i] === "(" ? -1 : 0;
			if (open === 0) {
				const call = /\w+$/.exec(value.slice(0, i));
				if (call && this.operations.has(call[0])) {
					return this.operations.get(call[0]);
				}
				open = 1;
			}
		}
		return null;
	}

	showHelp() {
		const operation = this.operationAtCursor();
		if (operation === null || operation === this.helped) {
			return;
		}
		this.helped = operation;
		const line = (tag, text) => {
			const node = document.createElement(tag);
			node.textContent = text;
			return node;
		};
		const example = line("button", operation.example);
		example.title = "Use this example";
		example.addEventListener("click", () => {
			this.field.value = operation.example;
			this.field.dispatchEvent(new Event("change"));
		});
		const shown = document.createElement("p");
		shown.append(example, line("code", " = " + operation.result));
		this.help.replaceChildren(line("code", operation.name + "(" + operation.parameters + ")"),
			line("p", operation.meaning), shown, line("p", "CUTLASS: " + operation.source));
		this.help.lastChild.className = "quiet";
	}
}
