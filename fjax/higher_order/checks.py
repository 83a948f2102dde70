"""check: an assertion about values, which `checkify` turns into an error carried as a value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.core import dtypes, source
from fjax.core.avals import ShapedArray
from fjax.core.checks import Checker, FailedCheckError
from fjax.core.ir import Jaxpr, Var
from fjax.core.operand import Operand
from fjax.core.primitive import BatchAxis, Dims, Values, primitive
from fjax.core.tracing import as_operand, aval_of, on_meta, place_of
from fjax.higher_order.common import HigherOrder, concrete
from fjax.interpreters.checkify import Error, Reports, raised
from fjax.interpreters.vmap import place_batch
from fjax.primitives.bitwise import bitwise_not
from fjax.primitives.families import literal
from fjax.primitives.generators import full, iota
from fjax.primitives.reductions import ReduceMin
from fjax.primitives.selection import select_n
from fjax.primitives.slicing import DynamicSlice
from fjax.primitives.structure import Reshape
from fjax.pytrees.operations import tree_leaves


@primitive
class Check(HigherOrder):
    """Raise an error, given as its arrays, if it says that something failed.

    It runs outside of compiled programs only; `checkify` makes the error an output instead. With
    `debug` it does nothing unless `checkify` finds it.
    """

    absent = frozenset({"transpose"})
    reports: Reports
    debug: bool = False

    def operand_avals(self) -> list[ShapedArray]:
        return self.reports.avals

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        return ()

    @property
    def effects(self) -> frozenset[Any]:
        return frozenset(self.reports.slots)

    def run(self, *args: Any) -> Values:
        operands = concrete(args)
        if not self.debug and not on_meta(place_of(operands, self.name)):
            Error(operands, self.reports).throw()
        return []

    def inline(self) -> Jaxpr | None:
        if self.debug:
            return Jaxpr([Var(a) for a in self.reports.avals], (), ())
        raise errors.FjaxValueError(
            "Cannot abstractly evaluate a checkify.check which was not functionalized: a compiled "
            "function (jit, scan, while_loop, cond) raises no errors of its own. Apply "
            "checkify.checkify to it, which returns the error as a value: "
            "err, out = fjax.jit(checkify.checkify(f))(x); err.throw()"
        )

    def jvp(self, primals: Values, tangents: Values) -> tuple[Values, Values]:
        return self(*primals), []

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        arrays = [place_batch(x, d, 0, axis) for x, d in zip(args, dims, strict=True)]
        return self(*first_of_batch(Error(arrays, self.reports)).arrays), []

    def checked(self, checker: Checker, args: Values) -> Values:
        checker.note(Error(args, self.reports).only(checker.kinds))
        return []


def first_of_batch(error: Error) -> Error:
    """The error of the first example of a batch (of any rank) in which something failed."""
    failed, *rest = error.arrays
    shape = aval_of(failed).shape
    if not shape or not error.reports:
        return error
    n = aval_of(failed).size
    if n == 0:
        return Error(error.reports.none(), error.reports)
    flags = Reshape((n,))(failed)
    last = full((n,), n - 1, dtypes.int64)
    place = ReduceMin((0,))(select_n(flags, last, iota(dtypes.int64, (n,))))
    return Error([_pick(x, len(shape), n, place) for x in (failed, *rest)], error.reports)


def _pick(x: Any, rank: int, n: int, place: Any) -> Any:
    """The element of this number along the first `rank` axes, which have n elements."""
    shape = aval_of(x).shape[rank:]
    zero = literal(0, dtypes.int64)
    window = DynamicSlice((1, *shape))
    return Reshape(shape)(window(Reshape((n, *shape))(x), place, *[zero] * len(shape)))


def check_error(error: Error) -> None:
    """Raise JaxRuntimeError if the error says that something failed; `checkify` catches it.

    It is the inverse of `checkify`: it takes an error as a value and raises it, outside of compiled
    functions. Another `checkify` around it collects it again.

    >>> from fjax.experimental import checkify
    >>> def probability(p):
    ...     checkify.check(p <= 1, "more than certain")
    ...     return p
    >>> err, out = checkify.checkify(probability)(2)
    >>> checkify.check_error(err)
    Traceback (most recent call last):
        ...
    fjax.core.checks.JaxRuntimeError: more than certain (`check` failed)
      at ...
    """
    if not isinstance(error, Error):
        raise errors.FjaxTypeError(
            f"check_error takes an Error as argument, as checkify returns it, got {error!r} of "
            f"type {type(error).__name__}"
        )
    bind_check(error, False)


def bind_check(error: Error, debug: bool) -> None:
    """Bind `check` to an error, of a batch perhaps."""
    if error.reports:
        Check(error.reports, debug)(*first_of_batch(error).arrays)


def assert_that(
    name: str, debug: bool, pred: Any, message: str, args: tuple[Any, ...], kwargs: dict[Any, Any]
) -> None:
    """Bind `check` to an error that happens if `pred` is False."""
    is_bool = isinstance(pred, (bool, np.bool_)) or (
        isinstance(pred, Operand) and pred.aval.shape == () and pred.aval.dtype == np.bool_
    )
    if not is_bool:
        raise errors.FjaxTypeError(
            f"{name} takes a scalar pred as argument, a bool or a boolean array of shape (), got "
            f"{pred!r}; reduce it with fjax.numpy.all"
        )
    for value in tree_leaves((args, kwargs)):
        if not isinstance(value, (Operand, np.ndarray)):
            raise errors.FjaxTypeError(
                f"{name}: Formatting arguments must be arrays or pytrees of arrays, got {value!r} "
                f"of type {type(value).__name__}; put what is known now into the message itself"
            )
    failed = bitwise_not(as_operand(pred))
    bind_check(raised(failed, FailedCheckError(source.here(), message, *args, **kwargs)), debug)
