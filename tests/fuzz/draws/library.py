"""Library functions at extreme parameters: an answer in time, or an error for users."""

from __future__ import annotations

import functools
import importlib
import inspect
import math
import random
from typing import Any

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax.experimental import ode
from fjax.scipy import linalg, special
from tests.fuzz.draws.draw import DOCUMENTED, Draw, described
from tests.scipy.table_stats import SHAPES

REALS = (
    0.0, -0.0, 5e-324, 1e-310, 1e-300, 1e-100, 1e-20, 1e-8, 0.1, 0.5, 1.0, 1.0 + 2**-52, 1.5, 2.0,
    2.5, 3.0, 10.0, 30.5, 50.0, 100.0, 171.5, 700.0, 1e3, 12345.5, 1e5, 1e8, 2.0**31, 2.0**53, 1e15,
    1e19, 1e38, 1e100, 1e154, 1e200, 1e300, 1.7e308, np.inf, np.nan,
)  # fmt: skip
COUNTS = (0, 1, 2, 3, 5, 10, 50, 170, 171, 1000, 2**31 - 1, 2**62, -1, -7)
COUNTED = {"n", "v", "d", "n_iter", "series_order", "axis", "n_max", "diff_n"}
KINDS = ("float64", "float64", "float64", "float32", "float16", "int64")
METHODS = (
    "pdf",
    "logpdf",
    "pmf",
    "logpmf",
    "cdf",
    "logcdf",
    "sf",
    "logsf",
    "ppf",
    "isf",
    "entropy",
)
PRODUCTS = "block_diag hankel toeplitz circulant companion leslie fiedler helmert pascal".split()


def _public(module: Any) -> dict[str, Any]:
    """The functions of a module that are its own."""
    found = {n: getattr(module, n) for n in dir(module) if n[0] != "_"}
    return {n: f for n, f in found.items() if inspect.isfunction(f) and n[0].islower()}


def _needed(function: Any) -> list[str]:
    """The names of the parameters without defaults."""
    given = inspect.signature(function).parameters.values()
    return [p.name for p in given if p.default is p.empty and p.kind is not p.VAR_POSITIONAL]


@functools.cache
def _calls() -> dict[str, tuple[Any, tuple[str, ...]]]:
    """What is called, with the names of the parameters that are drawn."""
    found = {}
    for label, module in (("special", special), ("random", fjax.random)):
        for name, function in _public(module).items():
            needed = _needed(function)
            if "random" != label or (needed[:1] == ["key"] and not {"shape", "cov"} & {*needed}):
                found[f"{label}.{name}"] = function, tuple(needed)
    for name in SHAPES:
        module = importlib.import_module(f"fjax.scipy.stats.{name}")
        for method in METHODS:
            if hasattr(module, method):
                function = getattr(module, method)
                names = [p.name for p in inspect.signature(function).parameters.values()]
                found[f"stats.{name}.{method}"] = function, tuple(names)
    for name, function in _public(linalg).items():
        names = tuple(inspect.signature(function).parameters)
        if name not in PRODUCTS and names[:1] in (("a",), ("A",)):
            if len(_needed(function)) == 1:
                found[f"linalg.{name}"] = function, ("matrix",)
    found["ode.odeint"] = _odeint, ("y", "rate", "end")
    return found


def _odeint(y: Any, rate: Any, end: Any) -> Any:
    times = jnp.stack([jnp.zeros_like(end), end])
    return ode.odeint(lambda u, t: rate * u, y, times, mxstep=1000)


def _number(rng: random.Random) -> float:
    x = rng.choice(REALS) if rng.random() < 0.7 else 10.0 ** rng.uniform(-3, 6)
    return -x if rng.random() < 0.3 else x


def _given(rng: random.Random, name: str, kind: str) -> Any:
    if name == "key":
        return fjax.random.key(rng.randrange(99))
    if name in COUNTED:
        return rng.choice(COUNTS)
    shape = (3, 3) if name == "matrix" else ()
    numbers = np.array([_number(rng) for _ in range(math.prod(shape))])
    numbers = np.nan_to_num(numbers, nan=7) if kind == "int64" else numbers
    return jnp.asarray(numbers.reshape(shape).astype(kind))


def draw(rng: random.Random) -> Draw:
    """A call with drawn parameters: eager, compiled, or its derivative."""
    name = rng.choice(list(_calls()))
    function, names = _calls()[name]
    kind, how = rng.choice(KINDS), rng.choice(("eager", "eager", "compiled", "gradient"))
    given = [_given(rng, n, kind) for n in names]
    shown = ", ".join(f"{n}={np.asarray(x).tolist()}" for n, x in zip(names, given) if n != "key")
    return Draw(f"{name}({shown}) of {kind}, {how}", lambda: _check(function, names, given, how))


def _check(function: Any, names: tuple[str, ...], given: list[Any], how: str) -> str:
    moved = [i for i, x in enumerate(given) if isinstance(x, fjax.Array) and names[i] != "key"]

    def call(*arrays: Any) -> Any:
        full = list(given)
        for i, x in zip(moved, arrays, strict=True):
            full[i] = x
        keyed = {n: x for n, x in zip(names, full) if n in COUNTED}
        return function(*[x for n, x in zip(names, full) if n not in COUNTED], **keyed)

    def total(*arrays: Any) -> Any:
        leaves = [jnp.sum(jnp.real(x)).astype(float) for x in fjax.tree.leaves(call(*arrays))]
        return sum(leaves, jnp.zeros(()))

    arrays = [given[i] for i in moved]
    ways = {"eager": call, "compiled": fjax.jit(call)}
    ways["gradient"] = fjax.grad(total, tuple(range(len(moved)))) if moved else call
    try:
        fjax.block_until_ready(ways[how](*arrays))
    except DOCUMENTED:
        return ""
    except Exception as error:
        return described(error)
    return ""
