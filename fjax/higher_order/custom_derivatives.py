"""Functions with derivative rules of their own: custom_jvp, custom_vjp and their kin."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

from fjax import errors
from fjax.config import config
from fjax.core import dtypes, source
from fjax.core.annotations import P, R
from fjax.core.avals import ShapedArray
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.operand import Typed
from fjax.core.plain_arguments import check_callable
from fjax.core.primitive import Zero
from fjax.core.reference import Ref
from fjax.core.tracing import Tracer, aval_of
from fjax.higher_order.argument_names import function_name
from fjax.higher_order.custom_rules import CustomJVP, CustomVJP, LinearCall
from fjax.higher_order.lists import merge, partition
from fjax.higher_order.signatures import (
    CallShape,
    Forwarding,
    ResultSignature,
    reduced,
    resolve_keywords,
    static_positions,
    wrong_output,
)
from fjax.higher_order.typed_trees import TypedTree, leaf_paths, same_type
from fjax.interpreters.jvp import instantiate
from fjax.interpreters.staging import stage
from fjax.primitives.conversion import convert_element_type
from fjax.pytrees.operations import tree_flatten, tree_map
from fjax.pytrees.prefix import broadcast_prefix

Q = ParamSpec("Q")
F = TypeVar("F", bound=Callable[..., Any])


class SymbolicZero(Typed):
    """A tangent or cotangent known to be zero, given to rules that ask for symbolic zeros."""

    __slots__ = ("aval",)

    def __init__(self, aval: ShapedArray):
        self.aval = aval

    def __repr__(self) -> str:
        return f"SymbolicZero({self.aval})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SymbolicZero) and self.aval == other.aval

    def __hash__(self) -> int:
        return hash((SymbolicZero, self.aval))

    @staticmethod
    def from_primal_value(value: Any) -> SymbolicZero:
        """The zero tangent of a value."""
        return SymbolicZero(aval_of(value).tangent())


class CustomVJPPrimal:
    """An argument of a forward rule that asks for symbolic zeros: its value, and `perturbed`.

    It is a leaf of the argument's pytree, so that `tree_map` meets it whole.

    >>> CustomVJPPrimal(3.0, perturbed=True).value
    3.0
    """

    __slots__ = ("value", "perturbed")

    def __init__(self, value: Any, perturbed: bool):
        self.value, self.perturbed = value, perturbed

    def __repr__(self) -> str:
        return f"CustomVJPPrimal(value={self.value!r}, perturbed={self.perturbed})"


def custom_vjp_primal_tree_values(tree: Any) -> Any:
    """The values in a pytree of CustomVJPPrimal.

    >>> custom_vjp_primal_tree_values([CustomVJPPrimal(3.0, True)])
    [3.0]
    """
    return tree_map(lambda leaf: leaf.value if type(leaf) is CustomVJPPrimal else leaf, tree)


def zero_from_primal(value: Any, symbolic_zeros: bool = False) -> Any:
    """The zero tangents of a pytree of values: arrays, or SymbolicZeros.

    >>> fjax.custom_derivatives.zero_from_primal((jnp.ones(2), None))
    (Array([0., 0.], dtype=float64), None)
    """

    def zero(leaf: Any) -> Any:
        made = Zero(aval_of(leaf).tangent())
        return SymbolicZero(made.aval) if symbolic_zeros else instantiate(made)

    return tree_map(zero, value)


def _zero(value: Any) -> bool:
    return type(value) in (Zero, SymbolicZero)


def _type_of(value: Any) -> ShapedArray:
    return value.aval if _zero(value) else aval_of(value)


def _pair(value: Any) -> bool:
    return isinstance(value, (tuple, list)) and len(value) == 2


class _CustomFunction(Forwarding, Generic[P, R]):
    """A wrapped function with static positions; works as a method too."""

    decorator = ""
    own: tuple[str, ...] = ()  # attributes that a wrapper inside, whose are copied, has for itself
    symbolic_zeros = False

    def __init__(
        self,
        fun: Callable[P, R],
        nondiff_argnums: int | Iterable[int] = (),
        nondiff_argnames: str | Iterable[str] = (),
    ):
        check_callable(self.decorator, fun)
        functools.update_wrapper(self, fun)
        for name in self.own:
            self.__dict__.pop(name, None)
        self.fun = fun
        self.nondiff_argnums = static_positions(fun, nondiff_argnums, nondiff_argnames)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        raise NotImplementedError(type(self).__name__)

    @overload
    def __get__(self, instance: None, owner: Any = None) -> Self: ...
    @overload
    def __get__(
        self: _CustomFunction[Concatenate[Any, Q], R], instance: object, owner: Any = None
    ) -> Callable[Q, R]: ...
    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def __reduce__(self) -> Any:
        return reduced(self)

    def __repr__(self) -> str:
        return f"<{self.decorator} {function_name(self.fun)}>"

    def spelled(self, tangents: Sequence[Any]) -> list[Any]:
        """Tangents (or cotangents) as the user's rule sees them."""
        return [
            SymbolicZero(t.aval) if self.symbolic_zeros and type(t) is Zero else instantiate(t)
            for t in tangents
        ]

    def call_shape(self, args: tuple[Any, ...], kwargs: dict[Any, Any]) -> CallShape:
        positional = resolve_keywords(self.decorator, self.fun, args, kwargs)
        return CallShape(positional, self.nondiff_argnums)


