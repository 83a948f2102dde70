"""The modules of JAX that are not modules of fjax: where their names come from.

Most are JAX's private ones, as far as the libraries of docs/ecosystem.md use them.
"""

from __future__ import annotations

import importlib
import types
from typing import Any

from fjax.as_jax import lent
from fjax.dataclass import dataclass


@dataclass(frozen=True)
class StandIn:
    """A module of JAX's name.

    elsewhere: modules of fjax in which its names are looked up, separated by blanks.
    lent: the names that it has from `lent.py`, `ours:theirs` where JAX's differs.
    refused: functions that libraries name when they are imported: a call says why it fails.
    """

    elsewhere: str = ""
    lent: str = ""
    refused: str = ""

    def places(self) -> list[types.ModuleType]:
        """The modules in which names are looked up."""
        return [importlib.import_module(name) for name in self.elsewhere.split()]

    def own(self) -> dict[str, Any]:
        """Its own names."""
        pairs = [name.partition(":") for name in self.lent.split()]
        own = {theirs or ours: getattr(lent, ours) for ours, _, theirs in pairs}
        return {**own, **{name: lent.refusal(name) for name in self.refused.split()}}


_TRACES = "take_current_trace set_current_trace trace_state_clean"
_THREEFRY = "threefry_seed threefry_split threefry_fold_in threefry_random_bits"
_CORE = "DebugInfo Effect Effects ParamDict Value eval_context is_concrete"
_VERSION = "version:__version__"

# The modules of JAX that `import jax` loads, which programs look up in `sys.modules`.
LOADED = (
    "api_util core custom_batching custom_derivatives debug distributed dlpack dtypes errors "
    "experimental image interpreters interpreters.ad interpreters.batching interpreters.mlir "
    "interpreters.partial_eval interpreters.pxla interpreters.xla lax lax.linalg lib monitoring "
    "nn nn.initializers numpy numpy.fft numpy.linalg ops profiler random ref scipy sharding stages "
    "tree tree_util typing version"
).split()

# Classes that libraries know by the name of their module, where it is that of JAX meanwhile.
CLASSES = {
    "jax": "Array ShapeDtypeStruct",
    "jax.custom_derivatives": "custom_jvp custom_vjp",
    "jax.numpy": "ufunc",
    "jax.tree_util": "Partial PyTreeDef",
    "jax._src.core": "Tracer",
    "jaxlib._jax": "Device PjitFunction",
}

