"""Part of the suite cli: why a claim fails, why nothing can happen, where an error comes from; and
how runs are laid out."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from pathlib import Path
from typing import Dict, Tuple

from kit.core import RELEASE, ROOT, Ran, binary, environment, require, require_sane, require_status, scratch
from kit.expect import load_json
from suites.cli_parts.common import BUG, MODELS, case, model, noether, says

PROCESSES = """
const N: 6;
type P: scalarset(N); S: enum {Idle, Busy, Done};
var st: array[P] of S; n: 0..10;
function isBusy(p: P): boolean; begin return st[p] = Busy | st[p] = Done; end;
startstate begin for p: P do st[p] := Idle; end; n := 0; end;
ruleset p: P do
  rule "work" st[p] = Idle ==> st[p] := Busy; n := n + 1; end;
  rule "done" st[p] = Busy & n > 5 ==> st[p] := Done; end;
end;
"""


def checked(text: str, *options: str, status: int) -> Ran:
    with scratch() as folder:
        ran = noether("check", model(folder, text), *options)
        require_sane(ran)
        require_status(ran, status)
        require(all(len(line) <= 80 for line in ran.out.split("\n")[1:]), ran, "80 columns")
        return ran


def shows(ran: Ran, lines: str) -> None:
    """The lines stand in the output, one below the other."""
    require(lines in ran.out, ran, lines)


def result_of(folder: Path, status: int, *words: object) -> Tuple[Ran, Dict]:
    ran = noether("check", *words, "-q", "--json", folder / "r.json")
    require_status(ran, status)
    return ran, load_json(ran, folder / "r.json")


@case("why: a quantifier names its witness")
def witness() -> None:
    ran = checked(PROCESSES + 'invariant "no mix" forall p: P do forall q: P do '
                  "p != q -> (st[p] = Busy -> st[q] != Done) end end;", status=12)
    shows(ran, """  why it is false, for p = P_1, q = P_6:
    true   p != q
    true   st[p] = Busy   (st[P_1] = Busy)
    false  st[q] != Done   (st[P_6] = Done)
""")


@case("why: candidates of an exists are grouped")
def candidates() -> None:
    ran = checked(PROCESSES + 'invariant "some idle" n < 6 | exists p: P do st[p] = Idle & !isBusy(p) end | n = 0;',
                  status=12)
    shows(ran, """  why it is false:
    false  n < 6   (n = 6)
    no p makes `st[p] = Idle & !isBusy(p)` true:
      false  st[p] = Idle   (st[p] = Busy)
    false  n = 0   (n = 6)
""")
    ran = checked("var x: array[1..40] of 0..9;\nstartstate begin for i: 1..40 do x[i] := 1; end; x[3] := 2; x[4] := 3;"
                  ' end;\nrule "r" true ==> end;\ninvariant "big" exists i: 1..40 do x[i] > 4 end;', status=12)
    shows(ran, """    no i makes `x[i] > 4` true:
      for i = 1, 2, 5..40:
        false  x[i] > 4   (x[i] = 1)
      for i = 3:
        false  x[i] > 4   (x[3] = 2)
      for i = 4:
        false  x[i] > 4   (x[4] = 3)
""")


@case("why: functions of one return are looked into")
def functions() -> None:
    ran = noether("check", BUG)
    shows(ran, """  why it is false, for p = Process_2, q = Process_3:
    true   p != q
    true   Inside(p)
      true   state[p] = Critical   (state[Process_2] = Critical)
    true   Inside(q)   (p = Process_3)
      true   state[p] = Leaving   (state[Process_3] = Leaving)
""")


@case("why: arithmetic, ranges, undefined values, conditionals, unions")
def leaves() -> None:
    ran = checked("""
type A: scalarset(2); B: enum {C, D}; U: union {A, B};
var x, y: 0..9; u: U; v: 0..9;
startstate begin x := 3; y := 4; u := D; end;
rule "r" true ==> end;
invariant "sum" x + y < 7;
invariant "member" ismember(u, A) | (isundefined(v) ? x > y : true);
""", "--max-errors=0", status=12)
    shows(ran, "    false  x + y < 7   (x + y = 7, x = 3, y = 4)\n")
    shows(ran, "    false  ismember(u, A)   (u = D)\n    true   isundefined(v)   (v = Undefined)\n"
          "    false  x > y   (x = 3, y = 4)\n")


@case("why: the calls under way, and an assertion")
def calls() -> None:
    text = """
