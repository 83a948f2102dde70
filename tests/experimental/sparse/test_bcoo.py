"""BCOO arrays of every layout against the same operations on dense arrays."""

import functools
import itertools
import operator

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, random
from fjax.experimental import sparse
from fjax.experimental.sparse import BCOO

RNG = np.random.default_rng(3)
SHAPES = [(5,), (4, 5), (3, 4, 2), (2, 3, 4, 2)]
LAYOUTS = [
    (shape, b, d) for shape in SHAPES for b in range(3) for d in range(3) if b + d <= len(shape)
]
LAYOUT_IDS = [f"{'x'.join(map(str, s))}-b{b}-d{d}" for s, b, d in LAYOUTS]


def dense_array(*shape, dtype=float):
    values = RNG.integers(-4, 5, shape).astype(dtype)
    return np.where(RNG.random(shape) < 0.5, 0, values)


def pair(shape, n_batch=0, n_dense=0):
    """A dense array, and BCOO with padding and an element that is there twice."""
    dense = dense_array(*shape)
    mat = BCOO.fromdense(dense, n_batch=n_batch, n_dense=n_dense)
    size = int(np.prod(mat.sparse_shape, dtype=int))
    mat = BCOO.fromdense(dense, n_batch=n_batch, n_dense=n_dense, nse=min(mat.nse + 2, size) or 1)
    twice = mat.made(
        jnp.concatenate([mat.data / 2] * 2, n_batch),
        jnp.concatenate([mat.indices] * 2, n_batch),
        shape,
    )
    return dense, twice


def same(found, expected):
    found = found.todense() if isinstance(found, sparse.JAXSparse) else found
    assert found.shape == np.shape(expected)
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6)


layouts = pytest.mark.parametrize("shape,b,d", LAYOUTS, ids=LAYOUT_IDS)


@pytest.mark.one_in(6)
@layouts
def test_dense_arrays_come_back(shape, b, d):
    dense = dense_array(*shape)
    mat = BCOO.fromdense(dense, n_batch=b, n_dense=d)
    assert (mat.shape, mat.n_batch, mat.n_dense, mat.n_sparse) == (shape, b, d, len(shape) - b - d)
    assert mat.unique_indices and mat.indices_sorted
    same(mat, dense)
    fixed = fjax.jit(lambda x: BCOO.fromdense(x, nse=mat.nse + 1, n_batch=b, n_dense=d))(dense)
    same(fixed, dense)


@pytest.mark.one_in(64)
@layouts
def test_elements_are_sorted_summed_and_dropped(shape, b, d):
    dense, mat = pair(shape, b, d)
    same(mat, dense)
    once = mat.sum_duplicates(remove_zeros=False)
    for made in (
        mat.sort_indices(),
        once,
        mat.sum_duplicates(),
        fjax.jit(lambda m: m.sum_duplicates())(mat),
    ):
        same(made, dense)
    assert once.nse <= mat.nse // 2 and once.unique_indices
    for batch in np.ndindex(once.batch_shape):
        entry = np.asarray(once.indices)[batch]
        inside = [tuple(i) for i in entry if np.all(i < once.sparse_shape)]
        assert inside == sorted(set(inside))


@layouts
def test_layouts_change_and_keep_the_array(shape, b, d):
    dense, mat = pair(shape, b, d)
    for n_batch, n_dense in itertools.product(range(len(shape) + 1), repeat=2):
        if n_batch + n_dense <= len(shape):
            made = mat.update_layout(n_batch=n_batch, n_dense=n_dense, on_inefficient=None)
            assert (made.n_batch, made.n_dense) == (n_batch, n_dense)
            same(made, dense)


@layouts
def test_axes_are_transposed_within_their_kind(shape, b, d):
    dense, mat = pair(shape, b, d)
    s = len(shape) - b - d
    for p in itertools.permutations(range(len(shape))):
        kinds = [0 if a < b else 1 if a < b + s else 2 for a in p]
        if kinds == sorted(kinds):
            same(mat.transpose(p), dense.transpose(p))
        else:
            with pytest.raises(NotImplementedError, match="update_layout"):
                mat.transpose(p)


@pytest.mark.one_in(2)
@layouts
def test_axes_are_summed(shape, b, d):
    dense, mat = pair(shape, b, d)
    for count in range(len(shape) + 1):
        for axes in itertools.combinations(range(len(shape)), count):
            same(sparse.bcoo_reduce_sum(mat, axes=axes), dense.sum(axes))


