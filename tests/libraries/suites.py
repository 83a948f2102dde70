"""Tests that libraries ship: of those that pass with JAX, how many pass with fjax in its place.

JAX runs a library's tests in an order that is drawn by a fixed seed, until its time is used
(`library_sample.py`). fjax runs those that passed.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.libraries import library_sample

JAX_SECONDS, FJAX_SECONDS = 40, 120  # in which another test of a library begins
LONGEST = 100  # seconds that collecting tests, and the last of them, may take


@dataclass(frozen=True)
class Suite:
    """Some of a library's tests.

    files: below site-packages, separated by blanks. options: of pytest.
    """

    files: str
    options: tuple[str, ...] = ()


def _within(folder: str, names: str) -> str:
    return " ".join(f"{folder}/{name}" for name in names.split())


# Several libraries have a folder `tests`, and its conftest.py is that of e3nn_jax.
NOT_THEIRS = ("--noconftest",)
SUITES = {
    "array_api_compat": Suite("array_api_compat/tests", ("-k", "jax and not backwards")),
    "array_api_extra": Suite("array_api_extra/tests/main", ("-k", "jax")),
    "brax": Suite(
        _within(
            "brax",
            "base_test.py math_test.py scan_test.py com_test.py kinematics_test.py fluid_test.py "
            "actuator_test.py contact_test.py io",
        )
    ),
    "chex": Suite(
        _within(
            "chex/_src",
            "asserts_test.py asserts_internal_test.py dataclass_test.py dimensions_test.py "
            "variants_test.py warnings_test.py",
        )
    ),
    "distrax": Suite("distrax/_src"),
    "dm_pix": Suite("dm_pix/_src"),
    "dynamax": Suite(
        _within(
            "dynamax",
            "parameters_test.py ssm_test.py hidden_markov_model/inference_test.py "
            "utils/utils_test.py utils/distributions_test.py",
        )
    ),
    "e3nn_jax": Suite(
        _within(
            "tests/_src",
            "activation_test.py basic_test.py config_test.py gate_test.py irreps_array_test.py "
            "irreps_test.py linear_flax_test.py linear_haiku_test.py perm_test.py radial_test.py "
            "rotation_test.py scatter_test.py",
        )
    ),
    "einops": Suite("einops/tests", ("-k", "not layers")),
    "einx": Suite("test"),
    "fedjax": Suite("fedjax/core fedjax/aggregators fedjax/algorithms fedjax/models"),
    "flashbax": Suite("flashbax"),
    "haiku": Suite("haiku/_src", ("--ignore-glob=*/integration/*", "--ignore-glob=*jax2tf*")),
    "jax_cfd": Suite("jax_cfd"),
    "jaxley": Suite(
        _within(
            "tests",
            "test_channels.py test_clamp.py test_connection.py test_groups.py test_graph.py "
            "test_moving.py test_solver.py test_syn.py test_transforms.py test_viewing.py",
        ),
        NOT_THEIRS,
    ),
    "jaxparrow": Suite(
        _within(
            "tests", "test_geometry.py test_geostrophy.py test_kinematics.py test_operators.py"
        ),
        NOT_THEIRS,
    ),
    "jmp": Suite("jmp/_src"),
    "jraph": Suite("jraph/_src"),
    "keras": Suite(
        _within("keras/src", "losses metrics optimizers activations initializers ops layers/core")
    ),
    "kernex": Suite(
        _within("tests", "test_interface.py test_scan_and_map.py test_utils.py"), NOT_THEIRS
    ),
    "mctx": Suite("mctx/_src/tests"),
    "mujoco_mjx": Suite("mujoco/mjx/_src"),
    "optax": Suite("optax"),
    "pennylane": Suite("tests/math tests/pytrees tests/pulse", ("-m", "jax", *NOT_THEIRS)),
    "pgx": Suite(
        _within(
            "tests",
            "test_animal_shogi.py test_backgammon.py test_chess.py test_connect_four.py "
            "test_hex.py test_kuhn_poker.py test_leduc_holdem.py test_othello.py test_play2048.py "
            "test_tic_tac_toe.py",
        ),
        NOT_THEIRS,
    ),
    "qdax": Suite(
        _within("tests", "core_test default_tasks_test utils_test environments_test"), NOT_THEIRS
    ),
    "rax": Suite("rax/_src"),
    "rlax": Suite("rlax/_src"),
    "scico": Suite("scico/test"),
    "scipy": Suite(
        _within(
            "scipy",
            "special/tests/test_support_alternative_backends.py signal/tests/test_windows.py "
            "cluster/tests/test_vq.py stats/tests/test_stats.py stats/tests/test_hypotests.py "
            "integrate/tests/test_cubature.py constants/tests",
        ),
        ("-k", "jax"),
    ),
    "surjectors": Suite("surjectors"),
    "tree_math": Suite("tree_math"),
    "vbjax": Suite("vbjax/tests"),
}


# A line of `pytest -v` about a test.
OUTCOME = re.compile(r"^(\S+\.py::.*?) (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)\b", re.M)


def run(
    python: str,
    suite: Suite,
    folders: Sequence[str],
    options: Sequence[str],
    variables: dict,
    seconds: float = JAX_SECONDS,
    wanted: set[str] | None = None,
) -> tuple[set[str], set[str], float]:
    """The tests that pass, those that ran, and the seconds that all took.

    wanted: which of them run; all by default.
    """
    packages = Path(python).parent.parent / "lib"
    (packages,) = packages.glob("python*/site-packages")
    files = [str(packages / file) for file in suite.files.split()]
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        command = [python, "-m", "pytest", "-v", "-p", "no:cacheprovider", "-W", "ignore"]
        command += ["-o", "python_files=*_test.py test_*.py"]
        settings = Path(folder) / "pytest.ini"  # or those of fjax, in whose folder the files lie
        settings.write_text("[pytest]\n")
        command += ["-c", str(settings), f"--rootdir={packages}", "--continue-on-collection-errors"]
        command += ["-p", library_sample.__name__.rpartition(".")[2]]
        names = Path(folder) / "wanted"
        names.write_text("\n".join(sorted(wanted or ())))
        here = str(Path(__file__).parent)  # the plugin is of no package: libraries have a `tests`
        told = {
            "PYTHONPATH": os.pathsep.join([*folders, here]),
            "PYTHONUNBUFFERED": "1",
            library_sample.SECONDS: str(seconds),
            library_sample.WANTED: str(names) if wanted is not None else "",
        }
        try:
            said = subprocess.run(
                [*command, *options, *suite.options, *files],
                env={**os.environ, **variables, **told},
                cwd=folder,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=seconds + LONGEST,
                check=False,
            ).stdout
        except subprocess.TimeoutExpired as stopped:  # what ran until then counts
            said = stopped.stdout or b""
    outcomes = dict(OUTCOME.findall(said.decode(errors="replace")))
    outcomes = {name.rpartition(f"{packages.name}/")[2]: o for name, o in outcomes.items()}
    passed = {name for name, outcome in outcomes.items() if outcome == "PASSED"}
    return passed, set(outcomes), time.perf_counter() - start
