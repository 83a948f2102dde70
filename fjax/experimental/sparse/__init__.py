"""Sparse arrays: BCOO of any number of axes, the matrices CSR, CSC and COO, and their products.

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
from fjax.experimental.sparse import linalg
from fjax.experimental.sparse.base import JAXSparse
from fjax.experimental.sparse.bcoo import BCOO, bcoo_fromdense, random_bcoo
from fjax.experimental.sparse.derivatives import grad, jacfwd, jacobian, jacrev, value_and_grad
from fjax.experimental.sparse.indexing import bcoo_dynamic_slice, bcoo_gather, bcoo_rev, bcoo_slice
from fjax.experimental.sparse.layout import (
    SparseEfficiencyError,
    SparseEfficiencyWarning,
    bcoo_broadcast_in_dim,
    bcoo_concatenate,
    bcoo_reduce_sum,
    bcoo_reshape,
    bcoo_sort_indices,
    bcoo_squeeze,
    bcoo_sum_duplicates,
    bcoo_todense,
    bcoo_transpose,
    bcoo_update_layout,
)
from fjax.experimental.sparse.matrices import (
    COO,
    CSC,
    CSR,
    coo_fromdense,
    coo_matmat,
    coo_matvec,
    coo_todense,
    csr_fromdense,
    csr_matmat,
    csr_matvec,
    csr_todense,
    empty,
    eye,
    todense,
)
from fjax.experimental.sparse.products import (
    bcoo_dot_general,
    bcoo_dot_general_sampled,
    bcoo_extract,
    bcoo_multiply_dense,
    bcoo_multiply_sparse,
)

__all__ = [
    "BCOO",
    "COO",
    "CSC",
    "CSR",
    "JAXSparse",
    "SparseEfficiencyError",
    "SparseEfficiencyWarning",
    "bcoo_broadcast_in_dim",
    "bcoo_concatenate",
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
    "coo_fromdense",
    "coo_matmat",
    "coo_matvec",
    "coo_todense",
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
    "random_bcoo",
    "todense",
    "value_and_grad",
]

absent.answer_for(__name__)
