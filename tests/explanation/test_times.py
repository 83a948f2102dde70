"""What is measured: each step of the real program, which computes what the function computes."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.errors import FjaxValueError
from fjax.explanation import timing
from fjax.explanation.shares import by_line, by_place
from fjax.explanation.steps import VIEW, every, taken
from fjax.lowering.cpu.runtime import threads
from tests.explanation.parsed import Page
from tests.explanation.programs import PROGRAMS, X, energy, updated


@pytest.fixture(autouse=True)
def few_runs(monkeypatch):
    """A run or two of each kind: what they take is not looked at."""
    monkeypatch.setattr(timing, "SECONDS", 0.0)
    monkeypatch.setattr(timing, "FEWEST", 1)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", PROGRAMS)
def test_each_step_has_a_time_and_the_arguments_stay(name):
    function, *args = PROGRAMS[name]
    args = [jnp.asarray(a) for a in args]
    before = [np.asarray(a).copy() for a in args]
    explained = fjax.explain(function, measure=True)(*args)
    assert explained.times.whole.seconds > 0
    for step in explained.steps:
        assert (step.seconds is None) == (step.kind == VIEW)
    for array, copy in zip(args, before, strict=True):
        np.testing.assert_array_equal(array, copy)
    page = Page(explained.html)
    assert len(page.named("t")) >= len([s for s in explained.steps if s.seconds])


def iterated(a):
    def step(q, _):
        q, r = jnp.linalg.qr(a @ q)
        return q, jnp.diag(r)

    return lax.scan(step, jnp.eye(len(a)), None, 20)


def searched(x):
    def step(state):
        x, k = state
        x = lax.cond(k % 2 == 0, lambda v: jnp.sort(v) * 0.5, lambda v: v - 1, x)
        return lax.fori_loop(0, 3, lambda _, v: v @ jnp.eye(40), x), k + 1

    return lax.while_loop(lambda state: state[1] < 6, step, (x, 0))[0]


def printed(x):
    def step(c, row):
        fjax.debug.print("", ordered=False)
        return jnp.tanh(c + row), None

    return lax.scan(step, x[0], x)[0]


INSIDE = {
    "a decomposition": (iterated, (80, 80), {"qr": 20, "dot_general": 20}),
    "branches and loops": (searched, (40, 40), {"sort": 3, "dot_general": 18, "cond": 6}),
    "steps of Python": (printed, (5, 5), {"debug_print": 5}),
}


@pytest.mark.parametrize("name", INSIDE)
def test_the_steps_inside_of_a_loop_have_times_that_add_up(name):
    function, shape, runs = INSIDE[name]
    explained = fjax.explain(function, measure=True)(np.random.RandomState(0).rand(*shape))
    inner = {s.title: s.runs for s in every(explained.steps) if s.seconds and s.title in runs}
    assert inner == runs
    for step in every(explained.steps):
        if step.own is not None:
            inside = sum(s.seconds or 0.0 for _, steps in step.inner for s in steps)
            assert inside + step.own == pytest.approx(step.seconds)
            assert all((s.runs > 1) == (s.took.find(" × ") > 0) for s in every([step]))
    total = sum(step.seconds for step in explained.steps if step.seconds)
    assert sum(seconds for _, seconds in taken(explained.steps)) == pytest.approx(total)


def test_of_more_launches_than_are_noted_the_last_ones_count(monkeypatch):
    monkeypatch.setattr(threads, "STAMPS", 16)
    threads._stamp_ring.cache_clear()
    explained = fjax.explain(iterated, measure=True)(np.random.RandomState(0).rand(80, 80))
    threads._stamp_ring.cache_clear()
    (loop,) = [s for s in explained.steps if s.own is not None]
    inside = [s for _, steps in loop.inner for s in steps]
    assert loop.own == 0.0
    assert sum(s.seconds for s in inside) == pytest.approx(loop.seconds)


def test_the_time_of_steps_is_divided_among_lines():
    explained = fjax.explain(fjax.grad(energy), measure=True)(X, 2.0)
    shares = by_place(explained)
    total = sum(step.seconds or 0 for step in explained.steps)
    assert sum(shares.values()) == pytest.approx(total)
    assert all(seconds > 0 for seconds in shares.values())
    assert by_place(fjax.explain(fjax.grad(energy))(X, 2.0)) == {}


def solved(a, x):
    def step(x, _):
        x = jnp.sin(x) * 2 + 1
        x = jnp.linalg.solve(a, x)  # most work
        return x, None

    return lax.scan(step, x, None, length=3)[0]


def transformed(x):
    def step(x, _):
        x = x * jnp.exp(-x) + 1
        x = jnp.fft.ifft(jnp.fft.fft(x)).real  # most work
        return x, jnp.sum(x)

    return lax.scan(step, x, None, length=3)


def nested(x, y):
    def step(x, _):
        y = jnp.tanh(x) * jnp.exp(x)
        x = lax.fori_loop(0, 50, lambda _, x: x * 0.5 + 1, x)  # most work
        return x + y, None

    return lax.scan(step, x, y)[0]


def multiplied(x):
    def step(x, _):
        x = jnp.tanh(x) + 1
        return x @ x, None  # most work

    return lax.scan(step, x, None, length=3)[0]


@pytest.mark.parametrize(
    "function, shapes",
    [
        (solved, [(50, 50), (50, 50)]),
        (transformed, [(4096,)]),
        (nested, [(9,), (5,)]),
        (multiplied, [(400, 400)]),
    ],
)
def test_the_time_of_a_loop_is_that_of_the_line_with_most_work(function, shapes, monkeypatch):
    """Whether its steps are launches, which are timed, or lines of one kernel, which are not."""
    monkeypatch.setattr(timing, "FEWEST", 10)  # of which none is disturbed in every step
    args = [np.full(shape, 0.1) + np.eye(shape[0], shape[-1])[0] for shape in shapes]
    with fjax.threads(1):
        explained = fjax.explain(function, measure=True)(*args)
    line = by_line(explained)[0]
    assert "# most work" in line.text and line.share > 0.5


def test_a_donated_argument_stays():
    x = jnp.asarray(X)
    fjax.explain(fjax.jit(updated, donate_argnums=0), measure=True)(x)
    assert not x.is_deleted() and float(x[2]) == X[2]


def test_what_has_no_values_cannot_be_measured():
    with pytest.raises(FjaxValueError, match="measure=True runs the function"):
        fjax.explain(updated, measure=True)(fjax.ShapeDtypeStruct((4,), "float32"))
    with fjax.default_device(fjax.devices("meta")[0]):
        meta = jnp.ones(4)
    with pytest.raises(FjaxValueError, match="measure=True runs the function"):
        fjax.explain(updated, measure=True)(meta)
    assert "not measured" in fjax.explain(updated)(meta).html


def test_what_changes_references_is_not_measured():
    held = fjax.new_ref(jnp.zeros(3))

    def f(x):
        held[...] += x
        return x

    with pytest.raises(FjaxValueError, match="uses references cannot be measured"):
        fjax.explain(f, measure=True)(jnp.ones(3))
    Page(fjax.explain(f)(jnp.ones(3)).html)
    np.testing.assert_array_equal(held[...], np.zeros(3))


def test_a_page_says_which_code_was_there_already():
    def f(x):
        return jnp.sin(x) * 2.5 - 1

    first, second = (fjax.explain(f, measure=True)(np.ones(700)) for _ in range(2))
    assert any(key.startswith("machine code") for key in first.seconds)
    assert any(key.startswith("machine code (") and "in memory" in key for key in second.seconds)
    assert "in memory" in second.html
