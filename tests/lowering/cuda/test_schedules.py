"""Which loops a GPU's kernels have, and how many threads they give work to."""

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax.lowering import pipeline, targets
from fjax.lowering.kernel.form import Loop, Mode
from fjax.lowering.kernel.printer import print_kernel
from fjax.lowering.kernel.spelling import walk
from tests.lowering.cuda.target import EmulatedTarget

RNG = np.random.default_rng(0)


def array(*shape):
    return fjax.ShapeDtypeStruct(shape, np.float32)


def lowered(function, *args):
    """The kernels of a program for a GPU, in order."""
    with targets.use(EmulatedTarget()):
        plan = pipeline.plan_from_scratch(fjax.make_jaxpr(function)(*args).jaxpr)
    return [info.lowered for info in plan.kernels]


def run(function, *args, machine=None):
    """What a program gives in the emulator, and the kernels that ran."""
    closed = fjax.make_jaxpr(function)(*args)
    target = EmulatedTarget(machine)
    with targets.use(target):
        given = [jnp.asarray(a) for a in (*closed.consts, *args)]
        found = [np.asarray(x) for x in pipeline.execute(closed.jaxpr, given)]
    return found, [step.code for p in target.programs for step in p.launched]


def modes(kernel):
    return [s.mode for s in walk(kernel.body) if isinstance(s, Loop)]


def test_each_column_of_a_block_has_a_thread_that_keeps_its_totals():
    first, *rest = lowered(lambda x: x.sum(0), array(4096, 1024))
    assert modes(first.kernel) == [Mode.PARALLEL, Mode.PARALLEL, Mode.SERIAL]
    assert first.extent == 256 * 1024
    assert "add=" not in print_kernel(first.kernel)
    assert [k.recipe for k in rest] == ["rows"]


def test_totals_of_columns_that_share_a_kernel_are_right():
    x = RNG.normal(size=(300, 70)).astype(np.float32)
    found, kernels = run(lambda x: (x.sum(0), (x * x).sum(0), x.max(0)), x)
    for got, wanted in zip(found, (x.sum(0), (x * x).sum(0), x.max(0)), strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-5, atol=1e-4)
    (loop,) = [s for s in walk(kernels[0].body) if isinstance(s, Loop) and s.mode is Mode.SERIAL]
    assert len(loop.carries) == 3


def test_very_many_partial_results_are_cut_again():
    kernels = lowered(lambda x: x.sum(0), array(1 << 20, 16))
    assert [k.recipe for k in kernels] == ["columns", "columns", "rows"]
    x = RNG.integers(0, 9, (70_000, 4)).astype(np.float32)
    (found,), kernels = run(lambda x: x.sum(0), x)
    assert len(kernels) == 3
    np.testing.assert_array_equal(found, x.sum(0))


def test_few_rows_are_walked_by_teams_whatever_lies_together():
    (few,) = lowered(lambda x: x.sum(1), array(20, 64, 100))
    assert modes(few.kernel) == [Mode.PARALLEL, Mode.PARALLEL, Mode.VECTOR]
    (many,) = lowered(lambda x: x.sum(1), array(4096, 64, 100))
    assert modes(many.kernel) == [Mode.PARALLEL, Mode.VECTOR, Mode.SERIAL]


def test_few_long_rows_are_cut_into_parts_for_blocks_of_threads():
    kernels = lowered(lambda x: x.sum(1), array(3, 1 << 20))
    assert [k.extent for k in kernels] == [3 * 128, 3]
    x = RNG.integers(0, 9, (3, 1 << 16)).astype(np.float32)
    (found,), kernels = run(lambda x: x.sum(1), x)
    assert len(kernels) == 2
    np.testing.assert_array_equal(found, x.sum(1))


def test_parts_of_long_rows_are_summed_without_rounding_to_their_dtype():
    x = jnp.full((2, 1 << 16), 1.0, jnp.bfloat16)
    (found,), kernels = run(lambda x: x.sum(1), x)
    assert len(kernels) > 1 and found.astype(np.float32).tolist() == [1 << 16] * 2
