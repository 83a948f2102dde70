"""Sharding propagation: how a program's results are split over a mesh, given how its inputs are.

In one process arrays are whole in memory, whatever their sharding: a program computes on them as
they are, and what follows from the shardings of its inputs is what its results say of themselves.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from fjax.core.control import LoopForm
from fjax.core.ir import Jaxpr, Var
from fjax.core.memo import weak_memo
from fjax.core.placing import with_layout
from fjax.core.primitive import Primitive
from fjax.core.sharding import NamedSharding

MOST_ROUNDS = 4  # until a loop's carry is split in one way


def result_shardings(jaxpr: Jaxpr, given: Sequence[Any]) -> list[Any]:
    """The sharding of each output, given those of the inputs; None where nothing is known.

    Each primitive says it of its results (`spread`). It is asked once of a body that many equations
    carry.
    """
    return list(_result_shardings(jaxpr, tuple(given)))


@weak_memo
def _result_shardings(jaxpr: Jaxpr, given: tuple[Any, ...]) -> tuple[Any, ...]:
    known: dict[Any, Any] = {
        v: s for v, s in zip(jaxpr.invars, given, strict=True) if isinstance(s, NamedSharding)
    }
    for eqn in jaxpr.eqns:
        if not known and type(eqn.op).spread is Primitive.spread:  # which follows what is known
            if all(v.aval.layout is None for v in eqn.outvars):
                continue
        taken = [known.get(x) for x in eqn.invars]
        found = eqn.op.spread(taken, [x.aval.bare for x in eqn.invars])
        for v, s in itertools.zip_longest(eqn.outvars, found[: len(eqn.outvars)]):
            shown = with_layout(s, v.aval, [*taken, *given])
            if shown is not None:
                known[v] = shown
    return tuple([known.get(x) if isinstance(x, Var) else None for x in jaxpr.outvars])


def loop_shardings(form: LoopForm, given: Sequence[Any]) -> list[Any]:
    """As `result_shardings`, of a loop: what it carries is split as both its body and it say."""
    _, consts, carry, xs = form.groups(given)
    rows = [_without_steps(s) for s in xs]
    for _ in range(MOST_ROUNDS):
        outs = result_shardings(form.body, [*consts, *carry, *rows])
        both = [common_sharding([a, b]) for a, b in zip(carry, outs, strict=False)]
        if both == carry:
            break
        carry = both
    return [*carry, *[_with_steps(s) for s in outs[form.n_carry :]]]


def common_sharding(shardings: Sequence[Any]) -> Any:
    """What shardings of a value that may have any of them agree on; None says nothing."""
    said = [s for s in shardings if s is not None]
    if not said or any(s.mesh != said[0].mesh for s in said):
        return None
    entries = [s.spec.by_axis(max(len(s.spec) for s in said)) for s in said]
    agreed = [axis[0] if len(set(axis)) == 1 else () for axis in zip(*entries, strict=True)]
    return said[0].update(spec=agreed)


def _without_steps(sharding: Any) -> Any:
    return None if sharding is None else sharding.update(spec=sharding.spec[1:])


def _with_steps(sharding: Any) -> Any:
    return None if sharding is None else sharding.update(spec=(None, *sharding.spec))
