"""Schedules of GPUs, by hand and at random: they compute what the kernel says, or are refused."""

import math
import random

import numpy as np
import pytest

import fjax
from fjax.errors import FjaxError, FjaxValueError
from fjax.lowering.cpu import compile as cpu_compiler
from fjax.lowering.cuda.emit.emitter import chosen_schedule, emit
from fjax.lowering.cuda.heuristic import Variant
from fjax.lowering.cuda.ptx import ptx
from fjax.lowering.kernel.form import Binding, Level, Tail, Vector, parallel_nest
from fjax.lowering.kernel.parser import parse_kernel
from fjax.lowering.kernel.printer import print_kernel
from fjax.lowering.machine import named
from fjax.lowering.schedule import language, replay
from fjax.lowering.schedule.tree import Illegal, loops
from tests.lowering.cuda.check import ARCHITECTURE, same
from tests.lowering.cuda.emulator import run
from tests.lowering.cuda.program import Program
from tests.lowering.interpreter import interpret
from tests.lowering.schedule.test_directives import CROSSED, GRID, MAP, SUMS, TOTALS

RUNNING = """kernel (f32, f32!) (i64, i64)
  parallel i0 in s0:
    scan i1 in s1 carrying 2.0:f32:
      v0:f32 = load b0[i0*s1 + i1]
      b1[i0*s1 + i1] = c1.0:f32
      next add v0"""
EARLY = """kernel (f32, f32!) (i64, i64)
  parallel i0 in s0:
    scan i1 in s1 carrying 2.0:f32:
      if s0:
        b1[i0*s1 + i1] = c1.0:f32
      next add 1.0:f32""".replace("if s0:", "v0:bool = lt i1 3:i64\n      if v0:")
ONE_ROW = """kernel (f32, f32!) (i64, i64)
  vector i1 in s1 carrying 0.0:f32:
    v0:f32 = load b0[i1]
    next add v0
  b1[] = r1.0:f32"""
CHANGED = """kernel (f32!, f32!) (i64, i64)
  parallel i0 in s0:
    vector i1 in s1:
      v0:f32 = load b0[i0*s1 + i1]
      b0[i0*s1 + i1] = v0
    vector i2 in s1:
      v1:f32 = load b0[i0*s1 + i2]
      b1[i0*s1 + i2] = v1"""
TEXTS = {
    "map": MAP,
    "grid": GRID,
    "crossed": CROSSED,
    "sums": SUMS,
    "totals": TOTALS,
    "running": RUNNING,
    "one row": ONE_ROW,
    "changed": CHANGED,
}
MACHINE = named(ARCHITECTURE)


def outcomes(kernel, schedule, n, m, grid=2, block=64):
    """The buffers as the interpreter and as the emulator leave them."""
    rng = np.random.default_rng(n + m)
    extent = math.prod((n, m)[: len(parallel_nest(kernel.body))])
    buffers = [rng.integers(-9, 9, n * m).astype(b.dtype) for b in kernel.buffers]
    words, want = [n, m][: len(kernel.table)], [b.copy() for b in buffers]
    interpret(kernel, want, words, extent)
    made = emit(kernel, "kernel", MACHINE, schedule=schedule)
    if not made.parallel:
        grid, block = 1, 1 if made.lanes is None else block
    run(Program(ptx(made.text, ARCHITECTURE)), buffers, words, extent, grid, block)
    return buffers, want


