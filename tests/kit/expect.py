"""Expectations in models: the lines `-- expect: ...`, see README.md."""

from __future__ import annotations

import dataclasses
import json
import re
import shlex
from pathlib import Path
from typing import Dict, List, Optional, Tuple

from kit.core import Failure, Ran, describe, require, require_sane, run, scratch, shown

STATUS_OF_KIND = {"deadlock": 11, "invariant": 12, "liveness": 13, "assertion": 14, "cover": 16,
                  "ltl": 13, "ctl": 15, "mu": 15, "ctlstar": 15, "sequence": 12}
KINDS_OF_STATUS = {number: [kind for kind, status in STATUS_OF_KIND.items() if status == number]
                   for number in STATUS_OF_KIND.values()}
STATUS_OF_VERDICT = {"holds": 0, "unknown": 20, "rejected": 65}
KEYS = ("verdict", "kind", "property", "states", "rules", "code", "line", "options", "symmetry", "prints")
LINE = re.compile(r"^\s*--\s*expect:\s*(.*)$")


@dataclasses.dataclass
class Expectation:
    path: Path
    number: int  # of the line in the file
    text: str
    constants: Dict[str, str]
    keys: Dict[str, str]

    def get(self, key: str) -> Optional[str]:
        return self.keys.get(key)

    @property
    def verdict(self) -> str:
        return self.keys["verdict"]

    @property
    def name(self) -> str:
        values = [f"{key}={value}" for key, value in self.constants.items()]
        if self.get("options"):
            values.append(self.keys["options"])
        return f"{shown(self.path)}:{self.number}" + (f" ({' '.join(values)})" if values else "")

    def options(self) -> List[str]:
        """Constants and options that go to the command line."""
        words = [f"-D{key}={value}" for key, value in self.constants.items()]
        words += shlex.split(self.keys.get("options", ""))
        if self.get("symmetry"):
            words.append("--symmetry=" + self.keys["symmetry"])
        elif "states" in self.keys or "rules" in self.keys:
            words.append("--symmetry=off")  # the figures are those of the plain search
        return words

    def codes(self) -> List[str]:
        return [code for code in self.keys.get("code", "").split(",") if code]


def parse_line(path: Path, number: int, text: str) -> Expectation:
    constants: Dict[str, str] = {}
    keys: Dict[str, str] = {}
    for word in shlex.split(text):
        key, equals, value = word.partition("=")
        if not equals:
            raise ValueError(f"{shown(path)}:{number}: `{word}` is not KEY=VALUE")
        (keys if key in KEYS else constants)[key] = value
    if keys.get("verdict") not in ("holds", "violated", "unknown", "rejected"):
        raise ValueError(f"{shown(path)}:{number}: an expectation needs verdict=holds|violated|unknown|rejected")
    if "kind" in keys and keys["kind"] not in STATUS_OF_KIND:
        raise ValueError(f"{shown(path)}:{number}: unknown kind {keys['kind']}")
    return Expectation(path, number, text, constants, keys)


def expectations(path: Path) -> List[Expectation]:
    found = []
    text = path.read_bytes().decode("utf-8", "replace")
    for number, line in enumerate(text.split("\n"), 1):
        match = LINE.match(line)
        if match:
            found.append(parse_line(path, number, match.group(1).strip()))
    return found


# ------------------------------------------------------------------- checking


def load_json(ran: Ran, path: Path) -> dict:
    require(path.exists(), ran, "a JSON file", "none")
    try:
        return json.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise Failure(describe(ran, "proper JSON", str(error))) from None


def first_failure(ran: Ran, result: dict) -> dict:
    """The violated property that the exit status speaks of: the one with the shortest
    run if there are several of its kind, as the search goes level by level."""
    kinds = KINDS_OF_STATUS.get(ran.status, [])
    failed = [item for item in result["properties"] if item["verdict"] == "violated"]
    require(failed, ran, "a violated property in the JSON", "none")
    fitting = [item for item in failed if item["kind"] in kinds]
    require(fitting, ran, f"a violated property of the kind of status {ran.status}",
            ", ".join(item["kind"] for item in failed))
    return min(fitting, key=lambda item: len((item["trace"] or {"steps": []})["steps"]))


def check_codes(ran: Ran, expectation: Expectation) -> None:
    """Codes on standard error, the first one at the line given."""
    at_once = expectation.get("line")
    for code in expectation.codes():
        word = "warning" if code[0] == "W" and expectation.verdict != "rejected" else "error"
        places = re.findall(r"^(?:.*?:(\d+):\d+|[^\n]*?): " + re.escape(f"{word}[{code}]:"), ran.err, re.M)
        require(places, ran, f"{word}[{code}] on standard error", "no such diagnostic")
        if at_once:
            require(at_once in places, ran, f"{word}[{code}] at line {at_once}", f"line {', '.join(places)}")
            at_once = None


def check_fault(ran: Ran, expectation: Expectation, failure: dict) -> None:
    """R codes: the run-time error of the trace."""
    code = expectation.codes()[0]
    fault = (failure.get("trace") or {}).get("fault") or {}
    require(fault.get("code") == code, ran, f"run-time error {code}", str(fault.get("code")))
    if expectation.get("line"):
        require(str(fault["line"]) == expectation.get("line"), ran, f"line {expectation.get('line')}",
                f"line {fault['line']}")


