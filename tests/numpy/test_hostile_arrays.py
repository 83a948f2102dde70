"""Files of arrays that are damaged, hostile or no files are refused, and nothing in them is run."""

import io
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

import fjax.numpy as jnp
from fjax import data
from fjax.errors import FjaxValueError


class Harm:
    """What runs code when it is unpickled."""

    def __reduce__(self):
        return (os.mkdir, ("harm",))


def npy(header):
    text = header.encode()
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + bytes(24)


HOSTILE = {
    "a pickle": pickle.dumps(Harm()),
    "objects": npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,)}\n")
    + pickle.dumps(Harm()),
    "more than is there": npy("{'descr': '<f8', 'fortran_order': False, 'shape': (10**12,)}\n"),
    "a trillion elements": npy(
        "{'descr': '<f8', 'fortran_order': False, 'shape': (999999999999,)}\n"
    ),
    "a negative length": npy("{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}\n"),
    "deep brackets": npy("(" * 9000),
    "nothing": b"",
    "a cut archive": b"PK\x03\x04" + bytes(60),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_is_refused(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.npy"
    path.write_bytes(HOSTILE[name])
    for read in (jnp.load, data.mapped, lambda p: jnp.load(io.BytesIO(p.read_bytes()))):
        if read is data.mapped and name == "a cut archive":
            continue
        with pytest.raises(FjaxValueError):
            read(path)
    assert not (tmp_path / "harm").exists()


@pytest.mark.parametrize("dtype", ["<U9", "S3", "M8[s]", "m8", "V5", [("a", "f8")], "f16", "O"])
def test_dtypes_without_arrays_are_refused(tmp_path, dtype):
    np.save(tmp_path / "a.npy", np.zeros(3, dtype))
    with pytest.raises(FjaxValueError, match="load: "):
        jnp.load(tmp_path / "a.npy")


def test_pickles_are_refused_however_they_are_asked_for(tmp_path):
    path = tmp_path / "a.npy"
    np.save(path, np.array([{}], object))
    for load in (lambda: jnp.load(path, None, True), lambda: jnp.load(path, allow_pickle=True)):
        with pytest.raises(FjaxValueError, match="pickled arrays are not read"):
            load()


def test_what_is_no_file_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe.npy")
    (tmp_path / "link.npy").symlink_to("/dev/zero")
    for name in ("pipe.npy", "link.npy"):
        for read in (jnp.load, data.mapped):
            with pytest.raises(FjaxValueError, match="no regular file"):
                read(tmp_path / name)
    os.mkfifo(tmp_path / "pipe.bin")
    with pytest.raises(FjaxValueError, match="no regular file"):
        data.mapped(tmp_path / "pipe.bin", np.uint8)


@pytest.mark.needs("x64", reason="the file holds float64")
def test_what_was_read_is_no_part_of_the_file(tmp_path):
    path = tmp_path / "a.npy"
    for value in (np.arange(6.0).reshape(2, 3), np.zeros((0, 3)), np.int8(3)):
        np.save(path, value)
        found = jnp.load(path)
        np.save(path, value + 1)
        np.testing.assert_array_equal(found, value, strict=True)


@pytest.mark.one_in(5)
@pytest.mark.parametrize(
    "text", [b"", b"\xff", b"{ lambda ; a:f32[3]. let b:f32[3] = mul a in (b,) }"]
)
def test_a_file_that_is_no_program_is_refused_in_a_line(tmp_path, text):
    (tmp_path / "a").write_bytes(text)
    command = [sys.executable, "-m", "fjax", "lower", str(tmp_path / "a")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1 and not done.stdout
    assert done.stderr.startswith("python -m fjax lower: ") and done.stderr.count("\n") == 1
