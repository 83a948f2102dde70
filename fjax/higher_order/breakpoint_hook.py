"""Python's own `breakpoint()` while a function is traced."""

from __future__ import annotations

import os
import sys
from typing import Any

from fjax.core.tracing import state
from fjax.higher_order import breakpoints


def listen() -> None:
    """Have Python's own `breakpoint()` do this while a function is traced; called once, by `fjax`.

    A debugger that has taken `breakpoint()` over already keeps it.
    """
    before = sys.breakpointhook
    if before is not sys.__breakpointhook__:
        return

    def hook(*args: Any, **options: Any) -> Any:
        if state.trace is None:
            return before(*args, **options)
        if os.environ.get("PYTHONBREAKPOINT") != "0":
            breakpoints.break_at(sys._getframe(1), breakpoints.MOST_FRAMES, False, False, {})
        return None

    sys.breakpointhook = hook
