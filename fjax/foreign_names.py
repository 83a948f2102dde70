"""What NumPy, PyTorch, Keras, TensorFlow, Flax and Optax call it, and what one writes here.

One table for each place where a name is looked up in vain: a module of fjax, an array, a layer, an
optimiser. Code stands between backticks, and the tests run all of it.
"""

from __future__ import annotations


def _each(names: str, remedy: str) -> dict[str, str]:
    """The same remedy for several names; `{}` in it is the name."""
    return {name: remedy.replace("{}", name) for name in names.split()}


_KEY = "`fjax.random.key(0)` makes a key, which each random function takes"
_NO_MODE = "training is an argument of the call: `model(x, train=True, key=key)`"
_DEVICE = "`fjax.device_put(x, 'cpu')`"
_GRADIENT = "`fjax.grad(loss)(params)` is the gradient, with respect to the first argument"
_PARAMETERS = "a model is the tree of its parameters: `fjax.tree.leaves(model)`"
_STEP = (
    "`updates, memory = optimizer.update(grads, memory, params)`, then "
    "`params = fjax.optim.apply_updates(params, updates)`"
)
_UNNEEDED = "leave it out: only `fjax.grad(loss)(params)` and its like compute gradients"
_FIT = "`fjax.train.fit`, or a loop over a step of your own"
_SAVE = "`fjax.checkpoints.save('model.fjax', params)` and `fjax.checkpoints.load('model.fjax')`"
_FUNCTION = "`fjax.nn.{}`, a function; layers of a Sequential may be functions"

ARRAY = {
    **_each("backward grad", _GRADIENT),
    **_each(
        "requires_grad requires_grad_ is_leaf grad_fn retain_grad",
        "`fjax.grad(loss, argnums=0)` says by argnums what is differentiated",
    ),
    **_each("detach detach_", "`fjax.lax.stop_gradient(x)`"),
    **_each("numpy data", "`numpy.asarray(x)`"),
    **_each("cpu cuda", _DEVICE),
    "to": "`x.astype(fjax.numpy.float32)` for a dtype, `fjax.device_put(x, 'cpu')` for a device",
    "type": "`x.astype(fjax.numpy.float32)`, and `x.dtype` to ask",
    "float": "`x.astype(fjax.numpy.float32)`",
    "double": "`x.astype(fjax.numpy.float64)`",
    "half": "`x.astype(fjax.numpy.float16)`",
    "bfloat16": "`x.astype(fjax.numpy.bfloat16)`",
    "int": "`x.astype(fjax.numpy.int32)`",
    "long": "`x.astype(fjax.numpy.int64)`",
    "bool": "`x.astype(bool)`",
    "clone": "`x.copy()`, though arrays never change",
    **_each("contiguous is_contiguous", "leave it out: the compiler lays out the memory"),
    **_each("unsqueeze unsqueeze_", "`x[None]`, or `fjax.numpy.expand_dims(x, 0)`"),
    "permute": "`x.transpose(1, 0)`",
    "t": "`x.T`",
    "expand": "`fjax.numpy.broadcast_to(x, (3, 2, 2))`",
    "expand_as": "`fjax.numpy.broadcast_to(x, y.shape)`",
    "dim": "`x.ndim`",
    **_each("numel nelement", "`x.size`"),
    **_each("ctypes strides flags base setflags", "`numpy.array(x)` is NumPy's array of a copy"),
    **_each("tofile dump dumps", "`fjax.numpy.save('x.npy', x)`"),
    "tostring": "`x.tobytes()`",
    **_each("mm bmm matmul", "`x @ y`"),
    "mul": "`x * y`",
    "add": "`x + y`",
    "sub": "`x - y`",
    "div": "`x / y`",
    "pow": "`x**2`",
    "eq": "`x == y`",
    "norm": "`fjax.numpy.linalg.norm(x)`",
    "inverse": "`fjax.numpy.linalg.inv(x)`",
    "det": "`fjax.numpy.linalg.det(x)`",
    "clamp": "`x.clip(0, 1)`",
    "rsqrt": "`fjax.lax.rsqrt(x)`",
    "topk": "`fjax.lax.top_k(x, 2)`",
    "gather": "`fjax.numpy.take_along_axis(x, index, axis=0)`",
    "index_select": "`fjax.numpy.take(x, rows, axis=0)`",
    "masked_fill": "`fjax.numpy.where(x > 0, 0.0, x)`",
    "masked_select": "`x[x > 0]`, outside of jit",
    "chunk": "`fjax.numpy.array_split(x, 2)`",
    "unbind": "`list(x)`",
    "lerp": "`x + 0.5 * (y - x)`",
    "new_zeros": "`fjax.numpy.zeros((3,), x.dtype)`",
    "new_ones": "`fjax.numpy.ones((3,), x.dtype)`",
    "new_tensor": "`fjax.numpy.array([1, 2], x.dtype)`",
    **_each("scatter_ index_put_ put itemset copy_ set_ assign", "`x.at[0].set(1.0)`"),
    **_each("scatter_add scatter_add_ index_add_ assign_add", "`x.at[rows].add(1.0)`"),
    **_each("add_ sub_ mul_ div_ clamp_", "`x = x + 1`: arrays never change"),
    **_each("zero_ fill_ fill", "`x = fjax.numpy.full_like(x, 0)`: arrays never change"),
    **_each("resize resize_", "`fjax.numpy.resize(x, (2, 3))`"),
    "partition": "`fjax.numpy.partition(x, 1)`",
    **_each(
        "abs absolute exp expm1 log log1p log2 log10 sqrt square sign floor ceil trunc sin cos tan "
        "sinh cosh tanh isnan isinf isfinite flip unique median logical_not",
        "`fjax.numpy.{}(x)`",
    ),
    **_each("maximum minimum outer allclose", "`fjax.numpy.{}(x, y)`"),
    "roll": "`fjax.numpy.roll(x, 1)`",
    "tile": "`fjax.numpy.tile(x, 2)`",
    "split": "`fjax.numpy.split(x, 2)`, which takes the number of parts",
    "quantile": "`fjax.numpy.quantile(x, 0.5)`",
    **_each("relu sigmoid softmax log_softmax logsumexp", "`fjax.nn.{}(x)`"),
}

