"""Functions of two numbers with derivative rules of their own, each beside a plain formula.

A construct takes (a, b) and returns a number; its twin computes the same by ordinary operations,
through which derivatives of any order go. Around 1 both are smooth.
"""

import functools

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.scipy import linalg
from fjax.scipy.sparse.linalg import bicgstab, cg, gmres

CONSTRUCTS = {}
REVERSE_ONLY = set()  # their rules call functions that have no forward mode


def twin(formula, *, reverse_only=False):
    """Decorator: register a construct with its formula."""

    def register(construct):
        CONSTRUCTS[construct.__name__] = (construct, formula)
        if reverse_only:
            REVERSE_ONLY.add(construct.__name__)
        return construct

    return register


# ---- roots of scalar equations


def bisection(f, _, low=0.0, high=16.0):
    """A root by halving an interval 60 times, of which the derivative is zero."""

    def halve(_, interval):
        low, high = interval
        middle = 0.5 * (low + high)
        above = f(middle) > 0
        return jnp.where(above, low, middle), jnp.where(above, middle, high)

    return lax.fori_loop(0, 60, halve, (low, high))[0]


def scalar_solve(g, y):
    return y / g(1.0)


@twin(lambda a, b: (a * b + 1.0) ** 1.5)
def root_by_bisection(a, b):
    return lax.custom_root(lambda y: y**2 - (a * b + 1.0) ** 3, 1.0, bisection, scalar_solve)


@twin(lambda a, b: (a * b + 1.0) ** 1.5)
def root_by_a_search_that_stops_by_itself(a, b):
    def solve(f, guess):
        def wide(interval):
            return interval[1] - interval[0] > 1e-15 * interval[1]

        def halve(interval):
            low, high = interval
            middle = 0.5 * (low + high)
            above = f(middle) > 0
            return jnp.where(above, low, middle), jnp.where(above, middle, high)

        return lax.while_loop(
            lambda i: wide(i) & (0.5 * (i[0] + i[1]) < i[1]) & (0.5 * (i[0] + i[1]) > i[0]),
            halve,
            (0.0, 16.0),
        )[0]

    return lax.custom_root(lambda y: y**2 - (a * b + 1.0) ** 3, 1.0, solve, scalar_solve)


@twin(lambda a, b: b * (a * b + 1.0) ** 1.5)
def root_with_an_auxiliary_output(a, b):
    def solve(f, guess):
        x = bisection(f, guess)
        return x, {"residual": f(x), "b": b}

    root, aux = lax.custom_root(
        lambda y: y**2 - (a * b + 1.0) ** 3, 1.0, solve, scalar_solve, has_aux=True
    )
    return root * b + aux["residual"] * 0.0


@twin(lambda a, b: jnp.sqrt(a * jnp.sqrt(b + a)))
def root_within_a_root(a, b):
    def inner(c):
        return lax.custom_root(lambda y: y**2 - c - a, 1.0, bisection, scalar_solve)

    return lax.custom_root(lambda y: y**2 - a * inner(b), 1.0, bisection, scalar_solve)


# ---- roots of systems


def matrix(a, b):
    """A matrix that is neither symmetric nor diagonal."""
    return jnp.array([[3.0, 0.5, 0.0], [-1.0, 2.0, 0.25], [0.5, 0.0, 4.0]]) + a * jnp.array(
        [[0.0, 1.0, 0.5], [0.0, b, 0.0], [0.25, 0.0, 0.0]]
    )


def positive(a, b):
    m = matrix(a, b)
    return m @ m.T


def right_side(a, b):
    return jnp.stack([a, b, a * b])


WEIGHTS = jnp.array([1.0, -2.0, 3.0])


def inverse(m):
    """The inverse of a matrix of three rows by its cofactors."""
    rows = [jnp.cross(m[1], m[2]), jnp.cross(m[2], m[0]), jnp.cross(m[0], m[1])]
    return jnp.stack(rows, 1) / jnp.dot(m[0], rows[0])


def solved_general(a, b):
    return WEIGHTS @ jnp.sin(inverse(matrix(a, b)) @ right_side(a, b))


def solved_positive(a, b):
    return WEIGHTS @ jnp.sin(inverse(positive(a, b)) @ right_side(a, b))


def after(x):
    return WEIGHTS @ jnp.sin(x)


