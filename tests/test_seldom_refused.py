"""What is seldom got wrong is refused, too: each call of a text file, and a part of its error.

`f` is fjax, `m` its NumPy, `core` what users make primitives with; `x` is a matrix, `v` a vector,
`s` a scalar, `z` complex, `w` whole numbers, `key` a random key, `r` a reference to `v`.
"""

import pathlib

import pytest

import fjax
import fjax.numpy as jnp
import fjax.scipy.cluster.vq
import fjax.scipy.fft
import fjax.scipy.interpolate
import fjax.scipy.linalg
import fjax.scipy.optimize
import fjax.scipy.signal
import fjax.scipy.sparse.linalg
import fjax.scipy.spatial.transform
import fjax.scipy.special
import fjax.scipy.stats
from fjax import errors, lax, nn, random
from fjax.experimental import checkify, sparse
from fjax.extend.core import Primitive
from fjax.interpreters import ad, batching, mlir, partial_eval
from fjax.lowering.cpu.compile import compile_kernel

twice = Primitive("twice")
twice.def_impl(lambda x: x * 2)
pair = Primitive("pair")
pair.multiple_results = True
pair.def_impl(lambda x: [x, x])
pair.def_abstract_eval(lambda x: [x, x])


def vector_of(x):
    """A function without a scalar result."""
    return x * jnp.ones(3)


LOOP = fjax.make_jaxpr(lambda c, xs: lax.scan(lambda c, x: (c * x, c), c, xs))(1.0, jnp.ones(3))
WHILE = fjax.make_jaxpr(lambda c: lax.while_loop(lambda c: c < 9, lambda c: c * 2, c))(1.0)
COND = fjax.make_jaxpr(lambda i, x: lax.switch(i, [lax.sin, lax.cos], x))(1, 1.0)
CALL = fjax.make_jaxpr(fjax.jit(lambda x: x * 2))(jnp.ones(3))
SUMS = fjax.make_jaxpr(lambda x: (lax.sin(x), lax.cos(x)))(1.0).jaxpr


def op(closed):
    """The primitive of a program's last equation that carries jaxprs."""
    return next(e.op for e in closed.jaxpr.eqns if e.op.jaxprs)


def rule_of(function, **rule):
    """A custom_vjp of one argument whose backward rule is given."""
    made = fjax.custom_vjp(function)
    made.defvjp(lambda x: (function(x), None), lambda _, ct: rule["backward"])
    return made


def jvps(*rules):
    """A custom_jvp of one argument with these rules."""
    made = fjax.custom_jvp(jnp.sin)
    made.defjvps(*rules)
    return made


def vmaps(rule, function=jnp.sin):
    """A custom_vmap of one argument."""
    made = fjax.custom_batching.custom_vmap(function)
    made.def_vmap(rule)
    return made


def closed_over(value):
    """A custom_vmap that closes over a value."""
    return vmaps(lambda n, batched, y: (y, True), lambda y: y * value)


@fjax.custom_vjp
def reverse_only(x):
    """A function with a reverse-mode rule."""
    return jnp.sin(x)


reverse_only.defvjp(lambda x: (jnp.sin(x), x), lambda x, ct: (ct * jnp.cos(x),))

NAMES = {
    "f": fjax,
    "m": jnp,
    "lax": lax,
    "nn": nn,
    "random": random,
    "ad": ad,
    "batching": batching,
    "mlir": mlir,
    "pe": partial_eval,
    "sparse": sparse,
    "checkify": checkify,
    "twice": twice,
    "vector_of": vector_of,
    "pair": pair,
    "op": op,
    "LOOP": LOOP,
    "WHILE": WHILE,
    "COND": COND,
    "CALL": CALL,
    "SUMS": SUMS,
    "rule_of": rule_of,
    "jvps": jvps,
    "vmaps": vmaps,
    "closed_over": closed_over,
    "reverse_only": reverse_only,
    "signal": fjax.scipy.signal,
    "linalg": fjax.scipy.linalg,
    "stats": fjax.scipy.stats,
    "special": fjax.scipy.special,
    "fft": fjax.scipy.fft,
    "optimize": fjax.scipy.optimize,
    "solvers": fjax.scipy.sparse.linalg,
    "Rotation": fjax.scipy.spatial.transform.Rotation,
    "vq": fjax.scipy.cluster.vq.vq,
    "compile_kernel": compile_kernel,
    "grid": fjax.scipy.interpolate.RegularGridInterpolator,
    "P": fjax.P,
    "x": jnp.ones((3, 4)),
    "v": jnp.arange(3.0),
    "s": jnp.float32(1),
    "z": jnp.ones(3, complex),
    "w": jnp.arange(3),
    "e": jnp.zeros(0),
    "c": jnp.ones((2, 3, 4)),
    "key": random.key(0),
    "r": fjax.new_ref(jnp.arange(3.0)),
    "S": sparse.BCOO.fromdense(jnp.eye(3)),
    "B": sparse.BCOO.fromdense(jnp.ones((2, 3)), n_batch=1),
    "C": sparse.CSR.fromdense(jnp.eye(3)),
    "KEYS": random.split(random.key(0)),
    "OTHER": random.split(random.key(0, impl="rbg")),
}

REFUSED = pathlib.Path(__file__).with_name("seldom_refused.txt").read_text().splitlines()
NAMES |= {"np32": jnp.dtype("float32"), "np16": jnp.dtype("float16")}


@pytest.mark.parametrize("row", REFUSED)
@pytest.mark.filterwarnings("ignore")
def test_a_call_that_does_not_fit_is_refused_by_name(row):
    call, _, part = row.rpartition(" | ")
    with pytest.raises(Exception) as error:
        eval(call, dict(NAMES))
    assert isinstance(
        error.value,
        (errors.FjaxError, NotImplementedError, TypeError, ValueError, IndexError, OverflowError),
    ), repr(error.value)
    assert part in str(error.value), str(error.value)
