"""Derivatives: grad and its kin, forward and reverse Jacobians, linear maps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple, overload

import numpy as np

from fjax import errors
from fjax.api.differentiable import argument_numbers, check_differentiable, check_scalar, choose
from fjax.api.flatten import FlatFunction, as_operand, check_argument
from fjax.api.pull_back import PullBack, check_cotangent, derivative, float0_zeros, pull_back
from fjax.api.transformed import transformed
from fjax.core import dtypes, source, tracing
from fjax.core.annotations import P, R, Y
from fjax.core.array import Array, lacks_data
from fjax.core.avals import ShapedArray
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.plain_arguments import check_callable
from fjax.core.primitive import Zero
from fjax.core.tracing import aval_of, new_trace
from fjax.errors import api_boundary
from fjax.higher_order.discharge import close_over_references
from fjax.interpreters.jvp import instantiate, jvp_flat
from fjax.interpreters.linearize import Linearized, TapeTrace, linearize_flat, tape_jaxpr
from fjax.interpreters.transpose import backward_pass
from fjax.primitives.conversion import convert_element_type
from fjax.tree_util import Partial, tree_flatten, tree_structure, tree_unflatten


def grad(
    fun: Callable[P, Any],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[P, Any]:
    """A function that computes the gradient of `fun`, which must return a scalar.

    argnums: which positional arguments to differentiate: an int gives that argument's gradient, a
        sequence gives a tuple of gradients. A gradient has the structure, shapes and dtypes of its
        argument.
    has_aux: `fun` returns (output, aux) and the result is (gradient, aux).
    holomorphic: arguments and output are complex, `fun` is holomorphic.
    allow_int: integer arguments get gradients of dtype float0.
    Raises TypeError for outputs that are not real scalars and for integer arguments.

    >>> import fjax, fjax.numpy as jnp
    >>> float(fjax.grad(jnp.tanh)(0.0))
    1.0
    """
    compute = value_and_grad(fun, argnums, has_aux, holomorphic, allow_int, reduce_axes)

    @api_boundary
    def gradient(*args: Any, **kwargs: Any) -> Any:
        value, result = compute(*args, **kwargs)
        return (result, value[1]) if has_aux else result

    options = (fun, argnums, has_aux, holomorphic, allow_int)
    return transformed(fun, gradient, "Gradient", (grad, options))


def value_and_grad(
    fun: Callable[P, R],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
    reduce_axes: Sequence[Any] = (),
) -> Callable[P, tuple[R, Any]]:
    """Like `grad`, but the result is (value, gradient); with has_aux ((value, aux), gradient).

    fun: the function to differentiate. Arguments may be arrays, numbers, or pytrees of them.
    argnums: which positional arguments to differentiate. An int gives one derivative, a sequence a
        tuple of them.
    holomorphic: whether `fun` is a holomorphic function of complex numbers.
    allow_int: whether integer arguments are allowed; their gradients have dtype float0.
    Returns a function of the arguments of `fun` that gives (value, gradient).
    Raises TypeError from the function, for outputs that are not real scalars, and for integer
    arguments.

    >>> import fjax
    >>> fjax.value_and_grad(lambda x: x ** 2)(3.0)
    (Array(9., dtype=float64, weak_type=True), Array(6., dtype=float64, weak_type=True))
    """
    check_callable("grad", fun)
    del reduce_axes
    wanted = argument_numbers(argnums)

    @api_boundary
    def value_and_gradient(*args: Any, **kwargs: Any) -> Any:
        chosen, rest = choose("grad", args, wanted)
        leaves, tree = tree_flatten((tuple(chosen), {}))
        for leaf in leaves:
            check_differentiable("grad", leaf, chosen, holomorphic, allow_int)
        flat = FlatFunction(lambda *xs: fun(*rest(xs), **kwargs), tree, has_aux, fun)
        lin, aux = _linearize(flat, leaves, lines=False)
        check_scalar(flat, lin, holomorphic)
        out = lin.outputs[0]
        seed = derivative(_one(aval_of(out)), lacks_data(out))
        cotangents = pull_back(lin, [seed])
        gradients = tree_unflatten(tree, cotangents)[0]
        value = tree_unflatten(flat.out_tree, [as_operand(x) for x in lin.outputs])
        result = gradients[0] if isinstance(argnums, int) else gradients
        return ((value, aux), result) if has_aux else (value, result)

    options = (fun, argnums, has_aux, holomorphic, allow_int)
    return transformed(fun, value_and_gradient, "Value and gradient", (value_and_grad, options))


@overload
def vjp(
    fun: Callable[..., R],
    *primals: Any,
    has_aux: Literal[False] = False,
    reduce_axes: Sequence[Any] = (),
) -> tuple[R, PullBack]: ...
@overload
def vjp(
    fun: Callable[..., tuple[R, Y]],
    *primals: Any,
    has_aux: Literal[True],
    reduce_axes: Sequence[Any] = (),
) -> tuple[R, PullBack, Y]: ...
@overload
def vjp(
    fun: Callable[..., Any], *primals: Any, has_aux: bool, reduce_axes: Sequence[Any] = ()
) -> tuple[Any, ...]: ...
def vjp(
    fun: Callable[..., Any], *primals: Any, has_aux: bool = False, reduce_axes: Sequence[Any] = ()
) -> tuple[Any, ...]:
    """The value of `fun` at the primals, and the function that pulls cotangents back.

    Returns (value, vjp_function), with has_aux (value, vjp_function, aux). `vjp_function` takes a
    cotangent of the output's structure, shapes and dtypes and returns a tuple with a cotangent for
    each primal (None for references). `vjp_function.with_refs(*refs)` adds them to references
    instead. `vjp_function.args_res` and `.opaque_residuals` are what it keeps.

    >>> import fjax, fjax.numpy as jnp
    >>> value, pull_back = fjax.vjp(jnp.sin, 0.0)
    >>> float(pull_back(2.0)[0])
    2.0
    """
    return _vjp(fun, primals, has_aux)


@api_boundary
def _vjp(fun: Callable[..., Any], primals: tuple[Any, ...], has_aux: bool) -> Any:
    check_callable("vjp", fun)
    (fun,), primals = close_over_references("vjp", [fun], primals)
    leaves, tree = tree_flatten((primals, {}))
    for leaf in leaves:
        check_argument(leaf, "vjp", primals)
    flat = FlatFunction(fun, tree, has_aux)
    lin, aux = _linearize(flat, leaves)
    value = tree_unflatten(flat.out_tree, [as_operand(x) for x in lin.outputs])
    puller = PullBack(lin, flat.out_tree, tree, leaves)
    return (value, puller, aux) if has_aux else (value, puller)


def _linearize(
    flat: FlatFunction, leaves: Sequence[Any], lines: bool = True
) -> tuple[Linearized, Any]:
    """The outputs and their derivative, and aux with plain values in it."""
    primals = [as_operand(x) for x in leaves]
    differentiate = [dtypes.is_inexact(p.aval.dtype) for p in primals]
    lin = linearize_flat(flat.named("jvp"), primals, differentiate, lines)
    n = flat.n_outputs
    aux = flat.aux(lin.outputs[n:]) if flat.has_aux else None
    lin.outputs, lin.tangents = lin.outputs[:n], lin.tangents[:n]
    return lin, aux


@overload
def jvp(
    fun: Callable[..., R], primals: Any, tangents: Any, has_aux: Literal[False] = False
) -> tuple[R, R]: ...
@overload
def jvp(
    fun: Callable[..., tuple[R, Y]], primals: Any, tangents: Any, has_aux: Literal[True]
) -> tuple[R, R, Y]: ...
@overload
def jvp(fun: Callable[..., Any], primals: Any, tangents: Any, has_aux: bool) -> tuple[Any, ...]: ...
def jvp(
    fun: Callable[..., Any], primals: Any, tangents: Any, has_aux: bool = False
) -> tuple[Any, ...]:
    """The value of `fun` at the primals and its derivative along the tangents.

    primals, tangents: tuples (or lists) of the same structure; a tangent has its primal's shape and
        dtype (float0 for integers).
    Returns (value, tangent), with has_aux (value, tangent, aux).

    Raises TypeError for tangents of another structure or dtype.
    Raises ValueError for tangents of another shape.

    >>> import fjax, fjax.numpy as jnp
    >>> fjax.jvp(jnp.sin, (0.0,), (2.0,))
    (Array(0., dtype=float64, weak_type=True), Array(2., dtype=float64, weak_type=True))
    """
    return _jvp(fun, primals, tangents, has_aux)


@api_boundary
def _jvp(fun: Callable[..., Any], primals: Any, tangents: Any, has_aux: bool) -> Any:
    check_callable("jvp", fun)
    if not isinstance(primals, (tuple, list)) or not isinstance(tangents, (tuple, list)):
        raise errors.FjaxTypeError(
            "jvp: primal and tangent arguments to jax.jvp must be tuples or lists; found "
            f"{type(primals).__name__} and {type(tangents).__name__}. Give one entry per argument"
        )
    leaves, tree = tree_flatten((tuple(primals), {}))
    given, tangent_tree = tree_flatten((tuple(tangents), {}))
    if tree != tangent_tree or isinstance(primals, list) != isinstance(tangents, list):
        raise errors.FjaxTypeError(
            "jvp: primal and tangent arguments to jax.jvp must have the same tree structure, got "
            f"{tree_structure(primals)} and {tree_structure(tangents)}"
        )
    values = []
    for leaf in leaves:
        check_argument(leaf, "jvp", primals)
        values.append(as_operand(leaf))
    directions = [_check_tangent(t, v.aval) for t, v in zip(given, values, strict=True)]
    flat = FlatFunction(fun, tree, has_aux)
    outs, out_tangents = jvp_flat(flat.named("jvp"), values, directions)
    n = flat.n_outputs
    value = tree_unflatten(flat.out_tree, [as_operand(x) for x in outs[:n]])
    pairs = zip(out_tangents[:n], outs[:n], strict=True)
    tangent = tree_unflatten(flat.out_tree, [_as_tangent(t, lacks_data(x)) for t, x in pairs])
    return (value, tangent, flat.aux(outs[n:])) if has_aux else (value, tangent)


def _as_tangent(tangent: Any, absent: bool) -> Any:
    if type(tangent) is Zero and tangent.aval.dtype == dtypes.float0:
        return float0_zeros(tangent.aval.shape)
    return derivative(tangent, absent)


def _check_tangent(tangent: Any, primal: ShapedArray) -> Any:
    wanted = primal.tangent()
    if getattr(tangent, "dtype", None) == dtypes.float0:
        got = ShapedArray(tangent.shape, dtypes.float0)
        value: Any = Zero(got)
    else:
        value = as_operand(tangent)
        got = value.aval
        if got.weak_type and got.dtype != wanted.dtype and _same_kind(got.dtype, wanted.dtype):
            value = convert_element_type(value, wanted.dtype)
            got = value.aval
    if got.dtype != wanted.dtype:
        raise errors.StructureError(
            "primal and tangent arguments to jax.jvp do not match. The tangent of a primal "
            f"{primal} must have dtype {wanted.dtype.name}, got {got}"
            + (
                "; integers have no tangents but float0 zeros"
                if wanted.dtype == dtypes.float0
                else ""
            )
        )
    if got.shape != wanted.shape:
        raise errors.FjaxValueError(
            f"jvp called with different primal and tangent shapes: the tangent of "
            f"a primal {primal} must have its shape, got {got}"
        )
    return value


def _same_kind(a: Any, b: Any) -> bool:
    return (dtypes.is_float(a) and dtypes.is_float(b)) or a.kind == b.kind


@overload
def linearize(
    fun: Callable[..., R], *primals: Any, has_aux: Literal[False] = False
) -> tuple[R, Callable[..., R]]: ...
@overload
def linearize(
    fun: Callable[..., tuple[R, Y]], *primals: Any, has_aux: Literal[True]
) -> tuple[R, Callable[..., R], Y]: ...
@overload
def linearize(fun: Callable[..., Any], *primals: Any, has_aux: bool) -> tuple[Any, ...]: ...
def linearize(fun: Callable[..., Any], *primals: Any, has_aux: bool = False) -> tuple[Any, ...]:
    """The value of `fun` and its derivative there as a linear function of tangents.

    Returns (value, jvp_function), with has_aux (value, jvp_function, aux): evaluating the linear
    function many times costs `fun` only once.

    primals: where to evaluate it, one value for each argument.

    >>> import fjax, fjax.numpy as jnp
    >>> value, push = fjax.linearize(jnp.sin, 0.0)
    >>> float(push(3.0))
    3.0
    """
    return _linearize_api(fun, primals, has_aux)


@api_boundary
def _linearize_api(fun: Callable[..., Any], primals: tuple[Any, ...], has_aux: bool) -> Any:
    leaves, tree = tree_flatten((primals, {}))
    for leaf in leaves:
        check_argument(leaf, "linearize", primals)
    flat = FlatFunction(fun, tree, has_aux)
    lin, aux = _linearize(flat, leaves)
    value = tree_unflatten(flat.out_tree, [as_operand(x) for x in lin.outputs])
    inputs = [t for t in lin.inputs if t is not None]
    nonzero = [t for t in lin.tangents if type(t) is not Zero]
    jaxpr, constants = tape_jaxpr(lin.tape, inputs, nonzero)
    kinds = _LinearKinds(
        tuple(lin.input_avals),
        tuple(t is not None for t in lin.inputs),
        tuple(t.aval if type(t) is Zero else None for t in lin.tangents),
    )
    push = Partial(partial(_push_forward, jaxpr, kinds, (tree, flat.out_tree)), constants)
    return (value, push, aux) if has_aux else (value, push)


@api_boundary
def _push_forward(
    jaxpr: Any, kinds: _LinearKinds, trees: tuple[Any, Any], constants: list[Any], *tangents: Any
) -> Any:
    """Evaluate the linear function that `linearize` returns."""
    in_tree, out_tree = trees
    leaves, tree = tree_flatten((tangents, {}))
    if tree != in_tree:
        raise errors.StructureError(
            f"linearized function: tangents have structure {tree}, the primals {in_tree}; "
            "they must be the same"
        )
    given = [_linear_tangent(t, a) for t, a in zip(leaves, kinds.input_avals, strict=True)]
    used = [t for t, n in zip(given, kinds.nonzero_inputs, strict=True) if n]
    found = iter(evaluate_jaxpr(jaxpr, [*constants, *map(instantiate, used)]))
    absent = any(map(lacks_data, (*constants, *leaves)))
    outs = [_as_tangent(next(found) if z is None else Zero(z), absent) for z in kinds.zero_outputs]
    return tree_unflatten(out_tree, outs)


class _LinearKinds(NamedTuple):
    """Which inputs and outputs of a linearized function carry tangents."""

    input_avals: tuple[ShapedArray, ...]
    nonzero_inputs: tuple[bool, ...]
    zero_outputs: tuple[ShapedArray | None, ...]


def _linear_tangent(tangent: Any, primal: ShapedArray) -> Any:
    try:
        return _check_tangent(tangent, primal)
    except errors.FjaxError as error:
        raise errors.StructureError(
            "linearized function called on tangent values inconsistent with the primals: "
            f"{error.message}"
        ) from error


@api_boundary
def linear_transpose(
    fun: Callable[..., Any], *primals: Any, reduce_axes: Sequence[Any] = ()
) -> Callable[[Any], tuple[Any, ...]]:
    """The transpose of a linear function.

    primals: examples (arrays or ShapeDtypeStructs) of the arguments; their values do not matter.
    Returns a function from a cotangent of the output to a tuple of cotangents of the arguments.
    Nothing is conjugated.

    >>> transposed = fjax.linear_transpose(lambda x: jnp.array([[1.0, 2.0]]) @ x, jnp.zeros(2))
    >>> transposed(jnp.array([10.0]))
    (Array([10., 20.], dtype=float64),)
    """
    from_avals, tree = tree_flatten((primals, {}))
    avals = [_struct_aval(x) for x in from_avals]
    flat = FlatFunction(fun, tree)
    with new_trace(TapeTrace(tracing.current(), flat.__name__)) as tape:
        inputs = [tape.new_input(a) for a in avals]  # type: ignore[union-attr]
        outputs = flat(*inputs)
    out_avals = [aval_of(o) for o in outputs]
    _check_linear(avals, out_avals)

    @api_boundary
    def transposed(cotangent: Any) -> Any:
        leaves, out_tree = tree_flatten(cotangent)
        if out_tree != flat.out_tree:
            raise errors.FjaxTypeError(
                "linear_transpose: the cotangent tree does not match the function's output: "
                f"{out_tree} against {flat.out_tree}; they must be the same"
            )
        checked = [_linear_cotangent(c, a) for c, a in zip(leaves, out_avals, strict=True)]
        with source.transforming("transpose"):
            found = backward_pass(tape, inputs, outputs, checked)  # type: ignore[arg-type]
        return tree_unflatten(tree, [instantiate(c) for c in found])[0]

    return transposed


def _check_linear(in_avals: Sequence[ShapedArray], out_avals: Sequence[ShapedArray]) -> None:
    """Raise unless arguments and outputs are all inexact, or all integers."""
    every = [a.dtype for a in (*in_avals, *out_avals)]
    if all(map(dtypes.is_inexact, every)) or all(map(dtypes.is_integer, every)):
        return
    raise errors.FjaxTypeError(
        "linear_transpose only supports arguments and outputs that are all float or complex, or "
        f"all integers, got {', '.join(map(str, in_avals))} -> {', '.join(map(str, out_avals))}; "
        "convert them with astype"
    )


def _linear_cotangent(cotangent: Any, aval: ShapedArray) -> Any:
    value = as_operand(cotangent)
    got = value.aval
    if got.shape != aval.shape or (
        got.dtype != aval.dtype and not (got.weak_type and _same_kind(got.dtype, aval.dtype))
    ):
        raise errors.StructureError(
            "linear_transpose: the cotangent type does not match the function's output: "
            f"{got} against {aval}; convert or reshape it"
        )
    return check_cotangent(value, aval)


def _struct_aval(x: Any) -> ShapedArray:
    if isinstance(x, (Array, tracing.Tracer)):
        return x.aval
    if hasattr(x, "shape") and hasattr(x, "dtype"):
        return ShapedArray(x.shape, dtypes.canonicalize(x.dtype))
    return aval_of(x)


def _one(aval: ShapedArray) -> Array:
    """The cotangent of a scalar output: a new array, since it may come back as the gradient."""
    return Array(np.array(1, dtypes.physical(aval.dtype)), aval)
