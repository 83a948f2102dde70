"""Events behind a call are counted where they happen."""

import threading

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax._testing import count_events


def counts(event, function, *arguments):
    """How often an event happens in each of several calls of a function."""
    found = []
    for args in arguments:
        with count_events(event) as count:
            function(*args)
        found.append(count())
    return found


def test_a_trace_is_counted_once_for_a_signature():
    f = fjax.jit(lambda x: x + 1)
    assert counts("trace_to_jaxpr", f, (1.0,), (2.0,), (np.ones(3),), (1.0,)) == [1, 0, 1, 0]


def test_the_shape_of_a_function_is_evaluated_once():
    def f(x):
        return x @ x

    pairs = [(f, jnp.ones((2, 2))), (f, jnp.ones((2, 2))), (f, jnp.ones((3, 3)))]
    assert counts("trace_to_jaxpr", fjax.eval_shape, *pairs) == [1, 0, 1]


def test_equal_programs_are_lowered_each_but_compiled_once():
    def make():
        return fjax.jit(lambda x: jnp.sin(x) * 0.12345)

    f, g = make(), make()
    assert counts("lower_jaxpr_to_module", lambda h: h(1.0), (f,), (g,), (f,)) == [1, 1, 0]
    f, g = make(), make()
    fjax.clear_caches()
    assert counts("pxla_cached_compilation", lambda h: h(1.0), (f,), (g,), (f,)) == [1, 0, 0]


def test_the_long_way_into_a_jitted_function_is_counted():
    f = fjax.jit(lambda x: x + 1)
    assert counts("jit_cpp_cache_miss", f, *[(jnp.ones(3),)] * 3) == [1, 0, 0]


def test_calls_of_compiled_stages_and_transfers_are_counted():
    compiled = fjax.jit(jnp.sin).lower(1.0).compile()
    assert counts("stages_compiled_call", compiled, (1.0,), (2.0,)) == [1, 1]
    assert counts("batched_device_put", fjax.device_put, (np.ones(3),), ([1.0, 2.0],)) == [1, 2]


def test_other_threads_are_not_counted():
    f = fjax.jit(lambda x: x - 1)
    with count_events("trace_to_jaxpr") as count:
        thread = threading.Thread(target=f, args=(1.0,))
        thread.start()
        thread.join()
    assert count() == 0


def test_an_event_that_nobody_counts_is_named():
    with pytest.raises(ValueError, match="trace_to_jaxpr"), count_events("compile"):
        pass