MODULE = {
    "forward": "`model(x)`: a module writes `__call__` and is called",
    **_each("train eval training", _NO_MODE),
    **_each("parameters trainable_variables trainable_weights variables", _PARAMETERS),
    "named_parameters": "`fjax.tree.leaves_with_path(model)`",
    "get_weights": _PARAMETERS,
    **_each(
        "modules named_modules children named_children",
        "`fjax.nn.summary(model)` lists the layers, `fjax.nn.part(model, 'weight')` is one part",
    ),
    **_each("register_buffer buffers named_buffers", "`fjax.nn.with_state(model)`"),
    **_each("register_parameter add_module", "annotate a field: `weight: fjax.Array`"),
    "state_dict": "`fjax.nn.to_torch(model)` is that of PyTorch, and "
    "`fjax.checkpoints.save('model.fjax', model)` writes a file",
    **_each("save save_weights", "`fjax.checkpoints.save('model.fjax', model)`"),
    "load_weights": "`fjax.checkpoints.load('model.fjax', like=model)`",
    "load_state_dict": "`fjax.nn.load_torch(model, None, weights)`, or, for a checkpoint of fjax, "
    "`fjax.checkpoints.load('model.fjax', like=model)`",
    **_each("to cuda cpu", "`fjax.device_put(model, 'cpu')`"),
    "float": "`fjax.nn.to_dtype(model, fjax.numpy.float32)`",
    "double": "`fjax.nn.to_dtype(model, fjax.numpy.float64)`",
    **_each("half bfloat16", "`fjax.nn.to_dtype(model, fjax.numpy.bfloat16)`"),
    "zero_grad": "leave it out: gradients do not accumulate",
    "requires_grad_": "the argument trained of `fjax.train.fit`, or "
    "`trained, fixed = fjax.nn.partition(model, 'weight')`",
    "apply": "`model(x)`: the parameters are in the model",
    "init": "the constructor takes a key: `fjax.nn.Linear(2, 3, key=key)`",
    "param": "annotate a field, `weight: fjax.Array`, and set it in `__init__`",
    "setup": "set the fields in `__init__`",
    **_each("fit compile", _FIT),
    "predict": "`model(x)`, or, in batches, `fjax.train.predict(model, {}, x)`",
    **_each(
        "summary tabulate count_params",
        "`fjax.nn.summary(model)`, and of what layers compute `fjax.nn.summary(model, x)`",
    ),
    **_each(
        "register_forward_hook register_forward_pre_hook",
        "`y, found = fjax.nn.capture(model)(x)`, where found is what layers gave",
    ),
    **_each(
        "register_full_backward_hook register_backward_hook",
        "`found, slopes = fjax.nn.capture(model).gradients(fjax.numpy.sum)(x)`",
    ),
    "set_weights": "`fjax.nn.replace(model, 'bias', bias)`",
}

