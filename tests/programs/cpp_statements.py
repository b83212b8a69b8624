"""Kinds of statements: functions of a Writer that write lines of a program, or nothing where they do not fit.

A new kind is a function and its name in STATEMENTS with how often it is drawn. One that is a line is added to a table:
$n and $m are variables of type int, $v is a number, $q a name that nothing else has, $l something that can be given a
value, $c a condition, $s a statement without braces.
"""

import re
import string

from cpp_numbers import condition, known, leaf, literal, number, small

INTEGERS = ("int", "int", "int", "int", "auto", "unsigned", "int64_t", "size_t", "long", "short", "uint8_t", "uint32_t",
    "int const", "const int", "constexpr int", "static constexpr int")


def of_late(w):
    """What changed of late, or is an integer at least."""
    for name in reversed(w.changed[-3:] if w.chance(80) else []):
        if re.match(r"\w+", name)[0] in w.names("int"):
            return name
    return w.name("int", "const") or literal(w)


def line_of(w, table, **given):
    """Write a line of a table, if there is a variable; the two that it may change."""
    n, m = w.name("plain"), w.name("plain")
    if not n:
        return None
    text = string.Template(w.choose(table))
    names = {"n": n, "m": m, "v": small(w), "q": w.unique("q"), **given}
    for name, draw in (("l", lvalue), ("c", condition), ("s", simple)):
        if "$" + name in text.template and name not in names:
            names[name] = draw(w)
    w.put(text.substitute(names))
    w.changed += [n, m]
    return names


def lines(text):
    return [line for line in text.splitlines() if line]


def use(w):
    """A layout of what is known here, alone in its line."""
    parts = [of_late(w), small(w), small(w), "1"]
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
    braces = kind in ("int", "short", "uint8_t")
    if what == "const" and "constexpr" not in kind:
        what = "fixed"  # its value may be that of a run
    if form == 0 and kind != "auto":
        w.put(f"{kind} {name} = {value}, {name}_{w.made + 1} = {name} + 1;")
        w.made += 1
    elif form == 1:
        w.put(f"{kind} {name}{{({kind})({value})}};" if braces else f"{kind} {name}(({value}));")
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
        w.put(f"int {name}[2] = {{int({number(w, 1)}), {small(w)}}};")
    elif form == 1:
        w.put(f"int {name}[] = {{{small(w)}, {small(w)}, {small(w)}}};")
    elif form == 2:
        w.put(f"int {name}[2];")
        w.put(f"for (int e = 0; e < 2; ++e) {name}[e] = e + {small(w)};")
    else:
        w.put(f"int {name}[2] = {{{small(w)}}};")
    w.add(name, "array")


def declare_object(w):
    name = w.unique("config")
    form = w.below(4)
    if form == 0:
        w.put(f"Config {name};")
    elif form == 1:
        w.put(f"Config {name}{{{small(w)}, {small(w)}}};")
    elif form == 2 and w.names("object"):
        w.put(f"{w.choose(('auto', 'auto &', 'Config'))} {name} = {w.name('object')};")
    else:
        w.put(f"Config {name} = {{{small(w)}}};")
    w.add(name, "object")


def declare_lambda(w):
    name = w.unique("f")
    form = w.below(5)
    target = w.name("int")
    if form == 0 or not target:
        w.put(f"auto {name} = [](int a) {{ return a * {small(w)} + 1; }};")
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
        w.put(w.choose((f"{a} = {small(w)};", f"{b} += 2;", f"++{a};")))


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
        w.put(f"{target} = {other} = {small(w)};")
    elif form == 10:
        w.put(f"{target} = {number(w, 1)}, {lvalue(w)} = {small(w)};")
    else:
        w.put(f"({target}) = {number(w, 1)};")


