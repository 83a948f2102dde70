"""Measures on a GPU, and writes benchmarks/RESULTS-cuda.md.

Without a GPU the file says so and holds no figures. Every library computes from the same arrays,
compiled where it has a compiler (PyTorch both ways), products of float32 in TF32 everywhere, and
results are compared before anything is timed. A time is the least of several rounds, each of so
many calls one after another that it takes some tens of milliseconds, and is waited for at its end.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import fjax
from benchmarks.cuda import compiling, measure, network
from benchmarks.cuda.libraries import PEERS, libraries
from fjax.errors import DeviceError

RESULTS = Path(__file__).parent.parent / "RESULTS-cuda.md"
ROUNDS = 7
HEAD = "# On an NVIDIA GPU\n\nWritten by `make bench-cuda` ({machine}).\n"
NONE = "No GPU could be had, so nothing here was measured: {reason}.\n"


def report(peers: Sequence[str] = PEERS, scale: int = 1, rounds: int = ROUNDS) -> str:
    """The text of the results; without a GPU, that there is none."""
    try:
        known, absent = libraries(peers)
    except DeviceError as error:
        machine = "on a machine without a GPU"
        return HEAD.format(machine=machine) + "\n" + NONE.format(reason=str(error).splitlines()[0])
    kind = fjax.devices("cuda")[0].device_kind
    lines = [HEAD.format(machine=kind), *measure.table(known, scale, rounds)]
    if scale == 1:  # a dry run has neither so many images nor other processes
        lines += network.table(list(known), rounds)
        lines += compiling.table(tuple(known))
    return "\n".join([*lines, *(f"\n{why}." for why in absent)]) + "\n"


def main() -> None:
    """Measure, print and write the results."""
    parser = argparse.ArgumentParser(prog="make bench-cuda", description=__doc__)
    parser.add_argument("--scale", type=int, default=1, help="divides lengths: for a dry run")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    given = parser.parse_args()
    text = report(PEERS, given.scale, given.rounds)
    RESULTS.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
