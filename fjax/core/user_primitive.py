"""Primitives that users define at run time, with their rules as functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax import errors
from fjax.core import primitive as base
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.interpreted import bind_with_trace
from fjax.core.ir import key_of
from fjax.core.primitive import BatchAxis, Dims, Values
from fjax.core.tracing import as_array, results_on_meta

Rule = Callable[..., Any]

# What a rule is called in messages, and how a user gives it.
RULES = {
    "impl": ("Evaluation rule", "def_impl"),
    "abstract_eval": ("Abstract evaluation", "def_abstract_eval"),
    "jvp": ("Differentiation rule", "def_jvp, or interpreters.ad.primitive_jvps"),
    "transpose": (
        "Transpose rule (for reverse-mode differentiation)",
        "def_transpose, or interpreters.ad.primitive_transposes",
    ),
    "batch": ("Batching rule", "def_batch, or interpreters.batching.primitive_batchers"),
}


class PrimitiveKind(type):
    """Says of fjax's own primitives, and of their classes, that they are Primitives too."""

    def __instancecheck__(cls, value: Any) -> bool:
        if type.__instancecheck__(cls, value):
            return True
        return cls is Primitive and isinstance(
            value, (base.Primitive, base.PrimitiveType, base.PrimitiveName)
        )


def is_user_primitive(value: Any) -> bool:
    """Whether this is a user's primitive, with its rules as functions."""
    return issubclass(type(value), Primitive)


