"""Where values are to live: sharding_constraint, and the check behind `out_sharding`."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from fjax import errors
from fjax.core.array import lacks_data
from fjax.core.avals import ShapedArray
from fjax.core.device import Device, devices
from fjax.core.evaluate import alone, run_across, spans
from fjax.core.mesh import AxisType, in_force
from fjax.core.operand import Operand
from fjax.core.placing import as_result, concrete_sharding, placed, placement_of
from fjax.core.primitive import BatchAxis, primitive
from fjax.core.sharding import (
    NamedSharding,
    PartitionSpec,
    Sharding,
    SingleDeviceSharding,
    as_sharding,
)
from fjax.core.tracing import Tracer, as_array, aval_of
from fjax.primitives.structure import Identity
from fjax.pytrees.operations import tree_map


@primitive
class ShardingConstraint(Identity):
    """The operand, which lives where the sharding says; compiled, nothing is left of it."""

    sharding: NamedSharding
    shown: bool = True  # whether types show it
    only_explicit: bool = False  # whether it says nothing of Auto axes

    def layouts(self, avals, results):
        return (results[0].update(sharding=self.sharding).layout,)

    @property
    def meshes(self):
        return (self.sharding.mesh,)

    def run(self, x: Any):
        program = alone(self, (aval_of(x),))
        (target,) = self.spread([as_array(x).sharding], ())
        if spans(program, (x,)):
            (out,) = run_across(program, (x,))
            if self.only_explicit or PartitionSpec.UNCONSTRAINED in self.sharding.spec:
                return (out,)  # it says which way that went
            return (out.alias(out.aval, placement_of(target)),)
        (out,) = super().run(x)
        where = as_result(target, out.ndim)
        return (out if lacks_data(out) else out.alias(out.aval, placement_of(where)),)

    def transpose(self, cotangents, x):
        return (self(cotangents[0]),)

    def batch(self, axis: BatchAxis, args, dims):
        spec, dim = self.sharding.spec, dims[0]
        free = (axis.split or spec.UNCONSTRAINED,)
        entries = (*spec, *(None,) * max(0, dim - len(spec)))
        moved = self.sharding.update(spec=(*entries[:dim], *free, *entries[dim:]))
        return (self.replace(sharding=moved)(args[0]),), (dim,)

    def constraint(self) -> NamedSharding:
        return self.sharding

    def spread(self, shardings, avals):
        found = with_free_axes(concrete_sharding(self.sharding, shardings), shardings[0])
        return (with_auto_axes(found, shardings[0]) if self.only_explicit else found,)

    def simplify(self, x):
        return x


def with_free_axes(sharding: NamedSharding, given: Any) -> NamedSharding:
    """The sharding, whose axes that are left free are split as those of the given one.

    >>> mesh = fjax.make_mesh((1, 1), ("x", "y"))
    >>> free = NamedSharding(mesh, fjax.P(fjax.P.UNCONSTRAINED, "y"))
    >>> with_free_axes(free, NamedSharding(mesh, fjax.P(("x", "y")))).spec
    P('x', 'y')
    """
    free = [part is PartitionSpec.UNCONSTRAINED for part in sharding.spec]
    if not any(free):
        return sharding
    same = isinstance(given, NamedSharding) and given.mesh.shape_tuple == sharding.mesh.shape_tuple
    others = given.spec.by_axis(len(free)) if same else ((),) * len(free)
    taken = set(sharding.spec.every_name())
    entries = [
        tuple(n for n in names if n not in taken) if is_free else part
        for part, is_free, names in zip(sharding.spec, free, others, strict=False)
    ]
    return sharding.update(spec=sharding.spec.update(entries))


def with_auto_axes(sharding: NamedSharding, given: Any) -> NamedSharding:
    """The sharding, and along Auto axes of its mesh, if it names none, as the given one."""
    if not isinstance(given, NamedSharding) or given.mesh.shape_tuple != sharding.mesh.shape_tuple:
        return sharding
    n = max(len(sharding.spec), len(given.spec))
    free = set(sharding.mesh.auto_axes)
    if free & set(sharding.spec.every_name()):
        return sharding
    rows = zip(sharding.spec.by_axis(n), given.spec.by_axis(n), strict=True)
    kept = [(*own, *[name for name in others if name in free]) for own, others in rows]
    return sharding.update(spec=sharding.spec.update(kept))


@primitive
class Relaxed(Identity):
    """The operand, whose type no longer says how it is split along these axes of a mesh.

    It stays split as it is: from here on that is found out instead of being written into types.
    """

    axes: tuple[Any, ...]
    makes_auto: bool = False  # whether the axes are Auto from here on, in types of all values

    def layouts(self, avals, results):
        (layout,) = [a.layout for a in avals]
        if self.makes_auto:
            layout = layout.update(mesh=_with_auto(layout.mesh, self.axes))
        rest = [
            tuple(n for n in e if n not in self.axes) for e in layout.spec.by_axis(avals[0].ndim)
        ]
        spec = layout.spec
        waiting = {"unreduced": spec.unreduced, "reduced": spec.reduced - set(self.axes)}
        return (layout.update(spec=PartitionSpec(*rest, **waiting)),)

    def spread(self, shardings, avals):
        (given,) = shardings
        if not isinstance(given, NamedSharding):
            return (given,)
        return (given.update(mesh=_with_auto(given.mesh, self.axes)),)

    def run(self, x):
        value = as_array(x)
        if value.placement is None or lacks_data(value):
            return super().run(value)
        (found,) = self.spread((value.sharding,), (value.aval,))
        return (value.alias(value.aval, placement_of(found)),)

    def simplify(self, x):
        return x


def _with_auto(mesh: Any, axes: Collection[Any]) -> Any:
    """The mesh, with these of its axes of type Auto."""
    pairs = zip(mesh.axis_names, mesh.axis_types, strict=True)
    return mesh.update(axis_types=[AxisType.Auto if n in axes else t for n, t in pairs])


def among_auto(value: Any, axes: Sequence[Any]) -> Any:
    """The value, among others of a mesh whose axes are Auto; itself if it is not an array."""
    return Relaxed(tuple(axes), True)(value) if isinstance(value, Operand) and axes else value


def relaxed(value: Any) -> Any:
    """The value, whose type says nothing of how it is split.

    Itself if its type says nothing before, and anything that is not an array.
    """
    layout = value.aval.layout if isinstance(value, Operand) else None
    spec = PartitionSpec() if layout is None else layout.spec
    names = (*spec.names(), *sorted(spec.reduced, key=str))
    return Relaxed(names)(value) if names else value


def split_as(value: Any, aval: ShapedArray, mesh: Any = None) -> Any:
    """The value, split along explicit axes as values of this type are.

    mesh: the mesh of a value whose placement is not known.
    """
    found = aval_of(value).layout
    if found == aval.layout and (found is not None or mesh is None):
        return value
    if aval.layout is not None:
        return ShardingConstraint(aval.layout, only_explicit=True)(value)
    where = mesh if found is None else found.mesh
    return ShardingConstraint(NamedSharding(where, PartitionSpec()), only_explicit=True)(value)


def mesh_of(values: Iterable[Any]) -> Any:
    """The mesh whose explicit axes the types of some of these values show."""
    layouts = [aval_of(x).layout for x in values if isinstance(x, Operand)]
    return next((s.mesh for s in layouts if s is not None), None)


def constrained(
    what: str, value: Any, sharding: Any, about: AxisType | None = AxisType.Explicit
) -> Any:
    """`value`, an operand that must live where `sharding` says, which None leaves open.

    what: the function that asks, for messages. about: the axes that the sharding speaks of, if it
    names no other ones (None: all axes): along others the value stays split as it is. Raises as
    `as_sharding` does, and DeviceError (a ValueError) if the value is on another device, or traced
    while there are several.
    """
    if sharding is None:
        return value
    traced = isinstance(value, Tracer)
    found = _as_in_force(as_sharding(what, sharding, value.aval.shape, uneven=traced))
    explicit = about is AxisType.Explicit
    if about is AxisType.Auto:
        found = _beside_explicit(found, value.aval)
    if traced:
        return _traced(what, value, found, explicit)
    if isinstance(found, NamedSharding):
        found = concrete_sharding(found, [value.sharding])
        found = with_auto_axes(found, value.sharding) if explicit else found
    if found.device is None:
        return value
    if value.committed and value.placement.devices != found.ordered_devices:
        raise errors.DeviceError(
            f"{what}: {value.aval} is on {_names(value.placement.devices)}, and is to be on "
            f"{_names(found.ordered_devices)}. Received incompatible devices for jitted "
            "computation; move it with fjax.device_put"
        )
    if value.device.platform != found.device.platform or (
        found.num_devices == 1 and value.device is not found.device
    ):
        raise errors.DeviceError(
            f"{what}: {value.aval} is on {value.device}, and is to be on {found.device}; move it "
            "with fjax.device_put"
        )
    if isinstance(found, SingleDeviceSharding):
        return value
    return placed(value, as_result(found, value.aval.ndim))


def _beside_explicit(sharding: Sharding, aval: ShapedArray) -> Sharding:
    """A sharding along Auto axes alone, and along explicit ones as the type shows."""
    layout = aval.layout
    if layout is None or not isinstance(sharding, NamedSharding):
        return sharding
    spec, free = sharding.spec, sharding.mesh.auto_axes
    if not free or any(n not in free for n in spec.every_name()):
        return sharding
    shown = layout.spec.by_axis(aval.ndim)
    own = [*spec, *[None] * (aval.ndim - len(spec))]
    rows = zip(shown, own, spec.by_axis(aval.ndim), strict=True)
    return sharding.update(spec=layout.spec.update([(*s, *n) if s else o for s, o, n in rows]))


def _as_in_force(sharding: Sharding) -> Sharding:
    """The sharding, of a mesh whose axes are Auto where those of the mesh in force are.

    Raises ValueError for one along axes that a `shard_map` around is over.
    """
    around = in_force.value
    if not isinstance(sharding, NamedSharding) or around.shape_tuple != sharding.mesh.shape_tuple:
        return sharding
    manual = [n for n in sharding.spec.names() if n in around.manual_axes]
    if manual:
        raise errors.FjaxValueError(
            f"Sharding spec {sharding.spec} contains a manual axes {manual} of mesh {around}: "
            "within a shard_map over them each member has its own part already; leave them out"
        )
    auto = AxisType.Auto
    pairs = zip(around.axis_types, sharding.mesh.axis_types, strict=True)
    types = tuple(auto if t is auto else own for t, own in pairs)
    if types == sharding.mesh.axis_types:
        return sharding
    return sharding.update(mesh=sharding.mesh.update(axis_types=types))


def _names(group: Sequence[Device]) -> str:
    return ", ".join(map(str, group))


def _traced(what: str, value: Tracer, sharding: Sharding, only_explicit: bool) -> Any:
    device = sharding.device
    if isinstance(sharding, NamedSharding):
        constraint = ShardingConstraint(sharding, only_explicit=only_explicit)
        return value if sharding.mesh.empty else constraint(value)
    if device is not None and len(devices(device.platform)) > 1:
        raise errors.DeviceError(
            f"{what}: {value.aval} is traced, and will be on the device of the arguments, "
            f"which is not known yet; put them on {device} with fjax.device_put"
        )
    return value


def placeable(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with one keyword more, `out_sharding`: where its result is to live.

    With it, how the operands are split along explicit axes says nothing of the result.
    """

    @functools.wraps(function)
    def where_wanted(*args: Any, out_sharding: Any = None, **kwargs: Any) -> Any:
        if out_sharding is not None:
            args, kwargs = tree_map(relaxed, (args, kwargs))
        return constrained(function.__name__, function(*args, **kwargs), out_sharding)

    signature = inspect.signature(function)
    wanted = inspect.Parameter("out_sharding", inspect.Parameter.KEYWORD_ONLY, default=None)
    parameters = [*signature.parameters.values(), wanted]
    where_wanted.__dict__["__signature__"] = signature.replace(parameters=parameters)
    return where_wanted
