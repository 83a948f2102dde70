"""Planted problems: the page names each in words that say what to change, at its line."""

import functools

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.explanation.findings import findings, problems
from tests.explanation.parsed import Page
from tests.explanation.test_links import number_of

BIG = np.zeros((600, 600), np.float32)


def cut_by_a_callback(x):
    y = jnp.sin(x)
    z = fjax.pure_callback(np.cos, y, y)
    return z + 1


def accidental_double(x):
    y = x * 2
    z = y * np.linspace(0, 1, 600)
    return z.sum()


def host_loop(x):
    def step(c, _):
        return fjax.pure_callback(np.cos, c, c), None

    return lax.scan(step, x, None, 3)[0]


def copied(x):
    y = x.at[0].set(1.0)
    return y, x + 1


def frozen(params, x):
    hidden = x @ lax.stop_gradient(params["a"])
    return jnp.mean((hidden @ params["b"]) ** 2)


def replaced(state, x):
    return state - 0.1 * x


def transposed(x):
    y = jnp.sort(x, 1)
    return jnp.sort(y.T, 1)


def normalised(x):
    e = jnp.exp(x)
    return e / jnp.sum(e, 0)


def same_noise(key, x):
    a = fjax.random.normal(key, x.shape, x.dtype)
    return x + a * fjax.random.uniform(key, x.shape, x.dtype)


def trained(params, x):
    gradient = fjax.grad(frozen)(params, x)
    return fjax.tree.map(lambda p, g: p - 0.1 * g, params, gradient)


def clipped(params, x):
    gradient = fjax.grad(frozen)(params, x)
    norm = jnp.sqrt(sum(jnp.sum(g * g) for g in gradient.values()))
    scale = jnp.minimum(1, 1 / norm)
    return fjax.tree.map(lambda p, g: p - g * scale, params, gradient)


def same_words(key, x):
    return x + fjax.random.normal(key, (600,), x.dtype) * fjax.random.bits(key, (600,))


def turned(x):
    return jnp.tanh(x.T) @ x[:, :2]


def normalised_again(x):
    def step(c, _):
        shares = normalised(c)
        return jnp.sort(shares), None

    return lax.scan(step, x, None, 3)[0]


def copied_in_each_step(x):
    def step(c, i):
        changed = c.at[i].add(1.0)
        return changed, (c * changed).sum()

    return lax.scan(step, x, jnp.arange(3))


def printed_in_each_step(x):
    def step(c, i):
        fjax.debug.print("{}", c[0, 0] + i)
        return jnp.tanh(c), None

    return lax.scan(step, x, jnp.arange(3))[0]


def written_out(x):
    for row in range(60):
        with fjax.named_scope(f"row {row}"):
            x = x.at[row].set(jnp.sin(x[row - 1]))
    return x


def all_pairs(x):
    near = jnp.sum((x[:, None] - x[None]) ** 2, -1)
    return jnp.sort(near, 0)[1]


def narrowed(x):
    return x.astype(jnp.float16) @ x.astype(jnp.float16)


def momentum(params, state, x):
    state = fjax.tree.map(lambda s, p: 0.9 * s + p * x, state, params)
    return fjax.tree.map(lambda p, s: p - s, params, state), state


