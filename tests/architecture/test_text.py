"""What the source says: docstrings, nothing unfinished, no swallowed exception, no dead option."""

import ast
import re

import pytest

from fjax.options import OPTIONS, WITHOUT_EFFECT
from tests.architecture.exceptions import SILENT_HANDLERS
from tests.architecture.source import ROOT, modules

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


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_public_names_have_a_docstring(module):
    missing = [] if module.text.strip() == "" or ast.get_docstring(module.tree) else ["the module"]
    for node in module.tree.body:
        if _public(node) and not (ast.get_docstring(node) or "").strip():
            missing.append(f"{node.name} (line {node.lineno})")
    assert not missing, f"{module.where}: no docstring on {', '.join(missing)}"


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_nothing_is_marked_as_unfinished(path):
    found = [
        number
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if UNFINISHED.search(line)
    ]
    assert not found, f"{path.relative_to(ROOT)}: lines {found}"


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_path_of_one_machine_is_named(path):
    found = [
        number
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if MACHINE.search(line)
    ]
    assert not found, f"{path.relative_to(ROOT)}: lines {found}"


def test_decisions_are_numbered_once_and_under_their_own_number():
    pages = sorted((ROOT / "docs" / "decisions").glob("0*.md"))
    numbers = [int(page.name[:4]) for page in pages]
    assert pages and len(set(numbers)) == len(numbers), sorted(numbers)
    for page, number in zip(pages, numbers, strict=True):
        assert page.read_text().startswith(f"# {number}. "), page.name


# Samples whose layout is looked at, and a buffer shaped like a view, which keeps its order.
EMPTY_AS_NUMPY_MAKES_IT = {"core.fresh", "lowering.cpu.runtime.threads", "lowering.run.steps"}


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_memory_that_nobody_wrote_to_comes_from_one_function(module):
    if module.name in EMPTY_AS_NUMPY_MAKES_IT:
        return
    found = [
        n for n, line in enumerate(module.text.splitlines(), 1) if re.search(r"\bnp\.empty\(", line)
    ]
    assert not found, f"{module.where}: lines {found}: fjax.core.fresh.empty can be poisoned"


# Who may ask where bytes are: the targets, and who hands an array's address to the user.
POINTERS = re.compile(r"\.ctypes\b|__array_interface__|\bbyte_bounds\(")
ADDRESSES = {}  # module: why


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_the_core_and_what_carries_jaxprs_never_ask_where_bytes_are(module):
    if module.name.split(".")[0] not in ("core", "interpreters", "passes", "spmd", "higher_order"):
        return
    found = [n for n, line in enumerate(module.text.splitlines(), 1) if POINTERS.search(line)]
    assert bool(found) == (module.name in ADDRESSES), f"{module.where}: lines {found}"


# What pyproject.toml has checked strictly: a name's type is said, not waived.
ENGINE = {"core", "higher_order", "interpreters", "lowering", "passes", "spmd"}


@pytest.mark.parametrize(
    "module",
    [module for module in modules() if module.name.split(".")[0] in ENGINE],
    ids=lambda module: module.name,
)
def test_no_type_error_of_the_engine_is_ignored(module):
    found = [n for n, line in enumerate(module.text.splitlines(), 1) if "# type: ignore" in line]
    assert not found, f"{module.where}: lines {found}"


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_references_are_counted_in_one_place(module):
    counted = "getrefcount" in module.text
    assert counted == (module.name == "core.ownership"), "ask fjax.core.ownership"


def _is_silent(handler):
    """Whether an except clause does nothing at all."""
    return all(
        isinstance(node, ast.Pass)
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        for node in handler.body
    )


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_no_exception_is_swallowed(module):
    found = [
        node.lineno
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ExceptHandler) and (_is_silent(node) or node.type is None)
    ]
    if module.name not in SILENT_HANDLERS:
        assert not found, f"{module.where}: except clauses that say nothing, lines {found}"


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_the_options_that_are_read_are_those_with_an_effect(option):
    pattern = (
        rf"\b{option.name}\b"
        if option not in WITHOUT_EFFECT
        else rf"config\.(jax_)?{option.name}\b"
    )
    readers = [
        module.name
        for module in modules()
        if module.name not in ("config", "__init__") and re.search(pattern, module.text)
    ]
    assert bool(readers) == (option not in WITHOUT_EFFECT), f"{option.name} is read by {readers}"
