"""The repl at a terminal whose editor gets no memory: python3 repl_memory.py PROGRAM PRELOAD.

Each of the first allocations fails once (failing_malloc.c). What the program asks for itself is missing with a message
and exit code 2, and so is an editor or a history that the library cannot make; libedit does not survive the lack of
all that it asks for later, which is nothing to test here. Prints what does not hold, then "N passed, N failed".
"""
import os
import pty
import select
import sys
import tempfile
import time

TOOL, PRELOAD = sys.argv[1:3]
FIRST = 40
passed = failed = 0


def verdict(name, good, shown=""):
    global passed, failed
    passed, failed = passed + good, failed + (not good)
    if not good:
        print(f"FAIL: {name}\n{shown!r}")


def run(number, folder):
    """What the repl prints, and its exit status, where the allocation "number" fails."""
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm", LC_ALL="C", HOME=folder, LD_PRELOAD=PRELOAD, FAIL_AT=str(number))
        os.execv(TOOL, [TOOL, "repl"])
    text = b""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if select.select([fd], [], [], 0.05)[0]:
            try:
                text += os.read(fd, 65536)
            except OSError:
                break
        elif b"> " in text:
            os.write(fd, b"\x15\x04") # Ctrl-U and Ctrl-D
    os.close(fd)
    return text, os.waitpid(pid, 0)[1]


with tempfile.TemporaryDirectory() as folder:
    runs = [run(number, folder) for number in range(FIRST)]
verdict("memory enough", runs[0][1] == 0, runs[0])
verdict("the first allocation", b"out of memory: " in runs[1][0] and runs[1][1] == 2 << 8, runs[1])
refused = [status for text, status in runs if b"out of memory: 0 more bytes" in text]
verdict("neither an editor nor a history", len(refused) >= 2 and set(refused) == {2 << 8}, runs)
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
