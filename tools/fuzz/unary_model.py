"""Random models that are unary in their processes: local variables, globals that name processes, rules with one or two
process parameters, quantifiers over the others (nested ones too), loops that treat each process alike, data values.

Most of them fit the counter engine; what does not (a loop whose rounds leave something behind) is in a few on purpose.
"""

from __future__ import annotations

import random
from typing import List


class UnaryModel:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.processes = [("P", self.rng.choice([2, 3, 3, 4]))]
        if self.chance(0.3):
            self.processes.append(("Q", self.rng.choice([2, 2, 3])))
        self.data = self.chance(0.3)
        self.ranges = {"state": 2, "small": self.rng.choice([1, 2])}

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def pick(self, items):
        return self.rng.choice(items)

    # -- variables: (name, kind); kinds: bool, state, small, data
    def local_kinds(self) -> List[str]:
        kinds = ["state"] + [self.pick(["bool", "small", "bool"]) for _ in range(self.pick([0, 1, 1, 2]))]
        if self.data and self.chance(0.6):
            kinds.append("data")
        return kinds

    def prepare(self) -> None:
        self.locals = {}
        for name, _ in self.processes:
            self.locals[name] = [(f"{kind[0]}{i}{name}", kind) for i, kind in enumerate(self.local_kinds())]
        self.globals = [(f"g{i}", self.pick(["bool", "small", "state"])) for i in range(self.pick([0, 1, 1, 2]))]
        if self.data and self.chance(0.6):
            self.globals.append(("gd", "data"))
        self.pointers = [(f"x{i}", self.pick(self.processes)[0]) for i in range(self.pick([0, 1, 1, 2]))]
        self.queue = self.pick(self.processes)[0] if self.chance(0.25) else None

    TYPES = {"bool": "boolean", "state": "State", "small": "Small", "data": "Data"}

    def value(self, kind: str, env: List) -> str:
        """A value of the kind; `env`: (name, process type) of processes at hand."""
        choices = []
        if kind == "bool":
            choices += ["true", "false"]
        if kind == "state":
            choices += ["A", "B", "C"]
        if kind == "small":
            choices += ["0", "1"]
        for name, its in self.globals:
            if its == kind and self.chance(0.5):
                choices.append(name if kind != "small" or self.chance(0.6) else f"{name} + 1")
        for name, process in env:
            for variable, its in self.locals[process]:
                if its == kind:
                    choices.append(f"{variable}[{name}]")
        if kind == "data":
            choices += [f"d{i}" for i in range(self.data_names)]
        return self.pick(choices) if choices else ""

    def process(self, kind: str, env: List) -> str:
        choices = [name for name, its in env if its == kind]
        if self.chance(0.4):
            choices += [name for name, its in self.pointers if its == kind]
            if self.queue == kind:
                choices.append(f"w[{self.rng.randrange(2)}]")
        return self.pick(choices) if choices else ""

    def condition(self, env: List, depth: int) -> str:
        roll = self.rng.random()
        if depth > 0 and roll < 0.25:
            return f"({self.condition(env, depth - 1)} {self.pick(['&', '|', '->'])} {self.condition(env, depth - 1)})"
        if depth > 0 and roll < 0.33:
            return f"!{self.condition(env, depth - 1)}"
        if depth > 0 and roll < 0.55:
            kind = self.pick(self.processes)[0]
            name = f"q{len(env)}"
            inner = self.condition(env + [(name, kind)], depth - 1)
            same = [other for other, its in env if its == kind]
            if same and self.chance(0.5):
                inner = f"({name} != {self.pick(same)} {self.pick(['->', '&'])} {inner})"
            return f"({self.pick(['forall', 'exists'])} {name}: {kind} do {inner} end)"
        if roll < 0.7:
            kind = self.pick(self.processes)[0]
            left, right = self.process(kind, env), self.process(kind, env)
            if left and right:
                return f"({left} {self.pick(['=', '!='])} {right})"
            pointers = [name for name, _ in self.pointers]
            if pointers:
                return f"isundefined({self.pick(pointers)})"
        kind = self.pick(["state", "state", "bool", "small"] + (["data"] if self.data else []))
        left, right = self.value(kind, env), self.value(kind, env)
        if not left or not right:
            return "true"
        operator = self.pick(["=", "!="]) if kind != "small" else self.pick(["=", "!=", "<", "<="])
        return f"({left} {operator} {right})"

    def assignment(self, env: List) -> str:
        roll = self.rng.random()
        if roll < 0.6 and env:
            name, process = self.pick(env)
            variable, kind = self.pick(self.locals[process])
            value = self.value(kind, env)
            if kind == "bool" and self.chance(0.3):
                value = self.condition(env, 1)
            return f"{variable}[{name}] := {value};" if value else f"undefine {variable}[{name}];"
        if roll < 0.75 and self.globals:
            name, kind = self.pick(self.globals)
            value = self.value(kind, env)
            return f"{name} := {value};" if value else f"undefine {name};"
        if self.queue and self.chance(0.4):
            if self.chance(0.4):
                return "w[0] := w[1]; undefine w[1];"
            value = self.process(self.queue, env)
            return f"w[{self.rng.randrange(2)}] := {value};" if value else "undefine w[0];"
        if self.pointers:
            name, kind = self.pick(self.pointers)
            value = self.process(kind, env)
            return f"{name} := {value};" if value and self.chance(0.85) else f"undefine {name};"
        return ""

    def loop(self, env: List) -> str:
        kind = self.pick(self.processes)[0]
        name = f"q{len(env)}"
        variable, its = self.pick(self.locals[kind])
        inner = env + [(name, kind)]
        value = self.value(its, self.pick([inner, [(name, kind)]]))
        body = f"{variable}[{name}] := {value};" if value else f"undefine {variable}[{name}];"
        if self.chance(0.5):
            body = f"if {self.condition(inner, 0)} then {body} end;"
        if self.chance(0.05) and self.globals:
            body += f" {self.globals[0][0]} := {self.value(self.globals[0][1], [(name, kind)])};"
        return f"for {name}: {kind} do {body} end;"

    def statements(self, env: List) -> str:
        lines = []
        for _ in range(self.pick([1, 1, 2, 3])):
            roll = self.rng.random()
            if roll < 0.2:
                lines.append(self.loop(env))
            elif roll < 0.35:
                lines.append(f"if {self.condition(env, 2)} then {self.assignment(env)} else {self.assignment(env)} end;")
            elif roll < 0.38:
                lines.append(f"assert {self.condition(env, 1)};")
            elif roll < 0.40:
                lines.append(f"assume {self.condition(env, 1)};")
            elif roll < 0.44:
                lines.append(f"undefine {self.pick(self.locals[self.processes[0][0]])[0]};")
            else:
                lines.append(self.assignment(env))
        return " ".join(line for line in lines if line)

    def parameters(self, most: int):
        env, names = [], []
        for i in range(self.rng.randrange(most + 1)):
            kind = self.pick(self.processes)[0]
            env.append((f"p{i}", kind))
            names.append(f"p{i}: {kind}")
        self.data_names = 1 if self.data and self.chance(0.5) else 0
        names += [f"d{i}: Data" for i in range(self.data_names)]
        return env, "; ".join(names)

    def wrapped(self, names: str, text: str) -> str:
        return f"ruleset {names} do\n  {text}\nend;" if names else text

    def start(self) -> str:
        env, names = self.parameters(1)
        lines = []
        for process, _ in self.processes:
            sets = [f"{name}[q] := {self.value(kind, []) or 'undefined'};" for name, kind in self.locals[process]
                    if self.chance(0.9) and kind != "data"]
            lines.append(f"for q: {process} do {' '.join(sets)} end;")
        for name, kind in self.globals:
            value = self.value(kind, [])
            if value and self.chance(0.9) and "+" not in value and value != name:
                lines.append(f"{name} := {value};")
        for name, kind in self.pointers:
            value = [p for p, its in env if its == kind]
            if value and self.chance(0.6):
                lines.append(f"{name} := {value[0]};")
        return self.wrapped(names, "startstate begin " + " ".join(lines) + " end;").replace(":= undefined", ":= A")

    def text(self) -> str:
        self.prepare()
        self.data_names = 0
        lines = ["type", "  State: enum {A, B, C};", f"  Small: 0..{self.ranges['small']};"]
        lines += [f"  {name}: scalarset({size});" for name, size in self.processes]
        if self.data:
            lines.append(f"  Data: scalarset({self.pick([2, 2, 3])});")
        lines.append("var")
        for process, _ in self.processes:
            lines += [f"  {name}: array [{process}] of {self.TYPES[kind]};" for name, kind in self.locals[process]]
        lines += [f"  {name}: {self.TYPES[kind]};" for name, kind in self.globals]
        lines += [f"  {name}: {kind};" for name, kind in self.pointers]
        if self.queue:
            lines.append(f"  w: array [0..1] of {self.queue};")
        lines.append(self.start())
        for i in range(self.rng.randrange(2, 7)):
            env, names = self.parameters(2)
            guard = self.condition(env, 2) if self.chance(0.9) else "true"
            lines.append(self.wrapped(names, f'rule "r{i}" {guard} ==> begin {self.statements(env)} end;'))
        for i in range(self.rng.randrange(0, 4)):
            env, names = self.parameters(2)
            kind = self.pick(["invariant", "invariant", "invariant", "cover", "liveness"])
            if kind == "liveness":
                env, names = self.parameters(1)
            lines.append(self.wrapped(names, f'{kind} "c{i}" {self.condition(env, 2)};'))
        self.data_names = 0
        lines += [self.branching(i) for i in range(self.pick([0, 0, 0, 1, 2]))]
        return "\n".join(lines) + "\n"

    CTL = ("AG EF {0}", "EF AG {0}", "AF {0}", "EG {0}", "AG ({0} -> AF {1})", "E ({0} until {1})", "!E (!{1} until !({0} | {1}))",
           "AX EX {0}", "!EF ({0} & EX {1})", "AG ({0} | EX {1})")
    MU = ("mu Z. ({0} | EX Z)", "nu Z. ({0} & AX Z)", "nu Z. mu Y. (EX (({0} & Z) | Y))", '<"r0"> {0}', '["r1"] {0}',
          'mu Z. ({0} | <"r0"> Z | <"r1"> Z)', "nu Y. ({0} & EX EX Y)")

    def branching(self, number: int) -> str:
        """A claim of branching time about no process in particular."""
        kind = self.pick(["ctl", "ctl", "mu"])
        form = self.pick(self.CTL if kind == "ctl" else self.MU)
        return f'{kind} "b{number}" {form.format(self.condition([], 2), self.condition([], 2))};'


def unary(seed: int) -> str:
    return UnaryModel(seed).text()


if __name__ == "__main__":
    import sys
    print(unary(int(sys.argv[1])))
