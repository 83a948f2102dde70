"""fjax: function transformations in JAX's style, compiled to fused kernels.

>>> import fjax
>>> import fjax.numpy as jnp
>>> loss = lambda w, x, y: jnp.mean((jnp.tanh(x @ w) - y) ** 2)
>>> step = fjax.jit(fjax.value_and_grad(loss))
"""

import contextlib as _contextlib

from fjax.core import collector as _collector, lazy as _lazy

_loading = _contextlib.ExitStack()
_loading.enter_context(_collector.resting())  # what modules are made of is no garbage

from fjax.api.autodiff import (
    grad as grad,
    jvp as jvp,
    linear_transpose as linear_transpose,
    linearize as linearize,
    value_and_grad as value_and_grad,
    vjp as vjp,
)
from fjax.api.batching import vmap as vmap
from fjax.api.devices import (
    block_until_ready as block_until_ready,
    copy_to_host_async as copy_to_host_async,
    default_backend as default_backend,
    device_count as device_count,
    device_get as device_get,
    device_put as device_put,
    devices as devices,
    live_arrays as live_arrays,
    local_device_count as local_device_count,
    local_devices as local_devices,
    process_count as process_count,
    process_index as process_index,
    process_indices as process_indices,
    reshard as reshard,
)
from fjax.api.jit import eval_shape as eval_shape, jit as jit
from fjax.api.meshes import make_mesh as make_mesh, set_mesh as set_mesh
from fjax.api.staged import (
    ShapeDtypeStruct as ShapeDtypeStruct,
    make_jaxpr as make_jaxpr,
    typeof as typeof,
)
from fjax.config import (
    allow_f16_reductions as allow_f16_reductions,
    check_tracer_leaks as check_tracer_leaks,
    checking_leaks as checking_leaks,
    config as config,
    debug_infs as debug_infs,
    debug_key_reuse as debug_key_reuse,
    debug_nans as debug_nans,
    default_device as default_device,
    default_matmul_precision as default_matmul_precision,
    default_prng_impl as default_prng_impl,
    disable_jit as disable_jit,
    enable_checks as enable_checks,
    enable_custom_prng as enable_custom_prng,
    enable_x64 as enable_x64,
    explain_cache_misses as explain_cache_misses,
    legacy_prng_key as legacy_prng_key,
    log_compiles as log_compiles,
    loop_checkpoints as loop_checkpoints,
    loop_residual_budget as loop_residual_budget,
    make_user_context as make_user_context,
    no_tracing as no_tracing,
    numpy_dtype_promotion as numpy_dtype_promotion,
    numpy_rank_promotion as numpy_rank_promotion,
    softmax_custom_jvp as softmax_custom_jvp,
    threefry_partitionable as threefry_partitionable,
    transfer_guard as transfer_guard,
    transfer_guard_device_to_device as transfer_guard_device_to_device,
    transfer_guard_device_to_host as transfer_guard_device_to_host,
    transfer_guard_host_to_device as transfer_guard_host_to_device,
)
from fjax.core.array import Array as Array
from fjax.core.device import Device as Device, set_devices as _set_devices
from fjax.core.dtypes import float0 as float0
from fjax.core.evaluate import (
    ensure_compile_time_eval as ensure_compile_time_eval,
    set_across as _set_across,
    set_entry_alone as _set_entry_alone,
    set_entry_of as _set_entry_of,
    set_execute as _set_execute,
)
from fjax.core.memo import clear_caches as clear_caches
from fjax.core.memory import set_memory as _set_memory
from fjax.core.placing import set_resharding as _set_resharding
from fjax.core.sharding import NamedSharding as NamedSharding, PartitionSpec as P
from fjax.core.source import named_scope as named_scope
from fjax.higher_order import breakpoint_hook as _breakpoint_hook
from fjax.higher_order.call import named_call as named_call
from fjax.lowering import pipeline as _pipeline, targets as _targets
from fjax.lowering.targets import (
    clear_pool as clear_pool,
    memory_stats as memory_stats,
    threads as threads,
)
from fjax.misspelling import watch_uncaught as _watch_uncaught
from fjax.numpy import attached as _attached

_attached.attach()
_breakpoint_hook.listen()
_set_execute(_pipeline.execute)
_set_entry_of(_pipeline.entry_of)
_set_entry_alone(_pipeline.entry_of_operation)
_set_across(_lazy.function("fjax.spmd.driver", "run_across"))
_set_resharding(_lazy.function("fjax.spmd.driver", "resharded"))
_set_devices(_targets.devices)
_set_memory(_targets.of)
_targets.current()  # installs how NumPy's large products are computed

from fjax import (
    absent as absent,
    core as core,
    dtypes as dtypes,
    errors as errors,
    interpreters as interpreters,
    lax as lax,
    memory as memory,
    numpy as numpy,
    sharding as sharding,
    stages as stages,
    tree as tree,
    tree_util as tree_util,
    version as version,
)
from fjax.as_jax import as_jax as as_jax
from fjax.explanation import attach as _attach_pictures, explain as explain, profile as profile
from fjax.version import __version__ as __version__, __version_info__ as __version_info__

with _lazy.imports(__name__):
    from fjax import (
        ad as ad,
        ad_checkpoint as ad_checkpoint,
        checkpoints as checkpoints,
        custom_batching as custom_batching,
        custom_derivatives as custom_derivatives,
        data as data,
        debug as debug,
        distributed as distributed,
        dlpack as dlpack,
        experimental as experimental,
        export as export,
        extend as extend,
        flatten_util as flatten_util,
        image as image,
        models as models,
        monitoring as monitoring,
        nn as nn,
        ops as ops,
        optim as optim,
        profiler as profiler,
        random as random,
        ref as ref,
        scipy as scipy,
        test_util as test_util,
        train as train,
        typing as typing,
    )
    from fjax.api.forward_and_backward import fwd_and_bwd as fwd_and_bwd
    from fjax.api.inspecting import inspect as inspect
    from fjax.api.jacobians import (
        hessian as hessian,
        jacfwd as jacfwd,
        jacobian as jacobian,
        jacrev as jacrev,
    )
    from fjax.api.mapped import pmap as pmap
    from fjax.api.parts import (
        make_array_from_callback as make_array_from_callback,
        make_array_from_process_local_data as make_array_from_process_local_data,
        make_array_from_single_device_arrays as make_array_from_single_device_arrays,
    )
    from fjax.api.shard_map import shard_map as shard_map, smap as smap
    from fjax.higher_order.callbacks import (
        effects_barrier as effects_barrier,
        pure_callback as pure_callback,
    )
    from fjax.higher_order.checkpoint import (
        checkpoint as checkpoint,
        checkpoint_policies as checkpoint_policies,
        remat as remat,
    )
    from fjax.higher_order.custom_derivatives import (
        closure_convert as closure_convert,
        custom_jvp as custom_jvp,
        custom_vjp as custom_vjp,
    )
    from fjax.higher_order.custom_gradient import custom_gradient as custom_gradient
    from fjax.numpy.references import (
        Ref as Ref,
        empty_ref as empty_ref,
        free_ref as free_ref,
        freeze as freeze,
        new_ref as new_ref,
    )
    from fjax.bug_report import environment as environment
    from fjax.bug_report import print_environment_info as print_environment_info
    from fjax.kernel_cache import cache_info as cache_info


_attach_pictures()
absent.install(__name__)
_watch_uncaught()
_loading.close()
