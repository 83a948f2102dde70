"""The pages of the documentation that hold programs run from their first cell to their last."""

import ast
import re
from contextlib import nullcontext

import pytest

from fjax.errors import FjaxError
from tests.architecture.source import ROOT

CELL = re.compile(
    r"^```\{code-cell\}[^\n]*\n(:tags: \[raises-exception\]\n)?(.*?)^```$", re.S | re.M
)
PAGES = sorted(
    path
    for path in (ROOT / "docs").rglob("*.md")
    if "file_format: mystnb" in path.read_text(encoding="utf-8")[:200]
)


@pytest.mark.one_in(12)
@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT / "docs")))
def test_a_page_runs(page, monkeypatch, tmp_path):
    matplotlib = pytest.importorskip("matplotlib")
    pytest.importorskip("matplotlib.pyplot")
    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    names = {"__name__": "__main__"}
    for cell in CELL.finditer(text):
        # Blank lines before it give the lines of the page to what goes wrong.
        program = "\n" * text.count("\n", 0, cell.start(2)) + cell[2]
        with pytest.raises(FjaxError) if cell[1] else nullcontext():
            exec(compile(ast.parse(program), str(page), "exec"), names)
    matplotlib.pyplot.close("all")


def test_every_page_has_cells_and_can_be_downloaded():
    assert len(PAGES) >= 16
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert CELL.search(text), page
        assert f"<{page.stem}.ipynb>" in text, page
