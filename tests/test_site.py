"""The parts of the site that are not pages: pictures, the gallery, the check of links."""

import runpy
import xml.etree.ElementTree as ElementTree

import pytest

from docs import api, docstrings, figures, links, made_pages, reference_groups, screenshots
from fjax import errors
from tests.architecture.source import ROOT

EXAMPLES = sorted(path.stem for path in (ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("figure", figures.FIGURES)
def test_a_figure_is_well_formed_and_kept_in_the_repository(figure):
    assert ElementTree.fromstring(figure()).tag.endswith("svg")
    assert (figures.FOLDER / f"{figure.__name__}.svg").is_file()


def test_the_picture_of_speed_shows_every_row_with_jax():
    rows = [row for group in figures.ratios().values() for row in group]
    results = (ROOT / "benchmarks" / "RESULTS.md").read_text(encoding="utf-8")
    beside_jax = [line for line in results.split("\n") if line.count("|") > 9 and "met |" in line]
    beside_jax += [line for line in results.split("\n") if "missed |" in line]
    beside_jax = [line for line in beside_jax if line.split("|")[4].strip() != "-"]
    assert len(rows) == len(beside_jax) > 40
    assert figures.speed().count("<circle") == len(rows)


@pytest.mark.parametrize("figure", figures.MEASURED)
def test_pictures_of_times_are_those_of_the_table(figure):
    assert (figures.FOLDER / f"{figure.__name__}.svg").read_text(encoding="utf-8") == figure()


@pytest.mark.parametrize("text, seconds", [("1.5 ms", 1.5e-3), ("593 µs", 593e-6), ("2 s", 2.0)])
def test_times_are_read_in_seconds(text, seconds):
    assert figures.seconds(text) == pytest.approx(seconds, rel=1e-12)


def test_what_is_no_time_is_none():
    assert figures.seconds("-") is None


def test_every_longer_program_has_a_page(tmp_path):
    (tmp_path / "programs").mkdir()
    made_pages.write_programs(tmp_path / "programs")
    assert sorted(page.stem for page in (tmp_path / "programs").iterdir()) == EXAMPLES
    listed = (tmp_path / "programs.md").read_text(encoding="utf-8")
    assert all(f"(programs/{name}.md)" in listed for name in EXAMPLES)


def test_the_page_of_an_error_has_the_words_of_its_message():
    entry = (errors.CATALOGUE / "NotScalarError.md").read_text(encoding="utf-8")
    page = made_pages.with_message(entry)
    message = "\n```text\nNotScalarError: Gradient only defined for scalar-output functions."
    assert message in page and "explain(" not in page
    without = "## Wrong\n\n```python\n1 + 1\n```\n"
    assert made_pages.with_message(without) == without


def test_links_that_lead_nowhere_are_found(tmp_path):
    (tmp_path / "a.html").write_text(
        '<a href="b.html#here">1</a> <a href="b.html#there">2</a> <a href="c.html">3</a>'
        '<a href="https://example.org">4</a> <img src="d.svg">',
        encoding="utf-8",
    )
    (tmp_path / "b.html").write_text('<h1 id="here">b</h1>', encoding="utf-8")
    found = [(str(page), link) for page, link in links.broken(tmp_path)]
    assert found == [("a.html", "b.html#there"), ("a.html", "c.html"), ("a.html", "d.svg")]


def test_what_a_page_loads_from_elsewhere_is_found(tmp_path):
    (tmp_path / "a.html").write_text(
        '<script src="https://example.org/a.js"></script> <link href="//example.org/a.css">'
        '<img src="data:image/png;base64,AA=="> <a href="https://example.org">4</a>',
        encoding="utf-8",
    )
    found = [(str(page), link) for page, link in links.broken(tmp_path)]
    assert found == [("a.html", "//example.org/a.css"), ("a.html", "https://example.org/a.js")]


@pytest.mark.parametrize("page", screenshots.PAGES, ids=lambda page: page.__name__)
def test_a_picture_of_a_page_is_kept_and_small(page):
    picture = (screenshots.FOLDER / f"{page.__name__}.webp").read_bytes()
    assert picture[:4] == b"RIFF" and picture[8:12] == b"WEBP"
    assert 10_000 < len(picture) <= screenshots.LARGEST


GALLERY = sorted((ROOT / "examples" / "gallery").rglob("*.py"))


@pytest.mark.needs("x64", reason="results are compared in 64 bits")
@pytest.mark.one_in(44)
@pytest.mark.parametrize("program", GALLERY, ids=lambda path: path.stem)
def test_a_program_of_the_gallery_finds_what_is_known(program, monkeypatch, tmp_path):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("Agg")
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(program), run_name="__main__")
    assert pyplot.get_fignums(), "a program of the gallery draws"
    pyplot.close("all")


def test_a_program_of_the_gallery_compares_its_result():
    assert len(GALLERY) >= 20
    texts = {path.stem: path.read_text(encoding="utf-8") for path in GALLERY}
    assert [n for n, text in texts.items() if "assert" not in text] == []
    assert [n for n, text in texts.items() if not text.startswith('"""\n')] == []


# What somebody new types into the search box, which looks for words of headings first.
SEARCHED = (
    "ode, fft, attention, transformer, dropout, kalman, checkpoint, save, vmap a loop, "
    "out of memory, nan, float32, random seed, least squares, train a network, first call slow, "
    "print inside jit, gpu, several processes, gaussian process, monte carlo, filter, tomography, "
    "mixed precision, export, pytree, gradient, compile, error, devices, data"
)


def test_what_people_search_for_is_in_a_heading():
    pages = [*(ROOT / "docs").rglob("*.md"), *(ROOT / "fjax" / "error_catalogue").glob("*.md")]
    headings = [line for page in pages for line in page.read_text().split("\n") if line[:1] == "#"]
    titles = [path.read_text().split("\n")[1] for path in GALLERY]
    found = "\n".join([*headings, *titles]).lower()
    assert [words for words in SEARCHED.split(", ") if words not in found] == []


@pytest.mark.parametrize("namespace", reference_groups.GROUPS)
def test_the_groups_of_a_namespace_hold_each_name_once(namespace):
    names = [name for name, _ in api.public(namespace)]
    groups = reference_groups.divided(namespace, names)
    listed = [name for group in groups.values() for name in group]
    assert sorted(listed) == sorted(names)
    assert max(map(len, groups.values())) <= 85


def test_what_a_docstring_says_of_parameters_results_and_errors_becomes_fields():
    said = "Points.\n\nkey: a key. n, m: how many; at\n    least 1.\n\nReturns floats. Raises "
    said += "FjaxValueError for `n` below 1.\n\nother: is no parameter.\n\n>>> f(1)\n1"
    expected = "Points.\n\nother: is no parameter.\n\n:param key: a key.\n:type key: ``Array``\n"
    expected += ":param n: how many; at least 1.\n:param m: how many; at least 1.\n:param k: any.\n"
    expected += ":returns: floats.\n:raises FjaxValueError: for ``n`` below 1.\n\n>>> f(1)\n1"
    shared, types = {"n": "what docstrings leave out.", "k": "any."}, {"key": "Array"}
    assert docstrings.to_rst(said, ["key", "n", "m", "k"], shared, types) == expected


def test_names_of_the_reference_are_links(monkeypatch):
    monkeypatch.setattr(docstrings, "KNOWN", {"fjax.lax.scan"})
    said = docstrings.escape("As `lax.scan`, `lax.scam` and `fjax.lax.scan` do.")
    link = ":py:obj:`{} <fjax.lax.scan>`"
    expected = f"As {link.format('lax.scan')}, ``lax.scam`` and {link.format('fjax.lax.scan')} do."
    assert said == expected
