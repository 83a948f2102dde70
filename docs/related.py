"""What the reference lists under "See also": names that belong together, one family a line.

A name sees the nearest others of its families, most of all where it comes first. In a namespace of
few names, such as that of a distribution, all belong together.
"""

from docs.api import NAMESPACES, public

FAMILIES = {
    "fjax": """
        grad value_and_grad vjp fjax.lax.stop_gradient jacrev hessian
        jvp vjp linearize linear_transpose fwd_and_bwd
        jacfwd jacrev jacobian hessian jvp
        custom_jvp custom_vjp custom_gradient closure_convert
        checkpoint remat checkpoint_policies fjax.ad_checkpoint.checkpoint_name
        loop_checkpoints loop_residual_budget checkpoint
        jit disable_jit make_jaxpr explain inspect
        no_tracing explain_cache_misses log_compiles clear_caches cache_info
        vmap fjax.numpy.vectorize fjax.lax.map pmap shard_map
        shard_map smap pmap make_mesh P
        eval_shape ShapeDtypeStruct make_jaxpr typeof
        named_call named_scope profile
        pure_callback fjax.experimental.io_callback fjax.debug.callback effects_barrier
        ensure_compile_time_eval fjax.numpy.array jit
        Array fjax.numpy.array device_put typeof
        Ref new_ref empty_ref freeze free_ref
        device_put device_get block_until_ready copy_to_host_async reshard
        Device devices local_devices device_count local_device_count default_backend default_device
        process_count process_index process_indices fjax.distributed.initialize
        NamedSharding P make_mesh set_mesh reshard
        make_array_from_callback make_array_from_process_local_data
        make_array_from_process_local_data make_array_from_single_device_arrays
        memory_stats clear_pool live_arrays
        threads memory_stats clear_pool
        explain profile inspect fjax.debug.print
        environment print_environment_info
        as_jax fjax.errors.AbsentNameError
        debug_nans debug_infs check_tracer_leaks checking_leaks debug_key_reuse
        enable_checks debug_nans check_tracer_leaks
        default_prng_impl enable_custom_prng legacy_prng_key threefry_partitionable fjax.random.key
        enable_x64 numpy_dtype_promotion numpy_rank_promotion allow_f16_reductions
        default_matmul_precision fjax.lax.Precision fjax.debug.compare_precision
        make_user_context jit
        softmax_custom_jvp fjax.nn.softmax
        transfer_guard transfer_guard_device_to_device transfer_guard_device_to_host
        transfer_guard_host_to_device transfer_guard device_put
    """,
    "fjax.numpy": """
        array asarray copy frombuffer from_dlpack
        fromfile fromfunction fromiter fromstring frombuffer
        empty zeros ones full empty_like zeros_like ones_like full_like
        eye identity diag diagflat diagonal
        arange linspace logspace geomspace
        meshgrid indices ix_ fromfunction
        tri tril triu vander
        bartlett blackman hamming hanning kaiser
        load save savez fjax.checkpoints.save
        reshape ravel resize squeeze expand_dims
        transpose permute_dims matrix_transpose swapaxes moveaxis rollaxis
        atleast_1d atleast_2d atleast_3d expand_dims
        broadcast_to broadcast_arrays broadcast_shapes tile
        flip fliplr flipud rot90 roll
        shape size ndim
        concatenate concat stack block append
        stack vstack hstack dstack column_stack unstack
        split array_split hsplit vsplit dsplit
        tile repeat pad broadcast_to
        insert delete append trim_zeros
        where select choose piecewise fjax.lax.cond
        take take_along_axis put_along_axis argsort
        put place fill_diagonal put_along_axis
        extract compress nonzero where
        diagonal diag trace fill_diagonal
        diag_indices diag_indices_from tril_indices triu_indices
        tril_indices tril_indices_from triu_indices triu_indices_from mask_indices
        unravel_index ravel_multi_index nonzero
        nonzero flatnonzero argwhere where count_nonzero
        add subtract multiply divide sum
        divide true_divide floor_divide divmod mod
        mod remainder fmod divmod
        power pow float_power square sqrt
        negative positive abs sign reciprocal
        abs absolute fabs sign
        sqrt cbrt square power
        maximum minimum fmax fmin max min
        clip maximum minimum nan_to_num
        round around rint floor ceil trunc
        heaviside sign where
        gcd lcm
        copysign signbit sign nextafter spacing
        frexp ldexp modf
        nan_to_num isnan nanmean
        real imag conj conjugate angle
        interp searchsorted polyval
        exp exp2 expm1 log
        log log2 log10 log1p exp
        logaddexp logaddexp2 fjax.scipy.special.logsumexp fjax.nn.softmax
        i0 sinc kaiser
        sin cos tan arcsin arccos arctan
        asin acos atan atan2 arcsin
        arcsin arccos arctan arctan2 sin
        sinh cosh tanh arcsinh arccosh arctanh
        asinh acosh atanh arcsinh
        deg2rad rad2deg degrees radians unwrap
        hypot arctan2 fjax.numpy.linalg.norm
        equal not_equal isclose array_equal
        less less_equal greater greater_equal equal
        isclose allclose array_equal array_equiv
        isfinite isinf isnan isneginf isposinf
        isreal iscomplex isrealobj iscomplexobj
        isscalar iterable ndim
        logical_and logical_or logical_not logical_xor all any
        bitwise_and bitwise_or bitwise_xor bitwise_not bitwise_invert invert bitwise_count
        bitwise_left_shift bitwise_right_shift left_shift right_shift
        packbits unpackbits bitwise_count
        sum prod mean cumsum nansum
        max min amax amin argmax maximum
        mean average median std var
        std var mean cov nanstd
        ptp max min
        quantile percentile median nanquantile nanpercentile
        cumsum cumprod cumulative_sum cumulative_prod sum
        nansum nanprod nancumsum nancumprod sum
        nanmax nanmin nanargmax nanargmin max
        nanmean nanmedian nanstd nanvar mean
        argmax argmin max argsort
        trace diagonal diag
        histogram histogram2d histogramdd histogram_bin_edges digitize
        bincount digitize histogram unique
        cov corrcoef var correlate
        convolve correlate fjax.scipy.signal.fftconvolve fjax.lax.conv
        diff ediff1d gradient cumsum
        gradient diff trapezoid fjax.grad
        polyval polyfit roots poly polyadd
        polyadd polysub polymul polydiv polyder polyint
        sort argsort lexsort sort_complex partition
        partition argpartition sort fjax.lax.top_k
        searchsorted digitize sort interp
        unique unique_all unique_counts unique_inverse unique_values
        intersect1d union1d setdiff1d setxor1d isin
        dot matmul vdot inner tensordot einsum
        vecdot matvec vecmat matmul
        outer inner kron dot
        cross dot outer
        einsum einsum_path tensordot fjax.lax.dot_general
        vectorize apply_along_axis fjax.vmap
        apply_over_axes apply_along_axis sum
        ufunc frompyfunc vectorize
        astype asarray result_type promote_types
        can_cast issubdtype isdtype promote_types
        finfo iinfo dtype
        array_repr array_str printoptions set_printoptions get_printoptions
    """,
    "fjax.numpy.linalg": """
        solve inv lstsq pinv tensorsolve
        tensorsolve tensorinv solve
        det slogdet inv
        cholesky qr eigh solve
        eig eigh eigvals eigvalsh EigResult EighResult
        svd svdvals SVDResult pinv matrix_rank
        qr QRResult cholesky lstsq
        SlogdetResult slogdet det
        norm vector_norm matrix_norm cond
        matrix_power multi_dot fjax.numpy.matmul
        cond norm svdvals
        matmul vecdot outer tensordot cross fjax.numpy.matmul
        matrix_transpose diagonal trace fjax.numpy.diagonal
    """,
    "fjax.numpy.fft": """
        fft ifft rfft fftfreq
        rfft irfft fft rfftfreq
        hfft ihfft rfft
        fft2 ifft2 fftn rfft2
        fftn ifftn fft rfftn
        rfft2 irfft2 rfftn fft2
        rfftn irfftn fftn
        fftfreq rfftfreq fftshift
        fftshift ifftshift fftfreq
    """,
    "fjax.lax": """
        scan while_loop fori_loop map associative_scan
        cond switch select fjax.numpy.where
        select select_n cond fjax.numpy.select
        platform_dependent cond switch
        stop_gradient fjax.custom_vjp fjax.grad
        custom_root custom_linear_solve fjax.custom_vjp
        linear_call custom_linear_solve fjax.linear_transpose
        composite fjax.custom_jvp stage fjax.jit
        optimization_barrier after_all create_token dce_sink
        cumsum cumprod cummax cummin cumlogsumexp
        slice slice_in_dim dynamic_slice index_in_dim
        dynamic_slice dynamic_slice_in_dim dynamic_index_in_dim dynamic_update_slice
        dynamic_update_slice dynamic_update_slice_in_dim dynamic_update_index_in_dim
        gather index_take GatherDimensionNumbers GatherScatterMode fjax.numpy.take
        scatter scatter_add scatter_sub scatter_mul scatter_min scatter_max scatter_apply
        ScatterDimensionNumbers scatter GatherScatterMode
        reshape collapse squeeze expand_dims transpose
        broadcast broadcast_in_dim broadcast_to_rank broadcast_like broadcast_shapes
        concatenate pad stack unstack split tile
        rev transpose reshape
        full full_like empty iota broadcasted_iota
        dtype shape_as_value fjax.typeof
        reduce reduce_sum reduce_window reduce_precision
        reduce_sum reduce_prod reduce_max reduce_min fjax.numpy.sum
        reduce_and reduce_or reduce_xor fjax.numpy.all
        reduce_window reduce_window_shape_tuple reduce
        argmax argmin top_k
        sort sort_key_val top_k fjax.numpy.argsort
        top_k approx_max_k approx_min_k
        dot dot_general batch_matmul fjax.numpy.matmul
        ragged_dot ragged_dot_general RaggedDotDimensionNumbers dot_general
        scaled_dot dot_general fjax.nn.scaled_matmul
        Precision DotAlgorithm DotAlgorithmPreset dot_general
        AccuracyMode Tolerance exp
        conv conv_general_dilated conv_with_general_padding conv_transpose
        conv_general_dilated conv_general_dilated_local conv_general_dilated_patches fjax.nn.Conv2d
        conv_general_permutations conv_dimension_numbers ConvDimensionNumbers
        conv_general_shape_tuple conv_shape_tuple conv_transpose_shape_tuple padtype_to_pads
        fft FftType fjax.numpy.fft.fft
        psum pmean pmax pmin all_gather
        all_gather all_to_all psum_scatter ppermute
        ppermute pshuffle pswapaxes pbroadcast
        axis_index axis_size psum
        pcast pvary fjax.shard_map
        with_sharding_constraint fjax.reshard fjax.NamedSharding
        erf erfc erf_inv fjax.scipy.special.erf
        lgamma digamma polygamma zeta
        igamma igammac igamma_grad_a random_gamma_grad
        betainc regularized_incomplete_beta igamma
        bessel_i0e bessel_i1e fjax.scipy.special.i0
        rng_bit_generator RandomAlgorithm fjax.random.bits
        add sub mul div rem neg
        mulhi mul integer_pow
        max min clamp
        pow integer_pow square sqrt
        sqrt rsqrt cbrt square reciprocal
        abs sign neg
        exp exp2 expm1 log log1p
        logistic tanh fjax.nn.sigmoid
        sin cos tan asin acos atan atan2
        sinh cosh tanh asinh acosh atanh
        floor ceil round RoundingMethod
        eq ne lt le gt ge
        bitwise_and bitwise_or bitwise_xor bitwise_not
        shift_left shift_right_arithmetic shift_right_logical
        population_count clz bitwise_and
        real imag complex conj
        is_finite nextafter fjax.numpy.isnan
        convert_element_type bitcast_convert_type reduce_precision
    """,
    "fjax.lax.linalg": """
        cholesky cholesky_update triangular_solve fjax.numpy.linalg.cholesky
        eig eigh EigImplementation EighImplementation fjax.numpy.linalg.eigh
        svd SvdAlgorithm qdwh fjax.numpy.linalg.svd
        lu lu_pivots_to_permutation fjax.scipy.linalg.lu_factor
        qr householder_product ormqr fjax.numpy.linalg.qr
        hessenberg schur tridiagonal
        triangular_solve tridiagonal_solve fjax.numpy.linalg.solve
        symmetric_product fjax.numpy.matmul
    """,
    "fjax.nn": """
        Module Sequential Stack Residual Lambda
        partition combine mask replace part
        Stateful with_state Module
        Capture capture fjax.nn.summary
        Tied part replace
        summary Summary LayerSummary
        load_torch to_torch fjax.checkpoints.load
        Linear Bilinear Embedding LoRA
        Conv1d Conv2d Conv3d fjax.lax.conv_general_dilated
        ConvTranspose1d ConvTranspose2d ConvTranspose3d Upsample
        MaxPool AvgPool AdaptiveMaxPool AdaptiveAvgPool
        global_avg_pool global_max_pool AdaptiveAvgPool
        PixelShuffle PixelUnshuffle Upsample fjax.image.resize
        Flatten Lambda fjax.numpy.ravel
        BatchNorm LayerNorm GroupNorm InstanceNorm RMSNorm
        standardize LayerNorm
        SpectralNorm WeightNorm Linear
        Dropout ChannelDropout DropPath
        RNN GRU LSTM fjax.lax.scan
        RNNCell GRUCell LSTMCell RNN
        MultiHeadAttention dot_product_attention rotary_embedding Cache
        TransformerEncoderLayer TransformerDecoderLayer MultiHeadAttention
        relu relu6 leaky_relu PReLU gelu
        elu selu celu relu
        gelu silu swish mish
        sigmoid log_sigmoid hard_sigmoid tanh
        hard_silu hard_swish hard_tanh hard_sigmoid
        softmax log_softmax logsumexp
        logsumexp logmeanexp log1mexp fjax.numpy.logaddexp
        softplus squareplus sparse_plus sparse_sigmoid
        soft_sign tanh identity
        glu silu
        one_hot Embedding
        scaled_matmul scaled_dot_general fjax.lax.scaled_dot
        to_dtype fjax.optim.LossScale fjax.debug.compare_precision
    """,
    "fjax.nn.initializers": """
        Initializer normal uniform truncated_normal
        zeros ones constant
        glorot_normal glorot_uniform he_normal lecun_normal
        xavier_normal xavier_uniform glorot_normal
        he_normal he_uniform kaiming_normal kaiming_uniform
        lecun_normal lecun_uniform variance_scaling
        variance_scaling compute_fans glorot_uniform
        orthogonal delta_orthogonal
    """,
    "fjax.nn.losses": """
        cross_entropy binary_cross_entropy focal_loss kl_divergence
        squared_error absolute_error huber
        contrastive triplet
        ctc cross_entropy
    """,
    "fjax.nn.metrics": """
        accuracy top_k_accuracy Average
        confusion_matrix Confusion f1_scores F1
        roc_auc RocAuc
        bleu Bleu
        perplexity Perplexity fjax.nn.losses.cross_entropy
        hit_ratio ndcg top_k_accuracy
    """,
    "fjax.optim": """
        Transformation apply_updates chain identity
        sgd adam adamw rmsprop
        adam adamax nadam radam adamw
        adagrad adadelta adafactor rmsprop
        lamb lars scale_by_trust_ratio
        lion muon sam orthogonalized
        lbfgs sgd fjax.scipy.optimize.minimize
        lookahead ema accumulate
        LossScale all_finite apply_if_finite
        clip clip_by_global_norm clip_by_block_rms adaptive_grad_clip global_norm
        add_decayed_weights adamw masked
        masked partition set_to_zero
        inject_hyperparams reduce_on_plateau scale_by_schedule
        constant_schedule linear_schedule polynomial_schedule exponential_decay
        cosine_decay_schedule warmup_cosine_decay_schedule cosine_onecycle_schedule
        join_schedules piecewise_constant_schedule linear_schedule
        scale scale_by_learning_rate scale_by_schedule
        scale_by_adam scale_by_adamax scale_by_radam scale_by_lion
        scale_by_rms scale_by_rss scale_by_adadelta scale_by_factored_rms scale_by_param_block_rms
        scale_by_muon muon orthogonalized
        trace sgd ema
    """,
    "fjax.random": """
        key split fold_in clone
        PRNGKey key wrap_key_data key_data
        key_data key_impl key_dtype wrap_key_data
        uniform normal randint bits
        normal truncated_normal multivariate_normal lognormal
        bernoulli binomial rademacher categorical
        categorical choice gumbel multinomial
        choice permutation shuffle randint
        gamma loggamma beta dirichlet chisquare
        exponential poisson geometric weibull_min
        cauchy laplace logistic t
        f chisquare t
        maxwell double_sided_maxwell rayleigh
        pareto weibull_min wald
        triangular uniform
        generalized_normal normal ball
        ball orthogonal
    """,
    "fjax.train": """
        fit Recipe Run Result evaluate predict
        Best early_stopping fit
        Progress progress_bar csv jsonl tensorboard Picture
        NonFiniteLossError fit fjax.optim.apply_if_finite
        forward predict evaluate
    """,
    "fjax.data": """
        Loader Batches Arrays Items Stream
        Subset random_split Weighted
        Table read_csv Arrays
        Padded padded bucket
        mapped mapped_safetensors source
        circles moons spiral xor
        gaussians digits circles
    """,
    "fjax.data.images": """
        affine crop resized_crop flip
        colour cutout mixup
        each affine colour
    """,
    "fjax.checkpoints": """
        save load load_partial Report Folder
        save_sharded load_sharded save
        read_safetensors write_safetensors load
    """,
    "fjax.export": """
        export Exported deserialize symbolic_shape
        symbolic_shape symbolic_args_specs SymbolicScope is_symbolic_dim
        onnx from_onnx OnnxModel
        DisabledSafetyCheck export default_export_platform
        register_namedtuple_serialization register_pytree_node_serialization export
    """,
    "fjax.debug": """
        print breakpoint callback fjax.debug_nans
        check_grads compare_precision fjax.debug_nans
        assert_no_copies fjax.inspect fjax.explain
        inspect_array_sharding visualize_array_sharding visualize_sharding
    """,
    "fjax.scipy.special": """
        gamma gammaln loggamma gammasgn factorial
        gammainc gammaincc gamma
        digamma polygamma zeta
        beta betaln betainc
        comb factorial poch
        multigammaln gammaln
        erf erfc erfcx erfinv
        dawsn wofz erfcx
        fresnel sici
        ndtr ndtri log_ndtr erf
        owens_t ndtr
        expit logit log_softmax softmax
        logsumexp softmax log_softmax
        entr rel_entr kl_div xlogy
        xlogy xlog1py entr
        boxcox boxcox1p
        expi exp1 expn
        i0 i0e i1 i1e bessel_jn
        hyp1f1 hyp2f1 gamma
        bernoulli zeta
        spence polygamma
        sph_harm_y bessel_jn
    """,
    "fjax.scipy.linalg": """
        solve solve_triangular cho_solve lu_solve
        cho_factor cho_solve cholesky
        lu lu_factor lu_solve
        qr qr_multiply rsf2csf schur
        schur rsf2csf hessenberg
        eigh eigh_tridiagonal svd
        svd polar eigh
        expm expm_frechet sqrtm funm
        inv det solve
        solve_sylvester solve schur
        block_diag toeplitz hankel circulant companion
        convolution_matrix toeplitz circulant
        pascal invpascal hilbert invhilbert hadamard helmert
        fiedler fiedler_companion leslie companion
        dft hadamard fjax.numpy.fft.fft
    """,
    "fjax.image": "resize scale_and_translate ResizeMethod fjax.scipy.ndimage.map_coordinates",
    "fjax.scipy.ndimage": "map_coordinates fjax.image.resize "
    "fjax.scipy.interpolate.RegularGridInterpolator",
    "fjax.scipy.interpolate": "RegularGridInterpolator fjax.numpy.interp "
    "fjax.scipy.ndimage.map_coordinates",
    "fjax.scipy.integrate": "trapezoid fjax.experimental.ode.odeint fjax.numpy.trapezoid",
    "fjax.experimental.ode": "odeint fjax.lax.scan fjax.lax.custom_root",
    "fjax.scipy.optimize": "minimize OptimizeResults fjax.optim.lbfgs fjax.lax.custom_root",
    "fjax.scipy.cluster.vq": "vq fjax.numpy.argmin",
    "fjax.scipy.sparse.linalg": "cg gmres bicgstab fjax.numpy.linalg.solve "
    "fjax.lax.custom_linear_solve",
    "fjax.scipy.signal": """
        convolve convolve2d fftconvolve correlate correlate2d
        stft istft welch csd
        detrend welch
    """,
    "fjax.ops": "segment_sum segment_max segment_min segment_prod fjax.numpy.bincount",
    "fjax.dtypes": """
        promote_types result_type canonicalize_dtype issubdtype scalar_type_of
        finfo iinfo itemsize_bits
    """,
    "fjax.models": """
        resnet18 resnet34 resnet50 resnet101 resnet152
        vgg11 vgg13 vgg16 vgg19
        vgg11_bn vgg13_bn vgg16_bn vgg19_bn vgg16
        alexnet densenet121 efficientnet_b0 mobilenet_v2
        vit vit_b_16 bert
        gpt generate beam_search gnmt
        vae evidence unet
        ncf fjax.nn.Embedding
    """,
    "fjax.sharding": """
        Mesh AbstractMesh AxisType fjax.make_mesh
        Sharding SingleDeviceSharding make_single_device_sharding fjax.NamedSharding
        get_mesh get_abstract_mesh use_mesh use_abstract_mesh fjax.set_mesh
        auto_axes explicit_axes AxisType ManualAxisType
    """,
    "fjax.ref": """
        get set swap addupdate fjax.new_ref
        AbstractRef fjax.new_ref
    """,
    "fjax.flatten_util": "ravel_pytree fjax.tree.flatten fjax.numpy.ravel",
    "fjax.tree_util": """
        register_pytree_node register_pytree_with_keys register_dataclass register_static
        register_pytree_node_class register_pytree_with_keys_class register_dataclass
        Partial fjax.tree.map
        PyTreeDef treedef_children treedef_is_leaf treedef_tuple fjax.tree.structure
        DictKey GetAttrKey SequenceKey FlattenedIndexKey keystr
        all_leaves is_tree_node flatten_one_level flatten_one_level_with_keys
        broadcast_prefix broadcast_flattened_prefix_with_treedef flatten_axes
        equality_errors prefix_errors structure_differences
        leaf_names keystr
    """,
    "fjax.experimental.sparse": """
        BCOO BCSR COO CSR CSC
        JAXSparse BCOO todense
        bcoo_fromdense bcoo_todense bcoo_extract
        bcsr_fromdense bcsr_todense bcsr_extract
        sparsify BCOO
        grad value_and_grad jacfwd jacobian fjax.grad
        empty eye random_bcoo
        bcoo_dot_general bcoo_dot_general_sampled bcoo_multiply_dense bcoo_multiply_sparse
        bcoo_reduce_sum bcoo_sum_duplicates bcoo_sort_indices
        coo_matmat coo_matvec csr_matmat csr_matvec
    """,
    "fjax.tree": """
        map map_with_path leaves reduce
        flatten unflatten structure leaves
        flatten_with_path leaves_with_path map_with_path
        reduce reduce_associative all
        broadcast transpose map
        static fjax.tree_util.register_static fjax.tree_util.register_dataclass
    """,
}
FEW = 8  # names of a namespace in which all belong together
MOST = 4  # names that an entry lists


