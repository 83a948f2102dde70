"""Exchange among the processes of a job, under the names of programs for many: here it is one.

>>> process_allgather(jnp.arange(3))
array([[0, 1, 2]])
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax.api.devices import device_put
from fjax.core.mesh import Mesh
from fjax.core.sharding import NamedSharding, PartitionSpec
from fjax.pytrees.prefix import broadcast_prefix
from fjax.tree_util import tree_flatten, tree_map, tree_unflatten

__all__ = [
    "assert_equal",
    "broadcast_one_to_all",
    "global_array_to_host_local_array",
    "host_local_array_to_global_array",
    "process_allgather",
    "reached_preemption_sync_point",
    "sync_global_devices",
]


def process_allgather(in_tree: Any, tiled: bool = False) -> Any:
    """Every process's value of each leaf, as NumPy arrays stacked along a new first axis.

    tiled: joined along their first axis instead.

    >>> process_allgather(jnp.arange(3), tiled=True)
    array([0, 1, 2])
    """
    return tree_map(lambda x: np.asarray(x) if tiled else np.asarray(x)[None], in_tree)


def broadcast_one_to_all(in_tree: Any, is_source: bool | None = None) -> Any:
    """The values of the process that is_source (by default the first), as NumPy arrays.

    >>> broadcast_one_to_all({"seed": 3})
    {'seed': array(3)}
    """
    return tree_map(np.asarray, in_tree)


def sync_global_devices(name: str) -> None:
    """Wait until every process has come here.

    >>> sync_global_devices("saved")
    """


def assert_equal(in_tree: Any, fail_message: str = "") -> None:
    """Raise AssertionError unless all processes have the same values: one always has.

    >>> assert_equal(jnp.arange(3))
    """


def host_local_array_to_global_array(
    local_inputs: Any, global_mesh: Mesh, pspecs: PartitionSpec | Any
) -> Any:
    """Arrays over a mesh, of which each process gives its part: here all of it.

    pspecs: how each leaf is split, a PartitionSpec or a prefix of the tree.

    >>> mesh = fjax.make_mesh((1,), ("x",))
    >>> host_local_array_to_global_array(np.arange(2.0), mesh, fjax.P("x")).sharding.spec
    P('x')
    """
    leaves, tree = tree_flatten(local_inputs)
    specs = broadcast_prefix(pspecs, local_inputs, is_leaf=lambda x: isinstance(x, PartitionSpec))
    placed = [
        device_put(x, NamedSharding(global_mesh, s)) for x, s in zip(leaves, specs, strict=True)
    ]
    return tree_unflatten(tree, placed)


def global_array_to_host_local_array(
    global_inputs: Any, global_mesh: Mesh, pspecs: PartitionSpec | Any
) -> Any:
    """The part of arrays over a mesh that this process holds: here all of it.

    >>> mesh = fjax.make_mesh((1,), ("x",))
    >>> global_array_to_host_local_array(jnp.arange(2.0), mesh, fjax.P("x"))
    Array([0., 1.], dtype=float64)
    """
    return global_inputs


def reached_preemption_sync_point(step_id: int) -> bool:
    """Whether the processes agreed to save at this step before they are taken away: never.

    >>> reached_preemption_sync_point(100)
    False
    """
    return False