@twin(solved_positive)
def root_with_cholesky_factors_from_outside(a, b):
    m, y = positive(a, b), right_side(a, b)
    factors = linalg.cho_factor(m)

    def cho_solve(_, b):
        return linalg.cho_solve(factors, b)

    def tangent_solve(g, b):
        return lax.custom_linear_solve(g, b, cho_solve, symmetric=True)

    return after(lax.custom_root(lambda x: m @ x - y, y, cho_solve, tangent_solve))


@twin(solved_general)
def root_with_lu_factors_from_outside(a, b):
    m, y = matrix(a, b), right_side(a, b)
    factors = linalg.lu_factor(m)
    return after(
        lax.custom_root(
            lambda x: m @ x - y,
            y,
            lambda f, guess: linalg.lu_solve(factors, y),
            lambda g, y: linalg.lu_solve(factors, y),
        )
    )


@twin(solved_general)
def root_refined_by_its_function(a, b):
    m, y = matrix(a, b), right_side(a, b)
    factors = linalg.lu_factor(m)

    def tangent_solve(g, y):
        x = linalg.lu_solve(factors, y)
        return x + linalg.lu_solve(factors, y - g(x))

    return after(
        lax.custom_root(
            lambda x: m @ x - y, y, lambda f, guess: linalg.lu_solve(factors, y), tangent_solve
        )
    )


@twin(solved_general)
def root_by_the_jacobian(a, b):
    m, y = matrix(a, b), right_side(a, b)
    return after(
        lax.custom_root(
            lambda x: m @ x - y,
            y,
            lambda f, x: x - jnp.linalg.solve(fjax.jacobian(f)(x), f(x)),
            lambda g, y: jnp.linalg.solve(fjax.jacobian(g)(y), y),
        )
    )


@twin(solved_general)
def root_by_an_iteration_that_stops_by_itself(a, b):
    m, y = matrix(a, b), right_side(a, b)

    def iterate(f, x):
        def off(x):
            return jnp.max(jnp.abs(f(x))) > 1e-14

        return lax.while_loop(
            lambda s: off(s[0]) & (s[1] < 400), lambda s: (s[0] - 0.2 * f(s[0]), s[1] + 1), (x, 0)
        )[0]

    def tangent_solve(g, y):
        return iterate(lambda x: g(x) - y, jnp.zeros_like(y))

    return after(lax.custom_root(lambda x: m @ x - y, y, iterate, tangent_solve))


@twin(lambda a, b: jnp.exp(a) * (1.0 + a * b))
def root_of_a_tree(a, b):
    def f(x):
        return {"u": jnp.log(x["u"]) - a, "v": x["v"] - a * b * x["u"]}

    def solve(f, x):
        u = bisection(lambda u: f({"u": u, "v": x["v"]})["u"], 1.0)
        return {"u": u, "v": x["v"] - f({"u": u, "v": x["v"]})["v"]}

    def tangent_solve(g, y):
        u = y["u"] / g({"u": 1.0, "v": 0.0})["u"]
        return {"u": u, "v": y["v"] - g({"u": u, "v": 0.0})["v"]}

    x = lax.custom_root(f, {"u": 1.0, "v": 1.0}, solve, tangent_solve)
    return x["u"] + x["v"]


# ---- linear systems


@twin(solved_positive)
def linear_solve_with_cholesky_factors(a, b):
    m = positive(a, b)
    factors = linalg.cho_factor(m)
    return after(
        lax.custom_linear_solve(
            lambda x: m @ x,
            right_side(a, b),
            lambda _, b: linalg.cho_solve(factors, b),
            symmetric=True,
        )
    )


@twin(solved_general)
def linear_solve_with_lu_factors(a, b):
    m = matrix(a, b)
    factors = linalg.lu_factor(m)
    return after(
        lax.custom_linear_solve(
            lambda x: m @ x,
            right_side(a, b),
            lambda _, b: linalg.lu_solve(factors, b),
            lambda _, b: linalg.lu_solve(factors, b, trans=1),
        )
    )


@twin(solved_general)
def linear_solve_with_an_auxiliary_output(a, b):
    m = matrix(a, b)
    x, aux = lax.custom_linear_solve(
        lambda x: m @ x,
        right_side(a, b),
        lambda f, b: (jnp.linalg.solve(m, b), {"norm": jnp.sum(f(b))}),
        lambda f, b: (jnp.linalg.solve(m.T, b), {"norm": jnp.sum(f(b))}),
        has_aux=True,
    )
    return after(x) + aux["norm"] * 0.0


