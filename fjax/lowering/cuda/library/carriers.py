"""What moves GPU memory among the processes of a group: NCCL, MPI, or MPI from host memory.

NCCL's launches go to CuPy's current stream, as all others do, and return at once. MPI knows no
streams: it is called once what computes the operand is done. It is told of GPU memory only if it
says that it knows some; else copies in host memory are exchanged.
"""

from __future__ import annotations

import ctypes
import functools
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax import variables
from fjax.core import lazy, source
from fjax.core.job import Group
from fjax.errors import FjaxRuntimeError
from fjax.lowering.cuda.runtime import gpu as cuda
from fjax.lowering.cuda.runtime.device_buffers import DeviceBuffer, to_array
from fjax.lowering.cuda.runtime.gpu import Gpu

mpi = lazy.module("mpi4py.MPI")
OLDEST = 2700  # version of NCCL that sends and receives: 2.7
ID_BYTES = 128

# NCCL's names of dtypes that it adds, and how many of them an element is.
SUMMED = {
    "int8": ("NCCL_INT8", 1),
    "uint8": ("NCCL_UINT8", 1),
    "int32": ("NCCL_INT32", 1),
    "uint32": ("NCCL_UINT32", 1),
    "int64": ("NCCL_INT64", 1),
    "uint64": ("NCCL_UINT64", 1),
    "float32": ("NCCL_FLOAT32", 1),
    "float64": ("NCCL_FLOAT64", 1),
    "complex64": ("NCCL_FLOAT32", 2),
    "complex128": ("NCCL_FLOAT64", 2),
}
Pairs = Sequence[tuple[int, int]]


class Carrier(ABC):
    """Exchanges buffers of a GPU with the other processes of a group, as `core.job.Group` does
    arrays; results are written to `out`. `what` is what to say while somebody waits.
    """

    def __init__(self, group: Group, gpu: Gpu):
        self.group, self.gpu = group, gpu

    @abstractmethod
    def total(self, x: DeviceBuffer, out: DeviceBuffer, what: Any) -> None:
        """The sum of everybody's buffers."""

    @abstractmethod
    def extremum(self, x: DeviceBuffer, out: DeviceBuffer, greatest: bool, what: Any) -> None:
        """The greatest or least of everybody's integers."""

    @abstractmethod
    def gathered(self, x: DeviceBuffer, out: DeviceBuffer, what: Any) -> None:
        """Everybody's buffer, one after another."""

    @abstractmethod
    def totals(self, x: DeviceBuffer, out: DeviceBuffer, what: Any) -> None:
        """Of the sum of everybody's buffers the part with this process's number."""

    @abstractmethod
    def exchanged(self, x: DeviceBuffer, out: DeviceBuffer, what: Any) -> None:
        """Everybody's part with this process's number."""

    @abstractmethod
    def passed(self, x: DeviceBuffer, out: DeviceBuffer, pairs: Pairs, what: Any) -> None:
        """The buffer of the process from which (source, target) pairs lead here, zeros if none."""

    def settle(self) -> None:
        """Wait for collectives that are under way."""
        if self.gpu.meeting is not None:
            self.gpu.wait()

    def ends(self, pairs: Pairs) -> tuple[int | None, int | None]:
        """From which process pairs lead here, and to which from here."""
        own = self.group.rank
        giver = next((s for s, t in pairs if t == own), None)
        return giver, next((t for s, t in pairs if s == own), None)


