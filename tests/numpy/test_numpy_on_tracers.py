"""NumPy's functions on traced values: each gives NumPy's result, or says what to use instead."""

import math
import re

import numpy as np
import pytest
import scipy.special

import fjax
import fjax.numpy as jnp
from tests.numpy.tables import A, B, P, S, U, V, Z
from tests.numpy.test_against_numpy import CALLS, assert_same

rng = np.random.default_rng(3)
Q = rng.normal(size=(4, 4))
SPD = Q @ Q.T + 4 * np.eye(4)
CUBE = rng.normal(size=(2, 3, 4))
T = rng.normal(size=(2, 3, 6))
LINALG, FFT = np.linalg, np.fft

# What the tables of fjax.numpy do not call. A call of a function on the arrays that follow.
MORE = {
    "amax": (lambda a: np.amax(a, 0), A),
    "amin": (lambda a: np.amin(a, axis=1), A),
    "apply_along_axis": (lambda a: np.apply_along_axis(lambda v: v.sum(), 1, a), A),
    "apply_over_axes": (lambda a: np.apply_over_axes(np.sum, a, [0]), A),
    "argpartition": (lambda a: np.take(a, np.argpartition(a, 2)[2]), V),
    "around": (lambda a: np.around(a, 1), A),
    "astype": (lambda a: np.astype(a, np.int32), A),
    "atleast_1d": (lambda a: np.atleast_1d(a, 2.0), B),
    "block": (lambda a: np.block([[a, a], [a, a]]), A),
    "broadcast_arrays": (lambda a, b: np.broadcast_arrays(a, b, subok=False), A, B),
    "can_cast": (lambda a: np.can_cast(np.float32, np.float64) + 0 * a, B),
    "common_type": (lambda a: np.zeros(2, np.common_type(a)) + 0 * a[:2], B),
    "concat": (lambda a, b: np.concat([a, b], axis=0, dtype=np.float32), B, V),
    "copy": (lambda a: np.copy(a, order="F", subok=False), A),
    "cross": (lambda a, b: np.cross(a, b), A[:, :3], A[:, 1:]),
    "cumulative_prod": (lambda a: np.cumulative_prod(a, axis=0), A),
    "diag_indices_from": (lambda a: np.diag_indices_from(a), Q),
    "diagflat": (lambda a: np.diagflat(a, 1), B),
    "dot": (lambda a, b: np.dot(a, b), A, B),
    "dsplit": (lambda a: np.dsplit(a, 2), CUBE),
    "hsplit": (lambda a: np.hsplit(a, 2), A),
    "vsplit": (lambda a: np.vsplit(a, 3), A),
    "einsum": (lambda a, b: np.einsum("ij,j->i", a, b, optimize=True), A, B),
    "einsum_path": (
        lambda a, b: np.einsum("ij,j", a, b) + 0 * len(np.einsum_path("ij,j", a, b)[0]),
        A,
        B,
    ),
    "empty_like": (lambda a: np.isnan(np.empty_like(a, order="C")) & False, A),
    "fix": (lambda a: np.fix(a), A),
    "fliplr": (np.fliplr, A),
    "flipud": (np.flipud, A),
    "full_like": (lambda a: np.full_like(a, 2.0, subok=True), A),
    "ones_like": (lambda a: np.ones_like(a, order="K"), A),
    "zeros_like": (lambda a: np.zeros_like(a, dtype=np.int32), A),
    "histogram_bin_edges": (lambda a: np.histogram_bin_edges(a, 5), V),
    "histogramdd": (lambda a: np.histogramdd(a, 3), A[:, :2]),
    "inner": (np.inner, A, B),
    "outer": (np.outer, B, V),
    "vdot": (np.vdot, Z, Z),
    "iscomplexobj": (lambda a: np.iscomplexobj(a) + 0 * a, B),
    "isrealobj": (lambda a: np.isrealobj(a) + 0 * a, B),
    "kron": (np.kron, A, B),
    "matrix_transpose": (np.matrix_transpose, CUBE),
    "min_scalar_type": (lambda a: (np.min_scalar_type(a).kind == "f") + 0 * a, B),
    "nanargmax": (lambda a: np.nanargmax(a, 1), A),
    "nanargmin": (lambda a: np.nanargmin(a, 1), A),
    "ndim": (lambda a: np.ndim(a) + 0 * a, B),
    "size": (lambda a: np.size(a, 0) + 0 * a, B),
    "shape": (lambda a: np.zeros(np.shape(a)) + a, B),
    "partition": (lambda a: np.partition(a, 2, kind="introselect")[2], V),
    "permute_dims": (lambda a: np.permute_dims(a, (2, 0, 1)), CUBE),
    "piecewise": (lambda a: np.piecewise(a, [a < 0, a >= 0], [lambda v: -v, 1.0]), B),
    "poly": (np.poly, B),
    "polyadd": (np.polyadd, B, V),
    "polyder": (np.polyder, V),
    "polydiv": (lambda a, b: np.polydiv(a, b)[0], V, P[0]),
    "polyint": (np.polyint, B),
    "polyfit": (lambda a, b: np.polyfit(a, b, 2), V, V**2),
    "polymul": (np.polymul, B, V),
    "polysub": (np.polysub, B, V),
    "polyval": (np.polyval, B, V),
    "ravel_multi_index": (lambda a: np.ravel_multi_index((a, a), (3, 4), mode="wrap"), S[0]),
    "result_type": (lambda a: np.zeros(2, np.result_type(a, np.float32)) + 0 * a[:2], B),
    "sort_complex": (np.sort_complex, Z[0]),
    "tensordot": (lambda a, b: np.tensordot(a, b, axes=([0], [0])), A, A),
    "tril_indices_from": (lambda a: np.tril_indices_from(a, -1), Q),
    "triu_indices_from": (lambda a: np.triu_indices_from(a, 1), Q),
    "linalg.cholesky": (LINALG.cholesky, SPD),
    "linalg.cond": (LINALG.cond, Q),
    "linalg.cross": (lambda a, b: LINALG.cross(a, b), A[:, :3], A[:, 1:]),
    "linalg.det": (LINALG.det, Q),
    "linalg.diagonal": (LINALG.diagonal, Q),
    "linalg.eig": (lambda a: np.sort(np.abs(LINALG.eig(a)[0])), Q),
    "linalg.eigh": (lambda a: LINALG.eigh(a)[0], SPD),
    "linalg.eigvals": (lambda a: np.sort(np.abs(LINALG.eigvals(a))), Q),
    "linalg.eigvalsh": (LINALG.eigvalsh, SPD),
    "linalg.inv": (LINALG.inv, Q),
    "linalg.lstsq": (lambda a, b: LINALG.lstsq(a, b, rcond=None)[0], P.T, B),
    "linalg.matmul": (LINALG.matmul, A, Q),
    "linalg.matrix_norm": (LINALG.matrix_norm, A),
    "linalg.matrix_power": (lambda a: LINALG.matrix_power(a, 3), Q),
    "linalg.matrix_rank": (lambda a: LINALG.matrix_rank(A=a), Q),
    "linalg.matrix_transpose": (LINALG.matrix_transpose, A),
    "linalg.multi_dot": (lambda a, b: LINALG.multi_dot([a, b, a]), Q, SPD),
    "linalg.norm": (lambda a: LINALG.norm(a, axis=1), A),
    "linalg.outer": (LINALG.outer, B, V),
    "linalg.pinv": (lambda a: LINALG.pinv(a, 1e-10), A),
    "linalg.qr": (lambda a: np.abs(LINALG.qr(a)[1]), Q),
    "linalg.slogdet": (LINALG.slogdet, Q),
    "linalg.solve": (LINALG.solve, Q, B),
    "linalg.svd": (lambda a: LINALG.svd(a)[1], A),
    "linalg.svdvals": (LINALG.svdvals, A),
    "linalg.trace": (LINALG.trace, Q),
    "linalg.tensordot": (lambda a, b: LINALG.tensordot(a, b, axes=1), A, Q),
    "linalg.tensorinv": (lambda a: LINALG.tensorinv(a, ind=1), rng.normal(size=(6, 2, 3))),
    "linalg.tensorsolve": (LINALG.tensorsolve, rng.normal(size=(2, 3, 6)), A[:2, :3]),
    "linalg.vecdot": (lambda a, b: LINALG.vecdot(a, b, axis=0), A, A),
    "linalg.vector_norm": (lambda a: LINALG.vector_norm(a, ord=1), A),
    **{
        f"fft.{n}": (getattr(FFT, n), T)
        for n in "fft fft2 fftn fftshift ifft ifft2 ifftn ifftshift rfft rfft2 rfftn".split()
    },
    **{f"fft.{n}": (getattr(FFT, n), T + 0j) for n in "hfft irfft irfft2 irfftn".split()},
    "fft.ihfft": (FFT.ihfft, V),
}

