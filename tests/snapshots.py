#!/usr/bin/env python3
"""What thousands of random commands print, by its digest: a net below the tests that say what is right.

    tests/snapshots.py [--update] PROGRAM FILE
    tests/snapshots.py --draw COUNT [--seed S] PROGRAM FILE

A line of FILE is the digest of exit code, standard output and standard error, the command in words as the shell has them,
and where it reads any its standard input in quotes, with tabs between. Whether what is printed is right no digest says:
tables and golden files do. But what changes here changed, and where that was not meant, it is worth a look and a test of
its own. --update writes the digests of today; --draw adds COUNT commands: layouts and operations, programs of golden/ and
texts of tests/languages*.tsv, half of them with one character changed, pictures, checks, inferences, searches, kernels,
sessions of the repl, and commands of tests/transcripts of which a word is another, a neighbour's, or gone. Each runs in
a new folder. Prints the commands that differ and what they print now, then "N passed, N failed".
"""
import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile

from transcripts import environment

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHOWN = 20              # commands that differ, and lines of each
SECONDS_DRAWN = 0.5     # what takes longer, or prints more characters, is not added
PRINTED_DRAWN = 1 << 18

# Options that write, wait, measure, or print what changes from version to version; values of the others.
NOT_DRAWN = ("--output", "--file", "--timeout", "--max-memory", "--device", "--list-devices", "--calibrate", "--version",
             "--measure", "--tune", "--at-once", "--help", "--live", "--report", "--print-sass", "--print-ptx", "--sweep")
# What makes these commands ask no device.
WITHOUT_DEVICE = {"bench": ["--device=cpu", "--dry-run", "--no-compile"], "verify": ["--device=cpu"]}
VALUES = ("", "0", "1", "2", "3", "8", "64", "-1", "1e9", "99999999999", "x", "8,8", "8,x", "2,3,4", "4:1", "(4,8):(8,1)", "f16",
          "f32,f16", "row", "col", "all", "a+b", "sum", "A", "N=8", "N % 8 == 0", "T1", "offset", "grey", "svg", "dsl", "python",
          "shared", "naive", "auto", "threads=64", "a=col", "i,j", "X o A == B", "SM75_U32x4_LDSM_N", "24bit")

NUMBERS = ("0", "1", "2", "2", "3", "4", "5", "6", "7", "8", "12", "16", "24", "31", "32", "64", "100", "128", "1024", "-1",
           "-2", "-8", "?", "?", "N", "4096", "65536", "2147483647", "2147483648", "4611686018427387904", "9223372036854775807")
STYLES = "plain cute cpp dsl ir pycute tensor_layouts tex c cuda python".split()
WAYS = {"-": [], "dsl": ["--dialect=dsl"], "strict": ["--strict"], "infer": ["--infer"]} # first column of said.tsv
LANGUAGES = "cute triton linear mlir numpy torch tilelang mojo axe xla c python cpp".split()
OPERATIONS = {
    1: "size cosize rank depth shape stride coalesce filter filter_zeros complement right_inverse left_inverse coprofile"
       " make_identity_layout make_layout make_layout_like make_fragment_like max_alignment flatten".split(),
    2: "composition complement logical_divide zipped_divide tiled_divide flat_divide logical_product zipped_product"
       " blocked_product raked_product tile_to_shape max_common_vector max_common_layout upcast downcast get take select"
       " make_layout_tv make_ordered_layout size shape slice local_tile dice append prepend group".split(),
    3: "local_partition local_tile select group recast make_layout_tv take".split(),
}


def draw_tuple(rng, leaf, depth=0):
    if depth > 2 or rng.random() < (0.35 if depth == 0 else 0.65):
        return leaf()
    return "(" + ",".join(draw_tuple(rng, leaf, depth + 1) for _ in range(rng.choice((1, 2, 2, 2, 3)))) + ")"


def fill(rng, text, leaf):
    """The tuple "text" with other leaves."""
    out, digits = "", ""
    for c in text + " ":
        if c.isdigit():
            digits += c
            continue
        out += leaf() if digits else ""
        digits = ""
        out += c
    return out.strip()


