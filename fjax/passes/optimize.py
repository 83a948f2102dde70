"""All passes in order, repeated until none changes the program."""

from __future__ import annotations

from fjax.core.bare import without_layouts
from fjax.core.dead import drop_dead
from fjax.core.ir import Jaxpr
from fjax.core.memo import weak_memo
from fjax.higher_order.chosen_updates import chosen_updates
from fjax.higher_order.effects import without_effects
from fjax.higher_order.inspected import EFFECT
from fjax.passes.cleanup import fold, inline, share, simplify
from fjax.passes.combine_all_reduces import combine_all_reduces, reduce_before_all_reduce
from fjax.passes.ordering import Pass, in_order
from fjax.primitives.selection import SelectN

MAX_ROUNDS = 4


def drop(jaxpr: Jaxpr) -> Jaxpr:
    """The jaxpr without equations that nobody needs; all inputs stay."""
    return drop_dead(jaxpr, [True] * len(jaxpr.outvars))[0]


PASSES = in_order(
    Pass("inline", inline),
    Pass("drop dead", drop, after={"inline": "bodies may compute what their caller does not read"}),
    Pass("fold", fold, after={"drop dead": "what nobody reads is not worth folding"}),
    Pass("simplify", simplify, after={"fold": "it looks at literals"}),
    Pass("share common", share, after={"simplify": "simpler equations are equal more often"}),
    Pass(
        "choose updates",
        chosen_updates,
        about=lambda op: type(op) is SelectN,
        after={"share common": "cases of a choice begin with the same array more often"},
    ),
    Pass(
        "reduce before all-reduce",
        reduce_before_all_reduce,
        after={"share common": "a sum that is shared is sent once"},
    ),
)


_COMBINE = Pass("combine all-reduces", combine_all_reduces, about=lambda op: bool(op.axis_names))


@weak_memo
def optimize(jaxpr: Jaxpr) -> Jaxpr:
    """The jaxpr after all passes, repeated until none changes it, with small sums sent together.

    How values are split over a mesh has been told before to whom asked.
    """
    plain = without_effects(without_layouts(jaxpr), EFFECT)
    return _COMBINE(_repeated(plain))


def _repeated(jaxpr: Jaxpr) -> Jaxpr:
    idle = 0  # how many passes, one after another, have left it as it is
    for each in PASSES * MAX_ROUNDS:
        before, jaxpr = jaxpr, each(jaxpr)
        idle = idle + 1 if jaxpr is before else 0
        if idle == len(PASSES):
            return jaxpr
    return drop(jaxpr)
