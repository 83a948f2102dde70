"""ufunc objects: elementwise functions with reduce, accumulate, at, reduceat and outer."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from fjax import errors, lax
from fjax.api.jit import eval_shape
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.numpy import binary, cumulative, elementwise, reductions
from fjax.numpy.arguments import as_type, one_axis, operand, operands, reject_out, several_axes
from fjax.numpy.functional import vectorize
from fjax.numpy.selection import take, where
from fjax.numpy.shaping import moveaxis, ravel, reshape
from fjax.primitives import operators
from fjax.primitives.generators import full
from fjax.primitives.structure import Reshape

_READ_ONLY = frozenset({"nargs", "nin", "nout", "identity", "_func"})


class ufunc:
    """An elementwise function of `nin` arrays with `nout` results.

    The functions such as `fjax.numpy.add` are ufuncs; `frompyfunc` makes one of a scalar function.
    call, reduce, accumulate, at: what to use instead of applying the function element by element.

    >>> jnp.add.reduce(jnp.arange(4)), jnp.multiply.accumulate(jnp.arange(1, 5))
    (Array(6, dtype=int64), Array([ 1,  2,  6, 24], dtype=int64))
    """

    def __init__(
        self,
        func: Callable[..., Any],
        /,
        nin: int,
        nout: int,
        *,
        name: str | None = None,
        nargs: int | None = None,
        identity: Any = None,
        call: Callable[..., Any] | None = None,
        reduce: Callable[..., Any] | None = None,
        accumulate: Callable[..., Any] | None = None,
        at: Callable[..., Any] | None = None,
        reduceat: Callable[..., Any] | None = None,
    ):
        self._func, self.nin, self.nout, self.identity = func, nin, nout, identity
        self.nargs = nin if nargs is None else nargs
        self.__name__: str = str(name or getattr(func, "__name__", "ufunc"))
        self.__doc__ = func.__doc__
        self._call = call or vectorize(func)
        self._reduce, self._accumulate, self._at = reduce, accumulate, at
        self._reduceat = reduceat
        self.__signature__ = inspect.signature(func)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _READ_ONLY and name in self.__dict__:
            raise AttributeError(f"{self!r}: the attribute {name!r} cannot be set")
        object.__setattr__(self, name, value)

    def __hash__(self) -> int:
        return hash((self._func, self.__name__, self.identity, self.nin, self.nout))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ufunc) and (
            self._func,
            self.__name__,
            self.identity,
            self.nin,
            self.nout,
        ) == (other._func, other.__name__, other.identity, other.nin, other.nout)

    def __repr__(self) -> str:
        return f"<jnp.ufunc '{self.__name__}'>"

    def __call__(self, *args: Any, out: None = None, where: None = None) -> Any:
        if out is not None or where is not None:
            raise NotImplementedError(
                f"{self.__name__}: the arguments 'out' and 'where' are not supported; use the "
                "returned array, or fjax.numpy.where on it"
            )
        return self._call(*args)

    def _binary(self, what: str) -> None:
        if self.nin != 2:
            raise errors.FjaxValueError(
                f"{what} only supported for binary ufuncs; {self.__name__} takes {self.nin} "
                "arguments"
            )
        if self.nout != 1:
            raise errors.FjaxValueError(
                f"{what} only supported for functions returning a single value"
            )

    def _result_dtype(self, *xs: Any) -> Any:
        """The dtype that the function gives for elements of arrays."""
        one = [full((), 1, x.aval.dtype) for x in xs]
        return eval_shape(self._call, *one).dtype

    # ---- reductions

    def reduce(
        self,
        a: Any,
        axis: Any = 0,
        dtype: Any = None,
        out: None = None,
        keepdims: bool = False,
        initial: Any = None,
        where: Any = None,
    ) -> Array:
        """The function applied between all elements along an axis (or axes, or all if None)."""
        self._binary("reduce")
        reject_out(f"{self.__name__}.reduce", out)
        a = operand(f"{self.__name__}.reduce", a)
        where = reductions.check_where(f"{self.__name__}.reduce", where)
        if where is not None and self.identity is None and initial is None:
            raise errors.FjaxValueError(
                f"reduction operation {self.__name__!r} does not have an identity, so to use a "
                "where mask one has to specify 'initial'."
            )
        if self._reduce is not None:
            return self._reduce(
                a, axis=axis, dtype=dtype, keepdims=keepdims, initial=initial, where=where
            )
        return self._fold(a, axis, dtype, keepdims, initial, where)

    def _fold(
        self, a: Any, axis: Any, dtype: Any, keepdims: bool, initial: Any, where_: Any
    ) -> Any:
        shape = a.aval.shape
        if isinstance(axis, tuple) and len(axis) != 1:
            raise NotImplementedError(
                f"{self.__name__}.reduce along several axes; reduce along one axis after another"
            )
        axes = several_axes(self.__name__, axis, len(shape))
        wanted = self._result_dtype(a, a) if dtype is None else dtypes.requested("ufunc", dtype)
        if where_ is not None:
            where_ = operators.broadcast_to_shape(where_, shape)
        lines: Any
        mask: Any
        lines, mask = (
            None
            if x is None
            else (Reshape((a.aval.size,))(x) if axis is None else moveaxis(x, axes[0], 0))
            for x in (a, where_)
        )
        lines = as_type(lines, wanted)
        first = self.identity if initial is None else initial
        n, inner = lines.aval.shape[0], lines.aval.shape[1:]
        if first is None:
            if n == 0:
                raise errors.FjaxValueError(
                    f"zero-size array to reduction operation {self.__name__} which has no identity"
                )
            start, lines = lax.index_in_dim(lines, 0, 0, False), lax.slice_in_dim(lines, 1, n)
        else:
            start = operators.broadcast_to_shape(
                as_type(operand(self.__name__, first), wanted), inner
            )

        def step(carry: Any, x: Any) -> Any:
            value = as_type(self._call(carry, x if mask is None else x[0]), wanted)
            return (value if mask is None else where(x[1], value, carry)), None

        found = lax.scan(step, start, lines if mask is None else (lines, mask))[0]
        return reductions.keep_lengths(found, shape, axes) if keepdims else found

    def accumulate(self, a: Any, axis: int = 0, dtype: Any = None, out: None = None) -> Array:
        """The results of `reduce` on the first 1, 2, … elements along an axis."""
        self._binary("accumulate")
        reject_out(f"{self.__name__}.accumulate", out)
        a = operand(f"{self.__name__}.accumulate", a)
        if axis is None or isinstance(axis, tuple):
            raise errors.FjaxValueError("accumulate does not allow multiple axes")
        if self._accumulate is not None:
            return self._accumulate(a, axis=axis, dtype=dtype)
        number = one_axis(self.__name__, axis, a.aval.ndim)
        wanted = self._result_dtype(a, a) if dtype is None else dtypes.requested("ufunc", dtype)
        lines = moveaxis(as_type(a, wanted), number, 0)
        n = lines.aval.shape[0]
        if lines.aval.size == 0:
            return full(a.aval.shape, 0, wanted)

        def step(carry: Any, x: Any) -> Any:
            value = as_type(self._call(carry, x), wanted)
            return value, value

        first = lax.index_in_dim(lines, 0, 0, False)
        rest = lax.scan(step, first, lax.slice_in_dim(lines, 1, n))[1]
        return moveaxis(lax.concatenate([lax.slice_in_dim(lines, 0, 1), rest], 0), 0, number)

    def reduceat(
        self, a: Any, indices: Any, axis: int = 0, dtype: Any = None, out: None = None
    ) -> Array:
        """`reduce` on the stretches between successive indices along an axis."""
        self._binary("reduceat")
        reject_out(f"{self.__name__}.reduceat", out)
        a = operand(self.__name__, a)
        indices = operand(
            self.__name__, np.asarray(indices) if isinstance(indices, list) else indices, 1
        )
        if a.aval.ndim == 0:
            raise errors.FjaxValueError(f"reduceat: a must have 1 or more dimension, got {a.aval}")
        if indices.aval.ndim != 1:
            raise errors.FjaxValueError(
                f"reduceat: indices must be one-dimensional, got {indices.aval}"
            )
        if axis is None or isinstance(axis, (tuple, list)):
            raise errors.FjaxValueError("reduceat requires a single integer axis.")
        if self._reduceat is not None:
            return self._reduceat(a, indices, axis=axis, dtype=dtype)
        number = one_axis(self.__name__, axis, a.aval.ndim)
        wanted = self._result_dtype(a, a) if dtype is None else dtypes.requested("ufunc", dtype)
        lines = moveaxis(as_type(a, wanted), number, 0)
        if not indices.aval.size:
            return moveaxis(lax.slice_in_dim(lines, 0, 0), 0, number)
        n = lines.aval.shape[0]
        stops = lax.concatenate(
            [lax.slice_in_dim(indices, 1, indices.aval.size), full((1,), n, indices.aval.dtype)], 0
        )
        shape = (indices.aval.size,) + (1,) * (lines.aval.ndim - 1)
        starts, stops = Reshape(shape)(indices), Reshape(shape)(stops)

        def body(i: Any, found: Any) -> Any:
            inside = (i > starts) & (i < stops)
            return where(inside, self._call(found, lax.dynamic_index_in_dim(lines, i, 0)), found)

        found = lax.fori_loop(0, n, body, take(lines, indices, 0))
        return moveaxis(found, 0, number)

    # ---- at and outer

    def at(self, a: Any, indices: Any, b: Any = None, /, *, inplace: bool = True) -> Array:
        """A copy of `a` with the function applied at indices, repeated ones in turn."""
        if inplace:
            raise NotImplementedError(
                "ufunc.at cannot modify arrays in-place, because arrays are immutable. Pass "
                "inplace=False to instead return an updated array."
            )
        if self._at is not None:
            return self._at(a, indices) if b is None else self._at(a, indices, b)
        a = operand(f"{self.__name__}.at", a)
        more = [] if b is None else [operand(f"{self.__name__}.at", b, 2)]
        wanted = self._result_dtype(a, *more)
        a, more = as_type(a, wanted), [as_type(x, wanted) for x in more]
        numbers = reshape(lax.iota(dtypes.default_int(), a.aval.size), a.aval.shape)[indices]
        more = [ravel(operators.broadcast_to_shape(x, numbers.aval.shape)) for x in more]

        def step(flat: Any, xs: Any) -> Any:
            place, *values = xs
            old = lax.dynamic_index_in_dim(flat, place, 0, False)
            new = as_type(self._call(old, *values), wanted)
            return lax.dynamic_update_index_in_dim(flat, new, place, 0), None

        found = lax.scan(step, ravel(a), (ravel(numbers), *more))[0]
        return reshape(found, a.aval.shape)

    def outer(self, A: Any, B: Any, /) -> Array:
        """The function applied to every pair of elements of A and B."""
        self._binary("outer")
        A, B = operands(f"{self.__name__}.outer", A, B)
        wide = A.aval.shape + (1,) * B.aval.ndim
        shape = A.aval.shape + B.aval.shape
        return self._call(*[operators.broadcast_to_shape(x, shape) for x in (Reshape(wide)(A), B)])


def frompyfunc(func: Callable[..., Any], /, nin: int, nout: int, *, identity: Any = None) -> ufunc:
    """A ufunc of a function of scalars.

    >>> gauss = jnp.frompyfunc(lambda x, y: jnp.exp(-x * y), 2, 1)
    >>> gauss.outer(jnp.array([0.0, 1.0]), jnp.array([0.0, 1.0])).shape
    (2, 2)
    """
    return ufunc(func, nin, nout, identity=identity)


class UnaryUfunc(ufunc):
    """A ufunc of one array.

    >>> jnp.negative(jnp.array([1, -2]))
    Array([-1,  2], dtype=int64)
    """

    def __call__(self, x: ArrayLike, /, *, out: None = None, where: None = None) -> Array:
        return super().__call__(x, out=out, where=where)


class BinaryUfunc(ufunc):
    """A ufunc of two arrays.

    >>> jnp.maximum(jnp.array([1, 5]), 3)
    Array([3, 5], dtype=int64)
    """

    def __call__(
        self, x: ArrayLike, y: ArrayLike, /, *, out: None = None, where: None = None
    ) -> Array:
        if out is None and where is None:
            return self._call(x, y)
        return super().__call__(x, y, out=out, where=where)


# ---- the ufuncs of fjax.numpy


def _reduce_method(compute: Callable[..., Any]) -> Callable:
    """The `reduce` of a ufunc: `compute(a, axis, dtype, keepdims, initial, where)`."""

    def apply(
        a: Any,
        axis: Any = 0,
        dtype: Any = None,
        keepdims: bool = False,
        initial: Any = None,
        where: Any = None,
    ) -> Any:
        return compute(a, axis, dtype, keepdims, initial, where)

    return apply


def _on_kind(kind: Any, of: Callable[..., Any] | None = None) -> Callable:
    """The `reduce` of a ufunc that is a monoid with a primitive."""

    def compute(a: Any, axis: Any, dtype: Any, *rest: Any) -> Any:
        a = a if of is None else of(a)
        wanted = a.aval.dtype if dtype is None else dtypes.requested("ufunc", dtype)
        return reductions.reduce(kind, a, axis, wanted, *rest)

    return _reduce_method(compute)


def _integers(a: Any) -> Any:
    if dtypes.kind(a.aval.dtype) not in "biu":
        raise errors.FjaxValueError(f"integer argument required; got dtype={a.aval.dtype}")
    return a


def _logical_xor_reduce(a: Any, **options: Any) -> Any:
    return _on_kind(reductions.XOR, reductions.truth)(a, **options)


def _log_sum_exp(scale: float) -> Callable[..., Any]:
    """The `reduce` of logaddexp (scale 1) or logaddexp2 (scale log 2)."""

    def compute(a: Any, axis: Any, dtype: Any, keepdims: bool, initial: Any, where: Any) -> Any:
        a = elementwise.inexact("logaddexp", a) * scale
        size = a if not dtypes.is_complex(a.aval.dtype) else lax.real(a)
        top = reductions.max(size, axis, None, True, -math.inf, where)
        top = lax.stop_gradient(elementwise.choose_between(lax.is_finite(top), top, 0))
        total = reductions.sum(lax.exp(a - top), axis, None, None, True, where=where)
        found = lax.log(total) + top
        if initial is not None:
            found = binary.logaddexp(operand("logaddexp", initial) * scale, found)
        if not keepdims:
            axes = several_axes("logaddexp", axis, a.aval.ndim)
            found = Reshape(tuple(n for i, n in enumerate(a.aval.shape) if i not in axes))(found)
        found = found / scale
        return found if dtype is None else as_type(found, dtypes.requested("ufunc", dtype))

    return _reduce_method(compute)


def _at_method(name: str) -> Callable[..., Any]:
    """The `at` of a ufunc that scatter knows."""

    def apply(a: Any, indices: Any, b: Any) -> Any:
        a = operand(name, a)
        if a.aval.dtype == dtypes.bool_:
            counted = getattr(as_type(a, dtypes.int32).at[indices], name)
            return as_type(
                counted(as_type(reductions.truth(operand(name, b)), dtypes.int32)), dtypes.bool_
            )
        return getattr(a.at[indices], name)(b)

    return apply


def _binary(
    function: Callable[..., Any],
    identity: Any,
    reduce: Callable[..., Any] | None = None,
    accumulate: Callable[..., Any] | None = None,
    at: Callable[..., Any] | None = None,
) -> BinaryUfunc:
    return BinaryUfunc(
        function,
        2,
        1,
        identity=identity,
        call=function,
        reduce=reduce,
        accumulate=accumulate,
        at=at,
    )


add = _binary(binary.add, 0, reductions.sum, cumulative.cumsum, _at_method("add"))
multiply = _binary(binary.multiply, 1, reductions.prod, cumulative.cumprod, _at_method("multiply"))
subtract = _binary(binary.subtract, None, at=_at_method("subtract"))
maximum = _binary(binary.maximum, None, _on_kind(reductions.MAX))
minimum = _binary(binary.minimum, None, _on_kind(reductions.MIN))
bitwise_and = _binary(binary.bitwise_and, -1, _on_kind(reductions.AND, _integers))
bitwise_or = _binary(binary.bitwise_or, 0, _on_kind(reductions.OR, _integers))
bitwise_xor = _binary(binary.bitwise_xor, 0, _on_kind(reductions.XOR, _integers))
logical_and = _binary(binary.logical_and, True, _on_kind(reductions.ALL, reductions.truth))
logical_or = _binary(binary.logical_or, False, _on_kind(reductions.ANY, reductions.truth))
logical_xor = _binary(binary.logical_xor, False, _logical_xor_reduce)
logaddexp = _binary(binary.logaddexp, -math.inf, _log_sum_exp(1.0))
logaddexp2 = _binary(binary.logaddexp2, -math.inf, _log_sum_exp(math.log(2)))
negative = UnaryUfunc(elementwise.negative, 1, 1, call=elementwise.negative)
