"""Weights of PyTorch's models: what it calls a model's arrays, and how it lays them out.

A class of modules may say what PyTorch calls its parts: `torch_names` maps regular expressions of
names, relative to the module, to what stands there instead. Behind a name, `.T` says that the
matrix is stored transposed and `[1/3]` that the array is the second of three equal parts of the
rows; `*` is the number of a layer, one for each leading axis of stacked layers.
"""

from __future__ import annotations

import collections
import dataclasses
import os
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import numpy as np

from fjax import numpy as jnp
from fjax import tree
from fjax.core import lazy
from fjax.core.operand import Valueless
from fjax.dataclass import dataclass
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.nn.module import Module, children
from fjax.nn.state import State, Stateful

checkpoints = lazy.module("fjax.checkpoints")

Model = TypeVar("Model", bound=Module)
Entries = Mapping[str, Any]
_SOURCE = re.compile(r"(?P<name>.*?)(?P<turned>\.T)?(\[(?P<part>\d+)/(?P<parts>\d+)\])?")
_MOST_PREFIXES = 8  # that are tried, those before most of the model's names first
_PICKLES = (".pth", ".pt", ".bin", ".ckpt", ".pkl")


@dataclass(frozen=True)
class Place:
    """An array of a model or of its state, and where PyTorch may keep it, likeliest first."""

    path: str
    array: Any
    sources: tuple[str, ...]

    def within(self, step: str) -> Place:
        """The place as its module's parent sees it."""
        plain = step.strip(".[]'")
        return dataclasses.replace(
            self, sources=tuple(f"{plain}.{s}" if s else plain for s in self.sources)
        )

    def renamed(self, names: Mapping[str, str | Callable[[re.Match[str]], str]]) -> Place:
        """The place with the names that a module gives its parts before the plain ones."""
        new = []
        for source in self.sources:
            named = source
            for pattern, name in names.items():
                named = re.sub(pattern, name, named)
            new += [named] if named != source else []
        return dataclasses.replace(self, sources=tuple(dict.fromkeys([*new, *self.sources])))


def places_of(value: Any, state: State, path: str = "") -> Iterator[Place]:
    """The arrays of a model and of its state, in order.

    >>> layer = fjax.nn.GRU(2, 3, key=fjax.random.key(0))
    >>> [place.sources[0] for place in places_of(layer, {})]
    ['weight_ih_l0', 'weight_hh_l0', 'bias_ih_l0', 'bias_hh_l0']
    """
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        yield Place(path.removeprefix("."), value, ("",))
        return
    found = [
        place.within(step)
        for step, child in children(value)
        for place in places_of(child, state, path + step)
    ]
    if isinstance(value, Stateful):
        found += _remembered(value, state)
    names = value.torch_names if isinstance(value, Module) else {}
    yield from (place.renamed(names) for place in found)


def _remembered(module: Stateful, state: State) -> Iterator[Place]:
    for keys, leaf in tree.leaves_with_path(module.own(state)):
        steps = list(map(str, keys))
        place = Place(f"state[{module.name!r}]{''.join(steps)}", leaf, ("",))
        for step in reversed(steps):
            place = place.within(step)
        yield place


def _host(value: Any) -> np.ndarray:
    """A tensor or array as NumPy's."""
    if hasattr(value, "detach"):
        value = value.detach().cpu()
        value = value.float() if str(value.dtype) == "torch.bfloat16" else value
    return np.asarray(value)


def _read(source: str, shape: tuple[int, ...], entries: Entries) -> np.ndarray | None:
    """What is at a source, None if the entries lack it."""
    if "*" in source:
        rows = [
            _read(source.replace("*", str(k), 1), shape[1:], entries)
            for k in range(shape[0] if shape else 0)
        ]
        there = [row for row in rows if row is not None]
        alike = len({row.shape for row in there}) == 1
        return np.stack(there) if len(there) == len(rows) and alike else None
    match = _SOURCE.fullmatch(source)
    assert match is not None
    if match["name"] not in entries:
        return None
    array = _host(entries[match["name"]])
    array = array.T if match["turned"] else array
    if match["part"] is None or len(array) % int(match["parts"]):
        return array
    size = len(array) // int(match["parts"])
    return array[int(match["part"]) * size :][:size]


