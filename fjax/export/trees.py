"""The structures of arguments and results in JSON, and the classes of the user in them."""

from __future__ import annotations

import base64
import collections
import json
from collections.abc import Callable
from typing import Any, TypeVar

from fjax.dataclass import dataclass
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.export.classes import class_of, is_namedtuple, name_of, read, written
from fjax.pytrees.registry import LEAF, Structure, build, count_leaves, flatten, nodes
from fjax.pytrees.treedef import PyTreeDef

Class = TypeVar("Class", bound=type)


@dataclass(frozen=True)
class _Registration:
    kind: type
    name: str
    write: Callable[[Any], bytes]
    read: Callable[[bytes], Any]
    make: Callable[[Any, list[Any]], Any] | None  # None: the node's data are what was read


_by_class: dict[type, _Registration] = {}
_by_name: dict[str, _Registration] = {}


def register_pytree_node_serialization(
    nodetype: Class,
    *,
    serialized_name: str,
    serialize_auxdata: Callable[[Any], bytes],
    deserialize_auxdata: Callable[[bytes], Any],
    from_children: Callable[[Any, Any], Any] | None = None,
) -> Class:
    """Let functions be serialized whose arguments or results are of a pytree class.

    serialized_name: by which the class is found again; the same wherever it is loaded.
    serialize_auxdata, deserialize_auxdata: the node's static data to bytes and back.
    from_children: (data, children) to a value; without it the function that the class was
        registered with as a pytree. Raises FjaxValueError if class or name are registered already,
        or the class is not a pytree. Returns the class.

    >>> @fjax.tree_util.register_pytree_node_class
    ... class Named:
    ...     def __init__(self, x, name):
    ...         self.x, self.name = x, name
    ...     def tree_flatten(self):
    ...         return (self.x,), self.name
    ...     @classmethod
    ...     def tree_unflatten(cls, name, children):
    ...         return cls(*children, name)
    >>> fjax.export.register_pytree_node_serialization(
    ...     Named, serialized_name="docs.Named", serialize_auxdata=str.encode,
    ...     deserialize_auxdata=bytes.decode) is Named
    True
    """
    if nodetype in _by_class:
        raise FjaxValueError(
            f"Duplicate serialization registration for type `{nodetype}`: it is registered as "
            f"{_by_class[nodetype].name!r}"
        )
    if serialized_name in _by_name:
        raise FjaxValueError(
            "Duplicate serialization registration for serialized_name "
            f"`{serialized_name}`: {_by_name[serialized_name].kind} has it"
        )
    node = nodes[nodetype]
    if from_children is None:
        if node is None or node.label.startswith("namedtuple["):
            raise FjaxValueError(
                "If `from_children` is not present, you must call first "
                f"`fjax.tree_util.register_pytree_node` for `{nodetype}`"
            )
    found = _Registration(
        nodetype, serialized_name, serialize_auxdata, deserialize_auxdata, from_children
    )
    _by_class[nodetype] = _by_name[serialized_name] = found
    return nodetype


def register_namedtuple_serialization(nodetype: Class, *, serialized_name: str) -> Class:
    """Let functions be serialized whose arguments or results are of a class of named tuples.

    Raises FjaxValueError if it is not such a class, or class or name are registered already.

    >>> Point = collections.namedtuple("Point", "x y")
    >>> fjax.export.register_namedtuple_serialization(Point, serialized_name="docs.Point") is Point
    True
    """
    if not (issubclass(nodetype, tuple) and hasattr(nodetype, "_fields")):
        raise FjaxValueError(
            "Use `fjax.export.register_pytree_node_serialization` for types other than "
            f"`collections.namedtuple`, such as {nodetype}"
        )

    fields = json.dumps(nodetype._fields).encode()  # type: ignore[attr-defined]

    def make(names, children):
        return nodetype(**dict(zip(names, children, strict=True)))

    register_pytree_node_serialization(
        nodetype,
        serialized_name=serialized_name,
        serialize_auxdata=lambda _: fields,
        deserialize_auxdata=json.loads,
        from_children=make,
    )
    return nodetype


