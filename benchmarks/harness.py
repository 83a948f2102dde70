"""Runs rows in one process a library, interleaved in rounds, and compares times and answers."""

from __future__ import annotations

import enum
import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from benchmarks.workload import FASTEST, Workload

ROOT = pathlib.Path(__file__).resolve().parent.parent
# What would let a run begin with kernels of an earlier one.
CACHES = ("FJAX_CACHE_DIR", "JAX_COMPILATION_CACHE_DIR")


class Verdict(enum.Enum):
    """What a row came to."""

    MET = "met"
    MISSED = "missed"
    FAILED = "failed"  # fjax failed, has no kernel, or answers differ
    NOT_COMPARED = "not compared"  # no peer with a goal took part


@dataclass
class Row:
    """What was measured of one workload."""

    workload: type[Workload]
    times: dict[str, list[float]] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    disagree: dict[str, str] = field(default_factory=dict)
    report: dict[str, Any] = field(default_factory=dict)

    def median(self, library: str) -> float | None:
        found = self.times.get(library)
        return statistics.median(found) if found else None

    def ratios(self) -> dict[str, float]:
        """fjax's time over each peer's, and over the fastest peer's."""
        own = self.median("fjax")
        peers = {p: self.median(p) for p in self.times if p != "fjax"}
        known = {p: t for p, t in peers.items() if t}
        if own is None or not known:
            return {}
        return {**{p: own / t for p, t in known.items()}, FASTEST: own / min(known.values())}

    def goals(self) -> dict[str, bool]:
        """Whether each goal is met, where its peer was measured."""
        ratios = self.ratios()
        return {p: ratios[p] <= goal for p, goal in self.workload.goals.items() if p in ratios}

    def verdict(self) -> Verdict:
        """Met only if every goal that could be compared is."""
        if "fjax" in self.errors or self.disagree or self.report.get("fallbacks"):
            return Verdict.FAILED
        goals = self.goals()
        if not goals:
            return Verdict.NOT_COMPARED
        return Verdict.MET if all(goals.values()) else Verdict.MISSED

    def notes(self) -> list[str]:
        """What went wrong."""
        found = [f"{p} failed: {e.splitlines()[0][:80]}" for p, e in self.errors.items()]
        found += [f"answers differ from {p}: {d}" for p, d in self.disagree.items()]
        lacking = self.report.get("fallbacks")
        return found + ([f"without a kernel: {', '.join(lacking[:4])}"] if lacking else [])


class Child:
    """A worker process, stopped except while it answers.

    Idle threads may spin: OpenBLAS's look for work for over 150 ms after a product, on a core on
    which the next library would be timed.
    """

    def __init__(
        self, library: str, cache: str, module: str = "benchmarks.worker", *arguments: str
    ):
        environment = {k: v for k, v in os.environ.items() if k not in CACHES}
        environment.update(PYTHONPATH=str(ROOT), FJAX_COMPILATION_CACHE_DIR=cache)
        self.process = subprocess.Popen(
            [sys.executable, "-m", module, library, *arguments],
            cwd=ROOT,
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if "FJAX_BENCH_QUIET" in os.environ else None,
        )
        self.version = self.read()["version"]
        self.process.send_signal(signal.SIGSTOP)

    def read(self) -> dict[str, Any]:
        line = self.process.stdout.readline()  # type: ignore[union-attr]
        if not line:
            raise RuntimeError(f"a worker ended with status {self.process.wait()}")
        return json.loads(line)

    def ask(self, **command: Any) -> dict[str, Any]:
        print(json.dumps(command), file=self.process.stdin, flush=True)
        self.process.send_signal(signal.SIGCONT)
        try:
            return self.read()
        finally:
            self.process.send_signal(signal.SIGSTOP)

    def close(self) -> None:
        self.process.send_signal(signal.SIGCONT)
        self.process.stdin.close()  # type: ignore[union-attr]
        self.process.wait()


def available(library: str) -> bool:
    """Whether a library can be imported here."""
    check = subprocess.run(
        [sys.executable, "-c", f"import {library}"], capture_output=True, cwd=ROOT
    )
    return check.returncode == 0


@dataclass
class Run:
    """The rows of one run, and the versions of the libraries that took part."""

    rows: list[Row]
    versions: dict[str, str]
    rounds: int


def run(
    workloads: list[type[Workload]], libraries: list[str], rounds: int, tell: Callable[[Row], None]
) -> Run:
    """Measure the rows; a row whose program fails in a library says so and goes on without it."""
    found = []
    with tempfile.TemporaryDirectory(prefix="fjax-bench-") as folder:
        children = {name: Child(name, os.path.join(folder, "cache")) for name in libraries}
        for workload in workloads:
            found.append(measure(workload, children, rounds, folder))
            tell(found[-1])
        for child in children.values():
            child.close()
    return Run(found, {name: child.version for name, child in children.items()}, rounds)


def measure(workload: type[Workload], children: dict[str, Child], rounds: int, folder: str) -> Row:
    """One row: prepare everywhere, compare answers, then time in interleaved rounds."""
    row = Row(workload)
    name = workload.name()
    taking_part = [lib for lib in children if lib == "fjax" or lib in workload.peers]
    answers = {lib: os.path.join(folder, f"{lib}.npz") for lib in taking_part}

    def ask(library: str, **command: Any) -> dict[str, Any]:
        if library in row.errors:
            return {}
        reply = children[library].ask(name=name, **command)
        if "error" in reply:
            row.errors[library] = reply["error"]
        return reply

    for library in taking_part:
        ask(library, do="prepare", answer=answers[library])
    compare_answers(row, {lib: answers[lib] for lib in taking_part if lib not in row.errors})
    for _ in range(rounds):
        for library in taking_part:
            reply = ask(library, do="time")
            if "seconds" in reply:
                row.times.setdefault(library, []).append(reply["seconds"])
    for library in taking_part:
        reply = ask(library, do="finish")
        if library == "fjax":
            row.report = reply
    return row


def compare_answers(row: Row, files: dict[str, str]) -> None:
    """Note every peer whose answer differs from fjax's."""
    if "fjax" not in files:
        return
    own = np.load(files["fjax"])
    for peer, file in files.items():
        if peer != "fjax":
            difference = compare(own, np.load(file), row.workload)
            if difference:
                row.disagree[peer] = difference


def compare(own: Any, other: Any, workload: type[Workload]) -> str | None:
    """How two answers differ by more than the workload allows."""
    if len(own.files) != len(other.files):
        return f"{len(own.files)} arrays against {len(other.files)}"
    for a, b in zip(own.files, other.files, strict=True):
        x, y = own[a], other[b]
        if x.shape != y.shape:
            return f"{a}: shapes {x.shape}, {y.shape}"
        if x.ndim:
            x, y = x[workload.compared], y[workload.compared]
        largest = float(np.max(np.abs(y), initial=0.0, where=np.isfinite(y)))
        tolerance = workload.atol + workload.rtol * largest
        if not np.allclose(x, y, rtol=0, atol=tolerance, equal_nan=True):
            return f"{a}: largest difference {float(np.max(np.abs(x - y))):.3g}"
    return None
