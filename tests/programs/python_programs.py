"""Random programs in Python, and what they do.

A drawn program makes layouts of numbers, one in a line: a = cute.make_layout((n, 4), stride=(m, 1)). It is run by
Python with modules that only keep which layouts were made in which line, several times with other values of what is not
known when a kernel is compiled.

A new kind of statement is a function of python_statements.py that takes a Drawing and writes lines with it, and its
name in STATEMENTS with how often it is drawn; a new kind of number is a function of python_numbers.py that returns an
expression, and its name in NUMBERS.
"""
import contextlib
import io
import random
import re
import sys
import types
import warnings

from python_drawing import Drawing
from python_numbers import NUMBERS
from python_statements import STATEMENTS, assignment, kernel, use

ENDING = ".py"
MODULES = ["collections", "contextlib", "dataclasses", "enum", "functools", "math"]
MOST_STEPS = 20000
RUNS = 6


def draw_any(chooser):
    """A text that may raise, run long or make layouts of other numbers."""
    d = Drawing(chooser, STATEMENTS, NUMBERS)
    # Their lines stay where they are until all is drawn.
    for module in MODULES:
        d.line("import " + module)
    d.line("import cutlass")
    d.line("import cutlass.cute as cute")
    d.line("from settings import ask")
    for _ in range(chooser.randint(1, 4)):
        assignment(d)
    while len(d.lines) < 20:
        d.statements(3)
    kernel(d)
    use(d)
    used = ["import " + module for module in MODULES if any(module + "." in line for line in d.lines)]
    return "\n".join(used + d.lines[len(MODULES):]) + "\n"


def disturb(chooser, text):
    """The text with comments and empty lines between its lines, and other ends of lines."""
    comments = ["# n = 3", "   # (", "# a comment \\", "\t# '''", "#", "", "   ", "# \"", "#}", "# def f():",
        "        # x: y"]
    lines = []
    for line in text.split("\n"):
        if chooser.random() < 0.04:
            lines.append(chooser.choice(comments))
        ends = line.strip() and not line.endswith("\\") and chooser.random() < 0.03
        lines.append(line + (chooser.choice(["  # [n = 3", " ", "  # \\", "# '", "\t"]) if ends else ""))
    end = "\r\n" if chooser.random() < 0.05 else "\n"
    return end.join(lines)


def draw(chooser):
    """A program, drawn by the random.Random "chooser"."""
    while True:
        text = disturb(chooser, draw_any(chooser))
        if observe([text])[0] is not None:
            return text


# --- what programs do ---


class Stopped(BaseException):
    """The program runs for too long, or makes a layout of numbers that are not meant."""


class Layout:
    """What make_layout gives."""

    def __init__(self, shape, stride):
        self.shape, self.stride = shape, stride


def size(of, mode=None):
    """cute.size of a layout or shape, or of one of its modes."""
    shape = of.shape if isinstance(of, Layout) else of
    shape = shape if mode is None else shape[mode[0]]
    return shape if isinstance(shape, int) else shape[0] * size(shape[1:]) if shape else 1


class Keeper:
    """An object of another module that keeps a list, and changes it."""

    def __init__(self, kept):
        self.kept = kept

    def grow(self):
        self.kept.append(len(self.kept) + 1)

    def __enter__(self):
        return self.kept

    def __exit__(self, *_what):
        return False


