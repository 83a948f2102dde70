"""Programs that differ in the values of literals share a plan, and give each its own results."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.cpu.compile import cache_info
from fjax.lowering.fuse import fusion

RATES = (0.1, 0.25, 0.5)
VECTOR = np.linspace(-1.0, 2.0, 12)


@pytest.fixture
def plans(monkeypatch):
    """The programs that are planned, one after another."""
    fjax.clear_caches()
    found = []

    def watched(jaxpr, machine, fuse=fusion.fuse):
        found.append(jaxpr)
        return fuse(jaxpr, machine)

    monkeypatch.setattr(fusion, "fuse", watched)
    return found


def step(rate):
    """A step downhill with a product in it."""

    def loss(w, x):
        return jnp.sum(jnp.tanh(x @ w) ** 2)

    return lambda w, x: w - rate * fjax.grad(loss)(w, x)


def test_a_step_with_another_rate_is_planned_once(plans):
    w, x = VECTOR[:4], VECTOR.reshape(3, 4)
    results = [fjax.jit(step(rate))(w, x) for rate in RATES]
    assert len(plans) == 1
    gradient = 2 * x.T @ (np.tanh(x @ w) * (1 - np.tanh(x @ w) ** 2))
    for rate, result in zip(RATES, results, strict=True):
        # differences of numbers around 1, of which one nearly cancels
        np.testing.assert_allclose(result, w - rate * gradient, rtol=1e-12, atol=1e-15)


def test_a_step_with_another_rate_makes_no_kernel():
    w, x = VECTOR[:4], VECTOR.reshape(3, 4)
    fjax.jit(step(0.3))(w, x)
    before = cache_info()
    fjax.jit(step(0.7))(w, x)
    after = cache_info()
    assert (before.compiled, before.disk_hits) == (after.compiled, after.disk_hits)
    assert after.memory_hits > before.memory_hits


def test_literals_that_are_equal_in_one_program_only_do_not_share_a_plan(plans):
    def program(a, b):
        return fjax.jit(lambda x: (x * a + 0.5) * (x * b + 0.5))

    for a, b in [(3.0, 3.0), (3.0, 4.0), (5.0, 3.0), (0.5, 3.0), (3.0, 0.5)]:
        expected = (VECTOR * a + 0.5) * (VECTOR * b + 0.5)
        np.testing.assert_allclose(program(a, b)(VECTOR), expected, rtol=1e-14)
    assert len(plans) == 4


def test_values_that_passes_look_at_are_not_shared():
    for value in (0.0, -0.0, 1.0, -1.0, np.inf, 2.0):
        with np.errstate(divide="ignore"):
            expected = VECTOR / np.full(12, value)
        np.testing.assert_array_equal(fjax.jit(lambda x, v=value: x / v)(VECTOR), expected)


def test_a_plan_that_depends_on_a_value_is_made_for_it(plans):
    def program(fill):
        return fjax.jit(lambda i, x: jnp.full(40, fill).at[i].add(x * 1.5))

    at = np.arange(12) * 3
    for fill in (2.5, 7.5):
        expected = np.full(40, fill)
        expected[at] += VECTOR * 1.5
        np.testing.assert_allclose(program(fill)(at, VECTOR), expected, rtol=1e-14)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.complex64])
def test_literals_of_every_kind_of_dtype(dtype):
    x = VECTOR.astype(dtype)
    for rate in RATES:
        result = fjax.jit(lambda x, rate=rate: x * rate + 2.5)(x)
        assert result.dtype == dtype
        np.testing.assert_allclose(result, x * dtype(rate) + dtype(2.5), rtol=1e-2)


def on_the_host(rate):
    """A callback of a literal between two kernels."""

    def function(x):
        aval = fjax.ShapeDtypeStruct((), np.float64)
        doubled = fjax.pure_callback(lambda r: np.asarray(2 * r), aval, jnp.float64(rate))
        return x * doubled + rate

    return function, lambda x: x * 2 * rate + rate


def in_a_loop(rate):
    """A loop that starts from a literal, and one of its steps' constants."""

    def function(x):
        return lax.fori_loop(0, 3, lambda k, c: c * rate + x, jnp.full(x.shape, rate))

    return function, lambda x: ((rate * rate + x) * rate + x) * rate + x


def as_a_result(rate):
    """A literal among the outputs."""
    return lambda x: (x - rate, rate), lambda x: (x - rate, rate)


def in_a_sort(rate):
    """A library routine between kernels."""
    return lambda x: jnp.sort(jnp.sin(x * rate)) * rate, lambda x: np.sort(np.sin(x * rate)) * rate


@pytest.mark.parametrize("make", [on_the_host, in_a_loop, as_a_result, in_a_sort])
def test_programs_of_several_steps(make):
    for rate in RATES:
        function, expected = make(rate)
        for got, wanted in zip(
            fjax.tree.leaves(fjax.jit(function)(VECTOR)),
            fjax.tree.leaves(expected(VECTOR)),
            strict=True,
        ):
            np.testing.assert_allclose(got, wanted, rtol=1e-12)


def test_a_compiled_program_shows_its_own_literals():
    def text(rate, stage):
        lowered = fjax.jit(step(rate)).lower(VECTOR[:4], VECTOR.reshape(3, 4))
        return lowered.compile().as_text() if stage is None else lowered.as_text(stage)

    for rate, other in [(0.1, "0.25:"), (0.25, "0.1:")]:
        for stage in (None, "fused"):
            assert f"{rate}:" in text(rate, stage)
            assert other not in text(rate, stage)


def test_a_forgotten_program_takes_its_plan_along(plans):
    function = fjax.jit(step(0.1))
    function(VECTOR[:4], VECTOR.reshape(3, 4))
    function.clear_cache()
    fjax.jit(step(0.2))(VECTOR[:4], VECTOR.reshape(3, 4))
    assert len(plans) == 2
