"""A symmetric model in which one order dependence is planted (profile `planted`).

The base is a protocol that treats the members of its scalarsets alike, by construction.  A mark
for each member and something to observe are added, and then, at a random place, one of the
plants: statements whose outcome depends on the order in which they take the members.  A proof
that misses the plant merges states that differ, and the search without symmetry tells.  Every
plant can also be sound by chance, in the states that are reached: then the proof may stay.
"""

from __future__ import annotations

import random
import re
from typing import List, Tuple

from features import Features
from symmetric_model import SymmetricModel

# Name: what is declared, and what is done.  T is the scalarset.
DECLARED = """
type PlBag: multiset [3] of 0..1; PlIds: multiset [3] of T; PlOne: multiset [1] of T;
type PlNode: record k: 0..1; m: PlOne; end; PlNodes: multiset [2] of PlNode;
var pl_mark: array [T] of 0..1; pl_code: 0..3; pl_last: T;
"""
FUNCTIONS = """
function pl_eat(v: 0..1): boolean; begin pl_code := (2 * pl_code + v) % 4; return true; end;
function pl_take(z: T): boolean; begin pl_last := z; return true; end;
function pl_dare(v: 0..1): boolean; begin assume pl_code != 1; pl_code := v; return true; end;
function pl_seek(): T; begin for z: T do if pl_mark[z] = 1 then return z; end; end; return pl_last; end;
function pl_fill(): PlBag; var b: PlBag; begin for z: T do multisetadd(pl_mark[z], b); end; return b; end;
procedure pl_pour(var b: PlBag); begin for z: T do if pl_mark[z] = 1 then multisetadd(1, b); else multisetadd(0, b); end; end; end;
"""
PLANTS: Tuple[Tuple[str, str], ...] = (
    ("last writer", "for z: T do if pl_mark[z] = 1 then pl_last := z; end; end;"),
    ("first found", "undefine pl_last; for z: T do if isundefined(pl_last) & pl_mark[z] = 1 then pl_last := z; end; end;"),
    ("digits", "pl_code := 0; for z: T do pl_code := (2 * pl_code + pl_mark[z]) % 4; end;"),
    ("sought", "pl_last := pl_seek();"),
    ("removal eats", "for z: T do multisetadd(pl_mark[z], b); end; pl_code := 0; multisetremovepred(i: b, pl_eat(b[i]));"),
    ("count eats", "for z: T do multisetadd(pl_mark[z], b); end; pl_code := multisetcount(i: b, pl_eat(b[i]) & pl_code < 2);"),
    ("result eats", "pl_code := 0; alias c: pl_fill() do if multisetcount(i: c, pl_eat(c[i])) > 3 then undefine pl_last; end; end;"),
    ("poured", "pl_pour(b); multisetremovepred(i: b, pl_eat(b[i]) & b[i] = 1);"),
    ("poured twice", "for z: T do multisetadd(z, d); end; multisetremovepred(i: d, pl_mark[d[i]] < 2 & pl_pass(pl_mark[d[i]]));"),
    ("ids eat", "for z: T do multisetadd(z, d); end; pl_code := 0; multisetremovepred(i: d, pl_eat(pl_mark[d[i]]));"),
    ("ids taken", "for z: T do if pl_mark[z] = 1 then multisetadd(z, d); end; end; if multisetcount(i: d, pl_take(d[i])) > 0 then end;"),
    ("quantifier eats", "if exists z: T do pl_eat(pl_mark[z]) & pl_code > 1 end then undefine pl_last; end;"),
    ("removal looks", "for z: T do multisetadd(pl_mark[z], b); end; multisetremovepred(i: b, b[i] = 1 | multisetcount(j: b, b[j] = 1) = 1);"
                      " pl_code := multisetcount(i: b, true);"),
    ("full at once", "for z: T do if multisetcount(i: b, true) < 1 then multisetadd(pl_mark[z], b); end; end;"
                     " pl_code := multisetcount(i: b, b[i] = 1);"),
    ("dares", "for z: T do multisetadd(pl_mark[z], b); end; if multisetcount(i: b, pl_dare(b[i])) > 3 then end;"),
    ("first node", "n.k := 1; multisetadd(n, e); for z: T do if multisetcount(i: e, true) < 2 then n.k := 0; undefine n.m;"
                   " multisetadd(z, n.m); multisetadd(n, e); end; end;"
                   " for z: T do if multisetcount(i: e, multisetcount(j: e[i].m, e[i].m[j] = z) > 0) > 0 then pl_last := z; end; end;"),
    ("cleared", "clear pl_last;"),
    ("inner loop", "for z: T do for y: T do if y != z & pl_mark[y] = 1 then pl_last := y; end; end; end;"),
    ("greatest then last", "for z: T do if pl_mark[z] >= pl_code then pl_code := pl_mark[z]; pl_last := z; end; end;"),
    ("difference", "for z: T do pl_code := pl_mark[z] > 0 ? 3 - pl_code : (pl_code + 1) % 4; end;"),
    ("nothing", "for z: T do if pl_mark[z] > 1 then pl_last := z; end; end;"),
)
LOCALS = "var b: PlBag; d: PlIds; e: PlNodes; n: PlNode;"


