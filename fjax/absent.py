"""Names of JAX that fjax does not offer on purpose: why, and what to write instead.

`fjax.ffi`, `from fjax.sharding import AbstractDevice` and `import fjax.ffi` raise errors that
say so; `hasattr(fjax, "ffi")` is False. `ABSENT` below is the one list: the errors, a test and the
documentation read it.

>>> fjax.ffi
Traceback (most recent call last):
fjax.errors.AbsentNameError: fjax.ffi is not offered: there is no XLA and no MLIR beneath fjax...
"""

from __future__ import annotations

import importlib
import sys
import types
from collections.abc import Sequence
from typing import Any

from fjax.dataclass import dataclass
from fjax.errors import AbsentModuleError, AbsentNameError
from fjax.locks import importing
from fjax.misspelling import NAMESPACES, held, lacking


@dataclass(frozen=True)
class Absence:
    """Names that are absent for one reason, with one remedy.

    names: below `fjax.`, separated by blanks; a module stands for all that is in it.
    """

    why: str
    instead: str
    names: str

    def message(self, name: str) -> str:
        """What the error says of one of the names."""
        return f"fjax.{name} is not offered: {self.why}. Instead: {self.instead}"


ONE_PROCESS = "a program of fjax runs in one process"
NO_XLA = "there is no XLA and no MLIR beneath fjax; its programs are jaxprs and LLVM kernels"
INTERNAL = "it is a part of JAX's own machinery, which fjax does not share"

