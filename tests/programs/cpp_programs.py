"""Small random programs in C++, as kernels are written, and what a compiler says that they do.

draw() writes a program whose layouts are made of whole numbers: constants, variables that change on known and unknown
ways, structures, templates, lambdas. observe() compiles programs with cute.hpp and runs each with several values of
what no reader can know, and says what the layouts of each line were.
"""

import os
import re
import subprocess
import tempfile

from cpp_drawing import Writer
from cpp_numbers import small
from cpp_statements import body, use

HERE = os.path.dirname(os.path.abspath(__file__))
UNKNOWN = (0, 1, 2, 5)  # what "unknown" is in the runs of a program
ENDING = ".cu"

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
namespace sizes {{
	constexpr int outer = {c};
	namespace deep {{ constexpr int value = outer * 2; }}
	constexpr int inner = deep::value + 1;
}}
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
double pick(double n) {{ return n; }}
void overloaded(int &n) {{ n = {b}; }}
void overloaded(int n, int &m) {{ m = n + {a}; }}
void chain(int &n) {{ bump(n); touch(); }}
int counter() {{ static int count = 0; return ++count + global * 0; }}
int &first_of(int &a, int &b) {{ return a; }}
template <class F> void apply(F f) {{ f({a}); }}
template <class F> void apply_twice(F &f) {{ f(); f(); }}"""


def draw(random):
    """The text of a program: void kernel(int unknown), and what stands in front of it."""
    w = Writer(random)
    drawn = {name: small(w) for name in "abc"}
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
        w.put(f"part<{small(w)}>(unknown);")
        if w.chance(40):
            w.put(f"part<{small(w)}>(unknown);")
    use(w)
    w.close()
    return "\n".join(w.lines) + "\n"


def is_whole(text):
    """Whether braces and conditions of "text" end as they begin, and it has a kernel."""
    if "kernel(int unknown)" not in text or ("LIMIT" in text and "#define LIMIT" not in text) or "\\\n}" in text:
        return False
    depth = conditions = 0
    for line in text.split("\n"):
        code = "" if '"' in line else line.split("//")[0]
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


# What says which program it is about, of a compiler or linker.
REFUSED = r"/p(\d+)\.h:\d+:\d+: error|undefined reference to `p(\d+)"


def driver_of(numbers):
    """A program that runs the programs of these numbers, each in a namespace of its own."""
    text = ['#include "cute.hpp"', "#include <sys/wait.h>", "#include <unistd.h>"]
    for number in numbers:
        text += [f"namespace p{number} {{", f'#include "p{number}.h"', "}"]
        text += [f"#undef {name}" for name in re.findall(r"^#define (\w+)", PRELUDE, re.M)]
    kernels = ", ".join(f"p{number}::kernel" for number in numbers)
    text.append(DRIVER % (kernels, ", ".join(map(str, numbers)), ", ".join(map(str, UNKNOWN))))
    return "\n".join(text)


def observe(texts, compiler=os.environ.get("CXX", "c++")):
    """For each text a dict from the number of a line to the set of its layouts.

    None where it is no good program: the compiler refuses it, or it does what C++ leaves undefined.
    """
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(texts):
            with open(os.path.join(folder, f"p{number}.h"), "w", encoding="utf-8") as file:
                file.write(text)
        good = list(range(len(texts)))
        main = os.path.join(folder, "main.cpp")
        program = os.path.join(folder, "main")
        command = [compiler, "-std=c++17", "-O0", "-w", "-I", HERE, "-fmax-errors=0", "-fsanitize=undefined",
            "-fno-sanitize-recover=all", "-o", program, main]
        for _ in range(4):
            with open(main, "w", encoding="utf-8") as file:
                file.write(driver_of(good))
            built = subprocess.run(command, capture_output=True, text=True, check=False)
            if built.returncode == 0:
                break
            bad = {int(a or b) for a, b in re.findall(REFUSED, built.stderr)}
            if not bad:
                raise RuntimeError(built.stderr[:2000])
            good = [number for number in good if number not in bad]
        ran = subprocess.run([program], capture_output=True, text=True, check=True)
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
