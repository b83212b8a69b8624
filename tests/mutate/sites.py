"""Where a source can be changed in one token, and how the changed expressions are written beside the others.

A mutant changes a relation, a sum or a product, a logical operator, a constant, a step, a guard (it is off) or a return
(it is negated). "rewritten" makes one text that holds all mutants of a file: each mutated expression stands in front of the
one that it replaces, and the variable of tests/mutate/mutants.h says which of them is meant. The house style helps: a
binary operator has blanks on both sides, and a block has braces.
"""
import bisect
import collections
import re

SWAPS = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",),
    "+": ("-",), "-": ("+",), "*": ("+",), "/": ("*",), "%": ("/",), "&&": ("||",), "||": ("&&",),
    "++": ("--",), "+=": ("-=",), "-=": ("+=",), "true": ("false",), "false": ("true",), "0": ("1",), "1": ("0", "2"),
}
BINDING = {
    "*": 10, "/": 10, "%": 10, "+": 9, "-": 9, "<<": 8, ">>": 8, "<": 7, "<=": 7, ">": 7, ">=": 7, "==": 6, "!=": 6,
    "&": 5, "^": 4, "|": 3, "&&": 2, "||": 1,
}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
STOPS = {",", ";", "?", ":", "return", "else", "do", "case"} | ASSIGNMENTS
CLOSING = {")": "(", "]": "[", "}": "{"}
TOKEN = re.compile(r"[A-Za-z_]\w*|\.?\d[\w.]*|->|\+\+|--|<<=|>>=|<<|>>|[-+*/%&|^=!<>]=|&&|\|\||\S")
# Data, what checks the program itself, and the room of an array, which may be larger and must not be smaller.
SKIPPED_LINE = re.compile(r"\s*(static )?const |\s*case |\s*default:|\s*\{|\s*(static_)?assert\(|\s*(struct )?\w+ \w+\[[^\]]*\];")

ROOM = re.compile(r"arena_array|arena_array_room|arena_alloc|tuple_modes_room")
WORK = re.compile(r"algebra_step")
# A condition that does something, so that without it something else is different, whether it holds or not: it counts,
# assigns, or gives a function that does not only ask the address of what that fills.
EFFECT = re.compile(r"\+\+|--|[^=!<>]=[^=]|\b(?!\w*(is|are|has|equal|failed|same|find)(_|\())\w+\(([^()]*, )?&\w")

# "how" says what a mutant needs: compare (of both values), all, any, guard or reached.
Mutant = collections.namedtuple("Mutant", "file line before after begin end text how")


def blanked(match):
    """A string or a character as a word, anything else as blanks; of the same length."""
    return re.sub(r"[^\n]", "S" if match.group(0)[0] in "\"'" else " ", match.group(0))


def mask(text):
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#(?:\\\n|[^\n])*', blanked, text,
                  flags=re.S | re.M)


def without_comments(text):
    """One line of code."""
    text = re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', lambda m: m.group(0) if m.group(0)[0] == '"' else " ", text,
                  flags=re.S)
    return " ".join(text.split("\n"))


