"""Memory that changes hands: no step of a compiled program writes to what another value shares."""

from dataclasses import replace

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.errors import InvalidIRError
from fjax.lowering.pipeline import compile_jaxpr
from fjax.lowering.run import steps
from fjax.lowering.run.memory_plan import describe
from fjax.lowering.run.plan import Evaluation, slot_of
from fjax.lowering.run.steps import separate
from fjax.lowering.run.verify_plan import verify_plan
from tests.lowering.sharing_programs import check, check_updates
from tests.lowering.watched import every_step_watched

X = jnp.arange(4.0)
SHAPE = fjax.ShapeDtypeStruct((4,), np.float64)


def test_gradients_through_a_checkpoint_are_those_of_eager_code():
    p, q = jnp.arange(-2.0, 3.0), jnp.ones(1)

    def total(p, q):
        return jnp.sum(jnp.sin(fjax.checkpoint(fjax.nn.relu)(p * q)))

    gradient = fjax.grad(total, (0, 1))
    for found, expected in zip(fjax.jit(gradient)(p, q), gradient(p, q), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_a_barrier_is_its_operand_and_no_step():
    def function(x):
        y = jnp.sin(x)
        z = lax.optimization_barrier(y)
        return z * 2 + jnp.sum(jnp.cos(y)), y + z

    executable = fjax.inspect(fjax.jit(function))(X).plan
    assert len(executable.steps) == 1
    for found, expected in zip(fjax.jit(function)(X), function(X), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_a_callback_may_return_its_operand():
    def function(x):
        y = x * 2
        z = fjax.pure_callback(lambda a: a, SHAPE, y)
        return jnp.sort(jnp.sin(y) + z[1]) * z  # the sum may take the memory of y

    y = np.arange(4.0) * 2
    expected = np.sort(np.sin(y) + y[1]) * y
    np.testing.assert_allclose(fjax.jit(function)(X), expected, rtol=1e-12)


@pytest.mark.parametrize(
    "keep",
    [lambda a: a, np.asarray, lambda a: np.asarray(a)[1:]],
    ids=["the array", "NumPy's view", "a part"],
)
def test_what_a_callback_keeps_stays_as_it_is(keep):
    log = []

    def callback(a):
        log.append(keep(a))
        return np.sum(a)

    def function(x):
        y = x * 2
        s = fjax.pure_callback(callback, fjax.ShapeDtypeStruct((), np.float64), y)
        return (jnp.sin(y) + s).at[0].set(5.0)

    fjax.jit(function)(X)
    np.testing.assert_array_equal(log[0], keep(np.arange(4.0) * 2))


def test_what_a_callback_in_a_loop_keeps_stays_as_it_is():
    log = []

    def step(state, _):
        fjax.debug.callback(log.append, state)
        return (jnp.cumsum(state) * 0.5).at[1].add(1.0), None

    def function(x):
        y, _ = lax.scan(step, x * 2, None, length=3)
        return y.at[0].set(9.0)

    fjax.jit(function)(X)
    expected = np.arange(4.0) * 2
    for kept in log:
        np.testing.assert_allclose(kept, expected)
        expected = np.cumsum(expected) * 0.5
        expected[1] += 1
    assert len(log) == 3


def test_a_donated_array_over_foreign_memory_is_copied():
    data = bytearray(np.arange(4.0).tobytes())
    executable = compile_jaxpr(fjax.make_jaxpr(lambda x: x.at[0].set(7.0))(X).jaxpr, [True])
    given = [np.frombuffer(data)]
    assert executable(given)[0][0] == 7.0
    np.testing.assert_array_equal(np.frombuffer(data), np.arange(4.0))


@pytest.mark.parametrize("few", [0, 1000], ids=["in one walk", "pair by pair"])
def test_results_of_a_step_are_separated_from_operands_and_each_other(few, monkeypatch):
    monkeypatch.setattr(steps, "FEW_PAIRS", few)
    operand, own = np.arange(6.0), np.ones(8)
    window = np.frombuffer(memoryview(operand))  # the same memory under another owner
    values = [
        operand,
        operand[2:4],
        window,
        own[:4],
        own[2:],
        own[6:],
        np.float64(2.0),
        operand.reshape(2, 3).T,
        np.empty((0,)),
    ]
    before = [np.array(v) for v in values]
    found = separate(values, [operand])
    for k, (array, expected) in enumerate(zip(found, before, strict=True)):
        np.testing.assert_array_equal(array, expected)
        assert type(array) is np.ndarray and array.flags.c_contiguous
        assert not any(np.shares_memory(array, other) for other in (operand, *found[:k]))


def test_a_result_of_its_own_is_not_copied():
    operand, result = np.arange(6.0), np.ones(6)
    assert separate([result], [operand])[0] is result


def sorted_between_kernels(x):
    y = jnp.sin(x) + 1
    z = jnp.sort(y) * 2
    return z + y, jnp.cumsum(z).at[0].set(1.0)


def test_the_plan_of_a_program_with_an_unguarded_operand_is_refused():
    """A step whose operand others may hold, before a kernel that takes its memory."""
    many = jnp.arange(1000.0)  # NumPy sorts so many
    plan = fjax.inspect(fjax.jit(sorted_between_kernels))(many).plan
    memory = verify_plan(describe(plan))
    exposed = [w.region.slot for a in memory.actions for w in a.writes if a.in_place]
    k, first = next((k, s) for k, s in enumerate(plan.steps) if isinstance(s, Evaluation))
    assert exposed[0] in map(slot_of, first.slots.sources)
    unguarded = replace(first, slots=replace(first.slots, guarded=()))
    wrong = replace(plan, steps=[*plan.steps[:k], unguarded, *plan.steps[k + 1 :]])
    with pytest.raises(InvalidIRError, match="which others may hold since step"):
        verify_plan(describe(wrong))


@pytest.mark.one_in(5)
@pytest.mark.parametrize("seed", range(10))
def test_random_programs_are_those_of_eager_code(seed):
    check(seed)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("seed", range(10, 14))
def test_what_plans_say_of_memory_is_true_of_arrays(seed):
    with every_step_watched():
        check(seed)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("seed", [*range(10), 176, 199, 220, 323])
def test_random_updates_in_loops_are_those_of_single_steps(seed):
    """The last seeds read inside a loop what it had changed."""
    check_updates(seed)
