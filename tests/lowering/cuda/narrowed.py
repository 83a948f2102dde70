"""Kernels of tests with indices of 32 bits, where their sizes allow."""

from fjax.lowering.cuda.narrow_indices import fit_indices


def shortened(check):
    """A `check` of kernels that shortens their indices first; `shortened` counts those it could."""

    def changed(kernel, buffers, words, *args, **options):
        known = [(dtype, int(word)) for dtype, word in zip(kernel.table, words, strict=False)]
        found = fit_indices(kernel, known)
        changed.shortened += found is not kernel
        check(found, buffers, words, *args, **options)

    changed.shortened = 0
    return changed
