"""packages: what others build on: SARIF, completions, the Python module, libnoether and its ABI, files for CI."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from typing import Any, List

from kit.core import BUILD, RELEASE, ROOT, Failure, Skip, Test, binary, run, scratch

MODELS = ROOT / "models"
ABI = ROOT / "tests" / "library" / "abi.txt"


def require(condition: bool, what: str, got: Any = "") -> None:
    if not condition:
        raise Failure(f"expected: {what}\ncame:     {got}")


def sarif() -> None:
    with scratch() as folder:
        file = folder / "a.sarif"

        def results(model, *options: str) -> List[Any]:
            run([binary(RELEASE), "check", model, "--sarif", file, "--quiet", *options])
            log = json.loads(file.read_text())
            require(log["version"] == "2.1.0" and len(log["runs"]) == 1, "one run", log)
            require(log["runs"][0]["tool"]["driver"]["name"] == "noether", "the tool")
            return log["runs"][0]["results"]

        require(results(MODELS / "mutex.m") == [], "nothing to say of a model that holds")
        found = results(MODELS / "mutex_bug.m")
        require([one["ruleId"] for one in found] == ["invariant"] and found[0]["level"] == "error", "a violation", found)
        require(found[0]["locations"][0]["physicalLocation"]["region"]["startLine"] == 76, "its line")
        require(len(found[0]["codeFlows"][0]["threadFlows"][0]["locations"]) == 6, "its run")
        broken = folder / "broken.m"
        broken.write_text("var x: boolean;\nstartstate begin y := true; end;\nrule begin x := !x; end;\n")
        found = results(broken)
        require(found[0]["level"] == "error" and found[0]["locations"][0]["physicalLocation"]["region"] == {"startLine": 2, "startColumn": 18}, "a mistake at its place", found)
        ran = run([binary(RELEASE), "check", MODELS / "mutex.m", MODELS / "mutex_bug.m", broken, "-DN=2..3", "--sarif", file])
        runs = json.loads(file.read_text())["runs"]
        require(len({one["automationDetails"]["id"] for one in runs}) == len(runs) == 6, "many runs, told apart", runs)
        require([len(one["results"]) for one in runs[:4]] == [0, 0, 1, 1] and "(N=3)" in runs[3]["results"][0]["message"]["text"], "a violation in each of two", ran.err)
        require([one["invocations"][0]["executionSuccessful"] for one in runs] == [True] * 4 + [False] * 2, "the text that cannot be read")


def completions() -> None:
    for shell in ("bash", "zsh", "fish"):
        ran = run([binary(RELEASE), "completions", shell])
        require(ran.status == 0 and "symmetry" in ran.out and "exact" in ran.out, f"a script for {shell}", ran.out)
        if shutil.which(shell):
            with scratch() as folder:
                script = folder / "script"
                script.write_text(ran.out)
                checked = run([shutil.which(shell), "-n", script])
                require(checked.status == 0, f"{shell} reads it", checked.err)
    require(run([binary(RELEASE), "completions", "csh"]).status == 64, "others are refused")
    if not shutil.which("bash"):
        raise Skip("there is no bash")
    with scratch() as folder:
        script = folder / "script"
        script.write_text(run([binary(RELEASE), "completions", "bash"]).out)

        def completed(*words: str) -> List[str]:
            line = f"source {script}; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _noether; printf '%s\\n' \"${{COMPREPLY[@]}}\""
            return run(["bash", "-c", line]).out.split()

        require(completed("noether", "ch") == ["check"], "a command", completed("noether", "ch"))
        require(completed("noether", "check", "--max-e") == ["--max-errors"], "an option")
        require(completed("noether", "check", "--symmetry", "f") == ["fast"], "a value")
        require("--max-errors" not in completed("noether", "fmt", "--"), "options of the command alone")


PYTHON = """
import json, sys
sys.path.insert(0, sys.argv[1])
import noether
good = noether.check(sys.argv[2] + "/german.m", N=2, DATA=1)
assert good and good.verdict == "holds" and good.complete and good.figures["states"] > 100 and good.constants["N"] == 2, good
off = noether.check(sys.argv[2] + "/german.m", N=2, DATA=1, symmetry="off", max_errors=0)
assert off.figures["states"] == 1461 and off.figures["states"] > good.figures["states"], off
bad = noether.check(sys.argv[2] + "/mutex_bug.m")
assert not bad and bad.status == 12 and [one.name for one in bad.violated] == ["mutual exclusion"], bad
run = bad["mutual exclusion"].run
assert len(run) == 6 and run.steps[1].rule == "start trying" and run.steps[0].state["token"] == "Process_3" and run.loop is None, run
assert list(run.changes()[1]) == ["state"], run.changes()
rows = noether.sweep(sys.argv[2] + "/mutex.m", N=range(2, 5), symmetry="off")
assert [row["N"] for row in rows] == [2, 3, 4] and all(row["verdict"] == "holds" for row in rows) and rows[0]["states"] < rows[1]["states"], rows
rows = noether.sweep(sys.argv[2] + "/mutex.m", N=[2, -5])
assert rows[1]["verdict"] == "error" and rows[1]["message"], rows
try:
    noether.check(sys.argv[2] + "/none.m")
    raise SystemExit("no error")
