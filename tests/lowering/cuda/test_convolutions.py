"""Convolutions on a GPU: windows by a kernel of fjax's, products by cuBLAS, nothing on the host."""

import functools

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.cuda import target as cuda_target
from fjax.lowering.cuda.library import convolutions
from fjax.lowering.cuda.runtime import device_buffers
from fjax.lowering.run.plan import Segment
from tests.primitives.test_convolution import CASES, LAYOUTS, reordered

RNG = np.random.default_rng(0)


def operands(case, specs, dtype="float64"):
    """Small whole numbers, of which sums of products are exact."""
    left, right, *geometry, groups = CASES[case]
    letters = LAYOUTS[len(left) - 2][0]
    x, w = (RNG.integers(-3, 4, shape).astype(np.float64) for shape in (left, right))
    if dtype.startswith("complex"):
        x, w = x + 1j * x[::-1], w - 1j * w[::-1]
    x, w = reordered(x, letters[0], specs[0]), reordered(w, letters[1], specs[1])
    function = lambda x, w: lax.conv_general_dilated(x, w, *geometry, specs, groups)
    return function, jnp.asarray(x, dtype), jnp.asarray(w, dtype)


def with_gradients(function):
    """The result, and what a cotangent pulls back to both operands."""

    def pulled(x, w, c):
        out, pull = fjax.vjp(function, x, w)
        return out, *pull(c)

    return pulled


LAID_OUT = [(case, specs) for case in CASES for specs in LAYOUTS[len(CASES[case][0]) - 2]]


def host_steps(function, *args):
    """What is evaluated in host memory and gives elements."""
    found = fjax.inspect(function)(*args).host_steps
    return [e for e in found if any(v.aval.size for v in e.outvars)]


def check_there(function, gpu, *args):
    """The function gives the CPU's results on the GPU, and nothing of it is computed elsewhere."""
    there = fjax.device_put(args, gpu)
    assert not host_steps(function, *there)
    found, expected = function(*there), function(*args)
    for got, wanted in zip(found, expected, strict=True):
        assert got.devices() == {gpu} and got.dtype == wanted.dtype
        np.testing.assert_array_equal(fjax.device_get(got), fjax.device_get(wanted))


def check_with_gradients(function, gpu, x, w):
    out = fjax.eval_shape(function, x, w)
    c = jnp.asarray(RNG.integers(-3, 4, out.shape), out.dtype)
    check_there(fjax.jit(with_gradients(function)), gpu, x, w, c)


@pytest.mark.one_in(64)
@pytest.mark.parametrize(("case", "specs"), LAID_OUT, ids=lambda x: "-".join(x).replace(" ", "_"))
def test_a_convolution_and_its_gradients_are_computed_on_the_gpu(case, specs, gpu):
    check_with_gradients(*in_order(gpu, *operands(case, specs)))


def in_order(gpu, function, x, w):
    return function, gpu, x, w


@pytest.mark.one_in(24)
@pytest.mark.parametrize(
    "dtype", ["float16", "bfloat16", "float32", "complex64", "complex128", "float8_e4m3fn"]
)
@pytest.mark.parametrize("case", ["strided", "depthwise", "grouped", "lhs dilated"])
def test_every_floating_dtype_is_computed_on_the_gpu(case, dtype, gpu):
    check_with_gradients(*in_order(gpu, *operands(case, LAYOUTS[2][0], dtype)))


