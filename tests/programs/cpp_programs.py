"""Small random programs in C++, as kernels are written, and what a compiler says that they do.

draw() writes a program whose layouts are made of whole numbers: constants, variables that change on known and unknown
ways, structures, templates, lambdas. observe() compiles programs with cute.hpp and runs each with several values of what
no reader can know, and says what the layouts of each line were.
"""

import os
import re
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
UNKNOWN = (0, 1, 2, 5)  # what "unknown" is in the runs of a program
INTEGERS = ("int", "int", "int", "int", "auto", "unsigned", "int64_t", "size_t", "long", "short", "uint8_t", "uint32_t",
    "int const", "const int", "constexpr int", "static constexpr int")
ENDING = ".cu"
NAMES = "n m k tile count bM lane rows x i".split()


class Writer:
    """The text of a program as it grows, and the names that can be seen where it grows."""

    def __init__(self, random):
        self.random = random
        self.lines = []
        self.depth = 0
        self.scopes = [{}]  # from the outermost to the innermost: name -> kind; see names()
        self.made = 0  # names that are never used twice
        self.loops = 0  # around the place
        self.changed = []  # what was given values, the last one last

    def put(self, text):
        self.lines.append("\t" * self.depth + text)

    def chance(self, percent):
        return self.random.random() * 100 < percent

    def choose(self, things):
        return things[int(self.random.random() * len(things))]

    def below(self, count):
        return int(self.random.random() * count)

    def names(self, *kinds):
        """Names that are seen here and are of one of "kinds".

        const: known to the compiler; plain: an int; int: any number that may change; array, pointer, object: of int;
        call: a lambda of one int; tile: a layout."""
        if "int" in kinds:
            kinds += ("plain",)
        seen = {}
        for scope in self.scopes:
            seen.update(scope)
        return [name for name, kind in sorted(seen.items()) if kind in kinds]

    def name(self, *kinds):
        """One of names(), often one that changed of late."""
        names = self.names(*kinds)
        late = [name for name in self.changed[-4:] if name in names]
        return self.choose(late if late and self.chance(50) else names) if names else None

    def fresh(self, value=""):
        """A name that this scope does not have, and "value" has not; it may hide one of a scope around it."""
        for _ in range(8):
            name = self.choose(NAMES)
            if name not in self.scopes[-1] and not re.search(rf"\b{name}\b", value):
                return name
        return self.unique("n")

    def unique(self, stem):
        self.made += 1
        return f"{stem}{self.made}"

    def add(self, name, kind):
        self.scopes[-1][name] = kind

    def open(self, head):
        self.put(head)
        self.depth += 1
        self.scopes.append({})

    def next(self, head):
        """End a block, and begin the next of its statement with what "head" draws between them."""
        self.scopes.pop()
        self.depth -= 1
        self.put(head())
        self.depth += 1
        self.scopes.append({})

    def close(self, tail="}"):
        self.scopes.pop()
        self.depth -= 1
        self.put(tail)


# Expressions


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
    return "(" + w.choose(("{0}++", "++{0}", "{0}--", "--{0}", "{0} = {1}", "{0} += {1}", "{0} *= 2", "{0} = {1}, {0} + 1",
        "std::exchange({0}, {1})", "atomicAdd(&{0}, {1})")).format(name, literal_of_int(w)) + ")"


def literal_of_int(w):
    return str(w.choose((1, 2, 3, 4, 8)))


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


# Statements. Each writes one statement, or nothing where what it needs is not there.


def of_late(w):
    """What changed of late, or is an integer at least."""
    for name in reversed(w.changed[-3:] if w.chance(80) else []):
        if re.match(r"\w+", name)[0] in w.names("int"):
            return name
    return w.name("int", "const") or literal(w)


def use(w):
    """A layout of what is known here, alone in its line."""
    parts = [of_late(w), literal_of_int(w), literal_of_int(w), "1"]
    if w.chance(60):
        parts[2] = of_late(w)
    if w.chance(30):
        parts[1] = number(w, 1)
    if w.chance(20):
        parts[3] = leaf(w)
    layout = "make_layout(make_shape({}, {}), make_stride({}, {}))".format(*parts)
    tile = w.unique("layout")
    w.put(f"auto {tile} = {layout};")
    w.add(tile, "tile")