except noether.Error as error:
    assert error.status == 65, error
try:
    noether.check(sys.argv[2] + "/mutex.m", no_such_option=3)
    raise SystemExit("no error")
except noether.Error as error:
    assert error.status == 64, error
print("good")
"""


def python() -> None:
    with scratch() as folder:
        script = folder / "script.py"
        script.write_text(PYTHON)
        ran = run([sys.executable, "-B", script, ROOT / "python", MODELS], env={"NOETHER": str(binary(RELEASE))})
        require(ran.status == 0 and ran.out == "good\n", "the module works", ran.out + ran.err)


def declared() -> List[str]:
    header = (ROOT / "include" / "noether.h").read_text()
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
    return sorted(re.sub(r"\s+", " ", match.group(0)).strip() for match in re.finditer(r"^[a-z][\w ]*\**noether_\w+\([^;]*\);", text, re.M))


def abi() -> None:
    """What was promised is still there, word for word; new functions are added to the file by hand."""
    promised = ABI.read_text().splitlines()
    require(declared() == [line for line in promised if not line.startswith("#")], "the functions of tests/library/abi.txt", "\n".join(declared()))
    library = BUILD / "shared" / "libnoether.so"
    if not library.is_file() or not shutil.which("nm"):
        return
    ran = run(["nm", "-D", "--defined-only", library])
    seen = sorted(line.split()[-1].split("@")[0] for line in ran.out.splitlines() if " A " not in line)
    names = sorted(re.search(r"noether_\w+(?=\()", line).group(0) for line in declared())
    require(seen == names, "these names and no others can be seen", seen)


def example() -> None:
    """The example program, linked with the objects of the build."""
    sources = [path.relative_to(ROOT) for path in sorted((ROOT / "src").rglob("*.c")) if path != ROOT / "src" / "cli" / "main.c"]
    objects = [str(BUILD / "obj" / path.with_suffix(".o")) for path in sources]
    compiler = shutil.which("gcc") or shutil.which("cc")
    if not compiler or not all(os.path.exists(path) for path in objects):
        raise Skip("there is no compiler, or nothing was built")
    libraries = re.search(r"^LIBS := (.*)$", (ROOT / "Makefile").read_text(), re.M).group(1).replace("$(BDD)", "-lbdd").split()
    with scratch() as folder:
        source = folder / "example.c"
        shutil.copy(ROOT / "include" / "example.c", source)
        built = run([compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", "-I" + str(ROOT / "include"), source, *objects, "-o", folder / "example", *libraries])
        require(built.status == 0, "it builds", built.err)
        for model, options, status, word in (("mutex.m", ["-DN=2"], 0, "HOLDS"), ("mutex_bug.m", [], 1, "start trying p = Process_"), ("peterson_live.m", ["--ignore-fairness"], 1, "VIOLATED"),
                                             ("german.m", ["--time=0.001s", "-DN=6"], 2, "UNKNOWN"), ("none.m", [], 3, "cannot read"), ("mutex.m", ["--no-such"], 3, "ERROR"), ("mutex.m", ["-DN=x"], 3, "ERROR")):
            ran = run([folder / "example", MODELS / model, *options])
            require(ran.status == status and word in ran.out, f"{model} {options}: {word}", f"{ran.status} {ran.out} {ran.err}")


def for_ci() -> None:
    action = (ROOT / "ci" / "action.yml").read_text()
    require("using: composite" in action and "--sarif" in action, "a composite action")
    with scratch() as folder:
        shutil.copy(MODELS / "mutex.m", folder / "good.m")
        shutil.copy(MODELS / "mutex_bug.m", folder / "bad.m")
        for words, status in ((["good.m"], 0), (["good.m", "bad.m"], 1), ([], 0)):
            ran = run([ROOT / "ci" / "pre-commit", *words], env={"NOETHER": str(binary(RELEASE))}, cwd=folder)
            require((ran.status != 0) == (status != 0), f"the hook on {words}", ran.out + ran.err)


def tests() -> List[Test]:
    functions = {"SARIF": sarif, "completions": completions, "Python module": python, "ABI": abi, "example of libnoether": example, "CI": for_ci}
    return [Test("packages", name, function) for name, function in functions.items()]
