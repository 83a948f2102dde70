"""What a traced function is called with: leaves of the types that it is for, and references."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fjax import errors
from fjax.api.flatten import as_operand
from fjax.config import config
from fjax.core import evaluate, tracing
from fjax.core.reference import Ref, check_distinct, held, read, write
from fjax.core.tracing import Tracer, state
from fjax.pytrees.prefix import structure_differences
from fjax.tree_util import tree_flatten, tree_unflatten

if TYPE_CHECKING:
    from fjax.api.stages import Traced


def argument_leaves(traced: Traced, args: tuple[Any, ...], kwargs: dict[Any, Any]) -> list[Any]:
    """The arguments' leaves; raises FjaxTypeError unless they are what `traced` was made for."""
    leaves, tree = tree_flatten((args, kwargs))
    name = traced.fun_name
    if tree != traced.in_tree:
        found = structure_differences(traced.in_tree, tree)
        where = "".join(
            f"\n  at (args, kwargs){''.join(map(str, path))}: compiled for {ours}, "
            f"called with {theirs}"
            for path, ours, theirs, _ in found
        )
        raise errors.FjaxTypeError(
            "Function compiled with input pytree does not match the input pytree it was called "
            f"with: {name} was compiled for {traced.in_tree}, called with {tree}{where}"
        )
    values = [x if type(x) is Ref else as_operand(x) for x in leaves]
    tracer = next((v for v in values if isinstance(v, Tracer)), None)
    if tracer is not None:
        raise errors.FjaxTypeError(
            "Cannot apply JAX transformations to a function lowered and compiled for a particular "
            f"signature. Detected argument of {name} of type {type(tracer).__name__}: {tracer!r}; "
            "transform the jitted function instead"
        )
    pairs = [
        (k, v.aval, aval)
        for k, (v, aval) in enumerate(zip(values, traced.argument_avals, strict=True))
        if (v.aval.shape, v.aval.dtype, type(v.aval)) != (aval.shape, aval.dtype, type(aval))
    ]
    if pairs:
        rows = "\n".join(
            f"Argument {traced.names.arguments[k]!r} compiled with {aval} (dtype "
            f"{aval.dtype.name}) and called with {got} (dtype {got.dtype.name})"
            for k, got, aval in pairs
        )
        raise errors.FjaxTypeError(
            "Argument types differ from the types for which this computation was compiled, "
            f"{name}; convert them, or call the jitted function. The mismatches are:\n{rows}"
        )
    return values


def call_with_references(traced: Traced, values: Sequence[Any]) -> Any:
    """Call a traced function that uses references, and write to them what they hold in the end."""
    staged = traced.staged
    refs = [(traced.names.arguments[i], x) for i, x in enumerate(values) if type(x) is Ref]
    check_distinct(f"jit({traced.fun_name})", refs, staged.references)
    # A derivative may keep what it gets; only a compiled program may use that memory again.
    get = held if state.trace is None else read
    operands = [get(x) if type(x) is Ref else x for x in (*staged.references, *values)]
    if state.trace is not None or any(isinstance(x, Tracer) for x in traced.constants):
        outs = traced.call(*traced.constants, *operands)
    elif config.debug_nans or config.debug_infs:  # one operation after another, each checked
        outs = evaluate.execute(traced.jaxpr, [*traced.constants, *operands])
    elif any(isinstance(x, Tracer) for x in operands):
        raise tracing.leaked(next(x for x in operands if isinstance(x, Tracer)))
    else:
        placement = traced.place(operands)
        outs = list(traced.placed(traced.run_flat(operands, placement)))
    n = len(outs) - staged.n_written
    changed = [*staged.changed, *[values[i] for i in staged.returned]]
    for ref, value in zip(changed, outs[n:], strict=True):
        write(ref, value)
    return tree_unflatten(traced.out_tree, outs[:n])
