"""Parts of complex numbers; absolute value and sign, which are about them too."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax.core import dtypes, scalar, vectormath
from fjax.core.dtypes import Dtype
from fjax.core.fresh import empty
from fjax.core.primitive import Zero, primitive
from fjax.core.scalar import ComplexExpr
from fjax.core.tracing import aval_of
from fjax.errors import DtypeError
from fjax.primitives.arithmetic import LinearElementwise, div, mul, neg
from fjax.primitives.comparison import eq, ge
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import Elementwise, Flat, describe, is_linear, like, program
from fjax.primitives.selection import select_n
from fjax.primitives.structure import spread, sum_to


class ComplexPart(LinearElementwise):
    """A real part of a complex operand."""

    accepts = "c"

    def result_dtype(self, dtype: Dtype) -> Dtype:
        return dtypes.real_part(dtype)

    def linear_part(self, out, tangents):
        return self(tangents[0])


@primitive
class Real(ComplexPart):
    """The real part."""

    def evaluate(self, xp: Any, z: Any):
        return (z.real.copy(),)

    def scalar(self, z):
        return vectormath.real(z)

    def transpose(self, cotangents, z):
        return (complex_(cotangents[0], like(0, cotangents[0])),)


@primitive
class Imag(ComplexPart):
    """The imaginary part."""

    def evaluate(self, xp: Any, z: Any):
        return (z.imag.copy(),)

    def scalar(self, z):
        return vectormath.imag(z)

    def transpose(self, cotangents, z):
        return (complex_(like(0, cotangents[0]), neg(cotangents[0])),)


@primitive
class Complex(LinearElementwise):
    """x + i y for real x and y."""

    makes_nan = False
    accepts = "f"

    def check_dtypes(self, avals):
        dtype = super().check_dtypes(avals)
        if dtype not in (dtypes.float32, dtypes.float64):
            raise DtypeError(
                f"complex: parts must be float32 or float64, got {describe(avals)}; "
                "convert with astype"
            )
        return dtype

    def result_dtype(self, dtype: Dtype) -> Dtype:
        return dtypes.complex_of(dtype)

    def evaluate(self, xp: Any, x: Any, y: Any):
        new = empty if xp is np else xp.empty
        out = new(np.broadcast_shapes(x.shape, y.shape), dtypes.complex_of(x.dtype))
        out.real, out.imag = x, y
        return (out,)

    def scalar(self, x, y):
        return ComplexExpr(x, y)

    def linear_part(self, out, tangents):
        given = next(t for t in tangents if type(t) is not Zero)
        zero = like(0, given)
        x, y = (zero if type(t) is Zero else t for t in tangents)
        return spread(complex_(x, y), out.shape)

    def transpose(self, cotangents, x, y):
        c = cotangents[0]
        return (
            sum_to(real(c), x.shape) if is_linear(x) else None,
            sum_to(neg(imag(c)), y.shape) if is_linear(y) else None,
        )


@primitive
class Conj(LinearElementwise):
    """The complex conjugate, as a complex number also of a real operand."""

    hints = {"input_dtype": None}
    makes_nan = False
    accepts = "fc"

    def result_dtype(self, dtype: Dtype) -> Dtype:
        return dtypes.complex_of(dtype)

    def evaluate(self, xp: Any, z: Any):
        return (xp.conj(z).astype(dtypes.complex_of(z.dtype), copy=False),)

    def scalar(self, z):
        return (
            vectormath.conj(z)
            if isinstance(z, ComplexExpr)
            else ComplexExpr(z, scalar.const(0, z.dtype))
        )

    def linear_part(self, out, tangents):
        return self(tangents[0])

    def transpose(self, cotangents, z):
        if dtypes.is_complex(z.dtype):
            return (conj(cotangents[0]),)
        return (convert_element_type(real(cotangents[0]), z.dtype),)


@primitive
class Abs(Elementwise):
    """|x|; the modulus of a complex number. The derivative at 0 is 1, at a complex 0 it is 0."""

    makes_nan = False
    ufunc = np.absolute
    accepts = "ifc"
    narrow_integers = False

    def result_dtype(self, dtype: Dtype) -> Dtype:
        return dtypes.real_part(dtype)

    def scalar(self, x):
        return abs(x)

    def partials(self, out, x):
        aval = aval_of(x)
        if not dtypes.is_complex(aval.dtype):
            zero, one, minus = like(0, x), like(1, x), like(-1, x)
            return (select_n(ge(x, zero), minus, one),)
        modulus = select_n(eq(out, like(0, out)), out, like(1, out))
        direction = div(conj(x), complex_(modulus, like(0, out)))
        return (lambda t: real(mul(t, direction)),)


@primitive
class Sign(Flat):
    """-1, 0 or 1, with -0.0 and NaN kept; z / |z| of a complex number, which only turns."""

    ufunc = np.sign
    ufunc_kinds = "ui"  # NumPy's sign of a float loses -0.0, that of a huge complex overflows
    scalar = program(vectormath.sign)

    def evaluate(self, xp: Any, x: Any):
        if dtypes.is_complex(x.dtype):
            size = xp.absolute(x)
            least = dtypes.finfo(x.dtype).tiny
            if ((size > least) & (size < 1 / least)).all():  # neither it nor 1 / it is denormal
                return (xp.divide(x, size),)
        return super().evaluate(xp, x)

    def partials(self, out, x):
        if not dtypes.is_complex(aval_of(x).dtype):
            return super().partials(out, x)
        size = abs_(x)
        size = select_n(eq(size, like(0, size)), size, like(1, size))

        def turned(t: Any) -> Any:
            angle = div(imag(mul(conj(out), t)), size)
            return mul(out, complex_(like(0, angle), angle))

        return (turned,)


real, imag, complex_, conj = Real(), Imag(), Complex(), Conj()
abs_, sign = Abs(), Sign()
