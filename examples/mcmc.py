"""The eight schools by Hamiltonian Monte Carlo, checked against the exact posterior.

Eight schools tested a coaching programme; each reported its mean effect in points and a standard
error (D. B. Rubin, 1981; A. Gelman et al., "Bayesian Data Analysis", section 5.5). The hierarchical
model lets the schools learn from each other:

    effect_i ~ N(theta_i, error_i),  theta_i ~ N(mu, tau),  mu ~ N(0, 5),  tau ~ half-Cauchy(0, 5)

The sampler (R. Neal, "MCMC using Hamiltonian dynamics", 2011) takes trajectories of random length;
its step size is learnt during the warm-up by dual averaging (M. Hoffman and A. Gelman, 2014). All
chains run side by side under vmap, each one compiled loop. Given tau everything else is Gaussian,
so integrals over tau alone give the exact answer. The program writes out/mcmc.png.

    python examples/mcmc.py
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib
import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax, random
from fjax.flatten_util import ravel_pytree
from fjax.scipy import stats

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # after the choice of backend

EFFECTS = np.array([28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0])
ERRORS = np.array([15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0])
CHAINS, WARM_UP, SAMPLES, LONGEST = 16, 1000, 2000, 24
TARGET = 0.8  # the wanted share of accepted proposals
PICTURE = Path("out/mcmc.png")


# ---- the model


def effects(state: dict[str, Any]) -> Any:
    """The true effect of each school; `z` holds them in units of tau around mu."""
    return state["mu"] + jnp.exp(state["log_tau"]) * state["z"]


def log_posterior(state: dict[str, Any]) -> Any:
    """The log of prior times likelihood, up to a constant."""
    tau = jnp.exp(state["log_tau"])
    prior = (
        stats.norm.logpdf(state["mu"], 0.0, 5.0)
        + stats.cauchy.logpdf(tau, 0.0, 5.0)
        + state["log_tau"]  # the change of variable
        + jnp.sum(stats.norm.logpdf(state["z"]))
    )
    return prior + jnp.sum(stats.norm.logpdf(EFFECTS, effects(state), ERRORS))


START = {"mu": jnp.zeros(()), "log_tau": jnp.zeros(()), "z": jnp.zeros(8)}


# ---- the sampler


def hmc_step(
    log_density: Callable[..., Any], key: Any, position: Any, step_size: Any
) -> tuple[Any, Any]:
    """The next position, and the probability with which the proposal was accepted."""
    keys = random.split(key, 3)
    force = fjax.grad(log_density)

    def leap(_: Any, state: tuple[Any, ...]) -> tuple[Any, ...]:
        position, momentum = state
        momentum = momentum + 0.5 * step_size * force(position)
        position = position + step_size * momentum
        return position, momentum + 0.5 * step_size * force(position)

    momentum = random.normal(keys[0], position.shape)
    leaps = random.randint(keys[1], (), 1, LONGEST + 1)
    proposal = lax.fori_loop(0, leaps, leap, (position, momentum))
    gain = (
        log_density(proposal[0])
        - 0.5 * jnp.sum(proposal[1] ** 2)
        - log_density(position)
        + 0.5 * jnp.sum(momentum**2)
    )
    chance = jnp.exp(jnp.minimum(jnp.where(jnp.isnan(gain), -jnp.inf, gain), 0.0))
    accepted = random.uniform(keys[2]) < chance
    return lax.cond(accepted, lambda: proposal[0], lambda: position), chance


class Averaging(NamedTuple):
    """Dual averaging: the step size to try, the one to keep (logs), and the mean shortfall."""

    trial: Any
    kept: Any
    shortfall: Any


def average(state: Averaging, count: Any, chance: Any, guess: float) -> Averaging:
    """One update towards the wanted acceptance, with Hoffman and Gelman's constants."""
    weight = 1 / (count + 10)
    shortfall = (1 - weight) * state.shortfall + weight * (TARGET - chance)
    trial = jnp.log(10 * guess) - jnp.sqrt(count) / 0.05 * shortfall
    weight = count**-0.75
    return Averaging(trial, weight * trial + (1 - weight) * state.kept, shortfall)


