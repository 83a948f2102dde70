"""Checking: run a jaxpr and carry what went wrong as a value beside the results.

An `Error` is a pytree of arrays: whether something failed, the number of the first report that did,
and what the messages show. Reports are numbered in program order. A body that another primitive
carries has an error of its own, which begins as none and follows the error so far; so a checked
body depends on the body alone, and is made once.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes, source, tracing
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.checks import (
    BatchedError,
    Checker,
    ErrorEffect,
    JaxException,
    JaxRuntimeError,
    NaNError,
)
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Jaxpr, Var
from fjax.core.memo import memo, weak_memo
from fjax.core.primitive import Primitive
from fjax.core.tracing import aval_of
from fjax.interpreters.staging import stage_closed
from fjax.primitives.arithmetic import add
from fjax.primitives.bitwise import bitwise_or
from fjax.primitives.comparison import ne
from fjax.primitives.conversion import stop_gradient
from fjax.primitives.generators import full
from fjax.primitives.reductions import ReduceOr
from fjax.primitives.selection import select_n
from fjax.pytrees.operations import tree_flatten
from fjax.pytrees.registration import register_pytree_node
from fjax.pytrees.treedef import PyTreeDef

Kinds = frozenset[type[JaxException]]


class Reports:
    """The static part of an error: what each number stands for, and which arrays go along.

    `rows` gives for each number a slot and how to build the exception from that slot's arrays.
    Reports of one kind that show arrays of the same types share a slot: the first failure fills it.
    """

    __slots__ = ("rows", "slots")

    def __init__(
        self, rows: Sequence[tuple[int, PyTreeDef]] = (), slots: Sequence[ErrorEffect] = ()
    ):
        self.rows, self.slots = tuple(rows), tuple(slots)

    def _key(self) -> tuple:
        return self.rows, self.slots

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reports) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __bool__(self) -> bool:
        return bool(self.rows)

    def __repr__(self) -> str:
        return f"Reports({len(self.rows)} of {', '.join(map(str, self.slots))})"

    @property
    def avals(self) -> list[ShapedArray]:
        """The types of an error's arrays."""
        if not self.rows:
            return []
        return [_FAILED, _NUMBER, *[a for slot in self.slots for a in slot.shape_dtypes]]

    def then(self, later: Reports) -> Reports:
        """These reports, then the later ones, whose numbers grow by the number of these."""
        slots = [*self.slots, *[s for s in later.slots if s not in self.slots]]
        moved = [(slots.index(later.slots[slot]), tree) for slot, tree in later.rows]
        return Reports([*self.rows, *moved], slots)

    def none(self) -> list[Any]:
        """The arrays of an error in which nothing has failed."""
        return [full(a.shape, 0, a.dtype) for a in self.avals]


_FAILED = ShapedArray((), np.dtype(np.bool_))
_NUMBER = ShapedArray((), np.dtype(np.int32))


