"""How long the code of rows is of which each position is written out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from fjax.core import scalar
from fjax.core.scalar import Expr, Op
from fjax.lowering.kernel.address_lowering import Read
from fjax.lowering.kernel.index_arithmetic import LoopAxis, axes_in
from fjax.lowering.machine import Costs


def code_length(
    roots: Sequence[Expr], axes: Sequence[LoopAxis], along: Iterable[Expr], costs: Costs
) -> int:
    """Instructions for values of which each position along axes is written out.

    What depends on no position is there once; `along` are leaves that do. A quotient or a root is
    one instruction, however long it takes.

    >>> import numpy as np
    >>> axis, x = LoopAxis(8), scalar.leaf("result", np.dtype(np.float32))
    >>> y = scalar.convert(axis.expr, x.dtype)
    >>> code_length([x / x], [axis], [], Costs()), code_length([y / x], [axis], [], Costs())
    (2, 25)
    """
    own, inside = set(axes), set(along)
    count = math.prod([a.extent for a in axes])
    total = 0
    for x in scalar.order(roots):
        if type(x.extra) is Read:
            read = x.extra
            computed = [*read.position.atoms, *([] if read.mask is None else [read.mask])]
            depends = bool(own.intersection(read.position.strides) or own & axes_in(computed))
        else:
            depends = x.extra in own or any(a in inside for a in x.args)
        if depends:
            inside.add(x)
        single = x.op in (Op.DIV, Op.SQRT) and x.dtype.kind == "f"
        size = costs.load if x.op is Op.LEAF else 1 if single else costs.total([x])
        total += size * (count if x in inside else 1)
    return total
