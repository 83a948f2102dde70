"""A stand-in for NVIDIA's binding of cuDNN: graphs of one operation, checked and computed.

Names and signatures are those of `nvidia-cudnn-frontend` 1.14; whatever fjax calls otherwise, in
another order, or with operands that are not where it says, is refused. An engine spoils all of its
workspace, and rounds float32 to TF32 unless that was forbidden.
"""

import enum
import functools
import itertools
from types import SimpleNamespace

import numpy as np

from tests.lowering.cuda.standin_attention import Attention, AttentionGradient
from tests.lowering.cuda.standin_cublas import rounded_to_tf32
from tests.lowering.cuda.standin_tensors import ALIGNMENT, DataType, Refused, Tensor, ints

WORKSPACE = 4096 + 8  # bytes
STAGES = (
    "described",
    "validate",
    "build_operation_graph",
    "create_execution_plans",
    "check_support",
    "build_plans",
)


HeurMode = enum.Enum("heur_mode", "A B FALLBACK")
NumericalNote = enum.Enum(
    "numerical_note",
    "TENSOR_CORE DOWN_CONVERT_INPUTS REDUCED_PRECISION_REDUCTION FFT NONDETERMINISTIC WINOGRAD",
)


class GraphNotSupported(Exception):
    """cudnnGraphNotSupportedError"""


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

    def conv_fprop(self, image, weight, **geometry):
        return self._add(Convolution("fprop", image, weight, **geometry))[0]

    def conv_dgrad(self, loss, filter, **geometry):
        return self._add(Convolution("dgrad", loss, filter, **geometry))[0]

    def conv_wgrad(self, image, loss, **geometry):
        return self._add(Convolution("wgrad", image, loss, **geometry))[0]

    def sdpa(self, q, k, v, **options):
        return self._add(Attention(self.machine, {"q": q, "k": k, "v": v}, **options))

    def sdpa_backward(self, q, k, v, o, dO, stats, **options):
        given = {"q": q, "k": k, "v": v, "o": o, "dO": dO, "stats": stats}
        return self._add(AttentionGradient(self.machine, given, **options))

    def _add(self, operation):
        if self.operation is not None or operation.compute_data_type is not DataType.FLOAT:
            raise Refused("a second operation, or sums that are not of float32")
        self.operation = operation
        return operation.made

    def _reach(self, stage):
        if STAGES[self.stage + 1] != stage:
            raise Refused(f"{stage} after {STAGES[self.stage]}")
        self.stage += 1

    def validate(self):
        self._reach("validate")
        made = self.operation.made
        if not all(t.is_output for t in made):
            raise Refused("a result is no output")
        self.tensors |= {t.uid: t for t in made}
        used = {t.uid for t in (*self.operation.operands, *self.operation.results)}
        if used != set(self.tensors) or used != set(range(1, len(used) + 1)):
            raise Refused(f"uids {used} of {list(self.tensors)}")
        why = self.operation.validate()
        if why:
            raise GraphNotSupported(why)

    def build_operation_graph(self):
        self._reach("build_operation_graph")
        if self.machine.unsupported(self.operation.kind):
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
        operation = self.operation
        exact = NumericalNote.TENSOR_CORE in self.refused
        operation.note(machine, exact)

        def work():
            machine.heaps[handle[1]].view(workspace, WORKSPACE).fill(0x5A)
            views = {t.uid: t.view(machine, tensors[t.uid]) for t in self.tensors.values()}
            operands = [views[t.uid] for t in operation.operands]
            operands = [x if x.dtype.kind == "i" else x.astype(np.float32) for x in operands]
            if not exact and operation.operands[0].data_type is DataType.FLOAT:
                operands = [rounded_to_tf32(np.ascontiguousarray(x)) for x in operands]
            results = [views[t.uid] for t in operation.results]
            for out, found in zip(results, operation.computed(operands, results), strict=True):
                out[...] = found

        stream.put(work)


class Convolution:
    """An operation with the geometry of a forward convolution."""

    def __init__(self, kind, first, second, compute_data_type, name="", **geometry):
        space = len(first.dim) - 2
        fields = ("pre_padding", "post_padding", "stride", "dilation")
        pre, post, stride, dilation = (ints(geometry.pop(f), space) for f in fields)
        if geometry:
            raise Refused(f"what is {geometry}?")
        if min(*pre, *post) < 0 or min(*stride, *dilation) < 1:
            raise Refused("not a convolution's geometry")
        self.kind, self.operands, self.compute_data_type = kind, [first, second], compute_data_type
        self.made = self.results = [Tensor(None, None, DataType.NOT_SET, None)]
        self.geometry = pre, post, stride, dilation

    def roles(self):
        """Image, filter and output of the forward convolution."""
        first, second, result = *self.operands, *self.results
        if self.kind == "fprop":
            return first, second, result
        return (result, second, first) if self.kind == "dgrad" else (first, result, second)

    def validate(self):
        image, window, out = self.roles()
        if (
            len({t.check() for t in (image, window, out)} | {image.check()}) > 1
            and min(*image.dim[1:], *window.dim[1:], *out.dim[1:]) > 1
        ):
            raise Refused("tensors of several layouts")
        pre, post, stride, dilation = self.geometry
        lengths = [
            (n + lo + hi - d * (k - 1) - 1) // s + 1
            for n, k, lo, hi, s, d in zip(
                image.dim[2:], window.dim[2:], pre, post, stride, dilation, strict=True
            )
        ]
        if out.dim != [image.dim[0], window.dim[0], *lengths] or image.dim[1] % window.dim[1]:
            raise Refused(f"{image.dim} and {window.dim} do not give {out.dim}")

    def note(self, machine, exact):
        machine.convolutions.append((self.kind, self.operands[0].data_type.name, exact))

    def computed(self, operands, results):
        return [COMPUTED[self.kind](*operands, results[0].shape, *self.geometry)]


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
    machine.unsupported, machine.cudnn_streams = unsupported, {}
    machine.convolutions, machine.attention = [], []

    def set_stream(handle, stream):
        machine.cudnn_streams[handle] = stream

    return SimpleNamespace(
        machine=machine,
        backend_version=lambda: 91200,
        create_handle=lambda: ("cudnn", machine.device),
        set_stream=set_stream,
        pygraph=functools.partial(Graph, machine),
        data_type=DataType,
        heur_mode=HeurMode,
        numerical_note=NumericalNote,
        cudnnGraphNotSupportedError=GraphNotSupported,
    )
