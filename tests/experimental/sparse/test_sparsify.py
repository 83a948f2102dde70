"""Functions of dense arrays on sparse ones: against the dense computation, or an error."""

import functools

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core import dtypes
from fjax.experimental import sparse
from fjax.experimental.sparse import BCOO, BCSR, CSR, sparsify
from tests.samples import SAMPLES, flat

RNG = np.random.default_rng(5)
MODES = pytest.mark.parametrize("use_tracer", [False, True], ids=["program", "tracer"])
FORMATS = pytest.mark.parametrize("form", [BCOO, BCSR, CSR], ids=lambda c: c.__name__)


def dense_array(*shape, dtype=float):
    values = RNG.standard_normal(shape).astype(dtype)
    return np.where(RNG.random(shape) < 0.5, 0, values).astype(dtype)


def with_padding_and_duplicates(dense, n_batch=0, n_dense=0):
    """BCOO with two elements of padding, and each element in two halves."""
    mat = BCOO.fromdense(dense, n_batch=n_batch, n_dense=n_dense)
    size = int(np.prod(mat.sparse_shape, dtype=int))
    mat = BCOO.fromdense(dense, n_batch=n_batch, n_dense=n_dense, nse=min(mat.nse + 2, size) or 1)
    return BCOO(
        (jnp.concatenate([mat.data / 2] * 2, n_batch), jnp.concatenate([mat.indices] * 2, n_batch)),
        shape=np.shape(dense),
    )


def same(found, expected, rtol=1e-6, atol=1e-6):
    found = fjax.tree.map(sparse.todense, found, is_leaf=lambda x: isinstance(x, sparse.JAXSparse))
    for a, b in zip(fjax.tree.leaves(found), fjax.tree.leaves(expected), strict=True):
        assert np.shape(a) == np.shape(b)
        np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=rtol, atol=atol)


KEEP_ZEROS = {
    "abs": jnp.abs,
    "arcsin": lambda x: jnp.arcsin(x / 10),
    "arctan": jnp.arctan,
    "astype": lambda x: x.astype(jnp.complex64),
    "bool": lambda x: x != 0,
    "copy": jnp.copy,
    "expm1": jnp.expm1,
    "floor": jnp.floor,
    "log1p": lambda x: jnp.log1p(x * x),
    "negative": jnp.negative,
    "positive": lambda x: x > 0,
    "power": lambda x: x**3,
    "relu": fjax.nn.relu,
    "sign": jnp.sign,
    "sin": jnp.sin,
    "sqrt": lambda x: jnp.sqrt(jnp.abs(x)),
    "square": jnp.square,
    "stop_gradient": lax.stop_gradient,
    "tanh": jnp.tanh,
    "times": lambda x: 3 * x,
    "over": lambda x: x / 4,
}


@pytest.mark.one_in(64)
@MODES
@FORMATS
@pytest.mark.parametrize("name", KEEP_ZEROS)
def test_functions_that_are_zero_at_zero_apply_to_the_elements(name, form, use_tracer):
    function, dense = KEEP_ZEROS[name], dense_array(4, 5)
    mat = form.fromdense(dense)
    found = sparsify(function, use_tracer)(mat)
    assert isinstance(found, form) and found.nse <= mat.nse
    same(found, function(dense))
    twice = with_padding_and_duplicates(dense)
    same(sparsify(function, use_tracer)(twice), function(dense))
    same(fjax.jit(sparsify(function, use_tracer))(twice), function(dense))


@MODES
@pytest.mark.parametrize("function", [jnp.cos, jnp.exp, lambda x: x == 0, lambda x: 1 / x])
def test_functions_that_are_not_zero_at_zero_are_refused(function, use_tracer):
    mat = BCOO.fromdense(dense_array(4))
    with pytest.raises(NotImplementedError, match="because it would result in dense output"):
        sparsify(function, use_tracer)(mat)


@MODES
def test_operations_that_add_keep_the_places_as_they_are(use_tracer):
    mat = with_padding_and_duplicates(dense_array(4, 5))
    for function in (jnp.negative, jnp.copy, jnp.real, lambda x: 2 * x, lambda x: x / 2):
        assert sparsify(function, use_tracer)(mat).indices is mat.indices


@MODES
def test_arrays_with_the_same_places_are_combined_without_new_ones(use_tracer):
    dense = dense_array(4, 5)
    mat = BCOO.fromdense(dense)
    combined = sparsify(lambda x: x + jnp.sin(x) - 3 * x * x, use_tracer)(mat)
    assert combined.nse == mat.nse
    same(combined, dense + np.sin(dense) - 3 * dense**2)
    other = BCOO.fromdense(dense_array(4, 5))
    assert sparsify(jnp.add, use_tracer)(mat, other).nse == mat.nse + other.nse


