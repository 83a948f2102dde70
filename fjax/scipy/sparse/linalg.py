"""Iterative solvers of linear systems A x = b over pytrees, differentiable by implicit functions.

Sources: Hestenes and Stiefel 1952 (conjugate gradients); van der Vorst 1992 (BiCGSTAB); Saad and
Schultz 1986 (GMRES).
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from fjax import lax, tree
from fjax import numpy as jnp
from fjax.core import dtypes
from fjax.core.annotations import ArrayLike, T
from fjax.core.array import Array
from fjax.core.documentation import described
from fjax.core.operand import Operand
from fjax.core.plain_arguments import check_number, check_whole
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.primitives.conversion import convert_element_type


def _add(x: Any, y: Any) -> Any:
    return tree.map(operator.add, x, y)


def _sub(x: Any, y: Any) -> Any:
    return tree.map(operator.sub, x, y)


def _scale(factor: Any, x: Any) -> Any:
    return tree.map(lambda leaf: factor * leaf, x)


def _vdot(x: Any, y: Any) -> Any:
    """The sum over leaves of conj(x) . y."""
    parts = [jnp.vdot(a, b) for a, b in zip(tree.leaves(x), tree.leaves(y), strict=True)]
    return functools.reduce(operator.add, parts)


def _squares(x: Any) -> Any:
    return _vdot(x, x).real


def _norm(x: Any) -> Any:
    return jnp.sqrt(_squares(x))


def _operator(name: str, f: Any) -> Callable[[Any], Any]:
    """A linear operator as a function."""
    if callable(f):
        return f
    if not isinstance(f, (Operand, np.ndarray)) and not hasattr(f, "__matmul__"):
        raise FjaxTypeError(
            f"{name}: linear operator must be either a function or ndarray, got {f!r}"
        )
    shape: tuple[int, ...] = getattr(f, "shape", ())
    if len(shape) != 2 or shape[0] != shape[1]:
        raise FjaxValueError(
            f"{name}: linear operator must be a square matrix, but has shape: {shape}"
        )
    matrix = jnp.asarray(f) if isinstance(f, np.ndarray) else f
    return lambda x: matrix @ x


def _identity(x: Any) -> Any:
    return x


def _system(name: str, A: Any, b: Any, x0: Any, maxiter: Any, M: Any) -> tuple[Any, ...]:
    """The arguments of a solver, checked, with the defaults filled in."""
    b = tree.map(jnp.asarray, b)
    x0 = tree.map(jnp.zeros_like, b) if x0 is None else tree.map(jnp.asarray, x0)
    if tree.structure(x0) != tree.structure(b):
        raise FjaxValueError(
            f"{name}: x0 and b must have matching tree structure: "
            f"{tree.structure(x0)} vs {tree.structure(b)}"
        )
    shapes = [[leaf.shape for leaf in tree.leaves(x)] for x in (x0, b)]
    if shapes[0] != shapes[1]:
        raise FjaxValueError(
            f"{name}: arrays in x0 and b must have matching shapes: {shapes[0]} vs {shapes[1]}"
        )
    size = sum(leaf.size for leaf in tree.leaves(b))
    if isinstance(maxiter, int | float | str):
        check_number(f"{name}: maxiter", maxiter, 0)
    maxiter = 10 * size if maxiter is None else maxiter
    precondition = _identity if M is None else _operator(name, M)
    return _operator(name, A), b, x0, maxiter, precondition, size


def _typed_like(value: Any, leaf: Any) -> Any:
    """The value in a leaf's dtype, weakly typed if the leaf is."""
    return convert_element_type(value, leaf.aval.dtype, leaf.aval.weak_type)


def _common_dtype(x: Any) -> Any:
    return dtypes.join(*(leaf.dtype for leaf in tree.leaves(x)))


def _conjugate_gradients(
    A: Any, b: Any, *, x0: Any, tol: Any, atol: Any, maxiter: Any, M: Any
) -> Any:
    limit = jnp.maximum(jnp.square(tol) * _squares(b), jnp.square(atol))

    def unsolved(state: Any) -> Any:
        _, r, gamma, _, k = state
        size = gamma.real if M is _identity else _squares(r)
        return (size > limit) & (k < maxiter)

    def advance(state: Any) -> Any:
        x, r, gamma, p, k = state
        product = A(p)
        alpha = gamma / _vdot(p, product).real.astype(gamma.dtype)
        x, r = _add(x, _scale(alpha, p)), _sub(r, _scale(alpha, product))
        z = M(r)
        next_gamma = _vdot(r, z).real.astype(gamma.dtype)
        return x, r, next_gamma, _add(z, _scale(next_gamma / gamma, p)), k + 1

    r = _sub(b, A(x0))
    z = M(r)
    gamma = _vdot(r, z).real.astype(_common_dtype(z))
    return lax.while_loop(unsolved, advance, (x0, r, gamma, z, 0))[0]