OPTIMIZER = {
    **_each("step minimize apply_gradients", _STEP),
    "zero_grad": "leave it out: gradients do not accumulate",
    **_each("state_dict load_state_dict", "the memory is a tree: `fjax.tree.leaves(memory)`"),
    "state": "the memory is a value: `memory = optimizer.init(params)`",
    **_each(
        "param_groups add_param_group",
        "`fjax.optim.partition` gives each part of the parameters its optimiser",
    ),
    **_each(
        "lr learning_rate",
        "a schedule, as in `fjax.optim.sgd(fjax.optim.constant_schedule(0.1))`, or, in the memory, "
        "`fjax.optim.inject_hyperparams(fjax.optim.sgd)(0.1)`",
    ),
}

FJAX = {
    **_each("no_grad enable_grad inference_mode set_grad_enabled", _UNNEEDED),
    **_each("autograd GradientTape gradients", _GRADIENT),
    **_each("manual_seed set_seed seed_everything", _KEY),
    **_each("tensor Tensor as_tensor from_numpy convert_to_tensor", "`fjax.numpy.asarray([1.0])`"),
    "is_tensor": "`isinstance(x, fjax.Array)`",
    "Variable": "an array, or `fjax.new_ref(x)`, which can be changed",
    "constant": "`fjax.numpy.array(1.0)`",
    "randn": "`fjax.random.normal(key, (2, 3))`",
    "rand": "`fjax.random.uniform(key, (2, 3))`",
    "randperm": "`fjax.random.permutation(key, 5)`",
    **_each("cat concat", "`fjax.numpy.concatenate([x, x], axis=0)`"),
    **_each("compile function", "`fjax.jit(loss)`"),
    "func": "`fjax.vmap`, `fjax.grad`, `fjax.jvp` and their like",
    **_each("save load", _SAVE),
    **_each("cuda mps", "`fjax.devices()` lists devices, `fjax.device_put(x, 'cpu')` uses one"),
    "set_default_device": "`fjax.default_device('cpu')`",
    "set_default_dtype": "`fjax.numpy.zeros(3, fjax.numpy.float32)`, or `fjax.enable_x64(False)`",
    **_each(
        "autocast amp",
        "the argument precision of `fjax.train.fit`, or "
        "`fjax.nn.to_dtype(model, fjax.numpy.bfloat16)`",
    ),
    "keras": "`fjax.nn`, `fjax.optim` and `fjax.train`",
    "utils": "`fjax.data` has loaders, `fjax.checkpoints` files",
    "linen": "`fjax.nn`",
    "lax_numpy": "`fjax.numpy`",
}