CALLS = lines("""
bump($n);
std::exchange($n, $v);
twice<$v>($n);
asm volatile("" : "+r"($n));
SET($n, $v);
keep($n);
touch();
__syncthreads();
printf("", $n);
Config::shared = 6;
global++;
std::swap($n, $m);
ns::reset($n);
INC($n);
RESET($n);
Setter $q{$n}; $q($v);
Setter{$n}($v);
Setter{$n}.set();
memcpy(&$n, &$m, 4);
overloaded($n);
overloaded($n, $m);
chain($n);
counter();
$n = counter();
""")


def call(w):
    """A call that changes what it is given, or what it sees."""
    name = w.name("call", "object", "array", "pointer")
    kind = next((scope[name] for scope in reversed(w.scopes) if name in scope), None)
    if kind is None or w.chance(50):
        line_of(w, CALLS)
    elif kind == "call":
        w.put(f"{name}({small(w)});")
    elif kind == "object":
        w.put(w.choose((f"{name}.grow({small(w)});", f"change({name});")))
    elif kind == "array":
        w.put(w.choose((f"fill({name}, {small(w)});", f"memset({name}, 0, 8);")))
    else:
        w.put(w.choose((f"*{name} += 1;", f"{name}[0] = {small(w)};")))


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
        w.open(f"if (int {name} = int({value}); {name} > {small(w)}) {{")
        w.add(name, "int")
    elif form == 2:
        w.open(f"if constexpr ({known(w, 1)} > {small(w)}) {{")
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
        step = w.choose(("++{}", "{}++", "{} += 2")).format(counter)
        w.open(f"for (int {counter} = 0; {counter} < {w.choose((0, 1, 2, 3, 4))}; {step}) {{")
        w.add(counter, "read")
    elif form == 3:
        w.open(f"for (int {counter} = {w.choose((8, 4))}; {counter} > 0; {counter} /= 2) {{")
        w.add(counter, "read")
    elif form == 4:
        w.open(f"for (int {counter} : {{{small(w)}, {small(w)}}}) {{")
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
    w.put(f"struct {name} {{ enum {{ size = int({value}) }}; int first = {small(w)}; }};")
    constant = w.unique("kept")
    w.put(f"constexpr int {constant} = {name}::size + 1;")
    w.add(constant, "const")


def template_use(w):
    constant = w.unique("kept")
    w.put("constexpr int {} = {};".format(constant, w.choose((f"Traits<{small(w)}>::value", f"doubled<{small(w)}>",
        f"Traits<{small(w)}, 3>::other", f"scaled({small(w)})", "sizes::inner", "int(Mode::second)", "third",
        "LIMIT", "LIMIT * 2", "AREA(2, 3 + 1)", "sizeof(Config)", "decltype(Int<5>{})::value"))))
    w.add(constant, "const")


def preprocessed(w):
    target = lvalue(w)
    if not target:
        return
    w.put(w.choose(("#if LIMIT > 3", "#ifdef LIMIT", "#ifndef LIMIT", "#if defined(LIMIT) && LIMIT < 6", "#if 0")))
    w.put(f"{target} = {small(w)};")
    if w.chance(50):
        w.put("#else")
        w.put(f"{target} += 1;")
    w.put("#endif")


def simple(w):
    """The text of a statement without braces that changes something."""
    target = lvalue(w) or "global"
    return w.choose((f"{target} = {number(w, 1)};", f"{target} += {small(w)};", f"{target} = {small(w)};",
        f"++{target};" if target[0] != "*" else f"{target} = 2;", "continue;" if w.loops else f"{target} = 5;"))


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


def redefine(w):
    """A macro that is another one from here on."""
    w.put("#undef LIMIT")
    w.put(f"#define LIMIT {w.choose((2, 3, 6))}")


