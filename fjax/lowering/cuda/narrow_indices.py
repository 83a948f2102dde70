"""A rewrite: indices of 32 bits, where the sizes of a launch show that these hold every index."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fjax.config import config
from fjax.core import scalar
from fjax.core.scalar import Expr, Op
from fjax.errors import InvalidIRError
from fjax.lowering.cuda.overflow import overflow
from fjax.lowering.cuda.ranges import Ranges, is_within, limits
from fjax.lowering.kernel.folding import COMPARISONS
from fjax.lowering.kernel.form import (
    INDEX,
    MOST_ITERATIONS,
    SHORT_INDEX,
    Access,
    Axis,
    Kernel,
    Load,
    Param,
    Size,
    Words,
)
from fjax.lowering.kernel.printer import print_kernel
from fjax.lowering.kernel.spelling import StatementRewriter, postorder
from fjax.lowering.kernel.verify import rewritten

SHORTENED = frozenset((Op.ADD, Op.SUB, Op.MUL, Op.NEG, Op.DIV, Op.REM, Op.MIN, Op.MAX, Op.SELECT))


class _TooLarge(Exception):
    """32 bits may not hold an index."""


def fit_indices(kernel: Kernel, words: Words) -> Kernel:
    """The kernel with indices as short as these sizes allow.

    While `check_ir` is set, it is verified; raises InvalidIRError if an index leaves its dtype.
    """
    made = rewritten(kernel, narrow_indices, words)
    if config.check_ir and made is not kernel:
        found = overflow(made, words)
        if found is not None:
            shown = f"before:\n{print_kernel(kernel)}\nafter:\n{print_kernel(made)}"
            raise InvalidIRError(f"kernel after the rewrite narrow_indices: {found}\n{shown}")
    return made


def narrow_indices(kernel: Kernel, words: Words) -> Kernel:
    """The kernel with indices of 32 bits; itself if these may not hold every index and address.

    What is computed with indices stays below 2**31 for the sizes in these words of the table, or it
    is computed in 64 bits as before. Values are the same: no operation wraps around.

    >>> from fjax.lowering.kernel.parser import parse_kernel
    >>> from fjax.lowering.kernel.printer import print_kernel
    >>> before = parse_kernel('''kernel (i64, f32, f32!) (i64, i64)
    ...   parallel i0 in s0:
    ...     v0:i64 = load b0[i0]
    ...     v1:i64 = max v0 0:i64
    ...     v2:i64 = min v1 s1
    ...     v3:f32 = load b1[] at v2
    ...     b2[i0] = v3''')
    >>> print(print_kernel(narrow_indices(before, [(None, 9), (None, 4)])))
    kernel i32 (i64, f32, f32!) (i32, i32)
      parallel i0 in s0:
        v0:i64 = load b0[i0]
        v1:i64 = max v0 0:i64
        v2:i64 = convert s1
        v3:i64 = min v1 v2
        v4:i32 = convert v3
        v5:f32 = load b1[] at v4
        b2[i0] = v5
    >>> narrow_indices(before, [(None, 9), (None, 1 << 40)]) is before
    True
    """
    try:
        rewrite = _Shortening(kernel, words)
        body = rewrite.statements(kernel.body)
    except _TooLarge:
        return kernel
    return Kernel(kernel.buffers, rewrite.table(kernel), body, SHORT_INDEX)


class _Shortening(StatementRewriter):
    """Rewrites a kernel: what is computed with indices in 32 bits, the rest as it was."""

    def __init__(self, kernel: Kernel, words: Words):
        self.ranges = Ranges(kernel, words)
        if self.ranges.iterations > MOST_ITERATIONS:
            raise _TooLarge
        self._slots: set[int] = set()  # words of the table that become short
        self._indices: dict[Expr, Expr] = {}  # in 32 bits
        self._values: dict[Expr, Expr] = {}  # all others, in their own dtype
        self._seen: set[Expr] = set()

    def table(self, kernel: Kernel) -> tuple[np.dtype, ...]:
        """The dtypes of the table's words, once all statements are rewritten."""
        words = enumerate(kernel.table)
        return tuple(SHORT_INDEX if slot in self._slots else dtype for slot, dtype in words)

    # ---- expressions

    def __call__(self, expr: Expr) -> Expr:
        """An expression in its own dtype."""
        for node in postorder((expr,), self._seen):
            self._learn(node)
        if expr in self._indices:
            return Expr(Op.CONVERT, (self._indices[expr],), expr.dtype)
        return self._values[expr]

    def index(self, expr: Expr) -> Expr:
        """An index in 32 bits."""
        value = self(expr)
        if expr in self._indices:
            return self._indices[expr]
        if not self._fits(expr):
            raise _TooLarge
        if expr.op is Op.CONST:
            return scalar.const(expr.extra.value, SHORT_INDEX)
        if expr.op is Op.CONVERT and expr.args[0].dtype.kind in "iu":
            narrow = expr.args[0].dtype.itemsize <= SHORT_INDEX.itemsize
            value = self(expr.args[0]) if narrow else value
        return Expr(Op.CONVERT, (value,), SHORT_INDEX)

    def _fits(self, expr: Expr) -> bool:
        return is_within(self.ranges.exact(expr), SHORT_INDEX)

    def _learn(self, node: Expr) -> None:
        key, op = node.extra, node.op
        if isinstance(key, (Axis, Size)):
            if not self._fits(node):
                raise _TooLarge
            self._slots |= {key.slot} if isinstance(key, Size) else set()
            self._indices[node] = scalar.leaf(key, SHORT_INDEX)
        elif isinstance(key, Param) and node.dtype == INDEX and self._fits(node):
            self._slots.add(key.slot)
            self._indices[node] = scalar.leaf(key, SHORT_INDEX)
        elif isinstance(key, Load):
            index = self.address(key.access, key.index)
            mask = self.optional(key.mask)
            self._values[node] = scalar.leaf(Load(key.access, index, mask), node.dtype)
        elif node.dtype == INDEX and op in SHORTENED and self._is_short((node, *node.args)):
            args = [self.index(a) if a.dtype == INDEX else self(a) for a in node.args]
            self._indices[node] = Expr(op, tuple(args), SHORT_INDEX)
        elif op in COMPARISONS and self._is_short(node.args):
            self._values[node] = Expr(op, tuple([self.index(a) for a in node.args]), node.dtype)
        elif op is Op.CONVERT and node.args[0] in self._indices:
            self._values[node] = Expr(op, (self._indices[node.args[0]],), node.dtype)
        else:
            args = [self(a) for a in node.args]
            same = all(a is b for a, b in zip(args, node.args, strict=True))
            self._values[node] = node if same else Expr(op, tuple(args), node.dtype, key)

    def _is_short(self, nodes: Sequence[Expr]) -> bool:
        """Whether indices are among these integers, and 32 bits hold all of them."""
        integers = [n for n in nodes if n.dtype == INDEX]
        found = [n for n in integers if n in self._indices and not isinstance(n.extra, Param)]
        return bool(found) and all(map(self._fits, integers))

    def address(self, access: Access, index: Expr | None) -> Expr | None:
        """The computed part of an address, all of whose terms are learnt."""
        if self.ranges.reach(access, index) > limits(SHORT_INDEX)[1]:
            raise _TooLarge
        steps = [t.step for t in access.strides]
        self._slots |= {x.slot for x in (access.offset, *steps) if isinstance(x, Size)}
        return None if index is None else self.index(index)

    def extent(self, expr: Expr) -> Expr:
        """The number of a loop's iterations, an index."""
        if self.ranges.of(expr)[1] > MOST_ITERATIONS:
            raise _TooLarge
        return self.index(expr)
