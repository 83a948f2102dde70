"""Matrix products through BLAS."""

from __future__ import annotations

import ctypes
import re
from pathlib import Path

import numpy as np
import pytest

import fjax
from fjax.lowering.cpu.library import blas, cuts
from fjax.lowering.cpu.library import products as library
from fjax.lowering.cpu.library.products import Matrices
from fjax.lowering.cpu.runtime import threads as runtime
from fjax.lowering.cpu.runtime.program import NativeProgram
from fjax.lowering.run.launch import Launch
from fjax.primitives.contraction import DotGeneral
from tests.lowering.cpu.harness import run_launch, strides_of

DTYPES = ["float32", "float64", "complex64", "complex128"]
RNG = np.random.default_rng(5)
TOLERANCE = {"float32": 2e-4, "complex64": 2e-4, "float64": 1e-11, "complex128": 1e-11}


def matrix(dtype, *shape, transposed=False):
    made = RNG.standard_normal(shape) + (1j * RNG.standard_normal(shape) if "c" in dtype else 0)
    made = np.asarray(made if dtype.startswith("c") else np.real(made), dtype)
    return np.ascontiguousarray(made.swapaxes(-1, -2)).swapaxes(-1, -2) if transposed else made


def product(a, b, out, **options):
    """Run one product launch through run_launch."""
    (m, k), n = a.shape[-2:], b.shape[-1]
    launch = library.product_launch(
        out.dtype, m, n, k, *map(strides_of, (a, b, out)), (0, 1, 2), **options
    )
    assert launch is not None
    run_launch(launch, (a, b, out))


@pytest.mark.one_in(4)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(
    "m,n,k",
    [
        (1, 1, 1),
        (3, 5, 7),
        (200, 17, 33),
        (17, 300, 33),
        (1, 50, 20),
        (50, 1, 20),
        (13, 14, 0),
        (1, 9, 0),
    ],
)
@pytest.mark.parametrize("ta", [False, True])
@pytest.mark.parametrize("tb", [False, True])
def test_product_matches_numpy(dtype, m, n, k, ta, tb):
    a, b = matrix(dtype, m, k, transposed=ta), matrix(dtype, k, n, transposed=tb)
    out = np.full((m, n), np.nan, dtype)
    product(a, b, out)
    np.testing.assert_allclose(out, a @ b, rtol=TOLERANCE[dtype], atol=TOLERANCE[dtype])
    column_major = np.full((n, m), np.nan, dtype).T
    product(a, b, column_major)
    np.testing.assert_allclose(column_major, a @ b, rtol=TOLERANCE[dtype], atol=TOLERANCE[dtype])


@pytest.mark.parametrize("batch", [2, 9])
@pytest.mark.parametrize("dtype", DTYPES)
def test_batches_are_one_launch(dtype, batch):
    a, b = matrix(dtype, batch, 30, 8), matrix(dtype, batch, 8, 20, transposed=True)
    out = np.zeros((batch, 30, 20), dtype)
    product(a, b, out, batch=batch)
    np.testing.assert_allclose(out, a @ b, rtol=TOLERANCE[dtype], atol=TOLERANCE[dtype])


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize(
    "lhs,rhs,numbers",
    [
        ((3, 9, 50), (3, 7, 50), ((0, 2), (0, 2))),
        ((3, 9, 50), (7, 150), None),
        ((4, 9, 5, 40), (4, 5, 40, 7), ((0, 2, 3), (0, 1, 2))),
        ((3, 300, 150), (3, 150, 110), ((0, 2), (0, 1))),
        ((4, 9, 8, 2, 40), (4, 7, 8, 2, 40), ((0, 3, 4), (0, 3, 4))),
    ],
    ids=str,
)
def test_a_sum_over_axes_that_lie_apart_is_one_launch_of_several_products(dtype, lhs, rhs, numbers):
    x, y = matrix(dtype, *lhs), matrix(dtype, *rhs)
    if numbers is None:  # one operand's axes lie together
        y = y.reshape(7, 3, 50)
        numbers = (0, 2), (1, 2)
    shared = ((2,), (2,)) if x.ndim == 5 else ((), ())
    product = DotGeneral((numbers, shared))
    program = fjax.inspect(lambda x, y: product(x, y))(x, y).program
    assert [e.op.name for e in program.eqns] == ["dot_general"]
    got = fjax.jit(lambda x, y: product(x, y))(x, y)
    letters = "abcde"[: x.ndim], list("vwxyz"[: y.ndim])
    for a, b in zip(numbers[0] + shared[0], numbers[1] + shared[1], strict=True):
        letters[1][b] = letters[0][a]
    free = [c for c in letters[0] if c not in letters[1]]
    others = [c for c in letters[1] if c not in letters[0]]
    order = "".join([*(letters[0][a] for a in shared[0]), *free, *others])
    expected = np.einsum(f"{letters[0]},{''.join(letters[1])}->{order}", x, y)
    np.testing.assert_allclose(got, expected, rtol=TOLERANCE[dtype], atol=TOLERANCE[dtype])


