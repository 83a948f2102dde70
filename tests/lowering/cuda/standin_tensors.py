"""Tensors of graphs of the stand-in for cuDNN."""

import enum

import ml_dtypes
import numpy as np

ALIGNMENT = 16


class DataType(enum.Enum):
    NOT_SET = None
    FLOAT = np.dtype(np.float32)
    HALF = np.dtype(np.float16)
    BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
    INT32 = np.dtype(np.int32)


class Refused(AssertionError):
    """A call that the binding would not take."""


def ints(values, count=None):
    """A list of integers, of this length."""
    if type(values) is not list or not all(type(v) is int for v in values):
        raise Refused(f"expected a list of integers, got {values!r}")
    if count is not None and len(values) != count:
        raise Refused(f"expected {count} integers, got {values}")
    return values


class Tensor:
    """An operand or result of a graph."""

    def __init__(self, dim, stride, data_type, uid):
        self.dim, self.stride, self.data_type, self.uid, self.is_output = (
            dim,
            stride,
            data_type,
            uid,
            False,
        )

    def set_output(self, is_output):
        self.is_output = is_output
        return self

    def set_uid(self, uid):
        self.uid = uid
        return self

    def set_data_type(self, data_type):
        self.data_type = DataType(data_type)
        return self

    def set_dim(self, dim):
        self.dim = ints(dim)
        return self

    def set_stride(self, stride):
        self.stride = ints(stride)
        return self

    def check(self):
        """It is packed, features outside or inside the spatial axes, of a known dtype."""
        if not 4 <= len(self.dim) <= 5 or min(self.dim) < 1 or self.data_type.value is None:
            raise Refused(f"not a tensor of a convolution: {self.dim} of {self.data_type}")
        ints(self.stride, len(self.dim))
        n, c, *space = range(len(self.dim))
        for order in ((n, c, *space), (n, *space, c)):
            steps = {
                a: int(np.prod([self.dim[b] for b in order[k + 1 :]])) for k, a in enumerate(order)
            }
            if self.stride == [steps[a] for a in range(len(self.dim))]:
                return order
        raise Refused(f"strides {self.stride} of {self.dim} are of no layout")

    def view(self, machine, at):
        """The elements at an address."""
        if at % ALIGNMENT:
            raise Refused(f"tensor {self.uid} is at {at:#x}, which is not aligned")
        dtype = self.data_type.value
        extent = sum((n - 1) * s for n, s in zip(self.dim, self.stride, strict=True)) + 1
        raw = machine.heaps[machine.device].view(at, extent * dtype.itemsize)
        steps = [s * dtype.itemsize for s in self.stride]
        return np.ndarray(self.dim, dtype, raw, 0, steps)
