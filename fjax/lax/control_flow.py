"""Loops on traced values: scan, while_loop, fori_loop, map; and what else steers a program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax import errors
from fjax.config import config
from fjax.core import dtypes
from fjax.core.array import Array
from fjax.core.primitive import BatchAxis
from fjax.core.tracing import Tracer, aval_of
from fjax.higher_order.bodies import (
    Body,
    check_carry,
    concrete_scalar,
    function_name,
    operand,
    operands,
    promote_weak,
    stage_body,
)
from fjax.higher_order.custom_derivatives import linear_call
from fjax.higher_order.linear_solve import LinearSolve, custom_linear_solve, custom_root
from fjax.higher_order.scan import Scan, bind_scan
from fjax.higher_order.while_loop import While, bind_while
from fjax.interpreters.vmap import place_batch, vmap_flat
from fjax.lax.associative import associative_scan
from fjax.lax.branches import cond, cond_p, platform_dependent, switch
from fjax.lax.shaping import concatenate, reshape
from fjax.lax.shaping import stack as stack_arrays
from fjax.lax.slicing import index_in_dim, slice_in_dim
from fjax.primitives.comparison import lt
from fjax.primitives.conversion import convert_element_type
from fjax.tree_util import (
    keystr,
    tree_flatten,
    tree_leaves_with_path,
    tree_map,
    tree_structure,
)

__all__ = [
    "associative_scan",
    "cond",
    "custom_linear_solve",
    "custom_root",
    "fori_loop",
    "linear_call",
    "map",
    "platform_dependent",
    "scan",
    "switch",
    "while_loop",
    "cond_p",
    "custom_linear_solve_p",
    "scan_p",
    "while_p",
]
scan_p, while_p, custom_linear_solve_p = Scan, While, LinearSolve
_python_map = map


# ---- scan


def scan(
    f: Callable[[Any, Any], tuple[Any, Any]],
    init: Any,
    xs: Any = None,
    length: int | None = None,
    reverse: bool = False,
    unroll: int | bool = 1,
    _split_transpose: bool = False,
) -> Any:
    """Carry a state along the leading axis: `carry, y = f(carry, x)`; returns (carry, stacked ys).

    `init` and `xs` are pytrees; the arrays in `xs` share their leading length. `reverse` runs from
    the last element to the first; `unroll` is a hint for compiled loops. Raises TypeError if `f`
    changes the carry's structure, shapes or dtypes, ValueError if leading lengths differ.

    >>> import fjax.numpy as jnp
    >>> scan(lambda c, x: (c + x, c * x), 0., jnp.arange(4.))
    (Array(6., dtype=float64), Array([0., 0., 2., 9.], dtype=float64))
    """
    check_callable("lax.scan", f)
    xs_leaves, xs_tree = tree_flatten(xs)
    arrays = operands("scan", xs_leaves)
    n = _scan_length(xs, arrays, length)
    steps = _unroll(unroll, n)
    leaves, init_tree = tree_flatten(init)
    carry = operands("scan", leaves)
    if config.disable_jit:
        return _scan_in_python(f, init_tree.unflatten(carry), xs_tree, arrays, n, reverse)
    slices = [a.aval.update(shape=a.aval.shape[1:]) for a in arrays]
    in_tree = tree_structure((init_tree.unflatten(carry), xs))
    while True:
        avals = [c.aval for c in carry]
        body = stage_body("scan", f, in_tree, [*avals, *slices])
        carry_tree, ys_tree, n_carry = _scan_result(body)
        if carry_tree != init_tree:
            break
        carry, changed = promote_weak(carry, body.out_avals[:n_carry])
        if not changed:
            break
    check_carry("scan", body, init_tree, avals, carry_tree, body.out_avals[:n_carry])
    op = Scan(body.jaxpr, n, bool(reverse), steps, len(body.constants), n_carry)
    outs = bind_scan(op, [*body.constants, *carry, *arrays])
    return init_tree.unflatten(outs[:n_carry]), ys_tree.unflatten(outs[n_carry:])


def _scan_length(xs: Any, arrays: Sequence[Any], length: int | None) -> int:
    """The number of steps, from the arrays' leading axes or as given."""
    paths = [keystr(path) for path, _ in tree_leaves_with_path(xs)]
    for path, a in zip(paths, arrays, strict=True):
        if a.aval.ndim == 0:
            raise errors.FjaxValueError(
                f"scan: xs{path} is {a.aval}, which has no leading axis to scan "
                "over; close over it, or carry it"
            )
    found = {a.aval.shape[0] for a in arrays}
    if len(found) > 1:
        rows = "\n".join(f"  xs{p}: {a.aval}" for p, a in zip(paths, arrays, strict=True))
        raise errors.FjaxValueError(
            "scan got values with different leading axis sizes: "
            f"{', '.join(_python_map(str, found))}\n"
            f"{rows}"
        )
    if length is not None:
        try:
            length = int(length)
        except errors.ConcretizationTypeError as error:
            raise errors.ConcretizationTypeError(
                f"scan: length must be a static integer, got {length}; use while_loop or "
                "fori_loop for "
                "a number of steps that is traced"
            ) from error
        if found and found != {length}:
            raise errors.FjaxValueError(
                f"scan got length {length}, but the leading axis of xs has length {found.pop()}"
            )
        return length
    if not found:
        raise errors.FjaxValueError("scan got nothing to scan over: give xs, or length=")
    return found.pop()


