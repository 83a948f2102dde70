"""Pages that are made of other files: the catalogue of errors, the longer programs."""

import ast
import re
from pathlib import Path

import fjax
import fjax.numpy as jnp
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
A message ends with the call that prints its page where you work, without a network. Without an
argument the call explains the last error:

```python
>>> fjax.errors.explain("ShapeError")  # doctest: +SKIP
```

The examples assume `import fjax, fjax.numpy as jnp`, and the tests run all of them. A search for
words of a message finds its page.

"""
TABLE = """\
```{table}
:class: names

| error | meaning |
|---|---|
"""
PROGRAMS = """\
# Longer programs

Programs of one file each, on real data. Each runs by itself: `python examples/digits.py`. The tests
run them, too. The [gallery](gallery/index.rst) has shorter ones, with pictures.

"""


def write_errors(folder):
    """A page for each class of error, and their list."""
    names = sorted(path.stem for path in errors.CATALOGUE.glob("*.md"))
    rows = "".join(
        f"| [{name}]({name}.md) | {getattr(errors, name).__doc__.split(chr(10))[0]} |\n"
        for name in names
    )
    tree = "\n```{toctree}\n:hidden:\n\n" + "\n".join(names) + "\n```\n"
    (folder / "index.md").write_text(ERRORS + TABLE + rows + "```\n" + tree, encoding="utf-8")
    for name in names:
        bases = ", ".join(f"`{b.__name__}`" for b in getattr(errors, name).__mro__[1:-3])
        text = with_message((errors.CATALOGUE / f"{name}.md").read_text(encoding="utf-8"))
        text += f"\nIt is also: {bases}.\n" if bases else ""
        (folder / f"{name}.md").write_text(text, encoding="utf-8")


def with_message(text):
    """An entry of the catalogue with the message of its wrong example: search finds its words."""
    found = re.search(r"## Wrong\n\n```python\n(.*?)```\n", text, re.DOTALL)
    before = fjax.config.values
    try:
        exec(compile(found[1], "<example>", "exec"), {"fjax": fjax, "jnp": jnp})
    except errors.FjaxError as error:
        message = str(error).partition("\n  at <example>")[0].partition("\n  more: ")[0]
        shown = f"\n```text\n{type(error).__name__}: {message}\n```\n"
        return text[: found.end()] + shown + text[found.end() :]
    finally:
        for name, value in before.items():
            if fjax.config.read(name) is not value:
                fjax.config.update(name, value)
    return text  # it is raised where several processes run


def description(name):
    """(title, paragraphs) of an example's docstring, without the command."""
    text = ast.get_docstring(ast.parse((ROOT / f"examples/{name}.py").read_text(encoding="utf-8")))
    first, _, rest = text.partition("\n\n")
    kept = [p for p in rest.split("\n\n") if "python examples/" not in p]
    indented = lambda p: f"```text\n{p}\n```" if p.startswith("    ") else p
    return " ".join(first.split()).rstrip("."), "\n\n".join(map(indented, kept))


def write_programs(folder):
    """The list of programs, and a page for each."""
    names = [name for listed in GROUPS.values() for name in listed.split()]
    missing = {path.stem for path in (ROOT / "examples").glob("*.py")} ^ set(names)
    if missing:
        raise ValueError(f"docs/made_pages.py: the page and examples/ differ by {missing}")
    text = PROGRAMS
    for heading, listed in GROUPS.items():
        rows = "".join(
            f"| [{name}](programs/{name}.md) | {description(name)[0]} |\n"
            for name in listed.split()
        )
        text += f"## {heading}\n\n| program | what it does |\n|---|---|\n{rows}\n"
    pages = "\n".join(f"programs/{name}" for name in names)
    text += f"```{{toctree}}\n:hidden:\n\n{pages}\n```\n"
    (folder.parent / "programs.md").write_text(text, encoding="utf-8")
    for name in names:
        head, rest = description(name)
        text = (
            f"# {head}\n\n{rest}\n\nRun it by `python examples/{name}.py`; "
            f"{{download}}`download it <../../examples/{name}.py>`.\n\n"
            f"```{{literalinclude}} ../../examples/{name}.py\n:language: python\n```\n"
        )
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
