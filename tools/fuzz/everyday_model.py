"""Random models as people write them who number their processes by hand, for tools/fuzz/detect.py --everyday.

What detect_model.py does not write: nested records, messages that name processes, bags and `choose`, tables with a
place for nobody, processes that are undefined, aliases, functions that search, `var` parameters that meet, loops with
steps and `while`, compound copies and comparisons, values of the same numbers that are no processes, unions,
assumptions, priorities, `put` and temporal claims.  Each model has some of these parts, so that what is found in
processes has to survive the others.
"""

from __future__ import annotations

import random
from typing import Callable, Dict, List


class Everyday:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.size = self.rng.choice((2, 3, 3, 3, 4))
        self.kind = self.rng.choice(("one", "one", "zero", "enum"))
        self.strange = self.rng.choice((0.0, 0.0, 0.0, 0.04, 0.12))  # how often values are told apart on purpose
        self.names: List[str] = []
        parts: Dict[str, Callable[[], None]] = {
            "maybe": self.part_maybe, "undefined": self.part_undefined, "nested": self.part_nested, "mail": self.part_mail,
            "bag": self.part_bag, "data": self.part_data, "search": self.part_search, "swap": self.part_swap,
            "steps": self.part_steps, "count": self.part_count, "grid": self.part_grid, "switch": self.part_switch,
            "slots": self.part_slots, "either": self.part_either, "round": self.part_round}
        chosen = [name for name in parts if self.rng.random() < 0.25] or ["maybe"]
        self.types: List[str] = []
        self.variables: List[str] = ["st: array [P] of ST;", "on: array [P] of boolean;", "at: P;"]
        self.functions: List[str] = []
        self.starts: List[str] = ["for i: P do st[i] := idle; on[i] := false; end;", "at := s;"]
        self.tests: List[Callable[[], str]] = [
            lambda: f"st[{self.one()}] = {self.state()}", lambda: f"on[{self.one()}]", lambda: f"!on[{self.one()}]",
            lambda: f"{self.one()} {self.rng.choice(('=', '!='))} {self.one()}"]
        self.actions: List[Callable[[], str]] = [
            lambda: f"st[{self.one()}] := {self.state()};", lambda: f"on[{self.one()}] := {self.truth()};",
            lambda: f"at := {self.one()};", lambda: f"st[{self.one()}] := st[{self.one()}];"]
        self.whole_rules: List[str] = []
        for name in chosen:
            parts[name]()

    # small things

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def state(self) -> str:
        return self.rng.choice(("idle", "busy", "done"))

    def truth(self) -> str:
        return self.rng.choice(("true", "false", f"!on[{self.one()}]"))

    def low(self) -> int:
        return {"one": 1, "zero": 0}.get(self.kind, 1)

    def numbered(self) -> bool:
        return self.kind != "enum"

    def literal(self) -> str:
        if not self.numbered():
            return f"p{self.rng.randint(1, self.size)}"
        return self.rng.choice((str(self.low() + self.rng.randrange(self.size)), "First", "Final"))

    def one(self) -> str:
        """A process."""
        if self.chance(self.strange):
            return self.literal()
        return self.rng.choice(self.names * 4 + ["at"])

    def bind(self, name: str) -> str:
        if self.numbered() and self.chance(self.strange):
            return self.rng.choice((f"{name} := First to Final", f"{name} := Final to First by -1", f"{name} := First to Final by 2",
                                    f"{name}: First..Final - 1", f"{name}: First + 1 .. Final"))
        return f"{name}: {self.rng.choice(('P', 'P', 'First..Final')) if self.numbered() else 'P'}"

    def within(self, name: str, write: Callable[[], str]) -> str:
        self.names.append(name)
        text = write()
        self.names.pop()
        return text

    # parts of models

    def part_maybe(self) -> None:
        nobody = {"one": "0", "zero": "N", "enum": "none"}[self.kind]
        if not self.numbered():
            return
        self.types.append("MAYBE: 0..N;")
        self.variables.append("holder: MAYBE; want: array [P] of MAYBE;")
        self.starts.append(f"holder := {nobody}; for i: P do want[i] := {self.rng.choice((nobody, 'i', 's'))}; end;")
        maybe = lambda: self.rng.choice(("holder", f"want[{self.one()}]", nobody, self.one()))
        somebody = {"one": ("{} > 0", "{} >= 1", "0 < {}"), "zero": ("{} < N", "{} <= N - 1", "!({} >= N)")}[self.kind]
        self.tests += [lambda: f"{maybe()} = {maybe()}", lambda: f"holder != {nobody}",
                       lambda: self.rng.choice(somebody).format(self.rng.choice(("holder", f"want[{self.one()}]"))),
                       lambda: f"(holder = {nobody} ? on[{self.one()}] : on[holder])"]
        self.actions += [lambda: f"holder := {maybe()};", lambda: f"want[{self.one()}] := {maybe()};",
                         lambda: f"if holder != {nobody} then at := holder; on[holder] := {self.truth()}; end;"]

    def part_undefined(self) -> None:
        self.variables.append("lost: P; next: array [P] of P;")
        self.tests += [lambda: "isundefined(lost)", lambda: f"!isundefined(next[{self.one()}])",
                       lambda: f"!isundefined(lost) & lost = {self.one()}", lambda: "!isundefined(lost) & on[lost]"]
        self.actions += [lambda: f"lost := {self.one()};", lambda: "undefine lost;", lambda: f"next[{self.one()}] := {self.one()};",
                         lambda: f"next[{self.one()}] := lost;", lambda: f"undefine next[{self.one()}];", lambda: "undefine next;",
                         lambda: "if !isundefined(lost) then at := lost; end;"]

    def part_nested(self) -> None:
        self.types += ["MSG: record from: P; full: boolean; end;",
                       "NODE: record box: array [P] of MSG; peer: P; mark: boolean; end;"]
        self.variables.append("node: array [P] of NODE;")
        self.starts.append("for i: P do for j: P do node[i].box[j].full := false; undefine node[i].box[j].from; end;"
                           f" node[i].mark := false; node[i].peer := {self.rng.choice(('i', 's'))}; end;")
        box = lambda: f"node[{self.one()}].box[{self.one()}]"
        self.tests += [lambda: f"{box()}.full", lambda: f"node[{self.one()}].peer = {self.one()}", lambda: f"{box()} = {box()}",
                       lambda: f"exists m: P do node[m].mark & {self.within('m', lambda: box() + '.full')} end"]
        self.actions += [lambda: f"{box()} := {box()};", lambda: f"{box()}.from := {self.one()};",
                         lambda: f"{box()}.full := {self.truth()};", lambda: f"node[{self.one()}].peer := {self.one()};",
                         lambda: f"node[{self.one()}] := node[{self.one()}];", lambda: f"clear node[{self.one()}].mark;",
                         lambda: f"alias b: {box()} do b.full := true; b.from := {self.one()}; at := {self.one()}; end;"]

    def part_mail(self) -> None:
        self.types.append("LETTER: record to_: P; by_: P; what: ST; end;")
        self.variables.append("net: array [P] of LETTER; last: LETTER;")
        self.starts.append("undefine net; undefine last;")
        self.functions.append("procedure post(t: P; b: P; w: ST); var l: LETTER; begin l.to_ := t; l.by_ := b; l.what := w;"
                              " net[t] := l; end;")
        self.tests += [lambda: f"isundefined(net[{self.one()}].what)", lambda: "!isundefined(last.to_) & last.to_ = at"]
        self.actions += [lambda: f"post({self.one()}, {self.one()}, {self.state()});", lambda: f"undefine net[{self.one()}];",
                         lambda: f"last := net[{self.one()}];", lambda: "net[at] := last;"]
        self.whole_rules.append('ruleset p: P do alias l: net[p] do rule "read" !isundefined(l.what) ==> begin at := l.by_;'
                                " st[p] := l.what; undefine l; end; end; end;")

    def part_bag(self) -> None:
        self.types.append("NOTE: record who: P; flag: boolean; end;")
        self.variables.append("bag: multiset [2] of NOTE;")
        self.starts.append("undefine bag;")
        self.functions.append("procedure drop(w: P; f: boolean); var n: NOTE; begin n.who := w; n.flag := f;"
                              " if multisetcount(i: bag, true) < 2 then multisetadd(n, bag); end; end;")
        self.tests += [lambda: f"multisetcount(i: bag, bag[i].who = {self.one()}) > 0", lambda: "multisetcount(i: bag, true) < 2",
                       lambda: "multisetcount(i: bag, bag[i].flag) = 1"]
        self.actions += [lambda: f"drop({self.one()}, {self.truth()});",
                         lambda: f"multisetremovepred(i: bag, bag[i].who = {self.one()});"]
        body = self.rng.choice(("at := bag[c].who;", "on[bag[c].who] := bag[c].flag;", "st[bag[c].who] := busy;"))
        self.whole_rules.append(f'choose c: bag do rule "take" true ==> begin {body} multisetremove(c, bag); end; end;')

    def part_data(self) -> None:
        """Values of the same numbers that are no processes, unless somebody mixes them up."""
        self.types.append(f"DATA: {self.low()}..{self.low() + self.size - 1};")
        self.variables.append("mem: DATA; line: array [P] of DATA;")
        self.starts.append(f"mem := {self.low()}; for i: P do line[i] := {self.low()}; end;")
        self.tests += [lambda: f"line[{self.one()}] = mem", lambda: f"line[{self.one()}] = line[{self.one()}]",
                       lambda: f"mem = {self.low()}"]
        self.actions += [lambda: f"mem := line[{self.one()}];", lambda: f"line[{self.one()}] := mem;"]
        self.whole_rules.append('ruleset p: P; d: DATA do rule "store" on[p] ==> begin line[p] := d; mem := d; end; end;')
        if self.numbered() and self.chance(self.strange * 3):
            self.actions.append(lambda: f"mem := {self.one()};")

    def part_search(self) -> None:
        default = self.rng.choice(("at", "q"))
        test = self.rng.choice(("on[r]", "st[r] = busy", "on[r] & r != q", "r != q"))
        self.functions.append(f"function find(q: P): P; begin for r: P do if {test} then return r; end; end; return {default}; end;")
        self.functions.append("function any(): boolean; begin for r: P do if on[r] then return true; end; end; return false; end;")
        self.tests += [lambda: "any()", lambda: "!any()", lambda: "any()"]
        if self.chance(0.5):
            self.actions.append(lambda: f"at := find({self.one()});")

    def part_swap(self) -> None:
        self.functions.append("procedure swap(var a: P; var b: P); var c: P; begin c := a; a := b; b := c; end;")
        self.functions.append("procedure pass(q: P); begin at := ring[q]; on[q] := !on[q]; ring[q] := at; end;")
        self.functions.append("procedure turn(var a: boolean; var b: boolean); begin a := !a; b := a; end;")
        self.variables.append("ring: array [P] of P;")
        self.starts.append(f"for i: P do ring[i] := {self.rng.choice(('i', 's', 'i'))}; end;")
        self.tests += [lambda: f"ring[{self.one()}] = {self.one()}", lambda: f"on[ring[{self.one()}]]"]
        self.actions += [lambda: f"swap(ring[{self.one()}], ring[{self.one()}]);", lambda: f"swap(at, ring[{self.one()}]);",
                         lambda: f"turn(on[{self.one()}], on[at]);",
                         lambda: f"pass({self.one()});", lambda: "pass(at);",
                         lambda: f"alias e: on[ring[at]] do {self.rng.choice(('at', 'ring[at]'))} := {self.one()}; e := !e; end;"]

    def part_steps(self) -> None:
        if not self.numbered():
            return
        loops = ("k := First; while k < Final & on[k] do k := k + 1; end; on[k] := true;",
                 "for k := First to Final do on[k] := !on[k]; end;",
                 "for k := Final to First by -1 do if on[k] then at := k; end; end;",
                 "for k := First to Final by 2 do on[k] := false; end;")
        at = self.rng.randrange(4) if self.chance(0.3) else 1
        body = loops[at]
        if at == 0:
            body = "var k: P; begin " + body
        self.whole_rules.append(f'rule "walk" on[at] ==> {body if at == 0 else "begin " + body} end;')

    def part_count(self) -> None:
        self.variables.append("many: 0..N;")
        self.starts.append("many := 0;")
        self.functions.append("function alive(): COUNT; var c: COUNT; begin c := 0; for i: P do if on[i] then c := c + 1; end; end;"
                              " return c; end;")
        self.types.append("COUNT: 0..N;")
        self.tests += [lambda: "alive() = N", lambda: "many < N", lambda: "alive() > many"]
        self.actions += [lambda: "many := alive();", lambda: "if many < N then many := many + 1; end;",
                         lambda: "many := 0; for i: P do if on[i] then many := many + 1; end; end;"]

    def part_grid(self) -> None:
        self.variables.append("grid: array [P] of array [P] of boolean;")
        self.starts.append("for i: P do for j: P do grid[i][j] := " + self.rng.choice(("false", "i = j", "i != j")) + "; end; end;")
        self.tests += [lambda: f"grid[{self.one()}][{self.one()}]", lambda: f"grid[{self.one()}] = grid[{self.one()}]",
                       lambda: f"forall x: P do forall y: P do x = y | grid[x][y] -> {self.rng.choice(('grid[y][x]', 'on[y]'))} end end"]
        self.actions += [lambda: f"grid[{self.one()}][{self.one()}] := {self.truth()};",
                         lambda: f"grid[{self.one()}] := grid[{self.one()}];",
                         lambda: f"for x: P do grid[x][{self.one()}] := grid[{self.one()}][x]; end;"]

    def part_switch(self) -> None:
        names = [f"p{i + 1}" for i in range(self.size)] if not self.numbered() else [str(self.low() + i) for i in range(self.size)]
        same = self.chance(0.6)
        arms = " ".join(f"case {name}: on[{name}] := {'true' if same else self.rng.choice(('true', 'false'))};" for name in names)
        self.functions.append(f"procedure wake(q: P); begin switch q {arms} end; end;")
        self.actions.append(lambda: f"wake({self.one()});")

    def part_slots(self) -> None:
        """A table with a place for nobody."""
        if not self.numbered():
            return
        nobody = "0" if self.kind == "one" else "N"
        self.variables.append("slot: array [0..N] of boolean; free: array [0..N] of 0..N;")
        self.starts.append(f"for i: 0..N do slot[i] := {self.rng.choice(('false', 'i = ' + nobody))}; free[i] := {nobody}; end;")
        self.tests += [lambda: f"slot[{self.one()}]", lambda: f"!slot[{nobody}]", lambda: f"free[{self.one()}] = {nobody}",
                       lambda: f"slot[free[{self.one()}]]"]
        self.actions += [lambda: f"slot[{self.one()}] := {self.truth()};", lambda: f"slot[free[{self.one()}]] := true;",
                         lambda: f"free[{nobody}] := {self.one()};", lambda: f"free[{self.one()}] := free[{nobody}];",
                         lambda: "clear slot;", lambda: f"for i: 0..N do slot[i] := i = {self.one()}; end;"]

    def part_either(self) -> None:
        if self.numbered():
            return
        self.types += ["HOME: enum {home};", "SITE: union {P, HOME};"]
        self.variables.append("site: SITE; seen: array [SITE] of boolean;")
        self.starts.append("site := home; for i: SITE do seen[i] := false; end;")
        self.tests += [lambda: "ismember(site, P)", lambda: f"site = {self.one()}", lambda: "seen[site]", lambda: "!seen[home]"]
        self.actions += [lambda: f"site := {self.one()};", lambda: "site := home;", lambda: "seen[site] := true;",
                         lambda: "if ismember(site, P) then at := site; end;", lambda: f"seen[{self.one()}] := {self.truth()};"]

    def part_round(self) -> None:
        """Neighbours: on a circle, or in a table that start states fill."""
        last = "Final" if self.numbered() else f"p{self.size}"
        first = "First" if self.numbered() else "p1"
        wraps = last if not self.chance(self.strange * 2) else self.literal()
        if self.numbered():
            body = self.rng.choice((f"return q = {wraps} ? {first} : q + 1;", f"if q = {wraps} then return {first}; end; return q + 1;",
                                    "return (q % N) + 1;" if self.kind == "one" else "return (q + 1) % N;"))
            if wraps != last:
                body = f"if q = Final | q = {wraps} then return {first}; end; return q + 1;"
        else:
            names = [f"p{i + 1}" for i in range(self.size)]
            body = "switch q " + " ".join(f"case {a}: return {b};" for a, b in zip(names, names[1:] + names[:1])) + " end;"
        self.functions.append(f"function after(q: P): P; begin {body} end;")
        self.variables.append("beside: array [P] of P;")
        self.starts.append("for i: P do beside[i] := after(i); end;")
        near = lambda: self.rng.choice((f"after({self.one()})", f"beside[{self.one()}]"))
        self.tests += [lambda: f"on[{near()}]", lambda: f"!on[{near()}]", lambda: f"{near()} = {self.one()}",
                       lambda: f"st[{near()}] = {self.state()}"]
        self.actions += [lambda: f"at := {near()};", lambda: f"on[{near()}] := {self.truth()};", lambda: f"st[{near()}] := {self.state()};"]

    # what all models have

    def test(self) -> str:
        return self.rng.choice(self.tests)()

    def condition(self, depth: int = 0) -> str:
        if depth < 2 and self.chance(0.4):
            return f"({self.condition(depth + 1)} {self.rng.choice(('&', '&', '|', '->'))} {self.condition(depth + 1)})"
        if depth < 2 and self.chance(0.2):
            name = f"q{depth}"
            inner = self.within(name, lambda: self.condition(depth + 1))
            return f"{self.rng.choice(('forall', 'exists'))} {self.bind(name)} do {inner} end"
        if self.numbered() and self.chance(self.strange * 0.5):
            return f"{self.one()} {self.rng.choice(('<', '>='))} {self.rng.choice((self.one(), self.literal()))}"
        return self.test()

    def statement(self, depth: int = 0) -> str:
        roll = self.rng.random()
        if depth < 2 and roll < 0.2:
            other = f" else {self.statement(depth + 1)}" if self.chance(0.4) else ""
            return f"if {self.condition(1)} then {self.statement(depth + 1)}{other} end;"
        if depth < 2 and roll < 0.32:
            name = f"l{depth}"
            inner = self.within(name, lambda: f"if {self.condition(2)} then {self.statement(depth + 1)} end;"
                                if self.chance(0.6) else self.statement(depth + 1))
            return f"for {self.bind(name)} do {inner} end;"
        if roll < 0.37:
            name = f"m{depth}"
            return f"alias {name}: {self.one()} do {self.within(name, lambda: self.statement(depth + 1))} end;"
        if roll < 0.40:
            return self.rng.choice((f'put "x"; put {self.one()};', f"assert {self.condition(1)} | !on[at];",
                                    f"cover {self.condition(1)};", f"assume {self.condition(1)} | on[at];"))
        if roll < 0.42:
            return "clear at;" if self.chance(self.strange * 8) else f"if {self.condition(1)} then return; end;"
        return self.rng.choice(self.actions)()

    def rule(self, number: int, priority: str) -> str:
        self.names = [f"p{chr(97 + i)}" for i in range(self.rng.choice((1, 1, 2)))]
        bound = "; ".join(f"{name}: P" for name in self.names)
        body = " ".join(self.statement() for _ in range(self.rng.randint(1, 3)))
        text = f'ruleset {bound} do rule {priority}"r{number}" {self.condition()} ==> begin {body} end; end;'
        self.names = []
        return text

    def claim(self, number: int) -> str:
        roll = self.rng.random()
        named = self.chance(0.2)
        self.names = [self.literal()] if named else ["c"]
        before, self.strange = self.strange, 0.0 if named else self.strange
        test = f"{self.condition(1)} | {self.condition(1)}"
        if roll < 0.45:
            text = f'invariant "i{number}" {test} | {self.condition(1)};'
        elif roll < 0.6:
            text = f'cover "c{number}" {self.condition(1)} & {self.condition(1)};'
        elif roll < 0.75:
            text = f'liveness "l{number}" {test};'
        elif roll < 0.9:
            text = f'ltl "t{number}" [] ({self.condition(2)} -> <> ({self.condition(2)}));'
        else:
            text = f'assume "a{number}" {test} | !on[at];'
        self.names, self.strange = [], before
        return text if named else f"ruleset c: P do {text} end;"

    def text(self) -> str:
        last = self.low() + self.size - 1
        constants = f"const N: {self.size}; First: {self.low()}; Final: {last};"
        kind = "P: enum {" + ", ".join(f"p{i + 1}" for i in range(self.size)) + "};" if not self.numbered() else "P: First..Final;"
        priorities = [f"{self.rng.randint(1, 2)} " if self.chance(0.05) else "" for _ in range(4)]
        rules = [self.rule(i, priorities[i]) for i in range(self.rng.randint(2, 4))]
        claims = [self.claim(i) for i in range(self.rng.randint(1, 3))]
        if self.chance(0.7):
            start = "ruleset s: P do startstate begin " + " ".join(self.starts) + " end; end;"
        else:
            start = "startstate var s: P; begin s := " + ("First" if self.numbered() else "p1") + "; " + " ".join(self.starts) + " end;"
        return "\n".join([constants, "type " + kind + " ST: enum {idle, busy, done};", *(f"type {t}" for t in self.types),
                          "var " + " ".join(self.variables), *self.functions, start, *rules, *self.whole_rules, *claims]) + "\n"


def everyday_model(seed: int) -> str:
    return Everyday(seed).text()
