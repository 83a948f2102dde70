"""Random kernels: the time that the machine's table predicts, beside the time that they take.

    python -m benchmarks.cost_model [--count 200] [--seed 0]

A kernel's estimate is what fusion and scheduling decide by: its launch, and the longer of its
instructions at the table's rate and, where caches do not hold them, of its bytes. Printed are the
distribution by family and, worst first, the kernels whose time is more than twice or less than half
of the estimate. One thread; `FJAX_CPU_LEVEL` chooses another level's kernels.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np

import fjax
import fjax.numpy as jnp
from benchmarks.machine import least
from fjax.lowering.inspect import InspectedKernel
from fjax.lowering.machine import Machine
from fjax.lowering.targets import named

FUNCTIONS = "tanh exp sin cos log1p arctan erf".split()
CHEAP = "abs square negative sign floor".split()
PAIRS = "add subtract multiply maximum minimum".split()
REDUCTIONS = "sum max min prod".split()
APART = 2.0  # times the estimate

Program = tuple[str, Callable[[Any], Any], tuple[int, ...]]


@dataclass(frozen=True)
class Found:
    """A kernel's nanoseconds, as estimated and as measured."""

    family: str
    text: str
    estimate: float
    measured: float

    @property
    def ratio(self) -> float:
        """Measured over estimated."""
        return self.measured / self.estimate


def _shape(r: random.Random, rank: int) -> tuple[int, ...]:
    """Of 2^13 to 2^21 elements, short and long axes in any place."""
    cuts = sorted(r.random() for _ in range(rank - 1))
    total = 2 ** r.uniform(13, 21)
    shares = [b - a for a, b in zip([0.0, *cuts], [*cuts, 1.0], strict=True)]
    return tuple(max(1, round(total**share)) for share in shares)


def _chain(r: random.Random, names: list[str]) -> Callable[[Any], Any]:
    """A few of these functions, one after the other, with sums and products between them."""
    steps = [(r.choice(names), r.choice(PAIRS)) for _ in range(r.randint(1, 6))]

    def f(x: Any) -> Any:
        y = x
        for name, pair in steps:
            function = fjax.lax.erf if name == "erf" else getattr(jnp, name)
            y = getattr(jnp, pair)(function(y), x)
        return y

    return f


def cheap(r: random.Random) -> Program:
    """Arithmetic, element by element."""
    return "arithmetic", _chain(r, CHEAP), _shape(r, r.randint(1, 3))


def functions(r: random.Random) -> Program:
    """Functions of the vector mathematics."""
    return "functions", _chain(r, FUNCTIONS), _shape(r, r.randint(1, 3))


def division(r: random.Random) -> Program:
    """Quotients, roots and remainders."""
    name = r.choice(["divide", "root", "remainder"])
    steps = {
        "divide": lambda x: 1.5 / (x * x + 1),
        "root": lambda x: jnp.sqrt(x * x + 1),
        "remainder": lambda x: jnp.fmod(x, 0.7),
    }
    return name, steps[name], _shape(r, r.randint(1, 3))


def reduction(r: random.Random) -> Program:
    """Arithmetic reduced over some axes."""
    shape = _shape(r, r.randint(2, 4))
    axes = tuple(sorted(r.sample(range(len(shape)), r.randint(1, len(shape) - 1))))
    name, chain = r.choice(REDUCTIONS), _chain(r, CHEAP)
    return f"{name} over {axes}", lambda x: getattr(jnp, name)(chain(x), axes), shape


def movement(r: random.Random) -> Program:
    """Elements moved along an axis, or between axes."""
    shape = _shape(r, r.randint(2, 4))
    axis = r.randrange(len(shape))
    order = r.sample(range(len(shape)), len(shape))
    moves: dict[str, Callable[[Any], Any]] = {
        "flip": lambda x: jnp.flip(x, axis) + x,
        "roll": lambda x: jnp.roll(x, 2, axis) - x,
        "diff": lambda x: jnp.diff(x, axis=axis),
        "repeat": lambda x: jnp.repeat(x, 3, axis=axis),
        "transpose": lambda x: jnp.transpose(x, order) * 2,
        "pad": lambda x: jnp.pad(x, 2),
    }
    name = r.choice(list(moves))
    return f"{name} along {order if name == 'transpose' else axis}", moves[name], shape


FAMILIES = (cheap, functions, division, reduction, movement)


def estimated(kernel: InspectedKernel, machine: Machine) -> float:
    """Nanoseconds of a kernel on one thread, by the table."""
    computed = 4 * kernel.info.lowered.work / machine.operations_per_ns
    far = kernel.bytes_moved > machine.here.l2_bytes
    moved = kernel.bytes_moved / machine.memory_bytes_per_ns if far else 0.0
    return machine.launch_ns + max(computed, moved)


def found(machine: Machine, count: int, seed: int, seconds: float = 0.02) -> Iterator[Found]:
    """Programs that are one kernel each; the time of a call around it is taken off."""
    nothing = fjax.jit(lambda x: x + 1)
    one = jnp.ones(1, jnp.float32)
    call = least(lambda: nothing(one).block_until_ready(), 0.2)
    for k in range(count):
        r = random.Random(f"{seed} {k}")
        family = FAMILIES[k % len(FAMILIES)]
        text, f, shape = family(r)
        x = jnp.asarray(np.random.default_rng(k).uniform(0.5, 1.5, shape).astype(np.float32))
        inspection = fjax.inspect(f)(x)
        if len(inspection.kernels) != 1 or inspection.fallbacks or inspection.library_calls:
            continue
        (kernel,) = inspection.kernels
        compiled = fjax.jit(f)

        def run(compiled: Any = compiled, x: Any = x) -> None:
            compiled(x).block_until_ready()

        time = max(least(run, seconds) - call, 0.0) + machine.launch_ns
        names = " ".join(e.op.name for e in kernel.body.eqns)
        label = f"{text} of {'x'.join(map(str, shape))}: {kernel.recipe} [{names}]"
        yield Found(family.__name__, label, estimated(kernel, machine), time)


def report(kernels: list[Found]) -> Iterator[str]:
    """The distribution of measured over estimated, and what is apart from the rest."""
    yield f"{'family':12}{'kernels':>8}{'median':>8}{'least':>8}{'most':>8}{'apart':>8}"
    for name in [*(f.__name__ for f in FAMILIES), ""]:
        ratios = [k.ratio for k in kernels if name in ("", k.family)]
        if ratios:
            apart = sum(abs(math.log(x)) > math.log(APART) for x in ratios)
            row = f"{median(ratios):8.2f}{min(ratios):8.2f}{max(ratios):8.2f}{apart:8}"
            yield f"{name or 'all':12}{len(ratios):8}{row}"
    yield "measured / estimated, microseconds estimated:"
    for k in sorted(kernels, key=lambda k: -abs(math.log(k.ratio))):
        if abs(math.log(k.ratio)) > math.log(APART):
            yield f"{k.ratio:8.2f}{k.estimate / 1e3:10.1f}  {k.family}: {k.text}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    machine = named("cpu").machine
    print(f"{machine.name}: one thread, float32")
    with fjax.threads(1):
        kernels = list(found(machine, args.count, args.seed))
    print("\n".join(report(kernels)))


if __name__ == "__main__":
    main()
