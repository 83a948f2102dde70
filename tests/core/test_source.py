"""Names and lines that equations carry."""

import sys
import types

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core import source


def scopes(function):
    return [str(eqn.source.name_stack) for eqn in fjax.make_jaxpr(function)(1.0).jaxpr.eqns]


def test_a_named_scope_decorates_a_function():
    @fjax.named_scope("block")
    def function(x, times=2):
        """Documented."""
        with fjax.named_scope("inner"):
            x = jnp.sin(x)
        return function(x, times - 1) if times > 1 else jnp.cos(x)

    assert function.__doc__ == "Documented."
    assert scopes(function) == ["block/inner", "block/block/inner", "block/block"]
    assert scopes(jnp.sin) == [""]


def test_a_decorated_function_leaves_its_scope_when_it_raises():
    @fjax.named_scope("block")
    def function(x):
        raise KeyError(x)

    with pytest.raises(KeyError):
        function(1.0)
    assert scopes(jnp.sin) == [""]


def test_programs_for_jax_ask_for_the_stack_of_names():
    def f(x):
        with fjax.named_scope("outer"), fjax.named_scope("inner"):
            return fjax.lax.sin(x)

    (eqn,) = fjax.make_jaxpr(f)(1.0).eqns
    assert str(eqn.source_info.name_stack) == "outer/inner"
    nowhere = eqn.replace(source=None).source_info
    assert not nowhere.name_stack and str(nowhere) == "<unknown>:0 (<module>)"


@fjax.named_scope("layer")
def in_a_layer(x):
    with fjax.named_scope("inner"):
        return fjax.lax.sin(x)


@pytest.mark.parametrize(
    ("transformation", "expected"),
    [
        (fjax.vmap(in_a_layer), ["top/vmap(layer)/inner"]),
        (fjax.vmap(fjax.vmap(in_a_layer)), ["top/vmap(vmap(layer))/inner"]),
        (fjax.grad(in_a_layer), ["top/jvp(layer)/inner"] * 2 + ["top/transpose(jvp(layer))/inner"]),
        (fjax.vmap(fjax.jit(in_a_layer)), ["top/vmap()"]),
        (fjax.jit(fjax.grad(in_a_layer)), ["top"]),
    ],
)
def test_transformations_stand_around_the_names_of_what_they_transform(transformation, expected):
    shape = (2, 2) if "vmap(vmap" in expected[0] else (2,) if "vmap" in expected[0] else ()
    eqns = fjax.make_jaxpr(fjax.named_scope("top")(transformation))(jnp.ones(shape)).eqns
    assert [str(eqn.source_info.name_stack) for eqn in eqns] == expected


def test_bodies_have_the_names_within_them_alone():
    @fjax.named_scope("outer")
    def f(x):
        return fjax.lax.while_loop(lambda x: x < 3, fjax.named_scope("step")(lambda x: x + 1), x)

    (eqn,) = fjax.make_jaxpr(f)(0).eqns
    assert str(eqn.source_info.name_stack) == "outer"
    (inner,) = eqn.params["body_jaxpr"].eqns
    assert str(inner.source_info.name_stack) == "step"


def _with_bodies(x):
    """A call, an operation that is expanded, a loop that is split, and updates that are chosen."""
    with fjax.named_scope("call"):
        x = fjax.jit(lambda x: jnp.sin(x) + 1)(x)
    with fjax.named_scope("norm"):
        x = x / jnp.std(x)
    with fjax.named_scope("loop"), fjax.named_scope("inner"):
        x, ys = fjax.lax.scan(
            lambda c, w: (jnp.tanh(c + w @ x), jnp.exp(w)), x, jnp.ones((4, 3, 3))
        )
    with fjax.named_scope("chosen"):
        return jnp.where(ys.sum() > 0, x.at[1].set(2.0), x).cumsum()


@pytest.mark.parametrize("batch", [(), (2,)])
def test_what_takes_the_place_of_an_equation_is_within_its_names(batch):
    function = fjax.vmap(_with_bodies) if batch else _with_bodies
    plan = fjax.inspect(function)(jnp.ones((*batch, 3))).plan
    steps = plan.jaxpr.eqns
    inside = [e for s in steps if s.op.name == "kernel" for j in s.op.jaxprs for e in j.eqns]
    stacks = [e.source_info.name_stack.stack for e in (*steps, *inside)]
    named = {"/".join(n for n in stack if type(n) is str) for stack in stacks}
    assert named == {"call", "norm", "loop/inner", "chosen"}


class Layer:
    def __init__(self, x):
        self.y = jnp.sin(x)


def test_a_line_of_a_users_constructor_is_the_users():
    (eqn,) = fjax.make_jaxpr(lambda x: Layer(x).y)(1.0).jaxpr.eqns
    assert eqn.source.code is Layer.__init__.__code__


def squashed(x):
    return lax.logistic(lax.tanh(x))


def sliced(x, i):
    return lax.dynamic_slice(x, (i,), (2,))


@pytest.mark.parametrize(
    ("transformed", "args", "operations"),
    [
        (lambda x: fjax.jvp(squashed, (x,), (x,)), (1.0,), 2),
        (fjax.vmap(sliced), (np.ones((2, 5)), np.arange(2)), 5),
    ],
)
def test_a_rule_looks_for_the_users_line_once(transformed, args, operations, monkeypatch):
    looks = []
    sys_of_frames = types.SimpleNamespace(_getframe=lambda k: looks.append(k) or sys._getframe(k))
    monkeypatch.setattr(source, "sys", sys_of_frames)
    jaxpr = fjax.make_jaxpr(transformed)(*args).jaxpr
    assert len(looks) <= operations < len(jaxpr.eqns)


@fjax.custom_batching.custom_vmap
def batched_by_hand(x):
    return jnp.sin(x)


@batched_by_hand.def_vmap
def _rule_of_batches(axis_size, in_batched, x):
    y = jnp.cos(x)
    return y * 2, True


@fjax.custom_jvp
def differentiated_by_hand(x):
    return jnp.sin(x)


@differentiated_by_hand.defjvp
def _rule_of_tangents(primals, tangents):
    y = jnp.cos(primals[0])
    return y, tangents[0] * 2


@pytest.mark.parametrize(
    ("transformed", "args", "rule"),
    [
        (fjax.vmap(batched_by_hand), (np.ones(3),), _rule_of_batches),
        (lambda x: fjax.jvp(differentiated_by_hand, (x,), (x,)), (1.0,), _rule_of_tangents),
    ],
)
def test_what_a_users_rule_computes_is_of_the_rules_own_lines(transformed, args, rule):
    eqns = fjax.make_jaxpr(transformed)(*args).jaxpr.eqns
    assert [e.op.name for e in eqns] == ["cos", "mul"]
    assert [e.source.code for e in eqns] == [rule.__code__] * 2
    assert eqns[1].source.line == eqns[0].source.line + 1
