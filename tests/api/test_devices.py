"""Arrays put together from the data of all devices, of which there is one."""

import inspect
import subprocess
import sys

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import errors, lax
from fjax.errors import ShapeError

WHERE = fjax.sharding.SingleDeviceSharding(fjax.devices()[0])
DATA = np.arange(6.0).reshape(2, 3)


def test_a_callback_gives_the_whole_array_at_once():
    asked = []

    def data(index):
        asked.append(index)
        return DATA[index]

    x = fjax.make_array_from_callback(DATA.shape, WHERE, data)
    np.testing.assert_array_equal(x, DATA)
    assert asked == [(slice(None), slice(None))]
    assert x.sharding == WHERE


@pytest.mark.parametrize(
    "tree",
    [
        lambda x: x,
        lambda x: [(1, x)],
        lambda x: {"a": (None, [x])},
        lambda x: fjax.tree_util.Partial(abs, x),
    ],
)
def test_block_until_ready_finds_deleted_arrays_in_every_container(tree):
    x = fjax.numpy.ones(3)
    given = tree(x)
    assert fjax.block_until_ready(given) is given
    x.delete()
    with pytest.raises(RuntimeError, match="deleted"):
        fjax.block_until_ready(given)


def test_block_until_ready_waits_for_what_can_be_waited_for():
    class Leaf:
        waited = 0

        def block_until_ready(self):
            self.waited += 1

    leaf = Leaf()
    fjax.block_until_ready([leaf, (3.0, leaf), np.ones(2)])
    assert leaf.waited == 2


def test_a_dtype_is_kept():
    x = fjax.make_array_from_callback(DATA.shape, WHERE, lambda i: DATA[i], dtype=np.float32)
    assert x.dtype == np.float32


@pytest.mark.parametrize("device", [None, fjax.devices()[0], "cpu"])
def test_a_weak_type_stays_one(device):
    """What is put on a device promotes as it did before."""
    for value in (2.0, fjax.jit(lambda x: x + 1)(1)):
        put = fjax.device_put(value, device)
        assert put.weak_type
        assert (jnp.ones(2, "float16") * put).dtype == "float16"
    assert not fjax.device_put(jnp.ones(2), device).weak_type


def test_one_array_and_local_data_are_the_array():
    for x in (
        fjax.make_array_from_single_device_arrays((2, 3), WHERE, [fjax.numpy.array(DATA)]),
        fjax.make_array_from_process_local_data(WHERE, DATA),
        fjax.make_array_from_process_local_data(WHERE, DATA, (2, 3)),
    ):
        np.testing.assert_array_equal(x, DATA)


def test_parts_of_an_array_are_refused():
    with pytest.raises(ShapeError, match=r"\(4, 3\), the data's \(2, 3\)"):
        fjax.make_array_from_process_local_data(WHERE, DATA, (4, 3))
    with pytest.raises(ShapeError, match="Expected 1 per-device arrays .* but got 2"):
        fjax.make_array_from_single_device_arrays((4, 3), WHERE, [DATA, DATA])


def test_arrays_stay_where_a_constraint_wants_them():
    x = fjax.numpy.array(DATA)
    tree = {"x": x, "n": 3}
    found = fjax.lax.with_sharding_constraint(tree, {"x": WHERE, "n": None})
    assert found["x"] is x and int(found["n"]) == 3

    def f(x):
        return (fjax.lax.with_sharding_constraint(x, WHERE) ** 2).sum()

    np.testing.assert_array_equal(fjax.jit(fjax.grad(f))(x), 2 * DATA)


def test_what_is_no_place_for_an_array_is_refused():
    for call in (fjax.lax.with_sharding_constraint, fjax.device_put):
        for f in (call, lambda x, s, call=call: fjax.jit(lambda x: call(x, s))(x)):
            with pytest.raises(TypeError, match="expected a fjax.sharding.Sharding"):
                f(fjax.numpy.array(DATA), object())


