"""fjax's own products of large matrices, panel by panel."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from fjax.lowering.cpu import processor
from fjax.lowering.cpu.library import onednn, panels, products
from fjax.lowering.cpu.runtime import threads as runtime
from tests.lowering.cpu.harness import run_launch, strides_of
from tests.lowering.cpu.test_launches import TARGETS
from tests.lowering.guarded import guarded

RNG = np.random.default_rng(9)
TOLERANCE = {"float32": 1e-5, "float64": 1e-14}
needs_tiles = pytest.mark.skipif(
    processor.host().vector_bytes < panels.WIDE
    or not products.is_available(np.dtype("f4"))
    or not processor.host().has_masks(frozenset({4, 8})),
    reason="no BLAS, or narrow vectors",
)


@pytest.fixture(autouse=True)
def without_onednn(monkeypatch):
    """It keeps its products where it is installed."""
    monkeypatch.setattr(onednn, "find", lambda: None)


def product(a, b, out):
    (m, k), n = a.shape, b.shape[1]
    return products.product_launch(a.dtype, m, n, k, *map(strides_of, (a, b, out)), (0, 1, 2))


def laid(shape, dtype, turned):
    """A random matrix beside memory that nobody may touch, its rows or its columns side by side."""
    x = RNG.standard_normal(shape).astype(dtype)
    return guarded(x.T.copy()).T if turned else guarded(x)


@needs_tiles
@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("turned", list(itertools.product([False, True], repeat=3)), ids=str)
def test_products_match_numpy_and_touch_nothing_else(dtype, turned):
    """With rows or columns of the left operand, the right one and the result side by side."""
    sizes = [(48, 101), (64, 64), (112, 77), (127, 1000), (191, 2100), (200, 90), (65, 128)]
    for n, k in sizes:
        m = max(panels.LEAST_WORK // (n * k), 60) + 5
        if turned[0]:  # of few rows
            m, n = 100 + n % 7, n - n % 16 - 1
            k = max(panels.LEAST_WORK // (100 * n), k) + 1
        left, right = laid((m, k), dtype, turned[0]), laid((k, n), dtype, turned[1])
        out = guarded(np.full((m, n), np.nan, dtype))
        operands = (right.T, left.T, out.T) if turned[2] else (left, right, out)
        launch = product(*operands)
        assert launch.code.name.startswith("panels:"), (m, n, k)
        run_launch(launch, operands)
        limit = TOLERANCE[dtype] * (np.abs(left) @ np.abs(right))
        assert (np.abs(out - left @ right) <= limit).all(), (m, n, k)


@needs_tiles
def test_parts_of_the_terms_have_results_of_their_own():
    a, b = RNG.standard_normal((1500, 100)).T, RNG.standard_normal((1500, 120))
    outs = np.full((3, 100, 120), np.nan)
    layouts = [*map(strides_of, (a, b)), replace(strides_of(outs[0]), term=12000)]
    launch = products.product_launch(a.dtype, 100, 120, 1500, *layouts, (0, 1, 2), terms=640)
    assert launch.code.name.startswith("panels:")
    run_launch(launch, (a, b, outs))
    for out, first in zip(outs, (0, 640, 1280), strict=True):
        part = slice(first, first + 640)
        np.testing.assert_allclose(out, a[:, part] @ b[part], rtol=1e-9, atol=1e-11)


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
    assert launch.code.name.startswith("panels:")
    run_launch(launch, (a, b, out))
    np.testing.assert_allclose(out, a @ (np.swapaxes(b, 2, 3) if turned else b), atol=2e-4)


@needs_tiles
def test_threads_and_tasks_give_the_same_bits():
    a, b, outs = RNG.standard_normal((1500, 90)), RNG.standard_normal((90, 75)), []
    for count in (1, 3):
        outs.append(np.full((1500, 75), np.nan))
        launch = product(a, b, outs[-1])
        assert launch.extent > 3 and launch.code.name.startswith("panels:")
        with runtime.threads(count):
            run_launch(launch, (a, b, outs[-1]))
    np.testing.assert_array_equal(*outs)
    few = np.full((400, 75), np.nan)
    run_launch(product(a[:400], b, few), (a[:400], b, few))
    np.testing.assert_array_equal(few, outs[0][:400])


@pytest.mark.parametrize("name", TARGETS)
def test_tiles_fill_the_registers_and_few_lanes_idle(name, monkeypatch):
    monkeypatch.setattr(processor, "host", lambda: TARGETS[name])
    machine, found = TARGETS[name].machine, 0
    for width, terms, dtype in itertools.product(range(20, 300, 7), (10, 1000), ("f4", "f8")):
        tiling = panels.tiling_of(np.dtype(dtype), width, terms)
        if tiling is None:
            continue
        found += 1
        sums, panel = tiling.size * tiling.rows, tiling.size * tiling.lanes
        assert machine.registers // 2 < sums < machine.registers - tiling.size
        idle = -(-width // panel) * panel / width
        assert idle <= (panels.SHORT_LOSS if terms == 10 else panels.LOSS)
    assert (found > 60) == (machine.vector_bytes >= panels.WIDE)


@needs_tiles
@pytest.mark.parametrize(
    ("m", "n", "k"), [(63, 300, 300), (4000, 30, 30), (4000, 20, 500), (3000, 33, 700)]
)
def test_few_rows_little_work_and_narrow_matrices_are_left_to_libraries(m, n, k):
    a, b, out = (np.ones(s, np.float32) for s in ((m, k), (k, n), (m, n)))
    assert not product(a, b, out).code.name.startswith("panels:")