def check_callable(name: str, function: Any) -> None:
    """Raise unless what was passed as a function can be called."""
    if not callable(function):
        raise errors.FjaxTypeError(f"{name}: a function must be callable, got {function!r}")


def _unroll(unroll: Any, length: int) -> int:
    if isinstance(unroll, bool):
        return max(length, 1) if unroll else 1
    if isinstance(unroll, Tracer):
        raise errors.ConcretizationTypeError(
            f"scan: unroll must be a concrete int or bool, got {unroll}; mark it static"
        )
    if not isinstance(unroll, int) or unroll < 0:
        raise errors.FjaxValueError(
            f"scan: `unroll` must be a bool or a non-negative integer, got {unroll!r}"
        )
    return unroll or max(length, 1)


def _scan_result(body: Body) -> tuple[Any, Any, int]:
    """The structures of carry and ys, and the number of carried leaves."""
    parts = body.out_tree.children()
    kind = body.out_tree.node_data()
    if kind is None or kind[0] not in (tuple, list) or len(parts) != 2:
        raise errors.FjaxTypeError(
            f"scan: the body {body.name} must return a pair (carry, y), got "
            f"{body.out_tree.unflatten([str(a) for a in body.out_avals])}"
        )
    return parts[0], parts[1], parts[0].num_leaves


def _scan_in_python(
    f: Callable[..., Any],
    carry: Any,
    xs_tree: Any,
    arrays: Sequence[Any],
    length: int,
    reverse: bool,
) -> Any:
    """The loop in Python, step by step (disable_jit)."""
    if length == 0:
        raise errors.FjaxValueError(
            "scan of length 0 does not run under disable_jit: the outputs' types are unknown"
        )
    collected = []
    for i in reversed(range(length)) if reverse else range(length):
        x = xs_tree.unflatten([index_in_dim(a, i, 0, False) for a in arrays])
        carry, y = f(carry, x)
        collected.append(y)
    if reverse:
        collected.reverse()
    return carry, tree_map(
        lambda *rows: stack_arrays([operand("scan", r) for r in rows]), *collected
    )


def map(f: Callable[[Any], Any], xs: Any, *, batch_size: int | None = None) -> Any:
    """`f` applied to each element along the leading axis, one after another, results stacked.

    With `batch_size`, so many elements at a time (0: all) go through a vmap of `f`, which takes
    less memory than one vmap of all.

    >>> import fjax.numpy as jnp
    >>> map(lambda x: x * x, jnp.arange(3.))
    Array([0., 1., 4.], dtype=float64)
    """
    if batch_size is None:
        return scan(lambda _, x: ((), f(x)), (), xs)[1]
    leaves, tree = tree_flatten(xs)
    arrays = operands("map", leaves)
    n = _scan_length(xs, arrays, None)
    if batch_size == 0:
        return _vectorised(f)(xs)
    if not isinstance(batch_size, int) or batch_size < 1:
        raise errors.FjaxValueError(
            f"map: batch_size must be a positive integer, got {batch_size!r}"
        )
    full, parts = n // batch_size, []
    vectorised = _vectorised(f)
    if full:
        head = [
            reshape(slice_in_dim(a, 0, full * batch_size), (full, batch_size, *a.aval.shape[1:]))
            for a in arrays
        ]
        stacks = scan(lambda _, x: ((), vectorised(x)), (), tree.unflatten(head))[1]
        parts.append(tree_map(lambda y: reshape(y, (full * batch_size, *y.shape[2:])), stacks))
    if n % batch_size or not full:
        tail = [slice_in_dim(a, full * batch_size, n) for a in arrays]
        parts.append(vectorised(tree.unflatten(tail)))
    if len(parts) == 1:
        return parts[0]
    return tree_map(lambda *ys: concatenate(ys, 0), *parts)


