"""A symmetric model some of whose scalarsets become rings (profile `rings`).

Members of a ring have neighbours: some indices and values `p` become succ(p), pred(p), p + k or p - k, and
distances between two members are observed.  Whatever comes out is symmetric under rotations by its
types, but for loops that start somewhere; the search without symmetry tells.
"""

from __future__ import annotations

import random
import re

from symmetric_model import SymmetricModel

STEPS = ("succ({})", "pred({})", "{} + 1", "{} - 1", "{} + 2", "{} - 3")


class RingModel(SymmetricModel):
    def bound(self) -> int:
        return 400

    def model(self) -> str:
        return ring(self.rng, super().model())


def ring(rng: random.Random, text: str) -> str:
    sets = re.findall(r"type (\w+): scalarset\(\d+\);", text)
    rings = [name for name in sets if rng.random() < 0.7] or sets[:1]
    for name in rings:
        text = re.sub(rf"type {name}: scalarset\((\d+)\);",
                      lambda found: f"type {name}: ringset({rng.choice((found.group(1), '3', '4', '5'))});", text)
        bound = set(re.findall(rf"\b(\w+): {name}\b(?! *;?\n?end)", text))
        for variable in sorted(bound):
            text = re.sub(rf"\[{variable}\]",
                          lambda found: "[" + rng.choice(STEPS).format(variable) + "]" if rng.random() < 0.3
                          else found.group(0), text)
            text = re.sub(rf":= {variable};",
                          lambda found: ":= " + rng.choice(STEPS).format(variable) + ";" if rng.random() < 0.4
                          else found.group(0), text)
    return text + observed(rng, rings[0])


def observed(rng: random.Random, name: str) -> str:
    """A token that goes round, and something that depends on the distance between two places."""
    far = rng.randint(0, 3)
    return f"""
var ring_at, ring_mark: {name}; ring_far: 0..1;
rule "ring begin" isundefined(ring_at) ==> begin ring_far := 0; end;
ruleset ring_r: {name} do
  rule "ring set" isundefined(ring_at) & !isundefined(ring_far) ==> begin ring_at := ring_r; ring_mark := ring_r; end;
  rule "ring hop" !isundefined(ring_at) & ring_at = ring_r ==> begin ring_at := {rng.choice(STEPS).format('ring_r')};
    if ring_at - ring_mark = {far} then ring_far := 1 - ring_far; end; end;
end;
{rng.choice(['invariant "ring far" isundefined(ring_far) | ring_far = 0;',
             f'ruleset ring_r: {name} do liveness "ring back" isundefined(ring_at) | ring_at = ring_r; end;',
             f'invariant "ring loop" isundefined(ring_at) | exists ring_r: {name} do ring_r - ring_at = {far} end;',
             'cover "ring meets" !isundefined(ring_at) & ring_at = pred(ring_mark);'])}
"""
