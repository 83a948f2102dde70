"""A stand-in for CuPy without a GPU: the parts of it that fjax uses, and nothing else.

Its modules are here; GPUs, streams and memory are in `standin_machine`, and launches run in the
emulator.
"""

import ctypes
import functools
import struct
from contextlib import contextmanager
from types import SimpleNamespace

import numpy as np
import scipy.fft
import scipy.linalg
import scipy.special

from fjax.lowering.cuda import driver
from fjax.lowering.cuda.runtime import gpu as cuda_gpu
from tests.lowering.cuda.emulator import Launch
from tests.lowering.cuda.program import Program
from tests.lowering.cuda.standin_cublas import gemm_strided_batched_ex
from tests.lowering.cuda.standin_errors import CUDADriverError, CUDARuntimeError, OutOfMemoryError
from tests.lowering.cuda.standin_lu import matrix_lu, stacks_lu
from tests.lowering.cuda.standin_machine import MemoryPointer, Pooled, Stream
from tests.lowering.cuda.standin_memory import LaunchMemory
from tests.lowering.cuda.standin_reflectors import reflections

NAME = b"Stand-in"


class Refusing(SimpleNamespace):
    """A module of which fjax may use what is here."""

    def __getattr__(self, name):
        raise AttributeError(f"the stand-in for CuPy has no {name}; does fjax need it of CuPy?")


class Function:
    """A kernel's entry."""

    def __init__(self, machine, program):
        self.program, self.ptr = program, 1 + len(machine.functions)
        machine.functions[self.ptr] = program


class Module:
    """Loaded code: cubins of the stand-in's own linker."""

    def __init__(self, machine):
        self.machine = machine

    def load(self, cubin):
        assert type(cubin) is bytes
        self.machine.check()
        if cubin[:4] != b"\x7fELF" or b"older driver" in cubin:
            raise CUDADriverError("CUDA_ERROR_NO_BINARY_FOR_GPU: no kernel image is available")
        self.program = Program(cubin[64:].split(b"\0")[0].decode())

    def get_function(self, name):
        if name != self.program.name:
            raise CUDADriverError("CUDA_ERROR_NOT_FOUND: named symbol not found")
        return Function(self.machine, self.program)


class LinkState:
    """The driver's linker: its cubins are a header and the text."""

    def __init__(self, machine):
        self.machine = machine

    def add_ptr_data(self, data, name):
        assert type(data) is bytes and type(name) is str and data.endswith(b"\0")
        self.text, self.name = data[:-1], name.encode()

    def complete(self):
        major, minor = self.machine.capability
        wanted = int(self.text.split(b".target sm_")[1].split()[0].split(b",")[0])
        if wanted > 10 * major + minor:
            raise CUDADriverError("CUDA_ERROR_INVALID_PTX: a PTX JIT compilation failed")
        self.machine.linked.append(self.text.decode())
        ident = b"\x7fELF\x02\x01\x01".ljust(16, b"\0")
        header = struct.pack("<16sHHIQQQIHHHHHH", ident, 2, 190, 1, 0, 0, 64, 0, 64, 0, 0, 64, 0, 0)
        return b"\0".join((header + self.text, self.name, b""))


class Device:
    """As CuPy's: a context in which it is the current one."""

    def __init__(self, machine, number):
        if not 0 <= number < machine.count:
            raise CUDARuntimeError("cudaErrorInvalidDevice: invalid device ordinal")
        self.machine, self.id = machine, number

    def __enter__(self):
        here = self.machine.here
        here.stack = [*getattr(here, "stack", []), self.machine.device]
        here.device = self.id

    def __exit__(self, *_):
        self.machine.here.device = self.machine.here.stack.pop()


