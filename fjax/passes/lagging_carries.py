"""Carried arrays that are an older version of another one: the step carries what differs.

A step that gives `(a.at[i].set(x), a)` for `(a, old)` would copy an array, because two versions of
it live at the same time. They differ in one element. So the step carries its index and what was
there, and undoes the update where it reads the older version. After the loop, the older version is
made once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fjax.core.evaluate import evaluate_jaxpr, literal_value
from fjax.core.ir import Atom, Equation, Jaxpr, Var
from fjax.core.primitive import Role
from fjax.core.rewrite import rewrite, splice
from fjax.core.tracing import aval_of
from fjax.dataclass import dataclass
from fjax.higher_order.lists import split
from fjax.higher_order.scan import Scan
from fjax.interpreters.staging import stage_closed
from fjax.passes.optimize import optimize
from fjax.primitives.generators import zeros_of
from fjax.primitives.shaping import Concatenate, take_range
from fjax.primitives.structure import Reshape, broadcast_batch

PART = 8  # an update writes, and a step reads, at most an eighth of an array


def follow_versions(jaxpr: Jaxpr, small: int) -> Jaxpr:
    """The program whose scans carry no older version of another carried array.

    small: the most elements of an array that is carried in registers.

    >>> import fjax, fjax.numpy as jnp
    >>> step = lambda i, c: (c[0].at[i].set(c[1][i - 1]), c[0])
    >>> loop = lambda a: fjax.lax.fori_loop(0, 100, step, (a, a))
    >>> jaxpr = optimize(fjax.make_jaxpr(loop)(jnp.ones(100)).jaxpr)
    >>> jaxpr = follow_versions(jaxpr, 64)
    >>> [v.aval.shape for e in jaxpr.eqns if e.primitive.name == "scan" for v in e.outvars]
    [(), (100,), (1,), ()]
    """

    def body(eqn: Equation) -> Jaxpr | None:
        op, given = eqn.op, eqn.invars
        if not isinstance(op, Scan) or op.length == 0:
            return None
        lags = _lags(op, small)
        known = all(given[op.n_consts + x.number] == given[x.source] for x in lags if x.is_read)
        if not lags or (not known and op.length == 1):
            return None
        loop = _Loop(op, lags, known)
        return stage_closed(loop.run, op.operand_avals(), op.jaxpr.debug_name)

    return rewrite(jaxpr, body)


@dataclass(frozen=True)
class _Lag:
    """A carried value that is a version of another one, or of a constant.

    source: the number of that operand of the step. undo: updates that the source has seen since,
    the last one first. redo: updates that only this version has seen.
    """

    number: int
    source: int
    undo: Sequence[Equation]
    redo: Sequence[Equation]
    is_read: bool

    def version(self, x: Any, record: Iterator[Any]) -> Any:
        """This version of x, the source."""
        for e in self.undo:
            args = _operands(e, record, True)
            x = e.op.write_targets(x, args[_written(e)], *args)
        for e in self.redo:
            x = e.op(x, *_operands(e, record, False))
        return x


def _lags(op: Scan, small: int) -> list[_Lag]:
    """The carried values that a step needs not carry."""
    step, first, end = op.jaxpr, op.n_consts, op.n_consts + op.n_carry
    chains = [_chain(step, x) for x in step.outvars[: op.n_carry]]
    own = [root is step.invars[first + k] for k, (root, _) in enumerate(chains)]
    found = []
    for k, (root, redo) in enumerate(chains):
        source = next((n for n, v in enumerate(step.invars[:end]) if v is root), None)
        if source is None or own[k] or step.invars[first + k].aval.size <= small:
            continue
        undo: list[Equation] = []
        if source >= first:
            if not own[source - first]:
                continue
            undo = chains[source - first][1]
        alike = 0
        while alike < min(len(undo), len(redo)) and undo[alike] is redo[alike]:
            alike += 1
        undo, redo = undo[alike:][::-1], redo[alike:]
        uses = step.uses.get(step.invars[first + k], ())
        if all(_reads_little(e, step.invars[first + k]) for e in uses) and not (uses and redo):
            found.append(_Lag(k, source, undo, redo, bool(uses)))
    return found


def _chain(step: Jaxpr, x: Atom) -> tuple[Atom, list[Equation]]:
    """The array that a value was before small updates, and these."""
    chain: list[Equation] = []
    while (made := step.producer.get(x)) is not None:
        number = made.op.update_operand
        if number is None or made.invars[number].aval.size * PART > x.aval.size:
            break
        chain.append(made)
        x = made.invars[0]
    return x, chain[::-1]


def _reads_little(eqn: Equation | None, x: Var) -> bool:
    """Whether an equation reads a few elements of x."""
    if eqn is None or eqn.op.role is not Role.INDEX or eqn.invars.count(x) > 1:
        return False
    return sum([v.aval.size for v in eqn.outvars]) * PART <= x.aval.size


def _written(eqn: Equation) -> int:
    """Which operand of an update is what it writes, without the first one."""
    assert eqn.op.update_operand is not None
    return eqn.op.update_operand - 1


def _operands(eqn: Equation, record: Iterator[Any], undo: bool) -> list[Any]:
    """The operands of an update except for the first, from a record."""
    return [
        next(record) if isinstance(x, Var) or (undo and k == _written(eqn)) else literal_value(x)
        for k, x in enumerate(eqn.invars[1:])
    ]


def _recorded(eqn: Equation, args: Sequence[Any], old: Any = None) -> list[Any]:
    """Of an update's operands except for the first, those that a record holds: all but literals.

    old: what the update overwrites, in the place of what it writes.
    """
    found = list(zip(eqn.invars[1:], args, strict=True))
    if old is not None:
        number = _written(eqn)
        found[number] = Var(eqn.invars[1 + number].aval), old
    return [x for atom, x in found if isinstance(atom, Var)]


class _Loop:
    """A scan whose carried values are without older versions, and with records of updates.

    known: whether older versions that a step reads are equal to their source at the start.
    """

    def __init__(self, op: Scan, lags: Sequence[_Lag], known: bool):
        self.op, self.lags, self.known = op, lags, known
        self.numbers = {x.number for x in lags}
        self.step = self._with_records(op.jaxpr)
        self.record_avals = [x.aval for x in self.step.outvars[len(op.jaxpr.outvars) :]]

    def _with_records(self, step: Jaxpr) -> Jaxpr:
        """The step, with what undoes and repeats updates as further outputs."""
        eqns, record = list(step.eqns), list[Atom]()
        for lag in self.lags:
            for e in lag.undo:
                (old,) = splice(_reading(e), e.invars, eqns)
                record += _recorded(e, e.invars[1:], old)
            for e in lag.redo:
                record += _recorded(e, e.invars[1:])
        return step.replace(eqns=eqns, outvars=[*step.outvars, *record])

    def run(self, *args: Any) -> list[Any]:
        """The outputs of the scan."""
        op, m = self.op, self.op.n_carry
        consts, carry, xs = split(args, op.n_consts, m)
        record, first, length = self._start([*consts, *carry]), list[Any](), op.length
        if not self.known:
            length -= 1
            last = length if op.reverse else 0
            row = [Reshape(aval_of(x).shape[1:])(_rows(x, last, last + 1)) for x in xs]
            carry, first, record = split(
                evaluate_jaxpr(self.step, [*consts, *carry, *row]), m, op.form.n_ys
            )
            xs = [_rows(x, 0, length) if op.reverse else _rows(x, 1, length + 1) for x in xs]
        kept = [x for k, x in enumerate(carry) if k not in self.numbers]
        operands = [*consts, *kept, *record, *xs]
        rows = [aval_of(x).without_axis(0) for x in xs]
        avals = [*map(aval_of, operands[: len(operands) - len(xs)]), *rows]
        body = optimize(stage_closed(self._body, avals, op.jaxpr.debug_name))
        n = len(kept) + len(record)
        outs = op.replace(jaxpr=body, length=length, n_carry=n)(*operands)
        kept, record, stacks = split(outs, len(kept), len(record))
        if first:
            ends = [broadcast_batch(y, 1, 0) for y in first]
            pairs = zip(stacks, ends, strict=True) if op.reverse else zip(ends, stacks, strict=True)
            stacks = [Concatenate(0)(*pair) for pair in pairs]
        return [*self._versions(consts, kept, record), *stacks]

    def _start(self, operands: Sequence[Any]) -> list[Any]:
        """Records with which all versions are equal."""
        zeros = iter([zeros_of(a) for a in self.record_avals])
        found = list[Any]()
        for lag in self.lags:
            for e in lag.undo:
                args = _operands(e, zeros, True)
                found += _recorded(e, args, e.op.read_targets(operands[lag.source], *args))
            for e in lag.redo:
                found += _recorded(e, _operands(e, zeros, False))
        return found

    def _all(self, kept: Sequence[Any]) -> list[Any]:
        """All carried values, None for older versions."""
        rest = iter(kept)
        return [None if k in self.numbers else next(rest) for k in range(self.op.n_carry)]

    def _versions(self, consts: Sequence[Any], kept: Sequence[Any], record: Sequence[Any]) -> Any:
        """All carried values after the loop."""
        operands, left = [*consts, *self._all(kept)], iter(record)
        n = len(consts)
        for lag in self.lags:
            operands[n + lag.number] = lag.version(operands[lag.source], left)
        return operands[n:]

    def _body(self, *args: Any) -> list[Any]:
        """A step: older versions are made where the newer ones are, read, and undone again."""
        n, kept = self.op.n_consts, self.op.n_carry - len(self.numbers)
        consts, carry, record, xs = split(args, n, kept, len(self.record_avals))
        operands, left = [*consts, *self._all(carry)], iter(record)
        for lag in self.lags:
            x, newer = operands[lag.source], []
            for e in (*lag.undo, *lag.redo):
                given = _operands(e, left, e in lag.undo)
                if lag.is_read:
                    newer.append((e, given, e.op.read_targets(x, *given)))
                    x = e.op.write_targets(x, given[_written(e)], *given)
            operands[n + lag.number] = x if lag.is_read else zeros_of(aval_of(x))
            for e, given, new in reversed(newer):
                x = e.op.write_targets(x, new, *given)
            operands[lag.source] = x
        carry, ys, record = split(
            evaluate_jaxpr(self.step, [*operands, *xs]), self.op.n_carry, self.op.form.n_ys
        )
        return [*[x for k, x in enumerate(carry) if k not in self.numbers], *record, *ys]


def _reading(eqn: Equation) -> Jaxpr:
    """The program of an update's operands that gives what it will overwrite."""
    return stage_closed(
        lambda x, *args: [eqn.op.read_targets(x, *args)], [x.aval for x in eqn.invars], "read"
    )


def _rows(x: Any, start: int, stop: int) -> Any:
    return take_range(x, start, stop, 0, aval_of(x).shape)
