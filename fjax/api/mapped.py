"""pmap: a function that each of several devices runs on its element of the arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.api.flatten import as_operand, check_argument, resolve_argnums
from fjax.api.jit_function import JitFunction
from fjax.api.shard_map import run_members
from fjax.core.avals import ShapedArray
from fjax.core.device import Device, devices
from fjax.core.mesh import Mesh, check_devices
from fjax.core.plain_arguments import check_callable
from fjax.core.sharding import PartitionSpec
from fjax.dataclass import dataclass
from fjax.errors import api_boundary
from fjax.interpreters.vmap import within_members
from fjax.primitives.structure import Reshape
from fjax.tree_util import flatten_axes, tree_flatten, tree_leaves, tree_unflatten


@dataclass(frozen=True)
class _Pmap:
    """Makes the function that pmap compiles, of the arguments that are not static."""

    axis_name: Any
    in_axes: Any
    out_axes: Any
    devices: tuple[Device, ...]
    explicit: bool  # whether the user chose the devices
    axis_size: int | None

    def __call__(self, fun: Callable[..., Any]) -> Callable[..., Any]:
        def mapped(*args: Any, **kwargs: Any) -> Any:
            if isinstance(self.in_axes, tuple) and len(self.in_axes) != len(args):
                raise errors.FjaxValueError(
                    f"pmap in_axes has {len(self.in_axes)} entries for {len(args)} positional "
                    "arguments; give one for each argument that is mapped or passed whole (each "
                    "argument passed by keyword is mapped over its leading axis)"
                )
            leaves, tree = tree_flatten((args, kwargs))
            axes = flatten_axes("pmap in_axes", tree, (self.in_axes, 0))
            if within_members():
                raise errors.FjaxValueError(
                    "pmap: it can't be called in a function that pmap or shard_map runs on each of "
                    "several devices; use fjax.vmap inside"
                )
            if all(a is None for a in axes):
                raise errors.FjaxValueError(
                    "pmap requires at least one argument with a mapped axis; without one call "
                    "fjax.jit"
                )
            for leaf in leaves:
                check_argument(leaf, "pmap")
            values = [as_operand(x) for x in leaves]
            mesh = Mesh(np.array(self._chosen(values, axes), object), (self.axis_name,))
            return self._mapped(fun, mesh, values, axes, tree)

        mapped.__name__ = getattr(fun, "__name__", type(fun).__name__)
        return mapped

    def _mapped(
        self, fun: Callable[..., Any], mesh: Mesh, values: Sequence[Any], axes: list, tree: Any
    ) -> Any:
        def member(*parts: Any) -> Any:
            pairs = zip(parts, axes, strict=True)
            args, kwargs = tree_unflatten(tree, [_squeezed(x, a) for x, a in pairs])
            outs, out_tree = tree_flatten(fun(*args, **kwargs))
            wanted = flatten_axes("pmap out_axes", out_tree, self.out_axes)
            places.append(wanted)
            pairs = zip(outs, wanted, strict=True)
            return tree_unflatten(out_tree, [_expanded(x, a) for x, a in pairs])

        def out_specs(_tree: Any, outs: Sequence[ShapedArray]) -> list[PartitionSpec]:
            pairs = zip(places[-1], outs, strict=True)
            return [_spec(self.axis_name, a, x.ndim) for a, x in pairs]

        places: list[list[int | None]] = []
        member.__name__ = getattr(fun, "__name__", type(fun).__name__)
        specs = [_spec(self.axis_name, a, x.aval.ndim) for a, x in zip(axes, values, strict=True)]
        return run_members("pmap", member, values, specs, mesh, mesh.axis_names, out_specs, False)

    def _chosen(self, values: Sequence[Any], axes: Sequence[int | None]) -> tuple[Device, ...]:
        """The devices to run on, as many as the mapped axis has elements."""
        size = _mapped_size(values, axes)
        if self.axis_size not in (None, size):
            raise errors.FjaxValueError(
                f"pmap: Specified axis_size {self.axis_size} doesn't match received axis_size "
                f"{size}."
            )
        if self.explicit and size != len(self.devices):
            raise errors.FjaxValueError(
                "pmap: Leading axis size of input to pmapped function must equal the number of "
                f"local devices passed to pmap. Got axis_size={size}, num_local_devices="
                f"{len(self.devices)}."
            )
        if size > len(self.devices):
            raise errors.FjaxValueError(
                f"pmap: an axis of size {size} requires {size} replicas, but only "
                f"{len(self.devices)} devices are available; start with more "
                "(FJAX_NUM_CPU_DEVICES), or use fjax.vmap, which needs one for any size"
            )
        return self.devices[:size]


def _spec(name: Any, axis: int | None, ndim: int) -> PartitionSpec:
    """How an array is split whose axis of this number is mapped."""
    return PartitionSpec() if axis is None else PartitionSpec(*(None,) * (axis % ndim), name)


def _mapped_size(values: Sequence[Any], axes: Sequence[int | None]) -> int:
    """The size of the mapped axes, which must agree."""
    sizes: dict[int, Any] = {}
    for x, a in zip(values, axes, strict=True):
        if a is None:
            continue
        if not -x.aval.ndim <= a < x.aval.ndim:
            raise errors.FjaxValueError(
                f"pmap in_axes: axis {a} is out of range for an argument {x.aval}, which has "
                f"{x.aval.ndim} axes"
            )
        sizes.setdefault(x.aval.shape[a], x.aval)
    if len(sizes) > 1:
        found = ", ".join(f"{n} of {aval}" for n, aval in sizes.items())
        raise errors.FjaxValueError(
            f"pmap got inconsistent sizes for array axes to be mapped: {found}"
        )
    return next(iter(sizes))


def _squeezed(x: Any, axis: int | None) -> Any:
    """A member's element of an argument: its part without the mapped axis, of size 1."""
    if axis is None:
        return x
    shape = x.aval.shape
    dim = axis % len(shape)
    return Reshape(shape[:dim] + shape[dim + 1 :])(x)


