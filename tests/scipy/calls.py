"""Calls of functions that fjax.scipy has from SciPy, and how two answers are compared."""

from __future__ import annotations

import importlib
import inspect
import itertools
import warnings
from typing import Any, NamedTuple

import numpy as np

KINDS = ("float64", "float32", "int64", "complex128")
LEFT_OUT = object()  # in place of a value: SciPy has no such parameter
SINGLE = (np.float32, np.complex64)
LENGTHS = (0, 1, 2, 3, 8)


class Call(NamedTuple):
    """`fjax.scipy.<name>(*args, **options)`, which SciPy answers, too."""

    name: str
    args: tuple
    options: dict[str, Any]
    theirs: dict[str, Any]  # SciPy's spelling of options that it calls otherwise
    tolerance: float

    def __str__(self) -> str:
        shown = [f"{a.dtype}{a.shape}" if isinstance(a, np.ndarray) else repr(a) for a in self.args]
        return f"{self.name}({', '.join(shown + [f'{k}={v!r}' for k, v in self.options.items()])})"


def calls(
    name: str, *args: Any, theirs: dict | None = None, tolerance: float = 1.0, **choices: Any
) -> list[Call]:
    """One call for each combination of the options' values."""
    combinations = itertools.product(*choices.values())
    return [
        Call(name, args, dict(zip(choices, values, strict=True)), theirs or {}, tolerance)
        for values in combinations
    ]


def numbers(*shape: int, dtype: str = "float64", seed: int = 0) -> np.ndarray:
    """Normal numbers, as integers tenfold."""
    rng = np.random.default_rng(seed + sum(shape))
    found = rng.normal(size=shape)
    if dtype.startswith("complex"):
        found = found + 1j * rng.normal(size=shape)
    return (10 * found if dtype.startswith(("int", "uint")) else found).astype(dtype)


def function(package: str, name: str) -> Any:
    """`package.name`, for a name with modules in it."""
    *modules, last = name.split(".")
    try:
        return getattr(importlib.import_module(".".join([package, *modules])), last)
    except ModuleNotFoundError:  # stats.norm is an object in SciPy
        owner = importlib.import_module(".".join([package, *modules[:-1]]))
        return getattr(getattr(owner, modules[-1]), last)


def outcome(package: str, call: Call) -> Any:
    """What a call gives: its value, or the exception that it raises."""
    options = dict(call.options)
    if package == "scipy":
        options = {k: v for k, v in (options | call.theirs).items() if v is not LEFT_OUT}
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return function(package, call.name)(*call.args, **options)
        except Exception as error:
            return error


# Functions that grow without bound, with what power of their argument has their sign.
UNBOUNDED = {"special.i0": 2, "special.i1": 1}


def difference(call: Call) -> str | None:
    """How fjax's answer to a call differs from SciPy's; None if it does not."""
    single = any(getattr(x, "dtype", None) in SINGLE for x in call.args)
    unit = (2e-5 if single else 1e-10) * call.tolerance
    found, wanted = outcome("fjax.scipy", call), outcome("scipy", call)
    if call.name.endswith("pdf") and np.shape(wanted) == np.shape(call.args[0]):
        # A density is 0 at infinity, where formulas of SciPy subtract infinities.
        nothing = -np.inf if call.name.endswith("logpdf") else 0.0
        gone = np.isnan(wanted) & np.isinf(call.args[0]) & (np.asarray(found) == nothing)
        wanted = np.where(gone, nothing, wanted)
    if call.name in UNBOUNDED:  # SciPy's formulas multiply 0 by infinity there
        far = np.isinf(call.args[0]) & np.isnan(wanted)
        wanted = np.where(far, np.asarray(call.args[0]) ** UNBOUNDED[call.name], wanted)
    return unlike(found, wanted, unit)


def unlike(found: Any, wanted: Any, unit: float) -> str | None:
    """How two outcomes differ by more than `unit` of their size; None if they do not."""
    if isinstance(found, Exception) or isinstance(wanted, Exception):
        if isinstance(found, Exception) and isinstance(wanted, Exception):
            return None
        return f"{found!r:.200} for {wanted!r:.200}"
    if isinstance(wanted, (tuple, list)):
        if len(found) != len(wanted):
            return f"{len(found)} values for {len(wanted)}"
        parts = [unlike(a, b, unit) for a, b in zip(found, wanted, strict=True)]
        return next((part for part in parts if part), None)
    if found is None or wanted is None:
        return None if found is wanted else f"{found} for {wanted}"
    found, wanted = np.asarray(found), np.asarray(wanted)
    if found.shape != wanted.shape:
        return f"shape {found.shape} for {wanted.shape}"
    if {found.dtype.kind, wanted.dtype.kind} in ({"f", "c"}, {"b", "f"}, {"b", "c"}):
        return f"{found.dtype} for {wanted.dtype}"
    size = np.max(np.abs(wanted), where=np.isfinite(wanted), initial=1.0)
    if not np.allclose(found, wanted, rtol=unit, atol=unit * size, equal_nan=True):
        return f"{found!s:.150} for {wanted!s:.150}"
    return None


def unused(name: str, given: list[Call]) -> list[str]:
    """The parameters of a function that none of the calls sets to another value than its own."""
    parameters = inspect.signature(function("fjax.scipy", name)).parameters
    seen = set()
    for call in given:
        if any(p.kind is p.VAR_POSITIONAL for p in parameters.values()):
            return []
        bound = inspect.signature(function("fjax.scipy", name)).bind(*call.args, **call.options)
        for key, value in bound.arguments.items():
            default = parameters[key].default
            plain = isinstance(default, (str, int, float, bool, type(None)))
            if default is inspect.Parameter.empty or not plain or not _same(value, default):
                seen.add(key)
    return [key for key in parameters if key not in seen]


def _same(value: Any, default: Any) -> bool:
    return type(value) is type(default) and value == default
