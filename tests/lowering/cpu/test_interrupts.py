"""Ctrl-C in long native calls: they end soon, and leave everything as the next call needs it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sends a signal to itself")

# Each program would run for minutes. A signal's handler raises while it runs; then the same
# function is called with little to do.
SCRIPT = """
import ctypes, faulthandler, os, signal, sys, threading, time
import numpy as np
import fjax, fjax.numpy as jnp
from fjax import lax
from fjax.lowering.cpu.library import blas

faulthandler.dump_traceback_later(100, exit=True)

def kernel(x):
    return jnp.sum(jnp.sin(x[:, None] * x[None, :]), 1)

def segment(x):
    for k in range(40):
        x = lax.optimization_barrier(x + jnp.sum(jnp.cos(x[:3000, None] * x)) / 1e9)
    return x

def product(x):
    a = x[:7000, None] * x[None, :7000]
    for k in range(20):
        a = jnp.sin(a @ a / 7000)
    return a

def loop(x):
    a = x[:600, None] * x[None, :600]
    return lax.fori_loop(0, 20_000, lambda i, c: jnp.tanh(c @ c / 300) + i, a)

def blas_threads():
    found = blas.find()
    return ctypes.CFUNCTYPE(ctypes.c_int)(found.get_threads)() if found else 1

def handled(number, frame):
    assert float(fjax.jit(lambda x: jnp.sum(jnp.tanh(x)))(jnp.zeros(300_000))) == 0.0
    raise KeyboardInterrupt

program = globals()[sys.argv[1]]
f = fjax.jit(program, donate_argnums=(0,) if sys.argv[3] == "donated" else ())
small, given = np.linspace(0.0, 1.0, 640), np.linspace(0.0, 1.0, int(sys.argv[4]))
large = jnp.array(given)
with fjax.threads(int(sys.argv[2])):
    f.lower(large).compile()
    before = blas_threads()
    signal.signal(signal.SIGINT, handled)
    threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    try:
        f(large)
        print("was not interrupted")
    except KeyboardInterrupt:
        print("interrupted")
assert blas_threads() == before
if not large.is_deleted():
    np.testing.assert_array_equal(large, given)
if sys.argv[1] == "kernel":
    for threads in (1, 2):
        with fjax.threads(threads):
            expected = np.sin(small[:, None] * small).sum(1)
            np.testing.assert_allclose(f(jnp.asarray(small)), expected, rtol=1e-12)
a = jnp.asarray(np.random.default_rng(0).standard_normal((300, 300)))
np.testing.assert_allclose(fjax.jit(lambda a: a @ a)(a), np.asarray(a) @ np.asarray(a), rtol=1e-9,
                           atol=1e-9)
print("sound")
"""
PROGRAMS = [
    ("kernel", 1, "kept", 200_000),
    ("kernel", 2, "donated", 200_000),
    ("segment", 2, "kept", 300_000),
    ("loop", 2, "kept", 600),
    ("product", 2, "kept", 7000),
]


@pytest.mark.one_in(5)
@pytest.mark.parametrize("program,threads,argument,size", PROGRAMS)
def test_a_signal_ends_a_long_call(program, threads, argument, size):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, program, str(threads), argument, str(size)],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.stdout.split() == ["interrupted", "sound"], done.stdout + done.stderr[-3000:]
