"""The IR under the names of jax.extend.core."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from fjax.core import ClosedJaxpr, DropVar, Jaxpr, JaxprEqn, Literal, Primitive, Var, check_jaxpr
from fjax.core.avals import ShapedArray
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Atom, subjaxprs
from fjax.core.operand import Operand
from fjax.core.tracing import Tracer
from fjax.core.user_primitive import is_user_primitive
from fjax.errors import InvalidIRError as JaxprTypeError
from fjax.extend.core import primitives
from fjax.extend.core.tracing import (
    TraceTag,
    concrete_or_error,
    find_top_trace,
    get_opaque_trace_state,
    set_current_trace,
    take_current_trace,
    unsafe_am_i_under_a_jit_DO_NOT_USE,
    unsafe_am_i_under_a_vmap_DO_NOT_USE,
    unsafe_get_axis_names_DO_NOT_USE,
    valid_jaxtype,
)
from fjax.primitives.tokens import TOKEN

no_effects: frozenset[str] = frozenset()


class _TokenType(type):
    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, Operand) and instance.aval is TOKEN


class Token(metaclass=_TokenType):
    """What `lax.create_token` makes, for isinstance: a token is an array without elements.

    >>> import fjax, fjax.numpy as jnp
    >>> isinstance(fjax.lax.create_token(), Token), isinstance(jnp.zeros(3), Token)
    (True, False)
    """


def jaxprs_in_params(params: dict[str, Any]) -> Iterator[Jaxpr]:
    """The jaxprs among an equation's parameters, those in tuples included.

    >>> eqn = fjax.make_jaxpr(fjax.jit(lambda x: x + 1))(1.0).eqns[0]
    >>> [inner.out_avals for inner in jaxprs_in_params(eqn.params)]
    [[ShapedArray(float64[], weak_type=True)]]
    """
    for value in params.values():
        for item in value if isinstance(value, (tuple, list)) else (value,):
            if isinstance(item, (Jaxpr, ClosedJaxpr)):
                yield item.jaxpr


def jaxpr_as_fun(closed: ClosedJaxpr):
    """A closed jaxpr as a function of flat arguments that returns a list.

    >>> jaxpr_as_fun(fjax.make_jaxpr(lambda x: x + 1)(1.0))(2.0)
    [Array(3., dtype=float64, weak_type=True)]
    """
    return partial(_call, closed)


def _call(closed, *args):
    return evaluate_jaxpr(closed.jaxpr, [*closed.consts, *args])


def gensym(suffix: str = "") -> Any:
    """A function that makes a new variable of an aval each time; variables print by position.

    >>> make = gensym()
    >>> make(ShapedArray((3,), "float32")).aval
    ShapedArray(float32[3])
    """
    del suffix
    return Var


def new_jaxpr_eqn(
    invars: Iterable[Atom],
    outvars: Iterable[Var],
    primitive: Any,
    params: dict[str, Any],
    effects: Any = no_effects,
    source_info: Any = None,
) -> JaxprEqn:
    """An equation of a primitive with these parameters.

    effects: taken from the primitive; the argument is there for the sake of programs that pass it.

    >>> x, y = (Var(ShapedArray((3,), "float32")) for _ in range(2))
    >>> print(Jaxpr([x], [new_jaxpr_eqn([x], [y], primitives.sin_p, {})], [y]))
    { lambda ; a:f32[3]. let
        b:f32[3] = sin a
      in (b,) }
    """
    del effects
    if is_user_primitive(primitive):
        bound: Any = primitive.with_parameters(params)
    else:
        bound = primitive.from_params(params) if params else primitive
    invars = tuple(invars)
    bound.result_type(*[x.aval for x in invars])
    return JaxprEqn(bound, invars, tuple(outvars), source_info)


def mapped_aval(size: int, axis: int | None, aval: ShapedArray) -> ShapedArray:
    """The aval of one of `size` slices along an axis.

    >>> mapped_aval(3, 0, ShapedArray((3, 4), "float32"))
    ShapedArray(float32[4])
    """
    if axis is None:
        return aval
    return aval.without_axis(axis)


def unmapped_aval(size: int, axis: int | None, aval: ShapedArray) -> ShapedArray:
    """The aval of `size` such values stacked along an axis.

    >>> unmapped_aval(3, 1, ShapedArray((4,), "float32"))
    ShapedArray(float32[4,3])
    """
    if axis is None:
        return aval
    return aval.with_axis(size, axis)


def primal_dtype_to_tangent_dtype(dtype: Any) -> Any:
    """The dtype of tangents: float0 for integers and booleans.

    >>> primal_dtype_to_tangent_dtype("float32"), primal_dtype_to_tangent_dtype("int32")
    (dtype('float32'), dtype([('float0', 'V')]))
    """
    return ShapedArray((), dtype).tangent().dtype


__all__ = [
    "Atom",
    "ClosedJaxpr",
    "DropVar",
    "Jaxpr",
    "JaxprEqn",
    "JaxprTypeError",
    "Literal",
    "Primitive",
    "ShapedArray",
    "Token",
    "TraceTag",
    "Tracer",
    "Var",
    "check_jaxpr",
    "concrete_or_error",
    "find_top_trace",
    "gensym",
    "get_opaque_trace_state",
    "jaxpr_as_fun",
    "jaxprs_in_params",
    "mapped_aval",
    "new_jaxpr_eqn",
    "no_effects",
    "primal_dtype_to_tangent_dtype",
    "primitives",
    "set_current_trace",
    "subjaxprs",
    "take_current_trace",
    "unmapped_aval",
    "unsafe_am_i_under_a_jit_DO_NOT_USE",
    "unsafe_am_i_under_a_vmap_DO_NOT_USE",
    "unsafe_get_axis_names_DO_NOT_USE",
    "valid_jaxtype",
]
