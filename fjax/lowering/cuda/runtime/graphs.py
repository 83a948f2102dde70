"""CUDA graphs of a program's launches: one call of the driver instead of one for each launch.

A graph holds the addresses that its launches were captured with, so it serves calls with the same
ones. Steps of a training loop come back to the same addresses again and again, since the pool hands
out what was given back; calls with other addresses are launched one by one.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from fjax.dataclass import dataclass
from fjax.lowering.cuda.runtime.gpu import Gpu

MOST_KEPT = 8  # graphs of a program
MOST_KNOWN = 64  # sets of addresses that calls are remembered by
Addresses = tuple[int, ...]
Key = tuple[Addresses, int]


@dataclass(frozen=True, eq=False)
class Graph:
    """A captured graph, and the memory of its intermediate values, which it holds."""

    captured: Any
    scratch: Any


class Graphs:
    """Graphs of a program, by its arguments' addresses and the stream.

    A graph is for one stream: on two, its launches would share their intermediate values unordered.
    give: gives the launches to a stream, for the addresses of arguments and the scratch memory.
    """

    def __init__(self, gpu: Gpu, scratch_bytes: int, give: Callable[[Addresses, Any, Any], None]):
        self.gpu, self.scratch_bytes, self.give = gpu, scratch_bytes, give
        self.kept: dict[Key, Graph] = {}
        self.known: OrderedDict[Key, None] = OrderedDict()

    def run(self, addresses: Addresses, stream: Any) -> bool:
        """Launch the graph for these addresses; False if there is none.

        The second call with the same addresses captures one, until there are `MOST_KEPT`.
        """
        key = addresses, stream.ptr
        graph = self.kept.get(key)
        if graph is None:
            if len(self.kept) >= MOST_KEPT or not self._seen(key):
                return False
            graph = self.kept[key] = self._capture(addresses)
        graph.captured.launch(stream)
        return True

    def _seen(self, key: Key) -> bool:
        """Whether a call had these addresses before."""
        if key in self.known:
            return True
        self.known[key] = None
        if len(self.known) > MOST_KNOWN:
            self.known.popitem(last=False)
        return False

    def _capture(self, addresses: Addresses) -> Graph:
        scratch = self.gpu.allocate(self.scratch_bytes) if self.scratch_bytes else None
        give = lambda stream: self.give(addresses, scratch, stream)
        return Graph(self.gpu.capture(give), scratch)
