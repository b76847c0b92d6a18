#!/usr/bin/env python3
"""Cross noether's temporal claims with the naive judge of tests/brute.

Random symmetric models, each with every kind of fairness and several claims, are
judged by `build/brute` on the whole unreduced graph, and by noether with symmetry on
and off.  All must agree on every claim, and every run that noether shows must replay.
The last lines say how often the kinds of fairness differ, and `N cases, M failed`.
Exit status: 0 all agreed, 1 some did not, 77 something is not built.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Dict, List, Tuple

from temporal_model import KINDS, variants
from temporal_ring_model import SHAPES, generate_on_ring

ROOT = Path(__file__).resolve().parent.parent.parent
BATCH = 10
TIME_LIMIT = 120
SYMMETRY = ("exact", "off")


def brute(command: str, files: List[Path]) -> Dict[str, Dict[int, Tuple[str, str]]]:
    """By file, by claim: the verdict with and without fairness."""
    ran = subprocess.run([command] + [str(file) for file in files], stdout=subprocess.PIPE, timeout=TIME_LIMIT,
                         check=False)
    verdicts: Dict[str, Dict[int, Tuple[str, str]]] = {str(file): {} for file in files}
    for line in ran.stdout.decode().splitlines():
        words = line.split()
        if words[1] != "-":
            verdicts[words[0]][int(words[1])] = (words[2], words[3])
        elif "is no model" in line:
            raise RuntimeError(line)
    if ran.returncode:
        raise RuntimeError(f"brute: status {ran.returncode}")
    return verdicts


def noether(command: str, file: Path, symmetry: str, more: List[str]) -> dict:
    ran = subprocess.run([command, "check", str(file), "--symmetry", symmetry, "--deadlock", "off", "--max-errors", "0",
                          "--json", "-", "--trace", "off", "--quiet"] + more,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=TIME_LIMIT, check=False)
    if ran.returncode not in (0, 11, 12, 13, 14, 15, 16, 20):
        raise RuntimeError(f"noether --symmetry {symmetry}: status {ran.returncode}: {ran.stderr.decode()[-400:]}")
    return json.loads(ran.stdout)


STATUS = {"ltl": 13, "ctl": 15, "mu": 15, "ctlstar": 15, "sequence": 12}


def replay(command: str, file: Path, item: dict, more: List[str]) -> str:
    """What is wrong with the run of a violated claim, or nothing."""
    if not item["trace"]:
        return f"claim {item['name']} has no run: {item['message']}"
    saved = file.with_suffix(".json")
    saved.write_text(json.dumps(item["trace"]))
    known = [option for option in more if not option.startswith(("--compile", "-j"))]  # to `replay`
    ran = subprocess.run([command, "replay", str(saved), str(file), "--quiet"] + known,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=TIME_LIMIT, check=False)
    if ran.returncode == STATUS[item["kind"]] and b"still fails" in b" ".join(ran.stdout.split()):
        return ""
    return f"the run of claim {item['name']} does not replay: status {ran.returncode}: " + \
        (ran.stdout + ran.stderr).decode()[-400:]


WORD = {"holds": "holds", "violated": "fails", "unknown": "unknown", "error": "error"}


def judge(options: argparse.Namespace, file: Path, expected: Dict[int, Tuple[str, str]], figures: Counter) -> List[str]:
    """What noether says otherwise."""
    wrong = []
    for symmetry in options.symmetry:
        try:
            result = noether(options.noether, file, symmetry, options.option)
        except (RuntimeError, ValueError, subprocess.TimeoutExpired) as error:
            wrong.append(str(error))
            continue
        for item in (p for p in result["properties"] if p["verdict"] == "violated" and p["kind"] in STATUS):
            trouble = replay(options.noether, file, item, options.option)
            figures["replayed"] += not trouble
            wrong += [f"--symmetry {symmetry}: {trouble}"] if trouble else []
        found = {p["name"]: WORD.get(p["verdict"], "?") for p in result["properties"]}
        for claim, (verdict, _) in expected.items():
            said = found.get(f"c{claim}")
            if said != verdict:
                wrong.append(f"claim c{claim} {verdict}, but --symmetry {symmetry} says {said}")
    return wrong


def run_batch(work: Tuple[argparse.Namespace, int]) -> Tuple[Counter, List[str]]:
    options, first = work
    figures: Counter = Counter()
    failures: List[str] = []
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for seed in range(first, min(first + BATCH, options.seed + options.count)):
            for fairness in variants(options.kind):
                file = Path(folder) / f"{seed}-{fairness}.m"
                file.write_text(generate_on_ring(seed, fairness, options.kind, options.shape))
                files[seed, fairness] = file
        try:
            verdicts = brute(options.brute, list(files.values()))
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            return figures, [f"seed {first}..: {error}"]
        for (seed, fairness), file in files.items():
            expected = verdicts[str(file)]
            figures["cases"] += len(expected)
            figures["fails"] += sum(verdict == "fails" for verdict, _ in expected.values())
            if not expected:
                figures["undecided"] += 1
                continue
            for reason in judge(options, file, expected, figures):
                failures.append(f"seed {seed} {fairness} {options.kind} {options.shape}: {reason}")
                if options.keep:
                    Path(options.keep).mkdir(parents=True, exist_ok=True)
                    (Path(options.keep) / f"{options.kind}-{options.shape}-{seed}-{fairness}.m").write_text(
                        f"-- {reason}\n" + file.read_text())
        separate(figures, files, verdicts, first, options)
    return figures, failures


def separate(figures: Counter, files: dict, verdicts: dict, first: int, options: argparse.Namespace) -> None:
    """Counts claims on which the kinds of fairness differ."""
    if "weak" not in variants(options.kind):
        return
    for seed in range(first, min(first + BATCH, options.seed + options.count)):
        by = [verdicts[str(files[seed, fairness])] for fairness in ("none", "weak", "strong")]
        for claim in set(by[0]) & set(by[1]) & set(by[2]):
            none, weak, strong = (table[claim][0] for table in by)
            figures["compared"] += 1
            figures["none/weak"] += none != weak
            figures["weak/strong"] += weak != strong
            figures["none/strong"] += none != strong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kind", choices=KINDS, default="ltl")
    parser.add_argument("--shape", choices=SHAPES, default="set", help="how processes know each other")
    parser.add_argument("--count", type=int, default=200, help="models; each has up to 4 x 3 cases")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", help="folder for models that show a difference")
    parser.add_argument("--noether", default=str(ROOT / "build/noether"))
    parser.add_argument("--brute", default=str(ROOT / "build/brute"))
    parser.add_argument("--symmetry", nargs="*", default=SYMMETRY)
    parser.add_argument("--option", action="append", default=[], help="one more option for noether")
    options = parser.parse_args()
    if not Path(options.noether).exists() or not Path(options.brute).exists():
        print("noether or brute is not built")
        return 77
    batches = [(options, first) for first in range(options.seed, options.seed + options.count, BATCH)]
    total: Counter = Counter()
    failed = 0
    with multiprocessing.Pool(options.jobs) as pool:
        for figures, failures in pool.imap_unordered(run_batch, batches):
            total += figures
            failed += len(failures)
            for failure in failures:
                print("MISMATCH", failure, flush=True)
    compared = max(total["compared"], 1)
    for pair in ("none/weak", "weak/strong", "none/strong"):
        if total["compared"]:
            print(f"{pair} differ in {100 * total[pair] / compared:.1f}% of {compared} claims")
    print(f"{total['cases']} cases ({total['fails']} violated, {total['replayed']} runs replayed, "
          f"{total['undecided']} models undecided), {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
