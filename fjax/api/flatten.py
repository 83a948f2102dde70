"""Between users' functions over pytrees and the interpreters' flat functions."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from fjax import errors
from fjax.core import source, tracing
from fjax.core.array import Array
from fjax.core.avals import ShapedArray, refuse_masked
from fjax.core.dimensions import Dimension
from fjax.core.dtypes import canonicalize
from fjax.core.operand import Operand, Valueless
from fjax.core.reference import AbstractRef, Ref, check_not_returned
from fjax.core.tracing import aval_of
from fjax.higher_order.argument_names import function_name
from fjax.tree_util import keystr, tree_flatten, tree_leaves_with_path, tree_unflatten


class FlatFunction:
    """A function of pytrees as one of leaves; the output tree is known after a call.

    With has_aux the arrays in aux are further outputs, after the first `n_outputs`.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        in_tree: Any,
        has_aux: bool = False,
        user: Callable[..., Any] | None = None,
    ):
        self.function, self.in_tree, self.has_aux = function, in_tree, has_aux
        self.user = function if user is None else user  # whom errors name
        self.out_tree: Any = None
        self.n_outputs = 0
        self.what = "a transformation"  # that traces the function, for messages
        self.transformation = ""  # its name around those of the function's equations
        self._aux: tuple[list[Any], Any] = ([], None)
        self.__name__ = getattr(self.user, "__name__", type(self.user).__name__)

    def __call__(self, *leaves: Any) -> list[Any]:
        args, kwargs = tree_unflatten(self.in_tree, leaves)
        if self.transformation:
            with source.transforming(self.transformation):
                result = self.function(*args, **kwargs)
        else:
            result = self.function(*args, **kwargs)
        extra: list[Any] = []
        if self.has_aux:
            result, extra = self._split(result)
        flat, self.out_tree = tree_flatten(result)
        for leaf in flat:
            if type(leaf) is Ref:
                check_not_returned(self.what, described(self.user), leaf)
            check_output(leaf, self.user, result)
        self.n_outputs = len(flat)
        return [*flat, *extra]

    def named(self, transformation: str) -> FlatFunction:
        """Itself: while something around is traced, its equations bear the transformation."""
        if tracing.current() is not None:
            self.transformation = transformation
        return self

    def _split(self, result: Any) -> tuple[Any, list[Any]]:
        """(output, arrays in aux)."""
        if not isinstance(result, tuple) or len(result) != 2:
            raise errors.FjaxTypeError(
                f"{self.__name__}: with has_aux=True the function must return a two-element tuple "
                f"(output, aux), got {type(result).__name__}"
            )
        aux, tree = tree_flatten(result[1])
        self._aux = (aux, tree)
        return result[0], [x for x in aux if isinstance(x, Operand)]

    def aux(self, extra: Sequence[Any]) -> Any:
        """The aux tree, given what the transformation made of its arrays."""
        values = iter(extra)
        leaves, tree = self._aux
        return tree_unflatten(tree, [next(values) if isinstance(x, Operand) else x for x in leaves])


def check_output(leaf: Any, function: Callable[..., Any], result: Any) -> None:
    """Raise unless an output leaf is an array."""
    if isinstance(leaf, (Operand, Valueless, int, float, complex)) or hasattr(leaf, "__array__"):
        return
    if hasattr(leaf, "__jax_array__") or hasattr(leaf, "__fjax_array__"):
        return
    where = next((keystr(path) for path, x in tree_leaves_with_path(result) if x is leaf), "")
    component = f" at output component {where}" if where else ""
    raise errors.FjaxTypeError(
        f"function {described(function)} returned a value of type {type(leaf).__name__}"
        f"{component}, which is not a valid JAX type: {leaf!r}; return arrays or pytrees of "
        "arrays (mark other values static, or return them with has_aux)"
    )


def _name(function: Callable[..., Any]) -> str:
    """The name of a function, or of a callable object's class."""
    name = getattr(function, "__name__", None)
    # An object may answer for any attribute, with whatever wraps that of its function.
    return name if isinstance(name, str) else type(function).__name__


def described(function: Callable[..., Any]) -> str:
    """A function's name and where it is defined."""
    name = _name(function)
    code = getattr(inspect.unwrap(function), "__code__", None)
    return name if code is None else f"{name} at {code.co_filename}:{code.co_firstlineno}"


def check_argument(leaf: Any, name: str, within: Any = None) -> None:
    """Raise unless an argument leaf, in the tree `within`, is an array or a number."""
    if isinstance(leaf, (Operand, int, float, complex)) or _stands_for_array(leaf):
        return
    paths = (keystr(path) for path, x in tree_leaves_with_path(within) if x is leaf)
    found = next(paths, "")
    place = f" (argument{found})" if found else ""
    raise errors.FjaxTypeError(
        f"{name}: Argument {leaf!r:.80} of type {type(leaf)} is not a valid JAX type{place}; pass "
        "arrays or pytrees of arrays (jit takes other values through static_argnums or "
        "static_argnames)"
    )


