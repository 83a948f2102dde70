"""Arrays and programs on a GPU: the stand-in for CuPy, launches in the emulator."""

import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core.device import device
from fjax.errors import DeviceError
from fjax.lowering.cuda.runtime.device_buffers import DeviceBuffer
from fjax.scipy.linalg import schur

pytestmark = pytest.mark.needs("x64", reason="expected values are of float64")
X = np.random.default_rng(0).normal(size=(5, 7))
CPU = lambda: fjax.devices("cpu")[0]


def test_an_array_moves_to_a_gpu_and_back(gpu):
    x = fjax.device_put(X, gpu)
    assert type(x.buffer) is DeviceBuffer and x.device is gpu and x.committed
    assert str(gpu) == "cuda:0" and repr(gpu) == "CudaDevice(id=0)" and gpu.platform == "gpu"
    back = fjax.device_put(x, CPU())
    assert type(back.buffer) is np.ndarray
    for y in (x, back, fjax.device_get(x), pickle.loads(pickle.dumps(x))):
        np.testing.assert_array_equal(y, X)
    assert repr(x) == repr(jnp.asarray(X)) and x.tolist() == X.tolist()
    assert x[1, 2].item() == X[1, 2] and float(x[0, 0]) == X[0, 0]


def test_a_kernel_that_writes_where_it_reads_does_not_read_through_the_constant_cache(gpu):
    x = fjax.device_put(X, gpu)
    y = fjax.jit(lambda x: x * 2 + 1, donate_argnums=0)(x)
    np.testing.assert_array_equal(fjax.device_get(y), X * 2 + 1)
    assert x.is_deleted()


def test_what_comes_to_the_host_cannot_be_written_to(gpu):
    with pytest.raises(ValueError, match="read-only"):
        np.asarray(fjax.device_put(X, gpu))[0] = 1


def test_devices_have_names_and_numbers(machine):
    first, second = fjax.devices("gpu")
    assert fjax.devices("cuda:1") == [second] and fjax.devices("cuda") == [first, second]
    assert fjax.device_count("cuda") == 2
    with pytest.raises(DeviceError, match="the devices of 'cuda' have the numbers 0 to 1"):
        fjax.devices("cuda:2")
    with pytest.raises(DeviceError, match="no device cuda:7 here; there are: cuda:0, cuda:1"):
        fjax.device_put(X, pickle.loads(pickle.dumps(device("gpu", 7))))


def test_an_array_moves_between_gpus(machine):
    first, second = fjax.devices("cuda")
    x = fjax.device_put(X, first)
    y = fjax.device_put(x, second)
    assert y.device is second and (y * 2).device is second
    np.testing.assert_array_equal(y * 2, X * 2)
    with pytest.raises(DeviceError, match=r"cuda:0 and cuda:1;.* move one of them with fjax"):
        x + y


def test_committed_devices_do_not_mix(gpu):
    x, y = fjax.device_put(X, gpu), fjax.device_put(X, CPU())
    for f in (jnp.add, fjax.jit(lambda x, y: x + y)):
        with pytest.raises(DeviceError, match="cpu:0 and cuda:0;.* move one of them"):
            f(x, y)
        assert f(x, X).device is gpu and f(jnp.asarray(X), x).device is gpu


def test_uncommitted_arrays_go_to_the_default_device(gpu):
    with fjax.default_device("cuda"):
        x = jnp.arange(6.0).reshape(2, 3)
        y = fjax.jit(lambda x: jnp.sin(x) + 1)(x)
        assert x.device is y.device is gpu and not y.committed
        assert (jnp.asarray(X) + 1).device is gpu
        assert fjax.random.normal(fjax.random.key(0), (3,)).device is gpu
    np.testing.assert_allclose(y, np.sin(np.arange(6.0).reshape(2, 3)) + 1, rtol=1e-15)