BARE = lines("""
if ($c) $s else $n = 3;
if ($c) $n = 3; else if ($m > 2) $s else $m = $v;
if ($c) if ($n > 1) $s else $m = $v;
for (int $q = 0; $q < 3; ++$q) $s
for (int $q = 0; $q < 0; ++$q) $s
for (int $q = 0; $q < 2; ++$q) for (int f = 0; f < $q; ++f) $n += f;
for (int $q = 0; $q < 3; ++$q) if ($q == unknown) $s else $n = $q;
int $q = 3; while ($q-- > 1) $n += $q;
int $q = 3; do $n = $q; while (--$q > 1);
if ($c) { $s } else $n = $v;
if ($c) [[unlikely]] { $n = 4; }
if (unknown > 1) ; else $n = 3;
for (;;) { $n = 7; if (unknown >= 0) break; }
while (true) { $n += 2; break; }
for (int $q = 0, g = 5; $q < g; ++$q, --g) { $n = g; }
FOR($q, 3) { $n = $q + 1; }
FOR($q, 3) $n = $q + 2;
for (auto $q : {1, $v}) $n = $q;
if ($c) { } else { $n = $v; }
if ($c) return; else $n = $v;
if ($c) goto $q; $n = $v; $q: ;
$q: $n = $v; if ($n < 1) goto $q;
switch (unknown) { case 1: $n = $v; break; case 2: { $m = $v; } default: ; }
switch (unknown) default: $n = $v;
""")


def bare(w):
    """Bodies without braces."""
    line_of(w, BARE)


ALIASES = lines("""
const int &$q = $n;
const auto& $q = $n;
int const &$q($n);
int &$q{$n};
auto &&$q = ($n);
auto &$q = *&$n;
int &$q = unknown > 1 ? $n : global;
decltype(auto) $q = ($n);
std::reference_wrapper<int> $q = $n;
auto $q = std::ref($n);
int *p_$q = &$n, &$q = *p_$q;
int (&$q) = $n;
struct { int &r; } s_$q{$n}; int $q = ++s_$q.r;
auto f_$q = [&]() -> int & { return $n; }; int &$q = f_$q();
auto &$q = first_of($n, $m);
auto t_$q = std::tie($n, $m); auto &$q = std::get<0>(t_$q);
int *const p_$q = &$n; auto &$q = p_$q[0];
int &r_$q = $n; int &$q = r_$q;
""")


def alias(w):
    """Another name of a variable, a change behind one of the two, and a copy."""
    names = line_of(w, ALIASES)
    if names:
        name, other, value = names["n"], names["q"], names["v"]
        w.put(w.choose((f"{name} = {value};", f"++{name};", f"{name} += {value};", "touch();")))
        copy = w.unique("copy")
        w.put(f"int {copy} = {other};")
        w.add(copy, "plain")
        w.changed += [copy, name]


