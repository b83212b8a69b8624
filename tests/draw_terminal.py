"""Pictures and other things in a terminal: python3 draw_terminal.py PROGRAM.

How many colours, how wide and how high pictures are, by what the terminal and the environment say, and what is told to
terminals alone. Prints what does not hold, then "N passed, N failed".
"""
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
import time

TOOL = sys.argv[1]
NAMES = ("TERM", "COLORTERM", "NO_COLOR", "COLUMNS", "LINES")
passed = failed = 0


def check(good, name, shown=""):
    global passed, failed
    passed, failed = passed + good, failed + (not good)
    if not good:
        print(f"FAIL: {name}\n{str(shown)[-600:]!r}")


def draw(size, settings, *arguments):
    return run(size, settings, "", "draw", *arguments)


def run(size, settings, typed, *arguments):
    """What is printed to a terminal of so many rows and columns where that is typed; TERM is xterm if it is not given."""
    pid, fd = pty.fork()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        for name in NAMES:
            os.environ.pop(name, None)
        os.environ.update({"TERM": "xterm", **settings})
        if os.environ["TERM"] == "none":
            del os.environ["TERM"]
        os.execv(TOOL, [TOOL, *arguments])
    os.write(fd, typed.encode())
    text = b""
    closed = 0
    while closed < 2:
        try:
            part = os.read(fd, 65536)
        except OSError:
            part = b""
        if not part:
            # A busy machine may still be moving the last lines when it says that the terminal is closed.
            closed += 1
            time.sleep(0.01)
        text += part
    os.close(fd)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    check(code == 0, f"{arguments} in {size} with {settings}: exit code {code}", text)
    return text.decode(errors="replace").replace("\r\n", "\n")


def depth(text):
    return "24bit" if "8;2;" in text else "256" if "8;5;" in text else "more" if "\x1b[" in text else "none"


DEPTHS = [
    ({}, "none"),
    ({"TERM": "none"}, "none"),
    ({"TERM": "dumb"}, "none"),
    ({"TERM": "dumb", "COLORTERM": "truecolor"}, "none"),
    ({"TERM": "xterm-256color"}, "256"),
    ({"TERM": "xterm-direct"}, "256"),
    ({"TERM": "xterm-256color", "NO_COLOR": "1"}, "none"),
    ({"TERM": "xterm-256color", "NO_COLOR": ""}, "256"),
    ({"COLORTERM": "truecolor"}, "24bit"),
    ({"COLORTERM": "24bit"}, "24bit"),
    ({"COLORTERM": "truecolor", "NO_COLOR": "1"}, "none"),
    ({"COLORTERM": "yes"}, "none"),
    ({"TERM": "xterm-256color", "COLORTERM": "yes"}, "256"),
    ({"TERM": "xterm-256color", "COLORTERM": ""}, "256"),
]
for settings, wanted in DEPTHS:
    found = depth(draw((24, 80), settings, "(4,8):(8,1)"))
    check(found == wanted, f"colours with {settings}: {wanted}", found)
check(depth(draw((24, 80), {"COLORTERM": "truecolor"}, "--ansi=none", "(4,8):(8,1)")) == "none", "--ansi=none")
check(depth(draw((24, 80), {"TERM": "dumb"}, "--ansi=256", "(4,8):(8,1)")) == "256", "--ansi=256")
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "a.txt")
    for arguments, wanted in [([], "none"), (["--ansi=256"], "256")]:
        draw((24, 80), {"COLORTERM": "truecolor"}, *arguments, "-o", path, "(4,8):(8,1)")
        with open(path) as file:
            found = depth(file.read())
        check(found == wanted, f"colours in a file with {arguments}: {wanted}", found)


def widest(text):
    return max(len(line) for line in text.split("\n"))