def declare(w):
    kind = w.choose(INTEGERS)
    if "constexpr" in kind:
        value, what = known(w), "const"
    else:
        value, what = number(w), "const" if "const" in kind else "int"
        if kind == "static constexpr int":
            value = known(w)
    if kind == "auto":
        value = f"int({value})"
    name = w.fresh(value)
    form = w.below(6)
    if what == "const" and "constexpr" not in kind:
        what = "fixed"  # its value may be that of a run
    if form == 0 and kind != "auto":
        w.put(f"{kind} {name} = {value}, {name}_{w.made + 1} = {name} + 1;")
        w.made += 1
    elif form == 1:
        w.put(f"{kind} {name}{{({kind.split()[-1]})({value})}};" if kind in ("int", "short", "uint8_t") else f"{kind} {name}(({value}));")
    elif form == 2:
        w.put(f"[[maybe_unused]] {kind} {name} = {value};  // {{ {name} = 77; }}")
    else:
        w.put(f"{kind} {name} = {value};")
    w.add(name, "plain" if kind in ("int", "auto") else what)
    if what == "int":
        w.changed.append(name)


def declare_reference(w):
    target = lvalue(w)
    if target:
        name = w.fresh(target)
        w.put(f"{w.choose(('auto &', 'auto& ', 'auto &&'))}{name} = {target};")
        w.add(name, "int")


def declare_pointer(w):
    target = w.name("plain")
    if target:
        name = w.unique("p")
        w.put(w.choose((f"auto *{name} = &{target};", f"auto {name} = &{target};")))
        w.add(name, "pointer")


def declare_array(w):
    name = w.unique("list")
    form = w.below(4)
    if form == 0:
        w.put(f"int {name}[2] = {{int({number(w, 1)}), {literal_of_int(w)}}};")
    elif form == 1:
        w.put(f"int {name}[] = {{{literal_of_int(w)}, {literal_of_int(w)}, {literal_of_int(w)}}};")
    elif form == 2:
        w.put(f"int {name}[2];")
        w.put(f"for (int e = 0; e < 2; ++e) {name}[e] = e + {literal_of_int(w)};")
    else:
        w.put(f"int {name}[2] = {{{literal_of_int(w)}}};")
    w.add(name, "array")


def declare_object(w):
    name = w.unique("config")
    form = w.below(4)
    if form == 0:
        w.put(f"Config {name};")
    elif form == 1:
        w.put(f"Config {name}{{{literal_of_int(w)}, {literal_of_int(w)}}};")
    elif form == 2 and w.names("object"):
        w.put(f"{w.choose(('auto', 'auto &', 'Config'))} {name} = {w.name('object')};")
    else:
        w.put(f"Config {name} = {{{literal_of_int(w)}}};")
    w.add(name, "object")


def declare_lambda(w):
    name = w.unique("f")
    form = w.below(5)
    target = w.name("int")
    if form == 0 or not target:
        w.put(f"auto {name} = [](int a) {{ return a * {literal_of_int(w)} + 1; }};")
    elif form == 1:
        w.put(f"auto {name} = [=](int a) {{ return a + {target}; }};")
    elif form == 2:
        w.put(f"auto {name} = [&](int a) {{ {target} = a; return {target} + 1; }};")
    elif form == 3:
        w.put(f"auto {name} = [&{target}](int a) -> int {{ {target} += a; return a; }};")
    else:
        w.put(f"auto {name} = [{target}](int a) mutable {{ {target}++; return a + int({target}); }};")
    w.add(name, "call")


def declare_pair(w):
    name = w.name("object")
    if name:
        a, b = w.unique("a"), w.unique("b")
        w.put(f"auto {w.choose(('', '&'))}[{a}, {b}] = {name};")
        w.add(a, "bound")
        w.add(b, "bound")
        w.put(w.choose((f"{a} = {literal_of_int(w)};", f"{b} += 2;", f"++{a};")))


def lvalue(w):
    kinds = []
    for kind, text in (("int", "{0}"), ("int", "{0}"), ("int", "{0}"), ("array", "{0}[{1}]"), ("pointer", "*{0}"),
            ("object", "{0}.first"), ("object", "{0}.second")):
        name = w.name(kind)
        if name:
            kinds.append(text.format(name, w.below(2)))
    target = w.choose(kinds) if kinds else None
    if target:
        w.changed.append(target.lstrip("*"))
    return target


