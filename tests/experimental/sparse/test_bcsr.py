"""BCSR arrays against scipy.sparse and the same operations on dense arrays."""

import numpy as np
import pytest
import scipy.sparse

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.experimental import sparse
from fjax.experimental.sparse import BCOO, BCSR

RNG = np.random.default_rng(11)
LAYOUTS = [((4, 5), 0, 0), ((3, 4, 5), 1, 0), ((4, 5, 2), 0, 1), ((2, 3, 4, 2), 1, 1)]
layouts = pytest.mark.parametrize(
    "shape, b, d", LAYOUTS, ids=[f"{'x'.join(map(str, s))}-b{b}-d{d}" for s, b, d in LAYOUTS]
)


def dense_array(*shape, dtype=float):
    values = RNG.standard_normal(shape).astype(dtype)
    return np.where(RNG.random(shape) < 0.5, 0, values).astype(dtype)


def pair(shape, n_batch=0, n_dense=0):
    """A dense array, and BCSR with padding and each element in two halves."""
    dense = dense_array(*shape)
    mat = BCOO.fromdense(dense, n_batch=n_batch, n_dense=n_dense)
    mat = BCOO.fromdense(dense, n_batch=n_batch, n_dense=n_dense, nse=mat.nse + 1)
    twice = mat.made(
        jnp.concatenate([mat.data / 2] * 2, n_batch),
        jnp.concatenate([mat.indices] * 2, n_batch),
        shape,
    )
    return dense, BCSR.from_bcoo(twice)


def same(found, expected):
    found = found.todense() if isinstance(found, sparse.JAXSparse) else found
    assert np.shape(found) == np.shape(expected)
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)


@pytest.mark.one_in(8)
@layouts
def test_dense_arrays_come_back(shape, b, d):
    dense = dense_array(*shape)
    mat = BCSR.fromdense(dense, n_batch=b, n_dense=d)
    assert (mat.shape, mat.n_batch, mat.n_dense, mat.n_sparse) == (shape, b, d, 2)
    assert mat.indptr.shape == (*shape[:b], shape[b] + 1)
    assert mat.unique_indices and mat.indices_sorted
    same(mat, dense)
    fixed = fjax.jit(lambda x: sparse.bcsr_fromdense(x, nse=mat.nse + 2, n_batch=b, n_dense=d))
    same(fixed(dense), dense)
    same(fjax.jit(sparse.bcsr_todense)(mat), dense)


@pytest.mark.one_in(3)
@layouts
def test_bcoo_and_back_keep_the_array(shape, b, d):
    dense, mat = pair(shape, b, d)
    same(mat, dense)
    same(mat.to_bcoo(), dense)
    same(BCSR.from_bcoo(mat.to_bcoo()), dense)
    same(fjax.jit(lambda m: BCSR.from_bcoo(m.to_bcoo()))(mat), dense)


@pytest.mark.parametrize("form", ["csr", "csc", "coo"])
@pytest.mark.parametrize("shape", [(4, 5), (5, 4), (3, 0), (0, 3), (1, 1)])
def test_scipys_matrices_become_bcsr_and_come_back(form, shape):
    dense = dense_array(*shape)
    given = scipy.sparse.csr_array(dense).asformat(form)
    mat = BCSR.from_scipy_sparse(given)
    expected = scipy.sparse.csr_array(dense)
    np.testing.assert_array_equal(mat.indices, expected.indices)
    np.testing.assert_array_equal(mat.indptr, expected.indptr)
    same(mat, dense)
    same(mat.to_scipy_sparse().toarray(), dense)


@pytest.mark.one_in(3)
@layouts
def test_products_with_dense_arrays(shape, b, d):
    dense, mat = pair(shape, b, d)
    x = RNG.standard_normal((*shape[:b], shape[b + 1], 3))
    batch = (list(range(b)),) * 2
    numbers = (([b + 1], [b]), batch)
    found = sparse.bcsr_dot_general(mat, x, dimension_numbers=numbers)
    same(found, lax.dot_general(dense, x, numbers))
    rows = (([b], [b]), batch)
    y = RNG.standard_normal((*shape[:b], shape[b]))
    same(sparse.bcsr_dot_general(mat, y, dimension_numbers=rows), lax.dot_general(dense, y, rows))
    if not d:
        same(mat @ x, dense @ x)
        same(fjax.jit(lambda m, v: m @ v)(mat, x), dense @ x)


def test_what_lies_beyond_the_last_row_is_padding():
    mat = BCSR(([1.0, 2.0, 3.0, 4.0], [0, 1, 2, 3], [0, 1, 3, 3]), shape=(3, 4))
    same(mat @ jnp.arange(1.0, 5.0), [1.0, 13.0, 0.0])
    same(mat.T @ jnp.ones(3), [1.0, 2.0, 3.0, 0.0])