BINARY = {
    "add": jnp.add,
    "subtract": jnp.subtract,
    "multiply": jnp.multiply,
    "matmul": lambda x, y: x @ y.T,
    "outer": lambda x, y: jnp.tensordot(x, y, 0),
    "concatenate": lambda x, y: jnp.concatenate([x, y]),
    "hstack": lambda x, y: jnp.hstack([x, y]),
    "stack": lambda x, y: jnp.stack([x, y], 1),
    "complex": lax.complex,
}


@pytest.mark.one_in(80)
@MODES
@pytest.mark.parametrize("forms", [(BCOO, BCOO), (BCSR, BCSR), (BCOO, BCSR), (CSR, BCOO)])
@pytest.mark.parametrize("name", BINARY)
def test_two_sparse_arrays(name, forms, use_tracer):
    function, (x, y) = BINARY[name], (dense_array(3, 4), dense_array(3, 4))
    mats = [form.fromdense(v) for form, v in zip(forms, (x, y), strict=True)]
    found = sparsify(function, use_tracer)(*mats)
    assert isinstance(found, sparse.JAXSparse)
    same(found, function(x, y))
    twice = [with_padding_and_duplicates(v) for v in (x, y)]
    same(fjax.jit(sparsify(function, use_tracer))(*twice), function(x, y))


@MODES
@pytest.mark.parametrize("layouts", [((0, 0), (1, 0)), ((1, 1), (0, 2)), ((2, 0), (0, 1))])
def test_two_sparse_arrays_of_different_layouts(layouts, use_tracer):
    x, y = dense_array(2, 3, 4), dense_array(2, 3, 4)
    mats = [with_padding_and_duplicates(v, *ns) for v, ns in zip((x, y), layouts, strict=True)]
    for function in (jnp.add, jnp.subtract, jnp.multiply, lambda a, b: jnp.concatenate([a, b], 1)):
        same(sparsify(function, use_tracer)(*mats), function(x, y))


@MODES
@pytest.mark.parametrize("n_batch, n_dense", [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0)])
def test_a_sparse_and_a_dense_array(n_batch, n_dense, use_tracer):
    x, y = dense_array(3, 4, 2), RNG.standard_normal((3, 4, 2)) + 4
    mat = with_padding_and_duplicates(x, n_batch, n_dense)
    for function in (jnp.multiply, jnp.divide):
        found = sparsify(function, use_tracer)(mat, y)
        assert isinstance(found, BCOO)
        same(found, function(x, y))
        same(sparsify(function, use_tracer)(mat, y[0]), function(x, y[0]))
        same(sparsify(function, use_tracer)(mat, 2.5), function(x, 2.5))
    for function in (jnp.add, jnp.subtract, lambda a, b: b - a):
        found = sparsify(function, use_tracer)(mat, y)
        assert isinstance(found, fjax.Array)
        same(found, function(x, y))
    with pytest.raises(NotImplementedError, match="dense output"):
        sparsify(lambda a, b: b / a, use_tracer)(mat, y)
    with pytest.raises(NotImplementedError, match="between a sparse array X and a dense array Y"):
        sparsify(jnp.add, use_tracer)(mat, 1.0)


MOVES = {
    "all": jnp.sum,
    "broadcast": lambda x: jnp.broadcast_to(x, (2, *x.shape)),
    "dynamic": lambda x: lax.dynamic_slice(
        x, [jnp.array(1)] + [0] * (x.ndim - 1), (2, *x.shape[1:])
    ),
    "expand": lambda x: jnp.expand_dims(x, 0),
    "flip": lambda x: jnp.flip(x, 0),
    "last": lambda x: x[..., -1],
    "mean": lambda x: x.mean(0),
    "part": lambda x: x[1:, ::2],
    "row": lambda x: x[1],
    "squeeze": lambda x: jnp.squeeze(x[None, :, None], (0, 2)),
    "sum": lambda x: jnp.sum(x, 1),
    "take": lambda x: jnp.take(x, jnp.array([2, 0, 7]), axis=0, mode="clip"),
    "fill": lambda x: jnp.take(x, jnp.array([[2, 0], [7, 1]]), axis=1, fill_value=0),
}