ON_A_DEVICE = {
    "an operation": lambda x: x * 2 + 1,
    "a program": fjax.jit(lambda x: jnp.sin(x) @ x.T),
    "a program of several steps": fjax.jit(lambda x: (jnp.linalg.inv(x @ x.T), x, 3.0)),
    "several launches": fjax.jit(lambda x: jnp.cumsum(jnp.exp(x) / jnp.exp(x).sum(0), 0)),
    "a part": lambda x: (x[1], x[0, 2], x[np.array([1, 0])], x[:, ::-1], x[1:3]),
    "a changed part": lambda x: x.at[0, 1].set(x[1, 1]),
    "a loop": fjax.jit(lambda x: lax.fori_loop(0, 5, lambda i, c: c * 0.5 + i, x)),
    "a loop of changes": fjax.jit(lambda x: lax.fori_loop(0, 2, lambda i, c: c.at[i].add(i), x)),
    "a loop on the host": fjax.jit(
        lambda x: lax.scan(lambda c, r: (jnp.linalg.inv(c), r + c[0, 0]), x @ x.T, x)
    ),
    "a loop that asks": fjax.jit(
        lambda x: lax.while_loop(lambda c: c.sum() < 9, lambda c: jnp.sort(c) + 1, x)
    ),
    "an eager loop": lambda x: lax.scan(lambda c, r: (c + r, c.sum()), x[0], x),
    "an eager choice": lambda x: lax.cond(x[0, 0] > 0, jnp.sin, jnp.cos, x),
    "a gradient": fjax.grad(lambda x: jnp.tanh(x).sum()),
    "a gradient of a program": fjax.jit(fjax.grad(lambda x: jnp.tanh(x @ x.T).sum())),
    "a batch": fjax.vmap(lambda r: r / r.sum()),
    "a product of stacks": lambda x: jnp.einsum(
        "bik,kjb->bij", x[:, None] + X[:, :1, None], X.T[:, :, None] * x[:, 0]
    ),
    "nothing": fjax.jit(lambda x: (x[:0] @ x.T, x[:, :0] @ x[:, :0].T, x[:0].sum())),
    "a sorted copy": lambda x: (jnp.sort(x, 0), jnp.argsort(x), jnp.median(x)),
    "a transform": lambda x: (jnp.fft.fft(x), jnp.fft.irfftn(jnp.fft.rfftn(x)), jnp.fft.ifft2(x)),
    "sorts by keys": lambda x: (
        lax.sort((jnp.round(x), x), num_keys=1),
        lax.sort((x[0] > 0, x[0]), num_keys=2),
        lax.top_k(x, 2),
    ),
    "decompositions": lambda x: (
        jnp.linalg.cholesky(x @ x.T + jnp.eye(5)),
        jnp.linalg.eigvalsh(x @ x.T),
        jnp.linalg.solve(x @ x.T, x),
    ),
    "narrow floats": lambda x: (x.astype(jnp.bfloat16) * 2).astype(jnp.float8_e4m3fn),
    "a product of narrow floats": lambda x: x.astype(jnp.bfloat16) @ x.T.astype(jnp.bfloat16),
    "small integers": lambda x: (x.astype(jnp.int4) + 1, x > 0, (x * 10).astype(jnp.uint8) // 3),
    "complex numbers": lambda x: jnp.exp(1j * x) @ x.T,
    "random numbers": lambda x: x + fjax.random.uniform(fjax.random.key(1), x.shape),
    "keys": lambda x: fjax.random.key_data(fjax.random.split(fjax.random.key(x[0, 0].astype(int)))),
}


@pytest.mark.one_in(5)
@pytest.mark.parametrize("name", ON_A_DEVICE)
def test_what_is_computed_on_a_gpu_stays_there(name, gpu):
    function = ON_A_DEVICE[name]
    found = fjax.tree.leaves(function(fjax.device_put(X, gpu)))
    assert {y.device for y in found} == {gpu} and {type(y.buffer) for y in found} == {DeviceBuffer}
    expected = fjax.tree.leaves(function(jnp.asarray(X)))
    for got, wanted in zip(found, expected, strict=True):
        assert got.aval == wanted.aval
        got, wanted = (np.asarray(y).astype(np.complex128) for y in (got, wanted))
        np.testing.assert_allclose(got, wanted, rtol=1e-12, atol=1e-12)


def test_nans_and_zeros_of_both_signs_are_sorted_as_on_the_cpu(gpu):
    x = np.array([0.0, np.nan, -0.0, 3, -np.inf, 0.0, -np.nan, -0.0, np.inf])
    found, wanted = np.asarray(jnp.sort(fjax.device_put(x, gpu))), np.asarray(jnp.sort(x))
    np.testing.assert_array_equal(found, wanted)
    np.testing.assert_array_equal(np.signbit(found[:-2]), np.signbit(wanted[:-2]))


def test_a_callback_runs_in_host_memory_whatever_it_calls(gpu):
    def callback(x):
        assert not isinstance(getattr(x, "buffer", x), DeviceBuffer)
        return np.asarray(fjax.jit(lambda x: jnp.sin(x).sum())(np.asarray(x)))

    shape = fjax.ShapeDtypeStruct((), np.float64)
    function = fjax.jit(lambda x: fjax.pure_callback(callback, shape, x * 2) + 1)
    for where in (gpu, CPU()):
        found = function(fjax.device_put(X, where))
        assert found.device is where
        np.testing.assert_allclose(found, np.sin(X * 2).sum() + 1)
    with fjax.default_device(gpu):
        np.testing.assert_allclose(function(X), np.sin(X * 2).sum() + 1)


def test_effects_in_loops_happen_in_order(gpu, capfd):
    def step(c, r):
        fjax.debug.print("{x:.1f}", x=r.sum())
        return c + r, None

    found, _ = fjax.jit(lambda x: lax.scan(step, x[0] * 0, x))(fjax.device_put(np.eye(3), gpu))
    np.testing.assert_array_equal(found, 1)
    fjax.effects_barrier()
    assert capfd.readouterr().out.split() == ["1.0"] * 3


def test_what_is_looked_for_in_results_is_found(gpu):
    with fjax.debug_nans(True), pytest.raises(FloatingPointError, match="nan.*log"):
        jnp.log(fjax.device_put(-X * X, gpu))


def test_a_donated_array_gives_its_memory(machine, gpu):
    x = fjax.device_put(X, gpu)
    at = x.unsafe_buffer_pointer()
    y = fjax.jit(lambda x: x.at[0].set(1.0), donate_argnums=0)(x)
    assert y.unsafe_buffer_pointer() == at and x.is_deleted()
    z = fjax.jit(lambda x: x.at[0].set(2.0))(y)
    assert z.unsafe_buffer_pointer() != at
    np.testing.assert_array_equal(y[1:], X[1:])
    np.testing.assert_array_equal((y[0], z[0]), (np.ones(7), 2 * np.ones(7)))


def test_nothing_is_done_before_somebody_waits(machine, gpu):
    x = fjax.device_put(X, gpu)
    y = fjax.jit(lambda x: jnp.tanh(x) * 2)(x) + 1
    assert not machine.launches and not y.is_ready()
    assert y.block_until_ready() is y and y.is_ready() and len(machine.launches) == 2


def test_memory_is_counted_and_goes_back(machine, gpu):
    before = fjax.memory_stats(gpu)
    x = fjax.device_put(np.ones(1000), gpu)
    held = gpu.memory_stats()
    assert held["bytes_in_use"] - before["bytes_in_use"] == 8192  # in pieces of 512
    assert held["bytes_limit"] == 1 << 30 and held["bytes_free"] < 1 << 30
    del x
    assert gpu.memory_stats()["bytes_in_use"] == before["bytes_in_use"]
    with fjax.default_device(gpu):
        assert fjax.memory_stats()["pool_bytes"] >= 8192
        fjax.clear_pool()
        assert fjax.memory_stats()["pool_bytes"] == 0
    assert fjax.memory_stats(fjax.devices("meta")[0]) == {}


def test_an_operation_is_compiled_once(machine, gpu):
    x = fjax.device_put(X, gpu)
    (x * 2).block_until_ready()
    made = len(machine.linked)
    for k in range(3):
        np.testing.assert_array_equal(x * k, X * k)
    assert len(machine.linked) == made and len(machine.launches) == 4


def test_threads_may_use_a_gpu_at_once(gpu):
    x = fjax.device_put(X, gpu)
    function = fjax.jit(lambda x, k: jnp.cumsum(x * k, 0))
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda k: np.asarray(function(x, float(k))), range(12)))
    for k, each in enumerate(found):
        np.testing.assert_allclose(each, np.cumsum(X * k, 0), rtol=1e-14)


