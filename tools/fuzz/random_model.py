"""A random model over the whole language (profiles `common` and `full`).

The global variables are drawn first, under a budget on the product of their
counts.  `tick`, when present, is a small counter that some rule always moves,
so the model cannot deadlock.  Rules are half *movers*, which step one
location, and half random bodies, so that a fair part of the space is reached.
"""

from __future__ import annotations

import random
from typing import Dict, List, Optional, Tuple

from features import Features
from murphi_types import (Array, Bool, Enum, Ex, Multiset, Range, Record, Routine,
                          Scalarset, Scope, Type, Union, Var)
from statements import Lines, Statements, indent, sequence

SOFT_NAMES = ["in", "log", "exp", "until", "program", "interleaved", "traceuntil",
              "real", "floor", "pctl", "next", "pred", "release", "succ", "ltl", "never"]


class RandomModel(Statements):
    def __init__(self, rng: random.Random, features: Features, size: int) -> None:
        super().__init__(rng, features)
        self.size = size
        self.globals: List[Var] = []
        self.tick: Optional[Var] = None
        self.claims = 0
        if features.soft_names and self.chance(0.3):
            self.soft = self.rng.sample(SOFT_NAMES, 4)

    # -- declarations --------------------------------------------------------
    def constants_text(self) -> Lines:
        lines = []
        for _ in range(self.rng.randint(0, 2)):
            name, value = self.fresh("C"), self.rng.randint(0, 3)
            self.constants[name] = value
            written = str(value)
            if value > 1 and self.chance(0.3):
                written = f"{value + 2} - 2"
            lines.append(f"const {name}: {written};")
        return lines

    def types_text(self) -> Lines:
        lines: Lines = []

        def declare(stem: str, kind: Type) -> Type:
            name, body = self.fresh(stem), kind.body()
            lines.append(f"type {name}: {body};")
            kind.name = name
            return kind

        for _ in range(self.rng.randint(1, 2)):
            low = self.rng.choice([0, 0, 0, 1, -1, -2])
            self.ranges.append(declare("T", Range(low, low + self.rng.randint(1, 3))))
        for _ in range(self.rng.randint(0, 2)):
            members = [self.fresh("e") for _ in range(self.rng.randint(2, 3))]
            self.enums.append(declare("E", Enum(members)))
        for _ in range(self.rng.choice([0, 0, 1, 1, 2])):
            self.scalarsets.append(declare("P", Scalarset(self.rng.randint(2, 3))))
        parts: List[Type] = [*self.scalarsets, *self.enums]
        if self.features.unions and len(parts) > 1 and self.chance(0.6):
            self.unions.append(declare("U", Union(self.rng.sample(parts, 2))))
        self.records = []
        for _ in range(self.rng.choice([0, 0, 1, 1])):
            self.records.append(declare("R", self.record(0)))
        return lines

    def record(self, depth: int) -> Record:
        fields: Dict[str, Type] = {}
        for _ in range(self.rng.randint(1, 3)):
            fields[self.rng.choice("fghk") + str(len(fields))] = self.type(depth)
        return Record(fields)

    def type(self, depth: int) -> Type:
        options = ["bool", "range", "range", "named"]
        if depth > 0:
            options += ["array", "array", "record"]
            if self.features.multisets:
                options += ["multiset"]
        what = self.rng.choice(options)
        if what == "array":
            return Array(self.index_type(), self.type(depth - 1))
        if what == "record":
            return self.rng.choice(self.records) if self.records else self.record(depth - 1)
        if what == "multiset":
            return Multiset(self.rng.randint(1, 3), self.type(0 if self.chance(0.5) else depth - 1))
        if what == "bool":
            return Bool()
        named: List[Type] = [*self.enums, *self.enums, *self.scalarsets, *self.unions, *self.ranges]
        if what == "named":
            return self.rng.choice(named)
        low = self.rng.choice([0, 0, 0, 1, -1])
        return Range(low, low + self.rng.randint(0 if self.chance(0.1) else 1, 4))

    def index_type(self) -> Type:
        if self.chance(0.2):
            low = self.rng.choice([0, 1, -1])
            return Range(low, low + self.rng.randint(1, 2))
        kinds: List[Type] = [Bool(), *self.enums, *self.scalarsets, *self.unions, *self.ranges]
        return self.rng.choice(kinds)

    def globals_text(self) -> Lines:
        lines: Lines = []
        left = self.features.budget
        if self.features.hazard != "deadlock":
            high = self.rng.choice([1, 1, 2])
            self.tick = Var(self.fresh("tick"), Range(0, high), True, True, True)
            self.globals.append(self.tick)
            left //= high + 1
            lines.append(f"var {self.tick.name}: 0..{high};")
        if self.features.hazard == "index":
            kind: Type = Array(self.rng.choice(self.ranges), self.rng.choice([Bool(), Range(0, 1)]))
            name = self.fresh("g")
            self.globals.append(Var(name, kind, True, True, True))
            lines.append(f"var {name}: {kind.text()};")
            left //= kind.count()
        failures = 0
        while failures < 6 and len(self.globals) < 9:
            kind = self.type(2)
            if any(isinstance(p, Multiset) and p.count() > 80 for p in kind.parts()) \
                    or kind.count() > left:
                failures += 1
                continue
            left //= kind.count()
            name = self.fresh("g")
            text = kind.text()
            definite = self.chance(0.75) and not (
                self.features.hazard == "undefined" and self.chance(0.3))
            self.globals.append(Var(name, kind, True, definite, True))
            lines.append(f"var {name}: {text};")
        return lines

    # -- routines ------------------------------------------------------------
    def routines_text(self) -> Lines:
        lines: Lines = []
        makers = [self.function, self.function, self.procedure, self.recursive]
        if self.features.hazard == "return":
            lines += self.function() + [""]
        for _ in range(self.rng.choice([0, 1, 1, 2, 3])):
            maker = self.rng.choice(makers)
            lines += maker() + [""]
        return lines

    def formals(self, by_reference: bool) -> List[Tuple[str, Type, bool]]:
        found = []
        for _ in range(self.rng.randint(0, 2)):
            kind = self.type(0)
            reference = by_reference and self.chance(0.5)
            if reference and self.globals and self.chance(0.7):
                kind = self.rng.choice(self.globals).type
            if reference and isinstance(kind, Multiset):
                reference = False
            if not reference and (not kind.simple or
                                  (isinstance(kind, Scalarset) and not self.features.unions)):
                kind = Bool()
            found.append((self.fresh("a"), kind, reference))
        return found

    def formals_text(self, formals: List[Tuple[str, Type, bool]]) -> str:
        return "; ".join(f"{'var ' if ref else ''}{n}: {k.text()}" for n, k, ref in formals)

    def routine_scope(self, formals, write_shared: bool) -> Scope:
        from dataclasses import replace
        # A reference may make a loose global look definite only when every
        # caller passes a definite location; `arguments` sees to that.
        shared = [replace(v, writable=write_shared) for v in self.globals]
        scope = Scope(shared)
        return scope.bind(*(Var(n, k, ref, True) for n, k, ref in formals))

    def function(self) -> Lines:
        effects = self.features.side_effects and self.chance(0.25)
        formals, result = self.formals(effects), self.type(0)
        if isinstance(result, Scalarset):
            result = Bool()
        name = self.fresh("fun")
        scope = self.routine_scope(formals, effects)
        self.result = result
        self.protected = frozenset(n for n, _, _ in formals)
        body, local_text, inner = self.body(scope, self.rng.randint(0, 2))
        self.protected = frozenset()
        tail = self.value(inner, result, 2) or Ex("true")
        self.result = None
        if isinstance(result, Union):
            tail = self.value(inner, result, 0)
        if tail is None:
            return []
        if not self.danger("return", 0.6):
            body = body + [f"return {tail.text};"]
        elif self.chance(0.7):
            body = body + [f"if {self.boolean(inner, 1).text} then return {tail.text}; end;"]
        pure = not effects
        self.routines.append(Routine(name, formals, result, pure, effects))
        return ([f"function {name}({self.formals_text(formals)}): {result.text()};"]
                + local_text + ["begin"] + indent(body) + [self.end("function") + ";"])

    def procedure(self) -> Lines:
        formals = self.formals(True)
        writes = self.chance(0.5)
        name = self.fresh("act")
        scope = self.routine_scope(formals, writes)
        self.in_rule = False
        self.protected = frozenset(n for n, _, _ in formals)
        body, local_text, _ = self.body(scope, self.rng.randint(1, 3))
        self.protected = frozenset()
        self.routines.append(Routine(name, formals, None, False, writes))
        return ([f"procedure {name}({self.formals_text(formals)});"]
                + local_text + ["begin"] + indent(body) + [self.end("procedure") + ";"])

    def recursive(self) -> Lines:
        """f(n) computed from f(n - 1)."""
        name, fuel = self.fresh("rec"), self.fresh("a")
        kind, result = Range(0, self.rng.randint(1, 3)), self.rng.choice(self.ranges)
        scope = self.routine_scope([(fuel, kind, False)], False)
        base = self.value(scope, result, 1)
        again = Ex(f"{name}({fuel} - 1)", 14, result.low, result.high)
        other = self.integer(scope, 1)
        op, high, low = self.rng.choice([
            ("+", again.high + other.high, again.low + other.low),
            ("-", again.high - other.low, again.low - other.high)])
        step = self.fit(scope, self.binary(again, op, other, 11, low, high), result)
        self.routines.append(Routine(name, [(fuel, kind, False)], result, True))
        return [f"function {name}({fuel}: {kind.text()}): {result.text()};", "begin",
                f"  if {fuel} = 0 then return {base.text}; end;",
                f"  return {step.text};", self.end("function") + ";"]

    # -- bodies --------------------------------------------------------------
    def body(self, scope: Scope, count: int, lead: Optional[List[Lines]] = None,
             tail: Optional[List[Lines]] = None) -> Tuple[Lines, Lines, Scope]:
        """Statements, local declarations, and the scope at the end."""
        outer, self.pending = self.pending, []
        declared = self.new_locals(scope)
        # Every local hides its namesake from the first line of the body on.
        inner, opening = scope, []
        for name, kind in declared:
            hidden = inner.bind(Var(name, kind))
            inner = Scope([v for v in hidden.variables if v.name != name])
        for name, kind in declared:
            lines = self.initialise(inner, name, kind)
            opening += lines or []
            inner = inner.bind(Var(name, kind, True, lines is not None))
        if {n for n, _ in declared} & {v.name for v in scope.variables}:
            lead = None                 # its text may name what is now hidden
        work = sequence(lead or []) + self.statements(inner, 2, count) + sequence(tail or [])
        declared += self.pending
        self.pending = outer
        text = [f"  var {n}: {k.text()};" for n, k in declared]
        return opening + work, text, inner

    protected: frozenset = frozenset()     # names that locals may not hide

    def new_locals(self, scope: Scope) -> List[Tuple[str, Type]]:
        declared: List[Tuple[str, Type]] = []
        for _ in range(self.rng.choice([0, 0, 0, 1, 2])):
            kind = self.type(self.rng.choice([0, 0, 1]))
            name = self.inner_name(scope, "x")
            taken = any(name == n for n, _ in declared) or name in self.protected \
                or any(name in bag for bag in self.bound_bags)
            if not taken and kind.count() <= 3000:
                declared.append((name, kind))
        return declared

    # -- rules ---------------------------------------------------------------
    def startstates(self) -> Lines:
        lines: Lines = []
        for number in range(self.rng.choice([1, 1, 1, 2])):
            if self.chance(0.2):
                name = self.fresh("r")
                kind = self.iterable()
                lines += [f"ruleset {name}: {kind.text()} do"]
                lines += indent(self.startstate(number, Scope([Var(name, kind)])))
                lines += [self.end("ruleset") + ";", ""]
            else:
                lines += self.startstate(number, Scope()) + [""]
        return lines

    def startstate(self, number: int, scope: Scope) -> Lines:
        body: Lines = []
        self.callable = False           # callees may read what is not yet set
        for var in self.rng.sample(self.globals, len(self.globals)):
            if not var.definite:
                if self.chance(0.4):
                    body.append(f"undefine {var.name};")
                if self.chance(0.4):
                    body += self.initialise(scope, var.name, var.type) or []
                continue
            part = self.initialise(scope, var.name, var.type)
            assert part is not None, "a definite global can always be initialised"
            body += part
            scope = scope.bind(var)
        self.callable = True
        more: Lines = []
        local_text: Lines = []
        if self.chance(0.2):
            loose = [v for v in self.globals if not v.definite]
            self.protected = frozenset(v.name for v in [*self.globals, *scope.variables])
            more, local_text, _ = self.body(scope.bind(*loose), 1)
            self.protected = frozenset()
        return ([f'startstate "s{number}"'] + local_text + ["begin"] + indent(body + more)
                + [self.end("startstate") + ";"])

    def rules(self) -> Lines:
        lines: Lines = []
        scope = Scope(list(self.globals))
        if self.tick:
            lines += ['rule "tick"', "begin"]
            lines += indent(sequence([self.step(scope, self.tick.name, self.tick.type)]))
            lines += [self.end("rule") + ";", ""]
        for var in self.globals:
            if var is not self.tick and self.chance(0.85):
                lines += self.mover(scope, var) + [""]
        few = 1 if self.features.hazard == "deadlock" else 1 + self.size
        for _ in range(self.rng.randint(1, few)):
            lines += self.rule_item(scope, 2) + [""]
        return lines

    def mover(self, scope: Scope, var: Var) -> Lines:
        """A rule that steps one location inside `var`, under rulesets that
        range over the indices on the way to it."""
        quantifiers, text, kind = [], var.name, var.type

        def over(domain: Type) -> str:
            nonlocal scope
            name = self.fresh("r")
            quantifiers.append(f"{name}: {domain.text()}")
            scope = scope.bind(Var(name, domain))
            return name

        while not kind.simple and not isinstance(kind, Multiset):
            if isinstance(kind, Array):
                text, kind = f"{text}[{over(kind.index)}]", kind.element
            else:
                name = self.rng.choice(list(kind.fields))
                text, kind = f"{text}.{name}", kind.fields[name]
        if isinstance(kind, (Scalarset, Union)):
            moved: Optional[Lines] = [f"{text} := {over(kind)}"]
        elif isinstance(kind, Multiset):
            moved = None
        elif var.definite:
            moved = self.step(scope, text, kind)
        else:
            moved = self.fill(scope, text, kind)
        guard = self.boolean(scope, 2) if self.chance(0.4) else None
        if self.features.hazard == "deadlock":
            last = self.last(kind)
            if not last or not var.definite:
                return []
            guard = self.binary(Ex(text), "!=", last, 9, chain=False)
            if isinstance(kind, Range):
                moved = [f"{text} := {text} + 1"]
        lines = self.rule(scope, lead=[moved] if moved else [], guard=guard, extra=[0, 0, 0, 1])
        if moved is None and isinstance(kind, Multiset):
            outer, self.pending = self.pending, []
            added = self.bag_add(scope, text, kind, var) or [f"undefine {text}"]
            local_text = [f"  var {n}: {k.text()};" for n, k in self.pending]
            self.pending = outer
            lines = (['rule "add"'] + local_text + ["begin"] + indent(sequence([added]))
                     + [self.end("rule") + ";"])
        if not quantifiers:
            return lines
        return [f"ruleset {'; '.join(quantifiers)} do"] + indent(lines) + [self.end("ruleset") + ";"]

    def last(self, kind: Type) -> Optional[Ex]:
        """A value at which a model that may deadlock lets a location rest."""
        if isinstance(kind, Bool):
            return Ex(self.rng.choice(["true", "false"]))
        if isinstance(kind, Enum):
            return self.member(kind)
        return self.literal(kind.high) if isinstance(kind, Range) else None

    def fill(self, scope: Scope, text: str, kind: Type) -> Optional[Lines]:
        """Step a location that may be undefined."""
        moved, value = self.step(scope, text, kind), self.value(scope, kind, 0)
        if moved is None or value is None:
            return None
        if self.chance(0.4):
            moved = [f"undefine {text}"]
        return ([f"if isundefined({text}) then", f"  {text} := {value.text};", "else"]
                + indent(sequence([moved])) + [self.end("if")])

    def rule_item(self, scope: Scope, depth: int) -> Lines:
        way = self.rng.random()
        if depth > 0 and way < 0.45:
            return self.ruleset(scope, depth)
        if depth > 0 and way < 0.55:
            bound = self.alias(scope)
            if bound:
                return ([f"alias {bound[0]} do"]
                        + indent(self.rule_item(scope.bind(bound[1]), depth - 1))
                        + [self.end("alias") + ";"])
        if depth > 0 and way < 0.8 and self.features.multisets:
            got = self.choose(scope, depth)
            if got:
                return got
        return self.rule(scope)

    def ruleset(self, scope: Scope, depth: int) -> Lines:
        texts, inner = [], scope
        for _ in range(self.rng.choice([1, 1, 2])):
            name = self.inner_name(scope, "r") if not texts else self.fresh("r")
            if self.features.ranged_rulesets and self.chance(0.2):
                low = self.rng.randint(0, 1)
                high = low + self.rng.randint(0, 2)
                kind: Type = Range(low, high)
                texts.append(f"{name} := {low} to {high}")
            else:
                kind = self.iterable()
                texts.append(f"{name}: {kind.text()}")
            inner = inner.bind(Var(name, kind))
        body: Lines = []
        for _ in range(self.rng.choice([1, 1, 2])):
            body += self.rule_item(inner, depth - 1)
        return [f"ruleset {'; '.join(texts)} do"] + indent(body) + [self.end("ruleset") + ";"]

    def choose(self, scope: Scope, depth: int) -> Optional[Lines]:
        got = self.locate(scope, lambda t: isinstance(t, Multiset), 0, definite=None, writable=True)
        if not got or got[0] in self.bound_bags:
            return None
        text, bag, var = got
        name = self.fresh("m")
        element = Var(f"{text}[{name}]", bag.element, True, var.definite, True)
        inner = scope.freeze(var.name).bind(element)
        self.bound_bags.append(text)
        tail = [[f"multisetremove({name}, {text})"]] if self.chance(0.6) else None
        body = self.rule(inner, tail)
        self.bound_bags.pop()
        return [f"choose {name}: {text} do"] + indent(body) + [self.end("choose") + ";"]

    def rule(self, scope: Scope, tail: Optional[List[Lines]] = None,
             lead: Optional[List[Lines]] = None, guard: Optional[Ex] = None,
             extra: Optional[List[int]] = None) -> Lines:
        number = self.rng.randint(0, 999)
        hidden = self.protected
        if extra is None and self.chance(0.65):
            guard = self.boolean(scope, 2)
        if not lead and self.chance(0.4):
            want = lambda t: t.simple and not isinstance(t, (Scalarset, Union))
            got = self.locate(scope, want, 1, definite=True, writable=True)
            moved = got and self.step(scope, got[0], got[1])
            if moved:
                lead = [moved]
        if tail:
            self.protected = frozenset(v.name for v in scope.variables)
        self.in_rule = True
        count = self.rng.choice(extra or ([0, 1, 1, 2] if lead else [1, 2, 3]))
        body, local_text, _ = self.body(scope, count, lead, tail)
        self.in_rule = False
        self.protected = hidden
        head = f'rule "r{number}"'
        if self.features.priorities and self.chance(0.2):
            head = f'rule {self.rng.randint(0, 2)} "r{number}"'
        if guard:
            head += f" {guard.text} ==>"
        return [head] + local_text + ["begin"] + indent(body) + [self.end("rule") + ";"]

    # -- claims --------------------------------------------------------------
    def claims_text(self) -> Lines:
        lines: Lines = []
        scope = Scope(list(self.globals))
        kind = self.features.hazard
        for _ in range(self.rng.randint(0, 2)):
            lines += self.claim(scope, "invariant", False)
        if self.chance(0.2):
            lines += self.claim(scope, "cover", False)
        if self.chance(0.15):
            lines += self.claim(scope, "liveness", False)
        if kind in ("invariant", "cover", "liveness") or (kind == "assume" and self.chance(0.7)):
            for _ in range(self.rng.randint(1, 2)):
                lines += self.claim(scope, kind, True)
        return lines

    def claim(self, scope: Scope, word: str, random_formula: bool) -> Lines:
        risky = self.risky
        self.risky = risky and word == "invariant"
        prefix, suffix = [], []
        if self.chance(0.25):
            name, kind = self.fresh("r"), self.iterable()
            scope = scope.bind(Var(name, kind))
            prefix, suffix = [f"ruleset {name}: {kind.text()} do"], [self.end("ruleset") + ";"]
        formula = self.boolean(scope, 3) if random_formula else self.tautology(scope)
        if word == "assume" and self.tick and self.chance(0.5):
            weak = self.binary(Ex(self.tick.name), "=", Ex("0"), 9, chain=False)
            formula = self.binary(formula, "|", weak, 5)
        self.risky = risky
        self.claims += 1
        name = f'"c{self.claims}"'
        text = f"{word} {name} {formula.text};"
        return prefix + (indent([text]) if prefix else [text]) + suffix

    # -- the whole -----------------------------------------------------------
    def model(self) -> str:
        blocks = [self.constants_text(), self.types_text(), self.globals_text(),
                  self.routines_text(), self.startstates(), self.rules(), self.claims_text()]
        return "\n".join("\n".join(block) for block in blocks if block) + "\n"
