"""Making a class a pytree node; the nodes made that way: OrderedDict, defaultdict, Partial."""

from __future__ import annotations

import collections
import dataclasses
import functools
import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from fjax.pytrees.registry import DictKey, GetAttrKey, register, sorted_keys

Class = TypeVar("Class", bound=type)


def register_pytree_node(
    nodetype: type,
    flatten_func: Callable[[Any], tuple[Iterable[Any], Any]],
    unflatten_func: Callable[[Any, Any], Any],
    flatten_with_keys_func: Callable[[Any], tuple[Any, ...]] | None = None,
) -> None:
    """Make a class a pytree node.

    `flatten_func(value)` returns `(children, data)`, children an iterable of subtrees and data
    static, hashable and comparable; `unflatten_func(data, children)` builds a value. ValueError
    if the class is registered already.

    >>> class Interval:
    ...     def __init__(self, low, high):
    ...         self.low, self.high = low, high
    >>> register_pytree_node(Interval, lambda i: ((i.low, i.high), None),
    ...                      lambda _, ends: Interval(*ends))
    """
    register(nodetype, flatten_func, unflatten_func, flatten_with_keys_func)


def register_pytree_node_class(cls: Class) -> Class:
    """Class decorator: a pytree node by `tree_flatten()` and `tree_unflatten(data, children)`.

    >>> @fjax.tree_util.register_pytree_node_class
    ... class Pair:
    ...     def __init__(self, x, y):
    ...         self.x, self.y = x, y
    ...     def tree_flatten(self):
    ...         return (self.x, self.y), None
    ...     @classmethod
    ...     def tree_unflatten(cls, data, children):
    ...         return cls(*children)
    ...
    >>> fjax.tree.leaves(Pair(1, 2))
    [1, 2]
    """
    build = cls.tree_unflatten  # type: ignore[attr-defined]
    register(cls, operator.methodcaller("tree_flatten"), build)
    return cls


def register_pytree_with_keys(
    nodetype: type,
    flatten_with_keys: Callable[[Any], tuple[Iterable[tuple[Any, Any]], Any]],
    unflatten_func: Callable[[Any, Any], Any],
    flatten_func: Callable[[Any], tuple[Iterable[Any], Any]] | None = None,
) -> None:
    """Make a class a pytree node whose children have keys.

    `flatten_with_keys(value)` returns `([(key, child), ...], data)`; `flatten_func`, if given, the
    same children and data without keys, faster.

    >>> class Point:
    ...     def __init__(self, x):
    ...         self.x = x
    ...
    >>> def flatten(point):
    ...     return [(fjax.tree_util.GetAttrKey("x"), point.x)], None
    ...
    >>> fjax.tree_util.register_pytree_with_keys(Point, flatten, lambda _, xs: Point(*xs))
    >>> fjax.tree_util.keystr(fjax.tree.leaves_with_path(Point(3))[0][0])
    '.x'
    """

    def without_keys(value):
        pairs, data = flatten_with_keys(value)
        return [child for _, child in pairs], data

    register(nodetype, flatten_func or without_keys, unflatten_func, flatten_with_keys)


def register_pytree_with_keys_class(cls: Class) -> Class:
    """Class decorator: a pytree node by `tree_flatten_with_keys()` and `tree_unflatten()`.

    >>> @fjax.tree_util.register_pytree_with_keys_class
    ... class Box:
    ...     def __init__(self, x):
    ...         self.x = x
    ...     def tree_flatten_with_keys(self):
    ...         return [(fjax.tree_util.GetAttrKey("x"), self.x)], None
    ...     @classmethod
    ...     def tree_unflatten(cls, data, children):
    ...         return cls(*children)
    ...
    >>> fjax.tree_util.keystr(fjax.tree.leaves_with_path(Box(3))[0][0])
    '.x'
    """
    flatten = operator.methodcaller("tree_flatten") if hasattr(cls, "tree_flatten") else None
    flatten_with_keys = operator.methodcaller("tree_flatten_with_keys")
    unflatten = cls.tree_unflatten  # type: ignore[attr-defined]
    register_pytree_with_keys(cls, flatten_with_keys, unflatten, flatten)
    return cls


def _static_fields(nodetype: Any) -> tuple[list[str], list[str]]:
    """A dataclass's (data fields, static fields), by their metadata."""
    data: list[str] = []
    meta: list[str] = []
    for field in dataclasses.fields(nodetype):
        (meta if field.metadata.get("static", False) else data).append(field.name)
    return data, meta


def _check_fields(
    nodetype: type, data: tuple[str, ...], meta: tuple[str, ...], drop: Sequence[str]
) -> None:
    """ValueError unless the two lists part the fields that the constructor takes."""
    given = {*data, *meta}
    if dataclasses.is_dataclass(nodetype):
        needed = {field.name for field in dataclasses.fields(nodetype) if field.init} - set(drop)
        problem = ""
        if missing := needed - given:
            problem += f" Missing fields: {missing}. Add them to drop_fields to leave them out."
        if unexpected := given - needed:
            problem += f" Unexpected fields: {unexpected}."
        if problem:
            raise ValueError(
                "data_fields and meta_fields must include all dataclass fields with "
                f"``init=True`` and only them.{problem}"
            )
    if overlap := set(data) & set(meta):
        raise ValueError(
            f"data_fields and meta_fields must not overlap. Overlapping fields: {overlap}."
        )


