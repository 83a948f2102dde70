"""custom_jvp, custom_vjp, custom_gradient, custom_root, custom_linear_solve, linear_call."""

import gc
import weakref

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.custom_derivatives import CustomVJPPrimal, SymbolicZero, closure_convert, linear_call
from fjax.errors import UnexpectedTracerError


def scaled(factor=5.0):
    @fjax.custom_jvp
    def f(x):
        return x * x

    @f.defjvp
    def _(primals, tangents):
        return f(*primals), factor * primals[0] * tangents[0]

    return f


def test_the_rule_replaces_the_derivative_under_every_transformation():
    f = scaled()
    x = jnp.arange(3.0)
    for g in (f, fjax.jit(f), fjax.checkpoint(f)):
        assert float(fjax.grad(g)(2.0)) == 10.0
        assert float(fjax.grad(fjax.grad(g))(2.0)) == 5.0
        np.testing.assert_array_equal(fjax.vmap(fjax.grad(g))(x), 5.0 * np.arange(3.0))
        assert float(fjax.jit(fjax.grad(g))(2.0)) == 10.0


def test_a_value_dependent_if_works_eagerly_inside():
    @fjax.custom_jvp
    def f(x):
        return x * 2.0 if x > 0 else x * 3.0

    f.defjvp(lambda p, t: (f(*p), t[0] * (2.0 if p[0] > 0 else 3.0)))
    assert float(f(-1.0)) == -3.0
    assert float(fjax.grad(f)(-1.0)) == 3.0
    assert float(fjax.grad(f)(1.0)) == 2.0


def test_defjvps_takes_a_rule_per_argument():
    @fjax.custom_jvp
    def f(x, y):
        return x * y

    f.defjvps(lambda t, ans, x, y: 10.0 * t, None)
    assert [float(g) for g in fjax.grad(f, (0, 1))(2.0, 3.0)] == [10.0, 0.0]


@pytest.mark.parametrize("by", [dict(nondiff_argnums=(0,)), dict(nondiff_argnames="h")])
def test_nondiff_arguments_come_first_in_the_rule(by):
    def apply(h, x):
        return h(x)

    f = fjax.custom_jvp(apply, **by)
    f.defjvp(lambda h, p, t: (f(h, *p), 3.0 * t[0]))
    assert float(fjax.grad(lambda x: f(jnp.sin, x))(1.0)) == 3.0


def test_nondiff_arguments_may_be_traced_by_jit_and_vmap():
    f = fjax.custom_jvp(lambda x, y: x * y, nondiff_argnums=(0,))
    f.defjvp(lambda x, p, t: (f(x, *p), 5.0 * x * t[0]))
    assert float(fjax.grad(fjax.jit(f), 1)(2.0, 3.0)) == 10.0
    np.testing.assert_array_equal(
        fjax.vmap(fjax.grad(f, 1))(jnp.arange(3.0), jnp.ones(3)), 5.0 * np.arange(3.0)
    )


def test_symbolic_zeros_reach_the_jvp_rule():
    seen = []
    f = fjax.custom_jvp(lambda x, y: x + y)

    def rule(primals, tangents):
        seen.extend(type(t) is SymbolicZero for t in tangents)
        return f(*primals), tangents[0]

    f.defjvp(rule, symbolic_zeros=True)
    fjax.grad(f)(1.0, 2.0)
    assert seen == [False, True]


def test_integer_arguments_have_float0_tangents():
    f = fjax.custom_jvp(lambda x, n: x * n)

    def rule(primals, tangents):
        assert tangents[1].dtype == fjax.float0
        return f(*primals), tangents[0] * 7.0

    f.defjvp(rule)
    assert float(fjax.grad(f)(1.0, 2)) == 7.0


def bad_jvp(result):
    f = fjax.custom_jvp(lambda x: x)
    f.defjvp(lambda p, t: result(p[0], t[0]))
    return lambda: fjax.jvp(f, (1.0,), (1.0,))


@pytest.mark.parametrize(
    ("result", "message"),
    [
        (lambda p, t: p, "must produce a pair"),
        (lambda p, t: (p, (t, t)), "equal container"),
        (
            lambda p, t: (p, jnp.ones(2)),
            r"Expected float64\[\] \(tangent type of float64\[\]\) but got float64\[2\]\.\n",
        ),
    ],
)
def test_a_wrong_jvp_result_says_what_is_wrong(result, message):
    with pytest.raises(TypeError, match=message):
        bad_jvp(result)()


