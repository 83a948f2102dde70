"""auto_axes and explicit_axes: parts of a program in which axes of the mesh are of another type."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from fjax import errors
from fjax.api.devices import reshard
from fjax.core.mesh import AxisType, in_force
from fjax.core.sharding import NamedSharding
from fjax.errors import api_boundary
from fjax.primitives.placing import among_auto, mesh_of
from fjax.tree_util import tree_leaves, tree_map

Axes = str | Sequence[Any] | None


def auto_axes(
    f: Callable[..., Any] | None = None, /, *, axes: Axes = None, out_sharding: Any = None
) -> Callable[..., Any]:
    """`f`, within which explicit axes of the mesh are `Auto`: types do not show them.

    An operation does not raise there if the types leave open how its result is split: fjax chooses.
    axes: which of the axes; by default all explicit ones. out_sharding: how the results are split,
    as `fjax.reshard` takes it; it can be given to the call instead, by that name. Raises TypeError
    without it. Works as a decorator with options.

    >>> mesh = fjax.make_mesh((1,), ("x",))
    >>> with fjax.set_mesh(mesh):
    ...     a = fjax.reshard(jnp.ones((2, 2)), fjax.P(None, "x"))
    ...     b = fjax.reshard(jnp.ones((2, 2)), fjax.P("x", None))
    ...     fjax.sharding.auto_axes(jnp.matmul, out_sharding=fjax.P("x"))(a, b).sharding.spec
    P('x', None)
    """
    if f is None:
        return functools.partial(auto_axes, axes=axes, out_sharding=out_sharding)
    function = f

    @functools.wraps(function)
    @api_boundary
    def with_auto(*args: Any, **kwargs: Any) -> Any:
        wanted = kwargs.pop("out_sharding") if "out_sharding" in kwargs else out_sharding
        if wanted is None:
            raise errors.FjaxTypeError(
                "auto_axes: Missing required keyword argument: 'out_sharding', which says how the "
                "results are split; pass it to auto_axes or to the call"
            )
        mesh = _mesh(args, wanted)
        names = () if mesh is None else _chosen("auto_axes", axes, mesh, mesh.explicit_axes)
        if not names:
            return function(*args, **kwargs)
        with in_force(_retyped(mesh, names, AxisType.Auto)):
            args, kwargs = tree_map(lambda x: among_auto(x, names), (args, kwargs))
            out = function(*args, **kwargs)
        with in_force(mesh):
            return reshard(out, wanted)

    return with_auto


def explicit_axes(
    f: Callable[..., Any] | None = None, /, *, axes: Axes = None, in_sharding: Any = None
) -> Callable[..., Any]:
    """`f`, within which axes of the mesh in force are `Explicit`: types show them.

    axes: which of the axes; by default all that are not explicit. in_sharding: how the arguments
    are split, a pytree that is a prefix of the tuple of arguments; it can be given to the call
    instead, by that name. Raises TypeError without it, ValueError where no mesh is in force.

    >>> mesh = fjax.make_mesh((1,), ("x",), axis_types=fjax.sharding.AxisType.Auto)
    >>> @fjax.jit
    ... @fjax.sharding.explicit_axes(in_sharding=fjax.P("x"))
    ... def f(x):
    ...     print(fjax.typeof(x))
    ...     return x + 1
    >>> with fjax.set_mesh(mesh):
    ...     f(jnp.ones(2, "float32"))
    float32[2@x]
    Array([2., 2.], dtype=float32)
    """
    if f is None:
        return functools.partial(explicit_axes, axes=axes, in_sharding=in_sharding)
    function = f

    @functools.wraps(function)
    @api_boundary
    def with_explicit(*args: Any, **kwargs: Any) -> Any:
        wanted = kwargs.pop("in_sharding") if "in_sharding" in kwargs else in_sharding
        if wanted is None:
            raise errors.FjaxTypeError(
                "explicit_axes: Missing required keyword argument: 'in_sharding', which says how "
                "the arguments are split; pass it to explicit_axes or to the call"
            )
        mesh = in_force.value
        if mesh.empty:
            raise errors.FjaxValueError(
                "explicit_axes: Context mesh cannot be empty. Please use the `fjax.set_mesh` API "
                "to enter into a mesh context when using the `explicit_axes` API"
            )
        names = _chosen("explicit_axes", axes, mesh, (*mesh.auto_axes, *mesh.explicit_axes))
        with in_force(_retyped(mesh, names, AxisType.Explicit)):
            out = function(*reshard(args, wanted), **kwargs)
        new = [n for n in names if n not in mesh.explicit_axes]
        return tree_map(lambda x: among_auto(x, new), out)

    return with_explicit


def _mesh(args: Any, shardings: Any) -> Any:
    """The mesh in force; without one, that of the arguments or of the results."""
    if not in_force.value.empty:
        return in_force.value
    named = [s.mesh for s in tree_leaves(shardings) if isinstance(s, NamedSharding)]
    return named[0] if named else mesh_of(tree_leaves(args))


def _chosen(what: str, axes: Axes, mesh: Any, default: Sequence[Any]) -> tuple[Any, ...]:
    if axes is None:
        return tuple(default)
    names = (axes,) if isinstance(axes, str) else tuple(axes)
    for name in names:
        if name not in mesh.axis_names:
            raise errors.FjaxValueError(
                f"{what}: axes names {name!r}, which the mesh {mesh!r} lacks"
            )
        if name in mesh.manual_axes:
            raise NotImplementedError(
                f"{what}: {name!r} is an axis of a shard_map, which stays Manual within it"
            )
    return names


def _retyped(mesh: Any, names: Sequence[Any], kind: AxisType) -> Any:
    """The mesh with another type of these axes."""
    pairs = zip(mesh.axis_names, mesh.axis_types, strict=True)
    return mesh.update(axis_types=tuple(kind if n in names else t for n, t in pairs))
