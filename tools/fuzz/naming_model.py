"""Protocol-like models over processes and a few values (profile `naming`).

Records, arrays and messages of processes name the values of one or two more scalarsets
of two to four members, as cache lines name data.  So most models are unary but for these
small blocks (symmetry/listed.h): their keys are the least of several.  The values stand in
variables of their own, in records of processes, in messages and in multisets, and index
arrays; rules take them as parameters, and some claims are about one of them.
"""

from __future__ import annotations

from typing import Callable, List

from murphi_types import Array, Bool, Enum, Multiset, Range, Record, Scalarset, Type, Union, Var
from symmetric_model import SymmetricModel


class NamingModel(SymmetricModel):
    def some_value(self) -> Scalarset:
        return self.rng.choice(self.scalarsets[self.sets:])

    # -- parts ---------------------------------------------------------------
    def part_cache(self) -> None:
        p, v = self.some_set(), self.some_value()
        out, shared = self.members("out", "shared").members
        line = self.declare_type(self.fresh("Line"), Record({"state": self.enums[-1], "data": v}))
        cache = self.declare("cache", Array(p, line), False,
                             [f"for i: {p.name} do $[i].state := {out}; undefine $[i].data; end;"])
        if self.chance(0.7):
            memory = self.declare("memory", v, False, ["undefine $;"])
            self.rule_text([("i", p)], f"{cache}[i].state = {out} & !isundefined({memory})",
                           [f"{cache}[i].state := {shared};", f"{cache}[i].data := {memory};"])
            self.rule_text([("x", v)], f"forall i: {p.name} do {cache}[i].state = {out} end", [f"{memory} := x;"])
            if self.chance(0.6):
                self.claim_text(f"forall i: {p.name} do isundefined({cache}[i].data) | {cache}[i].data = {memory} end")
        self.rule_text([("i", p), ("x", v)], f"{cache}[i].state = {out}" if self.chance(0.5) else "",
                       [f"{cache}[i].state := {shared};", f"{cache}[i].data := x;"])
        self.rule_text([("i", p)], f"{cache}[i].state = {shared}",
                       [f"{cache}[i].state := {out};", f"undefine {cache}[i].data;"])
        if self.chance(0.3):
            self.final.append(f'ruleset i: {p.name} do liveness "l{len(self.final)}" {cache}[i].state = {out}; end;')
        if self.chance(0.3):
            self.final.append(f'ruleset x: {v.name} do liveness "l{len(self.final)}" exists i: {p.name} do '
                              f"!isundefined({cache}[i].data) & {cache}[i].data = x end; end;")

    def part_ballot(self) -> None:
        p, v = self.some_set(), self.some_value()
        vote = self.declare("ballot", Array(p, v), False, ["undefine $;"])
        chosen = self.declare("chosen", v, False, ["undefine $;"])
        self.rule_text([("i", p), ("x", v)], f"isundefined({vote}[i])", [f"{vote}[i] := x;"])
        need = self.rng.randint(1, p.size)
        self.rule_text([("x", v)], f"isundefined({chosen})",
                       ["n := 0;", f"for i: {p.name} do",
                        f"  if !isundefined({vote}[i]) & {vote}[i] = x then n := n + 1; end;", "end;",
                        f"if n >= {need} then {chosen} := x; undefine {vote}; end;"], [f"var n: 0..{p.size};"])
        self.rule_text([], f"!isundefined({chosen})", [f"undefine {chosen};"])

    def part_pairs(self) -> None:
        p, v = self.some_set(), self.some_value()
        both = self.declare("both", Array(p, Record({"old": v, "new": v})), False, ["undefine $;"])
        self.rule_text([("i", p), ("x", v), ("y", v)], "x != y" if self.chance(0.5) else "",
                       [f"{both}[i].old := x;", f"{both}[i].new := y;"])
        self.rule_text([("i", p)], f"!isundefined({both}[i].new)",
                       [f"{both}[i].old := {both}[i].new;", f"undefine {both}[i].new;"])

    def part_table(self) -> None:
        p, v = self.some_set(), self.some_value()
        has = self.declare("has", Array(p, Array(v, Bool())), True)
        known = self.declare("known", Array(v, Bool()), True)
        self.rule_text([("i", p), ("x", v)], "", [f"{has}[i][x] := !{has}[i][x];"])
        self.rule_text([("x", v)], f"exists i: {p.name} do {has}[i][x] end", [f"{known}[x] := !{known}[x];"])
        self.rule_text([("i", p)], f"forall x: {v.name} do {has}[i][x] end",
                       [f"for x: {v.name} do {has}[i][x] := {known}[x]; end;"])

    def part_bag(self) -> None:
        p, v = self.some_set(), self.some_value()
        size = self.rng.randint(1, 2)
        of_each = self.chance(0.5)
        kind: Type = Multiset(size, v if self.chance(0.6) else Record({"data": v, "hot": Bool()}))
        kind = Array(p, kind) if of_each else kind
        bag = self.declare("bag", kind, True, ["undefine $;"])
        self.globals[-1] = Var(bag, kind, True, False, True)
        last = self.declare("seen", v, False, ["undefine $;"])
        of = f"{bag}[i]" if of_each else bag
        params = [("i", p)] if of_each or self.chance(0.5) else []
        element = (kind.element if of_each else kind).element
        fill = [f"multisetadd(x, {of});"] if element is v else \
               ["m.data := x;", f"m.hot := {self.rng.choice(['true', 'false'])};", f"multisetadd(m, {of});"]
        more = [] if element is v else [f"var m: {element.text()};"]
        self.rule_text(params + [("x", v)], f"multisetcount(k: {of}, true) < {size}", fill, more)
        head = f"ruleset i: {p.name} do " if of_each else ""
        read = f"{of}[k]" if element is v else f"{of}[k].data"
        self.items += [f"{head}choose k: {of} do", f'  rule "take {len(self.items)}"', "  begin",
                       f"    {last} := {read};", f"    multisetremove(k, {of});",
                       "  end;", "end;" + (" end;" if of_each else ""), ""]

    def part_either(self) -> None:
        p, v = self.some_set(), self.some_value()
        none = self.members("none", "some").members[0]
        union = Union(self.rng.sample([self.enums[-1], v], 2))
        self.declare_type(self.fresh("Either"), union)
        slot = self.declare("slot", Array(p, union), True, [f"for i: {p.name} do $[i] := {none}; end;"])
        self.rule_text([("i", p), ("u", union)], f"{slot}[i] != u", [f"{slot}[i] := u;"])
        self.rule_text([("i", p)], f"ismember({slot}[i], {v.name})", [f"{slot}[i] := {none};"])

    # -- the whole -----------------------------------------------------------
    def choose_sets(self) -> None:
        super().choose_sets()
        for name in ["Value", "Data"][:self.rng.choice([1, 1, 1, 2])]:
            self.declare_type(name, Scalarset(self.rng.choice([2, 2, 2, 3, 3, 4])))

    def add_parts(self) -> None:
        naming: List[Callable[[], None]] = [self.part_cache, self.part_cache, self.part_ballot, self.part_pairs,
                                            self.part_table, self.part_bag, self.part_either]
        others: List[Callable[[], None]] = [self.part_lock, self.part_token, self.part_home, self.part_barrier,
                                            self.part_queue]
        makers = self.rng.sample(naming, self.rng.choice([1, 1, 2])) + self.rng.sample(others, self.rng.choice([0, 1]))
        for maker in makers:
            saved = self.snapshot()
            maker()
            if self.volume > self.bound():
                self.restore(saved)
        if not self.items:
            self.part_ballot()
