"""SciPy's least squares and root finding on fjax's Jacobians.

First a fit that is known to eleven digits: Misra's dental research data, y = b1 (1 - exp(-b2 x)),
Misra1a among the reference datasets of the National Institute of Standards and Technology, with
every method of `scipy.optimize.least_squares` and with losses that an outlier does not pull. Then a
boundary value problem, Bratu's equation u'' + exp(u) = 0 on [0, 1] with u = 0 at both ends, with
every method of `scipy.optimize.root`; its solution is known in closed form.

    python examples/scipy_least_squares.py
"""

from typing import Any

import numpy as np
from scipy import optimize

import fjax
import fjax.numpy as jnp
from fjax import Array
from fjax.typing import ArrayLike

VOLUME = np.array(
    [
        10.07,
        14.73,
        17.94,
        23.93,
        29.61,
        35.18,
        40.02,
        44.82,
        50.76,
        55.05,
        61.01,
        66.40,
        75.47,
        81.78,
    ]
)
PRESSURE = np.array(
    [
        77.6,
        114.9,
        141.1,
        190.8,
        239.9,
        289.0,
        332.8,
        378.4,
        434.8,
        477.3,
        536.8,
        593.1,
        689.1,
        760.0,
    ]
)
CERTIFIED = np.array([2.3894212918e2, 5.5015643181e-4])
START = np.array([250.0, 5e-4])
WITH_JACOBIAN = ("hybr", "lm")
LEARNING = ("broyden1", "broyden2", "anderson", "linearmixing", "diagbroyden", "excitingmixing")
WITHOUT_JACOBIAN = (*LEARNING, "krylov", "df-sane")
POINTS = 49


@fjax.jit
def residuals(b: ArrayLike, y: ArrayLike = VOLUME) -> Array:
    """What the model b1 (1 - exp(-b2 x)) leaves of the measured volumes."""
    highest, rate = jnp.asarray(b)
    return highest * (1 - jnp.exp(-rate * PRESSURE)) - y


def fit(method: str, **options: Any) -> Any:
    """Misra's two parameters; they differ by six orders of magnitude, as `x_scale` tells SciPy."""
    return optimize.least_squares(
        residuals,
        START,
        fjax.jit(fjax.jacfwd(residuals)),
        method=method,
        x_scale=START,
        xtol=1e-14,
        ftol=1e-14,
        gtol=1e-14,
        **options,
    )


def fit_beside_an_outlier(loss: str) -> Any:
    """The parameters when one measurement is twice what it was."""
    spoilt = np.where(np.arange(len(VOLUME)) == 6, 2 * VOLUME, VOLUME)
    return fit("trf", loss=loss, f_scale=0.1, kwargs={"y": spoilt})


# Bratu's equation as a fixed point: u = G exp(u), G the inverse of the discretised -d²/ds².
# The step is 1/(POINTS + 1).
LAPLACIAN = (POINTS + 1) ** 2 * (2 * np.eye(POINTS) - np.eye(POINTS, k=1) - np.eye(POINTS, k=-1))
GREEN = np.linalg.inv(LAPLACIAN)


@fjax.jit
def bratu(u: ArrayLike) -> Array:
    """G exp(u) - u, zero at the solution."""
    return jnp.dot(GREEN, jnp.exp(u)) - u


def solve(method: str) -> Any:
    """Bratu's equation by a method of scipy.optimize.root, from u = 0."""
    jacobian = fjax.jit(fjax.jacfwd(bratu)) if method in WITH_JACOBIAN else None
    # Methods that learn the Jacobian begin with -1/alpha = -1 times the identity.
    options = {"jac_options": {"alpha": 1.0}} if method in LEARNING else {}
    return optimize.root(
        bratu,
        np.zeros(POINTS),
        method=method,
        jac=jacobian,
        options=options,
        tol=None if method == "df-sane" else 1e-7,
    )


def exact() -> Any:
    """The lower of Bratu's solutions at the inner points, from U. M. Ascher et al. (1995):
    u(s) = -2 log(cosh((s - 1/2) t/2) / cosh(t/4)) where t = sqrt(2) cosh(t/4)."""

    @fjax.jit
    def condition(t: ArrayLike) -> Array:
        t = jnp.asarray(t)
        return t - jnp.sqrt(2.0) * jnp.cosh(t / 4)

    t = optimize.root_scalar(condition, x0=1.0, fprime=fjax.grad(condition), method="newton").root
    s = np.arange(1, POINTS + 1) / (POINTS + 1)
    return -2 * np.log(np.cosh((s - 0.5) * t / 2) / np.cosh(t / 4))


def main() -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    print("certified     ", CERTIFIED)
    fits = {method: fit(method) for method in ("lm", "trf", "dogbox")}
    for method, result in fits.items():
        print(f"{method:14}", result.x, f"{result.nfev} evaluations, {result.njev} Jacobians")
    robust = {loss: fit_beside_an_outlier(loss) for loss in ("linear", "soft_l1", "cauchy")}
    for loss, result in robust.items():
        print(f"{loss:14}", result.x, "with one measurement doubled")
    roots = {method: solve(method) for method in (*WITH_JACOBIAN, *WITHOUT_JACOBIAN)}
    for method, result in roots.items():
        print(
            f"{method:14} Bratu: highest {result.x.max():.8f}, off by "
            f"{np.abs(result.x - exact()).max():.1e}"
        )
    return fits, robust, roots


if __name__ == "__main__":
    main()