def draw_layout(rng):
    extent = lambda: str(rng.choice((1, 2, 2, 3, 4, 4, 5, 6, 8, 8, 12, 16, 32)))
    stride = lambda: str(rng.choice((0, 1, 1, 2, 3, 4, 8, 8, 16, 24, 32, 64, 128, 256)))
    shape = draw_tuple(rng, extent)
    text = shape if rng.random() < 0.1 else f"{shape}:{fill(rng, shape, stride)}"
    if rng.random() < 0.12:
        text = f"Sw<{rng.randrange(4)},{rng.randrange(5)},{rng.randrange(1, 5)}> o {rng.choice((0, 0, 3, 16))} o {text}"
    return text


def draw_call(rng):
    count = rng.choice((1, 2, 2, 2, 3))
    arguments = [draw_layout(rng) if rng.random() < 0.75 else str(rng.randrange(9)) for _ in range(count)]
    return f"{rng.choice(OPERATIONS[count])}({','.join(arguments)})"


def changed(rng, text):
    """One character of "text" is another, is gone, or is there twice."""
    if not text:
        return text
    at = rng.randrange(len(text))
    return text[:at] + rng.choice(("", text[at] * 2, rng.choice("()[]{}<>:,.=+-*/%&|^~#\"'_0179azLM \n"))) + text[at + 1:]


def read_transcripts():
    """Commands of tests/transcripts that name no folder and are no part of a pipe: their words, and standard input."""
    commands = []
    for path in sorted((ROOT / "tests" / "transcripts").glob("*.txt")):
        is_taken = False
        for line in path.read_text().split("\n"):
            if line.startswith("$ "):
                words = shlex.split(line[2:])
                is_taken = words[0].islower() and words[0] not in ("test", "help") and "/" not in line.replace("examples/", "")
                commands += [(words, "")] if is_taken else []
            elif line.startswith("< ") and is_taken:
                commands[-1] = (commands[-1][0], f"{commands[-1][1]}{line[2:]}\n")
    return commands


def read_pasted():
    texts = []
    for case in (ROOT / "tests" / "paste_cases.txt").read_text().split("\n=== ")[1:]:
        texts.append(case.split("\n", 1)[1].split("\n>>>")[0])
    return texts


def table(path, count):
    """The lines of a table that have so many columns."""
    for line in (ROOT / path).read_text().split("\n"):
        columns = line.split("\t")
        if len(columns) == count and not line.startswith("#"):
            yield [unescaped(column) for column in columns]


def read_told():
    """The expressions of the tables, each behind the options that it is read with."""
    told = [(WAYS[way], text) for way, text, _ in table("tests/said.tsv", 3) if way in WAYS]
    for path in sorted((ROOT / "golden/facts").glob("*.tsv")):
        way = WAYS["dsl"] if "dsl" in path.name or "tensors" in path.name else []
        told += [(way, text) for _, _, _, text, _ in table(path, 5)]
    return told


def read_texts():
    """Texts of the tables of languages: the language, options that say what else is known, and the text."""
    for path in sorted((ROOT / "tests").glob("languages*.tsv")):
        for language, shape, bits, text, _ in table(path, 5):
            yield language, [f"--shape={shape}"] * (shape != "-") + [f"--dtype={bits}"] * (bits != "-"), text


class Sources:
    """Texts to begin with, commands, and the options of commands."""

    def __init__(self, program):
        self.options = {}
        for command in "eval draw check convert diff find infer paste bench verify".split():
            help_text = subprocess.run([program, command, "--help"], capture_output=True, text=True).stdout
            found = re.findall(r"^ +(?:-\w, +)?(--[\w-]+)(=?)", help_text, re.MULTILINE)
            self.options[command] = [option for option in found if option[0] not in NOT_DRAWN]
        self.programs = []
        for path in sorted((ROOT / "golden").rglob("*.cute")):
            lines = [line for line in path.read_text(errors="replace").split("\n") if not line.startswith("#")]
            text = "\n".join(lines).strip()
            self.programs += [text] if 0 < len(text) <= 200 else [line for line in lines if 0 < len(line) <= 120]
        self.commands = read_transcripts()
        self.lines = [line for words, given in self.commands if words[0] == "repl" for line in given.split("\n") if line]
        self.pasted = read_pasted()
        self.told = read_told()
        self.texts = [entry for entry in read_texts() if len(entry[2]) <= 200]

    def text(self, rng):
        language, known, text = rng.choice(self.texts)
        options = [f"--from={language}"] if rng.random() < 0.8 else []
        return options + known, rng.choice((changed, renumbered, renumbered, lambda _, text: text))(rng, text)

    def program(self, rng):
        text = rng.choice(self.programs)
        return changed(rng, text) if rng.random() < 0.5 else text


