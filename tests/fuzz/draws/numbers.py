"""Python's and NumPy's numbers out of traced values: refused, or the derivative is right."""

from __future__ import annotations

import cmath
import copy
import decimal
import fractions
import functools
import math
import operator
import pickle
import random
import statistics
from collections.abc import Callable
from typing import Any

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax
from tests.fuzz.draws.draw import DOCUMENTED, Draw, described

SOURCES = (
    "x", "x", "x * x", "jnp.sin(x)", "both(x)[1]", "jnp.sum(both(x))",
    "fjax.jit(jnp.exp)(x)", "lax.cond(x > 0, jnp.sin, jnp.cos, x)",
    "fjax.vmap(jnp.tanh)(both(x))[0]",
    "jnp.floor(x)", "jnp.sign(x) + 1", "x.astype(int)", "held(x)", "held(x) * 2",
)  # fmt: skip
# What may be constant has no derivative to lose: where its value is known it must be let out.
CONSTANT = SOURCES[9:]
EXITS = (
    "float({y})", "int({y})", "complex({y}).real", "{y}.item()", "{y}.tolist()", "math.sin({y})",
    "math.exp({y})", "math.floor({y})", "math.hypot({y}, 1.0)", "math.fsum([{y}, 1.0])",
    "math.prod([{y}, 2])", "cmath.exp({y}).real", "np.asarray({y})", "np.array([{y}, 1.0])[0]",
    "np.float64({y})", "np.full(2, {y})[1]", "put({y})", "np.sin({y})",
    "np.sum([{y}, {y}])", "np.mean(np.stack([{y}, {y}]))", "np.dot({y}, {y})",
    "np.maximum({y}, 0.3)", "np.where({y} > 1, {y}, 2.0)", "np.clip({y}, 0.5, 3.0)",
    "np.interp({y}, [0.0, 9.0], [1.0, 4.0])",
    "np.polyval([1.0, 2.0], {y})", "np.add.reduce([{y}, 1.0])", "np.vectorize(math.cos)({y})",
    "np.multiply.outer({y}, {y})", "np.nan_to_num({y})", "np.linalg.norm([{y}, 1.0])",
    "max({y}, 0.5)", "min([{y}, 2.5])", "sorted([{y}, 1.5])[0]", "sum([{y}, {y}])", "abs({y})",
    "round({y})", "round({y}, 1)", "pow({y}, 2)", "divmod({y}, 2.0)[1]", "{y} % 1.5", "{y} // 1",
    "({y} if {y} > 1.2 else -{y})", "(3.0 if {y} > 1.2 else x)", "len(f'{{{y}:.3f}}') * x",
    "next(iter(both({y})))", "[z * 2 for z in both({y})][1]",
    "functools.reduce(operator.mul, [{y}, {y}])", "copy.deepcopy({y})", "copy.copy({y})",
    "pickle.loads(pickle.dumps({y}))", "statistics.fmean([{y}, 1.0])",
    "float(decimal.Decimal({y}))",
    "float(fractions.Fraction({y}))", "fjax.device_get({y})", "fjax.device_put({y})",
    "jnp.asarray(float({y}))", "jnp.full(2, {y})[0]", "jnp.array([{y}, 1.0])[0]", "{y}.__array__()",
    "np.atleast_1d({y})[0]", "np.float64(3.0) * {y}", "np.ones(2)[0] + {y}", "2.0 ** {y}",
    "np.add({y}, 1.0)", "operator.index({y})", "[0.5, 1.5, 2.5, 3.5][{y}]", "both(x)[int({y}) % 2]",
    "lax.fori_loop(0, int({y}), lambda i, z: z * x, 1.0)", "float(np.asarray({y}) + 1)",
)  # fmt: skip
WHOLES = ("{e}", "({e}) * x", "jnp.sin({e}) + x", "x ** 2 + ({e})", "jnp.exp(-0.1 * ({e})) * x")


def _put(y: Any) -> Any:
    array = np.zeros(2)
    array[1] = y
    return array[1]


