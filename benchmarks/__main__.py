"""`make bench` or `python -m benchmarks`: the table of fjax's times beside its peers'."""

from __future__ import annotations

import argparse
import fnmatch
import json
import pathlib
import subprocess
import sys

from benchmarks import harness, report, workloads  # noqa: F401  (defines the rows)
from benchmarks.harness import Verdict
from benchmarks.libraries import LIBRARIES
from benchmarks.workload import Workload, all_workloads

RESULTS = pathlib.Path(__file__).parent / "RESULTS.md"


def choose(patterns: list[str]) -> list[type[Workload]]:
    """The rows whose names match; unknown names are reported and skipped."""
    rows = all_workloads()
    if not patterns:
        return rows
    chosen: list[type[Workload]] = []
    for pattern in patterns:
        found = [w for w in rows if fnmatch.fnmatch(w.name(), f"*{pattern}*")]
        if not found:
            print(f"no workload is called {pattern!r}; skipped", file=sys.stderr)
        chosen += [w for w in found if w not in chosen]
    return chosen


def present(peers: list[str]) -> list[str]:
    """The peers that can be imported; the others are reported and skipped."""
    found = []
    for name in peers:
        if name not in LIBRARIES:
            print(f"no peer is called {name!r}; skipped", file=sys.stderr)
        elif not harness.available(LIBRARIES[name].module):
            print(f"peer {name!r} is not installed; skipped", file=sys.stderr)
        else:
            found.append(name)
    return found


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("rows", nargs="*", help="names or parts of names; all by default")
    parser.add_argument("--peers", nargs="*", default=[n for n in LIBRARIES if n != "fjax"])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--json",
        action="store_true",
        help="print the measurements as JSON; the table goes to standard error",
    )
    parser.add_argument(
        "--save",
        action="store_true",
        help="rewrite benchmarks/RESULTS.md with the rows of this run, and draw its pictures",
    )
    parser.add_argument("--list", action="store_true", help="print the names of the rows")
    return parser.parse_args()


def main() -> int:
    """Run the chosen rows; the exit status is 1 if one of them failed."""
    options = arguments()
    chosen = choose(options.rows)
    if options.list:
        print("\n".join(f"{w.name():34s} {w.title}" for w in chosen))
        return 0
    table = sys.stderr if options.json else sys.stdout
    print(report.machine(), file=table, flush=True)
    run = harness.run(
        chosen,
        ["fjax", *present(options.peers)],
        options.rounds,
        lambda row: print(report.line(row), file=table, flush=True),
    )
    print(report.summary(run), file=table)
    if options.json:
        print(json.dumps(report.as_json(run), indent=1))
    if options.save:
        RESULTS.write_text(report.markdown(run))
        subprocess.run([sys.executable, "docs/figures.py"], cwd=harness.ROOT, check=True)
    return 1 if any(r.verdict() is Verdict.FAILED for r in run.rows) else 0


if __name__ == "__main__":
    sys.exit(main())
