"""Jacobians and Hessians, column by column or row by row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from fjax.api.autodiff import jvp, vjp
from fjax.api.batching import vmap
from fjax.api.differentiable import argument_numbers, check_differentiable, check_outputs, choose
from fjax.api.flatten import as_operand
from fjax.api.transformed import transformed
from fjax.core import dtypes, tracing
from fjax.core.annotations import P
from fjax.core.array import Array, without_data
from fjax.core.avals import ShapedArray
from fjax.core.plain_arguments import check_callable
from fjax.errors import api_boundary
from fjax.primitives.structure import Reshape
from fjax.tree_util import tree_flatten, tree_map, tree_structure, tree_transpose, tree_unflatten


def jacfwd(
    fun: Callable[P, Any],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
) -> Callable[P, Any]:
    """The Jacobian of `fun`, column by column in forward mode: for more outputs than inputs.

    The result has the output's structure, each leaf replaced by the arguments' structure, with
    leaves of shape output.shape + argument.shape.

    argnums: which positional arguments to differentiate. An int gives one derivative, a sequence a
        tuple of them.
    has_aux: whether `fun` returns (output, aux). What is in aux is returned, too, and not
        differentiated.
    holomorphic: whether `fun` is a holomorphic function of complex numbers.
    Returns a function of the arguments of `fun`.
    Raises TypeError from the function, for integer arguments.

    >>> import fjax, fjax.numpy as jnp
    >>> fjax.jacfwd(jnp.sin)(jnp.zeros(2))
    Array([[1., 0.],
           [0., 1.]], dtype=float64)
    """
    check_callable("jacfwd", fun)
    wanted = argument_numbers(argnums)

    @api_boundary
    def jacobian_function(*args: Any, **kwargs: Any) -> Any:
        chosen, rest = choose("jacfwd", args, wanted)
        leaves, _ = tree_flatten(tuple(chosen))
        for leaf in leaves:
            check_differentiable("jacfwd", leaf, chosen, holomorphic, False)
        primals = chosen[0] if isinstance(argnums, int) else tuple(chosen)
        restored = (lambda x: rest((x,))) if isinstance(argnums, int) else rest
        push = partial(_pushforward, lambda x: fun(*restored(x), **kwargs), primals, has_aux)
        _, jacobian, *aux = vmap(push, out_axes=(None, -1, *[None] * has_aux))(_basis(primals))
        result = tree_map(partial(_unravel, primals, -1), jacobian)
        return (result, aux[0]) if has_aux else result

    options = (fun, argnums, has_aux, holomorphic)
    return transformed(fun, jacobian_function, "Jacobian (forward mode)", (jacfwd, options))


def _pushforward(fun: Callable[..., Any], primal: Any, has_aux: bool, tangent: Any) -> Any:
    return jvp(fun, (primal,), (tangent,), has_aux)


def jacrev(
    fun: Callable[P, Any],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
    allow_int: bool = False,
) -> Callable[P, Any]:
    """The Jacobian of `fun`, row by row in reverse mode: for more inputs than outputs.

    Shapes and structure as in `jacfwd`.

    argnums: which positional arguments to differentiate. An int gives one derivative, a sequence a
        tuple of them.
    has_aux: whether `fun` returns (output, aux). What is in aux is returned, too, and not
        differentiated.
    holomorphic: whether `fun` is a holomorphic function of complex numbers.
    allow_int: whether integer arguments are allowed; their gradients have dtype float0.
    Returns a function of the arguments of `fun`.
    Raises TypeError from the function, for integer arguments.

    >>> fjax.jacrev(lambda x: x ** 2)(jnp.array([1.0, 3.0]))
    Array([[2., 0.],
           [0., 6.]], dtype=float64)
    """
    check_callable("jacrev", fun)
    wanted = argument_numbers(argnums)

    @api_boundary
    def jacobian_function(*args: Any, **kwargs: Any) -> Any:
        chosen, rest = choose("jacrev", args, wanted)
        leaves, _ = tree_flatten(tuple(chosen))
        for leaf in leaves:
            check_differentiable("jacrev", leaf, chosen, holomorphic, allow_int)
        primals = chosen[0] if isinstance(argnums, int) else tuple(chosen)
        restored = (lambda x: rest((x,))) if isinstance(argnums, int) else rest
        value, pull_back, *aux = vjp(
            lambda x: fun(*restored(x), **kwargs), primals, has_aux=has_aux
        )
        check_outputs("jacrev", value, holomorphic)
        jacobian = vmap(pull_back)(_basis(value))[0]
        by_argument = tree_map(partial(_unravel, value, 0), jacobian)
        result = tree_transpose(tree_structure(primals), tree_structure(value), by_argument)
        return (result, aux[0]) if has_aux else result

    options = (fun, argnums, has_aux, holomorphic, allow_int)
    return transformed(fun, jacobian_function, "Jacobian (reverse mode)", (jacrev, options))


jacobian = jacrev


def hessian(
    fun: Callable[P, Any],
    argnums: int | Sequence[int] = 0,
    has_aux: bool = False,
    holomorphic: bool = False,
) -> Callable[P, Any]:
    """The matrix of second derivatives, as the forward-mode Jacobian of the reverse-mode one.

    fun: the function to differentiate. Arguments may be arrays, numbers, or pytrees of them.
    argnums: which positional arguments to differentiate. An int gives one derivative, a sequence a
        tuple of them.
    has_aux: whether `fun` returns (output, aux). What is in aux is returned, too, and not
        differentiated.
    holomorphic: whether `fun` is a holomorphic function of complex numbers.
    Returns a function of the arguments of `fun`.
    Raises TypeError from the function, for integer arguments.

    >>> import fjax, fjax.numpy as jnp
    >>> fjax.hessian(lambda x: jnp.sum(x ** 2))(jnp.zeros(2))
    Array([[2., 0.],
           [0., 2.]], dtype=float64)
    """
    return jacfwd(jacrev(fun, argnums, has_aux, holomorphic), argnums, has_aux, holomorphic)


def _basis(tree: Any) -> Any:
    """A tree of arrays whose leading axis runs over the standard basis of the tree's space."""
    leaves, structure = tree_flatten(tree)
    values = [as_operand(x) for x in leaves]
    total = sum(v.aval.size for v in values)
    if any(tracing.on_meta(tracing.where_is(v)) for v in values):
        wide = [v.aval.update(shape=(total, *v.aval.shape)) for v in values]
        return tree_unflatten(structure, [without_data(aval) for aval in wide])
    first, basis = 0, []
    for v in values:
        dtype = dtypes.physical(v.aval.dtype)
        rows = np.zeros((total, v.aval.size), dtype)
        rows[np.arange(first, first + v.aval.size), np.arange(v.aval.size)] = 1
        aval = ShapedArray((total, *v.aval.shape), v.aval.dtype, v.aval.weak_type)
        basis.append(Array(rows.reshape(aval.shape), aval))
        first += v.aval.size
    return tree_unflatten(structure, basis)


def _unravel(example: Any, axis: int, array: Any) -> Any:
    """Split an axis that runs over the example's elements into arrays of the leaves' shapes."""
    leaves, structure = tree_flatten(example)
    values = [as_operand(x) for x in leaves]
    axis = axis % array.ndim
    pieces, first = [], 0
    for v in values:
        index = [slice(None)] * array.ndim
        index[axis] = slice(first, first + v.aval.size)
        first += v.aval.size
        piece = array[tuple(index)] if len(values) > 1 else array
        shape = array.shape[:axis] + v.aval.shape + array.shape[axis + 1 :]
        pieces.append(Reshape(shape)(piece))
    return tree_unflatten(structure, pieces)
