"""Random commands that print something else with a mutant than without. See tests/mutate/mutate.py.

Commands are drawn as tests/snapshots.py draws them. What a command prints is its digest, as there; a mutant is tried with
those commands alone in which its expression has another value, and with TRIES of them at most.
"""
import concurrent.futures
import itertools
import os
import pathlib
import random
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import snapshots

TRIES = 150
SECONDS = 10 # of a command that a mutant may keep from ending


class Hunter:
    """Tries commands with the mutants of "numbers"; "folder" is for files of its own."""

    def __init__(self, program, folder, numbers, room):
        self.program, self.folder, self.room = program, folder, room
        self.left = {number: TRIES for number in numbers}
        self.found = {}
        self.local = threading.local()
        self.names = itertools.count()

    def seen_file(self):
        """A file of this thread for what was seen, all 0."""
        if not hasattr(self.local, "file"):
            self.local.file = self.folder / f"hunted-{next(self.names)}"
        self.local.file.write_bytes(bytes(self.room))
        return self.local.file

    def digest(self, words, given, **extra):
        return snapshots.run(self.program, words, given, SECONDS, lambda folder: {**snapshots.environment(folder), **extra})[0]

    def notices(self, words, given, number, usual):
        try:
            return self.digest(words, given, CUTELAYOUT_MUTANT=str(number)) != usual
        except subprocess.TimeoutExpired:
            return True

    def try_command(self, command):
        words, given = command
        file = self.seen_file()
        try:
            usual, printed = snapshots.run(self.program, words, given, snapshots.SECONDS_DRAWN,
                                           lambda folder: {**snapshots.environment(folder), "CUTELAYOUT_MUTANTS_SEEN": str(file)})
        except subprocess.TimeoutExpired:
            return
        seen = file.read_bytes()
        if len(printed) >= snapshots.PRINTED_DRAWN:
            return
        for number in list(self.left):
            if seen[number] and self.left.get(number, 0) > 0:
                self.left[number] -= 1
                if self.notices(words, given, number, usual) and self.digest(words, given) == usual:
                    self.found.setdefault(number, (usual, words, given))
                    self.left.pop(number, None)


def hunt(program, folder, numbers, room, count, seed, jobs):
    """The lines of tests/snapshots.tsv that find mutants, by their numbers, of "count" random commands."""
    rng, sources = random.Random(f"hunt {seed}"), snapshots.Sources(program)
    hunter = Hunter(program, folder, numbers, room)
    drawn = (snapshots.draw(rng, sources) for _ in range(count))
    good = ((words, given) for words, given in drawn
            if snapshots.is_drawn(words) and not any("\0" in word for word in words))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for done, _ in enumerate(pool.map(hunter.try_command, good), 1):
            if done % 1000 == 0:
                print(f"{done} commands: {len(hunter.found)} of {len(numbers)} mutants are found", file=sys.stderr, flush=True)
    for path in folder.glob("hunted-*"):
        os.unlink(path)
    return hunter.found


def add(path, found):
    """Add the commands to tests/snapshots.tsv that are not in it."""
    lines = snapshots.read(path)
    known = {(tuple(words), given) for _, words, given in lines}
    for digest, words, given in found.values():
        if (tuple(words), given) not in known:
            known.add((tuple(words), given))
            lines.append((digest, words, given))
    snapshots.write(path, lines)
