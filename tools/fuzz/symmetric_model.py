"""Protocol-like models over scalarsets (profiles `symmetric` and `broken`).

A model is one to three *parts*, each a small protocol (a lock, a directory,
a network, votes, ...) over shared scalarsets, joined by random guards and a
few random rules.  Nothing in it can tell two members of a scalarset apart:
ids come only from rulesets, choices and variables, and every loop over a
scalarset gives the same result in any order.  A `broken` model is the same
with exactly one breaker of that symmetry put in.
"""

from __future__ import annotations

import random
from typing import Callable, List, Optional, Tuple

from features import Features
from murphi_types import (Array, Bool, Enum, Ex, Multiset, Range, Record, Scalarset,
                          Scope, Type, Union, Var, values)
from random_model import RandomModel
from statements import Lines, indent


class SymmetricModel(RandomModel):
    def __init__(self, rng: random.Random, features: Features, size: int, broken: bool) -> None:
        super().__init__(rng, features, size)
        self.broken = broken
        self.records = []
        self.declared: Lines = []      # types, in order
        self.variables: Lines = []
        self.functions: Lines = []
        self.start: Lines = []
        self.items: Lines = []
        self.final: Lines = []
        self.volume = 1

    # -- declarations --------------------------------------------------------
    def declare_type(self, name: str, kind: Type) -> Type:
        self.used_names.add(name)
        self.declared.append(f"type {name}: {kind.body()};")
        kind.name = name
        if isinstance(kind, Enum):
            self.enums.append(kind)
        elif isinstance(kind, Scalarset):
            self.scalarsets.append(kind)
        elif isinstance(kind, Union):
            self.unions.append(kind)
        return kind

    def declare(self, stem: str, kind: Type, definite: bool, init: Optional[Lines] = None) -> str:
        """A global; a definite one is cleared at the start unless told how."""
        name = self.fresh(stem)
        self.variables.append(f"var {name}: {kind.text()};")
        self.globals.append(Var(name, kind, True, definite, True))
        self.volume *= values(kind, definite)
        if init is not None:
            self.start += [line.replace("$", name) for line in init]
        elif definite:
            self.start.append(f"clear {name};")
        elif self.chance(0.5):
            self.start.append(f"undefine {name};")
        return name

    def members(self, *names: str) -> Enum:
        kind = Enum([self.fresh(n) for n in names])
        return self.declare_type(self.fresh("Kind"), kind)

    def rule_text(self, params: List[Tuple[str, Type]], guard: str, body: Lines,
                  locals_: Lines = ()) -> None:
        """One rule, at times under one more random guard, in a ruleset."""
        if self.chance(0.2):
            scope = Scope(list(self.globals)).bind(*(Var(n, k) for n, k in params))
            more = self.wrap(self.boolean(scope, 2), 8)
            guard = f"({guard}) & {more}" if guard else more
        head = f'rule "p{len(self.items)}"' + (f" {guard} ==>" if guard else "")
        lines = [head] + [f"  {l}" for l in locals_] + ["begin"] + indent(body)
        lines.append(self.end("rule") + ";")
        if params:
            text = "; ".join(f"{n}: {k.text()}" for n, k in params)
            lines = [f"ruleset {text} do"] + indent(lines) + [self.end("ruleset") + ";"]
        self.items += lines + [""]

    def claim_text(self, text: str) -> None:
        self.claims += 1
        self.final.append(f'invariant "c{self.claims}" {text};')

    def some_set(self) -> Scalarset:
        return self.rng.choice(self.scalarsets[:self.sets])

    # -- parts ---------------------------------------------------------------
    def part_lock(self) -> None:
        p = self.some_set()
        idle, want, crit = self.members("idle", "want", "crit").members
        state = self.declare("st", Array(p, self.enums[-1]), True)
        owner = self.declare("owner", p, False, ["undefine $;"])
        self.rule_text([("i", p)], f"{state}[i] = {idle}", [f"{state}[i] := {want};"])
        free = f"isundefined({owner})" if self.chance(0.85) else "true"
        self.rule_text([("i", p)], f"{state}[i] = {want} & {free}",
                       [f"{owner} := i;", f"{state}[i] := {crit};"])
        self.rule_text([("i", p)], f"{state}[i] = {crit}",
                       [f"{state}[i] := {idle};", f"undefine {owner};"])
        self.claim_text(f"forall i: {p.name} do forall j: {p.name} do "
                        f"i = j | {state}[i] != {crit} | {state}[j] != {crit} end end")

    def part_token(self) -> None:
        p = self.some_set()
        holder = self.declare("holder", p, False, ["undefine $;"])
        age = self.declare("age", Range(0, self.rng.randint(1, 3)), True)
        high = self.globals[-1].type.high
        self.rule_text([("i", p)], f"isundefined({holder})", [f"{holder} := i;"])
        self.rule_text([("i", p), ("j", p)],
                       f"!isundefined({holder}) & {holder} = i & i != j",
                       [f"{holder} := j;", f"if {age} < {high} then {age} := {age} + 1; end;"])
        self.rule_text([], f"{age} = {high}", [f"{age} := 0;", f"undefine {holder};"])

    def part_pointers(self) -> None:
        p, q = self.some_set(), self.some_set()
        next_ = self.declare("link", Array(p, q), False, ["undefine $;"])
        self.rule_text([("i", p), ("j", q)], f"isundefined({next_}[i])"
                       + (" & i != j" if p is q and self.chance(0.5) else ""),
                       [f"{next_}[i] := j;"])
        if p is q and self.chance(0.6):
            self.rule_text([("i", p)], f"!isundefined({next_}[i])",
                           [f"if !isundefined({next_}[{next_}[i]]) then",
                            f"  {next_}[i] := {next_}[{next_}[i]];",
                            f"else undefine {next_}[i]; end;"])
        else:
            self.rule_text([("i", p)], f"!isundefined({next_}[i])", [f"undefine {next_}[i];"])
        if self.chance(0.4):
            self.claim_text(f"exists j: {q.name} do forall i: {p.name} do "
                            f"isundefined({next_}[i]) | {next_}[i] = j end end")

    def part_network(self) -> None:
        p = self.some_set()
        ask, reply = self.members("ask", "reply").members
        kind = self.enums[-1]
        message = Record({"src": p, "dst": p, "what": kind})
        if self.chance(0.5):
            message = Record({"src": p, "what": kind})
        self.declare_type(self.fresh("Msg"), message)
        bag = Multiset(self.rng.randint(1, 2), message)
        if bag.count() * self.volume > self.features.budget * 4:
            bag = Multiset(1, message)
        net = self.declare("net", bag, True, ["undefine $;"])
        self.globals[-1] = Var(net, bag, True, False, True)
        busy = self.declare("busy", Array(p, Bool()), True)
        room = f"multisetcount(x: {net}, true) < {bag.capacity}"
        to = "dst" in message.fields
        fill = ["m.src := i;", f"m.what := {ask};"] + (["m.dst := j;"] if to else [])
        self.rule_text([("i", p)] + ([("j", p)] if to else []), f"!{busy}[i] & {room}",
                       fill + [f"multisetadd(m, {net});", f"{busy}[i] := true;"],
                       [f"var m: {message.name};"])
        who = f"{net}[k].{'dst' if to else 'src'}"
        self.items += [
            f"choose k: {net} do",
            f'  rule "serve" {net}[k].what = {ask} ==>', "  begin",
            f"    {net}[k].what := {reply};", "  end;",
            f'  rule "done" {net}[k].what = {reply} ==>', "  begin",
            f"    {busy}[{net}[k].src] := false;", f"    multisetremove(k, {net});", "  end;",
            "end;", ""]
        if self.chance(0.5):
            self.rule_text([("i", p)], f"multisetcount(x: {net}, {net}[x].src = i) > 0",
                           [f"multisetremovepred(x: {net}, {net}[x].src = i);",
                            f"{busy}[i] := false;"])
        if self.chance(0.5):
            self.claim_text(f"forall i: {p.name} do multisetcount(x: {net}, "
                            f"{who.replace('[k]', '[x]')} = i) <= {self.rng.randint(1, bag.capacity)} end")

    def part_directory(self) -> None:
        p, a = self.some_set(), self.some_set()
        entry = Record({"owner": p, "sharers": Array(p, Bool())})
        self.declare_type(self.fresh("Entry"), entry)
        one = a is p or Array(a, entry).count() * self.volume > self.features.budget * 8
        kind: Type = entry if one else Array(a, entry)
        d = self.fresh("dir")
        if one:
            init = ["undefine $.owner;", f"for i: {p.name} do $.sharers[i] := false; end;"]
            params, at = [], ""
        else:
            init = [f"for b: {a.name} do", "  undefine $[b].owner;",
                    f"  for i: {p.name} do $[b].sharers[i] := false; end;", "end;"]
            params, at = [("b", a)], "[b]"
        d = self.declare("dir", kind, False, init)
        e = f"{d}{at}"
        self.rule_text(params + [("i", p)], f"isundefined({e}.owner)",
                       [f"{e}.sharers[i] := true;"])
        self.rule_text(params + [("i", p)], f"!isundefined({e}.owner) & {e}.owner = i",
                       [f"undefine {e}.owner;", f"{e}.sharers[i] := {self.rng.choice(['true', 'false'])};"])
        body = [f"for j: {p.name} do {e}.sharers[j] := false; end;", f"{e}.owner := i;"]
        if self.chance(0.5):
            body = [f"for j: {p.name} do {e}.sharers[j] := (i = j); end;", f"{e}.owner := i;"]
        self.rule_text(params + [("i", p)],
                       f"{e}.sharers[i]" + (f" & isundefined({e}.owner)" if self.chance(0.7) else ""),
                       body)

    def part_votes(self) -> None:
        p = self.some_set()
        vote = self.declare("vote", Array(p, p), False, ["undefine $;"])
        leader = self.declare("leader", p, False, ["undefine $;"])
        self.rule_text([("i", p), ("j", p)], f"isundefined({vote}[i])", [f"{vote}[i] := j;"])
        need = self.rng.randint(1 + p.size // 2, p.size) if self.chance(0.8) else 1
        count = [f"n := 0;", f"for j: {p.name} do",
                 f"  if !isundefined({vote}[j]) & {vote}[j] = i then n := n + 1; end;", "end;",
                 f"if n >= {need} then {leader} := i; undefine {vote}; end;"]
        self.rule_text([("i", p)], f"isundefined({leader})", count, [f"var n: 0..{p.size};"])
        self.rule_text([], f"!isundefined({leader})", [f"undefine {leader};"])
        if self.chance(0.5):
            self.rule_text([], f"forall i: {p.name} do !isundefined({vote}[i]) end",
                           [f"undefine {vote};"])

    def part_matrix(self) -> None:
        p, q = self.some_set(), self.some_set()
        m = self.declare("mat", Array(p, Array(q, Bool())), True)
        flag = self.declare("flag", Bool(), True)
        self.rule_text([("i", p), ("j", q)], "", [f"{m}[i][j] := !{m}[i][j];"])
        self.rule_text([("i", p)], "", [f"for j: {q.name} do {m}[i][j] := false; end;"])
        way = self.rng.randrange(3)
        if way == 0:
            self.rule_text([("j", q)], "",
                           [f"{flag} := false;",
                            f"for i: {p.name} do {flag} := {flag} | {m}[i][j]; end;"])
        elif way == 1:
            self.rule_text([], f"forall j: {q.name} do exists i: {p.name} do {m}[i][j] end end",
                           [f"{flag} := !{flag};"])
        else:
            self.rule_text([("i", p)], f"forall j: {q.name} do {m}[i][j] end",
                           [f"{flag} := true;", f"clear {m};"])

    def part_home(self) -> None:
        p = self.some_set()
        mem, disk = self.members("mem", "disk").members
        union = Union([p, self.enums[-1]])
        if self.chance(0.5):
            union.members.reverse()
        self.declare_type(self.fresh("Home"), union)
        where = self.declare("where", union, True, [f"$ := {mem};"])
        by = self.declare("by", Array(union, Bool()), True)
        self.rule_text([("i", p)], f"ismember({where}, {self.enums[-1].name})", [f"{where} := i;"])
        self.rule_text([("i", p)], f"{where} = i",
                       [f"{by}[{where}] := !{by}[{where}];", f"{where} := {self.rng.choice([mem, disk])};"])
        self.rule_text([("u", union)], f"{by}[u] & {where} != u", [f"{where} := u;"])
        if self.chance(0.4):
            self.claim_text(f"ismember({where}, {p.name}) | !{by}[{disk}] | {where} = {mem}")

    def part_barrier(self) -> None:
        p = self.some_set()
        here = self.declare("here", Array(p, Bool()), True)
        phase = self.declare("phase", Range(0, self.rng.randint(1, 3)), True)
        high = self.globals[-1].type.high
        self.rule_text([("i", p)], f"!{here}[i]", [f"{here}[i] := true;"])
        self.rule_text([], f"forall i: {p.name} do {here}[i] end",
                       [f"for i: {p.name} do {here}[i] := false; end;",
                        f"{phase} := ({phase} + 1) % {high + 1};"])

    def part_gossip(self) -> None:
        p = self.some_set()
        know = self.declare("know", Array(p, Array(p, Bool())), True,
                            [f"for i: {p.name} do for j: {p.name} do $[i][j] := (i = j); end; end;"])
        self.rule_text([("i", p), ("j", p)], "i != j" if self.chance(0.7) else "",
                       [f"for k: {p.name} do {know}[i][k] := {know}[i][k] | {know}[j][k]; end;"])
        self.rule_text([("i", p)], f"forall k: {p.name} do {know}[i][k] end",
                       [f"for k: {p.name} do {know}[i][k] := (i = k); end;"])

    def part_queue(self) -> None:
        p, length = self.some_set(), self.rng.randint(2, 3)
        slots = self.declare("slot", Array(Range(0, length - 1), p), False, ["undefine $;"])
        used = self.declare("used", Range(0, length), True)
        self.rule_text([("i", p)], f"{used} < {length}"
                       + (f" & forall k := 0 to {length - 1} do isundefined({slots}[k]) | "
                          f"{slots}[k] != i end" if self.chance(0.6) else ""),
                       [f"{slots}[{used}] := i;", f"{used} := {used} + 1;"])
        self.rule_text([], f"{used} > 0",
                       [f"for k := 0 to {length - 2} do {slots}[k] := {slots}[k + 1]; end;",
                        f"undefine {slots}[{length - 1}];", f"{used} := {used} - 1;"])

    def part_pool(self) -> None:
        p = self.some_set()
        pool = self.declare("pool", Multiset(self.rng.randint(1, 3), p), True, ["undefine $;"])
        self.globals[-1] = Var(pool, self.globals[-1].type, True, False, True)
        last = self.declare("last", p, False, ["undefine $;"])
        size = self.globals[-2].type.capacity
        self.rule_text([("i", p)], f"multisetcount(x: {pool}, true) < {size}",
                       [f"multisetadd(i, {pool});"])
        self.items += [f"choose x: {pool} do", '  rule "take"', "  begin",
                       f"    {last} := {pool}[x];", f"    multisetremove(x, {pool});",
                       "  end;", "end;", ""]

    def extreme(self, value: str, kept: str) -> str:
        """A statement that keeps the greatest or the least of two, in one of its spellings."""
        sign = self.rng.choice(["<", "<=", ">", ">="])
        pair = [value, kept] if self.chance(0.5) else [kept, value]
        test = f"{pair[0]} {sign} {pair[1]}"
        if self.chance(0.4):
            return f"{kept} := {test} ? {pair[0]} : {pair[1]};"
        return f"if {test} then {kept} := {value}; end;"

    def part_tops(self) -> None:
        p, high = self.some_set(), self.rng.randint(1, 2)
        age = self.declare("age", Array(p, Range(0, high)), True)
        top = self.declare("top", Range(0, high), True)
        seen = self.declare("seen", p, False, ["undefine $;"])
        self.rule_text([("i", p)], "", [f"{age}[i] := ({age}[i] + 1) % {high + 1};"])
        body = [self.extreme(f"{age}[i]", top)]
        if self.chance(0.5):  # then it takes watching
            body.insert(self.rng.randrange(2), f"if {age}[i] = {high} & forall j: {p.name} do "
                        f"j = i | {age}[j] < {high} end then {seen} := i; end;")
        start = [f"{top} := {self.rng.randint(0, high)};"] if self.chance(0.7) else []
        self.rule_text([], "", start + [f"for i: {p.name} do", *indent(body), "end;"])

    # -- breakers ------------------------------------------------------------
    def break_tops(self) -> None:
        """Extremes that are mixed with each other, or read on the way."""
        p, high = self.some_set(), self.rng.randint(1, 2)
        age = self.declare("age", Array(p, Range(0, high)), True)
        top = self.declare("top", Range(0, high), True)
        more = self.rng.choice([
            self.extreme(f"{age}[i]", top), self.extreme(f"{high} - {age}[i]", top),
            f"if {top} = {high} then {age}[i] := 0; end;", f"{age}[i] := {top};"])
        body = [self.extreme(f"{age}[i]", top), more]
        self.rng.shuffle(body)
        self.rule_text([("i", p)], "", [f"{age}[i] := ({age}[i] + 1) % {high + 1};"])
        self.rule_text([], "", [f"for i: {p.name} do", *indent(body), "end;"])

    def break_last_writer(self) -> None:
        p = self.some_set()
        mark = self.declare("mark", Array(p, Bool()), True)
        last = self.declare("picked", p, False, ["undefine $;"])
        self.rule_text([("i", p)], "", [f"{mark}[i] := !{mark}[i];"])
        self.rule_text([], "", [f"for i: {p.name} do if {mark}[i] then {last} := i; end; end;"])
        self.claim_text(f"isundefined({last}) | {mark}[{last}] | "
                        f"exists i: {p.name} do i != {last} end")

    def break_first_found(self) -> None:
        p = self.some_set()
        mark = self.declare("mark", Array(p, Bool()), True)
        last = self.declare("picked", p, False, ["undefine $;"])
        name = self.fresh("first")
        self.functions += [f"function {name}(): {p.name};", "begin",
                           f"  for i: {p.name} do if {mark}[i] then return i; end; end;",
                           '  error "none";', "end;", ""]
        self.rule_text([("i", p)], "", [f"{mark}[i] := !{mark}[i];"])
        self.rule_text([], "", [f"if exists i: {p.name} do {mark}[i] end then",
                                f"  {last} := {name}();", "end;"])
        self.rule_text([], f"!isundefined({last})", [f"{mark}[{last}] := false;"])

    def break_clear(self) -> None:
        p = self.some_set()
        chosen = self.declare("picked", p, False, ["undefine $;"])
        hits = self.declare("hits", Range(0, 2), True)
        self.rule_text([("i", p)], f"isundefined({chosen})", [f"{chosen} := i;"])
        self.rule_text([], "", [f"clear {chosen};", f"{hits} := ({hits} + 1) % 3;"])
        self.rule_text([], "", [f"undefine {chosen};"])

    def break_mixing(self) -> None:
        p = self.some_set()
        twin = self.declare_type(self.fresh("Twin"), Scalarset(p.size))
        a = self.declare("left", p, False, ["undefine $;"])
        b = self.declare("right", twin, False, ["undefine $;"])
        self.rule_text([("i", p)], "", [f"{a} := i;"])
        self.rule_text([("j", twin)], "", [f"{b} := j;"])
        self.rule_text([], f"!isundefined({a})", [f"{b} := {a};"])

    def break_numbering(self) -> None:
        p = self.some_set()
        rank = self.declare("rank", Array(p, Range(0, p.size)), True)
        self.rule_text([], "", [f"n := 0;", f"for i: {p.name} do",
                                f"  {rank}[i] := n;", "  n := n + 1;", "end;"],
                       [f"var n: 0..{p.size};"])
        self.rule_text([("i", p)], f"{rank}[i] = 1", [f"{rank}[i] := 0;"])

    def break_start(self) -> None:
        p = self.some_set()
        first = self.declare("boss", p, False,
                             [f"for i: {p.name} do if isundefined($) then $ := i; end; end;"])
        on = self.declare("on", Array(p, Bool()), True)
        self.rule_text([("i", p)], f"i != {first}", [f"{on}[i] := !{on}[i];"])

    def break_skipped_error(self) -> None:
        """`exists` stops at the first witness and may skip an undefined read."""
        p = self.some_set()
        seen = self.declare("seen", Array(p, Bool()), False, ["undefine $;"])
        self.rule_text([("i", p)], "", [f"{seen}[i] := true;"])
        self.rule_text([("i", p)], "", [f"undefine {seen}[i];"])
        self.rule_text([], f"exists i: {p.name} do !isundefined({seen}[i]) end",
                       [f"if exists i: {p.name} do {seen}[i] end then undefine {seen}; end;"])

    # -- the whole -----------------------------------------------------------
    def choose_sets(self) -> None:
        names = self.rng.sample(["Proc", "Node", "Addr", "Client", "Core"], 3)
        count = self.rng.choice([1, 1, 2, 2, 3])
        self.sets = count
        for number in range(count):
            size = self.rng.randint(2, 4 if count == 1 else 3)
            self.declare_type(names[number], Scalarset(size))

    def add_parts(self) -> None:
        makers: List[Callable[[], None]] = [
            self.part_lock, self.part_token, self.part_pointers, self.part_network,
            self.part_directory, self.part_votes, self.part_matrix, self.part_home,
            self.part_barrier, self.part_gossip, self.part_queue, self.part_pool, self.part_tops]
        order = self.rng.sample(makers, len(makers))
        wanted = self.rng.choice([1, 2, 2, 3])
        # The barrier comes last: it always fits, so no model is empty.
        for maker in order + [self.part_barrier]:
            if wanted == 0 or self.volume > self.features.budget:
                return
            saved = self.snapshot()
            maker()
            wanted -= 1
            if self.volume > self.bound():
                self.restore(saved)
                wanted += 1

    def add_goals(self) -> None:
        """Liveness of each member, or of each pair, of a scalarset: most of it fails.  One claim at the
        most: whether another one is decided before the first fails depends on sizes."""
        for number in range(self.rng.choice([0, 0, 0, 1, 1])):
            params = [(name, self.some_set()) for name in "ij"[:self.rng.randint(1, 2)]]
            scope = Scope(list(self.globals)).bind(*(Var(n, k) for n, k in params))
            goal = self.wrap(self.boolean(scope, 2), 8)
            if len(params) == 2 and params[0][1] is params[1][1] and self.chance(0.3):
                goal = f"i = j | {goal}"
            text = "; ".join(f"{n}: {k.text()}" for n, k in params)
            self.final.append(f'ruleset {text} do liveness "g{number}" {goal}; end;')

    def bound(self) -> int:
        """Most states the parts may have; a breaker multiplies them again."""
        return 2000 if self.broken else 50000

    def snapshot(self) -> dict:
        names = ("declared", "variables", "start", "items", "final", "globals", "enums",
                 "unions", "volume", "claims")
        return {n: list(v) if isinstance(v := getattr(self, n), list) else v for n in names}

    def restore(self, saved: dict) -> None:
        for name, value in saved.items():
            setattr(self, name, value)

    def model(self) -> str:
        self.choose_sets()
        self.add_parts()
        if self.broken:
            breakers = [self.break_last_writer, self.break_first_found, self.break_clear,
                        self.break_mixing, self.break_numbering, self.break_start,
                        self.break_skipped_error, self.break_tops]
            breaker = self.rng.choice(breakers)
            breaker()
            self.declared.insert(0, f"-- breaker: {breaker.__name__[6:]}")
        if self.chance(0.4):
            self.ranges.append(Range(0, 1))
            for _ in range(self.rng.randint(1, 2)):
                self.items += self.rule_item(Scope(list(self.globals)), 1) + [""]
        self.add_goals()
        start = ['startstate "init"', "begin"] + indent(self.start) + [self.end("startstate") + ";", ""]
        blocks = [self.declared, self.variables, self.functions, start, self.items, self.final]
        return "\n".join("\n".join(b) for b in blocks if b) + "\n"
