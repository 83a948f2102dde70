"""Objects that only JAX's private or compiler-bound modules have, as far as libraries use them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from fjax import random, tree_util
from fjax.api.jit import JitFunction
from fjax.api.jit import jit as pjit
from fjax.api.staged import typeof
from fjax.as_jax.versions import JAX_VERSION
from fjax.core import tracing
from fjax.errors import FjaxTypeError, MissingRuleError, api_boundary
from fjax.extend import linear_util
from fjax.extend.core import TraceTag, set_current_trace, take_current_trace, valid_jaxtype
from fjax.numpy import asarray
from fjax.tree_util import is_tree_node

__all__ = [
    "FjaxTypeError",
    "JitFunction",
    "TraceTag",
    "api_boundary",
    "pjit",
    "set_current_trace",
    "take_current_trace",
    "valid_jaxtype",
]

version = JAX_VERSION
version_info = tuple(int(part) for part in JAX_VERSION.split("."))

DType = np.dtype


class LiteralArray:
    """JAX's type of an array that is a constant in a program; fjax makes none."""


class TypedNdArray:
    """JAX's type of a NumPy array that is a constant in a program; fjax makes none."""


def _typed_number(kind: Any) -> Any:
    """JAX's type of a number in a program, which has a dtype; fjax has arrays there."""

    def __new__(cls: Any, value: Any, dtype: Any) -> Any:
        number = kind.__new__(cls, value)
        number.dtype = np.dtype(dtype)
        return number

    names = {"__new__": __new__, "__doc__": f"JAX's {kind.__name__} with a dtype."}
    return type(f"Typed{kind.__name__.capitalize()}", (kind,), names)


TypedInt, TypedFloat, TypedComplex = (_typed_number(kind) for kind in (int, float, complex))
backends: dict[str, Any] = {}  # of XLA
ifrt_programs = None  # of Pathways, which runs JAX's programs elsewhere
exclude_paths: list[str] = []
canonicalize_dtype_handlers: dict[type, Callable[[Any], Any]] = {np.ndarray: asarray}
pytype_aval_mappings: dict[type, Callable[[Any], Any]] = {np.ndarray: typeof}


def register_exclusion(path: str) -> None:
    """Leave frames of this file out of `include_frame`; fjax's own tracebacks do not ask it."""
    exclude_paths.append(path)


def include_frame(frame: Any) -> bool:
    """Whether a frame of a traceback is the user's: its file was not registered."""
    return frame.f_code.co_filename not in exclude_paths


def wait_for_tokens() -> None:
    """Wait for the effects of programs: those of fjax are over when a call returns."""


def ignored(*args: Any, **keywords: Any) -> None:
    """What records an event, or registers a listener to events of JAX's compiler: nothing."""


def threefry_seed(seed: Any) -> Any:
    """The words of a threefry key from an integer."""
    return random.key_data(random.key(seed, impl="threefry2x32"))


def threefry_split(words: Any, shape: Any) -> Any:
    """The words of new keys, of this shape."""
    return random.key_data(random.split(_threefry(words), shape))


def threefry_fold_in(words: Any, data: Any) -> Any:
    """The words of the key that an integer makes of a key."""
    return random.key_data(random.fold_in(_threefry(words), data))


def threefry_random_bits(words: Any, bit_width: int, shape: Any) -> Any:
    """Random bits of a key's words, as unsigned integers of a width."""
    return random.bits(_threefry(words), shape, np.dtype(f"uint{bit_width}"))


def _threefry(words: Any) -> Any:
    return random.wrap_key_data(words, impl="threefry2x32")


def trace_state_clean() -> bool:
    """Whether no transformation is tracing now."""
    return tracing.current() is None


def full_lower(value: Any) -> Any:
    """A traced value in its simplest form; others as they are."""
    return value.full_lower() if isinstance(value, tracing.Tracer) else value


class ExtendedDType:
    """JAX's base class of dtypes that libraries define; fjax has none but that of keys."""


class DeviceList:
    """JAX's list of the devices of other hosts, of which there are none."""


class Effect:
    """JAX's base class of effects of programs; those of fjax belong to its primitives."""


class AbstractRef:
    """JAX's type of a reference in a program; here it is that of its value."""


class GlobalAsyncCheckpointManagerBase:
    """JAX's base class of what writes checkpoints in the background; libraries bring their own."""


