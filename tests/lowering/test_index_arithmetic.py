"""Index expressions taken apart symbolically have the values of the plain arithmetic."""

import itertools
import random

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core import scalar
from fjax.core.scalar import Expr, Op
from fjax.lowering.kernel import index_arithmetic
from fjax.lowering.kernel.form import INDEX
from fjax.lowering.kernel.index_arithmetic import (
    Affine,
    LoopAxis,
    affine,
    constant,
    divide,
    integer,
    is_injective,
    settled,
)


def value(x, at):
    """An index expression's value as a kernel computes it: division truncates."""
    constant = integer(x)
    if constant is not None:
        return constant
    if x.op is Op.LEAF:
        return at[x.extra]
    a, b = (value(y, at) for y in x.args)
    if x.op in (Op.DIV, Op.REM):
        quotient = abs(a) // b * (1 if a >= 0 else -1)
        return quotient if x.op is Op.DIV else a - quotient * b
    return {Op.ADD: a + b, Op.SUB: a - b, Op.MUL: a * b}[x.op]


def test_repeated_squares_of_a_number_stay_small_numbers():
    """2 squared n times has 2**n binary digits: 20 such steps took half a minute to compile."""
    square = Expr(Op.MUL, (constant(3), constant(3)), INDEX)
    assert affine(square).constant == 9
    for _ in range(50):
        square = Expr(Op.MUL, (square, square), INDEX)
    assert affine(square).terms


@pytest.mark.parametrize("seed", range(200))
def test_quotients_and_rests_of_sums_are_right_wherever_the_sum_is_not_negative(seed):
    """Elsewhere, beyond a pad's edge or a slice's end, nothing is read."""
    rng = random.Random(seed)
    axes = [LoopAxis(rng.choice([1, 2, 3, 5])) for _ in range(rng.choice([1, 2, 3]))]
    terms = {a.expr: rng.choice([1, 2, 3, 4, 6, 12, -1, -2, -3, -4, -6]) for a in axes}
    position = Affine(terms, rng.randrange(-3, 30))
    n, m = rng.choice([2, 3, 4, 6, 12]), rng.choice([2, 3, 4])
    quotient, rest = divide(position, n, Op.DIV), divide(position, n, Op.REM)
    nested = divide(quotient, m, Op.REM)
    for point in itertools.product(*[range(a.extent) for a in axes]):
        at = dict(zip(axes, point))
        plain = position.constant + sum(c * at[x.extra] for x, c in terms.items())
        if plain < 0:
            continue
        assert value(quotient.expr, at) == plain // n
        assert value(rest.expr, at) == plain % n
        assert value(nested.expr, at) == plain // n % m


def movements(seed):
    """A chain of pads, slices, reversals, reshapes and transpositions, as a function."""
    rng = random.Random(seed)

    def function(x):
        for _ in range(6):
            kind = rng.choice(["pad", "slice", "flip", "reshape", "transpose", "stack"])
            axis = rng.randrange(x.ndim)
            if kind == "pad":
                config = [(0, 0, 0)] * x.ndim
                config[axis] = (rng.choice([0, 1, 3]), rng.choice([0, 1, 2]), rng.choice([0, 0, 1]))
                x = lax.pad(x, 0.5, config)
            elif kind == "slice" and x.shape[axis] > 2:
                start = rng.choice([0, 1])
                x = lax.slice_in_dim(x, start, x.shape[axis] - rng.choice([0, 1]), axis=axis)
            elif kind == "flip":
                x = jnp.flip(x, axis)
            elif kind == "transpose":
                x = jnp.transpose(x, rng.sample(range(x.ndim), x.ndim))
            elif kind == "stack":
                x = jnp.stack([x, x + 100.0], rng.randrange(x.ndim + 1))
            elif kind == "reshape":
                x = x.reshape(rng.choice(factorizations(x.size)))
        return x * 2.0

    return function


