"""Tests that libraries ship: of those that pass with JAX, how many pass with fjax in its place."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

LIMIT = 900  # seconds for the tests of one library


@dataclass(frozen=True)
class Suite:
    """Some of a library's tests.

    files: below site-packages, separated by blanks. options: of pytest.
    """

    files: str
    options: tuple[str, ...] = ()


def _within(folder: str, names: str) -> str:
    return " ".join(f"{folder}/{name}" for name in names.split())


SUITES = {
    "array_api_extra": Suite(
        _within(
            "array_api_extra/tests/main",
            "test_at.py test_creation.py test_elementwise.py test_linalg.py test_manipulation.py "
            "test_searching.py test_set.py test_sorting.py test_statistical.py",
        ),
        ("-k", "jax"),
    ),
    "brax": Suite(_within("brax", "base_test.py math_test.py scan_test.py com_test.py")),
    "chex": Suite(
        _within(
            "chex/_src",
            "asserts_test.py asserts_internal_test.py dataclass_test.py dimensions_test.py "
            "variants_test.py warnings_test.py",
        )
    ),
    "dynamax": Suite(
        _within("dynamax", "parameters_test.py linear_gaussian_ssm/inference_test.py ssm_test.py")
    ),
    "fedjax": Suite(_within("fedjax/core", "metrics_test.py tree_util_test.py util_test.py")),
    "haiku": Suite(
        _within(
            "haiku/_src",
            "attention_test.py batch_norm_test.py bias_test.py conv_test.py dot_test.py "
            "embed_test.py initializers_test.py layer_norm_test.py pad_test.py pool_test.py "
            "random_test.py rms_norm_test.py nets/mlp_test.py",
        )
    ),
    "mctx": Suite(
        _within(
            "mctx/_src/tests",
            "mctx_test.py policies_test.py qtransforms_test.py seq_halving_test.py tree_test.py",
        )
    ),
    "optax": Suite(
        _within("optax", "assignment losses perturbations projections schedules tree_utils")
    ),
    "rax": Suite(
        _within(
            "rax/_src",
            "lambdaweights_test.py losses_test.py metrics_test.py segment_utils_test.py "
            "t12n_test.py utils_test.py",
        )
    ),
    "scico": Suite(
        _within("scico/test", "functional/test_norm.py functional/test_separable.py test_metric.py")
    ),
}


# A line of `pytest -v` about a test.
OUTCOME = re.compile(r"^(\S+\.py::.*?) (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)\b", re.M)


def run(
    python: str, suite: Suite, folders: Sequence[str], options: Sequence[str], variables: dict
) -> tuple[set[str], set[str], float]:
    """The tests that pass, those that ran, and the seconds that all took, LIMIT at most."""
    packages = Path(python).parent.parent / "lib"
    (packages,) = packages.glob("python*/site-packages")
    files = [str(packages / file) for file in suite.files.split()]
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        command = [python, "-m", "pytest", "-v", "-p", "no:cacheprovider", "-W", "ignore"]
        command += ["-o", "python_files=*_test.py test_*.py"]
        settings = Path(folder) / "pytest.ini"  # or those of fjax, in whose folder the files lie
        settings.write_text("[pytest]\n")
        command += ["-c", str(settings), f"--rootdir={packages}"]
        try:
            said = subprocess.run(
                [*command, *options, *suite.options, *files],
                env={**os.environ, **variables, "PYTHONPATH": os.pathsep.join(folders)},
                cwd=folder,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=LIMIT,
                check=False,
            ).stdout
        except subprocess.TimeoutExpired as stopped:  # what ran until then counts
            said = stopped.stdout or b""
    outcomes = dict(OUTCOME.findall(said.decode(errors="replace")))
    passed = {name for name, outcome in outcomes.items() if outcome == "PASSED"}
    return passed, set(outcomes), time.perf_counter() - start
