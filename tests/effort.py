"""How much a test tries: a part in `make test`, the same each time, and all in `make test-all`."""

import math
import zlib

FEWER = 4
state = {"short": False}  # conftest says so when a run leaves extended tests out


def examples(n: int, fewer: int = FEWER) -> int:
    """Of n examples those that this run tries: one in `fewer`, at least one, in a short run."""
    return math.ceil(n / fewer) if state["short"] else n


def tries(name: str, n: int) -> bool:
    """Whether this run tries what has the name: in a short run one in n names, always the same."""
    return not state["short"] or zlib.crc32(name.encode()) % n == 0
