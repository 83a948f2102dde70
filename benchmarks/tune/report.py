"""What the search found, as text: means, where the heuristic is behind, and its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import geometric_mean

from benchmarks.tune.search import CLOSE, Found

MATTERS = 1.02  # times as long, over all kernels that a value changes
Effects = Mapping[
    str, tuple[float, float]
]  # of a change on one kernel: time and lines, over today's


def summary(found: Sequence[Found]) -> Iterator[str]:
    """The geometric mean of found over heuristic, and how many are far behind."""
    if not found:
        return
    ratios = [f.ratio for f in found]
    behind = sum(1 / x > CLOSE for x in ratios)
    yield (
        f"{len(found)} kernels, {sum(f.tried for f in found)} schedules: found over heuristic "
        f"{geometric_mean(ratios):.3f}, least {min(ratios):.2f}; {behind} kernels more than "
        f"{CLOSE} behind; {sum(len(f.wrong) for f in found)} wrong, "
        f"{sum(len(f.refused) for f in found)} refused"
    )


def behind(found: Sequence[Found]) -> Iterator[str]:
    """The kernels where the heuristic is behind, the worst first, with both schedules."""
    for f in sorted(found, key=lambda f: f.ratio):
        if 1 / f.ratio > CLOSE:
            yield f"{1 / f.ratio:.2f}  {f.name}: {f.chosen_ns / 1e3:.1f} µs"
            for title, text in (("heuristic", f.chosen), ("found", f.best)):
                yield f"    {title}:"
                yield from (f"        {line}" for line in text.splitlines())


def faults(found: Sequence[Found]) -> Iterator[str]:
    """Schedules that are legal and should not be."""
    for f in found:
        for text in f.wrong:
            yield f"wrong: {f.name}\n{text}"
        for text in f.refused:
            yield f"refused: {f.name}: {text}"


def constants(
    effects: Sequence[Effects], values: Mapping[str, int], tried: Mapping[str, Sequence[int]]
) -> Iterator[str]:
    """A table of each number: what its other values change, and what follows."""
    yield "| number | value | tried | kernels | time of these | worst | best | lines |"
    yield "|---|---|---|---|---|---|---|---|"
    for name, value in values.items():
        means = []
        for other in tried[name]:
            hit = [e[f"{name}={other}"] for e in effects if f"{name}={other}" in e]
            if hit:
                times, lines = zip(*hit, strict=True)
                means.append(geometric_mean(times))
                yield (
                    f"| `{name}` | {value} | {other} | {len(hit)} | {means[-1]:.3f} "
                    f"| {max(times):.2f} | {min(times):.2f} | {geometric_mean(lines):.2f} |"
                )
        yield f"| `{name}` | {value} | {verdict(means)} | | | | | |"


def verdict(means: Sequence[float]) -> str:
    """What the times of the kernels that other values change say of a number.

    >>> verdict([]), verdict([1.004, 0.99]), verdict([1.1, 1.0]), verdict([1.1, 0.9])
    ('no effect', 'does not matter', 'confirmed', 'would be set otherwise')
    """
    if not means:
        return "no effect"
    if min(means) < 1 / MATTERS:
        return "would be set otherwise"
    return "confirmed" if max(means) > MATTERS else "does not matter"
