"""Samples of every primitive: one row says how to call it, and tests are derived from the rows.

Each module of this package holds the rows of one family in `SAMPLES`; tests/test_samples.py runs
them. A row:

    Sample(logistic, [normal(3, 4)], oracle=lambda x: 1 / (1 + np.exp(-x)))
"""

import dataclasses
import importlib
import pkgutil
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes, tracing
from fjax.interpreters.staging import stage

Make = Callable[[np.random.Generator], np.ndarray]
FLOATS = (dtypes.float32, dtypes.float16, dtypes.bfloat16)


@dataclasses.dataclass
class Sample:
    """How to call a function, what it should give, and what can be asked of it.

    function: a primitive, or any function of arrays that uses it; one output or several.
    args: makers of arguments (`normal(3, 4)`), or arrays.
    oracle: the same function of NumPy arrays, or None.
    differentiate: which arguments have derivatives; None for all float and complex ones.
    order: how many derivatives to test (0, 1 or 2).
    reverse_only: the derivative exists in reverse mode alone.
    precisions: other float dtypes to compare with the oracle, given float64 arguments.
    batch: which arguments vmap may batch; None for all.
    rtol, atol: tolerances of the oracle's and the kernel's values, in units of the dtype's epsilon.
    """

    function: Callable[..., Any]
    args: Sequence[Any]
    oracle: Callable[..., Any] | None = None
    name: str = ""
    differentiate: tuple[int, ...] | None = None
    order: int = 2
    reverse_only: bool = False
    precisions: tuple[Any, ...] = ()
    batch: tuple[int, ...] | None = None
    rtol: float = 16.0
    atol: float = 16.0
    kernel: bool = True
    family: str = ""

    @property
    def label(self) -> str:
        """The row's name in test reports."""
        own = self.name or getattr(self.function, "name", None) or self.function.__name__
        return f"{self.family}.{own}"

    def generator(self) -> np.random.Generator:
        """The generator of the row's arguments: the same in every run."""
        return np.random.default_rng(zlib.crc32(self.label.encode()))

    def make(self, rng: np.random.Generator | None = None) -> list[Any]:
        """The arguments as NumPy arrays."""
        rng = rng or self.generator()
        return [a(rng) if callable(a) else np.asarray(a) for a in self.args]

    def differentiable(self) -> tuple[int, ...]:
        """The positions of arguments to differentiate in."""
        if self.order == 0:
            return ()
        if self.differentiate is not None:
            return self.differentiate
        return tuple(i for i, a in enumerate(self.make()) if dtypes.is_inexact(a.dtype))


# ---- makers of arguments


def normal(*shape: int, scale: float = 1.0, dtype: Any = np.float64) -> Make:
    """Normally distributed floats or complex numbers."""

    def make(rng: np.random.Generator) -> np.ndarray:
        values = rng.normal(size=shape) * scale
        if np.dtype(dtype).kind == "c":
            values = values + 1j * rng.normal(size=shape) * scale
        return np.asarray(values, dtype)

    return make


def uniform(*shape: int, low: float = 0.0, high: float = 1.0, dtype: Any = np.float64) -> Make:
    """Uniformly distributed floats."""
    return lambda rng: np.asarray(rng.uniform(low, high, size=shape), dtype)


def positive(*shape: int, dtype: Any = np.float64) -> Make:
    """Floats between 0.5 and 3.5."""
    return uniform(*shape, low=0.5, high=3.5, dtype=dtype)


def nonzero(*shape: int, dtype: Any = np.float64) -> Make:
    """Floats of either sign, away from zero and from half integers."""

    def make(rng: np.random.Generator) -> np.ndarray:
        whole = rng.integers(-4, 4, size=shape)
        return np.asarray(whole + rng.uniform(0.1, 0.4, size=shape), dtype)

    return make


def complexes(*shape: int, dtype: Any = np.complex128) -> Make:
    """Complex numbers with both parts away from zero."""

    def make(rng: np.random.Generator) -> np.ndarray:
        re, im = (
            rng.uniform(0.2, 1.2, size=shape) * rng.choice([-1, 1], size=shape) for _ in range(2)
        )
        return np.asarray(re + 1j * im, dtype)

    return make


def integers(*shape: int, low: int = -20, high: int = 20, dtype: Any = np.int32) -> Make:
    """Integers in [low, high); unsigned dtypes start at 0."""
    start = max(low, 0) if np.dtype(dtype).kind == "u" else low
    return lambda rng: np.asarray(rng.integers(start, high, size=shape), dtype)


def bools(*shape: int) -> Make:
    """Bools."""
    return lambda rng: np.asarray(rng.integers(0, 2, size=shape), bool)


def all_samples() -> list[Sample]:
    """The rows of every module of this package, with distinct labels."""
    found: list[Sample] = []
    for info in sorted(pkgutil.iter_modules(__path__), key=lambda m: m.name):
        module = importlib.import_module(f"{__name__}.{info.name}")
        for sample in module.SAMPLES:
            sample.family = info.name
            found.append(sample)
    seen: dict[str, int] = {}
    for sample in found:
        label = sample.label
        seen[label] = seen.get(label, 0) + 1
        if seen[label] > 1:
            sample.name = f"{label.split('.', 1)[1]}-{seen[label]}"
    return found


def flat(outputs):
    """A function's result as a list."""
    return list(outputs) if isinstance(outputs, (list, tuple)) else [outputs]


def staged(sample, args):
    """The function as (jaxpr, constants)."""
    return stage(lambda *xs: flat(sample.function(*xs)), [tracing.aval_of(a) for a in args])


SAMPLES = all_samples()