def draw_evaluation(rng, sources):
    text = draw_call(rng) if rng.random() < 0.35 else sources.program(rng)
    options = [f"--style={rng.choice(STYLES)}"] if rng.random() < 0.3 else []
    options += rng.choice(([], [], [], ["--dialect=dsl"], ["--json"], ["--explain"], ["--strict"], ["--table"]))
    return ["eval", *options, "--", text], ""


def draw_conversion(rng, sources):
    options, text = sources.text(rng)
    options += rng.choice(([], [f"--to={rng.choice(LANGUAGES)}"], [f"--to={rng.choice(LANGUAGES)}"], ["--json"]))
    return ["convert", *options, "--", text], ""


def draw_picture(rng, sources):
    kind = rng.choice("grid grid grid tv banks slice divide list".split())
    text = draw_layout(rng) if rng.random() < 0.6 else draw_call(rng) if rng.random() < 0.5 else sources.program(rng)
    options = [f"--kind={kind}"] if rng.random() < 0.6 else []
    options += [f"--tile={rng.choice((2, 4, 8))},{rng.choice((2, 4, 8))}"] if kind == "tv" else []
    for choices in (["--text=" + key for key in "offset index coordinate thread value bank owner count none".split()],
                    ["--color=" + key for key in "thread value warp offset bank tile row column none".split()],
                    ["--palette=grey", "--palette=safe", "--palette=classic"], ["--theme=dark", "--theme=print"],
                    ["--flat"], ["--no-labels"], ["--region=0:2,1:3"], ["--title=a title"], ["--cell=40"], ["--font-size=9"],
                    ["--highlight=T1", "--highlight=row 1", "--highlight=offset 3"], ["--text-as=text"], ["--bits=16"],
                    ["--vector=2"], ["--whole"]):
        options += [rng.choice(choices)] if rng.random() < 0.12 else []
    form = rng.choice((["--dump-scene"], ["--json"], ["--format=svg", "-o", "-"], ["--format=tex", "-o", "-"], ["--ansi=256"],
                       ["--width=60"], []))
    return ["draw", *options, *form, "--max-cells=600", "--", text], ""


def draw_table(rng):
    """Offsets of a layout of one or two modes, some of them left out."""
    extents = [rng.choice((2, 3, 4, 6, 8)) for _ in range(rng.choice((1, 2)))]
    strides = [(rng.choice((1, 2, 4)), rng.choice((0, 1, 2, 5, 8)), rng.choice((1, 4, 8, 16))) for _ in extents]
    first, holes, offsets = rng.choice((0, 0, 7)), rng.choice((0, 0.2, 0.5)), []
    for number in range(extents[0] * (extents[1] if len(extents) > 1 else 1)):
        offset, left = first, number
        for extent, (inner, low, high) in zip(extents[::-1], strides):
            coordinate, left = left % extent, left // extent
            offset += coordinate % inner * low + coordinate // inner * high
        offsets.append("_" if rng.random() < holes else str(offset + (rng.random() < 0.01)))
    return ["--shape=" + ",".join(map(str, extents))], " ".join(offsets)


