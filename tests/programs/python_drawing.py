"""A program in Python while it is drawn: its lines, its scopes, and the names that have values there."""
import contextlib

NAMES = ["n", "m", "k", "tile", "width", "depth", "count", "rows", "step", "x", "y", "i", "sizes", "value", "bits",
    "warps", "lanes", "parts", "left", "right", "N", "M", "K", "block"]
LISTS = ["shape", "items", "others", "list_a", "sizes", "x"]
DICTS = ["config", "table"]
FUNCTIONS = ["f", "g", "helper", "twice", "pick"]
CLASSES = ["Config", "Tile", "Layouts"]
MOST_DEPTH = 4
MOST_LINES = 40


class Scope:
    """The names of a module, function or class: their kinds, and which of them may have no value."""

    def __init__(self, kind):
        self.kind = kind  # "module", "function" or "class"
        self.names = {}  # name -> its kind, and what else is known of it
        self.unbound = set()
        self.outer_reads = set()
        self.globals = set()
        self.attributes = []  # of self, in methods
        self.loops = 0
        self.branches = 0
        self.returns = kind == "function"


class Drawing:
    """A program that is being drawn."""

    def __init__(self, chooser, statements, numbers):
        self.random = chooser
        self.lines = []
        self.indent = 0
        self.unit = chooser.choice(["    ", "    ", "  ", "\t"])
        self.scopes = [Scope("module")]
        self.kernels = 0
        self.use = statements[0][1]  # the kind that makes a layout
        self.reuse = chooser.choice([0.05, 0.2, 0.5])  # how often a name that has a value is given another
        share = chooser.choice([0.2, 0.4, 1])  # a program of few kinds has more of each
        self.kinds = [(w, kind) for w, kind in statements if w > 10 or chooser.random() < share]
        self.number_kinds = [(w, kind) for w, kind in numbers if w >= 10 or chooser.random() < share]
        self.last = None  # the name that was given a value last

    # lines

    def line(self, text):
        """Write a line, or several of a text in brackets or quotes, in the body that is open."""
        self.lines.append(self.unit * self.indent + text)

    @contextlib.contextmanager
    def body(self, head, branch=True):
        """A body behind "head"; names that only a branch gives values may have none behind it."""
        scope = self.scopes[-1]
        self.line(head)
        self.indent += 1
        before = dict(scope.names)
        length = len(self.lines)
        scope.branches += branch
        yield
        if len(self.lines) == length:
            self.line("pass")
        scope.branches -= branch
        self.indent -= 1
        if branch:
            scope.unbound |= set(scope.names) - set(before)
            scope.names = before

    @contextlib.contextmanager
    def scope(self, head, kind):
        """A body behind "head" with names of its own."""
        self.line(head)
        self.indent += 1
        length = len(self.lines)
        self.scopes.append(Scope(kind))
        yield self.scopes[-1]
        if len(self.lines) == length:
            self.line("pass")
        self.scopes.pop()
        self.indent -= 1

    def statements(self, most):
        """Draw one to "most" statements."""
        for _ in range(self.random.randint(1, most)):
            _, statement = self.random.choices(self.kinds, [weight for weight, _ in self.kinds])[0]
            if len(self.lines) < MOST_LINES - 6 and self.indent < MOST_DEPTH:
                statement(self)
                if self.chance(0.3):
                    self.use(self)

    def chance(self, share):
        return self.random.random() < share

    # names

    def visible(self, kind):
        """The names of "kind" that may be read here, with their scopes."""
        found = {}
        hidden = set()
        for scope in reversed(self.scopes):
            if scope.kind == "class" and scope is not self.scopes[-1]:
                continue
            for name, info in scope.names.items():
                if name not in hidden and info["kind"] == kind:
                    found[name] = info
            hidden |= set(scope.names) | scope.unbound
        return found

    def read(self, kind):
        """A name of "kind" that has a value here, or None."""
        found = self.visible(kind)
        if not found:
            return None
        name = self.last if self.last in found and self.chance(0.4) else self.random.choice(sorted(found))
        for scope in reversed(self.scopes):
            if name in scope.names or name in scope.globals:
                break
            scope.outer_reads.add(name)
        return name

    def info(self, name):
        """What is known of "name"."""
        for scope in reversed(self.scopes):
            if name in scope.names:
                return scope.names[name]
        return {"kind": "none"}

    def own(self, kind):
        """A name of "kind" that the open scope may change in its place: n += 1. None if there is none."""
        scope = self.scopes[-1]
        names = [name for name, info in scope.names.items() if info["kind"] == kind]
        names += [name for name in scope.globals if self.scopes[0].names[name]["kind"] == kind]
        return self.random.choice(sorted(names)) if names else None

    def may_assign(self, name, kind):
        """Whether "name" may be given a value of "kind" here."""
        scope = self.scopes[-1]
        old = self.scopes[0].names.get(name) if name in scope.globals else scope.names.get(name)
        if name in scope.outer_reads:
            return False
        if old is not None and old["kind"] != kind:
            return scope.branches == 0 and name not in scope.globals and self.chance(0.1)
        return True

    def assign(self, kind, pool=NAMES, **known):
        """A name to give a value of "kind"; call it when the value is drawn, since that reads names."""
        names = [name for name in pool if self.may_assign(name, kind)]
        old = [name for name in names if name in self.scopes[-1].names or name in self.scopes[-1].globals]
        name = self.random.choice(old if old and self.chance(0.5) else names or ["other"])
        scope = self.scopes[-1]
        if name not in scope.globals:
            scope.names[name] = dict(known, kind=kind)
            scope.unbound.discard(name)
        return name

    def forget(self, name):
        """ "name" has no value here any more."""
        self.scopes[-1].names.pop(name, None)
        self.scopes[-1].unbound.add(name)

    # parts of expressions

    def small(self):
        return str(self.random.choice([1, 2, 3, 4, 5, 8, 16]))

    def unknown(self):
        """A number that is not known when the kernel is compiled."""
        name = self.read("unknown")
        return name if name and self.chance(0.7) else "ask()"

    def name_or_number(self):
        return self.read("constant" if self.chance(0.25) else "number") or self.small()

    def number(self, depth=1):
        """An expression that is a positive number."""
        if depth == 0 or self.chance(0.4):
            return self.name_or_number() if self.chance(0.7) else self.small()
        _, number = self.random.choices(self.number_kinds, [weight for weight, _ in self.number_kinds])[0]
        return number(self, depth - 1) or self.name_or_number()

    def numbers(self, least=2, most=4):
        """Expressions with commas between."""
        return ", ".join(self.number() for _ in range(self.random.randint(least, most)))

    def condition(self):
        """A condition, known or not."""
        sign = self.random.choice(["<", ">", "==", "!=", "<=", ">="])
        kind = self.random.randrange(9)
        if kind < 3:
            return f"{self.unknown()} {sign} {self.small()}"
        if kind < 5:
            return f"{self.name_or_number()} {sign} {self.small()}"
        if kind == 5:
            return f"{self.small()} < {self.name_or_number()} <= {self.small()}"
        if kind == 6:
            join = self.random.choice(["and", "or"])
            return f"{self.name_or_number()} {sign} {self.small()} {join} {self.unknown()} > 4"
        if kind == 7:
            return f"not {self.name_or_number()} {sign} {self.small()}"
        return self.random.choice(["True", "False", "cutlass.const_expr(%s > 3)" % self.name_or_number()])
