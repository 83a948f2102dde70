"""Loops on traced values: scan, while_loop, fori_loop, map; and what else steers a program."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.config import config
from fjax.core import dtypes
from fjax.core.annotations import T, Y
from fjax.core.avals import ShapedArray
from fjax.core.plain_arguments import check_callable
from fjax.core.primitive import BatchAxis
from fjax.core.reference import Ref, read
from fjax.core.tracing import Tracer, aval_of
from fjax.higher_order.argument_names import function_name
from fjax.higher_order.bodies import (
    Body,
    check_carry,
    concrete_scalar,
    operand,
    operands,
    promote_weak,
    stage_body_with_references,
)
from fjax.higher_order.breakpoints import Counted, stops
from fjax.higher_order.common import interned
from fjax.higher_order.discharge import (
    check_carries_no_references,
    discharged_loop,
    discharged_while,
    runs_in_python,
    write_back,
    write_slices,
)
from fjax.higher_order.linear_solve import LinearSolve
from fjax.higher_order.loop import bind_loop
from fjax.higher_order.scan import Scan
from fjax.higher_order.typed_trees import TypedTree
from fjax.higher_order.while_loop import While
from fjax.interpreters.staging import differing
from fjax.interpreters.vmap import place_batch, vmap_flat
from fjax.lax.shaping import concatenate, reshape
from fjax.lax.shaping import stack as stack_arrays
from fjax.lax.slicing import index_in_dim, slice_in_dim
from fjax.primitives.comparison import lt
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.varying import varied, varied_outputs
from fjax.tree_util import keystr, tree_flatten, tree_leaves_with_path, tree_map, tree_structure

scan_p, while_p = Scan, While
custom_linear_solve_p = linear_solve_p = LinearSolve
_python_map = map


# ---- scan


def scan(
    f: Callable[[Any, Any], tuple[T, Y]],
    init: Any,
    xs: Any = None,
    length: int | None = None,
    reverse: bool = False,
    unroll: int | bool = 1,
    _split_transpose: bool = False,
    *,
    residual_budget: int | None = None,
) -> tuple[T, Y]:
    """Carry a state along the leading axis: `carry, y = f(carry, x)`; returns (carry, stacked ys).

    `init` and `xs` are pytrees; the arrays in `xs` share their leading length. `reverse` runs from
    the last element to the first. `unroll` steps are written out in each iteration of the compiled
    loop; True or 0 means all.

    Reverse mode keeps what it needs of each step. `residual_budget` bounds the bytes that it keeps.
    If the steps need more, it keeps checkpoints of the carry and runs the steps between them again.
    (`fjax.config.loop_residual_budget` and `loop_checkpoints` do so for every loop.)

    Raises TypeError if `f` changes the carry's structure, shapes or dtypes. Raises ValueError if
    leading lengths differ, and MemoryError if reverse mode would keep more than the budget.

    >>> import fjax.numpy as jnp
    >>> scan(lambda c, x: (c + x, c * x), 0., jnp.arange(4.))
    (Array(6., dtype=float64), Array([0., 0., 2., 9.], dtype=float64))
    """
    return _scan("scan", f, init, xs, length, reverse, unroll, residual_budget)


def _scan(
    what: str,
    f: Callable[[Any, Any], tuple[Any, Any]],
    init: Any,
    xs: Any,
    length: int | None = None,
    reverse: bool = False,
    unroll: int | bool = 1,
    residual_budget: int | None = None,
    within: int | None = None,
) -> Any:
    """What scan, map and fori_loop have in common; `what` and `within` are for messages."""
    check_callable(f"lax.{what}", f)
    xs_leaves, xs_tree = tree_flatten(xs)
    arrays = [read(x) if type(x) is Ref else operand(what, x) for x in xs_leaves]
    n = _scan_length(what, xs, arrays, length)
    steps, budget = _unroll(what, unroll, n), _budget(what, residual_budget)
    leaves, init_tree = tree_flatten(init)
    check_carries_no_references(what, f, init)
    carry = operands(what, leaves)
    if config.disable_jit:
        return _scan_in_python(f, init_tree.unflatten(carry), xs_tree, xs_leaves, n, reverse)
    slices = [_slice_type(x, a.aval) for x, a in zip(xs_leaves, arrays, strict=True)]
    in_tree = tree_structure((init_tree.unflatten(carry), xs))
    while True:
        avals = [c.aval for c in carry]
        body = stage_body_with_references(what, f, in_tree, [*avals, *slices])
        carry_tree, ys_tree, n_carry = _scan_result(what, body)
        if carry_tree != init_tree:
            break
        carry, changed = promote_weak(carry, body.out_avals[:n_carry])
        if not changed:
            break
    if stops(body.jaxpr) and type(f) is not Counted:  # pdb says at which step it is
        counted = (xs, np.arange(n))
        return _scan(what, Counted(f), init, counted, n, reverse, unroll, residual_budget, within)
    returned = TypedTree(carry_tree, body.out_avals[:n_carry])
    check_carry(what, f, body, TypedTree(init_tree, avals), returned, within)
    if runs_in_python(body.staged):
        start = init_tree.unflatten(carry)
        return _scan_in_python(f, start, xs_tree, xs_leaves, n, reverse)
    jaxpr, constants, changing = discharged_loop(what, body, xs_leaves)
    start = [*[read(ref) for ref in changing], *carry]
    jaxpr = interned(varied_outputs(jaxpr, [x.aval.vma for x in start]))
    op = Scan(jaxpr, n, bool(reverse), steps, len(constants), len(start), budget)
    outs = write_back(changing, bind_loop(op, [*constants, *start, *arrays]))
    outs = write_slices(body, xs_leaves, outs)
    return init_tree.unflatten(outs[:n_carry]), ys_tree.unflatten(outs[n_carry:])


def _slice_type(x: Any, aval: ShapedArray) -> Any:
    """The type of what a step sees of an array, or of a reference to one."""
    inner = aval.without_axis(0)
    return x.aval.update(inner_aval=inner) if type(x) is Ref else inner


def _scan_length(what: str, xs: Any, arrays: Sequence[Any], length: int | None) -> int:
    """The number of steps, from the arrays' leading axes or as given."""
    paths = [keystr(path) for path, _ in tree_leaves_with_path(xs)]
    for path, a in zip(paths, arrays, strict=True):
        if a.aval.ndim == 0:
            raise errors.FjaxValueError(
                f"{what}: xs{path} is {a.aval}, which has no leading axis to {what} "
                "over; close over it, or carry it"
            )
    rows = "\n".join(
        f"  xs{p}: {a.aval}, leading size {a.aval.shape[0]}"
        for p, a in zip(paths, arrays, strict=True)
    )
    found = {a.aval.shape[0]: None for a in arrays}
    if len(found) > 1:
        raise errors.FjaxValueError(
            f"{what} got values with different leading axis sizes: "
            f"{', '.join(_python_map(str, found))}\n{rows}"
        )
    if length is not None:
        length = _static_length(what, length)
        if found and length not in found:
            raise errors.FjaxValueError(
                f"{what} got `length` argument of {length} which disagrees with leading axis sizes "
                f"{list(found)}.\n{rows}"
            )
        return length
    if not found:
        raise errors.FjaxValueError(f"{what} got nothing to scan over: give xs, or length=")
    return next(iter(found))


