"""Which tangents and cotangents are there, and lists of them with `Zero` for the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from fjax.core.avals import ShapedArray
from fjax.core.primitive import Linear, Zero


def nonzero_flags(tangents: Iterable[Any]) -> tuple[bool, ...]:
    """Which tangents (or cotangents) are not the symbolic zero."""
    return tuple(type(t) is not Zero for t in tangents)


def linear_flags(args: Iterable[Any]) -> tuple[bool, ...]:
    """Which operands of a transpose rule are linear."""
    return tuple(type(a) is Linear for a in args)


def with_zeros(
    flags: Sequence[bool], avals: Sequence[ShapedArray], given: Iterable[Any]
) -> list[Any]:
    """The given tangents where flagged, `Zero` elsewhere."""
    values = iter(given)
    return [next(values) if f else Zero(a.tangent()) for f, a in zip(flags, avals, strict=True)]
