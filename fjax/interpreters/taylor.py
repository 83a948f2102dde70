"""Taylor mode: carry the power series of each value in one parameter.

Nothing here knows a function's series: they follow from the jvp rules. If y = f(x) then y' is the
rule's tangent at (x, x'), itself a computation on power series, whose coefficient k - 1, divided by
k, is coefficient k of y. Series compute their coefficients when asked, from lower ones; equal
computations are one series, so that a rule that uses f(x) again (exp) or comes back to it (sin,
cos) becomes the known recurrence. What is linear, or linear in each of two operands, needs no
derivative: its coefficients are those of its operands, or their convolution.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from fjax.core import dtypes, tracing
from fjax.core.avals import ShapedArray
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.memo import memo
from fjax.core.primitive import Primitive
from fjax.core.rewrite import drop_dead, without_dead
from fjax.core.tracing import Trace, Tracer, aval_of, new_trace, under
from fjax.interpreters.jvp import jvp_jaxpr
from fjax.primitives.arithmetic import add, div, mul
from fjax.primitives.families import like
from fjax.primitives.generators import zeros_of


class Series:
    """A power series: `series[k]` is coefficient k, computed on first use."""

    __slots__ = ("known", "more", "_derivative")

    def __init__(self, known: Sequence[Any], more: Callable[[int], Any]):
        self.known, self.more = list(known), more
        self._derivative: Series | None = None

    def __getitem__(self, k: int) -> Any:
        while len(self.known) <= k:
            self.known.append(self.more(len(self.known)))
        return self.known[k]

    def derivative(self) -> Series:
        """The series of the derivative, one object for each series."""
        if self._derivative is None:
            self._derivative = Series([], self._derived)
        return self._derivative

    def _derived(self, k: int) -> Any:
        c = self[k + 1]
        return mul(c, like(k + 1, c))


class Fixed:
    """A value that does not depend on the parameter: None stands for its zero coefficients."""

    __slots__ = ("value",)

    def __init__(self, value: Any):
        self.value = value

    def __getitem__(self, k: int) -> Any:
        return self.value if k == 0 else None


class TaylorTracer(Tracer):
    """A value with its power series."""

    __slots__ = ("series",)

    def __init__(self, trace: Trace, aval: ShapedArray, series: Series):
        self.owner, self.aval, self.series = trace, aval, series

    def concrete(self) -> Any:
        head = self.series[0]
        return head.concrete() if isinstance(head, Tracer) else tracing.as_array(head)

    def inside(self) -> Any:
        return self.series[0]

    def varies(self) -> bool:
        return dtypes.is_inexact(self.aval.dtype) or super().varies()


class TaylorTrace(Trace):
    """Computes the values at once, and says how their series would be computed."""

    kind = "Taylor mode"

    def __init__(self, parent: Trace | None, name: str = ""):
        super().__init__(parent, name)
        self.nodes: dict[tuple, Application] = {}

    def process(self, primitive: Primitive, args: Sequence[Any]) -> Sequence[Any]:
        if not any(self.series_of(a) for a in args):
            with under(self.parent):
                return tracing.bind(primitive, args)
        if primitive.captures:
            primitive, constants = primitive.stage([aval_of(a) for a in args])
            args = [*constants, *args]
        body = primitive.forward_body()
        if body is not None:
            return evaluate_jaxpr(body, args)
        key = (primitive, *[id(self.series_of(a) or a) for a in args])
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = Application(self, primitive, args)
        return node.outputs

    def series_of(self, value: Any) -> Series | None:
        """The series of one of this trace's tracers."""
        return value.series if type(value) is TaylorTracer and value.owner is self else None


class Tangent(NamedTuple):
    """A primitive's tangents as a program of (operands, tangents of those that vary).

    has: which outputs have a tangent. linear: whether no operand that varies is read.
    """

    program: Jaxpr
    has: tuple[bool, ...]
    linear: bool


