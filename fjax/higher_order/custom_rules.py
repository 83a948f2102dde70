"""Calls of functions that bring their own derivative rule.

Before it is recorded such a call carries a flat Python function, so that eager code sees concrete
values; recording stages the function into a jaxpr. The rules stay Python functions, traced when
needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from fjax import errors
from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.checks import Checker
from fjax.core.evaluate import evaluate_jaxpr, execute
from fjax.core.ir import Jaxpr
from fjax.core.primitive import BatchAxis, Dims, Primitive, Pruned, Values, Zero, primitive
from fjax.core.rewrite import prune_body
from fjax.core.sharding import NamedSharding
from fjax.core.tracing import Tracer, aval_of
from fjax.core.wrapped import WrappedFun
from fjax.dataclass import dataclass
from fjax.higher_order import optimized_forward
from fjax.higher_order.batched_rules import (
    Backward,
    ForwardRule,
    JVPRule,
    OutputDims,
    batched_backward,
    batched_body,
    batched_forward,
    batched_jvp,
)
from fjax.higher_order.call import Call
from fjax.higher_order.captured import captured_forward, captured_jvp, refuse
from fjax.higher_order.common import Flat, HigherOrder, OneJaxpr, check_types, concrete, on_mesh
from fjax.higher_order.lists import linear_flags, nonzero_flags, select, with_zeros
from fjax.higher_order.spreading import result_shardings
from fjax.interpreters import checkify, sparsify
from fjax.interpreters.jvp import instantiate
from fjax.interpreters.staging import stage
from fjax.interpreters.vmap import vmap_flat, vmap_jaxpr


class CustomRule(HigherOrder):
    """What calls with a custom derivative share: a body, and constants that it captured."""

    spelled = {**HigherOrder.spelled, "function": "call_jaxpr", "n_constants": "num_consts"}
    function: Any  # a Jaxpr once recorded, before that a flat Python function
    label: str
    n_constants: int

    def __post_init__(self) -> None:
        self.__dict__["captures"] = not isinstance(self.function, Jaxpr)

    def operand_avals(self) -> list[ShapedArray]:
        return self.function.in_avals

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        check_types(self.name, self.function.in_avals, avals)
        return self.function.out_avals

    def run(self, *args: Any) -> Values:
        if isinstance(self.function, Jaxpr):
            operands = self.fitting(args)
            return on_mesh(self, operands, execute(self.function, operands))
        return concrete(self.function(*concrete(args)))

    def spread(self, shardings: Values, avals: Sequence[ShapedArray]) -> list[Any]:
        known = isinstance(self.function, Jaxpr)
        return result_shardings(self.function, shardings) if known else []

    def stage(self, avals: Sequence[ShapedArray]) -> tuple[CustomRule, Values]:
        if isinstance(self.function, Jaxpr):
            return self, ()
        jaxpr, constants = stage(self.function, avals, self.label)
        if any(isinstance(c, Tracer) for c in constants):
            return self.capturing(jaxpr, constants), constants
        return self.replace(function=jaxpr, n_constants=len(constants)), constants

    def capturing(self, jaxpr: Jaxpr, constants: Values) -> CustomRule:
        """The recorded form of a function that closes over traced values."""
        return self.replace(function=jaxpr, n_constants=len(constants))

    def closed(self, constants: Values) -> Callable[..., Any]:
        """The body as a function of the operands that are not constants."""
        function = self.function
        if not isinstance(function, Jaxpr):
            return lambda *args: function(*constants, *args)
        return lambda *args: evaluate_jaxpr(function, [*constants, *args])

    def sparse(self, *args: Any) -> Values:
        return sparsify.sparsify_flat(self.closed(()), args)

    def inline(self) -> Jaxpr | None:
        return self.function if isinstance(self.function, Jaxpr) else None

    eager_body = inline

    def transpose(self, cotangents: Values, *args: Any) -> Values:
        return Call(self.function, self.label).transpose(cotangents, *args)

    def drop_unused(self, used: Sequence[bool]) -> Pruned | None:
        if not isinstance(self.function, Jaxpr) or all(used):
            return None
        jaxpr, stays = prune_body(self.function, tuple(used), True)
        return self.pruned(jaxpr, used), stays, used

    def pruned(self, jaxpr: Jaxpr, used: Sequence[bool]) -> CustomRule:
        """The call that gives only the used outputs, which `jaxpr` computes."""
        raise self.missing("pruned")

    def check_constants(self, tangents: Values) -> None:
        """Raise if the function closes over a value that is being differentiated."""
        for t in tangents[: self.n_constants]:
            if type(t) is not Zero:
                raise refuse(self.name, self.label, t.aval)

    def batch_function(self, axis: BatchAxis, dims: Sequence[int | None]) -> tuple[Any, OutputDims]:
        """The body for batched arguments, and where its outputs are batched (if known yet)."""
        sees_batch = any(d is not None for d in dims)
        if isinstance(self.function, Jaxpr):
            jaxpr, out_dims = batched_body(self.function, axis, tuple(dims), sees_batch)
            return jaxpr, OutputDims(axis, sees_batch, out_dims)
        out = OutputDims(axis, sees_batch)

        def batched(*args: Any) -> list[Any]:
            return out.place(*vmap_flat(self.function, axis, args, dims))

        return batched, out


class _CheckedCall:
    """A call's function with an error before its outputs.

    What runs first says what is reported: the function what it finds, a derivative rule nothing.
    """

    def __init__(self, op: CustomRule, checker: Checker, args: Values):
        self.part = checker.body(op.function)
        self.constants, self.operands = args[: op.n_constants], args[op.n_constants :]
        self.reports: checkify.Reports | None = None

    def function(self, *args: Any) -> list[Any]:
        """The error and the outputs."""
        self.reports = self.part.reports
        return evaluate_jaxpr(self.part.jaxpr, [*self.constants, *args])

    def nothing(self) -> list[Any]:
        """The error of a rule."""
        if self.reports is None:
            self.reports = checkify.Reports()
        return self.reports.none()

    def jvp(self, rule: JVPRule) -> JVPRule:
        """The rule, with an error before its outputs."""

        def checked(primals: Values, tangents: Values) -> tuple[Values, Values]:
            outs, out_tangents = rule(primals, tangents)
            error = self.nothing()
            return [*error, *outs], [*[Zero(aval_of(e).tangent()) for e in error], *out_tangents]

        return checked

    def forward(self, rule: ForwardRule) -> ForwardRule:
        """The rule, with an error before its outputs, which the backward half ignores."""

        def checked(primals: Values, perturbed: Sequence[bool]) -> tuple[Values, Values, Backward]:
            outs, residuals, backward = rule(primals, perturbed)
            error = self.nothing()
            return [*error, *outs], residuals, lambda res, cts: backward(res, cts[len(error) :])

        return checked


@dataclass(frozen=True)
class RuleKind:
    """What becomes of one kind of derivative rule where the function of its call changes."""

    captured: Callable[[Any, Values, str], Any]  # rule, what the function closes over, label
    pruned: Callable[[Any, tuple[bool, ...]], Any]  # of the used outputs
    batched: Callable[[Any, BatchAxis, Dims, OutputDims], Any]
    checked: Callable[[_CheckedCall, Any], Any]  # with an error before the outputs


class CustomDerivative(CustomRule):
    """A call with a derivative of its own."""

    rule_kind: ClassVar[RuleKind]
    rule: Any

    def capturing(self, jaxpr: Jaxpr, constants: Values) -> CustomRule:
        rule = self.rule_kind.captured(self.rule, constants, self.label)
        return self.replace(function=jaxpr, rule=rule)

    def pruned(self, jaxpr: Jaxpr, used: Sequence[bool]) -> CustomRule:
        return self.replace(function=jaxpr, rule=self.rule_kind.pruned(self.rule, tuple(used)))

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        function, out = self.batch_function(axis, dims)
        rule = self.rule_kind.batched(self.rule, axis, dims[self.n_constants :], out)
        return self.replace(function=function, rule=rule)(*args), out.decided()

    def checked(self, checker: Checker, args: Values) -> Values:
        call = _CheckedCall(self, checker, args)
        rule = self.rule_kind.checked(call, self.rule)
        outs = self.replace(function=call.function, rule=rule, n_constants=0)(*call.operands)
        return checker.absorb(call.reports, outs)


def _pruned_jvp(rule: JVPRule, used: tuple[bool, ...]) -> JVPRule:
    """The rule of the used outputs."""

    def pruned(primals: Values, tangents: Values) -> tuple[Values, Values]:
        outs, out_tangents = rule(primals, tangents)
        return select(used, outs), select(used, out_tangents)

    return pruned


def _pruned_forward(forward: ForwardRule, used: tuple[bool, ...]) -> ForwardRule:
    """The forward rule of the used outputs; the cotangents of the others are zero."""

    def pruned(primals: Values, perturbed: Sequence[bool]) -> tuple[Values, Values, Backward]:
        outs, residuals, backward = forward(primals, perturbed)
        avals = [aval_of(o).tangent() for o in outs]

        def whole(values: Values, cotangents: Values) -> Values:
            given = iter(cotangents)
            return backward(
                values, [next(given) if u else Zero(a) for u, a in zip(used, avals, strict=True)]
            )

        return select(used, outs), residuals, whole

    return pruned


@primitive
class CustomJVP(CustomDerivative):
    """A call whose derivative is `rule(primals, tangents) -> (outputs, tangents)`."""

    name = "custom_jvp_call"
    spelled = {**CustomRule.spelled, "rule": "jvp"}
    hints = {"symbolic_zeros": False}
    rule_kind = RuleKind(captured_jvp, _pruned_jvp, batched_jvp, _CheckedCall.jvp)
    function: Any
    rule: JVPRule
    label: str = ""
    n_constants: int = 0

    def jvp(self, primals: Values, tangents: Values) -> tuple[Values, Values]:
        self.check_constants(tangents)
        return self.rule(primals[self.n_constants :], tangents[self.n_constants :])

    def hand_to(self, trace: Any, args: Sequence[Any]) -> Sequence[Any]:
        """A library's trace gets the function and the rule of (*primals, *tangents)."""
        constants, operands = args[: self.n_constants], args[self.n_constants :]

        def jvp(*values: Any) -> list[Any]:
            n = len(operands)
            outs, out_tangents = self.rule(values[:n], values[n:])
            return [*outs, *map(instantiate, out_tangents)]

        return trace.process_custom_jvp_call(
            type(self),
            WrappedFun.of(self.closed(constants)),
            WrappedFun.of(jvp),
            list(operands),
            symbolic_zeros=False,
        )

    @classmethod
    def from_params(cls, params: dict[str, Any]) -> Primitive:
        """As of Primitive; or of `subfuns`, as `hand_to` gives them."""
        if "subfuns" not in params:
            return super().from_params(params)
        function, jvp = params["subfuns"]

        def rule(primals: Values, tangents: Values) -> tuple[Values, Values]:
            found = jvp.call_wrapped(*primals, *map(instantiate, tangents))
            n = len(found) // 2
            return found[:n], found[n:]

        return cls(function.call_wrapped, rule, function.__name__)


