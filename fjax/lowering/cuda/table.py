"""Kernels of more parameters than a GPU takes: they read them from a table in its memory."""

from __future__ import annotations

import re

from fjax.lowering.cuda.emit.instructions import GLOBAL
from fjax.lowering.kernel.form import Kernel

WORD = 8  # bytes of a parameter
MOST_BYTES = 4096  # of parameters, that every driver since CUDA 12.0 takes
_HEAD = re.compile(r"(define ptx_kernel void @\w+)\((.*)\)( nounwind \{\nentry:\n)")


def needs_table(kernel: Kernel) -> bool:
    """Whether the addresses, words and extent of a launch are too many to be parameters."""
    return WORD * (len(kernel.buffers) + len(kernel.table) + 1) > MOST_BYTES


def with_table(text: str) -> str:
    """LLVM's text of a kernel, which then has one parameter: the address of the others.

    >>> print(with_table("define ptx_kernel void @f(i64 %w0, i64 %extent) nounwind {\\nentry:\\n"))
    define ptx_kernel void @f(ptr addrspace(1) readonly %table) nounwind {
    entry:
      %at.0 = getelementptr i64, ptr addrspace(1) %table, i64 0
      %w0 = load i64, ptr addrspace(1) %at.0, align 8, !invariant.load !{}
      %at.1 = getelementptr i64, ptr addrspace(1) %table, i64 1
      %extent = load i64, ptr addrspace(1) %at.1, align 8, !invariant.load !{}
    <BLANKLINE>
    """
    found = _HEAD.search(text)
    assert found is not None, "an emitted kernel begins so"
    lines = []
    for k, formal in enumerate(found[2].split(", ")):
        kind, _, name = formal.rpartition(" ")
        kind = GLOBAL if kind.startswith(GLOBAL) else kind
        lines += [
            f"  %at.{k} = getelementptr i64, {GLOBAL} %table, i64 {k}\n",
            f"  {name} = load {kind}, {GLOBAL} %at.{k}, align {WORD}, !invariant.load !{{}}\n",
        ]
    head = f"{found[1]}({GLOBAL} readonly %table){found[3]}"
    return text[: found.start()] + head + "".join(lines) + text[found.end() :]
