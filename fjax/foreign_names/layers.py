"""What PyTorch, Keras and Flax call layers, losses, and the methods of models."""

from __future__ import annotations

from fjax.foreign_names.remedies import each

_NO_MODE = "training is an argument of the call: `model(x, train=True, key=key)`"
_PARAMETERS = "a model is the tree of its parameters: `fjax.tree.leaves(model)`"
_FIT = "`fjax.train.fit`, or a loop over a step of your own"
_FUNCTION = "`fjax.nn.{}`, a function; layers of a Sequential may be functions"

MODULE = {
    **each("forward call", "`model(x)`: a module writes `__call__` and is called"),
    **each(
        "append extend insert add pop", "another one: `fjax.nn.Sequential(model, fjax.nn.relu)`"
    ),
    "kernel": "`model.weight`",
    **each("train eval training", _NO_MODE),
    **each("parameters trainable_variables trainable_weights variables", _PARAMETERS),
    "named_parameters": "`fjax.tree.leaves_with_path(model)`",
    "get_weights": _PARAMETERS,
    **each(
        "modules named_modules children named_children",
        "`fjax.nn.summary(model)` lists the layers, `fjax.nn.part(model, 'weight')` is one part",
    ),
    **each("register_buffer buffers named_buffers", "`fjax.nn.with_state(model)`"),
    **each("register_parameter add_module", "annotate a field: `weight: fjax.Array`"),
    "state_dict": "`fjax.nn.to_torch(model)` is that of PyTorch, and "
    "`fjax.checkpoints.save('model.fjax', model)` writes a file",
    **each("save save_weights", "`fjax.checkpoints.save('model.fjax', model)`"),
    "load_weights": "`fjax.checkpoints.load('model.fjax', like=model)`",
    "load_state_dict": "`fjax.nn.load_torch(model, None, weights)`, or, for a checkpoint of fjax, "
    "`fjax.checkpoints.load('model.fjax', like=model)`",
    **each("to cuda cpu", "`fjax.device_put(model, 'cpu')`"),
    "float": "`fjax.nn.to_dtype(model, fjax.numpy.float32)`",
    "double": "`fjax.nn.to_dtype(model, fjax.numpy.float64)`",
    **each("half bfloat16", "`fjax.nn.to_dtype(model, fjax.numpy.bfloat16)`"),
    "zero_grad": "leave it out: gradients do not accumulate",
    "requires_grad_": "the argument trained of `fjax.train.fit`, or "
    "`trained, fixed = fjax.nn.partition(model, 'weight')`",
    "apply": "`model(x)`: the parameters are in the model",
    "init": "the constructor takes a key: `fjax.nn.Linear(2, 3, key=key)`",
    "param": "annotate a field, `weight: fjax.Array`, and set it in `__init__`",
    "setup": "set the fields in `__init__`",
    **each("fit compile", _FIT),
    "predict": "`model(x)`, or, in batches, `fjax.train.predict(model, {}, x)`",
    **each(
        "summary tabulate count_params num_parameters",
        "`fjax.nn.summary(model)`, and of what layers compute `fjax.nn.summary(model, x)`",
    ),
    **each(
        "register_forward_hook register_forward_pre_hook",
        "`y, found = fjax.nn.capture(model)(x)`, where found is what layers gave",
    ),
    **each(
        "register_full_backward_hook register_backward_hook",
        "`found, slopes = fjax.nn.capture(model).gradients(fjax.numpy.sum)(x)`",
    ),
    **each("set_weights replace set", "`fjax.nn.replace(model, 'bias', bias)`"),
    **each("get_submodule get_parameter", "`fjax.nn.part(model, 'weight')`"),
    **each(
        "requires_grad trainable non_trainable_weights",
        "the argument trained of `fjax.train.fit`, or "
        "`trained, fixed = fjax.nn.partition(model, 'weight')`",
    ),
    **each("in_features in_channels input_size", "`model.weight.shape[1]`"),
    **each("out_features out_channels units", "`model.weight.shape[0]`"),
    **each("input_shape output_shape compute_output_shape", "`fjax.eval_shape(model, x)`"),
    "evaluate": "`fjax.train.evaluate`",
    "train_on_batch": _FIT,
    **each(
        "reset_parameters init_weights build lazy_init",
        "the constructor draws the parameters: `fjax.nn.Linear(2, 3, key=key)`",
    ),
    **each("bind unbind init_with_output", "`model(x)`: the parameters are in the model"),
    "make_rng": "a key is an argument of the call: `model(x, train=True, key=key)`",
    **each(
        "sow perturb", "`y, found = fjax.nn.capture(model)(x)`, where found is what layers gave"
    ),
    "load": "`fjax.checkpoints.load('model.fjax', like=model)`",
    "save_pretrained": "`fjax.checkpoints.save('model.fjax', model)`",
    "from_pretrained": "`fjax.nn.load_torch(model, None, weights)`",
    "type": "`fjax.nn.to_dtype(model, fjax.numpy.float32)`",
    **each("xpu to_empty share_memory", "`fjax.device_put(model, 'cpu')`"),
    "extra_repr": "`repr(model)` shows the fields",
    "backward": "`fjax.grad(loss)(params)`, where the model is the argument",
    **each("weights params trainable_params", _PARAMETERS),
    **each("get_layer get_buffer", "`fjax.nn.part(model, 'weight')`"),
    **each("train_step test_step make_train_function", _FIT),
    "get_config": "`fjax.nn.summary(model)`",
    **each("freeze unfreeze", "the argument trained of `fjax.train.fit`"),
    **each(
        "clone deepcopy copy", "leave it out: a module never changes, and `model` may be shared"
    ),
    "is_training": _NO_MODE,
    **each("reset_states reset_state", "a state is a value: `fjax.nn.with_state(model)` begins it"),
    "non_trainable_variables": "`fjax.nn.with_state(model)`",
}