class ndarray:
    """CuPy's array, as far as fjax hands memory over."""

    __array_ufunc__ = None

    def __init__(self, machine, shape, dtype, memptr, strides=None):
        dtype = np.dtype(dtype)
        if dtype.kind not in "?biufc":
            raise TypeError(f"CuPy has no dtype {dtype}")
        steps = np.broadcast_to(np.empty((), dtype), shape)
        c_order = tuple(dtype.itemsize * int(np.prod(shape[k + 1 :])) for k in range(steps.ndim))
        self._machine, self.data, self.dtype = machine, memptr, dtype
        self.shape, self.strides = tuple(shape), c_order if strides is None else tuple(strides)
        self.size, self.ndim = int(np.prod(self.shape)), len(self.shape)

    def __array__(self, *_, **__):
        raise TypeError("Implicit conversion to a NumPy array is not allowed. Please use `.get()`")

    def _like(self, model):
        return ndarray(self._machine, model.shape, self.dtype, self.data, model.strides)

    @property
    def _model(self):
        """An array with the same shape and strides, and nothing in it."""
        return np.lib.stride_tricks.as_strided(np.empty((), self.dtype), self.shape, self.strides)

    def _held(self):
        """The elements, for work that a stream does."""
        if not self.size:
            return np.empty(self.shape, self.dtype)
        extent = sum((n - 1) * s for n, s in zip(self.shape, self.strides, strict=True))
        raw = self.data._heap.view(self.data.ptr, extent + self.dtype.itemsize)
        return np.ndarray(self.shape, self.dtype, raw, 0, self.strides)

    @property
    def flags(self):
        return SimpleNamespace(c_contiguous=self._model.flags.c_contiguous)

    @property
    def device(self):
        return SimpleNamespace(id=self.data.device_id)

    def get(self):
        """The elements on the host."""
        self._machine.stream(self.data.device_id).synchronize()
        return self._held().copy()

    @property
    def __cuda_array_interface__(self):
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self.data.ptr, False),
            "version": 3,
            "strides": self.strides,
            "stream": self._machine.stream(self.data.device_id).ptr or 1,
        }

    def __dlpack_device__(self):
        return 2, self.data.device_id

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        """A capsule of NumPy's, whose memory is not looked at; the consumer's stream waits."""
        self._machine.wait(stream, self.data.device_id)
        model = np.zeros(self.shape, self.dtype)
        capsule = model.__dlpack__(**({} if max_version is None else {"max_version": max_version}))
        self._machine.capsules.append((capsule, self))
        return capsule

    def copy(self):
        return ascontiguousarray(self._machine, self)

    def astype(self, dtype):
        return computed(self._machine, lambda x: x.astype(dtype), self)

    def transpose(self, axes):
        return self._like(self._model.transpose(axes))

    def reshape(self, *shape):
        steps = [self.dtype.itemsize * int(np.prod(shape[k + 1 :])) for k in range(len(shape))]
        model = self._model
        merged = [n * s for n, s in zip(model.shape[1:], model.strides[1:], strict=True)]
        if list(model.strides[:-1]) == merged and model.strides[-1:] in ((), self.strides[-1:]):
            if model.ndim == 0 or model.strides[-1] == self.dtype.itemsize:
                return ndarray(self._machine, shape, self.dtype, self.data, steps)
        made = made_of(self._machine, shape, self.dtype)
        work = lambda: np.copyto(made._held(), self._held().reshape(shape))
        self._machine.stream().put(work)
        return made


def made_of(machine, shape, dtype):
    """A new array of CuPy's."""
    shape, dtype = np.broadcast_shapes(shape), np.dtype(dtype)
    return ndarray(machine, shape, dtype, alloc(machine, int(np.prod(shape)) * dtype.itemsize))


def array(machine, value, dtype):
    """A copy of NumPy's array."""
    made, taken = made_of(machine, value.shape, dtype), value.astype(dtype)
    machine.stream().put(lambda: np.copyto(made._held(), taken))
    return made


def computed(machine, function, *args, **options):
    """What a library gives for arrays: a routine of several results may, as here, wait."""
    stream = machine.stream()
    stream.run()
    machine.check()
    found = function(*[x._held() if isinstance(x, ndarray) else x for x in args], **options)
    several = isinstance(found, tuple)
    outs = []
    for value in found if several else (found,):
        made = made_of(machine, value.shape, value.dtype)
        stream.run()
        np.copyto(made._held(), value)
        outs.append(made)
    return tuple(outs) if several else outs[0]


def transform(machine, name, x, axes, s=None, spoils=False):
    """By cuFFT, which may spoil what it transforms to real numbers."""
    found = computed(machine, lambda a: getattr(scipy.fft, name)(a, s, axes), x)
    if spoils:
        x._held()[...] = np.nan
    return found


def from_dlpack(machine, value):
    """An array in the memory of a capsule."""
    capsule = value.__dlpack__(stream=machine.stream().ptr or 1)
    (found,) = [array for known, array in machine.capsules if known is capsule]
    return ndarray(machine, found.shape, found.dtype, found.data, found.strides)


def asarray(machine, value):
    """An array in the memory of an array interface, valid on the current stream."""
    given = value.__cuda_array_interface__
    address, _ = given["data"]
    other = machine.streams[{1: 0}.get(given["stream"], given["stream"]), machine.device]
    machine.stream().wait_event(other.record())
    block = SimpleNamespace(ptr=address, device_id=machine.device, owner=value)
    dtype = np.dtype(given["typestr"])
    return ndarray(machine, given["shape"], dtype, MemoryPointer(machine, block), given["strides"])


