"""`sparsify`: functions of dense arrays on sparse ones; and the operators that come of it."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import fjax.numpy as jnp
from fjax import absent, lax, tree
from fjax.core.avals import ShapedArray
from fjax.core.plain_arguments import check_callable
from fjax.core.sparse_operand import SparseOperand
from fjax.core.tracing import as_operand, aval_of
from fjax.experimental.sparse import convolution, indexing, layout, products, shaping
from fjax.experimental.sparse.base import JAXSparse, is_dense
from fjax.experimental.sparse.elements import Elements
from fjax.interpreters.sparsify import SparseTracer, evaluate_sparse, sparsify_flat
from fjax.interpreters.staging import stage
from fjax.pytrees.registration import register_pytree_node_class


@register_pytree_node_class
class Held(SparseOperand):
    """A sparse array as an operand of primitives.

    What only BCOO can do is done by it, and the result is in the array's own format where that
    can hold it.
    """

    __slots__ = ("mat",)

    def __init__(self, mat: Any):
        self.mat = mat

    @property
    def aval(self) -> ShapedArray:  # type: ignore[override]
        """The type of the array."""
        return ShapedArray(self.mat.shape, self.mat.dtype)

    def tree_flatten(self) -> tuple[tuple[Any, ...], None]:
        """Children and static data of the pytree node."""
        return (self.mat,), None

    @classmethod
    def tree_unflatten(cls, _: None, children: tuple[Any, ...]) -> Held:
        """The node again; children may be any objects."""
        return cls(*children)

    @property
    def elements(self) -> Elements:
        """The array as BCOO."""
        return self.mat if isinstance(self.mat, Elements) else self.mat.to_bcoo()

    def back(self, elements: Elements) -> Held:
        """What was computed with `elements`, in this array's format if that can hold it."""
        return Held(self.mat.restored(elements))

    def todense(self) -> Any:
        return self.mat.todense()

    def applied(self, function: Callable[..., Any], *others: Any, once: bool) -> Held:
        held = [self, *others]
        if once:
            held = [x if x.mat.unique_indices else x.back(_unique(x.elements)) for x in held]
        mat = held[0].mat
        return Held(mat.with_data(function(*[x.mat.full_data() for x in held])))

    def has_places_of(self, other: Any) -> bool:
        return type(self.mat) is type(other.mat) and self.mat.has_places_of(other.mat)

    def of_dense(self, x: Any) -> Any:
        mat = self.elements
        return products.at_places(mat, jnp.asarray(x))

    def plus(self, other: Any) -> Held:
        return self.back(shaping.joined_elements(self.elements, other.elements))

    def times(self, other: Any) -> Held:
        mine, theirs = layout.in_one_layout([self.elements, other.elements])
        return self.back(products.bcoo_multiply_sparse(mine, theirs))

    def broadcast(self, shape: Sequence[int], dimensions: Sequence[int]) -> Held:
        return self.back(
            shaping.bcoo_broadcast_in_dim(
                self.elements, shape=shape, broadcast_dimensions=dimensions
            )
        )

    def reshaped(self, shape: Sequence[int]) -> Held:
        mat = self.elements
        if not shaping.keeps_kinds(mat, shape):
            mat = layout.bcoo_update_layout(mat, n_batch=0, n_dense=0)
        return self.back(shaping.bcoo_reshape(mat, new_sizes=shape))

    def permuted(self, permutation: Sequence[int]) -> Held:
        mat = self.elements
        kinds = [layout.kind_of(mat, a) for a in range(mat.ndim)]
        if [kinds[a] for a in permutation] != kinds:
            mat = layout.bcoo_update_layout(mat, n_batch=0, n_dense=0)
        return self.back(shaping.bcoo_transpose(mat, permutation=permutation))

    def reverse(self, axes: Sequence[int]) -> Held:
        return self.back(indexing.bcoo_rev(self.elements, dimensions=axes))

    def slice(self, starts: Sequence[int], limits: Sequence[int], steps: Sequence[int]) -> Held:
        return self.back(
            indexing.bcoo_slice(
                self.elements, start_indices=starts, limit_indices=limits, strides=steps
            )
        )

    def window(self, starts: Sequence[Any], sizes: Sequence[int]) -> Held:
        mat = self.elements
        inside = [
            jnp.clip(at, 0, n - size) for at, n, size in zip(starts, mat.shape, sizes, strict=True)
        ]
        return self.back(indexing.bcoo_dynamic_slice(mat, start_indices=inside, slice_sizes=sizes))

    def gathered(self, indices: Any, gather: Any) -> Held:
        mat = self.elements
        filled = gather.mode is lax.GatherScatterMode.FILL_OR_DROP and gather.fill(mat.dtype) != 0
        if filled and not indexing.within(mat, indices, gather):
            raise self.unsupported(
                f"gather that fills with {gather.fill(mat.dtype)}, which is not zero,"
            )
        return self.back(
            indexing.bcoo_gather(
                mat, indices, gather.dimension_numbers, gather.slice_sizes, mode=gather.mode
            )
        )

    def joined(self, operands: Sequence[Any], axis: int) -> Held:
        if not all(isinstance(x, Held) for x in operands):
            raise self.unsupported("concatenation with a dense array")
        mats = layout.in_one_layout([x.elements for x in operands])
        return self.back(shaping.bcoo_concatenate(mats, dimension=axis))

    def summed(self, axes: Sequence[int]) -> Any:
        out = shaping.bcoo_reduce_sum(self.elements, axes=axes)
        return self.back(out) if out.shape else out.todense()

    def contracted(self, lhs: Any, rhs: Any, dot: Any) -> Any:
        (out,) = dot.result_type(*[_aval(x) for x in (lhs, rhs)])
        found = products.bcoo_dot_general(
            *[x.elements if isinstance(x, Held) else x for x in (lhs, rhs)],
            dimension_numbers=dot.dimension_numbers,
            preferred_element_type=out.dtype,
        )
        return self.back(found) if isinstance(found, Elements) else found

    def convolved(self, lhs: Any, rhs: Any, op: Any) -> Any:
        left, right = (x.elements if isinstance(x, Held) else x for x in (lhs, rhs))
        return self.back(convolution.convolved(left, right, op))

    def along_first(self) -> Held:
        mat = self.elements
        if not mat.n_batch:
            raise self.unsupported(
                "a loop over its first axis, which is not a batch axis (update_layout(n_batch=1)),"
            )
        return Held(self.mat.spread_out())

    def unpromising(self) -> Held:
        return Held(self.mat.unpromising())


