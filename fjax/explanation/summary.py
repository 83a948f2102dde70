"""An explanation in some ten lines of text: what costs most, and on which lines it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fjax.explanation.findings import problems
from fjax.explanation.markup import counted, duration, size
from fjax.explanation.shares import by_line
from fjax.explanation.steps import VIEW, Step, named, taken

if TYPE_CHECKING:
    from fjax.explanation.explaining import Explained

MOST = 8  # steps that are listed
NAMED = 3  # things that stand out
WIDEST = 44  # characters of what a step computes


def table(explained: Explained) -> str:
    """The steps that take most time, or move most bytes, with their share and their lines."""
    costs = _costs(explained)
    total = sum(cost for _, cost in costs) or 1.0
    rows: list[tuple[str, ...]] = [("step", "computes", "time", "share", "moves", "lines")]
    rows += [_row(explained, step, cost, total) for step, cost in costs[:MOST]]
    if explained.times is None:
        rows = [(*row[:2], *row[3:]) for row in rows]
    if not costs:
        rows = [("nothing runs: what it gives is there already",)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    if len(costs) > MOST:
        left = sum(cost for _, cost in costs[MOST:]) / total
        lines.append(f"{counted(len(costs) - MOST, 'more step')}: {left:.0%}")
    if explained.times is None:
        lines.append("not measured: measure=True (in a shell --measure) runs it and shows times")
    else:
        lines.append(f"one run: {duration(explained.times.whole.seconds)}")
    lines += [
        f"stands out: {each.what}" + f" ({each.line})" * bool(each.line)
        for each in problems(explained)[:NAMED]
    ]
    slowest = [f"slowest: {t.name}, {t.share:.0%}: {t.text}" for t in by_line(explained)[:1]]
    return "\n".join([explained.title, *slowest, *lines])


def _costs(explained: Explained) -> list[tuple[Step, float]]:
    """The steps with what they are ordered by: seconds, if they were measured, or bytes."""
    found = list(taken(explained.steps))
    if not found:
        found = [(step, float(step.moved)) for step in explained.steps if step.kind != VIEW]
    return sorted(found, key=lambda each: -each[1])


def _row(explained: Explained, step: Step, cost: float, total: float) -> tuple[str, ...]:
    computes = step.computes
    if len(computes) > WIDEST:
        computes = computes[: WIDEST - 1] + "…"
    took = "" if step.seconds is None else duration(cost)
    moved = size(step.runs * step.moved) if step.own is None else ""
    lines = sorted({explained.places.spans[key].line for key in step.keys})
    shown = ", ".join(map(str, lines[:6])) + (", …" if len(lines) > 6 else "")
    scopes = explained.places.within(step.keys)
    shown += f" in {scopes}" * bool(scopes)
    return named([step]), computes, took, f"{cost / total:.0%}", moved, shown
