"""What other libraries call functions: those of NumPy, PyTorch, TensorFlow, JAX and SciPy."""

from __future__ import annotations

from fjax.foreign_names.remedies import GRADIENT, each

_KEY = "`fjax.random.key(0)` makes a key, which each random function takes"
_UNNEEDED = "leave it out: only `fjax.grad(loss)(params)` and its like compute gradients"
_SAVE = "`fjax.checkpoints.save('model.fjax', params)` and `fjax.checkpoints.load('model.fjax')`"

FJAX = {
    **each("no_grad enable_grad inference_mode set_grad_enabled", _UNNEEDED),
    **each("autograd GradientTape gradients", GRADIENT),
    **each("manual_seed set_seed seed_everything", _KEY),
    **each("tensor Tensor as_tensor from_numpy convert_to_tensor", "`fjax.numpy.asarray([1.0])`"),
    "is_tensor": "`isinstance(x, fjax.Array)`",
    "Variable": "an array, or `fjax.new_ref(x)`, which can be changed",
    "constant": "`fjax.numpy.array(1.0)`",
    "randn": "`fjax.random.normal(key, (2, 3))`",
    "rand": "`fjax.random.uniform(key, (2, 3))`",
    "randperm": "`fjax.random.permutation(key, 5)`",
    **each("cat concat", "`fjax.numpy.concatenate([x, x], axis=0)`"),
    **each("compile function", "`fjax.jit(loss)`"),
    "func": "`fjax.vmap`, `fjax.grad`, `fjax.jvp` and their like",
    **each("save load", _SAVE),
    **each("cuda mps", "`fjax.devices()` lists devices, `fjax.device_put(x, 'cpu')` uses one"),
    "set_default_device": "`fjax.default_device('cpu')`",
    "set_default_dtype": "`fjax.numpy.zeros(3, fjax.numpy.float32)`, or `fjax.enable_x64(False)`",
    **each(
        "autocast amp",
        "the argument precision of `fjax.train.fit`, or "
        "`fjax.nn.to_dtype(model, fjax.numpy.bfloat16)`",
    ),
    "keras": "`fjax.nn`, `fjax.optim` and `fjax.train`",
    "utils": "`fjax.data` has loaders, `fjax.checkpoints` files",
    "linen": "`fjax.nn`",
    "lax_numpy": "`fjax.numpy`",
    **each("set_num_threads get_num_threads", "`fjax.threads(1)`"),
    "set_printoptions": "`fjax.numpy.set_printoptions(precision=3)`",
    **each("Input placeholder TensorSpec", "`fjax.ShapeDtypeStruct((2, 3), 'float32')`"),
    "Model": "`fjax.nn.Module`",
    "Dense": "`fjax.nn.Linear`",
    **each("layers activations", "`fjax.nn`"),
    "losses": "`fjax.nn.losses`",
    "metrics": "`fjax.nn.metrics`",
    "optimizers": "`fjax.optim`",
    "callbacks": "`fjax.train`",
    "initializers": "`fjax.nn.initializers`",
    **each("datasets dataset", "`fjax.data`"),
    **each("applications hub torchvision", "`fjax.models`"),
    "distributions": "`fjax.random` draws, `fjax.scipy.stats` has densities",
    "linalg": "`fjax.numpy.linalg`",
    "special": "`fjax.scipy.special`",
    "signal": "`fjax.scipy.signal`",
    "math": "`fjax.numpy`",
    "onnx": "`fjax.export.onnx(f, x)`",
    "fx": "`fjax.make_jaxpr(f)(x)`",
    "map_fn": "`fjax.lax.map(f, x)`",
    **each("custom_op Function", "`fjax.custom_vjp(f)`"),
    "reduce_sum": "`fjax.numpy.sum(x)`",
    "reduce_mean": "`fjax.numpy.mean(x)`",
    "reduce_max": "`fjax.numpy.max(x)`",
    "print": "`fjax.debug.print('{}', x)`",
    **each(
        "Session Graph global_variables_initializer",
        "there is no graph to build: functions run at once, and `fjax.jit(loss)` compiles one",
    ),
    "use_deterministic_algorithms": "leave it out: any number of threads gives the same bits",
    **each("is_available cuda_is_available backends", "`fjax.devices()`"),
    "set_float32_matmul_precision": "`fjax.default_matmul_precision('highest')`",
    "partial": "`fjax.tree_util.Partial(f, x)`",
    "multiprocessing": "`fjax.distributed.initialize` joins processes",
}

