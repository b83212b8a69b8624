"""Mutation testing of our own program: one-token mutants of the sources, each built and run against the suites that
run its line. See "./dev help".

    mutate.py BUILD MEASURED [LAYER] [--count N] [--seed S] [--quick SECONDS]

BUILD is a build folder whose sources are changed and put back: nothing else may build or edit them meanwhile. Which
suites run a line is measured once with MEASURED, a build for coverage, and kept there. Prints each survivor, then the
score. With --quick, suites that take longer than that are left out: a first look at what they alone would find, or
nobody. The exit status is 1 if a mutant survived that tests/mutate/equivalent.txt does not list.
"""
import argparse
import collections
import gzip
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAYERS = ("base", "algebra", "lang", "render", "gpu", "tool", "cli", "lib")
LEFT_OUT = re.compile(r"_data\.[ch]$|device_cuda\.c$|_none\.c$")
# Suites that only read the sources would find every mutant by its text.
READERS = {"layers", "names", "format", "limits", "abi", "hardening", "install"}
# Suites that take minutes come last, and what they run is not measured: they count for all of these files.
SLOW = {
    "unit-laws": ("src/algebra/",), "unit-differential": ("src/algebra/", "src/lang/"), "gpu-kernels": ("src/gpu/",),
    "unit-limits_large": ("src/algebra/", "src/tool/"), "faults": ("src/cli/", "src/tool/", "src/render/"),
    "mutations": ("src/lang/",), "allocations": ("src/base/", "src/cli/", "src/lib/"), "gpu-planted": ("src/gpu/",),
    "gpu-emulated": ("src/gpu/",), "gpu-tv": ("src/gpu/",),
}
SLOW_SECONDS = 600 # a mutant may take that long in one of them; in others ten times what the suite takes

SWAPS = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",),
    "+": ("-",), "-": ("+",), "*": ("+",), "/": ("*",), "%": ("/",), "&&": ("||",), "||": ("&&",),
    "++": ("--",), "+=": ("-=",), "-=": ("+=",), "true": ("false",), "false": ("true",), "0": ("1",), "1": ("0", "2"),
}
TOKEN = re.compile(r"\b(?:true|false)\b|(?<![\w.])[01](?![\w.])|\+\+|\+=|-=|->|<<|>>|<=|>=|==|!=|&&|\|\||[<>%]|"
                   r"(?<=[\w)\]] )[-+*/](?= [\w(])")

Mutant = collections.namedtuple("Mutant", "file line before after")


def mask(text):
    """The source with comments, literals and preprocessor lines as blanks of the same length."""
    pattern = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#(?:\\\n|[^\n])*', re.S | re.M)
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m.group(0)), text)


def mutants_of(path):
    """All mutants of a file: relations, arithmetic, logic, constants; guards that are off; returns that are negated."""
    text = (ROOT / path).read_text()
    lines = text.split("\n")
    depth = 0
    for number, masked in enumerate(mask(text).split("\n")):
        inside, depth = depth > 0, depth + masked.count("{") - masked.count("}")
        if not inside or not masked.startswith("\t") or re.match(r"\s*(static )?const |\s*case |\s*default:|\s*\{", masked):
            continue
        line = lines[number]
        for token in TOKEN.finditer(masked):
            for other in SWAPS.get(token.group(0), ()):
                yield Mutant(path, number, line, line[:token.start()] + other + line[token.end():])
        guard = re.match(r"(\s*(?:\} else )?if \()(.+)(\) \{)$", masked)
        if guard:
            begin, end = guard.span(2)
            yield Mutant(path, number, line, line[:begin] + "false && (" + line[begin:end] + ")" + line[end:])
        answer = re.match(r"(\s*return )([^;]*(?:==|!=|<|>|&&|\|\||\bis_)[^;]*);$", masked)
        if answer:
            begin, end = answer.span(2)
            yield Mutant(path, number, line, line[:begin] + "!(" + line[begin:end] + ")" + line[end:])


def run(command, **options):
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)


def introspect(build, what):
    return json.loads(run(["meson", "introspect", what, str(build)]).stdout)


def suites(build):
    """The suites, each with the files that it needs built: no more, for what the build makes by running the program
    would take a mutant that hangs for one that does not compile."""
    files = {target["id"]: [os.path.relpath(name, build) for name in target["filename"]]
             for target in introspect(build, "--targets")}
    found = [test for test in introspect(build, "--tests") if test["name"] not in READERS]
    for test in found:
        test["needs"] = [name for target in test["depends"] for name in files[target]]
    return found


