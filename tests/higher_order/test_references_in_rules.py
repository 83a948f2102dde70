"""References that custom rules read and write, and where references are refused."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import fjax
import fjax.numpy as jnp
from fjax import lax
from tests.higher_order.test_references import XS, both

# ---- custom rules


def stash(ref_first=True):
    """The identity, whose reverse mode writes the cotangent to a reference."""

    @fjax.custom_vjp
    def f(ref, x):
        return x

    def backward(ref, g):
        ref[...] = g
        return None, g

    f.defvjp(lambda ref, x: (x, ref), backward)
    return f


@both
def test_a_backward_rule_writes_cotangents_to_a_reference(wrap):
    keep = stash()
    seen = fjax.new_ref(0.0)

    @wrap
    def f(ref, x):
        return jnp.sin(keep(ref, jnp.sin(x)))

    fjax.grad(f, argnums=1)(seen, 1.0)
    assert_allclose(seen[...], np.cos(np.sin(1.0)))
    fjax.jit(fjax.grad(f, argnums=1))(seen, 2.0)
    assert_allclose(seen[...], np.cos(np.sin(2.0)))


@both
@pytest.mark.parametrize("remat", [False, True])
def test_a_backward_rule_in_a_scan_writes_in_the_order_of_reverse_mode(wrap, remat):
    keep = stash()
    seen = fjax.new_ref(0.0)

    def body(x, scale):
        return keep(seen, x) * scale, None

    @wrap
    def f(x):
        return lax.scan(fjax.checkpoint(body) if remat else body, x, XS)[0]

    assert_allclose(fjax.grad(f)(1.0), XS.prod())
    assert_allclose(seen[...], XS.prod())  # that of the first step, which comes last


def test_a_backward_rule_reads_and_writes_a_history():
    history = fjax.new_ref(np.zeros(3))

    @fjax.custom_vjp
    def scaled(x, ref):
        return x

    def backward(ref, g):
        ref[...] = jnp.roll(ref[...], 1).at[0].set(jnp.max(jnp.abs(g)))
        return g / jnp.max(ref[...]), None

    scaled.defvjp(lambda x, ref: (x, ref), backward)
    f = fjax.jit(lambda x, s: s * scaled(x, history))
    assert [float(fjax.grad(f)(1.0, s)) for s in (4.0, 2.0)] == [1.0, 0.5]
    assert_allclose(history[...], [2.0, 4.0, 0.0])


@both
def test_a_custom_rule_may_use_references_of_its_own(wrap):
    @fjax.custom_vjp
    def f(x):
        ref = fjax.new_ref(x)
        ref[...] += x
        return ref[...]

    f.defvjp(lambda x: (f(x), None), lambda _, g: (7.0 * g,))
    assert float(wrap(f)(3.0)) == 6.0
    assert float(fjax.grad(wrap(f))(3.0)) == 7.0


@both
def test_what_a_reference_holds_is_differentiated_by_a_custom_rule_that_gets_it(wrap):
    @fjax.custom_vjp
    def f(ref):
        return ref[...]

    f.defvjp(lambda ref: (ref[...], None), lambda _, g: (5.0 * g,))
    call = wrap(lambda x: f(fjax.new_ref(x)))
    assert float(call(3.0)) == 3.0
    assert float(fjax.grad(call)(3.0)) == 5.0


def test_a_custom_rule_returns_and_keeps_no_reference_of_its_own():
    @fjax.custom_vjp
    def returns(ref):
        return ref

    returns.defvjp(lambda ref: (ref, None), lambda *_: (None,))
    with pytest.raises(ValueError, match="returned a mutable array reference"):
        returns(fjax.new_ref(0.0))

    @fjax.custom_vjp
    def keeps(x):
        return x

    keeps.defvjp(lambda x: (x, fjax.new_ref(x)), lambda ref, g: (g,))
    with pytest.raises(ValueError, match=r"custom_vjp fwd function[\s\S]*Return its value"):
        fjax.grad(keeps)(1.0)


def test_a_custom_rule_does_not_take_one_reference_twice():
    @fjax.custom_vjp
    def f(x_ref, y_ref):
        return 1.0

    f.defvjp(lambda x_ref, y_ref: (1.0, None), lambda *_: (None, None))
    with pytest.raises(ValueError, match="x_ref and y_ref"):
        ref = fjax.new_ref(0.0)
        f(ref, ref)


def test_custom_jvp_takes_no_references():
    f = fjax.custom_jvp(lambda ref: ref[...])
    f.defjvp(lambda primals, tangents: (primals[0], tangents[0]))
    with pytest.raises(TypeError, match=r"custom_jvp[\s\S]*pass its value, ref\[...\]"):
        f(fjax.new_ref(0.0))


def test_a_while_loop_refuses_a_backward_rule_that_writes():
    keep, seen = stash(), fjax.new_ref(0.0)

    def f(x):
        return lax.while_loop(lambda x: x < 9.0, lambda x: keep(seen, x * 2.0), x)

    assert float(f(1.0)) == 16.0
    with pytest.raises(ValueError, match="use scan or fori_loop"):
        fjax.grad(f)(1.0)


# ---- refusals


def test_loops_carry_no_references():
    ref = fjax.new_ref(0.0)
    with pytest.raises(ValueError, match=r"the carry has a reference[\s\S]*close over it"):
        lax.scan(lambda c, _: (c, None), ref, None, length=2)
    with pytest.raises(ValueError, match=r"appeared at both c\[0\] and c\[1\]"):
        lax.scan(lambda c, _: (c, None), (ref, ref), None, length=2)
    with pytest.raises(ValueError, match="the carry has a reference"):
        lax.while_loop(lambda c: c[...] < 1.0, lambda c: c, ref)


def test_loops_and_branches_return_no_references():
    with pytest.raises(ValueError, match="traced for scan returned a mutable array reference"):
        lax.scan(lambda c, x: (fjax.new_ref(c), x), 0.0, XS)
    with pytest.raises(ValueError, match="traced for cond returned a mutable array reference"):
        lax.cond(True, lambda: fjax.new_ref(1.0), lambda: fjax.new_ref(2.0))


def test_a_condition_does_not_write():
    ref = fjax.new_ref(0.0)

    def condition(x):
        ref[...] += 1.0
        return x < 3.0

    with pytest.raises(ValueError, match=r"conditions may only read[\s\S]*in the body"):
        lax.while_loop(condition, lambda x: x + 1.0, 0.0)


def test_one_reference_is_one_argument():
    ref = fjax.new_ref(0.0)
    with pytest.raises(ValueError, match="for cond .* appeared at both x1 and x2"):
        lax.cond(True, lambda x1, x2: None, lambda x1, x2: None, ref, ref)
    with pytest.raises(ValueError, match="closed over and passed as the argument y_ref"):
        lax.cond(True, lambda y_ref: ref[...] + y_ref[...], lambda y_ref: 0.0, ref)
    with pytest.raises(ValueError, match=r"appeared at both xs\[0\] and xs\[1\]"):
        rows = fjax.new_ref(np.zeros(2))
        lax.scan(lambda c, x: (c, None), None, (rows, rows))
    with pytest.raises(ValueError, match=r"appeared at both a and b"):
        fjax.vmap(lambda a, b: None)(rows, rows)


def _with_a_rule(f):
    rule = fjax.custom_vjp(f)
    rule.defvjp(lambda *args: (f(*args), None), lambda _, ct: (None, ct, ct))
    return rule


@pytest.mark.parametrize(
    "door",
    [
        fjax.jit,
        fjax.checkpoint,
        _with_a_rule,
        lambda f: lambda *args: fjax.vjp(_with_a_rule(f), *args)[0],
        lambda f: lambda *args: lax.cond(True, f, f, *args),
        lambda f: lambda r, x, y: fjax.vmap(f, (None, 0, 0))(r, x, y),
        lambda f: lambda *args: lax.scan(lambda c, _: (c, f(*args)), None, None, length=1)[1][0],
    ],
)
def test_an_array_beside_a_reference_may_be_two_arguments(door):
    ref, x = fjax.new_ref(1.5), fjax.numpy.arange(3.0)
    found = door(lambda ref, x, y: ref[...] + x * y)(ref, x, x)
    np.testing.assert_array_equal(found, 1.5 + np.arange(3.0) ** 2)


def test_a_reference_ends_with_the_transformation_that_made_it():
    made = []

    @fjax.jit
    def f(x):
        made.append(fjax.new_ref(x))
        return x

    f(1.0)
    with pytest.raises(TypeError, match=r"outside the transformation that it lives in"):
        made[0][...]


def test_a_function_that_may_only_read_says_so():
    ref = fjax.new_ref(jnp.eye(2))

    def matvec(x):
        ref[...] += 1.0
        return ref[...] @ x

    with pytest.raises(ValueError, match="may only read references"):
        lax.custom_linear_solve(matvec, jnp.ones(2), lambda matvec, b: b)


def test_a_value_of_no_example_is_written_from_within_vmap():
    ref = fjax.new_ref(jnp.zeros(()))

    def write(x):
        ref[...] = jnp.float64(3)
        return x

    fjax.vmap(write)(jnp.ones(3))
    assert ref[...] == 3


def test_a_value_of_an_example_is_refused_by_the_axis_that_it_is_of():
    ref = fjax.new_ref(jnp.zeros(()))

    def write(x):
        fjax.vmap(lambda y: ref.__setitem__(..., x))(jnp.ones(2))
        return x

    with pytest.raises(ValueError, match="set operation with a batched value"):
        fjax.vmap(write)(jnp.ones(3))