VALUES, DATES, MEMORY = "needs the values", "no dates", "has no memory"
REFUSED = {
    **dict.fromkeys(
        [
            "unique_all",
            "unique_counts",
            "unique_inverse",
            "unique_values",
            "roots",
            "unique",
            "nonzero",
            "argwhere",
            "flatnonzero",
            "trim_zeros",
            "extract",
            "compress",
            "union1d",
            "intersect1d",
            "setdiff1d",
            "setxor1d",
        ],
        "concrete|size=",
    ),  # the result's shape depends on values
    **dict.fromkeys(
        ["array2string", "array_repr", "array_str", "save", "savetxt", "savez", "savez_compressed"],
        VALUES,
    ),
    **dict.fromkeys(["busday_count", "busday_offset", "is_busday", "datetime_as_string"], DATES),
    **dict.fromkeys(["may_share_memory", "shares_memory"], MEMORY),
    "copyto": r"fjax.numpy.where\(mask",
    "putmask": r"fjax.numpy.where\(mask",
    "real_if_close": "use fjax.numpy.real",
    **dict.fromkeys(["fill_diagonal", "place", "put", "put_along_axis"], "inplace=False"),
}
ARGUMENTS = {  # of refused ones that want more than an array
    "copyto": (0.0,),
    "putmask": (M := A > 0, 0.0),
    "place": (M, 0.0),
    "put": ([0], 1.0),
    "put_along_axis": (np.zeros((3, 1), int), 0.0, 1),
    "fill_diagonal": (0.0,),
    "busday_count": ("2020-01-01",),
    "busday_offset": (1,),
    "may_share_memory": (A,),
    "shares_memory": (A,),
}


