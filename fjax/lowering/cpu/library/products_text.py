"""LLVM IR of the functions that make some of a product's calls of BLAS (see `cuts.py`)."""

from __future__ import annotations

ELEMENT = {"s": "float", "d": "double", "c": "{float, float}", "z": "{double, double}"}
# M, N, K: sizes; rows, columns: those of a call; ld*, s*, o*: leading dimensions, steps of the
# batch, offsets. Indices of a launch count calls: those of a matrix row by row, then the batch's.
MATRIX_WORDS = "M N K ta tb lda ldb ldc sa sb sc oa ob oc most.rows most.columns".split()
VECTOR_WORDS = "M K ta lda ldb ldc sa sb sc oa ob oc most.rows".split()


def product_text(name: str, integer: str, onednn: bool = False) -> str:
    """A module that defines `product` for a BLAS function such as "sgemm" or "zgemv".

    With `onednn`, which needs "sgemm", oneDNN is asked first.
    """
    letter, matrix = name[0], name.endswith("gemm")
    element = ELEMENT[letter]
    words = MATRIX_WORDS if matrix else VECTOR_WORDS
    narrow = (
        ("rows", "columns", "K", "lda", "ldb", "ldc")
        if matrix
        else ("first.size", "second.size", "lda", "ldb", "ldc")
    )
    alpha, beta, factors = _factors(letter, element, len(words))
    parts = {
        "LOADS": _loads(words),
        "BUFFERS": _buffers(element),
        "FACTORS": factors,
        "NARROW": _narrow(narrow, integer),
        "ALPHA": alpha,
        "BETA": beta,
        "WIDE": _wide(("m", "n", "k", "lda", "ldb", "ldc"), integer),
        "FACTOR": element if letter in "sd" else "ptr",
        "ELEMENT": element,
        "INT": integer,
        "BLAS": f"fjax_blas_{name}",
        "PRODUCT": "ask_onednn" if onednn else f"fjax_blas_{name}",
    }
    text = (MATRIX if matrix else VECTOR) + PARTS + (ONEDNN if onednn else "")
    for mark, value in parts.items():
        text = text.replace(mark, value)
    return text


def _loads(words: list[str]) -> str:
    return "\n".join(
        f"  %{name}.p = getelementptr i64, ptr %table, i64 {k}\n"
        f"  %{name} = load i64, ptr %{name}.p, align 8"
        for k, name in enumerate(words)
    )


def _buffers(element: str) -> str:
    return "\n".join(
        f"  %{x}.p = getelementptr ptr, ptr %buffers, i64 {k}\n"
        f"  %{x}.0 = load ptr, ptr %{x}.p, align 8\n"
        f"  %{x} = getelementptr {element}, ptr %{x}.0, i64 %o{x}"
        for k, x in enumerate("abc")
    )


def _narrow(names: tuple[str, ...], integer: str) -> str:
    """Sizes as the integers of the library."""
    convert = "add i64 {}, 0" if integer == "i64" else f"trunc i64 {{}} to {integer}"
    return "\n".join(f"  %{name}.i = {convert.format('%' + name)}" for name in names)


def _wide(names: tuple[str, ...], integer: str) -> str:
    """Integers of the library as 64-bit ones."""
    convert = "add i64 {}, 0" if integer == "i64" else f"sext {integer} {{}} to i64"
    return "\n".join(f"  %{name}.w = {convert.format('%' + name)}" for name in names)


def _factors(letter: str, element: str, at: int) -> tuple[str, str, str]:
    """How alpha and beta are passed: real ones by value, complex ones by address."""
    lines = [
        f"  %{name}.p = getelementptr i64, ptr %table, i64 {k}"
        for name, k in (("alpha", at), ("beta", at + 2))
    ]
    if letter not in "sd":
        return "ptr %alpha.p", "ptr %beta.p", "\n".join(lines)
    lines += [f"  %{n} = load {element}, ptr %{n}.p, align 8" for n in ("alpha", "beta")]
    return f"{element} %alpha", f"{element} %beta", "\n".join(lines)


MATRIX = """
declare void @BLAS(i32, i32, i32, INT, INT, INT, FACTOR, ptr, INT, ptr, INT, FACTOR, ptr, INT)
declare i64 @llvm.smin.i64(i64, i64)

define void @product(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
LOADS
BUFFERS
FACTORS
  %ta32 = trunc i64 %ta to i32
  %tb32 = trunc i64 %tb to i32
  %anormal = icmp eq i64 %ta, 111
  %rowa = select i1 %anormal, i64 %lda, i64 1
  %bnormal = icmp eq i64 %tb, 111
  %colb = select i1 %bnormal, i64 1, i64 %ldb
  %down = call i64 @parts(i64 %M, i64 %most.rows)
  %across = call i64 @parts(i64 %N, i64 %most.columns)
  %calls = mul i64 %down, %across
  %some = icmp slt i64 %lo, %hi
  br i1 %some, label %each, label %done
each:
  %at = phi i64 [ %lo, %entry ], [ %next, %each ]
  %t = sdiv i64 %at, %calls
  %inside = srem i64 %at, %calls
  %i = sdiv i64 %inside, %across
  %j = srem i64 %inside, %across
  %row = mul i64 %i, %most.rows
  %column = mul i64 %j, %most.columns
  %rows.left = sub i64 %M, %row
  %columns.left = sub i64 %N, %column
  %rows = call i64 @llvm.smin.i64(i64 %rows.left, i64 %most.rows)
  %columns = call i64 @llvm.smin.i64(i64 %columns.left, i64 %most.columns)
  %ba = mul i64 %t, %sa
  %bb = mul i64 %t, %sb
  %bc = mul i64 %t, %sc
  %fa = mul i64 %row, %rowa
  %fb = mul i64 %column, %colb
  %fc0 = mul i64 %row, %ldc
  %fc = add i64 %fc0, %column
  %ia = add i64 %ba, %fa
  %ib = add i64 %bb, %fb
  %ic = add i64 %bc, %fc
  %pa = getelementptr ELEMENT, ptr %a, i64 %ia
  %pb = getelementptr ELEMENT, ptr %b, i64 %ib
  %pc = getelementptr ELEMENT, ptr %c, i64 %ic
NARROW
  call void @PRODUCT(i32 101, i32 %ta32, i32 %tb32, INT %rows.i, INT %columns.i, INT %K.i, ALPHA,
                     ptr %pa, INT %lda.i, ptr %pb, INT %ldb.i, BETA, ptr %pc, INT %ldc.i)
  %next = add i64 %at, 1
  %more = icmp slt i64 %next, %hi
  br i1 %more, label %each, label %done
done:
  ret void
}
"""

