"""shard_map and smap: a function that each member of a mesh runs on its part of the arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fjax import errors
from fjax.api.demanded import demand_mesh
from fjax.api.flatten import as_operand, check_argument
from fjax.api.transformed import transformed
from fjax.config import config
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.mesh import AbstractMesh, AxisType, Mesh, in_force
from fjax.core.operand import Operand
from fjax.core.primitive import BatchAxis
from fjax.core.sharding import NamedSharding, PartitionSpec
from fjax.core.tracing import aval_of, current, new_trace
from fjax.errors import api_boundary
from fjax.higher_order.bodies import Body, stage_body
from fjax.higher_order.looking import Looking
from fjax.higher_order.shard_map import ShardMap, part_aval, parts_of
from fjax.interpreters.vmap import MemberTrace, split_around
from fjax.primitives.varying import unreduced_outputs, varied_outputs
from fjax.tree_util import (
    flatten_axes,
    keystr,
    tree_flatten,
    tree_leaves,
    tree_leaves_with_path,
    tree_map,
    tree_structure,
    tree_unflatten,
)

OutSpecs = Callable[[Any, Sequence[ShapedArray]], list[PartitionSpec]]


def run_members(
    what: str,
    function: Callable[..., Any],
    values: Sequence[Any],
    specs: Sequence[PartitionSpec],
    mesh: Mesh | AbstractMesh,
    names: Sequence[Any],
    out_specs: OutSpecs,
    check_vma: bool,
) -> Any:
    """The results of a function of leaves that each member runs on its parts of the values.

    out_specs: for the structure and the types of a member's results how they make up the whole.
    """
    shape = mesh.shape
    axes = [BatchAxis(name, shape[name], check_vma, True) for name in names]
    inner = mesh.abstract_mesh.update_axis_types(dict.fromkeys(names, AxisType.Manual))
    given = zip(values, specs, strict=True)
    if not check_vma:  # types say nothing of what differs or waits for a sum
        given = ((x, PartitionSpec(*spec)) for x, spec in given)
    avals = [part_aval(mesh, spec, aval_of(x), names) for x, spec in given]
    if check_vma:
        pairs = zip(avals, specs, strict=True)
        avals = [a.update(vma=a.vma | frozenset(s.names())) for a, s in pairs]
    trace = MemberTrace(current(), axes, _name(function))
    if isinstance(mesh, Mesh) and len(names) == len(mesh.axis_names) and not mesh.is_multi_process:
        trace.looking = Looking(mesh, specs, values, check_vma)
    with in_force(inner), new_trace(trace):
        body = stage_body(what, function, tree_structure(tuple(values)), avals)
    results = out_specs(body.out_tree, body.out_avals)
    jaxpr = body.jaxpr
    if check_vma:
        check_common(function, axes, body, results)
        with in_force(inner):
            jaxpr = unreduced_outputs(jaxpr, [spec.unreduced for spec in results])
        jaxpr = varied_outputs(jaxpr, [frozenset(spec.names()) for spec in results])
    demand_mesh(mesh)
    captured = (PartitionSpec(),) * len(body.constants)
    op = ShardMap(jaxpr, mesh, (*captured, *specs), tuple(results), tuple(names), check_vma)
    return tree_unflatten(body.out_tree, op(*body.constants, *values))


def _name(function: Callable[..., Any]) -> str:
    return getattr(function, "__name__", type(function).__name__)


def check_common(
    function: Callable[..., Any],
    axes: Sequence[BatchAxis],
    body: Body,
    specs: Sequence[PartitionSpec],
) -> None:
    """Raise unless the results are known to be equal along the axes that their specs leave out."""
    names = [axis.name for axis in axes if axis.size > 1]  # one member is equal to itself
    for number, (spec, aval) in enumerate(zip(specs, body.out_avals, strict=True)):
        differ = aval.vma | aval.unreduced
        wrong = [n for n in names if n in differ and n not in (*spec.names(), *spec.unreduced)]
        if not wrong:
            continue
        left_out = [n for n in names if n not in spec.names()]
        found = ",".join(str(n) for n in names if n in aval.vma)
        if len(left_out) > 1:
            need = ",".join(str(n) for n in names if n in spec.names())
            said = (
                f"the corresponding output value is only varying across mesh axes {{{need}}} and "
                f"not {{{','.join(map(str, wrong))}}}, but it was inferred to be possibly varying "
                f"over {{{found}}}"
            )
        else:
            said = (
                f"the corresponding output value is replicated across mesh axis {wrong[0]!r}, but "
                "could not infer replication over any axes"
            )
        raise errors.FjaxValueError(
            f"shard_map applied to the function '{_name(function)}' was given out_specs which "
            "require replication which can't be statically inferred given the mesh: leaf "
            f"{number} "
            f"of out_specs is P{tuple(spec)!r} which implies that {said}. The value is made at "
            f"{body.line_of(number)}. Combine the members' values, with lax.psum or lax.pmean, "
            "name the axes in out_specs, or pass check_vma=False if the values are equal"
        )


def shard_map(
    f: Callable[..., Any] | None = None,
    /,
    *,
    out_specs: Any,
    in_specs: Any = ...,
    mesh: Mesh | AbstractMesh | None = None,
    axis_names: Iterable[Any] = frozenset(),
    check_vma: bool = True,
) -> Callable[..., Any]:
    """A function that runs `f` on each device's part of the arguments, and joins the results.

    in_specs, out_specs: `PartitionSpec`s, in pytrees that are prefixes of the tuple of arguments
        and of the result. An axis of an array is split along the axes of the mesh that its entry
        names, and must be divisible by their sizes. Along other axes every device has it whole.
        None in in_specs passes an argument to `f` as it is, whatever it is; without in_specs
        arguments are split as they are.
    mesh: by default the one in force. axis_names: those along which parts differ and that `f`'s
        collectives may use; by default all of the mesh.
    check_vma: whether results must be known to be equal along axes that out_specs do not name.
    Raises ValueError for names that the mesh lacks, specs longer than an array has axes, and axes
    that cannot be split evenly. Works as a decorator with options.

    >>> mesh = fjax.make_mesh((1,), ("i",))
    >>> f = fjax.shard_map(lambda x: lax.psum(x, "i"), mesh=mesh, in_specs=fjax.P("i"),
    ...                    out_specs=fjax.P())
    >>> f(jnp.arange(3.0))
    Array([0., 1., 2.], dtype=float64)
    """
    options = _Options(mesh, in_specs, out_specs, axis_names, check_vma)
    return options.mapped if f is None else options.mapped(f)


class _Options:
    """What shard_map was given beside the function."""

    def __init__(self, mesh: Any, in_specs: Any, out_specs: Any, axis_names: Any, check_vma: bool):
        self.mesh, self.axis_names, self.check_vma = mesh, axis_names, check_vma
        self.in_specs = tuple(in_specs) if type(in_specs) is list else in_specs
        self.out_specs = out_specs

    def mapped(self, function: Callable[..., Any]) -> Callable[..., Any]:
        if not callable(function):
            raise errors.FjaxTypeError(
                f"shard_map requires a callable for its first argument, but got {function!r} of "
                f"type {type(function).__name__}"
            )

        @api_boundary
        def sharded(*args: Any) -> Any:
            return self.call(function, args)

        return transformed(function, sharded, "Sharded version")

    def call(self, function: Callable[..., Any], args: tuple) -> Any:
        mesh, names = _mesh_of(self.mesh, self.axis_names)
        _check_specs("in", self.in_specs, mesh, names)
        _check_specs("out", self.out_specs, mesh, names)
        leaves, tree = tree_flatten(args, is_leaf=lambda x: x is None)
        specs = self._in_specs(function, mesh, names, tree, leaves)
        dynamic = [spec is not None for spec in specs]
        for leaf, given in zip(leaves, dynamic, strict=True):
            if given:
                check_argument(leaf, "shard_map")
        values = [as_operand(x) for x, given in zip(leaves, dynamic, strict=True) if given]
        used = [spec for spec in specs if spec is not None]
        _check_batch(names, self.in_specs, self.out_specs)
        _check_fit("in", function, mesh, used, [x.aval for x in values])
        if isinstance(self.mesh, AbstractMesh):
            _check_on_mesh(self.mesh, values)
        plain = all(dynamic) and tree == tree_structure(tuple(values))
        member = function if plain else _with_static(function, tree, leaves, dynamic)

        def out_specs(out_tree: Any, avals: Sequence[ShapedArray]) -> list[PartitionSpec]:
            found = _flat_specs("shard_map out_specs", out_tree, self.out_specs)
            _check_fit("out", function, mesh, found, avals)
            return found

        return run_members(
            "shard_map", member, values, used, mesh, names, out_specs, self.check_vma
        )

    def _in_specs(
        self, function: Any, mesh: Any, names: Sequence[Any], tree: Any, leaves: Sequence[Any]
    ) -> list[PartitionSpec | None]:
        """The spec of each leaf of the arguments; None for what is passed as it is."""
        if self.in_specs is not ...:
            return _flat_specs("shard_map in_specs", tree, self.in_specs)
        kinds = {mesh.axis_types[mesh.axis_names.index(name)] for name in names}
        if mesh.size > 1 and kinds != {AxisType.Explicit}:
            raise errors.FjaxTypeError(
                "shard_map in_specs argument must be a pytree of `jax.sharding.PartitionSpec` "
                f"instances, but it was left out: in_axes was not specified when axis_name="
                f"{tuple(names)} was of type {', '.join(map(str, kinds))}; give in_specs (in_axes "
                "of smap), or make the mesh with AxisType.Explicit"
            )
        return [_spec_as_it_is(x, mesh, names) for x in leaves]


def _check_on_mesh(mesh: AbstractMesh, values: Sequence[Any]) -> None:
    """Raise unless an array says on which devices a mesh without devices is."""
    if current() is not None or mesh.size == 1:
        return
    given = [x.sharding for x in values]
    for shape in [s.mesh.shape_tuple for s in given if isinstance(s, NamedSharding)]:
        if shape != mesh.shape_tuple:
            raise errors.FjaxValueError(
                f"shard_map: Mesh shape of the input {shape} does not match the mesh shape passed "
                f"to shard_map {mesh.shape_tuple}"
            )
    known = isinstance(in_force.value, Mesh) and not in_force.value.empty
    if not known and not any(isinstance(s, NamedSharding) for s in given):
        raise errors.FjaxValueError(
            "Please pass `jax.Array`s with a `NamedSharding` as input to `shard_map` when passing "
            "`AbstractMesh` to the mesh argument: none of the arguments says on which devices it "
            "is; put one on a mesh with fjax.device_put, or pass a fjax.sharding.Mesh"
        )


def _check_batch(names: Sequence[Any], in_specs: Any, out_specs: Any) -> None:
    """Raise for specs along axes of the mesh along which a batch around is split."""
    split = split_around()
    if not split or config.disable_vmap_shmap_error:
        return
    specs = [s for s in tree_leaves((in_specs, out_specs)) if isinstance(s, PartitionSpec)]
    twice = split & {n for spec in specs for n in spec.names()}
    if twice:
        raise errors.FjaxValueError(
            "vmap spmd_axis_name cannot appear in in_specs or out_specs of a shard_map within: the "
            f"batch is split along {sorted(split, key=str)}. jax.shard_map requires axis_names="
            f"{set(names)} to be a subset of the other axes of the mesh"
        )


def _flat_specs(what: str, tree: Any, specs: Any) -> list[Any]:
    if isinstance(specs, PartitionSpec):
        return [specs] * tree.num_leaves
    return flatten_axes(what, tree, specs)


def _with_static(
    function: Callable[..., Any], tree: Any, leaves: Sequence[Any], dynamic: Sequence[bool]
) -> Callable[..., Any]:
    """The function of the leaves that are split; the others stay as they are."""

    def member(*values: Any) -> Any:
        given = iter(values)
        filled = [next(given) if d else x for x, d in zip(leaves, dynamic, strict=True)]
        return function(*tree_unflatten(tree, filled))

    member.__name__ = _name(function)
    return member


def _spec_as_it_is(value: Any, mesh: Any, names: Sequence[Any]) -> PartitionSpec:
    """How an argument is split along these axes already."""
    if isinstance(value, Operand) and type(value) is not Array:
        sharding: Any = value.aval.layout
        explicit = {
            n
            for n, t in zip(mesh.axis_names, mesh.axis_types, strict=True)
            if t is AxisType.Explicit
        }
        if sharding is None and set(names) <= explicit:
            return PartitionSpec()
    else:
        sharding = value.sharding if type(value) is Array else None
    if isinstance(sharding, NamedSharding) and sharding.mesh.axis_names == mesh.axis_names:
        kept = [
            tuple(n for n in entry if n in names)
            for entry in sharding.spec.by_axis(len(sharding.spec))
        ]
        spec, own = sharding.spec, set(names)
        return PartitionSpec(*kept, unreduced=spec.unreduced & own, reduced=spec.reduced & own)
    if not isinstance(value, Array) or type(value) is Array or mesh.size == 1:
        return PartitionSpec()
    raise errors.FjaxTypeError(
        f"shard_map: in_specs are left out, and how a traced argument {value.aval} is split is not "
        "known while tracing; give in_specs"
    )


def smap(
    f: Callable[..., Any] | None = None, /, *, in_axes: Any = ..., out_axes: Any, axis_name: Any
) -> Callable[..., Any]:
    """As `shard_map` over one axis of the mesh in force, with array axes in place of specs.

    in_axes, out_axes: for each argument and for the result, the axis of the array that is split
        along the mesh's axis, or None. Pytree prefixes work.

    >>> with fjax.set_mesh(fjax.make_mesh((1,), ("i",))):
    ...     fjax.smap(lambda x: lax.psum(x, "i"), in_axes=0, out_axes=0, axis_name="i")(jnp.ones(2))
    Array([1., 1.], dtype=float64)
    """
    if isinstance(axis_name, (list, tuple)):
        raise errors.FjaxTypeError(
            f"smap axis_name should be a `str` or a `Hashable`, but got {axis_name}: name one axis"
        )
    in_axes = tuple(in_axes) if isinstance(in_axes, list) else in_axes
    in_specs = ... if in_axes is ... else _specs_of("smap in_axes", in_axes, axis_name)
    out_specs = _specs_of("smap out_axes", out_axes, axis_name)
    return shard_map(f, in_specs=in_specs, out_specs=out_specs, axis_names={axis_name})


def _specs_of(what: str, axes: Any, name: Any) -> Any:
    """The specs that array axes stand for."""

    def spec(axis: Any) -> PartitionSpec:
        if axis is None:
            return PartitionSpec()
        if type(axis) is not int:
            raise errors.FjaxTypeError(
                f"{what} must be an int, None, or (nested) container with those types as leaves, "
                f"but got {axis!r} of type {type(axis).__name__}"
            )
        if axis < 0:
            raise errors.FjaxValueError(f"{what}: axis {axis} counts from the end; count from 0")
        return PartitionSpec(*(None,) * axis, name)

    return tree_map(spec, axes, is_leaf=lambda x: x is None)


def _mesh_of(given: Any, axis_names: Iterable[Any]) -> tuple[Any, list[Any]]:
    """The mesh of a shard_map, and the names that it binds."""
    around = in_force.value
    mesh = around.abstract_mesh if given is None and not around.empty else given
    if mesh is None:
        raise errors.FjaxValueError(
            "shard_map: The context mesh cannot be empty: no mesh is given, and none is in force; "
            "pass mesh=, or call it within `with fjax.set_mesh(mesh):`"
        )
    if not isinstance(mesh, (Mesh, AbstractMesh)):
        raise errors.FjaxTypeError(
            "shard_map requires a `jax.sharding.Mesh` or a `jax.sharding.AbstractMesh`: mesh must "
            f"be one, got {mesh!r} of type {type(mesh).__name__}"
        )
    if mesh.empty:
        raise errors.FjaxValueError(f"shard_map requires a non-empty mesh. Got {mesh}")
    if given is not None and not around.empty and mesh.abstract_mesh != around.abstract_mesh:
        raise errors.FjaxValueError(
            f"shard_map: The context mesh {around.abstract_mesh} should match the mesh passed to "
            f"shard_map {mesh}; leave out mesh=, or set_mesh the same one"
        )
    if given is None and isinstance(around, Mesh):
        mesh = around
    wanted = set(axis_names) or set(mesh.axis_names) - set(mesh.manual_axes)
    lacking = wanted - set(mesh.axis_names)
    if lacking:
        raise errors.FjaxValueError(
            f"jax.shard_map requires axis_names={set(axis_names)} to be a subset of "
            f"mesh.axis_names={mesh.axis_names}; {min(map(repr, lacking))} is not"
        )
    return mesh, [n for n in mesh.axis_names if n in wanted]


def _check_waiting(where: str, spec: PartitionSpec, mesh: Any, names: Sequence[Any]) -> None:
    """Raise for a spec with sums that wait unless types can show them: along Explicit axes."""
    given = f"shard_map: {where} is {spec}, whose unreduced and reduced axes can only be"
    types = dict(zip(mesh.axis_names, mesh.axis_types, strict=True))
    if all(types[name] in (AxisType.Explicit, AxisType.Manual) for name in names):
        return
    if set(names) != set(mesh.axis_names):
        raise NotImplementedError(
            f"{given} passed to in_specs when shard_map is in full manual mode, or the axes are "
            f"Explicit; got axis_names={tuple(names)} of {mesh}"
        )
    raise errors.FjaxValueError(
        f"{given} used when the mesh passed to shard_map contains axis names all of type "
        f"`Explicit`; got {mesh}"
    )


def _check_specs(which: str, specs: Any, mesh: Any, names: Sequence[Any]) -> None:
    """Raise for anything that is not a PartitionSpec, and for axes that are not bound."""
    if specs is ...:
        return
    for path, spec in tree_leaves_with_path(specs):
        where = f"{which}_specs{keystr(path)}"
        if not isinstance(spec, PartitionSpec):
            raise errors.FjaxTypeError(
                f"shard_map {which}_specs argument must be a pytree of "
                f"`jax.sharding.PartitionSpec` instances, but:\n\n  {where} is {spec!r} of type "
                f"{type(spec).__name__}\n\nGive a fjax.P(...) in its place."
            )
        for name in spec.every_name():
            if name not in names:
                raise errors.FjaxValueError(
                    f"shard_map {which}_specs argument must refer to an axis marked as manual "
                    f"({tuple(names)}), but:\n\n  {where} refers to {name!r}\n\nCheck the mesh, "
                    f"axis_names and the {which}_specs passed to shard_map."
                )
            if spec.names().count(name) > 1:
                raise errors.FjaxValueError(
                    f"shard_map: {where} is {spec}, in which the axis {name!r} occurs twice"
                )
        if spec.unreduced or spec.reduced:
            _check_waiting(where, spec, mesh, names)


def _check_fit(
    which: str,
    function: Callable[..., Any],
    mesh: Any,
    specs: Sequence[PartitionSpec],
    avals: Sequence[ShapedArray],
) -> None:
    """Raise unless the specs are no longer than the values have axes, and divide those."""
    name = _name(function)
    for number, (spec, aval) in enumerate(zip(specs, avals, strict=True)):
        if len(spec) > aval.ndim:
            scalar = (
                ""
                if aval.ndim
                else (
                    f"\n\nFor scalar values (rank 0), consider using an {which}_specs entry of "
                    "`P()`, where `P = jax.sharding.PartitionSpec`."
                )
            )
            if not aval.ndim and which == "out":
                scalar += (
                    " In particular, for rank 0 outputs which are not constant over the mesh, add "
                    "at least one (singleton) axis to them so that they can be concatenated using "
                    "out_specs."
                )
            raise errors.FjaxValueError(
                f"shard_map applied to the function '{name}' was given an {which}_specs entry "
                f"which is too long to be compatible with the corresponding {which}put value from "
                f"the function. The spec of leaf {number} is {spec} which has length {len(spec)}, "
                f"but the value has shape {aval.str_short()}, which has rank {aval.ndim} (and "
                f"{aval.ndim} < {len(spec)}). {spec} is only valid for values of rank at least "
                f"{len(spec)}{scalar}"
            )
        counts = parts_of(mesh, spec, aval.ndim)
        for axis, (size, count) in enumerate(zip(aval.shape, counts, strict=True)):
            if which == "in" and size % count:
                raise errors.IndivisibleError(
                    f"shard_map applied to the function '{name}' was given argument arrays with "
                    "axis sizes that are not evenly divisible by the corresponding mesh axis "
                    f"sizes. Leaf {number} of shape {aval.str_short()} corresponds to in_specs of "
                    f"value {spec}, which maps array axis {axis} (of size {size}) to mesh axes of "
                    f"total size {count}, but {count} does not evenly divide {size}. Pad the "
                    "argument, or change the mesh"
                )
