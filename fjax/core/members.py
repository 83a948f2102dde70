"""What the members of a mesh have of one value, for those who look at it while it is traced."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fjax.core.array import Array
from fjax.core.mesh import Mesh


class Members:
    """The values of the members, in the order of the mesh's devices.

    common: whether all members have the same.
    """

    def __init__(self, mesh: Mesh, values: Sequence[Array], common: bool):
        self.mesh, self.values, self.common = mesh, values, common

    def value(self) -> Array | None:
        """The value that all members have; None if they may differ."""
        return self.values[0] if self.common else None

    def __str__(self) -> str:
        names = ", ".join(map(str, self.mesh.axis_names))
        places = np.ndindex(*self.mesh.shape.values())
        return "\n\n".join(
            f"On {device} at mesh coordinates ({names}) = {place}:\n{x}"
            for device, place, x in zip(self.mesh.devices.flat, places, self.values, strict=True)
        )