def test_constraints_among_several_devices():
    code = """
import pytest, fjax, fjax.numpy as jnp
fjax.config.update("num_cpu_devices", 2)
first, second = map(fjax.sharding.SingleDeviceSharding, fjax.devices())
x = fjax.device_put(jnp.ones(2), second)
constrain = fjax.lax.with_sharding_constraint
assert constrain(x, second) is x
with pytest.raises(ValueError, match="move it with fjax.device_put"):
    constrain(x, first)
with pytest.raises(ValueError, match="is not known yet; put them on"):
    fjax.jit(lambda x: constrain(x, first))(x)
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_value_is_whole_and_on_no_mesh():
    sharding = fjax.typeof(DATA).sharding
    assert sharding.spec == (None, None)
    assert sharding.mesh == fjax.sharding.get_abstract_mesh()
    assert sharding.mesh.empty and not sharding.mesh.are_all_axes_explicit
    assert sharding == fjax.typeof(DATA + 1).sharding != fjax.typeof(1.0).sharding


def test_the_sharding_of_a_type_commits_an_array_to_no_device():
    sharding = fjax.typeof(DATA).sharding
    made = fjax.random.normal(fjax.random.key(0), (2, 3), out_sharding=sharding)
    assert not made.committed
    assert not fjax.numpy.zeros((2, 3), out_sharding=sharding).committed


def test_devices_stay_what_they_are_when_caches_are_cleared():
    device, x = fjax.devices()[0], fjax.device_put(DATA, WHERE)
    fjax.clear_caches()
    assert fjax.devices()[0] is device
    assert fjax.device_put(DATA, WHERE).sharding == x.sharding
    assert fjax.lax.with_sharding_constraint(x, WHERE) is x


def test_local_data_may_be_a_pytree_and_its_shapes_a_prefix_or_all():
    data = {"a": np.arange(10).reshape(2, 5), "b": [np.ones((2, 5))]}
    for shape in (None, (2, 5), {"a": (2, 5), "b": [(2, 5)]}):
        found = fjax.make_array_from_process_local_data(fjax.devices()[0], data, shape)
        np.testing.assert_array_equal(found["a"], data["a"])
        np.testing.assert_array_equal(found["b"][0], data["b"][0])
    for shape in ((2, 8), {"a": (2, 5), "c": (2, 5)}):
        with pytest.raises(ValueError):
            fjax.make_array_from_process_local_data(fjax.devices()[0], data, shape)


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_single_device_arrays_are_concrete_in_a_list_and_of_the_dtype_named():
    x = fjax.numpy.arange(4.0)
    make = fjax.make_array_from_single_device_arrays
    with pytest.raises(ValueError, match="requires a list of concrete arrays"):
        fjax.jit(lambda y: make(y.shape, x.sharding, [y]))(x)
    with pytest.raises(TypeError, match="`arrays` argument"):
        make(x.shape, x.sharding, x)
    with pytest.raises(ValueError, match="must match the dtype"):
        make(x.shape, x.sharding, [x], dtype=np.float32)
    assert make(x.shape, x.sharding, [x], dtype=np.float64).tolist() == x.tolist()


@pytest.mark.parametrize(
    "loop",
    [
        lambda x: lax.scan(lambda c, _: (c * x, None), x, None, length=3)[0],
        lambda x: lax.fori_loop(0, 3, lambda _, c: c * x, x),
        lambda x: lax.while_loop(lambda c: c < 50.0, lambda c: c * x, x),
        lambda x: lax.while_loop(lambda c: c < x, lambda c: c * 2, fjax.numpy.float64(1.0)),
    ],
    ids=["scan", "fori", "while", "a condition that reads it"],
)
def test_a_loop_on_a_committed_array_gives_a_committed_one(loop):
    x = fjax.device_put(fjax.numpy.float64(2.0), fjax.devices()[0])
    assert loop(x).committed


# ---- names of devices, and where computations run


def test_a_name_with_a_number_is_one_device():
    assert fjax.devices("cpu:0") == fjax.devices("cpu")[:1]
    assert fjax.device_put(1.0, "cpu:0").committed


@pytest.mark.parametrize(
    "name,said",
    [
        ("cpu:7", "no device 'cpu:7': the devices of 'cpu' have the numbers 0 to 0"),
        ("cpu:x", "no 'cpu:x' device here"),
        ("tpu", "no 'tpu' device here; there are: .CpuDevice.id=0., MetaDevice.id=0.."),
    ],
)
def test_a_device_that_does_not_exist_is_refused(name, said):
    with pytest.raises(fjax.errors.DeviceError, match=said) as raised:
        fjax.devices(name)
    assert isinstance(raised.value, RuntimeError)  # as programs for JAX ask whether there is one
    with (
        fjax.default_device(name),
        pytest.raises(fjax.errors.DeviceError, match=f"default_device is '{name}': {said}"),
    ):
        fjax.numpy.ones(3)


def test_what_is_not_committed_follows_the_default_device_and_what_is_stays():
    code = """
