"""Memory of a GPU shared with other libraries: DLPack and CUDA's array interface, both ways.

Streams are honoured: a consumer is told which stream the elements are valid on, or names its own,
which CuPy has wait for ours; a producer is told ours.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from fjax.core import dlpack
from fjax.errors import ExchangeError
from fjax.lowering.cuda.runtime import gpu as cuda
from fjax.lowering.cuda.runtime.device_buffers import DeviceBuffer, empty
from fjax.lowering.cuda.runtime.gpu import Gpu

LEGACY = 1  # how both protocols name CUDA's default stream, whose handle is 0
VERSION = 3  # of the array interface


def export(
    buffer: DeviceBuffer, stream: Any, max_version: Any, dl_device: Any, copy: bool | None
) -> Any:
    """A capsule of a copy, or with copy=False of the memory itself, marked read-only."""
    gpu = buffer.gpu
    versioned = dlpack.check(buffer.dtype, max_version, copy)
    if dl_device is not None and tuple(dl_device) != (dlpack.CUDA, gpu.number):
        raise ExchangeError(
            f"__dlpack__: the array is on {gpu.device}, not on DLPack's device {tuple(dl_device)}; "
            "move it with fjax.device_put first, or let the consumer move it"
        )
    shared = _lent(buffer) if copy is False else buffer.copy()
    with gpu.current():
        gpu.stream()
        array = _as_cupy(shared)
        options = {"max_version": dlpack.VERSION} if versioned else {}
        capsule = array.__dlpack__(stream=stream, **options)
    return dlpack.label(capsule, buffer.dtype, read_only=copy is False)


def interface(buffer: DeviceBuffer) -> dict[str, Any]:
    """The array interface of the memory itself, marked read-only."""
    gpu, dtype = buffer.gpu, buffer.dtype
    if dlpack.as_integers(dtype) != dtype or dtype.isbuiltin == 2:
        raise ExchangeError(
            f"__cuda_array_interface__: it has no dtype {dtype}; share the array by DLPack "
            "(from_dlpack), or convert it with astype"
        )
    with gpu.current():
        stream = gpu.stream().ptr or LEGACY
    return {
        "shape": buffer.shape,
        "typestr": dtype.str,
        "data": (_lent(buffer).address, True),
        "version": VERSION,
        "strides": None,
        "stream": stream,
    }


def adopt(gpu: Gpu, value: Any, copy: bool) -> DeviceBuffer:
    """A copy of another library's array, or with copy=False its memory, which nobody may change.

    A copy is waited for: the other library may use its memory again at once.
    """
    with gpu.current():
        stream = gpu.stream().ptr or LEGACY
        known: np.dtype | None = None
        if hasattr(value, "__dlpack__"):
            capsule = dlpack.capsule_of(value, stream=stream)
            known = dlpack.unlabel(capsule)
            found = cuda.cupy.from_dlpack(dlpack.Consumed(capsule, (dlpack.CUDA, gpu.number)))
        else:
            found = cuda.cupy.asarray(value)
        if not found.flags.c_contiguous:
            if not copy:
                raise ExchangeError(
                    "from_dlpack: the elements do not lie in the order of their indices; leave "
                    "out copy=False"
                )
            found = cuda.cupy.ascontiguousarray(found)
        held = DeviceBuffer(gpu, found.data, tuple(found.shape), known or found.dtype)
        if not copy:
            return _lent(held)
        made = empty(gpu, held.shape, held.dtype)
        gpu.copy(made.pointer, held.pointer, held.nbytes)
        gpu.wait()
    return made


def _as_cupy(buffer: DeviceBuffer) -> Any:
    """CuPy's array of the memory, of integers where CuPy may not know the dtype."""
    return cuda.cupy.ndarray(buffer.shape, dlpack.as_integers(buffer.dtype), buffer.pointer)


def _lent(buffer: DeviceBuffer) -> DeviceBuffer:
    """The buffer, whose memory nobody may write to from now on."""
    part: DeviceBuffer | None = buffer
    while part is not None:
        part.lent, part = True, part.base
    return buffer
