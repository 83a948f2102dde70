"""Files that are cut, damaged or made to do harm are refused before anything is believed."""

import errno
import json
import os
import resource
import tracemalloc

import numpy as np
import pytest

import fjax.numpy as jnp
from fjax import checkpoints
from fjax.data import mapped_safetensors
from fjax.errors import FjaxValueError


def written(path, header, data=b"", length=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    path.write_bytes((len(text) if length is None else length).to_bytes(8, "little") + text + data)
    return path


def entry(dtype="F32", shape=(2,), offsets=(0, 8)):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets)}


TWO = {"a": entry(), "b": entry(offsets=(8, 16))}
HOSTILE = {
    "a huge header": (b"{}", b"", 1 << 62, "header too large"),
    "a header longer than the file": (b"{}", b"", 3, "invalid header length"),
    "no JSON": (b"\x80\x04K\x01.", b"", None, "invalid UTF-8"),
    "deep JSON": (b"[" * 100_000, b"", None, "invalid type: sequence"),
    "no object": (b"[1]", b"", None, "invalid type: sequence"),
    "a name twice": (b'{"a": 1, "a": 2}', b"", None, "invalid type: integer"),
    "no offsets": (
        {"a": {"dtype": "F32", "shape": [2]}},
        bytes(8),
        None,
        "missing field `data_offsets`",
    ),
    "an unknown dtype": ({"a": entry("O")}, bytes(8), None, "unknown variant `O`"),
    "a dtype that is no text": (
        {"a": {**entry(), "dtype": ["F32"]}},
        bytes(8),
        None,
        "invalid type: sequence",
    ),
    "a negative size": ({"a": entry(shape=(-2,))}, bytes(8), None, "integer `-2`"),
    "a size that is no number": ({"a": entry(shape=(True, 2))}, bytes(8), None, "boolean `true`"),
    "sizes that overflow": ({"a": entry(shape=(1 << 62, 4))}, bytes(8), None, "overflow"),
    "nothing of a huge size": (
        {"a": entry(shape=(0, 1 << 62), offsets=(0, 0))},
        b"",
        None,
        "possible",
    ),
    "a hundred axes": (
        {"a": entry(shape=(1,) * 100, offsets=(0, 4))},
        bytes(4),
        None,
        "no possible shape",
    ),
    "negative offsets": ({"a": entry(offsets=(-8, 0))}, bytes(8), None, "integer `-8`"),
    "offsets beyond the end": (
        {"a": entry(shape=(4,), offsets=(0, 16))},
        bytes(8),
        None,
        "not fully covered",
    ),
    "offsets that overlap": (
        {"a": entry(), "b": entry(offsets=(4, 12))},
        bytes(12),
        None,
        "invalid offset",
    ),
    "the same bytes twice": ({"a": entry(), "b": entry()}, bytes(8), None, "invalid offset"),
    "a hole": ({"a": entry(), "b": entry(offsets=(12, 20))}, bytes(20), None, "invalid offset"),
    "too few bytes for the shape": ({"a": entry(shape=(3,))}, bytes(8), None, "invalid shape"),
    "bytes beyond the arrays": (TWO, bytes(17), None, "not fully covered"),
    "metadata that are no texts": ({"__metadata__": {"a": 1}}, b"", None, "expected a string"),
    "deeper JSON": (b'{"a":' * 100_000, b"", None, "recursion limit"),
    "a dtype of four bits": ({"a": entry("F4", (4,), (0, 2))}, bytes(2), None, "of dtype 'F4'"),
    "a name that is no text": (b'{"\\ud800": 1}', b"", None, "unexpected end of hex escape"),
    "a hash of no digits": ({"__metadata__": {"fjax.sha256": ""}}, b"", None, "no SHA-256"),
    "booleans that are none": (
        {"a": entry("BOOL", (2,), (0, 2))},
        b"\x01\x02",
        None,
        "not booleans",
    ),
}
TREES = {
    "of missing arrays": ({"tree": "a", "leaves": {"a": {"type": "f32"}}}, "does not have"),
    "of other types": ({"tree": "w", "leaves": {"w": {"type": "key<fry>"}}}, "stored as float32"),
    "of unknown types": ({"tree": "w", "leaves": {"w": {"type": "object"}}}, "is said to be"),
    "of no kind": ({"tree": {"os.system": ["a"]}, "leaves": {"a": {"value": 1}}}, "not one of its"),
    "of other leaves": ({"tree": "b", "leaves": {"a": {"value": 1}}}, "not one of its leaves"),
    "that is none": ([], "tree cannot be read"),
    "of a text for a tree": ({"tree": ["list"], "leaves": {}}, "not one of its leaves"),
    "with leaves in a list": ({"tree": "a", "leaves": [["a"]]}, "tree cannot be read"),
    "with a key that is a number": (
        {"tree": {"dict": [[1.5, None]]}, "leaves": {}},
        "not one of its",
    ),
    "with keys of two kinds": (
        {"tree": {"dict": [[1, None], ["1", None]]}, "leaves": {}},
        "not one of its",
    ),
    "with a key that is a list": ({"tree": {"dict": [[[], None]]}, "leaves": {}}, "not one of its"),
    "with a number that is none": (
        {"tree": "a", "leaves": {"a": {"value": {"float": "x"}}}},
        "not an array",
    ),
    "with a type that is a list": ({"tree": "w", "leaves": {"w": {"type": []}}}, "is said to be"),
    "with a leaf that is a text": ({"tree": "w", "leaves": {"w": "type"}}, "is said to be"),
    "with a leaf that is a list": ({"tree": "w", "leaves": {"w": ["type"]}}, "is said to be"),
    "with NaN": ({"tree": "a", "leaves": {"a": {"value": float("nan")}}}, "tree cannot be read"),
    "with a value of no kind": (
        {"tree": "a", "leaves": {"a": {"value": [1]}}},
        "not an array, number",
    ),
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


def test_what_is_no_file_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("/dev/zero")
    for name in ("pipe", "folder", "link"):
        with pytest.raises(FjaxValueError, match="no regular file"):
            checkpoints.load(tmp_path / name)
        with pytest.raises(FjaxValueError, match="no regular file"):
            mapped_safetensors(tmp_path / name)


def test_memory_is_bounded_by_the_file(tmp_path):
    names = {f"w{k}": entry(offsets=(8 * k, 8 * k + 8)) for k in range(3000)}
    header = {"__metadata__": {"fjax": "0" * 1_000_000, "fjax.sha256": ""}, **names}
    path = written(tmp_path / "a", header, bytes(8 * 3000))
    tracemalloc.start()
    with pytest.raises(FjaxValueError):
        checkpoints.load(path)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 8 * path.stat().st_size


def test_a_name_that_no_file_can_hold_is_refused(tmp_path):
    for arrays, metadata in (
        ({"\ud800": np.ones(2)}, {}),
        ({}, {"\ud800": ""}),
        ({}, {"a": "\udfff"}),
    ):
        with pytest.raises(FjaxValueError, match="lone surrogate"):
            checkpoints.write_safetensors(tmp_path / "a", arrays, metadata)
    assert not list(tmp_path.iterdir())


def test_any_text_is_a_key(tmp_path):
    tree = {"\ud800": jnp.ones(2), "a\n\0'\"": ["\udfff", 1]}
    checkpoints.save(tmp_path / "a", tree)
    assert checkpoints.load(tmp_path / "a", like=tree).keys() == tree.keys()


def test_a_full_disk_is_an_error_of_the_system(tmp_path):
    checkpoints.save(tmp_path / "a", 1)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, before[1]))
    try:
        with pytest.raises(OSError, match=os.strerror(errno.EFBIG)):
            checkpoints.save(tmp_path / "a", jnp.ones(1 << 20))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert os.listdir(tmp_path) == ["a"] and checkpoints.load(tmp_path / "a") == 1


