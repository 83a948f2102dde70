"""Calls of scipy.linalg."""

import numpy as np
import scipy.linalg

from tests.scipy.calls import LEFT_OUT, calls, numbers

DTYPES = ("float64", "float32", "complex128", "int64")
SQUARES = [
    numbers(n, n, dtype=d) + (2 * n * np.eye(n)).astype(d) for n in (1, 2, 5) for d in DTYPES
]
DEFINITE = [a @ a.conj().T + np.eye(len(a), dtype=a.dtype) for a in SQUARES]
TALL = [numbers(*s, dtype=d) for s in ((4, 2), (2, 4), (1, 3), (3, 3)) for d in DTYPES]
VECTORS = [numbers(n, dtype=d) for n in (1, 2, 5) for d in DTYPES]
RIGHT = {n: (numbers(n), numbers(n, 3), numbers(n, 1)) for n in (1, 2, 5)}
BOTH = (False, True)


def right(a: np.ndarray) -> list[np.ndarray]:
    """Right-hand sides for a square matrix."""
    return [b.astype(a.dtype) for b in RIGHT[len(a)]]


SYSTEMS = [
    *[
        c
        for a in SQUARES
        for b in right(a)
        for c in [
            *calls("linalg.solve", a, b),
            *calls(
                "linalg.solve_triangular",
                a,
                b,
                trans=(0, 1, 2, "N", "T", "C"),
                lower=BOTH,
                unit_diagonal=BOTH,
            ),
            *calls("linalg.lu_solve", scipy.linalg.lu_factor(a), b, trans=(0, 1, 2)),
        ]
    ],
    *[
        c
        for a in SQUARES
        for b in right(a)
        for c in calls("linalg.solve", a + a.T, b, assume_a=("sym",), lower=BOTH)
    ],
    *[
        c
        for a in DEFINITE
        for b in right(a)
        for c in [
            *calls("linalg.solve", a, b, assume_a=("pos", "her"), lower=BOTH),
            *[
                c
                for lower in BOTH
                for c in calls("linalg.cho_solve", (scipy.linalg.cholesky(a, lower), lower), b)
            ],
        ]
    ],
    *[
        c
        for a in SQUARES
        for c in [
            *calls("linalg.det", a),
            *calls("linalg.inv", a),
            *calls("linalg.lu_factor", a),
            *calls("linalg.expm", a / 3),
            *(calls("linalg.hessenberg", a, calc_q=BOTH) if len(a) > 2 else []),
        ]
    ],
    *[
        c
        for a in DEFINITE
        for c in [
            *calls("linalg.cholesky", a, lower=BOTH),
            *calls("linalg.eigh", a, lower=BOTH, eigvals_only=(True,)),
            *calls(
                "linalg.eigh",
                a,
                np.eye(len(a)).astype(a.dtype) * 2,
                eigvals_only=(True,),
                lower=BOTH,
            ),
            *calls("linalg.sqrtm", a.astype(complex)),
        ]
    ],
    *[
        c
        for a in TALL
        for c in [
            *calls("linalg.svd", a, compute_uv=(False,), full_matrices=BOTH),
            *calls("linalg.lu", a, permute_l=BOTH),
            *calls("linalg.qr", a, mode=("r",)),
            *calls("linalg.polar", a, side=("right", "left")),
        ]
    ],
    *[c for a in SQUARES for c in calls("linalg.polar", a, side=("right", "left"))],
    *[
        c
        for a in SQUARES[4:8]
        for c in [
            *calls("linalg.expm_frechet", a / 4, a[::-1] / 3, compute_expm=BOTH),
            *calls("linalg.solve_sylvester", a, a.T, a[::-1]),
        ]
    ],
    *calls(
        "linalg.expm",
        np.triu(numbers(4, 4)),
        upper_triangular=(True,),
        theirs={"upper_triangular": LEFT_OUT},
    ),
]
TRIDIAGONAL = [
    c
    for n in (1, 2, 6)
    for c in [
        *calls(
            "linalg.eigh_tridiagonal",
            numbers(n),
            numbers(max(n - 1, 0)),
            eigvals_only=(True,),
            select=("a",),
        ),
        *calls(
            "linalg.eigh_tridiagonal",
            numbers(n),
            numbers(max(n - 1, 0)),
            eigvals_only=(True,),
            select=("i",),
            select_range=((0, n - 1), (n - 1, n - 1)),
        ),
    ]
]
MATRICES = [
    *[
        c
        for a in VECTORS
        for c in [
            *calls("linalg.toeplitz", a),
            *calls("linalg.toeplitz", a, numbers(3).astype(a.dtype)),
            *calls("linalg.hankel", a),
            *calls("linalg.hankel", a, numbers(3).astype(a.dtype)),
            *calls("linalg.circulant", a),
            *calls("linalg.companion", a),
            *calls("linalg.fiedler", a),
            *(calls("linalg.fiedler_companion", a) if len(a) > 1 else []),
            *calls("linalg.leslie", a, numbers(max(len(a) - 1, 1)).astype(a.dtype)),
            *calls("linalg.convolution_matrix", a, 4, mode=("full", "same", "valid")),
            *calls("linalg.convolution_matrix", a, 1, mode=("full", "same", "valid")),
        ]
    ],
    *[
        c
        for n in (1, 2, 3, 4, 6, 8)
        for c in [
            *calls("linalg.dft", n, scale=(None, "sqrtn", "n")),
            *calls("linalg.hadamard", n),
            *calls("linalg.hadamard", n, dtype=(float,)),
            *calls("linalg.helmert", n, full=BOTH),
            *calls("linalg.hilbert", n),
            *calls("linalg.invhilbert", n),
            *calls("linalg.pascal", n, kind=("symmetric", "lower", "upper")),
            *calls("linalg.invpascal", n, kind=("symmetric", "lower", "upper")),
        ]
    ],
    *calls("linalg.block_diag", numbers(2, 3), numbers(1, 1), numbers(4), 2.0),
    *calls("linalg.block_diag", numbers(2, 0), numbers(0, 3), numbers(1, 1)),
    *calls("linalg.block_diag"),
]
CALLS = [*SYSTEMS, *TRIDIAGONAL, *MATRICES]