@primitive
class CustomVJP(CustomDerivative):
    """A call whose reverse mode is `rule(primals, which are perturbed)`.

    The rule returns (outputs, residuals, backward), and `backward(residuals, cotangents)` the
    cotangents of the arguments; `Zero` stands for absent ones.
    """

    name = "custom_vjp_call"
    spelled = {**CustomRule.spelled, "rule": "fwd"}
    hints = {"symbolic_zeros": False}
    rule_kind = RuleKind(captured_forward, _pruned_forward, batched_forward, _CheckedCall.forward)
    function: Any
    rule: ForwardRule
    label: str = ""
    n_constants: int = 0
    optimize_remat: bool = False  # the function gives the outputs where no residual is used

    def jvp(self, primals: Values, tangents: Values) -> tuple[Values, Values]:
        self.check_constants(tangents)
        constants = primals[: self.n_constants]
        primals, tangents = primals[self.n_constants :], tangents[self.n_constants :]
        perturbed = nonzero_flags(tangents)
        if self.optimize_remat and isinstance(self.function, Jaxpr):
            outs, residuals, backward = optimized_forward.optimized_forward(
                self.function, constants, self.rule, primals, perturbed, self.label
            )
        else:
            outs, residuals, backward = self.rule(primals, perturbed)
        avals = tuple([aval_of(o) for o in outs])
        linear = CustomTangent(backward, len(residuals), perturbed, avals, self.label)
        out_tangents = linear(*residuals, *select(perturbed, tangents))
        return outs, with_zeros([dtypes.is_inexact(a.dtype) for a in avals], avals, out_tangents)

    def hand_to(self, trace: Any, args: Sequence[Any]) -> Sequence[Any]:
        """A library's trace gets the function; the rules are fjax's, and not for calls."""
        constants, operands = args[: self.n_constants], args[self.n_constants :]
        fun = WrappedFun.of(self.closed(constants))
        return trace.process_custom_vjp_call(
            type(self), fun, None, None, list(operands), out_trees=None, symbolic_zeros=False
        )

    def forward_body(self) -> Jaxpr | None:
        return self.function


