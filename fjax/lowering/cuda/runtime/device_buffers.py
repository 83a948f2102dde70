"""Arrays in a GPU's memory, as the programs above hold them: contiguous elements of one dtype."""

from __future__ import annotations

import math
from typing import Any, NoReturn

import numpy as np

from fjax.core import fresh
from fjax.errors import FjaxTypeError
from fjax.lowering.cuda.runtime.gpu import Gpu

Shape = tuple[int, ...]


class Contiguous:
    """The flags of every buffer here."""

    c_contiguous = True


CONTIGUOUS = Contiguous()


class DeviceBuffer:
    """Memory of CuPy's pool with a shape and a dtype, which may be one that CuPy does not know.

    A view holds its `base`. `lent` says that another library may hold the memory, too.
    """

    __slots__ = ("gpu", "pointer", "shape", "dtype", "base", "lent", "__weakref__")
    flags = CONTIGUOUS
    __array_ufunc__ = None

    def __init__(self, gpu: Gpu, pointer: Any, shape: Shape, dtype: np.dtype, base: Any = None):
        self.gpu, self.pointer, self.base = gpu, pointer, base
        self.shape, self.dtype = shape, dtype
        self.lent = False

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    @property
    def address(self) -> int:
        """Where the elements begin, in the GPU's memory."""
        return int(self.pointer.ptr)

    def __array__(self, *_args: Any, **_options: Any) -> NoReturn:
        raise FjaxTypeError(
            f"memory of {self.gpu.device} is not a NumPy array: copy it to host memory with "
            "fjax.device_get"
        )

    def reshape(self, shape: Any) -> DeviceBuffer:
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        if -1 in shape:
            known = math.prod(n for n in shape if n != -1)
            shape = tuple(self.size // max(known, 1) if n == -1 else n for n in shape)
        if math.prod(shape) != self.size:
            raise ValueError(f"a buffer of shape {self.shape} has no shape {shape}")
        return DeviceBuffer(self.gpu, self.pointer, shape, self.dtype, self)

    def copy(self) -> DeviceBuffer:
        made = empty(self.gpu, self.shape, self.dtype)
        self.gpu.copy(made.pointer, self.pointer, self.nbytes)
        return made

    def __getitem__(self, index: Any) -> DeviceBuffer:
        """A part that lies in one piece; TypeError for others."""
        start, shape = part(self.shape, index)
        pointer = self.pointer + start * self.dtype.itemsize
        return DeviceBuffer(self.gpu, pointer, shape, self.dtype, self)

    def __setitem__(self, index: Any, value: DeviceBuffer) -> None:
        target = self[index]
        if type(value) is not DeviceBuffer or value.gpu is not self.gpu:
            raise TypeError(f"a buffer on {self.gpu.device} takes a buffer from there")
        if value.size != target.size or value.dtype != target.dtype:
            found, wanted = (f"{x.dtype}{x.shape}" for x in (value, target))
            raise ValueError(f"{found} does not fit {wanted}")
        self.gpu.copy(target.pointer, value.pointer, value.nbytes)


def part(shape: Shape, index: Any) -> tuple[int, Shape]:
    """Where a part begins, in elements, and its shape: integers, then at most one range.

    >>> part((3, 4, 5), (1, slice(1, 3)))
    (25, (2, 5))
    """
    entries = list(index) if type(index) is tuple else [index]
    while entries and (entries[-1] is Ellipsis or entries[-1] == slice(None)):
        entries.pop()
    if len(entries) > len(shape):
        raise IndexError(f"{len(entries)} indices for an array of rank {len(shape)}")
    start, inner = 0, list(shape)
    for k, entry in enumerate(entries):
        row = math.prod(inner[1:])
        if isinstance(entry, slice) and k == len(entries) - 1:
            first, stop, step = entry.indices(inner[0])
            if step != 1:
                raise TypeError("a part of a GPU's buffer is a range of neighbours")
            return start + first * row, (max(stop - first, 0), *inner[1:])
        if not isinstance(entry, (int, np.integer)):
            raise TypeError("a part of a GPU's buffer is found by integers and one range")
        at = int(entry) + (inner[0] if entry < 0 else 0)
        if not 0 <= at < inner[0]:
            raise IndexError(f"index {entry} of an axis of length {inner[0]}")
        start, inner = start + at * row, inner[1:]
    return start, tuple(inner)


def empty(gpu: Gpu, shape: Shape, dtype: np.dtype) -> DeviceBuffer:
    """A buffer of arbitrary contents."""
    return DeviceBuffer(gpu, gpu.allocate(math.prod(shape) * dtype.itemsize), tuple(shape), dtype)


def of_array(gpu: Gpu, array: np.ndarray) -> DeviceBuffer:
    """A buffer with an array's elements."""
    array = np.asarray(array, order="C")
    made = empty(gpu, array.shape, array.dtype)
    gpu.write(made.pointer, array)
    return made


def to_array(buffer: DeviceBuffer) -> np.ndarray:
    """The elements in host memory, once all launches before are done."""
    out = fresh.empty(buffer.shape, buffer.dtype)
    buffer.gpu.read(buffer.pointer, out)
    return out
