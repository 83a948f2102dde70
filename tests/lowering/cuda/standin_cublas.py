"""Products of cuBLAS for the stand-in for CuPy; parameters have the library's names and order."""

import ctypes

import ml_dtypes
import numpy as np


def gemm_strided_batched_ex(
    machine, handle, transa, transb, m, n, k, alpha, A, Atype, lda, strideA,
    B, Btype, ldb, strideB, beta, C, Ctype, ldc, strideC, batchCount, computeType, algo,
):  # fmt: skip
    """By cuBLAS, later: matrices by columns, scalars read now, in the dtype of the computation."""
    dtype, result = GEMM_DTYPES[Atype], GEMM_DTYPES[Ctype]
    scale = np.dtype({"e": "f", "E": "f"}.get(dtype.char, dtype.char))
    assert handle == machine.device and Atype == Btype and algo == -1
    assert computeType in (
        (70,) if dtype.char in "dD" else (68, 77) if dtype.char in "fF" else (68,)
    )
    assert result in (dtype, scale) and min(m, n, k, batchCount) > 0
    assert max(m, n, k, lda, ldb, ldc, batchCount) < 1 << 31
    assert lda >= (k if transa else m) and ldb >= (n if transb else k) and ldc >= m
    one, zero = (np.frombuffer(ctypes.string_at(p, scale.itemsize), scale) for p in (alpha, beta))
    assert one == 1 and zero == 0
    heap = machine.heaps[machine.device]

    def matrices(at, dtype, transposed, rows, columns, leading, step):
        if transposed:
            rows, columns = columns, rows
        extent = (batchCount - 1) * step + (columns - 1) * leading + rows
        raw = heap.view(at, extent * dtype.itemsize)
        strides = [dtype.itemsize * x for x in (step, 1, leading)]
        found = np.ndarray((batchCount, rows, columns), dtype, raw, 0, strides)
        return found.swapaxes(1, 2) if transposed else found

    def work():
        a = matrices(A, dtype, transa, m, k, lda, strideA).astype(scale)
        b = matrices(B, dtype, transb, k, n, ldb, strideB).astype(scale)
        if computeType == 77:
            a, b = rounded_to_tf32(a), rounded_to_tf32(b)
        matrices(C, result, 0, m, n, ldc, strideC)[...] = np.matmul(a, b).astype(result)

    machine.check()
    machine.products.append((Atype, Ctype, computeType, (transa, transb)))
    machine.stream().put(work)


# cudaDataType_t
GEMM_DTYPES = {
    code: np.dtype(dtype)
    for code, dtype in ((0, "f"), (1, "d"), (2, "e"), (4, "F"), (5, "D"), (14, ml_dtypes.bfloat16))
}


def rounded_to_tf32(x):
    """With ten bits behind the point."""
    bits = (x.view(np.uint32) + 0x1000) & 0xFFFFE000
    return bits.astype(np.uint32).view(x.dtype)
