"""What runs in a process of a job, or by itself: one measurement, printed by the first process.

mpiexec -n 2 python -m benchmarks.ranks.worker psum
FJAX_NUM_CPU_DEVICES=8 python -m benchmarks.ranks.worker pmap fjax
"""

from __future__ import annotations

import json
import sys
from typing import Any


def over_processes(part: str) -> Any:
    import fjax

    fjax.distributed.initialize()
    from benchmarks.ranks import programs

    n = fjax.process_count()
    parts = {
        "psum": programs.psum,
        "joined": programs.joined,
        "training": programs.training,
        "overlap": programs.overlap,
        "out of step": programs.out_of_step,
        "heat": lambda: programs.heat(4096 // n, 4096),
        "weak heat": lambda: programs.heat(1024, 2048, 40),
        "strong heat": lambda: programs.heat(2048 // n, 2048, 40),
        "strong training": lambda: programs.training(256 // n),
    }
    found = parts[part]()
    return found if fjax.process_index() == 0 else None


def main(part: str, library: str = "fjax") -> None:
    """Measure, and print the figures as JSON."""
    if part == "pmap":
        from benchmarks.ranks import mapped

        found = mapped.measured(library)
    else:
        found = over_processes(part)
    if found is not None:
        print("RESULT", json.dumps(found), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
