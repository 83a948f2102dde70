"""The parts of the site that are not pages: pictures, the gallery, the check of links."""

import xml.etree.ElementTree as ElementTree

import pytest

from docs import figures, links, made_pages, screenshots, thumbnails
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


@pytest.mark.parametrize("text, seconds", [("1.5 ms", 1.5e-3), ("593 µs", 593e-6), ("2 s", 2.0)])
def test_times_are_read_in_seconds(text, seconds):
    assert figures.seconds(text) == pytest.approx(seconds, rel=1e-12)


def test_what_is_no_time_is_none():
    assert figures.seconds("-") is None


def test_the_gallery_shows_every_example_with_a_picture():
    listed = sorted(name for names in made_pages.GROUPS.values() for name in names.split())
    assert listed == EXAMPLES
    for name in EXAMPLES:
        assert (ROOT / "docs" / made_pages.thumbnail(name)).parent.name == "gallery", name


def test_what_a_program_prints_becomes_a_picture_of_its_last_lines():
    picture = ElementTree.fromstring(
        thumbnails.terminal("\n".join(f"line <{i}>" for i in range(99)))
    )
    lines = [element.text for element in picture.iter() if element.tag.endswith("text")]
    assert lines == [f"line <{i}>" for i in range(99 - thumbnails.LINES, 99)]


def test_links_that_lead_nowhere_are_found(tmp_path):
    (tmp_path / "a.html").write_text(
        '<a href="b.html#here">1</a> <a href="b.html#there">2</a> <a href="c.html">3</a>'
        '<a href="https://example.org">4</a> <img src="d.svg">',
        encoding="utf-8",
    )
    (tmp_path / "b.html").write_text('<h1 id="here">b</h1>', encoding="utf-8")
    found = [(str(page), link) for page, link in links.broken(tmp_path)]
    assert found == [("a.html", "b.html#there"), ("a.html", "c.html"), ("a.html", "d.svg")]


@pytest.mark.parametrize("page", screenshots.PAGES, ids=lambda page: page.__name__)
def test_a_picture_of_a_page_is_kept_and_small(page):
    picture = (screenshots.FOLDER / f"{page.__name__}.webp").read_bytes()
    assert picture[:4] == b"RIFF" and picture[8:12] == b"WEBP"
    assert 10_000 < len(picture) <= screenshots.LARGEST
