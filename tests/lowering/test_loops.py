"""Native loops against their Python twins: values, derivatives, batches, updates, dtypes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fjax
import fjax.numpy as jnp
from fjax import lax
from tests.effort import examples

RTOL = 1e-9


def is_native(function, *args):
    """Whether every loop of the program became a kernel."""
    return "it is not one kernel" not in fjax.inspect(function)(*args).fused


def python_scan(f, init, xs=None, length=None, reverse=False):
    """The twin of scan: a Python loop, traced or not."""
    n = length if xs is None else len(fjax.tree.leaves(xs)[0])
    ys = [None] * n
    carry = fjax.tree.map(jnp.asarray, init)
    for i in reversed(range(n)) if reverse else range(n):
        carry, ys[i] = f(carry, None if xs is None else fjax.tree.map(lambda x: x[i], xs))
    return carry, None if ys[0] is None else fjax.tree.map(lambda *y: jnp.stack(y), *ys)


# ---- programs: (body, initial carry, xs)


def oscillator(carry, x):
    p, v = carry
    a = -p + 0.1 * jnp.sin(v) * x
    v = v + 0.1 * a
    return (p + 0.1 * v, v), p * v


def vector_state(s, x):
    rate = jnp.stack([s[1] - s[0], s[0] * (1.5 - s[2]) - s[1], s[0] * s[1] - s[2]])
    s = s + 0.05 * rate * x
    return s, jnp.concatenate([s[::-1], s[:1]])


def matrix_state(carry, y):
    mean, cov = carry
    step = jnp.array([[1.0, 0.1], [0.0, 0.9]])
    mean, cov = step @ mean, step @ cov @ step.T + 0.1 * jnp.eye(2)
    factor = jnp.linalg.cholesky(cov + jnp.eye(2))
    gain = jnp.linalg.solve(cov + jnp.eye(2), cov)
    mean = mean + gain @ (y - mean)
    return (mean, cov - gain @ cov), jnp.sum(factor) + mean


def branching(x, a):
    x = lax.cond(x > a, lambda v: jnp.sin(v) * 0.5, lambda v: v + 0.3 * a, x)
    return lax.switch(
        (x > 0.5).astype(int) + (x > 1).astype(int),
        [lambda v: v, lambda v: v * 0.9, lambda v: jnp.tanh(v)],
        x,
    ), x


def nested(c, x):
    inner, ys = lax.scan(lambda d, k: (d * 0.9 + jnp.sin(k * x), d * x), c, jnp.arange(4.0))
    return inner + 0.1 * jnp.sum(ys), ys


def small_table(carry, i):
    table, total = carry
    table = table.at[i % 5].add(jnp.sin(total))
    return (table, total + table[(i * 2) % 5] * 0.1), table[i % 5]


def reductions(c, x):
    return c * 0.5 + x, jnp.array([jnp.max(c), jnp.min(x), jnp.prod(c), jnp.sum(c * x)])


N = 7
RNG = np.random.default_rng(0)
PROGRAMS = {
    "oscillator": (oscillator, (0.3, 1.0), RNG.standard_normal(N)),
    "vector_state": (vector_state, np.array([0.1, 0.2, 0.3]), RNG.random(N)),
    "matrix_state": (matrix_state, (np.ones(2), np.eye(2)), RNG.standard_normal((N, 2))),
    "branching": (branching, 0.3, RNG.random(N)),
    "nested": (nested, 0.2, RNG.random(N)),
    "small_table": (small_table, (np.arange(5.0), 0.5), np.arange(N)),
    "reductions": (reductions, np.array([1.0, 2.0, 3.0, 0.5]), RNG.standard_normal((N, 4))),
}


def close(found, expected):
    for a, b in zip(fjax.tree.leaves(found), fjax.tree.leaves(expected), strict=True):
        np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=RTOL, atol=1e-10)


def both(name, reverse=False):
    body, init, xs = PROGRAMS[name]
    return (
        (lambda c, x: lax.scan(body, c, x, reverse=reverse)),
        (lambda c, x: python_scan(body, c, x, reverse=reverse)),
        init,
        xs,
    )


@pytest.mark.one_in(4)
@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_native_scan_agrees_with_its_twin(name, reverse):
    loop, twin, init, xs = both(name, reverse)
    assert is_native(loop, init, xs)
    close(fjax.jit(loop)(init, xs), twin(init, xs))


def total(f, weights=None):
    """The sum of the sines of everything that a program gives."""
    return lambda c, x: sum(jnp.sum(jnp.sin(y)) for y in fjax.tree.leaves(f(c, x)))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_gradient_of_a_native_scan_agrees_with_its_twin(name):
    loop, twin, init, xs = both(name)
    init = fjax.tree.map(jnp.asarray, init)
    close(fjax.jit(fjax.grad(total(loop)))(init, xs), fjax.grad(total(twin))(init, xs))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_jvp_of_a_native_scan_agrees_with_its_twin(name):
    loop, twin, init, xs = both(name)
    init = fjax.tree.map(jnp.asarray, init)
    tangent = fjax.tree.map(lambda x: jnp.ones_like(x) * 0.7, init)
    close(
        fjax.jit(lambda c, t: fjax.jvp(lambda d: loop(d, xs), (c,), (t,)))(init, tangent),
        fjax.jvp(lambda d: twin(d, xs), (init,), (tangent,)),
    )


@pytest.mark.one_in(4)
@pytest.mark.parametrize("size", [3, 37])
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_batched_native_scan_agrees_with_its_twin(name, size):
    loop, twin, init, xs = both(name)
    scale = np.linspace(0.5, 1.5, size)
    batched = fjax.tree.map(lambda x: np.multiply.outer(scale, x), init)
    close(
        fjax.jit(fjax.vmap(loop, (0, None)))(batched, xs), fjax.vmap(twin, (0, None))(batched, xs)
    )


@pytest.mark.parametrize("name", ["oscillator", "vector_state", "branching", "nested"])
def test_batched_gradients_of_a_native_scan_agree_with_the_twin(name):
    loop, twin, init, xs = both(name)
    scale = np.linspace(0.5, 1.5, 19)
    batched = fjax.tree.map(lambda x: np.multiply.outer(scale, x), init)
    close(
        fjax.jit(fjax.vmap(fjax.grad(total(loop)), (0, None)))(batched, xs),
        fjax.vmap(fjax.grad(total(twin)), (0, None))(batched, xs),
    )


# ---- unrolled loops


@pytest.mark.one_in(24)
@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("unroll", [True, False, 0, 2, 3, 7, 20])
@pytest.mark.parametrize("name", ["oscillator", "small_table", "matrix_state"])
def test_an_unrolled_scan_agrees_with_its_twin(name, unroll, reverse):
    body, init, xs = PROGRAMS[name]
    loop = lambda c, x: lax.scan(body, c, x, reverse=reverse, unroll=unroll)
    twin = lambda c, x: python_scan(body, c, x, reverse=reverse)
    init = fjax.tree.map(jnp.asarray, init)
    close(fjax.jit(loop)(init, xs), twin(init, xs))
    close(loop(init, xs), twin(init, xs))
    close(fjax.jit(fjax.grad(total(loop)))(init, xs), fjax.grad(total(twin))(init, xs))
    batched = fjax.tree.map(lambda x: jnp.stack([x, 0.5 * x, 0.7 * x]), init)
    close(
        fjax.jit(fjax.vmap(loop, (0, None)))(batched, xs), fjax.vmap(twin, (0, None))(batched, xs)
    )


@pytest.mark.parametrize(("unroll", "loop_count", "steps"), [(1, 1, 1), (3, 1, 4), (True, 0, 7)])
def test_unrolling_writes_out_so_many_steps(unroll, loop_count, steps):
    f = lambda x: lax.fori_loop(0, 7, lambda i, c: jnp.sin(c) + i, x, unroll=unroll)
    program = fjax.inspect(f)(0.5).optimized
    assert str(program).count("scan[") == loop_count
    assert str(program).count("= sin") == steps  # with what is left over after the loop


# ---- random bodies

LEAVES = ["a", "b", "x", "0.5", "1.25"]
UNARY = ["jnp.sin({})", "jnp.tanh({})", "-{}", "jnp.exp(-{} ** 2)", "abs({})"]
BINARY = [
    "({} + {})",
    "({} - {})",
    "({} * {})",
    "jnp.maximum({}, {})",
    "({} / (1.5 + {} ** 2))",
    "jnp.where({} > 0.2, {}, a)",
]


def expressions(depth=3):
    if depth == 0:
        return st.sampled_from(LEAVES)
    below = expressions(depth - 1)
    return st.one_of(
        st.sampled_from(LEAVES),
        st.builds(str.format, st.sampled_from(UNARY), below),
        st.builds(str.format, st.sampled_from(BINARY), below, below),
    )


@settings(max_examples=examples(25), deadline=None)
@given(expressions(), expressions(), expressions(), st.booleans())
def test_random_bodies_agree_with_their_twins(first, second, out, reverse):
    body = eval(f"lambda c, x: (lambda a, b: (({first}, {second}), {out}))(*c)", {"jnp": jnp})

    def closed(c, x):
        (a, b), y = body(c, x)
        return (jnp.tanh(a) + 0.0 * c[0], jnp.tanh(b) + 0.0 * c[1]), y + 0.0 * c[0]

    init, xs = (0.4, -0.3), np.linspace(-1, 1, 5)
    loop = total(lambda c, x: lax.scan(closed, c, x, reverse=reverse))
    twin = total(lambda c, x: python_scan(closed, c, x, reverse=reverse))
    close(fjax.jit(loop)(init, xs), twin(init, xs))
    close(fjax.jit(fjax.grad(loop))(init, xs), fjax.grad(twin)(init, xs))
    many = (jnp.linspace(-1, 1, 11), jnp.linspace(0, 1, 11))
    close(fjax.jit(fjax.vmap(loop, (0, None)))(many, xs), fjax.vmap(twin, (0, None))(many, xs))


# ---- while and fori


def root(a):
    def body(state):
        x, _, steps = state
        new = 0.5 * (x + a / x)
        return new, abs(new - x), steps + 1

    return lax.while_loop(lambda s: s[1] > 1e-9, body, (a + 1.0, a + 1.0, 0))


def root_twin(a):
    x, change, steps = a + 1.0, a + 1.0, 0
    while change > 1e-9:
        new = 0.5 * (x + a / x)
        x, change, steps = new, abs(new - x), steps + 1
    return x, change, steps


def test_a_native_while_loop_agrees_with_its_twin():
    assert is_native(root, 5.0)
    close(fjax.jit(root)(5.0), root_twin(5.0))


def test_a_batched_while_loop_stops_each_example_by_itself():
    values = np.linspace(0.1, 1e4, 101)
    assert is_native(fjax.vmap(root), values)
    found = fjax.jit(fjax.vmap(root))(values)
    close(found, [np.array(c) for c in zip(*map(root_twin, values), strict=True)])


def test_a_while_loop_differentiates_forward_and_in_reverse():
    f = fjax.jit(lambda a: root(a)[0])
    np.testing.assert_allclose(fjax.grad(f)(5.0), 0.5 / np.sqrt(5.0), rtol=1e-6)
    np.testing.assert_allclose(fjax.jvp(f, (5.0,), (1.0,))[1], 0.5 / np.sqrt(5.0), rtol=1e-6)
    batched = np.linspace(1.0, 9.0, 12)
    np.testing.assert_allclose(fjax.vmap(fjax.grad(f))(batched), 0.5 / np.sqrt(batched), rtol=1e-6)


@pytest.mark.parametrize("steps", [0, 1, 13])
def test_a_fori_loop_with_a_traced_bound(steps):
    f = fjax.jit(lambda n, x: lax.fori_loop(0, n, lambda i, v: v * 1.1 + i, x))
    expected = 0.5
    for i in range(steps):
        expected = expected * 1.1 + i
    np.testing.assert_allclose(f(steps, 0.5), expected)


# ---- large carries, changed in place


def chain(x, i):
    return x.at[i].set(x[i - 1] * 1.5 + 0.25)


@pytest.mark.parametrize("n", [70, 1000])
def test_an_element_set_in_place(n):
    f = lambda x: lax.fori_loop(1, n, lambda i, v: chain(v, i), x)
    x = np.linspace(0, 1, n)
    assert is_native(f, x)
    expected = x.copy()
    for i in range(1, n):
        expected[i] = expected[i - 1] * 1.5 + 0.25
    given = x.copy()
    np.testing.assert_allclose(fjax.jit(f)(x), expected)
    np.testing.assert_array_equal(x, given)


def test_old_and_new_values_of_what_changes_in_place():
    def body(i, state):
        x, last = state
        before = x[i]
        x = x.at[i].set(x[i + 1] + last)
        return x.at[i + 1].add(before), x[i] - before

    n = 100
    x, last = np.arange(n + 1.0), 0.5
    found = fjax.jit(lambda x: lax.fori_loop(0, n, body, (x, 0.5)))(x)
    for i in range(n):
        before = x[i]
        x[i] = x[i + 1] + last
        last = x[i] - before
        x[i + 1] += before
    close(found, (x, last))


def test_a_recurrence_in_memory_reads_what_the_last_step_stored():
    def body(i, x):
        return x.at[i].set(x[i - 1] * 0.5 + x[i] + 0.25 * x[i + 1])

    x = np.sin(np.arange(100.0))
    found = fjax.jit(lambda x: lax.fori_loop(1, 99, body, x))(x)
    for i in range(1, 99):
        x[i] = x[i - 1] * 0.5 + x[i] + 0.25 * x[i + 1]
    np.testing.assert_allclose(found, x)


def test_a_prefix_sum_of_the_rows_of_a_batch():
    def run(x):
        return lax.fori_loop(1, 70, lambda i, v: v.at[i].add(v[i - 1]), x)

    x = RNG.standard_normal((20, 70))
    assert is_native(fjax.vmap(run), x)
    np.testing.assert_allclose(fjax.jit(fjax.vmap(run))(x), np.cumsum(x, 1))


def test_a_window_of_the_carry_is_replaced():
    def step(x, i):
        window = lax.dynamic_slice(x, (i,), (3,))
        return lax.dynamic_update_slice(x, window[::-1] * 1.5, (i + 1,)), jnp.sum(window)

    x = np.arange(100.0)
    close(
        fjax.jit(lambda x: lax.scan(step, x, np.arange(90)))(x), python_scan(step, x, np.arange(90))
    )


@pytest.mark.parametrize("n", [80, 3000])
def test_a_stencil_reads_its_neighbours(n):
    def step(u, _):
        return u.at[1:-1].set(0.5 * (u[:-2] + u[2:])), u[n // 2]

    u = np.sin(np.arange(n) * 0.7)
    found = fjax.jit(lambda u: lax.scan(step, u, None, length=9))(u)
    close(found, python_scan(step, u, None, length=9))


def test_the_gradient_through_updates_in_place():
    n = 75
    loop = lambda x: jnp.sum(lax.fori_loop(1, n, lambda i, v: chain(v, i), x) ** 2)

    def twin(x):
        for i in range(1, n):
            x = chain(x, i)
        return jnp.sum(x**2)

    x = jnp.linspace(0, 0.1, n)
    close(fjax.jit(fjax.grad(lambda x: loop(x * 0.1)))(x), fjax.grad(lambda x: twin(x * 0.1))(x))


def test_a_gather_from_a_large_table():
    table = np.sin(np.arange(5000.0))
    loop = lambda t, n: lax.fori_loop(0, n, lambda i, v: v + t[(i * 7919) % 5000], 0.0)
    expected = table[(np.arange(200) * 7919) % 5000].sum()
    np.testing.assert_allclose(fjax.jit(loop)(table, 200), expected)


# ---- dtypes


@pytest.mark.parametrize(
    "dtype", ["float32", "float16", "bfloat16", "complex64", "complex128", "int8", "uint32", "bool"]
)
def test_carries_of_every_dtype(dtype):
    def step(c, x):
        new = c ^ x if dtype == "bool" else c * x + c
        return new, new

    init = jnp.asarray([1, 0, 1]).astype(dtype)
    xs = jnp.asarray(np.arange(12).reshape(4, 3) % 3).astype(dtype)
    found, twin = fjax.jit(lambda c, x: lax.scan(step, c, x))(init, xs), python_scan(step, init, xs)
    for a, b in zip(found, twin, strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(np.asarray(a), np.asarray(b))


def test_random_keys_are_carried():
    def step(key, _):
        key, sub = fjax.random.split(key)
        return key, fjax.random.normal(sub, (2,))

    keys = fjax.random.split(fjax.random.key(3), 20)
    run = lambda k: lax.scan(step, k, None, length=5)[1]
    twin = lambda k: python_scan(step, k, None, length=5)[1]
    assert is_native(fjax.vmap(run), keys)
    np.testing.assert_allclose(fjax.jit(fjax.vmap(run))(keys), fjax.vmap(twin)(keys), rtol=1e-6)
