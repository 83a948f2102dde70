"""Dtypes: NumPy's, bfloat16, narrow ones, float0, keys; JAX's promotion lattice with weak types.

Narrow dtypes (int4, float8_e4m3fn, …) are storage formats, one byte an element as in ml_dtypes:
an operation computes in `widened(dtype)` and converts its result back, which wraps or rounds.
"""

from __future__ import annotations

import functools
import math
import warnings
import weakref
from typing import Any

import ml_dtypes
import numpy as np

from fjax.config import config
from fjax.errors import DtypeError, TypePromotionError, UnavailableDtypeError
from fjax.misspelling import meant_dtype

bool_ = np.dtype(np.bool_)
int8, int16, int32, int64 = (np.dtype(f"int{n}") for n in (8, 16, 32, 64))
uint8, uint16, uint32, uint64 = (np.dtype(f"uint{n}") for n in (8, 16, 32, 64))
float16, float32, float64 = (np.dtype(f"float{n}") for n in (16, 32, 64))
bfloat16 = np.dtype(ml_dtypes.bfloat16)
complex64, complex128 = np.dtype(np.complex64), np.dtype(np.complex128)
float0 = np.dtype([("float0", np.void, 0)])

int1, int2, int4, uint1, uint2, uint4 = NARROW_INTEGERS = tuple(
    np.dtype(getattr(ml_dtypes, name))
    for name in ("int1", "int2", "int4", "uint1", "uint2", "uint4")
)
NARROW_FLOATS = tuple(
    np.dtype(getattr(ml_dtypes, name))
    for name in (
        *("float8_e3m4", "float8_e4m3", "float8_e4m3b11fnuz", "float8_e4m3fn", "float8_e4m3fnuz"),
        *("float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu"),
        *("float6_e2m3fn", "float6_e3m2fn", "float4_e2m1fn"),
    )
)
float8_e3m4, float8_e4m3, float8_e4m3b11fnuz, float8_e4m3fn, float8_e4m3fnuz = NARROW_FLOATS[:5]
float8_e5m2, float8_e5m2fnuz, float8_e8m0fnu = NARROW_FLOATS[5:8]
float6_e2m3fn, float6_e3m2fn, float4_e2m1fn = NARROW_FLOATS[8:]
# What operations on a dtype that is stored only compute in.
_WIDENED: dict[Any, np.dtype] = {
    **dict.fromkeys((float16, bfloat16, *NARROW_FLOATS), float32),
    **{d: int8 if d.name.startswith("i") else uint8 for d in NARROW_INTEGERS},
}
WIDENED = frozenset(_WIDENED)
HALVES = frozenset((float16, bfloat16))
# NumPy calls most dtypes of ml_dtypes void ("V"), and float8_e5m2 a float.
_KIND = {d: "f" if w is float32 else w.kind for d, w in _WIDENED.items()}
_BITS = {d: int(ml_dtypes.iinfo(d).bits) for d in NARROW_INTEGERS} | {
    d: int(ml_dtypes.finfo(d).bits) for d in NARROW_FLOATS
}
NARROW = frozenset(_BITS)


class KeyDtype:
    """The dtype of random keys of one generator, printed as `key<fry>`.

    An element is stored as one number that holds the generator's 32-bit words, so that every
    operation that moves data treats keys like any other element. Four words are kept as one
    complex128: nothing computes with it, and moving it keeps all its bits.

    shape: of the words of one key. generator: the functions of a generator that the user defined.
    """

    __slots__ = ("tag", "implementation", "shape", "words", "physical", "generator", "__weakref__")
    kind = "K"

    def __init__(
        self, tag: str, implementation: str, shape: tuple[int, ...], generator: Any = None
    ):
        self.tag, self.implementation, self.shape = tag, implementation, shape
        self.words, self.generator = math.prod(shape), generator
        if self.words not in _KEY_STORAGE:
            raise DtypeError(
                f"keys have 1, 2 or 4 words of 32 bits; {implementation} asks for the shape {shape}"
            )
        self.physical = _KEY_STORAGE[self.words]

    @property
    def name(self) -> str:
        return f"key<{self.tag}>"

    @property
    def itemsize(self) -> int:
        return self.physical.itemsize

    @property
    def type(self) -> type:
        return prng_key

    def __repr__(self) -> str:
        return self.name

    __str__ = __repr__

    def __reduce__(self) -> Any:
        return (key_dtype, (self.implementation,))