def run_chain(log_density: Callable[..., Any], key: Any, start: Any) -> tuple[Any, Any, Any]:
    """One chain's samples (SAMPLES, n), its step size, and its share of accepted proposals."""
    warm_key, key = random.split(key)
    guess = 0.1

    def warm(state: tuple[Any, ...], inputs: tuple[Any, ...]) -> tuple[tuple[Any, ...], None]:
        position, averaging = state
        key, count = inputs
        position, chance = hmc_step(log_density, key, position, jnp.exp(averaging.trial))
        return (position, average(averaging, count, chance, guess)), None

    first = Averaging(jnp.log(guess), jnp.zeros(()), jnp.zeros(()))
    counts = jnp.arange(1.0, WARM_UP + 1)
    (position, averaging), _ = lax.scan(
        warm, (start, first), (random.split(warm_key, WARM_UP), counts)
    )
    step_size = jnp.exp(averaging.kept)

    def sample(position: Any, key: Any) -> tuple[Any, tuple[Any, ...]]:
        position, chance = hmc_step(log_density, key, position, step_size)
        return position, (position, chance)

    _, (samples, chances) = lax.scan(sample, position, random.split(key, SAMPLES))
    return samples, step_size, jnp.mean(chances)


# ---- diagnostics


def split_r_hat(draws: Any) -> Any:
    """Between-chain against within-chain variance of (chains, samples); 1 where chains agree."""
    halves = draws.reshape(2 * len(draws), -1)
    n = halves.shape[1]
    within = jnp.mean(jnp.var(halves, axis=1, ddof=1))
    between = n * jnp.var(jnp.mean(halves, axis=1), ddof=1)
    return jnp.sqrt(((n - 1) / n * within + between / n) / within)


def effective_size(draws: Any) -> Any:
    """How many independent draws would be worth these (chains, samples), by Geyer's rule."""
    chains, n = draws.shape
    centred = draws - jnp.mean(draws, axis=1, keepdims=True)
    power = jnp.abs(jnp.fft.rfft(centred, 2 * n, axis=1)) ** 2
    covariance = jnp.mean(jnp.fft.irfft(power, axis=1)[:, :n], axis=0) / n
    variance = covariance[0] + jnp.var(jnp.mean(draws, axis=1), ddof=1)
    correlation = 1 - (covariance[0] - covariance) / variance
    pairs = correlation[0::2] + correlation[1::2]
    positive = jnp.cumprod(pairs > 0)  # up to the first negative pair
    return chains * n / (2 * jnp.sum(lax.cummin(pairs) * positive) - 1)


# ---- the exact answer


class Exact(NamedTuple):
    """The posterior density of tau on a grid, and posterior means."""

    tau: Any
    density: Any
    means: dict[str, Any]


def exact_posterior() -> Exact:
    """By integration over tau: given tau, mu and the effects are Gaussian."""
    tau = jnp.linspace(0.001, 400.0, 400_001)[:, None]
    variances = tau**2 + ERRORS**2  # of each report around mu
    precision = 1 / 25 + jnp.sum(1 / variances, axis=1)
    mu = jnp.sum(EFFECTS / variances, axis=1) / precision
    log_density = (
        stats.cauchy.logpdf(tau[:, 0], 0.0, 5.0)
        - 0.5 * jnp.log(precision)
        + 0.5 * mu**2 * precision
        - 0.5 * jnp.sum(jnp.log(variances) + EFFECTS**2 / variances, axis=1)
    )
    weights = jnp.exp(log_density - jnp.max(log_density))
    weights = weights / jnp.sum(weights)
    theta = (EFFECTS * tau**2 + mu[:, None] * ERRORS**2) / variances
    means = {
        "mu": weights @ mu,
        "tau": weights @ tau[:, 0],
        **{f"theta {i + 1}": m for i, m in enumerate(np.asarray(weights @ theta))},
    }
    return Exact(tau[:, 0], weights / (tau[1, 0] - tau[0, 0]), means)


