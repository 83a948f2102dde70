"""More than arithmetic: sorting, cumulation, windows, updates, spectra, factorizations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.sweep.draw import Draw, Program, family


def _positive(np: Any, x: Any) -> Any:
    """Positive definite matrices of a batch, from square ones."""
    return x @ np.swapaxes(x, -1, -2) + x.shape[-1] * np.eye(x.shape[-1], dtype=x.dtype)


# Of a batch of rows (J, x, indices into rows).
ROWS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "sort": lambda J, x, i: J.numpy.sort(x, -1),
    "argsort": lambda J, x, i: J.numpy.argsort(x, 0),
    "sort keys": lambda J, x, i: J.lax.sort((J.numpy.floor(x * 4), x), num_keys=2),
    "top_k": lambda J, x, i: J.lax.top_k(x, min(5, x.shape[-1])),
    "cumsum": lambda J, x, i: J.numpy.cumsum(x, -1),
    "cumprod": lambda J, x, i: J.numpy.cumprod(1 + 0.1 * x, -1),
    "cummax": lambda J, x, i: J.lax.cummax(x, 0),
    "cumlogsumexp": lambda J, x, i: J.lax.cumlogsumexp(x, 1),
    "prod": lambda J, x, i: J.numpy.prod(1 + 0.1 * x, -1),
    "fft": lambda J, x, i: abs(J.numpy.fft.fft(x, axis=-1)),
    "rfft": lambda J, x, i: abs(J.numpy.fft.rfft(x, axis=-1)),
    "convolve": lambda J, x, i: J.numpy.convolve(x[0], x[-1][:50], mode="same"),
    "interp": lambda J, x, i: J.numpy.interp(
        x.reshape(-1), J.numpy.linspace(-1, 1, 20), J.numpy.linspace(-1, 1, 20) ** 2
    ),
    "searchsorted": lambda J, x, i: J.numpy.searchsorted(J.numpy.sort(x[0]), x[-1]),
    "bincount": lambda J, x, i: J.numpy.bincount(i, length=50),
    "segment_sum": lambda J, x, i: J.ops.segment_sum(x, i[: x.shape[0]], 50),
    "segment_max": lambda J, x, i: J.ops.segment_max(x, i[: x.shape[0]], 50),
    "one_hot": lambda J, x, i: J.nn.one_hot(i, 50) @ x[:1, :1].repeat(50, 0),
    "add elements": lambda J, x, i: x.at[i % x.shape[0], i % x.shape[1]].add(1.5),
    "multiply elements": lambda J, x, i: x.at[i % x.shape[0]].multiply(0.5),
    "histogram": lambda J, x, i: J.numpy.histogram(x, 20, (-1, 1))[0],
    "erf gamma": lambda J, x, i: J.lax.erf(x) + J.lax.lgamma(abs(x) + 1),
}
# Of a batch of square matrices.
MATRICES: dict[str, Callable[[Any, Any], Any]] = {
    "cholesky": lambda J, x: J.numpy.linalg.cholesky(_positive(J.numpy, x)),
    "solve": lambda J, x: J.numpy.linalg.solve(_positive(J.numpy, x), x),
    "inverse": lambda J, x: J.numpy.linalg.inv(_positive(J.numpy, x)),
    "log determinant": lambda J, x: J.numpy.linalg.slogdet(_positive(J.numpy, x))[1],
    "qr": lambda J, x: abs(J.numpy.linalg.qr(x)[1]),
    "eigenvalues": lambda J, x: J.numpy.linalg.eigvalsh(_positive(J.numpy, x)),
    "singular values": lambda J, x: J.numpy.linalg.svd(x, compute_uv=False),
    "triangular": lambda J, x: J.scipy.linalg.solve_triangular(
        J.numpy.linalg.cholesky(_positive(J.numpy, x[0])), x[0], lower=True
    ),
    "expm": lambda J, x: J.scipy.linalg.expm(x[0] * 0.1),
}
# Of images N×C×H×W.
WINDOWS: dict[str, Callable[..., Any]] = {
    "max pool": lambda J, x, w, s: J.lax.reduce_window(
        x, -float("inf"), J.lax.max, (1, 1, w, w), (1, 1, s, s), "VALID"
    ),
    "average pool": lambda J, x, w, s: J.lax.reduce_window(
        x, 0.0, J.lax.add, (1, 1, w, w), (1, 1, s, s), "SAME"
    ),
    "resize": lambda J, x, w, s: J.image.resize(
        x, (*x.shape[:2], x.shape[2] * s, x.shape[3] * s), "bilinear"
    ),
}


@family
def library(draw: Draw) -> Program:
    """One function of NumPy's, SciPy's or lax's on rows, small matrices or images."""
    dtype, table = draw.floating(), draw.choice([ROWS, ROWS, MATRICES, WINDOWS])
    kind = draw.choice(list(table))
    if table is ROWS:
        shape: tuple[int, ...] = (draw.size(2, 1000), draw.size(2, 2000))
        indices = draw.integers((draw.size(1, 1e4),), 0, 50)
    elif table is MATRICES:
        n = draw.size(1, 60)
        shape, indices = (draw.size(1, 4000 / n), n, n), draw.integers((1,), 0, 1)
    else:
        side = draw.size(6, 60)
        shape, indices = (draw.size(1, 8), draw.size(1, 16), side, side), draw.integers((1,), 0, 1)
    window, stride = draw.between(2, 4), draw.between(1, 3)
    if kind.startswith("segment"):
        indices = draw.integers((shape[0],), 0, 50)

    def build(J: Any) -> Any:
        if table is ROWS:
            return lambda x: ROWS[kind](J, x, indices)
        if table is MATRICES:
            return lambda x: MATRICES[kind](J, x)
        return lambda x: WINDOWS[kind](J, x, window, stride)

    text = f"{indices.size} indices" if table is ROWS else f"window {window} stride {stride}"
    x = draw.array(shape, dtype)
    return Program(kind, text if table is not MATRICES else "", (x,), build, kind != "sort keys")
