"""The tool that plants faults: what it changes, what it leaves alone, how it finds blocks again."""

import ast
import builtins
import gc
import json
import pickle
import zlib

import pytest

from tests.mutation import blocks, choice, faults, known, live, reach, trial, whole


def _tree(text):
    tree = ast.parse(text)
    blocks._Numbering("fjax/example.py").module(tree)
    return tree


def _planted(text):
    """The texts of all mutants of a module, by kind."""
    tree = _tree(text)
    return {
        (fault.kind, ast.unparse(faults.planted(tree, fault)[0])) for fault in faults.faults(tree)
    }


@pytest.mark.parametrize(
    "text, kind, changed",
    [
        ("a < b", "comparison", "a <= b"),
        ("a - b", "arithmetic", "a + b"),
        ("a - b", "swapped operands", "b - a"),
        ("a and b", "and, or", "a or b"),
        ("a and b", "condition left out", "b"),
        ("not a", "negation left out", "a"),
        ("b if a else c", "condition negated", "b if not a else c"),
        ("7", "constant", "8"),
        ("True", "constant", "False"),
        ("0.5", "constant", "0.5005"),
        ("(a, b)", "element left out", "(a,)"),
        ("f(a, b)", "swapped arguments", "f(b, a)"),
        ("f(a)", "call left out", "a"),
        ("f(a, axis=1)", "keyword left out", "f(a)"),
        ("[a for a in b if c]", "filter left out", "[a for a in b]"),
        ("'%x = add i64 %y, 1'", "instruction", "'%x = sub i64 %y, 1'"),
        ("if a:\n    return", "guard left out", "pass"),
        ("a += b", "statement left out", "pass"),
        ("f(a)", "statement left out", "pass"),
    ],
)
def test_each_kind_of_fault_is_planted(text, kind, changed):
    statement = (
        text if "\n" in text or "+=" in text or kind == "statement left out" else (f"x = {text}")
    )
    changed = changed if changed == "pass" else f"x = {changed}"
    body = "\n".join("    " + line for line in statement.splitlines())
    expected = f"def f(a, b, c):\n    {changed}"
    assert (kind, expected) in _planted(f"def f(a, b, c):\n{body}")


@pytest.mark.parametrize("statement", ["f.__doc__ = g.__doc__", "f.__name__ = 'g'"])
def test_what_only_readers_see_is_left_alone(statement):
    assert not _planted(f"def h(f, g):\n    {statement}")


def test_a_returned_expression_becomes_the_argument():
    assert ("argument returned", "def f(a):\n    return a") in _planted("def f(a): return g(a)")


@pytest.mark.parametrize(
    "text",
    [
        "def f(a: g(1)) -> g(2):\n    'text, with 1 < 2'\n    return a",
        "__all__ = ['f', 'g']",
        "raise ValueError(f(1))",
        "@memo(3)\nclass A(B, slots=True):\n    pass",
        "warn('text', 1)",
        "@overload\ndef f(a=-1): ...",
    ],
)
def test_what_only_a_reader_sees_is_left_alone(text):
    assert {kind for kind, _ in _planted(text)} <= {"statement left out", "argument returned"}


def test_probes_mark_the_blocks_that_run():
    tree = _tree(
        "def f(a):\n    'text'\n    if a:\n        return 1\n    g = lambda: 2\n    return g()\n"
    )
    marks, namespace = bytearray(len(blocks.blocks(tree))), {}
    setattr(builtins, blocks.PROBES, marks)
    try:
        exec(compile(blocks.instrumented(tree, 0), "example", "exec"), namespace)
        assert bytes(marks) == bytes(4)
        assert namespace["f"](True) == 1 and namespace["f"].__doc__ == "text"
        assert [block.number for block, mark in zip(blocks.blocks(tree), marks) if mark] == [0, 1]
        assert namespace["f"](False) == 2
        assert bytes(marks) == bytes([1] * 4)
    finally:
        delattr(builtins, blocks.PROBES)


@pytest.mark.extended
def test_the_same_seed_draws_the_same_faults():
    draws = [[mutant.digest for mutant in choice.choose(6, seed, ["passes"])] for seed in (1, 1, 2)]
    assert draws[0] == draws[1] != draws[2]


