"""The libraries: how each takes arrays to the GPU, compiles, waits and gives results back."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import fjax
from benchmarks.cuda.workloads import Function, Row

PEERS = ("jax", "torch", "torch.compile", "cupy", "cupy.fuse")
PRECISION = "tensorfloat32"  # of float32 products, in every library


@dataclass(frozen=True)
class Library:
    """What the measurement needs of a library. `compiled`: None for what it is not compared in."""

    put: Callable[[np.ndarray], Any]
    compiled: Callable[[Row], Function | None]
    wait: Callable[[Any], None]
    back: Callable[[Any], np.ndarray]


def of_fjax() -> Library:
    """Committed arrays, jit."""
    gpu = fjax.devices("cuda")[0]
    fjax.config.update("jax_default_matmul_precision", PRECISION)

    def compiled(row: Row) -> Function:
        return fjax.jit(by_jax_names(fjax, row), cuda_graph=True if row.graph else None)

    return Library(
        lambda a: fjax.device_put(a, gpu), compiled, fjax.block_until_ready, fjax.device_get
    )


def by_jax_names(jax: Any, row: Row) -> Function:
    """The workload as fjax and JAX compile it."""
    if row.program is not None:
        return row.program(jax)
    assert row.function is not None
    function = row.function
    return lambda *xs: function(jax.numpy, *xs)


def of_jax() -> Library:
    """Its first GPU, jit."""
    jax = importlib.import_module("jax")
    gpu = jax.devices("gpu")[0]
    jax.config.update("jax_default_matmul_precision", PRECISION)
    return Library(
        lambda a: jax.device_put(a, gpu),
        lambda row: jax.jit(by_jax_names(jax, row)),
        jax.block_until_ready,
        jax.device_get,
    )


class TorchNames:
    """PyTorch by NumPy's names, as far as the workloads use them."""

    def __init__(self, torch: Any):
        self.torch = torch

    def __getattr__(self, name: str) -> Any:
        return getattr(self.torch, name)

    def max(self, x: Any, axis: int) -> Any:
        """The values alone."""
        return self.torch.amax(x, axis)


def of_torch(compiles: bool, device: str = "cuda") -> Library:
    """Eager, or by torch.compile."""
    torch = importlib.import_module("torch")
    names = TorchNames(torch)
    torch.zeros(1, device=device)
    torch.set_float32_matmul_precision("high")

    def compiled(row: Row) -> Function | None:
        if row.torch is None and row.function is None:
            return None
        if row.torch is not None:
            function = row.torch(names)
        else:
            function = lambda *xs: row.function(names, *xs)  # type: ignore[misc]
        return torch.compile(function) if compiles else function

    def put(a: np.ndarray) -> Any:
        if a.dtype.name == "bfloat16":
            return torch.from_numpy(a.astype(np.float32)).to(device, torch.bfloat16)
        return torch.from_numpy(a).to(device)

    return Library(
        put,
        compiled,
        lambda out: torch.cuda.synchronize() if device == "cuda" else None,
        lambda x: x.float().cpu().numpy(),
    )


def of_cupy(fuses: bool) -> Library:
    """Its own operations, one after another, or elementwise ones in a kernel by `cupy.fuse`."""
    cupy = importlib.import_module("cupy")

    def compiled(row: Row) -> Function | None:
        if row.function is None or (fuses and not row.elementwise):
            return None
        function = row.function
        plain = lambda *xs: function(cupy, *xs)
        return cupy.fuse()(plain) if fuses else plain

    return Library(
        cupy.asarray,
        compiled,
        lambda out: cupy.cuda.get_current_stream().synchronize(),
        lambda x: x.get(),
    )


LIBRARIES: dict[str, Callable[[], Library]] = {
    "fjax": of_fjax,
    "jax": of_jax,
    "torch": lambda: of_torch(False),
    "torch.compile": lambda: of_torch(True),
    "cupy": lambda: of_cupy(False),
    "cupy.fuse": lambda: of_cupy(True),
}


def libraries(peers: Sequence[str]) -> tuple[dict[str, Library], list[str]]:
    """fjax and the peers that are there with a GPU, and why the others are not."""
    found, absent = {"fjax": of_fjax()}, []
    for name in peers:
        if importlib.util.find_spec(name.split(".")[0]) is None:
            absent.append(f"{name} is not installed")
            continue
        try:
            found[name] = LIBRARIES[name]()
        except (RuntimeError, AssertionError) as error:
            absent.append(f"{name} has no GPU: {str(error).splitlines()[0]}")
    return found, absent
