"""Nothing that a program is called or says can act in its page; nothing comes from elsewhere."""

import linecache
import re

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from tests.explanation.parsed import Page
from tests.explanation.programs import PROGRAMS, X

HOSTILE = {
    "a script": "</script><script>alert(1)</script>",
    "an image": "<img src=x onerror=alert(1)>",
    "the end of an attribute": '" onmouseover="alert(1)" x=\'',
    "a comment": "<!-- <script>",
    "a style": "</style><style>*{display:none}</style>",
    "character references": "&lt;b&gt; &#x3c;",
    "controls": "a\x00b\x1b[31m\u2028c",
    "half a character": "\ud800",
    "very long": "x" * 20_000,
}


def named(name, function):
    function.__name__ = function.__qualname__ = name
    return function


def in_function(words):
    return fjax.explain(named(words, lambda x: jnp.sin(x)))(X)


def in_scope(words):
    def f(x):
        with fjax.named_scope(words):
            return jnp.sin(x)

    return fjax.explain(f)(X)


def in_argument(words):
    return fjax.explain(lambda tree: jnp.sin(tree[words]))({words: X})


def in_callback(words):
    host = named(words, lambda a: np.asarray(a) * 2)
    return fjax.explain(lambda x: fjax.pure_callback(host, x, x))(X)


def in_parameter(words):
    inner = fjax.jit(named(words, lambda x: jnp.sin(x) + 1))
    return fjax.explain(lambda x: inner(x) * 2)(X)


def in_file_name(words):
    return fjax.explain(
        compiled("def f(x):\n    return x + 1\n", words.translate({0: "", 0xD800: "?"}))
    )(X)


def in_source(words):
    text = f"def f(x):\n    words = {words!r}; return x + len(words)  # {words!r}\n"
    return fjax.explain(compiled(text, "hostile.py", shown=True))(X)


def in_error(words):
    def f(x):
        raise ValueError(words)

    return fjax.explain(f)(X)


PLACES = (
    *(in_function, in_scope, in_argument, in_callback, in_parameter),
    *(in_file_name, in_source, in_error),
)


def compiled(text, file, shown=False):
    """The function f of a source text; Python shows the text for its file, if asked to."""
    names = {"jnp": jnp, "fjax": fjax}
    exec(compile(text, file, "exec", dont_inherit=True), names)
    if shown:
        linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    return names["f"]


def structure(page):
    """What acts in a page: elements, the names of attributes, the texts of scripts and styles."""
    names = {e.name for e in page.elements}
    attributes = {a for e in page.elements for a in e.attributes}
    active = [
        e.text for e in page.elements if e.name in ("script", "style") and "id" not in e.attributes
    ]
    return names, attributes, active


@pytest.fixture(scope="module")
def ordinary():
    """The elements and attributes of ordinary pages."""
    names, attributes = {"em"}, set()
    pages = [Page(fjax.explain(f)(*args).html) for f, *args in PROGRAMS.values()]
    for page in (*pages, Page(in_error("words").html)):
        found = structure(page)
        names |= found[0]
        attributes |= found[1]
    return names, attributes, structure(pages[0])[2]


@pytest.mark.one_in(32)
@pytest.mark.parametrize("where", PLACES, ids=lambda f: f.__name__)
@pytest.mark.parametrize("words", HOSTILE)
def test_words_of_the_program_are_text(ordinary, where, words):
    page = Page(where(HOSTILE[words]).html)
    names, attributes, active = structure(page)
    assert names <= ordinary[0] and attributes <= ordinary[1]
    assert active == ordinary[2]
    assert not any(a.startswith("on") for a in attributes)


def test_words_of_the_program_are_shown():
    words = HOSTILE["a script"]
    page = Page(in_function(words).html)
    assert page.elements[1].name == "head"
    (title,) = [e for e in page.elements if e.name == "h1"]
    assert title.text.startswith(words)
    assert words in Page(in_source(words).html).id("source").text
    assert words in Page(in_error(words).html).id("error").text


@pytest.mark.parametrize("words", HOSTILE)
def test_a_page_can_be_written_and_framed(words, tmp_path):
    explained = in_function(HOSTILE[words])
    path = explained.save(tmp_path / "page.html")
    assert path.read_text(encoding="utf-8") == explained.html
    frame = Page(explained._repr_html_())
    (element,) = frame.elements
    assert element.name == "iframe" and element.attributes["sandbox"] == "allow-scripts"
    assert element.attributes["srcdoc"] == explained.html
    assert len(explained.html) < 100_000


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_page_stands_alone(name):
    function, *args = PROGRAMS[name]
    page = Page(fjax.explain(function)(*args).html)
    assert not {"src", "srcset", "action"} & {a for e in page.elements for a in e.attributes}
    assert not {"link", "iframe", "img", "object"} & {e.name for e in page.elements}
    (policy,) = [e.attributes["content"] for e in page.elements if "http-equiv" in e.attributes]
    assert policy.startswith("default-src 'none'") and "http" not in policy
    for text in structure(page)[2]:
        assert not re.search(r"https?://|url\(|@import|import\(|fetch|XMLHttp|WebSocket", text)
