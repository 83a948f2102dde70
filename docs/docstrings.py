"""Docstrings in plain text as reStructuredText, which is what Sphinx reads."""

import re

KNOWN = set()  # the full names of what the reference shows; conf.py fills it


def title(text, line="="):
    """A heading of reStructuredText."""
    return f"{text}\n{line * len(text)}\n\n"


def code(text):
    """Code as reStructuredText: the name of something in the reference is a link to it."""
    full = text if text.startswith("fjax.") else f"fjax.{text}"
    return f":py:obj:`{text} <{full}>`" if "." in text and full in KNOWN else f"``{text}``"


def escape(text):
    """Text as reStructuredText: code is code or a link, and nothing else has a meaning."""
    parts = re.split(r"(``?[^`]+``?)", text)
    return "".join(
        code(part.strip("`").strip()) + ("\\ " if after[:1].isalnum() else "")
        if part.startswith("`") and part.strip("`").strip()
        else re.sub(r"([\\*|_<>`])", r"\\\1", part)
        for part, after in zip(parts, [*parts[1:], ""])
    )


def to_rst(text, parameters=()):
    """A docstring in plain text as reStructuredText.

    Paragraphs flow; one whose lines begin with `name:` is a list of those; examples stay. What is
    said about one of the parameters, what is returned, and what is raised become fields.
    """
    blocks = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        lines = block.split("\n")
        first = next((i for i, line in enumerate(lines) if line.lstrip().startswith(">>>")), None)
        if first is None:
            blocks.append(fields(lines, parameters) or paragraph(lines))
            continue
        if first:
            blocks.append(paragraph(lines[:first]))
        blocks.append("\n".join(lines[first:]))
    return "\n\n".join(blocks)


def fields(lines, parameters):
    """A paragraph with fields of reStructuredText, if it says something of that kind.

    >>> print(fields(["The sum. n: how many.", "Raises ValueError for `n` below 1."], ["n"]))
    The sum.
    <BLANKLINE>
    :param n: how many.
    :raises ValueError: for ``n`` below 1.
    """
    if lines[0].startswith("    "):
        return None
    text = " ".join(line.strip() for line in lines)
    known = "|".join(map(re.escape, parameters)) or "(?!)"
    named = rf"(?:^|(?<=[.;] ))(?P<names>(?:{known})(?:, (?:{known}))*): "
    starts = re.compile(rf"{named}|(?:^|(?<=[.] ))(?:Returns |Raises (?P<error>\w+),? )")
    found = list(starts.finditer(text))
    if not found:
        return None
    made = [escape(text[: found[0].start()].strip()), ""] if found[0].start() else []
    for match, after in zip(found, [*found[1:], None]):
        said = escape(text[match.end() : after.start() if after else None].strip())
        if match["names"]:
            made += [f":param {name}: {said}" for name in match["names"].split(", ")]
        else:
            kind = f"raises {match['error']}" if match["error"] else "returns"
            made.append(f":{kind}: {said}")
    return "\n".join(made)


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
