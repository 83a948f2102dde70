"""fjax: function transformations in JAX's style, compiled to fused kernels.

>>> import fjax
>>> import fjax.numpy as jnp
>>> loss = lambda w, x, y: jnp.mean((jnp.tanh(x @ w) - y) ** 2)
>>> step = fjax.jit(fjax.value_and_grad(loss))
"""

from fjax.api.autodiff import grad, jvp, linear_transpose, linearize, value_and_grad, vjp
from fjax.api.batching import vmap
from fjax.api.devices import (
    block_until_ready,
    copy_to_host_async,
    default_backend,
    device_count,
    device_get,
    device_put,
    devices,
    live_arrays,
    local_device_count,
    local_devices,
    make_array_from_callback,
    make_array_from_process_local_data,
    make_array_from_single_device_arrays,
    process_count,
    process_index,
    process_indices,
    reshard,
)
from fjax.api.forward_and_backward import fwd_and_bwd
from fjax.api.inspecting import inspect
from fjax.api.jacobians import hessian, jacfwd, jacobian, jacrev
from fjax.api.jit import eval_shape, jit
from fjax.api.mapped import pmap, shard_map, smap
from fjax.api.meshes import make_mesh, set_mesh
from fjax.api.staged import ShapeDtypeStruct, make_jaxpr, typeof
from fjax.config import (
    allow_f16_reductions,
    check_tracer_leaks,
    checking_leaks,
    config,
    debug_infs,
    debug_nans,
    default_device,
    default_matmul_precision,
    default_prng_impl,
    disable_jit,
    enable_checks,
    enable_custom_prng,
    enable_x64,
    explain_cache_misses,
    legacy_prng_key,
    log_compiles,
    loop_checkpoints,
    loop_residual_budget,
    make_user_context,
    no_tracing,
    numpy_dtype_promotion,
    numpy_rank_promotion,
    softmax_custom_jvp,
    threefry_partitionable,
)
from fjax.core.array import Array
from fjax.core.device import Device
from fjax.core.device import set_devices as _set_devices
from fjax.core.dtypes import float0
from fjax.core.evaluate import ensure_compile_time_eval
from fjax.core.evaluate import set_execute as _set_execute
from fjax.core.memo import clear_caches
from fjax.core.memory import set_memory as _set_memory
from fjax.core.sharding import NamedSharding
from fjax.core.sharding import PartitionSpec as P
from fjax.core.source import named_scope
from fjax.higher_order.call import named_call
from fjax.higher_order.callbacks import effects_barrier, pure_callback
from fjax.higher_order.checkpoint import checkpoint, checkpoint_policies
from fjax.higher_order.custom_derivatives import closure_convert, custom_jvp, custom_vjp
from fjax.higher_order.custom_gradient import custom_gradient
from fjax.lowering import pipeline as _pipeline
from fjax.lowering import targets as _targets
from fjax.lowering.targets import clear_pool, memory_stats, threads
from fjax.numpy import methods as _methods
from fjax.numpy.references import Ref, empty_ref, free_ref, freeze, new_ref
from fjax.random.keys import debug_key_reuse

_methods.attach()
_set_execute(_pipeline.execute)
_set_devices(_targets.devices)
_set_memory(_targets.of)
_targets.current()  # installs how NumPy's large products are computed

from fjax import (
    absent,
    ad,
    ad_checkpoint,
    core,
    custom_batching,
    custom_derivatives,
    debug,
    distributed,
    dlpack,
    dtypes,
    errors,
    experimental,
    extend,
    flatten_util,
    image,
    interpreters,
    lax,
    nn,
    numpy,
    ops,
    optim,
    profiler,
    random,
    ref,
    scipy,
    sharding,
    stages,
    test_util,
    tree,
    tree_util,
    typing,
    version,
)
from fjax.environment import print_environment_info
from fjax.version import __version__, __version_info__

absent.install()
remat = checkpoint
