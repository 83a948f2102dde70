"""Objects that only JAX's private or compiler-bound modules have, as far as libraries use them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np

from fjax import random, tree_util
from fjax.api.devices import devices
from fjax.api.jit import jit as pjit
from fjax.api.jit_function import JitFunction
from fjax.api.staged import typeof
from fjax.as_jax import api_util
from fjax.as_jax.versions import JAX_VERSION
from fjax.core import dtypes, tracing
from fjax.core.avals import ShapedArray
from fjax.core.device import Device
from fjax.core.source import here
from fjax.dtypes import result_type
from fjax.errors import (
    AbsentNameError,
    FjaxTypeError,
    FjaxValueError,
    JaxRuntimeError,
    MissingRuleError,
    api_boundary,
)
from fjax.extend.core import TraceTag, set_current_trace, take_current_trace, valid_jaxtype
from fjax.extend.core.primitives import add_jaxvals_p
from fjax.flatten_util import ravel_pytree
from fjax.numpy import asarray
from fjax.sharding import NamedSharding, PartitionSpec, get_abstract_mesh, get_mesh
from fjax.tree_util import is_tree_node

__all__ = [
    "Device",
    "JaxRuntimeError",
    "add_jaxvals_p",
    "api_util",
    "FjaxTypeError",
    "JitFunction",
    "TraceTag",
    "api_boundary",
    "get_mesh",
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
    """JAX's list of the devices of other hosts: there are none."""


class LoweringRuleContext:
    """JAX's first argument of rules that make MLIR, which nobody calls here."""


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


class _Node:
    """How values of a type become their children and what else they consist of, and back."""

    def to_iter(self, value: Any) -> tuple[list[Any], Any]:
        """The children of a value, and its structure."""
        return tree_util.tree_flatten(value, is_leaf=lambda part: part is not value)

    def from_iter(self, structure: Any, children: Any) -> Any:
        """The value of this structure with these children."""
        return structure.unflatten(list(children))


class _Registry:
    """The types that are nodes of pytrees: `type in registry`."""

    def __contains__(self, kind: type) -> bool:
        return is_tree_node(kind)

    def __getitem__(self, kind: type) -> _Node:
        if not is_tree_node(kind):
            raise KeyError(kind)
        return _Node()


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


DebugInfo = api_util.DebugInfo
Effects = frozenset
CompilerOptions = dict
Shape = tuple
ParamDict = dict[str, Any]
Value = Any
Out = TypeVar("Out")
jaxlib_extension_version = 467  # of the jaxlib that JAX_VERSION has


class _NoValue:
    """What stands for a sharding that nobody has named."""

    def __repr__(self) -> str:
        return "UnspecifiedValue"


UnspecifiedValue = _NoValue
UNSPECIFIED = _NoValue()


def is_concrete(value: Any) -> bool:
    """Whether a value is known, and not traced."""
    return not isinstance(value, tracing.Tracer)


def eval_context() -> take_current_trace:
    """Context manager: operations on known values compute, whatever is being traced."""
    return take_current_trace()


def get_referent(value: Any) -> Any:
    """The value itself: a traced value of fjax stands for no other."""
    return value


def physical_aval(aval: Any) -> Any:
    """The type of an array of keys as the words that it consists of; others as they are."""
    if not dtypes.is_key(aval.dtype):
        return aval
    return ShapedArray((*aval.shape, *aval.dtype.shape), dtypes.uint32)


def apply_primitive(primitive: Any, *args: Any, **params: Any) -> Any:
    """The primitive's value on these arguments."""
    return primitive.bind(*args, **params)


def dtype_of(value: Any, **options: Any) -> Any:
    """The dtype of a value, or the one that a name stands for."""
    return np.dtype(value.dtype if hasattr(value, "dtype") else result_type(value))


def get_backend(platform: str | None = None) -> Any:
    """What runs programs on a platform."""
    return devices(platform)[0].client


def with_layout_constraint(value: Any, layout: Any) -> Any:
    """The value: a layout is a hint to XLA."""
    return value


def new_source_info() -> Any:
    """The line of the user's program that runs now."""
    return here()


@functools.cache
def refusal(name: str) -> Callable[..., Any]:
    """A function of XLA's, which raises AbsentNameError when it is called."""

    def refused(*args: Any, **keywords: Any) -> Any:
        raise AbsentNameError(f"{name} is not offered: it is a part of XLA, and fjax has none")

    return refused


def ravel_first_arg(function: Any, unravel: Any, debug_info: Any = None) -> Callable[..., Any]:
    """A function of pytrees as one of a vector, its first argument, that gives a vector."""
    return lambda flat, *args: ravel_pytree(function(unravel(flat), *args))[0]


def uncached(call: Any, **options: Any) -> Any:
    """The function itself, which JAX would call once for each WrappedFun and its arguments."""
    return call


def filter_traceback(trace: Any) -> Any:
    """The traceback, which fjax has shortened where an error leaves it."""
    return trace


class _Environment:
    """What JAX keeps of a thread: the mesh in force."""

    @property
    def physical_mesh(self) -> Any:
        """The mesh in force; an empty one if there is none."""
        return get_mesh()


class _ThreadResources:
    env = _Environment()


thread_resources = _ThreadResources()


def canonicalize_sharding(sharding: Any, api_name: str, check_mesh_consistency: bool = True) -> Any:
    """A NamedSharding, made from a PartitionSpec by the mesh in force; None where no axis is split.

    Raises FjaxTypeError for what is neither, FjaxValueError for a PartitionSpec without a mesh.
    """
    if sharding is None or (isinstance(sharding, NamedSharding) and sharding.mesh.empty):
        return None
    if isinstance(sharding, NamedSharding):
        return sharding
    if not isinstance(sharding, PartitionSpec):
        raise FjaxTypeError(
            f"{api_name}: out_sharding must be a NamedSharding or a PartitionSpec, got {sharding!r}"
        )
    mesh = get_abstract_mesh()
    if mesh.empty:
        raise FjaxValueError(
            f"{api_name}: {sharding!r} needs a mesh: pass a NamedSharding, or enter one by "
            "jax.set_mesh"
        )
    return NamedSharding(mesh, sharding)


def check_close(xs: Any, ys: Any, atol: Any = None, rtol: Any = None, err_msg: str = "") -> None:
    """Raise AssertionError unless two pytrees of arrays agree."""

    def check(x: Any, y: Any) -> None:
        narrow = np.dtype(np.result_type(x, y)).itemsize < 8
        bound = 1e-6 if narrow else 1e-15
        np.testing.assert_allclose(
            x, y, rtol=bound if rtol is None else rtol, atol=bound if atol is None else atol,
            err_msg=err_msg,
        )  # fmt: skip

    tree_util.tree_map(check, xs, ys)


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
