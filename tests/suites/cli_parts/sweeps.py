"""Part of the suite cli: many runs at once."""

from __future__ import annotations

import json
import os
import re
import signal
import xml.etree.ElementTree
from typing import List

from kit.core import ASAN, RELEASE, ROOT, Ran, binary, require, require_sane, require_status, run, scratch
from suites.cli_parts.common import BUG, FLIP, HOLDS, MODELS, case, model, noether, says
from suites.cli_parts.limits import interrupt

COUNTER = """const N: 3; M: 1;
var x: 0..1000000;
startstate begin x := 0; end;
rule x < N * M ==> begin x := x + 1; end;
invariant "below" x < 100 | N < 100;
"""


def rows(ran: Ran) -> List[List[str]]:
    """The words of the table's rows, without times and sizes."""
    found = []
    for line in ran.out.split("\n"):
        if re.search(r" (HOLDS|VIOLATED|UNKNOWN|ERROR)( |$)", line) and " in " not in line and not line.startswith("/"):
            found.append(re.sub(r"[\d.]+ (s|B|KB|MB|GB)\b", "", line).split())
    return found


def narrow(ran: Ran) -> None:
    for line in ran.out.split("\n"):
        require(len(line) <= 80, ran, "80 columns at most", f"{len(line)}: {line}")


@case("a range of values: one row each, with growth")
def value_range() -> None:
    ran = noether("check", MODELS / "german.m", "-DN=2..4", "--deadlock=off", cwd=ROOT)
    require_status(ran, 0)
    require(rows(ran) == [["2", "HOLDS", "852"], ["3", "HOLDS", "5,235", "x6.14"], ["4", "HOLDS", "28,088", "x5.37"]],
            ran, "three rows", str(rows(ran)))
    require(re.search(r"^   N  verdict          states   growth         time     memory$", ran.out, re.M), ran, "a head")
    require(re.search(r"^  3 runs in .* s: 3 HOLDS$", ran.out, re.M), ran, "a sum")
    require("  states grow x6.14, then x5.37 from N=3 to 4\n" in ran.out, ran, "the growth")
    narrow(run([binary(RELEASE), "check", "models/german.m", "-DN=2..4"], cwd=ROOT))
    require(not ran.err, ran, "nothing else")


@case("lists and ranges make a grid, the last varies fastest")
def grid() -> None:
    with scratch() as folder:
        path = model(folder, COUNTER)
        ran = noether("check", path, "-DN=1,5..6", "-D", "M=2,1", "--deadlock=off")
        require_status(ran, 0)
        require([row[:2] for row in rows(ran)] == [["1", "2"], ["1", "1"], ["5", "2"], ["5", "1"], ["6", "2"], ["6", "1"]],
                ran, "all combinations", str(rows(ran)))
        require(rows(ran)[0] == ["1", "2", "HOLDS", "3"] and rows(ran)[1][4] == "x0.667", ran, "growth along M", str(rows(ran)))
        require("states grow" not in ran.out, ran, "no growth from two runs")


@case("several models: rows by name, statuses by severity")
def several() -> None:
    ran = run([binary(RELEASE), "check", "models/mutex.m", "models/peterson.m"], cwd=ROOT)
    require_status(ran, 0)
    require(ran.out.startswith("2 runs of models in models/\n  model       verdict "), ran, "a head")
    require([row[0] for row in rows(ran)] == ["mutex.m", "peterson.m"], ran, "two rows", str(rows(ran)))
    with scratch() as folder:
        wrong = model(folder, "var x: 0..1\nstartstate begin x := y; end;", "wrong.m")
        for words_, status in (([HOLDS, BUG], 12), ([BUG, MODELS / "dining_deadlock.m"], 12),
                               ([MODELS / "dining_deadlock.m", BUG], 11), ([BUG, wrong], 65), ([wrong, BUG], 65),
                               ([folder / "none.m", HOLDS], 65), ([HOLDS, HOLDS, "--bound=2"], 20),
                               ([BUG, HOLDS, "--bound=2"], 20), ([BUG, HOLDS, "--bound=5"], 12)):
            ran = noether("check", *words_)
            require_sane(ran)
            require_status(ran, status)
        ran = noether("check", wrong, HOLDS)
        require("ERROR\n      E301: `y` is not declared\n" in ran.out, ran, "what is wrong, in its row")
        require(ran.err.count("error[E301]") == 1 and "1 HOLDS, 1 ERROR" in ran.out, ran, "the message, and the other run")
        ran = noether("check", wrong, wrong)
        require(ran.err.count("error[E301]") == 1, ran, "the same message once")


