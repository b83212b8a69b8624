"""Kinds of numbers: functions of a Drawing that return an expression, or None where there is none of the kind."""


def arithmetic(d, depth):
    """n + 4, and with the other signs."""
    a, b = d.number(depth), d.small()
    forms = ["{a} + {b}", "{a} * {b}", "max({a} - {b}, 1)", "{a} // {b} + 1", "{a} % {b} + 1", "({a} | {b})",
        "({a} & {b}) + 1"]
    forms += ["({a} ^ {b}) + 1", "({a} << 1)", "({a} >> 1) + 1", "{a} ** 2 % 50 + 1", "abs({a} - {b}) + 1",
        "-(-{a} // {b})"]
    forms += ["min({a}, {b})", "max({a}, {b})", "int({a} > {b}) + 1", "bool({a}) + {b}", "divmod({a} + {b}, {b})[0]"]
    forms += ["({a}, {b})[0]", "[{a}, {b}][-1]", "(lambda x: x + {b})({a})", "sum([{a}, {b}])", "(~{a} & 7) + 1",
        "pow({a}, 2, 13) + 1"]
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
    forms = ["0x10", "1_6", "0b101", "0o17", "0X1f", "(True + 3)", "int(4.0)", "int(9 / 2)", "round(7 / 2)",
        "round(2.5)", "len('a#b')"]
    forms += ["ord('a')", "int('12')", "int('1f', 16)", "int(2.9)", "int(-2.5) + 9", "(7).bit_length()", "1_000 // 10"]
    forms += ["int(1e2)", "int(.5 * 8)", "(5).__add__(3)", "math.ceil(7 / 2)", "int(math.log2(8))", "math.prod((2, 3))",
        "math.gcd(12, 18)"]
    forms += ["-(-7 // 2)", "hash(5)", "len(f'{3}#')", "len('''a'b''')", "int(True)", "(3 > 2) + 1", "len(b'ab')",
        "len('a' 'b')"]
    return d.random.choice(forms)


def of_float(d, depth):
    """A number that is made with floats."""
    a, b = d.number(depth), d.small()
    forms = ["int({a} / {b}) + 1", "round({a} / {b}) + 1", "math.ceil({a} / {b})", "int({a} * 0.5) + 1",
        "int({a} // 1.5) + 1"]
    forms += ["int(max({a}, 2.5))", "math.floor({a} * 1.5)", "int({a} ** 0.5) + 1", "int({a} % 2.5) + 1",
        "int(-{a} / {b}) + 99"]
    return d.random.choice(forms).format(a=a, b=b)


def member(d, depth):
    """One of several numbers, by an index, a key or a string."""
    a, b, c = d.number(depth), d.small(), d.small()
    name = d.name_or_number()
    forms = ["[{a}, {b}][{n} > 3]", "({a}, {b}, {c})[{n} % 3]", "({a}, {b})[-1]", "({a} if {n} in (4, 8) else {b})"]
    forms += ['{{"k": {a}, "m": {b}}}["m"]', '({a} if "k" == "k" else {b})', "({a} if not {n} else {b})",
        "({a} if {n} is None else {b})"]
    forms += ["({a} if {n} not in [1, 2] else {b})", "({a}, {b}).index({b}) + 1", "(({a}, {b}) + ({c},))[1:][0]",
        "(({a},) * 3)[2]"]
    forms += ["tuple(x * 2 for x in ({a}, {b}))[0]", "sorted(({a}, {b}))[0]", "sum(({a}, {b}), {c})",
        "max(*({a}, {b}))"]
    forms += ["({a} if isinstance({n}, int) else {b})", "len(range({a}, {a} + {b}))", "next(iter(({a}, {b})))",
        "min(({a}, {b}), key=lambda x: -x)"]
    forms += ["(lambda: {a})()", "(lambda x={b}: x)()", "dict(k={a})['k']", "len(({a}, {b})) * {c}",
        "({a}, {b})[::-1][0]"]
    forms += ["({a} if {n} > 2 > 1 else {b})", "({a} if 1 < {n} < 9 and not {b} > 4 else {c})", "len({{{a}, {b}}})",
        "any([{n} > 4]) + {b}"]
    forms += ["max({a}, {b}, {c})", "max([{a}, {b}])", "(({a}, {b}), {c})[0][1]", "({a} or {b}) + ({c} and {b})",
        "({a} == {a}) + {b}"]
    return d.random.choice(forms).format(a=a, b=b, c=c, n=name)


def of_layout(d, _depth):
    """A number of a layout."""
    name = d.read("layout")
    forms = ["{0}.shape[0]", "{0}.stride[1]", "cute.size({0})", "cute.size({0}.shape)", "cute.size({0}, mode=[0])",
        "len({0}.shape)"]
    return d.random.choice(forms).format(name) if name else None


def chosen(d, depth):
    """A conditional expression, or one of and, or."""
    a, b = d.number(depth), d.number(depth)
    return d.random.choice([f"({a} if {d.condition()} else {b})", f"({a} or {b})", f"({a} and {b})"])


def of_list(d, _depth):
    """A number that a list or tuple has."""
    name = d.read(d.random.choice(["list", "tuple"]))
    forms = ["{0}[0]", "{0}[-1]", "len({0})", "max({0})", "min({0})", "sum({0})", "{0}[len({0}) - 1]", "{0}[1:][0]",
        "len({0}[:1])"]
    forms += ["sum(x for x in {0})", "len([x for x in {0} if x > 2]) + 1", "[x * 2 for x in {0}][0]", "sorted({0})[0]"]
    forms += ["max([x + i for i, x in enumerate({0})])", "tuple({0})[0]", "list({0})[0]", "{0}[::-1][0]",
        "{0}.count(4) + 1"]
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


def of_constant(d, _depth):
    """A name that has one value."""
    return d.read("constant")


def of_constants(d, _depth):
    """A member of an enumeration or named tuple."""
    name = d.read("constants")
    return f"{name}.{d.random.choice(d.info(name)['attributes'])}" if name else None


# How often each is drawn, and the kind.
NUMBERS = [(10, arithmetic), (4, precedence), (3, literal), (2, of_float), (6, member), (4, of_layout),
    (8, of_constant), (3, chosen), (6, of_list), (3, of_dict), (4, of_call), (4, of_object), (2, of_constants),
    (1, of_walrus)]
