"""Random models around the corners of the language: unions, nested records, odd ranges, aliases of changing places, calls
with `var` parameters, returns in loops in switches, undefined values, steps, bags, priorities, covers, assumptions."""

from __future__ import annotations

import random
from typing import List, Set, Tuple

LOWS = (0, 0, 0, -2, -1, 1, 2147483646, -2147483649, (1 << 62) - 2, -(1 << 62), 4294967295, 253, 65534)


class Corner:
    """One model. Kinds: 0 with cells about one process only, 1 with any, 2 with bags, 3 one of these in which processes may be
    values of an enumeration or a range, and named."""

    def __init__(self, seed: int, kind: int) -> None:
        self.r = random.Random(seed * 7919 + kind)
        self.named = self.r.choice(("", "", "enum", "enum", "range"))
        if kind < 3:
            self.named = ""
        self.kind = kind if kind < 3 else self.r.choice((0, 1, 1, 2))
        r = self.r
        self.np = r.choice((1, 2, 2, 3, 3, 3, 4))
        self.nq = r.choice((1, 2, 2, 3)) if r.random() < 0.5 else 0
        self.low = r.choice(LOWS)
        self.wide = r.choice((0, 1, 1, 2, 2)) if self.low < (1 << 62) - 2 else r.choice((0, 1, 2))
        self.high = self.low + self.wide
        self.union = r.random() < 0.55 and self.named != "range"
        self.literal = r.choice((0.0, 0.3, 0.8))
        self.first = r.choice((0, 1, 1, -1, 7, 65535, 4294967294))
        self.scope: List[Tuple[str, str]] = []
        self.fresh = 0
        self.bags: List[Tuple[str, str, int, str]] = []

    def pick(self, *what):
        return self.r.choice(what)

    def chance(self, p: float) -> bool:
        return self.r.random() < p

    def name(self, base: str) -> str:
        self.fresh += 1
        return f"{base}{self.fresh}"

    # ---------------------------------------------------------------- types
    def types(self) -> str:
        text = "type " + {"": f"P: scalarset({self.np}); ", "enum": "P: enum {" + ", ".join(f"p{'abcd'[i]}" for i in range(self.np)) + "}; ",
                          "range": f"P: {self.first}..{self.first + self.np - 1}; "}[self.named]
        if self.nq:
            text += f"Q: scalarset({self.nq}); "
        text += "E: enum {ea, eb" + (", ec" if self.chance(0.4) else "") + "}; "
        self.literals = [f"p{'abcd'[i]}" for i in range(self.np)] if self.named == "enum" else [str(self.first + i) for i in range(self.np)]
        if self.union:
            parts = ["P"]
            if self.nq and self.chance(0.6):
                parts.append("Q")
            if self.chance(0.7) or len(parts) == 1:
                parts.append("enum {ua, ub}" if self.chance(0.5) else "enum {ua}")
            self.r.shuffle(parts)
            self.parts = parts
            text += f"U: union {{{', '.join(parts)}}}; "
        text += f"R: {self.low}..{self.high}; "
        text += "T: record g: R; b: boolean; w: " + self.pick(*self.simple_names(local=True)) + "; end; "
        return text

    def simple_names(self, local: bool = False) -> List[str]:
        names = ["R", "boolean", "E"]
        if self.kind or not local:
            names += ["P"] + (["U"] if self.union else []) + (["Q"] if self.nq else [])
        return names

    def index_types(self) -> List[str]:
        names = ["P", "P", "P"]
        if self.nq:
            names.append("Q")
        if self.union:
            names += ["U"]
        return names

    def variables(self) -> str:
        text = "var "
        self.vars: List[Tuple[str, List[str], str]] = []  # (name, index types, element type)
        for i in range(self.r.randint(1, 2)):
            text += self.var([self.pick(*self.index_types())], self.pick("R", "boolean", "E", "T" if self.chance(0.6) else "R"))
        for i in range(self.r.randint(1, 3)):
            text += self.var([], self.pick(*self.simple_names()))
        if self.chance(0.2):
            text += self.var([], "T")
        if self.chance(0.3):
            text += self.var(["0..1"], self.pick(*self.simple_names()))
        if self.kind and self.chance(0.4):
            text += self.var([self.pick(*self.index_types())], self.pick(*self.simple_names()))
        if self.kind and self.chance(0.15):
            text += self.var(["P", self.pick(*self.index_types())], self.pick("boolean", "R"))
        if self.kind == 2:
            for i in range(self.r.randint(1, 2)):
                name, size, element = self.name("m"), self.pick(1, 1, 2, 2, 3), self.pick("P", "E", "T", "R", *(["U"] if self.union else []))
                index = self.pick("", "", "P")
                text += f"{name}: {'array [P] of ' if index else ''}multiset [{size}] of {element}; "
                self.bags.append((name, index, size, element))
        return text

    def var(self, indices: List[str], element: str) -> str:
        name = self.name("v")
        self.vars.append((name, indices, element))
        return f"{name}: {''.join(f'array [{i}] of ' for i in indices)}{element}; "

    # ------------------------------------------------------------- values
    def bound(self, type_: str) -> List[str]:
        return [n for n, t in self.scope if t == type_]

    def index(self, type_: str) -> str:
        if type_ == "0..1":
            return self.pick("0", "1")
        names = self.bound(type_)
        if type_ == "P" and self.named and self.chance(self.literal * 0.4):
            return self.pick(*self.literals[:2])
        if type_ == "U":
            names = names + self.bound("P")[:1] * ("P" in self.parts) + [x for x in ("ua", "ub") if any(x in p for p in self.parts)]
            if "Q" in self.parts:
                names += self.bound("Q")
        if names and self.chance(0.9):
            return self.pick(*names)
        globals_ = [v for v in self.vars if not v[1] and v[2] == type_]
        if globals_:
            return self.pick(*globals_)[0]
        return self.pick(*names) if names else ""

    def place(self, type_: str, fixed: bool = False) -> str:
        """A designator of that type; empty: none."""
        found = []
        for name, indices, element in self.vars:
            if element == type_ or element == "T":
                found.append((name, indices, element))
        self.r.shuffle(found)
        for name, indices, element in found:
            text, ok = name, True
            for i in indices:
                at = self.index(i)
                ok &= bool(at)
                text += f"[{at}]"
            if not ok:
                continue
            if element == "T" and type_ != "T":
                field = {"R": ".g", "boolean": ".b"}.get(type_, ".w" if type_ == self.w else "")
                if type_ in ("R",) and self.w == "R" and self.chance(0.5):
                    field = ".w"
                if not field:
                    continue
                text += field
            return text
        return ""

    def value(self, type_: str, depth: int = 2) -> str:
        if type_ == "boolean":
            return self.condition(depth)
        place = self.place(type_) if self.chance(0.5) else ""
        if type_ == "R":
            if place and self.chance(0.4):
                return self.pick(f"({place} < {self.high} ? {place} + 1 : {self.low})", f"({place} > {self.low} ? {place} - 1 : {self.high})",
                                 f"{self.low} + ({place} + 1 - {self.low}) % {self.wide + 1}" if abs(self.low) < 1 << 61 else place)
            if "up" in self.funcs and place and self.chance(0.2):
                return f"up({place})"
            if "count" in self.funcs and self.chance(0.2):
                return "count()"
            return place or self.pick(str(self.low), str(self.high), str(self.r.randint(self.low, self.high)))
        if type_ == "E":
            return place or self.pick("ea", "eb")
        if type_ in ("P", "Q"):
            names = self.bound(type_)
            if names and self.chance(0.75):
                if self.named == "range" and type_ == "P" and self.chance(0.06):
                    return f"{self.first} + ({names[0]} + 1 - {self.first}) % {self.np}"
                return self.pick(*names)
            if type_ == "P" and self.named and self.chance(self.literal):
                return self.pick(*self.literals[:2])
            return place or (self.pick(*names) if names else "")
        if type_ == "U":
            return place if place and self.chance(0.4) else self.index("U") or place
        return place

    def condition(self, depth: int = 2) -> str:
        r = self.r.random()
        if depth > 0 and r < 0.22:
            return f"({self.condition(depth - 1)} {self.pick('&', '|', '->', '&', '=')} {self.condition(depth - 1)})"
        if depth > 0 and r < 0.28:
            return f"!{self.condition(depth - 1)}" if self.chance(0.7) else f"({self.condition(depth - 1)} ? {self.condition(depth - 1)} : {self.condition(depth - 1)})"
        if depth > 0 and r < 0.42:
            type_, name = self.pick(*self.index_types()), self.name("q")
            self.scope.append((name, type_))
            body = self.condition(depth - 1)
            self.scope.pop()
            return f"{self.pick('forall', 'exists')} {name}: {type_} do {body} end"
        if depth > 0 and r < 0.46:
            name = self.name("s")
            a, b, by = self.pick(("0", "1", ""), ("1", "0", " by -1"), ("0", "3", " by 2"), ("3", "0", " by -2"), ("1", "0", ""))
            bits = [v for v in self.vars if v[1] == ["0..1"] and v[2] == "boolean"]
            body = f"{bits[0][0]}[{name} % 2]" if bits else f"({name} = {self.pick('0', '1', '2')} | {self.condition(depth - 1)})"
            return f"{self.pick('forall', 'exists')} {name} := {a} to {b}{by} do {body} end"
        if r < 0.50 and self.bags:
            name, index, size, element = self.pick(*self.bags)
            bag, i = self.bag(name, index), self.name("i")
            if bag:
                return f"(multisetcount({i}: {bag}, {self.inside(bag, i, element)}) {self.pick('>', '=', '<')} {self.pick('0', '1')})"
        if r < 0.57:
            place = self.place(self.pick("P", "R", "U", "Q", "E"))
            if place:
                return f"isundefined({place})" if self.chance(0.3) else f"!isundefined({place})"
        if r < 0.62 and self.union:
            place = self.place("U") or self.index("U")
            if place:
                return f"ismember({place}, {self.pick(*[p for p in self.parts if not p.startswith('enum')], 'P')})"
        if r < 0.65 and "is" in self.funcs:
            p = self.value("P")
            if p:
                return f"test({p})"
        for _ in range(6):
            type_ = self.pick("P", "R", "R", "E", "boolean", "boolean", "U", "Q")
            place = self.place(type_)
            if not place and type_ in ("P", "Q") and len(self.bound(type_)) > 1:
                a, b = self.r.sample(self.bound(type_), 2)
                return f"({a} {self.pick('=', '!=')} {b})"
            if not place:
                continue
            if type_ == "boolean":
                return place
            other = self.value(type_, 0)
            if not other:
                continue
            if type_ == "R" and self.chance(0.3):
                return f"({place} {self.pick('<', '<=', '>')} {other})"
            return f"({place} {self.pick('=', '=', '!=')} {other})"
        return self.pick("true", "false", "true")

    def inside(self, bag: str, i: str, element: str) -> str:
        if self.chance(0.2):
            return "true"
        if element == "T":
            return self.pick(f"{bag}[{i}].b", f"{bag}[{i}].g = {self.low}", f"!{bag}[{i}].b")
        other = self.value(element, 0)
        return f"{bag}[{i}] {self.pick('=', '!=')} {other}" if other else "true"

    def bag(self, name: str, index: str) -> str:
        if not index:
            return name
        at = self.index(index)
        return f"{name}[{at}]" if at else ""

    # ---------------------------------------------------------- statements
    def assign(self) -> str:
        for _ in range(8):
            type_ = self.pick("P", "R", "R", "R", "E", "boolean", "boolean", "U", "U", "Q", "T")
            place = self.place(type_)
            if not place:
                continue
            if self.chance(0.06):
                return f"{self.pick('undefine', 'undefine', 'clear' if type_ in ('R', 'E', 'boolean') else 'undefine')} {place}; "
            value = self.value(type_)
            if value:
                return f"{place} := {value}; "
        return ""

    def statements(self, depth: int, loops: int = 1) -> str:
        return "".join(self.statement(depth, loops) for _ in range(self.r.randint(1, 2)))

    def statement(self, depth: int, loops: int) -> str:
        r = self.r.random()
        if depth <= 0 or r < 0.42:
            return self.assign()
        if r < 0.54:
            other = self.pick("", f"else {self.statements(depth - 1, loops)}", f"elsif {self.condition(1)} then {self.statements(depth - 1, loops)}")
            return f"if {self.condition()} then {self.statements(depth - 1, loops)}{other}end; "
        if r < 0.60:
            type_ = self.pick("R", "E", "P", "U", "Q")
            place = self.place(type_)
            if place:
                cases = ""
                for _ in range(self.r.randint(1, 2)):
                    v = self.value(type_, 0)
                    if v:
                        cases += f"case {v}: {self.statements(depth - 1, loops)}"
                return f"switch {place} {cases}else {self.statements(depth - 1, loops)}end; "
        if r < 0.74 and loops:
            type_, name = self.pick(*self.index_types()), self.name("l")
            self.scope.append((name, type_))
            body = self.statements(depth - 1, loops - 1)
            self.scope.pop()
            return f"for {name}: {type_} do {body}end; "
        if r < 0.78:
            place = self.place("R")
            name = self.name("l")
            if place:
                return f"for {name} := {self.pick('0 to 1', '2 to 0 by -1', '0 to 3 by 2', '1 to 0')} do {self.statements(depth - 1, 0)}end; "
        if r < 0.83:
            type_ = self.pick("R", "boolean", "T", "P", "U")
            place = self.place(type_)
            if place:
                name = self.name("a")
                self.vars.insert(0, (name, [], type_))
                body = self.statements(depth - 1, loops)
                self.vars.remove((name, [], type_))
                return f"alias {name}: {place} do {body}end; "
        if r < 0.88:
            place, value = self.place("R"), self.value("R")
            if place:
                return self.pick(f"put1({place}, {value}); ", f"step({place}); ") if "step" in self.funcs else f"{place} := {value}; "
        if r < 0.90 and self.funcs and "both" in self.funcs:
            a, b = self.place("R"), self.place("R")
            if a and b:
                return f"both({a}, {b}); "
        if r < 0.92:
            return "return; "
        if r < 0.935:
            return f"\n  assert {self.condition()} \"a{self.name('')}\"; " if self.chance(0.3) else f"\n  cover {self.condition()} \"c{self.name('')}\"; "
        if r < 0.945:
            return f"assume {self.condition()}; "
        if r < 0.95:
            place = self.place("R")
            if place:
                return f"while {place} != {self.high} do {place} := {place} + 1; end; "
        if self.bags:
            name, index, size, element = self.pick(*self.bags)
            bag, i = self.bag(name, index), self.name("i")
            if bag:
                if self.chance(0.35):
                    return f"multisetremovepred({i}: {bag}, {self.inside(bag, i, element)}); "
                value = self.value(element, 0)
                if value:
                    return f"if multisetcount({i}: {bag}, true) < {size} then multisetadd({value}, {bag}); end; "
        return self.assign()

    # ------------------------------------------------------------ functions
    def functions(self) -> str:
        self.funcs: Set[str] = set()
        text = ""
        if self.chance(0.4):
            text += f"function up(x: R): R; begin switch x case {self.high}: return {self.low}; end; for k := 1 to 3 do if k = 1 then return x + 1; end; end; return x; end;\n"
            self.funcs.add("up")
        if self.chance(0.4):
            text += "procedure put1(var x: R; y: R); begin x := y; end;\n"
            text += f"procedure step(var x: R); begin if isundefined(x) then x := {self.low}; return; end; if x < {self.high} then x := x + 1; else x := {self.low}; end; end;\n"
            self.funcs.add("step")
        if self.chance(0.3):
            text += f"procedure both(var x: R; var y: R); begin if x < {self.high} then x := x + 1; if y > {self.low} then y := y - 1; end; else y := x; end; end;\n"
            self.funcs.add("both")
        arrays = [v for v in self.vars if v[1] == ["P"] and v[2] in ("R", "boolean", "E", "T")]
        if arrays and self.chance(0.4):
            name, _, element = self.pick(*arrays)
            cond = {"R": f"{name}[p] = {self.high}", "boolean": f"{name}[p]", "E": f"{name}[p] = eb", "T": f"{name}[p].b"}[element]
            text += self.pick(f"function test(x: P): boolean; begin for p: P do if {cond} & p = x then return true; end; end; return false; end;\n",
                              f"function test(x: P): boolean; begin return exists p: P do {cond} & p != x end; end;\n",
                              f"function test(x: P): boolean; begin alias p: x do if {cond} then return true; else return false; end; end; end;\n")
            self.funcs.add("is")
            if self.chance(0.5):
                text += f"function count(): R; var n: 0..{self.np}; begin n := 0; for p: P do if {cond} then n := n + 1; end; end; if n <= {self.wide} then return n + {self.low}; end; return {self.high}; end;\n"
                self.funcs.add("count")
        return text

    # -------------------------------------------------------------- clauses
    def initial(self) -> str:
        text = ""
        for name, indices, element in self.vars:
            if self.chance(0.05):
                continue
            names = [self.name("j") for _ in indices]
            place = name + "".join(f"[{n}]" for n in names)
            fills = []
            for path, type_ in (((".g", "R"), (".b", "boolean"), (".w", self.w)) if element == "T" else (("", element),)):
                value = {"R": str(self.low), "boolean": self.pick("false", "true"), "E": "ea"}.get(type_)
                if type_ in ("P", "Q", "U"):
                    value = self.start_names.get(type_) if self.chance(0.7) else None
                if type_ == "U" and value is None and "enum" in "".join(self.parts) and self.chance(0.5):
                    value = "ua"
                fills.append(f"{place}{path} := {value}; " if value else "")
            body = "".join(fills)
            for n, i in zip(reversed(names), reversed(indices)):
                body = f"for {n}: {i} do {body}end; " if body else ""
            text += body
        return text

    def rule(self, number: int) -> str:
        params, prefix = [], ""
        for _ in range(self.pick(0, 1, 1, 1, 2, 2, 3)):
            params.append((self.name("p"), self.pick(*self.index_types())))
        self.scope = list(params)
        choose, bag = "", ""
        if self.bags and self.chance(0.4):
            name, index, size, element = self.pick(*self.bags)
            bag, i = self.bag(name, index), self.name("c")
        guard = "" if self.chance(0.12) else " & ".join(self.condition(1 if self.chance(0.6) else 2) for _ in range(self.pick(1, 1, 1, 2)))
        body = self.statements(2)
        if bag:
            guard = f"({guard or 'true'}) & {self.inside(bag, i, element)}"
            body += self.pick(f"multisetremove({i}, {bag}); ", "")
        priority = f" {self.pick(0, 0, 1, 2)}" if self.priorities and self.chance(0.6) else ""
        text = f"rule{priority} \"r{number}\" {guard + ' ==> ' if guard else ''}begin {body}end;"
        if bag:
            text = f"choose {i}: {bag} do {text} end;"
        if params:
            text = "ruleset " + "; ".join(f"{n}: {t}" for n, t in params) + f" do {text} end;"
        self.scope = []
        return text + "\n"

    def claim(self, number: int) -> str:
        self.scope = []
        kind = self.pick("invariant", "invariant", "cover", "cover", "liveness", "assume" if self.chance(0.2) else "invariant")
        params = []
        if self.chance(0.35):
            params.append((self.name("p"), self.pick(*self.index_types())))
        self.scope = params
        text = f"{kind} \"k{number}\" {self.condition(3)};"
        self.scope = []
        if params:
            text = "ruleset " + "; ".join(f"{n}: {t}" for n, t in params) + f" do {text} end;"
        return text + "\n"

    def model(self) -> str:
        text = self.types()
        self.w = text.split("w: ")[1].split(";")[0]
        self.priorities = self.kind == 1 and self.chance(0.3)
        text += "\n" + self.variables() + "\n"
        text += self.functions()
        self.start_names, params = {}, []
        for type_ in ("P", "Q") if self.nq else ("P",):
            if self.chance(0.7 if not (type_ == "P" and self.named) else 0.3):
                name = self.name("z")
                self.start_names[type_] = name
                params.append(f"{name}: {type_}")
            elif type_ == "P" and self.named and self.chance(0.8):
                self.start_names[type_] = self.literals[0]
        if self.union and "P" in self.parts and "P" in self.start_names:
            self.start_names["U"] = self.start_names["P"]
        start = f"startstate begin {self.initial()}end;"
        text += (f"ruleset {'; '.join(params)} do {start} end;" if params else start) + "\n"
        for i in range(self.r.randint(2, 4)):
            text += self.rule(i)
        for i in range(self.r.randint(2, 4)):
            text += self.claim(i)
        return text


def corner_model(seed: int) -> str:
    return Corner(seed, (0, 1, 3, 2, 3)[seed % 5]).model()
