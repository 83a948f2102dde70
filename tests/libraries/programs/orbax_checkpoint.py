import tempfile

import numpy as np
import orbax.checkpoint as ocp

from tests.libraries.inputs import x


def hello():
    with tempfile.TemporaryDirectory() as folder, ocp.PyTreeCheckpointer() as checkpointer:
        checkpointer.save(folder + "/a", {"x": np.asarray(x), "n": 3})
        return checkpointer.restore(folder + "/a")
