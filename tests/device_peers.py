#!/usr/bin/env python3
"""Random problems, timed with PyTorch and with `cutelayout bench`, on one GPU in one run.

    tests/device_peers.py [--seed S] [--count N] [--largest ELEMENTS] [--published] [--workers N] [--seconds S] [--json FILE]
                          [--list] PROGRAM

A problem is an expression of one to three operands, with one or two results, or a reduction of any modes, of rank 1 to 4.
Each operand and output has a memory of its own: row-major, column-major, permuted, padded, every second element, or
broadcast along some of its modes. Extents are multiples of 8, even, or odd, and make about 2^14 to ELEMENTS elements (2^26
if not given).

Peers are torch.compile, the same with max-autotune, and eager PyTorch, whichever is the fastest; they write to the same
memory. Everything is timed as `bench` does it: a captured graph, the L2 cache flushed by a memset of 256 MiB before each of
30 replays, CUDA events, the median. What `bench` refuses, or finds wrong, counts as such.

Prints problems from the slowest beside its peer to the fastest, then two tables: by family of problem, how much longer the
best peer takes in the geometric mean, how many are behind by 2 %, and the worst; and how far the printed prediction is off.
--workers has N processes, 4 if not given, compile PyTorch's kernels side by side; one at a time has the GPU, for all that
it measures of one problem and peer. --seconds begins no problem later than that. --json appends a line for each problem to
FILE; --list prints the commands of the problems, and runs nothing. Exit code 77: there is no PyTorch, or it finds no GPU.
"""
import argparse
import dataclasses
import fcntl
import json
import math
import multiprocessing
import os
import queue
import random
import shlex
import statistics
import subprocess
import sys
import tempfile
import threading
import time

SAMPLES = 30
FLUSHED_BYTES = 256 << 20
LEAST_ELEMENTS = 1 << 14
BEHIND = 0.98
WORKERS = 4    # each holds a problem's tensors, of up to 2 GiB, in the GPU's memory
FLOATS = ("f16", "bf16", "f32")
# An expression of `bench`, the same for PyTorch, and whether integers have it.
EXPRESSIONS = {
    "a": (lambda torch, a: (a,), True),
    "a+b": (lambda torch, a, b: (a + b,), True),
    "relu(a*b)": (lambda torch, a, b: (torch.relu(a * b),), True),
    "a*b+c": (lambda torch, a, b, c: (a * b + c,), True),
    "tanh(a)+b": (lambda torch, a, b: (torch.tanh(a) + b,), False),
    "exp(a)": (lambda torch, a: (torch.exp(a),), False),
    "a+b; a-b": (lambda torch, a, b: (a + b, a - b), True),
}
REDUCTIONS = {
    "sum": lambda a, modes: a.sum(modes),
    "max": lambda a, modes: a.amax(modes),
    "mean": lambda a, modes: a.mean(modes),
    "sumsq": lambda a, modes: (a.float() * a.float()).sum(modes),
}
MEMORIES = ("row",) * 4 + ("col", "col", "permuted", "padded", "second", "broadcast", "broadcast")


# The extents of published problems, elementwise and reduced; their expressions and whether operands are transposed; reductions.
PUBLISHED_SHAPES = ((16384, 8192), (4096, 4096), (2048, 2048), (1024, 1024), (8191, 8193))
PUBLISHED_REDUCED = ((16384, 8192), (4096, 4096), (1024, 1024), (65536, 1024), (1024, 65536), (8191, 8193))
PUBLISHED_EXPRESSIONS = (("a+b", False), ("relu(a*b)", False), ("a", False), ("a", True))
PUBLISHED_REDUCTIONS = (("sum", (1,)), ("sum", (0,)), ("sum", (0, 1)), ("max", (1,)))


@dataclasses.dataclass
class Problem:
    dtype: str
    shape: list
    strides: dict    # of each operand and output, by name
    op: str = ""
    reduce: str = ""
    modes: tuple = ()

    def command(self):
        """The words behind `bench`."""
        words = ["--dtype", self.dtype, "--shape", ",".join(map(str, self.shape))]
        words += ["--op", self.op] if self.op else ["--reduce", self.reduce, "--dim", ",".join(map(str, self.modes))]
        for name, strides in self.strides.items():
            words += ["--layout", f"{name}=({','.join(map(str, self.shape))}):({','.join(map(str, strides))})"]
        return words

    def family(self):
        """What the layouts ask for."""
        if self.reduce:
            long = [mode for mode in range(len(self.shape)) if self.shape[mode] > 1]
            fast = min(long, key=lambda mode: self.strides["a"][mode], default=0)
            return ("reduction of all" if len(self.modes) == len(self.shape) else
                    "reduction of the fast mode" if fast in self.modes else "reduction of other modes")
        if ";" in self.op:
            return "two results"
        if len({self.order(name) for name, strides in self.strides.items() if 0 not in strides}) > 1:
            return "different orders"
        if any(0 in strides for strides in self.strides.values()):
            return "broadcast"
        if any(elements(self.shape, strides) > math.prod(self.shape) for strides in self.strides.values()):
            return "padded or strided"
        return "all alike"

    def order(self, name):
        """The modes of a tensor, the slowest first."""
        return tuple(sorted(range(len(self.shape)), key=lambda mode: -self.strides[name][mode]))


