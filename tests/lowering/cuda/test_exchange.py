"""Memory shared with other libraries for GPUs, and the order of work between streams."""

import gc
import types

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.lowering.cuda.library.collectives import SENDS
from fjax.lowering.cuda.runtime import gpu as cuda_gpu
from tests.lowering.cuda import standin

X = np.arange(12, dtype=np.float32).reshape(3, 4)


@pytest.fixture
def theirs(gpu):
    """CuPy, as another library that has arrays."""
    return cuda_gpu.cupy


def array_of(machine, values):
    """An array of CuPy's."""
    made = standin.made_of(machine, values.shape, values.dtype)
    machine.stream().put(lambda: np.copyto(made._held(), values))
    return made


def test_an_array_of_cupys_is_copied(machine, gpu):
    given = array_of(machine, X)
    for found in (jnp.asarray(given), jnp.from_dlpack(given), jnp.array(given)):
        assert found.device is gpu and found.committed
        assert found.unsafe_buffer_pointer() != given.data.ptr
        np.testing.assert_array_equal(found, X)


def test_an_array_of_cupys_is_taken_over_where_asked_for(machine, gpu):
    given = array_of(machine, X)
    found = jnp.from_dlpack(given, copy=False)
    assert found.unsafe_buffer_pointer() == given.data.ptr
    changed = fjax.jit(lambda x: x.at[0].set(0), donate_argnums=0)(found)
    np.testing.assert_array_equal(given.get(), X)  # nobody writes to memory that others have
    np.testing.assert_array_equal(changed[0], 0)


def test_elements_in_another_order_are_copied(machine, gpu):
    given = array_of(machine, X).transpose((1, 0))
    np.testing.assert_array_equal(jnp.from_dlpack(given), X.T)
    with pytest.raises(fjax.errors.ExchangeError, match="leave out copy=False"):
        jnp.from_dlpack(given, copy=False)


def test_dlpack_gives_a_copy_or_with_copy_false_the_memory(theirs, gpu):
    x = fjax.device_put(X, gpu)
    assert x.__dlpack_device__() == (2, 0)
    copied = theirs.from_dlpack(Passing(x))
    shared = theirs.from_dlpack(Passing(x, copy=False, max_version=(1, 0)))
    assert shared.data.ptr == x.unsafe_buffer_pointer() != copied.data.ptr
    for found in (copied, shared):
        np.testing.assert_array_equal(found.get(), X)


class Passing:
    """An array whose capsule is asked for with options."""

    def __init__(self, x, **options):
        self.x, self.options = x, options

    def __dlpack__(self, *, stream):
        return self.x.__dlpack__(stream=stream, **self.options)


def test_dtypes_that_cupy_does_not_know_keep_their_name_in_dlpack(machine, gpu):
    x = fjax.device_put(jnp.asarray(X, jnp.bfloat16), gpu)
    back = jnp.from_dlpack(x)
    assert back is x
    capsule = x.__dlpack__(stream=1)
    assert machine.capsules[-1][1].dtype == np.uint16
    found = fjax.numpy.from_dlpack(Given(capsule))
    assert found.dtype == jnp.bfloat16
    np.testing.assert_array_equal(found.astype(np.float32), X)


class Given:
    """A tensor of another library: a capsule on the first GPU."""

    def __init__(self, capsule):
        self.capsule = capsule

    def __dlpack__(self, **_):
        return self.capsule

    def __dlpack_device__(self):
        return 2, 0


def test_what_dlpack_cannot_do_is_refused(gpu):
    x = fjax.device_put(X, gpu)
    with pytest.raises(fjax.errors.ExchangeError, match="before 1.0.*leave out copy=False"):
        x.__dlpack__(copy=False)
    with pytest.raises(fjax.errors.ExchangeError, match="cuda:0, not on DLPack's device .1, 0."):
        x.__dlpack__(dl_device=(1, 0))
    with pytest.raises(fjax.errors.ExchangeError, match="no dtype bfloat16; share.*DLPack"):
        x.astype(jnp.bfloat16).__cuda_array_interface__  # noqa: B018


def test_the_array_interface_is_the_memory_itself(theirs, gpu):
    x = fjax.device_put(X, gpu)
    given = x.__cuda_array_interface__
    assert given["data"] == (x.unsafe_buffer_pointer(), True) and given["version"] == 3
    seen = theirs.asarray(x)
    np.testing.assert_array_equal(seen.get(), X)
    assert not hasattr(jnp.asarray(X), "__cuda_array_interface__")


def test_memory_stays_as_long_as_somebody_was_given_it(machine, theirs, gpu):
    x = fjax.device_put(X, gpu)
    seen = theirs.asarray(x)
    x.delete()
    fjax.device_put(-X, gpu)
    np.testing.assert_array_equal(seen.get(), X)
    del x, seen
    gc.collect()
    assert not machine.heaps[0].used


def test_a_donated_array_that_others_read_is_copied(theirs, gpu):
    x = fjax.device_put(X, gpu)
    seen = theirs.asarray(x)
    y = fjax.jit(lambda x: x + 1, donate_argnums=0)(x)
    np.testing.assert_array_equal(seen.get(), X)
    np.testing.assert_array_equal(y, X + 1)


def test_work_on_another_stream_comes_after_what_was_begun(machine, theirs, gpu):
    x = fjax.device_put(X, gpu) * 2
    with theirs.cuda.Stream():
        y = x + 1  # x is not computed yet, on the first stream
        np.testing.assert_array_equal(y, X * 2 + 1)
    z = y * 3
    with theirs.cuda.Stream() as stream:
        assert (z + 1).__cuda_array_interface__["stream"] == stream.ptr
        np.testing.assert_array_equal(theirs.asarray(z).get(), (X * 2 + 1) * 3)


def test_memory_goes_to_another_stream_after_its_last_use(theirs, gpu):
    x = fjax.device_put(X, gpu)
    other = theirs.cuda.Stream()
    for k in range(5):
        with other:
            y = x * k  # reads what the first stream wrote
        del x  # so that the pool may hand out memory that the other stream still reads
        x = fjax.device_put(X + k, gpu)
        np.testing.assert_array_equal(y, (X + max(k - 1, 0)) * k)
        np.testing.assert_array_equal(x, X + k)


class Noting:
    """Notes what a carrier is asked for."""

    def __init__(self):
        self.calls = []

    def __getattr__(self, name):
        return lambda *args: self.calls.append((name, *args))


def test_each_collective_asks_the_carrier_for_what_it_is():
    op, carrier = types.SimpleNamespace(permutation=((0, 1),)), Noting()
    for send in SENDS.values():
        send(carrier, op, "x", "out")
    names = [kind.name for kind in SENDS]
    assert dict(zip(names, carrier.calls, strict=True)) == {
        "psum": ("total", "x", "out", op),
        "psum_invariant": ("total", "x", "out", op),
        "pmax": ("extremum", "x", "out", True, op),
        "pmin": ("extremum", "x", "out", False, op),
        "all_gather": ("gathered", "x", "out", op),
        "reduce_scatter": ("totals", "x", "out", op),
        "all_to_all": ("exchanged", "x", "out", op),
        "ppermute": ("passed", "x", "out", ((0, 1),), op),
    }
