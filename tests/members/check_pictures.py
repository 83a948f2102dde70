"""Pictures of how arrays are split."""

import sys
import types

import numpy as np
import pytest

import fjax
from fjax import NamedSharding, P, debug
from fjax.api.sharding_pictures import ShardingPicture

pytestmark = pytest.mark.one_in(8)

MESH = fjax.make_mesh((4, 2), ("x", "y"))


def text(shape, *spec, **options):
    return str(ShardingPicture(shape, NamedSharding(MESH, P(*spec)), **options)).splitlines()


def test_each_part_names_its_device(capsys):
    debug.visualize_array_sharding(
        fjax.device_put(np.ones((8, 8)), NamedSharding(MESH, P("x", "y")))
    )
    lines = capsys.readouterr().out.splitlines()
    assert lines[:4] == [
        "┌──────────┬──────────┐",
        "│  CPU 0   │  CPU 1   │",
        "├──────────┼──────────┤",
        "│  CPU 2   │  CPU 3   │",
    ]
    assert lines[-1] == "└──────────┴──────────┘" and len(lines) == 9


def test_devices_that_share_a_part_stand_together():
    lines = text((8, 8), None, "y")
    assert len(lines) == 11 and lines[5] == "│CPU 0,2,4,6│CPU 1,3,5,7│"
    assert lines[1] == "│           │           │"


def test_arrays_of_one_axis_take_one_line():
    assert text((8,), "y")[1] == "│CPU 0,2,4,6│CPU 1,3,5,7│"
    assert len(text((8,), "y")) == 3
    assert text((8,), ("x", "y"))[1].count("CPU") == 8


def test_wide_arrays_fit_into_the_line():
    lines = text((128, 10000), "x")
    assert {len(line) for line in lines} == {80}
    assert {len(line) for line in text((128, 10000), "x", max_width=40)} == {40}


def test_notebooks_show_a_table(monkeypatch):
    shown = []
    shell = types.SimpleNamespace(kernel=object())
    display = types.SimpleNamespace(display=shown.append)
    module = types.SimpleNamespace(get_ipython=lambda: shell, display=display)
    monkeypatch.setitem(sys.modules, "IPython", module)
    debug.visualize_sharding((8, 8), NamedSharding(MESH, P("x", "y")))
    (picture,) = shown
    assert picture._repr_html_().count("<td") == 8 and "CPU 7</td>" in picture._repr_html_()


def test_what_has_no_picture_is_refused():
    with pytest.raises(ValueError, match="1 and 2 dimensions"):
        debug.visualize_sharding((2, 2, 2), NamedSharding(MESH, P()))
    with pytest.raises(TypeError, match="takes an array, got 3"):
        debug.inspect_array_sharding(3, callback=print)
    with pytest.raises(TypeError, match="must be a function"):
        debug.inspect_array_sharding(np.ones(3) + fjax.numpy.ones(3), callback=3)
    with pytest.raises(ValueError, match="evenly divide"):
        debug.visualize_sharding((7,), NamedSharding(MESH, P("x")))
