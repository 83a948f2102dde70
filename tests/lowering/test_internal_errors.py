"""Faults in each stage of the lowering: results are right, and a warning says what to send."""

import re
import signal
import subprocess
import sys
import tempfile
import warnings

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, variables
from fjax.config import config
from fjax.core.memo import clear_caches
from fjax.lowering import internal_errors, prepare
from fjax.lowering.cpu import compile as compiler
from fjax.lowering.cpu.runtime.program import NativeProgram
from fjax.lowering.cpu.target import Cpu
from fjax.lowering.fuse import fusion
from fjax.lowering.run import executable, planning
from fjax.passes import distribute, optimize

X = np.linspace(0.5, 2.0, 12).reshape(3, 4)


def steps(x):
    return lax.scan(lambda c, row: (c * 0.5 + row.sum(), c), 1.0, x)


def products(x):
    return lax.fori_loop(0, 3, lambda i, m: jnp.tanh(m @ m) + i, x @ x.T)


PROGRAMS = {
    "kernels": lambda x: (jnp.exp(x) / jnp.exp(x).sum(1, keepdims=True), x, 2.0),
    "product": lambda x: jnp.sin(x @ x.T) + 1,
    "native loop": steps,
    "loop over products": products,
    "loop in Python": lambda x: lax.fori_loop(0, 3, lambda i, y: jnp.fft.fft(y).real + i, x),
    "until": lambda x: lax.while_loop(lambda m: m.sum() < 99, lambda m: m * 1.5 + x, x),
    "branches": lambda x: lax.cond(x.sum() > 1, jnp.sin, lambda y: y @ y.T @ y, x),
    "gradient": fjax.grad(lambda x: (jnp.tanh(x @ x.T) ** 2).sum()),
    "batch": fjax.vmap(lambda row: jnp.sort(row)[::-1].cumsum().at[1].add(row[0])),
    "checkpoint": fjax.grad(fjax.checkpoint(lambda x: jnp.sin(jnp.sin(x)).sum())),
    "random": lambda x: fjax.random.normal(fjax.random.key(3), x.shape) * x,
    "callback": lambda x: fjax.pure_callback(np.cos, fjax.typeof(x), x) + 1,
}
EMITTER = (
    (compiler.emit_numba, "spell")
    if variables.CPU_EMITTER.read() == "numba"
    else (compiler.emit_llvm, "emit")
)
FAULTS = {
    "passes": (optimize, "optimize"),
    "preparation": (prepare, "prepare"),
    "loops split": (distribute, "distribute"),
    "fusion": (fusion, "fuse"),
    "scheduling": (planning.build, "lower"),
    "planning": (planning, "plan_program"),
    "plan's verifier": (planning._verifier, "verify_plan"),
    "native loop": (planning, "native_loop"),
    "nested launches": (planning, "loop_launch"),
    "loop on the host": (planning, "plan_host_loop"),
    "emitter": EMITTER,
    "object code": (compiler, "_object_code"),
    "kernel cache": (compiler.disk_cache, "read"),
    "loading": (compiler.loader, "load"),
    "segment": (executable.Executable, "_segment"),
    "launches": (NativeProgram, "_runner"),
    "program": (Cpu, "program"),
    "entry": (Cpu, "entry"),
}


@pytest.fixture
def _survives(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # what is reported goes there
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    config.update("internal_errors", "survive")
    clear_caches()
    internal_errors.forget()
    yield
    clear_caches()  # what was made of faults
    internal_errors.forget()


def failing(original, times):
    """A function that fails so many times."""
    left = [times]

    def fails(*args, **kwargs):
        if left[0] > 0:
            left[0] -= 1
            raise KeyError("an injected fault")
        return original(*args, **kwargs)

    return fails


@pytest.mark.one_in(6)
@pytest.mark.parametrize("times", [1, 10**9])
@pytest.mark.parametrize("stage", FAULTS)
@pytest.mark.usefixtures("_survives")
def test_programs_have_their_results_whatever_stage_fails(stage, times, monkeypatch):
    wanted = {name: f(jnp.asarray(X)) for name, f in PROGRAMS.items()}
    clear_caches()
    module, name = FAULTS[stage]
    fails = failing(getattr(module, name), times)
    monkeypatch.setattr(module, name, fails)
    config.update("enable_compilation_cache", stage == "kernel cache")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for key, f in PROGRAMS.items():
            found = fjax.jit(f)(X)
            for a, b in zip(fjax.tree.leaves(found), fjax.tree.leaves(wanted[key]), strict=True):
                np.testing.assert_allclose(a, b, rtol=1e-12, err_msg=key)
    messages = [str(w.message) for w in caught]
    assert len(messages) == 1 and "bug-report" in messages[0], messages
    assert caught[0].filename == __file__


def test_in_tests_an_internal_error_ends_the_program(monkeypatch):
    clear_caches()
    monkeypatch.setattr(planning, "plan_program", failing(None, 1))
    with pytest.raises(KeyError, match="an injected fault"):
        fjax.jit(lambda x: x * 2.0 - 3.0)(X)


@pytest.mark.parametrize("error", [MemoryError, OSError, fjax.errors.ShapeError, KeyboardInterrupt])
@pytest.mark.usefixtures("_survives")
def test_errors_that_are_for_the_user_reach_him(error, monkeypatch):
    def fails(*_args, **_kwargs):
        raise error("for the user")

    monkeypatch.setattr(planning, "plan_program", fails)
    with pytest.raises(error, match="for the user"):
        fjax.jit(lambda x: x * 2.0 - 3.0)(X)


@pytest.mark.usefixtures("_survives")
def test_what_a_handler_of_signals_raises_reaches_the_user(monkeypatch):
    def handler(_number, _frame):
        raise RuntimeError("enough")

    def interrupted(*_args, **_kwargs):
        signal.raise_signal(signal.SIGUSR1)

    before = signal.signal(signal.SIGUSR1, handler)
    try:
        monkeypatch.setattr(planning, "plan_program", interrupted)
        with pytest.raises(RuntimeError, match="enough"):
            fjax.jit(lambda x: x * 2.0 - 3.0)(X)
    finally:
        signal.signal(signal.SIGUSR1, before)


@pytest.mark.usefixtures("_survives")
def test_the_warning_names_a_program_that_a_report_replays(monkeypatch):
    monkeypatch.setattr(planning, "plan_program", failing(planning.plan_program, 1))
    with pytest.warns(RuntimeWarning, match="bug-report") as caught:
        fjax.jit(lambda x: jnp.sin(x) * 2)(X)
    path = re.search(r"bug-report (\S+)`", str(caught[0].message))[1]
    command = [sys.executable, "-m", "fjax", "bug-report", path]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "fjax: " in done.stdout and "sin" in done.stdout and "==== plan" in done.stdout


def test_a_report_reads_standard_input_and_says_that_a_file_is_missing(tmp_path):
    command = [sys.executable, "-m", "fjax", "bug-report"]
    text = "{ lambda ; a:f32[3]. let b:f32[3] = sin a in (b,) }"
    done = subprocess.run([*command, "-"], input=text, capture_output=True, text=True, check=True)
    assert text in done.stdout and "==== plan" in done.stdout
    done = subprocess.run([*command, str(tmp_path / "none")], capture_output=True, text=True)
    assert done.returncode == 1 and "No such file" in done.stderr and done.stderr.count("\n") == 1
