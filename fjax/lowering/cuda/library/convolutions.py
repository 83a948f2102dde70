"""Convolutions on the GPU alone: by cuDNN where it is installed, else as products of matrices. A
kernel copies windows, cuBLAS multiplies them.

Forward and both gradients are the same operation with other dimension numbers. The windows lie so
that neighbouring threads read what lies side by side. They are copied in chunks, of images or of
rows of places, one after another in the same memory. Windows of one element are not copied at all.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from fjax.core.avals import ShapedArray
from fjax.core.tracing import aval_of
from fjax.dataclass import dataclass
from fjax.lowering.cuda.library import matrix_products
from fjax.lowering.cuda.library.cudnn_convolutions import by_cudnn
from fjax.lowering.cuda.library.matrix_products import NARROW
from fjax.lowering.cuda.runtime.gpu import Gpu
from fjax.primitives.barriers import optimization_barrier
from fjax.primitives.contraction import DotGeneral
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.convolution import ConvGeneralDilated
from fjax.primitives.convolution_expansion import expansion, of_single_features
from fjax.primitives.generators import full
from fjax.primitives.shaping import Concatenate, Slice
from fjax.primitives.slicing import DynamicUpdateSlice
from fjax.primitives.structure import Reshape, Transpose
from fjax.primitives.unfolding import Unfold

CHUNK_BYTES = 256 << 20  # of windows at a time,
CHUNK_SHARE = 4  # ... or a fourth of operand and result, if that is more
CHOSEN_FROM = 4  # parts of a result, at most, between which a kernel chooses at each element

# Axes of an operand or result by meaning: groups, batch, input features, output features;
# for each spatial axis its places, and what a window has of it.
Name = str
Named = tuple[Any, list[Name]]
Range = tuple[int, int]


def expanded(gpu: Gpu, op: ConvGeneralDilated, lhs: Any, rhs: Any) -> tuple[Any, ...] | None:
    """A convolution by cuDNN, or in terms of kernels and of products; None for booleans."""
    (out,) = op.result_type(aval_of(lhs), aval_of(rhs))
    if 0 in (aval_of(lhs).size, aval_of(rhs).size, out.size):
        return (full(out.shape, 0, out.dtype),)
    found = by_cudnn(gpu, op, lhs, rhs)
    if found is None:
        found = _as_products(op, lhs, rhs)
    if found is None or aval_of(found).weak_type == out.weak_type:
        return None if found is None else (found,)
    return (convert_element_type(found, out.dtype, out.weak_type),)


def _as_products(op: ConvGeneralDilated, lhs: Any, rhs: Any) -> Any | None:
    if math.prod(aval_of(rhs).shape[a] for a in op.dimension_numbers.rhs_spec[2:]) > 1:
        (lhs,) = optimization_barrier(lhs)  # else what makes it is computed for every window
    return expansion(op, lhs, rhs, _dense, NARROW, True)


def _dense(op: ConvGeneralDilated, lhs: Any, rhs: Any) -> Any:
    """A convolution without padding and holes."""
    (out,) = op.result_type(aval_of(lhs), aval_of(rhs))
    wide = op.replace(preferred_element_type=None)
    single = of_single_features(wide, *(_in_float32(x) for x in (lhs, rhs)))
    if single is not None:
        return convert_element_type(single, out.dtype)
    return _Dense(op, aval_of(lhs), aval_of(rhs), out).result(lhs, rhs)


def _in_float32(x: Any) -> Any:
    return convert_element_type(x, matrix_products.FLOAT32) if aval_of(x).dtype in NARROW else x


@dataclass(frozen=True)
class _Spatial:
    """How windows lie along a spatial axis of the lhs."""

    places: int
    taps: int
    stride: int
    dilation: int

    @property
    def is_unfolded(self) -> bool:
        """Whether windows are copied: otherwise each element of the axis is in one alone."""
        return self.places > 1 and self.taps > 1

    def reach(self, places: Range) -> Range:
        """Which elements of the axis some windows have."""
        return places[0] * self.stride, (places[1] - 1) * self.stride + self._taps_reach

    @property
    def _taps_reach(self) -> int:
        return (self.taps - 1) * self.dilation + 1


class _Dense:
    """A convolution without padding and holes, as products of matrices."""

    def __init__(
        self, op: ConvGeneralDilated, lhs: ShapedArray, rhs: ShapedArray, out: ShapedArray
    ):
        self.op, self.out = op, out
        lhs_spec, rhs_spec, out_spec = op.dimension_numbers
        self.groups = op.feature_group_count * op.batch_group_count
        self.space = [
            _Spatial(out.shape[y], rhs.shape[w], stride, dilation)
            for y, w, stride, dilation in zip(
                out_spec[2:], rhs_spec[2:], op.window_strides, op.rhs_dilation, strict=True
            )
        ]
        grouped = lhs_spec[0] if op.batch_group_count > 1 else lhs_spec[1]
        self.lhs_shape, self.lhs_names = self._split(lhs, lhs_spec, "NC", "P", grouped)
        self.rhs_shape, self.rhs_names = self._split(rhs, rhs_spec, "OC", "T", rhs_spec[0])
        self.out_shape, self.out_names = self._split(out, out_spec, "NO", "P", out_spec[1])

    def _split(
        self, x: ShapedArray, spec: Sequence[int], first: str, space: str, grouped: int
    ) -> tuple[list[int], list[Name]]:
        """Shape and names of an array's axes, with groups as an axis of their own."""
        letters = [*first, *[f"{space}{k}" for k in range(len(self.space))]]
        names = dict(zip(spec, letters, strict=True))
        shape, found = list[int](), list[Name]()
        for a, n in enumerate(x.shape):
            if a == grouped:
                shape, found = [*shape, self.groups], [*found, "G"]
                n //= self.groups
            shape, found = [*shape, n], [*found, names[a]]
        return shape, found

    # ---- all of it

    def result(self, lhs: Any, rhs: Any) -> Any:
        """The convolution of these operands."""
        lhs, rhs = Reshape(tuple(self.lhs_shape))(lhs), Reshape(tuple(self.rhs_shape))(rhs)
        if not any(s.is_unfolded for s in self.space):
            x, names = self._single(lhs, list(self.lhs_names))
            return self._whole(*self._product((x, names), self._kernel(rhs, names)))
        matrices: Named | None = None
        rows = []
        for images, group in itertools.groupby(self._chunks(lhs), lambda chunk: chunk[0]):
            row = []
            for _, axis, places in group:
                x, names = self._windows(lhs, images, axis, places)
                matrices = matrices or self._as_matrices(*self._kernel(rhs, names), x, names)
                y, names = self._product((x, names), matrices)
                row.append(y)
            rows.append(_joined(row, names.index(f"P{axis}")))
        return self._whole(_joined(rows, names.index("N")), names)

    def _whole(self, y: Any, names: list[Name]) -> Any:
        """The result, whose axes of one place may be missing."""
        y, _ = _in_order(y, names, [n for n in self.out_names if n in names])
        return Reshape(self.out.shape)(y)

    # ---- windows

    def _chunks(self, lhs: Any) -> Iterator[tuple[Range, int, Range]]:
        """Ranges of images and of places along an axis, whose windows are copied at a time."""
        n, size = self.lhs_shape[self.lhs_names.index("N")], aval_of(lhs).dtype.itemsize
        axis = max(range(len(self.space)), key=lambda k: self._unfolded_places(k))
        places = self.space[axis].places
        features = self.lhs_shape[self.lhs_names.index("C")]
        elements = math.prod(s.places * s.taps for s in self.space) * features * self.groups * n
        moved = aval_of(lhs).nbytes + self.out.nbytes
        count = -(-elements * size // max(CHUNK_BYTES, moved // CHUNK_SHARE))
        images = max(1, n // count)
        rows = places if count <= n else max(1, places * n // count)
        for i in range(0, n, images):
            for j in range(0, places, rows):
                yield (i, min(n, i + images)), axis, (j, min(places, j + rows))

    def _unfolded_places(self, k: int) -> int:
        return self.space[k].places if self.space[k].is_unfolded else 0

    def _windows(self, x: Any, images: Range, axis: int, places: Range) -> Named:
        """The windows of some images and places as matrices, in memory of their own."""
        names, ranges = list(self.lhs_names), {"N": images}
        ranges[f"P{axis}"] = self.space[axis].reach(places)
        x = _part(x, names, ranges, {})
        x, names = self._single(x, names)
        for k, s in enumerate(self.space):
            if s.is_unfolded:
                x = Unfold(names.index(f"P{k}"), s.taps, s.stride, s.dilation)(x)
                names.append(f"T{k}")
        contracted = [n.replace("P", "T") for n in self.lhs_names if n not in "GN"]
        contracted = [n for n in contracted if n in names]
        free = [n for n in self.out_names if n in names and n not in "GO"]
        order = [contracted, free] if self._places_last() else [free, contracted]
        return _in_order(x, names, ["G", *order[0], *order[1]])

    def _places_last(self) -> bool:
        """Whether what lies side by side in the lhs are places, rather than elements of windows."""
        last = self.lhs_names[-1]
        if last in "NC":
            return last == "N"
        s = self.space[int(last[1:])]
        return s.places >= s.taps

    def _single(self, x: Any, names: list[Name]) -> Named:
        """The lhs with its axes along which no window is copied as places, or as elements of the
        one window."""
        steps, ranges = {}, {}
        for k, s in enumerate(self.space):
            if s.is_unfolded:
                continue
            name = f"P{k}"
            steps[name], ranges[name] = s.stride, s.reach((0, s.places))
            if s.taps > 1:
                steps[name] = s.dilation
        x = _part(x, names, ranges, steps)
        alone = [f"P{k}" for k, s in enumerate(self.space) if s.taps > 1 and s.places == 1]
        return x, [n.replace("P", "T") if n in alone else n for n in names]

    # ---- products

    def _kernel(self, w: Any, names: list[Name]) -> Named:
        """The rhs without its axes of one element; windows of these names have none there."""
        kept = [n for n in self.rhs_names if n in "GOC" or n in names]
        lengths = dict(zip(self.rhs_names, self.rhs_shape, strict=True))
        return Reshape(tuple([lengths[n] for n in kept]))(w), kept

    def _as_matrices(self, w: Any, w_names: list[Name], x: Any, names: list[Name]) -> Named:
        """The rhs as cuBLAS reads it beside these windows: copied once for all of them."""
        op, operands, _ = self._contraction((x, names), (w, w_names))
        if matrix_products.reads_in_place(op, *map(aval_of, operands)):
            return w, w_names
        over = [n for n in names if n in w_names and n != "G"]
        return _in_order(w, w_names, ["G", *over, "O"] if w_names[-1] == "O" else ["G", "O", *over])

    def _product(self, x: Named, w: Named) -> Named:
        """The product over what both have."""
        op, operands, names = self._contraction(x, w)
        return op(*operands), names

    def _contraction(self, x: Named, w: Named) -> tuple[DotGeneral, tuple[Any, Any], list[Name]]:
        """A product, its operands, and the names of its result's axes, features last or first."""
        over = [n for n in x[1] if n in w[1] and n != "G"]
        free = [n for n in x[1] if n not in over and n != "G"]
        precision, names = self.op.precision, ["G", *free, "O"]
        first, second = x, w
        if self.out_names[-1] != "O":
            first, second, names = w, x, ["G", "O", *free]
            precision = precision[::-1] if isinstance(precision, tuple) else precision
        left, right = (tuple([own.index(n) for n in over]) for _, own in (first, second))
        batch = (first[1].index("G"),), (second[1].index("G"),)
        op = DotGeneral(((left, right), batch), precision, self.op.preferred_element_type)
        return op, (first[0], second[0]), names


def _part(x: Any, names: Sequence[Name], ranges: dict[Name, Range], steps: dict[Name, int]) -> Any:
    """The elements in these ranges of some axes, by these steps."""
    shape = aval_of(x).shape
    found = [ranges.get(name, (0, n)) for name, n in zip(names, shape, strict=True)]
    by = tuple([steps.get(name, 1) for name in names])
    if found == [(0, n) for n in shape] and set(by) <= {1}:
        return x
    return Slice(tuple([a for a, _ in found]), tuple([b for _, b in found]), by)(x)


def _in_order(x: Any, names: list[Name], wanted: list[Name]) -> Named:
    order, shape = [names.index(n) for n in wanted], aval_of(x).shape
    moved = [a for a in order if shape[a] > 1]
    if moved == sorted(moved):
        return Reshape(tuple([shape[a] for a in order]))(x), wanted
    return Transpose(tuple(order))(x), wanted


def _joined(parts: Sequence[Any], axis: int) -> Any:
    """The parts side by side: few are chosen from by one kernel, many are put into place."""
    if len(parts) <= CHOSEN_FROM:
        return parts[0] if len(parts) == 1 else Concatenate(axis)(*parts)
    shape, start = list(aval_of(parts[0]).shape), 0
    shape[axis] = sum(aval_of(part).shape[axis] for part in parts)
    whole = full(tuple(shape), 0, aval_of(parts[0]).dtype)
    for part in parts:
        starts = [np.int32(start if a == axis else 0) for a in range(len(shape))]
        whole = DynamicUpdateSlice()(whole, part, *starts)
        start += aval_of(part).shape[axis]
    return whole
