"""What the lowering decides for known programs: kernels, loops, memory. The values do not show it.

The text is described in `decided.py`. A change that is meant is recorded by `pytest
--update-golden`, and to be read.
"""

import functools

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core.avals import ShapedArray
from fjax.lowering import pipeline, targets
from fjax.lowering.fuse.fused import Fused, Updated
from fjax.lowering.inspect import Inspection
from fjax.lowering.kernel.printer import print_kernel
from fjax.lowering.nest import build
from fjax.lowering.nest.iteration_order import IterationOrder
from tests.lowering.decided import decisions
from tests.lowering.programs import Generator, compiled
from tests.lowering.test_kernel_counts import PROGRAMS

F64 = np.dtype(np.float64)
SHAPES = [
    ((3, 5), (5,)),
    ((4, 3, 2), (3,)),
    ((7,), (7,)),
    ((2, 40), (2, 40)),
    ((300, 6), (6,)),
    ((5, 300), (300,)),
    ((40, 3, 30), (40,)),
    ((1, 9), (9,)),
    ((200, 200), (200,)),
    ((20000,), ()),
]


def array(*shape, dtype=np.float32):
    """Small integers of a shape."""
    return jnp.asarray((np.arange(np.prod(shape, dtype=int)) % 7 - 2).reshape(shape).astype(dtype))


def window(x, start):
    """A window of the last axis, doubled in place."""
    part = lax.dynamic_slice_in_dim(x, start, 8, axis=1)
    return lax.dynamic_update_slice_in_dim(x, part * 2, start, axis=1)


def filtered(c, x):
    """One step of a filter over a small state."""
    c = 0.9 * c + 0.1 * jnp.tanh(x @ jnp.ones((3, 3), x.dtype)) * c
    return c, c.sum()


def newton(x):
    """Square roots by a loop that ends when all are close."""
    return lax.while_loop(
        lambda y: jnp.max(jnp.abs(y * y - x)) > 1e-3, lambda y: 0.5 * (y + x / y), x + 1
    )


def sieve(x):
    """Marks set in place by a loop over positions."""
    return lax.fori_loop(0, 10, lambda i, c: c.at[i * 2].set(i * 1.0), x)


def unstacked(x):
    """Parts of a stack, combined and stacked again."""
    a, b, c = x[..., 0], x[..., 1], x[..., 2]
    return jnp.stack([b * c, a - c, a * b + c], axis=-1)


def moments(x):
    """Several statistics of the same rows."""
    return x.sum(1), (x * x).sum(1), x.max(1), jnp.argmax(x, 1)


def fibonacci(x):
    """Each element from the two before it, in place."""
    return lax.fori_loop(2, x.size, lambda i, c: c.at[i].set(c[i - 1] * 0.5 - c[i - 2]), x)


def ring(x):
    """The last elements, kept in a buffer that is written around."""

    def step(c, value):
        i, buffer = c
        buffer = buffer.at[i % 4].set(value)
        return (i + 1, buffer), buffer.sum()

    return lax.scan(step, (0, jnp.zeros(4, x.dtype)), x)


def triangle(x):
    """A loop inside a loop, as long as the outer one's index."""

    def row(i, total):
        return lax.fori_loop(0, i, lambda j, t: t + x[i, j] * x[j, i], total)

    return lax.fori_loop(0, x.shape[0], row, jnp.zeros((), x.dtype))


