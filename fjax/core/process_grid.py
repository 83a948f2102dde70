"""How a mesh lies over processes: which of its members each process holds.

Along each axis every process holds a run of members, as many as the others: an axis of n members is
one of `processes` with `n // processes` members each. So the members of a process form a smaller
mesh, and an axis of the mesh is an axis of processes and, within each, one of members.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fjax.core import processes
from fjax.core.memo import cached_property, memo
from fjax.core.mesh import AbstractMesh, Mesh
from fjax.dataclass import dataclass
from fjax.errors import DeviceError, place

if TYPE_CHECKING:
    from fjax.core.job import Group

Groups = tuple[tuple[int, ...], ...] | None


@dataclass(frozen=True)
class ProcessGrid:
    """The processes of a mesh: along each of its axes how many, and how many members each holds.

    ranks: the processes in row-major order.
    """

    names: tuple[Any, ...]
    sizes: tuple[int, ...]
    members: tuple[int, ...]
    ranks: tuple[int, ...]

    @cached_property
    def place(self) -> tuple[int, ...]:
        """Where this process is."""
        grid = np.array(self.ranks).reshape(self.sizes)
        return tuple(int(i) for i in np.argwhere(grid == processes.index())[0])

    @cached_property
    def groups(self) -> dict[Any, Group]:
        """The groups that have been asked for (`_key`)."""
        return {}

    @cached_property
    def channels(self) -> dict[Any, np.ndarray]:
        """What compiled programs know groups by: words that are null until a group is needed."""
        return {}

    def axis(self, name: Any) -> ProcessAxis | None:
        """The axis of processes behind an axis of the mesh; None where one holds all members."""
        number = self.names.index(name)
        return ProcessAxis(self, number) if self.sizes[number] > 1 else None

    def local(self, name: Any) -> int:
        """How many members along an axis a process holds."""
        return self.members[self.names.index(name)]

    def together(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """The processes that differ from this one along these axes alone, itself among them.

        They are in row-major order, the axes in the order given.
        """
        grid = np.array(self.ranks).reshape(self.sizes)
        index: list[Any] = list(self.place)
        for number in numbers:
            index[number] = slice(None)
        found = grid[tuple(index)]
        order = [sorted(numbers).index(number) for number in numbers]
        return tuple(int(rank) for rank in found.transpose(order).ravel())


@dataclass(frozen=True)
class ProcessAxis:
    """An axis of processes, which collectives may name: an axis of a mesh, by the grid it is of.

    channel: whose communicators a program uses (`Job.channel`); 0: it has none yet.
    """

    grid: ProcessGrid
    number: int
    channel: int = 0

    @property
    def name(self) -> Any:
        """The name of the mesh's axis."""
        return self.grid.names[self.number]

    @property
    def size(self) -> int:
        return self.grid.sizes[self.number]

    @property
    def index(self) -> int:
        """Where this process is along the axis."""
        return self.grid.place[self.number]

    def __repr__(self) -> str:
        return f"processes along {self.name!r}"


@memo(256)
def grid_of(mesh: Mesh | AbstractMesh) -> ProcessGrid:
    """How a mesh lies over processes.

    Raises DeviceError where members of one process do not form a part of the mesh as described
    above, and where a process has none.
    """
    assert isinstance(mesh, Mesh), "an abstract mesh lies over no processes"
    held = np.array([d.process_index for d in mesh.devices.flat]).reshape(mesh.devices.shape)
    members = tuple(_run(held, axis) for axis in range(held.ndim))
    shape: tuple[int, ...] = held.shape
    sizes = tuple([n // k for n, k in zip(shape, members, strict=True)])
    corners = held[tuple(slice(None, None, k) for k in members)]
    if not np.array_equal(_repeated(corners, members), held) or np.unique(corners).size != (
        corners.size
    ):
        raise DeviceError(
            f"{mesh!r}: the devices of each process must be neighbours in the mesh, in blocks of "
            f"one shape. The processes are placed so:\n{held}\nGive the mesh other sizes, "
            "or order its devices (fjax.devices() has those of one process side by side)"
        )
    missing = set(range(processes.count())) - set(held.flat)
    if missing and sizes != (1,) * held.ndim:
        raise DeviceError(
            f"{mesh!r} has devices of several processes, and none of process "
            f"{', '.join(map(str, sorted(missing)))}: every process runs the same programs, so "
            "each needs a device in the mesh; make it of all fjax.devices(), or of "
            "fjax.local_devices()"
        )
    return ProcessGrid(mesh.axis_names, sizes, members, tuple(int(r) for r in corners.flat))


def _run(held: np.ndarray, axis: int) -> int:
    """How many members the first process has along an axis."""
    line = np.moveaxis(held, axis, 0).reshape(held.shape[axis], -1)[:, 0]
    differing: np.ndarray = np.flatnonzero(line != line[0])
    run = int(differing[0]) if differing.size else line.size
    return run if line.size % run == 0 else line.size


def _repeated(corners: np.ndarray, members: tuple[int, ...]) -> np.ndarray:
    for axis, count in enumerate(members):
        corners = np.repeat(corners, count, axis)
    return corners


def require_processes(axes: Sequence[Any]) -> None:
    """Raise NameError for an axis that is of no processes."""
    for axis in axes:
        if not isinstance(axis, ProcessAxis):
            raise NameError(
                f"Found an unbound axis name: {axis}: a collective over it ran outside of its "
                f"axis\n  at {place()}"
            )


def group_of(axes: Sequence[Any], groups: Groups = None) -> Group:
    """The processes that take part in a collective along axes of processes, with this one.

    groups: which ones along the single axis take part with one another; None: all.
    Raises NameError for an axis that is of no processes.
    """
    require_processes(axes)
    assert axes[0].channel, "a collective of a program that processes have not compared"
    grid, key = axes[0].grid, _key(axes, groups)
    job, known = processes.job(), grid.groups
    found = known.get(key)
    if found is None or found.job is not job:
        together = grid.together(tuple([axis.number for axis in axes]))
        if groups is not None:
            own = next(group for group in groups if axes[0].index in group)
            together = tuple(together[i] for i in own)
        found = known[key] = job.group(together, axes[0].channel)
    return found


def channel_of(axes: Sequence[Any], groups: Groups) -> np.ndarray:
    """The word that leads a compiled program to the group of a collective (see `group_of`)."""
    return axes[0].grid.channels.setdefault(_key(axes, groups), np.zeros(1, np.int64))


def _key(axes: Sequence[ProcessAxis], groups: Groups) -> tuple[Any, ...]:
    """Distinguishes the groups of a grid."""
    return axes[0].channel, tuple([axis.number for axis in axes]), groups
