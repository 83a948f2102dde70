"""Type checkers in strict mode accept the examples, and refuse wrong programs where they should."""

import json
import re
import shutil
import subprocess
import sys

import pytest

from tests.architecture.source import ROOT

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
WRONG = ROOT / "tests" / "typing" / "expected_errors.py"
# The rules of strict mode that speak of what other libraries leave open, and of statements.
LENIENT = (
    "reportUnknownMemberType",
    "reportUnknownVariableType",
    "reportUnknownArgumentType",
    "reportUnknownParameterType",
    "reportUnknownLambdaType",
    "reportMissingTypeStubs",
    "reportUnusedExpression",
    "reportUnusedVariable",
    "reportUnusedCallResult",
)


def expected(letter):
    """The errors that the wrong programs announce, as {line: codes}."""
    found = {}
    for number, line in enumerate(WRONG.read_text().splitlines(), 1):
        comment = re.search(rf"#.*\b{letter}: ([\w, -]+?)(?:  |$)", line)
        if comment and not line.startswith(" "):
            found[number] = set(comment[1].split(", "))
    return found


def compare(errors, letter):
    """Check errors (file, line, code, text) against what is announced."""
    elsewhere = [text for file, _, _, text in errors if file != WRONG.name]
    assert not elsewhere, "\n".join(elsewhere)
    found, texts = {}, {}
    for _, line, code, text in errors:
        found.setdefault(line, set()).add(code)
        texts.setdefault(line, []).append(text)
    wanted = expected(letter)
    surprising = [t for line in found.keys() - wanted.keys() for t in texts[line]]
    assert not surprising, "\n".join(surprising)
    assert found == wanted


@pytest.mark.extended
def test_mypy_accepts_the_examples_and_refuses_the_wrong_programs(tmp_path):
    pytest.importorskip("mypy")
    settings = tmp_path / "mypy.ini"
    settings.write_text(
        "[mypy]\nstrict = true\nignore_missing_imports = true\nfollow_imports = silent\n"
        f"mypy_path = {ROOT}\nexplicit_package_bases = true\n"
    )
    command = [sys.executable, "-m", "mypy", "--config-file", settings, "--no-error-summary"]
    cache = ROOT / ".mypy_cache" / "strict"
    done = subprocess.run(
        [*command, "--cache-dir", cache, "--no-pretty", *EXAMPLES, WRONG],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    form = re.compile(r"(?P<file>[^:]*):(?P<line>\d+): error: (?P<text>.*?)  \[(?P<code>[\w-]+)\]$")
    lines = [form.match(line) for line in done.stdout.splitlines() if ": error:" in line]
    assert all(lines) and not done.stderr, done.stdout + done.stderr
    compare([(m["file"].split("/")[-1], int(m["line"]), m["code"], m[0]) for m in lines], "E")


def pyright():
    """The command of pyright, or of basedpyright, which brings Node along; None without either."""
    places = [sys.executable.rsplit("/", 1)[0], None]
    found = [shutil.which(n, path=p) for p in places for n in ("basedpyright", "pyright")]
    return next(filter(None, found), None)


@pytest.mark.extended
@pytest.mark.skipif(pyright() is None, reason="needs basedpyright or pyright")
def test_pyright_accepts_the_examples_and_refuses_the_wrong_programs(tmp_path):
    settings = {
        "include": [str(path) for path in (*EXAMPLES, WRONG)],
        "extraPaths": [str(ROOT)],
        "typeCheckingMode": "strict",
        "pythonVersion": "3.11",
        "useLibraryCodeForTypes": False,  # what it infers of untyped libraries is often wrong
        **dict.fromkeys(LENIENT, False),
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    command = [pyright(), "--outputjson", "--pythonpath", sys.executable, "--project", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    reports = [
        (d["file"].split("/")[-1], d["range"]["start"]["line"] + 1, d["rule"], d["message"])
        for d in json.loads(done.stdout)["generalDiagnostics"]
        if d["severity"] == "error"
    ]
    compare([(f, n, rule, f"{f}:{n}: {text} ({rule})") for f, n, rule, text in reports], "P")
