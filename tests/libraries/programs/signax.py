import jax
import signax

from tests.libraries.inputs import key


def hello():
    path = jax.random.normal(key, (10, 3))
    return signax.signature(path, 3), signax.logsignature(path, 2)
