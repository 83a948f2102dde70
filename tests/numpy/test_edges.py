"""Edges at which functions go wrong: nothing to reduce, NaN of both signs, falling bins."""

import inspect
import itertools

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax

NAN, INF = np.nan, np.inf

# ---- empty arrays

EMPTY = [(0,), (0, 3), (3, 0), (2, 0, 3)]
REDUCTIONS = (
    "sum prod mean var std all any median nansum nanprod nanmean nanvar nanstd nanmedian "
    "count_nonzero cumsum cumprod nancumsum nancumprod sort argsort flip diff "
    "unwrap"
).split()
EXTREMA = "max min argmax argmin nanmax nanmin nanargmax nanargmin ptp".split()
OF_ONE = (
    "diff ediff1d sort argsort unique ravel flip cumsum trim_zeros median nonzero argwhere "
    "flatnonzero transpose atleast_2d atleast_3d fliplr flipud rot90 squeeze nan_to_num "
    "unwrap gradient"
).split()


def answers(function, *args, **options):
    """What a function gives, or that it raises."""
    try:
        return function(*args, **options)
    except (ValueError, IndexError, TypeError) as error:
        return type(error)


def assert_agree(found, wanted, what=""):
    """Equal shapes and values, NaN included; or both raise."""
    if isinstance(wanted, type) or isinstance(found, type):
        assert isinstance(wanted, type) and isinstance(found, type), (what, found, wanted)
        return
    if isinstance(wanted, (list, tuple)):
        assert len(found) == len(wanted), what
        for one, other in zip(found, wanted, strict=True):
            assert_agree(one, other, what)
        return
    assert np.shape(found) == np.shape(wanted), what
    np.testing.assert_allclose(np.asarray(found), wanted, err_msg=what)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", REDUCTIONS + EXTREMA)
def test_a_reduction_of_nothing_is_numpys(name):
    takes_keepdims = "keepdims" in inspect.signature(getattr(jnp, name)).parameters
    for shape, keepdims in itertools.product(EMPTY, (False, True) if takes_keepdims else (False,)):
        for axis in (None, *range(-len(shape), len(shape))):
            if axis is None and name in ("diff", "unwrap"):
                continue
            options = {"axis": axis, **({"keepdims": True} if keepdims else {})}
            wanted = answers(getattr(np, name), np.zeros(shape), **options)
            found = answers(getattr(jnp, name), jnp.zeros(shape), **options)
            assert_agree(found, wanted, f"{name} of {shape}, {options}")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "method", ["linear", "lower", "higher", "midpoint", "nearest", "inverted_cdf"]
)
@pytest.mark.parametrize("name", ["quantile", "nanquantile", "percentile", "nanpercentile"])
def test_a_quantile_of_nothing_is_nan(name, method):
    for shape, axis, q in itertools.product(EMPTY, (None, -1), (0.5, np.array([0.0, 1.0]))):
        reduced = jnp.sum(jnp.zeros(shape), axis).shape
        found = getattr(jnp, name)(jnp.zeros(shape), q, axis=axis, method=method)
        assert found.shape == np.shape(q) + reduced
        assert np.isnan(found).all()


PERIOD = pytest.mark.needs("dtype promotion", reason="joins integers and the default period")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=PERIOD) if n == "unwrap" else n for n in OF_ONE]
)
def test_a_function_of_an_empty_array_is_numpys(name):
    for shape in [*EMPTY, (1,), (1, 1)]:
        for dtype in (np.float64, np.int32):
            x = np.zeros(shape, dtype)
            wanted = answers(getattr(np, name), x)
            found = answers(getattr(jnp, name), jnp.asarray(x))
            assert_agree(found, wanted, f"{name} of {dtype.__name__}{shape}")