def assign(w):
    target = lvalue(w)
    if not target:
        return
    form = w.below(12)
    if form < 5:
        w.put(f"{target} = {number(w)};")
    elif form < 7:
        w.put(f"{target} {w.choose(('+=', '-=', '*=', '|=', '^=', '&='))} {number(w, 1)};")
    elif form == 7:
        w.put(f"{target} {w.choose(('/=', '%=', '<<=', '>>='))} {w.choose((1, 2, 3))};")
    elif form == 8:
        w.put(w.choose(("{}++;", "++{};", "--{};", "({})--;")).format(f"({target})" if target[0] == "*" else target))
    elif form == 9:
        other = lvalue(w)
        w.put(f"{target} = {other} = {literal_of_int(w)};")
    elif form == 10:
        w.put(f"{target} = {number(w, 1)}, {lvalue(w)} = {literal_of_int(w)};")
    else:
        w.put(f"({target}) = {number(w, 1)};")


def call(w):
    """A call that changes what it is given, or what it sees."""
    target = w.name("counted")
    form = w.below(10)
    name = w.name("int")
    forms = []
    if w.names("call"):
        forms.append(f"{w.name('call')}({literal_of_int(w)});")
    if w.names("object"):
        forms += [f"{w.name('object')}.grow({literal_of_int(w)});", f"change({w.name('object')});"]
    if w.names("array"):
        forms += [f"fill({w.name('array')}, {literal_of_int(w)});", f"memset({w.name('array')}, 0, 8);"]
    if w.names("pointer"):
        forms += [f"*{w.name('pointer')} += 1;", f"{w.name('pointer')}[0] = {literal_of_int(w)};"]
    if name:
        forms += [f"bump({name});", f"std::exchange({name}, {literal_of_int(w)});", f"twice<{literal_of_int(w)}>({name});",
            f"asm volatile(\"\" : \"+r\"({name}));", f"SET({name}, {literal_of_int(w)});", f"keep({name});"]
    forms += ["touch();", "__syncthreads();", f"printf(\"\", {number(w, 1)});", "Config::shared = 6;", "global++;"]
    w.put(w.choose(forms))


def body(w, count=None):
    for _ in range(count or 1 + w.below(3)):
        statement(w)


def branch(w):
    form = w.below(8)
    if form == 0:
        target = lvalue(w)
        if target:
            w.put(f"if ({condition(w)}) {target} = {number(w, 1)};")
        return
    if form == 1:
        value = number(w, 1)
        name = w.fresh(value)
        w.open(f"if (int {name} = int({value}); {name} > {literal_of_int(w)}) {{")
        w.add(name, "int")
    elif form == 2:
        w.open(f"if constexpr ({known(w, 1)} > {literal_of_int(w)}) {{")
    else:
        w.open(f"if ({condition(w)}) {{")
    body(w)
    if w.chance(15):
        jump(w)
    if w.chance(25):
        w.next(lambda: f"}} else if ({condition(w)}) {{")
        body(w)
    if w.chance(40):
        w.next(lambda: "} else {")
        body(w)
    w.close()


def jump(w):
    if w.loops and w.chance(80):
        w.put(w.choose(("break;", "continue;")))
    elif w.chance(60):
        w.put("return;")


