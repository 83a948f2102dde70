import bayesflow as bf
import numpy as np

from tests.libraries.inputs import x


def hello():
    import keras

    keras.utils.set_random_seed(0)
    return keras.ops.convert_to_numpy(bf.networks.DeepSet(summary_dim=2)(np.asarray(x)[None]))
