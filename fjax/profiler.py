"""Traces of where a program spends its time, in a format that trace viewers open.

A trace holds the calls of jitted functions and the spans that the program marks itself with
`TraceAnnotation`, `StepTraceAnnotation` or `annotate_function`, one row a thread, and marks where a
function was traced, a program compiled, a kernel compiled or loaded from disk. A span from its
beginning to its end is around them, so that no trace is empty. The gaps between are Python, and
operations outside of `jit`. https://ui.perfetto.dev and chrome://tracing open it.
A span ends when the code in it returns: on a CPU fjax computes before it returns, so that is when
its arrays are ready. With `steps=True` a trace holds each kernel, library call and loop of these
calls, too, with the lines that it comes from, the bytes that it reads and writes, and threads.
"""

from __future__ import annotations

import functools
import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fjax import absent
from fjax.api.watched import Noted, watch_calls
from fjax.core import lazy
from fjax.core.regular_files import check_folder
from fjax.errors import FjaxRuntimeError, FjaxValueError
from fjax.locks import process_lock
from fjax.monitoring import register_event_listener, unregister_event_listener

__all__ = [
    "StepTraceAnnotation",
    "TraceAnnotation",
    "annotate_function",
    "start_trace",
    "stop_trace",
    "trace",
]

noted_steps: Any = lazy.module("fjax.explanation.noted_steps")
gzip, socket = lazy.module("gzip"), lazy.module("socket")
tempfile: Any = lazy.module("tempfile")


# What an event is, in a viewer.
CALL, STEP, ANNOTATION, COMPILING, WHOLE = "jit", "step", "annotation", "compiling", "trace"
MARKS = {
    "/fjax/trace_to_jaxpr": "traced",
    "/fjax/pxla_cached_compilation": "planned",
    "/fjax/kernel_compiled": "kernel compiled",
    "/fjax/kernel_loaded": "kernel loaded from disk",
}


NOTHING = "no jitted function was called, and nothing annotated, while this was recorded"
FAST = 3  # of gzip's levels; 9 takes ten times as long and leaves three quarters
_Span = tuple[int, str, int, int, dict[str, Any], str]  # thread, name, start, end, metadata, kind


class _Recording:
    """A trace under way: where it goes, and what it holds, each with its thread."""

    def __init__(self, folder: Path, for_perfetto: bool, steps: bool):
        self.profiles = folder / "plugins" / "profile"
        self.for_perfetto = for_perfetto
        self.thread = threading.get_ident()
        self.start = self.stop = time.perf_counter_ns()
        self.recorder = noted_steps.StepRecorder() if steps else None
        self.calls: list[Noted] = []
        self.spans: list[tuple[int, str, int, int, dict[str, Any]]] = []
        self.marks: list[tuple[int, str, int]] = []

    def begin(self) -> None:
        """Have calls and compilations noted."""
        register_event_listener(self.mark)
        watch_calls(self.calls)
        if self.recorder is not None:
            self.recorder.begin()

    def end(self) -> None:
        """Note nothing more."""
        self.stop = time.perf_counter_ns()
        watch_calls(None)
        if self.recorder is not None:
            self.recorder.end()
        unregister_event_listener(self.mark)

    def add(self, name: str, start: int, end: int, metadata: dict[str, Any]) -> None:
        """A span that the program marks."""
        self.spans.append((threading.get_ident(), name, start, end, metadata))

    def mark(self, event: str, **_metadata: Any) -> None:
        """Something that happened while a program was compiled."""
        if event in MARKS:
            self.marks.append((threading.get_ident(), MARKS[event], time.perf_counter_ns()))

    def events(self) -> Iterator[dict[str, Any]]:
        """All of it as the events of Chrome's trace format, in the order in which they began."""
        known = [call for call in self.calls if call[2] >= self.start]
        spans: list[_Span] = [(*call, {}, CALL) for call in known]
        for thread, label, start, end in self.recorder.steps() if self.recorder else ():
            if start >= self.start:
                rate = f"{int(label.shown['bytes']) / max(end - start, 1):.3g}"
                spans.append((thread, label.name, start, end, label.shown | {"GB/s": rate}, STEP))
        spans += [(*span, ANNOTATION) for span in self.spans]
        said = {} if spans or self.marks else {"note": NOTHING}
        spans.append((self.thread, "what was traced", self.start, self.stop, said, WHOLE))
        spans.sort(key=lambda span: span[2])
        threads = dict.fromkeys([*(span[0] for span in spans), *(mark[0] for mark in self.marks)])
        rows = {number: row for row, number in enumerate(threads)}
        process = {"name": "process_name", "ph": "M", "pid": os.getpid(), "tid": 0}
        yield {**process, "args": {"name": "fjax"}}
        alive = {t.ident: t.name for t in threading.enumerate()}
        for number, row in rows.items():
            named = {"name": alive.get(number, f"a thread that has ended, {row}")}
            yield {**process, "name": "thread_name", "tid": row, "args": named}
        for number, name, start, end, metadata, kind in spans:
            event = self._event(name, kind, start, rows[number])
            shown = {key: str(value) for key, value in metadata.items()}
            yield {**event, "ph": "X", "dur": (end - start) / 1000, "args": shown}
        for number, name, at in self.marks:
            yield {**self._event(name, COMPILING, at, rows[number]), "ph": "i", "s": "t"}

    def _event(self, name: str, kind: str, at: int, row: int) -> dict[str, Any]:
        when = (at - self.start) / 1000
        return {"name": name, "cat": kind, "ts": when, "pid": os.getpid(), "tid": row}

    def reserve(self) -> None:
        """OSError where the trace could not be written in the end."""
        try:
            self.profiles.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.profiles):
                pass
        except OSError as error:
            error.add_note("fjax: start_trace and trace take a folder that can be written to")
            raise

    def write(self) -> None:
        folder = self.profiles / time.strftime("%Y_%m_%d_%H_%M_%S")
        folder.mkdir(parents=True, exist_ok=True)
        names = [f"{socket.gethostname()}.trace.json.gz"]
        if self.for_perfetto:
            names.append("perfetto_trace.json.gz")
        for name in names:
            with gzip.open(folder / name, "wt", FAST, encoding="utf-8") as file:
                file.write('{"displayTimeUnit": "ms", "traceEvents": [')
                for number, event in enumerate(self.events()):
                    file.write((",\n" if number else "\n") + json.dumps(event))
                file.write("]}")


