"""What a kernel that passes over rows several times keeps for later passes, and its values."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp


def mean(x):
    return x.mean(1, keepdims=True)


def bent(np, x):
    """Cheap operations, each of which a kernel would rather compute again; two roots."""
    for _ in range(2):
        x = x / np.sqrt(1 + x * x)
    return x


def normalized(np, x):
    y = bent(np, x)
    y = y - mean(y)
    return y / (mean(y * y) + 1e-5)


def softmax(np, x):
    y = bent(np, x)
    y = np.exp(y - y.max(1, keepdims=True))
    return y / y.sum(1, keepdims=True)


def both_are_read(np, x):
    """The second pass reads what the first one keeps, beside what it may keep itself."""
    y = bent(np, x)
    z = bent(np, y - mean(y))
    return z / (z * y).sum(1, keepdims=True)


def read_at_the_end(np, x):
    y = bent(np, x)
    z = bent(np, y - mean(y))
    return z / mean(z * z) + y


def two_outputs(np, x):
    y = bent(np, x)
    z = bent(np, y - mean(y))
    return z / mean(z * z), y * mean(z)


def four_passes(np, x):
    y = bent(np, x)
    y = bent(np, y - mean(y))
    y = bent(np, y * y.max(1, keepdims=True))
    return y - mean(y)


PROGRAMS = [normalized, softmax, both_are_read, read_at_the_end, two_outputs, four_passes]


@pytest.mark.parametrize("turned", [False, True], ids=["rows", "columns"])
@pytest.mark.parametrize("shape", [(40, 50), (33, 189), (5, 1000), (3, 7), (100, 16), (23, 300)])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda f: f.__name__)
def test_values_are_those_of_a_kernel_that_keeps_nothing(program, shape, turned):
    x = np.random.default_rng(0).standard_normal(shape)
    wanted = program(np, x)
    if turned:
        found = fjax.jit(lambda x: fjax.tree.map(jnp.transpose, program(jnp, x.T)))(x.T)
        wanted = fjax.tree.map(np.transpose, wanted)
    else:
        found = fjax.jit(lambda x: program(jnp, x))(x)
    for a, b in zip(fjax.tree.leaves(found), fjax.tree.leaves(wanted), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-14)


ROOTS = [(normalized, 2), (read_at_the_end, 6), (four_passes, 6)]


@pytest.mark.parametrize(("program", "roots"), ROOTS, ids=lambda f: getattr(f, "__name__", ""))
def test_no_pass_computes_again_what_another_one_keeps(program, roots):
    x = np.ones((33, 189), np.float32)
    (kernel,) = fjax.inspect(lambda x: program(jnp, x))(x).kernels
    assert str(kernel.form).count("sqrt") == roots, kernel.form