class PlantedModel(SymmetricModel):
    """A small one, since what is planted multiplies its states.  The plant has a random source of its own."""

    def __init__(self, rng: random.Random, features: Features, size: int, broken: bool, plants: random.Random) -> None:
        super().__init__(rng, features, size, broken)
        self.plants = plants

    def bound(self) -> int:
        return 150

    def model(self) -> str:
        return plant(self.plants, super().model())


def plant(rng: random.Random, text: str) -> str:
    """The model with one plant in a rule of its own, in a procedure, in a start state or around its own bodies."""
    sets = re.findall(r"type (\w+): scalarset\((\d+)\);", text)
    name, _ = rng.choice([found for found in sets if 1 < int(found[1]) < 4] or sets)
    kind, done = rng.choice(PLANTS)
    lines = text.splitlines()
    last = max(i for i, line in enumerate(lines) if line.startswith("type "))
    passing = ("var pl_out: PlBag;\nfunction pl_pass(v: 0..1): boolean; begin undefine pl_out; multisetadd(v, pl_out);"
               " return pl_eat(v); end;") if "pl_pass" in done else ""
    declared = DECLARED + FUNCTIONS + passing + f"\nprocedure pl_do(); {LOCALS} begin {done} end;\n"
    init = "pl_code := 0; undefine pl_last; for z: T do pl_mark[z] := 0; end;" + (" undefine pl_out;" if passing else "")
    place = rng.choice(["rule", "rule", "ruleset", "start"] + ["bodies"] * 3)
    out: List[str] = []
    bodies = [i for i, line in enumerate(lines) if line.strip() == "begin"]
    start = next((i for i, line in enumerate(lines) if line.strip().startswith("startstate")), -1)
    chosen = rng.choice(bodies) if bodies else -1
    for i, line in enumerate(lines):
        out.append(line)
        if i == last:
            out.append(declared)
        in_start = i in bodies and start >= 0 and i == min((b for b in bodies if b >= start), default=-1)
        if in_start:
            out.append("  " + init + (" pl_do();" if place == "start" else ""))
        elif place == "bodies" and i == chosen:
            out.append("  pl_do();")
    flip = "forall y: T do y = z | pl_mark[y] = 0 end ==> " if rng.random() < 0.15 else ""
    out.append(f'ruleset z: T do rule "pl flip" {flip}begin pl_mark[z] := 1 - pl_mark[z]; end; end;')
    if place != "bodies" or chosen < 0:
        own = 'rule "pl look" begin pl_do(); end;'
        out.append(f"ruleset z: T do {own} end;" if place == "ruleset" else own)
    out.append(f'invariant "pl code" pl_code != {rng.randint(1, 3)};')
    out.append('invariant "pl last" isundefined(pl_last) | pl_mark[pl_last] = 1;')
    return f"-- planted: {kind}, {place}\n" + re.sub(r"\bT\b", name, "\n".join(out)) + "\n"