var x: array[0..3] of 0..3; i: 0..4;
procedure inner(a: 0..3; var t: 0..3);
begin t := x[a] + 1; assert "not too big" t < 3 & a < 2; end;
function outer(j: 0..4): 0..3; begin inner(j, x[j]); return j; end;
startstate begin for k: 0..3 do x[k] := k; end; i := 0; end;
rule "go" i < 4 ==> var z: 0..3; begin z := outer(i); i := i + 1; end;
"""
    ran = checked(text, status=14)
    shows(ran, """  in procedure inner, with a = 2, t = 3, called on line 5
  in function outer, with j = 2, called on line 7
  why it is false:
    false  t < 3   (x[2] = 3)
""")
    with scratch() as folder:
        ran, result = result_of(folder, 14, model(folder, text))
        failed = next(one for one in result["properties"] if one["verdict"] == "violated")
        fault = failed["trace"]["fault"]
        require([call["name"] for call in fault["calls"]] == ["inner", "outer"], ran, "two calls")
        require(fault["calls"][0]["arguments"] == {"a": "2", "t": "3"}, ran, "their arguments")
        require(fault["why"]["parts"][0]["text"] == "t < 3", ran, "why")
    ran = checked("var x: 0..3;\nfunction f(j: 0..100): 0..100;\nbegin if j = 50 then return 100/x; end; "
                  'return f(j+1); end;\nstartstate begin x := 0; end;\nrule "go" x < 3 ==> begin x := f(0); end;',
                  status=14)
    shows(ran, "  in function f, with j = 45, called on line 3\n  ... 41 more calls ...\n"
          "  in function f, with j = 3, called on line 3\n")


@case("why: a deadlock says of every rule which conjunct is false")
def deadlock() -> None:
    ran = noether("check", MODELS / "dining_deadlock.m")
    shows(ran, """  why no rule can go on, those first that are nearest to it:
    rule "take the right fork and eat" (line 49), for every p:
      false  !taken[RightFork(p)]
    rule "put both forks back" (line 57), for every p:
      false  activity[p] = Eating   (activity[p] = HoldsLeft)
    rule "take the left fork" (line 41), for every p:
      false  activity[p] = Thinking   (activity[p] = HoldsLeft)
      false  !taken[p]
""")
    ran = checked("""
type M: record a: 0..2; end;
var net: multiset[2] of M; x: 0..3;
startstate begin x := 0; end;
choose i: net do rule "take" true ==> multisetremove(i, net); end; end;
rule "stay" x = 0 ==> end;
rule "drop" true ==> begin x := 2; assume x = 1; end;
""", status=11)
    shows(ran, '    rule "take" (line 5):\n      `net` has no element\n')
    shows(ran, '    rule "stay" (line 6):\n      it can fire, but changes nothing\n')
    shows(ran, '    rule "drop" (line 7):\n      it can fire, but an assumption drops what comes of it\n')


@case("why: conditions with effects are left alone")
def effects() -> None:
    ran = checked("var x: 0..9;\nfunction next(): boolean; begin x := x + 1; return x < 3; end;\n"
                  'startstate begin x := 2; end;\nrule "r" true ==> end;\ninvariant "i" next() & x = 9;', status=12)
    require("why it is false" not in ran.out, ran, "no explanation by another evaluation")


@case("why: in the JSON")
def in_json() -> None:
    with scratch() as folder:
        ran, result = result_of(folder, 12, BUG)
        why = result["properties"][0]["why"]["parts"]
        require([part["kind"] for part in why] == ["condition", "call", "call"], ran, "three parts")
        leaf = {"text": "state[p]", "name": "state[Process_3]", "value": "Leaving"}
        require(why[2]["parts"][0]["operands"] == [leaf], ran, f"{leaf}")
        ran, result = result_of(folder, 11, MODELS / "dining_deadlock.m")
        failed = next(one for one in result["properties"] if one["kind"] == "deadlock")
        rule = failed["why"]["rules"][0]
        require(rule["rule"] == "take the right fork and eat" and rule["count"] == 4, ran, "the nearest rule first")


NEVER = """
type P: scalarset(3); E: record v: 0..3; end;
var a: array[P] of 0..3; b: 0..3; q: multiset[2] of E;
startstate begin for p: P do a[p] := 0; end; b := 0; end;
ruleset p: P do
  rule "up" a[p] < 2 & b = 0 ==> a[p] := a[p] + 1; end;
  rule "b" a[p] = 2 ==> b := 1; end;
  rule "never at all" a[p] = 3 & b = 0 ==> b := 2; end;
  rule "not together" a[p] = 1 & b = 1 & forall r: P do a[r] = 2 end ==> b := 2; end;