class extended(np.generic):
    """Abstract scalar type of the dtypes that NumPy does not know."""


class prng_key(extended):
    """Abstract scalar type of random keys."""


_KEY_STORAGE = {1: uint32, 2: uint64, 4: complex128}
key_fry = KeyDtype("fry", "threefry2x32", (2,))
key_rbg, key_urbg = KeyDtype("rbg", "rbg", (4,)), KeyDtype("urbg", "unsafe_rbg", (4,))
key_fry4 = KeyDtype("fry4", "threefry4x32", (4,))
key_phx2, key_phx4 = KeyDtype("phx2", "philox2x32", (1,)), KeyDtype("phx4", "philox4x32", (2,))
_KEY_DTYPES = {
    d.implementation: d for d in (key_fry, key_fry4, key_phx2, key_phx4, key_rbg, key_urbg)
}
_user_keys: weakref.WeakValueDictionary[str, KeyDtype] = weakref.WeakValueDictionary()

Dtype = Any  # np.dtype or KeyDtype: what follows treats them alike


def user_key_dtype(
    tag: str, implementation: str, shape: tuple[int, ...], generator: Any
) -> KeyDtype:
    """The dtype of keys of a generator of the user's, which the parser knows by its tag."""
    if not tag.isidentifier() or any(tag == d.tag for d in _KEY_DTYPES.values()):
        raise DtypeError(f"the tag of a generator is a word of its own, got {tag!r}")
    _user_keys[tag] = made = KeyDtype(tag, implementation, shape, generator)
    return made


def key_dtype(implementation: str) -> KeyDtype:
    """The key dtype of a generator, by the generator's name."""
    if implementation not in _KEY_DTYPES:
        raise DtypeError(
            f"no random generator is called {implementation!r}; there are: {', '.join(_KEY_DTYPES)}"
        )
    return _KEY_DTYPES[implementation]


def is_key(dtype: Any) -> bool:
    """Whether a dtype is that of random keys."""
    return type(dtype) is KeyDtype


def physical(dtype: Dtype) -> np.dtype:
    """The NumPy dtype in which elements are stored."""
    return dtype.physical if type(dtype) is KeyDtype else dtype


_PYTHON_TYPES: dict[type, np.dtype] = {bool: bool_, int: int64, float: float64, complex: complex128}
_NARROW = {int64: int32, uint64: uint32, float64: float32, complex128: complex64}
_SHORT = {
    bool_: "bool",
    int8: "i8",
    int16: "i16",
    int32: "i32",
    int64: "i64",
    uint8: "u8",
    uint16: "u16",
    uint32: "u32",
    uint64: "u64",
    float16: "f16",
    bfloat16: "bf16",
    float32: "f32",
    float64: "f64",
    complex64: "c64",
    complex128: "c128",
    float0: "float0",
    **{d: d.name.replace("uint", "u").replace("int", "i") for d in NARROW_INTEGERS},
    **{d: d.name.replace("float", "f") for d in NARROW_FLOATS},
}
SUPPORTED = tuple(_SHORT)
_FROM_SHORT = {v: k for k, v in _SHORT.items()}


def short_name(dtype: Dtype) -> str:
    """The dtype as the IR prints it: f32, bool, key<fry>."""
    return dtype.name if type(dtype) is KeyDtype else _SHORT[dtype]


def long_name(dtype: Dtype) -> str:
    """The dtype as messages print it: float32, bool, key<fry>."""
    return "float0" if type(dtype) is not KeyDtype and dtype == float0 else dtype.name


