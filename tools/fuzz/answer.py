"""The answer of a checker, reduced to what two checkers must agree on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import FrozenSet, Optional

HOLDS = "holds"
NO_VERDICT = ("rejected", "limit", "failed")
CLASSES = ("invariant", "error", "deadlock", "cover", "liveness")


@dataclass(frozen=True)
class Answer:
    """`verdict` is "holds", one of CLASSES, "rejected", "limit" when it
    ran out of time, or "failed" when the tool itself broke; `also` are further violated classes a tool named."""

    verdict: str
    states: Optional[int] = None
    fired: Optional[int] = None
    note: str = ""
    also: FrozenSet[str] = frozenset()

    def __str__(self) -> str:
        counts = f" {self.states} states {self.fired} fired" if self.verdict == HOLDS else ""
        return f"{self.verdict}{counts}" + (f" ({self.note})" if self.note else "")


def agree(peer: Answer, ours: Answer) -> bool:
    """Same verdict class; the same numbers when both hold."""
    if peer.verdict in NO_VERDICT or ours.verdict in NO_VERDICT:
        return False
    if peer.verdict == HOLDS and ours.verdict == HOLDS:
        return (peer.states, peer.fired) == (ours.states, ours.fired)
    return peer.verdict == ours.verdict or peer.verdict in ours.also
