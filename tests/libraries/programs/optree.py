from optree.integrations.jax import tree_ravel

from tests.libraries.inputs import x


def hello():
    flat, back = tree_ravel({"a": x, "b": [x[0]]})
    return flat, back(flat * 2)