@pytest.mark.parametrize("n", [1, 2, 5])
@pytest.mark.parametrize(
    "shape,axis", [((0,), 0), ((3, 0), 1), ((3, 0), 0), ((2,), 0), ((1, 2), 0)]
)
def test_differences_of_short_axes_are_empty_as_numpys_are(shape, axis, n):
    wanted = np.diff(np.zeros(shape), n, axis)
    for run in (lambda f: f, fjax.jit):
        assert run(lambda x: jnp.diff(x, n, axis))(jnp.zeros(shape)).shape == wanted.shape


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["var", "std", "nanvar", "nanstd"])
def test_variances_with_a_correction_beyond_the_count_are_numpys(name):
    x = np.array([[1.0, NAN, 3.0], [NAN, NAN, NAN], [1.0, 2.0, 5.0]])
    for ddof, axis in itertools.product((0, 1, 2, 3, 4, 0.5), (None, 0, 1)):
        wanted = getattr(np, name)(x, axis, ddof=ddof)
        found = np.asarray(getattr(jnp, name)(jnp.asarray(x), axis, ddof=ddof))
        bad = ~np.isfinite(wanted)  # x / 0 and 0 / 0 have one meaning: no value
        np.testing.assert_array_equal(np.isfinite(found), ~bad, f"{ddof} {axis}")
        np.testing.assert_allclose(found[~bad], wanted[~bad])


# ---- NaN of both signs, zeros of both signs

FLOATS = [np.float16, jnp.bfloat16, np.float32, np.float64]


def special(dtype):
    """Ties, infinities, zeros and NaNs of both signs."""
    x = np.array([1, NAN, -0.0, 0.0, -1, INF, NAN, -INF, 0.0, -0.0, 1, 2, -3], dtype)
    x[6] = np.copysign(np.float32(NAN), np.float32(-1)).astype(dtype)
    assert np.signbit(x[6]) and not np.signbit(x[1])
    return x


def in_total_order(x):
    """Each float with its sign in front: what IEEE 754's total order compares."""
    wide = np.asarray(x, np.float64)
    size = np.where(np.isnan(wide), 3, np.where(np.isinf(wide), 2, np.arctan(np.abs(wide))))
    return np.where(np.signbit(wide), -size - 1e-30, size)


@pytest.mark.parametrize("run", [lambda f: f, fjax.jit], ids=["eager", "jit"])
@pytest.mark.parametrize("dtype", FLOATS)
def test_top_k_is_in_total_order_with_ties_by_index(dtype, run):
    x = special(dtype)
    for repeats, k in itertools.product((1, 20), (1, 2, 5, 13)):  # few of many go another way
        many = np.tile(x, repeats)
        sign = np.signbit(np.asarray(many, np.float64))
        order = np.lexsort((np.arange(many.size), sign, -in_total_order(many)))[:k]
        values, places = run(lambda x: lax.top_k(x, k))(jnp.asarray(many))
        assert places.tolist() == order.tolist()
        values = np.asarray(values, np.float64)
        np.testing.assert_array_equal(values, many[order].astype(np.float64))
        assert np.signbit(values).tolist() == sign[order].tolist()


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_top_k_along_any_axis_is_in_total_order(axis):
    x = np.stack([special(np.float32), special(np.float32)[::-1], np.roll(special(np.float32), 3)])
    values, places = lax.top_k(jnp.asarray(x), 3, axis=axis)
    for line, found in zip(
        np.moveaxis(x, axis, -1), np.moveaxis(np.asarray(places), axis, -1), strict=True
    ):
        sign = np.signbit(line)
        order = np.lexsort((np.arange(line.size), sign, -in_total_order(line)))
        assert found.tolist() == order[:3].tolist()
    np.testing.assert_array_equal(np.take_along_axis(x, np.asarray(places), axis), values)


@pytest.mark.parametrize("dtype", FLOATS)
def test_sorting_puts_nan_of_either_sign_last_and_keeps_ties(dtype):
    x = special(dtype)
    wide = np.asarray(x, np.float64)
    order = np.argsort(wide, kind="stable")
    for run in (lambda f: f, fjax.jit):
        assert run(jnp.argsort)(jnp.asarray(x)).tolist() == order.tolist()
        found = np.asarray(run(jnp.sort)(jnp.asarray(x)), np.float64)
        np.testing.assert_array_equal(found, wide[order])
        zeros = found == 0
        assert np.signbit(found[zeros]).tolist() == np.signbit(wide[order][zeros]).tolist()


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", "max min argmax argmin nanmax nanmin nanargmax nanargmin".split())
@pytest.mark.parametrize("dtype", FLOATS)
def test_extrema_treat_nan_of_either_sign_as_numpy_does(name, dtype):
    x = special(dtype)
    for shift in (0, 1, 6):
        line = np.roll(x, shift)
        wanted = getattr(np, name)(np.asarray(line, np.float64))
        for run in (lambda f: f, fjax.jit):
            found = run(getattr(jnp, name))(jnp.asarray(line))
            np.testing.assert_array_equal(np.asarray(found, np.float64), wanted)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("right", [False, True])
