"""Products: dtypes, layouts, errors, and the cases that BLAS must not slow down."""

import itertools

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import fjax
from fjax import lax
from fjax.errors import DtypeError, FjaxValueError, ShapeError
from fjax.primitives.contraction import DotGeneral, gemm_layout, matmul
from fjax.primitives.precision import canonical_precision

MATRIX = (((1,), (0,)), ((), ()))


def by_einsum(x, y, numbers):
    """The contraction by its definition."""
    (left, right), (left_batch, right_batch) = numbers
    letters = iter("abcdefghijkl")
    xs, ys, out = [""] * x.ndim, [""] * y.ndim, ""
    for i, j in zip(left_batch, right_batch, strict=True):
        xs[i] = ys[j] = next(letters)
        out += xs[i]
    for i, j in zip(left, right, strict=True):
        xs[i] = ys[j] = next(letters)
    for names in (xs, ys):
        for i, name in enumerate(names):
            if not name:
                names[i] = next(letters)
                out += names[i]
    return np.einsum(f"{''.join(xs)},{''.join(ys)}->{out}", x, y)


@pytest.mark.parametrize(
    "left,right,numbers",
    [
        ((3, 4), (4, 5), (((1,), (0,)), ((), ()))),
        ((4, 3), (5, 4), (((0,), (1,)), ((), ()))),
        ((2, 3, 4), (2, 4, 5), (((2,), (1,)), ((0,), (0,)))),
        ((3, 2, 4), (4, 5, 2), (((2,), (0,)), ((1,), (2,)))),
        ((2, 3, 4, 5), (5, 3, 6, 4), (((3, 1), (0, 1)), ((2,), (3,)))),
        ((2,), (3,), (((), ()), ((), ()))),
        ((2, 3), (3, 2), (((0, 1), (1, 0)), ((), ()))),
        ((2, 3), (3, 2), (((), ()), ((0, 1), (1, 0)))),
        ((2, 0), (0, 3), (((1,), (0,)), ((), ()))),
    ],
    ids=str,
)
def test_dot_general_contracts_any_axes_and_so_do_its_batched_forms(left, right, numbers):
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=left), rng.normal(size=right)
    assert_allclose(lax.dot_general(x, y, numbers), by_einsum(x, y, numbers), atol=1e-12)
    for a, b in itertools.product([None, *range(x.ndim + 1)], [None, *range(y.ndim + 1)]):
        if a is None and b is None:
            continue
        xs = x if a is None else np.stack([x, -x, 2 * x], a)
        ys = y if b is None else np.stack([y, 3 * y, y], b)
        out = fjax.vmap(lambda p, q: lax.dot_general(p, q, numbers), (a, b))(xs, ys)
        for i in range(3):
            expected = by_einsum(
                xs if a is None else xs.take(i, a), ys if b is None else ys.take(i, b), numbers
            )
            assert_allclose(out[i], expected, atol=1e-12)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64", "uint64"])
@pytest.mark.parametrize("size", [3, 40])
def test_integer_products_wrap_around_as_numpys(dtype, size):
    x = np.random.default_rng(1).integers(-100, 100, (size, size)).astype(dtype)
    assert_array_equal(matmul(x, x), x @ x)


def test_large_integers_do_not_go_through_floats():
    x = np.full((40, 40), 2**40 + 1)
    assert_array_equal(matmul(x, x), x @ x)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_halves_accumulate_in_float32(dtype):
    ones = fjax.numpy.ones((1, 4096), dtype)
    assert matmul(ones, ones.T).item() == 4096
    assert matmul(ones, ones.T).dtype == dtype
    wide = matmul(ones, ones.T, preferred_element_type="float32")
    assert wide.dtype == np.float32


def test_bool_products_say_whether_any_pair_is_true():
    x = np.array([[True, False], [False, False]])
    assert matmul(x, x).tolist() == [[True, False], [False, False]]


def test_operands_of_two_dtypes_take_part_in_their_common_one():
    x, w = np.ones((2, 2), np.int16), np.full((2, 2), 0.5, np.float16)
    assert lax.dot(x, w).dtype == np.float16 and lax.dot(x, w).tolist() == [[1.0, 1.0]] * 2


def test_the_product_of_an_array_and_its_own_transpose_is_right_for_every_shape():
    rng = np.random.default_rng(2)
    for shape in ((3, 5), (64, 8), (8, 64), (4, 6, 5)):
        x = fjax.numpy.asarray(rng.normal(size=shape))
        host = np.asarray(x)
        expected = np.einsum("...ij,...kj->...ik", host, host)
        assert_allclose(x @ x.mT, expected, atol=1e-12)


def test_operands_with_any_strides_are_taken():
    base = np.random.default_rng(3).normal(size=(8, 8))
    for x in (base[::2, ::2], base[::-1], base.T[1:5, ::2], np.broadcast_to(base[:1], (8, 8))):
        assert_allclose(matmul(x, base[: x.shape[1]]), x @ base[: x.shape[1]], atol=1e-12)


def test_the_layout_tells_how_a_contraction_is_a_matrix_product():
    layout = gemm_layout((2, 3, 4, 5), (5, 2, 6), (((3,), (0,)), ((0,), (1,))))
    assert (layout.batch, layout.m, layout.n, layout.k) == (2, 12, 6, 5)
    assert layout.lhs_axes == (0, 1, 2, 3) and layout.rhs_axes == (1, 0, 2)
    assert layout.out_shape == (2, 3, 4, 6)


