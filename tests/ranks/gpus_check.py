"""What each of two processes with a GPU (`on_gpus.py`) has of arrays on a mesh of both."""

import numpy as np
import pytest

import fjax
from fjax import NamedSharding, P
from fjax.core import processes
from fjax.errors import FjaxRuntimeError
from fjax.lowering.cuda.library import carriers
from fjax.lowering.cuda.runtime.gpu import gpu
from tests.ranks.on_gpus import CARRIER, MACHINE
from tests.ranks.whole import whole

rank = fjax.process_index()
MESH = fjax.make_mesh((2,), ("x",))
SPLIT = NamedSharding(MESH, P("x"))


def test_each_process_has_the_gpu_with_its_number_on_the_machine():
    assert [(d.id, d.process_index) for d in fjax.devices("cuda")] == [(0, 0), (1, 1)]
    (own,) = fjax.local_devices(backend="cuda")
    assert own.id == own.local_hardware_id == rank


def test_programs_run_there():
    x = np.arange(8.0)
    put = fjax.device_put(x, SPLIT)
    assert put.device == fjax.local_devices(backend="cuda")[0]
    before = len(MACHINE.launches)
    out = fjax.jit(lambda x: (x * x).sum() + x)(put)
    np.testing.assert_allclose(whole(out), (x * x).sum() + x)
    assert len(MACHINE.launches) > before and out.device == put.device
    (shard,) = out.addressable_shards
    assert shard.data.shape == (4,) and shard.device == put.device
    local = fjax.make_array_from_process_local_data(SPLIT, x[:2] + rank)
    assert local.device == put.device and local.block_until_ready().shape == (4,)


def chosen(number=rank):
    return carriers._chosen(processes.job().everybody, gpu(number))


def test_processes_choose_the_first_carrier_that_all_have(monkeypatch):
    assert chosen() == CARRIER
    used = carriers.carrier_of(processes.job().everybody, gpu(rank))
    assert type(used) is carriers.CARRIERS[CARRIER]
    if rank == 1:
        monkeypatch.setattr(carriers, "_has", lambda: ["host"])
    assert chosen() == "host"


def test_nccl_is_for_processes_with_different_gpus():
    assert chosen(0) == ("host" if CARRIER == "nccl" else CARRIER)


def test_what_is_asked_for_and_lacking_is_said(monkeypatch):
    monkeypatch.setattr(carriers, "_has", lambda: ["host", "mpi"] if rank == 0 else ["host"])
    monkeypatch.setenv("FJAX_CUDA_COLLECTIVES", "mpi")
    with pytest.raises(FjaxRuntimeError, match="COLLECTIVES=mpi, and process 1 cannot: it takes"):
        chosen()
    monkeypatch.setenv("FJAX_CUDA_COLLECTIVES", "any" if rank == 0 else "host")
    with pytest.raises(FjaxRuntimeError, match="differs among the processes: process 0: any, "):
        chosen()
