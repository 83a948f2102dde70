"""Large float32 convolutions through oneDNN, and their gradients: with the extra `[onednn]`."""

from __future__ import annotations

import ctypes
import dataclasses
import threading
from functools import partial

import numpy as np
import pytest

import fjax
from fjax import lax
from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.lowering.cpu.library import convolutions, onednn, onednn_convolution, onednn_primitives
from fjax.lowering.cpu.library.onednn_steps import StepRecord, Steps
from fjax.lowering.cpu.runtime import threads as runtime
from fjax.primitives.convolution import ConvGeneralDilated
from tests.lowering.cpu.harness import run_launch
from tests.machines.changed import CPU

RNG = np.random.default_rng(5)
pytestmark = pytest.mark.skipif(onednn.find() is None, reason="the extra [onednn] is absent")
NCHW, NHWC = ("NCHW", "OIHW", "NCHW"), ("NHWC", "HWIO", "NHWC")
# Shapes in the order of the numbers; strides, padding, dilation of the window.
FORWARD = {
    "3×3": ((8, 32, 28, 28), (48, 32, 3, 3), (1, 1), ((1, 1), (1, 1)), (1, 1), NCHW),
    "no padding": ((4, 32, 36, 36), (64, 32, 3, 3), (1, 1), ((0, 0), (0, 0)), (1, 1), NCHW),
    "uneven": ((4, 45, 30, 41), (100, 45, 5, 2), (1, 1), ((2, 0), (0, 1)), (1, 1), NCHW),
    "strided": ((4, 3, 120, 91), (64, 3, 7, 7), (2, 3), ((3, 2), (3, 3)), (1, 1), NCHW),
    "dilated": ((4, 32, 40, 40), (48, 32, 3, 3), (1, 1), ((2, 2), (3, 3)), (2, 3), NCHW),
    "features last": ((8, 28, 28, 32), (3, 3, 32, 48), (1, 1), ((1, 1), (1, 1)), (1, 1), NHWC),
    "pointwise": ((4, 128, 28, 28), (256, 128, 1, 1), (1, 1), ((0, 0), (0, 0)), (1, 1), NCHW),
    "pointwise, features last": (
        (4, 28, 28, 128),
        (1, 1, 128, 256),
        (1, 1),
        ((0, 0), (0, 0)),
        (1, 1),
        NHWC,
    ),
    "pointwise, strided": (
        (8, 128, 40, 40),
        (256, 128, 1, 1),
        (2, 2),
        ((0, 0), (0, 0)),
        (1, 1),
        NCHW,
    ),
    "one axis": ((8, 64, 900), (64, 64, 7), (1,), ((3, 3),), (1,), ("NCW", "OIW", "NCW")),
    "three axes": (
        (2, 32, 9, 12, 14),
        (32, 32, 3, 3, 3),
        (1, 1, 1),
        ((1, 1), (1, 1), (1, 1)),
        (1, 1, 1),
        ("NCDHW", "OIDHW", "NCDHW"),
    ),
}
REFUSED = {
    "small": ((2, 16, 8, 8), (16, 16, 3, 3), 1),
    "few output features": ((8, 64, 56, 56), (3, 64, 3, 3), 1),
    "features that fill no blocks": ((8, 40, 56, 56), (20, 40, 3, 3), 1),
    "few input features, not strided": ((8, 3, 128, 128), (64, 3, 3, 3), 1),
    "groups": ((8, 64, 56, 56), (64, 32, 3, 3), 2),
    "unequal shares of images": ((3, 64, 56, 56), (64, 64, 3, 3), 1),
}


@pytest.fixture(autouse=True)
def two_threads(monkeypatch):
    """Shares that do not depend on this machine."""
    monkeypatch.setattr(runtime, "default_threads", lambda: 2)
    onednn_convolution._launch.cache_clear()
    yield
    onednn_convolution._launch.cache_clear()


def operation(x, w, strides, padding, dilation, numbers, groups=1):
    ones = (1,) * len(strides)
    return ConvGeneralDilated(
        strides, padding, ones, dilation, lax.conv_dimension_numbers(x, w, numbers), groups
    )


def normal(*shape):
    return RNG.standard_normal(shape).astype(np.float32)


def launch_of(op, x, w, find=onednn_convolution.convolution_launch):
    """The launch of a convolution of arrays of these shapes, and an array for its result."""
    lhs, rhs = ShapedArray(x, dtypes.float32), ShapedArray(w, dtypes.float32)
    (aval,) = op.result_type(lhs, rhs)
    return find(op, lhs, rhs, aval), np.full(aval.shape, np.nan, np.float32)


