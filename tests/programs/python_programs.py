#!/usr/bin/env python3
"""Random programs in Python, and what "cutelayout paste" says of them against what they do.

A drawn program makes layouts of numbers, one in a line: a = cute.make_layout((n, 4), stride=(m, 1)). It is run by Python with
modules that only keep which layouts were made in which line, several times with other values of what is not known when a
kernel is compiled. A number that "paste" prints for a line is wrong if one of these runs had another one there.

    python3 tests/programs/python_programs.py build/src/cli/cutelayout --count 1000 --seed 7

A new kind of statement is a function that takes a Drawing and writes lines with it, and its name in STATEMENTS with how often
it is drawn; a new kind of number is a function that returns an expression, and its name in NUMBERS.
"""
import argparse
import contextlib
import io
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import types

NAMES = ["n", "m", "k", "tile", "width", "depth", "count", "rows", "step", "x", "y", "i", "sizes", "value", "bits", "warps",
    "lanes", "parts", "left", "right", "N", "M", "K", "block"]
LISTS = ["shape", "items", "others", "list_a", "sizes", "x"]
DICTS = ["config", "table"]
FUNCTIONS = ["f", "g", "helper", "twice", "pick"]
CLASSES = ["Config", "Tile", "Layouts"]
MOST_DEPTH = 4
MOST_LINES = 40
MOST_STEPS = 20000
RUNS = 6


# --- what is known of a program while it is drawn ---


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

    def __init__(self, chooser):
        self.random = chooser
        self.lines = []
        self.indent = 0
        self.unit = chooser.choice(["    ", "    ", "  ", "\t"])
        self.scopes = [Scope("module")]
        self.kernels = 0
        self.reuse = chooser.choice([0.05, 0.2, 0.5])  # how often a name that has a value is given another
        share = chooser.choice([0.2, 0.4, 1])  # a program of few kinds has more of each
        self.kinds = [(w, kind) for w, kind in STATEMENTS if kind in (use, assignment) or chooser.random() < share]
        self.number_kinds = [(w, kind) for w, kind in NUMBERS if kind is arithmetic or chooser.random() < share]
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
                    use(self)

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


# --- numbers ---


def arithmetic(d, depth):
    """n + 4, and with the other signs."""
    a, b = d.number(depth), d.small()
    forms = ["{a} + {b}", "{a} * {b}", "max({a} - {b}, 1)", "{a} // {b} + 1", "{a} % {b} + 1", "({a} | {b})", "({a} & {b}) + 1"]
    forms += ["({a} ^ {b}) + 1", "({a} << 1)", "({a} >> 1) + 1", "{a} ** 2 % 50 + 1", "abs({a} - {b}) + 1", "-(-{a} // {b})"]
    forms += ["min({a}, {b})", "max({a}, {b})", "int({a} > {b}) + 1", "bool({a}) + {b}", "divmod({a} + {b}, {b})[0]"]
    forms += ["({a}, {b})[0]", "[{a}, {b}][-1]", "(lambda x: x + {b})({a})", "sum([{a}, {b}])", "(~{a} & 7) + 1", "pow({a}, 2, 13) + 1"]
    return d.random.choice(forms).format(a=a, b=b)


def precedence(d, depth):
    """Signs one behind the other without brackets between."""
    text = ""
    for place in range(d.random.randint(2, 4)):
        before = d.random.choice(["", "", "", "-", "~", "+", "- ", "-~"])
        operand = d.random.choice([d.small(), d.name_or_number(), f"({d.number(depth)})"])
        sign = d.random.choice(["+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>", "**"]) if place > 0 else ""
        if sign in ("<<", ">>", "**"):
            before, operand = "", d.random.choice(["1", "2", "(1)"])
        text += f" {sign} {before}{operand}" if place > 0 else before + operand
    text = d.random.choice([text, text, text, text.replace(" ", ""), f"{text} > {d.small()}", f"{text} == {d.small()}"])
    return f"({text}) % 20 + 1"


def literal(d, _depth):
    """A number as it may be written."""
    forms = ["0x10", "1_6", "0b101", "0o17", "0X1f", "(True + 3)", "int(4.0)", "int(9 / 2)", "round(7 / 2)", "round(2.5)", "len('a#b')"]
    forms += ["ord('a')", "int('12')", "int('1f', 16)", "int(2.9)", "int(-2.5) + 9", "(7).bit_length()", "1_000 // 10"]
    forms += ["int(1e2)", "int(.5 * 8)", "(5).__add__(3)", "math.ceil(7 / 2)", "int(math.log2(8))", "math.prod((2, 3))", "math.gcd(12, 18)"]
    forms += ["-(-7 // 2)", "hash(5)", "len(f'{3}#')", "len('''a'b''')", "int(True)", "(3 > 2) + 1", "len(b'ab')", "len('a' 'b')"]
    return d.random.choice(forms)


def of_float(d, depth):
    """A number that is made with floats."""
    a, b = d.number(depth), d.small()
    forms = ["int({a} / {b}) + 1", "round({a} / {b}) + 1", "math.ceil({a} / {b})", "int({a} * 0.5) + 1", "int({a} // 1.5) + 1"]
    forms += ["int(max({a}, 2.5))", "math.floor({a} * 1.5)", "int({a} ** 0.5) + 1", "int({a} % 2.5) + 1", "int(-{a} / {b}) + 99"]
    return d.random.choice(forms).format(a=a, b=b)


def member(d, depth):
    """One of several numbers, by an index, a key or a string."""
    a, b, c = d.number(depth), d.small(), d.small()
    name = d.name_or_number()
    forms = ["[{a}, {b}][{n} > 3]", "({a}, {b}, {c})[{n} % 3]", "({a}, {b})[-1]", "({a} if {n} in (4, 8) else {b})"]
    forms += ['{{"k": {a}, "m": {b}}}["m"]', '({a} if "k" == "k" else {b})', "({a} if not {n} else {b})", "({a} if {n} is None else {b})"]
    forms += ["({a} if {n} not in [1, 2] else {b})", "({a}, {b}).index({b}) + 1", "(({a}, {b}) + ({c},))[1:][0]", "(({a},) * 3)[2]"]
    forms += ["tuple(x * 2 for x in ({a}, {b}))[0]", "sorted(({a}, {b}))[0]", "sum(({a}, {b}), {c})", "max(*({a}, {b}))"]
    forms += ["({a} if isinstance({n}, int) else {b})", "len(range({a}, {a} + {b}))", "next(iter(({a}, {b})))", "min(({a}, {b}), key=lambda x: -x)"]
    forms += ["(lambda: {a})()", "(lambda x={b}: x)()", "dict(k={a})['k']", "len(({a}, {b})) * {c}", "({a}, {b})[::-1][0]"]
    forms += ["({a} if {n} > 2 > 1 else {b})", "({a} if 1 < {n} < 9 and not {b} > 4 else {c})", "len({{{a}, {b}}})", "any([{n} > 4]) + {b}"]
    forms += ["max({a}, {b}, {c})", "max([{a}, {b}])", "(({a}, {b}), {c})[0][1]", "({a} or {b}) + ({c} and {b})", "({a} == {a}) + {b}"]
    return d.random.choice(forms).format(a=a, b=b, c=c, n=name)


def of_layout(d, _depth):
    """A number of a layout."""
    name = d.read("layout")
    forms = ["{0}.shape[0]", "{0}.stride[1]", "cute.size({0})", "cute.size({0}.shape)", "cute.size({0}, mode=[0])", "len({0}.shape)"]
    return d.random.choice(forms).format(name) if name else None


def chosen(d, depth):
    """A conditional expression, or one of and, or."""
    a, b = d.number(depth), d.number(depth)
    return d.random.choice([f"({a} if {d.condition()} else {b})", f"({a} or {b})", f"({a} and {b})"])


