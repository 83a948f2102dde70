"""Higher-order rules at their edges: nested effects, choices out of range, odd rules."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.custom_derivatives import linear_call
from fjax.extend.core import Primitive
from fjax.interpreters import ad

KEPT = {
    "checkpoint": lambda body: lambda x: fjax.checkpoint(body)(x),
    "scan": lambda body: lambda x: lax.scan(lambda c, _: (body(c), None), x, None, length=1)[0],
    "counted loop": lambda body: lambda x: lax.fori_loop(0, 1, lambda i, c: body(c), x),
    "checkpoint of a scan": lambda body: (
        lambda x: fjax.checkpoint(
            lambda y: lax.scan(lambda c, _: (body(c), None), y, None, length=1)[0]
        )(x)
    ),
}
NESTED = {
    "plain": lambda body: body,
    "jit": fjax.jit,
    "cond": lambda body: lambda x: lax.cond(x > -1e9, body, lambda y: y, x),
    "scan": lambda body: lambda x: lax.scan(lambda c, _: (body(c), None), x, None, length=1)[0],
}


@pytest.mark.one_in(5)
@pytest.mark.parametrize("nested", NESTED)
@pytest.mark.parametrize("kept", KEPT)
@pytest.mark.parametrize("compiled", [False, True])
def test_an_effect_runs_once_however_often_its_program_is_computed_again(kept, nested, compiled):
    calls = []

    def body(x):
        fjax.debug.callback(lambda v: calls.append(float(v)), x)
        return jnp.sin(x) * x

    def function(x):
        return KEPT[kept](NESTED[nested](body))(x) * x

    gradient = fjax.grad(function)
    found = (fjax.jit(gradient) if compiled else gradient)(jnp.float64(0.5))
    fjax.effects_barrier()
    assert calls == [0.5]
    np.testing.assert_allclose(found, 2 * 0.5 * np.sin(0.5) + 0.25 * np.cos(0.5), rtol=1e-12)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("compiled", [False, True])
def test_a_choice_out_of_range_takes_the_nearest_branch_in_a_batch_too(count, compiled):
    branches = [lambda x, k=k: x * 10 + k for k in range(count)]

    def choose(i, x):
        return lax.switch(i, branches, x)

    function = fjax.vmap(choose)
    indices = np.arange(-2, count + 3)
    values = np.arange(len(indices)) * 1.0
    expected = values * 10 + np.clip(indices, 0, count - 1)
    np.testing.assert_array_equal(
        (fjax.jit(function) if compiled else function)(indices, values), expected
    )

    def looped(x):
        return lax.scan(lambda c, i: (c, choose(i, x)), 0, indices)[1]

    np.testing.assert_array_equal(
        (fjax.jit(looped) if compiled else looped)(3.0), 30 + np.clip(indices, 0, count - 1)
    )


@pytest.mark.parametrize("given", [lambda n: None, lambda n: np.zeros(n.shape, fjax.dtypes.float0)])
@pytest.mark.parametrize("compiled", [False, True])
def test_a_rule_may_give_nothing_for_whole_numbers(given, compiled):
    @fjax.custom_vjp
    def power(x, n):
        return x**n

    power.defvjp(
        lambda x, n: (x**n, (x, n)),
        lambda kept, t: (t * kept[1] * kept[0] ** (kept[1] - 1), given(kept[1])),
    )
    gradient = fjax.grad(power, argnums=(0, 1), allow_int=True)
    x, n = jnp.float64(3.0), jnp.int64(4)
    by_x, by_n = (fjax.jit(gradient) if compiled else gradient)(x, n)
    assert by_x == 108 and by_n.dtype == fjax.dtypes.float0
    assert fjax.grad(lambda x: power(power(x, n), n))(2.0) == 16 * 2.0**15


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "in_axes",
    [(0, 0, 0), (0, None, None), (None, 0, None), (None, None, 0), (0, 0, None), (1, None, 0)],
)
def test_a_rule_with_an_optimized_forward_pass_is_batched(in_axes):
    offset = jnp.asarray([1.0, 2.0])

    def computed(x, y, z):
        return jnp.sin(x) * y + z * offset

    function = fjax.custom_vjp(computed)
    function.defvjp(
        lambda x, y, z: (computed(x, y, z), (x, y)),
        lambda kept, t: (t * jnp.cos(kept[0]) * kept[1], t * jnp.sin(kept[0]), t * offset),
        optimize_remat=True,
    )
    random = np.random.default_rng(0)
    args = [random.normal(size=(2,) if d is None else ((3, 2), (2, 3))[d]) for d in in_axes]
    sizes = [args[k].shape[d] for k, d in enumerate(in_axes) if d is not None]
    assert len(set(sizes)) == 1

    def summed(function):
        return fjax.vmap(lambda *a: (function(*a) ** 2).sum(), in_axes)

    def gradients(function):
        return fjax.vmap(fjax.grad(lambda *a: (function(*a) ** 2).sum(), (0, 1, 2)), in_axes)

    for transformed in (summed, gradients):
        expected = fjax.tree.leaves(transformed(computed)(*args))
        for wrapped in (lambda f: f, fjax.jit):
            found = fjax.tree.leaves(wrapped(transformed(function))(*args))
            for left, right in zip(found, expected, strict=True):
                np.testing.assert_allclose(left, right, rtol=1e-12)
    whole, plain = (
        fjax.grad(lambda *a, f=f: summed(f)(*a).sum(), (0, 1, 2))(*args)
        for f in (function, computed)
    )
    for left, right in zip(whole, plain, strict=True):
        np.testing.assert_allclose(left, right, rtol=1e-12)


@pytest.mark.parametrize("transform", [lambda f: f, fjax.jit, fjax.vmap], ids=["", "jit", "vmap"])
def test_loops_carry_stack_and_close_over_values_without_data(transform):
    zeros = np.zeros((2, 1), fjax.float0)

    def scanned(x):
        nothing = fjax.jacfwd(lambda x: x > 0)(x)
        return fjax.lax.scan(lambda c, _: ((c[0], x + c[1]), c), (nothing, x), None, length=3)[1]

    nothing, sums = transform(scanned)(jnp.ones((2, 1)))
    assert nothing.dtype == fjax.float0
    np.testing.assert_array_equal(np.sort(sums.ravel()), [1, 1, 2, 2, 3, 3])
    carried, last = fjax.lax.while_loop(
        lambda c: c[1] < 3, lambda c: (c[0], c[1] + 1), (zeros, jnp.float32(0))
    )
    assert carried.dtype == fjax.float0 and last == 3


def _rules_that_give_numbers():
    """Functions x -> 3 x whose rules return the number 3.0 for a cotangent of 1."""
    by_vjp = fjax.custom_vjp(lambda x: x * 3.0)
    by_vjp.defvjp(lambda x: (x * 3.0, None), lambda kept, cotangent: (3.0,))
    by_gradient = fjax.custom_gradient(lambda x: (x * 3.0, lambda cotangent: (3.0,)))
    thrice_p = Primitive("thrice")
    thrice_p.def_impl(lambda x: x * 3.0)
    thrice_p.def_abstract_eval(lambda aval: aval)
    ad.deflinear2(thrice_p, lambda cotangent, x: [3.0])

    def by_linear_call(x):
        return linear_call(lambda kept, x: 3.0 * x, lambda kept, cotangent: 3.0, 0.0, x)

    return {
        "custom_vjp": by_vjp,
        "custom_gradient": by_gradient,
        "primitive": thrice_p.bind,
        "linear_call": by_linear_call,
    }


@pytest.mark.one_in(2)
@pytest.mark.parametrize("kept", KEPT)
@pytest.mark.parametrize("rule", _rules_that_give_numbers())
@pytest.mark.parametrize("compiled", [False, True])
def test_a_rule_may_give_a_python_number(rule, kept, compiled):
    function = _rules_that_give_numbers()[rule]
    gradient = fjax.grad(lambda x: function(x) + KEPT[kept](function)(x))
    assert (fjax.jit(gradient) if compiled else gradient)(2.0) == 6.0
