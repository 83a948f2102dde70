"""Staging: what becomes an input, a literal, a constant; what a failed trace leaves behind."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core import tracing
from fjax.core.avals import ShapedArray
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Literal
from fjax.errors import LeakedTracerError, TracerBoolConversionError, UnexpectedTracerError
from fjax.interpreters.staging import stage, stage_closed

VECTOR = ShapedArray((3,), np.float64)


def test_concrete_scalars_become_literals_and_arrays_leading_inputs():
    table = jnp.arange(3.0)
    jaxpr, constants = stage(lambda x: [x * 2.0 + table], [VECTOR])
    assert constants == [table] or constants[0] is table
    assert [v.aval.shape for v in jaxpr.invars] == [(3,), (3,)]
    assert any(isinstance(x, Literal) for e in jaxpr.eqns for x in e.invars)


def test_an_outside_value_that_is_used_twice_is_one_input():
    table = jnp.arange(3.0)
    jaxpr, constants = stage(lambda x: [x + table, table * table, table], [VECTOR])
    assert len(constants) == 1 and len(jaxpr.invars) == 2


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_equal_small_constants_are_one_input():
    def scaled(x):
        return x * np.array([1.0, 2.0, 3.0])  # made anew by each call

    def f(x):
        return [scaled(scaled(x)), jnp.array([1.0, 2.0, 3.0])]

    jaxpr, constants = stage(f, [VECTOR])
    assert [c.tolist() for c in constants] == [[1.0, 2.0, 3.0]]
    assert [eqn.invars[1] for eqn in jaxpr.eqns] == [jaxpr.invars[0]] * 2
    assert jaxpr.outvars[1] is jaxpr.invars[0]
    first, second = evaluate_jaxpr(jaxpr, [*constants, jnp.ones(3)])
    assert first.tolist() == [1.0, 4.0, 9.0] and second.tolist() == [1.0, 2.0, 3.0]


@pytest.mark.parametrize(
    "one, other",
    [
        (np.zeros(3), -np.zeros(3)),
        (np.ones(3), np.ones((3, 1))),
        (np.zeros(3), np.zeros(3, "int64")),
        (np.ones(3), lax.broadcast(1.0, (3,))),  # weakly typed
        (np.ones(1000), np.ones(1000)),  # too large to compare
    ],
    ids=["sign", "shape", "dtype", "weak_type", "size"],
)
def test_constants_that_differ_or_are_large_stay_apart(one, other):
    jaxpr, constants = stage(lambda: [one, other], [])
    assert len(constants) == len(jaxpr.invars) == len(set(jaxpr.outvars)) == 2


@pytest.mark.parametrize(
    "add",
    [
        lambda x, a: x + a,
        lambda x, a: x + lax.stop_gradient(a),
        lambda x, a: lax.dynamic_update_slice(x, a, (0,)) + x,
    ],
)
@pytest.mark.parametrize("size", [3, 2000])
def test_a_numpy_array_that_changes_while_tracing_is_read_at_each_use(add, size):
    def f(x):
        a = np.zeros(size)
        for k in range(1, 4):
            a[:] = k
            x = add(x, a)
        return x

    np.testing.assert_array_equal(fjax.jit(f)(jnp.zeros(size)), f(jnp.zeros(size)))


def test_a_numpy_array_that_is_used_twice_is_one_constant_of_a_jaxpr():
    c = np.ones(3, np.float32)
    closed = fjax.make_jaxpr(lambda x: x * c + fjax.jit(lambda y: y + c)(x))(c)
    assert len(closed.consts) == 1


def test_a_closed_over_value_has_its_own_place_among_equal_constants():
    table = jnp.arange(3.0)

    @fjax.custom_vjp
    def f(x, other):
        return x * table * other

    f.defvjp(
        lambda x, other: (f(x, other), (x, other)),
        lambda kept, c: (c * table * kept[1], c * table * kept[0]),
    )
    slope = fjax.jit(fjax.grad(lambda x: f(x, jnp.arange(3.0)).sum()))(jnp.ones(3))
    assert slope.tolist() == [0.0, 1.0, 4.0]


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_closed_staging_keeps_concrete_constants_inside():
    table = jnp.arange(3.0)
    jaxpr = stage_closed(lambda x: [x * table], [VECTOR])
    assert len(jaxpr.invars) == 1
    (out,) = evaluate_jaxpr(jaxpr, [jnp.ones(3)])
    np.testing.assert_array_equal(out, table)


@pytest.mark.needs("x64", reason="the types and figures are of 64 bits")
def test_an_outer_tracer_is_an_input_of_the_inner_program():
    def outer(x):
        jaxpr, constants = stage(lambda y: [x * y], [VECTOR])
        assert len(constants) == 1
        return evaluate_jaxpr(jaxpr, [*constants, x])[0]

    np.testing.assert_array_equal(fjax.jit(outer)(jnp.arange(3.0)), [0.0, 1.0, 4.0])
    np.testing.assert_array_equal(
        fjax.grad(lambda x: outer(x).sum())(jnp.arange(3.0)), [0.0, 2.0, 4.0]
    )


def test_a_failed_trace_leaves_nothing_behind():
    with pytest.raises(ZeroDivisionError):
        stage(lambda x: [x / (1 // 0)], [VECTOR])
    assert tracing.current() is None
    with pytest.raises(TracerBoolConversionError, match="test_staging.py"):
        fjax.jit(lambda x: x if x > 0 else -x)(1.0)
    assert tracing.current() is None
    assert float(jnp.sin(0.0)) == 0.0


def test_a_leaked_tracer_names_the_line_that_made_it():
    kept = []
    fjax.jit(lambda x: kept.append(x * 2.0))(1.0)
    with pytest.raises(UnexpectedTracerError, match=r"test_staging.py:\d+"):
        kept[0] + 1.0


def test_leaks_are_found_when_asked_for():
    kept = []
    with fjax.checking_leaks(), pytest.raises(LeakedTracerError, match="Leaked"):
        fjax.jit(lambda x: kept.append(x * 2.0))(1.0)


def test_equations_know_the_users_line():
    jaxpr, _ = stage(lambda x: [jnp.sin(x)], [VECTOR])
    assert jaxpr.eqns[0].source.file == __file__


def test_a_leaked_value_is_named_where_it_is_used_within_a_nested_trace():
    kept = []
    fjax.jit(lambda a: kept.append(a) or a)(1.0)

    def inside(z):
        return z + kept[0]

    with pytest.raises(UnexpectedTracerError, match=r"\(inside\)"):
        fjax.jit(lambda y: fjax.jit(inside)(y))(1.0)


class Holder:
    pass


HOLDER, KEPT = Holder(), []


@pytest.mark.parametrize("where", ["attribute", "module"])
def test_a_leak_says_what_still_refers_to_the_value(where):
    def f(x):
        if where == "attribute":
            HOLDER.cache = {"last": (x * 2,)}
        else:
            KEPT.append(x * 2)
        return x

    chains = {
        "attribute": "attribute 'cache' of a Holder, at ['last'], at [0]",
        "module": f"name 'KEPT' of the module {__name__}, at [0]",
    }
    with fjax.checking_leaks(), pytest.raises(LeakedTracerError) as error:
        fjax.jit(f)(1.0)
    KEPT.clear()
    HOLDER.__dict__.clear()
    assert f"It is still referred to: {chains[where]}." in str(error.value), str(error.value)
