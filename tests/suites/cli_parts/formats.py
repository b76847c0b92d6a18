"""Part of the suite cli: JSON, ITF, JUnit."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree

from kit.core import ROOT, Failure, Ran, describe, require, scratch
from suites.cli_parts.common import BUG, HOLDS, MODELS, case, model, noether


def typed(ran: Ran, object_: dict, fields: dict, where: str) -> None:
    for name, kinds in fields.items():
        require(name in object_, ran, f"{where}.{name} in the JSON", "missing")
        value = object_[name]
        good = isinstance(value, kinds) and not (isinstance(value, bool) and kinds is int)
        require(good, ran, f"{where}.{name}: {kinds}", f"{value!r}")


NONE = type(None)
TOP = {"schema": int, "tool": str, "version": str, "model": str, "constants": dict, "seed": int, "symmetry": dict,
       "verdict": str, "complete": bool, "stop": str, "properties": list, "states": int, "concrete_states": str,
       "transitions": int, "rules_fired": int, "depth": int, "seconds": (int, float), "peak_bytes": int, "symmetry_samples": int,
       "engine": (str, NONE), "engine_reason": (str, NONE), "message": (str, NONE), "rules": list}
PROPERTY = {"name": str, "kind": str, "verdict": str, "trace": (dict, NONE), "line": int, "message": (str, NONE)}
STEP = {"rule": str, "kind": str, "line": int, "rule_index": int, "arguments": dict,
        "state": (dict, NONE)}
KINDS = {"invariant", "deadlock", "assertion", "cover", "liveness", "ltl", "ctl", "mu", "sequence", "ctlstar"}


def check_schema(ran: Ran, result: dict) -> None:
    typed(ran, result, TOP, "result")
    require(result["schema"] == 1 and result["tool"] == "noether", ran, "schema 1 of noether")
    require(result["verdict"] in ("holds", "violated", "unknown", "error"), ran, "a known verdict")
    typed(ran, result["symmetry"], {"mode": str, "types": list, "group_order": str}, "symmetry")
    for item in result["symmetry"]["types"]:
        typed(ran, item, {"name": str, "size": int, "kind": str, "proved": bool}, "symmetry.types")
    require(re.fullmatch(r"\d+", result["concrete_states"]), ran, "concrete_states as digits")
    for item in result["properties"]:
        typed(ran, item, PROPERTY, "property")
        require(item["kind"] in KINDS, ran, "a known kind", item["kind"])
        require(item["verdict"] in ("holds", "violated", "unknown"), ran, "a known verdict", item["verdict"])
        for number, step in enumerate((item["trace"] or {"steps": []})["steps"]):
            typed(ran, step, STEP, f"steps[{number}]")
            require((step["kind"] == "startstate") == (number == 0), ran, "a start state, then rules")
    if result["verdict"] == "holds":
        require(result["complete"] and all(item["verdict"] == "holds" for item in result["properties"]), ran,
                "holds: complete, and every property holds")
    if result["verdict"] == "violated":
        require(any(item["verdict"] == "violated" for item in result["properties"]), ran, "a violated property")


@case("JSON schema")
def json_schema() -> None:
    runs = [["check", HOLDS], ["check", BUG], ["check", MODELS / "german.m", "--bound", "2"],
            ["check", MODELS / "abp_bug.m"], ["check", MODELS / "msi_directory_bug.m"],
            ["check", ROOT / "tests/diagnostics/E301.m"], ["check", ROOT / "tests/semantics/cover_item.m", "-DGOAL=3"],
            ["check", ROOT / "tests/semantics/liveness_violated.m"], ["check", ROOT / "tests/diagnostics/R802.m"],
            ["check", ROOT / "tests/semantics/allow_empty.m", "--allow-empty"], ["check", "no such file"],
            ["check", ROOT / "tests/semantics/claims_max_errors.m", "--max-errors=0"],
            ["check", ROOT / "tests/semantics/big_range.m"]]
    for words_ in runs:
        ran = noether(*words_, "--json", "-")
        check_schema(ran, json.loads(ran.out))


@case("JSON: constants, rules, figures")
def json_content() -> None:
    ran = noether("check", HOLDS, "-DN=3", "--symmetry=off", "--json", "-")
    result = json.loads(ran.out)
    require(result["constants"] == {"N": 3}, ran, "constants N=3")
    require(result["states"] == 36 and result["concrete_states"] == "36", ran, "36 states")
    require(sum(rule["fired"] for rule in result["rules"]) == result["rules_fired"] == 96, ran,
            "96 firings, by rule and in all")
    ran = noether("check", ROOT / "tests/semantics/constants.m", "--json", "-")
    require(json.loads(ran.out)["constants"].get("E1") == "one", ran, "enum constants by name")


def itf_value(ran: Ran, value: object) -> None:
    if isinstance(value, dict) and "#map" in value:
        for pair in value["#map"]:
            require(isinstance(pair, list) and len(pair) == 2, ran, "pairs in a #map")
            itf_value(ran, pair[0])
            itf_value(ran, pair[1])
    elif isinstance(value, dict) and "#bigint" in value:
        require(re.fullmatch(r"-?\d+", value["#bigint"]), ran, "digits in a #bigint")
    elif isinstance(value, dict) and "#unserializable" in value:
        require(isinstance(value["#unserializable"], str), ran, "text in an #unserializable")
    elif isinstance(value, dict):
        for key, item in value.items():
            require(not key.startswith("#"), ran, "known special keys only", key)
            itf_value(ran, item)
    else:
        require(isinstance(value, (bool, int, str)), ran, "a value of ITF", repr(value))


@case("ITF")
def itf() -> None:
    for path in (BUG, MODELS / "abp_bug.m", MODELS / "msi_directory_bug.m", MODELS / "dining_deadlock.m",
                 ROOT / "tests/diagnostics/R802.m", ROOT / "tests/semantics/overflow_multiply.m"):
        ran = noether("check", path, "--itf", "-")
        result = json.loads(ran.out)
        require(result["#meta"]["format"] == "ITF" and result["states"], ran, "an ITF object with states")
        for number, state in enumerate(result["states"]):
            require(set(state) == set(result["vars"]) | {"#meta"}, ran, "every variable in every state")
            require(state["#meta"]["index"] == number, ran, "an index in every state")
            for name in result["vars"]:
                itf_value(ran, state[name])


@case("JUnit")
def junit() -> None:
    odd = 'var x: 0..1;\nstartstate "<&\'>" begin x := 0; end;\nrule "a]]>b" begin x := 1 - x; end;\n' \
          'invariant "<x> & \\"y\\" é" x = 0;\n'
    with scratch() as folder:
        for words_ in (["check", HOLDS], ["check", BUG], ["check", MODELS / "german.m", "--bound", "2"],
                       ["check", ROOT / "tests/diagnostics/E301.m"], ["check", model(folder, odd)],
                       ["check", ROOT / "tests/semantics/cover_item.m", "-DGOAL=3"]):
            ran = noether(*words_, "--junit", "-")
            try:
                root = xml.etree.ElementTree.fromstring(ran.out_bytes)
            except xml.etree.ElementTree.ParseError as error:
                raise Failure(describe(ran, "well-formed XML", str(error))) from None
            suite = root.find("testsuite")
            cases = suite.findall("testcase")
            require(int(suite.get("tests")) == len(cases) > 0, ran, "as many cases as it says")
            require(int(suite.get("failures")) == len(suite.findall("testcase/failure")), ran, "failures as it says")
            require(int(suite.get("errors")) == len(suite.findall("testcase/error")), ran, "errors as it says")
            green = not suite.findall("testcase/*")
            require(green == (ran.status == 0), ran, "no failure and no error exactly if it holds")
