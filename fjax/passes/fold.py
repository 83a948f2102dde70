"""Constant folding: first-order equations on scalar literals are computed now."""

from __future__ import annotations

import numpy as np

from fjax.core import dtypes
from fjax.core.ir import Equation, Jaxpr, Literal
from fjax.core.primitive import Role
from fjax.core.quiet import quiet
from fjax.core.rewrite import rewrite


def fold(jaxpr: Jaxpr) -> Jaxpr:
    """Compute what depends on scalar literals alone; arrays are never folded.

    >>> import fjax
    >>> jaxpr = fjax.make_jaxpr(lambda x: x * fjax.lax.neg(2.0))(3.0).jaxpr
    >>> print(jaxpr.eqns[-1].primitive.name, len(fold(jaxpr).eqns))
    mul 1
    """
    return rewrite(jaxpr, _fold)


def _fold(eqn: Equation) -> list[Literal] | None:
    if len(eqn.outvars) != 1 or not eqn.invars or eqn.outvars[0].aval.shape:
        return None
    aval = eqn.outvars[0].aval
    values = [x.value for x in eqn.invars if isinstance(x, Literal)]
    if eqn.op.role is Role.OPAQUE or len(values) < len(eqn.invars):
        return None
    if dtypes.is_key(aval.dtype) or aval.dtype == dtypes.float0:
        return None
    (value,) = quiet().run(eqn.op.evaluate, np, *map(np.asarray, values))
    return [Literal(np.asarray(value), aval)]
