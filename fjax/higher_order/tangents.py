"""Which tangents and cotangents are there, and lists of them with `Zero` for the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from fjax.core.avals import ShapedArray
from fjax.core.ir import Jaxpr
from fjax.core.primitive import Linear, Zero
from fjax.interpreters.jvp import zeros
from fjax.interpreters.staging import stage_closed


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
