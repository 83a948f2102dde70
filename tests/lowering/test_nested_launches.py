"""Loops and branches inside the bodies of loops on the host: launches, not steps in Python."""

import re
import signal
import threading

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.loop.native import NativeLoop

N = 200  # a product of so many rows goes to a library, so the loop around it is on the host
W = np.random.default_rng(0).standard_normal((N, N)) / 16
XS = np.random.default_rng(1).standard_normal((5, N))
RTOL = 1e-9


def product(c):
    return jnp.tanh(W @ c)


def loops_of(function, *args):
    return fjax.inspect(function)(*args).plan.loops


def needs_no_python(function, *args):
    """Whether all loops are on the host, and their steps are launches."""
    loops = loops_of(function, *args)
    return bool(loops) and all(
        not isinstance(s.loop, NativeLoop) and s.loop.steps is not None for s in loops
    )


def scanned(step):
    return lambda c, xs: lax.scan(step, c, xs)


def loop_inside(c, x):
    """Buffers that take turns: three steps end in the second one, and none in the first."""
    a = lax.fori_loop(0, 3, lambda i, c: product(c) + x, c)
    b = lax.fori_loop(0, 4, lambda i, c: product(c) - x * i, c)
    return a + b, lax.fori_loop(0, 0, lambda i, c: product(c), c)


def scan_inside(c, x):
    def inner(c, k):
        c = product(c) + k
        return c, (c * 2, c[0])

    c, (rows, first) = lax.scan(inner, c, x[:6], reverse=True)
    return c, (rows.sum(0), first)


def carried_as_stacked(c, x):
    c, rows = lax.scan(lambda c, k: (d := product(c) + k, d), c, x[:3])
    return c, rows


def while_inside(c, x):
    def grows(s):
        return (jnp.abs(s[0]).max() > 0.1) & (s[1] < 50)

    c, k = lax.while_loop(grows, lambda s: (product(s[0]) * 0.7, s[1] + 1), (c + x, 0))
    return c + 1, k


def counted_by_an_operand(c, x):
    n = (jnp.abs(x[0]) * 4).astype(int)
    return lax.fori_loop(0, n, lambda i, c: product(c) + i, c), n


def changed_in_place(c, x):
    """A table that an inner loop changes where it is; the outer one needs it afterwards, too."""
    table = jnp.zeros((4, N))

    def inner(i, s):
        table, c = s
        c = product(c) + x
        return table.at[i].set(c), c

    table, c = lax.fori_loop(0, 4, inner, (table, c))
    more, _ = lax.fori_loop(0, 2, inner, (table, c))
    return c, (table, more)


def swapped(c, x):
    a, b = lax.fori_loop(0, 3, lambda i, s: (s[1], product(s[0]) + x), (c, x))
    return a - b, b


def stays(c, x):
    """A carried value that no step changes, and a constant one."""
    a, b, k = lax.fori_loop(0, 3, lambda i, s: (product(s[0]), s[1], s[2]), (c, x, 2.5))
    return a + b * k, b


def kernel_inside(c, x):
    """A loop in one kernel: over a scalar, over lanes, of what all lanes read."""
    k = lax.fori_loop(0, 7, lambda i, k: k * 0.5 + i, x[0])
    v = lax.fori_loop(0, 5, lambda i, v: jnp.sin(v) + k, x)
    w = lax.while_loop(lambda w: w < 9, lambda w: w * 1.5 + 1, k)
    t = lax.fori_loop(1, N, lambda i, t: t.at[i].set(t[i - 1] * 0.5 + t[i]), x)
    return product(c) + k * w, (v, t)


def branches_inside(c, x):
    c = lax.cond(x[0] > 0, product, lambda c: c * 0.5, c)
    d = lax.switch((x[1] * 3).astype(int), [lambda: product(x), lambda: x, lambda: c - x])
    return c + d, d


def branch_of_constants(c, x):
    a, b, k = lax.cond(x[0] > 0, lambda: (product(c), 1.5, 7), lambda: (c, 2.0, 8))
    zeros, ones = lax.cond(x[1] > 0, lambda: (0.0, 1.0), lambda: (1.0, 0.0))
    return a * b + zeros, (k, ones)


def one_value_twice(c, x):
    a, b, d = lax.cond(x[0] > 0, lambda c: ((e := product(c)), e, c), lambda c: (c, c, c), c)
    return a + b, d


