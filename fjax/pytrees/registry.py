"""Which types are pytree nodes, and how one level of each comes apart and goes together again.

A tree's structure is a nested tuple `(type, data, children)` with LEAF in place of each leaf, so
that it hashes and compares at C speed: `{'a': 1, 'b': (2, 3)}` has the leaves 1, 2, 3 and the
structure `(dict, ('a', 'b'), (LEAF, (tuple, None, (LEAF, LEAF))))`. Written in Python on purpose:
`docs/decisions/0002-pytrees-in-python.md` has the measurements.

What calls itself for each level uses one frame for it, and so no list comprehension around the
call, which is a frame more in Python 3.11: trees may be as deep as Python lets functions be.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar

from fjax.dataclass import dataclass
from fjax.errors import FjaxTypeError
from fjax.locks import process_lock


class _Leaf:
    """The type of LEAF, which stands for a leaf in a structure."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "*"

    def __reduce__(self) -> str:
        return "LEAF"  # copies and pickles are the same object


LEAF = _Leaf()
Structure = Any  # LEAF or (type, data, (Structure, ...))
NONE: Structure = (type(None), None, ())
_MAXIMAL_UNREGISTERED = 4096  # classified types remembered besides the registered ones


@dataclass(frozen=True)
class Node:
    """How values of one type are taken apart and built."""

    label: str  # as PyTreeDef's repr names it
    visit: Callable[[Any, list[Any]], Structure]  # append leaves, return structure
    children: Callable[[Any], tuple[Sequence[Any], Any]]  # one level: (children, data)
    build: Callable[[Any, list[Any]], Any]  # (data, children) -> value
    keys: Callable[[Any, int], Iterable[Any]]  # (data, number of children) -> keys
    keyed_children: Callable[[Any], tuple[Iterable[Any], Any]] | None = None  # the user's own keys


class _Nodes(dict[Any, Any]):
    """type -> Node, or None for the type of a leaf; types are classified when first met."""

    def __missing__(self, kind: type) -> Node | None:
        node = None
        if issubclass(kind, tuple) and hasattr(kind, "_fields"):
            node = _namedtuple_node(kind)
        with _lock:
            if len(self) - len(_registered) > _MAXIMAL_UNREGISTERED:
                for known in [each for each in self if each not in _registered]:
                    del self[known]
            return self.setdefault(kind, node)


_lock = process_lock(reentrant=True)
_registered: set[type] = set()
nodes: _Nodes = _Nodes()


def _visit_children(children: Iterable[Any], leaves: list[Any]) -> tuple[Any, ...]:
    """The structures of a node's children, whose leaves are appended to `leaves`."""
    add = leaves.append
    parts = []
    for child in children:
        node = nodes[type(child)]
        if node is None:
            add(child)
            parts.append(LEAF)
        else:
            parts.append(node.visit(child, leaves))
    return tuple(parts)


def _visit_none(_: None, leaves: list[Any]) -> Structure:
    return NONE


# The loop of _visit_children is repeated in these two: a call less is a third of their time.
def _visit_sequence(kind: type) -> Callable[[Any, list[Any]], Structure]:
    def visit(value: Any, leaves: list[Any]) -> Structure:
        add = leaves.append
        parts = []
        for child in value:
            node = nodes[type(child)]
            if node is None:
                add(child)
                parts.append(LEAF)
            else:
                parts.append(node.visit(child, leaves))
        return (kind, None, tuple(parts))

    return visit


def _visit_dict(value: dict[Any, Any], leaves: list[Any]) -> Structure:
    keys = sorted_keys(value)
    add = leaves.append
    parts = []
    for key in keys:
        child = value[key]
        node = nodes[type(child)]
        if node is None:
            add(child)
            parts.append(LEAF)
        else:
            parts.append(node.visit(child, leaves))
    return (dict, keys, tuple(parts))


def sorted_keys(value: dict[Any, Any]) -> tuple[Any, ...]:
    """A dict's keys in order; TypeError if they cannot be compared."""
    try:
        return tuple(sorted(value))
    except TypeError as error:
        raise TypeError(
            f"a dict in a pytree needs keys that can be sorted, got {list(value)!r}: "
            f"{error}. Use keys of one type, or an OrderedDict."
        ) from error


