/*
 * The module of the live page, run by node, against the program: facts.js PAGE PROGRAM FACTS. Every expression of the
 * files of FACTS, in its dialect, has to give the same text in both, or the same message. Prints a line for each file,
 * those that differ, and "N passed, N failed", counting files.
 */
"use strict";

const { execFileSync } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const vm = require("vm");

const [page, program, folder] = process.argv.slice(2);
const SHOWN = 5;   /* differences of a file that are printed */

/* Options of the program, and the same as words of the page, for what the tag of a fact asks for. */
function readingOf(tag) {
	if (tag === "dynamic") { return { options: ["--dynamic"], words: "dynamic" }; }
	if (tag === "dynamic-shapes") { return { options: ["--dynamic=shapes"], words: "dynamic=shapes" }; }
	if (tag.startsWith("dsl")) { return { options: ["--dialect=dsl"], words: "dialect=dsl" }; }
	return { options: [], words: "" };
}

/* The engine of the page, with the module that is in the file. */
function loadEngine() {
	const element = /<script type="application\/octet-stream" id="module">([^<]*)</.exec(fs.readFileSync(page, "utf8"));
	global.document = { getElementById: () => ({ textContent: element[1] }) };
	const script = fs.readFileSync(path.join(__dirname, "../../page/engine.js"), "utf8");
	return vm.runInThisContext("(() => {" + script + "return Engine; })()").load();
}

/* What the module answers: the last line of its values, or its message. */
function answerOf(engine, expression, words) {
	const answer = engine.print(expression, words, "plain");
	if (answer.text !== undefined) {
		return answer.text.trimEnd().split("\n").pop();
	}
	return (/error: .*/.exec(answer.error) || [answer.error])[0];
}

/* What the program answers to each of "expressions". */
function answersOf(expressions, options) {
	const file = path.join(os.tmpdir(), "facts-" + process.pid + ".txt");
	fs.writeFileSync(file, expressions.join("\n") + "\n");
	try {
		return execFileSync(program, ["eval", "--batch", "-f", file, ...options], { stdio: ["ignore", "pipe", "ignore"],
			maxBuffer: 1 << 28 }).toString().split("\n");
	} catch (error) {
		if (error.status !== 3) { throw error; }   /* 3: some of them are errors */
		return error.stdout.toString().split("\n");
	} finally {
		fs.unlinkSync(file);
	}
}

/* The expressions of a file, by the words that they are read with. */
function expressionsOf(name) {
	const groups = new Map();
	for (const line of fs.readFileSync(path.join(folder, name), "utf8").split("\n")) {
		const columns = line.split("\t");
		if (line.startsWith("#") || columns.length !== 5) { continue; }
		const reading = readingOf(columns[1]);
		if (!groups.has(reading.words)) { groups.set(reading.words, { reading, expressions: [] }); }
		groups.get(reading.words).expressions.push(columns[3]);
	}
	return [...groups.values()];
}

/* Compare one file. Returns the number of its expressions, and of those that differ. */
function compare(engine, name) {
	let count = 0, differences = 0;
	for (const { reading, expressions } of expressionsOf(name)) {
		const expected = answersOf(expressions, reading.options);
		if (expected.length !== expressions.length + 1) {
			throw new Error(`${name}: ${expected.length - 1} answers to ${expressions.length} expressions`);
		}
		expressions.forEach((expression, i) => {
			const seen = answerOf(engine, expression, reading.words);
			count++;
			if (seen !== expected[i] && differences++ < SHOWN) {
				console.log(`${name}: ${expression}\n  the program: ${expected[i]}\n  the page:    ${seen}`);
			}
		});
	}
	return { count, differences };
}

loadEngine().then((engine) => {
	let passed = 0, failed = 0;
	for (const name of fs.readdirSync(folder).filter((each) => each.endsWith(".tsv") && each !== "infer.tsv")) {
		const { count, differences } = compare(engine, name);
		const good = count > 0 && differences === 0;
		console.log(`  ${name}: ${count} expressions, ${differences} differ`);
		passed += good;
		failed += !good;
	}
	console.log(`${passed} passed, ${failed} failed`);
	process.exitCode = failed > 0 ? 1 : 0;
});