class custom_jvp(_CustomFunction[P, R]):
    """A function with its own forward-mode rule; reverse mode follows from it.

    `nondiff_argnums` (or `nondiff_argnames`) names arguments that are not differentiated; the rule
    gets them first. Raises AttributeError when called without a rule.

    fun: the function.

    >>> @custom_jvp
    ... def f(x): return x * x
    >>> @f.defjvp
    ... def f_jvp(primals, tangents):
    ...     (x,), (t,) = primals, tangents
    ...     return f(x), 3.0 * x * t
    """

    decorator = "custom_jvp"
    own = ("jvp", "symbolic_zeros")
    jvp: Callable[..., Any] | None = None

    def defjvp(self, jvp: F, symbolic_zeros: bool = False) -> F:
        """Set the rule `jvp(*nondiff, primals, tangents) -> (output, tangent)`; returns it."""
        self.jvp, self.symbolic_zeros = jvp, symbolic_zeros
        return jvp

    def defjvps(self, *jvps: Callable[..., Any] | None) -> None:
        """Set one rule `jvp(tangent, output, *primals)` per argument; None for derivative zero."""
        if self.nondiff_argnums:
            raise errors.FjaxTypeError("defjvps does not go with nondiff_argnums; use defjvp")

        def rule(primals: tuple[Any, ...], tangents: tuple) -> tuple[Any, Any]:
            if len(jvps) != len(primals):
                raise errors.FjaxTypeError(
                    f"defjvps of {function_name(self.fun)} was given {len(jvps)} rules, but the "
                    f"function was called with {len(primals)} arguments"
                )
            function: Any = self
            out = function(*primals)
            parts = []
            for jvp, tangent in zip(jvps, tangents, strict=True):
                if jvp:
                    with source.lines_of(jvp):
                        parts.append(jvp(tangent, out, *primals))
            if not parts:
                return out, zero_from_primal(out)
            return out, tree_map(
                lambda *leaves: functools.reduce(lambda a, b: a + b, leaves), *parts
            )

        self.defjvp(rule)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if self.jvp is None:
            name = function_name(self.fun)
            raise AttributeError(
                f"No JVP defined for custom_jvp function {name} using defjvp. "
                f"Set one with {name}.defjvp"
            )
        shape, result = self.call_shape(args, kwargs), ResultSignature()
        for ref in shape.references.values():
            raise errors.FjaxTypeError(
                f"custom_jvp: an argument of {function_name(self.fun)} is a reference, {ref.aval}, "
                "which has no tangent; pass its value, ref[...], or use custom_vjp"
            )

        def function(*operands: Any) -> list[Any]:
            return result.flatten(self.fun(*shape.all(operands)))

        def rule(primals: Sequence[Any], tangents: Sequence[Any]) -> tuple[list[Any], list]:
            return self._apply_rule(shape, result, primals, tangents)

        outs = CustomJVP(function, rule, function_name(self.fun))(*shape.take())
        return result.unflatten(outs)

    def _apply_rule(
        self,
        shape: CallShape,
        result: ResultSignature,
        primals: Sequence[Any],
        tangents: Sequence[Any],
    ) -> tuple[list[Any], list]:
        """The user's rule on flat values."""
        assert self.jvp is not None
        given = shape.dynamic(self.spelled(tangents))
        with source.lines_of(self.jvp):
            value = self.jvp(*shape.static(primals), shape.dynamic(primals), given)
        name = function_name(self.fun)
        rule = f"rule {function_name(self.jvp)} for function {name}"
        head = f"Custom JVP {rule} must produce"
        if not _pair(value):
            raise errors.FjaxTypeError(
                f"{head} a pair (list or tuple of length two) representing primal and tangent "
                f"outputs, but got {value}"
            )
        (outs, tree), (out_tangents, tangent_tree) = map(tree_flatten, value)
        if tree != tangent_tree:
            raise errors.FjaxTypeError(
                f"{head} primal and tangent outputs with equal container (pytree) structures, but "
                f"got {tree} and {tangent_tree} respectively."
            )
        found = TypedTree(tree, [aval_of(o) for o in outs])
        if not result.agrees(found):
            wanted = result.typed()
            alike = (
                "of the same container/pytree structure"
                if tree != wanted.tree
                else "with leaves of the same shape/dtype"
            )
            raise wrong_output(
                f"{head} a pair (list or tuple of length two) where the first element represents "
                "the primal output (equal in value to the output of the custom_jvp-decorated "
                f"function {name}, and in particular {alike})",
                "JVP",
                self.decorator,
                name,
                wanted,
                found,
            )
        return outs, _checked_tangents(rule, found, out_tangents)


