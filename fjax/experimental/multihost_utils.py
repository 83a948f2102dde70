"""Exchange among the processes of a job (`fjax.distributed`), outside of programs.

Every process calls these alike. A process that has joined none is alone.

>>> process_allgather(jnp.arange(3))
array([[0, 1, 2]])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.api.devices import device_put
from fjax.api.parts import make_array_from_process_local_data
from fjax.core import dtypes, processes
from fjax.core.array import Array
from fjax.core.memory import memory_of
from fjax.core.mesh import Mesh
from fjax.core.placing import placed
from fjax.core.sharding import NamedSharding, PartitionSpec
from fjax.core.tracing import as_array
from fjax.core.watch import listed
from fjax.errors import FjaxTypeError, ProcessError, place
from fjax.pytrees.prefix import broadcast_prefix
from fjax.tree_util import tree_flatten, tree_leaves, tree_map, tree_unflatten

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

    tiled: joined along their first axis instead. An array whose parts several processes hold is
    not stacked: the result is all of it, and `tiled` must be set.

    >>> process_allgather(jnp.arange(3), tiled=True)
    array([0, 1, 2])
    """

    def gathered(x: Any) -> np.ndarray:
        if type(x) is Array and not x.is_fully_addressable:
            if not tiled:
                raise FjaxTypeError(
                    f"process_allgather: several processes hold parts of {x.aval}; pass tiled=True "
                    "for the whole array"
                )
            return np.asarray(placed(x, _replicated(x.sharding)))
        value = _host(x)
        if processes.count() > 1:
            _check_types("process_allgather", [value])
            rows = processes.job().everybody.gathered(value, "process_allgather")
        else:
            rows = value[None]
        return np.concatenate(list(rows)) if tiled and value.ndim else rows

    return tree_map(gathered, in_tree)


def _replicated(sharding: Any) -> NamedSharding:
    """The sharding of arrays that each device of the same mesh holds whole."""
    found: NamedSharding = sharding.replicated()
    return found


def _host(x: Any) -> np.ndarray:
    return np.ascontiguousarray(as_array(x).host())


def _check_types(what: str, values: Sequence[np.ndarray]) -> None:
    """Raise unless all processes call the same function with values of the same types."""
    types = ", ".join(f"{x.dtype}{list(x.shape)}" for x in values)
    group, mine = processes.job().everybody, f"{what} of {types}"
    if group.differing(mine.encode(), what):
        texts = group.texts(mine, what)
        alike = len({text.split(" of ")[0] for text in texts}) == 1
        wrong = "arrays are of different types" if alike else "calls differ"
        seen = "; ".join(f"process {r}: {t}" for r, t in enumerate(texts))
        raise ProcessError(f"{what}: the processes' {wrong}: {seen}")


def broadcast_one_to_all(in_tree: Any, is_source: bool | None = None) -> Any:
    """The values of the process that is_source (by default the first), as NumPy arrays.

    The others give values of the same shapes and dtypes.

    >>> broadcast_one_to_all({"seed": 3})
    {'seed': array(3)}
    """
    if processes.count() == 1:
        return tree_map(np.asarray, in_tree)
    group = processes.job().everybody
    leaves, tree = tree_flatten(in_tree)
    values = [_host(x) for x in leaves]
    _check_types("broadcast_one_to_all", values)
    own = processes.index() == 0 if is_source is None else bool(is_source)
    flags = group.gathered(np.array([own]), "broadcast_one_to_all").ravel()
    if flags.sum() != 1:
        raise ProcessError(
            f"broadcast_one_to_all: one process must be the source, and {int(flags.sum())} are"
        )
    source = int(np.argmax(flags))
    return tree_unflatten(tree, [group.spread(x, source, "broadcast_one_to_all") for x in values])


def sync_global_devices(name: str) -> None:
    """Wait until every process has come here.

    Raises ProcessError if they give different names, or have run programs in different orders.

    >>> sync_global_devices("saved")
    """
    if processes.count() == 1:
        return
    job = processes.job()
    if job.everybody.differing(f"{job.history}\n{name}".encode(), "sync_global_devices"):
        names = job.everybody.texts(name, "sync_global_devices")
        if len(set(names)) == 1:
            job.check_history(f"sync_global_devices({name!r})")
        raise ProcessError(f"sync_global_devices: the processes are at different places, {names}")


def assert_equal(in_tree: Any, fail_message: str = "") -> None:
    """Raise AssertionError unless all processes have the same values.

    >>> assert_equal(jnp.arange(3))
    """
    if processes.count() == 1:
        return
    group = processes.job().everybody
    leaves = [_host(x) for x in tree_leaves(in_tree)]
    data = b"".join(f"{x.dtype}{x.shape}".encode() + x.tobytes() for x in leaves)
    differing = group.differing(data, "assert_equal")
    if differing:
        raise AssertionError(
            f"{fail_message or 'the values differ among the processes'}: those of "
            f"{listed(differing)} differ from those of process {group.ranks[0]}\n  at {place()}"
        )


def host_local_array_to_global_array(
    local_inputs: Any, global_mesh: Mesh, pspecs: PartitionSpec | Any
) -> Any:
    """Arrays over a mesh; each process gives its part of them, a single process all of it.

    pspecs: how each leaf is split, a PartitionSpec or a prefix of the tree.

    >>> mesh = fjax.make_mesh((1,), ("x",))
    >>> host_local_array_to_global_array(np.arange(2.0), mesh, fjax.P("x")).sharding.spec
    P('x')
    """
    leaves, tree = tree_flatten(local_inputs)
    specs = broadcast_prefix(pspecs, local_inputs, is_leaf=lambda x: isinstance(x, PartitionSpec))
    found = []
    for x, spec in zip(leaves, specs, strict=True):
        sharding = NamedSharding(global_mesh, spec)
        if sharding.is_fully_addressable:
            found.append(device_put(x, sharding))
        elif type(x) is Array and not x.is_fully_addressable:
            found.append(x)
        else:
            found.append(make_array_from_process_local_data(sharding, x))
    return tree_unflatten(tree, found)


def global_array_to_host_local_array(
    global_inputs: Any, global_mesh: Mesh, pspecs: PartitionSpec | Any
) -> Any:
    """The part of arrays over a mesh that this process holds: alone, all of it.

    >>> mesh = fjax.make_mesh((1,), ("x",))
    >>> global_array_to_host_local_array(jnp.arange(2.0), mesh, fjax.P("x"))
    Array([0., 1.], dtype=float64)
    """
    if not global_mesh.is_multi_process:
        return global_inputs
    leaves, tree = tree_flatten(global_inputs)
    specs = broadcast_prefix(pspecs, global_inputs, is_leaf=lambda x: isinstance(x, PartitionSpec))
    found = []
    for x, spec in zip(leaves, specs, strict=True):
        array = placed(as_array(x), NamedSharding(global_mesh, spec))
        data = memory_of(array.device).to_host(array.block())
        if dtypes.is_key(array.aval.dtype):
            raise FjaxTypeError("global_array_to_host_local_array takes no keys")
        local = NamedSharding(global_mesh.local_mesh, spec)
        found.append(device_put(data.copy(), local))
    return tree_unflatten(tree, found)


def reached_preemption_sync_point(step_id: int) -> bool:
    """Whether the processes agreed to save at this step before they are taken away: never.

    >>> reached_preemption_sync_point(100)
    False
    """
    return False
