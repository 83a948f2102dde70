import jax
from tensorflow_probability.substrates import jax as tfp

from tests.libraries.inputs import key, x

tfd, tfb = tfp.distributions, tfp.bijectors


def hello():
    joint = tfd.JointDistributionSequential([tfd.Gamma(2.0, 1.0), lambda a: tfd.Normal(0.0, a)])
    moved = tfd.TransformedDistribution(tfd.Normal(0.0, 1.0), tfb.SoftClip(0.0, 2.0))
    return (
        joint.log_prob([x[0], x[1]]),
        joint.sample(seed=key),
        moved.log_prob(x),
        jax.grad(lambda s: tfd.StudentT(3.0, 0.0, s).log_prob(x).sum())(1.5),
        tfp.math.psd_kernels.MaternFiveHalves().matrix(x, x),
    )
