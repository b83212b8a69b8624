"""Kinds of statements: functions of a Drawing that write lines of a program, or nothing where they do not fit."""
import re

from python_drawing import CLASSES, DICTS, FUNCTIONS, LISTS, NAMES, Scope


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
    forms = ["{n} = {v}"] * 20
    forms += ["{n}: int = {v}", "{n} = ({v})", "{n} = \\\n  {v}", "{n} = (  # of {n} = 3\n  {v})",
        "{n} = {v}  # {n} = 3"]
    forms += ['{n} = {v}; "# {n} = 9"', "{n}: cutlass.Constexpr = {v}", "{n} = len('#' * 3) + {v}", "({n}) = {v}",
        "{n}={v}"]
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


def unknown_assignment(d):
    """n = ask()"""
    values = ["ask()", "ask() + 2", f"max({d.unknown()}, {d.small()})", f"{d.unknown()} * 2", "int(f'{ask()}')"]
    value = d.random.choice(values)
    d.line(f"{d.assign('number')} = {value}")


def several_targets(d):
    """n = m = 4; n, m = 4, 8; *n, m = ..."""
    values = [d.number() for _ in range(3)]
    a, b, c = (d.assign("number") for _ in range(3))
    forms = [f"{a} = {b} = {values[0]}", f"{a}, {b} = {values[0]}, {values[1]}",
        f"({a}, {b}) = ({values[0]}, {values[1]})"]
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
        forms = [f"{name} {sign} {value}; {name} = max({name}, 1)", f"{name} += 20; {name} {sign} 3; {name} += 1"]
        d.line(d.random.choice(forms))


def new_sequence(d):
    """A list or tuple."""
    values = d.numbers()
    if d.chance(0.4):
        forms = ["({0})", "{0}", "tuple([{0}])", "(1,) + ({0})"]
        text = d.random.choice(forms).format(values)
        d.line(f"{d.assign('tuple', LISTS)} = {text}")
        return
    forms = ["[{0}]"] * 5
    forms += ["list(({0}))", "[x + 1 for x in [{0}]]", "[{0}] + [3]", "[4] * 3", "[*range(1, 4), {0}]",
        "list(range(2, 5))"]
    forms += ["[x for x in range(1, 5)]", "[x + y for x in (1, 2) for y in (3, 4)]"]
    text = d.random.choice(forms).format(values)
    d.line(f"{d.assign('list', LISTS)} = {text}")


def other_name(d):
    """items = shape: two names of one list."""
    kind = d.random.choice(["list", "list", "list", "dict"])
    name = d.read(kind)
    if name:
        copies = ["{0}[:]", "list({0})", "{0}.copy()", "[*{0}]", "{0} if ask() > 4 else [2, 3]"]
        forms = ["{0}"] * 4 + (copies if kind == "list" else ["dict({0})"])
        text = d.random.choice(forms).format(name)
        d.line(f"{d.assign(kind, LISTS if kind == 'list' else DICTS)} = {text}")


def change_list(d):
    """shape.append(4), and what else changes a list in its place."""
    name = d.read("list")
    if name is None:
        return
    value = d.number()
    forms = ["{0}.append({1})", "{0}.append({1})", "{0}.insert(0, {1})", "{0}.extend([{1}, 2])", "{0}[0] = {1}",
        "{0}[-1] = {1}"]
    forms += ["{0}[0] += {1}", "{0}.reverse()", "{0}.sort()", "{0}[1:] = [{1}, 3]", "{0}.append({1}); {0}.pop(0)",
        "{0}.append({1}); del {0}[0]"]
    forms += ["{0}.append({1}); {0}.remove({1})", "{0}.clear(); {0}.extend([{1}, 5])", "{0}[:] = [{1}, {1}]",
        "grow = {0}.append; grow({1})"]
    forms += ["{0}[0], {0}[-1] = {0}[-1], {0}[0]", "[{0}.append(x) for x in (2, 3)]", "list.append({0}, {1})",
        "{0}.__setitem__(0, {1})"]
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
        forms = ['{{"a": {0}, "b": {1}}}', "dict(a={0}, b={1})", '{{x: {0} for x in "ab"}}',
            '{{"a": {0}, **{{"b": {1}}}}}']
        text = d.random.choice(forms).format(value, d.small())
        d.line(f"{d.assign('dict', DICTS)} = {text}")
        return
    forms = ['{0}["a"] = {1}', '{0}["b"] = {1}', '{0}.update(a={1})', '{0}["c"] = {1}', '{0}["a"] += 2',
        '{0}.setdefault("d", {1})']
    forms += ['{0}["b"] = 3; {0}.pop("b")', '{0}["c"] = {1}; del {0}["c"]',
        '{0} |= {{"a": {1}}}' if d.own("dict") == name else '{0}["a"] = {1}']
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
        d.line(f"if {condition}: {name} = {value}")