NN = {
    "Conv": "`fjax.nn.Conv1d`, `fjax.nn.Conv2d` or `fjax.nn.Conv3d`",
    "ConvTranspose": "`fjax.nn.ConvTranspose1d`, `fjax.nn.ConvTranspose2d` or "
    "`fjax.nn.ConvTranspose3d`",
    **each("CrossEntropyLoss cross_entropy NLLLoss nll_loss", "`fjax.nn.losses.cross_entropy`"),
    **each(
        "BCEWithLogitsLoss BCELoss MultiLabelSoftMarginLoss binary_cross_entropy_with_logits",
        "`fjax.nn.losses.binary_cross_entropy`, of logits",
    ),
    **each("MSELoss mse_loss", "`fjax.nn.losses.squared_error`"),
    **each("L1Loss l1_loss", "`fjax.nn.losses.absolute_error`"),
    **each("SmoothL1Loss HuberLoss smooth_l1_loss huber_loss", "`fjax.nn.losses.huber`"),
    **each("KLDivLoss kl_div", "`fjax.nn.losses.kl_divergence`"),
    **each("CTCLoss ctc_loss", "`fjax.nn.losses.ctc`"),
    **each("TripletMarginLoss triplet_margin_loss", "`fjax.nn.losses.triplet`"),
    **each("MarginRankingLoss margin_ranking_loss", "`fjax.nn.relu(y - x + 1.0).mean()`"),
    **each("SoftMarginLoss soft_margin_loss", "`fjax.nn.softplus(-y * x).mean()`"),
    **each("PoissonNLLLoss poisson_nll_loss", "`(fjax.numpy.exp(x) - y * x).mean()`"),
    **each(
        "GaussianNLLLoss gaussian_nll_loss",
        "`0.5 * (fjax.numpy.log(y) + (x - 1.0) ** 2 / y).mean()`, of variances y",
    ),
    "Dense": "`fjax.nn.Linear`",
    "Embed": "`fjax.nn.Embedding`",
    "F": "`fjax.nn`, and `fjax.nn.losses`",
    **each(
        "BatchNorm1d BatchNorm2d BatchNorm3d BatchNormalization SyncBatchNorm batch_norm",
        "`fjax.nn.BatchNorm`, whose statistics are of the whole batch, also over a mesh",
    ),
    **each("InstanceNorm1d InstanceNorm2d InstanceNorm3d", "`fjax.nn.InstanceNorm`"),
    **each("LayerNormalization layer_norm", "`fjax.nn.LayerNorm`"),
    "group_norm": "`fjax.nn.GroupNorm`",
    "rms_norm": "`fjax.nn.RMSNorm`",
    **each(
        "MaxPool1d MaxPool2d MaxPool3d MaxPooling2D max_pool max_pool1d max_pool2d",
        "`fjax.nn.MaxPool((2, 2))`",
    ),
    **each(
        "AvgPool1d AvgPool2d AvgPool3d avg_pool avg_pool1d avg_pool2d", "`fjax.nn.AvgPool((2, 2))`"
    ),
    **each(
        "AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d adaptive_avg_pool1d "
        "adaptive_avg_pool2d",
        "`fjax.nn.AdaptiveAvgPool((1, 1))`",
    ),
    **each(
        "AdaptiveMaxPool1d AdaptiveMaxPool2d AdaptiveMaxPool3d adaptive_max_pool2d",
        "`fjax.nn.AdaptiveMaxPool((1, 1))`",
    ),
    "GlobalAveragePooling2D": "`fjax.nn.global_avg_pool`",
    **each("MultiheadAttention MultiHeadDotProductAttention", "`fjax.nn.MultiHeadAttention`"),
    "scaled_dot_product_attention": "`fjax.nn.dot_product_attention`",
    **each("Dropout1d Dropout2d Dropout3d dropout2d", "`fjax.nn.ChannelDropout`"),
    "StochasticDepth": "`fjax.nn.DropPath`",
    "GELU": _FUNCTION.format("gelu"),
    "ReLU": _FUNCTION.format("relu"),
    "ReLU6": _FUNCTION.format("relu6"),
    "SiLU": _FUNCTION.format("silu"),
    "ELU": _FUNCTION.format("elu"),
    "SELU": _FUNCTION.format("selu"),
    "Tanh": _FUNCTION.format("tanh"),
    "Sigmoid": _FUNCTION.format("sigmoid"),
    "Softplus": _FUNCTION.format("softplus"),
    "Mish": _FUNCTION.format("mish"),
    "LeakyReLU": _FUNCTION.format("leaky_relu"),
    "Softmax": _FUNCTION.format("softmax"),
    "LogSoftmax": _FUNCTION.format("log_softmax"),
    "LogSigmoid": _FUNCTION.format("log_sigmoid"),
    "CELU": _FUNCTION.format("celu"),
    "GLU": _FUNCTION.format("glu"),
    **each("Hardsigmoid hardsigmoid", _FUNCTION.format("hard_sigmoid")),
    **each("Hardswish hardswish", _FUNCTION.format("hard_swish")),
    **each("Hardtanh hardtanh", _FUNCTION.format("hard_tanh")),
    **each("Softsign softsign", _FUNCTION.format("soft_sign")),
    **each("Softmin softmin", "`fjax.nn.softmax(-x)`"),
    **each("Tanhshrink tanhshrink", "`x - fjax.nn.tanh(x)`"),
    **each("Hardshrink hardshrink", "`fjax.numpy.where(abs(x) > 0.5, x, 0.0)`"),
    **each("Softshrink softshrink", "`fjax.numpy.sign(x) * fjax.nn.relu(abs(x) - 0.5)`"),
    **each("Threshold threshold", "`fjax.numpy.where(x > 0.1, x, 20.0)`"),
    "gumbel_softmax": "`fjax.nn.softmax(x + fjax.random.gumbel(key, x.shape))`",
    **each(
        "CosineSimilarity cosine_similarity",
        "`fjax.numpy.vecdot(x, y) / (fjax.numpy.linalg.norm(x, axis=-1) * "
        "fjax.numpy.linalg.norm(y, axis=-1))`",
    ),
    **each("PairwiseDistance pairwise_distance", "`fjax.numpy.linalg.norm(x - y, axis=-1)`"),
    "normalize": "`x / fjax.numpy.linalg.norm(x, axis=-1, keepdims=True)`",
    "Unflatten": "`x.reshape(2, 1, 2)`",
    **each("ZeroPad1d ZeroPad2d ZeroPad3d ConstantPad1d ConstantPad2d", "`fjax.numpy.pad(x, 1)`"),
    **each(
        "ReflectionPad1d ReflectionPad2d ReflectionPad3d", "`fjax.numpy.pad(x, 1, mode='reflect')`"
    ),
    **each(
        "ReplicationPad1d ReplicationPad2d ReplicationPad3d", "`fjax.numpy.pad(x, 1, mode='edge')`"
    ),
    **each("CircularPad1d CircularPad2d CircularPad3d", "`fjax.numpy.pad(x, 1, mode='wrap')`"),
    **each("UpsamplingNearest2d upsample_nearest", "`fjax.nn.Upsample(2)`"),
    **each("UpsamplingBilinear2d upsample_bilinear", "`fjax.nn.Upsample(2, 'linear')`"),
    "embedding": "`x[rows]`, of a table x",
    "EmbeddingBag": "`fjax.nn.Embedding(5, 3, key=key)(rows).mean(axis=-2)`",
    **each("DataParallel DistributedDataParallel", "the argument mesh of `fjax.train.fit`"),
    "Buffer": "`fjax.nn.with_state(model)`, and `fjax.nn.Stateful`",
    "Identity": _FUNCTION.format("identity"),
    "ModuleDict": "a dict of modules, as a field of a Module",
    "ModuleList": "a list of modules, as a field of a Module",
    "ParameterDict": "a dict of arrays, as a field of a Module",
    "ParameterList": "a list of arrays, as a field of a Module",
    "Parameter": "an array, as a field of a Module: `weight: fjax.Array`",
    "TransformerEncoder": "`fjax.nn.Stack([fjax.nn.TransformerEncoderLayer(4, 2, 8, key=key)])`",
    "TransformerDecoder": "`fjax.nn.Stack([fjax.nn.TransformerDecoderLayer(4, 2, 8, key=key)])`",
    "functional": "`fjax.nn` itself, and `fjax.nn.losses`",
    "init": "`fjax.nn.initializers`",
    "utils": "`fjax.nn` and `fjax.optim`",
    "interpolate": "`fjax.image.resize(x, (4, 4), 'bilinear')`",
    "pad": "`fjax.numpy.pad(x, 1)`",
    "compact": "set the layers in `__init__`, which takes a key",
    "Layer": "`fjax.nn.Module`",
    "Conv1D": "`fjax.nn.Conv1d`",
    "Conv2D": "`fjax.nn.Conv2d`",
    "Conv3D": "`fjax.nn.Conv3d`",
    **each("Conv1DTranspose", "`fjax.nn.ConvTranspose1d`"),
    **each("Conv2DTranspose", "`fjax.nn.ConvTranspose2d`"),
    **each(
        "DepthwiseConv2D SeparableConv2D",
        "`fjax.nn.Conv2d(4, 4, 3, groups=4, key=key)`, then one with a window of 1",
    ),
    **each("conv1d conv2d conv3d", "`fjax.lax.conv_general_dilated`"),
    **each("conv_transpose1d conv_transpose2d", "`fjax.lax.conv_transpose`"),
    **each(
        "LazyLinear LazyConv1d LazyConv2d", "sizes are arguments: `fjax.nn.Linear(2, 3, key=key)`"
    ),
    "Bidirectional": "`fjax.nn.LSTM(2, 3, bidirectional=True, key=key)`",
    "OptimizedLSTMCell": "`fjax.nn.LSTMCell`",
    "TimeDistributed": "`fjax.nn.Linear(2, 3, key=key)(x)`, which maps the last axis of any shape",
    **each(
        "SelfAttention CrossAttention", "`fjax.nn.MultiHeadAttention`, with or without a context"
    ),
    **each("Transformer TransformerBlock", "`fjax.nn.TransformerEncoderLayer(4, 2, 8, key=key)`"),
    "PositionalEncoding": "`fjax.nn.rotary_embedding`, or an array that is added",
    "Activation": "a function, such as `fjax.nn.relu`; layers of a Sequential may be functions",
    **each("Reshape Permute RepeatVector", "`fjax.nn.Lambda(lambda x: x.reshape(-1))`"),
    **each("Add Multiply Subtract Average", "`x + y`, in the `__call__` of a module"),
    "Concatenate": "`fjax.numpy.concatenate([x, y], axis=-1)`, in the `__call__` of a module",
    "SpatialDropout2D": "`fjax.nn.ChannelDropout`",
    **each("AlphaDropout FeatureAlphaDropout GaussianDropout", "`fjax.nn.Dropout`"),
    "GaussianNoise": "`x + 0.1 * fjax.random.normal(key, x.shape)`",
    **each("Softmax2d", "`fjax.nn.softmax(x, axis=-2)`, over the channels"),
    **each("RReLU rrelu", "`fjax.nn.leaky_relu`"),
    "prelu": "`fjax.nn.PReLU`",
    "logsigmoid": "`fjax.nn.log_sigmoid`",
    "instance_norm": "`fjax.nn.InstanceNorm`",
    "pixel_shuffle": "`fjax.nn.PixelShuffle(2)`",
    "upsample": "`fjax.nn.Upsample(2)`",
    "max_pool3d": "`fjax.nn.MaxPool((2, 2, 2))`",
    "avg_pool3d": "`fjax.nn.AvgPool((2, 2, 2))`",
    **each(
        "Unfold unfold",
        "`fjax.lax.conv_general_dilated_patches(x[None, None], (2, 2), (1, 1), 'VALID')`",
    ),
    **each("grid_sample affine_grid", "`fjax.scipy.ndimage.map_coordinates`"),
    **each(
        "CosineEmbeddingLoss cosine_embedding_loss",
        "`1 - fjax.numpy.vecdot(x, y) / (fjax.numpy.linalg.norm(x, axis=-1) * "
        "fjax.numpy.linalg.norm(y, axis=-1))`",
    ),
    **each(
        "HingeEmbeddingLoss hinge_embedding_loss MultiMarginLoss",
        "`fjax.nn.relu(1.0 - y * x).mean()`",
    ),
    "sigmoid_focal_loss": "`fjax.nn.losses.focal_loss`",
    **each(
        "make_causal_mask make_attention_mask combine_masks",
        "the arguments mask and is_causal of `fjax.nn.dot_product_attention`",
    ),
    **each("Einsum DenseGeneral", "`fjax.numpy.einsum('ij,jk->ik', x, y)`"),
    "Masking": "the argument lengths of `fjax.nn.LSTM`, or the argument mask of attention",
    "Param": "an array, as a field of a Module: `weight: fjax.Array`",
    "Rngs": "`fjax.random.key(0)` makes a key, which constructors and calls take",
    "BatchStat": "`fjax.nn.with_state(model)`",
    "merge": "`fjax.nn.combine`",
    **each("GlobalMaxPool2D GlobalMaxPool1D", _FUNCTION.format("global_max_pool")),
    **each("MaxPool2D MaxPooling1D MaxPool1D", "`fjax.nn.MaxPool`"),
    **each("AveragePooling2D AvgPool2D AveragePooling1D LPPool2d", "`fjax.nn.AvgPool`"),
    **each("InputLayer Input", "leave it out: a Sequential takes what it is called with"),
    "SimpleRNN": "`fjax.nn.RNN`",
    "StackedRNNCells": "`fjax.nn.Stack`",
    "SpatialDropout1D": "`fjax.nn.ChannelDropout`",
    "UpSampling2D": "`fjax.nn.Upsample(2)`",
    **each("ZeroPadding2D ZeroPadding1D", "`fjax.nn.Lambda(lambda x: fjax.numpy.pad(x, 1))`"),
    **each("Cropping2D Cropping1D", "`fjax.nn.Lambda(lambda x: x[1:-1])`"),
    **each("Rescaling Normalization", "`fjax.nn.Lambda(lambda x: x / 255)`"),
    **each("UnitNormalization", "`fjax.nn.Lambda(lambda x: x / fjax.numpy.linalg.norm(x))`"),
    "Resizing": "`fjax.image.resize(x, (4, 4), 'bilinear')`",
    **each("RandomFlip RandomCrop RandomRotation", "`fjax.data.images`"),
    "CategoryEncoding": "`fjax.nn.one_hot(rows, 2)`",
    **each("Attention AdditiveAttention", "`fjax.nn.MultiHeadAttention`"),
    "LocalResponseNorm": "`fjax.nn.GroupNorm` is the nearest",
    **each("Dot Maximum Minimum", "`fjax.numpy.maximum(x, y)`, in the `__call__` of a module"),
    "MLP": "`fjax.nn.Sequential(fjax.nn.Linear(2, 3, key=key), fjax.nn.tanh)`",
    "parameter": "an array, as a field of a Module: `weight: fjax.Array`",
    "Variable": "`fjax.nn.with_state(model)`, or a field of a Module: `weight: fjax.Array`",
    **each(
        "clip_grad_norm_ clip_grad_value_",
        "`fjax.optim.chain(fjax.optim.clip_by_global_norm(1.0), fjax.optim.adam(1e-3))`",
    ),
    "parameters_to_vector": "`from fjax.flatten_util import ravel_pytree`",
    **each(
        "xavier_uniform_ xavier_normal_ kaiming_normal_ kaiming_uniform_ orthogonal_ constant_ "
        "zeros_ ones_ normal_ uniform_ trunc_normal_ calculate_gain",
        "the argument init of a layer: `fjax.nn.Linear(2, 3, init='xavier_uniform', key=key)`",
    ),
    "Optimizer": "`fjax.optim.Transformation`",
    "nowrap": "leave it out: methods of a Module are functions",
}

