"""Windows that overlap are written in order, in whatever order loops read and move them."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax

ROWS = lax.ScatterDimensionNumbers((1,), (), (0,))
UPDATES = {
    "padded": lambda u: jnp.pad(u, ((0, 0), (1, 1))),
    "joined": lambda u: jnp.concatenate([u[:, :3], u * 2], 1),
    "chosen": lambda u: jnp.where(jnp.arange(u.shape[1]) % 3 == 1, u, u * 2),
    "transposed": lambda u: jnp.asarray(u.T).T * 2,
    "computed": lambda u: abs(u + 1) if u.dtype.kind != "c" else 1 - u,
}


def random(dtype, shape):
    r = np.random.default_rng(7)
    values = r.normal(size=shape) * 9
    return (values + 1j * r.normal(size=shape) if dtype == "complex64" else values).astype(dtype)


@pytest.mark.one_in(16)
@pytest.mark.parametrize("dtype", ["int8", "float32", "float64", "complex64"])
@pytest.mark.parametrize("moved", [False, True])
@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("name", UPDATES)
def test_the_last_of_overlapping_windows_wins(name, known, moved, dtype):
    def write(step, x, places, u):
        if known:
            places = jnp.arange(len(places))[:, None] * step
        return lax.scatter(x, places, UPDATES[name](u.T if moved else u), ROWS)

    sizes = [(3, 7, 1), (8, 2, 5), (16, 3, 5), (20, 7, 16), (40, 3, 40), (60, 2, 1)]
    for width, rows, step in sizes:
        u = random(dtype, (rows, width))
        u = np.ascontiguousarray(u.T) if moved else u
        places = (np.arange(rows, dtype=np.int32) * step)[:, None]
        x = np.zeros(rows * step + 3 * width + 9, dtype)
        found = fjax.jit(write, static_argnums=0)(step, x, places, u)
        np.testing.assert_array_equal(found, write(step, x, places, u))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("step", [1, 4, 21, 30])
def test_slices_of_a_loop_that_overlap_are_written_in_order(step):
    u = random("float32", (6, 21))

    def step_of(x, row):
        i, u = row
        return lax.dynamic_update_slice(x, jnp.pad(u, 1) + x[0], (i * step,)), None

    x, rows = np.zeros(6 * step + 40, np.float32), (np.arange(6), u)
    expected = x.copy()
    for i, row in zip(*rows, strict=True):
        expected[i * step : i * step + 23] = np.pad(row, 1) + expected[0]
    found, _ = fjax.jit(lambda x, rows: lax.scan(step_of, x, rows))(x, rows)
    np.testing.assert_allclose(found, expected, rtol=1e-6)
