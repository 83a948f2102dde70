"""Convolutions of any rank, with strides, dilations, groups and dimension numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from fjax.config import config
from fjax.core import dtypes, evaluate, host_library
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.dtypes import Dtype
from fjax.core.primitive import BatchAxis, Monoid, Primitive, primitive
from fjax.core.relations import AxisRelation
from fjax.core.sparse_operand import is_sparse
from fjax.core.tracing import aval_of
from fjax.errors import ShapeError
from fjax.primitives.contraction import bilinear_jvp
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.convolution_expansion import expansion, has_expansion
from fjax.primitives.convolution_numpy import Geometry, convolve
from fjax.primitives.convolution_products import over_patches, summed_windows
from fjax.primitives.families import describe, is_linear
from fjax.primitives.library_nodes import convolution_nodes
from fjax.primitives.precision import CanonicalPrecision
from fjax.primitives.product_dtypes import accumulation_dtype, product_dtype, product_is_weak
from fjax.primitives.product_evaluation import integer_bound
from fjax.primitives.shaping import Rev
from fjax.primitives.structure import Reshape, in_order, split_axis
from fjax.primitives.windows import dilated, window_count

Pads = tuple[tuple[int, int], ...]


class ConvDimensionNumbers(NamedTuple):
    """Which axis is which: (batch, feature, spatial...) of lhs and out, (out, in, spatial...) of
    rhs."""

    lhs_spec: tuple[int, ...]
    rhs_spec: tuple[int, ...]
    out_spec: tuple[int, ...]


def take(shape: Sequence[int], axes: Sequence[int]) -> tuple[int, ...]:
    """The lengths of these axes."""
    return tuple(shape[i] for i in axes)


@primitive
class ConvGeneralDilated(Primitive):
    """Windows of the (padded, dilated) lhs contracted with the rhs: cross-correlation, not flipped.

    Both operands have two more axes than there are spatial ones. `feature_group_count` splits the
    features, `batch_group_count` the batch, into groups that meet only their own part of the rhs.
    """

    hints = {"out_sharding": None}
    bilinear = True
    makes_nan = True
    library = True
    window_strides: tuple[int, ...]
    padding: Pads
    lhs_dilation: tuple[int, ...]
    rhs_dilation: tuple[int, ...]
    dimension_numbers: ConvDimensionNumbers
    feature_group_count: int = 1
    batch_group_count: int = 1
    precision: CanonicalPrecision = None
    preferred_element_type: Dtype | None = None

    # ---- typing

    def multiply_adds(self, lhs: ShapedArray, rhs: ShapedArray) -> int:
        (out,) = self.result_type(lhs, rhs)
        features = rhs.shape[self.dimension_numbers.rhs_spec[0]]
        return out.size * (rhs.size // max(features, 1))

    def result_type(self, lhs: ShapedArray, rhs: ShapedArray):
        self._check_parameters(lhs, rhs)
        self._check_groups(lhs, rhs)
        dtype = product_dtype(self.name, lhs, rhs, self.preferred_element_type)
        weak = product_is_weak(lhs, rhs, self.preferred_element_type)
        return (ShapedArray(self._out_shape(lhs, rhs), dtype, weak),)

    def _fail(self, what: str, lhs: ShapedArray, rhs: ShapedArray) -> ShapeError:
        return ShapeError(f"conv_general_dilated {what}; got {describe((lhs, rhs))}")

    def relation(self, lhs: ShapedArray, rhs: ShapedArray) -> AxisRelation:
        """Batch and features go through where there are no groups; a spatial axis is whole."""
        (l_batch, l_in, *_), (r_out, r_in, *_), (batch, out, *_) = self.dimension_numbers
        whole_batch, whole_features = self.batch_group_count == 1, self.feature_group_count == 1
        rows: list[list[Any]] = [[None] * lhs.ndim for _ in range(3)]
        if whole_batch:
            rows[0][l_batch] = rows[2][batch] = 0
        if whole_features:
            rows[0][l_in] = rows[1][r_in] = 1
        if whole_batch and whole_features:
            rows[1][r_out] = rows[2][out] = 2
        summed = ((1, Monoid.ADD),) if whole_features else ()
        return AxisRelation((tuple(rows[0]), tuple(rows[1])), (tuple(rows[2]),), summed)

    def _check_parameters(self, lhs: ShapedArray, rhs: ShapedArray) -> None:
        rank = lhs.ndim - 2
        if rank < 0 or lhs.ndim != rhs.ndim:
            raise self._fail(
                "lhs and rhs must have the same number of dimensions, at least 2", lhs, rhs
            )
        for name in ("window_strides", "padding", "lhs_dilation", "rhs_dilation"):
            if len(getattr(self, name)) != rank:
                raise self._fail(
                    f"window and {name} must have the same number of dimensions: one "
                    f"entry for each of the {rank} spatial axes, not "
                    f"{getattr(self, name)}",
                    lhs,
                    rhs,
                )
        for name in ("window_strides", "lhs_dilation", "rhs_dilation"):
            if any(n < 1 for n in getattr(self, name)):
                raise self._fail(f"{name}={getattr(self, name)} must be positive", lhs, rhs)
        for spec in self.dimension_numbers:
            if sorted(spec) != list(range(lhs.ndim)):
                raise self._fail(f"{self.dimension_numbers} must name each axis once", lhs, rhs)

    def _check_groups(self, lhs: ShapedArray, rhs: ShapedArray) -> None:
        lhs_spec, rhs_spec, _ = self.dimension_numbers
        batch, features = lhs.shape[lhs_spec[0]], lhs.shape[lhs_spec[1]]
        out_features, in_features = rhs.shape[rhs_spec[0]], rhs.shape[rhs_spec[1]]
        by_feature, by_batch = self.feature_group_count, self.batch_group_count
        if by_feature < 1 or by_batch < 1 or (by_feature > 1 and by_batch > 1):
            raise self._fail(
                f"feature_group_count={by_feature} and batch_group_count={by_batch} "
                f"must be positive, and one of them 1",
                lhs,
                rhs,
            )
        if features != in_features * by_feature:
            raise self._fail(
                f"the lhs has {features} features (axis {lhs_spec[1]}); the rhs's {in_features} "
                f"input "
                f"features (axis {rhs_spec[1]}) times feature_group_count={by_feature} must be as "
                f"many",
                lhs,
                rhs,
            )
        if out_features % (by_feature * by_batch) or batch % by_batch:
            raise self._fail(
                f"the rhs's {out_features} output features (axis {rhs_spec[0]}) and the lhs's "
                f"batch of {batch} (axis {lhs_spec[0]}) must be multiples of "
                f"feature_group_count={by_feature}, "
                f"batch_group_count={by_batch}",
                lhs,
                rhs,
            )

    def _out_shape(self, lhs: ShapedArray, rhs: ShapedArray) -> tuple[int, ...]:
        lhs_spec, rhs_spec, out_spec = self.dimension_numbers
        spatial = []
        for n, k, s, (lo, hi), d, e in zip(
            take(lhs.shape, lhs_spec[2:]),
            take(rhs.shape, rhs_spec[2:]),
            self.window_strides,
            self.padding,
            self.lhs_dilation,
            self.rhs_dilation,
            strict=True,
        ):
            padded = dilated(n, d) + lo + hi
            if padded < 0:
                raise self._fail(f"padding {self.padding} removes more than there is", lhs, rhs)
            spatial.append(window_count(padded, dilated(k, e), s))
        canonical = (
            lhs.shape[lhs_spec[0]] // self.batch_group_count,
            rhs.shape[rhs_spec[0]],
            *spatial,
        )
        shape = [0] * lhs.ndim
        for n, axis in zip(canonical, out_spec, strict=True):
            shape[axis] = n
        return tuple(shape)

    # ---- evaluation

    def evaluate(self, xp: Any, lhs: Any, rhs: Any):
        common = lhs.dtype if lhs.dtype == rhs.dtype else dtypes.join(lhs.dtype, rhs.dtype)
        out_dtype = self.preferred_element_type or common
        dtype = accumulation_dtype(common, out_dtype)
        if dtype.kind in "iu" and xp is np and self._fits_doubles(lhs, rhs):
            return (self._in_doubles(lhs, rhs).astype(np.int64).astype(out_dtype),)
        out = self._sums(xp, lhs.astype(dtype, copy=False), rhs.astype(dtype, copy=False))
        if out.dtype != out_dtype:
            out = out != 0 if out_dtype == dtypes.bool_ else out.astype(out_dtype)
        return (out,)

    def _fits_doubles(self, lhs: np.ndarray, rhs: np.ndarray) -> bool:
        """Whether all sums of these integers' products are exact in float64."""
        if 0 in (lhs.size, rhs.size):
            return True
        terms = rhs.size // rhs.shape[self.dimension_numbers.rhs_spec[0]]
        return integer_bound(lhs, rhs, terms) < 2**53

    def _in_doubles(self, lhs: np.ndarray, rhs: np.ndarray) -> np.ndarray:
        """The convolution of integers as one of float64, by a compiled program if there is one."""
        x, w = lhs.astype(np.float64), rhs.astype(np.float64)
        op = self.replace(preferred_element_type=None)
        operands = [Array(a, ShapedArray(a.shape, dtypes.float64)) for a in (x, w)]
        outs = None if config.disable_jit else evaluate.execute_operation(op, operands)
        return op._sums(np, x, w) if outs is None else outs[0].host()

    def _sums(self, xp: Any, lhs: Any, rhs: Any) -> Any:
        """The sums of products of operands of one dtype, in that dtype."""
        left, right = ShapedArray(lhs.shape, lhs.dtype), ShapedArray(rhs.shape, rhs.dtype)
        out = xp.zeros(self._out_shape(left, right), lhs.dtype)
        lhs_spec, rhs_spec, out_spec = self.dimension_numbers
        groups = self.feature_group_count * self.batch_group_count
        x = xp.transpose(lhs, lhs_spec)
        if self.batch_group_count > 1:
            x = _split(x, 0, groups)
        else:
            x = xp.moveaxis(_split(x, 1, groups), 1, 0)
        w = _split(xp.transpose(rhs, rhs_spec), 0, groups)
        target = xp.moveaxis(_split(xp.transpose(out, out_spec), 1, groups), 1, 0)
        geometry = Geometry(self.window_strides, self.padding, self.lhs_dilation, self.rhs_dilation)
        with host_library.single_threaded():
            convolve(xp, x, w, target, geometry)
        return out

    def run(self, lhs: Any, rhs: Any):
        """As a compiled program of its own, if there is one: NumPy takes 2 to 40 times as long."""
        compiled = not config.disable_jit and has_expansion(self, lhs, rhs)
        outs = evaluate.execute_operation(self, (lhs, rhs)) if compiled else None
        return super().run(lhs, rhs) if outs is None else outs

    def expand(self, lhs: Any, rhs: Any):
        out = expansion(self, lhs, rhs)
        return None if out is None else (out,)

    def over_patches(self, lhs: Any, rhs: Any):
        """One product of the kernel with the windows' elements."""
        return (over_patches(self, lhs, rhs),)

    def summed_windows(self, lhs: Any, rhs: Any):
        """One product of the kernel with the elements, and sums of products."""
        return (summed_windows(self, lhs, rhs),)

    # ---- derivatives

    def jvp(self, primals, tangents):
        return bilinear_jvp(self, primals, tangents)

    def transpose(self, cotangents, lhs, rhs):
        if is_linear(lhs):
            return self._transpose_lhs(cotangents[0], lhs, rhs), None
        return None, self._transpose_rhs(cotangents[0], lhs, rhs)

    def _spatial(self, lhs: Any, rhs: Any, out: Any) -> list[list[int]]:
        """The dilated lengths of the spatial axes of lhs, rhs and out."""
        shapes = [(x if is_linear(x) else aval_of(x)).shape for x in (lhs, rhs, out)]
        dilations = (self.lhs_dilation, self.rhs_dilation, self.window_strides)
        return [
            [dilated(shape[a], d) for a, d in zip(spec[2:], dilation, strict=True)]
            for shape, spec, dilation in zip(shapes, self.dimension_numbers, dilations, strict=True)
        ]

    def _transpose_lhs(self, cotangent: Any, lhs: Any, rhs: Any) -> Any:
        """A convolution of the cotangent with the flipped kernel, its strides and dilations
        swapped."""
        lhs_spec, rhs_spec, out_spec = self.dimension_numbers
        groups = self.feature_group_count * self.batch_group_count
        lengths, windows, outs = self._spatial(lhs, rhs, cotangent)
        before = [k - lo - 1 for k, (lo, _) in zip(windows, self.padding, strict=True)]
        padding = tuple(
            (b, n + k - 1 - o - b)
            for n, k, o, b in zip(lengths, windows, outs, before, strict=True)
        )
        if groups > 1:
            rhs = merge_axis(split_axis(rhs, rhs_spec[0], groups), rhs_spec[0], rhs_spec[1])
        flipped = Rev(tuple(rhs_spec[2:]))(rhs) if rhs_spec[2:] else rhs
        op = self.replace(
            window_strides=self.lhs_dilation,
            padding=padding,
            lhs_dilation=self.window_strides,
            dimension_numbers=ConvDimensionNumbers(out_spec, _swapped(rhs_spec), lhs_spec),
            feature_group_count=groups,
            batch_group_count=1,
        )
        out = op(cotangent, flipped)
        if self.batch_group_count > 1:
            out = merge_axis(split_axis(out, lhs_spec[1], groups), lhs_spec[1], lhs_spec[0])
        return convert_element_type(out, lhs.dtype, lhs.aval.weak_type)

    def _transpose_rhs(self, cotangent: Any, lhs: Any, rhs: Any) -> Any:
        """A convolution of the lhs with the cotangent, batch and features in each other's place."""
        if cotangent.size == 0:
            return _zeros(rhs.aval)
        lhs_spec, rhs_spec, out_spec = self.dimension_numbers
        lengths, windows, outs = self._spatial(lhs, rhs, cotangent)
        padding = tuple(
            (lo, o - n + k - lo - 1)
            for n, k, o, (lo, _) in zip(lengths, windows, outs, self.padding, strict=True)
        )
        op = self.replace(
            window_strides=self.rhs_dilation,
            padding=padding,
            rhs_dilation=self.window_strides,
            dimension_numbers=ConvDimensionNumbers(
                _swapped(lhs_spec), _swapped(out_spec), _swapped(rhs_spec)
            ),
            feature_group_count=self.batch_group_count,
            batch_group_count=self.feature_group_count,
        )
        return convert_element_type(op(lhs, cotangent), rhs.dtype, rhs.aval.weak_type)

    # ---- batching: the new axis joins the batch, the features or the groups

    def batch(self, axis: BatchAxis, args, dims):
        lhs, rhs = args
        lhs_dim, rhs_dim = dims
        if axis.size == 0:
            return self._batch_empty(args, dims)
        if lhs_dim is not None and rhs_dim is not None:
            return self._batch_both(axis, lhs, rhs, lhs_dim, rhs_dim)
        if lhs_dim is not None:
            return self._batch_lhs(axis, lhs, rhs, lhs_dim)
        return self._batch_rhs(axis, lhs, rhs, rhs_dim)

    def _batch_empty(self, args, dims):
        inner = [
            a if d is None else a.without_axis(d)
            for a, d in zip(map(aval_of, args), dims, strict=True)
        ]
        out = self.result_type(*inner)[0]
        return (_zeros(out.update(shape=(0, *out.shape))),), (0,)

    def _batch_both(self, axis: BatchAxis, lhs: Any, rhs: Any, lhs_dim: int, rhs_dim: int):
        lhs_spec, rhs_spec, out_spec = self.dimension_numbers
        rhs = merge_axis(rhs, rhs_dim, rhs_spec[0])
        if self.batch_group_count > 1:
            op = self.replace(batch_group_count=self.batch_group_count * axis.size)
            out = op(merge_axis(lhs, lhs_dim, lhs_spec[0]), rhs)
        else:
            op = self.replace(feature_group_count=self.feature_group_count * axis.size)
            out = op(merge_axis(lhs, lhs_dim, lhs_spec[1]), rhs)
        return (split_axis(out, out_spec[1], axis.size),), (out_spec[1],)

    def _batch_lhs(self, axis: BatchAxis, lhs: Any, rhs: Any, dim: int):
        lhs_spec, _, out_spec = self.dimension_numbers
        batch_axis = lhs_spec[0]
        if self.batch_group_count > 1:  # the groups stay outermost in the batch
            lhs = split_axis(lhs, batch_axis + (dim <= batch_axis), self.batch_group_count)
            lhs = merge_axis(lhs, dim + (batch_axis < dim), batch_axis + 1)
            lhs = merge_axis(lhs, batch_axis, batch_axis)
        else:
            lhs = merge_axis(lhs, dim, batch_axis)
        return (split_axis(self(lhs, rhs), out_spec[0], axis.size),), (out_spec[0],)

    def _batch_rhs(self, axis: BatchAxis, lhs: Any, rhs: Any, dim: int):
        _, rhs_spec, out_spec = self.dimension_numbers
        groups = self.feature_group_count * self.batch_group_count
        if groups == 1:
            out = self(lhs, merge_axis(rhs, dim, rhs_spec[0]))
            return (split_axis(out, out_spec[1], axis.size),), (out_spec[1],)
        rhs = split_axis(rhs, rhs_spec[0] + (dim <= rhs_spec[0]), groups)  # groups stay outermost
        rhs = merge_axis(rhs, dim + (rhs_spec[0] < dim), rhs_spec[0] + 1)
        rhs = merge_axis(rhs, rhs_spec[0], rhs_spec[0])
        out = split_axis(self(lhs, rhs), out_spec[1], groups)
        out = split_axis(out, out_spec[1] + 1, axis.size)
        return (merge_axis(out, out_spec[1], out_spec[1] + 1),), (out_spec[1],)

    def sparse(self, lhs, rhs):
        return ((lhs if is_sparse(lhs) else rhs).convolved(lhs, rhs, self),)

    def onnx(self, graph, lhs, rhs):
        return (convolution_nodes(graph, self, lhs, rhs),)


def _swapped(spec: tuple[int, ...]) -> tuple[int, ...]:
    return (spec[1], spec[0], *spec[2:])


def _split(x: Any, axis: int, outer: int) -> Any:
    return x.reshape(*x.shape[:axis], outer, x.shape[axis] // outer, *x.shape[axis + 1 :])


def _zeros(aval: ShapedArray) -> Array:
    return Array(np.zeros(aval.shape, dtypes.physical(aval.dtype)), aval)


def merge_axis(x: Any, source: int, target: int) -> Any:
    """Fold axis `source` into axis `target`, as its outer part.

    `target` counts the axes that remain once `source` is taken out.
    """
    shape = aval_of(x).shape
    order = [i for i in range(len(shape)) if i != source]
    merged = [shape[i] for i in order]
    merged[target] *= shape[source]
    order.insert(target, source)
    return Reshape(tuple(merged))(in_order(x, order))
