"""Exported functions: programs apart from the Python that they were traced from."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fjax import errors, misspelling
from fjax.api.autodiff import vjp
from fjax.api.flatten import as_operand
from fjax.api.jit import jit
from fjax.api.staged import ShapeDtypeStruct
from fjax.api.stages import Compiled
from fjax.config import config
from fjax.core.avals import ShapedArray
from fjax.core.device import default_device, exported_platform
from fjax.core.dimensions import value_of, variables_of
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Jaxpr
from fjax.core.memo import cached_property
from fjax.core.plain_arguments import check_choice, check_whole
from fjax.core.sharding import NamedSharding, Sharding
from fjax.dataclass import dataclass
from fjax.errors import api_boundary
from fjax.export.formulas import Sizes
from fjax.export.programs import TracedForSizes, Variant, fixed_variant
from fjax.export.requests import Request
from fjax.export.serialization import decoded, encoded, record_of
from fjax.export.solving import mismatch, solve
from fjax.export.specification import SymbolicScope
from fjax.higher_order.custom_derivatives import custom_vjp
from fjax.pytrees.prefix import structure_differences
from fjax.pytrees.treedef import PyTreeDef
from fjax.tree_util import (
    keystr,
    tree_flatten,
    tree_leaves_with_path,
    tree_structure,
    tree_unflatten,
)

minimum_supported_calling_convention_version = 9
maximum_supported_calling_convention_version = 10
_MOST_RUNNERS = 64  # sizes for which an exported function keeps the compiled program


@dataclass(frozen=True)
class DisabledSafetyCheck:
    """A check of exported functions that is left out: made by `platform()`, `custom_call(name)`.

    >>> fjax.export.DisabledSafetyCheck.platform()
    platform
    """

    _impl: str

    @classmethod
    def platform(cls) -> DisabledSafetyCheck:
        """Call a function on another platform than it was exported for."""
        return cls("platform")

    @classmethod
    def custom_call(cls, target_name: str) -> DisabledSafetyCheck:
        """Accepted for programs written for JAX: no program of fjax names such targets."""
        return cls(f"custom_call:{target_name}")

    def is_custom_call(self) -> str | None:
        """The name of the target that this is about."""
        kind, _, name = self._impl.partition(":")
        return name if kind == "custom_call" else None

    def __repr__(self) -> str:
        return self._impl

    __str__ = __repr__


@dataclass(frozen=True, eq=False)
class Exported:
    """A program without its Python function: types, structures, equations. `export` makes it.

    fun_name: for messages. in_tree, out_tree: the structures of (args, kwargs) and of the result.
    in_avals, out_avals: the types of their leaves; lengths may be symbolic. platforms: where it
    may be called ('cpu', 'cuda'). nr_devices: over how many devices its arguments and results are
    split. calling_convention_version: of JAX's; fjax has one form only. uses_global_constants:
    whether the program depends on sizes or on the platform.

    >>> f = fjax.export.export(fjax.jit(lambda x: 2 * x))(jnp.ones(3, jnp.float32))
    >>> f.in_avals, f.platforms, f.call(jnp.ones(3, jnp.float32))
    ((ShapedArray(float32[3]),), ('cpu',), Array([2., 2., 2.], dtype=float32))
    """

    fun_name: str
    in_tree: PyTreeDef
    in_avals: tuple[ShapedArray, ...]
    out_tree: PyTreeDef
    out_avals: tuple[ShapedArray, ...]
    platforms: tuple[str, ...]
    nr_devices: int
    disabled_safety_checks: tuple[DisabledSafetyCheck, ...]
    calling_convention_version: int
    constraints: tuple[str, ...]
    variants: Mapping[str, Variant]  # by platform
    in_shardings: tuple[Sharding | None, ...]
    out_shardings: tuple[Sharding | None, ...]
    # Of a function that was not loaded: the program with derivative rules, for any sizes.
    trace: Callable[[Sizes], TracedForSizes] | None = None
    stored_vjp: Exported | None = None
    runners: dict[Any, Any] = dataclasses.field(default_factory=dict, repr=False)

    ordered_effects: tuple[Any, ...] = ()
    unordered_effects: tuple[Any, ...] = ()

    def __repr__(self) -> str:
        return f"Exported(fun_name={self.fun_name}, ...)"

    __str__ = __repr__

    @property
    def module_kept_var_idx(self) -> tuple[int, ...]:
        """The numbers of the arguments that the program takes: all of them."""
        return tuple(range(len(self.in_avals)))

    @cached_property
    def uses_global_constants(self) -> bool:
        """Whether the program depends on symbolic sizes or on the platform."""
        return len(self.platforms) > 1 or any(
            v.general.formulas or v.special for v in self.variants.values()
        )

    @cached_property
    def names(self) -> list[str]:
        """What the leaves of the arguments are called in messages: args[0], kwargs['x']."""
        args, kwargs = tree_unflatten(self.in_tree, range(len(self.in_avals)))
        found = [f"args{keystr(path)}" for path, _ in tree_leaves_with_path(args)]
        return found + [f"kwargs{keystr(path)}" for path, _ in tree_leaves_with_path(kwargs)]

    def as_text(self, platform: str | None = None, **sizes: int) -> str:
        """The program as a jaxpr's text, which `fjax.core.parse` reads.

        platform: one of `platforms`, the first without it. sizes: of the dimension variables.

        >>> f = fjax.export.export(fjax.jit(lambda x: 2 * x))(
        ...     fjax.ShapeDtypeStruct(fjax.export.symbolic_shape("b"), jnp.float32))
        >>> print(f.as_text(b=5))
        { lambda ; a:f32[5]. let
            b:f32[5] = mul 2.0:f32[] a
          in (b,) }
        """
        variant = self.variants[platform or self.platforms[0]]
        missing = self.variables - set(sizes)
        if missing:
            raise errors.FjaxValueError(
                f"as_text: give the sizes of {', '.join(sorted(missing))}, as in "
                f"as_text({sorted(missing)[0]}=8)"
            )
        return variant.template(sizes).text(sizes)

    @cached_property
    def variables(self) -> frozenset[str]:
        """The dimension variables of the arguments."""
        return frozenset().union(*[variables_of(n) for a in self.in_avals for n in a.shape])

    # ---- calling

    @api_boundary
    def call(self, *args: Any, **kwargs: Any) -> Any:
        """The results for arguments of the structure and types that it was exported for.

        Works in other transformations (`jit`, `vmap`, `grad`, `jvp`) and exported functions.
        Raises FjaxValueError for another structure, rank, length, dtype, number of devices or
        platform.
        """
        leaves, tree = tree_flatten((args, kwargs))
        if tree != self.in_tree:
            where = "".join(
                f"\n  at (args, kwargs){''.join(map(str, path))}: exported for {ours}, called with "
                f"{theirs}"
                for path, ours, theirs, _ in structure_differences(self.in_tree, tree)
            )
            raise errors.FjaxValueError(
                "The invocation args and kwargs must have the same pytree structure as when the "
                f"function {self.fun_name!r} was exported, {self.in_tree}; got {tree}{where}"
            )
        return tree_unflatten(self.out_tree, self.call_flat([as_operand(x) for x in leaves]))

    def call_flat(self, leaves: Sequence[Any]) -> list[Any]:
        """The leaves of the results for those of the arguments."""
        platform = self._platform()
        self._check_types(leaves)
        self._check_devices(leaves)
        sizes = solve(self.in_avals, self.names, [x.aval.shape for x in leaves])
        wrong = SymbolicScope(self.constraints).violated(sizes)
        if wrong:
            raise mismatch(
                f"the sizes {sizes} do not fulfil the constraint {wrong!r}",
                (),
                self.in_avals,
                self.names,
            )
        return list(self._runner(platform, sizes)(*leaves))

    def _platform(self) -> str:
        """The platform whose program is run; raises FjaxValueError if there is none for here."""
        here = exported_platform.value or default_export_platform()
        if here in self.platforms:
            return here
        if DisabledSafetyCheck.platform() in self.disabled_safety_checks:
            return self.platforms[0]
        raise errors.FjaxValueError(
            f"Function {self.fun_name!r} was exported for platforms {self.platforms} and is called "
            f"on {here!r}. Export it with platforms=({here!r}, ...), or with "
            "disabled_checks=[fjax.export.DisabledSafetyCheck.platform()]"
        )

    def _check_types(self, leaves: Sequence[Any]) -> None:
        for name, x, said in zip(self.names, leaves, self.in_avals, strict=True):
            has = x.aval
            if has.ndim != said.ndim:
                raise errors.FjaxValueError(
                    f"Rank mismatch for {name}: expected {said.shape} and called with {has.shape}"
                )
            if has.dtype != said.dtype:
                raise errors.FjaxValueError(
                    f"Dtype mismatch for {name}: expected {said.dtype} and called with {has.dtype}"
                )
            for axis, (wanted, n) in enumerate(zip(said.shape, has.shape, strict=True)):
                if isinstance(wanted, int) and wanted != n:
                    raise errors.FjaxValueError(
                        f"Shape mismatch for {name}.shape[{axis}] (expected same constant): "
                        f"expected {said.shape} and called with {has.shape}"
                    )

    def _check_devices(self, leaves: Sequence[Any]) -> None:
        """Raise where arguments lie on another number of devices than it was exported for."""
        placed = [p for x in leaves if (p := getattr(x, "placement", None)) is not None]
        count = max([len(p.devices) for p in placed], default=1)
        if self.nr_devices > 1 and count != self.nr_devices:
            raise errors.FjaxValueError(
                f"Function {self.fun_name!r} was exported for {self.nr_devices} devices and is "
                f"called in a context with {count} devices; split the arguments as "
                "in_shardings_jax says (fjax.device_put)"
            )

    def _runner(self, platform: str, sizes: Sizes) -> Callable[..., Any]:
        key = (platform, tuple(sorted(sizes.items())), config.key)
        if key not in self.runners:
            if len(self.runners) >= _MOST_RUNNERS:
                self.runners.pop(next(iter(self.runners)))
            self.runners[key] = self._made_runner(platform, sizes)
        return self.runners[key]

    def _made_runner(self, platform: str, sizes: Sizes) -> Callable[..., Any]:
        """The function of the arguments' leaves for these sizes."""
        if self.trace is not None:
            with exported_platform(platform):
                traced = self.trace(sizes)
            jaxpr, constants = traced.jaxpr, tuple(traced.constants)
        else:
            jaxpr, constants = self.program(platform, sizes), self.variants[platform].constants

        def program(*leaves: Any) -> tuple[Any, ...]:
            return tuple(evaluate_jaxpr(jaxpr, [*constants, *leaves]))

        program.__name__ = self.fun_name
        if self.trace is None and self.variants[platform].rules_dropped:
            return jit(_with_stored_derivative(self, program))
        return jit(program)

    def program(self, platform: str, sizes: Sizes) -> Jaxpr:
        """The program of a function that was loaded, for these sizes.

        Raises FjaxValueError if it is none, or not one of the types that the function has.
        """
        variant = self.variants[platform]
        jaxpr = variant.at(sizes)
        constants = [x.aval for x in variant.constants]
        for what, avals, said in (
            ("takes", jaxpr.in_avals, [*constants, *self.in_avals]),
            ("gives", jaxpr.out_avals, self.out_avals),
        ):
            wanted = [(tuple(value_of(n, sizes) for n in a.shape), a.dtype) for a in said]
            if wanted != [(a.shape, a.dtype) for a in avals]:
                raise errors.FjaxValueError(
                    f"the program of {self.fun_name!r} {what} {', '.join(map(str, avals))}; the "
                    f"function {what} {', '.join(map(str, said))}: what was loaded is damaged"
                )
        return jaxpr

    # ---- derivatives

    def has_vjp(self) -> bool:
        """Whether `vjp` gives something.

        It does unless the function was loaded, has derivative rules of its own in it, and was
        serialized with vjp_order=0.
        """
        dropped = any(v.rules_dropped for v in self.variants.values())
        return self.trace is not None or self.stored_vjp is not None or not dropped

    def vjp(self) -> Exported:
        """The exported function of the derivative.

        It takes the leaves of the arguments, then a cotangent for each leaf of the results, and
        gives a tuple of cotangents of the arguments. Raises FjaxValueError if `has_vjp` is False.
        """
        if self.stored_vjp is not None:
            return self.stored_vjp
        if not self.has_vjp():
            raise errors.FjaxValueError(
                f"No VJP is available: {self.fun_name!r} has derivative rules of its own in it, "
                "which are functions of Python and are not serialized; serialize it with a higher "
                "vjp_order"
            )
        count = len(self.in_avals)

        def backward(*leaves: Any) -> tuple[Any, ...]:
            _, pull = vjp(lambda *xs: tuple(self.call_flat(xs)), *leaves[:count])
            return tuple(pull(tuple(leaves[count:])))

        backward.__name__ = f"{self.fun_name}_vjp"
        types = [*self.in_avals, *[a.tangent() for a in self.out_avals]]
        structs = [ShapeDtypeStruct(a.shape, a.dtype) for a in types]
        checks, scope = self.disabled_safety_checks, SymbolicScope(self.constraints)
        return _exported(jit(backward), tuple(structs), {}, self.platforms, checks, scope)

    # ---- as bytes

    @api_boundary
    def serialize(self, vjp_order: int = 0) -> bytearray:
        """The function as bytes, which `deserialize` reads in another process.

        They hold the jaxpr as text, the arrays that it holds, and a hash; nothing is pickled.
        vjp_order: how often it may be differentiated in reverse mode once it is loaded, where it
        has derivative rules of its own in it (custom_jvp, custom_vjp), which are functions of
        Python and cannot be stored. A program without such rules is differentiated without that.
        Raises FjaxValueError if it calls functions of this process (callbacks) or primitives of
        the user's, FjaxTypeError or FjaxValueError for structures that cannot be stored.

        >>> f = fjax.export.export(fjax.jit(lambda x: 2 * x))(jnp.ones(2))
        >>> fjax.export.deserialize(f.serialize()).call(jnp.arange(2.0))
        Array([0., 2.], dtype=float64)
        """
        chain = [self]
        for _ in range(check_whole("Exported.serialize: vjp_order", vjp_order)):
            chain.append(chain[-1].vjp())
        return bytearray(encoded([record_of(each) for each in chain]))

    # ---- shardings

    def in_shardings_jax(self, mesh: Any) -> tuple[Sharding | None, ...]:
        """The shardings of the arguments' leaves, on a mesh of the same axes."""
        return tuple(_on_mesh(s, mesh) for s in self.in_shardings)

    def out_shardings_jax(self, mesh: Any) -> tuple[Sharding | None, ...]:
        """The shardings of the results' leaves, on a mesh of the same axes."""
        return tuple(_on_mesh(s, mesh) for s in self.out_shardings)


