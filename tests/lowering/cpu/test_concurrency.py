"""Use from many threads at once, and after a fork: what a user's program does, not single parts."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, locks, random
from fjax.core import lazy, memo
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu import processor, side_by_side
from tests import children

THREADS = 8

# Threads compile, launch and multiply without end while the main thread forks; each child uses all
# of it again, and ends itself if that takes it more than a minute.
FORKING = """
import faulthandler, os, threading, warnings
import numpy as np
import fjax, fjax.numpy as jnp
from fjax import lax
warnings.simplefilter("ignore", DeprecationWarning)
x = jnp.asarray(np.random.default_rng(0).standard_normal((64, 64)))
shared = fjax.jit(lambda x, k: jnp.sum(jnp.tanh(x @ x) * k))
expected = float(shared(x, 2.0))
stop = threading.Event()

def work():
    n = 0
    while not stop.is_set():
        n += 1
        own = fjax.jit(fjax.grad(lambda x: jnp.sum(jnp.sin(x * (n % 7 + 1.0)) @ x)))
        own(x)
        shared(jnp.ones((8 + n % 40, 8 + n % 40)), float(n))

def child(number):
    faulthandler.dump_traceback_later(60, exit=True)
    assert abs(float(shared(x, 2.0)) - expected) < 1e-9 * abs(expected)
    new = fjax.jit(fjax.grad(lambda x: jnp.sum(jnp.exp(x @ x / 100) * number)))
    assert np.isfinite(new(x)).all()
    assert float(lax.fori_loop(0, 10, lambda i, c: c + i, 0.0)) == 45.0
    assert (np.asarray(jnp.arange(1_000_000.0) * 2)[-1]) == 1_999_998.0
    os._exit(0)

workers = [threading.Thread(target=work, daemon=True) for _ in range(3)]
for worker in workers:
    worker.start()
for number in range(15):
    process = os.fork()
    if process == 0:
        child(number)
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    assert status == 0, f"child {number} ended with status {status}"
stop.set()
for worker in workers:
    worker.join()
