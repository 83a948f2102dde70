import numpy as np
import pytensor
import pytensor.tensor as pt

from tests.libraries.inputs import x


def hello():
    v = pt.matrix("v")
    out = pt.tanh(v @ v.T).sum() + pt.linalg.det(v @ v.T + pt.eye(4))
    f = pytensor.function([v], [out, pytensor.grad(out, v)], mode="JAX")
    return f(np.asarray(x, dtype=np.float64))
