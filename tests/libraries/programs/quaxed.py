import quaxed.numpy as qnp

from tests.libraries.inputs import x


def hello():
    return qnp.sum(qnp.sin(x)), qnp.linalg.norm(x), qnp.vectorize(lambda v: v + 1)(x)
