"""Sphinx: pages in Markdown, and the API reference out of the docstrings (`make docs`)."""

import re
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

from api import NAMESPACES, docstring, public

import fjax
from fjax import absent

project = "fjax"
author = "the authors of fjax"
version = release = fjax.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"fjax {version}"
myst_heading_anchors = 3
autodoc_typehints = "none"
autodoc_member_order = "bysource"
toc_object_entries = False
add_module_names = False
# Pages are read in the repository, too, where they link to files that are no pages.
suppress_warnings = ["myst.xref_missing"]
REFERENCE = HERE / "reference"


def title(text, line="="):
    """A heading of reStructuredText."""
    return f"{text}\n{line * len(text)}\n\n"


def write_reference(_app):
    """One page for each namespace, and one with the absent names, below docs/reference/."""
    shutil.rmtree(REFERENCE, ignore_errors=True)
    REFERENCE.mkdir()
    shown = {}
    for namespace in NAMESPACES:
        text = title(namespace) + f".. automodule:: {namespace}\n   :no-members:\n\n"
        for name, value in public(namespace):
            text += entry(f"{namespace}.{name}", value, shown)
        (REFERENCE / f"{namespace}.rst").write_text(text, encoding="utf-8")
    (REFERENCE / "absent.rst").write_text(absent_page(), encoding="utf-8")
    pages = "\n".join(f"   {namespace}" for namespace in NAMESPACES)
    (REFERENCE / "index.rst").write_text(
        title("API reference") + "Examples assume ``import fjax``, ``import fjax.numpy as jnp``, "
        "``from fjax import lax`` and ``import numpy as np``.\n\n"
        f".. toctree::\n   :maxdepth: 1\n\n{pages}\n   absent\n",
        encoding="utf-8",
    )


def entry(name, value, shown):
    """What the reference says of one name. shown: the values shown so far, by identity."""
    if id(value) in shown:
        return f"``{name}``\n   The same as ``{shown[id(value)]}``.\n\n"
    shown[id(value)] = name
    if str(value.__module__).startswith("numpy"):
        return f"``{name}``\n   NumPy's own.\n\n"
    if not isinstance(value, type):
        return f".. autofunction:: {name}\n\n"
    if issubclass(value, BaseException):
        return f".. autoexception:: {name}\n\n"
    return f".. autoclass:: {name}\n   :members:\n\n"


def absent_page():
    """Why names of JAX are absent, as a list."""
    text = title("Names that are left out") + to_rst(absent.__doc__) + "\n\n"
    for absence in absent.ABSENT:
        listed = ", ".join(f"``fjax.{name}``" for name in absence.names.split())
        text += f"{listed}\n   {escape(absence.why)}. Instead: {escape(absence.instead)}.\n\n"
    return text


def escape(text):
    """Text as reStructuredText: code in double backticks, and nothing else has a meaning."""
    parts = re.split(r"(``?[^`]+``?)", text)
    return "".join(
        f"``{part.strip('`').strip()}``" + ("\\ " if after[:1].isalnum() else "")
        if part.startswith("`") and part.strip("`").strip()
        else re.sub(r"([\\*|_<>`])", r"\\\1", part)
        for part, after in zip(parts, [*parts[1:], ""])
    )


def to_rst(text):
    """A docstring in plain text as reStructuredText.

    Paragraphs flow; one whose lines begin with `name:` is a list of those; examples stay.
    """
    blocks = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        lines = block.split("\n")
        first = next((i for i, line in enumerate(lines) if line.lstrip().startswith(">>>")), None)
        if first is None:
            blocks.append(paragraph(lines))
            continue
        if first:
            blocks.append(paragraph(lines[:first]))
        blocks.append("\n".join(lines[first:]))
    return "\n\n".join(blocks)


def paragraph(lines):
    """Lines of text as one paragraph, as a list of parameters, or as they are if indented."""
    if lines[0].startswith("    "):
        return "::\n\n" + "\n".join(lines)
    items = []
    for line in lines:
        new = not line.startswith(" ") and re.match(r"[\w, *.`]+: ", line)
        if items and not new:
            items[-1] += " " + line.strip()
        else:
            items.append(line.strip())
    if len(items) > 1:
        return "\n".join(f"- {escape(item)}" for item in items)
    return escape(items[0])


def process_docstring(_app, _what, _name, value, _options, lines):
    """Replace a docstring's lines by what Sphinx reads."""
    text = "\n".join(lines) if isinstance(value, type) else docstring(value) or "\n".join(lines)
    lines[:] = [*to_rst(text).split("\n"), ""]


def setup(app):
    """Connect the functions above."""
    app.connect("builder-inited", write_reference)
    app.connect("autodoc-process-docstring", process_docstring)
