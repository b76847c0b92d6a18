"""One process, timed: wall-clock seconds, processor seconds, peak memory, output."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List, Optional

# It stands between: see there.
PEAK = Path(__file__).resolve().parent.parent / "build" / "bench" / "peak"


@dataclass
class Ran:
    status: int  # exit status; negative: the signal that ended it
    seconds: float
    processor: float
    peak: int  # bytes, of the largest process
    out: str
    err: str
    late: bool  # it was ended by the time limit

    @property
    def good(self) -> bool:
        return self.status == 0 and not self.late


def run(command: List[str], limit: float, environment: Optional[Dict[str, str]] = None) -> Ran:
    """Runs it in a process group of its own, which is killed after `limit` seconds."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, tempfile.NamedTemporaryFile("r") as peak:
        start = time.monotonic()
        child = subprocess.Popen([str(PEAK), peak.name] + command, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=environment,
                                 start_new_session=True)
        late = threading.Event()

        def end() -> None:
            late.set()
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

        timer = threading.Timer(limit, end)
        timer.start()
        try:
            _, status, usage = os.wait4(child.pid, 0)
        except BaseException:
            end()
            raise
        finally:
            timer.cancel()
        seconds = time.monotonic() - start
        seen = peak.read().split()  # nothing if it was killed
        child.returncode = os.waitstatus_to_exitcode(status)
        return Ran(child.returncode, float(seen[1]) if seen else seconds, usage.ru_utime + usage.ru_stime,
                   int(seen[0]) if seen else 0,
                   text_of(out), text_of(err), late.is_set())


def text_of(file) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")
