"""Bits packed into bytes."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from fjax import errors, lax
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array, of_numpy
from fjax.interpreters.recorded import recorded
from fjax.numpy.arguments import align, as_type, constant, index, one_axis, operand
from fjax.numpy.elementwise import to_bool
from fjax.numpy.known import host_values
from fjax.numpy.shaping import flip, moveaxis, ravel
from fjax.primitives.structure import Reshape


def _bit_order(name: str, bitorder: str) -> None:
    if bitorder not in ("big", "little"):
        raise errors.FjaxValueError(
            f"{name}: 'order' must be either 'little' or 'big', got {bitorder!r}"
        )


def _places(bitorder: str, rank: int) -> Any:
    places = lax.iota(dtypes.uint8, 8)
    places = places if bitorder == "little" else flip(places)
    return Reshape((1,) * (rank - 1) + (8,))(places)


@recorded
def packbits(
    a: ArrayLike, axis: int | None = None, bitorder: Literal["big", "little"] = "big"
) -> Array:
    """Eight elements along an axis as the bits of one uint8; zeros fill up the last.

    >>> jnp.packbits(jnp.array([1, 0, 0, 0, 0, 0, 1, 1]))
    Array([131], dtype=uint8)
    """
    _bit_order("packbits", bitorder)
    a = operand("packbits", a)
    if not (dtypes.is_integer(a.aval.dtype) or a.aval.dtype == dtypes.bool_):
        raise errors.FjaxTypeError(
            f"Expected an input array of integer or boolean data type, got {a.aval}"
        )
    known = host_values(a) if axis is None else None
    if known is not None:
        return of_numpy(np.packbits(known[0] != 0, bitorder=bitorder))
    bits = as_type(to_bool(a), dtypes.uint8)
    number = 0 if axis is None else one_axis("packbits", axis, a.aval.ndim)
    bits = moveaxis(ravel(bits) if axis is None else bits, number, -1)
    rest = -bits.aval.shape[-1] % 8
    if rest:
        widths = [(0, 0, 0)] * (bits.aval.ndim - 1) + [(0, rest, 0)]
        bits = lax.pad(bits, constant(0, dtypes.uint8), widths)
    *batch, n = bits.aval.shape
    groups = Reshape((*batch, n // 8, 8))(bits)
    shifted = lax.shift_left(*align("packbits", groups, _places(bitorder, groups.aval.ndim)))
    return moveaxis(lax.reduce_sum(shifted, (shifted.aval.ndim - 1,)), -1, number)


@recorded
def unpackbits(
    a: ArrayLike,
    axis: int | None = None,
    count: int | None = None,
    bitorder: Literal["big", "little"] = "big",
) -> Array:
    """The bits of uint8 elements along an axis, as uint8 zeros and ones.

    count: how many to give; a negative one leaves that many out at the end.

    >>> jnp.unpackbits(jnp.array([131], jnp.uint8))
    Array([1, 0, 0, 0, 0, 0, 1, 1], dtype=uint8)
    """
    _bit_order("unpackbits", bitorder)
    a = operand("unpackbits", a)
    if a.aval.dtype != dtypes.uint8:
        raise errors.FjaxTypeError(
            f"Expected an input array of unsigned byte data type, got {a.aval}"
        )
    number = 0 if axis is None else one_axis("unpackbits", axis, a.aval.ndim)
    a = moveaxis(ravel(a) if axis is None else a, number, -1)
    *batch, n = a.aval.shape
    octets = Reshape((*batch, n, 1))(a)
    wide = lax.shift_right_logical(
        *align("unpackbits", octets, _places(bitorder, octets.aval.ndim))
    )
    bits = Reshape((*batch, n * 8))(lax.bitwise_and(wide, lax.full_like(wide, 1)))
    if count is not None:
        count = index("unpackbits", "count", count)
        last = bits.aval.ndim - 1
        if count > 8 * n:
            widths = [(0, 0, 0)] * last + [(0, count - 8 * n, 0)]
            bits = lax.pad(bits, constant(0, dtypes.uint8), widths)
        else:
            bits = lax.slice_in_dim(
                bits, 0, count if count >= 0 else max(8 * n + count, 0), axis=last
            )
    return moveaxis(bits, -1, number)
