"""PyTreeDef: the structure of a pytree, without its leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fjax.pytrees.registry import LEAF, Structure, build, count_leaves, every_node, is_deeper, nodes

_USES_BEFORE_COMPILING = 4
_MAXIMAL_COMPILED_DEPTH = 40  # Python's parser refuses about 200 nested brackets
_MAXIMAL_BUILDERS = 1024
Builder = Callable[[Sequence[Any]], Any]
_builders: dict[Structure, Any] = {}  # structure -> builder, None, or how often it was built


class PyTreeDef:
    """The structure of a pytree: hashable, comparable, and able to build a tree from leaves.

    >>> from fjax.tree_util import tree_structure
    >>> treedef = tree_structure({'a': 1, 'b': (2, None)})
    >>> treedef
    PyTreeDef({'a': *, 'b': (*, None)})
    >>> treedef.unflatten([10, 20])
    {'a': 10, 'b': (20, None)}
    """

    __slots__ = ("structure", "num_leaves", "_uses", "_builder")

    def __init__(self, structure: Structure, num_leaves: int):
        self.structure = structure
        self.num_leaves = num_leaves
        self._uses = 0
        self._builder: Builder | None = None

    def unflatten(self, leaves: Iterable[Any]) -> Any:
        """The tree of this structure with these leaves; ValueError if their number is wrong."""
        if type(leaves) is not list and type(leaves) is not tuple:
            leaves = list(leaves)
        if len(leaves) != self.num_leaves:
            problem = "few" if len(leaves) < self.num_leaves else "many"
            raise ValueError(
                f"Too {problem} leaves for PyTreeDef; expected {self.num_leaves}, "
                f"got {len(leaves)}: {self}"
            )
        builder = self._builder
        if builder is None:
            self._uses += 1
            if self._uses == _USES_BEFORE_COMPILING:
                self._builder = _compile(self.structure)
            elif self._uses == 1:
                builder = self._builder = _shared_builder(self.structure)
            if builder is None:
                return build(self.structure, iter(leaves).__next__)
        return builder(leaves)

    def flatten_up_to(self, tree: Any) -> list[Any]:
        """The subtrees of `tree` at this structure's leaves; ValueError where `tree` differs."""
        found: list[Any] = []
        _flatten_up_to(self.structure, tree, found)
        return found

    def children(self) -> list[PyTreeDef]:
        """The structures one level down."""
        if self.structure is LEAF:
            return []
        return [PyTreeDef(part, count_leaves(part)) for part in self.structure[2]]

    def compose(self, inner: PyTreeDef) -> PyTreeDef:
        """This structure with `inner` in place of each leaf."""
        return PyTreeDef(
            _compose(self.structure, inner.structure), self.num_leaves * inner.num_leaves
        )

    def node_data(self) -> tuple[type, Any] | None:
        """(type, its static data) of the root node; None for a leaf."""
        if self.structure is LEAF:
            return None
        kind, data, _ = self.structure
        return kind, list(data) if kind is dict else data

    def walk(
        self,
        on_node: Callable[[tuple[Any, ...], Any], Any],
        on_leaf: Callable[[Any], Any] | None,
        leaves: Iterable[Any],
    ) -> Any:
        """Fold the structure from its leaves up with `on_node(children, data)`."""
        return _walk(self.structure, on_node, on_leaf, iter(leaves))

    @property
    def num_nodes(self) -> int:
        """The number of nodes, leaves included."""
        return sum(1 for _ in every_node(self.structure))

    def __eq__(self, other: object) -> bool:
        if type(other) is not PyTreeDef:
            return NotImplemented
        try:
            return self.structure == other.structure
        except RecursionError:  # two of Python's levels for each of a tree's
            return _equal_by_nodes(self.structure, other.structure)
        except Exception as error:
            raise ValueError(
                "Exception raised while checking equality of metadata fields of "
                "pytree. Static fields must be hashable and compare to a bool: "
                "arrays belong into data fields. "
                f"{type(error).__name__}: {error}"
            ) from error

    def __hash__(self) -> int:
        try:
            return hash(self.structure)
        except TypeError:  # static data that do not hash still compare
            return _hash_of_shape(self.structure)

    def __repr__(self) -> str:
        return f"PyTreeDef({_spell(self.structure)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return PyTreeDef, (self.structure, self.num_leaves)


def _equal_by_nodes(structure: Structure, other: Structure) -> bool:
    """Whether two structures are equal, without recursion."""
    for a, b in zip(every_node(structure), every_node(other)):
        if (a is LEAF) != (b is LEAF):
            return False
        if a is not LEAF and (a[0] is not b[0] or len(a[2]) != len(b[2]) or a[1] != b[1]):
            return False
    return True


def _hash_of_shape(structure: Structure) -> int:
    """A hash of the types and the nesting alone."""
    shape = [LEAF if node is LEAF else (node[0], len(node[2])) for node in every_node(structure)]
    return hash(tuple(shape))


def _spell(structure: Structure) -> str:
    """A structure as text: `*` for a leaf."""
    if structure is LEAF:
        return "*"
    kind, data, parts = structure
    inner = []
    for part in parts:
        inner.append(_spell(part))
    if kind is type(None):
        return "None"
    if kind is list:
        return f"[{', '.join(inner)}]"
    if kind is tuple:
        return f"({', '.join(inner)}{',' if len(inner) == 1 else ''})"
    if kind is dict:
        return "{" + ", ".join(f"{key!r}: {part}" for key, part in zip(data, inner)) + "}"
    label = nodes[kind].label
    if not label.startswith("namedtuple["):
        label = f"{label}[{data}]"
    return f"CustomNode({label}, [{', '.join(inner)}])"