@pytest.mark.parametrize(
    "bins",
    [[1.0, 2, 2, 3], [3.0, 2, 2, 1], [3.0, 2, 1, -INF], [5.0], [-INF, 0, 1, NAN], [NAN, 3, 0, -1]],
    ids=str,
)
def test_digitize_counts_edges_of_rising_and_falling_bins_as_numpy_does(bins, right):
    x = np.array([0.5, 1, 1.5, 2, 2.5, 3, 4, -INF, INF, 0.0, -0.0])
    wanted = np.digitize(x, np.array(bins), right)
    for run in (lambda f: f, fjax.jit):
        found = run(lambda x, b: jnp.digitize(x, b, right))(jnp.asarray(x), jnp.asarray(bins))
        assert found.tolist() == wanted.tolist()


def test_a_polynomial_with_a_root_that_is_nan_still_begins_with_one():
    roots = [1, NAN, 0.0, -0.0, -1, INF, NAN, -INF, 1]
    np.testing.assert_array_equal(jnp.poly(jnp.array(roots)), [1.0] + [NAN] * len(roots))
    np.testing.assert_allclose(jnp.poly(jnp.array([2.0, -1, 0.5])), np.poly([2.0, -1, 0.5]))


@pytest.mark.parametrize(
    "call", [lambda: jnp.bartlett(jnp.array(2.5)), lambda: jnp.roll(jnp.ones(3), 1, axis=1.5)]
)
def test_a_float_where_an_integer_belongs_is_a_type_error_that_says_so(call):
    with pytest.raises(TypeError, match="must be an integer"):
        call()


@pytest.mark.parametrize("name", ["signbit", "frexp", "ldexp", "spacing"])
def test_functions_of_a_floats_bits_refuse_floats_of_8_bits_by_name(name):
    x = jnp.ones(3, jnp.float8_e4m3fn)
    args = (x, 2) if name == "ldexp" else (x,)
    with pytest.raises(fjax.errors.UnsupportedDtypeError, match="float8_e4m3fn"):
        getattr(jnp, name)(*args)


@pytest.mark.parametrize("run", [lambda f: f, fjax.jit], ids=["eager", "jit"])
@pytest.mark.parametrize("dtype", "int8 uint8 int16 uint32 int64 uint64".split())
def test_a_wide_exponent_of_ldexp_does_not_wrap(dtype, run):
    ends = np.iinfo(dtype)
    exponents = np.array([ends.max, ends.min, 3], dtype)
    with np.errstate(over="ignore"):
        wanted = 1.5 * 2.0 ** np.clip(exponents.astype(float), -2000, 2000)
    np.testing.assert_array_equal(run(jnp.ldexp)(1.5, jnp.asarray(exponents)), wanted)


EMPTIED = {
    "index": lambda x, i: x.at[i].set(1.0, mode="clip"),
    "number": lambda x, i: x.at[5].add(1.0, mode="clip"),
    "function": lambda x, i: x.at[i].apply(lambda y: y + 1, mode="clip"),
    "batch": lambda x, i: fjax.vmap(lambda k: x.at[k].max(1.0, mode="clip"))(i)[0],
    "along": lambda x, i: jnp.put_along_axis(
        x, jnp.stack([i] * 3, 1), 1.0, 0, inplace=False, mode="clip"
    ),
}


@pytest.mark.parametrize("run", [lambda f: f, fjax.jit], ids=["eager", "jit"])
@pytest.mark.parametrize("name", EMPTIED)
def test_an_update_of_an_empty_axis_drops_indices_under_every_mode(name, run):
    assert run(EMPTIED[name])(jnp.zeros((0, 3)), jnp.array([1, -3])).shape == (0, 3)
