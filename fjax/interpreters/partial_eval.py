"""Tracing, partial evaluation and dead code under JAX's names.

A jaxpr of fjax takes its constants as leading inputs; `core.eval_jaxpr(jaxpr, consts, *args)` reads
what these functions return.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax import absent, errors
from fjax.core import tracing
from fjax.core.avals import ShapedArray
from fjax.core.ir import Jaxpr
from fjax.core.rewrite import drop_dead, without_dead
from fjax.core.tracing import aval_of, new_trace
from fjax.interpreters.linearize import TapeTrace, TapeTracer, tape_jaxpr
from fjax.interpreters.staging import StagingTracer, stage

DynamicJaxprTracer = StagingTracer
JaxprTracer = TapeTracer


def dce_jaxpr(
    jaxpr: Jaxpr, used_outputs: bool | Sequence[bool], instantiate: bool | Sequence[bool] = False
) -> tuple[Jaxpr, list[bool]]:
    """The jaxpr of the used outputs without dead code, and which of its inputs it still takes.

    instantiate: inputs that stay even if nothing reads them.

    >>> import fjax
    >>> jaxpr = fjax.make_jaxpr(lambda x, y: (fjax.lax.sin(x), fjax.lax.cos(y)))(1.0, 2.0).jaxpr
    >>> pruned, used = dce_jaxpr(jaxpr, [True, False])
    >>> [str(e.primitive) for e in pruned.eqns], used
    (['sin'], [True, False])
    """
    if isinstance(used_outputs, bool):
        used_outputs = [used_outputs] * len(jaxpr.outvars)
    if len(used_outputs) != len(jaxpr.outvars):
        raise errors.FjaxValueError(
            f"dce_jaxpr: used_outputs has {len(used_outputs)} entries, the jaxpr "
            f"{len(jaxpr.outvars)} outputs"
        )
    return drop_dead(jaxpr, used_outputs, instantiate)


def dce_jaxpr_consts(
    jaxpr: Jaxpr, used_outputs: Sequence[bool], instantiate: bool | Sequence[bool] = False
) -> tuple[Jaxpr, list[bool], list[bool]]:
    """Like `dce_jaxpr`, with which constants (none: a jaxpr has only inputs) and inputs remain.

    >>> jaxpr = fjax.make_jaxpr(lambda x, y: (fjax.lax.sin(x), fjax.lax.cos(y)))(1.0, 2.0).jaxpr
    >>> pruned, constants, used = dce_jaxpr_consts(jaxpr, [False, True])
    >>> constants, used
    ([], [False, True])
    """
    pruned, used = dce_jaxpr(jaxpr, used_outputs, instantiate)
    return pruned, [], used


class PartialVal(tuple):
    """A value that is known, (None, value), or whose aval only is known, (aval, None).

    >>> known, unknown = PartialVal.known(3.0), PartialVal.unknown(ShapedArray((2,), "int32"))
    >>> known.get_known(), unknown.is_known(), unknown.get_aval()
    (3.0, False, ShapedArray(int32[2]))
    """

    __slots__ = ()

    @classmethod
    def known(cls, value: Any) -> PartialVal:
        """A value that is there."""
        return cls((None, value))

    @classmethod
    def unknown(cls, aval: ShapedArray) -> PartialVal:
        """A value that is not there yet, of this shape and dtype."""
        return cls((aval, None))

    def is_known(self) -> bool:
        """Whether the value is there."""
        return self[0] is None

    def get_known(self) -> Any:
        """The value, or None if it is unknown."""
        return self[1] if self[0] is None else None

    def get_aval(self) -> ShapedArray:
        """Its shape and dtype."""
        return aval_of(self[1]) if self[0] is None else self[0]


def _function(fun: Any) -> Callable[..., Any]:
    """A function, or what extend.linear_util.wrap_init made of one."""
    return getattr(fun, "call_wrapped", fun)


def trace_to_jaxpr_dynamic(
    fun: Any,
    in_avals: Sequence[ShapedArray],
    *,
    keep_inputs: Sequence[bool] | None = None,
    auto_dce: bool = False,
) -> tuple[Jaxpr, list[ShapedArray], list[Any]]:
    """Trace a function of flat arguments: (jaxpr, avals of the outputs, constants).

    fun: from a list of arrays to a list, or a WrappedFun. The jaxpr's leading inputs are the
        constants. keep_inputs: which of the arguments `fun` takes. auto_dce: drop dead equations.

    >>> import fjax
    >>> aval = fjax.core.ShapedArray((3,), "float32")
    >>> jaxpr, out, consts = trace_to_jaxpr_dynamic(lambda x: [fjax.lax.sin(x)], [aval])
    >>> out, consts
    ([ShapedArray(float32[3])], [])
    """
    function = _function(fun)
    keep = [True] * len(in_avals) if keep_inputs is None else keep_inputs

    def traced(*args: Any) -> Any:
        return function(*[a for a, k in zip(args, keep, strict=True) if k])

    jaxpr, constants = stage(traced, list(in_avals), getattr(fun, "__name__", ""))
    if auto_dce:
        jaxpr = without_dead(jaxpr)
    return jaxpr, jaxpr.out_avals, constants


def trace_to_jaxpr_nounits(
    fun: Any, pvals: Sequence[PartialVal], instantiate: bool | Sequence[bool] = False
) -> tuple[Jaxpr, list[PartialVal], list[Any]]:
    """Run what the known arguments decide, trace the rest: (jaxpr, outputs, constants).

    The jaxpr takes the constants and the unknown arguments, and gives the unknown outputs. Those
    that `instantiate` marks count as unknown.

    >>> values = [PartialVal.known(3.0), PartialVal.unknown(ShapedArray((), "float64"))]
    >>> jaxpr, outs, _ = trace_to_jaxpr_nounits(lambda x, y: [x * x, x * y], values)
    >>> [out.is_known() for out in outs], [str(eqn.primitive) for eqn in jaxpr.eqns]
    ([True, False], ['mul'])
    """
    function = _function(fun)
    with new_trace(TapeTrace(tracing.current(), getattr(fun, "__name__", ""))) as tape:
        args = [tape.new_input(p.get_aval()) if not p.is_known() else p.get_known() for p in pvals]
        outs = list(function(*args))
    forced = [instantiate] * len(outs) if isinstance(instantiate, bool) else instantiate
    unknown = [tape.owns(o) or f for o, f in zip(outs, forced, strict=True)]
    jaxpr, constants = tape_jaxpr(
        tape,
        [a for a in args if tape.owns(a)],
        [o for o, u in zip(outs, unknown, strict=True) if u],
    )
    found = [
        PartialVal.unknown(aval_of(o)) if u else PartialVal.known(o)
        for o, u in zip(outs, unknown, strict=True)
    ]
    return jaxpr, found, constants


__all__ = [
    "DynamicJaxprTracer",
    "JaxprTracer",
    "PartialVal",
    "dce_jaxpr",
    "dce_jaxpr_consts",
    "trace_to_jaxpr_dynamic",
    "trace_to_jaxpr_nounits",
]

absent.answer_for(__name__)
