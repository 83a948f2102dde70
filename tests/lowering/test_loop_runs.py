"""How native loops run: in many calls, until interrupted, side by side, over many sizes."""

import gc
import re
import signal
import threading
import time

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu.compile import llvm_text
from fjax.lowering.loop.native import NativeLoop
from tests.lowering.cpu.test_launches import TARGETS
from tests.lowering.test_loops import PROGRAMS, RNG, chain, close, is_native, python_scan, root
from tests.machines.changed import CPU, changed

AVX512 = TARGETS["avx512"]


def newton(values):
    def each(a):
        return lax.while_loop(lambda s: abs(s * s - a) > 1e-4 * a, lambda s: 0.5 * (s + a / s), a)

    return fjax.vmap(each)(values)


def test_lanes_that_stop_by_themselves_do_not_count_their_steps():
    """One counter is enough to end a call: of 64 bits for each lane it took most of the time."""
    values = np.linspace(0.1, 9.0, 1000, dtype=np.float32)
    kernel = fjax.inspect(newton)(values).kernels[-1]
    assert "x float>" in kernel.llvm
    assert not re.search(r"phi <\d+ x i64>", kernel.llvm)


def test_lanes_that_stop_by_themselves_fill_two_registers():
    """While an iteration waits for a quotient, that of other lanes goes on."""
    values = np.linspace(0.1, 9.0, 1000, dtype=np.float32)
    text = llvm_text(fjax.inspect(newton)(values).kernels[-1].info.lowered.kernel, AVX512)
    assert re.search(r"fdiv <32 x float>", text)
    assert "scatter" not in text  # of the flag that says that some lane has not ended


@pytest.mark.parametrize("steps", [1, 2, 3, 1000])
@pytest.mark.parametrize("many", [3, 1000, 40_000])
def test_lanes_stop_by_themselves_in_calls_of_any_length(many, steps, monkeypatch):
    values = np.linspace(0.1, 90.0, many, dtype=np.float32)
    machine = changed(limits={"call_operations": steps * 8 * many * 12})
    monkeypatch.setattr(CPU, "machine", machine)
    fjax.clear_caches()
    np.testing.assert_allclose(fjax.jit(newton)(values), np.sqrt(values), rtol=1e-4)


def test_a_loop_that_runs_in_many_calls_gives_the_same(monkeypatch):
    body, init, xs = PROGRAMS["matrix_state"]
    expected = lax.scan(body, init, xs)
    monkeypatch.setattr(CPU, "machine", changed(limits={"call_operations": 1}))
    fjax.clear_caches()
    close(lax.scan(body, init, xs), expected)
    close(lax.scan(body, init, xs, reverse=True), python_scan(body, init, xs, reverse=True))
    close(fjax.jit(fjax.vmap(root))(np.linspace(1.0, 9.0, 20))[0], np.sqrt(np.linspace(1, 9, 20)))
    close(
        fjax.jit(lambda x: lax.fori_loop(1, 90, lambda i, v: chain(v, i), x))(np.ones(100)),
        python_scan(lambda v, i: (chain(v, i), None), jnp.ones(100), np.arange(1, 90))[0],
    )
    fjax.clear_caches()


@pytest.fixture
def interrupt_soon():
    """Ctrl-C in 0.3 s, also where whoever started the process has it ignored.

    Without garbage collection: an exception in a callback of the collector would be lost.
    """
    gc.disable()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT))
    yield timer.start
    timer.cancel()
    signal.signal(signal.SIGINT, before)
    gc.enable()


def sines(n, x):
    return lax.fori_loop(0, n, lambda i, v: jnp.sin(v) + x, x)


def product_chain(n, x):
    return lax.fori_loop(0, n, lambda i, v: v @ x, x)


