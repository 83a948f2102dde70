"""Convolutions against their definition, compiled and as NumPy evaluates them."""

import itertools
from functools import partial

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import fjax
from fjax import lax
from fjax.errors import FjaxValueError, ShapeError
from fjax.primitives.convolution import ConvGeneralDilated


def by_definition(x, w, strides, padding, lhs_dilation, rhs_dilation, groups=1):
    """A convolution of "NC…" and "OI…" operands, output by output."""
    rank = x.ndim - 2
    space = [
        d * (n - 1) + 1 + lo + hi
        for n, d, (lo, hi) in zip(x.shape[2:], lhs_dilation, padding, strict=True)
    ]
    window = [e * (k - 1) + 1 for k, e in zip(w.shape[2:], rhs_dilation, strict=True)]
    places = [max((n - k) // s + 1, 0) for n, k, s in zip(space, window, strides, strict=True)]
    out = np.zeros((x.shape[0], w.shape[0], *places), x.dtype)
    per_group, features = w.shape[0] // groups, w.shape[1]
    for place in itertools.product(*map(range, places)):
        for tap in itertools.product(*map(range, w.shape[2:])):
            at = [
                p * s + t * e - lo
                for p, s, t, e, (lo, _) in zip(
                    place, strides, tap, rhs_dilation, padding, strict=True
                )
            ]
            if any(
                a % d or not 0 <= a // d < n
                for a, d, n in zip(at, lhs_dilation, x.shape[2:], strict=True)
            ):
                continue
            element = x[(..., *[a // d for a, d in zip(at, lhs_dilation, strict=True)])]
            for o in range(w.shape[0]):
                g = o // per_group
                mine = element[:, g * features : (g + 1) * features]
                out[(slice(None), o, *place)] += mine @ w[(o, slice(None), *tap)]
    assert rank == len(strides)
    return out


CASES = {
    "plain": ((2, 3, 6, 5), (4, 3, 3, 2), (1, 1), ((0, 0), (0, 0)), (1, 1), (1, 1), 1),
    "strided": ((2, 3, 7, 8), (4, 3, 3, 2), (2, 3), ((1, 2), (0, 1)), (1, 1), (1, 1), 1),
    "cropped": ((1, 2, 7, 6), (3, 2, 2, 2), (1, 1), ((-2, 1), (1, -1)), (1, 1), (1, 1), 1),
    "window dilated": ((2, 2, 7, 7), (3, 2, 2, 3), (1, 2), ((1, 1), (2, 2)), (1, 1), (3, 2), 1),
    "lhs dilated": ((2, 3, 3, 4), (4, 3, 3, 3), (1, 1), ((2, 1), (0, 2)), (2, 3), (1, 1), 1),
    "lhs dilated, cropped": (
        (2, 3, 4, 4),
        (2, 3, 2, 2),
        (1, 1),
        ((-2, 1), (1, -3)),
        (3, 2),
        (1, 1),
        1,
    ),
    "all dilated": ((1, 2, 4, 3), (3, 2, 2, 2), (2, 1), ((1, 1), (2, 0)), (2, 2), (2, 3), 1),
    "few output features": (
        (2, 6, 5, 5),
        (2, 6, 3, 3),
        (1, 1),
        ((1, 1), (1, 1)),
        (2, 1),
        (1, 2),
        1,
    ),
    "grouped": ((2, 6, 5, 4), (4, 3, 2, 2), (1, 1), ((1, 0), (0, 1)), (1, 1), (1, 1), 2),
    "depthwise": ((2, 4, 6, 6), (8, 1, 3, 3), (2, 1), ((1, 1), (1, 1)), (1, 1), (1, 1), 4),
    "pointwise": ((2, 3, 4, 4), (5, 3, 1, 1), (1, 1), ((0, 0), (0, 0)), (1, 1), (1, 1), 1),
    "pointwise strided": ((2, 3, 5, 4), (5, 3, 1, 1), (2, 3), ((1, 0), (0, 0)), (1, 1), (1, 1), 1),
    "one axis": ((2, 3, 9), (4, 3, 4), (2,), ((3, 3),), (1,), (2,), 1),
    "three axes": (
        (1, 2, 4, 3, 4),
        (3, 2, 2, 2, 3),
        (1, 1, 2),
        ((1, 0), (0, 0), (1, 1)),
        (1,) * 3,
        (1,) * 3,
        1,
    ),
    "no axis": ((3, 4), (5, 4), (), (), (), (), 1),
    "no room": ((1, 2, 2, 2), (3, 2, 4, 1), (1, 1), ((0, 0), (0, 0)), (1, 1), (1, 1), 1),
}
LAYOUTS = {
    0: [("NC", "OI", "NC")],
    1: [("NCH", "OIH", "NCH"), ("NHC", "HIO", "NHC")],
    2: [
        ("NCHW", "OIHW", "NCHW"),
        ("NHWC", "HWIO", "NHWC"),
        ("NHWC", "HWIO", "NCHW"),
        ("HWCN", "IHWO", "CNHW"),
    ],
    3: [("NCHWD", "OIHWD", "NCHWD")],
}


def reordered(x, own, wanted):
    return np.ascontiguousarray(x.transpose([own.index(c) for c in wanted]))


def by_numpy(f, *args):
    """f's results where NumPy evaluates its convolutions, as it does where results are watched."""
    with fjax.debug_nans(True):
        return f(*args)


@pytest.fixture(params=["compiled", "evaluated"])
def way(request):
    """How a convolution runs outside jit."""
    return by_numpy if request.param == "evaluated" else lambda f, *args: f(*args)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("dtype", ["float64", "complex128"])
def test_every_layout_gives_the_definition(case, dtype, way):
    left, right, *geometry, groups = CASES[case]
    rng = np.random.default_rng(0)
    x, w = rng.normal(size=left).astype(dtype), rng.normal(size=right).astype(dtype)
    if dtype == "complex128":
        x, w = x + 1j * rng.normal(size=left), w + 1j * rng.normal(size=right)
    expected = by_definition(x, w, *geometry, groups=groups)
    lhs_letters, rhs_letters, out_letters = LAYOUTS[x.ndim - 2][0]
    for specs in LAYOUTS[x.ndim - 2]:
        out = way(
            lax.conv_general_dilated,
            reordered(x, lhs_letters, specs[0]),
            reordered(w, rhs_letters, specs[1]),
            *geometry,
            specs,
            groups,
        )
        got = np.asarray(out).transpose([specs[2].index(c) for c in out_letters])
        assert_allclose(got, expected, atol=1e-12)


@pytest.mark.parametrize("seed", range(40))
def test_any_order_of_axes_gives_the_definition(seed):
    """Without padding and holes, so that a library or the kernel of convolutions computes it."""
    rng = np.random.default_rng(seed)
    batch, features, group, groups, *window = rng.integers(1, (3, 4, 3, 3, 3, 3))
    places = rng.integers(1, 4, 2)
    x = rng.integers(-4, 5, (batch, groups * group, *(window + places))).astype(np.float32)
    w = rng.integers(-4, 5, (groups * features, group, *window)).astype(np.float32)
    strides, *geometry = (1, 1 + seed % 2), ((0, 0), (0, 0)), (1, 1), (1, 1)
    own = LAYOUTS[2][0]
    specs = ["".join(rng.permutation(list(letters))) for letters in own]
    operands = (reordered(a, *order) for a, *order in zip((x, w), own, specs, strict=False))
    # The rhs says which axis of space is the first.
    turned = strides[:: -1 if specs[1].index("W") < specs[1].index("H") else 1]
    out = lax.conv_general_dilated(*operands, turned, *geometry, specs, int(groups))
    expected = by_definition(x, w, strides, *geometry, groups=groups)
    assert_array_equal(out, reordered(expected, own[2], specs[2]))


@pytest.mark.one_in(5)
@pytest.mark.parametrize(
    "case", ["strided", "lhs dilated", "grouped", "depthwise", "window dilated"]
)
@pytest.mark.parametrize("specs", LAYOUTS[2][:2], ids=["NCHW", "NHWC"])
def test_gradients_are_the_transposed_maps(case, specs):
    left, right, *geometry, groups = CASES[case]
    rng = np.random.default_rng(1)
    x = reordered(rng.normal(size=left), "NCHW", specs[0])
    w = reordered(rng.normal(size=right), "OIHW", specs[1])
    out, pull = fjax.vjp(
        lambda a, b: lax.conv_general_dilated(a, b, *geometry, specs, groups), x, w
    )
    cotangent = rng.normal(size=out.shape)
    for argument, gradient in zip((x, w), pull(cotangent), strict=True):
        direction = rng.normal(size=argument.shape)
        moved = [direction if a is argument else a for a in (x, w)]
        change = lax.conv_general_dilated(*moved, *geometry, specs, groups)
        assert_allclose((gradient * direction).sum(), (change * cotangent).sum(), rtol=1e-10)


def test_a_convolution_outside_jit_runs_as_a_compiled_program(monkeypatch):
    def refused(*_args):
        raise AssertionError("NumPy evaluates it")

    monkeypatch.setattr(ConvGeneralDilated, "evaluate", refused)
    x, w = np.ones((1, 2, 40), np.float32), np.ones((1, 2, 5), np.float32)
    for dtype in ("float16", "float32", "float64", "complex64"):
        assert (lax.conv(x.astype(dtype), w.astype(dtype), (1,), "VALID") == 10).all()
    with pytest.raises(AssertionError):
        by_numpy(lax.conv, x, w, (1,), "VALID")


def test_a_convolution_outside_jit_is_where_its_operands_are():
    x = fjax.device_put(np.ones((1, 2, 5), np.float32), fjax.devices()[0])
    out = lax.conv(x, np.ones((1, 2, 5), np.float32), (1,), "VALID")
    assert out.committed and out.devices() == x.devices()
    nowhere = fjax.device_put(x, fjax.devices("meta")[0])
    assert lax.conv(nowhere, nowhere, (1,), "VALID").devices() == nowhere.devices()


def test_integer_convolutions_are_exact():
    x = np.random.default_rng(2).integers(-100, 100, (1, 4, 9, 9)).astype(np.int32)
    w = np.random.default_rng(3).integers(-100, 100, (5, 4, 3, 3)).astype(np.int32)
    expected = by_definition(x, w, (1, 1), ((1, 1), (1, 1)), (1, 1), (1, 1))
    assert_array_equal(lax.conv(x, w, (1, 1), "SAME"), expected.astype(np.int32))
    huge = np.full((1, 1, 2), 2**33)
    assert lax.conv(huge, huge, (1,), "VALID").tolist() == [[[0]]]  # 2**67 wraps around to 0


def test_halves_accumulate_in_float32():
    x = np.full((1, 1, 4096), 1, np.float16)
    assert lax.conv(x, x, (1,), "VALID").tolist() == [[[4096.0]]]


@pytest.mark.parametrize(
    "name,pads",
    [("VALID", [(0, 0)] * 2), ("SAME", [(0, 1), (1, 1)]), ("SAME_LOWER", [(1, 0), (1, 1)])],
)
def test_names_of_padding(name, pads):
    assert lax.padtype_to_pads((5, 6), (2, 3), (1, 1), name) == pads


def test_a_transposed_convolution_is_the_gradient_of_the_plain_one():
    x, w = (
        np.random.default_rng(4).normal(size=(1, 4, 4, 2)),
        np.random.default_rng(5).normal(size=(3, 3, 3, 2)),
    )
    specs = ("NHWC", "HWIO", "NHWC")
    out = lax.conv_transpose(x, w, (2, 2), "SAME", transpose_kernel=True)
    pull = fjax.vjp(
        lambda y: lax.conv_general_dilated(y, w, (2, 2), "SAME", dimension_numbers=specs),
        np.zeros((1, 8, 8, 3)),
    )[1]
    assert_allclose(out, pull(x)[0], atol=1e-12)


def test_patches_are_windows_with_the_feature_slowest():
    x = np.arange(2.0 * 3 * 4).reshape(1, 2, 3, 4)
    out = lax.conv_general_dilated_patches(x, (2, 2), (1, 2), "VALID")
    windows = np.lib.stride_tricks.sliding_window_view(x, (2, 2), (2, 3))[:, :, :, ::2]
    assert_array_equal(out, windows.transpose(0, 1, 4, 5, 2, 3).reshape(1, 8, 2, 2))


def test_local_convolutions_have_a_kernel_for_each_position():
    x, w = np.ones((1, 1, 4)), np.arange(6.0).reshape(1, 2, 3)
    out = lax.conv_general_dilated_local(x, w, (1,), "VALID", (2,))
    assert out.tolist() == [[[3.0, 5.0, 7.0]]]


def test_dimension_numbers_are_read_from_letters():
    numbers = lax.conv_dimension_numbers((1, 2, 3, 4), (1, 2, 3, 4), ("NHWC", "WHIO", "CNHW"))
    assert numbers == lax.ConvDimensionNumbers((0, 3, 2, 1), (3, 2, 0, 1), (1, 0, 3, 2))
    shapes = (8, 3, 7, 8), (5, 3, 2, 2), (1, 2), "SAME", ("NCHW", "OIHW", "NHWC")
    assert lax.conv_general_shape_tuple(*shapes) == (8, 7, 4, 5)


def conv(x, w, **options):
    defaults = {"window_strides": (1,), "padding": "VALID"}
    return lax.conv_general_dilated(np.ones(x), np.ones(w), **{**defaults, **options})


@pytest.mark.parametrize(
    "call,error,words",
    [
        (lambda: conv((1, 2, 5), (1, 3, 2)), ShapeError, "2 features"),
        (lambda: conv((1, 2, 5), (3, 1, 2), feature_group_count=2), ShapeError, "multiples"),
        (
            lambda: conv((1, 2, 5), (3, 2, 2), window_strides=(1, 1), padding=((0, 0),)),
            ShapeError,
            "must have the same number of dimensions",
        ),
        (lambda: conv((1, 2, 5), (3, 2, 2), padding=((-4, -4),)), ShapeError, "removes more"),
        (lambda: conv((1, 2, 5), (3, 2, 2), padding="WIDE"), FjaxValueError, "WIDE"),
        (
            lambda: conv((1, 2, 5), (3, 2, 2), padding="SAME", lhs_dilation=(2,)),
            FjaxValueError,
            "conv_transpose",
        ),
        (
            lambda: conv((1, 2, 5), (3, 2, 2), dimension_numbers=("NCH", "OIH", "NCW")),
            TypeError,
            "spatial",
        ),
        (lambda: conv((1, 2, 5), (3, 2)), ShapeError, "one rank"),
    ],
)
def test_what_does_not_fit_is_named(call, error, words):
    with pytest.raises(error, match=words):
        call()


# ---- compiled


def test_the_gradient_of_a_pointwise_kernel_reads_image_and_cotangent_where_they_lie():
    rng = np.random.default_rng(7)
    for stride, inputs, outputs in ((1, 16, 24), (2, 24, 16), (1, 8, 8)):
        x = rng.normal(size=(3, inputs, 20, 20)).astype(np.float32)
        w = np.zeros((outputs, inputs, 1, 1), np.float32)
        g = rng.normal(size=(3, outputs, 20 // stride, 20 // stride)).astype(np.float32)

        def gradient(x, g, w=w, stride=stride):
            forward = partial(lax.conv_general_dilated, x, padding="VALID")
            return fjax.vjp(lambda w: forward(w, window_strides=(stride, stride)), w)[1](g)[0]

        found = fjax.inspect(gradient)(x, g)
        moved = [k for k in found.kernels if k.body.out_avals[0].size > w.size]
        assert "dot_general" in found.library_calls
        assert len(moved) == (stride > 1)
        expected = np.einsum("nihw,nohw->oi", x[:, :, ::stride, ::stride], g)
        assert_allclose(fjax.jit(gradient)(x, g)[:, :, 0, 0], expected, rtol=1e-4, atol=1e-3)


@pytest.mark.one_in(64)
@pytest.mark.parametrize("dtype", [np.float32, np.float64], ids=["float32", "float64"])
@pytest.mark.parametrize("case", CASES)
def test_compiled_convolutions_and_gradients_are_the_evaluated_ones(case, dtype):
    left, right, *geometry, groups = CASES[case]
    rng = np.random.default_rng(6)
    x, w = rng.normal(size=left).astype(dtype), rng.normal(size=right).astype(dtype)
    letters = LAYOUTS[x.ndim - 2][0]
    for specs in LAYOUTS[x.ndim - 2]:

        def both(a, b, cotangent, specs=specs):
            out, pull = fjax.vjp(
                lambda a, b: lax.conv_general_dilated(a, b, *geometry, specs, groups), a, b
            )
            return out, *pull(cotangent)

        lhs, rhs = reordered(x, letters[0], specs[0]), reordered(w, letters[1], specs[1])
        shape = lax.conv_general_dilated(lhs, rhs, *geometry, specs, groups).shape
        arguments = lhs, rhs, rng.normal(size=shape).astype(dtype)
        assert not fjax.inspect(fjax.jit(both))(*arguments).fallbacks
        by_itself = by_numpy(both, *arguments)
        for got, expected in zip(fjax.jit(both)(*arguments), by_itself, strict=True):
            assert_allclose(got, expected, atol=50 * np.finfo(dtype).eps * max(1, x.size // 50))


@pytest.mark.parametrize("specs", LAYOUTS[2][:2], ids=["NCHW", "NHWC"])
def test_tiles_cover_every_size(specs):
    rng = np.random.default_rng(7)
    compiled = fjax.jit(
        lambda x, w: lax.conv_general_dilated(x, w, (1, 1), "VALID", dimension_numbers=specs)
    )
    for features, width, batch in [(1, 3, 1), (9, 19, 2), (17, 35, 3), (23, 70, 1), (50, 9, 5)]:
        x = reordered(rng.normal(size=(batch, 3, 4, width)), "NCHW", specs[0])
        w = reordered(rng.normal(size=(features, 3, 2, 3)), "OIHW", specs[1])
        expected = by_numpy(
            lambda x, w: lax.conv_general_dilated(x, w, (1, 1), "VALID", dimension_numbers=specs),
            x,
            w,
        )
        assert_allclose(compiled(x, w), expected, atol=1e-12)


def test_long_sums_are_taken_in_chunks():
    rng = np.random.default_rng(8)
    x, w = rng.normal(size=(2, 300, 5, 6)), rng.normal(size=(20, 300, 3, 3))
    expected = by_numpy(lax.conv, x, w, (1, 1), "SAME")
    assert_allclose(
        fjax.jit(lambda x, w: lax.conv(x, w, (1, 1), "SAME"))(x, w), expected, atol=1e-11
    )


def test_the_number_of_threads_leaves_the_bits_alone():
    rng = np.random.default_rng(9)
    x = rng.normal(size=(4, 16, 30, 30)).astype(np.float32)
    w = rng.normal(size=(16, 16, 3, 3)).astype(np.float32)

    def both(x, w):
        out, pull = fjax.vjp(lambda x, w: lax.conv(x, w, (1, 1), "SAME"), x, w)
        return out, *pull(out)

    results = []
    for n in (1, 2, 5):
        with fjax.threads(n):
            results.append(fjax.jit(both)(x, w))
    for other in results[1:]:
        for a, b in zip(results[0], other, strict=True):
            assert_array_equal(a, b)


def test_an_infinity_touches_only_the_windows_that_hold_it():
    x = np.ones((1, 2, 6, 7), np.float32)
    x[0, 0, 0, 6] = np.inf
    w = np.ones((3, 2, 3, 3), np.float32)
    compiled = fjax.jit(lambda x, w: lax.conv(x, w, (1, 1), "SAME"))
    assert_array_equal(compiled(x, w), by_numpy(lax.conv, x, w, (1, 1), "SAME"))


def test_compiled_halves_accumulate_in_float32():
    x = np.full((1, 1, 4096), 1, np.float16)
    out = fjax.jit(lambda x: lax.conv(x, x, (1,), "VALID"))(x)
    assert out.dtype == np.float16 and out.tolist() == [[[4096.0]]]


EMPTY = [
    # lhs, rhs, strides, padding, lhs_dilation, rhs_dilation, feature and batch groups
    ((2, 3, 2, 2), (4, 3, 3, 3), (1, 1), "VALID", None, None, 1, 1),  # too small a lhs
    ((2, 3, 2, 2), (4, 3, 3, 3), (2, 3), "VALID", None, None, 1, 1),
    ((2, 3, 5), (4, 3, 3), (1,), "VALID", None, (5,), 1, 1),  # too wide a window
    ((2, 3, 1), (4, 3, 5), (1,), [(1, 1)], (3,), None, 1, 1),
    ((0, 3, 4), (4, 3, 3), (1,), "SAME", None, None, 1, 1),  # no batch
    ((2, 0, 4), (4, 0, 3), (1,), "SAME", None, None, 1, 1),  # no features
    ((2, 3, 4), (0, 3, 3), (1,), "SAME", None, None, 1, 1),
    ((2, 3, 0), (4, 3, 3), (1,), "SAME", None, None, 1, 1),  # no elements
    ((2, 3, 0), (4, 3, 3), (1,), [(2, 2)], None, None, 1, 1),  # padding alone
    ((2, 4, 2), (6, 2, 3), (1,), "VALID", None, None, 2, 1),
    ((4, 3, 2), (6, 3, 3), (1,), "VALID", None, None, 1, 2),
]


@pytest.mark.parametrize("case", EMPTY, ids=str)
def test_derivatives_of_a_convolution_of_nothing_are_zero(case):
    shape, kernel, strides, padding, lhs_dilation, rhs_dilation, features, batch = case
    x, w = np.ones(shape, np.float32), np.ones(kernel, np.float32)

    def f(x, w):
        return lax.conv_general_dilated(
            x,
            w,
            strides,
            padding,
            lhs_dilation,
            rhs_dilation,
            feature_group_count=features,
            batch_group_count=batch,
        ).sum()

    def second(x, w):
        def first(x):
            return sum(g.sum() for g in fjax.grad(f, (0, 1))(x * x, w * x.sum()))

        return fjax.grad(first)(x)

    for wrap in (lambda f: f, fjax.jit):
        for found, given in zip(wrap(fjax.grad(f, (0, 1)))(x, w), (x, w), strict=True):
            assert_array_equal(found, np.zeros_like(given))
        assert_array_equal(wrap(second)(x, w), np.zeros_like(x))
        assert wrap(lambda x, w: fjax.jvp(f, (x, w), (x, w))[1])(x, w) == 0.0
