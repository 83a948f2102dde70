import jax.numpy as jnp
import jraph

from tests.libraries.inputs import x


def hello():
    graph = jraph.GraphsTuple(
        nodes=x,
        edges=jnp.ones((5, 2)),
        senders=jnp.array([0, 1, 2, 3, 0]),
        receivers=jnp.array([1, 2, 3, 0, 2]),
        n_node=jnp.array([4]),
        n_edge=jnp.array([5]),
        globals=jnp.ones((1, 1)),
    )
    net = jraph.GraphConvolution(update_node_fn=lambda n: n * 2)
    return net(graph).nodes, jraph.segment_softmax(jnp.arange(5.0), graph.senders, 4)
