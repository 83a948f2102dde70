"""Hints of JAX's that change no value here: they take what JAX takes, and refuse the rest."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.experimental import compute_on, layout, scheduling_groups, xla_metadata

X = jnp.arange(6.0).reshape(2, 3)


def test_computing_elsewhere_changes_nothing():
    @compute_on.compute_on("device_host")
    @fjax.jit
    def f(x):
        with compute_on.compute_on("gpu_stream:1"):
            return jnp.sin(x)

    np.testing.assert_array_equal(fjax.jit(f)(X), f(X))
    g = compute_on.compute_on2(f, compute_type="device", out_memory_spaces=fjax.memory.Space.Host)
    assert g is f


def test_where_to_compute_is_checked():
    with pytest.raises(TypeError, match="must be a string"), compute_on.compute_on(3):
        pass
    with pytest.raises(ValueError, match="Invalid compute type"), compute_on.compute_on("host"):
        pass


def test_metadata_change_nothing():
    f = xla_metadata.set_xla_metadata(a="b")(fjax.jit(jnp.sin))
    assert f.lower(X).compile()(X)[0, 1] == jnp.sin(1.0)
    assert xla_metadata.set_xla_metadata(X, a=1) is X
    assert scheduling_groups.scheduling_group("a")(jnp.cos)(0.0) == 1
    assert scheduling_groups.xla_metadata_call(jnp.cos, a=1)(0.0) == 1


def test_layouts_are_checked_and_change_nothing():
    order = layout.Layout([1, 0])
    assert order == layout.Layout((1, 0)) and hash(order) == hash(layout.Layout((1, 0)))
    assert layout.with_layout_constraint(X, order) is X
    tree = layout.with_layout_constraint({"a": X, "b": X}, {"a": order, "b": order})
    assert tree["b"] is X
    with pytest.raises(ValueError, match="rank of the value should match"):
        layout.with_layout_constraint(X[0], order)
    with pytest.raises(TypeError, match="layout is a Layout"):
        layout.Format((1, 0))
    with pytest.raises(TypeError, match="sharding is a Sharding"):
        layout.Format(order, "cpu")


def test_memory_of_the_host_is_where_arrays_are():
    assert fjax.device_put(X, fjax.memory.Space.Host) is X
    assert fjax.jit(lambda x: fjax.device_put(x, fjax.memory.Space.Device) + 1)(1.0) == 2
