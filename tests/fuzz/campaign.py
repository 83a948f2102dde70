"""Keeps workers busy for a while, and writes down what they report.

Each worker is a process with a setting of its own; one that ends or freezes costs one program. The
folder holds `found/` (a file for each finding), `statistics.json` and `structures` (hashes of the
programs seen, so that those counted are different ones).
"""

from __future__ import annotations

import collections
import json
import os
import pathlib
import random
import re
import selectors
import signal
import subprocess
import sys
import time
from typing import Any

from tests.fuzz.settings import NAMED, drawn, possible_here

FROZEN = 420.0  # seconds without a line after which a worker counts as frozen
SAVED = 10.0  # seconds between two writes of the statistics


class Campaign:
    """A run of workers, and its accounts."""

    def __init__(self, folder: pathlib.Path, commit: str):
        self.folder, self.commit = folder, commit
        (folder / "found").mkdir(parents=True, exist_ok=True)
        known = folder / "structures"
        self.structures = set(known.read_text().split()) if known.exists() else set()
        self.log = open(known, "a")
        self.saved = 0.0
        old = folder / "statistics.json"
        self.counts: dict[str, Any] = collections.Counter(
            json.loads(old.read_text()) if old.exists() else {}
        )

    def run(self, seed: int, seconds: float, names: list[str]) -> int:
        """Run programs from this seed on; the first seed that was not used."""
        end = time.monotonic() + seconds
        rng, possible = random.Random(seed), possible_here()
        try:
            while time.monotonic() < end:
                chosen = drawn(rng, names, possible)
                last = seed + min(NAMED[name].programs for name in chosen)
                while seed < last and time.monotonic() < end:
                    seed = self.work(chosen, seed, last, end)
        finally:
            self.save()
        return seed

    def work(self, names: list[str], seed: int, last: int, end: float) -> int:
        """Run one worker until it is done, ends or freezes; the next seed."""
        command = [sys.executable, "-m", "tests.fuzz.worker", "--settings", *names]
        command += ["--start", str(seed), "--count", str(last - seed)]
        changed = {"FJAX_INTERNAL_ERRORS": "raise"}
        for name in names:
            changed.update(NAMED[name].environment)
        errors = open(self.folder / "worker.log", "w+")
        worker = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, text=True, env=os.environ | changed
        )
        began = seed - 1
        try:
            for line in _lines(worker, end):
                report = json.loads(line)
                if "begin" in report:
                    began = report["begin"]
                else:
                    self.account(names, report)
                    seed = report["seed"] + 1
        except BaseException:
            worker.kill()
            raise
        if worker.poll() is None:
            frozen = time.monotonic() < end
            worker.send_signal(signal.SIGUSR1)
            time.sleep(1)
            worker.kill()
            worker.wait()
            if frozen:
                self.lost(names, began, "frozen", errors)
                return began + 1
        elif worker.returncode:
            self.lost(names, began, f"ended with {worker.returncode}", errors)
            return began + 1
        return max(seed, began + 1)

    def account(self, names: list[str], report: dict[str, Any]) -> None:
        """Count a program, and write down what was found in it."""
        counts = self.counts
        structure = report.get("structure", f"seed {report['seed']}")
        counts["programs"] += 1
        if structure not in self.structures:
            self.structures.add(structure)
            self.log.write(structure + "\n")
            counts["different"] += 1
            counts["different since the last wrong answer"] += 1
        counts["cases"] += report.get("runs", 0)
        counts["processor time in seconds"] += report.get("seconds", 0.0)
        for name in names:
            counts[f"setting {name}"] += 1
        counts[f"commit {self.commit}"] += 1
        counts["programs with unjudged elements"] += report.get("unjudged", 0) > 0
        for kind in ("families", "checks", "dtypes"):
            for each in report.get(kind, ()):
                counts[f"{kind} {each}"] += 1
        if report["problems"]:
            self.found(names, report)
        if report["problems"] or time.monotonic() > self.saved + SAVED:
            self.save()

    def save(self) -> None:
        """Write the accounts down."""
        self.saved = time.monotonic()
        self.log.flush()
        text = json.dumps(self.counts, indent=1, sort_keys=True)
        (self.folder / "statistics.json").write_text(text)

    def found(self, names: list[str], report: dict[str, Any]) -> None:
        """Write a finding down; of those that look alike only the first few."""
        kind, check, message = report["problems"][0]
        self.counts[f"found {kind}"] += 1
        if kind in ("wrong", "bits", "written"):
            since = self.counts["different since the last wrong answer"]
            self.counts["different in the longest run without a wrong answer"] = max(
                since, self.counts["different in the longest run without a wrong answer"]
            )
            self.counts["different since the last wrong answer"] = 0
        text = report.get("module", "")
        lines = message.splitlines() or [""]
        shown = "\n".join(
            f"# {line}" for p in report["problems"] for line in " ".join(p).splitlines()
        )
        alike = re.sub(r"\W+", "_", f"{kind} {check} {_short(lines[0])}")[:80]
        same = len(list((self.folder / "found").glob(f"{alike}-*")))
        if same < 5:
            path = self.folder / "found" / f"{alike}-{report['seed']}.py"
            where = f"# settings: {', '.join(names)}; commit: {self.commit}"
            path.write_text(f"{text}\n{where}\n{shown}\n")

    def lost(self, names: list[str], seed: int, how: str, errors: Any) -> None:
        """A worker is gone: say where it was."""
        errors.seek(0)
        message = f"{how}, settings {', '.join(names)}, seed {seed}\n{errors.read()[-6000:]}"
        self.account(names, {"seed": seed, "problems": [["crash", "worker", message]]})


def _short(message: str) -> str:
    """The message without numbers, which differ among alike findings."""
    return re.sub(r"[-\d.e+]+", "", message)[:60]


def _lines(worker: subprocess.Popen, end: float) -> Any:
    """The worker's lines, until it closes its output, freezes, or time is up."""
    selector = selectors.DefaultSelector()
    assert worker.stdout is not None
    selector.register(worker.stdout, selectors.EVENT_READ)
    os.set_blocking(worker.stdout.fileno(), False)
    pending = ""
    quiet = time.monotonic()
    while time.monotonic() < min(end, quiet + FROZEN):
        if not selector.select(timeout=1.0):
            continue
        chunk = os.read(worker.stdout.fileno(), 1 << 16).decode()
        if not chunk:
            worker.wait()
            return
        quiet = time.monotonic()
        *lines, pending = (pending + chunk).split("\n")
        yield from lines
