"""The elementwise family: what primitives that compute element by element have in common."""

from __future__ import annotations

import types
from collections.abc import Callable, Hashable, Sequence
from typing import Any, ClassVar

import numpy as np

from fjax.config import checks
from fjax.core import dtypes, lazy, scalar, scalar_numpy, tracing
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.dtypes import Dtype
from fjax.core.memo import cached_property, memo
from fjax.core.primitive import BatchAxis, Linear, Primitive, Role, Zero
from fjax.core.quiet import quiet
from fjax.core.relations import AxisRelation, along_all
from fjax.core.tracing import aval_of, state
from fjax.errors import DtypeError, NotDifferentiableError, ShapeError
from fjax.primitives.sparse_elements import sparse_elementwise
from fjax.primitives.structure import BroadcastInDim, broadcast_batch, move_axis, spread

FLOAT = "f"  # letters for `accepts`: b bool, u unsigned, i signed, f float, c complex
INEXACT = "fc"
NUMBER = "uifc"
INTEGER = "ui"
REAL = "uif"
BITS = "bui"
ANY = "buifcK"

_KINDS = {
    "b": "bool",
    "u": "unsigned integers",
    "i": "signed integers",
    "f": "floats",
    "c": "complex numbers",
    "K": "random keys",
}


def spell_kinds(letters: str) -> str:
    """The letters of `accepts` in words."""
    return ", ".join(_KINDS[k] for k in letters)


def describe(avals: Sequence[ShapedArray]) -> str:
    """Operands as the IR prints them."""
    return ", ".join(map(str, avals))


class _Arithmetic:
    """The two operations that derivatives are combined with; arithmetic.py, above, sets them."""

    multiply: Any = None
    add: Any = None


combining = _Arithmetic()


def program(function: Callable[..., Any]) -> Any:
    """A `scalar` rule that is a function of the operands' expressions alone."""
    return staticmethod(function)


