"""Convolutions by cuDNN, on a stand-in for NVIDIA's binding that checks each graph."""

import functools

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.cuda.library import cudnn as cuda_cudnn
from fjax.lowering.cuda.library.cudnn import Tensor, packed
from fjax.lowering.cuda.library.cudnn_convolutions import Problem
from tests.lowering.cuda import standin_cudnn
from tests.lowering.cuda.test_convolutions import (
    LAID_OUT,
    RNG,
    check_there,
    check_with_gradients,
    network_step,
    operands,
)
from tests.primitives.test_convolution import CASES, LAYOUTS

pytestmark = pytest.mark.usefixtures("cudnn")
FORWARD, IMAGE, KERNEL = "fprop", "dgrad", "wgrad"


def whole_numbers(shape, dtype="float32"):
    return jnp.asarray(RNG.integers(-3, 4, shape), dtype)


@pytest.mark.one_in(20)
@pytest.mark.parametrize(("case", "specs"), LAID_OUT, ids=lambda x: "-".join(x).replace(" ", "_"))
def test_a_convolution_and_its_gradients_agree_with_the_cpu_s(case, specs, gpu):
    function, x, w = operands(case, specs, "float32")
    check_with_gradients(function, gpu, x, w)


@pytest.mark.one_in(12)
@pytest.mark.parametrize("specs", LAYOUTS[2], ids=lambda specs: "-".join(specs))
@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
def test_each_of_the_three_problems_is_one_call(specs, dtype, machine, gpu):
    sizes = dict(N=2, C=6, I=3, O=4, H=9, W=11)
    x = whole_numbers([sizes[c] for c in specs[0]], dtype)
    w = whole_numbers([{**sizes, "H": 3, "W": 3}[c] for c in specs[1]], dtype)
    function = lambda x, w: lax.conv_general_dilated(
        x, w, (2, 2), ((1, 1), (1, 2)), None, (1, 2), specs, 2
    )
    check_with_gradients(function, gpu, x, w)
    assert sorted(kind for kind, *_ in machine.convolutions) == [IMAGE, FORWARD, KERNEL]
    assert not machine.products


@pytest.mark.parametrize("axes", [1, 3])
def test_problems_of_other_ranks(axes, machine, gpu):
    x, w = whole_numbers((2, 3, *(9, 8, 7)[:axes])), whole_numbers((4, 3, *(3, 2, 3)[:axes]))
    function = lambda x, w: lax.conv_general_dilated(x, w, (2,) * axes, "SAME")
    check_with_gradients(function, gpu, x, w)
    assert sorted(kind for kind, *_ in machine.convolutions) == [IMAGE, FORWARD, KERNEL]


def test_what_a_strided_window_leaves_over_is_not_padding(machine, gpu):
    """The last row and column of the image are in no window."""
    x, w = whole_numbers((2, 3, 8, 8)), whole_numbers((4, 3, 3, 3))
    function = lambda x, w: lax.conv_general_dilated(x, w, (2, 2), "VALID")
    check_with_gradients(function, gpu, x, w)
    assert sorted(kind for kind, *_ in machine.convolutions) == [IMAGE, FORWARD, KERNEL]


@pytest.mark.parametrize(
    ("dtype", "precision", "exact"),
    [("float32", None, True), ("float32", "tensorfloat32", False), ("bfloat16", None, False)],
)
def test_engines_that_round_to_tf32_need_leave(dtype, precision, exact, machine, gpu):
    function = lambda x, w: [lax.conv(x, w, (1, 1), "SAME", precision)]
    x, w = whole_numbers((2, 3, 9, 9), dtype), whole_numbers((4, 3, 3, 3), dtype)
    check_there(fjax.jit(function), gpu, x, w)
    names = {"float32": "FLOAT", "bfloat16": "BFLOAT16"}
    assert machine.convolutions == [(FORWARD, names[dtype], exact)]


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    "function",
    [
        lambda x, w: lax.conv(x.astype("float64"), w.astype("float64"), (1, 1), "SAME"),
        lambda x, w: lax.conv(x + 1j, w - 1j, (1, 1), "SAME"),
        lambda x, w: lax.conv_general_dilated(x, w, (1, 1), ((-1, 0), (0, 0))),
        lambda x, w: lax.conv_general_dilated(x, w, (2, 2), ((1, 1), (1, 1)), (2, 2)),
        lambda x, w: lax.conv_general_dilated(x, w[:, :1], (1, 1), "SAME", feature_group_count=4),
        lambda x, w: lax.conv(x[:0], w, (1, 1), "SAME"),
    ],
    ids=["float64", "complex", "negative_padding", "strided_holes", "depthwise", "empty"],
)
def test_what_cudnn_does_not_compute_is_products_and_kernels(function, machine, gpu):
    x, w = whole_numbers((2, 4, 9, 9)), whole_numbers((4, 4, 3, 3))
    check_there(fjax.jit(lambda *xs: [function(*xs)]), gpu, x, w)
    assert not machine.convolutions