class Source:
    """The tokens of a file, with the partner of each bracket."""

    def __init__(self, path, text):
        self.path, self.text = path, text
        self.lines = text.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.masked = mask(text)
        self.tokens = [(m.group(0), m.start(), m.end()) for m in TOKEN.finditer(self.masked)]
        self.partner = {}
        self.bodies = []
        stack = []
        for index, (token, _, _) in enumerate(self.tokens):
            if token in "([{":
                stack.append(index)
            elif token in CLOSING and stack:
                opening = stack.pop()
                self.partner[opening], self.partner[index] = index, opening
                if token == "}" and not stack and self.tokens[opening - 1][0] == ")":
                    self.bodies.append((opening, index))

    def word(self, index):
        return self.tokens[index][0] if 0 <= index < len(self.tokens) else ";"

    def is_binary(self, index):
        _, begin, end = self.tokens[index]
        return self.masked[begin - 1].isspace() and self.masked[end:end + 1].isspace()

    def is_literal(self, brace):
        """Whether the brace opens a compound literal."""
        if self.word(brace - 1) != ")":
            return False
        before = self.word(self.partner[brace - 1] - 1)
        return before not in ("if", "for", "while", "switch") and not (before[0].isalpha() and before != "return")

    def ends_before(self, index, binding, right):
        """Whether an operand of an operator that binds so strongly ends at the token."""
        token = self.word(index)
        if token in STOPS or (token in "({[" if not right else token in CLOSING):
            return True
        if token in BINDING and self.is_binary(index):
            return BINDING[token] < binding or (right and BINDING[token] == binding)
        return False

    def operand(self, index, binding, step):
        """The last token of the operand that begins beside the operator at "index" and goes on in steps of "step"."""
        at = index + step
        while not self.ends_before(at, binding, step > 0):
            token = self.word(at)
            if token == ("{" if step > 0 else "}") and not self.is_literal(min(at, self.partner[at])):
                break
            at = (self.partner[at] if token in ("([{" if step > 0 else ")]}") else at) + step
        return at - step

    def postfix(self, index, step):
        """The other end of a name with its members, calls and subscripts that begins at "index"."""
        at = index
        while True:
            if self.word(at) in ("([" if step > 0 else ")]"):
                at = self.partner[at]
            after = self.word(at + step)
            if after in (".", "->"):
                at += 2 * step
            elif after in ("([" if step > 0 else ")]") or (step < 0 and self.word(at) in "([" and after not in ";{}"):
                at += step
            else:
                return at

    def assigned(self, index):
        """The last token of what is assigned, which begins at "index"; "?" and ":" may be in it."""
        at = index
        while self.word(at) not in (";", ",") and self.word(at) not in CLOSING:
            at = (self.partner[at] if self.word(at) in "([{" else at) + 1
        return at - 1

    def span(self, index):
        """The tokens of the expression that the operator or constant at "index" makes."""
        token = self.word(index)
        if token in BINDING:
            return self.operand(index, BINDING[token], -1), self.operand(index, BINDING[token], 1)
        if token in ("+=", "-="):
            return self.operand(index, -1, -1), self.assigned(index + 1)
        if token == "++":
            is_prefix = self.word(index - 1) in ";{}(,=" or self.word(index - 1) in BINDING
            return (index, self.postfix(index + 1, 1)) if is_prefix else (self.postfix(index - 1, -1), index)
        return index, index

    def line_of(self, offset):
        return bisect.bisect_right(self.starts, offset) - 1

    def mutant(self, at, end, other, span, how):
        """The mutant whose text from "at" to "end" becomes "other", in the expression "span"."""
        line = self.line_of(at)
        start = self.starts[line]
        before = self.lines[line]
        after = before[:at - start] + other + before[end - start:]
        text = without_comments(self.text[span[0]:at]) + other + without_comments(self.text[end:span[1]])
        return Mutant(self.path, line, before, after, span[0], span[1], text, how)

    def is_extreme(self, index):
        """Whether the relation at "index" chooses the smaller or the greater of its operands, as "a < b ? a : b" does:
        where they are the same it does not matter which one is taken."""
        first, last = self.span(index)
        if self.word(last + 1) != "?":
            return False
        colon = self.operand(last + 1, 0, 1) + 1
        after = self.operand(colon, 0, 1)
        if self.word(colon) != ":" or self.word(after + 1) not in (";", ",", ")", "}", "]"):
            return False

        def words(begin, end):
            return [self.word(at) for at in range(begin, end + 1)]

        operands = [words(first, index - 1), words(index + 1, last)]
        return sorted(operands) == sorted([words(last + 2, colon - 1), words(colon + 1, after)])

    def is_argument_of(self, index, names):
        """Whether the token is in the arguments of a call of one of "names"."""
        depth = 0
        for at in range(index - 1, max(index - 40, 0), -1):
            token = self.word(at)
            if token in ";{}":
                return False
            depth += token in ")]"
            depth -= token in "(["
            if depth < 0:
                depth = 0
                if names.fullmatch(self.word(at - 1)):
                    return True
        return False

    def of_token(self, index):
        token, begin, end = self.tokens[index]
        if token in BINDING and not self.is_binary(index):
            return
        if self.word(index - 1) == "[" and self.word(index - 3) == "sizeof":
            return # every element has the same size
        if self.is_argument_of(index, ROOM):
            return # may be larger, and must not be smaller: the sanitizers see that
        if self.word(index - 1) == "," and self.word(index + 1) == ")" and self.is_argument_of(index, WORK):
            return # how much work a step counts for
        first, last = self.span(index)
        span = self.tokens[first][1], self.tokens[last][2]
        inside = self.masked[span[0]:span[1]]
        is_pure = not re.search(r"\b(?!sizeof)\w+\(|\+\+|--|[^=!<>]=[^=]", inside)
        how = {"&&": "all", "||": "any"}.get(token, "compare" if token in BINDING and is_pure else "reached")
        for other in SWAPS[token]:
            if other in (token + "=", token[0]) and self.is_extreme(index):
                continue
            yield self.mutant(begin, end, other, span, how)

    def of_guard(self, index):
        opening, closing = index + 1, self.partner.get(index + 1)
        if self.word(opening) != "(" or closing is None or self.word(closing + 1) != "{":
            return
        begin, end = self.tokens[opening][2], self.tokens[closing][1]
        line = self.line_of(begin)
        start = self.starts[line]
        before = self.lines[line]
        stop = min(end - start, len(before))
        after = before[:begin - start] + "false && (" + before[begin - start:stop] + ")" + before[stop:]
        how = "reached" if EFFECT.search(self.masked[begin:end]) else "guard"
        yield Mutant(self.path, line, before, after, begin, end, "0", how)

    def of_return(self, index):
        end = index
        while self.word(end) != ";":
            end = self.partner.get(end, end) + 1 if self.word(end) in "([{" else end + 1
        begin, end = self.tokens[index][2], self.tokens[end][1]
        if not re.search(r"==|!=| [<>]=? |&&|\|\||\bis_", self.masked[begin:end]):
            return
        line = self.line_of(begin)
        start = self.starts[line]
        before = self.lines[line]
        stop = min(end - start, len(before))
        after = before[:begin - start] + " !(" + before[begin - start:stop].strip() + ")" + before[stop:]
        yield Mutant(self.path, line, before, after, begin, end, "!(" + without_comments(self.text[begin:end]) + ")", "reached")

    def mutants(self):
        for opening, closing in self.bodies:
            for index in range(opening, closing):
                token, begin, _ = self.tokens[index]
                if SKIPPED_LINE.match(self.masked[self.starts[self.line_of(begin)]:self.starts[self.line_of(begin) + 1]]):
                    continue
                if token in SWAPS:
                    yield from self.of_token(index)
                elif token == "if":
                    yield from self.of_guard(index)
                elif token == "return":
                    yield from self.of_return(index)


