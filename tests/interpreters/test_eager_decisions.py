"""What eager evaluation knows of operations: how long they take, which may run compiled.

A line for each operation of the samples, of programs with effects within, and their operands:
nanoseconds, and which of the questions in eager_cost are answered by yes. It decides only when a
program is compiled, and which bits it gives. Recorded by `pytest --update-golden`.
"""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.experimental import io_callback
from fjax.interpreters import eager_cost
from tests.interpreters.test_programs_made import FAMILIES
from tests.samples import SAMPLES, staged

pytestmark = pytest.mark.needs("x64", reason="the samples are in float64")
QUESTIONS = (eager_cost.is_launch, eager_cost.is_pieced, eager_cost.is_alike)


def told(x):
    """A value that a callback sees."""
    fjax.debug.callback(lambda _: None, x)
    return x + 1


EFFECTS = {
    "a branch that tells": lambda x: lax.cond(x[0] > 0, told, lambda x: x, x),
    "a loop that tells": lambda x: lax.fori_loop(0, 3, lambda k, c: told(c), x),
    "a call that tells": fjax.jit(told),
    "a call that does not": fjax.jit(lambda x: x + 1),
    "a call of a function": fjax.jit(lambda x: jnp.exp(x) + 1),
    "a branch": lambda x: lax.cond(x[0] > 0, lambda x: x + 1, lambda x: x, x),
    "a factorization in a loop": lambda x: lax.fori_loop(
        0, 3, lambda k, c: jnp.linalg.cholesky(jnp.eye(3) * c)[0], x
    ),
    "a callback": lambda x: io_callback(lambda x: x, x, x, ordered=True),
}


def told_of(eqn):
    """What is known of an equation."""
    yes = [question.__name__ for question in QUESTIONS if question(eqn)]
    operands = ", ".join(str(v.aval) for v in eqn.invars)
    return f"{eqn.op.name} {operands}: {eager_cost.work(eqn):g} ns {' '.join(yes)}"


@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_known_of_the_samples_operations_is_as_recorded(family, golden):
    lines = {}
    for sample in (s for s in SAMPLES if s.family == family):
        jaxpr, _ = staged(sample, sample.make())
        lines |= dict.fromkeys(map(told_of, jaxpr.eqns))
    golden(f"eager/samples-{family}.txt", "\n".join(lines))


def test_what_is_known_of_programs_within_is_as_recorded(golden):
    lines = []
    for name, function in EFFECTS.items():
        jaxpr = fjax.make_jaxpr(function)(np.ones(3)).jaxpr
        lines += [name, *(f"  {told_of(eqn)}" for eqn in jaxpr.eqns)]
    golden("eager/programs-within.txt", "\n".join(lines))