def _values_of(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """A function from an object to the tuple of these attributes."""
    if len(names) == 1:
        get_one = operator.attrgetter(names[0])
        return lambda value: (get_one(value),)
    return operator.attrgetter(*names) if names else lambda value: ()


def register_dataclass(
    nodetype: Any = None,
    data_fields: Sequence[str] | None = None,
    meta_fields: Sequence[str] | None = None,
    drop_fields: Sequence[str] = (),
) -> Any:
    """Make a class with fields a pytree node: data fields are children, meta fields static.

    For a dataclass the two lists default to the fields without and with `metadata={"static": True}`
    (see `fjax.tree.static`). Usable as a decorator, with or without arguments. TypeError or
    ValueError if the lists do not fit the class.

    >>> @register_dataclass
    ... @dataclasses.dataclass
    ... class Layer:
    ...     weight: object
    ...     activation: str = dataclasses.field(metadata={"static": True})
    """
    if nodetype is None:
        return functools.partial(
            register_dataclass,
            data_fields=data_fields,
            meta_fields=meta_fields,
            drop_fields=drop_fields,
        )
    if data_fields is None or meta_fields is None:
        if (data_fields is None) != (meta_fields is None):
            raise TypeError(
                "register_dataclass: data_fields and meta_fields must both be "
                "specified when either is specified. Got "
                f"{data_fields=} {meta_fields=}."
            )
        if not dataclasses.is_dataclass(nodetype):
            raise TypeError(
                "register_dataclass: data_fields and meta_fields are required when "
                f"nodetype is not a dataclass. Got {nodetype=}. @dataclasses.dataclass above a "
                "class makes it one"
            )
        data_fields, meta_fields = _static_fields(nodetype)
        data_fields = [name for name in data_fields if name not in drop_fields]
    data, meta = tuple(data_fields), tuple(meta_fields)
    _check_fields(nodetype, data, meta, drop_fields)
    get_data, get_meta = _values_of(data), _values_of(meta)

    def build(static, children):
        return nodetype(**dict(zip(meta, static)), **dict(zip(data, children)))

    keys = tuple(map(GetAttrKey, data))
    register(
        nodetype,
        lambda value: (get_data(value), get_meta(value)),
        build,
        keys=lambda _, count: keys,
    )
    return nodetype


def static(**keywords: Any) -> Any:
    """`dataclasses.field` for a static field: one that register_dataclass keeps out of the leaves.

    >>> static(default=3).metadata["static"]
    True
    """
    metadata = {"static": True, **(keywords.pop("metadata", None) or {})}
    return dataclasses.field(metadata=metadata, **keywords)


def register_static(cls: Class) -> Class:
    """Class decorator: instances are pytree nodes without leaves, part of the structure.

    They must be hashable. A jitted function is traced again for each that compares different.

    >>> @fjax.tree_util.register_static
    ... class Mode(str):
    ...     pass
    ...
    >>> fjax.tree.leaves((1, Mode("fast")))
    [1]
    """
    register(cls, lambda value: ((), value), lambda value, _: value)
    return cls


class _PartialFunction:
    """A functools.partial in a wrapper, so that an outer Partial does not merge its arguments.

    It compares and hashes as the function it holds, and shows its `func`, `args` and `keywords`.
    """

    def __init__(self, function: functools.partial):
        self._function = function
        self.keywords = function.keywords
        self.args = function.args

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        return self._function(*args, **keywords)

    def __hash__(self) -> int:
        return hash(self._function)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, _PartialFunction):
            return self._function == other._function
        return self._function == other

    def __repr__(self) -> str:
        return repr(self._function)


class Partial(functools.partial):
    """functools.partial as a pytree: the bound arguments are its children, the function is static.

    It can be passed to and returned from transformed functions.

    >>> from fjax.tree_util import tree_leaves
    >>> import operator
    >>> tree_leaves(Partial(operator.add, 2))
    [2]
    """

    def __new__(cls, func: Callable[..., Any], *args: Any, **keywords: Any) -> Partial:
        if isinstance(func, functools.partial):
            func = _PartialFunction(func)
        return super().__new__(cls, func, *args, **keywords)


def _flatten_defaultdict(value: collections.defaultdict) -> tuple[list[Any], tuple[Any, ...]]:
    keys = sorted_keys(value)
    return [value[key] for key in keys], (value.default_factory, keys)


def _check_length(keys: Sequence[Any], values: Any) -> Iterable[tuple[Any, Any]]:
    return zip(keys, values, strict=True)


def _register_containers() -> None:
    """The nodes of the standard library's dict types and of Partial."""
    register(
        collections.OrderedDict,
        lambda value: (list(value.values()), tuple(value)),
        lambda keys, values: collections.OrderedDict(_check_length(keys, values)),
        keys=lambda keys, _: map(DictKey, keys),
    )
    register(
        collections.defaultdict,
        _flatten_defaultdict,
        lambda data, values: collections.defaultdict(data[0], _check_length(data[1], values)),
        keys=lambda data, _: map(DictKey, data[1]),
    )
    register(
        Partial,
        lambda value: ((value.args, value.keywords), value.func),
        lambda function, bound: Partial(function, *bound[0], **bound[1]),
        keys=lambda _, count: (GetAttrKey("args"), GetAttrKey("keywords")),
    )


_register_containers()
