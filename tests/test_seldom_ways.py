"""Seldom ways through transformations, types and containers: each call and what it gives.

A line of seldom_ways.txt is `call ~ answer`; both are evaluated. `f` is fjax, `m` its NumPy, `n`
NumPy; `x` is a matrix, `v` a vector, `s` a scalar, `w` whole numbers, `i` an index, `mesh` a mesh.
"""

import collections
import copy
import functools
import operator
import pathlib
import pickle

import numpy as np
import pytest

import fjax
import fjax.experimental.ode
import fjax.extend.backend
import fjax.flatten_util
import fjax.numpy as jnp
import fjax.scipy.sparse.linalg
import fjax.scipy.special
import fjax.scipy.stats
from fjax import lax, nn, random, tree_util
from fjax.core import dtypes
from fjax.core.primitive import Zero
from fjax.core.tracing import aval_of
from fjax.experimental import checkify
from fjax.extend.core import Primitive
from fjax.interpreters import ad, batching, partial_eval

Point = collections.namedtuple("Point", "a b")


class Wrapped:
    """A value that stands for an array by its protocol."""

    def __init__(self, value):
        self.value = value

    def __jax_array__(self):
        return jnp.asarray(self.value)


class Custom:
    """A node of trees with static data."""

    def __init__(self, value, data):
        self.value, self.data = value, data


tree_util.register_pytree_node(Custom, lambda c: ((c.value,), c.data), lambda d, c: Custom(*c, d))

twice = Primitive("twice")
twice.def_impl(lambda x: 2 * x)
twice.def_abstract_eval(lambda x: x)
ad.deflinear(twice, lambda ct: [twice.bind(ct)])
both = Primitive("both")
both.multiple_results = True
both.def_impl(lambda x: [x + 1, x * 2])
both.def_abstract_eval(lambda x: [x, x])
batching.defvectorized(both)
batching.defvectorized(twice)
added = Primitive("added")
added.def_impl(lambda x, y: x + y)
added.def_abstract_eval(lambda x, y: aval_of(jnp.ones(np.broadcast_shapes(x.shape, y.shape))))
batching.defbroadcasting(added)
total = Primitive("total")
total.def_impl(lambda x, axes: x.sum(axes))
total.def_abstract_eval(lambda x, axes: jax_total(x, axes))
batching.defreducer(total)


def jax_total(x, axes):
    """The type of a sum over axes."""
    return x.update(shape=tuple(n for k, n in enumerate(x.shape) if k not in axes))


scaled = Primitive("scaled")
scaled.def_impl(lambda x, y: x * y)
scaled.def_abstract_eval(lambda x, y: x)
ad.defbilinear(scaled, lambda ct, x, y: scaled.bind(ct, y), lambda ct, x, y: scaled.bind(ct, x))


def collective(function, *args, size=3, nested=False):
    """A function of the named axis `i`, of the rows of a matrix or of several in turn."""
    mapped = fjax.vmap(function, axis_name="i")
    return (fjax.vmap(mapped) if nested else mapped)(*args)


def jvp_of(function, x):
    """The tangent for a tangent of ones."""
    return fjax.jvp(function, (x,), (jnp.ones_like(x),))[1]


def gradient(function, x):
    """The gradient of the sum weighted by position."""

    def weighted(x):
        y = function(x)
        return jnp.sum(y * jnp.arange(1.0, 1 + y.size).reshape(y.shape))

    return fjax.grad(weighted)(x)


def raised(function, *args):
    """The message of what a call raises."""
    try:
        function(*args)
    except Exception as error:
        return str(error).splitlines()[0]
    return "nothing"


def linearized(x):
    """The derivative of a rule whose tangent a function computes that closes over an array."""
    scaled = fjax.custom_batching.custom_vmap(lambda t: t * x)
    scaled.def_vmap(lambda size, batched, t: (t * x, True))
    function = fjax.custom_jvp(jnp.sin)
    function.defjvp(lambda primals, tangents: (function(*primals), scaled(tangents[0])))
    return fjax.linearize(function, x)[1](x), fjax.grad(lambda a: jnp.sum(function(a)))(x)


def within(context, function, *args):
    """What a call gives while a context is in force."""
    with context:
        return function(*args)


def fold(function, x, times):
    """A function of what it gave, so many times."""
    for _ in range(times):
        x = function(x)
    return x


NAMES = {
    "f": fjax,
    "m": jnp,
    "n": np,
    "lax": lax,
    "nn": nn,
    "random": random,
    "tree": tree_util,
    "d": dtypes,
    "ad": ad,
    "batching": batching,
    "pe": partial_eval,
    "checkify": checkify,
    "Point": Point,
    "Wrapped": Wrapped,
    "Custom": Custom,
    "twice": twice,
    "both": both,
    "added": added,
    "total": total,
    "scaled": scaled,
    "collective": collective,
    "jvp_of": jvp_of,
    "gradient": gradient,
    "raised": raised,
    "within": within,
    "linearized": linearized,
    "fold": fold,
    "SMALL": checkify.checkify(lambda a: checkify.check(jnp.all(a > 1), "small") or a),
    "Zero": Zero,
    "aval_of": aval_of,
    "copy": copy,
    "pickle": pickle,
    "partial": functools.partial,
    "operator": operator,
    "P": fjax.P,
    "mesh": fjax.make_mesh((1,), ("data",)),
    "OrderedDict": collections.OrderedDict,
    "defaultdict": collections.defaultdict,
    "x": jnp.arange(12.0).reshape(3, 4) / 4,
    "v": jnp.arange(3.0) + 1,
    "s": jnp.float32(1.5),
    "w": jnp.array([3, -1, 2]),
    "i": jnp.int32(1),
    "q": jnp.arange(9.0).reshape(3, 3),
    "c": jnp.arange(18.0).reshape(2, 3, 3),
    "z": jnp.array([1 + 2j]),
    "S": fjax.ShapeDtypeStruct((2, 3), jnp.float32),
    "key": random.key(0),
    "b": jnp.array([True, False]),
}
ROWS = pathlib.Path(__file__).with_name("seldom_ways.txt").read_text().splitlines()


def same(found, wanted):
    """Equal trees of arrays and of anything else."""
    left, one = tree_util.tree_flatten(found)
    right, other = tree_util.tree_flatten(wanted)
    assert len(left) == len(right), (found, wanted)
    assert type(found) is type(wanted) or not isinstance(wanted, (list, dict)), (found, wanted)
    for a, b in zip(left, right, strict=True):
        if isinstance(b, (np.ndarray, np.generic, fjax.Array, float, int, complex)):
            assert np.shape(a) == np.shape(b), (a, b)
            np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=1e-9, atol=1e-12)
        else:
            assert a == b, (a, b)


@pytest.mark.needs("x64", reason="types of 64 bits")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("row", ROWS)
def test_a_seldom_way_gives_what_it_should(row):
    call, _, answer = row.rpartition(" ~ ")
    same(eval(call, dict(NAMES)), eval(answer, dict(NAMES)))
