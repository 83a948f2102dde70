import jax
import jax_dataclasses as jdc

from tests.libraries.inputs import x


@jdc.pytree_dataclass
class Point:
    a: jax.Array
    name: jdc.Static[str] = "p"


def hello():
    p = jax.jit(lambda p: jax.tree.map(lambda v: v * 2, p))(Point(x))
    with jdc.copy_and_mutate(p) as q:
        q.a = q.a + 1
    return q.a, q.name
