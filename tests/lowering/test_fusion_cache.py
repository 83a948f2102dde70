"""Which equations share a kernel is kept on disk, and read as data that may be anything."""

import json
import random
import sys
import types

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.core.ir import Equation, Jaxpr
from fjax.higher_order.call import Call
from fjax.lowering import disk_cache, pipeline
from fjax.lowering.fuse import fusion_cache
from fjax.lowering.fuse.fusion_cache import KERNEL, OPAQUE, read, written
from fjax.lowering.loop import native
from fjax.lowering.targets import current
from tests.fuzz.hostile.mutations import changed_json, json_text

WEIGHTS = [np.linspace(-1.0, 1.0, 36).reshape(6, 6) * (k + 1) for k in range(3)]
TABLE, INDICES = np.linspace(0.0, 1.0, 30).reshape(5, 6), np.array([0, 2, 2, 4])


def loss(weights, table):
    """Layers with a norm over rows of a table: products, reductions, an update in the gradient."""
    x = table[INDICES]
    for w in weights:
        x = jnp.tanh((x - x.mean(-1, keepdims=True)) * 0.3 @ w) + x
    return jnp.sum(lax.cumsum(x, 0) ** 2)


step = fjax.grad(loss, argnums=(0, 1))


@pytest.fixture(name="fused")
def _fused(monkeypatch):
    """What is fused from here on: programs and results; even short programs are kept."""
    monkeypatch.setattr(fusion_cache, "FEWEST", 1)
    fuse, found = pipeline.fuse, []

    def noted(jaxpr, machine):
        found.append((jaxpr, fuse(jaxpr, machine)))
        return found[-1][1]

    monkeypatch.setattr(pipeline, "fuse", noted)
    fjax.clear_caches()
    yield found
    fjax.clear_caches()


@pytest.fixture(name="program")
def _program(fused, monkeypatch):
    """A program and what was made of it."""
    monkeypatch.setattr(disk_cache, "read", lambda key: None)
    fjax.jit(step)(WEIGHTS, TABLE)
    return fused[-1]


def test_what_was_written_is_read_as_the_same_program(program):
    jaxpr, made = program
    found = read(jaxpr, written(jaxpr, made))
    assert found.jaxpr.canonical_key == made.jaxpr.canonical_key
    assert found.reasons == made.reasons
    assert [e.source for e in found.jaxpr.eqns] == [e.source for e in made.jaxpr.eqns]


def test_a_known_program_is_not_fused_again(fused, tmp_path, monkeypatch):
    monkeypatch.setattr(disk_cache, "directory", lambda: tmp_path)
    first = fjax.jit(step)(WEIGHTS, TABLE)
    assert fused
    fused.clear()
    fjax.clear_caches()
    second = fjax.jit(step)(WEIGHTS, TABLE)
    assert not fused
    for a, b in zip(fjax.tree.leaves(first), fjax.tree.leaves(second), strict=True):
        np.testing.assert_array_equal(np.asarray(a), np.asarray(b))


def test_keys_depend_on_files_and_not_on_what_is_loaded(monkeypatch, tmp_path):
    for name in fusion_cache.DECIDERS:
        (tmp_path / name).mkdir()
        (tmp_path / name / "module.py").write_text("x = 1")
    monkeypatch.setattr(fusion_cache, "__file__", str(tmp_path / "lowering" / "fuse" / "here.py"))
    sources = fusion_cache._sources.__wrapped__
    before = sources()
    monkeypatch.setitem(sys.modules, "fjax.core.other", types.ModuleType("fjax.core.other"))
    assert sources() == before
    (tmp_path / "core" / "module.py").write_text("x = 2")
    assert sources() != before


def changes(rows):
    """Texts that are not that of the rows."""
    kernel = next(k for k, row in enumerate(rows) if row[0] == KERNEL and len(row[2]) > 1)
    alone = next(k for k, row in enumerate(rows) if row[0] == OPAQUE)
    other = [list(row) for row in rows]
    yield b""
    yield b"\xff\x00"
    yield b"[" * 100_000
    yield b"{}"
    yield json.dumps(rows).encode()[:-9]
    yield json.dumps(rows[::-1]).encode()
    yield json.dumps(rows[1:]).encode()
    yield json.dumps([*rows, rows[alone]]).encode()
    for place, value in ((2, []), (2, [10**9]), (2, [True, "x"]), (3, []), (4, [0]), (0, OPAQUE)):
        changed = [list(row) for row in other]
        changed[kernel][place] = value
        yield json.dumps(changed).encode()
    changed = [list(row) for row in other]
    changed[kernel][2] = changed[kernel][2][::-1]
    yield json.dumps(changed).encode()


def test_anything_else_counts_as_absent(program):
    jaxpr, made = program
    rows = json.loads(written(jaxpr, made))
    assert read(jaxpr, None) is None
    for text in changes(rows):
        assert read(jaxpr, text) is None, text[:300]