@pytest.mark.one_in(192)
@MODES
@pytest.mark.parametrize("n_batch, n_dense", [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0)])
@pytest.mark.parametrize("name", MOVES)
def test_elements_are_moved_and_added(name, n_batch, n_dense, use_tracer):
    function, dense = MOVES[name], dense_array(3, 4, 2)
    mat = with_padding_and_duplicates(dense, n_batch, n_dense)
    same(sparsify(function, use_tracer)(mat), function(dense))
    same(fjax.jit(sparsify(function, use_tracer))(mat), function(dense))


@pytest.mark.one_in(12)
@MODES
@pytest.mark.parametrize("which", [(True, False), (False, True), (True, True)])
def test_convolutions(which, use_tracer):
    x, k = dense_array(2, 4, 7, 6), dense_array(6, 2, 3, 2)
    cases = [
        {"window_strides": (1, 1), "padding": "SAME"},
        {"window_strides": (2, 1), "padding": [(1, 2), (0, 3)], "rhs_dilation": (2, 1)},
        {"window_strides": (1, 2), "padding": [(0, 0), (1, 0)], "lhs_dilation": (2, 3)},
    ]
    for case in cases:
        for groups in ({"feature_group_count": 2}, {"batch_group_count": 2}):
            lhs = x if "feature_group_count" in groups else x[:, :2]
            function = functools.partial(lax.conv_general_dilated, **case, **groups)
            args = [BCOO.fromdense(v) if w else v for v, w in zip((lhs, k), which, strict=True)]
            same(sparsify(function, use_tracer)(*args), function(lhs, k))
    found = sparse.bcoo_conv_general_dilated(
        *[
            with_padding_and_duplicates(v, 2) if w else v
            for v, w in zip((x, x), which, strict=True)
        ],
        window_strides=(1, 1),
        padding="SAME",
    )
    same(found, lax.conv_general_dilated(x, x, (1, 1), "SAME"))


@pytest.mark.one_in(12)
@MODES
@FORMATS
def test_loops_carry_sparse_values(form, use_tracer):
    dense = dense_array(4, 4)
    mat = form.fromdense(dense)

    def powers(A):
        return lax.while_loop(lambda s: s[0] < 5, lambda s: (s[0] + 1, 2 * s[2], s[1]), (0, A, A))

    same(sparsify(powers, use_tracer)(mat), powers(dense))

    def steps(A, x):
        return lax.fori_loop(0, 3, lambda i, v: A @ v / 2, x)

    x = RNG.standard_normal(4)
    same(sparsify(steps, use_tracer)(mat, x), steps(dense, x))
    same(fjax.jit(sparsify(steps, use_tracer))(mat, x), steps(dense, x))


@MODES
def test_scan_goes_over_the_batch_entries_of_a_sparse_array(use_tracer):
    dense, x = dense_array(5, 3, 3), RNG.standard_normal(3)
    mat = BCOO.fromdense(dense, n_batch=1)

    def run(A, x):
        return lax.scan(lambda v, a: (a @ v, 2 * a), x, A)

    same(sparsify(run, use_tracer)(mat, x), run(dense, x))
    with pytest.raises(NotImplementedError, match="not a batch axis"):
        sparsify(run, use_tracer)(BCOO.fromdense(dense), x)


@MODES
def test_a_loop_whose_step_changes_the_number_of_elements_is_refused(use_tracer):
    mat, other = BCOO.fromdense(np.eye(3)), BCOO.fromdense(np.ones((3, 3)))

    def grow(A, B):
        return lax.fori_loop(0, 3, lambda i, v: v + B, A)

    with pytest.raises(TypeError, match="must give what it carries as it got it"):
        sparsify(grow, use_tracer)(mat, other)


@MODES
def test_a_condition_of_a_loop_that_is_sparse_is_refused(use_tracer):
    mat = BCOO.fromdense(np.array(1.0))
    with pytest.raises(TypeError, match="the condition of a loop gives must be dense"):
        sparsify(lambda A: lax.while_loop(lambda v: v != 0, lambda v: v, A), use_tracer)(mat)


@MODES
def test_branches_give_sparse_values(use_tracer):
    dense = dense_array(4, 5)
    mat = BCOO.fromdense(dense)

    def choose(flag, x):
        return lax.cond(flag, lambda v: v, lambda v: jnp.flip(v, 0)[::-1] * 3, x)

    for flag in (True, False):
        found = fjax.jit(sparsify(choose, use_tracer))(flag, mat)
        assert isinstance(found, BCOO)
        same(found, choose(flag, dense))
    with pytest.raises(TypeError, match="must have same type structure as sparsified false_fun"):
        sparsify(lambda x, y: lax.cond(y[0, 0] > 0, lambda: x, lambda: y), use_tracer)(mat, dense)


