"""Hyperparameters in the state of an optimiser, where they can be read and changed."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from fjax import numpy as jnp
from fjax.core.array import Array
from fjax.errors import FjaxTypeError
from fjax.optim.transformation import Params, State, Transformation, extended, next_count


class Injected(NamedTuple):
    """The state of `inject_hyperparams`: steps done, hyperparameters by name, the inner state.

    >>> from fjax.optim import sgd
    >>> print(inject_hyperparams(sgd)(0.5).init(None).hyperparams["learning_rate"])
    0.5
    """

    count: Any
    hyperparams: dict[str, Any]
    inner: Any


def inject_hyperparams(
    make: Callable[..., Transformation], static: Sequence[str] = ()
) -> Callable[..., Transformation]:
    """`make`, whose transformations hold their numbers in `state.hyperparams`, by name.

    Numbers and arrays are held; of schedules (functions of the step) the value of the last step.
    What is put there, `state.hyperparams["learning_rate"] = jnp.asarray(1e-4)`, the next update
    uses, without compiling again. static: names of arguments that are handed on as they are, such
    as functions of parameters; so are booleans, None, texts and what is annotated as `int`.

    >>> from fjax.optim import sgd
    >>> t = inject_hyperparams(sgd)(learning_rate=0.5)
    >>> state = t.init(None)
    >>> state.hyperparams["learning_rate"] = jnp.asarray(2.0)
    >>> print(t.update(jnp.array([1.0]), state)[0])
    [-2.]
    """
    signature = _signature(make, static)
    counts = [n for n, p in signature.parameters.items() if p.annotation in (int, "int")]
    fixed = {*static, *counts}

    def made(*args: Any, **keywords: Any) -> Transformation:
        try:
            bound = signature.bind(*args, **keywords)
        except TypeError as error:
            taken = ", ".join(signature.parameters)
            raise FjaxTypeError(
                f"optim.inject_hyperparams: {make.__name__}: {error}; it takes {taken}"
            ) from error
        bound.apply_defaults()
        given = bound.arguments
        free = {n: x for n, x in given.items() if n not in fixed}
        held = {n: x for n, x in free.items() if _is_number(x)}
        schedules = {n: x for n, x in free.items() if callable(x) and "mask" not in n}

        def with_values(values: dict[str, Any]) -> Transformation:
            call = inspect.BoundArguments(signature, {**given, **values})
            return make(*call.args, **call.kwargs)

        with_values({n: x(0) for n, x in schedules.items()})  # which checks them

        def init(params: Params) -> State:
            count = jnp.zeros((), jnp.int32)
            values = {n: jnp.asarray(x) for n, x in held.items()}
            values |= {n: jnp.asarray(x(count)) for n, x in schedules.items()}
            return Injected(count, values, with_values(values).init(params))

        def update(g: Params, state: State, params: Params = None, **extra: Any) -> Any:
            values = {n: state.hyperparams[n] for n in held}
            values |= {n: jnp.asarray(x(state.count)) for n, x in schedules.items()}
            out, inner = extended(with_values(values))(g, state.inner, params, **extra)
            return out, Injected(next_count(state.count), values, inner)

        return Transformation(init, update)

    return made


def _signature(make: Any, static: Any) -> inspect.Signature:
    """What `make` takes; FjaxTypeError if it is no function, or lacks one of the static names."""
    if not callable(make) or isinstance(static, str):
        raise FjaxTypeError(
            "optim.inject_hyperparams takes a function that makes a transformation, and static is "
            f"a list of names: inject_hyperparams(fjax.optim.adam)(1e-3); got {make!r:.60}"
            f"{f', {static!r}' if static else ''}"
        )
    signature = inspect.signature(make)
    for name in static:
        if name not in signature.parameters:
            raise FjaxTypeError(
                f"optim.inject_hyperparams: no argument {name!r} of {make.__name__}, which takes "
                f"{', '.join(signature.parameters)}"
            )
    return signature


def _is_number(x: Any) -> bool:
    return isinstance(x, int | float | np.ndarray | np.generic | Array) and not isinstance(x, bool)