def test_mutants_are_programs_of_the_same_type_or_absent(program):
    jaxpr, made = program
    source, rows = random.Random(3), json.loads(written(jaxpr, made))
    counts = {True: 0, False: 0}
    for _ in range(600):
        text = json_text(source, changed_json(source, rows))
        found = read(jaxpr, text)
        counts[found is None] += 1
        assert found is None or found.jaxpr.out_avals == jaxpr.out_avals, text
    assert min(counts.values()) > 20


def test_an_entry_that_does_not_fit_is_made_again(fused, monkeypatch):
    expected = fjax.jit(step)(WEIGHTS, TABLE)
    fused.clear()
    fjax.clear_caches()
    entry = b'[["kernel",1,2]]'  # of a program, not of object code
    disk = types.SimpleNamespace(
        directory=disk_cache.directory, read=lambda key: entry, write=lambda key, contents: True
    )
    monkeypatch.setattr(fusion_cache, "disk_cache", disk)
    found = fjax.jit(step)(WEIGHTS, TABLE)
    assert fused
    for a, b in zip(fjax.tree.leaves(found), fjax.tree.leaves(expected), strict=True):
        np.testing.assert_array_equal(np.asarray(a), np.asarray(b))


def test_programs_that_call_python_are_not_kept(fused, monkeypatch):
    asked = []
    monkeypatch.setattr(disk_cache, "read", lambda key: asked.append(key))
    shape = fjax.ShapeDtypeStruct((5, 6), np.float64)
    function = lambda x: fjax.pure_callback(np.sin, shape, jnp.cos(x)) + 1.0
    jaxpr = fjax.make_jaxpr(function)(TABLE).jaxpr
    fusion_cache.fuse_or_load(jaxpr, current().machine, pipeline.fuse)
    assert fused and not asked


def stencil(x):
    """A loop that has no native form."""

    def around(_, x):
        moved = [jnp.roll(x, s, axis) for axis in (0, 1) for s in (1, -1)]
        return x + 0.1 * (sum(moved) - 4.0 * x)

    return lax.fori_loop(0, 3, around, x)


@pytest.fixture
def tried(monkeypatch, tmp_path):
    """The loops whose native form is looked for; nothing is known of them."""
    found, search = [], native._native_loop
    monkeypatch.setattr(disk_cache, "directory", lambda: tmp_path)
    monkeypatch.setattr(native, "_native_loop", lambda *a: found.append(a) or search(*a))
    fjax.clear_caches()
    yield found
    fjax.clear_caches()


GRID = np.linspace(0.0, 1.0, 4096).reshape(64, 64)


def test_a_loop_that_has_no_native_form_is_not_tried_again(tried, monkeypatch):
    first = np.asarray(fjax.jit(stencil)(GRID))
    assert tried
    tried.clear()
    fjax.clear_caches()
    np.testing.assert_array_equal(np.asarray(fjax.jit(stencil)(GRID)), first)
    assert not tried
    fjax.clear_caches()
    monkeypatch.setattr(fusion_cache, "_sources", lambda: "another version")
    np.testing.assert_array_equal(np.asarray(fjax.jit(stencil)(GRID)), first)
    assert tried


def test_what_is_kept_of_a_loop_makes_no_loop_native(tried, monkeypatch, tmp_path):
    first = np.asarray(fjax.jit(stencil)(GRID))
    for change in (lambda text: text[:-1], lambda text: b"", lambda text: b"\xff\x00"):
        for file in tmp_path.glob("??/*"):
            file.write_bytes(change(file.read_bytes()))
        tried.clear()
        fjax.clear_caches()
        np.testing.assert_array_equal(np.asarray(fjax.jit(stencil)(GRID)), first)
        assert tried
    monkeypatch.setattr(native.disk_cache, "directory", lambda: None)
    tried.clear()
    fjax.clear_caches()
    np.testing.assert_array_equal(np.asarray(fjax.jit(stencil)(GRID)), first)
    assert tried


def test_nothing_is_kept_of_a_primitive_that_is_not_fjaxs():
    own = fjax.make_jaxpr(lambda x: jnp.sin(x) * 2.0)(1.0).jaxpr
    foreign = type("Sin", (type(own.eqns[0].op),), {"__module__": "elsewhere"})()
    other = own.replace(eqns=[own.eqns[0].replace(op=foreign), *own.eqns[1:]])
    loop = lambda body: Jaxpr(
        body.invars, [Equation(Call(body), body.invars, body.outvars)], body.outvars
    )
    assert fusion_cache.key_of((own, own)) and fusion_cache.key_of((loop(own),))
    assert fusion_cache.key_of((own, other)) is fusion_cache.key_of((loop(other),)) is None