@pytest.mark.one_in(64)
@layouts
def test_parts_are_taken(shape, b, d):
    dense, mat = pair(shape, b, d)
    options = [
        slice(None),
        slice(1, None),
        slice(None, None, 2),
        slice(None, None, -1),
        slice(0, 0),
        1,
        -1,
    ]
    for keys in itertools.product(options, repeat=min(len(shape), 2)):
        same(mat[keys], dense[keys])
        same(mat[(..., *keys)], dense[(..., *keys)])
    starts = [1] * len(shape)
    same(
        sparse.bcoo_slice(mat, start_indices=starts, limit_indices=shape),
        dense[tuple(slice(1, None) for _ in shape)],
    )
    sizes = [n - 1 for n in shape]
    for at in (0, 1, 7):
        found = fjax.jit(lambda m, i: sparse.bcoo_dynamic_slice(m, [i] * len(shape), sizes))(
            mat, at
        )
        first = min(at, 1)
        same(found, dense[tuple(slice(first, first + n) for n in sizes)])
    same(sparse.bcoo_rev(mat, range(len(shape))), np.flip(dense))


def test_none_and_traced_integers_index():
    dense, mat = pair((4, 5))
    same(mat[None, :, 1], dense[None, :, 1])
    same(fjax.jit(lambda m, i: m[i])(mat, -1), dense[-1])
    with pytest.raises(IndexError, match="out of bounds for axis 1"):
        mat[0, 5]
    with pytest.raises(IndexError, match="too many indices"):
        mat[0, 0, 0]


@pytest.mark.one_in(48)
@pytest.mark.parametrize("n_batch", [0, 1, 2])
@pytest.mark.parametrize(
    "key",
    [
        np.array([1, 0, 3, 1]),
        np.array([-1, 2]),
        (slice(None), np.array([4, 4, 0])),
        (np.array([[1], [2]]), slice(1, None)),
        (np.array([[1], [2]]), np.array([0, 3])),
        (None, 0, np.array([[2]])),
        np.array([True, False, True, False]),
        (np.array([], int), 1),
    ],
    ids=str,
)
def test_arrays_index(key, n_batch):
    dense, mat = pair((4, 5), n_batch)
    same(mat[key], dense[key])
    same(fjax.jit(lambda m: m[key])(mat), dense[key])


def test_a_sparse_array_is_iterated_over_by_rows():
    dense, mat = pair((3, 4))
    for found, row in zip(mat, dense, strict=True):
        same(found, row)


