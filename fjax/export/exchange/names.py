"""What the tensors of an ONNX model are called."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from fjax import errors
from fjax.core.array import Array
from fjax.tree_util import keystr, tree_leaves_with_path


class Names(NamedTuple):
    """Of the inputs, in order, and of arrays that the function holds, by their ids."""

    inputs: list[str]
    held: dict[int, str]


def held_by(f: Any) -> dict[int, str]:
    """The paths of arrays within a module, or within what a function refers to, by their ids.

    >>> import fjax
    >>> model = fjax.nn.Sequential(fjax.nn.Linear(3, 2, key=fjax.random.key(0)))
    >>> list(held_by(model).values()), list(held_by(lambda x: model(x)).values())
    (['layers.0.weight', 'layers.0.bias'], ['model.layers.0.weight', 'model.layers.0.bias'])
    """
    found: dict[int, str] = {}
    for name, value in _trees(f):
        for path, leaf in tree_leaves_with_path(value):
            if isinstance(leaf, Array):
                parts = (name, keystr(path, simple=True, separator="."))
                found.setdefault(id(leaf), ".".join(filter(None, parts)))
    return found


def _trees(f: Any) -> Iterator[tuple[str, Any]]:
    """The pytrees that a function or a module refers to, and their names."""
    f = getattr(f, "__wrapped__", f)
    if isinstance(f, functools.partial):
        yield from _trees(f.func)
        yield from ((f"argument{k}", x) for k, x in enumerate(f.args))
        yield from f.keywords.items()
    elif inspect.ismethod(f):
        yield "", f.__self__
    elif inspect.isfunction(f):
        seen = inspect.getclosurevars(f)
        yield from seen.nonlocals.items()
        yield from seen.globals.items()
    else:
        yield "", f


def names_of_inputs(f: Any, specs: Any, given: Sequence[str] | None) -> list[str]:
    """Those that were given, or the paths of the leaves of arguments."""
    called = f if inspect.isfunction(f) or inspect.ismethod(f) else getattr(f, "__wrapped__", f)
    try:
        parameters = list(inspect.signature(called).parameters.values())
    except (TypeError, ValueError):
        parameters = []
    plain = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    tops = [*plain, *[f"arg{k}" for k in range(len(plain), len(specs))]]
    names = [
        f"{top}{keystr(path)}"
        for top, spec in zip(tops, specs, strict=False)
        for path, _ in tree_leaves_with_path(spec)
    ]
    return _given("input_names", given, _distinct(names))


def names_of_outputs(stage: Any, given: Sequence[str] | None) -> list[str]:
    """Those that were given, or the paths of the leaves of results."""
    paths = [path for path, _ in tree_leaves_with_path(stage.out_info)]
    names = [f"output{keystr(path)}" for path in paths]
    return _given("output_names", given, _distinct(names))


def _given(what: str, given: Sequence[str] | None, names: list[str]) -> list[str]:
    if given is None:
        return names
    texts = not isinstance(given, str) and all(isinstance(name, str) for name in given)
    if not texts or len(given) != len(names) or len(set(given)) != len(given):
        raise errors.FjaxValueError(
            f"export.onnx {what}: give {len(names)} different names, one for each of "
            f"{', '.join(names)}; got {given!r:.200}"
        )
    return list(given)


def _distinct(names: Sequence[str]) -> list[str]:
    """Names of letters, digits and underscores, no two alike."""
    found: list[str] = []
    for name in names:
        plain = re.sub(r"\W+", "_", name).strip("_") or "value"
        number = 2
        while plain in found:
            plain, number = f"{plain}_{number}", number + 1
        found.append(plain)
    return found