def test_a_living_function_gets_the_changed_code():
    path = blocks.PACKAGE / "example.py"
    text = "def f(a):\n    return lambda: a + 1\n"
    namespace = {}
    exec(compile(text, str(path), "exec", dont_inherit=True), namespace)
    gc.freeze()  # as the suite does before its tests run
    functions = live.Functions(blocks.PACKAGE)
    functions.exchange(path, ast.parse(text), ast.parse(text.replace("1", "2")))
    assert namespace["f"](3)() == 5


def test_code_that_an_import_runs_is_not_exchanged():
    functions = live.Functions(blocks.PACKAGE)
    with pytest.raises(live.NeedsImport):
        functions.exchange(blocks.PACKAGE / "example.py", ast.parse("a = 1"), ast.parse("a = 2"))


def test_a_fault_of_a_list_is_found_where_its_function_is_now(tmp_path):
    path = choice.PACKAGE / "core" / "memo.py"
    (mutant,) = choice.drawn(1, [path], 1)
    words = {"scope": mutant.fault.scope, "kind": mutant.fault.kind}
    entry = {**words, "before": mutant.before, "after": mutant.after, "caught": True}
    moved = {**entry, "file": "fjax/before/memo.py", "test": "tests/test_a.py::test_b"}
    other = {**moved, "file": "fjax/core/memo.py", "before": "x = 1"}
    file = tmp_path / "list.jsonl"
    file.write_text("".join(json.dumps(e) + "\n" for e in (moved, other)))
    mutants, killers, gone = known.listed(file)
    assert [m.digest for m in mutants] == [mutant.digest]
    assert killers == {mutant.digest: "tests/test_a.py::test_b"}
    assert gone == [other]
    successor = known.successor(other, mutants, 1)
    assert successor.path == path and successor.digest != mutant.digest


def test_a_block_is_found_in_the_file_that_its_function_was_in():
    recorded = [blocks.Block("fjax/a.py", "f", k, "1234") for k in (0, 1)]
    index = choice._Index(recorded)
    assert index.columns([blocks.Block("fjax/b/a.py", "f", 1, "1234")]) == [1]
    assert index.columns([blocks.Block("fjax/a.py", "f", 1, "9999")]) == [0]
    assert index.columns([blocks.Block("fjax/b/a.py", "f", 1, "9999")]) == []


def test_some_cases_of_a_test_stand_for_the_others():
    names = [f"a.py::f[{k}]" for k in range(100)] + ["a.py::g", "b.py::f[0]"]
    assert reach.sampled(names, 1) == {name: name for name in names}
    found = reach.sampled(names, 20)
    assert found.keys() == set(names) and all(found[by] == by for by in found.values())
    assert sum(found[name] == name for name in names) == 7 + 1 + 1
    assert len(set(found.values())) == 7 + 1 + 1
    rows = [f"a.py::{f}[{k}]" for f in "pqrstu" for k in range(100)]
    own = {name.partition("[")[2] for name, by in reach.sampled(rows, 20).items() if name == by}
    assert len(own) > 20  # other rows for each function


def test_tests_that_run_little_but_the_code_come_first_and_files_take_turns():
    (mutant,) = choice.drawn(1, [choice.PACKAGE / "core" / "memo.py"], 1)
    tests = {f"tests/{file}.py::{k}": 1.0 for file in "abc" for k in range(5)}
    focus = dict.fromkeys(tests, 0.01) | {f"tests/c.py::{k}": 0.5 for k in range(5)}
    order = list(choice.ordered(mutant, tests, 100.0, 100, focus=focus))
    assert sorted(order) == sorted(tests)
    assert {name.partition("::")[0] for name in order[0:6:2]} == {"tests/c.py"}
    assert {name.partition("::")[0] for name in order[:6]} == {f"tests/{f}.py" for f in "abc"}
    few = choice.ordered(mutant, tests, 3.0, 100, first=["tests/b.py::4"], focus=focus)
    assert list(few)[0] == "tests/b.py::4" and len(few) == 4
    assert len(choice.ordered(mutant, tests, 100.0, 7, focus=focus)) == 7