misspelling.answer_for(Exported, "export.Exported")


def _on_mesh(sharding: Sharding | None, mesh: Any) -> Sharding | None:
    return NamedSharding(mesh, sharding.spec) if isinstance(sharding, NamedSharding) else None


def _with_stored_derivative(exported: Exported, program: Callable[..., Any]) -> Callable[..., Any]:
    """A loaded program without its derivative rules, differentiated by the stored derivative."""
    function = custom_vjp(program)

    def forward(*leaves: Any) -> Any:
        exported.vjp()  # raises if there is none
        return program(*leaves), leaves

    def backward(leaves: Any, cotangents: Any) -> Any:
        return tuple(exported.vjp().call_flat([as_operand(x) for x in (*leaves, *cotangents)]))

    function.defvjp(forward, backward)
    return function


_PLATFORMS = ("cpu", "cuda", "rocm", "gpu", "tpu", "meta")


def default_export_platform() -> str:
    """The platform that functions are exported for unless one is given.

    >>> fjax.export.default_export_platform()
    'cpu'
    """
    platform = default_device().platform
    return "cuda" if platform == "gpu" else platform


def export(
    fun_jit: Callable[..., Any],
    *,
    platforms: Sequence[str] | None = None,
    disabled_checks: Sequence[DisabledSafetyCheck] = (),
) -> Callable[..., Exported]:
    """A function of arguments that gives a jitted function, exported for their types.

    fun_jit: the result of `fjax.jit`, or a function of fjax itself. The arguments are arrays or
        ShapeDtypeStructs, whose shapes may be symbolic (`symbolic_shape`).
    platforms: where it may be called: 'cpu', 'cuda', ...; the one of the default device if None.
        Only `lax.platform_dependent` makes a difference between them.

    Raises FjaxValueError if `fun_jit` is not a jitted function. Raises it too if a function of
    symbolic shapes is not the same program for all sizes (`fjax/export/programs.py` tries them).

    disabled_checks: checks that are left out when it is called.
    Returns a function of arguments, or of `fjax.ShapeDtypeStruct`s, that gives an `Exported`.

    >>> double = fjax.export.export(fjax.jit(lambda x: 2 * x.sum()))
    >>> shape = fjax.export.symbolic_shape("b, 3")
    >>> data = double(fjax.ShapeDtypeStruct(shape, jnp.float32)).serialize()
    >>> fjax.export.deserialize(data).call(jnp.ones((5, 3), jnp.float32))
    Array(30., dtype=float32)
    """
    if platforms is not None and (isinstance(platforms, str) or not hasattr(platforms, "__len__")):
        raise errors.FjaxTypeError(
            f"export: platforms is a sequence of names, got {platforms!r}; write ({platforms!r},)"
        )
    for platform in platforms or ():
        check_choice("export: each of platforms", platform, _PLATFORMS)
    own = getattr(fun_jit, "__module__", None) or ""
    if not hasattr(fun_jit, "trace") or not callable(fun_jit):
        if not own.startswith("fjax.") or not callable(fun_jit):
            raise errors.FjaxValueError(
                f"Function to be exported must be the result of `jit` but is: {fun_jit!r}; write "
                "export(fjax.jit(f))"
            )
        fun_jit = jit(fun_jit)

    @api_boundary
    def exporter(*args: Any, **kwargs: Any) -> Exported:
        chosen = (default_export_platform(),) if platforms is None else tuple(platforms)
        return _exported(fun_jit, args, kwargs, chosen, tuple(disabled_checks), None)

    return exporter