def _expanded(value: Any, axis: int | None) -> Any:
    """A member's result with the mapped axis, which None leaves out."""
    x = as_operand(value)
    if axis is None:
        return x
    rank = x.aval.ndim + 1
    if not -rank <= axis < rank:
        raise errors.FjaxValueError(
            f"pmap out_axes: axis {axis} is out of range for a result of {rank} axes, with the "
            f"mapped one; the function gives {x.aval}"
        )
    k = axis % rank
    return Reshape((*x.aval.shape[:k], 1, *x.aval.shape[k:]))(x)


def _check_axes(what: str, axes: Any) -> None:
    wrong = [a for a in tree_leaves(axes) if type(a) is not int]
    if wrong:
        raise errors.FjaxTypeError(
            f"pmap {what}: an axis must be an int or None, in a pytree that is a prefix; got "
            f"{wrong[0]!r} of type {type(wrong[0]).__name__}"
        )


def _devices_of(given: Sequence[Device] | None, backend: str | None) -> tuple[Device, ...]:
    """The devices that pmap may run on."""
    if given is None:
        return tuple(devices(backend))
    if not len(given):
        raise errors.FjaxValueError("'devices' argument to pmap must be non-empty, or None.")
    check_devices("pmap devices", list(given))
    return tuple(given)


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
) -> Callable[..., Any]:
    """A compiled function that maps `fun` over devices: each device has one element of an axis.

    axis_name: names the mapped axis, for collectives such as `fjax.lax.psum`.
    in_axes, out_axes: as in `vmap`. The mapped axis has at most as many elements as there are
        devices (`num_cpu_devices`); results are split along it.
    static_broadcasted_argnums, donate_argnums: as `static_argnums` and `donate_argnums` of `jit`.
    devices: which to run on, one for each element; by default the first ones.
    Raises ValueError for a longer axis (`fjax.vmap` maps over those), TypeError for axes that are
    no ints.
    backend: a platform's name.
    axis_size: the length of the axis, where no argument shows it.
    Returns a function of whole arrays.

    >>> step = fjax.pmap(lambda x: x - lax.pmean(x, "i"), axis_name="i")
    >>> step(jnp.ones((1, 2)))
    Array([[0., 0.]], dtype=float64)
    """
    check_callable("pmap", fun)
    in_axes = tuple(in_axes) if isinstance(in_axes, list) else in_axes
    _check_axes("in_axes", in_axes)
    _check_axes("out_axes", out_axes)
    where = _devices_of(devices, backend)
    static, _ = resolve_argnums(
        "pmap static_broadcasted_argnums", fun, static_broadcasted_argnums, ()
    )
    donated, _ = resolve_argnums("pmap donate_argnums", fun, donate_argnums, ())
    if isinstance(in_axes, tuple):
        in_axes = tuple(a for i, a in enumerate(in_axes) if i not in static)
    axis_name = _UNNAMED if axis_name is None else axis_name
    around = _Pmap(axis_name, in_axes, out_axes, where, devices is not None, axis_size)
    return JitFunction(fun, static, (), donated, (), False, False, None, around)


_UNNAMED = "the mapped axis of pmap"
