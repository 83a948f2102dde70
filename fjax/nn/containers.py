"""Modules made of modules: one after the other, around, many equal ones, shared parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from fjax import lax, random, tree
from fjax import numpy as jnp
from fjax.core.dtypes import is_inexact
from fjax.core.plain_arguments import check_callable
from fjax.errors import FjaxIndexError, FjaxTypeError, FjaxValueError, ShapeError
from fjax.higher_order.checkpoint import checkpoint as rematerialized
from fjax.nn.module import Module, part, replace, walk
from fjax.nn.state import Stateful, call
from fjax.pytrees.operations import keystr


class Lambda(Module):
    """A function as a module.

    >>> Lambda(fjax.nn.relu)(jnp.array([-1.0, 2.0]))
    Array([0., 2.], dtype=float64)
    """

    function: Callable[[Any], Any] = tree.static()

    def __post_init__(self) -> None:
        check_callable("Lambda", self.function)

    def __call__(self, x: Any) -> Any:
        return self.function(x)


def as_module(layer: Any) -> Module:
    """A module as it is, another function in a Lambda.

    >>> as_module(fjax.nn.relu)
    Lambda(function=relu)
    """
    if isinstance(layer, Module):
        return layer
    if isinstance(layer, type) and issubclass(layer, Module):
        raise FjaxTypeError(
            f"a layer is an instance, such as {layer.__name__}(…), got the class {layer.__name__}"
        )
    if not callable(layer):
        remedy = ""
        if isinstance(layer, (list, tuple, Iterator)):
            remedy = "; layers are arguments of their own: Sequential(*layers)"
        elif isinstance(layer, str):
            remedy = f", such as fjax.nn.{layer if layer.isidentifier() else 'relu'}"
        raise FjaxTypeError(f"a layer is a module or a function{remedy}, got {layer!r:.80}")
    return Lambda(layer)


def _keys(key: Any, count: int) -> list[Any]:
    return [None] * count if key is None else list(random.split(key, count))


def _step(checkpoint: bool, train: bool) -> Callable[..., tuple[Any, ...]]:
    """call(layer, x, state, key, more), computed again in a gradient if asked for."""

    def step(layer: Module, x: Any, state: Any, key: Any, more: dict[str, Any]) -> tuple[Any, ...]:
        return call(layer, x, state, key=key, train=train, **more)

    return rematerialized(step) if checkpoint else step


class Sequential(Module):
    """Layers one after the other; functions become modules.

    Called with a state it returns (y, state), without y alone. `key` is split among the layers.
    checkpoint: a gradient computes each layer again rather than remember what is in it.
    `model[k]` is a layer, `model[a:b]` the Sequential of some.

    >>> from fjax.nn import Linear
    >>> model = Sequential(Linear(2, 3, key=fjax.random.key(0)), fjax.nn.relu)
    >>> model(jnp.ones((5, 2))).shape, len(model), model[0]
    ((5, 3), 2, Linear(weight=float32[3,2], bias=float32[3]))
    """

    layers: tuple[Module, ...]
    checkpoint: bool = tree.static(default=False)
    torch_names = {r"^layers\.": ""}

    def __init__(self, *layers: Any, checkpoint: bool = False):
        self.layers = tuple(map(as_module, layers))
        self.checkpoint = checkpoint

    def __call__(self, x: Any, state: Any = None, *, key: Any = None, train: bool = False) -> Any:
        after, step = state, _step(self.checkpoint, train)
        for layer, own in zip(self.layers, _keys(key, len(self.layers)), strict=True):
            x, after = step(layer, x, after, own, {})
        return x if state is None else (x, after)

    def __len__(self) -> int:
        return len(self.layers)

    def __iter__(self) -> Iterator[Module]:
        return iter(self.layers)

    def __getitem__(self, index: int | slice) -> Module:
        try:
            found = self.layers[index]
        except (IndexError, TypeError) as error:
            raise FjaxIndexError(
                f"Sequential has {len(self)} layers, numbered from 0, got [{index!r}]"
            ) from error
        return Sequential(*found, checkpoint=self.checkpoint) if isinstance(found, tuple) else found


class Residual(Module):
    """x + layer(x), or shortcut(x) + layer(x).

    >>> Residual(Lambda(lambda x: 2 * x))(jnp.array([1.0]))
    Array([3.], dtype=float64)
    """

    layer: Module
    shortcut: Module | None

    def __init__(self, layer: Any, shortcut: Any = None):
        self.layer = as_module(layer)
        self.shortcut = None if shortcut is None else as_module(shortcut)

    def __call__(self, x: Any, state: Any = None, *, key: Any = None, train: bool = False) -> Any:
        first, second = _keys(key, 2)
        y, after = call(self.layer, x, state, key=first, train=train)
        around = x
        if self.shortcut is not None:
            around, after = call(self.shortcut, x, after, key=second, train=train)
        if jnp.shape(around) != jnp.shape(y):
            raise ShapeError(
                f"Residual: layer gives {jnp.shape(y)}, and what it is added to is "
                f"{jnp.shape(around)}: give shortcut=, a layer between these shapes"
            )
        return around + y if state is None else (around + y, after)


class Stack(Module):
    """Equal layers one after the other, as one loop: depth costs no compile time.

    Their arrays are stacked in `stacked`, along a new axis 0; so are those of their state.
    checkpoint: a gradient computes each layer again rather than remember what is in it.
    Other keywords of a call, such as `mask`, are those of each layer.

    >>> from fjax.nn import Linear
    >>> keys = fjax.random.split(fjax.random.key(0), 3)
    >>> stack = Stack([Linear(4, 4, key=key) for key in keys])
    >>> stack.stacked.weight.shape, stack(jnp.ones((2, 4))).shape
    ((3, 4, 4), (2, 4))
    """

    stacked: Module
    depth: int = tree.static()
    checkpoint: bool = tree.static(default=False)
    torch_names = {r"^stacked\.": "*."}

    def __init__(self, layers: Sequence[Module], checkpoint: bool = False):
        if not isinstance(layers, Sequence) or isinstance(layers, str):
            raise FjaxTypeError(
                "Stack takes its layers as one list: Stack([first, second]), got "
                f"{type(layers).__name__}"
            )
        kinds = {tree.structure(layer) for layer in layers}
        if len(kinds) != 1:
            raise FjaxTypeError(
                f"Stack takes equal layers, got {len(kinds)} kinds of modules; stack them before "
                "fjax.nn.with_state gives them names"
            )
        for number, layer in enumerate(layers):
            for (keys, x), y in zip(tree.leaves_with_path(layer), tree.leaves(layers[0])):
                if x.shape != y.shape:
                    raise ShapeError(
                        f"Stack takes equal layers, and {keystr(keys)[1:]} of layer {number} has "
                        f"shape {x.shape}, that of layer 0 {y.shape}"
                    )
        self.stacked = tree.map(lambda *xs: jnp.stack(xs), *layers)
        self.depth = len(layers)
        self.checkpoint = checkpoint

    def lead(self) -> tuple[int, ...]:
        """One axis: the layers."""
        return (self.depth,)

    def _in_own_dtype(self, x: Any) -> Any:
        """x in the dtype of the layers' arrays of floats, in which they compute."""
        kinds = [leaf.dtype for leaf in tree.leaves(self.stacked) if is_inexact(leaf.dtype)]
        return x.astype(kinds[0]) if kinds else x

    def __call__(
        self, x: Any, state: Any = None, *, key: Any = None, train: bool = False, **more: Any
    ) -> Any:
        step = _step(self.checkpoint, train)
        x = self._in_own_dtype(x)
        names = _names(self.stacked)
        own = None if state is None else {name: state[name] for name in names}
        keys = None if key is None else random.split(key, self.depth)

        def body(x: Any, parts: tuple[Any, ...]) -> tuple:
            layer, own, key = parts
            return step(layer, x, own, key, more)

        y, after = lax.scan(body, x, (self.stacked, own, keys))
        return y if state is None else (y, {**state, **after})