class Elementwise(Primitive):
    """out[i] = scalar(args[i], ...). Operands have the result's shape, or shape ().

    A subclass gives `scalar` (the meaning), `partials` (the derivative), and where NumPy has the
    very same function, `ufunc`. One that is linear in an operand overrides `transpose`, `absent`.
    """

    role = Role.ELEMENTWISE
    absent = frozenset({"transpose"})
    makes_nan = True
    accepts: ClassVar[str] = NUMBER
    exact: ClassVar[bool] = False  # the scalar program sees values as they are stored
    narrow_integers: ClassVar[bool] = True  # it takes int4 and the like
    ufunc: ClassVar[Any] = None  # the NumPy ufunc that is this very function
    ufunc_kinds: ClassVar[str] = "buifc"  # for the dtypes of these kinds
    ufunc_on: ClassVar[frozenset[Any]] = frozenset()  # for these dtypes that are widened, too
    ufunc_dtypes: ClassVar[frozenset[Any]] = frozenset()  # which these are, one by one
    direct_dtypes: ClassVar[frozenset[Any]] = frozenset()  # those of them that are the result's too

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if cls.ufunc is None:
            return
        cls.ufunc_dtypes = frozenset(
            d
            for d in dtypes.SUPPORTED
            if dtypes.kind(d) in cls.ufunc_kinds and (d not in dtypes.WIDENED or d in cls.ufunc_on)
        )
        plain = (
            cls.result_dtype is Elementwise.result_dtype
            and cls.result_type is Elementwise.result_type
        )
        cls.direct_dtypes = frozenset(
            d for d in cls.ufunc_dtypes if plain and dtypes.kind(d) in cls.accepts
        )

    def result_dtype(self, dtype: Dtype) -> Dtype:
        """The output's dtype, given the operands' common one."""
        return dtype

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        dtype = self.check_dtypes(avals)
        out = self.result_dtype(dtype)
        weak = avals[0].weak_type and out != dtypes.bool_ and all(a.weak_type for a in avals)
        return (ShapedArray(self.check_shapes(avals), out, weak),)

    def check_dtypes(self, avals: Sequence[ShapedArray]) -> Dtype:
        first = avals[0].dtype
        if len(avals) > 1 and any(a.dtype != first for a in avals):
            raise DtypeError(
                f"{self.name}: operands must have one dtype, got {describe(avals)}; "
                "convert with astype or fjax.lax.convert_element_type"
            )
        narrow = not self.narrow_integers and first in dtypes.NARROW_INTEGERS
        if dtypes.kind(first) not in self.accepts or narrow:
            raise DtypeError(
                f"{self.name} does not accept dtype {first.name}, got "
                f"{describe(avals)}; it takes {spell_kinds(self.accepts)}"
                + " of 8 bits and more"
                * narrow
            )
        return first

    def check_shapes(self, avals: Sequence[ShapedArray]) -> tuple[int, ...]:
        shapes = [a.shape for a in avals if a.shape]
        if len(shapes) > 1 and any(shape != shapes[0] for shape in shapes):
            raise ShapeError(
                f"{self.name}: operands must have one shape (or be scalars), got "
                f"{describe(avals)}; reshape or broadcast one of them"
            )
        return shapes[0] if shapes else ()

    def evaluate(self, xp: Any, *arrays: Any) -> Sequence[Any]:
        if xp is np and arrays[0].dtype in self.ufunc_dtypes:
            return (self.ufunc(*arrays),)
        return compiled_evaluation(self, tuple([a.dtype for a in arrays]))(xp, *arrays)

    def repaired(self, xp: Any, out: Any, *arrays: Any) -> Sequence[Any]:
        """NumPy's complex result `out`, and the program's where that is zero or not finite.

        NumPy's formulas overflow on the way to finite results, and subtract infinities.
        """
        plain = xp.isfinite(out) & (out != 0)
        if plain.all():
            return (out,)
        return (xp.where(plain, out, Elementwise.evaluate(self, xp, *arrays)[0]),)

    def run(self, *args: Any) -> Sequence[Any]:
        """As for any primitive; what needs no check goes to NumPy at once."""
        if checks.on:
            return super().run(*args)
        for x in args:
            if type(x) is not Array or x.placement is not None or x.buffer is None:
                return super().run(*args)
        first, last, n = args[0], args[-1], len(args)  # one and two are written out: 0.3 µs less
        avals = (
            (first.aval,)
            if n == 1
            else (first.aval, last.aval)
            if n == 2
            else tuple([x.aval for x in args])
        )
        aval = self._direct.get(avals, self)
        if aval is self:
            aval = self._find_direct(avals)
        if aval is None:
            return super().run(*args)
        try:
            if n == 1:
                result = quiet().run(self.ufunc, first.buffer)
            elif n == 2:
                result = quiet().run(self.ufunc, first.buffer, last.buffer)
            else:
                result = quiet().run(self.ufunc, *[x.buffer for x in args])
        except MemoryError:
            return super().run(*args)
        return (Array(result if type(result) is np.ndarray else np.asarray(result), aval),)

    @cached_property
    def _direct(self) -> dict[tuple[ShapedArray, ...], Any]:
        """What `direct_aval` found; keyed by avals, a look-up costs no hash of the primitive."""
        return {}

    def _find_direct(self, avals: tuple[ShapedArray, ...]) -> ShapedArray | None:
        if len(self._direct) >= tracing.MOST_RESULTS:
            self._direct.clear()
        found = self._direct[avals] = self.direct_aval(avals)
        return found

    def direct_aval(self, avals: Sequence[ShapedArray]) -> ShapedArray | None:
        """The result's aval, if operands of these types may go to the ufunc as they are."""
        found = avals[0]
        if found.dtype not in self.direct_dtypes:
            return None
        for aval in avals[1:]:
            if aval is found:
                continue
            if aval.dtype != found.dtype:
                return None
            if not aval.shape and (aval.weak_type or not found.weak_type):
                continue
            if found.shape or (aval.weak_type and not found.weak_type):
                return None
            found = aval
        return found

    def partials(self, out: Any, *args: Any) -> Sequence[Any]:
        """The derivative of the output in each argument.

        An entry is a factor to multiply the tangent with, a function from the tangent to the term
        (called only if there is a tangent), or None where the derivative is zero.
        """
        raise NotDifferentiableError(
            f"{self.name} has no derivative; use fjax.lax.stop_gradient "
            "or fjax.custom_jvp to say what it should be"
        )

    def jvp(self, primals: Sequence[Any], tangents: Sequence[Any]):
        out = self(*primals)
        if out.aval.dtype.kind != "f" and not dtypes.is_inexact(out.dtype):
            return (out,), (Zero(out.aval.tangent()),)
        terms = []
        for t, p in zip(tangents, self.partials(out, *primals), strict=True):
            if p is not None and type(t) is not Zero:
                terms.append((t, p))
        if not terms:
            return (out,), (Zero(out.aval.tangent()),)
        return (out,), (sum_of_terms(out.aval, terms),)

    def batch(self, axis: BatchAxis, args: Sequence[Any], dims: Sequence[int | None]):
        aligned, dim = align_batch(axis, args, dims)
        return (self(*aligned),), (dim,)

    def sparse(self, *operands: Any):
        return (sparse_elementwise(self, operands),)


