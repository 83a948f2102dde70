"""Checkpoints of arrays on a mesh of eight devices, loaded onto other meshes."""

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import NamedSharding, P, checkpoints, random
from fjax.errors import FjaxValueError

MESH = fjax.make_mesh((4, 2), ("x", "y"))
OTHER = fjax.make_mesh((2, 4), ("a", "b"))
SPECS = [P("x"), P("y", "x"), P(None, ("y", "x")), P()]
X = np.arange(128.0).reshape(8, 16)


def on(mesh, spec, x):
    return fjax.device_put(x, NamedSharding(mesh, spec))


def split(mesh, spec, x):
    return fjax.ShapeDtypeStruct(x.shape, x.dtype, sharding=NamedSharding(mesh, spec))


@pytest.fixture
def saved(tmp_path):
    """A folder with X under its specs, and a scalar."""
    value = {"step": 7, **{str(n): on(MESH, s, X) for n, s in enumerate(SPECS)}}
    checkpoints.save_sharded(tmp_path, value)
    return tmp_path


@pytest.mark.parametrize("spec", [P("a"), P("b", "a"), P(None, "b"), P()])
def test_arrays_are_loaded_onto_another_mesh(saved, spec):
    like = {"step": 0, **{str(n): split(OTHER, spec, X) for n in range(len(SPECS))}}
    found = checkpoints.load_sharded(saved, like)
    assert found.pop("step") == 7
    for x in found.values():
        assert x.sharding == NamedSharding(OTHER, spec)
        np.testing.assert_array_equal(x, X)


def test_without_a_mesh_arrays_are_whole(saved):
    for x in [v for k, v in checkpoints.load_sharded(saved).items() if k != "step"]:
        assert len(x.devices()) == 1
        np.testing.assert_array_equal(x, X)


@pytest.mark.parametrize("dtype", ["bfloat16", "complex128", "bool", "int8", "key<fry>"])
def test_every_dtype_comes_back_in_parts(tmp_path, dtype):
    x = jnp.asarray(X.astype(int) % 2)
    x = random.split(random.key(1), X.shape) if dtype == "key<fry>" else x.astype(dtype)
    checkpoints.save_sharded(tmp_path, on(MESH, P("x", "y"), x))
    like = split(OTHER, P(None, "b"), x)
    found = checkpoints.load_sharded(tmp_path, like)
    assert found.dtype == x.dtype and found.sharding == like.sharding
    np.testing.assert_array_equal(found.host(), x.host())


def test_a_later_save_replaces_the_parts_of_an_earlier_one_when_it_is_complete(saved, monkeypatch):
    before = sorted(saved.iterdir())
    later = {"w": on(MESH, P("x"), X + 1)}
    with monkeypatch.context() as patch:
        patch.setattr("fjax.checkpoints.sharded.tree_as_json", lambda *a, **k: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            checkpoints.save_sharded(saved, later)
    np.testing.assert_array_equal(checkpoints.load_sharded(saved)["0"], X)
    checkpoints.save_sharded(saved, later)
    assert len(list(saved.iterdir())) == len(before) == 2
    np.testing.assert_array_equal(checkpoints.load_sharded(saved)["w"], X + 1)


def test_damaged_foreign_and_missing_parts_are_refused(saved):
    (part,) = saved.glob("part-*")
    good = part.read_bytes()
    part.write_bytes(good[:-1] + bytes([good[-1] ^ 1]))
    with pytest.raises(FjaxValueError, match="it was damaged"):
        checkpoints.load_sharded(saved)
    checkpoints.write_safetensors(part, {"0@['0']": X[:2]}, {"fjax.save": "another"})
    with pytest.raises(FjaxValueError, match=r"has no part 0 of \"\['0'\]\""):
        checkpoints.load_sharded(saved)
    part.unlink()
    with pytest.raises(FileNotFoundError):
        checkpoints.load_sharded(saved)
    with pytest.raises(FjaxValueError, match=r"missing in the file: \['w'\]"):
        checkpoints.load_sharded(saved, {"w": X})


@pytest.mark.parametrize(
    "old, new, said",
    [
        ('"save":"', '"save":"../../', "is of no save of parts"),
        ("[[0,2],[0,16]]", "[[0,1],[0,16]]", "not the sum of its parts"),
        ("[[2,4],[0,16]]", "[[0,2],[0,16]]", "not the sum of its parts"),
        ("[[0,2],[0,16]]", "[[-2,0],[0,16]]", "is said to be"),
        ("[[0,2],[0,16]]", "[[0,2]]", "is said to be"),
        ("[[0,2],[0,16]]", "7", "is said to be"),
    ],
)
def test_a_description_that_cannot_be_is_refused(saved, old, new, said):
    arrays, metadata = checkpoints.read_safetensors(saved / "whole.safetensors")
    assert old in metadata["fjax"]
    metadata["fjax"] = metadata["fjax"].replace(old, new, 1)
    checkpoints.write_safetensors(saved / "whole.safetensors", arrays, metadata)
    with pytest.raises(FjaxValueError, match=said):
        checkpoints.load_sharded(saved)
