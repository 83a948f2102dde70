"""Memory exchanged with NumPy and PyTorch: values, dtypes, lifetimes, and nobody writes to ours."""

import gc
import weakref

import ml_dtypes
import numpy as np
import pytest

import fjax
import fjax.dlpack
import fjax.numpy as jnp

try:
    import torch
except ImportError:
    torch = None

needs_torch = pytest.mark.skipif(torch is None, reason="PyTorch is not installed")
STANDARD = [
    "bool",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float16",
    "float32",
    "float64",
    "complex64",
    "complex128",
]


def address(array):
    return np.asarray(array).ctypes.data


@pytest.mark.parametrize("dtype", STANDARD)
def test_numpy_reads_every_dtype_and_gives_it_back(dtype):
    x = jnp.arange(6).reshape(2, 3).astype(dtype)
    for copy in (None, True, False):
        read = np.from_dlpack(x, copy=copy)
        assert read.dtype == dtype
        np.testing.assert_array_equal(read, np.asarray(x))
    back = fjax.dlpack.from_dlpack(np.asarray(x).copy())
    assert back.dtype == dtype and (back == x).all()


@needs_torch
@pytest.mark.parametrize(
    "dtype",
    [*STANDARD, "bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz"],
)
def test_torch_reads_every_dtype_and_gives_it_back(dtype):
    x = (jnp.arange(6).reshape(2, 3) > 2).astype(dtype)
    tensor = torch.from_dlpack(x)
    assert tensor.dtype == getattr(torch, dtype) and tuple(tensor.shape) == (2, 3)
    assert tensor.to(torch.complex64).tolist() == np.asarray(x).astype(np.complex64).tolist()
    for copy in (None, True, False):
        back = jnp.from_dlpack(tensor, copy=copy)
        assert back.dtype == x.dtype
        np.testing.assert_array_equal(np.asarray(back).view(np.uint8), np.asarray(x).view(np.uint8))


@needs_torch
def test_a_strided_tensor_keeps_its_elements_in_order():
    tensor = torch.arange(12, dtype=torch.bfloat16).reshape(3, 4).T[1:, ::2]
    for copy in (None, False):
        x = jnp.from_dlpack(tensor, copy=copy)
        np.testing.assert_array_equal(np.asarray(x).astype(float), tensor.float().numpy())
        total = fjax.jit(lambda v: v.astype(jnp.float32).sum())(x)
        assert float(total) == float(tensor.float().sum())


@needs_torch
def test_what_torch_writes_does_not_reach_our_array():
    x = jnp.arange(4.0)
    tensor = torch.from_dlpack(x)
    tensor[0] = 7.0
    np.testing.assert_array_equal(x, [0.0, 1.0, 2.0, 3.0])
    source = torch.zeros(3)
    y = jnp.from_dlpack(source)
    source[0] = 7.0
    np.testing.assert_array_equal(y, np.zeros(3))


@needs_torch
def test_tensors_are_arguments_of_asarray_too():
    x = jnp.asarray(torch.tensor([1.5, 2.0], dtype=torch.bfloat16))
    assert x.dtype == jnp.bfloat16 and x.tolist() == [1.5, 2.0]
    assert jnp.array([torch.tensor(1.0), torch.tensor(2.0)]).tolist() == [1.0, 2.0]
    with pytest.raises(BufferError, match="detach"):
        jnp.asarray(torch.ones(2, requires_grad=True))


def test_sharing_is_read_only_and_has_to_be_asked_for():
    x = jnp.arange(4.0)
    assert address(np.from_dlpack(x)) != address(x)
    shared = np.from_dlpack(x, copy=False)
    assert address(shared) == address(x)
    with pytest.raises(ValueError, match="read-only"):
        shared[0] = 1.0
    frozen = np.arange(3.0)
    frozen.flags.writeable = False
    with pytest.raises(BufferError, match="read-only.*leave out copy=False"):
        jnp.from_dlpack(frozen, copy=False).__dlpack__(copy=False)


def test_what_numpy_shares_with_us_is_taken_over():
    source = np.arange(4.0)
    assert address(jnp.from_dlpack(source, copy=False)) == source.ctypes.data
    assert address(jnp.from_dlpack(source)) != source.ctypes.data
    frozen = np.arange(3.0)
    frozen.flags.writeable = False
    np.testing.assert_array_equal(jnp.from_dlpack(frozen), frozen)


def test_our_own_arrays_are_shared_unless_copied():
    x = jnp.arange(4.0)
    assert address(jnp.from_dlpack(x)) == address(x)
    assert address(jnp.from_dlpack(x, copy=True)) != address(x)


