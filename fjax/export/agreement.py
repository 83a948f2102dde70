"""Whether two programs compute the same, tried on random arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Jaxpr
from fjax.core.printer import host_table

_MOST_ELEMENTS = 1 << 22  # of an argument; larger ones are not tried
_ROUNDING = 64  # units in the last place of the largest element that results may differ by


def agree(one: Jaxpr, other: Jaxpr, constants: list[Any]) -> bool:
    """Whether two programs of the same types give the same, to rounding, for random arguments.

    False for programs that call functions of the host, which are not run for this.

    >>> import fjax
    >>> double = fjax.make_jaxpr(lambda x: x + x)(jnp.ones(3)).jaxpr
    >>> agree(double, fjax.make_jaxpr(lambda x: 2 * x)(jnp.ones(3)).jaxpr, [])
    True
    """
    avals = one.in_avals[len(constants) :]
    same_types = one.in_avals == other.in_avals and [
        a.strip_weak_type() for a in one.out_avals
    ] == [a.strip_weak_type() for a in other.out_avals]
    small = all(a.size <= _MOST_ELEMENTS for a in avals)
    if not same_types or not small or host_table(one) or host_table(other):
        return False
    source = np.random.default_rng(0)
    args = [*constants, *[_random(source, aval) for aval in avals]]
    pairs = zip(evaluate_jaxpr(one, args), evaluate_jaxpr(other, args), strict=True)
    return all(_close(x, y) for x, y in pairs)


def _random(source: np.random.Generator, aval: ShapedArray) -> Array:
    physical = np.dtype(dtypes.physical(aval.dtype))
    if dtypes.is_inexact(aval.dtype):
        values: Any = source.standard_normal(aval.shape)
        if np.dtype(physical).kind == "c":
            values = values + 1j * source.standard_normal(aval.shape)
    else:
        values = source.integers(0, 2 if physical == np.bool_ else 4, aval.shape)
    return Array(np.asarray(values).astype(physical), aval)


def _close(x: Any, y: Any) -> bool:
    left, right = x.host(), y.host()
    if not dtypes.is_inexact(x.aval.dtype):
        return left.tobytes() == right.tobytes()
    unit = float(dtypes.finfo(x.aval.dtype).eps)
    wide = np.complex128 if np.iscomplexobj(left) else np.float64
    left, right = left.astype(wide), right.astype(wide)
    finite = np.isfinite(left)
    scale = np.abs(left[finite]).max(initial=0.0)
    return bool(np.allclose(left, right, 0, _ROUNDING * unit * scale, equal_nan=True))
