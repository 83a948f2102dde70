"""Operations close to the primitives: no implicit promotion, no implicit broadcasting."""

import sys as _sys
from typing import TYPE_CHECKING

from fjax import absent as _absent
from fjax.api.devices import with_sharding_constraint as with_sharding_constraint
from fjax.lax.accuracy import *  # noqa: F403
from fjax.lax.applying import *  # noqa: F403
from fjax.lax.control_flow import *  # noqa: F403
from fjax.lax.elementwise import *  # noqa: F403
from fjax.lax.elementwise_primitives import *  # noqa: F403
from fjax.lax.names import *  # noqa: F403
from fjax.lax.reductions import *  # noqa: F403
from fjax.lax.shaping import *  # noqa: F403
from fjax.lax.slicing import *  # noqa: F403

if TYPE_CHECKING:
    from fjax.lax import linalg as linalg
    from fjax.lax.associative import *  # noqa: F403
    from fjax.lax.contraction import *  # noqa: F403
    from fjax.lax.convolution import *  # noqa: F403
    from fjax.lax.fourier import *  # noqa: F403
    from fjax.lax.parallel import *  # noqa: F403
    from fjax.lax.ragged import *  # noqa: F403
    from fjax.lax.random_bits import *  # noqa: F403
    from fjax.lax.sorting import *  # noqa: F403
    from fjax.lax.staging import *  # noqa: F403
    from fjax.lax.windows import *  # noqa: F403

# What many programs do without: the first use of a name imports it.
_LATER = ("linalg",)
_DEFINED_LATER = {
    "fjax.lax.associative": "associative_scan",
    "fjax.lax.contraction": "DotAlgorithm DotAlgorithmPreset DotDimensionNumbers Precision "
    "PrecisionLike batch_matmul dot dot_general dot_general_p",
    "fjax.lax.convolution": "conv_general_dilated_p ConvDimensionNumbers "
    "ConvGeneralDilatedDimensionNumbers conv conv_dimension_numbers "
    "conv_general_dilated conv_general_dilated_local "
    "conv_general_dilated_patches conv_general_permutations "
    "conv_general_shape_tuple conv_shape_tuple conv_transpose "
    "conv_transpose_shape_tuple conv_with_general_padding "
    "padtype_to_pads",
    "fjax.lax.fourier": "fft_p FftType fft",
    "fjax.lax.parallel": "all_gather all_gather_p all_to_all all_to_all_p axis_index "
    "axis_index_p axis_size pbroadcast pcast pmax pmax_p pmean pmin "
    "pmin_p ppermute ppermute_p pshuffle psum psum_p psum_scatter "
    "pswapaxes pvary",
    "fjax.lax.ragged": "RaggedDotDimensionNumbers ragged_dot ragged_dot_general "
    "ragged_dot_general_p scaled_dot",
    "fjax.lax.random_bits": "RandomAlgorithm rng_bit_generator rng_bit_generator_p",
    "fjax.lax.sorting": "approx_max_k approx_min_k sort sort_key_val top_k "
    "approx_top_k_p sort_p top_k_p",
    "fjax.lax.staging": "after_all after_all_p composite composite_p create_token "
    "create_token_p dce_sink dce_sink_p stage stage_p",
    "fjax.lax.windows": "reduce_window reduce_window_shape_tuple reduce_window_max_p "
    "reduce_window_min_p reduce_window_p reduce_window_sum_p "
    "select_and_gather_add_p select_and_scatter_add_p",
}

_absent.install(__name__)
__all__ = [n for n in dir(_sys.modules[__name__]) if n[0] != "_" and n != "TYPE_CHECKING"]
