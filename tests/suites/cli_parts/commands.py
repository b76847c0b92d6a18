"""Part of the suite cli: fmt, sim, replay, graph, explain."""

from __future__ import annotations

import json
import re

from kit.core import ASAN, RELEASE, ROOT, Failure, Ran, binary, require, require_sane, require_status, run, scratch
from suites.cli_parts.common import BUG, HOLDS, MODELS, case, model, noether, says


@case("fmt --check and --in-place")
def fmt_in_place() -> None:
    with scratch() as folder:
        path = model(folder, "var x:0..1; startstate begin x:=0; end;\nrule begin -- why\n x:=1-x; end;\n")
        before = path.read_bytes()
        says(noether("fmt", "--check", path), 65, "would change")
        require(path.read_bytes() == before, noether("fmt", path), "an unchanged file after --check")
        require_status(noether("fmt", "--in-place", path), 0)
        require_status(noether("fmt", "--check", path), 0)
        ran = noether("fmt", path)
        require(ran.out_bytes == path.read_bytes() and b"-- why" in ran.out_bytes, ran, "the formatted text")
        require_status(noether("fmt", path, "-o", folder / "other.m"), 0)
        require((folder / "other.m").read_bytes() == path.read_bytes(), ran, "the same by --output")
        says(noether("fmt", "-i", "--check", path), 64)
        wrong = model(folder, "var x: 0..1\nrule x := ", "wrong.m")
        says(noether("fmt", "-i", wrong, path), 65, "error[")
        require(wrong.read_text() == "var x: 0..1\nrule x := ", ran, "a wrong file stays as it is")


@case("fmt keeps the bytes of strings in another encoding")
def fmt_encoding() -> None:
    with scratch() as folder:
        path = folder / "latin.m"
        path.write_bytes(b'var x:0..1; startstate begin x:=0; end;\nrule "\xe4\\"b" begin x:=1-x; end;\n')
        ran = noether("fmt", path)
        require_status(ran, 0)
        require(b'rule "\xe4\\"b"\n' in ran.out_bytes, ran, "the bytes as they are")
        says(noether("check", path), 0, "warning[W103]")


@case("a function that may change its value parameters is warned about once")
def alias_once() -> None:
    text = ("type T: 0..1; var x, y: T;\nprocedure p(m, n: T); begin x := 0; end;\n"
            "procedure q(n: T); begin y := 0; end;\nstartstate begin x := 0; y := 0; end;\n"
            "rule begin p(x, x); p(x, y); q(y); end;\nrule begin p(x, x); end;\n")
    with scratch() as folder:
        ran = noether("check", model(folder, text, "alias.m"))
        places = re.findall(r":(\d+:\d+): warning\[W305\]", ran.err)
        require(places == ["5:14", "5:32"], ran, "one warning for each function, at its first call", str(places))



@case("symmetry shows lines without tabs")
def symmetry_tabs() -> None:
    with scratch() as folder:
        path = model(folder, "type P: scalarset(2);\nvar a: array [P] of boolean;\n"
                     "startstate\tbegin\n\tfor p: P\tdo\t\n\t\ta[p] := false; end; end;\n"
                     "ruleset p: P do rule begin a[p] := !a[p]; end; end;\n")
        ran = noether("symmetry", path)
        require_status(ran, 0)
        require("4 | for p: P do\n" in ran.out, ran, "the line with spaces for tabs, and none at its end")


@case("sim --show with a seed is reproducible")
def sim_seed() -> None:
    for name in ("mutex.m", "abp.m", "german.m", "msi_directory.m"):
        first = noether("sim", MODELS / name, "--show", "--seed", "7", "--steps", "40", "--walks", "3")
        again = noether("sim", MODELS / name, "--show", "--seed", "7", "--steps", "40", "--walks", "3")
        other = noether("sim", MODELS / name, "--show", "--seed", "8", "--steps", "40", "--walks", "3")
        require_status(first, 0)
        require(first.out == again.out, again, "the same walk for the same seed")
        require(first.out != other.out, other, "another walk for another seed")
    ran = noether("sim", HOLDS, "--show")
    seed = re.search(r"seed (\d+)", ran.out)
    require(seed, ran, "the seed that was picked")
    require(noether("sim", HOLDS, "--show", "--seed", seed.group(1)).out == ran.out, ran, "to be repeated by its seed")