def loop_head(d):
    """The head of a loop that gives numbers to the returned names, which may have none behind it."""
    values = d.numbers(2, 3)
    name = d.read(d.random.choice(["list", "tuple"]))
    table = d.read("dict")
    iterables = [f"range(1, {d.random.randint(2, 4)})", "range(1, 8, 3)", f"[{values}]", f"({values})",
        "cutlass.range(1, 3)"]
    iterables += ["cutlass.range_constexpr(1, 4)", "range(4, 1, -1)", "cutlass.range(1, 4, unroll=1)",
        "range(1, ask() + 1)"]
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
        heads = ["except ValueError:", "except (ValueError, KeyError) as error:", "except Exception:"]
        with d.body(d.random.choice(heads)):
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
    subjects = [d.name_or_number(), d.unknown(), f"({d.numbers(2, 2)})", f"[{d.numbers(3, 3)}]",
        f'{{"a": {d.number()}}}']
    subject = d.random.choice(subjects)
    case = d.assign("number")
    with d.body(f"match {subject}:", branch=False):
        patterns = [d.small(), f"{d.small()} | {d.small()}", f"[{case}, _]", f"[{case}, *_]", f'{{"a": {case}}}',
            f"int({case})"]
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
    forms = ["lambda x: x + {0}", "lambda x, k={0}: x + k", "lambda x: {0}", "lambda *x: x[0] + {0}"]
    text = d.random.choice(forms).format(outer)
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
        inner = ["target.append(value)", "target[0] = value", "own = target; own.append(value)",
            "target = [3]; target.append(value)"]
        inner += ["if value > 90: target = []", "for one in [target]: one.append(value)", "settings.mangle(target)",
            "target += [value]"]
        inner += ["return [target][0].append(value)", "run = target.append; run(value)"]
        text = d.random.choice(inner)
        if "settings" in text:
            d.lines.insert(len(d.lines) - 1, d.unit * d.indent + "import settings")
        d.line(d.unit + text)
        calls = ["fill({0})", "fill({0}, {1})", "fill(value=3, target={0})", "run = fill; run({0})"]
        d.line(d.random.choice(calls).format(name, d.number()))
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
    forms = [text, f"print({text})", f"({text}, {text})"]
    d.line(f"{d.assign('number')} = {text}" if d.chance(0.5) else d.random.choice(forms))


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
    ways = [text, text, f"{d.assign('number')} = {text}", f"print({text})", f"for _ in range(2): {text}",
        f"({text}, 4)"]
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
    forms += [f"setattr({name}, '{info['own'][0]}', 3)",
        f"other_thing = {name}; other_thing.{info['own'][0]} = {d.small()}"]
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