class _Key:
    """A step of a path into a pytree, which prints as `form` says."""

    form: ClassVar[str]

    def __init_subclass__(cls, form: str) -> None:
        cls.form = form

    def __str__(self) -> str:
        (field,) = dataclasses.fields(self)  # type: ignore[arg-type]
        return self.form.format(getattr(self, field.name))


@dataclass(frozen=True)
class SequenceKey(_Key, form="[{!r}]"):
    """The key of an element of a list or tuple: `[idx]`.

    >>> str(fjax.tree_util.SequenceKey(0))
    '[0]'
    """

    idx: int


@dataclass(frozen=True)
class DictKey(_Key, form="[{!r}]"):
    """The key of a dict's value: `['key']`.

    >>> str(fjax.tree_util.DictKey("a"))
    "['a']"
    """

    key: Any


@dataclass(frozen=True)
class GetAttrKey(_Key, form=".{}"):
    """The key of an attribute: `.name`.

    >>> str(fjax.tree_util.GetAttrKey("x"))
    '.x'
    """

    name: str


@dataclass(frozen=True)
class FlattenedIndexKey(_Key, form="[<flat index {}>]"):
    """The key of a custom node's child for which the class gives no key of its own.

    >>> str(fjax.tree_util.FlattenedIndexKey(0))
    '[<flat index 0>]'
    """

    key: int

    def __hash__(self) -> int:
        return hash((FlattenedIndexKey, self.key))


def _sequence_keys(_: Any, count: int) -> Iterable[Any]:
    return map(SequenceKey, range(count))


def index_keys(_: Any, count: int) -> Iterable[Any]:
    """Keys of children that have none of their own."""
    return map(FlattenedIndexKey, range(count))


def _dict_children(value: dict[Any, Any]) -> tuple[list[Any], tuple[Any, ...]]:
    keys = sorted_keys(value)
    return [value[key] for key in keys], keys


def _namedtuple_node(kind: Any) -> Node:
    """The node of a named tuple's class."""

    def visit(value, leaves):
        return (kind, None, _visit_children(value, leaves))

    fields = tuple(map(GetAttrKey, kind._fields))
    return Node(
        f"namedtuple[{kind.__name__}]",
        visit,
        lambda value: (list(value), None),
        lambda _, children: kind(*children),
        lambda _, count: fields,
    )


def _custom_node(
    kind: type,
    flatten: Callable[..., Any],
    build: Callable,
    keys: Callable,
    keyed_children: Callable | None,
) -> Node:
    """The node of a registered class."""

    def children_of(value):
        result = flatten(value)
        if type(result) is tuple and len(result) == 2:
            children = result[0]
            if hasattr(children, "__iter__") or hasattr(children, "__getitem__"):
                return result
        raise ValueError(_bad_flatten(kind, result))

    def visit(value, leaves):
        children, data = children_of(value)
        return (kind, data, _visit_children(children, leaves))

    def one_level(value):
        children, data = children_of(value)
        return list(children), data

    return Node(kind.__name__, visit, one_level, build, keys, keyed_children)


def _bad_flatten(kind: type, result: Any) -> str:
    """The message about a flatten function that returns the wrong thing."""
    tail = ""
    if isinstance(result, tuple) and len(result) == 2:
        tail = " where 'children' is iterable"
    return (
        "The to_iterable function for a custom PyTree node should return a "
        f"(children, aux_data) tuple{tail}, got {result!r} "
        f"(flattening a {kind.__module__}.{kind.__qualname__})"
    )


def register(
    kind: type,
    flatten: Callable[..., Any],
    build: Callable[..., Any],
    keyed_children: Callable[..., Any] | None = None,
    keys: Callable[..., Any] = index_keys,
) -> None:
    """Make `kind` a pytree node: ValueError if it is one already."""
    if not isinstance(kind, type):
        raise TypeError(f"only a class can be registered as a pytree node, got {kind!r}")
    with _lock:
        if kind in _registered:
            raise ValueError(f"{kind!r} is registered as a pytree node already")
        _registered.add(kind)
        nodes[kind] = _custom_node(kind, flatten, build, keys, keyed_children)


