"""Linear algebra with SciPy's names; matrices are the last two axes, the others are batch axes."""
from fjax.scipy.linalg.factorizations import (
    cho_factor,
    cholesky,
    eigh,
    eigh_tridiagonal,
    hessenberg,
    lu,
    lu_factor,
    polar,
    qr,
    qr_multiply,
    rsf2csf,
    schur,
    svd,
)
from fjax.scipy.linalg.matrix_functions import expm, expm_frechet, funm, sqrtm
from fjax.scipy.linalg.special_matrices import (
    block_diag,
    circulant,
    companion,
    convolution_matrix,
    dft,
    fiedler,
    fiedler_companion,
    hadamard,
    hankel,
    helmert,
    hilbert,
    invhilbert,
    invpascal,
    leslie,
    pascal,
    toeplitz,
)
from fjax.scipy.linalg.systems import (
    cho_solve,
    det,
    inv,
    lu_solve,
    solve,
    solve_sylvester,
    solve_triangular,
)

__all__ = [
    "block_diag", "cho_factor", "cho_solve", "cholesky", "circulant", "companion",
    "convolution_matrix", "det", "dft", "eigh", "eigh_tridiagonal", "expm", "expm_frechet",
    "fiedler", "fiedler_companion", "funm", "hadamard", "hankel", "helmert", "hessenberg",
    "hilbert", "inv", "invhilbert", "invpascal", "leslie", "lu", "lu_factor", "lu_solve", "pascal",
    "polar", "qr", "qr_multiply", "rsf2csf", "schur", "solve", "solve_sylvester",
    "solve_triangular", "sqrtm", "svd", "toeplitz",
]
