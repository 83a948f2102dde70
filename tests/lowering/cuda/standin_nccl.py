"""A stand-in for CuPy's module of NCCL, for a process with a GPU of the stand-in for CuPy.

What is given to a stream begins once the work before it is done, and ends once all processes have
begun it: meanwhile nobody waits. MPI moves the bytes. Processes that begin different operations, or
the same with other counts or dtypes, which NCCL would hang or mix up by, are an error.
"""

import atexit
import itertools
import threading

import numpy as np
from mpi4py import MPI

ID_BYTES = 128
DTYPES = {0: "i1", 1: "u1", 2: "i4", 3: "u4", 4: "i8", 5: "u8", 6: "e", 7: "f", 8: "d"}
SUM, PROD, MAX, MIN = range(4)
OPERATIONS = {SUM: np.add, PROD: np.multiply, MAX: np.maximum, MIN: np.minimum}
PAUSE = 2e-4


class NcclError(RuntimeError):
    """What NCCL refuses."""


class Meeting:
    """Work on a stream that several processes take part in. `end` writes the results."""

    def __init__(self, begin, end):
        self.begin, self.end, self.requests = begin, end, None

    def advance(self):
        """Whether it is done; it begins when it is first asked."""
        if self.requests is None:
            self.requests = self.begin()
        if not MPI.Request.Testall(self.requests):
            return False
        self.end()
        return True


class Nccl:
    """The module, of one process."""

    NcclError = NcclError
    NCCL_SUM, NCCL_PROD, NCCL_MAX, NCCL_MIN = SUM, PROD, MAX, MIN
    NCCL_INT8, NCCL_UINT8, NCCL_INT32, NCCL_UINT32, NCCL_INT64, NCCL_UINT64 = range(6)
    NCCL_FLOAT16, NCCL_FLOAT32, NCCL_FLOAT64 = range(6, 9)
    available = True

    def __init__(self, machine, version=23007):
        self.machine, self.version = machine, version
        self.numbers = itertools.count(100)
        self.group = None  # calls between groupStart and groupEnd
        self.calls = []  # the names of what was called, for tests
        self.ended = threading.Event()
        self.runs = threading.Thread(target=self._run, daemon=True)
        self.runs.start()
        atexit.register(self._end)

    def _run(self):
        """A GPU goes on while the host does something else, or waits for another process."""
        while not self.ended.wait(PAUSE):
            for stream in list(self.machine.streams.values()):
                try:
                    stream.advance()
                except Exception as error:  # who waits for the GPU is told
                    self.machine.fail(error)
                    raise

    def _end(self):
        self.ended.set()
        self.runs.join()

    def get_version(self):
        return self.version

    def get_unique_id(self):
        """Which process made it, and a number of its own."""
        head = (MPI.COMM_WORLD.rank, next(self.numbers))
        return head + (7,) * (ID_BYTES - len(head))

    def groupStart(self):
        assert self.group is None, "a group within a group"
        self.group = []

    def groupEnd(self):
        given, self.group = self.group, None
        if given:
            (communicator,) = {each[0] for each in given}
            communicator.meet_in_pairs([each[1:] for each in given])

    def NcclCommunicator(self, ndev, commId, rank):
        return Communicator(self, ndev, commId, rank)


