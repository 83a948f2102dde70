import jax
import sepes

from tests.libraries.inputs import x


@sepes.autoinit
class Tree(sepes.TreeClass):
    a: float = 1.0
    b: float = 2.0


def hello():
    return jax.tree.leaves(jax.tree.map(lambda v: v + x.sum(), Tree().at["a"].set(3.0)))
