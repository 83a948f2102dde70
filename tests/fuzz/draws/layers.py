"""16-bit numbers and integers in nn, losses, metrics and data: as in float64, or refused."""

from __future__ import annotations

import random
from typing import Any

import ml_dtypes
import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import data
from fjax.data import images
from tests.fuzz import compare
from tests.fuzz.draws.draw import Draw
from tests.nn.number_cases import CASES, Case, as_wide
from tests.nn.test_narrow_numbers import STEPS

FLOATS = ("float16", "bfloat16", "float32")
EXACT = ("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")
SIZES = (0.0, 1e-3, 0.1, 1.0, 1.0, 3.0, 30.0, 300.0)
DATA = {
    "data.padded": Case(lambda *rows: data.padded()(list(rows)).values, ((3,), (0,), (5,)), ()),
    "data.padded by a value": Case(
        lambda *r: data.padded(value=1)(list(r)).values, ((3,), (4,)), ()
    ),
    "data.Batches": Case(
        lambda x, y: jnp.concatenate(
            [
                jnp.asarray(b).ravel()
                for pair in data.Batches((x, y), 2, shuffle=False)
                for b in pair
            ]
        ),
        ((5, 2), (5,)),
        (),
    ),
    "images.mixup": Case(
        lambda x, y: images.mixup(fjax.random.key(1), (x, y), alpha=0.7)[0], ((4, 3), (4, 2)), ()
    ),
}
DRAWN_APART = {"images.colour"}  # its factors are drawn in the dtype that it computes in
ALL = {name: case for name, case in (CASES | DATA).items() if name not in DRAWN_APART}
# What sums in float64 terms that are computed in the dtype of the input, in float32 at least.
SUMMED = {"metrics.Perplexity"}
# Differences of logarithms, as in JAX, in float32 at least, whose rounding one near 0 has.
OF_LOGARITHMS = {"nn.logmeanexp"}
# A layer that another layer runs speaks for it.
INSIDE = {"WeightNorm": "Linear", "SpectralNorm": "Linear", "MultiHeadAttention": "Linear"}


def numbers(rng: random.Random, shape: tuple[int, ...], kind: str, size: float) -> np.ndarray:
    """Numbers of a dtype; of integers now and then the least and the largest."""
    made = np.random.default_rng(rng.randrange(2**32))
    dtype = np.dtype(getattr(ml_dtypes, kind, kind))
    if kind in FLOATS:
        x = np.asarray(made.standard_normal(shape)) * size
        return np.round(x).astype(dtype) if rng.random() < 0.2 else x.astype(dtype)
    if kind == "bool":
        return np.asarray(made.integers(0, 2, shape)).astype(bool)
    low, high = max(np.iinfo(dtype).min, -300), min(np.iinfo(dtype).max, 300)
    x = np.asarray(made.integers(low, high, shape, endpoint=True)).astype(dtype)
    return x if rng.random() < 0.6 else np.where(made.random(shape) < 0.5, x, dtype.type(high))


def draw(rng: random.Random) -> Draw:
    """A public function on drawn numbers, eager or compiled."""
    name = rng.choice(list(ALL))
    kinds = [rng.choice(FLOATS + EXACT)]
    kinds += [kinds[0] if rng.random() < 0.7 else rng.choice(FLOATS + EXACT) for _ in ALL[name].few]
    how = "eager" if name in DATA else rng.choice(["eager", "eager", "compiled", "gradient"])
    size = rng.choice(SIZES)
    given = [numbers(rng, s, k, size) for s, k in zip(ALL[name].few, kinds, strict=False)]
    text = f"{name} of {', '.join(map(repr, given))}, {how}"
    return Draw(text, lambda: _check(name, given, how))


def _slopes(function: Any) -> Any:
    """The gradient of a weighted sum of the results in the first argument."""

    def total(*arrays: Any) -> Any:
        y = function(*arrays)
        return jnp.sum(y.astype(float) * np.cos(np.arange(y.size)).reshape(y.shape))

    return fjax.grad(total)


def _check(name: str, given: list[np.ndarray], how: str) -> str:
    function = ALL[name].function
    if how == "gradient" and given[0].dtype.name in FLOATS and not any(s in name for s in STEPS):
        function = _slopes(function)
    function = fjax.jit(function) if how == "compiled" else function
    public = name.split()[0].rstrip(",").split(".")[1]
    take: Any = np.asarray if name in DATA else jnp.asarray
    try:
        found = function(*map(take, given))
    except (TypeError, ValueError) as error:
        named = INSIDE.get(public, public) in str(error).splitlines()[0]
        return "" if named else f"an error that does not name {public}: {error}"
    expected = np.asarray(function(*map(take, as_wide(name, given))))
    found, wide = np.asarray(found), compare.epsilon(np.dtype(np.float32))
    least = 1.0 if how == "gradient" else 0.0
    if name in OF_LOGARITHMS:
        least = max(least, min(1.0, wide / compare.epsilon(found.dtype)))
    return differs(found, expected, least, wide if name in SUMMED else 0.0)


def differs(found: np.ndarray, expected: np.ndarray, least: float, eps: float = 0.0) -> str:
    """What of a result is beyond the rounding of its dtype; '' if nothing.

    least: of the largest number whose rounding counts: 1 for slopes, whose weights are so large.
    eps: of what was computed before, where that is coarser than the dtype of the result.
    """
    if found.shape != expected.shape:
        return f"shape {found.shape}, of float64 {expected.shape}"
    eps = max(eps, compare.epsilon(found.dtype))
    f = compare.wide(found).astype(float)
    if not eps:
        same = f == expected
    else:
        largest = float(ml_dtypes.finfo(found.dtype).max)
        finite = np.isfinite(expected)
        scale = float(np.max(abs(expected), initial=0.0, where=finite))
        size = abs(np.where(finite, expected, 0))
        exponent = np.log(np.maximum(size, 1.0))  # which is rounded before exp
        room = 16 * eps * (size * (1 + exponent) + 0.1 * max(scale, least))
        room = room + 8 * float(ml_dtypes.finfo(found.dtype).smallest_subnormal)
        with np.errstate(all="ignore"):
            same = (f == expected) | (np.isnan(f) & np.isnan(expected))
            same |= (abs(f - expected) <= room) | ((abs(expected) > largest) & np.isinf(f))
    if same.all():
        return ""
    at = tuple(int(i) for i in np.argwhere(~same)[0])
    return f"at {list(at)} {found[at]!r}, of float64 {expected[at]!r}"
