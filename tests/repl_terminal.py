"""The repl at a terminal: python3 repl_terminal.py PROGRAM FOLDER yes|no, the last word being whether it edits lines.

Prints what does not hold, then "N passed, N failed".
"""
import os
import pathlib
import pty
import re
import select
import signal
import stat
import sys
import termios
import time

TOOL, FOLDER, EDITS = sys.argv[1], sys.argv[2], sys.argv[3] == "yes"
PATIENCE = 30
passed = failed = 0


def verdict(name, good, shown=""):
    global passed, failed, PATIENCE
    passed, failed = passed + good, failed + (not good)
    if not good:
        PATIENCE = 3 # what comes behind is likely to fail as well
        print(f"FAIL: {name}\n{str(shown)[-500:]!r}")


class Terminal:
    def __init__(self, state, **settings):
        self.text = ""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            for name in ("COLUMNS", "LINES", "NO_COLOR"):
                os.environ.pop(name, None)
            os.environ.update(TERM="xterm", LC_ALL="C", HOME=FOLDER, XDG_STATE_HOME=state)
            os.environ.update(settings)
            # libedit itself does not free the names of the functions that are added to it
            os.environ["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
            modes = termios.tcgetattr(0)
            modes[3] &= ~termios.ECHOE # libedit sets it while it is at work
            termios.tcsetattr(0, termios.TCSANOW, modes)
            os.execv(TOOL, [TOOL, "repl"])

    def read(self, seconds):
        """Take what is there within a time; False at the end."""
        if select.select([self.fd], [], [], seconds)[0]:
            try:
                self.text += os.read(self.fd, 65536).decode(errors="replace")
            except OSError:
                return False
        return True

    def expect(self, name, pattern, again=None):
        """Wait for a pattern and forget the text up to its end; type "again" every second meanwhile."""
        start = last = time.monotonic()
        while not (found := re.search(pattern, self.text, re.S)):
            now = time.monotonic()
            if now > start + PATIENCE or not self.read(0.2):
                verdict(name, False, self.text)
                self.text = ""
                return
            if again and now > last + 1:
                last = now
                self.type(again)
        self.text = self.text[found.end():]
        verdict(name, True)

    def type(self, keys):
        os.write(self.fd, keys.encode())

    def finish(self, keys):
        """Type what ends the program, every second until it does: keys typed before raw mode begins are lost."""
        start = time.monotonic()
        last = 0
        while time.monotonic() < start + PATIENCE:
            if time.monotonic() > last + 1:
                last = time.monotonic()
                self.type(keys)
            if not self.read(0.2):
                break
        self.is_as_it_was = not termios.tcgetattr(self.fd)[3] & termios.ECHOE
        os.close(self.fd)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def end_child(pid):
    """End the process that works for the prompt. False where the system does not name it."""
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children")
    latest = time.monotonic() + 60
    while children.exists() and time.monotonic() < latest:
        if found := children.read_text().split():
            os.kill(int(found[0]), signal.SIGTERM)
            return True
        time.sleep(0.01)
    return False


def use(terminal):
    """What holds with line editing and without it."""
    terminal.expect("a greeting and a prompt", r"cutelayout [0-9.]+\..*> ")
    terminal.type("a = (4,8):(8,1)\n")
    terminal.expect("a value", r"\n\(4,8\):\(8,1\)\r\n> ")
    terminal.type("composition(a,\n")
    terminal.expect("another prompt inside brackets", r"\n\. ")
    terminal.type("4:1)\n")
    terminal.expect("the value of two lines", r"\n4:8\r\n> ")
    terminal.type("a o\n")
    terminal.expect("another prompt behind an operator", r"\n\. ")
    terminal.type("2:1\n")
    terminal.expect("the value behind an operator", r"\n2:8\r\n> ")
    terminal.type("nonsense\n")
    terminal.expect("an error with its place", r"<expr>:1:1: error: no value.*\^~~~~~~~\r\n> ")
    terminal.type("garbage\x03")
    terminal.expect("Ctrl-C forgets the line", r"\^C\r\n> ", again="\x03")
    terminal.type("(4,\n")
    terminal.expect("a line that goes on", r"\n\. ")
    terminal.type("\x03")
    terminal.expect("Ctrl-C forgets all lines", r"\^C\r\n> ", again="\x03")
    terminal.type("size(a)\n")
    terminal.expect("names live on", r"\n32\r\n> ")
    terminal.type("b = 7; t = :table (2048,2048):(2048,1)\n")
    terminal.expect("a command inside a line is an error", r"error: .*> ")
    terminal.type(":table (2048,2048):(2048,1)\n")
    terminal.expect("the line is echoed", r"\(2048,1\)\r\n")
    time.sleep(0.2)
    terminal.type("\x03")
    terminal.expect("Ctrl-C stops what is at work", r"\nstopped\r\n> ", again="\x03")
    terminal.type("\nsize(a)\n")
    terminal.expect("and nothing else", r"32\r\n> ")
    terminal.type(":table (2048,2048):(2048,1)\n")
    terminal.expect("the next line is echoed", r"\(2048,1\)\r\n")
    if end_child(terminal.pid):
        terminal.expect("what else stops it is told", r"ended by signal 15\r\n> ")
    else:
        terminal.type("\x03")
        terminal.expect("Ctrl-C stops it again", r"\nstopped\r\n> ", again="\x03")


state = os.path.join(FOLDER, "state")
terminal = Terminal(state)
use(terminal)
if EDITS:
    terminal.type("  \n")
    terminal.expect("a line of blanks", r"\n> ")
    terminal.type("coal\t")
    terminal.expect("Tab completes an operation", r"esce\(")
    terminal.type("a)\n")
    terminal.expect("a completed line", r"\n\(4,8\):\(8,1\)\r\n> ")
    terminal.type("zipped_\t")
    terminal.expect("Tab lists what is possible", r"zipped_divide\( +zipped_product\(\r\n.*> ")
    terminal.type("\x15zippe\tdivide(8:1,2)\n")
    terminal.expect("Tab adds what all that is possible begins with", r"\n\(2,4\):\(1,2\)\r\n> ")
    terminal.type("\x15:\t")
    terminal.expect("Tab lists as many on a line as fit into 80 columns", r":assume +:check +:[a-z: ]+\r\n:[a-z: ]+\r\n.*> ")
    terminal.type("\x15:dr\t")
    terminal.expect("Tab completes a command", r"aw ")
    terminal.type("a --kin\t")
    terminal.expect("Tab completes an option", r"d=")
    terminal.type("gr\t")
    terminal.expect("Tab completes the value of an option", r"id ")
    terminal.type("\n")
    terminal.expect("a picture", r"3 +24.*> ")
    terminal.type(":style cut\t")
    terminal.expect("Tab completes a style", r"e ")
    terminal.type("\x15:help coal\t")
    terminal.expect("Tab completes what there is help about", r"esce")
    terminal.type("\x15Uni\t")
    terminal.expect("Tab completes three letters of an atom", r"versal")
    terminal.type("\x15mma_atom(\"SM70_8x8x4_F32F16F16F32_T\t")
    terminal.expect("Tab completes an atom", r"SM70_8x8x4_F32F16F16F32_TN.*> ")
    long = "x" * 90
    terminal.type(f"\x15{long}a = 1; {long}b = 2\n")
    terminal.expect("names longer than a line", r"\n1\r\n2\r\n> |\n2\r\n> ")
    terminal.type(long + "\t")
    terminal.expect("stand below each other", rf"\n{long}a\r\n{long}b\r\n")
    terminal.type("\x15shortname = 5\n")
    terminal.expect("a long name", r"5\r\n> ")
    terminal.type("shortname\t")
    time.sleep(0.3)
    terminal.read(0)
    verdict("Tab behind a whole name adds nothing", "\n" not in terminal.text, terminal.text)
    terminal.type(" + 1\n")
    terminal.expect("and the line goes on", r"6\r\n> ")
    terminal.type("qqq\t\x15")
    terminal.type("8:1\n")
    terminal.expect("Tab behind what is no beginning", r"8:1\r\n> ")
    terminal.type("8:1\n")
    terminal.expect("the same line again", r"8:1\r\n> ")
    terminal.type("\x1b[A\x1b[A\n")
    terminal.expect("is the last line once", r"shortname \+ 1\r\n6\r\n> ")
    terminal.type("\x15longname = 5\nlongn\t\n")
    terminal.expect("Tab completes a name that is bound", r"ame\r\n5\r\n> ")
    terminal.type("\x1b[A\x1b[A\n")
    terminal.expect("the line before last", r"= 5\r\n5\r\n> ")
verdict("Ctrl-D leaves, with 0", terminal.finish("\x15\x04") == 0)
verdict("the terminal is as it was", terminal.is_as_it_was)

terminal = Terminal(state)
terminal.expect("a second session", r"> ")
if EDITS:
    terminal.type("\x1b[A")
    terminal.expect("lines of the first session", r"longname")
    terminal.type("\x15")
verdict(":quit leaves, with 0", terminal.finish("\x15:quit\n") == 0)

if EDITS:
    terminal = Terminal(os.path.join(FOLDER, "lists"))
    terminal.expect("a session with names of few letters", r"> ")
    terminal.type("qqlonger = 1; qqz = 2; _a = 3; _b = 4\n")
    terminal.expect("the last of them", r"\n4\r\n> ")
    terminal.type("qq\t")
    terminal.expect("the longest is first, and as wide as it is", r"\r\nqqlonger +qqz\r\n[^(]*> ")
    terminal.type("\x15_\t")
    terminal.expect("names of two letters", r"\r\n_a  _b[^(]*> ")
    long = "y" * 29
    terminal.type(f"\x15{long}a = 1; {long}b = 2\n")
    terminal.expect("two names of 30 letters", r"\n2\r\n> ")
    terminal.type("yy\t\t")
    terminal.expect("stand beside each other", rf"\r\n{long}a  {long}b\r\n[^(]*> ")
    terminal.type("\x15:check 4:1 --t\t")
    terminal.expect("options whose second letters differ", r"\r\n--tile= +--threads= +--timeout=\r\n[^(]*--t$")
    terminal.type("\x15:draw 4:1 --kind=\t")
    terminal.expect("all values where nothing is typed", r"\r\n[a-z -]+\r\n[^(]*> :draw 4:1 --kind=")
    waiting = termios.tcgetattr(terminal.fd)[3]
    os.kill(terminal.pid, signal.SIGTERM)
    ended = os.waitstatus_to_exitcode(os.waitpid(terminal.pid, 0)[1])
    left = termios.tcgetattr(terminal.fd)[3]
    verdict("a signal at the prompt leaves the terminal as it was",
            ended == -signal.SIGTERM and not waiting & termios.ICANON and left & termios.ICANON, (ended, waiting, left))

    path = os.path.join(state, "cutelayout", "history")
    lines = open(path).read().splitlines()
    verdict("the file of old lines", lines[0] == "a = (4,8):(8,1)" and lines[-1] == ":quit", lines)
    verdict("which has a line once that is given twice", all(a != b for a, b in zip(lines, lines[1:])), lines)
    verdict("and no blank ones", all(line.strip() for line in lines), lines)
    verdict("it is private", stat.S_IMODE(os.stat(path).st_mode) == 0o600, oct(os.stat(path).st_mode))

    with open(path, "w") as file:
        file.writelines(f"{i}\n" for i in range(5000))
    terminal = Terminal(state)
    terminal.expect("a session with many old lines", r"> ")
    terminal.type("\x1b[A")
    terminal.expect("the last of them", r"4999")
    terminal.finish("\x15\x04")
    verdict("old lines are bounded", len(open(path).read().splitlines()) == 1000)

    broken = os.path.join(FOLDER, "a file")
    open(broken, "w").close()
    terminal = Terminal(broken)
    terminal.expect("a session without a place for old lines", r"> ")
    terminal.type("4:1\n")
    terminal.expect("works", r"\n4:1\r\n> ")
    verdict("and ends with 0", terminal.finish("\x15\x04") == 0)

# Where libedit cannot be loaded, or is something else, the terminal's own editing has to do.
maps = open("/proc/self/maps").read() if os.path.exists("/proc/self/maps") else ""
another = re.search(r"(/\S*/libm[.-]\S*)", maps)
for content in (b"no library", b"") + ((open(another[1], "rb").read(),) if another else ()):
    libraries = os.path.join(FOLDER, "libraries")
    os.makedirs(libraries, exist_ok=True)
    for name in ("libedit.so.2", "libedit.so.0", "libedit.so"):
        with open(os.path.join(libraries, name), "wb") as file:
            file.write(content)
    terminal = Terminal(state, LD_LIBRARY_PATH=libraries)
    use(terminal)
    terminal.type("\x1b[A\n")
    terminal.expect("no old lines", r"error: this character is not part of the language.*> ")
    terminal.type("9:1")
    time.sleep(0.2)
    terminal.type("\x04")
    terminal.expect("Ctrl-D behind text sends it", r"9:1.*> ", again="\x04")
    verdict("Ctrl-D leaves, with 0, without libedit", terminal.finish("\x04") == 0)

# Without a folder of the user's own nothing is kept; a relative one is none.
if EDITS:
    kept = os.path.join(FOLDER, ".local", "state", "cutelayout", "history")
    for settings, made in ((dict(HOME=FOLDER, XDG_STATE_HOME=""), True), (dict(HOME="here", XDG_STATE_HOME="there"), False)):
        if os.path.exists(kept):
            os.unlink(kept)
        terminal = Terminal(state, **settings)
        terminal.expect("a session", r"> ")
        terminal.type("5:1\n")
        terminal.expect("a value", r"\n5:1\r\n> ")
        terminal.finish("\x15\x04")
        verdict("Ctrl-D ends the line", terminal.text.endswith("\n"), terminal.text)
        verdict(f"old lines with {settings}", os.path.exists(kept) == made and not os.path.exists("here")
                and not os.path.exists("there"))

print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
