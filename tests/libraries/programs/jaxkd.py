import jax
import jaxkd

from tests.libraries.inputs import key


def hello():
    points, queries = jax.random.normal(key, (2, 50, 3))
    tree = jaxkd.build_tree(points)
    counts = jaxkd.count_neighbors(tree, queries, r=0.5)
    return counts, jaxkd.query_neighbors(tree, queries, k=4)
