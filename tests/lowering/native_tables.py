"""Random loops of native steps, and faults to plant in the tables that they run by."""

from __future__ import annotations

import copy

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.cpu.runtime.native_steps import NativeSteps, Start
from fjax.lowering.pipeline import compile_jaxpr

N, ROWS, LENGTH = 70, 2, 4  # a sum of 70 products is left to BLAS
W = np.random.default_rng(0).standard_normal((N, N)) / 10
X = np.random.default_rng(1).standard_normal((LENGTH, ROWS, N))


def random_loop(seed: int) -> tuple:
    """(function, arguments): a loop of products with updates in place, exchanges, stacks."""
    random = np.random.default_rng(seed)
    parts = [
        lambda h, k: jnp.tanh(h[k] @ W),
        lambda h, k: jnp.tanh(h[k] @ W) + h[k - 1],
        lambda h, k: h[k - 1],
        lambda h, k: h[k],
        lambda h, k: h[k].at[0].set(h[k - 1][1] * 2),
        lambda h, k: jnp.sin(h[k]) + h[k - 1],
    ]
    n = int(random.integers(1, 4))
    chosen = [parts[0], *(parts[int(random.integers(len(parts)))] for _ in range(n - 1))]
    stacked = [(int(random.integers(n)), bool(random.integers(2))) for _ in range(3)]
    stacked = stacked[: int(random.integers(3))]
    reverse, kind = bool(random.integers(2)), int(random.integers(4))
    start = tuple(X[k] for k in range(n))

    def step(h):
        return tuple(part(h, k) for k, part in enumerate(chosen))

    def scan(h, xs):
        def body(h, x):
            new = step((h[0] + x, *h[1:]))
            return new, [(new if late else h)[k] for k, late in stacked]

        return lax.scan(body, h, xs, reverse=reverse)

    def ask(h, limit):
        return lax.while_loop(lambda h: jnp.sum(h[0]) + jnp.sum(h[-1]) < limit, step, h)

    if kind == 0:
        return ask, (start, 3.0)
    if kind == 1:
        return lambda h, n: lax.fori_loop(0, n, lambda _, h: step(h), h), (start, LENGTH)
    return scan, (start, X)


def native_steps(function, arguments) -> NativeSteps | None:
    """The native steps of a function that is one loop; None if it became something else."""
    loops = compile_jaxpr(fjax.make_jaxpr(function)(*arguments).jaxpr).loops
    return getattr(loops[0][1], "native", None) if len(loops) == 1 else None


# ---- faults


def changed(steps: NativeSteps, random: np.random.Generator) -> NativeSteps:
    """The steps with one entry of their tables changed, which may or may not be a fault."""
    found = copy.copy(steps)
    kinds = (_without_a_move, _other_move, _other_distance, _other_start, _other_privacy)
    kinds[int(random.integers(len(kinds)))](found, random)
    return found


def _with_moves(steps: NativeSteps, moves: np.ndarray) -> None:
    steps.repetition = copy.copy(steps.repetition)
    steps.repetition.moves = moves.reshape(-1)
    steps.repetition.n_moves = len(moves)


def _moves(steps: NativeSteps) -> np.ndarray:
    return steps.repetition.moves.reshape(-1, 3).copy()


def _without_a_move(steps: NativeSteps, random: np.random.Generator) -> None:
    moves = _moves(steps)
    if len(moves):
        _with_moves(steps, np.delete(moves, int(random.integers(len(moves))), 0))


def _other_move(steps: NativeSteps, random: np.random.Generator) -> None:
    """Another slot is written or read."""
    moves = _moves(steps)
    if len(moves):
        slots = sorted(steps.starts)
        k, side = int(random.integers(len(moves))), int(random.integers(2))
        moves[k, side] = slots[int(random.integers(len(slots)))]
        _with_moves(steps, moves)


def _other_distance(steps: NativeSteps, random: np.random.Generator) -> None:
    moves = _moves(steps)
    if len(moves):
        k = int(random.integers(len(moves)))
        moves[k, 2] = random.choice([0, 8, -moves[k, 2], 2 * moves[k, 2]])
        _with_moves(steps, moves)


def _other_start(steps: NativeSteps, random: np.random.Generator) -> None:
    """A slot begins at the array of another one, or nowhere."""
    steps.starts = dict(steps.starts)
    slots = sorted(steps.starts)
    slot, other = (slots[int(random.integers(len(slots)))] for _ in range(2))
    if random.random() < 0.2:
        del steps.starts[slot]
    else:
        kind, number, _ = steps.starts[other]
        steps.starts[slot] = Start(kind, number, steps.starts[slot].stride)


def _other_privacy(steps: NativeSteps, random: np.random.Generator) -> None:
    """A carried value is copied before the loop, or is not any more."""
    k = int(random.integers(len(steps.private)))
    steps.private = [p != (j == k) for j, p in enumerate(steps.private)]
