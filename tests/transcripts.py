"""What the program prints, to the letter: python3 transcripts.py [--update] PROGRAM FILE...

A FILE is a list of cases, which run in their order in one new folder, that is their home as well:

    # a comment
    @ NAME          the lines "+ " behind it are the file NAME of the folder from now on
    + a line
    $ ARGUMENT...   the command, in words as the shell has them; NAME=VALUE in front is its environment
    < a line        of its standard input
    | a line        of its standard output
    ! a line        of its standard error
    = CODE          its exit code, if that is not 0

{N} in a line that is expected stands for any number, {T} for any text; a line "|*" or "!*" for any lines of that stream.
--update writes what is printed now into the FILEs where it is not as expected. Prints what differs, then "N passed, N
failed".
"""
import difflib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

NUMBER = r"[-+]?[0-9.]+(?:e[-+]?[0-9]+)?"


class Case:
    def __init__(self, line, number):
        self.command, self.number, self.input, self.wanted = line, number, [], []

    def run(self, program, folder):
        """Run it; gives back the lines as a FILE would have them."""
        words = shlex.split(self.command)
        settings = {}
        while words and re.match(r"[A-Z_]+=", words[0]):
            name, value = words.pop(0).split("=", 1)
            settings[name] = value.replace("$PWD", folder)
        done = subprocess.run([program, *[word.replace("$PWD", folder) for word in words]], cwd=folder,
                              env={**environment(folder), **settings}, input="".join(self.input).encode(),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)
        lines = []
        for sign, data in (("|", done.stdout), ("!", done.stderr)):
            text = data.decode(errors="backslashreplace").replace(folder, "$PWD")
            lines += [f"{sign} {line}".rstrip(" ") if line == "" else f"{sign} {line}" for line in text.split("\n")[:-1]]
            lines += [f"{sign}\\ {text.split(chr(10))[-1]}"] if not text.endswith("\n") and text != "" else []
        return lines + ([f"= {done.returncode}"] if done.returncode != 0 else [])


def environment(folder):
    kept = {name: value for name, value in os.environ.items() if name.startswith(("CUTELAYOUT_MUTANT", "CXX", "PATH", "LD_", "ASAN", "UBSAN"))}
    return {**kept, "HOME": folder, "LC_ALL": "C.UTF-8", "TERM": "dumb", "EMULATOR_CACHE": os.path.join(folder, ".kernels")}


def line_matches(wanted, line):
    parts = re.split(r"(\{N\}|\{T\})", wanted)
    pattern = "".join(NUMBER if part == "{N}" else ".*" if part == "{T}" else re.escape(part) for part in parts)
    return re.fullmatch(pattern, line) is not None


def matches(wanted, lines):
    if not wanted:
        return not lines
    if wanted[0] in ("|*", "!*"):
        return matches(wanted[1:], lines) or (lines != [] and lines[0][0] == wanted[0][0] and matches(wanted, lines[1:]))
    return lines != [] and line_matches(wanted[0], lines[0]) and matches(wanted[1:], lines[1:])


def run_file(program, path, update):
    """The number of cases, and of those that fail."""
    lines = path.read_text().split("\n")
    if lines[-1] == "":
        lines.pop()
    out, cases, failed = [], 0, 0
    folder = os.path.realpath(tempfile.mkdtemp())
    os.mkdir(os.path.join(folder, ".kernels"))
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        out.append(line)
        if line.startswith("@ "):
            content = []
            while at < len(lines) and lines[at].startswith("+"):
                content.append(lines[at][2:] + "\n")
                out.append(lines[at])
                at += 1
            file = pathlib.Path(folder, line[2:])
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("".join(content))
        if not line.startswith("$ "):
            continue
        case = Case(line[2:], at)
        while at < len(lines) and lines[at].startswith("<"):
            case.input.append(lines[at][2:] + "\n")
            out.append(lines[at])
            at += 1
        while at < len(lines) and lines[at][:1] in ("|", "!", "="):
            case.wanted.append(lines[at])
            at += 1
        printed = case.run(program, folder)
        cases += 1
        good = matches(case.wanted, printed)
        failed += not good
        if not good and not update:
            print(f"FAIL: {path.name}:{case.number}: {case.command}")
            print("\n".join(difflib.unified_diff(case.wanted, printed, "expected", "printed", n=0, lineterm="")))
        out += case.wanted if good else printed
    shutil.rmtree(folder)
    if update:
        path.write_text("\n".join(out) + "\n")
    return cases, failed


def main():
    arguments = sys.argv[1:]
    update = arguments[0] == "--update"
    program, *files = arguments[1:] if update else arguments
    counts = [run_file(os.path.realpath(program), pathlib.Path(file), update) for file in files]
    cases, failed = (sum(column) for column in zip(*counts))
    print(f"{cases - failed} passed, {failed} failed")
    return 1 if failed > 0 or cases == 0 else 0


sys.exit(main())