def of_list(d, _depth):
    """A number that a list or tuple has."""
    name = d.read(d.random.choice(["list", "tuple"]))
    forms = ["{0}[0]", "{0}[-1]", "len({0})", "max({0})", "min({0})", "sum({0})", "{0}[len({0}) - 1]", "{0}[1:][0]", "len({0}[:1])"]
    forms += ["sum(x for x in {0})", "len([x for x in {0} if x > 2]) + 1", "[x * 2 for x in {0}][0]", "sorted({0})[0]"]
    forms += ["max([x + i for i, x in enumerate({0})])", "tuple({0})[0]", "list({0})[0]", "{0}[::-1][0]", "{0}.count(4) + 1"]
    return d.random.choice(forms).format(name) if name else None


def of_dict(d, _depth):
    """A number that a dict has."""
    name = d.read("dict")
    forms = ['{0}["a"]', '{0}.get("b", 3)', "len({0})", "sum({0}.values())", '{0}.get("z", 5)', 'int("b" in {0}) + 1']
    return d.random.choice(forms).format(name) if name else None


def of_call(d, depth):
    """What a function of the program returns."""
    name = d.read("function")
    if name is None:
        return None
    arguments = [d.number(depth) for _ in range(d.info(name)["needs"])]
    return f"{name}({', '.join(arguments)})"


def of_object(d, _depth):
    """An attribute."""
    if d.scopes[-1].attributes and d.chance(0.7):
        return "self." + d.random.choice(d.scopes[-1].attributes)
    name = d.read(d.random.choice(["object", "class"]))
    attributes = d.info(name)["attributes"] if name else []
    return f"{name}.{d.random.choice(attributes)}" if attributes else None


def of_walrus(d, depth):
    """A number with a name, in brackets."""
    if d.scopes[-1].kind == "class":
        return None
    value = d.number(depth)
    return f"({d.assign('number')} := {value})" if d.scopes[-1].branches == 0 else None


# --- statements ---


def use(d):
    """A layout of four numbers, which is what is compared."""
    numbers = [d.name_or_number(), d.number(1), d.small(), d.small()]
    d.random.shuffle(numbers)
    x, y, z, w = numbers
    target = d.random.choice(["a = ", "b = ", "layout = ", ""])
    if d.scopes[-1].kind != "class":
        d.line(f"{target}cute.make_layout(({x}, {y}), stride=({z}, {w}))")


def assignment(d):
    """n = 4"""
    value = d.number(2) if d.chance(0.5) else d.small()
    name = d.assign("number")
    forms = ["{n} = {v}"] * 20 + ["{n}: int = {v}", "{n} = ({v})", "{n} = \\\n  {v}", "{n} = (  # of {n} = 3\n  {v})", "{n} = {v}  # {n} = 3"]
    forms += ['{n} = {v}; "# {n} = 9"', "{n}: cutlass.Constexpr = {v}", "{n} = len('#' * 3) + {v}", "({n}) = {v}", "{n}={v}"]
    d.line(d.random.choice(forms).format(n=name, v=value))


def constant(d):
    """A name that has one value: BM = 64"""
    scope = d.scopes[-1]
    names = [name for name in ("BM", "BN", "STAGES") if name not in scope.names and name not in scope.outer_reads]
    if names and scope.branches == 0:
        value = d.number(1)
        name = d.random.choice(names)
        scope.names[name] = {"kind": "constant" if d.chance(0.5) else "number"}
        d.line(f"{name} = {value}")


def of_constant(d, _depth):
    """A name that has one value."""
    return d.read("constant")


def unknown_assignment(d):
    """n = ask()"""
    value = d.random.choice(["ask()", "ask() + 2", f"max({d.unknown()}, {d.small()})", f"{d.unknown()} * 2", "int(f'{ask()}')"])
    d.line(f"{d.assign('number')} = {value}")


def several_targets(d):
    """n = m = 4; n, m = 4, 8; *n, m = ..."""
    values = [d.number() for _ in range(3)]
    a, b, c = (d.assign("number") for _ in range(3))
    forms = [f"{a} = {b} = {values[0]}", f"{a}, {b} = {values[0]}, {values[1]}", f"({a}, {b}) = ({values[0]}, {values[1]})"]
    forms += [f"{a} = {values[0]}; {b} = {values[1]}", f"{a}, ({b}, {c}) = {values[0]}, ({values[1]}, {values[2]})"]
    forms += [f"[{a}, {b}] = [{values[0]}, {values[1]}]", f"{a}, {b} = {b}, {a} = {values[0]}, {values[1]}"]
    forms += [f"{a}, {b} = divmod({values[0]} + 60, 7); {b} += 1"]
    text = d.random.choice(forms)
    if len({a, b, c}) == 3:
        assigned = [name for name in (a, b, c) if re.search(rf"\b{name}\b *[=,)\]]", text)]
        if len(assigned) < 3:
            text += "".join(f"; {name} = {values[2]}" for name in (a, b, c) if name not in assigned)
        d.line(text)
    else:
        d.line(f"{a} = {values[0]}; {b} = {values[1]}; {c} = {values[2]}")


def swap(d):
    """n, m = m, n"""
    a, b = d.own("number"), d.own("number")
    if a and b:
        d.line(f"{a}, {b} = {b}, {a}")


def starred(d):
    """n, *x = 4, 8, 16"""
    values = d.numbers(3, 4)
    a, rest = d.assign("number"), d.assign("list", LISTS)
    if a != rest:
        d.line(f"{a}, *{rest} = {values}" if d.chance(0.5) else f"*{rest}, {a} = {values}")


def augmented(d):
    """n += 4"""
    value = d.small()
    name = d.own("number")
    signs = ["+=", "+=", "*=", "|=", "<<=", "-=", "//=", "%=", "^=", "&=", ">>=", "**="]
    sign = d.random.choice(signs)
    if name is None:
        return
    if sign in ("+=", "*=", "|=", "^="):
        d.line(f"{name} {sign} {d.number(1) if sign == '+=' else value}")
    elif sign == "<<=":
        d.line(f"{name} <<= 1")
    elif sign == "**=":
        d.line(f"{name} **= 2; {name} %= 30; {name} += 1")
    else:
        d.line(f"{name} {sign} {value}; {name} = max({name}, 1)" if d.chance(0.5) else f"{name} += 20; {name} {sign} 3; {name} += 1")


def new_sequence(d):
    """A list or tuple."""
    values = d.numbers()
    if d.chance(0.4):
        forms = ["({0})", "{0}", "tuple([{0}])", "(1,) + ({0})"]
        text = d.random.choice(forms).format(values)
        d.line(f"{d.assign('tuple', LISTS)} = {text}")
        return
    forms = ["[{0}]"] * 5 + ["list(({0}))", "[x + 1 for x in [{0}]]", "[{0}] + [3]", "[4] * 3", "[*range(1, 4), {0}]", "list(range(2, 5))"]
    forms += ["[x for x in range(1, 5)]", "[x + y for x in (1, 2) for y in (3, 4)]"]
    text = d.random.choice(forms).format(values)
    d.line(f"{d.assign('list', LISTS)} = {text}")


def other_name(d):
    """items = shape: two names of one list."""
    kind = d.random.choice(["list", "list", "list", "dict"])
    name = d.read(kind)
    if name:
        forms = ["{0}"] * 4 + (["{0}[:]", "list({0})", "{0}.copy()", "[*{0}]", "{0} if ask() > 4 else [2, 3]"] if kind == "list" else ["dict({0})"])
        text = d.random.choice(forms).format(name)
        d.line(f"{d.assign(kind, LISTS if kind == 'list' else DICTS)} = {text}")


