"""A random program from a seed.

A statement is proposed as text, run without compilation on the values at hand, and kept if what it
gives is fit to go on with. So types need no rules here: they are those of the values.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import itertools
import random
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core import dtypes, tracing
from fjax.errors import FjaxError
from fjax.experimental import jet, ode
from tests.fuzz import rules
from tests.fuzz import values as inputs
from tests.fuzz.operations import OPERATIONS, Operation
from tests.fuzz.program import Function, Input, Program, Statement, without_dead

SIZES = (
    0,
    1,
    1,
    2,
    3,
    3,
    4,
    4,
    5,
    6,
    7,
    8,
    9,
    10,
    13,
    15,
    16,
    17,
    31,
    32,
    33,
    63,
    64,
    65,
    127,
    128,
    129,
)
LONG = (257, 521, 1000, 1021, 1024, 1025, 2053, 4099)
HUGE = (16385, 40009, 65536, 131101, 300007)
MOST = 5000  # elements of a value, unless the program is about large ones
TAME = 1e3  # largest value of a tame program
MOST_STEPS = 400  # operations of a statement: loops are run step by step several times
EXPECTED = (FjaxError, TypeError, ValueError, NotImplementedError)
FLOATS = ("float64",) * 9 + ("float32",) * 6 + ("float16", "bfloat16", "complex128", "complex64")
OTHERS = (
    "int64",
    "int32",
    "bool",
    "uint8",
    "int8",
    "uint32",
    "int16",
    "uint16",
    "uint64",
    "int4",
    "float8_e4m3fn",
    "float8_e5m2",
    "uint4",
    "float16",
    "bfloat16",
    "float32",
    "complex64",
)


class TooLong(ValueError):
    """A statement takes more steps than a program should."""


class Unexpected(Exception):
    """An error that no user should see, met while a statement ran."""


@dataclasses.dataclass(frozen=True)
class Value:
    """A name in the program and an example of what it holds."""

    name: str
    array: Any

    def __str__(self) -> str:
        return self.name

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.array.shape)

    @property
    def dtype(self) -> Any:
        return self.array.dtype

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return int(np.prod(self.shape, dtype=int))

    @property
    def kind(self) -> str:
        """f, c, i, u, b as NumPy's; k for random keys. Narrow floats are f, int4 is i."""
        if dtypes.is_key(self.dtype):
            return "k"
        if dtypes.is_bool(self.dtype):
            return "b"
        if dtypes.is_complex(self.dtype):
            return "c"
        if dtypes.is_inexact(self.dtype):
            return "f"
        return "u" if self.dtype.name.startswith("u") else "i"


@dataclasses.dataclass(frozen=True)
class Style:
    """What a program is like.

    tame: values stay finite and moderate. most: elements of a value. depth: of functions inside
    functions. length: how many statements are wanted. focus: families drawn more often than others.
    """

    tame: bool
    most: int
    depth: int
    length: int
    focus: frozenset[str] = frozenset()


class Names:
    """Fresh names of one program."""

    def __init__(self) -> None:
        self.count = itertools.count()

    def fresh(self, letter: str) -> str:
        return f"{letter}{next(self.count)}"