NUMPY = {
    "cat": "`fjax.numpy.concatenate([x, x], axis=0)`",
    **_each("tensor Tensor from_numpy convert_to_tensor", "`fjax.numpy.asarray([1.0])`"),
    "unsqueeze": "`fjax.numpy.expand_dims(x, 0)`",
    "permute": "`fjax.numpy.transpose(x, (1, 0))`",
    **_each("mm bmm", "`x @ y`"),
    "clamp": "`fjax.numpy.clip(x, 0, 1)`",
    "cast": "`x.astype(fjax.numpy.float32)`",
    "gather": "`fjax.numpy.take_along_axis(x, index, axis=0)`",
    "topk": "`fjax.lax.top_k(x, 2)`",
    "expand": "`fjax.numpy.broadcast_to(x, (3, 2, 2))`",
    "masked_fill": "`fjax.numpy.where(x > 0, 0.0, x)`",
    "chunk": "`fjax.numpy.array_split(x, 2)`",
    "numel": "`x.size`",
    "float": "`fjax.numpy.float32`",
    "half": "`fjax.numpy.float16`",
    "long": "`fjax.numpy.int64`",
    "float128": "`fjax.numpy.float64` is the widest",
    "random": "`fjax.random.normal(key, (2, 3))`",
    "randn": "`fjax.random.normal(key, (2, 3))`",
    "rand": "`fjax.random.uniform(key, (2, 3))`",
    "inverse": "`fjax.numpy.linalg.inv(x)`",
    "sometrue": "`fjax.numpy.any(x)`",
    "cumproduct": "`fjax.numpy.cumprod(x)`",
    "msort": "`fjax.numpy.sort(x, axis=0)`",
    "matrix": "`fjax.numpy.array([[1.0]])`",
    "asfarray": "`fjax.numpy.asarray(x, float)`",
    "asscalar": "`x[0, 0].item()`",
    "infty": "`fjax.numpy.inf`",
    "NaN": "`fjax.numpy.nan`",
    **_each("errstate seterr", "`fjax.debug_nans(True)` raises where a NaN arises"),
    "nditer": "`fjax.vmap` or `fjax.lax.scan`",
    **_each("loadtxt genfromtxt", "`fjax.numpy.asarray(numpy.{}(file))`"),
    "savetxt": "`numpy.savetxt(file, numpy.asarray(x))`",
    "reduce_sum": "`fjax.numpy.sum(x)`",
    "reduce_mean": "`fjax.numpy.mean(x)`",
    "reduce_max": "`fjax.numpy.max(x)`",
    **_each("relu sigmoid softmax log_softmax logsumexp", "`fjax.nn.{}(x)`"),
    "one_hot": "`fjax.nn.one_hot(rows, 2)`",
    **_each("erf erfc gammaln", "`fjax.scipy.special.{}(x)`"),
    "rsqrt": "`fjax.lax.rsqrt(x)`",
}

