"""Implementations of primitives that a user exchanges: who sees them, and that they go again."""

import contextlib

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.config import checks


@contextlib.contextmanager
def counted(primitive):
    """A list that grows with each call of the primitive's implementation."""
    own, calls = primitive.impl, []
    primitive.def_impl(lambda *args, **params: calls.append(params) or own(*args, **params))
    try:
        yield calls
    finally:
        primitive.def_impl(own)


@pytest.mark.parametrize("function", [lax.sin, jnp.sin, lambda x: lax.sin_p.bind(x)])
def test_eager_operations_see_another_implementation_until_it_is_restored(function):
    x = jnp.arange(3.0)
    before = function(x)
    with counted(lax.sin_p) as calls:
        assert checks.on
        found = [function(x), function(2.0)]
    assert len(calls) == 2 and not checks.on and not checks.replaced
    assert np.array_equal(found[0], before) and found[1] == np.sin(2.0)
    function(x)
    assert len(calls) == 2 and "run" not in vars(type(lax.sin_p))


def test_an_implementation_gets_the_parameters_and_may_give_numpy_values():
    own = lax.reduce_sum_p.impl
    lax.reduce_sum_p.def_impl(lambda x, *, axes, **_: np.asarray(x).sum(axes) + 100)
    try:
        assert jnp.ones((2, 3)).sum(0).tolist() == [102.0] * 3
    finally:
        lax.reduce_sum_p.def_impl(own)
    assert jnp.ones((2, 3)).sum(0).tolist() == [2.0] * 3
    assert lax.reduce_sum_p.impl is own


def test_linear_functions_and_checkpoints_see_it():
    f = fjax.checkpoint(lambda x: lax.sin(lax.sin(x)))
    _, tangent = fjax.linearize(f, 2.0)
    with counted(lax.sin_p) as sines, counted(lax.cos_p) as cosines:
        found = tangent(3.0)
    assert (len(sines), len(cosines)) == (1, 2)
    np.testing.assert_allclose(found, np.cos(np.sin(2.0)) * np.cos(2.0) * 3.0)


def test_compiled_programs_do_not_see_it():
    f = fjax.jit(fjax.checkpoint(jnp.sin))
    with counted(lax.sin_p) as calls:
        assert f(0.5) == np.sin(0.5) and fjax.grad(f)(0.5) == np.cos(0.5)
        lax.fori_loop(0, 4, lambda _, x: jnp.sin(x), 0.5)
    assert not calls


def test_a_second_implementation_takes_the_place_of_the_first():
    own = lax.cos_p.impl
    lax.cos_p.def_impl(lambda x: 1.0)
    lax.cos_p.def_impl(lambda x: 2.0)
    assert lax.cos_p.impl(0.0) == 2.0 and lax.cos(0.0) == 2.0
    lax.cos_p.def_impl(own)
    assert lax.cos(0.0) == 1.0 and lax.cos_p.impl is own
