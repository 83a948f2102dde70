"""Which steps compiled programs of the samples have: values do not show what runs through Python.

Of each sample, its gradient and a batch of it: kernels with what they compute, launches of
libraries, loops, evaluations. Recorded by `pytest --update-golden`, and to be read.
"""

import re

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.lowering import pipeline
from fjax.lowering.cpu import processor
from fjax.passes.optimize import optimize
from tests.interpreters.test_programs_made import FAMILIES, total, traced
from tests.samples import SAMPLES, flat

pytestmark = pytest.mark.needs("x64", reason="the texts name float64")
CONVOLVED = ("contraction", "linear_algebra")  # families that have convolutions
needs_fma = pytest.mark.skipif(
    not processor.host().fma, reason="convolutions have no kernel without fused multiply-adds"
)
PLACES = ("input ", "output ", "frees ")
SIZES = re.compile(r" in (slot|scratch) \d+| with \d+ bytes of scratch")  # by the width of vectors


def ways(sample):
    """The programs of a sample: as it is, in float32, of a batch, its gradient."""
    args, moved = sample.make(), sample.differentiable()

    def function(*xs):
        return flat(sample.function(*xs))

    def narrow(x):
        x = np.asarray(x)
        kinds = {"f": np.float32, "c": np.complex64}
        return (
            x.astype(kinds[x.dtype.kind]) if x.dtype.itemsize >= 8 and x.dtype.kind in kinds else x
        )

    yield "float64", lambda: traced(function, *args)
    yield "float32", lambda: traced(function, *map(narrow, args))
    yield "batch", lambda: traced(fjax.vmap(function), *(jnp.stack([a, a]) for a in args))
    if moved:
        yield "gradient", lambda: traced(fjax.grad(total(function), moved), *args)


def steps(program):
    """What a program's plan does, without where its values lie."""
    lines = str(pipeline.plan_jaxpr(optimize(program))).splitlines()
    return [SIZES.sub("", line) for line in lines if not line.strip().startswith(PLACES)]


@pytest.mark.one_in(3)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "family", [pytest.param(f, marks=needs_fma if f in CONVOLVED else ()) for f in FAMILIES]
)
def test_the_plans_of_samples_are_as_recorded(family, golden):
    lines = []
    for sample in (s for s in SAMPLES if s.family == family):
        seen = []
        for name, make in ways(sample):
            try:
                found = steps(make())
            except (TypeError, ValueError, NotImplementedError) as error:
                found = [type(error).__name__]
            if found not in seen:
                lines += [f"{sample.label}, {name}", *(f"  {line}" for line in found)]
                seen.append(found)
    golden(f"plans/samples-{family}.txt", "\n".join(lines))
