"""Concatenations of many narrow arrays have groups of them as operands."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp


@pytest.mark.parametrize("widths", [(1,) * 17, (3,) * 9, (1, 2, 9, 1, 1, 20, 3, 3, 3), (2,) * 30])
def test_many_narrow_arrays_side_by_side_are_numpys(widths):
    rng = np.random.default_rng(len(widths))
    arrays = [rng.normal(size=(700, n)).astype(np.float32) for n in widths]
    report = fjax.inspect(lambda *x: jnp.concatenate(x, 1))(*arrays)
    assert report.fallbacks == [] and report.n_kernels > 1
    found = fjax.jit(lambda *x: jnp.concatenate(x, 1))(*arrays)
    np.testing.assert_array_equal(found, np.concatenate(arrays, 1))


def test_wide_arrays_stay_whole_blocks():
    arrays = [np.ones((90, 40), np.float32)] * 9
    report = fjax.inspect(lambda *x: jnp.concatenate(x, 1))(*arrays)
    assert report.n_kernels == 0


def test_parts_without_elements_are_joined():
    arrays = [jnp.ones((3, 1, 0))] * 12
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert fjax.jit(lambda *x: jnp.concatenate(x, 1))(*arrays).shape == (3, 12, 0)
