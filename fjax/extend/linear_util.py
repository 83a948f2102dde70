"""Functions in a form that interpreters transform one step at a time, under JAX's names."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from fjax import errors
from fjax.core.wrapped import WrappedFun


class StoreException(errors.FjaxRuntimeError):
    """An auxiliary output that was read before it was there, or written twice."""


class _Store:
    """Where a transformation puts its auxiliary output."""

    def __init__(self) -> None:
        self.values: list[Any] = []

    def store(self, value: Any) -> None:
        """Keep the output; raises StoreException the second time."""
        if self.values:
            raise StoreException(
                "Store occupied: the transformed function was called twice; "
                "transform it again for each call"
            )
        self.values.append(value)

    def read(self) -> Any:
        """The output; raises StoreException if the function has not been called."""
        if not self.values:
            raise StoreException("Store empty: call the transformed function first")
        return self.values[0]


def wrap_init(
    f: Callable[..., Any], params: dict | None = None, *, debug_info: Any = None
) -> WrappedFun:
    """A function, with `params` as keyword arguments, to be transformed.

    >>> wrap_init(lambda x, y: x - y, {"y": 1}).call_wrapped(3)
    2
    """
    del debug_info
    return WrappedFun(f, functools.partial(f, **params) if params else f)


def transformation2(transform: Callable[..., Any]) -> Callable[..., WrappedFun]:
    """Decorator: `transform(f, *static, *args)` as `t(wrapped, *static)`.

    >>> scaled = transformation2(lambda f, factor, *args: factor * f(*args))
    >>> scaled(wrap_init(lambda x: x + 1), 10).call_wrapped(2)
    30
    """
    return lambda fun, *static: fun.wrap(transform, *static)


def transformation_with_aux2(
    transform: Callable[..., Any],
) -> Callable[..., tuple[WrappedFun, Callable[[], Any]]]:
    """Like `transformation2` for `transform(f, store, *static, *args)`, which calls `store.store`.

    Gives (wrapped, read); `read()` is what was stored by the call.

    >>> @transformation_with_aux2
    ... def counted(f, store, *args):
    ...     store.store(len(args))
    ...     return f(*args)
    >>> wrapped, count = counted(wrap_init(max))
    >>> wrapped.call_wrapped(3, 8, 5), count()
    (8, 3)
    """

    def apply(fun: WrappedFun, *static: Any) -> tuple[WrappedFun, Callable[[], Any]]:
        store = _Store()
        return fun.wrap(transform, store, *static), store.read

    return apply


def _within(steps: Any, f: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """What the function gives; if it raises, the generator around it ends first.

    It may have put a trace in force, which would stay so as long as something keeps the error.
    """
    try:
        return f(*args, **kwargs)
    except BaseException:
        steps.close()
        raise


def transformation(generator: Callable[..., Any]) -> Callable[..., WrappedFun]:
    """Like `transformation2` for a generator.

    `generator(*static, *args)` yields (args, kwargs) for the function, gets its result and yields
    the transformed one.

    >>> @transformation
    ... def negated(*args):
    ...     out = yield args, {}
    ...     yield -out
    >>> negated(wrap_init(max)).call_wrapped(3, 8)
    -8
    """

    def transform(f: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        steps = generator(*args, **kwargs)
        inner_args, inner_kwargs = next(steps)
        return steps.send(_within(steps, f, inner_args, inner_kwargs))

    return transformation2(transform)


def transformation_with_aux(
    generator: Callable[..., Any],
) -> Callable[..., tuple[WrappedFun, Callable[[], Any]]]:
    """Like `transformation` for a generator that yields (result, auxiliary output) at last.

    >>> @transformation_with_aux
    ... def counted(*args):
    ...     out = yield args, {}
    ...     yield out, len(args)
    >>> wrapped, count = counted(wrap_init(max))
    >>> wrapped.call_wrapped(3, 8, 5), count()
    (8, 3)
    """

    def transform(f: Callable[..., Any], store: _Store, *args: Any, **kwargs: Any) -> Any:
        steps = generator(*args, **kwargs)
        inner_args, inner_kwargs = next(steps)
        result, auxiliary = steps.send(_within(steps, f, inner_args, inner_kwargs))
        store.store(auxiliary)
        return result

    return transformation_with_aux2(transform)


def merge_linear_aux(first: Callable[[], Any], second: Callable[[], Any]) -> tuple[bool, Any]:
    """(True, first()) if its function was called, else (False, second()).

    >>> keep = transformation_with_aux2(lambda f, store, x: store.store(x) or f(x))
    >>> one, first = keep(wrap_init(abs))
    >>> two, second = keep(wrap_init(abs))
    >>> two.call_wrapped(-3)
    3
    >>> merge_linear_aux(first, second)
    (False, -3)
    """
    try:
        return True, first()
    except StoreException:
        return False, second()


__all__ = [
    "StoreException",
    "WrappedFun",
    "merge_linear_aux",
    "transformation",
    "transformation2",
    "transformation_with_aux",
    "transformation_with_aux2",
    "wrap_init",
]