class Primitive(metaclass=PrimitiveKind):
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
    `def_transpose(cotangents, *args, **parameters)` one cotangent per argument,
    `def_batch(args, dims, **parameters)` outputs and their batch dimensions, and
    `def_lowering(*arrays, **parameters)` computes with other primitives, which are compiled in
    place of this one. A primitive with `multiple_results = True` gives and takes lists of outputs.
    A subclass may have methods `impl` and `abstract_eval` instead, which returns avals and effects.
    Parameters must be hashable for a program to be compiled. A rule that is missing raises
    NotImplementedError where it is needed. What `eqn.primitive` gives is an instance, whoever
    defined it.
    """

    multiple_results = False
    call_primitive = False
    map_primitive = False

    def __init__(self, name: str):
        self.name = name
        self.rules: dict[str, Rule] = {}

    def define(self, kind: str, rule: Rule) -> Rule:
        """Set the rule of one kind; returns it."""
        self.rules[kind] = rule
        return rule

    def def_impl(self, rule: Rule) -> Rule:
        """How to compute it."""
        return self.define("impl", rule)

    def def_abstract_eval(self, rule: Rule) -> Rule:
        """The avals of its outputs."""
        return self.define("abstract_eval", lambda *a, **k: (rule(*a, **k), ()))

    def def_effectful_abstract_eval(self, rule: Rule) -> Rule:
        """Like `def_abstract_eval`, for a rule that returns (avals, effects).

        An equation with effects is kept though nobody reads its outputs, and runs once, in order.
        """
        return self.define("abstract_eval", rule)

    def def_jvp(self, rule: Rule) -> Rule:
        """Its derivative."""
        return self.define("jvp", rule)

    def def_transpose(self, rule: Rule) -> Rule:
        """Its transpose."""
        return self.define("transpose", rule)

    def def_batch(self, rule: Rule) -> Rule:
        """Its batching."""
        return self.define("batch", rule)

    def def_lowering(self, rule: Rule) -> Rule:
        """How the compiler computes it by other primitives."""
        return self.define("lowering", rule)

    def rule(self, kind: str) -> Rule:
        """The rule of one kind; raises NotImplementedError if there is none."""
        found = self.rules.get(kind)
        if found is None:
            what, how = RULES[kind]
            raise NotImplementedError(  # no class of fjax's: programs compare the type with it
                f"{what} for '{self.name}' not implemented: give the primitive one with {how}"
                f"\n  at {errors.user_line()}"
            )
        return found

    @property
    def impl(self) -> Rule:
        """How it is computed on concrete values."""
        return self.rule("impl")

    @property
    def evaluates(self) -> bool:
        """Whether it has a rule that computes it: one that was given, or a method of its class."""
        return "impl" in self.rules or type(self).impl is not Primitive.impl

    @property
    def abstract_eval(self) -> Rule:
        """The rule that types it: avals and parameters to (avals, effects)."""
        return self.rule("abstract_eval")

    def with_parameters(self, parameters: dict[str, Any]) -> BoundPrimitive:
        """What an equation holds: the primitive with its parameters."""
        return BoundPrimitive(self, tuple(sorted(parameters.items())))

    def bind(self, *args: Any, **parameters: Any) -> Any:
        """Apply it in the current trace."""
        outs = self.with_parameters(parameters)(*args)
        return outs if self.multiple_results else outs[0]

    @property
    def bind_with_trace(self) -> Callable[..., Any]:
        """`bind` in a given trace: of (trace, args, avals, params)."""
        return bind_with_trace(self)

    def get_bind_params(self, params: dict[str, Any]) -> dict[str, Any]:
        """The parameters: what to pass to `bind` again, for interpreters of jaxprs."""
        return params

    def __repr__(self) -> str:
        return self.name


@base.primitive
class BoundPrimitive(base.Primitive):
    """A user's primitive with its parameters."""

    name = "user_primitive"
    multiple_results = True
    user: Primitive
    parameters: tuple[tuple[str, Any], ...]

    def __post_init__(self) -> None:
        self.__dict__["name"] = self.user.name  # as the equation is printed

    @property
    def kind(self) -> Primitive:
        return self.user

    @property
    def params(self) -> dict[str, Any]:
        """The parameters by name, as `bind` got them."""
        return dict(self.parameters)

    @property
    def host(self) -> Primitive:
        return self.user

    @property
    def canonical_key(self) -> tuple[Any, ...]:
        found = self.__dict__.get("_canonical")
        if found is None:
            found = (type(self), self.user, *((k, key_of(v)) for k, v in self.parameters))
            try:
                hash(found)
            except TypeError:
                raise errors.FjaxTypeError(
                    f"{self.name}: the parameters of a primitive must be hashable, got "
                    f"{self.params}; pass arrays as operands and lists as tuples"
                ) from None
            self.__dict__["_canonical"] = found
        return found

    def _typed(self, *avals: ShapedArray) -> tuple[Sequence[ShapedArray], Any]:
        return self.user.abstract_eval(*avals, **self.params)

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        found, effects = self._typed(*avals)
        if effects:
            self.__dict__["_effects"] = frozenset(map(str, effects))
        if isinstance(found, (tuple, list)) != self.user.multiple_results:
            raise errors.FjaxValueError(
                f"{self.name}.abstract_eval() method should return a tuple or list of avals if the "
                f"primitive has multiple_results, else one aval; {self.name} has multiple_results="
                f"{self.user.multiple_results}, and it returned {found!r}"
            )
        return self._several(found)

    @property
    def effects(self) -> frozenset[str]:
        """What the abstract evaluation said when the equation was made."""
        return self.__dict__.get("_effects", frozenset())

    def run(self, *args: Any) -> Sequence[Any]:
        absent = results_on_meta(self, [x for x in args if type(x) is Array])
        if absent is not None:
            return absent
        lowering = self.user.rules.get("lowering")
        rule = self.user.impl if lowering is None or self.user.evaluates else lowering
        return [as_array(x) for x in self._several(rule(*args, **self.params))]

    def expand(self, *args: Any) -> Sequence[Any] | None:
        lowering = self.user.rules.get("lowering")
        return None if lowering is None else self._several(lowering(*args, **self.params))

    def jvp(self, primals: Values, tangents: Values) -> tuple[Values, Values]:
        outs, out_tangents = self.user.rule("jvp")(tuple(primals), tuple(tangents), **self.params)
        return self._several(outs), self._several(out_tangents)

    def transpose(self, cotangents: Values, *args: Any) -> Values:
        given = cotangents if self.user.multiple_results else cotangents[0]
        found = self.user.rule("transpose")(given, *args, **self.params)
        return [None] * len(args) if found is None else found

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        whole = self.user.rules.get("axis_batch")
        if whole is not None:
            outs, out_dims = whole(axis, tuple(args), tuple(dims), **self.params)
        else:
            outs, out_dims = self.user.rule("batch")(tuple(args), tuple(dims), **self.params)
        return self._several(outs), self._several(out_dims)

    def _several(self, found: Any) -> Sequence[Any]:
        return found if self.user.multiple_results else (found,)
