"""Pages, docstrings and messages are plain English: short sentences in the field's words."""

import ast
import re
import statistics

from docs.api import NAMESPACES, docstring, public
from tests.architecture import prose
from tests.architecture.source import ROOT, check, modules, walk

MEAN, LONGEST = 18, 40  # words of a sentence
HISTORY = {"decisions"}  # folders of pages that stay as they were written
BUILT = {"errors", "gallery", "programs", "programs.md", "reference", ".venv", "out"}
PAGES = {
    str(page.relative_to(ROOT)): page.read_text()
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))
    if not (HISTORY | BUILT) & set(page.relative_to(ROOT).parts)
}
CATALOGUE = "\n\n".join(
    page.read_text() for page in sorted((ROOT / "fjax" / "error_catalogue").glob("*.md"))
)
FIELDS = {
    f"docs/fields/{path.name}": path.read_text()
    for path in (ROOT / "docs" / "fields").glob("*.txt")
}
GALLERY = {
    str(path.relative_to(ROOT)): prose.of_program(path.read_text())
    for path in sorted((ROOT / "examples" / "gallery").rglob("*.py"))
}
# What the project's own way of speaking used to say -> what everybody says.
HOUSE_WORDS = {
    r"\banew\b": "again",
    r"\bat hand\b": "given, or the current",
    r"\b(?:has|have) no kernel\b": "runs outside kernels",
    r"\bas long\b(?! as)": "of the same length",
    r"\bso many\b": "that number of, or the number's name",
    r"\bbut for\b": "except for",
    r"\bapart\b": "separately, or distinguish",
    r"\bof which\b": "a second sentence",
    r"\bit is \w+ alone\b": "only",
    r"(?<!there )\bis no (?:array|function|integer|key|number|path|text)\b": "is not a",
    r"\bwhat becomes of\b": "what happens to",
    r"\bof one's own\b": "your own",
}
# Looked for in the code's own texts, too:
INSIDE = (r"\banew\b", r"\bat hand\b", r"\bof which\b", r"\bso many\b", r"\bbut for\b")


def _docstrings():
    """(namespace, name, docstring) of what users call; NumPy's own texts are NumPy's."""
    for namespace in NAMESPACES:
        for name, value in public(namespace):
            if getattr(value, "__module__", None) != "numpy":
                yield namespace, name, docstring(value)


def _messages():
    """(path:line, text) of what the package's errors say; what is inserted is one word."""
    for module in modules():
        for node in module.nodes:
            if isinstance(node, ast.Raise) and node.exc is not None:
                yield f"{module.where}:{node.lineno}", _said(node.exc)


def _said(error):
    """The text in an expression that makes an error."""
    texts = [node for node in walk(error) if isinstance(node, (ast.Constant, ast.JoinedStr))]
    within = {id(part) for text in texts if isinstance(text, ast.JoinedStr) for part in text.values}
    return ". ".join(_flat(text) for text in texts if id(text) not in within)


def _flat(text):
    if isinstance(text, ast.JoinedStr):
        return "".join(_flat(p) if isinstance(p, ast.Constant) else "x" for p in text.values)
    return text.value if isinstance(text.value, str) else ""


def _too_long(where, counted):
    """What a text has too many words in: a sentence, or sentences in the mean."""
    counted = list(counted)
    for *_, words, sentence in counted:
        if words > LONGEST:
            yield f"{where}: {words} words: {sentence}"
    mean = statistics.mean(row[-2] for row in counted) if counted else 0
    if mean > MEAN:
        yield f"{where}: {mean:.1f} words a sentence"


def _wrong_in_page(where, text):
    yield from _too_long(where, prose.of_page(text))
    for line, words, sentence in prose.of_cells(text):
        if words > LONGEST:
            yield f"{where}:{line}: {words} words: {sentence}"


def test_pages_have_short_sentences():
    assert len(PAGES) > 60
    assert len(GALLERY) >= 20
    texts = {**PAGES, **GALLERY, "fjax/error_catalogue": CATALOGUE}
    check(wrong for page in texts.items() for wrong in _wrong_in_page(*page))


def test_docstrings_have_short_sentences():
    counted = {}
    for namespace, _, text in _docstrings():
        counted.setdefault(namespace, []).extend(prose.of_docstring(text))
    check(wrong for namespace, rows in counted.items() for wrong in _too_long(namespace, rows))


def test_what_functions_share_is_said_in_short_sentences():
    check(
        wrong
        for where, text in FIELDS.items()
        for wrong in _too_long(
            where, prose.of_docstring(re.sub(r"^\[.*", "", text, flags=re.MULTILINE))
        )
    )


def test_messages_have_short_sentences():
    check(
        f"{where}: {words} words: {sentence}"
        for where, text in _messages()
        for words, sentence in prose.sentences(text)
        if words > LONGEST
    )


def test_nothing_is_said_in_words_of_the_house():
    said = [
        *PAGES.items(),
        *GALLERY.items(),
        *FIELDS.items(),
        ("fjax/error_catalogue", CATALOGUE),
        *_messages(),
    ]
    said += [(f"{namespace}.{name}", text) for namespace, name, text in _docstrings()]
    check(
        f"{where}: {found.group()!r}: say {plain}"
        for where, text in said
        for word, plain in HOUSE_WORDS.items()
        for found in re.finditer(word, " ".join(text.split()))
    )


def test_the_code_says_nothing_in_words_of_the_house():
    check(
        f"{module.where}: {found.group()!r}: say {HOUSE_WORDS[word]}"
        for module in modules()
        for word in INSIDE
        for found in re.finditer(word, " ".join(module.text.split()))
    )


def test_long_sentences_are_found():
    long = f"A {'very ' * LONGEST}long sentence."
    assert [row[1] for row in prose.of_page(f"# A title\n\nShort `a b c` here.\n\n- {long}")] == [
        3,
        LONGEST + 3,
    ]
    assert [row[1] for row in prose.of_cells(f"| a |\n|---|\n| {long} |")] == [1, LONGEST + 3]
    said = f"One.\n\n    x: {long}\n\n    >>> f(x)\n    3"
    assert [words for words, _ in prose.of_docstring(said)] == [1, LONGEST + 3]
    assert len(list(_too_long("a page", [(1, LONGEST + 1, long)]))) == 2
    said = prose.sentences("It takes 1.5 s, e.g. here. (It is.) So!")
    assert [words for words, _ in said] == [6, 2, 1]


def test_the_text_of_a_program_is_what_its_page_says():
    program = '"""\nA title\n=======\n\nWhat it is.\n"""\n\nx = 1  # said in passing\n\n'
    program += "# %%\n# A part\n# ------\n# What it does.\n\ny = 2\n# not said\n"
    said = prose.of_program(program)
    assert [sentence for _, _, sentence in prose.of_page(said)] == ["What it is.", "What it does."]
