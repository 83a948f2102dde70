"""Functions that compare: NaNs of both signs and with payloads, zeros of both signs, infinities."""

import ml_dtypes
import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core import dtypes
from fjax.scipy import stats

DTYPES = ["float16", "bfloat16", "float32", "float64", "float8_e4m3fn", "float8_e5m2", "complex64"]
SEGMENTS = np.array([0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4])


def nan(dtype, negative=False, payload=0):
    bits = np.array(np.nan).astype(dtype).view(f"u{dtype.itemsize}")
    sign = bits.dtype.type(negative) << bits.dtype.type(8 * dtype.itemsize - 1)
    return (bits | sign | bits.dtype.type(payload)).view(dtype)


def line(name):
    """Ordinary numbers among everything that is not."""
    if name == "complex64":
        parts = [(1, 0), (np.nan, 1), (np.inf, 0), (1, np.nan), (-np.inf, 0), (0, 0), (-0.0, 0)]
        parts += [(0, -0.0), (-np.nan, np.nan), (2, 1), (0, 1), (2, -np.nan)]
        return np.array(parts, np.float32).view(np.complex64).reshape(-1)
    dtype = np.dtype(getattr(ml_dtypes, name, None) or name)
    x = np.array([1, 0, np.inf, 0, -np.inf, 0.0, -0.0, 0.0, 0, 0, -1, 2]).astype(dtype)
    for place, (negative, payload) in {1: (1, 0), 3: (0, 0), 8: (0, 1), 9: (1, 1)}.items():
        x[place] = nan(dtype, negative, payload)
    return x


def like(x, value):
    return jnp.asarray(value, x.dtype)


def places(x):
    return jnp.arange(x.shape[0])


ANY = {  # of floats and complex numbers
    "sort": jnp.sort,
    "descending": lambda x: jnp.sort(x, descending=True),
    "argsort": jnp.argsort,
    "argsort descending": lambda x: jnp.argsort(x, descending=True),
    "lexsort": lambda x: jnp.lexsort((x, x[::-1])),
    "sort_key_val": lambda x: lax.sort_key_val(x, places(x)),
    "two keys": lambda x: lax.sort((x, x[::-1], places(x)), num_keys=2),
    "unique": lambda x: jnp.unique(x, True, True, True, size=12),
    "unique NaNs": lambda x: jnp.unique(x, True, True, True, size=14, equal_nan=False),
    "searchsorted": lambda x: jnp.searchsorted(jnp.sort(x), x),
    "searchsorted right": lambda x: jnp.searchsorted(jnp.sort(x), x, side="right"),
    "max": jnp.max,
    "min": jnp.min,
    "argmax": jnp.argmax,
    "argmin": jnp.argmin,
    "nanmax": jnp.nanmax,
    "nanargmin": jnp.nanargmin,
    "cummax": lax.cummax,
    "cummin": lambda x: lax.cummin(x, reverse=True),
    "maximum": lambda x: jnp.maximum(x[:, None], x),
    "minimum": lambda x: jnp.minimum(x[:, None], x),
    "isin": lambda x: jnp.isin(x, x[:4]),
    "union1d": lambda x: jnp.union1d(x[:6], x[6:], size=12),
    "intersect1d": lambda x: jnp.intersect1d(x[:8], x[4:], size=8),
    "setxor1d": lambda x: jnp.setxor1d(x[:8], x[4:], size=12),
    "at max": lambda x: jnp.zeros(5, x.dtype).at[SEGMENTS].max(x),
    "segment_min": lambda x: fjax.ops.segment_min(x, SEGMENTS, 6),
}
REAL = {
    "compared": lambda x: (x[:, None] < x, x[:, None] >= x, x[:, None] == x),
    "top_k": lambda x: lax.top_k(x, 5),
    "top_k of all": lambda x: lax.top_k(x, 12),
    "top_k of many": lambda x: lax.top_k(jnp.tile(x, 9), 1),
    "partition": lambda x: jnp.partition(x, 4)[4],
    "argpartition": lambda x: x[jnp.argpartition(x, 4)][4],
    "searchsorted by sorting": lambda x: jnp.searchsorted(jnp.sort(x), x, method="sort"),
    "searchsorted all": lambda x: jnp.searchsorted(jnp.sort(x), x, method="compare_all"),
    "digitize": lambda x: jnp.digitize(x, jnp.array([-1, 0, 1], x.dtype)),
    "histogram": lambda x: jnp.histogram(x, jnp.array([-1, 0, 1, 2], x.dtype))[0],
    "median": jnp.median,
    "nanmedian": jnp.nanmedian,
    "percentile": lambda x: jnp.percentile(x, jnp.array([0.0, 30.0, 100.0])),
    "nanquantile": lambda x: jnp.nanquantile(x, jnp.array([0.1, 0.5]), method="nearest"),
    "ptp": jnp.ptp,
    "clip": lambda x: jnp.clip(x, like(x, -1), like(x, 0)),
    "clamp": lambda x: lax.clamp(x, jnp.zeros_like(x), x[::-1]),
    "fmax": lambda x: jnp.fmax(x[:, None], x),
    "fmin": lambda x: jnp.fmin(x[:, None], x),
    "reduce_window": lambda x: lax.reduce_window(x, x[4], lax.max, (3,), (1,), "SAME"),
    "rankdata": stats.rankdata,
    "mode": lambda x: tuple(stats.mode(x)),
}
# Which zero an accumulation begins or ends with is open: it may be cut anywhere.
ACCUMULATED = {"max", "min", "at max", "segment_min", "reduce_window", "ptp", "nanmax"}


