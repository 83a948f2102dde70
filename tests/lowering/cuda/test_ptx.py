"""The PTX of kernels, where neither values nor faults show what it is."""

import re

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.errors import FjaxValueError
from fjax.lowering import targets
from fjax.lowering.cuda.emit.emitter import emit
from fjax.lowering.cuda.emit.threads import BLOCK
from fjax.lowering.cuda.heuristic import Shape, Variant, lanes_of, row_length, shape
from fjax.lowering.cuda.ptx import KNOWN, architecture, ptx
from fjax.lowering.kernel.parser import parse_kernel
from fjax.lowering.machine import MACHINES, named
from tests.lowering.interpreter_target import InterpreterTarget

X = jnp.ones(1000, np.float32)
ROWS = jnp.ones((30, 50), np.float32)
IN_PLACE = """\
kernel (f32!, f32) (i64)
  parallel i0 in s0:
    v0:f32 = load b0[i0]
    v1:f32 = load b1[i0]
    v2:f32 = mul v0 v1
    b0[i0] = v2"""


def lowered(function, *args):
    (kernel,) = fjax.inspect(function)(*args).kernels
    return kernel.info.lowered.kernel


def text_of(kernel, of="sm_80", **options):
    return ptx(emit(kernel, "kernel", named(of), Variant(**options)).text, of)


@pytest.mark.parametrize("known", KNOWN)
def test_llvm_knows_each_architecture_and_there_is_a_machine_of_its_name(known):
    text = text_of(lowered(lambda x: x * 2, X), f"sm_{known}")
    assert f".target sm_{known}" in text and ".version 3.2" not in text
    assert MACHINES[f"sm_{known}"].vector_bytes == 16


def test_a_device_gets_the_newest_architecture_that_it_runs():
    assert [architecture(c) for c in (75, 87, 90, 103, 121)] == [
        "sm_75",
        "sm_86",
        "sm_90",
        "sm_100",
        "sm_120",
    ]
    with pytest.raises(FjaxValueError, match="7.0 is too old: fjax needs 7.5"):
        architecture(70)
    with pytest.raises(FjaxValueError, match="'sm_130'"):
        ptx("", "sm_130")


def test_a_map_reads_and_writes_sixteen_bytes_at_once():
    text = text_of(lowered(lambda x: x + 1, X))
    assert "ld.global.nc.v4.b32" in text and "st.global.v4.b32" in text
    narrow = text_of(lowered(lambda x: x + 1, X), wide=False)
    assert ".v4" not in narrow and "ld.global.nc.b32" in narrow


def test_what_a_kernel_writes_is_not_read_through_the_constant_cache():
    text = text_of(parse_kernel(IN_PLACE))
    assert {"ld.global.v4.b32", "ld.global.nc.v4.b32"} <= set(re.findall(r"ld\.global\S+", text))


def loads(launch, changed):
    text = text_of(launch.code, changed=changed)
    return set(re.findall(r"ld\.global(?:\.nc)?", text))


def test_what_a_launch_writes_as_another_buffer_is_not_read_through_the_constant_cache():
    square = jnp.ones((32, 32), np.float32)
    (step,) = fjax.inspect(lambda x, y: jnp.tanh(x @ x) * y + x @ y)(square, square).plan.steps
    *products, launch = [planned.launch for planned in step.launches]
    assert launch.changed == {0} == {launch.buffers.index(launch.buffers[-1])}  # a product's memory
    assert all(product.changed == set() for product in products)
    assert loads(launch, frozenset()) == {"ld.global.nc"}
    assert loads(launch, launch.changed) == {"ld.global.nc", "ld.global"}


def test_a_loop_that_goes_on_from_its_own_outputs_does_not_read_them_through_the_constant_cache():
    step = lambda c, x: (c * 0.5 + x, None)
    carried = fjax.vmap(lambda c, xs: lax.scan(step, c, xs)[0], (0, 1))
    target = InterpreterTarget()
    with targets.use(target):
        fjax.jit(carried)(X, jnp.ones((3, 1000), np.float32))
    (launch,) = [s for program in target.programs for s in program.launched]
    (number,) = launch.changed
    assert not launch.code.buffers[number].written and launch.shared == ((number + 2, number),)
    assert loads(launch, frozenset()) == {"ld.global.nc"}
    assert loads(launch, launch.changed) == {"ld.global.nc", "ld.global"}


def test_floats_are_computed_as_on_the_cpu():
    text = text_of(lowered(lambda x, y: jnp.sqrt(x * y + 1) / y, X, X))
    assert {"mul.rn.f32", "add.rn.f32", "sqrt.rn.f32", "div.rn.f32"} <= set(text.split())
    assert not re.search(r"fma|\.ftz|approx|\.f64", text)


def test_products_are_added_in_one_rounding():
    assert "fma.rn.f32" in text_of(lowered(lambda x, y: (x * y).sum(1), ROWS, ROWS))


def test_teams_of_a_warp_need_no_shared_memory():
    kernel = lowered(lambda x: x.sum(1), jnp.ones((300, 100), np.float32))
    assert "shfl.sync.bfly" in text_of(kernel) and ".shared" not in text_of(kernel)
    assert ".shared" in text_of(kernel, lanes=BLOCK)


def test_launches_follow_from_sizes():
    machine = named("sm_90")
    map_, rows = lowered(lambda x: x + 1, X), lowered(lambda x: x.sum(1), jnp.ones((300, 100)))
    of = lambda kernel, extent, row: shape(
        emit(kernel, "kernel", machine, Variant(lanes_of(row))), extent, row, machine
    )
    assert of(map_, 1000, 1) == Shape(1, 256)
    assert of(map_, 10**9, 1).grid == 4 * 2048 // 256  # of one multiprocessor: the others unknown
    assert of(rows, 300, 100) == Shape(32, 256)
    assert of(rows, 300, 10**6) == Shape(32, 256)
    assert row_length(rows, [100] * len(rows.table)) == 100