def test_tests_of_other_settings_are_run_though_they_are_not_collected():
    tests = {"a.py::f": 1.0, "b.py::gone": 1.0}
    assert trial.known({"tests": tests}, {"a.py::f"}) == {"a.py::f": 1.0}
    assert trial.known({"tests": tests, "settings": {}}, {"a.py::f"}) == tests


def test_cases_that_did_not_run_fill_the_budget():
    (mutant,) = choice.drawn(1, [choice.PACKAGE / "core" / "memo.py"], 1)
    tests, others = {"tests/a.py::f[0]": 1.0}, {f"tests/a.py::f[{k}]": 1.0 for k in range(1, 5)}
    others["tests/b.py::g"] = 1.0  # of a file of which no test reaches the code
    focus = dict.fromkeys([*tests, *others], 0.1)
    found = choice.ordered(mutant, tests, 3.0, 100, focus=focus, others=others)
    assert list(found)[0] == "tests/a.py::f[0]" and len(found) == 3
    assert {name.partition("::")[0] for name in found} == {"tests/a.py"}


def test_the_examples_of_a_module_are_among_the_tests_of_its_faults():
    found = [
        list(choice.examples_of(choice.drawn(1, [choice.PACKAGE / name], 1)[0]))
        for name in ("core/blocks.py", "higher_order/residuals.py", "as_jax/__init__.py")
    ]
    test = "tests/test_doctests.py::test_the_examples_of_a_module_hold"
    assert found == [[], [f"{test}[fjax.higher_order.residuals]"], [f"{test}[fjax.as_jax]"]]


def test_tests_that_reach_native_functions_are_those_that_reach_their_callers():
    path = choice.PACKAGE / "lowering" / "cpu" / "library" / "sorting_calls.py"
    assert blocks.is_native(path)
    (mutant,) = choice.drawn(1, [path], 1)
    targets = choice._targets(mutant)
    assert targets and not any(blocks.is_native(choice.ROOT / block.file) for block in targets)


def test_what_runs_at_import_alone_is_tried_by_tests_that_reach_its_file(tmp_path):
    path = choice.PACKAGE / "pytrees" / "registration.py"
    found = choice.drawn(1, [path], 60)
    (mutant,) = [m for m in found if m.fault.scope == "_register_containers"][:1]
    listed = blocks.blocks(choice.tree_of(path))
    at_import, marks = bytearray(len(listed)), bytearray(len(listed))
    at_import[listed.index(choice._targets(mutant)[0])] = 1
    marks[next(k for k, b in enumerate(listed) if b.function == "register_dataclass")] = 1
    record = {"numbering": "n", "at_import": bytes(at_import), "beside": {}}
    record["tests"] = {"tests/a.py::f": (1.0, True, zlib.compress(bytes(marks)))}
    (tmp_path / "a.reach").write_bytes(zlib.compress(pickle.dumps(record)))
    (tmp_path / "n.blocks").write_bytes(zlib.compress(pickle.dumps(listed)))
    map_ = choice.Reach(tmp_path, [mutant])
    assert map_.at_import == [True] and map_.tests == [{}]
    assert map_.others == [{"tests/a.py::f": 1.0}]


@pytest.mark.extended
def test_a_survivor_meets_whole_files_in_a_copy(tmp_path):
    (mutant,) = choice.drawn(1, [choice.PACKAGE / "core" / "memo.py"], 1)
    own = ast.unparse(ast.parse(mutant.path.read_text()))
    text = f"import ast, inspect\nimport fjax.core.memo\nOWN = {own!r}\n"
    same = "ast.unparse(ast.parse(inspect.getsource(fjax.core.memo))) == OWN"
    passing, failing, broken = "True", same, "False"
    for condition, outcome in ((passing, "survived"), (failing, "killed"), (broken, "survived")):
        file = tmp_path / "test_it.py"
        cases = "import pytest\n@pytest.mark.parametrize('x', ['a b - c'])\n"
        file.write_text(f"{text}{cases}def test(x):\n    assert {condition}\n")
        found, test = whole.caught(mutant, [str(file)], 100)
        assert found == outcome and ("::test" in test) == (condition != passing)
