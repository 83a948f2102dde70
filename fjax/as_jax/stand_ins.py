"""The modules of JAX that are no modules of fjax: where their names come from.

Most are JAX's private ones, as far as the libraries of docs/ecosystem.md use them.
"""

from __future__ import annotations

import importlib
import types
from dataclasses import dataclass
from typing import Any

from fjax.as_jax import lent


@dataclass(frozen=True)
class StandIn:
    """A module of JAX's name.

    elsewhere: modules of fjax in which its names are looked up, separated by blanks.
    lent: the names that it has from `lent.py`, `ours:theirs` where JAX's differs.
    """

    elsewhere: str = ""
    lent: str = ""

    def places(self) -> list[types.ModuleType]:
        """The modules in which names are looked up."""
        return [importlib.import_module(name) for name in self.elsewhere.split()]

    def own(self) -> dict[str, Any]:
        """Its own names."""
        pairs = [name.partition(":") for name in self.lent.split()]
        return {theirs or ours: getattr(lent, ours) for ours, _, theirs in pairs}


_FLATTENING = "flatten_fun flatten_fun_nokwargs debug_info"
_TRACES = "take_current_trace set_current_trace trace_state_clean"
_THREEFRY = "threefry_seed threefry_split threefry_fold_in threefry_random_bits"
_MONITORING = (
    "record_event record_event_duration_secs record_event_time_span record_scalar "
    "register_event_listener register_event_duration_secs_listener clear_event_listeners "
    "register_scalar_listener register_event_time_span_listener"
)
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
    "jax.api_util": StandIn("", _FLATTENING),
    "jax.core": StandIn("fjax.core", f"{_TRACES} pytype_aval_mappings valid_jaxtype"),
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
    "jax.experimental.layout": StandIn("", "Format Layout"),
    "jax.experimental.pjit": StandIn("", "pjit"),
    "jax.extend.core": StandIn("fjax.extend.core", "Effect"),
    "jax.extend.ifrt_programs": StandIn("", "ifrt_programs"),
    "jax.extend.source_info_util": StandIn("fjax.extend.source_info_util", "register_exclusion"),
    "jax.interpreters.pxla": StandIn(),
    "jax.interpreters.xla": StandIn(
        "fjax.interpreters.xla", "canonicalize_dtype_handlers pytype_aval_mappings"
    ),
    "jax.lib": StandIn("", _VERSION),
    "jax.monitoring": StandIn("", " ".join(f"ignored:{name}" for name in _MONITORING.split())),
    "jax._src": StandIn("fjax"),
    "jax._src.ad_util": StandIn("fjax.interpreters.ad fjax.extend.core.primitives"),
    "jax._src.api": StandIn("fjax"),
    "jax._src.api_util": StandIn("", _FLATTENING),
    "jax._src.callback": StandIn("fjax"),
    "jax._src.checkify": StandIn("fjax.experimental.checkify"),
    "jax._src.compiler": StandIn(),
    "jax._src.core": StandIn("fjax.core fjax.extend.core fjax", f"{_TRACES} TraceTag full_lower"),
    "jax._src.dispatch": StandIn("", "wait_for_tokens"),
    "jax._src.distributed": StandIn("fjax.distributed", "global_state"),
    "jax._src.dtypes": StandIn("fjax.dtypes", "DType ExtendedDType"),
    "jax._src.flatten_util": StandIn("fjax.flatten_util"),
    "jax._src.interpreters": StandIn("fjax.interpreters"),
    "jax._src.interpreters.ad": StandIn("fjax.interpreters.ad", "FjaxTypeError:CustomVJPException"),
    "jax._src.interpreters.batching": StandIn("fjax.interpreters.batching"),
    "jax._src.interpreters.mlir": StandIn("fjax.interpreters.mlir"),
    "jax._src.interpreters.partial_eval": StandIn("fjax.interpreters.partial_eval"),
    "jax._src.interpreters.pxla": StandIn(),
    "jax._src.lax": StandIn("fjax.lax"),
    "jax._src.lax.control_flow": StandIn("fjax.lax"),
    "jax._src.lax.lax": StandIn("fjax.lax"),
    "jax._src.literals": StandIn("", "LiteralArray TypedComplex TypedFloat TypedInt TypedNdArray"),
    "jax._src.pjit": StandIn("fjax.extend.core.primitives fjax"),
    "jax._src.prng": StandIn("fjax.extend.random fjax.random", _THREEFRY),
    "jax._src.random": StandIn("fjax.random"),
    "jax._src.random.threefry2x32": StandIn("", _THREEFRY),
    "jax._src.state": StandIn("fjax.ref"),
    "jax._src.state.types": StandIn("fjax.ref", "AbstractRef"),
    "jax._src.traceback_util": StandIn(
        "", "api_boundary include_frame register_exclusion exclude_paths:_exclude_paths"
    ),
    "jax._src.tree_util": StandIn("fjax.tree_util", "registry:_registry"),
    "jax._src.util": StandIn("", "safe_map safe_zip split_list unzip2 unzip3"),
    "jax._src.xla_bridge": StandIn("", "backends:_backends"),
    "jaxlib": StandIn("", _VERSION),
    "jaxlib._jax": StandIn("fjax fjax.tree_util", "JitFunction:PjitFunction"),
    "jaxlib.pytree": StandIn("fjax.tree_util"),
    "jaxlib.xla_extension": StandIn(),
}
