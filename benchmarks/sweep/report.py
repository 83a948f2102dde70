"""What a sweep is told as: the distribution by family, the worst cases, other answers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import report
from benchmarks.sweep.measure import Outcome

COLUMNS = (
    "family",
    "programs",
    "geometric mean",
    "median",
    "90 %",
    "95 %",
    "worst",
    "behind",
    "first call",
    "95 %",
)


def line(outcome: Outcome) -> str:
    """One case while the sweep runs."""
    name = f"{outcome.case.seed:9d} {outcome.case.family:12s}"
    if not outcome.compared:
        return f"{name} {outcome.own_error or outcome.peer_error}: {outcome.case}"[:150]
    times = f"{report.seconds(outcome.own):>8s} {report.seconds(outcome.peer):>8s}"
    return f"{name} {outcome.ratio:6.2f} {times}  {outcome.case}"[:150]


def distribution(outcomes: Sequence[Outcome]) -> list[tuple[str, ...]]:
    """The rows of the table, by family and for all."""
    compared = [o for o in outcomes if o.compared]
    families = list(dict.fromkeys(o.case.family for o in compared))
    rows = []
    for name in [*families, "all"]:
        chosen = [o for o in compared if name in (o.case.family, "all")]
        if not chosen:
            continue
        ratios = np.array([o.ratio for o in chosen])
        firsts = np.array([o.first_ratio for o in chosen])
        values = [
            np.exp(np.log(ratios).mean()),
            *np.quantile(ratios, [0.5, 0.9, 0.95]),
            ratios.max(),
        ]
        last = [np.exp(np.log(firsts).mean()), np.quantile(firsts, 0.95)]
        rows.append(
            (name, str(len(chosen)))
            + tuple(f"{v:.2f}" for v in values)
            + (f"{(ratios > 1).mean():.0%}",)
            + tuple(f"{v:.2f}" for v in last)
        )
    return rows


def markdown(outcomes: Sequence[Outcome], title: str, worst: int = 20) -> str:
    """The page of a sweep."""
    lines = [f"# {title}", "", report.machine(), ""]
    lines += [
        "The ratio is the time of a call, compiled and warm, in fjax over that in the peer; the",
        "last two columns are the ratio of first calls, which compile: mean and 95th percentile.",
        "",
    ]
    lines += _table(COLUMNS, distribution(outcomes))
    slow = sorted((o for o in outcomes if o.compared), key=lambda o: -o.ratio)[:worst]
    rows = [
        (f"{o.ratio:.2f}", report.seconds(o.own), report.seconds(o.peer), str(o.case.seed))
        + (o.case.family, str(o.case), o.runs)
        for o in slow
    ]
    lines += ["", "## The slowest beside the peer", ""]
    lines += _table(("ratio", "fjax", "peer", "seed", "family", "program", "what fjax runs"), rows)
    other = [o for o in outcomes if o.difference or (o.own_error and not o.peer_error)]
    lines += ["", "## Other answers, or errors where the peer has none", ""]
    lines += [f"- {o.case.seed} {o.case}: {o.difference or o.own_error}" for o in other]
    return "\n".join(lines if other else [*lines, "None."]) + "\n"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    found = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    return found + [f"| {' | '.join(c.replace('|', '/') for c in row)} |" for row in rows]
