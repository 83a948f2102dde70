"""Primitives that users define at run time, with their rules as functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax.core import primitive as base
from fjax.core.avals import ShapedArray
from fjax.core.tracing import as_array

Rule = Callable[..., Any]


class Primitive:
    """A primitive by name; give it rules, then call `bind(*arrays, **parameters)`.

    >>> import numpy as np
    >>> from fjax.core.tracing import aval_of
    >>> double_p = Primitive("double")
    >>> _ = double_p.def_impl(lambda x: 2 * np.asarray(x))
    >>> _ = double_p.def_abstract_eval(lambda x: x)
    >>> double_p.bind(np.float64(3.0))
    Array(6., dtype=float64)

    Rules: `def_impl(*arrays, **parameters)` computes, `def_abstract_eval(*avals, **parameters)`
    types, `def_jvp(primals, tangents, **parameters)` returns outputs and tangents,
    `def_transpose(cotangents, *args, **parameters)` one cotangent per argument, and
    `def_batch(args, dims, **parameters)` outputs and their batch dimensions.
    """

    multiple_results = False

    def __init__(self, name: str):
        self.name = name
        self.rules: dict[str, Rule] = {}

    def _define(self, kind: str, rule: Rule) -> Rule:
        self.rules[kind] = rule
        return rule

    def def_impl(self, rule: Rule) -> Rule:
        """How to compute it."""
        return self._define("impl", rule)

    def def_abstract_eval(self, rule: Rule) -> Rule:
        """The avals of its outputs."""
        return self._define("abstract_eval", rule)

    def def_effectful_abstract_eval(self, rule: Rule) -> Rule:
        """Like `def_abstract_eval`, for a rule that returns (avals, effects)."""
        return self._define("abstract_eval", lambda *a, **k: rule(*a, **k)[0])

    def def_jvp(self, rule: Rule) -> Rule:
        """Its derivative."""
        return self._define("jvp", rule)

    def def_transpose(self, rule: Rule) -> Rule:
        """Its transpose."""
        return self._define("transpose", rule)

    def def_batch(self, rule: Rule) -> Rule:
        """Its batching."""
        return self._define("batch", rule)

    def bind(self, *args: Any, **parameters: Any) -> Any:
        """Apply it in the current trace."""
        outs = BoundPrimitive(self, tuple(sorted(parameters.items())))(*args)
        return outs if self.multiple_results else outs[0]

    def __repr__(self) -> str:
        return self.name


@base.primitive
class BoundPrimitive(base.Primitive):
    """A user's primitive with its parameters."""

    name = "user_primitive"
    multiple_results = True
    user: Primitive
    parameters: tuple[tuple[str, Any], ...]

    def _rule(self, kind: str) -> Rule:
        found = self.user.rules.get(kind)
        if found is None:
            raise self.missing(f"{kind} (define it with {self.user.name}.def_{kind})")
        return found

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        return self._several(self._rule("abstract_eval")(*avals, **dict(self.parameters)))

    def run(self, *args: Any) -> Sequence[Any]:
        found = self._rule("impl")(*args, **dict(self.parameters))
        return [as_array(x) for x in self._several(found)]

    def jvp(self, primals, tangents):
        outs, out_tangents = self._rule("jvp")(primals, tangents, **dict(self.parameters))
        return self._several(outs), self._several(out_tangents)

    def transpose(self, cotangents, *args):
        given = cotangents if self.user.multiple_results else cotangents[0]
        return self._rule("transpose")(given, *args, **dict(self.parameters))

    def batch(self, axis, args, dims):
        outs, out_dims = self._rule("batch")(args, dims, **dict(self.parameters))
        return self._several(outs), self._several(out_dims)

    def _several(self, found: Any) -> Sequence[Any]:
        return found if self.user.multiple_results else (found,)
