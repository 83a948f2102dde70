"""Totals of neighbouring rows: combined together, so that lanes hold rows from there on."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.lowering.cpu.compile import llvm_text
from fjax.lowering.cpu.emit.horizontal_reductions import plan
from tests.lowering.cpu.test_launches import TARGETS

RANDOM = np.random.default_rng(7)
WIDTHS = (17, 31, 32, 65, 130, 1700)
ROWS = (1, 3, 16, 37)


def logsumexp(x):
    largest = x.max(1, keepdims=True)
    return np.log(np.exp(x - largest).sum(1)) + largest[:, 0]


PROGRAMS = {
    "sum": (lambda x: x.sum(1), lambda x: x.sum(1)),
    "largest and least": (lambda x: (x.max(1), x.min(1)), lambda x: (x.max(1), x.min(1))),
    "where the largest is": (lambda x: x.argmax(1), lambda x: x.argmax(1)),
    "logsumexp": (lambda x: fjax.nn.logsumexp(x, 1), logsumexp),
    "softmax": (lambda x: fjax.nn.softmax(x, 1), lambda x: np.exp(x - logsumexp(x)[:, None])),
    "log_softmax": (lambda x: fjax.nn.log_softmax(x, 1), lambda x: x - logsumexp(x)[:, None]),
    "normed": (
        lambda x: x / jnp.sqrt((x * x).sum(1, keepdims=True)),
        lambda x: x / np.sqrt((x * x).sum(1, keepdims=True)),
    ),
    "twice": (
        lambda x: (lambda y: y / jnp.log((y * y).sum(1, keepdims=True)))(
            x / jnp.sqrt(x.sum(1))[:, None]
        ),
        lambda x: (lambda y: y / np.log((y * y).sum(1, keepdims=True)))(
            x / np.sqrt(x.sum(1))[:, None]
        ),
    ),
    "sum of a loss": (
        lambda x: (fjax.nn.logsumexp(x, 1) - x[:, 0]).sum(),
        lambda x: (logsumexp(x) - x[:, 0]).sum(),
    ),
    "mean and largest of all": (
        lambda x: (jnp.sqrt((x * x).sum(1)).sum(), x.max(1).max()),
        lambda x: (np.sqrt((x * x).sum(1)).sum(), x.max(1).max()),
    ),
    "two types": (
        lambda x: (x.astype("float64").sum(1), x.max(1)),
        lambda x: (x.astype("float64").sum(1), x.max(1)),
    ),
}


@pytest.mark.one_in(40)
@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_rows_of_every_length_and_number_have_their_totals(name, dtype, width, rows):
    function, expected = PROGRAMS[name]
    x = RANDOM.uniform(0.5, 3, (rows, width)).astype(dtype)
    found = fjax.jit(function)(x)
    for a, b in zip(fjax.tree.leaves(found), fjax.tree.leaves(expected(x)), strict=True):
        np.testing.assert_allclose(a, b, rtol=3e-6 if dtype == "float32" else 1e-13)


@pytest.mark.parametrize("dtype", ["int8", "int32", "uint16", "float16", "bool"])
def test_totals_of_every_width(dtype):
    x = RANDOM.integers(0, 2 if dtype == "bool" else 40, (37, 50)).astype(dtype)
    np.testing.assert_array_equal(fjax.jit(lambda x: x.max(1))(x), x.max(1))
    np.testing.assert_array_equal(fjax.jit(lambda x: x.sum(1))(x), x.sum(1).astype("int64"))


def test_a_row_without_a_number_is_that_row_alone():
    x = RANDOM.uniform(-3, 3, (37, 21)).astype("float32")
    x[5, 20], x[36, 0], x[16, 7] = np.nan, np.nan, np.inf
    np.testing.assert_array_equal(fjax.jit(lambda x: x.max(1))(x), x.max(1))
    np.testing.assert_array_equal(fjax.jit(lambda x: x.min(1))(x), x.min(1))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_row_has_the_same_bits_among_any_others(dtype):
    x = RANDOM.uniform(-3, 3, (400, 50)).astype(dtype)
    sums = fjax.jit(lambda x: x.sum(1))
    every = np.asarray(sums(x))
    for first, last in ((0, 1), (3, 30), (17, 400)):
        np.testing.assert_array_equal(sums(x[first:last]), every[first:last])


def test_the_lanes_of_rows_are_combined_in_pairs():
    x = jnp.ones((100, 40), jnp.float32)
    kernel = fjax.inspect(lambda x: jnp.log(x.sum(1)))(x).kernels[0].info.lowered.kernel
    text = llvm_text(kernel, TARGETS["avx512"])
    assert "alloca [16 x <16 x float>]" in text and "vector.reduce" not in text
    assert "vector.reduce" in llvm_text(kernel, TARGETS["sse"])  # it has no masks


SEVERAL = (
    lambda x: x.sum(1),
    lambda x: (x * x).sum(1),
    lambda x: jnp.abs(x - 1).sum(1),
    lambda x: x.max(1),
)


@pytest.mark.parametrize("number", [2, 3, 4])
def test_several_totals_of_one_kind_are_combined_by_one_function(number):
    x = jnp.ones((100, 40), jnp.float32)
    kernel = fjax.inspect(lambda x: [f(x) for f in SEVERAL[:number]])(x).kernels[0]
    text = llvm_text(kernel.info.lowered.kernel, TARGETS["avx512"])
    assert text.count("define") == (2 if number < 4 else 3)  # the kernel, and one of each kind
    assert text.count("call <16 x float> @totals.add") == min(number, 3)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("dtype", ["float32", "float64", "int32"])
def test_several_totals_have_the_bits_of_each_by_itself(dtype, width):
    x = RANDOM.uniform(-9, 9, (37, width)).astype(dtype)
    together = fjax.jit(lambda x: [f(x) for f in SEVERAL])(x)
    for found, f in zip(together, SEVERAL, strict=True):
        np.testing.assert_array_equal(found, fjax.jit(f)(x))


KEPT = {
    "normalised": lambda x: jnp.exp(x) / jnp.exp(x).sum(1, keepdims=True),
    "read twice": lambda x: jnp.exp(x) / (jnp.exp(x) - jnp.exp(x).max(1, keepdims=True)).sum(),
    "read in two passes": lambda x: (
        lambda e: e - jnp.exp(e - e.max(1, keepdims=True)).sum(1, keepdims=True)
    )(jnp.sin(x)),
}


@pytest.mark.one_in(12)
@pytest.mark.parametrize("width", [2, 17, 33, 127, 128, 129])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("name", KEPT)
def test_what_passes_over_rows_share_is_the_same_in_every_row(name, dtype, width):
    x = RANDOM.uniform(0.5, 3, (37, width)).astype(dtype)
    found = np.asarray(fjax.jit(KEPT[name])(x))
    np.testing.assert_allclose(found, KEPT[name](x), rtol=3e-3 if dtype == "float16" else 2e-5)


def test_what_a_pass_keeps_for_the_next_is_stored_without_a_mask():
    """What is stored under a mask comes back from memory only: the next row would wait for it."""
    x = jnp.ones((100, 40), jnp.float32)
    kernel = fjax.inspect(KEPT["normalised"])(x).kernels[0].info.lowered.kernel
    text = llvm_text(kernel, TARGETS["avx512"])
    assert "alloca [6144 x float]" in text
    # Results in blocks; in long rows, which are walked one by one, what is kept, and results.
    assert text.count("call void @llvm.masked.store") == 3


def test_what_a_row_makes_of_its_totals_is_made_of_many_rows_at_once():
    x = jnp.ones((100, 40), jnp.float32)
    kernel = fjax.inspect(PROGRAMS["normed"][0])(x).kernels[0].info.lowered.kernel
    text = llvm_text(kernel, TARGETS["avx512"])
    assert "@llvm.sqrt.v16f32" in text  # single rows, which are longer, take their own


@pytest.mark.parametrize("lanes, part", [(2, 2), (4, 2), (8, 4), (16, 4), (16, 8)])
def test_a_plan_combines_each_row_and_gives_them_in_order(lanes, part):
    levels, fed = plan(lanes, part)
    vectors = [[[(k, lane)] for lane in range(lanes)] for k in fed]
    for low, high in levels:
        both = [a + b for a, b in zip(vectors[::2], vectors[1::2], strict=True)]
        vectors = [[x[a] + x[b] for a, b in zip(low, high, strict=True)] for x in both]
    (found,) = vectors
    assert [sorted(x) for x in found] == [[(k, n) for n in range(lanes)] for k in range(lanes)]


@pytest.mark.parametrize("wide", ["float32", "int64", "float64"])
@pytest.mark.parametrize("narrow", ["int8", "uint8", "int16", "float16"])
def test_totals_of_narrow_elements_beside_wide_ones(narrow, wide, rng):
    """A vector has as many lanes as the widest of them leaves: fewer than narrow ones fill."""
    x = jnp.asarray(rng.integers(0, 5, (70, 21)).astype(narrow))
    y = jnp.asarray(rng.integers(0, 5, (70, 21)).astype(wide))

    def program(x, y):
        return jnp.where(y > 2, x, 0).max(1), y.sum(1)

    for got, want in zip(fjax.jit(program)(x, y), program(x, y), strict=True):
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("columns", [5, 31, 200])
def test_passes_over_rows_of_different_lengths_keep_what_there_is_room_for(columns):
    """The first pass is along a diagonal, the ones that keep something along 64 times as much."""

    def loss(x):
        return jnp.logaddexp2(x, jnp.trace(x)).sum()

    x = np.random.default_rng(0).normal(size=(3, 64, columns)).astype(np.float32)
    each = [fjax.grad(loss)(jnp.asarray(a)) for a in x]
    found = fjax.jit(fjax.vmap(fjax.grad(loss)))(x)
    np.testing.assert_allclose(found, np.stack(each), rtol=2e-4, atol=2e-5)


@pytest.mark.parametrize("ahead", [-1, 0, 1])
def test_a_row_stores_where_another_one_has_stored_its_total(ahead, rng):
    x, y = rng.integers(0, 9, (100, 130)).astype(np.float32), np.arange(100, dtype=np.float32)

    def rows(x, y):
        step = lambda i, out: out.at[i + 1].set(x[i].sum()).at[i + 1 + ahead].set(y[i])
        return fjax.lax.fori_loop(0, 100, step, jnp.zeros(102, x.dtype))

    def columns(x, y):
        step = lambda i, out: out.at[i + 1, 3].set(x[i].sum()).at[i + 1 + ahead, 3].set(y[i])
        return fjax.lax.fori_loop(0, 100, step, jnp.zeros((102, 7), x.dtype))[:, 3]

    want = np.zeros(102, np.float32)
    for i in range(100):
        want[i + 1] = x[i].sum()
        want[i + 1 + ahead] = y[i]
    for program in (rows, columns):
        np.testing.assert_array_equal(fjax.jit(program)(x, y), want)
