"""What killed saves leave beside their files goes with the next one; what is being written stays.

Each save writes in a folder of its own, whose name ends in `.partial`.
"""

import os
import signal
import subprocess
import sys
import time

import pytest

from fjax import checkpoints
from fjax.checkpoints import format as files

WRITER = """
import sys, time
from fjax.checkpoints.format import write_atomically

def slowly(path):
    with open(path, "wb") as file:
        file.write(b"begun")
        file.flush()
        print("writing", flush=True)
        sys.stdin.readline()
        file.write(b" and done")

write_atomically(sys.argv[1], slowly)
"""


def begin(path):
    """A process that has begun to write a file, and ends when it is told to."""
    command = [sys.executable, "-c", WRITER, str(path)]
    writer = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert writer.stdout.readline() == "writing\n"
    return writer


def partial(folder):
    return sorted(p.name for p in folder.iterdir() if p.name.endswith(".partial"))


def test_files_of_killed_saves_go_and_those_of_others_stay(tmp_path):
    killed, alive = begin(tmp_path / "killed"), begin(tmp_path / "alive")
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    assert len(partial(tmp_path)) == 2
    checkpoints.save(tmp_path / "next.safetensors", {"w": 1.0})
    (left,) = partial(tmp_path)
    assert left.startswith(".alive.")
    alive.communicate("\n")
    assert (tmp_path / "alive").read_bytes() == b"begun and done" and not partial(tmp_path)


def test_a_folder_of_checkpoints_is_swept_whatever_step_was_killed(tmp_path):
    killed = begin(tmp_path / "step-000000001.safetensors")
    killed.kill()
    killed.wait()
    checkpoints.Folder(tmp_path).save(2, {"w": 1.0})
    assert [p.name for p in tmp_path.iterdir()] == ["step-000000002.safetensors"]


@pytest.mark.parametrize(
    "name, old, stays",
    [
        (".a.{other}.0123456789ab.partial", False, True),  # of another machine
        (".a.{other}.0123456789ab.partial", True, False),
        (".a.{own}.0123456789ab.partial", False, False),
        (".download.partial", True, True),  # not one of ours
        ("a.{own}.0123456789ab.partial", True, True),
        (".a.{own}.0123456789ab.partial.txt", True, True),
    ],
)
def test_what_is_swept(tmp_path, name, old, stays):
    own = files._machine()
    path = tmp_path / name.format(own=own, other="0" * 8 if own != "0" * 8 else "1" * 8)
    path.mkdir()
    (path / "contents").write_bytes(b"some")
    if old:
        then = time.time() - 2 * files.OTHERS
        os.utime(path, (then, then))
    checkpoints.save(tmp_path / "b.safetensors", {"w": 1.0})
    assert path.exists() == stays


def test_a_link_under_such_a_name_is_not_followed(tmp_path):
    folder = tmp_path / "precious"
    folder.mkdir()
    (folder / "contents").write_bytes(b"data")
    (tmp_path / f".a.{files._machine()}.0123456789ab.partial").symlink_to(folder)
    checkpoints.save(tmp_path / "b.safetensors", {"w": 1.0})
    assert (folder / "contents").read_bytes() == b"data"


@pytest.mark.one_in(10)
@pytest.mark.parametrize("name", ["a" * 255, "ä" * 127, "\U0001f600" * 63, "\udc80" * 255, "a\nb"])
def test_files_have_names_as_long_as_the_system_takes(tmp_path, name):
    killed = begin(tmp_path / name)
    killed.kill()
    killed.wait()
    assert len(partial(tmp_path)) == 1
    checkpoints.save(tmp_path / name, {"w": 1.0})
    assert [p.name for p in tmp_path.iterdir()] == [name]
    assert checkpoints.load(tmp_path / name) == {"w": 1.0}


@pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="counts open files there")
def test_what_cannot_be_deleted_is_let_go(tmp_path, monkeypatch):
    """Each save left it open and locked."""

    def fails(*_args, **_kwargs):
        raise PermissionError("not yours")

    left = tmp_path / f".a.{files._machine()}.0123456789ab.partial"
    left.mkdir()
    before = len(os.listdir("/proc/self/fd"))
    with monkeypatch.context() as patched:
        patched.setattr(files.shutil, "rmtree", fails)
        files._sweep(tmp_path)
    assert left.exists() and len(os.listdir("/proc/self/fd")) == before
    files._sweep(tmp_path)
    assert not left.exists()
