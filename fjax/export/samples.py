"""Which sizes a function with symbolic shapes is traced for."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from fjax.core.dimensions import Dimension, value_of
from fjax.errors import FjaxValueError
from fjax.export.specification import SymbolicScope

FITTED = 8  # programs that the formulas are found from
# Ranges of sizes that they are checked for, and how many of each.
CHECKED = (((2, 2), 1), ((3, 3), 1), ((2, 9), 3), ((10, 24), 1), ((500, 2000), 2))
ROUNDED = 12  # sizes one after another that formulas with floordiv are checked for
# Ranges for the first, in the order in which they are tried; constraints may exclude the usual one.
_RANGES = ((24, 400), (8, 64), (2, 16), (400, 2000), (2000, 20000), (20000, 1000000), (1, 8))
_TRIES = 400
MOST_PINNED = 3  # variables; all their subsets are tried at 1


class Sampler:
    """Sizes of dimension variables that fulfil the constraints; the same in every run.

    >>> sampler = Sampler(["b"], SymbolicScope(["b <= 9"]), [])
    >>> all(1 <= sizes["b"] <= 9 for sizes in sampler.fitted())
    True
    """

    def __init__(self, names: Sequence[str], scope: SymbolicScope, lengths: Sequence[Any]):
        self.names, self.scope, self.lengths = tuple(names), scope, tuple(lengths)

    def fitted(self) -> list[dict[str, int]]:
        """Sizes to find formulas from; fewer than usual if the constraints leave few."""
        most: list[dict[str, int]] = []
        for low, high in _RANGES:
            found = self._several(lambda r, low=low, high=high: r.randint(low, high), FITTED)
            most = max(most, found, key=len)
            if len(most) == FITTED:
                break
        if not most:
            raise FjaxValueError(
                f"no sizes of {', '.join(self.names)} were found that fulfil the constraints "
                f"{', '.join(self.scope.texts)} and give no negative length"
            )
        return most

    def checked(self) -> Iterator[dict[str, int]]:
        """Sizes to check the formulas for: small ones, where programs are special, and large."""
        for (low, high), count in CHECKED:
            yield from self._several(lambda r, low=low, high=high: r.randint(low, high), count)

    def consecutive(self, ones: frozenset[str] = frozenset()) -> Iterator[dict[str, int]]:
        """Sizes that go up one by one, to find formulas that round: all remainders occur."""
        starts = random.Random(1)
        first = {name: starts.randint(24, 100) for name in self.names}
        for k in range(ROUNDED):
            sizes = {name: 1 if name in ones else first[name] + k for name in self.names}
            sizes = self._balanced(sizes)
            if self._allowed(sizes, ones):
                yield sizes

    def pinned(self) -> Iterator[tuple[frozenset[str], list[dict[str, int]]]]:
        """(variables that are 1, sizes with these at 1): what has one element is often special."""
        few = len(self.names) <= MOST_PINNED
        counts = range(1, len(self.names) + 1) if few else (1, len(self.names))
        for count in counts:
            for ones in map(frozenset, itertools.combinations(self.names, count)):
                wanted = 1 if len(ones) == len(self.names) else FITTED
                found = self._several(lambda r: r.randint(24, 400), wanted, ones)
                if found:
                    yield ones, found

    def _several(
        self, draw: Callable[..., int], count: int, ones: frozenset[str] = frozenset()
    ) -> list[dict[str, int]]:
        source = random.Random(0)
        found: list[dict[str, int]] = []
        for _ in range(_TRIES):
            sizes = {name: 1 if name in ones else draw(source) for name in self.names}
            sizes = self._balanced(sizes)
            if sizes not in found and self._allowed(sizes, ones):
                found.append(sizes)
                if len(found) == count:
                    break
        return found

    def _balanced(self, sizes: dict[str, int]) -> dict[str, int]:
        """The sizes with those changed that an equality determines."""
        for left, right in self.scope.equal:
            difference = left - right
            for name in sorted(difference.variables() if isinstance(difference, Dimension) else ()):
                linear = difference.linear_in(name) if name in sizes else None
                if linear is not None and abs(linear[0]) == 1:
                    sizes[name] = -linear[0] * value_of(linear[1], sizes)
                    break
        return sizes

    def _allowed(self, sizes: dict[str, int], ones: frozenset[str]) -> bool:
        return (
            all(sizes[name] >= 1 for name in sizes)
            and all(sizes[name] == 1 for name in ones)
            and all(value_of(n, sizes) >= 0 for n in self.lengths)
            and self.scope.violated(sizes) is None
        )
