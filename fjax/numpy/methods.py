"""Methods and properties of arrays and tracers, as NumPy's arrays have them."""

from __future__ import annotations

import math
import sys
from typing import Any

from fjax import errors, lax
from fjax.api.devices import device_put
from fjax.core import dtypes
from fjax.numpy import reductions, scalar_types, selection, shaping
from fjax.numpy.arguments import is_number, operand, user_dtype
from fjax.numpy.binary import clip
from fjax.primitives.barriers import copy
from fjax.primitives.structure import Reshape


def _reshape(self: Any, *args: Any, order: str = "C", out_sharding: Any = None) -> Any:
    """The elements under another shape: `x.reshape(2, -1)` or `x.reshape((2, -1))`."""
    shape = args[0] if len(args) == 1 else args
    return shaping.reshape(self, shape, order, out_sharding=out_sharding)


def _transpose(self: Any, *args: Any) -> Any:
    """The axes reversed, or in the order given, as several integers or one sequence."""
    if not args or (len(args) == 1 and args[0] is None):
        return shaping.transpose(self)
    one = len(args) == 1 and not is_number(args[0])
    return shaping.transpose(self, args[0] if one else args)


def _reversed_axes(self: Any) -> Any:
    """The array with its axes reversed."""
    rank = self.aval.ndim
    return shaping.transposing(tuple(range(rank - 1, -1, -1)))(self) if rank > 1 else self


def _flatten(self: Any, order: str = "C", *, out_sharding: Any = None) -> Any:
    """All elements in one axis."""
    return shaping.ravel(self, order, out_sharding=out_sharding)


def _astype(self: Any, dtype: Any, copy: bool = False, device: Any = None) -> Any:
    """The array converted to a dtype."""
    return scalar_types.astype(self, dtype, copy=copy, device=device)


def _clip(self: Any, min: Any = None, max: Any = None) -> Any:
    """The array limited to [min, max]."""
    return clip(self, min, max)


def _compress(
    self: Any,
    condition: Any,
    axis: int | None = None,
    *,
    out: None = None,
    size: int | None = None,
    fill_value: Any = 0,
) -> Any:
    """The slices along an axis where the condition holds."""
    return selection.compress(condition, self, axis, size=size, fill_value=fill_value, out=out)


def _copy(self: Any) -> Any:
    """A copy of the array."""
    return copy(self)


def _deepcopy(self: Any, memo: Any) -> Any:
    """A copy of the array."""
    del memo
    return copy(self)


def _contains(self: Any, other: Any) -> Any:
    """Whether any element of a vector equals a scalar."""
    if self.aval.ndim != 1:
        raise errors.FjaxValueError(
            f"Array.__contains__: search array must be one-dimensional, got {self.aval}"
        )
    try:
        value = operand("Array.__contains__", other)
    except errors.FjaxTypeError as error:
        raise errors.FjaxTypeError(
            f"Array.__contains__: unsupported operand type {type(other).__name__}"
        ) from error
    if value.aval.ndim:
        raise errors.FjaxValueError(
            f"Array.__contains__: query value must be a scalar, got {value.aval}"
        )
    return reductions.any(self == value)


def _to_device(self: Any, device: Any, *, stream: Any = None) -> Any:
    """The array on another device."""
    if stream is not None:
        raise NotImplementedError("to_device: streams are not supported")
    return device_put(self, device)


def _array_namespace(self: Any, *, api_version: str | None = None) -> Any:
    """The module of functions on such arrays, as the array API standard asks."""
    module = sys.modules["fjax.numpy"]
    if api_version is not None and api_version > module.__array_api_version__:
        raise errors.FjaxValueError(
            f"array API version {api_version!r} is not available; there is "
            f"{module.__array_api_version__}"
        )
    return module


# ---- views


def _view(self: Any, dtype: Any = None, type: None = None) -> Any:
    """The bytes of the array read as another dtype; the last axis grows or shrinks as needed."""
    if isinstance(dtype, (int, tuple)):
        raise errors.FjaxTypeError(
            "view takes a dtype, and reads the bytes as it; x.reshape(…) a shape"
        )
    if type is not None:
        raise NotImplementedError("The 'type' argument of view is not implemented.")
    if dtype is None:
        return self
    wanted = user_dtype("view", dtype)
    own = self.aval.dtype
    if wanted == own:
        return self
    if own == dtypes.bool_:
        return _view(self.astype(dtypes.uint8), wanted)
    if wanted == dtypes.bool_:
        return _view(self, dtypes.uint8).astype(dtypes.bool_)
    if dtypes.is_complex(own):
        parts = [lax.real(self), lax.imag(self)]
        if self.aval.ndim == 0:
            raise _rank_error(self, wanted)
        paired = lax.concatenate([lax.expand_dims(p, (p.ndim,)) for p in parts], self.aval.ndim)
        return _view(Reshape((*self.aval.shape[:-1], 2 * self.aval.shape[-1]))(paired), wanted)
    if dtypes.is_complex(wanted):
        real = _view(self, dtypes.real_part(wanted))
        if real.aval.ndim == 0 or real.aval.shape[-1] % 2:
            raise _rank_error(self, wanted)
        n, last = real.aval.shape[-1], real.aval.ndim - 1
        return lax.complex(
            lax.slice_in_dim(real, 0, n, 2, last), lax.slice_in_dim(real, 1, n, 2, last)
        )
    return _view_bits(self, wanted)


def _view_bits(x: Any, wanted: Any) -> Any:
    own, shape = x.aval.dtype, x.aval.shape
    if own.itemsize == wanted.itemsize:
        return lax.bitcast_convert_type(x, wanted)
    if not shape:
        raise _rank_error(x, wanted)
    if own.itemsize > wanted.itemsize:
        found = lax.bitcast_convert_type(x, wanted)
        return Reshape((*shape[:-1], math.prod(found.aval.shape[len(shape) - 1 :])))(found)
    ratio = wanted.itemsize // own.itemsize
    if shape[-1] % ratio:
        raise _rank_error(x, wanted)
    return lax.bitcast_convert_type(Reshape((*shape[:-1], shape[-1] // ratio, ratio))(x), wanted)


def _rank_error(x: Any, wanted: Any) -> errors.FjaxError:
    return errors.FjaxValueError(
        f"view: {x.aval} cannot be read as {wanted.name}: when changing to a dtype of another "
        "size, "
        "the array needs an axis, and the size in bytes of its last axis must be a multiple of the "
        "itemsize"
    )


def _byteswap(self: Any) -> Any:
    """The bytes of every element in reverse order."""
    if self.aval.dtype.itemsize == 1:
        return self
    octets = lax.bitcast_convert_type(self, dtypes.uint8)
    return lax.bitcast_convert_type(lax.rev(octets, (octets.aval.ndim - 1,)), self.aval.dtype)
