import jax
from simple_pytree import Pytree, static_field

from tests.libraries.inputs import x


class Foo(Pytree):
    name = static_field()

    def __init__(self, value, name):
        self.value, self.name = value, name


def hello():
    foo = jax.jit(lambda f: jax.tree.map(lambda v: -v, f))(Foo(x, "a"))
    return foo.value, foo.name, foo.replace(value=x[0]).value