CHANGES = lines("""
*&$n = $v;
(&$n)[0] = $v;
*(&$n) += $v;
const_cast<int &>($n) = $v;
if (int *$q = &$n) { *$q = $v; }
int *$q[1] = {&$n}; *$q[0] = $v;
int *$q = &$n; int **p_$q = &$q; **p_$q = $v;
int $q = $n++ + $v; $n += $q;
$n = $v, $m += 2;
for ($n = 0; $n < $v; ++$n) {}
while ($n > 3) $n /= 2;
auto $q = [&$n] { $n = $v; }; $q();
auto $q = [&r = $n] { r = $v; }; $q();
auto $q = [n_$q = $n + 1] { return n_$q; }; $n = $q();
auto $q = [&](auto self, int a) -> void { if (a > 0) { $n += a; self(self, a - 1); } }; $q($q, 2);
auto $q = [=] { return $n; }; $n = $v; $m = $q();
try { $n = $v; throw 1; } catch (int e) { $n += e; }
try { if (unknown > 1) throw 2; $n = $v; } catch (...) { $n = 9; }
{ struct Guard { int &n; ~Guard() { n = $v; } } $q{$n}; }
struct $q { static void set(int &n) { n = $v; } }; $q::set($n);
$n = unknown ? $n : $v;
$n = pick($n);
$n = pick($n, $v);
std::array<int, 2> $q{$n, $v}; std::get<0>($q) = 3; $n = $q[0];
auto $q = std::make_tuple($n, $v); std::get<1>($q)++; $n = std::get<1>($q);
auto [$q, b_$q] = std::make_pair($n, $v); $n = b_$q + 1;
if (auto $q = $n + 1; $q > unknown) { $n = $q; } else { $n = 1; }
$n = ($m > 2) ? $v : $n;
$n = -$n; $n = $n < 0 ? -$n : $n;
float $q = $v.5f; $n = $q * 2;
$n = $v * 2.6;
$n = int(7.9) / 2 * 2;
uint8_t $q = 250; $q += $v; $n = $q;
unsigned $q = 1; $q -= $v; $n = $q >> 28;
using $q = unsigned; $q a_$q = $v; $n = (a_$q - 4) % 7 + 1;
auto $q = 3u; $n = ($q - $v) / 2 % 5;
auto $q = sizeof(float); $n = ($q - 5) / 4 % 9;
auto $q = std::make_tuple(3u, $v); $n = (std::get<0>($q) - 4) % 5 + 3;
enum : unsigned { $q = $v, b_$q }; $n = ($q - 9) % 7 + b_$q;
enum { $q = $v }; $n = ($q - 9) % 7 + 8;
int b_$q = -$v; unsigned $q = 3; $n = b_$q < $q ? 4 : 5;
int b_$q = -$v; unsigned $q = 3; $n = b_$q % $q + 1;
int b_$q = -$v; $n = b_$q == 4294967295u ? 4 : 5;
uint32_t $q = 65536; $n = $q * $q + $v;
auto $q = 65536u; $n = ($q << 15) * 4 + $v;
size_t $q = 65536; $n = $q * $q / 1024 % 7 + $v;
$n = ~1u >> 28;
$n = -3 % 5u;
unsigned $q = $v; $n = std::min($q - 9, 7u);
unsigned $q = $v; $n = (unknown > 90 ? -1 : $q) > 5;
unsigned $q = $v; $n = $q - 9 + 10;
unsigned $q = $v; $n = int($q - 9) + 10;
uint16_t $q = $v; $n = ($q - 9) % 7 + 8;
bool $q = $n; $n = $q + $v;
char $q = 'a'; $n = $q - 90;
short $q = 70000 >> 1; $n = $q > 0;
$n = (-7 / 2) + 8;
$n = (-7 % 4) + 8;
$n = (-7 >> 1) + 8;
int $q{}; $n = $q + $v;
int $q = {$v}; $n = $q;
auto $q{$v}; $n = $q;
Index $q = $v; if (unknown) $q = 3; $n = $q;
constexpr int $q[] = {1, 2, 3}; $n = $q[1];
int $q[3] = {1, 2, 3}; int *p_$q = $q; p_$q[1] = $v; $n = $q[1];
enum { $q = $v, b_$q }; $n = b_$q;
$n = {$v};
$n = int{$v};
Derived $q; $q.grow($v); $n = $q.first;
auto *$q = new int($v); $n = *$q; delete $q;
$n = [&] { int $n = 4; return $n + $v; }();
{ int $n = 4; $n = $v; }
auto $q = [](int $n) { $n = 3; return $n; }; $q($v);
$n = sizeof($n);
int $q[5]; $n = sizeof $q / sizeof $q[0];
$n = alignof(int);
using $q = int; $q a_$q = $v; a_$q++; $n = a_$q;
typedef int $q; $q a_$q = $v; if (unknown) a_$q = 5; $n = a_$q;
$n ^= $m; $m ^= $n; $n ^= $m;
$n = $n ? $v : 3;
$n = (1, $v);
$n = $n, $v;
int $q = ($n = $v) + 1; $m = $q;
$m = $n = $n + $v;
$n = $n++ * 0 + $v;
do { $n = $v; if (unknown) break; $n = 5; } while (false);
struct { int a, b; } $q = {$n, $v}; $q.a = 6; $n = $q.a;
struct { int a = 3; int twice() const { return a * 2; } } $q; $n = $q.twice();
union { int a; unsigned b; } $q; $q.b = $v; $n = $q.a;
constexpr auto $q = [](int a) { return a + 1; }; $n = $q($v);
const int $q = $n; $n = 6; $m = $q;
int $q = $n; int &r_$q = $q; r_$q += 2; $n = $q;
volatile int $q = $v; $n = $q;
register_t $q = $v; $n = $q;
int a_$q = 1, *$q = &a_$q; *$q = $v; $n = a_$q;
int a_$q[2][2] = {{1, 2}, {3, 4}}; a_$q[1][0] = $v; $n = a_$q[1][0];
std::pair<int, int> $q{$v, 2}; $q.first++; $n = $q.first;
auto $q = &$n; ++*$q;
int $q = 0; for (int i = 0; i < 4; ++i) { if (i == 2) continue; $q += i; } $n = $q;
int $q = 9; { int $q = 3; $n = $q; } $m = $q;
for (int $n = 0; $n < 3; ++$n) { Config::shared = $n; }
if (bool $q = $n > 2) { $n = $q + 3; }
extern int global; global = $v;
static_assert(sizeof(int) == 4, "$n = 3;"); $n = $v;
$n = 'b' - 'a' + $v;
$n = 1'0 + 0x1F + 0b11 + 07;
$n = true + $v;
$n = $m > 1 and $m < 5;
$n = not $m;
$n <<= 1; $n >>= 1;
""")


