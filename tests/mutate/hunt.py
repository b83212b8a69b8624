"""Random commands that print something else with a mutant than without. See tests/mutate/mutate.py.

Commands are drawn as tests/snapshots.py draws them. What a command prints is its digest, as there; a mutant is tried with
those commands alone in which its expression has another value, and with few of them.
"""
import concurrent.futures
import os
import pathlib
import random
import resource
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import snapshots

TRIES = 15      # with commands that there are, and as many with new ones
BYTES = 8 << 30 # which a mutant may want more of


def digest(program, words, given, seconds, **extra):
    """As snapshots.run has it. After "seconds" the command and what it started end, as if they had printed nothing."""
    ended = ["-s", "KILL", f"{seconds:.2f}", str(program), *words]
    return snapshots.run("timeout", ended, given, 60, lambda folder: {**snapshots.environment(folder), **extra})


def places(seen, wanted):
    """The places of "seen" that are 1 and wanted."""
    at = seen.find(1)
    while at >= 0:
        if at in wanted:
            yield at
        at = seen.find(1, at + 1)


def try_commands(program, file, numbers, room, commands, known):
    """The first command that finds a mutant, by its number: its place in "commands", of which the first are known."""
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    left = dict.fromkeys(numbers, TRIES)
    found = {}
    for place, (words, given) in enumerate(commands):
        if place == known:
            left = dict.fromkeys((number for number in numbers if number not in found), TRIES)
        file.write_bytes(bytes(room))
        began = time.monotonic()
        usual, printed = digest(program, words, given, snapshots.SECONDS_DRAWN, CUTELAYOUT_MUTANTS_SEEN=str(file))
        seconds = 0.3 + 10 * (time.monotonic() - began)
        if printed.startswith("-9\n") or len(printed) >= snapshots.PRINTED_DRAWN:
            continue
        for number in list(places(file.read_bytes(), left)):
            left[number] -= 1
            differs = digest(program, words, given, seconds, CUTELAYOUT_MUTANT=str(number))[0] != usual
            if differs and (place < known or digest(program, words, given, seconds)[0] == usual):
                found[number] = place
            if number in found or left[number] == 0:
                del left[number]
        if place % 1000 == 999:
            print(f"{place + 1} commands: {len(found)} of {len(numbers)} mutants are found", file=sys.stderr, flush=True)
    os.unlink(file)
    return found


def draw(program, count, seed, path):
    """Commands of snapshots.tsv, and "count" that are not in it."""
    rng, sources = random.Random(f"hunt {seed}"), snapshots.Sources(program)
    known = [(words, given) for _, words, given in snapshots.read(path)]
    taken = {(tuple(words), given) for words, given in known}
    drawn = []
    while len(drawn) < count:
        words, given = snapshots.draw(rng, sources)
        if (tuple(words), given) not in taken and not any("\0" in word for word in words) and snapshots.is_drawn(words):
            taken.add((tuple(words), given))
            drawn.append((words, given))
    return known, drawn


def hunt(program, folder, numbers, room, count, seed, jobs, path):
    """Add those of "count" new commands to snapshots.tsv that find mutants that none in it finds; the numbers of those
    that are found."""
    known, drawn = draw(program, count, seed, path)
    shares = [sorted(numbers)[first::jobs] for first in range(jobs)]
    found = {}
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        for part in pool.map(try_commands, [program] * jobs, [folder / f"hunted-{job}" for job in range(jobs)], shares,
                             [room] * jobs, [known + drawn] * jobs, [len(known)] * jobs):
            found.update(part)
    lines = snapshots.read(path)
    for place in sorted({place for place in found.values() if place >= len(known)}):
        words, given = drawn[place - len(known)]
        lines.append((snapshots.run(program, words, given)[0], words, given))
    snapshots.write(path, lines)
    return set(found)
