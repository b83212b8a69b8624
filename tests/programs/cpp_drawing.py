"""A program in C++ while it is drawn: its lines, its scopes, and the names that have values there."""

import re

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
