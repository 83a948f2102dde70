"""Functions over pytrees: flatten, map, reduce, transpose, with and without key paths."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fjax.errors import FjaxTypeError
from fjax.pytrees.prefix import first_mismatch
from fjax.pytrees.registry import (
    LEAF,
    DictKey,
    FlattenedIndexKey,
    GetAttrKey,
    SequenceKey,
    Structure,
    flatten,
    flatten_until,
    is_tree_node,
    keyed_children,
    need_predicate,
    nodes,
    register,
)
from fjax.pytrees.treedef import PyTreeDef

KeyEntry = Any
KeyPath = tuple[KeyEntry, ...]
IsLeaf = Callable[[Any], bool] | None


class Unspecified:
    """The type of the default of an optional argument for which None is a value."""

    def __repr__(self) -> str:
        return "unspecified"


UNSPECIFIED = Unspecified()


def tree_flatten(tree: Any, is_leaf: IsLeaf = None) -> tuple[list[Any], PyTreeDef]:
    """The leaves of a pytree in order, and its structure.

    None is a node without children; dicts go by sorted key. Where `is_leaf(node)` is true the node
    counts as a leaf.

    >>> tree_flatten({'b': (1, None), 'a': [2]})
    ([2, 1], PyTreeDef({'a': [*], 'b': (*, None)}))
    """
    if is_leaf is None:
        leaves, structure = flatten(tree)
    else:
        leaves = []
        structure = flatten_until(tree, is_leaf, leaves)
    return leaves, PyTreeDef(structure, len(leaves))


def tree_unflatten(treedef: PyTreeDef, leaves: Iterable[Any]) -> Any:
    """The pytree of structure `treedef` with these leaves; ValueError if their number is wrong.

    >>> leaves, treedef = fjax.tree.flatten({"a": 1, "b": 2})
    >>> fjax.tree.unflatten(treedef, [10, 20])
    {'a': 10, 'b': 20}
    """
    if not isinstance(treedef, PyTreeDef):
        raise FjaxTypeError(
            f"tree.unflatten takes a structure, then leaves, got {treedef!r:.60}; "
            "tree.structure(tree) is that of a tree"
        )
    return treedef.unflatten(leaves)


def tree_leaves(tree: Any, is_leaf: IsLeaf = None) -> list[Any]:
    """The leaves of a pytree, in order.

    is_leaf: a function of a branch: whether to stop there.

    >>> fjax.tree.leaves({"b": 2, "a": [1, None]})
    [1, 2]
    """
    if is_leaf is None:
        return flatten(tree)[0]
    leaves: list[Any] = []
    flatten_until(tree, is_leaf, leaves)
    return leaves


def tree_structure(tree: Any, is_leaf: IsLeaf = None) -> PyTreeDef:
    """The structure of a pytree.

    >>> fjax.tree.structure({"a": [1, 2]})
    PyTreeDef({'a': [*, *]})
    """
    return tree_flatten(tree, is_leaf)[1]


def tree_map(f: Callable[..., Any], tree: Any, *rest: Any, is_leaf: IsLeaf = None) -> Any:
    """Apply `f` to each leaf of `tree`, with the corresponding subtrees of `rest`.

    Each tree of `rest` must have `tree`'s structure or be deeper: else ValueError, with the path.

    is_leaf: a function of a branch: whether to stop there.
    Returns a tree of the same structure.
    Raises ValueError for trees of different structures.

    >>> tree_map(lambda x, y: x + y, {'a': 1, 'b': [2]}, {'a': 10, 'b': [20]})
    {'a': 11, 'b': [22]}
    """
    if not callable(f):
        raise FjaxTypeError(f"tree.map takes a function, then trees, got {f!r:.60}")
    leaves, treedef = tree_flatten(tree, is_leaf)
    if not rest:
        return treedef.unflatten([f(leaf) for leaf in leaves])
    columns = [_flatten_like(treedef, other, "tree_map tree") for other in rest]
    return treedef.unflatten([f(*row) for row in zip(leaves, *columns)])


def _flatten_like(treedef: PyTreeDef, other: Any, name: str) -> list[Any]:
    """other's subtrees at the leaves of `treedef`; the error shows where it does not fit."""
    try:
        return treedef.flatten_up_to(other)
    except ValueError as error:
        mismatch = first_mismatch(treedef.structure, flatten(other)[1])
        if mismatch is None:
            raise
        raise mismatch(name) from error


def tree_reduce(
    function: Callable[[Any, Any], Any],
    tree: Any,
    initializer: Any = UNSPECIFIED,
    is_leaf: IsLeaf = None,
) -> Any:
    """Fold the leaves from the left with `function(accumulated, leaf)`.

    >>> fjax.tree.reduce(lambda a, b: a + b, {"x": 1, "y": [2, 3]})
    6
    """
    leaves = tree_leaves(tree, is_leaf)
    if isinstance(initializer, Unspecified):
        if not leaves:
            raise FjaxTypeError("tree.reduce of a tree without leaves needs an initializer")
        return functools.reduce(function, leaves)
    return functools.reduce(function, leaves, initializer)


