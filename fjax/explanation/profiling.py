"""`fjax.profile`: what a run takes, by kernels, library calls and source lines, in ten lines."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import Any

from fjax.errors import FjaxValueError
from fjax.explanation.explaining import Explained, Explainer
from fjax.explanation.kernels import threads_of
from fjax.explanation.markup import counted, duration, size, tag, text
from fjax.explanation.shares import by_line
from fjax.explanation.steps import VIEW, Step

STEPS, LINES = 5, 4  # that are listed, those that take most
WIDEST = 40  # characters of what a step computes, and of a line
Row = tuple[str, ...]
HEAD: Row = ("step", "computes", "time", "share", "bytes/s", "threads", "lines")


class Profile:
    """Where the time of a run goes. `str` shows a table, a notebook the same in HTML.

    explained: what `fjax.explain(f, measure=True)` gives, with its page. seconds: of a run, the
    median of some. by_line: the seconds of each (file, line); a kernel's are divided by the
    work of its equations.
    """

    def __init__(self, explained: Explained):
        assert explained.times is not None
        self.explained, self.seconds = explained, explained.times.whole.seconds
        self._times = by_line(explained)
        self.by_line = {(line.file, line.number): line.seconds for line in self._times}

    @property
    def steps(self) -> list[Step]:
        """The steps that were timed, those that take most first."""
        timed = [s for s in self.explained.steps if s.seconds is not None and s.kind != VIEW]
        return sorted(timed, key=lambda step: -(step.seconds or 0.0))

    def _rows(self) -> list[Row]:
        total = sum(step.seconds or 0.0 for step in self.steps) or 1.0
        return [self._row(step, total) for step in self.steps[:STEPS]]

    def _row(self, step: Step, total: float) -> Row:
        seconds = step.seconds or 0.0
        spans = self.explained.places.spans
        lines = sorted({spans[key].line for key in step.keys})
        rate = f"{size(step.moved / seconds)}/s" if seconds and step.moved else ""
        return (
            step.title,
            _short(", ".join(dict.fromkeys(step.operations))),
            duration(seconds),
            f"{seconds / total:.0%}",
            rate,
            "" if step.kernel is None else f"{threads_of(step)}",
            ", ".join(map(str, lines[:4])) + (", …" if len(lines) > 4 else ""),
        )

    def _lines(self) -> list[Row]:
        return [
            (line.name, _short(line.text), duration(line.seconds), f"{line.share:.0%}")
            for line in self._times[:LINES]
        ]

    def _whole(self) -> str:
        left = len(self.steps) - STEPS
        more = f"; {counted(left, 'more step')}" if left > 0 else ""
        slowest = "".join(f", {line.share:.0%} of it on {line.name}" for line in self._times[:1])
        return f"{self.explained.title}: {duration(self.seconds)} a run{slowest}{more}"

    def __str__(self) -> str:
        rows = [HEAD, *self._rows(), *self._lines()]
        widths = [max(len(row[k]) for row in rows if k < len(row)) for k in range(len(HEAD))]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
        return "\n".join([self._whole(), *lines])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = [HEAD, *self._rows(), *self._lines()]
        shown = "".join(tag("tr", "".join(tag("td", text(cell)) for cell in row)) for row in rows)
        return f"<p>{html.escape(self._whole())}</p>{tag('table', shown)}"


def _short(words: str) -> str:
    return words if len(words) <= WIDEST else words[: WIDEST - 1] + "…"


def profiler_of(fun: Callable[..., Any]) -> Callable[..., Profile]:
    """A function that makes the profile of `fun` for given arguments."""
    explainer = Explainer(fun, measure=True)

    def profiled(*args: Any, **kwargs: Any) -> Profile:
        found = explainer(*args, **kwargs)
        if not isinstance(found, Explained):
            assert found.error is not None
            raise found.error
        if found.times is None or (found.steps and not found.times.steps):
            raise FjaxValueError(
                "profile: launches on this device return before they are done, so that steps have "
                "no times of their own; fjax.explain(f, measure=True) shows those of a run"
            )
        return Profile(found)

    return profiled