class ByHost(Carrier):
    """Copies in host memory, exchanged by MPI."""

    def _give(self, out: DeviceBuffer, found: np.ndarray) -> None:
        self.gpu.write(out.pointer, np.ascontiguousarray(found))

    def total(self, x: DeviceBuffer, out: DeviceBuffer, what: Any) -> None:
        self._give(out, self.group.total(to_array(x), what))

    def extremum(self, x: DeviceBuffer, out: DeviceBuffer, greatest: bool, what: Any) -> None:
        self._give(out, self.group.extremum(to_array(x), greatest, what))

    def gathered(self, x: DeviceBuffer, out: DeviceBuffer, what: Any) -> None:
        self._give(out, self.group.gathered(to_array(x), what))

    def totals(self, x: DeviceBuffer, out: DeviceBuffer, what: Any) -> None:
        self._give(out, self.group.totals(to_array(x), what))

    def exchanged(self, x: DeviceBuffer, out: DeviceBuffer, what: Any) -> None:
        self._give(out, self.group.exchanged(to_array(x), what))

    def passed(self, x: DeviceBuffer, out: DeviceBuffer, pairs: Pairs, what: Any) -> None:
        self._give(out, self.group.passed(to_array(x), pairs, what))


class ByMpi(Carrier):
    """MPI on GPU memory.

    Open MPI knows such memory in operations that block alone, so everybody is waited for first:
    then they end, or the launcher ends the job. What may fail here is done before that.
    """

    def _call(self, name: str, what: Any, given: Callable[[], Sequence[Any]]) -> None:
        """An operation of the communicator, once the GPU has computed what is `given` to it."""
        self.gpu.wait()
        operation, arguments = getattr(self.group.communicator, name), given()
        self.group.wait_for_all(what)
        operation(*arguments)

    def total(self, x: DeviceBuffer, out: DeviceBuffer, what: Any) -> None:
        self._call("Allreduce", what, lambda: (*_operands(x, out), mpi.SUM))

    def extremum(self, x: DeviceBuffer, out: DeviceBuffer, greatest: bool, what: Any) -> None:
        chosen = mpi.MAX if greatest else mpi.MIN
        self._call("Allreduce", what, lambda: (*_operands(x, out), chosen))

    def gathered(self, x: DeviceBuffer, out: DeviceBuffer, what: Any) -> None:
        self._call("Allgather", what, lambda: (_bytes(x), _bytes(out)))

    def totals(self, x: DeviceBuffer, out: DeviceBuffer, what: Any) -> None:
        given = lambda: (_elements(x), _elements(out), mpi.SUM)
        self._call("Reduce_scatter_block", what, given)

    def exchanged(self, x: DeviceBuffer, out: DeviceBuffer, what: Any) -> None:
        self._call("Alltoall", what, lambda: (_bytes(x), _bytes(out)))

    def passed(self, x: DeviceBuffer, out: DeviceBuffer, pairs: Pairs, what: Any) -> None:
        giver, taker = (mpi.PROC_NULL if r is None else r for r in self.ends(pairs))
        if giver == mpi.PROC_NULL:
            _clear(out)  # before the GPU is waited for
        self._call("Sendrecv", what, lambda: (_bytes(x), taker, 0, _bytes(out), giver, 0))


def _memory(buffer: DeviceBuffer) -> Any:
    return mpi.buffer.fromaddress(buffer.address, buffer.nbytes)


def _bytes(buffer: DeviceBuffer) -> list[Any]:
    return [_memory(buffer), mpi.BYTE]


def _elements(buffer: DeviceBuffer) -> list[Any]:
    return [_memory(buffer), mpi.Datatype.fromcode(buffer.dtype.char)]


def _operands(x: DeviceBuffer, out: DeviceBuffer) -> tuple[Any, Any]:
    """Of a reduction whose result may be in its operand's memory."""
    return mpi.IN_PLACE if x.address == out.address else _elements(x), _elements(out)


def _clear(out: DeviceBuffer) -> None:
    """Zeros, in the current stream."""
    out.pointer.memset_async(0, out.nbytes, out.gpu.stream())