def _checked_tangents(rule: str, primals: TypedTree, tangents: Sequence[Any]) -> list[Any]:
    """A rule's tangent outputs, or Zero; raises if they do not fit the primal outputs."""
    wanted = [a.tangent() for a in primals.avals]
    found = [w if _zero(t) else aval_of(t) for w, t in zip(wanted, tangents, strict=True)]
    rows = [
        f"Expected {w.str_short()} (tangent type of {a.str_short()}) but got {f.str_short()}"
        f"{path and f' at output{path}'}."
        for path, a, w, f in zip(primals.paths(), primals.avals, wanted, found, strict=True)
        if not same_type(w, f)
    ]
    if rows:
        listing = "\n".join(rows)
        raise errors.FjaxTypeError(
            "Custom JVP rule must produce primal and tangent outputs with corresponding shapes and "
            f"dtypes. {listing}\nThis is about the {rule}"
        )
    return [
        Zero(w) if _zero(t) or w.dtype == dtypes.float0 else t
        for w, t in zip(wanted, tangents, strict=True)
    ]


class custom_vjp(_CustomFunction[P, R]):
    """A function with its own reverse-mode rule, in two halves.

    `f.defvjp(forward, backward)`: `forward(*args)` returns (output, residuals). `backward(*nondiff,
    residuals, cotangent)` returns a tuple with a cotangent for each differentiable argument (None
    for zero). Forward mode raises. Raises AttributeError when called without rules.

    fun: the function.
    nondiff_argnums: the positions of arguments that are not differentiated.
    nondiff_argnames: the names of such arguments.

    >>> @fjax.custom_vjp
    ... def clip_gradient(x):
    ...     return x
    ...
    >>> clip_gradient.defvjp(lambda x: (x, None), lambda _, g: (jnp.clip(g, -1, 1),))
    >>> fjax.grad(lambda x: 5 * clip_gradient(x))(2.0)
    Array(1., dtype=float64, weak_type=True)
    """

    decorator = "custom_vjp"
    own = ("fwd", "bwd", "symbolic_zeros", "optimize_remat")
    fwd: Callable[..., Any] | None = None
    bwd: Callable[..., Any] | None = None
    optimize_remat = False

    def defvjp(
        self,
        fwd: Callable[..., Any],
        bwd: Callable[..., Any],
        symbolic_zeros: bool = False,
        optimize_remat: bool = False,
    ) -> None:
        """Set the rules. With `symbolic_zeros`, `fwd` sees CustomVJPPrimal, `bwd` SymbolicZero.

        With `optimize_remat`, a checkpoint computes the outputs by the function itself, and by
        `fwd` only what `bwd` needs; both must give the same outputs.
        """
        self.fwd, self.bwd = fwd, bwd
        self.symbolic_zeros, self.optimize_remat = symbolic_zeros, optimize_remat

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        name = function_name(self.fun)
        if self.fwd is None or self.bwd is None:
            raise AttributeError(
                f"No VJP defined for custom_vjp function {name} using defvjp. "
                f"Set them with {name}.defvjp"
            )
        shape, result = self.call_shape(args, kwargs), ResultSignature()
        if shape.captured:
            raise errors.UnexpectedTracerError(
                f"custom_vjp: a nondiff argument of {name} is a traced value "
                f"({aval_of(shape.captured[0])}); pass it as an ordinary argument and return None "
                "as its cotangent"
            )
        if shape.references:
            shape.enter_references(f"custom_vjp {name}", self.fun, args)

        def function(*operands: Any) -> list[Any]:
            return result.flatten(self.fun(*shape.all(operands)))

        def forward(primals: Sequence[Any], perturbed: Sequence[bool]) -> tuple[Any, Any, Any]:
            return self._forward(shape, result, primals, perturbed)

        outs = CustomVJP(function, forward, name, 0, self.optimize_remat)(*shape.take())
        return result.unflatten(outs)

    def _forward(
        self,
        shape: CallShape,
        result: ResultSignature,
        primals: Sequence[Any],
        perturbed: Sequence[bool],
    ) -> tuple[list[Any], list, Callable[..., Any]]:
        """The user's forward rule on flat values."""
        assert self.fwd is not None
        leaves = shape.leaves(primals)
        if self.symbolic_zeros:
            given = perturbed[shape.n_captured :]
            leaves = [CustomVJPPrimal(p, flag) for p, flag in zip(leaves, given, strict=True)]
        with source.lines_of(self.fwd):
            value = self.fwd(*shape.all(primals, leaves))
        outs, tree = self._checked_outputs(value, result)
        leaves, residual_tree = tree_flatten(value[1])
        # References, and Python's numbers, which backward rules may branch on, are not traced.
        is_fixed = [type(x) in (Ref, bool, int, float, complex) for x in leaves]
        residuals, fixed = partition(is_fixed, leaves)
        shape.check_kept(function_name(self.fwd), [x for x in fixed if type(x) is Ref])
        arg_avals = [aval_of(p) for p in primals]
        static = list(primals[: shape.n_captured])  # not all primals: those need not be kept

        def backward(values: Sequence[Any], cotangents: Sequence[Any]) -> list[Any]:
            assert self.bwd is not None
            kept = residual_tree.unflatten(merge(is_fixed, values, fixed))
            with source.lines_of(self.bwd):
                found = self.bwd(
                    *shape.static(static), kept, tree.unflatten(self.spelled(cotangents))
                )
            return self._cotangents(shape, arg_avals, found)

        return outs, residuals, backward

    def _checked_outputs(self, value: Any, result: ResultSignature) -> tuple[list[Any], Any]:
        """The outputs of the user's forward rule, flat, and their structure."""
        assert self.fwd is not None
        name = function_name(self.fun)
        head = (
            f"Custom VJP fwd rule {function_name(self.fwd)} for function {name} must produce a "
            "pair (list or tuple of length two)"
        )
        kept = "residuals (i.e. values stored from the forward pass for use on the backward pass)"
        if not _pair(value):
            raise errors.FjaxTypeError(
                f"{head} representing primal outputs and {kept}, but got {value!r}"
            )
        outs, tree = tree_flatten(value[0])
        found = TypedTree(tree, [aval_of(o) for o in outs])
        if not result.agrees(found):
            raise wrong_output(
                f"{head} where the first element represents the primal output (equal to the output "
                f"of the custom_vjp-decorated function {name}) and the second element represents "
                f"{kept}",
                "fwd",
                self.decorator,
                name,
                result.typed(),
                found,
            )
        return outs, tree

    def _cotangents(self, shape: CallShape, avals: Sequence[ShapedArray], found: Any) -> list[Any]:
        """What the backward rule returned, as one cotangent (perhaps Zero) per argument leaf."""
        head = (
            f"Custom VJP bwd rule {function_name(self.bwd)} for function "
            f"{function_name(self.fun)} must produce"
        )
        if not isinstance(found, (tuple, list)):
            raise errors.FjaxTypeError(
                f"{head} a tuple with one cotangent for each differentiable argument, got {found!r}"
            )
        example = shape.tree.unflatten([object() for _ in avals])
        found = tuple(found)
        try:
            leaves = broadcast_prefix(found, example, is_leaf=lambda x: x is None)
            fits = len([x for x in leaves if x is not None]) == len(tree_flatten(found)[0])
        except ValueError:
            fits = False
        if not fits:
            raise errors.FjaxTypeError(
                f"{head} cotangents with the structure of the arguments, {shape.tree}, or None in "
                f"place of subtrees; got {tree_flatten(found)[1]}"
            )
        found = [_fitting_cotangent(a, c) for a, c in zip(avals, leaves, strict=True)]
        rows = [
            f"at output{path} the bwd rule produced an output of type {_type_of(c)}, where the "
            f"argument is {a}"
            for path, a, c in zip(leaf_paths(shape.tree), avals, found, strict=True)
            if not same_type(_type_of(c), a.tangent())
        ]
        if rows and not config.disable_bwd_checks:
            listing = ";\n  ".join(rows)
            raise errors.FjaxValueError(
                f"{head} cotangents with the shapes and dtypes of the arguments: {listing}. "
                "Consider just returning a None here if it has no gradient"
            )
        return [
            Zero(a.tangent()) if type(c) is SymbolicZero else c
            for a, c in zip(avals, found, strict=True)
        ]


