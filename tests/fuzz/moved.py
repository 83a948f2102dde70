"""Monte Carlo arithmetic: results moved by units in the last place, to see what rounding does.

Every primitive that rounds gives its result moved, in derivatives' rules too. Equal numbers are
moved equally, so that ties stay ties.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from fjax.config import checks
from fjax.core import tracing
from fjax.core.array import Array
from fjax.primitives.structure import Structural
from tests.fuzz import compare

STEP = 2.0  # units in the last place, at most
EXACT = frozenset(
    "neg abs max min select_n sign floor ceil round copy stop_gradient real imag conj clamp sort "
    "reduce_max reduce_min gather scatter dynamic_slice dynamic_update_slice concatenate pad top_k "
    "optimization_barrier cummax cummin bitcast_convert_type complex argmax argmin iota "
    "broadcast_in_dim reshape transpose rev squeeze expand_dims slice split integer_pow_1".split()
)


# Whose results err by units of the largest, up or down.
NORMWISE = frozenset(
    "eigh eigvalsh eig svd qr lu cholesky geqrf householder_product schur fft hessenberg".split()
)
# Which zero an extremum of many takes depends on where it is cut.
EXTREMA = frozenset(
    "reduce_max reduce_min reduce_window_max reduce_window_min cummax cummin scatter_max "
    "scatter_min select_and_scatter_add".split()
)
SUMS = frozenset("dot_general conv_general_dilated reduce_sum cumsum scatter_add".split())


def move(x: np.ndarray, sample: int) -> np.ndarray:
    """The array with each number moved; infinities, NaN and zeros stay."""
    eps = compare.epsilon(x.dtype)
    if not eps or x.dtype.itemsize == 1 or not x.size:
        return x
    with np.errstate(all="ignore"):
        place = compare.wide(x)
        place = place.real + 2 * place.imag if place.dtype.kind == "c" else place
        noise = np.sin(place * (1e4 * (sample + 1)) + sample + 0.5)
        step = STEP * eps * np.where(np.isfinite(noise), noise, 0.0)
        return np.asarray(compare.wide(x) * (1 + step)).astype(x.dtype)


def _with_zeros(x: np.ndarray, sample: int) -> np.ndarray:
    """Zeros of one sign: a sum of -0 is 0 if it begins with 0, and not with its first term."""
    if x.dtype.kind not in "fc":
        return x
    zero = np.zeros((), x.dtype)
    return np.where(x == 0, zero if sample % 2 else -zero, x)


def _with_nans(x: np.ndarray, sample: int) -> np.ndarray:
    """NaNs of one sign: which one a computed NaN has depends on the order of operands."""
    if x.dtype.kind != "f" or not np.isnan(x).any():
        return x
    sign = x.dtype.type(1 - 2 * (sample % 2))
    return np.where(np.isnan(x), np.copysign(x, sign), x)


def _jolted(x: np.ndarray, sample: int) -> np.ndarray:
    """The array with units of its largest number added; what one sample adds, the next takes."""
    eps = compare.epsilon(x.dtype)
    if not eps or not x.size:
        return x
    with np.errstate(all="ignore"):
        largest = np.max(abs(x), where=np.isfinite(x), initial=0.0)
        noise = np.sin(np.arange(x.size) * (1.3 + sample // 2)).reshape(x.shape)
        return (x + STEP * eps * largest * noise * (1 - 2 * (sample % 2))).astype(x.dtype)


@contextlib.contextmanager
def moving(sample: int) -> Iterator[None]:
    """Within the block, eager operations give moved results."""
    plain = tracing.run_now

    def run(primitive: Any, args: Any) -> list[Any]:
        outs = plain(primitive, args)
        if primitive.name in EXTREMA:
            return [Array(_with_zeros(o.buffer, sample), o.aval) for o in outs]
        if isinstance(primitive, Structural) or primitive.name in EXACT:
            return outs
        if primitive.name == "convert_element_type" and all(
            compare.epsilon(np.asarray(a).dtype) >= compare.epsilon(np.dtype(o.dtype))
            for a, o in zip(args, outs)
        ):
            return outs
        results = [o.buffer for o in outs]
        if primitive.name in SUMS:
            results = [_with_zeros(r, sample) for r in results]
        if primitive.name in NORMWISE:
            results = [_jolted(r, sample) for r in results]
        return [
            Array(_with_nans(move(r, sample), sample), o.aval) if isinstance(r, np.ndarray) else o
            for r, o in zip(results, outs, strict=True)
        ]

    before, checks.on = checks.on, True  # or NumPy computes some at once
    tracing.run_now = run
    try:
        yield
    finally:
        tracing.run_now, checks.on = plain, before
