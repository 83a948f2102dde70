"""Compiled functions as bytes."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.experimental.serialize_executable import deserialize_and_load, serialize


def test_a_compiled_function_is_loaded_with_its_structures():
    w = jnp.arange(3.0)

    def f(tree, *, y):
        return {"r": tree["x"] @ w, "s": (fjax.nn.relu(y), None)}

    args, kwargs = ({"x": jnp.ones((2, 3))},), {"y": jnp.array([-1.0, 1.0])}
    compiled = fjax.jit(f).lower(*args, **kwargs).compile()
    loaded = deserialize_and_load(*serialize(compiled))
    assert loaded.in_tree == compiled.in_tree and loaded.out_tree == compiled.out_tree
    found, wanted = loaded(*args, **kwargs), compiled(*args, **kwargs)
    fjax.tree.map(np.testing.assert_array_equal, found, wanted)
    with pytest.raises(TypeError):
        loaded({"x": jnp.ones((5, 3))}, **kwargs)


def test_what_is_not_compiled_or_not_of_these_structures_is_refused():
    with pytest.raises(FjaxTypeError, match="compile"):
        serialize(fjax.jit(jnp.sin))
    data, in_tree, _ = serialize(fjax.jit(jnp.sin).lower(1.0).compile())
    with pytest.raises(FjaxValueError, match="structures have 1 and 2"):
        deserialize_and_load(data, in_tree, fjax.tree.structure([1, 2]))
