"""Lists of values that flags divide and join; `Zero` stands for absent tangents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from fjax.core.avals import ShapedArray
from fjax.core.ir import Jaxpr
from fjax.core.primitive import Linear, Zero
from fjax.interpreters.jvp import zeros
from fjax.interpreters.staging import stage_closed

T = TypeVar("T")
Flags = tuple[bool, ...]
Batched = tuple[int | None, ...]  # where values have the dimension of a batch


def select(flags: Iterable[bool], items: Iterable[T]) -> list[T]:
    """The items whose flag is set."""
    return [x for x, f in zip(items, flags, strict=True) if f]


def partition(flags: Sequence[bool], items: Sequence[T]) -> tuple[list[T], list[T]]:
    """(items whose flag is not set, items whose flag is set)."""
    return (
        [x for x, f in zip(items, flags, strict=True) if not f],
        [x for x, f in zip(items, flags, strict=True) if f],
    )


def merge(flags: Sequence[bool], unset: Iterable[T], chosen: Iterable[T]) -> list[T]:
    """The inverse of `partition`."""
    first, second = iter(unset), iter(chosen)
    return [next(second) if f else next(first) for f in flags]


def split(items: Sequence[T], *sizes: int) -> list[list[T]]:
    """Consecutive pieces of these sizes, and the rest."""
    pieces, start = [], 0
    for n in sizes:
        pieces.append(list(items[start : start + n]))
        start += n
    pieces.append(list(items[start:]))
    return pieces


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


def outputs_or_zeros(
    jaxpr: Jaxpr, places: Sequence[int | None], avals: Sequence[ShapedArray]
) -> Jaxpr:
    """The jaxpr with its outputs at these places; where None stands, zeros of the aval there.

    Zeros of one aval are made once: nests of branches fill many places of each other.
    """
    missing = list(dict.fromkeys(a for i, a in zip(places, avals, strict=True) if i is None))
    made = stage_closed(lambda: [zeros(a) for a in missing], ())
    found = dict(zip(missing, made.outvars, strict=True))
    outvars = tuple(
        [found[a] if i is None else jaxpr.outvars[i] for i, a in zip(places, avals, strict=True)]
    )
    if outvars == jaxpr.outvars:
        return jaxpr
    return jaxpr.replace(eqns=(*jaxpr.eqns, *made.eqns), outvars=outvars)
