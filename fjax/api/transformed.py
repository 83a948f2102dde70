"""Functions that transformations make of others: they know what they are, and can be pickled."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from fjax.core.annotations import P, R
from fjax.errors import api_boundary
from fjax.higher_order.argument_names import function_name
from fjax.higher_order.signatures import global_name, reduced

_OWN = ("_run", "_what", "_again")


class Transformed:
    """What `grad`, `vmap` and others return: called as the function that it was made of.

    >>> import pickle
    >>> slope = fjax.grad(jnp.tanh)
    >>> slope, pickle.loads(pickle.dumps(slope))(0.0)
    (<grad of tanh>, Array(1., dtype=float64, weak_type=True))
    """

    def __init__(
        self,
        run: Callable[..., Any],
        function: Callable[..., Any],
        what: str,
        again: tuple[Callable[..., Any], tuple[Any, ...]] | None,
    ):
        """what: for the documentation; again: what makes the same one, and its arguments."""
        attributes = getattr(function, "__dict__", {})
        self.__dict__.update({k: v for k, v in attributes.items() if k not in _OWN})
        functools.update_wrapper(self, function, updated=())
        name = function_name(function)
        original = getattr(function, "__doc__", None)
        self.__name__ = name
        self.__doc__ = f"{what} of {name}." + (
            f"\n\nOriginal documentation:\n\n{original}" if original else ""
        )
        self._run, self._what, self._again = run, what, again

    @api_boundary
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._run(*args, **kwargs)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def __repr__(self) -> str:
        kind = self._what if self._again is None else self._again[0].__name__
        return f"<{kind} of {self.__name__}>"

    def __reduce__(self) -> Any:
        if self._again is not None and global_name(self) is None:
            return self._again
        return reduced(self)


def transformed(
    function: Callable[P, Any],
    run: Callable[..., R],
    what: str,
    again: tuple[Callable[..., Any], tuple[Any, ...]] | None = None,
) -> Callable[P, R]:
    """`run`, under the name and with the documentation and attributes of a function."""
    made: Any = Transformed(run, function, what, again)
    return made
