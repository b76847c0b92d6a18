"""Part of the suite cli: models that are odd, broken or huge."""

from __future__ import annotations

import os
from pathlib import Path

from kit.core import ASAN, RELEASE, Skip, Test, binary, require, require_sane, require_status, run, scratch
from suites.cli_parts.common import CASES, FLIP, HOLDS, MODELS, case, model, noether, says


@case("missing model, with a suggestion")
def missing_model() -> None:
    says(noether("check", "no/such/model.m"), 65, "cannot read no/such/model.m")
    says(noether("check", MODELS / "mutex"), 65, "mutex.m")


@case("directory as a model")
def directory() -> None:
    says(noether("check", MODELS), 65, "directory")
    says(noether("fmt", MODELS), 65, "directory")


@case("unreadable model")
def unreadable() -> None:
    if os.geteuid() == 0:
        raise Skip("root reads everything")
    with scratch() as folder:
        path = model(folder, FLIP)
        path.chmod(0)
        says(noether("check", path), 65, "Permission denied")


@case("empty model")
def empty() -> None:
    with scratch() as folder:
        says(noether("check", model(folder, "")), 65, "empty")
        says(noether("check", "/dev/null"), 65, "empty")
        says(noether("check", model(folder, " \n\n\t\n")), 65, "E105")


@case("binary file")
def binary_file() -> None:
    with scratch() as folder:
        path = folder / "model.m"
        path.write_bytes(bytes(range(256)) * 40)
        says(noether("check", path), 65, "error[")
        says(run([binary(ASAN), "check", path]), 65, "error[")
        says(noether("check", binary(RELEASE)), 65)
        says(noether("replay", path, HOLDS), 65)


@case("texts that are no models or logs, and marks that editors leave")
def odd_texts() -> None:
    broken = 'var x: 0..3;\nstartstate begin x := 0; end;\nrule "r" x = ==> begin end;\n'
    with scratch() as folder:
        path = folder / "odd.m"
        for text, place in (("\ufeff" + broken, "3:14"), (broken.replace("\n", "\r\n"), "3:14"),
                            (broken.replace("rule ", "\trule\t"), "3:15"), (broken.replace('"r"', '"gr\u00f6\u00dfer \u2200"'), "3:21"),
                            (broken.replace("x = ", "x\u00a0= 1"), "3:11"), (broken.replace("= =", "\u2013 1 = 0 ="), "3:12")):
            path.write_bytes(text.encode())
            says(noether("check", path), 65, f"odd.m:{place}: error")
        path.write_text('{"rules": []}\n')
        says(noether("check", path), 65, "`noether replay RUN MODEL`")
        path.write_text("hello\n")
        says(noether("validate", path, HOLDS), 65, 'is one object, such as {"rule": "enter"}')


@case("file of 100 MB")
def large_file() -> None:
    with scratch() as folder:
        path = folder / "model.m"
        with open(path, "wb") as file:
            file.truncate(100 << 20)
        ran = noether("check", path)
        says(ran, 65, "larger than")
        require(ran.used < 5, ran, "a quick refusal", f"{ran.used:.1f} s of processor time")


@case("long lines and names")
def long_lines() -> None:
    with scratch() as folder:
        name = "n" * 200000
        start = f"var {name}: 0..1; startstate begin {name} := 0; end;"
        require_status(noether("check", model(folder, start + f" rule begin {name} := 1 - {name}; end;")), 0)
        require_status(noether("check", model(folder, start + f" rule begin {name} := 2; end;")), 14)
        says(noether("check", model(folder, start + f" rule begin {name} = 2; end;")), 65)


@case("model from standard input")
def from_stdin() -> None:
    ran = noether("check", "-", stdin=FLIP.encode())
    require_status(ran, 0)
    ran = noether("fmt", "-", stdin=FLIP.encode())
    require_status(ran, 0)


