"""Making arrays from values: numbers, nested sequences, NumPy arrays, buffers."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from fjax import errors
from fjax.core import device as devices
from fjax.core import dlpack, dtypes, lazy, shortage, tracing
from fjax.core.annotations import DTypeLike
from fjax.core.array import NO_DATA, Array, of_gpu, of_numpy
from fjax.core.avals import ShapedArray, refuse_masked
from fjax.core.operand import Operand
from fjax.core.placing import as_result, concrete_sharding, placement_of
from fjax.core.quiet import quiet
from fjax.core.sharding import NamedSharding, PartitionSpec, as_sharding, check_kind
from fjax.core.tracing import Tracer, aval_of
from fjax.numpy.arguments import OPERANDS, user_dtype
from fjax.primitives import barriers
from fjax.primitives.conversion import at_once, check_real, convert_element_type
from fjax.primitives.placing import constrained
from fjax.primitives.structure import Reshape
from fjax.tree_util import tree_leaves

joining: Any = lazy.module("fjax.numpy.joining")

_NUMBERS = (bool, int, float, complex)


def array(
    object: Any,
    dtype: DTypeLike | None = None,
    *args: Any,
    copy: bool = True,
    order: str | None = "K",
    ndmin: int = 0,
    device: Any = None,
    out_sharding: Any = None,
) -> Array:
    """An array from numbers, nested sequences, NumPy arrays or fjax arrays (traced ones, too).

    dtype: default: what the elements promote to; Python floats give float64 (float32 with
        enable_x64 off). ndmin: axes of length 1 are put in front up to this rank.
    Of a masked array it takes the values without the mask, as numpy.array does; every other
    function refuses one.
    Raises TypeError for elements that are not numbers, OverflowError for integers that do not fit.
    object: a number, a nested sequence, or an array of NumPy or fjax.
    args: `copy`, `order` and `ndmin` by position, as in NumPy.
    copy: True copies in any case.
    order: changes nothing, because arrays have no order in memory; "F" raises.
    device: where the array is made; by default on the default device.
    out_sharding: how the result is split over a mesh.

    >>> array([1, 2.5])
    Array([1. , 2.5], dtype=float64)
    """
    device = target("array", device, out_sharding)
    if args:
        copy, order, ndmin = _by_position(args, {"copy": copy, "order": order, "ndmin": ndmin})
    if order not in (None, "K", "A", "C"):
        raise NotImplementedError(
            f"array: only order 'K' is implemented, as arrays have no memory order; got {order!r}"
        )
    wanted = user_dtype("array", dtype)
    result = _from_object(object, wanted)
    if wanted is not None:
        result = convert_element_type(result, wanted, False)
    if copy and result is object:
        result = barriers.copy(result)
    if result.aval.ndim < ndmin:
        result = Reshape((1,) * (ndmin - result.aval.ndim) + result.aval.shape)(result)
    return on_device(result, device)


def _by_position(args: tuple[Any, ...], options: dict[str, Any]) -> list[Any]:
    """The options of `array`; the first ones were given by position."""
    if len(args) > len(options):
        raise TypeError(
            f"array() takes at most 5 positional arguments but {2 + len(args)} were given"
        )
    warnings.warn(
        "Passing the copy, order, and ndmin arguments to jnp.array by position is deprecated: "
        "give them by keyword",
        DeprecationWarning,
        stacklevel=3,
    )
    for name, default in zip(list(options)[: len(args)], (True, "K", 0), strict=False):
        if options[name] != default:
            raise TypeError(f"array() got multiple values for argument {name!r}")
    return [*args, *list(options.values())[len(args) :]]


def asarray(
    a: Any,
    dtype: DTypeLike | None = None,
    order: str | None = None,
    *,
    copy: bool | None = None,
    device: Any = None,
    out_sharding: Any = None,
) -> Array:
    """The value as an array; arrays that have the dtype already come back as they are.

    NumPy values are copied, because arrays are immutable and NumPy's are not. With copy=False they
    are not copied, and must not be written to any more. If that is impossible, ValueError says why.

    a: a number, a nested sequence, or an array of NumPy or fjax.
    order: changes nothing, because arrays have no order in memory; "F" raises.
    device: where the array is made; by default on the default device.
    out_sharding: how the result is split over a mesh.

    >>> jnp.asarray([1, 2], jnp.float32)
    Array([1., 2.], dtype=float32)
    """
    device = target("asarray", device, out_sharding)
    refuse_masked(a)
    given = isinstance(a, OPERANDS)
    if given and dtype is None and device is None and not copy:
        return a
    if copy is False and not given:
        return on_device(_taken_over(a, user_dtype("asarray", dtype)), device)
    return array(a, dtype, copy=bool(copy), order=order, device=device)


def _taken_over(value: Any, wanted: Any) -> Array:
    """A value's own memory as an array."""
    buffer = value if isinstance(value, np.ndarray) else _memory(value)
    found = None if buffer is None else _of_numpy(buffer)
    if found is None or wanted not in (None, found.aval.dtype):
        raise errors.FjaxValueError(
            f"asarray: a value of type {type(value).__name__} cannot be taken over without a copy; "
            "leave out copy=False"
        )
    return found


