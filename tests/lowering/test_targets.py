"""Programs run on a target that knows nothing of the CPU's: the seam between plan and machine."""

import pickle
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, random
from fjax.core.evaluate import evaluate_jaxpr
from fjax.lowering import pipeline, targets
from fjax.lowering.cpu import compile
from fjax.lowering.kernel.parser import parse_kernel
from fjax.lowering.kernel.printer import print_kernel
from fjax.lowering.machine import Cuts, named
from fjax.lowering.run.memory_plan import describe
from tests.lowering.interpreter_target import HeldBuffer, InterpreterTarget
from tests.lowering.test_kernel_form import COUNTED
from tests.samples import SAMPLES, flat, staged

pytestmark = pytest.mark.needs("x64", reason="the rows are in float64")
FEW = 4000  # elements of a row that is interpreted in little time


def run(function, *args):
    """The outputs on the interpreting target, and that target."""
    target = InterpreterTarget()
    closed = fjax.make_jaxpr(function)(*args)
    with targets.use(target):
        given = [jnp.asarray(x) for x in (*closed.consts, *args)]
        return on_the_cpu(pipeline.execute(closed.jaxpr, given)), target


def on_the_cpu(arrays):
    return fjax.device_put(arrays, fjax.devices("cpu")[0])


def is_key(x):
    return fjax.dtypes.issubdtype(x.dtype, fjax.dtypes.prng_key)


def is_small(sample):
    return sample.kernel and all(np.size(a) <= FEW for a in sample.make())


@pytest.mark.one_in(24)
@pytest.mark.parametrize("sample", [s for s in SAMPLES if is_small(s)], ids=lambda s: s.label)
def test_a_sample_runs_on_the_interpreter(sample):
    args = sample.make()
    jaxpr, known = staged(sample, args)
    given = [jnp.asarray(x) for x in (*known, *args)]
    with targets.use(InterpreterTarget()):
        found = on_the_cpu(pipeline.execute(jaxpr, given))
    expected = flat(evaluate_jaxpr(jaxpr, given))
    for got, wanted in zip(found, expected, strict=True):
        got, wanted = (np.asarray(random.key_data(x) if is_key(x) else x) for x in (got, wanted))
        unit = np.finfo(wanted.dtype).eps if wanted.dtype.kind in "fc" else 0
        np.testing.assert_allclose(got, wanted, rtol=64 * unit, atol=64 * unit)


