"""live: AG EF on random graphs, against a judge that follows the definition.

A model is a number that a few rules change; some claims are about all values of a parameter,
more than are worked at together. Verdict, number of the states that are lost, and the length
of the run to the first of them must be those of the judge: with one thread and two, in the
hostile build, whose walks are short and which has no room for edges, and compiled.
"""

from __future__ import annotations

import random
from typing import Dict, List, Optional, Sequence, Set, Tuple

from kit.core import HOSTILE, RELEASE, Test, binary, require, require_sane, run, scratch
from kit.expect import load_json

MODELS = 60
Rule = Tuple[int, int, int, int, int]  # x % k = r & x >= low ==> x := (x * a + c) % size
Claim = Tuple[int, Optional[int]]  # x % modulus = value; None: for each value


class Graph:
    def __init__(self, seed: int) -> None:
        rng = random.Random(seed)
        self.size = rng.choice([7, 60, 400, 2500, 12000])
        self.starts = sorted({rng.randrange(self.size) for _ in range(rng.choice([1, 1, 3]))})
        self.rules: List[Tuple[int, int, int, int, int]] = []
        for _ in range(rng.randint(1, 5)):
            k = rng.randint(1, 5)
            shift = rng.choice([1, self.size - 1, rng.randrange(self.size)])
            self.rules.append((k, rng.randrange(k), rng.choice([0, 0, rng.randrange(self.size)]), rng.choice([1, 1, 2, 3, 0]), shift))
        self.claims: List[Claim] = []
        for _ in range(rng.randint(1, 4)):
            modulus = rng.choice([2, 3, 7, 70, 150, self.size])
            self.claims.append((modulus, None if modulus < 151 and rng.random() < 0.4 else rng.randrange(modulus)))

    def text(self) -> str:
        lines = [f"var x: 0..{self.size - 1};"]
        lines += [f'startstate "s{x}" begin x := {x}; end;' for x in self.starts]
        lines += [f'rule "r{i}" x % {k} = {r} & x >= {low} ==> begin x := (x * {a} + {c}) % {self.size}; end;'
                  for i, (k, r, low, a, c) in enumerate(self.rules)]
        for i, (modulus, value) in enumerate(self.claims):
            claim = f'liveness "l{i}" x % {modulus} = {"p" if value is None else value};'
            lines.append(f"ruleset p: 0..{modulus - 1} do {claim} end;" if value is None else claim)
        return "\n".join(lines) + "\n"

    def after(self, x: int) -> List[int]:
        return [(x * a + c) % self.size for k, r, low, a, c in self.rules if x % k == r and x >= low]

    def depths(self) -> Dict[int, int]:
        depths = {x: 0 for x in self.starts}
        level = list(depths)
        while level:
            found = sorted({y for x in level for y in self.after(x)} - set(depths))
            depths.update({y: depths[level[0]] + 1 for y in found})
            level = found
        return depths


def lost(depths: Dict[int, int], before: Dict[int, Set[int]], modulus: int, value: int) -> Set[int]:
    reach = {x for x in depths if x % modulus == value}
    left = list(reach)
    while left:
        for x in before.get(left.pop(), set()) - reach:
            reach.add(x)
            left.append(x)
    return set(depths) - reach


def judge(graph: Graph) -> List[tuple]:
    """By claim: verdict, states that are lost, steps of the run."""
    depths, before = graph.depths(), {}
    for x in depths:
        for y in graph.after(x):
            before.setdefault(y, set()).add(x)
    answers = []
    for modulus, value in graph.claims:
        answer: tuple = ("holds", 0, None)
        for each in range(modulus) if value is None else [value]:
            missing = lost(depths, before, modulus, each)
            if missing:
                answer = ("violated", len(missing), min(depths[x] for x in missing) + 1)
                break
        answers.append(answer)
    return answers


def agree(seed: int, ways: List[Sequence]) -> None:
    graph = Graph(seed)
    expected = judge(graph)
    with scratch() as folder:
        path, result = folder / "graph.m", folder / "result.json"
        path.write_text(graph.text())
        for program, *options in ways:
            ran = run([binary(program), "check", path, "--max-errors=0", "--deadlock=off", "--json", result, *options],
                      env={"XDG_CACHE_HOME": str(folder / "cache")})
            require_sane(ran)
            found = [(item["verdict"], item["count"], len(item["trace"]["steps"]) if item["trace"] else None)
                     for item in load_json(ran, result)["properties"] if item["kind"] == "liveness"]
            require(found == expected, ran, f"{expected}", f"{found}\n{graph.text()}")


def tests() -> List[Test]:
    found = []
    for seed in range(MODELS):
        ways: List[Sequence] = [(RELEASE, "-j1", "--compile=never"), (RELEASE, "-j2", "--compile=auto")]
        if seed % 6 == 0:
            ways.append((RELEASE, "-j1", "--compile=always"))
        hostile = [(HOSTILE, "-j2", "--compile=never")]
        found.append(Test("live", f"graph {seed}", lambda seed=seed, ways=ways: agree(seed, ways)))
        found.append(Test("live", f"hostile {seed}", lambda seed=seed, ways=hostile: agree(seed, ways)))
    return found
