"""The flow of the Nile, smoothed: a Kalman filter whose parameters are learnt by gradients.

The data are the volumes that passed Aswan each year from 1871 to 1970, in 10^8 cubic metres
(G. W. Cobb, Biometrika 65, 1978; R's data set `Nile`). The model is the local level of J. Durbin
and S. J. Koopman: a level that walks at random, measured with noise. Its two variances maximise the
marginal likelihood, which the filter gives; fjax differentiates through the filter's scan and
SciPy's BFGS uses the gradient. A backward scan (H. E. Rauch, F. Tung and C. T. Striebel, 1965) then
smooths. The variances are compared with those in "Time Series Analysis by State Space Methods"
(Durbin and Koopman, section 2.10). The program writes out/kalman_smoother.png.

    python examples/kalman_smoother.py
"""

from pathlib import Path
from typing import Any, NamedTuple

import matplotlib
import numpy as np
from scipy import optimize

import fjax
import fjax.numpy as jnp
from fjax import lax

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # after the choice of backend

FIRST_YEAR = 1871
NILE = np.array(
    [
        1120,
        1160,
        963,
        1210,
        1160,
        1160,
        813,
        1230,
        1370,
        1140,
        995,
        935,
        1110,
        994,
        1020,
        960,
        1180,
        799,
        958,
        1140,
        1100,
        1210,
        1150,
        1250,
        1260,
        1220,
        1030,
        1100,
        774,
        840,
        874,
        694,
        940,
        833,
        701,
        916,
        692,
        1020,
        1050,
        969,
        831,
        726,
        456,
        824,
        702,
        1120,
        1100,
        832,
        764,
        821,
        768,
        845,
        864,
        862,
        698,
        845,
        744,
        796,
        1040,
        759,
        781,
        865,
        845,
        944,
        984,
        897,
        822,
        1010,
        771,
        676,
        649,
        846,
        812,
        742,
        801,
        1040,
        860,
        874,
        848,
        890,
        744,
        749,
        838,
        1050,
        918,
        986,
        797,
        923,
        975,
        815,
        1020,
        906,
        901,
        1170,
        912,
        746,
        919,
        718,
        714,
        740,
    ],
    float,
)
PUBLISHED = {"noise": 15099.0, "walk": 1469.1}
AHEAD = 15
PICTURE = Path("out/kalman_smoother.png")


class Model(NamedTuple):
    """A linear Gaussian state space: x' = A x + N(0, Q), y = C x + N(0, R), x_0 ~ N(mean, cov).

    Shapes for n states and m measurements: A (n, n), Q (n, n), C (m, n), R (m, m).
    """

    A: Any
    Q: Any
    C: Any
    R: Any
    mean: Any
    cov: Any


class Filtered(NamedTuple):
    """For each time, the state given the measurements before it, and given those up to it."""

    predicted_mean: Any
    predicted_cov: Any
    mean: Any
    cov: Any


def kalman_filter(model: Model, measured: Any, present: Any) -> tuple[Filtered, Any]:
    """The filtered states, and the log likelihood of each measurement given those before.

    measured has shape (times, m); where `present`, of shape (times,), is False, there was none.
    """
    A, Q, C, R = model[:4]

    def step(
        prediction: tuple[Any, ...], inputs: tuple[Any, ...]
    ) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        mean, cov = prediction
        y, here = inputs
        surprise = y - C @ mean
        spread = C @ cov @ C.T + R
        gain = jnp.where(here, jnp.linalg.solve(spread, C @ cov).T, 0.0)
        log_density = -0.5 * (
            surprise @ jnp.linalg.solve(spread, surprise)
            + jnp.linalg.slogdet(2 * jnp.pi * spread)[1]
        )
        new_mean, new_cov = mean + gain @ surprise, cov - gain @ C @ cov
        following = A @ new_mean, A @ new_cov @ A.T + Q
        filtered = Filtered(mean, cov, new_mean, new_cov)
        return following, (filtered, jnp.where(here, log_density, 0.0))

    return lax.scan(step, (model.mean, model.cov), (measured, present))[1]