def _ordered_keys(keys: Any) -> bytes:
    if not all(isinstance(key, str) for key in keys):
        raise FjaxTypeError(
            f"Serialization of OrderedDicts is supported for keys that are strings, got {keys!r}"
        )
    return json.dumps(list(keys)).encode()


register_pytree_node_serialization(
    collections.OrderedDict,
    serialized_name="collections.OrderedDict",
    serialize_auxdata=_ordered_keys,
    deserialize_auxdata=lambda data: tuple(json.loads(data)),
)


def tree_as_json(tree: PyTreeDef) -> Any:
    """A structure in JSON; raises FjaxValueError for a class that is not registered.

    >>> tree_as_json(fjax.tree.structure([1, {"a": (2, None)}]))
    ['list', ['*', ['dict', ['a'], [['tuple', ['*', None]]]]]]
    """
    return _as_json(tree.structure)


def _as_json(structure: Structure) -> Any:
    if structure is LEAF:
        return "*"
    kind, data, parts = structure
    if kind is type(None):
        return None
    inside = [_as_json(part) for part in parts]
    if kind in (list, tuple):
        return [kind.__name__, inside]
    if kind is dict:
        if not all(isinstance(key, str) for key in data):
            raise FjaxTypeError(
                "Serialization is supported only for dictionaries with string keys, got the keys "
                f"{', '.join(map(repr, data))}"
            )
        return ["dict", list(data), inside]
    found = _by_class.get(kind) or _by_its_name(kind, name_of(kind))
    if found is None:
        raise FjaxValueError(
            f"Cannot serialize a pytree node of the unregistered type {kind}; call "
            "fjax.export.register_pytree_node_serialization or register_namedtuple_serialization, "
            "or define the class at the top of a module"
        )
    return ["class", found.name, base64.b64encode(found.write(data)).decode(), inside]


def _by_its_name(kind: type, name: str | None) -> _Registration | None:
    """How a class is written that was not registered, if its own name finds it."""
    if name is None:
        return None
    if is_namedtuple(kind):
        fields = json.dumps(kind._fields).encode()  # type: ignore[attr-defined]
        return _Registration(kind, name, lambda _: fields, json.loads, None)
    return _Registration(kind, name, lambda data: written(kind, data), read, None)


def tree_from_json(said: Any) -> PyTreeDef:
    """The structure that JSON says; raises FjaxValueError for a class that is not registered.

    >>> tree_from_json(["tuple", ["*", "*"]])
    PyTreeDef((*, *))
    """
    structure = _from_json(said)
    return PyTreeDef(structure, count_leaves(structure))


def _from_json(said: Any) -> Structure:
    if said is None:
        return (type(None), None, ())
    if said == "*":
        return LEAF
    kind, inside = said[0], tuple(_from_json(part) for part in said[-1])
    if kind in ("list", "tuple") and len(said) == 2:
        return ({"list": list, "tuple": tuple}[kind], None, inside)
    if kind == "dict" and len(said[1]) == len(inside):
        return (dict, tuple(map(str, said[1])), inside)
    if kind != "class":
        raise ValueError(f"no structure begins with {kind!r}")
    found = _by_name.get(said[1])
    if found is None and ":" in said[1]:
        found = _by_its_name(class_of(said[1]), said[1])
    if found is None:
        raise FjaxValueError(
            f"Cannot deserialize a pytree node of the unregistered type {said[1]!r}; register its "
            "class under this name before (fjax.export.register_pytree_node_serialization)"
        )
    data = found.read(base64.b64decode(said[2], validate=True))
    if not hasattr(found.kind, "_fields"):
        if found.make is None:
            return (found.kind, data, inside)
        return flatten(found.make(data, [build(part, object) for part in inside]))[1]
    if tuple(data) != found.kind._fields:
        raise FjaxValueError(
            f"{said[1]!r} had the fields {', '.join(data)} when it was serialized; {found.kind} "
            f"has {', '.join(found.kind._fields)}"
        )
    return (found.kind, None, inside)
