"""The table of machines: what follows from a row, what is probed, and what depends on neither."""

from dataclasses import fields, replace

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax.core.scalar import Op
from fjax.errors import FjaxValueError
from fjax.lowering.cpu import processor
from fjax.lowering.machine import MACHINES, Costs, Cuts, Here, named
from tests.lowering.decided import decisions
from tests.machines.changed import CPU, changed

X = jnp.asarray(np.random.default_rng(1).normal(size=(300, 40)).astype(np.float32))


def program(x):
    rows = jnp.exp(x - x.max(1, keepdims=True))
    return (rows / rows.sum(1, keepdims=True)).sum(0), jnp.tanh(x).sum()


def decided():
    return decisions(fjax.inspect(program)(X))


def test_levels_of_one_architecture_differ_in_vectors_and_registers_alone():
    first = MACHINES["x86-64"]
    for name in ("x86-64-v2", "x86-64-v3", "x86-64-v4"):
        other = MACHINES[name]
        assert first == replace(
            other, name=first.name, vector_bytes=first.vector_bytes, registers=first.registers
        )


def test_sums_are_cut_alike_on_every_cpu_and_on_every_gpu():
    cuts = {
        is_gpu: {m.cuts for m in MACHINES.values() if m.is_gpu is is_gpu}
        for is_gpu in (False, True)
    }
    assert cuts[False] == {Cuts()}
    assert len(cuts[True]) == 1


def test_a_machine_that_nobody_knows_is_refused_by_name():
    with pytest.raises(FjaxValueError, match="'pdp-11'.*x86-64-v4"):
        named("pdp-11")


def test_every_base_operation_has_one_cost():
    costs = Costs()
    assert [costs.of(op) for op in (Op.ADD, Op.DIV, Op.SQRT, Op.CALL, Op.CONST)] == [1, 6, 6, 20, 0]


@pytest.mark.parametrize("cores, l2_bytes", [(1, 1 << 18), (96, 1 << 24)])
def test_cores_and_caches_at_hand_change_no_decision_and_no_bit(cores, l2_bytes, monkeypatch):
    expected, text = [np.asarray(y) for y in fjax.jit(program)(X)], decided()
    monkeypatch.setattr(CPU, "machine", changed(here=Here(cores, l2_bytes)))
    fjax.clear_caches()
    assert decided() == text
    for a, b in zip(fjax.jit(program)(X), expected, strict=True):
        assert np.asarray(a).tobytes() == b.tobytes()


def shared_kernels():
    """How many kernels of the program, traced anew, several threads share."""
    executable = fjax.jit(lambda x: program(x)).lower(X).compile().runtime_executable()
    return sum(kernel.lowered.parallel for kernel in executable.plan.kernels)


def test_another_machine_is_another_plan_though_nothing_was_forgotten(monkeypatch):
    assert shared_kernels() == 0
    monkeypatch.setattr(CPU, "machine", changed(share_ns=0.0))
    assert shared_kernels() > 0


def test_equal_machines_have_equal_hashes():
    assert hash(changed(share_ns=1.0)) == hash(changed(share_ns=1.0))
    assert changed(share_ns=1.0) == changed(share_ns=1.0) != changed(share_ns=2.0)


def test_what_is_probed_is_no_part_of_the_keys_on_disk():
    other = replace(CPU.machine, here=Here(1000, 1 << 30))
    assert repr(other) == repr(CPU.machine)
    assert {f.name for f in fields(other) if not f.repr} == {"here"}


def _cache(folder, level, kind, size):
    folder.mkdir(parents=True)
    for name, text in (("level", level), ("type", kind), ("size", size)):
        (folder / name).write_text(f"{text}\n")


def test_the_size_of_a_cache_is_read_where_linux_tells_it(tmp_path):
    _cache(tmp_path / "index0", 1, "Data", "48K")
    _cache(tmp_path / "index1", 1, "Instruction", "32K")
    _cache(tmp_path / "index2", 2, "Unified", "2M")
    assert processor.cache_bytes(1, tmp_path) == 48 << 10
    assert processor.cache_bytes(2, tmp_path) == 2 << 20


@pytest.mark.parametrize("size", [None, "", "much"])
def test_where_caches_are_not_told_the_nominal_ones_stand(size, tmp_path, monkeypatch):
    if size is not None:
        _cache(tmp_path / "index2", 2, "Unified", size)
    monkeypatch.setattr(processor, "CACHES", tmp_path)
    assert processor.here(Here(l2_bytes=12345)).l2_bytes == 12345
    assert processor.here(Here()).cores >= 1