def smooth(model: Model, filtered: Filtered) -> tuple[Any, Any]:
    """Mean and covariance of each state given all measurements."""

    def step(
        later: tuple[Any, ...], inputs: tuple[Any, ...]
    ) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        (later_mean, later_cov), (now, predicted_mean, predicted_cov) = later, inputs
        gain = jnp.linalg.solve(predicted_cov, model.A @ now.cov).T
        mean = now.mean + gain @ (later_mean - predicted_mean)
        cov = now.cov + gain @ (later_cov - predicted_cov) @ gain.T
        return (mean, cov), (mean, cov)

    last = filtered.mean[-1], filtered.cov[-1]
    earlier = fjax.tree.map(lambda x: x[:-1], filtered)
    inputs = earlier, filtered.predicted_mean[1:], filtered.predicted_cov[1:]
    _, (means, covs) = lax.scan(step, last, inputs, reverse=True)
    return jnp.concatenate([means, last[0][None]]), jnp.concatenate([covs, last[1][None]])


def local_level(log_variances: Any) -> Model:
    """The model of one level that walks at random; nothing is known of where it starts."""
    noise, walk = jnp.exp(log_variances)
    one = jnp.eye(1)
    return Model(A=one, Q=walk * one, C=one, R=noise * one, mean=jnp.zeros(1), cov=1e7 * one)


def negative_log_likelihood(log_variances: Any, flow: Any) -> Any:
    """Of all years but the first, which the vague start explains."""
    present = jnp.full(len(flow), True)
    _, densities = kalman_filter(local_level(log_variances), flow[:, None], present)
    return -jnp.sum(densities[1:])


def learn(flow: np.ndarray) -> optimize.OptimizeResult:
    """The log variances that make the flow most likely, from a guess of equal parts."""
    loss = fjax.jit(fjax.value_and_grad(negative_log_likelihood))
    guess = np.full(2, np.log(np.var(flow) / 2))
    return optimize.minimize(loss, guess, args=(flow,), jac=True, method="BFGS")


def estimate(log_variances: Any, flow: np.ndarray, ahead: int) -> tuple[Any, Any]:
    """Mean and standard deviation of the level in each year, and for some years to come."""
    present = np.arange(len(flow) + ahead) < len(flow)
    padded = np.pad(flow, (0, ahead))[:, None]

    @fjax.jit
    def both(log_variances: Any) -> tuple[Any, Any]:
        model = local_level(log_variances)
        filtered, _ = kalman_filter(model, padded, present)
        return smooth(model, filtered)

    means, covs = both(log_variances)
    return np.asarray(means[:, 0]), np.sqrt(np.asarray(covs[:, 0, 0]))


def draw(path: Path, means: np.ndarray, deviations: np.ndarray, noise: float) -> None:
    """The flow, the smoothed level with its 90 % band, and where the next years would fall."""
    years = FIRST_YEAR + np.arange(len(means))
    known = years < FIRST_YEAR + len(NILE)
    figure, axes = plt.subplots(figsize=(9, 4.5), layout="constrained")
    axes.plot(years[known], NILE, ".-", color="tab:gray", linewidth=0.6, label="measured flow")
    axes.plot(years, means, color="tab:blue", label="smoothed level")
    axes.fill_between(
        years,
        means - 1.645 * deviations,
        means + 1.645 * deviations,
        color="tab:blue",
        alpha=0.2,
        label="90 % of levels",
    )
    flows = 1.645 * np.sqrt(deviations**2 + noise)[~known]
    axes.fill_between(
        years[~known],
        means[~known] - flows,
        means[~known] + flows,
        color="tab:orange",
        alpha=0.2,
        label="90 % of future flows",
    )
    axes.axvline(1898, color="black", linestyle=":", linewidth=1)
    axes.annotate("the Aswan dam is begun", (1897, 560), ha="right")
    axes.set(
        xlabel="year", ylabel="10$^8$ m$^3$ a year", title="The Nile at Aswan", ylim=(400, 1480)
    )
    axes.legend(loc="upper right", ncols=2)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=110)
    plt.close(figure)


def main() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Learn the variances, smooth, draw."""
    learnt = learn(NILE)
    variances = np.exp(learnt.x)
    print(f"log likelihood {-learnt.fun:.2f} after {learnt.nfev} evaluations with gradient")
    for (name, published), found in zip(PUBLISHED.items(), variances, strict=True):
        print(f"variance of the {name}: {found:8.1f} (published: {published:.1f})")
    means, deviations = estimate(learnt.x, NILE, AHEAD)
    for year in (1871, 1898, 1913, 1970):
        k = year - FIRST_YEAR
        print(f"level in {year}: {means[k]:6.0f} ± {deviations[k]:.0f}")
    draw(PICTURE, means, deviations, variances[0])
    print(f"flow and level: {PICTURE}")
    return variances, means, deviations


if __name__ == "__main__":
    main()
