import equinox as eqx
import quax
from quax.examples import lora

from tests.libraries.inputs import key, x


def hello():
    linear = eqx.nn.Linear(3, 4, key=key)
    adapted = lora.loraify(linear, rank=2, scale=0.1, key=key)
    return quax.quaxify(adapted)(x[0])