class ByNccl(Carrier):
    """NCCL through CuPy; every process of the group makes one at once."""

    def __init__(self, group: Group, gpu: Gpu):
        super().__init__(group, gpu)
        nccl = self.nccl = cuda.cupy_nccl
        own = nccl.get_unique_id() if group.rank == 0 else (0,) * ID_BYTES
        number = group.spread(np.array(own, np.int64), 0, "NCCL's identifier")
        with gpu.current():
            try:
                identifier = tuple(int(n) for n in number)
                self.communicator = nccl.NcclCommunicator(group.size, identifier, group.rank)
            except nccl.NcclError as error:
                raise self._refused("a communicator", error) from error

    def _refused(self, what: Any, error: BaseException) -> FjaxRuntimeError:
        return FjaxRuntimeError(
            f"NCCL refuses {what} on {self.gpu.device}: {error}; NCCL_DEBUG=INFO says more, and "
            "FJAX_CUDA_COLLECTIVES=host exchanges copies in host memory instead"
        )

    def _launch(self, what: Any, give: Callable[[Any, int], None]) -> None:
        """Give work of a communicator to the current stream."""
        self.group.begin()
        stream = self.gpu.stream()
        try:
            give(self.communicator, stream.ptr)
        except self.nccl.NcclError as error:
            raise self._refused(what, error) from error
        self.gpu.meeting = functools.partial(self._meet, what, source.here())

    def _meet(self, what: Any, line: source.Source | None, stream: Any) -> None:
        """Wait for a stream, and see what becomes of the other processes meanwhile."""

        def is_done() -> bool:
            try:
                self.communicator.check_async_error()
            except self.nccl.NcclError as error:
                raise self._refused(what, error) from error
            return bool(stream.done)

        with source.replaying(line):
            self.group.until(is_done, what)

    def _counted(self, buffer: DeviceBuffer) -> tuple[int, int]:
        """How many elements NCCL sees, and their NCCL dtype."""
        name, count = SUMMED[buffer.dtype.name]
        return count * buffer.size, getattr(self.nccl, name)

    def total(self, x: DeviceBuffer, out: DeviceBuffer, what: Any) -> None:
        given = (x.address, out.address, *self._counted(x), self.nccl.NCCL_SUM)
        self._launch(what, lambda c, stream: c.allReduce(*given, stream))

    def extremum(self, x: DeviceBuffer, out: DeviceBuffer, greatest: bool, what: Any) -> None:
        chosen = self.nccl.NCCL_MAX if greatest else self.nccl.NCCL_MIN
        given = (x.address, out.address, *self._counted(x), chosen)
        self._launch(what, lambda c, stream: c.allReduce(*given, stream))

    def gathered(self, x: DeviceBuffer, out: DeviceBuffer, what: Any) -> None:
        given = (x.address, out.address, x.nbytes, self.nccl.NCCL_UINT8)
        self._launch(what, lambda c, stream: c.allGather(*given, stream))

    def totals(self, x: DeviceBuffer, out: DeviceBuffer, what: Any) -> None:
        given = (x.address, out.address, *self._counted(out), self.nccl.NCCL_SUM)
        self._launch(what, lambda c, stream: c.reduceScatter(*given, stream))

    def exchanged(self, x: DeviceBuffer, out: DeviceBuffer, what: Any) -> None:
        part, kind = x.nbytes // self.group.size, self.nccl.NCCL_UINT8

        def give(c: Any, stream: int) -> None:
            for peer in range(self.group.size):
                c.send(x.address + peer * part, part, kind, peer, stream)
                c.recv(out.address + peer * part, part, kind, peer, stream)

        self._launch(what, self._together(give))

    def passed(self, x: DeviceBuffer, out: DeviceBuffer, pairs: Pairs, what: Any) -> None:
        giver, taker = self.ends(pairs)
        if giver is None:
            _clear(out)

        def give(c: Any, stream: int) -> None:
            if taker is not None:
                c.send(x.address, x.nbytes, self.nccl.NCCL_UINT8, taker, stream)
            if giver is not None:
                c.recv(out.address, out.nbytes, self.nccl.NCCL_UINT8, giver, stream)

        self._launch(what, self._together(give))

    def _together(self, give: Callable[[Any, int], None]) -> Callable[[Any, int], None]:
        """Sends and receives that go on at once."""

        def grouped(communicator: Any, stream: int) -> None:
            self.nccl.groupStart()
            try:
                give(communicator, stream)
            finally:
                self.nccl.groupEnd()

        return grouped


