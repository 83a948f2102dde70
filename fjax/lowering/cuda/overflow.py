"""What a kernel with indices of 32 bits has to keep to, which the verifier asks for a launch."""

from __future__ import annotations

from fjax.core.scalar import Expr, Op
from fjax.lowering.cuda.ranges import Ranges, is_within, limits
from fjax.lowering.kernel.form import MOST_ITERATIONS, Axis, Kernel, Loop, Size, Store, Words
from fjax.lowering.kernel.printer import address_text, leaf_text
from fjax.lowering.kernel.spelling import expressions, loads, postorder, walk


def overflow(kernel: Kernel, words: Words) -> str | None:
    """What leaves the dtype of a kernel's indices, for the sizes in a table; None if nothing does.

    An index is what is computed with indices and sizes, and what an extent or an address needs, as
    far as a CONVERT: the value that becomes an index by it must be one.

    >>> from fjax.lowering.kernel.parser import parse_kernel
    >>> kernel = parse_kernel('''kernel i32 (f32!) (i32, i32)
    ...   parallel i0 in s0:
    ...     v0:i32 = mul i0 s1
    ...     v1:f32 = convert v0
    ...     b0[i0] = v1''')
    >>> overflow(kernel, [(None, 100), (None, 1000)])
    >>> overflow(kernel, [(None, 100), (None, 1 << 25)])
    'mul of indices gives up to 3321888768, which int32 does not hold'
    """
    return _Check(kernel, words).found()


class _Check:
    def __init__(self, kernel: Kernel, words: Words):
        self.kernel, self.words, self.dtype = kernel, words, kernel.index
        self.ranges = Ranges(kernel, words)

    def found(self) -> str | None:
        if self.ranges.iterations > MOST_ITERATIONS:
            return f"parallel loops have {self.ranges.iterations} iterations: too many for int32"
        roots: list[Expr] = []
        for s in walk(self.kernel.body):
            roots += expressions(s)
            if isinstance(s, Loop) and self.ranges.of(s.stop)[1] > MOST_ITERATIONS:
                return f"loop {s.number} has too many iterations for int32"
        nodes = postorder(tuple(roots))
        return self._operations(self._indices(nodes)) or self._addresses(nodes)

    def _addresses(self, nodes: list[Expr]) -> str | None:
        places = [(s.access, s.index) for s in walk(self.kernel.body) if isinstance(s, Store)]
        places += [(x.access, x.index) for x in loads(nodes)]
        for access, index in places:
            if self.ranges.reach(access, index) > limits(self.dtype)[1]:
                return f"int32 does not hold what addresses {address_text(access)}"
        return None

    def _indices(self, nodes: list[Expr]) -> list[Expr]:
        """Everything that is an index, operands of what is computed with indices among them."""
        found = {n for n in nodes if isinstance(n.extra, (Axis, Size))}
        for s in walk(self.kernel.body):
            if isinstance(s, Loop):
                found.add(s.stop)
            if isinstance(s, Store) and s.index is not None:
                found.add(s.index)
        found |= {x.index for x in loads(nodes) if x.index is not None}
        before = -1
        while before != (before := len(found)):
            for node in nodes:
                self._spread(node, found)
        return [n for n in nodes if n in found]

    def _spread(self, node: Expr, found: set[Expr]) -> None:
        """Of an operation, operands of the indices' dtype and the result are indices together."""
        if node.op in (Op.CONVERT, Op.LEAF, Op.CONST):
            return
        same = [x for x in (node, *node.args) if x.dtype == self.dtype]
        if any(x in found and _is_an_index_alone(x) for x in same):
            found.update(same)

    def _operations(self, indices: list[Expr]) -> str | None:
        for node in indices:
            source = node.args[0] if node.op is Op.CONVERT else node
            reached = self.ranges.exact(node)
            if source.dtype.kind in "iub" and source is not node:
                reached = self.ranges.of(source)
            if not is_within(reached, self.dtype):
                what = leaf_text(node) if node.op is Op.LEAF else f"{node.op.value} of indices"
                worst = max(reached, key=abs)
                return f"{what} gives up to {worst}, which {self.dtype} does not hold"
        return None


def _is_an_index_alone(x: Expr) -> bool:
    """Whether a value among indices is no literal or conversion, which may be shared with data."""
    if x.op is Op.LEAF:
        return isinstance(x.extra, (Axis, Size))
    return x.op not in (Op.CONVERT, Op.CONST)
