"""Runs rows in one process a library, interleaved in rounds, and compares times and answers."""

from __future__ import annotations

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from benchmarks.workload import FASTEST, CompileWorkload, Workload

ROOT = pathlib.Path(__file__).resolve().parent.parent


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

    def verdicts(self) -> dict[str, bool]:
        """Whether each goal is met, where its peer was measured."""
        ratios = self.ratios()
        return {p: ratios[p] <= goal for p, goal in self.workload.goals.items() if p in ratios}


class Child:
    """A worker process."""

    def __init__(self, library: str, cache: str):
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "FJAX_COMPILATION_CACHE_DIR": cache}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.worker", library],
            cwd=ROOT,
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if "FJAX_BENCH_QUIET" in os.environ else None,
        )
        self.read()

    def read(self) -> dict[str, Any]:
        line = self.process.stdout.readline()  # type: ignore[union-attr]
        if not line:
            raise RuntimeError(f"a worker ended with status {self.process.wait()}")
        return json.loads(line)

    def ask(self, **command: Any) -> dict[str, Any]:
        print(json.dumps(command), file=self.process.stdin, flush=True)
        return self.read()

    def close(self) -> None:
        self.process.stdin.close()  # type: ignore[union-attr]
        self.process.wait()


def available(library: str) -> bool:
    """Whether a library can be imported here."""
    check = subprocess.run(
        [sys.executable, "-c", f"import {library}"], capture_output=True, cwd=ROOT
    )
    return check.returncode == 0


def run(rows: list[type[Workload]], libraries: list[str], rounds: int) -> list[Row]:
    """Measure the rows; a row whose program fails in a library says so and goes on without it."""
    found = []
    with tempfile.TemporaryDirectory(prefix="fjax-bench-") as folder:
        children = {name: Child(name, os.path.join(folder, "cache")) for name in libraries}
        for workload in rows:
            row = measure(workload, children, rounds, folder)
            found.append(row)
            print(describe(row), flush=True)
        for child in children.values():
            child.close()
    return found


def measure(workload: type[Workload], children: dict[str, Child], rounds: int, folder: str) -> Row:
    """One row: prepare everywhere, compare answers, then time in interleaved rounds."""
    row = Row(workload)
    name = workload.name()
    answers = {}
    taking_part = [lib for lib in children if lib == "fjax" or lib in workload.peers]
    for library in taking_part:
        answers[library] = os.path.join(folder, f"{library}.npz")
        reply = children[library].ask(do="prepare", name=name, answer=answers[library])
        if "error" in reply:
            row.errors[library] = reply["error"]
        elif library == "fjax":
            row.report = reply
    working = [lib for lib in taking_part if lib not in row.errors]
    if not issubclass(workload, CompileWorkload):
        compare_answers(row, {lib: answers[lib] for lib in working})
    for _ in range(rounds):
        for library in working:
            reply = children[library].ask(do="time", name=name)
            if "error" in reply:
                row.errors[library] = reply["error"]
            else:
                row.times.setdefault(library, []).append(reply["seconds"])
    for library in working:
        children[library].ask(do="forget", name=name)
    return row


def compare_answers(row: Row, files: dict[str, str]) -> None:
    """Note every peer whose answer differs from fjax's."""
    if "fjax" not in files:
        return
    own = np.load(files["fjax"])
    for peer, file in files.items():
        other = np.load(file)
        if peer == "fjax":
            continue
        if len(own.files) != len(other.files):
            row.disagree[peer] = f"{len(own.files)} arrays against {len(other.files)}"
            continue
        for a, b in zip(own.files, other.files, strict=True):
            x, y = own[a], other[b]
            scale = np.max(np.abs(y), initial=0.0)
            tolerance = row.workload.atol + row.workload.rtol * float(scale)
            if x.shape != y.shape or not np.allclose(x, y, rtol=0, atol=tolerance, equal_nan=True):
                worst = float(np.max(np.abs(x - y))) if x.shape == y.shape else float("nan")
                row.disagree[peer] = (
                    f"{a}: shapes {x.shape}, {y.shape}, largest difference {worst:.3g}"
                )
                break


def seconds(value: float | None) -> str:
    """A time with its unit."""
    if value is None:
        return "-"
    for unit, scale in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if value * scale >= 1:
            return f"{value * scale:.3g} {unit}"
    return f"{value * 1e9:.3g} ns"


def describe(row: Row) -> str:
    """One line of the table."""
    name = row.workload.name()
    times = "  ".join(f"{lib} {seconds(row.median(lib))}" for lib in row.times)
    marks = []
    for peer, met in row.verdicts().items():
        ratio = row.ratios()[peer]
        marks.append(
            f"{ratio:.2f} of {peer} (goal {row.workload.goals[peer]}{'' if met else ': missed'})"
        )
    notes = [f"{p} failed: {e.splitlines()[0][:80]}" for p, e in row.errors.items()]
    notes += [f"answers differ from {p}: {d}" for p, d in row.disagree.items()]
    if row.report.get("fallbacks"):
        notes.append(f"without a kernel: {', '.join(row.report['fallbacks'][:4])}")
    return f"{name:34s} {times:60s} {'; '.join(marks)}" + (
        f"   [{'; '.join(notes)}]" if notes else ""
    )