ABSENT = (
    Absence(
        "fjax has other names for it, or no use",
        "fjax.sharding.Mesh, fjax.NamedSharding, fjax.P, fjax.device_put, "
        "fjax.lax.with_sharding_constraint, fjax.shard_map and x.addressable_shards",
        """
        Mesh PartitionSpec remove_size_one_mesh_axis_from_type auto_pcast Shard
        sharding.AbstractDevice sharding.PositionalSharding
        experimental.mesh_utils.create_hybrid_device_mesh
        experimental.topologies experimental.shard_alike extend.sharding
        """,
    ),
    Absence(
        ONE_PROCESS,
        "under fjax.vmap with axis_name, lax.ppermute, lax.all_to_all and lax.all_gather move "
        "values along the axis",
        "lax.psend lax.precv lax.ragged_all_to_all lax.ragged_all_to_all_p",
    ),
    Absence(
        ONE_PROCESS,
        "start the same program on each with mpiexec, and call fjax.distributed.initialize()",
        "experimental.transfer experimental.colocated_python",
    ),
    Absence(
        "kernels come out of the fuser, there is no language in which one writes them by hand",
        "write the kernel with fjax.numpy and lax.fori_loop under fjax.jit, which fuses it into "
        "one native loop that fjax.inspect prints",
        "experimental.pallas experimental.mosaic extend.pallas ds",
    ),
    Absence(
        NO_XLA,
        "print a jaxpr (str(fjax.make_jaxpr(f)(x))), read it back with fjax.core.parse and run it "
        "with fjax.core.eval_jaxpr; compiled kernels are kept on disk by themselves",
        "experimental.jax2tf",
    ),
    Absence(
        NO_XLA,
        "call native code through fjax.pure_callback, or from NumPy outside of jit",
        "ffi experimental.buffer_callback",
    ),
    Absence(
        NO_XLA,
        "fjax.inspect(f)(*args) shows the jaxpr after each stage and the source of each kernel",
        """
        interpreters.pxla interpreters.xla.Backend interpreters.xla.canonicalize_dtype_handlers
        extend.backend.backend_xla_version extend.backend.get_compile_options
        extend.backend.register_backend_cache lib tools
        extend.mlir extend.lowering extend.xla extend.ifrt_programs
        experimental.source_mapper experimental.roofline experimental.profiler
        """,
    ),
    Absence(
        NO_XLA,
        "fjax.interpreters.mlir.lower_fun(f) makes a lowering rule of a function f of fjax.numpy",
        """
        interpreters.mlir.AxisContext interpreters.mlir.ConstantHandler
        interpreters.mlir.DEVICE_TO_DEVICE_TYPE interpreters.mlir.LoweringParameters
        interpreters.mlir.LoweringResult interpreters.mlir.LoweringRule
        interpreters.mlir.LoweringRuleContext interpreters.mlir.Mesh
        interpreters.mlir.MeshAxisName interpreters.mlir.ModuleContext
        interpreters.mlir.RECV_FROM_HOST_TYPE interpreters.mlir.SEND_TO_HOST_TYPE
        interpreters.mlir.SPMDAxisContext interpreters.mlir.ShapePolyLoweringState
        interpreters.mlir.ShardingContext interpreters.mlir.Token interpreters.mlir.TokenSet
        interpreters.mlir.Value interpreters.mlir.aval_to_ir_type
        interpreters.mlir.aval_to_ir_types interpreters.mlir.core_call_lowering
        interpreters.mlir.dense_int_array interpreters.mlir.dense_int_elements
        interpreters.mlir.dtype_to_ir_type interpreters.mlir.emit_python_callback
        interpreters.mlir.flatten_ir_types interpreters.mlir.flatten_ir_values
        interpreters.mlir.i32_attr interpreters.mlir.i64_attr interpreters.mlir.ir
        interpreters.mlir.ir_attribute interpreters.mlir.ir_constant
        interpreters.mlir.ir_constants interpreters.mlir.ir_tree_registry
        interpreters.mlir.ir_type_handlers interpreters.mlir.jaxpr_subcomp
        interpreters.mlir.lower_jaxpr_to_fun interpreters.mlir.lower_jaxpr_to_module
        interpreters.mlir.lowerable_effects interpreters.mlir.make_ir_context
        interpreters.mlir.merge_mlir_modules interpreters.mlir.module_to_bytecode
        interpreters.mlir.module_to_string interpreters.mlir.register_constant_handler
        interpreters.mlir.shape_tensor interpreters.mlir.token_type
        interpreters.mlir.unflatten_ir_values_like_types
        """,
    ),
    Absence(
        "the rules of a primitive belong to it: they are methods, or given with def_...",
        "fjax.interpreters.partial_eval.dce_jaxpr and fjax.core.Primitive",
        """
        interpreters.partial_eval.Val interpreters.partial_eval.custom_partial_eval_rules
        interpreters.partial_eval.dce_jaxpr_call_rule
        interpreters.partial_eval.dce_jaxpr_closed_call_rule
        interpreters.partial_eval.dce_rules
        interpreters.partial_eval.partial_eval_jaxpr_custom_rules
        """,
    ),
    Absence(
        INTERNAL, "fjax.jvp and fjax.linearize", "interpreters.ad.jvp interpreters.ad.linearize"
    ),
    Absence(
        "random numbers are ordinary arithmetic on the bits that a key gives",
        "fjax.random.key, fjax.random.bits and fjax.random.gamma",
        """
        extend.random.threefry2x32_p extend.core.primitives.threefry2x32_p
        extend.core.primitives.random_gamma_p random.random_gamma_p
        """,
    ),
    Absence(
        "its random numbers depend on a hidden state, not on a key",
        "fjax.random.uniform(key, shape, minval=a, maxval=b)",
        "lax.rng_uniform",
    ),
    Absence(
        "no program of fjax has this primitive: others do its work",
        "str(fjax.make_jaxpr(f)(*args)) shows which",
        """
        extend.core.primitives.empty2_p extend.core.primitives.ragged_all_to_all_p
        custom_derivatives.remat_opt_p
        """,
    ),
    Absence(
        NO_XLA,
        "leave it out: it is a hint to XLA and changes no value",
        """
        experimental.control_deps experimental.custom_partitioning experimental.fused
        jax2tf_associative_scan_reductions
        stages.CompilerOptions
        """,
    ),
    Absence(
        "the format is that of XLA's profiler",
        "fjax.profiler.trace writes a trace that Perfetto opens; tracemalloc and memray measure "
        "memory, perf and py-spy a running process",
        """
        profiler.ProfileData profiler.ProfileEvent profiler.ProfileOptions profiler.ProfilePlane
        profiler.device_memory_profile profiler.save_device_memory_profile
        profiler.register_subprocess profiler.start_server profiler.stop_server
        """,
    ),
    Absence(
        "it writes through tensorstore to many hosts",
        "numpy.savez, or safetensors, on fjax.device_get(tree)",
        "experimental.array_serialization",
    ),
    Absence(
        "a type of the user enters a trace as a pytree, and an operation as a primitive",
        "fjax.tree_util.register_dataclass and fjax.core.Primitive",
        "experimental.primal_tangent_dtype experimental.hijax experimental.EArray "
        "experimental.cur_qdd",
    ),
    Absence(
        "within sparsify values are sparse arrays, not numbers of buffers in an environment",
        "fjax.experimental.sparse.sparsify; arrays with the very same indices share them",
        """
        experimental.sparse.transform.SparsifyEnv experimental.sparse.transform.SparsifyValue
        experimental.sparse.transform.arrays_to_spvalues
        experimental.sparse.transform.spvalues_to_arrays
        experimental.sparse.transform.spvalues_to_avals
        experimental.sparse.transform.sparsify_raw experimental.sparse.transform.sparsify_fun
        experimental.sparse.transform.eval_sparse experimental.sparse.transform.SparseTrace
        """,
    ),
    Absence(
        "it serves the tests of JAX itself",
        "fjax.experimental.sparse.random_bcoo and fjax.test_util.check_grads",
        "experimental.sparse.test_util",
    ),
    Absence(
        "sparse arrays are pytrees, and operations on them are composed of dense primitives",
        "str(fjax.make_jaxpr(f)(mat)) shows which",
        """
        experimental.sparse.bcoo_dot_general_p experimental.sparse.bcoo_dot_general_sampled_p
        experimental.sparse.bcoo_extract_p experimental.sparse.bcoo_fromdense_p
        experimental.sparse.bcoo_sort_indices_p experimental.sparse.bcoo_spdot_general_p
        experimental.sparse.bcoo_sum_duplicates_p experimental.sparse.bcoo_todense_p
        experimental.sparse.bcoo_transpose_p experimental.sparse.coo_fromdense_p
        experimental.sparse.coo_matmat_p experimental.sparse.coo_matvec_p
        experimental.sparse.coo_todense_p experimental.sparse.csr_fromdense_p
        experimental.sparse.csr_matmat_p experimental.sparse.csr_matvec_p
        experimental.sparse.csr_todense_p experimental.sparse.todense_p
        experimental.sparse.bcsr_dot_general_p experimental.sparse.bcsr_extract_p
        experimental.sparse.bcsr_fromdense_p experimental.sparse.bcsr_todense_p
        """,
    ),
    Absence(
        INTERNAL,
        "fjax.tree_util flattens arguments, fjax.make_jaxpr traces",
        """
        api_util extend.linear_util.cache interpreters.traceback_util
        extend.source_info_util.new_source_info extend.source_info_util.register_exclusion
        extend.core.AbstractToken extend.core.CallPrimitive extend.core.DebugInfo
        extend.core.Effect extend.core.Effects extend.core.InconclusiveDimensionOperation
        extend.core.array_types extend.core.call_impl
        array_garbage_collection_guard thread_guard no_execution
        """,
    ),
    Absence(
        INTERNAL,
        "fjax.core.Jaxpr, fjax.core.Var and fjax.errors.InvalidIRError",
        "core.ParamDict core.Value core.eval_context errors.JaxprTypeError",
    ),
    Absence(
        "references are values of programs here, not operands of primitives of their own",
        "fjax.ref.get, fjax.ref.swap and fjax.new_ref",
        "extend.core.primitives.get_p extend.core.primitives.swap_p",
    ),
    Absence(
        "effects are declared by primitives",
        "fjax.debug.callback and fjax.debug.print",
        "debug.DebugEffect debug.OrderedDebugEffect debug.log",
    ),
    Absence(
        "it configures a kernel of cuDNN",
        "fjax.nn.scaled_matmul",
        "nn.get_scaled_dot_general_config",
    ),
    Absence(
        "JAX deprecates it",
        "fjax.process_index(), fjax.process_count() and range(fjax.process_count())",
        "host_id host_count host_ids",
    ),
    Absence("JAX deprecates it", "fjax.jit", "experimental.pjit"),
    Absence(
        "JAX has removed it",
        "fjax.device_put(x, device); fjax.vmap over a stacked leading axis for several copies",
        "device_put_replicated device_put_sharded",
    ),
    Absence(
        "JAX has removed it",
        "the same name in fjax.tree, such as fjax.tree.map",
        "tree_map tree_flatten tree_unflatten tree_leaves tree_structure tree_transpose "
        "tree_multimap",
    ),
    Absence("JAX has removed it", "fjax.numpy.trunc", "numpy.fix"),
    Absence("JAX has removed it", "fjax.numpy.trapezoid", "numpy.trapz"),
    Absence("JAX has removed it", "fjax.numpy.isin", "numpy.in1d"),
    Absence("JAX has removed it", "fjax.numpy.vstack", "numpy.row_stack"),
    Absence("JAX has removed it", "fjax.numpy.prod", "numpy.product"),
    Absence("JAX has removed it", "fjax.numpy.all", "numpy.alltrue"),
    Absence("JAX has removed it", "fjax.typeof(x)", "core.get_aval core.raise_to_shaped"),
)


