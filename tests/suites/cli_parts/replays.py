"""Part of the suite cli: saved runs on models that have changed since."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from kit.core import ASAN, LONG, RELEASE, ROOT, Ran, binary, require, require_sane, require_status, run, scratch
from suites.cli_parts.common import BUG, MODELS, case, model, noether, says

BAG = ("type K: enum {A, B, C}; M: record k: K; n: 0..3; end;\n"
       "var net: multiset [3] of M; got: K;\n"
       "startstate \"start\" var m: M; begin\n"
       "  m.k := C; m.n := 1; multisetadd(m, net); m.k := A; m.n := 2; multisetadd(m, net);\n"
       "end;\n"
       "choose i: net do rule \"take\" begin got := net[i].k; multisetremove(i, net); end; end;\n"
       "invariant \"no C\" isundefined(got) | got != C;\n")
# As version 0.1.0 of noether wrote it before runs were saved by name alone.
BAG_SCHEMA_1 = {
    "schema": 1, "tool": "noether", "model": "bag.m", "options": [],
    "property": {"name": "no C", "kind": "invariant", "line": 8, "index": 0, "arguments": {}, "argument_values": []},
    "steps": [
        {"rule": "start", "kind": "startstate", "line": 3, "rule_index": 0, "arguments": {}, "argument_values": [],
         "state": {"net": [{"k": "A", "n": 2}, {"k": "C", "n": 1}], "got": None},
         "cells": [1, 0, 2, 1, 2, 1, 0, None, None, None]},
        {"rule": "take", "kind": "rule", "line": 7, "rule_index": 0, "arguments": {"i": "M{k: C, n: 1}"},
         "argument_values": [1], "state": {"net": [{"k": "A", "n": 2}], "got": "C"},
         "cells": [1, 0, 2, 0, None, None, 0, None, None, 2]}],
    "loop": None, "fault": None, "failed": None}


def saved(folder: Path, text: str, status: int, *options: str) -> Path:
    """The run of a violation of a model, in a file."""
    trace = folder / "run.json"
    require_status(noether("check", model(folder, text), "-q", "--trace-out", trace, *options), status)
    return trace


def flat(ran: Ran) -> str:
    """What it says, however long the lines are."""
    return " ".join(ran.out.split())


@case("replay by name: other orders, members, variables")
def replay_by_name() -> None:
    with scratch() as folder:
        trace = saved(folder, BAG, 12)
        require("cells" not in trace.read_text() and '"schema": 2' in trace.read_text(), noether("-V"), "names alone")
        edited = BAG.replace("{A, B, C}", "{Z, C, B, A, Y}").replace("var net", "var new: 0..3; net") \
            .replace("k: K; n: 0..3;", "more: boolean; n: 0..3; k: K;").replace("choose i", "rule \"other\" begin got := B; end;\nchoose i")
        ran = noether("replay", trace, model(folder, edited))
        require_status(ran, 12)
        require("still fails" in flat(ran) and "differs" not in ran.out, ran, "the same run")
        ran = noether("replay", folder / "model.m", trace, "-q")  # the words swapped
        require_status(ran, 12)
        old = folder / "old.json"
        old.write_text(json.dumps(BAG_SCHEMA_1), "utf-8")
        require_status(noether("replay", old, folder / "model.m"), 12)


@case("replay with --map")
def replay_map() -> None:
    with scratch() as folder:
        text = BUG.read_text("utf-8")
        trace = saved(folder, text, 12, "-D", "N=4")
        for old, new in (("Process", "Node"), ("token", "baton"), ("NonCritical", "Resting"), ("N", "SIZE")):
            text = re.sub(rf'\b{old}\b(?=[^"\n]*(?:"[^"\n]*"[^"\n]*)*$)', new, text, flags=re.M)
        text = text.replace('"pass the token"', '"hand = over"').replace('"mutual exclusion"', '"one at most"')
        path = model(folder, text, "edited.m")
        maps = ["Process=Node", "token=baton", "NonCritical=Resting", "N=SIZE", "pass the token=hand == over",
                "mutual exclusion=one at most"]
        words = [word for pair in maps for word in ("--map", pair)]
        ran = noether("replay", trace, path, *words)
        require_status(ran, 12)
        require('"one at most" still fails' in flat(ran) and "differs" not in ran.out and "Node_4" in ran.out, ran,
                "the run with its new names")
        for pair in maps[4:]:
            left = [word for other in maps if other != pair for word in ("--map", other)]
            says(noether("replay", trace, path, *left), 65, f'--map "{pair.split("=")[0]}=NEW"')
        left = words[:2] + words[4:]
        ran = noether("replay", trace, path, *left)
        require_status(ran, 12)
        require("the model does not know `token`" in ran.out, ran, "a note about the variable")
        for wrong in ("x", "=x", "x=", "a=b=c"):
            says(noether("replay", trace, path, "--map", wrong), 64, "OLD=NEW")
        says(noether("replay", trace, path, "--map", ""), 64)


@case("replay: what a fix changes is named")
def replay_fixed() -> None:
    counter = ("var x, y: 0..9;\nstartstate begin x := 0; y := 0; end;\n"
               "rule \"up\" x < 5 EXTRA ==> begin x := x + 1; BODY end;\ninvariant \"low\" x < 4;\n")
    with scratch() as folder:
        trace = saved(folder, counter.replace("EXTRA", "").replace("BODY", ""), 12)

        def replay(extra: str, body: str, *options: str):
            return noether("replay", trace, model(folder, counter.replace("EXTRA", extra).replace("BODY", body), "f.m"), *options)

        ran = replay("& y = 0\n    & x != 2", "")
        require_status(ran, 17)
        require(flat(ran).endswith("the fix holds for this run: step 3 is no longer possible "
                                   "step 3: rule \"up\" its guard is false now: false x != 2"), ran, "the conjunct")
        ran = replay("", "if x = 2 then y := 1; end;")
        require_status(ran, 12)
        require("still fails, after 4 steps what differs from the saved run: step 2: rule \"up\" "
                "y: 1, saved: 0 step 0:" in flat(ran), ran, "the one step that differs")
        ran = replay("", "if x = 3 then x := 0; end;")
        require_status(ran, 17)
        require("the fix holds for this run: its rules can fire, but step 3 leads to another state "
                "what differs from the saved run: step 3: rule \"up\" x: 0, saved: 3 "
                "step 4: rule \"up\" x: 1, saved: 4" in flat(ran), ran, "both steps")
        ran = replay("", "if x = 2 then error \"no\"; end;")
        require_status(ran, 14)
        require("the run ends in a run-time error now, at step 2" in flat(ran) and "error statement[R813]: no" in ran.out,
                ran, "the error")
        ran = replay("", "assume x != 2;")
        require_status(ran, 17)
        require("step 2" in ran.out and "an assumption rules the step out" in ran.out, ran, "the assumption")
        ran = replay("", "", "-q")
        require_status(ran, 12)


NAMELESS = """var x: 0..3; y: array [0..1] of 0..1;
startstate begin x := 0; for i: 0..1 do y[i] := 0; end; end;
rule x < 3 ==> begin x := x + 1; end;
ruleset i: 0..1 do rule y[i] = 0 ==> begin y[i] := 1; end; end;
invariant "one" y[1] = 0;
"""


@case("replay: a nameless rule is known by its parameters")
def replay_nameless() -> None:
    """Lines move, so that a nameless rule may be any of them; but not one that has no such parameter."""
    with scratch() as folder:
        trace = saved(folder, NAMELESS, 12)
        require_status(noether("replay", trace, model(folder, "-- one line more\n" + NAMELESS)), 12)
        text = json.loads(trace.read_text())
        text["steps"][1]["state"] = {"x": 1, "y": {"0": 0, "1": 0}}  # where the other rule leads
        trace.write_text(json.dumps(text))
        ran = noether("replay", trace, model(folder, NAMELESS))
        require_status(ran, 12)
        require("what differs from the saved run" in ran.out, ran, "the rule with the parameter, and what differs")


@case("replay of a lasso on an edited model")
def replay_edited_lasso() -> None:
    text = ("type C: enum {Red, Green};\nvar light: C; n: 0..1;\nstartstate \"s\" begin light := Red; n := 0; end;\n"
            "rule \"go\" light = Red ==> begin light := Green; end;\nrule \"stop\" light = Green ==> begin light := Red; end;\n"
            "rule \"end\" n = 0 & light = Red ==> begin n := 1; end;\nltl \"ends\" <> (n = 1);\n")
    with scratch() as folder:
        trace = saved(folder, text, 13)
        edited = text.replace("{Red, Green}", "{Amber, Green, Red}").replace("n: 0..1;", "k: boolean;\nn: 0..1;") \
            .replace('"go"', '"drive"')
        ran = noether("replay", trace, model(folder, edited, "e.m"), "--map", "go=drive")
        require_status(ran, 13)
        require("back to the state after step" in ran.out, ran, "the loop")
        counted = edited.replace("k: boolean", "k: 0..9").replace("n := 0;", "n := 0; k := 0;") \
            .replace("light := Green;", "light := Green; k := k + 1;")
        ran = noether("replay", trace, model(folder, counted, "c.m"), "--map", "go=drive")
        require_status(ran, 17)
        require("does not come back" in ran.out, ran, "that the loop is open: the new variable has changed")


@case("replay of damaged files points at the place")
def replay_damaged() -> None:
    with scratch() as folder:
        path = folder / "t.json"
        path.write_text('{"steps": [\n  {"rule": "x",, }]}', "utf-8")
        says(noether("replay", path, BUG), 65, "t.json:2:16: error[E801]: a key in double quotes", "|                ^\n")
        path.write_text('{"schema": 3, "steps": []}', "utf-8")
        says(noether("replay", path, BUG), 65, "newer version of noether (schema 3; this one reads up to 2)")
        trace = saved(folder, BUG.read_text("utf-8"), 12)
        text = trace.read_text("utf-8")
        for at in range(0, len(text), len(text) // (40 if LONG else 16)):
            for damage in (text[:at], text[:at] + "}" + text[at:], text[:at] + '"' + text[at + 1:], text[:at] + "9" + text[at + 1:]):
                path.write_text(damage, "utf-8")
                require_sane(run([binary(ASAN), "replay", path, BUG, "-q"]))


@case("replay after random edits", 120)
def replay_edits() -> None:
    ran = run([sys.executable, ROOT / "tools/fuzz/replay_edits.py", "--count", "40", "--seed", "77", "--noether", binary(RELEASE)])
    require_status(ran, 0)
    require("80 passed, 0 failed" in ran.out, ran, "every run to survive, or its first wrong step to be named")


@case("replay: 80 columns")
def replay_narrow() -> None:
    with scratch() as folder:
        model, saved = folder / "a_model_with_a_name_that_is_rather_long.m", folder / "run.json"
        model.write_text("var x: 0..3;\nstartstate begin x := 0; end;\nrule \"step\" begin x := (x + 1) % 4; end;\n"
                         "invariant \"the number is never three, whatever else may happen to it meanwhile\" x < 3;\n",
                         "utf-8")
        require_status(noether("check", model, "--trace-out", saved, "-q"), 12)
        ran = run([binary(RELEASE), "replay", saved.name, model.name], cwd=folder)
        require_status(ran, 12)
        require(all(len(line) <= 80 for line in ran.out.splitlines()), ran, "at most 80 columns")
        require("still fails, after 3 steps" in flat(ran), ran, "what still fails")
