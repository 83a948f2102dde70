"""Where a run and its batches are: on one device, or over those of a mesh."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from fjax import tree
from fjax.api.devices import device_put
from fjax.core import processes
from fjax.core.mesh import Mesh
from fjax.core.sharding import NamedSharding
from fjax.core.sharding import PartitionSpec as P
from fjax.dataclass import dataclass
from fjax.errors import FjaxTypeError, FjaxValueError


@dataclass(frozen=True)
class Placement:
    """The rows of batches are split over all devices of a mesh; each device has the whole run.

    Without a mesh all stays where it is. Every process gives the same batches.

    >>> Placement(None).split(3)
    3
    """

    mesh: Mesh | None

    @property
    def first(self) -> bool:
        """Whether this process is the first of those that train together."""
        return self.mesh is None or processes.index() == 0

    def check(self, data: Any) -> None:
        """Raise for a loader that gives each process other rows, or a mesh that is none."""
        if self.mesh is None:
            return
        if not isinstance(self.mesh, Mesh):
            raise FjaxTypeError(
                'train.fit: mesh is one of devices, fjax.make_mesh((4,), ("data",)), got '
                f"{self.mesh!r}"
            )
        if getattr(data, "count", 1) > 1:
            raise FjaxValueError(
                "train.fit: with mesh= each process has the same batches, and its devices "
                "take their rows from them; leave out rank and count of the loader"
            )

    def whole(self, value: Any) -> Any:
        """A pytree that each device has."""
        return value if self.mesh is None else device_put(value, NamedSharding(self.mesh, P()))

    def split(self, batch: Any) -> Any:
        """A batch whose rows are divided among the devices."""
        if self.mesh is None:
            return batch
        names = tuple(self.mesh.axis_names)
        devices = math.prod(self.mesh.shape[name] for name in names)
        for leaf in tree.leaves(batch):
            if np.ndim(leaf) == 0 or np.shape(leaf)[0] % devices:
                raise FjaxValueError(
                    f"train.fit: the rows of a batch are split over the {devices} devices of the "
                    f"mesh, got an array of shape {np.shape(leaf)}; choose a batch_size that is a "
                    "multiple, and rest='pad' where rows do not fill batches"
                )
        return device_put(batch, NamedSharding(self.mesh, P(names)))
