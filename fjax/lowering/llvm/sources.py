"""The modules that decide on the LLVM IR of a kernel, for any target: a part of caches' keys."""

from __future__ import annotations

from fjax.core import dtypes, scalar
from fjax.lowering.kernel import fingerprint, folding, form, half, narrow, numbers, spelling
from fjax.lowering.llvm import values, writer

SOURCES = (
    dtypes,
    scalar,
    form,
    spelling,
    folding,
    half,
    narrow,
    numbers,
    fingerprint,
    writer,
    values,
)