def deep(folder: Path, kind: str, depth: int) -> Path:
    head = "var x: 0..1; b: boolean;\nstartstate begin x := 0; b := true; end;\n"
    texts = {
        "parentheses": head + "invariant " + "(" * depth + "b" + ")" * depth + ";\nrule begin b := b; end;\n",
        "open parentheses": head + "invariant " + "(" * depth,
        "ifs": head + "rule begin " + "if b then " * depth + "x := 1;" + " end;" * depth + "\nend;\n",
        "rulesets": head + "".join(f"ruleset i{i}: 0..0 do " for i in range(depth)) + "rule begin x := 1; end;"
        + " end;" * depth,
        "nots": head + "invariant " + "!" * depth + "b;\n",
        "minuses": head + "invariant " + "- " * depth + "1 != 2;\n",
        "arrays": "var a: " + "array [0..0] of " * depth + "0..1;\nstartstate begin clear a; end;\n",
        "records": "var a: " + "record f: " * depth + "0..1" + "; end" * depth + ";\nstartstate begin clear a; end;\n",
        "indices": head + "var a: array [0..1] of 0..1; invariant " + "a[" * depth + "0" + "]" * depth + " = 0;\n",
        "questions": head + "invariant " + "b ? b : " * depth + "b;\n",
        "arrows": head + "invariant " + "b -> " * depth + "b;\n",
        "foralls": head + "invariant " + "".join(f"forall i{i}: 0..0 do " for i in range(depth)) + "b" + " end" * depth
        + ";\n",
        "elsifs": head + "rule begin if b then\n" + "elsif b then\n" * depth + "end; x := 1 - x; end;\n",
        "operands": head + "invariant " + "b &\n" * depth + "b;\nrule begin x := 1 - x; end;\n",
        "operands on one line": head + "invariant " + "b & " * depth + "b;\nrule begin x := 1 - x; end;\n",
        "sum": head + "invariant " + "x +\n" * depth + "x >= 0;\nrule begin x := 1 - x; end;\n",
        "statements": head + "rule begin " + "x := x;\n" * depth + "x := 1 - x; end;\n",
        "comparisons": head + "invariant " + "x = " * depth + "x;\n",
    }
    return model(folder, texts[kind])


def deep_test(kind: str, depth: int) -> None:
    with scratch() as folder:
        path = deep(folder, kind, depth)
        for program in (RELEASE, ASAN):
            for command in ("check", "fmt"):
                ran = run([binary(program), command, path])
                require_sane(ran)
                require_status(ran, 0, 11, 65)


for _kind in ("parentheses", "open parentheses", "ifs", "rulesets", "nots", "minuses", "arrays", "records", "indices",
              "questions", "arrows", "foralls"):
    CASES.append(Test("cli", f"10,000 deep: {_kind}", lambda kind=_kind: deep_test(kind, 10000)))
for _kind in ("operands", "operands on one line", "sum", "elsifs", "statements", "comparisons"):
    CASES.append(Test("cli", f"100,000 long: {_kind}", lambda kind=_kind: deep_test(kind, 100000), 20))


HUGE = {
    "array": "var a: array [0..4611686018427387903] of 0..1; startstate begin clear a; end;",
    "nested array": "var a: array [0..99999] of array [0..99999] of array [0..99999] of 0..1;"
                    " startstate begin clear a; end;",
    "scalarset": "var p: scalarset(4611686018427387904); startstate begin undefine p; end;",
    "named scalarset": "type P: scalarset(9223372036854775807); var p: P; startstate begin undefine p; end;",
    "multiset": "var m: multiset [1000000000000] of boolean; startstate begin undefine m; end;",
    "ruleset of start states": "var x: 0..1; ruleset i: 0..999999999999 do startstate begin x := 0; end; end;"
                               " rule begin x := 1 - x; end;",
    "ruleset": "var x: 0..1; startstate begin x := 0; end;"
               " ruleset i: 0..999999999999 do rule i = x ==> begin x := 1 - x; end; end;",
    "ruleset of claims": "var x: 0..1; startstate begin x := 0; end; rule begin x := 1 - x; end;"
                         " ruleset i: 0..999999999999 do invariant x <= i + 1; end;",
    "loop": "var x: 0..1; startstate begin for i := 0 to 9223372036854775807 do x := 0; end; end;",
    "quantifier": "var x: 0..1; startstate begin x := 0; end; invariant forall i: 0..999999999999 do x <= i end;",
}


def huge(text: str) -> None:
    with scratch() as folder:
        ran = noether("check", model(folder, text + "\n"), "--time", "0.5s", "--mem", "64M", seconds=6)
        require_sane(ran)
        require_status(ran, 11, 20, 65)


for _kind, _text in HUGE.items():
    CASES.append(Test("cli", f"huge {_kind} ends in time", lambda text=_text: huge(text)))
