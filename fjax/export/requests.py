"""What is to be exported: a jitted function and the types of its arguments, with symbolic sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fjax import errors
from fjax.api.staged import ShapeDtypeStruct
from fjax.core.avals import ShapedArray
from fjax.core.dimensions import Dimension, value_of, variables_of
from fjax.core.memo import cached_property
from fjax.dataclass import dataclass
from fjax.export.formulas import Sizes
from fjax.export.programs import NO_SIZES, TracedForSizes, Variant, fixed_variant, general_variant
from fjax.export.samples import Sampler
from fjax.export.solving import solve
from fjax.export.specification import SymbolicScope
from fjax.tree_util import keystr, tree_flatten, tree_leaves_with_path, tree_unflatten


def _symbolic(leaf: Any) -> bool:
    shape = getattr(leaf, "shape", ())
    return isinstance(shape, tuple) and any(isinstance(n, Dimension) for n in shape)


@dataclass(frozen=True)
class Request:
    """A function, its arguments (some ShapeDtypeStructs have symbolic sizes), their scope."""

    function: Any
    leaves: tuple[Any, ...]  # of the arguments, static ones included
    tree: Any
    scope: SymbolicScope
    names: tuple[str, ...]  # of dimension variables

    @classmethod
    def of(
        cls, function: Any, args: Any, kwargs: Any, scope: SymbolicScope | None = None
    ) -> Request:
        """The request; raises FjaxValueError if the sizes are of several scopes."""
        leaves, tree = tree_flatten((args, kwargs))
        for leaf in leaves:
            shape = getattr(leaf, "shape", ())
            if isinstance(shape, tuple) and any(isinstance(n, int) and n < 0 for n in shape):
                raise errors.FjaxValueError(
                    f"export: sizes are at least 0, got the shape {shape}; one that is not known "
                    "has a name: fjax.export.symbolic_shape('batch, 3')"
                )
        lengths = [n for x in leaves if _symbolic(x) for n in x.shape]
        used = sorted(frozenset().union(*map(variables_of, lengths)))
        name = getattr(function, "__name__", type(function).__name__)
        found = scope or _common_scope(name, args, kwargs) or SymbolicScope()
        unknown = found.variables() - set(used)
        if unknown and used:
            raise errors.FjaxValueError(
                f"Encountered dimension variable {sorted(unknown)[0]!r} in the constraints of "
                f"{found!r}, which is no size of an argument of {name}; the arguments' shapes have "
                f"{', '.join(used)}"
            )
        return cls(function, tuple(leaves), tree, found, tuple(used))

    def stage(self, sizes: Sizes) -> Any:
        """The function's stage for these sizes."""
        leaves = [
            ShapeDtypeStruct(
                tuple(value_of(n, sizes) for n in x.shape), x.dtype, weak_type=x.weak_type
            )
            if _symbolic(x)
            else x
            for x in self.leaves
        ]
        args, kwargs = tree_unflatten(self.tree, leaves)
        try:
            traced = self.function.trace(*args, **kwargs)
        except errors.FjaxError as error:
            self._add_notes(error, args, sizes)
            raise
        if traced.uses_references:
            raise errors.FjaxValueError(
                f"{traced.fun_name} cannot be exported: it reads or writes references "
                "(fjax.new_ref); take what they hold as an argument, and return what they are to "
                "hold"
            )
        return traced

    def trace(self, sizes: Sizes) -> TracedForSizes:
        """The function's program for these sizes, with derivative rules."""
        stage = self.stage(sizes)
        return TracedForSizes(stage.jaxpr, list(stage.constants))

    @staticmethod
    def _add_notes(error: errors.FjaxError, args: Any, sizes: Sizes) -> None:
        """Say for which sizes a function failed, and that a shape is no argument."""
        if sizes:
            tried = ", ".join(f"{name} = {size}" for name, size in sizes.items())
            error.add_note(
                f"That is what the function says where {tried}. Say which sizes there are: "
                f"symbolic_shape(…, constraints=['{next(iter(sizes))} >= 3'])"
            )
        for given in args:
            if type(given) is tuple and given and all(type(n) is int for n in given):
                error.add_note(
                    f"export: an argument is the tuple {given}; an array of that shape is "
                    f"fjax.ShapeDtypeStruct({given}, jnp.float32)"
                )

    @cached_property
    def sampler(self) -> Sampler:
        """Which sizes are tried."""
        lengths = [n for x in self.leaves if _symbolic(x) for n in x.shape]
        return Sampler(self.names, self.scope, list(dict.fromkeys(lengths)))

    def first(self) -> Any:
        """The stage for the first sizes that are tried."""
        return self.stage(self.sampler.fitted()[0] if self.names else NO_SIZES)

    def in_avals(self, avals: Sequence[ShapedArray]) -> tuple[ShapedArray, ...]:
        """The types of the dynamic arguments, with symbolic sizes; `avals` are those of `first`."""
        symbolic = iter([x for x in self.leaves if _symbolic(x)])
        if not self.names:
            return tuple(a.bare.strip_weak_type() for a in avals)
        sizes, pending, found = self.sampler.fitted()[0], next(symbolic, None), []
        for aval in avals:
            shape = aval.shape
            if pending is not None and shape == tuple(value_of(n, sizes) for n in pending.shape):
                shape, pending = pending.shape, next(symbolic, None)
            found.append(ShapedArray(shape, aval.dtype))
        return tuple(found)

    def variant(self) -> tuple[Variant, list[tuple[Any, ...]]]:
        """(the program for the platform in force, the shapes of its results)."""
        if not self.names:
            return fixed_variant(self.trace), [a.shape for a in self.first().jaxpr.out_avals]
        first = self.first()
        said = self.in_avals(first.argument_avals)
        names = [f"argument {k}" for k in range(len(said))]
        solve(said, names, [a.shape for a in first.argument_avals])  # raises if it cannot be done
        return general_variant(first.fun_name, self.trace, self.sampler)


def _common_scope(name: str, args: Any, kwargs: Any) -> SymbolicScope | None:
    scope, where = None, ""
    for what, tree in (("args", args), ("kwargs", kwargs)):
        for path, leaf in tree_leaves_with_path(tree):
            for size in leaf.shape if _symbolic(leaf) else ():
                own = getattr(size, "scope", None)
                if own is None or own is scope:
                    continue
                here = f"{what}{keystr(path)}"
                if scope is not None:
                    raise errors.FjaxValueError(
                        f"Invalid mixing of symbolic scopes when exporting {name}. Expected "
                        f"current (from {where}) scope {scope!r} and found for {str(size)!r} "
                        f"({here}) scope {own!r}. Give all of them one scope= or make them with "
                        "symbolic_args_specs"
                    )
                scope, where = own, here
    return scope
