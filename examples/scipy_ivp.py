"""SciPy's integrators on fjax functions: a stiff reaction, with exact Jacobians.

Robertson's three reactions (H. H. Robertson, 1966) have rates that differ by nine orders of
magnitude. Implicit methods need the Jacobian of the right-hand side: `fjax.jacfwd` gives it to the
last digit. Explicit ones creep: they are given a short time. The concentrations are compared with
those printed in the documentation of SUNDIALS (A. C. Hindmarsh et al.). The derivative with respect
to the rates, by integrating the tangents beside the states, is compared with a difference.

    python examples/scipy_ivp.py
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import integrate

import fjax
import fjax.numpy as jnp
from fjax import Array
from fjax.typing import ArrayLike

RATES = np.array([0.04, 1e4, 3e7])
START = np.array([1.0, 0.0, 0.0])
IMPLICIT = ("Radau", "BDF", "LSODA")
EXPLICIT = ("RK23", "RK45", "DOP853")
TIMES = (0.4, 4.0, 40.0, 400.0)
PUBLISHED = np.array(
    [
        [9.8517e-1, 3.3864e-5, 1.4796e-2],
        [9.0553e-1, 2.2406e-5, 9.4452e-2],
        [7.1582e-1, 9.1851e-6, 2.8417e-1],
        [4.5053e-1, 3.2232e-6, 5.4947e-1],
    ]
)
TOLERANCES: dict[str, Any] = {"rtol": 1e-6, "atol": [1e-9, 1e-12, 1e-9]}


@fjax.jit
def reaction(t: ArrayLike, y: ArrayLike, rates: ArrayLike = RATES) -> Array:
    """dy/dt of the three concentrations."""
    y, rates = jnp.asarray(y), jnp.asarray(rates)
    slow, back, fast = rates[0] * y[0], rates[1] * y[1] * y[2], rates[2] * y[1] ** 2
    return jnp.array([back - slow, slow - back - fast, fast])


jacobian = fjax.jit(fjax.jacfwd(reaction, argnums=1))


def integrate_to(times: Sequence[float], method: str) -> Any:
    """Concentrations at `times`, and SciPy's counts."""
    more: dict[str, Any] = {"jac": jacobian} if method in IMPLICIT else {}
    return integrate.solve_ivp(
        reaction, (0, times[-1]), START, method, t_eval=times, **more, **TOLERANCES
    )


@fjax.jit
def with_tangents(t: ArrayLike, state: ArrayLike) -> Array:
    """The reaction, and beside it how the concentrations change with each logarithm of a rate."""
    state = jnp.asarray(state)
    y, tangents = state[:3], state[3:].reshape(3, 3)

    def along(tangent: Array, direction: Array) -> Array:
        return fjax.jvp(
            lambda y, log_rates: reaction(t, y, jnp.exp(log_rates)),
            (y, jnp.log(RATES)),
            (tangent, direction),
        )[1]

    changes = fjax.vmap(along)(tangents, jnp.eye(3))
    return jnp.concatenate([reaction(t, y), changes.ravel()])


def sensitivities(time: float, method: str = "BDF") -> Any:
    """d y(time) / d log rates, shape (rate, concentration)."""
    start = np.concatenate([START, np.zeros(9)])
    done = integrate.solve_ivp(
        with_tangents,
        (0, time),
        start,
        method,
        rtol=1e-8,
        atol=1e-12,
        jac=fjax.jit(fjax.jacfwd(with_tangents, argnums=1)),
    )
    return done.y[3:, -1].reshape(3, 3)


def main() -> tuple[dict[str, Any], dict[str, Any], Any]:
    found = {method: integrate_to(TIMES, method) for method in IMPLICIT}
    for method, done in found.items():
        off = np.abs(done.y.T / PUBLISHED - 1).max()
        print(
            f"{method:7} to {TIMES[-1]:5}: {done.nfev:6} evaluations, {done.njev:3} Jacobians, "
            f"within {off:.1e} of the published values"
        )
    short = {method: integrate_to(TIMES[:1], method) for method in EXPLICIT}
    for method, done in short.items():
        print(
            f"{method:7} to {TIMES[0]:5}: {done.nfev:6} evaluations, "
            f"within {np.abs(done.y[:, 0] / PUBLISHED[0] - 1).max():.1e}"
        )
    slopes = sensitivities(TIMES[2])
    print(
        "change of the concentrations at t = 40 with the logarithm of each rate:", slopes, sep="\n"
    )
    return found, short, slopes


if __name__ == "__main__":
    main()
