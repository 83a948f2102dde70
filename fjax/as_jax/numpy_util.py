"""What lies beneath JAX's `jax.numpy`: promotion, and the pieces of `vectorize`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.tracing import as_operand, aval_of
from fjax.numpy import broadcast_shapes
from fjax.numpy.functional import bind_sizes, check_outputs, parse_signature
from fjax.numpy.grids import CClass, RClass
from fjax.numpy.index_updates import At, AtIndex
from fjax.primitives.conversion import convert_element_type

__all__ = ["CClass", "RClass"]

_parse_gufunc_signature = parse_signature
_IndexUpdateHelper, _IndexUpdateRef = At, AtIndex


def to_inexact_dtype(dtype: Any) -> Any:
    """The floating or complex dtype in which integers and booleans are computed."""
    dtype = np.dtype(dtype)
    return dtypes.default_float() if dtype.kind in "biu" else dtype


def to_complex_dtype(dtype: Any) -> Any:
    """The complex dtype whose parts have this dtype, or that in which it is computed."""
    return dtypes.join(to_inexact_dtype(dtype), np.dtype(np.complex64))


def supports_inf(dtype: Any) -> bool:
    """Whether a dtype has infinities."""
    with np.errstate(all="ignore"):
        return bool(np.isinf(np.asarray(np.inf).astype(dtype).astype(np.float64)))


def _promoted(to: Callable[[Any], Any], args: Sequence[Any]) -> list[Any]:
    operands = [as_operand(x) for x in args]
    avals = [aval_of(x) for x in operands]
    dtype, weak = dtypes.promote(*((a.dtype, a.weak_type) for a in avals))
    return [convert_element_type(x, to(dtype), weak) for x in operands]


def promote_dtypes(*args: Any) -> list[Any]:
    """The arguments as arrays of one dtype."""
    return _promoted(lambda dtype: dtype, args)


def promote_dtypes_inexact(*args: Any) -> list[Any]:
    """The arguments as arrays of one floating or complex dtype.

    >>> [x.dtype.name for x in promote_dtypes_inexact(np.int8([1]), np.float32([2]))]
    ['float32', 'float32']
    """
    return _promoted(to_inexact_dtype, args)


def promote_dtypes_complex(*args: Any) -> list[Any]:
    """The arguments as arrays of one complex dtype."""
    return _promoted(to_complex_dtype, args)


def _parse_input_dimensions(
    args: Sequence[Any], input_core_dims: Sequence[tuple[str, ...]], error_context: str = ""
) -> tuple[tuple[int, ...], dict[str, int]]:
    """The shape over which a function of core dimensions broadcasts, and the sizes of these."""
    outer: list[tuple[int, ...]] = []
    sizes: dict[str, int] = {}
    for x, names in zip(args, input_core_dims, strict=True):
        bind_sizes(sizes, np.shape(x), names, f"an argument {error_context}")
        outer.append(np.shape(x)[: np.ndim(x) - len(names)])
    return broadcast_shapes(*outer), sizes


def _check_output_dims(
    func: Callable[..., Any],
    dim_sizes: dict[str, int],
    expected_output_core_dims: list[tuple[str, ...]] | None,
    error_context: str = "",
) -> Callable[..., Any]:
    """The function, whose outputs must have the core dimensions of a signature."""
    if expected_output_core_dims is None:
        return func
    return check_outputs(func, expected_output_core_dims, dim_sizes)


def _apply_excluded(
    func: Callable[..., Any], excluded: Any, args: Sequence[Any], kwargs: dict[str, Any]
) -> tuple[Callable[..., Any], Sequence[Any], dict[str, Any]]:
    """The function of the arguments that are not excluded, and those."""
    fixed = {i: x for i, x in enumerate(args) if i in excluded}
    named = {name: x for name, x in kwargs.items() if name in excluded}

    def partial(*dynamic: Any, **rest: Any) -> Any:
        given = list(dynamic)
        for position, value in fixed.items():
            given.insert(position, value)
        return func(*given, **rest, **named)

    dynamic = [x for i, x in enumerate(args) if i not in fixed]
    return partial, dynamic, {name: x for name, x in kwargs.items() if name not in named}
