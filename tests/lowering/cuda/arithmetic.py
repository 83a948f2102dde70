"""What PTX instructions compute, on arrays with an element for each thread.

A function takes the instruction and `read(k, dtype)`, which gives its k-th operand's bits as that
dtype; what it returns goes to the first operand.
"""

import numpy as np

from fjax.core.scalar_numpy import _fma32, _fma64
from tests.lowering.cuda import narrow_conversions
from tests.lowering.cuda.program import TYPES, PtxError

U32, PRED = TYPES["u32"], TYPES["pred"]
COMPARE = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
    "lo": np.less,
    "ls": np.less_equal,
    "hi": np.greater,
    "hs": np.greater_equal,
}
# Of floats: true where an operand is NaN, and otherwise where the ordered comparison is false.
UNORDERED = {"equ": "ne", "neu": "eq", "ltu": "ge", "leu": "gt", "gtu": "le", "geu": "lt"}
ROUNDING = {"rni": np.rint, "rzi": np.trunc, "rmi": np.floor, "rpi": np.ceil}


def binary(function):
    """An instruction of two operands of its type."""
    return lambda i, read: function(read(1, i.dtype), read(2, i.dtype))


def unary(function):
    """An instruction of one operand of its type."""
    return lambda i, read: function(read(1, i.dtype))


def extreme(propagating, ignoring):
    """min or max: of floats, .NaN says what is done about NaN; of two zeros +0 is the larger."""

    def run(i, read):
        a, b = read(1, i.dtype), read(2, i.dtype)
        if i.dtype.kind != "f":
            return propagating(a, b)
        result = (propagating if "NaN" in i.op else ignoring)(a, b)
        signs = (np.logical_and if propagating is np.maximum else np.logical_or)(
            np.signbit(a), np.signbit(b)
        )
        both = (a == 0) & (b == 0)
        zeros = np.where(signs, -i.dtype.type(0), i.dtype.type(0))
        return np.where(both, zeros, result)

    return run


def _twice(dtype):
    return np.dtype(f"{dtype.kind}{2 * dtype.itemsize}")


def multiply(i, read):
    a, b = read(1, i.dtype), read(2, i.dtype)
    if i.op[1] == "wide":
        return a.astype(_twice(i.dtype)) * b.astype(_twice(i.dtype))
    if i.op[1] == "hi":
        bits = 8 * i.dtype.itemsize
        products = np.ravel(a.astype(object) * b.astype(object))
        high = [(int(x) >> bits) & (2**bits - 1) for x in products]
        return np.array(high, f"u{i.dtype.itemsize}")
    return a * b


def multiply_add(i, read):
    dtype = _twice(i.dtype) if i.op[1] == "wide" else i.dtype
    return multiply(i, read) + read(3, dtype)


def fused_multiply_add(i, read):
    a, b, c = np.broadcast_arrays(*(read(k, i.dtype) for k in (1, 2, 3)))
    return (_fma32 if i.dtype.itemsize == 4 else _fma64)(np, a, b, c)


def divide(i, read):
    a, b = read(1, i.dtype), read(2, i.dtype)
    if i.dtype.kind == "f":
        return a / b
    if i.dtype.kind == "u":
        return a // np.where(b == 0, 1, b).astype(i.dtype)
    b = np.where(b == 0, 1, b).astype(i.dtype)
    return a // b + ((a % b != 0) & ((a < 0) != (b < 0)))


def count_leading_zeros(i, read):
    width = 8 * i.dtype.itemsize
    values = np.ravel(read(1, i.dtype))
    return np.array([width - int(v).bit_length() for v in values], np.uint32)


def shift(i, read):
    a, by = read(1, i.dtype), read(2, U32)
    width, signed = 8 * i.dtype.itemsize, i.dtype.kind == "i"
    within = np.minimum(by, width - 1).astype(i.dtype)
    moved = np.left_shift(a, within) if i.op[0] == "shl" else np.right_shift(a, within)
    return moved if signed else np.where(by >= width, i.dtype.type(0), moved)


def funnel_shift(i, read):
    low, high, by = (read(k, U32).astype(np.uint64) for k in (1, 2, 3))
    both, by = (high << np.uint64(32)) | low, by & np.uint64(31)
    moved = (both << by) >> np.uint64(32) if i.op[1] == "l" else both >> by
    return moved.astype(np.uint32)


