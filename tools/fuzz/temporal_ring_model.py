"""Random temporal models (temporal_model.py) whose processes stand on a ring, or hold each other.

Shape `ring`: a ringset.  Shape `network`: numbers, with the next place written in the ways in which people write it,
sometimes wrongly, and sometimes with a place that is named: in a claim, in a start state, in a rule of its own.  Shape
`mates`: interchangeable processes that point at each other in pairs, so that pairs are alike where no two processes
can be exchanged.  On rings some tests and updates of a process are about a neighbour instead, so that processes that are alike
in themselves are not alike where they stand.  All random choices come from a source of their own: models of one seed that
differ in fairness differ in nothing else.
"""

from __future__ import annotations

import random
import re

from temporal_model import generate

SHAPES = ("set", "ring", "network", "mates")
STEPS = ("succ({})", "pred({})", "{} + 2")


class Ring:
    def __init__(self, seed: int, kind: str, shape: str):
        self.rng = random.Random(f"{shape}/{kind}/{seed}")
        self.shape = shape
        self.low = self.rng.choice((0, 1)) if shape == "network" else 0
        self.flawed = shape == "network" and self.rng.random() < 0.3
        self.size = self.rng.choice((3, 3, 4, 4, 5))

    def beside(self, name: str) -> str:
        """A neighbour of the process of this name."""
        step = self.rng.choice(STEPS)
        if self.shape == "ring":
            return step.format(name)
        size, low, high = self.size, self.low, self.low + self.size - 1
        if self.flawed and self.rng.random() < 0.1:
            return str(self.rng.randint(low, high))
        if "succ" in step and self.rng.random() < 0.5:
            return f"({name} = {high} ? {low} : {name} + 1)"
        far = {"succ({})": 1, "pred({})": size - 1, "{} + 2": 2}[step]
        return f"(({name} + {far - low}) % {size} + {low})" if far >= low else f"(({name}) % {size} + {low})"

    def line(self, text: str, odds: float) -> str:
        def index(found: re.Match) -> str:
            return f"[{self.beside(found.group(1))}]" if self.rng.random() < odds else found.group(0)

        text = re.sub(r"\[([pqxyijvza])\]", index, text)
        return re.sub(r"token := ([pq]);", lambda found: f"token := {self.beside(found.group(1))};"
                      if self.rng.random() < 0.6 else found.group(0), text)

    def declare(self, text: str) -> str:
        kind = f"ringset({self.size})" if self.shape == "ring" else f"{self.low}..{self.low + self.size - 1}"
        return re.sub(r"Process: scalarset\(\d+\)", f"Process: {kind}", text)

    def name_places(self, text: str) -> str:
        """A place that is named: in a claim, a start state, a rule."""
        place = str(self.rng.randint(self.low, self.low + self.size - 1))
        what = self.rng.random()
        if what < 0.3:
            return re.sub(r"(?m)^(ltl|ctl|mu|ctlstar)( .*)\[[ij]\]", lambda found: f"{found[1]}{found[2]}[{place}]", text)
        if what < 0.5:
            return text.replace("pc[p] := L0;", f"pc[p] := p = {place} ? L1 : L0;")
        if what < 0.7:
            return text.replace("token := o;", f"token := {place};")
        return text + f'rule "alone" pc[{place}] = L0 ==> begin pc[{place}] := L1; end;\n'

    def model(self, text: str) -> str:
        in_claims, lines = False, []
        for line in self.declare(text).splitlines():
            in_claims |= re.match(r"(ltl|ctl|mu|ctlstar|never|ruleset .* never|ruleset .* fair|fair|strongfair)\b", line) is not None
            is_start = "startstate" in line or "for p: Process do pc[p] := L0" in line
            lines.append(line if is_start else self.line(line, 0.1 if in_claims else 0.25))
        text = "\n".join(lines) + "\n"
        return self.name_places(text) if self.flawed and self.rng.random() < 0.7 else text


MATES = """
ruleset p: Process do
  ruleset q: Process do
    rule "marry" p != q & isundefined(mate[p]) & isundefined(mate[q]){} ==> begin mate[p] := q; mate[q] := p; end;
  end;
  {}rule "leave" !isundefined(mate[p]){} ==> begin undefine mate[mate[p]]; undefine mate[p]; end;
end;
"""


def mates(seed: int, kind: str, fairness: str, text: str) -> str:
    """What a process does may wait for its mate."""
    rng = random.Random(f"mates/{kind}/{seed}")
    mark = {"none": "", "weak": "weakfair ", "strong": "strongfair ", "mixed": "weakfair "}[fairness]
    label = rng.choice(("L0", "L1"))

    def waits(found: re.Match) -> str:
        with_mate = f"(!isundefined(mate[p]) & pc[mate[p]] != {label})"
        test = rng.choice((f"isundefined(mate[p]) | {with_mate}", with_mate, "isundefined(mate[p])"))
        return f"{found.group(1)}({test}) & " if rng.random() < 0.4 else found.group(0)

    text = re.sub(r"Process: scalarset\(\d+\)", f"Process: scalarset(4)", text)
    text = re.sub(r'(  rule "r\d+" )(?=\(pc\[p\])', waits, text)
    text = text.replace("var\n", "var\n  mate: array [Process] of Process;\n", 1)
    text = text.replace("for p: Process do pc[p] := L0;", "undefine mate; for p: Process do pc[p] := L0;", 1)
    alike, leaves = rng.choice(("", " & pc[p] = pc[q]")), f" & pc[p] = {label}"
    rules = MATES.format(alike, mark, rng.choice(("", leaves, leaves + f" & pc[mate[p]] = {label}")))
    first = re.search(r"(?m)^(ltl|ctl|mu|ctlstar|never|ruleset [^\n]* never) ", text)
    return text[:first.start()] + rules.lstrip() + "\n" + text[first.start():] if first else text + rules


def generate_on_ring(seed: int, fairness: str, kind: str, shape: str, claims: int = 3) -> str:
    text = generate(seed, fairness, kind, claims)
    if shape == "mates":
        return mates(seed, kind, fairness, text)
    return text if shape == "set" else Ring(seed, kind, shape).model(text)