def check(text, schedule, sizes=((3, 17), (9, 40))):
    kernel = parse_kernel(text)
    for n, m in sizes:
        for got, want in zip(*outcomes(kernel, schedule, n, m), strict=True):
            same(got, want, where=f"{schedule}\nof {text}\nfor {n} by {m}")


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("text", "schedule"),
    [
        (MAP, "bind i0 threads"),
        (MAP, "bind i0 threads\nvectorize i0 2x1 aligned"),
        (MAP, "bind i0 blocks"),  # every thread computes alike, and one stores
        (GRID, "bind i0 threads"),
        (GRID, "bind i0 teams of 4"),
        (CROSSED, "bind i0 threads"),
        (CROSSED, "bind i0 threads\nsplit i1 4 -> i2"),
        (CROSSED, "bind i0 teams of 8\nbind i1 lanes\nvectorize i1 4x1 aligned"),
        (CROSSED, "bind i0 blocks\nsplit i1 5 -> i2"),
        (SUMS, "unroll_and_jam i0 4 -> i2\nbind i1 lanes"),
        (SUMS, "bind i1 lanes\nvectorize i1 4x1 aligned"),
        (TOTALS, "bind i0 threads"),
        (TOTALS, "bind i0 teams of 32\nbind i1 lanes"),
        (TOTALS, "bind i0 teams of 2\nbind i2 lanes\nvectorize i2 2x1 aligned"),
        (TOTALS, "bind i0 blocks\nbind i1 lanes\nbind i2 lanes\nhold i1 1"),
        (TOTALS, "bind i0 teams of 16\nbind i1 lanes\nbind i2 lanes\nhold i1 4"),
        (RUNNING, "bind i0 teams of 16\nbind i1 lanes\nvectorize i1 4x1 aligned"),
        (RUNNING, "bind i0 threads"),
        (ONE_ROW, "bind i1 lanes"),
        (ONE_ROW, ""),
    ],
)
def test_a_schedule_by_hand_computes_what_the_kernel_says(text, schedule):
    assert language.print_schedule(language.parse(schedule)) == schedule
    scheduled = print_kernel(replay(parse_kernel(text), schedule))
    assert print_kernel(parse_kernel(scheduled)) == scheduled
    check(text, schedule)


@pytest.mark.parametrize(
    ("text", "schedule", "why"),
    [
        (MAP, "bind i0 lanes", "is bound to lanes"),
        (MAP, "bind i0 teams of 6", "a power of two"),
        (MAP, "bind i0 teams of 64", "a power of two"),
        (MAP, "bind i0 blocks of 4", "bound to 4 blocks"),
        (MAP, "bind i0 threads\nvectorize i0 4x1 mask", "`4x1 aligned`"),
        (MAP, "bind i0 threads\nvectorize i0 4x2 aligned", "`4x1 aligned`"),
        (MAP, "bind i0 threads\nvectorize i0 3x1 aligned", "a power of two"),
        (MAP, "bind i0 threads\nvectorize i0 16x1 aligned", "8 at most"),
        (MAP, "parallelize i0\nvectorize i0 4x1 aligned", "bound to none"),
        (MAP, "parallelize i0\nbind i0 threads", "outermost shared loop"),
        (MAP, "bind i0 teams of 4\nvectorize i0 4x1 aligned", "one iteration together"),
        (MAP, "bind i0 threads\nsplit i0 4 -> i1", "shared by calls"),
        (GRID, "bind i1 threads", "not the outermost"),
        (GRID, "bind i0 threads\nvectorize i0 4x1 aligned", "a body of stores"),
        (CROSSED, "bind i1 lanes", "no team or block"),
        (CROSSED, "bind i0 threads\nbind i1 lanes", "no team or block"),
        (CROSSED, "bind i0 blocks\nbind i1 lanes\nsplit i1 4 -> i2", "begins elsewhere"),
        (CROSSED, "bind i0 blocks\nsplit i1 4 -> i2\nbind i1 lanes", "begins elsewhere"),
        (CROSSED, "bind i0 blocks\nhold i1 4", "in which lanes walk a row"),
        (TOTALS, "bind i0 blocks\nbind i1 lanes\nhold i1 0", "in which lanes walk a row"),
        (TOTALS, "bind i0 blocks\nbind i1 lanes\nhold i1 4", "in which lanes walk a row"),
        (TOTALS, "bind i0 blocks\nbind i2 lanes\nhold i2 4", "in which lanes walk a row"),
        (CHANGED, "bind i0 blocks\nbind i2 lanes\nhold i2 4", "in which lanes walk a row"),
        (EARLY, "bind i0 blocks\nbind i1 lanes", "before the stores at its end"),
    ],
)
def test_what_would_change_the_result_is_refused(text, schedule, why):
    with pytest.raises(Illegal, match=why):
        replay(parse_kernel(text), schedule)