def test_inspection_says_what_runs_in_host_memory(gpu):
    def function(x):
        y = jnp.fft.fft(x @ x.T + schur(x @ x.T)[0]).real
        return lax.scan(lambda c, r: (jnp.linalg.qr(c)[0] + r, c.sum()), y, x[0])

    x = fjax.device_put(X, gpu)
    found = fjax.inspect(function)(x)
    assert [e.op.name for e in found.host_steps] == ["schur"]
    assert "==== in host memory\nschur at " in str(found)
    kernel = found.kernels[0]
    assert "@cuda.jit" in kernel.source and "define" in kernel.llvm
    assert ".visible .entry" in kernel.ptx
    assert fjax.inspect(function)(jnp.asarray(X)).host_steps == []


def test_a_jitted_function_has_a_program_for_each_device(machine):
    function = fjax.jit(lambda x: jnp.cumsum(x * 2, 1))
    for where in (*fjax.devices("cuda"), CPU(), *fjax.devices("cuda")):
        found = function(fjax.device_put(X, where))
        assert found.device is where
        np.testing.assert_allclose(found, np.cumsum(X * 2, 1), rtol=1e-14)
    assert function._cache_size() == 2  # one for each platform, for what asks for it
    function.clear_cache()
    assert function(fjax.device_put(X, fjax.devices("cuda")[1])).device.id == 1