NN = {
    "Conv": "`fjax.nn.Conv1d`, `fjax.nn.Conv2d` or `fjax.nn.Conv3d`",
    "ConvTranspose": "`fjax.nn.ConvTranspose1d`, `fjax.nn.ConvTranspose2d` or "
    "`fjax.nn.ConvTranspose3d`",
    **_each("CrossEntropyLoss cross_entropy NLLLoss nll_loss", "`fjax.nn.losses.cross_entropy`"),
    **_each(
        "BCEWithLogitsLoss BCELoss MultiLabelSoftMarginLoss binary_cross_entropy_with_logits",
        "`fjax.nn.losses.binary_cross_entropy`, of logits",
    ),
    **_each("MSELoss mse_loss", "`fjax.nn.losses.squared_error`"),
    **_each("L1Loss l1_loss", "`fjax.nn.losses.absolute_error`"),
    **_each("SmoothL1Loss HuberLoss smooth_l1_loss huber_loss", "`fjax.nn.losses.huber`"),
    **_each("KLDivLoss kl_div", "`fjax.nn.losses.kl_divergence`"),
    **_each("CTCLoss ctc_loss", "`fjax.nn.losses.ctc`"),
    **_each("TripletMarginLoss triplet_margin_loss", "`fjax.nn.losses.triplet`"),
    **_each("MarginRankingLoss margin_ranking_loss", "`fjax.nn.relu(y - x + 1.0).mean()`"),
    **_each("SoftMarginLoss soft_margin_loss", "`fjax.nn.softplus(-y * x).mean()`"),
    **_each("PoissonNLLLoss poisson_nll_loss", "`(fjax.numpy.exp(x) - y * x).mean()`"),
    **_each(
        "GaussianNLLLoss gaussian_nll_loss",
        "`0.5 * (fjax.numpy.log(y) + (x - 1.0) ** 2 / y).mean()`, of variances y",
    ),
    "Dense": "`fjax.nn.Linear`",
    "Embed": "`fjax.nn.Embedding`",
    **_each(
        "BatchNorm1d BatchNorm2d BatchNorm3d BatchNormalization SyncBatchNorm batch_norm",
        "`fjax.nn.BatchNorm`, whose statistics are of the whole batch, also over a mesh",
    ),
    **_each("InstanceNorm1d InstanceNorm2d InstanceNorm3d", "`fjax.nn.InstanceNorm`"),
    **_each("LayerNormalization layer_norm", "`fjax.nn.LayerNorm`"),
    "group_norm": "`fjax.nn.GroupNorm`",
    "rms_norm": "`fjax.nn.RMSNorm`",
    **_each(
        "MaxPool1d MaxPool2d MaxPool3d MaxPooling2D max_pool max_pool1d max_pool2d",
        "`fjax.nn.MaxPool((2, 2))`",
    ),
    **_each(
        "AvgPool1d AvgPool2d AvgPool3d avg_pool avg_pool1d avg_pool2d", "`fjax.nn.AvgPool((2, 2))`"
    ),
    **_each(
        "AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d adaptive_avg_pool1d "
        "adaptive_avg_pool2d",
        "`fjax.nn.AdaptiveAvgPool((1, 1))`",
    ),
    **_each(
        "AdaptiveMaxPool1d AdaptiveMaxPool2d AdaptiveMaxPool3d adaptive_max_pool2d",
        "`fjax.nn.AdaptiveMaxPool((1, 1))`",
    ),
    "GlobalAveragePooling2D": "`fjax.nn.global_avg_pool`",
    **_each("MultiheadAttention MultiHeadDotProductAttention", "`fjax.nn.MultiHeadAttention`"),
    "scaled_dot_product_attention": "`fjax.nn.dot_product_attention`",
    **_each("Dropout1d Dropout2d Dropout3d dropout2d", "`fjax.nn.ChannelDropout`"),
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
    **_each("Hardsigmoid hardsigmoid", _FUNCTION.format("hard_sigmoid")),
    **_each("Hardswish hardswish", _FUNCTION.format("hard_swish")),
    **_each("Hardtanh hardtanh", _FUNCTION.format("hard_tanh")),
    **_each("Softsign softsign", _FUNCTION.format("soft_sign")),
    **_each("Softmin softmin", "`fjax.nn.softmax(-x)`"),
    **_each("Tanhshrink tanhshrink", "`x - fjax.nn.tanh(x)`"),
    **_each("Hardshrink hardshrink", "`fjax.numpy.where(abs(x) > 0.5, x, 0.0)`"),
    **_each("Softshrink softshrink", "`fjax.numpy.sign(x) * fjax.nn.relu(abs(x) - 0.5)`"),
    **_each("Threshold threshold", "`fjax.numpy.where(x > 0.1, x, 20.0)`"),
    "gumbel_softmax": "`fjax.nn.softmax(x + fjax.random.gumbel(key, x.shape))`",
    **_each(
        "CosineSimilarity cosine_similarity",
        "`fjax.numpy.vecdot(x, y) / (fjax.numpy.linalg.norm(x, axis=-1) * "
        "fjax.numpy.linalg.norm(y, axis=-1))`",
    ),
    **_each("PairwiseDistance pairwise_distance", "`fjax.numpy.linalg.norm(x - y, axis=-1)`"),
    "normalize": "`x / fjax.numpy.linalg.norm(x, axis=-1, keepdims=True)`",
    "Unflatten": "`x.reshape(2, 1, 2)`",
    **_each("ZeroPad1d ZeroPad2d ZeroPad3d ConstantPad1d ConstantPad2d", "`fjax.numpy.pad(x, 1)`"),
    **_each(
        "ReflectionPad1d ReflectionPad2d ReflectionPad3d", "`fjax.numpy.pad(x, 1, mode='reflect')`"
    ),
    **_each(
        "ReplicationPad1d ReplicationPad2d ReplicationPad3d", "`fjax.numpy.pad(x, 1, mode='edge')`"
    ),
    **_each("CircularPad1d CircularPad2d CircularPad3d", "`fjax.numpy.pad(x, 1, mode='wrap')`"),
    **_each("UpsamplingNearest2d upsample_nearest", "`fjax.nn.Upsample(2)`"),
    **_each("UpsamplingBilinear2d upsample_bilinear", "`fjax.nn.Upsample(2, 'linear')`"),
    "embedding": "`x[rows]`, of a table x",
    "EmbeddingBag": "`fjax.nn.Embedding(5, 3, key=key)(rows).mean(axis=-2)`",
    **_each("DataParallel DistributedDataParallel", "the argument mesh of `fjax.train.fit`"),
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
}

