import scoringrules as sr

from tests.libraries.inputs import x


def hello():
    return (sr.crps_normal(x, 0.1, 0.4, backend="jax"), sr.crps_ensemble(x[:, 0], x, backend="jax"))
