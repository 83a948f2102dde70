"""Calls back into Python from traced code: pure_callback, io_callback and those for debugging."""

from __future__ import annotations

import contextlib
import functools
import string
from collections.abc import Callable, Sequence
from typing import Any, overload

import numpy as np

from fjax import errors
from fjax.config import checks
from fjax.core import dtypes
from fjax.core.array import Array, at_place
from fjax.core.avals import ShapedArray
from fjax.core.checks import printable
from fjax.core.finite import check_finite
from fjax.core.operand import Operand
from fjax.core.plain_arguments import check_callable
from fjax.core.primitive import BatchAxis, Dims, Primitive, Values, Zero, family, primitive
from fjax.core.quiet import astype
from fjax.core.tracing import as_array, aval_of, place_of, results_on_meta
from fjax.higher_order.common import HigherOrder, concrete
from fjax.primitives.structure import broadcast_batch, move_axis
from fjax.pytrees.operations import keystr, tree_flatten, tree_leaves_with_path

VMAP_METHODS = (
    "sequential",
    "sequential_unrolled",
    "expand_dims",
    "broadcast_all",
    "legacy_vectorized",
)


@family
class Callback(HigherOrder):
    """A call of a Python function on concrete arrays."""

    absent = frozenset({"transpose"})
    spelled = {**HigherOrder.spelled, "avals": "result_avals"}
    callback: Callable[..., Sequence[Any]]
    avals: tuple[ShapedArray, ...] = ()

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        return self.avals

    def run(self, *args: Any) -> Values:
        operands = concrete(args)
        absent = results_on_meta(self, operands)
        if absent is not None:
            return absent
        found = self.callback(*operands)
        outs = [_checked(self, aval, value) for aval, value in zip(self.avals, found, strict=True)]
        if checks.on:
            check_finite(self.name, outs)
        if all(x.placement is None for x in operands) and not checks.on:
            return outs
        where = place_of(operands, self.name)
        return [o if o.placement is where else o.alias(o.aval, where) for o in outs]


Around = Callable[[int], contextlib.AbstractContextManager[None]]


def one_after_another(
    op: Callback,
    axis: BatchAxis,
    args: Values,
    dims: Dims,
    around: Around = lambda _: contextlib.nullcontext(),
) -> tuple[Values, Dims]:
    """A callback of each example of a batch, in order; `around` gets the number of each."""
    batched = op.replace(
        callback=_each(op.callback, axis.size, tuple(d is not None for d in dims), around),
        avals=tuple(a.update(shape=(axis.size, *a.shape)) for a in op.avals),
    )
    moved = [move_axis(x, d, 0) if d is not None else x for x, d in zip(args, dims, strict=True)]
    return batched(*moved), [0] * len(op.avals)


def _each(
    callback: Callable[..., Sequence[Any]], size: int, batched: tuple[bool, ...], around: Around
) -> Callable[..., Sequence[Any]]:
    """The callback on each example of batched arrays, results stacked."""

    @functools.wraps(callback)
    def call(*args: Array) -> list[Any]:
        rows = []
        for i in range(size):
            row = [_example(a, i) if b else a for a, b in zip(args, batched, strict=True)]
            with around(i):
                rows.append([as_array(r).host() for r in callback(*row)])
        return [np.stack(column) for column in zip(*rows, strict=True)]

    return call


def _example(value: Array, i: int) -> Array:
    aval, where = value.aval, value.placement
    where = None if where is None else where.plain
    return at_place(np.asarray(value.host()[i]), aval.update(shape=aval.shape[1:]), where)


def _checked(op: Primitive, aval: ShapedArray, value: Any) -> Array:
    """What a callback returned as an Array of the promised aval; raises if it is another."""
    is_array = isinstance(value, (Operand, np.ndarray, np.generic))
    found = concrete([value if is_array else np.asarray(value)])[0]
    buffer, wanted = found.host(), dtypes.physical(aval.dtype)
    fits = isinstance(value, (int, float)) or np.can_cast(buffer.dtype, wanted, "same_kind")
    if found.shape != aval.shape or not fits:
        raise errors.FjaxRuntimeError(
            f"{op.name}: the callback returned {found.aval} where {aval} was promised by "
            "result_shape_dtypes"
        )
    if buffer.dtype != wanted:
        buffer = astype(buffer, wanted)
    elif isinstance(value, np.ndarray):
        buffer = buffer.copy()  # the callback may go on writing to its own array
    return at_place(buffer, aval, found.placement)