LOSSES = {
    **_each("mse mse_loss mean_squared_error", "`fjax.nn.losses.squared_error`"),
    **_each("mae l1_loss mean_absolute_error", "`fjax.nn.losses.absolute_error`"),
    **_each("smooth_l1_loss huber_loss", "`fjax.nn.losses.huber`"),
    **_each(
        "bce binary_cross_entropy_with_logits sigmoid_binary_cross_entropy",
        "`fjax.nn.losses.binary_cross_entropy`",
    ),
    **_each(
        "softmax_cross_entropy softmax_cross_entropy_with_integer_labels "
        "sparse_categorical_crossentropy categorical_crossentropy nll_loss",
        "`fjax.nn.losses.cross_entropy`, of logits",
    ),
    "kl_div": "`fjax.nn.losses.kl_divergence`",
    "triplet_margin_loss": "`fjax.nn.losses.triplet`",
    "ctc_loss": "`fjax.nn.losses.ctc`",
}

OPTIM = {
    "SGD": "`fjax.optim.sgd`",
    "Adam": "`fjax.optim.adam`",
    "AdamW": "`fjax.optim.adamw`",
    "RMSprop": "`fjax.optim.rmsprop`",
    "Adadelta": "`fjax.optim.adadelta`",
    "Adafactor": "`fjax.optim.adafactor`",
    "Adamax": "`fjax.optim.adamax`",
    "Muon": "`fjax.optim.muon`",
    "NAdam": "`fjax.optim.nadam`",
    "RAdam": "`fjax.optim.radam`",
    "SparseAdam": "`fjax.optim.adam`",
    **_each("ASGD swa_utils AveragedModel", "the argument ema of `fjax.train.fit`"),
    "GradScaler": "`fjax.optim.LossScale`, which `fjax.train.fit` uses for precision='f16'",
    "Adagrad": "`fjax.optim.adagrad`",
    "LBFGS": "`fjax.optim.lbfgs`",
    "GradientTransformation": "`fjax.optim.Transformation`",
    "Optimizer": "`fjax.optim.Transformation`",
    "MultiSteps": "`fjax.optim.accumulate`",
    **_each(
        "clip_grad_norm_ clip_grad_norm",
        "`fjax.optim.chain(fjax.optim.clip_by_global_norm(1.0), fjax.optim.adam(1e-3))`",
    ),
    "clip_grad_value_": "`fjax.optim.chain(fjax.optim.clip(1.0), fjax.optim.adam(1e-3))`",
    "lr_scheduler": "a schedule is the learning rate: "
    "`fjax.optim.adam(fjax.optim.cosine_decay_schedule(1e-3, 100))`",
    "StepLR": "`fjax.optim.exponential_decay(0.1, 30, 0.5, staircase=True)`",
    "MultiStepLR": "`fjax.optim.piecewise_constant_schedule(0.1, {30: 0.1, 80: 0.1})`",
    "ExponentialLR": "`fjax.optim.exponential_decay(0.1, 1, 0.9)`",
    "LinearLR": "`fjax.optim.linear_schedule(0.1, 0.01, 100)`",
    "PolynomialLR": "`fjax.optim.polynomial_schedule(0.1, 0.0, 1.0, 100)`",
    "ConstantLR": "`fjax.optim.constant_schedule(0.1)`",
    **_each("CosineAnnealingLR CosineDecay", "`fjax.optim.cosine_decay_schedule(0.1, 100)`"),
    "OneCycleLR": "`fjax.optim.cosine_onecycle_schedule(100, 0.1)`",
    **_each(
        "LambdaLR MultiplicativeLR CyclicLR ChainedScheduler LRScheduler",
        "a function of the step: `fjax.optim.sgd(lambda step: 0.1 / (1 + step))`",
    ),
    "CosineAnnealingWarmRestarts": "`fjax.optim.join_schedules` of cosine decays",
    "SequentialLR": "`fjax.optim.join_schedules`",
    "ReduceLROnPlateau": "`fjax.optim.reduce_on_plateau`",
    "multi_transform": "`fjax.optim.partition`",
    **_each("softmax_cross_entropy losses", "`fjax.nn.losses.cross_entropy`"),
    "l2_loss": "`fjax.nn.losses.squared_error`",
}