def test_offsets_address_parts_of_buffers():
    a, out = matrix("float32", 10, 6), np.zeros((4, 4), "float32")
    launch = library.product_launch(
        out.dtype, 4, 4, 6, Matrices(0, 6, 1, 12), Matrices(0, 1, 6), Matrices(0, 4, 1), (0, 0, 1)
    )
    NativeProgram([launch], 2).run(a, out)
    np.testing.assert_allclose(out, a[2:6] @ a[:4].T, rtol=1e-5)


def test_layouts_that_blas_cannot_read_are_refused():
    assert (
        library.product_launch(
            np.dtype("float32"),
            4,
            4,
            4,
            Matrices(0, 8, 2),
            Matrices(0, 4, 1),
            Matrices(0, 4, 1),
            (0, 1, 2),
        )
        is None
    )
    assert (
        library.product_launch(
            np.dtype("int32"),
            4,
            4,
            4,
            Matrices(0, 4, 1),
            Matrices(0, 4, 1),
            Matrices(0, 4, 1),
            (0, 1, 2),
        )
        is None
    )


@pytest.mark.parametrize("dtype", ["float32", "int64", "float16"])
def test_matmul_takes_any_dtype_and_layout(dtype):
    a = np.asarray(RNG.integers(-4, 5, (6, 90, 80)), dtype)[::2, :, ::2]
    b = np.asarray(RNG.integers(-4, 5, (40, 70)), dtype)
    np.testing.assert_array_equal(library.matmul(a, b), np.matmul(a, b))


@pytest.mark.parametrize("dtypes", [("float32", "int32"), ("int64", "float64"), ("<f8", ">f8")])
def test_matmul_of_two_dtypes_of_one_width_promotes(dtypes):
    for first, second in (dtypes, dtypes[::-1]):
        a, b = (RNG.integers(-4, 5, (200, 200)).astype(dtype) for dtype in (first, second))
        got, expected = library.matmul(a, b), np.matmul(a, b)
        assert got.dtype == expected.dtype
        np.testing.assert_array_equal(got, expected)


def test_product_of_a_matrix_with_its_own_transpose():
    x = matrix("float32", 300, 90)
    np.testing.assert_allclose(
        library.matmul(x.T, x), np.matmul(x.T.copy(), x), rtol=1e-4, atol=1e-4
    )


@pytest.mark.parametrize("m,n,k", [(512, 256, 64), (64, 1000, 100), (128, 128, 300)])
def test_product_is_the_same_bits_for_any_number_of_threads(m, n, k):
    a, b, seen = matrix("float32", m, k), matrix("float32", k, n), set()
    for count in (1, 2, 3):
        with runtime.threads(count):
            seen.add(library.matmul(a, b).tobytes())
    assert len(seen) == 1


