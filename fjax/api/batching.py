"""vmap: a function of one example as a function of a batch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.api.flatten import FlatFunction, as_operand, check_argument, described
from fjax.api.transformed import transformed
from fjax.core.annotations import P, R
from fjax.core.avals import ShapedArray
from fjax.core.plain_arguments import check_callable, check_whole
from fjax.core.primitive import BatchAxis
from fjax.core.reference import Ref, argument, check_distinct, read, write
from fjax.core.sharding import NamedSharding, PartitionSpec
from fjax.core.tracing import aval_of, current
from fjax.errors import api_boundary
from fjax.higher_order.argument_names import ArgumentNames, parameter_names
from fjax.interpreters.vmap import place_batch, vmap_flat
from fjax.interpreters.vmappable import element_of, is_vmappable, spec_types, value_of
from fjax.primitives.placing import split_as
from fjax.tree_util import flatten_axes, tree_flatten, tree_structure, tree_unflatten


def vmap(
    fun: Callable[P, R],
    in_axes: Any = 0,
    out_axes: Any = 0,
    axis_name: Any = None,
    axis_size: int | None = None,
    spmd_axis_name: Any = None,
    sum_match: bool = False,
) -> Callable[P, R]:
    """A function that maps `fun` over an axis of its arguments, without a loop.

    in_axes: for each positional argument the axis to map over, or None to pass it whole. An entry
        may be a pytree that is a prefix of the argument. One int means all. Keyword arguments map
        over axis 0.
    out_axes: where the new axis goes in each output (a prefix of the output's structure).
    axis_name: a name for the axis, for collectives such as `fjax.lax.psum`.
    axis_size: the axis's length, needed only if no argument is mapped.
    Raises ValueError if mapped axes differ in length, naming them.
    spmd_axis_name: the axis of a mesh along which the batch is split.
    Returns a function of batches.

    >>> import fjax, fjax.numpy as jnp
    >>> fjax.vmap(jnp.dot)(jnp.ones((3, 2)), jnp.ones((3, 2)))
    Array([2., 2., 2.], dtype=float64)
    """
    in_axes = _checked_axes(fun, in_axes)
    del sum_match
    name = getattr(fun, "__name__", type(fun).__name__)

    @api_boundary
    def batched(*args: Any, **kwargs: Any) -> Any:
        if isinstance(in_axes, tuple) and len(in_axes) != len(args):
            raise errors.FjaxValueError(
                f"vmap in_axes must be an int, None, or a tuple of length equal to the number of "
                f"positional arguments passed to the function, got {len(in_axes)} entries for "
                f"{len(args)} arguments"
            )
        if spec_types():
            return _vmap_registered(fun, in_axes, out_axes, axis_name, axis_size, (args, kwargs))
        leaves, tree = tree_flatten((args, kwargs))
        axes = flatten_axes("vmap in_axes", tree, (in_axes, 0), kws=True)
        for leaf, a in zip(leaves, axes, strict=True):
            if a is not None:
                check_argument(leaf, "vmap", args)
        values = [
            x if a is None or type(x) is Ref else as_operand(x)
            for x, a in zip(leaves, axes, strict=True)
        ]
        dims = _normal_axes(axes, values, fun, tree)
        size = _axis_size(fun, (args, kwargs), values, dims, axis_size)
        split, mesh = _split_along(fun, values, dims, spmd_axis_name)
        axis = BatchAxis(axis_name, size, split=split)
        flat = FlatFunction(fun, tree).named("vmap")
        outs, out_dims = _vmap_references(flat, axis, values, dims, (fun, (args, kwargs)))
        wanted = flatten_axes("vmap out_axes", flat.out_tree, out_axes)
        placed = [
            _place(o, d, w, axis, name, mesh)
            for o, d, w in zip(outs, out_dims, wanted, strict=True)
        ]
        return tree_unflatten(flat.out_tree, placed)

    options = (fun, in_axes, out_axes, axis_name, axis_size)
    return transformed(fun, batched, "Vectorized version", (vmap, options))


def _split_along(
    fun: Any, values: Sequence[Any], dims: Sequence[int | None], said: Any
) -> tuple[tuple[Any, ...], Any]:
    """The axes of a mesh along which the batch is split: as is said, else as types show it.

    With the mesh of the latter. ValueError where types of mapped arguments disagree.
    """
    names = () if said is None else tuple(said) if isinstance(said, (tuple, list)) else (said,)
    mapped = [
        (x.aval, d)
        for x, d in zip(values, dims, strict=True)
        if d is not None and type(x) is not Ref
    ]
    found = {() if a.layout is None else a.layout.spec.by_axis(a.ndim)[d] for a, d in mapped}
    shown = next(filter(None, found), ())
    if not shown:
        return names, None
    if said is not None and shown != names:
        raise errors.FjaxValueError(
            "vmap: Only one of spmd_axis_name or arrays sharded on `Explicit` mesh axis type is "
            f"allowed, got spmd_axis_name={said!r} and an argument whose mapped axis is split "
            f"along {shown}; leave out spmd_axis_name"
        )
    if len(found) > 1:
        raise errors.FjaxValueError(
            "Mapped away dimension of inputs passed to vmap should be sharded the same. Got "
            f"{', '.join(f'axis {d} of {a}' for a, d in mapped)} in the arguments of "
            f"{described(fun)}; reshard some of them (fjax.reshard)"
        )
    return shown, next(a.layout.mesh for a, _ in mapped if a.layout is not None)


def _vmap_registered(
    fun: Callable[..., Any],
    in_axes: Any,
    out_axes: Any,
    axis_name: Any,
    axis_size: int | None,
    called_with: tuple[tuple[Any, ...], dict[Any, Any]],
) -> Any:
    """vmap while types are registered that a library takes apart by functions of its own."""
    leaves, tree = tree_flatten(called_with, is_vmappable)
    specs = flatten_axes("vmap in_axes", tree, (in_axes, 0), kws=True)
    plain = [
        (as_operand(x), a)
        for x, a in zip(leaves, specs, strict=True)
        if a is not None and not is_vmappable(x)
    ]
    values, dims = [x for x, _ in plain], [_normal_axis(a, x) for x, a in plain]
    axis = BatchAxis(axis_name, _axis_size(fun, called_with, values, dims, axis_size))
    name = getattr(fun, "__name__", type(fun).__name__)
    result: list[Any] = []

    def run() -> list[Any]:
        trace: Any = current()
        elements = [element_of(axis.size, x, s) for x, s in zip(leaves, specs, strict=True)]
        args, kwargs = tree_unflatten(tree, elements)
        outs, out_tree = tree_flatten(fun(*args, **kwargs), is_vmappable)
        wanted = flatten_axes("vmap out_axes", out_tree, out_axes)
        result.append(
            tree_unflatten(
                out_tree,
                [
                    value_of(axis.size, x, w)
                    if is_vmappable(x)
                    else _place(*trace.split(x), w, axis, name)  # type: ignore[call-arg]
                    for x, w in zip(outs, wanted, strict=True)
                ],
            )
        )
        return []

    vmap_flat(run, axis, [], [])
    return result[0]


def _vmap_references(
    flat: FlatFunction,
    axis: BatchAxis,
    values: Sequence[Any],
    dims: Sequence[int | None],
    call: tuple[Any, Any],
) -> tuple[list[Any], list[int | None]]:
    """`vmap_flat`, where mapped references are written with a batch of values."""
    mapped = {
        i: x
        for i, (x, d) in enumerate(zip(values, dims, strict=True))
        if d is not None and type(x) is Ref
    }
    if not mapped:
        return vmap_flat(flat, axis, values, dims)
    names = ArgumentNames(parameter_names(call[0]), tree_structure(call[1]))
    check_distinct("vmap", [(names[i], ref) for i, ref in mapped.items()], ())
    written: list[int] = []

    def entered(*tracers: Any) -> list[Any]:
        given = list(tracers)
        for i, ref in mapped.items():
            aval = ref.aval.update(inner_aval=tracers[i].aval)
            given[i] = argument(tracers[i], aval, current(), names[i])
        outs = flat(*given)
        written[:] = [i for i in mapped if given[i].cell.written]
        return [*outs, *[given[i].cell.value for i in written]]

    held = [read(x) if i in mapped else x for i, x in enumerate(values)]
    outs, out_dims = vmap_flat(entered, axis, held, dims)
    n = len(outs) - len(written)
    for i, value, d in zip(written, outs[n:], out_dims[n:], strict=True):
        write(mapped[i], place_batch(value, d, dims[i], axis))
    return outs[:n], out_dims[:n]


def _checked_axes(fun: Any, in_axes: Any) -> Any:
    """vmap's in_axes, with a list as a tuple; raises FjaxTypeError for what cannot be mapped."""
    check_callable("vmap", fun)
    if isinstance(in_axes, list):
        in_axes = tuple(in_axes)
    if not (in_axes is None or isinstance(in_axes, (int, tuple, *spec_types()))):
        raise errors.FjaxTypeError(
            "vmap in_axes must be an int, None, or a tuple of entries "
            f"corresponding to the positional arguments, got {in_axes!r}"
        )
    return in_axes


def _normal_axes(axes: Sequence[Any], values: Sequence[Any], fun: Any, tree: Any) -> list[Any]:
    """Mapped axes as nonnegative numbers; an error names the argument."""
    dims: list[int | None] = []
    for axis, value in zip(axes, values, strict=True):
        try:
            dims.append(_normal_axis(axis, value))
        except errors.FjaxValueError as error:
            name = ArgumentNames(parameter_names(fun), tree).with_kind(len(dims))
            error.say(f"{error.message}; it is {name}, and None in in_axes leaves one whole")
            raise
    return dims


def _normal_axis(axis: Any, value: Any) -> int | None:
    """A mapped axis as a nonnegative number."""
    if axis is None:
        return None
    if not isinstance(axis, int) or isinstance(axis, bool):
        raise errors.FjaxTypeError(f"vmap in_axes: an axis must be an int or None, got {axis!r}")
    ndim = value.aval.ndim
    if not -ndim <= axis < ndim:
        raise errors.FjaxValueError(
            f"vmap was requested to map its argument along axis {axis}, which implies that its "
            "rank "
            f"should be at least {axis + 1 if axis >= 0 else -axis}, but is only {ndim} (its "
            "shape is "
            f"{value.aval.shape})"
        )
    return axis % ndim


def _axis_size(
    fun: Any, tree: Any, values: Sequence[Any], dims: Sequence[int | None], given: int | None
) -> int:
    """The common length of the mapped axes."""
    sizes = {v.aval.shape[d] for v, d in zip(values, dims, strict=True) if d is not None}
    if given is not None:
        sizes.add(check_whole("vmap: axis_size", given))
    if len(sizes) == 1:
        return sizes.pop()
    if not sizes:
        args, kwargs = tree
        if not values:
            raise errors.FjaxValueError(
                "vmap wrapped function must be passed at least one argument containing an array or "
                f"axis_size must be specified, got empty *args={args} and **kwargs={kwargs}"
            )
        raise errors.FjaxValueError(
            "vmap must have at least one non-None value in in_axes, or an axis_size"
        )
    names = ArgumentNames(parameter_names(fun), tree_structure(tree))
    mapped = [
        (v.aval, d, names.with_kind(k))
        for k, (v, d) in enumerate(zip(values, dims, strict=True))
        if d is not None
    ]
    raise errors.FjaxValueError(
        "vmap got inconsistent sizes for array axes to be mapped:\n"
        f"{_axes_by_size(mapped, given)}\nin the arguments of {described(fun)}"
    )


def _axes_by_size(mapped: Sequence[tuple[ShapedArray, int, str]], given: int | None) -> str:
    """The mapped axes of named arguments, those of the commonest size first."""
    groups: dict[int, list[str]] = {}
    for aval, d, name in mapped:
        text = f"axis {d} of {name} of type {aval.str_short()}"
        groups.setdefault(aval.shape[d], []).append(text)
    rows, others = [], []
    for size, texts in sorted(groups.items(), key=lambda item: -len(item[1])):
        if len(texts) == 1:
            rows.append(f"  * one axis had size {size}: {texts[0]}")
            continue
        which = "some" if rows else "most"
        rows.append(f"  * {which} axes ({len(texts)} of them) had size {size}, e.g. {texts[0]}")
        others += [f"\n  {text}, of size {size}" for text in texts[1:]]
    if given is not None:
        rows.append(f"  * axis_size is {given}")
    return ";\n".join(rows) + ("\nThe others are" if others else "") + "".join(others)


def _place(
    value: Any, dim: int | None, wanted: Any, axis: BatchAxis, name: str, mesh: Any = None
) -> Any:
    """The output with its batch axis where it is wanted, split along the mesh as those mapped."""
    if wanted is None:
        if dim is not None:
            which = "" if axis.name is None else f" (axis_name={axis.name})"
            raise errors.FjaxValueError(
                f"vmap has mapped output{which} but out_axes is None: at vmap out_axes, the output "
                f"{aval_of(value)} of {name} is batched, for it depends on a mapped argument; give "
                "out_axes an axis for it"
            )
        return as_operand(value)
    value = as_operand(value)
    rank = value.aval.ndim + (dim is None)
    if not isinstance(wanted, int | np.integer):
        raise errors.FjaxTypeError(f"vmap out_axes: an axis is a whole number, got {wanted!r:.60}")
    if not -rank <= wanted < rank:
        raise errors.FjaxValueError(
            f"vmap out_axes: axis {wanted} is out of bounds for an output of "
            f"rank {rank} with its batch axis"
        )
    placed = place_batch(value, dim, wanted % rank, axis)
    return placed if mesh is None else _split_batch(placed, wanted % rank, axis.split, mesh)


def _split_batch(value: Any, axis: int, names: tuple[Any, ...], mesh: Any) -> Any:
    """The value, whose type shows that this axis is split so, if it shows nothing else of it."""
    aval = aval_of(value)
    layout = aval.layout or NamedSharding(mesh, PartitionSpec())
    rows = list(layout.spec.by_axis(aval.ndim))
    if rows[axis] or set(names) & set(layout.spec.every_name()):
        return value
    rows[axis] = names
    return split_as(value, aval.update(sharding=layout.update(spec=layout.spec.update(rows))))