def test_a_problem_without_an_engine_is_a_product(machine, gpu, monkeypatch):
    monkeypatch.setattr(machine, "unsupported", lambda kind: kind == IMAGE)
    x, w = whole_numbers((2, 3, 9, 9)), whole_numbers((4, 3, 3, 3))
    check_with_gradients(lambda x, w: lax.conv(x, w, (2, 2), "SAME"), gpu, x, w)
    assert {kind for kind, *_ in machine.convolutions} == {FORWARD, KERNEL}
    assert machine.products


def test_a_plan_is_built_once_for_each_problem(gpu, monkeypatch):
    built = []
    whole = standin_cudnn.Graph.build_plans
    monkeypatch.setattr(
        standin_cudnn.Graph, "build_plans", lambda self: (built.append(self), whole(self))
    )
    x, w = (fjax.device_put(whole_numbers(s), gpu) for s in ((2, 3, 9, 9), (4, 3, 3, 3)))
    for scale in range(3):
        fjax.jit(lambda x, w, k=scale: lax.conv(x, w, (1, 1), "SAME") * k)(x, w)
    assert len(built) == 1
    fjax.jit(lambda x, w: lax.conv(x, w, (2, 2), "SAME"))(x, w)
    assert len(built) == 2


def test_operands_between_the_places_that_cudnn_s_vectors_need_are_copied(machine, gpu):
    """Images of a loop, each of 75 elements."""
    xs, w = whole_numbers((4, 1, 3, 5, 5)), whole_numbers((2, 3, 3, 3))
    function = lambda xs, w: [lax.map(lambda x: lax.conv(x, w, (1, 1), "VALID"), xs)]
    check_there(fjax.jit(function), gpu, xs, w)
    assert len(machine.convolutions) == 4


def test_it_runs_on_cupy_s_current_stream(machine, gpu):
    from fjax.lowering.cuda.runtime.gpu import cupy

    x, w = (fjax.device_put(whole_numbers(s), gpu) for s in ((2, 3, 9, 9), (4, 3, 3, 3)))
    conv = fjax.jit(lambda x, w: lax.conv(x, w, (1, 1), "SAME"))
    with cupy.cuda.Stream(non_blocking=True) as stream:
        found = conv(x, w)
        assert stream.queue
    expected = lax.conv(fjax.device_get(x), fjax.device_get(w), (1, 1), "SAME")
    np.testing.assert_array_equal(fjax.device_get(found), expected)


@pytest.mark.extended
@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_a_training_step_is_computed_on_the_gpu_alone(dtype, machine, gpu, monkeypatch):
    network_step(dtype, gpu, monkeypatch)
    kinds = {kind for kind, *_ in machine.convolutions}
    assert kinds == {FORWARD, IMAGE, KERNEL}


@pytest.mark.parametrize("missing", [ImportError, RuntimeError, OSError])
def test_without_the_binding_or_the_library_there_is_no_cudnn(missing, machine, gpu, cudnn):
    def fails():
        raise missing("not here")

    cudnn.backend_version = fails
    cuda_cudnn.is_there.cache_clear()
    x, w = whole_numbers((2, 3, 9, 9)), whole_numbers((4, 3, 3, 3))
    check_there(fjax.jit(lambda *xs: [lax.conv(*xs, (1, 1), "SAME")]), gpu, x, w)
    assert not machine.convolutions and len(machine.products) == 1


# ---- the stand-in


def problem(**changes):
    """3×3 windows over 2 images of 6×6."""
    tensors = [
        Tensor(dim, packed(dim, False), np.dtype(np.float32))
        for dim in ((2, 3, 6, 6), (4, 3, 3, 3), (2, 4, 4, 4))
    ]
    made = Problem(FORWARD, *tensors, (0, 0), (0, 0), (1, 1), (1, 1), False)
    return made.__class__(**{**made.__dict__, **changes})


def tensor(dim, stride):
    return Tensor(dim, stride, np.dtype(np.float32))


@pytest.mark.parametrize(
    "wrong",
    [
        {"result": tensor((2, 4, 5, 5), packed((2, 4, 5, 5), False))},
        {"first": tensor((2, 3, 6, 6), (108, 1, 6, 36))},
        {"first": tensor((2, 3, 6, 6), packed((2, 3, 6, 6), True))},
        {"second": tensor((4, 2, 3, 3), packed((4, 2, 3, 3), False))},
        {"pre_padding": (-1, 0)},
        {"stride": (2,)},
        {"kind": IMAGE},
    ],
    ids=["lengths", "strides", "layouts", "features", "padding", "axes", "roles"],
)
def test_a_wrong_graph_is_refused(wrong, gpu):
    from fjax.lowering.cuda.target import target_of

    assert cuda_cudnn.plan(target_of(0).gpu, problem()) is not None
    with pytest.raises(standin_cudnn.Refused):
        cuda_cudnn.plan(target_of(0).gpu, problem(**wrong))


def test_geometry_that_does_not_agree_is_no_problem():
    assert problem().fits()
    assert not problem(stride=(2, 2)).fits() and not problem(pre_padding=(-1, 1)).fits()
    assert set(CASES) and functools.reduce(max, (len(c[0]) for c in CASES.values())) == 5