def assert_is_convolution(out, op, x, w):
    (expected,) = op.evaluate(np, x.astype(np.float64), w.astype(np.float64))
    np.testing.assert_allclose(out, expected, rtol=1e-4, atol=2e-5 * abs(expected).max())


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", FORWARD)
def test_forward(name):
    x_shape, w_shape, *rest = FORWARD[name]
    op = operation(x_shape, w_shape, *rest)
    launch, out = launch_of(op, x_shape, w_shape)
    assert launch.code.name == (
        "onednn:sgemm"
        if name in ("pointwise", "pointwise, features last")
        else "onednn:convolution:forward"
    )
    x, w = normal(*x_shape), normal(*w_shape)
    run_launch(launch, (x, w, out))
    assert_is_convolution(out, op, x, w)


@pytest.mark.parametrize("name", FORWARD)
def test_windows_of_one_element_without_steps_are_products(name):
    x, w, *rest = FORWARD[name]
    op, avals = operation(x, w, *rest), [ShapedArray(s, dtypes.float32) for s in (x, w)]
    (out,) = op.result_type(*avals)
    problem, _ = onednn_convolution.problem_of(op, x, w, out.shape, np.dtype(np.float32))
    product = onednn_convolution._product_launch(problem)
    assert (product is not None) == (name in ("pointwise", "pointwise, features last"))


def gradient_of(name):
    """The convolution that is the gradient of a kernel, and its operands."""
    x_shape, w_shape, strides, padding, dilation, numbers = FORWARD[name]
    x_shape = tuple(n * 2 if n in (28, 30, 36) else n for n in x_shape)
    w_shape = tuple(128 if n == 100 else 64 if n == 48 else n for n in w_shape)
    forward = operation(x_shape, w_shape, strides, padding, dilation, numbers)
    x, w = normal(*x_shape), normal(*w_shape)

    def f(w):
        return forward(x, w)

    cotangent = normal(*fjax.eval_shape(f, w).shape)
    jaxpr = fjax.make_jaxpr(lambda w, c: fjax.vjp(f, w)[1](c))(w, cotangent).jaxpr
    op = next(
        e.op
        for e in jaxpr.eqns
        if isinstance(e.op, ConvGeneralDilated) and e.invars[1].aval.shape == cotangent.shape
    )
    return op, x, cotangent


def launch_of_gradient(op, x, w):
    """As `launch_of`; skips what oneDNN has no kernel for that is made for this processor.

    Of windows with holes it has none without AVX-512.
    """
    launch, out = launch_of(op, x, w)
    if launch is None:
        problem, _ = onednn_convolution.problem_of(op, x, w, out.shape)
        with pytest.raises(onednn_primitives.Refused, match="implementation") as refusal:
            onednn_primitives.Primitives(problem)
        pytest.skip(f"oneDNN has no fast kernel on this processor: {refusal.value}")
    return launch, out


@pytest.mark.parametrize("name", ["3×3", "uneven", "strided", "dilated", "features last"])
def test_gradient_of_the_kernel(name):
    op, x, cotangent = gradient_of(name)
    launch, out = launch_of_gradient(op, x.shape, cotangent.shape)
    assert launch.code.name == "onednn:convolution:weights"
    run_launch(launch, (x, cotangent, out))
    assert_is_convolution(out, op, x, cotangent)


# Shapes in the order of the numbers; strides, padding, dilation of the window.
STRIDED = {
    "3×3": ((8, 32, 56, 56), (64, 32, 3, 3), (2, 2), ((1, 1), (1, 1)), (1, 1), NCHW),
    "uneven": ((4, 48, 50, 61), (96, 48, 5, 3), (2, 2), ((2, 0), (0, 1)), (1, 1), NCHW),
    "by three": ((8, 32, 52, 50), (64, 32, 4, 5), (3, 3), ((0, 0), (2, 2)), (1, 1), NCHW),
    "features last": ((8, 56, 56, 32), (3, 3, 32, 64), (2, 2), ((1, 1), (1, 1)), (1, 1), NHWC),
    "one axis": ((8, 64, 1800), (64, 64, 7), (2,), ((3, 3),), (1,), ("NCW", "OIW", "NCW")),
}
BY_PHASES = {
    "a window of whole strides": ((8, 32, 56, 56), (64, 32, 4, 4), (2, 2), ((1, 1), (1, 1))),
    "few features": ((8, 3, 112, 112), (64, 3, 7, 7), (2, 2), ((3, 3), (3, 3))),
    "negative padding": ((8, 32, 40, 40), (64, 32, 3, 3), (2, 2), ((-1, 1), (1, 1))),
    "more padding than window": ((8, 32, 40, 40), (64, 32, 3, 3), (2, 2), ((3, 1), (1, 1))),
}


