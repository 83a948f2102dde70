"""Runs the checks of this folder in several processes, which mpiexec starts."""

import os
import pathlib
import re
import shlex
import subprocess
import sys

import numpy as np
import pytest

from fjax import checkpoints

HERE = pathlib.Path(__file__).parent
MPIEXEC = pathlib.Path(sys.executable).parent / "mpiexec"


def environment(devices=1, **variables):
    """The variables of a job whose processes have this many devices each.

    What its processes write comes in one stream. A process whose streams are not buffered writes
    a line in pieces, between which pieces of another's line may stand; so they are buffered here.
    """
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_XDIST")}
    kept.pop("PYTHONUNBUFFERED", None)
    return {
        **kept,
        "FJAX_NUM_CPU_DEVICES": str(devices),
        "FJAX_NUM_THREADS": "1",
        "FJAX_COLLECTIVE_TIMEOUT": "60",
        **variables,
    }


def launched(n, *arguments, devices=1, **variables):
    """The finished job of n processes of Python, each with this many devices."""
    command = [str(MPIEXEC), "-n", str(n), sys.executable, *map(str, arguments)]
    job = environment(devices, **variables)
    return subprocess.run(command, env=job, capture_output=True, text=True, timeout=300)


@pytest.mark.slow
@pytest.mark.parametrize("n, devices", [(2, 4), pytest.param(4, 1, marks=pytest.mark.extended)])
def test_checks_hold_in_every_process(n, devices, tmp_path, pytestconfig):
    checks = sorted(HERE.glob("check_*.py"))
    command = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *checks]
    command += ["-m", pytestconfig.option.markexpr]
    done = launched(n, *command, devices=devices, CHECKPOINT_FOLDER=str(tmp_path))
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-4000:]
    # What they saved is read by one process, too.
    assert len(list(tmp_path.iterdir())) == n + 1
    found = checkpoints.load_sharded(tmp_path)
    np.testing.assert_array_equal(found["w"], np.arange(4.0 * n * devices).reshape(-1, 2))


# What process 1 does wrong, and what process 0 says of it. `put` and `f` are there.
FAULTS = {
    "raises": ("raise ValueError('bad data')", "process 1 has ended the job.*ValueError: bad data"),
    "dies": ("os.kill(os.getpid(), 9)", ""),
    "leaves": ("sys.exit(0)", "for process 1, which has ended its program"),
    "is late": ("time.sleep(20)", "has waited [2-9] s in psum.*; not there: process 1 "),
    "is interrupted": (
        "os.kill(os.getpid(), signal.SIGINT); time.sleep(1)",
        "process 1 has ended the job.*KeyboardInterrupt",
    ),
    "runs another": ("fjax.jit(f)(np.ones(4))", "run different programs: process 0 and process 1"),
}
PROGRAM = """
import os, signal, sys, time
import numpy as np, fjax
fjax.distributed.initialize()
mesh = fjax.make_mesh((2,), ("x",))
psum = lambda x: fjax.lax.psum(x, "x")
f = fjax.shard_map(psum, mesh=mesh, in_specs=fjax.P("x"), out_specs=fjax.P())
f(np.ones(2))
if fjax.process_index() == 1:
    {fault}
f(np.ones({size}))
f(np.ones({size}))
"""


@pytest.mark.one_in(12)
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_one_process_ends_the_job_and_the_other_names_it(name, tmp_path):
    fault, said = FAULTS[name]
    program = tmp_path / "program.py"
    size = 8 if name == "runs another" else 2
    program.write_text(PROGRAM.format(fault=fault, size=size))
    patience = "3" if name == "is late" else "60"
    done = launched(2, program, FJAX_COLLECTIVE_TIMEOUT=patience)
    assert done.returncode != 0
    assert re.search(said, done.stderr.replace("\n", " ")), done.stdout + done.stderr


KILLED = """
import os, sys, time
import numpy as np, fjax
fjax.distributed.initialize()
mesh = fjax.make_mesh((fjax.device_count(),), ("x",))
psum = fjax.shard_map(
    lambda x: fjax.lax.psum(x, "x"), mesh=mesh, in_specs=fjax.P("x"), out_specs=fjax.P()
)
f = fjax.jit(psum) if sys.argv[1] == "compiled" else psum
for k in range(3):
    if k == 2 and fjax.process_index() == 1:
        time.sleep(0.3)
        os.kill(os.getpid(), 9)
    f(np.ones(6))
"""