@twin(solved_general)
def linear_solve_by_an_iteration(a, b):
    m = matrix(a, b)

    def iterate(f, b):
        return lax.while_loop(
            lambda s: (jnp.max(jnp.abs(f(s[0]) - b)) > 1e-15) & (s[1] < 300),
            lambda s: (s[0] - 0.2 * (f(s[0]) - b), s[1] + 1),
            (jnp.zeros_like(b), 0),
        )[0]

    return after(lax.custom_linear_solve(lambda x: m @ x, right_side(a, b), iterate, iterate))


@twin(solved_positive)
def conjugate_gradients(a, b):
    m = positive(a, b)
    return after(cg(lambda x: m @ x, right_side(a, b), tol=1e-14, maxiter=50)[0])


@twin(solved_positive)
def preconditioned_conjugate_gradients(a, b):
    m = positive(a, b)
    near = jnp.diag(1.0 / jnp.diag(m))
    return after(cg(m, right_side(a, b), tol=1e-14, maxiter=50, M=near)[0])


@twin(solved_general)
def stabilized_gradients(a, b):
    m = matrix(a, b)
    return after(bicgstab(m, right_side(a, b), tol=1e-14, maxiter=50)[0])


@twin(solved_general)
def minimal_residuals(a, b):
    m = matrix(a, b)
    return after(gmres(m, right_side(a, b), tol=1e-14, maxiter=10)[0])


@twin(solved_general)
def incremental_minimal_residuals(a, b):
    m = matrix(a, b)
    return after(gmres(m, right_side(a, b), tol=1e-14, maxiter=10, solve_method="incremental")[0])


# ---- custom_jvp


@fjax.custom_jvp
def sine(x):
    """sin, computed by something without a derivative."""
    return lax.stop_gradient(jnp.sin(x))


@sine.defjvp
def _(primals, tangents):
    return sine(*primals), cosine(*primals) * tangents[0]


@fjax.custom_jvp
def cosine(x):
    return lax.stop_gradient(jnp.cos(x))


@cosine.defjvp
def _(primals, tangents):
    return cosine(*primals), -sine(*primals) * tangents[0]


@twin(lambda a, b: jnp.sin(a * b) * a)
def jvp_rules_of_each_other(a, b):
    return sine(a * b) * a


@functools.partial(fjax.custom_jvp, nondiff_argnums=(0, 2))
def applied(f, x, n):
    return lax.stop_gradient(f(x) ** n)


@applied.defjvp
def _(f, n, primals, tangents):
    (x,), (t,) = primals, tangents
    slope = fjax.jvp(f, (x,), (t,))[1]
    return applied(f, x, n), n * applied(f, x, n - 1) * slope


@twin(lambda a, b: (jnp.sin(a) * b) ** 4)
def jvp_rule_with_static_arguments(a, b):
    return applied(jnp.sin, a, 4) * b**4


@fjax.custom_jvp
def product(x, y):
    return lax.stop_gradient(x * y)


def _product_rule(primals, tangents):
    (x, y), (s, t) = primals, tangents
    terms = [
        tangent * other
        for tangent, other in ((s, y), (t, x))
        if type(tangent) is not fjax.custom_derivatives.SymbolicZero
    ]
    return product(x, y), sum(terms)


product.defjvp(_product_rule, symbolic_zeros=True)


@twin(lambda a, b: a * b * jnp.sin(a * a) * b)
def jvp_rule_with_symbolic_zeros(a, b):
    return product(product(a, b), jnp.sin(product(a, a))) * b


@fjax.custom_jvp
def power(x, y):
    return lax.stop_gradient(x**y)


power.defjvps(
    lambda t, out, x, y: t * y * power(x, y - 1.0), lambda t, out, x, y: t * out * jnp.log(x)
)


@twin(lambda a, b: (1.0 + a) ** (a * b))
def jvp_rule_for_each_argument(a, b):
    return power(1.0 + a, a * b)


# ---- custom_vjp and its kin


@fjax.custom_vjp
def exponential(x):
    return lax.stop_gradient(jnp.exp(x))


exponential.defvjp(lambda x: (exponential(x),) * 2, lambda y, g: (g * y,))


@twin(lambda a, b: jnp.exp(a * b) * b, reverse_only=True)
def vjp_rule(a, b):
    return exponential(a * b) * b


@functools.partial(fjax.custom_vjp, nondiff_argnums=(0,))
def scaled_by_function(f, x, y):
    return lax.stop_gradient(f(x) * y)


scaled_by_function.defvjp(
    lambda f, x, y: (scaled_by_function(f, x, y), (x, y)),
    lambda f, kept, g: (g * fjax.grad(f)(kept[0]) * kept[1], g * f(kept[0])),
)


