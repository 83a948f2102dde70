"""Samples equal those that JAX 0.10.2 gives for the same keys (recorded.json holds them)."""

import json
import pathlib

import ml_dtypes  # noqa: F401  (names bfloat16 for NumPy)
import numpy as np
import pytest

import fjax
from fjax import random
from tests.random.calls import close_calls, exact_calls

RECORDED = json.loads((pathlib.Path(__file__).parent / "recorded.json").read_text())


def cases(calls):
    """(regime, seed, name) of every recorded call; `make test` tries each name once."""
    found = {}
    for regime, seeds in RECORDED.items():
        for name in calls(regime == "x64"):
            found.setdefault(name, []).extend((regime, seed, name) for seed in seeds)
    return [
        pytest.param(*case, marks=[pytest.mark.extended] if k != len(name) % len(group) else [])
        for name, group in found.items()
        for k, case in enumerate(group)
    ]


def result(calls, regime, seed, name):
    """The values that the call gives now, and those recorded."""
    with fjax.enable_x64(regime == "x64"):
        values = np.asarray(calls(regime == "x64")[name](random, random.key(int(seed))))
    dtype, recorded = RECORDED[regime][seed][name]
    recorded = np.array(recorded)
    if dtype.startswith("complex"):
        recorded = recorded[..., 0] + 1j * recorded[..., 1]
    assert str(values.dtype) == dtype
    assert values.shape == recorded.shape
    return values, recorded


@pytest.mark.parametrize("regime,seed,name", cases(exact_calls))
def test_bits_and_what_follows_from_them_are_equal(regime, seed, name):
    values, recorded = result(exact_calls, regime, seed, name)
    assert np.array_equal(values.astype(recorded.dtype), recorded)


@pytest.mark.parametrize("regime,seed,name", cases(close_calls))
def test_samples_of_distributions_are_close(regime, seed, name):
    values, recorded = result(close_calls, regime, seed, name)
    half = values.dtype == np.float16
    np.testing.assert_allclose(
        values.astype(recorded.dtype),
        recorded,
        rtol=2e-3 if half else 1e-5,
        atol=2e-3 if half else 1e-6,
    )


def test_old_style_keys_give_the_same_numbers():
    old, new = random.PRNGKey(42), random.key(42)
    assert old.dtype == np.uint32 and old.shape == (2,)
    assert np.array_equal(random.split(old), random.key_data(random.split(new)))
    assert np.array_equal(random.normal(old, (5,)), random.normal(new, (5,)))
    assert np.array_equal(random.fold_in(old, 3), random.key_data(random.fold_in(new, 3)))
