"""A rewrite: selections and masks that the sizes at hand settle."""

from __future__ import annotations

import operator

from fjax.core.scalar import Expr, Op
from fjax.lowering.kernel.folding import Bounds, simplified, unknown
from fjax.lowering.kernel.form import Kernel, Size, Words
from fjax.lowering.kernel.spelling import Rewriter

KNOWN = {Op.ADD: operator.add, Op.SUB: operator.sub, Op.MUL: operator.mul}


def decided(kernel: Kernel, words: Words) -> Kernel:
    """The kernel without what no lane wants, for the sizes in these words of the table.

    A kernel for other sizes is another kernel, unless the same is left of it.

    >>> from fjax.lowering.kernel.parser import parse_kernel
    >>> from fjax.lowering.kernel.printer import print_kernel
    >>> before = parse_kernel('''kernel (f32, f32!) (i64)
    ...   serial i0 in s0:
    ...     v0:bool = lt s0:i64 4:i64
    ...     v1:f32 = load b0[i0]
    ...     v2:f32 = select v0 v1 2.0:f32
    ...     b1[i0] = v2''')
    >>> print(print_kernel(decided(before, [(None, 3)])))
    kernel (f32, f32!) (i64)
      serial i0 in s0:
        v0:f32 = load b0[i0]
        b1[i0] = v0
    """

    def difference(a: Expr, b: Expr) -> Bounds:
        x, y = _value(a, words), _value(b, words)
        return unknown(a, b) if x is None or y is None else (x - y, x - y)

    return Rewriter(lambda x: simplified(x, difference)).kernel(kernel)


def _value(x: Expr, words: Words) -> int | None:
    """An integer that depends on nothing but sizes, or None."""
    if x.op is Op.CONST:
        return int(x.extra.value)
    if isinstance(x.extra, Size):
        return x.extra.value(words)
    if x.op in KNOWN:
        a, b = (_value(arg, words) for arg in x.args)
        return None if a is None or b is None else KNOWN[x.op](a, b)
    return None