PLANTED = {
    "a copy in each step of a loop": (
        copied_in_each_step,
        (BIG,),
        ["in each step of a loop: it is needed afterwards", "before the update"],
        "c.at[i]",
    ),
    "a print in a loop": (
        printed_in_each_step,
        (BIG,),
        ["scan: Python runs it step by step, as debug_print has no kernel", "launched by itself"],
        "fjax.debug.print",
    ),
    "what is printed": (
        printed_in_each_step,
        (BIG,),
        ["debug_print runs in Python", "can be an output of the function"],
        "fjax.debug.print",
    ),
    "a loop of Python": (
        written_out,
        (BIG,),
        ["a loop of Python is written out: a line of it was traced 60 times", "fori_loop"],
        "x.at[row]",
    ),
    "a large value between steps": (
        all_pairs,
        (np.zeros((600, 3)),),
        ["f64[600,600] (2.88 MB) is stored between steps, 150 times", "lax.map with batch_size="],
        "(x[:, None] - x[None])",
    ),
    "conversions of whole arrays": (
        narrowed,
        (BIG,),
        ["only moves elements (convert_element_type)", "Keep the array in one dtype"],
        "x.astype",
    ),
    "several donations": (
        momentum,
        ({"w": BIG}, {"w": BIG}, BIG),
        ["params['w'], state['w'] (2.88 MB) are not donated", "donate_argnums"],
        None,
    ),
    "a frozen layer in a step": (
        trained,
        ({"a": BIG, "b": BIG}, BIG),
        ["zeros are added to params['a']", "stop_gradient"],
        "p - 0.1",
    ),
    "a frozen layer under a limit of the gradient": (
        clipped,
        ({"a": BIG, "b": BIG}, BIG),
        ["zeros are added to params['a']", "stop_gradient"],
        "p - g * scale",
    ),
    "words of a key that are used twice": (
        same_words,
        (fjax.random.PRNGKey(0), BIG),
        ["a random key is used a second time", "fjax.random.split(key)"],
        "fjax.random.bits",
    ),
    "a kernel that walks across rows": (
        turned,
        (BIG,),
        ["walks across 1.44 MB", "jnp.einsum"],
        "x.T",
    ),
    "an unfused reduction in a loop": (
        normalised_again,
        (BIG,),
        ["do not fuse: a reduction along axis 0", "along the last axis"],
        None,
    ),
    "a chain cut by a callback": (
        cut_by_a_callback,
        (BIG,),
        ["pure_callback runs in Python", "functions that have a kernel"],
        "fjax.pure_callback",
    ),
    "an accidental float64": (
        accidental_double,
        (BIG,),
        ["float64 arises where", "jnp.asarray(c, float32)"],
        "np.linspace",
    ),
    "a host loop": (
        host_loop,
        (BIG,),
        ["scan: it is not one kernel: pure_callback", "Each step of it is launched by itself"],
        "fjax.pure_callback",
    ),
    "a copy of a large array": (
        copied,
        (BIG,),
        ["(1.44 MB) is copied before it is changed", "donate_argnums"],
        "x.at[0]",
    ),
    "a frozen layer": (
        fjax.grad(frozen),
        ({"a": BIG, "b": BIG}, BIG),
        ["output ['a'] does not depend on the arguments", "stop_gradient"],
        None,
    ),
    "a missed donation": (
        replaced,
        (BIG, BIG),
        ["state (1.44 MB) is not donated", "donate_argnums"],
        None,
    ),
    "a transposed layout": (
        transposed,
        (BIG,),
        ["only moves elements (transpose)", "jnp.einsum"],
        "y.T",
    ),
    "an unfused reduction": (
        normalised,
        (BIG,),
        ["do not fuse: a reduction along axis 0", "along the last axis"],
        None,
    ),
    "a key that is used twice": (
        same_noise,
        (fjax.random.key(0), BIG),
        ["a random key is used a second time", "fjax.random.split(key)"],
        "fjax.random.uniform",
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_problem_is_named(name):
    function, args, words, line = PLANTED[name]
    page = Page(fjax.explain(function)(*args).html)
    found = [e for e in page.named("finding") if words[0] in e.text]
    assert found, [e.text for e in page.named("finding")]
    assert words[1] in found[0].text
    if line is not None:
        code = getattr(function, "__wrapped__", function).__code__
        (number,) = {
            k for k, e in page.lines.items() if line in e.text and k >= code.co_firstlineno
        } & {k for k, e in page.lines.items() if e.keys & found[0].keys}
        assert line in page.lines[number].text


@pytest.mark.parametrize(
    "options, calls, words",
    [
        ({}, [(np.ones(n), 1.0) for n in (1, 2, 3)], ["at x, now f64[3]", "pad to a few sizes"]),
        (
            {"static_argnums": 1},
            [(np.ones(3), rate) for rate in (0.1, 0.2, 0.3)],
            ["1: 0.3 and before 1: 0.2", "Pass it as an array"],
        ),
    ],
    ids=["shapes", "static values"],
)
def test_a_retrace_on_every_call_is_named(options, calls, words):
    @functools.partial(fjax.jit, **options)
    def step(x, rate):
        return x * rate

    for args in calls:
        step(*args)
    page = Page(fjax.explain(step)(*calls[-1]).html)
    (found,) = [e for e in page.named("finding") if "was traced" in e.text]
    assert "step was traced 3 times" in found.text
    assert [w for w in words if w not in found.text] == []


def test_a_function_that_is_made_in_each_call_is_named():
    def call(x, kind):
        return kind(lambda y: y + 1)(x)

    for _ in range(3):
        call(1.0, fjax.jit)
    page = Page(fjax.explain(lambda x: call(x, fjax.jit))(1.0).html)
    (found,) = page.named("finding")
    assert "functions from line" in found.text and "jit it once, outside" in found.text
    assert number_of(call, "lambda y") in {k for k, e in page.lines.items() if e.keys & found.keys}


def test_several_derivatives_of_one_function_are_no_repeated_tracing():
    def f(x, y):
        return x * y

    for transform in (fjax.grad, fjax.vmap, fjax.hessian):
        fjax.jit(transform(f))(*([1.0, 2.0] if transform is not fjax.vmap else [np.ones(2)] * 2))
    assert Page(fjax.explain(f)(1.0, 2.0).html).named("finding") == []


def hunted(rates):
    def velocity(p):
        a, b, c, d = rates
        return jnp.stack([(a - b * p[1]) * p[0], (c * p[0] - d) * p[1]])

    def step(p, _):
        first = velocity(p)
        second = velocity(p + first / 20)
        third = velocity(p + second / 20)
        return p + (first + 2 * second + 2 * third + velocity(p + third / 10)) / 60, None

    return jnp.log(lax.scan(step, jnp.ones(2), None, 20)[0]).sum()


def test_derivatives_of_a_loop_are_no_loop_of_python():
    page = Page(fjax.explain(fjax.hessian(hunted))(np.ones(4)).html)
    assert not [e.text for e in page.named("finding") if "written out" in e.text]


def test_the_slowest_line_is_named_and_then_the_slowest_step():
    def f(x):
        small = jnp.sum(x[0] * 2)
        return jnp.sort(x.ravel()) + small

    page = Page(fjax.explain(f, measure=True)(BIG + np.random.RandomState(0).rand(600, 600)).html)
    first, second = page.named("finding")[:2]
    line = number_of(f, "jnp.sort")
    assert first.text.startswith(f"line {line} takes ") and "jnp.sort(x.ravel())" in first.text
    assert second.text.startswith("sort takes") and "% of the time" in second.text
    for found in (first, second):
        assert line in {k for k, e in page.lines.items() if e.keys & found.keys}


def test_a_step_of_a_loop_is_named_with_how_often_it_runs():
    def iterated(a):
        return lax.scan(lambda q, _: (jnp.linalg.qr(a @ q)[0], None), jnp.eye(len(a)), None, 20)[0]

    found = findings(fjax.explain(iterated, measure=True)(np.random.RandomState(0).rand(80, 80)))
    assert any(f.what.startswith("20 × ") and "% of the time" in f.what for f in found)
    assert not any(f.what.startswith("scan takes") for f in found)


def test_a_clean_program_has_nothing_to_say():
    def f(x):
        return jnp.tanh(x) * 2 + 1

    clean = fjax.jit(f, donate_argnums=0)
    assert Page(fjax.explain(clean)(BIG).html).named("finding") == []
    gradient = fjax.grad(lambda x: f(x).sum())
    assert Page(fjax.explain(gradient)(np.ones(3)).html).named("finding") == []


def test_what_costs_next_to_nothing_is_not_named():
    """Small products in a native loop, a step number in float64, zeros that a sum begins with."""

    def step(w, total, number):
        rate = jnp.minimum(number / 3, 1.0).astype(w.dtype)
        state = lax.fori_loop(0, 5, lambda _, c: jnp.tanh(c @ w), jnp.tanh(w))
        return w - rate * state, jnp.zeros(64, w.dtype) + total

    args = (BIG[:64, :64], BIG[0, :64], jnp.asarray(2))
    assert [e.text for e in Page(fjax.explain(step)(*args).html).named("finding")] == []


def test_a_finding_shows_its_line():
    found = Page(fjax.explain(accidental_double)(BIG).html).named("finding")
    (finding,) = [e for e in found if "float64 arises" in e.text]
    line = number_of(accidental_double, "np.linspace")
    assert f"line {line}: z = y * np.linspace(0, 1, 600)" in finding.text
    assert f"(line {line}: z = y" in str(fjax.explain(accidental_double)(BIG))


def test_passes_that_are_alike_are_one_finding():
    def f(x):
        return [jnp.sort(x[:, k : k + 550]) for k in range(3)]

    (found,) = Page(fjax.explain(f)(BIG).html).named("finding")
    assert "kernel 0 only moves elements (slice): 2.64 MB, and 2 more like it" in found.text
    assert "in an array of its own" in found.text


def test_a_row_and_what_is_filled_are_no_passes_over_memory():
    """A kernel reads only what it takes; a constant of the program cannot be donated."""

    def row(x):
        return jnp.sort(x[0]) + BIG.sum(0)

    def unused(params, x):
        return (x @ params["a"]).sum()

    assert Page(fjax.explain(row)(BIG).html).named("finding") == []
    kernels = fjax.explain(lambda x: jnp.sin(x[3]))(BIG).kernels
    assert [k.moved for k in kernels] == [2 * 600 * 4]
    gradient = fjax.explain(fjax.grad(unused))({"a": BIG, "b": BIG}, BIG)
    found = [e.text for e in Page(gradient.html).named("finding")]
    assert [t for t in found if "only moves" in t] == []
    assert "output ['b'] does not depend" in found[0]


def test_an_inner_function_that_is_traced_on_every_call_is_named():
    @functools.partial(fjax.jit, static_argnames="rate")
    def decay(x, rate):
        return x * rate

    for rate in (0.3, 0.2, 0.1):
        decay(np.ones(3), rate=rate)
    for caller in (lambda x: decay(x, rate=0.1) + 1, functools.partial(decay, rate=0.1)):
        found = [e.text for e in Page(fjax.explain(caller)(np.ones(3)).html).named("finding")]
        assert len(found) == 1 and "decay was traced 3 times" in found[0]


def test_an_operand_of_float64_is_named_by_what_meets_it():
    for function, words in (
        (accidental_double, "where float32[600,600] meets it"),
        (lambda x: jnp.eye(600) + x, "as a default"),
        (lambda x: x + jnp.zeros(600), "as a default"),
        (lambda x: x * jnp.linspace(0, 1, 600), "as a default"),
        (lambda x: x + fjax.random.normal(fjax.random.key(0), (600, 600)), "in normal"),
    ):
        found = Page(fjax.explain(function)(BIG).html).named("finding")
        assert f"float64 arises {words}, though" in found[0].text


def test_a_pass_that_takes_next_to_nothing_does_not_stand_out():
    explained = fjax.explain(transposed)(BIG)
    (finding,) = [f for f in problems(explained) if "only moves elements" in f.what]
    for step in explained.steps:
        step.seconds = 1e-4 if step.number == finding.step else 1.0
    assert not any("only moves elements" in f.what for f in problems(explained))
    explained.steps[finding.step].seconds = 0.5
    assert any("only moves elements" in f.what for f in problems(explained))


def symmetric(x):
    return jnp.linalg.eigh(x @ x.T)[0]


def quantiles(x):
    return jnp.median(x, axis=1), jnp.percentile(x, 30, axis=1)


def kept_or_not(key, x):
    return (x * fjax.random.bernoulli(key, 0.9, x.shape)).sum(1)


def sums_of_groups(x, groups):
    return fjax.ops.segment_sum(x, groups, 10)


def rows_one_by_one(x):
    return [jnp.tanh(x[k]) / jnp.tanh(x[k]).sum() for k in range(3)]


def widened(x):
    return jnp.tanh(x).sum(1).astype(jnp.float64)


@pytest.mark.parametrize(
    "function, args, words",
    [
        (symmetric, (BIG,), "is transposed"),
        (quantiles, (BIG,), "float64"),
        (kept_or_not, (fjax.random.key(0), BIG), "float64"),
        (sums_of_groups, (BIG, np.arange(600) % 10), "zeros are added"),
        (rows_one_by_one, (BIG,), "do not fuse"),
    ],
)
def test_what_no_change_mends_is_no_finding(function, args, words):
    """Both layouts of a matrix are read, positions in float64, indices, rows of a large array."""
    assert [f.what for f in findings(fjax.explain(function)(*args)) if words in f.what] == []


def test_results_in_float64_are_named_however_small():
    (found,) = findings(fjax.explain(widened)(BIG))
    assert found.what.startswith("float64 arises where float32[600] meets it")


def test_zeros_that_are_added_to_a_function_of_an_argument_are_no_update():
    found = findings(fjax.explain(lambda x: jnp.sin(x * 0) + jnp.sin(x))(BIG))
    assert not any("zeros are added" in f.what for f in found)
