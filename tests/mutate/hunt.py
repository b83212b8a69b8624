"""Random commands that print something else with a mutant than without. See tests/mutate/mutate.py.

Commands are drawn as tests/snapshots.py draws them, and run by tests/mutate/hunter.c, which tries a mutant with those
alone in which its expression has another value, and with some of them. Those of snapshots.tsv, of the tables, of golden
files and of transcripts come first: what they find needs no new line.
"""
import array
import os
import pathlib
import random
import re
import shlex
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import snapshots

WAYS = tuple(snapshots.DRAWN)
UNSEEN = (1 << 32) - 2 # in place of a command, as in hunter.c
KNOWN_MS, DRAWN_MS = 1000, 120 # time of the processor with each mutant, for commands of tests and for new ones


def commands_of_golden():
    """The command line of each golden file."""
    commands = []
    for path in sorted((snapshots.ROOT / "golden").rglob("*.cute")):
        first = path.read_text(errors="replace").split("\n", 1)[0]
        words = shlex.split(first[len("# args:"):]) if first.startswith("# args:") else ["eval", "-f", "@"]
        commands.append(([str(path) if word == "@" else word for word in words], ""))
    return commands


def commands_of_transcripts():
    """What is asked in transcripts, but for what needs a shell or writes to a file."""
    commands = []
    for path in sorted((snapshots.ROOT / "tests/transcripts").glob("*.txt")):
        for line in path.read_text().split("\n"):
            command = re.fullmatch(r"\$ ((?:eval|draw|check|find|convert|paste|infer|help) [^|<>;&$`\\]*)", line)
            if command and command[1].count("'") % 2 == 0 and command[1].count('"') % 2 == 0 and " -o" not in line:
                commands.append((shlex.split(command[1]), ""))
    return commands


def commands_of_sources():
    """The kernels of a table of units."""
    literal = r'"((?:[^"\\\n]|\\.)*)"'
    text = (snapshots.ROOT / "tests/unit/kernels.c").read_text()
    commands = []
    for case in re.finditer(rf"{{ ({literal}(?:\s*{literal})*),", text):
        whole = "".join(re.findall(literal, case[1]))
        text_of_case = re.sub(r"\\(.)", lambda found: {"n": "\n", "t": "\t", "r": "\r"}.get(found[1], found[1]), whole)
        commands.append((["paste"], text_of_case))
    return commands


def commands_of_tables():
    commands = [(["eval", *way, "--", text], "") for way, text in snapshots.read_told()]
    for language, options, text in snapshots.read_texts():
        commands.append((["convert", f"--from={language}", *options, "--", text], ""))
    commands += [(["paste"], text) for text in snapshots.read_pasted()]
    return commands + commands_of_golden() + commands_of_transcripts() + commands_of_sources()


def draw(program, count, seed, known, ways):
    """So many commands that are not known, drawn in the ways that are named."""
    rng, sources = random.Random(f"hunt {seed}"), snapshots.Sources(program)
    taken = {(tuple(words), given) for words, given in known}
    drawn = []
    while len(drawn) < count:
        words, given = snapshots.draw(rng, sources, ways)
        if (tuple(words), given) not in taken and not any("\0" in word for word in words) and snapshots.is_drawn(words):
            taken.add((tuple(words), given))
            drawn.append((words, given))
    return drawn


def try_all(program, numbers, room, commands, jobs, milliseconds):
    """A command that finds a mutant, by its number: its place in "commands"; and the mutants to which none gives another
    value."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        with (path / "commands").open("wb") as file:
            for words, given in commands:
                text = b"".join(os.fsencode(word) + b"\0" for word in words)
                given = given.encode()
                file.write(struct.pack("=3I", len(words), len(text), len(given)) + text + given)
        wanted = bytearray(room)
        for number in numbers:
            wanted[number] = 1
        (path / "wanted").write_bytes(wanted)
        (path / "found").write_bytes(b"\xff" * 4 * room)
        environment = {**snapshots.environment(folder), "CUTELAYOUT_HUNT": folder, "CUTELAYOUT_HUNT_JOBS": str(jobs),
                       "CUTELAYOUT_HUNT_MS": str(milliseconds)}
        subprocess.run([program], cwd=folder, env=environment, check=True)
        places = array.array("I", (path / "found").read_bytes())
    found = {number: places[number] for number in numbers if places[number] < len(commands)}
    return found, {number for number in numbers if places[number] == UNSEEN}


def of_snapshots(program, numbers, room, jobs):
    """The mutants that the suite "snapshots" finds."""
    lines = snapshots.read(snapshots.ROOT / "tests/snapshots.tsv")
    return set(try_all(program, numbers, room, [(words, given) for _, words, given in lines], jobs, KNOWN_MS)[0])


def hunt(program, numbers, room, count, seed, ways, jobs, path):
    """Add those of "count" new commands to snapshots.tsv that find mutants that none in it finds; the numbers of those
    that are found."""
    def say(text):
        print(text, file=sys.stderr, flush=True)

    known = [(words, given) for _, words, given in snapshots.read(path)] + commands_of_tables()
    found, unseen = try_all(program, numbers, room, known, jobs, KNOWN_MS)
    say(f"{len(known)} commands of tests find {len(found)} of {len(numbers)} mutants, and do not see {len(unseen)}")
    drawn = draw(program, count, seed, known, ways)
    new, unseen = try_all(program, [number for number in numbers if number not in found], room, drawn, jobs, DRAWN_MS)
    say(f"{len(drawn)} new ones find {len(new)} of the others, and do not see {len(unseen)}")
    lines = snapshots.read(path)
    for place in sorted(set(new.values())):
        words, given = drawn[place]
        lines.append((snapshots.run(program, words, given)[0], words, given))
    snapshots.write(path, lines)
    return set(found) | set(new)