def public(modules=("numpy", "numpy.linalg", "numpy.fft")):
    """NumPy's functions that ask their arguments for `__array_function__`, by name."""
    found = {}
    for module in modules:
        space = __import__(module, fromlist=["x"])
        for name in dir(space):
            function = getattr(space, name)
            if not name.startswith("_") and type(function).__name__ == "_ArrayFunctionDispatcher":
                found[f"{module}.{name}".removeprefix("numpy.")] = function
    return found


FROM_TABLES = {name for name, *_ in CALLS if type(getattr(np, name)).__name__ != "ufunc"}
UFUNCS = {name: u for name, u in vars(np).items() if isinstance(u, np.ufunc)}


def is_data(x):
    return isinstance(x, np.ndarray) or (
        isinstance(x, list) and bool(x) and isinstance(x[0], np.ndarray)
    )


def on_tracers(function, args, options):
    """The function under jit, with every NumPy array and list of arrays traced."""
    places = [i for i, a in enumerate(args) if is_data(a)]

    def call(*traced):
        full = list(args)
        for i, t in zip(places, traced, strict=True):
            full[i] = t
        return function(*full, **options)

    return fjax.jit(call)(*[args[i] for i in places])


def explains(error):
    """Whether a message names what to use: fjax's function, a parameter, a way to be concrete."""
    return (
        re.search(
            r"fjax|jnp\.|jax\.|concrete|size=|static|not supported|not implemented", str(error)
        )
        is not None
    )


def test_every_function_that_dispatches_is_tried_here():
    tried = set(MORE) | set(REFUSED) | FROM_TABLES
    assert sorted(set(public()) - tried) == []


@pytest.mark.one_in(3)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", sorted(MORE))
def test_a_function_of_numpy_traces(name):
    function, *arrays = MORE[name]
    with np.errstate(all="ignore"):
        wanted = function(*arrays)
    assert_same(fjax.jit(lambda *traced: function(*traced))(*arrays), wanted)


TABLE_CALLS = [
    c for c in CALLS if not isinstance(getattr(np, c[0]), np.ufunc) and any(map(is_data, c[1]))
]