def _exported(
    function: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    platforms: tuple[str, ...],
    checks: tuple[DisabledSafetyCheck, ...],
    scope: SymbolicScope | None,
) -> Exported:
    version = _version()
    request = Request.of(function, args, kwargs, scope)
    variants: dict[str, Variant] = {}
    shapes: list[tuple[Any, ...]] = []
    for platform in platforms:
        with exported_platform(platform):
            variants[platform], shapes = request.variant()
    first = request.first()
    in_avals = request.in_avals(first.argument_avals)
    out_avals = [a.bare.strip_weak_type() for a in first.jaxpr.out_avals]
    named = [*first.in_shardings, *first.out_shardings]
    return Exported(
        fun_name=first.fun_name,
        in_tree=first.in_tree,
        in_avals=in_avals,
        out_tree=first.out_tree,
        out_avals=tuple(a.update(shape=s) for a, s in zip(out_avals, shapes, strict=True)),
        platforms=platforms,
        nr_devices=max([s.num_devices for s in named if s is not None], default=1),
        disabled_safety_checks=checks,
        calling_convention_version=version,
        constraints=request.scope.texts,
        variants=variants,
        in_shardings=tuple(first.in_shardings),
        out_shardings=tuple(first.out_shardings),
        trace=request.trace,
    )


