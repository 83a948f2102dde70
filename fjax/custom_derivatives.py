"""Derivative rules of one's own: custom_jvp, custom_vjp and what belongs to them."""

from fjax import absent
from fjax.higher_order.custom_derivatives import (
    CustomVJPPrimal,
    SymbolicZero,
    closure_convert,
    custom_jvp,
    custom_vjp,
    custom_vjp_primal_tree_values,
    linear_call,
    zero_from_primal,
)
from fjax.higher_order.custom_gradient import custom_gradient
from fjax.higher_order.custom_rules import CustomJVP as custom_jvp_call_p
from fjax.higher_order.custom_rules import CustomVJP as custom_vjp_call_p

__all__ = [
    "CustomVJPPrimal",
    "SymbolicZero",
    "closure_convert",
    "custom_gradient",
    "custom_jvp",
    "custom_jvp_call_p",
    "custom_vjp",
    "custom_vjp_call_p",
    "custom_vjp_primal_tree_values",
    "linear_call",
    "zero_from_primal",
]

absent.answer_for(__name__)
