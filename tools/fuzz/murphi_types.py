"""Murphi types, variables and expressions as the generator sees them.

A type knows its text (its name once it is declared) and `count()`, the number
of values a variable of it can hold, *undefined* included.  The product of the
counts of all global variables bounds the state space of a generated model, so
a model is finite and small before a single rule is written.

An expression carries its precedence level (the table of the language: 1 is
`?:`, 14 a primary) so that brackets appear only where the grammar needs them,
and for integers an interval that holds its value in every execution.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import comb
from typing import Callable, Dict, Iterator, List, Optional, Tuple


class Type:
    """Common part of all types; `name` is set when the type is declared."""

    name: Optional[str] = None
    simple = True

    def body(self) -> str:
        raise NotImplementedError

    def text(self) -> str:
        return self.name or self.body()

    def count(self) -> int:
        raise NotImplementedError

    def parts(self) -> Iterator["Type"]:
        """The type itself, then every component a designator can reach."""
        yield self

    def has(self, want: Callable[["Type"], bool]) -> bool:
        return any(want(part) for part in self.parts())


class Bool(Type):
    def body(self) -> str:
        return "boolean"

    def count(self) -> int:
        return 3


class Range(Type):
    def __init__(self, low: int, high: int, text: Optional[str] = None) -> None:
        assert low <= high, "an empty range is no type"
        self.low, self.high, self.written = low, high, text

    def body(self) -> str:
        return self.written or f"{self.low}..{self.high}"

    def count(self) -> int:
        return self.high - self.low + 2


class Enum(Type):
    def __init__(self, members: List[str]) -> None:
        self.members = members

    def body(self) -> str:
        return "enum {" + ", ".join(self.members) + "}"

    def count(self) -> int:
        return len(self.members) + 1


class Scalarset(Type):
    def __init__(self, size: int, text: Optional[str] = None) -> None:
        self.size, self.written = size, text

    def body(self) -> str:
        return f"scalarset({self.written or self.size})"

    def count(self) -> int:
        return self.size + 1


class Union(Type):
    def __init__(self, members: List[Type]) -> None:
        self.members = members

    def body(self) -> str:
        return "union {" + ", ".join(m.text() for m in self.members) + "}"

    def count(self) -> int:
        return sum(m.count() - 1 for m in self.members) + 1


class Array(Type):
    simple = False

    def __init__(self, index: Type, element: Type) -> None:
        self.index, self.element = index, element

    def body(self) -> str:
        return f"array [{self.index.text()}] of {self.element.text()}"

    def count(self) -> int:
        return self.element.count() ** (self.index.count() - 1)

    def parts(self) -> Iterator[Type]:
        yield self
        yield from self.element.parts()


class Record(Type):
    simple = False

    def __init__(self, fields: Dict[str, Type]) -> None:
        self.fields = fields

    def body(self) -> str:
        inner = " ".join(f"{n}: {t.text()};" for n, t in self.fields.items())
        return f"record {inner} end"

    def count(self) -> int:
        product = 1
        for member in self.fields.values():
            product *= member.count()
        return product

    def parts(self) -> Iterator[Type]:
        yield self
        for member in self.fields.values():
            yield from member.parts()


class Multiset(Type):
    """Elements are reached only through a bound index, so `parts` stops here."""

    simple = False

    def __init__(self, capacity: int, element: Type) -> None:
        self.capacity, self.element = capacity, element

    def body(self) -> str:
        return f"multiset [{self.capacity}] of {self.element.text()}"

    def count(self) -> int:
        return comb(self.element.count() + self.capacity, self.capacity)


def leaves(kind: Type) -> Iterator[Type]:
    """All simple types inside, multiset elements included."""
    if isinstance(kind, Multiset):
        yield from leaves(kind.element)
    elif isinstance(kind, Array):
        yield from leaves(kind.element)
    elif isinstance(kind, Record):
        for member in kind.fields.values():
            yield from leaves(member)
    else:
        yield kind


def values(kind: Type, definite: bool) -> int:
    """How many values a variable can hold; without *undefined* if definite."""
    if isinstance(kind, Array):
        return values(kind.element, definite) ** (kind.index.count() - 1)
    if isinstance(kind, Record):
        product = 1
        for member in kind.fields.values():
            product *= values(member, definite)
        return product
    if isinstance(kind, Multiset):
        return comb(values(kind.element, definite) + kind.capacity, kind.capacity)
    return kind.count() - definite


def same(a: Type, b: Type) -> bool:
    """One type for noether: nominal for named simple types, else structural."""
    if a is b:
        return True
    if isinstance(a, Range) and isinstance(b, Range):
        return (a.low, a.high) == (b.low, b.high)
    if isinstance(a, Bool) and isinstance(b, Bool):
        return True
    if isinstance(a, Array) and isinstance(b, Array):
        return same(a.index, b.index) and same(a.element, b.element)
    return False


@dataclass(frozen=True)
class Ex:
    """An expression: text, precedence level, interval if it is an integer."""

    text: str
    level: int = 14
    low: int = 0
    high: int = 0


@dataclass(frozen=True)
class Var:
    """A name (or bound multiset element) that can be read in some scope.

    definite: no component is ever undefined where the name is visible.
    """

    name: str
    type: Type
    writable: bool = False
    definite: bool = True
    shared: bool = False       # a global, hence seen by callees
    location: bool = True      # false for an alias of a value
    base: str = ""             # the variable an alias stands for

    def root(self) -> str:
        return self.base or self.name


@dataclass(frozen=True)
class Routine:
    """A declared procedure or function; `result` is None for a procedure."""

    name: str
    formals: List[Tuple[str, Type, bool]]      # name, type, by reference
    result: Optional[Type]
    pure: bool
    writes_shared: bool = False


@dataclass
class Scope:
    """What is visible at a point; `bind` returns an inner scope."""

    variables: List[Var] = field(default_factory=list)

    def bind(self, *new: Var) -> "Scope":
        hidden = {v.name for v in new}
        kept = [v for v in self.variables if not hides(hidden, v.name)]
        return Scope(kept + list(new))

    def freeze(self, name: str) -> "Scope":
        """The same scope in which `name` may not be written."""
        from dataclasses import replace
        return Scope([replace(v, writable=False) if v.name == name else v
                      for v in self.variables])


def hides(hidden: set, name: str) -> bool:
    """A new name hides equal names and multiset elements spelled with it."""
    for sign in "[].":
        name = name.replace(sign, " ")
    return any(word in hidden for word in name.split())
