"""Use lists, peephole rules and the order of passes."""

import graphlib

import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core.ir import Var
from fjax.core.typecheck import typecheck
from fjax.lowering import prepare
from fjax.passes import optimize
from fjax.passes.optimize import Pass, in_order
from fjax.passes.peephole import Pattern, apply, peephole
from fjax.primitives.arithmetic import Neg
from fjax.primitives.shaping import Rev


def program(function, *args):
    return fjax.make_jaxpr(function)(*args).jaxpr


def names(jaxpr):
    return [e.primitive.name for e in jaxpr.eqns]


@peephole(Neg, operand=Neg)
def cancel(match):
    """`neg (neg x)` → `neg (rev (rev x))`: more equations than there were, of which some match."""
    (inner,) = match.operands
    (x,) = inner.eqn.invars
    middle = Var(x.aval), Var(x.aval)
    return [
        match.eqn.replace(op=Rev((0,)), invars=(x,), outvars=middle[:1]),
        match.eqn.replace(op=Rev((0,)), invars=middle[:1], outvars=middle[1:]),
        match.eqn.replace(invars=middle[1:]),
    ]


def test_use_lists_name_each_operand_and_each_output():
    jaxpr = program(lambda x, y: (x * x + y, x), 1.0, 2.0)
    x, y = jaxpr.invars
    product, total = jaxpr.eqns
    assert jaxpr.uses[x] == [product, product, None]
    assert jaxpr.uses[y] == [total] and jaxpr.uses[total.outvars[0]] == [None]
    assert jaxpr.readers(x) == [product, product] and jaxpr.use_count(x) == 3
    assert jaxpr.producer == {product.outvars[0]: product, total.outvars[0]: total}
    assert jaxpr.position == {product.outvars[0]: 0, total.outvars[0]: 1}
    assert jaxpr.readers(Var(x.aval)) == [] and jaxpr.use_count(Var(x.aval)) == 0


def test_a_rule_rewrites_what_reads_a_match_until_none_is_left():
    jaxpr = program(lambda x: lax.neg(lax.neg(lax.neg(x))), jnp.ones(3))
    found = cancel(jaxpr)
    typecheck(found, "cancel")
    assert names(found) == ["rev", "rev", "rev", "rev", "neg"]


def test_a_program_without_the_pattern_is_given_back():
    for function in (jnp.sin, lambda x: -x, lambda x: -jnp.sin(-x)):
        jaxpr = program(function, jnp.ones(3))
        assert cancel(jaxpr) is jaxpr


def test_a_pattern_of_three_equations_binds_each_of_them():
    seen = []

    def note(match):
        (inner,) = match.operands
        (innermost,) = inner.operands
        seen.append([type(m.op) for m in (match, inner, innermost)])

    reverse = Pattern(Neg, Pattern(Neg, Pattern(Rev)))
    jaxpr = program(lambda x: lax.neg(lax.neg(lax.rev(x, (0,)))) + lax.neg(x), jnp.ones(3))
    assert apply(jaxpr, reverse, note) is jaxpr
    assert seen == [[Neg, Neg, Rev]]


@pytest.mark.parametrize("reads", ["an output", "an operand", "twice"])
def test_sole_use_refuses_what_something_else_reads(reads):
    def function(x):
        inner = -x
        others = {"an output": inner, "an operand": jnp.sin(inner), "twice": inner * inner}
        return -inner, others[reads]

    jaxpr = program(function, jnp.ones(3))
    matches = []
    for sole_use in (False, True):
        apply(jaxpr, Pattern(Neg, Pattern(Neg), sole_use), matches.append)
    assert len(matches) == 1


@pytest.mark.parametrize("passes", [optimize.PASSES, prepare.PASSES], ids=["optimize", "prepare"])
def test_each_pass_runs_after_those_that_it_follows(passes):
    names = [p.name for p in passes]
    assert len(set(names)) == len(names)
    for position, each in enumerate(passes):
        assert set(each.after) <= set(names[:position]), each.name
        assert all(each.after.values()), f"{each.name} does not say why it follows another"


def test_the_order_of_passes_follows_from_what_they_declare():
    a, b, c = (
        Pass("a", abs, after={"b": "it needs b", "c": "it needs c"}),
        Pass("b", abs, after={"c": "it needs c"}),
        Pass("c", abs),
    )
    for given in ((a, b, c), (c, a, b), (b, c, a)):
        assert in_order(*given) == (c, b, a)
    with pytest.raises(graphlib.CycleError):
        in_order(a, b, Pass("c", abs, after={"a": "a circle"}))


def test_a_pass_that_breaks_a_program_is_named():
    jaxpr = program(lambda x: jnp.sin(x), 1.0)
    broken = Pass("unbind", lambda jaxpr: jaxpr.replace(eqns=()))
    with pytest.raises(fjax.errors.InvalidIRError, match="unbind"):
        broken(jaxpr)