@pytest.mark.one_in(12)
@pytest.mark.parametrize("dtype", ["int8", "uint32", "int64"])
@pytest.mark.parametrize("case", ["strided", "depthwise", "grouped", "lhs dilated"])
def test_integers_are_computed_on_the_gpu(case, dtype, gpu):
    function, x, w = operands(case, LAYOUTS[2][0], "int64")
    check_there(fjax.jit(lambda *xs: [function(*xs)]), gpu, x.astype(dtype), w.astype(dtype))


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("preferred", "result"), [(None, 14), (jnp.float32, 0)])
def test_narrow_floats_are_multiplied_as_they_are(preferred, result, machine, gpu):
    x, w = (jnp.ones(s, jnp.bfloat16) for s in ((2, 40, 9, 9), (8, 40, 3, 3)))
    function = lambda x, w: lax.conv_general_dilated(
        x, w, (1, 1), "SAME", preferred_element_type=preferred
    )
    check_there(fjax.jit(lambda *xs: [function(*xs)]), gpu, x, w)
    assert {row[:3] for row in machine.products} == {(14, result, 68)}


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("precision", "computed"), [(None, 68), ("tensorfloat32", 77)])
def test_precision_is_that_of_the_products(precision, computed, machine, gpu):
    function = lambda x, w: lax.conv_general_dilated(x, w, (2, 2), "SAME", precision=precision)
    x, w = jnp.ones((2, 3, 9, 9), jnp.float32), jnp.ones((4, 3, 3, 3), jnp.float32)
    check_with_gradients(function, gpu, x, w)
    assert {row[2] for row in machine.products} == {computed}


@pytest.mark.one_in(2)
@pytest.mark.parametrize("groups", ["feature", "batch"])
def test_groups_are_a_stack_of_products(groups, machine, gpu):
    function = lambda x, w: lax.conv_general_dilated(
        x, w, (1, 1), "SAME", **{f"{groups}_group_count": 3}
    )
    features = 2 if groups == "feature" else 6
    x, w = (RNG.integers(-3, 4, s) for s in ((6, 6, 5, 5), (9, features, 3, 3)))
    x, w = jnp.asarray(x, jnp.float32), jnp.asarray(w, jnp.float32)
    check_there(fjax.jit(lambda *xs: [function(*xs)]), gpu, x, w)
    assert len(machine.products) == 1
    check_with_gradients(function, gpu, x, w)


def test_a_convolution_for_each_kernel_of_a_batch(gpu):
    x, w = (jnp.asarray(RNG.integers(-3, 4, s), jnp.float32) for s in ((3, 2, 4, 9), (3, 5, 4, 3)))
    function = fjax.vmap(lambda x, w: lax.conv_general_dilated(x, w, (2,), "SAME"))
    check_with_gradients(function, gpu, x, w)


def test_weak_types_stay_weak(gpu):
    x, w = lax.full((1, 1, 5), 2.0), lax.full((1, 1, 3), 3.0)
    assert x.weak_type
    conv, there = fjax.jit(lambda x, w: lax.conv(x, w, (1,), "VALID")), fjax.device_put((x, w), gpu)
    found = conv(*there)
    assert not host_steps(conv, *there)
    assert found.weak_type and found.devices() == {gpu} and found.tolist() == [[[18.0] * 3]]


# ---- windows in chunks


