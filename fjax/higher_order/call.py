"""call: run a jaxpr. What `jit` records; the executable compiles its body."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from fjax.core.annotations import P, R
from fjax.core.checks import Checker
from fjax.core.ir import Jaxpr
from fjax.core.primitive import Pruned, Record, Values, primitive
from fjax.core.rewrite import prune_body
from fjax.core.source import named_scope
from fjax.higher_order.common import OneJaxpr, op_memo, run_split, split_jaxpr


@primitive
class Call(OneJaxpr):
    """The outputs of a jaxpr, compiled as a whole; the optimiser inlines it unless told not to."""

    name = "jit"
    transparent = True
    hints = {"inline": False, "keep_unused": False}
    label: str = ""
    inlined: bool = True

    def made_by(self, what: str, jaxpr: Jaxpr) -> Call:
        return self.replace(jaxpr=jaxpr, label=f"{what}({self.label})")

    def __repr__(self) -> str:
        return f"jit[name={self.label}]"

    def partial_eval(self, record: Record, unknown: Sequence[bool], args: Values) -> Values:
        return run_split(_split(self, tuple(unknown)), record, unknown, args)

    def checked(self, checker: Checker, args: Values) -> Values:
        part = checker.body(self.jaxpr)
        return checker.absorb(part.reports, self.replace(jaxpr=part.jaxpr)(*args))

    def inline(self) -> Jaxpr | None:
        return self.jaxpr if self.inlined else None

    def forward_body(self) -> Jaxpr | None:
        return self.jaxpr

    def drop_unused(self, used: Sequence[bool]) -> Pruned | None:
        jaxpr, stays = prune_body(self.jaxpr, tuple(used))
        return self if jaxpr is self.jaxpr else self.replace(jaxpr=jaxpr), stays, used


@op_memo
def _split(op: Call, unknown: tuple[bool, ...]) -> tuple[Call, Call | None, Any]:
    split = split_jaxpr(op.jaxpr, unknown)
    known = op.replace(jaxpr=split.known)
    remainder = (
        op.replace(jaxpr=split.remainder)
        if split.remainder.outvars or split.remainder.effects
        else None
    )
    return known, remainder, split


def named_call(fun: Callable[P, R], *, name: str | None = None) -> Callable[P, R]:
    """`fun`, with a name for its equations (its own unless given), as in fjax.named_scope.

    >>> fjax.jit(fjax.named_call(jnp.sin, name="wave"))(jnp.array([0.0]))
    Array([0.], dtype=float64)
    """
    label: str = name or getattr(fun, "__name__", None) or type(fun).__name__

    @functools.wraps(fun)
    def named(*args: Any, **kwargs: Any) -> Any:
        with named_scope(label):
            return fun(*args, **kwargs)

    return named
