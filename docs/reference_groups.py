"""How the reference divides namespaces that are too large for a page."""

GROUPS = {
    "fjax": {
        "Derivatives": (
            "grad value_and_grad jacfwd jacrev jacobian hessian jvp vjp linearize "
            "linear_transpose fwd_and_bwd custom_jvp custom_vjp custom_gradient "
            "closure_convert checkpoint remat checkpoint_policies softmax_custom_jvp "
            "loop_checkpoints loop_residual_budget"
        ),
        "Compiling and batches": (
            "jit vmap pmap smap shard_map named_call named_scope eval_shape make_jaxpr "
            "pure_callback disable_jit ensure_compile_time_eval clear_caches cache_info "
            "effects_barrier no_tracing"
        ),
        "Arrays and devices": (
            "Array Ref ShapeDtypeStruct new_ref empty_ref free_ref freeze typeof device_put "
            "device_get block_until_ready copy_to_host_async live_arrays Device devices "
            "local_devices device_count local_device_count default_backend process_count "
            "process_index process_indices NamedSharding P make_mesh set_mesh reshard "
            "make_array_from_callback make_array_from_process_local_data "
            "make_array_from_single_device_arrays memory_stats clear_pool threads"
        ),
        "Looking inside": "explain inspect environment print_environment_info as_jax",
    },
    "fjax.numpy": {
        "Making arrays": (
            "array asarray empty empty_like zeros zeros_like ones ones_like full full_like "
            "eye identity arange linspace logspace geomspace meshgrid indices fromfunction "
            "fromiter frombuffer fromstring fromfile from_dlpack copy diag diagflat tri tril "
            "triu vander bartlett blackman hamming hanning kaiser load save savez"
        ),
        "Shape and order of axes": (
            "reshape ravel transpose permute_dims matrix_transpose moveaxis rollaxis swapaxes "
            "squeeze expand_dims atleast_1d atleast_2d atleast_3d broadcast_to "
            "broadcast_arrays broadcast_shapes flip fliplr flipud rot90 roll resize shape "
            "size ndim"
        ),
        "Joining and splitting": (
            "concatenate concat stack vstack hstack dstack column_stack append block unstack "
            "split array_split hsplit vsplit dsplit tile repeat pad insert delete trim_zeros"
        ),
        "Indexing and choosing": (
            "where select choose piecewise take take_along_axis put put_along_axis place "
            "extract compress diagonal fill_diagonal diag_indices diag_indices_from "
            "tril_indices tril_indices_from triu_indices triu_indices_from mask_indices ix_ "
            "unravel_index ravel_multi_index nonzero flatnonzero argwhere"
        ),
        "Arithmetic and rounding": (
            "add subtract multiply divide true_divide floor_divide divmod mod remainder fmod "
            "power pow float_power negative positive reciprocal abs absolute fabs sign sqrt "
            "cbrt square maximum minimum fmax fmin clip round around rint floor ceil trunc "
            "heaviside gcd lcm copysign signbit nextafter spacing frexp ldexp modf nan_to_num "
            "real imag conj conjugate angle interp"
        ),
        "Exponentials and angles": (
            "exp exp2 expm1 log log2 log10 log1p logaddexp logaddexp2 i0 sinc sin cos tan "
            "arcsin asin arccos acos arctan atan arctan2 atan2 sinh cosh tanh arcsinh asinh "
            "arccosh acosh arctanh atanh deg2rad rad2deg degrees radians unwrap hypot"
        ),
        "Comparisons, logic and bits": (
            "equal not_equal less less_equal greater greater_equal isclose allclose "
            "array_equal array_equiv isfinite isinf isnan isneginf isposinf isreal iscomplex "
            "isrealobj iscomplexobj isscalar iterable logical_and logical_or logical_not "
            "logical_xor all any bitwise_and bitwise_or bitwise_xor bitwise_not "
            "bitwise_invert invert bitwise_count bitwise_left_shift bitwise_right_shift "
            "left_shift right_shift packbits unpackbits"
        ),
        "Sums, means and other reductions": (
            "sum prod max min amax amin mean average median std var ptp quantile percentile "
            "count_nonzero cumsum cumprod cumulative_sum cumulative_prod nansum nanprod "
            "nanmax nanmin nanmean nanmedian nanstd nanvar nanquantile nanpercentile "
            "nanargmax nanargmin nancumsum nancumprod argmax argmin trace"
        ),
        "Statistics and calculus": (
            "histogram histogram2d histogramdd histogram_bin_edges bincount digitize cov "
            "corrcoef correlate convolve diff ediff1d gradient trapezoid poly polyadd polyder "
            "polydiv polyfit polyint polymul polysub polyval roots"
        ),
        "Sorting, searching and sets": (
            "sort argsort lexsort sort_complex partition argpartition searchsorted unique "
            "unique_all unique_counts unique_inverse unique_values intersect1d union1d "
            "setdiff1d setxor1d isin"
        ),
        "Products of arrays": (
            "dot vdot vecdot matmul matvec vecmat inner outer kron cross tensordot einsum "
            "einsum_path"
        ),
        "Functions of functions": ("vectorize apply_along_axis apply_over_axes frompyfunc ufunc"),
    },
    "fjax.lax": {
        "Loops, branches and derivatives": (
            "scan while_loop fori_loop map cond switch select select_n associative_scan "
            "stop_gradient custom_linear_solve custom_root linear_call composite "
            "platform_dependent optimization_barrier stage after_all create_token dce_sink "
            "cumsum cumprod cummax cummin cumlogsumexp"
        ),
        "Indexing and shape": (
            "slice slice_in_dim dynamic_slice dynamic_slice_in_dim dynamic_index_in_dim "
            "dynamic_update_slice dynamic_update_slice_in_dim dynamic_update_index_in_dim "
            "index_in_dim index_take gather scatter scatter_add scatter_sub scatter_mul "
            "scatter_min scatter_max scatter_apply GatherDimensionNumbers GatherScatterMode "
            "ScatterDimensionNumbers reshape transpose squeeze expand_dims broadcast "
            "broadcast_in_dim broadcast_like broadcast_to_rank broadcast_shapes concatenate "
            "stack unstack split tile pad rev collapse full full_like empty iota "
            "broadcasted_iota dtype shape_as_value"
        ),
        "Reductions and sorting": (
            "reduce reduce_sum reduce_prod reduce_max reduce_min reduce_and reduce_or "
            "reduce_xor reduce_window reduce_window_shape_tuple argmax argmin sort "
            "sort_key_val top_k approx_max_k approx_min_k"
        ),
        "Products and convolutions": (
            "dot dot_general batch_matmul ragged_dot ragged_dot_general "
            "RaggedDotDimensionNumbers scaled_dot Precision DotAlgorithm DotAlgorithmPreset "
            "conv conv_general_dilated conv_general_dilated_local "
            "conv_general_dilated_patches conv_general_permutations conv_general_shape_tuple "
            "conv_shape_tuple conv_transpose conv_transpose_shape_tuple "
            "conv_with_general_padding conv_dimension_numbers ConvDimensionNumbers "
            "padtype_to_pads fft FftType"
        ),
        "Members of a mesh": (
            "psum pmean pmax pmin all_gather all_to_all ppermute pshuffle pswapaxes "
            "psum_scatter pbroadcast pcast pvary axis_index axis_size "
            "with_sharding_constraint"
        ),
        "Special functions": (
            "erf erfc erf_inv lgamma digamma polygamma zeta igamma igammac igamma_grad_a "
            "betainc regularized_incomplete_beta bessel_i0e bessel_i1e random_gamma_grad "
            "rng_bit_generator RandomAlgorithm"
        ),
    },
}
LAST = {  # the group of names that are not listed above
    "fjax": "Options",
    "fjax.numpy": "Types, constants and printing",
    "fjax.lax": "Elementwise functions",
}
MOST = 60  # names of a page of a namespace that is not listed above


def divided(namespace, names):
    """{title: names} of a namespace's pages; one page has no title."""
    if namespace in GROUPS:
        groups = {title: listed.split() for title, listed in GROUPS[namespace].items()}
        listed = {name for group in groups.values() for name in group}
        return groups | {LAST[namespace]: [name for name in names if name not in listed]}
    if len(names) <= MOST:
        return {"": list(names)}
    classes = [name for name in names if name[0].isupper()]
    return {"Classes": classes, "Functions": [name for name in names if name not in classes]}
