"""Pytrees under the short names of jax.tree: `fjax.tree.map`, `fjax.tree.leaves`, ..."""

from fjax.pytrees import operations, prefix
from fjax.pytrees.registration import static

all = operations.tree_all
broadcast = prefix.tree_broadcast
flatten = operations.tree_flatten
flatten_with_path = operations.tree_flatten_with_path
leaves = operations.tree_leaves
leaves_with_path = operations.tree_leaves_with_path
map = operations.tree_map
map_with_path = operations.tree_map_with_path
reduce = operations.tree_reduce
reduce_associative = operations.tree_reduce_associative
structure = operations.tree_structure
transpose = operations.tree_transpose
unflatten = operations.tree_unflatten

__all__ = [
    "all",
    "broadcast",
    "flatten",
    "flatten_with_path",
    "leaves",
    "leaves_with_path",
    "map",
    "map_with_path",
    "reduce",
    "reduce_associative",
    "static",
    "structure",
    "transpose",
    "unflatten",
]
