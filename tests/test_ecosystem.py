"""Libraries of JAX's users run their own tests on fjax; docs/ecosystem.md has more of them."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys

import pytest


def passes(package, folder, *options, **variables):
    """Whether a package's tests pass with fjax in JAX's place; the end of what was printed."""
    command = [sys.executable, "-m", "pytest", "-p", "fjax.as_jax", "-p", "no:cacheprovider", "-q"]
    done = subprocess.run(
        [*command, "--pyargs", package, *options],
        cwd=folder,
        env={**os.environ, **variables},
        text=True,
        capture_output=True,
        check=False,
    )
    passed = " passed" in done.stdout and " failed" not in done.stdout
    return done.returncode == 0 and passed, done.stdout[-3000:]


def test_einops_passes_its_own_tests(tmp_path):
    pytest.importorskip("einops.tests")
    # test_layers trains networks of frameworks, and calls jax.tree_map, which JAX has removed
    options = "-k", "not layer"
    passed, printed = passes("einops.tests", tmp_path, *options, EINOPS_TEST_BACKENDS="jax")
    assert passed, printed


@pytest.mark.one_in(10)
@pytest.mark.parametrize("part", ["assignment", "losses", "projections", "schedules", "tree_utils"])
def test_optax_passes_its_own_tests(part, tmp_path):
    if importlib.util.find_spec("optax") is None:
        pytest.skip("optax is not installed: `make setup` does, without JAX")
    passed, printed = passes(f"optax.{part}", tmp_path, "-o", "python_files=*_test.py")
    assert passed, printed


TRAINS = """
import fjax
fjax.as_jax()
import numpy as np, optax
from fjax import data, nn, random, train
x = np.random.default_rng(0).normal(size=(64, 4)).astype("f4")
loader = data.Loader((x, (x[:, 0] > 0).astype(int)), 16, key=random.key(0))
optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.yogi(1e-1))
def fit(epochs, resume=False):
    return train.fit(
        nn.Linear(4, 2, key=random.key(0)), optimizer, nn.losses.cross_entropy, loader,
        epochs=epochs, callbacks=[], checkpoints="run", resume=resume,
    ).history
first = [row["loss"] for row in fit(2)]
whole = [row["loss"] for row in fit(4, resume=True)]
assert whole[:2] == first and whole[-1] < 0.6 * whole[0], whole
"""


@pytest.mark.extended
def test_fit_takes_optaxs_optimisers(tmp_path):
    if importlib.util.find_spec("optax") is None:
        pytest.skip("optax is not installed")
    done = subprocess.run(
        [sys.executable, "-c", TRAINS], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