def _register_builtin() -> None:
    """The containers that are nodes from the start."""
    table: dict[type, Node] = {
        type(None): Node("None", _visit_none, lambda _: ([], None), lambda *_: None, lambda *_: ()),
        list: Node(
            "list",
            _visit_sequence(list),
            lambda value: (list(value), None),
            lambda _, children: children,
            _sequence_keys,
        ),
        tuple: Node(
            "tuple",
            _visit_sequence(tuple),
            lambda value: (list(value), None),
            lambda _, children: tuple(children),
            _sequence_keys,
        ),
        dict: Node(
            "dict",
            _visit_dict,
            _dict_children,
            lambda keys, children: dict(zip(keys, children)),
            lambda keys, _: map(DictKey, keys),
        ),
    }
    nodes.update(table)
    _registered.update(table)


_register_builtin()


def flatten(tree: Any) -> tuple[list[Any], Structure]:
    """(leaves, structure) of a tree: tree_flatten without the PyTreeDef around the structure."""
    node = nodes[type(tree)]
    if node is None:
        return [tree], LEAF
    leaves: list[Any] = []
    return leaves, node.visit(tree, leaves)


def need_predicate(is_leaf: Any) -> None:
    """Raise FjaxTypeError for what says nothing of a branch: it cannot be called.

    >>> need_predicate(callable)
    """
    if not callable(is_leaf):
        raise FjaxTypeError(
            "tree: is_leaf is a function of a branch, whether to stop there, such as "
            f"lambda x: x is None, got {is_leaf!r:.60}"
        )


def flatten_until(tree: Any, is_leaf: Callable[[Any], bool], leaves: list[Any]) -> Structure:
    """The structure of a tree that is not entered where `is_leaf` says so; appends to `leaves`."""
    need_predicate(is_leaf)
    return _until(tree, is_leaf, leaves)


def _until(tree: Any, is_leaf: Callable[[Any], bool], leaves: list[Any]) -> Structure:
    if not is_leaf(tree):
        node = nodes[type(tree)]
        if node is not None:
            children, data = node.children(tree)
            parts = []
            for child in children:
                parts.append(_until(child, is_leaf, leaves))
            return (type(tree), data, tuple(parts))
    leaves.append(tree)
    return LEAF


def build(structure: Structure, take: Callable[[], Any]) -> Any:
    """The tree of that structure; `take()` gives the next leaf."""
    if structure is LEAF:
        return take()
    kind, data, parts = structure
    children = []
    for part in parts:
        children.append(take() if part is LEAF else build(part, take))
    if kind is list:
        return children
    if kind is dict:
        return dict(zip(data, children))
    if kind is tuple:
        return tuple(children)
    return nodes[kind].build(data, children)


def every_node(structure: Structure) -> Iterator[Structure]:
    """The nodes of a structure, leaves included, each before its children."""
    waiting = [structure]
    while waiting:
        node = waiting.pop()
        yield node
        if node is not LEAF:
            waiting.extend(reversed(node[2]))


def is_deeper(structure: Structure, depth: int) -> bool:
    """Whether nodes are nested more deeply than a limit."""
    level = [structure]
    for _ in range(depth):
        level = [part for node in level if node is not LEAF for part in node[2]]
    return any(node is not LEAF for node in level)


def count_leaves(structure: Structure) -> int:
    """The number of leaves in a structure."""
    if structure is LEAF:
        return 1
    return sum(node is LEAF for node in every_node(structure))


def node_keys(structure: Structure) -> tuple[Any, ...]:
    """The keys of a node's children."""
    kind, data, parts = structure
    node = nodes[kind]
    if node.keyed_children is None:
        return tuple(node.keys(data, len(parts)))
    pairs, _ = node.keyed_children(build(structure, object))  # a value alone tells its own keys
    return tuple([key for key, _ in pairs])


def keyed_children(value: Any, node: Node) -> tuple[list[tuple[Any, Any]], Any]:
    """([(key, child), ...], data) of one level of a value."""
    if node.keyed_children is not None:
        pairs, data = node.keyed_children(value)
        return [(key, child) for key, child in pairs], data
    children, data = node.children(value)
    return list(zip(node.keys(data, len(children)), children)), data


def is_tree_node(kind: type) -> bool:
    """Whether values of this type are pytree nodes: containers and registered classes.

    >>> is_tree_node(dict), is_tree_node(int)
    (True, False)
    """
    return nodes[kind] is not None
