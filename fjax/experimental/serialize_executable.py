"""Compiled functions as bytes: the program, whose kernels are on disk or are compiled again."""

from __future__ import annotations

from typing import Any

from fjax import errors
from fjax.api.jit import jit
from fjax.api.stages import Compiled
from fjax.export.exported import compiled_as_exported, deserialize
from fjax.tree_util import tree_flatten, tree_unflatten


def serialize(compiled: Compiled) -> tuple[bytes, Any, Any]:
    """(bytes, structure of the arguments, structure of the results) of a compiled function.

    compiled: from `fjax.jit(f).lower(*args).compile()`. The bytes hold the program as
    `fjax.export` has it. Raises FjaxTypeError for anything else, FjaxValueError if the program
    calls functions of this process.

    >>> compiled = fjax.jit(lambda x: 2 * x).lower(jnp.ones(2)).compile()
    >>> deserialize_and_load(*serialize(compiled))(jnp.ones(2))
    Array([2., 2.], dtype=float64)
    """
    if not isinstance(compiled, Compiled):
        raise errors.FjaxTypeError(
            f"serialize takes what fjax.jit(f).lower(...).compile() gives, got {compiled!r}"
        )
    data = compiled_as_exported(compiled).serialize()
    return bytes(data), compiled.in_tree, compiled.out_tree


def deserialize_and_load(
    serialized: bytes,
    in_tree: Any,
    out_tree: Any,
    backend: Any = None,
    execution_devices: Any = None,
) -> Compiled:
    """The compiled function of such bytes, compiled here unless its kernels are on disk.

    backend, execution_devices: accepted; it runs where its arguments are. Raises FjaxValueError
    for other bytes, or structures of another number of leaves.

    >>> compiled = fjax.jit(jnp.sin).lower(jnp.ones(2)).compile()
    >>> deserialize_and_load(*serialize(compiled)).in_tree == compiled.in_tree
    True
    """
    del backend, execution_devices
    exported = deserialize(serialized)
    counts = (in_tree.num_leaves, out_tree.num_leaves)
    if counts != (len(exported.in_avals), len(exported.out_avals)):
        raise errors.FjaxValueError(
            f"the program takes {len(exported.in_avals)} arrays and gives "
            f"{len(exported.out_avals)}; the structures have {counts[0]} and {counts[1]}"
        )

    def function(*args: Any, **kwargs: Any) -> Any:
        return tree_unflatten(out_tree, exported.call(*tree_flatten((args, kwargs))[0]))

    function.__name__ = exported.fun_name
    args, kwargs = tree_unflatten(in_tree, exported.in_avals)
    return jit(function).lower(*args, **kwargs).compile()


__all__ = ["deserialize_and_load", "serialize"]
