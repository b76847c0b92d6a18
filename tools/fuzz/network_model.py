"""Random models of rings and networks whose places are numbers, for tools/fuzz/detect.py.

Places are a range, 0..N-1 or 1..N.  Neighbours are written in the ways in which people write them (remainders,
conditions, functions, tables filled by start states), sometimes wrongly: off by one, wrapped at another bound, with a
literal for one place.  Nothing here knows which permutations are symmetries; the search without them is the judge.
"""

from __future__ import annotations

import random
from typing import List


class Network:
    """One model: its declarations, and ways to say things about places."""

    def __init__(self, seed: int):
        self.pick = random.Random(seed)
        self.size = self.pick.choice((2, 3, 3, 4, 4, 5, 6))
        self.low = self.pick.choice((0, 1, 1))
        self.high = self.low + self.size - 1
        self.kind = self.pick.choice(("ring", "ring", "ring", "table", "grid", "pairs", "switch"))
        self.is_flawed = self.pick.random() < 0.35
        self.has_pointer = self.pick.random() < 0.6
        self.has_nobody = self.pick.random() < 0.4
        self.has_fields = self.pick.random() < 0.25
        self.functions: List[str] = []

    def chance(self, share: float) -> bool:
        return self.pick.random() < share

    # neighbours

    def flaw(self, text: str) -> str:
        return f"({text})" if not self.is_flawed or self.chance(0.7) else str(self.pick.randint(self.low, self.high))

    def after(self, place: str) -> str:
        size, low, high = self.size, self.low, self.high
        bound = high if not self.is_flawed or self.chance(0.7) else self.pick.randint(low, high)
        forms = [f"{place} = {bound} ? {low} : {self.flaw(place + ' + 1') if bound == high else place}",
                 f"{place} = {high} ? {low} : {place} + 1"]
        if low == 1:
            forms += [f"({place} % {size}) + 1"] * 2
        else:
            forms += [f"({place} + 1) % {size}"] * 2
        return f"({self.pick.choice(forms)})"

    def before(self, place: str) -> str:
        size, low, high = self.size, self.low, self.high
        forms = [f"{place} = {low} ? {high} : {place} - 1"]
        if low == 1:
            forms.append(f"(({place} + {size - 2}) % {size}) + 1")
        else:
            forms.append(f"({place} + {size - 1}) % {size}")
        return f"({self.pick.choice(forms)})"

    def neighbour(self, place: str) -> str:
        if self.kind == "table":
            return f"next[{place}]" if self.chance(0.7) else f"next[next[{place}]]"
        if self.kind in ("grid", "pairs", "switch"):
            return f"beside({place})"
        if self.chance(0.3):
            return f"follower({place})"
        return self.after(place) if self.chance(0.6) else self.before(place)

    def describe(self) -> str:
        low, high = self.low, self.high
        self.functions = [f"function follower(p: P): P; begin return {self.after('p')}; end;"]
        if self.kind == "pairs":
            body = f"if (p - {low}) % 2 = 0 then if p < {high} then return p + 1; else return p; end; " \
                   "else return p - 1; end;"
            self.functions.append(f"function beside(p: P): P; begin {body} end;")
        elif self.kind in ("grid", "switch"):
            images = list(range(low, high + 1))
            self.pick.shuffle(images)
            if self.chance(0.5):
                images = images[::-1]
            arms = " ".join(f"case {low + i}: return {image};" for i, image in enumerate(images))
            self.functions.append(f"function beside(p: P): P; begin switch p {arms} end; end;")
        return "\n".join(self.functions)

    # what is said of places

    def local(self, place: str) -> str:
        return f"node[{place}].local" if self.has_fields else f"local[{place}]"

    def test(self, place: str) -> str:
        forms = [f"{self.local(place)} = {self.pick.choice('abc')}", f"{self.local(place)} != {self.pick.choice('abc')}",
                 f"mark[{place}]", f"!mark[{place}]",
                 f"{self.local(place)} = {self.local(self.neighbour(place))}"]
        if self.has_pointer:
            forms += [f"at = {place}", f"at != {self.neighbour(place)}", "mark[at]", f"at = {self.neighbour('at')}"
                      if self.chance(0.2) else f"!mark[{self.neighbour(place)}]"]
        if self.has_nobody:
            forms += [f"owner = {self.nobody()}", f"owner = {place}", f"owner != {self.neighbour(place)}"]
        if self.is_flawed and self.chance(0.3):
            forms += [f"{place} < {self.high}", f"mark[{self.low}]", f"{place} != {self.high}"]
        return self.pick.choice(forms)

    def nobody(self) -> int:
        return self.high + 1 if self.low == 0 else 0

    def condition(self, place: str) -> str:
        tests = [self.test(place) for _ in range(self.pick.randint(1, 3))]
        tests += [self.test(self.neighbour(place))] * self.chance(0.6)
        text = self.pick.choice((" & ", " & ", " | ")).join(tests)
        if self.chance(0.15):
            text = f"({text}) & {self.pick.choice(('forall', 'exists'))} q: P do {self.test('q')} end"
        return text

    def action(self, place: str) -> str:
        other = self.neighbour(place)
        forms = [f"{self.local(place)} := {self.pick.choice('abc')};", f"mark[{place}] := !mark[{place}];",
                 f"mark[{other}] := {self.pick.choice(('true', 'false'))};",
                 f"{self.local(other)} := {self.local(place)};",
                 f"if {self.test(other)} then mark[{place}] := true; else {self.local(place)} := a; end;"]
        if self.has_pointer:
            forms += [f"at := {other};", f"at := {self.neighbour('at')};", "mark[at] := false;"]
        if self.has_nobody:
            forms += [f"owner := {self.pick.choice((place, other, self.nobody()))};"]
        if self.chance(0.2):
            forms.append(f"for q: P do if {self.test('q')} then mark[q] := false; end; end;")
        if self.chance(0.1):
            forms.append(f"for q: P do mark[q] := mark[{self.neighbour('q')}]; end;")
        if self.is_flawed and self.chance(0.3):
            forms.append(f"mark[{self.high}] := true;")
        return self.pick.choice(forms)

    def rule(self, number: int) -> str:
        actions = " ".join(self.action("p") for _ in range(self.pick.randint(1, 3)))
        rule = f'rule "r{number}" {self.condition("p")} ==> begin {actions} end;'
        if self.chance(0.1) and self.has_pointer:
            return f'rule "r{number}" {self.test("at")} ==> begin {self.action("at")} end;'
        return f"ruleset p: P do {rule} end;"

    def claim(self, number: int) -> str:
        what = self.pick.random()
        if what < 0.3:
            return f'invariant "i{number}" forall p: P do {self.test("p")} | {self.test("p")} | {self.condition("p")} end;'
        if what < 0.5:
            place = str(self.pick.randint(self.low, self.high))
            return f'invariant "i{number}" {self.test(place)} | {self.condition(place)};'
        if what < 0.7:
            return f'ruleset p: P do cover "c{number}" {self.condition("p")}; end;'
        if what < 0.9:
            return f'ruleset p: P do liveness "l{number}" {self.test("p")}; end;'
        return f'invariant "e{number}" exists p: P do {self.test("p")} end;'

    # all of it

    def start(self) -> str:
        lines = [f"for p: P do {self.local('p')} := a; mark[p] := false; end;"]
        if self.kind == "table":
            value = self.after("p") if self.chance(0.7) else self.before("p")
            lines.append(f"for p: P do next[p] := {value}; end;")
            if self.is_flawed and self.chance(0.3):
                lines.append(f"next[{self.low}] := {self.pick.randint(self.low, self.high)};")
        if self.has_nobody:
            lines.append(f"owner := {self.nobody()};")
        whole = self.chance(0.6)
        if self.has_pointer:
            lines.append(f"at := {'s' if whole else self.low};")
        elif self.chance(0.4):
            lines.append(f"mark[{'s' if whole else self.low}] := true;")
        text = "startstate begin " + " ".join(lines) + " end;"
        return f"ruleset s: P do {text} end;" if whole else text

    def text(self) -> str:
        parts = [f"type P: {self.low}..{self.high}; L: enum {{a, b, c}};"]
        if self.has_nobody:
            nobody = self.nobody()
            parts.append(f"type O: {min(self.low, nobody)}..{max(self.high, nobody)};")
        names = ["node: array [P] of record local: L; other: boolean; end;" if self.has_fields
                 else "local: array [P] of L;", "mark: array [P] of boolean;"]
        names += ["at: P;"] * self.has_pointer + ["owner: O;"] * self.has_nobody
        names += ["next: array [P] of P;"] * (self.kind == "table")
        parts.append("var " + " ".join(names))
        parts.append(self.describe())
        parts.append(self.start())
        parts += [self.rule(i) for i in range(self.pick.randint(1, 4))]
        parts += [self.claim(i) for i in range(self.pick.randint(1, 3))]
        return "\n".join(parts) + "\n"


def network_model(seed: int) -> str:
    return Network(seed).text()
