"""Quasi-Newton minimization (BFGS and limited-memory BFGS) that can be traced and compiled.

Source: Nocedal and Wright, Numerical Optimization, 2nd edition, algorithms 6.1, 7.4 and 7.5.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from fjax import lax
from fjax import numpy as jnp
from fjax.api.autodiff import value_and_grad
from fjax.core.plain_arguments import check_callable, check_number
from fjax.errors import FjaxTypeError, FjaxValueError
from fjax.misspelling import nearest
from fjax.scipy.optimize.line_search import line_search


class OptimizeResults(NamedTuple):
    """What `minimize` found.

    x, fun, jac: the best point, the value and the gradient there. success: whether it converged.
    status: 0 converged, 1 too many iterations, 2 too many evaluations, 3 the line search failed, 4
    the value fell by less than asked. hess_inv: the approximate inverse Hessian (None if not kept).
    nfev, njev, nit: the number of evaluations, gradients and iterations.

    >>> fjax.scipy.optimize.minimize(lambda x: jnp.sum(x ** 2), jnp.ones(1), method="BFGS").success
    Array(True, dtype=bool)
    """

    x: Any
    success: Any
    status: Any
    fun: Any
    jac: Any
    hess_inv: Any
    nfev: Any
    njev: Any
    nit: Any


def minimize(
    fun: Callable[..., Any],
    x0: Any,
    args: tuple[Any, ...] = (),
    *,
    method: str,
    tol: float | None = None,
    options: Mapping[str, Any] | None = None,
) -> OptimizeResults:
    """Minimize a scalar function of a vector.

    fun: called as fun(x, *args), traceable. x0: the first point, of rank 1; if it is complex, its
        real and imaginary parts are searched (`hess_inv` is theirs, the real parts first).
    method: 'BFGS', or 'l-bfgs-experimental-do-not-rely-on-this' for many variables.
    tol: the norm of the gradient at which it ends (options["gtol"], 1e-5 by default).
    options: gtol, norm (the order of the norm), maxiter, line_search_maxiter; for the second
    method also
        maxcor, ftol, maxfun.

    >>> def f(x):
    ...     return jnp.sum((x - 3) ** 2)
    ...
    >>> found = fjax.scipy.optimize.minimize(f, jnp.zeros(2), method="BFGS")
    >>> found.x.round(4), bool(found.success)
    (Array([3., 3.], dtype=float64), True)
    """
    check_callable("minimize", fun)
    if not isinstance(options, Mapping | None):
        raise FjaxTypeError(f"minimize: options is a dict, {{'maxiter': 9}}, got {options!r:.60}")
    options = {} if options is None else dict(options)
    if not isinstance(args, tuple):
        raise FjaxTypeError(f"minimize: args argument must be a tuple, got {args!r}")
    x0 = jnp.asarray(x0)
    if x0.ndim != 1:
        raise FjaxValueError(
            f"minimize: x0 must be a vector, got {x0.aval}; see fjax.flatten_util.ravel_pytree"
        )
    search = _METHODS.get(method.lower()) if isinstance(method, str) else None
    if search is None:
        raise FjaxValueError(
            f"Method {method} not recognized; there are 'BFGS' and "
            "'l-bfgs-experimental-do-not-rely-on-this'"
        )
    _check_options(search, options)
    if tol is not None:
        options.setdefault("gtol", tol)
    if jnp.iscomplexobj(x0):
        return _of_parts(search, fun, x0, args, options)

    def function(x: Any) -> Any:
        return fun(x, *args)

    return search(value_and_grad(function), x0, **options)


def _check_options(search: Callable[..., OptimizeResults], options: Mapping[str, Any]) -> None:
    """Raise FjaxTypeError for an option that a method lacks, FjaxValueError for no count."""
    known = list(inspect.signature(search).parameters)[2:]
    for name, value in options.items():
        if name not in known:
            raise FjaxTypeError(
                f"minimize: there is no option {name!r}{nearest(str(name), known)}; there are "
                f"{', '.join(known)}"
            )
        if name.startswith("max") and isinstance(value, int | float | str):
            check_number(f"minimize: option {name!r}", value, 0)


def _of_parts(
    search: Callable[..., OptimizeResults],
    fun: Callable[..., Any],
    x0: Any,
    args: tuple[Any, ...],
    options: Mapping[str, Any],
) -> OptimizeResults:
    """The search over the real parts of a complex vector, followed by its imaginary parts."""
    n = x0.shape[0]
    parts = jnp.concatenate([x0.real, x0.imag])

    def of_parts(x: Any) -> Any:
        return fun(lax.complex(x[:n], x[n:]), *args)

    found = search(value_and_grad(of_parts), parts, **options)
    x, slope = found.x, found.jac
    return found._replace(x=lax.complex(x[:n], x[n:]), jac=lax.complex(slope[:n], -slope[n:]))


class _State(NamedTuple):
    """The state of BFGS between iterations."""

    k: Any
    x: Any
    f: Any
    g: Any
    inverse: Any
    f_before: Any
    evaluations: Any
    converged: Any
    status: Any


def _bfgs(
    function: Callable[..., Any],
    x0: Any,
    gtol: float = 1e-5,
    norm: Any = np.inf,
    maxiter: int | None = None,
    line_search_maxiter: int = 10,
) -> OptimizeResults:
    most = x0.shape[0] * 200 if maxiter is None else maxiter
    identity = jnp.eye(x0.shape[0], dtype=x0.dtype)

    def unfinished(s: _State) -> Any:
        return ~s.converged & (s.status == 0) & (s.k < most)

    def advance(s: _State) -> _State:
        direction = -(s.inverse @ s.g)
        found = line_search(function, s.x, direction, s.f, s.g, s.f_before, line_search_maxiter)
        step = found.step * direction
        change = found.gradient - s.g
        curvature = jnp.dot(change, step)
        rho = 1 / jnp.where(curvature != 0, curvature, 1)
        left = identity - rho * jnp.outer(step, change)
        scale = curvature / jnp.where(curvature != 0, jnp.dot(change, change), 1)
        former = jnp.where(s.k == 0, scale * identity, s.inverse)  # equation 6.20
        inverse = left @ former @ left.T + rho * jnp.outer(step, step)
        usable = jnp.isfinite(rho) & (curvature != 0)
        inverse = jnp.where(usable, inverse, s.inverse)
        ended = jnp.linalg.norm(found.gradient, ord=norm) < gtol
        return _State(
            s.k + 1,
            s.x + step,
            found.value,
            found.gradient,
            inverse,
            s.f,
            s.evaluations + found.evaluations,
            ended,
            jnp.where(found.failed, 3, 0),
        )

    k, one = jnp.asarray(0), jnp.asarray(1)
    f, g, f_before, ended = _begin(function, x0, norm, gtol)
    start = _State(k, x0, f, g, identity, f_before, one, ended, k)
    s = lax.while_loop(unfinished, advance, start)
    status = jnp.where(s.converged, 0, jnp.where(s.k >= most, 1, s.status))
    success, count = s.converged & (s.status == 0), s.evaluations
    return OptimizeResults(s.x, success, status, s.f, s.g, s.inverse, count, count, s.k)


def _begin(function: Callable[..., Any], x0: Any, norm: Any, gtol: float) -> tuple[Any, ...]:
    """At x0: value, gradient, the value of a step before it, and whether that is the end."""
    f, g = function(x0)
    moves = jnp.any(g != 0)  # where it does not, the norm has no derivative
    length = jnp.where(moves, jnp.linalg.norm(jnp.where(moves, g, 1)), 0)
    return f, g, f + length / 2, jnp.linalg.norm(g, ord=norm) < gtol


class _LimitedState(NamedTuple):
    """The state of limited-memory BFGS: the last steps and changes of the gradient."""

    k: Any
    x: Any
    f: Any
    g: Any
    steps: Any
    changes: Any
    rho: Any
    scale: Any
    f_before: Any
    evaluations: Any
    converged: Any
    status: Any


def _two_loops(s: _LimitedState) -> Any:
    """The product of the approximate inverse Hessian with the gradient, newest pair last."""

    def backward(q: Any, pair: Any) -> Any:
        step, change, rho = pair
        a = rho * jnp.dot(step, q)
        return q - a * change, a

    def forward(z: Any, pair: Any) -> Any:
        step, change, rho, a = pair
        return z + step * (a - rho * jnp.dot(change, z)), None

    pairs = (s.steps, s.changes, s.rho)
    q, a = lax.scan(backward, s.g, pairs, reverse=True)
    return lax.scan(forward, s.scale * q, (*pairs, a))[0]


def _limited(
    function: Callable[..., Any],
    x0: Any,
    gtol: float = 1e-5,
    norm: Any = np.inf,
    maxiter: int | None = None,
    line_search_maxiter: int = 20,
    maxcor: int = 10,
    ftol: float = 2.220446049250313e-09,
    maxfun: int | None = None,
) -> OptimizeResults:
    n = x0.shape[0]
    most = n * 200 if maxiter is None else maxiter
    most_evaluations = 15000 * n if maxfun is None else maxfun

    def unfinished(s: _LimitedState) -> Any:
        return ~s.converged & (s.status == 0) & (s.k < most)

    def advance(s: _LimitedState) -> _LimitedState:
        direction = -_two_loops(s)
        found = line_search(function, s.x, direction, s.f, s.g, s.f_before, line_search_maxiter)
        step = found.step * direction
        change = found.gradient - s.g
        curvature = jnp.dot(change, step)
        usable = curvature > 0
        rho = jnp.where(usable, 1 / jnp.where(usable, curvature, 1), 0)
        squares = jnp.dot(change, change)
        scale = jnp.where(usable, curvature / jnp.where(usable, squares, 1), s.scale)
        small = (s.f - found.value) < ftol * jnp.maximum(
            jnp.maximum(jnp.abs(s.f), jnp.abs(found.value)), 1
        )
        evaluations = s.evaluations + found.evaluations
        status = jnp.where(evaluations >= most_evaluations, 2, jnp.where(small, 4, 0))
        status = jnp.where(found.failed, 3, status)
        ended = jnp.linalg.norm(found.gradient, ord=norm) < gtol
        pairs = _pushed(s.steps, step), _pushed(s.changes, change), _pushed(s.rho, rho)
        at = s.k + 1, s.x + step, found.value, found.gradient
        status = jnp.where(ended, 0, status)
        return _LimitedState(*at, *pairs, scale, s.f, evaluations, ended, status)

    k, one = jnp.asarray(0), jnp.asarray(1)
    f, g, f_before, ended = _begin(function, x0, norm, gtol)
    rows = jnp.zeros((maxcor, n), x0.dtype)
    rho, scale = jnp.zeros(maxcor, x0.dtype), jnp.ones((), x0.dtype)
    start = _LimitedState(k, x0, f, g, rows, rows, rho, scale, f_before, one, ended, k)
    s = lax.while_loop(unfinished, advance, start)
    status = jnp.where(s.converged, 0, jnp.where(s.k >= most, 1, s.status))
    return OptimizeResults(
        s.x, s.converged, status, s.f, s.g, None, s.evaluations, s.evaluations, s.k
    )


def _pushed(rows: Any, new: Any) -> Any:
    """The rows without the first, with a new last one."""
    return jnp.concatenate([rows[1:], new[None]])


_METHODS = {"bfgs": _bfgs, "l-bfgs-experimental-do-not-rely-on-this": _limited}
