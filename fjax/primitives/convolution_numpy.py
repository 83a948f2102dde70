"""How NumPy evaluates a convolution: windows gathered into cache-sized blocks, multiplied by BLAS.

Operands come in canonical order, as views: lhs (groups, batch, features, *space), rhs (groups,
out_features, features, *window), and the result's place (groups, batch, out_features, *positions).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from fjax.core.fresh import empty
from fjax.primitives.contraction import integer_bound

BLOCK_BYTES = 2 << 20  # gathered windows stay in the second-level cache
TAP_BLOCK_BYTES = 256 << 10  # the same for sums of shifted products


@dataclass(frozen=True)
class Geometry:
    """How windows lie: strides, padding (low, high), dilation of the lhs and of the window."""

    strides: tuple[int, ...]
    padding: tuple[tuple[int, int], ...]
    lhs_dilation: tuple[int, ...]
    rhs_dilation: tuple[int, ...]


def convolve(xp: Any, x: Any, w: Any, out: Any, geometry: Geometry) -> None:
    """Write the convolution into `out`, which holds zeros."""
    if 0 in out.shape or 0 in x.shape or 0 in w.shape:
        return
    if x.dtype.kind in "iu" and xp is np and integer_bound(x, w, w[0, 0].size) < 2**53:
        exact = np.zeros(out.shape, np.float64)
        convolve(xp, x.astype(np.float64), w.astype(np.float64), exact, geometry)
        out[...] = exact.astype(np.int64).astype(out.dtype)
        return
    if xp is np and _is_of_vectors(x, w, geometry):
        line = padded(xp, x, geometry)
        out[0, 0, 0] = np.correlate(line[0, 0, 0], np.conj(w[0, 0, 0]), "valid")
        return
    if (
        all(n == 1 for n in geometry.strides)
        and 2 * w.shape[1] <= w.shape[2]
        and 1 < math.prod(w.shape[3:]) <= math.prod(out.shape[3:])
    ):
        scatter_products(xp, x, w, out, geometry)
        return
    for positions, taps, phase in phases(x.shape[3:], out.shape[3:], w.shape[3:], geometry):
        part, kernel = out[(..., *positions)], w[(..., *taps)]
        if 0 not in part.shape and 0 not in kernel.shape:
            undilated(xp, x, kernel, part, phase)


def _is_of_vectors(x: Any, w: Any, geometry: Geometry) -> bool:
    """Whether NumPy has a function for it: each operand is one vector, and nothing is skipped."""
    return (
        x.ndim == 4
        and x.shape[:3] == w.shape[:3] == (1, 1, 1)
        and x.dtype.kind in "fc"
        and geometry.strides == geometry.lhs_dilation == geometry.rhs_dilation == (1,)
    )


@dataclass(frozen=True)
class Residue:
    """The positions of an axis that leave one remainder modulo the dilation of the lhs.

    They see `taps` taps, from `first_tap` in steps of the dilation, and those fall on elements of
    the lhs without holes between them, padded like this.
    """

    positions: int
    first_tap: int
    taps: int
    padding: tuple[int, int]


def residues(
    length: int, positions: int, window: int, padding: tuple[int, int], dilation: int
) -> Iterator[Residue]:
    """The residues of an axis, for remainders 0, 1, … (at most one for each position)."""
    low, _ = padding
    for r in range(min(dilation, positions)):
        first_tap = (low - r) % dilation
        offset = (r + first_tap - low) // dilation
        count, taps = -((r - positions) // dilation), max(0, -((first_tap - window) // dilation))
        yield Residue(count, first_tap, taps, (-offset, count + taps - 1 + offset - length))


def phases(
    space: tuple[int, ...], out_space: tuple[int, ...], window: tuple[int, ...], geometry: Geometry
) -> Iterator[tuple[tuple[slice, ...], tuple[slice, ...], Geometry]]:
    """Split a convolution of a dilated lhs by the remainders of output positions.

    Positions with one remainder see the same taps of the window, and those fall on elements of the
    lhs without holes between them: no products with the zeros of the holes are formed. Axes with
    strides or a dilated window as well keep their holes.
    """
    axes = []
    for m, n, k, s, (lo, hi), d, e in zip(
        space,
        out_space,
        window,
        geometry.strides,
        geometry.padding,
        geometry.lhs_dilation,
        geometry.rhs_dilation,
        strict=True,
    ):
        if d == 1 or s != 1 or e != 1:
            axes.append([(slice(None), slice(None), (lo, hi), d)])
            continue
        options = [
            (slice(r, None, d), slice(part.first_tap, None, d), part.padding, 1)
            for r, part in enumerate(residues(m, n, k, (lo, hi), d))
        ]
        axes.append(options)
    for choice in itertools.product(*axes):
        yield (
            tuple(c[0] for c in choice),
            tuple(c[1] for c in choice),
            Geometry(
                geometry.strides,
                tuple(c[2] for c in choice),
                tuple(c[3] for c in choice),
                geometry.rhs_dilation,
            ),
        )


def undilated(xp: Any, x: Any, w: Any, out: Any, geometry: Geometry) -> None:
    """A convolution whose windows are read from the padded lhs as it lies in memory."""
    rank = x.ndim - 3
    windows = window_view(xp, padded(xp, x, geometry), out.shape[3:], w.shape[3:], geometry)
    if (
        w.shape[2] == 1
        and w.shape[0] > 1
        and w.shape[1] <= 4
        and math.prod(w.shape[3:]) <= math.prod(out.shape[3:])
    ):
        sum_of_taps(xp, windows, w, out)
    elif (
        windows.shape[1] == 1
        and w.shape[0] > 1
        and w.shape[1] <= 4
        and math.prod(out.shape[3:]) <= 64
    ):
        sum_over_windows(xp, windows, w, out)
    elif math.prod(w.shape[3:]) == 1 and _innermost(windows, rank) == "space":
        shape = (*windows.shape[:3], math.prod(out.shape[3:]))
        product = xp.matmul(w.reshape(w.shape[0], 1, *w.shape[1:3]), windows.reshape(shape))
        out[...] = product.reshape(out.shape)
    else:
        Gather(xp, windows, w, out).run()


def scatter_products(xp: Any, x: Any, w: Any, out: Any, geometry: Geometry) -> None:
    """Few output features: multiply every element of the lhs by every tap, then add the products
    up.

    It forms out_features * taps products for a position, where gathering would copy features * taps
    elements. The holes of a dilated lhs cost nothing.
    """
    groups, out_features, features = w.shape[:3]
    space, window = x.shape[3:], w.shape[3:]
    kernel = xp.moveaxis(w, 2, -1).reshape(groups, -1, features)
    each = kernel.shape[0] * kernel.shape[1] * math.prod(space)
    step = max(1, BLOCK_BYTES // (each * x.dtype.itemsize))
    for start in range(0, x.shape[1], step):
        block = x[:, start : start + step]
        products = xp.matmul(kernel[:, None], block.reshape(*block.shape[:3], -1))
        products = products.reshape(*block.shape[:2], out_features, *window, *space)
        target = out[:, start : start + step]
        for tap in itertools.product(*[range(k) for k in window]):
            place = landing(tap, space, out.shape[3:], geometry)
            if place is not None:
                into, taken = place
                target[(..., *into)] += products[
                    (slice(None), slice(None), slice(None), *tap, *taken)
                ]


def landing(
    tap: tuple[int, ...], space: tuple[int, ...], out_space: tuple[int, ...], geometry: Geometry
) -> tuple[list[slice], list[slice]] | None:
    """Where in the result this tap's products go, and which elements of the lhs have a place
    there."""
    into, taken = [], []
    for k, n, m, (low, _), d, e in zip(
        tap,
        space,
        out_space,
        geometry.padding,
        geometry.lhs_dilation,
        geometry.rhs_dilation,
        strict=True,
    ):
        offset = low - e * k  # element i lands on position d * i + offset
        first = max(0, -(offset // d))
        last = min(n - 1, (m - 1 - offset) // d)
        if first > last:
            return None
        into.append(slice(d * first + offset, d * last + offset + 1, d))
        taken.append(slice(first, last + 1))
    return into, taken


def padded(xp: Any, x: Any, geometry: Geometry) -> Any:
    """The lhs with its holes and its padding in place, in the memory order that it has."""
    lengths, inner, outer = [], [], []
    for n, (lo, hi), d in zip(x.shape[3:], geometry.padding, geometry.lhs_dilation, strict=True):
        total = 1 + d * (n - 1) + lo + hi
        first = -(min(lo, 0) // d)
        last = min(n, -((lo - total) // d))
        lengths.append(total)
        inner.append(slice(first, max(first, last)))
        outer.append(slice(lo + first * d, max(lo + (last - 1) * d + 1, lo + first * d), d))
    within = x[(..., *inner)]
    if within.shape[3:] == tuple(lengths):
        return within
    if xp is np:
        full: Any = np.zeros_like(x, shape=(*x.shape[:3], *lengths))
    else:
        full = xp.zeros((*x.shape[:3], *lengths), x.dtype)
    full[(..., *outer)] = within
    return full


def window_view(
    xp: Any, x: Any, positions: tuple[int, ...], window: tuple[int, ...], geometry: Geometry
) -> Any:
    """A view of shape (groups, batch, features, *positions, *window): every window's elements."""
    steps = x.strides[3:]
    strides = (
        *x.strides[:3],
        *[s * n for s, n in zip(steps, geometry.strides, strict=True)],
        *[s * n for s, n in zip(steps, geometry.rhs_dilation, strict=True)],
    )
    return xp.lib.stride_tricks.as_strided(x, (*x.shape[:3], *positions, *window), strides)


