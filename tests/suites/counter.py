"""counter: the counter engine against the interpreter and the explicit engine.

Known numbers of orbits, models of the house, and random unary models; what does not fit says which line prevents it.
"""

from __future__ import annotations

import json
import sys
from typing import List

from kit.core import RELEASE, ROOT, Failure, Test, binary, require, run, scratch

sys.path.insert(0, str(ROOT / "tools" / "fuzz"))
import counter as fuzz  # noqa: E402
from unary_model import unary  # noqa: E402

PETERSON = {3: 172, 4: 1132, 5: 6770, 6: 35159}
SEEDS, GROUPS = 15, 3
FITS = ("futurebus", "german", "german_bug", "mutex", "mutex_bug", "peterson", "peterson_bug", "readers_writers",
        "readers_writers_bug", "resource_controller", "two_phase_commit", "two_phase_commit_bug")

# Small models in which one kind of mistake shows: name, text, whether it fits.
SMALL = (
    ("a loop that reads what another round writes", """
type P: scalarset(3);
var a: array [P] of boolean;
startstate begin for q: P do a[q] := false; end; end;
ruleset p: P do
  rule "one" true ==> begin a[p] := !a[p]; end;
  rule "all" true ==> begin for q: P do a[q] := !a[p]; end; end;
end;
""", "unfit"),
    ("moves with different conditions", """
type P: scalarset(3); S: enum {A, B, C, E};
var s: array [P] of S;
startstate begin for q: P do s[q] := A; end; end;
ruleset p: P do
  rule "a" s[p] = A & forall q: P do q != p -> s[q] != C end ==> begin s[p] := B; end;
  rule "b" s[p] = B & forall q: P do q != p -> s[q] != A end ==> begin s[p] := E; end;
end;
rule "again" forall q: P do s[q] = E end ==> begin for q: P do s[q] := A; end; end;
ruleset p: P; q: P do
  invariant "not both" !(s[p] = A & s[q] = E);
end;
""", "same"),
    ("liveness of each process by itself", """
type P: scalarset(2); S: enum {A, B, C};
var s: array [P] of S;
startstate begin for q: P do s[q] := A; end; end;
ruleset p: P do
  rule "stuck" s[p] = A & forall q: P do s[q] != B end ==> begin s[p] := B; end;
  rule "go" s[p] = A ==> begin s[p] := C; end;
  rule "back" s[p] = C ==> begin s[p] := A; end;
  liveness "each" s[p] = C;
end;
""", "same"),
)


def checked(*arguments):
    with scratch() as folder:
        report = folder / "result.json"
        ran = run([binary(RELEASE), "check", "--engine=counter", "-q", "--json", report, *arguments])
        require(report.exists(), ran, "a result")
        return ran, json.loads(report.read_text())


def orbits(model: str, size: int, expected: int) -> None:
    for encoding in ("vectors", "counters"):
        ran, result = checked(f"--encoding={encoding}", "-D", f"N={size}", ROOT / "models" / f"{model}.m")
        require(result["verdict"] == "holds", ran, "a model that holds", result["verdict"])
        require(result["orbits"] == str(expected), ran, f"{expected} orbits", result["orbits"])


def crossed(path, wanted) -> None:
    try:
        said = fuzz.cross(binary(RELEASE), path)
    except fuzz.Failed as failure:
        raise Failure(f"  {path.name}: {failure}") from failure
    if said not in wanted:
        raise Failure(f"  {path.name} does not fit")


def model(name: str) -> None:
    with scratch() as folder:
        path = folder / f"{name}.m"
        path.write_text((ROOT / "models" / f"{name}.m").read_text("utf-8"), "utf-8")
        crossed(path, ("same",))


def random_models(group: int) -> None:
    with scratch() as folder:
        for seed in range(group * SEEDS, (group + 1) * SEEDS):
            path = folder / f"unary{seed}.m"
            path.write_text(unary(seed), "utf-8")
            crossed(path, ("same", "unfit"))


def small(name: str, text: str, wanted: str) -> None:
    with scratch() as folder:
        path = folder / f"{name.replace(' ', '_')}.m"
        path.write_text(text, "utf-8")
        crossed(path, (wanted,))


def violated(name: str, kind: str) -> None:
    ran, result = checked("-D", "N=20", ROOT / "models" / f"{name}.m")
    require(result["verdict"] == "violated", ran, "a violation", result["verdict"])
    failed = [item for item in result["properties"] if item["verdict"] == "violated"]
    require(failed[0]["kind"] == kind and failed[0]["trace"], ran, f"a run that violates an {kind}")


def out_of_memory() -> None:
    ran, result = checked("--mem=8M", "-D", "N=12", ROOT / "models" / "peterson.m")
    require(result["verdict"] == "unknown" and result["stop"] == "memory", ran, "unknown, out of memory",
            f"{result['verdict']}, {result['stop']}")


def refused() -> None:
    ran = run([binary(RELEASE), "check", "--engine=counter", ROOT / "models" / "mcs_lock.m"])
    require("line 48" in ran.err and ran.status != 0, ran, "the line that prevents it")


def tests() -> List[Test]:
    found = [Test("counter", f"peterson {n}", lambda n=n, count=count: orbits("peterson", n, count), 60)
             for n, count in PETERSON.items()]
    for n in (3, 10, 40):
        count = (n + 1) * (n + 2) * (n + 1) // 2 + n * (n + 1)
        found.append(Test("counter", f"readers_writers {n}",
                          lambda n=n, count=count: orbits("readers_writers", n, count), 60))
    found.append(Test("counter", "mutex 300", lambda: orbits("mutex", 300, 900), 60))
    found += [Test("counter", f"models/{name}", lambda name=name: model(name), 120) for name in FITS]
    found += [Test("counter", f"random {group}", lambda group=group: random_models(group), 240)
              for group in range(GROUPS)]
    found += [Test("counter", name, lambda row=(name, text, wanted): small(*row), 60) for name, text, wanted in SMALL]
    found.append(Test("counter", "german_bug 20", lambda: violated("german_bug", "invariant"), 60))
    found.append(Test("counter", "out of memory", out_of_memory, 120))
    found.append(Test("counter", "refused with a line", refused, 60))
    return found
