"""The API reference: pages for each namespace, and one for absent names."""

import re

from api import NAMESPACES, docstring, public
from docstrings import escape, summary, title, to_rst
from reference_groups import divided

from fjax import absent

INTRODUCTION = """\
Every public name has an entry with its signature, an example that the tests run, and a link to its
source. Most have a list of parameters, what they return and raise, and related names. Examples
assume ``import fjax``, ``import fjax.numpy as jnp``, ``from fjax import lax`` and
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
        names = dict(public(namespace))
        if all(id(value) in shown for value in names.values()):
            continue  # a module that implements what another one offers
        pages.append(namespace)
        write_namespace(folder, namespace, names, shown)
    (folder / "absent.rst").write_text(absent_page(), encoding="utf-8")
    (folder / "index.rst").write_text(index_page(pages), encoding="utf-8")


def write_namespace(folder, namespace, names, shown):
    """The page of a namespace with a table of its names, and pages of its groups if it has some.

    Each name is described on one page: that of the first namespace that offers it.
    """
    new = {name for name, value in names.items() if id(value) not in shown and not of_numpy(value)}
    shown.update({id(names[name]): f"{namespace}.{name}" for name in new})
    groups = divided(namespace, names)
    text, pages = title(namespace) + f".. automodule:: {namespace}\n   :no-members:\n\n", ""
    for heading, listed in groups.items():
        rows = "".join(row(namespace, name, names[name], shown) for name in listed)
        table = ".. list-table::\n   :widths: 30 70\n   :class: names\n\n" + rows + "\n"
        entries = "".join(entry(namespace, name, names[name]) for name in listed if name in new)
        if heading:
            page = f"{namespace}-{slug(heading)}"
            pages += f"   {page}\n"
            text += f"{title(heading, '-')}{table if rows else ''}"
            (folder / f"{page}.rst").write_text(
                f"{title(heading)}Of ``{namespace}``.\n\n{entries}", encoding="utf-8"
            )
        else:
            text += (table if rows else "") + entries
    if pages:
        text += ".. toctree::\n   :hidden:\n\n" + pages
    (folder / f"{namespace}.rst").write_text(text, encoding="utf-8")


def slug(heading):
    """A heading as a part of an address.

    >>> slug("Sums, means")
    'sums-means'
    """
    return re.sub(r"\W+", "-", heading.lower())


def of_numpy(value):
    """Whether a name is NumPy's own object, such as `numpy.float32`."""
    return str(value.__module__).startswith("numpy")


def row(namespace, name, value, shown):
    """A line of a namespace's table."""
    if of_numpy(value):
        return f"   * - ``{name}``\n     - NumPy's own.\n"
    other = shown[id(value)]
    same = "" if other == f"{namespace}.{name}" else f"The same as ``{other}``. "
    text = summary(docstring(value)) if docstring(value) else ""
    return f"   * - :py:obj:`{name} <{other}>`\n     - {same}{text}\n"


def entry(namespace, name, value):
    """What the page says about one name."""
    full = f"{namespace}.{name}"
    if not isinstance(value, type):
        return f".. autofunction:: {full}\n\n"
    if issubclass(value, BaseException):
        return f".. autoexception:: {full}\n\n"
    return f".. autoclass:: {full}\n   :members:\n\n"


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
