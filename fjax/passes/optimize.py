"""All passes in order, repeated until none changes the program.

A pass says which others it follows, and why; a pipeline's order follows from that.
"""

from __future__ import annotations

import graphlib
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

from fjax.config import config
from fjax.core.ir import Jaxpr
from fjax.core.memo import weak_memo
from fjax.core.primitive import Primitive
from fjax.core.rewrite import without_dead, without_effects, without_layouts
from fjax.core.typecheck import typecheck
from fjax.dataclass import dataclass
from fjax.higher_order.chosen_updates import chosen_updates
from fjax.higher_order.inspected import EFFECT
from fjax.passes.cleanup import fold, inline, share, simplify
from fjax.passes.combine_all_reduces import combine_all_reduces, reduce_before_all_reduce
from fjax.passes.repeated_operands import repeat_products
from fjax.primitives.contraction import DotGeneral
from fjax.primitives.selection import SelectN

MAX_ROUNDS = 4


@dataclass(frozen=True)
class Pass:
    """A rewrite of programs, with its place in a pipeline.

    run: gives its argument back where it changes nothing; what else it takes, such as a target,
    the pipeline says. after: the names of the passes that run before it, each with the reason.
    about: the operations that it looks for; programs without any pass it by.
    """

    name: str
    run: Callable[..., Jaxpr]
    after: Mapping[str, str] = field(default_factory=dict)
    about: Callable[[Primitive], bool] | None = None

    def __call__(self, jaxpr: Jaxpr, *given: Any) -> Jaxpr:
        """The rewritten program, which is checked while `config.check_ir` is set."""
        if self.about is not None and not any(self.about(e.op) for e in jaxpr.eqns):
            return jaxpr
        found = self.run(jaxpr, *given)
        if found is not jaxpr and config.check_ir:
            typecheck(found, self.name, jaxpr)
        return found


def in_order(*passes: Pass) -> tuple[Pass, ...]:
    """The passes, each behind those that it follows; the same declarations give the same order.

    >>> second = Pass("second", lambda jaxpr: jaxpr, after={"first": "it reads what that makes"})
    >>> [p.name for p in in_order(second, Pass("first", lambda jaxpr: jaxpr))]
    ['first', 'second']
    """
    named = {p.name: p for p in passes}
    graph = graphlib.TopologicalSorter({p.name: p.after for p in passes})
    return tuple([named[name] for name in graph.static_order()])


PASSES = in_order(
    Pass("inline", inline),
    Pass("drop dead", without_dead, after={"inline": "bodies may compute what nobody reads"}),
    Pass("fold", fold, after={"drop dead": "what nobody reads is not worth folding"}),
    Pass("simplify", simplify, after={"fold": "it looks at literals"}),
    Pass(
        "repeat products",
        repeat_products,
        about=lambda op: type(op) is DotGeneral,
        after={"fold": "arrays that repeat a number are known as such"},
    ),
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
    return without_dead(jaxpr)
