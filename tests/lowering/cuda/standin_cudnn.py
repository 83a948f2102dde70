"""A stand-in for NVIDIA's binding of cuDNN: graphs of one convolution, checked and computed.

Names and signatures are those of `nvidia-cudnn-frontend` 1.14; whatever fjax calls otherwise, in
another order, or with operands that are not where it says, is refused. An engine spoils all of its
workspace, and rounds float32 to TF32 unless that was forbidden.
"""

import enum
import functools
import itertools
from types import SimpleNamespace

import ml_dtypes
import numpy as np

from tests.lowering.cuda.standin_cublas import rounded_to_tf32

ALIGNMENT = 16
WORKSPACE = 4096 + 8  # bytes
STAGES = (
    "described",
    "validate",
    "build_operation_graph",
    "create_execution_plans",
    "check_support",
    "build_plans",
)


class DataType(enum.Enum):
    NOT_SET = None
    FLOAT = np.dtype(np.float32)
    HALF = np.dtype(np.float16)
    BFLOAT16 = np.dtype(ml_dtypes.bfloat16)


HeurMode = enum.Enum("heur_mode", "A B FALLBACK")
NumericalNote = enum.Enum(
    "numerical_note",
    "TENSOR_CORE DOWN_CONVERT_INPUTS REDUCED_PRECISION_REDUCTION FFT NONDETERMINISTIC WINOGRAD",
)


class GraphNotSupported(Exception):
    """cudnnGraphNotSupportedError"""


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


class Graph:
    """cudnn.pygraph"""

    def __init__(
        self,
        machine,
        name="",
        io_data_type=None,
        intermediate_data_type=None,
        compute_data_type=None,
        handle=None,
    ):
        if intermediate_data_type is not DataType.FLOAT or compute_data_type is not DataType.FLOAT:
            raise Refused("sums are not of float32")
        self.machine, self.handle, self.stage, self.refused = machine, handle, 0, set()
        self.tensors, self.operation = {}, None

    def tensor(self, dim, stride, data_type, name="", uid=-1):
        if uid in self.tensors or uid < 1:
            raise Refused(f"uid {uid} is no new one")
        made = self.tensors[uid] = Tensor(
            ints(dim), ints(stride, len(dim)), DataType(data_type), uid
        )
        return made

    def _convolution(self, kind, first, second, **geometry):
        space = len(first.dim) - 2
        fields = ("pre_padding", "post_padding", "stride", "dilation")
        pre, post, stride, dilation = (ints(geometry.pop(f), space) for f in fields)
        if geometry.pop("compute_data_type") is not DataType.FLOAT or set(geometry) - {"name"}:
            raise Refused(f"what is {geometry}?")
        if min(*pre, *post) < 0 or min(*stride, *dilation) < 1 or self.operation is not None:
            raise Refused("not a convolution's geometry, or a second one")
        self.result = Tensor(None, None, DataType.NOT_SET, None)
        self.operation = kind, first, second, pre, post, stride, dilation
        return self.result

    def conv_fprop(self, image, weight, **geometry):
        return self._convolution("fprop", image, weight, **geometry)

    def conv_dgrad(self, loss, filter, **geometry):
        return self._convolution("dgrad", loss, filter, **geometry)

    def conv_wgrad(self, image, loss, **geometry):
        return self._convolution("wgrad", image, loss, **geometry)

    def _reach(self, stage):
        if STAGES[self.stage + 1] != stage:
            raise Refused(f"{stage} after {STAGES[self.stage]}")
        self.stage += 1

    def roles(self):
        """Image, filter and output of the forward convolution."""
        kind, first, second, *_ = self.operation
        if kind == "fprop":
            return first, second, self.result
        return (self.result, second, first) if kind == "dgrad" else (first, self.result, second)

    def validate(self):
        self._reach("validate")
        if not self.result.is_output or len({*self.tensors, self.result.uid}) != 3:
            raise Refused("the result is no output with a uid of its own")
        self.tensors[self.result.uid] = self.result
        image, window, out = self.roles()
        if (
            len({t.check() for t in (image, window, out)} | {image.check()}) > 1
            and min(*image.dim[1:], *window.dim[1:], *out.dim[1:]) > 1
        ):
            raise Refused("tensors of several layouts")
        _, _, _, pre, post, stride, dilation = self.operation
        lengths = [
            (n + lo + hi - d * (k - 1) - 1) // s + 1
            for n, k, lo, hi, s, d in zip(
                image.dim[2:], window.dim[2:], pre, post, stride, dilation, strict=True
            )
        ]
        if out.dim != [image.dim[0], window.dim[0], *lengths] or image.dim[1] % window.dim[1]:
            raise Refused(f"{image.dim} and {window.dim} do not give {out.dim}")

    def build_operation_graph(self):
        self._reach("build_operation_graph")
        if self.machine.unsupported(self.operation[0]):
            raise GraphNotSupported("no engine")

    def create_execution_plans(self, modes):
        self._reach("create_execution_plans")
        if type(modes) is not list or not all(type(m) is HeurMode for m in modes):
            raise Refused(f"not modes: {modes}")

    def _filters(self):
        if STAGES[self.stage] != "create_execution_plans":
            raise Refused("there are no plans to choose from")

    def deselect_numeric_notes(self, notes):
        self._filters()
        self.refused |= {NumericalNote(n) for n in notes}

    def deselect_workspace_greater_than(self, size):
        self._filters()

    def check_support(self):
        self._reach("check_support")

    def build_plans(self):
        self._reach("build_plans")

    def get_workspace_size(self):
        return WORKSPACE

    def execute(self, tensors, workspace, handle=None):
        """Later, in the stream of the handle."""
        machine = self.machine
        if STAGES[self.stage] != STAGES[-1] or handle != self.handle or handle[1] != machine.device:
            raise Refused("the plan is not built, or for another GPU")
        if set(tensors) != set(self.tensors) or not all(type(p) is int for p in tensors.values()):
            raise Refused(f"tensors {list(tensors)} of {list(self.tensors)}")
        if workspace % ALIGNMENT or not workspace:
            raise Refused(f"the workspace is at {workspace:#x}")
        machine.check()
        stream = machine.streams[machine.cudnn_streams.pop(handle), handle[1]]
        kind, first, second, *geometry = self.operation
        exact = NumericalNote.TENSOR_CORE in self.refused
        machine.convolutions.append((kind, first.data_type.name, exact))

        def work():
            machine.heaps[handle[1]].view(workspace, WORKSPACE).fill(0x5A)
            operands = [
                self.tensors[u].view(machine, tensors[u]).astype(np.float32)
                for u in (first.uid, second.uid)
            ]
            if not exact and first.data_type is DataType.FLOAT:
                operands = [rounded_to_tf32(np.ascontiguousarray(x)) for x in operands]
            out = self.result.view(machine, tensors[self.result.uid])
            out[...] = COMPUTED[kind](*operands, out.shape, *geometry)

        stream.put(work)


