"""Calls that take a function's rarer ways give NumPy's answers.

Each line of rarer_ways.txt is evaluated twice: with `m` NumPy and its arrays, and with `m`
fjax.numpy and arrays of fjax. `x` is a matrix, `v` a vector, `u` a sorted one, `s` a scalar, `z`
complex, `w` whole numbers, `b` booleans, `e` empty, `c` a cube, `n` a vector with NaN, `t` an empty
matrix, `o` octets, `q` a symmetric matrix.
"""

import pathlib

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp

_rng = np.random.default_rng(3)
ARRAYS = {
    "x": _rng.normal(size=(3, 4)),
    "v": _rng.normal(size=5),
    "u": np.array([-1.5, 0.0, 0.25, 2.0]),
    "s": np.float64(1.5),
    "z": _rng.normal(size=4) + 1j * _rng.normal(size=4),
    "w": np.array([3, -1, 4, 1, -5]),
    "b": np.array([True, False, True, True, False]),
    "e": np.zeros(0),
    "c": _rng.normal(size=(2, 3, 4)),
    "n": np.array([1.0, np.nan, -2.0, np.nan, 3.0]),
    "t": np.zeros((0, 3)),
    "o": np.array([1, 200, 7], np.uint8),
    "q": np.array([[4.0, 1.0, 0.5], [1.0, 3.0, 0.0], [0.5, 0.0, 2.0]]),
}
WIDE = pytest.mark.needs("x64", reason="the bytes of float64, or its precision")
CALLS = pathlib.Path(__file__).with_name("rarer_ways.txt").read_text().splitlines()


def same(found, wanted, what):
    """Equal shapes, kinds of dtype and values, through tuples and lists."""
    if isinstance(wanted, (tuple, list)):
        assert len(found) == len(wanted), what
        for one, other in zip(found, wanted, strict=True):
            same(one, other, what)
    elif callable(wanted) and not hasattr(wanted, "dtype"):
        assert callable(found)
    else:
        found, wanted = np.asarray(found), np.asarray(wanted)
        assert found.shape == wanted.shape, (what, found.shape, wanted.shape)
        if "histogram" not in what:  # whose counts are floats
            assert found.dtype.kind == wanted.dtype.kind.replace("O", "f"), (what, found.dtype)
        tolerance = 1e-5 if wanted.dtype.itemsize <= 4 and wanted.dtype.kind == "f" else 1e-9
        np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance, err_msg=what)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "call",
    [
        pytest.param(call, marks=WIDE)
        if any(word in call for word in ("view", "byte", "item", "tol"))
        else call
        for call in CALLS
    ],
)
def test_a_rarer_way_gives_numpys_answer(call):
    of_fjax = {name: jnp.asarray(a) for name, a in ARRAYS.items()}
    wanted = eval(call, {"m": np, "np": np, **ARRAYS})
    found = eval(call, {"m": jnp, "np": np, "f": fjax, **of_fjax})
    same(found, wanted, call)
