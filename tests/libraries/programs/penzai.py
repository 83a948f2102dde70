from penzai import pz
from penzai.models import simple_mlp

from tests.libraries.inputs import key, x


def hello():
    mlp = simple_mlp.MLP.from_config("mlp", init_base_rng=key, feature_sizes=[3, 8, 2])
    named = pz.nx.wrap(x, "batch", "features")
    return mlp(named).unwrap("batch", "features")
