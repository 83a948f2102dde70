"""Environment variables: what they accept, and that a bad value is named."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

import fjax
from fjax import variables
from fjax.options import OPTIONS
from fjax.variables import VARIABLES

BAD = {"FJAX_POOL_BYTES": "1 elephant", "FJAX_NUM_THREADS": "0"}
FREE = ("FJAX_CACHE_DIR",)  # any text is a path
PACKAGE = pathlib.Path(fjax.__file__).parent


@pytest.mark.parametrize(
    "text,expected",
    [
        ("0", 0),
        ("4096", 4096),
        ("1G", 1 << 30),
        ("1g", 1 << 30),
        ("1GiB", 1 << 30),
        ("2GB", 2 << 30),
        ("512M", 512 << 20),
        ("3 KiB", 3 << 10),
        ("0.5T", 1 << 39),
        ("10B", 10),
    ],
)
def test_sizes_have_units(text, expected):
    assert variables.size(text) == expected


@pytest.mark.parametrize(
    "text", ["9" * 20, "9" * 5000, f"{'9' * 400}.5", "8388608T", "8589934592G"]
)
def test_sizes_fit_into_64_bits(text):
    with pytest.raises(ValueError, match=r"expected a number of bytes below 2\*\*63$"):
        variables.size(text)


def test_fractions_of_large_sizes_are_whole_bytes():
    assert variables.size(f"{2**62 + 1}.5") == 2**62 + 1
    assert variables.size("8388607.5T") == 2**63 - 2**39


@pytest.mark.parametrize("text", ["-1", "1X", "G", "1GG", "1e9", "0x10", "1.2.3", "nan"])
def test_other_texts_are_no_sizes(text):
    with pytest.raises(ValueError, match="expected a number of bytes, such as"):
        variables.size(text)


@pytest.mark.parametrize("name", ["FJAX_RANDOM_SEED_OFFSET", "FJAX_NUM_CPU_DEVICES"])
def test_an_integer_has_at_most_64_bits(name, monkeypatch):
    (option,) = (o for o in OPTIONS if o.variable == name)
    monkeypatch.setenv(name, "0" * 30 + "7")
    assert option.read(name) == 7
    for text in ("9" * 20, "-" + "9" * 20, "9" * 5000):
        monkeypatch.setenv(name, text)
        with pytest.raises(ValueError, match="='-?9+': expected an integer of at most 64 bits"):
            option.read(name)


@pytest.mark.parametrize("text", ["-5", "0", "65537", "1000000000", str(2**63 - 1)])
def test_numbers_of_devices_that_cannot_be_made_are_refused(text, monkeypatch):
    (option,) = (o for o in OPTIONS if o.name == "num_cpu_devices")
    assert [option.check(n) for n in (-1, 1, 65536)] == [-1, 1, 65536]
    monkeypatch.setenv(option.variable, text)
    with pytest.raises(ValueError, match=f"='{text}': .* takes -1 or an int from 1 to 65536, got"):
        option.initial()


def test_a_budget_is_no_negative_number_of_bytes(monkeypatch):
    (option,) = (o for o in OPTIONS if o.name == "loop_residual_budget")
    assert [option.check(n) for n in (-1, 0, 2**63 - 1)] == [-1, 0, 2**63 - 1]
    with pytest.raises(ValueError, match="takes -1 or an int from 0 on, got -2"):
        option.check(-2)


@pytest.mark.parametrize(
    "variable", [v for v in VARIABLES if v.name not in FREE], ids=lambda v: v.name
)
def test_a_bad_value_of_a_variable_is_named(variable, monkeypatch):
    text = BAD.get(variable.name, "nonsense")
    monkeypatch.setenv(variable.name, text)
    with pytest.raises(ValueError, match=f"{variable.name}='{text}': expected"):
        variable.read()


@pytest.mark.parametrize(
    "option",
    [o for o in OPTIONS if o.default is not None and not isinstance(o.default, str)],
    ids=lambda o: o.name,
)
def test_a_bad_value_of_an_options_variable_is_named(option, monkeypatch):
    monkeypatch.setenv(option.variable, "nonsense")
    with pytest.raises(ValueError, match=f"{option.variable}='nonsense': expected"):
        option.initial()


@pytest.mark.parametrize("option", [o for o in OPTIONS if o.choices], ids=lambda o: o.name)
def test_a_choice_that_an_option_has_not_is_named(option, monkeypatch):
    monkeypatch.setenv(option.variable, "nonsense")
    with pytest.raises(ValueError, match=f"{option.variable}='nonsense': .* takes one of"):
        option.initial()


@pytest.mark.parametrize("variable", VARIABLES, ids=lambda v: v.name)
def test_an_empty_text_counts_as_not_set(variable, monkeypatch):
    monkeypatch.setenv(variable.name, "")
    assert variable.read() == ("" if variable.keeps_empty else variable.default)


@pytest.mark.one_in(8)
@pytest.mark.parametrize(
    "name", ["FJAX_POOL_BYTES", "FJAX_NUM_THREADS", "FJAX_POISON_MEMORY", "FJAX_ENABLE_X64"]
)
def test_a_program_with_a_bad_variable_ends_with_its_name(name):
    done = subprocess.run(
        [sys.executable, "-c", "import fjax; fjax.jit(lambda x: x * 2)(1.0)"],
        env={**os.environ, name: "nonsense"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1 and f"{name}='nonsense': expected" in done.stderr, done.stderr


def test_variables_are_read_in_one_place():
    readers = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if re.search(r"environ(\.get)?[\[(]|getenv", path.read_text())
    }
    of_python = {"higher_order/breakpoint_hook.py"}  # PYTHONBREAKPOINT
    of_keys = {"lowering/plan_cache.py"}  # whatever the environment holds for libraries
    own = {"variables.py", "options.py", "lowering/disk_cache.py"}
    assert readers == own | of_python | of_keys
