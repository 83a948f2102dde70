"""Events of a program, and who listens to them.

A program records events, durations, spans and numbers by name; every listener that is registered
hears of each. fjax records what happens behind a call, but nothing that a compiled program serves:
`/fjax/trace_to_jaxpr` and the other names of `fjax.core.events.EVENTS`.

>>> heard = []
>>> register_event_listener(heard.append)
>>> record_event("/program/started")
>>> heard
['/program/started']
>>> unregister_event_listener(heard.append)
"""

from __future__ import annotations

from typing import Any

from fjax.core.events import Listener, listeners
from fjax.errors import FjaxValueError

_durations: list[Listener] = []
_spans: list[Listener] = []
_scalars: list[Listener] = []


def record_event(event: str, **metadata: Any) -> None:
    """Tell the listeners of events: `listener(event, **metadata)`.

    >>> record_event("/program/started", version=2)
    """
    _tell(listeners, event, **metadata)


def record_event_duration_secs(event: str, duration: float, **metadata: Any) -> None:
    """Tell the listeners of durations: `listener(event, seconds, **metadata)`.

    >>> record_event_duration_secs("/program/loading", 0.5)
    """
    _tell(_durations, event, duration, **metadata)


def record_event_time_span(event: str, start_time: float, end_time: float, **metadata: Any) -> None:
    """Tell the listeners of spans: `listener(event, start, end, **metadata)`, in seconds.

    >>> record_event_time_span("/program/loading", 0.0, 0.5)
    """
    _tell(_spans, event, start_time, end_time, **metadata)


def record_scalar(event: str, value: float, **metadata: Any) -> None:
    """Tell the listeners of numbers: `listener(event, value, **metadata)`.

    >>> record_scalar("/program/loss", 0.25)
    """
    _tell(_scalars, event, value, **metadata)


def _tell(who: list[Listener], *said: Any, **metadata: Any) -> None:
    for listener in tuple(who):  # one may unregister itself
        listener(*said, **metadata)


def register_event_listener(callback: Listener) -> None:
    """Have a function hear of events.

    >>> register_event_listener(print)
    >>> record_event("/program/started")
    /program/started
    >>> unregister_event_listener(print)
    """
    listeners.append(callback)


def register_event_duration_secs_listener(callback: Listener) -> None:
    """Have a function hear of durations.

    >>> register_event_duration_secs_listener(print)
    >>> record_event_duration_secs("/program/loading", 0.5)
    /program/loading 0.5
    >>> unregister_event_duration_listener(print)
    """
    _durations.append(callback)


def register_event_time_span_listener(callback: Listener) -> None:
    """Have a function hear of spans.

    >>> register_event_time_span_listener(print)
    >>> record_event_time_span("/program/loading", 1.0, 2.5)
    /program/loading 1.0 2.5
    >>> unregister_event_time_span_listener(print)
    """
    _spans.append(callback)


def register_scalar_listener(callback: Listener) -> None:
    """Have a function hear of numbers.

    >>> register_scalar_listener(print)
    >>> record_scalar("/program/loss", 0.25)
    /program/loss 0.25
    >>> unregister_scalar_listener(print)
    """
    _scalars.append(callback)


def unregister_event_listener(callback: Listener) -> None:
    """Have a function hear of events no longer; FjaxValueError if it does not.

    >>> register_event_listener(print)
    >>> unregister_event_listener(print)
    """
    _remove(listeners, callback)


def unregister_event_duration_listener(callback: Listener) -> None:
    """The same of durations.

    >>> register_event_duration_secs_listener(print)
    >>> unregister_event_duration_listener(print)
    """
    _remove(_durations, callback)


def unregister_event_time_span_listener(callback: Listener) -> None:
    """The same of spans.

    >>> register_event_time_span_listener(print)
    >>> unregister_event_time_span_listener(print)
    """
    _remove(_spans, callback)


def unregister_scalar_listener(callback: Listener) -> None:
    """The same of numbers.

    >>> register_scalar_listener(print)
    >>> unregister_scalar_listener(print)
    """
    _remove(_scalars, callback)


def _remove(who: list[Listener], callback: Listener) -> None:
    if callback not in who:
        raise FjaxValueError(f"{callback!r} is not registered as a listener")
    who.remove(callback)


def clear_event_listeners() -> None:
    """Have nobody listen.

    >>> clear_event_listeners()
    """
    for who in (listeners, _durations, _spans, _scalars):
        who.clear()


__all__ = [
    "clear_event_listeners",
    "record_event",
    "record_event_duration_secs",
    "record_event_time_span",
    "record_scalar",
    "register_event_duration_secs_listener",
    "register_event_listener",
    "register_event_time_span_listener",
    "register_scalar_listener",
    "unregister_event_duration_listener",
    "unregister_event_listener",
    "unregister_event_time_span_listener",
    "unregister_scalar_listener",
]
