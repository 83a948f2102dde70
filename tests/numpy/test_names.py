"""Each function of fjax.numpy is one of its own, under the name that users call."""

from __future__ import annotations

import pickle
import types

import fjax
import fjax.numpy as jnp

FUNCTIONS = [
    name
    for name in dir(jnp)
    if isinstance(getattr(jnp, name), types.FunctionType) and not name.startswith("_")
]


def test_a_function_has_its_name_and_is_pickled():
    for name in FUNCTIONS:
        function = getattr(jnp, name)
        assert function.__name__ == name == function.__qualname__
        assert pickle.loads(pickle.dumps(function)) is function, name


def test_a_second_name_is_the_same_function():
    assert jnp.abs is not jnp.absolute and jnp.abs(-2.0) == jnp.absolute(-2.0) == 2
    assert jnp.amax(jnp.arange(6.0).reshape(2, 3), axis=1).tolist() == [2.0, 5.0]
    assert jnp.abs.__doc__ == jnp.absolute.__doc__


def test_a_type_takes_the_sharding_that_jax_gives_it():
    aval = fjax.core.ShapedArray((2,), "float32", sharding=None)
    assert aval is fjax.core.ShapedArray((2,), "float32")
    assert aval.update(shape=(3,), sharding=aval.sharding).shape == (3,)