def _names(source: str, shape: tuple[int, ...]) -> list[str]:
    """The entries that a source reads."""
    if "*" in source:
        layers = range(shape[0] if shape else 0)
        inside = [_names(source.replace("*", str(k), 1), shape[1:]) for k in layers]
        return [name for names in inside for name in names]
    return [_plain(source)]


def _plain(source: str) -> str:
    match = _SOURCE.fullmatch(source)
    assert match is not None
    return match["name"]


def _chosen(places: list[Place], entries: Entries) -> dict[str, str]:
    """For each path the source that the entries have, by name."""
    found = {}
    for place in places:
        for source in place.sources:
            if _read(source, place.array.shape, entries) is not None:
                found[place.path] = source
                break
    return found


def _without_prefix(places: list[Place], entries: Entries) -> Entries:
    """The entries by the names that the model has most of, without a common prefix."""
    best, most = entries, len(_chosen(places, entries))
    own = {n for p in places for s in p.sources for n in _names(s, p.array.shape)}
    split = [name.partition(".") for name in entries]
    fitting = collections.Counter(f"{first}." for first, dot, rest in split if dot and rest in own)
    for prefix, _ in fitting.most_common(_MOST_PREFIXES):
        shorter = {name.removeprefix(prefix): value for name, value in entries.items()}
        count = len(_chosen(places, shorter)) if len(shorter) == len(entries) else 0
        if count > most:
            best, most = shorter, count
    return best


