"""Who computes each operation of the samples on a GPU: a library, other operations, or nobody.

A line for each operation and its operands, in the samples' dtype and in others. Recorded by
`pytest --update-golden`.
"""

import functools

import numpy as np
import pytest

import fjax
from fjax.errors import FjaxError
from fjax.interpreters.staging import stage
from fjax.lowering.cuda.target import target_of
from tests.samples import SAMPLES, staged

pytestmark = pytest.mark.needs("x64", reason="the samples are in float64")
FAMILIES = ("contraction", "elementwise", "library_functions", "linear_algebra", "reductions")
DTYPES = ("float32", "bfloat16", "int32", "complex128")


def cast(x, dtype):
    """Numbers in another dtype; integers and booleans as they are."""
    return fjax.numpy.asarray(x, dtype) if np.asarray(x).dtype == np.float64 else x


def programs(sample):
    """The sample's program, and what it is in other dtypes that it takes."""
    args = sample.make()
    yield staged(sample, args)[0]
    for dtype in DTYPES:
        try:
            yield staged(sample, [cast(x, dtype) for x in args])[0]
        except (FjaxError, TypeError, ValueError, NotImplementedError):
            continue


def told_of(target, eqn):
    """What the target answers about an equation."""
    found = [f"{eqn.op.name} {', '.join(str(v.aval) for v in eqn.invars)}:"]
    launch = target.library_launch(eqn)
    if launch is not None:
        found.append(f"{launch.code.name} of {launch.buffers}")
    found += ["kept"] if target.keeps(eqn) else []
    if len(eqn.invars) == 2 and target.reads_in_place(eqn.op, eqn.invars):
        found.append("read in place")
    if (rule := target.expansion(eqn)) is not None:
        made = stage(lambda *xs: rule(*xs) or [], [v.aval for v in eqn.invars])[0]
        found.append(" ".join(["as", *(e.op.name for e in made.eqns)]))
    if target.evaluator(eqn) is not None:
        found.append("by a library")
    return " ".join(found)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("family", FAMILIES)
def test_operations_go_where_they_are_recorded_to_go(family, machine, gpu, golden):
    tell, lines = functools.partial(told_of, target_of(gpu.id)), {}
    for sample in (s for s in SAMPLES if s.family == family):
        for jaxpr in programs(sample):
            lines |= dict.fromkeys(map(tell, jaxpr.eqns))
    golden(f"routes/gpu-{family}.txt", "\n".join(x for x in lines if not x.endswith(":")))
