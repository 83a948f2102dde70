"""Complex numbers that are only moved are words of 64 bits."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp

RANDOM = np.random.default_rng(5)
X = (RANDOM.normal(size=(40, 7)) + 1j * RANDOM.normal(size=(40, 7))).astype(np.complex64)
ROWS = np.array([3, 39, -1, 40, -41, 0, 3])
MOVES = {
    "pad": lambda x: jnp.pad(x, 2, constant_values=1 - 2j),
    "join": lambda x: jnp.concatenate([x, x[::-1]], 1),
    "roll": lambda x: jnp.roll(x, 3, 0),
    "clipped": lambda x: jnp.take(x, ROWS, axis=0, mode="clip"),
    "filled": lambda x: jnp.take(x, ROWS, axis=0),
    "filled with a number": lambda x: x.at[ROWS].get(mode="fill", fill_value=2 + 1j),
    "chosen": lambda x: jnp.where(np.arange(7) % 2 == 0, x, x[::-1]),
    "transposed": lambda x: x.T.reshape(-1, 4),
}


def forms(function, *args):
    return [kernel.form.partition("\n")[0] for kernel in fjax.inspect(function)(*args).kernels]


@pytest.mark.parametrize("name", MOVES)
def test_moves_keep_every_bit(name):
    x = X.copy()
    x[3, 0], x[39, 1], x[0, 2] = complex(-0.0, np.nan), complex(np.inf, -0.0), complex(0.0, -0.0)
    expected = np.asarray(MOVES[name](jnp.asarray(x)))
    found = np.asarray(fjax.jit(MOVES[name])(x))
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found.view(np.uint64), expected.view(np.uint64))
    (form,) = forms(MOVES[name], x)
    assert "i64!" in form and "f32" not in form


def test_what_computes_with_complex_numbers_has_their_parts():
    for function in (lambda x: jnp.roll(x, 1, 0) * 2, lambda x: jnp.conj(x[::-1])):
        (form,) = forms(function, X)
        assert "f32!" in form
        np.testing.assert_allclose(fjax.jit(function)(X), function(jnp.asarray(X)), rtol=1e-6)


def test_their_memory_is_no_other_dtypes():
    def looked_up(x, places):
        return jnp.take(x, places * 2, mode="clip")

    places = np.arange(40) % 20
    found = fjax.jit(looked_up)(X[:, 0], places)
    assert found.dtype == np.complex64
    np.testing.assert_array_equal(found, X[places * 2, 0])
    compiled = fjax.jit(lambda x, n: looked_up(x, n + 1), donate_argnums=1)
    with pytest.warns(UserWarning, match="not usable"):
        found = compiled(X[:, 0], jnp.asarray(places - 1))
    assert found.dtype == np.asarray(found).dtype == np.complex64
    np.testing.assert_array_equal(found, X[places * 2, 0])


def test_real_numbers_beside_them_keep_their_dtype():
    move = lambda x, y: (x[::-1], jnp.roll(x, 1, 0), y[::-1])
    y = X.real.copy()
    found = fjax.jit(move)(X, y)
    for got, expected in zip(found, (X[::-1], np.roll(X, 1, 0), y[::-1]), strict=True):
        np.testing.assert_array_equal(got, expected)
