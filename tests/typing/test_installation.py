"""An editable install and a wheel hold what a user's program and its type checkers need.

The program lies beside the clone, whose folder is called fjax: a folder without `__init__.py` must
not stand for the package.
"""

import json
import pathlib
import subprocess
import sys
import sysconfig
import venv
import zipfile

import pytest

from tests.architecture.source import ROOT
from tests.typing.test_checkers import pyright

pytest.importorskip("hatchling")
pytest.importorskip("pip")

PROGRAM = """
import fjax as jax
import fjax.numpy as jnp
from fjax import nn


def loss(x: jax.Array) -> jax.Array:
    return jnp.sum(jax.jit(jnp.sin)(x) ** 2)


layer = nn.Linear(3, 2, key=jax.random.key(0))
slope: jax.Array = jax.grad(loss)(layer(jnp.ones(3)))
print(jax.__file__, slope.shape)
"""
WRONG = "\nnumber: int = jnp.ones(3)\njax.grad(loss, 0.5)\n"


def run(*command, **options):
    """What a command prints; AssertionError with all it said if it fails."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def environment(folder):
    """The interpreter of a new virtual environment that sees what is installed for the tests.

    Paths of its file are searched as they are: editable installs beside them are not seen there.
    """
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    place = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    pathlib.Path(place, "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


def install(python, *what):
    options = ("--quiet", "--no-build-isolation", "--no-deps", "--no-index", "--ignore-installed")
    run(sys.executable, "-m", "pip", "--python", python, "install", *options, *what)


@pytest.fixture(scope="module")
def user(tmp_path_factory):
    """A user's folder: the clone `fjax`, installed as editable in `.venv`, and two programs."""
    folder = tmp_path_factory.mktemp("user")
    (folder / "fjax").symlink_to(ROOT)
    (folder / "right.py").write_text(PROGRAM)
    (folder / "wrong.py").write_text(PROGRAM + WRONG)
    install(environment(folder / ".venv"), "-e", folder / "fjax")
    return folder


@pytest.mark.one_in(5)
@pytest.mark.parametrize("how", [("right.py",), ("-m", "right"), ("-c", "import right")])
def test_a_clone_beside_a_program_does_not_hide_the_package(user, how):
    printed = run(user / ".venv" / "bin" / "python", *how, cwd=user).split()
    assert pathlib.Path(printed[0]).samefile(ROOT / "fjax" / "__init__.py")
    assert printed[1] == "(2,)"


@pytest.mark.extended
def test_mypy_checks_a_users_program(user):
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--no-pretty"]
    python = ("--python-executable", user / ".venv" / "bin" / "python")
    cache = ("--cache-dir", ROOT / ".mypy_cache" / "installed")
    done = subprocess.run(
        [*command, *python, *cache, "right.py", "wrong.py"],
        capture_output=True,
        text=True,
        cwd=user,
    )
    found = [line.split(": error:")[0] for line in done.stdout.splitlines() if ": error:" in line]
    last = len((PROGRAM + WRONG).splitlines())
    assert found == [f"wrong.py:{last - 1}", f"wrong.py:{last}"], done.stdout + done.stderr


@pytest.mark.skipif(pyright() is None, reason="needs basedpyright or pyright")
def test_pyright_checks_a_users_program(user):
    python = user / ".venv" / "bin" / "python"
    command = [pyright(), "--outputjson", "--pythonpath", python, "right.py", "wrong.py"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=user)
    reports = json.loads(done.stdout)["generalDiagnostics"]
    errors = [d for d in reports if d["severity"] == "error"]
    found = [(d["file"].split("/")[-1], d["range"]["start"]["line"] + 1) for d in errors]
    last = len((PROGRAM + WRONG).splitlines())
    assert sorted(set(found)) == [("wrong.py", last - 1), ("wrong.py", last)], reports


@pytest.mark.extended
def test_the_wheel_of_the_source_distribution_is_whole(tmp_path):
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path, cwd=ROOT)
    (source,) = tmp_path.glob("fjax-*.tar.gz")
    options = ("--quiet", "--no-build-isolation", "--no-deps", "--no-index", "-w", tmp_path)
    run(sys.executable, "-m", "pip", "wheel", *options, source)
    (wheel,) = tmp_path.glob("fjax-*.whl")
    held = {n for n in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in n}
    files = (p for p in (ROOT / "fjax").rglob("*") if p.is_file() and p.suffix != ".pyc")
    assert held == {p.relative_to(ROOT).as_posix() for p in files}

    python = environment(tmp_path / "environment")
    install(python, wheel)
    (tmp_path / "right.py").write_text(PROGRAM)
    printed = run(python, "right.py", cwd=tmp_path)
    assert str(tmp_path / "environment") in printed
    catalogue = "import fjax; help(fjax.errors.ShapeError); fjax.print_environment_info()"
    assert "ShapeError" in run(python, "-c", catalogue, cwd=tmp_path)
