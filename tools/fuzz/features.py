"""What a profile of the generator may use, and what it may risk.

`common` holds only what Rumur 2022.08.20 and noether must decide alike, with
symmetry off.  Everything a flag below turns on is a place where the dialects
differ (or where Rumur has no such thing).  A *hazard* is the one kind of
failure a model may contain: with a single kind, the class of the verdict does
not depend on the order in which a tool explores.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple

HAZARDS: Tuple[str, ...] = (
    "invariant", "assert", "range", "index", "undefined", "error",
    "division", "deadlock", "deadlock", "cover", "liveness", "return", "assume")


@dataclass
class Features:
    profile: str
    unions: bool = False
    multisets: bool = False
    priorities: bool = False
    several_quantifiers: bool = False    # in for, forall, exists
    any_direction: bool = False          # for i := a to b with a > b
    undefined_copies: bool = False       # x := y with y undefined; p = q
    integer_and_or: bool = False         # & and | on integers
    unsafe_shifts: bool = False          # negative and huge shift amounts
    side_effects: bool = False           # functions that write globals
    ranged_rulesets: bool = False        # ruleset i := a to b
    nested_choice: bool = False          # a ? b : c ? d : e, a -> b -> c
    shadowing: bool = False
    soft_names: bool = False
    restyle: bool = False                # other spellings of the same tokens
    symmetric: bool = False              # never tell scalarset members apart
    hazard: Optional[str] = None
    budget: int = 1000                   # bound on the product of all counts
