"""A plugin of pytest: tests in an order that is drawn by a fixed seed, for some time.

What ran until then is a sample. The variables tell for how many seconds another test begins, and
the file with the names of those that run, a line each.
"""

import os
import random
import time
from pathlib import Path
from typing import Any

SECONDS, WANTED = "LIBRARY_TESTS_SECONDS", "LIBRARY_TESTS_WANTED"
_started: list[float] = []


def pytest_collection_modifyitems(items: list[Any]) -> None:
    """Shuffle the tests, and keep those that are wanted; the time begins."""
    _started[:] = [time.monotonic()]
    items.sort(key=lambda item: item.nodeid)
    random.Random(0).shuffle(items)
    if os.environ.get(WANTED):
        wanted = set(Path(os.environ[WANTED]).read_text().split("\n"))
        items[:] = [item for item in items if item.nodeid in wanted]


def pytest_runtest_protocol(item: Any, nextitem: Any) -> None:
    """Begin no other test once the time is used."""
    if time.monotonic() - _started[0] > float(os.environ.get(SECONDS, "inf")):
        item.session.shouldstop = "the time is used"