ENDLESS = {  # name: (program, arguments that end at once, arguments that take for ever)
    "while": (
        lambda x: lax.while_loop(lambda v: v >= 0, lambda v: (v + 1) * 0.5, x),
        (-1.0,),
        (1.0,),
    ),
    "batch": (
        fjax.vmap(lambda x: lax.while_loop(lambda v: v >= 0, lambda v: (v + 1) * 0.5, x)),
        (-np.ones(100),),
        (np.ones(100),),
    ),
    "counted": (sines, (3, 0.5), (1 << 60, 0.5)),
    "nothing carried": (
        lambda n, x: lax.map(lambda y: sines(n, y), x),
        (3, np.ones(4)),
        (200_000, np.linspace(0, 1, 30_000)),
    ),
    "loops inside": (
        lambda n, x: lax.scan(lambda c, y: (c + sines(n, y), None), 0.0, x)[0],
        (3, np.ones(4)),
        (200_000, np.linspace(0, 1, 30_000)),
    ),
    "an endless loop inside": (
        lambda x: lax.scan(
            lambda c, y: (c + lax.while_loop(lambda v: v < y, jnp.sin, c), None), 0.0, x
        )[0],
        (-np.ones(4),),
        (np.ones(1000),),
    ),
    "an endless loop inside a batch": (
        fjax.vmap(
            lambda x: lax.fori_loop(
                0, 100, lambda i, c: lax.while_loop(lambda v: v < x, jnp.sin, c), 0.0
            )
        ),
        (-np.ones(40),),
        (np.ones(40),),
    ),
    "host": (product_chain, (3, np.eye(100)), (1 << 60, np.eye(100))),
    "host while": (
        lambda x: lax.while_loop(lambda v: v[0, 0] < 9, lambda v: v @ x, x),
        (9 * np.eye(100),),
        (np.eye(100),),
    ),
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", ENDLESS)
def test_a_loop_that_takes_for_ever_can_be_interrupted(name, interrupt_soon):
    function, short, long = ENDLESS[name]
    function = fjax.jit(function)
    function(*short)
    if name in ("nothing carried", "loops inside"):
        function(short[0], long[1])
    start = time.perf_counter()
    interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        function(*long)
    assert time.perf_counter() - start < 5


def test_a_long_loop_inside_makes_the_host_take_the_steps(monkeypatch):
    def run(x):
        return lax.scan(lambda c, y: (c + root(y)[0], root(y)[2]), 0.0, x)

    values = np.linspace(1.0, 50.0, 30)
    expected = fjax.jit(run)(values)
    monkeypatch.setattr(CPU, "machine", changed(limits={"call_operations": 64}))
    fjax.clear_caches()
    close(fjax.jit(run)(values), expected)
    close(fjax.jit(fjax.vmap(run))(values.reshape(10, 3))[1].ravel(), expected[1])
    fjax.clear_caches()


def test_lanes_that_share_the_stack_of_a_loop_inside_do_not_race(monkeypatch):
    def body(state, _):
        table, c = state
        c, ys = lax.scan(lambda d, k: (jnp.sin(d + k), d * k), c, jnp.arange(12.0))
        total = lax.scan(lambda t, y: (0.5 * t + y, None), jnp.zeros(4), ys, reverse=True)[0]
        return (table * 0.5 + total.sum(), c), None

    init = np.linspace(0, 1, 301), np.linspace(0.1, 0.4, 4)
    loop = fjax.jit(lambda s: lax.scan(body, s, None, length=400)[0])
    monkeypatch.setattr(CPU, "machine", changed(share_ns=0.0))
    expected = python_scan(body, init, None, length=400)[0]
    for _ in range(50):
        close(loop(init), expected)


def test_trip_counts_and_shapes_share_a_kernel():
    def run(xs, n):
        def step(c, x):
            return c * 0.5 + jnp.sin(x), c

        c, ys = lax.scan(step, 0.0, xs)
        return lax.fori_loop(0, n, lambda i, v: v * 1.5 + i, c), ys

    fjax.jit(run, static_argnums=1)(np.ones(20), 20)  # shorter rows have kernels of their own
    fjax.jit(fjax.vmap(run, (0, None)), static_argnums=1)(np.ones((30, 20)), 20)
    before = compiler.cache_info().compiled
    for length, count in ((21, 30), (300, 7), (35, 1000)):
        fjax.jit(run, static_argnums=1)(np.ones(length), count)
        fjax.jit(fjax.vmap(run, (0, None)), static_argnums=1)(np.ones((length + 9, length)), count)
    assert compiler.cache_info().compiled == before


def test_inspect_shows_the_loop_and_its_source():
    body, init, xs = PROGRAMS["oscillator"]
    inspection = fjax.inspect(lambda c, x: lax.scan(body, c, x))(init, xs)
    (kernel,) = [k for k in inspection.kernels if "loop" in k.recipe]
    assert "for i" in kernel.source
    assert "scan" in inspection.fused
    assert "loop" in str(inspection)


def test_a_large_product_runs_on_the_host_and_says_why():
    w = RNG.standard_normal((100, 100)) * 0.1
    step = lambda h, x: (jnp.tanh(h @ w + x), None)
    xs = RNG.standard_normal((5, 4, 100))
    assert not is_native(lambda x: lax.scan(step, jnp.zeros((4, 100)), x), xs)
    close(
        fjax.jit(lambda x: lax.scan(step, jnp.zeros((4, 100)), x))(xs),
        python_scan(step, jnp.zeros((4, 100)), xs),
    )


@pytest.mark.parametrize("n", [0, 3, 1000])
def test_steps_that_carry_nothing_run_side_by_side(n):
    def each(row):
        return jnp.sum(row), lax.while_loop(lambda s: s < row[0] * 9, lambda s: s * 1.5 + 0.1, 0.1)

    rows = RNG.random((n, 20))
    sums, ends = fjax.jit(lambda x: lax.map(each, x))(rows)
    np.testing.assert_allclose(sums, rows.sum(1))
    expected = []
    for first in rows[:, 0]:
        s = 0.1
        while s < first * 9:
            s = s * 1.5 + 0.1
        expected.append(s)
    np.testing.assert_allclose(ends, np.array(expected))


def test_a_table_of_dynamic_programming():
    def longest(a, b):
        def row(before, x):
            def cell(left, k):
                best = jnp.where(x == b[k], before[k] + 1, jnp.maximum(before[k + 1], left))
                return best, best

            return jnp.concatenate([jnp.zeros(1, int), lax.scan(cell, 0, jnp.arange(100))[1]]), None

        return lax.scan(row, jnp.zeros(101, int), a)[0][-1]

    a, b = RNG.integers(0, 4, 100), RNG.integers(0, 4, 100)
    assert is_native(longest, a, b)
    table = np.zeros((101, 101), int)
    for i in range(100):
        for j in range(100):
            table[i + 1, j + 1] = (
                table[i, j] + 1 if a[i] == b[j] else max(table[i, j + 1], table[i + 1, j])
            )
    assert fjax.jit(longest)(a, b) == table[-1, -1]


def test_inner_loops_of_different_lengths():
    def body(c, _):
        for n in range(1, 7):
            c = lax.scan(lambda d, k, n=n: (d * 0.9 + k / n, None), c, jnp.arange(float(n)))[0]
        return c, c

    init = 0.3
    close(
        fjax.jit(lambda c: lax.scan(body, c, None, length=4))(init),
        python_scan(lambda c, _: python_body(c), init, None, length=4),
    )


def python_body(c):
    for n in range(1, 7):
        for k in range(n):
            c = c * 0.9 + k / n
    return c, c


@pytest.mark.parametrize("n", [0, 1, 7])
def test_a_counter_ends_where_it_should(n):
    def run(x):
        return lax.scan(lambda c, _: ((c[0] + 3, c[1] * 0.5 + c[0]), c[0]), (2, x), None, length=n)

    (count, total), seen = fjax.jit(run)(1.5)
    expected, i = 1.5, 2
    for k in range(n):
        assert seen[k] == i
        expected, i = expected * 0.5 + i, i + 3
    assert count == i and np.isclose(total, expected)


def test_a_counter_of_an_inner_loop_ends_where_it_should():
    def body(c, _):
        i, x = lax.fori_loop(0, 4, lambda k, s: (s[0] + 2, s[1] * 0.9 + s[0] * k), (1, c))
        return x + i, i

    expected = python_scan(lambda c, _: (twice(c), 9), 0.5, None, length=3)
    close(fjax.jit(lambda c: lax.scan(body, c, None, length=3))(0.5), expected)


def twice(c):
    for k in range(4):
        c = c * 0.9 + (1 + 2 * k) * k
    return c + 9


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_doubling_in_a_loop_is_exact(dtype):
    start = np.array([0.3, -0.0, 6e-8, np.inf, np.nan]).astype(dtype)
    found = fjax.jit(lambda x: lax.fori_loop(0, 3, lambda _, v: 2 * v, x))(start)
    np.testing.assert_array_equal(found, start * 2 * 2 * 2)
    assert is_native(lambda x: lax.fori_loop(0, 3, lambda _, v: 2 * v, x), start)


def test_slices_without_elements_are_stacked():
    empty = jnp.ones((0, 1))

    def loop(xs, y):
        return lax.scan(lambda c, x: (c + 1, y), 0, xs)[1]

    assert fjax.jit(loop)(jnp.ones((2, 0)), empty).shape == (2, 0, 1)
    mapped = fjax.jit(lambda xs, y: lax.map(lambda x: y, xs, batch_size=2))
    assert mapped(jnp.ones((3, 0)), empty).shape == (3, 0, 1)


def test_a_slice_whose_lanes_are_found_late_refers_to_no_loop_that_was_taken_back():
    c, b = np.linspace(0.1, 0.8, 8), np.random.default_rng(0).normal(size=(3, 8, 100))

    def body(carry, rows):
        sums = rows.sum(1)  # a loop, for each row that a lane other than its own asks for
        shape = (8, 8, 8)
        return jnp.sin(carry), jnp.broadcast_to(sums[:, None, None], shape) + carry

    _, found = fjax.jit(lambda c, b: lax.scan(body, c, b))(c, b)
    for step in range(3):
        expected = np.broadcast_to(b[step].sum(1)[:, None, None], (8, 8, 8)) + c
        np.testing.assert_allclose(found[step], expected, rtol=1e-12)
        c = np.sin(c)


def test_what_no_step_changes_is_read_before_a_loop_with_a_condition():
    """Pairs are read one by one for each lane: in each step that took most of the time."""

    def escape(c):
        def step(z):
            return z[0] ** 2 - z[1] ** 2 + c[0], 2 * z[0] * z[1] + c[1]

        zero = jnp.zeros(())
        return lax.while_loop(lambda z: z[0] ** 2 + z[1] ** 2 < 4, step, (zero, zero))

    points = np.random.default_rng(2).uniform(1, 2, (40, 2))
    kernel = fjax.inspect(fjax.vmap(escape))(points).kernels[-1]
    steps = kernel.llvm.split("\ndo", 1)[1].split("\nend", 1)[0]
    assert "gather" not in steps and "load double" not in steps


@pytest.mark.parametrize("find", [jnp.argmax, jnp.argmin])
def test_places_of_extremes_are_found_inside_a_kernel(find):
    """As all that is made of other operations where it has no kernel of its own."""

    def chain(logits):
        def step(state, row):
            k = find(state + row)
            return 0.5 * state.at[k].add(1.0), k

        return lax.scan(step, jnp.zeros(5), logits)

    rows = np.random.default_rng(3).standard_normal((40, 5))
    rows[20, 3] = np.nan
    (planned,) = fjax.inspect(chain)(rows).plan.loops
    assert isinstance(planned.loop, NativeLoop)
    with fjax.disable_jit():
        expected = chain(jnp.asarray(rows))
    for got, wanted in zip(fjax.jit(chain)(rows), expected, strict=True):
        np.testing.assert_allclose(np.asarray(got), np.asarray(wanted), rtol=1e-12)
