#!/usr/bin/env python3
"""
The layouts of AMD's matrix instructions, by two programs that know them:

    amd  AMD's matrix instruction calculator, which says which entry is in which bits of which register of which lane
         (https://github.com/ROCm/amd_matrix_instruction_calculator; it has CDNA 1 to 3, RDNA 3 and RDNA 4)
    ttg  Triton's encodings amd_mfma and amd_wmma, and dot_op of them (pip install triton; 3.9.0 gave what is here)

    tools/amd_atoms.py atoms CALCULATOR.py    lines of src/lang/atoms/mma.tsv
    tools/amd_atoms.py facts CALCULATOR.py    lines of tests/amd_atoms.tsv

Instructions of one dense product alone: neither those of several blocks nor the sparse ones. Where both programs know
an instruction, they have to agree. What only Triton knows, CDNA 4 and gfx1250, is left out: it may give A and B in
another order along K than the instruction has, which is the same product, and does so for gfx12.
"""
import csv
import re
import subprocess
import sys

from triton._C.libtriton import gluon_ir, ir
from triton.backends.amd.compiler import HIPBackend
from triton.backends.compiler import GPUTarget
from triton.experimental.gluon.language import DotOperandLayout
from triton.experimental.gluon.language.amd._layouts import AMDMFMALayout, AMDWMMALayout

TYPES = {"f16": "f16", "bf16": "bf16", "bf16_1k": "bf16", "f32": "f32", "xf32": "tf32", "f64": "f64", "i8": "s8",
         "iu8": "s8", "iu4": "s4", "i32": "s32", "fp8": "e4m3", "bf8": "e5m2"}

# What the calculator calls it, LLVM's name of the processors, Triton's version of the encoding, widths of a wavefront.
ARCHITECTURES = [("cdna1", "gfx908", 1, [64]), ("cdna2", "gfx90a", 2, [64]), ("cdna3", "gfx942", 3, [64]),
                 ("rdna3", "gfx11", 1, [32, 64]), ("rdna4", "gfx12", 2, [32, 64])]

NAME = re.compile(r"v_(mfma|wmma)_([a-z0-9]+)_(\d+)x(\d+)x(\d+)_?([a-z].*)")


def parse(name):
    """The kind, (M, N, K) and the types of A, B and D; None for several blocks and sparse operands."""
    match = NAME.fullmatch(name)
    if match is None or re.search(r"_\d+b_", name):
        return None
    operands = match[6]
    both = operands.split("_") if operands not in TYPES else [operands, operands]
    return match[1], tuple(int(match[i]) for i in (3, 4, 5)), [TYPES[word] for word in both] + [TYPES[match[2]]]


class Triton:
    def __init__(self):
        self.context = ir.context()
        ir.load_dialects(self.context)
        HIPBackend(GPUTarget("hip", "gfx942", 64)).load_dialects(self.context)
        self.builder = gluon_ir.GluonOpBuilder(self.context)

    def bases(self, layout, shape):
        """[bits of the value, bits of the thread], each a coordinate."""
        linear = self.builder.to_linear_layout(layout._to_ir(self.builder), list(shape))
        return [[tuple(b) for b in linear.reg_bases], [tuple(b) for b in linear.lane_bases]]

    def operands(self, name, version, width):
        kind, (m, n, k), types = parse(name)
        if kind == "mfma":
            parent = AMDMFMALayout(version, [m, n, k], False, [1, 1], 64 if types[2] == "f64" else 32)
        else:
            parent = AMDWMMALayout(version, False, [], None, [m, n, k])
        a = self.bases(DotOperandLayout(0, parent, width), (m, k))
        b = self.bases(DotOperandLayout(1, parent, width), (k, n))
        return {"A": a, "B": [[(j, i) for i, j in bits] for bits in b], "C": self.bases(parent, (m, n))}


def ask(calculator, *words):
    return subprocess.run([sys.executable, calculator, *words], capture_output=True, text=True, check=True).stdout


