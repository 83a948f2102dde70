"""Docstrings in plain text as reStructuredText, which is what Sphinx reads."""

import inspect
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


def to_rst(text, parameters=(), shared=None, types=None):
    """A docstring in plain text as reStructuredText.

    Paragraphs flow; one whose lines begin with `name:` is a list of those; examples stay. What is
    said about the parameters, what is returned, and what is raised become one list of fields.
    shared: what holds of fields of which the docstring says nothing. types: of the parameters.
    """
    before, after, said = [], [], {}
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        lines = block.split("\n")
        first = next((i for i, line in enumerate(lines) if line.lstrip().startswith(">>>")), None)
        blocks = after if after or first is not None else before
        told = lines if first is None else lines[:first]
        if told:
            prose, found = fields(told, parameters)
            said = found | said
            blocks += [paragraph(prose)] if prose else []
        if first is not None:
            after.append("\n".join(lines[first:]))
    listed = field_list((shared or {}) | said, parameters, types or {})
    return "\n\n".join([*before, *([listed] if listed else []), *after])


def fields(lines, parameters):
    """(lines of prose, {field: text}) of a paragraph; a field says something of a parameter.

    >>> fields(["The sum. n: how many.", "Raises ValueError for `n` below 1."], ["n"])
    (['The sum.'], {'n': 'how many.', 'raises ValueError': 'for `n` below 1.'})
    """
    if lines[0].startswith("    "):
        return lines, {}
    text = " ".join(line.strip() for line in lines).removeprefix("Args: ")
    known = "|".join(map(re.escape, parameters)) or "(?!)"
    known = rf"`?(?:{known})`?"
    named = rf"(?:^|(?<=[.;] ))(?P<names>{known}(?:, {known})*): "
    starts = re.compile(rf"{named}|(?:^|(?<=[.] ))(?:Returns |Raises (?P<error>\w+),? )")
    found = list(starts.finditer(text))
    if not found:
        return lines, {}
    said = {}
    for match, after in zip(found, [*found[1:], None]):
        content = text[match.end() : after.start() if after else None].strip()
        for name in match["names"].split(", ") if match["names"] else []:
            said[name.strip("`")] = content
        if not match["names"]:
            said[f"raises {match['error']}" if match["error"] else "returns"] = content
    prose = re.sub(";$", ".", text[: found[0].start()].strip())
    return [prose] if prose else [], said


def field_list(said, parameters, types):
    """Fields of reStructuredText: parameters in the order of the signature, the result, errors."""
    made = []
    for name in (name for name in parameters if name in said):
        made.append(f":param {name}: {escape(said[name])}")
        made += [f":type {name}: ``{types[name]}``"] if name in types else []
    made += [f":returns: {escape(said['returns'])}"] if "returns" in said else []
    made += [f":rtype: ``{types['return']}``"] if "return" in types else []
    errors = (field for field in said if field.startswith("raises "))
    return "\n".join(made + [f":{field}: {escape(said[field])}" for field in errors])


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


SPELLED = {"Axes": "int | Sequence[int] | None", "Shape": "int | Sequence[int]"}
VAGUE = {"Any", "None", "T", "R"}  # types that tell a reader nothing


def signature(value):
    """(names, {name: type}) of what a function takes; the type of its result is "return"."""
    try:
        taken = inspect.signature(value)
    except (TypeError, ValueError):
        return [], {}
    types = {name: parameter.annotation for name, parameter in taken.parameters.items()}
    types["return"] = taken.return_annotation
    spelled = {
        name: kind if isinstance(kind, str) else inspect.formatannotation(kind)
        for name, kind in types.items()
        if kind is not inspect.Signature.empty
    }
    return list(taken.parameters), {
        name: SPELLED.get(kind, kind) for name, kind in spelled.items() if kind not in VAGUE
    }


SHOWN = (  # how Python shows an object -> what stands for it in a signature
    (r"<class '[\w.]*?(\w+)'>", r"\1"),
    (r"<function [\w.<>]*?(\w+)(?: at 0x[0-9a-f]+)?>(?!\.)", r"\1"),
    (r"<custom_\w+ (\w+)>", r"\1"),
    (r"<([A-Z]\w+\.\w+): \S+>", r"\1"),
    (r"<object object at 0x[0-9a-f]+>|<factory>", "…"),
)


def plain(text):
    """A signature whose defaults are names, without the addresses of objects.

    >>> plain("(x, dtype=<class 'fjax.numpy.float32'>, f=<function relu at 0x7f00>)")
    '(x, dtype=float32, f=relu)'
    """
    for shown, name in SHOWN:
        text = re.sub(shown, name, text)
    return text
