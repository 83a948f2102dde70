"""What the API reference shows: the namespaces of which users call the functions."""

import importlib
import inspect
import pkgutil
import sys
import types

import fjax
import fjax.example_libraries
import fjax.scipy

HELPERS = (
    "fjax.scipy.filtering",
    "fjax.scipy.optimize.line_search",
    "fjax.scipy.special.arguments",
    "fjax.scipy.special.integrals",
    "fjax.scipy.stats.continuous",
    "fjax.scipy.stats.discrete",
    "fjax.scipy.stats.distribution",
    "fjax.scipy.stats.summaries",
    "fjax.scipy.stats.support",
)


def below(package):
    """The modules of a package of which none but HELPERS is an implementation."""
    start = f"{package.__name__}."
    found = {module.name for module in pkgutil.walk_packages(package.__path__, start)}
    return sorted((found | made(start)) - set(HELPERS))


def made(start):
    """The loaded modules that have no file of their own, such as fjax.scipy.stats.norm."""
    return {
        name
        for name, module in sys.modules.items()
        if name.startswith(start) and module.__spec__ is None
    }


NAMESPACES = [
    "fjax",
    "fjax.ad",
    "fjax.ad_checkpoint",
    "fjax.checkpoints",
    "fjax.core",
    "fjax.custom_batching",
    "fjax.custom_derivatives",
    "fjax.data",
    "fjax.data.images",
    "fjax.debug",
    "fjax.distributed",
    "fjax.dlpack",
    "fjax.dtypes",
    "fjax.errors",
    *below(fjax.example_libraries),
    "fjax.experimental",
    "fjax.experimental.checkify",
    "fjax.experimental.compilation_cache.compilation_cache",
    "fjax.experimental.jet",
    "fjax.experimental.mesh_utils",
    "fjax.experimental.compute_on",
    "fjax.experimental.layout",
    "fjax.experimental.scheduling_groups",
    "fjax.experimental.xla_metadata",
    "fjax.experimental.serialize_executable",
    "fjax.experimental.key_reuse",
    "fjax.experimental.shard_map",
    "fjax.experimental.ode",
    "fjax.experimental.random",
    "fjax.experimental.rnn",
    "fjax.experimental.sparse",
    "fjax.experimental.sparse.linalg",
    "fjax.extend.backend",
    "fjax.extend.core",
    "fjax.extend.core.primitives",
    "fjax.extend.linear_util",
    "fjax.extend.random",
    "fjax.extend.source_info_util",
    "fjax.export",
    "fjax.flatten_util",
    "fjax.image",
    "fjax.interpreters.ad",
    "fjax.interpreters.batching",
    "fjax.interpreters.mlir",
    "fjax.interpreters.partial_eval",
    "fjax.interpreters.xla",
    "fjax.lax",
    "fjax.lax.linalg",
    "fjax.memory",
    "fjax.models",
    "fjax.monitoring",
    "fjax.nn",
    "fjax.nn.initializers",
    "fjax.nn.losses",
    "fjax.nn.metrics",
    "fjax.numpy",
    "fjax.numpy.fft",
    "fjax.numpy.linalg",
    "fjax.ops",
    "fjax.optim",
    "fjax.profiler",
    "fjax.random",
    "fjax.ref",
    *below(fjax.scipy),
    "fjax.sharding",
    "fjax.stages",
    "fjax.test_util",
    "fjax.train",
    "fjax.tree",
    "fjax.tree_util",
    "fjax.typing",
]


def public(namespace):
    """(name, value) of what a namespace offers to call, by name.

    Without `__all__`, names that come from elsewhere are helpers, except in `fjax` itself. A
    primitive's function is shown, the primitive itself (`…_p`) is not.
    """
    module = importlib.import_module(namespace)
    listed = getattr(module, "__all__", None)
    names = listed if listed is not None else [n for n in dir(module) if not n.startswith("_")]
    own = f"{namespace}."
    return [
        (name, value)
        for name, value in ((n, getattr(module, n)) for n in sorted(set(names)))
        if callable(value)
        and not isinstance(value, (types.ModuleType, types.GenericAlias))
        and not name.endswith("_p")
        and getattr(value, "__module__", None) != "typing"
        and (namespace != "fjax.errors" or inspect.isclass(value))
        and (
            listed is not None
            or namespace in ("fjax", "fjax.lax", "fjax.numpy")
            or f"{getattr(value, '__module__', '')}.".startswith(own)
        )
    ]


def docstring(value):
    """A value's own docstring, its indentation removed; a class does not inherit one."""
    own = vars(value).get("__doc__") if inspect.isclass(value) else value.__doc__
    return inspect.cleandoc(own or "")