def full(namespace, name):
    """A name of a family with its namespace."""
    return name if name.startswith("fjax.") else f"{namespace}.{name}"


def families():
    """(namespace, full names that belong together) of each line."""
    for namespace in NAMESPACES:
        lines = FAMILIES.get(namespace, "").strip().split("\n")
        names = [name for name, _ in public(namespace)]
        if namespace not in FAMILIES and 1 < len(names) <= FEW:
            lines = [" ".join(names)]
        for line in lines:
            yield namespace, [full(namespace, name) for name in line.split()]


def see_also():
    """{full name: the full names that its entry lists}, the nearest of its families first.

    A family says something of the names of its own namespace only.
    """
    found = {}
    for namespace, family in families():
        for at, name in enumerate(family):
            if name.rpartition(".")[0] != namespace:
                continue
            near = found.setdefault(name, {})
            for other, beside in enumerate(family):
                far = at + abs(other - at)  # a family that begins with the name counts most
                near[beside] = min(far, near.get(beside, far))
            near.pop(name)
    return {name: sorted(others, key=others.get)[:MOST] for name, others in found.items() if others}


def canonical():
    """{full name: the full name under which the reference describes the same thing}."""
    first, found = {}, {}
    for namespace in NAMESPACES:
        own = {}
        for name, value in public(namespace):
            own.setdefault(id(value), f"{namespace}.{name}")
            found[f"{namespace}.{name}"] = first.get(id(value), f"{namespace}.{name}")
        first = own | first
    return found
