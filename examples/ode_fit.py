"""Fit the Lotka-Volterra equations to a century-old record of lynx and hares.

The data are the pelts that the Hudson Bay Company collected from 1900 to 1920, in thousands, as
P. Howard tabulated them ("Modeling Basics", 2009, after E. P. Odum, "Fundamentals of Ecology").
B. Carpenter fitted the same numbers with Stan ("Predator-Prey Population Dynamics: the
Lotka-Volterra model in Stan", 2018); the posterior means of that case study stand beside what this
program finds.

The equations are integrated by Runge-Kutta steps in a scan, the gradient of the misfit comes from
reverse mode through that scan, and Adam's own loop is a scan around both: the whole fit is one
compiled function. The program writes out/ode_fit.png.

    python examples/ode_fit.py
"""

from pathlib import Path
from typing import Any, NamedTuple

import matplotlib
import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # after the choice of backend

YEARS = np.arange(1900, 1921)
HARES = np.array(
    [
        30.0,
        47.2,
        70.2,
        77.4,
        36.3,
        20.6,
        18.1,
        21.4,
        22.0,
        25.4,
        27.1,
        40.3,
        57.0,
        76.6,
        52.3,
        19.5,
        11.2,
        7.6,
        14.6,
        16.2,
        24.7,
    ]
)
LYNXES = np.array(
    [
        4.0,
        6.1,
        9.8,
        35.2,
        59.4,
        41.7,
        19.0,
        13.0,
        8.3,
        9.1,
        7.4,
        8.0,
        12.3,
        19.5,
        45.7,
        51.1,
        29.7,
        15.8,
        9.7,
        10.1,
        8.6,
    ]
)
PELTS = np.stack([HARES, LYNXES], axis=1)

NAMES = ("alpha", "beta", "gamma", "delta", "hares in 1900", "lynxes in 1900")
PUBLISHED = np.array([0.55, 0.028, 0.80, 0.024, 34.0, 5.9])
STEPS_PER_YEAR = 20
PICTURE = Path("out/ode_fit.png")


def velocity(populations: Any, rates: Any) -> Any:
    """d(hares, lynxes)/dt: hares breed and are eaten, lynxes starve and eat."""
    hares, lynxes = populations
    alpha, beta, gamma, delta = rates
    return jnp.stack([(alpha - beta * lynxes) * hares, (delta * hares - gamma) * lynxes])


def runge_kutta(populations: Any, rates: Any, dt: float) -> Any:
    """One step of the classical fourth-order method."""
    k1 = velocity(populations, rates)
    k2 = velocity(populations + dt / 2 * k1, rates)
    k3 = velocity(populations + dt / 2 * k2, rates)
    k4 = velocity(populations + dt * k3, rates)
    return populations + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def simulate(parameters: Any, years: int) -> Any:
    """Populations at every step from 1900 on, of shape (years * STEPS_PER_YEAR + 1, 2)."""
    rates, start = parameters[:4], parameters[4:]

    def step(populations: Any, _: None) -> tuple[Any, Any]:
        populations = runge_kutta(populations, rates, 1 / STEPS_PER_YEAR)
        return populations, populations

    _, path = lax.scan(step, start, None, length=years * STEPS_PER_YEAR)
    return jnp.concatenate([start[None], path])


def residuals(log_parameters: Any) -> Any:
    """What the equations do not explain of the log pelts, of shape (21, 2)."""
    path = simulate(jnp.exp(log_parameters), len(YEARS) - 1)
    return jnp.log(PELTS) - jnp.log(path[::STEPS_PER_YEAR])


def misfit(log_parameters: Any) -> Any:
    """The negative log likelihood of log-normal errors, each species' spread at its best value."""
    return len(YEARS) / 2 * jnp.sum(jnp.log(jnp.mean(residuals(log_parameters) ** 2, axis=0)))


