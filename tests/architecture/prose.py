"""The sentences of pages and docstrings, for the test of their length."""

import functools
import re

from markdown_it import MarkdownIt

EXAMPLE = re.compile(r"^ *>>> .*(?:\n *\S.*)*", re.MULTILINE)
PARAMETER = re.compile(r"^ *(?:[-*] )?[\w*`.]+(?:, [\w*`.]+)*: ", re.MULTILINE)
CODE = re.compile(r"(`+)[^`]+\1")
DIRECTIVE = re.compile(r"^:(?:::|[\w-]+:).*")
MATH = re.compile(r"\$[^$\n]+\$")
END = re.compile(r"(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bal\.)(?<!\bvs\.)(?<=[.!?])[\"')]*\s+")


def of_page(markdown):
    """(line, words, sentence) of what a page says in paragraphs and lists.

    Headings, tables, blocks of code and the lines of directives are no sentences.
    """
    for line, text, in_table in _paragraphs(markdown):
        if not in_table:
            yield from ((line, *sentence) for sentence in sentences(text) if _is_whole(*sentence))


def of_cells(markdown):
    """(line, words, sentence) of what the tables of a page say."""
    for line, text, in_table in _paragraphs(markdown):
        if in_table:
            yield from ((line, *sentence) for sentence in sentences(text))


def of_program(source):
    """The text of a program of the gallery: its docstring, and comments that begin with `# %%`."""
    blocks = re.findall(
        r'(?:\A"""\n(.*?)"""|^# %%\n((?:#[^\n]*\n)*))', source, re.MULTILINE | re.DOTALL
    )
    lines = (re.sub(r"^# ?", "", text, flags=re.MULTILINE) for block in blocks for text in block)
    return "\n".join(lines)


@functools.cache
def _parser():
    return MarkdownIt("commonmark").enable("table")


def _paragraphs(markdown):
    """(line, text, whether it is a table's cell) of each paragraph; inline code is one word."""
    line, around = 0, []
    for token in _parser().parse(markdown):
        line = token.map[0] + 1 if token.map else line
        if token.nesting > 0:
            around.append(token.type)
        elif token.nesting < 0:
            around.pop()
        elif token.type == "inline" and around[-1] != "heading_open":
            yield line, _text(token), "table_open" in around


def _text(inline):
    """The text of a paragraph, without the lines of directives (`:::{note}`)."""
    words = {"code_inline": "code", "softbreak": "\n", "hardbreak": "\n"}
    text = "".join(words.get(part.type, part.content) for part in inline.children)
    return "\n".join(line for line in text.split("\n") if not DIRECTIVE.match(line))


def of_docstring(text):
    """(words, sentence) of what a docstring says, without its examples; a parameter is one text."""
    for block in re.split(r"\n\s*\n", EXAMPLE.sub("", text)):
        for part in PARAMETER.split(CODE.sub("code", block)):
            yield from sentences(part)


def sentences(text):
    """(words, sentence) of each sentence of a paragraph."""
    for sentence in END.split(" ".join(MATH.sub("x", text).split())):
        words = sum(any(map(str.isalnum, word)) for word in sentence.split())
        if words:
            yield words, sentence


def _is_whole(words, sentence):
    """Whether it is a sentence rather than an entry of a list, which would lower the mean."""
    return words > 2 and sentence[-1] in ".!?:"
