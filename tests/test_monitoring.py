"""Listeners hear of what a program records, and of what fjax does."""

import pytest

import fjax
from fjax import monitoring


@pytest.fixture(autouse=True)
def nobody_listens():
    yield
    monitoring.clear_event_listeners()


def test_every_listener_hears_of_every_event():
    one, other = [], []
    monitoring.register_event_listener(lambda event, **data: one.append((event, data)))
    monitoring.register_event_listener(lambda event, **data: other.append(event))
    monitoring.record_event("a", x=1)
    monitoring.record_event("b")
    assert one == [("a", {"x": 1}), ("b", {})] and other == ["a", "b"]


def test_kinds_of_events_have_listeners_of_their_own():
    heard = []
    hear = lambda *said, **data: heard.append((*said, *data))
    monitoring.register_event_duration_secs_listener(hear)
    monitoring.register_event_time_span_listener(hear)
    monitoring.register_scalar_listener(hear)
    monitoring.record_event("nobody")
    monitoring.record_event_duration_secs("d", 1.5)
    monitoring.record_event_time_span("s", 1, 2)
    monitoring.record_scalar("n", 3, unit="m")
    assert heard == [("d", 1.5), ("s", 1, 2), ("n", 3, "unit")]


def test_a_listener_that_goes_hears_nothing_more():
    heard = []
    monitoring.register_event_listener(heard.append)
    monitoring.unregister_event_listener(heard.append)
    monitoring.record_event("a")
    assert heard == []
    with pytest.raises(ValueError, match="not registered"):
        monitoring.unregister_event_listener(heard.append)


def test_what_fjax_does_is_heard():
    heard = []
    monitoring.register_event_listener(heard.append)
    f = fjax.jit(lambda x: x + 1)
    f(1.0)
    assert "/fjax/trace_to_jaxpr" in heard
    heard.clear()
    f(2.0)
    assert "/fjax/trace_to_jaxpr" not in heard
