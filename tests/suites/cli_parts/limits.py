"""Part of the suite cli: memory, time, depth, signals."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from typing import Sequence

from kit.core import (ASAN, RELEASE, Failure, Ran, binary, end, eventually, kill_group, require, require_sane,
                      require_status, run, scratch, start)
from kit.expect import load_json
from suites.cli_parts.common import BUG, HOLDS, MODELS, case, model, noether


def figures(ran: Ran) -> None:
    require(re.search(r"[\d,]+ states?, [\d,]+ rules? fired, depth \d+", ran.out), ran, "figures")


@case("--mem")
def memory_limit() -> None:
    with scratch() as folder:
        path = folder / "result.json"
        ran = noether("check", MODELS / "german.m", "-DN=4", "--mem", "1M", "--json", path)
        require_sane(ran)
        require_status(ran, 20)
        figures(ran)
        require("1.0 MB" in ran.out, ran, "the limit")
        result = load_json(ran, path)
        require(result["stop"] == "memory" and not result["complete"] and result["states"] > 0, ran,
                "stop memory, with states")
        require(result["peak_bytes"] <= 3 << 20, ran, "a peak near the limit", str(result["peak_bytes"]))


CHAIN = """type PLACE: 0..7;
var x: array [PLACE] of 0..9;
startstate begin for p: PLACE do x[p] := 0; end; end;
ruleset p: PLACE do
  rule "up" x[p] < 9 & (p = 0 | x[p > 0 ? p - 1 : p] > 0) ==> begin x[p] := x[p] + 1; end;