NUMPY = {
    "cat": "`fjax.numpy.concatenate([x, x], axis=0)`",
    **each("tensor Tensor from_numpy convert_to_tensor", "`fjax.numpy.asarray([1.0])`"),
    "unsqueeze": "`fjax.numpy.expand_dims(x, 0)`",
    "permute": "`fjax.numpy.transpose(x, (1, 0))`",
    **each("mm bmm", "`x @ y`"),
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
    **each("errstate seterr", "`fjax.debug_nans(True)` raises where a NaN arises"),
    "nditer": "`fjax.vmap` or `fjax.lax.scan`",
    **each("loadtxt genfromtxt", "`fjax.numpy.asarray(numpy.{}(file))`"),
    "savetxt": "`numpy.savetxt(file, numpy.asarray(x))`",
    "reduce_sum": "`fjax.numpy.sum(x)`",
    "reduce_mean": "`fjax.numpy.mean(x)`",
    "reduce_max": "`fjax.numpy.max(x)`",
    **each("relu sigmoid softmax log_softmax logsumexp", "`fjax.nn.{}(x)`"),
    "one_hot": "`fjax.nn.one_hot(rows, 2)`",
    **each("erf erfc gammaln", "`fjax.scipy.special.{}(x)`"),
    "rsqrt": "`fjax.lax.rsqrt(x)`",
    **each("asanyarray ascontiguousarray asfortranarray require", "`fjax.numpy.asarray(x)`"),
    **each("copyto putmask", "`fjax.numpy.where(x > 0, 0.0, x)`"),
    **each("Inf PINF Infinity", "`fjax.numpy.inf`"),
    "NINF": "`-fjax.numpy.inf`",
    "bool8": "`fjax.numpy.bool`",
    "intc": "`fjax.numpy.int32`",
    **each("intp longlong", "`fjax.numpy.int64`"),
    "uintp": "`fjax.numpy.uint64`",
    **each("longdouble float96", "`fjax.numpy.float64` is the widest"),
    **each("clongdouble complex256", "`fjax.numpy.complex128` is the widest"),
    **each("Polynomial poly1d polynomial", "`fjax.numpy.polyval(fjax.numpy.array([1.0, 2.0]), x)`"),
    "flatten": "`fjax.numpy.ravel(x)`",
    "view": "`x.reshape(-1)`",
    "repeat_interleave": "`fjax.numpy.repeat(x, 2, axis=0)`",
    "unbind": "`list(x)`",
    "reduce_prod": "`fjax.numpy.prod(x)`",
    "reduce_min": "`fjax.numpy.min(x)`",
    "reduce_any": "`fjax.numpy.any(x)`",
    "reduce_all": "`fjax.numpy.all(x)`",
    **each(
        "sliding_window_view as_strided lib stride_tricks",
        "`x[fjax.numpy.arange(1)[:, None] + fjax.numpy.arange(2)]` are windows of 2 rows",
    ),
    "isnat": "there are no dates: `fjax.numpy.isnan(x)`",
    "dropout": "`fjax.nn.Dropout(0.5)`",
    **each("index_update index_add", "`x.at[0].set(1.0)`"),
}