def loops_in_branches_in_loops(c, x):
    def deep(c):
        def inner(i, c):
            return lax.cond(i % 2 == 0, product, lambda c: lax.fori_loop(0, 2, more, c), c)

        def more(i, c):
            return product(c) + i

        return lax.fori_loop(0, 4, inner, c)

    c = lax.cond(x[0] > 0, deep, lambda c: -c, c)
    return c, c.sum()


def solved(a, b):
    """Conjugate gradients: a loop in one kernel, between kernels."""

    def step(i, s):
        x, r, p = s
        q = a @ p
        alpha = r @ r / (p @ q)
        more = r - alpha * q
        return x + alpha * p, more, more + (more @ more) / (r @ r) * p

    return lax.fori_loop(0, 4, step, (jnp.zeros_like(b), b, b * 1.0))[0] + 1


def until_small(c):
    return lax.while_loop(lambda c: jnp.abs(c).max() > 0.1, lambda c: product(c) * 0.7, c)


PROGRAMS = {  # name: function of a vector, a matrix
    "kernel": lambda x, w: solved(w @ w.T + jnp.eye(N), x),
    "steps": lambda x, w: lax.fori_loop(0, 3, lambda i, c: jnp.tanh(w @ c), x) * 2,
    "even steps": lambda x, w: lax.fori_loop(0, 4, lambda i, c: jnp.tanh(w @ c), x),
    "until": lambda x, w: until_small(x) + 1,
    "branch": lambda x, w: lax.cond(x[0] > 0, lambda x: jnp.tanh(w @ x), lambda x: x, x),
    "gradient": fjax.grad(lambda x, w: lax.scan(lambda c, x: ((c + x) * c, c), x[0], x)[0]),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_with_loops_and_branches_is_one_native_call(name):
    function, given = PROGRAMS[name], (XS[0], W)
    before = [x.copy() for x in given]
    assert fjax.inspect(function)(*given).plan.whole is not None
    with fjax.disable_jit():
        expected = function(*given)
    for _ in range(2):
        np.testing.assert_allclose(fjax.jit(function)(*given), expected, rtol=RTOL, atol=1e-12)
    assert all((a == b).all() for a, b in zip(before, given, strict=True))


@pytest.mark.parametrize("count", [5, 6])
def test_a_loop_takes_the_memory_of_a_donated_argument(count):
    table = jnp.asarray(W)
    at = np.asarray(table).__array_interface__["data"][0]

    def change(table, x):
        return lax.fori_loop(0, count, lambda i, t: t.at[i].set(product(t[i] + x)), table)

    expected = np.asarray(fjax.jit(change)(W, XS[0]))
    changed = fjax.jit(change, donate_argnums=0)(table, XS[0])
    assert np.asarray(changed).__array_interface__["data"][0] == at
    np.testing.assert_array_equal(changed, expected)


STEPS = [
    loop_inside,
    scan_inside,
    carried_as_stacked,
    while_inside,
    counted_by_an_operand,
    changed_in_place,
    swapped,
    stays,
    kernel_inside,
    branches_inside,
    branch_of_constants,
    one_value_twice,
    loops_in_branches_in_loops,
]


def stepped(step, c, xs):
    """The same, step by step and equation by equation."""
    c, ys = jnp.asarray(c), []
    for x in map(jnp.asarray, xs):
        with fjax.disable_jit():
            c, y = step(c, x)
        ys.append(y)
    rows = zip(*map(fjax.tree.leaves, ys), strict=True)
    return [c, *(np.stack(list(map(np.asarray, y))) for y in rows)]


@pytest.mark.one_in(4)
@pytest.mark.parametrize("step", STEPS, ids=lambda f: f.__name__)
def test_what_is_inside_a_step_needs_no_python(step):
    run = scanned(step)
    assert needs_no_python(run, XS[0], XS)
    before = XS.copy()
    for xs in (XS, XS[::-1] * 2, XS[:1], XS[:0]):
        found = fjax.tree.leaves(fjax.jit(run)(XS[0], xs))
        for a, b in zip(found, stepped(step, XS[0], xs), strict=len(xs) > 0):
            np.testing.assert_allclose(a, b, rtol=RTOL, atol=1e-12)
    np.testing.assert_array_equal(XS, before)


@pytest.mark.parametrize("step", [loop_inside, branches_inside, scan_inside])
def test_steps_in_steps_have_derivatives(step):
    def total(c):
        return (lax.scan(step, c, XS)[0] ** 2).sum()

    with fjax.disable_jit():
        expected = np.asarray(fjax.grad(total)(XS[0]))
    assert np.abs(expected).max() > 0
    found = fjax.jit(fjax.grad(total))(XS[0])
    np.testing.assert_allclose(found, expected, rtol=1e-7, atol=1e-9 * np.abs(expected).max())


def test_batches_of_steps_in_steps():
    run = fjax.vmap(scanned(loop_inside), (0, None))
    cs = np.stack([XS[0], XS[1], XS[2]])
    found = fjax.jit(run)(cs, XS)
    for k, c in enumerate(cs):
        for a, b in zip(fjax.tree.leaves(found), stepped(loop_inside, c, XS), strict=True):
            np.testing.assert_allclose(a[k], b, rtol=RTOL)


def test_equal_loops_give_equal_bits_on_several_threads():
    def run(c, xs):
        return lax.scan(kernel_inside, c, xs)

    found = []
    for n in (1, 2, 5):
        with fjax.threads(n):
            found.append([np.asarray(x) for x in fjax.tree.leaves(fjax.jit(run)(XS[0], XS))])
    for others in found[1:]:
        for a, b in zip(found[0], others, strict=True):
            np.testing.assert_array_equal(a, b)


class Interrupted(Exception):
    pass


@pytest.mark.parametrize("kind", ["steps", "kernel", "branch"])
def test_a_signal_ends_what_is_nested(kind):
    """Which never ends by itself; a later call finds everything as it was."""

    def endless(c, stop):
        def forever(s):
            c, k = s
            moved = product(c) if kind != "kernel" else jnp.sin(c)
            return moved, k + 1

        inner = lambda c: lax.while_loop(lambda s: s[1] != stop, forever, (c, 0))[0]
        if kind == "branch":
            inside = inner
            inner = lambda c: lax.cond(c[0] < 9, inside, product, c)
        return lax.fori_loop(0, 3, lambda i, c: product(inner(c)), c)

    def handler(number, frame):
        raise Interrupted

    run = fjax.jit(endless)
    expected = np.asarray(run(XS[0], 2))
    before = signal.signal(signal.SIGUSR1, handler)
    try:
        timer = threading.Timer(0.3, signal.raise_signal, (signal.SIGUSR1,))
        timer.start()
        with pytest.raises(Interrupted):
            run(XS[0], -1)
        timer.join()
    finally:
        signal.signal(signal.SIGUSR1, before)
    np.testing.assert_array_equal(run(XS[0], 2), expected)


@pytest.mark.parametrize("length", [1, 2])
def test_a_step_in_a_loop_may_have_no_operands(length):
    """A custom rule that closes over a constant leaves a call that takes nothing."""
    constant = jnp.arange(1.0, 4.0)

    @fjax.custom_jvp
    def triple(x):
        return 3 * x * jnp.sum(constant)

    triple.defjvp(lambda primals, tangents: (triple(*primals), 2 * tangents[0]))

    def stepped(x):
        return lax.scan(lambda c, _: (triple(c), None), x, None, length=length)[0]

    np.testing.assert_allclose(fjax.vmap(stepped)(jnp.ones(3)), np.full(3, 18.0**length))
    gradient = fjax.grad(lambda x: jnp.sum(fjax.vmap(stepped)(x)))
    np.testing.assert_allclose(gradient(jnp.ones(3)), np.full(3, 2.0**length))


def test_a_plan_prints_what_runs_inside():
    def outer(c):
        def step(c):
            return lax.cond(c[0] > 0, product, lambda c: c * 0.5, c)

        return lax.while_loop(lambda c: c[1] < 2, step, c)

    text = str(fjax.inspect(outer)(XS[0]).plan).splitlines()
    for line in (
        r"  loop of launches: while: .*",
        r"    step:",
        r"        cond: .*",
        r"          branch 0:",
        r"              kernel \[mul\]: b in slot 1 -> c in slot 2",
        r"          branch 1:",
        r"              dot_general: .*",
        r"    condition:",
        r"        kernel \[slice, .*lt\]: a in slot 0 -> b in slot 1",
    ):
        assert any(re.fullmatch(line, x) for x in text), (line, text)