def outlived(n, *arguments):
    """A job whose launcher notices an ended process 4 s late: as with srun, the others run on."""
    command = f"{shlex.join(map(str, (sys.executable, *arguments)))}; code=$?; sleep 4; exit $code"
    return subprocess.run(
        [str(MPIEXEC), "-n", str(n), "sh", "-c", command],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=50,
    )


@pytest.mark.one_in(12)
@pytest.mark.parametrize("n, how", [(2, "eager"), (3, "compiled")])
def test_who_waits_for_a_process_that_was_killed_says_so_at_once(n, how, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(KILLED)
    done = outlived(n, program, how)
    assert done.returncode != 0
    said = re.findall(r"process (\d) waits in psum.* for process 1, which died", done.stderr)
    assert sorted(set(said)) == [str(r) for r in range(n) if r != 1], done.stdout + done.stderr


LEAVING = """
import os, sys, time
import numpy as np, fjax
fjax.distributed.initialize()
mesh = fjax.make_mesh((fjax.device_count(),), ("x",))
psum = lambda x: fjax.lax.psum(x, "x")
fjax.shard_map(psum, mesh=mesh, in_specs=fjax.P("x"), out_specs=fjax.P())(np.ones(6))
if fjax.process_index() == 1:
    time.sleep(1)  # the others have ended their programs
    {fault}
"""


@pytest.mark.one_in(12)
@pytest.mark.parametrize("fault", ["os.kill(os.getpid(), 9)", "os._exit(0)", "pass"])
@pytest.mark.parametrize("n", [2, 3])
def test_who_has_ended_its_program_does_not_wait_for_one_that_dies(n, fault, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(LEAVING.format(fault=fault))
    done = outlived(n, program)
    said = re.search(r"process \d has ended its program, but process 1 died", done.stderr)
    assert bool(said) == (fault != "pass"), done.stdout + done.stderr


ORDERS = """
import dataclasses
import numpy as np, fjax
from fjax import lax, P
from fjax.spmd import driver
fjax.distributed.initialize()
mesh = fjax.make_mesh((2,), ("x",))
made = driver.block_program
def otherwise(*args):
    program = made(*args)
    late = lambda e: "psum" in e.op.name and e.invars[0].aval.size > 1
    eqns = sorted(program.jaxpr.eqns, key=late)
    return dataclasses.replace(program, jaxpr=program.jaxpr.replace(eqns=eqns))
if fjax.process_index() == 1:
    driver.block_program = otherwise
f = fjax.shard_map(
    lambda x: (lax.psum(x, "x"), lax.psum(x[:1], "x")), mesh=mesh, in_specs=P("x"), out_specs=P()
)
fjax.jit(f)(np.ones(8))
"""


# What process 1 does while the other waits in `shutdown`, and what that says.
AT_SHUTDOWN = {
    "ends": ("sys.exit(0)", "for process 1, which has ended its program"),
    "raises": ("raise ValueError('bad data')", "process 1 has ended the job.*ValueError: bad data"),
    "dies": ("os.kill(os.getpid(), 9)", ""),
    "goes on": ("fjax.process_count(); time.sleep(9)", "has waited 3 s in shutdown"),
}


@pytest.mark.one_in(8)
@pytest.mark.parametrize("name", AT_SHUTDOWN)
def test_a_shutdown_of_some_processes_ends_the_job(name, tmp_path):
    """It hung once: who failed in it told the others no more."""
    fault, said = AT_SHUTDOWN[name]
    program = tmp_path / "program.py"
    program.write_text(
        "import os, sys, time\n"
        "import fjax\n"
        "fjax.distributed.initialize()\n"
        "if fjax.process_index() == 1:\n"
        f"    {fault}\n"
        "fjax.distributed.shutdown()\n"
    )
    done = launched(2, program, FJAX_COLLECTIVE_TIMEOUT="3" if name == "goes on" else "60")
    assert done.returncode != 0
    assert re.search(said, done.stderr.replace("\n", " ")), done.stdout + done.stderr


@pytest.mark.extended
def test_collectives_in_another_order_are_an_error_before_they_run(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(ORDERS)
    done = launched(2, program)
    assert done.returncode != 0
    said = r"run different programs.*process 0: psum\w* along .*: 32 bytes"
    assert re.search(said, done.stderr.replace("\n", " ")), done.stdout + done.stderr


MIXED = """
import sys
import numpy as np, fjax
from fjax import lax, P
from fjax.core import job
from fjax.experimental import multihost_utils
job.CHANNELS = int(sys.argv[1])
fjax.distributed.initialize()
mesh = fjax.make_mesh((fjax.device_count(),), ("x",))
split = fjax.NamedSharding(mesh, P("x"))
def on_members(g):
    return fjax.jit(fjax.shard_map(g, mesh=mesh, in_specs=P("x"), out_specs=P(), check_vma=False))
def first_sum(x):
    return lax.psum(x, "x")
def second_sum(x):
    return lax.psum(2 * x, "x")
def new_sum(x):
    return lax.psum(x * x, "x")
def sent(x):
    return lax.ppermute(x, "x", [(0, 1)])
f, g, h, s = map(on_members, (first_sum, second_sum, new_sum, sent))
x = fjax.device_put(np.arange(1.0, 1.0 + fjax.device_count()), split)
y = fjax.device_put(np.arange(20_000.0), split)
f(x), f(y), g(x), s(x)
rank = fjax.process_index()
{fault}
"""
DIFFERENT = "the processes run different programs, and wait for one another: "
FIRST = r"process 0 in psum\w*\[.*?\] of the program first_sum\(float64\[2@x\]\)"
SECOND = r"process 1 in psum\w*\[.*?\] of the program second_sum\(float64\[2@x\]\)"
LARGE = r"process [01] in psum\w*\[.*?\] of the program first_sum\(float64\[20000@x\]\)"
NEW = "process 1 in the comparison of programs, before the program new_sum.*? first runs"
MIXTURES = {
    "known and new": ("(f if rank == 0 else h)(x)", FIRST, NEW),
    "larger and new": ("f(y) if rank == 0 else h(x)", LARGE, NEW),
    "known ones of one size": ("(f if rank == 0 else g)(x)", FIRST, SECOND),
    "known ones of two sizes": ("f(x if rank == 0 else y)", FIRST, LARGE),
    "the other order": ("[k(x) for k in ((f, g) if rank == 0 else (g, f))]", FIRST, SECOND),
    "known and device_put": (
        "f(x) if rank == 0 else fjax.device_put(np.ones(2), split)",
        FIRST,
        r"process 1 in device_put of float64\[2\]",
    ),
    "after what nobody waits for": ("s(x).ndim + (f if rank == 0 else h)(x)", FIRST, NEW),
}


@pytest.mark.one_in(24)
@pytest.mark.parametrize("name", MIXTURES)
def test_processes_that_run_different_programs_say_so_and_compute_nothing(name, tmp_path):
    fault, first, second = MIXTURES[name]
    program = tmp_path / "program.py"
    program.write_text(MIXED.format(fault=f"print('computed', {fault})"))
    done = launched(2, program, 512, FJAX_COLLECTIVE_TIMEOUT="40")
    assert done.returncode != 0 and "computed" not in done.stdout
    found = done.stderr.replace("\n", " ")
    either = f"{first}; {second}|{second}; {first}"  # either process may be the one that says it
    assert re.search(f"{DIFFERENT}({either})", found), done.stderr
    assert "Every process must run the same programs" in found


ROWS = """
mesh = fjax.make_mesh((2, 2), ("rows", "columns"))
split = fjax.NamedSharding(mesh, P(("rows", "columns")))
def along_columns(k):
    spec = P(("rows", "columns"))
    member = lambda x: lax.psum(k * x, "columns")
    return fjax.jit(fjax.shard_map(member, mesh=mesh, in_specs=spec, out_specs=spec))
k, l = along_columns(3), along_columns(5)
z = fjax.device_put(np.ones(4), split)
k(z)
{then}
"""


@pytest.mark.extended
def test_groups_of_some_processes_find_it_out_too(tmp_path):
    """A process waits for another of its row in one program, which waits for all in another."""
    program = tmp_path / "program.py"
    then = "print('computed', (k if rank in (0, 3) else l)(z))"
    program.write_text(MIXED.format(fault=ROWS.format(then=then)))
    done = launched(4, program, 512, FJAX_COLLECTIVE_TIMEOUT="40")
    assert done.returncode != 0 and "computed" not in done.stdout
    said = f"{DIFFERENT}.*of the program <lambda>.*in the comparison of programs"
    assert re.search(said, done.stderr.replace("\n", " ")), done.stderr


@pytest.mark.extended
def test_who_is_ahead_in_the_same_programs_waits(tmp_path):
    program = tmp_path / "program.py"
    then = """
rank == 3 and __import__("time").sleep(5)
assert (k(z).addressable_data(0), f(x)) == (6.0, 10.0)
"""
    program.write_text(MIXED.format(fault=ROWS.format(then=then)))
    done = launched(4, program, 512)
    assert done.returncode == 0, done.stderr


# Where communicators do not suffice for all programs, some have them in common.
ORDERED = """
multihost_utils.sync_global_devices("alike so far")
for call in [f, g] if rank == 0 else [g, f]:
    call(x)
{then}
"""


@pytest.mark.extended
@pytest.mark.parametrize(
    "then, when",
    [
        ("on_members(lambda x: lax.psum(3 * x, 'x'))(x)", "before this program first runs"),
        ("multihost_utils.sync_global_devices('end')", r"sync_global_devices\('end'\)"),
    ],
)
def test_programs_that_share_channels_in_another_order_are_found_at_the_next_comparison(
    then, when, tmp_path
):
    program = tmp_path / "program.py"
    program.write_text(MIXED.format(fault=ORDERED.format(then=then)))
    done = launched(2, program, 1)
    assert done.returncode != 0
    said = f"ProcessError: {when}: the processes have run programs in different orders"
    assert re.search(said, done.stderr.replace("\n", " ")), done.stdout + done.stderr


# The same while a sum goes on: `f` begins it, computes for long in process 1, and waits for it.
MEANWHILE_FAULTS = {
    "raises": (
        "signal.signal(signal.SIGALRM, late); signal.setitimer(signal.ITIMER_REAL, 1)",
        "process 1 has ended the job.*ValueError: too late",
    ),
    "is late": ("time.sleep(20)", "has waited [2-9] s in psum.*; not there: process 1 "),
}
MEANWHILE = """
import os, signal, sys, time
import numpy as np, fjax, fjax.numpy as jnp
from fjax import lax, P
fjax.distributed.initialize()
mesh = fjax.make_mesh((2,), ("x",))
def member(x, times):
    total = lax.psum(x * 2, "x")
    return total, lax.fori_loop(0, times[0], lambda _, y: jnp.sin(y) + 0.5, x)
def late(*_):
    raise ValueError("too late")
f = fjax.jit(fjax.shard_map(
    member, mesh=mesh, in_specs=P("x"), out_specs=(P(), P("x")), check_vma=False
))
split = fjax.NamedSharding(mesh, P("x"))
put = lambda x: fjax.make_array_from_process_local_data(split, x)
x, times = put(np.ones(50_000)), [put(np.array([n])) for n in (1, 1 + 10**7 * fjax.process_index())]
f(x, times[0])
if fjax.process_index() == 1:
    {fault}
f(x, times[1])
f(x, times[0])
"""


@pytest.mark.one_in(12)
@pytest.mark.parametrize("name", MEANWHILE_FAULTS)
def test_a_fault_while_a_sum_goes_on_ends_the_job_as_well(name, tmp_path):
    fault, said = MEANWHILE_FAULTS[name]
    program = tmp_path / "program.py"
    program.write_text(MEANWHILE.format(fault=fault))
    patience = "3" if name == "is late" else "60"
    done = launched(2, program, FJAX_COLLECTIVE_TIMEOUT=patience)
    assert done.returncode != 0
    assert re.search(said, done.stderr.replace("\n", " ")), done.stdout + done.stderr


COMPILES = """
import pathlib, sys
import numpy as np, fjax, fjax.numpy as jnp
from fjax.experimental import multihost_utils
from fjax.lowering.cpu import compile as compiler
fjax.distributed.initialize()
multihost_utils.sync_global_devices("start")
f = fjax.jit(lambda x: (jnp.sin(x).sum(0), jnp.sort(x, 1).cumsum(1), jnp.tanh(x) @ x))
f(np.ones((20, 20)))
found = compiler.cache_info()
text = f"{found.compiled} {found.disk_hits}"
pathlib.Path(sys.argv[1], str(fjax.process_index())).write_text(text)
"""


@pytest.mark.extended
def test_one_process_compiles_a_kernel_and_the_others_load_it(tmp_path):
    program, folder, said = (tmp_path / name for name in ("program.py", "kernels", "said"))
    program.write_text(COMPILES)
    said.mkdir()
    done = launched(3, program, said, FJAX_COMPILATION_CACHE_DIR=str(folder))
    assert done.returncode == 0, done.stderr
    counts = np.array([path.read_text().split() for path in said.iterdir()], int)
    entries = [path for path in folder.rglob("*") if path.parent != folder]
    assert len(entries) > 4 and not any(path.suffix for path in entries)
    kernels = [path for path in entries if b"\x7fELF" in path.read_bytes()]
    assert len(entries) == len(kernels) + 1  # and the plan
    assert counts.shape == (3, 2) and counts[:, 0].sum() == len(kernels), counts


CHECKPOINT = """
import sys
import numpy as np, fjax
from fjax import checkpoints
fjax.distributed.initialize()
X = np.arange(64.0).reshape(8, 8)
mesh = fjax.make_mesh((fjax.device_count(),), ("x",))
where = fjax.NamedSharding(mesh, fjax.P("x") if fjax.device_count() == 2 else fjax.P(None, "x"))
if fjax.device_count() == 4:
    like = {"w": fjax.ShapeDtypeStruct((8, 8), float, sharding=where), "step": 0, "all": X}
    found = checkpoints.load_sharded(sys.argv[1], like)
    assert found["step"] == 7 and found["w"].sharding == where and (found["all"] == X).all()
    for shard in found["w"].addressable_shards:
        np.testing.assert_array_equal(shard.data, X[shard.index])
value = {"w": fjax.device_put(X, where), "step": 7, "all": X}
checkpoints.save_sharded(sys.argv[1], value)
"""


@pytest.mark.extended
@pytest.mark.slow
def test_what_two_processes_save_four_load_and_what_these_save_one(tmp_path):
    program, folder = tmp_path / "program.py", tmp_path / "saved"
    program.write_text(CHECKPOINT)
    for n in (2, 4):
        done = launched(n, program, folder)
        assert done.returncode == 0, done.stdout + done.stderr
        assert len(list(folder.iterdir())) == n + 1  # each process' part, and what is whole
    found = checkpoints.load_sharded(folder)
    np.testing.assert_array_equal(found["w"], np.arange(64.0).reshape(8, 8))


def test_without_a_launcher_initialize_says_how_to_start():
    without = {k: v for k, v in os.environ.items() if k not in ("PMI_SIZE", "PMIX_SIZE")}
    program = "import fjax; fjax.distributed.initialize()"
    done = subprocess.run(
        [sys.executable, "-c", program], env=without, capture_output=True, text=True
    )
    assert "no launcher has started this process; start the program with `mpiexec -n 4 python" in (
        done.stderr
    )


def test_importing_fjax_loads_no_mpi():
    program = "import sys, fjax; sys.exit('mpi4py' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


@pytest.mark.extended
@pytest.mark.one_in(12)
@pytest.mark.parametrize("carrier", ["nccl", "mpi", "host"])
def test_processes_with_a_gpu_each_exchange_their_memory(carrier, tmp_path):
    checks = HERE / "gpus_check.py", HERE / "check_collectives.py"
    command = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "tests.ranks.on_gpus"]
    folder = str(tmp_path)  # that of the tests is for the CPU's code
    done = launched(2, *command, *checks, FJAX_COMPILATION_CACHE_DIR=folder, CARRIER=carrier)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-4000:]


@pytest.mark.one_in(12)
@pytest.mark.parametrize(
    "carrier, name",
    [("nccl", "raises"), ("nccl", "leaves"), ("nccl", "is late"), ("mpi", "is late")],
)
def test_a_fault_beside_a_gpu_is_told_to_the_other_process(carrier, name, tmp_path):
    fault, said = FAULTS[name]
    program = tmp_path / "program.py"
    program.write_text("import tests.ranks.on_gpus\n" + PROGRAM.format(fault=fault, size=2))
    done = launched(
        2,
        program,
        FJAX_COLLECTIVE_TIMEOUT="3" if name == "is late" else "60",
        FJAX_COMPILATION_CACHE_DIR=str(tmp_path),
        CARRIER=carrier,
        PYTHONPATH=str(HERE.parents[1]),
    )
    assert done.returncode != 0
    assert re.search(said, done.stderr.replace("\n", " ")), done.stdout + done.stderr
    assert "unknown line" not in done.stderr


@pytest.mark.extended
def test_a_process_ends_once_what_its_gpu_sends_is_there(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "import tests.ranks.on_gpus\n" + PROGRAM.format(fault="time.sleep(3)", size=2)
    )
    done = launched(
        2,
        program,
        FJAX_COMPILATION_CACHE_DIR=str(tmp_path),
        CARRIER="nccl",
        PYTHONPATH=str(HERE.parents[1]),
    )
    assert done.returncode == 0, done.stdout + done.stderr