def wrapped(number, mutant, original, raw):
    """The mutant and what it replaces. "original" holds other mutants, "raw" does not."""
    if mutant.how in ("all", "any", "guard"):
        differs = "false" if mutant.how == "all" else "true"
        return f"(mutant_on == {number} ? ({mutant.text}) : mutant_truth({number}, {differs}, ({original})))"
    differs = f"({mutant.text}) != ({raw})" if mutant.how == "compare" else "true"
    if mutant.text.startswith("!("):
        return f" (mutant_on == {number} ? ({mutant.text}) : (MUTANT_SEES({number}, {differs}), ({original})))"
    return f"(mutant_on == {number} ? ({mutant.text}) : (MUTANT_SEES({number}, {differs}), ({original})))"


def put_range(text, begin, end, mutants):
    parts = []
    at = begin
    index = 0
    while index < len(mutants):
        number, mutant = mutants[index]
        after = index + 1
        while after < len(mutants) and mutants[after][1].begin < mutant.end:
            after += 1
        if mutant.end <= end:
            inner = put_range(text, mutant.begin, mutant.end, mutants[index + 1:after])
            raw = without_comments(text[mutant.begin:mutant.end])
            parts.append(text[at:mutant.begin] + wrapped(number, mutant, inner, raw))
            at = mutant.end
        index = after
    return "".join(parts) + text[at:end]


def rewritten(text, mutants):
    """The text with all "mutants", pairs of a number and a Mutant, in it. Lines keep their numbers. Whoever compiles it
    without MUTANTS has the text as it was: kernels, which have some of our headers as their text."""
    ordered = sorted(mutants, key=lambda pair: (pair[1].begin, -pair[1].end))
    mutated = put_range(text, 0, len(text), ordered)
    return f'#ifdef MUTANTS\n#include "mutants.h"\n#line 1\n{mutated}\n#else\n#line 1\n{text}\n#endif\n'
