"""What losses, metrics and layers share: room for sums, weights of nothing, classes that exist."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from fjax import numpy as jnp
from fjax import tree
from fjax.core import dtypes
from fjax.core.array import Array
from fjax.core.plain_arguments import check_whole
from fjax.core.tracing import Tracer
from fjax.errors import FjaxTypeError, FjaxValueError, ShapeError
from fjax.primitives.index_rows import holding, wide_indices, within


def widened(x: Any) -> Any:
    """Floats, at least in float32: sums of 16-bit numbers round, and those of float16 overflow.

    >>> widened(jnp.ones(2, jnp.float16)).dtype
    dtype('float32')
    """
    return as_kind(x, dtypes.widened(x.dtype))


def as_kind(x: Any, kind: Any) -> Any:
    """x in a dtype; as it is, weakly typed perhaps, if it has that.

    >>> as_kind(jnp.ones(2, jnp.float32), jnp.float16).dtype
    dtype('float16')
    """
    return x if x.dtype == kind else x.astype(kind)


def as_floats(name: str, x: Any) -> Any:
    """x as an array of floats (or complex numbers); FjaxTypeError for others.

    >>> as_floats("LayerNorm", [1.0, 2.0])
    Array([1., 2.], dtype=float64)
    """
    if isinstance(x, tuple | Mapping) and any(hasattr(leaf, "shape") for leaf in tree.leaves(x)):
        first = next(iter(x)) if isinstance(x, Mapping) else 0
        raise FjaxTypeError(
            f"{name} takes one array, got a {type(x).__name__} of {len(x)}; a function before it "
            f"may choose one, such as x[{first!r}]"
        )
    x = jnp.asarray(x)
    if not dtypes.is_inexact(x.dtype):
        raise FjaxTypeError(f"{name} takes floats, got {x.aval}: convert with x.astype(float)")
    return x


def counted(weights: Any) -> Any:
    """Which weights are not 0, as booleans, from weights or booleans.

    >>> print(counted(jnp.array([0.5, 0.0])), counted(jnp.array([True, False])))
    [ True False] [ True False]
    """
    weights = jnp.asarray(weights)
    return weights if weights.dtype == dtypes.bool_ else weights != 0


def weighed(values: Any, weights: Any) -> Any:
    """values * weights, where a weight of 0 leaves nothing of an infinity or a NaN.

    >>> print(weighed(jnp.array([2.0, jnp.inf]), jnp.array([0.5, 0.0])))
    [1. 0.]
    """
    absent = (weights == 0) & ~jnp.isfinite(values)
    return jnp.where(absent, 0, values) * weights


def class_numbers(name: str, x: Any, count: int) -> Array:
    """Numbers of classes in a dtype that counts them; FjaxTypeError unless they are integers.

    What the dtype does not hold is outside of [0, count) in the result, too.

    >>> print(class_numbers("accuracy", jnp.array([1, 255], jnp.uint8), 1000).dtype)
    int32
    """
    x = jnp.asarray(wide_indices(x))
    if x.dtype != dtypes.bool_ and not dtypes.is_integer(x.dtype):
        raise FjaxTypeError(f"{name}: numbers of classes are integers, got {x.aval}")
    if x.dtype.itemsize < 4:
        x = x.astype(dtypes.int32)
    return within(count, holding(count, x))


def known(x: Any) -> np.ndarray | None:
    """The values of an array, if it has them here: not within `jit`, and not on a device.

    >>> known(jnp.array([0, 7]))
    array([0, 7])
    """
    x = x.concrete() if isinstance(x, Tracer) else x
    return np.asarray(x.buffer) if type(x) is Array and x.placement is None else None


def check_range(name: str, what: str, x: Any, least: int, most: int, spared: Any = None) -> None:
    """Raise FjaxValueError for a number outside of [least, most], if the numbers are known here.

    Within `jit` they are not, and those on a device are not fetched. spared: a number that is no
    mistake.

    >>> check_range("cross_entropy", "a label", jnp.array([0, 7]), 0, 2)
    Traceback (most recent call last):
        ...
    fjax.errors.FjaxValueError: cross_entropy: a label is from 0 to 2, got 7 at (1,)
      at ...
    """
    values = known(x)
    if values is None or not values.size or (values.min() >= least and values.max() <= most):
        return
    wrong = (values < least) | (values > most)
    if spared is not None:
        wrong &= values != spared
    if wrong.any():
        place = tuple(int(k) for k in np.argwhere(wrong)[0])
        got = f"{values[place]}{f' at {place}' if place else ''}"
        raise FjaxValueError(f"{name}: {what} is from {least} to {most}, got {got}")


def check_wholes(name: str, what: str, x: Any) -> None:
    """Raise FjaxValueError for a float that is not whole, if the numbers are known here.

    >>> check_wholes("metrics.accuracy", "a label", jnp.array([0.0, 2.0]))
    """
    values = known(x)
    if values is None:
        return
    wrong = np.argwhere(values != np.floor(values))
    if len(wrong):
        place = tuple(map(int, wrong[0]))
        raise FjaxValueError(
            f"{name}: {what} is a whole number, the class, got {values[place]} at {place}; of a "
            "probability p it is (p > 0.5).astype(int)"
        )


def labelled(name: str, logits: Any, labels: Any, what: str = "a label") -> tuple[Array, Array]:
    """Values, and labels that number positions on their last axis and have all other axes.

    >>> print(labelled("accuracy", jnp.eye(2), jnp.array([0.0, 1.0]))[1])
    [0 1]
    """
    logits, given = jnp.asarray(logits), jnp.asarray(wide_indices(labels))
    if not logits.ndim or given.shape != logits.shape[:-1]:
        raise ShapeError(
            f"metrics.{name} takes values (…, classes) and labels (…), got {logits.aval} and "
            f"{given.aval}"
        )
    if logits.shape[-1] == 1:
        raise ShapeError(
            f"metrics.{name} takes the largest of several classes, and {logits.aval} has one; of "
            "one logit a row, jnp.stack([-x[:, 0], x[:, 0]], 1) has two"
        )
    return logits, numbered(name, given, logits.shape[-1], what)


def numbered(name: str, x: Any, count: int, what: str = "a label") -> Array:
    """Numbers of classes as default integers; traced floats that are not whole are -1.

    Traced floats are no predictions: they may be probabilities, or logits, which nobody can tell.

    >>> print(numbered("accuracy", jnp.array([0.0, 2.0]), 3))
    [0 2]
    """
    given = jnp.asarray(wide_indices(x))
    if what == "a prediction" and dtypes.is_float(given.dtype) and known(given) is None:
        raise FjaxTypeError(
            f"metrics.{name}: a prediction is a whole number, the class, got {given.aval}: of a "
            "probability p it is (p > 0.5).astype(int), of a logit x it is (x > 0).astype(int)"
        )
    if not dtypes.is_complex(given.dtype):
        check_range(f"metrics.{name}", what, given, 0, count - 1)
    if jnp.issubdtype(given.dtype, jnp.floating):
        check_wholes(f"metrics.{name}", what, given)
        within = (given >= 0) & (given < count) & (given == jnp.floor(given))
        return jnp.where(within, given, -1).astype(dtypes.default_int())
    return class_numbers(f"metrics.{name}", given, count).astype(dtypes.default_int())


def of_wholes(labels: Any, found: Any) -> Any:
    """What was found; NaN where labels whose values were not known turn out to be fractions.

    >>> print(of_wholes(jnp.array([0.0, 2.0]), 0.5))
    0.5
    """
    labels = jnp.asarray(labels)
    if not dtypes.is_float(labels.dtype) or known(labels) is not None:
        return found
    return jnp.where(jnp.any(labels != jnp.floor(labels)), jnp.nan, found)


def check_ignored(name: str, label: Any) -> None:
    """Raise FjaxValueError for a label to ignore that is neither an integer nor None.

    >>> check_ignored("cross_entropy", -1)
    """
    if label is not None:
        check_whole(f"{name}: ignore_label", label, None)


def check_shares(name: str, shares: Any, what: str = "the labels") -> None:
    """Raise FjaxValueError for rows that are no probabilities; None stands for values not known.

    >>> check_shares("cross_entropy", jnp.array([[0.5, 0.5], [1.0, 0.0]]))
    """
    if shares is None:
        return
    shares = np.asarray(shares)
    wide = shares.astype(np.float64)
    room = 0.01 + _rounding_of_a_sum(shares)
    off = (np.abs(wide.sum(-1) - 1) > room) | (wide < -0.01).any(-1)
    if off.any():
        place = tuple(int(k) for k in np.argwhere(off)[0])
        row = f"row {place[0] if len(place) == 1 else place} of " if place else ""
        raise FjaxValueError(
            f"{name}: {row}{what}: targets of floats are probabilities of classes for "
            f"cross_entropy, at least 0, and add up to 1, got {wide[place].tolist()!r:.60}; "
            "several labels a row are for binary_cross_entropy"
        )


def _rounding_of_a_sum(shares: np.ndarray) -> float:
    """By how much rows that add up to 1 may miss it since their numbers are rounded."""
    if not dtypes.issubdtype(shares.dtype, np.inexact):
        return 0.0
    limits = dtypes.finfo(shares.dtype)
    return float(limits.eps) / 2 + shares.shape[-1] * float(limits.smallest_subnormal) / 2
