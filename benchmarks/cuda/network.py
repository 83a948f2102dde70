"""A training step of ResNet-50 on 64 images, by the programs of `make bench-models`."""

from __future__ import annotations

import contextlib
import importlib
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

import fjax
from benchmarks.models.rows import ROWS, Row

GOALS = {"jax": 1.0}
MODULES = {"fjax": "in_fjax", "jax": "in_flax", "torch": "in_torch"}
COMPARED, TOLERANCE = 2, 5e-3


def program(library: str, row: Row, weights: dict[str, np.ndarray], device: str) -> Any:
    """The model of a library and its batch, on a device."""
    module = importlib.import_module(f"benchmarks.models.{MODULES[library]}")
    if library == "torch":
        return module.Program(row, weights, device=device)
    return module.Program(row, weights)


def on(library: str, device: str) -> Any:
    """A context in which new arrays of the library are on the device; JAX takes its GPU itself."""
    return fjax.default_device(device) if library == "fjax" else contextlib.nullcontext()


def steps(
    library: str, row: Row, weights: Any, device: str, rounds: int
) -> tuple[list[float], float]:
    """The losses of the first steps, and the least seconds of a later one."""
    best, losses = float("inf"), []
    with on(library, device):
        trained = program(library, row, weights, device)
        for k in range(COMPARED + rounds):
            start = time.perf_counter()
            loss = trained.step()  # a number on the host: the step is waited for
            if k >= COMPARED:
                best = min(best, time.perf_counter() - start)
            else:
                losses.append(float(loss))
    return losses, best


def table(
    peers: Sequence[str], rounds: int, name: str = "resnet50", batch: int = 64, device: str = "cuda"
) -> list[str]:
    """A line: milliseconds of fjax's step, and its time over each peer's."""
    row = replace(ROWS[name], batch=batch)
    weights = importlib.import_module("benchmarks.models.in_torch").weights(row)
    wanted, mine = steps("fjax", row, weights, device, rounds)
    cells, missed = [], []
    for peer in MODULES:
        if peer == "fjax" or peer not in peers:
            continue
        losses, seconds = steps(peer, row, weights, device, rounds)
        np.testing.assert_allclose(losses, wanted, rtol=TOLERANCE, err_msg=peer)
        ratio = mine / seconds
        cells.append(f"fjax / {peer} {ratio:.2f}")
        if ratio > GOALS.get(peer, ratio):
            missed.append(f"{peer} {ratio:.2f} (≤ {GOALS[peer]})")
    title = f"{ROWS[name].title.split(',')[0]}, {batch} images"
    text = ", ".join([f"\nA step of {title}: {1e3 * mine:.1f} ms", *cells])
    return [text + (f"; missed: {'; '.join(missed)}." if missed else ".")]
