"""semantics: small models that pin the meaning of the language and of its options."""

from __future__ import annotations

from typing import List

from kit.core import Test, models_of
from suites.models import expectation_tests


def tests() -> List[Test]:
    return expectation_tests("semantics", models_of("tests/semantics"))
