"""Guards of transfers: what happens when NumPy's arrays become fjax's, or arrays change devices.

A NumPy array that is an operand is a transfer from the host, on the CPU, too, where it is a copy:
so programs meant for a GPU can be checked without one. What is read from a CPU's memory is none.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np

from fjax import errors
from fjax.config import config

logger = logging.getLogger("fjax")


class _Thread(threading.local):
    """Whether this thread transfers because it was asked to, as by device_put."""

    explicit = False


_thread = _Thread()


@contextlib.contextmanager
def asked_for() -> Iterator[None]:
    """Context manager: transfers in it are explicit.

    >>> with fjax.transfer_guard("disallow"), asked_for():
    ...     note("host_to_device", "a NumPy array")
    """
    before, _thread.explicit = _thread.explicit, True
    try:
        yield
    finally:
        _thread.explicit = before


def note(direction: str, what: Any) -> None:
    """Allow, log or refuse a transfer, as the option for its direction says.

    direction: 'host_to_device', 'device_to_device' or 'device_to_host'. Raises FjaxRuntimeError.

    >>> with fjax.transfer_guard("disallow"):
    ...     note("host_to_device", "a NumPy array")
    Traceback (most recent call last):
    fjax.errors.FjaxRuntimeError: Disallowed host-to-device transfer: a NumPy array...
    """
    level = _level(direction)
    if level == "allow" or (_thread.explicit and not level.endswith("_explicit")):
        return
    name = direction.replace("_", "-")
    if level.startswith("log"):
        logger.warning("%s transfer: %s, for %s", name, what, errors.user_line())
        return
    raise errors.FjaxRuntimeError(
        f"Disallowed {name} transfer: {what}. Move it with fjax.device_put or fjax.device_get, or "
        f"allow it with fjax.transfer_guard_{direction}('allow')"
    )


def note_numpy(value: np.ndarray) -> None:
    """As `note`, of a NumPy array that becomes an operand: its text takes longer than all else."""
    if value.ndim and config.transfer_guard_host_to_device != "allow":
        note("host_to_device", f"a NumPy array {value.dtype}{list(value.shape)}")


def _level(direction: str) -> str:
    if direction == "host_to_device":
        return str(config.transfer_guard_host_to_device)
    if direction == "device_to_device":
        return str(config.transfer_guard_device_to_device)
    return str(config.transfer_guard_device_to_host)
