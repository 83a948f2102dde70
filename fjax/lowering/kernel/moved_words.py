"""Kernels that only move complex numbers move each as one word of 64 bits, not as two parts."""

from __future__ import annotations

import numpy as np

from fjax.core import dtypes
from fjax.core.ir import Atom, Equation, Jaxpr, Literal, Var

WORDS = {dtypes.complex64: dtypes.int64}


def as_words(body: Jaxpr) -> Jaxpr:
    """The body on words where it computes with no number that has as many bits; else itself.

    >>> import fjax, fjax.numpy as jnp
    >>> body = fjax.make_jaxpr(lambda x: x[::-1])(jnp.ones(3, "complex64")).jaxpr
    >>> as_words(body).out_avals
    [ShapedArray(int64[3])]
    """
    if WORDS.keys().isdisjoint(
        [x.aval.dtype for eqn in body.eqns for x in (*eqn.invars, *eqn.outvars)]
    ):
        return body
    values: dict[Var, Var] = {}

    def word(x: Var) -> Var:
        found = values.get(x)
        if found is None:
            words = WORDS.get(x.aval.dtype)
            found = values[x] = x if words is None else Var(x.aval.update(dtype=words))
        return found

    def read(x: Atom) -> Atom:
        if isinstance(x, Var):
            return word(x)
        words = WORDS.get(x.aval.dtype)
        if words is None:
            return x
        bits = np.asarray(x.value, x.aval.dtype).reshape(1).view(words)[0]
        return Literal(bits, x.aval.update(dtype=words, weak_type=False))

    eqns: list[Equation] = []
    for eqn in body.eqns:
        moved = {x.aval.dtype for x in (*eqn.invars, *eqn.outvars)} & WORDS.keys()
        op = eqn.op
        for dtype in moved:
            of_words = op.on_words(dtype, WORDS[dtype])
            if of_words is None:
                return body
            op = of_words
        eqns.append(
            Equation(op, tuple(map(read, eqn.invars)), tuple(map(word, eqn.outvars)), eqn.source)
        )
    return Jaxpr(
        [word(v) for v in body.invars], eqns, list(map(read, body.outvars)), body.debug_name
    )
