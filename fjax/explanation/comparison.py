"""Two versions of a program side by side: what each costs, and the steps in which they differ."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from fjax.explanation.markup import cut, duration, size, tag, text
from fjax.explanation.memory import lives, peak
from fjax.explanation.steps import VIEW, Step

if TYPE_CHECKING:
    from fjax.explanation.explaining import Explained


def table(first: Explained, second: Explained) -> str:
    """What both cost, a row each, with how much more or less the second one does."""
    rows = "".join(_row(name, of(first), of(second), shown) for name, of, shown in COSTS)
    head = "".join(tag("th", title) for title in ("", "first", "second", "second / first"))
    return tag("table", tag("tr", head) + rows)


def _row(name: str, one: float | None, other: float | None, shown: Callable[[float], str]) -> str:
    if one is None or other is None:
        return ""
    ratio = f"{other / one:.2f}" if one else ""
    cells = (text(name), shown(one), shown(other), ratio)
    return tag("tr", "".join(tag("td", cell) for cell in cells), class_="same" * (one == other))


def _seconds(explained: Explained) -> float | None:
    return None if explained.times is None else explained.times.whole.seconds


def _peak(explained: Explained) -> int:
    plan = explained.inspection.plan
    return peak(lives(plan), max(len(plan.jaxpr.eqns), 1))[1]


def _count(n: float) -> str:
    return f"{n:,.0f}"


COSTS: tuple[tuple[str, Callable[[Any], float | None], Callable[[float], str]], ...] = (
    ("a run takes", _seconds, duration),
    ("bytes moved", lambda e: e.bytes_moved, size),
    ("memory at the peak", _peak, size),
    ("equations, optimised", lambda e: len(e.inspection.optimized.eqns), _count),
    ("steps", lambda e: len(running(e)), _count),
    ("kernels", lambda e: len(e.kernels), _count),
    ("copies", lambda e: len(e.inspection.copies), _count),
    ("steps in Python", lambda e: len(e.inspection.fallbacks), _count),
)


def running(explained: Explained) -> list[Step]:
    """The steps for which something runs."""
    return [step for step in explained.steps if step.kind != VIEW]


def columns(first: Explained, second: Explained) -> tuple[str, str]:
    """The steps of both as rows; those that both have are marked, and lit together."""
    both = running(first), running(second)
    same = matched(*both)
    partners = {id(both[k][pair[k]]): n for n, pair in enumerate(same) for k in (0, 1)}
    one, other = ("".join(_step(step, partners.get(id(step))) for step in steps) for steps in both)
    return one, other


def matched(first: Sequence[Step], second: Sequence[Step]) -> list[tuple[int, int]]:
    """The numbers of the steps that two programs have in common, in an order that both keep."""
    one, other = ([_signature(step) for step in steps] for steps in (first, second))
    blocks = difflib.SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return [(b.a + k, b.b + k) for b in blocks for k in range(b.size)]


def _signature(step: Step) -> tuple[Any, ...]:
    """What a step computes, of what types."""
    eqn = step.equation
    avals = [x.aval.notation() for x in (*eqn.invars, *eqn.outvars)]
    return step.kind, tuple(step.operations), tuple(avals)


def _step(step: Step, partner: int | None) -> str:
    """One step: what it computes and gives, what it moves and takes."""
    cost = size(step.moved)
    if step.seconds is not None:
        cost = f"{step.took} · {cost}".rstrip(" ·")
    title = f"<b>{text(step.title)}</b> <small>{text(step.kind)}</small>"
    line = tag("div", title + tag("span", cost, class_="t"), class_="line")
    given = ", ".join(v.aval.notation() for v in step.equation.outvars)
    line += tag("div", f"{cut(', '.join(step.operations), 300)} → {cut(given, 120)}", class_="row")
    if step.reason:
        line += tag("p", f"a step of its own: {text(step.reason)}")
    head = tag("div", line, class_="r head", data_s=partner)
    return tag("div", head, class_="step" if partner is None else "step same")
