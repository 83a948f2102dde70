"""How each library takes data, runs a program and waits for the answer."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from typing import Any

import numpy as np

THREADS = int(os.environ.get("FJAX_NUM_THREADS") or len(os.sched_getaffinity(0)))


def tree_map(function: Callable[[Any], Any], tree: Any) -> Any:
    """Apply a function to the leaves of lists, tuples and dicts."""
    if isinstance(tree, dict):
        return {k: tree_map(function, v) for k, v in tree.items()}
    if isinstance(tree, (list, tuple)):
        return type(tree)(tree_map(function, v) for v in tree)
    return function(tree)


def leaves(tree: Any) -> list[Any]:
    """The leaves of lists, tuples and dicts (by sorted key)."""
    if isinstance(tree, dict):
        return [x for k in sorted(tree) for x in leaves(tree[k])]
    if isinstance(tree, (list, tuple)):
        return [x for v in tree for x in leaves(v)]
    return [tree]


class Library:
    """A library with its way to run a workload."""

    name: str
    module: str

    def __init__(self) -> None:
        self.m = importlib.import_module(self.module)

    def version(self) -> str:
        return self.m.__version__

    def put(self, data: Any) -> Any:
        """NumPy arrays, in a tree, as the library's."""
        return data

    def build(self, workload: Any) -> Callable[..., Any]:
        """The workload's program in this library."""
        return getattr(workload, self.name)(self.m)

    def wait(self, result: Any) -> Any:
        """The result, once it is computed."""
        return result

    def answers(self, result: Any) -> list[np.ndarray]:
        """The arrays of a result, as NumPy's."""
        return [np.asarray(x) for x in leaves(result)]

    def inspect(self, program: Callable[..., Any], arguments: Any) -> dict[str, Any]:
        """What the library tells about the compiled program."""
        return {}

    def kernel_cache(self, folder: str) -> dict[str, str]:
        """The environment in which compiled code is kept in a folder."""
        return {}


class JaxLike(Library):
    def build(self, workload: Any) -> Callable[..., Any]:
        return workload.program(self.m)

    def put(self, data: Any) -> Any:
        def as_array(value: Any) -> Any:
            return self.m.numpy.asarray(value) if isinstance(value, np.ndarray) else value

        return tree_map(as_array, data)

    def wait(self, result: Any) -> Any:
        return self.m.block_until_ready(result)


class Fjax(JaxLike):
    name = module = "fjax"

    def __init__(self) -> None:
        super().__init__()
        importlib.import_module("fjax.scipy.special")

    def inspect(self, program: Callable[..., Any], arguments: Any) -> dict[str, Any]:
        found = self.m.inspect(program)(*arguments)
        return {
            "kernels": found.n_kernels,
            "fallbacks": [equation.op.name for equation, _ in found.fallbacks],
        }

    def kernel_cache(self, folder: str) -> dict[str, str]:
        return {"FJAX_COMPILATION_CACHE_DIR": folder}


class Jax(JaxLike):
    name = module = "jax"

    def __init__(self) -> None:
        os.environ["JAX_PLATFORMS"] = "cpu"
        super().__init__()
        self.m.config.update("jax_enable_x64", True)
        importlib.import_module("jax.scipy.special")

    def kernel_cache(self, folder: str) -> dict[str, str]:
        return {
            "JAX_COMPILATION_CACHE_DIR": folder,
            "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
            "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1",
        }


class Torch(Library):
    name = module = "torch"

    def __init__(self) -> None:
        super().__init__()
        self.m.set_num_threads(THREADS)

    def put(self, data: Any) -> Any:
        def as_tensor(value: Any) -> Any:
            return self.m.from_numpy(value.copy()) if isinstance(value, np.ndarray) else value

        return tree_map(as_tensor, data)

    def answers(self, result: Any) -> list[np.ndarray]:
        return [
            x.detach().numpy() if hasattr(x, "detach") else np.asarray(x) for x in leaves(result)
        ]


class NumPy(Library):
    name = module = "numpy"


class Numba(Library):
    name = module = "numba"


class Autograd(Library):
    name = module = "autograd"

    def __init__(self) -> None:
        super().__init__()
        importlib.import_module("autograd.numpy")

    def version(self) -> str:
        return importlib.import_module("importlib.metadata").version("autograd")


LIBRARIES = {cls.name: cls for cls in (Fjax, Jax, Torch, NumPy, Numba, Autograd)}
