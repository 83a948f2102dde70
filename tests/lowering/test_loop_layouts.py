"""Loops that carry matrices and vectors: what is computed once, and where it is read from."""

import re

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.cpu.compile import schedule_text
from fjax.lowering.llvm.values import Values
from fjax.lowering.loop.views import LoopKernel

generator = np.random.default_rng(3)


def recursive_least_squares(weights, inverse, xs, targets):
    def step(carry, given):
        weights, inverse = carry
        x, target = given
        along = inverse @ x
        gain = along / (1 + x @ along)
        error = target - weights @ x
        return (weights + gain * error, inverse - jnp.outer(gain, along)), error

    return lax.scan(step, (weights, inverse), (xs, targets))


def least_squares_by_numpy(weights, inverse, xs, targets):
    errors = []
    for x, target in zip(xs, targets, strict=True):
        along = inverse @ x
        gain = along / (1 + x @ along)
        errors.append(target - weights @ x)
        weights, inverse = weights + gain * errors[-1], inverse - np.outer(gain, along)
    return weights, inverse, np.array(errors)


@pytest.mark.parametrize("steps", [0, 1, 30])
def test_a_matrix_in_memory_is_updated_by_vectors_in_registers(steps):
    n = 12
    given = np.zeros(n), np.eye(n) * 10, generator.normal(size=(steps, n)), np.arange(steps) * 0.1
    (weights, inverse), errors = fjax.jit(recursive_least_squares)(*given)
    for got, expected in zip(
        (weights, inverse, errors), least_squares_by_numpy(*given), strict=True
    ):
        np.testing.assert_allclose(got, expected, rtol=1e-9, atol=1e-12)


def test_a_batch_of_loops_over_matrices_gives_what_each_gives():
    n, steps = 9, 7
    given = (
        generator.normal(size=(5, n)),
        np.stack([np.eye(n) * k for k in range(1, 6)]),
        generator.normal(size=(5, steps, n)),
        generator.normal(size=(5, steps)),
    )
    (weights, inverse), errors = fjax.jit(fjax.vmap(recursive_least_squares))(*given)
    for k in range(5):
        expected = least_squares_by_numpy(*[x[k] for x in given])
        for got, wanted in zip((weights[k], inverse[k], errors[k]), expected, strict=True):
            np.testing.assert_allclose(got, wanted, rtol=1e-9, atol=1e-12)


def loops_of(function, *given):
    return [k for k in fjax.inspect(fjax.jit(function))(*given).kernels if "loop" in k.recipe]


def test_a_loop_inside_reads_a_vector_from_memory_instead_of_choosing_among_registers():
    n = 20
    given = np.zeros(n), np.eye(n), np.ones((5, n)), np.ones(5)
    (loop,) = loops_of(recursive_least_squares, *given)
    assert "select" not in loop.form
    assert loop.form.count(" = mul ") < 4 * n * n


def hidden_states(matrix, xs):
    return lax.scan(lambda c, x: (jnp.tanh(matrix @ c + x), c), xs[0], xs)[1].sum()


def by_finite_differences(matrix, xs, direction, step=1e-6):
    above, below = (
        hidden_states(matrix + step * direction, xs),
        hidden_states(matrix - step * direction, xs),
    )
    return (above - below) / (2 * step)


@pytest.mark.parametrize("n", [9, 24, 32])
def test_no_lane_computes_the_vectors_of_all_others_again(n):
    matrix, xs = generator.normal(size=(n, n)) / n, generator.normal(size=(6, n))
    gradient = fjax.grad(hidden_states)
    assert not [k.recipe for k in loops_of(gradient, matrix, xs) if f"lanes {n}×{n}" in k.recipe]
    direction = generator.normal(size=(n, n))
    np.testing.assert_allclose(
        (fjax.jit(gradient)(matrix, xs) * direction).sum(),
        by_finite_differences(matrix, xs, direction),
        rtol=1e-6,
    )