@pytest.mark.parametrize("b,d", [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_shapes_change_within_the_kinds_of_axes(b, d):
    dense, mat = pair((4, 3, 2, 6), b, d)
    sizes = [(4, 6, 6), (2, 2, 6, 3, 2), (4, 1, 6, 6)] if b or d else [(24, 6), (2, 12, 6), (144,)]
    for new in sizes:
        same(mat.reshape(new), dense.reshape(new))
    same(mat.reshape(*sizes[0][:-1], -1), dense.reshape(sizes[0]))
    if b:
        with pytest.raises(ValueError, match="cannot mix batch and sparse dimensions"):
            mat.reshape(6, 24)
    same(sparse.sparsify(lambda m: m.reshape(6, 24))(mat), dense.reshape(6, 24))
    with pytest.raises(ValueError, match="cannot have shape"):
        mat.reshape(5, 5)


def test_axes_of_length_one_change_no_kind_of_the_others():
    mat = BCOO.fromdense(np.ones((1, 2, 3)), n_batch=1, n_dense=1)
    assert sparse.sparsify(lambda m: m.reshape(2, 3))(mat).n_dense == 1


@pytest.mark.parametrize("b,d", [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_axes_are_broadcast_squeezed_and_joined(b, d):
    dense, mat = pair((2, 1, 3), b, d)
    cases = [
        ((2, 4, 3), (0, 1, 2)),
        ((2, 5, 1, 3), (0, 2, 3)),
        ((2, 5, 6, 3), (0, 2, 3)),
        ((6, 2, 1, 3), (1, 2, 3)),
        ((2, 1, 3, 2), (0, 1, 2)),
    ]
    for shape, where in cases:
        expected = np.broadcast_to(
            dense.reshape(
                [dense.shape[where.index(a)] if a in where else 1 for a in range(len(shape))]
            ),
            shape,
        )
        same(sparse.bcoo_broadcast_in_dim(mat, shape=shape, broadcast_dimensions=where), expected)
    same(sparse.bcoo_squeeze(mat, dimensions=[1]), dense[:, 0])
    with pytest.raises(ValueError, match="not all of length 1"):
        sparse.bcoo_squeeze(mat, dimensions=[0])
    for axis in range(3):
        other, more = pair(tuple(4 if a == axis else n for a, n in enumerate((2, 1, 3))), b, d)
        same(
            sparse.bcoo_concatenate([mat, more], dimension=axis),
            np.concatenate([dense, other], axis),
        )


DOTS = [
    ((4, 5), (5,), ([1], [0]), ([], [])),
    ((4, 5), (5, 3), ([1], [0]), ([], [])),
    ((4, 5), (3, 4), ([0], [1]), ([], [])),
    ((3, 4, 5), (5, 4), ([1, 2], [1, 0]), ([], [])),
    ((3, 4, 5), (2, 3), ([0], [1]), ([], [])),
    ((3, 4, 5), (3, 5, 2), ([2], [1]), ([0], [0])),
    ((3, 4, 5), (5, 3), ([2, 0], [0, 1]), ([], [])),
    ((3, 4, 5), (4, 3, 5), ([2], [2]), ([0, 1], [1, 0])),
    ((4, 5), (3, 2), ([], []), ([], [])),
]


@pytest.mark.one_in(16)
@pytest.mark.parametrize("left,right,contracted,batch", DOTS)
@pytest.mark.parametrize("b,d", [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1)])
def test_products_with_dense_arrays(left, right, contracted, batch, b, d):
    numbers = (contracted, batch)
    dense, mat = pair(left, b, d)
    other = RNG.standard_normal(right)
    expected = fjax.lax.dot_general(dense, other, numbers)
    product = fjax.jit(lambda m, x: sparse.bcoo_dot_general(m, x, dimension_numbers=numbers))
    if any(a >= b for a in batch[0]):
        with pytest.raises(NotImplementedError, match="batch axes"):
            product(mat, other)
        return
    same(product(mat, other), expected)
    turned = tuple(reversed(contracted)), tuple(reversed(batch))
    same(
        sparse.bcoo_dot_general(other, mat, dimension_numbers=turned),
        fjax.lax.dot_general(other, dense, turned),
    )


@pytest.mark.parametrize(
    "left,right",
    [((4, 5), (5,)), ((4, 5), (5, 3)), ((5,), (5, 3)), ((5,), (5,)), ((2, 4, 5), (2, 5, 3))],
)
def test_matmul_of_sparse_and_dense_in_every_combination(left, right):
    b = max(0, len(left) - 2)
    (x, sx), (y, sy) = pair(left, b), pair(right, b)
    for lhs, rhs in ((sx, y), (x, sy), (sx, sy), (jnp.asarray(x), sy), (sx, jnp.asarray(y))):
        same(lhs @ rhs, x @ y)


def test_elementwise_operations_with_arrays_and_numbers():
    (x, sx), (y, sy) = pair((4, 5)), pair((4, 5))
    row = RNG.standard_normal(5)
    for found, expected in (
        (sx * 3, x * 3),
        (3 * sx, x * 3),
        (sx / 2, x / 2),
        (-sx, -x),
        (sx * row, x * row),
        (jnp.asarray(row) * sx, x * row),
        (sx * sy, x * y),
        (sx + sy, x + y),
        (sx - sy, x - y),
        (sx + row, x + row),
        (row - sx.todense(), row - x),
        (sx.astype(np.float32), x),
    ):
        same(found, expected)
    assert isinstance(sx * sy, BCOO) and isinstance(sx + sy, BCOO)
    many = RNG.standard_normal((3, 4, 5))
    same(sx * many, x * many)
    with pytest.raises(NotImplementedError, match="would result in dense output"):
        2 / sx
    with pytest.raises(NotImplementedError, match="between a sparse array X and a dense array Y"):
        sx + 1.0
    with pytest.raises(TypeError, match="todense"):
        np.asarray(sx)
    with pytest.raises(TypeError, match="unsupported operand"):
        sx @ "text"


@pytest.mark.parametrize("b,d", [(0, 0), (1, 0), (0, 1)])
def test_samples_of_dense_arrays_at_sparse_indices(b, d):
    dense, mat = pair((3, 4), b, d)
    other = RNG.standard_normal((3, 4))
    mask = np.asarray(mat.with_data(jnp.ones_like(mat.data)).todense()) != 0
    same(sparse.bcoo_extract(mat, other), np.where(mask, other, 0))
    a, c = RNG.standard_normal((3, 6)), RNG.standard_normal((6, 4))
    flat = BCOO.fromdense(dense)
    found = sparse.bcoo_dot_general_sampled(
        a, c, flat.indices, dimension_numbers=(([1], [0]), ([], []))
    )
    np.testing.assert_allclose(found, (a @ c)[tuple(np.asarray(flat.indices).T)], rtol=1e-12)


def test_batches_are_vmapped_scanned_and_stacked():
    dense, mat = pair((3, 4, 5), 1)
    x = RNG.standard_normal(5)
    np.testing.assert_allclose(fjax.vmap(lambda m: m @ x)(mat), dense @ x)
    np.testing.assert_allclose(fjax.vmap(lambda m, x: m @ x)(mat, np.stack([x] * 3)), dense @ x)
    _, found = fjax.lax.scan(lambda c, m: (c, m @ x), 0.0, mat)
    np.testing.assert_allclose(found, dense @ x)
    out = fjax.vmap(lambda m: m * 2)(mat)
    same(out, dense * 2)
    halves = fjax.jit(lambda m: (m, m.T))(BCOO.fromdense(dense[0]))
    same(halves[1], dense[0].T)


def test_gradients_with_respect_to_elements_and_to_dense_operands():
    dense, mat = pair((4, 5))
    mat = mat.sum_duplicates()
    x = RNG.standard_normal(5)

    def loss(m, x):
        return jnp.sum(jnp.sin(m @ x))

    by_x = fjax.grad(loss, argnums=1)(mat, x)
    np.testing.assert_allclose(by_x, fjax.grad(loss, argnums=1)(dense, x), rtol=1e-12)
    full = np.asarray(fjax.grad(loss)(dense, x))
    at = tuple(np.asarray(mat.indices).T)
    by_mat = sparse.grad(loss)(mat, x)
    assert isinstance(by_mat, BCOO)
    np.testing.assert_allclose(by_mat.data, full[at], rtol=1e-12)
    value, (both, again) = fjax.jit(sparse.value_and_grad(loss, argnums=(0, 1)))(mat, x)
    np.testing.assert_allclose(value, loss(dense, x))
    np.testing.assert_allclose(both.data, full[at], rtol=1e-12)
    np.testing.assert_allclose(again, by_x, rtol=1e-12)
    found, aux = sparse.grad(lambda m: (jnp.sum(m.todense() ** 2), "aux"), has_aux=True)(mat)
    np.testing.assert_allclose(found.data, 2 * mat.data)
    assert aux == "aux"
    for jacobian in (sparse.jacfwd, sparse.jacrev):
        np.testing.assert_allclose(
            jacobian(lambda m: m @ x)(mat).data,
            fjax.jacfwd(lambda v: mat.with_data(v) @ x)(mat.data),
        )


def test_a_gradient_of_a_sparse_product():
    (x, sx), (y, sy) = pair((4, 5)), pair((5, 3))
    found = sparse.grad(lambda m: jnp.sum((m @ sy).todense() ** 2))(sx)
    at = tuple(np.asarray(sx.indices).T)
    expected = np.asarray(fjax.grad(lambda m: jnp.sum((m @ y) ** 2))(jnp.asarray(x)))
    there = np.all(np.asarray(sx.indices) < sx.sparse_shape, -1)
    np.testing.assert_allclose(np.asarray(found.data)[there], expected[tuple(a[there] for a in at)])


@pytest.mark.one_in(3)
@pytest.mark.parametrize("b,d", [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_random_arrays_have_the_elements_that_were_asked_for(b, d):
    mat = sparse.random_bcoo(
        random.key(0), (3, 8, 5), nse=0.25, n_batch=b, n_dense=d, sorted_indices=True
    )
    size = int(np.prod(mat.sparse_shape))
    assert mat.shape == (3, 8, 5) and mat.nse == int(np.ceil(size / 4))
    same(mat.sum_duplicates(remove_zeros=False), mat.todense())
    assert mat.sum_duplicates(remove_zeros=False).nse == mat.nse
    same(mat.sort_indices(), mat.todense())


def test_bad_parts_and_layouts_are_named():
    for data, indices, shape in (
        ([1.0], [0], (3,)),
        ([1.0, 2.0], [[0]], (3,)),
        ([1.0], [[0.5]], (3,)),
        ([[1.0]], [[0]], (3,)),
    ):
        with pytest.raises(ValueError, match="BCOO: "):
            BCOO((data, indices), shape=shape)
    mat = BCOO.fromdense(np.eye(3))
    with pytest.raises(sparse.SparseEfficiencyError, match="on_inefficient"):
        mat.update_layout(n_batch=1)
    with pytest.warns(sparse.SparseEfficiencyWarning) as found:
        mat.update_layout(n_dense=1, on_inefficient="warn")
    assert found[0].filename == __file__
    with pytest.raises(TypeError, match="must have the same length"):
        mat @ jnp.ones(4)
    with pytest.raises(TypeError):
        fjax.jit(BCOO.fromdense)(np.eye(3))


@pytest.mark.parametrize("shape, n_batch", [((2, 3), 0), ((4, 2, 3), 1)])
def test_sums_of_matrices_without_elements(shape, n_batch):
    zero = sparse.BCOO.fromdense(jnp.zeros(shape), n_batch=n_batch)
    total = zero + zero
    assert (total.shape, total.nse) == (shape, 0)
    np.testing.assert_array_equal(np.asarray(total.todense()), np.zeros(shape))


SHARED = [  # shapes, how many axes of each are of the batch, and what is contracted
    ((2, 3, 4), 2, (2, 4), 1, (([2], [1]), ([0], [0]))),
    ((2, 3, 4), 2, (4,), 0, (([2], [0]), ([], []))),
    ((2, 3, 4), 2, (5, 4), 1, (([2], [1]), ([], []))),
    ((2, 3, 4, 5), 2, (3, 2, 4, 6), 2, (([2], [2]), ([0, 1], [1, 0]))),
    ((5, 7), 1, (7, 3), 0, (([1], [0]), ([], []))),
    ((4,), 0, (3, 4), 1, (([0], [1]), ([], []))),
]


def test_batch_axes_of_two_sparse_operands_need_not_be_shared():
    for lhs, n_lhs, rhs, n_rhs, numbers in SHARED:
        (x, sx), (y, sy) = pair(lhs, n_lhs), pair(rhs, n_rhs)
        product = sparse.bcoo_dot_general(sx, sy, dimension_numbers=numbers)
        same(product, fjax.lax.dot_general(x, y, numbers))


@pytest.mark.one_in(12)
@pytest.mark.parametrize("lhs, n_lhs, rhs, n_rhs, numbers", SHARED)
def test_products_of_two_sparse_operands_are_compiled(lhs, n_lhs, rhs, n_rhs, numbers):
    (x, sx), (y, sy) = pair(lhs, n_lhs), pair(rhs, n_rhs)
    product = fjax.jit(functools.partial(sparse.bcoo_dot_general, dimension_numbers=numbers))
    same(product(sx, sy), fjax.lax.dot_general(x, y, numbers))


def test_batch_axes_of_the_right_operand_do_not_follow_sparse_axes_of_the_left():
    (_, x), (_, y) = pair((5, 4)), pair((3, 4), 1)
    with pytest.raises(ValueError, match="unused batch dims on rhs with unused sparse dims on lhs"):
        sparse.bcoo_dot_general(x, y, dimension_numbers=(([1], [1]), ([], [])))


@pytest.mark.parametrize("dtype", ["int8", "uint8"])
def test_starts_of_a_gather_may_be_of_a_dtype_shorter_than_the_axis(dtype):
    dense = np.zeros((300, 3))
    dense[5], dense[200] = 2, 1
    numbers = lax.GatherDimensionNumbers(
        offset_dims=(1,), collapsed_slice_dims=(0,), start_index_map=(0,)
    )
    starts = np.array([[5], [100]], dtype)
    found = sparse.bcoo_gather(sparse.BCOO.fromdense(dense), starts, numbers, (1, 3))
    np.testing.assert_array_equal(found.todense(), dense[starts[:, 0]])


@pytest.mark.parametrize("f", [operator.mul, operator.truediv, operator.matmul], ids="*/@")
@pytest.mark.parametrize("b,d", [(0, 0), (1, 0), (0, 1)])
def test_a_dense_operand_of_any_shape_fits_or_is_refused_as_by_a_dense_array(f, b, d):
    dense, mat = pair((2, 3, 4), b, d)
    lengths = (1, 2, 3, 4)
    for shape in [s for rank in range(3) for s in itertools.product(lengths, repeat=rank)]:
        other = 1 + RNG.random(shape)
        try:
            expected = f(dense, other)
        except ValueError:
            with pytest.raises((ValueError, TypeError)):
                f(mat, other)
        else:
            same(f(mat, other), expected)
