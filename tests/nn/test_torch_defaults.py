"""docs/coming-from-pytorch.md lists every default that differs, and programs that mean the same."""

import json
import re

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import nn, optim
from tests.nn import torch_defaults as cases

RECORD = json.loads(cases.RECORD.read_text())


def same(ours, theirs):
    """Whether two defaults mean the same: 0 and None, 1 and (1, 1) do."""
    off = lambda x: None if x in (0, None, False) else x
    if isinstance(ours, tuple) and len(set(ours)) == 1:
        ours = ours[0]
    return off(ours) == off(theirs)


def differing():
    """(function and argument, PyTorch's default, fjax's) of all that differ."""
    found = set()
    for path, (other, arguments) in cases.PAIRS.items():
        own = cases.defaults(cases.at(fjax, path))
        for argument, name in arguments.items():
            assert argument in own, f"{path} has no {argument}"
            name, _, index = name.partition(".")
            value = RECORD["defaults"][other][name]
            value = value[int(index)] if index else value
            if not same(own[argument], value):
                found.add((f"{path}, {argument}", repr(value), repr(own[argument])))
    return found


def test_the_page_lists_all_defaults_that_differ_and_no_others():
    text = cases.PAGE.read_text()
    table = text[text.index("| argument | PyTorch | here |") :].split("\n\n")[0]
    rows = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \| `([^`]+)` \|", table, re.MULTILINE)
    assert set(rows) == differing()


@pytest.mark.needs("x64", reason="the figures are of float64")
@pytest.mark.parametrize("theirs, ours", cases.programs())
def test_programs_that_are_said_to_mean_the_same_do(theirs, ours):
    given = {name: jnp.asarray(x) for name, x in cases.values().items()}
    scope = {"nn": nn, "optim": optim, "jnp": jnp, **given}
    if not theirs.startswith("torch.optim"):
        found = eval(ours, scope)
    else:
        t, found = eval(ours, scope), given["x"]
        memory = t.init(found)
        for step in range(cases.STEPS):
            updates, memory = t.update(found * (step + 1) - given["y"], memory, found)
            found = optim.apply_updates(found, updates)
    np.testing.assert_allclose(found, RECORD["programs"][theirs], rtol=1e-6, atol=1e-9)


def test_the_record_is_what_pytorch_says_now():
    torch = pytest.importorskip("torch")
    for name, recorded in RECORD["defaults"].items():
        now = cases.defaults(cases.at(torch, name))
        for argument, value in recorded.items():
            plain = isinstance(now[argument], int | float | str | None)
            assert not plain or now[argument] == value, (name, argument)
    for program, recorded in RECORD["programs"].items():
        np.testing.assert_allclose(cases.of_torch(torch, program), recorded, rtol=1e-9)