def comment(d):
    """A comment, string or docstring that looks like code."""
    forms = ["# n = 5", "'n = 5'", '"""\nn = 5\n"""', "pass  # m = 3", '"it\'s # n = 4"', "r'\\'; m_ = 3",
        "'''a # \"\nm = 3'''"]
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
    texts = ['"#"', "'#'", "f'#'", "r'#'", "b'#'", 'f"#"', "f'{1}#'", r"'it\'s #'", r'"\"#"', r"r'\\'", "'('", "f'('",
        "r')'"]
    texts += ["f'['", "'{'", "f'{{#'", "'a' \"#b\"", "rb'#'", r"'\\'", "\"'\"", "f\"'{1}'#\"", "u'#'", "''", "f''",
        "'\"#'"]
    texts += ["'''#\n'''", "f'''#\n'''", "'''it's'''", 'r"""#"""', "Rb'#'", "'//'", "f'//'", "'=' '='", "' = 3'"]
    forms = ["text = {t}; {n} = {v}", "text = {t}\n{i}{n} = {v}", "{n} = len({t}) + {v}; {n} = {v}",
        "print({t}, {t}); {n} = {v}"]
    forms += ["if {t} != 3: {n} = {v}", "text = ({t}, {v})[1]; {n} = text", "{n} = [{t}, {v}][1]",
        "{n} = {{{t}: {v}}}[{t}]"]
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
    forms = ["outer = [{0}, 4]; outer[0].append({1})", "outer = ({0}, 4); outer[0][0] = {1}",
        "first, other = {0}, 4; first.append({1})"]
    forms += ["for one in [{0}]: one.append({1})", "for one in ({0}, [3]): one[0] = {1}",
        'outer = {{"a": {0}}}; outer["a"].append({1})']
    forms += ["outer = [x for x in [{0}]]; outer[0].append({1})", "(lambda x: x.append({1}))({0})",
        "settings.mangle({0})"]
    forms += ["settings.mangle([{0}])", "outer = settings.mangle({0})", "outer = settings.Keeper({0}); outer.grow()"]
    forms += ["outer = other = {0}; other[0] = {1}", "({0} or [2]).append({1})",
        "outer = [{0}] * 2; outer[1].append({1})"]
    forms += ["outer, *_ = [{0}, 3]; outer[-1] = {1}", "with settings.Keeper({0}) as outer: outer.append({1})",
        "[{0}][0].append({1})"]
    forms += ["match [{0}, 1]:\n{2}case [outer, _]: outer.append({1})", "map_ = list(map({0}.append, [2, 3]))",
        "{0}[0], other = {1}, 3"]
    forms += ["for {0}[0] in (2, {1}): pass", "outer = iter([{0}]); next(outer).append({1})",
        "[outer] = [{0}]; outer.append({1})"]
    forms += ["(outer := {0}).append({1})", "outer = {0} if ask() > 4 else {0}; outer.append({1})",
        "outer = max({0}, {0}); outer[0] = {1}"]
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
    inner = [f"A = {n}", f"A = {d.small()}", f"if {d.condition()}: A = {d.small()}", "def f(self): self.B = 7",
        f"B = {d.small()}"]
    inner += ["for A in (2, 3): pass", f"with contextlib.nullcontext({n}) as A: pass", f"A = B = {n}", f"A: int = {n}"]
    inner += ["x = y = 4; A = x", f"@classmethod\n{unit}def g(cls): cls.A = 9", f"A, B = 4, {d.small()}",
        "class Inner: A = 6"]
    inner += [f"A = [{n}, 3][0]", f"C = {d.small()}; A = C", f"if True:\n{unit * 2}C = 8", "A += 1",
        "def f(self): Body.C = 7"]
    d.line("class Body:")
    first = [f"A = B = C = {d.small()}", "B: int = 4; A = 3; C = 6", f"def h(self): return 3\n{unit}A, B, C = 2, 3, 4"]
    d.line(unit + d.random.choice(first))
    drawn = [d.random.choice(inner) for _ in range(d.random.randint(1, 4))]
    for text in drawn:
        d.line(unit + text)
    d.line(f"{unit}a = cute.make_layout((A, B), stride=(C, 1))")
    d.line(f"{unit}def h(self): b = cute.make_layout((self.A, self.B), stride=(Body.C, 1))")
    forms = ["Body.A += 1", "thing_ = Body(); thing_.A = 4", "Body.B = 5", "setattr(Body, 'A', 5)", "Body().h()"]
    forms += ["h = Body(); h.A = 8; h.h()", "class Other(Body): B = 8\nOther().h()", "vars(Body())['A'] = 4",
        "Kind = Body; Kind.A = 9"]
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
    forms = ["if {c}: {n} = {a}; {m} = {b}", "if {c}: {n} = {a}\n{i}else: {m} = {b}",
        "for _ in (1, 2): {n} = {a}; {m} = {b}"]
    forms += ["try: {n} = {a}\n{i}except ValueError: {m} = {b}", "with contextlib.nullcontext(): {n} = {a}; {m} = {b}",
        "while {c}: {n} = {a}; break"]
    forms += ["if {c}: pass; {n} = {a}", "if {c}:\n{i}{u}{n} = {a}; {m} = {b}", "for {n} in ({a}, {b}): {m} = {n}",
        "if ({n} := {a}) > 3: {m} = {b}"]
    forms += ["if {c} and \\\n  {c}: {n} = {a}", "if ({c} or\n  {c}):\n{i}{u}{n} = {a}",
        "for _ in ():\n{i}{u}{n} = {a}\n{i}else: {m} = {b}"]
    forms += ["try: raise ValueError({b})\n{i}except ValueError as error: {n} = {a}\n{i}finally: {m} = {b}",
        "if {c}: # {n} = 3\n{i}{u}{n} = {a}"]
    forms += ["if {c}:\n{i}{u}# a comment\n# one at the margin\n{i}{u}{n} = {a}\n\n{i}{u}{m} = {b}",
        "def f_():\n{i}{u}'''text\n{n} = 7\n'''\n{i}{u}{n} = {b}\n{i}f_()"]
    forms += ["if {c}:\n{i}{u}if {c}: {n} = {a}\n{i}{u}else: {n} = {b}", "text = '''\n{n} = 9\n'''; {n} = {a}",
        "{n} = [\n  {a},  # ] {n} = 3\n  {b}][0]"]
    forms += ["{n} = ({a}\n  + {b})", "{n}, {m} = (\n{a}, {b})", "{n} = {a} if {c} \\\n  else {b}",
        "lambda_ = lambda: {n}; {n} = {a}", "assert {a} > 0, (\n'{n} = 3')"]
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
    forms = ["for n_, ({n}, m_) in [(1, ({a}, 3))]: pass", "with contextlib.nullcontext(({a}, 2)) as ({n}, m_): pass",
        "for [{n}, m_] in [[{a}, 2]]: pass"]
    forms += ["({n}), m_ = {a}, 2", "[{n}, [m_]] = {a}, [2]", "print({n} := {a})", "m_ = [{n} := {a}, 3][0]",
        "m_ = {a} if ({n} := {b}) else 3"]
    forms += ["from settings import SIZE as {n}", "from settings import (SIZE,\n  SIZE as {n})",
        "import settings; {n} = settings.SIZE", "{n} = m_ = {a}"]
    forms += ["m_ = {n} = {a}; {n} += {b}", "{n}: int\n{i}{n} = {a}", "{n} = {a}; {n}: int",
        "{n} = {a}; del {n}; {n} = {b}", "({n}) = ({a})", "{n} = {a},; {n} = {n}[0]"]
    forms += ["m_, *{n} = {a}, {b}; {n} = {n}[0]", "{n} = *[{a}, {b}],; {n} = {n}[1]",
        "try:\n{i}{u}from nowhere import {n}\n{i}except ImportError:\n{i}{u}{n} = {a}"]
    forms += ["class {n}: pass\n{i}{n} = {a}", "def {n}(): pass\n{i}{n} = {a}", "{n} = {a}; m_ = {{'{n}': {b}}}",
        "m_ = dict({n}={b})", "m_ = lambda {n}: {n}; m_({a})"]
    forms += ["m_ = [{n} for {n} in (7, 9)]", "m_ = (lambda {n}={a}: {n})()", "m_ = max({n}, {a}); {n} = m_",
        "{n} = {n} = {a}", "{n} -= -{b}", "{n} = -{n} + 200"]
    forms += ["m_ = 0\n{i}while m_ < 3: m_ += 1; {n} = m_", "for m_ in (1, 2): {n} += m_",
        "{n} <<= 1; {n} ^= {b}; {n} |= 1", "{n} //= 2; {n} += 1", "{n} **= 2; {n} %= 30; {n} += 1"]
    d.line(d.random.choice(forms).format(n=n, a=a, b=b, i=i, u=d.unit))


