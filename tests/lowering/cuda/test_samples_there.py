"""Sample rows on a GPU (the stand-in): as programs, and one operation after another."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.core.evaluate import evaluate_jaxpr
from fjax.lowering.cuda.runtime.device_buffers import DeviceBuffer
from tests.lowering.test_targets import is_key
from tests.samples import SAMPLES, flat, staged

pytestmark = pytest.mark.needs("x64", reason="the rows are in float64")


def plain(x):
    return np.asarray(fjax.random.key_data(x) if is_key(x) else x)


# Eigenvalues of matrices that are not symmetric are in no order: test_solvers compares them.
UNORDERED = [f"linear_algebra.{name}" for name in ("eig", "eigvals", "eig-differentiable")]
SAMPLES = [s for s in SAMPLES if s.label not in UNORDERED]
# One half as programs, the other half by itself: all of them run in `test_rows`, too.
HALVES = [("program", s) for s in SAMPLES[::2]] + [("eager", s) for s in SAMPLES[1::2]]


@pytest.mark.one_in(20)
@pytest.mark.parametrize("way,sample", HALVES, ids=[f"{w}-{s.label}" for w, s in HALVES])
def test_a_sample_on_a_gpu_gives_what_it_gives_on_the_cpu(way, sample, gpu):
    args = sample.make()
    jaxpr, known = staged(sample, args)
    given = [jnp.asarray(x) for x in (*known, *args)]
    there = fjax.device_put(given, gpu)
    with fjax.default_device(gpu):  # meshes are of it
        program, _ = staged(sample, args)
    function = lambda *xs: evaluate_jaxpr(program, xs)
    found = (fjax.jit(function) if way == "program" else function)(*there)
    if there and sample.label != "higher_order.tokens":  # whose first token is made of nothing
        assert {type(x.buffer) for x in found if isinstance(x, fjax.Array)} <= {DeviceBuffer}
    expected = [plain(x) for x in flat(evaluate_jaxpr(jaxpr, given))]
    for got, wanted in zip(map(plain, found), expected, strict=True):
        unit = np.finfo(wanted.dtype).eps if wanted.dtype.kind in "fc" else 0
        np.testing.assert_allclose(got, wanted, rtol=64 * unit, atol=64 * unit)
