"""Derivatives with respect to sparse arrays: with respect to their elements, at their indices."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import fjax.numpy as jnp
from fjax import tree
from fjax.api import autodiff, jacobians
from fjax.experimental.sparse.base import JAXSparse


def _is_sparse(x: Any) -> bool:
    return isinstance(x, JAXSparse)


def _data(x: Any) -> Any:
    """A pytree with the data instead of each sparse array."""
    return tree.map(lambda leaf: leaf.data if _is_sparse(leaf) else leaf, x, is_leaf=_is_sparse)


def _with(x: Any, data: Any) -> Any:
    """The inverse of `_data`: the sparse arrays of x with other data, which may be derivatives.

    Axes that they have before those of the data become batch axes.
    """

    def put(leaf: Any, values: Any) -> Any:
        if not _is_sparse(leaf):
            return values
        more = jnp.ndim(values) - leaf.data.ndim if hasattr(values, "shape") else 0
        if more and not hasattr(leaf, "indices_sorted"):
            leaf = leaf.to_bcoo()  # a format without batch axes
        (_, *places), structure = tree.flatten(leaf)
        wide = [x.reshape((1,) * more + x.shape) if more else x for x in places]
        return tree.unflatten(structure, [values, *wide])

    return tree.map(put, x, data, is_leaf=_is_sparse)


def _of_data(
    fun: Callable[..., Any],
    argnums: int | Sequence[int],
    args: tuple[Any, ...],
    kwargs: dict[Any, Any],
) -> tuple[Callable[..., Any], list[Any], Callable]:
    """`fun` as a function of the data of some arguments; these data; how their derivatives become
    derivatives of the arguments."""
    numbers = (argnums,) if isinstance(argnums, int) else tuple(argnums)
    at = [range(len(args))[n] for n in numbers]

    def of_data(*data: Any) -> Any:
        full = list(args)
        for n, values in zip(at, data, strict=True):
            full[n] = _with(args[n], values)
        return fun(*full, **kwargs)

    def restored(derivatives: tuple[Any, ...]) -> Any:
        made = tuple(_with(args[n], d) for n, d in zip(at, derivatives, strict=True))
        return made[0] if isinstance(argnums, int) else made

    return of_data, [_data(args[n]) for n in at], restored


def grad(
    fun: Callable[..., Any], argnums: int | Sequence[int] = 0, has_aux: bool = False, **kwargs: Any
) -> Callable[..., Any]:
    """`fjax.grad` for functions of sparse arrays.

    The gradient with respect to a sparse array is one with the same indices: what its stored
    elements change. Other arguments are as those of `fjax.grad`.

    >>> import fjax.numpy as jnp
    >>> from fjax.experimental.sparse import BCOO
    >>> mat = BCOO.fromdense(jnp.array([[0.0, 2.0], [3.0, 0.0]]))
    >>> grad(lambda m, x: jnp.sum(m @ x))(mat, jnp.array([1.0, 10.0])).todense().tolist()
    [[0.0, 10.0], [1.0, 0.0]]
    """
    both = value_and_grad(fun, argnums, has_aux, **kwargs)

    @functools.wraps(fun)
    def gradient(*args: Any, **options: Any) -> Any:
        value, found = both(*args, **options)
        return (found, value[1]) if has_aux else found

    return gradient


def value_and_grad(
    fun: Callable[..., Any], argnums: int | Sequence[int] = 0, has_aux: bool = False, **kwargs: Any
) -> Callable[..., Any]:
    """`fjax.value_and_grad` for functions of sparse arrays; see `grad`.

    >>> import fjax.numpy as jnp
    >>> from fjax.experimental.sparse import BCOO
    >>> mat = BCOO.fromdense(jnp.array([0.0, 2.0, 3.0]))
    >>> value, gradient = value_and_grad(lambda m: m @ jnp.arange(3.0))(mat)
    >>> float(value), gradient.data.tolist()
    (8.0, [1.0, 2.0])
    """

    @functools.wraps(fun)
    def value_and_gradient(*args: Any, **options: Any) -> Any:
        of_data, data, restored = _of_data(fun, argnums, args, options)
        value, found = autodiff.value_and_grad(
            of_data, argnums=tuple(range(len(data))), has_aux=has_aux, **kwargs
        )(*data)
        return value, restored(found)

    return value_and_gradient


def _jacobian(
    transformation: Callable[..., Any],
    fun: Callable[..., Any],
    argnums: int | Sequence[int],
    has_aux: bool,
    options: dict[Any, Any],
) -> Callable[..., Any]:
    """A Jacobian: with respect to a sparse array a sparse one, the output's axes as batch axes."""

    @functools.wraps(fun)
    def of_arguments(*args: Any) -> Any:
        of_data, data, restored = _of_data(fun, argnums, args, {})
        which = tuple(range(len(data)))
        found = transformation(of_data, argnums=which, has_aux=has_aux, **options)(*data)
        jacobian, *aux = found if has_aux else (found,)
        structure = tree.structure(tuple(data))
        made = tree.map(restored, jacobian, is_leaf=lambda x: tree.structure(x) == structure)
        return (made, *aux) if has_aux else made

    return of_arguments


def jacfwd(
    fun: Callable[..., Any], argnums: int | Sequence[int] = 0, has_aux: bool = False, **kwargs: Any
) -> Callable[..., Any]:
    """`fjax.jacfwd` for functions of sparse arrays.

    The Jacobian with respect to a sparse array is one with the same indices, whose first axes, as
    batch axes, are those of the output.

    >>> import fjax.numpy as jnp
    >>> from fjax.experimental.sparse import BCOO
    >>> mat = BCOO.fromdense(jnp.array([[0.0, 2.0], [3.0, 0.0]]))
    >>> jacobian = jacfwd(lambda m: m @ jnp.array([1.0, 10.0]))(mat)
    >>> jacobian, jacobian.data.tolist()
    (BCOO(float64[2, 2, 2], nse=2, n_batch=1), [[10.0, 0.0], [0.0, 1.0]])
    """
    return _jacobian(jacobians.jacfwd, fun, argnums, has_aux, kwargs)


def jacrev(
    fun: Callable[..., Any], argnums: int | Sequence[int] = 0, has_aux: bool = False, **kwargs: Any
) -> Callable[..., Any]:
    """`fjax.jacrev` for functions of sparse arrays; see `jacfwd`.

    >>> import fjax.numpy as jnp
    >>> from fjax.experimental.sparse import BCOO
    >>> mat = BCOO.fromdense(jnp.array([[0.0, 2.0], [3.0, 0.0]]))
    >>> jacobian = jacrev(lambda m: m @ jnp.array([1.0, 10.0]))(mat)
    >>> jacobian, jacobian.data.tolist()
    (BCOO(float64[2, 2, 2], nse=2, n_batch=1), [[10.0, 0.0], [0.0, 1.0]])
    """
    return _jacobian(jacobians.jacrev, fun, argnums, has_aux, kwargs)


jacobian = jacrev