def check_failure(ran: Ran, expectation: Expectation, result: dict) -> dict:
    failure = first_failure(ran, result)
    if expectation.get("property") is not None:
        fault = (failure.get("trace") or {}).get("fault") or {}
        names = [failure["name"], failure["message"], fault.get("message")]
        require(expectation.get("property") in names, ran, f"property \"{expectation.get('property')}\"",
                f"property {names}")
    if expectation.codes() and expectation.codes()[0][0] == "R":
        check_fault(ran, expectation, failure)
    elif expectation.codes():
        check_codes(ran, expectation)
    return failure


def check_figures(ran: Ran, expectation: Expectation, result: dict) -> None:
    for key, field in (("states", "states"), ("rules", "rules_fired")):
        if expectation.get(key):
            require(result[field] == int(expectation.keys[key]), ran, f"{key}={expectation.keys[key]}",
                    f"{key}={result[field]}")


def expected_status(expectation: Expectation) -> Tuple[int, ...]:
    if expectation.verdict == "violated":
        kind = expectation.get("kind")
        return (STATUS_OF_KIND[kind],) if kind else tuple(STATUS_OF_KIND.values())
    return (STATUS_OF_VERDICT[expectation.verdict],)


def check(program: Path, expectation: Expectation, tamper: Tuple[str, ...] = ()) -> dict:
    """Runs one expectation; returns the JSON result.  `tamper`: what to do to a trace
    to see that replay notices: "remove" a step, "alter" a state.  The violation may be shown all the same; then
    what differs is said."""
    with scratch() as folder:
        result_file, trace_file = folder / "result.json", folder / "trace.json"
        ran = run([program, "check", expectation.path, "--json", result_file, "--trace-out", trace_file]
                  + expectation.options())
        require_sane(ran)
        wanted = expected_status(expectation)
        require(ran.status in wanted, ran, f"{expectation.text} (status {' or '.join(map(str, wanted))})",
                f"status {ran.status}")
        result = load_json(ran, result_file)
        verdict = "error" if expectation.verdict == "rejected" else expectation.verdict
        require(result["verdict"] == verdict, ran, f"verdict {verdict} in the JSON", result["verdict"])
        require(result["complete"] or verdict != "holds", ran, "a complete search", "complete: false")
        if expectation.get("prints") is not None:
            require(expectation.get("prints") in ran.out, ran, f"`{expectation.get('prints')}` in the output")
        if verdict == "violated":
            failure = check_failure(ran, expectation, result)
            replay_all(program, expectation.path, ran, failure, trace_file, tamper)
        else:
            check_codes(ran, expectation)
        check_figures(ran, expectation, result)
        return result


# --------------------------------------------------------------------- replay


def replay_all(program: Path, model: Path, ran: Ran, failure: dict, trace_file: Path,
               tamper: Tuple[str, ...]) -> None:
    if failure["kind"] == "cover":  # nothing to show: that is the failure
        require(not trace_file.exists(), ran, "no trace for a cover that was never reached", "one")
        return
    require(trace_file.exists(), ran, "a trace file", "none")
    again = run([program, "replay", trace_file, model])
    require_sane(again)
    require(again.status == ran.status, again, f"the status of the check, {ran.status}", f"{again.status}")
    require("still" in again.out, again, "to hear that it still fails")
    for how in tamper:
        replay_tampered(program, model, trace_file, how)


def step_to_remove(steps: List[dict]) -> Optional[int]:
    """A step without which the run cannot happen.  Without the step before a failing
    last one the run may be possible and merely show nothing."""
    whole = [i for i, step in enumerate(steps) if step.get("state") is not None]
    if len(whole) >= 3:
        return whole[len(whole) // 2 - 1] or 1
    return 0 if len(steps) >= 2 else None


def step_to_alter(steps: List[dict]) -> Optional[int]:
    whole = [i for i, step in enumerate(steps) if step.get("state")]
    return whole[len(whole) // 2] if whole else None


NO_VALUE = "no value at all"


def alter(value):
    """Another value of the same kind, as far as JSON tells."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, dict) and value:
        key = sorted(value)[len(value) // 2]
        return {**value, key: alter(value[key])}
    return value + [{}] if isinstance(value, list) else NO_VALUE


def altered(step: dict) -> dict:
    """Of a nameless rule replay knows no more than its parameters, and another one may lead to a state that differs
    by one value: there a variable gets a value that it can never have."""
    if " at line " not in step["rule"]:
        return alter(step["state"])
    return {**step["state"], sorted(step["state"])[-1]: NO_VALUE}


def replay_tampered(program: Path, model: Path, trace_file: Path, how: str) -> None:
    trace = json.loads(trace_file.read_text("utf-8"))
    steps = trace["steps"]
    if how == "remove":
        number = step_to_remove(steps)
        if number is None:
            return
        del steps[number]
        if isinstance(trace.get("loop"), int) and trace["loop"] > number:
            trace["loop"] -= 1
    else:
        number = step_to_alter(steps)
        if number is None:
            return
        steps[number]["state"] = altered(steps[number])
    changed = trace_file.with_name(f"{how}.json")
    changed.write_text(json.dumps(trace), "utf-8")
    ran = run([program, "replay", changed, model])
    require_sane(ran)
    done = f"step {number} {'removed' if how == 'remove' else 'altered'}"
    gone = {17, 65} if how == "remove" else {17}  # without step 0 it is no run at all
    require(ran.status in gone or "what differs" in ran.out, ran, f"to hear of it: {done}", f"status {ran.status}")
    require(re.search(rf"\bstep {number}\b", ran.out + ran.err), ran, f"`step {number}` in the message ({done})")
