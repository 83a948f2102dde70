"""Conversions between dtypes: by value, by bits, by precision."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax.core import dtypes, scalar, vectormath
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.dtypes import Dtype
from fjax.core.primitive import Primitive, Zero, primitive
from fjax.core.quiet import quiet
from fjax.core.relations import AxisRelation, along_leading
from fjax.core.tracing import Tracer, aval_of, state, under
from fjax.errors import DtypeError, FjaxTypeError, ShapeError
from fjax.primitives.families import ANY, Elementwise
from fjax.primitives.structure import batch_first, zero_jvp


@primitive
class ConvertElementType(Elementwise):
    """x as another dtype. Float to integer saturates and NaN gives 0; complex to real drops the
    imaginary part; anything to bool tests for nonzero."""

    spelled = {"dtype": "new_dtype"}
    hints = {"sharding": None}
    makes_nan = False
    accepts = ANY
    exact = True
    rounds = True
    absent = frozenset()
    dtype: Dtype
    weak_type: bool = False

    def result_type(self, x: ShapedArray):
        if dtypes.is_key(x.dtype) != dtypes.is_key(self.dtype) and x.dtype != dtypes.float0:
            raise DtypeError(
                f"Cannot convert_element_type from {x.dtype.name} to "
                f"{self.dtype.name}, got {x}; "
                "use fjax.random.key_data or fjax.random.wrap_key_data for keys"
            )
        return (ShapedArray(x.shape, self.dtype, self.weak_type),)

    def evaluate(self, xp: Any, x: Any):
        target = dtypes.physical(self.dtype)
        source = x.dtype
        if source == dtypes.float0:
            return (xp.zeros(x.shape, target),)
        if source.kind == "c" and target.kind not in "cb":
            x, source = x.real, x.real.dtype
        if dtypes.is_float(source) and dtypes.is_integer(target):
            x = x.astype(dtypes.widened(source), copy=False)
            if xp is np and fits(x, target):
                return (x.astype(target),)
            return Elementwise.evaluate(self, xp, x)
        return (dtypes.cast(x, target),)

    def scalar(self, x):
        return vectormath.convert(x, self.dtype)

    def jvp(self, primals, tangents):
        out = self(*primals)
        if not dtypes.is_inexact(out.dtype):
            return (out,), (Zero(out.aval.tangent()),)
        return (out,), (self(tangents[0]),)

    def transpose(self, cotangents, x):
        return (convert_element_type(cotangents[0], x.dtype, x.aval.weak_type),)

    def simplify(self, x):
        return x if x.aval == self.result_type(x.aval)[0] else None


def fits(x: np.ndarray, target: np.dtype) -> bool:
    """Whether all floats truncate into the integer dtype, so that NumPy's conversion is defined."""
    if x.size == 0:
        return True
    limits = dtypes.iinfo(target)
    low, high = x.min(), x.max()
    return bool(low > float(limits.min) - 1.0 and high < float(limits.max))


def convert_element_type(x: Any, dtype: Dtype, weak_type: bool = False) -> Any:
    """x converted to the dtype; x itself if it has it."""
    aval = aval_of(x)
    if aval.dtype == dtype and aval.weak_type == weak_type:
        return x
    if state.trace is not None and aval.shape == () and not isinstance(x, Tracer):
        with under(None):  # a known number is a literal of the program, not an equation
            return ConvertElementType(dtype, weak_type)(x)
    return ConvertElementType(dtype, weak_type)(x)


def at_once(value: Any, dtype: Dtype) -> Any:
    """A number or array of Python's or NumPy's that is to have a dtype, for `convert_element_type`.

    With 64 bits off, NumPy's wide values have the dtype at once, not by way of 32 bits. A complex
    number of Python's has no value in a real dtype.
    """
    if type(value) is complex:
        check_real(value, dtype)
    if not isinstance(value, (np.ndarray, np.generic)) or dtypes.is_key(dtype):
        return value
    if value.dtype.kind not in "iufc" or dtypes.canonicalize(value.dtype) == value.dtype:
        return value
    convert = ConvertElementType(dtype)
    (found,) = quiet().run(convert.evaluate, np, np.asarray(value))
    return Array(found, ShapedArray(found.shape, dtype))


def check_real(value: complex, dtype: Dtype) -> None:
    """Refuse one of Python's complex numbers where the dtype has none, as NumPy does."""
    if not dtypes.is_complex(dtype) and dtype.kind != "b":
        raise FjaxTypeError(
            f"the complex number {value} has no value of dtype {dtype.name}; take its real part"
        )


