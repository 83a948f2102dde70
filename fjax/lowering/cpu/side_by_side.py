"""Several threads compile modules of LLVM at the same time, each in its own context.

llvmlite lets one thread at a time into LLVM. LLVM does not need that, because contexts and target
machines share nothing. So object code is made without llvmlite's lock.
"""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from ctypes import string_at
from typing import Any

from fjax.core import lazy

llvm = lazy.module("llvmlite.binding")


SOON = 5e-5  # seconds until a thread gets its turn: some calls of LLVM are as short
Source = tuple[str, Callable[[Any, Any], None] | None]


def object_codes(sources: Iterable[Source], machines: Sequence[Any]) -> list[bytes]:
    """Object code of each module, in order. The texts are made while others are compiled.

    sources: LLVM IR, and what changes a module for a machine beforehand, if anything does.
    machines: LLVM's target machines, one for each thread. What fails is raised when all have ended.
    """
    waiting: queue.SimpleQueue[tuple[int, Source] | None] = queue.SimpleQueue()
    made: dict[int, bytes] = {}
    failures: list[BaseException] = []

    def work(machine: Any) -> None:
        while (item := waiting.get()) is not None:
            number, source = item
            try:
                made[number] = _object_code(machine, *source)
            except BaseException as failure:  # told to the thread that asked
                failures.append(failure)

    threads = [threading.Thread(target=work, args=(m,), daemon=True) for m in machines]
    interval = sys.getswitchinterval()
    for thread in threads:
        thread.start()
    try:
        sys.setswitchinterval(SOON)
        for item in enumerate(sources):
            waiting.put(item)
    except BaseException as failure:
        failures.append(failure)
    finally:
        sys.setswitchinterval(interval)
    for _ in threads:
        waiting.put(None)
    for thread in threads:
        while thread.is_alive():  # until then its machine is in use
            try:
                thread.join()
            except KeyboardInterrupt as interrupt:
                failures.append(interrupt)
    if failures:
        raise failures[0]
    return [made[k] for k in range(len(made))]


def _object_code(machine: Any, text: str, change: Callable[[Any, Any], None] | None) -> bytes:
    """What a target machine makes of a module."""
    library = llvm.ffi.lib
    emit = library.LLVMPY_TargetMachineEmitToMemory
    emit = getattr(emit, "_cfn", emit)  # without the lock
    # Closed here: a failure's traceback is part of a cycle, whose parts end in any order.
    with llvm.create_context() as context, llvm.parse_assembly(text, context) as module:
        if change is not None:
            change(module, machine)
        module.verify()
        with llvm.ffi.OutputString() as error:
            buffer = emit(machine, module, 1, error)
            if not buffer:
                raise RuntimeError(str(error))
    try:
        start, size = library.LLVMPY_GetBufferStart(buffer), library.LLVMPY_GetBufferSize(buffer)
        return string_at(start, size)
    finally:
        library.LLVMPY_DisposeMemoryBuffer(buffer)