def from_short_name(name: str) -> Dtype:
    """The inverse of `short_name`; KeyError for a name of none."""
    if name.startswith("key<"):
        own = [reference() for reference in _user_keys.valuerefs()]  # others may add meanwhile
        known = {k.name: k for k in (*own, *_KEY_DTYPES.values()) if k is not None}
        return known[name]
    return _FROM_SHORT[name]


def canonicalize(dtype: Any, allow_extended_dtype: bool = True) -> Dtype:
    """The dtype that `dtype` means under the present configuration.

    Takes NumPy dtypes, scalar types, Python's types, names and fjax's own scalar constructors.
    With enable_x64 off, 64-bit dtypes become their 32-bit counterparts.
    allow_extended_dtype: whether the dtypes of random keys are taken; else they raise DtypeError.

    >>> fjax.dtypes.canonicalize_dtype(float)
    dtype('float64')
    """
    found = as_dtype(dtype)
    if not allow_extended_dtype and isinstance(found, KeyDtype):
        raise DtypeError(
            f"canonicalize_dtype: {found} has no counterpart in NumPy; allow_extended_dtype=True "
            "takes it"
        )
    if not config.enable_x64:
        return _NARROW.get(found, found)
    return found


def requested(name: str, dtype: Any) -> Dtype:
    """The dtype that a user asks the function `name` for.

    As `canonicalize`, but while enable_x64 is off the option explicit_x64_dtypes decides about
    64-bit dtypes: they are given, narrowed with a warning, or refused. Python's `float` and `int`
    ask for no width.
    """
    found = canonicalize(dtype)
    if config.enable_x64 or (isinstance(dtype, type) and dtype in _PYTHON_TYPES):
        return found
    wanted = as_dtype(dtype)
    if wanted == found or config.explicit_x64_dtypes == "allow":
        return wanted
    message = f"Explicitly requested dtype {wanted} requested in {name} is not available"
    remedy = "set enable_x64, or explicit_x64_dtypes to 'allow'"
    if config.explicit_x64_dtypes == "error":
        raise UnavailableDtypeError(f"{message}; {remedy}")
    warnings.warn(
        f"{message}, and will be truncated to dtype {found}; {remedy}", UserWarning, stacklevel=4
    )
    return found


@functools.lru_cache(maxsize=256)
def _as_dtype(dtype: Any) -> Dtype:
    if isinstance(dtype, type) and dtype in _PYTHON_TYPES:
        return _PYTHON_TYPES[dtype]
    inner = getattr(dtype, "dtype", None)
    if not isinstance(dtype, (np.dtype, type, str)) and isinstance(inner, np.dtype | KeyDtype):
        return inner
    try:
        found = np.dtype(dtype)
    except TypeError as error:
        meant = meant_dtype(dtype, map(long_name, SUPPORTED)) if isinstance(dtype, str) else ""
        raise DtypeError(f"{dtype!r} is not a dtype{meant}") from error
    if not found.isnative:
        found = found.newbyteorder("=")
    if found not in _SHORT:
        raise DtypeError(
            f"dtype {found} is not one that fjax computes with; "
            f"there are: {', '.join(map(long_name, SUPPORTED))}"
        )
    return found


def as_dtype(dtype: Any) -> Dtype:
    """`dtype` as a dtype object, without the 32-bit rule."""
    if type(dtype) is KeyDtype or dtype == float0:
        return dtype
    return _as_dtype(dtype)


# ---- kinds


