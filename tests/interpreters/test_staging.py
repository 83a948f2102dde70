"""Staging: what becomes an input, a literal, a constant; what a failed trace leaves behind."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
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


def test_closed_staging_keeps_concrete_constants_inside():
    table = jnp.arange(3.0)
    jaxpr = stage_closed(lambda x: [x * table], [VECTOR])
    assert len(jaxpr.invars) == 1
    (out,) = evaluate_jaxpr(jaxpr, [jnp.ones(3)])
    np.testing.assert_array_equal(out, table)


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