@primitive
class PureCallback(Callback):
    """A Python function without side effects: it may be called any number of times, or never."""

    vmap_method: str | None = None

    def jvp(self, primals: Values, tangents: Values) -> tuple[Values, Values]:
        raise errors.NotDifferentiableError(
            "Pure callbacks do not support JVP: pure_callback has no derivative; wrap it in a "
            "function with a fjax.custom_jvp or fjax.custom_vjp rule"
        )

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        method = "sequential" if axis.members else self.vmap_method
        if method is None:
            raise NotImplementedError(
                "pure_callback: vmap needs to know how: pass vmap_method='sequential', "
                f"'expand_dims' or 'broadcast_all'\n  at {errors.user_line()}"
            )
        if method in ("sequential", "sequential_unrolled"):
            return one_after_another(self, axis, args, dims)
        ready = []
        for x, d in zip(args, dims, strict=True):
            if d is not None:
                ready.append(move_axis(x, d, 0))
            elif method == "legacy_vectorized":
                ready.append(x)
            else:
                ready.append(broadcast_batch(x, axis.size if method == "broadcast_all" else 1, 0))
        avals = tuple(a.update(shape=(axis.size, *a.shape)) for a in self.avals)
        return self.replace(avals=avals)(*ready), [0] * len(avals)


@primitive
class IOCallback(Callback):
    """A Python function with side effects: called exactly once, ordered calls in program order."""

    name = "io_callback"
    ordered: bool = False

    @property
    def effects(self) -> frozenset[str]:
        return frozenset({"ordered_io" if self.ordered else "io"})

    def jvp(self, primals: Values, tangents: Values) -> tuple[Values, Values]:
        raise errors.NotDifferentiableError(
            "IO callbacks do not support JVP: io_callback has no derivative; pass it "
            "fjax.lax.stop_gradient(x)"
        )

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        if self.ordered and not axis.members:
            raise errors.FjaxValueError(
                "Cannot vmap ordered IO callbacks: examples of a batch have no order; pass "
                "ordered=False"
            )
        return one_after_another(self, axis, args, dims)


@primitive
class DebugCallback(Callback):
    """A Python function that looks at values: derivatives pass it by, vmap calls it per example."""

    ordered: bool = False

    @property
    def effects(self) -> frozenset[str]:
        return frozenset({"ordered_debug" if self.ordered else "debug"})

    def jvp(self, primals: Values, tangents: Values) -> tuple[Values, Values]:
        outs = self(*primals)
        return outs, [Zero(aval_of(o).tangent()) for o in outs]

    def transpose(self, cotangents: Values, *args: Any) -> Values:
        return [None] * len(args)

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        return one_after_another(self, axis, args, dims)


@primitive
class DebugPrint(DebugCallback):
    """A print of values while the program runs."""


# ---- functions


class HostCall:
    """A user's callback on a tree of arguments, as a flat function.

    out_tree: the structure of its result; None for no result. is_operand: which leaves of the
    arguments are operands; by default arrays and numbers.
    """

    def __init__(
        self,
        callback: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[Any, Any],
        out_tree: Any = None,
        is_operand: Callable[[Any], bool] | None = None,
    ):
        check_callable("a callback", callback)
        leaves, self.tree = tree_flatten((args, kwargs))
        self.callback, self.out_tree = callback, out_tree
        self.is_array = [*map(is_operand or _is_array, leaves)]
        self.static = [None if a else x for x, a in zip(leaves, self.is_array, strict=True)]
        self.operands = [x for x, a in zip(leaves, self.is_array, strict=True) if a]
        self.__name__ = getattr(callback, "__name__", type(callback).__name__)

    def __call__(self, *values: Any) -> list[Any]:
        given = iter(values)
        leaves = [next(given) if a else s for a, s in zip(self.is_array, self.static, strict=True)]
        args, kwargs = self.tree.unflatten(leaves)
        try:
            result = self.callback(*args, **kwargs)
        except Exception as error:
            if errors.callbacks_as_in_jax:
                raise errors.of_callback(self.__name__, error) from error
            raise
        if self.out_tree is None:
            return []
        outs, tree = tree_flatten(result)
        if len(outs) != self.out_tree.num_leaves:
            raise errors.FjaxRuntimeError(
                f"callback {self.__name__} returned {tree}, where "
                f"result_shape_dtypes promised {self.out_tree}"
            )
        return outs