def loop(w):
    if w.loops >= 2:
        return
    form = w.below(9)
    counter = w.unique("i") if w.chance(60) else w.fresh()
    if w.chance(20):
        w.put(w.choose(("#pragma unroll", "CUTE_UNROLL")))
    if form < 3:
        w.open(f"for (int {counter} = 0; {counter} < {w.choose((0, 1, 2, 3, 4))}; {w.choose(('++{}', '{}++', '{} += 2')).format(counter)}) {{")
        w.add(counter, "read")
    elif form == 3:
        w.open(f"for (int {counter} = {w.choose((8, 4))}; {counter} > 0; {counter} /= 2) {{")
        w.add(counter, "read")
    elif form == 4:
        w.open(f"for (int {counter} : {{{literal_of_int(w)}, {literal_of_int(w)}}}) {{")
        w.add(counter, "int")
    elif form == 5 and w.names("array"):
        w.open(f"for (auto {w.choose(('', '&'))}{counter} : {w.name('array')}) {{")
        w.add(counter, "int")
    elif form == 6:
        limit = w.unique("left")
        w.put(f"int {limit} = {w.choose((1, 2, 3))};")
        w.open(f"while ({limit}-- > 0) {{")
    elif form == 7:
        limit = w.unique("left")
        w.put(f"int {limit} = {w.choose((1, 2, 3))};")
        w.open("do {")
        w.loops += 1
        body(w)
        w.loops -= 1
        w.close(f"}} while (--{limit} > 0);")
        return
    else:
        w.open(f"for (int {counter} = 0; {counter} < unknown; ++{counter}) {{")
        w.add(counter, "read")
    w.loops += 1
    body(w)
    if w.chance(10):
        w.put(f"if ({condition(w)}) {w.choose(('break', 'continue'))};")
    w.loops -= 1
    w.close()


def switch(w):
    w.open(f"switch ({w.choose(('unknown', 'int(' + number(w, 1) + ')'))}) {{")
    for value in sorted({w.below(4), w.below(9)}):
        w.put(f"case {value}: {{")
        w.depth += 1
        w.scopes.append({})
        body(w, 1)
        w.close("} break;" if w.chance(60) else "}")
    if w.chance(50):
        w.put("default: {")
        w.depth += 1
        w.scopes.append({})
        body(w, 1)
        w.close()
    w.close()


def block(w):
    w.open("{")
    body(w)
    w.close()


def local_struct(w):
    name = w.unique("Local")
    value = known(w, 1)
    w.put(f"struct {name} {{ enum {{ size = int({value}) }}; int first = {literal_of_int(w)}; }};")
    constant = w.unique("kept")
    w.put(f"constexpr int {constant} = {name}::size + 1;")
    w.add(constant, "const")


def template_use(w):
    constant = w.unique("kept")
    w.put("constexpr int {} = {};".format(constant, w.choose((f"Traits<{literal_of_int(w)}>::value", f"doubled<{literal_of_int(w)}>",
        f"Traits<{literal_of_int(w)}, 3>::other", f"scaled({literal_of_int(w)})", "sizes::inner", "int(Mode::second)", "third",
        "LIMIT", "LIMIT * 2", "AREA(2, 3 + 1)", "sizeof(Config)", "decltype(Int<5>{})::value"))))
    w.add(constant, "const")


def preprocessed(w):
    target = lvalue(w)
    if not target:
        return
    w.put(w.choose(("#if LIMIT > 3", "#ifdef LIMIT", "#ifndef LIMIT", "#if defined(LIMIT) && LIMIT < 6", "#if 0")))
    w.put(f"{target} = {literal_of_int(w)};")
    if w.chance(50):
        w.put("#else")
        w.put(f"{target} += 1;")
    w.put("#endif")


def odd(w):
    """What is rare, and must not confuse."""
    name = w.name("plain")
    if not name:
        return
    value = literal_of_int(w)
    label = w.unique("done")
    w.put(w.choose((
        f"[&] {{ {name} = {value}; }}();",
        f"[&](auto v) {{ {name} = v; }}({value});",
        f"int {label} = [&]() {{ return ++{name}; }}();",
        f"/* {name} = 9; */ {name} += 1; // {name} = 8;",
        f"printf(\"{name} = 9; }} // {{\");",
        f"if (unknown) {{ {name} = {value}; }} else {name} = 2;",
        f"(unknown > 1 ? {name} : {lvalue(w)}) = 3;" if False else f"unknown > 1 ? {name} = 3 : {name} = {value};",
        f"unknown > 1 && ({name} = {value});",
        f"{name} > 2 || ({name} = {value});",
        f"static int {label} = {value}; {label}++; {name} = {label};",
        f"if (unknown > 3) goto {label}; {name} = {value}; {label}: ;",
        f"int *{label} = &{name}; *{label} = {value}; {label}[0]++;",
        f"int &{label} = *&{name}; {label} = {value};",
        f"auto {label} = std::make_pair(1, 2); {name} = {label}.second;",
        f"for (int a = 0, b = 4; a < b; ++a, --b) {name} = b;",
        f"void (*{label})(int &) = touch_int; int u{label} = {value}; {label}(u{label}); {name} = u{label};",
        f"constexpr auto {label} = Int<3>{{}}; {name} = {label};",
        f"{name} = \\",
    )))
    if w.lines[-1].endswith("\\"):
        w.put(f"\t{value};")


