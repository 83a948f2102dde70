"""`FJAX_TEST_MODE=rank,strict,x32,plain`: the suite under other settings.

rank: numpy_rank_promotion="raise". strict: numpy_dtype_promotion="strict". x32: enable_x64=False.
plain: LLVM makes code of a kernel as it stands, so that a load which it would move or drop is made.
Several stand with commas between them. A test whose own program promotes is skipped with that
reason; one that needs wide or mixed types by its nature says so with a marker of ours:

    @pytest.mark.needs("x64", reason="compares with mpmath to 1e-12")
"""

from __future__ import annotations

import os

import numpy as np
import pytest

from fjax.config import config
from fjax.lowering.cpu import compile
from tests.promotions import promotion

VARIABLE = "FJAX_TEST_MODE"
SETTINGS = {
    "rank": ("numpy_rank_promotion", "raise"),
    "strict": ("numpy_dtype_promotion", "strict"),
    "x32": ("enable_x64", False),
}
PLAIN = "plain"
TAKEN = {"rank": "rank promotion", "strict": "dtype promotion", "x32": "x64"}
MODES = tuple(filter(None, os.environ.get(VARIABLE, "").split(",")))


def install() -> None:
    """Put the settings of the modes in force for the process."""
    unknown = set(MODES) - {*SETTINGS, PLAIN}
    if unknown:
        raise pytest.UsageError(
            f"{VARIABLE}: {sorted(unknown)} not among {sorted({*SETTINGS, PLAIN})}"
        )
    if PLAIN in MODES:
        compile.OPTIMIZATION_LEVEL = 0
    for mode in MODES:
        if mode in SETTINGS:
            config.update(*SETTINGS[mode])
    if "x32" in MODES:
        np.testing.assert_allclose = _assert_close_in_single_precision
    if MODES:
        config.update("traceback_filtering", "off")  # promotions are told by their frames


_assert_allclose = np.testing.assert_allclose


def _assert_close_in_single_precision(actual, desired, rtol=1e-7, atol=0, **options):
    """assert_allclose; float64's tolerances stand for those of float32, 2**29 times as coarse.

    Derivatives by differences and long sums lose half of the digits, hence the least ones.
    """
    if any(np.asarray(values).dtype.kind in "fc" for values in (actual, desired)):
        rtol, atol = max(rtol, 2e-4), max(atol, 2e-4 * _size(desired), 1e-6)
    _assert_allclose(actual, desired, rtol, atol, **options)


def _size(values) -> float:
    """The largest finite absolute value."""
    values = np.abs(np.asarray(values))
    return float(np.max(values, where=np.isfinite(values), initial=0.0))


def program_promotes(error: BaseException | None) -> bool:
    """Whether the running mode refuses what the failed program itself joins."""
    while MODES and error is not None:
        found = promotion(error)
        if found is not None:
            return found.is_the_callers
        error = error.__context__  # a test that looks at the error raised another one
    return False


def skip_if_marked(item: pytest.Item) -> None:
    """Skip a test that says that it needs what a mode takes away."""
    for marker in item.iter_markers("needs"):
        if set(marker.args) & {TAKEN.get(mode) for mode in MODES}:
            pytest.skip(f"needs {marker.args[0]}: {marker.kwargs['reason']}")


def skip_if_the_program_promotes(error: BaseException) -> None:
    """Skip the running test if its own program joins operands of differing ranks or dtypes."""
    if program_promotes(error):
        pytest.skip("the test's own program promotes")
