"""A library of JAX's users runs its own tests on fjax; docs/ecosystem.md has more of them."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


def test_einops_passes_its_own_tests(tmp_path):
    pytest.importorskip("einops.tests")
    command = [sys.executable, "-m", "pytest", "-p", "fjax.as_jax", "-p", "no:cacheprovider", "-q"]
    done = subprocess.run(
        # test_layers trains networks of frameworks, and calls jax.tree_map, which JAX has removed
        [*command, "--pyargs", "einops.tests", "-k", "not layer"],
        cwd=tmp_path,
        env={**os.environ, "EINOPS_TEST_BACKENDS": "jax"},
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout and " failed" not in done.stdout
