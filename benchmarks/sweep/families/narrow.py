"""Chains and reductions in other dtypes: narrow floats, integers, truth values, complex."""

from __future__ import annotations

from typing import Any

from benchmarks.sweep.draw import Draw, Program, family

DTYPES = "bfloat16 float16 int8 int16 int32 int64 uint8 uint32 bool complex64 complex128".split()
FLOATS = "tanh abs square negative floor add multiply maximum subtract".split()
INTEGERS = (
    "abs square negative add multiply maximum subtract bitwise_xor bitwise_and "
    "floor_divide remainder right_shift"
).split()
TRUTH = "logical_and logical_or logical_xor logical_not".split()
COMPLEX = "conj square exp negative add multiply subtract real+imag".split()
ENDS = "none sum max cumsum transpose convert compare mean".split()


@family
def narrow(draw: Draw) -> Program:
    """A chain in one dtype, then a reduction, a movement or a conversion."""
    dtype, rank, depth = draw.choice(DTYPES), draw.between(1, 3), draw.between(1, 6)
    shape, end = draw.shape(draw.size(100, 3e6), rank), draw.choice(ENDS)
    names = _names(dtype)
    chain = tuple((draw.choice(names), draw.chance(0.5)) for _ in range(depth))
    axis = draw.between(0, rank - 1)

    def build(J: Any) -> Any:
        np = J.numpy

        def f(x: Any) -> Any:
            first = x.astype(dtype) if dtype in ("bfloat16", "float16") else x
            value = first
            for name, with_first in chain:
                value = _apply(np, name, value, first if with_first else value)
            return _ended(np, end, value, axis)

        return f

    if dtype in ("bfloat16", "float16"):  # NumPy has no bfloat16: converted inside
        x = draw.array(shape, "float32")
    elif dtype == "bool":
        x = draw.integers(shape, 0, 2).astype(dtype)
    elif dtype.startswith("complex"):
        x = draw.array(shape, dtype)
    else:
        x = draw.integers(shape, 1, 100).astype(dtype)
    return Program(f"{dtype} {end}", f"axis {axis} after {depth}", (x,), build, False)


def _names(dtype: str) -> list[str]:
    if dtype == "bool":
        return TRUTH
    if dtype.startswith("complex"):
        return COMPLEX
    return INTEGERS if "int" in dtype else FLOATS


def _apply(np: Any, name: str, x: Any, y: Any) -> Any:
    if name == "real+imag":
        return (x.real + x.imag).astype(x.dtype)
    if name in ("exp", "square") and np.iscomplexobj(x):
        x = x / (np.abs(x) + 1)
        return np.exp(x) if name == "exp" else x * x
    if name in ("floor_divide", "remainder"):
        return getattr(np, name)(x, np.maximum(np.abs(y), 3).astype(x.dtype))
    if name == "right_shift":
        return x >> 2
    unary = name in ("tanh", "abs", "square", "negative", "floor", "logical_not", "conj")
    if name == "negative" and x.dtype.kind == "u":
        return ~x
    return getattr(np, name)(x) if unary else getattr(np, name)(x, y)


def _ended(np: Any, end: str, x: Any, axis: int) -> Any:
    if end in ("sum", "mean"):
        return getattr(np, end)(x, axis=axis)
    if end == "max" and not np.iscomplexobj(x):
        return np.max(x, axis=axis)
    if end == "cumsum":
        return np.cumsum(x, axis=axis)
    if end == "transpose":
        return np.transpose(x)
    if end == "convert":
        return x.astype("complex64" if np.iscomplexobj(x) else "float32")
    if end == "compare":
        return x == x[:1]
    return x
