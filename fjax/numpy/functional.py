"""Functions applied along axes and over leading axes: apply_along_axis, vectorize."""

from __future__ import annotations

import functools
import re
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.api.batching import vmap
from fjax.config import config
from fjax.core.annotations import ArrayLike
from fjax.core.array import Array
from fjax.core.plain_arguments import check_callable
from fjax.numpy.arguments import is_array, one_axis, operand
from fjax.numpy.shaping import expand_dims
from fjax.numpy.values import asarray
from fjax.primitives import operators
from fjax.primitives.structure import Reshape

_NAME = r"[A-Za-z_]\w*|\d+"
_CORE = rf"\((?:\s*(?:{_NAME})\s*(?:,\s*(?:{_NAME})\s*)*)?\)"
_LIST = rf"\s*{_CORE}\s*(?:,\s*{_CORE}\s*)*"
_SIGNATURE = re.compile(rf"^(?:{_LIST})?\s*->\s*{_LIST}$")
Dims = tuple[str, ...]


def apply_along_axis(
    func1d: Callable[..., Any], axis: int, arr: ArrayLike, *args: Any, **kwargs: Any
) -> Array:
    """The function applied to every vector along an axis; its results take the axis' place.

    >>> jnp.apply_along_axis(jnp.cumsum, 1, jnp.array([[1, 2], [3, 4]]))
    Array([[1, 3],
           [3, 7]], dtype=int64)
    """
    check_callable("apply_along_axis", func1d)
    arr = operand("apply_along_axis", arr)
    rank = arr.aval.ndim
    number = one_axis("apply_along_axis", axis, rank)

    def function(vector: Any) -> Any:
        return func1d(vector, *args, **kwargs)

    for i in range(1, rank - number):
        function = vmap(function, in_axes=i, out_axes=-1)
    for _ in range(number):
        function = vmap(function, in_axes=0, out_axes=0)
    return function(arr)


def apply_over_axes(func: Callable[..., Any], a: ArrayLike, axes: int | Sequence[int]) -> Array:
    """func(a, axis) for one axis after another; axes that it removes come back with length 1.

    >>> jnp.apply_over_axes(jnp.sum, jnp.ones((2, 3, 4)), [0, 2])
    Array([[[8.],
            [8.],
            [8.]]], dtype=float64)
    """
    a = operand("apply_over_axes", a)
    for axis in np.atleast_1d(axes):
        number = one_axis("apply_over_axes", int(axis), a.aval.ndim)
        found = func(a, number)
        if found.ndim == a.aval.ndim:
            a = found
        elif found.ndim == a.aval.ndim - 1:
            a = expand_dims(found, number)
        else:
            raise errors.FjaxValueError(
                f"function is not returning an array of the correct shape: {found.shape} from "
                f"{a.aval}"
            )
    return a


def parse_signature(signature: str) -> tuple[list[Dims], list[Dims]]:
    """The core dimensions of inputs and outputs in a signature such as "(n,k),(k)->(n)"."""
    if not _SIGNATURE.match(signature):
        raise errors.FjaxValueError(
            f"vectorize: not a valid gufunc signature: {signature}; it is like '(n),(n)->()', with "
            "parentheses around the axes of each argument and result"
        )
    sides = []
    for side in signature.split("->"):
        sides.append([tuple(re.findall(_NAME, part)) for part in re.findall(_CORE, side)])
    return sides[0], sides[1]


def bind_sizes(sizes: dict[str, int], shape: tuple[int, ...], dims: Dims, what: str) -> None:
    """Note the lengths of core dimensions; a length that disagrees raises."""
    if len(shape) < len(dims):
        raise errors.FjaxValueError(
            f"{what} with shape {shape} does not have enough dimensions for all core dimensions "
            f"{dims}"
        )
    for n, name in zip(shape[len(shape) - len(dims) :], dims, strict=True):
        fixed = int(name) if name.isdigit() else sizes.setdefault(name, n)
        if fixed != n:
            raise errors.FjaxValueError(
                f"inconsistent size for core dimension {name!r}: {n} vs {fixed}"
            )


def check_outputs(
    function: Callable[..., Any], outputs: list[Dims], sizes: dict[str, int]
) -> Callable:
    """The function on core arrays, with its outputs' shapes checked against the signature."""

    @functools.wraps(function)
    def checked(*args: Any) -> Any:
        found = function(*args)
        several = isinstance(found, tuple)
        if len(outputs) > 1 and not several:
            raise errors.FjaxTypeError(
                f"vectorize: output must be a tuple when the signature has {len(outputs)} outputs, "
                f"got {found!r}"
            )
        values = list(found) if several else [found]
        if len(values) != len(outputs):
            raise errors.FjaxTypeError(
                f"wrong number of output arguments: expected {len(outputs)}, got {len(values)}"
            )
        known = dict(sizes)
        for value, dims in zip(values, outputs, strict=True):
            shape = np.shape(value)
            if len(shape) != len(dims):
                raise errors.FjaxValueError(
                    f"vectorize: output shape {shape} does not match core dimensions {dims} of the "
                    "signature"
                )
            bind_sizes(known, shape, dims, "output")
        return found

    return checked