def issubdtype(a: Any, b: Any) -> bool:
    """NumPy's issubdtype, which also knows ml_dtypes' dtypes, keys and abstract types.

    >>> import numpy as np, ml_dtypes
    >>> issubdtype(ml_dtypes.bfloat16, np.floating)
    True
    """
    if type(a) is KeyDtype:
        return isinstance(b, type) and issubclass(prng_key, b)
    if isinstance(a, type) and issubclass(a, extended):
        return isinstance(b, type) and issubclass(a, b)
    if isinstance(b, type) and issubclass(b, extended) or type(b) is KeyDtype:
        return False
    a_type = _scalar_type(a)
    if isinstance(b, type) and b in _ABSTRACT:
        return issubclass(_ABSTRACT_OF.get(a_type, a_type), b)
    return a_type is _scalar_type(b)


_ABSTRACT = {
    np.generic,
    np.number,
    np.integer,
    np.signedinteger,
    np.unsignedinteger,
    np.inexact,
    np.floating,
    np.complexfloating,
    np.character,
    np.flexible,
}
_ABSTRACT_OF: dict[type, type] = {
    d.type: {"f": np.floating, "i": np.signedinteger, "u": np.unsignedinteger}[k]
    for d, k in _KIND.items()
}


def _scalar_type(x: Any) -> type:
    if isinstance(x, type) and issubclass(x, np.generic):
        return x
    return np.dtype(getattr(x, "dtype", x)).type


def kind(dtype: Dtype) -> str:
    """b bool, i signed, u unsigned, f float, c complex, K key, V float0: NumPy's letter, corrected.

    >>> np.dtype("int4").kind, kind(np.dtype("int4"))
    ('V', 'i')
    """
    letter = dtype.kind
    return _KIND.get(dtype, letter) if letter == "V" else letter


def is_float(dtype: Dtype) -> bool:
    """Whether a dtype is float16, bfloat16, float32, float64 or a narrow float."""
    letter = dtype.kind
    return letter == "f" or (letter == "V" and _KIND.get(dtype) == "f")


def is_complex(dtype: Dtype) -> bool:
    """Whether a dtype is complex64 or complex128."""
    return dtype.kind == "c"


def is_inexact(dtype: Dtype) -> bool:
    """Whether a dtype is a float or complex one: those that have derivatives."""
    letter = dtype.kind
    return letter in "fc" or (letter == "V" and _KIND.get(dtype) == "f")


def is_integer(dtype: Dtype) -> bool:
    """Whether a dtype is an integer, signed or not; bool is none."""
    letter = dtype.kind
    return letter in "iu" or (letter == "V" and dtype in _BITS and _KIND[dtype] != "f")


def is_bool(dtype: Dtype) -> bool:
    """Whether a dtype is bool."""
    return dtype.kind == "b"


def widened(dtype: Dtype) -> Any:
    """The dtype that operations compute in.

    float32 for float16, bfloat16 and narrow floats, 8 bits for narrow integers, else the same.
    """
    return _WIDENED.get(dtype, dtype)


def cast(x: Any, dtype: np.dtype) -> Any:
    """astype, by way of a wide dtype between two narrow ones: ml_dtypes lacks some of those."""
    if dtype in NARROW and x.dtype in NARROW:
        x = x.astype(widened(x.dtype))
    return x.astype(dtype)


def bit_width(dtype: Dtype) -> int:
    """The number of bits of an element's value: 4 for int4, which takes a byte of memory."""
    return _BITS[dtype] if dtype in _BITS else 8 * dtype.itemsize


def real_part(dtype: Dtype) -> Dtype:
    """float32 for complex64, float64 for complex128; other dtypes unchanged."""
    if dtype == complex64:
        return float32
    return float64 if dtype == complex128 else dtype


def to_inexact(dtype: Dtype) -> Dtype:
    """The float dtype that an integer or bool dtype becomes: float64 for 64 bits, else float32."""
    if is_inexact(dtype):
        return dtype
    return float64 if dtype in (int64, uint64) else float32


def complex_of(dtype: Dtype) -> Dtype:
    """The complex dtype whose parts hold this dtype's values."""
    if is_complex(dtype):
        return dtype
    return complex128 if dtype == float64 else complex64


