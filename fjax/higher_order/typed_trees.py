"""Results that must agree: what loops, branches and custom rules say where two of them differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fjax.core.avals import ShapedArray
from fjax.dataclass import dataclass
from fjax.pytrees.operations import keystr, tree_leaves_with_path
from fjax.pytrees.prefix import structure_differences
from fjax.pytrees.treedef import PyTreeDef

Naming = Callable[[str], str]  # what to call the component at a key path ('' for the whole)


def same_type(a: ShapedArray, b: ShapedArray) -> bool:
    """Whether shape and dtype agree."""
    return a.shape == b.shape and a.dtype == b.dtype


@dataclass(frozen=True)
class TypedTree:
    """The structure of a pytree of arrays and the avals of its leaves."""

    tree: PyTreeDef
    avals: Sequence[ShapedArray]

    def __str__(self) -> str:
        """The tree with types for leaves: (float32[3], {a: int32[]})."""
        return str(self.tree.unflatten([a.str_short() for a in self.avals])).replace("'", "")

    def like(self, other: TypedTree) -> bool:
        """Whether structure, shapes and dtypes agree."""
        return self.tree == other.tree and all(map(same_type, self.avals, other.avals))

    def part(self, index: int) -> TypedTree:
        """One element of a tuple whose elements before that are leaves."""
        tree = self.tree.children()[index]
        return TypedTree(tree, self.avals[index : index + tree.num_leaves])

    def paths(self) -> list[str]:
        """The key path of each leaf."""
        return leaf_paths(self.tree)


def leaf_paths(tree: PyTreeDef) -> list[str]:
    """The key path of each leaf.

    >>> leaf_paths(fjax.tree.structure((1, {"a": 2})))
    ['[0]', "[1]['a']"]
    """
    marked = tree.unflatten([True] * tree.num_leaves)
    return [keystr(path) for path, _ in tree_leaves_with_path(marked)]


def structure_rows(first: TypedTree, second: TypedTree, one: Naming, other: Naming) -> list[str]:
    """Where two structures differ, one row for each node."""
    return [
        f"{one(keystr(path))} is a {mine} but {other(keystr(path))} is a {theirs}, so {why}"
        for path, mine, theirs, why in structure_differences(first.tree, second.tree)
    ]


def type_rows(first: TypedTree, second: TypedTree, one: Naming, other: Naming) -> list[str]:
    """Where two trees of one structure differ in shape or dtype, one row for each leaf."""
    return [
        f"{one(path)} has type {a.str_short()} but {other(path)} has type {b.str_short()}, so "
        f"{type_difference(a, b)}"
        for path, a, b in zip(first.paths(), first.avals, second.avals, strict=True)
        if not same_type(a, b)
    ]


def type_difference(a: ShapedArray, b: ShapedArray) -> str:
    """In which respects two types differ.

    >>> from fjax.core import ShapedArray
    >>> type_difference(ShapedArray((), np.dtype("int32")), ShapedArray((2,), np.dtype("int64")))
    'the dtypes do not match, and the shapes do not match'
    """
    respects = {"dtypes": a.dtype != b.dtype, "shapes": a.shape != b.shape}
    if not any(respects.values()):
        respects = {"weak types": a.weak_type != b.weak_type}
    return ", and ".join(f"the {name} do not match" for name, differ in respects.items() if differ)


def listed(rows: Sequence[str]) -> str:
    """One row as a sentence, several as a list."""
    if len(rows) > 1:
        return ";\n".join(f"  * {row}" for row in rows) + "."
    return "".join(f"T{row[1:]}." if row.startswith("the ") else f"{row}." for row in rows)