@case("sim --show --trace-out replays")
def sim_replay() -> None:
    with scratch() as folder:
        for path in sorted(MODELS.glob("*.m")) + [ROOT / "tests/diagnostics/R802.m"]:
            trace = folder / "trace.json"
            ran = noether("sim", path, "--show", "--seed", "3", "--steps", "30", "--trace-out", trace)
            require_sane(ran)
            require(trace.exists(), ran, "a trace file")
            again = noether("replay", trace, path)
            require_sane(again)
            require_status(again, ran.status)
            trace.unlink()


@case("replay of the result of a check, and of nonsense")
def replay_files() -> None:
    with scratch() as folder:
        path = folder / "result.json"
        require_status(noether("check", BUG, "--json", path), 12)
        require_status(noether("replay", path, BUG), 12)
        says(noether("replay", path, MODELS / "german.m"), 65)
        require_status(noether("check", HOLDS, "--json", path), 0)
        says(noether("replay", path, HOLDS), 65, "no trace")
        for text in ("", "{", "[]", "{}", "null", '{"steps":[]}', '{"steps":[{}]}', '{"steps":[1]}', '{"steps":{}}',
                     '{"schema":3,"steps":[]}', "[" * 100000, '{"options":["--json=x"],"steps":[{}]}'):
            path.write_text(text, "utf-8")
            for program in (RELEASE, ASAN):
                says(run([binary(program), "replay", path, BUG]), 65)
        says(noether("replay", folder / "missing.json", BUG), 65, "cannot read")


@case("replay on a repaired model")
def replay_repaired() -> None:
    text = "var x: 0..5;\nstartstate begin x := 0; end;\nrule begin x := (x + 1) % 5; end;\ninvariant x < LIMIT;\n"
    with scratch() as folder:
        trace = folder / "trace.json"
        path = model(folder, "const LIMIT: 3;\n" + text)
        require_status(noether("check", path, "--trace-out", trace), 12)
        path = model(folder, "const LIMIT: 5;\n-- repaired\n" + text)
        ran = noether("replay", trace, path)
        require_status(ran, 0)
        require("no longer" in ran.out, ran, "to hear that it no longer fails")


@case("replay of an assumption that fails")
def replay_assumption() -> None:
    text = 'var a: boolean;\nstartstate begin a := true; end;\nrule "t" begin undefine a; end;\nassume "c" a;\n'
    with scratch() as folder:
        trace = folder / "trace.json"
        path = model(folder, text)
        require_status(noether("check", path, "--trace-out", trace), 14)
        ran = noether("replay", trace, path)
        require_status(ran, 14)
        require("still fails" in ran.out, ran, "the same error")


@case("replay of a lasso, and of lassos tampered with")
def replay_lasso() -> None:
    text = ("var x: 0..2; y: 0..1;\nstartstate begin x := 0; y := 0; end;\n"
            "weakfair rule \"flip\" x < 2 ==> begin x := 1 - x; end;\n"
            "MARK rule \"done\" x = 1 & y = 0 ==> begin x := 2; end;\n"
            "rule \"idle\" x = 2 ==> begin end;\n"
            "ltl \"ends\" <> (x = 2);\nltl \"goes on\" [] <> (x = 1);\nnever \"up\" { x = 0; x = 1; x = 0 };\n")
    with scratch() as folder:
        plain = model(folder, text.replace("MARK ", ""))
        fair = model(folder, text.replace("MARK", "strongfair"), "fair.m")
        trace = folder / "trace.json"
        for seed in range(1000):
            noether("sim", plain, "--show", "--steps", "4", "--seed", seed, "--trace-out", trace)
            saved = json.loads(trace.read_text("utf-8"))
            if all(step["state"]["x"] < 2 for step in saved["steps"]):
                break
        require(saved["loop"] is None, noether("sim", plain, "--show"), "a run without a loop")

        def replay(path, loop, index, kind="ltl", steps=5):
            saved["property"] = {"name": ["ends", "goes on", "up"][index], "kind": kind, "index": index}
            trace.write_text(json.dumps({**saved, "loop": loop, "steps": saved["steps"][:steps]}), "utf-8")
            return noether("replay", trace, path, "--itf", folder / "run.itf.json")

        ran = replay(plain, 0, 0)
        require_status(ran, 13)
        require("from here on the run repeats" in ran.out and "back to the state after step 0" in ran.out, ran, "the loop")
        itf = json.loads((folder / "run.itf.json").read_text("utf-8"))
        require(itf["loop"] == 0 and len(itf["states"]) == 4, ran, "the loop in the ITF file, its first state once")
        require_status(replay(plain, 2, 0), 13)
        for loop, index, steps, status, words_ in (
                (0, 1, 5, 0, "no longer shows"), (1, 0, 5, 17, "does not come back"), (4, 0, 5, 17, "stands still"),
                (0, 0, 4, 17, "does not come back"), (None, 0, 5, 0, "no longer shows")):
            ran = replay(plain, loop, index, steps=steps)
            require_status(ran, status)
            require(words_ in ran.out, ran, f"`{words_}`")
        says(replay(plain, 5, 0), 65, "`loop`")
        says(replay(plain, -1, 0), 65, "`loop`")
        says(replay(plain, "0", 0), 65, "`loop`")
        ran = replay(fair, 0, 0)
        require_status(ran, 17)
        require("neglects" in ran.out, ran, "that the loop is not fair")
        require_status(replay(plain, None, 2, "sequence"), 12)
        require_status(replay(plain, None, 2, "sequence", steps=2), 0)
        require_status(replay(plain, None, 2, "ltl"), 0)  # not what the claim is


