"""The learning rate is turned while it trains: by a call, and by a slider in a notebook."""

import time

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import data, nn, optim, random, train
from fjax.errors import FjaxValueError
from fjax.train.knobs import held


def fitted(picture, optimizer, at=None, epochs=3):
    """Twelve steps of plain descent on a line; `at` maps steps to calls."""
    x = np.linspace(-1, 1, 16, dtype=np.float32)[:, None]
    layer = nn.Linear(1, 1, key=random.key(0))
    turning = lambda now: (at or {}).get((now.event, now.step), lambda: None)()
    return train.fit(
        layer, optimizer, nn.losses.squared_error, data.Loader((x, 3 * x), 4),
        epochs=epochs, callbacks=[turning, picture],
    )  # fmt: skip


def test_a_rate_that_is_turned_acts_from_the_next_step_on():
    picture = train.Picture(steps=1)
    turn = lambda: picture.turn("learning_rate", 0.0)
    stopped = fitted(picture, optim.inject_hyperparams(optim.sgd)(0.1), {("step", 4): turn})
    short = fitted(train.Picture(), optim.sgd(0.1), epochs=1)
    np.testing.assert_array_equal(stopped.run.model.weight, short.run.model.weight)
    rates = dict(picture.curves["learning rate"])
    assert rates[4] == pytest.approx(0.1) and rates[5] == 0.0
    assert picture.held == {"learning_rate": 0.0}


def test_a_turned_number_keeps_its_dtype_so_that_nothing_is_compiled_again():
    rate = jnp.float32(0.1)
    picture = train.Picture(steps=5)
    turn = {("step", 4): lambda: picture.turn("learning_rate", 0.05)}
    result = fitted(picture, optim.inject_hyperparams(optim.sgd)(rate), turn)
    found = result.run.memory.hyperparams["learning_rate"]
    assert found.dtype == np.float32 and float(found) == np.float32(0.05)


def test_all_numbers_of_the_optimiser_are_held_by_name():
    chained = optim.chain(optim.clip(1.0), optim.inject_hyperparams(optim.adam)(0.1, b1=0.8))
    found = held(chained.init({"w": jnp.ones(2)}))
    assert found["learning_rate"] == 0.1 and found["b1"] == 0.8 and found["b2"] == 0.999
    assert held(optim.adam(0.1).init({"w": jnp.ones(2)})) == {}


def test_a_name_that_is_not_held_ends_the_training_with_the_names_that_are():
    picture = train.Picture()
    picture.turn("lerning_rate", 0.1)
    with pytest.raises(FjaxValueError, match="no 'lerning_rate'. Did you mean 'learning_rate'"):
        fitted(picture, optim.inject_hyperparams(optim.sgd)(0.1))
    picture = train.Picture()
    picture.turn("learning_rate", 0.1)
    with pytest.raises(FjaxValueError, match="optim.inject_hyperparams makes it hold them"):
        fitted(picture, optim.sgd(0.1))


def test_a_number_is_finite():
    with pytest.raises(FjaxValueError, match="finite"):
        train.Picture().turn("learning_rate", float("nan"))


def test_what_follows_a_schedule_is_found_out():
    picture = train.Picture()
    optimizer = optim.inject_hyperparams(optim.sgd)(optim.linear_schedule(0.1, 0.01, 50))
    fitted(picture, optimizer, {("step", 2): lambda: picture.turn("learning_rate", 5.0)})
    assert picture._wanted.fixed == {"learning_rate"}


CELL = """
import asyncio, numpy as np
from fjax import data, nn, optim, random, train
x = np.linspace(-1, 1, 16, dtype=np.float32)[:, None]
picture = train.Picture(steps=10, seconds=0.05)
given = nn.Linear(1, 1, key=random.key(0)), optim.inject_hyperparams(optim.sgd)(0.125)
stop = lambda now: "turned" if picture.held["learning_rate"] != 0.125 else None
more = dict(epochs=20_000, callbacks=[picture, stop])
loader = data.Loader((x, 3 * x), 4)
result = await asyncio.to_thread(train.fit, *given, nn.losses.squared_error, loader, **more)
print("ended with", picture.held, result.reason)
"""


@pytest.mark.extended
def test_a_slider_in_a_running_cell_turns_the_rate(monkeypatch):
    pytest.importorskip("ipykernel")
    pytest.importorskip("ipywidgets")
    from jupyter_client.manager import start_new_kernel

    from tests.architecture.source import ROOT

    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    manager, client = start_new_kernel()
    try:
        asked, said, pages, slider = client.execute(CELL), "", 0, None
        end = time.monotonic() + 60
        while time.monotonic() < end:
            message = client.get_iopub_msg(timeout=60)
            kind, content = message["msg_type"], message["content"]
            state = content.get("data", {}).get("state", {}) if kind.startswith("comm") else {}
            if state.get("description") == "learning_rate":
                slider = content["comm_id"]
                assert state["value"] == 0.125 and state["_model_name"] == "FloatLogSliderModel"
            if slider is not None and "<svg" in str(state.get("value")):
                pages += 1
                turn = {"method": "update", "state": {"value": 0.25}, "buffer_paths": []}
                turned = client.session.msg("comm_msg", {"comm_id": slider, "data": turn})
                client.shell_channel.send(turned)
            said += content["text"] if kind == "stream" else ""
            said += "\n".join(content["traceback"]) if kind == "error" else ""
            idle = kind == "status" and content["execution_state"] == "idle"
            if idle and message["parent_header"].get("msg_id") == asked:
                break
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    assert "ended with {'learning_rate': 0.25} turned" in said, said
    assert pages > 0


def test_outside_of_a_notebook_nothing_is_shown(capsys):
    fitted(train.Picture(seconds=0.0), optim.sgd(0.1), epochs=1)
    assert capsys.readouterr().out == ""
    assert fjax.train.knobs.in_notebook() is False
