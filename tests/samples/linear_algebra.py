"""Rows of products, convolutions, Fourier transforms, factorizations and linear systems."""

import numpy as np

import fjax.numpy as jnp
from fjax.primitives import eigen, factorization, triangular
from fjax.primitives.contraction import DotGeneral
from fjax.primitives.convolution import ConvDimensionNumbers, ConvGeneralDilated
from fjax.primitives.fourier import Fft, FftType
from fjax.primitives.ragged import RaggedDot
from tests.samples import Sample, complexes, integers, normal


def definite(*shape, dtype=np.float64):
    """Hermitian positive definite matrices with distinct eigenvalues."""

    def make(rng):
        x = normal(*shape, dtype=dtype)(rng)
        return x @ x.conj().swapaxes(-1, -2) + np.diag(np.arange(1.0, shape[-1] + 1))

    return make


def regular(*shape, dtype=np.float64):
    """Matrices far from singular, with a dominant diagonal."""

    def make(rng):
        return normal(*shape, dtype=dtype)(rng) + 4 * np.eye(shape[-2], shape[-1])

    return make


def graded(*shape, dtype=np.float64):
    """Matrices with well separated singular values."""

    def make(rng):
        k = min(shape[-2:])
        return 0.3 * normal(*shape, dtype=dtype)(rng) + 2 * np.eye(*shape[-2:]) * (
            np.arange(shape[-1]) % k + 1
        )

    return make


def pivots(*shape, size):
    """Row interchanges of matrices with `size` rows."""

    def make(rng):
        return np.asarray(
            [[rng.integers(i, size) for i in range(shape[-1])] for _ in range(shape[0])], np.int32
        )

    return make


def factors_of(x):
    """x's LU factors and row interchanges."""
    factors, interchanges, _ = factorization.Lu()(x)
    return factors, interchanges


def solved(trans):
    """A solve whose factors come from the matrix."""

    def solve(a, b):
        return triangular.FactoredSolve(trans)(a, *factors_of(a), b)

    return solve


def tridiagonal(dl, d, du):
    """The dense matrix of three diagonals of one length."""
    return np.diag(d) + np.diag(dl[1:], -1) + np.diag(du[:-1], 1)