def test_numpy_keeps_its_number_of_blas_threads():
    found = blas.find()
    if found is None or not found.get_threads:
        pytest.skip("this BLAS does not tell its number of threads")
    get = ctypes.CFUNCTYPE(ctypes.c_int)(found.get_threads)
    before = get()
    library.matmul(matrix("float32", 200, 200), matrix("float32", 200, 200))
    assert get() == before


def test_products_and_kernels_share_a_program():
    a, b = matrix("float64", 30, 20), matrix("float64", 20, 10)
    steps = [
        library.product_launch(
            a.dtype,
            30,
            10,
            20,
            Matrices(0, 20, 1),
            Matrices(0, 10, 1),
            Matrices(0, 10, 1),
            (0, 1, 2),
        )
    ]
    assert isinstance(steps[0], Launch)
    out = np.zeros((30, 10))
    NativeProgram(steps, 3).run(a, b, out)
    np.testing.assert_allclose(out, a @ b, rtol=1e-12)


@pytest.mark.parametrize(
    "lhs,rhs,subscripts",
    [
        ((6, 7), (7, 8), "mk,kn->mn"),
        ((7, 6), (7, 8), "km,kn->mn"),
        ((7, 6), (8, 7), "km,nk->mn"),
        ((3, 6, 7), (3, 7, 8), "bmk,bkn->bmn"),
        ((2, 3, 6, 7), (7, 8), "xymk,kn->xymn"),
        ((3, 7, 6), (3, 7, 8), "bkm,bkn->bmn"),
        ((4, 2, 5, 6), (5, 6, 3), "xykl,kln->xyn"),
        ((1, 6, 7), (1, 7, 8), "bmk,bkn->bmn"),
        ((3, 1), (1, 4), "mk,kn->mn"),
        ((7,), (7, 8), "k,kn->n"),
        ((7,), (8, 7), "k,nk->n"),
        ((3, 7, 8), (3, 7), "bkm,bk->bm"),
        ((7,), (7,), "k,k->"),
        ((3, 7), (3, 7), "bk,bk->b"),
    ],
)
def test_contraction_without_moving_operands(lhs, rhs, subscripts):
    a, b = matrix("float64", *lhs), matrix("float64", *rhs)
    expected = np.einsum(subscripts, a, b)
    (left, right), target = subscripts.split("->")[0].split(","), subscripts.split("->")[1]
    batch = [c for c in left if c in right and c in target]
    rows, shared = [c for c in left if c not in right], [c for c in left if c not in target]
    columns = [c for c in right if c not in left]
    length = dict(zip(left + right, lhs + rhs, strict=True))

    def size(names):
        return int(np.prod([length[c] for c in names]))

    launch = library.contraction_launch(
        a.dtype,
        (size(batch), size(rows), size(columns), size(shared)),
        (lhs, tuple(left.index(c) for c in batch + rows + shared)),
        (rhs, tuple(right.index(c) for c in batch + shared + columns)),
        (0, 1, 2),
    )
    assert launch is not None
    out = np.full(expected.shape, np.nan)
    run_launch(launch, (a, b, out))
    np.testing.assert_allclose(out, expected, rtol=1e-12, atol=1e-12)


def test_contraction_that_needs_a_copy_is_refused():
    assert (
        library.contraction_launch(
            np.dtype("float64"), (1, 12, 4, 5), ((3, 5, 4), (0, 2, 1)), ((5, 4), (0, 1)), (0, 1, 2)
        )
        is None
    )


def test_scipy_has_one_thread_while_anybody_is_inside_and_then_as_many_as_before():
    from scipy import linalg  # noqa: F401

    found = blas.find_scipy()
    if found is None or not found.set_threads:
        pytest.skip("SciPy carries no OpenBLAS of its own")
    get = ctypes.CFUNCTYPE(ctypes.c_int)(found.get_threads)
    put = ctypes.CFUNCTYPE(None, ctypes.c_int)(found.set_threads)
    before = get()
    put(2)
    try:
        first, second = library.single_threaded_blas(), library.single_threaded_blas()
        first.__enter__()
        second.__enter__()
        first.__exit__(None, None, None)  # not nested, as two threads may leave
        inside = get()
        second.__exit__(None, None, None)
        assert (inside, get()) == (1, 2)
    finally:
        put(before)


