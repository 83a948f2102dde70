"""Files that are cut, damaged or made to do harm are refused before anything is believed."""

import json

import numpy as np
import pytest

import fjax.numpy as jnp
from fjax import checkpoints
from fjax.errors import FjaxValueError


def written(path, header, data=b"", length=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    path.write_bytes((len(text) if length is None else length).to_bytes(8, "little") + text + data)
    return path


def entry(dtype="F32", shape=(2,), offsets=(0, 8)):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets)}


TWO = {"a": entry(), "b": entry(offsets=(8, 16))}
HOSTILE = {
    "a huge header": (b"{}", b"", 1 << 62, "claims a header"),
    "a header longer than the file": (b"{}", b"", 3, "claims a header"),
    "no JSON": (b"\x80\x04K\x01.", b"", None, "header cannot be read"),
    "deep JSON": (b"[" * 100_000, b"", None, "header cannot be read"),
    "no object": (b"[1]", b"", None, "no JSON object"),
    "a name twice": (b'{"a": 1, "a": 2}', b"", None, "header cannot be read"),
    "no offsets": ({"a": {"dtype": "F32", "shape": [2]}}, bytes(8), None, "not said to have"),
    "an unknown dtype": ({"a": entry("O")}, bytes(8), None, "of dtype 'O'"),
    "a dtype that is no text": ({"a": {**entry(), "dtype": ["F32"]}}, bytes(8), None, "of dtype"),
    "a negative size": ({"a": entry(shape=(-2,))}, bytes(8), None, "no possible shape"),
    "a size that is no number": ({"a": entry(shape=(True, 2))}, bytes(8), None, "possible shape"),
    "sizes that overflow": ({"a": entry(shape=(1 << 62, 4))}, bytes(8), None, "possible shape"),
    "nothing of a huge size": (
        {"a": entry(shape=(0, 1 << 62), offsets=(0, 0))},
        b"",
        None,
        "possible",
    ),
    "a hundred axes": ({"a": entry(shape=(1,) * 100)}, bytes(8), None, "possible shape"),
    "negative offsets": ({"a": entry(offsets=(-8, 0))}, bytes(8), None, "no two offsets"),
    "offsets beyond the end": (
        {"a": entry(shape=(4,), offsets=(0, 16))},
        bytes(8),
        None,
        "it is cut",
    ),
    "offsets that overlap": (
        {"a": entry(), "b": entry(offsets=(4, 12))},
        bytes(12),
        None,
        "begins",
    ),
    "the same bytes twice": ({"a": entry(), "b": entry()}, bytes(8), None, "begins at byte 0"),
    "a hole": ({"a": entry(), "b": entry(offsets=(12, 20))}, bytes(20), None, "begins at byte 12"),
    "too few bytes for the shape": ({"a": entry(shape=(3,))}, bytes(8), None, "has 8 bytes"),
    "bytes beyond the arrays": (TWO, bytes(17), None, "it is cut or long"),
    "metadata that are no texts": ({"__metadata__": {"a": 1}}, b"", None, "not texts"),
    "booleans that are none": (
        {"a": entry("BOOL", (2,), (0, 2))},
        b"\x01\x02",
        None,
        "no booleans",
    ),
}
TREES = {
    "of missing arrays": ({"tree": "a", "leaves": {"a": {"type": "f32"}}}, "does not have"),
    "of other types": ({"tree": "w", "leaves": {"w": {"type": "key<fry>"}}}, "stored as float32"),
    "of unknown types": ({"tree": "w", "leaves": {"w": {"type": "object"}}}, "is said to be"),
    "of no kind": ({"tree": {"os.system": ["a"]}, "leaves": {"a": {"value": 1}}}, "not one of its"),
    "of other leaves": ({"tree": "b", "leaves": {"a": {"value": 1}}}, "not one of its leaves"),
    "that is none": ([], "tree cannot be read"),
    "with a value of no kind": ({"tree": "a", "leaves": {"a": {"value": [1]}}}, "no array, number"),
}


@pytest.mark.parametrize("name", TREES)
def test_a_tree_is_refused(tmp_path, name):
    tree, message = TREES[name]
    arrays = {"w": np.ones(2, np.float32)}
    checkpoints.write_safetensors(tmp_path / "a", arrays, {"fjax": json.dumps(tree)})
    with pytest.raises(FjaxValueError, match=message):
        checkpoints.load(tmp_path / "a")


def test_a_tree_without_a_hash_is_refused(tmp_path):
    header = {"__metadata__": {"fjax": '{"tree":"a","leaves":{"a":{"value":1}}}'}}
    with pytest.raises(FjaxValueError, match="a tree and no hash"):
        checkpoints.load(written(tmp_path / "a", header))


@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_is_refused(tmp_path, name):
    header, data, length, message = HOSTILE[name]
    with pytest.raises(FjaxValueError, match=message):
        checkpoints.load(written(tmp_path / "a", header, data, length))


def test_the_checks_pass_what_is_sound(tmp_path):
    found = checkpoints.load(written(tmp_path / "a", TWO, bytes(16)))
    np.testing.assert_array_equal(found["b"], [0, 0])


@pytest.fixture
def whole(tmp_path):
    """A checkpoint of 1,000 numbers."""
    path = tmp_path / "a.safetensors"
    checkpoints.save(path, {"w": jnp.arange(1000.0), "step": 3})
    return path


def test_a_file_cut_anywhere_is_refused(whole):
    contents = whole.read_bytes()
    for length in (0, 7, 8, 100, 500, len(contents) // 2, len(contents) - 1):
        whole.write_bytes(contents[:length])
        with pytest.raises(FjaxValueError, match="no safetensors file that can be read"):
            checkpoints.load(whole)


def test_a_changed_byte_anywhere_is_refused(whole, rng):
    contents = bytearray(whole.read_bytes())
    for at in [*range(400), *rng.integers(400, len(contents), 20), len(contents) - 1]:
        contents[at] ^= 4
        whole.write_bytes(contents)
        with pytest.raises(FjaxValueError):
            checkpoints.load(whole, like={"w": jnp.zeros(1000), "step": 0})
        contents[at] ^= 4


def test_names_are_never_files(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    checkpoints.save(folder / "a", {"../../escaped": jnp.ones(2), "/etc/passwd": jnp.ones(1)})
    assert set(checkpoints.load(folder / "a")) == {"../../escaped", "/etc/passwd"}
    assert [p.name for p in tmp_path.rglob("*")] == ["in", "a"]


def test_a_link_is_replaced_and_what_it_points_to_stays(tmp_path):
    (tmp_path / "mine").write_text("mine")
    (tmp_path / "a").symlink_to(tmp_path / "mine")
    checkpoints.save(tmp_path / "a", 1)
    assert (tmp_path / "mine").read_text() == "mine" and checkpoints.load(tmp_path / "a") == 1
