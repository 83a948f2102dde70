"""How a primitive is run at once, under JAX's name."""

from __future__ import annotations

from typing import Any

from fjax import absent, errors
from fjax.core.user_primitive import Primitive


def apply_primitive(prim: Primitive, *args: Any, **params: Any) -> Any:
    """Run a primitive on concrete arrays by its lowering rule (see `interpreters.mlir`).

    `p.def_impl(functools.partial(apply_primitive, p))` makes eager code compute as compiled code
    does. Raises NotImplementedError if there is no lowering rule.

    >>> from functools import partial
    >>> from fjax.extend.core import Primitive
    >>> from fjax.interpreters import mlir
    >>> twice_p = Primitive("twice")
    >>> _ = mlir.register_lowering(
    ...     twice_p, mlir.lower_fun(lambda x: x + x, multiple_results=False))
    >>> _ = twice_p.def_impl(partial(apply_primitive, twice_p))
    >>> twice_p.bind(3.0)
    Array(6., dtype=float64, weak_type=True)
    """
    lowering = prim.rules.get("lowering")
    if lowering is None:
        raise errors.MissingRuleError(
            f"Lowering rule for '{prim.name}' not implemented: register one with "
            "interpreters.mlir.register_lowering(p, mlir.lower_fun(f)), or compute it in def_impl"
        )
    return lowering(*args, **params)


__all__ = ["apply_primitive"]

absent.answer_for(__name__)