def change(w):
    """Ways to change a variable that are no plain assignment."""
    line_of(w, CHANGES)


ODD = lines("""
[&] { $n = $v; }();
[&](auto v) { $n = v; }($v);
int $q = [&]() { return ++$n; }();
/* $n = 9; */ $n += 1; // $n = 8;
printf("$n = 9; } // {");
if (unknown) { $n = $v; } else $n = 2;
unknown > 1 ? $n = 3 : $n = $v;
(unknown > 1 ? $n : $m) = 3;
unknown > 1 && ($n = $v);
$n > 2 || ($n = $v);
static int $q = $v; $q++; $n = $q;
int *$q = &$n; *$q = $v; $q[0]++;
int &$q = *&$n; $q = $v;
auto $q = std::make_pair(1, 2); $n = $q.second;
for (int a = 0, b = 4; a < b; ++a, --b) $n = b;
void (*$q)(int &) = touch_int; int u_$q = $v; $q(u_$q); $n = u_$q;
auto $q = touch_int; $q($n);
constexpr auto $q = Int<3>{}; $n = $q;
apply([&](int a) { $n = a; });
auto $q = [&] { $n++; }; apply_twice($q);
const char *$q = "$n = 3;"; $n = $q[0] > 0;
const char *$q = R"(} $n = 3; ")"; $n = $v;
int $q; $q = $v; $n = $q;
{ } ; ; $n = $v;;
#pragma unroll
""")


def odd(w):
    """What is rare, and must not confuse."""
    line_of(w, ODD)
    if w.chance(10):
        w.put(f"global = \\")
        w.put(f"\t{small(w)};")


STATEMENTS = ([bare] * 5 + [change] * 8 + [alias] * 2 + [cases, redefine] + [declare] * 6 + [assign] * 8 + [use] * 7
    + [call] * 4 + [branch] * 4 + [loop] * 3 + [switch, block, local_struct] + [template_use] * 2
    + [preprocessed, odd, odd, declare_reference, declare_pointer, declare_array, declare_object, declare_lambda]
    + [declare_pair])


def statement(w):
    if w.depth > 5:
        return assign(w)
    return w.choose(STATEMENTS)(w)