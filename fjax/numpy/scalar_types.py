"""Scalar types and dtype questions: `float32(3)` makes an array, `float32` names a dtype."""

from __future__ import annotations

import warnings
from typing import Any

import ml_dtypes
import numpy as np

from fjax import errors
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, DTypeLike
from fjax.core.array import Array
from fjax.core.operand import Operand
from fjax.core.tracing import aval_of
from fjax.numpy.arguments import operand, unwrapped, user_dtype
from fjax.numpy.values import asarray, on_device
from fjax.primitives import barriers
from fjax.primitives.conversion import convert_element_type

dtype = np.dtype
generic, number, inexact = np.generic, np.number, np.inexact
floating, complexfloating = np.floating, np.complexfloating
integer, signedinteger, unsignedinteger = np.integer, np.signedinteger, np.unsignedinteger
character, flexible, object_ = np.character, np.flexible, np.object_


def _of(x: Any) -> Any:
    """The dtype of an array; anything else as it is."""
    return x.dtype if isinstance(x, (Operand, np.ndarray, np.generic)) else x


def finfo(dtype: DTypeLike) -> ml_dtypes.finfo:
    """Machine limits of a float or complex dtype (or of an array's), as numpy.finfo.

    >>> float(jnp.finfo("bfloat16").eps)
    0.0078125
    """
    return dtypes.finfo(_of(dtype))


def iinfo(int_type: DTypeLike) -> ml_dtypes.iinfo:
    """Machine limits of an integer dtype (or of an array's), as numpy.iinfo.

    >>> jnp.iinfo("int8").max
    127
    """
    return dtypes.iinfo(_of(int_type))


class ScalarType(type):
    """The type of `fjax.numpy.float32` and the others: callable, and a name for a dtype."""

    dtype: Any

    def __call__(cls, x: Any = 0) -> Array:
        return asarray(x, dtype=cls.dtype)

    def __hash__(cls) -> int:
        return hash(cls.dtype.type)

    def __eq__(cls, other: object) -> bool:
        return (
            cls is other
            or cls.dtype.type == other
            or (isinstance(other, np.dtype) and cls.dtype == other)
        )

    def __ne__(cls, other: object) -> bool:
        return not cls == other

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, cls.dtype.type)

    def __repr__(cls) -> str:
        return f"<class 'fjax.numpy.{cls.__name__}'>"


def _scalar_type(name: str, of: np.dtype) -> ScalarType:
    return ScalarType(
        name,
        (object,),
        {"dtype": of, "__doc__": f"Arrays of dtype {of.name}.", "__module__": "fjax.numpy"},
    )


bool_ = _scalar_type("bool", dtypes.bool_)
int8, int16, int32, int64 = (_scalar_type(f"int{n}", np.dtype(f"int{n}")) for n in (8, 16, 32, 64))
uint8, uint16 = _scalar_type("uint8", dtypes.uint8), _scalar_type("uint16", dtypes.uint16)
uint32, uint64 = _scalar_type("uint32", dtypes.uint32), _scalar_type("uint64", dtypes.uint64)
float16, bfloat16 = (
    _scalar_type("float16", dtypes.float16),
    _scalar_type("bfloat16", dtypes.bfloat16),
)
int1, int2, int4, uint1, uint2, uint4 = (_scalar_type(d.name, d) for d in dtypes.NARROW_INTEGERS)
_narrow = [_scalar_type(d.name, d) for d in dtypes.NARROW_FLOATS]
float8_e3m4, float8_e4m3, float8_e4m3b11fnuz, float8_e4m3fn, float8_e4m3fnuz = _narrow[:5]
float8_e5m2, float8_e5m2fnuz, float8_e8m0fnu = _narrow[5:8]
float6_e2m3fn, float6_e3m2fn, float4_e2m1fn = _narrow[8:]
float32, float64 = _scalar_type("float32", dtypes.float32), _scalar_type("float64", dtypes.float64)
complex64 = _scalar_type("complex64", dtypes.complex64)
complex128 = _scalar_type("complex128", dtypes.complex128)
single, double, csingle, cdouble = float32, float64, complex64, complex128
int_, uint, float_, complex_ = int64, uint64, float64, complex128


def issubdtype(arg1: Any, arg2: Any) -> bool:
    """Whether a dtype belongs to another dtype or to an abstract one such as `floating`.

    >>> jnp.issubdtype(jnp.float32, jnp.floating)
    True
    """
    return dtypes.issubdtype(arg1, arg2)


def isdtype(dtype: Any, kind: Any) -> bool:
    """Whether a dtype is of a kind: a dtype, 'bool', 'signed integer', 'numeric', … or a tuple.

    >>> jnp.isdtype(jnp.dtype("int8"), "signed integer")
    True
    """
    found = dtypes.as_dtype(dtype)
    kinds = kind if isinstance(kind, tuple) else (kind,)
    return any(_is_kind(found, k) for k in kinds)


