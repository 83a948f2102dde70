"""`fjax.profile`: what a run takes, by kernels, library calls and source lines, in ten lines."""

from __future__ import annotations

import html
import pathlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from fjax.errors import FjaxValueError
from fjax.explanation.explaining import Explained, Explainer
from fjax.explanation.kernels import threads_of
from fjax.explanation.markup import counted, duration, size, tag, text
from fjax.explanation.places import is_backward
from fjax.explanation.shares import by_line, by_scope
from fjax.explanation.steps import PYTHON, VIEW, Step, named, taken

STEPS, LINES = 5, 3  # that are listed, those that take most
WIDEST = 40  # characters of what a step computes, and of a line
NAMED = 4  # lines of a step
LEAST = 0.005  # of the time, below which a line is not listed
Row = tuple[str, ...]
HEAD: Row = ("step", "computes", "time", "share", "bytes/s", "threads", "lines")


class Alike(NamedTuple):
    """Steps that compute the same at the same lines, and what they take together."""

    steps: list[Step]
    seconds: float


class Profile:
    """Where the time of a run goes. `str` shows a table, a notebook the same in HTML.

    explained: what `fjax.explain(f, measure=True)` gives, with its page. seconds: of a run, the
    shortest of some. by_line: the seconds of each (file, line); a kernel's are divided by the
    work of its equations.
    """

    def __init__(self, explained: Explained):
        assert explained.times is not None
        self.explained, self.seconds = explained, explained.times.whole.seconds
        self._times = by_line(explained)
        self._threads = explained.inspection.target.thread_count()
        self.by_line = {(line.file, line.number): line.seconds for line in self._times}

    @property
    def steps(self) -> list[Step]:
        """The steps that were timed, those that take most first."""
        timed = [s for s in self.explained.steps if s.seconds is not None and s.kind != VIEW]
        return sorted(timed, key=lambda step: -(step.seconds or 0.0))

    def _alike(self) -> list[Alike]:
        """Steps in groups, those of loops among them, the groups that take most first."""
        groups: dict[Row, tuple[list[Step], float]] = {}
        for step, seconds in taken(self.explained.steps):
            name = step.kind if step.kernel is not None else step.title
            key = name, _short(step.computes), *self._places(step)
            steps, total = groups.get(key, ([], 0.0))
            groups[key] = [*steps, step], total + seconds
        return sorted((Alike(*each) for each in groups.values()), key=lambda each: -each.seconds)

    def _rows(self) -> list[Row]:
        groups = self._alike()
        total = sum(each.seconds for each in groups) or 1.0
        rows = [self._row(each, total) for each in groups[:STEPS]]
        if groups[STEPS:]:
            left = sum(each.seconds for each in groups[STEPS:])
            more = sum(len(each.steps) for each in groups[STEPS:])
            rows.append((counted(more, "more step"), "", duration(left), f"{left / total:.0%}"))
        return rows

    def _row(self, alike: Alike, total: float) -> Row:
        steps, seconds = alike
        moved = sum(step.runs * step.moved for step in steps if step.own is None)
        threads = min(self._threads, max(map(threads_of, steps)))
        return (
            named(steps),
            _short(steps[0].computes),
            duration(seconds),
            f"{seconds / total:.0%}",
            f"{size(moved / seconds)}/s" if seconds and moved else "",
            "Python" if steps[0].kind == PYTHON else str(threads),
            self._lines_of(steps),
        )

    def _keys(self, step: Step) -> Sequence[int]:
        """The places of a step; of a loop whose insides were timed its own."""
        own = step.own is not None
        return self.explained.places.keys([step.source]) if own else step.keys

    def _lines_of(self, steps: list[Step]) -> str:
        """The lines of steps that are alike, the scopes they are in and in which pass."""
        scopes = self.explained.places.within(key for step in steps for key in self._keys(step))
        lines, which = self._places(steps[0])
        return lines + f" in {scopes}" * bool(scopes) + which

    def _places(self, step: Step) -> tuple[str, str]:
        """The lines of a step, after their files if a program has several; and in which pass."""
        places, keys = self.explained.places, self._keys(step)
        lines = sorted({places.spans[key][:2] for key in keys})
        alone = len({span.file for span in places.spans}) == 1
        files: dict[str, list[str]] = {}
        for file, number in lines[:NAMED]:
            files.setdefault(pathlib.PurePath(file).name, []).append(str(number))
        shown = "; ".join(f"{f}:" * (not alone) + ", ".join(n) for f, n in files.items())
        backward = [is_backward(places.scopes[key]) for key in keys]
        more = ", …" * (len(lines) > NAMED)
        return shown + more, " (backward)" * (bool(backward) and all(backward))

    def _lines(self) -> list[Row]:
        """The lines that take most; where these are few, the scopes on the first of them."""
        shown = [
            (line.name, _short(line.text), line.seconds, line.share)
            for line in self._times
            if line.share >= LEAST
        ]
        for line in self._times[:1]:
            parts = by_scope(self.explained, line)
            shown += [(f"{line.name} in {p.name}", "", p.seconds, p.share) for p in parts]
        return [(*words, duration(s), f"{share:.0%}") for *words, s, share in shown[:LINES]]

    def _whole(self) -> str:
        slowest = "".join(f", {line.share:.0%} of it on {line.name}" for line in self._times[:1])
        return f"{self.explained.title}: {duration(self.seconds)} a run{slowest}"

    def __str__(self) -> str:
        rows = [HEAD, *self._rows(), *self._lines()]
        widths = [max(len(row[k]) for row in rows if k < len(row)) for k in range(len(HEAD))]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
        return "\n".join([self._whole(), *lines])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = [*self._rows(), *self._lines()]
        shown = "".join(tag("tr", "".join(tag("td", text(cell)) for cell in row)) for row in rows)
        head = tag("tr", "".join(tag("th", text(word)) for word in HEAD))
        return f"<p>{html.escape(self._whole())}</p>{tag('table', head + shown)}"


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
