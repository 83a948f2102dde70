"""What is said when something goes wrong on a GPU, and what users are told to do."""

import re

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import errors

X = np.arange(6, dtype=np.float32).reshape(2, 3)


@fjax.jit
def chain(x):
    return jnp.cumsum(jnp.exp(x), 1) @ x.T


def spoiled(machine, x):
    """The memory of an array ends after its first element, unnoticed by fjax."""
    x.block_until_ready()
    (block,) = [b for b in machine.heaps[0].blocks if b.address == x.unsafe_buffer_pointer()]
    block.lent = 4


@pytest.mark.parametrize(
    "wait",
    [
        lambda y: y.block_until_ready(),
        lambda y: fjax.block_until_ready({"y": [y]}),
        np.asarray,
        lambda y: y[0, 0].item(),
        lambda y: fjax.device_put(y, fjax.devices("cpu")[0]),
        print,
    ],
)
def test_an_illegal_access_is_reported_at_the_next_wait_with_what_was_launched(machine, gpu, wait):
    x = fjax.device_put(X, gpu)
    spoiled(machine, x)
    y = chain(x)
    with pytest.raises(errors.FjaxRuntimeError) as caught:
        wait(y)
    said = str(caught.value)
    assert "the GPU cuda:0 (Stand-in) reports an error: CUDA_ERROR_ILLEGAL_ADDRESS" in said
    assert re.search(r"since results were last waited for:\n +exp.*\n +dot_general", said)
    assert "test_failures.py:17 (chain)" in said and "FJAX_CUDA_SYNCHRONOUS=1" in said
    assert "start it again" in said


def test_what_was_waited_for_is_not_named(machine, gpu):
    x = fjax.device_put(X, gpu)
    jnp.tanh(x).block_until_ready()
    spoiled(machine, x)
    y = jnp.sqrt(x)
    with pytest.raises(errors.FjaxRuntimeError, match="sqrt") as caught:
        y.block_until_ready()
    assert "tanh" not in str(caught.value)


def test_the_last_of_many_launches_are_named(machine, gpu):
    x = y = fjax.device_put(X, gpu)
    spoiled(machine, x)
    for _ in range(20):
        y = y + 1
    with pytest.raises(errors.FjaxRuntimeError, match=r"\n +4 more before\n +add"):
        y.block_until_ready()


def test_launches_that_are_waited_for_one_by_one_name_the_one_that_failed(machine, gpu):
    x = fjax.device_put(X, gpu)
    spoiled(machine, x)
    before = fjax.config.cuda_synchronous
    fjax.config.update("cuda_synchronous", True)
    try:
        with pytest.raises(errors.FjaxRuntimeError, match=r"it happened in\n +exp.*\. After"):
            chain(x)
    finally:
        fjax.config.update("cuda_synchronous", before)


def test_a_gpu_that_has_failed_refuses_all_that_follows(machine, gpu):
    x = fjax.device_put(X, gpu)
    spoiled(machine, x)
    with pytest.raises(errors.FjaxRuntimeError):
        chain(x).block_until_ready()
    with pytest.raises(errors.FjaxRuntimeError, match="refuses all further work"):
        fjax.device_put(X, gpu)


@pytest.mark.parametrize("machine", [{"total": 1 << 20}], indirect=True)
def test_too_little_memory_says_what_the_pool_holds(machine, gpu):
    held = fjax.device_put(np.zeros(1 << 16), gpu)  # half of it
    with pytest.raises(errors.OutOfMemoryError) as caught:
        fjax.device_put(np.zeros(1 << 17), gpu)
    said = str(caught.value)
    assert "no memory for cuda:0: 1.0 MiB, 1048576 bytes; living arrays hold 512.0 KiB" in said
    assert "512.0 KiB of the device's 1.0 MiB are free. Compute it in parts" in said
    assert isinstance(caught.value, MemoryError) and held.shape == (1 << 16,)


@pytest.mark.parametrize("machine", [{"total": 1 << 20}], indirect=True)
def test_what_the_pool_keeps_goes_back_before_memory_is_refused(machine, gpu):
    for size in (1 << 15, 1 << 16):
        fjax.device_put(np.zeros(size), gpu).block_until_ready()
    assert fjax.memory_stats(gpu)["pool_bytes"] == 3 << 18
    x = fjax.device_put(np.ones(100_000), gpu)
    assert x.sum() == 100_000


@pytest.mark.parametrize("machine", [{"capability": (7, 0)}], indirect=True)
def test_a_gpu_that_is_too_old_is_refused(gpu):
    with pytest.raises(ValueError, match="compute capability 7.0 is too old: fjax needs 7.5"):
        fjax.device_put(X, gpu) + 1


@pytest.mark.parametrize("machine", [{"capability": (13, 0)}], indirect=True)
def test_a_gpu_that_is_newer_than_what_is_known_runs_the_newest_code(machine, gpu):
    np.testing.assert_array_equal(fjax.device_put(X, gpu) + 1, X + 1)
    assert machine.linked and all(".target sm_120" in text for text in machine.linked)


def test_numpy_is_refused_an_array_on_a_gpu_where_that_is_asked_for(gpu):
    x, here = fjax.device_put(X, gpu), jnp.asarray(X)
    np.testing.assert_array_equal(np.sin(x), np.sin(X))
    fjax.config.update("implicit_host_copies", "raise")
    try:
        for refused in (np.sin, np.asarray, np.flatnonzero):
            with pytest.raises(TypeError, match=r"on cuda:0.*fjax.numpy.*fjax.device_get\(x\)"):
                refused(x)
            refused(here)
        np.testing.assert_array_equal(fjax.device_get(x), X)
        assert x.sum().item() == X.sum() and repr(x) and x.tolist() and float(x[0, 0]) == 0
    finally:
        fjax.config.update("implicit_host_copies", "allow")


def test_memory_of_a_gpu_is_no_array_of_numpys(gpu):
    with pytest.raises(TypeError, match="fjax.device_get"):
        np.asarray(fjax.device_put(X, gpu).buffer)
