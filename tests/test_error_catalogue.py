"""Each class of error has an entry, whose wrong example raises it and whose right one does not."""

import re

import pytest

import fjax
import fjax.numpy as jnp
from fjax import errors
from tests.architecture.source import ROOT

CLASSES = {
    name: value
    for name, value in vars(errors).items()
    if isinstance(value, type) and issubclass(value, errors.FjaxError) and value.__name__ == name
}
AMONG_PROCESSES = ("NotAddressableError", "ProcessError")  # raised in tests/ranks
SHARED_BY_ALL = ("FjaxError",)


def _examples(name):
    text = (errors.CATALOGUE / f"{name}.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {name}\n")
    return re.fullmatch(
        r".*## Wrong\n\n```python\n(.*)```\n\n## Right\n\n```python\n(.*?)```\n.*", text, re.S
    ).groups()


def _run(program):
    exec(compile(program, "<example>", "exec"), {"fjax": fjax, "jnp": jnp})


def test_every_class_has_an_entry_and_every_entry_a_class():
    assert {path.stem for path in errors.CATALOGUE.glob("*.md")} == set(CLASSES)


@pytest.mark.parametrize("name", [n for n in CLASSES if n not in AMONG_PROCESSES])
def test_the_wrong_example_raises_the_error(name):
    with pytest.raises(CLASSES[name]) as caught:
        _run(_examples(name)[0])
    assert caught.type is CLASSES[name] or name in SHARED_BY_ALL
    assert str(caught.value).endswith(f"\n  more: fjax.errors.explain({caught.type.__name__!r})")


@pytest.mark.parametrize("name", CLASSES)
def test_the_right_example_runs(name):
    _run(_examples(name)[1])


def test_a_page_to_read_on_is_there_and_names_the_error():
    pages = {
        path.stem: page
        for path in errors.CATALOGUE.glob("*.md")
        for page in re.findall(r"^Read on: `(.*)`\.$", path.read_text(encoding="utf-8"), re.M)
    }
    assert len(pages) >= 10
    wrong = [name for name, page in pages.items() if name not in (ROOT / page).read_text()]
    assert wrong == []


def test_explain_names_the_entry_that_is_near():
    with pytest.raises(errors.FjaxValueError, match="Did you mean 'ShapeError'"):
        errors.explain("ShapesError")


def test_explain_prints_the_entry_of_a_name_a_class_and_an_error(capsys):
    errors.explain("ShapeError")
    by_name = capsys.readouterr().out
    errors.explain(errors.ShapeError)
    assert capsys.readouterr().out == by_name
    errors.explain(errors.ShapeError("shapes"))
    assert capsys.readouterr().out == by_name
    assert by_name.startswith("# ShapeError\n") and "jnp.ones" in by_name


def test_explain_without_an_argument_prints_the_entry_of_the_error_at_hand(capsys):
    try:
        jnp.zeros(2)[0] = 1.0
    except errors.FjaxError:
        errors.explain()
    assert capsys.readouterr().out.startswith("# ImmutableArrayError\n")


def test_explain_finds_the_error_behind_one_of_another_kind(capsys):
    try:
        try:
            jnp.ones(3) + jnp.ones(4)
        except ValueError as error:
            raise KeyError("model") from error
    except KeyError as error:
        errors.explain(error)
    assert capsys.readouterr().out.startswith("# ShapeError\n")


def test_explain_prints_the_entry_of_the_last_error_at_a_prompt(capsys, monkeypatch):
    monkeypatch.setattr("sys.last_value", errors.DtypeError("dtypes"), raising=False)
    errors.explain()
    assert capsys.readouterr().out.startswith("# DtypeError\n")


@pytest.mark.parametrize("asked", ["ShapesError", "../errors", KeyError("x"), None])
def test_explain_says_what_it_cannot_explain(asked, monkeypatch):
    monkeypatch.delattr("sys.last_value", raising=False)
    with pytest.raises(errors.FjaxValueError, match="explain:"):
        errors.explain(asked)


def test_a_class_from_elsewhere_has_the_entry_of_its_base():
    class OwnError(errors.ShapeError):
        pass

    assert (
        str(OwnError("own", "line")) == "own\n  at line\n  more: fjax.errors.explain('ShapeError')"
    )
