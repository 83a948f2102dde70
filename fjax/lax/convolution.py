"""Convolutions: conv_general_dilated and the functions around it."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, DTypeLike
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.tracing import aval_of
from fjax.errors import FjaxTypeError, FjaxValueError, ShapeError
from fjax.lax.axes import array_of
from fjax.primitives import contraction
from fjax.primitives.convolution import (
    ConvDimensionNumbers,
    ConvGeneralDilated,
    dilated,
    take,
    window_count,
)
from fjax.primitives.placing import constrained, relaxed
from fjax.primitives.precision import canonical_precision
from fjax.primitives.shaping import Rev
from fjax.primitives.structure import Transpose

Padding = str | Sequence[tuple[int, int]]
conv_general_dilated_p = ConvGeneralDilated  # JAX's name, for comparisons

# What `dimension_numbers` of a convolution may be.
ConvGeneralDilatedDimensionNumbers = None | ConvDimensionNumbers | tuple[str, str, str]


def conv_general_dilated(
    lhs: ArrayLike,
    rhs: ArrayLike,
    window_strides: Sequence[int],
    padding: Padding,
    lhs_dilation: Sequence[int] | None = None,
    rhs_dilation: Sequence[int] | None = None,
    dimension_numbers: Any = None,
    feature_group_count: int = 1,
    batch_group_count: int = 1,
    precision: Any = None,
    preferred_element_type: DTypeLike | None = None,
    out_sharding: Any = None,
) -> Array:
    """The convolution of machine learning (a cross-correlation: the kernel is not flipped).

    Args:
      lhs: array of n + 2 axes: batch, features and n spatial ones.
      rhs: kernel of n + 2 axes: output features, input features (of one group), n spatial ones.
      window_strides: n steps between windows.
      padding: "SAME", "SAME_LOWER", "VALID", or n pairs (low, high); negative ones crop.
      lhs_dilation: n factors that put holes into the lhs (a transposed convolution).
      rhs_dilation: n factors that put holes into the kernel (an atrous convolution).
      dimension_numbers: None for ("NCHW", "OIHW", "NCHW") and its like, three such strings, or a
        ConvDimensionNumbers.
      feature_group_count: groups that the features fall into; each meets its own output features.
      batch_group_count: the same for the batch.
      precision: a Precision or its name; DEFAULT, HIGH and HIGHEST are the same on a CPU.
      preferred_element_type: the result's dtype.
      out_sharding: where the result must live; its rank is checked.

    Returns an array with the axes that dimension_numbers gives the output.

    >>> import numpy as np
    >>> conv_general_dilated(np.ones((1, 1, 4)), np.ones((1, 1, 2)), (2,), "VALID").tolist()
    [[[2.0, 2.0]]]
    """
    lhs, rhs = array_of(lhs), array_of(rhs)
    left, right = lhs.shape, rhs.shape
    numbers = conv_dimension_numbers(left, right, dimension_numbers)
    inner = _per_axis(lhs_dilation, len(left) - 2)
    outer = _per_axis(rhs_dilation, len(left) - 2)
    strides = _strides(window_strides, aval_of(lhs))
    if isinstance(padding, str):
        lengths = take(left, numbers.lhs_spec[2:]), take(right, numbers.rhs_spec[2:])
        padding = _named_padding(padding, *lengths, strides, inner, outer)
    preferred = preferred_element_type
    preferred = None if preferred is None else dtypes.requested("conv", preferred)
    op = ConvGeneralDilated(
        strides,
        _pairs(padding),
        inner,
        outer,
        numbers,
        operator.index(feature_group_count),
        operator.index(batch_group_count),
        canonical_precision(precision),
        preferred,
    )
    if out_sharding is not None:
        lhs, rhs = relaxed(lhs), relaxed(rhs)
    return constrained("conv_general_dilated", op(lhs, rhs), out_sharding)


def _strides(window_strides: Sequence[int], lhs: ShapedArray) -> tuple[int, ...]:
    """The steps between windows, one for each spatial axis."""
    strides = tuple(operator.index(s) for s in window_strides)
    if len(strides) != lhs.ndim - 2:
        raise ShapeError(
            f"conv_general_dilated window and window_strides must have the same number of "
            f"dimensions: {strides} are not the strides of the {lhs.ndim - 2} spatial axes of {lhs}"
        )
    return strides


def _named_padding(
    padding: str,
    lengths: Sequence[int],
    kernel: Sequence[int],
    strides: tuple[int, ...],
    lhs_dilation: tuple[int, ...],
    rhs_dilation: tuple[int, ...],
) -> Any:
    """The pairs that a name such as "SAME" means for spatial axes of these lengths."""
    if any(d != 1 for d in lhs_dilation):
        raise FjaxValueError(
            f"conv_general_dilated: padding {padding!r} has no meaning with "
            f"lhs_dilation {lhs_dilation}; give pairs, or use conv_transpose"
        )
    window = [dilated(k, e) for k, e in zip(kernel, rhs_dilation, strict=True)]
    return padtype_to_pads(lengths, window, strides, padding)


def _per_axis(factors: Sequence[int] | None, rank: int) -> tuple[int, ...]:
    return (1,) * rank if factors is None else tuple(operator.index(f) for f in factors)


def _pairs(padding: Any) -> tuple[tuple[int, int], ...]:
    try:
        return tuple((operator.index(lo), operator.index(hi)) for lo, hi in padding)
    except (TypeError, ValueError) as error:
        raise FjaxValueError(
            "conv_general_dilated: the padding argument must be a name or one "
            "(low, high) pair of integers for each spatial axis, got "
            f"{padding!r}"
        ) from error


def padtype_to_pads(
    in_shape: Sequence[int],
    window_shape: Sequence[int],
    window_strides: Sequence[int],
    padding: Any,
) -> list[tuple[int, int]]:
    """The (low, high) pairs that "SAME", "SAME_LOWER" or "VALID" stand for.

    >>> padtype_to_pads((5, 5), (3, 2), (1, 1), "SAME")
    [(1, 1), (0, 1)]
    """
    name = padding.upper() if isinstance(padding, str) else str(getattr(padding, "name", padding))
    if name == "VALID":
        return [(0, 0)] * len(in_shape)
    if name not in ("SAME", "SAME_LOWER"):
        raise FjaxValueError(f"padding {padding!r} is none of 'SAME', 'SAME_LOWER', 'VALID'")
    if any(s < 1 for s in window_strides):
        raise FjaxValueError(
            f"padding {padding!r}: window strides {tuple(window_strides)} must be positive"
        )
    pairs = []
    for n, k, s in zip(in_shape, window_shape, window_strides, strict=True):
        total = int(max((-(-n // s) - 1) * s + k - n, 0))
        small, large = total // 2, total - total // 2
        pairs.append((small, large) if name == "SAME" else (large, small))
    return pairs


def conv(
    lhs: ArrayLike,
    rhs: ArrayLike,
    window_strides: Sequence[int],
    padding: str,
    precision: Any = None,
    preferred_element_type: DTypeLike | None = None,
) -> Array:
    """conv_general_dilated without dilations, for lhs "NCHW…" and rhs "OIHW…".

    >>> import numpy as np
    >>> conv(np.ones((1, 1, 3, 3)), np.ones((1, 1, 3, 3)), (1, 1), "VALID").tolist()
    [[[[9.0]]]]
    """
    return conv_general_dilated(
        lhs,
        rhs,
        window_strides,
        padding,
        precision=precision,
        preferred_element_type=preferred_element_type,
    )


def conv_with_general_padding(
    lhs: ArrayLike,
    rhs: ArrayLike,
    window_strides: Sequence[int],
    padding: Padding,
    lhs_dilation: Sequence[int] | None,
    rhs_dilation: Sequence[int] | None,
    precision: Any = None,
    preferred_element_type: DTypeLike | None = None,
) -> Array:
    """conv_general_dilated for lhs "NCHW…" and rhs "OIHW…", without groups.

    >>> x, kernel = jnp.ones((1, 1, 3)), jnp.ones((1, 1, 2))
    >>> lax.conv_with_general_padding(x, kernel, (1,), [(1, 0)], None, None)
    Array([[[1., 2., 2.]]], dtype=float64)
    """
    return conv_general_dilated(
        lhs,
        rhs,
        window_strides,
        padding,
        lhs_dilation,
        rhs_dilation,
        precision=precision,
        preferred_element_type=preferred_element_type,
    )


def _transpose_padding(window: int, stride: int, padding: Any) -> tuple[int, int]:
    """The padding of a transposed convolution, given the forward one's."""
    if padding == "SAME":
        total = window + stride - 2
        low = window - 1 if stride > window - 1 else -(-total // 2)
    elif padding == "VALID":
        total = window + stride - 2 + max(window - stride, 0)
        low = window - 1
    elif isinstance(padding, (tuple, list)):
        low = window - padding[0] - 1
        total = low + window - padding[1] - 1
    else:
        raise FjaxValueError(
            f"conv_transpose: padding {padding!r} is neither 'SAME', 'VALID' nor a pair"
        )
    return low, total - low


_DEFAULT_NUMBERS = {
    2: ("NC", "IO", "NC"),
    3: ("NHC", "HIO", "NHC"),
    4: ("NHWC", "HWIO", "NHWC"),
    5: ("NHWDC", "HWDIO", "NHWDC"),
}


def conv_transpose(
    lhs: ArrayLike,
    rhs: ArrayLike,
    strides: Sequence[int],
    padding: Padding,
    rhs_dilation: Sequence[int] | None = None,
    dimension_numbers: Any = None,
    transpose_kernel: bool = False,
    precision: Any = None,
    preferred_element_type: DTypeLike | None = None,
    use_consistent_padding: bool = False,
) -> Array:
    """A convolution with fractional strides: it enlarges the spatial axes `strides` times.

    Args:
      lhs, rhs: as in conv_general_dilated; the default layout is ("NHWC", "HWIO", "NHWC").
      strides: n factors.
      padding: "SAME" or "VALID" as of the convolution that this one undoes, or n pairs: of this
        convolution itself, or of the undone one with use_consistent_padding.
      rhs_dilation: n factors that put holes into the kernel.
      dimension_numbers: as in conv_general_dilated.
      transpose_kernel: flip the kernel and swap its features, which makes this the gradient of
        conv_general_dilated with the same kernel.
      precision, preferred_element_type: as in conv_general_dilated.
      use_consistent_padding: see padding.

    >>> lax.conv_transpose(jnp.ones((1, 2, 1)), jnp.ones((2, 1, 1)), (2,), "VALID")[0, :, 0]
    Array([1., 1., 1., 1.], dtype=float64)
    """
    left, right = aval_of(lhs).shape, aval_of(rhs).shape
    if dimension_numbers is None:
        if len(left) not in _DEFAULT_NUMBERS:
            raise FjaxValueError(
                f"conv_transpose: operands of {len(left)} axes have no default "
                "dimension_numbers; give them"
            )
        dimension_numbers = _DEFAULT_NUMBERS[len(left)]
    numbers = conv_dimension_numbers(left, right, dimension_numbers)
    rank = len(left) - 2
    dilation = _per_axis(rhs_dilation, rank)
    pads: Any = padding
    if use_consistent_padding or padding in ("SAME", "VALID"):
        window = [
            dilated(k, e) for k, e in zip(take(right, numbers.rhs_spec[2:]), dilation, strict=True)
        ]
        each = [padding] * rank if isinstance(padding, str) else padding
        pads = [_transpose_padding(k, s, p) for k, s, p in zip(window, strides, each, strict=True)]
    if transpose_kernel:
        out_axis, in_axis, *space = numbers.rhs_spec
        if space:
            rhs = Rev(tuple(sorted(space)))(rhs)
        order = list(range(len(right)))
        order[out_axis], order[in_axis] = order[in_axis], order[out_axis]
        rhs = Transpose(tuple(order))(rhs)
    return conv_general_dilated(
        lhs,
        rhs,
        (1,) * rank,
        pads,
        strides,
        dilation,
        numbers,
        precision=precision,
        preferred_element_type=preferred_element_type,
    )


# ---- shapes and dimension numbers


def conv_dimension_numbers(
    lhs_shape: Sequence[int], rhs_shape: Sequence[int], dimension_numbers: Any
) -> ConvDimensionNumbers:
    """dimension_numbers in any accepted form as a ConvDimensionNumbers.

    >>> conv_dimension_numbers((8, 28, 28, 3), (5, 5, 3, 16), ("NHWC", "HWIO", "NHWC")).lhs_spec
    (0, 3, 1, 2)
    """
    if isinstance(dimension_numbers, ConvDimensionNumbers):
        return dimension_numbers
    if len(lhs_shape) != len(rhs_shape):
        raise ShapeError(
            f"convolution: lhs and rhs must have one rank, got shapes "
            f"{tuple(lhs_shape)} and {tuple(rhs_shape)}"
        )
    if dimension_numbers is None:
        axes = tuple(range(len(lhs_shape)))
        return ConvDimensionNumbers(axes, axes, axes)
    if not isinstance(dimension_numbers, (tuple, list)) or len(dimension_numbers) != 3:
        raise FjaxTypeError(
            "convolution: dimension_numbers must be None, three strings or a "
            f"ConvDimensionNumbers, got {dimension_numbers!r}"
        )
    for spec in dimension_numbers:
        if not isinstance(spec, str) or len(spec) != len(lhs_shape):
            raise FjaxTypeError(
                f"convolution: dimension_numbers {dimension_numbers!r} must be "
                f"strings of one letter for each of the {len(lhs_shape)} axes"
            )
    return ConvDimensionNumbers(*conv_general_permutations(dimension_numbers))


def conv_general_permutations(dimension_numbers: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """The axes (batch, feature, spatial...) of lhs, rhs and out that three strings name.

    >>> conv_general_permutations(("NWC", "WIO", "NWC"))
    ((0, 2, 1), (2, 1, 0), (0, 2, 1))
    """
    fixed = ("NC", "OI", "NC")
    for spec, letters in zip(dimension_numbers, fixed, strict=True):
        if any(spec.count(c) != 1 for c in letters) or len(set(spec)) != len(spec):
            raise FjaxTypeError(
                f"convolution: {spec!r} must hold {letters[0]!r} and "
                f"{letters[1]!r} once each, and no letter twice"
            )
    spatial = [
        set(spec) - set(letters) for spec, letters in zip(dimension_numbers, fixed, strict=True)
    ]
    if not spatial[0] == spatial[1] == spatial[2]:
        raise FjaxTypeError(
            f"convolution: dimension_numbers {tuple(dimension_numbers)} must have "
            f"the same spatial letters"
        )
    order = [c for c in dimension_numbers[1] if c not in "OI"]
    return tuple(
        tuple(spec.index(c) for c in (*letters, *order))
        for spec, letters in zip(dimension_numbers, fixed, strict=True)
    )


def conv_shape_tuple(
    lhs_shape: Sequence[int],
    rhs_shape: Sequence[int],
    strides: Sequence[int],
    pads: Padding,
    batch_group_count: int = 1,
) -> tuple[int, ...]:
    """The shape of a convolution of operands in the order "NCHW…", "OIHW…".

    >>> lax.conv_shape_tuple((1, 1, 5, 5), (1, 1, 3, 3), (1, 1), [(0, 0), (0, 0)])
    (1, 1, 3, 3)
    """
    if isinstance(pads, str):
        pads = padtype_to_pads(lhs_shape[2:], rhs_shape[2:], strides, pads)
    if len(pads) != len(lhs_shape) - 2:
        raise FjaxTypeError(
            f"convolution: {len(lhs_shape) - 2} padding pairs are needed, got {len(pads)}"
        )
    space = [
        window_count(n + lo + hi, k, s)
        for n, k, s, (lo, hi) in zip(lhs_shape[2:], rhs_shape[2:], strides, pads, strict=True)
    ]
    return (lhs_shape[0] // batch_group_count, rhs_shape[0], *space)


def conv_general_shape_tuple(
    lhs_shape: Sequence[int],
    rhs_shape: Sequence[int],
    window_strides: Sequence[int],
    padding: Padding,
    dimension_numbers: Sequence[str],
) -> tuple[int, ...]:
    """The shape of a convolution without dilations, given three strings of axis letters.

    >>> axes = ("NCHW", "OIHW", "NCHW")
    >>> lax.conv_general_shape_tuple((1, 1, 5, 5), (1, 1, 3, 3), (1, 1), "VALID", axes)
    (1, 1, 3, 3)
    """
    lhs_spec, rhs_spec, out_spec = conv_general_permutations(dimension_numbers)
    shape = conv_shape_tuple(
        take(lhs_shape, lhs_spec), take(rhs_shape, rhs_spec), window_strides, padding
    )
    return take(shape, [int(i) for i in np.argsort(out_spec)])


def conv_transpose_shape_tuple(
    lhs_shape: Sequence[int],
    rhs_shape: Sequence[int],
    window_strides: Sequence[int],
    padding: Any,
    dimension_numbers: Sequence[str],
) -> tuple[int, ...]:
    """The shape of conv_transpose, given three strings of axis letters.

    >>> lax.conv_transpose_shape_tuple((1, 1, 2), (1, 1, 3), (2,), "VALID", ("NCH", "OIH", "NCH"))
    (1, 1, 5)
    """
    lhs_spec, rhs_spec, out_spec = conv_general_permutations(dimension_numbers)
    left, right = take(lhs_shape, lhs_spec), take(rhs_shape, rhs_spec)
    if isinstance(padding, str):
        padding = [
            _transpose_padding(k, s, padding)
            for k, s in zip(right[2:], window_strides, strict=True)
        ]
    space = [
        (n - 1) * s - k + 2 + sum(p)
        for n, k, s, p in zip(left[2:], right[2:], window_strides, padding, strict=True)
    ]
    return take((left[0], right[0], *space), [int(i) for i in np.argsort(out_spec)])


# ---- patches


def conv_general_dilated_patches(
    lhs: ArrayLike,
    filter_shape: Sequence[int],
    window_strides: Sequence[int],
    padding: Padding,
    lhs_dilation: Sequence[int] | None = None,
    rhs_dilation: Sequence[int] | None = None,
    dimension_numbers: Any = None,
    precision: Any = None,
    preferred_element_type: DTypeLike | None = None,
) -> Array:
    """Every window of the lhs, its elements laid out along the feature axis.

    Returns an array like a convolution's, with features * prod(filter_shape) features: the feature
    varies slowest, the place in the window fastest.

    >>> import numpy as np
    >>> conv_general_dilated_patches(np.arange(4.0).reshape(1, 1, 4), (2,), (1,), "VALID").tolist()
    [[[0.0, 1.0, 2.0], [1.0, 2.0, 3.0]]]
    """
    window = tuple(operator.index(k) for k in filter_shape)
    aval = aval_of(lhs)
    numbers = conv_dimension_numbers(aval.shape, (1, 1, *window), dimension_numbers)
    features, size = aval.shape[numbers.lhs_spec[1]], math.prod(window)
    kernel = np.tile(np.eye(size, dtype=dtypes.physical(aval.dtype)), (features, 1))
    kernel = kernel.reshape(features * size, 1, *window)
    order = [0] * aval.ndim
    for axis, place in enumerate(numbers.rhs_spec):
        order[place] = axis
    out = conv_general_dilated(
        lhs,
        kernel.transpose(order),
        window_strides,
        padding,
        lhs_dilation,
        rhs_dilation,
        numbers,
        feature_group_count=features,
        precision=precision,
        preferred_element_type=preferred_element_type,
    )
    return out


def conv_general_dilated_local(
    lhs: ArrayLike,
    rhs: ArrayLike,
    window_strides: Sequence[int],
    padding: Padding,
    filter_shape: Sequence[int],
    lhs_dilation: Sequence[int] | None = None,
    rhs_dilation: Sequence[int] | None = None,
    dimension_numbers: Any = None,
    precision: Any = None,
) -> Array:
    """A convolution whose kernel differs from position to position.

    Args:
      lhs: as in conv_general_dilated.
      rhs: array of out_features, in_features * prod(filter_shape) and the output's spatial axes, in
        the order that dimension_numbers gives the kernel.
      window_strides, padding, filter_shape, lhs_dilation, rhs_dilation, dimension_numbers,
      precision:
        as in conv_general_dilated_patches.

    >>> x, kernels = jnp.ones((1, 1, 3)), jnp.array([[[1.0, 10.0], [1.0, 10.0]]])
    >>> lax.conv_general_dilated_local(x, kernels, (1,), "VALID", (2,))
    Array([[[ 2., 20.]]], dtype=float64)
    """
    aval = aval_of(lhs)
    numbers = conv_dimension_numbers(aval.shape, aval_of(rhs).shape, dimension_numbers)
    if numbers.rhs_spec[0] == numbers.rhs_spec[1]:
        raise ShapeError("conv_general_dilated_local: the kernel needs two feature axes")
    patches = conv_general_dilated_patches(
        lhs, filter_shape, window_strides, padding, lhs_dilation, rhs_dilation, numbers, precision
    )
    out_spec, rhs_spec = numbers.out_spec, numbers.rhs_spec
    dims = (((out_spec[1],), (rhs_spec[1],)), (tuple(out_spec[2:]), tuple(rhs_spec[2:])))
    out = contraction.dot_general(patches, rhs, dims, precision)
    rank = aval.ndim - 2
    order = [0] * aval.ndim  # out has the axes (spatial..., batch, features)
    for axis, place in zip((rank, rank + 1, *range(rank)), out_spec, strict=True):
        order[place] = axis
    return Transpose(tuple(order))(out)