def simple(w):
    """The text of a statement without braces that changes something."""
    target = lvalue(w) or "global"
    return w.choose((f"{target} = {number(w, 1)};", f"{target} += {literal_of_int(w)};", f"{target} = {literal_of_int(w)};",
        f"++{target};" if target[0] != "*" else f"{target} = 2;", "continue;" if w.loops else f"{target} = 5;"))


def bare(w):
    """Bodies without braces."""
    counter = w.unique("e")
    name = w.name("plain") or "global"
    w.put(w.choose((
        lambda: f"if ({condition(w)}) {simple(w)} else {simple(w)}",
        lambda: f"if ({condition(w)}) {simple(w)} else if ({condition(w)}) {simple(w)} else {simple(w)}",
        lambda: f"if ({condition(w)}) if ({condition(w)}) {simple(w)} else {simple(w)}",
        lambda: f"for (int {counter} = 0; {counter} < {w.choose((0, 1, 3))}; ++{counter}) {simple(w)}",
        lambda: f"for (int {counter} = 0; {counter} < 2; ++{counter}) for (int f = 0; f < {counter}; ++f) {name} += f;",
        lambda: f"for (int {counter} = 0; {counter} < 3; ++{counter}) if ({counter} == unknown) {simple(w)} else {name} = {counter};",
        lambda: f"int {counter} = 3; while ({counter}-- > 1) {name} += {counter};",
        lambda: f"int {counter} = 3; do {name} = {counter}; while (--{counter} > 1);",
        lambda: f"if ({condition(w)}) {{ {simple(w)} }} else {simple(w)}",
        lambda: f"if ({condition(w)}) [[unlikely]] {{ {name} = 4; }}",
        lambda: f"if (unknown > 1) ; else {name} = 3;",
        lambda: f"for (;;) {{ {name} = 7; if (unknown >= 0) break; }}",
        lambda: f"while (true) {{ {name} += 2; break; }}",
        lambda: f"for (int {counter} = 0, g = 5; {counter} < g; ++{counter}, --g) {{ {name} = g; }}",
        lambda: f"FOR({counter}, 3) {{ {name} = {counter} + 1; }}",
        lambda: f"FOR({counter}, 3) {name} = {counter} + 2;",
    ))())


def cases(w):
    """A switch whose cases have no braces."""
    w.put(f"switch ({w.choose(('unknown', 'unknown % 3', 'int(' + number(w, 1) + ')'))}) {{")
    w.put(f"case {w.below(2)}: {simple(w).replace('continue', 'break')}")
    if w.chance(50):
        w.put("break;")
    w.put(f"case {2 + w.below(2)}: {{ {simple(w).replace('continue', 'break')} }}")
    if w.chance(50):
        w.put(w.choose(("break;", "[[fallthrough]];")))
    w.put(f"default: {simple(w).replace('continue', 'break')}")
    w.put("}")


def alias(w):
    """Other names of a variable, and a change behind one of them."""
    name = w.name("plain")
    if not name:
        return
    value = literal_of_int(w)
    other = w.unique("r")
    w.put(w.choose((
        f"const int &{other} = {name};", f"const auto& {other} = {name};", f"int const &{other}({name});",
        f"int &{other}{{{name}}};", f"auto &&{other} = ({name});", f"auto &{other} = *&{name};",
        f"int &{other} = unknown > 1 ? {name} : global;", f"decltype(auto) {other} = ({name});",
        f"std::reference_wrapper<int> {other} = {name};", f"auto {other} = std::ref({name});",
        f"int *{other}_p = &{name}, &{other} = *{other}_p;", f"int (&{other}) = {name};",
        f"struct {{ int &r; }} {other}_s{{{name}}}; int {other} = ++{other}_s.r;",
    )))
    if w.chance(60):
        w.put(w.choose((f"{name} = {value};", f"++{name};", f"{name} += {value};")))
    copy = w.unique("copy")
    w.put(f"int {copy} = {other};")
    w.add(copy, "plain")
    w.changed += [copy, name]