def _bicgstab(A: Any, b: Any, *, x0: Any, tol: Any, atol: Any, maxiter: Any, M: Any) -> Any:
    limit = jnp.maximum(jnp.square(tol) * _squares(b), jnp.square(atol))

    def unsolved(state: Any) -> Any:
        return (_squares(state[1]) > limit) & (state[-1] < maxiter) & (state[-1] >= 0)

    def advance(state: Any) -> Any:
        x, r, shadow, alpha, omega, rho, p, q, k = state
        next_rho = _vdot(shadow, r)
        beta = next_rho / rho * alpha / omega
        p = _add(r, _scale(beta, _sub(p, _scale(omega, q))))
        direction = M(p)
        q = A(direction)
        alpha = next_rho / _vdot(shadow, q)
        s = _sub(r, _scale(alpha, q))
        done = _squares(s) < limit
        second = M(s)
        t = A(second)
        omega = _vdot(t, s) / _vdot(t, t)
        half = _add(x, _scale(alpha, direction))
        whole = _add(half, _scale(omega, second))
        x = tree.map(lambda a, c: jnp.where(done, a, c), half, whole)
        r = tree.map(lambda a, c: jnp.where(done, a, c), s, _sub(s, _scale(omega, t)))
        k = jnp.where((omega == 0) | (alpha == 0), -11, k + 1)  # breakdown
        return x, r, shadow, alpha, omega, next_rho, p, q, jnp.where(next_rho == 0, -10, k)

    r = _sub(b, A(x0))
    weak = all(leaf.aval.weak_type for leaf in tree.leaves(b))
    one = convert_element_type(1, _common_dtype(b), weak)
    return lax.while_loop(unsolved, advance, (x0, r, r, one, one, one, r, r, 0))[0]


class _Solver(Protocol):
    """What `cg` and `bicgstab` take."""

    def __call__(
        self,
        A: Any,
        b: T,
        x0: T | None = None,
        *,
        tol: Any = 1e-5,
        atol: Any = 0.0,
        maxiter: int | None = None,
        M: Any = None,
    ) -> tuple[T, None]: ...


def _solver(name: str, iterate: Callable[..., Any], hermitian: bool, doc: str) -> _Solver:
    """The function for a method that looks at one residual after the other.

    hermitian: A is, so that the same method solves with its transpose, if it is real.
    """

    def solve(
        A: Any,
        b: Any,
        x0: Any = None,
        *,
        tol: Any = 1e-5,
        atol: Any = 0.0,
        maxiter: int | None = None,
        M: Any = None,
    ) -> tuple[Any, None]:
        A, b, x0, maxiter, M, _ = _system(name, A, b, x0, maxiter, M)
        inner = functools.partial(iterate, x0=x0, tol=tol, atol=atol, maxiter=maxiter, M=M)
        real = not any(dtypes.is_complex(leaf.dtype) for leaf in tree.leaves(b))
        return lax.custom_linear_solve(A, b, inner, inner, hermitian and real), None

    return described(solve, name, __name__, doc)


cg = _solver(
    "cg",
    _conjugate_gradients,
    True,
    """Solve A x = b by conjugate gradients, for a Hermitian positive definite A.

    A: a square matrix, or a linear function of a pytree. b: the right-hand side. x0: the first
    guess, zero by default. tol, atol: it ends when |residual| <= max(tol * |b|, atol).
    maxiter: ten times the number of unknowns by default. M: a preconditioner, near the inverse of
    A. Returns (x, None); derivatives come from a second solution.

    >>> A = jnp.array([[2.0, 0.0], [0.0, 4.0]])
    >>> fjax.scipy.sparse.linalg.cg(A, jnp.array([2.0, 2.0]))[0].tolist()
    [1.0, 0.5]
    """,
)
bicgstab = _solver(
    "bicgstab",
    _bicgstab,
    False,
    """Solve A x = b by the stabilized bi-conjugate gradient method; A need not be symmetric.

    For the arguments and the result see `cg`.

    >>> a = jnp.array([[2.0, 1.0], [0.0, 4.0]])
    >>> x, info = fjax.scipy.sparse.linalg.bicgstab(lambda v: a @ v, jnp.array([3.0, 4.0]))
    >>> x.round(4)
    Array([1., 1.], dtype=float64)
    """,
)


# ---- GMRES


def _normalized(x: Any, threshold: Any = None) -> tuple[Any, Any]:
    """x scaled to norm 1 (zero if its norm is below the threshold), and the norm."""
    norm = _norm(x)
    least = float(dtypes.finfo(norm.dtype).eps) if threshold is None else threshold
    usable = norm > least
    safe = jnp.where(usable, norm, 1)
    unit = tree.map(lambda leaf: jnp.where(usable, leaf / _typed_like(safe, leaf), 0), x)
    return unit, jnp.where(usable, norm, 0)


def _project(basis: Any, x: Any) -> Any:
    """The products of the basis vectors (last axis of the leaves) with x."""
    parts = [
        jnp.tensordot(v.conj(), y, axes=((*range(y.ndim),), (*range(y.ndim),)))
        for v, y in zip(tree.leaves(basis), tree.leaves(x), strict=True)
    ]
    return functools.reduce(operator.add, parts)


