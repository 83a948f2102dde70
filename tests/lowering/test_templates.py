"""A plan that is filled in for other sizes is the one that is made afresh for them."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.config import Scope
from fjax.core.avals import ShapedArray
from fjax.core.events import count_events
from fjax.errors import ShapeError
from fjax.interpreters.staging import stage
from fjax.lowering import pipeline
from fjax.lowering.run import template as templates
from fjax.lowering.run.families import MOST_TEMPLATES, Family, Program, same_plan
from fjax.lowering.run.plan import KeptPlan, Plan
from tests.lowering.programs import F64, Generator

LENGTHS = [33, 34, 41, 64, 65, 30, 130, 17, 1000, 36, 2500, 40, 129, 70_000]


def planned(jaxpr):
    """The plan of a program, and whether it was filled in."""
    with count_events("plan_filled_in") as filled:
        plan = pipeline.plan_jaxpr(jaxpr)
        return plan, filled()


def afresh(jaxpr):
    return pipeline._planned_from_scratch(jaxpr, (), None)


def check(jaxprs):
    """How many of the programs' plans are filled in; all are those made afresh."""
    fjax.clear_caches()
    count = 0
    for jaxpr in jaxprs:
        plan, filled = planned(jaxpr)
        count += filled
        if filled:
            assert same_plan(plan, afresh(jaxpr))
    return count


@pytest.mark.one_in(3)
@pytest.mark.parametrize("seed", range(12))
def test_plans_of_random_programs_are_those_made_afresh(seed):
    shapes = [[(5, n), (n,)] for n in LENGTHS] if seed % 2 else [[(n, 20), (20,)] for n in LENGTHS]

    def traced(given):
        # Made anew each time: a generator draws from its own stream of random numbers.
        program = Generator(seed).program
        return stage(lambda *xs: list(program(*xs)), [ShapedArray(s, F64) for s in given])[0]

    check([traced(given) for given in shapes])


def layer(x, w):
    return fjax.value_and_grad(lambda w: jnp.mean(jnp.tanh(x @ w) ** 2))(w)


def stepped(x, w):
    return lax.scan(lambda c, _: (jnp.sin(c) * 0.5 + w[0, 0], None), x, None, length=5)[0]


def joined(x, w):
    return jnp.concatenate([x * 2, jnp.exp(x), x[:3]], 0).sum(0), jnp.cumsum(x, 0)


def chosen(x, w):
    return lax.cond(w[0, 0] > 0, lambda x: x @ w, lambda x: jnp.cos(x) @ w, x)


def standardised(x, w):
    return (x - x.mean(1, keepdims=True)) / jnp.sqrt(x.var(1, keepdims=True) + 1e-5)


PROGRAMS = [layer, stepped, joined, chosen, standardised]


@pytest.mark.parametrize("function", PROGRAMS, ids=[f.__name__ for f in PROGRAMS])
def test_a_known_program_of_new_sizes_is_filled_in(function):
    lengths = [33, 34, 35, 37, 39, 43, 47, 53, 700, 701, 702, 19, 21, 23]
    w = jnp.ones((24, 24))
    assert check([fjax.make_jaxpr(function)(jnp.ones((n, 24)), w).jaxpr for n in lengths]) >= 7


def trained(x, w):
    """A step of a net of two layers for classes."""

    def loss(w):
        logits = jnp.tanh(x @ w) @ w.T[:, :10]
        return -jnp.mean(fjax.nn.log_softmax(logits)[:, 3])

    return w - 0.1 * fjax.grad(loss)(w)


def convolved(x, w):
    """The gradient of a convolution and a pooling, whose windows are fixed."""

    def loss(w):
        images = x[:, None] * w[:16, :16]
        kernel = w[:3, :3].reshape(1, 1, 3, 3)
        found = lax.conv_general_dilated(images, kernel, (1, 1), "SAME")
        window = (1, 1, 2, 2)
        return jnp.sum(lax.reduce_window(found, -np.inf, lax.max, window, window, "VALID") ** 2)

    return fjax.grad(loss)(w)


def attending(x, w):
    return fjax.grad(lambda x: jnp.sum((fjax.nn.softmax(x @ w @ x.T) @ x) ** 2))(x)