class Error:
    """What went wrong first, if anything did, as a value: a pytree, so that it passes through jit.

    Under vmap it is batched: each example has its own error.

    >>> import fjax
    >>> from fjax.experimental import checkify
    >>> find = checkify.checkify(lambda x: 1 / x, errors=checkify.div_checks)
    >>> err, _ = find(fjax.numpy.array(0.0))
    >>> err.get()
    'division by zero'
    """

    __slots__ = ("arrays", "reports")

    def __init__(self, arrays: Sequence[Any] = (), reports: Reports | None = None):
        self.arrays, self.reports = tuple(arrays), reports or Reports()

    @property
    def _metadata(self) -> dict[int, PyTreeDef]:
        """How to build the exception of each number."""
        return {number: tree for number, (_, tree) in enumerate(self.reports.rows)}

    def get(self) -> str | None:
        """The message of what went wrong first (of each example, if batched), or None."""
        exception = self.get_exception()
        return None if exception is None else str(exception)

    def get_exception(self) -> JaxException | None:
        """What went wrong first, as an exception (a BatchedError for a batch), or None."""
        if not self.reports:
            return None
        failed, number, *payload = self.arrays
        failed, number = np.asarray(failed), np.asarray(number)
        if failed.shape == ():
            return self._exception(int(number), payload) if failed else None
        found = {
            tuple(map(int, where)): self._exception(
                int(number[tuple(where)]), [x[tuple(map(int, where))] for x in payload]
            )
            for where in np.argwhere(failed)
        }
        return BatchedError(found) if found else None

    def _exception(self, number: int, payload: Sequence[Any]) -> JaxException:
        slot, tree = self.reports.rows[number]
        return tree.unflatten(self._slots(payload)[slot])

    def _slots(self, payload: Sequence[Any]) -> list[Sequence[Any]]:
        """The payload's arrays, slot by slot."""
        found, start = [], 0
        for slot in self.reports.slots:
            end = start + len(slot.shape_dtypes)
            found.append(payload[start:end])
            start = end
        return found

    def throw(self) -> None:
        """Raise JaxRuntimeError, a ValueError, if something went wrong."""
        exception = self.get_exception()
        if exception is not None:
            line = None if exception.traceback_info is None else str(exception.traceback_info)
            raise JaxRuntimeError(str(exception), line) from exception

    def __repr__(self) -> str:
        return f"Error({self.get()})"

    def followed_by(self, later: Error) -> Error:
        """This error, or else the later one."""
        if not later.reports:
            return self
        if not self.reports:
            return later
        reports = self.reports.then(later.reports)
        failed, number, *payload = self.arrays
        later_failed, later_number, *later_payload = later.arrays
        moved = add(later_number, np.int32(len(self.reports.rows)))
        before = dict(zip(self.reports.slots, self._slots(payload), strict=True))
        after = dict(zip(later.reports.slots, later._slots(later_payload), strict=True))
        slots: list[Any] = []
        for slot in reports.slots:
            mine, other = before.get(slot), after.get(slot)
            if mine is not None and other is not None:
                slots += [select_n(failed, y, x) for x, y in zip(mine, other, strict=True)]
            else:
                slots += mine or other or ()
        return Error(
            [bitwise_or(failed, later_failed), select_n(failed, moved, number), *slots], reports
        )

    def or_of_same(self, later: Error) -> Error:
        """As `followed_by`, for an error of the same reports: one body run again."""
        failed, *rest = self.arrays
        later_failed, *later_rest = later.arrays
        kept = [select_n(failed, y, x) for x, y in zip(rest, later_rest, strict=True)]
        return Error([bitwise_or(failed, later_failed), *kept], self.reports)

    def only(self, kinds: Collection[type[JaxException]]) -> Error:
        """The error, unless it is of another kind than these."""
        wanted = [self.reports.slots[slot].error_type in kinds for slot, _ in self.reports.rows]
        if all(wanted):
            return self
        if not any(wanted):
            return init_error
        failed, number, *payload = self.arrays
        chosen = select_n(number, *[Array(np.asarray(w), _FAILED) for w in wanted])
        return Error(
            [select_n(chosen, full((), False, np.bool_), failed), number, *payload], self.reports
        )


register_pytree_node(
    Error, lambda e: (e.arrays, e.reports), lambda reports, arrays: Error(arrays, reports)
)
init_error = Error()


def raised(failed: Any, exception: JaxException) -> Error:
    """The error that `exception` happened if `failed` holds."""
    leaves, tree = tree_flatten(exception)
    leaves = [
        stop_gradient(x) if dtypes.is_inexact(aval_of(x).dtype) else x
        for x in map(tracing.as_operand, leaves)
    ]
    reports = Reports([(0, tree)], [exception.get_effect_type()])
    return Error([failed, full((), 0, np.int32), *leaves], reports)


class ValueChecker(Checker):
    """Collects reports as one error, in the order of the program."""

    kinds: Kinds

    def __init__(self, kinds: Kinds):
        self.kinds, self.error = kinds, init_error

    def report(self, failed: Any, error: JaxException) -> None:
        self.note(raised(any_of(failed), error))

    def note(self, error: Error) -> None:
        """Let an error follow what was collected so far."""
        self.error = self.error.followed_by(error)

    def look_for_nan(self, name: str, outputs: Sequence[Any]) -> None:
        if not self.wants(NaNError):
            return
        found = [any_of(ne(x, x)) for x in outputs if dtypes.is_inexact(aval_of(x).dtype)]
        if not found:
            return
        failed = found[0]
        for other in found[1:]:
            failed = bitwise_or(failed, other)
        self.report(failed, NaNError(source.here(), name))

    def body(self, jaxpr: Jaxpr) -> Checked:
        return checked_jaxpr(jaxpr, self.kinds)

    def absorb(self, errors: Any, results: Sequence[Any]) -> list[Any]:
        n = len(errors.avals)
        self.note(Error(results[:n], errors))
        return list(results[n:])


