"""Special functions by CuPy, which has some of SciPy's under the same names.

Its zeta takes positive q alone: where another is found, for which the GPU is waited for, all are
computed in host memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core.avals import ShapedArray
from fjax.core.primitive import Primitive
from fjax.lowering.cuda.library.routines import as_cupy
from fjax.lowering.cuda.runtime import gpu as cuda
from fjax.primitives.arithmetic import add, mul
from fjax.primitives.comparison import eq
from fjax.primitives.exponential import exp
from fjax.primitives.families import like
from fjax.primitives.library_functions import ComplexLoggamma, Erfcx, Expn, Ndtri
from fjax.primitives.rounding import floor
from fjax.primitives.selection import select_n
from fjax.primitives.special import Betainc, Igamma, Igammac, Zeta, digamma, lgamma, zeta

FUNCTIONS: dict[type[Primitive], str] = {
    Igamma: "gammainc",
    Igammac: "gammaincc",
    Betainc: "betainc",
    Ndtri: "ndtri",
    Erfcx: "erfcx",
    Expn: "expn",
    ComplexLoggamma: "loggamma",
    Zeta: "zeta",
}
DTYPES = {np.dtype(d) for d in (np.float32, np.float64, np.complex64, np.complex128)}


def function(op: Primitive, avals: Sequence[ShapedArray]) -> Callable[..., Any] | None:
    """What computes an operation on buffers of these types; None where CuPy has nothing."""
    name, dtypes = FUNCTIONS.get(type(op)), {a.dtype for a in avals}
    if name is None or not dtypes <= DTYPES or (type(op) is Erfcx and avals[0].dtype.kind == "c"):
        return None
    if isinstance(op, Zeta):
        return lambda x, q: _zeta(op, as_cupy(x), as_cupy(q))
    if isinstance(op, Betainc):
        return lambda *operands: _wide(name, list(map(as_cupy, operands)))
    return lambda *operands: getattr(cuda.cupyx_special, name)(*map(as_cupy, operands))


def _wide(name: str, arrays: Sequence[Any]) -> Any:
    """The function of float64 numbers in the dtype of its operands, as on the CPU."""
    found = getattr(cuda.cupyx_special, name)(*[a.astype(np.float64) for a in arrays])
    return found.astype(arrays[0].dtype)


def _zeta(op: Zeta, x: Any, q: Any) -> Any:
    if bool(cuda.cupy.any(cuda.cupy.signbit(q)).get()):
        (found,) = op.evaluate(np, x.get(), q.get())
        return cuda.cupy.array(found, found.dtype)
    return cuda.cupyx_special.zeta(x, q)


def polygamma_by_zeta(m: Any, x: Any) -> Sequence[Any]:
    """The m-th derivative of digamma: (-1) ** (m + 1) * m! * zeta(m + 1, x)."""
    one = like(1, m)
    half = mul(m, like(0.5, m))
    sign = select_n(eq(half, floor(half)), one, like(-1, m))
    higher = mul(mul(sign, exp(lgamma(add(m, one)))), zeta(add(m, one), x))
    return (select_n(eq(m, like(0, m)), higher, digamma(x)),)
