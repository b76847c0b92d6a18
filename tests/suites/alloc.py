"""alloc: the Nth allocation fails, for every N until a run needs no more, or (without NOE_TEST_LONG) for many N.

NOE_FAIL_ALLOC=N makes it fail.  Never a crash: status 20, or the normal one if what
failed was not needed for the verdict.  The sanitized build also sees leaks.
"""

from __future__ import annotations

from typing import List, Sequence

from kit.core import ASAN, LONG, ROOT, Test, binary, require, require_sane, run, scratch

EVERY = 300 if LONG else 40  # each N up to here, then sparsely
CAP = 20000
RUNS = {
    "check holds": (["check", "models/mutex.m", "-DN=3"], 0),
    "check violated": (["check", "models/abp_bug.m", "-DSEQ=2", "-DREORDER=0", "-DCAPACITY=2", "-DDATA=1"], 14),
    "check rejected": (["check", "tests/diagnostics/E301.m"], 65),
    "check, all files": (["check", "models/mutex_bug.m", "-DN=2", "--json", "{}/a", "--junit", "{}/b", "--itf", "{}/c",
                          "--trace-out", "{}/d"], 12),
    "ltl violated": (["check", "models/resource_controller_weak.m", "-DN=2", "--trace", "off"], 13),
    "ltl holds": (["check", "models/resource_controller_strong.m", "-DN=2"], 0),
    "ltl, keys that count": (["check", "tests/temporal/counts.m", "-DN=7", "--deadlock=off", "--compile=always",
                              "--property=who waits has been inside"], 0),
    "ctl, mu, never": (["check", "tests/temporal/branching.m"], 0),
    "sim": (["sim", "models/mutex.m", "--show", "--seed", "3", "--trace-out", "{}/d"], 0),
    "sim, hunting": (["sim", "models/mutex_bug.m", "-DN=2", "--walks", "50", "--seed", "3", "-j1", "--trace", "off"], 12),
    "graph": (["graph", "models/mutex.m", "--max-states", "20", "-o", "{}/e"], 0),
    "fmt": (["fmt", "models/mutex.m"], 0),
    "explain": (["explain", "E201"], 0),
}


def numbers():
    number = 1
    while number < CAP:
        yield number
        number += 1 if number < EVERY else max(2, number // (5 if number > 300 else 60 if LONG else 20))


def fail_each(words: Sequence[str], normal: int) -> None:
    unharmed = 0
    with scratch() as folder:
        filled = [word.replace("{}", str(folder)) for word in words]
        for number in numbers():
            ran = run([binary(ASAN), *filled], env={"NOE_FAIL_ALLOC": str(number)}, cwd=ROOT)
            require_sane(ran)
            require(ran.status in (20, normal), ran, f"status 20 or {normal}", f"status {ran.status}")
            if ran.status == 20:
                require("out of memory" in ran.err or "memory" in ran.out, ran, "a word on memory")
                unharmed = 0
            else:
                unharmed += 1
                if unharmed >= 12:  # a few in a row: there is no Nth allocation any more
                    return


def fail_replay() -> None:
    with scratch() as folder:
        trace = folder / "trace.json"
        run([binary(ASAN), "check", "models/mutex_bug.m", "--trace-out", trace], cwd=ROOT)
        fail_each(["replay", str(trace), "models/mutex_bug.m"], 12)


def tests() -> List[Test]:
    found = [Test("alloc", name, lambda words=words, normal=normal: fail_each(words, normal), 120)
             for name, (words, normal) in RUNS.items()]
    return found + [Test("alloc", "replay", fail_replay, 120)]
