"""Counting what happens behind a call: traces, compilations, transfers.

Only slow paths record events; a call that a compiled program serves records nothing.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

from fjax.errors import FjaxValueError

EVENTS = {
    "trace_to_jaxpr": "jit or eval_shape calls a Python function with tracers",
    "lower_jaxpr_to_module": "a jaxpr asks for its program for the first time",
    "pxla_cached_compilation": "a program is compiled that no equal one was compiled before",
    "plan_filled_in": "a program is planned by filling its sizes into what another one left",
    "plan_loaded": "a program's plan is found on disk, where another process has left it",
    "kernel_compiled": "a kernel of a program is compiled to machine code",
    "kernel_loaded": "the machine code of a kernel is loaded from disk",
    "jit_cpp_cache_miss": "a jitted function looks its trace up, for want of a short way",
    "stages_compiled_call": "a function compiled with .lower().compile() is called",
    "batched_device_put": "device_put makes or moves an array",
}


Listener = Callable[..., Any]
listeners: list[Listener] = []  # of events, in any thread; see fjax.monitoring


class _Counters(threading.local):
    """The counts that this thread's `count_events` blocks keep."""

    def __init__(self) -> None:
        self.open: list[tuple[str, list[int]]] = []


_counters = _Counters()


def record(event: str) -> None:
    """Count one event of this thread in the `count_events` blocks that wait for it."""
    for listener in tuple(listeners):
        listener(f"/fjax/{event}")
    for name, count in _counters.open:
        if name == event:
            count[0] += 1


@contextlib.contextmanager
def count_events(event: str) -> Iterator[Callable[[], int]]:
    """Context manager that gives a function: how often `event` has happened in this thread.

    event: a key of EVENTS. The names are those of JAX's tests. Raises ValueError for others.

    >>> import fjax
    >>> f = fjax.jit(lambda x: x + 1)
    >>> with count_events("trace_to_jaxpr") as count:
    ...     f(1.0), f(2.0), f(1)
    ...     count()
    (Array(2., dtype=float64, weak_type=True), Array(3., dtype=float64, weak_type=True), \
Array(2, dtype=int64, weak_type=True))
    2
    """
    if event not in EVENTS:
        raise FjaxValueError(f"no event {event!r} is counted; there are: {', '.join(EVENTS)}")
    entry = (event, [0])
    _counters.open.append(entry)
    try:
        yield lambda: entry[1][0]
    finally:
        # by identity: an equal entry may belong to another block
        _counters.open[:] = [each for each in _counters.open if each is not entry]
