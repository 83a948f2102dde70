import fedjax

from tests.libraries.inputs import x


def hello():
    return fedjax.tree_util.tree_l2_norm({"a": x, "b": x})
