"""Random expressions, well typed and free of run-time errors.

Invariants: integers stay inside the interval they carry; no undefined value
is read except under an `isundefined` test; every index is inside its type;
nothing has a side effect.  The model's hazard (see features.py) is the only
exception, and `danger` is the only place that allows one.
"""

from __future__ import annotations

import random
from typing import Callable, Dict, List, Optional, Tuple

from features import Features
from murphi_types import (Array, Bool, Enum, Ex, Multiset, Range, Record,
                          Routine, Scalarset, Scope, Type, Union, Var, same)

Located = Tuple[str, Type, Var]
LIMIT = 100000                 # no sub-expression may leave -LIMIT..LIMIT


def is_integer(kind: Type) -> bool:
    return isinstance(kind, Range)


def is_boolean(kind: Type) -> bool:
    return isinstance(kind, Bool)


class Expressions:
    def __init__(self, rng: random.Random, features: Features) -> None:
        self.rng, self.features = rng, features
        self.enums: List[Enum] = []
        self.scalarsets: List[Scalarset] = []
        self.unions: List[Union] = []
        self.ranges: List[Range] = []
        self.constants: Dict[str, int] = {}
        self.routines: List[Routine] = []
        self.used_names: set = set()
        self.soft: List[str] = []
        self.risky = True
        self.callable = True

    # -- small tools ---------------------------------------------------------
    def chance(self, p: float) -> bool:
        return self.rng.random() < p

    def danger(self, kind: str, p: float = 0.25) -> bool:
        return self.risky and self.features.hazard == kind and self.chance(p)

    def fresh(self, stem: str) -> str:
        if self.soft and self.chance(0.3):
            name = self.soft.pop()
            self.used_names.add(name)
            return name
        number = 0
        while f"{stem}{number}" in self.used_names:
            number += 1
        self.used_names.add(f"{stem}{number}")
        return f"{stem}{number}"

    def inner_name(self, scope: Scope, stem: str) -> str:
        """A name for an inner declaration, sometimes one that shadows."""
        plain = [v.name for v in scope.variables if v.name.isidentifier()]
        if self.features.shadowing and plain and self.chance(0.15):
            return self.rng.choice(plain)
        return self.fresh(stem)

    def wrap(self, ex: Ex, level: int) -> str:
        if ex.level < level or (ex.level < 14 and self.chance(0.1)):
            return f"({ex.text})"
        return ex.text

    def binary(self, a: Ex, op: str, b: Ex, level: int, low: int = 0,
               high: int = 0, chain: bool = True) -> Ex:
        left = self.wrap(a, level if chain else level + 1)
        return Ex(f"{left} {op} {self.wrap(b, level + 1)}", level, low, high)

    def choice(self, test: Ex, yes: Ex, no: Ex) -> Ex:
        other = 1 if self.features.nested_choice else 2
        text = f"{self.wrap(test, 2)} ? {self.wrap(yes, 2)} : {self.wrap(no, other)}"
        return Ex(text, 1, min(yes.low, no.low), max(yes.high, no.high))

    # -- designators ---------------------------------------------------------
    def locate(self, scope: Scope, want: Callable[[Type], bool], depth: int,
               definite: Optional[bool] = True, writable: bool = False,
               location: bool = False) -> Optional[Located]:
        """A designator of a wanted type; definite=None takes either sort."""
        found = [v for v in scope.variables
                 if v.type.has(want) and (v.writable or not writable)
                 and (v.location or not location)
                 and (definite is None or v.definite == definite)]
        if not found:
            return None
        var = self.rng.choice(found)
        return self.descend(scope, var, want, depth)

    def descend(self, scope: Scope, var: Var, want: Callable[[Type], bool],
                depth: int) -> Optional[Located]:
        text, kind = var.name, var.type
        while True:
            deeper = any(want(p) for p in list(kind.parts())[1:])
            if want(kind) and not (deeper and self.chance(0.5)):
                return text, kind, var
            if isinstance(kind, Array):
                index = self.index(scope, kind.index, depth - 1)
                if index is None:
                    return None
                text, kind = f"{text}[{index.text}]", kind.element
            elif isinstance(kind, Record):
                names = [n for n, t in kind.fields.items() if t.has(want)]
                name = self.rng.choice(names)
                text, kind = f"{text}.{name}", kind.fields[name]
            else:
                return None

    def index(self, scope: Scope, kind: Type, depth: int) -> Optional[Ex]:
        if isinstance(kind, Range) and self.danger("index", 0.3):
            got = self.integer(scope, 1)
            return self.binary(got, "+", Ex("1"), 11)
        if depth < 0:              # an index of an index: no arrays any more
            scope = Scope([v for v in scope.variables if v.type.simple])
        depth = min(depth, 1) if self.chance(0.3) else 0
        return self.value(scope, kind, depth)

    # -- values of a given type ----------------------------------------------
    def value(self, scope: Scope, kind: Type, depth: int) -> Optional[Ex]:
        if isinstance(kind, Range):
            return self.fit(scope, self.integer(scope, depth), kind)
        if isinstance(kind, Bool):
            return self.boolean(scope, depth)
        if isinstance(kind, Enum):
            return self.nominal(scope, kind, depth) or self.member(kind)
        if isinstance(kind, Scalarset):
            return self.nominal(scope, kind, depth)
        if isinstance(kind, Union):
            return self.union_value(scope, kind, depth)
        got = self.locate(scope, lambda t: same(t, kind), depth)
        return Ex(got[0]) if got else None

    def member(self, kind: Enum) -> Ex:
        return Ex(self.rng.choice(kind.members))

    def union_value(self, scope: Scope, kind: Union, depth: int) -> Optional[Ex]:
        if self.chance(0.5):
            got = self.nominal(scope, kind, depth)
            if got:
                return got
        for part in self.rng.sample(kind.members, len(kind.members)):
            got = self.value(scope, part, depth)
            if got:
                return got
        return None

    def nominal(self, scope: Scope, kind: Type, depth: int) -> Optional[Ex]:
        """A value of an enum, scalarset or union that is read somewhere."""
        if depth > 0 and self.chance(0.2):
            yes = self.nominal(scope, kind, depth - 1)
            no = self.nominal(scope, kind, depth - 1)
            if yes and no:
                return self.choice(self.boolean(scope, depth - 1), yes, no)
        if depth > 0 and self.chance(0.15):
            called = self.call_function(scope, lambda t: t is kind, depth)
            if called:
                return called[0]
        if isinstance(kind, Enum) and self.chance(0.4):
            return self.member(kind)
        got = self.locate(scope, lambda t: t is kind, depth)
        return Ex(got[0]) if got else None

    def fit(self, scope: Scope, ex: Ex, kind: Range) -> Ex:
        """Force an integer into a range."""
        if kind.low <= ex.low and ex.high <= kind.high:
            return ex
        size = kind.high - kind.low + 1
        way = self.rng.random()
        if way < 0.2:
            return self.literal(self.rng.randint(kind.low, kind.high))
        if way < 0.45:
            got = self.locate(scope, lambda t: isinstance(t, Range)
                              and kind.low <= t.low and t.high <= kind.high, 0)
            if got:
                return Ex(got[0], 14, got[1].low, got[1].high)
        if way < 0.65 and len(ex.text) < 30:
            low = self.binary(self.literal(kind.low), "<=", ex, 9, chain=False)
            high = self.binary(ex, "<=", self.literal(kind.high), 9, chain=False)
            test = self.binary(low, "&", high, 7)
            other = self.literal(self.rng.randint(kind.low, kind.high))
            got = self.choice(test, ex, other)
            return Ex(got.text, got.level, kind.low, kind.high)
        rest = self.binary(ex, "%", Ex(str(size)), 12)
        if ex.low < 0:
            rest = self.binary(self.binary(rest, "+", Ex(str(size)), 11), "%",
                               Ex(str(size)), 12)
        if kind.low:
            op, shift = ("+", kind.low) if kind.low > 0 else ("-", -kind.low)
            rest = self.binary(rest, op, Ex(str(shift)), 11)
        return Ex(rest.text, rest.level, kind.low, kind.high)

    # -- integers ------------------------------------------------------------
    def literal(self, number: int) -> Ex:
        names = [n for n, v in self.constants.items() if v == number]
        if names and self.chance(0.5):
            return Ex(self.rng.choice(names), 14, number, number)
        if number < 0:
            return Ex(f"-{-number}", 0, number, number)
        return Ex(str(number), 14, number, number)

    def integer(self, scope: Scope, depth: int) -> Ex:
        if self.danger("division", 0.2) and depth > 0:
            return self.remainder(scope, depth - 1)
        if self.danger("return", 0.2):
            called = self.call_function(scope, is_integer, depth)
            if called:
                return called[0]
        if depth <= 0 or self.chance(0.3):
            return self.integer_leaf(scope, depth)
        makers = [self.sum, self.sum, self.product, self.remainder, self.shifted,
                  self.bits, self.integer_choice, self.integer_call, self.guarded_read]
        if self.features.multisets:
            makers.append(self.bag_count)
        got = self.rng.choice(makers)(scope, depth - 1)
        if got is None or got.low < -LIMIT or got.high > LIMIT:
            return self.integer_leaf(scope, depth)
        return got

    def integer_leaf(self, scope: Scope, depth: int) -> Ex:
        if self.danger("undefined"):
            got = self.locate(scope, is_integer, depth, definite=False)
            if got:
                kind = got[1]
                return Ex(f"({got[0]} + 0)", 14, kind.low, kind.high)
        if self.chance(0.75):
            got = self.locate(scope, is_integer, depth)
            if got:
                return Ex(got[0], 14, got[1].low, got[1].high)
        return self.literal(self.rng.choice([0, 0, 1, 1, 1, 2, 2, 3, -1, 4, 7]))

    def sum(self, scope: Scope, depth: int) -> Ex:
        a, b = self.integer(scope, depth), self.integer(scope, depth)
        if self.chance(0.1):
            return Ex(f"-{self.wrap(a, 13)}", 0, -a.high, -a.low)
        if self.chance(0.6):
            return self.binary(a, "+", b, 11, a.low + b.low, a.high + b.high)
        return self.binary(a, "-", b, 11, a.low - b.high, a.high - b.low)

    def product(self, scope: Scope, depth: int) -> Ex:
        a, b = self.integer(scope, depth), self.integer(scope, depth)
        ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        return self.binary(a, "*", b, 12, min(ends), max(ends))

    def remainder(self, scope: Scope, depth: int) -> Ex:
        a = self.integer(scope, depth)
        op = self.rng.choice("/%")
        divisor = self.literal(self.rng.choice([2, 3, 4, -2, 5]))
        if self.danger("division", 0.8):
            divisor = self.integer(scope, depth)
        far = max(abs(a.low), abs(a.high))
        size = far if op == "/" else min(far, max(abs(divisor.low), abs(divisor.high)))
        return self.binary(a, op, divisor, 12, -size if a.low < 0 or divisor.low < 0 else 0, size)

    def shifted(self, scope: Scope, depth: int) -> Ex:
        a, by = self.integer(scope, depth), self.rng.randint(0, 3)
        amount = self.literal(by)
        if self.features.unsafe_shifts and self.chance(0.3):
            amount = self.literal(self.rng.choice([-1, -2, 40, 64, 70]))
            return self.binary(a, ">>", amount, 10, min(0, a.low * 4), max(0, a.high * 4))
        if self.chance(0.5):
            return self.binary(a, ">>", amount, 10, a.low >> by, a.high >> by)
        if a.low < 0:
            return a
        return self.binary(a, "<<", amount, 10, a.low << by, a.high << by)

    def bits(self, scope: Scope, depth: int) -> Ex:
        a, b = self.integer(scope, depth), self.integer(scope, depth)
        if self.chance(0.3):
            return Ex(f"~{self.wrap(a, 13)}", 13, -a.high - 1, -a.low - 1)
        if a.low < 0 or b.low < 0:
            return self.binary(a, "+", b, 11, a.low + b.low, a.high + b.high)
        op = self.rng.choice("^&|") if self.features.integer_and_or else "^"
        size = (1 << max(a.high.bit_length(), b.high.bit_length())) - 1
        level = {"^": 6, "&": 7, "|": 5}[op]
        # A comparison binds tighter than these: brackets always.
        got = self.binary(a, op, b, level)
        return Ex(f"({got.text})", 14, 0, size)

    def integer_choice(self, scope: Scope, depth: int) -> Ex:
        return self.choice(self.boolean(scope, depth), self.integer(scope, depth),
                           self.integer(scope, depth))

    def integer_call(self, scope: Scope, depth: int) -> Optional[Ex]:
        got = self.call_function(scope, is_integer, depth)
        return got[0] if got else None

    def guarded_read(self, scope: Scope, depth: int) -> Optional[Ex]:
        got = self.locate(scope, is_integer, depth, definite=False)
        if not got:
            return None
        text, kind, _ = got
        other = self.literal(self.rng.randint(kind.low, kind.high))
        return self.choice(Ex(f"isundefined({text})"), other,
                           Ex(text, 14, kind.low, kind.high))

    def bag_count(self, scope: Scope, depth: int) -> Optional[Ex]:
        got = self.locate(scope, lambda t: isinstance(t, Multiset), depth, definite=None)
        if not got:
            return None
        text, bag, var = got
        name = self.fresh("m")
        inner = scope.bind(Var(f"{text}[{name}]", bag.element, definite=var.definite))
        test = self.boolean(inner, depth)
        return Ex(f"multisetcount({name}: {text}, {test.text})", 14, 0, bag.capacity)

    # -- calls ---------------------------------------------------------------
    def call_function(self, scope: Scope, want: Callable[[Type], bool],
                      depth: int) -> Optional[Tuple[Ex, Type]]:
        if not self.callable:
            return None
        found = [r for r in self.routines if r.result and want(r.result) and r.pure]
        if not found:
            return None
        routine = self.rng.choice(found)
        arguments = self.arguments(scope, routine, depth - 1)
        if arguments is None:
            return None
        kind = routine.result
        low, high = (kind.low, kind.high) if isinstance(kind, Range) else (0, 0)
        return Ex(f"{routine.name}({', '.join(arguments)})", 14, low, high), kind

    def arguments(self, scope: Scope, routine: Routine, depth: int) -> Optional[List[str]]:
        texts = []
        for _, kind, by_reference in routine.formals:
            if by_reference:
                got = self.locate(scope, lambda t: same(t, kind), 0, writable=True)
                text = got[0] if got else None
            else:
                text = self.value_argument(scope, routine, kind, depth)
            if text is None:
                return None
            texts.append(text)
        return texts

    def value_argument(self, scope: Scope, routine: Routine, kind: Type,
                       depth: int) -> Optional[str]:
        """A value argument may be a reference in one dialect, a copy in another:
        where the callee can write what it names, pass no designator."""
        got = self.value(scope, kind, depth)
        if got is None:
            return None
        if routine.pure or self.features.side_effects or got.text in ("true", "false"):
            return got.text
        if isinstance(kind, Range):
            return f"{self.wrap(got, 12)} + 0"
        if isinstance(kind, Bool):
            return f"!{self.wrap(got, 9)}"
        if isinstance(kind, Enum):
            return self.member(kind).text
        return None

    # -- booleans ------------------------------------------------------------
    def boolean(self, scope: Scope, depth: int) -> Ex:
        if depth <= 0:
            return self.boolean_leaf(scope)
        makers = [self.comparison, self.comparison, self.comparison, self.junction,
                  self.junction, self.negation, self.quantified, self.tested,
                  self.nominal_equality, self.nominal_equality, self.boolean_misc]
        got = self.rng.choice(makers)(scope, depth - 1)
        return got or self.comparison(scope, depth - 1)

    def boolean_leaf(self, scope: Scope) -> Ex:
        if self.danger("undefined"):
            got = self.locate(scope, is_boolean, 0, definite=False)
            if got:
                return Ex(f"!{got[0]}", 8)
        if self.chance(0.5):
            got = self.locate(scope, is_boolean, 0)
            if got:
                return Ex(got[0])
        if self.chance(0.3):
            got = self.nominal_equality(scope, 0)
            if got:
                return got
        if self.chance(0.08):
            return Ex(self.rng.choice(["true", "false"]))
        return self.comparison(scope, 0)

    def comparison(self, scope: Scope, depth: int) -> Ex:
        a = self.integer(scope, depth)
        if self.chance(0.6) and a.high - a.low < 12:
            b = self.literal(self.rng.randint(a.low, a.high))
        else:
            b = self.integer(scope, depth)
        op = self.rng.choice(["=", "=", "!=", "<", "<=", ">", ">=", "=="])
        return self.binary(a, op, b, 9, chain=False)

    def junction(self, scope: Scope, depth: int) -> Ex:
        a, b = self.boolean(scope, depth), self.boolean(scope, depth)
        op, level = self.rng.choice([("&", 7), ("&", 7), ("|", 5), ("|", 5),
                                     ("->", 2), ("&&", 4), ("||", 3)])
        if op != "->":
            return self.binary(a, op, b, level)
        right = 2 if self.features.nested_choice else 3
        return Ex(f"{self.wrap(a, 3)} -> {self.wrap(b, right)}", 2)

    def negation(self, scope: Scope, depth: int) -> Ex:
        return Ex(f"!{self.wrap(self.boolean(scope, depth), 9)}", 8)

    def boolean_misc(self, scope: Scope, depth: int) -> Optional[Ex]:
        way = self.rng.randrange(4)
        if way == 0:
            return self.choice(self.boolean(scope, depth), self.boolean(scope, depth),
                               self.boolean(scope, depth))
        if way == 1:
            called = self.call_function(scope, is_boolean, depth)
            return called[0] if called else None
        if way == 2:
            return self.binary(self.boolean(scope, 0), self.rng.choice(["=", "!="]),
                               self.boolean(scope, 0), 9, chain=False)
        got = self.locate(scope, lambda t: not t.simple and not isinstance(t, Multiset), 0)
        other = got and self.locate(scope, lambda t: same(t, got[1]), 0)
        if not other:
            return None
        return Ex(f"{got[0]} {self.rng.choice(['=', '!='])} {other[0]}", 9)

    def nominal_equality(self, scope: Scope, depth: int) -> Optional[Ex]:
        """= or != between values of an enum, scalarset or union."""
        kinds: List[Type] = [*self.enums, *self.scalarsets, *self.unions]
        if not kinds:
            return None
        kind = self.rng.choice(kinds)
        op = self.rng.choice(["=", "!="])
        if self.danger("undefined") and isinstance(kind, Enum):
            got = self.locate(scope, lambda t: t is kind, 0, definite=False)
            if got:
                return Ex(f"{got[0]} {op} {self.member(kind).text}", 9)
        if self.features.undefined_copies and not isinstance(kind, Enum):
            got = self.locate(scope, lambda t: t is kind, depth, definite=None)
            a = Ex(got[0]) if got else None
        else:
            a = self.value(scope, kind, depth)
        b = self.value(scope, kind, depth)
        if a is None or b is None:
            return None
        return self.binary(a, op, b, 9, chain=False)

    def tested(self, scope: Scope, depth: int) -> Optional[Ex]:
        """isundefined, alone or guarding a read; or ismember."""
        if self.unions and self.chance(0.3):
            union = self.rng.choice(self.unions)
            got = self.locate(scope, lambda t: t is union, depth, definite=None)
            if got:
                part = self.rng.choice(union.members)
                return Ex(f"ismember({got[0]}, {part.text()})")
        got = self.locate(scope, lambda t: t.simple, depth, definite=None, location=True)
        if not got:
            return None
        text, kind, _ = got
        test = Ex(f"isundefined({text})")
        if self.chance(0.3):
            return test
        use = self.use(scope, text, kind, depth)
        if use is None:
            return test
        if self.chance(0.5):
            return self.binary(test, "|", use, 5)
        return self.binary(Ex(f"!{test.text}", 8), "&", use, 7)

    def use(self, scope: Scope, text: str, kind: Type, depth: int) -> Optional[Ex]:
        """A test of a designator already known to be defined."""
        if isinstance(kind, Bool):
            return Ex(text)
        if isinstance(kind, Range):
            limit = self.literal(self.rng.randint(kind.low, kind.high))
            return self.binary(Ex(text), self.rng.choice(["=", "<=", ">", "!="]), limit,
                               9, chain=False)
        other = self.value(scope, kind, depth)
        return other and self.binary(Ex(text), "=", other, 9, chain=False)

    # -- quantifiers ---------------------------------------------------------
    def iterable(self) -> Type:
        kinds: List[Type] = [Bool()]
        kinds += [*self.enums, *self.scalarsets, *self.scalarsets, *self.unions]
        kinds += [r for r in self.ranges if r.count() <= 5]
        return self.rng.choice(kinds)

    def quantifier(self, scope: Scope, first: bool = True) -> Tuple[str, Var]:
        """One quantifier over a type or between two constants.  Those of one
        list share a scope, so only the first may take a used name."""
        name = self.inner_name(scope, "i") if first else self.fresh("i")
        if self.chance(0.7):
            kind = self.iterable()
            return f"{name}: {kind.text()}", Var(name, kind)
        low = self.rng.randint(-1, 2)
        high = low + self.rng.randint(0, 2)
        first, last = self.literal(low), self.literal(high)
        text = f"{name} := {first.text} to {last.text}"
        if self.chance(0.2):
            text += f" by {self.rng.randint(1, 2)}"
        return text, Var(name, Range(low, high))

    def quantified(self, scope: Scope, depth: int) -> Ex:
        word = self.rng.choice(["forall", "exists"])
        count = 2 if self.features.several_quantifiers and self.chance(0.3) else 1
        texts = []
        for number in range(count):
            text, var = self.quantifier(scope, number == 0)
            scope = scope.bind(var)
            texts.append(text)
        body = self.boolean(scope, depth)
        end = self.rng.choice(["end", f"end{word}"])
        return Ex(f"{word} {'; '.join(texts)} do {body.text} {end}")

    # -- formulas with a known answer ----------------------------------------
    def tautology(self, scope: Scope) -> Ex:
        """A formula that is true in every state."""
        way = self.rng.randrange(4)
        if way == 0:
            got = self.locate(scope, is_integer, 1, definite=None, location=True)
            if got:
                text, kind, var = got
                bound = self.binary(Ex(text), "<=", self.literal(kind.high), 9, chain=False)
                if var.definite:
                    return bound
                return self.binary(Ex(f"isundefined({text})"), "|", bound, 5)
        if way == 1:
            some = self.integer(scope, 2)
            return self.binary(some, ">=", self.literal(some.low), 9, chain=False)
        some = self.boolean(scope, 2)
        if way == 2:
            return self.binary(some, "->", some, 2, chain=False)
        negated = Ex(f"!({some.text})", 8)
        return self.binary(some, "|", negated, 5)
