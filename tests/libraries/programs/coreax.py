import coreax
from coreax.kernels import SquaredExponentialKernel
from coreax.solvers import KernelHerding

from tests.libraries.inputs import x


def hello():
    solver = KernelHerding(2, SquaredExponentialKernel())
    coreset, _ = solver.reduce(coreax.Data(x))
    return coreset.points.data if hasattr(coreset, "points") else coreset.coreset.data