def shadow(d):
    """A name of Python or of CuTe that the program gives another value."""
    if len(d.scopes) > 1 or d.indent > 0:
        return
    forms = ["def max(*x): return 7", "def len(x): return 6", "min = lambda *x: 5", "sum = len",
        "def size(x): return 3", "abs = int", "int = abs", "from settings import ask as abs",
        "def ceil_div(a, b): return 9", "class Shape: pass", "def fill(x): return 4", "sorted = list",
        "def divmod(a, b): return 3, 4", "round = abs", "cute.size = lambda *x, **y: 3", "def rank(x): return 8",
        "import settings as math_"]
    d.line(d.random.choice(forms))
    values = ["max(2, 3)", "min(3, 4)", "abs(4)", "len((2, 3))", "sum((2, 3))", "round(3)", "int(4)", "max([2, 4])"]
    d.line(f"{d.assign('number')} = {d.random.choice(values)}")


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
    heads = ["for _ in range(2):", "while (turn := locals().get('turn', 0) + 1) < 3:", "for _ in cutlass.range(2):",
        "if ask() > 4:", "for _ in (bump(), 2):"]
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
    first = [f"self.p = {n}; self.q = 4", f"self.p, self.q = {n}, 4", f"self.p = self.q = {d.small()}",
        "self.p = n; self.q = 4", f"self.q = 4\n{u * 2}self.set(n)"]
    has_set = d.chance(0.5)
    d.line(f"{u}def __init__(self, n):\n{u * 2}{d.random.choice(first if has_set else first[:-1])}")
    if has_set:
        d.line(f"{u}def set(self, n): self.p = n")
    bodies = ["self.q = 7", "self.p += 1", "other = self; other.q = 5", "self.__dict__['q'] = 8",
        "setattr(self, 'p', 3)", "self.q, m_ = 3, 4", "del self.q; self.q = 6"]
    bodies += ["for self.q in (2, 3): pass", "with contextlib.nullcontext(3) as self.q: pass", "self.r = self.q",
        "pass", "pass", "pass", "self.q: int = 5", "if ask() > 4: self.q = 3"]
    bodies += ["vars(self).update(q=3)", "keep(self)", "self.part3()", "type(self).q = 3", "self.q = 4",
        "(self.q, m_) = 2, 3", "[setattr(x, 'q', 5) for x in [self]]"]
    if d.chance(0.3):
        d.lines.insert(len(d.lines) - 2, "def keep(one): one.q = 9")
    else:
        bodies.remove("keep(self)")
    d.line(f"{u}def part0(self):\n{u * 2}{d.random.choice(bodies)}")
    d.line(f"{u}def part1(self): a = cute.make_layout((self.p, self.q), stride=(4, 1))")
    last = d.random.choice([d.random.choice(bodies), "b = cute.make_layout((2, self.q), stride=(4, 1))"])
    d.line(f"{u}def part2(self):\n{u * 2}{last}")
    d.line(f"{u}def part3(self): {d.random.choice(['self.p = 3', 'pass', 'self.q = 8'])}")
    if d.chance(0.2):
        d.line(f"{u}def __setattr__(self, name, value): object.__setattr__(self, name, value + 1)")
    if d.chance(0.2):
        d.line(f"{u}q = 12")


