"""Pytrees under the names of jax.tree_util: flatten, map, key paths, registration of classes."""
from fjax.pytrees.operations import (
    KeyEntry,
    KeyPath,
    all_leaves,
    default_registry,
    flatten_one_level,
    flatten_one_level_with_keys,
    keystr,
    leaf_names,
    tree_all,
    tree_flatten,
    tree_flatten_with_path,
    tree_leaves,
    tree_leaves_with_path,
    tree_map,
    tree_map_with_path,
    tree_reduce,
    tree_reduce_associative,
    tree_structure,
    tree_transpose,
    tree_unflatten,
    treedef_children,
    treedef_is_leaf,
    treedef_tuple,
)
from fjax.pytrees.prefix import (
    broadcast_flattened_prefix_with_treedef,
    broadcast_prefix,
    equality_errors,
    flatten_axes,
    prefix_errors,
    structure_differences,
    tree_broadcast,
)
from fjax.pytrees.registration import (
    Partial,
    register_dataclass,
    register_pytree_node,
    register_pytree_node_class,
    register_pytree_with_keys,
    register_pytree_with_keys_class,
    register_static,
)
from fjax.pytrees.registry import (
    DictKey,
    FlattenedIndexKey,
    GetAttrKey,
    SequenceKey,
    is_tree_node,
)
from fjax.pytrees.treedef import PyTreeDef

__all__ = [
    "DictKey", "FlattenedIndexKey", "GetAttrKey", "KeyEntry", "KeyPath", "Partial", "PyTreeDef",
    "SequenceKey", "all_leaves", "broadcast_flattened_prefix_with_treedef", "broadcast_prefix",
    "default_registry", "equality_errors", "flatten_axes", "flatten_one_level",
    "flatten_one_level_with_keys",
    "is_tree_node", "keystr", "leaf_names", "prefix_errors", "register_dataclass",
    "register_pytree_node", "register_pytree_node_class", "register_pytree_with_keys",
    "register_pytree_with_keys_class", "register_static", "structure_differences", "tree_all",
    "tree_broadcast", "tree_flatten", "tree_flatten_with_path", "tree_leaves",
    "tree_leaves_with_path", "tree_map", "tree_map_with_path", "tree_reduce",
    "tree_reduce_associative", "tree_structure", "tree_transpose", "tree_unflatten",
    "treedef_children", "treedef_is_leaf", "treedef_tuple",
]
