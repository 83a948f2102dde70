"""fjax's own products of matrices and few vectors."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import fjax
from fjax.lowering.cpu import processor
from fjax.lowering.cpu.library import products, vectors
from fjax.lowering.cpu.library.products import Matrices
from fjax.lowering.cpu.runtime import threads as runtime
from fjax.lowering.cpu.runtime.program import parts
from tests.lowering.cpu.harness import run_launch, strides_of
from tests.lowering.cpu.test_launches import TARGETS
from tests.lowering.guarded import guarded

RNG = np.random.default_rng(8)
TOLERANCE = {"float32": 1e-5, "float64": 1e-14}
LENGTHS = [1, 2, 3, 7, 8, 15, 16, 17, 33, 64, 100, 128, 250, 256, 257, 300, 513]
needs_blas = pytest.mark.skipif(not products.is_available(np.dtype("f4")), reason="no BLAS")


@pytest.fixture
def any_size(monkeypatch):
    """Have kernels multiply small matrices, too."""
    monkeypatch.setattr(vectors, "SMALL", 0)


def launch_of(m, k, a, b, c, dtype, **options):
    return products.product_launch(np.dtype(dtype), m, 1, k, a, b, c, (0, 1, 2), **options)


@pytest.mark.one_in(4)
@needs_blas
@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("by_rows", [True, False], ids=["rows", "columns"])
def test_products_match_numpy_and_touch_nothing_else(dtype, by_rows, any_size):
    own = 0
    for m, k in itertools.product([*LENGTHS, 2100], [*LENGTHS, 2100]):
        a = RNG.standard_normal((m, k) if by_rows else (k, m)).astype(dtype)
        a = guarded(a) if by_rows else guarded(a).T
        b = guarded(RNG.standard_normal((k, 1)).astype(dtype))
        out = guarded(np.full((m, 1), np.nan, dtype))
        launch = launch_of(m, k, *map(strides_of, (a, b, out)), dtype)
        own += launch.code.name.startswith("vectors:")
        run_launch(launch, (a, b, out))
        limit = TOLERANCE[dtype] * (np.abs(a) @ np.abs(b) + 1e-30)
        assert (np.abs(out - a @ b) <= limit).all(), (m, k)
    if processor.host().has_masks(frozenset({np.dtype(dtype).itemsize})):
        assert own > 190


@needs_blas
@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("few", [1, 2, 3])
def test_a_last_piece_with_fewer_elements_than_lanes_ends_with_them(dtype, few):
    piece = vectors.PIECE if few == 1 else vectors.PIECES // few
    for over, k in itertools.product([1, 3, 15], [17, 24]):
        for m in (piece + over, 2 * piece + over):
            a = guarded(RNG.standard_normal((k, m)).astype(dtype)).T
            b = guarded(RNG.standard_normal((few, k)).astype(dtype)).T
            out = guarded(np.full((few, m), np.nan, dtype)).T
            layouts = map(strides_of, (a, b, out))
            launch = products.product_launch(np.dtype(dtype), m, few, k, *layouts, (0, 1, 2))
            run_launch(launch, (a, b, out))
            limit = TOLERANCE[dtype] * (np.abs(a) @ np.abs(b))
            assert (np.abs(out - a @ b) <= limit).all(), (m, k)


@needs_blas
@pytest.mark.parametrize("dtype", TOLERANCE)
def test_matrices_with_gaps_and_batches_are_read_where_they_lie(dtype, any_size):
    whole = RNG.standard_normal((6, 50, 90)).astype(dtype)
    b = RNG.standard_normal((6, 96)).astype(dtype)
    for rows, (m, k) in itertools.product([True, False], [(40, 64), (48, 88), (33, 70)]):
        a = whole[:, :m, :k] if rows else np.swapaxes(whole[:, :k, :m], 1, 2)
        m, k = a.shape[1:]
        step, (row, column) = 50 * 90, (90, 1) if rows else (1, 90)
        out = np.full((6, m), np.nan, dtype)
        launch = launch_of(
            *(m, k, Matrices(step, row, column), Matrices(96, 1, 1), Matrices(m, 1, 1), dtype),
            batch=6,
        )
        assert launch.code.name.startswith("vectors:") or m == 33
        run_launch(launch, (whole, b, out))
        expected = (a @ b[:, :k, None])[..., 0]
        np.testing.assert_allclose(out, expected, rtol=1e-3, atol=1e2 * TOLERANCE[dtype])


@pytest.mark.one_in(10)
@needs_blas
@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("few", [2, 3, 5, 7, 8, 11, 12, 27, 32, 33])
def test_a_matrix_is_read_once_for_several_vectors(dtype, few):
    names = set()
    for (m, k), by_rows, first in itertools.product(
        [(600, 256), (500, 300), (2100, 130), (301, 450)], [True, False], [True, False]
    ):
        w = RNG.standard_normal((m, k) if by_rows else (k, m)).astype(dtype)
        w = guarded(w) if by_rows else guarded(w).T
        x = guarded(RNG.standard_normal((few, k)).astype(dtype)).T
        a, b = (w, x) if first else (x.T, w.T)
        out = guarded(np.full((a.shape[0], b.shape[1]), np.nan, dtype))
        layouts = map(strides_of, (a, b, out))
        launch = products.product_launch(
            np.dtype(dtype), a.shape[0], b.shape[1], k, *layouts, (0, 1, 2)
        )
        names.add(launch.code.name.partition(":")[0])
        run_launch(launch, (a, b, out))
        limit = TOLERANCE[dtype] * (np.abs(a) @ np.abs(b))
        assert (np.abs(out - a @ b) <= limit).all(), (m, k, by_rows, first)
    assert few == 33 or "vectors" in names
    assert few < 33 or names == {"blas"}


@needs_blas
def test_several_vectors_of_a_batch_and_of_matrices_with_gaps():
    whole, x = RNG.standard_normal((3, 400, 500)), RNG.standard_normal((3, 5, 400))
    for rows, k in [(True, 280), (False, 390)]:
        layout = Matrices(400 * 500, 500, 1) if rows else Matrices(400 * 500, 1, 500)
        m = 390 if rows else 480
        out = np.full((3, m, 5) if rows else (3, 5, m), np.nan)
        result = Matrices(5 * m, 5, 1) if rows else Matrices(5 * m, 1, m)
        launch = products.product_launch(
            *(out.dtype, m, 5, k, layout, Matrices(5 * 400, 1, 400), result, (0, 1, 2)), batch=3
        )
        assert launch.code.name.startswith("vectors:")
        run_launch(launch, (whole, x, out))
        w = whole[:, :m, :k] if rows else np.swapaxes(whole[:, :k, :m], 1, 2)
        expected = w @ np.swapaxes(x[:, :, :k], 1, 2)
        np.testing.assert_allclose(out if rows else np.swapaxes(out, 1, 2), expected, atol=1e-11)


@needs_blas
def test_a_row_that_is_not_finite_changes_its_own_element_alone():
    for by_rows, k in itertools.product([True, False], [64, 70, 300]):
        a = RNG.standard_normal((90, k)).astype("f4")
        a[3, 5], a[60, k - 1] = np.inf, np.nan
        b = RNG.standard_normal((k, 1)).astype("f4")
        given = a if by_rows else np.asfortranarray(a)
        out = np.zeros((90, 1), "f4")
        run_launch(launch_of(90, k, *map(strides_of, (given, b, out)), "f4"), (given, b, out))
        assert np.isinf(out[3]) and np.isnan(out[60])
        assert np.isfinite(np.delete(out, [3, 60])).all()


@pytest.mark.one_in(2)
@needs_blas
@pytest.mark.parametrize("m,k", [(3000, 700), (5000, 255), (250, 4000), (257, 6000)])
def test_products_are_the_same_bits_for_any_number_of_threads(m, k):
    a, b = RNG.standard_normal((m, k)).astype("f4"), RNG.standard_normal(k).astype("f4")
    f = fjax.jit(
        lambda a, b: (a @ b, b @ a.T, a.T @ a[:, 0], a[:, 1] @ a, a[:5] @ a.T, a[:, :5].T @ a)
    )
    seen = set()
    for count in (1, 2, 3, 7):
        with runtime.threads(count):
            seen.add(b"".join(np.asarray(x).tobytes() for x in f(a, b)))
    assert len(seen) == 1


@needs_blas
def test_a_long_product_is_made_in_parts_between_which_signals_are_seen():
    def launch(rows):
        given = Matrices(0, 512, 1), Matrices(0, 1, 512), Matrices(0, rows, 1)
        return products.product_launch(np.dtype("f4"), 30, rows, 512, *given, (0, 1, 2))

    with runtime.threads(1):
        few, many = parts(launch(1000)), parts(launch(1_000_000))
    assert launch(1000).code.name.startswith("vectors:")
    assert few < many <= launch(1_000_000).extent


@needs_blas
def test_what_registers_cannot_hold_is_left_to_blas(any_size):
    def names(dtype, m, k, a, b, c):
        return launch_of(m, k, a, b, c, dtype).code.name.partition(":")[0]

    rows, columns, plain = Matrices(0, 64, 1), Matrices(0, 1, 64), Matrices(0, 1, 1)
    gaps = Matrices(0, 2, 1)
    assert names("f4", 64, 64, rows, plain, plain) == "vectors"
    assert names("f4", 64, 64, rows, plain, gaps) == "vectors"
    assert names("f4", 64, 64, columns, gaps, plain) == "vectors"
    assert names("f4", 64, 64, rows, gaps, plain) == "blas"
    assert names("f4", 64, 64, columns, plain, gaps) == "blas"
    assert names("c8", 64, 64, rows, plain, plain) == "blas"
    assert names("f4", 64, 3, Matrices(0, 3, 1), plain, plain) == "blas"  # short rows


def test_a_matrix_is_worth_compiling_a_kernel_for_from_a_size_on():
    small, enough = (vectors.sweep_of(np.dtype("f4"), (n, 256), 1, True) for n in (127, 128))
    assert small is None and enough is not None


@pytest.mark.parametrize("name", TARGETS)
def test_lengths_that_fill_no_lanes_want_masks(name, monkeypatch):
    monkeypatch.setattr(processor, "host", lambda: TARGETS[name])
    for dtype, by_rows, length in itertools.product(("f4", "f8"), (True, False), (256, 257)):
        dtype, shape = np.dtype(dtype), (512, length) if by_rows else (length, 512)
        sweep, masks = (
            vectors.sweep_of(dtype, shape, 1, by_rows),
            TARGETS[name].has_masks(frozenset({dtype.itemsize})),
        )
        assert (sweep is not None) == (length == 256 or masks)
        assert sweep is None or sweep.partial == (length == 257)


def test_columns_that_are_added_together_leave_few_over():
    sweep = vectors.sweep_of(np.dtype("f4"), (1 << 14, 30), 1, False)
    assert sweep is not None and (sweep.name, sweep.parts) == ("multiply_long", 6)
    few = vectors.sweep_of(np.dtype("f4"), (1 << 14, 7), 1, False)
    assert few is not None and few.parts == 7


@needs_blas
@pytest.mark.one_in(6)
@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("turned", [False, True], ids=["plain", "transposed"])
def test_many_small_products_lie_in_lanes(dtype, turned):
    own = 0
    for m, n, k in itertools.product([2, 5, 8, 19], [2, 5, 8, 9, 12, 17, 24], [1, 5, 8]):
        batch = -(-vectors.MANY // (m * n * k)) + 1
        a, b = (guarded(RNG.standard_normal((batch, *s)).astype(dtype)) for s in ((m, k), (k, n)))
        if turned:
            b = guarded(b.swapaxes(1, 2)).swapaxes(1, 2)
        out = guarded(np.full((batch, m, n), np.nan, dtype))
        steps = [(x[0].size, *(s // x.itemsize for s in x.strides[1:])) for x in (a, b, out)]
        layouts = [products.Matrices(*x) for x in steps]
        launch = products.product_launch(a.dtype, m, n, k, *layouts, (0, 1, 2), batch=batch)
        own += launch.code.name.startswith("vectors:multiply_columns")
        run_launch(launch, (a, b, out))
        limit = TOLERANCE[dtype] * (np.abs(a) @ np.abs(b))
        assert (np.abs(out - a @ b) <= limit).all(), (m, n, k)
    if processor.host().vector_bytes > 32:
        assert own > 40


@needs_blas
@pytest.mark.one_in(3)
@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("turned", [False, True], ids=["plain", "transposed"])
def test_many_rows_times_a_small_matrix_lie_in_lanes(dtype, turned):
    own = 0
    for n, k in itertools.product([2, 4, 8, 15, 16, 17, 31, 33, 48], [2, 3, 7, 16, 37, 64]):
        m = vectors.MANY // (n * k) + 4 * n + 5
        a = guarded(RNG.standard_normal((m, k)).astype(dtype))
        b = RNG.standard_normal((k, n)).astype(dtype)
        b = guarded(b.T.copy()).T if turned else guarded(b)
        out = guarded(np.full((m, n), np.nan, dtype))
        layouts = map(strides_of, (a, b, out))
        launch = products.product_launch(a.dtype, m, n, k, *layouts, (0, 1, 2))
        own += launch.code.name.startswith("vectors:multiply_columns")
        run_launch(launch, (a, b, out))
        limit = TOLERANCE[dtype] * (np.abs(a) @ np.abs(b))
        assert (np.abs(out - a @ b) <= limit).all(), (n, k)
    if processor.host().vector_bytes > 32:
        assert own > 20


@needs_blas
def test_tasks_of_many_rows_give_the_same_bits():
    a, b = RNG.standard_normal((5000, 20)), RNG.standard_normal((16, 20)).T
    outs = []
    for count in (1, 3):
        outs.append(np.full((5000, 16), np.nan))
        layouts = map(strides_of, (a, b, outs[-1]))
        launch = products.product_launch(a.dtype, 5000, 16, 20, *layouts, (0, 1, 2))
        assert launch.extent > 4 or processor.host().vector_bytes < 32
        with runtime.threads(count):
            run_launch(launch, (a, b, outs[-1]))
    np.testing.assert_array_equal(*outs)
    np.testing.assert_allclose(outs[0], a @ b, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("few, m, k", [(2, 2, 64), (8, 8, 64), (4, 32, 32), (16, 16, 64)])
def test_long_rows_of_many_small_transposed_matrices_are_left_to_libraries(few, m, k):
    assert vectors.of_rows(np.dtype("f4"), (m, k), few, True, 1000) is None


@pytest.mark.parametrize("few, m, k", [(4, 4, 31), (3, 3, 16), (8, 8, 31), (5, 5, 16)])
def test_short_rows_of_many_small_transposed_matrices_are_packed(few, m, k):
    host = processor.host()
    found = vectors.of_rows(np.dtype("f4"), (m, k), few, True, 1000)
    if m % host.lanes(4) and not host.has_masks(frozenset({4})):
        assert found is None  # a part of a register is stored under a mask
    else:
        assert found is not None and found.packed
