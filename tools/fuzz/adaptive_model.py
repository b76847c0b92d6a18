"""Random models in which some rules, start states and claims name processes, for tools/fuzz/adaptive.py and the suite
adaptive: most rules treat all processes alike."""

from __future__ import annotations

from detect_model import Writer


class AdaptiveWriter(Writer):
    def __init__(self, seed: int, most: int) -> None:
        super().__init__(seed)
        self.size = min(most, self.random.choice((3, 3, 4, 5)))
        self.is_enum = False
        self.strange = 0.0
        self.naming = 0.0  # how often a value is named

    def literal(self) -> str:
        return self.pick(str(self.random.randint(1, self.size)), "Home", "Last")

    def node(self) -> str:
        if self.chance(self.naming) or not self.names:
            return self.literal()
        choice = self.pick(*self.names, *self.names, *self.names, "owner", "next[%s]")
        return choice % self.pick(*self.names) if "%s" in choice else choice

    def holder(self) -> str:
        return self.pick("holder", self.node(), "0")

    def variables(self) -> str:
        return ("var busy: array [NODE] of boolean; work: array [NODE] of 0..2; owner: NODE; next: array [NODE] of NODE;"
                " kind: array [NODE] of KIND; count: 0..2; box: record from: NODE; full: boolean; end; holder: MAYBE;\n")

    def functions(self) -> str:
        return "procedure give(var_: NODE); begin owner := var_; busy[var_] := true; end;\n"

    def condition(self, depth: int = 0) -> str:
        if depth < 2 and self.chance(0.35):
            return f"({self.condition(depth + 1)} {self.pick('&', '|', '->')} {self.condition(depth + 1)})"
        if depth < 2 and self.chance(0.25):
            return self.quantified(depth)
        return self.pick(f"{self.node()} {self.pick('=', '!=')} {self.node()}", f"busy[{self.node()}]",
                         f"!busy[{self.node()}]", f"work[{self.node()}] = {self.random.randint(0, 2)}",
                         f"{self.holder()} = {self.holder()}", f"kind[{self.node()}] = {self.pick('idle', 'wait')}",
                         "count < 2", f"box.from = {self.node()}")

    def statement(self, depth: int = 0) -> str:
        if depth < 2 and self.chance(0.2):
            return f"if {self.condition(1)} then {self.statement(depth + 1)} end;"
        if depth < 2 and self.chance(0.15):
            return self.loop(depth)
        return self.pick(f"busy[{self.node()}] := {self.pick('true', 'false')};",
                         f"work[{self.node()}] := {self.pick('0', '1', '2', f'work[{self.node()}]')};",
                         f"owner := {self.node()};", f"next[{self.node()}] := {self.node()};",
                         f"kind[{self.node()}] := {self.pick('idle', 'wait')};", "count := (count + 1) % 3;",
                         f"box.from := {self.node()};", "box.full := !box.full;", f"give({self.node()});",
                         f"holder := {self.holder()};")

    def start(self) -> str:
        self.names = ["p"]
        owner = self.literal() if self.chance(0.25) else "p"
        each = ("busy[i] := false; work[i] := 0; kind[i] := idle; next[i] := %s;" % self.pick("i", "i", "p"))
        return (f"ruleset p: NODE do startstate begin for i: NODE do {each} end; owner := {owner}; box.from := p; "
                "count := 0; box.full := false; holder := 0; end; end;\n")

    def rules(self) -> str:
        text = ""
        for number in range(self.random.randint(2, 5)):
            self.naming = self.random.choice((0.0, 0.0, 0.0, 0.25))
            self.names = [f"p{i}" for i in range(self.random.choice((1, 1, 2)))]
            bound = "; ".join(f"{name}: NODE" for name in self.names)
            body = " ".join(self.statement() for _ in range(self.random.randint(1, 2)))
            text += f'ruleset {bound} do rule "r{number}" {self.condition()} ==> begin {body} end; end;\n'
        self.naming, self.names = 0.0, []
        return text

    def claims(self) -> str:
        text = ""
        for number in range(self.random.randint(1, 3)):
            self.naming = self.random.choice((0.0, 0.3))
            self.names = ["c"]
            word = self.pick("invariant", "invariant", "cover")
            claim = self.condition()
            claim = f"count != 1 | {claim}" if word == "invariant" and self.chance(0.6) else claim
            text += f'ruleset c: NODE do {word} "c{number}" {claim}; end;\n'
        self.naming, self.names = 0.0, []
        return text


def adaptive_model(seed: int, most: int = 5) -> str:
    """`most`: of how many processes at the most."""
    return AdaptiveWriter(seed, most).model()