def tree_reduce_associative(
    operation: Callable[[Any, Any], Any],
    tree: Any,
    *,
    identity: Any = UNSPECIFIED,
    is_leaf: IsLeaf = None,
) -> Any:
    """Combine the leaves pairwise, in a balanced tree, with an associative operation.

    TypeError if there are no leaves and no `identity`.

    >>> fjax.tree.reduce_associative(lambda a, b: a + b, [1, 2, 3, 4])
    10
    """
    items = tree_leaves(tree, is_leaf)
    if not items:
        if isinstance(identity, Unspecified):
            raise TypeError("tree_reduce_associative of a tree without leaves needs an identity")
        return identity
    while len(items) > 1:
        pairs = [operation(a, b) for a, b in zip(items[::2], items[1::2])]
        items = pairs + items[len(pairs) * 2 :]
    return items[0]


def tree_all(tree: Any, *, is_leaf: IsLeaf = None) -> bool:
    """Whether all leaves are true.

    >>> fjax.tree.all({"x": True, "y": [True, False]})
    False
    """
    return all(tree_leaves(tree, is_leaf))


def tree_transpose(
    outer_treedef: PyTreeDef, inner_treedef: PyTreeDef | None, pytree_to_transpose: Any
) -> Any:
    """Turn an outer tree of inner trees inside out; TypeError if the tree is not of that form.

    >>> tree_transpose(tree_structure([0, 0]), tree_structure({'a': 0}), [{'a': 1}, {'a': 2}])
    {'a': [1, 2]}
    """
    leaves, treedef = tree_flatten(pytree_to_transpose)
    if inner_treedef is None:
        inner_treedef = tree_structure(outer_treedef.flatten_up_to(pytree_to_transpose)[0])
    inner_size, outer_size = inner_treedef.num_leaves, outer_treedef.num_leaves
    if treedef.num_leaves != inner_size * outer_size:
        expected = outer_treedef.compose(inner_treedef)
        raise TypeError(f"Mismatch in tree_transpose:\n{treedef}\n != \n{expected}")
    columns = [leaves[i::inner_size] for i in range(inner_size)]
    return inner_treedef.unflatten([outer_treedef.unflatten(column) for column in columns])


def all_leaves(iterable: Iterable[Any], is_leaf: IsLeaf = None) -> bool:
    """Whether every element is a leaf.

    >>> fjax.tree_util.all_leaves([1, 2]), fjax.tree_util.all_leaves([1, (2,)])
    (True, False)
    """
    if is_leaf is None:
        return all(nodes[type(item)] is None for item in iterable)
    items = list(iterable)
    leaves = tree_leaves(items, is_leaf)
    return len(leaves) == len(items) and all(a is b for a, b in zip(items, leaves))


def treedef_tuple(treedefs: Iterable[PyTreeDef]) -> PyTreeDef:
    """The structure of a tuple of trees with these structures.

    >>> fjax.tree_util.treedef_tuple([fjax.tree.structure(1), fjax.tree.structure([2])])
    PyTreeDef((*, [*]))
    """
    parts = tuple(treedefs)
    return PyTreeDef(
        (tuple, None, tuple([part.structure for part in parts])),
        sum(part.num_leaves for part in parts),
    )


def treedef_children(treedef: PyTreeDef) -> list[PyTreeDef]:
    """The structures one level down.

    >>> fjax.tree_util.treedef_children(fjax.tree.structure([1, (2, 3)]))
    [PyTreeDef(*), PyTreeDef((*, *))]
    """
    return treedef.children()


def treedef_is_leaf(treedef: PyTreeDef) -> bool:
    """Whether the structure is a single node: a leaf, or a container without children.

    >>> fjax.tree_util.treedef_is_leaf(fjax.tree.structure(1))
    True
    """
    return treedef.num_nodes == 1


def flatten_one_level(tree: Any) -> tuple[Iterable[Any], Any]:
    """(children, static data) of a node; ValueError for a leaf.

    >>> flatten_one_level({'b': [1], 'a': 2})
    ([2, [1]], ('a', 'b'))
    """
    node = nodes[type(tree)]
    if node is None:
        raise ValueError(f"can't tree-flatten type: {type(tree)}")
    return node.children(tree)


def flatten_one_level_with_keys(tree: Any) -> tuple[Iterable[tuple[Any, Any]], Any]:
    """([(key, child), ...], static data) of a node; ValueError for a leaf.

    >>> children, data = fjax.tree_util.flatten_one_level_with_keys([7, [8]])
    >>> [child for key, child in children]
    [7, [8]]
    """
    node = nodes[type(tree)]
    if node is None:
        raise ValueError(f"can't tree-flatten type: {type(tree)}")
    return keyed_children(tree, node)