def has_infinity(dtype: Dtype) -> bool:
    """Whether a float dtype has infinities; others overflow to NaN (float8_e4m3fn) or saturate."""
    return dtype not in NARROW or bool(np.isinf(dtype.type(np.inf)))


def finfo(dtype: Any) -> Any:
    """Machine limits of a float or complex dtype, as numpy.finfo; also for bfloat16.

    >>> float(fjax.dtypes.finfo("bfloat16").eps)
    0.0078125
    """
    return ml_dtypes.finfo(as_dtype(dtype))


def iinfo(dtype: Any) -> Any:
    """Machine limits of an integer dtype, as numpy.iinfo.

    >>> fjax.dtypes.iinfo("int8").max
    127
    """
    return _limits(as_dtype(dtype))


_limits = functools.lru_cache(maxsize=256)(ml_dtypes.iinfo)


# ---- promotion: JAX's lattice (docs: "Type promotion semantics"), each node with its parents

_LATTICE: dict[Any, tuple[Any, ...]] = {
    "b1": ("i*",),
    "i*": ("u1", "i1", *(d.name for d in NARROW_INTEGERS)),
    "u1": ("i2", "u2"),
    "u2": ("i4", "u4"),
    "u4": ("i8", "u8"),
    "u8": ("f*",),
    "i1": ("i2",),
    "i2": ("i4",),
    "i4": ("i8",),
    "i8": ("f*",),
    "f*": ("c*", "f2", "bf", *(d.name for d in NARROW_FLOATS)),
    "f2": ("f4",),
    "bf": ("f4",),
    "f4": ("f8", "c8"),
    "f8": ("c16",),
    "c*": ("c8",),
    "c8": ("c16",),
    "c16": (),
    **{d.name: () for d in (*NARROW_INTEGERS, *NARROW_FLOATS)},
}
_NODE: dict[np.dtype, str] = {
    bool_: "b1",
    uint8: "u1",
    uint16: "u2",
    uint32: "u4",
    uint64: "u8",
    int8: "i1",
    int16: "i2",
    int32: "i4",
    int64: "i8",
    float16: "f2",
    bfloat16: "bf",
    float32: "f4",
    float64: "f8",
    complex64: "c8",
    complex128: "c16",
    **{d: d.name for d in (*NARROW_INTEGERS, *NARROW_FLOATS)},
}
_DTYPE = {v: k for k, v in _NODE.items()}
_WEAK_NODE = {"b": "b1", "i": "i*", "u": "i*", "f": "f*", "c": "c*"}
_WEAK_NAME = {"i*": "int", "f*": "float", "c*": "complex"}
_WEAK_DTYPE = {"i*": int64, "f*": float64, "c*": complex128}


@functools.cache
def _above(node: str) -> frozenset[str]:
    found = {node}
    for parent in _LATTICE[node]:
        found |= _above(parent)
    return frozenset(found)


@functools.cache
def _join(nodes: frozenset[str]) -> str:
    common = frozenset.intersection(*[_above(n) for n in nodes])
    best = [n for n in common if common <= _above(n)]
    if len(best) != 1:
        raise TypePromotionError(_no_path(nodes))
    return best[0]


def _no_path(nodes: frozenset[str]) -> str:
    """Why dtypes do not promote: some narrow dtype is among them."""
    names = [_DTYPE[n].name if n in _DTYPE else f"Python's {_WEAK_NAME[n]}" for n in sorted(nodes)]
    narrow = next(_DTYPE[n] for n in sorted(nodes) if _DTYPE.get(n) in NARROW)
    family = "floats" if is_float(narrow) else "integers"
    return (
        f"Input dtypes ({', '.join(names)}) have no available implicit dtype promotion path: "
        f"{bit_width(narrow)}-bit {family} do not support implicit promotion, which would hide "
        "where a computation leaves the narrow dtype; convert one of them, e.g. x.astype('float32')"
    )


