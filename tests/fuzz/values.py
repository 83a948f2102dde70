"""Input arrays by seed: ordinary numbers, special ones, extremes; and views of them."""

from __future__ import annotations

import ml_dtypes
import numpy as np

NARROW = {
    name: np.dtype(getattr(ml_dtypes, name))
    for name in ("bfloat16", "float8_e4m3fn", "float8_e5m2", "int4", "uint4")
}
SPECIAL = (
    0.0,
    -0.0,
    np.inf,
    -np.inf,
    np.nan,
    1e-310,
    -1e-310,
    1e-40,
    5e-324,
    1.0,
    -1.0,
    0.5,
    1e30,
    -1e30,
    3.0,
    2.0**24 + 1,
    709.5,
    -745.0,
    88.5,
    1e-8,
)


def dtype_of(name: str) -> np.dtype:
    """The dtype of that name, ml_dtypes' included."""
    return NARROW.get(name) or np.dtype(name)


def values(
    shape: tuple[int, ...], dtype: str = "float64", *, seed: int, kind: str = "normal"
) -> np.ndarray:
    """An array of a kind of numbers.

    kind: "normal"; "special" (a fifth are zeros, NaN, infinities, denormals; extremes for
    integers); "small" (integers from 0 to 4); "sorted", "positive"; "few" (many equal ones).
    """
    rng, made = np.random.default_rng(seed), dtype_of(dtype)
    if made.kind == "b":
        return np.asarray(rng.random(shape) < 0.5)
    if made.kind in "iu" or dtype in ("int4", "uint4"):
        return _integers(rng, shape, made, kind)
    if kind == "few":
        x = rng.integers(-2, 3, shape).astype(float)
    else:
        x = np.asarray(rng.normal(size=shape))
    if kind == "positive":
        x = abs(x) + 0.1
    if kind == "sorted":
        x = np.sort(x, axis=-1) if x.ndim else x
    if kind == "special":
        x = np.where(rng.random(shape) < 0.2, rng.choice(SPECIAL, shape), x)
    if made.kind == "c":  # which part of a product with an infinity is NaN is nobody's promise
        x = np.where(np.isinf(x), np.nan, x) + 1j * np.asarray(rng.normal(size=shape))
    with np.errstate(all="ignore"):
        return np.asarray(x).astype(made)


def _integers(
    rng: np.random.Generator, shape: tuple[int, ...], dtype: np.dtype, kind: str
) -> np.ndarray:
    signed = dtype.kind == "i" or dtype == NARROW["int4"]
    low = 0 if kind == "small" or not signed else -5
    x = np.asarray(rng.integers(low, 5 if kind == "small" else 7, shape))
    x = x.astype(dtype)
    if kind == "special" and dtype.kind in "iu":
        info = np.iinfo(dtype)
        extremes = np.array([info.min, info.max, 0, 1, info.max // 2, info.max - 1], dtype)
        x = np.where(rng.random(shape) < 0.3, rng.choice(extremes, shape), x)
    return np.asarray(x)
