"""stores: one result however states are kept.

Every expectation of the models with each --store, by one and by three threads, with the
release and the hostile build: the same status, states, rules fired and findings as with
the default, runs of the same lengths included.
"""

from __future__ import annotations

from pathlib import Path
from typing import List

from kit.core import RELEASE, HOSTILE, ROOT, Test, binary, models_of, require, require_sane, run, scratch
from kit.expect import Expectation, expectations, load_json

STORES = ("full", "tree", "compact")


def search(program: Path, path: Path, options: List[str], folder: Path) -> tuple:
    result = folder / "result.json"
    ran = run([program, "check", path, "--json", result, "--time", "60s", *options])
    require_sane(ran)
    return ran, load_json(ran, result)


def figures(ran, result: dict, other: dict) -> tuple:
    """Who names a store has single states stored; without, the engine counter may have a turn, which fires no rules, and
    leaves other questions open when it meets a violation."""
    findings = [(item["kind"], item["verdict"], len(item["trace"]["steps"]) if item["trace"] else None)
                for item in result["properties"]]
    if result["engine"] == other["engine"]:
        return ran.status, result["states"], result["rules_fired"], findings
    both = [item for item, its in zip(findings, other["properties"]) if "unknown" not in (item[1], its["verdict"])]
    return ran.status, result["states"], None, both


def agree(program: Path, path: Path, options: List[str], threads: int) -> None:
    with scratch() as folder:
        first = None
        for store in STORES:
            ran, result = search(program, path, [*options, f"--store={store}", f"--jobs={threads}"], folder)
            if ran.status in (20, 65):
                return  # a limit, or a model that is refused: nothing to compare
            first = first or (ran, result)
            expected, found = figures(*first, result), figures(ran, result, first[1])
            require(found == expected, ran, f"{expected} as with --store=full", f"{found}")
            require((result["omission"] > 0) <= (store == "compact"), ran, "no omission in an exact store",
                    f"{result['omission']}")


# Long keys that have nothing in common; 256 lanes of 300 states each.
LONG = """var x: array [0..11] of 0..65535; n: 0..299; s: 0..65535;
ruleset lane: 0..255 do startstate begin
  s := lane;
  for i: 0..11 do s := (s * 25173 + 13849 + i) % 65536; x[i] := s; end;
  n := 0;
end; end;
rule "on" n < 299 ==> begin
  for i: 0..11 do s := (s * 25173 + 13849 + x[i]) % 65536; x[i] := s; end;
  n := n + 1;
end;
invariant "short" n < 290;
"""

# 90,000 states of three bytes.
SHORT = """var x: 0..299; y: 0..299;
startstate begin x := 0; y := 0; end;
rule "x" begin x := (x + 1) % 300; end;
rule "y" begin y := (y + 1) % 300; end;
"""


def compact_says_so(program: Path) -> None:
    """Hashes where they take less room, and the run is found all the same; whole states where those take less."""
    with scratch() as folder:
        path = folder / "long.m"
        path.write_text(LONG, "utf-8")
        sizes = {}
        for threads in (1, 3):
            for store in ("full", "compact"):
                ran, result = search(program, path, [f"--store={store}", "--deadlock=off", f"--jobs={threads}"], folder)
                sizes[store] = result["store_bytes"]
                require(result["states"] == 256 * 291 and result["verdict"] == "violated", ran, "the same search")
                require(len(result["properties"][0]["trace"]["steps"]) == 291, ran, "a shortest run")
                require((result["omission"] > 0) == (store == "compact"), ran, "hashes", f"{result['omission']}")
            require(sizes["compact"] < 0.7 * sizes["full"], ran, "much less memory", f"{sizes}")
        ran = run([program, "check", path, "--store=compact", "--deadlock=off", "--max-errors=0"])
        require("the probability that a state was missed is at most 2e-10" in ran.out, ran, "a bound of the omission")
        short = folder / "short.m"
        short.write_text(SHORT, "utf-8")
        for small, rereads in ((ROOT / "models" / "abp.m", True), (ROOT / "models" / "two_phase_commit_bug.m", False),
                               (short, False)):
            results = [search(program, small, [f"--store={store}", "-j1"], folder) for store in ("full", "compact")]
            require(results[1][1]["store_bytes"] <= results[0][1]["store_bytes"], results[1][0], "no more than --store=full")
            require(results[1][1]["omission"] == 0, results[1][0], "whole states")
            why = "they are read again later" if rereads else "which takes less memory here"
            require(why in results[1][0].out, results[1][0], why)


def test(program: Path, name: str, line: Expectation, path: Path, threads: int) -> Test:
    return Test("stores", f"{name} {line.name} threads {threads}",
                lambda: agree(binary(program), path, line.options(), threads), 180)


def tests() -> List[Test]:
    found = [Test("stores", "compact says so", lambda: compact_says_so(binary(RELEASE)))]
    for path in models_of("models") + models_of("tests/symmetry"):
        for line in expectations(path):
            if line.verdict == "rejected":
                continue
            found.append(test(RELEASE, "release", line, path, 1 + len(found) % 3))
            if "tests/symmetry" in str(path):
                found.append(test(HOSTILE, "hostile", line, path, 1 + len(found) % 3))
    return found