@primitive
class CustomTangent(HigherOrder):
    """The derivative of a call with a custom reverse rule: linear, and known by its transpose only.

    Operands are the residuals, then the tangents of the perturbed arguments. Outputs are the
    tangents of the function's inexact outputs.
    """

    name = "custom_vjp_tangent"
    backward: Callable[[Values, Values], Values]  # so spelled, it is not shared: it holds values
    n_residuals: int
    perturbed: tuple[bool, ...]
    primal_outputs: tuple[ShapedArray, ...]
    label: str = ""

    def _forward_mode(self) -> errors.FjaxTypeError:
        return errors.FjaxTypeError(
            f"can't apply forward-mode autodiff (jvp) to a custom_vjp function: {self.label!r} "
            "has a reverse-mode rule only; give it a custom_jvp rule, or use grad, vjp or jacrev "
            "(and check_grads with modes=('rev',))"
        )

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        return tuple(a.strip_weak_type() for a in self.primal_outputs if dtypes.is_inexact(a.dtype))

    def layouts(
        self, avals: Sequence[ShapedArray], results: Sequence[ShapedArray]
    ) -> Sequence[NamedSharding | None]:
        return [a.layout for a in self.primal_outputs if dtypes.is_inexact(a.dtype)]

    def run(self, *args: Any) -> Values:
        raise self._forward_mode()

    def jvp(self, primals: Values, tangents: Values) -> tuple[Values, Values]:
        raise self._forward_mode()

    def transpose(self, cotangents: Values, *args: Any) -> Values:
        given = iter(cotangents)
        full = [
            next(given) if dtypes.is_inexact(a.dtype) else Zero(a.tangent())
            for a in self.primal_outputs
        ]
        residuals = args[: self.n_residuals]
        if any(linear_flags(residuals)):
            raise self._forward_mode()
        found = self.backward(residuals, full)
        return [None] * self.n_residuals + select(self.perturbed, found)

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        tangent_dims = iter(dims[self.n_residuals :])
        arg_dims = [next(tangent_dims) if p else None for p in self.perturbed]
        backward = batched_backward(
            self.backward, axis, arg_dims, dims[: self.n_residuals], [0] * len(self.primal_outputs)
        )
        avals = tuple(a.with_axis(axis.size, 0, axis.split) for a in self.primal_outputs)
        outs = self.replace(backward=backward, primal_outputs=avals)(*args)
        return outs, [0] * len(outs)


