"""Mutable references (jax.ref): arrays that are written in place, in pure programs.

>>> import fjax, fjax.numpy as jnp
>>> def running_sums(x):
...     total = fjax.new_ref(jnp.zeros(()))
...     def body(i, out):
...         total[...] += x[i]
...         return out.at[i].set(total[...])
...     return fjax.lax.fori_loop(0, x.shape[0], body, x)
>>> fjax.jit(running_sums)(jnp.arange(4.0))
Array([0., 1., 3., 6.], dtype=float64)
"""

from fjax.numpy.references import (
    AbstractRef,
    Ref,
    addupdate,
    empty_ref,
    free_ref,
    freeze,
    get,
    new_ref,
    set,
    swap,
)

__all__ = [
    "AbstractRef",
    "Ref",
    "addupdate",
    "empty_ref",
    "free_ref",
    "freeze",
    "get",
    "new_ref",
    "set",
    "swap",
]