LOSSES = {
    **each("mse mse_loss mean_squared_error", "`fjax.nn.losses.squared_error`"),
    **each("mae l1_loss mean_absolute_error", "`fjax.nn.losses.absolute_error`"),
    **each("smooth_l1_loss huber_loss", "`fjax.nn.losses.huber`"),
    **each(
        "bce binary_cross_entropy_with_logits sigmoid_binary_cross_entropy",
        "`fjax.nn.losses.binary_cross_entropy`",
    ),
    **each(
        "softmax_cross_entropy softmax_cross_entropy_with_integer_labels "
        "sparse_categorical_crossentropy categorical_crossentropy nll_loss nll "
        "cross_entropy_with_logits",
        "`fjax.nn.losses.cross_entropy`, of logits",
    ),
    "kl_div": "`fjax.nn.losses.kl_divergence`",
    "triplet_margin_loss": "`fjax.nn.losses.triplet`",
    "ctc_loss": "`fjax.nn.losses.ctc`",
    "CrossEntropyLoss": "`fjax.nn.losses.cross_entropy`, of logits",
    **each(
        "SparseCategoricalCrossentropy CategoricalCrossentropy NLLLoss cross_entropy_loss",
        "`fjax.nn.losses.cross_entropy`, of logits",
    ),
    **each("MSELoss MeanSquaredError l2_loss", "`fjax.nn.losses.squared_error`"),
    **each("L1Loss MeanAbsoluteError", "`fjax.nn.losses.absolute_error`"),
    **each("HuberLoss SmoothL1Loss", "`fjax.nn.losses.huber`"),
    **each(
        "BinaryCrossentropy binary_crossentropy bce_with_logits BCELoss BCEWithLogitsLoss",
        "`fjax.nn.losses.binary_cross_entropy`",
    ),
    **each("kld KLDivLoss", "`fjax.nn.losses.kl_divergence`"),
    "contrastive_loss": "`fjax.nn.losses.contrastive`",
    "TripletMarginLoss": "`fjax.nn.losses.triplet`",
    "CTCLoss": "`fjax.nn.losses.ctc`",
    "mape": "`abs((x - y) / y).mean()`",
    "msle": "`fjax.nn.losses.squared_error(fjax.numpy.log1p(x), fjax.numpy.log1p(y))`",
    "hinge": "`fjax.nn.relu(1.0 - y * x).mean()`",
    "log_cosh": "`fjax.numpy.log(fjax.numpy.cosh(x - y)).mean()`",
    **each(
        "cosine_similarity cosine_distance",
        "`fjax.numpy.vecdot(x, y) / (fjax.numpy.linalg.norm(x, axis=-1) * "
        "fjax.numpy.linalg.norm(y, axis=-1))`",
    ),
    "dice_loss": "`1 - 2 * (x * y).sum() / (x + y).sum()`",
    "poisson": "`(x - y * fjax.numpy.log(x)).mean()`",
}