def _is_array(value: Any) -> bool:
    return isinstance(value, (Operand, bool, int, float, complex, np.ndarray, np.generic)) and not (
        isinstance(value, np.ndarray) and value.dtype.kind in "OUS"
    )


def _promised(what: str, result_shape_dtypes: Any) -> tuple[tuple[ShapedArray, ...], Any]:
    """The avals and structure that a callback's result will have."""
    leaves, tree = tree_flatten(result_shape_dtypes)
    avals = []
    for (path, _), leaf in zip(tree_leaves_with_path(result_shape_dtypes), leaves, strict=True):
        if not hasattr(leaf, "shape") or not hasattr(leaf, "dtype"):
            leaf = as_array(leaf) if _is_array(leaf) else None
        if leaf is None:
            raise errors.FjaxTypeError(
                f"{what}: result_shape_dtypes{keystr(path)} must have a shape and a "
                "dtype, as fjax.ShapeDtypeStruct((3,), 'float32') has"
            )
        avals.append(ShapedArray(leaf.shape, dtypes.canonicalize(leaf.dtype)))
    return tuple(avals), tree


def pure_callback(
    callback: Callable[..., Any],
    result_shape_dtypes: Any,
    *args: Any,
    sharding: Any = None,
    vmap_method: str | None = None,
    vectorized: Any = None,
    **kwargs: Any,
) -> Any:
    """Call a Python function without side effects; arrays arrive concrete.

    `result_shape_dtypes` is a pytree of things with shape and dtype. The leaves of the callback's
    result are matched with its leaves; what is returned has its structure.
    `vmap_method` says how vmap calls it: "sequential" (once per example), "expand_dims" or
    "broadcast_all" (once, with batched arrays). There is no derivative unless a custom rule gives
    one.
    callback: a Python function of NumPy arrays.
    args, kwargs: what it gets.
    sharding: changes nothing on one device.
    vectorized: an older form of `vmap_method`; leave it out.
    Returns arrays of the shapes and dtypes that `result_shape_dtypes` says.

    >>> import numpy as np, fjax
    >>> fjax.pure_callback(np.sin, fjax.ShapeDtypeStruct((), float), 0.0)
    Array(0., dtype=float64)
    """
    if vmap_method is not None and vmap_method not in VMAP_METHODS:
        raise errors.FjaxValueError(
            f"pure_callback: vmap_method must be one of "
            f"{', '.join(map(repr, VMAP_METHODS))}, got {vmap_method!r}"
        )
    if vectorized is not None and vmap_method is None:
        vmap_method = "legacy_vectorized" if vectorized else "sequential"
    avals, tree = _promised("pure_callback", result_shape_dtypes)
    call = HostCall(callback, args, kwargs, tree)
    return tree.unflatten(PureCallback(call, avals, vmap_method)(*call.operands))


def io_callback(
    callback: Callable[..., Any],
    result_shape_dtypes: Any,
    *args: Any,
    sharding: Any = None,
    ordered: bool = False,
    **kwargs: Any,
) -> Any:
    """Call a Python function with side effects, exactly once per execution.

    With `ordered`, such calls happen in program order (and can't be vmapped; in a shard_map the
    calls of each member are in order). Derivatives raise.

    >>> log = []
    >>> def f(x):
    ...     return fjax.experimental.io_callback(lambda v: log.append(int(v)), None, x)
    ...
    >>> fjax.jit(f)(3)
    >>> log
    [3]
    """
    avals, tree = _promised("io_callback", result_shape_dtypes)
    call = HostCall(callback, args, kwargs, tree)
    return tree.unflatten(IOCallback(call, avals, ordered)(*call.operands))


