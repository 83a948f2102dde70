"""Kernels of rows at each level of the processor, where other loops end under masks or one by one.

Where memory is poisoned, what is read before it is written is NaN.
"""

import os
import pathlib
import subprocess
import sys

import pytest

from fjax.lowering.cpu import processor
from tests.machines import levels

PROGRAM = """
import itertools
import numpy as np, fjax, fjax.numpy as jnp
from fjax import lax

def exponentials(xp, x, y):  # a pass keeps them for later ones, one of which stores bytes
    some = y > 1
    x = xp.where(some, x, xp.asarray(-np.inf, x.dtype))
    largest = x.max(1)
    largest = xp.where(xp.isfinite(largest), largest, xp.zeros_like(largest))
    e = xp.exp(x - largest[:, None])
    total = (e * y).sum(1)
    return xp.log(total) + largest, some, e, total > 1

def normed(xp, x, y):
    size = xp.sqrt((x * x).sum(1))[:, None]
    return x / size, (y > 0).astype("int8"), (x / size).sum(1)

def positions(xp, x, y):
    where = (lax.argmax(x, 1, np.uint8),) if xp is jnp else (x.argmax(1).astype("uint8"),)
    return *where, (x == x.max(1)[:, None]).any(1), x.max(1)

np.seterr(divide="ignore")
rng = np.random.default_rng(0)
for f, rows, width, dtype in itertools.product(
    (exponentials, normed, positions), (1, 6, 37), (2, 3, 5, 9, 17, 31, 130), ("f4", "f8")
):
    x, y = (rng.uniform(0.5, 2, (rows, width)).astype(dtype) for _ in range(2))
    found, wanted = fjax.jit(lambda x, y: f(jnp, x, y))(x, y), f(np, x, y)
    for a, b in zip(found, wanted, strict=True):
        assert a.dtype == b.dtype
        np.testing.assert_allclose(a, b, rtol=2e-6, err_msg=f"{f.__name__} {rows} {width} {dtype}")
"""


def check(program, level, **variables):
    """A program ends well at a level, which the processor must have."""
    if level != "native" and levels.is_absent(level):
        pytest.skip(f"this processor has not all of {level}")
    environment = {**os.environ, "FJAX_CPU_LEVEL": level, **variables}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.mark.one_in(5)
@pytest.mark.parametrize("level", ["x86-64", "v2", "v3", "v4", "native"])
def test_rows_with_results_of_one_byte_beside_wider_ones(level):
    check(PROGRAM, level, FJAX_POISON_MEMORY="1")


BODIES = """
import numpy as np, fjax, fjax.numpy as jnp
from fjax.experimental.ode import odeint

def pairs(y, t):  # each acts on each
    return jnp.sin(y - y[:, None]).sum(1)

t = jnp.linspace(0.0, 1.0, 4)
for bodies in (2, 3, 9):
    y = jnp.asarray(np.random.default_rng(0).normal(size=(5, bodies)))
    together = fjax.vmap(lambda y: odeint(pairs, y, t))(y)
    one_by_one = jnp.stack([odeint(pairs, each, t) for each in y])
    np.testing.assert_allclose(together, one_by_one, rtol=1e-6, atol=1e-7)
"""


@pytest.mark.extended
@pytest.mark.parametrize("level", ["v2", "v3", "v4", "native"])
def test_a_batch_of_equations_of_bodies_that_act_on_each_other(level):
    check(BODIES, level)


VERSION_1 = {"cpu/cpu.cfs_period_us": "100000\n"}


@pytest.mark.parametrize(
    "files, count",
    [
        ({}, 8),
        ({"cpu.max": "max 100000\n"}, 8),
        ({"cpu.max": "150000 100000\n"}, 2),
        ({"cpu.max": "1000 100000\n"}, 1),
        ({"cpu.max": "1600000 100000\n"}, 8),
        ({"cpu.max": "nothing\n"}, 8),
        ({"cpu/cpu.cfs_quota_us": "-1\n", **VERSION_1}, 8),
        ({"cpu/cpu.cfs_quota_us": "300000\n", **VERSION_1}, 3),
    ],
)
def test_processors_are_those_that_a_control_group_grants(files, count, tmp_path, monkeypatch):
    group = pathlib.PurePath("/sys/fs/cgroup")
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    moved = lambda path: tmp_path / pathlib.PurePath(path).relative_to(group)
    monkeypatch.setattr(processor, "Path", moved)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)), raising=False)
    assert processor.processor_count() == count