def _innermost(windows: Any, rank: int) -> str:
    """Which kind of axis runs along memory: batch, features or space."""
    candidates = [
        (windows.strides[1], "batch", windows.shape[1]),
        (windows.strides[2], "features", windows.shape[2]),
    ]
    for i in range(rank):
        for axis in (3 + i, 3 + rank + i):
            candidates.append((windows.strides[axis], "space", windows.shape[axis]))
    present = [c for c in candidates if c[2] > 1 and c[0] > 0]
    return min(present)[1] if present else "space"


def sum_of_taps(xp: Any, windows: Any, w: Any, out: Any) -> None:
    """One input feature in each group (a depthwise convolution): add up shifted, scaled copies."""
    rank = out.ndim - 3
    taps = list(itertools.product(*[range(n) for n in w.shape[3:]]))
    for block in tap_blocks(out):
        target = out[block]
        source = windows[(*block[:2], slice(None), *block[3:])]
        scratch = xp.empty_like(target)
        for number, tap in enumerate(taps):
            factor = w[(block[0], slice(None), 0, *tap)]
            factor = factor.reshape(factor.shape[0], 1, factor.shape[1], *[1] * rank)
            if number == 0:
                xp.multiply(source[(..., *tap)], factor, out=target)
            else:
                xp.multiply(source[(..., *tap)], factor, out=scratch)
                target += scratch