def table_of(calculator, architecture, wave, name, operand):
    """(thread, value) to the coordinate, as the calculator prints it; of B with N first."""
    words = ["-a", architecture, "-i", name, "-M", "-" + operand, "--csv"]
    lines = ask(calculator, *words, *(["-w", str(wave)] if architecture.startswith("rdna") else [])).splitlines()
    begin = next(i for i, line in enumerate(lines) if line.startswith("lane,"))
    table = {}
    for row in csv.reader(lines[begin + 1:]):
        for value, cell in enumerate(row[1:]):
            i, j = (int(digits) for digits in re.fullmatch(r"[ABCD]\[(\d+)\]\[(\d+)\](?:\.B0)?", cell).groups())
            table[int(row[0]), value] = (j, i) if operand == "B" else (i, j)
    return table


def bases_of(table):
    """The bases of a table, which has to be what they give in every entry."""
    threads = max(t for t, _ in table) + 1
    values = max(v for _, v in table) + 1
    bits = [[table[0, 1 << i] for i in range(values.bit_length() - 1)],
            [table[1 << i, 0] for i in range(threads.bit_length() - 1)]]
    for (thread, value), cell in table.items():
        expected = [0, 0]
        for number, bases in ((value, bits[0]), (thread, bits[1])):
            for i, basis in enumerate(bases):
                if number >> i & 1:
                    expected = [expected[0] ^ basis[0], expected[1] ^ basis[1]]
        assert tuple(expected) == cell, (thread, value, cell)
    return bits


def mode(bases, rows):
    """Shape and stride of the bits of a mode, onto row + rows * column."""
    shape, stride = [], []
    for i, j in bases:
        offset = i + rows * j
        if stride and offset == stride[-1] * shape[-1]:
            shape[-1] *= 2
        else:
            shape.append(2)
            stride.append(offset)
    texts = ["(" + ",".join(map(str, numbers)) + ")" if len(numbers) > 1 else str((numbers + [0])[0])
             for numbers in (shape or [1], stride)]
    return texts


def layout(bits, rows):
    values, threads = mode(bits[0], rows), mode(bits[1], rows)
    return f"({threads[0]},{values[0]}):({threads[1]},{values[1]})"


def agreeing(triton, name, version, documented):
    """What Triton says, with as many elements along K in a row as give AMD's order; there has to be such a number."""
    widths = (1, 2, 4, 8, 16) if "mfma" in name else (8, 16) if version == 1 else (4, 8, 16)
    for width in widths:
        found = triton.operands(name, version, width)
        if found == documented:
            return found
    raise AssertionError((name, version, documented))


def collect(calculator):
    """{name: (architecture, threads, {source: {operand: bases}})}"""
    triton = Triton()
    atoms = {}
    for theirs, arch, version, waves in ARCHITECTURES:
        for name in re.findall(r"^ +(v_\S+)", ask(calculator, "-a", theirs, "-L"), re.M):
            if parse(name) is None or re.search(r"blocks: ([2-9]|1\d)", ask(calculator, "-a", theirs, "-i", name, "-d")):
                continue
            kind = parse(name)[0]
            for wave in waves:
                ours = name.upper()
                if kind == "wmma":
                    ours += f"_W{wave}" + ("_GFX12" if arch == "gfx12" else "")
                sources = {"amd": {o: bases_of(table_of(calculator, theirs, wave, name, o)) for o in "ABCD"}}
                assert sources["amd"].pop("D") == sources["amd"]["C"], name
                if any(1 << len(threads) != wave for _, threads in sources["amd"].values()):
                    continue  # some lanes hold nothing, which a layout of all threads cannot say
                if kind == "mfma" or wave == 32:
                    sources["ttg"] = agreeing(triton, name, version, sources["amd"])
                assert ours not in atoms or atoms[ours][2]["amd"] == sources["amd"], (arch, name)
                atoms.setdefault(ours, (arch, wave, sources, name))
    return atoms


def main():
    what, calculator = sys.argv[1:]
    for name, (arch, wave, sources, theirs) in sorted(collect(calculator).items()):
        _, (m, n, k), types = parse(theirs)
        rows = {"A": m, "B": n, "C": m}
        if what == "atoms":
            layouts = next(iter(sources.values()))
            print("\t".join([name, arch, f"({m},{n},{k})", *types, types[2], f"{wave}:1"]
                            + [layout(layouts[o], rows[o]) for o in "ABC"]))
            continue
        for source, operands in sources.items():
            for operand, bits in operands.items():
                words = [" ".join(f"{i},{j}" for i, j in bases) or "-" for bases in bits]
                print("\t".join([name, operand, source, *words]))


main()