def extract_bits(i, read):
    a, dtype = read(1, i.dtype), i.dtype
    at, count = (int(o, 0) for o in i.operands[2:])
    if dtype.kind == "i":
        up = 8 * dtype.itemsize - at - count
        return (a << dtype.type(up)) >> dtype.type(up + at)
    return (a >> dtype.type(at)) & dtype.type((1 << count) - 1)


def permute_bytes(i, read):
    a, b, choice = (read(k, U32).astype(np.uint64) for k in (1, 2, 3))
    both, result = (b << np.uint64(32)) | a, np.uint64(0)
    for k in range(4):
        nibble = (choice >> np.uint64(4 * k)) & np.uint64(15)
        byte = (both >> ((nibble & np.uint64(7)) * np.uint64(8))) & np.uint64(255)
        sign = np.where(byte >> np.uint64(7) != 0, np.uint64(255), np.uint64(0))
        byte = np.where(nibble >> np.uint64(3) != 0, sign, byte)
        result = result | (byte << np.uint64(8 * k))
    return result.astype(np.uint32)


def choose(i, read):
    return np.where(read(3, PRED), read(1, i.dtype), read(2, i.dtype)).astype(i.dtype)


def compare(i, read):
    a, b, how = read(1, i.dtype), read(2, i.dtype), i.op[1]
    known = ~((a != a) | (b != b))
    if how in COMPARE:
        return COMPARE[how](a, b) & known
    if how in UNORDERED:
        return ~(COMPARE[UNORDERED[how]](a, b) & known)
    if how in ("num", "nan"):
        return known if how == "num" else ~known
    raise PtxError(f"unknown comparison: {i.line}")


def convert(i, read):
    if i.op[-2] == "f16x2":
        return narrow_conversions.from_pair(i, read)
    if i.op[-1] == "f32" and i.op[-2] in ("e4m3x2", "e5m2x2"):
        return narrow_conversions.to_pair(i, read)
    to, source = TYPES.get(i.op[-2]), TYPES[i.op[-1]]
    x = read(1, source)
    if i.op[-1] == "bf16":
        assert i.op[-2] == "f32", i.line
        return x.astype(np.uint32) << np.uint32(16)
    if i.op[-2] in ("bf16", "f16"):
        return narrow_conversions.to_half(i, x)
    for word in i.op[1:-2]:
        x = ROUNDING[word](x) if word in ROUNDING else x
    if source.kind == "f" and to.kind in "iu":  # saturates; NaN becomes 0
        limits = np.iinfo(to)
        low, high = float(limits.min), float(limits.max)
        x = np.where(x != x, 0, np.clip(x.astype(np.float64), low, high))
        top = x >= high
        return np.where(top, limits.max, np.where(top, 0, x).astype(to)).astype(to)
    return x.astype(to)


def copy_sign(i, read):
    return np.copysign(read(2, i.dtype), read(1, i.dtype))


OPERATIONS = {
    "add": binary(np.add),
    "sub": binary(np.subtract),
    "and": binary(np.bitwise_and),
    "or": binary(np.bitwise_or),
    "xor": binary(np.bitwise_xor),
    "rem": binary(lambda a, b: np.fmod(a, np.where(b == 0, 1, b).astype(b.dtype))),
    "min": extreme(np.minimum, np.fmin),
    "max": extreme(np.maximum, np.fmax),
    "neg": unary(np.negative),
    "abs": unary(np.abs),
    "not": unary(np.invert),
    "sqrt": unary(np.sqrt),
    "popc": unary(np.bitwise_count),
    "rcp": unary(lambda x: x.dtype.type(1) / x),
    "clz": count_leading_zeros,
    "mul": multiply,
    "mad": multiply_add,
    "fma": fused_multiply_add,
    "div": divide,
    "shl": shift,
    "shr": shift,
    "shf": funnel_shift,
    "bfe": extract_bits,
    "prmt": permute_bytes,
    "selp": choose,
    "setp": compare,
    "cvt": convert,
    "copysign": copy_sign,
    "cvta": unary(np.copy),  # addresses are of one space
}