def chain_of_calls(d):
    """Functions that call each other once, with what they are given changed on the way."""
    if len(d.scopes) > 1 or d.indent > 0:
        return
    u = d.unit
    at = len(d.lines)
    changes = ["n += 1", "n = n", "m = n; n = 7", "for n in (2, 3): pass", "if ask() > 4: n = 3", "n, m = m, n", "pass", "pass"]
    calls = ["inner{0}(n, m)", "inner{0}(m=n, n=m)", "for _ in (1, 2): inner{0}(n, m); n += 1", "inner{0}(n + 1, m)", "inner{0}(*(n, m))"]
    calls += ["inner{0}((n := 9), n)", "x = inner{0}(n, m); n = x", "[inner{0}(n, m) for n in (2, 3)]", "inner{0}(m, n) if ask() > 4 else 3"]
    calls += ["while n < 12: inner{0}(n, m); n += 6", "try: inner{0}(n, m)\\n{1}finally: n = 4", "run = inner{0}; run(n, 5)", "inner{0}(n, 5); n = 8"]
    head = d.random.choice(["def inner{0}(n, m):", "def inner{0}(n, m=4):", "def inner{0}(n: int, m, *rest):", "@cute.jit\\ndef inner{0}(n: cutlass.Constexpr, m):"])
    for line in head.format(at).replace("\\n", "\n").split("\n"):
        d.line(line)
    d.line(u + d.random.choice(changes))
    d.line(f"{u}a = cute.make_layout((n, m), stride=(4, 1))")
    d.line(f"{u}return n")
    d.line(f"def outer{at}(n, m):")
    d.line(u + d.random.choice(changes))
    d.line(u + d.random.choice(calls).format(at, u).replace("\\n", "\n"))
    d.line(f"{u}b = cute.make_layout((n, m), stride=(n, 1))")
    a, b = d.number(), d.number()
    d.line(d.random.choice([f"outer{at}({a}, {b})", f"outer{at}({a}, m={b})", f"outer{at}(3, 4); outer{at}({a}, {b})", f"y = outer{at}({a}, {b})"]))


