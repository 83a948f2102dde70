"""What tests of programs need to look behind a call: counts of traces and compilations."""

from fjax.core.events import EVENTS, count_events

__all__ = ["EVENTS", "count_events"]
