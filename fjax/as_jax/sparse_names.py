"""Primitives of JAX's sparse arrays, which no program of fjax has: operations there are composed.

Libraries name them in functions of their own; binding one raises NotImplementedError.
"""

from fjax.core import Primitive

coo_fromdense_p = Primitive("coo_fromdense")
coo_matmat_p = Primitive("coo_matmat")
coo_matvec_p = Primitive("coo_matvec")
coo_todense_p = Primitive("coo_todense")
csr_fromdense_p = Primitive("csr_fromdense")
csr_matmat_p = Primitive("csr_matmat")
csr_matvec_p = Primitive("csr_matvec")
csr_todense_p = Primitive("csr_todense")
