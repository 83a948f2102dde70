"""Errors and warnings of sparse arrays."""

from fjax.errors import FjaxValueError


class SparseEfficiencyError(FjaxValueError):
    """A change of layout that stores more than before."""


class SparseEfficiencyWarning(UserWarning):
    """The same where it was asked to go on."""


class CuSparseEfficiencyWarning(SparseEfficiencyWarning):
    """Of calls of cuSPARSE; never given, so that filters that name it go on working."""