@pytest.mark.extended
@pytest.mark.parametrize("share", ["images", "rows"])
@pytest.mark.parametrize("specs", LAYOUTS[2][:2], ids=["NCHW", "NHWC"])
def test_windows_are_copied_in_chunks_that_share_memory(share, specs, gpu, monkeypatch):
    monkeypatch.setattr(convolutions, "CHUNK_SHARE", 1 << 40)
    images = 12 if share == "images" else 1
    x = reordered(RNG.integers(-3, 4, (images, 3, 20, 15)), "NCHW", specs[0])
    w = reordered(RNG.integers(-3, 4, (4, 3, 3, 3)), "OIHW", specs[1])
    x, w = jnp.asarray(x, jnp.float32), jnp.asarray(w, jnp.float32)
    function = lambda x, w: lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=specs)
    windows = 4 * 27 * 20 * 15 * images
    for parts in (1, 3, 12):
        monkeypatch.setattr(convolutions, "CHUNK_BYTES", windows // parts)
        fjax.clear_caches()
        check_with_gradients(function, gpu, x, w)
        there = fjax.device_put((x, w), gpu)
        plan = fjax.inspect(fjax.jit(function))(*there).plan
        (segment,) = [step for step in plan.steps if isinstance(step, Segment)]
        held = max(i.end for i in segment.intermediates)
        results = 2 * 4 * 4 * 20 * 15 * images
        assert windows // parts <= held <= windows // parts + results + (4 << 10)


def test_windows_of_one_element_are_not_copied(machine, gpu):
    """Features last: a product of the operands as they are."""
    x, w = jnp.ones((2, 5, 6, 4), jnp.float32), jnp.ones((1, 1, 4, 3), jnp.float32)
    specs = ("NHWC", "HWIO", "NHWC")
    function = lambda x, w: [lax.conv_general_dilated(x, w, (1, 1), "VALID", None, None, specs)]
    check_there(fjax.jit(function), gpu, x, w)
    assert len(machine.products) == 1 and not machine.launches


# ---- whole programs


def network(weights, x):
    """What networks for images consist of."""
    conv = functools.partial(lax.conv_general_dilated, padding="SAME")
    x = jnp.maximum(conv(x, weights["first"], (2, 2)), 0)
    y = conv(x, weights["depthwise"], (1, 1), feature_group_count=8)
    y = (y - y.mean((0, 2, 3), keepdims=True)) * lax.rsqrt(y.var((0, 2, 3), keepdims=True) + 1e-5)
    x = x + conv(jnp.maximum(y, 0), weights["pointwise"], (1, 1))
    x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")
    x = conv(x, weights["grouped"], (1, 1), rhs_dilation=(2, 2), feature_group_count=2)
    x = lax.conv_transpose(x, weights["up"], (2, 2), "SAME", dimension_numbers=OIHW)
    return x.mean((2, 3)) @ weights["dense"]


OIHW = ("NCHW", "OIHW", "NCHW")
SHAPES = {
    "first": (8, 3, 3, 3),
    "depthwise": (8, 1, 3, 3),
    "pointwise": (8, 8, 1, 1),
    "grouped": (12, 4, 3, 3),
    "up": (6, 12, 3, 3),
    "dense": (6, 5),
}


def network_step(dtype, gpu, monkeypatch):
    """A step of training gives the CPU's results, and reads nothing on the host."""

    def step(weights, x, labels):
        def loss(weights):
            logits = network(weights, x).astype(jnp.float32)
            return -jnp.take_along_axis(fjax.nn.log_softmax(logits), labels[:, None], 1).mean()

        value, gradient = fjax.value_and_grad(loss)(weights)
        return fjax.tree.map(lambda w, g: w - 0.1 * g.astype(w.dtype), weights, gradient), value

    weights = {k: jnp.asarray(RNG.normal(size=s) / 3, dtype) for k, s in SHAPES.items()}
    x = jnp.asarray(RNG.normal(size=(4, 3, 16, 16)), dtype)
    args = weights, x, jnp.asarray([0, 3, 1, 2])
    there, jitted = fjax.device_put(args, gpu), fjax.jit(step)
    assert not fjax.inspect(jitted)(*there).host_steps
    with monkeypatch.context() as patch:
        patch.setattr(device_buffers, "to_array", refuse)
        patch.setattr(cuda_target.Cuda, "to_host", refuse)
        found = jitted(*there)
    expected = jitted(*args)
    tolerance = {"float32": 1e-5, "bfloat16": 0.05}[dtype]
    for got, wanted in zip(*(fjax.tree.leaves(t) for t in (found, expected)), strict=True):
        got, wanted = (np.asarray(fjax.device_get(a), np.float64) for a in (got, wanted))
        np.testing.assert_allclose(got, wanted, rtol=tolerance, atol=tolerance)


@pytest.mark.extended
@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_a_training_step_of_a_network_is_computed_on_the_gpu_alone(dtype, gpu, monkeypatch):
    network_step(dtype, gpu, monkeypatch)


def refuse(*_):
    raise AssertionError("something is read on the host")
