"""Products, convolutions, attention, pairs of points."""

from __future__ import annotations

from typing import Any

from benchmarks.sweep.draw import Draw, Program, family

KINDS = (
    "matmul batched einsum mlp conv1d conv2d strided grouped transposed tanh-sum quadratic "
    "pairs attention bilinear"
).split()


@family
def contractions(draw: Draw) -> Program:
    """A contraction with sizes from 1 to 700."""
    kind, dtype = draw.choice(KINDS), draw.floating()
    shapes = _shapes(draw, kind)

    def build(J: Any) -> Any:
        return lambda *a: _contracted(J, kind, a)

    return Program(kind, "", tuple(draw.array(s, dtype) for s in shapes), build)


def _shapes(draw: Draw, kind: str) -> list[tuple[int, ...]]:
    m, k, n = (draw.size(1, 700) for _ in range(3))
    b, p, q, r = (draw.size(2, 64) for _ in range(4))
    batch, inputs, outputs = (draw.size(1, 32) for _ in range(3))
    side, window = draw.size(8, 40), draw.choice([1, 3, 5])
    groups = draw.choice([2, 4])
    return {
        "matmul": [(m, k), (k, n)],
        "batched": [(b, p, q), (b, q, r)],
        "einsum": [(b, p, q), (r, q, b)],
        "mlp": [(m, k), (k, n), (n,), (n, 10)],
        "conv1d": [(batch, inputs, 20 * side), (outputs, inputs, window)],
        "conv2d": [(batch, inputs, side, side), (outputs, inputs, window, 3)],
        "strided": [(batch, inputs, side, side), (outputs, inputs, window, window)],
        "grouped": [(batch, groups * inputs, side, side), (groups * 4, inputs, window, window)],
        "transposed": [(batch, inputs, side, side), (3, 3, inputs, outputs)],
        "tanh-sum": [(b, p), (b, q)],
        "quadratic": [(m, k), (n, k)],
        "pairs": [(m, batch), (n, batch)],
        "attention": [(batch, 4 * p, q)] * 3,
        "bilinear": [(b, p), (r, p, q), (b, q)],
    }[kind]


def _contracted(J: Any, kind: str, a: Any) -> Any:
    np, convolve = J.numpy, J.lax.conv_general_dilated
    if kind in ("matmul", "batched"):
        return a[0] @ a[1]
    if kind == "einsum":
        return np.einsum("bpq,rqb->bpr", *a)
    if kind == "mlp":
        return np.tanh(a[0] @ a[1] + a[2]) @ a[3]
    if kind == "conv1d":
        return convolve(a[0], a[1], (1,), "SAME", dimension_numbers=("NCH", "OIH", "NCH"))
    if kind in ("conv2d", "strided"):
        return convolve(a[0], a[1], (2, 2) if kind == "strided" else (1, 1), "SAME")
    if kind == "grouped":
        groups = a[0].shape[1] // a[1].shape[1]
        return convolve(a[0], a[1], (1, 1), "SAME", feature_group_count=groups)
    if kind == "transposed":
        return J.lax.conv_transpose(
            a[0], a[1], (2, 2), "SAME", dimension_numbers=("NCHW", "HWIO", "NCHW")
        )
    if kind == "tanh-sum":
        return np.tanh(a[0][:, :, None] * a[1][:, None, :]).sum(1)
    if kind == "quadratic":
        return a[0] @ a[1].T
    if kind == "pairs":
        return np.exp(-((a[0][:, None] - a[1][None]) ** 2).sum(-1)).sum(1)
    if kind == "attention":
        scores = np.einsum("bqd,bkd->bqk", a[0], a[1]) / a[0].shape[-1] ** 0.5
        return J.nn.softmax(scores, -1) @ a[2]
    return np.einsum("bp,rpq,bq->br", *a)
