"""Functions with a batching rule of their own."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Generic

from fjax import errors
from fjax.core import source
from fjax.core.annotations import P, R
from fjax.core.avals import ShapedArray
from fjax.core.ir import Jaxpr
from fjax.core.primitive import BatchAxis, Dims, Pruned, Record, Values, Zero, primitive
from fjax.core.tracing import aval_of
from fjax.higher_order.argument_names import function_name
from fjax.higher_order.call import Call
from fjax.higher_order.custom_rules import CustomRule
from fjax.higher_order.lists import nonzero_flags, select, with_zeros
from fjax.higher_order.signatures import CallShape, Forwarding, ResultSignature, resolve_keywords
from fjax.interpreters.jvp import instantiate, jvp_flat
from fjax.interpreters.vmap import place_batch, vmap_flat
from fjax.pytrees.operations import tree_flatten
from fjax.pytrees.prefix import broadcast_prefix

Rule = Callable[[BatchAxis, Sequence[bool], Sequence[Any]], tuple[Sequence[Any], Sequence[bool]]]


@primitive
class CustomVmap(CustomRule):
    """A call whose batched form is `rule(axis, which are batched, args)` -> (outputs, batched)."""

    name = "custom_vmap_call"
    makes_nan = True
    function: Any
    rule: Rule
    label: str = ""
    n_constants: int = 0

    def drop_unused(self, used: Sequence[bool]) -> Pruned | None:
        return None  # its rule computes all outputs

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        n = self.n_constants
        if any(d is not None for d in dims[:n]):
            raise errors.UnexpectedTracerError(
                f"custom_vmap: the function {self.label!r} closes over a batched value, which its "
                "rule can't see; pass it as an argument"
            )
        moved = [
            place_batch(x, d, None if d is None else 0, axis)
            for x, d in zip(args, dims, strict=True)
        ]
        if not any(d is not None for d in dims):
            outs = self(*moved)
            return outs, [None] * len(outs)
        if not isinstance(self.function, Jaxpr):  # the rule's result must have its structure
            self.stage([_example(x, d) for x, d in zip(moved, dims, strict=True)])
        outs, batched = self.rule(axis, [d is not None for d in dims[n:]], moved[n:])
        return outs, [0 if b else None for b in batched]

    def partial_eval(self, record: Record, unknown: Sequence[bool], args: Values) -> Values:
        staged, constants = self.stage([aval_of(a) for a in args])
        flags = (*[False] * len(constants), *unknown)
        return Call(staged.function, self.label).partial_eval(record, flags, [*constants, *args])

    def jvp(self, primals: Values, tangents: Values) -> tuple[Values, Values]:
        nonzero, k = nonzero_flags(tangents), self.n_constants
        body = self.closed(())

        def function(*args: Any) -> list[Any]:
            return _values_and_tangents(body, nonzero, args)

        rule = _JVPOfRule(self.rule, nonzero[k:])
        op = CustomVmap(function, rule, f"jvp({self.label})", k)
        results = op(*primals, *select(nonzero, tangents))
        half = len(results) // 2
        outs = results[:half]
        return outs, [
            Zero(aval_of(o).tangent()) if aval_of(o).tangent() is not aval_of(o) else t
            for o, t in zip(outs, results[half:], strict=True)
        ]


def _example(value: Any, dim: int | None) -> ShapedArray:
    """The aval of one example of a value that is batched in front."""
    aval = aval_of(value)
    return aval if dim is None else aval.update(shape=aval.shape[1:])


def _values_and_tangents(
    function: Callable[..., Sequence[Any]], nonzero: Sequence[bool], args: Sequence[Any]
) -> list[Any]:
    """Outputs and instantiated tangents, for arguments followed by their nonzero tangents."""
    n = len(nonzero)
    tangents = with_zeros(nonzero, [aval_of(a) for a in args[:n]], args[n:])
    outs, out_tangents = jvp_flat(function, args[:n], tangents)
    return [*outs, *map(instantiate, out_tangents)]


class _JVPOfRule:
    """The batching rule of the derivative: the derivative of the batching rule.

    A value may be batched where its tangent is not, or the other way round. If no two are batched
    together, the rule is told of no batch: it is differentiated, and that is batched. Otherwise
    what lacks a batch gets one.
    """

    def __init__(self, rule: Rule, nonzero: Sequence[bool]):
        self.rule, self.nonzero = rule, nonzero

    def __call__(
        self, axis: BatchAxis, batched: Sequence[bool], args: Values
    ) -> tuple[Values, Sequence[bool]]:
        n = len(self.nonzero)
        of_tangents = iter(batched[n:])
        pairs = [
            (b, next(of_tangents) if d else b)
            for b, d in zip(batched[:n], self.nonzero, strict=True)
        ]
        if not any(b and t for b, t in pairs):
            found = self._apart(axis, batched, args)
            if found is not None:
                return found
        return self._together(axis, pairs, args)

    def _apart(self, axis: BatchAxis, batched: Sequence[bool], args: Sequence[Any]) -> Any:
        """Outputs and whether they are batched; None if the rule makes batches by itself."""
        made: list[bool] = []

        def unbatched(*values: Any) -> Sequence[Any]:
            outs, made[:] = self.rule(axis, [False] * len(self.nonzero), values)
            return outs

        outs, dims = vmap_flat(
            lambda *xs: _values_and_tangents(unbatched, self.nonzero, xs),
            BatchAxis(None, axis.size),
            args,
            [0 if b else None for b in batched],
        )
        if any(made):
            return None
        flags = [d is not None for d in dims]
        return [
            place_batch(x, d, 0 if f else None, axis)
            for x, d, f in zip(outs, dims, flags, strict=True)
        ], flags

    def _together(
        self, axis: BatchAxis, pairs: Sequence[tuple[bool, bool]], args: Sequence[Any]
    ) -> tuple[list[Any], list[bool]]:
        """Outputs and whether they are batched, each operand batched with its tangent."""
        n, flags = len(pairs), [b or t for b, t in pairs]
        values = [
            place_batch(x, 0 if b else None, 0 if f else None, axis)
            for x, (b, _), f in zip(args[:n], pairs, flags, strict=True)
        ]
        given = [
            place_batch(x, 0 if t else None, 0 if f else None, axis)
            for x, (_, t), f in zip(
                args[n:], select(self.nonzero, pairs), select(self.nonzero, flags), strict=True
            )
        ]
        made: list[bool] = []

        def call(*xs: Any) -> Sequence[Any]:
            outs, made[:] = self.rule(axis, flags, xs)
            return outs

        return _values_and_tangents(call, self.nonzero, [*values, *given]), made * 2


class custom_vmap(Forwarding, Generic[P, R]):
    """A function with a batching rule of its own.

    `@f.def_vmap` takes `rule(axis_size, in_batched, *args)`, which returns (output, out_batched):
    the batched outputs, and a pytree of booleans saying which of them have a leading batch axis.

    >>> @fjax.custom_batching.custom_vmap
    ... def f(x):
    ...     return x + 1
    ...
    >>> @f.def_vmap
    ... def rule(axis_size, in_batched, xs):
    ...     return xs + 10, True
    ...
    >>> fjax.vmap(f)(jnp.arange(3))
    Array([10, 11, 12], dtype=int64)
    """

    def __init__(self, fun: Callable[P, R]):
        functools.update_wrapper(self, fun)
        self.fun = fun
        self.vmap_rule: Callable[..., Any] | None = None

    def def_vmap(self, vmap_rule: Callable[..., Any]) -> Callable[..., Any]:
        """Set the rule; returns it."""
        self.vmap_rule = vmap_rule
        return vmap_rule

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        name = function_name(self.fun)
        if self.vmap_rule is None:
            raise AttributeError(
                f"No batching rule defined for custom_vmap function {name}: set one with "
                f"{name}.def_vmap"
            )
        positional = resolve_keywords("custom_vmap", self.fun, args, kwargs)
        shape, result = CallShape(positional, ()), ResultSignature()

        def function(*operands: Any) -> list[Any]:
            return result.flatten(self.fun(*shape.all(operands)))

        def rule(
            axis: BatchAxis, batched: Sequence[bool], values: Values
        ) -> tuple[Values, Sequence[bool]]:
            assert self.vmap_rule is not None
            flags = list(shape.tree.unflatten(batched))
            with source.lines_of(self.vmap_rule):
                out = self.vmap_rule(axis.size, flags, *shape.all(values))
            return _checked_rule(function_name(self.vmap_rule), out, result)

        outs = CustomVmap(function, rule, name)(*shape.take())
        return result.unflatten(outs)


def _checked_rule(name: str, out: Any, result: ResultSignature) -> tuple[list[Any], list[bool]]:
    """A rule's (output, out_batched), flat."""
    if not isinstance(out, (tuple, list)) or len(out) != 2:
        raise errors.FjaxTypeError(
            f"custom vmap rule ({name}) must return a pair (output, out_batched), got {out!r}"
        )
    leaves, tree = tree_flatten(out[0])
    try:
        batched = broadcast_prefix(out[1], out[0])
    except ValueError as error:
        raise errors.FjaxValueError(
            "structure of output value and output batching specification returned by custom vmap "
            f"rule ({name}) do not match: {tree} and {tree_flatten(out[1])[1]}"
        ) from error
    if result.type is None:
        result.flatten(out[0])
    elif tree != result.type.tree:
        raise errors.FjaxValueError(
            f"structure of output returned by custom vmap rule ({name}) does not match that of "
            f"original custom-vmapped function: {tree} and {result.type.tree}"
        )
    return leaves, [bool(b) for b in batched]
