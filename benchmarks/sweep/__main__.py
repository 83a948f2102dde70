"""`make sweep`: random programs beside a peer, the distribution of the ratio of times.

`python -m benchmarks.sweep [--first SEED] [--count N] [--families …] [--peer NAME] [--save]`
"""

from __future__ import annotations

import argparse
import os
import pathlib
import sys

from benchmarks.sweep import families, measure, report  # noqa: F401  (fills the table)
from benchmarks.sweep.draw import FAMILIES, case

PAGE = pathlib.Path(__file__).parent.parent / "SWEEP.md"


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sweep", description=__doc__)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=180, help="how many seeds")
    parser.add_argument("--families", nargs="*", default=list(FAMILIES), choices=list(FAMILIES))
    parser.add_argument(
        "--peer", default="jax", help="jax, or the folder of another version of fjax"
    )
    parser.add_argument("--save", action="store_true", help="rewrite benchmarks/SWEEP.md")
    parser.add_argument("--list", action="store_true", help="print the programs, run none")
    return parser.parse_args()


def main() -> int:
    """Run the sweep; 1 if an answer differs or fjax alone fails."""
    options = arguments()
    seeds = range(options.first, options.first + options.count)
    if options.list:
        for seed in seeds:
            print(seed, case(seed, options.families))
        return 0
    os.environ.setdefault("FJAX_BENCH_QUIET", "1")
    outcomes = measure.sweep(
        seeds, options.families, options.peer, lambda o: print(report.line(o), flush=True)
    )
    title = f"Sweep: {options.count} random programs from seed {options.first}, beside "
    page = report.markdown(outcomes, title + os.path.basename(options.peer.rstrip("/")))
    print(page)
    if options.save:
        PAGE.write_text(page)
    return int(any(o.difference or (o.own_error and not o.peer_error) for o in outcomes))


if __name__ == "__main__":
    sys.exit(main())
