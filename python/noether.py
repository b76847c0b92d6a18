"""noether from Python: checks as values, for scripts and notebooks.

    import noether
    result = noether.check("german.m", N=4)
    result.verdict                      # "holds", "violated", "unknown", "error"
    result.violated[0].run.steps[3].state
    table = noether.sweep("german.m", N=range(2, 6))
    pandas.DataFrame(table)             # one row for each run

Pure Python: the program `noether` does the work, and what it writes as JSON is read. It is looked for in
$NOETHER, then on the path. Names of options are those of the command, with _ for -: symmetry="off",
max_errors=0, quiet=True. Names in capitals, or all names in `define`, are constants of the model.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import tempfile
from dataclasses import dataclass, field
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Union

__all__ = ["check", "sweep", "Result", "Property", "Run", "Step", "Error", "program"]


class Error(Exception):
    """The command line is wrong, the model cannot be read, or noether is wrong; `status` is the exit status."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class Step:
    rule: str
    arguments: Dict[str, Any]
    line: int
    state: Optional[Dict[str, Any]]  # None: the step failed


@dataclass(frozen=True)
class Run:
    steps: List[Step]
    loop: Optional[int]  # the state after the last step is that after this one again

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self):
        return iter(self.steps)

    def states(self) -> List[Dict[str, Any]]:
        return [step.state for step in self.steps if step.state is not None]

    def changes(self) -> List[Dict[str, Any]]:
        """By step: the variables whose values are not those of the step before."""
        found, before = [], {}
        for state in self.states():
            found.append({name: value for name, value in state.items() if name not in before or before[name] != value})
            before = state
        return found


@dataclass(frozen=True)
class Property:
    name: str
    kind: str
    verdict: str
    line: int
    message: Optional[str]
    run: Optional[Run]


@dataclass(frozen=True)
class Result:
    verdict: str
    status: int
    complete: bool
    properties: List[Property]
    figures: Dict[str, Any]  # states, rules_fired, depth, seconds, peak_bytes, ...
    constants: Dict[str, Any]
    json: Dict[str, Any] = field(repr=False)  # all that noether wrote

    def __bool__(self) -> bool:
        return self.verdict == "holds"

    @property
    def violated(self) -> List[Property]:
        return [one for one in self.properties if one.verdict == "violated"]

    def __getitem__(self, name: str) -> Property:
        for one in self.properties:
            if one.name == name:
                return one
        raise KeyError(name)

    def row(self) -> Dict[str, Any]:
        """One flat dictionary, for tables."""
        return {**self.constants, "verdict": self.verdict, **self.figures}


FIGURES = ("states", "concrete_states", "transitions", "rules_fired", "depth", "seconds", "peak_bytes", "store_bytes")


def program() -> str:
    return os.environ.get("NOETHER", "noether")


def _words(options: Mapping[str, Any], define: Mapping[str, Any]) -> List[str]:
    words = [f"-D{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in define.items()]
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            words.append(option)
        elif value is not False and value is not None:
            words.append(f"{option}={value}")
    return words


def _run(trace: Optional[Mapping[str, Any]]) -> Optional[Run]:
    if not trace:
        return None
    steps = [Step(one["rule"], one.get("arguments") or {}, one.get("line", 0), one.get("state")) for one in trace["steps"]]
    return Run(steps, trace.get("loop"))


def _result(data: Dict[str, Any], status: int) -> Result:
    properties = [Property(one["name"], one["kind"], one["verdict"], one["line"], one.get("message"), _run(one.get("trace"))) for one in data["properties"]]
    figures = {name: data[name] for name in FIGURES if name in data}
    return Result(data["verdict"], status, data["complete"], properties, figures, data["constants"], data)


def check(model: Union[str, "os.PathLike[str]"], define: Optional[Mapping[str, Any]] = None, timeout: Optional[float] = None, **options: Any) -> Result:
    """Checks a model. `timeout` is in seconds, by the clock; the option `time` makes noether itself stop, with UNKNOWN."""
    constants = dict(define or {})
    for name in [name for name in options if name.isupper()]:
        constants[name] = options.pop(name)
    with tempfile.TemporaryDirectory(prefix="noether-") as folder:
        file = os.path.join(folder, "result.json")
        words = [program(), "check", os.fspath(model), f"--json={file}", "--color=off", "--progress=off", *_words(options, constants)]
        ran = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout, check=False)
        if ran.returncode in (64, 65, 70) or not os.path.exists(file):
            raise Error(ran.stderr.strip() or ran.stdout.strip() or f"status {ran.returncode}", ran.returncode)
        with open(file, encoding="utf-8") as text:
            return _result(json.load(text), ran.returncode)


def sweep(model: Union[str, "os.PathLike[str]"], timeout: Optional[float] = None, **options: Any) -> List[Dict[str, Any]]:
    """Checks a model for every combination of constants that are given as several values; a row for each run.

    A row is a flat dictionary: the constants, the verdict, the figures. A run that noether refuses has the
    verdict "error" and its message.
    """
    axes: Dict[str, Sequence[Any]] = {}
    fixed: Dict[str, Any] = {}
    for name, value in options.items():
        if name.isupper() and isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
            axes[name] = list(value)
        else:
            fixed[name] = value
    rows = []
    for values in itertools.product(*axes.values()):
        point = dict(zip(axes, values))
        try:
            rows.append({**check(model, timeout=timeout, **fixed, **point).row(), **point})
        except Error as error:
            rows.append({**point, "verdict": "error", "message": str(error)})
    return rows