def elements(shape, strides):
    """How many elements of memory a layout reaches over."""
    return 1 + sum((extent - 1) * stride for extent, stride in zip(shape, strides))


def compact(shape, modes, step=1):
    """Strides of a compact layout whose modes are, from the fastest on, "modes"; those of others are 0."""
    strides = [0] * len(shape)
    for mode in modes:
        strides[mode] = step
        step *= shape[mode]
    return strides


def draw_extent(rng, size):
    """An extent near "size": a multiple of 8, if it is not below that, an even or an odd number."""
    extent = max(2, round(size))
    unit = rng.choice((8, 2, 1))
    return extent | 1 if unit == 1 else extent // unit * unit or extent


def draw_shape(rng, largest):
    total = rng.uniform(math.log2(LEAST_ELEMENTS), math.log2(largest))
    weights = [rng.random() + 0.02 for _ in range(rng.choice((1, 2, 2, 2, 3, 3, 4)))]
    return [draw_extent(rng, 2 ** (total * weight / sum(weights))) for weight in weights]


def draw_strides(rng, shape, memory):
    row = list(reversed(range(len(shape))))
    if memory == "col":
        return compact(shape, row[::-1])
    if memory == "permuted":
        return compact(shape, rng.sample(row, len(row)))
    if memory == "padded":
        return compact(shape[:-1] + [shape[-1] + rng.choice((1, 8, 24))], row)
    if memory == "second":
        return compact(shape, row, 2)
    if memory == "broadcast" and len(shape) > 1:
        dropped = rng.sample(row, rng.randrange(1, len(row)))
        return compact(shape, [mode for mode in row if mode not in dropped])
    return compact(shape, row)


def draw(rng, largest):
    shape = draw_shape(rng, largest)
    if rng.random() < 1 / 3:
        modes = tuple(sorted(rng.sample(range(len(shape)), rng.randrange(1, len(shape) + 1))))
        memory = rng.choice(("row", "row", "row", "col", "permuted", "padded"))
        return Problem(rng.choice(FLOATS), shape, {"a": draw_strides(rng, shape, memory)}, reduce=rng.choice(list(REDUCTIONS)),
                       modes=modes)
    dtype = rng.choice(FLOATS + ("i32",))
    op = rng.choice([op for op, (_, has_integers) in EXPRESSIONS.items() if has_integers or dtype in FLOATS])
    strides = {name: draw_strides(rng, shape, rng.choice(MEMORIES)) for name in "abc" if name in op}
    if all(0 in of_one for of_one in strides.values()):
        strides["a"] = draw_strides(rng, shape, "row")
    for output in ("out", "out2")[:1 + op.count(";")]:
        strides[output] = draw_strides(rng, shape, rng.choice(("row", "row", "row", "col", "permuted")))
    return Problem(dtype, shape, strides, op=op)


def published():
    """The problems of docs/benchmarks.md."""
    problems = []
    for dtype in FLOATS:
        for m, n in PUBLISHED_SHAPES:
            for op, is_transposed in PUBLISHED_EXPRESSIONS:
                row = {"b": [n, 1], "out": [n, 1]} if "b" in op else {"out": [n, 1]}
                problems.append(Problem(dtype, [m, n], {"a": [1, m] if is_transposed else [n, 1], **row}, op=op))
        for m, n in PUBLISHED_REDUCED:
            for reduce, modes in PUBLISHED_REDUCTIONS:
                problems.append(Problem(dtype, [m, n], {"a": [n, 1]}, reduce=reduce, modes=modes))
    return problems


class Turn:
    """Whose the GPU is, of several processes that lock the same file. Taken twice is taken once; who ends has given it."""

    def __init__(self, path):
        self.file = open(path, "wb")

    def take(self):
        fcntl.flock(self.file, fcntl.LOCK_EX)

    def give(self):
        fcntl.flock(self.file, fcntl.LOCK_UN)


