"""fjax's own products of many rows and a matrix of any width, panel by panel."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from fjax.lowering.cpu import processor
from fjax.lowering.cpu.library import products, vectors
from fjax.lowering.cpu.runtime import threads as runtime
from tests.lowering.cpu.harness import run_launch, strides_of
from tests.lowering.cpu.test_launches import TARGETS
from tests.lowering.guarded import guarded

RNG = np.random.default_rng(9)
TOLERANCE = {"float32": 1e-5, "float64": 1e-14}
needs_tiles = pytest.mark.skipif(
    processor.host().vector_bytes < vectors.WIDE
    or not products.is_available(np.dtype("f4"))
    or not processor.host().has_masks(frozenset({4, 8})),
    reason="no BLAS, or narrow vectors",
)


def product(a, b, out):
    (m, k), n = a.shape, b.shape[1]
    return products.product_launch(a.dtype, m, n, k, *map(strides_of, (a, b, out)), (0, 1, 2))


@needs_tiles
@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("turned", [False, True], ids=["plain", "transposed"])
def test_panels_match_numpy_and_touch_nothing_else(dtype, turned):
    own = 0
    for n, k in itertools.product([31, 40, 64, 65, 100, 129, 200], [13, 64, 101]):
        m = vectors.PANEL_WORK // (n * k) + 3 * vectors.TASK_ROWS + 5
        a = guarded(RNG.standard_normal((m, k)).astype(dtype))
        b = RNG.standard_normal((k, n)).astype(dtype)
        b = guarded(b.T.copy()).T if turned else guarded(b)
        out = guarded(np.full((m, n), np.nan, dtype))
        launch = product(a, b, out)
        own += launch.code.name.startswith("vectors:multiply_panels")
        run_launch(launch, (a, b, out))
        limit = TOLERANCE[dtype] * (np.abs(a) @ np.abs(b))
        assert (np.abs(out - a @ b) <= limit).all(), (n, k)
    assert own >= 15


@needs_tiles
@pytest.mark.parametrize("turned", [False, True], ids=["plain", "transposed"])
def test_panels_of_a_batch_of_wide_matrices(turned):
    shape = (3, 4, 260, 130), (3, 4, 130, 140)
    a, b = (RNG.standard_normal(s).astype(np.float32) for s in shape)
    a = np.swapaxes(a, 0, 1)  # batches whose steps are not one another's multiples
    b = np.swapaxes(np.swapaxes(b, 2, 3).copy() if turned else b, 0, 1)
    out = np.full((4, 3, 260, 140), np.nan, np.float32)
    layouts = []
    for x, flip in ((a, False), (b, turned), (out, False)):
        outer, inner, row, column = (s // x.itemsize for s in x.strides)
        row, column = (column, row) if flip else (row, column)
        layouts.append(products.Matrices(outer, row, column, inner=inner))
    launch = products.product_launch(a.dtype, 260, 140, 130, *layouts, (0, 1, 2), batch=12, group=3)
    assert launch.code.name.startswith("vectors:multiply_panels")
    run_launch(launch, (a, b, out))
    np.testing.assert_allclose(out, a @ (np.swapaxes(b, 2, 3) if turned else b), atol=2e-4)


@needs_tiles
def test_threads_and_tasks_give_the_same_bits():
    a, b, outs = RNG.standard_normal((1500, 90)), RNG.standard_normal((90, 75)), []
    for count in (1, 3):
        outs.append(np.full((1500, 75), np.nan))
        launch = product(a, b, outs[-1])
        assert launch.extent > 3 and launch.code.name.startswith("vectors:multiply_panels")
        with runtime.threads(count):
            run_launch(launch, (a, b, outs[-1]))
    np.testing.assert_array_equal(*outs)
    few = np.full((400, 75), np.nan)
    run_launch(product(a[:400], b, few), (a[:400], b, few))
    np.testing.assert_array_equal(few, outs[0][:400])


@pytest.mark.parametrize("name", TARGETS)
def test_a_panel_fits_the_nearest_cache_and_its_sums_the_registers(name, monkeypatch):
    monkeypatch.setattr(processor, "host", lambda: TARGETS[name])
    machine, found = TARGETS[name].machine, 0
    for m, k, dtype in itertools.product(range(20, 300, 7), (10, 100, 1000), ("f4", "f8")):
        sweep = vectors.of_panels(np.dtype(dtype), m, k)
        if sweep is None:
            continue
        found += 1
        assert sweep.size * sweep.few <= machine.registers - sweep.size
        assert sweep.size * sweep.few >= machine.registers // 2
        assert k * sweep.size * sweep.lanes * sweep.itemsize < machine.l1_bytes
        panels = -(-m // (sweep.size * sweep.lanes))
        assert panels * sweep.size * sweep.lanes <= vectors.PANEL_LOSS * m
        assert sweep.partial == (m < sweep.size * sweep.lanes)
    assert (found > 60) == (machine.vector_bytes >= vectors.WIDE)


@needs_tiles
@pytest.mark.parametrize(
    ("m", "n", "k"), [(63, 300, 300), (4000, 30, 30), (4000, 20, 500), (3000, 100, 700)]
)
def test_few_rows_little_work_and_long_sums_are_left_to_libraries(m, n, k):
    a, b, out = (np.ones(s, np.float32) for s in ((m, k), (k, n), (m, n)))
    assert "panels" not in product(a, b, out).code.name
