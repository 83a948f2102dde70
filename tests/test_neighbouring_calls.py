"""What calls near to the docstrings' examples give, or how they are refused, stays as recorded.

A golden file for each module: each call, and a line for each outcome with the changes that have it
(`~` marks a weak type, `!` a warning). Recorded by `pytest --update-golden`.
"""

import collections
import copy
import re
import zlib
from contextlib import contextmanager

import numpy as np
import pytest

from fjax import monitoring
from fjax.config import config
from fjax.core.operand import Operand
from fjax.export import trees
from fjax.interpreters import vmappable
from tests import neighbouring_calls
from tests.conftest import GOLDEN, restore
from tests.test_doctests import NAMES, docstrings

pytestmark = [
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.needs("x64", reason="the examples are in float64"),
    pytest.mark.needs("rank promotion", reason="refusals are recorded"),
    pytest.mark.needs("dtype promotion", reason="refusals are recorded"),
]
for name in list(vars(Operand)):
    hasattr(Operand, name)  # a property is put there when somebody first asks for it
MOST = 12  # neighbours of a function in its docstring
PART = 3  # of the docstrings, and of the neighbours in each, `make test` tries one in so many
# What is of the moment or the machine, changes what others see, or takes long.
LEFT_OUT = (
    "fjax.api.watched",
    "fjax.api.jit_function.jitted_of",
    "fjax.core.ownership",
    "fjax.core.leaks",
    "fjax.explanation",
    "fjax.higher_order.breakpoints",
    "fjax.profiler",
    *(f"fjax.numpy.linalg.{name}Result" for name in ("Eig", "Eigh", "QR", "SVD")),
    "fjax.models",
    "fjax.train",
    "fjax.data",
    "fjax.experimental.compilation_cache",
    "fjax.higher_order.residuals",
    "fjax.experimental.sparse.linalg.lobpcg_standard",
    "fjax.lax.control_flow.while_loop",
    "fjax.lowering.inspect.InspectedKernel.timed",
)
# Where examples register what the rest of the process would have, too.
REGISTRIES = (
    monitoring.listeners,
    monitoring._durations,
    monitoring._spans,
    monitoring._scalars,
    vmappable._registered,
    trees._by_class,
    trees._by_name,
)
AT_FIRST = list(map(copy.copy, REGISTRIES))  # tests are imported before any of them runs
NUMBER = re.compile(r"(-?\d+\.?\d*(?:e[-+]\d+)?|-?inf|nan)")


def outcomes(tests, part=1):
    """For each call in a module's docstrings what the calls near to it give, by the change.

    part: 2 for every second docstring or so, of a function that no other docstring calls, and every
    second of its own function's neighbours or so.
    """
    found, seen, left = {}, set(), {} if part == 1 else collections.defaultdict(int)
    texts = {test.docstring for test in tests}
    for test in tests:
        if test.docstring in seen or test.name.startswith(LEFT_OUT):
            continue
        seen.add(test.docstring)
        own = f"{test.name.rpartition('.')[2]}("
        if part > 1 and (
            zlib.crc32(test.name.encode()) % part or sum(own in text for text in texts) > 1
        ):
            continue
        for near in neighbouring_calls.of(test, MOST, left):
            call = neighbouring_calls.PLACE.sub("", " ".join(near.call.split()))
            change = neighbouring_calls.PLACE.sub("", near.change)
            if zlib.crc32(f"{call} {change}".encode()) % part:
                continue
            with apart():
                text = neighbouring_calls.PLACE.sub(
                    "", neighbouring_calls.outcome(near, test.globs)
                )
            found.setdefault(call, {})[change] = text
    return found


def written(found):
    """The outcomes as text."""
    lines = []
    for call, changes in found.items():
        lines.append(call)
        together = {}
        for change, text in changes.items():
            together.setdefault(text, []).append(change)
        lines += [f"  {text} <- {' | '.join(names)}" for text, names in together.items()]
    return "".join(f"{line}\n" for line in lines)


def read(text):
    """The outcomes that a text says."""
    found, call = {}, ""
    for line in text.splitlines():
        if line.startswith("  "):
            outcome, _, names = line[2:].rpartition(" <- ")
            found[call] |= dict.fromkeys(names.split(" | "), outcome)
        else:
            call = line
            found.setdefault(call, {})
    return found


@contextmanager
def apart():
    """What is registered and set meanwhile holds meanwhile; what was registered before does not."""
    options, before = config.values, list(map(copy.copy, REGISTRIES))
    register(AT_FIRST)
    try:
        yield
    finally:
        register(before)
        restore(options)


def register(contents):
    """Give the registries these contents."""
    for registry, own in zip(REGISTRIES, contents, strict=True):
        registry.clear()
        (registry.extend if isinstance(registry, list) else registry.update)(own)


def same(found, recorded):
    """Whether two lines have the same words and nearly the same numbers."""
    one, two = NUMBER.split(found), NUMBER.split(recorded)
    if one[::2] != two[::2]:
        return False
    pairs = np.array([one[1::2], two[1::2]], float)
    return np.allclose(*pairs, rtol=1e-3, atol=1e-5, equal_nan=True)


@pytest.mark.extended
@pytest.mark.parametrize("name", NAMES)
def test_calls_near_to_the_examples_give_what_is_recorded(name, request, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    with apart():
        found = read(written(outcomes(docstrings(name))))
    path = GOLDEN / "calls" / f"{name.removeprefix('fjax.')}.txt"
    if request.config.getoption("--update-golden"):
        if found:
            path.parent.mkdir(exist_ok=True)
            path.write_text(written(found))
        return
    recorded = read(path.read_text()) if path.exists() else {}
    assert list(found) == list(recorded)
    for call, changes in found.items():
        assert changes.keys() == recorded[call].keys(), call
    compare(found, recorded)


@pytest.mark.parametrize("name", NAMES)
def test_some_calls_near_to_the_examples_give_what_is_recorded(name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    with apart():
        found = read(written(outcomes(docstrings(name), PART)))
    if found:
        compare(found, read((GOLDEN / "calls" / f"{name.removeprefix('fjax.')}.txt").read_text()))


def compare(found, recorded):
    """Assert that what calls give is as recorded."""
    for call, changes in found.items():
        for change, text in changes.items():
            assert same(text, recorded[call][change]), (
                f"{call}: {change}\n- {recorded[call][change]}\n+ {text}"
            )


def test_each_record_is_of_a_module_that_there_is():
    recorded = {path.stem for path in (GOLDEN / "calls").iterdir()}
    assert recorded <= {name.removeprefix("fjax.") for name in NAMES}