@memo(4096)
def _tangent(
    primitive: Primitive, avals: tuple[ShapedArray, ...], varying: tuple[bool, ...]
) -> Tangent:
    """The tangents of a primitive whose operands of these types vary where flagged."""
    invars = [Var(a) for a in avals]
    outvars = [Var(a) for a in tracing.result_avals(primitive, avals)]
    alone = Jaxpr(
        invars, [Equation(primitive, tuple(invars), tuple(outvars))], outvars, primitive.name
    )
    whole, has = jvp_jaxpr(alone, varying, (False,) * len(outvars))
    tangents = whole.replace(outvars=whole.outvars[len(outvars) :])
    program = without_dead(tangents)
    read = drop_dead(tangents, [True] * len(tangents.outvars), False)[1]
    return Tangent(program, has, not any(r and v for r, v in zip(read, varying, strict=False)))


class Application:
    """One application of a primitive, and how the coefficients of its outputs are computed."""

    __slots__ = ("trace", "primitive", "args", "operands", "tangent", "outputs", "_derivative")

    def __init__(self, trace: TaylorTrace, primitive: Primitive, args: Sequence[Any]):
        self.trace, self.primitive, self.args = trace, primitive, tuple(args)
        found = [trace.series_of(a) for a in args]
        self.operands = [Fixed(a) if s is None else s for a, s in zip(args, found, strict=True)]
        self.tangent = _tangent(
            primitive, tuple([aval_of(a) for a in args]), tuple([s is not None for s in found])
        )
        with under(trace.parent):
            heads = tracing.bind(primitive, [x[0] for x in self.operands])
        self.outputs = [
            TaylorTracer(trace, aval_of(h), Series([h], functools.partial(self.coefficient, i)))
            if has
            else h
            for i, (h, has) in enumerate(zip(heads, self.tangent.has, strict=True))
        ]
        self._derivative: list[Any] | None = None

    def coefficient(self, output: int, k: int) -> Any:
        """Coefficient k of an output, from lower ones and those of the operands up to k."""
        number = sum(self.tangent.has[:output])
        with under(self.trace.parent):
            if self.tangent.linear:
                heads = [x[0] for x in self.operands]
                moved = [x[k] for x in self.operands if type(x) is Series]
                return evaluate_jaxpr(self.tangent.program, [*heads, *moved])[number]
            if self.primitive.bilinear:
                return self._convolution(k)
            found = self.primitive.taylor(k, self.outputs[output].series, *self.operands)
        if found is not None:
            return found
        slope = self.derivative()[number]
        series = self.trace.series_of(slope)
        with under(self.trace.parent):
            if series is None:  # linear in slopes, and none moves it: 0
                return slope
            c = series[k - 1]
            return div(c, like(k, c))

    def _convolution(self, k: int) -> Any:
        total: Any = None
        for j in range(k + 1):
            term = self.primitive(*[x[i] for x, i in zip(self.operands, (j, k - j), strict=True)])
            total = term if total is None else add(total, term)
        return total

    def derivative(self) -> list[Any]:
        """The series of the derivative of each output that has one."""
        if self._derivative is None:
            trace = self.trace
            slopes = [
                TaylorTracer(trace, a.aval, a.series.derivative())
                for a in self.args
                if trace.series_of(a) is not None
            ]
            with under(trace):
                self._derivative = evaluate_jaxpr(self.tangent.program, [*self.args, *slopes])
        return self._derivative


def taylor_flat(
    function: Callable[..., Sequence[Any]],
    args: Sequence[Any],
    coefficients: Sequence[Sequence[Any] | None],
    order: int,
) -> tuple[list, list]:
    """Outputs of a function of flat arguments, and the coefficients 1 to `order` of each.

    `coefficients` has those of the arguments; None says that an argument does not vary.
    """
    parent = tracing.current()
    with new_trace(TaylorTrace(parent, getattr(function, "__name__", ""))) as trace:
        tracers = [
            a if cs is None else TaylorTracer(trace, aval_of(a), Series([a, *cs], _beyond))
            for a, cs in zip(args, coefficients, strict=True)
        ]
        results = function(*tracers)
        found = [trace.series_of(r) for r in results]
        with under(parent):
            heads = [r if s is None else s[0] for r, s in zip(results, found, strict=True)]
            rows = [
                [zeros_of(aval_of(h).tangent())] * order
                if s is None
                else [s[k] for k in range(1, order + 1)]
                for h, s in zip(heads, found, strict=True)
            ]
    return heads, rows


def _beyond(k: int) -> Any:
    raise AssertionError(f"coefficient {k} of an argument was asked for, which was not given")
