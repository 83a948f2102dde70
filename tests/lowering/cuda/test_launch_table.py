"""Programs for GPUs are given to the driver by one native call for each run of kernels."""

import ctypes
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.config import Scope
from fjax.errors import FjaxRuntimeError
from fjax.lowering import targets
from fjax.lowering.cuda import driver
from fjax.lowering.cuda.runtime import program
from fjax.lowering.cuda.runtime.launch_calls import MOST_WORDS
from fjax.lowering.cuda.runtime.launch_table import LaunchRefused, LaunchTable
from tests.lowering.cuda import standin, stub_driver
from tests.lowering.cuda.stub_driver import Entry, Log, record_launch

X = np.random.default_rng(0).normal(size=(37, 41)).astype(np.float32)
LAUNCHES = 5


@pytest.fixture
def stub(monkeypatch):
    """The driver is the native function that records."""
    made = targets.named("cpu").native((record_launch,), (stub_driver,))
    monkeypatch.setattr(driver, "launch_kernel", lambda: made["record_launch"])


def table_of(count):
    """Launches of other functions, sizes and parameters each."""
    table = LaunchTable()
    for k in range(count):
        function = SimpleNamespace(ptr=1000 + k)
        assert table.add(function, 10 + k, 32 * (k + 1), [k, 0, 7], [1], [k % 2]) == k
    table.settle()
    return table


class Given:
    """What the stub records, on a stream of its own."""

    def __init__(self, refused=-1):
        self.entries = np.zeros((LAUNCHES, Entry.size // 8), np.int64)
        words = Log.words(refused=refused, entries=self.entries.ctypes.data)
        self.log = np.array(words, np.int64)
        self.stream = SimpleNamespace(ptr=self.log.ctypes.data)

    @property
    def count(self):
        return int(self.log[0])

    def column(self, name):
        return self.entries[: self.count, Entry.index(name)].tolist()


def slots(*addresses):
    return (ctypes.c_int64 * len(addresses))(*addresses)


def test_the_driver_is_given_each_launch_with_its_parameters(stub):
    given = Given()
    table_of(LAUNCHES).give(0, LAUNCHES, slots(4096, 1 << 40), given.stream)
    each = range(LAUNCHES)
    assert given.column("function") == [1000 + k for k in each]
    assert given.column("blocks") == [(10 + k) << 20 | 1 << 10 | 1 for k in each]
    assert given.column("threads") == [(32 * (k + 1)) << 20 | 1 << 10 | 1 for k in each]
    assert given.column("shared_bytes") == [0] * LAUNCHES
    assert given.column("stream") == [given.stream.ptr] * LAUNCHES
    assert given.column("first") == list(each)
    assert given.column("second") == [(4096, 1 << 40)[k % 2] for k in each]


def test_a_part_of_a_table_is_given(stub):
    given = Given()
    table_of(LAUNCHES).give(2, 2, slots(1, 2), given.stream)
    assert given.column("function") == [1002, 1003]


def test_the_first_refusal_ends_it_and_says_which_launch_it_was(stub):
    given = Given(refused=2)
    with pytest.raises(LaunchRefused) as caught:
        table_of(LAUNCHES).give(1, 4, slots(1, 2), given.stream)
    assert (caught.value.status, caught.value.index, given.count) == (719, 3, 2)


def test_several_threads_give_the_same_table_with_addresses_of_their_own(stub):
    table, times = table_of(LAUNCHES), 200

    def often(address):
        for _ in range(times):
            given = Given()
            table.give(0, LAUNCHES, slots(address, -address), given.stream)
            assert given.column("second") == [(address, -address)[k % 2] for k in range(LAUNCHES)]

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(often, range(1, 9)))


def test_a_launch_has_as_many_parameters_as_a_kernel_may(stub):
    table, given = LaunchTable(), Given()
    table.add(SimpleNamespace(ptr=1), 1, 1, range(MOST_WORDS), [0], [0])
    table.settle()
    table.give(0, 1, slots(77), given.stream)
    assert (given.column("first"), given.column("second")) == ([77], [1])


def step(x):
    """Several kernels, then a product of cuBLAS's, then several kernels."""
    x = jnp.cumsum(x / jnp.sum(x * x), 1)
    x = x @ x.T
    return jnp.cumsum(x - jnp.cumsum(jnp.max(x, 1))[:, None], 0)


@pytest.fixture
def calls(monkeypatch):
    """How many launches each native call gave."""
    found, give = [], LaunchTable.give

    def counted(self, first, count, *rest):
        found.append(count)
        give(self, first, count, *rest)

    monkeypatch.setattr(program.LaunchTable, "give", counted)
    return found


def test_kernels_between_libraries_are_one_call(machine, gpu, calls):
    f, x = fjax.jit(step), fjax.device_put(X, gpu)
    expected = np.asarray(fjax.jit(step)(X))
    np.testing.assert_allclose(np.asarray(f(x)), expected, rtol=2e-4, atol=1e-5)
    assert len(calls) == 2 and min(calls) > 1 and len(machine.products) == 1
    together, calls[:] = sum(calls), []
    with Scope("cuda_synchronous", True):
        f(x)
    assert calls == [1] * together


def test_a_refused_launch_is_named_last_and_those_after_it_are_not(machine, gpu, monkeypatch):
    f, x = fjax.jit(lambda x: jnp.cumsum(jnp.tanh(x), 1) + jnp.cumsum(x * 2, 0)), X
    x = fjax.device_put(x, gpu)
    f(x).block_until_ready()
    count, plain = [0], standin.launch

    def refusing(*arguments):
        count[0] += 1
        if count[0] == 2:
            raise standin.CUDADriverError(1)
        return plain(*arguments)

    monkeypatch.setattr(standin, "launch", refusing)
    with pytest.raises(FjaxRuntimeError, match="CUDA_ERROR_INVALID_VALUE") as caught:
        f(x)
    assert count == [2]
    named, _ = str(caught.value).split("\nSet FJAX_CUDA_SYNCHRONOUS=1")
    assert named.count("test_launch_table.py") == 2  # of three launches or more