end;
"""


@case("--mem: where no symmetry was used, who says why")
def memory_without_symmetry() -> None:
    with scratch() as folder:
        hint = "  no symmetry was used: `noether symmetry` says which lines stand in the way\n"
        ran = noether("check", model(folder, CHAIN), "--mem", "1M")
        require_status(ran, 20)
        require(hint in ran.out, ran, "the hint")
        for more in (["--symmetry=off", model(folder, CHAIN)], [MODELS / "german.m", "-DN=4"]):
            ran = noether("check", *more, "--mem", "1M")
            require_status(ran, 20)
            require(hint not in ran.out, ran, "no hint")


@case("--mem too small for anything")
def memory_tiny() -> None:
    for size in ("1", "1K", "10K", "100K", "200K", "400K", "600K"):
        for program in (RELEASE, ASAN):
            ran = run([binary(program), "check", MODELS / "german.m", "-DN=3", "--mem", size])
            require_sane(ran)
            require_status(ran, 20)
            require(re.search(r"german.m: UNKNOWN  the memory limit was reached\n", ran.out), ran, "an UNKNOWN line")
            require(not ran.err, ran, "nothing else")


@case("--mem too small for anything: the files say so too")
def memory_tiny_files() -> None:
    with scratch() as folder:
        ran = noether("check", HOLDS, "--mem", "1K", "--json", folder / "a", "--junit", folder / "b", "--itf", folder / "c")
        require_status(ran, 20)
        require("  nothing was searched within 1.0 KB: raise --mem or make constants smaller (-D)\n" in ran.out, ran,
                "what to do")
        result = load_json(ran, folder / "a")
        require((result["verdict"], result["stop"], result["states"]) == ("unknown", "memory", 0), ran, "unknown, memory")
        require("<error" in (folder / "b").read_text("utf-8"), ran, "an error in the JUnit file")


@case("--time")
def time_limit() -> None:
    with scratch() as folder:
        path = folder / "result.json"
        ran = noether("check", MODELS / "peterson.m", "-DN=8", "--time", "0.2s", "--json", path)
        require_status(ran, 20)
        require(ran.used < 3, ran, "an end soon after 0.2 s", f"{ran.used:.1f} s of processor time")
        figures(ran)
        require(load_json(ran, path)["stop"] == "time", ran, "stop time")


@case("--time: the seconds of a search are those of all engines that took turns")
def time_of_turns() -> None:
    with scratch() as folder:
        path = folder / "result.json"
        ran = noether("check", MODELS / "german.m", "-DN=7", "--time", "0.6s", "--json", path)
        result = load_json(ran, path)
        require(result["stop"] != "time" or result["seconds"] >= 0.6, ran, "the time limit", str(result["seconds"]))


@case("--time inside one long firing")
def time_in_loop() -> None:
    with scratch() as folder:
        path = model(folder, "var x: 0..1; n: 0..4000000000;\nstartstate begin x := 0; n := 0; end;\n"
                             "rule begin n := 0; while n < 4000000000 do n := n + 1; end; x := 1 - x; end;\n")
        ran = noether("check", path, "--loop-limit=4G", "--time", "0.3s", seconds=8)
        require_status(ran, 20)
        require(ran.used < 5, ran, "an end soon after 0.3 s", f"{ran.used:.1f} s of processor time")


@case("--bound")
def bound() -> None:
    ran = noether("check", MODELS / "german.m", "--bound", "3")
    require_status(ran, 20)
    figures(ran)
    require_status(noether("check", BUG, "--bound", "50"), 12)
    require_status(noether("check", HOLDS, "--bound", "0"), 0)


def interrupt(words_: Sequence[object], after: float, number: int = signal.SIGINT) -> Ran:
    """Sends a signal when the command has used `after` seconds of processor time."""
    listed = [str(word) for word in words_]
    process = start(listed, {})
    try:
        eventually(lambda: process.poll() is not None or process.used() >= after)
        os.kill(process.pid, number)
        out, err = end(process, 5, used=process.used())
    except subprocess.TimeoutExpired:
        raise Failure(f"  {' '.join(listed)} goes on after signal {number}") from None
    finally:
        kill_group(process)
    return Ran(listed, process.returncode, out, err, {})


@case("SIGINT ends a check with figures")
def sigint() -> None:
    with scratch() as folder:
        path = folder / "result.json"
        ran = interrupt([binary(RELEASE), "check", MODELS / "peterson.m", "-DN=9", "--json", path], 1.0)
        require_status(ran, 130)
        figures(ran)
        result = load_json(ran, path)
        require(result["stop"] == "interrupt" and result["verdict"] == "unknown", ran, "stop interrupt")
        require_status(interrupt([binary(RELEASE), "check", MODELS / "peterson.m", "-DN=9"], 0.5, signal.SIGTERM), 130)


@case("SIGINT inside one long firing")
def sigint_in_loop() -> None:
    with scratch() as folder:
        path = model(folder, "var x: 0..1;\nstartstate begin x := 0; end;\n"
                             "rule begin for i := 0 to 9000000000 do x := x; end; x := 1 - x; end;\n")
        require_status(interrupt([binary(RELEASE), "check", path], 0.5), 130)


@case("SIGINT ends sim and graph")
def sigint_others() -> None:
    ran = interrupt([binary(RELEASE), "sim", HOLDS, "--show", "--steps", "1000000000", "--seed", "1", "-q"], 0.5)
    require_status(ran, 130, 0)
    ran = interrupt([binary(RELEASE), "graph", MODELS / "peterson.m", "-DN=6", "--max-states", "100M"], 0.5)
    require_status(ran, 130)


@case("--progress=on writes to standard error only")
def progress() -> None:
    ran = noether("check", MODELS / "mcs_lock.m", "-DN=4", "--progress=on")
    require_status(ran, 0)
    require(ran.out.count("\n") == noether("check", MODELS / "mcs_lock.m", "-DN=4").out.count("\n"), ran,
            "the same standard output as without it")

LINE = (r"search [\d.]+ s: [\d,]+ states? \([\d,]+/s\), [\d,]+ to do, depth \d+,?\s+[\d.]+ [KM]B of [\d.]+ [MG]B"
        r"(; (about [^\n]*\s+[^\n]*left, if levels go on shrinking \(x[\d.]+\)|levels still grow\s+\(x[\d.]+\):\s+no end in sight))?\n")


@case("--progress=on: phase, figures, memory against its limit, what is left")
def progress_lines() -> None:
    ran = interrupt([binary(RELEASE), "check", MODELS / "peterson.m", "-DN=9", "--progress=on", "--mem=2G"], 3.5)
    require_status(ran, 130)
    require(len(re.findall(LINE, ran.err)) >= 2, ran, "a line each second", ran.err)
    require("of 2.0 GB" in re.sub(r"\s+", " ", ran.err), ran, "the limit")
    require(all(len(line) <= 80 for line in ran.err.split("\n")), ran, "80 columns")


@case("SIGUSR1 makes a check say how far it is, also when progress is off")
def nudge() -> None:
    for more in (["--progress=off"], ["-q"], ["--compile=never", "-j1"]):
        words_ = [str(word) for word in (binary(RELEASE), "check", MODELS / "peterson.m", "-DN=10", *more)]
        process = start(words_, {})
        try:
            for seconds in (0.5, 1.0):
                eventually(lambda: process.poll() is not None or process.used() >= seconds)
                os.kill(process.pid, signal.SIGUSR1)
            eventually(lambda: process.poll() is not None or process.used() >= 1.5)
            os.kill(process.pid, signal.SIGINT)
            out, err = end(process, 5, used=process.used())
        finally:
            kill_group(process)
        ran = Ran(words_, process.returncode, out, err, {})
        require_status(ran, 130)
        require(len(re.findall(LINE, ran.err)) == 2, ran, "two answers", ran.err)


@case("progress while a temporal claim is judged names it")
def progress_claim() -> None:
    text = """type P: scalarset(12);
