"""Runs draws of a subject, a line of JSON before and after each: `worker SUBJECT SEED FIRST COUNT`.

A draw that takes too long ends the process, also where a library's loop serves no signals.
"""

from __future__ import annotations

import importlib
import json
import random
import signal
import sys
import warnings

import numpy as np

from tests.fuzz.draws.draw import described

SECONDS = 20.0  # of the processor, for a draw with what it compiles


def main(subject: str, seed: int, first: int, count: int) -> None:
    """Draw and check, and say so."""
    draw = importlib.import_module(f"tests.fuzz.draws.{subject}").draw
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    for number in range(first, first + count):
        drawn = draw(random.Random(f"{subject} {seed} {number}"))
        print(json.dumps({"number": number, "text": drawn.text}), flush=True)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            problem = drawn.check()
        except Exception as error:
            problem = described(error)
        signal.setitimer(signal.ITIMER_PROF, 0)
        print(json.dumps({"number": number, "problem": problem}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
