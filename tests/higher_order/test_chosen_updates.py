"""A choice between updates of one array writes the elements that are chosen, and no others."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core.evaluate import evaluate_jaxpr
from fjax.higher_order.chosen_updates import chosen_updates
from fjax.interpreters.staging import stage_closed
from fjax.passes.in_place import in_place
from fjax.passes.optimize import optimize
from fjax.test_util import check_grads

N = 12
X = jnp.linspace(-1.0, 1.0, N)
SEVERAL = np.array([3, 3, 40, -1])


def where(update):
    return lambda c, i, x: jnp.where(c, update(x, i), x)


UPDATES = {
    "set": lambda x, i: x.at[i].set(2),
    "set to what is read": lambda x, i: x.at[i].set(x[i - 1] * x[i]),
    "added": lambda x, i: x.at[i].add(x[0]),
    "multiplied": lambda x, i: x.at[i].multiply(x[0]),
    "least": lambda x, i: x.at[i].min(0),
    "greatest": lambda x, i: x.at[i].max(0.1),
    "several set": lambda x, i: x.at[SEVERAL + i].set(np.arange(4.0), mode="drop"),
    "several added": lambda x, i: x.at[SEVERAL + i].add(x[:4]),
    "several multiplied": lambda x, i: x.at[SEVERAL + i].multiply(3.0, mode="clip"),
    "window": lambda x, i: lax.dynamic_update_slice(x, jnp.sin(x[:3]), (i,)),
    "two": lambda x, i: x.at[i].set(x[i + 1]).at[i + 1].set(x[i]),
}
CHOICES = {
    **{name: where(update) for name, update in UPDATES.items()},
    "other case": lambda c, i, x: jnp.where(c, x, x.at[i].set(2.0)),
    "both cases": lambda c, i, x: jnp.where(c, x.at[i].add(1.0), x.at[i + 1].set(x[i])),
    "by element": lambda c, i, x: jnp.where((x > 0) ^ c, x.at[i].add(x[0]), x),
    "choice in choice": lambda c, i, x: jnp.where(
        i > 2, jnp.where(c, x.at[i].set(3.0), x).at[0].set(x[i]), x
    ),
    "of three": lambda c, i, x: lax.select_n(
        jnp.full(N, i & 3) - 1, x.at[i].set(5.0), x, x.at[i + 1].multiply(x[i])
    ),
    "read when written": lambda c, i, x: (lambda y: jnp.where(c, y.at[i + 1].add(y[i] * y[0]), x))(
        x.at[i].set(x[0] * 2)
    ),
}


def program(function, *args):
    return stage_closed(
        lambda *xs: fjax.tree.leaves(function(*xs)), [jnp.asarray(x).aval for x in args]
    )


def choices_of_arrays(jaxpr, size):
    """How many equations choose between arrays of so many elements, with all that is inside."""
    jaxpr = in_place(optimize(jaxpr), (True,) * len(jaxpr.invars))
    own = sum(e.op.name == "select_n" and e.outvars[0].aval.size >= size for e in jaxpr.eqns)
    return own + sum(choices_of_arrays(b, size) for e in jaxpr.eqns for b in e.op.jaxprs)


@pytest.mark.parametrize("name", CHOICES)
def test_what_is_chosen_is_the_same_to_the_bit(name):
    jaxpr = program(CHOICES[name], True, 3, X)
    changed = chosen_updates(jaxpr)
    assert changed is not jaxpr
    assert choices_of_arrays(changed, N) == 0
    x = X.at[4].set(-0.0)
    for c in (True, False):
        for i in range(6):
            args = [np.bool_(c), np.int64(i), x]
            expected, found = (np.asarray(evaluate_jaxpr(j, args)[0]) for j in (jaxpr, changed))
            np.testing.assert_array_equal(found.view(np.uint64), expected.view(np.uint64))


KINDS = ["float16", "bfloat16", "int8", "uint32", "complex64"]
WRITES = ["set", "added", "several added", "least", "window"]


@pytest.mark.parametrize(
    ("name", "dtype"), [(w, d) for w in WRITES for d in KINDS if (w, d) != ("least", "complex64")]
)
def test_elements_of_other_kinds(name, dtype):
    choice = where(
        {**UPDATES, "window": lambda x, i: lax.dynamic_update_slice(x, x[:3] * 2, (i,))}[name]
    )
    x = jnp.asarray(X * 5).astype(dtype)
    jaxpr = program(choice, True, 3, x)
    changed = chosen_updates(jaxpr)
    assert choices_of_arrays(changed, N) == 0
    for c in (True, False):
        args = [np.bool_(c), np.int64(3), x]
        expected, found = (np.asarray(evaluate_jaxpr(j, args)[0]) for j in (jaxpr, changed))
        assert found.tobytes() == expected.tobytes()


def test_products_with_complex_numbers_stay_a_choice():
    x = jnp.asarray(X + 1j)
    jaxpr = program(lambda c, i, x: jnp.where(c, x.at[i].multiply(2j), x), True, 3, x)
    assert chosen_updates(jaxpr) is jaxpr


def test_an_update_that_is_used_in_any_case_stays_as_it_is():
    def both(c, x):
        y = x.at[3].set(2.0)
        return jnp.where(c, y, x), y[4] * 2

    jaxpr = program(both, True, X)
    assert chosen_updates(jaxpr) is jaxpr


def test_an_update_that_others_see_stays_as_it_is():
    def shown(c, x):
        y = x.at[3].set(2.0)
        fjax.debug.callback(lambda y: None, y * 2)
        return jnp.where(c, y, x)

    def summed(c, x):
        y = x.at[3].set(2.0)
        return jnp.where(c, y + lax.psum(y * 2, "members"), x)

    for function in (shown, summed):
        jaxpr = fjax.make_jaxpr(function, axis_env=[("members", 2)])(True, X).jaxpr
        assert chosen_updates(jaxpr) is jaxpr


def loops(step, n=N):
    def whole(x):
        return lax.fori_loop(0, n - 3, lambda i, x: step(x[i] > 0.1, i, x), x)

    return whole


@pytest.mark.one_in(5)
@pytest.mark.parametrize("name", CHOICES)
def test_loops_and_their_gradients_choose_no_arrays(name):
    loop = loops(CHOICES[name])
    value = lambda x: (loop(x) * jnp.cos(x)).sum()
    for function in (loop, fjax.grad(value)):
        assert choices_of_arrays(program(function, X), N) == 0, function
    with fjax.disable_jit():
        expected = loop(X), fjax.grad(value)(X)
    found = fjax.jit(loop)(X), fjax.jit(fjax.grad(value))(X)
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12)


LANES = np.array([2, 7, 0, 5])


def searched(read_again):
    """Steps whose number differs from example to example; some read what they have written."""

    def one(k, x):
        def step(state):
            i, x, total = state
            x = x.at[i].set(x[i - 1] * 0.5 + i)
            if read_again:
                x = x.at[i + 1].add(x[i])
                total = total + x[i + 1] * x[0]
            return i + 1, x, total

        return lax.while_loop(lambda s: s[0] < k, step, (0, x, 0.0))

    return one


@pytest.mark.parametrize("read_again", [False, True])
@pytest.mark.parametrize("lanes", [1, 4])
def test_batches_that_end_one_after_another_write_what_changes(lanes, read_again):
    one, ends = searched(read_again), LANES[:lanes]
    batch = fjax.vmap(one, (0, None))
    assert choices_of_arrays(program(batch, ends, X), N) == 0
    found = fjax.jit(batch)(ends, X)
    for k, end in enumerate(ends):
        for a, b in zip(found, fjax.jit(one)(end, X), strict=True):
            np.testing.assert_array_equal(a[k], b)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", ["conditional", "switch"])
def test_branches_of_a_batch_write_what_changes(name):
    def one(k, x):
        def step(i, x):
            if name == "conditional":
                return lax.cond(x[i] > k, lambda x: x.at[i].set(x[i - 1] * k), lambda x: x, x)
            updates = [
                lambda x: x.at[i].set(x[i - 1] * k),
                lambda x: x,
                lambda x: x.at[i + 1].multiply(x[i]),
            ]
            return lax.switch((i + jnp.int64(k * 4)) % 3, updates, x)

        return lax.fori_loop(0, N - 1, step, x)

    scales = np.array([0.1, 0.4, 0.9])
    batch = fjax.vmap(one, (0, None))
    total = lambda x: (batch(scales, x) * np.arange(N)).sum()
    assert choices_of_arrays(program(fjax.grad(total), X), 3 * N) == 0
    parts = [fjax.grad(lambda x, k=k: (one(k, x) * np.arange(N)).sum())(X) for k in scales]
    np.testing.assert_allclose(fjax.jit(fjax.grad(total))(X), sum(parts), rtol=1e-12)
    slopes = fjax.vmap(fjax.grad(lambda k, x: one(k, x).sum()), (0, None))
    for function, single in ((batch, one), (slopes, fjax.grad(lambda k, x: one(k, x).sum()))):
        assert choices_of_arrays(program(function, scales, X), 3 * N) == 0
        expected = [fjax.jit(single)(k, X) for k in scales]
        np.testing.assert_allclose(fjax.jit(function)(scales, X), expected, rtol=1e-12)


def test_derivatives_of_chosen_updates():
    loop = loops(where(UPDATES["two"]))
    check_grads(loop, (X,), 2)