@pytest.mark.parametrize(
    ("function", "tail"), [(trained, (24,)), (convolved, (16, 16)), (attending, (24,))]
)
def test_most_batch_sizes_are_filled_in(function, tail):
    """A size must cross a threshold that decides something to be planned afresh."""
    lengths = [int(n) for n in np.random.default_rng(0).integers(24, 600, 40)]
    w = jnp.ones((24, 24))
    jaxprs = [
        fjax.make_jaxpr(function)(jnp.ones((n, *tail)), w).jaxpr for n in dict.fromkeys(lengths)
    ]
    assert check(jaxprs) >= len(jaxprs) - 11


def test_sizes_that_vary_later_get_templates_of_their_own():
    fjax.clear_caches()
    count = 0
    for shape in [(n, 20) for n in range(33, 39)] + [(33, n) for n in range(41, 47)] + [(70, 90)]:
        jaxpr = fjax.make_jaxpr(lambda x: jnp.sin(x).sum(1))(jnp.ones(shape)).jaxpr
        plan, filled = planned(jaxpr)
        count += filled
        assert same_plan(plan, afresh(jaxpr))
    assert count >= 9


@pytest.mark.parametrize("function", PROGRAMS, ids=[f.__name__ for f in PROGRAMS])
def test_results_of_filled_in_plans_are_those_of_eager_code(function):
    fjax.clear_caches()
    random, step = np.random.default_rng(0), fjax.jit(function)
    # What runs is filled in: checks would ask for all of it, and a plan on disk is not made.
    call = Scope("enable_compilation_cache", False)(Scope("check_ir", False)(step))
    w = random.normal(size=(24, 24)).astype(np.float32)
    for n in (33, 34, 35, 38, 45, 300, 301, 17, 19):
        x = random.normal(size=(n, 24)).astype(np.float32)
        with fjax.disable_jit():
            expected = function(x, w)
        for a, b in zip(fjax.tree.leaves(call(x, w)), fjax.tree.leaves(expected), strict=True):
            np.testing.assert_allclose(a, b, rtol=2e-5, atol=2e-5)


@pytest.mark.parametrize("function", [layer, stepped])
def test_what_runs_of_a_plan_is_filled_in_and_all_of_it_is_told_when_asked(function):
    fjax.clear_caches()
    # Checks look at all of a plan, and one that is on disk is not made.
    with Scope("check_ir", False), Scope("enable_compilation_cache", False):
        for n in (30, 40, 50, 60, 70):  # from 50 on decisions of `stepped` are others
            jaxpr = fjax.make_jaxpr(function)(np.ones((n, 20)), np.ones((20, 3))).jaxpr
            executable = pipeline.compile_jaxpr(jaxpr)
    assert type(executable.runs) is KeptPlan and not executable.runs.kernels
    assert type(executable.plan) is Plan and executable.plan.kernels
    assert same_plan(executable.plan, afresh(jaxpr))


def test_literals_of_a_program_are_filled_in():
    fjax.clear_caches()
    step = fjax.jit(lambda x: jnp.sum(x * (1.0 / len(x))) + 0.25)
    for n in (33, 34, 35, 36, 47):
        np.testing.assert_allclose(step(np.full(n, 3.0)), 3.25, rtol=1e-12)


def meeting(x):
    """The constant of the body, which is no size, is the length of one of the arguments."""
    mean = x.sum() / float(len(x))
    return lax.fori_loop(0, 4, lambda _, c: jnp.sin(c) * 36.0 + mean, x * 0.5) * 36.0


def looked_up(x, places):
    return x[places] * 2


def updated(x, places):
    return x.at[places].add(1.0)


def of_ranks(x, places):
    return jnp.median(x), jnp.searchsorted(jnp.sort(x), x[:5]), places % x.shape[0]


def summed_by_index(x, places):
    return lax.fori_loop(0, x.shape[0], lambda i, total: total + x[i], jnp.float64(0))


def ruled(x, w):
    @fjax.custom_jvp
    def act(x):
        return jnp.maximum(x, 0.0)

    act.defjvp(lambda p, t: (act(p[0]), t[0]))  # each trace has another function
    return lax.scan(lambda c, _: (act(c @ w), None), x, None, length=3)[0]


def of_equal_rows(x, w):
    return fjax.grad(lambda w: jnp.mean(x) * jnp.broadcast_to(w[0], x.shape).sum())(w)


def flattened(x, w):
    """The gradient of rows without the last ones, as of sequences whose next element is guessed."""
    xs = jnp.stack([x, x + 1, x - 1])
    return fjax.grad(lambda w: jnp.mean(((xs @ w)[:, :-1].reshape(-1, 24) @ w) ** 2))(w)


def edged(x, w):
    y = x.at[-1].set(w[0])
    return y.at[1:-1].set(2.0 * y[:-2])[-1]


