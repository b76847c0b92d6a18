#!/usr/bin/env python3
"""Random requests to `noether explore`:  tools/fuzz/requests.py [COUNT [SEED]]   (10000 requests)

With the sanitized build if there is one. Status 0 if it went on answering.
"""

import sys
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from kit.core import ASAN, RELEASE  # noqa: E402
from kit.explorer import Explorer, noise  # noqa: E402

count = int(sys.argv[1]) if len(sys.argv) > 1 else 10000
seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
with Explorer(ROOT / "models" / "german.m", "-DN=2", program=ASAN if ASAN.is_file() else RELEASE) as explorer:
    noise(explorer, count, seed)
    explorer.end()
print(f"{count} requests, all answered or refused")
