"""Mutation testing of our own program. See "./dev help" and tests/mutate/sites.py.

    mutate.py BUILD [PLACE]... [--count N] [--seed S] [--quick SECONDS] [--jobs N] [--again | --unseen] [--hunt COMMANDS
              [--ways WAY...]]

A PLACE is a layer, as "lang"; a folder of one, as "lang/ops"; or a pattern of files, as "lang/*.c", which are not those of
its folders. The mutants are "count" of each place.

All chosen mutants are built into one program, in a copy of the sources in the folder BUILD, and a variable of the
environment chooses one. The suites run once without any, which tells the mutants whose expression has another value in a
suite; only those suites can find them, and they are run with the mutant, the quickest first, until one fails twice. The
commands of tests/snapshots.tsv run before them, without a process for each (tests/mutate/hunter.c). What survives is built
with sanitizers, as CI does it, and quick suites run once more: those alone see that an array is read behind its end.

Those of which the compiler, when it optimizes, makes the same as of the source are equivalent, and so are those that
tests/mutate/equivalent.txt lists. Prints each survivor, then the score of each layer. With --quick, suites that take longer
are left out: a first look at what they alone would find, or nobody. --again judges those that survived the last time,
wherever they are now. --unseen judges none: it lists those that no suite gives another value, of as many mutants as a layer
has, in minutes. --hunt judges none either: it draws random commands, and those that print something else with a mutant
than without, where no command of tests/snapshots.tsv does, are added to that; --ways tells how they are drawn. The exit
status is 1 if a mutant survived.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time

import hunt
import sites

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAYERS = ("base", "algebra", "lang", "render", "gpu", "tool", "cli", "lib", "page")
LEFT_OUT = re.compile(r"_data\.[ch]$|device_(cuda|loaded)\.c$|_none\.c$")
# Suites that only read the sources would find every mutant by its text; those of what is built see other names in it.
READERS = {"layers", "names", "format", "limits", "abi", "hardening", "install", "glyphs"}
FUNCTION_HEAD = re.compile(r"(?!return\b)[A-Za-z][\w *]*?\b(\w+)\(")
FAILED_LINE = re.compile(rb"^(not ok |FAIL\b)")
MUTANTS_MAX = 1 << 16 # bytes of the file of what was seen
# What nobody has written holds bytes that no value has, or a mutant that reads it finds a 0 there that happens to be right.
FILLED = "-DGUARD_FILLS -ftrivial-auto-var-init=pattern"
# As "./dev test --sanitize" has them.
SANITIZED = ["-Db_sanitize=address,undefined", "-Db_lundef=false"]
SANITIZED_TIMES = 8         # what takes a second takes so many with sanitizers
SANITIZED_SECONDS = 3       # suites that take longer, without, are not run with sanitizers


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)


def write_if_new(path, content):
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def copy_sources(copy):
    """The texts of the sources by name; the other files are copied. Those that did not change stay, so that little is
    built again. Each is read once, since the working tree may change meanwhile."""
    names = run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT).stdout.split("\n")
    names = {name for name in names if name and (ROOT / name).is_file()}
    for path in list(copy.rglob("*")):
        if path.is_file() and str(path.relative_to(copy)) not in names:
            path.unlink()
    for name in names:
        if not re.fullmatch(r"src/.*\.[ch]", name):
            write_if_new(copy / name, (ROOT / name).read_bytes())
            shutil.copymode(ROOT / name, copy / name)
    return {name: (ROOT / name).read_text() for name in sorted(names) if re.fullmatch(r"src/.*\.[ch]", name)}


def build(copy, folder, sources, mutants, options, targets=()):
    """Build the program of "sources", the texts by name, with "mutants" by number, or only its "targets"; gives back the
    numbers that the compiler took."""
    numbers = set(mutants)
    for _ in range(8):
        by_file = collections.defaultdict(list)
        for number in numbers:
            by_file[mutants[number].file].append((number, mutants[number]))
        for name, text in sources.items():
            write_if_new(copy / name, (sites.rewritten(text, by_file[name]) if name in by_file else text).encode())
        ninja, linked = folder / "build.ninja", [ROOT / f"tests/mutate/{name}.c" for name in ("mutants", "hunter")]
        if ninja.exists() and any(source.stat().st_mtime > ninja.stat().st_mtime for source in linked):
            shutil.rmtree(folder) # Meson does not know what objects are made of
        if not ninja.exists():
            objects = []
            for source in linked:
                objects.append(str(folder.parent / f"{source.stem}.o"))
                run(["cc", "-c", "-fPIC", "-fvisibility=hidden", f"-DMUTANT_COUNT={MUTANTS_MAX}", "-o", objects[-1],
                     str(source)], check=True)
            made = run(["meson", "setup", *options, "-Doptimization=1", "-Ddebug=false", f"-Dc_args=-w -DMUTANTS {FILLED} -I{ROOT / 'tests/mutate'}",
                        f"-Dc_link_args={' '.join(objects)}", str(folder), str(copy)])
            if made.returncode != 0:
                sys.exit(made.stdout)
        made = run(["ninja", "-k", "0", "-C", str(folder), *targets])
        if made.returncode == 0:
            return numbers
        refused = set()
        for file, line in re.findall(r"(src/[\w/]+\.[ch]):(\d+):\d+: error", made.stdout):
            refused |= {number for number in numbers if mutants[number].file == file
                        and mutants[number].line <= int(line) - 1 <= mutants[number].line + 3}
        if not refused:
            sys.exit(made.stdout[-4000:])
        numbers -= refused
    sys.exit("the mutants do not compile")


class Compiler:
    """What the compiler makes of texts that stand in place of a source."""

    def __init__(self, copy, folder):
        self.copy = copy
        self.entries = {}
        for entry in json.loads((folder / "compile_commands.json").read_text()):
            path = os.path.relpath(os.path.join(entry["directory"], entry["file"]), copy)
            self.entries.setdefault(path, entry)
        self.assemblies = {}

    def assembly(self, name, text):
        """The assembly of the text in place of the file, optimized; None if it has none of its own, as a header."""
        entry = self.entries.get(name)
        if entry is None:
            return None
        words = shlex.split(entry["command"])
        command = words[:words.index("-MD")] if "-MD" in words else words[:words.index("-o")]
        made = run(command + ["-UMUTANTS", "-O2", "-I", str((self.copy / name).parent), "-S", "-o", "-", "-x", "c", "-"],
                   input=text, cwd=entry["directory"])
        return made.stdout if made.returncode == 0 else None

    def makes_the_same(self, sources, mutant):
        """Whether the mutant is the program as it is."""
        name = mutant.file
        if name not in self.assemblies:
            self.assemblies[name] = self.assembly(name, sources[name])
        lines = sources[name].split("\n")
        lines[mutant.line] = mutant.after
        return self.assemblies[name] is not None and self.assembly(name, "\n".join(lines)) == self.assemblies[name]


class Suite:
    def __init__(self, test, folder):
        self.name = test["name"]
        self.command, self.folder, self.environment = test["cmd"], test.get("workdir") or folder, test["env"]
        self.seconds, self.processor, self.prints_failures = 0.0, 0.0, False
        self.seen = b""

    def run(self, limits, **extra):
        """What the suite does: it "passes", "fails" or "hangs". "limits" are seconds of the clock and of the processor."""
        clock, processor = limits
        command = ["sh", "-c", f"ulimit -t {int(processor)}; ulimit -c 0; exec \"$@\"", "sh"] + self.command
        began = time.monotonic()
        process = subprocess.Popen(command, cwd=self.folder, env={**os.environ, **self.environment, **extra},
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   start_new_session=True)

        def stop():
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

        timer = threading.Timer(clock, stop)
        timer.start()
        failed = False
        for line in process.stdout:
            if FAILED_LINE.match(line):
                failed = True
                if not self.prints_failures:
                    break
        stop() if failed and not self.prints_failures else None
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
        timer.cancel()
        stop() # a mutant may hang in a process that the suite started
        process.stdout.close()
        used = usage.ru_utime + usage.ru_stime
        if not extra.get("CUTELAYOUT_MUTANT"):
            self.prints_failures = failed
            self.last = time.monotonic() - began, used
            return "passes" if status == 0 else "fails"
        if status == 0 and (self.prints_failures or not failed):
            return "passes"
        return "hangs" if used >= int(processor) else "fails"

    def look(self, folder, quick):
        """Run without a mutant, to see which of them would have changed a value. False if it fails by itself, or takes
        so long that it cannot be one of those that "quick" asks for."""
        place = folder / f"seen-{self.name}"
        place.write_bytes(bytes(MUTANTS_MAX))
        does = self.run((6 * quick, 1 + 2 * quick) if quick else (1800, 3600), CUTELAYOUT_MUTANTS_SEEN=str(place))
        self.seconds, self.processor = self.last
        self.seen = place.read_bytes()
        place.unlink()
        return does == "passes"

    def finds(self, number):
        """Whether the suite fails with the mutant, twice, or takes up four times the time of the processor."""
        limits = 60 + 6 * self.seconds, 10 + 4 * self.processor
        does = [self.run(limits, CUTELAYOUT_MUTANT=str(number))]
        if does == ["fails"]:
            does.append(self.run(limits, CUTELAYOUT_MUTANT=str(number)))
        return "passes" not in does


def find_suites(folder, quick, pool):
    """The suites that pass, the quickest first. The slowest are looked at first, or not at all; what counts is the best
    time of all that were measured, since the machine may be busy."""
    tests = json.loads(run(["meson", "introspect", "--tests", str(folder)]).stdout)
    kept = folder / "mutate-seconds.json"
    known = json.loads(kept.read_text()) if kept.exists() else {}
    found = [Suite(test, folder) for test in tests if test["name"] not in READERS
             and not (quick and known.get(test["name"], 0) > quick)]
    found.sort(key=lambda suite: -known.get(suite.name, 0))
    passing = []
    for suite, passes in zip(found, pool.map(lambda suite: suite.look(folder, quick), found)):
        print(f"{suite.name}: {suite.seconds:.1f} s, {sum(suite.seen)} mutants", file=sys.stderr, flush=True)
        if not passes and not (quick and suite.seconds > quick):
            print(f"{suite.name} fails without a mutant and is left out", file=sys.stderr, flush=True)
        suite.seconds = known[suite.name] = min(suite.seconds, known.get(suite.name, suite.seconds))
        if passes and not (quick and suite.seconds > quick):
            passing.append(suite)
    kept.write_text(json.dumps(known))
    return sorted(passing, key=lambda suite: suite.seconds)


def judge(number, suites):
    """The suite that finds the mutant, or what is known of it if none does. Chance and a busy machine find nothing."""
    able = [suite for suite in suites if suite.seen[number]]
    for suite in able:
        if suite.finds(number):
            return suite.name, True
    return f"survived {len(able)} suites" if able else "survived, as no suite gives it another value", False


class Sanitized:
    """The suites of the program that is built with sanitizers."""

    def __init__(self, folder, suites):
        tests = {test["name"]: test for test in json.loads(run(["meson", "introspect", "--tests", str(folder)]).stdout)}
        self.suites, self.lock, self.usual = [], threading.Lock(), {}
        for suite in suites:
            if suite.name in tests and suite.seconds <= SANITIZED_SECONDS:
                own = Suite(tests[suite.name], folder)
                own.environment = {"UBSAN_OPTIONS": "halt_on_error=1", **own.environment}
                own.seconds, own.processor = SANITIZED_TIMES * suite.seconds, SANITIZED_TIMES * suite.processor
                own.seen = suite.seen
                self.suites.append(own)

    def passes(self, suite):
        """Whether the suite passes without a mutant."""
        with self.lock:
            if suite.name not in self.usual:
                self.usual[suite.name] = suite.run((1800, 3600)) == "passes"
            return self.usual[suite.name]

    def judge(self, number):
        """The suite that finds the mutant; None if none does."""
        able = (suite for suite in self.suites if suite.seen[number])
        return next((suite.name for suite in able if self.passes(suite) and suite.finds(number)), None)


def function_at(lines, line):
    """The name of the function that the line stands in: its head is the last that begins a line in front of it."""
    heads = (FUNCTION_HEAD.match(lines[at]) for at in range(line, -1, -1))
    return next((head.group(1) for head in heads if head), "")


def equivalents():
    """The mutants of the list, as (file, function or nothing, line without blanks, mutant without blanks)."""
    listed = set()
    for number, line in enumerate((ROOT / "tests/mutate/equivalent.txt").read_text().split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        place, before, after, reason = line.split("\t")
        file, _, function = place.partition(":")
        path = ROOT / file
        lines = path.read_text().split("\n") if path.exists() else []
        if not reason or not any(text.strip() == before and function in ("", function_at(lines, at))
                                 for at, text in enumerate(lines)):
            print(f"tests/mutate/equivalent.txt:{number}: {place} has no line '{before}', or there is no reason", file=sys.stderr)
        listed.add((file, function, before, after))
    return listed


def is_listed(mutant, listed, sources):
    file, before, after = key(mutant)
    function = function_at(sources[file].split("\n"), mutant.line)
    return (file, "", before, after) in listed or (file, function, before, after) in listed


def key(mutant):
    return mutant.file, mutant.before.strip(), mutant.after.strip()


def layer_of(mutant):
    return mutant.file.split("/")[1]


def is_in(name, place):
    """Whether the file is one of a layer, a folder or a pattern."""
    return name.startswith(f"src/{place}/") or pathlib.PurePath(name).match(f"src/{place}")


def choose(arguments, sources, kept):
    """The mutants: "count" of each place, in an order that "seed" decides, or those that survived the last time."""
    everything = [mutant for name, text in sources.items() if not LEFT_OUT.search(name)
                  for mutant in sites.Source(name, text).mutants()]
    if arguments.again:
        wanted = {tuple(entry) for entry in json.loads(kept.read_text())}
        found = {key(mutant): mutant for mutant in everything if key(mutant) in wanted}
        return list(found.values())
    chosen = []
    for place in arguments.places or LAYERS:
        there = [mutant for mutant in everything if is_in(mutant.file, place)]
        chosen += random.Random(f"{arguments.seed} {place}").sample(there, min(arguments.count, len(there)))
    return list(dict.fromkeys(chosen))[:MUTANTS_MAX]


def report(results):
    """A line for each layer; whether nothing survived."""
    for layer in LAYERS + ("all",):
        counts = collections.Counter(word for mutant, word in results if layer in (layer_of(mutant), "all"))
        judged = counts["killed"] + counts["survived"]
        if judged > 0 and (layer != "all" or len({layer_of(mutant) for mutant, _ in results}) > 1):
            print(f"{layer}: {judged + counts['equivalent']} mutants, {counts['killed']} killed, {counts['survived']} survived, "
                  f"{counts['equivalent']} equivalent, {counts['refused']} refused by the compiler; "
                  f"{100 * counts['killed'] / judged:.1f} %", flush=True)
    return not any(word == "survived" for _, word in results)


def main():
    parser = argparse.ArgumentParser(prog="./dev mutate")
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("places", nargs="*", metavar="PLACE", help=" ".join(LAYERS) + ", or a folder of one")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", type=float, metavar="SECONDS")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--unseen", action="store_true")
    parser.add_argument("--hunt", type=int, metavar="COMMANDS")
    parser.add_argument("--ways", nargs="+", choices=hunt.WAYS, default=hunt.WAYS, metavar="WAY", help=" ".join(hunt.WAYS))
    arguments = parser.parse_args()
    if not {place.split("/")[0] for place in arguments.places} <= set(LAYERS):
        parser.error("the layers are " + " ".join(LAYERS))
    top = (ROOT / arguments.build).resolve()
    copy, kept = top / "source", top / "survivors.json"
    folder = top / "build"
    program = folder / "src/cli/cutelayout"
    listed = equivalents()
    sources = copy_sources(copy)
    chosen = choose(arguments, sources, kept)
    same = {mutant for mutant in chosen if is_listed(mutant, listed, sources)}
    results = [(mutant, "equivalent") for mutant in chosen if mutant in same]
    mutants = dict(enumerate(mutant for mutant in chosen if mutant not in same))
    if arguments.hunt:
        taken = build(copy, folder, sources, mutants, [], ["src/cli/cutelayout"])
        found = hunt.hunt(program, taken, MUTANTS_MAX, arguments.hunt, arguments.seed, arguments.ways, arguments.jobs,
                          ROOT / "tests/snapshots.tsv")
        kept.write_text(json.dumps([key(mutants[number]) for number in mutants if number not in found]))
        print(f"{len(found)} of {len(taken)} mutants are found")
        return 0
    taken = build(copy, folder, sources, mutants, [])
    results += [(mutants[number], "refused") for number in mutants if number not in taken]
    survivors = []
    killers = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        suites = find_suites(folder, arguments.quick, pool)
        wanted = sorted(number for number in taken if not arguments.unseen or not any(s.seen[number] for s in suites))
        compiler = Compiler(copy, folder)
        found = set() if arguments.unseen else hunt.of_snapshots(program, wanted, MUTANTS_MAX, arguments.jobs)

        def judged(number):
            killer, is_killed = ("snapshots", True) if number in found else judge(number, suites)
            if is_killed:
                return killer, "killed"
            return killer, "equivalent" if compiler.makes_the_same(sources, mutants[number]) else "survived"

        def place(number):
            return f"{mutants[number].file}:{mutants[number].line + 1}"

        left = {}
        for done, (number, (killer, word)) in enumerate(zip(wanted, pool.map(judged, wanted)), 1):
            print(f"{done}/{len(wanted)} {place(number)}: {killer}", file=sys.stderr, flush=True)
            if word == "survived":
                left[number] = killer
                kept.write_text(json.dumps([key(mutants[number]) for number in left]))
            else:
                results.append((mutants[number], word))
                killers[killer] += word == "killed"
        sanitized = None
        if left and not arguments.unseen:
            build(copy, top / "sanitized", sources, {number: mutants[number] for number in left}, SANITIZED)
            sanitized = Sanitized(top / "sanitized", suites)
        for number, killer in zip(left, pool.map(sanitized.judge if sanitized else lambda number: None, left)):
            results.append((mutants[number], "survived" if killer is None else "killed"))
            if killer is not None:
                print(f"{place(number)}: {killer}, with sanitizers", file=sys.stderr, flush=True)
                killers[killer] += 1
                continue
            survivors.append(key(mutants[number]))
            print(f"{place(number)}: {left[number]} (CUTELAYOUT_MUTANT={number})\n  - {mutants[number].before.strip()}\n"
                  f"  + {mutants[number].after.strip()}", flush=True)
    kept.write_text(json.dumps(survivors))
    print("killed by: " + ", ".join(f"{name} {count}" for name, count in killers.most_common()))
    print(f"seed {arguments.seed}")
    return 0 if report(results) else 1


if __name__ == "__main__":
    sys.exit(main())