class Scope:
    """Where statements are proposed: the values at hand, and choices by the program's seed."""

    def __init__(
        self,
        rng: random.Random,
        style: Style,
        names: Names,
        namespace: dict[str, Any],
        pool: Sequence[Value],
        depth: int = 0,
    ):
        self.rng, self.style, self.names, self.depth = rng, style, names, depth
        self.namespace, self.pool = namespace, list(pool)
        self.statements: list[Statement] = []
        self.functions: list[Function] = []

    # ---- choices

    @property
    def tame(self) -> bool:
        return self.style.tame

    def choose(self, *options: Any) -> Any:
        """One of the options; of the words of a string, if that is the only one."""
        if len(options) == 1 and isinstance(options[0], str):
            options = tuple(options[0].split())
        return self.rng.choice(options)

    def chance(self, p: float) -> bool:
        return self.rng.random() < p

    def number(self) -> str:
        """A literal."""
        return self.choose("0.5", "-1.25", "2.0", "3", "0.1", "-2", "1", "0.75", "0", "1.5e-3")

    def pick(
        self,
        kinds: str = "fciub",
        least: int = 0,
        most: int = 9,
        fit: Any = None,
        test: Callable[[Value], bool] = lambda v: True,
    ) -> Value:
        """A value of some kinds and ranks, later ones more likely; LookupError if there is none.

        fit: a value with which it broadcasts.
        """
        found = [
            v
            for v in self.pool
            if v.kind in kinds
            and least <= v.ndim <= most
            and test(v)
            and (fit is None or _broadcast(v.shape, fit.shape))
        ]
        if not found:
            raise LookupError
        return found[-1 - min(int(self.rng.expovariate(0.5)), len(found) - 1)]

    def axis(self, x: Value) -> int:
        """An axis of x, counted from either end."""
        if not x.ndim:
            raise LookupError
        return self.rng.randrange(-x.ndim, x.ndim)

    # ---- statements

    def body(
        self,
        params: Sequence[Any],
        length: int,
        want: Sequence[Any] | None = None,
        outer: float = 0.5,
        stem: str = "body",
    ) -> tuple[str, list[Value]]:
        """A function of example arrays: its name, and its results; `want`: avals they must have."""
        if self.depth >= self.style.depth:
            raise LookupError
        values = [Value(self.names.fresh("p"), a) for a in params]
        closed = [v for v in self.pool if self.chance(outer)][-3:]
        names = self.namespace | {v.name: v.array for v in values}
        inner = Scope(self.rng, self.style, self.names, names, [*closed, *values], self.depth + 1)
        inner.extend(length)
        if want is None:
            made = [v for v in inner.pool if v not in closed and v.kind != "k"] or values
            results = made[-self.choose(1, 1, 1, 2) :]
        else:
            results = [inner.like(w, values) for w in want]
        name = self.names.fresh(stem)
        self.functions.append(
            Function(
                name,
                tuple(map(str, values)),
                tuple(inner.statements),
                tuple(map(str, results)) + ("",) * (len(results) == 1),
            )
        )
        return name, results

    def like(self, aval: Any, params: Sequence[Value]) -> Value:
        """A late value of the aval's type."""
        same = [v for v in self.pool if v.shape == tuple(aval.shape) and v.dtype == aval.dtype]
        if not same:
            raise LookupError
        return same[-1]

    def extend(self, length: int) -> None:
        """Append so many statements (fewer if nothing fits)."""
        made = 0
        for _ in range(6 * length):
            if made == length:
                return
            operation = self.rng.choices(OPERATIONS, operation_weights(self.style.focus))[0]
            made += self.attempt(operation)

    def attempt(self, operation: Operation) -> bool:
        """Propose one statement, and keep it if it runs and its results are fit."""
        self.functions = []
        try:
            text = operation.propose(self)
        except LookupError:
            return False
        if text is None:
            return False
        result = self.run(text)
        if result is None:
            return False
        several = isinstance(result, (tuple, list))
        arrays = list(result) if several else [result]
        if not arrays or len(arrays) > 4 or not all(self.fit(a) for a in arrays):
            return False
        made = [Value(self.names.fresh("v"), a) for a in arrays]
        targets = tuple(v.name for v in made) + (("",) if several and len(made) == 1 else ())
        self.statements.append(Statement(targets, text, operation.family, tuple(self.functions)))
        self.pool += made
        self.namespace.update({v.name: v.array for v in made})
        return True

    def run(self, text: str) -> Any:
        """What the text gives; None if it is refused."""
        source = "\n".join([*[f.text(0) for f in self.functions], f"_ = {text}"])
        try:
            with counted(MOST_STEPS):
                exec(source, self.namespace)
            return self.namespace["_"]
        except EXPECTED:
            return None
        except MemoryError:
            if self.style.most > MOST:
                return None
            raise
        except Exception as error:
            raise Unexpected(
                f"{type(error).__name__}: {error}\n{source}\n"
                + "\n".join(f"{v} = {v.dtype}{list(v.shape)}" for v in self.pool)
            ) from error

    def fit(self, array: Any) -> bool:
        """Whether a result is fit to go on with."""
        if not isinstance(array, fjax.Array) or array.size > self.style.most or array.ndim > 5:
            return False
        if dtypes.is_key(array.dtype) or not dtypes.is_inexact(array.dtype) or not self.tame:
            return True
        with np.errstate(all="ignore"):
            size = abs(np.asarray(array).astype(complex))
        return bool((size < TAME).all())