def _static_length(what: str, length: Any) -> int:
    try:
        number = operator.index(length)
    except errors.FjaxTypeError as error:
        raise errors.ConcretizationTypeError(
            f"The `length` argument to `{what}` expects a concrete `int` value, got {length}; use "
            "while_loop or fori_loop for a number of steps that is traced"
        ) from error
    except TypeError:
        raise errors.FjaxTypeError(
            f"{what}: length must be an integer, got {length!r} of type {type(length).__name__}"
        ) from None
    if number < 0:
        raise errors.FjaxValueError(f"{what}: length must not be negative, got {number}")
    return number


def _budget(what: str, value: Any) -> int | None:
    """A loop's own bytes for residuals, checked."""
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= 0):
        return value
    raise errors.FjaxValueError(
        f"{what}: residual_budget must be a number of bytes, or None for what "
        f"fjax.config.loop_residual_budget says; got {value!r}"
    )


def _unroll(what: str, unroll: Any, length: int) -> int:
    if isinstance(unroll, bool):
        return max(length, 1) if unroll else 1
    if isinstance(unroll, Tracer):
        raise errors.ConcretizationTypeError(
            f"The `unroll` argument to `{what}` expects a concrete `int` or `bool` value, got "
            f"{unroll}; mark it static"
        )
    if not isinstance(unroll, int) or unroll < 0:
        raise errors.FjaxValueError(
            f"{what}: `unroll` must be a bool or a non-negative integer, got {unroll!r}"
        )
    return unroll or max(length, 1)