def test_every_output_that_a_rule_gets_wrong_is_listed():
    f = fjax.custom_jvp(lambda x: (x, x, x))
    f.defjvp(lambda p, t: (f(*p), (jnp.ones(2), t[0], np.float32(1))))
    with pytest.raises(TypeError, match=r"got float64\[2\] at output\[0\]\.\nExpected .*\[2\]\.\n"):
        fjax.jvp(f, (1.0,), (1.0,))
    g = fjax.custom_vjp(lambda x: (x, x))
    g.defvjp(lambda x: ((jnp.ones(2), np.int32(1)), None), lambda _, t: t)
    with pytest.raises(TypeError) as caught:
        fjax.grad(lambda x: fjax.jit(g)(x)[0])(1.0)
    assert "had shapes/dtypes of:\n    (float64[2], int32[])\nwhile" in str(caught.value)
    assert (
        "output[0]: got fwd output type float64[2] which doesn't match the function's "
        "float64[]: the shapes do not match;\n  * output[1]: got fwd" in str(caught.value)
    )


def test_calling_without_a_rule_says_how_to_set_one():
    with pytest.raises(AttributeError, match="defjvp"):
        fjax.custom_jvp(lambda x: x)(1.0)
    with pytest.raises(AttributeError, match="defvjp"):
        fjax.custom_vjp(lambda x: x)(1.0)


CALLS = {  # of f(x, y=2, z=3, w=4) = x z w: arguments by position and by keyword, the result
    "the last": ((1.0,), {"w": 5.0}, 15.0),
    "one in between": ((1.0,), {"z": 5.0}, 20.0),
    "all by keyword": ((), {"z": 5.0, "x": 1.0}, 20.0),
    "without a gap": ((1.0, 1.0), {"z": 5.0}, 20.0),
    "two, in another order": ((1.0,), {"w": 2.0, "z": 5.0}, 10.0),
}


@pytest.mark.parametrize("nondiff", [(), (1,), (1, 3)])
@pytest.mark.parametrize("kind", ["jvp", "vjp"])
@pytest.mark.parametrize("case", CALLS)
def test_arguments_left_out_before_a_keyword_have_their_defaults(case, kind, nondiff):
    args, keywords, wanted = CALLS[case]

    def f(x, y=2.0, z=3.0, w=4.0):
        return x * z * w

    def backward(*given):
        *_, (z, w), g = given
        return (g * z * w, *[None] * (3 - len(nondiff)))

    if kind == "jvp":
        f = fjax.custom_jvp(f, nondiff_argnums=nondiff)

        @f.defjvp
        def rule(*given):
            *fixed, primals, tangents = given
            merged = list(primals)
            for position, value in zip(nondiff, fixed, strict=True):
                merged.insert(position, value)
            _, _, z, w = merged
            return f(*merged), tangents[0] * z * w
    else:
        f = fjax.custom_vjp(f, nondiff_argnums=nondiff)
        f.defvjp(lambda x, y, z, w: (x * z * w, (z, w)), backward)
    assert f(*args, **keywords) == wanted
    x = args[0] if args else keywords["x"]
    rest = {name: value for name, value in keywords.items() if name != "x"}
    assert fjax.grad(lambda x: f(x, *args[1:], **rest))(x) == wanted


def test_arguments_that_do_not_fit_the_signature_are_refused():
    f = fjax.custom_jvp(lambda x, y, *, scale=1.0: x * y)
    f.defjvp(lambda p, t: (p[0] * p[1], t[0]))
    with pytest.raises(TypeError, match="missing a required argument: 'y'"):
        f(1.0)
    with pytest.raises(TypeError, match="could not be resolved to positions: scale"):
        f(1.0, 2.0, scale=3.0)
    assert float(f(y=2.0, x=3.0)) == 6.0


# ---- custom_vjp


def product(symbolic_zeros=False):
    f = fjax.custom_vjp(lambda x, y: x * y)
    f.defvjp(lambda x, y: (x * y, (x, y)), lambda r, g: (10.0 * r[1] * g, None))
    return f