def any_of(flags: Any) -> Any:
    """Whether any of the booleans is set, as a scalar."""
    rank = aval_of(flags).ndim
    return ReduceOr(tuple(range(rank)))(flags) if rank else flags


class Checked:
    """A jaxpr whose first outputs are the arrays of an error, and the error's reports."""

    __slots__ = ("jaxpr", "reports", "_loops")

    def __init__(self, jaxpr: Jaxpr, reports: Reports):
        self.jaxpr, self.reports = jaxpr, reports
        self._loops: dict[int, Jaxpr] = {}

    def without_error(self) -> Jaxpr:
        """The jaxpr without its error."""
        return self.jaxpr.replace(outvars=self.jaxpr.outvars[len(self.reports.avals) :])

    def carrying(self, first: int) -> Jaxpr:
        """The body of a loop that carries the error, after the `first` inputs and as first outputs.

        Once something has failed, later steps change the error no more.
        """
        n, reports, jaxpr = len(self.reports.avals), self.reports, self.jaxpr
        if not reports:
            return jaxpr
        if first in self._loops:
            return self._loops[first]

        def body(*args: Any) -> list[Any]:
            results = evaluate_jaxpr(jaxpr, [*args[:first], *args[first + n :]])
            before, now = Error(args[first : first + n], reports), Error(results[:n], reports)
            return [*before.or_of_same(now).arrays, *results[n:]]

        avals = jaxpr.in_avals
        made = stage_closed(
            body, [*avals[:first], *reports.avals, *avals[first:]], jaxpr.debug_name
        )
        self._loops[first] = made
        return made

    def ignoring(self, first: int, errors: Reports) -> Jaxpr:
        """The jaxpr without its error, taking one that it ignores after the `first` inputs."""
        plain = self.without_error()
        ignored = [Var(a) for a in errors.avals]
        return plain.replace(invars=[*plain.invars[:first], *ignored, *plain.invars[first:]])


def check(jaxpr: Jaxpr, kinds: Kinds, args: Sequence[Any]) -> tuple[Error, list[Any]]:
    """The error and the outputs of a jaxpr; primitives say in their `checked` rule what failed."""
    checker = ValueChecker(kinds)

    def bind(primitive: Primitive, operands: Sequence[Any]) -> Sequence[Any]:
        return primitive.checked(checker, operands)

    outs = evaluate_jaxpr(jaxpr, args, bind)
    return checker.error, outs


@weak_memo
def checked_jaxpr(jaxpr: Jaxpr, kinds: Kinds) -> Checked:
    """The jaxpr that also gives the error of `check`; made once."""
    found: list[Reports] = []

    def function(*args: Any) -> list[Any]:
        error, outs = check(jaxpr, kinds, args)
        found.append(error.reports)
        return [*error.arrays, *outs]

    made = stage_closed(function, jaxpr.in_avals, f"checkify({jaxpr.debug_name})")
    return Checked(made, found[0])


@memo(512)
def unified(parts: tuple[Checked, ...]) -> tuple[tuple[Jaxpr, ...], Reports]:
    """The jaxprs of alternatives, changed so that all give an error of the same reports."""
    reports = Reports()
    starts = []
    for part in parts:
        starts.append(len(reports.rows))
        reports = reports.then(part.reports)
    if not reports:
        return tuple([part.jaxpr for part in parts]), reports
    return tuple([_widened(p, reports, s) for p, s in zip(parts, starts, strict=True)]), reports


def _widened(part: Checked, reports: Reports, start: int) -> Jaxpr:
    """The jaxpr with an error of these reports, its own beginning at number `start`."""
    n, own, jaxpr = len(part.reports.avals), part.reports, part.jaxpr

    def function(*args: Any) -> list[Any]:
        results = evaluate_jaxpr(jaxpr, args)
        given = reports.none()
        if own:
            error = Error(results[:n], own)
            slots = Error(given, reports)._slots(given[2:])
            for slot, arrays in zip(own.slots, error._slots(results[2:n]), strict=True):
                slots[reports.slots.index(slot)] = arrays
            given = [results[0], add(results[1], np.int32(start)), *[x for s in slots for x in s]]
        return [*given, *results[n:]]

    return stage_closed(function, jaxpr.in_avals, jaxpr.debug_name)
