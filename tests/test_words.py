"""Options that are words: an unknown word is refused with the known ones, everywhere.

The first table has a call for each option of a public function. A second test reads the signatures,
so that an option of a new function comes into the table.
"""

from __future__ import annotations

import importlib
import inspect
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import data, image, lax, nn, optim, random, scipy, train
from fjax.example_libraries import stax
from fjax.experimental import sparse

WORD = "nonsense"
X = np.linspace(0.0, 1.0, 8)
LONG = np.linspace(0.0, 1.0, 64)
M = np.eye(3) + 0.1
I = np.arange(3)
IMAGE = np.ones((1, 1, 6, 6))
SPECTRUM = np.ones((9, 5), complex)
KEY = random.key(0)
ROWS = (np.ones((4, 2)), np.ones((4, 1)))
Q = np.ones((1, 2, 1, 4))


def _fit(**options: Any) -> Any:
    loader = data.Loader(ROWS, 2)
    model = nn.Linear(2, 1, key=KEY)
    return train.fit(model, optim.sgd(0.1), nn.losses.squared_error, loader, epochs=1, **options)


# The function and its option: a call with the word, and a known word that the message gives.
CALLS: dict[str, tuple[Callable[[str], Any], str]] = {
    "numpy.argsort kind": (lambda w: jnp.argsort(X, kind=w), "stable"),
    "numpy.sort kind": (lambda w: jnp.sort(X, kind=w), "stable"),
    "numpy.array order": (lambda w: jnp.array(X, order=w), "K"),
    "numpy.asarray order": (lambda w: jnp.asarray(X, order=w), "K"),
    "numpy.copy order": (lambda w: jnp.copy(X, order=w), "K"),
    "numpy.can_cast casting": (lambda w: jnp.can_cast("f4", "f8", casting=w), "safe"),
    "numpy.choose mode": (lambda w: jnp.choose(I, [I, I, I], mode=w), "clip"),
    "numpy.convolve mode": (lambda w: jnp.convolve(X, X, mode=w), "full"),
    "numpy.correlate mode": (lambda w: jnp.correlate(X, X, mode=w), "full"),
    "numpy.digitize method": (lambda w: jnp.digitize(X, X, method=w), "scan"),
    "numpy.einsum optimize": (lambda w: jnp.einsum("i,i", X, X, optimize=w), "greedy"),
    "numpy.einsum_path optimize": (lambda w: jnp.einsum_path("i,i", X, X, optimize=w), "greedy"),
    "numpy.interp left": (lambda w: jnp.interp(X, X, X, left=w), "extrapolate"),
    "numpy.interp right": (lambda w: jnp.interp(X, X, X, right=w), "extrapolate"),
    "numpy.isin method": (lambda w: jnp.isin(X, X, method=w), "auto"),
    "numpy.meshgrid indexing": (lambda w: jnp.meshgrid(X, X, indexing=w), "xy"),
    "numpy.nanpercentile method": (lambda w: jnp.nanpercentile(X, 5, method=w), "linear"),
    "numpy.nanquantile method": (lambda w: jnp.nanquantile(X, 0.5, method=w), "linear"),
    "numpy.percentile method": (lambda w: jnp.percentile(X, 5, method=w), "linear"),
    "numpy.quantile method": (lambda w: jnp.quantile(X, 0.5, method=w), "linear"),
    "numpy.packbits bitorder": (lambda w: jnp.packbits(X > 0, bitorder=w), "big"),
    "numpy.unpackbits bitorder": (lambda w: jnp.unpackbits(jnp.packbits(X > 0), bitorder=w), "big"),
    "numpy.pad mode": (lambda w: jnp.pad(X, 1, mode=w), "reflect"),
    "numpy.polyfit cov": (lambda w: jnp.polyfit(X, X, 1, cov=w), "unscaled"),
    "numpy.put mode": (lambda w: jnp.put(X, I, I, mode=w, inplace=False), "clip"),
    "numpy.ravel order": (lambda w: jnp.ravel(X, order=w), "F"),
    "numpy.reshape order": (lambda w: jnp.reshape(X, 8, order=w), "F"),
    "numpy.ravel_multi_index mode": (
        lambda w: jnp.ravel_multi_index((I, I), (3, 3), mode=w),
        "clip",
    ),
    "numpy.ravel_multi_index order": (
        lambda w: jnp.ravel_multi_index((I, I), (3, 3), order=w),
        "F",
    ),
    "numpy.searchsorted side": (lambda w: jnp.searchsorted(X, X, side=w), "left"),
    "numpy.searchsorted method": (lambda w: jnp.searchsorted(X, X, method=w), "scan"),
    "numpy.take mode": (lambda w: jnp.take(X, I, mode=w), "clip"),
    "numpy.trim_zeros trim": (lambda w: jnp.trim_zeros(X, trim=w), "f"),
    "numpy.dot precision": (lambda w: jnp.dot(M, M, precision=w), "highest"),
    "numpy.dot precision of arrays": (
        lambda w: jnp.dot(jnp.array(M), jnp.array(M), precision=w),
        "highest",
    ),
    "numpy.matmul precision": (
        lambda w: jnp.matmul(jnp.array(M), jnp.array(M), precision=w),
        "highest",
    ),
    "numpy.vdot precision": (lambda w: jnp.vdot(jnp.array(X), X, precision=w), "highest"),
    "lax.dot precision": (lambda w: lax.dot(M, M, precision=w), "highest"),
    "numpy.linalg.cond p": (lambda w: jnp.linalg.cond(M, p=w), "fro"),
    "numpy.linalg.eigh UPLO": (lambda w: jnp.linalg.eigh(M, UPLO=w), "L"),
    "numpy.linalg.eigvalsh UPLO": (lambda w: jnp.linalg.eigvalsh(M, UPLO=w), "L"),
    "numpy.linalg.matrix_norm ord": (lambda w: jnp.linalg.matrix_norm(M, ord=w), "nuc"),
    "numpy.linalg.norm ord": (lambda w: jnp.linalg.norm(M, ord=w), "nuc"),
    "numpy.linalg.vector_norm ord": (lambda w: jnp.linalg.vector_norm(X, ord=w), "inf"),
    "numpy.linalg.qr mode": (lambda w: jnp.linalg.qr(M, mode=w), "reduced"),
    "numpy.linalg.slogdet method": (lambda w: jnp.linalg.slogdet(M, method=w), "lu"),
    **{
        f"numpy.fft.{name} norm": (lambda w, name=name: getattr(jnp.fft, name)(M, norm=w), "ortho")
        for name in (
            *("fft", "ifft", "rfft", "irfft", "hfft", "ihfft", "fft2", "ifft2", "rfft2", "irfft2"),
            *("fftn", "ifftn", "rfftn", "irfftn"),
        )
    },
    **{
        f"scipy.fft.{name} norm": (
            lambda w, name=name: getattr(scipy.fft, name)(M, norm=w),
            "ortho",
        )
        for name in "dct idct dctn idctn".split()
    },
    "lax.all_gather to": (
        lambda w: fjax.vmap(lambda a: lax.all_gather(a, "i", to=w), axis_name="i")(X),
        "varying",
    ),
    "lax.fft fft_type": (lambda w: lax.fft(X + 0j, w, (8,)), "RFFT"),
    "lax.conv padding": (lambda w: lax.conv(IMAGE, IMAGE, (1, 1), w), "SAME"),
    "lax.conv_transpose padding": (lambda w: lax.conv_transpose(IMAGE, IMAGE, (1, 1), w), "SAME"),
    "lax.reduce_window padding": (
        lambda w: lax.reduce_window(X, 0.0, lax.add, (2,), (1,), w),
        "SAME",
    ),
    "lax.linalg.svd algorithm": (lambda w: lax.linalg.svd(M, algorithm=w), "JACOBI"),
    "lax.linalg.eigh implementation": (lambda w: lax.linalg.eigh(M, implementation=w), "QDWH"),
    "lax.linalg.eig implementation": (lambda w: lax.linalg.eig(M, implementation=w), "LAPACK"),
    "scipy.linalg.convolution_matrix mode": (
        lambda w: scipy.linalg.convolution_matrix(X, 3, mode=w),
        "full",
    ),
    "scipy.linalg.dft scale": (lambda w: scipy.linalg.dft(4, scale=w), "sqrtn"),
    "scipy.linalg.eigh_tridiagonal select": (
        lambda w: scipy.linalg.eigh_tridiagonal(X, X[1:], eigvals_only=True, select=w),
        "a",
    ),
    "scipy.linalg.expm_frechet method": (
        lambda w: scipy.linalg.expm_frechet(M, M, method=w),
        "blockEnlarge",
    ),
    "scipy.linalg.invpascal kind": (lambda w: scipy.linalg.invpascal(3, kind=w), "symmetric"),
    "scipy.linalg.pascal kind": (lambda w: scipy.linalg.pascal(3, kind=w), "symmetric"),
    "scipy.linalg.polar side": (lambda w: scipy.linalg.polar(M, side=w), "left"),
    "scipy.linalg.polar method": (lambda w: scipy.linalg.polar(M, method=w), "svd"),
    "scipy.linalg.qr mode": (lambda w: scipy.linalg.qr(M, mode=w), "economic"),
    "scipy.linalg.qr_multiply mode": (lambda w: scipy.linalg.qr_multiply(M, M, mode=w), "left"),
    "scipy.linalg.schur output": (lambda w: scipy.linalg.schur(M, output=w), "complex"),
    "scipy.linalg.solve assume_a": (lambda w: scipy.linalg.solve(M, M, assume_a=w), "pos"),
    "scipy.linalg.solve_sylvester method": (
        lambda w: scipy.linalg.solve_sylvester(M, M, M, method=w),
        "schur",
    ),
    "scipy.linalg.solve_triangular trans": (
        lambda w: scipy.linalg.solve_triangular(M, M, trans=w),
        "T",
    ),
    "scipy.linalg.svd lapack_driver": (lambda w: scipy.linalg.svd(M, lapack_driver=w), "gesvd"),
    "scipy.signal.convolve mode": (lambda w: scipy.signal.convolve(X, X, mode=w), "same"),
    "scipy.signal.convolve method": (lambda w: scipy.signal.convolve(X, X, method=w), "direct"),
    "scipy.signal.correlate mode": (lambda w: scipy.signal.correlate(X, X, mode=w), "same"),
    "scipy.signal.correlate method": (lambda w: scipy.signal.correlate(X, X, method=w), "direct"),
    "scipy.signal.convolve2d mode": (lambda w: scipy.signal.convolve2d(M, M, mode=w), "same"),
    "scipy.signal.convolve2d boundary": (
        lambda w: scipy.signal.convolve2d(M, M, boundary=w),
        "fill",
    ),
    "scipy.signal.correlate2d mode": (lambda w: scipy.signal.correlate2d(M, M, mode=w), "same"),
    "scipy.signal.correlate2d boundary": (
        lambda w: scipy.signal.correlate2d(M, M, boundary=w),
        "fill",
    ),
    "scipy.signal.fftconvolve mode": (lambda w: scipy.signal.fftconvolve(X, X, mode=w), "same"),
    "scipy.signal.detrend type": (lambda w: scipy.signal.detrend(X, type=w), "constant"),
    **{
        f"scipy.signal.{name} {option}": (
            lambda w, call=call, option=option: call(nperseg=16, **{option: w}),
            known,
        )
        for name, call in {
            "csd": lambda **options: scipy.signal.csd(LONG, LONG, **options),
            "welch": lambda **options: scipy.signal.welch(LONG, **options),
        }.items()
        for option, known in {
            "detrend": "linear",
            "scaling": "density",
            "average": "median",
        }.items()
    },
    "scipy.signal.stft boundary": (
        lambda w: scipy.signal.stft(LONG, nperseg=16, boundary=w),
        "zeros",
    ),
    "scipy.stats.gaussian_kde bw_method": (
        lambda w: scipy.stats.gaussian_kde(X, bw_method=w),
        "scott",
    ),
    **{
        f"scipy.stats.{name} nan_policy": (
            lambda w, name=name: getattr(scipy.stats, name)(X, nan_policy=w),
            "propagate",
        )
        for name in ("mode", "rankdata", "sem")
    },
    "scipy.stats.rankdata method": (lambda w: scipy.stats.rankdata(X, method=w), "dense"),
    "scipy.optimize.minimize method": (
        lambda w: scipy.optimize.minimize(lambda p: jnp.sum(p**2), X, method=w),
        "BFGS",
    ),
    "scipy.interpolate.RegularGridInterpolator method": (
        lambda w: scipy.interpolate.RegularGridInterpolator((X,), X, method=w),
        "linear",
    ),
    "scipy.ndimage.map_coordinates mode": (
        lambda w: scipy.ndimage.map_coordinates(X, [X], 1, mode=w),
        "nearest",
    ),
    "scipy.sparse.linalg.gmres solve_method": (
        lambda w: scipy.sparse.linalg.gmres(M, X[:3], solve_method=w),
        "batched",
    ),
    "random.bernoulli mode": (lambda w: random.bernoulli(KEY, 0.5, (2,), mode=w), "low"),
    "random.categorical mode": (lambda w: random.categorical(KEY, X, mode=w), "low"),
    "random.choice mode": (lambda w: random.choice(KEY, 3, (2,), mode=w), "low"),
    "random.gumbel mode": (lambda w: random.gumbel(KEY, (2,), mode=w), "low"),
    "random.multivariate_normal method": (
        lambda w: random.multivariate_normal(KEY, X[:3], M, method=w),
        "cholesky",
    ),
    "random.key impl": (lambda w: random.key(0, impl=w), "threefry2x32"),
    **{
        f"nn.Conv{n}d {option}": (
            lambda w, n=n, option=option: getattr(nn, f"Conv{n}d")(1, 1, 3, key=KEY, **{option: w}),
            known,
        )
        for n in (1, 2, 3)
        for option, known in {
            "padding": "same",
            "padding_mode": "reflect",
            "init": "he_normal",
        }.items()
    },
    **{
        f"nn.ConvTranspose{n}d init": (
            lambda w, n=n: getattr(nn, f"ConvTranspose{n}d")(1, 1, 3, key=KEY, init=w),
            "he_normal",
        )
        for n in (1, 2, 3)
    },
    "nn.Linear init": (lambda w: nn.Linear(1, 1, key=KEY, init=w), "he_normal"),
    "nn.RNN nonlinearity": (lambda w: nn.RNN(1, 1, key=KEY, nonlinearity=w), "relu"),
    "nn.RNNCell nonlinearity": (lambda w: nn.RNNCell(1, 1, key=KEY, nonlinearity=w), "relu"),
    "nn.Upsample method": (lambda w: nn.Upsample(2, method=w), "bilinear"),
    "nn.WeightNorm path": (lambda w: nn.WeightNorm(nn.Linear(1, 1, key=KEY), w), "weight"),
    "nn.SpectralNorm path": (lambda w: nn.SpectralNorm(nn.Linear(1, 1, key=KEY), w), "weight"),
    "nn.dot_product_attention implementation": (
        lambda w: nn.dot_product_attention(Q, Q, Q, implementation=w),
        "xla",
    ),
    "nn.standardize algorithm": (lambda w: nn.standardize(M, algorithm=w), "fast"),
    "nn.initializers.variance_scaling mode": (
        lambda w: nn.initializers.variance_scaling(1.0, w, "normal"),
        "fan_in",
    ),
    "nn.initializers.variance_scaling distribution": (
        lambda w: nn.initializers.variance_scaling(1.0, "fan_in", w),
        "uniform",
    ),
    "nn.losses.squared_error reduction": (
        lambda w: nn.losses.squared_error(X, X, reduction=w),
        "mean",
    ),
    "image.resize method": (lambda w: image.resize(M, (6, 6), method=w), "bilinear"),
    "image.scale_and_translate method": (
        lambda w: image.scale_and_translate(M, (6, 6), (0, 1), X[:2], X[:2], method=w),
        "bilinear",
    ),
    "experimental.sparse.bcoo_update_layout on_inefficient": (
        lambda w: sparse.bcoo_update_layout(sparse.BCOO.fromdense(M), n_batch=1, on_inefficient=w),
        "warn",
    ),
    "experimental.sparse.empty sparse_format": (
        lambda w: sparse.empty((2, 2), sparse_format=w),
        "bcoo",
    ),
    "experimental.sparse.eye sparse_format": (lambda w: sparse.eye(2, sparse_format=w), "bcoo"),
    "devices backend": (lambda w: fjax.devices(w), "Cpu"),
    "pure_callback vmap_method": (
        lambda w: fjax.pure_callback(
            lambda a: a, fjax.ShapeDtypeStruct((8,), X.dtype), X, vmap_method=w
        ),
        "sequential",
    ),
    "new_ref kind": (lambda w: fjax.new_ref(X, kind=w), "no_grad_no_remat"),
    "transfer_guard level": (lambda w: fjax.transfer_guard(w).__enter__(), "disallow"),
    "default_matmul_precision": (lambda w: fjax.default_matmul_precision(w).__enter__(), "highest"),
    "numpy_rank_promotion": (lambda w: fjax.numpy_rank_promotion(w).__enter__(), "raise"),
    "numpy_dtype_promotion": (lambda w: fjax.numpy_dtype_promotion(w).__enter__(), "strict"),
    "export.export platforms": (
        lambda w: fjax.export.export(fjax.jit(jnp.sin), platforms=(w,)),
        "cuda",
    ),
    "debug.check_grads modes": (lambda w: fjax.debug.check_grads(jnp.sin, X, modes=(w,)), "fwd"),
    "test_util.check_grads modes": (
        lambda w: fjax.test_util.check_grads(jnp.sin, (X,), 1, modes=(w,)),
        "fwd",
    ),
    "example_libraries.stax.Conv padding": (
        lambda w: stax.Conv(1, (3, 3), padding=w)[0](KEY, (1, 6, 6, 1)),
        "SAME",
    ),
    "example_libraries.stax.MaxPool padding": (
        lambda w: stax.MaxPool((2, 2), padding=w)[0](KEY, (1, 6, 6, 1)),
        "SAME",
    ),
    "data.Loader rest": (lambda w: data.Loader(ROWS, 2, rest=w), "drop"),
    "data.Loader processes": (lambda w: data.Loader(ROWS, 2, processes=w), "spawn"),
    "train.fit precision": (lambda w: _fit(precision=w), "bf16"),
    "train.early_stopping name": (lambda w: _fit(callbacks=[train.early_stopping(w)]), "loss"),
    "train.Best name": (lambda w: _fit(callbacks=[train.Best(w)]), "loss"),
}

