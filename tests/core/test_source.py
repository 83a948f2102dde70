"""Names and lines that equations carry."""

import pytest

import fjax
import fjax.numpy as jnp


def scopes(function):
    return [eqn.source.scope for eqn in fjax.make_jaxpr(function)(1.0).jaxpr.eqns]


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
    assert nowhere.name_stack == "" and str(nowhere) == "<unknown>:0 (<module>)"