_KINDS = {
    "bool": "b",
    "signed integer": "i",
    "unsigned integer": "u",
    "integral": "iu",
    "real floating": "f",
    "complex floating": "c",
    "numeric": "iufc",
}


def _is_kind(found: Any, kind: Any) -> bool:
    if isinstance(kind, str):
        if kind not in _KINDS:
            raise errors.FjaxValueError(
                f"isdtype: no kind is called {kind!r}; there are {', '.join(_KINDS)}"
            )
        return dtypes.kind(found) in _KINDS[kind]
    return found == dtypes.as_dtype(kind)


def _pair(x: Any) -> tuple[Any, bool]:
    """(dtype, weak_type) of an array, a number, a dtype, or what has a shape and a dtype."""
    if isinstance(x, Operand):
        return x.aval.dtype, x.aval.weak_type
    if isinstance(x, type) and x in (int, float, complex):
        return dtypes.python_scalar(x())
    if isinstance(x, (bool, int, float, complex)) and not isinstance(x, np.generic):
        return dtypes.python_scalar(x)
    if isinstance(x, (np.ndarray, np.generic)):
        return dtypes.canonicalize(x.dtype), False
    if isinstance(x, (str, np.dtype, dtypes.KeyDtype, type)):
        return dtypes.canonicalize(x), False
    if hasattr(x, "shape") and hasattr(x, "dtype"):  # a ShapeDtypeStruct, say
        return dtypes.canonicalize(x.dtype), bool(getattr(x, "weak_type", False))
    return aval_of(x).dtype, aval_of(x).weak_type


def result_type(*args: Any) -> np.dtype[Any]:
    """The dtype to which arrays, numbers and dtypes promote together.

    >>> result_type(np.int32(1), 2.5)
    dtype('float64')
    """
    if not args:
        raise errors.FjaxValueError("result_type: at least one array or dtype is needed")
    return dtypes.promote(*[_pair(a) for a in args])[0]


def promote_types(a: DTypeLike, b: DTypeLike) -> np.dtype[Any]:
    """The dtype to which two dtypes promote.

    >>> jnp.promote_types("int32", "float16")
    dtype('float16')
    """
    named = (str, np.dtype)
    return dtypes.promote(
        *[(dtypes.as_dtype(x), False) if isinstance(x, named) else _pair(x) for x in (a, b)]
    )[0]


def can_cast(from_: Any, to: Any, casting: Any = "safe") -> bool:
    """Whether NumPy would cast one dtype, or an array of it, to another under a casting rule.

    >>> jnp.can_cast("int32", "float64"), jnp.can_cast("float64", "int32")
    (True, False)
    """
    own = from_.dtype if isinstance(from_, (Operand, np.ndarray, np.generic)) else from_
    source, target = (dtypes.physical(dtypes.as_dtype(d)) for d in (own, to))
    return np.can_cast(source, target, casting)


def isscalar(element: Any) -> bool:
    """Whether a value is a Python or NumPy scalar, or an array of rank 0.

    >>> jnp.isscalar(3.0), jnp.isscalar(jnp.array([3.0]))
    (True, False)
    """
    element = unwrapped(element)
    if isinstance(element, Operand):
        return element.aval.shape == ()
    if isinstance(element, (bool, int, float, complex, np.generic)):
        return True
    return bool(np.isscalar(element)) or getattr(element, "shape", None) == ()


def iscomplexobj(x: Any) -> bool:
    """Whether the dtype is complex.

    >>> jnp.iscomplexobj(jnp.array([1.0 + 0j]))
    True
    """
    x = unwrapped(x)
    if x is None:
        return False
    if isinstance(x, (list, tuple)):
        return any(iscomplexobj(v) for v in x)
    return dtypes.is_complex(_pair(x)[0]) if isinstance(x, Operand) else bool(np.iscomplexobj(x))


def isrealobj(x: Any) -> bool:
    """Whether the dtype is not complex.

    >>> jnp.isrealobj(jnp.array([1.0]))
    True
    """
    return not iscomplexobj(x)


def astype(
    x: ArrayLike, dtype: DTypeLike | None, /, *, copy: bool = False, device: Any = None
) -> Array:
    """x converted to a dtype (None: the default float); with copy always into new memory.

    >>> jnp.astype(jnp.array([1.7, -1.7]), jnp.int32)
    Array([ 1, -1], dtype=int32)
    """
    x = operand("astype", x) if not isinstance(x, Operand) else x
    wanted = user_dtype("astype", dtype) or dtypes.default_float()
    if dtypes.is_complex(x.aval.dtype) and not dtypes.is_complex(wanted) and wanted.kind != "b":
        warnings.warn(
            "Casting from complex to real dtypes drops the imaginary part: astype of "
            f"{x.aval} to {wanted.name}; take .real first",
            DeprecationWarning,
            stacklevel=2,
        )
    out = convert_element_type(x, wanted, False)
    if copy and out is x:
        out = barriers.copy(x)
    return out if device is None else on_device(out, device)
