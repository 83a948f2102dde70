"""How a user's primitive is compiled, under JAX's names.

There is no MLIR beneath fjax. A primitive is compiled as a function of other primitives, which
`lower_fun` makes of it; without one it runs its `def_impl` from inside the compiled program.

>>> import fjax
>>> from fjax.extend.core import Primitive
>>> from fjax.interpreters import mlir
>>> twice_p = Primitive("twice")
>>> _ = twice_p.def_abstract_eval(lambda x: x)
>>> _ = mlir.register_lowering(
...     twice_p, mlir.lower_fun(lambda x: x + x, multiple_results=False))
>>> float(fjax.jit(twice_p.bind)(3.0))
6.0
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fjax import absent, errors
from fjax.core.user_primitive import Primitive, is_user_primitive
from fjax.dataclass import dataclass


@dataclass(frozen=True)
class LoweredFunction:
    """A lowering rule that is a function of other primitives.

    >>> lower_fun(jnp.sin, multiple_results=False).multiple_results
    False
    """

    function: Callable[..., Any]
    multiple_results: bool

    def __call__(self, *_: Any, **__: Any) -> Any:
        raise errors.FjaxTypeError(
            "mlir.lower_fun: there is no MLIR context to call the rule with; pass it to "
            "mlir.register_lowering"
        )


def lower_fun(fun: Callable[..., Any], multiple_results: bool = True) -> LoweredFunction:
    """A lowering rule from a function of arrays and parameters that can be traced.

    multiple_results: `fun` returns a sequence of outputs, not one.

    >>> from fjax.extend.core import Primitive
    >>> twice_p = Primitive("twice")
    >>> _ = twice_p.def_abstract_eval(lambda x: x)
    >>> _ = register_lowering(twice_p, lower_fun(lambda x: x + x, multiple_results=False))
    >>> float(fjax.jit(twice_p.bind)(3.0))
    6.0
    """
    return LoweredFunction(fun, multiple_results)


def _refusal(name: str) -> Callable[..., Any]:
    """What stands for the evaluation of a primitive that only MLIR could compute."""

    def refused(*_: Any, **__: Any) -> Any:
        raise errors.FjaxTypeError(
            f"mlir.register_lowering: the rule of '{name}' would build MLIR, which is not beneath "
            "fjax. Write the operation with fjax.numpy or lax as a function f and register "
            "mlir.lower_fun(f), or give the primitive a def_impl, which compiled programs call"
        )

    return refused


def register_lowering(
    prim: Primitive,
    rule: LoweredFunction,
    platform: str | None = None,
    inline: bool = True,
    cacheable: bool = True,
) -> LoweredFunction:
    """Compile a primitive as `rule`, made by `lower_fun`, says.

    A rule for a platform other than the CPU is not used. A rule that builds MLIR is not either: a
    primitive that has no other one and no def_impl raises TypeError when it is to be computed.

    >>> from fjax.extend.core import Primitive
    >>> scale_p = Primitive("scale")
    >>> _ = scale_p.def_abstract_eval(lambda x, factor: x)
    >>> rule = lower_fun(lambda x, factor: factor * x, multiple_results=False)
    >>> _ = register_lowering(scale_p, rule)
    >>> float(fjax.jit(lambda x: scale_p.bind(x, factor=5))(3.0))
    15.0
    """
    del inline, cacheable  # hints to XLA
    if not is_user_primitive(prim):
        raise errors.FjaxTypeError(
            f"mlir.register_lowering takes a Primitive of the user's own, got {prim!r}: how "
            "fjax's own are compiled belongs to their classes"
        )
    if platform not in (None, "cpu"):
        return rule
    if not isinstance(rule, LoweredFunction):
        prim.rules.setdefault("impl", _refusal(prim.name))
        return rule
    wanted, given = prim.multiple_results, rule.multiple_results

    def lowering(*args: Any, **params: Any) -> Any:
        outs = rule.function(*args, **params)
        if wanted == given:
            return outs
        return [outs] if wanted else outs[0]

    prim.def_lowering(lowering)
    return rule


__all__ = ["LoweredFunction", "lower_fun", "register_lowering"]

absent.answer_for(__name__)
