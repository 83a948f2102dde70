"""The quantities of the machine's table (fjax/lowering/machine.py), measured on the one at hand.

    python -m benchmarks.machine

A line for each: what the table says, what was measured, and the second over the first. Each is the
least of many tries, on one thread but for the last line; `FJAX_CPU_LEVEL` chooses another level's
kernels. Where a ratio is far from 1, fusion and scheduling decide by a wrong estimate: see
docs/decisions/0024.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax.lowering.machine import Machine
from fjax.lowering.targets import named

NEAR = 1 << 12  # float32 elements that lie in the nearest cache
FAR = 1 << 25  # ... and in none
FEW, MANY = 4, 24  # operations of the two programs whose difference is measured
OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "divide": lambda x, y: y / x,
    "root": lambda x, y: jnp.sqrt(x),
    "remainder": lambda x, y: jnp.fmod(y, x),
    "exp": lambda x, y: jnp.exp(x),
    "log": lambda x, y: jnp.log(x),
    "sin": lambda x, y: jnp.sin(x),
    "tanh": lambda x, y: jnp.tanh(x),
    "lgamma": lambda x, y: fjax.lax.lgamma(x),
}


def least(call: Callable[[], Any], seconds: float = 0.5) -> float:
    """Nanoseconds of the quickest of many calls."""
    call()
    best, end = float("inf"), time.perf_counter() + seconds
    while time.perf_counter() < end:
        began = time.perf_counter_ns()
        call()
        best = min(best, time.perf_counter_ns() - began)
    return best


def slope(program: Callable[[int], Callable[[], Any]]) -> float:
    """Nanoseconds that each operation of a program adds."""
    return (least(program(MANY)) - least(program(FEW))) / (MANY - FEW)


def repeated(step: Callable[[Any, Any], Any], size: int = NEAR) -> float:
    """Nanoseconds of one more operation on each of so many elements, all in one kernel."""
    x, y = (jnp.asarray(np.linspace(a, 1.5, size, dtype=np.float32)) for a in (0.5, 0.9))

    def program(count: int) -> Callable[[], Any]:
        def f(x: Any, y: Any) -> Any:
            for _ in range(count):
                x = step(x, y)
            return x

        compiled = fjax.jit(f)
        return lambda: compiled(x, y)

    return slope(program)


def cost(step: Callable[[Any, Any], Any], addition: float) -> float:
    """How many additions an operation takes; one more addition keeps values where they are."""
    return repeated(lambda x, y: step(x, y) + y) / addition - 1


def multiply_adds_per_ns(n: int = 768) -> float:
    """Of a product of float32 matrices."""
    x = jnp.ones((n, n), jnp.float32)
    f = fjax.jit(lambda x: x @ x)
    return n**3 / least(lambda: f(x), 2.0)


def memory_bytes_per_ns() -> float:
    """Read and written, far from any cache."""
    x = jnp.ones(FAR, jnp.float32)
    f = fjax.jit(lambda x: x + 1, donate_argnums=0)

    def call() -> None:
        nonlocal x
        x = f(x)

    return 2 * x.nbytes / least(call, 3.0)


def launch_ns() -> float:
    """Of one call of a library: a tiny product in a chain of them."""
    x = jnp.ones((4, 4), jnp.float32) * 0.25

    def program(count: int) -> Callable[[], Any]:
        def f(x: Any) -> Any:
            y = x
            for _ in range(count):
                y = y @ x
            return y

        compiled = fjax.jit(f)
        return lambda: compiled(x)

    return slope(program)


def host_ns() -> float:
    """Of an operation that NumPy does."""
    parts = [np.ones((8, 8), np.float32)] * 4
    out = np.empty((8, 32), np.float32)
    return least(lambda: np.concatenate(parts, axis=1, out=out))


def share_ns(machine: Machine) -> float:
    """Twice what two threads take beyond half of one thread's time: from there on sharing pays."""
    cpu = named("cpu")
    x = jnp.ones(1 << 15, jnp.float32)
    cpu.machine = replace(machine, share_ns=0.0)
    f = fjax.jit(lambda x: jnp.tanh(x))
    try:
        f(x)
    finally:
        cpu.machine = machine
    with fjax.threads(1):
        alone = least(lambda: f(x), 2.0)
    with fjax.threads(2):
        shared = least(lambda: f(x), 2.0)
    return 2 * (shared - alone / 2)


def measured(machine: Machine) -> Iterator[tuple[str, float, float]]:
    """(quantity, what the table says, what was measured)."""
    with fjax.threads(1):
        addition = repeated(lambda x, y: x + y)
        yield "operations_per_ns", machine.operations_per_ns, NEAR / addition
        yield ("multiply_adds_per_ns", machine.multiply_adds_per_ns, multiply_adds_per_ns())
        yield "memory_bytes_per_ns", machine.memory_bytes_per_ns, memory_bytes_per_ns()
        for name, step in OPERATIONS.items():
            field = name if hasattr(machine.costs, name) else "call"
            label = f"costs.{field}" + ("" if field == name else f" ({name})")
            yield label, getattr(machine.costs, field), cost(step, addition)
        yield "launch_ns", machine.launch_ns, launch_ns()
        yield "host_ns", machine.host_ns, host_ns()
    if machine.here.cores > 1:
        yield "share_ns", machine.share_ns, share_ns(machine)


def main() -> None:
    """Print the table."""
    machine = named("cpu").machine
    here = machine.here
    print(f"{machine.name}: {here.cores} cores, {here.l2_bytes >> 10} KiB of second-level cache")
    print(f"{'quantity':28}{'table':>10}{'measured':>10}{'ratio':>8}")
    for name, table, found in measured(machine):
        print(f"{name:28}{table:10.1f} {found:9.1f} {found / table:7.2f}", flush=True)


if __name__ == "__main__":
    main()