def _names(module: Module) -> list[str]:
    """The names of the stateful modules in one."""
    return [each.name for _, each in walk(module) if isinstance(each, Stateful)]


class Tied(Module):
    """A model with shared parameters: they are stored once, and their gradients are added.

    same: {path: path of the parameter that it is}.

    >>> from fjax.nn import Embedding, Linear, Sequential
    >>> keys = fjax.random.split(fjax.random.key(0))
    >>> model = Sequential(Embedding(7, 4, key=keys[0]), Linear(4, 7, key=keys[1], bias=False))
    >>> tied = Tied(model, {"layers[1].weight": "layers[0].weight"})
    >>> len(fjax.tree.leaves(tied)), tied(jnp.array([3])).shape
    (1, (1, 7))
    """

    model: Module
    same: tuple[tuple[str, str], ...] = tree.static()
    torch_names = {r"^model\.": ""}

    def __init__(self, model: Module, same: dict[str, str]):
        if not isinstance(same, Mapping):
            raise FjaxTypeError(
                "Tied takes a dict from paths to those of the parameters that they are, "
                f"{{'head.weight': 'embedding.weight'}}, got {same!r:.60}"
            )
        for path, source in same.items():
            mine, other = part(model, path), part(model, source)
            if mine.shape != other.shape:
                raise FjaxValueError(
                    f"Tied: {path} has shape {mine.shape}, {source} {other.shape}; "
                    "parameters that are one have one shape"
                )
        for path in same:
            model = replace(model, path, None)
        self.model, self.same = model, tuple(same.items())

    def untied(self) -> Any:
        """The model with the shared parameters in all their places."""
        model = self.model
        for path, source in self.same:
            model = replace(model, path, part(self.model, source))
        return model

    def __call__(self, x: Any, state: Any = None, *, key: Any = None, train: bool = False) -> Any:
        y, after = call(self.untied(), x, state, key=key, train=train)
        return y if state is None else (y, after)