def functions(name):
    return ANY if name == "complex64" else ANY | REAL


def together(name):
    """All functions as one program: each program would be compiled by itself."""
    return lambda x: {key: function(x) for key, function in functions(name).items()}


def differences(found, expected):
    wrong = []
    for key, value in expected.items():
        pairs = zip(fjax.tree.leaves(found[key]), fjax.tree.leaves(value), strict=True)
        if not all(same(a, b, key not in ACCUMULATED) for a, b in pairs):
            wrong.append((key, found[key], value))
    return wrong


def same(a, b, zeros):
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    if not dtypes.is_inexact(a.dtype):
        return np.array_equal(a, b)
    wide = np.complex128 if a.dtype.kind == "c" else np.float64
    a, b = (np.asarray(x).astype(wide) for x in (a, b))
    if not np.array_equal(a, b, equal_nan=True):
        return False
    return a.dtype.kind == "c" or not zeros or not (np.signbit(a) != np.signbit(b))[a == 0].any()


@pytest.mark.one_in(16)
@pytest.mark.parametrize("name", DTYPES)
def test_compiled_functions_that_compare_agree_with_eager_ones(name):
    x = line(name)
    expected = together(name)(jnp.asarray(x))
    assert differences(fjax.jit(together(name))(x), expected) == []


@pytest.mark.one_in(8)
@pytest.mark.parametrize("name", ["float32", "bfloat16", "complex64"])
def test_batches_compare_as_their_rows(name):
    rows = np.stack([line(name), line(name)[::-1]])
    each = [together(name)(jnp.asarray(row)) for row in rows]
    expected = fjax.tree.map(lambda *parts: jnp.stack(parts), *each)
    assert differences(fjax.jit(fjax.vmap(together(name)))(rows), expected) == []


def numpys(name, x):
    """What NumPy gives; its searches put NaN last as its sorts do."""
    order = np.argsort(x, kind="stable")
    found = {
        "sort": x[order],
        "argsort": order,
        "max": np.max(x),
        "argmax": np.argmax(x),
        "argmin": np.argmin(x),
        "isin": np.isin(x, x[:4]),
    }
    if name != "complex64":
        found |= {
            "searchsorted": np.searchsorted(x[order], x),
            "searchsorted right": np.searchsorted(x[order], x, side="right"),
            "median": np.median(x),
            "nanmedian": np.nanmedian(x),
            "fmax": np.fmax(x[:, None], x),
        }
    return found


@pytest.mark.parametrize("name", ["float16", "float32", "float64", "complex64"])
@pytest.mark.filterwarnings("ignore:invalid value")
def test_functions_that_compare_give_what_numpy_gives(name):
    x = line(name)
    wrong = []
    for key, expected in numpys(name, x).items():
        found = np.asarray(functions(name)[key](jnp.asarray(x)))
        if not np.array_equal(found, expected, equal_nan=found.dtype.kind in "fc"):
            wrong.append((key, found, expected))
    assert wrong == []


def test_zeros_of_both_signs_are_ordered_in_every_dtype():
    for name in DTYPES[:-1]:
        zeros = jnp.array([0.0, -0.0]).astype(name)
        pairs = jnp.stack([jnp.maximum(zeros, zeros[::-1]), jnp.minimum(zeros, zeros[::-1])])
        assert np.signbit(np.asarray(pairs, np.float32)).tolist() == [[False] * 2, [True] * 2]


@pytest.mark.parametrize("name", ["float8_e4m3fn", "float8_e5m2"])
def test_extremes_without_nan_of_a_dtype_without_infinities(name):
    x = jnp.array([-3.0, np.nan, 2.0]).astype(name)
    assert (float(jnp.nanmax(x)), float(jnp.nanmin(x))) == (2, -3)
    assert (int(jnp.nanargmax(x)), int(jnp.nanargmin(x))) == (2, 0)


def test_nans_are_one_value_whose_count_the_mode_takes():
    found = stats.mode(jnp.array([1.0, 1.0, np.nan, np.nan, np.nan]))
    assert np.isnan(found.mode) and found.count == 3
    assert stats.mode(jnp.array([1.0, 1.0, np.nan, np.nan])).mode == 1


EMPTY = {
    "sort": jnp.sort,
    "sort_key_val": lambda x: lax.sort_key_val(x, x * 2)[1],
    "top_k": lambda x: lax.top_k(x, 0)[0],
    "partition": lambda x: jnp.partition(x, 0) if x.shape[-1] else x,
    "take_along_axis": lambda x: jnp.take_along_axis(x, jnp.argsort(x), -1),
    "cummax": lambda x: lax.cummax(x, x.ndim - 1),
}


@pytest.mark.parametrize("shape", [(0,), (3, 0), (0, 3)])
@pytest.mark.parametrize("name", EMPTY)
def test_functions_that_compare_have_derivatives_of_nothing(name, shape):
    function, x = EMPTY[name], jnp.ones(shape)
    loss = lambda x: jnp.sum(function(x) ** 2)
    for transformed in (fjax.grad(loss), lambda x: fjax.jvp(function, (x,), (x,))[1]):
        expected = transformed(x).shape
        assert fjax.jit(transformed)(x).shape == expected
    for over in (fjax.grad(lambda x: fjax.jvp(loss, (x,), (x,))[1]), fjax.hessian(loss)):
        assert fjax.jit(over)(x).shape == over(x).shape
    rows = jnp.ones((2, *shape))
    assert fjax.jit(fjax.vmap(fjax.grad(loss)))(rows).shape == rows.shape
