"""`make bench` or `python -m benchmarks`: the table of fjax's times beside its peers'."""

from __future__ import annotations

import argparse
import fnmatch
import json
import os
import pathlib
import platform
import sys

import numpy as np

from benchmarks import harness, workloads  # noqa: F401  (defines the rows)
from benchmarks.libraries import LIBRARIES
from benchmarks.workload import all_workloads

RESULTS = pathlib.Path(__file__).parent / "RESULTS.md"


def machine() -> str:
    """The machine in words."""
    model = (
        next(
            (line.split(":")[1].strip() for line in open("/proc/cpuinfo") if "model name" in line),
            platform.processor(),
        )
        if os.path.exists("/proc/cpuinfo")
        else platform.processor()
    )
    return (
        f"{model}, {len(os.sched_getaffinity(0))} cores, Python {platform.python_version()}, "
        f"NumPy {np.__version__}"
    )


def choose(patterns: list[str]) -> list:
    """The rows whose names match; unknown names are reported and skipped."""
    rows = all_workloads()
    if not patterns:
        return rows
    chosen = []
    for pattern in patterns:
        found = [w for w in rows if fnmatch.fnmatch(w.name(), f"*{pattern}*")]
        if not found:
            print(f"no workload is called {pattern!r}; skipped", file=sys.stderr)
        chosen += [w for w in found if w not in chosen]
    return chosen


def markdown(rows: list[harness.Row], peers: list[str]) -> str:
    """The table for RESULTS.md."""
    lines = [
        "# Benchmark results",
        "",
        f"Machine: {machine()}. Medians of interleaved rounds in one run; "
        "a ratio is fjax's time over the peer's.",
        "",
        "| row | " + " | ".join(["fjax", *peers]) + " | ratio (goal) |",
        "|---|" + "---|" * (len(peers) + 2),
    ]
    for row in rows:
        cells = [harness.seconds(row.median(lib)) for lib in ["fjax", *peers]]
        ratios = row.ratios()
        marks = [
            f"{ratios[p]:.2f} of {p} (≤ {g}{'' if ratios[p] <= g else ', missed'})"
            for p, g in row.workload.goals.items()
            if p in ratios
        ]
        lines.append(
            f"| {row.workload.name()}: {row.workload.title} | "
            + " | ".join(cells)
            + f" | {'; '.join(marks) or '-'} |"
        )
    return "\n".join(lines) + "\n"


def main() -> int:
    """Run the chosen rows; the exit status is 1 if an answer disagrees."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", help="names or parts of names; all by default")
    parser.add_argument("--peers", nargs="*", default=[n for n in LIBRARIES if n != "fjax"])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="print the measurements as JSON")
    parser.add_argument("--save", action="store_true", help="rewrite benchmarks/RESULTS.md")
    parser.add_argument("--list", action="store_true", help="print the names of the rows")
    options = parser.parse_args()
    chosen = choose(options.rows)
    if options.list:
        print("\n".join(f"{w.name():34s} {w.title}" for w in chosen))
        return 0
    peers = []
    for name in options.peers:
        if name not in LIBRARIES or not harness.available(LIBRARIES[name].module):
            print(f"peer {name!r} is not installed; skipped", file=sys.stderr)
        else:
            peers.append(name)
    print(machine(), flush=True)
    rows = harness.run(chosen, ["fjax", *peers], options.rounds)
    if options.json:
        print(
            json.dumps(
                [
                    {
                        "name": r.workload.name(),
                        "times": r.times,
                        "ratios": r.ratios(),
                        "goals": r.workload.goals,
                        "errors": r.errors,
                        "disagree": r.disagree,
                        "report": r.report,
                    }
                    for r in rows
                ]
            )
        )
    if options.save:
        RESULTS.write_text(markdown(rows, peers))
    missed = [r for r in rows if not all(r.verdicts().values())]
    print(
        f"{len(rows)} rows, {len(missed)} miss a goal: "
        f"{', '.join(r.workload.name() for r in missed)}"
    )
    return 1 if any(r.disagree for r in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
