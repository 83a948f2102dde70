"""Forked children in tests: what one asserts there fails here."""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable

import pytest

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def in_child(work: Callable[[], object], seconds: int = 60) -> None:
    """Run work in a forked child; AssertionError if it raises, ends, or takes longer there."""
    reader, writer = os.pipe()
    process = os.fork()
    if process == 0:
        signal.alarm(seconds)
        try:
            work()
        except BaseException:
            os.write(writer, traceback.format_exc().encode()[-4000:])
            os._exit(1)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as said:
        text = said.read()
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    assert status == 0, text or f"the child ended with {status}"