def _aval(x: Any) -> ShapedArray:
    return x.aval if isinstance(x, Held) else aval_of(x)


def _unique(mat: Elements) -> Elements:
    most = min(mat.nse, math.prod(mat.sparse_shape))  # the same whether its values are known or not
    return mat if mat.unique_indices else layout.bcoo_sum_duplicates(mat, nse=most)


def _is_sparse(x: Any) -> bool:
    return isinstance(x, JAXSparse)


def _leaves(x: Any) -> tuple[list[Any], Any]:
    return tree.flatten(x, is_leaf=_is_sparse)


def sparsify(f: Callable[..., Any], use_tracer: bool = False) -> Callable[..., Any]:
    """A function of dense arrays as one that takes sparse arrays (BCOO, BCSR, ...), too.

    Args:
      f: arrays in, arrays out (pytrees of them). Its operations are done on the stored elements,
        where they can be.
      use_tracer: whether `f` runs on the values themselves; by default it is traced first, as
        under `jit`, and its program run.

    Returns:
      a function of the same arguments. Arrays and numbers are values, other keyword arguments are
      passed on. A result is sparse if zeros of the sparse operands give zeros: products, linear
      operations, sums, slices, concatenations, functions with f(0) = 0. That holds in `jit`,
      `cond`, `scan` and `while_loop`. Products with dense matrices are dense. `todense` is for
      operations that need a dense array.

    Raises:
      NotImplementedError: an operation has no sparse result, or not of arrays of this layout.

    The first of two arrays with the very same indices adds to the second without new ones.

    >>> import fjax.numpy as jnp
    >>> from fjax.experimental import sparse
    >>> mat = sparse.BCOO.fromdense(jnp.array([[0.0, 2.0, 0.0], [3.0, 0.0, 4.0]]))
    >>> norms = sparse.sparsify(lambda m: jnp.sqrt(jnp.sum(m**2, axis=1)))
    >>> norms(mat)
    BCOO(float64[2], nse=2)
    >>> print(norms(mat).todense())
    [2. 5.]
    """

    check_callable("sparsify", f)

    @functools.wraps(f)
    def sparse_function(*args: Any, **kwargs: Any) -> Any:
        leaves, structure = _leaves((args, kwargs))
        n = len(_leaves(args)[0])
        moving = [k < n or _is_array(x) for k, x in enumerate(leaves)]
        values = [
            Held(x) if _is_sparse(x) else as_operand(x)
            for x, m in zip(leaves, moving, strict=True)
            if m
        ]
        trees: list[Any] = []

        def flat(*given: Any) -> list[Any]:
            rest = iter(given)
            full = [next(rest) if m else x for x, m in zip(leaves, moving, strict=True)]
            inner_args, inner_kwargs = tree.unflatten(structure, full)
            found, made = tree.flatten(f(*inner_args, **inner_kwargs))
            trees.append(made)
            return found

        flat.__name__ = getattr(f, "__name__", "sparsified")
        outs = (sparsify_flat if use_tracer else _staged)(flat, values)
        outs = [x.mat if isinstance(x, Held) else x for x in outs]
        return tree.unflatten(trees[0], outs)

    return sparse_function


