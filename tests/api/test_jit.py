"""jit: what is traced when, static and donated arguments, methods, stages."""

import functools
import gc
import inspect
import pickle

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.config import explain_cache_misses


def counted(function):
    """The function, and a list that grows with each trace of it."""
    traces = []

    @functools.wraps(function)
    def traced(*args, **kwargs):
        traces.append(1)
        return function(*args, **kwargs)

    return traced, traces


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_a_signature_is_traced_once():
    f, traces = counted(lambda x: x * 2)
    jitted = fjax.jit(f)
    for _ in range(3):
        jitted(jnp.ones(3))
    assert len(traces) == 1
    jitted(jnp.ones(4))
    jitted(jnp.ones(3, jnp.float32))
    assert len(traces) == 3


def test_a_jitted_function_wraps_the_very_function_that_it_was_made_of():
    """Which wraps another itself, as a gradient does."""

    def f(x):
        return x * x

    for inner in (fjax.grad(f), counted(f)[0]):
        jitted = fjax.jit(inner)
        assert jitted.__wrapped__ is inner
        assert float(jitted.__wrapped__(3.0)) == float(jitted(3.0))


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_weak_types_trace_by_themselves():
    f, traces = counted(lambda x: x * jnp.float32(2))
    jitted = fjax.jit(f)
    assert jitted(1.0).dtype == jnp.float32
    assert jitted(np.float64(1.0)).dtype == jnp.float64
    assert len(traces) == 2


def test_static_arguments_compare_by_type_and_equality():
    f, traces = counted(lambda x, n: x * n)
    jitted = fjax.jit(f, static_argnums=1)
    assert float(jitted(2.0, 3)) == 6.0
    assert float(jitted(2.0, 3)) == 6.0
    jitted(2.0, 3.0)
    jitted(2.0, True)
    assert len(traces) == 3


def test_equal_static_numbers_are_told_apart_by_their_bits_in_tuples_too():
    @functools.partial(fjax.jit, static_argnums=0)
    def f(numbers):
        return [1 / jnp.asarray(n) for n in numbers]

    for numbers in ((0.0,), (-0.0,), (complex(2, -0.0),), (complex(2, 0.0),), (1, 1.0), (True, 1)):
        expected = [1 / jnp.asarray(n) for n in numbers]
        for found, x in zip(f(numbers), expected, strict=True):
            assert found.dtype == x.dtype and found.tobytes() == x.tobytes()


def test_static_argnames_hold_for_positional_use_too():
    @functools.partial(fjax.jit, static_argnames=("n",))
    def f(x, n):
        assert isinstance(n, int)
        return x + n

    assert float(f(1.0, 2)) == 3.0
    assert float(f(1.0, n=2)) == 3.0


def test_decorated_methods_see_self():
    class Model:
        scale = 3.0

        @functools.partial(fjax.jit, static_argnums=0)
        def apply(self, x):
            return self.scale * x

    assert float(Model().apply(2.0)) == 6.0


def test_a_donated_argument_is_deleted():
    x = jnp.ones(3)
    y = fjax.jit(lambda x: x + 1, donate_argnums=0)(x)
    np.testing.assert_array_equal(y, np.full(3, 2.0))
    assert x.is_deleted()
    with pytest.raises(RuntimeError, match="Array has been deleted"):
        x + 1


def test_outputs_do_not_alias_inputs():
    x = np.ones(3)
    y = fjax.jit(lambda x: x)(x)
    x[:] = 5
    np.testing.assert_array_equal(y, np.ones(3))


def test_a_captured_numpy_array_is_copied():
    c = np.ones(3)
    f = fjax.jit(lambda x: x + c)
    f(1.0)
    c[:] = 7
    np.testing.assert_array_equal(f(1.0), np.full(3, 2.0))


def test_pytrees_go_in_and_out():
    f = fjax.jit(lambda tree: {"sum": tree["a"] + tree["b"][0], "none": None})
    out = f({"a": jnp.ones(2), "b": (2.0, None)})
    np.testing.assert_array_equal(out["sum"], np.full(2, 3.0))
    assert out["none"] is None


def test_keyword_arguments_are_traced():
    assert float(fjax.jit(lambda x, y: x - y)(5.0, y=2.0)) == 3.0