assert abs(float(shared(x, 2.0)) - expected) < 1e-9 * abs(expected)
print("survived")
"""


def at_once(work):
    """Run work(k) in many threads that start together; their results, or the first error."""
    barrier, results, problems = threading.Barrier(THREADS), [None] * THREADS, []

    def run(k):
        barrier.wait()
        try:
            results[k] = work(k)
        except BaseException as error:
            problems.append(error)

    workers = [threading.Thread(target=run, args=(k,)) for k in range(THREADS)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    if problems:
        raise problems[0]
    return results


def test_the_first_call_of_one_function_in_many_threads():
    f = fjax.jit(lambda x: jnp.sum(jnp.tanh(x @ x) * 1.375))
    x = np.random.default_rng(0).standard_normal((40, 40))
    results = at_once(lambda k: float(f(x)))
    assert len(set(results)) == 1
    np.testing.assert_allclose(results[0], np.sum(np.tanh(x @ x) * 1.375), rtol=1e-10)


def test_a_function_of_its_own_in_each_thread():
    def work(k):
        found = []
        for n in range(5):
            f = fjax.jit(fjax.vmap(fjax.grad(lambda x: jnp.sin(x) ** (k % 3 + 2) * (n + k))))
            found.append(np.asarray(f(jnp.linspace(0.0, 1.0, 100 + k))))
        return found

    for k, found in enumerate(at_once(work)):
        x, power = np.linspace(0.0, 1.0, 100 + k), k % 3 + 2
        for n, gradient in enumerate(found):
            expected = (n + k) * power * np.sin(x) ** (power - 1) * np.cos(x)
            np.testing.assert_allclose(gradient, expected, rtol=1e-12, atol=1e-14)


def test_large_work_in_many_threads_shares_the_pool():
    x = np.random.default_rng(1).standard_normal(300_000)

    def work(k):
        with fjax.threads(1 + k % 3):
            return [np.asarray(jnp.exp(x) * 2 + jnp.sum(x)) for _ in range(5)]

    every = [one for several in at_once(work) for one in several]
    assert all((one == every[0]).all() for one in every)


def test_tracing_in_one_thread_is_not_seen_by_another():
    inside, done = threading.Event(), threading.Event()

    def slow(x):
        inside.set()
        assert done.wait(30)
        return x * 2

    traced = threading.Thread(target=lambda: fjax.jit(slow)(1.0))
    traced.start()
    assert inside.wait(30)
    try:
        value = jnp.ones(3) + 1
        assert isinstance(np.asarray(value), np.ndarray) and float(value[0]) == 2.0
        assert float(fjax.grad(lambda x: x**3)(2.0)) == 12.0
    finally:
        done.set()
        traced.join()


def test_loops_and_random_numbers_in_many_threads():
    def work(_):
        draws = random.normal(random.key(7), (1000,))
        total = lax.scan(lambda c, x: (c + x, c), 0.0, draws)[0]
        return float(total)

    results = at_once(work)
    assert len(set(results)) == 1


@pytest.mark.extended
def test_caches_are_cleared_beside_calls_in_other_threads():
    """Whatever remembers results is asked, added to and emptied at once."""
    x, stop = np.linspace(0.0, 1.0, 64), threading.Event()

    def work(k):
        if k == 0:
            for _ in range(40):
                fjax.clear_caches()
                assert all(e is not None for e in fjax.devices()[0].live_executables())
            stop.set()
        n = 0
        while not stop.is_set():
            n += 1
            f = fjax.jit(fjax.grad(lambda x: jnp.sum(jnp.sin(x) * (n + k))))
            np.testing.assert_allclose(f(x), (n + k) * np.cos(x), rtol=1e-12)
            total = lax.scan(lambda c, x: (c + x, x), 0.0, jnp.asarray(x))[0]
            np.testing.assert_allclose(total, x.sum(), rtol=1e-12)

    with fjax.explain_cache_misses(True):
        at_once(work)


def test_a_bag_is_added_to_while_it_is_iterated_over():
    bag = memo.WeakBag()
    kept = [threading.Event() for _ in range(3)]
    for value in kept:
        bag.add(value)
    found = []
    for value in bag:
        more = threading.Event()
        bag.add(more)
        found.append(value)
    assert found == kept
    del more, value, found, kept
    assert len(bag) == len(list(bag)) == 0


@pytest.mark.extended
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_children_of_a_process_with_busy_threads(tmp_path):
    environment = dict(os.environ, FJAX_COMPILATION_CACHE_DIR=str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", FORKING],
        capture_output=True,
        text=True,
        env=environment,
        timeout=300,
        check=False,
    )
    assert done.stdout.strip() == "survived", done.stdout + done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_child_finds_locks_open_that_a_thread_held():
    lock, held, release = locks.process_lock(), threading.Event(), threading.Event()

    def hold():
        with lock:
            held.set()
            release.wait(30)

    thread = threading.Thread(target=hold)
    thread.start()
    assert held.wait(30)
    threading.Timer(0.2, release.set).start()  # the fork waits until then
    child = os.fork()
    if child == 0:
        os._exit(0 if lock.acquire(timeout=5) else 1)
    thread.join()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert lock.acquire(timeout=5)
    lock.release()


@children.needs_fork
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_child_can_import_what_a_thread_was_importing(tmp_path, monkeypatch):
    begun = threading.Event()
    monkeypatch.setattr(locks, "begun", begun, raising=False)
    text = "import time\nfrom fjax import locks\nlocks.begun.set()\ntime.sleep(0.3)\nvalue = 3\n"
    (tmp_path / "slow_to_import.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    slow = lazy.module("slow_to_import")
    thread = threading.Thread(target=lambda: slow.value)
    thread.start()
    assert begun.wait(30)
    children.in_child(lambda: lazy.load("slow_to_import").value + 0, seconds=5)
    thread.join()
    assert slow.value == 3


def test_modules_compile_side_by_side_and_what_fails_is_told_when_all_have_ended():
    machines, interval = compiler.target_machines(processor.host(), 2), sys.getswitchinterval()
    texts = [(f"define i64 @number{k}() {{\n  ret i64 {k}\n}}\n", None) for k in range(5)]
    codes = side_by_side.object_codes(texts, machines)
    assert [b"number%d" % k in code for k, code in enumerate(codes)] == [True] * 5
    with pytest.raises(RuntimeError, match="nonsense"):
        side_by_side.object_codes([*texts, ("nonsense", None)], machines)
    assert sys.getswitchinterval() == interval
    assert side_by_side.object_codes(texts, machines) == codes


def test_a_module_that_fails_ends_before_its_context():
    """The failure keeps both in a cycle. If a collection ended the context first, LLVM crashed."""
    seen = []

    def refuse(module, machine):
        seen.append(module)
        raise ValueError("refused")

    text = "define i64 @number() {\n  ret i64 1\n}\n"
    with pytest.raises(ValueError, match="refused"):
        side_by_side.object_codes([(text, refuse)], compiler.target_machines(processor.host(), 1))
    assert seen[0].closed
