"""What layers inside of a model give for an input, and gradients with respect to it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from fjax import numpy as jnp
from fjax import tree
from fjax.api.autodiff import grad
from fjax.api.jit import eval_shape
from fjax.core import dtypes, tracing
from fjax.core.plain_arguments import check_callable
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.nn.module import Module, matching, walk
from fjax.nn.observing import LEFT_OUT, Observer, Visit

Found = dict[str, Any]


class Calls(NamedTuple):
    """What a layer gave in each of several calls.

    >>> Calls((1.0, 2.0)).results[0]
    1.0
    """

    results: tuple[Any, ...]


class Capture(Module):
    """A model that gives what some of its layers give, too: what `capture` makes.

    >>> model = fjax.nn.Sequential(fjax.nn.relu, fjax.nn.tanh)
    >>> y, found = Capture(model, ("layers[0]",))(jnp.array([-1.0, 2.0]))
    >>> print(found["layers[0]"])
    [0. 2.]
    """

    model: Module
    paths: tuple[str, ...] = tree.static()

    def __call__(self, *args: Any, **keywords: Any) -> tuple[Any, Found]:
        with _Captured(self.model, self.paths) as noted:
            result = self.model(*args, **keywords)
        return result, noted.all()

    def gradients(self, of: Callable[[Any], Any]) -> Callable[..., tuple[Found, Found]]:
        """The function of the model's arguments to (what the layers give, gradients there).

        of: a function of the model's result to one number.

        >>> model = fjax.nn.Sequential(fjax.nn.relu, lambda x: 3 * x)
        >>> found, slopes = capture(model, "layers.0").gradients(jnp.sum)(jnp.array([-1.0, 2.0]))
        >>> print(found["layers[0]"], slopes["layers[0]"])
        [0. 2.] [3. 3.]
        """

        check_callable("nn.capture(…).gradients", of)

        def gradients(*args: Any, **keywords: Any) -> tuple[Found, Found]:
            def score(added: Found) -> tuple[Any, Found]:
                with _Captured(self.model, self.paths, added) as noted:
                    result = self.model(*args, **keywords)
                return of(result), noted.all()

            found = eval_shape(lambda: self(*args, **keywords)[1])
            zeros = tree.map(lambda x: jnp.zeros(x.shape, x.dtype) if _float(x) else None, found)
            slopes, found = grad(score, has_aux=True)(zeros)
            return found, slopes

        return gradients


def _float(x: Any) -> bool:
    return bool(dtypes.is_inexact(x.dtype))


def capture(model: Module, *paths: str) -> Capture:
    """The model such that a call gives (its result, {path: what the layer there gives}).

    paths: of layers, as errors and summaries spell them or PyTorch does (`"layers.3"`); `*` stands
    for anything, as do no paths at all. Of layers that return a state, what they give beside it. A
    layer that is called several times has `Calls` of all. `.gradients(of)` gives gradients with
    respect to what layers give. Raises FjaxValueError if there is no such layer, and for layers
    inside of a loop or a checkpoint, whose values stay there.

    >>> model = fjax.nn.Sequential(fjax.nn.Linear(2, 3, key=fjax.random.key(0)), fjax.nn.relu)
    >>> y, found = capture(model, "layers.0")(jnp.ones((5, 2)))
    >>> list(found), found["layers[0]"].shape
    (['layers[0]'], (5, 3))
    """
    there = [path for path, _ in walk(model)]
    wanted = paths or ("*",)
    for pattern in wanted:
        if not isinstance(pattern, str):
            raise FjaxTypeError(
                f"nn.capture: a layer's path is a text such as {there[-1]!r}, got {pattern!r:.60}"
            )
        if not any(_form(pattern).fullmatch(path) for path in there):
            shown = ", ".join(path for path in there[:12] if path)
            has = f"there are {shown}" if shown else f"{type(model).__name__} has no layers in it"
            raise FjaxValueError(f"nn.capture: no layer is at {pattern!r}; {has}")
    return Capture(model, wanted)


def _absent(state: Any) -> bool:
    return state is LEFT_OUT or state is None


def _form(pattern: str) -> re.Pattern[str]:
    return re.compile(matching(pattern))


class _Captured(Observer):
    """Notes what the layers at some paths give, and adds to it."""

    def __init__(self, model: Any, paths: tuple[str, ...], added: Found | None = None):
        super().__init__(model)
        self._forms = [_form(path) for path in paths]
        self._all = paths == ("*",)
        self._added, self._here = added or {}, tracing.current()
        self._found: dict[str, list[Any]] = {}

    def left(self, visit: Visit, result: Any) -> Any:
        if not any(form.fullmatch(visit.path) for form in self._forms):
            return result
        if tracing.current() is not self._here:
            if self._all:
                return result
            raise FjaxValueError(
                f"nn.capture: {visit.path!r} runs inside of a loop or another transformation, from "
                "which no value comes out; capture the layer around it, or write the layers of a "
                "Stack as a Sequential, without checkpoint"
            )
        beside = isinstance(result, tuple) and not _absent(visit.argument("state"))
        value = result[0] if beside else result
        calls = self._found.setdefault(visit.path, [])
        more = self._added.get(visit.path)
        if more is not None:
            mine = more.results[len(calls)] if isinstance(more, Calls) else more
            value = tree.map(
                lambda m, x: x if m is None else x + m, mine, value, is_leaf=lambda x: x is None
            )
        calls.append(value)
        return (value, *result[1:]) if beside else value

    def all(self) -> Found:
        """What was noted, by path."""
        return {
            path: calls[0] if len(calls) == 1 else Calls(tuple(calls))
            for path, calls in self._found.items()
        }
