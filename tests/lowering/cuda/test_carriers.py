"""What moves a GPU's memory between two processes, of which the other one is known beforehand."""

from types import SimpleNamespace

import numpy as np
import pytest

from fjax.lowering.cuda.library import carriers
from fjax.lowering.cuda.runtime.device_buffers import empty, of_array, to_array
from fjax.lowering.cuda.runtime.gpu import gpu as gpu_of

MINE = np.array([[3, -1, 4], [1, -5, 9]], np.int32)
THEIRS = np.array([[2, 7, -1], [8, 2, -8]], np.int32)
# A method, what it is asked, and what process 0 of two has then.
CASES = {
    "total": ("total", (), MINE + THEIRS),
    "maximum": ("extremum", (True,), np.maximum(MINE, THEIRS)),
    "minimum": ("extremum", (False,), np.minimum(MINE, THEIRS)),
    "gathered": ("gathered", (), np.stack([MINE, THEIRS])),
    "totals": ("totals", (), (MINE + THEIRS)[0]),
    "exchanged": ("exchanged", (), np.stack([MINE[0], THEIRS[0]])),
    "passed on": ("passed", (((0, 1), (1, 0)),), THEIRS),
    "taken": ("passed", (((1, 0),),), THEIRS),
    "given": ("passed", (((0, 1),),), np.zeros_like(MINE)),
}
REDUCED = {"sum": np.add, "max": np.maximum, "min": np.minimum}


class Mpi:
    """mpi4py's module and communicator as process 0 of two sees them, on a GPU's memory."""

    SUM, MAX, MIN, BYTE, IN_PLACE, PROC_NULL = "sum", "max", "min", np.uint8, "in place", "nobody"
    Datatype = SimpleNamespace(fromcode=np.dtype)

    def __init__(self, machine):
        self.machine = machine
        self.buffer = SimpleNamespace(fromaddress=self._memory)

    def _memory(self, address, nbytes):
        assert self.machine.stream().done, "MPI knows no streams"
        return self.machine.heaps[self.machine.device].view(address, nbytes)

    def Allreduce(self, x, out, operation):
        memory, dtype = out
        given = memory.view(dtype).copy() if x == self.IN_PLACE else x[0].view(x[1])
        memory.view(dtype)[:] = REDUCED[operation](given, THEIRS.ravel())

    def Reduce_scatter_block(self, x, out, operation):
        total = REDUCED[operation](x[0].view(x[1]), THEIRS.ravel())
        out[0].view(out[1])[:] = total[: total.size // 2]

    def Allgather(self, x, out):
        out[0][:] = np.concatenate([x[0], THEIRS.ravel().view(out[1])])

    def Alltoall(self, x, out):
        first, theirs = x[0][: x[0].size // 2], THEIRS[0].view(out[1])
        out[0][:] = np.concatenate([first, theirs])

    def Sendrecv(self, x, taker, sent, out, giver, received):
        assert (sent, received) == (0, 0) and {taker, giver} <= {1, self.PROC_NULL}
        assert x[0].size == out[0].size == MINE.nbytes
        if giver == 1:
            out[0][:] = THEIRS.ravel().view(out[1])


class OfArrays:
    """What a group does with arrays in host memory (`core.job.Group`)."""

    rank, size = 0, 2

    def total(self, x, what):
        return x + THEIRS

    def extremum(self, x, greatest, what):
        return (np.maximum if greatest else np.minimum)(x, THEIRS)

    def gathered(self, x, what):
        return np.stack([x, THEIRS])

    def totals(self, x, what):
        return (x + THEIRS)[0]

    def exchanged(self, x, what):
        return np.stack([x[0], THEIRS[0]])

    def passed(self, x, pairs, what):
        return THEIRS if any(pair == (1, 0) for pair in pairs) else np.zeros_like(x)


@pytest.fixture
def carrier(request, machine, monkeypatch):
    group, here = OfArrays(), gpu_of(0)
    if request.param is carriers.ByMpi:
        group.communicator = Mpi(machine)
        group.asked = []
        group.wait_for_all = group.asked.append
        monkeypatch.setattr(carriers, "mpi", group.communicator)
    return request.param(group, here)


@pytest.mark.parametrize("carrier", [carriers.ByMpi, carriers.ByHost], indirect=True)
@pytest.mark.parametrize("name", CASES)
def test_two_processes_exchange_memory_of_their_gpus(name, carrier):
    method, asked, expected = CASES[name]
    here = carrier.gpu
    x, out = of_array(here, MINE), empty(here, expected.shape, expected.dtype)
    here.write(out.pointer, np.full_like(expected, 77))
    getattr(carrier, method)(x, out, *asked, name)
    np.testing.assert_array_equal(to_array(out), expected)
    np.testing.assert_array_equal(to_array(x), MINE)
    if isinstance(carrier, carriers.ByMpi):
        assert carrier.group.asked == [name]  # it waits for the other process, and says for what


@pytest.mark.parametrize("carrier", [carriers.ByMpi, carriers.ByHost], indirect=True)
def test_a_total_may_be_where_its_operand_is(carrier):
    x = of_array(carrier.gpu, MINE)
    carrier.total(x, x, "a total")
    np.testing.assert_array_equal(to_array(x), MINE + THEIRS)


@pytest.mark.parametrize("greatest", [True, False])
@pytest.mark.parametrize("carrier", [carriers.ByMpi], indirect=True)
def test_memory_is_exchanged_once_the_work_before_is_done(greatest, carrier):
    carrier.extremum(x := of_array(carrier.gpu, MINE), x, greatest, "an extremum")
    expected = (np.maximum if greatest else np.minimum)(MINE, THEIRS)
    np.testing.assert_array_equal(to_array(x), expected)