def compiled_as_exported(compiled: Compiled) -> Exported:
    """What `fjax.jit(f).lower(...).compile()` gives, as a function of the leaves of its arguments.

    >>> compiled = fjax.jit(jnp.sin).lower(jnp.ones(2)).compile()
    >>> compiled_as_exported(compiled).call(jnp.zeros(2))
    [Array([0., 0.], dtype=float64)]
    """
    stage = compiled.traced
    if stage.uses_references:
        raise errors.FjaxValueError(f"{stage.fun_name} uses references and cannot be serialized")
    trace = lambda _: TracedForSizes(stage.jaxpr, list(stage.constants))
    given = stage.jaxpr.in_avals[len(stage.constants) :]
    inputs = [None] * len(given)
    platform = default_export_platform()
    return Exported(
        fun_name=stage.fun_name,
        in_tree=tree_structure(((0,) * len(inputs), {})),
        in_avals=tuple(a.bare.strip_weak_type() for a in given),
        out_tree=tree_structure([0] * len(stage.out_avals)),
        out_avals=tuple(a.strip_weak_type() for a in stage.out_avals),
        platforms=(platform,),
        nr_devices=1,
        disabled_safety_checks=(),
        calling_convention_version=maximum_supported_calling_convention_version,
        constraints=(),
        variants={platform: fixed_variant(trace)},
        in_shardings=tuple(inputs),
        out_shardings=(None,) * len(stage.out_avals),
        trace=trace,
    )