def _memory(value: Any) -> np.ndarray | None:
    """The memory of an object with Python's buffer protocol, as a NumPy array."""
    if isinstance(value, (str, *_NUMBERS)):
        return None
    try:
        return np.asarray(memoryview(value))
    except TypeError:
        return None


def _from_object(value: Any, wanted: Any) -> Any:
    if isinstance(value, Operand):
        return value
    if isinstance(value, (np.ndarray, np.generic)):
        known = value if wanted is None else at_once(value, wanted)
        return known if known is not value else _of_numpy(np.array(value))
    if isinstance(value, _NUMBERS):
        return _of_number(value, wanted)
    if value is None:
        raise errors.FjaxValueError("None is not a valid value for jnp.array: leave it out")
    if isinstance(value, str):
        raise errors.FjaxTypeError(f"array: strings are not array elements: {value!r:.80}")
    for protocol in ("__fjax_array__", "__jax_array__"):
        if hasattr(value, protocol):
            return _from_object(getattr(value, protocol)(), wanted)
    if isinstance(value, (list, tuple)):
        return _of_sequence(value, wanted)
    if hasattr(value, "__cuda_array_interface__"):
        return _of_interface(value)
    tensor = _from_tensor(value)
    if tensor is not None:
        return _of_numpy(tensor)
    if hasattr(value, "__array__") or hasattr(value, "__array_interface__"):
        return _of_numpy(np.array(value))
    memory = _memory(value)
    if memory is not None:
        return _of_numpy(memory.copy())
    if hasattr(value, "__getitem__") and hasattr(value, "__len__") and not hasattr(value, "keys"):
        return _of_sequence(list(value), wanted)
    raise errors.FjaxTypeError(
        f"array: {value!r} of type {type(value).__name__} is not a number, a sequence of numbers "
        "or an array"
    )


def _from_tensor(value: Any) -> np.ndarray | None:
    """A copy of another library's tensor on the CPU; None where DLPack is not the way."""
    if not hasattr(value, "__dlpack__") or value.__dlpack_device__()[0] != dlpack.CPU:
        return None
    try:
        return dlpack.adopt(value).copy()
    except (TypeError, RuntimeError):
        return None  # a dtype that DLPack lacks; __array__ is asked next


def _of_interface(value: Any) -> Array:
    """A copy of another library's array on a GPU, there."""
    number = value.__dlpack_device__()[1] if hasattr(value, "__dlpack_device__") else 0
    found = of_gpu(value, int(number), True)
    return convert_element_type(found, dtypes.canonicalize(found.dtype))


def _of_numpy(value: np.ndarray) -> Array:
    try:
        return of_numpy(value)
    except errors.DtypeError as error:
        raise errors.FjaxTypeError(
            f"array: dtype {value.dtype} is not one that fjax computes with"
        ) from error


def _too_large(value: Any, dtype: Any) -> OverflowError:
    return OverflowError(f"Python int {value} too large to convert to {dtype.name}")


def _of_number(value: Any, wanted: Any) -> Array:
    if wanted is not None and not dtypes.is_key(wanted):
        whole = isinstance(value, int) and not isinstance(value, bool)
        if whole and dtypes.is_integer(wanted):
            _check_fits(value, wanted)
            number = np.array(value)
        else:
            _check_holds(value, wanted)
            number = np.array(_as_float(value) if whole else value)
        converted = shortage.made("astype", quiet().run, number.astype, wanted)
        return Array(converted, ShapedArray((), wanted))
    dtype: Any
    try:
        dtype, weak = dtypes.python_scalar(value)
    except OverflowError as error:
        raise _too_large(value, dtypes.default_int()) from error
    return Array(quiet().run(np.array, value, dtype), ShapedArray((), dtype, weak))