def change_list(d):
    """shape.append(4), and what else changes a list in its place."""
    name = d.read("list")
    if name is None:
        return
    value = d.number()
    forms = ["{0}.append({1})", "{0}.append({1})", "{0}.insert(0, {1})", "{0}.extend([{1}, 2])", "{0}[0] = {1}", "{0}[-1] = {1}"]
    forms += ["{0}[0] += {1}", "{0}.reverse()", "{0}.sort()", "{0}[1:] = [{1}, 3]", "{0}.append({1}); {0}.pop(0)", "{0}.append({1}); del {0}[0]"]
    forms += ["{0}.append({1}); {0}.remove({1})", "{0}.clear(); {0}.extend([{1}, 5])", "{0}[:] = [{1}, {1}]", "grow = {0}.append; grow({1})"]
    forms += ["{0}[0], {0}[-1] = {0}[-1], {0}[0]", "[{0}.append(x) for x in (2, 3)]", "list.append({0}, {1})", "{0}.__setitem__(0, {1})"]
    text = d.random.choice(forms).format(name, value)
    own = d.own("list")
    if own and d.chance(0.2):
        text = d.random.choice([f"{own} += [{value}]", f"{own} *= 2", f"{own} = {own} + [{value}]"])
    d.line(text)
    if d.chance(0.4):
        use_list(d, d.read("list") or name)


def pop(d):
    """n = shape.pop()"""
    name = d.read("list")
    if name:
        d.line(f"{name}.append({d.number()})")
        d.line(f"{d.assign('number')} = {name}.pop({d.random.choice(['', '0', '-1'])})")


def dictionary(d):
    """A dict, or a change of one."""
    name = d.read("dict")
    value = d.number()
    if name is None or d.chance(0.3):
        forms = ['{{"a": {0}, "b": {1}}}', "dict(a={0}, b={1})", '{{x: {0} for x in "ab"}}', '{{"a": {0}, **{{"b": {1}}}}}']
        text = d.random.choice(forms).format(value, d.small())
        d.line(f"{d.assign('dict', DICTS)} = {text}")
        return
    forms = ['{0}["a"] = {1}', '{0}["b"] = {1}', '{0}.update(a={1})', '{0}["c"] = {1}', '{0}["a"] += 2', '{0}.setdefault("d", {1})']
    forms += ['{0}["b"] = 3; {0}.pop("b")', '{0}["c"] = {1}; del {0}["c"]', '{0} |= {{"a": {1}}}' if d.own("dict") == name else '{0}["a"] = {1}']
    d.line(d.random.choice(forms).format(name, value))


def branch(d):
    """if, elif and else"""
    with d.body(f"if {d.condition()}:"):
        d.statements(3)
    if d.chance(0.3):
        with d.body(f"elif {d.condition()}:"):
            d.statements(2)
    if d.chance(0.5):
        with d.body("else:"):
            d.statements(2)


def both_branches(d):
    """A name that each branch gives a value."""
    a, b = d.number(), d.number()
    condition = d.condition()
    name = d.assign("number")
    d.line(f"if {condition}:")
    d.line(f"{d.unit}{name} = {a}")
    d.line("else:")
    d.line(f"{d.unit}{name} = {b}")


def one_line_branch(d):
    """if n > 4: m = 3"""
    value = d.number()
    name = d.own("number")
    condition = d.condition()
    if name:
        d.line(f"if {condition}: {name} = {value}" + ("; step = 3" if d.chance(0.1) and d.own("number") == "step" else ""))


def loop_head(d):
    """The head of a loop that gives numbers to the returned names, which may have none behind it."""
    values = d.numbers(2, 3)
    name = d.read(d.random.choice(["list", "tuple"]))
    table = d.read("dict")
    iterables = [f"range(1, {d.random.randint(2, 4)})", "range(1, 8, 3)", f"[{values}]", f"({values})", "cutlass.range(1, 3)"]
    iterables += ["cutlass.range_constexpr(1, 4)", "range(4, 1, -1)", "cutlass.range(1, 4, unroll=1)", "range(1, ask() + 1)"]
    iterables += [f"list({name})", f"tuple({name})", f"{name}[:2]"] if name else []
    pairs = [f"enumerate([{values}], 1)", f"zip([{values}], (3, 4, 5))"]
    pairs += [f"enumerate(list({name}), 1)", f"zip({name}[:], {name}[:])"] if name else []
    if table and d.chance(0.2):
        return f"for key in list({table}):", []
    if d.chance(0.3):
        pair = d.random.choice(pairs)
        a, b = d.assign("number"), d.assign("number")
        return (f"for {a}, {b} in {pair}:" if d.chance(0.8) else f"for ({a}, {b}) in {pair}:"), [a, b]
    iterable = d.random.choice(iterables)
    a = d.assign("number")
    return f"for {a} in {iterable}:", [a]


def loop(d):
    """A loop, perhaps with a way out and an else; its variable is used behind it where it has a value."""
    head, _ = loop_head(d)
    scope = d.scopes[-1]
    scope.loops += 1
    with d.body(head):
        d.statements(3)
        if d.chance(0.3):
            d.line(f"if {d.condition()}: {d.random.choice(['break', 'continue'])}")
            d.statements(2)
    scope.loops -= 1
    if d.chance(0.2):
        with d.body("else:"):
            d.statements(2)


def while_loop(d):
    """A loop that counts."""
    limit = d.random.choice(["3", "2", "4", "ask()"])
    name = "turn" + str(d.indent)
    scope = d.scopes[-1]
    d.line(f"{name} = 0")
    scope.loops += 1
    head = f"while {name} < {limit}:" if d.chance(0.8) else f"while ({name} := {name} + 1) < {limit}:"
    with d.body(head):
        d.line(f"{name} += 1")
        d.statements(3)
        if d.chance(0.3):
            d.line(f"if {d.condition()}: break")
            d.statements(1)
    scope.loops -= 1


def leave_early(d):
    """break, continue, return or raise behind a condition."""
    scope = d.scopes[-1]
    ways = ["raise ValueError('# no')"]
    condition = "ask() > 90"
    if scope.loops > 0 and d.chance(0.7):
        ways = ["break", "continue"]
        condition = d.condition()
    elif scope.returns:
        ways = [f"return {d.number()}"]
        condition = d.condition()
    d.line(f"if {condition}: {d.random.choice(ways)}")


def try_body(d):
    """try, except, else and finally"""
    with d.body("try:"):
        d.statements(2)
        if d.chance(0.5):
            d.line(f"if {d.condition()}: raise ValueError")
        d.statements(2)
    if d.chance(0.8):
        with d.body(d.random.choice(["except ValueError:", "except (ValueError, KeyError) as error:", "except Exception:"])):
            d.statements(2)
        if d.chance(0.3):
            with d.body("else:"):
                d.statements(1)
        if d.chance(0.3):
            with d.body("finally:"):
                d.statements(1)
    else:
        with d.body("finally:"):
            d.statements(2)


def with_body(d):
    """with, which may give a name a value, or hide what is raised."""
    value = d.number()
    if d.chance(0.4):
        with d.body("with contextlib.suppress(ValueError):"):
            d.statements(2)
            d.line(f"if {d.condition()}: raise ValueError")
            d.statements(1)
    else:
        with d.body(f"with contextlib.nullcontext({value}) as {d.assign('number')}:", branch=False):
            d.statements(3)


def match_body(d):
    """match and case"""
    subjects = [d.name_or_number(), d.unknown(), f"({d.numbers(2, 2)})", f"[{d.numbers(3, 3)}]", f'{{"a": {d.number()}}}']
    subject = d.random.choice(subjects)
    case = d.assign("number")
    with d.body(f"match {subject}:", branch=False):
        patterns = [d.small(), f"{d.small()} | {d.small()}", f"[{case}, _]", f"[{case}, *_]", f'{{"a": {case}}}', f"int({case})"]
        patterns += [f"{d.small()} as {case}", f"{case} if {case} == 4"]
        d.line(f"case {d.random.choice(patterns)}:")
        d.indent += 1
        d.scopes[-1].branches += 1
        d.line(f"{case} = {d.small()}" if d.chance(0.5) else "pass")
        d.statements(2)
        d.scopes[-1].branches -= 1
        d.indent -= 1
        with d.body("case _:" if d.chance(0.6) else f"case {case}:"):
            d.line(f"{case} = {d.small()}")