# ---- together


def sample_schools(key: Any) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray]:
    """Draws (chains, samples) of each quantity, step sizes, and acceptance of each chain."""
    start, unravel = ravel_pytree(START)

    def density(vector: Any) -> Any:
        return log_posterior(unravel(vector))

    @fjax.jit
    @fjax.vmap
    def run(key: Any) -> tuple[Any, ...]:
        start_key, key = random.split(key)
        jitter = random.uniform(start_key, start.shape, minval=-2.0, maxval=2.0)
        samples, step_size, accepted = run_chain(density, key, start + jitter)
        states = fjax.vmap(unravel)(samples)
        draws = {"mu": states["mu"], "tau": jnp.exp(states["log_tau"])}
        return draws, fjax.vmap(effects)(states), step_size, accepted

    draws, theta, step_sizes, accepted = run(random.split(key, CHAINS))
    draws.update({f"theta {i + 1}": theta[:, :, i] for i in range(8)})
    return {k: np.asarray(v) for k, v in draws.items()}, step_sizes, accepted


def draw(path: Path, draws: dict[str, np.ndarray], exact: Exact) -> None:
    """Traces of tau, its histogram with the exact density, and the shrinkage of the schools."""
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(13, 4), layout="constrained")
    for chain in draws["tau"][:4]:
        left.plot(chain[:500], linewidth=0.5)
    left.set(xlabel="step", ylabel="tau", title="four chains")
    middle.hist(
        draws["tau"].ravel(),
        bins=80,
        range=(0, 20),
        density=True,
        color="tab:blue",
        alpha=0.4,
        label="sampled",
    )
    shown = np.asarray(exact.tau) < 20
    middle.plot(exact.tau[shown], exact.density[shown], color="black", label="exact")
    middle.set(xlabel="tau", title="posterior of tau")
    middle.legend()
    theta = np.stack([draws[f"theta {i + 1}"].ravel() for i in range(8)])
    schools = np.arange(1, 9)
    right.errorbar(schools - 0.1, EFFECTS, ERRORS, fmt="o", color="tab:gray", label="reported")
    right.errorbar(
        schools + 0.1,
        theta.mean(axis=1),
        theta.std(axis=1),
        fmt="o",
        color="tab:blue",
        label="posterior",
    )
    right.set(xlabel="school", ylabel="effect in points", title="effects, ± one deviation")
    right.legend()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=110)
    plt.close(figure)


class Row(NamedTuple):
    """What is known of one quantity after sampling; `error` is that of the mean, in Monte Carlo."""

    mean: float
    error: float
    exact: float
    r_hat: float
    size: float


def main() -> dict[str, Row]:
    """Sample, compare with the exact means, draw."""
    draws, step_sizes, accepted = sample_schools(random.key(0))
    exact = exact_posterior()
    print(
        f"{CHAINS} chains of {SAMPLES} samples, {np.mean(accepted):.0%} accepted, step sizes "
        f"{np.min(step_sizes):.2f} to {np.max(step_sizes):.2f}"
    )
    print("quantity     mean   error   exact   R-hat    ESS")
    rows = {}
    for name, values in draws.items():
        size = float(effective_size(values))
        row = Row(
            values.mean(),
            values.std() / size**0.5,
            float(exact.means[name]),
            float(split_r_hat(values)),
            size,
        )
        rows[name] = row
        print(
            f"{name:9s} {row.mean:7.2f} {row.error:7.3f} {row.exact:7.2f} {row.r_hat:7.3f} "
            f"{row.size:6.0f}"
        )
    draw(PICTURE, draws, exact)
    print(f"traces, posterior and schools: {PICTURE}")
    return rows


if __name__ == "__main__":
    main()