def test_functions_for_platforms_are_chosen_by_the_arguments(gpu):
    chosen = lambda x: lax.platform_dependent(x, cpu=lambda x: x, cuda=lambda x: -x)
    np.testing.assert_array_equal(chosen(fjax.device_put(X, gpu)), -X)
    np.testing.assert_array_equal(chosen(jnp.asarray(X)), X)


@pytest.mark.parametrize(
    "transformed",
    [
        fjax.jit,
        fjax.vmap,
        lambda f: fjax.jit(fjax.vmap(fjax.jit(f))),
        lambda f: lambda x: fjax.jvp(f, (x,), (x,))[1],
        lambda f: fjax.jit(lambda x: lax.map(f, x)),
    ],
    ids=["jit", "vmap", "nested", "jvp", "map"],
)
def test_traced_functions_for_platforms_are_chosen_by_the_arguments(transformed, gpu):
    chosen = lambda x: lax.platform_dependent(x, cpu=lambda x: x, cuda=lambda x: -x)
    function = transformed(chosen)
    for _ in range(2):
        np.testing.assert_array_equal(function(jnp.asarray(X)), X)
        np.testing.assert_array_equal(function(fjax.device_put(X, gpu)), -X)
    with fjax.default_device(gpu):
        np.testing.assert_array_equal(function(fjax.device_put(X, CPU())), X)
        np.testing.assert_array_equal(function(jnp.asarray(X)), -X)


def test_a_stage_is_lowered_for_its_arguments(gpu):
    chosen = fjax.jit(lambda x: lax.platform_dependent(x, cpu=lambda x: x, cuda=lambda x: -x))
    x = fjax.device_put(X, gpu)
    np.testing.assert_array_equal(chosen.lower(x).compile()(x), -X)


def test_a_compiled_stage_runs_where_its_arguments_are(gpu):
    compiled = fjax.jit(lambda x: x * 2).lower(fjax.ShapeDtypeStruct(X.shape, X.dtype)).compile()
    assert compiled(fjax.device_put(X, gpu)).device is gpu
    assert compiled(jnp.asarray(X)).device is CPU()


def test_references_hold_arrays_on_a_gpu(gpu):
    ref = fjax.new_ref(fjax.device_put(X, gpu))
    ref[0] = np.ones(7)
    fjax.jit(lambda r: r.__setitem__(1, r[0] * 3))(ref)
    assert ref[...].device is gpu
    np.testing.assert_array_equal(ref[...][:2], np.stack([np.ones(7), 3 * np.ones(7)]))
    np.testing.assert_array_equal(ref[...][2:], X[2:])
