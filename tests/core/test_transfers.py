"""Guards of transfers: what nobody asked for is logged or refused, what was asked for is not."""

import logging
import os
import subprocess
import sys

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax
from fjax.errors import FjaxRuntimeError

X = np.arange(3.0)
FROM_HOST = {
    "an operation": lambda: lax.sin(X),
    "a function of two": lambda: jnp.hypot(X, X),
    "a method": lambda: jnp.ones(3) + X,
    "a jitted function": fjax.jit(lambda x: x + 1),
    "a gradient": fjax.grad(lambda x: (x * X).sum()),
}


def run(name):
    function = FROM_HOST[name]
    takes = name in ("a jitted function", "a gradient")
    return function(X) if takes else function()


@pytest.mark.parametrize("name", FROM_HOST)
@pytest.mark.parametrize("guard", [fjax.transfer_guard, fjax.transfer_guard_host_to_device])
def test_numpy_operands_are_refused_every_time(name, guard):
    for _ in range(6):  # what is called again and again has short ways
        run(name)
    for level in ("disallow", "disallow_explicit"):
        for _ in range(6):
            with guard(level), pytest.raises(FjaxRuntimeError, match="Disallowed host-to-device"):
                run(name)
    run(name)


@pytest.mark.parametrize("name", FROM_HOST)
def test_they_are_logged_with_the_users_line(name, caplog):
    with fjax.transfer_guard("log"), caplog.at_level(logging.WARNING, "fjax"):
        run(name)
    assert any("host-to-device transfer" in r.message for r in caplog.records)
    assert "test_transfers.py" in caplog.text


def test_device_put_is_asked_for():
    with fjax.transfer_guard("disallow"):
        x = fjax.device_put(X)
        assert fjax.jit(lambda x: x + 1)(x)[0] == 1
        np.testing.assert_array_equal(fjax.device_get(x), X)
    with fjax.transfer_guard("disallow_explicit"), pytest.raises(FjaxRuntimeError):
        fjax.device_put(X)


def test_fjaxs_own_arrays_and_numbers_are_no_transfers():
    with fjax.transfer_guard("disallow_explicit"):
        x = jnp.arange(3.0) * 2 + fjax.random.normal(fjax.random.key(0), (3,))
        fjax.jit(fjax.value_and_grad(lambda x: jnp.sin(x).sum()))(x)
        np.asarray(x)  # a CPU's memory is the host's


def test_guards_nest():
    with fjax.transfer_guard("disallow"):
        with fjax.transfer_guard_host_to_device("allow"):
            lax.sin(X)
        with fjax.transfer_guard("allow"):
            lax.sin(X)
        with pytest.raises(FjaxRuntimeError):
            lax.sin(X)
    lax.sin(X)


MOVES = """
import fjax, fjax.numpy as jnp, pytest
one, two = fjax.devices()
x = fjax.device_put(jnp.ones(3), one)
guard = fjax.transfer_guard_device_to_device
with guard("disallow"):
    fjax.device_put(x, two)
with guard("disallow_explicit"), pytest.raises(RuntimeError, match="device-to-device"):
    fjax.device_put(x, two)
"""


def test_moves_between_devices_are_guarded():
    two = {**os.environ, "FJAX_NUM_CPU_DEVICES": "2"}
    subprocess.run([sys.executable, "-c", MOVES], env=two, check=True)


def test_unknown_levels_are_refused():
    with pytest.raises(ValueError, match="disallow"), fjax.transfer_guard("never"):
        pass
