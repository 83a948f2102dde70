"""The programs in examples/processes run in two and in four processes; each checks its result."""

import pathlib

import pytest

from tests.ranks.test_launched import launched

pytestmark = pytest.mark.one_in(24)

EXAMPLES = sorted((pathlib.Path(__file__).parents[2] / "examples" / "processes").glob("*.py"))


@pytest.mark.parametrize("n", [2, 4])
@pytest.mark.parametrize("program", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs_in_processes(program, n, tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    root = program.parents[2]
    monkeypatch.chdir(tmp_path)
    done = launched(n, program, MPLBACKEND="Agg", PYTHONPATH=str(root))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip(), "the first process says what it found"
    if program.stem == "heat":
        assert (tmp_path / "heat.png").read_bytes().startswith(b"\x89PNG")