class Peers:
    """PyTorch on the first GPU. It compiles at any time, and has its turn from its first launch to the end of a measurement."""

    def __init__(self, turn):
        os.environ.setdefault("TORCHINDUCTOR_COMPILE_THREADS", "1")
        import torch
        from torch._inductor.runtime.triton_heuristics import CachingAutotuner
        if not torch.cuda.is_available():
            raise ImportError("PyTorch finds no GPU")
        launch = CachingAutotuner.run

        def launch_in_turn(*arguments, **named):
            turn.take()
            return launch(*arguments, **named)

        CachingAutotuner.run = launch_in_turn
        self.turn = turn
        self.torch = torch
        self.name = f"{torch.cuda.get_device_name(0)}, PyTorch {torch.__version__}"
        self.flushed = torch.empty(FLUSHED_BYTES, dtype=torch.int8, device="cuda")
        self.dtypes = {"f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32, "i32": torch.int32}

    def tensor(self, problem, strides):
        count, dtype = elements(problem.shape, strides), self.dtypes[problem.dtype]
        if problem.dtype in FLOATS:
            base = self.torch.randn(count, device="cuda").to(dtype)
        else:
            base = self.torch.randint(-100, 100, (count,), device="cuda", dtype=dtype)
        return base.as_strided(problem.shape, strides)

    def work(self, problem):
        """A function and its arguments."""
        tensors = {name: self.tensor(problem, strides) for name, strides in problem.strides.items()}
        operands = [tensor for name, tensor in tensors.items() if not name.startswith("out")]
        if problem.reduce:
            reduce = REDUCTIONS[problem.reduce]
            outputs = [self.torch.empty_like(reduce(operands[0], problem.modes)).to(self.dtypes[problem.dtype])]

            def results(*operands):
                return (reduce(operands[0], problem.modes),)
        else:
            expression = EXPRESSIONS[problem.op][0]
            outputs = [tensor for name, tensor in tensors.items() if name.startswith("out")]

            def results(*operands):
                return expression(self.torch, *operands)

        def work(outputs, operands):
            for output, result in zip(outputs, results(*operands)):
                output.copy_(result)

        return work, outputs, operands

    def measure(self, call):
        """The median of "call" in microseconds. Ends in our turn."""
        cuda = self.torch.cuda
        side = cuda.Stream()
        side.wait_stream(cuda.current_stream())
        with cuda.stream(side):
            call()
            self.turn.take()
            for _ in range(2):
                call()
        cuda.current_stream().wait_stream(side)
        graph = cuda.CUDAGraph()
        with cuda.graph(graph):
            call()
        graph.replay()
        times = []
        for _ in range(SAMPLES):
            start, stop = cuda.Event(enable_timing=True), cuda.Event(enable_timing=True)
            self.flushed.zero_()
            start.record()
            graph.replay()
            stop.record()
            stop.synchronize()
            times.append(1e3 * start.elapsed_time(stop))
        return statistics.median(times)

    def times(self, problem):
        """Microseconds of each peer; one that cannot do it is left out."""
        self.turn.take()
        work, outputs, operands = self.work(problem)
        ways = {
            "eager": lambda: work,
            "torch.compile": lambda: self.torch.compile(work, dynamic=False),
            "max-autotune": lambda: self.torch.compile(work, dynamic=False, mode="max-autotune-no-cudagraphs"),
        }
        times = {}
        for name, make in ways.items():
            self.torch._dynamo.reset()
            try:
                call = make()
                times[name] = self.measure(lambda: call(outputs, operands))
            except Exception as error:    # whatever PyTorch or Triton may raise
                print(f"{name}: {' '.join(str(error).split())[:200]}: {shlex.join(problem.command())}", file=sys.stderr)
            finally:
                self.turn.give()
        del outputs, operands, work
        self.torch.cuda.empty_cache()
        return times


def ours(program, problem):
    """The row of `bench --json`, or what it said instead."""
    command = [program, "bench", "--json", "--samples", str(SAMPLES), *problem.command()]
    run = subprocess.run(command, capture_output=True, text=True)
    try:
        rows = json.loads(run.stdout)["results"]
    except (json.JSONDecodeError, KeyError):
        rows = []
    if run.returncode != 0 or not rows:
        return None, (run.stderr or run.stdout).strip()[-300:]
    return rows[0], ""


def solve(peers, turn, program, problem):
    times = peers.times(problem)
    turn.take()
    row, refusal = ours(program, problem)
    turn.give()
    line = {"family": problem.family(), "command": shlex.join(["bench", *problem.command()]), "peers_us": times,
            "refusal": refusal}
    if row is not None:
        line["us"], line["predicted_us"] = 1e6 * row["median_s"], 1e6 * row["predicted_s"]
        line["plan"], line["set"] = row["plan"], row["set"]
        if times:
            line["ratio"] = min(times.values()) / line["us"]
    return line


def work(program, lock, latest, todo, done):
    """Solve what is in "todo" until None is; says to "done" what GPU it is or why there is none, then a line of each.
    "lock" is the path of a file."""
    turn = Turn(lock)
    try:
        peers = Peers(turn)
    except ImportError as error:
        done.put(error)
        return
    done.put(peers.name)
    for problem in iter(todo.get, None):
        if time.time() < latest:
            done.put(solve(peers, turn, program, problem))


def solve_all(program, problems, workers, seconds):
    """What each worker says; one is a thread of this process."""
    latest = time.time() + seconds
    if workers == 1:
        todo, done, make = queue.Queue(), queue.Queue(), threading.Thread
    else:
        context = multiprocessing.get_context("spawn")
        todo, done, make = context.Queue(), context.Queue(), context.Process
    for problem in [*problems, *[None] * workers]:
        todo.put(problem)
    with tempfile.NamedTemporaryFile() as lock:
        working = [make(target=work, args=(program, lock.name, latest, todo, done), daemon=True) for _ in range(workers)]
        for worker in working:
            worker.start()
        is_last = False
        while not is_last:
            is_last = not any(worker.is_alive() for worker in working)
            try:
                while True:
                    yield done.get(timeout=0.2)
            except queue.Empty:
                continue


def percentile(numbers, share):
    return sorted(numbers)[min(len(numbers) - 1, int(len(numbers) * share))]


def report(lines):
    for line in sorted(lines, key=lambda line: line.get("ratio", 0)):
        if "us" not in line:
            print(f"refused or wrong: {line['refusal']}: {line['command']}")
        elif line["peers_us"]:
            peer = min(line["peers_us"], key=line["peers_us"].get)
            print(f"{line['ratio']:.3f}  {line['us']:.2f} us, {peer} {line['peers_us'][peer]:.2f}  {line['plan']}  {line['command']}")
    print("\n| problems | count | refused or wrong | geometric mean of best peer / ours | behind by 2 % | worst |\n|---|---|---|---|---|---|")
    for family in sorted({line["family"] for line in lines}) + ["all"]:
        of_it = [line for line in lines if family in ("all", line["family"])]
        ratios = [line["ratio"] for line in of_it if "ratio" in line]
        refused = sum("us" not in line for line in of_it)
        mean, worst = (statistics.geometric_mean(ratios), min(ratios)) if ratios else (math.nan, math.nan)
        print(f"| {family} | {len(of_it)} | {refused} | {mean:.3f} | {sum(r < BEHIND for r in ratios)} | {worst:.3f} |")
    off = [abs(line["predicted_us"] / line["us"] - 1) for line in lines if "us" in line]
    if off:
        print(f"\nThe prediction is off by {100 * statistics.median(off):.1f} % in the median, {100 * percentile(off, 0.9):.1f} % "
              "at the 90th percentile.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", metavar="PROGRAM")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--largest", type=int, default=1 << 26, metavar="ELEMENTS")
    parser.add_argument("--published", action="store_true")
    parser.add_argument("--workers", type=int, default=WORKERS, metavar="N")
    parser.add_argument("--seconds", type=float, default=math.inf, metavar="S")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.largest < LEAST_ELEMENTS:
        parser.error(f"--largest is at least {LEAST_ELEMENTS}")
    if options.workers < 1:
        parser.error("--workers is at least 1")
    rng = random.Random(options.seed)
    problems = [draw(rng, options.largest) for _ in range(options.count)]
    if options.published:
        problems = published()
        rng.shuffle(problems)
    if options.list:
        for problem in problems:
            print(shlex.join(problem.command()))
        return 0
    name, lines = "", []
    for said in solve_all(options.program, problems, options.workers, options.seconds):
        if isinstance(said, ImportError):
            print(f"skipped: {said}")
            return 77
        if isinstance(said, str):
            if not name:
                print(f"{said}, seed {options.seed}", flush=True)
            name = said
            continue
        lines.append(said)
        if options.json:
            with open(options.json, "a") as file:
                file.write(json.dumps(said) + "\n")
    report(lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
