"""pmap, shard_map and smap on one device: programs whose named axes have size 1."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.api.flatten import FlatFunction, as_operand, check_argument, named, resolve_argnums
from fjax.api.jit import JitFunction
from fjax.api.jit_shardings import JitShardings
from fjax.core.device import Device, devices
from fjax.core.mesh import AbstractMesh, AxisType, Mesh, check_one_device, in_force
from fjax.core.primitive import BatchAxis
from fjax.core.sharding import NamedSharding, PartitionSpec, SingleDeviceSharding
from fjax.core.tracing import aval_of
from fjax.errors import api_boundary
from fjax.interpreters.vmap import vmap_flat
from fjax.primitives.structure import Reshape, broadcast_batch
from fjax.tree_util import flatten_axes, tree_flatten, tree_leaves, tree_unflatten


def within_axes(names: Sequence[Any], function: Callable[..., Any], args: Sequence[Any]) -> list:
    """The outputs of a flat function of whole values, with these axes of size 1 around it.

    It is vmap of values none of which has the axis: collectives find their axis, and nothing else
    sees it.
    """
    if not names:
        return list(function(*args))

    def inside(*values: Any) -> list:
        return within_axes(names[1:], function, values)

    outs, dims = vmap_flat(inside, BatchAxis(names[0], 1), args, [None] * len(args))
    return [x if d is None else _without(as_operand(x), d) for x, d in zip(outs, dims, strict=True)]


def _without(x: Any, dim: int) -> Any:
    """The value without an axis of size 1."""
    shape = x.aval.shape
    return Reshape(shape[:dim] + shape[dim + 1 :])(x)


# ---- pmap


@dataclasses.dataclass(frozen=True)
class _Pmap:
    """Makes the function that pmap compiles, of the arguments that are not static."""

    axis_name: Any
    in_axes: Any
    out_axes: Any

    def __call__(self, fun: Callable[..., Any]) -> Callable[..., Any]:
        def mapped(*args: Any, **kwargs: Any) -> Any:
            if isinstance(self.in_axes, tuple) and len(self.in_axes) != len(args):
                raise errors.FjaxValueError(
                    f"pmap in_axes has {len(self.in_axes)} entries for {len(args)} positional "
                    "arguments; give one for each argument that is mapped or passed whole"
                )
            leaves, tree = tree_flatten((args, kwargs))
            axes = flatten_axes("pmap in_axes", tree, (self.in_axes, 0), kws=True)
            if all(a is None for a in axes):
                raise errors.FjaxValueError(
                    "pmap requires at least one argument with a mapped axis; without one call "
                    "fjax.jit"
                )
            flat = FlatFunction(fun, tree)
            flat.what = "pmap"
            names = () if self.axis_name is None else (self.axis_name,)
            pairs = zip(leaves, axes, strict=True)
            values = [x if a is None else _squeezed(x, a) for x, a in pairs]
            outs = within_axes(names, flat, values)
            wanted = flatten_axes("pmap out_axes", flat.out_tree, self.out_axes)
            return tree_unflatten(
                flat.out_tree, [_expanded(x, a) for x, a in zip(outs, wanted, strict=True)]
            )

        mapped.__name__ = getattr(fun, "__name__", type(fun).__name__)
        return mapped


def _squeezed(leaf: Any, axis: int) -> Any:
    """The one part of an argument along its mapped axis."""
    check_argument(leaf, "pmap")
    x = as_operand(leaf)
    shape = x.aval.shape
    if not -len(shape) <= axis < len(shape):
        raise errors.FjaxValueError(
            f"pmap in_axes: axis {axis} is out of range for an argument {x.aval}, which has "
            f"{len(shape)} axes"
        )
    dim = axis % len(shape)
    if shape[dim] != 1:
        raise errors.ShapeError(
            "pmap maps over the devices, and fjax has one device: cannot select an axis to squeeze "
            f"out which has size not equal to one, got shape={shape} and dimensions=({dim},); "
            "fjax.vmap(f, axis_name=...) maps over an axis of any size"
        )
    return _without(x, dim)


def _expanded(value: Any, axis: int | None) -> Any:
    """A result with the mapped axis, which None leaves out."""
    x = as_operand(value)
    if axis is None:
        return x
    rank = x.aval.ndim + 1
    if not -rank <= axis < rank:
        raise errors.FjaxValueError(
            f"pmap out_axes: axis {axis} is out of range for a result of {rank} axes, with the "
            f"mapped one; the function gives {x.aval}"
        )
    return broadcast_batch(x, 1, axis % rank)


def _check_axes(what: str, axes: Any) -> None:
    wrong = [a for a in tree_leaves(axes) if type(a) is not int]
    if wrong:
        raise errors.FjaxTypeError(
            f"pmap {what}: an axis must be an int or None, in a pytree that is a prefix; got "
            f"{wrong[0]!r} of type {type(wrong[0]).__name__}"
        )


def _device_of(given: Sequence[Device] | None, backend: str | None) -> Device:
    """The device that pmap runs on."""
    if given is None:
        return devices(backend)[0]
    found = np.array(list(given), object)
    check_one_device("pmap devices", found.shape)
    if not isinstance(found[0], Device):
        raise errors.FjaxTypeError(
            f"pmap devices: got {found[0]!r} of type {type(found[0]).__name__}; give one of "
            "fjax.devices()"
        )
    return found[0]


@api_boundary
def pmap(
    fun: Callable[..., Any],
    axis_name: Any = None,
    *,
    in_axes: Any = 0,
    out_axes: Any = 0,
    static_broadcasted_argnums: int | Iterable[int] = (),
    devices: Sequence[Device] | None = None,
    backend: str | None = None,
    axis_size: int | None = None,
    donate_argnums: int | Iterable[int] = (),
) -> Any:
    """A compiled function that maps `fun` over the devices, of which there is one.

    axis_name: names the mapped axis, for collectives such as `fjax.lax.psum`.
    in_axes, out_axes: as in `vmap`; each mapped axis has size 1.
    static_broadcasted_argnums, donate_argnums: as `static_argnums` and `donate_argnums` of `jit`.
    devices: a sequence of one device.
    Raises ValueError for an axis of another size (`fjax.vmap` maps over those), TypeError for axes
    that are no ints.

    >>> step = fjax.pmap(lambda x: x - lax.pmean(x, "i"), axis_name="i")
    >>> step(jnp.ones((1, 2)))
    Array([[0., 0.]], dtype=float64)
    """
    if not callable(fun):
        raise errors.FjaxTypeError(f"pmap takes a function, got {fun!r} of {type(fun).__name__}")
    in_axes = tuple(in_axes) if isinstance(in_axes, list) else in_axes
    _check_axes("in_axes", in_axes)
    _check_axes("out_axes", out_axes)
    if axis_size is not None:
        check_one_device("pmap axis_size", (axis_size,))
    where = _device_of(devices, backend)
    static, _ = resolve_argnums(
        "pmap static_broadcasted_argnums", fun, static_broadcasted_argnums, ()
    )
    donated, _ = resolve_argnums("pmap donate_argnums", fun, donate_argnums, ())
    if isinstance(in_axes, tuple):
        in_axes = tuple(a for i, a in enumerate(in_axes) if i not in static)
    shardings = None
    if where is not _device_of(None, backend):
        shardings = JitShardings(None, SingleDeviceSharding(where))
    return JitFunction(
        fun, static, (), donated, (), False, False, shardings, _Pmap(axis_name, in_axes, out_axes)
    )


# ---- shard_map


def shard_map(
    f: Callable[..., Any] | None = None,
    /,
    *,
    out_specs: Any,
    in_specs: Any = ...,
    mesh: Mesh | AbstractMesh | None = None,
    axis_names: Iterable[Any] = frozenset(),
    check_vma: bool = True,
) -> Any:
    """A function that runs `f` on each device's part of the arguments: on one device, the whole.

    in_specs, out_specs: `PartitionSpec`s, in pytrees that are prefixes of the tuple of arguments
        and of the result; their names and lengths are checked. None in in_specs passes a part as
        it is; without in_specs all arguments are passed so.
    mesh: by default the one in force. axis_names: those that `f`'s collectives may use; by default
        all of the mesh.
    check_vma: has nothing to check: what all devices have in common is what the one has.
    Raises ValueError for names that the mesh lacks and specs longer than an array has axes.
    Works as a decorator with options.

    >>> mesh = fjax.make_mesh((1,), ("i",))
    >>> f = fjax.shard_map(lambda x: lax.psum(x, "i"), mesh=mesh, in_specs=fjax.P("i"),
    ...                    out_specs=fjax.P())
    >>> f(jnp.arange(3.0))
    Array([0., 1., 2.], dtype=float64)
    """
    if f is None:
        return lambda function: shard_map(
            function,
            out_specs=out_specs,
            in_specs=in_specs,
            mesh=mesh,
            axis_names=axis_names,
            check_vma=check_vma,
        )
    function = f
    if not callable(function):
        raise errors.FjaxTypeError(
            f"shard_map takes a function, got {function!r} of {type(function).__name__}"
        )
    _check_specs("shard_map in_specs", in_specs)
    _check_specs("shard_map out_specs", out_specs)

    @api_boundary
    def sharded(*args: Any) -> Any:
        around, names = _mesh_of(mesh, axis_names)
        leaves, tree = tree_flatten(args)
        for leaf in leaves:
            check_argument(leaf, "shard_map")
        if in_specs is not ...:
            _check_fit("shard_map in_specs", around, names, tree, in_specs, leaves)
        flat = FlatFunction(function, tree_flatten((args, {}))[1])
        flat.what = "shard_map"
        manual = around.abstract_mesh.update_axis_types(dict.fromkeys(names, AxisType.Manual))
        with in_force(manual):
            outs = within_axes(names, flat, leaves)
        _check_fit("shard_map out_specs", around, names, flat.out_tree, out_specs, outs)
        return tree_unflatten(flat.out_tree, [as_operand(x) for x in outs])

    return named(function, sharded, "Sharded version")


def smap(
    f: Callable[..., Any] | None = None, /, *, in_axes: Any = ..., out_axes: Any, axis_name: Any
) -> Any:
    """As `shard_map` over one axis of the mesh in force, with array axes in place of specs.

    in_axes, out_axes: for each argument, and for the result, the axis of the array that lies along
        the mesh's axis, or None; in pytrees that are prefixes.

    >>> with fjax.set_mesh(fjax.make_mesh((1,), ("i",))):
    ...     fjax.smap(lambda x: lax.psum(x, "i"), in_axes=0, out_axes=0, axis_name="i")(jnp.ones(2))
    Array([1., 1.], dtype=float64)
    """
    if f is None:
        return lambda function: smap(
            function, in_axes=in_axes, out_axes=out_axes, axis_name=axis_name
        )
    function = f
    whole = shard_map(function, in_specs=..., out_specs=PartitionSpec(), axis_names={axis_name})

    @api_boundary
    def sharded(*args: Any) -> Any:
        leaves, tree = tree_flatten(args)
        if in_axes is not ...:
            axes = tuple(in_axes) if isinstance(in_axes, list) else in_axes
            _check_along("smap in_axes", tree, axes, leaves)
        out = whole(*args)
        outs, out_tree = tree_flatten(out)
        _check_along("smap out_axes", out_tree, out_axes, outs)
        return out

    return named(function, sharded, "Sharded version")


def _check_along(what: str, tree: Any, axes: Any, values: Sequence[Any]) -> None:
    for a, value in zip(flatten_axes(what, tree, axes), values, strict=True):
        if a is None:
            continue
        if type(a) is not int:
            raise errors.FjaxTypeError(
                f"{what}: an axis must be an int or None, got {a!r} of type {type(a).__name__}"
            )
        aval = aval_of(value)
        if not -aval.ndim <= a < aval.ndim:
            raise errors.FjaxValueError(f"{what}: axis {a} is out of range for {aval}")


def _mesh_of(given: Any, axis_names: Iterable[Any]) -> tuple[Any, list[Any]]:
    """The mesh of a shard_map, and the names that it binds."""
    mesh = in_force.value if given is None else given
    if not isinstance(mesh, (Mesh, AbstractMesh)):
        raise errors.FjaxTypeError(
            f"shard_map: mesh must be a fjax.sharding.Mesh or AbstractMesh, got {mesh!r} of type "
            f"{type(mesh).__name__}"
        )
    if mesh.empty:
        raise errors.FjaxValueError(
            "shard_map: no mesh is given, and none is in force; pass mesh=, or call it within "
            "`with fjax.set_mesh(mesh):`"
        )
    wanted = set(axis_names) or set(mesh.axis_names)
    lacking = wanted - set(mesh.axis_names)
    if lacking:
        raise errors.FjaxValueError(
            f"shard_map axis_names: the mesh has no axis {min(map(repr, lacking))}; it has "
            f"{mesh.axis_names}"
        )
    return mesh, [n for n in mesh.axis_names if n in wanted]


def _check_specs(what: str, specs: Any) -> None:
    for spec in () if specs is ... else tree_leaves(specs):
        if not isinstance(spec, PartitionSpec):
            raise errors.FjaxTypeError(
                f"{what}: expected a PartitionSpec, fjax.P(...), got {spec!r} of type "
                f"{type(spec).__name__}"
            )


def _check_fit(
    what: str, mesh: Any, names: Sequence[Any], tree: Any, specs: Any, values: Sequence[Any]
) -> None:
    """Raise ValueError unless the specs fit the values, and name axes that are bound."""
    specs = tuple(specs) if type(specs) is list and "in_specs" in what else specs
    found = (
        [specs] * tree.num_leaves
        if isinstance(specs, PartitionSpec)
        else flatten_axes(what, tree, specs)
    )
    for spec, value in zip(found, values, strict=True):
        if spec is None:
            continue
        try:
            NamedSharding(mesh, spec).check_compatible_aval(np.shape(value))
        except errors.FjaxValueError as error:
            raise errors.FjaxValueError(f"{what}: {error.message}") from None
        free = [n for n in spec.names() if n not in names]
        if free:
            raise errors.FjaxValueError(
                f"{what}: {spec} names {free[0]!r}, which is not one of axis_names, {tuple(names)}"
            )