@pytest.mark.one_in(32)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "name, args, options", TABLE_CALLS, ids=[f"{i}-{c[0]}" for i, c in enumerate(TABLE_CALLS)]
)
def test_a_call_of_the_tables_traces_or_says_why_not(name, args, options):
    try:
        found = on_tracers(getattr(np, name), args, options)
    except (TypeError, ValueError, NotImplementedError, IndexError) as error:
        assert explains(error), error
        return
    assert_same(found, getattr(np, name)(*args, **options))


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_what_cannot_be_traced_says_what_to_use(name, tmp_path):
    function, more = public()[name], ARGUMENTS.get(name, ())
    files = {
        "save": (tmp_path / "a",),
        "savetxt": (tmp_path / "a",),
        "savez": (tmp_path / "a",),
        "savez_compressed": (tmp_path / "a",),
    }.get(name, ())
    if name in ("extract", "compress"):
        files = (None,)
    binary = name in ("union1d", "intersect1d", "setdiff1d", "setxor1d")

    def call(x):
        if name in ("extract", "compress"):
            return function(x.ravel() > 0, x.ravel())
        if name == "trim_zeros" or name == "roots":
            return function(x.ravel())
        return function(*files, x, *(more or ((x,) if binary else ())))

    with pytest.raises((TypeError, ValueError, NotImplementedError, IndexError)) as raised:
        fjax.jit(call)(A)
    assert re.search(REFUSED[name], str(raised.value)) and explains(raised.value), raised.value


# ---- ufuncs


def operands_of(name):
    """Arrays that are in the domain of a ufunc, and that it takes."""
    ufunc = UFUNCS[name]
    for given in (
        (A, B, Q)[: ufunc.nin],
        (U, U[0])[: ufunc.nin],
        (P, P[0])[: ufunc.nin],
        (S, S[0])[: ufunc.nin],
        (Q, B)[: ufunc.nin],
        (B, Q)[: ufunc.nin],
        (Q, Q),
        (B, B),
    ):
        try:
            with np.errstate(invalid="raise"):
                ufunc(*given)
        except (TypeError, ValueError, FloatingPointError):
            continue
        return given
    raise AssertionError(f"no operands for {name}")


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", sorted(set(UFUNCS) - {"isnat"}))
def test_a_ufunc_traces(name):
    ufunc, given = UFUNCS[name], operands_of(name)
    wanted = ufunc(*given)
    assert_same(fjax.jit(lambda *traced: ufunc(*traced))(*given), wanted)
    if ufunc.nin == 2:  # mixed: NumPy's array and ours
        assert_same(fjax.jit(lambda x: ufunc(x, given[1]))(given[0]), wanted)
        assert_same(fjax.jit(lambda y: ufunc(given[0], y))(given[1]), wanted)


BINARY = {n for n, u in UFUNCS.items() if u.nin == 2 and u.nout == 1 and not u.signature}


@pytest.mark.one_in(24)
@pytest.mark.parametrize("name", sorted(BINARY - {"ldexp"}))  # whose operands differ in dtype
def test_the_methods_of_a_ufunc_trace(name):
    ufunc, given = UFUNCS[name], operands_of(name)
    x = given[0][:, :3]
    assert_same(fjax.jit(lambda v: ufunc.outer(v[0], v[1]))(x), ufunc.outer(x[0], x[1]))
    try:
        running = ufunc.accumulate(x, axis=1)
    except TypeError:  # NumPy has no loop for it: comparisons do not reduce
        return
    assert_same(fjax.jit(lambda v: ufunc.accumulate(v, axis=1))(x), running)
    # (NumPy's own reduce and reduceat skip elements for arctan2 and power: compiled with AVX-512)
    assert_same(fjax.jit(lambda v: ufunc.reduce(v, axis=1, keepdims=True))(x), running[:, -1:])
    pieces = np.concatenate([running[:, 1:2], ufunc.accumulate(x[:, 2:], axis=1)], axis=1)
    assert_same(fjax.jit(lambda v: ufunc.reduceat(v, [0, 2], axis=1))(x), pieces)


def test_reductions_of_ufuncs_take_their_options():
    mask = A > 0
    assert_same(
        fjax.jit(lambda x: np.add.reduce(x, axis=(0, 1), where=mask, initial=1.0))(A),
        np.add.reduce(A, axis=(0, 1), where=mask, initial=1.0),
    )
    assert_same(fjax.jit(lambda x: np.add(x, 1, dtype=np.float32))(A), np.float32(A + 1))
    assert fjax.jit(lambda x: np.divmod(x, 2, dtype=np.float32))(P)[0].dtype == np.float32
    assert_same(fjax.jit(lambda x: np.vecdot(x, x, axis=0))(A), np.vecdot(A, A, axis=0))
    assert_same(fjax.jit(lambda x: np.add(x, 1, out=None, casting="same_kind"))(A), A + 1)