def parameters(d, scope, needs):
    """The parameters of a function, which are numbers in it; the first "needs" have no default."""
    texts = []
    for place in range(needs + d.random.randint(0, 1)):
        name = d.random.choice([name for name in NAMES if name not in scope.names])
        scope.names[name] = {"kind": "number"}
        kind = d.random.choice(["", "", ": int", ": cutlass.Constexpr"])
        texts.append(name + kind + ("" if place < needs else f"={d.small()}"))
    return ", ".join(texts)


def open_function(d, name, needs, first="", default="", kernel=False):
    """Begin a function: its head is written when its parameters are drawn."""
    scope = Scope("function")
    inner = parameters(d, scope, needs)
    texts = [text for text in (first, inner, default) if text]
    d.line(f"def {name}({', '.join(texts)}):")
    d.indent += 1
    d.scopes.append(scope)
    if kernel:
        for info in scope.names.values():
            info["kind"] = "unknown" if d.chance(0.5) else "number"
    return scope


def close_function(d):
    d.scopes.pop()
    d.indent -= 1


def begin_function(d, scope):
    """What a function may begin with: a docstring, names of outside, names that hide those."""
    if d.chance(0.2):
        d.line('"""Makes n = 5.\n\nn = 7\n"""' if d.chance(0.5) else "'''It's n = 3 # of'''")
    module = d.scopes[0].names
    numbers = [name for name, info in module.items() if info["kind"] == "number" and name not in scope.names]
    if numbers and d.chance(0.35):
        name = d.random.choice(sorted(numbers))
        scope.globals.add(name)
        d.line(f"global {name}")
        d.line(f"{name} = {d.small()}" if d.chance(0.5) else f"{name} += {d.small()}")
    around = d.scopes[-2]
    if around.kind == "function" and d.chance(0.4):
        numbers = [name for name, info in around.names.items() if info["kind"] == "number"]
        numbers = [name for name in numbers if name not in scope.names and name not in scope.globals]
        if numbers:
            name = d.random.choice(sorted(numbers))
            scope.names[name] = {"kind": "number"}
            d.line(f"nonlocal {name}")
            d.line(f"{name} = {d.small()}" if d.chance(0.5) else f"{name} += {d.small()}")


def function(d):
    """A function that the program may call."""
    if len(d.scopes) > 2 or d.scopes[-1].kind == "class":
        return
    needs = d.random.randint(0, 2)
    default = ""
    module = d.read("number") if d.chance(0.3) else None
    name = d.assign("function", FUNCTIONS, needs=needs)
    if module:
        default = f"by_default={module}"
    if d.chance(0.2):
        d.line(d.random.choice(["@cute.jit", "@functools.lru_cache(None)", "@cute.jit"]))
    rest = d.random.choice([""] * 8 + ["*args", "**named", "*, only=4"])
    scope = open_function(d, name, needs, "", ", ".join(text for text in (default, rest) if text))
    if default:
        scope.names["by_default"] = {"kind": "number"}
    scope.unbound.add(name)
    begin_function(d, scope)
    d.statements(4)
    d.line(f"return {d.number()}")
    close_function(d)


def lambda_function(d):
    """f = lambda x: x + n"""
    if d.scopes[-1].kind == "class":
        return
    outer = d.name_or_number()
    text = d.random.choice(["lambda x: x + {0}", "lambda x, k={0}: x + k", "lambda x: {0}", "lambda *x: x[0] + {0}"]).format(outer)
    name = d.assign("function", FUNCTIONS, needs=1)
    if name != outer:
        d.line(f"{name} = {text}")


def generator(d):
    """A generator, and a loop over it."""
    if d.scopes[-1].kind == "class" or len(d.scopes) > 2:
        return
    scope = open_function(d, "numbers", 0)
    scope.returns = False
    begin_function(d, scope)
    d.statements(2)
    d.line(f"yield {d.number()}")
    d.statements(2)
    d.line(f"yield {d.number()}")
    close_function(d)
    with d.body(f"for {d.assign('number')} in numbers():"):
        d.statements(2)


def recursion(d):
    """A function that calls itself."""
    if d.scopes[-1].kind == "class":
        return
    value = d.number()
    d.line(f"def again(n, m={d.name_or_number()}):")
    d.line(f"{d.unit}if n < 2: return m")
    d.line(f"{d.unit}a = cute.make_layout((n, m), stride=(n, 1))")
    d.line(f"{d.unit}return again(n - 1, m + 1)")
    d.line(f"{d.assign('number')} = again(3) + {value}")


def list_function(d):
    """A function that changes a list that it is given, or one of outside."""
    if d.scopes[-1].kind == "class":
        return
    name = d.read("list")
    if name is None:
        return
    kind = d.random.randrange(5)
    if kind == 0:
        d.line("def fill(target, value=4):")
        inner = ["target.append(value)", "target[0] = value", "own = target; own.append(value)", "target = [3]; target.append(value)"]
        inner += ["if value > 90: target = []", "for one in [target]: one.append(value)", "settings.mangle(target)", "target += [value]"]
        inner += ["return [target][0].append(value)", "run = target.append; run(value)"]
        text = d.random.choice(inner)
        if "settings" in text:
            d.lines.insert(len(d.lines) - 1, d.unit * d.indent + "import settings")
        d.line(d.unit + text)
        d.line(d.random.choice([f"fill({name})", f"fill({name}, {d.number()})", f"fill(value=3, target={name})", f"run = fill; run({name})"]))
    elif kind == 1:
        d.line("def fill():")
        d.line(f"{d.unit}{name}.append({d.small()})")
        d.line(d.random.choice(["fill()", "fill() or fill()", "list(map(lambda _: fill(), range(2)))"]))
    elif kind == 2:
        d.line(f"def fill(target=[{d.small()}]):")
        d.line(f"{d.unit}target.append(len(target) + 1)")
        d.line(f"{d.unit}b = cute.make_layout((len(target), target[-1]), stride=(target[0], 1))")
        d.line(f"{d.unit}return target")
        d.line(f"{d.assign('list', LISTS)} = fill()")
        if d.chance(0.5):
            d.line("fill()")
    elif kind == 3:
        d.line("def fill(*targets):")
        d.line(f"{d.unit}for one in targets: one.append({d.small()})")
        d.line(f"fill({name}, {name})")
    else:
        d.line("def same(target): return target")
        d.line(f"same({name}).append({d.number()})")
    use_list(d, d.read("list") or name)


def call(d):
    """A call of a function, with its value or without, perhaps with named arguments."""
    name = d.read("function")
    if name is None or d.scopes[-1].kind == "class":
        return
    arguments = ", ".join(d.number() for _ in range(d.info(name)["needs"]))
    text = f"{name}({arguments})"
    d.line(f"{d.assign('number')} = {text}" if d.chance(0.5) else d.random.choice([text, f"print({text})", f"({text}, {text})"]))


def inner_function(d):
    """A function in a function, which is called when what it reads or changes is another number."""
    if len(d.scopes) != 2 or d.scopes[-1].kind == "class" or not d.scopes[-1].returns:
        return
    name = d.own("number") or "n"
    later = name if d.chance(0.6) else d.random.choice(NAMES)
    if later in d.scopes[-1].outer_reads or later in d.scopes[-1].globals:
        return
    d.line("def inner():")
    forms = ["a = cute.make_layout(({0}, 4), stride=(4, 1))", "return {0}", "nonlocal {0}; {0} = 7; return 3"]
    d.line(d.unit + d.random.choice(forms).format(later))
    value = d.number()
    d.statements(1)
    d.scopes[-1].names[later] = {"kind": "number"}
    d.scopes[-1].unbound.discard(later)
    d.line(d.random.choice([f"{later} = {value}", f"for {later} in ({value}, 3):\n{d.unit * (d.indent + 1)}pass"]))
    if d.chance(0.7):
        d.line(d.random.choice(["inner()", f"for {later} in (2, 3): inner()", f"if ask() > 4: inner()"]))
        use(d)


