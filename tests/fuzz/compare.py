"""Whether two results agree, as far as rounding lets one say.

A plain comparison comes first. What fails it is judged by Monte Carlo arithmetic: the reference
is computed again with each statement's result moved by a few units in the last place. Where that
moves an element much, neither result is more right than the other; elsewhere a difference beyond
the movement is a wrong answer. Equal numbers are moved equally, so that ties stay ties.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterable, Sequence

import ml_dtypes
import numpy as np

STRICT = 32.0  # units in the last place that a plain comparison lets pass
FACTOR = 40.0  # how much further than the samples a right result may lie
NORMWISE = 4.0  # units in the last place of a result's largest element
BLUNT = 0.05  # of an element's size: a wider tolerance says nothing
SAMPLES = 6  # where the first FEW do not explain a difference
FEW = 2


@dataclasses.dataclass
class Verdict:
    """message: what is wrong, or ''; unjudged: the share of elements that rounding decides."""

    message: str = ""
    unjudged: float = 0.0


def epsilon(dtype: np.dtype) -> float:
    """The distance from 1 to the next number; 0 for exact dtypes."""
    if dtype.kind in "biu" or dtype.name in ("int4", "uint4"):
        return 0.0
    if dtype.type.__module__ == "numpy":
        return float(np.finfo(dtype).eps)
    return float(ml_dtypes.finfo(dtype).eps)


def least(dtype: np.dtype) -> float:
    """The smallest positive number of an inexact dtype."""
    limits = np.finfo if dtype.type.__module__ == "numpy" else ml_dtypes.finfo
    return float(limits(dtype).smallest_subnormal)


def wide(x: np.ndarray) -> np.ndarray:
    """The same numbers, in a dtype that NumPy computes in."""
    if x.dtype.kind == "c":
        return x.astype(np.complex128)
    if x.dtype.kind in "biu" and x.dtype.itemsize == 8:
        return x.astype(np.longdouble)
    return x.astype(np.float64)


def agree(
    expected: Sequence[np.ndarray],
    found: Sequence[np.ndarray],
    samples: Callable[[], Iterable[Sequence[np.ndarray]]],
    coarsest: float = 0.0,
) -> Verdict:
    """Compare lists of arrays. samples: the expected ones computed again, each time moved.

    coarsest: the largest epsilon that a value inside the program has.
    """
    if len(expected) != len(found):
        return Verdict(f"{len(expected)} results expected, {len(found)} found")
    suspects = []
    for i, (e, f) in enumerate(zip(expected, found)):
        if e.shape != f.shape or e.dtype != f.dtype:
            return Verdict(
                f"result {i}: expected {e.dtype}{list(e.shape)}, found {f.dtype}{list(f.shape)}"
            )
        if not _plainly(e, f):
            suspects.append(i)
    if not suspects:
        return Verdict()
    more = iter(samples())
    again = list(itertools.islice(more, FEW))
    verdict = _judged(expected, found, suspects, again, coarsest)
    if not verdict.message:
        return verdict
    return _judged(expected, found, suspects, [*again, *more], coarsest)


def _judged(
    expected: Sequence[np.ndarray],
    found: Sequence[np.ndarray],
    suspects: Sequence[int],
    again: Sequence[Sequence[np.ndarray]],
    coarsest: float,
) -> Verdict:
    """Whether the suspects differ more than the moved references do."""
    unjudged = 0.0
    for i in suspects:
        if any(len(s) != len(expected) or s[i].shape != expected[i].shape for s in again):
            unjudged = 1.0
            continue
        message, share = _beyond(expected[i], found[i], [s[i] for s in again], coarsest)
        unjudged = max(unjudged, share)
        if message:
            return Verdict(f"result {i}: {message}", unjudged)
    return Verdict("", unjudged)


def _plainly(e: np.ndarray, f: np.ndarray) -> bool:
    eps = epsilon(e.dtype)
    if not eps:
        return bool(np.array_equal(e, f))
    with np.errstate(all="ignore"):
        return bool(np.allclose(wide(f), wide(e), rtol=STRICT * eps, atol=0.0, equal_nan=True))


def _beyond(
    e: np.ndarray, f: np.ndarray, samples: list[np.ndarray], coarsest: float
) -> tuple[str, float]:
    """What differs more than the samples do, and the share of elements that cannot be judged."""
    exact = not epsilon(e.dtype)
    eps = max(epsilon(e.dtype), coarsest) if not exact else 0.0
    smallest = 0.0 if exact else max(least(e.dtype), np.finfo(float).tiny)
    e, f, samples = wide(e), wide(f), [wide(s) for s in samples]
    with np.errstate(all="ignore"):
        spread = np.max([_distance(e, s) for s in samples], axis=0)
        finite = spread[np.isfinite(spread)]
        typical = float(np.median(finite)) if finite.size else 0.0
        size = np.where(np.isfinite(e), abs(e), 0)
        largest = float(size.max()) if size.size else 0.0
        allowed = FACTOR * spread + STRICT * eps * size + 4 * FACTOR * typical
        allowed = allowed + NORMWISE * eps * largest
        allowed = allowed + STRICT * smallest
        blunt = max(BLUNT, 8 * FACTOR * eps)
        magnitude = np.maximum(size, np.where(np.isfinite(f), abs(f), 0))
        judged = (spread == 0) | (allowed <= blunt * magnitude)
        if exact:
            judged = spread == 0
        wrong = judged & (_distance(e, f) > allowed)
    share = 1.0 - float(np.mean(judged)) if judged.size else 0.0
    if not wrong.any():
        return "", share
    at = tuple(int(i) for i in np.argwhere(wrong)[0])
    return (
        f"at {list(at)} expected {e[at]!r}, found {f[at]!r} (allowed {float(allowed[at]):.3g}; "
        f"{int(wrong.sum())} of {wrong.size} elements)"
    ), share


def _distance(e: np.ndarray, f: np.ndarray) -> np.ndarray:
    """abs(e - f); 0 for the same infinity or two NaNs, infinite for others.

    Which part of a complex number is infinite and which NaN depends on how products are summed.
    """
    same = (e == f) | (np.isnan(e) & np.isnan(f))
    finite = np.isfinite(e) & np.isfinite(f)
    if e.dtype.kind == "c":
        same = same | ~(np.isfinite(e) | np.isfinite(f))
    return np.where(same, 0.0, np.where(finite, abs(e - f), np.inf))