def change(w):
    """Ways to change a variable that are no plain assignment."""
    name, other = w.name("plain"), w.name("plain")
    if not name:
        return
    value = literal_of_int(w)
    new = w.unique("q")
    w.put(w.choose((
        f"std::swap({name}, {other});", f"std::tie({name}, global) = std::make_tuple({value}, 3);" if name != "global" else "++global;",
        f"*&{name} = {value};", f"(&{name})[0] = {value};", f"*(&{name}) += {value};", f"const_cast<int &>({name}) = {value};",
        f"if (int *{new} = &{name}) {{ *{new} = {value}; }}", f"int *{new}[1] = {{&{name}}}; *{new}[0] = {value};",
        f"int *{new} = &{name}; int **{new}_p = &{new}; **{new}_p = {value};",
        f"int {new} = {name}++ + {value}; {name} += {new};", f"{name} = {value}, {other} += 2;",
        f"for ({name} = 0; {name} < {value}; ++{name}) {{}}", f"while ({name} > 3) {name} /= 2;",
        f"auto {new} = [&{name}] {{ {name} = {value}; }}; {new}();", f"auto {new} = [&r = {name}] {{ r = {value}; }}; {new}();",
        f"auto {new} = [{new}_n = {name} + 1] {{ return {new}_n; }}; {name} = {new}();",
        f"auto {new} = [&](auto self, int a) -> void {{ if (a > 0) {{ {name} += a; self(self, a - 1); }} }}; {new}({new}, 2);",
        f"auto {new} = [=] {{ return {name}; }}; {name} = {value}; {other} = {new}();",
        f"try {{ {name} = {value}; throw 1; }} catch (int e) {{ {name} += e; }}",
        f"try {{ if (unknown > 1) throw 2; {name} = {value}; }} catch (...) {{ {name} = 9; }}",
        f"{{ struct Guard {{ int &n; ~Guard() {{ n = {value}; }} }} {new}{{{name}}}; }}",
        f"struct {new} {{ static void set(int &n) {{ n = {value}; }} }}; {new}::set({name});",
        f"INC({name});", f"RESET({name});", f"ns::reset({name});", f"memcpy(&{name}, &{other}, 4);",
        f"Setter {new}{{{name}}}; {new}({value});", f"Setter{{{name}}}({value});", f"Setter{{{name}}}.set();",
        f"{name} = unknown ? {name} : {value};", f"{name} = pick({name});", f"{name} = pick({name}, {value});",
        f"std::array<int, 2> {new}{{{name}, {value}}}; std::get<0>({new}) = 3; {name} = {new}[0];",
        f"auto {new} = std::make_tuple({name}, {value}); std::get<1>({new})++; {name} = std::get<1>({new});",
        f"auto [{new}, {new}_b] = std::make_pair({name}, {value}); {name} = {new}_b + 1;",
        f"if (auto {new} = {name} + 1; {new} > unknown) {{ {name} = {new}; }} else {{ {name} = 1; }}",
        f"{name} = ({other} > 2) ? {value} : {name};", f"{name} = -{name}; {name} = {name} < 0 ? -{name} : {name};",
        f"float {new} = {value}.5f; {name} = {new} * 2;", f"{name} = {value} * 2.6;", f"{name} = int(7.9) / 2 * 2;",
        f"uint8_t {new} = 250; {new} += {value}; {name} = {new};", f"unsigned {new} = 1; {new} -= {value}; {name} = {new} >> 28;",
        f"bool {new} = {name}; {name} = {new} + {value};", f"char {new} = 'a'; {name} = {new} - 90;",
        f"short {new} = 70000 >> 1; {name} = {new} > 0;", f"{name} = (-7 / 2) + 8;", f"{name} = (-7 % 4) + 8;", f"{name} = (-7 >> 1) + 8;",
        f"int {new}{{}}; {name} = {new} + {value};", f"int {new} = {{{value}}}; {name} = {new};", f"auto {new}{{{value}}}; {name} = {new};",
        f"Index {new} = {value}; if (unknown) {new} = 3; {name} = {new};", f"constexpr int {new}[] = {{1, 2, 3}}; {name} = {new}[1];",
        f"int {new}[3] = {{1, 2, 3}}; int *{new}_p = {new}; {new}_p[1] = {value}; {name} = {new}[1];",
        f"enum {{ {new} = {value}, {new}_b }}; {name} = {new}_b;", f"{name} = {{{value}}};", f"{name} = int{{{value}}};",
        f"Derived {new}; {new}.grow({value}); {name} = {new}.first;", f"auto *{new} = new int({value}); {name} = *{new}; delete {new};",
        f"{name} = [&] {{ int {name} = 4; return {name} + {value}; }}();", f"{{ int {name} = 4; {name} = {value}; }}",
        f"for (int {name} = 0; {name} < 3; ++{name}) {{ global = {name}; }}" if name != "global" else "global ^= 1;",
        f"auto {new} = [](int {name}) {{ {name} = 3; return {name}; }}; {new}({value});",
        f"{name} = sizeof({name});", f"int {new}[5]; {name} = sizeof {new} / sizeof {new}[0];", f"{name} = sizeof({new}_t<3>);" if False else f"{name} = alignof(int);",
    )))
    w.changed += [name, other]


