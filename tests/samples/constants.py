"""Rows of constants inside programs."""

import numpy as np

from fjax.core.array import of_numpy
from fjax.primitives import constant
from tests.samples import Sample

TABLE = np.arange(6.0).reshape(2, 3)
SAMPLES = [Sample(constant.Constant(of_numpy(TABLE)), [], lambda: TABLE)]