def _as_float(value: int) -> float:
    """A Python integer of any size rounded to float64; one beyond its range is infinite."""
    try:
        return float(value)
    except OverflowError:
        return math.copysign(math.inf, value)


def _check_fits(value: Any, dtype: Any) -> None:
    """Raise for an integer that a dtype does not hold: NumPy and JAX do not wrap it, either.

    Integers of fewer than 8 bits wrap, as those of ml_dtypes and JAX do.
    """
    if dtype not in dtypes.NARROW and not _fits(value, dtype):
        raise OverflowError(
            f"Python integer {value} out of bounds for {dtype.name}; wrap it on purpose with "
            "numpy.array(value).astype(dtype), or choose a wider dtype"
        )


def _check_holds(value: Any, dtype: Any) -> None:
    """Raise for a Python float or complex number whose kind or size the dtype has not.

    NumPy raises these for numbers: ValueError for NaN, OverflowError, TypeError.
    """
    if type(value) is complex:
        check_real(value, dtype)
    elif type(value) is float and dtypes.is_integer(dtype):
        _check_fits(int(value), dtype)


def _fits(value: int, dtype: Any) -> bool:
    info = dtypes.iinfo(dtype)
    return bool(info.min <= value <= info.max)


def _is_lazy(x: Any) -> bool:
    """Whether an element must be converted by itself."""
    return isinstance(x, Operand) or hasattr(x, "__jax_array__") or hasattr(x, "__fjax_array__")


def _of_sequence(value: Any, wanted: Any) -> Any:
    leaves = tree_leaves(value, is_leaf=lambda x: x is None)
    if any(x is None for x in leaves):
        raise errors.FjaxValueError("None is not a valid value for jnp.array: leave it out")
    if any(map(_is_lazy, leaves)):
        concrete = not any(map(tracing.unknown, leaves)) and tracing.current() is None
        if concrete and not any(dtypes.is_key(aval_of(x).dtype) for x in leaves if _is_lazy(x)):
            return _of_concrete(value, leaves)
        found = joining.stack([_from_object(x, wanted) for x in value])
        return convert_element_type(found, found.aval.dtype, False)
    if not all(isinstance(x, (*_NUMBERS, np.ndarray, np.generic)) for x in leaves):
        value = _with_arrays(value)
        leaves = tree_leaves(value)
    return _of_plain(value, leaves, wanted)


def _with_arrays(value: Any) -> Any:
    """Nested lists in which every leaf is a number or a NumPy array."""
    if isinstance(value, (list, tuple)):
        return [_with_arrays(x) for x in value]
    return value if isinstance(value, _NUMBERS) else np.asarray(_from_object(value, None))


def _of_plain(value: Any, leaves: list[Any], wanted: Any) -> Array:
    """Nested sequences of numbers and NumPy values."""
    try:
        found = np.array(value)
    except ValueError as error:
        raise errors.ShapeError(f"array: the elements have different shapes: {error}") from error
    if found.dtype == object:
        found = _wide(value, leaves, wanted)
    if found.dtype.kind in "SU":
        raise errors.FjaxTypeError(f"array: strings are not array elements: {value!r:.80}")
    dtype: Any
    kinds = "biuf" if wanted is not None and dtypes.is_inexact(wanted) else "biu"
    if wanted is not None and not dtypes.is_key(wanted) and found.dtype.kind in kinds:
        dtype = wanted  # other conversions are convert_element_type's
    elif not leaves and found.dtype == np.float64:
        dtype = dtypes.default_float()
    elif all(isinstance(x, _NUMBERS) and not isinstance(x, np.generic) for x in leaves):
        dtype = dtypes.canonicalize(found.dtype)
    else:
        dtype = dtypes.promote(*[(aval_of(x).dtype, aval_of(x).weak_type) for x in leaves])[0]
    if wanted is not None and found.dtype.kind in "fc" and not dtypes.is_complex(wanted):
        for x in leaves:
            _check_holds(x, wanted)
    if dtypes.is_integer(dtype) and found.dtype.kind in "iu" and dtype != found.dtype:
        for x in leaves:  # what was an array already is converted, as astype does it
            if not isinstance(x, np.ndarray):
                _check_fits(int(x), dtype)
    converted = shortage.made("array", quiet().run, dtypes.cast, found, dtypes.physical(dtype))
    return Array(converted, ShapedArray(found.shape, dtype))