def factorizations(size):
    """Shapes of this size with up to three axes."""
    parts = [k for k in range(1, min(size, 40) + 1) if size % k == 0]
    shapes = [(size,), *[(k, size // k) for k in parts]]
    return shapes + [(j, k, size // k // j) for k in parts for j in parts if size // k % j == 0]


@pytest.mark.one_in(4)
@pytest.mark.parametrize("seed", range(60))
def test_a_kernel_reads_through_a_chain_of_movements_what_the_chain_moves(seed):
    x = np.arange(1.0, 31.0).reshape(random.Random(seed).choice([(5, 6), (30,), (2, 3, 5)]))
    with fjax.disable_jit():
        expected = np.asarray(movements(seed)(jnp.asarray(x)))
    np.testing.assert_array_equal(fjax.jit(movements(seed))(x), expected)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("shape", [(33,), (1, 33), (2, 5), (3, 4)])
def test_the_compiled_gradient_of_the_inverse_cosine_transform_is_the_eager_one(shape):
    def f(x):
        weights = np.cos(np.arange(x.size)).reshape(x.shape)
        return jnp.sum(fjax.scipy.fft.idctn(x) * weights)

    x = np.linspace(-1.0, 1.0, int(np.prod(shape))).reshape(shape)
    with fjax.disable_jit():
        expected = np.asarray(fjax.grad(f)(x))
    np.testing.assert_allclose(fjax.jit(fjax.grad(f))(x), expected, rtol=1e-10, atol=1e-14)


MOST = np.iinfo(np.int64).max
WRAPPING = {
    "less": lambda x: x < x + 1,
    "less or equal": lambda x: x - (x - 1) <= 1 - x + x,
    "equal": lambda x: x + 1 - 1 == x,
    "equal after a round": lambda x: x + MOST + MOST + 2 == x,
    "maximum": lambda x: jnp.maximum(x, x + 1),
    "minimum": lambda x: jnp.minimum(x - 1, x),
    "selection": lambda x: jnp.where(x + 3 >= x, 1, 2),
    "places": lambda x: jnp.arange(100.0)[jnp.clip(x + 1, x, 99)],
    "products of places": lambda x: jnp.arange(5) * (MOST // 3) < x,
}


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", WRAPPING)
def test_integers_of_a_program_wrap_around_where_they_are_compared(name):
    function = WRAPPING[name]
    x = np.array([MOST, MOST - 1, 0, -MOST - 1, 5])
    expected = function(jnp.asarray(x))
    steps = fjax.jit(lambda xs: lax.scan(lambda c, x: (c, function(x)), 0, xs)[1])
    np.testing.assert_array_equal(fjax.jit(function)(x), expected)
    np.testing.assert_array_equal(steps(np.stack([x, x]))[1], expected)


def test_comparisons_of_indices_are_settled_where_ranges_decide_them():
    i, k = LoopAxis(5, "i").expr, scalar.leaf("k", INDEX)
    start = scalar.minimum(scalar.maximum(k, constant(0)), constant(7))
    assert settled(i < i + 1).extra.value and not settled(start > start + i + 1).extra.value
    assert not settled(scalar.eq(k, k + 1)).extra.value
    assert settled(k < k + 1).op is Op.LT


@pytest.mark.parametrize("seed", range(40))
def test_a_walk_that_is_said_to_read_nothing_twice_reads_nothing_twice(seed):
    rng = random.Random(seed)
    axes = [LoopAxis(rng.choice([1, 2, 3, 4])) for _ in range(rng.choice([0, 1, 2, 3]))]
    index, shape = [], []
    for _ in range(rng.choice([0, 1, 2])):
        x = scalar.const(rng.choice([0, 2]), INDEX)
        for axis in axes:
            if rng.random() < 0.6:
                x = x + axis.expr * rng.choice([1, 2, 4])
        index.append(x)
        shape.append(20)
    read = [
        tuple(value(x, dict(zip(axes, at, strict=True))) for x in index)
        for at in itertools.product(*(range(a.extent) for a in axes))
    ]
    if is_injective(index, shape) and all(
        a.extent == 1 or any(a in atoms(x) for x in index) for a in axes
    ):
        assert len(set(read)) == len(read)


def atoms(x):
    return {x.extra} if x.op is Op.LEAF else set().union(*map(atoms, x.args))


def test_a_place_that_no_axis_moves_is_not_said_to_be_read_once():
    assert not is_injective([scalar.const(0, INDEX)], (3,))
    assert not is_injective([], ())


def test_parts_that_were_settled_before_are_not_settled_again(monkeypatch):
    i, visited, settle = LoopAxis(5, "i").expr, [], index_arithmetic._settle
    monkeypatch.setattr(
        index_arithmetic, "_settle", lambda x, args: visited.append(x) or settle(x, args)
    )
    known = {}
    x = y = scalar.leaf("x", INDEX)
    for _ in range(20):
        x = scalar.select(x < y, x + i, y)
        assert settled(x, known) is settled(x)
    assert 20 * 3 >= len(set(visited)) and len(known) <= 20 * 3 + 2
    visited.clear()
    settled(x + i, known)
    assert visited == [x + i]