MODULES = {
    "jax": StandIn("fjax", f"{_VERSION} version_info:__version_info__"),
    "jax.version": StandIn("", f"{_VERSION} version_info:__version_info__"),
    "jax.api_util": StandIn("fjax.as_jax.api_util", "safe_map"),
    "jax.core": StandIn(
        "fjax.core fjax.extend.core", f"{_TRACES} {_CORE} pytype_aval_mappings valid_jaxtype"
    ),
    "jax.experimental.array_serialization": StandIn(),
    "jax.experimental.array_serialization.serialization": StandIn(
        "", "GlobalAsyncCheckpointManagerBase"
    ),
    "jax.experimental.colocated_python": StandIn(),
    "jax.experimental.colocated_python.func": StandIn(),
    "jax.experimental.colocated_python.serialization": StandIn("", "DeviceList"),
    "jax.experimental.hijax": StandIn(
        "fjax.core fjax.extend.core fjax.interpreters.ad",
        "HiPrimitive MutableHiType aval_method aval_property control_flow_allowed_effects "
        "register_hitype",
    ),
    "jax.experimental.layout": StandIn("", "Format Layout with_layout_constraint"),
    "jax.experimental.pallas": StandIn(),
    "jax.experimental.pallas.gpu": StandIn(),
    "jax.experimental.pallas.ops": StandIn(),
    "jax.experimental.pallas.ops.gpu": StandIn(),
    "jax.experimental.pallas.ops.gpu.attention": StandIn(),
    "jax.experimental.pallas.ops.tpu": StandIn(),
    "jax.experimental.pallas.ops.tpu.splash_attention": StandIn(),
    "jax.experimental.pallas.ops.tpu.splash_attention.splash_attention_kernel": StandIn(),
    "jax.experimental.pallas.ops.tpu.splash_attention.splash_attention_mask": StandIn(),
    "jax.experimental.pallas.tpu": StandIn(),
    "jax.experimental.pallas.triton": StandIn(),
    "jax.experimental.ode": StandIn("fjax.experimental.ode", "api_util ravel_first_arg"),
    "jax.experimental.pjit": StandIn("", "pjit"),
    "jax.experimental.sparse": StandIn("fjax.as_jax.sparse_names fjax.experimental.sparse"),
    "jax.extend.core": StandIn("fjax.extend.core", "Effect Effects DebugInfo"),
    "jax.extend.linear_util": StandIn("fjax.extend.linear_util", "uncached:cache"),
    "jax.extend.ifrt_programs": StandIn("", "ifrt_programs"),
    "jax.extend.source_info_util": StandIn(
        "fjax.extend.source_info_util", "register_exclusion new_source_info"
    ),
    "jax.interpreters.mlir": StandIn("fjax.interpreters.mlir", "LoweringRuleContext"),
    "jax.interpreters.pxla": StandIn("", "thread_resources"),
    "jax.interpreters.xla": StandIn(
        "fjax.interpreters.xla", "canonicalize_dtype_handlers pytype_aval_mappings"
    ),
    "jax.lib": StandIn("", _VERSION),
    "jax.profiler": StandIn(
        "fjax.profiler", refused="register_subprocess start_server stop_server"
    ),
    "jax.scipy.special": StandIn("fjax.scipy.special fjax.as_jax.special"),
    "jax.stages": StandIn("fjax.stages", "CompilerOptions"),
    "jax._src": StandIn("fjax"),
    "jax._src.ad_checkpoint": StandIn("fjax.ad_checkpoint fjax.extend.core.primitives"),
    "jax._src.ad_util": StandIn(
        "fjax.interpreters.ad fjax.extend.core.primitives", "add_jaxvals_p:add_any_p"
    ),
    "jax._src.api": StandIn("fjax", "dtype_of:_dtype"),
    "jax._src.api_util": StandIn("fjax.as_jax.api_util", "safe_map"),
    "jax._src.basearray": StandIn("fjax.typing fjax"),
    "jax._src.callback": StandIn("fjax"),
    "jax._src.checkify": StandIn("fjax.experimental.checkify", "Out"),
    "jax._src.compiler": StandIn(),
    "jax._src.config": StandIn("fjax"),
    "jax._src.core": StandIn(
        "fjax.core fjax.extend.core fjax.extend.core.primitives fjax",
        f"{_TRACES} {_CORE} TraceTag full_lower get_referent physical_aval safe_map safe_zip",
    ),
    "jax._src.dispatch": StandIn("", "wait_for_tokens apply_primitive"),
    "jax._src.distributed": StandIn("fjax.distributed", "global_state"),
    "jax._src.dtypes": StandIn(
        "fjax.dtypes fjax.as_jax.numpy_util", "DType ExtendedDType dtype_of:dtype"
    ),
    "jax._src.flatten_util": StandIn("fjax.flatten_util"),
    "jax._src.interpreters": StandIn("fjax.interpreters"),
    "jax._src.interpreters.ad": StandIn("fjax.interpreters.ad", "FjaxTypeError:CustomVJPException"),
    "jax._src.interpreters.batching": StandIn("fjax.interpreters.batching"),
    "jax._src.interpreters.mlir": StandIn("fjax.interpreters.mlir"),
    "jax._src.interpreters.partial_eval": StandIn("fjax.interpreters.partial_eval"),
    "jax._src.interpreters.pxla": StandIn("", "thread_resources"),
    "jax._src.lax": StandIn("fjax.lax"),
    "jax._src.lax.control_flow": StandIn("fjax.lax"),
    "jax._src.lax.lax": StandIn("fjax.lax"),
    "jax._src.lib": StandIn("", "jaxlib_extension_version"),
    "jax._src.lib.xla_client": StandIn("", "JaxRuntimeError:XlaRuntimeError Device"),
    "jax._src.literals": StandIn("", "LiteralArray TypedComplex TypedFloat TypedInt TypedNdArray"),
    "jax._src.mesh": StandIn("fjax.sharding", "thread_resources get_mesh:get_concrete_mesh"),
    "jax._src.numpy": StandIn("fjax.numpy"),
    "jax._src.numpy.array_methods": StandIn("fjax.as_jax.numpy_util"),
    "jax._src.numpy.index_tricks": StandIn("fjax.as_jax.numpy_util"),
    "jax._src.numpy.lax_numpy": StandIn("fjax.numpy"),
    "jax._src.numpy.ufuncs": StandIn("fjax.numpy"),
    "jax._src.numpy.util": StandIn("fjax.as_jax.numpy_util"),
    "jax._src.numpy.vectorize": StandIn("fjax.as_jax.numpy_util fjax.numpy"),
    "jax._src.pjit": StandIn(
        "fjax.extend.core.primitives fjax.as_jax.api_util fjax.sharding fjax",
        "UNSPECIFIED UnspecifiedValue",
    ),
    "jax._src.prng": StandIn("fjax.extend.random fjax.random", _THREEFRY),
    "jax._src.public_test_util": StandIn("fjax.test_util", "check_close"),
    "jax._src.random": StandIn("fjax.random", "Shape"),
    "jax._src.random.threefry2x32": StandIn("", _THREEFRY),
    "jax._src.sharding_impls": StandIn(
        "fjax.sharding", "UNSPECIFIED UnspecifiedValue canonicalize_sharding"
    ),
    "jax._src.source_info_util": StandIn(
        "fjax.extend.source_info_util", "register_exclusion new_source_info"
    ),
    "jax._src.state": StandIn("fjax.ref"),
    "jax._src.state.types": StandIn("fjax.ref", "AbstractRef"),
    "jax._src.traceback_util": StandIn(
        "",
        "api_boundary filter_traceback include_frame register_exclusion "
        "exclude_paths:_exclude_paths",
    ),
    "jax._src.tree_util": StandIn("fjax.tree_util", "registry:_registry"),
    "jax._src.typing": StandIn("fjax.typing fjax"),
    "jax._src.util": StandIn("fjax.as_jax.api_util", "safe_map safe_zip split_list unzip2 unzip3"),
    "jax._src.xla_bridge": StandIn("", "backends:_backends get_backend"),
    "jaxlib": StandIn("", _VERSION),
    "jaxlib._jax": StandIn("fjax fjax.tree_util", "JitFunction:PjitFunction"),
    "jaxlib.pytree": StandIn("fjax.tree_util"),
    "jaxlib.xla_client": StandIn("", "JaxRuntimeError:XlaRuntimeError Device"),
    "jaxlib.xla_extension": StandIn(
        "", "JaxRuntimeError:XlaRuntimeError Device JitFunction:PjitFunction"
    ),
}