# Parameters whose default is a word, and which take any text, or are switched off by other words.
ANY_TEXT = {
    "example_libraries.stax.Dropout mode",  # any word but "train" means evaluation, as in JAX
    "experimental.sparse.empty index_dtype",
    "experimental.sparse.eye index_dtype",
    "nn.Stateful name",
    "nn.losses.check_shares what",
    "nn.metrics.labelled what",
    "nn.metrics.numbered what",
    "scipy.signal.csd window",  # SciPy reads the names of windows
    "scipy.signal.stft window",
    "scipy.signal.istft window",
    "scipy.signal.welch window",
    "test_util.check_jvp err_msg",
    "test_util.check_vjp err_msg",
    "train.Picture title",
    "tree_util.leaf_names root",
    "tree_util.keystr separator",
}
# Losses have one check of `reduction`, pools and convolutions of stax one of `padding`.
OTHERS = {
    *(
        f"nn.losses.{name} reduction"
        for name in (
            *("absolute_error", "binary_cross_entropy", "contrastive", "cross_entropy", "ctc"),
            *("focal_loss", "huber", "kl_divergence", "triplet"),
        )
    ),
    *(
        f"example_libraries.stax.{name} padding"
        for name in (
            *("AvgPool", "SumPool", "Conv1DTranspose", "ConvTranspose", "GeneralConv"),
            "GeneralConvTranspose",
        )
    ),
    "nn.metrics.cross_entropy reduction",
    "train.Recipe precision",
}
PLACES = (
    *("numpy", "numpy.linalg", "numpy.fft", "lax", "lax.linalg", "random", "nn", "nn.losses"),
    *("nn.metrics", "nn.initializers", "image", "optim", "train", "data", "export", "tree_util"),
    *("scipy.linalg", "scipy.signal", "scipy.stats", "scipy.optimize", "scipy.interpolate"),
    *("scipy.ndimage", "scipy.fft", "scipy.sparse.linalg", "experimental.sparse"),
    *("example_libraries.stax", "checkpoints", "ops", "models", "debug", "test_util"),
)


@pytest.mark.parametrize("option", CALLS)
def test_an_unknown_word_is_refused_with_the_known_ones(option):
    call, known = CALLS[option]
    with pytest.raises((ValueError, TypeError, NotImplementedError, LookupError)) as raised:
        call(WORD)
    message = str(raised.value)
    assert WORD in message
    assert known in message


def _words() -> Iterator[str]:
    """Each public function and its options whose default is a word."""
    for place in PLACES:
        module = importlib.import_module(f"fjax.{place}")
        for name in dir(module):
            function = getattr(module, name)
            if name.startswith("_") or isinstance(function, types.ModuleType):
                continue
            try:
                parameters = inspect.signature(function).parameters.values()
            except (TypeError, ValueError):
                continue
            for parameter in parameters:
                if isinstance(parameter.default, str):
                    yield f"{place}.{name} {parameter.name}"


def test_every_option_whose_default_is_a_word_is_in_the_table():
    lacking = [o for o in _words() if o not in CALLS and o not in ANY_TEXT and o not in OTHERS]
    assert lacking == []