def draw_question(rng, sources):
    which = rng.randrange(6)
    if which == 0:
        shape, table = draw_table(rng)
        return ["infer", "--table=-", *shape, *rng.choice(([], ["--json"], ["--all"], ["--explain"]))], table
    if which == 1:
        term = lambda: rng.choice("ij") + rng.choice(("", "%4", "/2", "%8/2", ">>1", "&3", "*4", "/4*16", "%2*8"))
        return ["infer", "--shape=8,16", rng.choice(" + | ^ - ".split()).join(term() for _ in range(rng.randrange(1, 4)))], ""
    if which == 2:
        options = rng.choice(([], ["--json"], ["--dtype=f16"], ["--tile=8,8"], ["--dtype=f32", "--space=shared"],
                              ["--assert=bijective"], ["--assert=injective && vector >= 32"], ["--dtype=f16", "--json"]))
        return ["check", *options, "--", draw_layout(rng) if rng.random() < 0.6 else sources.program(rng)], ""
    if which == 3:
        return ["diff", *rng.choice(([], ["--json"])), "--", draw_layout(rng), draw_layout(rng)], ""
    if which == 4:
        return ["paste", *rng.choice(([], ["--json"]))], sources.program(rng) + "\n" + sources.text(rng)[1]
    equation = rng.choice(("A o X == B", "X o A == B"))
    names = f"A = {draw_layout(rng)}; B = {draw_layout(rng)}"
    return ["find", "layout", f"--where={equation}", *rng.choice(([], ["--all"], ["--json"])), names], ""


def draw_usage(rng, sources):
    """Options of a command with values that may be wrong."""
    command = rng.choice(list(sources.options))
    words = list(WITHOUT_DEVICE.get(command, ()))
    for _ in range(rng.choice((1, 1, 2, 3))):
        name, takes = rng.choice(sources.options[command])
        is_given = bool(takes) != (rng.random() < 0.04)
        name = name if rng.random() < 0.93 else changed(rng, name)
        words.append(f"{name}={rng.choice(VALUES)}" if is_given else name)
    words += [draw_layout(rng)] * (rng.random() < 0.8)
    return [command, *words], ""


def draw_kernel(rng, sources):
    """The plan of a problem, or its text."""
    shape = [rng.choice((1, 3, 5, 8, 17, 24, 64, 100, 128, 333, 1024)) for _ in range(rng.choice((1, 2, 2, 3)))]
    if rng.random() < 0.4:
        names, modes = "a", rng.sample(range(len(shape)), rng.randrange(1, len(shape) + 1))
        work = [f"--reduce={rng.choice('sum max mean sumsq argmin prod'.split())}", f"--dim={','.join(map(str, modes))}"]
    else:
        op = rng.choice(("a", "a+b", "relu(a*b)", "where(a>b,a,b)", "tanh(a)", "a+b; a-b", "a*b+1", "min(a,b)/2"))
        names, work = ("a", "b", "out") if "b" in op else ("a", "out"), [f"--op={op}"]
    layouts = []
    for name in names:
        modes, strides, step = list(range(len(shape))), [0] * len(shape), rng.choice((1, 1, 1, 2))
        rng.shuffle(modes)
        for mode in modes:
            strides[mode] = 0 if name == "b" and rng.random() < 0.3 else step
            step *= shape[mode] + rng.choice((0, 0, 0, 8)) if strides[mode] != 0 else 1
        text = f"{name}=({','.join(map(str, shape))}):({','.join(map(str, strides))})"
        layouts += [f"--layout={text}"] if rng.random() < 0.6 else []
    dtype = rng.choice(("f16", "bf16", "f32", "f64", "i8", "i32", "e4m3", "a=f16,out=f32", "u8"))
    options = rng.choice(([], [], ["--print-source"], ["--json"], ["--csv"]))
    options += rng.choice(([], [], ["--kernel=naive"], ["--kernel=vectorized"], ["--kernel=auto,naive"]))
    options += [f"--set={rng.choice('threads vector unroll per-row groups splits load store tile kind'.split())}="
                f"{rng.choice((1, 2, 4, 7, 22, 64, 128))}"] if rng.random() < 0.3 else []
    return ["bench", *WITHOUT_DEVICE["bench"], f"--shape={','.join(map(str, shape))}", f"--dtype={dtype}", *work, *layouts,
            *options], ""


def draw_session(rng, sources):
    lines = [rng.choice(sources.lines) if rng.random() < 0.6 else draw_call(rng) if rng.random() < 0.5 else
             sources.program(rng) for _ in range(rng.randrange(2, 9))]
    if rng.random() < 0.7:
        at = rng.randrange(len(lines))
        lines[at] = changed(rng, lines[at])
    return ["repl"], "".join(f"{line}\n" for line in lines)