# Rows of a matrix stored by columns are columns of its transpose: so the library is told.
VECTOR = """
declare void @BLAS(i32, i32, INT, INT, FACTOR, ptr, INT, ptr, INT, FACTOR, ptr, INT)
declare i64 @llvm.smin.i64(i64, i64)

define void @product(ptr %buffers, ptr %table, i64 %lo, i64 %hi) nounwind {
entry:
LOADS
BUFFERS
FACTORS
  %ta32 = trunc i64 %ta to i32
  %normal = icmp eq i64 %ta, 111
  %row = select i1 %normal, i64 %lda, i64 1
  %calls = call i64 @parts(i64 %M, i64 %most.rows)
  %some = icmp slt i64 %lo, %hi
  br i1 %some, label %each, label %done
each:
  %at = phi i64 [ %lo, %entry ], [ %next, %each ]
  %t = sdiv i64 %at, %calls
  %inside = srem i64 %at, %calls
  %first = mul i64 %inside, %most.rows
  %left = sub i64 %M, %first
  %count = call i64 @llvm.smin.i64(i64 %left, i64 %most.rows)
  %first.size = select i1 %normal, i64 %count, i64 %K
  %second.size = select i1 %normal, i64 %K, i64 %count
  %ba = mul i64 %t, %sa
  %bb = mul i64 %t, %sb
  %bc = mul i64 %t, %sc
  %fa = mul i64 %first, %row
  %fc = mul i64 %first, %ldc
  %ia = add i64 %ba, %fa
  %ic = add i64 %bc, %fc
  %pa = getelementptr ELEMENT, ptr %a, i64 %ia
  %pb = getelementptr ELEMENT, ptr %b, i64 %bb
  %pc = getelementptr ELEMENT, ptr %c, i64 %ic
NARROW
  call void @BLAS(i32 101, i32 %ta32, INT %first.size.i, INT %second.size.i, ALPHA, ptr %pa,
                  INT %lda.i, ptr %pb, INT %ldb.i, BETA, ptr %pc, INT %ldc.i)
  %next = add i64 %at, 1
  %more = icmp slt i64 %next, %hi
  br i1 %more, label %each, label %done
done:
  ret void
}
"""

# How many parts of a length there are.
PARTS = """
define internal i64 @parts(i64 %length, i64 %most) nounwind {
  %above = add i64 %length, %most
  %last = sub i64 %above, 1
  %count = sdiv i64 %last, %most
  ret i64 %count
}
"""

# The interface of cblas_sgemm over dnnl_sgemm, in the calling thread alone. Where oneDNN gives an
# error (memory for its copies, say), BLAS computes the product instead.
ONEDNN = """
declare i32 @fjax_dnnl_sgemm(i8, i8, i64, i64, i64, float, ptr, i64, ptr, i64, float, ptr, i64)
declare i32 @fjax_omp_get_max_threads()
declare void @fjax_omp_set_num_threads(i32)

define internal void @ask_onednn(i32 %order, i32 %ta, i32 %tb, INT %m, INT %n, INT %k,
                                 float %alpha, ptr %a, INT %lda, ptr %b, INT %ldb,
                                 float %beta, ptr %c, INT %ldc) nounwind {
  %aplain = icmp eq i32 %ta, 111
  %bplain = icmp eq i32 %tb, 111
  %aletter = select i1 %aplain, i8 78, i8 84
  %bletter = select i1 %bplain, i8 78, i8 84
WIDE
  %threads = call i32 @fjax_omp_get_max_threads()
  call void @fjax_omp_set_num_threads(i32 1)
  %status = call i32 @fjax_dnnl_sgemm(i8 %aletter, i8 %bletter, i64 %m.w, i64 %n.w, i64 %k.w,
                                      float %alpha, ptr %a, i64 %lda.w, ptr %b, i64 %ldb.w,
                                      float %beta, ptr %c, i64 %ldc.w)
  call void @fjax_omp_set_num_threads(i32 %threads)
  %failed = icmp ne i32 %status, 0
  br i1 %failed, label %instead, label %done
instead:
  call void @BLAS(i32 %order, i32 %ta, i32 %tb, INT %m, INT %n, INT %k, float %alpha, ptr %a,
                  INT %lda, ptr %b, INT %ldb, float %beta, ptr %c, INT %ldc)
  br label %done
done:
  ret void
}
"""
