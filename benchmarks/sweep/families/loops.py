"""Loops: carried vectors and matrices, updates in place, conditions, batches, nesting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.sweep.draw import Draw, Program, family
from benchmarks.sweep.families.elementwise import Step, apply, steps


@family
def loops(draw: Draw) -> Program:
    """A loop over the rows of an array of 10 to 10,000 by 1 to 300 elements."""
    dtype, kind = draw.floating(), draw.choice(list(LOOPS))
    n, width, depth = draw.size(10, 1e4), draw.size(1, 300), draw.between(1, 8)
    chain = steps(draw, 2, depth)
    rows = draw.array((n, width), dtype, 0.1, 1.0)
    square = draw.array((width, width), dtype) / width**0.5

    def build(J: Any) -> Any:
        return lambda xs, m: LOOPS[kind](J, xs, m, chain)

    reverse = not kind.startswith("while")  # a while loop has no reverse derivative
    return Program(kind, f"body of {depth}", (rows, square.astype(dtype)), build, reverse)


def _scan_chain(J: Any, xs: Any, m: Any, chain: tuple[Step, ...]) -> Any:
    def body(c: Any, x: Any) -> Any:
        c = J.numpy.tanh(apply(J.numpy, chain, (c, x)))
        return c, c.sum()

    return J.lax.scan(body, xs[0], xs)


def _scan_matrix(J: Any, xs: Any, m: Any, chain: tuple[Step, ...]) -> Any:
    return J.lax.scan(lambda c, x: (J.numpy.tanh(m @ c + x), c), xs[0], xs)


def _scan_decay(J: Any, xs: Any, m: Any, chain: tuple[Step, ...]) -> Any:
    return J.lax.scan(lambda c, x: (c * 0.9 + x, c), xs[0], xs)


def _scan_several(J: Any, xs: Any, m: Any, chain: tuple[Step, ...]) -> Any:
    def body(c: Any, x: Any) -> Any:
        low, high, mean = c
        return (low - (low - x) * 0.1, J.numpy.maximum(high * 0.99, x), mean + x.mean()), mean

    return J.lax.scan(body, (xs[0], xs[0], xs[0, 0] * 0), xs)


def _rows_in_place(J: Any, xs: Any, m: Any, chain: tuple[Step, ...]) -> Any:
    return J.lax.fori_loop(1, xs.shape[0], lambda i, a: a.at[i].set(a[i - 1] * 0.5 + a[i]), xs)


def _elements_in_place(J: Any, xs: Any, m: Any, chain: tuple[Step, ...]) -> Any:
    def body(i: Any, a: Any) -> Any:
        return a.at[(i * 7) % a.shape[0]].add(a[i] * 0.1)

    return J.lax.fori_loop(0, xs.shape[0], body, xs[:, 0])


def _stencil(J: Any, xs: Any, m: Any, chain: tuple[Step, ...]) -> Any:
    def body(i: Any, a: Any) -> Any:
        return a.at[1:-1].set(0.5 * a[1:-1] + 0.25 * (a[:-2] + a[2:]))

    return J.lax.fori_loop(0, 20, body, xs)


def _conditional(J: Any, xs: Any, m: Any, chain: tuple[Step, ...]) -> Any:
    def body(c: Any, x: Any) -> Any:
        c = J.lax.cond(c[0] > 1, lambda v: v * 0.5, lambda v: v + x, c)
        return c, c[0]

    return J.lax.scan(body, xs[0], xs)


def _while_newton(J: Any, xs: Any, m: Any, chain: tuple[Step, ...]) -> Any:
    def root(a: Any) -> Any:
        return J.lax.while_loop(lambda s: abs(s * s - a) > 1e-4 * a, lambda s: 0.5 * (s + a / s), a)

    return J.vmap(root)(xs.reshape(-1))


def _while_power(J: Any, xs: Any, m: Any, chain: tuple[Step, ...]) -> Any:
    def step(state: Any) -> Any:
        i, v = state
        w = m @ v
        return i + 1, w / J.numpy.sqrt((w * w).sum() + 1e-6)

    return J.lax.while_loop(lambda state: state[0] < 50, step, (0, xs[0]))[1].sum()


def _columns(J: Any, xs: Any, m: Any, chain: tuple[Step, ...]) -> Any:
    def column(c: Any) -> Any:
        return J.lax.scan(lambda s, x: (J.numpy.sin(s) + x, s * x), c[0], c)[1]

    return J.vmap(column, 1)(xs)


def _nested(J: Any, xs: Any, m: Any, chain: tuple[Step, ...]) -> Any:
    def row(total: Any, x: Any) -> Any:
        inner = J.lax.fori_loop(0, 5, lambda i, v: J.numpy.sin(v) + 0.1 * x, total)
        return inner, inner.max()

    return J.lax.scan(row, xs[0], xs)


def _associative(J: Any, xs: Any, m: Any, chain: tuple[Step, ...]) -> Any:
    return J.lax.associative_scan(lambda a, b: (a[0] * b[0], a[1] * b[0] + b[1]), (xs, xs))


def _windows(J: Any, xs: Any, m: Any, chain: tuple[Step, ...]) -> Any:
    def body(i: Any, total: Any) -> Any:
        return total + J.lax.dynamic_slice_in_dim(xs, i, 5, 0).sum(0)

    return J.lax.fori_loop(0, xs.shape[0] - 5, body, xs[0] * 0)


LOOPS: dict[str, Callable[..., Any]] = {
    "scan chain": _scan_chain,
    "scan matrix": _scan_matrix,
    "scan decay": _scan_decay,
    "scan several": _scan_several,
    "rows in place": _rows_in_place,
    "elements in place": _elements_in_place,
    "stencil": _stencil,
    "conditional": _conditional,
    "while newton": _while_newton,
    "while power": _while_power,
    "columns": _columns,
    "nested": _nested,
    "associative": _associative,
    "windows": _windows,
}
