"""What is said once: few places share six lines or more."""

import ast
from collections import defaultdict

from tests.architecture.source import modules, walk

LINES = 6  # in a row that two places share, to count as a pair
MOST_PAIRS = 10


def _without_code(tree):
    """The numbers of lines that declare or explain: imports, docstrings, `__all__`, signatures.

    A signature is read one by one, by people and by type checkers, and many are JAX's or NumPy's.
    """
    found = set()
    for node in walk(tree):
        first, last = 0, -1
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            first, last = node.lineno, node.end_lineno
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            first, last = node.lineno, node.end_lineno
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            last = node.body[0].lineno - 1
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            first, last = node.lineno, node.end_lineno
        found.update(range(first, last + 1))
    return found


def _stretches(text):
    """The runs of lines of code, as lists of (number, stripped text); a signature ends a run."""
    left_out, runs, run = _without_code(ast.parse(text)), [], []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if number in left_out:
            if line.startswith(("def ", "async def ")):
                runs.append(run)
                run = []
        elif line and not line.startswith("#"):
            run.append((number, line))
    return [*runs, run]


def shared_places(texts):
    """Pairs of places that share lines: ((name, line), (name, line), how many lines).

    texts: name -> source. Of lines that go on being equal only the first place counts.
    """
    runs = [(name, run) for name, text in texts.items() for run in _stretches(text)]
    places = defaultdict(list)
    for number, (_, run) in enumerate(runs):
        for start in range(len(run) - LINES + 1):
            places[tuple(line for _, line in run[start : start + LINES])].append((number, start))
    found = []
    for each in places.values():
        for second, (other, j) in enumerate(each):
            for one, i in each[:second]:
                (name, left), (other_name, right) = runs[one], runs[other]
                if one == other and j - i < LINES:
                    continue
                if i and j and left[i - 1][1] == right[j - 1][1]:
                    continue
                pairs = zip(left[i:], right[j:], strict=False)
                same = [a[1] == b[1] for a, b in pairs]
                count = same.index(False) if False in same else len(same)
                found.append(((name, left[i][0]), (other_name, right[j][0]), count))
    return found


def test_few_places_share_six_lines():
    found = shared_places({module.where: module.text for module in modules()})
    listed = "\n".join(
        f"{count} lines: {one[0]}:{one[1]} and {other[0]}:{other[1]}" for one, other, count in found
    )
    assert len(found) <= MOST_PAIRS, f"{len(found)} pairs of places say the same:\n{listed}"


BODY = "".join(f"    x = step_{i}(x)\n" for i in range(LINES))


def test_lines_that_are_said_twice_are_found():
    twice = f"def f(x):\n{BODY}    return x\n\n\ndef g(x):\n    x = 1\n{BODY}    return 2 * x\n"
    assert shared_places({"a": twice}) == [(("a", 2), ("a", 13), LINES)]
    once = f"def f(x):\n{BODY}    return x\n"
    assert shared_places({"a": once, "b": once}) == [(("a", 2), ("b", 2), LINES + 1)]


def test_signatures_imports_and_docstrings_may_be_the_same():
    names = "".join(f"    n{i},\n" for i in range(LINES + 2))
    text = (
        f'"""What\n{BODY}"""\n\nfrom m import (\n{names})\n\n\ndef f(\n{names}):\n    return n0\n'
    )
    assert shared_places({"a": text, "b": text}) == []
    short = f"def f(x):\n{BODY[: BODY.rindex('    x')]}"
    assert shared_places({"a": short, "b": short}) == []
