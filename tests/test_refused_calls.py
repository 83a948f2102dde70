"""Calls that do not fit are refused by name: the class and the whole message of each error.

A file of tests/refused has a call on each line that is not indented, and below it what it raises;
`--update-golden` writes that anew. `f` is fjax, `m` its NumPy, `n` NumPy; `x` is a matrix, `v` a
vector, `s` a scalar, `z` complex, `w` whole numbers, `key` a random key, `r` a reference to `v`.
"""

import collections
import contextlib
import dataclasses
import io
import pathlib
import re
import textwrap

import numpy as np
import pytest
import scipy.sparse

import fjax
import fjax.data
import fjax.experimental.jet
import fjax.experimental.layout
import fjax.experimental.ode
import fjax.experimental.sparse.linalg
import fjax.export
import fjax.extend.random
import fjax.image
import fjax.models
import fjax.numpy as jnp
import fjax.ops
import fjax.optim
import fjax.scipy.cluster.vq
import fjax.scipy.fft
import fjax.scipy.interpolate
import fjax.scipy.linalg
import fjax.scipy.ndimage
import fjax.scipy.optimize
import fjax.scipy.signal
import fjax.scipy.sparse.linalg
import fjax.scipy.spatial.transform
import fjax.scipy.special
import fjax.scipy.stats
import fjax.train
from fjax import lax, nn, random
from fjax.config import config
from fjax.experimental import checkify, sparse
from fjax.extend.core import Primitive
from fjax.interpreters import ad, batching, mlir, partial_eval
from fjax.lowering.cpu.compile import compile_kernel
from tests.train import test_mistakes

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


class Plain:
    """A class that is no node of trees."""


@dataclasses.dataclass
class Data:
    """One with fields."""

    a: int
    b: int


def jvp_rule(rule):
    """A custom_jvp of one argument with this rule."""
    made = fjax.custom_jvp(jnp.sin)
    made.defjvp(rule)
    return made


def vjp_rules(forward, backward):
    """A custom_vjp of one argument with these rules."""
    made = fjax.custom_vjp(jnp.sin)
    made.defvjp(forward, backward)
    return made


def saved(array):
    """The bytes of a file of an array that fjax does not have."""
    file = io.BytesIO()
    np.save(file, array, allow_pickle=True)
    return file.getvalue()


def within(call, mesh=None, **options):
    """What a call gives where a mesh or options are in force."""
    before = {name: config.read(name) for name in options}
    try:
        for name, value in options.items():
            config.update(name, value)
        with fjax.set_mesh(mesh) if mesh is not None else contextlib.nullcontext():
            return call()
    finally:
        for name, value in before.items():
            config.update(name, value)


NAMES |= {
    "n": np,
    "within": within,
    "io": io,
    "tree": fjax.tree,
    "optim": fjax.optim,
    "train": fjax.train,
    "data": fjax.data,
    "export": fjax.export,
    "Plain": Plain,
    "Data": Data,
    "jvp_rule": jvp_rule,
    "vjp_rules": vjp_rules,
    "PICKLED": saved(np.array([None])),
    "TEXTS": saved(np.array(["a"])),
    "MESH": fjax.make_mesh((1,), ("i",)),
    "SCIPY": scipy.sparse.eye(3),
    "Point": collections.namedtuple("Point", "a b"),
    "BATCHES": [(np.ones((4, 2)), np.ones((4, 1)))],
    "layer": nn.Linear(2, 1, key=random.key(0)),
    "loss": nn.losses.squared_error,
    "np32": jnp.dtype("float32"),
    "np16": jnp.dtype("float16"),
}
# The models and arrays of `training.txt`.
NAMES |= {
    name: getattr(test_mistakes, name)
    for name in (
        *("KEY", "X", "Y", "IMAGES", "NET", "DEEP", "CONV", "NORM", "NORM_STATE", "LSTM"),
        *("ENCODER", "LOSS", "BINARY", "ADAM", "GPT", "fit", "csv", "checkpoints", "models", "im"),
    )
}
# Addresses, and lines of files.
VARIES = re.compile(r"(?<=at )0x\w+|\S+\.py:\d+")
FILES = sorted((pathlib.Path(__file__).parent / "refused").glob("*.txt"))


def refusal(call):
    """The class and the message of what a call raises, indented."""
    try:
        result = eval(compile(call, "<example>", "eval"), dict(NAMES))
    except Exception as error:
        lines = f"{type(error).__name__}: {error}".rstrip().split("\n")
        kept = [line.rstrip() for line in lines if not line.startswith(("  at ", "  more: "))]
        return textwrap.indent(VARIES.sub("…", "\n".join(kept)), "    ")
    raise AssertionError(f"{call} gives {result!r}")


@pytest.mark.needs("x64", reason="messages name types of 64 bits")
@pytest.mark.needs("rank promotion", reason="calls promote ranks")
@pytest.mark.needs("dtype promotion", reason="calls promote dtypes")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_calls_that_do_not_fit_are_refused_by_name(path, request):
    calls = [line for line in path.read_text().splitlines() if line.strip() and line[0] != " "]
    text = "".join(f"{call}\n{refusal(call)}\n" for call in calls)
    if request.config.getoption("--update-golden"):
        path.write_text(text)
    assert path.read_text() == text
