"""Part of the suite cli: noether validate, logs against models."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

from kit.core import ASAN, LONG, RELEASE, ROOT, Ran, binary, require, require_sane, require_status, run, scratch
from suites.cli_parts.common import HOLDS, MODELS, case, model, noether, says

QUEUE = ROOT / "docs/examples/queue.m"
FUZZ = ROOT / "tools/fuzz/validate_logs.py"
# A parameter that nothing depends on, messages, rules that fail or are ruled out, large numbers.
MIXED = """
type P: scalarset(3); K: enum {Ping, Pong}; M: record kind: K; dst: P; end;
var net: multiset [3] of M; n: 0..5; at: P; big: 0..4000000000000000000;
startstate "zero" begin n := 0; undefine at; big := 0; end;
startstate "one" begin n := 1; undefine at; big := 3999999999999999999; end;
ruleset p: P do rule "idle" n < 5 ==> begin n := n + 1; end; end;
ruleset p: P do rule "move" begin at := p; end; end;
ruleset p: P do rule "send" multisetcount(i: net, true) < 3 ==>
  var m: M; begin m.kind := Ping; m.dst := p; multisetadd(m, net); end; end;
choose i: net do rule "take" begin at := net[i].dst; multisetremove(i, net); end; end;
rule "fails" n = 3 ==> begin error "three"; end;
rule "never" n = 4 ==> begin assume false; end;
"""


def write(folder: Path, *lines: object, name: str = "system.log") -> Path:
    path = folder / name
    path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines), "utf-8")
    return path


def validate(log: Path, path: Path, *options: object) -> Ran:
    ran = noether("validate", log, path, *options)
    require_sane(ran)
    return ran


def result_of(folder: Path, path: Path, *lines: object, gap: int = 0) -> dict:
    result = folder / "result.json"
    ran = validate(write(folder, *lines), path, "--gap", gap, "--json", result)
    require_status(ran, 0, 18)
    return json.loads(result.read_text("utf-8"))


def expect(folder: Path, path: Path, refused, *lines: object, gap: int = 0) -> dict:
    """The line that must be refused, or None."""
    result = result_of(folder, path, *lines, gap=gap)
    ran = validate(folder / "system.log", path, "--gap", gap)
    require(result["refused_line"] == refused, ran, f"line {refused} to be refused", str(result["refused_line"]))
    return result


@case("validate: what a line means")
def validate_lines() -> None:
    with scratch() as folder:
        path = model(folder, MIXED)
        expect(folder, path, None, {"rule": "zero"}, {"rule": "idle", "state": {"n": 1}})
        expect(folder, path, None, {"rule": "idle", "state": {"n": 1}}, "", {"state": {"n": 1}})
        expect(folder, path, 2, {"rule": "zero"}, {"rule": "idle", "state": {"n": 2}})
        expect(folder, path, None, {"rule": "idle", "state": {"n": 2}})  # from the start state "one"
        expect(folder, path, 1, {"kind": "startstate", "rule": "one", "state": {"n": 0}})
        # a parameter that nothing depends on may have any value, also one that is named
        result = expect(folder, path, None, {"rule": "idle", "arguments": {"p": "P_3"}})
        require(result["trace"]["steps"][1]["arguments"] == {"p": "P_3"}, noether("-V"), "the argument that was named")
        # of a multiset all elements, in any order, each as far as it is known
        both = [{"rule": "send", "arguments": {"p": "P_2"}}, {"rule": "send", "arguments": {"p": "P_1"}}]
        expect(folder, path, None, *both, {"state": {"net": [{"kind": "Ping"}, {"dst": "P_1"}]}})
        expect(folder, path, None, *both, {"state": {"net": [{"dst": "P_2"}, {}]}})
        expect(folder, path, 3, *both, {"state": {"net": [{"dst": "P_1"}]}})
        expect(folder, path, 3, *both, {"state": {"net": [{"dst": "P_2"}, {"dst": "P_2"}]}})
        expect(folder, path, 3, *both, {"state": {"net": [{"dst": "P_2"}, {"dst": "P_3"}]}})
        expect(folder, path, None, *both, {"rule": "take", "arguments": {"i": {"dst": "P_1"}}, "state": {"at": "P_1"}})
        expect(folder, path, 3, *both, {"rule": "take", "arguments": {"i": {"dst": "P_1"}}, "state": {"at": "P_2"}})
        expect(folder, path, 3, *both, {"rule": "take", "arguments": {"i": {"dst": "P_3"}}})
        # undefined is a value, numbers are exact
        expect(folder, path, 2, {"rule": "zero", "state": {"at": None}}, {"rule": "move", "state": {"at": None}})
        expect(folder, path, None, {"rule": "one", "state": {"big": 3999999999999999999}})
        expect(folder, path, 1, {"rule": "one", "state": {"big": 3999999999999999998}})


@case("validate: gaps")
def validate_gaps() -> None:
    with scratch() as folder:
        path = model(folder, MIXED)
        expect(folder, path, 2, {"rule": "zero"}, {"state": {"n": 2}}, gap=1)
        expect(folder, path, None, {"rule": "zero"}, {"state": {"n": 2}}, gap=2)
        expect(folder, path, None, {"rule": "zero"}, {"state": {"n": 2}, "gap": 2})
        expect(folder, path, None, {"rule": "zero"}, {"gap": 1}, {"state": {"n": 2}, "gap": 1})
        expect(folder, path, None, {"rule": "zero"}, {"gap": 2}, {"gap": 1}, {"rule": "idle", "state": {"n": 4}})
        expect(folder, path, 4, {"rule": "zero"}, {"gap": 2}, {"gap": 1}, {"rule": "idle", "state": {"n": 5}})
        expect(folder, path, None, {"gap": True, "state": {"n": 5, "net": [{}, {}, {}]}})
        expect(folder, path, 2, {"rule": "zero"}, {"gap": 0, "state": {"n": 1}}, gap=9)
        result = expect(folder, path, None, {"rule": "zero"}, {"rule": "idle", "state": {"n": 3}}, gap=2)
        require(result["step_lines"] == [1, None, None, 2] and result["hidden_steps"] == 2, noether("-V"), "lines of steps")


@case("validate: what keeps a line from being explained")
def validate_reasons() -> None:
    with scratch() as folder:
        path = model(folder, MIXED)

        def reason(*lines: object) -> Ran:
            ran = validate(write(folder, *lines), path)
            require_status(ran, 18)
            return ran

        ran = reason({"rule": "zero"}, {"rule": "idle"}, {"rule": "fails"})
        require("rule \"fails\" cannot fire; its guard is false:\n    false  n = 3   (n = 1)\n" in ran.out, ran, "the guard")
        require("1 state was possible before this line:\n" in ran.out and "    n: 1\n" in ran.out, ran, "the state")
        ran = reason({"rule": "zero"}, *[{"rule": "idle"}] * 3, {"rule": "fails"})
        require("it has a run-time error" in ran.out and "error statement[R813]: three" in ran.out, ran, "the error")
        ran = reason({"rule": "zero"}, *[{"rule": "idle"}] * 4, {"rule": "never"})
        require("an assumption rules the step out" in ran.out, ran, "the assumption")
        ran = reason({"rule": "take"})
        require("no instance has these arguments" in ran.out, ran, "that there is nothing to take")
        ran = reason({"rule": "move", "state": {"n": 4, "at": "P_1"}})
        require("can fire, but not so that the state fits; nearest:\n    n: 0, the log says 4\n" in ran.out, ran, "the part")
        require("2 states were possible before this line; the first:" in ran.out and "another, by what differs" in ran.out,
                ran, "both start states")
        require(":1: REFUSED  no run explains this line\n      1 | {\"rule\": \"move\"" in ran.out, ran, "the line itself")
        require(all(len(line) <= 80 for line in ran.out.splitlines()[1:]), ran, "80 columns")
        held = model(folder, "var x: 0..1;\nstartstate begin x := 0; end;\nrule 1 \"low\" begin x := 1; end;\n"
                             "rule \"high\" x = 0 ==> begin x := 0; end;\n", "held.m")
        ran = validate(write(folder, {"rule": "low"}), held)
        require_status(ran, 18)
        require("a rule of smaller priority is enabled" in ran.out, ran, "the priority")


@case("validate: mistakes in a log have their place")
def validate_mistakes() -> None:
    with scratch() as folder:
        path = model(folder, MIXED)
        for line, code, place, words in (
                ('{"rule": "idel"}', "E802", 10, 'did you mean "idle"?'), ('{"rule": 3}', "E802", 10, "the name of a rule"),
                ('{"rule": "idle", "arguments": {"q": "P_1"}}', "E802", 32, "no parameter `q`"),
                ('{"rule": "idle", "arguments": {"p": "P_4"}}', "E802", 37, "cannot have this value"),
                ('{"rule": "idle", "arguments": {"p": "P_0"}}', "E802", 37, "cannot have this value"),
                ('{"rule": "idle", "arguments": {"p": "P_01"}}', "E802", 37, "cannot have this value"),
                ('{"arguments": {"p": "P_1"}}', "E802", 2, "which rule"), ('{"kind": "x", "state": {}}', "E802", 10, "a kind is"),
                ('{"state": {"m": 1}}', "E802", 12, "no variable `m`"), ('{"state": {"n": 6}}', "E802", 17, "an integer of 0..5"),
                ('{"state": {"n": 1.5}}', "E802", 17, "an integer of 0..5"), ('{"state": [1]}', "E802", 11, "by variable"),
                ('{"state": {"net": [{"kind": "Pign"}]}}', "E802", 29, 'did you mean "Ping"?'),
                ('{"state": {"net": [{"knd": "Ping"}]}}', "E802", 21, "did you mean `kind`?"),
                ('{"state": {"net": [{}, {}, {}, {}]}}', "E802", 19, "a list is not a multiset"),
                ('{"state": {"n": 99999999999999999999}}', "E802", 17, "an integer of 0..5"),
                ('{"gap": 1.5}', "E802", 9, "any number"), ("3", "E802", 1, "an object, not a whole number"),
                ('{"rule": "idle"', "E801", 16, "a comma or }"), ('{"rule": "id', "E801", 10, "this string has no end"),
                ("{'rule': 1}", "E801", 2, "double quotes"), ('{"x": tru}', "E801", 7, "a value"), ('{"x": 01}', "E801", 7, "not a number"),
                ('{"x": "\\q"}', "E801", 8, "backslash"), ('{"a": 1} {}', "E801", 10, "nothing should follow"),
                ("[" * 100000, "E801", 513, "nested too deeply"), ('{"rule": "zero"}', "E802", 10, "only be in the first line")):
            log = write(folder, {"rule": "zero"}, line)
            says(run([binary(ASAN) if len(line) < 1000 else binary(RELEASE), "validate", log, path]), 65,
                 f"system.log:2:{place}: error[{code}]", words)
        ran = validate(write(folder, {"rule": "idle", "time": 3, "states": {"n": 1}}), path)
        require_status(ran, 0)
        require('warning[W801]: the key "states" is passed over' in ran.err, ran, "a warning")
        says(validate(write(folder, ""), path), 65, "no line that tells")
        (folder / "empty.log").write_text("")
        says(validate(folder / "empty.log", path), 65, "is empty")
        says(validate(folder / "missing.log", path), 65, "cannot read")
        says(validate(write(folder, {"rule": "idle"}), folder / "missing.m"), 65, "cannot read")


@case("validate: options and limits")
def validate_options() -> None:
    with scratch() as folder:
        path = model(folder, MIXED)
        log = write(folder, {"rule": "tick", "arguments": {"who": "Q_2"}, "state": {"value": 1}})
        maps = ["--map", "tick=idle", "--map", "who=p", "--map", "Q=P", "--map", "value=n"]
        require_status(validate(log, path, *maps), 0)
        require_status(validate(path, log, *maps), 0)  # the words swapped
        says(validate(log, path), 65, 'no rule "tick"')
        log = write(folder, {"rule": "idle", "gap": 1}, {"rule": "idle"})
        trace = folder / "run.json"
        ran = validate(log, path, "--trace-out", trace, "--trace=brief")
        require_status(ran, 0)
        require("step 2: rule \"idle\"" in ran.out, ran, "the run, because it is asked for")
        require_status(noether("replay", trace, path, "-q"), 0)
        require("step" not in validate(log, path, "-q").out.split("steps")[1], ran, "one line")
        ran = noether("validate", "-", path, stdin=b'{"rule": "idle"}\n')
        require_status(ran, 0)
        german = MODELS / "german.m"
        wide = write(folder, *[{"gap": True, "state": {}}] * 5, name="wide.log")
        for limit, stop in (("--time=200ms", "time"), ("--mem=24M", "memory")):
            result = folder / "result.json"
            ran = validate(wide, german, "-DN=6", limit, "--json", result)
            require_status(ran, 20)
            require("UNKNOWN" in ran.out and stop in ran.out, ran, "the limit")
            require(json.loads(result.read_text())["stop"] == stop, ran, f"stop {stop}")
        result = folder / "result.json"
        says(validate(write(folder, {"rule": "x"}), path, "--json", result), 65)
        require(json.loads(result.read_text())["verdict"] == "error", ran, "an error in the JSON")


@case("validate: damaged logs", 120)
def validate_damaged() -> None:
    rng = random.Random(5)
    with scratch() as folder:
        path = folder / "run.log"
        made = run([sys.executable, FUZZ, "--write", path, "--model", HOLDS, "--steps", "12", "--noether", binary(RELEASE)])
        require_status(made, 0)
        text = path.read_bytes()
        for _ in range(150 if LONG else 50):
            damaged = bytearray(text)
            for _ in range(rng.randint(1, 4)):
                at = rng.randrange(len(damaged))
                damaged[at:at + rng.randrange(3)] = bytes(rng.choice(b'{}[]",:0\\u\x00\xff\n1e-') for _ in range(rng.randrange(3)))
            (folder / "damaged.log").write_bytes(bytes(damaged))
            require_sane(run([binary(ASAN), "validate", folder / "damaged.log", HOLDS, "--gap", "1"]))


@case("validate: logs cut from random runs", 180)
def validate_random() -> None:
    ran = run([sys.executable, FUZZ, "--count", "40", "--seed", "77", "--noether", binary(RELEASE)])
    require_status(ran, 0)
    require("40 passed, 0 failed" in ran.out, ran, "all to be explained, or refused where they are wrong")


@case("validate: ten thousand lines about german")
def validate_long() -> None:
    with scratch() as folder:
        log = folder / "german.log"
        require_status(run([sys.executable, FUZZ, "--write", log, "--steps", "10000", "-D", "N=4", "--noether", binary(RELEASE)]), 0)
        ran = validate(log, MODELS / "german.m", "-DN=4", "--time", "10")
        require_status(ran, 0)
        require("EXPLAINED  10,001 lines by a run of 10,000 steps" in ran.out, ran, "all lines")