def test_the_backward_rule_gives_the_gradient():
    f, x = product(), jnp.arange(3.0)
    for g in (f, fjax.jit(f), fjax.checkpoint(f)):
        assert [float(v) for v in fjax.grad(g, (0, 1))(2.0, 3.0)] == [30.0, 0.0]
        np.testing.assert_array_equal(fjax.vmap(fjax.grad(g), (0, None))(x, 2.0), [20.0] * 3)
        np.testing.assert_array_equal(fjax.vmap(fjax.grad(g), (None, 0))(1.0, x), x * 10.0)
        np.testing.assert_array_equal(
            fjax.grad(lambda y: fjax.vmap(g)(x, y).sum())(x + 1.0), [0.0] * 3
        )


def test_cotangents_of_unbatched_arguments_are_summed_over_the_batch():
    f = product()
    loss = lambda x, ys: fjax.vmap(f, (None, 0))(x, ys).sum()
    assert float(fjax.grad(loss)(2.0, jnp.arange(4.0))) == 60.0


def test_forward_mode_of_a_custom_vjp_raises():
    with pytest.raises(TypeError, match="can't apply forward-mode"):
        fjax.jvp(product(), (1.0, 2.0), (1.0, 1.0))


def test_forward_over_reverse_differentiates_the_rules():
    f = fjax.custom_vjp(lambda x: jnp.sin(x))
    f.defvjp(lambda x: (jnp.sin(x), x), lambda x, g: (2.0 * jnp.cos(x) * g,))
    np.testing.assert_allclose(fjax.jacfwd(fjax.grad(f))(1.0), -2.0 * np.sin(1.0))


def test_symbolic_zeros_reach_both_halves():
    seen = {}
    f = fjax.custom_vjp(lambda x, y: (x, y))

    def forward(x, y):
        assert isinstance(x, CustomVJPPrimal)
        seen["perturbed"] = (x.perturbed, y.perturbed)
        return (x.value, y.value), None

    def backward(_, cotangents):
        seen["zero"] = tuple(isinstance(c, SymbolicZero) for c in cotangents)
        return tuple(cotangents)

    f.defvjp(forward, backward, symbolic_zeros=True)
    assert float(fjax.grad(lambda x: f(x, 2.0)[0])(1.0)) == 1.0
    assert seen == {"perturbed": (True, False), "zero": (False, True)}


def test_a_forward_rule_maps_over_what_it_sees():
    f = fjax.custom_vjp(lambda pair: pair[0] * pair[1])

    def forward(pair):
        assert fjax.tree.map(lambda x: (type(x), x.perturbed), pair) == (
            (CustomVJPPrimal, True),
            (CustomVJPPrimal, False),
        )
        x, y = fjax.custom_derivatives.custom_vjp_primal_tree_values(pair)
        return x * y, y

    f.defvjp(forward, lambda y, c: ((c * y, None),), symbolic_zeros=True)
    assert float(fjax.grad(lambda x: f((x, 3.0)))(2.0)) == 3.0


def bad_vjp(forward=None, backward=None):
    f = fjax.custom_vjp(lambda x, y: x * y)
    f.defvjp(forward or (lambda x, y: (x * y, None)), backward or (lambda r, g: (g, g)))
    return lambda: fjax.grad(fjax.jit(f))(1.0, 2.0)


@pytest.mark.parametrize(
    ("halves", "error", "message"),
    [
        (dict(forward=lambda x, y: x * y), TypeError, "must produce a pair"),
        (
            dict(forward=lambda x, y: ((x, y), None)),
            TypeError,
            r"\(float64\[\], float64\[\]\)\nwhile .* structure:\n    float64\[\]\.\n",
        ),
        (
            dict(forward=lambda x, y: (jnp.ones(3), None)),
            TypeError,
            r"got fwd output type float64\[3\] which doesn't match",
        ),
        (dict(backward=lambda r, g: g), TypeError, "must produce a tuple"),
        (dict(backward=lambda r, g: (g,)), TypeError, "structure of the arguments"),
        (dict(backward=lambda r, g: (jnp.ones(2), g)), ValueError, r"at output\[0\].*float64\[2\]"),
    ],
)
def test_a_wrong_half_says_what_is_wrong(halves, error, message):
    with pytest.raises(error, match=message):
        bad_vjp(**halves)()


def test_a_rule_that_closes_over_a_differentiated_value_raises():
    def f(x):
        g = fjax.custom_jvp(lambda y: x * y)
        g.defjvp(lambda p, t: (g(*p), t[0]))
        return g(1.0)

    with pytest.raises(UnexpectedTracerError, match="close over"):
        fjax.grad(f)(2.0)
    with pytest.raises(UnexpectedTracerError, match="close"):
        fjax.grad(lambda x: fjax.jit(lambda: f(x))())(2.0)


