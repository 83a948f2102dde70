"""The modules that say what a kernel means and how it is expanded: a part of all caches' keys."""

from __future__ import annotations

from fjax.core import dtypes, scalar, scalar_numpy
from fjax.lowering.kernel import (
    dependence,
    expansion,
    fingerprint,
    folding,
    form,
    half,
    narrow,
    numbers,
    spelling,
)

SOURCES = (
    dtypes,
    scalar,
    scalar_numpy,
    form,
    spelling,
    folding,
    half,
    narrow,
    numbers,
    dependence,
    expansion,
    fingerprint,
)