@MODES
def test_bodies_of_other_functions_are_entered(use_tracer):
    dense = dense_array(4, 5)
    mat = BCOO.fromdense(dense)

    @fjax.custom_jvp
    def square(x):
        return x**2

    square.defjvp(lambda p, t: (p[0] ** 2, 2 * t[0] * p[0]))
    for function in (
        fjax.jit(lambda x: 2 * x),
        fjax.checkpoint(lambda x: jnp.sin(x)),
        square,
        fjax.grad(lambda x: square(x).sum()),
        lambda x: fjax.jvp(jnp.square, (x,), (x,)),
    ):
        same(sparsify(function, use_tracer)(mat), function(dense))


@MODES
def test_transformations_of_sparsified_functions(use_tracer):
    dense, x = dense_array(4, 5), RNG.standard_normal(5)
    mat = BCOO.fromdense(dense)
    loss = sparsify(lambda m, v: jnp.sum(jnp.tanh(m) @ jnp.sin(v)), use_tracer)

    def plain(m, v):
        return jnp.sum(jnp.tanh(m) @ jnp.sin(v))

    by_x = fjax.jit(fjax.grad(loss, argnums=1))(mat, x)
    np.testing.assert_allclose(by_x, fjax.grad(plain, argnums=1)(dense, x), rtol=1e-12)
    found = sparse.grad(loss)(mat, x)
    at = tuple(np.asarray(mat.indices).T)
    expected = np.asarray(fjax.grad(plain)(dense, x))[at]
    np.testing.assert_allclose(found.data, expected, rtol=1e-12)
    many = dense_array(3, 4, 5)
    batch = BCOO.fromdense(many, n_batch=1)
    function = sparsify(lambda m: (jnp.sin(m).T @ jnp.ones(4), m.sum(0)), use_tracer)
    expected = fjax.vmap(lambda m: (jnp.sin(m).T @ jnp.ones(4), m.sum(0)))(many)
    same(fjax.vmap(function)(batch), expected)


@MODES
def test_todense_makes_what_is_sparse_dense(use_tracer):
    dense = dense_array(4, 5)
    function = sparsify(lambda x: jnp.cos(sparse.todense(x)) + 1, use_tracer)
    for form in (BCOO, BCSR, CSR, np.asarray):
        mat = form(dense) if form is np.asarray else form.fromdense(dense)
        same(function(mat), np.cos(dense) + 1)
        same(fjax.jit(function)(mat), np.cos(dense) + 1)
    same(fjax.grad(lambda x: sparse.todense(x).sum())(dense), np.ones((4, 5)))


@MODES
def test_arguments_are_pytrees_and_keywords(use_tracer):
    dense = dense_array(4, 5)
    mat = BCOO.fromdense(dense)
    function = sparsify(lambda tree, *, axis, scale: (tree["m"].sum(axis) * scale, 2), use_tracer)
    found, two = function({"m": mat}, axis=0, scale=mat.data[:1].sum())
    same(found, dense.sum(0) * dense[dense != 0][0])
    assert two == 2


def test_within_the_function_values_are_tracers_if_asked_for():
    seen = []
    sparsify(seen.append, use_tracer=True)(jnp.arange(3))
    sparsify(seen.append)(jnp.arange(3))
    assert [isinstance(x, sparse.SparseTracer) for x in seen] == [True, False]


CASES = [
    (sample, i)
    for sample in SAMPLES
    for i, x in enumerate(sample.make())
    if x.ndim and x.size and dtypes.is_inexact(x.dtype) and sample.kernel
]


@pytest.mark.one_in(24)
@pytest.mark.parametrize("sample, i", CASES, ids=[f"{s.label}-{i}" for s, i in CASES])
def test_a_sparse_operand_gives_what_the_dense_one_gives(sample, i):
    """Each row of the samples, each of its operands in turn; what has no sparse rule says so."""
    args = sample.make()
    x = np.where(np.random.default_rng(7).random(args[i].shape) < 0.5, 0, args[i])
    args[i] = x.astype(args[i].dtype)
    expected = flat(sample.function(*args))
    for mat in (BCOO.fromdense(x), with_padding_and_duplicates(x, min(1, x.ndim - 1))):
        given = [mat if k == i else a for k, a in enumerate(args)]
        try:
            found = sparsify(lambda *xs: flat(sample.function(*xs)), use_tracer=True)(*given)
        except NotImplementedError:
            continue
        except TypeError as refused:  # branches and steps must agree in the number of elements
            assert sample.family == "higher_order" and "sparsified" in str(refused)
            continue
        same(found, expected, rtol=1e-5, atol=1e-5)
