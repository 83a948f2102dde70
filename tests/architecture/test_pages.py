"""What the pages for developers name is there: files, modules, and names in the source."""

import ast
import functools
import re
from collections import defaultdict

from tests.architecture.source import ROOT, check, modules, walk

DOCS = ROOT / "docs"
FRONT = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
FOR_DEVELOPERS = [DOCS / "ARCHITECTURE.md", DOCS / "ADDING.md"]
PAGES = [*FRONT, *FOR_DEVELOPERS, *sorted((DOCS / "design").glob("*.md"))]
PAGES += sorted((DOCS / "decisions").glob("0*.md"))
CODE = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"(?<![\w/.…*])[\w/{},]+\.(?:pyi?|md)\b|(?<![\w/.…*])(?:[\w{},]+/)+(?=$|[ ,)])")
WORD = re.compile(r"[A-Za-z_]\w+(?:\(\))?")
DOTTED = re.compile(r"([A-Za-z_][\w/]*(?:\.[A-Za-z_]\w*)*)\.([A-Za-z_]\w*)(?:\(\))?")
LONGEST = 120  # lines of a page that says what holds today: two printed pages
PLACED = re.compile(r"`(\w+)`\*{0,2} (?:in|of|\() ?`([\w/]+\.py)`")
# Names of Python, of libraries and of processors, and what a page says has gone.
FOREIGN = {
    "ArrayImpl",
    "attn.c_attn",
    "brgconv",
    "cblas_sgemm",
    "convolution_mode",
    "cuda12",
    "cuda13",
    "cudnn12",
    "cudnn13",
    "dgrad",
    "E0123",
    "fork",
    "lambda",
    "MPI_Test",
    "mpiexec",
    "None",
    "nsz",
    "numpy.ma",
    "psum_invariant",
    "server_lock",
    "source_index",
    "sphinx.ext.viewcode",
    "sroa",
    "srun",
    "toctree",
    "vscalef",
    "weight_ih_l0",
}


@functools.cache
def _files():
    """Each file and folder of the repository, as a path with a slash before it."""
    kept = [*(ROOT / "fjax").rglob("*"), *(ROOT / "tests").rglob("*"), *DOCS.rglob("*")]
    kept += [*(ROOT / "benchmarks").rglob("*"), *(ROOT / "examples").rglob("*"), *ROOT.glob("*")]
    return tuple("/" + path.relative_to(ROOT).as_posix() for path in kept)


def _identifiers(nodes):
    """The names in a module, and the words in its strings that are no docstrings."""
    found = set()
    for node in nodes:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, (ast.arg, ast.keyword)):
            found.add(node.arg)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if " " not in node.value:
                found.update(re.findall(r"\w+", node.value))
    return found


@functools.cache
def _names_in(file):
    return _identifiers(walk(ast.parse((ROOT / file.strip("/")).read_text())))


@functools.cache
def _own_names():
    return set().union(*(_identifiers(module.nodes) for module in modules()))


@functools.cache
def _other_sources():
    """The files of tests and benchmarks with their texts."""
    folders = ("tests/", "benchmarks/")
    found = [file for file in _files() if file.endswith(".py") and file[1:].startswith(folders)]
    return [(file, (ROOT / file[1:]).read_text()) for file in found]


def _expanded(path):
    """The paths that one with {several,names} in it means."""
    several = re.search(r"\{([^}]*)\}", path)
    if several is None:
        return [path]
    return [path.replace(several.group(), each) for each in several.group(1).split(",")]


@functools.cache
def _ends():
    """Each end of a path, from a folder's name on, with the paths that have it."""
    found = defaultdict(list)
    for file in _files():
        parts = file[1:].split("/")
        for start in range(len(parts)):
            found["/".join(parts[start:])].append(file)
    return found


def _matches(path):
    return _ends().get(path.strip("/"), [])


def _is_known(word):
    """Whether a name stands in the source, or is that of a module or folder."""
    if word in _own_names() or _matches(word) or _matches(word + ".py"):
        return True
    return any(word in text and word in _names_in(file) for file, text in _other_sources())


def _wrong_names(code):
    """What one piece of code on a page names and the repository does not have."""
    paths = [path for found in FILE.findall(code) for path in _expanded(found)]
    wrong = [path for path in paths if not _matches(path)]
    if code in FOREIGN or paths:
        return wrong
    dotted = DOTTED.fullmatch(code)
    if dotted is None:
        word = WORD.fullmatch(code)
        return [code] if word and not _is_known(code.removesuffix("()")) else []
    where, name = dotted.groups()
    if "/" in where:
        return [] if any(name in _names_in(file) for file in _matches(where + ".py")) else [code]
    return [] if _is_known(name) else [code]


def test_what_pages_name_is_there():
    check(
        f"{page.relative_to(ROOT)}:{number}: {name}"
        for page in PAGES
        for number, line in _prose(page)
        for code in CODE.findall(line)
        for name in _wrong_names(code)
    )


def _prose(page):
    """The numbered lines of a page outside its blocks of code."""
    inside = False
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if line.lstrip().startswith("```"):
            inside = not inside
        elif not inside:
            yield number, line


def test_names_are_in_the_file_that_a_page_gives():
    check(
        f"{page.relative_to(ROOT)}: {name} is not in {path}"
        for page in PAGES
        for name, path in PLACED.findall(page.read_text())
        if not any(name in _names_in(file) for file in _matches(path))
    )


def test_a_wrong_name_is_found():
    assert _wrong_names("passes/optimize.py") == []
    assert _wrong_names("passes/{optimize,optimise}.py") == ["passes/optimise.py"]
    assert _wrong_names("core/evaluate.execute") == []
    assert _wrong_names("core/evaluate.executed_by_nobody") == ["core/evaluate.executed_by_nobody"]
    assert _wrong_names("never_" + "defined()") == ["never_" + "defined()"]
    assert _wrong_names("lowering/kernels/") == ["lowering/kernels/"]


def test_every_decision_has_a_page_that_is_current():
    rows = [line for line in _index("decisions").splitlines() if line.startswith("| ")]
    named = {int(n) for row in rows for n in re.findall(r"\d+", row.rpartition(" | ")[2])}
    numbers = {int(page.name[:4]) for page in (DOCS / "decisions").glob("0*.md")}
    check(f"decision {n} is not in the table of docs/decisions/index.md" for n in numbers - named)
    check(f"docs/decisions/index.md names decision {n}, which is none" for n in named - numbers)


def test_every_design_page_is_listed_and_short():
    pages = [page for page in (DOCS / "design").glob("*.md") if page.name != "index.md"]
    check(
        f"{page.name} is not listed" for page in pages if f"]({page.name})" not in _index("design")
    )
    check(
        f"{page.name} has more than {LONGEST} lines"
        for page in (DOCS / "ARCHITECTURE.md", *pages)
        if len(page.read_text().splitlines()) > LONGEST
    )


def _index(folder):
    return (DOCS / folder / "index.md").read_text()
