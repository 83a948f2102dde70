"""How many random examples a test tries: few in `make test`, all of them in `make test-all`."""

import math

FEWER = 4
state = {"short": False}  # conftest says so when a run leaves extended tests out


def examples(n: int) -> int:
    """Of n examples those that this run tries: one in four, and at least one, in a short run."""
    return math.ceil(n / FEWER) if state["short"] else n
