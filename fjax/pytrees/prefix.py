"""Tree prefixes: one value for a whole subtree, as `in_axes=(0, None)`; what does not fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from fjax.pytrees.registry import LEAF, Structure, count_leaves, flatten, flatten_until, node_keys
from fjax.pytrees.treedef import PyTreeDef

Mismatch = Callable[[str], ValueError]  # given the prefix's name, the error to raise
Path = tuple[Any, ...]


def _flatten(tree: Any, is_leaf: Callable[[Any], bool] | None) -> tuple[list[Any], Structure]:
    if is_leaf is None:
        return flatten(tree)
    leaves: list[Any] = []
    structure = flatten_until(tree, is_leaf, leaves)
    return leaves, structure


def broadcast_prefix(
    prefix_tree: Any, full_tree: Any, is_leaf: Callable[[Any], bool] | None = None
) -> list[Any]:
    """One value for each leaf of `full_tree`: those of `prefix_tree`, repeated over its subtrees.

    ValueError with the key path if `prefix_tree` is not a prefix of `full_tree`.

    >>> broadcast_prefix((1, 2), (0, {'a': 0, 'b': 0}))
    [1, 2, 2]
    """
    leaves, structure = _flatten(prefix_tree, is_leaf)
    full = flatten(full_tree)[1]
    return _broadcast(leaves, structure, full, "prefix_tree")


def tree_broadcast(
    prefix_tree: Any, full_tree: Any, is_leaf: Callable[[Any], bool] | None = None
) -> Any:
    """`prefix_tree` with each leaf spread over the corresponding subtree of `full_tree`.

    >>> tree_broadcast((1, 2), (0, {'a': 0, 'b': 0}))
    (1, {'a': 2, 'b': 2})
    """
    leaves, structure = _flatten(prefix_tree, is_leaf)
    full_leaves, full = flatten(full_tree)
    values = _broadcast(leaves, structure, full, "prefix_tree")
    return PyTreeDef(full, len(full_leaves)).unflatten(values)


def broadcast_flattened_prefix_with_treedef(
    prefix_leaves: list[Any], prefix_treedef: PyTreeDef, full_treedef: PyTreeDef
) -> list[Any]:
    """broadcast_prefix for trees that are flattened already.

    >>> prefix, full = fjax.tree.flatten((0, 1)), fjax.tree.structure((5, (6, 7)))
    >>> broadcast_flattened_prefix_with_treedef(*prefix, full)
    [0, 1, 1]
    """
    return _broadcast(
        list(prefix_leaves), prefix_treedef.structure, full_treedef.structure, "prefix_tree"
    )


def flatten_axes(name: str, treedef: PyTreeDef, axis_tree: Any, *, kws: bool = False) -> list[Any]:
    """One axis for each leaf of `treedef`, from a prefix whose leaves may be None.

    `name` is what the user calls the prefix ("vmap in_axes"). With `kws` both trees are pairs of
    positional and keyword arguments, and errors speak of the former only. ValueError with the key
    path if `axis_tree` does not fit.

    >>> flatten_axes("in_axes", fjax.tree.structure((1, (2, 3))), (0, None))
    [0, None, None]
    """
    if axis_tree is None or type(axis_tree) is int:
        return [axis_tree] * treedef.num_leaves
    leaves, structure = _flatten(axis_tree, _is_none)
    result = _repeated(leaves, structure, treedef.structure)
    if result is not None:
        return result
    if kws:
        axis_tree, treedef = axis_tree[0], treedef.children()[0]
        structure = structure if structure is LEAF else structure[2][0]
    found = [str(mismatch(name)) for mismatch in _mismatches((), structure, treedef.structure)]
    detail = f"\nMismatch details ({len(found)} found):\n" + "\n".join(found) if found else ""
    raise ValueError(
        f"{name} specification must be a tree prefix of the corresponding value, got "
        f"specification {axis_tree!r} for value tree {treedef}.{detail}"
    )


def _is_none(value: Any) -> bool:
    return value is None


def _broadcast(leaves: list[Any], prefix: Structure, full: Structure, name: str) -> list:
    """The leaves repeated over the full structure, or the error about the first misfit."""
    result = _repeated(leaves, prefix, full)
    if result is None:
        mismatch = first_mismatch(prefix, full)
        raise mismatch(name) if mismatch else ValueError(f"{name} is not a prefix of the full tree")
    return result


def _repeated(leaves: list[Any], prefix: Structure, full: Structure) -> list | None:
    """The leaves, each as often as its subtree has leaves; None if `prefix` is no prefix."""
    result: list[Any] = []
    return result if _repeat(iter(leaves), prefix, full, result) else None


def _repeat(leaves: Iterator, prefix: Structure, full: Structure, result: list[Any]) -> bool:
    """Append each prefix leaf as often as its subtree has leaves; whether the structures fit."""
    if prefix is LEAF:
        result.extend([next(leaves)] * count_leaves(full))
        return True
    if full is LEAF or _difference(prefix, full) is not None:
        return False
    for part, whole in zip(prefix[2], full[2]):
        if not _repeat(leaves, part, whole, result):
            return False
    return True


def prefix_errors(
    prefix_tree: Any, full_tree: Any, is_leaf: Callable[[Any], bool] | None = None
) -> list[Mismatch]:
    """What keeps `prefix_tree` from being a prefix: functions from its name to an error.

    >>> [error("in_axes").__class__.__name__ for error in prefix_errors((0, 1, 2), (5, 6))]
    ['ValueError']
    """
    return list(_mismatches((), _flatten(prefix_tree, is_leaf)[1], flatten(full_tree)[1]))


def first_mismatch(prefix: Structure, full: Structure) -> Mismatch | None:
    """The first place at which `prefix` is not a prefix of `full`, or None."""
    return next(_mismatches((), prefix, full), None)


def _mismatches(path: Path, prefix: Structure, full: Structure) -> Iterator[Mismatch]:
    if prefix is LEAF or prefix is full:
        return
    respect = _difference(prefix, full)
    if respect is not None:
        yield _mismatch(path, _PREFIX_ERRORS[respect].format(prefix[0]), prefix, full)
        return
    for key, part, whole in zip(node_keys(prefix), prefix[2], full[2]):
        yield from _mismatches((*path, key), part, whole)


def _difference(first: Structure, second: Structure) -> str | None:
    """In which respect two nodes themselves differ, or None."""
    if first is LEAF or second is LEAF or first[0] is not second[0]:
        return "types"
    if len(first[2]) != len(second[2]):
        return "lengths" if first[0] in (list, tuple) else "numbers of children"
    return "metadata" if first[1] != second[1] else None


_PREFIX_ERRORS = {
    "types": "different types",
    "lengths": "different lengths of {0.__name__}",
    "numbers of children": "different numbers of pytree children",
    "metadata": "different pytree metadata",
}


def _mismatch(path: Path, text: str, prefix: Structure, full: Structure) -> Mismatch:
    """The error about one node, given the prefix's name."""

    def error(name: str) -> ValueError:
        where = f"{name}{''.join(map(str, path))}"
        lines = [
            f"pytree structure error: {text} at key path",
            f"    {where}",
            f"At that key path, {name} has {describe(prefix)},",
            f"but the full pytree has {describe(full)}.",
        ]
        if full is not LEAF and prefix[0] is full[0]:
            only = _unshared_keys(prefix, full)
            if only:
                lines += [
                    "so the symmetric difference on key sets is",
                    "    " + " ".join(map(str, only)),
                ]
        return ValueError("\n".join(lines))

    return error


