"""A library's own types, which vmap divides into examples and joins again.

>>> from fjax.interpreters import batching
>>> class Columns:
...     def __init__(self, data):
...         self.data = data
...
>>> def to_example(take, size, value, axis):
...     return take(value.data, 1)
...
>>> def from_example(stack, size, example, axis):
...     return Columns(stack(size, example, 1))
...
>>> batching.register_vmappable(Columns, int, int, to_example, from_example, None)
>>> fjax.vmap(jnp.sum, axis_size=3)(Columns(jnp.ones((2, 3))))
Array([2., 2., 2.], dtype=float64)
>>> batching.unregister_vmappable(Columns)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from fjax import errors
from fjax.core import tracing
from fjax.interpreters.vmap import BatchTracer, place_batch

Conversion = Callable[..., Any]


class Vmappable(NamedTuple):
    """How vmap treats values of a type."""

    spec_type: type
    to_element: Conversion  # (take, size, value, spec) -> one example
    from_element: Conversion  # (stack, size, example, spec) -> the value


_registered: dict[type, Vmappable] = {}


def register_vmappable(
    data_type: type,
    spec_type: type,
    axis_size_type: type,
    to_elt: Conversion,
    from_elt: Conversion,
    make_iota: Any,
) -> None:
    """Have vmap treat values of a type by functions of the caller's.

    in_axes and out_axes have a `spec_type` for such a value. `to_elt(take, size, value, spec)`
    returns an example of it, made of `take(array, axis)`; `from_elt(stack, size, example, spec)`
    returns the value, made of `stack(size, array, axis)`. Sizes are ints, so that `axis_size_type`
    must be int and `make_iota` None: anything else raises TypeError.

    >>> class Pair:
    ...     def __init__(self, a, b):
    ...         self.a, self.b = a, b
    >>> from fjax.interpreters import batching
    >>> batching.register_vmappable(
    ...     Pair, int, int,
    ...     lambda take, size, pair, axis: Pair(take(pair.a, axis), take(pair.b, axis)),
    ...     lambda stack, size, pair, axis: Pair(stack(size, pair.a, axis),
    ...                                          stack(size, pair.b, axis)), None)
    >>> swap = jax.vmap(lambda pair: Pair(pair.b, pair.a), axis_size=2)
    >>> swap(Pair(jnp.zeros(2), jnp.ones(2))).a
    Array([1., 1.], dtype=float64)
    >>> batching.unregister_vmappable(Pair)
    """
    if axis_size_type is not int or make_iota is not None:
        raise errors.FjaxTypeError(
            "register_vmappable: the size of a mapped axis is an int, so axis_size_type must be "
            f"int and make_iota None; got {axis_size_type} and {make_iota!r}"
        )
    _registered[data_type] = Vmappable(spec_type, to_elt, from_elt)


def unregister_vmappable(data_type: type) -> None:
    """Undo `register_vmappable`; KeyError if the type is not registered.

    >>> fjax.interpreters.batching.unregister_vmappable(list)
    Traceback (most recent call last):
    KeyError: <class 'list'>
    """
    del _registered[data_type]


def is_vmappable(value: Any) -> bool:
    """Whether a value is of a type that was registered.

    >>> fjax.interpreters.batching.is_vmappable([1, 2])
    False
    """
    return type(value) in _registered


def spec_types() -> tuple[type, ...]:
    """What in_axes and out_axes may have beside ints; () where no type is registered."""
    return tuple({entry.spec_type: None for entry in _registered.values()})


def element_of(size: int, value: Any, spec: Any) -> Any:
    """One example of a value, within a vmap; `spec` says where an array has its batch axis."""
    if spec is None:
        return value
    if is_vmappable(value):
        entry = _registered[type(value)]
        _check_spec(entry, value, spec)
        return entry.to_element(lambda x, inner: element_of(size, x, inner), size, value, spec)
    trace: Any = tracing.current()
    array = value if isinstance(value, tracing.Tracer) else tracing.as_array(value)
    return BatchTracer(trace, array, spec % array.aval.ndim)


def value_of(size: int, element: Any, spec: Any) -> Any:
    """The value that an example is of, within a vmap; an array has its batch axis at `spec`."""
    if is_vmappable(element):
        entry = _registered[type(element)]
        _check_spec(entry, element, spec)
        return entry.from_element(value_of, size, element, spec)
    trace: Any = tracing.current()
    array, dim = trace.split(element)
    if spec is None and dim is not None:
        raise errors.FjaxValueError(
            f"vmap out_axes: None for a value {tracing.aval_of(element)} that is batched"
        )
    rank = tracing.aval_of(array).ndim + (dim is None)
    return array if spec is None else place_batch(array, dim, spec % rank, trace.axis)


def _check_spec(entry: Vmappable, value: Any, spec: Any) -> None:
    if not isinstance(spec, entry.spec_type):
        raise errors.FjaxTypeError(
            f"vmap: the axis of a {type(value).__name__} must be of type "
            f"{entry.spec_type.__name__}, got {spec!r}"
        )