def test_a_function_may_close_over_a_batched_value():
    def outer(x):
        f = fjax.custom_vjp(lambda y: x * y)
        f.defvjp(lambda y: (x * y, y), lambda y, g: (y * g * x,))
        return f

    x = jnp.arange(3.0)
    np.testing.assert_array_equal(fjax.vmap(lambda x: outer(x)(3.0))(x), 3.0 * x)
    np.testing.assert_array_equal(fjax.vmap(lambda x: fjax.grad(outer(x))(3.0))(x), 3.0 * x)


def test_constants_of_rules_survive_compilation():
    table = np.arange(3.0)
    f = fjax.custom_jvp(lambda x: x * table)
    f.defjvp(lambda p, t: (p[0] * table, t[0] * table * 2.0))
    found = fjax.grad(lambda x: fjax.jit(f)(x).sum())(jnp.ones(3))
    np.testing.assert_array_equal(found, 2.0 * table)


def test_methods_can_have_rules():
    class Model:
        @fjax.custom_jvp
        def norm(self, x):
            return x * 2.0

    Model.norm.defjvp(lambda p, t: (p[1] * 2.0, t[1] * 9.0))
    fjax.tree_util.register_static(Model)
    assert float(fjax.grad(lambda x: Model().norm(x))(1.0)) == 9.0


# ---- the others


def test_custom_gradient_closes_over_its_intermediates():
    @fjax.custom_gradient
    def f(x, y):
        z = x * y
        return z, lambda g: (3.0 * z * g, None if False else x * g)

    assert [float(v) for v in fjax.grad(f, (0, 1))(2.0, 3.0)] == [18.0, 2.0]
    assert [float(v) for v in fjax.jit(fjax.grad(f, (0, 1)))(2.0, 3.0)] == [18.0, 2.0]
    np.testing.assert_array_equal(fjax.vmap(fjax.grad(f))(jnp.ones(2), jnp.ones(2)), [3.0, 3.0])


def test_linear_call_uses_the_given_transpose():
    f = lambda x, r: linear_call(lambda r, x: x * r, lambda r, g: g * r * 10.0, r, x)
    assert float(fjax.grad(f)(2.0, 3.0)) == 30.0
    assert float(fjax.jvp(lambda x: f(x, 3.0), (2.0,), (1.0,))[1]) == 3.0


def test_closure_convert_hoists_traced_values():
    def solve(x):
        converted, hoisted = closure_convert(lambda y: jnp.sin(x) * y, 1.0)
        assert len(hoisted) == 1
        return converted(2.0, *hoisted)

    np.testing.assert_allclose(fjax.grad(solve)(1.0), 2.0 * np.cos(1.0))


def test_custom_root_differentiates_the_implicit_function():
    def root(a):
        newton = lambda f, x: lax.fori_loop(0, 40, lambda _, x: x - f(x) / (3.0 * x * x), x)
        return lax.custom_root(lambda x: x**3 - a, 1.0, newton, lambda g, y: y / g(1.0))

    np.testing.assert_allclose(root(8.0), 2.0)
    np.testing.assert_allclose(fjax.grad(root)(8.0), 1.0 / 12.0)
    np.testing.assert_allclose(fjax.grad(fjax.grad(root))(8.0), -2.0 / 9.0 / 32.0)
    np.testing.assert_allclose(
        fjax.vmap(fjax.jit(fjax.grad(root)))(jnp.array([8.0, 27.0])), [1.0 / 12.0, 1.0 / 27.0]
    )


def test_custom_linear_solve_differentiates_matrix_and_right_side():
    rng = np.random.default_rng(0)
    a, b = np.eye(3) * 3.0 + rng.normal(size=(3, 3)) * 0.3, rng.normal(size=3)

    def jacobi(matvec, b):
        return lax.fori_loop(0, 100, lambda _, x: x + 0.3 * (b - matvec(x)), jnp.zeros_like(b))

    def solve(a, b):
        return (lax.custom_linear_solve(lambda x: a @ x, b, jacobi, jacobi) ** 2).sum()

    x = np.linalg.solve(a, b)
    u = np.linalg.solve(a.T, 2.0 * x)
    for gradient in (fjax.grad(solve, (0, 1)), fjax.jit(fjax.grad(solve, (0, 1)))):
        found = gradient(jnp.asarray(a), jnp.asarray(b))
        np.testing.assert_allclose(found[0], -np.outer(u, x), rtol=1e-6)
        np.testing.assert_allclose(found[1], u, rtol=1e-6)