def test_a_closure_over_an_outer_tracer_is_differentiated():
    def outer(x):
        return fjax.jit(lambda y: x * y)(2.0)

    assert float(fjax.grad(outer)(3.0)) == 2.0


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_lower_and_compile_run_the_program():
    f = fjax.jit(lambda x: jnp.sin(x) * 2)
    lowered = f.lower(fjax.ShapeDtypeStruct((3,), jnp.float64))
    assert "sin" in lowered.as_text()
    compiled = lowered.compile()
    np.testing.assert_allclose(compiled(np.arange(3.0)), np.sin(np.arange(3.0)) * 2)
    with pytest.raises(TypeError, match=r"Argument 'x' compiled with float64\[3\]"):
        compiled(np.arange(4.0))


def test_trace_gives_the_jaxpr_and_clear_cache_forgets():
    f, traces = counted(lambda x: x + 1)
    jitted = fjax.jit(f)
    assert len(jitted.trace(1.0).jaxpr.eqns) == 1
    jitted(1.0)
    assert len(traces) == 1
    jitted.clear_cache()
    jitted(1.0)
    assert len(traces) == 2


def test_clear_cache_gives_the_memory_of_compiled_programs_back():
    def programs():
        gc.collect()
        return fjax.devices()[0].client.live_executables()

    before = len(programs())
    jitted = fjax.jit(lambda x: jnp.cos(x) * 3.25 + 0.125)
    twin = fjax.jit(lambda x: jnp.cos(x) * 3.25 + 0.125)
    expected = jitted(2.0)
    assert len(programs()) == before + 1
    assert twin(2.0) == expected and len(programs()) == before + 1  # equal programs share one
    jitted.clear_cache()
    assert twin(2.0) == expected and len(programs()) == before + 1
    twin.clear_cache()
    assert len(programs()) == before
    assert jitted(2.0) == expected and len(programs()) == before + 1


def test_disable_jit_runs_python():
    seen = []
    with fjax.disable_jit():
        fjax.jit(lambda x: seen.append(float(x)) or x)(3.0)
    assert seen == [3.0]


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_configuration_that_tracing_reads_is_part_of_the_key():
    f = fjax.jit(lambda: jnp.zeros(2))
    assert f().dtype == jnp.float64
    with fjax.enable_x64(False):
        assert f().dtype == jnp.float32
    assert f().dtype == jnp.float64


def test_a_jitted_function_pickles():
    assert float(pickle.loads(pickle.dumps(fjax.jit(np.negative)))(3.0)) == -3.0


def test_arrays_pickle_with_dtype_and_weak_type():
    x = pickle.loads(pickle.dumps(jnp.float32(2)))
    assert x.dtype == jnp.float32 and float(x) == 2.0


def test_make_jaxpr_of_a_jitted_function_shows_the_call():
    jaxpr = fjax.make_jaxpr(fjax.jit(lambda x: x + 1))(1.0)
    assert [e.primitive.name for e in jaxpr.eqns] == ["jit"]


def test_inline_puts_the_body_in_place():
    jaxpr = fjax.make_jaxpr(fjax.jit(lambda x: x + 1, inline=True))(1.0)
    assert [e.primitive.name for e in jaxpr.eqns] == ["add"]


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_explain_cache_misses_says_what_differs(caplog):
    @functools.partial(fjax.jit, static_argnames="n")
    def f(x, n):
        return x * n

    with explain_cache_misses(True):
        f(jnp.ones(3), n=2)
        f(jnp.ones(3), n=3)
        f(jnp.ones(4), n=3)
        with fjax.enable_x64(False):
            f(np.ones(4, np.float32), n=3)
    first, static, shape, option = [r.getMessage() for r in caplog.records]
    assert "never seen function" in first
    assert "static args: now n: 3 and before n: 2" in static
    assert "at x, now f64[4] and before f64[3]" in shape
    assert "option enable_x64, now False and before True" in option


def test_platforms_chooses_the_default_device():
    fjax.config.update("platforms", "cpu")
    assert fjax.devices()[0].platform == "cpu"
    fjax.config.update("platforms", "tpu,cpu")
    with pytest.raises(ValueError, match="tpu"):
        fjax.devices()


def test_a_jitted_function_has_the_signature_of_its_own():
    jitted = fjax.jit(lambda a, *, b=2: a + b)
    assert str(jitted.__signature__) == "(a, *, b=2)"
    assert not hasattr(fjax.jit(max), "__signature__")  # Python knows none of this builtin


def test_a_jitted_function_is_few_frames_below_its_call():
    """Tracebacks without filters, profiles and limits of recursion show each of them."""
    depths = []

    def here():
        return len(inspect.stack(0)) - 1

    fjax.jit(lambda x: depths.append(here()) or x)(1)
    assert depths[0] - here() <= 6
