"""Processes that end while their daemon threads compute, compile, or have been forked from."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
import os, sys, threading, time
import fjax, fjax.numpy as jnp
from fjax import lax

def product():
    x = jnp.ones((6000, 6000))
    return lambda: x @ x

def native_loop():
    loop = fjax.jit(lambda x: lax.fori_loop(0, 10**10, lambda i, c: c * 0.9 + jnp.sin(c), x))
    return lambda: loop(1.0)

def loop_of_products():
    x = jnp.ones((300, 300))
    loop = fjax.jit(lambda m: lax.fori_loop(0, 10**7, lambda i, c: jnp.tanh(c @ m), m))
    return lambda: loop(x)

def kernels():
    x = jnp.ones(10**7)
    f = fjax.jit(lambda x: jnp.sin(jnp.exp(x)))
    return lambda: [f(x) for _ in range(10**6)]

def eager():
    x = jnp.ones((300, 300))
    return lambda: [jnp.linalg.inv(x @ x + jnp.eye(300)) for _ in range(10**6)]

def compiling():
    x = jnp.ones(9)
    return lambda: [fjax.jit(lambda x: jnp.sort(x) * k + jnp.sin(x).sum())(x) for k in range(10**6)]

def transforms():
    x = jnp.ones(2**18)
    return lambda: [jnp.fft.fft(x) for _ in range(10**6)]

def transforms_in_a_loop():
    x = jnp.ones((64, 1024))
    step = lambda i, c: jnp.fft.irfft(jnp.fft.rfft(c)) * 0.5
    return lambda: fjax.jit(lambda x: lax.fori_loop(0, 10**7, step, x))(x)

def callback():
    slow = lambda x: [jnp.fft.fft(x) for _ in range(10**6)][0].real
    return lambda: fjax.pure_callback(slow, fjax.typeof(jnp.ones(2**18)), jnp.ones(2**18))

def three_of_transforms():
    for _ in range(2):
        threading.Thread(target=transforms(), daemon=True).start()
    return transforms()

work = globals()[sys.argv[1]]()
threading.Thread(target=work, daemon=True).start()
time.sleep(0.6)
if sys.argv[2] == "forked":
    child = os.fork()
    if child == 0:
        print(float(jnp.ones(10**6).sum()), flush=True)
        sys.exit(0)
    assert os.waitpid(child, 0)[1] == 0
print("end")
sys.exit(int(sys.argv[3]))
"""
WORK = ["product", "native_loop", "loop_of_products", "kernels", "eager", "compiling"]
WORK += ["transforms", "transforms_in_a_loop", "callback", "three_of_transforms"]


def run(*arguments):
    command = [sys.executable, "-c", PROGRAM, *map(str, arguments)]
    return subprocess.run(
        command, env=os.environ, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.one_in(10)
@pytest.mark.parametrize("status", [0, 3])
@pytest.mark.parametrize("work", WORK)
def test_the_process_ends_with_its_own_status(work, status):
    done = run(work, "alone", status)
    assert (done.returncode, done.stdout, done.stderr) == (status, "end\n", "")


@pytest.mark.one_in(2)
@pytest.mark.parametrize("work", ["native_loop", "three_of_transforms"])
def test_a_child_of_a_process_whose_thread_computes_ends_too(work):
    done = run(work, "forked", 0)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "1000000.0\nend\n"


def test_what_runs_at_the_end_may_transform():
    program = (
        "import fjax.numpy as jnp\n"
        "from fjax.core import cannot_end\n"
        "cannot_end._wait()\n"
        "print(jnp.fft.fft(jnp.ones(2)))"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "[2.+0.j 0.+0.j]\n", "")