# ---- what the operations are


def taps(window, lengths, stride, dilation):
    """For each element of a window, where in the padded image all places have it."""
    for tap in itertools.product(*map(range, window)):
        steps = zip(tap, lengths, stride, dilation, strict=True)
        yield tap, tuple(slice(t * d, t * d + (m - 1) * s + 1, s) for t, m, s, d in steps)


def padded(image, pre, post):
    return np.pad(image, [(0, 0), (0, 0), *zip(pre, post, strict=True)])


def grouped(x, axis, groups):
    return np.split(x, groups, axis)


def forward(image, window, shape, pre, post, stride, dilation):
    image, groups = padded(image, pre, post), image.shape[1] // window.shape[1]
    out = np.zeros(shape, np.float32)
    parts = zip(
        *(grouped(x, a, groups) for x, a in ((out, 1), (image, 1), (window, 0))), strict=True
    )
    for y, x, w in parts:
        for tap, at in taps(window.shape[2:], shape[2:], stride, dilation):
            y += np.einsum("nc...,kc->nk...", x[(..., *at)], w[(..., *tap)])
    return out


def image_gradient(loss, window, shape, pre, post, stride, dilation):
    frame = [n + lo + hi for n, lo, hi in zip(shape[2:], pre, post, strict=True)]
    found, groups = np.zeros((*shape[:2], *frame), np.float32), shape[1] // window.shape[1]
    parts = zip(
        *(grouped(x, a, groups) for x, a in ((found, 1), (loss, 1), (window, 0))), strict=True
    )
    for x, y, w in parts:
        for tap, at in taps(window.shape[2:], loss.shape[2:], stride, dilation):
            x[(..., *at)] += np.einsum("nk...,kc->nc...", y, w[(..., *tap)])
    return found[(..., *[slice(lo, lo + n) for n, lo in zip(shape[2:], pre, strict=True)])]


def filter_gradient(image, loss, shape, pre, post, stride, dilation):
    image, groups = padded(image, pre, post), image.shape[1] // shape[1]
    out = np.zeros(shape, np.float32)
    parts = zip(*(grouped(x, a, groups) for x, a in ((out, 0), (image, 1), (loss, 1))), strict=True)
    for w, x, y in parts:
        for tap, at in taps(shape[2:], loss.shape[2:], stride, dilation):
            seen = x[(..., *at)]
            w[(..., *tap)] = np.einsum(
                "ncp,nkp->kc", seen.reshape(*seen.shape[:2], -1), y.reshape(*y.shape[:2], -1)
            )
    return out


COMPUTED = {"fprop": forward, "dgrad": image_gradient, "wgrad": filter_gradient}


def cudnn(machine, unsupported=lambda kind: False):
    """The module, for a machine of the stand-in for CuPy."""
    machine.unsupported, machine.convolutions, machine.cudnn_streams = unsupported, [], {}

    def set_stream(handle, stream):
        machine.cudnn_streams[handle] = stream

    return SimpleNamespace(
        backend_version=lambda: 91200,
        create_handle=lambda: ("cudnn", machine.device),
        set_stream=set_stream,
        pygraph=functools.partial(Graph, machine),
        data_type=DataType,
        heur_mode=HeurMode,
        numerical_note=NumericalNote,
        cudnnGraphNotSupportedError=GraphNotSupported,
    )
