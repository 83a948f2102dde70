"""A jaxpr as nodes: equations by their own rule or by role, loops and branches with bodies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.core import dtypes
from fjax.core.control import LoopForm
from fjax.core.ir import Atom, Equation, Jaxpr, Literal
from fjax.core.kinds import Role
from fjax.core.rules import ExchangeRules
from fjax.export.exchange.graph import INT64, Graph, Tensor, stored
from fjax.export.exchange.roles import by_role
from fjax.passes.cleanup import inline
from fjax.passes.expand import expand


def convert(graph: Graph, jaxpr: Jaxpr, operands: Sequence[Tensor]) -> list[Tensor]:
    """The outputs of a program as tensors of the graph.

    Raises MissingRuleError, with the operation and the user's line, for what ONNX cannot say.
    """
    program = expand(inline(jaxpr), _stays)
    known: dict[Any, Tensor] = dict(zip(program.invars, operands, strict=True))
    for eqn in program.eqns:
        tensors = [_tensor(graph, known, x) for x in eqn.invars]
        try:
            outs = _converted(graph, eqn, tensors)
        except errors.MissingRuleError as error:
            raise _refusal(eqn, error) from error
        for var, tensor in zip(eqn.outvars, outs, strict=True):
            known[var] = tensor
    return [_tensor(graph, known, x) for x in program.outvars]


def _tensor(graph: Graph, known: Mapping[Any, Tensor], x: Atom) -> Tensor:
    if isinstance(x, Literal):
        return graph.constant(np.asarray(x.value, stored(x.aval.dtype)))
    return known[x]


def _stays(eqn: Equation) -> bool:
    """Whether an operation is converted as it is, not as its expansion."""
    return eqn.op.role is not Role.OPAQUE or type(eqn.op).onnx is not ExchangeRules.onnx


def _refusal(eqn: Equation, error: errors.MissingRuleError) -> errors.MissingRuleError:
    if getattr(error, "said", False):
        return error  # from within a body: it names the line there
    types = ", ".join(str(x.aval) for x in eqn.invars)
    line = "" if eqn.source is None else f"\n  from {eqn.source.file}:{eqn.source.line}"
    found = errors.MissingRuleError(
        f"export.onnx cannot say {eqn.op.name}({types}): {error.message}. Compute it outside the "
        f"function that leaves, or write it by other operations{line}"
    )
    found.said = True  # type: ignore[attr-defined]
    return found


def _converted(graph: Graph, eqn: Equation, tensors: Sequence[Tensor]) -> Sequence[Tensor]:
    op, outs = eqn.op, [v.aval for v in eqn.outvars]
    for aval in outs:
        if dtypes.is_complex(aval.dtype):
            raise errors.MissingRuleError("ONNX's operations have no complex numbers")
    if op.effects:
        raise errors.MissingRuleError("it calls Python")
    if outs and all(0 in a.shape for a in outs):
        return [graph.expand(graph.scalar(0, stored(a.dtype)), a.shape) for a in outs]
    if op.gives_operands:
        return tensors
    found = op.onnx(graph, *tensors)
    if found is not None:
        return found
    form, branches = op.loop(), op.choices()
    if form is not None:
        return _loop(graph, form, tensors, outs)
    if branches is not None:
        return _branches(graph, branches, tensors, outs)
    return by_role(graph, op, tensors, outs)


# ---- bodies


def _finish(body: Graph, outs: Sequence[Tensor]) -> Graph:
    """The body with its outputs under names of their own."""
    body.outputs = [body.node("Identity", [x], x.shape, x.dtype) for x in outs]
    return body


def _branches(
    graph: Graph, branches: Sequence[Jaxpr], tensors: Sequence[Tensor], outs: Sequence[Any]
) -> list[Tensor]:
    """`If` for two; for more, another one in the second."""
    index, *operands = tensors
    types = [(a.shape, a.dtype) for a in outs]
    number = graph.cast(index, INT64)

    def chosen(inside: Graph, first: int) -> list[Tensor]:
        if first == len(branches) - 1:
            return convert(inside, branches[first], operands)
        here = inside.node("LessOrEqual", [number, inside.scalar(first, INT64)], (), dtypes.bool_)
        one, other = inside.body(), inside.body()
        _finish(one, convert(one, branches[first], operands))
        _finish(other, chosen(other, first + 1))
        return inside.nodes_of("If", [here], types, then_branch=one, else_branch=other)

    return chosen(graph, 0)


def _loop(
    graph: Graph, form: LoopForm, tensors: Sequence[Tensor], outs: Sequence[Any]
) -> list[Tensor]:
    leading, consts, carry, xs = form.groups(tensors)
    types = [(a.shape, a.dtype) for a in outs]
    if xs:
        return _scan(graph, form, consts, carry, xs, types)
    return _repeated(graph, form, leading, consts, carry, types)


def _scan(
    graph: Graph,
    form: LoopForm,
    consts: Sequence[Tensor],
    carry: Sequence[Tensor],
    xs: Sequence[Tensor],
    types: Sequence[Any],
) -> list[Tensor]:
    body = graph.body()
    states = [body.input(body.fresh("carried"), t.shape, t.dtype) for t in carry]
    slices = [body.input(body.fresh("slice"), t.shape[1:], t.dtype) for t in xs]
    _finish(body, convert(body, form.body, [*consts, *states, *slices]))
    backwards = int(form.reverse)
    attributes: dict[str, Any] = {"body": body, "num_scan_inputs": len(xs)}
    if backwards:
        attributes["scan_input_directions"] = [1] * len(xs)
        if form.n_ys:
            attributes["scan_output_directions"] = [1] * form.n_ys
    return graph.nodes_of("Scan", [*carry, *xs], types, **attributes)


def _repeated(
    graph: Graph,
    form: LoopForm,
    leading: Sequence[Tensor],
    consts: Sequence[Tensor],
    carry: Sequence[Tensor],
    types: Sequence[Any],
) -> list[Tensor]:
    """A `Loop`: of a known length, of as many steps as an operand says, or while a condition."""
    body = graph.body()
    body.input(body.fresh("step"), (), INT64)
    going = body.input(body.fresh("going"), (), dtypes.bool_)
    states = [body.input(body.fresh("carried"), t.shape, t.dtype) for t in carry]
    results = convert(body, form.body, [*consts, *states])
    count: Tensor | None = None
    first: Tensor | None = None
    if form.condition is not None:
        asked = leading[: form.condition_consts]
        (first,) = convert(graph, form.condition, [*asked, *carry])
        (going,) = convert(body, form.condition, [*asked, *results[: form.n_carry]])
    else:
        count = leading[0] if form.counts_steps else graph.scalar(form.length, INT64)
    _finish(body, [going, *results])
    made = graph.nodes_of("Loop", [count, first, *carry], types, body=body)
    if not form.reverse:
        return made
    return made[: form.n_carry] + [_turned(graph, y) for y in made[form.n_carry :]]


def _turned(graph: Graph, x: Tensor) -> Tensor:
    """The slices along the first axis from the last to the first."""
    ends = [graph.ints([v]) for v in (-1, -(2**62), 0, -1)]
    return graph.node("Slice", [x, *ends], x.shape, x.dtype)
