"""Checking derivatives numerically."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from fjax.api.autodiff import jvp, vjp
from fjax.core import dtypes
from fjax.core.plain_arguments import check_choice
from fjax.core.tracing import aval_of
from fjax.tree_util import tree_flatten, tree_map

_TOLERANCE = {
    "float16": 1e-2,
    "bfloat16": 1e-1,
    "float32": 2e-3,
    "float64": 1e-5,
    "complex64": 1e-3,
    "complex128": 1e-5,
}
_STEP = {"float32": 1e-2, "complex64": 1e-2}


def check_grads(
    f: Callable[..., Any],
    args: Sequence[Any],
    order: int,
    modes: Sequence[str] = ("fwd", "rev"),
    atol: float | None = None,
    rtol: float | None = None,
    eps: float | None = None,
) -> None:
    """Raise AssertionError unless derivatives of f up to `order` agree with central differences.

    args: the point, a tuple of pytrees of floating arrays. modes: 'fwd', 'rev' or both.

    >>> check_grads(lambda x: jnp.sin(x) ** 2, (jnp.array([0.3]),), order=1)
    """
    args = tuple(args)
    for mode in (modes,) if isinstance(modes, str) else modes:
        check_choice("check_grads: each of modes", mode, ("fwd", "rev"))
    if "fwd" in modes:
        check_jvp(f, lambda p, t: jvp(f, p, t), args, atol, rtol, eps)
    if "rev" in modes:
        check_vjp(f, lambda *p: vjp(f, *p), args, atol, rtol, eps)
    if order <= 1:
        return
    if "fwd" in modes:

        def forward(*xs: Any) -> Any:
            return jvp(f, xs, tree_map(_ones_like, xs))

        check_grads(forward, args, order - 1, modes, atol, rtol, eps)
    if "rev" in modes:

        def reverse(*xs: Any) -> Any:
            out, pull_back = vjp(f, *xs)
            return out, pull_back(tree_map(_ones_like, out))

        check_grads(reverse, args, order - 1, modes, atol, rtol, eps)


def check_jvp(
    f: Callable[..., Any],
    f_jvp: Callable[..., Any],
    args: Sequence[Any],
    atol: float | None = None,
    rtol: float | None = None,
    eps: float | None = None,
    err_msg: str = "",
) -> None:
    """Raise AssertionError unless f_jvp(args, tangents) agrees with central differences.

    >>> check_jvp(jnp.sin, lambda p, t: fjax.jvp(jnp.sin, p, t), (jnp.array([0.3]),))
    """
    rng = np.random.default_rng(0)
    tangent = tree_map(lambda x: _random_like(rng, x), tuple(args))
    value, derivative = f_jvp(tuple(args), tangent)
    _assert_close(value, f(*args), atol, rtol, f"JVP primal {err_msg}")
    _assert_close(
        derivative, _difference(f, args, tangent, eps), atol, rtol, f"JVP tangent {err_msg}"
    )


def check_vjp(
    f: Callable[..., Any],
    f_vjp: Callable[..., Any],
    args: Sequence[Any],
    atol: float | None = None,
    rtol: float | None = None,
    eps: float | None = None,
    err_msg: str = "",
) -> None:
    """Raise AssertionError unless the pulled-back cotangents agree with central differences.

    >>> check_vjp(jnp.sin, lambda *p: fjax.vjp(jnp.sin, *p), (jnp.array([0.3]),))
    """
    rng = np.random.default_rng(0)
    value, pull_back = f_vjp(*args)
    _assert_close(value, f(*args), atol, rtol, f"VJP primal {err_msg}")
    tangent = tree_map(lambda x: _random_like(rng, x), tuple(args))
    cotangent = tree_map(lambda x: _random_like(rng, x), value)
    difference = _difference(f, args, tangent, eps)
    found = pull_back(_conjugate(cotangent))
    widest = max(map(_tolerance, tree_flatten((found, value))[0]), default=_TOLERANCE["float64"])
    _assert_close(
        _inner(tangent, found),
        _inner(difference, _conjugate(cotangent)),
        widest if atol is None else atol,
        widest if rtol is None else rtol,
        f"VJP cotangent projection {err_msg}",
    )


def _difference(f: Callable[..., Any], args: Sequence[Any], tangent: Any, eps: float | None) -> Any:
    leaves = tree_flatten(tuple(args))[0]
    steps = (_STEP.get(_computed(aval_of(x).dtype).name, 1e-6) for x in leaves)
    step = eps or max(steps, default=1e-6)
    ahead = f(*tree_map(lambda x, t: _move(x, t, step / 2), tuple(args), tangent))
    behind = f(*tree_map(lambda x, t: _move(x, t, -step / 2), tuple(args), tangent))
    return tree_map(lambda a, b: (_wide(a) - _wide(b)) / step, ahead, behind)


def _move(x: Any, t: Any, step: float) -> Any:
    dtype = aval_of(x).dtype
    if not dtypes.is_inexact(dtype):
        return x
    return (_wide(x) + step * _wide(t)).astype(_computed(dtype))


def _computed(dtype: np.dtype) -> np.dtype:
    """In which values are taken for differences: those of a narrow dtype are rounded away in it."""
    narrow = dtypes.is_inexact(dtype) and dtype.itemsize < 4
    return np.dtype(np.float32) if narrow else dtype


def _wide(x: Any) -> np.ndarray:
    if dtypes.is_key(aval_of(x).dtype):
        return np.zeros(aval_of(x).shape)
    x = np.asarray(x)
    if x.dtype == dtypes.float0:
        return np.zeros(x.shape)
    return x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)


def _random_like(rng: np.random.Generator, x: Any) -> np.ndarray:
    if not dtypes.is_inexact(aval_of(x).dtype):
        return np.zeros(aval_of(x).shape, dtypes.float0)
    x = np.asarray(x)
    value = rng.standard_normal(x.shape)
    if x.dtype.kind == "c":
        value = value + 1j * rng.standard_normal(x.shape)
    return np.asarray(value).astype(x.dtype)


def _ones_like(x: Any) -> np.ndarray:
    aval = aval_of(x)  # second derivatives ask for it of tracers
    tangent = dtypes.physical(aval.dtype) if dtypes.is_inexact(aval.dtype) else dtypes.float0
    return np.ones(aval.shape, tangent)


def _conjugate(tree: Any) -> Any:
    return tree_map(lambda x: np.conj(x) if np.asarray(x).dtype.kind == "c" else x, tree)


def _inner(a: Any, b: Any) -> np.ndarray:
    pairs = zip(tree_flatten(a)[0], tree_flatten(b)[0], strict=True)
    return np.asarray(sum(np.sum(_wide(x) * _wide(y)) for x, y in pairs).real)


def _tolerance(x: Any) -> float:
    """How far derivatives computed in the dtype of x may be off."""
    dtype = aval_of(x).dtype
    rounded = 2 * float(dtypes.finfo(dtype).eps) if dtypes.is_inexact(dtype) else 0.0
    return _TOLERANCE.get(dtype.name, max(rounded, _TOLERANCE["float64"]))


def _assert_close(
    got: Any, wanted: Any, atol: float | None, rtol: float | None, message: str
) -> None:
    got_leaves, tree = tree_flatten(got)
    wanted_leaves, wanted_tree = tree_flatten(wanted)
    if tree != wanted_tree:
        raise AssertionError(f"{message}: structures differ: {tree} and {wanted_tree}")
    for a, b in zip(got_leaves, wanted_leaves, strict=True):
        tolerance = _tolerance(a)
        np.testing.assert_allclose(
            _wide(a),
            _wide(b),
            atol=tolerance if atol is None else atol,
            rtol=tolerance if rtol is None else rtol,
            err_msg=message,
        )


__all__ = ["check_grads", "check_jvp", "check_vjp"]
