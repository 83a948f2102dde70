"""What a run is told as: lines of a table, Markdown, JSON."""

from __future__ import annotations

import os
import platform
from typing import Any

from benchmarks.harness import Row, Run, Verdict


def machine() -> str:
    """The machine in words."""
    model = platform.processor()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo") as lines:
            found = [line.split(":")[1].strip() for line in lines if "model name" in line]
        model = found[0] if found else model
    return (
        f"{model}, {len(os.sched_getaffinity(0))} cores, {platform.system()}, "
        f"Python {platform.python_version()}"
    )


def seconds(value: float | None) -> str:
    """A time with its unit."""
    if value is None:
        return "-"
    for unit, scale in (("s", 1), ("ms", 1e3), ("µs", 1e6)):
        if value * scale >= 1:
            return f"{value * scale:.3g} {unit}"
    return f"{value * 1e9:.3g} ns"


def comparisons(row: Row) -> str:
    """The ratios that have a goal, and whether it is met."""
    ratios, goals = row.ratios(), row.goals()
    return "; ".join(
        f"{ratios[p]:.2f} of {p} (goal {row.workload.goals[p]}: {'met' if met else 'missed'})"
        for p, met in goals.items()
    )


def line(row: Row) -> str:
    """One line of the table."""
    times = "  ".join(f"{lib} {seconds(row.median(lib))}" for lib in row.times)
    notes = row.notes()
    told = f"{row.workload.name():34s} {times:60s} {comparisons(row) or 'not compared'}"
    return told + (f"   [{'; '.join(notes)}]" if notes else "")


def summary(run: Run) -> str:
    """How many rows came to what, and which did not meet their goals."""
    parts = []
    for verdict in Verdict:
        names = [r.workload.name() for r in run.rows if r.verdict() is verdict]
        if names:
            listed = "" if verdict is Verdict.MET else f" ({', '.join(names)})"
            parts.append(f"{len(names)} {verdict.value}{listed}")
    return f"{len(run.rows)} rows: {'; '.join(parts)}"


def as_json(run: Run) -> dict[str, Any]:
    """A run as JSON's types; times in seconds, one for each round."""
    rows = [
        {
            "name": r.workload.name(),
            "title": r.workload.title,
            "times": r.times,
            "ratios": r.ratios(),
            "goals": r.workload.goals,
            "verdict": r.verdict().value,
            "errors": r.errors,
            "disagree": r.disagree,
            "report": r.report,
        }
        for r in run.rows
    ]
    return {"machine": machine(), "versions": run.versions, "rounds": run.rounds, "rows": rows}


def markdown(run: Run) -> str:
    """The text of RESULTS.md."""
    peers = [name for name in run.versions if name != "fjax"]
    versions = ", ".join(f"{name} {version}" for name, version in run.versions.items())
    lines = [
        "# Benchmark results",
        "",
        "Written by `make bench ARGS=--save`. Medians of interleaved rounds, one process each,",
        "an empty kernel cache at the start; a ratio is fjax's time over a peer's in this run.",
        "Beside this page: random programs in `SWEEP.md`, steps of networks in `MODELS.md`,",
        "programs over processes in `RESULTS-ranks.md` and on GPUs in `RESULTS-cuda.md`.",
        "",
        f"- machine: {machine()}",
        f"- versions: {versions}",
        f"- rounds: {run.rounds}",
        f"- {summary(run)}",
    ]
    for group in dict.fromkeys(r.workload.group for r in run.rows):
        lines += [
            "",
            f"## {group}",
            "",
            f"| row | what | fjax | {' | '.join(peers)} | ratio | |",
            "|---" * (len(peers) + 5) + "|",
        ]
        lines += [_cells(r, peers) for r in run.rows if r.workload.group == group]
    missed = [r for r in run.rows if r.verdict() is Verdict.MISSED and r.workload.reason]
    if missed:
        lines += ["", "## Why goals are missed", ""]
        lines += [
            f"- **{r.workload.name()}**: {' '.join(r.workload.reason.split())}" for r in missed
        ]
    return "\n".join(lines) + "\n"


def _cells(row: Row, peers: list[str]) -> str:
    ratios = row.ratios()
    told = "; ".join(
        f"{ratios[p]:.2f} of {p} (≤ {goal})"
        for p, goal in row.workload.goals.items()
        if p in ratios
    )
    times = " | ".join(seconds(row.median(lib)) for lib in ["fjax", *peers])
    verdict = "; ".join([row.verdict().value, *row.notes()])
    return f"| {row.workload.__name__} | {row.workload.title} | {times} | {told} | {verdict} |"