def test_memory_lives_as_long_as_either_side_needs_it():
    class Owned(np.ndarray):
        pass

    source = np.arange(1000.0).view(Owned)
    gone = weakref.ref(source)
    x = jnp.from_dlpack(source, copy=False)
    del source
    gc.collect()
    assert gone() is not None and float(x.sum()) == 499500.0
    shared = np.from_dlpack(x, copy=False)
    x.delete()
    gc.collect()
    assert float(shared.sum()) == 499500.0
    del shared, x
    gc.collect()
    assert gone() is None


def test_a_capsule_that_nobody_takes_frees_its_memory():
    x = jnp.arange(1000.0).astype(jnp.bfloat16)
    buffer = weakref.ref(x.buffer)
    capsule = x.__dlpack__(max_version=(1, 0), copy=False)
    del x
    gc.collect()
    assert buffer() is not None
    del capsule
    gc.collect()
    assert buffer() is None


def test_donating_a_shared_array_leaves_the_sharer_its_values():
    x = jnp.arange(4.0) + 0.0
    shared = np.from_dlpack(x, copy=False)
    y = fjax.jit(lambda v: v * 2.0, donate_argnums=0)(x)
    np.testing.assert_array_equal(shared, [0.0, 1.0, 2.0, 3.0])
    np.testing.assert_array_equal(y, [0.0, 2.0, 4.0, 6.0])


def test_devices_and_streams_that_are_not_there_are_refused():
    x = jnp.arange(4.0)
    assert tuple(x.__dlpack_device__()) == (1, 0)
    with pytest.raises(BufferError, match="device"):
        x.__dlpack__(dl_device=(2, 0))
    with pytest.raises(BufferError, match="no stream"):
        x.__dlpack__(stream=1)

    class Elsewhere:
        def __dlpack__(self, **options):
            raise AssertionError("is never asked")

        def __dlpack_device__(self):
            return (10, 0)

    with pytest.raises(ValueError, match="unsupported device type 10"):
        jnp.from_dlpack(Elsewhere())
    with pytest.raises(TypeError, match="must have __dlpack__ and __dlpack_device__ methods"):
        jnp.from_dlpack([1.0])


def test_what_has_no_number_in_dlpack_is_refused():
    with pytest.raises(BufferError, match="no int4 of one byte an element"):
        jnp.ones(3, "int4").__dlpack__()
    with pytest.raises(TypeError, match="key_data"):
        fjax.random.key(0).__dlpack__()
    with pytest.raises(TypeError, match="from_dlpack of a traced value float64"):
        fjax.jit(jnp.from_dlpack)(jnp.arange(3.0))


def test_32_bits_are_a_copy_where_64_are_off():
    with fjax.enable_x64(False):
        assert jnp.from_dlpack(np.arange(3.0)).dtype == jnp.float32
        with pytest.raises(ValueError, match="by a copy only"):
            jnp.from_dlpack(np.arange(3.0), copy=False)


def test_a_producer_of_the_old_protocol_will_do():
    class Old:
        def __dlpack__(self, stream=None):
            return np.arange(3.0).__dlpack__()

        def __dlpack_device__(self):
            return (1, 0)

    np.testing.assert_array_equal(jnp.from_dlpack(Old()), [0.0, 1.0, 2.0])


@pytest.mark.parametrize(
    "dtype,supported",
    [
        ("float32", True),
        ("bfloat16", True),
        (bool, True),
        ("complex64", True),
        ("float8_e5m2", True),
        ("int4", False),
        ("float4_e2m1fn", False),
        (np.dtype("S3"), False),
    ],
)
def test_dtypes_know_whether_they_can_be_exchanged(dtype, supported):
    assert fjax.dlpack.is_supported_dtype(dtype) is supported


def test_is_supported_dtype_needs_a_dtype():
    with pytest.raises(TypeError, match="Expected a string or dtype-like object"):
        fjax.dlpack.is_supported_dtype(None)


def test_arrays_convert_for_numpy_without_being_opened_to_writes():
    x = jnp.arange(3.0)
    view = np.asarray(x)
    assert address(view) == address(x) and not view.flags.writeable
    copied = np.array(x)
    copied[0] = 5.0
    assert float(x[0]) == 0.0
    with pytest.raises(ValueError, match="by a copy only"):
        np.asarray(x, dtype=np.float32, copy=False)
    brain = np.asarray(jnp.ones(2, jnp.bfloat16))
    assert brain.dtype == ml_dtypes.bfloat16 and not brain.flags.writeable
