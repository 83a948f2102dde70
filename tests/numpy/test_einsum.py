"""einsum and the products, against NumPy."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.errors import ShapeError
from fjax.numpy.einsum import make_plan

EINSUMS = [
    ("ij,jk", (2, 3), (3, 4)),
    ("ij,jk->ki", (2, 3), (3, 4)),
    ("ij->", (2, 3)),
    ("ii", (3, 3)),
    ("ii->i", (3, 3)),
    ("iij->ij", (3, 3, 2)),
    ("ijij->j", (2, 3, 2, 3)),
    ("ij->ji", (2, 3)),
    ("i,j", (2,), (3,)),
    ("i,i->i", (3,), (3,)),
    ("ij,ij->i", (2, 3), (2, 3)),
    ("bij,bjk->bik", (5, 2, 3), (5, 3, 4)),
    ("bhid,bhjd->bhij", (2, 3, 4, 5), (2, 3, 6, 5)),
    ("...ij,...jk->...ik", (5, 2, 3), (1, 3, 4)),
    ("...ij,jk", (5, 2, 3), (3, 4)),
    ("...ij,...jk", (6, 5, 2, 3), (5, 3, 4)),
    ("i...->...", (2, 3, 4)),
    ("...,...", (3,), (3,)),
    ("ij,jk,kl->il", (2, 3), (3, 4), (4, 5)),
    ("ij,ij,ij->", (2, 3), (2, 3), (2, 3)),
    ("i,->i", (3,), ()),
    ("ij,kj->ik", (1, 3), (4, 3)),
    ("ij,ij->ij", (1, 3), (2, 3)),
    ("ij,i->j", (1, 3), (2,)),
    ("ii,jj->ij", (3, 3), (2, 2)),
    ("ab,cd->", (2, 3), (3, 2)),
    ("iji,kj->k", (2, 3, 2), (4, 3)),
    ("ij,jk,kl,lm,mn->in", (2, 3), (3, 4), (4, 5), (5, 2), (2, 3)),
]


def arrays(shapes, seed=0):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=s) for s in shapes]


@pytest.mark.parametrize("row", EINSUMS, ids=lambda row: row[0])
def test_einsum_gives_numpys_values_and_the_gradient_of_its_linear_map(row):
    subscripts, *shapes = row
    xs = arrays(shapes)
    out, pull = fjax.vjp(lambda *a: jnp.einsum(subscripts, *a), *xs)
    assert_allclose(out, np.einsum(subscripts, *xs), atol=1e-12)
    w = np.random.default_rng(1).normal(size=out.shape)
    for i, gradient in enumerate(pull(w)):
        t = np.random.default_rng(2).normal(size=xs[i].shape)
        change = np.einsum(subscripts, *xs[:i], t, *xs[i + 1 :])
        assert_allclose((gradient * t).sum(), (change * w).sum(), atol=1e-10)


@pytest.mark.parametrize("dtype", ["int32", "complex64", "bool", "float16"])
def test_einsum_keeps_dtypes(dtype):
    x = np.ones((2, 3), dtype)
    out = jnp.einsum("ij,kj->ik", x, x)
    assert out.dtype == dtype and out.tolist() == np.einsum("ij,kj->ik", x, x).tolist()


@pytest.mark.parametrize("optimize", [True, False, "greedy", "optimal", [(1, 2), (0, 1)]])
def test_every_order_gives_the_same(optimize):
    xs = arrays([(2, 3), (3, 4), (4, 5)])
    out = jnp.einsum("ij,jk,kl->il", *xs, optimize=optimize)
    assert_allclose(out, xs[0] @ xs[1] @ xs[2])


def test_lists_of_axes_are_accepted():
    x, y = arrays([(2, 3), (3, 4)])
    assert_allclose(jnp.einsum(x, [0, 1], y, [1, 2], [2, 0]), (x @ y).T)
    assert_allclose(jnp.einsum(x, [..., 1], y, [1, 2]), x @ y)


def test_a_plain_contraction_is_one_dot_general_without_transposition():
    jaxpr = fjax.make_jaxpr(lambda a, b: jnp.einsum("ij,jk->ki", a, b))(*arrays([(2, 3), (3, 4)]))
    assert [e.primitive.name for e in jaxpr.eqns] == ["dot_general"]


def test_elementwise_products_are_no_contractions():
    jaxpr = fjax.make_jaxpr(lambda a, b: jnp.einsum("ij,ij->ij", a, b))(*arrays([(2, 3), (2, 3)]))
    assert [e.primitive.name for e in jaxpr.eqns] == ["mul"]


def test_preferred_element_type_widens_before_multiplying():
    x = np.full((2, 2), 100, np.int8)
    assert jnp.einsum("ij,ij->ij", x, x, preferred_element_type="int32")[0, 0] == 10000
    assert jnp.einsum("ij,jk->ik", x, x, preferred_element_type="int32")[0, 0] == 20000


def test_two_operands_need_no_search_for_an_order():
    assert make_plan("ij,jk->ik", ((2, 3), (3, 4)), "auto").path == ((0, 1),)


@pytest.mark.parametrize(
    "row",
    [
        ("ij,jk->iz", (2, 3), (3, 4)),
        ("ij,jk", (2, 3), (4, 4)),
        ("ijk", (2, 3)),
        ("ij,jk,k", (2, 3), (3, 4)),
        ("ij->ii", (2, 3)),
        ("i1->i", (2, 3)),
    ],
    ids=lambda row: row[0],
)
def test_subscripts_that_do_not_fit_are_named(row):
    with pytest.raises(ShapeError, match="einsum"):
        jnp.einsum(row[0], *[np.ones(s) for s in row[1:]])


PAIRS = [
    ((3,), (3,)),
    ((2, 3), (3,)),
    ((3,), (3, 4)),
    ((2, 3), (3, 4)),
    ((5, 2, 3), (3, 4)),
    ((2, 3), (5, 3, 4)),
    ((5, 2, 3), (5, 3, 4)),
    ((1, 2, 3), (5, 3, 4)),
    ((2, 1, 2, 3), (4, 3, 2)),
    ((0, 3), (3, 2)),
    ((2, 0), (0, 3)),
]


@pytest.mark.parametrize("left,right", PAIRS, ids=str)
@pytest.mark.parametrize("name", ["matmul", "dot"])
def test_products_have_numpys_values(name, left, right):
    x, y = arrays([left, right])
    expected = getattr(np, name)(x, y)
    out = getattr(jnp, name)(x, y)
    assert out.shape == expected.shape
    assert_allclose(out, expected, atol=1e-12)


@pytest.mark.parametrize(
    "name,left,right,options",
    [
        ("inner", (2, 3), (4, 3), {}),
        ("outer", (2, 3), (4,), {}),
        ("kron", (2, 3), (4,), {}),
        ("kron", (2, 3), (3, 2, 2), {}),
        ("vdot", (2, 3), (3, 2), {}),
        ("vecdot", (2, 3), (4, 1, 3), {}),
        ("vecdot", (3, 2), (3, 2), {"axis": 0}),
        ("matvec", (5, 2, 3), (3,), {}),
        ("vecmat", (5, 3), (3, 2), {}),
        ("tensordot", (2, 3, 4), (3, 4, 5), {}),
        ("tensordot", (2, 3), (3, 2), {"axes": ([0, 1], [1, 0])}),
        ("tensordot", (2, 3), (4,), {"axes": 0}),
        ("cross", (2, 3), (2, 3), {}),
        ("cross", (3, 4), (3, 4), {"axis": 0}),
    ],
)
def test_other_products_have_numpys_values_of_complex_numbers(name, left, right, options):
    x, y = (
        a + 1j * b for a, b in zip(arrays([left, right]), arrays([left, right], 1), strict=True)
    )
    expected = getattr(np, name)(x, y, **options)
    out = getattr(jnp, name)(x, y, **options)
    assert out.shape == expected.shape
    assert_allclose(out, expected, atol=1e-12)


def test_the_operator_multiplies_matrices_on_both_sides_of_numpys_arrays():
    x, y = arrays([(2, 3), (3, 2)])
    for out in (jnp.asarray(x) @ y, x @ jnp.asarray(y), jnp.asarray(x).dot(y)):
        assert_allclose(out, x @ y)


def test_products_that_do_not_fit_are_named():
    for call in (
        lambda: jnp.dot(np.ones((2, 3)), np.ones((2, 3))),
        lambda: jnp.tensordot(np.ones(3), np.ones(4), 1),
        lambda: jnp.vecdot(np.ones(3), np.ones(4)),
        lambda: jnp.cross(np.ones(4), np.ones(3)),
    ):
        with pytest.raises(ShapeError):
            call()
    assert lax.batch_matmul(np.ones((2, 3, 4)), np.ones((2, 4, 5))).shape == (2, 3, 5)