@twin(lambda a, b: jnp.sin(a) * jnp.exp(b), reverse_only=True)
def vjp_rule_with_a_static_argument(a, b):
    return scaled_by_function(jnp.sin, a, jnp.exp(b))


@functools.partial(fjax.custom_vjp, nondiff_argnums=(0,))
def fixed_point(f, parameters, x):
    """x with x = f(parameters, x); the derivative is a fixed point, too."""
    return lax.while_loop(
        lambda s: jnp.max(jnp.abs(s[0] - s[1])) > 1e-15,
        lambda s: (s[1], f(parameters, s[1])),
        (x, f(parameters, x)),
    )[1]


def _fixed_point_forward(f, parameters, x):
    found = fixed_point(f, parameters, x)
    return found, (parameters, found)


def _fixed_point_backward(f, kept, g):
    parameters, found = kept
    _, to_parameters = fjax.vjp(lambda p: f(p, found), parameters)

    def step(packed, u):
        parameters, found, g = packed
        return g + fjax.vjp(lambda x: f(parameters, x), found)[1](u)[0]

    u = fixed_point(step, (parameters, found, g), g)
    return to_parameters(u)[0], jnp.zeros_like(found)


fixed_point.defvjp(_fixed_point_forward, _fixed_point_backward)


@twin(lambda a, b: a * jnp.sqrt(a + b), reverse_only=True)
def fixed_point_layer(a, b):
    """Heron's iteration, slowed down so that its derivative does not vanish."""
    return a * fixed_point(lambda c, x: 0.75 * x + 0.25 * c / x, a + b, 1.0)


@twin(lambda a, b: a * jnp.sqrt(a + b), reverse_only=True)
def fixed_point_of_a_closure(a, b):
    step, captured = fjax.closure_convert(lambda x: 0.75 * x + 0.25 * (a + b) / x, 1.0)
    return a * fixed_point(lambda c, x: step(x, *c), captured, 1.0)


@fjax.custom_gradient
def tangent(x):
    y = jnp.tan(x)
    return y, lambda g: g * (1.0 + tangent(x) ** 2)


@twin(lambda a, b: jnp.tan(0.5 * a * b) + a, reverse_only=True)
def custom_gradient(a, b):
    return tangent(0.5 * a * b) + a


@twin(lambda a, b: jnp.sin(a) * jnp.sin(a) * b)
def linear_call(a, b):
    def scaled(s, x):
        return fjax.custom_derivatives.linear_call(
            lambda s, x: s * x, lambda s, g: s * g, lax.stop_gradient(s), x
        )

    return scaled(2.0, jnp.sin(a) ** 2 * b) * 0.5


# ---- within other constructs


@twin(lambda a, b: solved_general(jnp.sin(a), b) + (jnp.sin(a) * b + 1.0) ** 1.5)
def checkpointed(a, b):
    def both(a, b):
        return linear_solve_with_lu_factors(a, b) + root_by_bisection(a, b)

    return fjax.checkpoint(both)(jnp.sin(a), b)


def steps(body, a, b):
    x = a
    for n in (0.5, 1.0):
        x = 0.5 * jnp.sin(body(x * n, b)) + a
    return x


@twin(lambda a, b: steps(lambda x, b: (x * b + 1.0) ** 1.5, a, b))
def root_in_a_scan(a, b):
    def body(x, n):
        return 0.5 * jnp.sin(root_by_bisection(x * n, b)) + a, None

    return lax.scan(body, a, jnp.array([0.5, 1.0]))[0]


@twin(lambda a, b: steps(solved_general, a, b))
def linear_solve_in_a_while_loop(a, b):
    def body(state):
        x, n = state
        return 0.5 * jnp.sin(linear_solve_with_lu_factors(x * n, b)) + a, n + 0.5

    return lax.while_loop(lambda state: state[1] < 1.25, body, (a, 0.5))[0]


@twin(lambda a, b: (a * b + 1.0) ** 1.5 * jnp.sin(a * b))
def rules_in_a_branch(a, b):
    return lax.cond(a > 0.0, lambda x: root_by_bisection(x, b) * sine(x * b), lambda x: x, a)


@twin(lambda a, b: steps(lambda x, b: jnp.sin(x) * jnp.exp(b * x), a, b), reverse_only=True)
def rules_in_a_scan(a, b):
    def body(x, n):
        x = x * n
        return 0.5 * jnp.sin(sine(x) * exponential(b * x)) + a, None

    return lax.scan(body, a, jnp.array([0.5, 1.0]))[0]
