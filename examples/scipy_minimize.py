"""SciPy's minimizers on fjax's derivatives: Rosenbrock's valley with every method.

    f(x) = sum over i of 100 (x[i+1] - x[i]²)² + (1 - x[i])²          (H. H. Rosenbrock, 1960)

has its minimum 0 at x = (1, …, 1), at the end of a curved valley. `scipy.optimize.minimize` takes
jitted fjax functions as they are: the value and gradient in one call (`jac=True`), the Hessian, or,
where the method asks for no more, the product of the Hessian and a vector, which never forms the
Hessian. Constrained methods get a disc as their domain, its gradient from fjax as well.

    python examples/scipy_minimize.py
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy import optimize

import fjax
import fjax.numpy as jnp
from fjax import Array

START = np.array([1.3, 0.7, 0.8, 1.9, 1.2])
RADIUS = 1.5  # of the disc; the free minimum lies outside of it
WITHOUT_GRADIENT = ("Nelder-Mead", "Powell", "COBYLA", "COBYQA")
WITH_GRADIENT = ("CG", "BFGS", "L-BFGS-B", "TNC", "SLSQP")
WITH_HESSIAN = ("Newton-CG", "trust-ncg", "trust-krylov", "trust-constr", "dogleg", "trust-exact")
WITH_PRODUCT = ("Newton-CG", "trust-ncg", "trust-krylov", "trust-constr")
MORE_STEPS: dict[str, dict[str, Any]] = {
    "Nelder-Mead": {"maxiter": 5000, "xatol": 1e-9, "fatol": 1e-14},
    "COBYLA": {"maxiter": 1000, "rhobeg": 0.2},
    "COBYQA": {"maxfev": 5000},
    "Powell": {"xtol": 1e-9, "ftol": 1e-14},
}


@fjax.jit
def rosenbrock(x: Array) -> Array:
    """Rosenbrock's function of a vector of n >= 2 numbers."""
    return jnp.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)


value_and_gradient = fjax.jit(fjax.value_and_grad(rosenbrock))
hessian = fjax.jit(fjax.hessian(rosenbrock))


@fjax.jit
def hessian_product(x: Array, v: Array) -> Array:
    """The Hessian at x times v, by the derivative of the gradient along v.

    A tangent has its primal's dtype; trust-constr tries out the product with integers.
    """
    slope: Array = fjax.jvp(fjax.grad(rosenbrock), (x,), (v.astype(x.dtype),))[1]
    return slope


def convex_start(method: str) -> np.ndarray[Any, Any]:
    """dogleg wants a positive definite Hessian wherever it goes: it starts near the minimum."""
    return np.full_like(START, 1.1) if method == "dogleg" else START


def minimize(method: str, second: str | None = None) -> Any:
    """SciPy's result; `second` is "hess" or "hessp" for methods that use second derivatives."""
    options = MORE_STEPS.get(method, {})
    if method in WITHOUT_GRADIENT:
        return optimize.minimize(rosenbrock, START, method=method, options=options)
    more = {} if second is None else {second: hessian if second == "hess" else hessian_product}
    return optimize.minimize(
        value_and_gradient, convex_start(method), jac=True, method=method, options=options, **more
    )


def runs() -> Iterator[tuple[str, str | None]]:
    """Each way to minimize: (method, what it is given beside the gradient)."""
    yield from ((m, None) for m in (*WITHOUT_GRADIENT, *WITH_GRADIENT))
    yield from ((m, "hess") for m in WITH_HESSIAN)
    yield from ((m, "hessp") for m in WITH_PRODUCT)


def on_the_disc(method: str) -> Any:
    """The minimum within a distance of RADIUS from 0, by a method that knows constraints."""

    @fjax.jit
    def room(x: Array) -> Array:  # not negative on the disc
        return RADIUS**2 - jnp.dot(x, x)

    if method == "trust-constr":
        limits = optimize.NonlinearConstraint(
            room,
            0,
            np.inf,
            jac=fjax.jit(fjax.grad(room)),
            hess=lambda x, v: v[0] * fjax.hessian(room)(x),
        )
        return optimize.minimize(
            value_and_gradient,
            np.zeros(5),
            jac=True,
            hess=hessian,
            method=method,
            constraints=limits,
            options={"gtol": 1e-9, "xtol": 1e-10, "maxiter": 2000},
        )
    conditions = {"type": "ineq", "fun": room, "jac": fjax.jit(fjax.grad(room))}
    return optimize.minimize(
        value_and_gradient,
        np.zeros(5),
        jac=True,
        method=method,
        constraints=conditions,
        options={"ftol": 1e-12},
    )


def main() -> tuple[dict[tuple[str, str | None], Any], dict[str, Any]]:
    print(f"{'method':14} {'given':9} {'f':>9} {'steps':>6} {'calls':>6}")
    found = {}
    for method, second in runs():
        result = found[method, second] = minimize(method, second)
        given = "value" if method in WITHOUT_GRADIENT else second or "gradient"
        print(f"{method:14} {given:9} {result.fun:9.1e} {result.get('nit', 0):6} {result.nfev:6}")
    discs = {method: on_the_disc(method) for method in ("SLSQP", "trust-constr")}
    for method, result in discs.items():
        print(
            f"{method:14} on the disc: f = {result.fun:.6f} at distance "
            f"{np.linalg.norm(result.x):.6f}"
        )
    return found, discs


if __name__ == "__main__":
    main()