def copyto(machine, to, value):
    """Elements copied to where they belong."""
    assert to.shape == value.shape and to.dtype == value.dtype
    machine.stream().put(lambda: np.copyto(to._held(), value._held()))


def ascontiguousarray(machine, value):
    """A copy in the order of indices."""
    made = made_of(machine, value.shape, value.dtype)
    machine.stream().put(lambda: np.copyto(made._held(), value._held()))
    return made


LAUNCH_KERNEL = ctypes.CFUNCTYPE(
    ctypes.c_int,
    *(ctypes.c_void_p, *(ctypes.c_uint,) * 7, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p),
)


def launch_address(machine):
    """The address of the stand-in's cuLaunchKernel, which gives the driver's numbers for errors."""

    def launched(*arguments):
        try:
            launch(machine, *(x or 0 for x in arguments))
        except CUDADriverError as error:
            return error.status
        return 0

    if machine.launch_kernel is None:
        machine.launch_kernel = LAUNCH_KERNEL(launched)  # as long as the machine
    return ctypes.cast(machine.launch_kernel, ctypes.c_void_p).value


def launch(machine, f, gx, gy, gz, bx, by, bz, shared, stream, parameters, extra):
    """cuLaunchKernel: parameters are read now, the kernel runs later."""
    machine.check()
    if not (0 < gx < 2**31 and 0 < bx <= 1024 and {gy, gz, by, bz} == {1} and shared == extra == 0):
        raise CUDADriverError(1)
    program, device = machine.functions[f], machine.device
    n = len(program.parameters)
    places = (ctypes.c_uint64 * n).from_address(parameters)
    values = [ctypes.c_uint64.from_address(places[k]).value for k in range(n)]

    def work():
        memory = LaunchMemory(machine.heaps[device], program.shared_bytes, gx, bx)
        machine.launches.append((program.name, gx, bx))
        Launch(program, memory, values, gx, bx).run()

    machine.streams[stream, device].put(work)


def properties(machine, number):
    """What fjax looks at of cudaDeviceProp."""
    if not 0 <= number < machine.count:
        raise CUDARuntimeError("cudaErrorInvalidDevice: invalid device ordinal")
    major, minor = machine.capability
    return {
        "name": NAME,
        "major": major,
        "minor": minor,
        "multiProcessorCount": machine.multiprocessors,
        "l2CacheSize": 4 << 20,
    }


def alloc(machine, size):
    """Memory of the current device's pool, for work on the current stream."""
    machine.check()
    return MemoryPointer(machine, Pooled(machine, machine.device, size, machine.stream()))


def pool(machine):
    """The pool, as far as the current device goes."""
    heap = lambda: machine.heaps[machine.device]
    return Refusing(
        used_bytes=lambda: heap().used,
        total_bytes=lambda: heap().held,
        n_free_blocks=lambda: sum(map(len, heap().free.values())),
        free_all_blocks=lambda: free_all(machine),
    )


def free_all(machine):
    """cudaFree waits for the device."""
    for stream in list(machine.streams.values()):
        stream.run()
    machine.heaps[machine.device].drop_free()


def factorization(machine, function):
    """A routine of cuSOLVER: where it fails it says so only if that is asked for."""

    def computes(x, *options):
        assert x.dtype.char in "fdFD"
        try:
            return computed(machine, lambda a: plain(function(a, *options)), x)
        except np.linalg.LinAlgError:
            if getattr(machine.here, "linalg", "ignore") == "raise":
                raise
            return computed(machine, lambda a: np.full_like(a, 7), x)

    return computes


def of_one(function):
    """CuPy's QR takes one matrix."""

    def computes(x, *options):
        assert x.ndim == 2
        return function(x, *options)

    return computes


def complex_results(function):
    """CuPy's eigenvalues are complex, and in an order of their own."""

    def computes(x):
        found = function(x)
        parts = found if isinstance(found, tuple) else (found,)
        parts = tuple(p[..., ::-1].astype(np.dtype(x.dtype.char.upper())) for p in parts)
        return parts if isinstance(found, tuple) else parts[0]

    return computes


def plain(found):
    """NumPy's named tuples as tuples."""
    return tuple(found) if isinstance(found, tuple) else found


def solve_triangular(machine, a, b, trans=0, lower=False, unit_diagonal=False):
    """By cuBLAS, one matrix after another."""
    options = {"trans": trans, "lower": lower, "unit_diagonal": unit_diagonal}

    def solved(a, b):
        out = np.empty_like(b)
        for k in np.ndindex(a.shape[:-2]):
            out[k] = scipy.linalg.solve_triangular(a[k], b[k], check_finite=False, **options)
        return out

    return computed(machine, solved, a, b)