end;
choose i: q do rule "take" true ==> multisetremove(i, q); end; end;
invariant "vacuous" b = 1 & (forall p: P do a[p] = 0 end) -> b = 2;
"""


OPTIONS = """const WAY: 3;
var x: 0..1;
startstate begin x := 0; end;
rule "go" begin x := 1 - x; end;
rule "other ways" (WAY = 1 | WAY = 2) & x = 0 ==> begin x := 1; end;
rule "first way" WAY = 1 & x = 0 ==> begin x := 1; end;
invariant "never two" x = 2 -> false;
"""


@case("why: constants that kept rules from firing are named with all their choices")
def never_by_constants() -> None:
    ran = checked(OPTIONS.replace("0..1", "0..2"), status=0)
    require("vacuous" not in ran.out, ran, "`x = 2 -> false` to mean never")
    shows(ran, """  note: rule "other ways" (line 5) never fired:
        `WAY = 1 | WAY = 2` was never true
  note: rule "first way" (line 6) never fired:
        `WAY = 1` was never true
""")


@case("why: what kept rules from firing and made a claim vacuous")
def never() -> None:
    for mode in ("exact", "off"):
        ran = checked(NEVER, "--deadlock=off", f"--symmetry={mode}", status=0)
        shows(ran, """  note: rule "never at all" (line 8) never fired:
        `a[p] = 3` was never true
  note: rule "not together" (line 9) never fired:
        `a[p] = 1` was never true together with the others
  note: rule "take" (line 11) never fired:
        there never was an instance of it
  note: invariant "vacuous" holds vacuously:
        the left side of `->` on line 12 was never true
        `b = 1` was never true together with the others
""")
    with scratch() as folder:
        path = model(folder, NEVER)
        ran = noether("check", path, "--deadlock=off", "--json", folder / "r.json")
        found = load_json(ran, folder / "r.json")["never_true"]
        require([one.get("rule") for one in found] == ["never at all", "not together", "take", None], ran, "four")
        require([part["missing"] for part in found[1]["conjuncts"]] == [True, False, False], ran, "the first")
        ran = noether("check", path, "--deadlock=off", "--store=compact")
        require_status(ran, 0)
        shows(ran, '  note: rule "never at all" (line 8) never fired:\n')


@case("why: a pass over the states is made only if it is little work")
def never_bounded() -> None:
    ran = checked("""
var x: array[1..12] of 0..2; y: 0..1;
startstate begin for i: 1..12 do x[i] := 0; end; y := 0; end;
ruleset i: 1..12 do rule "turn" true ==> x[i] := (x[i] + 1) % 3; end; end;
ruleset i: 1..12; j: 1..12; k: 1..12 do rule "rare" x[i] = 1 & x[j] = 2 & y = 1 ==> y := 0; end; end;
""", "--deadlock=off", "--detect=off", status=0)
    shows(ran, '  note: rule "rare" (line 5) never fired\n')


# ------------------------------------------------------ one error, one run

TWO = """
var x: 0..3;
startstate begin x := 0; end;
rule "up" x < 3 ==> x := x + 1; end;
invariant "small" x < 2;
invariant "even" x != 2;
invariant "fine" x < 4;
"""


@case("why: one error is one run, also if others are met in the same level")
def one_run() -> None:
    ran = checked(TWO, status=12)
    require(ran.out.count("step 0:") == 1, ran, "one run")
    shows(ran, """
  also VIOLATED  invariant "even" (line 6)
  after 2 steps; --max-errors=0 shows its run
""")
    require(" ok " not in ran.out, ran, "only what fails")


@case("why: --max-errors=0 says what holds as well")
def what_holds() -> None:
    ran = checked(TWO, "--max-errors=0", status=12)
    shows(ran, """  also VIOLATED  invariant "even" (line 6)
  after 2 steps it is false
  the same run as for invariant "small" (line 5)
