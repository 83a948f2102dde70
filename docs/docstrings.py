"""Docstrings in plain text as reStructuredText, which is what Sphinx reads."""

import re


def title(text, line="="):
    """A heading of reStructuredText."""
    return f"{text}\n{line * len(text)}\n\n"


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


def summary(text):
    """The first sentence of a docstring, as reStructuredText on one line."""
    first = " ".join(text.strip().split("\n\n")[0].split())
    return escape(re.split(r"(?<=[.;])\s(?=[A-Z])", first)[0]) if first else ""