@pytest.mark.parametrize("function", [ruled, of_equal_rows, flattened, edged])
def test_what_lowering_makes_of_sizes_follows_them(function):
    sizes = [151, 160, 149, 163, 157, 169]
    types = [[ShapedArray((n, 24), F64), ShapedArray((24, 24), F64)] for n in sizes]
    jaxprs = [stage(lambda *a: [function(*a)], avals)[0] for avals in types]
    assert check(jaxprs) >= 2  # the first ones are planned


@pytest.mark.parametrize("function", [looked_up, updated, of_ranks, summed_by_index])
def test_a_whole_number_that_is_a_size_follows_it(function):
    places = jnp.array([-1, 0, 16, -17, 5])
    arrays = [jnp.sin(jnp.arange(float(n))) for n in (33, 37, 41, 70, 35, 39, 300, 43)]
    assert check([fjax.make_jaxpr(function)(x, places).jaxpr for x in arrays]) >= 3
    jitted = fjax.jit(function)
    for x in arrays:
        for found, expected in zip(
            fjax.tree.leaves(jitted(x, places)), fjax.tree.leaves(function(x, places)), strict=True
        ):
            np.testing.assert_allclose(found, expected)


def test_a_whole_number_that_is_a_size_by_chance_stays_what_it_is():
    function = lambda i: i * 50 + i % 41
    for n in (41, 50, 41, 33, 50, 60, 70, 41, 80):
        i = np.arange(n)
        np.testing.assert_array_equal(fjax.jit(function)(i), i * 50 + i % 41)


def test_literals_that_meet_by_chance_part_again():
    fjax.clear_caches()
    step = fjax.jit(meeting)
    for n in (36, 33, 34, 36, 35, 37):
        x = np.linspace(0.0, 1.0, n)
        with fjax.disable_jit():
            expected = meeting(jnp.array(x))
        np.testing.assert_allclose(step(x), expected, rtol=1e-10)


def test_a_size_that_decides_otherwise_is_planned_from_scratch():
    fjax.clear_caches()
    programs = [fjax.make_jaxpr(lambda x: jnp.sin(x).sum())(jnp.ones(n)).jaxpr for n in LENGTHS]
    found = [planned(p) for p in programs]
    assert [filled for _, filled in found[3:]].count(0) < MOST_TEMPLATES
    parallel = {n: p.launches[0].launch.parallel for n, (p, _) in zip(LENGTHS, found, strict=True)}
    assert not parallel[33]
    for n, (plan, _) in zip(LENGTHS, found, strict=True):
        made = afresh(programs[LENGTHS.index(n)])
        assert [x.launch.words for x in plan.launches] == [x.launch.words for x in made.launches]


def pooled(x):
    window = (1, 1, 2, 2)
    return lax.reduce_window(jnp.sin(x), -np.inf, lax.max, window, window, "VALID")


def test_a_size_and_its_value_may_meet_in_a_rule():
    """The places of maxima: some of their axes are sizes, others numbers of the rule's own."""
    step = fjax.jit(fjax.grad(lambda x: (pooled(x) ** 2).sum()))
    for n in (20, 24, 32, 40, 48):
        x = jnp.sin(jnp.arange(n * 16 * 16.0)).reshape(n, 16, 4, 4)
        with fjax.disable_jit():
            expected = step(x)
        np.testing.assert_allclose(step(x), expected, rtol=1e-12)


def test_a_template_that_cannot_be_made_leaves_programs_to_be_planned_from_scratch():
    def fails(fixed):
        raise ShapeError("operands must have one shape")

    family, plan = Family(), planned(fjax.make_jaxpr(jnp.sin)(jnp.ones(33)).jaxpr)[0]
    for n in (33, 34, 35, 36):
        program = Program([n], plan.optimized)
        assert family.plan(program, lambda learns: plan, fails) is plan
    assert family.is_closed


def test_a_template_is_made_for_the_second_program_and_each_later_one_that_none_serves(monkeypatch):
    fjax.clear_caches()
    made, template = [], templates.template
    monkeypatch.setattr(templates, "template", lambda *given: made.append(0) or template(*given))
    found = []
    for n in (33, 34, 35, 70_000, 80_000, 90_000):  # long ones are summed by several threads
        planned(fjax.make_jaxpr(lambda x: jnp.sin(x).sum())(np.ones(n)).jaxpr)
        found.append(len(made))
    assert found == [0, 1, 1, 2, 2, 3]  # the combination of their blocks is long from 90,000 on