""")
    shows(ran, '\n    ok  invariant "fine" (line 7)\n    ok  no run-time error\n')


@case("why: a symmetry that an error inside a loop has cost")
def lost_symmetry() -> None:
    text = """
type P: scalarset(3);
var a: array[P] of 0..3; c: 0..1;
startstate begin for p: P do a[p] := 0; end; c := 0; end;
ruleset p: P do rule "up" a[p] < 2 ==> a[p] := a[p] + 1; end; end;
rule "look" true ==> begin for p: P do if a[p] = 2 then error "two"; end; if a[p] = 1 then return; end; end; end;
"""
    ran = checked(text, "--max-errors=0", status=14)
    shows(ran, "  note: P is not used for symmetry:\n"
          "        an error inside a loop depends on the order of its values (line 6)\n")
    ran = checked(text.replace('if a[p] = 2 then error "two"; end;', "c := a[p] / 2;"), "--deadlock=off", status=0)
    shows(ran, "        a loop may depend on the order of its values (line 6)\n")


# ------------------------------------------------------------------- layout


@case("runs: 80 columns, elements one per line, what is received is shown once")
def layout() -> None:
    ran = noether("check", MODELS / "msi_directory_bug.m")
    require(all(len(line) <= 80 for line in ran.out.split("\n")), ran, "80 columns")
    shows(ran, """  step 2: rule "a message is received", n = Directory,
      i = Message{kind: GetModified, channel: Requests, src: Proc_1}  (line 444)
    net[Directory]: removed i
""")
    shows(ran, """    net[Directory]:
      Message{kind: Done, channel: Responses, src: Proc_1}
    net[Proc_1, Proc_2]: empty
""")
    shows(ran, "    undefined: line[*].acksGot, line[*].acksWanted\n")


@case("runs: elements that are alike share a line, the usual ones come last")
def grouped() -> None:
    ran = checked("""
type P: 1..97; S: enum {Idle, Busy};
var st: array[P] of record s: S; n: 0..3; end; c: 0..2;
startstate begin for p: P do st[p].s := Idle; st[p].n := 0; end; c := 0; end;
ruleset p: 40..41 do rule "work" st[p].s = Idle & (p = 40 | c = 1) ==> st[p].s := Busy; c := 1; end; end;
rule "all" st[41].s = Busy ==> for p: P do st[p].n := 1; end; c := 2; end;
invariant "i" c < 2;
""", status=12)
    shows(ran, "    st[*].n: 0 -> 1\n")
    shows(ran, """    st[40, 41].s: Busy
    st[40, 41].n: 1
    st[1..39, 42..97].s: Idle
    st[1..39, 42..97].n: 1
""")


LONG = """
var x: 0..200; y: array[0..99] of 0..200;
startstate begin x := 0; for i: 0..99 do y[i] := i; end; end;
rule "a step with a very long name indeed, so that it does not fit on one line" x < 100 ==> x := x + 1; end;
invariant "i" x < 100;
"""


@case("runs: the middle of a long run is left out, with the way to see it")
def folded() -> None:
    ran = checked(LONG, status=12)
    steps = re.findall(r"^  step (\d+):", ran.out, re.M)
    require(steps == [str(i) for i in [*range(12), *range(77, 101)]], ran, "both ends")
    shows(ran, "  ... steps 12 to 76 are left out; --trace=all shows them ...\n")
    shows(ran, "more lines; --trace=full shows everything\n")
    every = checked(LONG, "--trace=all", status=12)
    require(len(re.findall(r"^  step \d+:", every.out, re.M)) == 101, ran, "every step")
    require("left out" not in every.out and "y[99]: 99" in every.out, every, "nothing left out")


@case("runs: --trace=brief is one line a step")
def brief() -> None:
    ran = checked(LONG, "--trace=brief", status=12)
    lines = ran.out.split("\n")
    first = next(i for i, line in enumerate(lines) if line.startswith("  step 0:"))
    for number in range(101):
        require(lines[first + number].startswith(f"  step {number}:"), ran, f"step {number}")
    require(re.search(r"^  step 7: .*\.\.\.  \(line 4\)$", ran.out, re.M) is not None, ran, "cut lines")
    require("state after" not in ran.out, ran, "no state")


@case("runs: a loop that begins in the middle is still marked")
def folded_loop() -> None:
    ran = checked("""
