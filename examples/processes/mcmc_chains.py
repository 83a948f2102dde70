"""Markov chains side by side, and whether they have mixed: the R-hat of Gelman and Rubin (1992).

    mpiexec -n 4 python examples/processes/mcmc_chains.py

Each device runs one chain of a random-walk Metropolis sampler from a start far off; the means and
variances of all chains give R-hat = sqrt(((n - 1) W / n + B / n) / W), which tends to 1.
"""

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import P, lax

SAMPLES, WARM_UP = 4000, 1000
MEAN, SCALE = jnp.array([1.0, -2.0]), jnp.array([0.5, 2.0])

fjax.distributed.initialize()
chains = fjax.device_count()
mesh = fjax.make_mesh((chains,), ("chain",))


def log_density(x):
    return -0.5 * jnp.sum(((x - MEAN) / SCALE) ** 2)


def chain(key, start):
    def step(x, key):
        k1, k2 = fjax.random.split(key)
        proposed = x + fjax.random.normal(k1, x.shape) * SCALE
        accepted = jnp.log(fjax.random.uniform(k2)) < log_density(proposed) - log_density(x)
        x = jnp.where(accepted, proposed, x)
        return x, x

    return lax.scan(step, start, fjax.random.split(key, WARM_UP + SAMPLES))[1][WARM_UP:]


def member(seed):
    i = lax.axis_index("chain")
    key = fjax.random.fold_in(fjax.random.key(seed[0]), i)
    samples = chain(key, MEAN + 5.0 * SCALE * jnp.where(i % 2 == 0, 1.0, -1.0))
    mean, variance = samples.mean(0), samples.var(0, ddof=1)
    overall = lax.pmean(mean, "chain")
    within = lax.pmean(variance, "chain")
    between = SAMPLES * lax.psum((mean - overall) ** 2, "chain") / max(chains - 1, 1)
    pooled = (SAMPLES - 1) / SAMPLES * within + between / SAMPLES
    return overall, jnp.sqrt(pooled), jnp.sqrt(pooled / within)


run = fjax.jit(
    fjax.shard_map(member, mesh=mesh, in_specs=P(), out_specs=(P(), P(), P()), check_vma=False)
)
mean, scale, r_hat = map(np.asarray, run(jnp.array([7])))
np.testing.assert_allclose(mean, MEAN, atol=0.4)
np.testing.assert_allclose(scale, SCALE, rtol=0.15)
assert (r_hat < 1.05).all(), r_hat
if fjax.process_index() == 0:
    print(f"{chains} chains: mean {mean.round(2)}, R-hat {r_hat.round(4)}")
