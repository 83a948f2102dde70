"""What README and its neighbours say holds: what programs print, figures, links, commands."""

import contextlib
import io
import re
import runpy

import pytest

import fjax
from docs import figures
from tests.architecture.source import ROOT

FRONT = {path.name: path.read_text(encoding="utf-8") for path in ROOT.glob("*.md")}
README = FRONT["README.md"]
PROGRAMS = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", README, re.DOTALL)
PEERS = {
    "JAX": "jax",
    "PyTorch": "torch",
    "NumPy": "numpy",
    "Numba": "numba",
    "autograd": "autograd",
}


def test_each_program_of_the_readme_has_its_output():
    assert len(PROGRAMS) == README.count("```python") == 3


@pytest.mark.needs("x64", reason="64 bits are the default, which the output shows")
@pytest.mark.parametrize("program, output", PROGRAMS, ids=["grad", "jit", "vmap"])
def test_a_program_of_the_readme_prints_what_stands_below_it(program, output, tmp_path):
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        runpy.run_path(str(tmp_path / "program.py"))
    assert printed.getvalue() == output


def test_the_picture_of_speed_is_that_of_the_results():
    kept = (figures.FOLDER / "speed.svg").read_text(encoding="utf-8")
    assert kept == figures.speed(), "python docs/figures.py writes it"


def test_the_speed_in_the_readme_is_that_of_the_results():
    programs, mean, worst = figures.summary()
    said = f"Over {programs} benchmark programs on one 2-core CPU, fjax takes {mean:.2f} of JAX's"
    assert said in README
    assert f"the slowest program takes {worst:.2f}." in README


@pytest.mark.parametrize("name", PEERS)
def test_the_table_of_the_readme_has_the_figures_of_the_results(name):
    programs, mean, worst = figures.summary(PEERS[name])
    (row,) = [line for line in README.split("\n") if line.startswith(f"| {name} |")]
    assert row.endswith(f"| {programs} | {mean:.2f} | {worst:.2f} |")


def test_the_random_programs_in_the_readme_are_those_of_the_sweep():
    sweep = (ROOT / "benchmarks" / "SWEEP.md").read_text(encoding="utf-8")
    (row,) = [line for line in sweep.split("\n") if line.startswith("| all |")]
    _, _, programs, mean, _, _, _, _, behind, *_ = [cell.strip() for cell in row.split("|")]
    assert f"[{programs} random programs](benchmarks/SWEEP.md) the mean is {mean}, " in README
    assert f"JAX is faster in {behind} of them" in README


def test_the_losses_in_the_readme_are_those_of_the_results():
    models = (ROOT / "benchmarks" / "MODELS.md").read_text(encoding="utf-8")
    firsts = [
        float(row.split("|")[6].split("(")[1][:-2])
        for row in models.split("\n")
        if "(" in row and row.startswith("| ")
    ]
    assert f"[up to {max(firsts):.0f} times](benchmarks/MODELS.md)" in README
    results = (ROOT / "benchmarks" / "RESULTS.md").read_text(encoding="utf-8")
    (row,) = [line for line in results.split("\n") if line.startswith("| NewBatchSize |")]
    assert f"That takes {figures.seconds(row.split('|')[3].strip()) * 1e3:.0f} ms" in README
    assert f"cost {figures.summary('numpy')[2]:.1f} times what they cost in NumPy" in README


def test_links_of_the_front_pages_lead_somewhere():
    wrong = [
        f"{name}: {link}"
        for name, text in FRONT.items()
        for link in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", text)
        if not link.startswith("https://") and not (ROOT / link).exists()
    ]
    assert not wrong


def test_commands_of_the_front_pages_are_in_the_makefile():
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    wrong = [
        f"{name}: make {target}"
        for name, text in FRONT.items()
        for target in re.findall(r"(?:^|`)make ([\w-]+)", text, re.MULTILINE)
        if target not in targets
    ]
    assert not wrong


def test_installing_names_a_checkout_or_packages_that_an_index_has():
    texts = [*ROOT.glob("*.md"), *(ROOT / "fjax").rglob("*.py"), *(ROOT / "docs").rglob("*.md")]
    wrong = [
        str(path.relative_to(ROOT))
        for path in texts
        if re.search(r"pip install [^\n`#]*\bfjax\b(?!/)|<address", path.read_text())
    ]
    assert not wrong, "fjax is on no index: pip install '.[extra]' in a checkout, or the package"


def test_the_citation_is_of_this_version():
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {fjax.__version__}\n" in citation
    assert f"Version {fjax.__version__}, " in README
