"""Who else holds an array's memory, and what is done to memory that nobody else holds."""

import contextlib
import threading

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.core.ownership import is_sole_holder, other_holders
from fjax.core.reference import held

SIZES = [8, 100_000]  # NumPy's memory, and a block of the pool


def test_a_table_that_holds_an_object_alone_has_no_others():
    assert other_holders([np.ones(3)], 0) == 0


def test_each_name_for_an_object_counts():
    table = [np.ones(3)]
    first = second = table[0]
    assert other_holders(table, 0) == 2 and first is second


HOLDERS = {
    "a view of NumPy's": np.asarray,
    "a view of a view": lambda x: np.asarray(x)[1:][1:],
    "a memoryview": lambda x: memoryview(np.asarray(x)),
    "a DLPack capsule": lambda x: x.__dlpack__(max_version=(1, 0), copy=False),
    "an array from DLPack": lambda x: np.from_dlpack(x, copy=False),
    "another Array of the memory": lambda x: x.alias(x.aval, None),
    "an Array that views it": lambda x: x[2:],
    "its buffer": lambda x: x.buffer,
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", HOLDERS)
def test_whatever_can_read_the_memory_counts_as_a_holder(kind, size):
    x = jnp.arange(float(size))
    assert is_sole_holder(x)
    holder = HOLDERS[kind](x)
    assert not is_sole_holder(x), holder


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", HOLDERS)
def test_a_holder_that_is_gone_counts_no_more(kind, size):
    x = jnp.arange(float(size))
    HOLDERS[kind](x)
    assert is_sole_holder(x)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", HOLDERS)
def test_a_donated_argument_that_something_else_holds_is_copied(kind, size):
    step = fjax.jit(lambda x: x * 2 + 1, donate_argnums=0)
    x = jnp.arange(float(size))
    holder, where = HOLDERS[kind](x), x.unsafe_buffer_pointer()
    assert step(x).unsafe_buffer_pointer() != where, holder


@pytest.mark.parametrize("size", SIZES)
def test_a_donated_argument_that_nobody_else_holds_is_used_again(size):
    step = fjax.jit(lambda x: x * 2 + 1, donate_argnums=0)
    x = jnp.arange(float(size))
    where = x.unsafe_buffer_pointer()
    assert step(x).unsafe_buffer_pointer() == where


def test_a_donated_argument_is_used_again_beside_constants_of_the_program():
    table = jnp.arange(100_000.0)
    step = fjax.jit(lambda x: x * table, donate_argnums=0)
    x = jnp.ones(100_000)
    where = x.unsafe_buffer_pointer()
    assert step(x).unsafe_buffer_pointer() == where
    np.testing.assert_array_equal(table, np.arange(100_000.0))


def test_an_array_given_twice_is_copied_where_it_is_donated():
    step = fjax.jit(lambda x, y: (x + 1, y * 2), donate_argnums=0)
    x = jnp.ones(8)
    again = x.alias(x.aval, None)
    first, second = step(x, again)
    np.testing.assert_array_equal(first, np.full(8, 2.0))
    np.testing.assert_array_equal(second, np.full(8, 2.0))


def test_a_reference_whose_value_was_read_is_written_elsewhere():
    ref = fjax.new_ref(jnp.zeros(8))
    before = ref[...]
    ref[0] = 1.0
    assert float(before[0]) == 0.0


def test_a_reference_that_nobody_read_is_written_where_it_is():
    ref = fjax.new_ref(jnp.zeros(8))
    ref[0] = 1.0
    where = held(ref).unsafe_buffer_pointer()
    ref[1] = 2.0
    assert held(ref).unsafe_buffer_pointer() == where


def test_an_argument_that_another_thread_computes_with_is_copied_when_donated():
    reading = fjax.jit(lambda x: jnp.sum(jnp.sin(x) * jnp.cos(x) + jnp.tanh(x) ** 2))
    giving = fjax.jit(lambda x: x * 0 - 1, donate_argnums=0)
    expected = float(reading(jnp.full(400_000, 0.5)))
    giving(jnp.ones(400_000))
    for _ in range(20):
        x = jnp.full(400_000, 0.5)
        results = []

        def read(x=x, results=results):
            with contextlib.suppress(RuntimeError):  # x was given away before
                results.append(float(reading(x)))

        thread = threading.Thread(target=read)
        thread.start()
        try:
            giving(x)
        finally:
            thread.join()
        assert results in ([], [expected])
