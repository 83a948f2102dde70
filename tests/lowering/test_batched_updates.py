"""A batch of updates is shared among threads: each member changes elements of its own."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp

R = np.random.default_rng(5)


def updates(members, count, *row):
    """Rows, and where they go: some come again, some are dropped."""
    values = R.integers(-9, 9, (members, count, *row)).astype(np.float32)
    return values, R.integers(-40, 40, (members, count))


@pytest.mark.parametrize("operation", ["add", "set", "max"])
@pytest.mark.parametrize("row", [(), (3,), (17,)])
@pytest.mark.parametrize(("members", "count"), [(1, 9000), (3, 7001), (500, 37), (2, 4000)])
def test_each_member_gets_its_updates(members, count, row, operation):
    values, places = updates(members, count, *row)
    update = lambda x, k: getattr(jnp.zeros((30, *row), np.float32).at[k], operation)(x)
    found = fjax.jit(fjax.vmap(update))(values, places)
    for one, x, k in zip(found, values, places, strict=True):
        np.testing.assert_array_equal(one, update(x, k))


def test_members_are_shared():
    values, places = updates(40, 3000)
    add = lambda x, k: jnp.zeros(30, np.float32).at[k].add(x)
    kernels = fjax.inspect(fjax.vmap(add))(values, places).kernels
    assert any("parallel i0" in k.form and "add=" in k.form for k in kernels)


def test_few_updates_are_not_shared():
    values, places = updates(3, 5)
    add = lambda x, k: jnp.zeros(30, np.float32).at[k].add(x)
    kernels = fjax.inspect(fjax.vmap(add))(values, places).kernels
    assert any("serial i0" in k.form and "add=" in k.form for k in kernels)
