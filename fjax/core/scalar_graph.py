"""Walks over the graphs of scalar expressions: their nodes in order, and copies with others."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence

from fjax.core.scalar import Expr, Function, Op


def order(outputs: Iterable[Expr], known: Container[Expr] = ()) -> list[Expr]:
    """Every node that outputs need, once each, operands first; without those known, and theirs."""
    done: dict[Expr, None] = {}
    stack: list[Expr | None] = [*outputs]
    stack.reverse()
    open_nodes: list[Expr] = []  # closed one by one by the Nones of the stack
    while stack:
        x = stack.pop()
        if x is None:
            done[open_nodes.pop()] = None
        elif x not in done and x not in known:
            args = x.args
            if args:
                stack.append(None)
                open_nodes.append(x)
                stack += args[::-1]
            else:
                done[x] = None
    return list(done)


def substitute(outputs: Sequence[Expr], mapping: Mapping[Expr, Expr]) -> tuple[Expr, ...]:
    """The same programs with some nodes (usually leaves) replaced."""
    if not mapping:
        return tuple(outputs)
    new: dict[Expr, Expr] = dict(mapping)
    for x in order(outputs):
        if x not in new:
            args = tuple(new[a] for a in x.args)
            new[x] = x if args == x.args else Expr(x.op, args, x.dtype, x.extra)
    return tuple(new[x] for x in outputs)


def inline(
    outputs: Sequence[Expr], keep: Callable[[Function], bool] = lambda function: False
) -> tuple[Expr, ...]:
    """The same programs with calls replaced by the functions' bodies, except for those to keep."""
    new: dict[Expr, Expr] = {}
    for x in order(outputs):
        args = tuple(new[a] for a in x.args)
        if x.op is Op.CALL and not keep(x.extra):
            inputs, body = x.extra.body(*(a.dtype for a in args))
            (body,) = inline((body,), keep)
            (new[x],) = substitute((body,), dict(zip(inputs, args, strict=True)))
        else:
            new[x] = x if args == x.args else Expr(x.op, args, x.dtype, x.extra)
    return tuple(new[x] for x in outputs)
