"""Keeps a worker busy with the draws of a subject, and gathers what it says."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

WORKER = (sys.executable, "-m", "tests.fuzz.draws.worker")
SUBJECTS = ("numbers", "layers", "pairs", "library")


def campaign(subject: str, seed: int, first: int, count: int) -> tuple[int, list[str]]:
    """(how many draws ran, what was found); a draw that ends its process is found, too."""
    ran, found, last = 0, [], first + count
    while first < last:
        command = [*WORKER, subject, str(seed), str(first), str(last - first)]
        worker = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert worker.stdout is not None
        begun = None
        for line in worker.stdout:
            said = json.loads(line)
            if "text" in said:
                begun = said
                continue
            ran, first = ran + 1, said["number"] + 1
            if begun is not None and said["problem"]:
                found.append(
                    f"{subject} {seed} {said['number']}: {begun['text']}: {said['problem']}"
                )
            begun = None
        if worker.wait() and begun is None:
            raise RuntimeError(f"the worker of {subject} failed before draw {first}")
        if begun is not None:
            ran, first = ran + 1, begun["number"] + 1
            late = worker.returncode == -signal.SIGPROF
            end = "takes too long" if late else f"ends with {worker.returncode}"
            found.append(f"{subject} {seed} {begun['number']}: {begun['text']}: {end}")
    return ran, found
