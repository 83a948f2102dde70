"""How many random examples a test tries: few in `make test`, all of them in `make test-all`."""

import math

FEWER = 4
state = {"short": False}  # conftest says so when a run leaves extended tests out


def examples(n: int, fewer: int = FEWER) -> int:
    """Of n examples those that this run tries: one in `fewer`, at least one, in a short run."""
    return math.ceil(n / fewer) if state["short"] else n
