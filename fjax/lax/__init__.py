"""Operations close to the primitives: no implicit promotion, no implicit broadcasting."""

import sys as _sys
from typing import TYPE_CHECKING

from fjax import absent as _absent
from fjax.api.devices import with_sharding_constraint as with_sharding_constraint

if TYPE_CHECKING:
    from fjax.lax import linalg as linalg
    from fjax.lax.accuracy import *  # noqa: F403
    from fjax.lax.applying import *  # noqa: F403
    from fjax.lax.associative import *  # noqa: F403
    from fjax.lax.contraction import *  # noqa: F403
    from fjax.lax.control_flow import *  # noqa: F403
    from fjax.lax.convolution import *  # noqa: F403
    from fjax.lax.elementwise import *  # noqa: F403
    from fjax.lax.elementwise_primitives import *  # noqa: F403
    from fjax.lax.fourier import *  # noqa: F403
    from fjax.lax.names import *  # noqa: F403
    from fjax.lax.parallel import *  # noqa: F403
    from fjax.lax.ragged import *  # noqa: F403
    from fjax.lax.random_bits import *  # noqa: F403
    from fjax.lax.reductions import *  # noqa: F403
    from fjax.lax.shaping import *  # noqa: F403
    from fjax.lax.slicing import *  # noqa: F403
    from fjax.lax.sorting import *  # noqa: F403
    from fjax.lax.staging import *  # noqa: F403
    from fjax.lax.windows import *  # noqa: F403