def _staged(flat: Callable[..., Any], values: Sequence[Any]) -> list[Any]:
    """The results of the program of a function of flat arguments."""
    avals = [_aval(x) for x in values]
    jaxpr, constants = stage(flat, avals, f"sparsify({flat.__name__})")
    return evaluate_sparse(jaxpr, [*constants, *values])


def _is_array(x: Any) -> bool:
    return _is_sparse(x) or isinstance(x, (np.ndarray, np.generic)) or hasattr(x, "aval")


def _binary(function: Callable[..., Any], swapped: bool = False) -> Callable[[Any, Any], Any]:
    """An operator of sparse arrays with anything that has a value."""
    run = sparsify(function, use_tracer=True)

    def operate(self: Any, other: Any) -> Any:
        if not (_is_sparse(other) or is_dense(other)):
            return NotImplemented
        other = other if _is_sparse(other) else jnp.asarray(other)
        return run(other, self) if swapped else run(self, other)

    return operate


def _unary(function: Callable[..., Any]) -> Callable[[Any], Any]:
    run = sparsify(function, use_tracer=True)
    return lambda self: run(self)


class Operators:
    """Python's operators, as `sparsify` of the functions of fjax.numpy."""

    __neg__ = _unary(jnp.negative)
    __pos__ = _unary(jnp.positive)
    __abs__ = _unary(jnp.abs)
    __matmul__ = _binary(jnp.matmul)
    __rmatmul__ = _binary(jnp.matmul, True)
    __mul__ = _binary(jnp.multiply)
    __rmul__ = _binary(jnp.multiply, True)
    __truediv__ = _binary(jnp.divide)
    __rtruediv__ = _binary(jnp.divide, True)
    __add__ = _binary(jnp.add)
    __radd__ = _binary(jnp.add, True)
    __sub__ = _binary(jnp.subtract)
    __rsub__ = _binary(jnp.subtract, True)
    __rpow__ = _binary(jnp.power, True)
    __gt__ = _binary(jnp.greater)
    __ge__ = _binary(jnp.greater_equal)
    __lt__ = _binary(jnp.less)
    __le__ = _binary(jnp.less_equal)
    __eq__ = _binary(jnp.equal)  # type: ignore[assignment]
    __ne__ = _binary(jnp.not_equal)  # type: ignore[assignment]

    def __pow__(self, exponent: Any) -> Any:
        return sparsify(lambda x: x**exponent, use_tracer=True)(self)


__all__ = ["SparseTracer", "sparsify"]

absent.answer_for(__name__)
