"""The page about the largest function of each program in examples/ works in a browser."""

import os
import subprocess
import sys

import pytest

from tests.architecture.source import ROOT
from tests.explanation.test_browser import CHROMIUM, assert_works, driven

PROGRAMS = sorted(p.relative_to(ROOT) for p in (ROOT / "examples").rglob("*.py"))
# One is looked at each time, the others in test-all.
ALWAYS = ("examples/custom_rules.py",)


@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium")
@pytest.mark.parametrize(
    "program",
    [
        pytest.param(p, marks=() if str(p) in ALWAYS else pytest.mark.extended, id=str(p))
        for p in PROGRAMS
    ],
)
def test_the_page_of_an_example_works_in_a_browser(program, tmp_path):
    pytest.importorskip("matplotlib")
    pytest.importorskip("sklearn")
    page = tmp_path / "page.html"
    environment = {**os.environ, "MPLBACKEND": "Agg", "PYTHONPATH": str(ROOT)}
    if program.parent.name == "processes":
        environment["FJAX_NUM_CPU_DEVICES"] = "4"
    command = [sys.executable, "-m", "tests.explanation.pages_of_examples", str(ROOT / program)]
    ran = subprocess.run(
        [*command, str(page)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stderr
    text = page.read_text(encoding="utf-8")
    assert len(text) < 3_000_000
    assert_works(*driven(text, tmp_path))