# ---- which


CARRIERS: dict[str, type[Carrier]] = {"nccl": ByNccl, "mpi": ByMpi, "host": ByHost}


def carrier_of(group: Group, gpu: Gpu) -> Carrier:
    """What exchanges a GPU's memory with a group, which all of it have to choose together.

    NCCL's communicators, which take memory of the GPU, are those of all programs.
    """
    found: Carrier | None = group.carriers.get(gpu)
    if found is None:
        common = group.job.group(group.ranks)
        if gpu not in common.carriers:
            common.carriers[gpu] = CARRIERS[_chosen(common, gpu)](common, gpu)
        kind = type(common.carriers[gpu])
        found = common.carriers[gpu] if kind is ByNccl else kind(group, gpu)
        group.carriers[gpu] = found
    return found


def _chosen(group: Group, gpu: Gpu) -> str:
    """The name of the first carrier that all processes of a group have, or of that asked for."""
    wanted = variables.CUDA_COLLECTIVES.read()
    own = {"wanted": wanted, "has": _has(), "gpu": [group.job.hosts[group.job.rank], _bus(gpu)]}
    texts = group.texts(json.dumps(own), "the choice of what GPUs exchange memory by")
    all_of_them = [json.loads(text) for text in texts]
    if any(each["wanted"] != wanted for each in all_of_them):
        raise FjaxRuntimeError(
            "FJAX_CUDA_COLLECTIVES differs among the processes: "
            + ", ".join(f"process {r}: {x['wanted']}" for r, x in _by_rank(group, all_of_them))
        )
    lacking = {
        name: [r for r, each in _by_rank(group, all_of_them) if name not in each["has"]]
        for name in CARRIERS
    }
    if len({tuple(each["gpu"]) for each in all_of_them}) < group.size:
        lacking["nccl"] = [r for r, _ in _by_rank(group, all_of_them)]  # it wants a GPU for each
    if wanted == "any":
        return next(name for name, ranks in lacking.items() if not ranks)
    if lacking[wanted]:
        raise FjaxRuntimeError(
            f"FJAX_CUDA_COLLECTIVES={wanted}, and process "
            f"{', '.join(map(str, lacking[wanted]))} cannot: {_WHY[wanted]}"
        )
    return wanted


def _by_rank(group: Group, values: Sequence[Any]) -> list[tuple[int, Any]]:
    return list(zip(group.ranks, values, strict=True))


_WHY = {
    "nccl": "it takes NCCL 2.7 or later (pip install nvidia-nccl-cu13, or nvidia-nccl-cu12) and a "
    "GPU for each process",
    "mpi": "it takes an MPI that was built for CUDA and says so (MPIX_Query_cuda_support)",
}


def _has() -> list[str]:
    """The names of the carriers that this process has."""
    found = {"nccl": has_nccl(), "mpi": mpi_knows_gpus(), "host": True}
    return [name for name, there in found.items() if there]


def has_nccl() -> bool:
    """Whether CuPy finds an NCCL that is recent enough."""
    try:
        return bool(cuda.cupy_nccl.available) and cuda.cupy_nccl.get_version() >= OLDEST
    except (ImportError, AttributeError):
        return False


def mpi_knows_gpus() -> bool:
    """Whether the MPI library says that it takes addresses in GPU memory."""
    try:
        query = ctypes.CDLL(mpi.__file__).MPIX_Query_cuda_support
    except AttributeError:
        return False
    return bool(query())


def _bus(gpu: Gpu) -> str:
    """Where a GPU is in its machine."""
    return str(cuda.cupy.cuda.runtime.deviceGetPCIBusId(gpu.number))
