"""Random protocols: processes that go round locations, with many states.

Most random models have a handful of states, because their guards contradict each other. Here every process has a
location, and rules lead round all locations; guards and effects are small and of the kinds that protocols have: locks,
owners, counters, queues, channels, broadcasts, handshakes, and conditions on all or some of the others. So a model of
three processes has some ten to some ten thousand states.

How processes are written is the caller's choice (`protocol_model(seed, dialect)`):
  scalarset   P: scalarset(N)
  range       P: 1..N, and 0 where nobody is meant
  enum        P: enum {a, b, c}
  special     a range, and one rule, start state or claim that names one of its values
"""

from __future__ import annotations

import random
from typing import List

DIALECTS = ("scalarset", "range", "enum", "special")


class Protocol:
    def __init__(self, seed: int, dialect: str) -> None:
        self.rng = random.Random(seed)
        self.dialect = dialect
        self.size = self.rng.choice([2, 3, 3, 3, 4])
        self.places = [f"L{i}" for i in range(self.rng.choice([3, 3, 4, 5]))]
        self.has = {part: self.rng.random() < share for part, share in
                    {"lock": 0.5, "owner": 0.6, "count": 0.3, "level": 0.4, "flag": 0.5, "turn": 0.3, "queue": 0.15, "peer": 0.15,
                     "sharers": 0.2, "net": 0.15, "data": 0.2, "priority": 0.05, "assume": 0.05}.items()}

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def pick(self, *choices: str) -> str:
        return self.rng.choice(choices)

    def place(self) -> str:
        return self.rng.choice(self.places)

    # ---------------------------------------------------------- names of processes
    def process_type(self) -> str:
        if self.dialect == "scalarset":
            return f"P: scalarset({self.size});"
        if self.dialect == "enum":
            return "P: enum {" + ", ".join("abcd"[:self.size]) + "};"
        return f"P: 1..{self.size};"

    def holder_type(self) -> str:
        """What names a process or nobody."""
        return f"0..{self.size}" if self.uses_zero() else "P"

    def uses_zero(self) -> bool:
        return self.dialect in ("range", "special")

    def nobody(self, variable: str) -> str:
        return f"{variable} := 0;" if self.uses_zero() else f"undefine {variable};"

    def is_nobody(self, variable: str) -> str:
        return f"{variable} = 0" if self.uses_zero() else f"isundefined({variable})"

    def names(self, variable: str, process: str) -> str:
        if self.uses_zero():
            return f"{variable} = {process}"
        return f"(!isundefined({variable}) & {variable} = {process})"

    def literal(self) -> str:
        return self.pick("1", str(self.size)) if self.uses_zero() else "a"

    # ------------------------------------------------------------------ conditions
    def others(self, p: str) -> str:
        test = self.pick(f"pc[q] {self.pick('=', '!=')} {self.place()}", f"pc[q] = {self.place()} | pc[q] = {self.place()}")
        if self.has["flag"] and self.chance(0.4):
            test = self.pick("flag[q]", "!flag[q]", f"(flag[q] | {test})")
        if self.has["level"] and self.chance(0.3):
            test = self.pick(f"level[q] <= level[{p}]", "level[q] < 2", f"({test} | level[q] = level[{p}])")
        if self.chance(0.7):
            return self.pick(f"forall q: P do q = {p} | {test} end", f"exists q: P do q != {p} & ({test}) end")
        return self.pick(f"forall q: P do {test} end", f"exists q: P do {test} end")

    def conditions(self, p: str) -> List[str]:
        found = [self.others(p)]
        if self.has["lock"]:
            found += ["!lock", "lock"]
        if self.has["owner"]:
            found += [self.is_nobody("owner"), self.names("owner", p), f"!{self.names('owner', p)}" if not self.uses_zero() else f"owner != {p}"]
        if self.has["count"]:
            found += [f"count < {self.size}", "count = 0", "count > 0"]
        if self.has["level"]:
            found += [f"level[{p}] < 2", f"level[{p}] = 0", f"exists q: P do q != {p} & level[q] = level[{p}] end"]
        if self.has["flag"]:
            found += [f"flag[{p}]", f"!flag[{p}]"]
        if self.has["turn"]:
            found += [f"turn = {self.rng.randrange(3)}", f"turn != {self.rng.randrange(3)}"]
        if self.has["queue"]:
            found += [self.is_nobody("queue[1]"), self.names("queue[0]", p)]
        if self.has["peer"]:
            found += [self.is_nobody(f"peer[{p}]"), f"exists q: P do {self.names('peer[q]', p)} end"]
        if self.has["sharers"]:
            found += [f"sharers[{p}]", "forall q: P do !sharers[q] end"]
        if self.has["net"]:
            found += [f"multisetcount(m: net, net[m].dst = {p}) > 0", f"multisetcount(m: net, true) < {self.size}"]
        if self.has["data"]:
            found += [f"value[{p}] = memory", f"value[{p}] != memory"]
        return found

    def condition(self, p: str) -> str:
        test = self.rng.choice(self.conditions(p))
        if self.chance(0.15):
            test = f"({test} {self.pick('|', '->')} {self.rng.choice(self.conditions(p))})"
        return test

    # --------------------------------------------------------------------- effects
    def effects(self, p: str) -> List[str]:
        found = [f"if {self.condition(p)} then pc[{p}] := {self.place()}; end;"]
        if self.has["lock"]:
            found += ["lock := true;", "lock := false;", "lock := !lock;"]
        if self.has["owner"]:
            found += [f"owner := {p};", f"owner := {p};", self.nobody("owner")]
        if self.has["count"]:
            found += [f"if count < {self.size} then count := count + 1; end;", "if count > 0 then count := count - 1; end;"]
        if self.has["level"]:
            found += [f"level[{p}] := 0;", f"if level[{p}] < 2 then level[{p}] := level[{p}] + 1; end;"]
        if self.has["flag"]:
            found += [f"flag[{p}] := true;", f"flag[{p}] := false;", f"for q: P do if pc[q] = {self.place()} then flag[q] := {self.pick('true', 'false')}; end; end;"]
        if self.has["turn"]:
            found += [f"turn := {self.rng.randrange(3)};", "turn := (turn + 1) % 3;"]
        if self.has["queue"]:
            found += [f"if {self.is_nobody('queue[0]')} then queue[0] := {p}; elsif {self.is_nobody('queue[1]')} then queue[1] := {p}; end;",
                      f"if !({self.is_nobody('queue[1]')}) then queue[0] := queue[1]; {self.nobody('queue[1]')} else {self.nobody('queue[0]')} end;"]
        if self.has["peer"]:
            found += [self.nobody(f"peer[{p}]"), f"peer[{p}] := {p};"]
        if self.has["sharers"]:
            found += [f"sharers[{p}] := true;", f"sharers[{p}] := false;", f"for q: P do sharers[q] := pc[q] = {self.place()}; end;"]
        if self.has["net"]:
            found += [f"if multisetcount(m: net, true) < {self.size} then alias x: fresh do x.dst := {p}; x.ack := {self.pick('true', 'false')}; multisetadd(x, net); undefine x; end; end;",
                      f"multisetremovepred(m: net, net[m].dst = {p});"]
        if self.has["data"]:
            found += [f"value[{p}] := memory;", f"memory := value[{p}];"]
        if self.has["count"] and self.chance(0.5):
            found += [f"count := 0; for q: P do if pc[q] = {self.place()} then count := count + 1; end; end;"]
        found += [f"for q: P do if q != {p} & pc[q] = {self.place()} then pc[q] := {self.place()}; end; end;"]
        return found

    def body(self, p: str) -> str:
        return " ".join(self.rng.choice(self.effects(p)) for _ in range(self.rng.choice([0, 1, 1, 1, 2])))

    # ----------------------------------------------------------------------- rules
    def rule(self, name: str, guard: str, body: str) -> str:
        order = f"{self.rng.randrange(2)} " if self.has["priority"] and self.chance(0.3) else ""
        return f'rule {order}"{name}" {guard} ==> begin {body} end;'

    def step(self, number: int, here: str, there: str) -> str:
        guard = f"pc[p] = {here}"
        if self.chance(0.45):
            guard += f" & ({self.condition('p')})"
        return f"ruleset p: P do {self.rule(f'r{number}', guard, f'pc[p] := {there}; {self.body(chr(112))}')} end;"

    def meeting(self, number: int) -> str:
        """A rule of two processes."""
        guard = f"p != r & pc[p] = {self.place()} & pc[r] = {self.place()}"
        body = f"pc[p] := {self.place()}; pc[r] := {self.place()};"
        if self.has["peer"]:
            body += " peer[p] := r;"
        if self.has["owner"] and self.chance(0.5):
            guard += f" & {self.names('owner', 'p')}"
            body += " owner := r;"
        return f"ruleset p: P; r: P do {self.rule(f'm{number}', guard, body)} end;"

    def shared(self, number: int) -> str:
        """A rule of no process."""
        guard = self.pick(f"forall q: P do pc[q] != {self.place()} end", f"exists q: P do pc[q] = {self.place()} end")
        body = self.pick(f"for q: P do if pc[q] = {self.place()} then pc[q] := {self.place()}; end; end;", f"for q: P do pc[q] := {self.places[0]}; end;")
        if self.has["turn"]:
            body = "turn := (turn + 1) % 3;"
        return self.rule(f"s{number}", guard, body)

    def delivery(self) -> str:
        return (f'ruleset p: P do choose m: net do {self.rule("deliver", f"net[m].dst = p & pc[p] != {self.place()}", f"if net[m].ack then pc[p] := {self.place()}; end; multisetremove(m, net);")} end; end;')

    def rules(self) -> List[str]:
        count = len(self.places)
        found = [self.step(i, self.places[i], self.places[(i + 1) % count]) for i in range(count)]
        found += [self.step(count + i, self.place(), self.place()) for i in range(self.rng.randrange(3))]
        found += [self.meeting(i) for i in range(self.rng.choice([0, 0, 1, 1, 2]))]
        found += [self.shared(i) for i in range(self.rng.choice([0, 0, 1]))]
        if self.has["net"]:
            found.append(self.delivery())
        if self.has["data"]:
            found.append('ruleset p: P; d: D do rule "write" pc[p] = ' + self.place() + " ==> begin value[p] := d; end; end;")
        if self.dialect == "special" and self.chance(0.5):
            found.append(self.rule("special", f"pc[{self.literal()}] = {self.place()}", f"pc[{self.literal()}] := {self.place()};"))
        return found

    # ------------------------------------------------------------- all of a model
    def variables(self) -> List[str]:
        holder = self.holder_type()
        kinds = {"lock": "lock: boolean;", "owner": f"owner: {holder};", "count": f"count: 0..{self.size};", "level": "level: array [P] of 0..2;",
                 "flag": "flag: array [P] of boolean;", "turn": "turn: 0..2;", "queue": f"queue: array [0..1] of {holder};",
                 "peer": f"peer: array [P] of {holder};", "sharers": "sharers: array [P] of boolean;",
                 "net": f"net: multiset [{self.size}] of Message; fresh: Message;", "data": "memory: D; value: array [P] of D;"}
        return ["pc: array [P] of Place;"] + [text for part, text in kinds.items() if self.has[part]]

    def start(self) -> str:
        lines = [f"for q: P do pc[q] := {self.places[0]}; end;"]
        for part, text in {"lock": "lock := false;", "count": "count := 0;", "level": "for q: P do level[q] := 0; end;",
                           "flag": "for q: P do flag[q] := false; end;", "turn": "turn := 0;", "sharers": "for q: P do sharers[q] := false; end;",
                           "owner": self.nobody("owner"), "queue": f"{self.nobody('queue[0]')} {self.nobody('queue[1]')}",
                           "peer": f"for q: P do {self.nobody('peer[q]')} end;", "data": "memory := d; for q: P do value[q] := d; end;",
                           "net": "undefine net; undefine fresh;"}.items():
            if self.has[part]:
                lines.append(text)
        if self.dialect == "special" and self.chance(0.3):
            lines.append(f"pc[{self.literal()}] := {self.place()};")
        text = f"startstate begin {' '.join(lines)} end;"
        return f"ruleset d: D do {text} end;" if self.has["data"] else text

    def claim(self, number: int) -> str:
        here, there = self.place(), self.place()
        forms = [f'invariant "i{number}" forall p: P; q: P do p = q | !(pc[p] = {here} & pc[q] = {there}) end;'.replace("forall p: P; q: P do", "forall p: P do forall q: P do").replace(" end;", " end end;"),
                 f'invariant "i{number}" forall p: P do pc[p] = {here} -> {self.condition("p")} end;',
                 f'invariant "i{number}" exists p: P do pc[p] != {here} end;',
                 f'ruleset p: P do invariant "i{number}" pc[p] = {here} -> {self.condition("p")}; end;',
                 f'cover "c{number}" forall p: P do pc[p] = {here} end;',
                 f'cover "c{number}" exists p: P do pc[p] = {here} & {self.condition("p")} end;',
                 f'liveness "l{number}" exists p: P do pc[p] = {here} end;',
                 f'ruleset p: P do liveness "l{number}" pc[p] = {here}; end;']
        if self.dialect == "special" and self.chance(0.4):
            forms = [f'invariant "i{number}" !(pc[1] = {here} & pc[{self.size}] = {there});', f'liveness "l{number}" pc[1] = {here};']
        return self.rng.choice(forms)

    def text(self) -> str:
        types = [self.process_type(), "Place: enum {" + ", ".join(self.places) + "};"]
        if self.has["data"]:
            types.append("D: scalarset(2);")
        if self.has["net"]:
            types.append("Message: record dst: P; ack: boolean; end;")
        lines = ["type " + " ".join(types), "var " + " ".join(self.variables()), self.start(), *self.rules()]
        if self.has["assume"]:
            lines.append(f'assume "a" exists p: P do pc[p] != {self.place()} end;')
        lines += [self.claim(i) for i in range(self.rng.randrange(1, 4))]
        return "\n".join(lines) + "\n"


def protocol_model(seed: int, dialect: str = "scalarset") -> str:
    return Protocol(seed, dialect).text()


if __name__ == "__main__":
    import sys
    print(protocol_model(int(sys.argv[1]), *sys.argv[2:]))