RANDOM = {
    **_each("seed manual_seed default_rng RandomState Generator get_state", _KEY),
    **_each("randn standard_normal", "`fjax.random.normal(key, (2, 3))`"),
    **_each("rand random random_sample", "`fjax.random.uniform(key, (2, 3))`"),
    **_each("integers random_integers", "`fjax.random.randint(key, (2, 3), 0, 10)`"),
    "randperm": "`fjax.random.permutation(key, 5)`",
}

DATA = {
    "DataLoader": "`fjax.data.Loader`",
    **_each("Dataset IterableDataset", "anything that has `__len__` and `__getitem__`"),
    "TensorDataset": "a tuple of arrays",
    "WeightedRandomSampler": "the argument odds of `fjax.data.Loader`",
    **_each("RandomSampler BatchSampler Sampler", "the argument key of `fjax.data.Loader`"),
    "train_test_split": "`fjax.data.random_split(rows, [0.8, 0.2], key=key)`",
}

TRAIN = {
    "EarlyStopping": "`fjax.train.early_stopping`",
    "ModelCheckpoint": "the argument checkpoints of `fjax.train.fit`, and `fjax.train.Best`",
    "Trainer": "`fjax.train.fit`",
    "Callback": "a function of a `fjax.train.Progress`",
    "ReduceLROnPlateau": "`fjax.optim.reduce_on_plateau`",
    "TensorBoard": "`fjax.train.tensorboard`",
    "CSVLogger": "`fjax.train.csv`",
    "TrainState": "the parameters and the memory of the optimiser, two trees; "
    "`fjax.train.fit` keeps them",
}

MODELS = {
    **_each("resnext50_32x4d wide_resnet50_2", "`fjax.models.resnet50`"),
    **_each("densenet161 densenet169 densenet201", "`fjax.models.densenet121`"),
    **_each(
        "efficientnet_b1 efficientnet_b2 efficientnet_b3 efficientnet_v2_s",
        "`fjax.models.efficientnet_b0`",
    ),
    **_each(
        "mobilenet_v3_small mobilenet_v3_large",
        "`fjax.models.mobilenet_v2` or `fjax.models.efficientnet_b0`",
    ),
    **_each("vit_b_32 vit_l_16 vit_l_32", "`fjax.models.vit`"),
    "gpt2": "`fjax.models.gpt`",
    "AlexNet": "`fjax.models.alexnet`",
}

EXPORTED = _each(
    "mlir_module mlir_module_serialized",
    "there is no StableHLO. `exported.as_text()` is the program as a jaxpr, `exported.serialize()` "
    "its bytes for fjax, and `fjax.export.onnx(f, x)` a model for other libraries",
)

NAMES: dict[str, dict[str, str]] = {
    "Array": ARRAY,
    "export.Exported": EXPORTED,
    "nn.Module": MODULE,
    "optim.Transformation": OPTIMIZER,
    "": FJAX,
    "numpy": NUMPY,
    "nn": NN,
    "nn.losses": LOSSES,
    "nn.metrics": {
        "auc": "`fjax.nn.metrics.roc_auc`",
        "AUC": "`fjax.nn.metrics.RocAuc`",
        **_each("F1Score f1_score", "`fjax.nn.metrics.F1`"),
        "ConfusionMatrix": "`fjax.nn.metrics.Confusion`",
        "top_k": "`fjax.nn.metrics.top_k_accuracy`",
    },
    "optim": OPTIM,
    "random": RANDOM,
    "data": DATA,
    "train": TRAIN,
    "models": MODELS,
}

# Keywords likewise: what PyTorch and Keras call them.
KEYWORDS = {
    **_each("dim dims", "axis"),
    "keepdim": "keepdims",
    "lr": "learning_rate",
    **_each("in_features in_channels input_size", "inputs"),
    **_each("out_features out_channels units features", "outputs"),
    "hidden_size": "hidden",
    "shuffle": "key",
    "num_layers": "layers",
}