def redefine(w):
    """A macro that is another one from here on."""
    w.put("#undef LIMIT")
    w.put(f"#define LIMIT {w.choose((2, 3, 6))}")


STATEMENTS = ([bare] * 5 + [change] * 8 + [alias] * 2 + [cases, redefine] + [declare] * 6 + [assign] * 8 + [use] * 7 + [call] * 4 + [branch] * 4 + [loop] * 3 + [switch, block, local_struct]
    + [template_use] * 2 + [preprocessed, odd, odd, declare_reference, declare_pointer, declare_array, declare_object,
    declare_lambda, declare_pair])


def statement(w):
    if w.depth > 5:
        return assign(w)
    return w.choose(STATEMENTS)(w)


PRELUDE = """\
#define LIMIT {limit}
#define AREA(a, b) (a * b)
#define SET(name, value) name = value
#define INC(name) do {{ name++; }} while (0)
#define RESET(name) name = LIMIT; name += 1
#define FOR(name, count) for (int name = 0; name < count; ++name)
static constexpr int kStages = {a};
const int kPad = kStages + {b};
int global = {c};
enum {{ first, third = {a}, fourth }};
enum class Mode {{ first = {b}, second }};
namespace sizes {{ constexpr int outer = {c}; namespace deep {{ constexpr int value = outer * 2; }} constexpr int inner = deep::value + 1; }}
struct Config {{
	int first = {a};
	int second = {b};
	static int shared;
	void grow(int by) {{ first += by; }}
}};
int Config::shared = {c};
template <int N, int M = N + 1> struct Traits {{
	static constexpr int value = N * {b};
	static constexpr int other = N + M;
}};
template <> struct Traits<4, 5> {{ static constexpr int value = 40, other = 44; }};
template <int N> constexpr int doubled = N * 2;
constexpr int scaled(int n) {{ return n * {c}; }}
template <class T> void bump(T &n) {{ n += {a}; }}
template <int N, class T> void twice(T &n) {{ n = N * 2; }}
template <class T> void keep(T n) {{ n = 99; }}
void change(Config &config) {{ config.second = {c}; }}
void fill(int *list, int value) {{ list[0] = value; }}
void touch() {{ global = {b}; }}
void touch_int(int &n) {{ n = {c} + 1; }}
using Index = int;
struct Setter {{
	int &target;
	void operator()(int n) {{ target = n; }}
	void set() {{ target = {a}; }}
}};
struct Derived : Config {{
	int more = {b};
}};
namespace ns {{ void reset(int &n) {{ n = 0; }} }}
int pick(int n, int by = {a}) {{ n += by; return n; }}
double pick(double n) {{ return n; }}"""


def draw(random):
    """The text of a program: void kernel(int unknown), and what stands in front of it."""
    w = Writer(random)
    drawn = {name: literal_of_int(w) for name in "abc"}
    drawn["limit"] = w.choose((2, 4, 8))
    prelude = PRELUDE.format(**drawn).split("\n")
    w.lines += prelude
    for name in ("kStages", "kPad", "third", "LIMIT"):
        w.add(name, "const")
    w.add("global", "int")
    if w.chance(30):
        w.open("__device__ void helper(int unknown) {")
        body(w, 4)
        w.close()
    if w.chance(30):
        w.open("template <int N> __device__ void part(int unknown) {")
        w.add("N", "const")
        body(w, 4)
        w.close()
        part = True
    else:
        part = False
    w.open("__global__ void kernel(int unknown) {")
    body(w, 10 + w.below(10))
    if part:
        w.put(f"part<{literal_of_int(w)}>(unknown);")
        if w.chance(40):
            w.put(f"part<{literal_of_int(w)}>(unknown);")
    use(w)
    w.close()
    return "\n".join(w.lines) + "\n"


