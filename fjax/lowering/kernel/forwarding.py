"""A rewrite: store-to-load forwarding in recurrences.

Each step of `x[i] = f(x[i - 1])` would load what the step before has stored, and wait for it. The
rewritten loop carries the value in a register.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace

from fjax.core import scalar
from fjax.core.scalar import Expr, Op
from fjax.lowering.kernel import form as kernels
from fjax.lowering.kernel.dependence import steps_later
from fjax.lowering.kernel.spelling import (
    Rewriter,
    StatementRewriter,
    nodes_in,
    nodes_of,
    postorder,
    walk,
)


def forward_stores(kernel: kernels.Kernel, words: kernels.Words) -> kernels.Kernel:
    """The kernel whose serial loops carry what their next step would load again.

    A load becomes a carried value if the step before has stored the same element, with the sizes in
    these words of the table, and if the loop has no other store to the buffer.

    >>> from fjax.lowering.kernel.parser import parse_kernel
    >>> from fjax.lowering.kernel.printer import print_kernel
    >>> before = parse_kernel('''kernel (f64!) (i64, i64)
    ...   serial i0 in s0:
    ...     v0:f64 = load b0[i0]
    ...     v1:f64 = neg v0
    ...     b0[s1 + i0] = v1''')
    >>> print(print_kernel(forward_stores(before, [(None, 9), (None, 1)])))
    kernel (f64!) (i64, i64)
      v0:bool = lt 0:i64 s0
      v1:f64 = load b0[] where v0
      serial i0 in s0 carrying v1:
        v2:f64 = neg c0.0:f64
        unroll i1 in 0:i64 carrying v2:
          next = c1.0:f64
        b0[s1 + i0] = r1.0:f64
        next = r1.0:f64
    """
    numbers = [s.number for s in walk(kernel.body) if isinstance(s, (kernels.Loop, kernels.While))]
    fresh = itertools.count(1 + max(numbers, default=-1))
    return _InsideOut(lambda s: _forwarded(s, words, fresh)).kernel(kernel)


class _InsideOut(StatementRewriter):
    """Has each loop changed, those inside others first."""

    def __init__(self, change: Callable[[kernels.Loop], kernels.Loop]):
        self.change = change

    def __call__(self, expr: Expr) -> Expr:
        return expr

    def _statement(self, s: kernels.Statement) -> kernels.Statement:
        s = super()._statement(s)
        return self.change(s) if isinstance(s, kernels.Loop) else s


def _forwarded(loop: kernels.Loop, words: kernels.Words, fresh: Iterator[int]) -> kernels.Loop:
    """The loop with loads of what the previous step stored turned into carried values."""
    if loop.mode is not kernels.Mode.SERIAL:
        return loop
    stores = [s for s in walk(loop.body) if isinstance(s, kernels.Store)]
    written = {s.access.buffer for s in stores}
    known: dict[Expr, tuple[Expr, Expr]] = {}
    body: list[kernels.Statement] = []
    for s in loop.body:
        body.append(s)
        if (
            not isinstance(s, kernels.Store)
            or s.mask is not None
            or s.monoid is not None
            or not _fixed(s.index, written)
            or sum(t.access.buffer == s.access.buffer for t in stores) > 1
        ):
            continue
        found = [
            x
            for x in _loads(loop, s.access.buffer)
            if steps_later(s, x.extra, loop.number, words) == 1
        ]
        if found:
            # The next step must get what is stored now, whatever the value's parts become.
            number = next(fresh)
            value = kernels.result(number, 0, s.value.dtype)
            keep = kernels.Carry(s.value, kernels.carried(number, 0, s.value.dtype))
            body[-1:] = [
                kernels.Loop(
                    number, scalar.const(0, kernels.INDEX), kernels.Mode.UNROLL, (), (keep,)
                ),
                replace(s, value=value),
            ]
            known.update((x, (_first(x, loop), value)) for x in found)
    if not known:
        return loop
    items = {
        leaf: kernels.carried(loop.number, len(loop.carries) + k, leaf.dtype)
        for k, leaf in enumerate(known)
    }
    rewrite = Rewriter(lambda node: items.get(node, node))
    carries = [kernels.Carry(c.initial, rewrite(c.next), c.monoid) for c in loop.carries]
    carries += [kernels.Carry(first, rewrite(value)) for first, value in known.values()]
    return replace(loop, body=rewrite.statements(tuple(body)), carries=tuple(carries))


def overwritten(
    body: tuple[kernels.Statement, ...],
    buffer: int,
    elapsed: Expr,
    length: int,
    words: kernels.Words,
) -> tuple[int, int] | None:
    """The elements [first, last) of a buffer that a loop writes before it reads them.

    `elapsed` is the number of steps before the current call, out of `length`. Each step must store
    the element after that of the step before, and read only earlier elements.
    """
    stores = [s for s in walk(body) if isinstance(s, kernels.Store) and s.access.buffer == buffer]
    loops = [s for s in body if isinstance(s, kernels.Loop) and stores and stores[0] in s.body]
    if len(stores) != 1 or not loops:
        return None
    (store,), moving = stores, (kernels.Stride(loops[0].number, 1),)
    first = _number(store.access.offset, words)
    plain = store.mask is None and store.monoid is None
    if not plain or store.index is not elapsed or store.access.strides != moving:
        return None
    for x in nodes_in(body):
        load = x.extra
        if (
            isinstance(load, kernels.Load)
            and load.access.buffer == buffer
            and not (
                load.access.strides in ((), moving)
                and load.index is elapsed
                and _number(load.access.offset, words) < first
            )
        ):
            return None
    return first, first + length


def _fixed(index: Expr | None, written: set[int]) -> bool:
    """Whether a computed part of an address is known to be the same in every step."""
    for x in postorder(() if index is None else (index,)):
        if x.op is Op.LEAF and not isinstance(x.extra, (kernels.Size, kernels.Param)):
            load = x.extra
            if (
                not isinstance(load, kernels.Load)
                or load.access.strides
                or load.access.buffer in written
            ):
                return False
    return True


def _loads(loop: kernels.Loop, buffer: int) -> list[Expr]:
    """The loop's loads from a buffer that have no mask."""
    found = [x for x in nodes_of(loop) if isinstance(x.extra, kernels.Load)]
    return [x for x in found if x.extra.access.buffer == buffer and x.extra.mask is None]


def _number(x: int | kernels.Size | None, words: kernels.Words) -> int:
    if isinstance(x, kernels.Size):
        return x.value(words)
    return x or 0


def _first(leaf: Expr, loop: kernels.Loop) -> Expr:
    """The load of the first step, under a mask: a loop without steps reads nothing."""
    load: kernels.Load = leaf.extra
    strides: tuple[kernels.Stride, ...] = tuple(
        t for t in load.access.strides if t.loop != loop.number
    )
    access = kernels.Access(load.access.buffer, strides, load.access.offset)
    return kernels.load(
        access, leaf.dtype, load.index, scalar.const(0, loop.stop.dtype) < loop.stop
    )
