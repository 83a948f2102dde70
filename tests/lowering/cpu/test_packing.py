"""Concatenations of many arrays: copies of blocks."""

from __future__ import annotations

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.lowering.cpu import target

RNG = np.random.default_rng(4)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("dtype", ["float32", "int8", "bool", "complex64", "float16"])
@pytest.mark.parametrize("axis, shape", [(0, (0, 40)), (1, (3000, 0)), (1, (5, 0, 30)), (0, (0,))])
def test_many_arrays_are_joined_in_one_launch(axis, shape, dtype):
    lengths = [k * 7 % 13 * (40 if len(shape) == 1 else 3) for k in range(17)]  # one is empty
    arrays = [
        (RNG.random((*shape[:axis], n, *shape[axis + 1 :])) * 9).astype(dtype) for n in lengths
    ]
    join = fjax.jit(lambda *x: jnp.concatenate(x, axis))
    want = np.concatenate(arrays, axis)
    np.testing.assert_array_equal(join(*arrays), want)
    (eqn,) = fjax.make_jaxpr(lambda *x: fjax.lax.concatenate(x, axis))(*arrays).jaxpr.eqns
    launch = target.Cpu().library_launch(eqn)
    assert launch.extent == np.prod(shape[:axis])
    assert sum(launch.words[2:]) * launch.extent == want.nbytes