@primitive
class LinearCall(OneJaxpr):
    """A call that is linear in its last operands, with a transpose given by the user.

    The jaxpr takes the residuals, then the linear arguments; `transposed` is a flat function of the
    residuals and the cotangents, which becomes a jaxpr when it is first needed.
    """

    makes_nan = True
    spelled = {**OneJaxpr.spelled, "jaxpr": "function"}
    transposed: Flat
    n_residuals: int
    label: str = ""

    def over_arrays(self, jaxpr: Jaxpr) -> Any:
        raise self.missing("sparse")  # its transpose is a function of dense arrays

    def jvp(self, primals: Values, tangents: Values) -> tuple[Values, Values]:
        if any(type(t) is not Zero for t in tangents[: self.n_residuals]):
            raise errors.NotDifferentiableError(
                f"linear_call: {self.label!r} is differentiated in its residual arguments, in "
                "which it has no derivative; stop_gradient them"
            )
        given = map(instantiate, tangents[self.n_residuals :])
        return self(*primals), self(*primals[: self.n_residuals], *given)

    def transpose(self, cotangents: Values, *args: Any) -> Values:
        residuals = args[: self.n_residuals]
        given = [instantiate(c) for c in cotangents]
        avals = [aval_of(x) for x in (*residuals, *given)]
        jaxpr, constants = stage(self.transposed, avals, f"transpose({self.label})")
        if constants:
            return [None] * self.n_residuals + evaluate_jaxpr(
                jaxpr, [*constants, *residuals, *given]
            )
        n, function = self.n_residuals, self.jaxpr
        op = LinearCall(jaxpr, lambda *xs: evaluate_jaxpr(function, xs), n, self.label)
        return [None] * n + op(*residuals, *given)

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        n = self.n_residuals
        function, out_dims = vmap_jaxpr(
            self.jaxpr, axis, tuple(dims), (True,) * len(self.jaxpr.outvars)
        )

        def transposed(*xs: Any) -> list[Any]:
            backward = batched_backward(
                lambda residuals, given: self.transposed(*residuals, *map(instantiate, given)),
                axis,
                dims[n:],
                dims[:n],
                out_dims,
            )
            return list(backward(xs[:n], xs[n:]))

        return LinearCall(function, transposed, n, self.label)(*args), out_dims
