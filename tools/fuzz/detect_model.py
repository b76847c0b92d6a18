"""Random models that number their processes by ranges and enumerations, for tools/fuzz/detect.py.

Places of several ranges hold values of one kind (a process, or a process and 0 for nobody, or all processes but one);
now and then something tells values apart: a literal in a rule, a start state or a claim, by itself or through a
constant or a function, a comparison by size, arithmetic, `clear`, a loop that shows the order of its rounds."""

from __future__ import annotations

import random
from typing import List


class Writer:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.size = self.random.choice((2, 3, 3, 4))
        self.is_enum = self.random.random() < 0.2
        self.strange = self.random.choice((0.0, 0.0, 0.03, 0.1))  # how often values are told apart
        self.names: List[str] = []  # bound at the moment: values of 1..N

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    # ------------------------------------------------------------- values

    def literal(self) -> str:
        if self.is_enum:
            return f"n{self.random.randint(1, self.size)}"
        return self.pick(str(self.random.randint(1, self.size)), "Home", "Last", "picked()")

    def node(self) -> str:
        """A value of NODE, defined."""
        choices = list(self.names) * 3 + ["owner", "next[%s]", "pick(%s)"]
        if self.chance(self.strange) or not self.names:
            return self.literal() if self.chance(0.7) or self.is_enum else "(%s %% N) + 1" % self.literal()
        choice = self.pick(*choices)
        return choice % self.pick(*self.names) if "%s" in choice else choice

    def holder(self) -> str:
        if self.is_enum:
            return self.node()
        return self.pick("holder", "seen[%s]" % self.node(), self.node(), "0")

    def condition(self, depth: int = 0) -> str:
        if depth < 2 and self.chance(0.35):
            return f"({self.condition(depth + 1)} {self.pick('&', '|', '->')} {self.condition(depth + 1)})"
        if depth < 2 and self.chance(0.25):
            return self.quantified(depth)
        if self.chance(self.strange):
            return f"{self.node()} {self.pick('<', '<=')} {self.node()}" if not self.is_enum else "true"
        return self.pick(f"{self.node()} {self.pick('=', '!=')} {self.node()}", f"busy[{self.node()}]",
                         f"!busy[{self.node()}]", f"work[{self.node()}] = {self.random.randint(0, 2)}",
                         f"{self.holder()} = {self.holder()}", f"kind[{self.node()}] = {self.pick('idle', 'wait')}",
                         "count < 2", f"box.from = {self.node()}", f"grid[{self.node()}][{self.node()}]")

    def quantified(self, depth: int) -> str:
        name = f"q{depth}"
        word = self.pick("forall", "exists")
        domain = self.pick("NODE", "NODE", "PROC") if not self.is_enum else "NODE"
        bound = f"{name}: {domain}" if self.is_enum or self.chance(0.7) else f"{name} := 1 to N"
        self.names.append(name)
        inner = self.condition(depth + 1)
        self.names.pop()
        return f"{word} {bound} do {inner} end"

    # --------------------------------------------------------- statements

    def statement(self, depth: int = 0) -> str:
        kind = self.random.random()
        if depth < 2 and kind < 0.2:
            other = f" else {self.statement(depth + 1)}" if self.chance(0.4) else ""
            return f"if {self.condition(1)} then {self.statement(depth + 1)}{other} end;"
        if depth < 2 and kind < 0.35:
            return self.loop(depth)
        if kind < 0.4 and not self.is_enum:
            return f"switch {self.holder()} case 0: {self.statement(2)} else {self.statement(2)} end;"
        if self.chance(self.strange):
            return self.pick("clear owner;", f"count := {self.node()} % 3;" if not self.is_enum else "clear box;",
                             "clear box;", "for z := 2 to N do busy[z] := true; end;" if not self.is_enum else "clear owner;")
        return self.pick(f"busy[{self.node()}] := {self.pick('true', 'false')};",
                         f"work[{self.node()}] := {self.pick('0', '1', '2', f'work[{self.node()}]')};",
                         f"owner := {self.node()};", f"next[{self.node()}] := {self.node()};",
                         f"kind[{self.node()}] := {self.pick('idle', 'wait')};", "count := (count + 1) % 3;",
                         f"box.from := {self.node()};", "box.full := !box.full;",
                         f"grid[{self.node()}][{self.node()}] := {self.pick('true', 'false')};",
                         f"give({self.node()});", *self.of_holders())

    def of_holders(self) -> List[str]:
        if self.is_enum:
            return []
        return [f"holder := {self.holder()};", f"seen[{self.node()}] := {self.holder()};",
                f"if holder != 0 then owner := holder; end;", "undefine holder; holder := 0;"]

    def loop(self, depth: int) -> str:
        name = f"l{depth}"
        bound = f"{name}: NODE" if self.is_enum or self.chance(0.7) else f"{name} := 1 to N"
        self.names.append(name)
        body = self.statement(depth + 1)
        if self.chance(0.6):
            body = f"if {self.condition(2)} then {body} end;"
        self.names.pop()
        return f"for {bound} do {body} end;"

    # -------------------------------------------------------------- model

    def types(self) -> str:
        if self.is_enum:
            members = ", ".join(f"n{i}" for i in range(1, self.size + 1))
            return f"type NODE: enum {{{members}}}; PROC: NODE; MAYBE: NODE;\n"
        return "type NODE: 1..N; PROC: 1..N; MAYBE: 0..N;\n"

    def variables(self) -> str:
        some = ["busy: array [NODE] of boolean;", "work: array [NODE] of 0..2;", "owner: NODE;",
                "next: array [NODE] of NODE;", "kind: array [NODE] of KIND;", "count: 0..2;",
                "box: record from: NODE; full: boolean; end;", "grid: array [NODE] of array [NODE] of boolean;"]
        if not self.is_enum:
            some += ["holder: MAYBE;", "seen: array [NODE] of MAYBE;"]
        return "var " + " ".join(some) + "\n"

    def functions(self) -> str:
        text = "function pick(a: NODE): NODE; begin if busy[a] then return next[a]; end; return a; end;\n"
        if not self.is_enum:
            text += f"function picked(): NODE; begin return {self.random.randint(1, self.size)}; end;\n"
        return text + "procedure give(var_: NODE); begin owner := var_; busy[var_] := true; end;\n"

    def start(self) -> str:
        self.names = ["p"]
        first = f"owner := {self.literal() if self.chance(0.3) else 'p'};"
        body = [first, "count := 0;", "box.full := false;",
                f"box.from := {self.literal() if self.chance(0.1) else 'p'};"]
        if not self.is_enum:
            body.append("holder := 0;")
        each = ["busy[i] := false; work[i] := 0; kind[i] := idle;",
                f"next[i] := {self.pick('i', 'i', 'p', 'owner')};", "for j: NODE do grid[i][j] := false; end;"]
        if not self.is_enum:
            each.append(f"seen[i] := {self.pick('0', '0', 'i', 'p')};")
        if self.chance(0.15):
            body.append(f"busy[{self.literal()}] := true;")
        loop = "for i: NODE do " + " ".join(each) + " end;"
        self.names = []
        return f"ruleset p: NODE do startstate begin {loop} {' '.join(body)} end; end;\n"

    def rules(self) -> str:
        text = ""
        for number in range(self.random.randint(2, 4)):
            self.names = [f"p{i}" for i in range(self.random.choice((1, 1, 2)))]
            bound = "; ".join(f"{name}: {self.pick('NODE', 'PROC')}" for name in self.names)
            body = " ".join(self.statement() for _ in range(self.random.randint(1, 3)))
            text += f'ruleset {bound} do rule "r{number}" {self.condition()} ==> begin {body} end; end;\n'
        self.names = []
        return text

    def ordered(self) -> str:
        """A claim about two processes, said once: or, now and then, one that does show the order."""
        one, two, less = self.pick("a", "last"), "b", self.pick("<", "<=", ">", ">=")
        self.names, before, self.strange = ["a", "b"], self.strange, 0.0
        about = [self.condition(1), self.condition(2)]
        self.names, self.strange = [], before
        compared = f"{'owner' if one == 'last' else one} {less} {two}"
        inner = self.pick(f"{compared} -> {about[0]}", f"!({compared} & {about[0]} & {about[1]})",
                          f"{compared} | {about[0]}", f"({about[0]} & {compared}) -> {about[1]}",
                          f"({compared} -> {about[0]}) & ({two} {less} a -> {about[1]})",
                          f"{compared} & b < a -> {about[0]}", f"{compared} & {about[0]}")
        words = self.pick("forall forall", "forall forall", "forall forall", "exists forall", "forall exists").split()
        if self.chance(0.3):
            return f'ruleset a: NODE; b: NODE do invariant "o" {inner}; end;\n'
        return f'invariant "o" {words[0]} a: NODE do {words[1]} b: NODE do {inner} end end;\n'

    def claims(self) -> str:
        text = self.ordered() if not self.is_enum and self.chance(0.3) else ""
        for number in range(self.random.randint(1, 3)):
            named = self.chance(0.35)
            before = self.strange
            self.names, self.strange = ([], 0.0) if named else (["c"], before)
            claim = self.condition()
            self.strange = before
            word = self.pick("invariant", "invariant", "cover", "liveness")
            claim = f"count != 1 | {claim}" if word == "invariant" and self.chance(0.5) else claim
            line = f'{word} "c{number}" {claim};'
            text += line + "\n" if named else f"ruleset c: NODE do {line} end;\n"
            self.names = []
        return text

    def model(self) -> str:
        constants = f"const N: {self.size}; Home: 1; Last: {self.random.randint(1, self.size)};\n"
        return (constants + self.types() + "type KIND: enum {idle, wait};\n" + self.variables() + self.functions() +
                self.start() + self.rules() + self.claims())


def detect_model(seed: int) -> str:
    return Writer(seed).model()
