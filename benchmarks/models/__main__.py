"""Steps of networks in fjax, PyTorch (eager) and JAX with Flax: `make bench-models`.

Each library has a process for each row, which takes a step when it is its turn. What counts is the
first step, the least of the later ones, and the most memory that the process held. Losses of the
first steps must agree. PyTorch's image models run with channels first and last; the faster counts.
"""

from __future__ import annotations

import argparse
import fnmatch
import os
import pathlib
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

import numpy as np

from benchmarks import report
from benchmarks.harness import ROOT, Child, available
from benchmarks.models.rows import ROWS, Row

RESULTS = pathlib.Path(__file__).parent.parent / "MODELS.md"
COMPARED = 3  # steps whose losses must agree
TOLERANCE = 1e-3
KINDS = ("step", "first", "memory")


@dataclass
class Measured:
    """What became of a row."""

    row: Row
    first: dict[str, float] = field(default_factory=dict)
    step: dict[str, float] = field(default_factory=dict)
    memory: dict[str, float] = field(default_factory=dict)
    values: dict[str, list[object]] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)

    def settle(self) -> None:
        """Have PyTorch's faster layout stand for it."""
        if "torch-last" in self.step:
            if self.step["torch-last"] < self.step.get("torch", np.inf):
                for found in (self.first, self.step, self.memory):
                    found["torch"] = found["torch-last"]
            for found in (self.first, self.step, self.memory):
                del found["torch-last"]

    def ratio(self, kind: str, peer: str) -> float | None:
        """fjax's figure over a peer's."""
        found: dict[str, float] = getattr(self, kind)
        return found["fjax"] / found[peer] if {"fjax", peer} <= set(found) else None

    def notes(self) -> list[str]:
        """What went wrong, and which goals are missed."""
        found = [f"{name}: {error}" for name, error in self.errors.items()]
        for peer, values in self.values.items():
            own = self.values.get("fjax")
            if own is not None and not agree(own, values):
                found.append(f"answers differ from {peer}'s: {own} and {values}"[:200])
        if self.row.kind not in ("generate", "update") and not moves(self.values.get("fjax")):
            found.append("answers say nothing of gradients: the losses hardly move")
        for kind in KINDS:
            for peer, goal in self.row.goals.get(kind, {}).items():
                ratio = self.ratio(kind, peer)
                if ratio is not None and ratio > goal:
                    found.append(f"{kind} {ratio:.2f} of {peer} (≤ {goal:.3g})")
        return found


def agree(own: list[object], other: list[object]) -> bool:
    """Whether losses are the same, and tokens but for a few that another rounding may change."""
    a, b = np.asarray(own, float), np.asarray(other, float)
    if a.ndim == 2:
        return bool((a[0][:20] == b[0][:20]).all())
    return bool(np.allclose(a, b, rtol=TOLERANCE, atol=0))


def moves(losses: list[object] | None) -> bool:
    """Whether each step changes the loss by more than what may differ between libraries."""
    if not losses:
        return True  # why there are none is said elsewhere
    found = np.asarray(losses, float)
    return bool((abs(np.diff(found)) > 2 * TOLERANCE * abs(found[1:])).all())


def measure(row: Row, libraries: list[str], rounds: int, folder: str) -> Measured:
    """The row in each library, in turns."""
    found, children = Measured(row), dict[str, Child]()
    file = os.path.join(folder, f"{row.name}.npz")
    command = [sys.executable, "-m", "benchmarks.models.worker", "torch", row.name, "made", file]
    subprocess.run(command, check=True, cwd=ROOT)

    def ask(library: str, what: str) -> dict:
        if library in found.errors:
            return {}
        try:
            return children[library].ask(do=what)
        except RuntimeError as error:
            found.errors[library] = str(error)
            return {}

    for library in libraries:
        if library == "torch-last" and not row.layouts:
            continue
        cache = os.path.join(folder, f"cache-{row.name}")
        try:
            children[library] = Child(library, cache, "benchmarks.models.worker", row.name, file)
        except RuntimeError as error:
            found.errors[library] = str(error)
            continue
        found.versions[library] = children[library].version
        replies = [ask(library, "step") for _ in range(COMPARED)]
        if library not in found.errors:
            found.first[library] = replies[0]["seconds"]
            found.values[library] = [r["value"] for r in replies]
    if row.kind == "update" and "torch" in children:
        children["copy"] = children["torch"]
    for _ in range(rounds):
        for library in children:
            reply = ask(library, "copy" if library == "copy" else "step")
            if reply:
                found.step[library] = min(found.step.get(library, np.inf), reply["seconds"])
    for library in set(children) - {"copy"}:
        reply = ask(library, "memory")
        if reply:
            found.memory[library] = reply["bytes"]
            children[library].close()
    found.settle()
    return found


