"""Differentiation under JAX's names, for code that defines primitives.

>>> import fjax
>>> from fjax.extend.core import Primitive
>>> from fjax.interpreters import ad
>>> twice_p = Primitive("twice")
>>> _ = twice_p.def_impl(lambda x: 2 * x)
>>> ad.deflinear2(twice_p, lambda cotangent, x: [twice_p.bind(cotangent)])
>>> _ = twice_p.def_abstract_eval(lambda x: x)
>>> float(fjax.grad(twice_p.bind)(3.0))
2.0
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from typing import Any

from fjax import absent, errors
from fjax.core.avals import ShapedArray
from fjax.core.primitive import Linear, Zero
from fjax.core.tracing import aval_of
from fjax.core.user_primitive import Primitive, is_user_primitive
from fjax.interpreters.jvp import JVPTrace, JVPTracer, instantiate, zeros
from fjax.interpreters.rule_tables import RuleTable, jvp_rule, transpose_method, transpose_rule
from fjax.primitives.arithmetic import add

Rule = Callable[..., Any]

primitive_jvps = RuleTable("jvp", "jvp", jvp_rule)
primitive_transposes = RuleTable("transpose", "transpose", transpose_rule, transpose_method)

UndefinedPrimal = Linear  # marks the arguments in which a transpose rule is linear
add_jaxvals = add_jaxvals_p = add


def is_undefined_primal(value: Any) -> bool:
    """Whether a transpose rule's argument is linear, its value unknown; it has an `aval`.

    >>> unknown = UndefinedPrimal(ShapedArray((3,), "float32"))
    >>> is_undefined_primal(unknown), is_undefined_primal(1.0)
    (True, False)
    """
    return type(value) is Linear


def instantiate_zeros(tangent: Any) -> Any:
    """A tangent as an array: an ad.Zero becomes zeros of its aval.

    >>> instantiate_zeros(Zero(ShapedArray((2,), "float32"))), instantiate_zeros(1.0)
    (Array([0., 0.], dtype=float32), 1.0)
    """
    return instantiate(tangent)


def zeros_like_aval(aval: ShapedArray) -> Any:
    """An array of zeros of this aval's shape and dtype.

    >>> zeros_like_aval(ShapedArray((2,), "float32"))
    Array([0., 0.], dtype=float32)
    """
    return zeros(aval)


def add_tangents(x: Any, y: Any) -> Any:
    """x + y, where either may be an ad.Zero.

    >>> zero = Zero(ShapedArray((), "float64"))
    >>> add_tangents(zero, 2.0), add_tangents(zero, zero)
    (2.0, Zero(float64[]))
    """
    if type(x) is Zero:
        return y
    return x if type(y) is Zero else add(x, y)


def get_primitive_transpose(primitive: Any) -> Rule:
    """The transpose rule of a primitive; raises NotImplementedError if it has none.

    >>> from fjax.extend.core import Primitive
    >>> twice_p = Primitive("twice")
    >>> _ = twice_p.def_transpose(lambda cotangent, x: [2 * cotangent])
    >>> get_primitive_transpose(twice_p)(3.0, None)
    [6.0]
    """
    if is_user_primitive(primitive):
        return primitive.rule("transpose")
    found = primitive_transposes.get(primitive)
    if found is None:
        raise errors.MissingRuleError(
            f"Transpose rule (for reverse-mode differentiation) for '{primitive}' not implemented"
        )
    return found


def _zero_of(value: Any) -> Zero:
    return Zero(aval_of(value).tangent())


def _sum_of_rules(
    primitive: Primitive, rules: Any, with_output: bool, primals: Any, tangents: Any, **params: Any
) -> tuple[Any, Any]:
    if len(rules) != len(primals):
        raise errors.FjaxTypeError(
            f"ad.defjvp: {primitive} has {len(rules)} rules, but was applied to {len(primals)} "
            "argument(s); give one rule for each, None where the derivative is zero"
        )
    out = primitive.bind(*primals, **params)
    first = (out,) if with_output else ()
    terms = [
        rule(t, *first, *primals, **params)
        for rule, t in zip(rules, tangents, strict=True)
        if rule is not None and type(t) is not Zero
    ]
    return out, reduce(add_tangents, terms, _zero_of(out))


def _check_single(what: str, primitive: Any) -> None:
    if not is_user_primitive(primitive) or primitive.multiple_results:
        raise errors.FjaxTypeError(
            f"ad.{what} takes a Primitive with one result, got {primitive!r}; set the rule with "
            "ad.primitive_jvps[primitive] = rule"
        )


def defjvp(primitive: Primitive, *rules: Rule | None) -> None:
    """Give a primitive of one result a rule `rule(tangent, *primals, **params)` per argument.

    Its tangent is the sum of what they give; None stands for an argument with derivative zero.

    >>> from fjax.extend.core import Primitive
    >>> scale_p = Primitive("scale")
    >>> _ = scale_p.def_impl(lambda x, y: x * y)
    >>> defjvp(scale_p, lambda t, x, y: t * y, lambda t, x, y: x * t)
    >>> float(fjax.jvp(scale_p.bind, (3.0, 5.0), (1.0, 0.0))[1])
    5.0
    """
    _check_single("defjvp", primitive)
    primitive_jvps[primitive] = partial(_sum_of_rules, primitive, rules, False)


def defjvp2(primitive: Primitive, *rules: Rule | None) -> None:
    """Like `defjvp`, with rules `rule(tangent, output, *primals, **params)`.

    >>> from fjax.extend.core import Primitive
    >>> root_p = Primitive("root")
    >>> _ = root_p.def_impl(np.sqrt)
    >>> defjvp2(root_p, lambda t, out, x: t / (2 * out))
    >>> float(fjax.jvp(root_p.bind, (16.0,), (1.0,))[1])
    0.125
    """
    _check_single("defjvp2", primitive)
    primitive_jvps[primitive] = partial(_sum_of_rules, primitive, rules, True)


def _linear_jvp(primitive: Primitive, primals: Any, tangents: Any, **params: Any) -> Any:
    out = primitive.bind(*primals, **params)
    if all(type(t) is Zero for t in tangents):
        return out, list(map(_zero_of, out)) if primitive.multiple_results else _zero_of(out)
    return out, primitive.bind(*map(instantiate, tangents), **params)


def _linear_transpose(
    rule: Rule, with_args: bool, cotangent: Any, *args: Any, **params: Any
) -> Any:
    if type(cotangent) is Zero:
        return [Zero(x.aval) if is_undefined_primal(x) else None for x in args]
    return rule(cotangent, *(args if with_args else ()), **params)


def deflinear(primitive: Primitive, rule: Rule) -> None:
    """Make a primitive linear in all arguments; `rule(cotangent, **params)` is its transpose.

    The rule returns one cotangent for each argument.

    >>> from fjax.extend.core import Primitive
    >>> twice_p = Primitive("twice")
    >>> _ = twice_p.def_impl(lambda x: 2 * x)
    >>> _ = twice_p.def_abstract_eval(lambda x: x)
    >>> deflinear(twice_p, lambda cotangent: [twice_p.bind(cotangent)])
    >>> float(fjax.grad(twice_p.bind)(3.0))
    2.0
    """
    primitive_jvps[primitive] = partial(_linear_jvp, primitive)
    primitive_transposes[primitive] = partial(_linear_transpose, rule, False)


def deflinear2(primitive: Primitive, rule: Rule) -> None:
    """Like `deflinear`, with a rule `rule(cotangent, *args, **params)`.

    >>> from fjax.extend.core import Primitive
    >>> total_p = Primitive("total")
    >>> _ = total_p.def_impl(lambda x: x.sum())
    >>> _ = total_p.def_abstract_eval(lambda x: ShapedArray((), x.dtype))
    >>> deflinear2(total_p, lambda cotangent, x: [jnp.full(x.aval.shape, cotangent)])
    >>> print(fjax.grad(total_p.bind)(jnp.arange(3.0)))
    [1. 1. 1.]
    """
    primitive_jvps[primitive] = partial(_linear_jvp, primitive)
    primitive_transposes[primitive] = partial(_linear_transpose, rule, True)


def _bilinear_transpose(
    left: Rule, right: Rule, cotangent: Any, x: Any, y: Any, **params: Any
) -> tuple[Any, Any]:
    in_x, rule = (True, left) if is_undefined_primal(x) else (False, right)
    if type(cotangent) is Zero:
        found: Any = Zero((x if in_x else y).aval)
    else:
        found = rule(cotangent, x, y, **params)
    return (found, None) if in_x else (None, found)


def defbilinear(primitive: Primitive, left: Rule, right: Rule) -> None:
    """Make a primitive of two arguments linear in each.

    `left(cotangent, x, y, **params)` gives the cotangent of x, which is then undefined, and `right`
    that of y.

    >>> from fjax.extend.core import Primitive
    >>> scale_p = Primitive("scale")
    >>> _ = scale_p.def_impl(lambda x, y: x * y)
    >>> _ = scale_p.def_abstract_eval(lambda x, y: x)
    >>> defbilinear(scale_p, lambda c, x, y: c * y, lambda c, x, y: c * x)
    >>> [float(g) for g in fjax.grad(scale_p.bind, argnums=(0, 1))(3.0, 5.0)]
    [5.0, 3.0]
    """
    defjvp(
        primitive,
        lambda t, x, y, **params: primitive.bind(t, y, **params),
        lambda t, x, y, **params: primitive.bind(x, t, **params),
    )
    primitive_transposes[primitive] = partial(_bilinear_transpose, left, right)


__all__ = [
    "JVPTrace",
    "JVPTracer",
    "UndefinedPrimal",
    "Zero",
    "add_jaxvals",
    "add_jaxvals_p",
    "add_tangents",
    "defbilinear",
    "defjvp",
    "defjvp2",
    "deflinear",
    "deflinear2",
    "get_primitive_transpose",
    "instantiate_zeros",
    "is_undefined_primal",
    "primitive_jvps",
    "primitive_transposes",
    "zeros_like_aval",
]

absent.answer_for(__name__)
