"""The short ways into jitted functions take what they should, and nothing else."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.api import entries
from fjax.core.tracing import aval_of


def test_calls_with_other_types_containers_and_numbers_are_told_apart():
    traces = []

    @fjax.jit
    def f(tree, x):
        traces.append(0)
        return {k: v + x for k, v in tree.items()}

    x = jnp.arange(3.0)
    tree = {"b": x, "a": 2 * x}
    for _ in range(3):
        np.testing.assert_array_equal(f(tree, x)["a"], 3 * np.arange(3.0))
    assert len(traces) == 1
    np.testing.assert_array_equal(f({"b": x}, x)["b"], 2 * np.arange(3.0))
    np.testing.assert_array_equal(f(tree, 1.0)["b"], np.arange(3.0) + 1)
    np.testing.assert_array_equal(f(tree, np.arange(3.0))["b"], 2 * np.arange(3.0))
    np.testing.assert_array_equal(f(tree, x.astype(np.int32))["b"], 2 * np.arange(3.0))
    assert len(traces) == 4
    with pytest.raises(TypeError):
        f(tree)


def test_a_transposed_array_is_read_in_its_order():
    f = fjax.jit(lambda x: x + 1)
    x = jnp.arange(6.0).reshape(2, 3)
    y = jnp.arange(6.0).reshape(3, 2).T
    for _ in range(2):
        np.testing.assert_array_equal(f(x), np.arange(6.0).reshape(2, 3) + 1)
        np.testing.assert_array_equal(f(y), np.arange(6.0).reshape(3, 2).T + 1)


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_weak_types_of_results_are_those_of_the_trace():
    f = fjax.jit(lambda x: (x * 2, x + jnp.float32(1)))
    for _ in range(3):
        doubled, more = f(3.0)
        assert doubled.aval.weak_type and not more.aval.weak_type
        doubled, more = f(jnp.asarray(3.0))
        assert doubled.aval.dtype == np.float64


def test_outputs_come_in_the_order_of_the_function():
    f = fjax.jit(lambda x, y: [y * 2, (x + 1, y.sum())])
    x, y = jnp.arange(3.0), jnp.arange(4.0)
    for _ in range(3):
        doubled, (more, total) = f(x, y)
        np.testing.assert_array_equal(doubled, 2 * np.arange(4.0))
        np.testing.assert_array_equal(more, np.arange(3.0) + 1)
        assert float(total) == 6


def test_a_deleted_array_is_refused():
    f = fjax.jit(lambda x: x + 1)
    x = jnp.arange(3.0)
    f(x)
    f(x)
    x.delete()
    with pytest.raises(RuntimeError, match="deleted"):
        f(x)


def test_an_option_that_tracing_reads_ends_the_short_way():
    f = fjax.jit(lambda x: jnp.log(x))
    x = -jnp.ones(2)
    assert np.isnan(f(x)).all() and np.isnan(f(x)).all()
    with fjax.debug_nans(True), pytest.raises(FloatingPointError):
        f(x)
    assert np.isnan(f(x)).all()


@pytest.mark.needs("x64", reason="Python numbers of 64 bits")
def test_numbers_and_arrays_of_numpy_take_the_short_way_where_they_fit():
    whole, real = aval_of(1), aval_of(1.0)
    assert float(entries._as_array(2, whole)) == 2 and float(entries._as_array(2.5, real)) == 2.5
    assert entries._as_array(True, whole) is None and entries._as_array(1j, real) is None
    assert entries._as_array(2**80, whole) is None
    made = np.arange(3.0)
    assert entries._as_array(made, aval_of(jnp.ones(3))).buffer is made
    for other in (jnp.ones(2), jnp.ones(3, np.float32), jnp.ones((3, 1))):
        assert entries._as_array(made, aval_of(other)) is None
    assert entries._as_array(np.zeros(()), real) is None


def test_scalars_of_numpy_take_the_short_way(monkeypatch):
    f = fjax.jit(lambda p, rate: [x - rate * x for x in p])
    given = [np.arange(3, dtype=np.float32), np.ones(2, np.float32)]
    f(given, np.float32(0.5))
    f(given, np.float32(0.5))
    monkeypatch.setattr(type(f), "_call", None)  # the long way
    found = f(given, np.float32(0.25))
    np.testing.assert_array_equal(found[0], np.float32([0, 0.75, 1.5]))
    np.testing.assert_array_equal(found[1], np.float32([0.75, 0.75]))
