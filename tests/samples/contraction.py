"""Rows of products and convolutions."""

import numpy as np

from fjax.core import dtypes
from fjax.primitives import contraction, convolution, fourier
from tests.samples import Sample, complexes, integers, normal


def product(contracting, batch=((), ()), **options):
    """A dot_general with these axes."""
    return contraction.DotGeneral((contracting, batch), None, options.get("preferred"))


def convolved(spatial, strides=None, padding=None, lhs=None, rhs=None, groups=1):
    """A convolution of NC... with OI... operands."""
    axes = tuple(range(spatial + 2))
    numbers = convolution.ConvDimensionNumbers(axes, axes, axes)
    ones = (1,) * spatial
    return convolution.ConvGeneralDilated(
        window_strides=strides or ones,
        padding=padding or ((0, 0),) * spatial,
        lhs_dilation=lhs or ones,
        rhs_dilation=rhs or ones,
        dimension_numbers=numbers,
        feature_group_count=groups,
        batch_group_count=1,
        precision=None,
        preferred_element_type=None,
    )


def direct(x, kernel):
    """A plain one-dimensional convolution."""
    length = x.shape[2] - kernel.shape[2] + 1
    windows = np.stack([x[:, :, i : i + kernel.shape[2]] for i in range(length)], 2)
    return np.einsum("nclk,ock->nol", windows, kernel)


DOTS = [
    Sample(
        product(((1,), (0,))), [normal(3, 4), normal(4, 5)], np.matmul, precisions=(dtypes.float32,)
    ),
    Sample(product(((0,), (0,))), [normal(4), normal(4)], np.dot, name="dot_general-vectors"),
    Sample(
        product(((2,), (1,)), ((0,), (0,))),
        [normal(2, 3, 4), normal(2, 4, 5)],
        np.matmul,
        name="dot_general-batch",
    ),
    Sample(
        product(((0, 2), (1, 0))),
        [normal(2, 3, 4), normal(4, 2)],
        lambda x, y: np.einsum("aib,ba->i", x, y),
        name="dot_general-two-axes",
    ),
    Sample(
        product(((1,), (0,))),
        [complexes(3, 4), complexes(4, 2)],
        np.matmul,
        name="dot_general-complex",
    ),
    Sample(
        product(((1,), (0,))), [integers(3, 4), integers(4, 2)], np.matmul, name="dot_general-int"
    ),
]

CONVOLUTIONS = [
    Sample(convolved(1), [normal(2, 3, 6), normal(4, 3, 3)], direct, rtol=64),
    Sample(
        convolved(2, (2, 1), ((1, 1), (0, 2)), rhs=(1, 2)),
        [normal(2, 2, 5, 5), normal(3, 2, 2, 2)],
        name="conv-strided",
    ),
    Sample(
        convolved(1, lhs=(2,), padding=((1, 2),)),
        [normal(1, 2, 4), normal(2, 2, 3)],
        name="conv-transposed",
    ),
    Sample(convolved(1, groups=2), [normal(2, 4, 5), normal(6, 2, 2)], name="conv-groups"),
]

FOURIER = [
    Sample(fourier.Fft(fourier.FftType.FFT, (6,)), [complexes(2, 6)], np.fft.fft),
    Sample(
        fourier.Fft(fourier.FftType.IFFT, (3, 4)), [complexes(3, 4)], np.fft.ifft2, name="ifft2"
    ),
    Sample(fourier.Fft(fourier.FftType.RFFT, (6,)), [normal(2, 6)], np.fft.rfft, name="rfft"),
    Sample(
        fourier.Fft(fourier.FftType.IRFFT, (6,)),
        [complexes(2, 4)],
        lambda x: np.fft.irfft(x, 6),
        name="irfft",
    ),
]

SAMPLES = [*DOTS, *CONVOLUTIONS, *FOURIER]
