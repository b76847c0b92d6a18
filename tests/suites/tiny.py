"""tiny: what it takes to add an input language.

tests/tiny has a front end of its own, in fewer than 400 lines and one line of registration, and a
binary with it. Its models go through every command and every option that changes the way of the
search; mistakes are shown where they are.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Dict, List, Tuple

from kit.core import BUILD, ROOT, Failure, Ran, Test, binary, require, require_sane, require_status, run, scratch
from kit.expect import load_json

FOLDER = ROOT / "tests" / "tiny"
MODELS = FOLDER / "models"
PROGRAM = BUILD / "tests" / "noether-tiny"
ASAN_PROGRAM = BUILD / "asan" / "tests" / "noether-tiny"
MOST_LINES = 400

# Status, states without symmetry, and the states that symmetry leaves (violated: None).
EXPECTED: Dict[str, Tuple[int, object, object]] = {
    "token.tiny": (0, 96, 24), "token_bug.tiny": (12, None, None), "deadlock.tiny": (11, None, None),
    "range.tiny": (14, None, None), "stuck.tiny": (13, None, None),
}
WAYS = ([], ["--symmetry=off"], ["--symmetry=fast"], ["--compile=always"], ["--compile=never"], ["-j2"],
        ["--store=tree"], ["--store=compact"], ["--check-symmetry=50"], ["--engine=auto"], ["--max-errors=0"])

MISTAKES = {  # text -> line:column, code, a piece of the message
    "processes N = 2;\ndo a: x = 1 -> x := 2;\n": ("2:7", "E301", "x"),
    "processes N = 2;\nshared x: 0..3 := 4;\n": ("2:19", "E501", "a constant"),
    "processes N = 2;\nshared x: 3..0 := 4;\n": ("2:11", "E407", "empty"),
    "processes N = 2;\nshared x: bool := true;\nshared x: bool := true;\n": ("3:8", "E302", "taken"),
    "processes N = 2;\nshared x: bool := true;\ndo a: x -> x := self;\n": ("3:17", "E401", "condition"),
    "processes N = 2;\nshared x: 0..3 := 0;\nalways a: x;\n": ("3:11", "E401", "condition"),
    "processes N = 2;\nshared x: 0..3 := 0;\nalways a: x + true < 3;\n": ("3:15", "E401", "number"),
    "processes N = 2;\ndo a: true -> self := other;\n": ("2:15", "E503", "self"),
    "processes N = 2\nshared x: bool := true;\n": ("2:1", "E201", ";"),
    "processes N = 0;\n": ("1:15", "E409", "1 to 1000"),
    "processes N = 2;\nsharde x: bool := true;\n": ("2:1", "E201", "shared, local"),
    "processes N = 2;\nalways a: " + "(" * 5000 + "true" + ")" * 5000 + ";\n": ("2:", "E205", "nested"),
}


def tiny(*words: object) -> Ran:
    ran = run([binary(PROGRAM), *words])
    require_sane(ran)
    return ran


def is_small() -> None:
    lines = len((FOLDER / "tiny.c").read_text("utf-8").splitlines())
    if lines >= MOST_LINES:
        raise Failure(f"  tests/tiny/tiny.c has {lines} lines, not fewer than {MOST_LINES}")
    rows = [line for line in (FOLDER / "lang/languages.def").read_text("utf-8").splitlines() if line.startswith("X(")]
    if rows != ["X(tiny)"]:
        raise Failure(f"  more than one line of registration: {rows}")


def one_verdict(name: str, options: List[str]) -> None:
    status, whole, reduced = EXPECTED[name]
    with scratch() as folder:
        path = folder / "result.json"
        ran = tiny("check", MODELS / name, "--json", path, *options)
        require_status(ran, status)
        result = load_json(ran, path)
        states = whole if "--symmetry=off" in options else reduced
        require(states is None or result["states"] == states, ran, f"{states} states", str(result["states"]))
        if whole and "--symmetry=off" not in options and "--symmetry=fast" not in options:
            require(int(result["concrete_states"]) == whole, ran, f"orbits that sum to {whole}")


def replays(name: str) -> None:
    with scratch() as folder:
        trace = folder / "trace.json"
        status = EXPECTED[name][0]
        require_status(tiny("check", MODELS / name, "--trace-out", trace), status)
        if status:
            require_status(tiny("replay", trace, MODELS / name), status)


def other_commands() -> None:
    path = MODELS / "token.tiny"
    ran = tiny("sim", "--show", path, "--seed", "3", "--steps", "5")
    require("step 5" in ran.out, ran, "five steps")
    require(tiny("graph", path).out.startswith("digraph"), ran, "a drawing")
    ran = tiny("symmetry", path)
    require("process" in ran.out and "permuted" in ran.out, ran, "processes that are permuted")
    require_status(tiny("check", path, "-D", "N=5"), 0)
    ran = tiny("check", path, "-D", "M=5")
    require_status(ran, 65)
    require("E701" in ran.err, ran, "E701")
    ran = tiny("fmt", path)
    require_status(ran, 65)
    require("not formatted" in ran.err, ran, "a word on it")


def which_language() -> None:
    """By the end of the file name, else by --language."""
    with scratch() as folder:
        odd = folder / "token.txt"
        odd.write_bytes((MODELS / "token.tiny").read_bytes())
        ran = tiny("check", odd)
        require_status(ran, 65)
        require("--language=murphi or tiny" in ran.err, ran, "both languages")
        require_status(tiny("check", odd, "--language=tiny"), 0)
        ran = tiny("check", odd, "--language=murphi")
        require_status(ran, 65)
        require("E2" in ran.err, ran, "a text that is not Murphi")
        ran = tiny("check", odd, "--language=latin")
        require_status(ran, 64)
        require("murphi or tiny" in ran.err, ran, "both languages")
        require_status(tiny("check", ROOT / "models/mutex.m"), 0)
        ran = tiny("check", folder / "missing")
        require_status(ran, 65)
        ran = tiny("check", str(MODELS / "token"), "--language=tiny")
        require("did you mean" in ran.err and "token.tiny" in ran.err, ran, "the file that was meant")


def mistake(text: str, place: str, code: str, piece: str) -> None:
    with scratch() as folder:
        path = folder / "wrong.tiny"
        path.write_text(text, "utf-8")
        ran = run([binary(ASAN_PROGRAM if ASAN_PROGRAM.exists() else PROGRAM), "check", path])
        require_sane(ran)
        require_status(ran, 65)
        require(f"{path}:{place}" in ran.err and f"[{code}]" in ran.err and piece in ran.err, ran,
                f"{place}, {code} and `{piece}`")
        require("^" in ran.err, ran, "a caret")


def damaged() -> None:
    """Every beginning of a text, through the sanitized build: never a crash."""
    text = (MODELS / "token.tiny").read_bytes()
    with scratch() as folder:
        path = folder / "cut.tiny"
        for length in range(1, len(text), 23):
            path.write_bytes(text[:length])
            ran = run([binary(ASAN_PROGRAM), "check", path])
            require_sane(ran)
            require_status(ran, 0, 16, 65)


def as_json() -> None:
    ran = tiny("check", MODELS / "token_bug.tiny", "--json", "-")
    steps = json.loads(ran.out)["properties"][0]["trace"]["steps"]
    require([step.get("rule") for step in steps] != [] and len(steps) >= 3, ran, "a run")


def tests() -> List[Test]:
    found = [Test("tiny", "fewer than 400 lines, and one of registration", is_small),
             Test("tiny", "sim, graph, symmetry, fmt, -D", other_commands),
             Test("tiny", "which language", which_language), Test("tiny", "damaged texts", damaged),
             Test("tiny", "--json", as_json)]
    for name in EXPECTED:
        found.append(Test("tiny", f"{name} replays", lambda name=name: replays(name)))
        for options in WAYS:
            found.append(Test("tiny", f"{name} {' '.join(options)}",
                              lambda name=name, options=options: one_verdict(name, options)))
    for number, (text, (place, code, piece)) in enumerate(MISTAKES.items()):
        found.append(Test("tiny", f"mistake {number}: {code}", lambda args=(text, place, code, piece): mistake(*args)))
    return found