RANDOM = {
    **each("seed manual_seed default_rng RandomState Generator get_state", _KEY),
    **each("randn standard_normal", "`fjax.random.normal(key, (2, 3))`"),
    **each("rand random random_sample", "`fjax.random.uniform(key, (2, 3))`"),
    **each("integers random_integers", "`fjax.random.randint(key, (2, 3), 0, 10)`"),
    "randperm": "`fjax.random.permutation(key, 5)`",
    "standard_exponential": "`fjax.random.exponential(key, (2, 3))`",
    "standard_gamma": "`fjax.random.gamma(key, 2.0, (2, 3))`",
    "standard_cauchy": "`fjax.random.cauchy(key, (2, 3))`",
    "standard_t": "`fjax.random.t(key, 2.0, (2, 3))`",
    "log_normal": "`fjax.random.lognormal(key, 1.0, (2, 3))`",
    "half_normal": "`abs(fjax.random.normal(key, (2, 3)))`",
    "negative_binomial": "`fjax.random.poisson(key, fjax.random.gamma(fjax.random.key(1), 3.0))`",
    **each(
        "vonmises zipf hypergeometric logseries noncentral_chisquare power",
        "NumPy's own: `numpy.random.default_rng(0).{}`, outside of jit",
    ),
    **each("sample ranf stateless_uniform", "`fjax.random.uniform(key, (2, 3))`"),
    "stateless_normal": "`fjax.random.normal(key, (2, 3))`",
    "bytes": "`fjax.random.bits(key, (8,), 'uint8')`",
    **each("SeedSequence PCG64 set_state get_rng_state set_rng_state initial_seed", _KEY),
    **each("spawn fork PRNGSequence Rngs make_rng", "`fjax.random.split(key, 3)`"),
}

LAX = {
    "while": "`fjax.lax.while_loop`",
    **each("for for_loop foreach", "`fjax.lax.fori_loop`, or `fjax.lax.scan`"),
    **each("if if_ case", "`fjax.lax.cond`, or `fjax.lax.switch`"),
    **each("detach stop_grad", "`fjax.lax.stop_gradient(x)`"),
    **each("scatter_nd index_update", "`x.at[rows].set(0.0)`"),
    "gather_nd": "`x[rows]`",
    "reduce_mean": "`fjax.numpy.mean(x)`",
    "reduce_all": "`fjax.numpy.all(x)`",
    "reduce_any": "`fjax.numpy.any(x)`",
    **each("conv1d conv2d conv3d", "`fjax.lax.conv_general_dilated`"),
}

LINALG = {
    "LinAlgError": "leave it out: results are infinite or NaN where NumPy raises it",
    "symeig": "`fjax.numpy.linalg.eigh(x)`",
    "logdet": "`fjax.numpy.linalg.slogdet(x).logabsdet`",
    "mat_norm": "`fjax.numpy.linalg.matrix_norm(x)`",
    "triangular_solve": "`fjax.scipy.linalg.solve_triangular(x, y)`",
    "cholesky_solve": "`fjax.scipy.linalg.cho_solve((x, True), y)`",
}

SPECIAL = {
    "psi": "`fjax.scipy.special.digamma(x)`",
    "binom": "`fjax.scipy.special.comb(5.0, x)`",
    "exp10": "`10.0**x`",
    "jv": "`fjax.scipy.special.bessel_jn(x, v=1)`, of integer orders",
}

OPTIMIZE = {
    **each(
        "root fsolve newton root_scalar brentq bisect",
        "SciPy's `scipy.optimize.{}` takes functions of fjax, and `fjax.jacobian(f)` as jac; "
        "`fjax.lax.custom_root` gives a solution derivatives",
    ),
    **each(
        "least_squares curve_fit",
        "SciPy's `scipy.optimize.{}` takes functions of fjax, and `fjax.jacobian(f)` as jac",
    ),
}

INTEGRATE = {
    **each("odeint solve_ivp", "`from fjax.experimental.ode import odeint`, which has derivatives"),
    "trapz": "`fjax.scipy.integrate.trapezoid(x)`",
    "cumulative_trapezoid": "`fjax.numpy.cumsum((x[1:] + x[:-1]) / 2, axis=0)`",
}

INTERPOLATE = {
    "interp1d": "`fjax.numpy.interp(x, fjax.numpy.arange(3.0), fjax.numpy.arange(3.0))`",
    "interpn": "`fjax.scipy.interpolate.RegularGridInterpolator`",
}
