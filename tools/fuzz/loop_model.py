"""One loop over a scalarset, at random (profile `loops`).

Rounds read and write what is theirs, what all share, temporaries and a bag, under
conditions on all of it, call a function, also one that looks somebody up, fill in a record
that they pass on and run a loop of their own.  Some orders of the
rounds come to the same, some do not, and most look as if they did not: what watching a
loop says, and trying out its orders, is crossed with the search that knows no symmetry.
"""

from __future__ import annotations

import random
from typing import List

CONDITIONS = ("flag", "!flag", "a[p] = 0", "a[p] = 2", "a[p] > x", "x < a[p]", "x = 1", "y >= x", "b[p]", "!b[p]",
              "t = a[p]", "a[p] <= y", "isundefined(who)", "(isundefined(who) | who = p)")
VALUES = ("0", "1", "2", "a[p]", "x", "y", "t", "(x + a[p]) % 3", "x * a[p] % 3", "(x + 1) % 3", "(y + a[p]) % 3",
          "(a[p] + 1) % 3", "(x > a[p] ? x : a[p])", "Most(x, a[p])")
TRUTHS = ("true", "false", "!flag", "b[p]", "flag | b[p]", "flag & b[p]")
INNER = ("x := (x + a[q]) % 3;", "flag := true;", "if isundefined(who) then who := q; end;", "y := a[q];")
HAZARDS = ("assert x + y < 4;", "x := x + a[p];", "x := x - 1;", "multisetadd(a[p], bag);", "cover x = 1;",
           "assume x != 2 | y != 1;")


class LoopModel:
    def __init__(self, rng: random.Random, size: int) -> None:
        self.rng = rng
        self.values = rng.choice((2, 3, 4, 4)) if size > 1 else rng.choice((2, 3))
        self.hazard = rng.choice(HAZARDS) if rng.random() < 0.3 else None

    def condition(self, depth: int = 0) -> str:
        if depth > 1 or self.rng.random() < 0.6:
            return self.rng.choice(CONDITIONS)
        operator = self.rng.choice(("&", "|", "->"))
        return f"({self.condition(depth + 1)} {operator} {self.condition(depth + 1)})"

    def branch(self, depth: int) -> str:
        then = " ".join(self.statement(depth + 1) for _ in range(self.rng.randint(1, 2)))
        other = f" else {self.statement(depth + 1)}" if self.rng.random() < 0.3 else ""
        return f"if {self.condition()} then {then}{other} end;"

    def statement(self, depth: int) -> str:
        kinds = ["x", "x", "y", "t", "flag", "who", "who", "own", "mark", "lose", "bag", "find", "fill", "pass"]
        kinds += ["if"] * 5 + ["for"] if depth < 2 else []
        kind = self.rng.choice(kinds)
        if kind == "if":
            return self.branch(depth)
        if kind == "for":
            return f"for q: P do if q != p & a[q] > 0 then {self.rng.choice(INNER)} end; end;"
        return {"x": f"x := {self.rng.choice(VALUES)};", "y": f"y := {self.rng.choice(VALUES)};",
                "t": f"t := {self.rng.choice(VALUES)};", "flag": f"flag := {self.rng.choice(TRUTHS)};",
                "find": f"who := Find({self.rng.choice(('0', '1', '2', 'x', 't'))});",
                "fill": self.rng.choice(("n.m := a[p];", "n.q := p;", "n.q := Find(1);", "n.m := n.m;")),
                "pass": self.rng.choice(("Note(n, p);", "Note(n, p); x := n.m;", "t := Noted(n);")),
                "who": "who := p;", "own": f"a[p] := {self.rng.choice(VALUES)};",
                "mark": f"b[p] := {self.rng.choice(TRUTHS)};", "lose": "undefine who;",
                "bag": "if multisetcount(i: bag, true) < 2 then multisetadd(a[p], bag); end;"}[kind]

    def some(self, lines: List[str], chance: float) -> str:
        return " ".join(line for line in lines if self.rng.random() < chance)

    def model(self) -> str:
        rng, local = self.rng, self.rng.random() < 0.6
        body = [self.statement(0) for _ in range(rng.randint(1, 3))]
        if self.hazard:
            body.insert(rng.randrange(len(body) + 1), self.hazard)
        before = self.some(["flag := false;", "undefine who;", f"x := {rng.randint(0, 2)};", "y := 0;"], 0.6)
        after = self.some(["undefine who;", "flag := false;", "y := 0;", "undefine bag;"], 0.4)
        after += " " + self.some(["undefine n;", "n.m := 1;", "x := t;", "x := Noted(n);", "who := n.q;", "Note(n, who);"], 0.15)
        forget = "t := 0;" if local or rng.random() < 0.5 else ""
        raised = rng.choice(("true", "!b[p]", "forall q: P do q = p | a[q] != 1 end", "x < 2"))
        turned = rng.choice(("true", "a[p] = 2", "forall q: P do q = p | !b[q] end"))
        claim = rng.choice(("x + y < 4", "isundefined(who) | b[who] | a[who] > 0 | flag", "true",
                            "!(flag & x = 2 & y = 1)"))
        return "\n".join([
            f"type P: scalarset({self.values}); Letter: record q: P; m: 0..2; end;",
            "var a: array [P] of 0..2; b: array [P] of boolean; x: 0..2; y: 0..2; flag: boolean; who: P;",
            "var bag: multiset [2] of 0..2;" + ("" if local else " t: 0..2;"),
            "function Most(m: 0..2; n: 0..2): 0..2; begin return m > n ? m : n; end;",
            "function Find(m: 0..2): P; var none: P; begin",
            "  for q: P do if a[q] = m & b[q] then return q; end; end; undefine none; return none; end;",
            "procedure Note(var n: Letter; p: P); begin n.q := p; if !isundefined(p) then n.m := a[p]; end; end;",
            "function Noted(n: Letter): 0..2; begin return isundefined(n.m) ? 0 : n.m; end;",
            "startstate begin for p: P do a[p] := 0; b[p] := false; end; x := 0; y := 0; flag := false;",
            "  undefine who; undefine bag;" + ("" if local else " t := 0;") + " end;",
            "ruleset p: P do",
            f'  rule "raise" {raised} ==> begin a[p] := (a[p] + 1) % 3; end;',
            f'  rule "turn" {turned} ==> begin b[p] := !b[p]; end;',
            "end;",
            'rule "look" var n: Letter;' + (" t: 0..2;" if local else ""),
            "begin",
            f"  {before} {forget}",
            "  for p: P do",
            *(f"    {line}" for line in body),
            "  end;",
            f"  {after} {forget}",
            "end;",
            f'invariant "claim" {claim};', ""])
