"""What the source says: docstrings, nothing unfinished, no swallowed exception, no dead option."""

import ast
import re

from fjax.options import OPTIONS, WITHOUT_EFFECT
from tests.architecture.exceptions import SILENT_HANDLERS
from tests.architecture.source import ROOT, check, modules

UNFINISHED = re.compile(r"\b(?:" + "|".join(["TO" + "DO", "FIX" + "ME"]) + r")\b")
TEXTS = sorted(
    path
    for pattern in ("*.md", "*.py", "*.toml", "Makefile")
    for path in ROOT.rglob(pattern)
    if not {".venv", "build", "out"} & set(path.relative_to(ROOT).parts)
)
MACHINE = re.compile(r"(?<![\w.])/(work|root|home)/")


def _public(node):
    """Whether a definition is one that users see; overloads are signatures of one that follows."""
    if not isinstance(node, (ast.ClassDef, ast.FunctionDef)) or node.name.startswith("_"):
        return False
    return not any(ast.unparse(decorator) == "overload" for decorator in node.decorator_list)


def _undocumented(module):
    """(line, name) of what lacks a docstring."""
    if module.text.strip() and not ast.get_docstring(module.tree):
        yield 1, "the module"
    for node in module.tree.body:
        if _public(node) and not (ast.get_docstring(node) or "").strip():
            yield node.lineno, node.name


def test_public_names_have_a_docstring():
    check(
        f"{module.where}:{line}: no docstring on {name}"
        for module in modules()
        for line, name in _undocumented(module)
    )


def _lines(pattern):
    """Where a pattern is found in the repository's text, as `path:line`."""
    for path in TEXTS:
        text = path.read_text()
        if pattern.search(text):
            for number, line in enumerate(text.splitlines(), 1):
                if pattern.search(line):
                    yield f"{path.relative_to(ROOT)}:{number}"


def test_nothing_is_marked_as_unfinished():
    check(_lines(UNFINISHED))


def test_no_path_of_one_machine_is_named():
    check(_lines(MACHINE))


def test_decisions_are_numbered_once_and_under_their_own_number():
    pages = sorted((ROOT / "docs" / "decisions").glob("0*.md"))
    numbers = [int(page.name[:4]) for page in pages]
    assert pages and len(set(numbers)) == len(numbers), sorted(numbers)
    for page, number in zip(pages, numbers, strict=True):
        assert page.read_text().startswith(f"# {number}. "), page.name


# Samples whose layout is looked at, and a buffer shaped like a view, which keeps its order.
EMPTY_AS_NUMPY_MAKES_IT = {"core.fresh", "lowering.cpu.runtime.threads", "lowering.run.steps"}


def test_memory_that_nobody_wrote_to_comes_from_one_function():
    check(
        f"{where}: fjax.core.fresh.empty can be poisoned"
        for module in modules()
        if module.name not in EMPTY_AS_NUMPY_MAKES_IT
        for where in module.lines(r"\bnp\.empty\(")
    )


# Who may ask where bytes are: the targets, and who hands an array's address to the user.
POINTERS = r"\.ctypes\b|__array_interface__|\bbyte_bounds\("


def test_the_core_and_what_carries_jaxprs_never_ask_where_bytes_are():
    check(
        where
        for module in modules()
        if module.name.split(".")[0] in ("core", "interpreters", "passes", "spmd", "higher_order")
        for where in module.lines(POINTERS)
    )


# What pyproject.toml has checked strictly: a name's type is said, not waived.
ENGINE = {"core", "higher_order", "interpreters", "lowering", "passes", "spmd"}


def test_no_type_error_of_the_engine_is_ignored():
    check(
        where
        for module in modules()
        if module.name.split(".")[0] in ENGINE
        for where in module.lines("# type: ignore")
    )


def test_references_are_counted_in_one_place():
    counting = {module.name for module in modules() if "getrefcount" in module.text}
    assert counting == {"core.ownership"}, "ask fjax.core.ownership"


def _is_silent(handler):
    """Whether an except clause does nothing at all."""
    return all(
        isinstance(node, ast.Pass)
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        for node in handler.body
    )


def test_no_exception_is_swallowed():
    check(
        f"{module.where}:{node.lineno}: an except clause that says nothing"
        for module in modules()
        if module.name not in SILENT_HANDLERS
        for node in module.nodes
        if isinstance(node, ast.ExceptHandler) and (_is_silent(node) or node.type is None)
    )


def test_the_options_that_are_read_are_those_with_an_effect():
    texts = [m.text for m in modules() if m.name not in ("config", "__init__")]
    wrong = []
    for option in OPTIONS:
        effect, name = option not in WITHOUT_EFFECT, option.name
        pattern = re.compile(rf"\b{name}\b" if effect else rf"config\.(jax_)?{name}\b")
        read = any(name in text and pattern.search(text) for text in texts)
        if read != effect:
            wrong.append(f"{name} is {'' if read else 'not '}read")
    check(wrong)
