"""Derivative rules of functions that close over traced values, recorded in a program.

A recorded function takes what it closes over as operands. Its rule is a Python function, called
when the program is transformed, which closes over the same tracers, by then perhaps of a trace that
has ended: it is traced, and the operands take their place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fjax import errors
from fjax.core import tracing
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.primitive import Values, Zero
from fjax.core.tracing import aval_of, new_trace
from fjax.higher_order.common import Flat
from fjax.higher_order.lists import nonzero_flags, select, with_zeros
from fjax.interpreters.staging import StagingTrace


def with_captured(function: Flat, captured: Values, values: Values, operands: Values) -> list[Any]:
    """`function(*operands)`, where it reads `values` in place of the tracers `captured`."""
    name = getattr(function, "__name__", "")
    with new_trace(StagingTrace(tracing.current(), name)) as trace:
        for c in captured:
            trace.expect(c)
        inputs = [trace.new_input(aval_of(x)) for x in operands]
        outputs = [trace.value(r) for r in function(*inputs)]
        jaxpr, constants = trace.finish(inputs, outputs)
    others = constants[len(captured) :]
    return evaluate_jaxpr(jaxpr, [*values, *others, *operands])


def refuse(what: str, label: str, aval: Any) -> errors.UnexpectedTracerError:
    """The error for a function that closes over a value that is being differentiated."""
    return errors.UnexpectedTracerError(
        f"{what}: the function {label!r} closes over a traced value ({aval}) that is being "
        "differentiated, which its derivative rule can't see; pass the value as an argument"
    )


def captured_jvp(rule: Any, captured: Values, label: str) -> Any:
    """A jvp rule of (what the function closes over, primals)."""
    n = len(captured)

    def whole(primals: Values, tangents: Values) -> tuple[Values, Values]:
        for t in tangents[:n]:
            if type(t) is not Zero:
                raise refuse("custom_jvp", label, t.aval)
        nonzero, k = nonzero_flags(tangents[n:]), len(primals) - n
        kept: list[bool] = []

        def flat(*args: Any) -> list[Any]:
            given = with_zeros(nonzero, [aval_of(a) for a in args[:k]], args[k:])
            outs, out_tangents = rule(args[:k], given)
            kept[:] = nonzero_flags(out_tangents)
            return [*outs, *select(kept, out_tangents)]

        results = with_captured(
            flat, captured, primals[:n], [*primals[n:], *select(nonzero, tangents[n:])]
        )
        outs = results[: len(kept)]
        return outs, with_zeros(kept, [aval_of(o) for o in outs], results[len(kept) :])

    return whole


def captured_forward(forward: Any, captured: Values, label: str) -> Any:
    """A forward rule of (what the function closes over, primals)."""
    n = len(captured)

    def whole(primals: Values, perturbed: Sequence[bool]) -> tuple[Values, Values, Any]:
        made: list[Any] = []
        zeros = []
        for value, p in zip(primals[:n], perturbed[:n], strict=True):
            if p:
                raise refuse("custom_vjp", label, aval_of(value))
            zeros.append(Zero(aval_of(value).tangent()))

        def flat(*args: Any) -> list[Any]:
            outs, residuals, backward = forward(args, perturbed[n:])
            made[:] = len(outs), backward
            return [*outs, *residuals]

        results = with_captured(flat, captured, primals[:n], primals[n:])
        n_outs, backward = made

        def with_zeros_first(residuals: Values, cotangents: Values) -> list[Any]:
            return [*zeros, *backward(residuals, cotangents)]

        return results[:n_outs], results[n_outs:], with_zeros_first

    return whole
