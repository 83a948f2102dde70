"""The end of a process some of whose threads still compute.

Python waits for no daemon thread. The C library then runs what libraries have registered for the
end: OpenBLAS gives back the memory that a product in another thread works in, and that thread
takes the process down with SIGSEGV. So where other threads are left, the process ends before that,
with the status that it has.
"""

from __future__ import annotations

import atexit
import ctypes
import sys


def watch() -> None:
    """See to it that the process ends well whatever its threads do then."""
    atexit.register(_skip_destructors)


def _skip_destructors() -> None:
    """Have exit() flush streams and end the process, before all that was registered earlier."""
    if len(sys._current_frames()) == 1:
        return
    library = ctypes.CDLL(None)
    if not (hasattr(library, "on_exit") and hasattr(library, "__cxa_atexit")):
        return  # not glibc: nothing else is given the status
    end, flush = (ctypes.cast(f, ctypes.c_void_p) for f in (library._exit, library.fflush))
    library.on_exit(end, None)
    getattr(library, "__cxa_atexit")(flush, None, None)
