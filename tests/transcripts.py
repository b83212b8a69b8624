"""What the program prints, to the letter: python3 transcripts.py [--update] PROGRAM FILE...

A FILE is a list of cases, which run in their order in one new folder, that is their home as well:

    # a comment
    @ NAME          the lines "+ " behind it are the file NAME of the folder from now on
    @ NAME -> PATH  NAME is a link to PATH
    ? NAME          the file NAME has the lines "+ " behind it; there is none without them
    + a line
    $ ARGUMENT...   the command, in words as the shell has them; NAME=VALUE in front is its environment, $PWD the folder;
                    FAIL=... lets calls of the system fail (tests/faults/failing_calls.c)
    < a line        of its standard input
    | a line        of its standard output
    ! a line        of its standard error
    = CODE          its exit code, if that is not 0

{N} in a line that is expected stands for any number, {T} for any text; a line "|*", "!*" or "+*" for any lines.
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


def run(program, folder, command, given):
    """What the command prints, as the lines of a FILE."""
    words = shlex.split(command)
    settings = {}
    while words and re.match(r"[A-Z_]+=", words[0]):
        name, value = words.pop(0).split("=", 1)
        settings[name] = value.replace("$PWD", folder)
    if "FAIL" in settings:
        settings["LD_PRELOAD"] = os.environ["CUTELAYOUT_FAILING_CALLS"]
    done = subprocess.run([program, *[word.replace("$PWD", folder) for word in words]], cwd=folder,
                          env={**environment(folder), **settings}, input=given.encode(),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)
    lines = []
    for sign, data in (("|", done.stdout), ("!", done.stderr)):
        *ended, rest = data.decode(errors="backslashreplace").replace(folder, "$PWD").split("\n")
        lines += [f"{sign} {line}".rstrip(" ") if line == "" else f"{sign} {line}" for line in ended]
        lines += [f"{sign}\\ {rest}"] if rest != "" else []
    return lines + ([f"= {done.returncode}"] if done.returncode != 0 else [])


def environment(folder):
    passed_on = ("CUTELAYOUT_MUTANT", "CXX", "PATH", "LD_", "ASAN", "UBSAN")
    kept = {name: value for name, value in os.environ.items() if name.startswith(passed_on)}
    return {**kept, "HOME": folder, "LC_ALL": "C.UTF-8", "TERM": "dumb", "EMULATOR_CACHE": os.path.join(folder, ".kernels")}


def line_matches(wanted, line):
    parts = re.split(r"(\{N\}|\{T\})", wanted)
    pattern = "".join(NUMBER if part == "{N}" else ".*" if part == "{T}" else re.escape(part) for part in parts)
    return re.fullmatch(pattern, line) is not None


def matches(wanted, lines):
    """Whether the lines are those that are wanted, of which "|*" and its like stand for any number."""
    reached = {0} # numbers of lines that the wanted lines so far can stand for
    for line in wanted:
        if line in ("|*", "!*", "+*"):
            for at in sorted(reached):
                while at < len(lines) and lines[at][0] == line[0]:
                    at += 1
                    reached.add(at)
        else:
            reached = {at + 1 for at in reached if at < len(lines) and line_matches(line, lines[at])}
    return len(lines) in reached


class Transcript:
    """The lines of a FILE, and what comes of them."""
    def __init__(self, program, path, update):
        self.program, self.path, self.update = program, path, update
        self.lines = path.read_text().rstrip("\n").split("\n")
        self.at, self.out, self.cases, self.failed = 0, [], 0, 0
        self.folder = os.path.realpath(tempfile.mkdtemp())
        os.mkdir(os.path.join(self.folder, ".kernels"))

    def take(self, signs):
        """The next lines that begin with one of the signs."""
        begin = self.at
        while self.at < len(self.lines) and self.lines[self.at][:1] in signs and self.lines[self.at] != "":
            self.at += 1
        return self.lines[begin:self.at]

    def judge(self, name, wanted, printed):
        self.cases += 1
        good = matches(wanted, printed)
        self.failed += not good
        if not good and not self.update:
            print(f"FAIL: {self.path.name}:{self.at}: {name}")
            print("\n".join(difflib.unified_diff(wanted, printed, "expected", "printed", n=0, lineterm="")))
        self.out += wanted if good else printed

    def write(self, name):
        name, _, target = name.partition(" -> ")
        content = self.take("+")
        self.out += content
        file = pathlib.Path(self.folder, name)
        file.parent.mkdir(parents=True, exist_ok=True)
        if target:
            file.symlink_to(target)
            return
        file.write_text("".join(line[2:] + "\n" for line in content).replace("$PWD", self.folder))

    def look_at(self, name):
        file = pathlib.Path(self.folder, name)
        text = file.read_text() if file.exists() else ""
        self.judge(name, self.take("+"), [f"+ {line}".rstrip(" ") for line in text.split("\n")[:-1]])

    def run_command(self, command):
        given = self.take("<")
        self.out += given
        printed = run(self.program, self.folder, command, "".join(line[2:] + "\n" for line in given))
        self.judge(command, self.take("|!="), printed)

    def run(self):
        """The number of cases, and of those that fail."""
        does = {"@ ": self.write, "? ": self.look_at, "$ ": self.run_command}
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            self.out.append(line)
            if line[:2] in does:
                does[line[:2]](line[2:])
        shutil.rmtree(self.folder)
        if self.update:
            self.path.write_text("\n".join(self.out) + "\n")
        return self.cases, self.failed


def main():
    arguments = sys.argv[1:]
    update = arguments[0] == "--update"
    program, *files = arguments[1:] if update else arguments
    counts = [Transcript(os.path.realpath(program), pathlib.Path(file), update).run() for file in files]
    cases, failed = (sum(column) for column in zip(*counts))
    print(f"{cases - failed} passed, {failed} failed")
    return 1 if failed > 0 or cases == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