@fjax.jit
def adam(start: Any, rates: Any) -> tuple[Any, Any]:
    """Minimise the misfit with one step per learning rate; the last point, and every misfit."""

    def step(state: tuple[Any, ...], inputs: tuple[Any, ...]) -> tuple[tuple[Any, ...], Any]:
        point, mean, square = state
        count, rate = inputs
        loss, gradient = fjax.value_and_grad(misfit)(point)
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        move = mean / (1 - 0.9**count) / (jnp.sqrt(square / (1 - 0.999**count)) + 1e-8)
        return (point - rate * move, mean, square), loss

    zeros = jnp.zeros_like(start)
    counts = jnp.arange(1.0, len(rates) + 1)
    (point, _, _), losses = lax.scan(step, (start, zeros, zeros), (counts, rates))
    return point, losses


class Fit(NamedTuple):
    """The parameters, their standard errors, the spread of the log pelts, and Adam's misfits."""

    parameters: np.ndarray
    errors: np.ndarray
    spread: np.ndarray
    losses: np.ndarray


def fit(steps: int = 3000) -> Fit:
    """The most likely parameters, from a rough guess; errors from the curvature of the misfit."""
    guess = jnp.log(jnp.array([0.6, 0.02, 0.6, 0.02, *PELTS[0]]))
    rates = 0.02 * 0.5 * (1 + jnp.cos(jnp.pi * jnp.linspace(0, 1, steps)))
    best, losses = adam(guess, rates)
    covariance = jnp.linalg.inv(fjax.jit(fjax.hessian(misfit))(best))
    parameters = jnp.exp(best)
    spread = jnp.sqrt(jnp.mean(residuals(best) ** 2, axis=0))
    return Fit(
        np.asarray(parameters),
        np.asarray(parameters * jnp.sqrt(jnp.diag(covariance))),
        np.asarray(spread),
        np.asarray(losses),
    )


def draw(path: Path, found: Fit) -> None:
    """Counts and fitted curves over the years, and the orbit in the plane of both species."""
    curves = np.asarray(simulate(jnp.asarray(found.parameters), len(YEARS) - 1))
    time = np.linspace(YEARS[0], YEARS[-1], len(curves))
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(11, 4.5), layout="constrained", width_ratios=(5, 3)
    )
    for k, (name, color) in enumerate([("hares", "tab:brown"), ("lynxes", "tab:blue")]):
        band = np.exp(2 * found.spread[k])
        left.fill_between(time, curves[:, k] / band, curves[:, k] * band, color=color, alpha=0.12)
        left.plot(time, curves[:, k], color=color, label=f"{name}, fitted")
        left.plot(YEARS, PELTS[:, k], "o", color=color, label=f"{name}, counted")
    left.set(xlabel="year", ylabel="pelts in thousands", ylim=(0, 130), xticks=YEARS[::5])
    left.legend(ncols=2)
    right.plot(*curves.T, color="tab:gray")
    right.plot(*PELTS.T, ".-", color="tab:red", linewidth=0.6)
    right.set(xlabel="hares", ylabel="lynxes", title="the orbit")
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=110)
    plt.close(figure)


def main() -> Fit:
    """Fit, compare with the published values, draw."""
    found = fit()
    print(
        f"misfit {found.losses[0]:.2f} at the guess, {found.losses[-1]:.4f} after "
        f"{len(found.losses)} steps of Adam"
    )
    print(f"{'parameter':>14s}   fitted   error   published (Stan)")
    for row in zip(NAMES, found.parameters, found.errors, PUBLISHED, strict=True):
        print("{:>14s} {:8.4f} {:7.4f} {:10.3f}".format(*row))
    print(
        f"spread of the log pelts: hares {found.spread[0]:.2f}, lynxes {found.spread[1]:.2f} "
        "(published 0.25 and 0.25)"
    )
    draw(PICTURE, found)
    print(f"counts, curves and orbit: {PICTURE}")
    return found


if __name__ == "__main__":
    main()