_NAMES = {name: absence for absence in ABSENT for name in absence.names.split()}


def _by_owner() -> dict[str, dict[str, Absence]]:
    """Of each module that answers for absent names these, which may be none."""
    found: dict[str, dict[str, Absence]] = {f"fjax.{namespace}": {} for namespace in NAMESPACES}
    for name, absence in _NAMES.items():
        owner, _, attribute = f"fjax.{name}".rpartition(".")
        found.setdefault(owner, {})[attribute] = absence
    return found


_MISSING = _by_owner()


def names() -> dict[str, Absence]:
    """Each absent name, without `fjax.`, and why it is absent."""
    return dict(_NAMES)


def _whole(module: types.ModuleType) -> dict[str, Any]:
    """All names of a module: libraries copy JAX's modules by their `__dict__`."""
    for name, where in held(module)["_LATER"].items():
        if where:
            getattr(module, name)
    return held(module)


# The class of modules some of whose names load when they are named.
_Partly = type(
    "module",
    (types.ModuleType,),
    {"__dict__": property(_whole), "__dir__": lambda module: held(module)["__dir__"]()},
)


def _lacking(module: types.ModuleType, missing: dict[str, Absence]) -> Any:
    """The `__getattr__` of a module that lacks names, or imports them when they are asked for."""
    place = module.__name__  # under `as_jax` it has another one meanwhile
    owner = place.removeprefix("fjax").removeprefix(".")
    later = held(module).get("_LATER", {})

    def __getattr__(attribute: str) -> Any:
        where = later.get(attribute)
        if where == "":
            with importing():
                return importlib.import_module(f"{place}.{attribute}")
        if where:
            with importing():
                value = getattr(importlib.import_module(where), attribute)
            setattr(module, attribute, value)  # later reads find it without this function
            return value
        if sys._getframe(1).f_code.co_name == "_handle_fromlist":
            raise AttributeError(attribute)  # an import statement looks for a module next
        absence = missing.get(attribute)
        if absence is None:
            listed = () if attribute[0] == "_" else _listed(module, place)
            what, known = f"module {module.__name__!r}", [*held(module), *later]
            raise lacking(what, place, attribute, known, listed=listed)
        raise AbsentNameError(absence.message(f"{owner}.{attribute}".removeprefix(".")))

    return __getattr__