def test_custom_linear_solve_without_a_transpose_says_so_in_reverse_mode():
    f = lambda b: lax.custom_linear_solve(lambda x: 2.0 * x, b, lambda m, b: b / 2.0)
    assert float(fjax.jvp(f, (1.0,), (1.0,))[1]) == 0.5
    with pytest.raises(TypeError, match="transpose_solve"):
        fjax.grad(f)(1.0)


# ---- what outlives a call


@fjax.custom_jvp
def sine_by_jvp(x):
    return lax.sin(x)


sine_by_jvp.defjvps(lambda g, ans, x: g * lax.cos(x))


@fjax.custom_vjp
def sine_by_vjp(x):
    return lax.sin(x)


sine_by_vjp.defvjp(lambda x: (lax.sin(x), x), lambda x, g: (g * lax.cos(x),))


@pytest.mark.one_in(8)
@pytest.mark.parametrize("rule", [sine_by_jvp, sine_by_vjp])
@pytest.mark.parametrize(
    "transform",
    [
        fjax.jit,
        fjax.grad,
        lambda f: fjax.jit(fjax.grad(f)),
        lambda f: fjax.grad(fjax.grad(f)),
        lambda f: lambda x: fjax.jit(fjax.vmap(fjax.grad(f)))(jnp.ones(3) * x),
    ],
)
@pytest.mark.parametrize(
    "place",
    [
        lambda rule, x: lax.scan(lambda c, _: (rule(c + x), None), x, None, length=2)[0],
        lambda rule, x: lax.while_loop(
            lambda s: s[0] < 3, lambda s: (s[0] + 1, rule(s[1])), (0, x)
        )[1],
        lambda rule, x: lax.cond(x > 0, rule, lambda z: z, x),
        lambda rule, x: fjax.checkpoint(rule)(x),
    ],
)
def test_a_custom_rule_keeps_no_tracer_alive(place, transform, rule):
    with fjax.checking_leaks():
        transform(lambda x: place(rule, x))(0.5)


def test_a_custom_rule_lets_go_of_what_it_was_called_with():
    x = jnp.ones(1000)
    buffer = weakref.ref(x.buffer)
    fjax.grad(lambda x: sine_by_vjp(x).sum())(x)
    del x
    gc.collect()
    assert buffer() is None


@pytest.mark.parametrize(
    "transform",
    [
        fjax.grad,
        lambda f: fjax.jit(fjax.grad(f)),
        lambda f: fjax.grad(fjax.jit(f)),
        lambda f: fjax.grad(
            lambda x: fjax.lax.scan(lambda c, _: (f(c), None), x, None, length=1)[0]
        ),
        lambda f: lambda x: fjax.vmap(fjax.grad(f))(jnp.stack([x]))[0],
    ],
)
def test_pythons_numbers_are_residuals_as_they_are(transform):
    @fjax.custom_vjp
    def f(x):
        return x**3

    seen = []

    def backward(residuals, cotangent):
        x, twice, power = residuals
        seen.append((twice, power))
        return (power * x**2 * cotangent * (2 if twice else 1),)

    f.defvjp(lambda x: (x**3, (x, True, 3)), backward)
    assert float(transform(f)(jnp.asarray(2.0))) == 24.0
    assert all(t is True and type(p) is int for t, p in seen) and seen


def test_zeros_of_a_tree_have_its_structure():
    zero = fjax.custom_derivatives.SymbolicZero.from_primal_value
    x = jnp.ones(2)
    found = fjax.custom_derivatives.zero_from_primal({"a": x, "b": (3, None)}, symbolic_zeros=True)
    assert found == {"a": zero(x), "b": (zero(3), None)}


@pytest.mark.parametrize("outer", [fjax.custom_jvp, fjax.custom_vjp])
@pytest.mark.parametrize("inner", [fjax.custom_jvp, fjax.custom_vjp])
def test_a_wrapper_does_not_take_the_rule_of_the_wrapper_inside_for_its_own(outer, inner):
    f = inner(jnp.sin)
    if inner is fjax.custom_jvp:
        f.defjvp(lambda primals, tangents: (f(*primals), tangents[0]))
    else:
        f.defvjp(lambda x: (f(x), None), lambda _, c: (c,))
    with pytest.raises(AttributeError, match=f"for {outer.__name__} function"):
        outer(f)(1.0)