def direct_convolution(x, w):
    """A 3x2 convolution with strides (1, 2) and padding (1, 1), (0, 1), by its definition."""
    x = np.pad(x, ((0, 0), (0, 0), (1, 1), (0, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(x, (3, 2), (2, 3))[:, :, :, ::2]
    return np.einsum("ncyxij,ocij->noyx", windows, w)


def convolution(strides, padding, lhs_dilation, rhs_dilation, specs, features=1, batches=1):
    return ConvGeneralDilated(
        strides,
        padding,
        lhs_dilation,
        rhs_dilation,
        ConvDimensionNumbers(*specs),
        features,
        batches,
    )


NCHW = ((0, 1, 2, 3),) * 3
NHWC = ((0, 3, 1, 2), (3, 2, 0, 1), (0, 3, 1, 2))
NWC = ((0, 2, 1), (2, 1, 0), (0, 2, 1))
SCALAR = ((0, 1),) * 3

PRODUCTS = [
    Sample(
        RaggedDot((((1,), (1,)), ((), ())), 0, 0),
        [normal(5, 2), normal(3, 2, 4), np.array([2, 0, 3])],
        lambda x, w, _: np.concatenate([x[:2] @ w[0], x[2:] @ w[2]]),
    ),
    Sample(
        RaggedDot((((1,), (0,)), ((), ())), 1),
        [normal(4, 5), normal(5, 3), np.array([2, 3])],
        lambda x, y, _: np.stack([x[:, :2] @ y[:2], x[:, 2:] @ y[2:]]),
        name="ragged_dot_general-sums",
    ),
    Sample(
        DotGeneral((((1,), (0,)), ((), ()))),
        [normal(3, 4), normal(4, 5)],
        np.matmul,
        precisions=(np.dtype(np.float32), np.dtype(np.float16)),
        rtol=64,
        atol=64,
    ),
    Sample(
        DotGeneral((((0,), (1,)), ((), ()))),
        [normal(4, 3), normal(5, 4)],
        lambda x, y: (y @ x).T,
        name="dot-transposed",
    ),
    Sample(
        DotGeneral((((2,), (1,)), ((0,), (0,)))),
        [normal(2, 3, 4), normal(2, 4, 5)],
        np.matmul,
        name="dot-batched",
    ),
    Sample(
        DotGeneral((((3, 1), (0, 1)), ((2,), (3,)))),
        [normal(2, 3, 2, 5), normal(5, 3, 4, 2)],
        lambda x, y: np.einsum("abcd,dbec->cae", x, y),
        name="dot-many-axes",
    ),
    Sample(
        DotGeneral((((), ()), ((), ()))),
        [normal(2), normal(3)],
        np.multiply.outer,
        name="dot-outer",
    ),
    Sample(
        DotGeneral((((0,), (0,)), ((), ()))),
        [complexes(4), complexes(4, 2)],
        lambda x, y: x @ y,
        name="dot-complex",
    ),
    Sample(
        DotGeneral((((1,), (0,)), ((), ())), None, np.dtype(np.int32)),
        [integers(3, 4, dtype=np.int8), integers(4, 2, dtype=np.int8)],
        lambda x, y: x.astype(np.int32) @ y.astype(np.int32),
        name="dot-integers",
    ),
]

CONVOLUTIONS = [
    Sample(
        convolution((1, 2), ((1, 1), (0, 1)), (1, 1), (1, 1), NCHW),
        [normal(2, 3, 4, 5), normal(4, 3, 3, 2)],
        direct_convolution,
        rtol=64,
        atol=64,
    ),
    Sample(
        convolution((2, 1), ((1, 2), (0, -1)), (1, 2), (2, 1), NHWC),
        [normal(2, 4, 5, 2), normal(2, 3, 2, 3)],
        name="conv-dilated",
    ),
    Sample(
        convolution((1,), ((2, 2),), (3,), (1,), NWC),
        [normal(1, 4, 2), normal(3, 2, 3)],
        name="conv-transposed",
    ),
    Sample(
        convolution((1, 1), ((1, 1), (1, 1)), (1, 1), (1, 1), NCHW, features=3),
        [normal(2, 3, 4, 4), normal(6, 1, 3, 3)],
        name="conv-depthwise",
    ),
    Sample(
        convolution((1, 1), ((0, 0), (0, 0)), (1, 1), (1, 1), NCHW, features=2),
        [normal(2, 4, 3, 3), normal(6, 2, 2, 2)],
        name="conv-feature-groups",
    ),
    Sample(
        convolution((1,), ((1, 0),), (1,), (1,), NWC, batches=2),
        [normal(4, 5, 2), normal(2, 2, 6)],
        name="conv-batch-groups",
    ),
    Sample(
        convolution((1, 1), ((0, 0), (0, 0)), (1, 1), (1, 1), NCHW),
        [normal(2, 3, 4, 4), normal(5, 3, 1, 1)],
        lambda x, w: np.einsum("ncyx,oc->noyx", x, w[..., 0, 0]),
        name="conv-pointwise",
    ),
    Sample(
        convolution((), (), (), (), SCALAR),
        [normal(2, 3), normal(4, 3)],
        lambda x, w: x @ w.T,
        name="conv-without-space",
    ),
]

TRANSFORMS = [
    Sample(Fft(FftType.FFT, (4,)), [complexes(3, 4)], np.fft.fft, rtol=64, atol=64),
    Sample(Fft(FftType.IFFT, (3, 4)), [complexes(3, 4)], np.fft.ifft2, name="fft-inverse"),
    Sample(
        Fft(FftType.RFFT, (3, 5)), [normal(3, 5)], np.fft.rfft2, name="fft-real", rtol=64, atol=64
    ),
    Sample(
        Fft(FftType.IRFFT, (6,)),
        [complexes(3, 4)],
        lambda x: np.fft.irfft(x, 6),
        name="fft-real-inverse",
    ),
    Sample(
        Fft(FftType.IRFFT, (2, 5)),
        [complexes(2, 3)],
        lambda x: np.fft.irfft2(x, (2, 5)),
        name="fft-real-inverse-odd",
    ),
]

FACTORIZATIONS = [
    Sample(
        lambda x: factorization.Cholesky()(x + x.mT),
        [definite(2, 3, 3)],
        lambda x: np.linalg.cholesky(x + x.swapaxes(1, 2)),
        name="cholesky",
        rtol=64,
        atol=64,
    ),
    Sample(factorization.Lu(), [regular(3, 3)]),
    Sample(factorization.Lu(), [regular(2, 3, 4)], name="lu-wide"),
    Sample(factorization.Lu(), [regular(4, 2)], name="lu-tall"),
    Sample(factorization.LuPivotsToPermutation(4), [pivots(2, 3, size=4)]),
    Sample(factorization.Qr(False, False), [regular(4, 3)]),
    Sample(factorization.Qr(False, False), [regular(2, 3, 4)], name="qr-wide"),
    Sample(factorization.Qr(True, False), [regular(4, 3)], name="qr-full", order=1),
    Sample(factorization.Qr(False, False, False), [regular(2, 4, 3)], name="qr-r"),
    Sample(factorization.Qr(False, True, False), [graded(4, 3)], name="qr-r-pivoted", order=1),
    Sample(factorization.Qr(False, True), [graded(3, 3)], name="qr-pivoted", order=1),
    Sample(factorization.Qr(False, False), [regular(3, 3, dtype=np.complex128)], name="qr-complex"),
    Sample(factorization.Geqrf(), [regular(4, 3)], order=0),
    Sample(factorization.HouseholderProduct(), [normal(4, 3), normal(3)], order=0),
    Sample(factorization.Ormqr(True, True), [normal(4, 3), normal(3), normal(4, 2)], order=0),
]


def oriented_eigh(x):
    """Eigenvectors whose first components are positive: LAPACK's routines differ in signs."""
    vectors, values = eigen.Eigh(True)((x + x.mT) * 0.5)
    return vectors * jnp.sign(vectors[..., :1, :]), values


EIGENVALUES = [
    Sample(oriented_eigh, [definite(2, 3, 3)], name="eigh", rtol=16, atol=16),
    Sample(
        lambda x: eigen.Eigh(True, (0, 2))((x + x.mT) * 0.5), [definite(4, 4)], name="eigh-subset"
    ),
    Sample(
        lambda x: eigen.Eigvalsh(False)((x + x.mT) * 0.5),
        [definite(3, 3)],
        lambda x: np.linalg.eigvalsh((x + x.T) / 2),
        name="eigvalsh",
        rtol=64,
        atol=64,
    ),
    Sample(eigen.Eig(False, False), [regular(3, 3)], name="eigvals"),
    Sample(eigen.Eig(True, True), [regular(3, 3)], order=0),
    Sample(
        eigen.Eig(False, True, True),
        [graded(3, 3, dtype=np.complex128)],
        order=1,
        name="eig-differentiable",
    ),
    Sample(eigen.Svd(False, True), [graded(3, 3)]),
    Sample(eigen.Svd(False, True), [graded(2, 4, 2)], name="svd-tall"),
    Sample(eigen.Svd(False, True), [graded(2, 4)], name="svd-wide"),
    Sample(
        eigen.Svd(True, False),
        [graded(3, 4)],
        lambda x: np.linalg.svd(x, compute_uv=False),
        name="svd-values",
        rtol=64,
        atol=64,
    ),
    Sample(eigen.Schur(), [regular(2, 3, 3)], order=0),
    Sample(eigen.Hessenberg(), [regular(4, 4)], order=0),
    Sample(eigen.Tridiagonal(), [definite(4, 4)], order=0),
]

SYSTEMS = [
    Sample(
        triangular.TriangularSolve(left_side=True, lower=True),
        [regular(3, 3), normal(3, 2)],
        lambda a, b: np.linalg.solve(np.tril(a), b),
        rtol=64,
        atol=64,
    ),
    Sample(
        triangular.TriangularSolve(transpose_a=True, conjugate_a=True),
        [regular(2, 3, 3, dtype=np.complex128), complexes(2, 2, 3)],
        lambda a, b: b @ np.linalg.inv(np.triu(a).conj().swapaxes(1, 2)),
        name="triangular-right-adjoint",
        rtol=64,
        atol=64,
    ),
    Sample(
        triangular.TriangularSolve(left_side=True, unit_diagonal=True),
        [normal(3, 3), normal(3, 2)],
        name="triangular-unit",
        oracle=lambda a, b: np.linalg.solve(np.triu(a, 1) + np.eye(3), b),
        rtol=64,
        atol=64,
    ),
    Sample(
        solved(0),
        [regular(2, 3, 3), normal(2, 3, 2)],
        np.linalg.solve,
        name="solve",
        rtol=64,
        atol=64,
    ),
    Sample(
        solved(1),
        [regular(3, 3), normal(3, 2)],
        lambda a, b: np.linalg.solve(a.T, b),
        name="solve-transposed",
        rtol=64,
        atol=64,
    ),
    Sample(
        solved(2),
        [regular(3, 3, dtype=np.complex128), complexes(3, 2)],
        lambda a, b: np.linalg.solve(a.conj().T, b),
        name="solve-adjoint",
        rtol=64,
        atol=64,
    ),
    Sample(
        triangular.TridiagonalSolve(),
        [normal(4), lambda rng: 4 + normal(4)(rng), normal(4), normal(4, 2)],
        lambda dl, d, du, b: np.linalg.solve(tridiagonal(dl, d, du), b),
        rtol=64,
        atol=64,
    ),
]

SAMPLES = [*PRODUCTS, *CONVOLUTIONS, *TRANSFORMS, *FACTORIZATIONS, *EIGENVALUES, *SYSTEMS]
