"""Convolutions of few positions as products of matrices: what they give, and when they are."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core.avals import ShapedArray
from fjax.lowering.cpu.library import convolutions, onednn_product
from fjax.primitives.contraction import DotGeneral
from fjax.primitives.convolution import ConvDimensionNumbers
from tests.primitives.test_convolution import CASES, by_definition

LAYOUTS = {  # where batch, features and space lie in lhs, kernel and result, for two axes
    "NCHW": ((0, 1, 2, 3), (0, 1, 2, 3), (0, 1, 2, 3)),
    "NHWC": ((0, 3, 1, 2), (3, 2, 0, 1), (0, 3, 1, 2)),
    "IOHW": ((0, 1, 2, 3), (1, 0, 2, 3), (1, 0, 2, 3)),
    "CHWN": ((3, 0, 1, 2), (0, 3, 1, 2), (3, 0, 1, 2)),
    "NHCW": ((0, 2, 1, 3), (2, 0, 1, 3), (0, 2, 3, 1)),
}
PLAIN = [name for name, case in CASES.items() if case[6] == 1 and len(case[0]) == 4]


def convolution(case, layout):
    """The operation and its operands in a layout, and the result in it by the definition."""
    left, right, strides, padding, lhs_dilation, rhs_dilation, _ = CASES[case]
    rng = np.random.default_rng(0)
    x, w = rng.standard_normal(left), rng.standard_normal(right)
    out = by_definition(x, w, strides, padding, lhs_dilation, rhs_dilation)
    specs = LAYOUTS[layout]
    given = [np.transpose(a, np.argsort(s)) for a, s in zip((x, w, out), specs, strict=True)]
    return specs, (strides, padding, lhs_dilation, rhs_dilation), given


@pytest.mark.one_in(24)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("case", PLAIN)
@pytest.mark.parametrize("form", ["over_patches", "summed_windows"])
def test_products_of_matrices_give_the_definition(form, case, layout, monkeypatch):
    specs, geometry, (x, w, wanted) = convolution(case, layout)
    monkeypatch.setattr(convolutions, "as_product", lambda op, eqn: getattr(op, form, None))

    def f(x, w):
        strides, padding, lhs_dilation, rhs_dilation = geometry
        numbers = ConvDimensionNumbers(*specs)
        return lax.conv_general_dilated(x, w, strides, padding, lhs_dilation, rhs_dilation, numbers)

    program = fjax.jit(f)
    assert "conv_general_dilated" not in str(fjax.inspect(program)(x, w).fused)
    assert_allclose(program(x, w), wanted, rtol=1e-12, atol=1e-12)


def parts(shape, kernel, layout, dtype=np.float32, **options):
    """A convolution, its image's gradient and its kernel's, with their arguments."""
    rng = np.random.default_rng(0)
    x, w = (rng.standard_normal(s).astype(dtype) for s in (shape, kernel))

    def f(x, w):
        return lax.conv_general_dilated(
            x, w, (1, 1), "SAME", dimension_numbers=layout, precision="highest", **options
        )

    g = np.asarray(f(x, w))
    image = fjax.jit(lambda g, w: fjax.vjp(lambda x: f(x, w), x)[1](g)[0])
    weights = fjax.jit(lambda g, x: fjax.vjp(lambda w: f(x, w), w)[1](g)[0])
    return (fjax.jit(f), (x, w)), (image, (g, w)), (weights, (g, x))


def called(program, arguments):
    calls = fjax.inspect(program)(*arguments).library_calls
    return [name for name in calls if name != "optimization_barrier"]


def test_all_of_a_layer_of_many_features_and_few_positions_are_products():
    for program, arguments in parts((8, 192, 2, 2), (192, 192, 3, 3), ("NCHW", "OIHW", "NCHW")):
        assert called(program, arguments) == ["dot_general"]


def multiplies_bfloat16():
    aval = ShapedArray((512, 512), np.dtype(jnp.bfloat16))
    return onednn_product.computes(DotGeneral((((1,), (0,)), ((), ()))), aval, aval, aval)


@pytest.mark.skipif(not multiplies_bfloat16(), reason="no library multiplies bfloat16 here")
def test_layers_of_bfloat16_are_products_with_sums_in_float32():
    case = (8, 192, 2, 2), (192, 192, 3, 3), ("NCHW", "OIHW", "NCHW")
    dtype = np.dtype(jnp.bfloat16)
    for (program, arguments), (wide, _) in zip(parts(*case, dtype), parts(*case), strict=True):
        assert called(program, arguments) == ["dot_general"]
        found = program(*arguments)
        assert found.dtype == dtype
        wanted = np.asarray(wide(*(np.asarray(x, np.float32) for x in arguments)))
        scale = np.sqrt(np.mean(wanted**2))
        assert_allclose(found.astype(jnp.float32), wanted, rtol=2**-8, atol=2**-12 * scale)


def test_a_gradient_of_images_reverses_products_and_not_the_kernel():
    _, (image, arguments), _ = parts((8, 192, 2, 2), (192, 192, 3, 3), ("NCHW", "OIHW", "NCHW"))
    program = fjax.inspect(image)(*arguments).program
    names = [e.primitive.name for e in program.eqns if e.primitive.name != "optimization_barrier"]
    assert names == ["kernel", "dot_general", "kernel"]


def test_neither_many_positions_nor_groups_are_products():
    layout = ("NCHW", "OIHW", "NCHW")
    for program, arguments in parts((8, 16, 14, 14), (16, 16, 3, 3), layout):
        assert "dot_general" not in called(program, arguments)
    for program, arguments in parts((8, 192, 2, 2), (192, 96, 3, 3), layout, feature_group_count=2):
        assert "dot_general" not in called(program, arguments)


def test_with_features_side_by_side_only_a_kernel_beyond_the_caches_is_one(monkeypatch):
    (forward, image, weights) = parts((4, 2, 2, 96), (3, 3, 96, 96), ("NHWC", "HWIO", "NHWC"))
    assert called(*forward) == called(*weights) == ["conv_general_dilated"]
    assert called(*image) == ["dot_general"]
    monkeypatch.setattr(convolutions, "KEPT_BYTES", 0)
    fjax.clear_caches()
    assert called(*forward) == ["dot_general"]