def called_once(d):
    """A function that is called at one place, whose parameters are what that gives."""
    if len(d.scopes) > 2 or d.scopes[-1].kind == "class" or d.scopes[-1].branches > 0:
        return
    name = f"once{len(d.lines)}"
    needs = d.random.randint(1, 2)
    rest = d.random.choice(["", "", "", "*rest", "**named", "*, only=4"])
    with_default = f"late={d.read('number')}" if d.chance(0.3) and d.read("number") else ""
    scope = open_function(d, name, needs, "", ", ".join(text for text in (with_default, rest) if text))
    names = list(scope.names)
    begin_function(d, scope)
    d.statements(4)
    use(d)
    d.line(f"return {d.number()}")
    close_function(d)
    d.statements(2)
    given = [d.number() for _ in names[:d.random.randint(needs, len(names))]]
    if d.chance(0.3):
        given[-1] = f"{names[len(given) - 1]}={given[-1]}"
    elif d.chance(0.1):
        given = [f"*[{', '.join(given)}]"]
    text = f"{name}({', '.join(given)})"
    ways = [text, text, f"{d.assign('number')} = {text}", f"print({text})", f"for _ in range(2): {text}", f"({text}, 4)"]
    d.line(d.random.choice(ways))


def kernel(d):
    """A function that something else calls, at any time and with any arguments."""
    if len(d.scopes) > 1 or d.indent > 0:
        return
    d.kernels += 1
    if d.chance(0.4):
        d.line(d.random.choice(["@cute.jit", "@cute.kernel"]))
    scope = open_function(d, f"kernel{d.kernels}", d.random.randint(0, 2), kernel=True)
    begin_function(d, scope)
    d.statements(7)
    use(d)
    close_function(d)


def change_attribute(d):
    """self.n = 4"""
    attributes = d.scopes[-1].attributes
    if attributes:
        name = d.random.choice(attributes)
        value = d.number()
        d.line(d.random.choice([f"self.{name} = {value}", f"self.{name} += {d.small()}", f"self.{name} = {value}"]))


def python_class(d):
    """A class with constants, attributes and methods, and an object of it; one called Kernel is used by others."""
    if len(d.scopes) > 1 or d.indent > 0:
        return
    is_kernel = d.chance(0.3)
    base = d.read("class") if d.chance(0.3) else None
    inherited = list(d.info(base)["attributes"]) if base else []
    name = f"Kernel{len(d.lines)}" if is_kernel else d.random.choice(CLASSES)
    if name == base:
        return
    constants = d.random.sample(["WIDTH", "DEPTH", "n"], d.random.randint(1, 2))
    d.line(f"class {name}{'(' + base + ')' if base else ''}:")
    d.indent += 1
    d.scopes.append(Scope("class"))
    for constant in constants:
        d.line(f"{constant}{d.random.choice(['', ': int'])} = {d.number()}")
        d.scopes[-1].names[constant] = {"kind": "number"}
    if d.chance(0.2):
        with d.body(f"if {d.condition()}:"):
            d.line(f"{constants[0]} = {d.small()}")
    attributes = constants + inherited
    own = d.random.sample(["size", "stages", "n", "k"], 2)
    needs = d.random.randint(0, 1)
    scope = open_function(d, "__init__", needs, "self")
    scope.returns = False
    scope.attributes = list(attributes)
    if base:
        d.line(f"super().__init__({', '.join(['4'] * d.info(base)['needs'])})")
    for attribute in own:
        d.line(f"self.{attribute} = {d.number()}")
        scope.attributes.append(attribute)
    d.statements(1)
    close_function(d)
    attributes = sorted(set(attributes + own))
    methods = []
    for number in range(d.random.randint(1, 2)):
        kind = d.random.randrange(6)
        label = f"part{number}"
        methods.append(label)
        if kind == 0:
            d.line("@property")
            methods.pop()
        elif kind == 1:
            d.line("@classmethod")
        scope = open_function(d, label, 0, "self" if kind != 1 else "cls")
        scope.attributes = list(attributes) if kind != 1 else []
        change_attribute(d) if d.chance(0.4) else None
        d.statements(3)
        use(d)
        d.line(f"return {d.number()}")
        close_function(d)
        if kind == 0:
            attributes.append(label)
    d.scopes.pop()
    d.indent -= 1
    if is_kernel:
        return
    d.scopes[0].names[name] = {"kind": "class", "attributes": constants, "needs": needs}
    d.scopes[0].unbound.discard(name)
    d.line(f"thing = {name}({', '.join([d.number()] * needs)})")
    d.scopes[0].names["thing"] = {"kind": "object", "attributes": attributes, "methods": methods, "own": own}


def use_object(d):
    """What is done with an object: a method, or an attribute that is changed."""
    name = d.read("object")
    if name is None or d.scopes[-1].kind == "class":
        return
    info = d.info(name)
    forms = [f"{name}.{d.random.choice(info['own'])} = {d.number()}", f"{name}.{d.random.choice(info['own'])} += 1"]
    forms += [f"{name}.{label}()" for label in info["methods"]]
    forms += [f"setattr({name}, '{info['own'][0]}', 3)", f"other_thing = {name}; other_thing.{info['own'][0]} = {d.small()}"]
    d.line(d.random.choice(forms))


def change_class(d):
    """Config.WIDTH = 8"""
    name = d.read("class")
    if name and d.scopes[-1].kind != "class":
        d.line(f"{name}.{d.random.choice(d.info(name)['attributes'])} = {d.number()}")


def data_class(d):
    """A dataclass, an enumeration or a named tuple."""
    if len(d.scopes) > 1 or d.indent > 0:
        return
    kind = d.random.randrange(3)
    if kind == 0:
        d.line("@dataclasses.dataclass")
        with d.body("class Sizes:", branch=False):
            d.line(f"x: int = {d.number()}")
            d.line(f"y: int = {d.small()}")
        d.line(f"sized = Sizes({d.random.choice(['', d.number(), 'y=' + d.number()])})")
        attributes = ["x", "y"]
    elif kind == 1:
        with d.body("class Sizes(enum.IntEnum):", branch=False):
            d.line(f"A = {d.small()}")
            d.line("B = enum.auto()" if d.chance(0.3) else f"B = {d.small()} + 17")
        d.line("sized = Sizes")
        attributes = ["A", "B", "A.value"]
    else:
        d.line("Sizes = collections.namedtuple('Sizes', 'x, y')")
        d.line(f"sized = Sizes({d.number()}, y={d.number()})")
        attributes = ["x", "y"]
    d.scopes[0].names["sized"] = {"kind": "object", "attributes": attributes, "methods": ["__str__"], "own": ["unused"]}
    d.scopes[0].names["sized"]["kind"] = "class"
    d.scopes[0].names["sized"]["needs"] = 0
    if kind != 0:
        d.scopes[0].names["sized"]["kind"] = "constants"


def of_constants(d, _depth):
    """A member of an enumeration or named tuple."""
    name = d.read("constants")
    return f"{name}.{d.random.choice(d.info(name)['attributes'])}" if name else None


def comment(d):
    """A comment, string or docstring that looks like code."""
    forms = ["# n = 5", "'n = 5'", '"""\nn = 5\n"""', "pass  # m = 3", '"it\'s # n = 4"', "r'\\'; m_ = 3", "'''a # \"\nm = 3'''"]
    d.line(d.random.choice(forms))


def assertion(d):
    """assert, which holds."""
    name = d.read("number")
    if name and d.scopes[-1].kind != "class":
        d.line(f"assert {name} > 0, f'{{{name}}} # n = 4'")


