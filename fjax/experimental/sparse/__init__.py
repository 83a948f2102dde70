"""Sparse arrays: BCOO of any number of axes, BCSR by rows, the matrices CSR, CSC and COO.

>>> import fjax
>>> import fjax.numpy as jnp
>>> from fjax.experimental import sparse
>>> mat = sparse.BCOO.fromdense(jnp.array([[0.0, 2.0, 0.0], [3.0, 0.0, 4.0]]))
>>> loss = fjax.jit(lambda mat, x: jnp.sum((mat @ x) ** 2))
>>> print(fjax.grad(loss, argnums=1)(mat, jnp.ones(3)))
[42.  8. 56.]
>>> print(sparse.grad(loss)(mat, jnp.ones(3)).todense())
[[ 0.  4.  0.]
 [14.  0. 14.]]
"""

from fjax import absent
from fjax.experimental.sparse import ad, api, bcoo, bcsr, coo, csr, linalg, random, transform, util
from fjax.experimental.sparse.ad import grad, jacfwd, jacobian, jacrev, value_and_grad
from fjax.experimental.sparse.api import empty, eye, todense
from fjax.experimental.sparse.base import JAXSparse
from fjax.experimental.sparse.bcoo import (
    BCOO,
    bcoo_broadcast_in_dim,
    bcoo_concatenate,
    bcoo_conv_general_dilated,
    bcoo_dot_general,
    bcoo_dot_general_sampled,
    bcoo_dynamic_slice,
    bcoo_extract,
    bcoo_fromdense,
    bcoo_gather,
    bcoo_multiply_dense,
    bcoo_multiply_sparse,
    bcoo_reduce_sum,
    bcoo_reshape,
    bcoo_rev,
    bcoo_slice,
    bcoo_sort_indices,
    bcoo_squeeze,
    bcoo_sum_duplicates,
    bcoo_todense,
    bcoo_transpose,
    bcoo_update_layout,
)
from fjax.experimental.sparse.bcsr import (
    BCSR,
    bcsr_broadcast_in_dim,
    bcsr_concatenate,
    bcsr_dot_general,
    bcsr_extract,
    bcsr_fromdense,
    bcsr_sum_duplicates,
    bcsr_todense,
)
from fjax.experimental.sparse.coo import COO, coo_fromdense, coo_matmat, coo_matvec, coo_todense
from fjax.experimental.sparse.csr import (
    CSC,
    CSR,
    csr_fromdense,
    csr_matmat,
    csr_matvec,
    csr_todense,
)
from fjax.experimental.sparse.random import random_bcoo
from fjax.experimental.sparse.transform import SparseTracer, sparsify
from fjax.experimental.sparse.util import (
    CuSparseEfficiencyWarning,
    SparseEfficiencyError,
    SparseEfficiencyWarning,
)

__all__ = [
    "BCOO",
    "BCSR",
    "COO",
    "CSC",
    "CSR",
    "CuSparseEfficiencyWarning",
    "JAXSparse",
    "SparseEfficiencyError",
    "SparseEfficiencyWarning",
    "SparseTracer",
    "ad",
    "api",
    "bcoo",
    "bcoo_broadcast_in_dim",
    "bcoo_concatenate",
    "bcoo_conv_general_dilated",
    "bcoo_dot_general",
    "bcoo_dot_general_sampled",
    "bcoo_dynamic_slice",
    "bcoo_extract",
    "bcoo_fromdense",
    "bcoo_gather",
    "bcoo_multiply_dense",
    "bcoo_multiply_sparse",
    "bcoo_reduce_sum",
    "bcoo_reshape",
    "bcoo_rev",
    "bcoo_slice",
    "bcoo_sort_indices",
    "bcoo_squeeze",
    "bcoo_sum_duplicates",
    "bcoo_todense",
    "bcoo_transpose",
    "bcoo_update_layout",
    "bcsr",
    "bcsr_broadcast_in_dim",
    "bcsr_concatenate",
    "bcsr_dot_general",
    "bcsr_extract",
    "bcsr_fromdense",
    "bcsr_sum_duplicates",
    "bcsr_todense",
    "coo",
    "coo_fromdense",
    "coo_matmat",
    "coo_matvec",
    "coo_todense",
    "csr",
    "csr_fromdense",
    "csr_matmat",
    "csr_matvec",
    "csr_todense",
    "empty",
    "eye",
    "grad",
    "jacfwd",
    "jacobian",
    "jacrev",
    "linalg",
    "random",
    "random_bcoo",
    "sparsify",
    "todense",
    "transform",
    "util",
    "value_and_grad",
]

absent.answer_for(__name__)