HELD = """kernel (f32, f32!) (i64, i64)
  parallel i0 in s0 on blocks:
    vector i1 in s1 on lanes holding 4 of i1 carrying 0.0:f32:
      v0:f32 = load b0[i0*s1 + i1]
      next add v0
    vector i2 in s0 on lanes holding 4 of i1:
      b1[i0*s1 + i2] = r1.0:f32"""


@pytest.mark.parametrize(
    ("text", "schedule", "why"),
    [
        (MAP, "", "nothing says which threads run loop i0"),
        (MAP, "parallelize i0", "is a processor's"),
        (SUMS, "vectorize i1 8x1 mask", "is a processor's"),
        (HELD, "", "walks another row than loop 1"),
    ],
)
def test_a_schedule_that_is_no_gpus_is_refused(text, schedule, why):
    with pytest.raises((FjaxError, AssertionError), match=why):
        emit(parse_kernel(text), "kernel", MACHINE, schedule=schedule)


def test_running_totals_that_are_needed_early_are_one_threads():
    steps = chosen_schedule(parse_kernel(EARLY), MACHINE, Variant())
    assert language.print_schedule(steps) == "bind i0 threads"
    check(EARLY, "bind i0 threads")


def test_a_gpus_schedule_is_refused_for_a_processor():
    steps = language.parse("bind i1 lanes")
    with pytest.raises(FjaxValueError, match="threads of a GPU"):
        cpu_compiler.compile_kernel(parse_kernel(SUMS), schedule=steps)


def drawn(kernel, rng):
    """Steps that are legal, of those that are drawn."""
    steps = []
    numbers = [s.number for s in loops(kernel)]
    levels = [
        Binding(Level.THREADS),
        Binding(Level.BLOCKS),
        *[Binding(Level.TEAMS, 2**k) for k in range(1, 6)],
    ]
    for _ in range(12):
        loop, name = rng.choice(numbers), rng.choice(("bind", "bind", "hold", "vectorize", "split"))
        arguments = {
            "bind": (rng.choice([*levels, *[Binding(Level.LANES)] * 7]),),
            "hold": (rng.choice((20, 32)),),
            "vectorize": (Vector(rng.choice((2, 4)), 1, Tail.ALIGNED),),
            "split": (3, 20 + len(steps)),
        }
        step = language.Step(name, (loop, *arguments[name]))
        try:
            kernel = step(kernel)
        except Illegal:
            continue
        steps.append(step)
    return steps


@pytest.mark.one_in(8)
@pytest.mark.parametrize("seed", range(16))
@pytest.mark.parametrize("name", TEXTS)
def test_random_schedules_compute_what_the_kernel_says(name, seed):
    kernel, rng = parse_kernel(TEXTS[name]), random.Random(f"{name} {seed}")
    first = [s for s in loops(kernel) if s.mode.value == "parallel"][:1]
    level = rng.choice((Binding(Level.BLOCKS), Binding(Level.TEAMS, 4), Binding(Level.THREADS)))
    begin = [language.Step("bind", (s.number, level)) for s in first]
    steps = [*begin, *drawn(replay(kernel, tuple(begin)), rng)]
    check(TEXTS[name], language.print_schedule(tuple(steps)), [(5, 33)])


def test_inspection_shows_the_schedule_for_the_sizes_of_the_launch(gpu):
    found = {}
    for columns in (40, 4000):
        x = fjax.device_put(np.ones((30, columns), np.float32), gpu)
        (kernel,) = fjax.inspect(fjax.nn.softmax)(x).kernels
        found[columns] = kernel.schedule.splitlines()
        assert "on lanes holding" in kernel.scheduled
        assert ("bar.sync" in kernel.ptx) == (columns == 4000)
    assert found[40][0] == "bind i0 teams of 16" and found[4000][0] == "bind i0 blocks"