def deletion(d):
    """del n"""
    name = d.own("number")
    scope = d.scopes[-1]
    if name and scope.branches == 0 and scope.kind == "function" and name not in scope.globals:
        d.line(f"del {name}")
        d.forget(name)


def import_name(d):
    """A name of another module, which is not known."""
    if d.scopes[-1].kind != "class" and not (len(d.scopes) > 1 and d.chance(0.5)):
        name = d.assign("number")
        d.line(d.random.choice([f"from settings import SIZE as {name}", f"import settings; {name} = settings.SIZE"]))


def string(d):
    """A string with signs of other things in it, and a number behind it."""
    value = d.small()
    name = d.own("number") or d.assign("number")
    texts = ['"#"', "'#'", "f'#'", "r'#'", "b'#'", 'f"#"', "f'{1}#'", r"'it\'s #'", r'"\"#"', r"r'\\'", "'('", "f'('", "r')'"]
    texts += ["f'['", "'{'", "f'{{#'", "'a' \"#b\"", "rb'#'", r"'\\'", "\"'\"", "f\"'{1}'#\"", "u'#'", "''", "f''", "'\"#'"]
    texts += ["'''#\n'''", "f'''#\n'''", "'''it's'''", 'r"""#"""', "Rb'#'", "'//'", "f'//'", "'=' '='", "' = 3'"]
    forms = ["text = {t}; {n} = {v}", "text = {t}\n{i}{n} = {v}", "{n} = len({t}) + {v}; {n} = {v}", "print({t}, {t}); {n} = {v}"]
    forms += ["if {t} != 3: {n} = {v}", "text = ({t}, {v})[1]; {n} = text", "{n} = [{t}, {v}][1]", "{n} = {{{t}: {v}}}[{t}]"]
    forms += ["{n} = {v} if {t} != 3 else 9"]
    d.line(d.random.choice(forms).format(t=d.random.choice(texts), n=name, v=value, i=d.unit * d.indent))


def use_list(d, name):
    """A layout of what a list has."""
    d.line(f"b = cute.make_layout((len({name}), {name}[0]), stride=({name}[-1], 2))")


def nested_list(d):
    """A list in a list, a dict or a tuple, which is changed through that."""
    name = d.read("list")
    if name is None or d.scopes[-1].kind == "class":
        return
    forms = ["outer = [{0}, 4]; outer[0].append({1})", "outer = ({0}, 4); outer[0][0] = {1}", "first, other = {0}, 4; first.append({1})"]
    forms += ["for one in [{0}]: one.append({1})", "for one in ({0}, [3]): one[0] = {1}", 'outer = {{"a": {0}}}; outer["a"].append({1})']
    forms += ["outer = [x for x in [{0}]]; outer[0].append({1})", "(lambda x: x.append({1}))({0})", "settings.mangle({0})"]
    forms += ["settings.mangle([{0}])", "outer = settings.mangle({0})", "outer = settings.Keeper({0}); outer.grow()"]
    forms += ["outer = other = {0}; other[0] = {1}", "({0} or [2]).append({1})", "outer = [{0}] * 2; outer[1].append({1})"]
    forms += ["outer, *_ = [{0}, 3]; outer[-1] = {1}", "with settings.Keeper({0}) as outer: outer.append({1})", "[{0}][0].append({1})"]
    forms += ["match [{0}, 1]:\n{2}case [outer, _]: outer.append({1})", "map_ = list(map({0}.append, [2, 3]))", "{0}[0], other = {1}, 3"]
    forms += ["for {0}[0] in (2, {1}): pass", "outer = iter([{0}]); next(outer).append({1})", "[outer] = [{0}]; outer.append({1})"]
    forms += ["(outer := {0}).append({1})", "outer = {0} if ask() > 4 else {0}; outer.append({1})", "outer = max({0}, {0}); outer[0] = {1}"]
    forms += ["outer = ([{0}] + [[2]])[0]; outer[0] = {1}", "def keep(target={0}): target.append({1})\n{3}keep()"]
    text = d.random.choice(forms).format(name, d.number(), d.unit * (d.indent + 1), d.unit * d.indent)
    if "settings" in text:
        d.line("import settings")
    d.line(text)
    use_list(d, name)


def all_names(d):
    """Names that are changed by their text, or by an import of all that a module has."""
    names = [name for name, info in d.scopes[0].names.items() if info["kind"] == "number"]
    if not names:
        return
    name = d.random.choice(sorted(names))
    forms = ["globals()['{0}'] = {1}", "globals().update({0}={1})", "exec('{0} = {1}', globals())"]
    if len(d.scopes) == 1:
        forms += ["from settings import *", "exec('{0} = {1}')", "vars()['{0}'] = {1}"]
    d.line(d.random.choice(forms).format(name, d.small()))


def walrus_in_comprehension(d):
    """A name that a comprehension gives values and that has the last one behind it."""
    if d.scopes[-1].kind != "class":
        name = d.assign("number")
        d.line(f"others = [({name} := x + {d.small()}) for x in (1, 2)]")


def decorated(d):
    """A function behind a decorator of the program, which gives it other arguments."""
    if len(d.scopes) > 1 or d.indent > 0:
        return
    name = f"decorated{len(d.lines)}"
    d.line("def again(function):")
    d.line(f"{d.unit}return lambda *args: function(*(x + 1 for x in args)) or function(*args)")
    d.line("@again")
    d.line(f"def {name}(n: cutlass.Constexpr, *, m: cutlass.Constexpr = 4):")
    d.line(f"{d.unit}a = cute.make_layout((n, 4), stride=(m, 1))")
    d.line(f"{name}({d.number()})")


def manager(d):
    """A with whose manager is of the program, and hides what is raised."""
    if len(d.scopes) > 1 or d.indent > 0:
        return
    d.line("@contextlib.contextmanager")
    d.line("def quiet(n):")
    d.line(f"{d.unit}try: yield n + 1")
    d.line(f"{d.unit}except ZeroDivisionError: pass")
    value = d.number()
    with d.body(f"with quiet({value}) as {d.assign('number')}:"):
        d.statements(2)
        if d.chance(0.5):
            d.line("_ = 4 // (ask() > 4)")
        d.statements(2)


def class_body(d):
    """A class whose body has statements of all kinds, and its constants behind it."""
    if len(d.scopes) > 1 or d.indent > 0:
        return
    n = d.number()
    unit = d.unit
    inner = [f"A = {n}", f"A = {d.small()}", f"if {d.condition()}: A = {d.small()}", "def f(self): self.B = 7", f"B = {d.small()}"]
    inner += ["for A in (2, 3): pass", f"with contextlib.nullcontext({n}) as A: pass", f"A = B = {n}", f"A: int = {n}"]
    inner += ["x = y = 4; A = x", f"@classmethod\n{unit}def g(cls): cls.A = 9", f"A, B = 4, {d.small()}", "class Inner: A = 6"]
    inner += [f"A = [{n}, 3][0]", f"C = {d.small()}; A = C", f"if True:\n{unit * 2}C = 8", "A += 1", "def f(self): Body.C = 7"]
    d.line("class Body:")
    first = [f"A = B = C = {d.small()}", "B: int = 4; A = 3; C = 6", f"def h(self): return 3\n{unit}A, B, C = 2, 3, 4"]
    d.line(unit + d.random.choice(first))
    drawn = [d.random.choice(inner) for _ in range(d.random.randint(1, 4))]
    for text in drawn:
        d.line(unit + text)
    d.line(f"{unit}a = cute.make_layout((A, B), stride=(C, 1))")
    d.line(f"{unit}def h(self): b = cute.make_layout((self.A, self.B), stride=(Body.C, 1))")
    forms = ["Body.A += 1", "thing_ = Body(); thing_.A = 4", "Body.B = 5", "setattr(Body, 'A', 5)", "Body().h()"]
    forms += ["h = Body(); h.A = 8; h.h()", "class Other(Body): B = 8\nOther().h()", "vars(Body())['A'] = 4", "Kind = Body; Kind.A = 9"]
    forms += ["Body().f()"] * ("def f" in "".join(drawn)) + ["Body.g()"] * ("def g" in "".join(drawn))
    for _ in range(d.random.randint(0, 2)):
        d.line(d.random.choice(forms))
    d.line("a = cute.make_layout((Body.A, Body.B), stride=(Body.C, 1))")