def check_dot(ran: Ran, most: int) -> None:
    lines = ran.out.splitlines()
    require(lines[0].startswith("digraph ") and lines[-1] == "}", ran, "a digraph")
    nodes = re.findall(r"^  (s\d+) \[label=\"(?:[^\"\\]|\\.)*\".*\];$", ran.out, re.M)
    edges = re.findall(r"^  (s\d+) -> (s\d+) \[label=\"(?:[^\"\\]|\\.)*\".*\];$", ran.out, re.M)
    require(0 < len(nodes) <= most and len(set(nodes)) == len(nodes), ran, f"1 to {most} nodes", str(len(nodes)))
    require({name for edge in edges for name in edge} <= set(nodes), ran, "edges between drawn nodes")
    require(len(nodes) + len(edges) + 4 == len(lines), ran, "nothing but nodes and edges")


@case("graph is bounded and sane")
def graph() -> None:
    for path in sorted(MODELS.glob("*.m")):
        for words_, most in ((["--max-states", "7"], 7), (["--bound", "1", "--max-states", "50"], 50)):
            ran = noether("graph", path, *words_)
            require_sane(ran)
            require_status(ran, 0)
            check_dot(ran, most)
    ran = noether("graph", HOLDS, "-DN=2")
    check_dot(ran, 12)
    require(ran.out.count("[label=\"state") == 12 and ran.out.count(" -> s") == 22, ran, "12 states and 22 firings")
    with scratch() as folder:
        target = folder / "graph.dot"
        require_status(noether("graph", HOLDS, "-o", target, "--max-states", "3"), 0)
        require(target.read_text().startswith("digraph"), ran, "the graph in the file")


@case("explain")
def explain() -> None:
    ran = noether("explain", "e201", "R801")
    require_status(ran, 0)
    require("E201" in ran.out and "R801" in ran.out, ran, "both codes, in any case")
    says(noether("explain", "E999"), 64, "E999")
    says(noether("explain", "nonsense"), 64, "nonsense")


@case("--engine: names, what each engine judges, what it cannot")
def engines() -> None:
    live = ROOT / "models" / "peterson_live.m"
    plan = json.loads(noether("check", live, "--json", "-").out)
    if plan["engine"] != "explicit+fair" or "fair judges 2" not in plan["engine_reason"] or plan["verdict"] != "holds":
        raise Failure(f"  engine {plan['engine']}, because {plan['engine_reason']}: {plan['verdict']}")
    both = json.loads(noether("check", live, "--engine=explicit,fair", "--json", "-").out)
    if both["engine"] != "explicit,fair" or both["verdict"] != "holds":
        raise Failure(f"  compared: engine {both['engine']}, {both['verdict']}")
    for name, decided in (("explicit", {"deadlock", "assertion"}), ("fair", {"ltl"})):
        alone = json.loads(noether("check", live, f"--engine={name}", "--json", "-").out)
        kinds = {one["kind"] for one in alone["properties"] if one["verdict"] == "holds"}
        if alone["verdict"] != "unknown" or kinds != decided:
            raise Failure(f"  {name} alone: {alone['verdict']}, it decides {kinds}")
    says(noether("check", HOLDS, "--engine=explict"), 64, "did you mean `explicit`?")
    says(noether("check", HOLDS, "--engine=fair"), 65, "does not support claims about states")
    says(noether("check", live, "--engine=fair", "--checkpoint", "kept"), 65, "keeps no checkpoints")


@case("--engine=explicit says why")
def engine() -> None:
    result = json.loads(noether("check", HOLDS, "--engine=explicit", "--json", "-").out)
    if result["engine"] != "explicit" or "--engine" not in result["engine_reason"]:
        raise Failure(f"  engine {result['engine']}, because {result['engine_reason']}")
