#!/usr/bin/env python3
"""Random programs in C++ and Python, run by their own language, beside what "cutelayout paste" reads in them.

    programs.py PROGRAM [--language cpp|python] [--count N] [--seed S]
    programs.py PROGRAM --runs FILE --table programs.tsv [--update]
    programs.py --make FILE --table programs.tsv

A number that paste prints for a line must be the number of every run of that line. What contradicts is printed with
the program, shortened as long as it does. The first form draws fresh programs. The others are for the suite: --make
keeps the programs that the table names, and their runs, in a file, since a compiler takes longer than we do; with it the
table says how many of the numbers of each program are known, too: what was known once is not lost unseen.
"""

import argparse
import importlib
import itertools
import json
import random
import re
import subprocess
import sys
import tempfile
import zlib

LANGUAGES = ("cpp", "python")
BATCH = 100  # programs that are compiled together


def draw(language, name):
    """The program of that name: the same one whenever it is drawn."""
    return language.draw(random.Random(name))


def paste(program, text, ending):
    """The layouts that "paste" finds, as pairs of a line and a text."""
    with tempfile.NamedTemporaryFile(suffix=ending) as file:
        file.write(text.encode())
        file.flush()
        command = [program, "paste", "--json", file.name]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    if done.returncode not in (0, 3):
        return [(0, f"exit status {done.returncode}: {done.stderr}")]
    found = []
    for line in done.stdout.splitlines():
        finding = json.loads(line)
        if finding["kind"] == "value" and finding["value"]["kind"] == "layout":
            found.append((finding["line"], finding["value"]["text"]))
    return found


def numbers_of(layout):
    """The numbers and "?" of the text of a layout, without its punctuation."""
    return re.findall(r"\?[^,()]*|-?\d+", layout)


def contradicts(said, layout):
    """Whether a number of "said" is another one in "layout", which a run made."""
    a, b = numbers_of(said), numbers_of(layout)
    return len(a) != len(b) or any(x != y and not x.startswith("?") for x, y in zip(a, b))


def judge(program, text, ending, runs):
    """What paste says and a run does not, as a line and both texts; and how many numbers it knows, of how many."""
    wrong = []
    known = 0
    for line, said in paste(program, text, ending):
        made = [layout for layout in sorted(runs.get(line, ())) if contradicts(said, layout)]
        if line == 0 or made:
            wrong.append((line, said, made[0] if made else ""))
        if line in runs:
            known += sum(not number.startswith("?") for number in numbers_of(said))
    return wrong, known, 4 * len(runs)


def observe(language, texts):
    """The runs of "texts", in batches."""
    return [runs for at in range(0, len(texts), BATCH) for runs in language.observe(texts[at:at + BATCH])]


def shorten(program, language, text):
    """The text with as few lines as still contradict."""
    tries = language.shorter_texts(text)
    while True:
        batch = list(itertools.islice(tries, BATCH))
        if not batch:
            return text
        for shorter, runs in zip(batch, language.observe(batch)):
            if runs is not None and judge(program, shorter, language.ENDING, runs)[0]:
                text = shorter
                tries = language.shorter_texts(text)
                break


def report(program, language, name, text, wrong):
    """Print what is wrong with the program "name", and why as shortly as possible."""
    short = shorten(program, language, text)
    print(f"FAIL {name}")
    for line, said, made in wrong:
        print(f"line {line}: paste says {said}, a run has {made}")
    print(f"or, shorter:\n{short.strip()}")
    for line, said, made in judge(program, short, language.ENDING, language.observe([short])[0])[0]:
        print(f"line {line}: paste says {said}, a run has {made}")


def module_of(language):
    return importlib.import_module(language + "_programs")


def try_fresh(options):
    """Draw programs, and judge what is said of them."""
    language = module_of(options.language)
    passed = failed = known = total = none = 0
    names = [f"{options.seed} {number}" for number in range(options.count)]
    texts = [draw(language, name) for name in names]
    for name, text, runs in zip(names, texts, observe(language, texts)):
        if runs is None:
            none += 1
            continue
        wrong, some, all_numbers = judge(options.program, text, language.ENDING, runs)
        known, total = known + some, total + all_numbers
        passed, failed = passed + (not wrong), failed + bool(wrong)
        if wrong and failed <= 3:
            report(options.program, language, name, text, wrong)
        elif wrong:
            print(f"FAIL {name}")
    print(f"{options.language}: {known} of {total} numbers are known, {none} programs do not run as they should")
    print(f"{passed} passed, {failed} failed")
    return failed or not passed


def rows_of(table):
    """The rows of a table: language, name, numbers known and checksum of the text, behind its comments."""
    with open(table, encoding="utf-8") as file:
        lines = file.read().splitlines()
    comments = [line for line in lines if line.startswith("#")]
    return comments, [line.split("\t") for line in lines if line and not line.startswith("#")]


def make(options):
    """Keep the programs of the table, and their runs."""
    _, rows = rows_of(options.table)
    kept = []
    for label in LANGUAGES:
        language = module_of(label)
        names = [row[1] for row in rows if row[0] == label]
        texts = [draw(language, name) for name in names]
        for name, text, runs in zip(names, texts, observe(language, texts)):
            lines = None if runs is None else {line: sorted(layouts) for line, layouts in runs.items()}
            kept.append({"language": label, "name": name, "text": text, "runs": lines})
    with open(options.make, "w", encoding="utf-8") as file:
        json.dump(kept, file, indent=1)
    return 0


def try_table(options):
    """Judge what is said of the programs of the table, and how much of it is known."""
    comments, rows = rows_of(options.table)
    with open(options.runs, encoding="utf-8") as file:
        kept = {(each["language"], each["name"]): each for each in json.load(file)}
    passed = failed = skipped = 0
    for row in rows:
        label, name, told, checksum = row
        language = module_of(label)
        each = kept[label, name]
        if each["runs"] is None:
            skipped += 1
            continue
        runs = {int(line): layouts for line, layouts in each["runs"].items()}
        wrong, known, total = judge(options.program, each["text"], language.ENDING, runs)
        is_same = f"{zlib.crc32(each['text'].encode()):08x}" == checksum
        if options.update:
            row[2:] = [f"{known}/{total}", f"{zlib.crc32(each['text'].encode()):08x}"]
        elif not wrong and is_same and told != f"{known}/{total}":
            print(f"FAIL {label} {name}: {known}/{total} numbers are known, the table says {told}\n{each['text']}")
            failed += 1
            continue
        if wrong:
            report(options.program, language, name, each["text"], wrong)
        passed, failed = passed + (not wrong), failed + bool(wrong)
    if options.update:
        with open(options.table, "w", encoding="utf-8") as file:
            file.write("".join(line + "\n" for line in comments + ["\t".join(row) for row in rows]))
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return failed or not passed


def main():
    parser = argparse.ArgumentParser(description="Random programs, beside what cutelayout paste says of them.")
    parser.add_argument("program", nargs="?")
    parser.add_argument("--language", choices=LANGUAGES, default="cpp")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--make")
    parser.add_argument("--runs")
    parser.add_argument("--table")
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    if options.make:
        return make(options)
    return 1 if (try_table(options) if options.table else try_fresh(options)) else 0


if __name__ == "__main__":
    sys.exit(main())
