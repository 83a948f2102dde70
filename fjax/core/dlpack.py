"""Exchange of memory with other libraries through DLPack.

NumPy makes and reads the capsules. It does not know ml_dtypes' dtypes, so for those an unsigned
integer's capsule is made, and the dtype in its header replaced (and the other way round).
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from fjax import errors
from fjax.core import dtypes

CPU, CUDA = 1, 2  # DLPack's numbers of device types
_READ_ONLY = 1  # a flag of the header
VERSION = (1, 0)  # the first version that can say that memory is read-only
_BFLOAT, _UINT = 4, 1  # type codes of the header
_CODES: dict[np.dtype, int] = {
    dtypes.bfloat16: _BFLOAT,
    dtypes.float8_e3m4: 7,
    dtypes.float8_e4m3: 8,
    dtypes.float8_e4m3b11fnuz: 9,
    dtypes.float8_e4m3fn: 10,
    dtypes.float8_e4m3fnuz: 11,
    dtypes.float8_e5m2: 12,
    dtypes.float8_e5m2fnuz: 13,
    dtypes.float8_e8m0fnu: 14,
}
_BY_CODE = {(code, 8 * d.itemsize): d for d, code in _CODES.items()}
_SUPPORTED = frozenset(_CODES) | frozenset(
    d for d in dtypes.SUPPORTED if d not in dtypes.NARROW and d != dtypes.float0
)


class _Tensor(ctypes.Structure):
    """DLTensor as far as the dtype."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", ctypes.c_int32 * 2),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
    ]


class _Versioned(ctypes.Structure):
    """DLManagedTensorVersioned as far as the dtype."""

    _fields_ = [
        ("version", ctypes.c_uint32 * 2),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
        ("flags", ctypes.c_uint64),
        ("tensor", _Tensor),
    ]


def is_supported_dtype(dtype: Any) -> bool:
    """Whether arrays of the dtype can be exchanged.

    >>> is_supported_dtype("bfloat16"), is_supported_dtype("int4")
    (True, False)
    """
    if dtype is None:
        raise errors.FjaxTypeError(
            "is_supported_dtype: Expected a string or dtype-like object; got None"
        )
    try:
        return dtypes.as_dtype(dtype) in _SUPPORTED
    except errors.DtypeError:
        return False


def _tensor(capsule: Any) -> _Tensor:
    """The header inside a capsule that nobody has consumed."""
    api = ctypes.pythonapi
    api.PyCapsule_IsValid.argtypes = api.PyCapsule_GetPointer.argtypes = [
        ctypes.py_object,
        ctypes.c_char_p,
    ]
    api.PyCapsule_GetPointer.restype = ctypes.c_void_p
    if api.PyCapsule_IsValid(capsule, b"dltensor_versioned"):
        address = api.PyCapsule_GetPointer(capsule, b"dltensor_versioned")
        return _Versioned.from_address(address).tensor
    return _Tensor.from_address(api.PyCapsule_GetPointer(capsule, b"dltensor"))


def label(capsule: Any, dtype: Any, read_only: bool = False) -> Any:
    """A capsule of unsigned integers, in whose header stands what they are, and who may write."""
    code = _CODES.get(dtype)
    if code is not None:
        _tensor(capsule).code = code
    if read_only:
        address = ctypes.pythonapi.PyCapsule_GetPointer(capsule, b"dltensor_versioned")
        _Versioned.from_address(address).flags |= _READ_ONLY
    return capsule


def check(dtype: Any, max_version: Any, copy: bool | None) -> bool:
    """Whether a consumer knows DLPack 1.0; raises where the dtype or the copy is impossible."""
    if not is_supported_dtype(dtype):
        raise errors.ExchangeError(
            f"__dlpack__: DLPack has no {dtype} of one byte an element; convert the array first, "
            "with astype or fjax.lax.bitcast_convert_type"
        )
    versioned = max_version is not None and tuple(max_version) >= VERSION
    if copy is False and not versioned:
        raise errors.ExchangeError(
            "__dlpack__: this memory is read-only, and a consumer of DLPack "
            f"before 1.0 (max_version={max_version}) cannot be told so; "
            "leave out copy=False"
        )
    return versioned


def export(
    buffer: np.ndarray, stream: Any, max_version: Any, dl_device: Any, copy: bool | None
) -> Any:
    """A capsule of an immutable buffer: of a copy, or with copy=False of its memory.

    That is marked read-only, for a consumer that says that it knows the mark.
    """
    versioned = check(buffer.dtype, max_version, copy)
    if stream is not None:
        raise errors.ExchangeError(f"__dlpack__: an array on the CPU has no stream, got {stream!r}")
    if dl_device is not None and tuple(dl_device) != (CPU, 0):
        raise errors.ExchangeError(
            f"__dlpack__: the array is on the CPU, device ({CPU}, 0), not "
            f"on {tuple(dl_device)}; let the consumer move it"
        )
    shared = buffer.view() if copy is False else buffer.copy()
    if copy is False and versioned:
        shared.flags.writeable = False
    plain = shared.view(as_integers(shared.dtype))
    capsule = plain.__dlpack__(max_version=VERSION) if versioned else plain.__dlpack__()
    return label(capsule, shared.dtype)


def as_integers(dtype: np.dtype) -> np.dtype:
    """The dtype itself, or for one that other libraries may not know an integer as wide."""
    return np.dtype(f"u{dtype.itemsize}") if dtype in _CODES else dtype


class Consumed:
    """What other libraries' from_dlpack asks for: a capsule and its device."""

    def __init__(self, capsule: Any, device: tuple[int, int]):
        self.capsule, self.device = capsule, device

    def __dlpack__(self, **_options: Any) -> Any:
        return self.capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device


def device_of(value: Any) -> tuple[int, int]:
    """DLPack's type and number of the device of another library's tensor; raises for others."""
    if not hasattr(value, "__dlpack__") or not hasattr(value, "__dlpack_device__"):
        raise errors.FjaxTypeError(
            "The array passed to from_dlpack must have __dlpack__ and __dlpack_device__ methods; "
            f"got {type(value).__name__}. fjax.numpy.asarray takes other arrays"
        )
    kind, number = value.__dlpack_device__()
    if kind not in (CPU, CUDA):
        raise errors.DeviceError(
            f"from_dlpack: the array is on unsupported device type "
            f"{int(kind)} of DLPack; move it to the CPU first"
        )
    return int(kind), int(number)


def adopt(value: Any) -> np.ndarray:
    """The memory of another library's tensor on the CPU as a NumPy array."""
    device = device_of(value)
    capsule = capsule_of(value)
    found = unlabel(capsule)
    tensor = _tensor(capsule)
    try:
        array = np.from_dlpack(Consumed(capsule, device))
    except RuntimeError as error:
        raise errors.FjaxTypeError(
            f"from_dlpack: elements of type code {tensor.code}, {tensor.bits} bits and "
            f"{tensor.lanes} lanes are not ones that fjax computes with ({error})"
        ) from error
    return array if found is None else array.view(found)


def unlabel(capsule: Any) -> np.dtype | None:
    """Have the header say integers for what others may not know; what they are, or None."""
    tensor = _tensor(capsule)
    found = _BY_CODE.get((tensor.code, tensor.bits))
    if found is not None:
        tensor.code = _UINT
    return found


def capsule_of(value: Any, **options: Any) -> Any:
    """A tensor's capsule; `options` as for `__dlpack__`."""
    try:
        return value.__dlpack__(max_version=VERSION, **options)
    except TypeError:  # a producer older than DLPack 1.0
        return value.__dlpack__(**options)
