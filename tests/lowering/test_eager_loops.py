"""Loops outside `jit`: one native run where that is possible, else step by step."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core import evaluate
from fjax.higher_order import loop
from fjax.higher_order.common import _SameProgram


def scanned(x):
    return lax.scan(lambda c, v: (c + v, c * v), x[0] * 0, x)


def counted(x):
    return lax.fori_loop(0, 4, lambda i, c: jnp.sin(c) + i, x)


def searched(x):
    return lax.while_loop(lambda c: c.sum() < 50, lambda c: c * 2 + 1, x)


LOOPS = {"scan": scanned, "counted": counted, "while": searched}


@pytest.fixture
def runs(monkeypatch):
    """What each loop that is evaluated gives at once: True, or False where it goes by steps."""
    found = []
    execute_operation = evaluate.execute_operation

    def watched(primitive, args):
        outs = execute_operation(primitive, args)
        found.append(outs is not None)
        return outs

    monkeypatch.setattr(loop, "execute_operation", watched)
    return found


@pytest.mark.parametrize("name", LOOPS)
def test_an_eager_loop_is_one_native_run(name, runs):
    LOOPS[name](jnp.arange(4.0))
    assert runs and all(runs)


@pytest.mark.parametrize("name", LOOPS)
@pytest.mark.parametrize("setting", ["debug_nans", "debug_infs"])
def test_an_eager_loop_that_is_watched_goes_by_steps(name, setting, runs):
    with getattr(fjax, setting)(True):
        LOOPS[name](jnp.arange(4.0))
    assert not any(runs)


def test_an_eager_loop_with_effects_goes_by_steps(runs):
    seen = []

    def step(c, v):
        fjax.debug.callback(lambda value: seen.append(float(value)), v)
        return c + v, c

    lax.scan(step, jnp.float32(0), jnp.arange(3, dtype=jnp.float32))
    assert seen == [0, 1, 2] and not any(runs)


def test_the_gradient_of_an_eager_loop_is_that_of_a_compiled_one():
    x = jnp.arange(4.0)
    first = fjax.grad(lambda x: counted(x).sum())(x)
    expected = fjax.jit(fjax.grad(lambda x: counted(x).sum()))(x)
    np.testing.assert_allclose(first, expected, rtol=1e-6)


def test_what_is_derived_from_loops_made_anew_is_found_without_comparing_them_all(monkeypatch):
    compared = []
    equal = _SameProgram.__eq__
    monkeypatch.setattr(
        _SameProgram, "__eq__", lambda a, b: compared.append(1) is None and equal(a, b)
    )
    for _ in range(40):
        lax.fori_loop(0, 3, lambda i, c: c + 1.0, 1.0)
    assert len(compared) < 40