def _stands_for_array(leaf: Any) -> bool:
    """Whether a value has what the array protocols ask for; arrays of Python objects do not."""
    if isinstance(leaf, type):
        return False
    if hasattr(leaf, "__jax_array__") or hasattr(leaf, "__fjax_array__"):
        return True
    dtype = getattr(leaf, "dtype", None)
    if dtype is None:
        return hasattr(leaf, "__array__")
    return hasattr(leaf, "shape") and not getattr(dtype, "hasobject", False)


def as_operand(value: Any) -> Any:
    """The value as an Array or tracer."""
    return tracing.as_operand(value)


def _texts(name: str, argnames: Any) -> tuple[str, ...]:
    """argnames as a tuple."""
    if argnames is None or isinstance(argnames, str):
        return () if argnames is None else (argnames,)
    if not isinstance(argnames, Iterable):
        raise errors.FjaxTypeError(
            f"{name.replace('argnums', 'argnames')} takes names of arguments, got {argnames!r}; "
            f"numbers are for {name.split()[-1]}"
        )
    return tuple(argnames)


def resolve_argnums(
    name: str, function: Callable[..., Any], argnums: Any, argnames: Any
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """argnums and argnames as tuples, each completed from the other through the signature."""
    single = isinstance(argnums, int) or not isinstance(argnums, Iterable)
    nums = () if argnums is None else (argnums,) if single else tuple(argnums)
    names = _texts(name, argnames)
    for n in nums:
        if not hasattr(n, "__index__"):
            raise errors.FjaxTypeError(f"{name}: argument numbers must be integers, got {n!r}")
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError) as error:
        if names and not nums:
            raise errors.FjaxValueError(
                f"Getting the signature of function {function!r} failed. Pass {name.split()[-1]} "
                f"instead of {name.split()[-1].replace('nums', 'names')}. {name.split()[0]} was "
                f"given the names {', '.join(names)}, which it looks up in the signature"
            ) from error
        return nums, names
    positional = [
        p.name
        for p in parameters.values()
        if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
    ]
    described = f"the function {function_name(function)}"
    nums = _normal_numbers(f"{name}: {described}", nums, positional, parameters)
    _check_names(f"{name}: {described}", names, parameters)
    if argnames is None:
        names = tuple(
            positional[n]
            for n in nums
            if 0 <= n < len(positional)
            and parameters[positional[n]].kind is not inspect.Parameter.POSITIONAL_ONLY
        )
    elif argnums is None:
        nums = tuple(positional.index(k) for k in names if k in positional)
    return nums, names


def _normal_numbers(
    what: str,
    nums: tuple[Any, ...],
    positional: list[str],
    parameters: Mapping[str, inspect.Parameter],
) -> tuple[int, ...]:
    """Argument numbers counted from 0; a function of variable length takes any."""
    if any(p.kind is p.VAR_POSITIONAL for p in parameters.values()):
        return nums
    for n in nums:
        if not -len(positional) <= n < len(positional):
            raise errors.FjaxValueError(
                f"{what} takes {len(positional)} positional arguments ({', '.join(positional)}), "
                f"so argument number {n} is out of range"
            )
    return tuple(n % len(positional) for n in nums)


def _check_names(
    what: str, names: tuple[Any, ...], parameters: Mapping[str, inspect.Parameter]
) -> None:
    """Raise for a name that cannot be given as a keyword."""
    keywords = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    by_name = [p.name for p in parameters.values() if p.kind in named]
    for k in names:
        if k not in by_name and (k in parameters or not keywords):
            raise errors.FjaxValueError(
                f"{what} has no argument {k!r} that can be given by name; it has "
                f"{', '.join(parameters)}"
            )


def shape_struct(value: Any) -> Any:
    """The aval of an array, a number, or anything with shape and dtype; a reference's type."""
    if isinstance(value, (ShapedArray, AbstractRef)):
        return value
    if isinstance(value, (Operand, Ref)):
        return value.aval
    if getattr(value, "is_ref", False):
        return AbstractRef(ShapedArray(value.shape, value.dtype, value.weak_type))
    shape, dtype = getattr(value, "shape", None), getattr(value, "dtype", None)
    if shape is not None and dtype is not None and not isinstance(value, Array):
        refuse_masked(value)
        from_dtype = canonicalize(dtype)
        if any(isinstance(n, Dimension) for n in shape):
            raise errors.FjaxTypeError(
                f"a function cannot be traced for the symbolic sizes {tuple(shape)}: only "
                "fjax.export.export(fjax.jit(f))(...) takes them; give sizes that are known"
            )
        weak, sharding = bool(getattr(value, "weak_type", False)), getattr(value, "sharding", None)
        return ShapedArray(shape, from_dtype, weak, sharding=sharding)
    return aval_of(value)


def select(leaves: Sequence[Any], flags: Sequence[bool]) -> list[Any]:
    """The leaves whose flag is set."""
    return [x for x, f in zip(leaves, flags, strict=True) if f]
