"""Flags of a loop's carry that every step agrees with, found in work linear in the body.

A step may set flags that the next one sets more flags from: values that move on by one place a step
would take as many steps as places. So a flag is followed through the equations of all steps first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from fjax.core.control import LoopForm
from fjax.core.ir import Equation, Var
from fjax.higher_order.lists import Flags

T = TypeVar("T")
Spread = Callable[[Sequence[bool]], Sequence[bool]]


def settled(
    carry: Sequence[bool],
    step: Callable[[Flags], T],
    flags: Callable[[T], Sequence[bool]],
    spread: Spread,
) -> tuple[Flags, T]:
    """A fixed point of flags of the carry, and what `step` gives for it.

    `carry` are the flags before the first step; flags(step(carry)) those after a step, and
    spread(flags) those that more steps are known to add.
    """
    while True:
        result = step(tuple(carry))
        grown = tuple(a or b for a, b in zip(carry, flags(result), strict=False))
        if grown == tuple(carry):
            return grown, result
        carry = spread(grown)


def ahead(form: LoopForm, passes: Callable[[Equation], bool] = lambda eqn: True) -> Spread:
    """Flags go from operands to results.

    Equations that carry programs keep them, since they may set flags of some results alone, and so
    do those that `passes` says no of.
    """
    body, first = form.body, form.n_consts
    carry = body.invars[first : first + form.n_carry]
    links: dict[Any, list[Var]] = {}
    for v, x in zip(carry, body.outvars, strict=False):
        links.setdefault(x, []).append(v)

    def following(v: Any) -> Iterable[Any]:
        yield from links.get(v, ())
        for eqn in body.uses.get(v, ()):
            if eqn is not None and not eqn.op.jaxprs and passes(eqn):
                yield from eqn.outvars

    return lambda flags: _reached(carry, flags, following)


def back(form: LoopForm) -> Spread:
    """As `ahead`, from results to operands."""
    body, first = form.body, form.n_consts
    carry = body.invars[first : first + form.n_carry]
    links = dict(zip(carry, body.outvars, strict=False))

    def following(v: Any) -> Iterable[Any]:
        if v in links:
            yield links[v]
        eqn = body.producer.get(v)
        if eqn is not None and not eqn.op.jaxprs:
            yield from eqn.invars

    return lambda flags: _reached(carry, flags, following)


def _reached(
    carry: Sequence[Var], flags: Sequence[bool], following: Callable[[Any], Iterable[Any]]
) -> Flags:
    """The flags of all that is reached from what is flagged."""
    seen = {v for v, f in zip(carry, flags, strict=True) if f}
    pending: list[Any] = list(seen)
    while pending:
        for x in following(pending.pop()):
            if isinstance(x, Var) and x not in seen:
                seen.add(x)
                pending.append(x)
    return tuple([v in seen for v in carry])