def _listed(module: types.ModuleType, place: str) -> Sequence[str]:
    """The public names of a module: those in `__all__`, or those that are defined in it."""
    names = held(module)
    public = [n for n, v in names.items() if n[0] != "_" and not isinstance(v, types.ModuleType)]
    own = [n for n in public if getattr(names[n], "__module__", None) == place]
    return names.get("__all__") or own


def is_only_asked() -> bool:
    """Whether `importlib.util.find_spec` asks the finder that calls this: nothing is imported."""
    return sys._getframe(3).f_globals.get("__name__") == "importlib.util"


class AbsentFinder:
    """Asked for a module of fjax that nobody has found: says why, if it is absent on purpose.

    `from fjax.sharding import AbstractDevice` comes here as well: where a package lacks a name,
    Python looks for a module of that name.
    """

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> None:
        """None, or AbsentModuleError with the reason where an import statement asks."""
        absence = _NAMES.get(name.removeprefix("fjax.")) if name.startswith("fjax.") else None
        if absence is not None and not is_only_asked():
            raise AbsentModuleError(absence.message(name.removeprefix("fjax.")))


def install(package: str) -> None:
    """Let the modules of a package that are loaded, and the import statement, answer for the absent
    names.

    Packages that `import fjax` does not load call it at their end.
    """
    for owner in _MISSING:
        if owner in sys.modules and f"{owner}.".startswith(f"{package}."):
            answer_for(owner)
    if AbsentFinder not in sys.meta_path:
        sys.meta_path.append(AbsentFinder)  # type: ignore[arg-type]


def answer_for(owner: str) -> None:
    """Let a module answer for its absent names; one that `import fjax` does not load calls it."""
    module = sys.modules[owner]
    missing = _MISSING.get(owner, {})
    setattr(module, "__getattr__", _lacking(module, missing))  # noqa: B010
    later = held(module).get("_LATER", {})
    if later and "__dir__" not in held(module):
        setattr(module, "__dir__", lambda: sorted({*held(module), *later}))  # noqa: B010
    if any(later.values()):
        module.__class__ = _Partly
    if missing and not hasattr(module, "__path__"):
        module.__path__ = []  # only of packages does `from … import` ask the finder
