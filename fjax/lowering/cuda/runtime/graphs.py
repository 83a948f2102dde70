"""CUDA graphs of a program's launches: one call of the driver instead of one for each launch.

A graph holds the addresses that its launches were captured with, so it serves calls with the same
ones. Steps of a training loop come back to the same addresses again and again, since the pool hands
out what was given back; calls with other addresses are launched one by one.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from fjax.lowering.cuda.runtime.gpu import Gpu

MOST_KEPT = 8  # graphs of a program
MOST_KNOWN = 64  # sets of addresses that calls are remembered by


@dataclass(frozen=True, eq=False)
class Graph:
    """A captured graph, and the memory of its intermediate values, which it holds."""

    captured: Any
    scratch: Any


class Graphs:
    """Graphs of a program, by its arguments' addresses and the stream.

    A graph is for one stream: on two, its launches would share their intermediate values unordered.
    give: gives the launches for the addresses of arguments and intermediates to a stream.
    """

    def __init__(
        self,
        gpu: Gpu,
        scratch_bytes: int,
        offsets: np.ndarray,
        give: Callable[[np.ndarray, Any], None],
    ):
        self.gpu, self.scratch_bytes, self.offsets, self.give = gpu, scratch_bytes, offsets, give
        self.kept: dict[tuple[bytes, int], Graph] = {}
        self.known: OrderedDict[tuple[bytes, int], None] = OrderedDict()

    def run(self, pointers: np.ndarray, stream: Any) -> bool:
        """Launch the graph for these addresses; False if there is none.

        The second call with the same addresses captures one, until there are `MOST_KEPT`.
        """
        key = pointers.tobytes(), stream.ptr
        graph = self.kept.get(key)
        if graph is None:
            if len(self.kept) >= MOST_KEPT or not self._seen(key):
                return False
            graph = self.kept[key] = self._capture(pointers)
        graph.captured.launch(stream)
        return True

    def _seen(self, key: tuple[bytes, int]) -> bool:
        """Whether a call had these addresses before."""
        if key in self.known:
            return True
        self.known[key] = None
        if len(self.known) > MOST_KNOWN:
            self.known.popitem(last=False)
        return False

    def _capture(self, pointers: np.ndarray) -> Graph:
        scratch = None
        if self.scratch_bytes:
            scratch = self.gpu.allocate(self.scratch_bytes)
            pointers = np.concatenate((pointers, self.offsets + scratch.ptr))
        return Graph(self.gpu.capture(lambda stream: self.give(pointers, stream)), scratch)