def rewritten(rng, text, other):
    """A token of "text", or a line, is gone, stands there twice, changes places with its neighbour, or is another one of the
    text or of "other"."""
    is_line = rng.random() < 0.25
    pattern = r"[^\n]*\n" if is_line else r"\w+|\s+|[^\w\s]"
    tokens, others = re.findall(pattern, text), re.findall(pattern, other if rng.random() < 0.5 else text)
    if not tokens or not others:
        return text
    at, way = rng.randrange(len(tokens)), rng.randrange(5)
    if way == 0:
        tokens[at:at + 1] = []
    elif way == 1:
        tokens[at:at + 1] = [tokens[at]] * 2
    elif way == 2:
        tokens[at:at + 2] = tokens[at:at + 2][::-1]
    elif way == 3:
        tokens[at] = rng.choice(others)
    else:
        tokens.insert(at, rng.choice(others))
    return "".join(tokens)


def draw_pasted(rng, sources):
    text = rng.choice(sources.pasted)
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        if rng.random() < 0.5:
            text = rewritten(rng, text, rng.choice(sources.pasted))
        else:
            text = rng.choice((changed, renumbered))(rng, text)
    if rng.random() < 0.3:
        text += "\n" + rng.choice(sources.pasted)
    return ["paste", *rng.choice(([], [], ["--json"]))], text


def draw_known(rng, sources):
    """A command that has a test, changed."""
    known, given = rng.choice(sources.commands)
    alike = [words for words, _ in sources.commands if words[0] == known[0]]
    words = list(known)
    for _ in range(rng.choice((1, 1, 2))):
        at = rng.randrange(len(words)) if rng.random() < 0.1 else rng.randrange(1, len(words) + 1)
        if given and rng.random() < 0.6:
            given = changed(rng, given)
        elif rng.random() < 0.3:
            words.insert(max(1, at), rng.choice(rng.choice(alike)))
        elif at < len(words) and at > 0 and (rng.random() < 0.2 or not words[at]):
            del words[at]
        elif at < len(words):
            words[at] = changed(rng, words[at])
    return words + [word for word in WITHOUT_DEVICE.get(words[0], ()) if word not in words], given


