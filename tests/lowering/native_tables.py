"""Random loops of launches, and faults to plant in the tables that they run by."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.lowering.pipeline import plan_jaxpr
from fjax.lowering.run.plan import HostLoop, Move, PlannedLoop, StepTable

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


def loop_of_launches(function, arguments) -> PlannedLoop | None:
    """The loop of a function that is one, if its steps are launches alone."""
    loops = plan_jaxpr(fjax.make_jaxpr(function)(*arguments).jaxpr).loops
    if len(loops) != 1 or not isinstance(loops[0].loop, HostLoop):
        return None
    return loops[0] if loops[0].loop.steps is not None else None


# ---- faults


def changed(loop: HostLoop, random: np.random.Generator) -> HostLoop:
    """The loop with one entry of its tables changed, which may or may not be a fault."""
    kinds = (_without_a_move, _other_move, _other_distance, _other_start, _other_result)
    kind = int(random.integers(len(kinds) + 1))
    if kind == len(kinds):
        return replace(loop, in_place=loop.in_place ^ {int(random.integers(loop.form.n_carry))})
    return replace(loop, steps=kinds[kind](loop.steps, random))


def _without_a_move(steps: StepTable, random: np.random.Generator) -> StepTable:
    moves = [*steps.moves]
    if moves:
        del moves[int(random.integers(len(moves)))]
    return replace(steps, moves=moves)


def _other_move(steps: StepTable, random: np.random.Generator) -> StepTable:
    """Another slot is written or read."""
    moves = [list(m) for m in steps.moves]
    if moves:
        slots = sorted(steps.starts)
        k, side = int(random.integers(len(moves))), int(random.integers(2))
        moves[k][side] = slots[int(random.integers(len(slots)))]
    return replace(steps, moves=[Move(*m) for m in moves])


def _other_distance(steps: StepTable, random: np.random.Generator) -> StepTable:
    moves = [list(m) for m in steps.moves]
    if moves:
        k = int(random.integers(len(moves)))
        moves[k][2] = int(random.choice([0, 8, -moves[k][2], 2 * moves[k][2]]))
    return replace(steps, moves=[Move(*m) for m in moves])


def _other_start(steps: StepTable, random: np.random.Generator) -> StepTable:
    """A slot begins at the array of another one, or nowhere."""
    starts = dict(steps.starts)
    slots = sorted(starts)
    slot, other = (slots[int(random.integers(len(slots)))] for _ in range(2))
    if random.random() < 0.2:
        del starts[slot]
    else:
        starts[slot] = starts[other]._replace(stride=starts[slot].stride)
    return replace(steps, starts=starts)


def _other_result(steps: StepTable, random: np.random.Generator) -> StepTable:
    """A carried value is looked for in another slot in the end."""
    results, slots = [*steps.results], sorted(steps.starts)
    results[int(random.integers(len(results)))] = slots[int(random.integers(len(slots)))]
    return replace(steps, results=results)
