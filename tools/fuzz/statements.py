"""Random statements over the expressions of expressions.py.

A statement is a list of lines without a final `;`.  Invariants: every loop
ends (a `while` counts a local that nothing else writes); a definite variable
never becomes undefined; in a symmetric model a loop over a scalarset touches
only what its own index names, or accumulates without leaving its range.
"""

from __future__ import annotations

from typing import Callable, List, Optional

from expressions import Expressions, is_boolean, is_integer
from murphi_types import (Array, Bool, Enum, Ex, Multiset, Range, Record,
                          Scalarset, Scope, Type, Union, Var, leaves, same)

Lines = List[str]


def indent(lines: Lines) -> Lines:
    return ["  " + line for line in lines]


def sequence(parts: List[Lines]) -> Lines:
    """Statements one after another, each closed by `;`."""
    lines: Lines = []
    for part in parts:
        if part:
            lines += part[:-1] + [part[-1] + ";"]
    return lines


def tells_members(kind: Type) -> bool:
    """Is the type a scalarset, or does it hold scalarset values?"""
    return any(isinstance(leaf, (Scalarset, Union)) for leaf in leaves(kind))


class Statements(Expressions):
    def __init__(self, *args) -> None:
        super().__init__(*args)
        self.pending: List[tuple] = []       # locals asked for by statements
        self.result: Optional[Type] = None   # of the function being written
        self.in_rule = False
        self.bound_bags: List[str] = []      # multisets with a bound index

    def end(self, word: str) -> str:
        return self.rng.choice(["end", f"end{word}"])

    def local(self, kind: Type) -> str:
        """A private local of the body being written."""
        name = self.fresh("t")
        self.pending.append((name, kind))
        return name

    # -- sequences -----------------------------------------------------------
    def statements(self, scope: Scope, depth: int, count: int) -> Lines:
        parts = []
        for _ in range(count):
            got = self.statement(scope, depth)
            if got:
                parts.append(got)
        return sequence(parts)

    def some(self, scope: Scope, depth: int) -> Lines:
        return indent(self.statements(scope, depth, self.rng.randint(1, 2)))

    def statement(self, scope: Scope, depth: int) -> Optional[Lines]:
        if self.danger("assert", 0.2):
            return [f'assert {self.boolean(scope, 2).text}'
                    + (' "may fail"' if self.chance(0.5) else "")]
        if self.danger("error", 0.3):
            return ["if " + self.boolean(scope, 2).text + " then",
                    '  error "reached";', self.end("if")]
        if self.danger("assume", 0.15) and self.in_rule:
            return [f"assume {self.boolean(scope, 2).text}"]
        if self.danger("index", 0.3):
            got = self.locate(scope, lambda t: t.simple, 1, definite=None, writable=True)
            if got and "[" in got[0]:
                return self.step(scope, got[0], got[1]) if got[2].definite else None
        simple = [self.assignment] * 6 + [self.call, self.reset, self.harmless]
        if self.features.multisets:
            simple += [self.bag_statement] * 2
        nested = [self.conditional] * 3 + [self.switch, self.loop, self.loop,
                                           self.while_loop, self.aliased]
        if self.result or self.in_rule:
            nested.append(self.early_return)
        makers = simple + nested if depth > 0 else simple
        return self.rng.choice(makers)(scope, depth) or self.assignment(scope, depth)

    # -- assignment ----------------------------------------------------------
    def assignment(self, scope: Scope, depth: int = 0) -> Optional[Lines]:
        want: Callable[[Type], bool] = lambda t: t.simple
        if self.chance(0.1):
            want = lambda t: not t.simple
        got = self.locate(scope, want, 1, definite=None, writable=True)
        if not got:
            return None
        text, kind, var = got
        if not var.definite and self.chance(0.3):
            return self.loosen(scope, text, kind)
        if isinstance(kind, Range) and self.danger("range"):
            return [f"{text} := {self.integer(scope, 2).text}"]
        value = self.value(scope, kind, 2)
        if value is None or value.text == text:
            return None
        return [f"{text} := {value.text}"]

    def loosen(self, scope: Scope, text: str, kind: Type) -> Optional[Lines]:
        """Make a loose location undefined, or copy what may be undefined."""
        way = self.rng.random()
        whole = self.locate(scope, lambda t: same(t, kind), 0, definite=False)
        if way < 0.35 and whole and (not kind.simple or self.features.undefined_copies):
            plain = "[" not in whole[0] and "." not in whole[0]
            if not kind.simple or plain or not isinstance(kind, (Bool, Range)):
                return [f"{text} := {whole[0]}"] if whole[0] != text else None
        if way < 0.5 and self.features.undefined_copies:
            return [f"{text} := undefined"]
        return [f"undefine {text}"]

    def reset(self, scope: Scope, depth: int) -> Optional[Lines]:
        clearable = lambda t: not (self.features.symmetric and tells_members(t))
        got = self.locate(scope, clearable, 1, definite=None, writable=True)
        if not got:
            return None
        if any(bag.startswith(got[0]) for bag in self.bound_bags):
            return None
        if not got[2].definite and self.chance(0.5):
            return [f"undefine {got[0]}"]
        return [f"clear {got[0]}"]

    def step(self, scope: Scope, text: str, kind: Type) -> Optional[Lines]:
        """Move a definite location to another value of its type."""
        if isinstance(kind, Bool):
            return [f"{text} := !{text}"]
        if isinstance(kind, Range) and kind.high > kind.low:
            size, low = kind.high - kind.low + 1, kind.low
            by = self.rng.randint(1, min(2, size - 1))
            if low == 0:
                return [f"{text} := ({text} + {by}) % {size}"]
            if self.chance(0.5):
                return [f"{text} := {text} = {kind.high} ? {low} : {text} + 1"]
            return [f"if {text} < {kind.high} then {text} := {text} + 1; "
                    f"else {text} := {low}; {self.end('if')}"]
        if isinstance(kind, Enum) and len(kind.members) > 1:
            order = self.rng.sample(kind.members, len(kind.members))
            pairs = zip(order, order[1:] + order[:1])
            lines = [f"switch {text}"]
            lines += [f"  case {a}: {text} := {b};" for a, b in pairs]
            return lines + [self.end("switch")]
        value = self.value(scope, kind, 1)
        return [f"{text} := {value.text}"] if value and value.text != text else None

    # -- structured statements -----------------------------------------------
    def conditional(self, scope: Scope, depth: int) -> Lines:
        lines = [f"if {self.boolean(scope, 2).text} then"] + self.some(scope, depth - 1)
        while self.chance(0.25):
            lines += [f"elsif {self.boolean(scope, 1).text} then"] + self.some(scope, depth - 1)
        if self.chance(0.4):
            lines += ["else"] + self.some(scope, depth - 1)
        return lines + [self.end("if")]

    def switch(self, scope: Scope, depth: int) -> Optional[Lines]:
        got = self.locate(scope, lambda t: t.simple, 1)
        if not got:
            return None
        text, kind, _ = got
        lines = [f"switch {text}"]
        for _ in range(self.rng.randint(1, 3)):
            cases = [self.case_value(scope, kind) for _ in range(self.rng.randint(1, 2))]
            known = [c.text for c in cases if c]
            if known:
                lines += [f"  case {', '.join(known)}:"] + indent(self.some(scope, depth - 1))
        if self.chance(0.5):
            lines += ["  else"] + indent(self.some(scope, depth - 1))
        return lines + [self.end("switch")]

    def case_value(self, scope: Scope, kind: Type) -> Optional[Ex]:
        if self.chance(0.25) or not isinstance(kind, (Range, Enum)):
            got = self.value(scope, kind, 1)
            # A `?:` would swallow the colon that ends the case.
            return got and Ex(self.wrap(got, 2))
        if isinstance(kind, Enum):
            return self.member(kind)
        return self.literal(self.rng.randint(kind.low, kind.high))

    def early_return(self, scope: Scope, depth: int) -> Optional[Lines]:
        if self.result is None:
            leave = "return"
        else:
            value = self.value(scope, self.result, 1)
            if value is None:
                return None
            leave = f"return {value.text}"
        return [f"if {self.boolean(scope, 1).text} then", f"  {leave};", self.end("if")]

    def loop(self, scope: Scope, depth: int) -> Optional[Lines]:
        if self.features.symmetric and self.scalarsets:
            return self.symmetric_loop(scope)
        if self.chance(0.4):
            return self.counting_loop(scope, depth)
        texts = []
        count = 2 if self.features.several_quantifiers and self.chance(0.25) else 1
        for number in range(count):
            text, var = self.quantifier(scope, number == 0)
            scope = scope.bind(var)
            texts.append(text)
        return [f"for {'; '.join(texts)} do"] + self.some(scope, depth - 1) + [self.end("for")]

    def counting_loop(self, scope: Scope, depth: int) -> Lines:
        name = self.inner_name(scope, "i")
        if self.features.any_direction and self.chance(0.4):
            first, last = self.integer(scope, 1), self.integer(scope, 1)
            first = self.fit(scope, first, Range(-1, 3))
            last = self.fit(scope, last, Range(-1, 4))
            by = self.rng.choice(["", "", " by 2", " by -1", " by -2"])
            kind = Range(-1, 4)
            head = f"for {name} := {first.text} to {last.text}{by} do"
        elif self.chance(0.3):
            high, low = self.rng.randint(1, 4), self.rng.randint(-1, 1)
            kind = Range(low, high)
            head = f"for {name} := {high} to {low} by -{self.rng.randint(1, 2)} do"
        else:
            low = self.rng.randint(-1, 1)
            last = self.fit(scope, self.integer(scope, 1), Range(low, low + 3))
            kind = Range(low, low + 3)
            by = self.rng.choice(["", "", " by 2"])
            head = f"for {name} := {self.literal(low).text} to {last.text}{by} do"
        inner = scope.bind(Var(name, kind))
        return [head] + self.some(inner, depth - 1) + [self.end("for")]

    def symmetric_loop(self, scope: Scope) -> Optional[Lines]:
        """A loop whose outcome cannot depend on the order of the members."""
        members = self.rng.choice(self.scalarsets)
        name = self.fresh("i")
        over = lambda t: isinstance(t, Array) and t.index is members
        targets = [v for v in scope.variables
                   if v.writable and over(v.type) and v.type.element.simple]
        if not targets:
            return None
        target = self.rng.choice(targets)
        element = target.type.element
        others = Scope([v for v in scope.variables if v.root() != target.root()])
        inner = others.bind(Var(name, members))
        value = self.value(inner, element, 1)
        if value is None:
            body = [f"undefine {target.name}[{name}]"] if not target.definite else None
        else:
            body = [f"{target.name}[{name}] := {value.text}"]
        if body is None:
            return None
        if self.chance(0.4):
            body = [f"if {self.boolean(inner, 1).text} then", f"  {body[0]};", "end"]
        return [f"for {name}: {members.text()} do"] + indent(sequence([body])) + [self.end("for")]

    def while_loop(self, scope: Scope, depth: int) -> Lines:
        limit = self.rng.randint(1, 3)
        name = self.local(Range(0, limit))
        inner = scope.bind(Var(name, Range(0, limit)))
        test = self.binary(Ex(name), "<", self.literal(limit), 9, chain=False)
        if self.chance(0.6):
            test = self.binary(test, "&", self.boolean(inner, 1), 7)
        body = self.some(inner, depth - 1)
        # Inside the test the counter is below its limit, so the step is safe.
        return ([f"{name} := 0;", f"while {test.text} do"] + body
                + [f"  {name} := {name} + 1;", self.end("while")])

    def aliased(self, scope: Scope, depth: int) -> Optional[Lines]:
        bindings, inner = [], scope
        for _ in range(self.rng.randint(1, 2)):
            bound = self.alias(inner)
            if bound:
                bindings.append(bound[0])
                inner = inner.bind(bound[1])
        if not bindings:
            return None
        return ([f"alias {'; '.join(bindings)} do"] + self.some(inner, depth - 1)
                + [self.end("alias")])

    def alias(self, scope: Scope):
        """`name: expression` and the variable it makes."""
        if self.chance(0.3):
            value = self.integer(scope, 2)
            if value.high - value.low < 50 and not value.text.isidentifier():
                name = self.fresh("v")
                kind = Range(value.low, value.high)
                return f"{name}: {self.wrap(value, 2)} + 0", Var(name, kind, location=False)
        got = self.locate(scope, lambda t: not isinstance(t, Multiset), 1, definite=None,
                          location=True)
        if not got:
            return None
        text, kind, var = got
        name = self.fresh("l")
        return f"{name}: {text}", Var(name, kind, var.writable, var.definite, var.shared,
                                      base=var.root())

    # -- calls and small statements ------------------------------------------
    def call(self, scope: Scope, depth: int) -> Optional[Lines]:
        found = [r for r in self.routines if r.result is None or self.chance(0.2)]
        if not self.callable or not found:
            return None
        routine = self.rng.choice(found)
        if routine.writes_shared and not any(v.shared and v.writable for v in scope.variables):
            return None
        if routine.writes_shared and self.bound_bags:
            return None
        arguments = self.arguments(scope, routine, 1)
        if arguments is None:
            return None
        text = f"{routine.name}({', '.join(arguments)})"
        if routine.result is None:
            return [text]
        got = self.locate(scope, lambda t: same(t, routine.result), 0, definite=None,
                          writable=True)
        if got and self.chance(0.7):
            return [f"{got[0]} := {text}"]
        return [text]

    def harmless(self, scope: Scope, depth: int) -> Optional[Lines]:
        """put, and claims that hold."""
        way = self.rng.randrange(4)
        if way == 0:
            return [f'put "{self.rng.choice(["step", "100% sure", "a b"])}"']
        if way == 1:
            got = self.locate(scope, lambda t: not isinstance(t, Multiset), 0, definite=None)
            return [f"put {got[0]}"] if got else None
        if way == 2:
            return [f"assert {self.tautology(scope).text}"]
        return [f'assert {self.tautology(scope).text} "always"']

    # -- multisets -----------------------------------------------------------
    def bag_statement(self, scope: Scope, depth: int) -> Optional[Lines]:
        got = self.locate(scope, lambda t: isinstance(t, Multiset), 1, definite=None,
                          writable=True)
        if not got:
            return None
        text, bag, var = got
        if text in self.bound_bags:
            return None
        name = self.fresh("m")
        if self.chance(0.3):
            inner = scope.bind(Var(f"{text}[{name}]", bag.element, definite=var.definite))
            return [f"multisetremovepred({name}: {text}, {self.boolean(inner, 1).text})"]
        return self.bag_add(scope, text, bag, var)

    def bag_add(self, scope: Scope, text: str, bag: Multiset, var: Var) -> Optional[Lines]:
        if bag.element.simple:
            value = self.value(scope, bag.element, 1)
            if value is None:
                return None
            lines = [f"multisetadd({value.text}, {text});"]
        else:
            name = self.local(bag.element)
            fill = self.initialise(scope, name, bag.element)
            if fill is None:
                if var.definite:
                    return None
                fill = [f"undefine {name};"]
            lines = fill + [f"multisetadd({name}, {text});"]
        if self.danger("range", 0.1):
            return lines[:-1] + [lines[-1].rstrip(";")]
        name = self.fresh("m")
        test = f"multisetcount({name}: {text}, true) < {bag.capacity}"
        return [f"if {test} then"] + indent(lines) + [self.end("if")]

    # -- making a location definite ------------------------------------------
    def initialise(self, scope: Scope, text: str, kind: Type) -> Optional[Lines]:
        """Closed statements after which nothing in `text` is undefined."""
        symmetric = self.features.symmetric
        if self.chance(0.25) and not (symmetric and tells_members(kind)):
            return [f"clear {text};"]
        if isinstance(kind, Multiset):
            return [f"undefine {text};"]
        if isinstance(kind, Record):
            lines: Lines = []
            for name, member in kind.fields.items():
                part = self.initialise(scope, f"{text}.{name}", member)
                if part is None:
                    return None
                lines += part
            return lines
        if isinstance(kind, Array):
            name = self.fresh("i")
            inner = scope.bind(Var(name, kind.index))
            part = self.initialise(inner, f"{text}[{name}]", kind.element)
            if part is None:
                return None
            return [f"for {name}: {kind.index.text()} do"] + indent(part) + [self.end("for") + ";"]
        value = self.value(scope, kind, 1)
        if value is not None:
            return [f"{text} := {value.text};"]
        if symmetric:
            return None
        return [f"clear {text};"]
