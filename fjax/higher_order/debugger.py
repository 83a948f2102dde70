"""pdb at a breakpoint of a program: frames are rebuilt with the values of the run."""

from __future__ import annotations

import bdb
import pdb
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from fjax import errors

if TYPE_CHECKING:
    from fjax.higher_order.breakpoints import CallerFrame

STEPPING = (
    "The program runs on as a whole: `continue` goes to the next stop, and another breakpoint() "
    "stops elsewhere.\nTo step line by line, call the function itself, without grad or vmap, "
    "within `with fjax.disable_jit():`."
)
_STOP = "__stop__"


class Debugger(pdb.Pdb):
    """pdb on rebuilt frames: it looks, and goes on."""

    def __init__(self, **options: Any):
        super().__init__(nosigint=True, readrc=False, **options)
        self.prompt = "(fjax) "

    def get_stack(self, f: Any, t: Any) -> tuple[list[Any], int]:
        """The frames without fjax's own."""
        found, at = super().get_stack(f, t)
        shown = [x for x in found if not errors.is_own_code(x[0].f_code)]
        current = found[at] if found else None
        return shown, shown.index(current) if current in shown else max(len(shown) - 1, 0)

    def _stays(self, arg: str) -> None:
        self.message(STEPPING)

    do_next = do_n = do_step = do_s = do_return = do_r = do_until = do_unt = _stays
    do_jump = do_j = _stays


def stop(
    frames: Sequence[CallerFrame],
    steps: Sequence[Any],
    streams: dict[str, Any],
    at: tuple[int, ...],
) -> None:
    """Make the frames, and have pdb open on the innermost one."""
    debugger = Debugger(**streams)
    says = [f"example {', '.join(map(str, at))}"] if at else []
    says += [f"step {', '.join(str(int(s)) for s in steps)}"] if len(steps) else []

    def opened() -> None:
        frame = sys._getframe(1)
        frame.f_locals.pop(_STOP, None)
        if says:
            debugger.message(f"fjax: {', '.join(says)}")
        debugger.reset()
        debugger.interaction(frame, None)
        if debugger.quitting:
            raise bdb.BdbQuit

    run = opened
    for each in frames:
        run = _remade(each, run)
    run()


def _remade(frame: CallerFrame, inside: Callable[[], None]) -> Callable[[], None]:
    """A function that runs `inside` in a frame with this one's file, line, name and values."""
    own = frame.code
    blank = "\n" * (frame.line - own.co_firstlineno)  # lines count from the function's first one
    code = compile(f"{blank}{_STOP}()", own.co_filename, "exec").replace(
        co_name=own.co_name, co_qualname=own.co_qualname, co_firstlineno=own.co_firstlineno
    )

    def run() -> None:
        exec(code, frame.names, {**frame.values, _STOP: inside})

    return run
