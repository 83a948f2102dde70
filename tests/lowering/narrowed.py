"""Kernels of tests with indices of 32 bits, where their sizes allow."""

from fjax.lowering.kernel.narrow_indices import narrow_indices
from fjax.lowering.kernel.verify import rewritten


def shortened(check):
    """A `check` of kernels that shortens their indices first; `shortened` counts those it could."""

    def changed(kernel, buffers, words, *args, **options):
        known = [(dtype, int(word)) for dtype, word in zip(kernel.table, words, strict=False)]
        found = rewritten(kernel, narrow_indices, known)
        changed.shortened += found is not kernel
        check(found, buffers, words, *args, **options)

    changed.shortened = 0
    return changed
