"""What NumPy computes where the values are known, against the same functions compiled."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp

RNG = np.random.default_rng(0)
SPECIAL = np.array([np.nan, -np.inf, -1.0, -0.0, 0.0, 1.0, 2.5, np.inf, np.nan])
ASCENDING = np.array([-np.inf, -1.0, -0.0, 0.0, 1.0, 1.0, np.inf, np.nan, np.nan])
MASK = RNG.random((5, 7)) < 0.3


def assert_same(found, wanted):
    for a, b in zip(fjax.tree.leaves(found), fjax.tree.leaves(wanted), strict=True):
        assert (a.dtype, a.weak_type) == (b.dtype, b.weak_type)
        wide = "float32" if a.dtype == jnp.bfloat16 else a.dtype  # in bfloat16 no NaNs are found
        np.testing.assert_array_equal(a.astype(wide), b.astype(wide))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64", "int8", "bool"])
def test_searchsorted(dtype, side):
    with np.errstate(invalid="ignore"):
        a, v = (
            jnp.asarray(np.nan_to_num(x, nan=3.0) if dtype in ("int8", "bool") else x).astype(dtype)
            for x in (ASCENDING, SPECIAL)
        )
    a = jnp.sort(a)
    assert_same(
        jnp.searchsorted(a, v, side), fjax.jit(lambda a, v: jnp.searchsorted(a, v, side))(a, v)
    )


@pytest.mark.parametrize("right", [False, True])
@pytest.mark.parametrize("bins", [[0.0, 1.0, 2.5], [2.5, 1.0, 0.0], [1.0], [2.0, 2.0]])
def test_digitize(bins, right):
    def digitize(x, bins):
        return jnp.digitize(x, bins, right)

    operands = SPECIAL, np.array(bins)
    assert_same(digitize(*operands), fjax.jit(digitize)(*operands))


@pytest.mark.parametrize("size", [0, 3, 50])
@pytest.mark.parametrize("fill", [None, -1, (3, 4)])
def test_nonzero_of_a_size(size, fill):
    def nonzero(mask):
        return jnp.nonzero(mask, size=size, fill_value=fill)

    assert_same(nonzero(MASK), fjax.jit(nonzero)(MASK))


def test_nonzero_fills_up_with_traced_values():
    found = fjax.jit(lambda fill: jnp.nonzero(np.array([0, 1]), size=2, fill_value=fill))(7)
    np.testing.assert_array_equal(found[0], [1, 7])


@pytest.mark.parametrize("order", ["big", "little"])
def test_packbits(order):
    x = RNG.integers(-1, 2, (3, 7))
    assert_same(
        jnp.packbits(x, bitorder=order), fjax.jit(lambda x: jnp.packbits(x, bitorder=order))(x)
    )


def test_under_a_gradient_values_are_known_and_under_vmap_they_are_not():
    knots, heights = np.arange(5.0), np.array([0.0, 1.0, 4.0, 9.0, 16.0])
    points = np.array([0.5, 2.5, 3.25])
    slopes = [fjax.grad(lambda x: jnp.interp(x, knots, heights))(x) for x in points]
    np.testing.assert_allclose(slopes, [1.0, 5.0, 7.0])
    np.testing.assert_array_equal(
        fjax.vmap(lambda v: jnp.searchsorted(knots, v))(points), np.searchsorted(knots, points)
    )


def test_a_recorded_program_holds_the_operations_on_constants():
    names = {
        e.primitive.name
        for e in fjax.make_jaxpr(lambda: jnp.searchsorted(jnp.arange(3.0), jnp.ones(2)))().eqns
    }
    assert "gather" in str(names)


def test_a_large_histogram_when_compiled():
    x = RNG.standard_normal(5000)
    counts, edges = fjax.jit(lambda x: jnp.histogram(x, 20))(x)
    wanted, wanted_edges = np.histogram(x, 20)
    np.testing.assert_allclose(edges, wanted_edges)
    np.testing.assert_array_equal(counts, wanted)


def test_argpartition_puts_the_kth_in_its_place():
    x = RNG.integers(0, 50, 1000)
    found = np.asarray(jnp.argpartition(x, 100))
    np.testing.assert_array_equal(np.sort(found), np.arange(1000))
    assert x[found[100]] == np.sort(x)[100]
    assert x[found[:100]].max() <= x[found[100]] <= x[found[101:]].min()


def test_scatters_take_indices_in_and_out_of_bounds():
    x, places = np.zeros(4), np.array([0, 5, 3, 0])
    inside = np.array([0, 2, 3, 0])
    np.testing.assert_array_equal(jnp.asarray(x).at[places].add(1.0), [2, 0, 0, 1])
    np.testing.assert_array_equal(jnp.asarray(x).at[inside].add(1.0), [2, 0, 1, 1])
    np.testing.assert_array_equal(jnp.asarray(x).at[places].add(1.0, mode="clip"), [2, 0, 0, 2])


@pytest.mark.parametrize(
    "rows",
    [
        [[0.0, 2.0], [3.0, 1.0]],
        np.eye(5)[[1, 0, 3, 4, 2]],
        RNG.standard_normal((4, 4)),
        np.ones((4, 4)),
    ],
)
def test_determinants_have_the_sign_of_the_row_interchanges(rows):
    x = np.array(rows)
    np.testing.assert_allclose(jnp.linalg.det(x), np.linalg.det(x), atol=1e-12)
    sign, size = jnp.linalg.slogdet(x)
    np.testing.assert_allclose(sign * np.exp(size), np.linalg.det(x), atol=1e-12)
    np.testing.assert_allclose(fjax.jit(jnp.linalg.det)(x), np.linalg.det(x), atol=1e-12)


def test_traces_of_stacks_and_their_gradients():
    x = RNG.standard_normal((3, 4, 4))
    np.testing.assert_allclose(jnp.einsum("bii->b", x), np.einsum("bii->b", x))
    np.testing.assert_array_equal(
        fjax.jit(fjax.grad(lambda x: jnp.einsum("bii->", x)))(x),
        np.broadcast_to(np.eye(4), (3, 4, 4)),
    )


@pytest.mark.one_in(2)
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "complex64", "int32", "uint8"])
@pytest.mark.parametrize("mode", ["full", "same", "valid"])
@pytest.mark.parametrize("function", ["convolve", "correlate"])
def test_vectors_are_convolved_as_numpy_does_it(function, mode, dtype):
    turn = 1 + 2j if dtype == "complex64" else 1
    a, v = (jnp.asarray(5 * turn * RNG.random(n)).astype(dtype) for n in (40, 7))
    wanted = getattr(np, function)(np.asarray(a), np.asarray(v), mode)
    found = getattr(jnp, function)(a, v, mode)
    np.testing.assert_allclose(found, wanted, rtol=5e-3 if dtype == "float16" else 1e-5)
    slope, along = (
        fjax.jvp(lambda v: getattr(jnp, function)(a, v, mode), (v,), (v,))
        if (dtype[0] in "fc")
        else (found, found)
    )
    np.testing.assert_allclose(slope, along, rtol=5e-3)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64", "int32"])
@pytest.mark.parametrize(
    "bins",
    [[-1.0, 0.0, 1.0], [0.0, 1.0, 1.0, 2.0], [0.0, 1.0, 1.0], [2.0, 1.0, 0.0], [0.0, np.nan], 3],
)
def test_histograms_of_what_is_in_no_bin_or_on_an_edge(bins, dtype):
    x = jnp.asarray([-2.0, -1.0, 0.0, 0.5, 1.0, 1.0, 2.0, 3.0]).astype(dtype)
    if dtype != "int32" and bins != 3:
        x = jnp.concatenate([x, jnp.array([np.nan, np.inf, -np.inf], dtype)])
    bins = bins if bins == 3 else np.array(bins)
    assert_same(jnp.histogram(x, bins), fjax.jit(lambda x: jnp.histogram(x, bins))(x))


@pytest.mark.parametrize("bins", [0, -1])
def test_a_histogram_has_at_least_one_bin(bins):
    points = jnp.ones((3, 2))
    for make in (jnp.histogram, jnp.histogram_bin_edges, jnp.histogramdd):
        with pytest.raises(ValueError, match="`bins` must be positive"):
            make(points, bins=bins)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("invert", [False, True])
@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int16", "bool", "complex64"])
def test_isin(dtype, invert):
    x, tests = (jnp.asarray(RNG.integers(0, n, n)).astype(dtype) for n in (30, 20))
    if dtype == "float32":
        x, tests = x.at[0].set(np.nan), tests.at[0].set(np.nan)
    assert_same(
        jnp.isin(x, tests, invert=invert),
        fjax.jit(lambda x, tests: jnp.isin(x, tests, invert=invert))(x, tests),
    )


def test_the_inverse_of_unique():
    x = RNG.integers(0, 20, 500)
    values, inverse = jnp.unique(x, return_inverse=True)
    np.testing.assert_array_equal(values[inverse], x)


@pytest.mark.needs("x64", reason="NumPy computes in float64")
@pytest.mark.parametrize("way", [jnp.linspace, fjax.jit(jnp.linspace, static_argnums=(2, 3, 4, 5))])
def test_linspace_has_numpys_bits(way):
    for ends in ((0.0, 1.0), (-3.0, 7.0), (2.0, 2280.0)):
        for num in (2, 11, 50, 97):
            np.testing.assert_array_equal(way(*ends, num), np.linspace(*ends, num))
    for num in range(2, 120):
        whole = way(0, num - 1, num, True, False, int)
        np.testing.assert_array_equal(whole, np.arange(num), err_msg=str(num))


@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_the_span_of_linspace_may_be_wider_than_its_dtype(dtype):
    most = jnp.finfo(dtype).max
    found = jnp.linspace(-most, most, 5)
    assert found.dtype == dtype
    np.testing.assert_allclose(found / most, [-1, -0.5, 0, 0.5, 1], rtol=1e-3)
    slope = fjax.grad(lambda a: jnp.linspace(a, most, 5).sum() / 5)(-most)
    np.testing.assert_allclose(slope, 0.5, rtol=1e-3)


@pytest.mark.needs("x64", reason="powers of ten are exact in float64")
@pytest.mark.parametrize("run", [lambda f: f, fjax.jit])
def test_logarithms_of_powers_are_whole_numbers(run):
    """Or floor(log10(1000)) would be 2."""
    tens, twos = np.arange(23), np.arange(-1022, 1024)
    np.testing.assert_array_equal(run(jnp.log10)(np.power(10.0, tens)), tens)
    np.testing.assert_array_equal(run(jnp.log2)(np.ldexp(1.0, twos)), twos)
    np.testing.assert_allclose(fjax.grad(run(jnp.log10))(3.0), 1 / (3 * np.log(10)), rtol=1e-15)


def test_geomspace_of_whole_numbers_and_complex_ones_is_numpys():
    for ends in ((1, 1000, 4), (1000, 1, 4), (-1, -1000, 4), (1, 256, 2)):
        found = jnp.geomspace(*ends, dtype="int32")
        np.testing.assert_array_equal(found, np.geomspace(*ends, dtype="int32"))
    for ends in ((-3, -3j, 3), (1.2 + 3.4j, -1.5 - 3.3j, 5), (1 + 1j, -2 + 1j, 4)):
        np.testing.assert_allclose(jnp.geomspace(*ends), np.geomspace(*ends), rtol=1e-5, atol=1e-6)


def test_gcd_of_the_lowest_integer_is_numpys():
    every = np.arange(-128, 128, 5).astype(np.int8)
    for name in ("gcd", "lcm"):
        found = getattr(jnp, name)(every[:, None], every[None])
        np.testing.assert_array_equal(found, getattr(np, name)(every[:, None], every[None]))


WIDE = pytest.mark.needs("x64", reason="40 integrations leave float32's range")


@pytest.mark.parametrize("m", [1, 2, 5, pytest.param(40, marks=WIDE)])
def test_long_polynomials_are_integrated_and_derived_as_numpy_does(m):
    p, k = RNG.standard_normal(301), np.arange(1.0, m + 1)
    found = jnp.polyint(jnp.asarray(p[:-1]), m, k)
    np.testing.assert_allclose(found, np.polyint(p[:-1], m, k), rtol=1e-13)
    np.testing.assert_allclose(jnp.polyder(jnp.asarray(p), m), np.polyder(p, m), rtol=1e-13)


def test_the_integral_of_more_constants_than_coefficients_is_numpys():
    found = jnp.polyint(jnp.array([2.0]), 6, np.arange(1.0, 7.0))
    np.testing.assert_allclose(found, np.polyint([2.0], 6, np.arange(1.0, 7.0)), rtol=1e-13)