@contextmanager
def errstate(machine, *, linalg):
    """Whether the reports of routines are looked at."""
    before, machine.here.linalg = getattr(machine.here, "linalg", "ignore"), linalg
    yield
    machine.here.linalg = before


def cupyx(machine):
    """The module beside CuPy."""
    return Refusing(errstate=functools.partial(errstate, machine))


def cupyx_linalg(machine):
    """Its module of linear algebra."""
    return Refusing(solve_triangular=functools.partial(solve_triangular, machine))


def cupyx_special(machine):
    """Its special functions: some of SciPy's, of which one takes complex numbers."""
    names = ("gammainc", "gammaincc", "betainc", "ndtri", "erfcx", "expn", "loggamma", "zeta")

    def function(name, *args):
        if name != "loggamma" and any(x.dtype.kind == "c" for x in args):
            raise TypeError(f"ufunc 'cupyx_scipy_special_{name}' not supported for the input types")
        return computed(machine, getattr(scipy.special, name), *args)

    return Refusing(**{name: functools.partial(function, name) for name in names})


def cupyx_cusolver(machine):
    """What cuSOLVER has."""
    return Refusing(check_availability=lambda name: {"geev": machine.has_geev}[name])


def cupy(machine):
    """The module."""
    bound = lambda function: functools.partial(function, machine)
    heap = lambda: machine.heaps[machine.device]
    cuda = Refusing(
        cublas=Refusing(gemmStridedBatchedEx=bound(gemm_strided_batched_ex), **stacks_lu(machine)),
        cusolver=Refusing(**matrix_lu(machine), **reflections(machine)),
        device=Refusing(get_cusolver_handle=lambda: machine.device),
        get_cublas_handle=lambda: machine.device,
        Device=bound(Device),
        Stream=lambda non_blocking=False: Stream(machine, machine.device),
        alloc=bound(alloc),
        get_current_stream=lambda device_id: machine.stream(device_id),
        driver=Refusing(CUDADriverError=CUDADriverError),
        runtime=Refusing(
            CUDARuntimeError=CUDARuntimeError,
            getDeviceCount=lambda: machine.count,
            getDeviceProperties=bound(properties),
            deviceGetPCIBusId=lambda number: machine.buses[number],
            memGetInfo=lambda: (heap().total - heap().held, heap().total),
        ),
        memory=Refusing(OutOfMemoryError=OutOfMemoryError),
        function=Refusing(Module=bound(Module), LinkState=bound(LinkState)),
    )
    return Refusing(
        cuda=cuda,
        get_default_memory_pool=lambda: pool(machine),
        ndarray=bound(ndarray),
        from_dlpack=bound(from_dlpack),
        empty=bound(made_of),
        array=bound(array),
        asarray=bound(asarray),
        ascontiguousarray=bound(ascontiguousarray),
        copyto=bound(copyto),
        sort=lambda x, axis: computed(machine, np.sort, x, axis=axis, kind="stable"),
        argsort=lambda x, axis: computed(machine, np.argsort, x, axis=axis, kind="stable"),
        take_along_axis=lambda x, i, axis: computed(machine, np.take_along_axis, x, i, axis=axis),
        isfinite=lambda x: computed(machine, np.isfinite, x),
        all=lambda x: computed(machine, lambda a: np.asarray(np.all(a)), x),
        any=lambda x: computed(machine, lambda a: np.asarray(np.any(a)), x),
        signbit=lambda x: computed(machine, np.signbit, x),
        linalg=Refusing(
            cholesky=factorization(machine, np.linalg.cholesky),
            eigh=factorization(machine, np.linalg.eigh),
            eigvalsh=factorization(machine, np.linalg.eigvalsh),
            svd=factorization(machine, np.linalg.svd),
            qr=factorization(machine, of_one(np.linalg.qr)),
            eig=factorization(machine, complex_results(np.linalg.eig)),
            eigvals=factorization(machine, complex_results(np.linalg.eigvals)),
        ),
        fft=Refusing(
            **{n: functools.partial(transform, machine, n) for n in ("fftn", "ifftn", "rfftn")},
            irfftn=functools.partial(transform, machine, "irfftn", spoils=True),
        ),
    )


def instead(machine):
    """What the machine stands for: (module, name, value) to be set."""
    return [
        (driver, "missing", lambda: None),
        (driver, "launch_kernel", lambda: launch_address(machine)),
        (cuda_gpu, "cupy", cupy(machine)),
        (cuda_gpu, "cupyx", cupyx(machine)),
        (cuda_gpu, "cupyx_linalg", cupyx_linalg(machine)),
        (cuda_gpu, "cupyx_special", cupyx_special(machine)),
        (cuda_gpu, "cupyx_cusolver", cupyx_cusolver(machine)),
    ]