def text(found: Measured) -> list[str]:
    """The row's cells."""
    cells = [found.row.title]
    for kind in KINDS:
        figures: dict[str, float] = getattr(found, kind)
        scale = 200 if found.row.kind == "generate" and kind == "step" else 1
        for library in ("fjax", "torch", "flax"):
            value = figures.get(library)
            if value is None:
                cells.append("-")
            elif kind == "memory":
                cells.append(f"{value / 2**20:.0f} MiB")
            else:
                cells.append(report.seconds(value / scale))
        cells[-2:] = [
            cell if (r := found.ratio(kind, peer)) is None else f"{cell} ({r:.2f})"
            for cell, peer in zip(cells[-2:], ("torch", "flax"), strict=True)
        ]
    notes = found.notes()
    if "copy" in found.step:
        notes.insert(0, f"{found.step['copy'] / found.step['fjax']:.2f} of a copy's bandwidth")
    return [*cells, "; ".join(notes) or "met"]


def kept(page: str, measured: list[str]) -> list[str]:
    """The lines of a page about rows that were not measured again."""
    titles = {row.title for row in ROWS.values()} - set(measured)
    return [line for line in page.splitlines() if line[2:].split(" | ")[0] in titles]


def markdown(rows: list[Measured], rounds: int, before: str = "") -> str:
    """The table as a page, in the order of the rows; `before`: the page as it was."""
    versions = {n: v for row in rows for n, v in row.versions.items() if n != "torch-last"}
    head = ["model"] + [f"{kind}: {n}" for kind in KINDS for n in ("fjax", "torch", "flax")] + [""]
    lines = [
        "# Models beside PyTorch and Flax",
        "",
        "Written by `make bench-models ARGS=--save`. One process a library and row, in turns; the "
        f"least of {rounds} steps; in parentheses fjax's figure over that one.",
        "",
        f"- machine: {report.machine()}",
        f"- versions: {', '.join(f'{n} {v}' for n, v in versions.items())}",
        f"- threads: {os.environ.get('FJAX_NUM_THREADS', 'all')}",
        "",
        f"| {' | '.join(head)} |",
        f"|{'---|' * len(head)}",
    ]
    table = [f"| {' | '.join(text(row))} |" for row in rows]
    if f"- machine: {report.machine()}" in before:
        table += kept(before, [row.row.title for row in rows])
    order = [row.title for row in ROWS.values()]
    table.sort(key=lambda line: order.index(line[2:].split(" | ")[0]))
    return "\n".join([*lines, *table]) + "\n"


def main() -> int:
    """Measure the chosen rows; the exit status is 1 if one failed or disagreed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.models", description=__doc__)
    parser.add_argument("rows", nargs="*", help=f"of {', '.join(ROWS)}; all by default")
    parser.add_argument("--peers", nargs="*", default=["torch", "torch-last", "flax"])
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--save", action="store_true", help=f"write {RESULTS.name}, others stay")
    options = parser.parse_args()
    peers = [p for p in options.peers if available(p.split("-")[0])]
    patterns = options.rows or ["*"]
    chosen = [r for n, r in ROWS.items() if any(fnmatch.fnmatch(n, p) for p in patterns)]
    rows, failed = [], False
    with tempfile.TemporaryDirectory(prefix="fjax-bench-models-") as folder:
        for row in chosen:
            rows.append(measure(row, ["fjax", *peers], options.rounds, folder))
            failed |= bool(rows[-1].errors) or "answers" in "".join(rows[-1].notes())
            print(" | ".join(text(rows[-1])), flush=True)
            if options.save:
                before = RESULTS.read_text() if RESULTS.exists() else ""
                RESULTS.write_text(markdown(rows, options.rounds, before))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