def look_ups(depth, monkeypatch):
    """How often the emitter looks values up for a loop that carries many parts of a long chain."""
    count, find = 0, Values._find

    def counted(self, expr, scope):
        nonlocal count
        count += 1
        return find(self, expr, scope)

    def step(carry, x):
        parts = []
        for _ in range(depth):
            x = x * 0.5 + carry[0]
            parts.append(x)
        return tuple(parts[-depth // 2 :]), None

    fjax.clear_caches()
    with monkeypatch.context() as patch:
        patch.setattr(Values, "_find", counted)
        loop = loops_of(lambda *c: lax.scan(step, c, jnp.ones(3)), *[1.0] * (depth // 2))[0]
        assert loop.llvm
    return count


def test_emission_takes_time_in_proportion_to_the_body(monkeypatch):
    assert look_ups(160, monkeypatch) < 3 * look_ups(80, monkeypatch)


def test_lanes_whose_steps_wait_for_each_other_take_two_registers_at_a_time():
    """Sums of values that take as long do not: each of them is computed without waiting."""
    x = np.ones((50, 200), np.float32)
    steps = fjax.inspect(lambda x: fjax.lax.scan(lambda c, r: (jnp.tanh(c + r), None), x[0], x)[0])
    sums = fjax.inspect(lambda x: jnp.tanh(x).sum(0))
    texts = [schedule_text(f(x).kernels[-1].info.lowered.kernel) for f in (steps, sums)]
    assert [re.search(r"\dx\d", text)[0][-1] for text in texts] == ["2", "1"]


def recurrence(x):
    return lax.fori_loop(2, x.size, lambda i, c: c.at[i].set(c[i - 1] * 0.5 - c[i - 2]), x)


def counted(table, places):
    return lax.scan(lambda c, i: (c.at[i % 300].add(1.0), c[i % 7]), table, places)


def looked_up(table, places):
    return lax.scan(lambda c, i: (c * 0.5 + table[i % 300], c), 0.0, places)


def filled(x):
    step = lambda c: (c[0] + 1, c[1].at[c[0]].set(c[1][c[0] - 1] + 1))
    return lax.while_loop(lambda c: c[0] < 200, step, (1, x))


def totalled(rows):
    return lax.scan(lambda c, row: (c * 0.5 + row.sum(), c), 0.0, rows)


@pytest.mark.parametrize(
    ("function", "shapes"),
    [
        (recurrence, [(300,)]),
        (counted, [(300,), (9,)]),
        (looked_up, [(300,), (90,)]),
        (filled, [(300,)]),
        (totalled, [(30, 50)]),
    ],
)
def test_each_lane_of_a_batch_of_loops_has_memory_of_its_own(function, shapes):
    dtypes = [np.float32, np.int64]
    avals = [
        fjax.ShapeDtypeStruct((40, *shape), d) for shape, d in zip(shapes, dtypes, strict=False)
    ]
    kernels = fjax.inspect(fjax.vmap(function))(*avals).kernels
    assert [k.info.lowered.extent for k in kernels if "lanes" in k.info.lowered.recipe] == [40]


def test_a_part_of_an_array_in_memory_is_read_there_and_not_chosen_from_registers():
    def fading(x):
        def step(c, _):
            return jnp.pad(jnp.exp(jnp.tanh(c[:40])), (20, 20)) + 0.5 * c, c[3]

        return lax.scan(step, x, length=5)

    x = generator.normal(size=(24, 80))
    kernel = fjax.inspect(fjax.vmap(fading))(x).kernels[-1]
    assert " == " not in str(kernel)  # it would be 39 comparisons for each element of each step
    got, seen = fjax.jit(fjax.vmap(fading))(x)
    for k in range(5):
        np.testing.assert_allclose(seen[:, k], x[:, 3], rtol=1e-12)
        x = np.pad(np.exp(np.tanh(x[:, :40])), [(0, 0), (20, 20)]) + 0.5 * x
    np.testing.assert_allclose(got, x, rtol=1e-12)


def test_a_barrier_does_not_make_a_step_one_that_python_would_run(monkeypatch):
    """The steps of a checkpoint are launches, so little is tried to make them a kernel."""
    asked = []
    ask = LoopKernel.ask
    monkeypatch.setattr(LoopKernel, "ask", lambda kernel: (asked.append(kernel), ask(kernel))[1])

    def smoothed(x):
        for _ in range(6):
            p = jnp.pad(x, 1, mode="edge")
            x = jnp.tanh(p[:-2, 1:-1] * p[2:, 1:-1] + p[1:-1, :-2] * p[1:-1, 2:])
        return x, x[0, 0]

    def loss(x):
        return lax.scan(lambda c, _: fjax.checkpoint(smoothed)(c), x, None, length=4)[1].sum()

    fjax.inspect(fjax.grad(loss))(np.ones((40, 40)))
    assert 0 < len(asked) < 30_000
