"""Kinds of whole numbers: functions of a Writer that return an expression."""


def literal(w):
    value = w.choose((0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 33, 64, 100, 128))
    form = w.below(14)
    if form == 0:
        return hex(value)
    if form == 1:
        return f"{value}u"
    if form == 2 and value >= 100:
        return f"1'{value % 100:02}"
    if form == 3:
        return bin(value)
    if form == 4:
        return f"Int<{value}>{{}}"
    if form == 5 and value:
        return "0" + oct(value)[2:]
    return str(value)


def positive(w):
    return str(w.choose((1, 2, 3, 4, 5, 7, 8, 16)))


def small(w):
    return str(w.choose((1, 2, 3, 4, 8)))


def known(w, depth=2):
    """An expression of constants alone."""
    name = w.name("const")
    if depth == 0 or w.chance(30):
        return name if name and w.chance(60) else literal(w)
    return combined(w, depth, known)


def number(w, depth=2):
    """An expression of whole numbers of everything that is seen."""
    if depth == 0 or w.chance(25):
        return leaf(w)
    if w.chance(8):
        return effect(w)
    return combined(w, depth, number)


def leaf(w):
    kinds = [lambda: literal(w)]
    for kind, text in (("const", "{0}"), ("int", "{0}"), ("int", "{0}"), ("array", "{0}[{1}]"), ("pointer", "*{0}"),
            ("object", "{0}.first"), ("object", "{0}.second"), ("call", "{0}({1})"), ("tile", "size<{1}>({0})"),
            ("tile", "size({0})")):
        name = w.name(kind)
        if name:
            kinds.append(lambda text=text, name=name: text.format(name, w.below(2)))
    if w.chance(6):
        return "unknown"
    return w.choose(kinds)()


def effect(w):
    """An expression that changes a variable."""
    name = w.name("plain")
    if not name:
        return literal(w)
    return "(" + w.choose(("{0}++", "++{0}", "{0}--", "--{0}", "{0} = {1}", "{0} += {1}", "{0} *= 2",
        "{0} = {1}, {0} + 1",
        "std::exchange({0}, {1})", "atomicAdd(&{0}, {1})")).format(name, small(w)) + ")"


def combined(w, depth, part):
    form = w.below(24)
    a, b = part(w, depth - 1), part(w, depth - 1)
    if form < 8:
        return f"{a} {w.choose('+-*')} {b}" if form < 3 else f"({a} {w.choose('+-*')} {b})"
    if form < 10:
        return f"({a} {w.choose('/%')} {positive(w)})"
    if form == 10:
        return f"({a} {w.choose(('<<', '>>'))} {w.below(4)})"
    if form == 11:
        return f"({a} {w.choose('&|^')} {b})"
    if form == 12:
        return f"({a} {w.choose(('<', '>', '==', '<=', '>=', '!='))} {b} ? {part(w, depth - 1)} : {part(w, depth - 1)})"
    if form == 13:
        return f"int({a} {w.choose(('&&', '||', '<', '!='))} {b})"
    if form == 14:
        return f"static_cast<{w.choose(('int', 'unsigned', 'uint8_t', 'int64_t', 'short', 'bool'))}>({a})"
    if form == 15:
        return f"({w.choose(('int', 'char', 'uint16_t', 'long'))})({a})"
    if form == 16:
        return f"sizeof({w.choose(('int', 'char', 'double', 'int64_t', 'short', 'float', 'uint8_t'))})"
    if form == 17:
        return f"cute::{w.choose(('min', 'max'))}(int({a}), int({b}))"
    if form == 18:
        return f"ceil_div(int({a}), {positive(w)})"
    if form == 19:
        return w.choose(("-{0}", "~{0}", "!{0}", "+{0}")).format(f"({a})")
    return f"({a} + {b})"


def condition(w):
    form = w.below(8)
    if form < 3:
        return f"unknown {w.choose(('>', '<', '=='))} {w.below(3)}"
    if form == 3:
        return f"{number(w, 1)} > {literal(w)} && {number(w, 1)} < {literal(w)}"
    if form == 4 and w.names("pointer"):
        return w.name("pointer")
    return f"{number(w, 1)} {w.choose(('<', '>', '==', '<=', '>=', '!='))} {number(w, 1)}"
