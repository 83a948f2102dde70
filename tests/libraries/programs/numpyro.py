import jax
import numpyro
import numpyro.distributions as dist
from numpyro.infer import MCMC, NUTS

from tests.libraries.inputs import x


def model(y):
    mean = numpyro.sample("mean", dist.Normal(0, 1))
    scale = numpyro.sample("scale", dist.HalfNormal(1))
    numpyro.sample("y", dist.Normal(mean, scale), obs=y)


def hello():
    mcmc = MCMC(NUTS(model), num_warmup=20, num_samples=20, progress_bar=False)
    mcmc.run(jax.random.key(1), x.ravel())
    return {name: v[:3] for name, v in mcmc.get_samples().items()}