_lock = process_lock()
_recording: _Recording | None = None


def start_trace(
    log_dir: os.PathLike | str,
    create_perfetto_link: bool = False,
    create_perfetto_trace: bool = False,
    profiler_options: None = None,
    *,
    steps: bool = False,
) -> None:
    """Begin to record calls of jitted functions, compilations and annotated spans of all threads.

    `stop_trace` writes them to `log_dir/plugins/profile/<time>/<host>.trace.json.gz` (and to
    `perfetto_trace.json.gz` beside it with create_perfetto_trace). A call takes half a microsecond
    more. steps: whether the steps of the calls are recorded as well, the last half a million of
    them; each takes 0.03 microseconds more. RuntimeError if a trace is under way; OSError where
    `log_dir` cannot be written to; ValueError for a perfetto link, which would need a server, and
    for options of XLA's profiler.

    >>> import tempfile
    >>> start_trace(tempfile.mkdtemp())
    >>> with TraceAnnotation("solve"):
    ...     x = jnp.linalg.solve(jnp.eye(3), jnp.ones(3))
    >>> stop_trace()
    """
    global _recording
    if create_perfetto_link:
        raise FjaxValueError(
            "start_trace: fjax starts no server for create_perfetto_link; take "
            "create_perfetto_trace=True and open the file at ui.perfetto.dev"
        )
    if profiler_options is not None:
        raise FjaxValueError(
            "start_trace: profiler_options are those of XLA's profiler, which "
            "fjax does not have; leave them out"
        )
    with _lock:
        if _recording is not None:
            raise FjaxRuntimeError(
                "start_trace: Profile has already been started; only one may "
                "run at a time, call stop_trace first"
            )
        check_folder("start_trace", log_dir)
        recording = _Recording(Path(log_dir), create_perfetto_trace, steps)
        recording.reserve()
        _recording = recording
        _recording.begin()


def stop_trace() -> None:
    """End the trace that `start_trace` began, and write it. RuntimeError if there is none.

    >>> stop_trace()
    Traceback (most recent call last):
    fjax.errors.FjaxRuntimeError: stop_trace: No profile started; call start_trace first...
    """
    global _recording
    with _lock:
        recording, _recording = _recording, None
    if recording is None:
        raise FjaxRuntimeError("stop_trace: No profile started; call start_trace first")
    recording.end()
    recording.write()


@contextmanager
def trace(
    log_dir: os.PathLike | str,
    create_perfetto_link: bool = False,
    create_perfetto_trace: bool = False,
    profiler_options: None = None,
    *,
    steps: bool = False,
) -> Iterator[None]:
    """Context manager: `start_trace` with these arguments, and `stop_trace` at the end.

    >>> import pathlib, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> with trace(folder), TraceAnnotation("step"):
    ...     y = jnp.ones(3) + 1
    >>> [path.suffix for path in pathlib.Path(folder).rglob("*.trace.json.gz")]
    ['.gz']
    """
    start_trace(log_dir, create_perfetto_link, create_perfetto_trace, profiler_options, steps=steps)
    try:
        yield
    finally:
        stop_trace()


class TraceAnnotation:
    """Context manager: a span of this name in the trace, if one is being recorded.

    metadata: shown beside the span. Inside a jitted function a span measures the tracing, since its
    Python code runs then only.

    >>> with TraceAnnotation("load", rows=3):
    ...     x = jnp.ones((3, 2))
    """

    def __init__(self, name: str, **metadata: Any):
        self.name = name
        self.metadata = metadata
        self._start = 0

    @staticmethod
    def is_enabled() -> bool:
        """Whether a trace is being recorded.

        >>> TraceAnnotation.is_enabled()
        False
        """
        return _recording is not None

    def __enter__(self) -> TraceAnnotation:
        self._start = time.perf_counter_ns()
        return self

    def __exit__(self, *_error: Any) -> None:
        recording = _recording
        if recording is not None and self._start >= recording.start:
            recording.add(self.name, self._start, time.perf_counter_ns(), self.metadata)


class StepTraceAnnotation(TraceAnnotation):
    """A span for one step of a loop; `step_num` is its number.

    >>> for step in range(2):
    ...     with StepTraceAnnotation("train", step_num=step):
    ...         x = jnp.ones(3)
    """


def annotate_function(
    func: Callable[..., Any], name: str | None = None, **decorator_kwargs: Any
) -> Callable[..., Any]:
    """Decorator: each call of the function is a span, under its name or the one given.

    >>> @annotate_function
    ... def double(x):
    ...     return 2 * x
    >>> double(jnp.arange(3))
    Array([0, 2, 4], dtype=int64)
    """
    name = name or getattr(func, "__qualname__", None) or func.__name__

    @functools.wraps(func)
    def annotated(*args: Any, **kwargs: Any) -> Any:
        with TraceAnnotation(name, **decorator_kwargs):
            return func(*args, **kwargs)

    return annotated


absent.answer_for(__name__)