def test_a_file_has_the_mode_that_the_process_gives_files(tmp_path):
    checkpoints.save(tmp_path / "a", jnp.ones(2))
    (tmp_path / "b").touch()
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "b").stat().st_mode


WHOLE_OF_PARTS = {"type": "f64", "shape": [4], "pieces": [[0, [[0, 4]]]]}
PARTS = {
    "in a file of another number": ({"pieces": [[7, [[0, 4]]]]}, "names part 7 of 1"),
    "in a file that is not there": ({"files": 9, "pieces": [[7, [[0, 4]]]]}, FileNotFoundError),
    "in a trillion of files": ({"files": 10**12}, None),
    "of another length": ({"shape": [3], "pieces": [[0, [[0, 3]]]]}, "another shape"),
    "of another rank": ({"shape": [4, 1], "pieces": [[0, [[0, 4], [0, 1]]]]}, "another shape"),
    "of another dtype": ({"type": "i64"}, "is stored as"),
    "of a smaller dtype": ({"type": "f32"}, "another shape"),
    "of a wider dtype": ({"type": "c128", "shape": [2], "pieces": [[0, [[0, 2]]]]}, "is stored as"),
    "of a trillion elements": (
        {"shape": [10**12], "pieces": [[0, [[0, 4]]], [0, [[4, 10**12]]]]},
        "has no part 1",
    ),
    "of floats": ({"pieces": [[0, [[0.0, 4.0]]]]}, "is said to be"),
    "of a shape that is a text": ({"shape": "4"}, "is said to be"),
    "of booleans": ({"pieces": [[False, [[0, 4]]]]}, "is said to be"),
    "of a hole": ({"pieces": [[0, [[1, 4]]]]}, "not the sum"),
    "of three bounds": ({"pieces": [[0, [[0, 2, 4]]]]}, "is said to be"),
    "of no pieces": ({"pieces": []}, "not the sum"),
    "of pieces that are a number": ({"pieces": 3}, "is said to be"),
}


@pytest.mark.parametrize("name", PARTS)
def test_a_folder_of_parts_is_read_or_refused(tmp_path, name):
    changes, message = PARTS[name]
    token = "0123456789ab"
    leaf = {**WHOLE_OF_PARTS, **changes}
    said = {"tree": "w", "leaves": {"w": leaf}, "save": token, "files": leaf.pop("files", 1)}
    values = np.arange(4.0)
    checkpoints.write_safetensors(
        tmp_path / f"part-{token}-00000.safetensors", {"0@w": values}, {"fjax.save": token}
    )
    checkpoints.write_safetensors(tmp_path / "whole.safetensors", {}, {"fjax": json.dumps(said)})
    if message is None:
        np.testing.assert_array_equal(checkpoints.load_sharded(tmp_path), values)
    elif isinstance(message, str):
        with pytest.raises(FjaxValueError, match=message):
            checkpoints.load_sharded(tmp_path)
    else:
        with pytest.raises(message):
            checkpoints.load_sharded(tmp_path)


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
