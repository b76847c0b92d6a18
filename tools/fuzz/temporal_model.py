"""Random symmetric models with fairness marks and temporal claims.

A model has two to four interchangeable processes with a program counter, shared bits,
sometimes a token that names a process, a private flag, a name held by each process, or
a second set of resources.  Guards look at the process itself, at all the others, or at
the token.  Some models have priorities, some an assumption that takes states away, some conditions of fairness.  The same seed with another fairness gives the same model with other marks,
so that one can see where the kinds of fairness differ.
"""

from __future__ import annotations

import random
import re
from typing import Dict, List, Optional

FAIRNESS = ("none", "weak", "strong", "mixed")
KINDS = ("ltl", "ctl", "mu", "never", "past", "ctlstar")


class TemporalModel:
    """One model; `fairness` only changes the marks, never the random choices."""

    def __init__(self, seed: int, fairness: str, kind: str, claims: int = 3):
        self.rng = random.Random(f"temporal/{kind}/{seed}")
        self.fairness, self.kind, self.claim_count, self.seed = fairness, kind, claims, seed
        rng = self.rng
        self.processes = rng.choice((2, 2, 3, 3, 3, 4))
        self.labels = rng.choice((2, 3, 3, 4)) if self.processes < 4 else rng.choice((2, 3))
        self.bit = rng.random() < 0.5
        self.token = rng.random() < 0.6
        self.flag = rng.random() < 0.35 and self.processes < 4
        self.friend = rng.random() < 0.15 and self.processes < 4
        self.resources = rng.random() < 0.12 and self.processes < 4
        self.rule_names: List[str] = []
        self.parameters: Dict[str, str] = {}  # by rule: a letter for each parameter, P for a process
        self.chance = random.Random(f"rule atoms/{kind}/{seed}")  # atoms about rules: from a source of their own
        self.rule_atoms = 0.35 if self.chance.random() < 0.5 else 0.0
        self.uneven = random.Random(f"uneven starts/{kind}/{seed}")  # likewise
        self.narrow: Optional[int] = None  # a label for one process at a time
        self.cycle, self.next_source = False, 0  # do the rules lead once around the labels?

    # ------------------------------------------------------------- atoms

    def label(self) -> str:
        return f"L{self.rng.randrange(self.labels)}"

    def local_test(self, p: str) -> str:
        """A test about the process named p."""
        options = [f"pc[{p}] = {self.label()}", f"pc[{p}] != {self.label()}"]
        if self.flag:
            options += [f"flag[{p}]", f"!flag[{p}]"]
        if self.token:
            options += [f"token = {p}", f"token != {p}"]
        if self.friend:
            options += [f"isundefined(friend[{p}])"]
        return self.rng.choice(options)

    def global_test(self) -> str:
        options = []
        if self.bit:
            options += ["bit", "!bit"]
        if self.token:
            options += [f"pc[token] = {self.label()}"]
        if self.resources:
            options += ["exists r: Resource do busy[r] end", "forall r: Resource do busy[r] end"]
        options += [f"exists x: Process do {self.plain_test('x')} end", f"forall x: Process do {self.plain_test('x')} end"]
        return self.rng.choice(options)

    def plain_test(self, p: str) -> str:
        return f"pc[{p}] {self.rng.choice(('=', '!='))} {self.label()}"

    def pair_test(self, p: str, q: str) -> str:
        options = [f"pc[{p}] = pc[{q}]", f"({self.local_test(p)}) & ({self.local_test(q)})"]
        if self.friend:
            options += [f"(!isundefined(friend[{p}]) & friend[{p}] = {q})"]
        return self.rng.choice(options)

    # ------------------------------------------------------------- rules

    def guard(self, p: str, source: str) -> str:
        parts = [f"pc[{p}] = {source}"] if self.rng.random() < 0.85 else []
        odds = 0.06 if self.cycle else 0.35  # a cycle that is blocked everywhere shows nothing
        if self.rng.random() < odds:
            parts.append(self.local_test(p))
        if self.rng.random() < odds:
            parts.append(self.global_test())
        if self.rng.random() < odds / 2:
            quantifier = self.rng.choice(("exists", "forall"))
            join = "&" if quantifier == "exists" else "->"
            parts.append(f"({quantifier} y: Process do y != {p} {join} {self.plain_test('y')} end)")
        return " & ".join(f"({part})" for part in parts) or "true"

    def action(self, p: str, target: str) -> List[str]:
        rng = self.rng
        body = [f"pc[{p}] := {target};"] if rng.random() < 0.85 else []
        if self.bit and rng.random() < 0.3:
            body.append(rng.choice(("bit := true;", "bit := false;", "bit := !bit;")))
        if self.flag and rng.random() < 0.4:
            body.append(rng.choice((f"flag[{p}] := true;", f"flag[{p}] := false;")))
        if self.token and rng.random() < 0.15:
            body.append(f"token := {p};")
        if self.friend and rng.random() < 0.3:
            body.append(rng.choice((f"undefine friend[{p}];", f"friend[{p}] := {p};",
                                    f"if isundefined(friend[{p}]) & {'true' if not self.token else 'token != ' + p} then "
                                    f"friend[{p}] := {'token' if self.token else p}; end;")))
        if rng.random() < 0.08:
            body.append(f"for z: Process do if {self.plain_test('z')} then pc[z] := {self.label()}; end; end;")
        return body or [f"pc[{p}] := {target};"]

    def rule(self, indent: str, p: str, mark: str) -> List[str]:
        name = f"r{len(self.rule_names)}"
        self.rule_names.append(name)
        self.parameters[name] = "P"
        source = self.next_source if self.cycle else self.rng.randrange(self.labels)
        target = (source + (1 if self.rng.random() < (0.97 if self.cycle else 0.6) else self.rng.randrange(self.labels))) % self.labels
        guard = self.guard(p, f"L{source}")
        if self.cycle and target != 0 and self.rng.random() < 0.65:  # one at a time: others disable it again and again
            self.narrow = target
            guard += f" & (forall y: Process do y != {p} -> pc[y] != L{target} end)"
        lines = [f'{indent}{mark}rule "{name}" {guard} ==>', f"{indent}begin"]
        lines += [f"{indent}  {line}" for line in self.action(p, f"L{target}")]
        return lines + [f"{indent}end;"]

    def passing(self, indent: str, mark: str) -> List[str]:
        """The token goes to another process."""
        name = f"r{len(self.rule_names)}"
        self.rule_names.append(name)
        self.parameters[name] = "PP"
        return [f"{indent}{mark}ruleset q: Process do",
                f'{indent}  rule "{name}" token = p & p != q & {self.local_test("p")} & {self.local_test("q")} ==>',
                f"{indent}  begin", f"{indent}    token := q;"] + \
               ([f"{indent}    pc[p] := {self.label()};"] if self.rng.random() < 0.6 else []) + \
               [f"{indent}  end;", f"{indent}end;"]

    def mark(self, choice: float) -> str:
        """What the fairness makes of a place that is to be marked."""
        if self.fairness == "none":
            return ""
        strong = self.fairness == "strong" or (self.fairness == "mixed" and choice < 0.5)
        return "strongfair " if strong else "weakfair "

    def rulesets(self) -> List[str]:
        rng, lines = self.rng, []
        for _ in range(rng.choice((1, 1, 1, 2))):
            on_set, choice = rng.random() < 0.8, rng.random()
            lines.append(f"{self.mark(choice) if on_set else ''}ruleset p: Process do")
            self.cycle = rng.random() < 0.75
            for number in range(rng.choice((2, 3, 3, 4)) if not self.cycle else self.labels):
                self.next_source = number
                on_rule, rule_choice = rng.random() < (0.1 if on_set else 0.6), rng.random()
                lines += self.rule("  ", "p", self.mark(rule_choice) if on_rule else "")
            if self.token and rng.random() < 0.7:
                on_rule, rule_choice = rng.random() < 0.15, rng.random()
                lines += self.passing("  ", self.mark(rule_choice) if on_rule else "")
            lines += ["end;", ""]
        if self.resources:
            choice, on_rule = rng.random(), rng.random() < 0.5
            self.parameters["grab"] = self.parameters["drop"] = "RP"
            lines += ["ruleset r: Resource; p: Process do",
                      f'  {self.mark(choice) if on_rule else ""}rule "grab" !busy[r] & {self.local_test("p")} ==>',
                      f"  begin busy[r] := true; pc[p] := {self.label()}; end;",
                      f'  rule "drop" busy[r] & {self.local_test("p")} ==>', "  begin busy[r] := false; end;", "end;", ""]
        if self.bit and rng.random() < 0.4:
            choice, on_rule = rng.random(), rng.random() < 0.5
            lines += [f'{self.mark(choice) if on_rule else ""}rule "flip" {self.global_test()} ==>',
                      "begin bit := !bit; end;", ""]
            self.rule_names.append("flip")
            self.parameters["flip"] = ""
        return lines

    # ------------------------------------------------------------ claims

    def rule_atom(self, names: List[str], steps: bool) -> str:
        """An atom about a rule; with `steps` perhaps about a step by it."""
        word = self.chance.choice(("enabled", "taken", "taken")) if steps else "enabled"
        name = self.chance.choice(list(self.parameters))
        values = names + (["token"] if self.token else [])
        if "R" in self.parameters[name] or not values or self.chance.random() < 0.25:
            return f'{word}("{name}")'
        return f'{word}("{name}"' + "".join(f", {self.chance.choice(values)}" for _ in self.parameters[name]) + ")"

    def atom(self, names: List[str], steps: bool = False) -> str:
        if self.chance.random() < self.rule_atoms:
            return self.rule_atom(names, steps)
        if len(names) > 1 and self.rng.random() < 0.3:
            return f"({self.pair_test(names[0], names[1])})"
        if names and self.rng.random() < 0.8:
            return f"({self.local_test(self.rng.choice(names))})"
        return f"({self.global_test()})"

    def ltl(self, names: List[str], depth: int) -> str:
        rng = self.rng
        if depth == 0:
            return self.atom(names, True)
        pick = rng.random()
        if pick < 0.1:
            return self.atom(names, True)
        if pick < 0.5:
            word = rng.choice(("[] ", "<> ", "[] ", "<> ", "[]<> ", "<>[] ", "[]<> ", "X ", "!"))
            return f"{word}({self.ltl(names, depth - 1)})"
        if pick < 0.55 and not names:
            quantifier = rng.choice(("exists", "forall"))
            return f"{quantifier} v: Process do {self.ltl(names + ['v'], depth - 1)} end"
        word = rng.choice(("&", "|", "->", "->", "U", "W", "R"))
        return f"(({self.ltl(names, depth - 1)}) {word} ({self.ltl(names, depth - 1)}))"

    def past(self, names: List[str], depth: int) -> str:
        """LTL that looks back."""
        rng = self.rng
        if depth == 0:
            return self.atom(names, True)
        pick = rng.random()
        if pick < 0.4:
            word = rng.choice(("once ", "historically ", "previous ", "O ", "H ", "Y ", "!"))
            return f"{word}({self.past(names, depth - 1)})"
        if pick < 0.6:
            return f"{rng.choice(('[] ', '<> ', '[]<> ', '<>[] ', 'X '))}({self.past(names, depth - 1)})"
        if pick < 0.65 and not names:
            return f"{rng.choice(('exists', 'forall'))} v: Process do {self.past(names + ['v'], depth - 1)} end"
        word = rng.choice(("&", "->", "since", "since", "S", "U"))
        return f"(({self.past(names, depth - 1)}) {word} ({self.past(names, depth - 1)}))"

    def pattern(self, names: List[str]) -> str:
        a, b = self.atom(names, True), self.atom(names, True)
        if names and self.rng.random() < 0.75:  # does the process get on?
            at = self.rng.randrange(self.labels)
            if self.narrow is not None and self.rng.random() < 0.6:
                at = self.narrow - 1
            a, b = f"(pc[i] = L{at})", f"(pc[i] = L{(at + 1) % self.labels})"
            return self.rng.choice((f"[]<> {b}", f"[] ({a} -> <> {b})", f"[]<> {a} -> []<> {b}", f"<>[] {a}",
                                    f"[] ({a} -> ({a} U {b}))", f"<> {b}"))
        return self.rng.choice((f"[]<> {a}", f"[] ({a} -> <> {b})", f"<>[] {a}", f"[]<> {a} -> []<> {b}",
                                f"<> {a}", f"[] ({a} -> ({a} U {b}))", f"<>[] {a} -> []<> {b}"))

    def ctl(self, names: List[str], depth: int) -> str:
        rng = self.rng
        if depth == 0 or rng.random() < 0.1:
            return self.atom(names)
        pick = rng.random()
        if pick < 0.5:
            word = rng.choice(("AG", "AF", "AX", "EG", "EF", "EX", "AG EF", "AF EG", "EF AG", "!"))
            return f"{word} ({self.ctl(names, depth - 1)})"
        if pick < 0.75:
            word = rng.choice(("U", "W", "R"))
            return f"{rng.choice('AE')} (({self.ctl(names, depth - 1)}) {word} ({self.ctl(names, depth - 1)}))"
        if pick < 0.8 and not names:
            quantifier = rng.choice(("exists", "forall"))
            return f"{quantifier} v: Process do {self.ctl(names + ['v'], depth - 1)} end"
        return f"(({self.ctl(names, depth - 1)}) {rng.choice(('&', '|', '->'))} ({self.ctl(names, depth - 1)}))"

    def star(self, names: List[str], depth: int, in_path: bool = False) -> str:
        """CTL*: with A and E in front of any formula."""
        rng = self.rng
        if depth == 0:
            return self.atom(names, in_path)
        if not in_path and rng.random() < 0.75:
            return f"{rng.choice('AE')} ({self.star(names, depth, True)})"
        pick = rng.random()
        if in_path and pick < 0.4:
            return f"{rng.choice(('[] ', '<> ', '[]<> ', '<>[] ', 'X '))}({self.star(names, depth - 1, True)})"
        if in_path and pick < 0.55:
            return f"(({self.star(names, depth - 1, True)}) {rng.choice('UWR')} ({self.star(names, depth - 1, True)}))"
        if pick < 0.7:
            return f"{rng.choice(('AG', 'AF', 'AX', 'EG', 'EF', 'EX', '!'))} ({self.star(names, depth - 1, in_path)})"
        if pick < 0.75 and in_path:
            return f"{rng.choice('AE')} ({self.star(names, depth - 1, True)})"
        if pick < 0.8 and not names:
            return f"{rng.choice(('exists', 'forall'))} v: Process do {self.star(names + ['v'], depth - 1, in_path)} end"
        return f"(({self.star(names, depth - 1, in_path)}) {rng.choice(('&', '|', '->'))} ({self.star(names, depth - 1, in_path)}))"

    def mu(self, names: List[str], depth: int, points: List[str], positive: bool = True) -> str:
        rng = self.rng
        if depth == 0:
            return rng.choice(points) if points and positive and rng.random() < 0.6 else self.atom(names)
        pick = rng.random()
        if pick < 0.3 and len(points) < 3:
            point = f"Z{len(points)}"
            body = self.mu(names, depth - 1, points + [point], positive)
            other = self.mu(names, max(depth - 2, 0), points + [point], positive)
            step = rng.choice(("EX", "AX", '<"r0">', '["r0"]'))
            join = rng.choice(("&", "|"))
            return f"({rng.choice(('mu', 'nu'))} {point}. (({body}) {join} {step} (({other}) | {point})))"
        if pick < 0.6:
            name = rng.choice(self.rule_names)
            word = rng.choice(("EX", "AX", f'<"{name}">', f'["{name}"]'))
            return f"{word} ({self.mu(names, depth - 1, points, positive)})"
        if pick < 0.66:
            return f"!({self.mu(names, depth - 1, [], True)})"
        join = rng.choice(("&", "|"))
        return f"(({self.mu(names, depth - 1, points, positive)}) {join} ({self.mu(names, depth - 1, points, positive)}))"

    def sequence(self, names: List[str], depth: int) -> str:
        rng = self.rng
        if depth == 0:
            return self.atom(names)
        pick = rng.random()
        inner = lambda: "{" + self.sequence(names, depth - 1) + "}"
        if pick < 0.4:
            return f"{inner()} ; {inner()}"
        if pick < 0.55:
            return f"{inner()} : {inner()}"
        if pick < 0.7:
            return f"{inner()} | {inner()}"
        if pick < 0.85:
            return f"{self.atom(names)} ; {inner()}{rng.choice(('[*]', '[+]', '[*1:2]', '[*2]'))} ; {inner()}"
        return f"{self.atom(names)}{rng.choice(('[->1]', '[->2]', '[=1]'))} ; {inner()}"

    def claim(self, number: int) -> str:
        rng = self.rng
        tracked = rng.choice((0, 1, 1, 1, 2)) if self.processes > 1 else 0
        names = ["i", "j"][:tracked]
        if self.kind == "ltl":
            body = self.pattern(names) if rng.random() < 0.7 else self.ltl(names, rng.choice((2, 3)))
        elif self.kind == "past":
            body = self.past(names, rng.choice((2, 2, 3)))
        elif self.kind == "ctlstar":
            body = self.star(names, rng.choice((2, 3)))
        elif self.kind == "ctl":
            body = self.ctl(names, rng.choice((2, 3)))
        elif self.kind == "mu":
            body = self.mu(names, rng.choice((2, 3, 4)), [])
        else:
            tail = rng.choice(("", "", f" |-> {self.atom(names)}", f" |=> {self.atom(names)}"))
            text = f'never "c{number}" {{ {self.sequence(names, 2)} }}{tail};'
            binders = "; ".join(f"{name}: Process" for name in names)
            return f"ruleset {binders} do {text} end;" if names else text
        for name in reversed(names):
            body = f"forall {name}: Process do {body} end"
        return f'{"ltl" if self.kind == "past" else self.kind} "c{number}" {body};'

    # ------------------------------------------------------------- model

    def start(self) -> List[str]:
        rng = self.rng
        body = ["for p: Process do pc[p] := L0;" + (" flag[p] := false;" if self.flag else "") + " end;"]
        if self.friend:
            body.append("undefine friend;")
        if self.bit:
            body.append(f"bit := {rng.choice(('true', 'false'))};")
        if self.resources:
            body.append("for r: Resource do busy[r] := false; end;")
        if self.uneven.random() < 0.3:
            return self.uneven_start(body)
        if not self.token:
            return ["startstate", "begin"] + ["  " + line for line in body] + ["end;"]
        extra = [f"pc[o] := {self.label()};"] if rng.random() < 0.4 else []
        return ["ruleset o: Process do startstate", "begin"] + \
            ["  " + line for line in body + ["token := o;"] + extra] + ["end; end;"]

    def uneven_start(self, body: List[str]) -> List[str]:
        """A start state that prefers some process: the first one or the last one, or those that a loop comes to first."""
        rng, label = self.uneven, f"L{self.uneven.randrange(self.labels)}"
        if self.token:
            body = body + [rng.choice(("clear token;", "for p: Process do token := p; end;"))]
            if rng.random() < 0.5:
                body.append(f"pc[token] := {label};")
        if not self.token or rng.random() < 0.3:
            what = rng.choice((f"pc[p] := {label};", "flag[p] := true;" if self.flag else f"pc[p] := {label};"))
            body = body + ["some := true;", f"for p: Process do if some then {what} some := {rng.choice(('false', 'false', 'pc[p] = L0'))}; end; end;"]
            return ["startstate", "  var some: boolean;", "begin"] + ["  " + line for line in body] + ["end;"]
        return ["startstate", "begin"] + ["  " + line for line in body] + ["end;"]

    def text(self) -> str:
        labels = ", ".join(f"L{i}" for i in range(self.labels))
        lines = ["type", f"  Process: scalarset({self.processes});", f"  Label: enum {{{labels}}};"]
        if self.resources:
            lines.append("  Resource: scalarset(2);")
        lines += ["var", "  pc: array [Process] of Label;"]
        if self.flag:
            lines.append("  flag: array [Process] of boolean;")
        if self.friend:
            lines.append("  friend: array [Process] of Process;")
        if self.bit:
            lines.append("  bit: boolean;")
        if self.token:
            lines.append("  token: Process;")
        if self.resources:
            lines.append("  busy: array [Resource] of boolean;")
        lines += [""] + self.start() + [""] + self.rulesets()
        lines += [self.claim(i) for i in range(self.claim_count)]
        return self.conditioned(self.restrained("\n".join(lines) + "\n"))

    def conditioned(self, text: str) -> str:
        """Sometimes with conditions of fairness, about the model or about each process.  From a source of its own, too."""
        own, self.rng = self.rng, random.Random(f"conditioned/{self.kind}/{self.seed}")
        lines = []
        for _ in range(self.rng.choice((0, 1, 1, 2))):
            names = self.rng.choice(([], ["a"], ["a"], ["a"], ["a", "b"]))
            first, second = self.atom(names), self.atom(names)
            kind = self.rng.random()
            line = f"fair {first};" if kind < 0.5 else f"strongfair {first} -> {second};"
            binders = "; ".join(f"{name}: Process" for name in names)
            lines.append(f"ruleset {binders} do {line} end;" if names else line)
        self.rng = own
        return text + "".join(line + "\n" for line in lines) if self.fairness != "none" else text

    def restrained(self, text: str) -> str:
        """Sometimes with priorities, sometimes with an assumption: both decide which steps
        there are, and so which groups are enabled.  It draws from a source of its own."""
        rng = random.Random(f"restrained/{self.kind}/{self.seed}")
        if rng.random() < 0.12:
            text = re.sub(r'rule (?=")', lambda _: f"rule {rng.choice((1, 1, 2))} ", text)
        if rng.random() < 0.25:
            label = f"L{rng.randrange(1, self.labels)}"  # all begin at L0
            text += rng.choice((f"assume exists p: Process do pc[p] != {label} end;",
                                f"assume forall p: Process do pc[p] != {label} end;",
                                f"assume forall p: Process do forall q: Process do p = q | pc[p] != {label} | "
                                f"pc[q] != {label} end end;")) + "\n"
        return text


def generate(seed: int, fairness: str, kind: str, claims: int = 3) -> str:
    return f"-- temporal model, seed {seed}, fairness {fairness}, {kind}\n" + \
        TemporalModel(seed, fairness, kind, claims).text()


def variants(kind: str) -> Optional[List[str]]:
    """The fairness kinds that matter for a kind of claims. To sequences none does, which is to be seen."""
    if kind in ("ltl", "ctl", "past", "ctlstar"):
        return list(FAIRNESS)
    return ["none", "strong"] if kind == "never" else ["none"]
