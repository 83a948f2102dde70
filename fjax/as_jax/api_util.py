"""Functions of flat arguments, as JAX's `jax.api_util` has them."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from fjax import tree_util
from fjax.core.tracing import aval_of
from fjax.errors import FjaxValueError
from fjax.extend import linear_util
from fjax.pytrees.prefix import broadcast_prefix


def flatten_fun(function: Any, in_tree: Any) -> tuple[Any, Callable[[], Any]]:
    """A WrappedFun of leaves, and what gives the structure of its output once it was called.

    in_tree: the structure of (positional arguments, keyword arguments).
    """
    trees: list[Any] = []

    def flat(*leaves: Any) -> list[Any]:
        args, keywords = tree_util.tree_unflatten(in_tree, leaves)
        out, tree = tree_util.tree_flatten(function.call_wrapped(*args, **keywords))
        trees.append(tree)
        return out

    return linear_util.wrap_init(flat), lambda: trees[-1]


def flatten_fun_nokwargs(function: Any, in_tree: Any) -> tuple[Any, Callable[[], Any]]:
    """As flatten_fun, for a structure of positional arguments alone."""
    whole = tree_util.treedef_tuple((in_tree, tree_util.tree_structure({})))
    return flatten_fun(function, whole)


def flatten_axes(
    name: str, treedef: Any, axis_tree: Any, *, kws: bool = False, tupled_args: bool = False
) -> list[Any]:
    """A value of a prefix for each leaf of a structure; None is one. ValueError if it is none.

    >>> flatten_axes("in_axes", tree_util.tree_structure((1, {"a": 2, "b": 3})), (0, None))
    [0, None, None]
    """
    del kws, tupled_args
    full = treedef.unflatten([0] * treedef.num_leaves)
    try:
        return broadcast_prefix(axis_tree, full, lambda x: x is None)
    except ValueError as error:
        raise FjaxValueError(
            f"{name} specification must be a tree prefix of the corresponding value; {error}"
        ) from None


def argnums_partial(
    function: Any,
    dyn_argnums: int | Sequence[int],
    args: Sequence[Any],
    require_static_args_hashable: bool = True,
) -> tuple[Any, tuple[Any, ...]]:
    """A WrappedFun of the arguments at these positions, the others fixed, and those arguments.

    Fixed arguments must have a hash (ValueError), unless `require_static_args_hashable` is False.

    >>> f, dynamic = argnums_partial(linear_util.wrap_init(lambda a, b: a - b), 1, (5, 3))
    >>> f.call_wrapped(4), dynamic
    (1, (3,))
    """
    numbers = (dyn_argnums,) if isinstance(dyn_argnums, int) else tuple(dyn_argnums)
    numbers = tuple(range(len(args))[n] for n in numbers)
    for position, value in enumerate(args):
        if require_static_args_hashable and position not in numbers and not _has_hash(value):
            raise FjaxValueError(
                f"Non-hashable static arguments are not supported: argument {position} is of type "
                f"{type(value).__name__}, which has no hash"
            )

    def partial(*dynamic: Any) -> Any:
        given = list(args)
        for position, value in zip(numbers, dynamic, strict=True):
            given[position] = value
        return function.call_wrapped(*given)

    return linear_util.wrap_init(partial), tuple(args[n] for n in numbers)


def _has_hash(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def infer_argnums_and_argnames(
    sig: inspect.Signature,
    argnums: int | Iterable[int] | None,
    argnames: str | Iterable[str] | None,
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Positions and names of arguments, where one of both may be None: it follows from the other.

    >>> infer_argnums_and_argnames(inspect.signature(lambda x, y: x), None, "y")
    ((1,), ('y',))
    """
    numbers = (argnums,) if isinstance(argnums, int) else argnums
    names = (argnames,) if isinstance(argnames, str) else argnames
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    known = [
        (number, name)
        for number, (name, parameter) in enumerate(sig.parameters.items())
        if parameter.kind is kind
    ]
    if numbers is None:
        chosen = set(names or ())
        numbers = [number for number, name in known if name in chosen]
    elif names is None:
        numbers = tuple(numbers)
        names = [name for number, name in known if number in numbers]
    return tuple(numbers), tuple(names or ())