# What many programs do without: the first use of a name imports it.
_LATER = ("linalg",)
_DEFINED_LATER = {
    "fjax.lax.accuracy": "AccuracyMode Tolerance",
    "fjax.lax.applying": "scatter_apply",
    "fjax.lax.associative": "associative_scan",
    "fjax.lax.contraction": "DotAlgorithm DotAlgorithmPreset DotDimensionNumbers Precision "
    "PrecisionLike batch_matmul dot dot_general dot_general_p",
    "fjax.lax.control_flow": "cond custom_linear_solve custom_root fori_loop linear_call map "
    "platform_dependent scan switch while_loop cond_p custom_linear_solve_p linear_solve_p "
    "scan_p while_p",
    "fjax.lax.convolution": "conv_general_dilated_p ConvDimensionNumbers "
    "ConvGeneralDilatedDimensionNumbers conv conv_dimension_numbers conv_general_dilated "
    "conv_general_dilated_local conv_general_dilated_patches conv_general_permutations "
    "conv_general_shape_tuple conv_shape_tuple conv_transpose conv_transpose_shape_tuple "
    "conv_with_general_padding padtype_to_pads",
    "fjax.lax.elementwise": "RoundingMethod abs acos acosh add asin asinh atan atan2 atanh "
    "bessel_i0e bessel_i1e betainc bitcast_convert_type bitwise_and bitwise_not bitwise_or "
    "bitwise_xor cbrt ceil clamp clz complex conj convert_element_type cos cosh digamma div "
    "eq erf erf_inv erfc exp exp2 expm1 floor ge gt igamma igamma_grad_a igammac imag "
    "integer_pow is_finite le lgamma log log1p logistic lt max min mul mulhi ne neg "
    "nextafter polygamma population_count pow random_gamma_grad real reciprocal "
    "reduce_precision regularized_incomplete_beta rem round rsqrt select select_n shift_left "
    "shift_right_arithmetic shift_right_logical sign sin sinh sqrt square stop_gradient sub "
    "tan tanh zeta",
    "fjax.lax.elementwise_primitives": "abs_p acos_p acosh_p add_p and_p asin_p asinh_p atan2_p "
    "atan_p atanh_p bessel_i0e_p bessel_i1e_p bitcast_convert_type_p cbrt_p ceil_p clamp_p "
    "clz_p complex_p conj_p convert_element_type_p cos_p cosh_p digamma_p div_p eq_p eq_to_p "
    "erf_inv_p erf_p erfc_p exp2_p exp_p expm1_p floor_p ge_p gt_p igamma_grad_a_p igamma_p "
    "igammac_p imag_p integer_pow_p is_finite_p le_p le_to_p lgamma_p log1p_p log_p "
    "logistic_p lt_p lt_to_p max_p min_p mul_p mulhi_p ne_p neg_p nextafter_p not_p or_p "
    "polygamma_p population_count_p pow_p random_gamma_grad_p real_p reduce_precision_p "
    "regularized_incomplete_beta_p rem_p round_p rsqrt_p select_n_p shift_left_p "
    "shift_right_arithmetic_p shift_right_logical_p sign_p sin_p sinh_p sqrt_p square_p "
    "stop_gradient_p sub_p tan_p tanh_p xor_p zeta_p",
    "fjax.lax.fourier": "fft_p FftType fft",
    "fjax.lax.names": "rng_uniform_p select_and_scatter_p sharding_constraint_p",
    "fjax.lax.parallel": "all_gather all_gather_p all_to_all all_to_all_p axis_index axis_index_p "
    "axis_size pbroadcast pcast pmax pmax_p pmean pmin pmin_p ppermute ppermute_p pshuffle "
    "psum psum_p psum_scatter pswapaxes pvary",
    "fjax.lax.ragged": "RaggedDotDimensionNumbers ragged_dot ragged_dot_general "
    "ragged_dot_general_p scaled_dot",
    "fjax.lax.random_bits": "RandomAlgorithm rng_bit_generator rng_bit_generator_p",
    "fjax.lax.reductions": "argmax argmin cumlogsumexp cummax cummin cumprod cumsum reduce "
    "reduce_and reduce_max reduce_min reduce_or reduce_prod reduce_sum reduce_xor argmax_p "
    "argmin_p cumlogsumexp_p cummax_p cummin_p cumprod_p cumsum_p reduce_and_p reduce_max_p "
    "reduce_min_p reduce_or_p reduce_prod_p reduce_p reduce_sum_p reduce_xor_p",
    "fjax.lax.shaping": "broadcast broadcast_in_dim broadcast_like broadcast_shapes "
    "broadcast_to_rank broadcasted_iota collapse concatenate empty expand_dims full "
    "full_like iota optimization_barrier pad reshape rev shape_as_value split squeeze stack "
    "tile transpose unstack broadcast_in_dim_p concatenate_p copy_p device_put_p dtype "
    "iota_p optimization_barrier_p pad_p reshape_p rev_p split_p squeeze_p stack_p tile_p "
    "transpose_p unstack_p",
    "fjax.lax.slicing": "GatherDimensionNumbers GatherScatterMode ScatterDimensionNumbers "
    "dynamic_index_in_dim dynamic_slice dynamic_slice_in_dim dynamic_update_index_in_dim "
    "dynamic_update_slice dynamic_update_slice_in_dim gather index_in_dim index_take scatter "
    "scatter_add scatter_max scatter_min scatter_mul scatter_sub scatter_sub_p slice "
    "slice_in_dim dynamic_slice_p dynamic_update_slice_p gather_p scatter_add_p "
    "scatter_max_p scatter_min_p scatter_mul_p scatter_p slice_p",
    "fjax.lax.sorting": "approx_max_k approx_min_k sort sort_key_val top_k approx_top_k_p sort_p "
    "top_k_p",
    "fjax.lax.staging": "after_all after_all_p composite composite_p create_token create_token_p "
    "dce_sink dce_sink_p stage stage_p",
    "fjax.lax.windows": "reduce_window reduce_window_shape_tuple reduce_window_max_p "
    "reduce_window_min_p reduce_window_p reduce_window_sum_p select_and_gather_add_p "
    "select_and_scatter_add_p",
}

_absent.install(__name__)
__all__ = [n for n in dir(_sys.modules[__name__]) if n[0] != "_" and n != "TYPE_CHECKING"]
