#!/usr/bin/env python3
"""Print one random Murphi model: the same seed gives the same text.

Every model is well typed, every run of its rules ends, and its state space
is bounded by the product of the sizes of its variables.  See features.py for
the profiles and README.md for how they are used.
"""

from __future__ import annotations

import argparse
import random
import sys

from attack_model import AttackModel
from features import HAZARDS, Features
from loop_model import LoopModel
from naming_model import NamingModel
from planted_model import PlantedModel
from random_model import RandomModel
from ring_model import RingModel
from respell import respell
from symmetric_model import SymmetricModel

PROFILES = ("common", "full", "symmetric", "broken", "naming", "loops", "attack", "planted", "rings")


def common_features(rng: random.Random, size: int) -> Features:
    hazard = rng.choice(HAZARDS) if rng.random() < 0.72 else None
    return Features("common", hazard=hazard,
                    budget=int(10 ** rng.uniform(2.7, 4.0 + 0.3 * size)))


def full_features(rng: random.Random, size: int) -> Features:
    hazard = rng.choice(HAZARDS) if rng.random() < 0.72 else None
    return Features("full", unions=True, multisets=True, priorities=rng.random() < 0.3,
                    several_quantifiers=True, any_direction=True, undefined_copies=True,
                    integer_and_or=True, unsafe_shifts=True, side_effects=rng.random() < 0.3,
                    ranged_rulesets=True, nested_choice=True, shadowing=rng.random() < 0.4,
                    soft_names=True, restyle=True, hazard=hazard,
                    budget=int(10 ** rng.uniform(2.7, 4.0 + 0.3 * size)))


def symmetric_features(rng: random.Random, size: int, profile: str) -> Features:
    hazard = rng.choice(["invariant", "assert", "deadlock", None, None])
    return Features(profile, unions=True, multisets=True, undefined_copies=True,
                    integer_and_or=True, nested_choice=True, symmetric=True, hazard=hazard,
                    budget=int(10 ** rng.uniform(2, 3.4 + 0.3 * size)))


def planted_features(rng: random.Random) -> Features:
    return Features("planted", unions=rng.random() < 0.3, multisets=True, undefined_copies=True, symmetric=True,
                    budget=int(10 ** rng.uniform(0.3, 1.2)))


def generate(seed: int, profile: str = "common", size: int = 2) -> str:
    rng = random.Random(f"{profile}/{size}/{seed}")
    if profile == "common":
        features = common_features(rng, size)
        text = RandomModel(rng, features, size).model()
    elif profile == "full":
        features = full_features(rng, size)
        text = RandomModel(rng, features, size).model()
    elif profile in ("symmetric", "broken"):
        features = symmetric_features(rng, size, profile)
        text = SymmetricModel(rng, features, size, profile == "broken").model()
    elif profile == "planted":
        # One base has many plants: with every fourth model a planted one, five.
        base = random.Random(f"{profile}/{size}/base/{seed // 20}")
        features = planted_features(base)
        text = PlantedModel(base, features, 1, False, rng).model()
    elif profile == "rings":
        features = planted_features(rng)
        text = RingModel(rng, features, 1, False).model()
    elif profile == "naming":
        features = symmetric_features(rng, size, profile)
        text = NamingModel(rng, features, size, False).model()
    elif profile == "loops":
        features = Features(profile)
        text = LoopModel(rng, size).model()
    elif profile == "attack":
        features = Features(profile)
        text = AttackModel(rng, size).model()
    else:
        raise ValueError(f"unknown profile {profile}")
    if features.restyle:
        text = respell(rng, text)
    hazard = features.hazard or "none"
    return f"-- seed {seed}, profile {profile}, size {size}, hazard {hazard}\n{text}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--profile", choices=PROFILES, default="common")
    parser.add_argument("--size", type=int, default=2, help="1 small .. 4 large")
    options = parser.parse_args()
    sys.stdout.write(generate(options.seed, options.profile, options.size))
    return 0


if __name__ == "__main__":
    sys.exit(main())