def test_functions_of_scipy_special_trace():
    for name, args in (("expit", (A,)), ("erf", (A,)), ("gammaln", (P,)), ("xlogy", (P, P))):
        ufunc = getattr(scipy.special, name)
        assert_same(fjax.jit(ufunc)(*args), ufunc(*args))
    with pytest.raises(TypeError, match="airy was applied to a traced value.*no rule"):
        fjax.jit(scipy.special.airy)(A)


def test_numpys_functions_are_differentiated_and_batched():
    def loss(w):
        h = np.tanh(np.einsum("ij,j->i", A, w) + np.sum(w[None] * np.ones((3, 1)), axis=1))
        return np.linalg.norm(np.concatenate([h, np.where(h > 0, h, -h)])) + np.mean(np.exp(-w))

    slope, eps = fjax.grad(loss)(B), 1e-6
    for k in range(4):
        step = eps * np.eye(4)[k]
        assert float(slope[k]) == pytest.approx(
            (loss(B + step) - loss(B - step)) / (2 * eps), rel=1e-6
        )
    batched = fjax.vmap(loss)(np.stack([B, 2 * B]))
    assert_same(batched, np.array([loss(B), loss(2 * B)]))


def test_values_of_numpy_on_the_left_defer():
    f = fjax.jit(
        lambda x: (
            np.ones(4) @ x,
            np.float64(2) * x,
            np.ones(4) - x,
            np.int32(3) + x,
            np.ones((2, 4)) < x,
            divmod(np.ones(4), x),
        )
    )
    expected = (B.sum(), 2 * B, 1 - B, 3 + B, np.ones((2, 4)) < B, divmod(np.ones(4), B))
    assert_same(f(B), expected)


# ---- what a traced value cannot do


REFUSALS = {
    "asarray": (lambda x: np.asarray(x), r"__array__\(\).*fjax.numpy.asarray"),
    "array of a list": (lambda x: np.array([x, x]), "fjax.numpy"),
    "array with a dtype": (lambda x: np.array(x, dtype=np.float32), "fjax.numpy"),
    "float": (lambda x: float(x[0]), "x.astype.float"),
    "math": (lambda x: math.sin(x[0]), "x.astype.float"),
    "item": (lambda x: x.item(0), "item"),
    "NumPy's index": (lambda x: np.zeros(3)[x], "integer scalar arrays|fjax"),
    "out of a ufunc": (lambda x: np.add(x, x, out=np.zeros(4)), "result of the function instead"),
    "in-place operator": (lambda x: np.zeros(4).__iadd__(x), "result of the function instead"),
    "out of a function": (lambda x: np.sum(x, out=np.zeros(())), "result of the function instead"),
    "where of a ufunc": (lambda x: np.add(x, x, where=x > 0), r"fjax.numpy.where\(condition"),
    "add.at": (lambda x: np.add.at(x, 0, 1), r"x.at\[indices\].add\(values\)"),
    "add.at of NumPy's": (lambda x: np.add.at(np.zeros(4), [0], x), r"x.at\[indices\].add"),
    "hypot.at": (lambda x: np.hypot.at(x, 0, 1), r"fjax.numpy.hypot.at\(x, indices, values"),
    "an option": (lambda x: np.unravel_index(x.astype(int), (2, 2), order="F"), "option order='F'"),
    "isnat": (lambda x: np.isnat(x), "no dates"),
    "vectorize": (lambda x: np.frompyfunc(lambda a: a, 1, 1)(x), "fjax.numpy"),
    "random": (lambda x: np.random.default_rng(0).normal(x), "fjax"),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_names_the_remedy(name):
    call, match = REFUSALS[name]
    with pytest.raises(TypeError, match=match):
        fjax.jit(call)(B)


def test_options_without_effect_are_left_out():
    f = fjax.jit(
        lambda x: (
            np.copy(x, order="F"),
            np.partition(x, 1, kind="introselect")[1],
            np.concatenate([x, x], casting="same_kind"),
            np.nanvar(x, correction=1),
            np.clip(x, a_min=0, a_max=1),
            np.histogram(x, 4, None, None, np.abs(B))[0],
        )
    )
    expected = (
        B,
        np.partition(B, 1)[1],
        np.concatenate([B, B]),
        np.nanvar(B, correction=1),
        np.clip(B, 0, 1),
        np.histogram(B, 4, None, None, np.abs(B))[0],
    )
    assert_same(f(B), expected)


def test_concrete_arrays_take_no_part():
    assert type(np.sin(jnp.ones(3))) is np.ndarray and type(np.hypot(jnp.ones(3), 1)) is np.ndarray
