"""Rules of primitives under JAX's spelling: tables keyed by primitive, functions of parameters.

A rule belongs to its primitive: the tables keep nothing, they read and set what primitives have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax import errors
from fjax.core.primitive import BatchAxis, Zero
from fjax.core.primitive import Primitive as OwnPrimitive
from fjax.core.tracing import aval_of, bind
from fjax.core.user_primitive import BoundPrimitive, Primitive, is_user_primitive

Rule = Callable[..., Any]


class RuleTable:
    """The rules of one kind: `table[primitive]` reads, `table[primitive] = rule` defines.

    Rules of users' primitives can be read and set; those of fjax's own only read, and are called in
    the same way, with the parameters by name. Where `method_of` is given, a primitive of fjax that
    lacks the rule can be given one.
    """

    __slots__ = ("kind", "method", "adapt", "method_of")

    def __init__(
        self,
        kind: str,
        method: str,
        adapt: Callable[[Any], Rule],
        method_of: Callable[[Rule], Callable[..., Any]] | None = None,
    ):
        self.kind, self.method, self.adapt, self.method_of = kind, method, adapt, method_of

    def __setitem__(self, primitive: Any, rule: Rule) -> None:
        user = _user(primitive)
        if user is not None:
            user.define(self.kind, rule)
            return
        cls: type[OwnPrimitive] = primitive if isinstance(primitive, type) else type(primitive)
        adopted = hasattr(getattr(cls, self.method), "adopted")
        if self.method_of is None or (self._has(cls) and not adopted):
            raise errors.FjaxTypeError(
                f"the {self.kind} rule of {primitive!r} can't be set: it belongs to the class. "
                "Define a Primitive of your own, or give a function a rule of its own with "
                "custom_jvp, custom_vjp or custom_vmap"
            )
        setattr(cls, self.method, self.method_of(rule))
        cls.absent -= {self.method}

    def __getitem__(self, primitive: Any) -> Rule:
        user = _user(primitive)
        if user is not None:
            return user.rules[self.kind]
        cls = primitive if isinstance(primitive, type) else type(primitive)
        if not issubclass(cls, OwnPrimitive) or not self._has(cls):
            raise KeyError(primitive)
        return self.adapt(primitive)

    def _has(self, cls: type[OwnPrimitive]) -> bool:
        return (
            getattr(cls, self.method) is not getattr(OwnPrimitive, self.method)
            and self.method not in cls.absent
        )

    def __contains__(self, primitive: Any) -> bool:
        try:
            self[primitive]
        except KeyError:
            return False
        return True

    def get(self, primitive: Any, default: Any = None) -> Any:
        """The rule, or `default` if there is none."""
        return self[primitive] if primitive in self else default

    def __delitem__(self, primitive: Any) -> None:
        user = _user(primitive)
        if user is None:
            raise errors.FjaxTypeError(f"the {self.kind} rule of {primitive!r} can't be removed")
        del user.rules[self.kind]

    def pop(self, primitive: Any, *default: Any) -> Any:
        """Remove the rule and return it, or `default` if there is none."""
        if primitive not in self and default:
            return default[0]
        rule = self[primitive]
        del self[primitive]
        return rule

    def __repr__(self) -> str:
        return f"<the {self.kind} rules of all primitives>"


class AxisRuleTable(RuleTable):
    """Rules of the axis in an older spelling: rule(size, name, kind, args, dims, **params).

    They are the rules of `table`, which get the axis as one object; `kind` is None.
    """

    __slots__ = ()

    def __setitem__(self, primitive: Any, rule: Rule) -> None:
        def whole(axis: BatchAxis, args: Any, dims: Any, **params: Any) -> Any:
            return rule(axis.size, axis.name, None, args, dims, **params)

        super().__setitem__(primitive, whole)

    def __getitem__(self, primitive: Any) -> Rule:
        whole = super().__getitem__(primitive)

        def rule(size: int, name: Any, kind: None, args: Any, dims: Any, **params: Any) -> Any:
            return whole(BatchAxis(name, size), args, dims, **params)

        return rule


def _user(primitive: Any) -> Primitive | None:
    """The user's primitive that this is, perhaps with parameters."""
    if isinstance(primitive, BoundPrimitive):
        return primitive.user
    return primitive if is_user_primitive(primitive) else None


def _with(primitive: Any, params: dict[str, Any]) -> OwnPrimitive:
    """One of fjax's own primitives with these parameters."""
    if not isinstance(primitive, type) and not params:
        return primitive
    cls: type[OwnPrimitive] = primitive if isinstance(primitive, type) else type(primitive)
    return cls.from_params(params)


def _one(op: OwnPrimitive, found: Any) -> Any:
    return found if op.multiple_results else found[0]


def jvp_rule(primitive: Any) -> Rule:
    """The jvp rule of one of fjax's own primitives in JAX's form."""

    def rule(primals: Any, tangents: Any, **params: Any) -> tuple[Any, Any]:
        op = _with(primitive, params)
        if all(type(t) is Zero for t in tangents):
            outs = bind(op, primals)
            out_tangents: Sequence[Any] = [Zero(aval_of(out).tangent()) for out in outs]
        else:
            outs, out_tangents = op.jvp(primals, tangents)
        return _one(op, outs), _one(op, out_tangents)

    return rule


def transpose_rule(primitive: Any) -> Rule:
    """The transpose rule of one of fjax's own primitives in JAX's form."""

    def rule(cotangent: Any, *args: Any, **params: Any) -> Any:
        op = _with(primitive, params)
        return op.transpose(cotangent if op.multiple_results else (cotangent,), *args)

    return rule


def batch_rule(primitive: Any) -> Rule:
    """The batching rule of one of fjax's own primitives in JAX's form."""

    def rule(args: Any, dims: Any, **params: Any) -> tuple[Any, Any]:
        op = _with(primitive, params)
        sizes = [aval_of(x).shape[d] for x, d in zip(args, dims, strict=True) if d is not None]
        outs, out_dims = op.batch(BatchAxis(None, sizes[0]), args, dims)
        return _one(op, outs), _one(op, out_dims)

    return rule


def axis_batch_rule(primitive: Any) -> Rule:
    """The batching rule of one of fjax's own primitives as a function of the axis too."""

    def rule(axis: BatchAxis, args: Any, dims: Any, **params: Any) -> tuple[Any, Any]:
        op = _with(primitive, params)
        outs, out_dims = op.batch(axis, args, dims)
        return _one(op, outs), _one(op, out_dims)

    return rule


def transpose_method(rule: Rule) -> Callable[..., Any]:
    """The method of one of fjax's own primitives that a transpose rule in JAX's form becomes."""

    def transpose(self: OwnPrimitive, cotangents: Sequence[Any], *args: Any) -> Any:
        given = cotangents if self.multiple_results else cotangents[0]
        return rule(given, *args, **self.params)

    vars(transpose)["adopted"] = rule
    return transpose