def _both(x: Any) -> Any:
    return jnp.stack([x, 2 * x])


NAMES = {
    "fjax": fjax, "jnp": jnp, "lax": lax, "np": np, "math": math, "cmath": cmath, "copy": copy,
    "pickle": pickle, "statistics": statistics, "decimal": decimal, "fractions": fractions,
    "functools": functools, "operator": operator, "put": _put, "both": _both,
}  # fmt: skip


def _at_once(f: Callable) -> Callable:
    def run(x: Any) -> Any:
        with fjax.disable_jit():
            return fjax.grad(f)(x)

    return run


def _scanned(f: Callable) -> Callable:
    return fjax.grad(lambda x: lax.scan(lambda c, _: (c, f(c)), x, None, 1)[1][0])


# Under these a value is known while its derivative is taken.
KNOWN: dict[str, Callable[[Callable], Callable]] = {
    "grad": fjax.grad,
    "value_and_grad": lambda f: lambda x: fjax.value_and_grad(f)(x)[1],
    "jvp": lambda f: lambda x: fjax.jvp(f, (x,), (jnp.ones_like(x),))[1],
    "vjp": lambda f: lambda x: fjax.vjp(f, x)[1](jnp.ones_like(x))[0],
    "jacrev": fjax.jacrev,
    "without jit": _at_once,
    "inner grad": lambda f: lambda x: fjax.grad(lambda y: fjax.grad(lambda z: f(z) * y)(x))(1.0),
}
UNKNOWN: dict[str, Callable[[Callable], Callable]] = {
    "jacfwd": fjax.jacfwd,
    "linearize": lambda f: lambda x: fjax.linearize(f, x)[1](jnp.ones_like(x)),
    "jit of grad": lambda f: fjax.jit(fjax.grad(f)),
    "grad of jit": lambda f: fjax.grad(fjax.jit(f)),
    "checkpoint": lambda f: fjax.grad(fjax.checkpoint(f)),
    "vmap of grad": lambda f: lambda x: fjax.vmap(fjax.grad(f))(jnp.stack([x, x + 1]))[0],
    "grad of vmap": lambda f: fjax.grad(lambda x: fjax.vmap(f)(jnp.stack([x, x]))[1]),
    "scan": _scanned,
    "cond": lambda f: fjax.grad(lambda x: lax.cond(x > -9, f, f, x)),
}


def draw(rng: random.Random) -> Draw:
    """A function of a number, some of which goes through Python, under a transformation."""
    source = rng.choice(SOURCES)
    exit_ = rng.choice(EXITS).format(y=f"({source})")
    whole = rng.choice(WHOLES).format(e=exit_)
    how = rng.choice([*KNOWN, *UNKNOWN])
    at = rng.uniform(0.3, 2.9)
    allowed = how in KNOWN and source in CONSTANT
    return Draw(f"{how}: lambda x: {whole}, at {at!r}", lambda: _check(whole, how, at, allowed))


def _check(whole: str, how: str, at: float, must_run: bool) -> str:
    code = compile(whole, "<draw>", "eval")

    def function(held: Callable) -> Callable:
        return lambda x: jnp.asarray(eval(code, {**NAMES, "x": x, "held": held}), float).sum()

    real = function(lambda x: jnp.asarray(at))
    h = 1e-5
    try:
        slopes = [float(real(jnp.asarray(at + s)) - real(jnp.asarray(at - s))) for s in (h, h / 2)]
        expected, other = slopes[0] / (2 * h), slopes[1] / h
    except DOCUMENTED:
        return ""  # not a function of numbers
    if abs(expected - other) > 1e-5 * (1 + abs(expected)):
        return ""  # a step, or float32 inside
    try:
        found = float({**KNOWN, **UNKNOWN}[how](function(lax.stop_gradient))(jnp.asarray(at)))
    except DOCUMENTED as error:
        return f"refuses what has no derivative: {described(error)}" if must_run else ""
    wrong = abs(found - expected) > 2e-5 * (1 + abs(expected))
    return f"derivative {found!r}, differences {expected!r}" if wrong else ""
