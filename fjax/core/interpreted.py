"""What interpreters outside of fjax ask of a primitive: its parameters, and to be bound to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from fjax.core import tracing


class Interpreted:
    """The side of a primitive that `eqn.params` shows, and that libraries' traces get."""

    hints: ClassVar[dict[str, Any]] = {}  # what JAX's primitive of this name has for its compiler
    private: ClassVar[frozenset[str]] = frozenset()  # fields that users see if they are not None
    multiple_results: ClassVar[bool] = False

    @property
    def kind(self) -> Any:
        """The primitive without its parameters."""
        raise NotImplementedError

    @property
    def params(self) -> dict[str, Any]:
        """The parameters by name."""
        raise NotImplementedError

    @property
    def user_params(self) -> dict[str, Any]:
        """What `eqn.params` shows: the parameters, and those that JAX's has for its compiler."""
        found = {k: v for k, v in self.params.items() if v is not None or k not in self.private}
        return {**found, **self.hints}

    def hand_to(self, trace: Any, args: Sequence[Any]) -> Sequence[Any]:
        """The outputs by a trace that a library has made: see `tracing.Trace`."""
        found = trace.process_primitive(self.kind, list(args), self.user_params)
        return found if self.multiple_results else [found]

    @property
    def bind_with_trace(self) -> Callable[..., Any]:
        """`bind` in a given trace; see the function of this name."""
        return bind_with_trace(self.kind)


def bind_with_trace(primitive: Any) -> Callable[..., Any]:
    """`bind` of a primitive in a given trace, whatever trace is in force.

    It takes (trace, args, avals, params), as in JAX.

    >>> bind = lax.add_p.bind_with_trace
    >>> bind(tracing.EVALUATION, (jnp.ones(2), jnp.ones(2)), None, {})
    Array([2., 2.], dtype=float64)
    """

    def bind(trace: Any, args: Any, avals: Any, params: dict[str, Any]) -> Any:
        with tracing.under(None if trace is tracing.EVALUATION else trace):
            return primitive.bind(*args, **params)

    return bind
