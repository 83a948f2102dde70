"""Making a mesh and putting it in force."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.core.device import Device, devices, home
from fjax.core.mesh import EMPTY_ABSTRACT_MESH, EMPTY_MESH, AbstractMesh, AxisType, Mesh, in_force
from fjax.core.placing import home_of
from fjax.core.tracing import state
from fjax.errors import api_boundary


@api_boundary
def make_mesh(
    axis_shapes: Sequence[int],
    axis_names: Any,
    axis_types: Any = None,
    *,
    devices: Sequence[Device] | None = None,
) -> Mesh:
    """A mesh of the first devices, as many as its axes need.

    axis_shapes: the size of each axis. axis_types: an AxisType for each; by default Explicit.
    devices: to choose from; by default all (the option `num_cpu_devices` sets how many CPUs have).
    Raises ValueError if there are too few.

    >>> fjax.make_mesh((1, 1), ("data", "model"))
    Mesh('data': 1, 'model': 1, axis_types=(Explicit, Explicit))
    """
    if not isinstance(axis_shapes, Iterable):
        raise errors.FjaxTypeError(
            f"make_mesh: axis_shapes has the size of each axis, as (2, 1), got {axis_shapes!r:.60}"
        )
    shape, names = tuple(axis_shapes), axis_names
    names = (names,) if isinstance(names, str) else tuple(names)
    if not all(isinstance(n, (int, np.integer)) for n in shape):
        raise errors.FjaxValueError(
            f"`axis_shapes` passed to `make_mesh` should be a sequence of ints, got {shape}"
        )
    if len(shape) != len(names):
        raise errors.FjaxValueError(
            f"Number of axis shapes {len(shape)} must match number of axis names {len(names)}: "
            f"make_mesh got {shape} and {names}"
        )
    if axis_types is None:
        axis_types = (AxisType.Explicit,) * len(names)
    chosen = _chosen("make_mesh", devices)
    if len(chosen) < math.prod(shape):
        raise errors.FjaxValueError(
            f"make_mesh: Number of devices {len(chosen)} must be >= the product of mesh_shape "
            f"{shape}; {_MORE}"
        )
    return Mesh(np.array(chosen[: math.prod(shape)], object).reshape(shape), names, axis_types)


@api_boundary
def create_device_mesh(
    mesh_shape: Sequence[int],
    devices: Sequence[Device] | None = None,
    *,
    contiguous_submeshes: bool = False,
    allow_split_physical_axes: bool = False,
) -> np.ndarray:
    """The array of devices for a Mesh of this shape, which needs all of them.

    Raises ValueError unless there are as many devices as the shape has places.

    >>> create_device_mesh((1, 1), fjax.devices()[:1]).shape
    (1, 1)
    """
    del contiguous_submeshes, allow_split_physical_axes
    chosen, shape = _chosen("create_device_mesh", devices), tuple(mesh_shape)
    if len(chosen) != math.prod(shape):
        raise errors.FjaxValueError(
            f"create_device_mesh: Number of devices {len(chosen)} must equal the product of "
            f"mesh_shape {shape}; pass devices=fjax.devices()[:n], or {_MORE}"
        )
    return np.array(chosen, object).reshape(shape)


_MORE = (
    "set how many CPU devices there are when the program starts, with FJAX_NUM_CPU_DEVICES or "
    "fjax.config.update('num_cpu_devices', n)"
)


def _chosen(what: str, given: Sequence[Device] | None) -> list[Device]:
    chosen = _all_devices() if given is None else list(np.ravel(np.array(given, object)))
    if not chosen:
        raise errors.FjaxValueError(f"{what}: devices is empty; leave it out")
    return chosen


_all_devices = devices


class set_mesh:
    """Sets this thread's mesh: for a `with` block, or, as a plain call, from now on.

    Functions that take shardings then also take a PartitionSpec of this mesh. New arrays, and
    results of arrays that nobody placed, are on its devices, if all are of this process. None
    unsets it. Raises ValueError if it is not a Mesh, and while a function is traced.

    >>> with fjax.set_mesh(fjax.make_mesh((1,), ("x",))):
    ...     fjax.device_put(np.ones(2), fjax.P("x")).sharding
    NamedSharding(mesh=Mesh('x': 1, axis_types=(Explicit,)), spec=P('x'))
    """

    _name = "set_mesh"
    _kinds: tuple[type[Mesh] | type[AbstractMesh], ...] = (Mesh,)
    _while_tracing = False  # whether it may begin there

    def __init__(self, mesh: Any):
        if mesh is not None and not isinstance(mesh, self._kinds):
            wanted = " or ".join(f"fjax.sharding.{kind.__name__}" for kind in self._kinds)
            raise errors.FjaxValueError(
                f"{self._name} takes a {wanted}, got {mesh!r} of type {type(mesh).__name__}"
            )
        if state.trace is not None and not self._while_tracing:
            raise errors.FjaxValueError(
                f"{self._name} can only be used outside of fjax.jit and other transformations; "
                "set the mesh before you call the transformed function"
            )
        if mesh is not None and mesh.manual_axes and not self._while_tracing:
            raise errors.FjaxValueError(
                f"{self._name}: {mesh!r} contains manual axes, which only a shard_map makes; give "
                "them another axis_types"
            )
        self.mesh = EMPTY_MESH if mesh is None else mesh
        self._scopes = contextlib.ExitStack()
        self._scopes.enter_context(in_force(self.mesh))
        self._scopes.enter_context(home(home_of(self.mesh)))

    def __enter__(self) -> Any:
        return self.mesh

    def __exit__(self, *exception: Any) -> None:
        self._scopes.__exit__(*exception)


class use_mesh(set_mesh):
    """A `with` block in which a Mesh or an AbstractMesh is in force, as `set_mesh` does it.

    >>> with fjax.sharding.use_mesh(fjax.sharding.AbstractMesh((1,), ("x",))):
    ...     fjax.sharding.get_abstract_mesh().axis_names
    ('x',)
    """

    _name = "use_mesh"
    _kinds = (Mesh, AbstractMesh)


class use_abstract_mesh(set_mesh):
    """A `with` block in which the axes of an AbstractMesh are in force, also while tracing.

    >>> mesh = fjax.sharding.AbstractMesh((1,), ("x",), (fjax.sharding.AxisType.Explicit,))
    >>> def f(x):
    ...     with fjax.sharding.use_abstract_mesh(mesh):
    ...         return fjax.reshard(x, fjax.P("x"))
    >>> fjax.make_jaxpr(f)(jnp.ones(2)).out_avals[0].str_short()
    'float64[2@x]'
    """

    _name = "use_abstract_mesh"
    _kinds = (AbstractMesh,)
    _while_tracing = True


def get_mesh() -> Mesh:
    """The mesh in force; an empty one if there is none, or one without devices.

    >>> fjax.sharding.get_mesh().empty
    True
    """
    mesh = in_force.value
    return mesh if isinstance(mesh, Mesh) else EMPTY_MESH


def get_abstract_mesh() -> AbstractMesh:
    """The axes of the mesh in force; empty if there is none.

    >>> get_abstract_mesh().empty
    True
    """
    mesh = in_force.value
    return EMPTY_ABSTRACT_MESH if mesh.empty else mesh.abstract_mesh