def image_gradient(x, w, strides, padding, dilation, numbers, dtype=np.float32):
    """A function of kernel and cotangent, and such operands."""
    forward = operation(x, w, strides, padding, dilation, numbers)
    kernel, image = normal(*w).astype(dtype), np.zeros(x, dtype)
    cotangent = normal(*fjax.eval_shape(forward, image, kernel).shape).astype(dtype)

    def gradient(w, cotangent):
        return fjax.vjp(lambda x: forward(x, w), image.astype(w.dtype))[1](cotangent)[0]

    return gradient, kernel, cotangent


def convolution_of(gradient, w, cotangent):
    """The convolution with holes that an image's gradient is."""
    jaxpr = fjax.make_jaxpr(gradient)(w, cotangent).jaxpr
    return [e.op for e in jaxpr.eqns if isinstance(e.op, ConvGeneralDilated)][-1]


@pytest.mark.parametrize("name", STRIDED)
def test_gradient_of_a_strided_convolutions_image(name):
    gradient, w, cotangent = image_gradient(*STRIDED[name])
    if "convolution_image_gradient" not in str(fjax.inspect(gradient)(w, cotangent).plan):
        shapes = cotangent.shape, w.shape, STRIDED[name][0], dtypes.float32
        problem, _ = onednn_convolution.gradient_problem(
            convolution_of(gradient, w, cotangent), *shapes
        )
        with pytest.raises(onednn_primitives.Refused, match="implementation") as refusal:
            onednn_primitives.Primitives(problem)
        pytest.skip(f"oneDNN has no fast kernel on this processor: {refusal.value}")
    found = fjax.jit(gradient)(w, cotangent)
    with fjax.enable_x64():
        expected = gradient(w.astype(np.float64), cotangent.astype(np.float64))
    scale = abs(np.asarray(expected)).max()
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=2e-5 * scale)


@pytest.mark.parametrize("name", BY_PHASES)
def test_gradients_of_images_that_are_convolutions_by_phases(name):
    gradient, w, cotangent = image_gradient(*BY_PHASES[name], (1, 1), NCHW)
    assert "convolution_image_gradient" not in str(fjax.inspect(gradient)(w, cotangent).plan)


def test_the_gradient_of_an_image_has_a_rule_without_onednn():
    x, w, *rest = (2, 3, 9, 8), (4, 3, 3, 3), (2, 2), ((1, 1), (1, 1)), (1, 1), NCHW
    gradient, kernel, cotangent = image_gradient(x, w, *rest)
    op = convolution_of(gradient, kernel, cotangent)
    (found,) = onednn_convolution.ImageGradient(op).evaluate(np, cotangent, kernel)
    np.testing.assert_allclose(found, gradient(kernel, cotangent), rtol=1e-5, atol=1e-5)


def broken(launch, what):
    """The launch with a table that makes oneDNN, or the allocation of its memory, fail."""
    words = list(launch.words)
    place = Steps.index
    if what == "a step":  # without arguments
        last = words[place("steps_at")] + len(StepRecord.words()) * (words[place("steps")] - 1)
        words[last + StepRecord.index("count")] = 0
    else:
        words[place(what)] = {"scratch": 1 << 62, "engine": 0}[what]
    return dataclasses.replace(launch, words=tuple(words))


@pytest.mark.parametrize(
    "what, error", [("scratch", MemoryError), ("engine", RuntimeError), ("a step", RuntimeError)]
)
def test_where_onednn_reports_an_error_the_call_raises(what, error):
    x_shape, w_shape, *rest = FORWARD["3×3"]
    op = operation(x_shape, w_shape, *rest)
    launch, out = launch_of(op, x_shape, w_shape)
    x, w = normal(*x_shape), normal(*w_shape)
    for _ in range(2):
        with pytest.raises(error, match="FJAX_ONEDNN=0" if error is RuntimeError else None):
            run_launch(broken(launch, what), (x, w, out))
    run_launch(launch, (x, w, out))
    assert_is_convolution(out, op, x, w)


class WithoutOne:
    """The library, in which one function makes nothing and says so."""

    def __init__(self, library, refusing):
        self.library, self.refusing, self.asked = library, refusing, 0

    def __getattr__(self, name):
        if name != self.refusing:
            return getattr(self.library, name)
        self.asked += 1
        return lambda *_: 3  # unimplemented