def _fitting_cotangent(aval: ShapedArray, cotangent: Any) -> Any:
    """A backward rule's cotangent for one leaf in the leaf's precision; Zero for none."""
    wanted = aval.tangent()
    if cotangent is None or type(cotangent) is Zero or wanted.dtype == dtypes.float0:
        return Zero(wanted)
    if type(cotangent) is SymbolicZero:
        return cotangent
    found = aval_of(cotangent)
    kinds = dtypes.is_float, dtypes.is_complex
    alike = any(is_kind(found.dtype) and is_kind(wanted.dtype) for is_kind in kinds)
    if alike and found.shape == wanted.shape and found.dtype != wanted.dtype:
        return convert_element_type(cotangent, wanted.dtype)
    return cotangent


def linear_call(
    fun: Callable[..., Any], fun_transpose: Callable, residual_args: Any, linear_args: Any
) -> Any:
    """Call `fun(residual_args, linear_args)`, linear in the latter, with a transpose given by hand.

    `fun_transpose(residual_args, cotangents)` returns cotangents with linear_args' structure.

    >>> from fjax.custom_derivatives import linear_call
    >>> def scaled(s, x):
    ...     return linear_call(lambda s, x: s * x, lambda s, ct: s * ct, s, x)
    ...
    >>> fjax.grad(scaled, argnums=1)(3.0, 5.0)
    Array(3., dtype=float64, weak_type=True)
    """
    residuals, residual_tree = tree_flatten(residual_args)
    linear, linear_tree = tree_flatten(linear_args)
    n, result = len(residuals), ResultSignature()

    def function(*flat: Any) -> list[Any]:
        return result.flatten(
            fun(residual_tree.unflatten(flat[:n]), linear_tree.unflatten(flat[n:]))
        )

    avals = [aval_of(x) for x in (*residuals, *linear)]
    jaxpr, constants = stage(function, avals, function_name(fun))

    def transposed(*flat: Any) -> list[Any]:
        values = flat[len(constants) :]
        found = fun_transpose(residual_tree.unflatten(values[:n]), result.unflatten(values[n:]))
        leaves, tree = tree_flatten(found)
        if tree != linear_tree:
            raise errors.FjaxTypeError(
                f"linear_call: the transpose {function_name(fun_transpose)} must return "
                f"cotangents with the structure of the linear arguments, {linear_tree}; got {tree}"
            )
        return leaves

    op = LinearCall(jaxpr, transposed, n + len(constants), function_name(fun))
    return result.unflatten(op(*constants, *residuals, *linear))