def _wide(value: Any, leaves: list[Any], wanted: Any) -> np.ndarray:
    """Nested sequences in which NumPy sees Python objects: integers beyond 64 bits as floats."""
    whole = [x for x in leaves if isinstance(x, int) and not -(2**63) <= x < 2**64]
    if not whole:
        raise errors.FjaxTypeError(
            f"array: the nested sequence holds values that are not numbers: {value!r:.80}"
        )
    if wanted is None or not dtypes.is_inexact(wanted):
        raise OverflowError(f"Python int too large to convert to int64: {whole[0]}")
    return np.array(value, np.complex128 if dtypes.is_complex(wanted) else np.float64)


def _of_concrete(value: Any, leaves: list[Any]) -> Array:
    """Stack concrete arrays with NumPy."""
    dtype: Any
    integer = (dtypes.default_int(), True)  # how large one is, matters where it is converted
    kinds = [
        integer if type(x) is int else (aval_of(x).dtype, aval_of(x).weak_type) for x in leaves
    ]
    dtype, _ = dtypes.promote(*kinds)

    def numpy_of(x: Any) -> Any:
        if isinstance(x, (list, tuple)):
            return np.stack([numpy_of(y) for y in x]) if x else np.zeros(0, dtype)
        if type(x) is int:
            return _of_number(x, dtype).buffer
        return tracing.as_array(x).host().astype(dtype)

    try:
        found = numpy_of(value)
    except ValueError as error:
        raise errors.ShapeError(f"array: the elements have different shapes: {error}") from error
    return Array(found, ShapedArray(found.shape, dtype))


def target(name: str, device: Any, out_sharding: Any) -> Any:
    """Where a new array goes: what `device` or `out_sharding` says; one of them is given.

    Raises TypeError for what is neither a device nor a sharding.
    """
    if device is None and out_sharding is None:
        return None
    check_kind(f"{name} out_sharding", out_sharding)
    if device is not None and out_sharding is not None:
        raise errors.FjaxValueError(f"{name}: give device or out_sharding, not both")
    device = devices.named(device)
    if not isinstance(device, devices.Device):
        check_kind(f"{name} device", device)
    return out_sharding if device is None else device


def on_device(x: Any, device: Any) -> Any:
    """The array on a device or where a sharding says (None: where config.default_device says)."""
    if device is None:
        if type(x) is Array and x.placement is None:
            where = devices.default_placement()
            return x if where is None else x.alias(x.aval, where)
        return x
    device = devices.named(device)
    if isinstance(x, Tracer):
        named = isinstance(device, (NamedSharding, PartitionSpec))
        return constrained("device or out_sharding", x, device) if named else x
    where = place(device, x.aval.shape)
    return x if where is None else x.alias(x.aval, where)


def place(device: Any, shape: tuple[int, ...]) -> devices.Placement | None:
    """Where a new array of this shape goes."""
    if device is None:
        return devices.default_placement()
    device = devices.named(device)
    if isinstance(device, devices.Placement):
        return device
    if isinstance(device, devices.Device):
        return devices.placement(device, True)
    found = as_sharding("device or out_sharding", device, shape)
    if isinstance(found, NamedSharding):
        found = concrete_sharding(found, ())
    if isinstance(device, PartitionSpec):
        found = as_result(found, len(shape))
    return placement_of(found)


def computed_place(ndim: int) -> devices.Placement | None:
    """Where a new array of this rank goes by default, as results of operations do."""
    where = devices.default_placement()
    if where is None or where.sharding is None:
        return where
    return placement_of(as_result(where.sharding, ndim))


def made(name: str, aval: ShapedArray, device: Any, make: Callable[..., Any], *args: Any) -> Array:
    """A new array of this type whose elements `make(*args)` computes, unless it has none.

    name: the function that makes it, for the message where memory is short.
    """
    where = computed_place(aval.ndim) if device is None else place(device, aval.shape)
    if where is None:
        return Array(shortage.made(name, make, *args), aval)
    if where.device is devices.META:
        return Array(NO_DATA, aval, where)
    return Array(shortage.made(name, make, *args), aval).alias(aval, where)
