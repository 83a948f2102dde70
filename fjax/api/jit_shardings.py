"""What `jit(in_shardings=, out_shardings=)` says of arguments and results."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from fjax import errors
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.device import META, Placement, home
from fjax.core.memo import memo
from fjax.core.mesh import in_force
from fjax.core.operand import Operand
from fjax.core.placing import as_result, placed, placement_of, with_layout
from fjax.core.sharding import (
    NamedSharding,
    PartitionSpec,
    Sharding,
    as_sharding,
    check_kind,
    is_sharding,
)
from fjax.higher_order.spreading import result_shardings
from fjax.interpreters.staging import Staged
from fjax.primitives.placing import constrained
from fjax.pytrees.treedef import PyTreeDef
from fjax.tree_util import flatten_axes, tree_flatten


class JitShardings:
    """The shardings of a jitted function's arguments and results, as prefixes of their trees.

    None, also within a prefix, leaves it open. Raises FjaxTypeError if it is not a sharding.
    """

    def __init__(self, arguments: Any, results: Any):
        self.arguments = tuple(arguments) if type(arguments) is list else arguments
        self.results = results
        for what, given in (("in_shardings", arguments), ("out_shardings", results)):
            for leaf in tree_flatten(given)[0]:
                check_kind(f"jit {what}", leaf)
                spec = leaf if isinstance(leaf, PartitionSpec) else getattr(leaf, "spec", ())
                if PartitionSpec.UNCONSTRAINED in spec:
                    raise errors.FjaxValueError(
                        f"jit {what}: Unconstrained dims are not allowed, got {leaf}; leave out "
                        "the sharding, or constrain values within the function"
                    )
        self._key = tuple(_hashable(tree) for tree in (self.arguments, self.results))
        self._hash = hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, JitShardings) and self._key == other._key

    def __hash__(self) -> int:
        return self._hash

    def split(
        self, name: str, tree: PyTreeDef, avals: Sequence[ShapedArray]
    ) -> tuple[ShapedArray, ...]:
        """The types of arguments, which show how these are split as is said of them here."""
        said = self.of_arguments(name, tree, avals)
        return tuple(
            a.update(sharding=s) if isinstance(s, NamedSharding) and a.layout is None else a
            for a, s in zip(avals, said, strict=True)
        )

    def of_arguments(
        self, name: str, tree: PyTreeDef, avals: Sequence[Any]
    ) -> list[Sharding | None]:
        """The sharding of each argument; FjaxValueError where one does not fit."""
        if self.arguments is None:
            return [None] * len(avals)
        return _of_arguments(self, name, tree, tuple([a.shape for a in avals]), in_force.value)

    def of_results(
        self, name: str, tree: PyTreeDef, avals: Sequence[ShapedArray]
    ) -> list[Sharding | None]:
        """The sharding of each result; FjaxValueError where one does not fit."""
        if self.results is None:
            return [None] * tree.num_leaves
        return _fitting(f"jit({name}) out_shardings", tree, self.results, [a.shape for a in avals])


def _hashable(tree: Any) -> tuple[Any, ...]:
    leaves, structure = tree_flatten(tree, is_leaf=lambda x: x is None)
    return (tuple(leaves), structure)


@memo()
def _of_arguments(
    shardings: JitShardings,
    name: str,
    tree: PyTreeDef,
    shapes: tuple[tuple[int, ...], ...],
    around: Any,
) -> list[Sharding | None]:
    """As `of_arguments`. around: the mesh in force, which PartitionSpecs are of."""
    what = f"jit({name}) in_shardings"
    positional, keywords = tree.children()
    if keywords.num_leaves:
        raise errors.FjaxValueError(
            f"{what}: a function with in_shardings takes no keyword arguments; pass them by "
            "position"
        )
    return _fitting(what, positional, shardings.arguments, shapes)


def _fitting(
    what: str, tree: PyTreeDef, prefix: Any, shapes: Sequence[tuple[int, ...]]
) -> list[Sharding | None]:
    given = [prefix] * tree.num_leaves if is_sharding(prefix) else flatten_axes(what, tree, prefix)
    return [
        None if s is None else as_sharding(what, s, shape)
        for s, shape in zip(given, shapes, strict=False)
    ]


def known_shardings(leaves: Sequence[Any], said: Sequence[Any]) -> list[Sharding | None]:
    """The sharding of each argument: what in_shardings say, or the argument was put there with."""
    own = [
        getattr(x, "sharding", None)
        if getattr(x, "committed", not isinstance(x, Operand))
        else None
        for x in leaves
    ]
    return [s or (o if isinstance(o, Sharding) else None) for s, o in zip(said, own, strict=True)]


def outputs_shardings(
    staged: Staged, said: Sequence[Sharding | None], given: Sequence[Any]
) -> list[Sharding | None]:
    """The sharding of each output: what out_shardings say, else what follows from the operands'.

    Else, where the program is of a mesh's devices, or one is set, outputs are whole on each of
    them. None where nothing is said. given: the shardings of the arguments.
    """
    constants = [c.sharding if type(c) is Array else None for c in staged.constants]
    given = [*constants, *[None] * len(staged.references), *given]
    around = home.value.sharding if home.value is not None else None
    whole = [s.replicated() for s in (*given, *said, around) if isinstance(s, NamedSharding)]
    found: list[Sharding | None] = []
    avals = staged.jaxpr.out_avals
    for s, aval in zip(result_shardings(staged.jaxpr, given), avals, strict=True):
        shown = with_layout(s, aval, given) or (whole[0] if whole else None)
        found.append(None if shown is None else as_result(shown, aval.ndim))
    return [a or b for a, b in zip(said, found, strict=False)]


def placements(shardings: Sequence[Sharding | None]) -> tuple[Placement | None, ...] | None:
    """Where the results go; None if nothing is said of any."""
    found = tuple(None if s is None else placement_of(s) for s in shardings)
    return found if any(found) else None


def arrived(name: str, values: Sequence[Any], shardings: Sequence[Sharding | None]) -> list[Any]:
    """The arguments where in_shardings say; DeviceError if one is committed to another device."""
    places: dict[int, Placement | None] = {}  # asked once of those that are the same object
    found = []
    for value, sharding in zip(values, shardings, strict=True):
        if sharding is not None and _has_place(value):
            if id(sharding) not in places:
                places[id(sharding)] = placement_of(sharding)
            wanted = places[id(sharding)]
            value = value if wanted is None else _moved(name, value, sharding, wanted)
        found.append(value)
    return found


def within(what: str, shardings: Sequence[Sharding | None], values: Sequence[Any]) -> list[Any]:
    """Values of a program around, split as jit says of its arguments or its results.

    Along explicit axes types say that, of what is around.
    """
    return [
        constrained(what, v, s, None)
        if isinstance(s, NamedSharding) and s.mesh.are_all_axes_auto
        else v
        for v, s in itertools.zip_longest(values, shardings[: len(values)])
    ]


def delete_given(values: Sequence[Any], moved: Sequence[Any]) -> None:
    """Delete the arguments whose moved copies are deleted: they were donated."""
    for value, there in zip(values, moved, strict=True):
        if type(value) is Array and value is not there and there.is_deleted():
            value.delete()


def _has_place(value: Any) -> bool:
    """Whether a value is an array with elements, which are somewhere."""
    return type(value) is Array and value.device is not META


def _moved(name: str, value: Array, sharding: Sharding, wanted: Placement) -> Array:
    where = value.placement
    if where is None or not where.committed:
        if wanted.spans:
            moved = placed(value, sharding)
            return moved.alias(value.aval, moved.placement)
        return value.alias(value.aval, wanted)
    if where.devices != sharding.ordered_devices:
        raise errors.DeviceError(
            f"jit({name}) in_shardings: arguments are committed to different devices. Received "
            f"incompatible devices for jitted computation: {value.aval} is committed to "
            f"{', '.join(map(str, where.devices))}, and is to be on "
            f"{', '.join(map(str, sharding.ordered_devices))}; move it with fjax.device_put"
        )
    if not value.sharding.is_equivalent_to(sharding, value.aval.ndim):
        raise errors.FjaxValueError(
            f"jit({name}): Sharding passed to jit does not match the sharding on the respective "
            f"arg. Got sharding: {sharding},\nArray sharding: {value.sharding} for an argument "
            f"{value.aval}; give it that sharding with fjax.device_put, or leave out in_shardings"
        )
    return value