@case("the first violation of a sweep is shown, and saved")
def first_violation() -> None:
    with scratch() as folder:
        trace = folder / "trace.json"
        ran = noether("check", BUG, "-DN=1..4", "--trace-out", trace)
        require_status(ran, 12)
        require("\n  the first violation, N=2:\n\n" + str(BUG) + ": VIOLATED  invariant" in ran.out, ran, "its report")
        require(ran.out.count("step 0:") == 1 and ran.out.rstrip().endswith(f"run saved in {trace}"), ran, "one run")
        require(ran.out.count('      invariant "mutual exclusion" (line 76)\n') == 3, ran, "the reason in each row")
        again = noether("replay", trace, BUG)
        require_status(again, 12)
        require(json.loads(trace.read_text("utf-8"))["options"] == ["-DN=2"], ran, "the constants of the run")
        ran = noether("check", HOLDS, "-DN=2..3", "--trace-out", trace)
        require(not trace.exists(), ran, "no old run")


@case("--stop")
def stop() -> None:
    for choice, made, left in (("auto", 4, None), ("never", 4, None), ("limit", 4, None), ("violation", 2, "a violation"),
                               ("any", 2, "a violation")):
        ran = noether("check", BUG, "-DN=1..4", f"--stop={choice}", "--trace=off")
        require_status(ran, 12)
        require(len(rows(ran)) == made and (not left or "2 runs left out: they come after a violation (--stop)\n" in ran.out),
                ran, f"{made} runs", str(rows(ran)))
    with scratch() as folder:
        path = model(folder, COUNTER)
        large = ["check", path, "-DM=1,2", "-DN=9,90,95", "--time=200ms", "--deadlock=off", "--put=off"]
        endless = model(folder, COUNTER.replace("x := x + 1;", "if N >= 90 then while true do x := x; end; end; x := x + 1;"))
        for choice, made in (("auto", 3), ("never", 6), ("limit", 2), ("any", 2), ("violation", 6)):
            ran = noether(large[0], endless, *large[2:], f"--stop={choice}", "--loop-limit=1G", "--compile=never")
            require_sane(ran)
            require_status(ran, 20)
            require(len(rows(ran)) == made, ran, f"{made} runs with --stop={choice}", str(rows(ran)))
            require(choice != "auto" or ran.out.count("left out: larger than a run that reached a limit (--stop=never makes "
                                                      "them)\n") == 2, ran, "why others are left out")


@case("--total-time is for all runs, --mem for each")
def total() -> None:
    ran = noether("check", MODELS / "peterson.m", "-DN=4..12", "--total-time=1s")
    require_status(ran, 20)
    require(ran.used < 8, ran, "an end soon after 1 s, whatever the number of threads", f"{ran.used:.1f} s of processor time")
    require("the time limit was reached" in ran.out and "left out: --total-time is used up\n" in ran.out, ran, "why")
    require_status(noether("check", MODELS / "peterson.m", "-DN=9", "--total-time=500ms"), 20)
    ran = noether("check", MODELS / "peterson.m", "-DN=5,5", "--mem=2M")
    says(ran, 64, "-D N=5,5 gives 5 twice")
    ran = noether("check", *[MODELS / "peterson.m"] * 3, "-DN=5", "--mem=2M", "-j1")  # what two engines have at a time depends on the time
    require_status(ran, 0)
    lines = re.findall(r"HOLDS.* ([\d.]+ [KM]B)$", ran.out, re.M)
    require(len(lines) == 3 and len(set(lines)) == 1, ran, "three runs of the same size", str(lines))


@case("what would be needed is said with its basis")
def estimate() -> None:
    ran = noether("check", MODELS / "peterson.m", "-DN=5..7", "--mem=40M")
    require_status(ran, 0)
    require(re.search(r"^  states grow x5.19, then x4.64 from N=6 to 7\n"
                      r"(  N=(8|9|10) would take about [\d.]+ MB( to [\d.]+ MB)?( and [\d.]+ (s|min)[^\n]*|: more than the limit, "
                      r"40.0 MB)\n)+"
                      r"  \(a guess: the factor stays or goes on changing, a state costs what it did\)\n$", ran.out, re.M),
            ran, "an estimate and its basis")
    require(": more than the limit, 40.0 MB\n" in ran.out, ran, "what does not fit")
    narrow(run([binary(RELEASE), "check", "models/peterson.m", "-DN=5..7", "--mem=40M"], cwd=ROOT))


@case("--json of a sweep: one object on each line")
def json_lines() -> None:
    with scratch() as folder:
        path = folder / "lines.json"
        path.write_text("old", "utf-8")
        ran = noether("check", BUG, "-DN=1..3", "--json", path)
        listed = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        require([item["constants"]["N"] for item in listed] == [1, 2, 3], ran, "three objects")
        require([item["verdict"] for item in listed] == ["holds", "violated", "violated"], ran, "verdicts")
        require(all(item["schema"] == 1 and item["states"] > 0 for item in listed), ran, "the same schema")
        require(os.listdir(folder) == ["lines.json"], ran, "no file beside it")
        ran = noether("check", BUG, "-DN=1..3", "--json", "-")
        require(len(ran.out.splitlines()) == 3 and "3 runs in" in ran.err, ran, "lines on standard output, the table on the other")
        ran = noether("check", HOLDS, "-DN=2..2", "--json", "-")
        require(len(ran.out.splitlines()) == 1, ran, "a range of one value is a sweep")
        require_status(noether("check", HOLDS, "-DN=2..3", "--json", "/dev/full"), 65)


