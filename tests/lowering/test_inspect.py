"""What `fjax.inspect` tells of programs whose equations run programs of their own."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.lowering.cpu import timing


def callback(x):
    return fjax.pure_callback(lambda v: v, x, x)


def names(inspection):
    return [equation.primitive.name for equation, _ in inspection.fallbacks]


def test_what_a_loop_body_on_the_host_lacks_is_a_fallback():
    def f(x):
        return lax.scan(lambda c, _: (callback(c) + 1, None), x, None, length=3)[0]

    found = fjax.inspect(f)(jnp.ones(4))
    assert names(found) == ["pure_callback"]
    assert found.library_calls == ["scan"]


def test_what_a_branch_lacks_is_a_fallback():
    def f(p, x):
        return lax.cond(p, callback, jnp.sin, x)

    assert names(fjax.inspect(f)(True, jnp.ones(4))) == ["pure_callback"]


def test_a_native_loop_has_no_fallbacks():
    def f(x):
        return lax.fori_loop(0, 5, lambda i, c: jnp.sin(c) * i, x)

    assert not names(fjax.inspect(f)(jnp.ones(4)))


def test_a_kernel_is_timed_by_a_schedule_given_by_hand():
    x = np.ones((40, 300), np.float32)
    kernel = fjax.inspect(lambda x: fjax.nn.softmax(x) * 2j)(x).kernels[0]
    assert min(kernel.timed("parallelize i0", seconds=0.001)) > 0
    with pytest.raises(FjaxValueError, match="is not one loop"):
        kernel.timed("parallelize i0\ninterchange i0")
    with pytest.raises(FjaxTypeError, match="schedule is a text of directives.*got None"):
        kernel.timed(None)
    with pytest.raises(FjaxValueError, match="seconds is at least 0, got -1"):
        kernel.timed("parallelize i0", seconds=-1)


def test_a_schedule_of_other_results_is_not_timed(monkeypatch):
    kernel = fjax.inspect(jnp.tanh)(np.ones(100, np.float32)).kernels[0]
    monkeypatch.setattr(timing, "alike", lambda found, wanted: False)
    with pytest.raises(FjaxValueError, match="computes something else; got 'parallelize i0'"):
        kernel.timed("parallelize i0")


def test_a_loop_that_is_one_kernel_is_timed_and_the_kernel_of_its_step_is_not():
    def step(c, row):
        return jnp.tanh(c + row), None

    x = np.ones((50, 9), np.float32)
    whole, of_step = fjax.inspect(lambda x: lax.scan(step, x[0], x)[0])(x).kernels
    assert min(whole.timed(whole.schedule, seconds=0.001)) > 0
    with pytest.raises(FjaxValueError, match="no native step of the plan launches kernel 1"):
        of_step.timed("parallelize i0")
