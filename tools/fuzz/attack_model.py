"""Small models that try to show an order (profile `attack`).

Values of a scalarset go into bags, sums and temporaries in loops, and whatever can look at
them afterwards does: counts and removals whose condition has effects or fails, bags in bags,
results of functions under an alias, unions as values and as indices, claims inside of
functions, start states that prefer a value, rulesets in rulesets with fairness.  Most of the
loops are of the kind that is taken for independent of the order; some are not.  What is right
is what the search without symmetry says.  Models are small, so that thousands of them can be
searched in a minute.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from math import comb
from typing import Dict, List, Optional, Tuple

OPTIONS = ("--deadlock=off", "--deadlock=stuck", "--undefined=lenient", "--undefined=strict", "--value-params=copy",
           "--ignore-fairness", "--priorities=off")
HAZARDS = ("assert", "assume", "cover", "full", "error")


@dataclass(frozen=True)
class Bag:
    """A multiset that can be named: its text and the kind of its elements."""

    text: str
    kind: str                  # of an element: V, P, R (with an id), S (without), U, N (with a bag inside)
    type: str                  # of the multiset: B, I (the one in an N), C (of N)
    writable: bool = True


@dataclass
class Scope:
    """What expressions and statements may name."""

    ids: Dict[str, List[str]] = field(default_factory=lambda: {"P": [], "Q": []})
    values: List[str] = field(default_factory=list)
    targets: List[str] = field(default_factory=list)     # values that may be written
    slots: List[Tuple[str, Bag]] = field(default_factory=list)
    bags: List[Bag] = field(default_factory=list)
    unions: List[str] = field(default_factory=list)
    records: bool = False      # `r`, `s` and `n` are there to fill bags with
    result: str = ""           # of the function: V, B, P, M; empty: none
    functions: int = 0         # how many of them are declared already
    pure: bool = False         # nothing may be written

    def bind(self, **more) -> "Scope":
        inner = replace(self, ids={k: list(v) for k, v in self.ids.items()}, values=list(self.values),
                        targets=list(self.targets), slots=list(self.slots), bags=list(self.bags),
                        unions=list(self.unions))
        for key, value in more.items():
            if key in ("P", "Q"):
                inner.ids[key].append(value)
            else:
                getattr(inner, key).append(value)
        return inner


class AttackModel:
    def __init__(self, rng: random.Random, size: int) -> None:
        self.rng = rng
        self.budget = 400 * 3 ** size
        self.members = rng.choice((2, 2, 2, 3, 3))
        self.span = rng.choice((2, 2, 3))
        self.fresh_count = 0
        self.functions: List[Tuple[str, str, List[str]]] = []      # name, result, kinds of parameters
        self.hazards = set(rng.sample(HAZARDS, rng.choice((0, 0, 0, 1, 1, 2))))
        self.uneven = rng.random() < 0.2
        self.temporal = not self.uneven and rng.random() < 0.2
        self.odd = rng.random() < 0.2          # names of loops are written, types have second names, rules priorities
        self.choose_variables()

    def chance(self, p: float) -> bool:
        return self.rng.random() < p

    def pick(self, items):
        return self.rng.choice(items)

    def fresh(self, stem: str) -> str:
        self.fresh_count += 1
        return f"{stem}{self.fresh_count}"

    # -- declarations --------------------------------------------------------
    def elements(self, kind: str) -> int:
        if kind == "N":
            return self.span * comb(self.elements(self.inner) + self.room, self.room)
        return {"V": self.span, "P": self.members, "R": self.span * (self.members + 1), "S": self.span * 2,
                "U": self.members + 2}[kind]

    def choose_variables(self) -> None:
        """Which variables there are: as many as fit the budget."""
        rng = self.rng
        self.inner, self.room = rng.choice("VP"), rng.choice((1, 1, 2))
        self.kind, self.capacity = rng.choice("VVPRSSU"), rng.choice((2, 2, 3))
        self.second, self.union_order = rng.random() < 0.2, rng.random() < 0.5
        self.tied_union = self.second and rng.random() < 0.4
        volume = self.span ** self.members * self.span * 4
        wanted = [("flag", 2), ("who", self.members + 1), ("u", self.members + 2),
                  ("w", self.span ** (self.members + 2)), ("bag", comb(self.elements(self.kind) + self.capacity, self.capacity)),
                  ("nest", comb(self.elements("N") + 2, 2)), ("each", (self.elements(self.inner) + 1) ** self.members),
                  ("home", 3 ** self.members if self.second else self.budget)]
        rng.shuffle(wanted)
        self.has = {"code"}
        for name, count in wanted[:rng.randint(2, 6)]:
            if volume * count <= self.budget:
                self.has.add(name)
                volume *= count
        self.unions = bool(self.has & {"u", "w"}) or self.kind == "U"
        self.nested = "nest" in self.has or self.chance(0.15)

    def types(self) -> List[str]:
        lines = [f"type P: scalarset({self.members}); V: 0..{self.span - 1}; PP: P;"]
        if self.second:
            lines.append("type Q: scalarset(2);")
        if self.unions:
            lines.append("type E: enum {e0, e1};")
            parts = ["P", "E"] if self.union_order else ["E", "P"]
            if self.tied_union:
                parts.append("Q")
            lines.append(f"type U: union {{{', '.join(parts)}}};")
        lines.append("type R: record k: V; o: P; end; S: record k: V; t: boolean; end;")
        lines.append(f"type B: multiset [{self.capacity}] of {self.kind};")
        lines.append(f"type I: multiset [{self.room}] of {self.inner}; N: record k: V; m: I; end;")
        lines.append("type C: multiset [2] of N;")
        return lines

    def variables(self) -> List[str]:
        kinds = {"code": "0..3", "flag": "boolean", "who": "P", "u": "U", "w": "array [U] of V", "bag": "B",
                 "nest": "C", "each": "array [P] of I", "home": "array [P] of Q"}
        return ["var a: array [P] of V; x: V;"] + [f"var {name}: {kinds[name]};" for name in sorted(self.has)]

    def global_scope(self) -> Scope:
        scope = Scope(values=["x"], targets=["x"], functions=len(self.functions))
        if "code" in self.has:
            scope.values.append(f"(code % {self.span})")
        if "u" in self.has:
            scope.unions.append("u")
        if "bag" in self.has:
            scope.bags.append(Bag("bag", self.kind, "B"))
        if "nest" in self.has:
            scope.bags.append(Bag("nest", "N", "C"))
        return scope

    # -- expressions ---------------------------------------------------------
    def const(self) -> str:
        return str(self.rng.randrange(self.span))

    def id(self, scope: Scope, which: str = "P") -> Optional[str]:
        found = list(scope.ids[which])
        if which == "P":
            for slot, bag in scope.slots:
                found += {"P": [f"{bag.text}[{slot}]"], "R": [f"{bag.text}[{slot}].o"]}.get(bag.kind, [])
        return self.pick(found) if found else None

    def sure(self, scope: Scope, which: str = "P") -> Optional[str]:
        """An id that is defined."""
        return self.pick(scope.ids[which]) if scope.ids[which] else None

    def reads(self, scope: Scope) -> List[str]:
        found = list(scope.values)
        for slot, bag in scope.slots:
            found += {"V": [f"{bag.text}[{slot}]"] * 3, "R": [f"{bag.text}[{slot}].k"] * 3,
                      "S": [f"{bag.text}[{slot}].k"] * 3, "N": [f"{bag.text}[{slot}].k"] * 2}.get(bag.kind, [])
        found += [f"a[{name}]" for name in scope.ids["P"]] * 2
        if "w" in self.has:
            found += [f"w[{name}]" for name in scope.ids["P"] + scope.unions + ["e0"]]
            if self.tied_union:
                found += [f"w[{name}]" for name in scope.ids["Q"]]
        return found

    def reachable_bags(self, scope: Scope) -> List[Bag]:
        found = list(scope.bags)
        found += [Bag(f"{bag.text}[{slot}].m", self.inner, "I", bag.writable) for slot, bag in scope.slots
                  if bag.kind == "N"]
        if "each" in self.has:
            found += [Bag(f"each[{name}]", self.inner, "I") for name in scope.ids["P"]]
        return found

    def value(self, scope: Scope, depth: int = 0) -> str:
        way = self.rng.random()
        if depth > 1 or way < 0.55:
            return self.pick(self.reads(scope)) if self.chance(0.85) else self.const()
        if way < 0.75:
            return f"(({self.value(scope, depth + 1)} + {self.value(scope, depth + 1)}) % {self.span})"
        if way < 0.83:
            return f"({self.truth(scope, depth + 1)} ? {self.value(scope, depth + 1)} : {self.value(scope, depth + 1)})"
        if way < 0.92:
            count = self.count(scope, depth)
            return f"({count} % {self.span})" if count else self.const()
        return self.call(scope, "V", depth) or self.const()

    def count(self, scope: Scope, depth: int) -> Optional[str]:
        bags = self.reachable_bags(scope)
        if not bags:
            return None
        bag, slot = self.pick(bags), self.fresh("i")
        return f"multisetcount({slot}: {bag.text}, {self.truth(scope.bind(slots=(slot, bag)), depth + 1)})"

    def truth(self, scope: Scope, depth: int = 0) -> str:
        kinds = ["value", "value"] + (["flag"] if "flag" in self.has else []) + ["id"]
        if scope.slots:
            kinds += ["call", "slot", "call"]
        if self.unions:
            kinds.append("union")
        if depth < 3:
            kinds += ["quantifier", "count", "call", "not", "logic", "logic", "bags"]
        kind = self.pick(kinds)
        made = getattr(self, f"truth_{kind}")(scope, depth)
        return made or f"{self.value(scope, 2)} {self.pick(('=', '!=', '<'))} {self.const()}"

    def truth_value(self, scope: Scope, depth: int) -> str:
        return f"{self.value(scope, depth + 1)} {self.pick(('=', '!=', '<', '<='))} {self.value(scope, depth + 1)}"

    def truth_flag(self, scope: Scope, depth: int) -> str:
        return "flag"

    def truth_slot(self, scope: Scope, depth: int) -> Optional[str]:
        slot, bag = scope.slots[-1]
        same = [name for name, other in scope.slots[:-1] if other == bag]
        if same and self.chance(0.4):
            return f"{slot} {self.pick(('=', '!='))} {self.pick(same)}"
        return f"{bag.text}[{slot}].t" if bag.kind == "S" else None

    def truth_id(self, scope: Scope, depth: int) -> Optional[str]:
        left, right = self.id(scope), self.id(scope)
        if "who" in self.has and self.chance(0.4):
            right = "who"
        if not left or not right:
            return "isundefined(who)" if "who" in self.has else None
        return f"{left} {self.pick(('=', '!='))} {right}"

    def truth_union(self, scope: Scope, depth: int) -> Optional[str]:
        found = scope.unions + [f"{bag.text}[{slot}]" for slot, bag in scope.slots if bag.kind == "U"]
        if not found:
            return None
        one = self.pick(found)
        other = self.id(scope) or "e1"
        return self.pick((f"ismember({one}, P)", f"{one} = {other}", f"{one} != {self.pick(found)}"))

    def truth_quantifier(self, scope: Scope, depth: int) -> str:
        which = "Q" if self.second and self.chance(0.3) else "U" if self.unions and self.chance(0.15) else "P"
        name, word = self.fresh(which.lower()), self.pick(("exists", "forall"))
        named = "PP" if which == "P" and self.odd and self.chance(0.5) else which
        inner = scope.bind(unions=name) if which == "U" else scope.bind(**{which: name})
        return f"{word} {name}: {named} do {self.truth(inner, depth + 1)} end"

    def truth_count(self, scope: Scope, depth: int) -> Optional[str]:
        count = self.count(scope, depth)
        return f"{count} {self.pick(('=', '<', '>', '!='))} {self.rng.randint(0, 2)}" if count else None

    def truth_not(self, scope: Scope, depth: int) -> str:
        return f"!({self.truth(scope, depth + 1)})"

    def truth_logic(self, scope: Scope, depth: int) -> str:
        return f"({self.truth(scope, depth + 1)} {self.pick(('&', '|', '->'))} {self.truth(scope, depth + 1)})"

    def truth_call(self, scope: Scope, depth: int) -> Optional[str]:
        return self.call(scope, "B", depth)

    def truth_bags(self, scope: Scope, depth: int) -> Optional[str]:
        bags = self.reachable_bags(scope)
        if not bags:
            return None
        one = self.pick(bags)
        others = [bag.text for bag in bags if bag.type == one.type and bag != one]
        made = self.call(scope, "M", depth) if one.type == "B" and self.chance(0.5) else None
        other = made or (self.pick(others) if others else None)
        return f"{one.text} = {other}" if other else None

    def call(self, scope: Scope, result: str, depth: int) -> Optional[str]:
        able = [f for f in self.functions[:scope.functions] if f[1] == result]
        if not able or (scope.pure and not self.chance(0.4)):
            return None
        name, _, kinds = self.pick(able)
        arguments = []
        for kind in kinds:
            if kind == "V":
                arguments.append(self.value(scope, 2))
            elif kind == "P":
                arguments.append(self.id(scope))
            elif kind == "E":
                elements = [f"{bag.text}[{slot}]" for slot, bag in scope.slots if bag.type == "B"]
                arguments.append(self.pick(elements) if elements else None)
            elif kind == "M":
                bags = [bag.text for bag in scope.bags if bag.type == "B" and bag.writable]
                arguments.append(self.pick(bags) if bags else None)
        return None if None in arguments else f"{name}({', '.join(arguments)})"

    # -- statements ----------------------------------------------------------
    def body(self, scope: Scope, count: int, depth: int = 0) -> List[str]:
        lines: List[str] = []
        for _ in range(count):
            lines += self.statement(scope, depth)
        return lines

    def statement(self, scope: Scope, depth: int) -> List[str]:
        kinds = ["assign"] * 3 + ["own"] * 2 + ["id", "union", "call"]
        if self.reachable_bags(scope):
            kinds += ["add"] * 3 + ["remove"] * 3 + ["empty", "copy"]
        if depth < 2:
            kinds += ["if"] * 3 + ["loop"] * (4 if depth == 0 else 1) + ["alias", "switch"]
        if self.odd:
            kinds += ["rebind", "while"]
        kinds += [hazard for hazard in ("assert", "assume", "cover") if hazard in self.hazards]
        if "error" in self.hazards and self.chance(0.3):
            kinds.append("error")
        if scope.result and self.chance(0.2):
            kinds.append("return")
        return getattr(self, f"do_{self.pick(kinds)}")(scope, depth) or []

    def do_assign(self, scope: Scope, depth: int) -> List[str]:
        ways = [f"{self.pick(scope.targets)} := {self.value(scope)};"]
        if "code" in self.has:
            ways += [f"code := (2 * code + {self.value(scope, 1)}) % 4;", f"code := {self.rng.randint(0, 3)};"]
        if "flag" in self.has:
            ways += [f"flag := {self.truth(scope, 1)};", f"flag := flag {self.pick('&|')} {self.truth(scope, 2)};"]
        value, target = self.pick(self.reads(scope)), self.pick(scope.targets)
        ways.append(f"if {value} {self.pick('<>')} {target} then {target} := {value}; end;")
        return [self.pick(ways)]

    def do_own(self, scope: Scope, depth: int) -> List[str]:
        name = self.sure(scope)
        if not name:
            return self.do_assign(scope, depth)
        ways = [f"a[{name}] := {self.value(scope)};"]
        if "w" in self.has:
            ways.append(f"w[{name}] := {self.value(scope)};")
        if self.second and "home" in self.has and scope.ids["Q"]:
            ways.append(f"home[{name}] := {self.pick(scope.ids['Q'])};")
        return [self.pick(ways)]

    def do_id(self, scope: Scope, depth: int) -> List[str]:
        name = self.id(scope)
        if "who" not in self.has:
            return []
        if not name or self.chance(0.3):
            return ["undefine who;"]
        return [self.pick((f"who := {name};", f"if isundefined(who) then who := {name}; end;"))]

    def do_union(self, scope: Scope, depth: int) -> List[str]:
        ways = []
        for one in scope.unions[:1] if "u" in self.has else []:
            ways += [f"u := {self.id(scope) or 'e0'};", "u := e1;"]
            if "w" in self.has:
                ways.append(f"w[u] := {self.value(scope, 1)};")
        return [self.pick(ways)] if ways else self.do_assign(scope, depth)

    def do_call(self, scope: Scope, depth: int) -> List[str]:
        if self.chance(0.7):
            call = self.call(scope, self.pick(("", "B")), depth)
            return [f"{call};"] if call else []
        call = self.call(scope, "B", depth)
        return [f"x := ({call} ? 1 : 0);"] if call else []

    def element(self, scope: Scope, bag: Bag) -> Tuple[List[str], Optional[str]]:
        """How an element for the bag is made, and what it is."""
        name = self.id(scope)
        if bag.kind == "V":
            return [], self.value(scope, 1)
        if bag.kind == "P":
            return [], self.sure(scope)
        if bag.kind == "U":
            return [], name or self.pick(("e0", "e1"))
        if not scope.records:
            same = [f"{other.text}[{slot}]" for slot, other in scope.slots if other.kind == bag.kind]
            return [], self.pick(same) if same else None
        if bag.kind == "R":
            return [f"r.k := {self.value(scope, 1)};", f"r.o := {name};" if name else "undefine r.o;"], "r"
        if bag.kind == "S":
            return [f"s.k := {self.value(scope, 1)};", f"s.t := {self.truth(scope, 2)};"], "s"
        inner = self.sure(scope) if self.inner == "P" else self.value(scope, 1)
        lines = ["undefine n;", f"n.k := {self.value(scope, 2)};"]
        return lines + ([f"multisetadd({inner}, n.m);"] if inner and self.chance(0.8) else []), "n"

    def do_add(self, scope: Scope, depth: int) -> List[str]:
        bags = [bag for bag in self.reachable_bags(scope) if bag.writable]
        if not bags:
            return []
        bag = self.pick(bags)
        lines, element = self.element(scope, bag)
        if element is None:
            return []
        room = {"B": self.capacity, "I": self.room, "C": 2}[bag.type]
        slot = self.fresh("i")
        add = f"multisetadd({element}, {bag.text});"
        local = bag.text not in ("bag", "nest") and bag.type == "B" and self.capacity >= self.members
        if ("full" in self.hazards and self.chance(0.3)) or (local and self.chance(0.8)):
            return lines + [add]
        test = "true" if self.chance(0.8) else self.truth(scope.bind(slots=(slot, bag)), 2)
        if test != "true":
            return lines + [f"if multisetcount({slot}: {bag.text}, {test}) < 1 & multisetcount({slot}: {bag.text}, true) < {room}"
                            f" then {add} end;"]
        return lines + [f"if multisetcount({slot}: {bag.text}, true) < {room} then {add} end;"]

    def do_remove(self, scope: Scope, depth: int) -> List[str]:
        bags = [bag for bag in self.reachable_bags(scope) if bag.writable]
        if not bags:
            return []
        bag, slot = self.pick(bags), self.fresh("i")
        inner = scope.bind(slots=(slot, bag))
        test = self.call(inner, "B", 1) if self.chance(0.6) else None
        return [f"multisetremovepred({slot}: {bag.text}, {test or self.truth(inner, 1)});"]

    def do_empty(self, scope: Scope, depth: int) -> List[str]:
        bags = [bag for bag in self.reachable_bags(scope) if bag.writable]
        return [f"undefine {self.pick(bags).text};"] if bags else []

    def do_copy(self, scope: Scope, depth: int) -> List[str]:
        bags = self.reachable_bags(scope)
        target = self.pick(bags)
        sources = [bag.text for bag in bags if bag.type == target.type and bag != target]
        made = self.call(scope, "M", depth) if target.type == "B" else None
        source = made if made and self.chance(0.6) else self.pick(sources) if sources else made
        return [f"{target.text} := {source};"] if target.writable and source else []

    def do_if(self, scope: Scope, depth: int) -> List[str]:
        lines = [f"if {self.truth(scope)} then"] + ["  " + l for l in self.body(scope, self.rng.randint(1, 2), depth + 1)]
        if self.chance(0.3):
            lines += ["else"] + ["  " + l for l in self.body(scope, 1, depth + 1)]
        return lines + ["end;"]

    def do_switch(self, scope: Scope, depth: int) -> List[str]:
        return [f"switch {self.value(scope)}", f"case {self.const()}:"] + self.body(scope, 1, depth + 1) + \
               ["else"] + self.body(scope, 1, depth + 1) + ["end;"]

    def do_loop(self, scope: Scope, depth: int) -> List[str]:
        which = "Q" if self.second and self.chance(0.25) else "U" if self.unions and self.chance(0.15) else "P"
        name = self.fresh(which.lower())
        inner = scope.bind(unions=name) if which == "U" else scope.bind(**{which: name})
        body = self.body(inner, self.pick((1, 1, 1, 2)), depth + 1)
        bags = [bag for bag in scope.bags if bag.writable]
        if bags and self.chance(0.5):
            body = self.do_add(inner, depth + 1) or body
        named = "PP" if which == "P" and self.odd and self.chance(0.5) else which
        return [f"for {name}: {named} do"] + ["  " + line for line in body] + ["end;"] + \
            (self.do_remove(scope, depth) if bags and self.chance(0.4) else [])

    def do_alias(self, scope: Scope, depth: int) -> List[str]:
        name, made = self.fresh("z"), self.call(scope, "M", depth)
        bags = self.reachable_bags(scope)
        if made and self.chance(0.6):
            inner, what = scope.bind(bags=Bag(name, self.kind, "B", False)), made
        elif bags and self.chance(0.7):
            bag = self.pick(bags)
            inner, what = scope.bind(bags=replace(bag, text=name)), bag.text
        else:
            place = self.sure(scope)
            if not place:
                return []
            inner, what = scope.bind(values=name, targets=name), f"a[{place}]"
        return [f"alias {name}: {what} do"] + ["  " + l for l in self.body(inner, self.rng.randint(1, 2), depth + 1)] + ["end;"]

    def do_rebind(self, scope: Scope, depth: int) -> List[str]:
        """A bound name is a private copy: it may be written, and is bound anew by the next round."""
        bound = [name for name in scope.ids["P"] if name[0] == "p"]
        return [f"{self.pick(bound)} := {self.sure(scope)};"] if len(bound) > 1 else []

    def do_while(self, scope: Scope, depth: int) -> List[str]:
        target = self.pick(scope.targets)
        return [f"while {target} < {self.span - 1} & {self.truth(scope, 2)} do {target} := {target} + 1; end;"]

    def do_assert(self, scope: Scope, depth: int) -> List[str]:
        return [f'assert "{self.fresh("said")}" {self.truth(scope, 1)};']

    def do_assume(self, scope: Scope, depth: int) -> List[str]:
        return [f"assume {self.truth(scope, 1)};"]

    def do_cover(self, scope: Scope, depth: int) -> List[str]:
        return [f'cover "{self.fresh("met")}" {self.truth(scope, 1)};']

    def do_error(self, scope: Scope, depth: int) -> List[str]:
        return [f'if {self.truth(scope, 1)} then error "{self.fresh("wrong")}"; end;']

    def do_return(self, scope: Scope, depth: int) -> List[str]:
        found = {"V": self.value(scope, 1), "B": self.truth(scope, 1), "P": self.id(scope), "": None, "-": None}.get(scope.result)
        return [f"return {found};"] if found else ["return;"] if scope.result == "-" else []

    # -- functions -----------------------------------------------------------
    LOCALS = ["var lb: B; t: V; r: R; s: S; n: N;"]

    def local_scope(self, scope: Scope) -> Scope:
        inner = scope.bind(values="t", targets="t", bags=Bag("lb", self.kind, "B"))
        inner.records = True
        return inner

    def eater(self) -> List[str]:
        """A function that leaves a trace of what it was given, and of when."""
        name, kind = self.fresh("is"), self.pick("VVE")
        scope, given = self.global_scope(), "g"
        declared = self.kind if kind == "E" else "V"
        scope = self.given(scope, kind, given)
        trace = [f"code := (2 * code + {self.value(scope, 2)}) % 4;", f"x := {self.value(scope, 1)};",
                 f"if {self.truth(scope, 2)} then x := {self.value(scope, 2)}; end;"]
        for hazard in ("assert", "assume", "cover", "error"):
            if hazard in self.hazards:
                trace += getattr(self, f"do_{hazard}")(scope, 1) * 2
        lines = self.rng.sample(trace, self.pick((1, 1, 2)))
        if "who" in self.has and scope.ids["P"] and self.chance(0.3):
            lines.append(f"if isundefined(who) then who := {scope.ids['P'][0]}; end;")
        last = "true" if self.chance(0.5) else self.truth(scope, 2)
        self.functions.append((name, "B", [kind]))
        return [f"function {name}(g: {declared}): boolean;", "begin"] + ["  " + line for line in lines] + \
            [f"  return {last};", "end;", ""]

    def given(self, scope: Scope, kind: str, name: str) -> Scope:
        """The scope with a parameter."""
        if kind == "M":
            return scope.bind(bags=Bag(name, self.kind, "B"))
        if kind == "V" or (kind == "E" and self.kind == "V"):
            return scope.bind(values=name)
        if kind == "E" and self.kind in "RS":
            return scope.bind(values=f"{name}.k")
        return scope.bind(unions=name) if kind == "E" and self.kind == "U" else scope.bind(P=name)

    def function(self) -> List[str]:
        if self.chance(0.5):
            return self.eater()
        result = self.pick("BBVPM-")
        name = self.fresh({"B": "is", "V": "of", "P": "seek", "M": "make", "-": "do"}[result])
        scope = self.global_scope()
        scope.result = result
        parameters, kinds = [], []
        for kind in self.rng.sample(["V", "P", "E", "M"], self.pick((0, 1, 1, 2))):
            given = self.fresh("g")
            parameters.append({"V": f"{given}: V", "P": f"{given}: P", "E": f"{given}: {self.kind}",
                               "M": f"var {given}: B"}[kind])
            kinds.append(kind)
            scope = self.given(scope, kind, given)
        lines = [f"{'procedure' if result == '-' else 'function'} {name}({'; '.join(parameters)})"
                 + {"B": ": boolean", "V": ": V", "P": ": P", "M": ": B", "-": ""}[result] + ";"]
        inner = self.local_scope(scope)
        body = self.body(inner, self.pick((0, 1, 1, 2)), 1)
        if result == "M" and self.chance(0.7):
            body += self.do_loop(inner, 0)
        if result == "P" and self.chance(0.7):
            each = self.fresh("p")
            body += [f"for {each}: P do if {self.truth(inner.bind(P=each), 1)} then return {each}; end; end;"]
        known = self.id(scope) or ("who" if "who" in self.has else None)
        last = {"B": lambda: self.truth(inner, 1), "V": lambda: self.value(inner), "-": lambda: None,
                "P": lambda: known, "M": lambda: "lb" if "bag" not in self.has or self.chance(0.7) else "bag"}[result]()
        if result == "P" and not last:
            return []
        lines += self.LOCALS + ["begin", "  t := 0;"] + ["  " + line for line in body]
        lines += [f"  return {last};"] if last else []
        self.functions.append((name, "" if result == "-" else result, kinds))
        return lines + ["end;", ""]

    # -- from a loop over ids to what can be seen -------------------------------
    def pipeline(self, scope: Scope) -> List[str]:
        """A loop puts something into bags; something goes through them; the state shows what came of it."""
        lines = self.body(scope, self.pick((0, 0, 1)), 1)
        name = self.fresh("p")
        inner = scope.bind(P=name)
        bag = self.pick([bag for bag in scope.bags if bag.writable])
        if bag.text != "lb" and self.chance(0.6):
            lines.append(f"undefine {bag.text};")
        lines.append(f"for {name}: P do")
        if self.chance(0.3):
            lines += ["  " + line for line in self.statement(inner, 2)]
        lines += ["  " + line for line in self.fill(inner, bag)] + ["end;"]
        if self.chance(0.35):
            lines += self.pass_on(scope, bag)
        if self.chance(0.4):
            lines.append(f"code := {self.rng.randint(0, 1)};")
        return lines + self.look(scope, bag) + self.body(scope, self.pick((0, 0, 1)), 1)

    def fill(self, scope: Scope, bag: Bag) -> List[str]:
        lines, element = self.element(scope, bag)
        if bag.kind in "VRSN" and self.chance(0.7):      # of the value of the loop
            lines = [line.replace(line.split(":=")[1], f" a[{scope.ids['P'][-1]}];") if ".k :=" in line else line for line in lines]
            element = f"a[{scope.ids['P'][-1]}]" if bag.kind == "V" else element
        if bag.kind == "P":
            element = scope.ids["P"][-1]
        if element is None:
            return self.statement(scope, 2)
        room = {"B": self.capacity, "I": self.room, "C": 2}[bag.type]
        add = f"multisetadd({element}, {bag.text});"
        if bag.text == "lb" and room >= self.members and self.chance(0.8):
            return lines + [add if self.chance(0.7) else f"if {self.truth(scope, 2)} then {add} end;"]
        return lines + [f"if multisetcount({self.fresh('i')}: {bag.text}, true) < {room} then {add} end;"]

    def pass_on(self, scope: Scope, bag: Bag) -> List[str]:
        """From one bag to another, by a copy or by a removal that adds."""
        others = [other for other in scope.bags if other.type == bag.type and other != bag and other.writable]
        if others and self.chance(0.7):
            return [f"{self.pick(others).text} := {bag.text};"]
        return self.do_remove(scope, 0) if self.chance(0.5) else self.do_alias(scope, 0)

    def look(self, scope: Scope, bag: Bag) -> List[str]:
        slot = self.fresh("i")
        inner = scope.bind(slots=(slot, bag))
        test = self.call(inner, "B", 1) or self.truth(inner, 1)
        if self.chance(0.3):
            test = f"{test} {self.pick('&|')} {self.truth(inner, 2)}"
        if self.chance(0.15):
            test = f"{self.truth(inner, 2)} {self.pick('&|')} {test}"
        count = f"multisetcount({slot}: {bag.text}, {test})"
        ways = [f"multisetremovepred({slot}: {bag.text}, {test});"] * 3
        ways += [f"x := {count} % {self.span};", f"if {count} > {self.rng.randint(0, 1)} then x := {self.value(scope, 2)}; end;",
                 f"code := {count} % 4;"]
        if bag.kind == "N":
            deep, inside = self.fresh("j"), Bag(f"{bag.text}[{slot}].m", self.inner, "I")
            again = self.truth(inner.bind(slots=(deep, inside)), 1)
            ways.append(f"x := multisetcount({slot}: {bag.text}, multisetcount({deep}: {inside.text}, {again}) > 0) % {self.span};")
        return [self.pick(ways)]

    # -- rules and claims ----------------------------------------------------
    def rule(self) -> List[str]:
        scope, head, foot = self.global_scope(), [], []
        marks = ["weakfair ", "strongfair "] if self.temporal else [""]
        for _ in range(self.pick((0, 1, 1, 1, 2))):
            which = "Q" if self.second and self.chance(0.3) else "U" if self.unions and self.chance(0.2) else "P"
            name = self.fresh(which.lower())
            scope = scope.bind(unions=name) if which == "U" else scope.bind(**{which: name})
            mark = self.pick(marks + [""]) if not any("choose" in line for line in head) else ""
            head.append(f"{mark}ruleset {name}: {which} do")
            foot.append("end;")
        bags = self.reachable_bags(scope)
        if bags and self.chance(0.3):
            for _ in range(self.pick((1, 1, 2))):
                bag, slot = self.pick(self.reachable_bags(scope)), self.fresh("k")
                scope = scope.bind(slots=(slot, bag))
                head.append(f"choose {slot}: {bag.text} do")
                foot.append("end;")
        if self.chance(0.15):
            made, name = self.call(scope, "M", 1), self.fresh("z")
            if made:
                scope = scope.bind(bags=Bag(name, self.kind, "B", False))
                head.append(f"alias {name}: {made} do")
                foot.append("end;")
        mark = self.pick(marks + [""]) if self.temporal and not any(line.startswith(("choose", "alias")) for line in head) else ""
        guard = f" {self.truth(scope, 1)} ==>" if self.chance(0.5) else ""
        inner = self.local_scope(scope)
        inner.result = "-" if self.chance(0.2) else ""
        body = self.pipeline(inner) if self.chance(0.6) else self.body(inner, self.rng.randint(1, 3))
        removable = [(slot, bag) for slot, bag in scope.slots if bag.writable and bag.text in ("bag", "nest")]
        if removable and self.chance(0.5):
            slot, bag = self.pick(removable)
            body.append(f"multisetremove({slot}, {bag.text});")
        priority = f"{self.rng.randint(0, 2)} " if self.odd and self.chance(0.5) else ""
        return head + [f'{mark}rule {priority}"{self.fresh("r")}"{guard}'] + self.LOCALS + ["begin", "  t := 0;"] + \
            ["  " + line for line in body] + ["end;"] + foot + [""]

    def claim(self) -> List[str]:
        scope = self.global_scope()
        scope.pure = True
        around = ("", "")
        if self.chance(0.3):
            name = self.fresh("p")
            scope, around = scope.bind(P=name), (f"ruleset {name}: P do ", " end;")
        words = ["invariant"] * 5 + ["cover"] * 2 + (["liveness"] if self.chance(0.3) else [])
        word, name, truth = self.pick(words), self.fresh("c"), self.truth(scope)
        if word == "invariant" and self.chance(0.1):
            return [f"{around[0]}assume {truth};{around[1]}"]
        if self.temporal and self.chance(0.6):
            other = self.truth(scope, 1)
            word, truth = self.pick((("ltl", f"[] (({truth}) -> <> ({other}))"), ("ltl", f"<> ({truth})"),
                                     ("ltl", f"[] <> ({truth})"), ("ctl", f"AG EF ({truth})"), ("ctl", f"AF ({truth})")))
        return [f'{around[0]}{word} "{name}" {truth};{around[1]}']

    def start(self) -> List[str]:
        first = {"code": "code := 0;", "flag": "flag := false;", "who": "undefine who;", "u": "u := e0;",
                 "w": "for z: U do w[z] := 0; end;", "bag": "undefine bag;", "nest": "undefine nest;",
                 "each": "undefine each;"}
        lines = ["for p: P do a[p] := 0; end; x := 0;"] + [first[name] for name in sorted(self.has) if name in first]
        head, foot, scope = [], [], self.global_scope()
        if self.second and "home" in self.has:
            head, foot = ["ruleset q0: Q do"], ["end;"]
            lines.append("for p: P do home[p] := q0; end;")
        if self.chance(0.2) or self.uneven:
            name = self.fresh("h")
            if self.chance(0.5):
                head, foot, scope = head + [f"ruleset {name}: P do"], foot + ["end;"], scope.bind(P=name)
            inner = self.local_scope(scope)
            lines += ["t := 0;"] + (self.do_loop(inner, 0) if self.uneven else []) + self.body(inner, 1, 0)
        return head + ["startstate"] + self.LOCALS + ["begin"] + ["  " + line for line in lines] + ["end;"] + foot

    def model(self) -> str:
        functions: List[str] = []
        for _ in range(self.rng.randint(2, 4)):
            functions += self.function()
        lines = self.types() + self.variables() + functions + self.start()
        guard = "forall q: P do q = p | a[q] = 0 end ==> " if self.chance(0.2) else ""
        lines += [f'ruleset p: P do rule "move" {guard}begin a[p] := (a[p] + 1) % {self.span}; end; end;']
        for _ in range(self.rng.randint(1, 3)):
            lines += self.rule()
        for _ in range(self.rng.randint(1, 3)):
            lines += self.claim()
        given = self.pick(OPTIONS) if self.chance(0.25) else ""
        return (f"-- options: {given}\n" if given else "") + "\n".join(lines) + "\n"
