"""All passes in order, repeated until none changes the program."""

from __future__ import annotations

from collections.abc import Callable

from fjax.config import config
from fjax.core.bare import without_layouts
from fjax.core.dead import drop_dead
from fjax.core.ir import Jaxpr
from fjax.core.memo import weak_memo
from fjax.core.typecheck import typecheck
from fjax.higher_order.effects import without_effects
from fjax.higher_order.inspected import EFFECT
from fjax.passes.fold import fold
from fjax.passes.inline import inline
from fjax.passes.join_sums import join_sums
from fjax.passes.send_less import send_less
from fjax.passes.share import share
from fjax.passes.simplify import simplify

MAX_ROUNDS = 4


def drop(jaxpr: Jaxpr) -> Jaxpr:
    """The jaxpr without equations that nobody needs; all inputs stay."""
    return drop_dead(jaxpr, [True] * len(jaxpr.outvars))[0]


PASSES: tuple[tuple[str, Callable[[Jaxpr], Jaxpr]], ...] = (
    ("inline", inline),
    ("drop dead", drop),
    ("fold", fold),
    ("simplify", simplify),
    ("share common", share),
    ("send less", send_less),
)


@weak_memo
def optimize(jaxpr: Jaxpr) -> Jaxpr:
    """The jaxpr after all passes, repeated until none changes it, with small sums sent together.

    How values are split over a mesh has been told before to whom asked.
    """
    plain = without_effects(without_layouts(jaxpr), EFFECT)
    return _checked(join_sums, _repeated(plain), "join sums")


def _repeated(jaxpr: Jaxpr) -> Jaxpr:
    idle = 0  # how many passes, one after another, have left it as it is
    for name, function in PASSES * MAX_ROUNDS:
        before, jaxpr = jaxpr, _checked(function, jaxpr, name)
        idle = idle + 1 if jaxpr is before else 0
        if idle == len(PASSES):
            return jaxpr
    return drop(jaxpr)


def _checked(function: Callable[[Jaxpr], Jaxpr], jaxpr: Jaxpr, name: str) -> Jaxpr:
    after = function(jaxpr)
    if after is not jaxpr and config.check_ir:
        typecheck(after, name)
    return after
