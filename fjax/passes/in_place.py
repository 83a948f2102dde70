"""Updates in place: the step of a loop touches only the elements of a carried array that change.

For each place that a step reads, reverse mode adds to a carried array another one, which is zero
except for a few elements. Such a sum becomes an update of these elements. Readers of an array come
before the update that takes its memory.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var
from fjax.core.memo import weak_memo
from fjax.core.primitive import Primitive
from fjax.core.rewrite import read_from, replaced_in, rewrite, splice
from fjax.core.source import replaying
from fjax.higher_order.chosen_updates import chosen_updates, finished, leading_condition
from fjax.higher_order.scan import Scan, unrolled
from fjax.interpreters.staging import stage, stage_closed
from fjax.passes.optimize import optimize
from fjax.passes.undone_updates import undo_rejected
from fjax.primitives.arithmetic import Add, add
from fjax.primitives.generators import full
from fjax.primitives.selection import SelectN
from fjax.primitives.shaping import Pad
from fjax.primitives.slicing import dynamic_update_slice
from fjax.primitives.structure import BroadcastInDim


@weak_memo
def in_place(jaxpr: Jaxpr, own: tuple[bool, ...]) -> Jaxpr:
    """The program that may change those inputs where they lie that are its `own`.

    >>> import fjax, fjax.numpy as jnp
    >>> step = lambda a, i: (a + jnp.zeros(9).at[i].set(1.0), a[i])
    >>> jaxpr = fjax.passes.optimize.optimize(fjax.make_jaxpr(step)(jnp.ones(9), 2).jaxpr)
    >>> "scatter_add" in [e.primitive.name for e in in_place(jaxpr, (True, False)).eqns]
    True
    """
    if not any(own):
        return jaxpr
    summed = _Sums(jaxpr, own).replaced()
    if summed is not jaxpr:
        summed = chosen_updates(summed)
    owned = [v for v, o in zip(jaxpr.invars, own, strict=True) if o]
    return _reads_first(undo_rejected(summed, owned))


class _Sums:
    """Sums of an array that may change where it is, and arrays that are zero almost everywhere."""

    def __init__(self, jaxpr: Jaxpr, own: Sequence[bool]):
        self.jaxpr = jaxpr
        self.owned = {v for v, o in zip(jaxpr.invars, own, strict=True) if o}

    def replaced(self) -> Jaxpr:
        """The program with such sums as updates."""
        eqns: list[Equation] = []
        values: dict[Var, Atom] = {}
        for position, eqn in enumerate(self.jaxpr.eqns):
            found = self._updated(eqn, position)
            if found is None:
                eqns.append(read_from(eqn, values))
            else:
                base, bodies = found
                total = values.get(base, base)
                for body, others in bodies:
                    given = (total, *replaced_in(others, values))
                    (total,) = splice(body, given, eqns, within=eqn.source)
                values[eqn.outvars[0]] = total
            self._pass_on(eqn, found is not None)
        return finished(self.jaxpr, eqns, values)

    def _pass_on(self, eqn: Equation, is_update: bool) -> None:
        """Note which results lie in memory that may change: updates of such, and carried arrays."""
        form = eqn.op.loop()
        if form is not None:
            self.owned.update(eqn.outvars[: form.n_carry])
        elif eqn.op.choices() is not None:
            for k, v in enumerate(eqn.outvars):
                if any(n is not None and eqn.invars[n] in self.owned for n in handed_on(eqn, k)):
                    self.owned.add(v)
        elif is_update or eqn.op.update_operand is not None and eqn.invars[0] in self.owned:
            self.owned.add(eqn.outvars[0])

    def _updated(
        self, eqn: Equation, position: int
    ) -> tuple[Var, list[tuple[Jaxpr, list[Atom]]]] | None:
        """What a sum adds to, and the programs that add to it, with their other operands."""
        if type(eqn.op) is not Add or dtypes.widened(eqn.outvars[0].aval.dtype) != (
            eqn.outvars[0].aval.dtype
        ):
            return None
        for base, other in (eqn.invars, eqn.invars[::-1]):
            if not isinstance(base, Var) or base not in self.owned or base in self.jaxpr.outvars:
                continue
            bodies = self._terms(other)
            if bodies and not self._needed(base, position):
                return base, bodies
        return None

    def _terms(self, x: Atom) -> list[tuple[Jaxpr, list[Atom]]]:
        """Programs that add an array to another one; none unless half of it is zero at least."""
        eqn = self.jaxpr.producer.get(x)
        if eqn is None or self.jaxpr.use_count(x) != 1:
            return []
        if type(eqn.op) is Add:
            first, second = map(self._terms, eqn.invars)
            return [*first, *second] if first and second else []
        op, operands = eqn.op, list(eqn.invars)
        if isinstance(op, SelectN):
            return self._chosen(eqn)
        if isinstance(op, Pad):
            operands.reverse()
        elif type(op).accumulate is Primitive.accumulate:
            return []
        zeros, *others = operands
        written = others[0 if isinstance(op, Pad) else (op.update_operand or 1) - 1]
        if not self._is_zero(zeros) or written.aval.size * 2 > x.aval.size:
            return []
        with replaying(eqn.source):
            body = _accumulating(op, x.aval, others)
        return [] if body is None else [(body, others)]

    def _chosen(self, eqn: Equation) -> list[tuple[Jaxpr, list[Atom]]]:
        """As `_terms`, of an array that is zero unless a condition on leading axes holds."""
        (which, *cases), x = eqn.invars, eqn.outvars[0].aval
        asked, zero = leading_condition(self.jaxpr, eqn), [self._is_zero(y) for y in cases]
        if asked is None or which.aval.dtype != dtypes.bool_ or zero.count(True) != 1:
            return []
        number = 1 - zero.index(True)
        added = cases[number]
        if asked.aval.ndim >= len(x.shape) or added.aval.shape != x.shape:
            return []

        def total(x: Any, which: Any, added: Any) -> list[Any]:
            new = add(x, added)
            return [eqn.op(which, x, new) if number else eqn.op(which, new, x)]

        with replaying(eqn.source):
            body = stage_closed(total, [x, which.aval, x], "where")
        return [(body, [which, added])]

    def _is_zero(self, x: Atom) -> bool:
        """Whether all elements are the literal 0."""
        if isinstance(x, Literal):
            return x.aval.size == 1 and x.value == 0
        eqn = self.jaxpr.producer.get(x)
        return eqn is not None and isinstance(eqn.op, BroadcastInDim) and self._is_zero(*eqn.invars)

    def _needed(self, x: Var, position: int) -> bool:
        """Whether something needs both x and the result of that equation, and so x as it was."""
        later = [k for k, e in enumerate(self.jaxpr.eqns) if k > position and x in e.invars]
        return bool(later) and any(
            x in e.invars for e in _dependents(self.jaxpr.eqns[position : later[-1] + 1])[1:]
        )


def _accumulating(op: Primitive, aval: ShapedArray, others: Sequence[Atom]) -> Jaxpr | None:
    """The program of (array, operands except for the zeros) -> their sum; None if there is none."""
    found: list[bool] = []

    def total(x: Any, *operands: Any) -> list[Any]:
        result = _in_frame(op, x, *operands) if isinstance(op, Pad) else None
        if result is None:
            result = op.accumulate(x, *operands)
        found.append(result is not None)
        return [x if result is None else result]

    body, constants = stage(total, [aval, *[x.aval for x in others]], op.name)
    return body if found[0] and not constants and body.outvars[0].aval == aval else None


def _in_frame(op: Pad, x: Any, update: Any) -> Any:
    """x plus `update` padded with zeros, as an update of that part of x.

    None where the padding cuts `update` off or puts zeros between its elements.
    """
    if any(low < 0 or high < 0 or inner for low, high, inner in op.config):
        return None
    starts = [full((), low, dtypes.int64) for low, _, _ in op.config]
    return dynamic_update_slice.accumulate(x, update, *starts)


def _dependents(eqns: Sequence[Equation]) -> list[Equation]:
    """The first equation, and those that need its results."""
    found, reached = [eqns[0]], set(eqns[0].outvars)
    for eqn in eqns[1:]:
        if any(x in reached for x in eqn.invars):
            found.append(eqn)
            reached.update(eqn.outvars)
    return found


def _reads_first(jaxpr: Jaxpr) -> Jaxpr:
    """The program whose updates of an array come after what else reads it, where they can."""
    eqns = list(jaxpr.eqns)
    if any(e.op.effects for e in eqns):
        return jaxpr
    place = {id(e): k for k, e in enumerate(eqns)}
    last = {x: k for k, e in enumerate(eqns) for x in e.invars if isinstance(x, Var)}
    changed = False
    for eqn in reversed(jaxpr.eqns):
        x, first = eqn.invars[0] if eqn.op.update_operand is not None else None, place[id(eqn)]
        if not isinstance(x, Var) or last[x] <= first:
            continue
        end = last[x] + 1
        moved = _dependents(eqns[first:end])
        if any(x in e.invars for e in moved[1:]):
            continue
        behind = set(map(id, moved))
        eqns[first:end] = [*[e for e in eqns[first:end] if id(e) not in behind], *moved]
        for k in range(first, end):
            place[id(eqns[k])] = k
            last.update((y, k) for y in eqns[k].invars if isinstance(y, Var) and last[y] < end)
        changed = True
    return jaxpr.replace(eqns=eqns) if changed else jaxpr


def changed_operand(jaxpr: Jaxpr, k: int) -> int | None:
    """Which operand an output is, updated perhaps; None if it is something else.

    >>> import fjax, fjax.numpy as jnp
    >>> jaxpr = fjax.make_jaxpr(lambda i, a: a.at[i].set(0.0))(1, jnp.ones(9)).jaxpr
    >>> changed_operand(jaxpr, 0)
    1
    """
    x = jaxpr.outvars[k]
    while (made := jaxpr.producer.get(x)) is not None:
        number, *others = set(handed_on(made, made.outvars.index(x)))
        if others or number is None:
            return None
        x = made.invars[number]
    return jaxpr.invars.index(x) if isinstance(x, Var) and x in jaxpr.invars else None


def handed_on(eqn: Equation, k: int) -> list[int | None]:
    """The operands that result k of an equation may be, updated perhaps; None: something else."""
    form, branches = eqn.op.loop(), eqn.op.choices()
    if form is not None:
        stays = k < form.n_carry and changed_operand(form.body, k) == form.n_consts + k
        return [form.first_carry + k if stays else None]
    if branches is not None:
        return [None if (n := changed_operand(b, k)) is None else 1 + n for b in branches]
    if type(eqn.op) is SelectN:
        return [*range(1, len(eqn.invars))]
    return [None if eqn.op.update_operand is None else 0]


LONGEST = 4  # steps in one iteration: the code of a step is there as often


def rotate_carries(jaxpr: Jaxpr, small: int) -> Jaxpr:
    """Scans that exchange carried arrays, with as many steps in an iteration as bring them back.

    A step that gives `(b, a.at[i].set(x))` for `(a, b)` copies both arrays, because each has one
    place from step to step. Two steps give `(a, b)` again, both updated where they are.

    small: the most elements of an array that is exchanged in registers.

    >>> import fjax, fjax.numpy as jnp
    >>> step = lambda i, c: (c[1], c[0].at[i].set(0.0))
    >>> loop = lambda a, b: fjax.lax.fori_loop(0, 100, step, (a, b))
    >>> jaxpr = fjax.make_jaxpr(loop)(jnp.ones(100), jnp.zeros(100)).jaxpr
    >>> [e.op.length for e in rotate_carries(jaxpr, 64).eqns if e.primitive.name == "scan"]
    [50]
    """

    def body(eqn: Equation) -> Jaxpr | None:
        op = eqn.op
        if not isinstance(op, Scan) or not _exchanges(op, small):
            return None
        steps = _steps_until_back(op)
        return unrolled(op.replace(unroll=steps)) if 1 < steps <= min(LONGEST, op.length) else None

    return rewrite(jaxpr, body)


def _exchanges(op: Scan, small: int) -> bool:
    """Whether some carried array is handed on in another one's place, changed perhaps."""
    given = op.jaxpr.invars[op.n_consts : op.n_consts + op.n_carry]
    large = [k for k, x in enumerate(given) if x.aval.size > small]
    places = {k: changed_operand(op.jaxpr, k) for k in large}
    return any(place is not None and place != op.n_consts + k for k, place in places.items())


def _steps_until_back(op: Scan) -> int:
    """After how many steps each array of an exchange is in its own place; 1 if none is exchanged.

    Values that a step computes are in no exchange, and neither is what goes to two places.
    """
    step = optimize(op.jaxpr)
    operands = [changed_operand(step, k) for k in range(op.n_carry)]
    source = {k: x - op.n_consts for k, x in enumerate(operands) if x is not None}
    steps = 1
    for start in source:
        length, place = 1, source.get(start)
        while place is not None and place != start and length <= op.n_carry:
            length, place = length + 1, source.get(place)
        if place == start:
            steps = math.lcm(steps, length)
    return steps
