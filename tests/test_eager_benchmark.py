"""The logic of the benchmark of eager calls: what is called and told. No timing is asserted."""

import importlib

import numpy as np

from benchmarks.eager.__main__ import Timed, distribution, markdown
from benchmarks.eager.calls import LEFT_OUT, SPECIAL, Call, bound, calls


def namespace(space):
    return importlib.import_module(f"fjax.{space}")


def test_every_function_of_the_table_exists():
    for space, words in SPECIAL.items():
        missing = [n for n, w in words.items() if w != "-" and not hasattr(namespace(space), n)]
        assert not missing, space


def test_each_function_is_called_once():
    found = calls(namespace)
    names = [call.name for call in found]
    assert len(names) == len(set(names)) > 300
    assert not LEFT_OUT.intersection(names)
    assert Call("numpy", "add") in found and Call("numpy", "trim_zeros") not in found


def test_arguments_are_the_words_of_the_table():
    args, kwargs = bound("[x,y] (side,-1) mode='clip'", 16, np.asarray)
    assert [a.shape for a in args[0]] == [(16,), (16,)]
    assert args[1:] == [(4, -1)] and kwargs == {"mode": "clip"}
    assert np.array_equal(bound("x", 16, np.asarray)[0][0], args[0][0])  # the same each time


def test_the_page_has_the_share_behind_the_peer_and_the_slowest_first():
    timed = [
        Timed(Call("numpy", "hypot", "x y"), 16, {"fjax": 1e-6, "jax": 4e-6, "numpy": 1e-6}),
        Timed(Call("numpy", "median", "x"), 16, {"fjax": 8e-6, "jax": 2e-6}),
        Timed(Call("numpy", "roots", "x"), 16, {"jax": 1e-6}, {"fjax": "TypeError: no"}),
    ]
    assert distribution(timed, "jax")[2].split(" | ")[1:3] == ["2", "1.00"]
    assert distribution(timed, "jax")[2].endswith("| 50% |")
    page = markdown(timed)
    assert page.index("numpy.median(x)") < page.index("numpy.hypot(x, y)")
    assert "TypeError: no" in page