def _groups(names: list[str]) -> list[list[str]]:
    """Names by the module that they are in, in order."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(_plain(name).rpartition(".")[0], []).append(name)
    return list(found.values())


def _by_order(places: list[Place], entries: Entries) -> dict[str, str] | None:
    """For each path a source, modules taken in order; None unless all fit, and names agree."""
    firsts = [place.sources[0] for place in places]
    path_of = dict(zip(firsts, [place.path for place in places]))
    ours, theirs = _groups(firsts), _groups(list(entries))
    if len(path_of) < len(places) or len(ours) != len(theirs):
        return None
    found: dict[str, str] = {}
    for mine, given in zip(ours, theirs, strict=True):
        ends = {name.rpartition(".")[2]: name for name in given}
        wanted = [_plain(name).rpartition(".")[2] for name in mine]
        if set(wanted) == set(ends):
            sources = [ends[end] + name[len(_plain(name)) :] for end, name in zip(wanted, mine)]
        elif len(mine) == len(given):
            sources = given
        else:
            return None
        found |= {path_of[name]: source for name, source in zip(mine, sources)}
    by_name = _chosen(places, entries)
    agree = all(found[path] == source for path, source in by_name.items())
    fit = all(_misfit(place, found[place.path], entries) is None for place in places)
    return found if agree and fit else None


def _misfit(place: Place, source: str, entries: Entries) -> str | None:
    """Why a source does not fit into a place, None if it does."""
    array, wanted = _read(source, place.array.shape, entries), place.array
    assert array is not None
    floats = [jnp.issubdtype(kind, jnp.inexact) for kind in (array.dtype, wanted.dtype)]
    if array.shape == wanted.shape and floats[0] == floats[1]:
        return None
    shown = f"{array.dtype}[{','.join(map(str, array.shape))}]"
    last, rest = array.ndim - 1, range(array.ndim - 2)  # positions, inputs, outputs, as there
    turn = (last, last - 1, *rest) if last > 0 else (0,)
    turned = last > 0 and tuple(array.shape[axis] for axis in turn) == wanted.shape
    how = "array.T" if last == 1 else f"array.transpose{turn}"
    remedy = f"; Keras and Flax have it transposed: {how}" if turned else ""
    return f"{place.path} is {_kind(wanted)} in the model, and {source} {shown}{remedy}"


def _kind(array: Any) -> str:
    return f"{array.dtype}[{','.join(map(str, array.shape))}]"


def _address(value: Any) -> tuple[Any, ...]:
    """What two names of one tensor have in common."""
    if hasattr(value, "data_ptr"):
        return value.data_ptr(), tuple(value.shape)
    if isinstance(value, np.ndarray):
        return value.ctypes.data, value.shape
    return (id(value),)


def _unexpected(model: Module, entries: Entries, used: set[str]) -> list[str]:
    """Entries that nothing takes: neither shared with one that is used, nor said to be ignored."""
    addresses = {_address(entries[name]) for name in used}
    return [
        name
        for name, value in entries.items()
        if name not in used
        and _address(value) not in addresses
        and not any(re.fullmatch(pattern, name) for pattern in model.torch_ignored)
    ]


def _entries(source: Any) -> Entries:
    """Names and arrays of a state_dict or of a file of safetensors."""
    if isinstance(source, Mapping):
        inside = [name for name, value in source.items() if isinstance(value, Mapping)]
        if inside:
            raise FjaxTypeError(
                f"load_torch takes a state_dict, of names and arrays, and this dict has others in "
                f"it: give source[{inside[0]!r}]"
            )
        return source
    if not isinstance(source, (str, os.PathLike)):
        raise FjaxTypeError(
            "load_torch takes a state_dict or the path of a .safetensors file, got "
            f"{type(source).__name__}; of a module in PyTorch it is module.state_dict(), and "
            "fjax.checkpoints.read_safetensors(path)[0] is one"
        )
    path = os.fspath(source)
    stem, kind = os.path.splitext(path)
    if kind.lower() in _PICKLES:
        raise FjaxValueError(
            f"load_torch reads no pickles, which may run any code: {path}. PyTorch converts it by\n"
            "import torch, safetensors.torch as s; s.save_file({k: v.contiguous().clone() for k, v "
            f"in torch.load({path!r}, weights_only=True).items()}}, {stem + '.safetensors'!r})"
        )
    if kind != ".safetensors":
        raise FjaxValueError(f"load_torch reads files of the kind .safetensors, not {path}")
    return checkpoints.read_safetensors(path)[0]


def load_torch(
    model: Model, state: State | None, source: Any, *, strict: bool = True
) -> tuple[Model, State]:
    """The model and state with the weights of a PyTorch model.

    source: a `state_dict()`, or the path of a `.safetensors` file. Arrays are found by PyTorch's
    names, without a common prefix (`module.`, `transformer.`). If some do not fit, arrays are taken
    module by module in the order of the `state_dict`, if numbers and shapes agree. Arrays keep
    the model's dtypes. A model without values, `fjax.eval_shape(lambda: fjax.models.vgg19(key))`,
    saves the time and the memory of a random one.

    Raises FjaxValueError with a list of what is missing, unexpected or of another shape or kind.
    With strict=False that is a warning and what fits is loaded, unless the model has no values.

    >>> layer = fjax.nn.Linear(2, 3, key=fjax.random.key(0))
    >>> weights = {"weight": jnp.ones((3, 2)), "bias": jnp.zeros(3)}
    >>> layer, state = load_torch(layer, {}, weights)
    >>> print(layer(jnp.array([1.0, 2.0])))
    [3. 3. 3.]
    """
    if not isinstance(model, Module):
        raise FjaxTypeError(
            f"load_torch(model, state, source) takes a model, an fjax.nn.Module, got {model!r:.60}"
        )
    state = {} if state is None else state
    places = list(places_of(model, state))
    entries = _without_prefix(places, _entries(source))
    chosen = _chosen(places, entries)
    problems = _problems(model, places, entries, chosen)
    if problems:
        ordered = _by_order(places, entries) if isinstance(source, Mapping) else None
        if ordered is not None:
            chosen = ordered
        elif strict:
            raise FjaxValueError(f"load_torch, {type(model).__name__}:\n{problems}")
        else:
            warnings.warn(f"load_torch, {type(model).__name__}:\n{problems}", stacklevel=2)
    new = {}
    for place in places:
        from_there = chosen.get(place.path)
        if from_there is not None and _misfit(place, from_there, entries) is None:
            array = _read(from_there, place.array.shape, entries)
            assert array is not None
            new[place.path] = jnp.asarray(array.astype(place.array.dtype, copy=False))
    _check_values(places, new)
    return _filled(model, new), _filled_state(state, new)


def _check_values(places: list[Place], new: dict[str, Any]) -> None:
    """Refuse a model that would be left with arrays without values."""
    absent = [p.path for p in places if isinstance(p.array, Valueless) and p.path not in new]
    if absent:
        raise FjaxValueError(
            f"load_torch: the model has only shapes (eval_shape), and the weights lack values for "
            f"{', '.join(absent)}; give a model with values, which are kept"
        )


def _problems(model: Module, places: list[Place], entries: Entries, chosen: dict[str, str]) -> str:
    """What is missing, of another shape and unexpected, a line each."""
    used = {
        name
        for place in places
        if place.path in chosen
        for name in _names(chosen[place.path], place.array.shape)
    }
    lines = [
        f"  missing: {place.path}, {_kind(place.array)}, in PyTorch {place.sources[0]}"
        for place in places
        if place.path not in chosen
    ]
    for place in places:
        misfit = _misfit(place, chosen[place.path], entries) if place.path in chosen else None
        lines += [] if misfit is None else [f"  of another shape or kind: {misfit}"]
    lines += [
        f"  unexpected: {name}, {_kind(_host(entries[name]))}"
        for name in _unexpected(model, entries, used)
    ]
    return "\n".join(lines)


def _filled(model: Model, new: dict[str, Any]) -> Model:
    """The model with the arrays at some paths exchanged."""
    leaves = []
    for keys, leaf in tree.leaves_with_path(model):
        leaves.append(new.get("".join(map(str, keys)).removeprefix("."), leaf))
    return tree.unflatten(tree.structure(model), leaves)


def _filled_state(state: State, new: dict[str, Any]) -> State:
    leaves = []
    for keys, leaf in tree.leaves_with_path(state):
        leaves.append(new.get("state" + "".join(map(str, keys)), leaf))
    return tree.unflatten(tree.structure(state), leaves)


def to_torch(model: Module, state: State | None = None) -> dict[str, np.ndarray]:
    """The `state_dict` of the model in PyTorch: its names, and NumPy arrays laid out as there.

    What `load_torch` reads of it is this model again. In PyTorch it is loaded by
    `module.load_state_dict({name: torch.tensor(x) for name, x in …})`; for a file,
    `fjax.checkpoints.write_safetensors(path, …)`, as which bfloat16 travels, too. state: of layers
    that have one. Arrays that PyTorch has no dtype for raise FjaxTypeError.

    >>> weights = to_torch(fjax.nn.GRU(2, 3, key=fjax.random.key(0)))
    >>> {name: x.shape for name, x in weights.items()}["weight_ih_l0"]
    (9, 2)
    """
    if not isinstance(model, Module):
        raise FjaxTypeError(f"nn.to_torch takes a model, an fjax.nn.Module, got {model!r:.60}")
    if state is not None and not isinstance(state, Mapping):
        raise FjaxTypeError(
            f"nn.to_torch: state is what fjax.nn.with_state gave beside it, got {state!r:.60}"
        )
    written: dict[str, dict[int, np.ndarray]] = {}  # the parts of each array
    turned = set()
    for place in places_of(model, {} if state is None else state):
        for source, array in _spread(place.sources[0], _host(place.array)):
            match = _SOURCE.fullmatch(source)
            assert match is not None
            written.setdefault(match["name"], {})[int(match["part"] or 0)] = array
            turned |= {match["name"]} if match["turned"] else set()
    found = {}
    for name, parts in written.items():
        whole = parts[0] if len(parts) == 1 else np.concatenate([parts[k] for k in sorted(parts)])
        whole = _of_torch(name, whole.T if name in turned else whole)
        found[name] = np.array(whole, order="C")
    return found


def _spread(source: str, array: np.ndarray) -> list[tuple[str, np.ndarray]]:
    """A source and its array; of stacked layers those of each."""
    if "*" not in source:
        return [(source, array)]
    layers = [_spread(source.replace("*", str(k), 1), row) for k, row in enumerate(array)]
    return [each for layer in layers for each in layer]


def _of_torch(name: str, array: np.ndarray) -> np.ndarray:
    """An array in a dtype that PyTorch has: counts of batches are of 64 bits there."""
    if name.endswith("num_batches_tracked"):
        return array.astype(np.int64)
    if array.dtype.kind not in "fiubc" and array.dtype.name != "bfloat16":
        raise FjaxTypeError(f"to_torch: PyTorch has no {array.dtype}, which {name} is")
    return array