@layouts
def test_elements_of_dense_arrays_at_the_places(shape, b, d):
    dense = dense_array(*shape)
    mat = BCSR.fromdense(dense, n_batch=b, n_dense=d)
    other = RNG.standard_normal(shape)
    found = sparse.bcsr_extract(mat.indices, mat.indptr, other)
    assert found.shape == mat.data.shape
    kept = (dense != 0).any(tuple(range(-d, 0)), keepdims=True) if d else dense != 0
    same(mat.with_data(found), np.where(kept, other, 0))
    fjax.test_util.check_grads(
        lambda x: sparse.bcsr_extract(mat.indices, mat.indptr, x), (other,), 1
    )


def test_axes_are_broadcast_and_arrays_joined():
    dense, mat = pair((3, 4, 5), 1)
    assert mat[None].n_batch == 2 and isinstance(mat[None], BCSR)
    same(mat[None], dense[None])
    same(mat[:, None], dense[:, None])
    wide = sparse.bcsr_broadcast_in_dim(mat, shape=(2, 3, 4, 5), broadcast_dimensions=(1, 2, 3))
    same(wide, np.broadcast_to(dense, (2, 3, 4, 5)))
    for axis in range(3):
        same(sparse.bcsr_concatenate([mat, mat], dimension=axis), np.concatenate([dense] * 2, axis))
    with pytest.raises(TypeError, match="must be BCSR"):
        sparse.bcsr_concatenate([mat, dense], dimension=0)


@layouts
def test_parts_sums_and_transposes(shape, b, d):
    dense, mat = pair(shape, b, d)
    same(mat[1:], dense[1:])
    same(mat[..., -1], dense[..., -1])
    same(mat[0], dense[0])
    same(mat.sum(), dense.sum())
    same(mat.sum(0), dense.sum(0))
    if not b and not d:
        assert isinstance(mat.T, BCSR)
        same(mat.T, dense.T)
    for found, row in zip(mat, dense, strict=True):
        same(found, row)


def test_operators_keep_the_format():
    (x, sx), (y, sy) = pair((4, 5)), pair((4, 5))
    for found, expected in (
        (-sx, -x),
        (2 * sx, 2 * x),
        (sx / 2, x / 2),
        (sx + sy, x + y),
        (sx - sy, x - y),
        (sx * sy, x * y),
        (sx * y, x * y),
        (sx**2, x**2),
        (abs(sx), abs(x)),
        (sx @ sy.T, x @ y.T),
    ):
        assert isinstance(found, BCSR)
        same(found, expected)
    same(sx + y, x + y)
    same(y - sx, y - x)


@layouts
def test_duplicates_are_summed(shape, b, d):
    dense, mat = pair(shape, b, d)
    for found in (mat.sum_duplicates(), sparse.bcsr_sum_duplicates(mat, nse=mat.nse)):
        assert found.unique_indices and found.nse <= mat.nse
        same(found, dense)


def test_transformations():
    dense, mat = pair((3, 4, 5), 1)
    x = RNG.standard_normal(5)
    same(fjax.vmap(lambda m: m @ x)(mat), dense @ x)
    leaves, structure = fjax.tree.flatten(mat)
    same(fjax.tree.unflatten(structure, leaves), dense)
    _, carried = lax.scan(lambda c, m: (c, m @ x), 0, mat)
    same(carried, dense @ x)
    one = BCSR.fromdense(dense[0])
    found = sparse.grad(lambda m: jnp.sum(jnp.sin(m @ x)))(one)
    assert isinstance(found, BCSR)
    full = np.asarray(fjax.grad(lambda m: jnp.sum(jnp.sin(m @ x)))(dense[0]))
    same(found, np.where(dense[0] != 0, full, 0))
    for jacobian in (sparse.jacfwd, sparse.jacrev):
        found = jacobian(lambda m: m @ x)(one)
        assert isinstance(found, BCSR) and found.n_batch == 1
        full = np.asarray(fjax.jacfwd(lambda m: m @ x)(dense[0]))
        same(found, np.where(dense[0] != 0, full, 0))


@pytest.mark.parametrize("shape", [(0, 4), (4, 0), (0, 0), (3, 4)])
def test_matrices_without_elements(shape):
    mat = sparse.empty(shape, sparse_format="bcsr")
    assert isinstance(mat, BCSR) and mat.nse == 0
    same(mat, np.zeros(shape))
    same(mat @ jnp.ones(shape[1]), np.zeros(shape[0]))
    same(sparse.eye(3, 4, 1, sparse_format="bcsr"), np.eye(3, 4, 1))


def test_parts_that_do_not_agree_are_named():
    for parts, shape in (
        (([1.0], [0], [0, 1]), (2, 2)),
        (([1.0, 2.0], [0], [0, 1, 1]), (2, 2)),
        (([1.0], [0.5], [0, 1, 1]), (2, 2)),
        (([1.0], [0], [0, 1, 1]), (2,)),
    ):
        with pytest.raises(ValueError, match="BCSR: "):
            BCSR(parts, shape=shape)
    with pytest.raises(ValueError, match="there must be two"):
        BCSR.fromdense(np.ones(3))
    with pytest.raises(ValueError, match="use update_layout"):
        BCSR.from_bcoo(BCOO.fromdense(np.ones(3)))