def renumbered(rng, text):
    """The text with another number or two."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        found = list(re.finditer(r"(?<![\w.])\d+(?![\w.])|\?", text))
        if found:
            at = rng.choice(found)
            other = rng.choice((*NUMBERS, rng.choice(found).group(0), rng.choice(found).group(0)))
            text = text[:at.start()] + other + text[at.end():]
    return text


def draw_told(rng, sources):
    """A text of the tables with other numbers, in parts in place of others, or as the operand of an operation."""
    way, text = rng.choice(sources.told)
    for _ in range(rng.choice((0, 1, 1, 1, 2))):
        text = renumbered(rng, text) if rng.random() < 0.8 else changed(rng, text)
    if rng.random() < 0.15 and "\n" not in text and ";" not in text and "=" not in text:
        other = rng.choice((draw_layout(rng), rng.choice(sources.told)[1]))
        arguments = [text, other, draw_layout(rng)][:rng.choice((1, 2, 2, 3))]
        text = f"{rng.choice(OPERATIONS[len(arguments)])}({','.join(arguments)})"
    options = rng.choice(([],) * 12 + (["--json"], ["--explain"], ["--strict"], ["--table"], [f"--style={rng.choice(STYLES)}"],
                                       ["--dynamic=shapes"], ["--dynamic=all"], ["--style=c", "--dynamic=all"]))
    if rng.random() < 0.12:
        command = rng.choice((["check"], ["check", "--dtype=f16"], ["check", "--json"], ["find", "swizzle", "--dtype=f16"],
                              ["check", "--tile=8,8"], ["draw", "--kind=grid", "--dump-scene", "--max-cells=600"]))
        return [*command, "--", text], ""
    return ["eval", *way, *options, "--", text], ""


def is_drawn(words):
    """Whether the command writes nowhere else, and prints the same on every machine."""
    options = [word.split("=")[0] for word in words if word != "--device=cpu"]
    asks_device = any(word not in words for word in WITHOUT_DEVICE.get(words[0], ()))
    return (words[0] != "test" and not asks_device and not any(option in NOT_DRAWN for option in options)
            and not any(word.startswith(("/", "~")) or "=/" in word or ".." in word for word in words))


# What draws a command, and how often of so many times.
DRAWN = {"evaluation": (draw_evaluation, 4), "conversion": (draw_conversion, 4), "picture": (draw_picture, 3),
         "question": (draw_question, 3), "usage": (draw_usage, 2), "known": (draw_known, 8), "told": (draw_told, 12),
         "session": (draw_session, 3), "pasted": (draw_pasted, 3), "kernel": (draw_kernel, 4)}


def draw(rng, sources, names=tuple(DRAWN)):
    """A command, in one of the ways that are named."""
    name = rng.choices(names, [DRAWN[name][1] for name in names])[0]
    return DRAWN[name][0](rng, sources)


def written(folder):
    """The files of a folder, and what is in those of text."""
    files = b""
    for path in sorted(pathlib.Path(folder).rglob("[!.]*")):
        is_text = path.suffix in (".svg", ".tex", ".cute", ".json", "") and path.is_file()
        files += b"%s\n%s" % (os.fsencode(path.relative_to(folder)), path.read_bytes() if is_text else b"")
    return files


def run(program, words, given, seconds=60, surroundings=environment):
    """The digest, and what was printed. Raises subprocess.TimeoutExpired."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([program, *words], cwd=folder, env=surroundings(folder), input=given.encode(),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=seconds)
        printed = b"%d\n%s\n%s%s" % (done.returncode, done.stdout, done.stderr, written(folder))
    return hashlib.sha256(printed).hexdigest()[:12], printed.decode(errors="backslashreplace")


def read(path):
    lines = []
    for line in path.read_text().split("\n"):
        if line and not line.startswith("#"):
            digest, command, *given = line.split("\t")
            lines.append((digest, unquoted(command), "".join(unquoted(text)[0] for text in given)))
    return lines


def quoted(words):
    """On one line, without tabs."""
    return shlex.join(words).replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")


def unescaped(text):
    parts = text.replace("\\\\", "\0").replace("\\n", "\n").replace("\\t", "\t").replace("\\r", "\r")
    return parts.replace("\0", "\\")


def unquoted(text):
    return shlex.split(unescaped(text))


def write(path, lines):
    head = "# What random commands print, by its digest: see snapshots.py, which made them.\n"
    path.write_text(head + "".join(f"{digest}\t{quoted(words)}" + (f"\t{quoted([given])}" if given else "") + "\n"
                                   for digest, words, given in lines))


def add(program, path, count, seed):
    rng, sources = random.Random(seed), Sources(program)
    lines = read(path) if path.exists() else []
    known = {(tuple(words), given) for _, words, given in lines}
    while count > 0:
        words, given = draw(rng, sources)
        if (tuple(words), given) in known or any("\0" in word for word in words) or not is_drawn(words):
            continue
        known.add((tuple(words), given))
        try:
            digest, printed = run(program, words, given, SECONDS_DRAWN)
        except subprocess.TimeoutExpired:
            continue
        if len(printed) < PRINTED_DRAWN:
            lines.append((digest, words, given))
            count -= 1
    write(path, lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--draw", type=int, metavar="COUNT")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    program = options.program.resolve()
    if options.draw is not None:
        add(program, options.file, options.draw, options.seed)
        return 0
    lines = read(options.file)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(lambda line: run(program, *line[1:]), lines))
    failed = 0
    for (digest, words, given), (now, printed) in zip(lines, found):
        failed += digest != now
        if digest != now and failed <= SHOWN and not options.update:
            print(f"{shlex.join(words)}{' < ' + shlex.quote(given) if given else ''}")
            print("".join(f"    {line}\n" for line in printed.split("\n")[:SHOWN]))
    if options.update:
        write(options.file, [(now, words, given) for (_, words, given), (now, _) in zip(lines, found)])
        failed = 0
    print(f"{len(lines) - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