def methods_called_once(d):
    """A class whose methods give arguments to each other."""
    if len(d.scopes) > 1 or d.indent > 0:
        return
    u = d.unit
    name = f"Called{len(d.lines)}"
    change = ["self.n = 7", "pass", "self.n += 1", "m = 3", "self.m = m", "type(self).n = 5", "m = self.n"]
    calls = ["self.last(4, self.n)", "self.last(m=self.n, k=3)", "self.last(self.n, m)", "other = self; other.last(4, 5)", "self.last(*(3, 4))"]
    calls += [f"{name}.last(self, 5, m)", "super().__init__(); self.last(m, 2)", "for m in (1, 2): self.last(m, m)", "getattr(self, 'last')(6, 7)"]
    base = d.random.choice(["", "", "(Base)"])
    if base:
        d.line("class Base:")
        d.line(u + d.random.choice(["n = 6", "def last(self, k, m): c = cute.make_layout((k, m), stride=(8, 1))", "def set(self): self.n = 9"]))
    d.line(f"class {name}{base}:")
    d.line(u + d.random.choice(["n = 3", "n: int = 3", "pass", f"n = {d.number()}"]))
    d.line(f"{u}def __init__(self, m=4):")
    d.line(f"{u * 2}{d.random.choice(['self.n = m', 'self.n = 5', f'self.n = {d.number()}', 'self.n = 4; self.m = 5'])}")
    d.line(f"{u}def first(self, m):")
    d.line(f"{u * 2}{d.random.choice(change)}")
    d.line(f"{u * 2}{d.random.choice(calls)}")
    d.line(f"{u * 2}a = cute.make_layout((self.n, m), stride=(4, 1))")
    d.line(f"{u}def last(self, k, m):")
    d.line(f"{u * 2}{d.random.choice(change)}")
    d.line(f"{u * 2}b = cute.make_layout((self.n, m), stride=(k, 1))")
    uses = [f"{name}().first(4)", f"{name}(3).first({d.number()})", f"c = {name}(); c.n = 9; c.first(5)", f"for i in (1, 2): {name}(i).first(i)"]
    uses += [f"c = {name}(); c.first(4); c.last(2, 3)", f"class More{name}({name}): n = 8\nMore{name}().first(2)", f"{name}.n = 2; {name}().first(3)"]
    d.line(d.random.choice(uses))


def hidden_in_comprehension(d):
    """A comprehension whose variable is named as one outside."""
    if d.scopes[-1].kind == "class":
        return
    name = d.own("number") or "n"
    forms = ["[{0} * 2 for {0} in range(1, 4)]", "[{0} + x for {0} in (1, 2) for x in (3, 4)]"]
    text = d.random.choice(forms + ["list(map(lambda {0}: {0} + 1, [1, 2]))"])
    d.line(f"{d.assign('list', LISTS)} = {text.format(name)}")


# How often each is drawn, and the kind; the first one makes a layout.
STATEMENTS = [(14, use), (12, assignment), (6, constant), (4, unknown_assignment), (4, several_targets), (2, swap),
    (2, starred), (8, augmented), (6, new_sequence), (4, other_name), (8, change_list), (3, pop), (4, dictionary),
    (6, branch), (3, both_branches), (4, one_line_branch), (6, loop), (3, while_loop), (4, leave_early), (3, try_body),
    (3, with_body), (2, match_body), (7, function), (2, lambda_function), (2, generator), (1, recursion),
    (4, list_function), (5, call), (9, kernel), (4, called_once), (8, inner_function), (4, change_attribute),
    (5, python_class), (3, use_object), (2, change_class), (2, data_class), (2, comment), (1, assertion), (1, deletion),
    (1, import_name), (1, hidden_in_comprehension), (6, string), (6, nested_list), (1, all_names),
    (1, walrus_in_comprehension), (2, decorated), (2, manager), (3, class_body), (5, layout_with_name),
    (6, one_line_bodies), (6, odd_targets), (1, shadow), (3, loop_with_call), (3, sibling_methods), (4, chain_of_calls),
    (4, methods_called_once)]
