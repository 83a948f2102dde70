"""Pages that are made of other files: the catalogue of errors, the gallery of examples."""

import ast
from pathlib import Path

from fjax import errors

ROOT = Path(__file__).parent.parent
GROUPS = {
    "Networks": (
        "digits digits_modules digits_fit image_models pixels number_words gpt_text ncf_ratings"
    ),
    "Statistics and dynamics": "ode_fit kalman_smoother mcmc bayes",
    "Derivatives and rules": "autodiff_cookbook custom_rules primitives",
    "With SciPy": "scipy_minimize scipy_least_squares scipy_ivp",
}
ERRORS = """\
# Errors

Each class of error has a page with what it means, a program that raises it, and one that does not.
Messages end with the call that prints the page where you work, without a network; without an
argument it explains the last error:

```python
>>> fjax.errors.explain("ShapeError")  # doctest: +SKIP
```

The examples assume `import fjax, fjax.numpy as jnp`, and all of them are run as tests.

"""
GALLERY = """\
# Gallery

Programs on real data, each of one file that runs by itself: `python examples/digits.py`. The tests
run them, too.

"""


def write_errors(folder):
    """A page for each class of error, and their list."""
    names = sorted(path.stem for path in errors.CATALOGUE.glob("*.md"))
    rows = "".join(
        f"| [{name}]({name}.md) | {getattr(errors, name).__doc__.split(chr(10))[0]} |\n"
        for name in names
    )
    tree = "\n```{toctree}\n:hidden:\n\n" + "\n".join(names) + "\n```\n"
    (folder / "index.md").write_text(ERRORS + "| | |\n|---|---|\n" + rows + tree, encoding="utf-8")
    for name in names:
        bases = ", ".join(f"`{b.__name__}`" for b in getattr(errors, name).__mro__[1:-3])
        text = (errors.CATALOGUE / f"{name}.md").read_text(encoding="utf-8")
        text += f"\nIt is also: {bases}.\n" if bases else ""
        (folder / f"{name}.md").write_text(text, encoding="utf-8")


def description(name):
    """(title, paragraphs) of an example's docstring, without the command."""
    text = ast.get_docstring(ast.parse((ROOT / f"examples/{name}.py").read_text(encoding="utf-8")))
    first, _, rest = text.partition("\n\n")
    kept = [p for p in rest.split("\n\n") if "python examples/" not in p]
    indented = lambda p: f"```text\n{p}\n```" if p.startswith("    ") else p
    return " ".join(first.split()).rstrip("."), "\n\n".join(map(indented, kept))


def thumbnail(name):
    """The address of an example's picture within the site."""
    found = list((ROOT / "docs" / "_static" / "gallery").glob(f"{name}.*"))
    return f"_static/gallery/{found[0].name}" if found else "_static/logo.svg"


def write_gallery(folder):
    """The gallery, and a page for each example."""
    text = GALLERY
    for heading, listed in GROUPS.items():
        text += f"## {heading}\n\n::::{{grid}} 1 2 2 3\n:gutter: 3\n\n"
        for name in listed.split():
            head, _ = description(name)
            text += (
                f":::{{grid-item-card}} {name}.py\n:link: gallery/{name}\n:link-type: doc\n"
                f":img-top: {thumbnail(name)}\n\n{head}.\n:::\n\n"
            )
        text += "::::\n\n"
    names = [name for listed in GROUPS.values() for name in listed.split()]
    missing = {path.stem for path in (ROOT / "examples").glob("*.py")} ^ set(names)
    if missing:
        raise ValueError(f"docs/made_pages.py: the gallery and examples/ differ by {missing}")
    pages = "\n".join(f"gallery/{name}" for name in names)
    text += f"```{{toctree}}\n:hidden:\n\n{pages}\n```\n"
    (folder.parent / "gallery.md").write_text(text, encoding="utf-8")
    for name in names:
        write_example(folder, name)


def write_example(folder, name):
    """The page of an example: what it does, its picture, its program."""
    head, rest = description(name)
    text = (
        f"# {name}.py\n\n{head}.\n\n{rest}\n\n```{{image}} ../{thumbnail(name)}\n"
        f":alt: what {name}.py draws or prints\n:align: center\n```\n\n"
        f"Run it by `python examples/{name}.py`; "
        f"{{download}}`download it <../../examples/{name}.py>`.\n\n"
        f"```{{literalinclude}} ../../examples/{name}.py\n:language: python\n```\n"
    )
    (folder / f"{name}.md").write_text(text, encoding="utf-8")