def collatz(n):
    """The steps of a walk that a branch decides."""

    def step(c):
        n, count = c
        return jnp.where(n % 2 == 0, n // 2, 3 * n + 1), count + 1

    return lax.while_loop(lambda c: c[0] > 1, step, (n, 0))[1]


def rotated(x):
    """Powers of a small matrix, times vectors, from the last to the first."""
    turn = jnp.asarray([[0.6, -0.8], [0.8, 0.6]], x.dtype)
    return lax.scan(lambda c, v: (turn @ c + v, c), jnp.zeros(2, x.dtype), x, reverse=True)


def chosen(x, p):
    """A scan with a branch in its body."""
    return lax.scan(lambda c, v: (lax.cond(v > 0, lambda a: a + v, lambda a: a * p, c), c), p, x)


def twice(x):
    """A loop on the host that changes two states, which begin as one array."""

    def step(i, c):
        a, b = c
        return jnp.sort(a).at[i].set(9), b.at[i].add(a[i + 1])

    y = x * 2
    return lax.fori_loop(0, 4, step, (y, y))


def looked_up(x, i):
    """A loop that reads where an index says, and 7 where it says nothing."""

    def step(c, k):
        return c * 0.5 + x.at[k].get(mode="fill", fill_value=7), jnp.where(c > 0, x[0], c)

    return lax.scan(step, x[0], i)


def partial_sums(x):
    """Sums and products as they grow, of several arrays at once."""
    return lax.scan(lambda c, v: ((c[0] + v, c[1] * v), c), (x[0] * 0, x[0] * 0 + 1), x)


WIDE, TALL, SQUARE = array(5, 3000), array(3000, 5), array(60, 70)
LINE, LONG, BATCH = array(200), array(100_000), array(8, 16, 12)
CUBE, HALF = array(6, 7, 80), array(50, 60, dtype=np.float16)
COMPLEX = array(30, 40, dtype=np.complex64)
WHOLE, POSITIONS = array(64, 50, dtype=np.int32), jnp.asarray([3, 1, 4, 1, 5, 900])
NAMED = {
    "rows of a wide array": (lambda x: x.sum(1), WIDE),
    "columns of a wide array": (lambda x: x.sum(0), WIDE),
    "rows of a tall array": (lambda x: x.sum(1), TALL),
    "columns of a tall array": (lambda x: x.sum(0), TALL),
    "everything": (jnp.sum, LONG),
    "largest of everything": (jnp.max, LONG),
    "both sums": (lambda x: (x.sum(0), x.sum(1)), SQUARE),
    "inner axis of three": (lambda x: x.sum(1), CUBE),
    "outer axes of three": (lambda x: x.mean((0, 2)), CUBE),
    "statistics of rows": (moments, SQUARE),
    "variance of columns": (lambda x: x.var(0), SQUARE),
    "centred columns": (lambda x: (x - x.mean(0)) / (1 + x.std(0)), TALL),
    "sum of a transposed product": (lambda x, y: (x.T * y).sum(0), SQUARE, array(70, 60)),
    "transposed": (lambda x: x.T + 1, SQUARE),
    "transposed and read as it is": (lambda x: (x.T + 1, x * 2), SQUARE),
    "reversed and rolled": (lambda x: jnp.roll(x[::-1], 3) * x, LINE),
    "padded": (lambda x: jnp.pad(x, ((1, 2), (0, 3))) * 2, SQUARE),
    "joined": (lambda x, y: jnp.tanh(jnp.concatenate([x, y * 2, x], 1)), SQUARE, array(60, 5)),
    "parts of a stack": (unstacked, array(500, 3)),
    "parts of a stack of columns": (unstacked, array(2, 200, 3)),
    "outer product": (lambda x, y: jnp.exp(x[:, None] - y[None]), LINE, array(90)),
    "distances": (lambda x: ((x[:, None] - x[None]) ** 2).sum(-1), array(40, 3)),
    "narrow rows": (lambda x: nn_softmax(x), array(700, 4)),
    "half precision": (lambda x: nn_softmax(x) * x, HALF),
    "complex": (lambda x: (x * x.conj()).real.sum(1), COMPLEX),
    "whole numbers": (lambda x: (x // 3 + x % 5 << 1) & 7, WHOLE),
    "conversions": (lambda x: x.astype(jnp.float32).sum(0).astype(jnp.int8), WHOLE),
    "looked up": (lambda x, i: x[i] * 2, TALL, POSITIONS),
    "looked up and summed": (lambda x, i: x[i].sum(0), TALL, POSITIONS),
    "added at positions": (lambda x, i: x.at[i].add(1.0), TALL, POSITIONS),
    "set at positions, both kept": (lambda x, i: (x.at[i].set(0), x + 1), TALL, POSITIONS),
    "a window in place": (window, SQUARE, 5),
    "counted": (lambda x: jnp.bincount(x.ravel() + 2, length=9), WHOLE),
    "running sums": (lambda x: jnp.cumsum(x, 1), SQUARE),
    "running sums of columns": (lambda x: jnp.cumsum(x * 2, 0), SQUARE),
    "running sums of a map": (lambda x: jnp.cumsum(jnp.sin(x) * 2 + 1, 1), SQUARE),
    "running largest": (lambda x: lax.cummax(x, 1, reverse=True), SQUARE),
    "sorted": (lambda x: jnp.sort(x * 2, 1), SQUARE),
    "product and bias": (lambda x, y: jnp.tanh(x @ y + 1), SQUARE, array(70, 9)),
    "chain of products": (lambda x: (x @ x.T @ x).sum(0), SQUARE),
    "batched products": (lambda x: jnp.einsum("bij,bkj->bik", x, x) * 0.5, BATCH),
    "tiny products": (lambda x, y: x @ y, array(100, 2, 2), array(100, 2, 2)),
    "convolution": (
        lambda x, w: jnp.tanh(lax.conv(x, w, (1, 1), "SAME")),
        array(2, 3, 9, 9),
        array(4, 3, 3, 3),
    ),
    "windows": (lambda x: lax.reduce_window(x, -np.inf, lax.max, (2, 2), (2, 2), "VALID"), SQUARE),
    "filter over a small state": (lambda c, x: lax.scan(filtered, c, x), array(3), array(50, 3)),
    "filters side by side": (
        fjax.vmap(lambda c, x: lax.scan(filtered, c, x)),
        array(9, 3),
        array(9, 50, 3),
    ),
    "gradient through a filter": (
        fjax.grad(lambda c, x: lax.scan(filtered, c, x)[1].sum()),
        array(3),
        array(50, 3),
    ),
    "square roots": (newton, array(3) + 3),
    "many square roots": (fjax.vmap(newton), array(100, 3) + 3),
    "set by a loop": (sieve, LINE),
    "set by a loop, and read": (lambda x: sieve(x) + x, LINE),
    "loop over a large state": (
        lambda x: lax.fori_loop(0, 5, lambda i, c: c * 0.5 + x * i, x),
        LONG,
    ),
    "branch on a value": (
        lambda p, x: lax.cond(p > 0, lambda v: v * 2, lambda v: jnp.sin(v), x),
        1,
        LINE,
    ),
    "choices": (lambda x: jnp.where(x > 0, jnp.sqrt(jnp.abs(x)), jnp.exp(x)), SQUARE),
    "gradient of choices": (
        fjax.grad(lambda x: jnp.where(x > 0, jnp.sqrt(jnp.abs(x)), x**3).sum()),
        SQUARE,
    ),
    "largest of many complex numbers": (jnp.max, array(20_000, dtype=np.complex64)),
    "product of many numbers": (lambda x: jnp.prod(1 + x / 1e5), array(100_000, dtype=np.float64)),
    "any and all": (lambda x: (jnp.any(x > 3, 0), jnp.all(x > -9, 0)), TALL),
    "each from those before": (fibonacci, LINE),
    "several, each from those before": (fjax.vmap(fibonacci), array(5, 30)),
    "a ring": (ring, LINE),
    "a triangle": (triangle, array(20, 20)),
    "gradient of a triangle": (fjax.grad(triangle), array(6, 6)),
    "a walk": (collatz, 27),
    "several walks": (fjax.vmap(collatz), jnp.arange(1, 30)),
    "turns, backwards": (rotated, array(40, 2)),
    "gradient of turns": (fjax.grad(lambda x: rotated(x)[1].sum()), array(40, 2)),
    "branches in a scan": (chosen, LINE, jnp.float32(0.5)),
    "growing sums": (partial_sums, SQUARE),
    "derivative of growing sums": (lambda x: fjax.jvp(partial_sums, (x,), (x,)), SQUARE / 10),
    "one array carried twice": (twice, LINE),
    "looked up in a loop": (looked_up, LINE, POSITIONS),
    "looked up in loops": (fjax.vmap(looked_up, in_axes=(0, None)), array(7, 40), POSITIONS),
    "sum of complex numbers": (lambda x: (x * 2).sum(1), COMPLEX),
    "product of complex numbers": (lambda x: jnp.prod(x, 0), COMPLEX[:3]),
    "largest and its double": (lambda x: (x.max(1), x.max(1) * 2, x * 2), SQUARE),
    "shared by two sums": (lambda x: (jnp.sin(x).sum(1), jnp.sin(x).sum(0)), SQUARE),
    "two maps that share a row": (lambda x, y, s: (x * s, y + s), SQUARE, SQUARE[::-1], array(70)),
    "two maps that share an operand": (lambda x, y: (x * 2, x + y), SQUARE, SQUARE[::-1]),
    "two maps of what is computed": (
        lambda x, y: (jnp.sin(x) * y, jnp.sin(x) + 1, jnp.cos(y)),
        SQUARE,
        SQUARE[::-1],
    ),
    "two sums that share a row": (
        lambda x, y, s: ((x * s).sum(1), (y * s).sum(1)),
        SQUARE,
        SQUARE[::-1],
        array(70),
    ),
    "sums read from both ends": (lambda x: (lambda s: s + s[::-1])((x * 2).sum(1)), SQUARE),
    "a sum read at several places": (
        lambda x: (lambda s: jnp.concatenate([x / s, x * s[::-1]], 1))(x.sum(1, keepdims=True)),
        SQUARE,
    ),
    "many reductions one after another": (
        lambda x: functools.reduce(lambda y, k: y / (1 + y.sum(1, keepdims=True)), range(10), x),
        SQUARE,
    ),
    "joined as they are": (lambda x, y: jnp.concatenate([x, y]), LONG, LONG),
    "nothing": (lambda x: (x * 2 + 1, x.sum(0)), array(0, 4)),
    "many operations": (lambda x: functools.reduce(lambda y, k: y * x + k, range(120), x), LINE),
    "choices among many": (
        lambda x: jnp.choose(jnp.arange(200) % 5, [x * k for k in range(5)], mode="clip"),
        LINE,
    ),
    "expensive and used twice": (
        lambda x: (lambda e: (e[:, None] * jnp.arange(30.0, dtype=x.dtype)).sum(0) + e[:30])(
            jnp.exp(x)
        ),
        LINE,
    ),
    "cheap and used twice": (
        lambda x: (lambda e: e[:, None] * jnp.arange(30.0, dtype=x.dtype) + e[::-1, None])(x + 1),
        LINE,
    ),
    "moved by computed positions": (
        lambda x, i: jnp.roll(x, i)[(i * 3 + jnp.arange(40)) % 60] * 2,
        SQUARE,
        3,
    ),
    "complex values of rows": (lambda x: (jnp.exp(x) / x.sum(1, keepdims=True), x.imag), COMPLEX),
    "narrow numbers": (
        lambda x: (x.astype(jnp.bfloat16) * 3).sum(0) + x[0].astype(jnp.bfloat16),
        HALF,
    ),
    "bits": (lambda x: (x & 7).sum(1) ^ lax.population_count(x).max(1), WHOLE),
    "a branch that gives much": (
        lambda x: lax.scan(
            lambda c, v: (lax.cond(v > 0, lambda a: a * 2, lambda a: a - v, c), c[0]), x, x[:5]
        ),
        LINE,
    ),
    "random numbers": (lambda k: fjax.random.normal(k, (40, 5)), fjax.random.key(1)),
    "a number read by two maps": (
        lambda x, y, a: (x * a, y + a),
        array(300, 200),
        array(300, 200),
        np.float32(2),
    ),
    "branches with large results": (
        lambda x, p: lax.scan(
            lambda c, v: (lax.cond(v > 0, lambda a: jnp.sin(a) * 2, lambda a: a, c), c[0]), x, p
        ),
        array(500),
        array(9),
    ),
    "lanes that need each other": (
        fjax.vmap(
            lambda x: lax.fori_loop(0, 5, lambda i, c: c * 0.5 + lax.psum(jnp.sin(c), "i"), x),
            axis_name="i",
        ),
        array(40),
    ),
    "scans of vectors side by side": (
        lambda x, p: fjax.vmap(lambda c: lax.scan(lambda c, v: (c * 0.5 + v, c), c, p), 1, 1)(x),
        array(3, 200),
        array(7, 3),
    ),
    "lanes that read their neighbours": (
        lambda x, p: lax.scan(lambda c, v: (c * 0.5 + jnp.sin(v) + jnp.sin(v)[::-1], None), x, p),
        array(40),
        array(9, 40),
    ),
    "a table from each step": (
        lambda x, p: lax.scan(lambda c, v: (c * 0.5 + v, x[:3, None] * c), x, p),
        array(50),
        array(9),
    ),
    "a vector plus products": (
        lambda x, p: lax.scan(lambda c, v: (c + v @ x[:40], None), x, p)[0],
        array(50),
        array(70, 40),
    ),
    "a vector plus numbers": (
        lambda x, p: lax.scan(lambda c, v: (c + v * 2, None), x, p)[0],
        array(50),
        array(70),
    ),
    "a vector read by two maps": (
        lambda x, y, a: (x * a, y + a),
        array(300, 200),
        array(300, 200),
        array(200),
    ),
}


def nn_softmax(x):
    """Softmax over the last axis."""
    return fjax.nn.softmax(x, axis=-1)


@pytest.mark.parametrize("name", NAMED)
def test_known_programs_are_lowered_as_recorded(name, golden):
    function, *args = NAMED[name]
    golden(
        f"decisions/{name.replace(' ', '-').replace(',', '')}.txt",
        decisions(fjax.inspect(function)(*args)),
    )


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", NAMED)
def test_known_programs_compute_what_they_compute_eagerly(name):
    function, *args = NAMED[name]
    compiled, plain = fjax.jit(function)(*args), function(*args)
    for got, expected in zip(fjax.tree.leaves(compiled), fjax.tree.leaves(plain), strict=True):
        assert got.aval == expected.aval
        tolerance = 1e-2 if got.dtype.itemsize == 2 else 1e-4
        np.testing.assert_allclose(
            np.asarray(got, complex), np.asarray(expected, complex), rtol=tolerance, atol=tolerance
        )


@pytest.mark.parametrize("name", NAMED)
def test_a_kernel_follows_from_its_body_alone(name):
    function, *args = NAMED[name]
    found = [kernel.info for kernel in fjax.inspect(function)(*args).kernels]
    for info in [k for k in found if isinstance(k.equation.op, Fused | Updated)]:
        op, lowered = info.equation.op, info.lowered
        schedule = IterationOrder(op.body, targets.current().machine, isinstance(op, Updated))
        builder = build.Builder(schedule)
        again = builder.lower() if isinstance(op, Fused) else builder.lower_update()
        assert print_kernel(again.kernel) == print_kernel(lowered.kernel)


def test_programs_of_every_day_are_lowered_as_recorded(golden):
    texts = [
        f"{name}\n{decisions(fjax.inspect(function)(*args))}"
        for name, (function, args, _) in PROGRAMS.items()
    ]
    golden("decisions/every-day.txt", "\n".join(texts))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("first", range(100, 160, 15))
def test_random_programs_are_lowered_as_recorded(first, golden):
    texts = []
    for seed in range(first, first + 15):
        avals = [ShapedArray(s, F64) for s in SHAPES[seed % len(SHAPES)]]
        executable, jaxpr = compiled(Generator(seed).program, *avals)
        report = Inspection(jaxpr, executable.plan, pipeline.plan_jaxpr, executable.target)
        texts.append(f"program {seed}\n{decisions(report)}")
    golden(f"decisions/random-{first}.txt", "\n".join(texts))


def test_axes_inside_a_short_parallel_one_are_shared_too():
    x = array(3, 600, 600)
    (short,) = fjax.inspect(lambda x: x.transpose(0, 2, 1) * 2)(x).kernels
    assert short.info.lowered.extent == 1800 and "parallel i1" in short.form
    (long,) = fjax.inspect(lambda x: x.transpose(0, 2, 1) * 2)(x.reshape(600, 60, 30)).kernels
    assert long.info.lowered.extent == 600 and "serial i1" in long.form
    (small,) = fjax.inspect(lambda x: x.transpose(0, 2, 1) * 2)(x[:, :9, :9]).kernels
    assert small.info.lowered.extent == 3 and "serial i1" in small.form
