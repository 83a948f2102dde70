import jax
import pytreeclass as tc

from tests.libraries.inputs import x


class Tree(tc.TreeClass):
    a: float = 1.0
    b: jax.Array = x


def hello():
    tree = Tree()
    return jax.tree.leaves(tree.at["a"].set(3.0)), tc.tree_diagram(tree)