def _scan_result(what: str, body: Body) -> tuple[Any, Any, int]:
    """The structures of carry and ys, and the number of carried leaves."""
    parts = body.out_tree.children()
    kind = body.out_tree.node_data()
    if kind is None or kind[0] not in (tuple, list) or len(parts) != 2:
        got = TypedTree(body.out_tree, body.out_avals)
        raise errors.FjaxTypeError(
            f"{what} body output must be a pair, got {got}. It is (carry, y) that "
            f"{body.place} returns"
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
    """The loop in Python, step by step (disable_jit, or references that derivatives write to)."""
    if length == 0:
        raise errors.FjaxValueError(
            "scan of length 0 does not run under disable_jit: the outputs' types are unknown"
        )
    collected = []
    for i in reversed(range(length)) if reverse else range(length):
        x = xs_tree.unflatten(
            [
                a.at[i] if type(a) is Ref else index_in_dim(operand("scan", a), i, 0, False)
                for a in arrays
            ]
        )
        carry, y = f(carry, x)
        collected.append(y)
    if reverse:
        collected.reverse()
    return carry, tree_map(
        lambda *rows: stack_arrays([operand("scan", r) for r in rows]), *collected
    )


def map(f: Callable[[Any], T], xs: Any, *, batch_size: int | None = None) -> T:
    """`f` applied to each element along the leading axis, one after another, results stacked.

    With `batch_size`, a vmap of `f` takes that many elements at a time (0: all). That needs less
    memory than one vmap of all.

    xs: a pytree of arrays with a common leading axis.
    Returns what `f` returns, stacked along a new leading axis.

    >>> import fjax.numpy as jnp
    >>> map(lambda x: x * x, jnp.arange(3.))
    Array([0., 1., 4.], dtype=float64)
    """
    check_callable("lax.map", f)
    if batch_size is None:
        return _scan("map", _mapped(f), (), xs)[1]
    leaves, tree = tree_flatten(xs)
    arrays = operands("map", leaves)
    n = _scan_length("map", xs, arrays, None)
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
        stacks = _scan("map", _mapped(vectorised), (), tree.unflatten(head))[1]
        parts.append(tree_map(lambda y: reshape(y, (full * batch_size, *y.shape[2:])), stacks))
    if n % batch_size or not full:
        tail = [slice_in_dim(a, full * batch_size, n) for a in arrays]
        parts.append(vectorised(tree.unflatten(tail)))
    if len(parts) == 1:
        return parts[0]
    return tree_map(lambda *ys: concatenate(ys, 0), *parts)


def _mapped(f: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    """The body of a scan that carries nothing."""

    def body(_: Any, x: Any) -> Any:
        return (), f(x)

    body.__wrapped__ = f  # type: ignore[attr-defined]
    body.__name__ = function_name(f)
    return body


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
    cond_fun: Callable[[Any], Any],
    body_fun: Callable[[Any], T],
    init_val: Any,
    *,
    residual_budget: int | None = None,
) -> T:
    """Apply `body_fun` to the carried pytree as long as `cond_fun` of it is true.

    Reverse mode works: it counts the steps, runs the loop again and records each step.
    `residual_budget` bounds the bytes that it records at a time. If the steps need more, it keeps
    checkpoints of the carry and runs the steps between them several times.

    Raises TypeError if the condition is not a boolean scalar, or if the body changes the carry's
    structure, shapes or dtypes. Raises MemoryError if reverse mode would record more than the
    budget.

    init_val: the first carry, a pytree of arrays.
    Returns the last carry.

    >>> while_loop(lambda x: x < 10., lambda x: x * 2., 1.)
    Array(16., dtype=float64, weak_type=True)
    """
    return _while_loop("while_loop", cond_fun, body_fun, init_val, residual_budget)


def _while_loop(
    what: str,
    cond_fun: Callable[[Any], Any],
    body_fun: Callable[[Any], Any],
    init_val: Any,
    residual_budget: int | None,
    within: int | None = None,
) -> Any:
    check_callable(f"lax.{what}", cond_fun)
    check_callable(f"lax.{what}", body_fun)
    budget = _budget(what, residual_budget)
    leaves, tree = tree_flatten(init_val)
    check_carries_no_references(what, body_fun, init_val)
    carry = operands(what, leaves)
    if config.disable_jit and concrete_scalar(cond_fun(tree.unflatten(carry))) is not None:
        value = tree.unflatten(carry)
        while cond_fun(value):
            value = body_fun(value)
        return value
    in_tree = tree_structure((tree.unflatten(carry),))
    while True:
        avals = [c.aval for c in carry]
        condition = stage_body_with_references(what, cond_fun, in_tree, avals)
        body = stage_body_with_references(what, body_fun, in_tree, avals)
        _check_condition(what, condition)
        if body.out_tree != tree:
            break
        carry, changed = promote_weak(carry, body.out_avals)
        steered = condition.out_avals[0].vma
        if not all(steered <= x.aval.vma for x in carry):
            carry, changed = [varied(x, steered) for x in carry], True
        if not changed:
            break
    returned = TypedTree(body.out_tree, body.out_avals)
    check_carry(what, body_fun, body, TypedTree(tree, avals), returned, within)
    programs, constants, changing = discharged_while(what, condition, body)
    start = [*[read(ref) for ref in changing], *carry]
    given = [*constants[0], *constants[1], *start]
    if steered:  # members take different numbers of steps: what they sum, they sum outside
        given = [varied(x, steered) for x in given]
        programs = (differing(programs[0], steered), differing(programs[1], steered))
    programs = (programs[0], varied_outputs(programs[1], [x.aval.vma for x in start]))
    asked, repeated = interned(programs[0]), interned(programs[1])
    op = While(asked, repeated, len(constants[0]), len(constants[1]), budget)
    outs = bind_loop(op, given)
    return tree.unflatten(write_back(changing, outs))


def _check_condition(what: str, condition: Body) -> None:
    avals = condition.out_avals
    if condition.out_tree.num_nodes != 1 or len(avals) != 1:
        got = f"pytree {condition.out_tree}. It is {TypedTree(condition.out_tree, avals)}"
    elif avals[0].shape == () and avals[0].dtype == dtypes.bool_:
        return
    else:
        got = f"output type(s) {avals}. It is made at {condition.line_of(0)}"
    remedy = (
        "reduce it with .all() or .any()"
        if len(avals) == 1 and avals[0].shape
        else "return a comparison"
    )
    raise errors.FjaxTypeError(
        f"{what}: cond_fun must return a boolean scalar, but got {got}; {remedy}"
    )


def fori_loop(
    lower: Any,
    upper: Any,
    body_fun: Callable[[Any, Any], T],
    init_val: Any,
    *,
    unroll: int | bool | None = None,
    residual_budget: int | None = None,
) -> T:
    """`for i in range(lower, upper): val = body_fun(i, val)`.

    Bounds that are known while tracing make it a scan, traced ones a while loop; both have reverse
    mode, for which `residual_budget` is as in `scan`. `unroll` steps are written out in each
    iteration (True: all of them), which needs known bounds. Between known bounds `i` is weakly
    typed, as a Python integer is, whatever their dtype. Between traced bounds it has their dtype.

    init_val: the first carry, a pytree of arrays.
    Returns the last carry.
    Raises TypeError if `body_fun` changes structure, shapes or dtypes of the carry.

    >>> fori_loop(0, 5, lambda i, total: total + i, 0)
    Array(10, dtype=int64, weak_type=True)
    """
    check_callable("lax.fori_loop", body_fun)
    low, high = _bounds(lower, upper)
    first, last = concrete_scalar(lower), concrete_scalar(upper)
    known = first is not None and last is not None
    rolled = unroll is None or unroll is False or (unroll == 1 and unroll is not True)
    if not known and not rolled:
        raise errors.FjaxValueError(
            "fori_loop: Can only use `unroll` with bounds that are known while tracing, got "
            f"{low.aval} and {high.aval}"
        )
    if known and config.disable_jit:
        value = init_val
        for i in range(int(first), int(last)):
            value = body_fun(operand("fori_loop", i), value)
        return value
    step = _ForBody(body_fun)
    if known:
        start, n = (int(first), init_val), max(int(last) - int(first), 0)
        unroll = 1 if unroll is None else unroll
        return _scan(
            "fori_loop", step.scan_body, start, None, n, False, unroll, residual_budget, 1
        )[0][1]
    start = (low, high, init_val)
    return _while_loop("fori_loop", _in_range, step.while_body, start, residual_budget, 2)[2]


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
        scan_body.__wrapped__ = while_body.__wrapped__ = function  # type: ignore  # for messages
        self.scan_body, self.while_body = scan_body, while_body


def _in_range(carry: Any) -> Any:
    return lt(carry[0], carry[1])


def _bounds(lower: Any, upper: Any) -> tuple[Any, Any]:
    """The bounds as integer scalars of one dtype."""
    low, high = operand("fori_loop", lower), operand("fori_loop", upper)
    for name, value in (("lower", low), ("upper", high)):
        if value.aval.shape != () or value.aval.dtype.kind not in "iuf":
            raise errors.FjaxTypeError(
                f"fori_loop: {name} must be a scalar number, got {value.aval}"
            )
    a, b = low.aval, high.aval
    mixed = (a.dtype.kind == "f") != (b.dtype.kind == "f")
    if a.dtype != b.dtype and (mixed or not (a.weak_type or b.weak_type)):
        raise errors.FjaxTypeError(
            f"lower and upper arguments to fori_loop must have equal types, got {a} and {b}"
        )
    dtype, weak = dtypes.promote((a.dtype, a.weak_type), (b.dtype, b.weak_type))
    return convert_element_type(low, dtype, weak), convert_element_type(high, dtype, weak)