class Run:
    """One run of a program: the modules that it imports, and the layouts that it makes."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.found = {}
        self.steps = 0

    def make_layout(self, shape, stride):
        numbers = [*shape, *stride]
        if len(numbers) != 4 or not all(isinstance(n, int) and 1 <= n <= 10 ** 6 for n in numbers):
            raise Stopped
        line = sys._getframe(1).f_lineno
        self.found.setdefault(line, set()).add("(%d,%d):(%d,%d)" % tuple(numbers))
        return Layout(shape, stride)

    def ask(self):
        return self.random.randint(1, 9)

    def mangle(self, some):
        """Change a list that somebody gives, and lists in it."""
        for one in some:
            if isinstance(one, list):
                self.mangle(one)
        some.append(self.ask())
        some[0] = self.ask() if isinstance(some[0], int) else some[0]
        return some

    def trace(self, frame, _event, _argument):
        """Count the steps of the program itself."""
        if frame.f_code.co_filename != "drawn":
            return None
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Stopped
        return self.trace

    def modules(self):
        """The modules that are not those of Python."""
        cute = types.ModuleType("cutlass.cute")
        cute.size = size
        cute.make_layout, cute.jit, cute.kernel = self.make_layout, lambda f: f, lambda f: f
        cutlass = types.ModuleType("cutlass")
        cutlass.cute, cutlass.Constexpr, cutlass.Int32 = cute, int, int
        cutlass.range = cutlass.range_constexpr = lambda *ends, **_named: range(*ends)
        cutlass.const_expr = lambda value: value
        settings = types.ModuleType("settings")
        settings.ask, settings.SIZE = self.ask, self.random.randint(1, 9)
        settings.n, settings.mangle, settings.Keeper = self.random.randint(1, 9), self.mangle, Keeper
        drawn = types.ModuleType("drawn")
        return {"cutlass": cutlass, "cutlass.cute": cute, "settings": settings, "drawn": drawn}

    def call(self, function, given=0):
        """Call "function" with numbers that nobody knows; defaults are sometimes left."""
        code = function.__code__
        needs = code.co_argcount - len(function.__defaults__ or ()) - given
        most = code.co_argcount - given
        return function(*[self.ask() for _ in range(self.random.choice([needs, most]))])

    def call_kernels(self, module):
        """Call what others call: functions called kernel, and the methods of classes called Kernel."""
        functions = [value for name, value in module.items() if re.fullmatch(r"kernel\d+", name)]
        for function in functions + self.random.sample(functions, len(functions)):
            self.call(function)
        for name, value in list(module.items()):
            if re.fullmatch(r"Kernel\d+", name):
                needs = value.__init__.__code__.co_argcount - 1 - len(value.__init__.__defaults__ or ())
                thing = value(*[self.ask() for _ in range(needs)])
                labels = [label for label in vars(value) if label.startswith("part")]
                for label in labels + self.random.sample(labels, len(labels)):
                    part = getattr(thing, label)
                    if callable(part):
                        part()

    def program(self, code):
        """Run a program and what others call of it. Returns whether it ran to its end."""
        modules = self.modules()
        kept = {name: sys.modules.get(name) for name in modules}
        sys.modules.update(modules)
        module = modules["drawn"].__dict__
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                sys.settrace(self.trace)
                exec(code, module)
                self.call_kernels(module)
        except (Exception, Stopped):
            return False
        finally:
            sys.settrace(None)
            for name, old in kept.items():
                if old is None:
                    del sys.modules[name]
                else:
                    sys.modules[name] = old
        return True


def observe(texts):
    """What layouts the programs make, as a dict from lines to texts; None for one that does not run as it should."""
    observed = []
    for text in texts:
        found = {}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                code = compile(text, "drawn", "exec")
        except (SyntaxError, ValueError):
            observed.append(None)
            continue
        for seed in range(RUNS):
            run = Run(seed)
            if not run.program(code):
                found = None
                break
            for line, layouts in run.found.items():
                found.setdefault(line, set()).update(layouts)
        observed.append(found)
    return observed


def shorter_texts(text):
    """The text without some lines, longest cuts first, and with bodies in the place of their heads."""
    lines = text.split("\n")
    size = len(lines) // 2
    while size > 0:
        for at in range(0, len(lines) - size + 1):
            yield "\n".join(lines[:at] + lines[at + size:])
        size //= 2
    for at, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        end = at + 1
        while end < len(lines) and len(lines[end]) - len(lines[end].lstrip()) > indent:
            end += 1
        if line.endswith(":") and end > at + 1:
            body = lines[at + 1:end]
            cut = len(body[0]) - len(body[0].lstrip()) - indent
            yield "\n".join(lines[:at] + [other[cut:] for other in body] + lines[end:])