import fjax, fjax.numpy as jnp
fjax.config.update("num_cpu_devices", 2)
first, second = fjax.devices()
free, held = jnp.ones(3), fjax.device_put(jnp.ones(3), first)
program = fjax.jit(lambda x: x + 1)
looped = lambda x: fjax.lax.scan(lambda c, r: (c + r, c), x, x[:, None] + x)[0]
for f in (lambda x: x + 1, program, looped, lambda x: x @ x, fjax.grad(lambda x: (x * x).sum())):
    assert f(free).device is first and not f(free).committed
    assert f(held).committed
    with fjax.default_device(second):
        assert f(free).device is second and not f(free).committed
        assert f(held).device is first and f(held).committed
compiled = program.lower(free).compile()
assert compiled(held).committed and compiled(fjax.device_put(free, second)).device is second
print("as told")
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "as told\n"


def test_platform_dependent_asks_the_arguments():
    x = fjax.numpy.ones(3, device=fjax.devices("meta")[0])
    assert lax.platform_dependent(x, cpu=lambda x: x[:1], default=lambda x: x[:2]).shape == (2,)
    assert lax.platform_dependent(x, cpu=lambda x: x[:1]).shape == (1,)
    assert lax.platform_dependent(x, cpu=lambda x: x[:1], meta=lambda x: x).shape == (3,)


def test_a_traced_value_is_not_put_on_meta():
    def f(x):
        return fjax.device_put(x, "meta")

    for g, x in ((fjax.jit(f), 1.0), (fjax.grad(f), 1.0), (fjax.vmap(f), np.ones(3))):
        with pytest.raises(fjax.errors.DeviceError, match="put those on meta, outside"):
            g(x)


# What each function of fjax.numpy that takes a device is called with.
MAKES = {
    "arange": (jnp.arange, 3),
    "array": (jnp.array, [1.0, 2.0]),
    "asarray": (jnp.asarray, [1.0, 2.0]),
    "astype": (jnp.astype, jnp.ones(3), jnp.float32),
    "empty": (jnp.empty, 3),
    "empty_like": (jnp.empty_like, jnp.ones(3)),
    "eye": (jnp.eye, 3),
    "fftfreq": (jnp.fft.fftfreq, 3),
    "from_dlpack": (jnp.from_dlpack, jnp.ones(3)),
    "full": (jnp.full, 3, 2.0),
    "full_like": (jnp.full_like, jnp.ones(3), 2.0),
    "linspace": (jnp.linspace, 0, 1, 3),
    "ones": (jnp.ones, 3),
    "ones_like": (jnp.ones_like, jnp.ones(3)),
    "rfftfreq": (jnp.fft.rfftfreq, 3),
    "zeros": (jnp.zeros, 3),
    "zeros_like": (jnp.zeros_like, jnp.ones(3)),
    "x.astype": (jnp.ones(3).astype, jnp.float32),
    "x.to_device": (jnp.ones(3).to_device,),
    "device_put": (fjax.device_put, np.ones(3)),
}


def test_each_function_that_takes_a_device_is_in_the_table():
    taking = {
        name
        for module in (jnp, jnp.fft)
        for name, function in vars(module).items()
        if not name.startswith("_") and inspect.isfunction(function)
        if "device" in inspect.signature(function).parameters
    }
    assert taking <= set(MAKES)


@pytest.mark.parametrize("name", MAKES)
def test_a_device_may_be_named_by_a_string(name):
    make, *args = MAKES[name]
    for device in ("cpu", "cpu:0", "meta"):
        found = make(*args, device=device)
        assert found.device == fjax.devices(device)[0]
        assert found.committed
    with pytest.raises(errors.DeviceError, match="no 'tpu' device here"):
        make(*args, device="tpu")


@pytest.mark.parametrize("name", sorted(set(MAKES) - {"from_dlpack"}))
def test_a_device_may_be_named_by_a_string_within_jit(name):
    make, *args = MAKES[name]
    found = fjax.jit(lambda: make(*args, device="cpu"))()
    assert found.aval == make(*args, device="cpu").aval


def test_the_default_device_may_be_named_by_a_string():
    with fjax.default_device("meta"):
        assert jnp.zeros(3).device == fjax.devices("meta")[0]


def test_nobody_has_arrays_at_the_start():
    program = """
import importlib, pkgutil, fjax
for module in pkgutil.iter_modules(fjax.__path__, "fjax."):
    if module.name not in ("fjax.__main__", "fjax._testing"):
        importlib.import_module(module.name)
print(fjax.live_arrays())
"""
    done = subprocess.run(
        [sys.executable, "-c", program], text=True, capture_output=True, check=False
    )
    assert done.stdout == "[]\n", done.stderr