def sum_over_windows(xp: Any, windows: Any, w: Any, out: Any) -> None:
    """Few positions and many groups (the kernel's gradient of a depthwise convolution): a sum of
    products for each position, over features and taps."""
    taps = tuple(range(1, w.ndim - 2))
    for place in itertools.product(*[range(n) for n in out.shape[3:]]):
        for feature in range(w.shape[2]):
            window = windows[(slice(None), 0, feature, *place)]
            for number in range(w.shape[1]):
                products = window * w[:, number, feature]
                out[(slice(None), 0, number, *place)] += products.sum(axis=taps)


def tap_blocks(out: Any) -> Iterator[tuple[slice, ...]]:
    """Parts of the result that fit into the cache, cut along the axes that lie furthest apart."""
    limit = TAP_BLOCK_BYTES // out.dtype.itemsize
    cuttable = [0, 1, *range(3, out.ndim)]
    order = sorted(cuttable, key=lambda axis: -abs(out.strides[axis]))
    sizes = cut(dict(enumerate(out.shape)), order, limit)
    ranges = [
        [slice(i, i + sizes[a]) for i in range(0, n, sizes[a])] for a, n in enumerate(out.shape)
    ]
    return itertools.product(*ranges)


def cut(lengths: dict[Any, int], order: Any, limit: int) -> dict[Any, int]:
    """Block lengths along named axes: shorten them in this order until a block has `limit`
    elements."""
    sizes = dict(lengths)
    total = math.prod(lengths.values())
    for axis in order:
        if total <= limit:
            break
        rest = total // sizes[axis]
        pieces = -(-lengths[axis] // max(1, limit // rest))
        sizes[axis] = -(-lengths[axis] // pieces)
        total = rest * sizes[axis]
    return sizes


class Gather:
    """Windows copied block by block into a matrix (or read in place, where they are one already).

    A block's matrix has the summed axes (features and taps) along one side and the places (batch
    and positions) along the other, in the order that follows memory most closely.
    """

    def __init__(self, xp: Any, windows: Any, w: Any, out: Any):
        self.xp, self.windows, self.w, self.out = xp, windows, w, out
        self.rank = rank = out.ndim - 3
        innermost = _innermost(windows, rank)
        places, taps = math.prod(out.shape[3:]), math.prod(w.shape[3:])
        space, window = tuple(range(3, 3 + rank)), tuple(range(3 + rank, 3 + 2 * rank))
        self.sum_axes = (*window, 2) if innermost == "features" else (2, *window)
        self.place_axes = (*space, 1) if innermost == "batch" else (1, *space)
        self.places_first = innermost == "features" or (innermost == "space" and places < taps)
        strides = [(abs(out.strides[a]), a) for a in range(1, out.ndim) if out.shape[a] > 1]
        self.features_last = bool(strides) and min(strides)[1] == 2
        self.sums_cut_first = places < taps
        self.kernels: dict[Any, Any] = {}
        self.scratch: Any = None

    def run(self) -> None:
        whole = self.matrix(self.windows, copy=False)
        if whole is not None:
            every = slice(None)
            self.block((every, every, every, every, every), False, whole)
            return
        sizes = self.block_sizes()
        lengths = self.axis_lengths()
        ranges = [
            [slice(i, i + sizes[a]) for i in range(0, lengths[a], sizes[a])]
            for a in ("group", "batch", "position", "feature", "tap")
        ]
        for group, batch, position in itertools.product(*ranges[:3]):
            for number, (feature, tap) in enumerate(itertools.product(*ranges[3:])):
                self.block((group, batch, position, feature, tap), number > 0, None)

    def axis_lengths(self) -> dict[str, int]:
        shape = self.windows.shape
        first = self.rank > 0
        return {
            "group": shape[0],
            "batch": shape[1],
            "feature": shape[2],
            "position": shape[3] if first else 1,
            "tap": shape[3 + self.rank] if first else 1,
        }

    def block_sizes(self) -> dict[str, int]:
        lengths = self.axis_lengths()
        rest = self.windows.size // math.prod(lengths.values())
        limit = max(1, BLOCK_BYTES // self.windows.dtype.itemsize // rest)
        order = (
            ("group", "feature", "tap", "batch", "position")
            if self.sums_cut_first
            else ("group", "batch", "position", "feature", "tap")
        )
        return cut(lengths, order, limit)

    def block(self, parts: tuple[slice, ...], accumulate: bool, matrix: Any) -> None:
        """Multiply one block's windows with their part of the kernel, into their part of the
        result."""
        group, batch, position, feature, tap = parts
        space, window = [position] * min(self.rank, 1), [tap] * min(self.rank, 1)
        if matrix is None:
            rest = [slice(None)] * (self.rank - 1)
            view = self.windows[
                (group, batch, feature, *space, *(rest if self.rank else []), *window)
            ]
            matrix = self.matrix(view, copy=True)
        kernel = self.kernel(group, feature, tap)
        target = self.out[(group, batch, slice(None), *space)]
        axes = self.place_axes
        if self.features_last:
            target = target.transpose(0, *axes, 2)
            left = matrix if self.places_first else matrix.swapaxes(1, 2)
            right = kernel.swapaxes(1, 2)
        else:
            target = target.transpose(0, 2, *axes)
            left, right = kernel, matrix.swapaxes(1, 2) if self.places_first else matrix
        self.store(left, right, target, accumulate)

    def store(self, left: Any, right: Any, target: Any, accumulate: bool) -> None:
        shape = (target.shape[0], left.shape[1], right.shape[2])
        flat = None if accumulate or self.xp is not np else reshaped_view(target, shape)
        if flat is not None and flat.strides[-1] == flat.itemsize:
            np.matmul(left, right, out=flat)
            return
        product = self.xp.matmul(left, right).reshape(target.shape)
        if accumulate:
            target += product
        else:
            target[...] = product

    def kernel(self, group: slice, feature: slice, tap: slice) -> Any:
        """The kernel's part as matrices (groups, out_features, summed)."""
        key = (group.start, feature.start, tap.start)
        found = self.kernels.get(key)
        if found is None:
            window = [tap] * min(self.rank, 1)
            part = self.w[(group, slice(None), feature, *window)]
            order = [2 if a == 2 else a - self.rank for a in self.sum_axes]
            part = part.transpose(0, 1, *order)
            found = self.kernels[key] = part.reshape(*part.shape[:2], -1)
        return found

    def matrix(self, view: Any, copy: bool) -> Any:
        """The windows as (groups, places, summed) matrices or the other way round; None if `copy`
        is off and they are not matrices where they lie."""
        first, second = self.place_axes, self.sum_axes
        if not self.places_first:
            first, second = second, first
        ordered = view.transpose(0, *first, *second)
        shape = (
            view.shape[0],
            math.prod(view.shape[a] for a in first),
            math.prod(view.shape[a] for a in second),
        )
        if self.xp is not np:
            return ordered.reshape(shape)
        found = reshaped_view(ordered, shape)
        if found is not None and is_blas_matrix(found):
            return found
        if not copy:
            return None
        if self.scratch is None or self.scratch.size < ordered.size:
            self.scratch = empty(ordered.size, ordered.dtype)
        buffer = self.scratch[: ordered.size]
        np.copyto(buffer.reshape(ordered.shape), ordered)
        return buffer.reshape(shape)


def is_blas_matrix(x: np.ndarray) -> bool:
    """Whether rows or columns are contiguous and do not overlap."""
    rows, columns = x.shape[-2:]
    row_step, column_step = (s // x.itemsize for s in x.strides[-2:])
    return (column_step == 1 and row_step >= columns) or (row_step == 1 and column_step >= rows)


def reshaped_view(x: np.ndarray, shape: tuple[int, ...]) -> np.ndarray | None:
    """x under another shape if that needs no copy, else None."""
    try:
        return np.reshape(x, shape, copy=False)
    except ValueError:
        return None