# A matrix of 2 x 128 has lines of any length. What is too long goes on below, so that all of the width is used.
for columns, settings, most in [
    (40, {}, 40), (41, {}, 41), (80, {}, 80), (200, {}, 200), (40, {"COLUMNS": "90"}, 40), (0, {"COLUMNS": "90"}, 90),
    (0, {}, 80), (0, {"COLUMNS": ""}, 80), (5, {}, 20), (0, {"COLUMNS": "x"}, 20),
]:
    text = draw((500, columns), settings, "(2,128):(128,1)")
    width = widest(text)
    check(most - 6 < width <= most, f"{columns} columns, {settings}: a width of {most}", f"{width}\n{text}")
    seen = [int(number) for number in re.findall(r"\d+", " ".join(re.findall(r"^ *1 (.*)$", text, re.M)))]
    check(set(range(128, 256)) <= set(seen), f"{columns} columns, {settings}: all of the matrix", text)
check(widest(draw((500, 60), {}, "--width=100", "(2,128):(128,1)")) > 90, "--width is wider than the terminal")

# What is higher than the terminal stops with a line that says so, unless --whole is given.
whole = draw((200, 80), {}, "(100,4):(4,1)").split("\n")
check("396" in whole[-2], "200 rows: all of it", whole)
for rows in (8, 9, 10, 11, 24, 60):
    text = draw((rows, 80), {}, "(100,4):(4,1)")
    lines = text.rstrip("\n").split("\n")
    check(rows - 3 <= len(lines) <= rows, f"{rows} rows: {len(lines)} lines", text)
    check("396" not in text, f"{rows} rows: not the last row", text)
    check(lines[:-1] == whole[:rows - 2] and f"... {len(whole) - 1 - (rows - 2)} lines more: " in lines[-1],
          f"{rows} rows: the first lines, and how many more", text)
    check("396" in draw((rows, 80), {}, "--whole", "(100,4):(4,1)"), f"{rows} rows: --whole")
check("396" in draw((7, 80), {}, "(100,4):(4,1)"), "7 rows are too few for a part: all of it")
height = len(whole) - 1
check("396" in draw((height + 1, 80), {}, "(100,4):(4,1)"), "a row for the prompt is left: all of it")
check("396" not in draw((height, 80), {}, "(100,4):(4,1)"), "no row for the prompt is left: a part")
check("396" in draw((0, 80), {}, "(100,4):(4,1)"), "a terminal that does not say how high it is: all of it")

# What is being done is told to a terminal, in a line that is gone when it is done.
text = run((24, 80), {}, "", "verify", "--device=cpu", "--shape", "64", "--op", "a", "--dtype", "i8", "--kernel", "naive")
about = "a: 64 elements, each touched once, by the thread and value that the algebra says (host)"
begin = "\r\x1b[Ka i8 64, naive: proving\r\x1b[K"
check(text.replace(begin, "") == f"a i8 64 naive: {about}\na i8 64 naive: {about.replace('a:', 'out:', 1)}\n"
      and text.count(begin) == 2, "verify says what it does", text)

# Who waits for what is typed says so.
text = run((24, 80), {}, "4\n\x04", "eval")
check("cutelayout: reading a program from the terminal; Ctrl-D ends it, Ctrl-C gives up\n" in text, "eval reads", text)
text = run((24, 80), {}, "4 4\n\x04", "infer", "--table", "-")
check("cutelayout: reading a table from the terminal; Ctrl-D ends it, Ctrl-C gives up\n" in text, "infer reads", text)

# Names of files are shown to a terminal, and written as they are anywhere else.
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "a\x1bb.cute")
    with open(path, "w") as file:
        file.write("4\n")
    text = run((24, 80), {}, "", "test", "--list", folder)
    check(text == f"{folder}/a^[b.cute\n", "test --list in a terminal", text)
    text = subprocess.run([TOOL, "test", "--list", folder], stdout=subprocess.PIPE, check=False).stdout.decode()
    check(text == path + "\n", "test --list", text)

print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