def shaped_abstractify(value: Any) -> Any:
    """The aval of a value, or of what has a shape and a dtype.

    >>> shaped_abstractify(2.5)
    ShapedArray(float64[], weak_type=True)
    """
    return aval_of(value)


class DebugInfo(NamedTuple):
    """JAX's record of a function that is traced; fjax itself keeps lines with equations instead.

    traced_for: the name of the transformation. func_src_info: the function's name and line.
    arg_names: a name for each leaf of its arguments. result_paths: for each leaf of its result.
    """

    traced_for: str
    func_src_info: str
    arg_names: tuple[str, ...]
    result_paths: tuple[str, ...] | Callable[[], tuple[str, ...]] | None

    @property
    def func_name(self) -> str:
        """The function's name."""
        return self.func_src_info.partition(" ")[0]

    def safe_arg_names(self, count: int) -> tuple[str, ...]:
        """The names, or as many empty ones if there are not `count`."""
        return self.arg_names if len(self.arg_names) == count else ("",) * count


def debug_info(
    traced_for: str,
    fun: Callable[..., Any],
    args: Sequence[Any],
    kwargs: dict[str, Any],
    *,
    static_argnums: Sequence[int] = (),
    static_argnames: Sequence[str] = (),
    result_paths_thunk: Callable[[], tuple[str, ...]] | None = None,
    sourceinfo: str | None = None,
    signature: inspect.Signature | None = None,
) -> DebugInfo:
    """The record of a function and the arguments with which it is traced.

    >>> debug_info("jit", lambda x, y, k: x, (1, [2, 3]), {"k": 4}).arg_names
    ('x', 'y[0]', 'y[1]', 'k')
    """
    named, parameters = _named(fun, args, kwargs, signature)
    left_out = {parameters[i] for i in static_argnums} | set(static_argnames)
    names = [
        f"{name}{tree_util.keystr(path)}"
        for name, value in named.items()
        if name not in left_out
        for path, _ in tree_util.tree_flatten_with_path(value)[0]
    ]
    place = sourceinfo or _place(fun)
    return DebugInfo(traced_for, place, tuple(names), result_paths_thunk)


def _named(
    fun: Any, args: Sequence[Any], kwargs: dict[str, Any], signature: inspect.Signature | None
) -> tuple[dict[str, Any], list[str]]:
    """Arguments by the names of parameters, and all of these; a builtin's are their positions."""
    try:
        known = signature or inspect.signature(fun)
        return dict(known.bind(*args, **kwargs).arguments), list(known.parameters)
    except (TypeError, ValueError):
        positions = [f"args[{i}]" for i in range(len(args))]
        return dict(zip(positions, args, strict=True)) | kwargs, positions


def _place(fun: Any) -> str:
    """The name of a function, and where it is defined."""
    while isinstance(fun, functools.partial):
        fun = fun.func
    fun = inspect.unwrap(fun)
    name, code = getattr(fun, "__name__", "<unknown>"), getattr(fun, "__code__", None)
    return name if code is None else f"{name} at {code.co_filename}:{code.co_firstlineno}"


class HashablePartial:
    """A function with its first arguments, which equals another of the same ones.

    >>> HashablePartial(max, 3)(2), HashablePartial(max, 3) == HashablePartial(max, 3)
    (3, True)
    """

    def __init__(self, function: Callable[..., Any], *args: Any, **keywords: Any):
        self.f, self.args, self.kwargs = function, args, keywords
        self._key = (function, args, tuple(sorted(keywords.items())))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HashablePartial) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        """The function's result on its first arguments and these."""
        return functools.partial(self.f, *self.args, **self.kwargs)(*args, **keywords)
