"""Large products of float32 matrices through oneDNN; with the extra `[onednn]` only."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys

import numpy as np
import pytest

from fjax.lowering.cpu.library import onednn
from fjax.lowering.cpu.library import products as library
from tests.lowering.cpu.harness import run_launch, strides_of

RNG = np.random.default_rng(11)
needs_library = pytest.mark.skipif(onednn.find() is None, reason="the extra [onednn] is absent")
SIZES = [(128, 512, 300), (300, 129, 511), (1024, 1024, 16)]


def launch_of(a, b, out, **options):
    """The launch of a product."""
    (m, k), n = a.shape[-2:], b.shape[-1]
    return library.product_launch(
        out.dtype, m, n, k, *map(strides_of, (a, b, out)), (0, 1, 2), **options
    )


def matrix(*shape, transposed=False, dtype=np.float32):
    made = RNG.standard_normal(shape).astype(dtype)
    return np.ascontiguousarray(made.swapaxes(-1, -2)).swapaxes(-1, -2) if transposed else made


def assert_is_product(out, a, b):
    expected = a.astype(np.float64) @ b.astype(np.float64)
    np.testing.assert_allclose(out, expected, rtol=1e-4, atol=1e-4 * np.sqrt(a.shape[-1]))


@pytest.mark.one_in(4)
@needs_library
@pytest.mark.parametrize("m,n,k", SIZES)
@pytest.mark.parametrize("ta", [False, True])
@pytest.mark.parametrize("tb", [False, True])
@pytest.mark.parametrize("tc", [False, True])
def test_large_products_of_every_layout_go_through_onednn(m, n, k, ta, tb, tc):
    a, b = matrix(m, k, transposed=ta), matrix(k, n, transposed=tb)
    out = np.full((n, m), np.nan, np.float32).T if tc else np.full((m, n), np.nan, np.float32)
    launch = launch_of(a, b, out)
    assert launch.code.name == "onednn:sgemm"
    run_launch(launch, (a, b, out))
    assert_is_product(out, a, b)


@needs_library
def test_batches_reach_onednn():
    a, b = matrix(3, 256, 300), matrix(3, 300, 256)
    out = np.full((3, 256, 256), np.nan, np.float32)
    launch = launch_of(a, b, out, batch=3)
    assert launch.code.name == "onednn:sgemm"
    run_launch(launch, (a, b, out))
    assert_is_product(out, a, b)


@needs_library
@pytest.mark.parametrize("dtype,size", [("float32", 64), ("float64", 300)])
def test_small_products_and_other_dtypes_stay_with_blas(dtype, size):
    a = matrix(size, size, dtype=dtype)
    assert launch_of(a, a, np.empty_like(a)).code.name.startswith("blas:")


@needs_library
def test_the_callers_number_of_openmp_threads_is_left_as_it_was():
    threads = ctypes.CFUNCTYPE(ctypes.c_int)(onednn.find().functions["omp_get_max_threads"])
    set_threads = ctypes.CFUNCTYPE(None, ctypes.c_int)(
        onednn.find().functions["omp_set_num_threads"]
    )
    before = threads()
    set_threads(3)
    try:
        a = matrix(300, 300)
        run_launch(launch_of(a, a, np.empty_like(a)), (a, a, np.empty_like(a)))
        assert threads() == 3
    finally:
        set_threads(before)


def test_the_environment_variable_leaves_the_library_alone():
    code = (
        "import numpy as np, fjax\n"
        "from fjax.lowering.cpu.library import onednn\n"
        "assert onednn.find() is None\n"
        "x = np.full((300, 300), 2, np.float32)\n"
        "print(float((fjax.jit(lambda x: x @ x)(x) == 1200).all()))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "FJAX_ONEDNN": "0"},
        check=False,
    )
    assert (done.returncode, done.stdout.strip()) == (0, "1.0"), done.stderr


FAILING = """
import ctypes
import numpy as np
import fjax
from fjax.lowering.cpu import loader
from fjax.lowering.cpu.library import onednn
link, calls = onednn.link, []

@ctypes.CFUNCTYPE(ctypes.c_int)
def out_of_memory():
    calls.append(1)
    return 1

def broken():
    link()
    loader.define("fjax_dnnl_sgemm", ctypes.cast(out_of_memory, ctypes.c_void_p).value)

onednn.link = broken
a = np.random.default_rng(0).standard_normal((400, 400)).astype(np.float32)
for multiply in (fjax.jit(lambda a: a @ a), lambda a: fjax.numpy.asarray(a) @ a):
    np.testing.assert_allclose(multiply(a), a.astype(np.float64) @ a, rtol=1e-3, atol=1e-3)
assert calls
print("computed")
"""


@needs_library
def test_where_onednn_reports_an_error_blas_computes_the_product():
    done = subprocess.run(
        [sys.executable, "-c", FAILING], capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "computed", done.stderr
