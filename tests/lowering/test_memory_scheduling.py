"""Steps run in the order that needs least memory, and give what they gave."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core.avals import ShapedArray
from fjax.core.ir import Equation, Var
from fjax.lowering.run import memory_scheduling as module
from fjax.lowering.run import planning
from fjax.lowering.run.memory_scheduling import OrderedSteps, most_at_once, schedule_by_memory
from fjax.primitives.arithmetic import add

WIDE, LAYERS = 256, 8


def loss(weights, x):
    for w in weights:
        x = jnp.tanh(x @ w)
    return jnp.mean(x**2)


def step(weights, x):
    value, g = fjax.value_and_grad(loss)(weights, x)
    return value, [w - 0.1 * d for w, d in zip(weights, g, strict=True)]


def operands():
    rng = np.random.default_rng(0)
    weights = [jnp.array(rng.normal(size=(WIDE, WIDE)) / 16) for _ in range(LAYERS)]
    return weights, jnp.array(rng.normal(size=(32, WIDE)))


def needed(donate):
    compiled = fjax.jit(step, donate_argnums=donate).lower(*operands()).compile()
    return compiled.memory_analysis().temp_size_in_bytes


@pytest.fixture
def as_written(compiled_with):
    """Steps keep the order of the program."""
    return lambda: compiled_with(planning, "schedule_by_memory", lambda steps: None)


def test_an_update_that_is_donated_its_parameter_frees_the_gradient_at_once(as_written):
    found = needed((0,))
    as_written()
    matrix = 8 * WIDE * WIDE
    assert found < 4 * matrix and needed((0,)) > (LAYERS - 1) * matrix


def test_the_order_changes_no_bit(as_written):
    run = lambda: fjax.jit(step, donate_argnums=0)(*operands())
    value, weights = run()
    as_written()
    other, others = run()
    assert value == other
    for w, o in zip(weights, others, strict=True):
        np.testing.assert_array_equal(w, o)


def steps_of(eqns, outputs, fixed=(), storage=None, views=()):
    return OrderedSteps(
        eqns, outputs, (), frozenset(views), storage or {}, {}, {}, frozenset(fixed)
    )


def big():
    return Var(ShapedArray((1 << 18,), "float64"))


def made(random, count):
    """Random equations of two operands, and what is asked for."""
    values, eqns = [big(), big()], []
    for _ in range(count):
        chosen = [values[k] for k in random.integers(max(0, len(values) - 12), len(values), 2)]
        out = big() if random.random() < 0.7 else Var(ShapedArray((), "float64"))
        eqns.append(Equation(add, tuple(chosen), (out,)))
        values.append(out)
    return eqns, (values[-1],)


def test_random_programs_keep_what_must_come_before_and_never_need_more():
    moved = 0
    for seed in range(60):
        random = np.random.default_rng(seed)
        eqns, outputs = made(random, 40)
        fixed = random.choice(40, 6, replace=False)
        steps = steps_of(eqns, outputs, fixed)
        order = schedule_by_memory(steps)
        if order is None:
            continue
        moved += 1
        assert sorted(order) == list(range(40))
        assert [k for k in order if k in steps.fixed] == sorted(steps.fixed)
        known = set(eqns[0].invars) | {x for e in eqns for x in e.invars} - {
            v for e in eqns for v in e.outvars
        }
        for k in order:
            assert known.issuperset(eqns[k].invars)
            known.update(eqns[k].outvars)
        assert most_at_once(steps.ordered(order)) <= module.WORTH * most_at_once(steps)
    assert moved > 10


def test_whoever_reads_memory_comes_before_the_step_that_changes_it():
    a, x, y, read, changed, seen = (big() for _ in range(6))
    eqns = [
        Equation(add, (a, a), (x,)),
        Equation(add, (a, a), (y,)),
        Equation(add, (x, y), (read,)),
        Equation(add, (x, a), (changed,)),
        Equation(add, (changed, a), (seen,)),
    ]
    steps = steps_of(eqns, (read, seen), storage={changed: x})
    before = module.predecessors(steps)
    assert set(before[3]) == {0, 2} and set(before[4]) == {3}


def test_small_programs_keep_their_order():
    x, y = (Var(ShapedArray((8,), "float64")) for _ in range(2))
    assert schedule_by_memory(steps_of([Equation(add, (x, x), (y,))], (y,))) is None


def test_effects_keep_their_order_where_steps_move(capfd):
    def told(weights, x):
        value, weights = step(weights, x)
        for k, w in enumerate(weights):
            fjax.debug.print("{} {:.3f}", k, lax.slice(w, (0, 0), (1, 1))[0, 0], ordered=True)
        return value, weights

    fjax.block_until_ready(fjax.jit(told, donate_argnums=0)(*operands()))
    fjax.effects_barrier()
    lines = capfd.readouterr().out.split("\n")[:LAYERS]
    assert [line.split()[0] for line in lines] == [str(k) for k in range(LAYERS)]