@overload
def debug_callback(
    callback: Callable[..., Any],
    *args: Any,
    ordered: bool = False,
    partitioned: bool = False,
    **kwargs: Any,
) -> None: ...
@overload
def debug_callback(
    callback: None = None, *, ordered: bool = False, partitioned: bool = False
) -> Callable[..., None]: ...
def debug_callback(
    callback: Callable[..., Any] | None = None,
    *args: Any,
    ordered: bool = False,
    partitioned: bool = False,
    **kwargs: Any,
) -> Any:
    """Call a Python function on concrete values while the program runs; its result is ignored.

    Without a function it returns one that takes a function and its arguments, keywords included:
    `debug.callback(ordered=True)(f, x, ordered="yes")`.

    >>> fjax.jit(lambda x: fjax.debug.callback(lambda v: print("x is", v), x))(3)
    x is 3
    """
    if callback is None:
        return _second_call("debug_callback", _callback, args, kwargs, ordered)
    _callback(callback, args, kwargs, ordered)
    return None


def _second_call(name: str, run: Any, args: Any, kwargs: Any, ordered: bool) -> Callable[..., None]:
    """The result of a call with only options: a function of the rest."""
    if args or kwargs:
        raise errors.FjaxTypeError(
            f"{name} received unexpected arguments in the two-call form: {[*args, *kwargs]}; the "
            "first call takes only the options ordered and partitioned"
        )
    return lambda what, *values, **named: run(what, values, named, ordered)


def _callback(callback: Any, args: Any, kwargs: dict[str, Any], ordered: bool) -> None:
    check_callable("debug.callback", callback)
    call = HostCall(callback, args, kwargs)
    DebugCallback(call, (), ordered)(*call.operands)


class _Checker(string.Formatter):
    """Finds arguments that a format string does not use."""

    def check_unused_args(self, used_args: Any, args: Any, kwargs: Any) -> None:
        unused = [str(i) for i in range(len(args)) if i not in used_args] + [
            k for k in kwargs if k not in used_args
        ]
        if unused:
            raise errors.FjaxValueError(
                f"debug.print: unused arguments to the format string: {', '.join(unused)}; name "
                "them in braces, as in debug.print('x = {}', x)"
            )

    def format_field(self, value: Any, format_spec: str) -> str:
        return ""


@overload
def debug_print(
    fmt: str,
    *args: Any,
    ordered: bool = False,
    partitioned: bool = False,
    skip_format_check: bool = False,
    **kwargs: Any,
) -> None: ...
@overload
def debug_print(
    fmt: None = None,
    *,
    ordered: bool = False,
    partitioned: bool = False,
    skip_format_check: bool = False,
) -> Callable[..., None]: ...
def debug_print(
    fmt: str | None = None,
    *args: Any,
    ordered: bool = False,
    partitioned: bool = False,
    skip_format_check: bool = False,
    **kwargs: Any,
) -> Any:
    """Print `fmt.format(*args, **kwargs)` with concrete values when the program runs.

    Works in eager mode, under jit, grad and vmap (once per example), in program order, with NumPy's
    print options (`np.printoptions`) of the place where it is called. Without a
    format it gives a function of format and arguments: `debug.print(ordered=True)("{x}", x=x)`.
    partitioned: whether each member of a mesh prints its own part.
    skip_format_check: whether the format is not checked while tracing.

    >>> debug_print("x = {x}", x=3.0)
    x = 3.0
    """
    if fmt is None:
        return _second_call("debug_print", _print, args, kwargs, ordered)
    _print(fmt, args, kwargs, ordered, skip_format_check)
    return None


def _print(
    fmt: Any, args: Any, kwargs: dict[str, Any], ordered: bool, unchecked: bool = False
) -> None:
    if not isinstance(fmt, str):
        raise errors.FjaxTypeError(f"debug.print: the format must be a string, got {fmt!r}")
    if not unchecked:
        try:
            _Checker().format(fmt, *args, **kwargs)
        except LookupError as error:
            raise type(error)(
                f"debug.print: the format {fmt!r} asks for what is not given ({error.args[0]}); "
                f"there are {len(args)} arguments, and the keywords {sorted(kwargs)}"
            ) from error

    options = np.get_printoptions()  # those in force where the call stands, not where it runs

    def show(*values: Any, **named: Any) -> None:
        named = {k: printable(v) for k, v in named.items()}
        with np.printoptions(**options):
            print(fmt.format(*map(printable, values), **named), flush=True)

    call = HostCall(show, args, kwargs)
    DebugPrint(call, (), ordered)(*call.operands)


def effects_barrier() -> None:
    """Wait until all callbacks have run: they always have when a call returns.

    >>> fjax.effects_barrier()
    """