_FUNCTIONS = (types.FunctionType, types.MethodType)


def sum_of_terms(aval: ShapedArray, terms: Sequence[tuple[Any, Any]]) -> Any:
    """The tangent of an output of type `aval`: the sum over (tangent, entry of `partials`)."""
    trace = state.trace
    if trace is not None:
        for _, p in terms:
            if type(p) in _FUNCTIONS:
                break
        else:
            whole = trace.sum_of_products(aval, terms)
            if whole is not None:
                return whole
    total: Any = None
    for tangent, partial in terms:
        term = (
            partial(tangent)
            if type(partial) in _FUNCTIONS
            else combining.multiply(tangent, partial)
        )
        total = term if total is None else combining.add(total, term)
    return spread(total, aval.shape)


class Analytic(Elementwise):
    """An elementwise function of real and complex numbers."""

    accepts = INEXACT


class Flat(Elementwise):
    """An elementwise primitive whose derivative is zero wherever it exists."""

    makes_nan = False

    def partials(self, out: Any, *args: Any) -> Sequence[Any]:
        return (None,) * len(args)


class Library(Elementwise):
    """An elementwise function that only a library computes: it has no scalar program.

    A subclass gives `compute`, which sees float32 or float64 arrays.
    """

    library = True

    role = Role.OPAQUE
    absent = frozenset({"transpose", "scalar"})
    accepts = FLOAT

    def relation(self, *avals: ShapedArray) -> AxisRelation | None:
        return along_all(avals, self.result_type(*avals))

    def compute(self, xp: Any, *arrays: Any) -> Any:
        """The function's values; any float dtype will do."""
        raise self.missing("compute")

    def evaluate(self, xp: Any, *arrays: Any) -> Sequence[Any]:
        dtype = arrays[0].dtype
        if dtype in dtypes.WIDENED:
            arrays = tuple([a.astype(np.float32) for a in arrays])
        return (xp.asarray(self.compute(xp, *arrays)).astype(dtype, copy=False),)


_special = lazy.module("scipy.special")
_cupy_special = lazy.module("cupyx.scipy.special")


def special_functions(xp: Any) -> Any:
    """scipy.special, or CuPy's own for arrays on a GPU."""
    return _special if xp is np else _cupy_special


def literal(value: complex, dtype: Dtype) -> Array:
    """A weakly typed scalar of the dtype, for constants in rules."""
    return _literal(value, dtype, str(value) if value == 0 else "")


@memo()
def _literal(value: complex, dtype: Dtype, sign: str) -> Array:
    """As `literal`; the sign tells zeros apart, which are equal."""
    return Array(np.array(value, dtypes.physical(dtype)), ShapedArray((), dtype, True))


def like(value: complex, x: Any) -> Array:
    """A constant of the same dtype as x."""
    return literal(value, aval_of(x).dtype)