@primitive
class BitcastConvertType(Elementwise):
    """The same bits as another dtype of the same width."""

    spelled = {"dtype": "new_dtype"}
    makes_nan = False
    accepts = ANY
    exact = True
    dtype: Dtype

    def result_type(self, x: ShapedArray):
        check_bitcast(x, self.dtype)
        if dtypes.bit_width(x.dtype) != dtypes.bit_width(self.dtype):
            raise DtypeError(
                f"bitcast_convert_type: {x} and {self.dtype.name} differ in width; "
                "use fjax.lax.bitcast_convert_type, which changes the shape"
            )
        return (ShapedArray(x.shape, self.dtype),)

    def evaluate(self, xp: Any, x: Any):
        return (x.view(dtypes.physical(self.dtype)).copy(),)

    def scalar(self, x):
        return x if x.dtype == self.dtype else scalar.bitcast(x, self.dtype)

    def partials(self, out: Any, *args: Any):
        return (None,)


@primitive
class BitcastReshape(Primitive):
    """The same bits as a dtype of another width: the last axis holds the parts of the wider one."""

    library = True
    absent = frozenset({"transpose"})
    dtype: Dtype

    def relation(self, x: ShapedArray) -> AxisRelation:
        results = self.result_type(x)
        return along_leading([x], results, min(x.ndim, results[0].ndim))

    def result_type(self, x: ShapedArray):
        check_bitcast(x, self.dtype)
        old, new = dtypes.bit_width(x.dtype), dtypes.bit_width(self.dtype)
        if max(old, new) % min(old, new):
            raise DtypeError(
                f"bitcast_convert_type: {x} of {old} bits has no parts of {new} bits, "
                f"as {self.dtype.name} would need; convert by value, with astype"
            )
        if old > new:
            return (ShapedArray((*x.shape, old // new), self.dtype),)
        if not x.shape or x.shape[-1] * old != new:
            raise ShapeError(
                f"bitcast_convert_type: the last axis of {x} must hold {new // old} "
                f"elements, the parts of one {self.dtype.name}"
            )
        return (ShapedArray(x.shape[:-1], self.dtype),)

    def evaluate(self, xp: Any, x: Any):
        target = dtypes.physical(self.dtype)
        if x.dtype in dtypes.NARROW or target in dtypes.NARROW:
            return (regroup_bits(xp, x, target),)
        if x.dtype.itemsize > target.itemsize:
            parts = x.dtype.itemsize // target.itemsize
            words = xp.ascontiguousarray(x)[..., None].view(target)
            return (words.reshape((*x.shape, parts)).copy(),)
        return (xp.ascontiguousarray(x).view(target).reshape(x.shape[:-1]).copy(),)

    jvp = zero_jvp

    batch = batch_first


def regroup_bits(xp: Any, x: Any, target: np.dtype) -> Any:
    """The elements' bits, lowest first, in groups of another width; elements of a narrow dtype
    have theirs in the low bits of a byte."""
    old, new = dtypes.bit_width(x.dtype), dtypes.bit_width(target)
    octets = xp.ascontiguousarray(x).reshape(*x.shape, 1).view(np.uint8)
    bits = xp.unpackbits(octets, axis=-1, bitorder="little")[..., :old]
    lead = x.shape if old > new else x.shape[:-1]
    groups = bits.reshape(*lead, -1, new)
    found = xp.packbits(groups, axis=-1, bitorder="little").view(target)
    return found.reshape((*lead, old // new) if old > new else lead)


def check_bitcast(x: ShapedArray, dtype: Dtype) -> None:
    """Raise for what has no bits to reinterpret."""

    def opaque(d: Dtype) -> bool:
        return dtypes.is_key(d) or d == dtypes.float0 or d.kind in "bc"

    if x.dtype != dtype and (opaque(x.dtype) or opaque(dtype)):
        raise DtypeError(
            f"bitcast_convert_type: {x} does not convert to {dtype.name}: bool, "
            "complex and key dtypes have no other form; use x.view(dtype)"
        )


@primitive
class StopGradient(Elementwise):
    """x as a constant: its derivative is zero."""

    makes_nan = False
    accepts = ANY
    exact = True

    def evaluate(self, xp: Any, x: Any):
        return (x,)

    def scalar(self, x):
        return x

    def partials(self, out: Any, *args: Any):
        return (None,)

    def simplify(self, x):
        return x  # programs are simplified when all derivatives have been taken


stop_gradient = StopGradient()
