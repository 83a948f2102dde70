"""What happens while a function is traced, and what traces depend on."""

import functools
import gc
import weakref

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax._testing import count_events
from fjax.config import explain_cache_misses
from fjax.core import rewrite


def test_values_computed_at_compile_time_are_concrete():
    @fjax.jit
    def f(x):
        with fjax.ensure_compile_time_eval():
            ones = jnp.ones(3)
            n = int(ones.sum())
            inverse = jnp.linalg.inv(2 * jnp.eye(n))
        return inverse @ x

    np.testing.assert_allclose(f(np.arange(3.0)), np.arange(3.0) / 2)
    jaxpr = f.trace(np.arange(3.0)).jaxpr
    assert [e.primitive.name for e in jaxpr.eqns] == ["dot_general"]


def test_traced_values_stay_traced_at_compile_time():
    def f(x):
        with fjax.ensure_compile_time_eval():
            y = x * jnp.arange(3.0).sum()
            n = int(fjax.jit(lambda a: a + 1)(1))
            assert n == 2 and float(fjax.grad(jnp.square)(3.0)) == 6.0
        return y**n

    jaxpr = fjax.make_jaxpr(f)(np.float64(2.0))
    assert [e.primitive.name for e in jaxpr.eqns] == ["mul", "square"]
    assert float(fjax.jit(f)(2.0)) == f(2.0) == 36.0
    assert float(fjax.grad(f)(2.0)) == 36.0
    np.testing.assert_allclose(fjax.vmap(f)(jnp.arange(3.0)), [0.0, 9.0, 36.0])


def test_a_traced_value_decides_nothing_at_compile_time():
    def f(x):
        with fjax.ensure_compile_time_eval():
            return 1.0 if x > 0 else 2.0

    with pytest.raises(fjax.errors.TracerBoolConversionError):
        fjax.jit(f)(1.0)


def test_all_jits_of_a_function_share_its_traces():
    def f(x):
        return x * 3

    with count_events("trace_to_jaxpr") as count:
        for _ in range(3):
            assert float(fjax.jit(f)(2.0)) == 6.0
        assert float(fjax.jit(f, static_argnums=0)(2.0)) == 6.0
    assert count() == 2  # one with, one without a static argument
    fjax.jit(f).clear_cache()
    assert fjax.jit(f)._cache_size() == 0


def test_a_function_that_is_no_longer_needed_is_let_go_with_what_it_captured():
    gc.disable()
    try:
        captured = jnp.ones(10)
        seen = weakref.ref(captured)
        f = fjax.jit((lambda value: lambda x: value + x)(captured))
        del captured
        f(1.0), f(jnp.ones(10)), f(jnp.ones(10))
        assert seen() is not None
        del f
        assert seen() is None
    finally:
        gc.enable()


def test_attributes_of_a_function_are_those_of_the_jitted_one():
    def f(x):
        return x

    f.version, f.trace = 3, "not a method"
    jitted = fjax.jit(f)
    assert jitted.version == 3
    assert jitted.trace(1.0).jaxpr.eqns == ()
    assert fjax.jit(jitted)(2.0) == 2.0


def test_a_user_context_is_part_of_the_key():
    scale = fjax.make_user_context(1.0)
    f = fjax.jit(lambda x: x * scale.value)
    assert float(f(2.0)) == 2.0
    with count_events("trace_to_jaxpr") as count:
        for value in (3.0, 5.0, 3.0):
            with scale(value):
                assert float(f(2.0)) == 2.0 * value
        assert float(f(2.0)) == 2.0
    assert count() == 2
    scale.set_global(7.0)
    assert float(f(2.0)) == 14.0 and scale.get_global() == 7.0
    with pytest.raises(TypeError):
        scale([1])


def test_a_new_function_from_the_same_line_is_pointed_out(caplog):
    kept = []
    with explain_cache_misses(True):
        for _ in range(2):
            kept.append(fjax.jit(lambda x: x + 1))
            kept[-1](1.0)
    first, second = [r.getMessage() for r in caplog.records]
    assert "never seen function" in first and "same line" not in first
    assert "another function defined on the same line" in second


def test_forward_and_backward_are_traced_once():
    forward, backward = fjax.fwd_and_bwd(lambda x, w: (x @ w, x), argnums=(0, 1), has_aux=True)
    x, w = np.arange(6.0).reshape(2, 3), np.arange(3.0)
    y, residuals, aux = forward(x, w)
    np.testing.assert_allclose(y, x @ w)
    np.testing.assert_allclose(aux, x)
    dx, dw = backward(residuals, np.array([1.0, -1.0]))
    np.testing.assert_allclose(dx, np.outer([1.0, -1.0], w))
    np.testing.assert_allclose(dw, x.T @ np.array([1.0, -1.0]))
    with fjax.no_tracing():
        _, residuals, _ = forward(2 * x, w)
        _, dw = backward(residuals, np.array([1.0, 0.0]))
    np.testing.assert_allclose(dw, 2 * x[0])


def test_sums_of_half_precision_are_refused_on_request():
    x = jnp.ones((1, 3), jnp.bfloat16)
    with fjax.allow_f16_reductions(False):
        assert fjax.lax.reduce_sum(x, [0]).shape == (3,)
        assert fjax.lax.reduce_sum(x.astype(jnp.float32), [1])[0] == 3
        with pytest.raises(ValueError, match=r"bfloat16\[1,3\].*not allowed"):
            fjax.lax.reduce_sum(x, [1])
    assert fjax.lax.reduce_sum(x, [1])[0] == 3


def test_arguments_are_called_by_their_names():
    @functools.partial(fjax.jit, static_argnums=0)
    def f(n, batch, *rest, flag=0):
        return batch["x"] * n

    for args, kwargs, name in [
        ((2, {"x": "a"}), {}, r"batch\['x'\]"),
        ((2, {"x": 1}, 1, [object()]), {}, r"rest\[1\]\[0\]"),
        ((2, {"x": 1}), {"flag": "b"}, "flag"),
    ]:
        with pytest.raises(TypeError, match=f"passed to the function at path {name}"):
            f(*args, **kwargs)


def test_an_integer_that_does_not_fit_is_named():
    with fjax.enable_x64(False):
        f = fjax.jit(lambda n: n)
        for _ in range(2):
            f(1)
            with pytest.raises(OverflowError, match="argument path is n"):
                f(2**31)


def test_the_number_of_devices_stays_once_they_are_listed():
    fjax.devices()
    with pytest.raises(RuntimeError, match="before backends are initialized"):
        fjax.config.update("num_cpu_devices", 3)


def test_functions_nested_in_each_other_are_pruned_once_for_each_program(monkeypatch):
    depth, calls, drop_dead = 40, [], rewrite.drop_dead

    def counted(*args):
        calls.append(args)
        return drop_dead(*args)

    monkeypatch.setattr(rewrite, "drop_dead", counted)
    function = jnp.sin
    for _ in range(depth):
        function = fjax.jit(lambda x, inner=function: inner(x) + 1.0)
    assert fjax.grad(function)(0.0) == 1.0
    assert 0 < len(calls) <= 2 * depth**2  # not a number that grows with its cube, 10,000 here
