"""What the API reference shows: the namespaces of which users call the functions."""
import importlib
import inspect
import pkgutil
import types

import fjax
import fjax.scipy

HELPERS = ("fjax.scipy.special.arguments", "fjax.scipy.optimize.line_search")
NAMESPACES = [
    "fjax", "fjax.ad_checkpoint", "fjax.custom_batching", "fjax.custom_derivatives", "fjax.debug",
    "fjax.distributed", "fjax.dlpack", "fjax.dtypes", "fjax.errors",
    "fjax.example_libraries.optimizers", "fjax.example_libraries.stax", "fjax.experimental",
    "fjax.experimental.checkify", "fjax.experimental.ode",
    "fjax.flatten_util", "fjax.image", "fjax.lax", "fjax.lax.linalg", "fjax.nn",
    "fjax.nn.initializers", "fjax.numpy", "fjax.numpy.fft", "fjax.numpy.linalg", "fjax.ops",
    "fjax.profiler", "fjax.random", "fjax.ref", "fjax.sharding", "fjax.stages",
    "fjax.test_util", "fjax.tree", "fjax.tree_util", "fjax.typing",
    *sorted(module.name for module in pkgutil.walk_packages(fjax.scipy.__path__, "fjax.scipy.")
            if module.name not in HELPERS),
]


def public(namespace):
    """(name, value) of what a namespace offers to call, by name.

    Without `__all__`, names that come from elsewhere are helpers, except in `fjax` itself.
    """
    module = importlib.import_module(namespace)
    listed = getattr(module, "__all__", None)
    names = listed if listed is not None else [n for n in vars(module) if not n.startswith("_")]
    own = f"{namespace}."
    return [(name, value) for name, value in ((n, getattr(module, n)) for n in sorted(set(names)))
            if callable(value) and not isinstance(value, (types.ModuleType, types.GenericAlias))
            and getattr(value, "__module__", None) != "typing"
            and (namespace != "fjax.errors" or inspect.isclass(value))
            and (listed is not None or namespace in ("fjax", "fjax.lax", "fjax.numpy")
                 or f"{getattr(value, '__module__', '')}.".startswith(own))]


def docstring(value):
    """A value's own docstring, its indentation removed; a class does not inherit one."""
    own = vars(value).get("__doc__") if inspect.isclass(value) else value.__doc__
    return inspect.cleandoc(own or "")