def _combine(basis: Any, weights: Any) -> Any:
    return tree.map(lambda v: v @ weights.astype(v.dtype), basis)


def _arnoldi(k: Any, A: Any, M: Any, basis: Any, rows: Any) -> tuple[Any, Any, Any]:
    """One more basis vector, orthogonalized twice against the others; its row of the projection."""
    x = M(A(tree.map(lambda v: v[..., k], basis)))
    before = _norm(x)
    total = jnp.zeros(rows.shape[1], rows.dtype)
    for _ in range(2):
        h = _project(basis, x).astype(rows.dtype)
        x, total = _sub(x, _combine(basis, h)), total + h
    unit, norm = _normalized(x, float(dtypes.finfo(before.dtype).eps) * before)
    basis = tree.map(lambda v, y: v.at[..., k + 1].set(y), basis, unit)
    total = total.at[k + 1].set(norm.astype(rows.dtype))
    return basis, rows.at[k, :].set(total), norm


def _cycle(
    A: Any, b: Any, x: Any, unit: Any, norm: Any, restart: int, M: Any, tolerance: Any
) -> tuple[Any, ...]:
    """One cycle of at most `restart` steps: a better x, its residual's direction and norm.

    With a tolerance, each step is followed by a look at the residual, and the cycle ends early.
    """
    basis = tree.map(lambda v: jnp.pad(v[..., None], [(0, 0)] * v.ndim + [(0, restart)]), unit)
    rows = jnp.eye(restart, restart + 1, dtype=_common_dtype(b))
    target = jnp.zeros(restart + 1, rows.dtype).at[0].set(norm.astype(rows.dtype))

    def unfinished(state: Any) -> Any:
        k, _, rows, last = state
        going = (k < restart) & (last > 0)
        if tolerance is None:
            return going
        y = _least_squares(rows, target, k)
        return going & (jnp.linalg.norm(target - rows.T @ y) > tolerance)

    def advance(state: Any) -> Any:
        k, basis, rows, _ = state
        return k + 1, *_arnoldi(k, A, M, basis, rows)

    start = (0, basis, rows, jnp.ones_like(norm))
    k, basis, rows, _ = lax.while_loop(unfinished, advance, start)
    y = _least_squares(rows, target, k)
    step = tree.map(lambda v, u: _typed_like(v[..., :-1] @ y.astype(v.dtype), u), basis, unit)
    x = _add(x, step)
    return x, *_normalized(M(_sub(b, A(x))))


def _least_squares(rows: Any, target: Any, k: Any) -> Any:
    """The combination of the first k rows that comes nearest to the target."""
    used = jnp.arange(rows.shape[0]) < k
    return jnp.linalg.lstsq(jnp.where(used[:, None], rows, 0).T, target)[0]


def gmres(
    A: ArrayLike,
    b: T,
    x0: Any = None,
    *,
    tol: Any = 1e-05,
    atol: Any = 0.0,
    restart: int = 20,
    maxiter: int | None = None,
    M: Any = None,
    solve_method: str = "batched",
) -> tuple[T, Array]:
    """Solve A x = b by the generalized minimal residual method, restarted.

    restart: how many basis vectors are kept; solve_method 'incremental' looks at the residual after
    each of them, 'batched' after all. For the other arguments see `cg`. Returns (x, info): info is
    0, or -1 if x has NaNs.

    >>> a = jnp.array([[2.0, 1.0], [0.0, 4.0]])
    >>> x, info = fjax.scipy.sparse.linalg.gmres(lambda v: a @ v, jnp.array([3.0, 4.0]))
    >>> x.round(4)
    Array([1., 1.], dtype=float64)
    """
    if solve_method not in ("batched", "incremental"):
        raise FjaxValueError(
            f"gmres: invalid solve_method {solve_method}, must be either 'incremental' or 'batched'"
        )
    A, b, x0, maxiter, M, size = _system("gmres", A, b, x0, maxiter, M)
    restart = min(check_whole("gmres: restart", restart, 1), size)

    def solve(A: Any, b: Any) -> Any:
        # Of this b: a derivative solves for a tangent, which may be of quite another size.
        b_norm = _norm(b)
        limit = jnp.maximum(tol * b_norm, atol)
        inner = (
            None
            if solve_method == "batched"
            else _norm(M(b)) * jnp.minimum(1.0, limit / jnp.where(b_norm > 0, b_norm, 1))
        )

        def unsolved(state: Any) -> Any:
            return (state[3] < maxiter) & (state[2] > limit)

        def advance(state: Any) -> Any:
            x, unit, norm, k = state
            return *_cycle(A, b, x, unit, norm, restart, M, inner), k + 1

        start = (x0, *_normalized(M(_sub(b, A(x0)))), 0)
        return lax.while_loop(unsolved, advance, start)[0]

    x = lax.custom_linear_solve(A, b, solve, solve)
    return x, jnp.where(jnp.isnan(_norm(x)), -1, 0)
