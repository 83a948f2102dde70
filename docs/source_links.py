"""A link from each name of the reference to the line of its source, on a page of the site."""

import importlib
import inspect
from pathlib import Path

from api import NAMESPACES, public
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

ROOT = Path(__file__).parent.parent
MISSING = object()
FORMATTER = HtmlFormatter(linenos="inline", lineanchors="line", anchorlinenos=True)


def place(value):
    """(file within the repository, line) where a value is written, or None."""
    value = inspect.unwrap(value) if callable(value) else value
    if not inspect.isclass(value) and not hasattr(value, "__code__"):
        value = getattr(value, "fun", None) or getattr(value, "evaluate", None) or type(value)
    try:
        file = Path(inspect.getsourcefile(value))
        line = inspect.getsourcelines(value)[1]
    except (TypeError, OSError):
        return None
    return (str(file.relative_to(ROOT)), line) if file.is_relative_to(ROOT / "fjax") else None


def resolve(domain, info):
    """What `sphinx.ext.linkcode` asks: the address of a name's source."""
    if domain != "py":
        return None
    value = importlib.import_module(info["module"]) if info["module"] else None
    for name in info["fullname"].split("."):
        value = inspect.getattr_static(value, name, MISSING)
        if value is MISSING:
            return None
    if isinstance(value, property):
        value = value.fget
    found = place(getattr(value, "__func__", value))
    if found is None:
        return None
    return f"../source/{found[0].removesuffix('.py')}.html#line-{found[1]}"


def linked():
    """The files of what the reference shows."""
    found = set()
    for namespace in NAMESPACES:
        for _, value in public(namespace):
            members = vars(value).values() if inspect.isclass(value) else ()
            for each in (value, *members):
                each = each.fget if isinstance(each, property) else each
                found.add(place(getattr(each, "__func__", each)))
    return {where[0] for where in found if where is not None}


def pages(_app):
    """(name, context, template) of a page for each file that the reference links to."""
    lexer, files = PythonLexer(), linked()
    for file in sorted((ROOT / "fjax").rglob("*.py")):
        name = file.relative_to(ROOT)
        if str(name) not in files:
            continue
        body = highlight(file.read_text(encoding="utf-8"), lexer, FORMATTER)
        context = {"title": str(name), "body": f"<h1>{name}</h1>{body}"}
        yield f"source/{name.with_suffix('')}", context, "page.html"