def layout_with_name(d):
    """A layout whose numbers are used."""
    if d.scopes[-1].kind == "class":
        return
    numbers = ", ".join([d.name_or_number(), d.small()])
    stride = ", ".join([d.small(), d.name_or_number()])
    name = d.assign("layout", ["la", "lb", "smem_layout"])
    d.line(f"{name} = cute.make_layout(({numbers}), stride=({stride}))")


def one_line_bodies(d):
    """Bodies behind the ":" of their heads, with several statements in them."""
    if d.scopes[-1].kind == "class":
        return
    n, m = d.own("number"), d.own("number")
    if n is None:
        return
    a, b = d.number(), d.small()
    i = d.unit * d.indent
    forms = ["if {c}: {n} = {a}; {m} = {b}", "if {c}: {n} = {a}\n{i}else: {m} = {b}", "for _ in (1, 2): {n} = {a}; {m} = {b}"]
    forms += ["try: {n} = {a}\n{i}except ValueError: {m} = {b}", "with contextlib.nullcontext(): {n} = {a}; {m} = {b}", "while {c}: {n} = {a}; break"]
    forms += ["if {c}: pass; {n} = {a}", "if {c}:\n{i}{u}{n} = {a}; {m} = {b}", "for {n} in ({a}, {b}): {m} = {n}", "if ({n} := {a}) > 3: {m} = {b}"]
    forms += ["if {c} and \\\n  {c}: {n} = {a}", "if ({c} or\n  {c}):\n{i}{u}{n} = {a}", "for _ in ():\n{i}{u}{n} = {a}\n{i}else: {m} = {b}"]
    forms += ["try: raise ValueError({b})\n{i}except ValueError as error: {n} = {a}\n{i}finally: {m} = {b}", "if {c}: # {n} = 3\n{i}{u}{n} = {a}"]
    forms += ["if {c}:\n{i}{u}# a comment\n# one at the margin\n{i}{u}{n} = {a}\n\n{i}{u}{m} = {b}", "def f_():\n{i}{u}'''text\n{n} = 7\n'''\n{i}{u}{n} = {b}\n{i}f_()"]
    forms += ["if {c}:\n{i}{u}if {c}: {n} = {a}\n{i}{u}else: {n} = {b}", "text = '''\n{n} = 9\n'''; {n} = {a}", "{n} = [\n  {a},  # ] {n} = 3\n  {b}][0]"]
    forms += ["{n} = ({a}\n  + {b})", "{n}, {m} = (\n{a}, {b})", "{n} = {a} if {c} \\\n  else {b}", "lambda_ = lambda: {n}; {n} = {a}", "assert {a} > 0, (\n'{n} = 3')"]
    d.line(d.random.choice(forms).format(c=d.condition(), n=n, m=m or n, a=a, b=b, i=i, u=d.unit))


def odd_targets(d):
    """Names that get values in unusual places."""
    if d.scopes[-1].kind == "class":
        return
    n = d.own("number")
    if n is None or d.scopes[-1].branches > 0 or n in d.scopes[-1].globals:
        return
    a, b = d.number(), d.small()
    i = d.unit * d.indent
    forms = ["for n_, ({n}, m_) in [(1, ({a}, 3))]: pass", "with contextlib.nullcontext(({a}, 2)) as ({n}, m_): pass", "for [{n}, m_] in [[{a}, 2]]: pass"]
    forms += ["({n}), m_ = {a}, 2", "[{n}, [m_]] = {a}, [2]", "print({n} := {a})", "m_ = [{n} := {a}, 3][0]", "m_ = {a} if ({n} := {b}) else 3"]
    forms += ["from settings import SIZE as {n}", "from settings import (SIZE,\n  SIZE as {n})", "import settings; {n} = settings.SIZE", "{n} = m_ = {a}"]
    forms += ["m_ = {n} = {a}; {n} += {b}", "{n}: int\n{i}{n} = {a}", "{n} = {a}; {n}: int", "{n} = {a}; del {n}; {n} = {b}", "({n}) = ({a})", "{n} = {a},; {n} = {n}[0]"]
    forms += ["m_, *{n} = {a}, {b}; {n} = {n}[0]", "{n} = *[{a}, {b}],; {n} = {n}[1]", "try:\n{i}{u}from nowhere import {n}\n{i}except ImportError:\n{i}{u}{n} = {a}"]
    forms += ["class {n}: pass\n{i}{n} = {a}", "def {n}(): pass\n{i}{n} = {a}", "{n} = {a}; m_ = {{'{n}': {b}}}", "m_ = dict({n}={b})", "m_ = lambda {n}: {n}; m_({a})"]
    forms += ["m_ = [{n} for {n} in (7, 9)]", "m_ = (lambda {n}={a}: {n})()", "m_ = max({n}, {a}); {n} = m_", "{n} = {n} = {a}", "{n} -= -{b}", "{n} = -{n} + 200"]
    forms += ["m_ = 0\n{i}while m_ < 3: m_ += 1; {n} = m_", "for m_ in (1, 2): {n} += m_", "{n} <<= 1; {n} ^= {b}; {n} |= 1", "{n} //= 2; {n} += 1", "{n} **= 2; {n} %= 30; {n} += 1"]
    d.line(d.random.choice(forms).format(n=n, a=a, b=b, i=i, u=d.unit))


def shadow(d):
    """A name of Python or of CuTe that the program gives another value."""
    if len(d.scopes) > 1 or d.indent > 0:
        return
    forms = ["def max(*x): return 7", "def len(x): return 6", "min = lambda *x: 5", "sum = len", "def size(x): return 3", "abs = int", "int = abs",
        "from settings import ask as abs", "def ceil_div(a, b): return 9", "class Shape: pass", "def fill(x): return 4", "sorted = list",
        "def divmod(a, b): return 3, 4", "round = abs", "cute.size = lambda *x, **y: 3", "def rank(x): return 8", "import settings as math_"]
    d.line(d.random.choice(forms))
    value = d.random.choice(["max(2, 3)", "min(3, 4)", "abs(4)", "len((2, 3))", "sum((2, 3))", "round(3)", "int(4)", "max([2, 4])"])
    d.line(f"{d.assign('number')} = {value}")


def loop_with_call(d):
    """A loop that calls a function which changes what it uses."""
    if d.scopes[-1].kind == "class" or len(d.scopes) > 2:
        return
    names = [name for name, info in d.scopes[0].names.items() if info["kind"] == "number"]
    if not names:
        return
    name = d.random.choice(sorted(names))
    own = d.random.choice(["", "self = 3; "])
    d.line(f"def bump(): global {name}; {own}{name} = {name} % 7 + 2")
    heads = ["for _ in range(2):", "while (turn := locals().get('turn', 0) + 1) < 3:", "for _ in cutlass.range(2):", "if ask() > 4:", "for _ in (bump(), 2):"]
    hidden = any(name in scope.names for scope in d.scopes[1:])
    if hidden:
        return
    for scope in d.scopes[1:]:
        scope.outer_reads.add(name)
    d.line(d.random.choice(heads))
    unit = d.unit
    inner = [f"a = cute.make_layout(({name}, 4), stride=(4, 1))", "bump()"]
    if d.chance(0.5):
        inner = ["run = bump; run()", inner[0]]
    for text in inner:
        d.line(unit + text)
    d.line(f"a = cute.make_layout(({name}, 5), stride=(5, 1))")


