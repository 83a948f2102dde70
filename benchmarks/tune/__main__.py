"""`make tune`: the search over schedules, and what it says of the heuristic and its numbers.

`python -m benchmarks.tune [--minutes M] [--seed S] [--count N] [--report]`

Results lie in out/tune, a file for each seed and state of the heuristic: the next run goes on
where the last one stopped, and leaves out a kernel at which it died. One thread.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import random
import sys
import time
from dataclasses import asdict
from typing import Any

OUT = pathlib.Path("out/tune")


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tune", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="after which it stops")
    parser.add_argument("--seed", type=int, default=1, help="of the kernels and the search")
    parser.add_argument("--count", type=int, default=200, help="how many kernels")
    parser.add_argument("--report", action="store_true", help="of what lies there; run nothing")
    return parser.parse_args()


def known(path: pathlib.Path) -> dict[int, dict[str, Any]]:
    """The lines of a file, by the numbers of their cases; the last one of a case counts."""
    lines = path.read_text().splitlines() if path.exists() else []
    return {x["case"]: x for x in map(json.loads, lines)}


def searched(path: pathlib.Path, options: argparse.Namespace) -> None:
    """Search until the time is up, a line of the file for each kernel."""
    from benchmarks.tune.cases import cases
    from benchmarks.tune.constants import measured
    from benchmarks.tune.search import Search
    from fjax.lowering.cpu.processor import host

    done, end = known(path), time.monotonic() + 60 * options.minutes
    with path.open("a") as file:
        for k, case in enumerate(cases(options.seed, options.count)):
            if time.monotonic() > end:
                return
            if k in done:
                continue
            print(json.dumps({"case": k, "name": case.name}), file=file, flush=True)
            found = Search(case, host(), random.Random(f"{options.seed} {k}")).best()
            line = {"case": k, "found": asdict(found), "constants": measured(case, host())}
            print(json.dumps(line), file=file, flush=True)
            print(f"{k:4}  {found.ratio:.2f}  {case.name}", flush=True)


def told(path: pathlib.Path) -> None:
    """Print the report."""
    from benchmarks.tune import report
    from benchmarks.tune.constants import LIMITS, OWN, QUANTITIES, value_of
    from benchmarks.tune.search import Found
    from fjax.lowering.cpu.processor import cpu_name, host

    lines = known(path).values()
    found = [
        Found(**{k: tuple(v) if isinstance(v, list) else v for k, v in x["found"].items()})
        for x in lines
        if "found" in x
    ]
    effects = [{k: (v[0], v[1]) for k, v in x["constants"].items()} for x in lines if "found" in x]
    tried = {**LIMITS, **QUANTITIES, **OWN}
    values = {name: value_of(name, host()) for name in tried}
    print(f"{cpu_name()}, {host().machine.name}, one thread; {path}")
    for part in (
        report.behind(found),
        report.faults(found),
        report.constants(effects, values, tried),
        report.summary(found),
    ):
        print("\n".join(part))
    for x in lines:
        if "found" not in x:
            print(f"died: case {x['case']}, {x['name']}")


def main() -> int:
    """Search and report."""
    os.environ["FJAX_CACHE_DIR"] = ""
    options = arguments()
    from fjax.lowering import machine
    from fjax.lowering.cpu import heuristic
    from fjax.lowering.kernel.fingerprint import source_hash

    state = source_hash([heuristic, machine])[:8]
    OUT.mkdir(parents=True, exist_ok=True)
    path = OUT / f"seed-{options.seed}-{state}.jsonl"
    if not options.report:
        searched(path, options)
    told(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
