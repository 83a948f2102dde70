"""The IR as text, the checker, and the user's lines behind equations."""

import re

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core.ir import Jaxpr
from fjax.core.parser import ParseError, parse
from fjax.core.printer import host_table
from fjax.core.typecheck import typecheck
from fjax.errors import InvalidIRError


def jaxpr_of(function, *args):
    return fjax.make_jaxpr(function)(*args).jaxpr


def programs():
    """Programs with each kind of parameter: nested jaxprs, enums, dtypes, host callables, keys."""
    x = np.arange(6.0).reshape(2, 3)
    key = fjax.random.key(0)
    return {
        "scan": (lambda a: lax.scan(lambda c, r: (c + r.sum(), jnp.sin(r) * c), 0.0, a), x),
        "cond": (lambda a: lax.cond(a.sum() > 1, jnp.sin, lambda y: y * 2, a), x),
        "while": (lambda a: lax.while_loop(lambda c: c.sum() < 9, lambda c: c + 1, a), x),
        "call": (lambda a: fjax.jit(jnp.tanh)(a) + 1, x),
        "index": (lambda a: a.at[0, ::2].add(1.0)[:, np.array([0, 2])], x),
        "random": (lambda k: fjax.random.normal(k, (2,)), key),
        "weak and 16-bit": (lambda a: (a * 2).astype("bfloat16") + 1.5, x),
        "non-finite literals": (lambda a: jnp.where(a > 1, np.inf, a) + np.nan, x),
        "callback": (
            lambda a: fjax.pure_callback(np.sin, fjax.ShapeDtypeStruct((2, 3), "f8"), a),
            x,
        ),
        "custom rule": (fjax.grad(lambda a: jnp.sum(fjax.nn.relu(a))), x),
        "checkpoint": (fjax.grad(lambda a: fjax.checkpoint(lambda y: jnp.sum(jnp.sin(y)))(a)), x),
        "linear algebra": (lambda a: jnp.linalg.solve(a @ a.T, a), x),
    }


@pytest.mark.parametrize("name", programs())
def test_a_printed_program_parses_to_the_same_text_and_values(name):
    function, argument = programs()[name]
    jaxpr, constants = fjax.make_jaxpr(function)(argument), None
    constants = jaxpr.consts
    jaxpr = jaxpr.jaxpr
    text = str(jaxpr)
    again = parse(text, host_table(jaxpr))
    assert str(again) == text
    assert typecheck(again) is again
    leaf = fjax.core.eval_jaxpr(jaxpr, constants, argument)
    for a, b in zip(leaf, fjax.core.eval_jaxpr(again, constants, argument), strict=True):
        np.testing.assert_array_equal(np.asarray(a, "f8"), np.asarray(b, "f8"))


def test_a_program_that_needs_ten_thousand_names_parses_to_the_same_text():
    def negated(x):
        for _ in range(10_000):
            x = -x
        return x

    text = str(fjax.make_jaxpr(negated)(1.0).jaxpr)
    assert str(parse(text)) == text


def test_wrong_text_is_refused_with_its_place():
    text = str(jaxpr_of(lambda x: jnp.sin(x) * 2, 1.0))
    with pytest.raises(ParseError) as error:
        parse(text.replace("sin", "sinn"))
    assert "sinn" in str(error.value)
    with pytest.raises(ParseError):
        parse(text[:-3])


@pytest.mark.parametrize("name", programs())
def test_a_parameter_of_an_unknown_word_is_refused(name):
    function, argument = programs()[name]
    jaxpr = jaxpr_of(function, argument)
    text, host = str(jaxpr), host_table(jaxpr)
    for word in re.finditer(r"(?<=\w=)\w+", text):
        with pytest.raises(ParseError, match="nonsense|parameter"):
            parse(f"{text[: word.start()]}nonsense{text[word.end() :]}", host)


def test_the_checker_names_the_pass_the_equation_and_the_users_line():
    jaxpr = jaxpr_of(lambda x: jnp.sin(x) + jnp.cos(x), 1.0)
    eqns = list(jaxpr.eqns)
    shuffled = Jaxpr(jaxpr.invars, [eqns[-1], *eqns[:-1]], jaxpr.outvars, jaxpr.debug_name)
    with pytest.raises(InvalidIRError) as error:
        typecheck(shuffled, "my pass")
    for part in ("my pass", "add reads operand 0 (", "before it is bound", "test_ir.py"):
        assert part in str(error.value)
    doubled = Jaxpr(jaxpr.invars, [*eqns, eqns[0]], jaxpr.outvars, jaxpr.debug_name)
    with pytest.raises(InvalidIRError, match=r"sin binds output 0 \(\S*\[\]\) a second time"):
        typecheck(doubled)
    unbound = Jaxpr([], [], jaxpr.outvars, jaxpr.debug_name)
    with pytest.raises(InvalidIRError, match=r"the program reads output 0 \(\S*\[\]\) before"):
        typecheck(unbound)


@pytest.mark.parametrize(
    "name, changes, message",
    [
        ("scan", {"reverse": 4}, "invalid scan param reverse of type int, bool required: 4"),
        ("scan", {"length": True}, "invalid scan param length of type bool, int required: True"),
        ("scan", {"n_carry": 1.0}, "invalid scan param num_carry of type float, int required: 1.0"),
        ("cond", {"branches": (4, 2)}, r"invalid cond param branches of type tuple, .* \(4, 2\)"),
    ],
)
def test_the_checker_names_a_parameter_of_another_type(name, changes, message):
    def f(x):
        y, _ = lax.scan(lambda c, _: (c * 2, None), x, None, length=3)
        return lax.cond(y > 1, lax.sin, lax.cos, y)

    jaxpr = jaxpr_of(f, 1.0)
    eqns = [e.replace(op=e.op.replace(**changes)) if e.op.name == name else e for e in jaxpr.eqns]
    with pytest.raises(InvalidIRError, match=message):
        typecheck(jaxpr.replace(eqns=eqns))


def test_equations_know_the_users_line():
    def f(x):
        y = jnp.sin(x)
        return y * 2

    first = f.__code__.co_firstlineno
    lines = [str(eqn.source) for eqn in jaxpr_of(f, 1.0).eqns]
    assert [f"test_ir.py:{first + k}" in line for k, line in enumerate(lines, 1)] == [True, True]


def test_primitives_compare_by_parameters():
    one, two = (jaxpr_of(lambda x, k=k: x[k:], np.ones(4)).eqns[0].op for k in (1, 2))
    same = jaxpr_of(lambda x: x[1:], np.ones(4)).eqns[0].op
    assert one == same and hash(one) == hash(same) and one != two


def test_an_equation_shows_its_primitive_without_the_parameters():
    def f(x):
        return lax.sin(x[1:]).sum()

    cut, sine, total = jaxpr_of(f, np.ones(4)).eqns
    assert cut.primitive is lax.slice_p and sine.primitive is lax.sin_p
    assert {lax.reduce_sum_p: "found"}[total.primitive] == "found"
    assert [str(e.primitive) for e in (cut, sine, total)] == ["slice", "sin", "reduce_sum"]
    assert repr([cut.primitive, sine.primitive]) == "[slice, sin]"
    found = cut.primitive.bind(np.arange(4.0), **cut.primitive.get_bind_params(cut.params))
    np.testing.assert_array_equal(found, [1, 2, 3])
