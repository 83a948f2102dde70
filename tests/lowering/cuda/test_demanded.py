"""Programs that say that they run on a GPU: by device_put, device=, in_shardings, meshes."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.errors import DeviceError
from fjax.lowering.cuda.runtime.device_buffers import DeviceBuffer

X = np.arange(15.0, dtype=np.float32).reshape(5, 3)
CPU = lambda: fjax.devices("cpu")[0]


def double(x):
    return x * 2


def on(device):
    return fjax.sharding.SingleDeviceSharding(device)


def mesh_of(device):
    return fjax.make_mesh((1,), ("i",), devices=[device])


def mapped(device):
    rows = fjax.P("i")
    return fjax.shard_map(double, mesh=mesh_of(device), in_specs=rows, out_specs=rows)


WAYS = {
    "device_put": lambda d: fjax.jit(lambda x: double(fjax.device_put(x, d))),
    "device_put in a loop": lambda d: fjax.jit(
        lambda x: lax.map(lambda r: double(fjax.device_put(r, d)), x)
    ),
    "device_put in a gradient": lambda d: fjax.jit(
        fjax.grad(lambda x: jnp.sum(fjax.device_put(x, d) ** 2))
    ),
    "device_put in a function called": lambda d: fjax.jit(
        lambda x: fjax.jit(lambda y: double(fjax.device_put(y, d)))(x)
    ),
    "device": lambda d: fjax.jit(double, device=d),
    "its name": lambda d: fjax.jit(double, device=str(d)),
    "backend": lambda d: fjax.jit(backend=str(d))(double),
    "in_shardings": lambda d: fjax.jit(double, in_shardings=on(d)),
    "in_shardings, compiled": lambda d: fjax.jit(double, in_shardings=on(d)).lower(X).compile(),
    "out_shardings": lambda d: fjax.jit(double, out_shardings=on(d)),
    "shard_map": mapped,
    "shard_map in jit": lambda d: fjax.jit(mapped(d)),
    "pmap": lambda d: lambda x: fjax.pmap(double, devices=[d])(x[None])[0],
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("name", WAYS)
def test_a_program_runs_where_it_says(name, number, machine):
    device = fjax.devices("cuda")[number]
    function = WAYS[name](device)
    for x in (X, jnp.asarray(X), fjax.device_put(X, device), X):
        found = function(x)
        assert found.device is device and type(found.buffer) is DeviceBuffer
        np.testing.assert_array_equal(found, X * 2)


REFUSING = [name for name in WAYS if name not in ("out_shardings", "pmap")]


@pytest.mark.parametrize("name", REFUSING)
def test_what_is_committed_elsewhere_is_refused(name, machine):
    first, second = fjax.devices("cuda")
    function = WAYS[name](first)
    for elsewhere in (CPU(), second):
        with pytest.raises(DeviceError, match="committed to different devices"):
            function(fjax.device_put(X, elsewhere))


@pytest.mark.parametrize("name", ["device_put", "device", "backend", "in_shardings"])
def test_a_program_may_say_that_it_runs_on_the_cpu(name, gpu):
    function = WAYS[name](CPU())
    with fjax.default_device(gpu):
        for x in (X, jnp.asarray(X), X):
            assert function(x).device is CPU()
    with pytest.raises(DeviceError, match="committed to different devices"):
        function(fjax.device_put(X, gpu))


@pytest.mark.parametrize("name", ["device_put", "device"])
@pytest.mark.parametrize("transformed", [fjax.vmap, lambda f: fjax.grad(lambda x: f(x).sum())])
def test_what_runs_at_once_says_where_it_has_to_be_put(name, transformed, gpu):
    if name == "device_put":
        function = transformed(lambda x: double(fjax.device_put(x, gpu)))
    else:
        function = transformed(WAYS[name](gpu))
    with pytest.raises(DeviceError, match="put the arguments on cuda:0, outside"):
        function(jnp.asarray(X))
    np.testing.assert_array_equal(function(fjax.device_put(X, gpu)), transformed(double)(X))


def test_on_meta_it_runs_on_meta(gpu):
    for name in ("device_put", "device", "in_shardings"):
        assert WAYS[name](gpu)(fjax.device_put(X, "meta")).device.platform == "meta"


def test_a_program_is_traced_for_the_platform_that_it_says(gpu):
    chosen = lambda x: lax.platform_dependent(x, cpu=lambda x: x, cuda=double)
    np.testing.assert_array_equal(fjax.jit(chosen, device=gpu)(X), X * 2)
    np.testing.assert_array_equal(fjax.jit(lambda x: chosen(fjax.device_put(x, gpu)))(X), X * 2)


def test_arrays_are_on_the_gpu_of_a_mesh_that_is_set(gpu):
    with fjax.set_mesh(mesh_of(gpu)):
        for x in (jnp.zeros(3), jnp.asarray(X) + 1, fjax.jit(double)(X)):
            assert x.device is gpu


def test_a_device_that_does_not_exist_is_looked_for_when_it_is_needed(machine):
    function = fjax.jit(double, device="cuda:7")
    with pytest.raises(DeviceError, match="the devices of 'cuda' have the numbers 0 to 1"):
        function(X)


def test_names_of_devices_that_are_not_there_list_those_that_are(machine):
    with pytest.raises(DeviceError, match=r"no 'cuda:x' device here; there are: \[CudaDevice"):
        fjax.devices("cuda:x")


def test_what_is_alive_and_used_on_a_device(gpu):
    before = [id(y) for y in fjax.live_arrays("gpu")]
    x = fjax.device_put(X, gpu)
    assert [y is x for y in fjax.live_arrays("gpu") if id(y) not in before] == [True]
    assert not any(y is x for y in fjax.live_arrays("cpu"))
    assert fjax.memory_stats("cuda:0") == fjax.memory_stats(gpu)
