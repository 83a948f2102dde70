"""Programs of several launches as CUDA graphs: captured when they come back to the same memory."""

import gc
import pickle

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.config import Scope
from fjax.errors import FjaxRuntimeError
from fjax.lowering.cuda.runtime.graphs import MOST_KEPT

X = np.random.default_rng(0).normal(size=(37, 41)).astype(np.float32)


@pytest.fixture
def graphs():
    before = fjax.config.cuda_graphs
    fjax.config.update("cuda_graphs", True)
    yield
    fjax.config.update("cuda_graphs", before)


def step(x):
    """Several kernels, with intermediate values between them."""
    total = jnp.cumsum(x / jnp.sum(x * x), 1)
    return total - jnp.cumsum(jnp.max(total, 1))[:, None]


def test_the_second_call_with_the_same_memory_launches_a_graph(machine, gpu, graphs):
    f, x, expected = fjax.jit(step), fjax.device_put(X, gpu), np.asarray(fjax.jit(step)(X))
    counts, launches = [], []
    for _ in range(4):
        y = f(x)
        np.testing.assert_allclose(np.asarray(y), expected, rtol=2e-5, atol=1e-6)
        counts.append(machine.graphs)
        launches.append(len(machine.launches))
        del y
    assert counts == [0, 1, 2, 3]
    assert len(set(np.diff(launches))) == 1 and launches[0] > 2


def test_a_graph_computes_what_the_launches_do(machine, gpu, graphs):
    f, x = fjax.jit(step), fjax.device_put(X, gpu)
    first = np.asarray(f(x))
    np.testing.assert_array_equal(np.asarray(f(x)), first)
    assert machine.graphs == 1


def test_other_memory_is_launched_kernel_by_kernel(machine, gpu, graphs):
    f = fjax.jit(step)
    inputs = [fjax.device_put(X + k, gpu) for k in range(3)]
    outputs = [f(x) for x in inputs]
    assert machine.graphs == 0
    for x, y in zip(inputs, outputs, strict=True):
        np.testing.assert_allclose(np.asarray(y), step(np.asarray(x)), rtol=2e-4, atol=1e-5)


def test_a_program_keeps_a_bounded_number_of_graphs(machine, gpu, graphs):
    f = fjax.jit(step)
    inputs = [fjax.device_put(X + k, gpu) for k in range(MOST_KEPT + 2)]
    for _ in range(3):
        for x in inputs:
            f(x).block_until_ready()
    assert machine.graphs == 2 * MOST_KEPT


def test_streams_have_graphs_of_their_own(machine, gpu, graphs):
    from fjax.lowering.cuda.runtime.gpu import cupy

    f, x = fjax.jit(step), fjax.device_put(X, gpu)
    expected = np.asarray(f(x))
    np.testing.assert_array_equal(np.asarray(f(x)), expected)
    assert machine.graphs == 1
    with cupy.cuda.Stream():
        np.testing.assert_array_equal(np.asarray(f(x)), expected)
    assert machine.graphs == 1


def test_graphs_are_off_by_default_and_where_each_launch_is_waited_for(machine, gpu):
    f, x = fjax.jit(step), fjax.device_put(X, gpu)
    for _ in range(3):
        f(x).block_until_ready()
    fjax.config.update("cuda_graphs", True)
    fjax.config.update("cuda_synchronous", True)
    try:
        for _ in range(3):
            f(x)
    finally:
        fjax.config.update("cuda_graphs", False)
        fjax.config.update("cuda_synchronous", False)
    assert machine.graphs == 0


def test_a_fault_in_a_graph_names_what_the_graph_is_of(machine, gpu, graphs):
    f, x = fjax.jit(step), fjax.device_put(X, gpu)
    for _ in range(2):
        f(x).block_until_ready()
    gc.collect()
    (block,) = [b for b in machine.heaps[0].blocks if b.address == x.unsafe_buffer_pointer()]
    block.lent = 4
    y = f(x)
    with pytest.raises(FjaxRuntimeError, match=r"a graph of .*cumsum.* at .*test_graphs"):
        y.block_until_ready()


@pytest.mark.parametrize(("asked", "option", "expected"), [(True, False, 3), (False, True, 0)])
def test_a_function_is_given_as_a_graph_where_its_jit_says_so(
    asked, option, expected, machine, gpu, monkeypatch
):
    f, x = fjax.jit(step, cuda_graph=asked), fjax.device_put(X, gpu)
    other = fjax.jit(cuda_graph=None)(step)
    outcome = np.asarray(other(x))
    with Scope("cuda_graphs", option):
        for _ in range(4):
            np.testing.assert_array_equal(np.asarray(f(x)), outcome)
    assert machine.graphs == expected
    assert not fjax.config.cuda_graphs


def test_cuda_graph_changes_nothing_on_a_cpu():
    f = pickle.loads(pickle.dumps(fjax.jit(np.sin, cuda_graph=True)))
    assert float(f(0.5)) == float(fjax.jit(jnp.sin)(0.5))


def test_cuda_graph_is_a_truth_value():
    with pytest.raises(TypeError, match="jit: cuda_graph is True, False or None .*'always'"):
        fjax.jit(step, cuda_graph="always")