@case("JUnit of a sweep: one case for each run")
def junit() -> None:
    ran = noether("check", BUG, HOLDS, "-DN=0..2", "--junit", "-", "--stop=violation", "--trace=off")
    root = xml.etree.ElementTree.fromstring(ran.out_bytes)
    suites = root.findall("testsuite")
    require([suite.get("name") for suite in suites] == [str(BUG), str(HOLDS)], ran, "a suite for each model")
    figures = [[suite.get(key) for key in ("tests", "failures", "errors", "skipped")] for suite in suites]
    require(figures == [["3", "1", "1", "0"], ["3", "0", "0", "3"]], ran, "figures", str(figures))
    cases = suites[0].findall("testcase")
    require([item.get("name") for item in cases] == ["N=0", "N=1", "N=2"], ran, "a case for each run")
    require("step 5" in cases[2].find("failure").text, ran, "the run")
    require("needs at least 1 member" in cases[0].find("error").get("message"), ran, "the error")


@case("an interrupted sweep prints what it has")
def interrupted() -> None:
    with scratch() as folder:
        words_ = [binary(RELEASE), "check", MODELS / "peterson.m", "-DN=3,4,9,10", "--json", folder / "a", "--junit", folder / "b"]
        ran = interrupt(words_, 1.5)
        require_status(ran, 130)
        require([row[1] for row in rows(ran)] == ["HOLDS", "HOLDS", "UNKNOWN"], ran, "three rows", str(rows(ran)))
        require("      interrupted\n  3 runs in" in ran.out and "\n  1 run left out: interrupted\n" in ran.out, ran, "why")
        require(len((folder / "a").read_text("utf-8").splitlines()) == 3, ran, "three lines of JSON")
        require('skipped="1"' in (folder / "b").read_text("utf-8"), ran, "the run that was not made")
        ran = interrupt([binary(RELEASE), "check", BUG, MODELS / "peterson.m", "-DN=9"], 1.0, signal.SIGTERM)
        require_status(ran, 12)


@case("-q: one line for each run")
def quiet() -> None:
    ran = run([binary(RELEASE), "check", "models/mutex_bug.m", "-DN=1..2", "-q"], cwd=ROOT)
    require_status(ran, 12)
    require(ran.out == 'models/mutex_bug.m N=1: HOLDS\nmodels/mutex_bug.m N=2: VIOLATED  invariant "mutual exclusion" (line 76)\n',
            ran, "two lines")


@case("ranges that make no sense")
def misuse() -> None:
    for value, message in (("8..2", "-D N=8..2: no value is in that range; from small to large it is 2..8"),
                           ("2..", "-D N=2..: a range goes from one integer to another, such as N=2..8"),
                           ("..3", "a range goes from one integer"), ("a..b", "a range goes from one integer"),
                           ("2..3..4", "a range goes from one integer"),
                           ("2,,4", "-D N=2,,4: a value is missing beside a comma"), (",", "a value is missing"),
                           ("2,3,2", "-D N=2,3,2 gives 2 twice"), ("1..1000000", "-D N=1..1000000: more than 10000 values"),
                           ("-9223372036854775808..9223372036854775807", "more than 10000 values"),
                           ("99999999999999999999..3", "a range goes from one integer")):
        for program in (RELEASE, ASAN):
            ran = run([binary(program), "check", HOLDS, f"-DN={value}"])
            says(ran, 64, message)
            require(not ran.out, ran, "nothing on standard output")
    says(noether("check", MODELS / "german.m", "-DN=1..1000", "-DDATA=1..1000"), 64, "that is more than 10000 runs")
    ran = noether("check", HOLDS, "-DM=1..2")
    says(ran, 65, "-D M=1: the model has no constant `M`")
    require("      E701: -D M=2: the model has no constant `M`\n" in ran.out, ran, "what is wrong, in each row")
    says(noether("sim", HOLDS, "-DN=2..3"), 64, "-D N=2..3: `sim` takes one value for a constant; several are for `check`")
    says(noether("check", "-", "-DN=2..3", stdin=FLIP.encode()), 64, "standard input can be read once only")
    for option in ("--checkpoint=x", "--resume=x", "--put=all"):
        says(noether("check", HOLDS, "-DN=2..3", option), 64, f"{option.split('=x')[0]} ", "give one model")


@case("out of memory in one run of many")
def memory() -> None:
    ran = noether("check", HOLDS, MODELS / "german.m", "--mem", "1K")
    require_status(ran, 20)
    require(len(rows(ran)) == 2 and ran.out.count("      the memory limit was reached\n") == 2, ran, "two rows")
    for number in (1, 50, 500, 3000, 8000):
        ran = run([binary(ASAN), "check", HOLDS, "-DN=2..3"], env={"NOE_FAIL_ALLOC": str(number)})
        require_sane(ran)
        require_status(ran, 0, 20)