def sibling_methods(d):
    """A class whose methods change the attributes of each other, called in any order."""
    if len(d.scopes) > 1 or d.indent > 0:
        return
    u = d.unit
    n = d.number()
    d.line(f"class Kernel{len(d.lines)}:")
    first = [f"self.p = {n}; self.q = 4", f"self.p, self.q = {n}, 4", f"self.p = self.q = {d.small()}", "self.p = n; self.q = 4", f"self.q = 4\n{u * 2}self.set(n)"]
    d.line(f"{u}def __init__(self, n): {d.random.choice(first)}\n{u}def set(self, n): self.p = n" if d.chance(0.5) else f"{u}def __init__(self, n): {d.random.choice(first[:4])}")
    bodies = ["self.q = 7", "self.p += 1", "other = self; other.q = 5", "self.__dict__['q'] = 8", "setattr(self, 'p', 3)", "self.q, m_ = 3, 4", "del self.q; self.q = 6"]
    bodies += ["for self.q in (2, 3): pass", "with contextlib.nullcontext(3) as self.q: pass", "self.r = self.q", "pass", "pass", "pass", "self.q: int = 5", "if ask() > 4: self.q = 3"]
    bodies += ["vars(self).update(q=3)", "keep(self)", "self.part3()", "type(self).q = 3", "self.q = 4", "(self.q, m_) = 2, 3", "[setattr(x, 'q', 5) for x in [self]]"]
    if d.chance(0.3):
        d.lines.insert(len(d.lines) - 2, "def keep(one): one.q = 9")
    else:
        bodies.remove("keep(self)")
    d.line(f"{u}def part0(self):\n{u * 2}{d.random.choice(bodies)}")
    d.line(f"{u}def part1(self): a = cute.make_layout((self.p, self.q), stride=(4, 1))")
    d.line(f"{u}def part2(self):\n{u * 2}{d.random.choice(bodies)}" if d.chance(0.5) else f"{u}def part2(self): b = cute.make_layout((2, self.q), stride=(4, 1))")
    d.line(f"{u}def part3(self): {d.random.choice(['self.p = 3', 'pass', 'self.q = 8'])}")
    if d.chance(0.2):
        d.line(f"{u}def __setattr__(self, name, value): object.__setattr__(self, name, value + 1)")
    if d.chance(0.2):
        d.line(f"{u}q = 12")


def hidden_in_comprehension(d):
    """A comprehension whose variable is named as one outside."""
    if d.scopes[-1].kind == "class":
        return
    name = d.own("number") or "n"
    text = d.random.choice(["[{0} * 2 for {0} in range(1, 4)]", "[{0} + x for {0} in (1, 2) for x in (3, 4)]", "list(map(lambda {0}: {0} + 1, [1, 2]))"])
    d.line(f"{d.assign('list', LISTS)} = {text.format(name)}")


NUMBERS = [(10, arithmetic), (4, precedence), (3, literal), (2, of_float), (6, member), (4, of_layout), (8, of_constant), (3, chosen), (6, of_list), (3, of_dict), (4, of_call), (4, of_object),
    (2, of_constants), (1, of_walrus)]

STATEMENTS = [(14, use), (12, assignment), (6, constant), (4, unknown_assignment), (4, several_targets), (2, swap), (2, starred),
    (8, augmented), (6, new_sequence), (4, other_name), (8, change_list), (3, pop), (4, dictionary), (6, branch),
    (3, both_branches), (4, one_line_branch), (6, loop), (3, while_loop), (4, leave_early), (3, try_body),
    (3, with_body), (2, match_body), (7, function), (2, lambda_function), (2, generator), (1, recursion),
    (4, list_function), (5, call), (9, kernel), (4, called_once), (8, inner_function), (4, change_attribute), (5, python_class), (3, use_object),
    (2, change_class), (2, data_class), (2, comment), (1, assertion), (1, deletion), (1, import_name),
    (1, hidden_in_comprehension), (6, string), (6, nested_list), (1, all_names),
    (1, walrus_in_comprehension), (2, decorated), (2, manager), (3, class_body), (5, layout_with_name),
    (6, one_line_bodies), (6, odd_targets), (1, shadow), (3, loop_with_call), (3, sibling_methods)]


def draw_any(chooser):
    """A text that may raise, run long or make layouts of other numbers."""
    d = Drawing(chooser)
    # Their lines stay where they are until all is drawn.
    for text in ["import collections", "import contextlib", "import dataclasses", "import enum", "import functools", "import math"]:
        d.line(text)
    d.line("import cutlass")
    d.line("import cutlass.cute as cute")
    d.line("from settings import ask")
    for _ in range(chooser.randint(1, 4)):
        assignment(d)
    while len(d.lines) < 20:
        d.statements(3)
    kernel(d)
    use(d)
    used = [line for line in d.lines[:6] if any(line[len("import "):] + "." in other for other in d.lines)]
    return "\n".join(used + d.lines[6:]) + "\n"


def disturb(chooser, text):
    """The text with comments and empty lines between its lines, and other ends of lines."""
    comments = ["# n = 3", "   # (", "# a comment \\", "\t# '''", "#", "", "   ", "# \"", "#}", "# def f():", "        # x: y"]
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


# --- what paste says of them ---


def paste(binary, text):
    """The layouts that "paste" finds, as pairs of a line and a text."""
    with tempfile.NamedTemporaryFile(suffix=".py") as file:
        file.write(text.encode())
        file.flush()
        done = subprocess.run([binary, "paste", "--json", file.name], capture_output=True, text=True, timeout=20)
    if done.returncode not in (0, 3):
        return [(0, f"exit {done.returncode}: {done.stderr}")]
    said = []
    for line in done.stdout.splitlines():
        finding = json.loads(line)
        if finding["kind"] == "value" and finding["value"]["kind"] == "layout":
            said.append((finding["line"], finding["value"]["text"]))
    return said


def numbers_of(layout):
    """The numbers and "?" of the text of a layout, without its punctuation."""
    return re.findall(r"\?[^,()]*|-?\d+", layout)


def contradicts(said, layout):
    """Whether a number of "said" is another one in "layout", which was made."""
    a, b = numbers_of(said), numbers_of(layout)
    return len(a) != len(b) or any(x != y and not x.startswith("?") for x, y in zip(a, b))


def contradictions(binary, text, observed):
    """Lines of which "paste" says a number that a run does not have, with both; how many numbers it knew, of how many."""
    wrong = []
    known = total = 0
    said = paste(binary, text)
    for line, layout in said:
        if line == 0:
            wrong.append((line, layout, ""))
        for made in sorted(observed.get(line, ())):
            if contradicts(layout, made):
                wrong.append((line, layout, made))
                break
        if line in observed:
            known += sum(not number.startswith("?") for number in numbers_of(layout))
    total = 4 * len(observed)
    return wrong, known, total


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


def shorten(binary, text):
    """The text with as few lines as still contradict."""
    for shorter in shorter_texts(text):
        observed = observe([shorter])[0]
        if observed is not None and contradictions(binary, shorter, observed)[0]:
            return shorten(binary, shorter)
    return text


def main():
    parser = argparse.ArgumentParser(description="What cutelayout paste says of random programs in Python.")
    parser.add_argument("binary")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--print", action="store_true", help="print the programs, with what is made in each line")
    options = parser.parse_args()
    passed = failed = known = total = 0
    for seed in range(options.seed, options.seed + options.count):
        text = draw(random.Random(seed))
        observed = observe([text])[0]
        if options.print:
            print(f"--- seed {seed}\n{text}{observed}")
        wrong, some, all_numbers = contradictions(options.binary, text, observed)
        known, total = known + some, total + all_numbers
        passed, failed = passed + (not wrong), failed + bool(wrong)
        if wrong:
            text = shorten(options.binary, text)
            print(f"--- seed {seed}\n{text.strip()}")
            for line, layout, made in contradictions(options.binary, text, observe([text])[0])[0]:
                print(f"line {line}: paste says {layout}, a run has {made}")
    print(f"{passed} passed, {failed} failed; {known} of {total} numbers known")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