var x: 0..99;
startstate begin x := 0; end;
rule "up" x < 99 ==> x := x + 1; end;
rule "back" x = 99 ==> x := 30; end;
ltl "l" <> (x > 99);
""", status=13)
    shows(ran, "  -- from the state after step 30 on the run repeats --\n")


@case("runs: links on terminals only, and not with --links=off")
def links() -> None:
    def on_terminal(*options: str) -> bytes:
        chief, client = pty.openpty()
        process = subprocess.Popen([binary(RELEASE), "check", BUG, *options], stdout=client,
                                   stderr=subprocess.DEVNULL, env=environment({"TERM": "xterm"}))
        os.close(client)
        out = b""
        try:
            while piece := os.read(chief, 65536):
                out += piece
        except OSError:
            pass
        os.close(chief)
        process.wait()
        return out
    ran = noether("check", BUG, "--color=on")
    shown = on_terminal()
    want = b"\x1b]8;;file://" in shown and b"models/mutex_bug.m#42\x1b\\(line 42)\x1b]8;;\x1b\\" in shown
    require(want, ran, "links")
    require(b"\x1b]8" not in on_terminal("--links=off"), ran, "no links")
    require(b"\x1b]8" not in on_terminal("--color=off"), ran, "no links without colour")
    require("\x1b]8" not in ran.out, ran, "no links in a pipe")


# ---------------------------------------------------------- small things


@case("graph --orbits draws as many states as are stored")
def orbits() -> None:
    for name, states, every in (("mutex", 12, 96), ("peterson", 172, 882)):
        for option, count in (("--orbits", states), ("--max-states=1000", every)):
            ran = noether("graph", MODELS / f"{name}.m", "--max-states=1000", option)
            require_status(ran, 0)
            require(len(re.findall(r"^  s\d+ \[", ran.out, re.M)) == count, ran, f"{count} states")
    with scratch() as folder:  # a loop that depends on the order: nothing is permuted
        ran = noether("graph", "--orbits", model(folder, """
type P: scalarset(3);
var a: array[P] of 0..1; last: P; c: 0..1;
startstate begin for p: P do a[p] := 0; end; c := 0; undefine last; end;
ruleset p: P do rule "up" a[p] < 1 ==> a[p] := 1; end; end;
rule "look" c = 0 ==> begin for p: P do if a[p] = 0 then last := p; end; end; c := 1; end;
"""))
        require_status(ran, 0)
        require(len(re.findall(r"^  s\d+ \[", ran.out, re.M)) > 8, ran, "every state")


@case("hints for members of scalarsets, and for [] outside of claims about runs")
def hints() -> None:
    ran = noether("check", ROOT / "tests/diagnostics/E301_member.m")
    says(ran, 65, "hint: members of a scalarset have no names: choose one by `ruleset p: Proc do ... end`")
    ran = noether("check", ROOT / "tests/diagnostics/E201_always.m")
    says(ran, 65, "hint: `[]` and `<>` stand in `ltl` claims; an invariant is about every state already")


@case("why: where in its run each condition of a claim about runs is true")
def atoms() -> None:
    text = """
type P: scalarset(2);
var s: array[P] of 0..2; n: 0..3;
startstate begin for p: P do s[p] := 0; end; n := 0; end;
ruleset p: P do
  rule "up" s[p] < 2 ==> begin s[p] := s[p] + 1; end;
  rule "down" s[p] = 2 ==> begin s[p] := 0; end;
end;
ltl "some rest" <> exists p: P do [] s[p] = 0 end;
never "two" {true[*]; exists p: P do s[p] = 1 end; n = 0; forall p: P do s[p] = 2 end};
"""
    ran = checked(text, "--trace=brief", "--max-errors=0", status=13)
    shows(ran, """  -- back to the state after step 1 --
  where its conditions hold:
    s[p] = 0, p = P_1: after step 0, and no more in the loop
    s[p] = 0, p = P_2: after steps 0 to 1, 4, again and again
""")
    shows(ran, """  where its conditions hold:
    exists p: P do s[p] = 1 end: after steps 1 to 3
    n = 0: always
    forall p: P do s[p] = 2 end: after step 4
""")
    ran = checked(text, "--trace=off", "--symmetry=off", "--max-errors=0", status=13)
    shows(ran, "    n = 0: always\n")