var a, b: array [P] of 0..3;
startstate begin for p: P do a[p] := 0; b[p] := 0; end; end;
ruleset p: P do rule a[p] < 3 ==> begin a[p] := a[p] + 1; end; end;
ruleset p: P do rule a[p] = 3 & b[p] < 2 ==> begin b[p] := b[p] + 1; a[p] := 0; end; end;
ruleset p: P do rule b[p] = 2 ==> begin b[p] := 0; end; end;
ltl "first" [] true;
ruleset p: P; q: P do ltl "second one" [] (a[p] = 2 -> (a[q] < 4 U (a[p] = 3 | a[p] = 2 | b[q] = 9))); end;
"""  # the search is a tenth of the work
    with scratch() as folder:
        ran = interrupt([binary(RELEASE), "check", model(folder, text), "--progress=on"], 9)
        require_status(ran, 130)
        require(re.search(r'temporal claim 2 of 2 [\d.]+ s,\s+"second one":\s+[\d,]+\s+states,\s+[\d,]+\s+to\s+do,\s+[\d,]+\s+'
                          r'pairs\s+with\s+the\s+automaton', ran.err), ran, "the claim by name", ran.err)


HUGE = """
const N: 7; K: 40;
type S: scalarset(N);
var level: array [S] of 0..K; down: array [S] of boolean; leader: boolean;
startstate begin for s: S do down[s] := false; level[s] := 0; end; leader := false; end;
ruleset s: S do
  rule "climb" level[s] < K ==> begin level[s] := level[s] + 1; end;
  rule "fall" level[s] > 0 ==> begin level[s] := level[s] - 1; end;
  rule "crash" !down[s] ==> begin down[s] := true; end;
  weakfair rule "restart" down[s] ==> begin down[s] := false; end;
end;
invariant "no leader" !leader;
ltl "out of sight" [] !(forall s: S do level[s] = K end);
never "unseen" { true[*]; forall s: S do level[s] = K end };
ltl "unheard" [] ((forall s: S do level[s] = K end) -> <> leader);
"""


@case("claims about runs are judged before a search that does not end", seconds=120)
def looks_ahead() -> None:
    claims = {'ltl "near" forall s: S do [] (level[s] = 12 -> <> leader) end;': 13,
              'ltl "near" [] !(forall s: S do level[s] >= 2 end);': 13,
              'ruleset s: S do never "near" { true[*]; level[s] = 12 } end;': 12}
    for claim, status in claims.items():
        with scratch() as folder:
            path = model(folder, HUGE + claim)
            result = folder / "result.json"
            ran = noether("check", path, "--json", result)
            require_status(ran, status)
            verdicts = {item["name"]: item["verdict"] for item in load_json(ran, result)["properties"]}
            require(verdicts["near"] == "violated", ran, "the near one is violated", str(verdicts))
            require({verdicts[name] for name in ("no leader", "out of sight", "unseen", "unheard", "deadlock")} == {"unknown"}, ran,
                    "nothing is said of what was not searched", str(verdicts))
            require(load_json(ran, result)["peak_bytes"] < 200 << 20 and ran.used < 5, ran, "soon, in little memory",
                    f"{ran.used} s")
