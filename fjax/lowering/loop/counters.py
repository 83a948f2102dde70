"""Induction variables: carried values that count steps are functions of the step instead."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from fjax.core import scalar
from fjax.core.control import LoopForm
from fjax.core.ir import Atom, Jaxpr, Literal
from fjax.core.primitive import Role
from fjax.lowering.kernel.form import INDEX
from fjax.primitives.families import scalar_program

Prepare = Callable[[Jaxpr], Jaxpr]


def known_counters(
    form: LoopForm, operands: Sequence[Atom], prepare: Prepare
) -> tuple[tuple[int, int, int], ...]:
    """Carried values that count from a literal: (number, first value, increment)."""
    if form.length is None:
        return ()
    steps = increments(form, prepare)
    first = form.condition_consts + form.n_consts
    return tuple(
        (k, int(x.value), step)
        for k, step in steps.items()
        if isinstance(x := operands[first + k], Literal)
        and counts_in_range(form, k, int(x.value), step)
    )


def increments(form: LoopForm, prepare: Prepare) -> dict[int, int]:
    """Carried integers that grow by a literal in each step, and their increments."""
    body = prepare(form.body)
    found = {}
    for k, v in enumerate(body.invars[form.n_consts : form.n_consts + form.n_carry]):
        eqn, dtype = body.producer.get(body.outvars[k]), v.aval.dtype
        if (
            v.aval.shape
            or dtype.kind != "i"
            or eqn is None
            or len(eqn.invars) != 2
            or eqn.op.role is not Role.ELEMENTWISE
            or v not in eqn.invars
        ):
            continue
        other = eqn.invars[1 - eqn.invars.index(v)]
        if not isinstance(other, Literal) or other.aval.dtype != dtype:
            continue
        own, step = scalar.leaf(v, dtype), scalar.const(int(other.value), dtype)
        given = [own if x is v else step for x in eqn.invars]
        if scalar_program(eqn.op, given) in (own + step, step + own):
            found[k] = int(other.value)
    return found


def counts_in_range(form: LoopForm, k: int, first: int, step: int) -> bool:
    """Whether the counts of a known number of steps have room in what carries them, or wrap there
    as indices do."""
    dtype = form.body.invars[form.n_consts + k].aval.dtype
    last, limits = first + step * (form.length or 0), np.iinfo(dtype)
    return dtype == INDEX or limits.min <= min(first, last) <= max(first, last) <= limits.max