class Communicator:
    """The processes that gave one identifier."""

    def __init__(self, nccl, ndev, commId, rank):
        assert type(commId) is tuple and len(commId) == ID_BYTES and 0 <= rank < ndev
        assert all(type(n) is int and -128 <= n < 128 for n in commId) and commId[2] == 7
        self.nccl, self.machine, self.device = nccl, nccl.machine, nccl.machine.device
        bus = self.machine.buses[self.device]
        world, (root, number) = MPI.COMM_WORLD, commId[:2]
        if world.rank == root:
            found = {rank: (root, bus)}
            for _ in range(ndev - 1):
                other, who, where = world.recv(source=MPI.ANY_SOURCE, tag=number)
                found[other] = who, where
            for other, (who, _) in found.items():
                if other != rank:
                    world.send(found, who, tag=number)
        else:
            world.send((rank, world.rank, bus), root, tag=number)
            found = world.recv(source=root, tag=number)
        assert sorted(found) == list(range(ndev)), "two processes have one rank"
        if len({where for _, where in found.values()}) < ndev:
            raise NcclError("NCCL_ERROR_INVALID_USAGE: Duplicate GPU detected")
        members = world.Get_group().Incl([found[r][0] for r in range(ndev)])
        self.communicator = world.Create_group(members, number)
        self.size = ndev

    def check_async_error(self):
        pass

    def _checked(self, count, datatype, stream, *pointers):
        """The stream of a call, and how many bytes it is about."""
        assert self.machine.device == self.device, "another GPU is the current one"
        assert type(count) is int and count > 0 and datatype in DTYPES
        assert all(type(p) is int and p for p in pointers)
        found = self.machine.streams[stream, self.device]
        assert found.capturing is None
        return found, count * np.dtype(DTYPES[datatype]).itemsize

    def _view(self, pointer, nbytes):
        return self.machine.heaps[self.device].view(pointer, nbytes)

    def _together(self, name, sendbuf, nbytes, said, stream, give):
        """All bytes of everybody, as rows, for `give`."""
        self.nccl.calls.append(name)
        assert self.nccl.group is None
        head = np.frombuffer(repr((name, *said)).encode().ljust(64), np.uint8)
        rows = np.empty((self.size, head.size + nbytes), np.uint8)

        def begin():
            own = np.concatenate([head, self._view(sendbuf, nbytes)])
            begin.own = own  # as long as MPI reads it
            return [self.communicator.Iallgather(own, rows)]

        def end():
            assert (rows[:, :64] == head).all(), [bytes(row[:64]) for row in rows]
            give(rows[:, 64:])

        stream.put(Meeting(begin, end))

    def _reduced(self, rows, datatype, op):
        values = np.ascontiguousarray(rows).view(DTYPES[datatype])
        with np.errstate(over="ignore", invalid="ignore"):
            return OPERATIONS[op].reduce(values, axis=0, dtype=values.dtype).view(np.uint8)

    def allReduce(self, sendbuf, recvbuf, count, datatype, op, stream):
        stream, nbytes = self._checked(count, datatype, stream, sendbuf, recvbuf)

        def give(rows):
            self._view(recvbuf, nbytes)[:] = self._reduced(rows, datatype, op)

        self._together("allReduce", sendbuf, nbytes, (count, datatype, op), stream, give)

    def reduceScatter(self, sendbuf, recvbuf, recvcount, datatype, op, stream):
        stream, nbytes = self._checked(recvcount, datatype, stream, sendbuf, recvbuf)
        own = self.communicator.rank

        def give(rows):
            total = self._reduced(rows, datatype, op)
            self._view(recvbuf, nbytes)[:] = total[own * nbytes : (own + 1) * nbytes]

        said = recvcount, datatype, op
        self._together("reduceScatter", sendbuf, self.size * nbytes, said, stream, give)

    def allGather(self, sendbuf, recvbuf, count, datatype, stream):
        stream, nbytes = self._checked(count, datatype, stream, sendbuf, recvbuf)

        def give(rows):
            self._view(recvbuf, self.size * nbytes)[:] = rows.ravel()

        self._together("allGather", sendbuf, nbytes, (count, datatype), stream, give)

    def send(self, sendbuf, count, datatype, peer, stream):
        self._in_group("send", sendbuf, count, datatype, peer, stream)

    def recv(self, recvbuf, count, datatype, peer, stream):
        self._in_group("recv", recvbuf, count, datatype, peer, stream)

    def _in_group(self, name, pointer, count, datatype, peer, stream):
        stream, nbytes = self._checked(count, datatype, stream, pointer)
        assert 0 <= peer < self.size
        assert self.nccl.group is not None, "one process would wait in a send for the other's end"
        self.nccl.group.append((self, name, pointer, nbytes, peer, stream))

    def meet_in_pairs(self, calls):
        """Sends and receives of one group: between two processes they are in order."""
        self.nccl.calls.append("group")
        (stream,) = {each[-1] for each in calls}
        taken, kept = [], []

        def begin():
            requests = []
            for name, pointer, nbytes, peer, _ in calls:
                if name == "send":
                    kept.append(self._view(pointer, nbytes).copy())
                    requests.append(self.communicator.Isend(kept[-1], peer))
                else:
                    taken.append((pointer, np.empty(nbytes, np.uint8)))
                    requests.append(self.communicator.Irecv(taken[-1][1], peer))
            return requests

        def end():
            for pointer, found in taken:
                self._view(pointer, found.size)[:] = found

        stream.put(Meeting(begin, end))