@pytest.mark.parametrize(
    "given,expected",
    [
        (None, None),
        ("highest", (lax.Precision.HIGHEST,) * 2),
        ("bfloat16", (lax.Precision.DEFAULT,) * 2),
        (("high", "default"), (lax.Precision.HIGH, lax.Precision.DEFAULT)),
        ("F32_F32_F32", lax.DotAlgorithmPreset.F32_F32_F32),
    ],
)
def test_precisions_are_accepted_in_every_form(given, expected):
    assert canonical_precision(given) == expected


def test_the_configured_precision_is_recorded_and_reversed_when_operands_change_places():
    x = np.ones((2, 2))
    with fjax.default_matmul_precision("high"):
        text = str(fjax.make_jaxpr(lambda a: a @ x)(x))
    assert "Precision.HIGH" in text
    f = fjax.grad(lambda w: lax.dot(x, w, precision=("high", "default")).sum())
    assert_allclose(f(x), np.full((2, 2), 2.0))
    with pytest.raises(FjaxValueError, match="precision"):
        lax.dot(x, x, precision="exact")


@pytest.mark.parametrize(
    "call,error,words",
    [
        (
            lambda: lax.dot_general(np.ones((2, 3)), np.ones((2, 3)), MATRIX),
            ShapeError,
            "the same lengths",
        ),
        (
            lambda: lax.dot_general(np.ones((2, 3)), np.ones((3, 3)), (((5,), (0,)), ((), ()))),
            ShapeError,
            "distinct axes",
        ),
        (lambda: matmul(2.0, np.ones(3)), ShapeError, "at least one axis"),
        (
            lambda: matmul(np.ones((2, 3)), np.ones((2, 3))),
            ShapeError,
            "a @ b.mT and a.mT @ b would fit",
        ),
        (
            lambda: DotGeneral(MATRIX, None, np.dtype("int8"))(
                np.ones((2, 2), "int32"), np.ones((2, 2), "int32")
            ),
            DtypeError,
            "int8",
        ),
    ],
)
def test_what_does_not_fit_is_named(call, error, words):
    with pytest.raises(error, match=words):
        call()


@pytest.mark.one_in(2)
@pytest.mark.parametrize("sizes", list(itertools.product((0, 1, 3), repeat=4)), ids=str)
def test_products_of_nothing_are_numpys_eager_and_compiled(sizes):
    batch, m, n, k = sizes
    a, b = np.ones((batch, m, k)), np.ones((batch, k, n))
    for product in (lax.batch_matmul, fjax.jit(lax.batch_matmul)):
        assert_array_equal(product(a, b), a @ b)
    ones = np.ones((batch, k))
    vectors = fjax.jit(fjax.vmap(lax.dot))(ones, ones)
    assert_array_equal(vectors, np.full(batch, float(k)))


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64"])
def test_an_operator_gives_the_bits_of_the_primitive(dtype):
    """Concrete matrices and vectors go to BLAS without a primitive."""
    rng = np.random.default_rng(0)
    for m, k in itertools.product((0, 1, 2, 5, 64), (0, 1, 2, 7, 33, 400)):
        for left, right in (((m, k), (k,)), ((k,), (k, m)), ((k,), (k,)), ((m, k), (k, m))):
            x, y = (fjax.numpy.asarray(rng.normal(size=s).astype(dtype)) for s in (left, right))
            numbers = (((x.ndim - 1,), (0,)), ((), ()))
            expected = lax.dot_general(x, y, numbers)
            for found in (x @ y, fjax.numpy.dot(x, y)):
                assert found.aval is expected.aval
                assert np.asarray(found).tobytes() == np.asarray(expected).tobytes(), (left, right)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "int32", "bool", "bfloat16"])
def test_products_without_a_sum_are_parts_of_kernels(dtype):
    """An outer product, one of axes of length 1, and what the gradient of a norm is."""
    shapes = [((4,), (5,), 0), ((4, 1), (1, 5), 1), ((3, 4, 1), (3, 1, 5), 2), ((4,), (), 0)]
    numbers = [(((), ()), ((), ())), (((1,), (0,)), ((), ())), (((2,), (1,)), ((0,), (0,)))]
    for left, right, which in shapes:
        x = (np.arange(np.prod(left)) % 3).reshape(left).astype(dtype)
        y = (np.arange(np.prod(right)) % 2 + 1).reshape(right).astype(dtype)
        f = lambda x, y, n=numbers[which]: lax.dot_general(x, y, n)
        found = fjax.jit(f)(x, y)
        np.testing.assert_array_equal(np.asarray(found), np.asarray(f(x, y)))
        assert found.dtype == x.dtype
        assert not fjax.inspect(f)(x, y).library_calls


def test_the_gradient_of_a_norm_in_a_loop_is_native():
    def run(w):
        return lax.fori_loop(0, 3, lambda i, w: w - fjax.grad(lambda w: 0.1 * (w @ w))(w), w)

    w = np.linspace(0, 1, 300)
    assert fjax.inspect(run)(w).plan.whole is not None
    np.testing.assert_allclose(fjax.jit(run)(w), 0.8**3 * w)