def closure_convert(fun: Callable[..., Any], *example_args: Any) -> tuple[Callable, list[Any]]:
    """(converted, values): `fun` with the traced values that it closes over as trailing arguments.

    Call `converted(*args, *values)`. Only inexact traced values are hoisted.

    >>> scale = jnp.array(3.0)
    >>> converted, values = fjax.closure_convert(lambda x: scale * x, 1.0)
    >>> converted(jnp.array(2.0), *values)
    Array(6., dtype=float64, weak_type=True)
    """
    leaves, tree = tree_flatten(example_args)
    result = ResultSignature()
    avals = [aval_of(x) for x in leaves]
    jaxpr, constants = stage(
        lambda *flat: result.flatten(fun(*tree.unflatten(flat))), avals, function_name(fun)
    )
    hoisted = [isinstance(c, Tracer) and dtypes.is_inexact(c.aval.dtype) for c in constants]
    values = [c for c, h in zip(constants, hoisted, strict=True) if h]

    def converted(*args: Any) -> Any:
        first, last = args[: len(args) - len(values)], args[len(args) - len(values) :]
        flat, found_tree = tree_flatten(first)
        wanted, found = TypedTree(tree, avals), TypedTree(found_tree, [aval_of(x) for x in flat])
        if not found.like(wanted):
            raise errors.FjaxTypeError(
                "The inputs to the closure produced by closure_convert must be like the example "
                f"arguments, {wanted}; got {found}"
            )
        given = iter(last)
        captured = [next(given) if h else c for c, h in zip(constants, hoisted, strict=True)]
        return result.unflatten(evaluate_jaxpr(jaxpr, [*captured, *flat]))

    return converted, values