def _version() -> int:
    """The version of JAX's calling convention that is asked for."""
    low = minimum_supported_calling_convention_version
    high = maximum_supported_calling_convention_version
    version: int = config.export_calling_convention_version
    if not low <= version <= high:
        raise errors.FjaxValueError(
            f"The requested export calling convention version {version} is outside the range of "
            f"supported versions [{low}..{high}]"
        )
    return version


@api_boundary
def deserialize(blob: bytes | bytearray) -> Exported:
    """The exported function that `Exported.serialize` wrote.

    Nothing in the bytes is executed but the program, whose text is parsed and whose types are
    checked. Raises FjaxValueError for bytes that are cut, damaged, of another origin, or of a newer
    form. Raises it too for classes of pytrees that are not registered.

    >>> f = fjax.export.export(fjax.jit(jnp.sin))(jnp.ones(2))
    >>> fjax.export.deserialize(f.serialize()[:-1])
    Traceback (most recent call last):
    fjax.errors.FjaxValueError: deserialize: these bytes are no exported function...
    """
    result: Exported | None = None
    for fields in reversed(decoded(blob)):
        fields["disabled_safety_checks"] = tuple(
            map(DisabledSafetyCheck, fields["disabled_safety_checks"])
        )
        result = Exported(**fields, stored_vjp=result)
        for platform in () if result.variables else result.platforms:
            result.program(platform, {})
    assert result is not None
    return result
