"""Primitives that carry programs, bound with operands that do not fit what they carry."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core.primitive import Primitive
from fjax.errors import FjaxError, FjaxTypeError, InvalidIRError
from fjax.higher_order.common import HigherOrder
from tests.samples import higher_order

# They run a Python function of any operands when they are bound outside of a program.
ANY_OPERANDS = {
    *("pure_callback", "io_callback", "debug_callback", "debug_print", "breakpoint", "deferred")
}
ANY_OPERANDS |= {"custom_vjp_tangent", "check", "dce_sink", "custom_tangent"}
ANY_OPERANDS |= {"inspect_sharding"}


def counted_gradient(n, x):
    return fjax.grad(lambda x: lax.fori_loop(0, n, lambda _, x: jnp.sin(x) * x, x).sum())(x)


def gradient(function, arguments):
    """The function with its cotangents, if it has some."""

    def both(*arguments):
        outs, pull = fjax.vjp(function, *arguments)
        return outs, pull(fjax.tree.map(jnp.ones_like, outs))

    return both


def programs():
    for sample in higher_order.SAMPLES:
        arguments = [jnp.asarray(a) for a in sample.make()]
        yield sample.function, arguments
        if sample.order and all(jnp.issubdtype(a.dtype, jnp.inexact) for a in arguments):
            yield gradient(sample.function, arguments), arguments
    yield counted_gradient, [jnp.asarray(3), jnp.ones(3)]


def found_operations() -> dict[str, Primitive]:
    """One of each primitive that carries a program, by name."""
    found: dict[str, Primitive] = {}
    pending = []
    for function, arguments in programs():
        try:
            pending.append(fjax.make_jaxpr(function)(*arguments).jaxpr)
        except (FjaxError, TypeError):
            continue
    while pending:
        for eqn in pending.pop().eqns:
            pending += eqn.op.jaxprs
            if isinstance(eqn.op, HigherOrder) and eqn.invars:
                found.setdefault(eqn.op.name, eqn.op)
    return found


OPERATIONS = {k: v for k, v in found_operations().items() if k not in ANY_OPERANDS}


def operands(op):
    return [np.ones(a.shape, a.dtype) for a in op.operand_avals()]


WRONG = {
    "none": lambda given: [],
    "one too few": lambda given: given[:-1],
    "one too many": lambda given: [*given, given[-1]],
    "another shape": lambda given: [*given[:-1], np.ones((*given[-1].shape, 7), given[-1].dtype)],
    "another dtype": lambda given: [*given[:-1], given[-1].astype(np.complex64)],
    "the first of another shape": lambda given: [np.ones((5, 5), given[0].dtype), *given[1:]],
}


def test_all_kinds_of_programs_are_carried():
    kinds = {type(op).__name__ for op in OPERATIONS.values()}
    expected = {"Call", "Checkpoint", "Cond", "CountedLoop", "CustomJVP", "CustomVJP", "LinearCall"}
    expected |= {"LinearSolve", "RecordedLoop", "Scan", "While", "Composite"}
    assert expected <= kinds, expected - kinds


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("name", OPERATIONS)
def test_operands_that_do_not_fit_are_refused_eagerly_as_in_a_program(name, wrong):
    op = OPERATIONS[name]
    given = WRONG[wrong](operands(op))
    with pytest.raises((InvalidIRError, FjaxTypeError)) as eager:
        op(*map(jnp.asarray, given))
    with pytest.raises((InvalidIRError, FjaxTypeError)) as staged:
        fjax.make_jaxpr(lambda *given: op(*given))(*given)
    assert str(eager.value).splitlines()[0] == str(staged.value).splitlines()[0]


def test_a_loop_without_end_is_not_begun_with_a_flag_that_is_an_array():
    jaxpr = fjax.make_jaxpr(
        lambda x: lax.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, s[1]), (0, x))
    )(1.0)
    (eqn,) = jaxpr.jaxpr.eqns
    with pytest.raises(InvalidIRError, match="while"):
        eqn.op(jnp.ones(3), jnp.ones(3))