def _flatten_up_to(structure: Structure, tree: Any, found: list[Any]) -> None:
    if structure is LEAF:
        found.append(tree)
        return
    kind, data, parts = structure
    if type(tree) is not kind:
        raise ValueError(_wrong_type(kind, tree))
    for part, child in zip(parts, _children_like(kind, data, len(parts), tree)):
        if part is LEAF:
            found.append(child)
        else:
            _flatten_up_to(part, child, found)


def _children_like(kind: type, data: Any, count: int, tree: Any) -> Iterable[Any]:
    """The `count` children of a value, which must be of that type and have that static data."""
    if kind is dict and len(tree) == count:
        try:
            return [tree[key] for key in data]  # in the structure's order: nothing is sorted again
        except KeyError as error:
            raise ValueError(_wrong_contents(kind, data, None, count, count, tree)) from error
    children, own_data = tree, data
    if kind is not tuple and kind is not list:
        children, own_data = nodes[kind].children(tree)
    if len(children) != count or own_data is not data and own_data != data:
        raise ValueError(_wrong_contents(kind, data, own_data, count, len(children), tree))
    return children


def _wrong_type(kind: type, tree: Any) -> str:
    """The message about a value of another type than the structure has."""
    if kind in (list, tuple, dict):
        return f"Expected {kind.__name__}, got {tree!r}."
    if kind is type(None):
        return f"Expected None, got {tree!r}."
    if not nodes[kind].label.startswith("namedtuple["):
        return f"Custom node type mismatch: expected type: {kind}, value: {tree!r}."
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return f"Named tuple type mismatch: expected type: {kind}, tuple: {tree!r}."
    return f"Expected named tuple, got {tree!r}."


def _wrong_contents(
    kind: type, data: Any, own_data: Any, expected: int, got: int, tree: Any
) -> str:
    """The message about a value of the right type with other children or static data."""
    if kind is dict:
        return f"Dict key mismatch; expected keys: {list(data)}; dict: {tree!r}."
    if got != expected:
        name = kind.__name__.capitalize() if kind in (list, tuple) else "Custom node"
        return f"{name} arity mismatch: {got} != {expected}; {kind.__name__}: {tree!r}."
    return f"Mismatch custom node data: {data} != {own_data}; value: {tree!r}."


def _compose(outer: Structure, inner: Structure) -> Structure:
    if outer is LEAF:
        return inner
    kind, data, parts = outer
    composed = []
    for part in parts:
        composed.append(_compose(part, inner))
    return (kind, data, tuple(composed))


def _walk(
    structure: Structure, on_node: Callable[..., Any], on_leaf: Callable | None, leaves: Any
) -> Any:
    if structure is LEAF:
        leaf = next(leaves)
        return leaf if on_leaf is None else on_leaf(leaf)
    kind, data, parts = structure
    children = []
    for part in parts:
        children.append(_walk(part, on_node, on_leaf, leaves))
    return on_node(tuple(children), list(data) if kind is dict else data)


class _Spelling:
    """Writes the expression that builds a structure from a sequence `x` of leaves."""

    def __init__(self) -> None:
        self.leaves = 0
        self.constants: dict[str, Any] = {}

    def constant(self, value: Any) -> str:
        """A name for a key, a build function or static data: no user's text in the source."""
        name = f"c{len(self.constants)}"
        self.constants[name] = value
        return name

    def spell(self, structure: Structure) -> str:
        """The expression of one node."""
        if structure is LEAF:
            self.leaves += 1
            return f"x[{self.leaves - 1}]"
        kind, data, parts = structure
        inner = [self.spell(part) for part in parts]
        if kind is type(None):
            return "None"
        if kind is tuple:
            return f"({', '.join(inner)}{',' if len(inner) == 1 else ''})"
        if kind is dict:
            return "{" + ", ".join(f"{self.constant(k)}: {v}" for k, v in zip(data, inner)) + "}"
        items = f"[{', '.join(inner)}]"
        if kind is list:
            return items
        return f"{self.constant(nodes[kind].build)}({self.constant(data)}, {items})"


def _compile(structure: Structure) -> Builder | None:
    """A function from leaves to the tree, far faster than build(); None if nested too deep."""
    if is_deeper(structure, _MAXIMAL_COMPILED_DEPTH):
        return None
    spelling = _Spelling()
    expression = spelling.spell(structure)
    return eval(f"lambda x: {expression}", spelling.constants)  # our own names and numbers only


def _is_shareable(structure: Structure) -> bool:
    """Whether equal structures build the same tree: no static data that merely compare equal."""
    for node in every_node(structure):
        if node is LEAF:
            continue
        kind, data, _ = node
        if not (all(type(key) is str for key in data) if kind is dict else data is None):
            return False
    return True


def _shared_builder(structure: Structure) -> Builder | None:
    """The compiled builder of equal structures, once they have been built a few times."""
    try:
        known = _builders.get(structure, 0)
    except (TypeError, RecursionError):  # static data that do not hash, or too deep to compile
        return None
    if type(known) is not int:
        return known
    if len(_builders) > _MAXIMAL_BUILDERS:
        _builders.clear()
    known += 1
    if known < _USES_BEFORE_COMPILING:
        _builders[structure] = known
        return None
    _builders[structure] = builder = _compile(structure) if _is_shareable(structure) else None
    return builder