def _vectorised(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """vmap of `f` over the leading axes of its argument."""

    def batched(xs: Any) -> Any:
        leaves, tree = tree_flatten(xs)
        axis = BatchAxis(None, aval_of(leaves[0]).shape[0])
        trees = []

        def flat(*values: Any) -> list[Any]:
            outs, out_tree = tree_flatten(f(tree.unflatten(values)))
            trees.append(out_tree)
            return outs

        outs, dims = vmap_flat(flat, axis, leaves, [0] * len(leaves))
        return trees[0].unflatten(
            [place_batch(o, d, 0, axis) for o, d in zip(outs, dims, strict=True)]
        )

    return batched


# ---- while and fori


def while_loop(
    cond_fun: Callable[[Any], Any], body_fun: Callable[[Any], Any], init_val: Any
) -> Any:
    """Apply `body_fun` to the carried pytree as long as `cond_fun` of it is true.

    Reverse mode works: it counts the steps and runs the loop again, recording. Raises TypeError if
    the
    condition is not a boolean scalar or the body changes the carry's structure, shapes or dtypes.

    >>> while_loop(lambda x: x < 10., lambda x: x * 2., 1.)
    Array(16., dtype=float64, weak_type=True)
    """
    check_callable("lax.while_loop", cond_fun)
    check_callable("lax.while_loop", body_fun)
    leaves, tree = tree_flatten(init_val)
    carry = operands("while_loop", leaves)
    if config.disable_jit and concrete_scalar(cond_fun(tree.unflatten(carry))) is not None:
        value = tree.unflatten(carry)
        while cond_fun(value):
            value = body_fun(value)
        return value
    in_tree = tree_structure((tree.unflatten(carry),))
    while True:
        avals = [c.aval for c in carry]
        condition = stage_body("while_loop", cond_fun, in_tree, avals)
        body = stage_body("while_loop", body_fun, in_tree, avals)
        _check_condition(condition)
        if body.out_tree != tree:
            break
        carry, changed = promote_weak(carry, body.out_avals)
        if not changed:
            break
    check_carry("while_loop", body, tree, avals, body.out_tree, body.out_avals)
    op = While(condition.jaxpr, body.jaxpr, len(condition.constants), len(body.constants))
    return tree.unflatten(bind_while(op, [*condition.constants, *body.constants, *carry]))


def _check_condition(condition: Body) -> None:
    avals = condition.out_avals
    if (
        condition.out_tree.num_nodes != 1
        or len(avals) != 1
        or avals[0].shape != ()
        or avals[0].dtype != dtypes.bool_
    ):
        got = condition.out_tree.unflatten([str(a) for a in avals])
        raise errors.FjaxTypeError(
            f"while_loop: cond_fun ({condition.name}) must return a boolean scalar, but got {got}; "
            "reduce it with .all() or .any()"
        )


def fori_loop(
    lower: Any,
    upper: Any,
    body_fun: Callable[[Any, Any], Any],
    init_val: Any,
    *,
    unroll: int | bool | None = None,
) -> Any:
    """`for i in range(lower, upper): val = body_fun(i, val)`.

    Bounds that are known while tracing make it a scan, traced ones a while loop. `unroll` needs
    known bounds.

    >>> fori_loop(0, 5, lambda i, total: total + i, 0)
    Array(10, dtype=int64, weak_type=True)
    """
    check_callable("lax.fori_loop", body_fun)
    low, high = _bounds(lower, upper)
    first, last = concrete_scalar(lower), concrete_scalar(upper)
    known = first is not None and last is not None and dtypes.is_integer(low.aval.dtype)
    if unroll is not None and not known:
        raise errors.FjaxValueError(
            "fori_loop: unroll needs bounds that are known while tracing, got "
            f"{low.aval} and {high.aval}"
        )
    if config.disable_jit and known:
        value = init_val
        for i in range(int(first), int(last)):
            value = body_fun(_index_like(i, low), value)
        return value
    step = _ForBody(body_fun)
    if known:
        n = max(int(last) - int(first), 0)
        (_, result), _ = scan(
            step.scan_body, (low, init_val), None, n, unroll=1 if unroll is None else unroll
        )
        return result
    return while_loop(_in_range, step.while_body, (low, high, init_val))[2]


class _ForBody:
    """A fori_loop's body as those of scan and while_loop."""

    def __init__(self, function: Callable[[Any, Any], Any]):
        def scan_body(carry: Any, _: Any) -> Any:
            i, value = carry
            return (i + 1, function(i, value)), None

        def while_body(carry: Any) -> Any:
            i, high, value = carry
            return i + 1, high, function(i, value)

        scan_body.__name__ = while_body.__name__ = function_name(function)
        self.scan_body, self.while_body = scan_body, while_body


def _in_range(carry: Any) -> Any:
    return lt(carry[0], carry[1])


def _index_like(value: int, example: Any) -> Array:
    aval = example.aval
    return convert_element_type(operand("fori_loop", value), aval.dtype, aval.weak_type)


def _bounds(lower: Any, upper: Any) -> tuple[Any, Any]:
    """The bounds as integer scalars of one dtype."""
    low, high = operand("fori_loop", lower), operand("fori_loop", upper)
    for name, value in (("lower", low), ("upper", high)):
        if value.aval.shape != () or value.aval.dtype.kind not in "iuf":
            raise errors.FjaxTypeError(
                f"fori_loop: {name} must be a scalar number, got {value.aval}"
            )
    a, b = low.aval, high.aval
    if a.dtype != b.dtype and not (a.weak_type or b.weak_type):
        raise errors.FjaxTypeError(
            f"lower and upper arguments to fori_loop must have equal types, got {a} and {b}"
        )
    dtype, weak = dtypes.promote((a.dtype, a.weak_type), (b.dtype, b.weak_type))
    return convert_element_type(low, dtype, weak), convert_element_type(high, dtype, weak)
