"""Classes of pytrees by their own names: modules, states of optimisers, what they hold as static.

Reading bytes imports nothing but fjax's own modules: a name stands for a class that this process
has already. Classes are built without their `__init__`.
"""

from __future__ import annotations

import enum
import importlib
import json
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.errors import FjaxValueError
from fjax.pytrees.registry import nodes

_PLAIN = (type(None), bool, int, float, str)


def name_of(kind: Any) -> str | None:
    """The name by which a class or a function is found again; None if it is not found by it."""
    module, path = getattr(kind, "__module__", None), getattr(kind, "__qualname__", None)
    if not module or not path or "<" in path:
        return None
    name = f"{module}:{path}"
    return name if _found(name) is kind else None


def named(name: str) -> Any:
    """What has a name; raises FjaxValueError if this process does not have it."""
    found = _found(name)
    if found is None:
        module, _, path = name.partition(":")
        raise FjaxValueError(
            f"deserialize: the bytes name {path!r} of the module {module!r}, which this process "
            "does not have; import that module first"
        )
    return found


def _found(name: str) -> Any:
    module, _, path = name.partition(":")
    found: Any = sys.modules.get(module)
    if found is None and module.split(".")[0] == "fjax":
        try:
            found = importlib.import_module(module)
        except ImportError:
            return None
    for part in path.split("."):
        found = getattr(found, part, None)
    return found


def class_of(name: str) -> type:
    """The pytree class that has a name; raises FjaxValueError if it is no such class."""
    found = named(name)
    if isinstance(found, type) and (is_namedtuple(found) or nodes[found] is not None):
        return found
    raise FjaxValueError(f"deserialize: {name} is no class of pytrees")


def is_namedtuple(kind: type) -> bool:
    """Whether a class is one of named tuples."""
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


def written(kind: type, data: Any) -> bytes:
    """A node's static data in JSON; raises FjaxValueError for what has no name.

    >>> written(fjax.nn.Flatten, (1, "same", None, jnp.dtype("float32")))
    b'["tuple", 1, "same", null, ["dtype", "float32"]]'
    """
    return json.dumps(_as_json(kind, data)).encode()


def _as_json(kind: type, value: Any) -> Any:
    if isinstance(value, enum.Enum) and name_of(type(value)):
        return ["enum", name_of(type(value)), value.name]
    if type(value) in _PLAIN:
        return value
    if type(value) is tuple:
        return ["tuple", *[_as_json(kind, x) for x in value]]
    if isinstance(value, (np.dtype, dtypes.KeyDtype)):
        return ["dtype", value.name]
    name = name_of(value)
    if name is None:
        raise FjaxValueError(
            f"Cannot serialize {kind.__name__}: it holds {value!r:.80} as static configuration, "
            "which another process cannot find by a name. Use a function of a module, or call "
            "fjax.export.register_pytree_node_serialization for the class"
        )
    return ["named", name]


def read(data: bytes) -> Any:
    """The static data that `written` wrote.

    >>> read(b'["tuple", 1, ["named", "fjax.nn.activations:relu"]]')[1] is fjax.nn.relu
    True
    """
    return _value(json.loads(data))


_READERS: dict[str, Callable[..., Any]] = {
    "tuple": lambda *parts: tuple([_value(part) for part in parts]),
    "dtype": dtypes.as_dtype,
    "enum": lambda name, member: named(name)[member],
    "named": named,
}


def _value(said: Any) -> Any:
    if not isinstance(said, list):
        return said
    return _READERS[said[0]](*said[1:])