def _flatten_with_path(
    path: KeyPath, tree: Any, is_leaf: Callable[[KeyPath, Any], bool] | None, found: list[Any]
) -> Structure:
    if is_leaf is None or not is_leaf(path, tree):
        node = nodes[type(tree)]
        if node is not None:
            pairs, data = keyed_children(tree, node)
            parts = []
            for key, child in pairs:
                parts.append(_flatten_with_path((*path, key), child, is_leaf, found))
            return (type(tree), data, tuple(parts))
    found.append((path, tree))
    return LEAF


def tree_flatten_with_path(
    tree: Any, is_leaf: Callable[..., bool] | None = None, is_leaf_takes_path: bool = False
) -> tuple[list[Any], PyTreeDef]:
    """([(key path, leaf), ...], structure); `is_leaf` gets the path first if `is_leaf_takes_path`.

    >>> tree_flatten_with_path({'a': [5]})[0]
    [((DictKey(key='a'), SequenceKey(idx=0)), 5)]
    """
    stop = is_leaf
    if is_leaf is not None:
        need_predicate(is_leaf)
    if is_leaf is not None and not is_leaf_takes_path:

        def stop(_, node):
            return is_leaf(node)

    found: list[Any] = []
    structure = _flatten_with_path((), tree, stop, found)
    return found, PyTreeDef(structure, len(found))


def tree_leaves_with_path(
    tree: Any, is_leaf: Callable[..., bool] | None = None, is_leaf_takes_path: bool = False
) -> list[tuple[KeyPath, Any]]:
    """[(key path, leaf), ...] of a pytree.

    >>> fjax.tree_util.keystr(fjax.tree.leaves_with_path({"a": [1, 2]})[1][0])
    "['a'][1]"
    """
    return tree_flatten_with_path(tree, is_leaf, is_leaf_takes_path)[0]


def tree_map_with_path(
    f: Callable[..., Any],
    tree: Any,
    *rest: Any,
    is_leaf: Callable[..., bool] | None = None,
    is_leaf_takes_path: bool = False,
) -> Any:
    """Apply `f(key path, leaf, *corresponding subtrees of rest)` to each leaf of `tree`.

    >>> tree_map_with_path(lambda path, x: keystr(path) + str(x), {'a': [5]})
    {'a': ["['a'][0]5"]}
    """
    pairs, treedef = tree_flatten_with_path(tree, is_leaf, is_leaf_takes_path)
    columns = [_flatten_like(treedef, other, "tree_map_with_path tree") for other in rest]
    return treedef.unflatten([f(path, leaf, *row) for (path, leaf), *row in zip(pairs, *columns)])


def keystr(keys: KeyPath, *, simple: bool = False, separator: str = "") -> str:
    """A key path as text: `['a'][0].x`; with `simple=True, separator='/'`: `a/0/x`.

    >>> path, leaf = fjax.tree.leaves_with_path({"a": [7]})[0]
    >>> fjax.tree_util.keystr(path), fjax.tree_util.keystr(path, simple=True, separator="/")
    ("['a'][0]", 'a/0')
    """
    return separator.join(map(_simple_key if simple else str, keys))


def _simple_key(key: Any) -> str:
    match key:
        case SequenceKey(idx=inner) | DictKey(key=inner) | GetAttrKey(name=inner):
            return str(inner)
        case FlattenedIndexKey(key=inner):
            return str(inner)
    return str(key)


def leaf_names(tree: Any, root: str = "", is_leaf: IsLeaf = None) -> Sequence[str]:
    """A name for each leaf, `root` followed by its key path, for messages.

    >>> fjax.tree_util.leaf_names({"a": [7, 8]}, "x")
    ["x['a'][0]", "x['a'][1]"]
    """
    return [root + keystr(path) for path, _ in tree_leaves_with_path(tree, is_leaf)]


class PyTreeRegistry:
    """The registered classes as an object, for libraries that ask for `default_registry`."""

    flatten = staticmethod(tree_flatten)
    flatten_with_path = staticmethod(tree_flatten_with_path)
    is_node = staticmethod(is_tree_node)
    register_node = staticmethod(register)

    @staticmethod
    def flatten_one_level(tree: Any) -> tuple[Iterable[Any], Any] | None:
        """(children, static data) of a node, None for a leaf."""
        return None if nodes[type(tree)] is None else flatten_one_level(tree)

    @staticmethod
    def flatten_one_level_with_keys(tree: Any) -> tuple[Iterable[tuple[Any, Any]], Any] | None:
        """([(key, child), ...], static data) of a node, None for a leaf."""
        return None if nodes[type(tree)] is None else flatten_one_level_with_keys(tree)


default_registry = PyTreeRegistry()
