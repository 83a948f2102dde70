"""Derivative rules under vmap: what belongs to one example stays with it."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.errors import UnexpectedTracerError
from fjax.higher_order.common import _SameProgram

SCALES, WEIGHTS = np.array([1.0, 2.0, 3.0]), np.array([5.0, 7.0, 11.0])


@fjax.custom_jvp
def by_jvp(x, scale):
    """x, whose derivative is multiplied by a scale that the value does not depend on."""
    return x


by_jvp.defjvp(lambda primals, tangents: (by_jvp(*primals), primals[1] * tangents[0]))


@fjax.custom_vjp
def by_vjp(x, scale):
    return x


by_vjp.defvjp(lambda x, scale: (x, scale), lambda scale, g: (scale * g, None))


@pytest.mark.parametrize("f", [by_jvp, by_vjp])
@pytest.mark.parametrize("outside", [lambda f: f, fjax.jit], ids=["eager", "jit"])
@pytest.mark.parametrize(
    "inside", [lambda f: f, fjax.jit, fjax.checkpoint], ids=["plain", "jitted", "checkpointed"]
)
def test_examples_with_one_value_and_derivatives_of_their_own(inside, outside, f):
    def total(x):
        return WEIGHTS @ fjax.vmap(lambda scale: inside(f)(x, scale))(SCALES)

    np.testing.assert_allclose(outside(fjax.grad(total))(2.0), WEIGHTS @ SCALES)
    np.testing.assert_allclose(outside(total)(2.0), WEIGHTS.sum() * 2.0)
    if f is by_jvp:
        np.testing.assert_allclose(
            outside(lambda x: fjax.jvp(total, (x,), (1.0,))[1])(2.0), WEIGHTS @ SCALES
        )


@pytest.mark.parametrize("f", [by_jvp, by_vjp])
def test_a_batch_of_an_inner_vmap_alone(f):
    def total(x):
        inner = fjax.vmap(lambda scale: fjax.vmap(lambda y: f(x, scale) * y)(WEIGHTS).sum())
        return (inner(SCALES) * SCALES).sum()

    np.testing.assert_allclose(fjax.grad(total)(2.0), WEIGHTS.sum() * (SCALES**2).sum())


def test_an_integer_output_needs_no_batch():
    @fjax.custom_jvp
    def f(x, scale):
        return x, jnp.int32(3)

    f.defjvp(lambda p, t: (f(*p), (p[1] * t[0], np.zeros((), fjax.dtypes.float0))))
    g = fjax.jit(fjax.vmap(f, (None, 0), (0, None)))
    x, n = g(2.0, SCALES)
    np.testing.assert_array_equal(x, 2.0 * np.ones(3))
    assert n.shape == ()


def scaled_by_closure(scale, keep):
    @fjax.custom_vjp
    def f(x):
        return x

    f.defvjp(
        lambda x: (x, scale if keep else None), lambda kept, g: ((kept if keep else scale) * g,)
    )
    return f


def test_a_residual_may_be_a_batched_value_that_the_function_does_not_use():
    def total(x):
        return WEIGHTS @ fjax.vmap(lambda scale: scaled_by_closure(scale, True)(x))(SCALES)

    np.testing.assert_allclose(fjax.grad(total)(2.0), WEIGHTS @ SCALES)


def test_a_batched_value_that_only_the_backward_rule_sees_is_refused():
    def total(x):
        return WEIGHTS @ fjax.vmap(lambda scale: scaled_by_closure(scale, False)(x))(SCALES)

    with pytest.raises(UnexpectedTracerError, match="pass the value as an argument"):
        fjax.grad(total)(2.0)


def test_loops_with_the_same_body_and_other_parameters_are_not_the_same_program():
    made = fjax.make_jaxpr(lambda xs: lax.scan(lambda c, x: (c + x, c), 0.0, xs))(jnp.ones(3))
    (op,) = [e.op for e in made.jaxpr.eqns if e.op.jaxprs]
    other = op.replace(reverse=True)
    assert other.jaxprs[0] is op.jaxprs[0]
    assert _SameProgram(op) != _SameProgram(other)
    assert _SameProgram(op) == _SameProgram(op.replace(reverse=op.reverse))


@pytest.mark.parametrize("axes", [(0, None), (None, 0), (0, 0), (1, None), (None, 1)])
def test_a_batch_one_after_another_takes_what_has_no_batch_as_it_is(axes):
    f = fjax.custom_batching.sequential_vmap(lambda x, y: {"out": jnp.sin(x).sum() * y})
    args = jnp.arange(9.0).reshape(3, 3), jnp.arange(1.0, 10.0).reshape(3, 3)
    taken = [
        [a if axis is None else jnp.take(a, i, axis) for a, axis in zip(args, axes, strict=True)]
        for i in range(3)
    ]
    expected = np.stack([f(*each)["out"] for each in taken])
    for batched in (fjax.vmap(f, axes), fjax.jit(fjax.vmap(f, axes))):
        np.testing.assert_allclose(batched(*args)["out"], expected, rtol=1e-12)
