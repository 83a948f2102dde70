"""The collector rests while anybody plans, and is afterwards as it was."""

import gc
import os
import subprocess
import sys
import types
import weakref

import pytest

import fjax
import fjax.numpy as jnp
from fjax.core import collector
from fjax.lowering.cpu import compile


@pytest.fixture(params=[True, False], ids=["on", "off"])
def before(request):
    was = gc.isenabled()
    (gc.enable if request.param else gc.disable)()
    yield request.param
    (gc.enable if was else gc.disable)()


def test_it_is_afterwards_as_the_first_who_came_found_it(before):
    first, second = collector.resting(), collector.resting()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert not gc.isenabled()
    second.__exit__(None, None, None)
    assert gc.isenabled() == before


def test_it_rests_while_a_program_is_planned_also_if_that_fails(before, monkeypatch):
    seen = []

    def fails(*arguments):
        seen.append(gc.isenabled())
        raise ArithmeticError("no plan")

    monkeypatch.setattr("fjax.lowering.fuse.fusion.fuse", fails)
    with pytest.raises(ArithmeticError):
        fjax.jit(lambda x: jnp.sin(x) + 123.25)(jnp.ones(3))
    assert seen == [False] and gc.isenabled() == before


def test_it_rests_while_a_function_is_traced_and_its_kernels_are_compiled(before, monkeypatch):
    fjax.clear_caches()
    seen, object_code = [], compile._object_code

    def compiled(*arguments):
        seen.append(gc.isenabled())
        return object_code(*arguments)

    @fjax.jit
    def f(x):
        seen.append(gc.isenabled())
        return jnp.sin(x) + 321.25

    monkeypatch.setattr(compile, "_object_code", compiled)
    monkeypatch.setattr(compile.disk_cache, "read", lambda key: None)
    f(jnp.ones(3))
    assert len(seen) > 1 and not any(seen) and gc.isenabled() == before


class Circle:
    def __init__(self):
        self.me = self


@pytest.fixture
def collecting(monkeypatch):
    """The collector is on, and nothing frozen, as tests have it."""
    monkeypatch.setattr(collector, "_frozen", False)
    frozen = gc.get_freeze_count()
    gc.unfreeze()
    gc.enable()
    yield
    gc.collect()
    if frozen:
        gc.freeze()


def test_what_was_made_meanwhile_counts_as_old(collecting):
    with collector.resting():
        made = [[] for _ in range(2000)]
    young = {id(x) for generation in (0, 1) for x in gc.get_objects(generation)}
    assert not young.intersection(map(id, made))


@pytest.mark.extended
def test_garbage_does_not_gather(collecting, monkeypatch):
    monkeypatch.setattr(collector, "_most", 5000)
    monkeypatch.setattr(collector, "_aged", 0)
    circles = []
    for _ in range(10):
        with collector.resting():
            circles += [weakref.ref(Circle()) for _ in range(1000)]
    assert any(c() is None for c in circles)


@pytest.mark.extended
def test_what_somebody_has_frozen_stays_so(collecting):
    gc.freeze()
    frozen = gc.get_freeze_count()
    with collector.resting():
        pass
    assert gc.get_freeze_count() == frozen
    gc.unfreeze()


@pytest.mark.extended
def test_frozen_objects_are_not_counted_again_and_again(collecting, monkeypatch):
    """Counting walks all of them: a program that froze millions would wait at each first call."""
    gc.freeze()
    asked = []
    count = gc.get_freeze_count
    monkeypatch.setattr(gc, "get_freeze_count", lambda: asked.append(None) or count())
    for _ in range(3):
        with collector.resting():
            pass
    gc.unfreeze()
    assert len(asked) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_child_collects_though_a_thread_of_its_parent_planned(before):
    with collector.resting():
        child = os.fork()
        if not child:
            os._exit(0 if gc.isenabled() == before else 1)
        _, status = os.waitpid(child, 0)
    assert status == 0


class Finalized(Circle):
    def __del__(self):
        pass


def of_machine_code(monkeypatch):
    monkeypatch.setitem(sys.modules, "closed", types.SimpleNamespace(__file__="closed.so"))
    return type("Database", (), {"__module__": "closed"})()


def suspended():
    yield 1


def test_objects_without_finalizers_are_passed_over_at_the_end():
    plain = Circle(), [], fjax.jit(jnp.sin), jnp.ones(3), sys.__stdout__, sys.__stdin__
    assert not collector.needs_collection(plain)


@pytest.mark.parametrize(
    "make",
    [
        lambda patch: Finalized(),
        lambda patch: open(os.devnull, "w"),
        lambda patch: suspended(),
        of_machine_code,
    ],
    ids=["finalizer", "file", "generator", "destructor"],
)
def test_objects_with_finalizers_are_collected_at_the_end(make, monkeypatch):
    assert collector.needs_collection([Circle(), make(monkeypatch)])


WRITES = """
import atexit, gc, sys
atexit.register(lambda: print(gc.get_freeze_count() > 0))  # after fjax's own
import fjax
class Log:
    def __init__(self):
        self.me, self.file = self, open(sys.argv[1], "w")
        self.file.write("all of it")
if len(sys.argv) > 1:
    log = Log()
"""


@pytest.mark.extended
def test_a_process_ends_without_collection_but_a_file_in_a_cycle_is_written(tmp_path):
    path = tmp_path / "log"
    for arguments, passed_over in (([], "True"), ([str(path)], "False")):
        command = [sys.executable, "-c", WRITES, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == passed_over
    assert path.read_text() == "all of it"


@pytest.mark.parametrize("interrupted", ["disable", "freeze", "get_count"])
def test_it_wakes_although_a_signal_raises_inside(collecting, monkeypatch, interrupted):
    """A handler may raise at any call, as Ctrl-C does."""
    method = getattr(gc, interrupted)

    def raises():
        method()
        raise KeyboardInterrupt

    with monkeypatch.context() as replaced:
        replaced.setattr(gc, interrupted, raises)
        with pytest.raises(KeyboardInterrupt), collector.resting():
            pass
    assert gc.isenabled() and not gc.get_freeze_count()
    with collector.resting():
        assert not gc.isenabled()
    assert gc.isenabled()
