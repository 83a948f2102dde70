"""Bayesian logistic regression by Hamiltonian Monte Carlo: scan, grad, vmap and random together.

Four chains run side by side under vmap, each a compiled loop. Source of the sampler: Neal, "MCMC
using Hamiltonian dynamics", 2011.

    python examples/bayes.py
"""

from typing import Any

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax, nn, random
from fjax.scipy import stats

TRUTH = jnp.array([1.5, -2.0, 0.5])
CHAINS, WARM_UP, SAMPLES, LEAPS, STEP = 4, 200, 400, 6, 0.15


def make_data(key: Any, n: int = 200) -> tuple[Any, Any]:
    """Random inputs, and labels drawn with the probabilities of the true weights."""
    keys = random.split(key)
    inputs = random.normal(keys[0], (n, 3))
    return inputs, random.bernoulli(keys[1], nn.sigmoid(inputs @ TRUTH))


def log_posterior(weights: Any, inputs: Any, labels: Any) -> Any:
    """The log of prior times likelihood, up to a constant."""
    logits = inputs @ weights
    likelihood = jnp.sum(jnp.where(labels, nn.log_sigmoid(logits), nn.log_sigmoid(-logits)))
    return likelihood + jnp.sum(stats.norm.logpdf(weights, 0.0, 10.0))


def run_chain(key: Any, inputs: Any, labels: Any) -> tuple[Any, Any]:
    """Samples of one chain, and whether each proposal was accepted."""

    def energy(position: Any, momentum: Any) -> Any:
        return 0.5 * jnp.sum(momentum**2) - log_posterior(position, inputs, labels)

    force = fjax.grad(log_posterior)

    def leap(state: tuple[Any, ...], _: None) -> tuple[Any, ...]:
        position, momentum = state
        momentum = momentum + 0.5 * STEP * force(position, inputs, labels)
        position = position + STEP * momentum
        return (position, momentum + 0.5 * STEP * force(position, inputs, labels)), None

    def step(position: Any, key: Any) -> tuple[Any, ...]:
        keys = random.split(key)
        momentum = random.normal(keys[0], position.shape)
        proposed, new_momentum = lax.scan(leap, (position, momentum), None, length=LEAPS)[0]
        gain = energy(position, momentum) - energy(proposed, new_momentum)
        accepted = jnp.log(random.uniform(keys[1])) < gain
        position = jnp.where(accepted, proposed, position)
        return position, (position, accepted)

    start_key, chain_key = random.split(key)
    start = random.normal(start_key, (3,))
    _, (samples, accepted) = lax.scan(step, start, random.split(chain_key, WARM_UP + SAMPLES))
    return samples[WARM_UP:], accepted[WARM_UP:]


def split_r_hat(chains: Any) -> Any:
    """Gelman and Rubin's measure of mixing, for each weight; near 1 is good."""
    within = jnp.mean(jnp.var(chains, axis=1, ddof=1), axis=0)
    between = jnp.var(jnp.mean(chains, axis=1), axis=0, ddof=1)
    return jnp.sqrt((SAMPLES - 1) / SAMPLES + between / within)


def main() -> None:
    """Draw data, run the chains, compare with the truth."""
    data_key, chain_key = random.split(random.key(1))
    inputs, labels = make_data(data_key)
    run = fjax.jit(fjax.vmap(run_chain, in_axes=(0, None, None)))
    chains, accepted = run(random.split(chain_key, CHAINS), inputs, labels)
    draws = np.asarray(chains).reshape(-1, 3)
    print(f"{CHAINS} chains of {SAMPLES} samples, {float(jnp.mean(accepted)):.0%} accepted")
    print("weight   truth   mean   deviation   R-hat")
    for k, r_hat in enumerate(np.asarray(split_r_hat(chains))):
        print(
            f"{k:6d} {float(TRUTH[k]):7.2f} {draws[:, k].mean():6.2f} {draws[:, k].std():11.2f} "
            f"{r_hat:7.3f}"
        )
    assert np.all(np.abs(draws.mean(0) - TRUTH) < 3 * draws.std(0))
    assert np.all(np.asarray(split_r_hat(chains)) < 1.1)


if __name__ == "__main__":
    main()