# What a compiler says

DRIVER = """\
int main()
{
	void (*const kernels[])(int) = { %s };
	const int numbers[] = { %s };
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		for (int unknown : { %s }) {
			printf("= %%d %%d\\n", numbers[i], unknown);
			fflush(stdout);
			pid_t child = fork();
			if (child == 0) {
				alarm(2);
				kernels[i](unknown);
				fflush(stdout);
				_exit(0);
			}
			int status = 1;
			waitpid(child, &status, 0);
			if (status != 0)
				printf("! %%d\\n", numbers[i]);
		}
	}
}
"""


def is_whole(text):
    """Whether braces and conditions of "text" end as they begin, and it has a kernel."""
    if "kernel(int unknown)" not in text or ("LIMIT" in text and "#define LIMIT" not in text) or "\\\n}" in text:
        return False
    depth = conditions = 0
    for line in text.split("\n"):
        code = "" if "printf" in line else line.split("//")[0]
        for letter in code:
            depth += (letter == "{") - (letter == "}")
            if depth < 0:
                return False
        word = code.lstrip()
        conditions += word.startswith("#if") - word.startswith("#endif")
        if conditions < 0 or (conditions == 0 and word.startswith("#else")):
            return False
    return depth == conditions == 0


def shorter_texts(text):
    """The text without some lines, longest cuts first."""
    lines = text.split("\n")
    size = len(lines) // 2
    while size > 0:
        for at in range(0, len(lines) - size + 1):
            shorter = "\n".join(lines[:at] + lines[at + size:])
            if is_whole(shorter):
                yield shorter
        size //= 2


def observe(texts, compiler="g++"):
    """For each text a dict from the number of a line to the set of its layouts, or None where it is no good program:

    it is refused by the compiler, or does what C++ leaves undefined."""
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(texts):
            with open(os.path.join(folder, f"p{number}.h"), "w", encoding="utf-8") as file:
                file.write(text)
        good = list(range(len(texts)))
        for _ in range(4):
            main = os.path.join(folder, "main.cpp")
            with open(main, "w", encoding="utf-8") as file:
                file.write('#include "cute.hpp"\n#include <sys/wait.h>\n#include <unistd.h>\n')
                for number in good:
                    file.write(f'namespace p{number} {{\n#include "p{number}.h"\n}}\n#undef LIMIT\n#undef AREA\n#undef SET\n#undef INC\n#undef RESET\n#undef FOR\n')
                file.write(DRIVER % (", ".join(f"p{number}::kernel" for number in good), ", ".join(map(str, good)),
                    ", ".join(map(str, UNKNOWN))))
            built = subprocess.run([compiler, "-std=c++17", "-O0", "-w", "-I", HERE, "-fmax-errors=0", "-fsanitize=undefined",
                "-fno-sanitize-recover=all", "-o", os.path.join(folder, "main"), main], capture_output=True, text=True, check=False)
            if built.returncode == 0:
                break
            bad = {int(a or b) for a, b in re.findall(r"/p(\d+)\.h:\d+:\d+: error|undefined reference to `p(\d+)", built.stderr)}
            if not bad:
                raise RuntimeError(built.stderr[:2000])
            good = [number for number in good if number not in bad]
        ran = subprocess.run([os.path.join(folder, "main")], capture_output=True, text=True, check=True)
    seen = [None] * len(texts)
    for number in good:
        seen[number] = {}
    number = None
    for line in ran.stdout.splitlines():
        words = line.split(" ")
        if words[0] == "=":
            number = int(words[1])
        elif words[0] == "!":
            seen[number] = None
        elif len(words) == 2 and seen[number] is not None:
            seen[number].setdefault(int(words[0]), set()).add(words[1])
    return seen
