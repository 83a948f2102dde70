"""The directive that keeps values in scratch buffers, which belong to the kernel."""

from __future__ import annotations

from dataclasses import replace

from fjax.core import scalar
from fjax.core.scalar import Expr
from fjax.lowering.kernel.form import (
    Access,
    BufferArgument,
    Kernel,
    Load,
    Loop,
    Mode,
    Statement,
    Store,
    Stride,
)
from fjax.lowering.kernel.spelling import Rewriter, loads, nodes_of, walk
from fjax.lowering.schedule.tree import Illegal, edited, nest_of

ALONG = -1  # a number that no loop has: of the loops along rows, which walk the same elements


def stage(kernel: Kernel, loop: int, buffer: int, row: int) -> Kernel:
    """Keep what one pass over a block of rows stores for a later one in a scratch buffer.

    The loop's rows have at most `row` elements there. A pass stores to `buffer`, later passes read
    it, and the last one overwrites it. In a buffer that ends with whole vectors no row waits for
    what the row before stored under a mask.

    >>> from fjax.lowering.schedule.language import example
    >>> example(stage, '''kernel (f32, f32!) (i64, i64)
    ...   parallel i3 in lo..hi step 16:i64:
    ...     v0:i64 = add i3 16:i64
    ...     rows i0 in i3..v0 by 16x1 mask:
    ...       vector i1 in s1 carrying 0.0:f32:
    ...         v1:f32 = load b0[i0*s1 + i1]
    ...         v2:f32 = sqrt v1
    ...         b1[i0*s1 + i1] = v2
    ...         next add v2
    ...       vector i2 in s1:
    ...         v3:f32 = load b1[i0*s1 + i2]
    ...         v4:f32 = div v3 r1.0:f32
    ...         b1[i0*s1 + i2] = v4''', 0, 1, 128)
    kernel (f32, f32!, f32!2048) (i64, i64)
      parallel i3 in lo..hi step 16:i64:
        v0:i64 = add i3 16:i64
        rows i0 in i3..v0 by 16x1 mask:
          vector i1 in s1 carrying 0.0:f32:
            v1:f32 = load b0[i0*s1 + i1]
            v2:f32 = sqrt v1
            b2[i3*-128 + i0*128 + i1] = v2
            next add v2
          vector i2 in s1:
            v3:f32 = load b2[i3*-128 + i0*128 + i2]
            v4:f32 = div v3 r1.0:f32
            b1[i0*s1 + i2] = v4
    """
    block = ([None, None, *nest_of(kernel, loop)])[-2]

    def change(s: Loop) -> tuple[Statement, ...]:
        found = kept(s)
        if buffer not in found or s.mode is not Mode.ROWS or block is None or block.step is None:
            raise Illegal(
                f"loop i{loop} is no block of rows that keep something in buffer {buffer}"
            )
        keepers, access = found[buffer]
        rewrite = _Staged(access, keepers, block.number, loop, len(kernel.buffers), row)
        return (replace(s, body=tuple([rewrite.of(x) for x in s.body])),)

    made = edited(kernel, loop, change)
    rows = next(s for s in walk(made.body) if isinstance(s, Loop) and s.number == loop)
    count = row * (1 if rows.vector is None else rows.vector.lanes)
    scratch = BufferArgument(kernel.buffers[buffer].dtype, written=True, scratch=count)
    return replace(kernel, buffers=(*kernel.buffers, scratch), body=made.body)


def kept(loop: Loop) -> dict[int, tuple[frozenset[int], Access]]:
    """Buffers that loops along a row store to, later ones read and the last overwrites.

    Each with the numbers of the loops that store before the last one, and where.
    """
    inner = [s for s in loop.body if isinstance(s, Loop)]
    stores = [(s, along) for along in inner for s in walk(along.body) if isinstance(s, Store)]
    found: dict[int, tuple[frozenset[int], Access]] = {}
    for s, along in stores:
        access, buffer = _along(s.access, along.number), s.access.buffer
        same = [(x, n) for x, n in stores if x.access.buffer == buffer]
        keepers, last = [n for _, n in same[:-1]], same[-1][1]
        if same[0][0] is not s or not keepers or len({*keepers, last}) < len(same):
            continue
        alike = all(_plain(x) and _along(x.access, n.number) == access for x, n in same)
        sums = all(n.carries for n in keepers) and not last.carries
        if alike and Stride(ALONG, 1) in access.strides and sums:
            later = inner[inner.index(along) + 1 :]
            if all(_reads_only(n, access, n in later) for n in inner):
                found[buffer] = frozenset([n.number for n in keepers]), access
    return found


class _Staged(Rewriter):
    """Accesses to what is kept, in the scratch buffer."""

    def __init__(
        self, access: Access, keepers: frozenset[int], block: int, rows: int, scratch: int, row: int
    ):
        super().__init__(self._leaf)
        self.kept, self.keepers, self.scratch = access, keepers, scratch
        self.row = (Stride(block, -row), Stride(rows, row))
        self.along = ALONG

    def of(self, s: Statement) -> Statement:
        """A statement of the loop over rows."""
        if isinstance(s, Loop):
            self.along, self.done, self._seen = s.number, {}, set()
        return self._statement(s)

    def _here(self, access: Access) -> Access:
        if _along(access, self.along) != self.kept:
            return access
        return Access(self.scratch, (*self.row, Stride(self.along, 1)))

    def _leaf(self, x: Expr) -> Expr:
        if not isinstance(x.extra, Load):
            return x
        return scalar.leaf(replace(x.extra, access=self._here(x.extra.access)), x.dtype)

    def _statement(self, s: Statement) -> Statement:
        s = super()._statement(s)
        if isinstance(s, Store) and self.along in self.keepers:
            return replace(s, access=self._here(s.access))
        return s


def _reads_only(loop: Loop, access: Access, may: bool) -> bool:
    """Whether a loop along a row reads an access's buffer only there, if it may read it at all."""
    return all(
        may and key.index is None and key.mask is None and _along(key.access, loop.number) == access
        for key in loads(nodes_of(loop))
        if key.access.buffer == access.buffer
    )


def _plain(s: Store) -> bool:
    return s.index is None and s.mask is None and s.monoid is None


def _along(access: Access, loop: int) -> Access:
    """The access with one number for all loops along rows."""
    strides = [Stride(ALONG, t.step) if t.loop == loop else t for t in access.strides]
    return replace(access, strides=tuple(strides))
