"""bdd: the engine on decision diagrams against the interpreter, in every strategy.

`tools/fuzz/symbolic.py` on models of the repository and on random ones: verdicts, states, orbits; what
limits of memory do: UNKNOWN or the right answer.
"""

from __future__ import annotations

import sys
from typing import List, Sequence

from kit.core import RELEASE, ROOT, Test, binary, require, run

TOOL = ROOT / "tools" / "fuzz" / "symbolic.py"
MODELS = ("mutex", "mutex_bug", "abp_bug", "arbiter", "dining_deadlock", "german_bug", "mcs_lock_bug", "peterson",
          "peterson_bug", "readers_writers", "readers_writers_bug", "resource_controller", "two_phase_commit_bug")


def crossed(words: Sequence[str]) -> None:
    ran = run([sys.executable, TOOL, "--jobs=1", *words], env={"NOETHER": str(binary(RELEASE))}, cwd=ROOT)
    require(ran.status == 0 and " complete checks" in ran.out, ran, "all passed", f"status {ran.status}")


def limited(model: str, strategy: str, normal: int) -> None:
    """Whatever the node limit, and whichever step fails: UNKNOWN, or the verdict."""
    words = [binary(RELEASE), "check", ROOT / "models" / model, "--engine=bdd", f"--strategy={strategy}", "-q"]
    ran = run(words, cwd=ROOT)
    require(ran.status == normal, ran, f"status {normal}", f"status {ran.status}")
    unknown = 0
    for memory in (1500, 1700, 2000, 2400, 3000, 4000, 8000):
        ran = run([*words, f"--mem={memory}k"], cwd=ROOT)
        require(ran.status in (20, normal), ran, f"status 20 or {normal}", f"status {ran.status}")
    for number in (200, 500, 700, 900, 1200, 1500, 2000, 2500, 3000, 3500, 4000, 5000, 6000, 7000, 8000):
        ran = run(words, env={"NOE_FAIL_ALLOC": str(number)}, cwd=ROOT)
        require(ran.status in (20, normal), ran, f"status 20 or {normal}", f"status {ran.status}")
        unknown += ran.status == 20
    require(unknown > 0, ran, "some of these steps to fail")


def left_out() -> None:
    """With --under nothing holds, whatever was found; violations are."""
    base = [binary(RELEASE), "check", "--engine=bdd", "--strategy=first-found", "-q", "--trace=off"]
    for nodes in (5, 20, 100000):
        ran = run([*base, f"--under={nodes}", ROOT / "models" / "arbiter.m"], cwd=ROOT)
        require(ran.status == 20, ran, "status 20", f"status {ran.status}")
        require(nodes > 1000 or "left out" in ran.out, ran, "why it is open")
    ran = run([*base, "--under=40", ROOT / "models" / "mutex_bug.m"], cwd=ROOT)
    require(ran.status in (12, 20), ran, "status 12 or 20", f"status {ran.status}")
    for rounds in (1, 2):
        ran = run([*base, f"--sigma={rounds}", ROOT / "tests" / "symmetry" / "two_names.m"], cwd=ROOT)
        require(ran.status == 0, ran, "status 0", f"status {ran.status}")


def explained() -> None:
    ran = run([binary(RELEASE), "help", "strategies"])
    for name in ("plain", "first-found", "dynamic", "component", "component-states"):
        require(f"  {name} " in ran.out, ran, name)


def tests() -> List[Test]:
    found = [Test("bdd", f"models {name}", lambda name=name: crossed([str(ROOT / "models" / f"{name}.m")]), 120)
             for name in MODELS]
    found += [Test("bdd", f"random {seed}", lambda seed=seed: crossed(["--count=12", f"--seed={seed}"]), 240)
              for seed in (1, 1001)]
    found += [Test("bdd", f"random {kind}", lambda kind=kind: crossed(["--count=8", "--kind", kind, "--strategies=plain"]), 240)
              for kind in ("ctl", "mu", "never")]
    found += [Test("bdd", f"ring_{name}", lambda name=name: crossed([str(ROOT / "tests" / "symmetry" / f"ring_{name}.m")]), 120)
              for name in ("distance", "philosophers")]
    found += [Test("bdd", "orders of names", lambda: crossed([str(ROOT / "tests" / "symmetry" / "two_names.m")]), 120)]
    found += [Test("bdd", f"limits {model} {strategy}", lambda m=model, s=strategy, n=normal: limited(m, s, n), 240)
              for model, strategy, normal in (("two_phase_commit_bug.m", "component-states", 12), ("german_bug.m", "plain", 12))]
    found.append(Test("bdd", "what is left out is not proved", left_out, 120))
    return found + [Test("bdd", "strategies are explained", explained)]
