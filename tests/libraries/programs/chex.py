import chex
import jax

from tests.libraries.inputs import x


@chex.dataclass
class State:
    a: chex.Array
    b: chex.Array


def hello():
    chex.assert_shape(x, (4, 3))
    chex.assert_tree_all_finite(x)
    return jax.jit(lambda s: State(a=s.a * 2, b=s.b + s.a))(State(a=x, b=x)).b
