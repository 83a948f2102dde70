"""Logs and checkpoints of a run that something else has written are refused by name."""

import json
import os
import random

import numpy as np
import pytest

import fjax
from fjax import checkpoints, data, nn, optim, train
from fjax.errors import FjaxValueError
from fjax.train.progress import Progress
from tests.fuzz.hostile.mutations import changed_json, json_text

LOGS = {
    "no JSON": (train.jsonl, b"step 1\n"),
    "no object": (train.jsonl, b"3\n"),
    "no step": (train.jsonl, b'{"epoch": 3}\n'),
    "a step that is a text": (train.jsonl, b'{"step": "3"}\n'),
    "nested deeply": (train.jsonl, b"[" * 100_000 + b"\n"),
    "a long number": (train.jsonl, b'{"step": ' + b"1" * 5000 + b"}\n"),
    "no Unicode": (train.jsonl, b"\xff\xfe\x00\n"),
    "too few columns": (train.csv, b"event,epoch,step\nepoch,0\n"),
    "no number": (train.csv, b"event,epoch,step\nepoch,0,one\n"),
    "bytes": (train.csv, b"event,epoch,step\n\xff\x00,0,\xff\n"),
}


def progress():
    now = Progress(epochs=1)
    now.step, now.event = 5, "start"
    return now


@pytest.mark.parametrize("name", LOGS)
def test_a_log_of_something_else_is_named_and_left_alone(name, tmp_path):
    kind, contents = LOGS[name]
    path = tmp_path / "log"
    path.write_bytes(contents)
    with pytest.raises(FjaxValueError, match="log' is no log of this run"):
        kind(path)(progress())
    assert path.read_bytes() == contents


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_in_place_of_a_log_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "log")
    with pytest.raises(FjaxValueError, match="no regular file"):
        train.jsonl(tmp_path / "log")(progress())


def fit(folder):
    return train.fit(
        model=nn.Linear(2, 1, key=fjax.random.key(0)),
        optimizer=optim.sgd(0.1),
        loss=lambda found, wanted: ((found[:, 0] - wanted) ** 2).mean(),
        data=data.Loader((np.ones((8, 2)), np.arange(8.0)), 2),
        epochs=2,
        checkpoints=folder,
        resume=True,
        callbacks=[],
    )


@pytest.fixture(name="go_on")
def _go_on(tmp_path, monkeypatch):
    """What goes on with a run whose last checkpoint says something else, and what it said."""
    fit(tmp_path)
    load = checkpoints.Folder.load
    said = json.loads(load(checkpoints.Folder(tmp_path))["loop"])

    def go_on(text):
        with monkeypatch.context() as patched:
            changed = lambda folder, like: {**load(folder, like), "loop": text}
            patched.setattr(checkpoints.Folder, "load", changed)
            return fit(tmp_path)

    return go_on, said


CHANGES = {"no JSON": "{", "no object": "[]", "nested deeply": "[" * 100_000, "nothing of it": "{}"}
PARTS = {
    "position": [None, [], {"epoch": -1}, {"epoch": "1"}, {"epoch": 10**30}],
    "epoch": ["1", None, -1, 1.5, 10**30, True],
    "step": ["1", None, -1, [], 10**30],
    "history": [None, {}, "history"],
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_checkpoint_of_no_run_is_refused(name, go_on):
    with pytest.raises(FjaxValueError, match="does not say where a run stands"):
        go_on[0](CHANGES[name])


@pytest.mark.parametrize("part", PARTS)
def test_a_position_that_cannot_be_is_refused(part, go_on):
    for value in PARTS[part]:
        with pytest.raises(FjaxValueError, match="does not say where a run stands"):
            go_on[0](json.dumps({**go_on[1], part: value}))


def test_changed_positions_are_refused_or_read(go_on):
    source = random.Random(5)
    for _ in range(60):
        text = json_text(source, changed_json(source, go_on[1])).decode(errors="replace")
        try:
            assert go_on[0](text).history is not None
        except FjaxValueError as error:
            assert "stands" in str(error) or "resume" in str(error), text