def vectorize(
    pyfunc: Callable[..., Any], *, excluded: Any = frozenset(), signature: str | None = None
) -> Callable[..., Any]:
    """A function of arrays that applies `pyfunc` to every element, or to every core array.

    excluded: positions and names of arguments that are passed on as they are; so is None.
    signature: the core dimensions, such as "(n,k),(k)->(n)"; all others broadcast.

    >>> import fjax.numpy as jnp
    >>> jnp.vectorize(lambda x, y: x @ y, signature="(n),(n)->()")(jnp.ones((2, 3)), jnp.ones(3))
    Array([3., 3.], dtype=float64)
    """
    check_callable("vectorize", pyfunc)
    if any(not isinstance(e, (str, int)) for e in excluded):
        raise errors.FjaxTypeError(
            "jax.numpy.vectorize can only exclude integer or string arguments, but "
            f"excluded={excluded!r}"
        )
    if any(isinstance(e, int) and e < 0 for e in excluded):
        raise errors.FjaxValueError(f"excluded={excluded!r} contains negative numbers")

    @functools.wraps(pyfunc)
    def vectorized(*args: Any, **kwargs: Any) -> Any:
        return _call(pyfunc, excluded, signature, args, kwargs)

    return vectorized


def _call(
    pyfunc: Callable[..., Any], excluded: Any, signature: str | None, args: Any, kwargs: Any
) -> Any:
    if signature is not None and any(isinstance(e, int) and e >= len(args) for e in excluded):
        raise errors.FjaxValueError(
            f"jax.numpy.vectorize: excluded={excluded!r} is out of range for {len(args)} "
            "positional "
            "arguments"
        )
    places = [k for k in (*range(len(args)), *kwargs) if k not in excluded]
    given = [args[k] if isinstance(k, int) else kwargs[k] for k in places]
    cores: list[Dims] = [()] * len(places)
    outputs = None
    if signature is not None:
        cores, outputs = parse_signature(signature)
        if len(cores) != len(places):
            raise errors.FjaxTypeError(
                f"wrong number of positional arguments: expected {len(cores)}, got {len(places)}"
            )
    nones = {k for k, x, core in zip(places, given, cores, strict=True) if x is None and core}
    if nones:
        raise errors.FjaxValueError(
            f"vectorize: Cannot pass None at locations {nones} with signature={signature!r}, which "
            "gives them core dimensions"
        )
    mapped = [
        (k, x, core) for k, x, core in zip(places, given, cores, strict=True) if x is not None
    ]
    values = [
        operand("vectorize", x, k) if is_array(x) and isinstance(k, int) else asarray(x)
        for k, x, _ in mapped
    ]
    cores = [core for _, _, core in mapped]

    def function(*values: Any) -> Any:
        placed, keywords = list(args), dict(kwargs)
        for (k, _, _), x in zip(mapped, values, strict=True):
            if isinstance(k, int):
                placed[k] = x
            else:
                keywords[k] = x
        return pyfunc(*placed, **keywords)

    if outputs is not None:
        sizes: dict[str, int] = {}
        for value, dims in zip(values, cores, strict=True):
            bind_sizes(sizes, value.aval.shape, dims, "input")
        function = check_outputs(function, outputs, sizes)
    return _map_loops(function, values, [len(c) for c in cores])


def _check_ranks(shapes: Sequence[tuple[int, ...]], loops: Sequence[tuple[int, ...]]) -> None:
    """Warn or raise, as config.numpy_rank_promotion says, where loops have different ranks."""
    if len({len(loop) for shape, loop in zip(shapes, loops, strict=True) if shape}) < 2:
        return
    message = (
        f"vectorize: operands with shapes {list(shapes)} require rank promotion of the axes that "
        "are looped over; insert axes explicitly, with x[None] or reshape, or set "
        "numpy_rank_promotion to 'allow'"
    )
    if config.numpy_rank_promotion == "raise":
        raise errors.ShapeError(message)
    warnings.warn(message, stacklevel=errors.frames_to_user())


def _map_loops(function: Callable[..., Any], values: list[Any], core_ranks: list[int]) -> Any:
    """The function mapped over all leading axes, which broadcast."""
    loops = [x.aval.shape[: x.aval.ndim - r] for x, r in zip(values, core_ranks, strict=True)]
    if config.numpy_rank_promotion != "allow":
        _check_ranks([x.aval.shape for x in values], loops)
    common = operators.broadcast_shapes("vectorize", loops)
    squeezed = []
    for x, loop, rank in zip(values, loops, core_ranks, strict=True):
        core = x.aval.shape[x.aval.ndim - rank :]
        squeezed.append(Reshape(tuple(n for n in loop if n != 1) + core)(x))
    missing = []
    for axis in range(len(common) - 1, -1, -1):
        axes: list[int | None] = []
        for loop in loops:
            i = axis - (len(common) - len(loop))
            axes.append(0 if i >= 0 and loop[i] != 1 else None)
        if common[axis] == 1 or all(a is None for a in axes):
            missing.append(axis)
        else:
            function = vmap(function, in_axes=tuple(axes))
    found = function(*squeezed)
    restore = tuple(sorted(missing))
    if not restore:
        return found
    if isinstance(found, tuple):
        return tuple(expand_dims(x, restore) for x in found)
    return expand_dims(found, restore)
