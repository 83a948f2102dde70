"""The API reference: a page for each namespace, one for each name, and one for absent names."""

import re

from api import NAMESPACES, docstring, public
from docstrings import escape, summary, title, to_rst

from fjax import absent

INTRODUCTION = """\
Every public name has a page with its signature, an example that the tests run, and a link to its
source. Examples assume ``import fjax``, ``import fjax.numpy as jnp``, ``from fjax import lax`` and
``import numpy as np``. The search at the top of every page finds names, too.

"""
GROUPS = {
    "What everybody uses": (
        "fjax fjax.numpy fjax.numpy.linalg fjax.numpy.fft fjax.random fjax.lax fjax.tree "
        "fjax.errors fjax.debug fjax.typing"
    ),
    "Networks and training": (
        "fjax.nn fjax.nn.initializers fjax.nn.losses fjax.nn.metrics fjax.optim fjax.train "
        "fjax.data fjax.data.images fjax.checkpoints fjax.models"
    ),
    "Scientific functions": "fjax.scipy fjax.image fjax.experimental fjax.ops fjax.lax.linalg",
}


def write_reference(folder):
    """All pages below `folder`."""
    shown, pages = {}, []
    for namespace in NAMESPACES:
        names = public(namespace)
        if all(id(value) in shown for _, value in names):
            continue  # a module that implements what another one offers
        pages.append(namespace)
        write_namespace(folder, namespace, names, shown)
    (folder / "absent.rst").write_text(absent_page(), encoding="utf-8")
    (folder / "index.rst").write_text(index_page(pages), encoding="utf-8")


def write_namespace(folder, namespace, names, shown):
    """The page of a namespace, and one for each name that no other namespace has shown."""
    rows, own = "", []
    for name, value in names:
        if id(value) not in shown and not of_numpy(value):
            shown[id(value)] = f"/reference/{namespace}/{name}"
            page = folder / namespace / f"{name}.rst"
            page.parent.mkdir(exist_ok=True)
            page.write_text(entry(namespace, name, value), encoding="utf-8")
            own.append(name)
        rows += row(namespace, name, value, shown)
    text = title(namespace) + f".. automodule:: {namespace}\n   :no-members:\n\n"
    if rows:
        text += ".. list-table::\n   :widths: 30 70\n   :class: names\n\n" + rows + "\n"
    if own:
        text += ".. toctree::\n   :hidden:\n\n"
        text += "".join(f"   {name} <{namespace}/{name}>\n" for name in own)
    (folder / f"{namespace}.rst").write_text(text, encoding="utf-8")


def of_numpy(value):
    """Whether a name is NumPy's own object, such as `numpy.float32`."""
    return str(value.__module__).startswith("numpy")


def row(namespace, name, value, shown):
    """A line of a namespace's table."""
    if of_numpy(value):
        return f"   * - ``{name}``\n     - NumPy's own.\n"
    page = shown[id(value)]
    other = page.removeprefix("/reference/").replace("/", ".")
    same = "" if other == f"{namespace}.{name}" else f"The same as ``{other}``. "
    text = summary(docstring(value)) if docstring(value) else ""
    return f"   * - :doc:`{name} <{page}>`\n     - {same}{text}\n"


def entry(namespace, name, value):
    """The page of one name."""
    full = f"{namespace}.{name}"
    text = f":html_theme.sidebar_secondary.remove:\n\n{title(full)}"
    if not isinstance(value, type):
        return f"{text}.. autofunction:: {full}\n"
    if issubclass(value, BaseException):
        return f"{text}.. autoexception:: {full}\n"
    return f"{text}.. autoclass:: {full}\n   :members:\n"


def index_page(pages):
    """The first page: the namespaces, by what they are for."""
    text, left = title("API reference") + INTRODUCTION, list(pages)
    for heading, listed in GROUPS.items():
        chosen = [name for name in listed.split() if name in left]
        if heading.startswith("Scientific"):
            chosen = [n for n in left if n.startswith(("fjax.scipy", *listed.split()))]
        left = [name for name in left if name not in chosen]
        text += toctree(heading, chosen)
    return text + toctree("For libraries and the curious", [*left, "absent"])


def toctree(caption, names):
    """A list of pages under a caption."""
    listed = "\n".join(f"   {name}" for name in names)
    return f"{title(caption, '-')}.. toctree::\n   :maxdepth: 1\n\n{listed}\n\n"


def absent_page():
    """Why names of JAX are absent, as a list."""
    text = title("Names that are left out") + to_rst(absent.__doc__) + "\n\n"
    for absence in absent.ABSENT:
        listed = ", ".join(f"``fjax.{name}``" for name in absence.names.split())
        text += f"{listed}\n   {escape(absence.why)}. Instead: {escape(absence.instead)}.\n\n"
    return text


def without_annotations(signature):
    """A signature on a line: what `typing` writes out at length is shortened."""
    return re.sub(r"\bcollections\.abc\.|\btyping\.|\bfjax\.core\.\w+\.", "", signature)
