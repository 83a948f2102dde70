"""A random generator that keeps its state: keys drawn from a mutable counter."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax import random
from fjax.core import dtypes, tracing
from fjax.core.operand import Operand
from fjax.errors import FjaxTypeError, FjaxValueError, api_boundary
from fjax.numpy.references import Ref, addupdate, get, new_ref
from fjax.tree_util import register_pytree_node

Size = int | Sequence[int] | None


def _shape(size: Size, *parameters: Any) -> tuple[int, ...]:
    """The shape of what is drawn: as asked, or that of the parameters together."""
    if size is None:
        return np.broadcast_shapes(*[np.shape(p) for p in parameters])
    if isinstance(size, (int, np.integer)):
        return (operator.index(size),)
    return tuple([operator.index(n) for n in size])


class StatefulPRNG:
    """A generator made by `stateful_rng`: each draw uses a new key, and counts.

    It is a pytree of a key and a reference: a function that is jitted or mapped may take it or
    close over it, but not return it, nor carry it in a loop. Under vmap, one that is not mapped
    draws once for all examples, as a key that is not mapped does; `split` gives each its own.

    >>> rng = stateful_rng(0)
    >>> rng.normal(size=(2, 3)).shape, rng.integers(10, size=4).dtype
    ((2, 3), dtype('int64'))
    """

    __slots__ = ("_base_key", "_counter")

    def __init__(self, _base_key: Any, _counter: Any):
        if not isinstance(_base_key, Operand) or not dtypes.is_key(_base_key.dtype):
            raise FjaxValueError(
                f"Expected base_key to be a typed PRNG key; got {_base_key!r}; "
                "make one with fjax.random.key"
            )
        if not isinstance(_counter, Ref):
            raise FjaxValueError(
                "Expected counter to be a scalar integer ref; got "
                f"{_counter!r}; make one with fjax.new_ref(0)"
            )
        self._base_key, self._counter = _base_key, _counter

    def __repr__(self) -> str:
        return f"StatefulPRNG(_base_key={self._base_key!r}, _counter={self._counter!r})"

    def key(self, shape: Size = ()) -> Any:
        """A new key, or an array of them of this shape.

        >>> rng = stateful_rng(0)
        >>> bool(rng.key() == rng.key())
        False
        """
        if self._base_key.shape:
            raise FjaxValueError(
                "cannot operate on split stateful generator of shape "
                f"{self._base_key.shape}: fjax.vmap a function over it"
            )
        key: Any = self._base_key
        found = random.fold_in(key, get(self._counter))
        addupdate(self._counter, ..., 1)
        shape = _shape(shape)
        return random.split(found, shape) if shape else found

    def random(self, size: Size = None, dtype: Any = float) -> Any:
        """Floats in [0, 1) of shape `size`."""
        return random.uniform(self.key(), _shape(size), dtype)

    def uniform(self, low: Any = 0, high: Any = 1, size: Size = None, *, dtype: Any = float) -> Any:
        """Floats in [low, high), of shape `size` or that of both broadcast."""
        return random.uniform(self.key(), _shape(size, low, high), dtype, low, high)

    def normal(self, loc: Any = 0, scale: Any = 1, size: Size = None, *, dtype: Any = float) -> Any:
        """Normally distributed floats of mean `loc` and standard deviation `scale`."""
        drawn = random.normal(self.key(), _shape(size, loc, scale), dtype)
        return (jnp.asarray(loc) + jnp.asarray(scale) * drawn).astype(dtype)

    def integers(self, low: Any, high: Any = None, size: Size = None, *, dtype: Any = int) -> Any:
        """Integers in [low, high), or in [0, low) without `high`."""
        if high is None:
            low, high = 0, low
        return random.randint(self.key(), _shape(size, low, high), low, high, dtype)

    def split(self, num: int | Sequence[int]) -> StatefulPRNG:
        """Independent generators in one object, for fjax.vmap.

        >>> import fjax, fjax.numpy as jnp
        >>> draw = fjax.vmap(lambda rng, x: x + rng.uniform())
        >>> draw(stateful_rng(123).split(3), jnp.zeros(3)).shape
        (3,)
        """
        return StatefulPRNG(self.key(num), new_ref(jnp.zeros(num, int)))

    def spawn(self, n_children: int) -> list[StatefulPRNG]:
        """A list of independent generators."""
        return [StatefulPRNG(key, new_ref(0)) for key in self.key(n_children)]


def _rebuilt(_: None, children: Any) -> StatefulPRNG:
    """A generator of anything: transformations put their own leaves where a key is."""
    found = object.__new__(StatefulPRNG)
    found._base_key, found._counter = children
    return found


register_pytree_node(StatefulPRNG, lambda rng: ((rng._base_key, rng._counter), None), _rebuilt)


@api_boundary
def stateful_rng(seed: Any = None, *, impl: Any = None) -> StatefulPRNG:
    """A generator that changes with each draw, as NumPy's `default_rng` makes.

    Without a seed it starts anywhere, which a function that is being transformed can't do:
    TypeError. Draws inside a jitted function advance the generator too.

    >>> import fjax
    >>> rng = stateful_rng(42)
    >>> draw = fjax.jit(rng.uniform)
    >>> bool(draw() == draw())
    False
    """
    if seed is None:
        if tracing.current() is not None:
            raise FjaxTypeError(
                "When used within transformed code, stateful_rng requires an "
                "explicit seed: pass one, or make the generator outside"
            )
        seed = int(np.random.SeedSequence().generate_state(1)[0])
    return StatefulPRNG(random.key(seed, impl=impl), new_ref(0))


__all__ = ["StatefulPRNG", "stateful_rng"]