def _broadcast(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    return all(p == q or 1 in (p, q) for p, q in zip(a[::-1], b[::-1]))


FOCUSED = 8.0  # how much more often a family in focus is drawn


@functools.cache
def operation_weights(focus: frozenset[str]) -> list[float]:
    """How often each operation is proposed."""
    return [o.weight * (FOCUSED if o.family in focus else 1.0) for o in OPERATIONS]


FAMILIES = sorted({o.family for o in OPERATIONS})


def namespace() -> dict[str, Any]:
    """The names that a program's text uses."""
    own = {"fjax": fjax, "jnp": jnp, "lax": lax, "jet": jet, "ode": ode}
    return own | {"np": np, "rules": rules, "values": inputs.values}


@contextlib.contextmanager
def counted(most: int) -> Iterator[None]:
    """Raises TooLong after so many operations; functions that are run inside count, too."""
    run, count = tracing.run_now, itertools.count(1)

    def run_one(primitive: Any, args: Any) -> Any:
        if next(count) > most:
            raise TooLong
        return run(primitive, args)

    tracing.run_now = run_one
    try:
        yield
    finally:
        tracing.run_now = run


def _style(rng: random.Random) -> Style:
    """Most programs are brief: few statements show most faults, and cost little."""
    style = _kind(rng)
    focus = rng.sample(FAMILIES, rng.choice([0, 1, 2, 3]))
    return dataclasses.replace(style, focus=frozenset(focus))


def _kind(rng: random.Random) -> Style:
    tame = rng.random() < 0.75
    kind = rng.random()
    if kind < 0.01:
        return Style(tame, 700_000, 0, rng.choice([2, 3, 4]))
    if kind < 0.65:
        return Style(tame, MOST, rng.choice([0, 0, 1, 1, 1, 2]), rng.choice([1, 2, 2, 3]))
    if kind < 0.93:
        return Style(tame, MOST, rng.choice([1, 1, 2]), rng.choice([3, 4, 5, 6]))
    return Style(tame, MOST, 2, rng.choice([8, 10, 12]))


def _shapes(rng: random.Random, style: Style) -> list[tuple[int, ...]]:
    """Shapes that broadcast with each other, mostly."""
    if style.most > MOST:
        n = rng.choice(HUGE)
        return [(n,), (n,), (), (257, 401), (401,)][rng.choice([0, 3]) :]
    kind = rng.random()
    n, m, k = (rng.choice(SIZES) for _ in range(3))
    if kind < 0.12:
        n = rng.choice(LONG)
        return [(n,), (n,), (), (1,)]
    if kind < 0.5:
        return [(n,), (n,), (), (n,), (1,), (m, n) if m * n <= MOST else (n,)]
    if kind < 0.85 or n * m * k > MOST:
        if n * m > MOST:
            n = rng.choice((2, 3, 7, 9))
        return [(n, m), (m,), (n, m), (n, 1), (), (m, n), (n, n) if n * n <= 1100 else (n,)]
    return [(n, m, k), (m, k), (k,), (n, m, k), (n, 1, k), (), (1,)]


def _input(rng: random.Random, shape: tuple[int, ...], dtype: str, style: Style) -> str:
    """The text of an input; now and then a view."""
    kinds = (
        ["normal"] * 6 + ["few", "positive", "sorted"]
        if style.tame
        else ["special", "special", "normal", "few"]
    )
    kind = "special" if dtype in OTHERS[:10] and not style.tame else rng.choice(kinds)
    if dtype in OTHERS[:10] and style.tame:
        kind = rng.choice(["normal", "small", "small"])
    seed = rng.randrange(10**6)

    def text(shape: tuple[int, ...]) -> str:
        return f'values({shape}, "{dtype}", seed={seed}, kind="{kind}")'

    view = rng.random()
    if not shape or view < 0.75:
        return text(shape)
    if view < 0.82:
        return text(shape[::-1]) + ".T"
    if view < 0.9:
        return text(shape) + "[::-1]"
    if view < 0.95:
        return text((2 * shape[0], *shape[1:])) + "[::2]"
    return text((*shape[:-1], shape[-1] + 3)) + "[..., 2:-1]"


def generate(seed: int) -> Program:
    """The program of a seed. Raises Unexpected if a statement fails as none should."""
    return with_values(seed)[0]


def with_values(seed: int) -> tuple[Program, Mapping[str, Any]]:
    """The program of a seed, and what its names hold step by step."""
    rng = random.Random(seed)
    style = _style(rng)
    main = rng.choice(FLOATS)
    names, space = Names(), namespace()
    shapes = _shapes(rng, style)
    given, pool = [], []
    for i in range(rng.choice([1, 2, 2, 3, 4])):
        dtype = main if rng.random() < (1.0 if i == 0 else 0.75) else rng.choice(OTHERS)
        if i == 0 and rng.random() < 0.06:
            dtype = rng.choice(OTHERS)
        shape = shapes[0] if i == 0 else rng.choice(shapes)
        text = _input(rng, shape, dtype, style)
        name = names.fresh("p")
        given.append(Input(name, text))
        pool.append(Value(name, jnp.asarray(eval(text, space))))
        space[name] = pool[-1].array
    scope = Scope(rng, style, names, space, pool)
    with fjax.disable_jit(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scope.extend(style.length)
    made = [t for s in scope.statements for t in s.targets if t and scope.namespace[t] is not None]
    made = [t for t in made if not dtypes.is_key(scope.namespace[t].dtype)]
    results = made[-1:] + [t for t in made[:-1] if rng.random() < 0.3][-4:]
    results = tuple(results) or (given[0].name,)
    if len(results) == 1:
        results += ("",)
    statements = without_dead(tuple(scope.statements), results)
    return Program(tuple(given), statements, results), space