def float0_error() -> TypePromotionError:
    """What is wrong with an operation on the tangents of integers."""
    return TypePromotionError(
        "float0s do not support any operations by design: they are the tangents of integers and "
        "booleans and hold nothing. If you need zeros, use fjax.numpy.zeros_like"
    )


def _node(dtype: Dtype, weak: bool) -> str:
    if dtype == float0:
        raise float0_error()
    if dtype not in _NODE:
        raise TypePromotionError(f"dtype {dtype} takes no part in promotion; convert it explicitly")
    if not weak or dtype == bool_:
        return _NODE[dtype]
    return _WEAK_NODE[kind(dtype)]


@functools.lru_cache(maxsize=4096)
def _promote(pairs: tuple[tuple[Dtype, bool], ...], strict: bool, x64: bool) -> tuple[Dtype, bool]:
    dtypes = {d for d, _ in pairs}
    weak = all(w for _, w in pairs)
    if len(dtypes) == 1:
        return next(iter(dtypes)), weak
    firm = {d for d, w in pairs if not w}
    nodes = frozenset(_node(d, w) for d, w in pairs)
    joined = _join(nodes)
    if strict and (len(firm) > 1 or (firm and joined != _NODE.get(next(iter(firm))))):
        names = ", ".join(str(d) for d in sorted(firm or dtypes, key=str))
        raise TypePromotionError(
            f"Input dtypes ({names}) have no available implicit dtype promotion path, because "
            "numpy_dtype_promotion='strict'; convert one of them with astype"
        )
    if joined in _WEAK_DTYPE:
        kept = [d for d, w in pairs if _node(d, w) == joined]
        candidates = [d for d in kept if kind(d) == joined[0]]
        result = max(candidates, key=lambda d: d.itemsize) if candidates else _WEAK_DTYPE[joined]
        # Integers with a Python float: the float is weak, so the result is too.
        return (result if x64 else _NARROW.get(result, result)), True
    found = _DTYPE[joined]
    if found in firm:  # a wide operand keeps its width, but two narrow ones do not make it
        return found, weak
    return (found if x64 else _NARROW.get(found, found)), weak


def promote(*pairs: tuple[Dtype, bool]) -> tuple[Dtype, bool]:
    """The common (dtype, weak_type) of operands given as (dtype, weak_type) pairs."""
    if not pairs:
        raise FjaxPromotionEmpty("promotion needs at least one operand")
    return _promote(pairs, config.numpy_dtype_promotion == "strict", config.enable_x64)


def join(*firm: Dtype) -> Dtype:
    """The common dtype of strongly typed operands, whatever the configuration says."""
    return _promote(tuple((d, False) for d in firm), False, True)[0]


class FjaxPromotionEmpty(TypePromotionError):
    """Promotion of no operands."""


def default_float() -> np.dtype:
    """The dtype of new floating-point arrays: float64, or float32 with enable_x64 off."""
    return float64 if config.enable_x64 else float32


def default_int() -> np.dtype:
    """The dtype of new integer arrays: int64, or int32 with enable_x64 off."""
    return int64 if config.enable_x64 else int32


def python_scalar(value: Any) -> tuple[np.dtype, bool]:
    """(dtype, weak_type) of a Python bool, int, float or complex as now configured."""
    kind = type(value)
    if kind is bool:
        return bool_, False
    if kind is float:
        return default_float(), True
    if kind is int:
        narrow = default_int()
        if narrow is int32 and not -(2**31) <= value < 2**31:
            raise OverflowError(
                f"Python int {value} does not fit into int32; use numpy.uint32(value) or enable_x64"
            )
        if not -(2**63) <= value < 2**63:
            raise OverflowError(
                f"Python int {value} does not fit into int64; use numpy.uint64(value), or a float"
            )
        return narrow, True
    if kind is complex:
        return (complex128 if config.enable_x64 else complex64), True
    for base in _PYTHON_TYPES:
        if isinstance(value, base):
            return python_scalar(base(value))
    raise DtypeError(f"{value!r} of type {kind.__name__} is not a Python scalar")