@pytest.mark.parametrize(
    "refusing",
    [
        "memory_desc_create_with_strides",
        "memory_desc_create_with_tag",
        "convolution_forward_primitive_desc_create",
        "convolution_backward_weights_primitive_desc_create",
        "reorder_primitive_desc_create",
        "primitive_create",
    ],
)
def test_there_is_no_launch_where_onednn_makes_nothing(refusing, monkeypatch):
    op, x, cotangent = gradient_of("strided")
    assert launch_of(op, x.shape, cotangent.shape)[0] is not None  # and what is made once is made
    onednn_convolution._launch.cache_clear()
    library = WithoutOne(onednn_primitives._library(), f"dnnl_{refusing}")
    monkeypatch.setattr(onednn_primitives, "_library", lambda: library)
    assert launch_of(op, x.shape, cotangent.shape)[0] is None
    assert library.asked == 1


def test_there_is_no_launch_where_onednn_has_no_fast_primitive():
    x, w = (4, 48, 30, 41), (96, 48, 5, 2)
    beyond_the_window = operation(x, w, (1, 1), ((2, 0), (0, 3)), (1, 1), NCHW)
    assert onednn_convolution.problem_of(beyond_the_window, x, w, (4, 96, 28, 43)) is not None
    assert launch_of(beyond_the_window, x, w)[0] is None


@pytest.mark.parametrize("name", REFUSED)
def test_what_stays_with_the_kernel_of_fjax(name):
    x_shape, w_shape, groups = REFUSED[name]
    op = operation(x_shape, w_shape, (1, 1), ((1, 1), (1, 1)), (1, 1), NCHW, groups)
    assert launch_of(op, x_shape, w_shape)[0] is None


def test_other_dtypes_stay_with_the_kernel_of_fjax():
    x, w, *rest = FORWARD["3×3"]
    op = operation(x, w, *rest)
    avals = [ShapedArray(s, np.float64) for s in (x, w)]
    assert onednn_convolution.convolution_launch(op, *avals, op.result_type(*avals)[0]) is None


def test_both_kernels_agree():
    x_shape, w_shape, *rest = FORWARD["no padding"]
    op = operation(x_shape, w_shape, *rest)
    x, w = normal(*x_shape), normal(*w_shape)
    outs = []
    own = partial(convolutions.convolution_launch, machine=CPU.machine)
    for find in (onednn_convolution.convolution_launch, own):
        launch, out = launch_of(op, x_shape, w_shape, find)
        run_launch(launch, (x, w, out))
        outs.append(out)
    np.testing.assert_allclose(*outs, rtol=1e-4, atol=1e-4)


def test_gradients_through_jit():
    x_shape, w_shape, strides, padding, _, _ = FORWARD["3×3"]
    x, w = normal(*x_shape), normal(*w_shape)

    def f(x, w):
        return (lax.conv_general_dilated(x, w, strides, padding) ** 2).sum() / 1000

    def in_float64(x, w):
        return fjax.grad(f, (0, 1))(x, w)

    got = fjax.jit(fjax.grad(f, (0, 1)))(x, w)
    with fjax.enable_x64():
        expected = in_float64(x.astype(np.float64), w.astype(np.float64))
    for a, b in zip(got, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-3, atol=1e-5 * abs(np.asarray(b)).max())


def test_several_threads_of_python_share_a_launch():
    x_shape, w_shape, *rest = FORWARD["3×3"]
    op = operation(x_shape, w_shape, *rest)
    launch, _ = launch_of(op, x_shape, w_shape)
    x, w = normal(*x_shape), normal(*w_shape)
    outs = [launch_of(op, x_shape, w_shape)[1] for _ in range(4)]
    workers = [threading.Thread(target=run_launch, args=(launch, (x, w, out))) for out in outs]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert_is_convolution(outs[0], op, x, w)
    for out in outs[1:]:
        np.testing.assert_array_equal(out, outs[0])


def test_the_callers_number_of_openmp_threads_is_left_as_it_was():
    functions = onednn.find().functions
    threads = ctypes.CFUNCTYPE(ctypes.c_int)(functions["omp_get_max_threads"])
    set_threads = ctypes.CFUNCTYPE(None, ctypes.c_int)(functions["omp_set_num_threads"])
    before = threads()
    set_threads(3)
    try:
        x_shape, w_shape, *rest = FORWARD["3×3"]
        launch, out = launch_of(operation(x_shape, w_shape, *rest), x_shape, w_shape)
        run_launch(launch, (normal(*x_shape), normal(*w_shape), out))
        assert threads() == 3
    finally:
        set_threads(before)