@memo()
def has_scalar_program(op: Primitive, operand_dtypes: tuple[np.dtype, ...]) -> bool:
    """Whether a kernel can compute the primitive for these operand dtypes."""
    if op.role is not Role.ELEMENTWISE or "scalar" in op.absent:
        return False
    if dtypes.float0 in operand_dtypes:
        return False
    try:
        scalar_program(op, tuple(operand_leaf(i, d) for i, d in enumerate(operand_dtypes)))
    except TypeError:  # what scalar functions raise for a dtype that they do not have
        return False
    return True


@memo()
def compiled_evaluation(op: Elementwise, operand_dtypes: tuple[np.dtype, ...]) -> Any:
    """NumPy code for the primitive's scalar program, compiled once per dtypes."""
    inputs = tuple(operand_leaf(i, d) for i, d in enumerate(operand_dtypes))
    return scalar_numpy.compile_numpy(inputs, (scalar_program(op, inputs),))


def operand_leaf(number: Hashable, dtype: np.dtype) -> Any:
    """The scalar operand of this number: a leaf, or a pair of leaves for a complex one.

    Keys are what is stored of them.
    """
    if dtypes.is_complex(dtype):
        part = dtypes.real_part(dtype)
        return scalar.ComplexExpr(
            scalar.leaf((number, "re"), part), scalar.leaf((number, "im"), part)
        )
    return scalar.leaf(number, dtypes.physical(dtype))


def scalar_program(op: Primitive, operands: Sequence[Any]) -> Any:
    """The primitive's scalar program; what is stored only computes wider, and rounds or wraps."""
    dtype = operands[0].dtype
    if not isinstance(op, Elementwise) or dtype not in dtypes.WIDENED or op.exact:
        return op.scalar(*operands)
    computing = dtypes.widened(dtype)
    wide = [scalar.convert(x, computing) if x.dtype == dtype else x for x in operands]
    out = op.scalar(*wide)
    return scalar.convert(out, op.result_dtype(dtype)) if out.dtype == computing else out


def align_batch(
    axis: BatchAxis, args: Sequence[Any], dims: Sequence[int | None]
) -> tuple[list[Any], int]:
    """Elementwise operands with their batch dimensions in one place; scalars may stay unbatched."""
    dim = _common_dim(args, dims)
    return _aligned(axis, args, dims) if dim is None else (list(args), dim)


def _common_dim(args: Sequence[Any], dims: Sequence[int | None]) -> int | None:
    """The batch dimension of operands that are aligned already, as most are; else None."""
    dim, shape = None, None
    for arg, d in zip(args, dims, strict=True):
        own = aval_of(arg).shape
        if d is None:
            if own != ():
                return None
        elif dim is None:
            dim, shape = d, own
        elif d != dim or own != shape:
            return None
    return dim


def _aligned(
    axis: BatchAxis, args: Sequence[Any], dims: Sequence[int | None]
) -> tuple[list[Any], int]:
    """As `align_batch`, where operands have to move or to be broadcast."""
    avals = [aval_of(a) for a in args]
    ranks = [a.ndim - (d is not None) for a, d in zip(avals, dims, strict=True)]
    rank = max(ranks)
    dim = (
        next(d for a, d, r in zip(avals, dims, ranks, strict=True) if d is not None)
        if rank == 0
        else next((d for d, r in zip(dims, ranks, strict=True) if d is not None and r == rank), 0)
    )
    shape = next(
        a.shape[:d] + a.shape[d + 1 :] if d is not None else a.shape
        for a, d, r in zip(avals, dims, ranks, strict=True)
        if r == rank
    )
    full = shape[:dim] + (axis.size,) + shape[dim:]
    aligned = []
    for arg, d, r in zip(args, dims, ranks, strict=True):
        if d is None:
            aligned.append(arg if r == 0 else broadcast_batch(arg, axis.size, dim))
        elif r == rank:
            aligned.append(move_axis(arg, d, dim))
        else:
            aligned.append(BroadcastInDim(full, (dim,))(arg))
    return aligned, dim


def is_linear(arg: Any) -> bool:
    """Whether a transpose rule's argument is a linear one."""
    return type(arg) is Linear
