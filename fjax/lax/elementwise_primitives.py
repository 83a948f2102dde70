"""Elementwise primitives by JAX's names: instances where there are no parameters, else classes."""

from fjax.primitives import (
    arithmetic,
    bitwise,
    comparison,
    complex_parts,
    conversion,
    exponential,
    powers,
    rounding,
    selection,
    special,
    trigonometric,
)

neg_p, add_p, sub_p, mul_p = arithmetic.neg, arithmetic.add, arithmetic.sub, arithmetic.mul
mulhi_p = bitwise.mulhi
div_p, rem_p, max_p, min_p = arithmetic.div, arithmetic.rem, selection.max_, selection.min_
abs_p, sign_p = complex_parts.abs_, complex_parts.sign
square_p, sqrt_p, rsqrt_p, cbrt_p = powers.square, powers.sqrt, powers.rsqrt, powers.cbrt
integer_pow_p, pow_p = powers.IntegerPow, exponential.pow_
exp_p, exp2_p, expm1_p = exponential.exp, exponential.exp2, exponential.expm1
log_p, log1p_p, logistic_p = exponential.log, exponential.log1p, exponential.logistic
sin_p, cos_p, tan_p = trigonometric.sin, trigonometric.cos, trigonometric.tan
asin_p, acos_p, atan_p = trigonometric.asin, trigonometric.acos, trigonometric.atan
atan2_p, tanh_p = trigonometric.atan2, trigonometric.tanh
sinh_p, cosh_p = trigonometric.sinh, trigonometric.cosh
asinh_p, acosh_p, atanh_p = trigonometric.asinh, trigonometric.acosh, trigonometric.atanh
floor_p, ceil_p, round_p = rounding.floor, rounding.ceil, rounding.Round
is_finite_p, nextafter_p = rounding.is_finite, rounding.nextafter
reduce_precision_p = rounding.ReducePrecision
real_p, imag_p = complex_parts.real, complex_parts.imag
complex_p, conj_p = complex_parts.complex_, complex_parts.conj
not_p, and_p, or_p, xor_p = (
    bitwise.bitwise_not,
    bitwise.bitwise_and,
    bitwise.bitwise_or,
    bitwise.bitwise_xor,
)
population_count_p, clz_p = bitwise.population_count, bitwise.clz
shift_left_p, shift_right_logical_p = bitwise.shift_left, bitwise.shift_right_logical
shift_right_arithmetic_p = bitwise.shift_right_arithmetic
eq_p, ne_p, lt_p = comparison.eq, comparison.ne, comparison.lt
le_p, gt_p, ge_p = comparison.le, comparison.gt, comparison.ge
eq_to_p, le_to_p, lt_to_p = comparison.eq_to, comparison.le_to, comparison.lt_to
select_n_p, clamp_p = selection.select_n, selection.clamp
convert_element_type_p = conversion.ConvertElementType
bitcast_convert_type_p = conversion.BitcastConvertType
stop_gradient_p = conversion.stop_gradient
erf_p, erfc_p, erf_inv_p = special.erf, special.erfc, special.erf_inv
lgamma_p, digamma_p, polygamma_p = special.lgamma, special.digamma, special.polygamma
zeta_p, igamma_p, igammac_p = special.zeta, special.igamma, special.igammac
igamma_grad_a_p, random_gamma_grad_p = special.igamma_grad_a, special.random_gamma_grad
bessel_i0e_p, bessel_i1e_p = special.bessel_i0e, special.bessel_i1e
regularized_incomplete_beta_p = special.betainc
