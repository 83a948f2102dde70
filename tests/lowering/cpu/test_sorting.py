"""Sorting of rows without a step in Python, against NumPy's own."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.loop.native import NativeLoop
from fjax.primitives.sorting import TopK

DTYPES = ("float32", "float64", "int32", "int64", "uint32", "uint64")
SHAPES = (((1,), 0), ((7,), 0), ((8,), 0), ((100,), 0), ((5, 33), 1), ((33, 5), 0), ((3, 17, 6), 1))


def values(dtype, shape, seed=0):
    """Elements of which some are equal; of floats all kinds of NaN, infinity and zero."""
    random = np.random.default_rng(seed)
    x = random.integers(-9, 9, shape) * random.choice([1, 1 << 28], shape)
    x = x.astype(dtype)
    if x.dtype.kind == "f" and x.size > 6:
        x.flat[[0, 2, 3, 4, 5, 6]] = np.nan, -np.nan, -0.0, 0.0, -np.inf, np.inf
    return x


def is_native(function, *args):
    """Whether nothing but launches is in the program, or nothing at all."""
    plan = fjax.inspect(function)(*args).plan
    return plan.whole is not None or not plan.steps


def bits(x):
    x = np.asarray(x)
    return np.where(np.isnan(x), 0, x.view(f"i{x.itemsize}")) if x.dtype.kind == "f" else x


@pytest.mark.one_in(4)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(("shape", "axis"), SHAPES, ids=str)
def test_rows_are_sorted_as_numpy_does_it(dtype, shape, axis):
    x = values(dtype, shape)
    order = np.argsort(x, axis, kind="stable")
    assert is_native(lambda x: lax.sort(x, axis), x)
    found, moved = fjax.jit(lambda x: (lax.sort(x, axis), jnp.argsort(x, axis)))(x)
    np.testing.assert_array_equal(moved, order)
    expected = np.take_along_axis(x, order, axis)
    np.testing.assert_array_equal(bits(found), bits(expected))


@pytest.mark.parametrize("dtype", DTYPES)
def test_operands_move_with_the_first_one(dtype):
    x = values(dtype, (4, 20))
    others = [
        np.arange(80).reshape(4, 20).astype(d) for d in ("bool", "int8", "float32", "float64")
    ]
    others.append(fjax.random.split(fjax.random.key(0), (4, 20)))
    found = fjax.jit(lambda *a: lax.sort(a, num_keys=1))(x, *others)
    order = np.argsort(x, 1, kind="stable")
    for a, b in zip(found[1:], others, strict=True):
        a, b = (fjax.random.key_data(v) if v is others[-1] or a is found[-1] else v for v in (a, b))
        moved = order if np.ndim(b) == 2 else order[..., None]
        np.testing.assert_array_equal(a, np.take_along_axis(np.asarray(b), moved, 1))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("k", [1, 3, 19])
def test_the_greatest_are_those_that_an_evaluation_finds(dtype, k):
    x = values(dtype, (6, 19))
    assert is_native(lambda x: lax.top_k(x, k), x)
    for a, b in zip(fjax.jit(lambda x: lax.top_k(x, k))(x), lax.top_k(x, k), strict=True):
        np.testing.assert_array_equal(bits(a), bits(b))


@pytest.mark.parametrize("n", [0, 1, 2])
def test_rows_of_nothing_and_of_little(n):
    x = values("float32", (3, n))
    np.testing.assert_array_equal(fjax.jit(lambda x: lax.sort(x))(x), np.sort(x))
    np.testing.assert_array_equal(fjax.jit(lambda x: lax.sort(x, 0))(x), np.sort(x, 0))
    found = fjax.jit(lambda x: lax.top_k(x, n))(x)
    np.testing.assert_array_equal(found[0], -np.sort(-x))


@pytest.mark.parametrize("size", [511, 512, 513, 2047, 2049])
def test_rows_of_each_length_ascend(size):
    x = values("float32", size)
    np.testing.assert_array_equal(fjax.jit(lambda x: lax.sort(x))(x), np.sort(x))
    order = fjax.jit(jnp.argsort)(x)
    np.testing.assert_array_equal(order, np.argsort(x, kind="stable"))


def test_steps_that_sort_need_no_python():
    def step(c, x):
        order = jnp.argsort(c + x)
        return lax.sort(c + x) * 0.5, (order, lax.top_k(c, 3)[0])

    def run(c, xs):
        return lax.scan(step, c, xs)

    c, xs = values("int32", 12) / 7, np.random.default_rng(1).uniform(-1, 1, (9, 12))
    (planned,) = fjax.inspect(run)(c, xs).plan.loops
    assert not isinstance(planned.loop, NativeLoop) and planned.loop.steps is not None
    found, (orders, best) = fjax.jit(run)(c, xs)
    for k, x in enumerate(xs):
        np.testing.assert_allclose(best[k], -np.sort(-c)[:3], rtol=1e-12)
        np.testing.assert_array_equal(orders[k], np.argsort(c + x, kind="stable"))
        c = np.sort(c + x) * 0.5
    np.testing.assert_allclose(found, c, rtol=1e-12)


def test_sorts_have_derivatives_and_batches():
    x, t = values("int64", (5, 9)) / 3 + np.arange(9) / 100, np.arange(45.0).reshape(5, 9)
    order = np.argsort(x, 1)
    found, moved = fjax.jit(lambda x, t: fjax.jvp(fjax.vmap(lax.sort), (x,), (t,)))(x, t)
    np.testing.assert_array_equal(found, np.sort(x, 1))
    np.testing.assert_array_equal(moved, np.take_along_axis(t, order, 1))
    weights = np.arange(9.0)
    found = fjax.jit(fjax.grad(lambda x: (fjax.vmap(lax.sort)(x) * weights).sum()))(x)
    np.testing.assert_array_equal(found, np.argsort(order, 1))


@pytest.mark.one_in(9)
@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16", "int32", "uint8", "bool"])
@pytest.mark.parametrize("shape, axis", [((1300, 17), 1), ((3, 7001), 1), ((40, 600), 0)], ids=str)
def test_a_few_of_many_are_found_in_passes(shape, axis, dtype, rng):
    x = rng.integers(-4, 5, shape).astype(jnp.dtype(dtype))
    if x.dtype.kind not in "iub":
        for special in (np.nan, -np.nan, np.inf, -np.inf, -0.0):
            x[rng.random(shape) < 0.1] = special
    op = TopK(3, axis)
    program = fjax.inspect(lambda x: tuple(op(x)))(x)
    assert program.kernels
    for found, want in zip(fjax.jit(op)(x), op.evaluate(np, x), strict=True):
        found = np.ascontiguousarray(found)
        np.testing.assert_array_equal(found.view("u1"), np.ascontiguousarray(want).view("u1"))
