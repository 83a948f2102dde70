"""What is wrong is an error in every process, which says which process that is."""

import re

import numpy as np
import pytest

import fjax
from fjax import NamedSharding, P, lax
from fjax.errors import DeviceError, FjaxValueError, IndivisibleError, ProcessError
from fjax.experimental import multihost_utils
from tests.ranks.whole import whole

RANK, SIZE, DEVICES = fjax.process_index(), fjax.process_count(), fjax.device_count()
MESH = fjax.make_mesh((DEVICES,), ("x",))
SPLIT = NamedSharding(MESH, P("x"))


def summed(member, in_specs=P("x")):
    return fjax.jit(fjax.shard_map(member, mesh=MESH, in_specs=in_specs, out_specs=P()))


def reversed_mesh():
    return fjax.sharding.Mesh(np.array(fjax.devices())[::-1], ("x",))


BAD = {
    "a mesh that is too large": (
        lambda: fjax.make_mesh((2 * DEVICES,), ("x",)),
        FjaxValueError,
        "Number of devices",
    ),
    "an axis twice": (
        lambda: fjax.make_mesh((DEVICES // 2, 2), ("x", "x")),
        FjaxValueError,
        "x occurs twice",
    ),
    "a length that does not divide": (
        lambda: fjax.device_put(np.ones(DEVICES + 1), SPLIT),
        IndivisibleError,
        "P\\('x'\\)",
    ),
    "a collective outside of its axis": (
        lambda: lax.psum(np.ones(2), "y"),
        NameError,
        "unbound axis name: y",
    ),
    "two meshes": (
        lambda: (
            fjax.device_put(np.ones(DEVICES), SPLIT)
            + fjax.device_put(np.ones(DEVICES), NamedSharding(reversed_mesh(), P("x")))
        ),
        DeviceError,
        "of Mesh\\('x': .*of Mesh\\('x': ",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_errors_name_the_process_and_the_line(name):
    call, kind, text = BAD[name]
    with pytest.raises(kind, match=text) as caught:
        call()
    assert re.search(rf"at .*check_bad_input.*, in process {RANK} of {SIZE}\b", str(caught.value))


def test_values_that_differ_among_processes_are_found_when_a_program_first_runs():
    x, own = fjax.device_put(np.ones(DEVICES), SPLIT), np.full(3, 1.0 + RANK)
    said = f"process(es)? {'1' if SIZE == 2 else '1, 2, 3'} and process 0 differ in float64\\[3\\]"
    with pytest.raises(ProcessError, match=said):
        summed(lambda x: lax.psum(x * own, "x"))(x)
    both = summed(lambda x, y: lax.psum(x, "x") + y.sum(), (P("x"), P()))
    with pytest.raises(ProcessError, match=said):
        both(x, own)
    (total,) = whole(both(x, np.full(3, 2.0)))
    assert total == DEVICES + 6


def test_each_process_may_hold_other_values_of_what_is_split():
    mine = np.full(fjax.local_device_count(), 1.0 + RANK)
    x = fjax.make_array_from_process_local_data(SPLIT, mine)
    (total,) = whole(summed(lambda x: lax.psum(x, "x"))(x))
    assert total == len(mine) * SIZE * (SIZE + 1) / 2


def test_processes_that_call_other_functions_are_told_both():
    with pytest.raises(ProcessError, match="calls differ: process 0: process_allgather of float"):
        if RANK == 0:
            multihost_utils.process_allgather(np.ones(2))
        else:
            multihost_utils.broadcast_one_to_all(np.ones(2))
    said = "arrays are of different types: process 0: broadcast_one_to_all of float64\\[1\\]; "
    with pytest.raises(ProcessError, match=said):
        multihost_utils.broadcast_one_to_all(np.ones(1 + RANK))
    found = multihost_utils.broadcast_one_to_all({"a": np.full(2, RANK), "b": 3 + RANK})
    np.testing.assert_array_equal(found["a"], [0, 0])
    assert found["b"] == 3
