"""How each library takes data, runs a program and waits for the answer."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from typing import Any

import numpy as np

THREADS = len(os.sched_getaffinity(0))


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

    def put(self, value: Any) -> Any:
        return value

    def build(self, workload: Any) -> Callable[..., Any]:
        return getattr(workload, self.name)(self.m)

    def wait(self, result: Any) -> Any:
        return result

    def get(self, value: Any) -> np.ndarray:
        return np.asarray(value)


class JaxLike(Library):
    def build(self, workload: Any) -> Callable[..., Any]:
        return workload.program(self.m)

    def put(self, value: Any) -> Any:
        return self.m.numpy.asarray(value) if isinstance(value, np.ndarray) else value

    def wait(self, result: Any) -> Any:
        return self.m.block_until_ready(result)


class Fjax(JaxLike):
    name = module = "fjax"

    def __init__(self) -> None:
        super().__init__()
        for part in ("numpy", "lax", "nn", "random", "scipy.special"):
            importlib.import_module(f"fjax.{part}")


class Jax(JaxLike):
    name = module = "jax"

    def __init__(self) -> None:
        os.environ["JAX_PLATFORMS"] = "cpu"
        super().__init__()
        self.m.config.update("jax_enable_x64", True)
        importlib.import_module("jax.scipy.special")


class Torch(Library):
    name = module = "torch"

    def __init__(self) -> None:
        super().__init__()
        self.m.set_num_threads(THREADS)

    def put(self, value: Any) -> Any:
        return self.m.from_numpy(value.copy()) if isinstance(value, np.ndarray) else value

    def get(self, value: Any) -> np.ndarray:
        return value.detach().numpy() if hasattr(value, "detach") else np.asarray(value)


class NumPy(Library):
    name = module = "numpy"


class Numba(Library):
    name = module = "numba"


class Autograd(Library):
    name = module = "autograd"

    def __init__(self) -> None:
        super().__init__()
        importlib.import_module("autograd.numpy")


LIBRARIES = {cls.name: cls for cls in (Fjax, Jax, Torch, NumPy, Numba, Autograd)}