class _AllowedEffects:
    def add_type(self, kind: type) -> None:
        """Nothing: programs of fjax have its own effects alone."""


control_flow_allowed_effects = _AllowedEffects()


class HiPrimitive:
    """JAX's base class of operations on high-level types, which fjax has not: using one raises."""

    def __init__(self, name: str):
        self.name = name

    def bind(self, *args: Any, **params: Any) -> Any:
        """Raises MissingRuleError."""
        raise MissingRuleError(
            f"{self.name}: fjax has no high-level types (jax.experimental.hijax); write the "
            "program with arrays and pytrees, or with references (fjax.new_ref)"
        )


class MutableHiType:
    """JAX's base class of high-level types that change."""


class aval_method:
    """A method of traced values of a high-level type."""

    def __init__(self, fun: Callable[..., Any]):
        self.fun = fun


class aval_property:
    """A property of traced values of a high-level type."""

    def __init__(self, fget: Callable[..., Any]):
        self.fget = fget


def register_hitype(kind: type, type_of: Callable[[Any], Any]) -> None:
    """Nothing: no operation takes values of high-level types."""


class _Registry:
    """The types that are nodes of pytrees: `type in registry`."""

    def __contains__(self, kind: type) -> bool:
        return is_tree_node(kind)


registry = _Registry()


class GlobalState(NamedTuple):
    """What is known of the processes of a job: this one is alone."""

    process_id: int = 0
    num_processes: int = 1
    client: Any = None
    service: Any = None
    coordinator_address: str | None = None


global_state = GlobalState()


class Layout(NamedTuple):
    """An order of axes in memory, which is a hint to XLA: fjax's arrays are stored by rows."""

    major_to_minor: tuple[int, ...]


class Format:
    """A layout and a sharding: the sharding alone, since a layout is a hint to XLA."""

    def __new__(cls, layout: Layout | None = None, sharding: Any = None) -> Any:
        """The sharding, which is given wherever JAX takes a Format."""
        return sharding


def flatten_fun(function: Any, in_tree: Any) -> tuple[Any, Callable[[], Any]]:
    """A WrappedFun of leaves, and what gives the structure of its output once it was called.

    in_tree: the structure of (positional arguments, keyword arguments).
    """
    trees: list[Any] = []

    def flat(*leaves: Any) -> list[Any]:
        args, keywords = tree_util.tree_unflatten(in_tree, leaves)
        out, tree = tree_util.tree_flatten(function.call_wrapped(*args, **keywords))
        trees.append(tree)
        return out

    return linear_util.wrap_init(flat), lambda: trees[-1]


def flatten_fun_nokwargs(function: Any, in_tree: Any) -> tuple[Any, Callable[[], Any]]:
    """As flatten_fun, for a structure of positional arguments alone."""
    whole = tree_util.treedef_tuple((in_tree, tree_util.tree_structure({})))
    return flatten_fun(function, whole)


def debug_info(what: str, function: Any, args: tuple, keywords: dict, **more: Any) -> None:
    """JAX's record of where a function comes from; fjax keeps lines with equations instead."""


def safe_map(function: Any, *sequences: Any) -> list[Any]:
    """A list of the function's results on sequences, which must be equally long (ValueError)."""
    return [function(*each) for each in zip(*sequences, strict=True)]


def safe_zip(*sequences: Any) -> list[tuple[Any, ...]]:
    """A list of the tuples of sequences, which must be equally long (ValueError)."""
    return list(zip(*sequences, strict=True))


def split_list(values: Any, lengths: Any) -> list[list[Any]]:
    """A sequence cut into lists of these lengths, and a last one of the rest.

    >>> split_list([1, 2, 3, 4], [1, 2])
    [[1], [2, 3], [4]]
    """
    rest, parts = list(values), []
    for n in lengths:
        parts.append(rest[:n])
        rest = rest[n:]
    return [*parts, rest]


def unzip2(pairs: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The first elements of pairs, and the second ones."""
    pairs = list(pairs)
    return tuple([a for a, _ in pairs]), tuple([b for _, b in pairs])


def unzip3(triples: Any) -> tuple[tuple[Any, ...], tuple[Any, ...], tuple[Any, ...]]:
    """The first, the second and the third elements of triples."""
    triples = list(triples)
    return (
        tuple([a for a, _, _ in triples]),
        tuple([b for _, b, _ in triples]),
        tuple([c for _, _, c in triples]),
    )