def run_suite(test, build, seconds, **extra):
    """Whether the suite passes."""
    process = subprocess.Popen(test["cmd"], cwd=test.get("workdir") or build, env={**os.environ, **test["env"], **extra},
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        output = process.communicate(timeout=seconds)[0]
    except subprocess.TimeoutExpired:
        return False
    finally:
        # A mutant may hang in a process that the suite started.
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
    return process.returncode == 0 and not re.search(rb"^not ok ", output, re.M)


def measured_files(folder):
    """What gcov says of each source that a run left counts for in "folder"; one call for each folder of objects."""
    for place in {data.parent for data in folder.rglob("*.gcda")}:
        names = []
        for data in place.glob("*.gcda"):
            notes = (pathlib.Path("/") / data.relative_to(folder)).with_suffix(".gcno")
            if notes.exists():
                shutil.copy(notes, data.with_suffix(".gcno"))
                names.append(data.name)
        if names:
            subprocess.run(["gcov", "--json-format"] + names, cwd=place, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
        for report in place.glob("*.gcov.json.gz"):
            with gzip.open(report) as stream:
                yield from json.load(stream)["files"]


def read_counts(folder, objects, covered, name):
    """Add to covered["file:line"] the suite "name" for what its run left in "folder"; no suite to other lines of code."""
    for entry in measured_files(folder):
        source = (objects / entry["file"]).resolve()
        if not source.is_relative_to(ROOT / "src"):
            continue
        for line in entry["lines"]:
            found = covered.setdefault(f"{source.relative_to(ROOT)}:{line['line_number']}", [])
            if line["count"] > 0 and name not in found[-1:]:
                found.append(name)


def coverage(build):
    """Which suites run which line, and how many seconds each takes, measured once for each state of the sources."""
    state = run(["git", "rev-parse", "HEAD"]).stdout.strip()
    kept = build / "mutate-lines.json"
    if kept.exists():
        stored = json.loads(kept.read_text())
        if stored["state"] == state:
            return stored["lines"], stored["seconds"]
    covered, seconds = {}, {}
    for test in suites(build):
        if test["name"] in SLOW:
            continue
        folder = build / "mutate-counts"
        shutil.rmtree(folder, ignore_errors=True)
        print(f"measuring {test['name']}", file=sys.stderr, flush=True)
        began = time.monotonic()
        run_suite(test, build, 900, GCOV_PREFIX=str(folder))
        seconds[test["name"]] = time.monotonic() - began
        if folder.exists():
            read_counts(folder, build, covered, test["name"])
    kept.write_text(json.dumps({"state": state, "lines": covered, "seconds": seconds}))
    return covered, seconds


def suites_of_line(covered, mutant):
    """The suites that run the line. Constants, and the lines behind the first of a statement, are not measured as lines
    of their own: what runs any line of the file counts for them."""
    names = covered.get(f"{mutant.file}:{mutant.line + 1}")
    if names is None:
        names = [name for line, found in covered.items() if line.startswith(mutant.file + ":") for name in found]
    return set(names) | {name for name, files in SLOW.items() if mutant.file.startswith(files)}


def equivalents():
    """The mutants of the list, as (file, line without blanks, mutant without blanks)."""
    listed = set()
    for number, line in enumerate((ROOT / "tests/mutate/equivalent.txt").read_text().split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        file, before, after, reason = line.split("\t")
        if not reason or before not in [text.strip() for text in (ROOT / file).read_text().split("\n")]:
            sys.exit(f"tests/mutate/equivalent.txt:{number}: {file} has no line '{before}', or there is no reason")
        listed.add((file, before, after))
    return listed


def judge(mutant, build, tests, covered, seconds):
    """What kills the mutant: "compiler", a suite, or None. The quickest suites come first."""
    path = ROOT / mutant.file
    text = path.read_text()
    lines = text.split("\n")
    lines[mutant.line] = mutant.after
    path.write_text("\n".join(lines))
    try:
        names = suites_of_line(covered, mutant)
        for test in sorted((test for test in tests if test["name"] in names), key=lambda test: seconds[test["name"]]):
            if test["needs"] and run(["ninja", "-C", str(build)] + test["needs"]).returncode != 0:
                return "compiler"
            if not run_suite(test, build, 20 + 10 * seconds[test["name"]]):
                return test["name"]
        return None
    finally:
        path.write_text(text)


def check_suite(name, build, tests):
    """A suite that fails without a change kills nothing."""
    test = next(test for test in tests if test["name"] == name)
    run(["ninja", "-C", str(build)] + test["needs"])
    if not run_suite(test, build, SLOW_SECONDS):
        sys.exit(f"{name} fails without a change")


def main():
    parser = argparse.ArgumentParser(prog="./dev mutate")
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("measured", type=pathlib.Path)
    parser.add_argument("layer", nargs="?", choices=LAYERS)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", type=float, metavar="SECONDS")
    arguments = parser.parse_args()
    build, measured = ROOT / arguments.build, ROOT / arguments.measured
    listed = equivalents()
    covered, seconds = coverage(measured)
    seconds.update({name: SLOW_SECONDS / 10 for name in SLOW})
    left_out = {name for name in seconds if arguments.quick and seconds[name] > arguments.quick}
    folder = ROOT / "src" / (arguments.layer or "")
    files = sorted(str(path.relative_to(ROOT)) for path in folder.rglob("*.[ch]") if not LEFT_OUT.search(path.name))
    everything = [mutant for file in files for mutant in mutants_of(file)]
    chosen = random.Random(arguments.seed).sample(everything, min(arguments.count, len(everything)))
    tests = [test for test in suites(build) if test["name"] not in left_out]
    killers = collections.Counter()
    survivors = equivalent = invalid = 0
    for number, mutant in enumerate(chosen, 1):
        if (mutant.file, mutant.before.strip(), mutant.after.strip()) in listed:
            equivalent += 1
            continue
        killer = judge(mutant, build, tests, covered, seconds)
        place = f"{mutant.file}:{mutant.line + 1}"
        print(f"{number}/{len(chosen)} {place}: {killer or 'SURVIVED'}", file=sys.stderr, flush=True)
        if killer == "compiler":
            invalid += 1
        elif killer:
            if killer not in killers:
                check_suite(killer, build, tests)
            killers[killer] += 1
        else:
            survivors += 1
            print(f"survived: {place}\n  - {mutant.before.strip()}\n  + {mutant.after.strip()}", flush=True)
    run(["ninja", "-C", str(build)])
    killed = sum(killers.values())
    print("killed by: " + ", ".join(f"{name} {count}" for name, count in killers.most_common()))
    score = 100 * killed / (killed + survivors) if killed + survivors else 100
    print(f"{len(everything)} mutants, {len(chosen)} chosen with seed {arguments.seed}: {killed} killed, {survivors} survived, "
          f"{equivalent} equivalent, {invalid} refused by the compiler; {score:.0f} %")
    return 1 if survivors else 0


sys.exit(main())