def _unshared_keys(first: Structure, second: Structure) -> list[Any]:
    """The keys that only one of two nodes of the same type has."""
    if first[0] in (list, tuple):
        return []
    mine, theirs = (list(map(_plain, node_keys(each))) for each in (first, second))
    return [key for key in mine if key not in theirs] + [key for key in theirs if key not in mine]


def _plain(key: Any) -> Any:
    """What the user calls a key."""
    return getattr(key, "key", getattr(key, "name", key))


def describe(structure: Structure) -> str:
    """A node in words: its type, number of children and static data."""
    if structure is LEAF:
        return "a leaf"
    kind, data, parts = structure
    text = f"a {kind.__name__} with {len(parts)} child{'' if len(parts) == 1 else 'ren'}"
    if kind is dict:
        return f"{text}, keys {list(data)}"
    return text if data is None else f"{text} and metadata {data!r}"


def structure_differences(first: PyTreeDef, second: PyTreeDef) -> list[tuple[Path, str, str, str]]:
    """Where two structures differ: [(key path, first's node, second's node, what differs), ...].

    >>> one, other = fjax.tree.structure((1, 2)), fjax.tree.structure((1, [2]))
    >>> structure_differences(one, other)[0][1:]
    ('pytree leaf', "<class 'list'>", 'their Python types differ')
    """
    return list(_differences((), first.structure, second.structure))


def _differences(
    path: Path, first: Structure, second: Structure
) -> Iterator[tuple[Path, str, str, str]]:
    if first is LEAF and second is LEAF:
        return
    respect = _difference(first, second)
    if respect is not None:
        only = _unshared_keys(first, second) if respect == "numbers of children" else []
        shown = " ".join(map(repr, only))
        keys = f", with the symmetric difference of key sets: {{{shown}}}" if only else ""
        yield path, _shown(first, respect), _shown(second, respect), _EXPLAINED[respect] + keys
        return
    for key, one, other in zip(node_keys(first), first[2], second[2]):
        yield from _differences((*path, key), one, other)


_EXPLAINED = {
    "types": "their Python types differ",
    "lengths": "the lengths do not match",
    "numbers of children": "the numbers of children do not match",
    "metadata": "the pytree node metadata does not match",
}


def _shown(structure: Structure, respect: str) -> str:
    """A node in words, with that in which it differs from another."""
    if structure is LEAF:
        return "pytree leaf"
    kind, data, parts = structure
    if respect == "lengths":
        return f"{kind.__name__} of length {len(parts)}"
    if respect == "numbers of children":
        return f"{kind} with {len(parts)} child{'' if len(parts) == 1 else 'ren'}"
    return f"{kind} with pytree metadata {data!r}" if respect == "metadata" else str(kind)


def equality_errors(
    first: Any, second: Any, is_leaf: Callable[[Any], bool] | None = None
) -> list[tuple[Path, str, str, str]]:
    """structure_differences of two trees.

    >>> len(list(equality_errors((1, 2), (1, [2]))))
    1
    """
    return list(_differences((), _flatten(first, is_leaf)[1], _flatten(second, is_leaf)[1]))
