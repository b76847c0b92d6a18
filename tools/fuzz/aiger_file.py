"""AIGER files: both forms read, and a circuit searched by plain enumeration."""

from __future__ import annotations

import dataclasses
from typing import Dict, List, Optional, Sequence, Tuple


@dataclasses.dataclass
class Circuit:
    inputs: List[int]
    latches: List[Tuple[int, int]]  # literal, next
    bad: List[int]
    constraints: List[int]
    gates: List[Tuple[int, int, int]]  # in order: both sides come before
    symbols: Dict[str, str]


def read(data: bytes) -> Circuit:
    """Either form. Anything odd is a ValueError."""
    head, _, rest = data.partition(b"\n")
    words = head.split()
    counts = [int(word) for word in words[1:]] + [0] * 4
    most, input_count, latch_count, outputs, gate_count, bad_count, constraint_count = counts[:7]
    if words[0] not in (b"aag", b"aig") or outputs or most != input_count + latch_count + gate_count:
        raise ValueError(f"header: {head!r}")
    is_ascii = words[0] == b"aag"

    def line() -> List[int]:
        nonlocal rest
        text, _, rest = rest.partition(b"\n")
        return [int(word) for word in text.split()]

    inputs = [line()[0] for _ in range(input_count)] if is_ascii else [2 * i + 2 for i in range(input_count)]
    latches = []
    for i in range(latch_count):
        row = line()
        latches.append((row[0], row[1]) if is_ascii else (2 * (input_count + i + 1), row[0]))
    bad = [line()[0] for _ in range(bad_count)]
    constraints = [line()[0] for _ in range(constraint_count)]
    gates = []
    for i in range(gate_count):
        if is_ascii:
            gates.append(tuple(line()))
        else:
            gate = 2 * (input_count + latch_count + i + 1)
            large, rest = delta(rest)
            small, rest = delta(rest)
            gates.append((gate, gate - large, gate - large - small))
    for gate, large, small in gates:
        if not gate > large >= small >= 0:
            raise ValueError(f"gate {gate} of {large} and {small}")
    table = rest.split(b"\nc\n")[0].decode("utf-8", "replace")
    symbols = dict(row.split(" ", 1) for row in table.split("\n") if " " in row and row[0] != "c")
    return Circuit(inputs, latches, bad, constraints, gates, symbols)


def delta(data: bytes) -> Tuple[int, bytes]:
    number = place = 0
    while True:
        byte = data[place]
        number |= (byte & 127) << (7 * place)
        place += 1
        if not byte & 128:
            return number, data[place:]


def evaluate(circuit: Circuit, latches: Sequence[int], inputs: Sequence[int], lanes: int) -> List[int]:
    """By literal. Each value is a row of bits, one for each valuation that is looked at at once."""
    values = [0] * (2 * (len(circuit.inputs) + len(circuit.latches) + len(circuit.gates)) + 2)
    values[1] = lanes

    def put(literal: int, value: int) -> None:
        values[literal], values[literal ^ 1] = value, lanes & ~value

    for literal, value in zip(circuit.inputs, inputs):
        put(literal, value)
    for (literal, _), value in zip(circuit.latches, latches):
        put(literal, value)
    for gate, large, small in circuit.gates:
        put(gate, values[large] & values[small])
    return values


@dataclasses.dataclass
class Search:
    states: int  # that have started, and obey the constraints
    bad: List[bool]


def search(circuit: Circuit, most: int) -> Optional[Search]:
    """All reachable states, by all choices at once; None if there are more than `most`."""
    count = 1 << len(circuit.inputs)
    lanes = (1 << count) - 1
    choices = [sum(1 << n for n in range(count) if n >> i & 1) for i in range(len(circuit.inputs))]
    start = (0,) * len(circuit.latches)
    seen, queue, states, bad = {start}, [start], 0, [False] * len(circuit.bad)
    while queue:
        state = queue.pop()
        values = evaluate(circuit, [lanes if bit else 0 for bit in state], choices, lanes)
        if not all(values[literal] for literal in circuit.constraints):
            continue
        states += state[-1]
        for i, literal in enumerate(circuit.bad):
            if values[literal] not in (0, lanes):
                raise ValueError(f"bad literal {i} looks at the choice")
            bad[i] = bad[i] or bool(values[literal])
        rows = [values[after] for _, after in circuit.latches]
        for n in range(count):
            after = tuple(row >> n & 1 for row in rows)
            if after not in seen:
                seen.add(after)
                queue.append(after)
        if len(seen) > most:
            return None
    return Search(states, bad)