needs_setter = pytest.mark.skipif(
    blas.find() is None or not blas.find().set_threads, reason="no way to set BLAS's threads"
)


@needs_setter
def test_only_the_outermost_guard_changes_the_number_of_threads():
    found = blas.find()
    get = ctypes.CFUNCTYPE(ctypes.c_int)(found.get_threads)
    set_threads = ctypes.CFUNCTYPE(None, ctypes.c_int)(found.set_threads)
    enter, leave = library._library_guards()
    before = get()
    try:
        set_threads(2)
        seen = []
        for step in (enter, enter, leave, leave, enter, leave):
            step()
            seen.append(get())
        assert seen == [1, 1, 1, 2, 1, 2]
    finally:
        set_threads(before)


@needs_setter
def test_guards_tell_the_runner_how_threads_are_set(monkeypatch):
    told = []
    monkeypatch.setattr(runtime, "use_blas", lambda *functions: told.append(functions))
    library._library_guards.__wrapped__()
    assert told == [(blas.find().get_threads, blas.find().set_threads)]


def test_only_blas_is_looked_for_among_the_libraries_of_a_wheel(tmp_path, monkeypatch):
    (tmp_path / "some.libs").mkdir()
    for name in ("libgfortran-1.so", "libscipy_openblas64.so", "libquadmath.so"):
        (tmp_path / "some.libs" / name).touch()
    monkeypatch.setattr(blas.np, "__file__", str(tmp_path / "numpy" / "__init__.py"))
    assert [*blas._carried("some")] == [str(tmp_path / "some.libs" / "libscipy_openblas64.so")]
    loaded = [Path(path).name for path in blas._candidates()]
    assert all(re.search("openblas|blis|mkl_rt", name) for name in loaded), loaded


@pytest.mark.parametrize("m, n, k", [(64, 32, 128), (256, 1, 256)])
def test_products_of_so_much_work_are_shared_by_threads(m, n, k):
    work = 2 * (cuts.VECTOR_CALL_WORK if n == 1 else cuts.CALL_WORK)
    assert m * n * k < work
    batch = work // (m * n * k)

    def shared(batch, columns):
        layouts = [Matrices(r * c, c, 1) for r, c in ((m, columns), (columns, n), (m, n))]
        found = library.product_launch(
            np.dtype(float), m, n, columns, *layouts, (0, 1, 2), batch=batch
        )
        return found.parallel

    assert shared(batch, k) and not shared(batch, k - 1)


def test_a_stack_of_matrices_is_one_launch_and_stacks_of_stacks_are_numpys():
    def launched(*shape):
        layout = library._layout(np.ones(shape, np.float32))
        return library._whole(np.dtype(np.float32), layout, layout, None)[1] is not None

    assert launched(256, 256) and launched(4, 256, 256) and launched(1, 1, 256, 256)
    assert not launched(2, 2, 256, 256) and not launched(4, 4)


def test_programs_that_use_blas_set_it_to_one_thread_and_the_last_sets_it_back():
    threads = [7]
    get = ctypes.CFUNCTYPE(ctypes.c_int32)(lambda: threads[-1])
    put = ctypes.CFUNCTYPE(None, ctypes.c_int32)(threads.append)
    enter, leave = (runtime.native().call(f"{word}_blas", None) for word in ("enter", "leave"))
    found = blas.find()
    try:
        runtime.use_blas(*(ctypes.cast(f, ctypes.c_void_p).value for f in (get, put)))
        for change, expected in zip([enter, enter, leave, leave], [1, 1, 1, 7], strict=True):
            change()
            assert threads[-1] == expected
        assert threads == [7, 1, 7]
        runtime.use_blas(0, 0)
        enter()
        leave()
    finally:
        runtime.use_blas(found.get_threads, found.set_threads)
