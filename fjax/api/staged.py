"""Looking at what a function traces to: make_jaxpr, typeof."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from fjax import errors
from fjax.api.flatten import FlatFunction, check_argument, shape_struct
from fjax.api.transformed import transformed
from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.dimensions import Dimension
from fjax.core.ir import ClosedJaxpr
from fjax.core.operand import Valueless
from fjax.core.plain_arguments import check_callable
from fjax.core.primitive import BatchAxis
from fjax.core.reference import AbstractRef, Ref, read
from fjax.core.sharding import as_sharding
from fjax.core.tracing import aval_of, current, under
from fjax.errors import api_boundary
from fjax.interpreters.staging import stage_references
from fjax.interpreters.vmap import BatchTrace
from fjax.tree_util import tree_flatten, tree_unflatten

MOST_TYPES = 8  # that a representation lists


class ShapeDtypeStruct(Valueless):
    """Shape and dtype of an array that does not exist, for tracing and shape evaluation.

    shape: lengths of at least 0. -1 is an unknown length, which shape evaluation passes on.
    Symbolic lengths (`fjax.export.symbolic_shape`) are for `fjax.export.export` only. Raises
    TypeError if a length is not an integer, and ValueError if it is below -1.

    sharding: a Sharding, or a PartitionSpec of the mesh in force. Raises TypeError for anything
    else, and ValueError if it does not fit the shape.

    >>> ShapeDtypeStruct((2, 3), 'float32')
    ShapeDtypeStruct(shape=(2, 3), dtype=float32)
    """

    __slots__ = ("shape", "dtype", "sharding", "weak_type", "vma", "is_ref")

    def __init__(
        self,
        shape: Any,
        dtype: Any,
        *,
        sharding: Any = None,
        weak_type: bool = False,
        vma: Any = None,
        is_ref: bool = False,
    ):
        if dtype is None:
            raise ValueError("ShapeDtypeStruct: dtype must be specified")
        self.shape = _lengths(shape)
        self.dtype = dtypes.as_dtype(dtype)
        if sharding is not None:
            sharding = as_sharding("ShapeDtypeStruct sharding", sharding, self.shape)
        self.sharding, self.weak_type, self.vma = sharding, weak_type, vma
        self.is_ref = bool(is_ref)  # stands for a reference (`fjax.new_ref`) to such an array

    @classmethod
    def like(cls, x: Any) -> ShapeDtypeStruct:
        """The shape, dtype and weak type of a value, and its sharding.

        That is of an array the one that it was put with, and of a traced value what its type shows.

        x: an array, a number, or what else has an aval. TypeError for a reference.

        >>> ShapeDtypeStruct.like(jnp.ones((2, 3), jnp.float32))
        ShapeDtypeStruct(shape=(2, 3), dtype=float32)
        """
        aval = aval_of(x)
        if isinstance(aval, AbstractRef):
            raise errors.FjaxTypeError(
                f"ShapeDtypeStruct.like takes arrays, got a reference {aval}; pass its value, "
                "ref[...]"
            )
        sharding = (
            getattr(x, "sharding", None)
            if getattr(x, "committed", False) or isinstance(x, ShapeDtypeStruct)
            else aval.layout
        )
        return cls(aval.shape, aval.dtype, sharding=sharding, weak_type=aval.weak_type)

    @property
    def aval(self) -> ShapedArray | AbstractRef:
        """The type of the array, or of the reference, that this stands for."""
        dtype = dtypes.canonicalize(self.dtype)
        vma = frozenset(self.vma or ())
        aval = ShapedArray(self.shape, dtype, self.weak_type, vma, sharding=self.sharding)
        return AbstractRef(aval) if self.is_ref else aval

    @property
    def size(self) -> int:
        return ShapedArray(self.shape, self.dtype).size

    @property
    def ndim(self) -> int:
        return len(self.shape)

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def update(self, **changes: Any) -> ShapeDtypeStruct:
        """The same struct with some parts replaced."""
        parts = {
            "shape": self.shape,
            "dtype": self.dtype,
            "sharding": self.sharding,
            "weak_type": self.weak_type,
            "vma": self.vma,
            "is_ref": self.is_ref,
        }
        return ShapeDtypeStruct(**{**parts, **changes})

    def __repr__(self) -> str:
        weak = ", weak_type=True" if self.weak_type else ""
        sharding = f", sharding={self.sharding}" if self.sharding is not None else ""
        ref = ", is_ref=True" if self.is_ref else ""
        return f"ShapeDtypeStruct(shape={self.shape}, dtype={self.dtype.name}{sharding}{weak}{ref})"

    __str__ = __repr__

    def _key(self) -> tuple[Any, ...]:
        return (self.shape, self.dtype, self.sharding, self.weak_type, self.is_ref)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ShapeDtypeStruct) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())


def _lengths(shape: Any) -> tuple[Any, ...]:
    try:
        found = tuple(n if isinstance(n, Dimension) else operator.index(n) for n in shape)
    except TypeError as error:
        parts = shape if isinstance(shape, tuple | list) else [shape]
        named = any(n is None or isinstance(n, str) for n in parts)
        remedy = "; fjax.export.symbolic_shape('batch, 3') has sizes by name" if named else ""
        raise errors.FjaxTypeError(
            f"ShapeDtypeStruct: shape must be a sequence of integers, got {shape!r}{remedy}"
        ) from error
    if any(n < -1 for n in found if isinstance(n, int)):
        raise errors.FjaxValueError(
            f"ShapeDtypeStruct: lengths must be at least 0 (or -1, not known), got {found}"
        )
    return found


class ArgInfo(ShapeDtypeStruct):
    """An argument of a traced function: shape, dtype, and whether its memory is given away."""

    __slots__ = ("donated",)

    def __init__(self, aval: ShapedArray | AbstractRef, donated: bool):
        is_ref = type(aval) is AbstractRef
        super().__init__(aval.shape, aval.dtype, weak_type=aval.weak_type, is_ref=is_ref)
        self.donated = donated


def typeof(x: Any) -> ShapedArray | AbstractRef:
    """The type of a value in the IR: shape, dtype and weak_type; a reference has its own type.

    >>> fjax.typeof(jnp.ones((2, 3), jnp.float32)), fjax.typeof(1.0)
    (ShapedArray(float32[2,3]), ShapedArray(float64[], weak_type=True))
    """
    return x.aval if type(x) is Ref else aval_of(x)


def make_jaxpr(
    fun: Callable[..., Any],
    static_argnums: int | Iterable[int] = (),
    axis_env: Any = None,
    return_shape: bool = False,
    abstracted_axes: Any = None,
) -> Callable[..., Any]:
    """A function that returns the jaxpr of `fun` at given arguments (arrays or ShapeDtypeStructs).

    A jaxpr contains no references (`fjax.new_ref`). It takes the values that they hold, and after
    its outputs it returns the final values of those that were written. With return_shape the result
    is (jaxpr, tree of ShapeDtypeStructs of the outputs).

    static_argnums: which arguments are Python values while it is traced.

    >>> import fjax
    >>> fjax.make_jaxpr(lambda x: 2 * x)(1.0)
    { lambda ; a:~f64[]. let
        b:~f64[] = mul 2.0:~f64[] a
      in (b,) }
    """
    del abstracted_axes
    check_callable("make_jaxpr", fun)
    static = {static_argnums} if isinstance(static_argnums, int) else set(static_argnums)

    @api_boundary
    def jaxpr_maker(*args: Any, **kwargs: Any) -> Any:
        fixed = {i % len(args): args[i] for i in static}
        dynamic = tuple(a for i, a in enumerate(args) if i not in fixed)

        def with_static(*values: Any, **keywords: Any) -> Any:
            given = iter(values)
            return fun(
                *[fixed[i] if i in fixed else next(given) for i in range(len(args))], **keywords
            )

        with_static.__name__ = getattr(fun, "__name__", "function")
        flat, avals = _flat(with_static, dynamic, kwargs)
        staged = _stage_in(axis_env, flat, avals)
        closed = ClosedJaxpr(staged.jaxpr, [*staged.constants, *map(read, staged.references)])
        if not return_shape:
            return closed
        out_avals = staged.jaxpr.out_avals[: flat.out_tree.num_leaves]
        return closed, tree_unflatten(flat.out_tree, [_struct(a) for a in out_avals])

    return transformed(fun, jaxpr_maker, "Jaxpr")


def _stage_in(axis_env: Any, flat: FlatFunction, avals: list[ShapedArray]) -> Any:
    """Stage with the named axes of `axis_env` in scope."""
    trace = current()
    for name, size in axis_env or ():
        trace = BatchTrace(trace, BatchAxis(name, size))
    with under(trace):
        return stage_references(flat, avals, flat.__name__)


def _flat(
    fun: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[Any, Any]
) -> tuple[FlatFunction, list[ShapedArray]]:
    leaves, tree = tree_flatten((args, kwargs))
    for leaf in leaves:
        check_argument(leaf, getattr(fun, "__name__", "function"), args)
    return FlatFunction(fun, tree), [shape_struct(x) for x in leaves]


def _struct(aval: ShapedArray) -> ShapeDtypeStruct:
    return ShapeDtypeStruct(aval.shape, aval.dtype, weak_type=aval.weak_type)


def types_in_short(avals: Sequence[ShapedArray]) -> str:
    """Types in short; of more than MOST_TYPES the first ones and the last one."""
    shown = [a.notation() for a in avals]
    if len(shown) > MOST_TYPES:
        shown[MOST_TYPES // 2 : -1] = [f"… {len(shown) - MOST_TYPES // 2 - 1} more …"]
    return ", ".join(shown)