PROGRAMS = {
    "map": (lambda x: jnp.sin(x) * 2 + 1, 1),
    "softmax": (lambda x: jnp.exp(x - x.max(1, keepdims=True)), 1),
    "two kernels": (lambda x: jnp.cumsum(jnp.exp(x), 1) @ x.T, 2),
    "loop": (lambda x: lax.fori_loop(0, 5, lambda i, c: c * 0.5 + i, x), 1),
    "update": (lambda x: (x * 2).at[1:3].add(jnp.sin(x[:2])), 1),
    "gradient": (fjax.grad(lambda x: jnp.tanh(x * x).sum()), 1),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_runs_on_the_interpreter(name):
    function, least = PROGRAMS[name]
    x = np.random.default_rng(0).normal(size=(6, 5))
    (found,), target = run(function, x)
    np.testing.assert_allclose(found, function(jnp.asarray(x)), rtol=1e-13, atol=1e-13)
    assert target.launches >= least - 1 and target.programs


def test_arrays_move_between_devices_and_back():
    x = jnp.arange(6.0).reshape(2, 3)
    with targets.use(InterpreterTarget()):
        there = fjax.device_put(x, fjax.devices("interpreter")[0])
        back = fjax.device_put(there, fjax.devices("cpu")[0])
        assert type(there.buffer) is HeldBuffer and type(back.buffer) is np.ndarray
        assert str(there.device) == "interpreter:0" and there.committed
        for y in (there, back, fjax.device_get(there)):
            np.testing.assert_array_equal(y, x)
        assert repr(there) == repr(x) and pickle.loads(pickle.dumps(there)).tolist() == x.tolist()
    with pytest.raises(ValueError, match="no target for interpreter:0 is in force here"):
        there.host()


ON_A_DEVICE = {
    "an operation": lambda x: x * 2 + 1,
    "a program": fjax.jit(lambda x: jnp.sin(x) @ x.T),
    "a program of several steps": fjax.jit(lambda x: (jnp.linalg.inv(x @ x.T), x, 3.0)),
    "a part": lambda x: (x[1], x[0, 2], x[np.array([1, 0])], x[:, ::-1]),
    "a changed part": lambda x: x.at[0, 1].set(x[1, 1]),
    "a loop of changes": fjax.jit(lambda x: lax.fori_loop(0, 2, lambda i, c: c.at[i].add(i), x)),
    "a loop on the host": fjax.jit(
        lambda x: lax.scan(lambda c, r: (jnp.linalg.inv(c), r + c[0, 0]), x @ x.T, x)
    ),
    "a loop that asks": fjax.jit(
        lambda x: lax.while_loop(lambda c: c.sum() < 9, lambda c: jnp.sort(c) + 1, x)
    ),
    "a gradient": fjax.grad(lambda x: jnp.tanh(x).sum()),
}


@pytest.mark.parametrize("name", ON_A_DEVICE)
def test_arrays_on_a_device_give_arrays_there(name):
    function = ON_A_DEVICE[name]
    x = jnp.asarray(np.random.default_rng(3).normal(size=(2, 3)))
    expected = fjax.tree.leaves(function(x))
    fjax.clear_caches()
    with targets.use(InterpreterTarget()):
        there = fjax.device_put(x, fjax.devices("interpreter")[0])
        found = fjax.tree.leaves(function(there))
        assert {str(y.device) for y in found} == {"interpreter:0"}
        assert {type(y.buffer) for y in found} == {HeldBuffer}
        for got, wanted in zip(found, expected, strict=True):
            np.testing.assert_allclose(got, wanted, rtol=1e-12, atol=1e-12)
        again = fjax.tree.leaves(function(x))
        assert {type(y.buffer) for y in again} == {np.ndarray}
    fjax.clear_caches()  # what jit keeps is for the interpreter


def test_each_target_has_programs_of_its_own():
    function = fjax.jit(lambda x: x * 3)
    jaxpr = fjax.make_jaxpr(function)(np.ones(3)).jaxpr
    here = pipeline.compile_body(jaxpr)
    with targets.use(InterpreterTarget()):
        there = pipeline.compile_body(jaxpr)
    assert here is not there and pipeline.compile_body(jaxpr) is here
    assert here.target is targets.named("cpu") and there.target is not here.target


class Unreachable(targets.named("cpu").__class__):
    """The CPU's questions about programs, and nothing that compiles, runs or holds memory."""

    def refuse(self, *_, **__):
        raise AssertionError("a plan needs no device")

    program = entry = maker = empty = owns = to_host = from_host = code = refuse


@pytest.mark.one_in(2)
@pytest.mark.parametrize("sample", SAMPLES[::7], ids=lambda s: s.label)
def test_a_plan_is_made_without_a_device(sample, monkeypatch):
    fjax.clear_caches()
    jaxpr, _ = staged(sample, sample.make())
    for function in ("compile_kernel", "compile_native"):
        monkeypatch.setattr(compile, function, Unreachable.refuse)
    with targets.use(Unreachable()):
        plan = pipeline.plan_jaxpr(jaxpr)
    monkeypatch.undo()
    assert str(plan) == str(pipeline.plan_jaxpr(jaxpr))
    assert bool(describe(plan).actions) == bool(plan.steps)
    with pytest.raises(FrozenInstanceError):
        plan.steps = ()


def test_a_spelling_that_a_target_lacks_is_refused():
    kernel = fjax.inspect(lambda x: x + 1)(np.ones(3)).kernels[0].info.lowered.kernel
    target = InterpreterTarget()
    assert "parallel i0" in target.code(kernel, "form")
    with pytest.raises(ValueError, match="target 'interpreter' has no spelling 'llvm'"):
        target.code(kernel, "llvm")
    for spelling in targets.named("cpu").spellings:
        assert targets.named("cpu").code(kernel, spelling)


# Work is shared from the first operation on, and parallel iterations combine what they give.
COMBINING = replace(named("x86-64-v2"), combines=True, share_ns=0.0, cuts=Cuts(large=64))
COMBINED = {
    "added at positions": (lambda x, i: jnp.zeros(7, int).at[i].add(i * i), "add= "),
    "rows at positions": (
        lambda x, i: jnp.ones((7, 3)).at[i].max(x[:, None] + jnp.arange(3)),
        "parallel i1",
    ),
    "a total of each row": (lambda x, i: (x[:, None] * x[None, :]).sum(1), "parallel i0"),
    "a softmax of everything": (lambda x, i: jnp.exp(x - x.max()) / x.sum(), "vector"),
    "set at positions, in order": (lambda x, i: jnp.zeros(7).at[i].set(x), "serial i0"),
    "running sums": (lambda x, i: jnp.cumsum(x[:, None] * x[None, :], 1), "scan i1"),
}


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", COMBINED)
def test_a_machine_that_combines_gets_what_parallel_iterations_share(name):
    function, expected = COMBINED[name]
    x = np.random.default_rng(1).normal(size=100)
    i = np.random.default_rng(2).integers(0, 7, 100)
    target = InterpreterTarget(COMBINING)
    closed = fjax.make_jaxpr(function)(x, i)
    with targets.use(target):
        given = [jnp.asarray(a) for a in (*closed.consts, x, i)]
        (found,) = on_the_cpu(pipeline.execute(closed.jaxpr, given))
    np.testing.assert_allclose(found, function(x, i), rtol=1e-12, atol=1e-12)
    forms = [print_kernel(s.code) for p in target.programs for s in p.launched]
    assert any(expected in form for form in forms), "\n".join(forms)


@pytest.mark.parametrize("spelling", ["llvm", "numba"])
def test_a_target_that_does_not_combine_refuses(spelling):
    cpu = targets.named("cpu")
    assert not cpu.machine.combines
    with pytest.raises(ValueError, match="calls that share loop 0 would have to combine"):
        cpu.code(parse_kernel(COUNTED), spelling)


def test_an_eager_operation_runs_on_the_target_in_force_each_time():
    xs = jnp.arange(4.0)

    def summed():
        return lax.scan(lambda c, x: (c + x, c * x), jnp.array(0.0), xs)

    expected = summed()
    for _ in range(2):
        target = InterpreterTarget()
        with targets.use(target):
            found = summed()
        assert target.programs
        for a, b in zip(on_the_cpu(found), expected, strict=True):
            np.testing.assert_array_equal(a, b)
    assert summed()[1].tolist() == expected[1].tolist()
