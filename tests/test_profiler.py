"""Traces hold calls, compilations and annotated spans, and only those inside of them."""

import gc
import gzip
import json
import threading

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import lax, profiler
from fjax.api.jit_function import JitFunction
from fjax.errors import FjaxRuntimeError, FjaxValueError
from fjax.lowering.cpu.runtime import threads


def _events(folder, pattern="*.trace.json.gz", kind="annotation"):
    """The events of a kind, as they are written: with the names of rows and places in time."""
    (path,) = (folder / "plugins").rglob(pattern)
    with gzip.open(path, "rt") as file:
        events = json.load(file)["traceEvents"]
    named = {e["tid"] for e in events if e["name"] == "thread_name"}
    assert events[0]["args"] == {"name": "fjax"}
    assert all(e["tid"] in named and e["ts"] >= 0 for e in events if e["ph"] != "M")
    return [e for e in events if e.get("cat") == kind]


def test_a_span_lies_inside_the_one_around_it(tmp_path):
    with profiler.trace(tmp_path), profiler.TraceAnnotation("outer"):
        with profiler.TraceAnnotation("inner", rows=3):
            sum(range(1000))
    outer, inner = _events(tmp_path)
    assert (inner["name"], outer["name"]) == ("inner", "outer")
    assert inner["args"] == {"rows": "3"}
    assert outer["ts"] <= inner["ts"]
    assert inner["ts"] + inner["dur"] <= outer["ts"] + outer["dur"]


def test_a_trace_is_a_span_from_its_beginning_to_its_end(tmp_path):
    """So that a viewer shows something, and says why there is nothing else."""
    with profiler.trace(tmp_path / "empty"):
        pass
    (whole,) = _events(tmp_path / "empty", kind="trace")
    assert whole["dur"] > 0 and "no jitted function was called" in whole["args"]["note"]
    with profiler.trace(tmp_path / "used"), profiler.TraceAnnotation("inner"):
        pass
    (whole,) = _events(tmp_path / "used", kind="trace")
    (inner,) = _events(tmp_path / "used")
    assert whole["args"] == {} and whole["ts"] <= inner["ts"]
    assert inner["ts"] + inner["dur"] <= whole["ts"] + whole["dur"]


def test_a_folder_that_cannot_be_written_to_is_told_at_the_beginning(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file") as info:
        profiler.start_trace(tmp_path / "file")
    assert "start_trace: " in str(info.value) and "is a file" in str(info.value)
    with profiler.trace(tmp_path / "folder"):
        pass


def test_functions_and_steps_are_spans_too(tmp_path):
    @profiler.annotate_function
    def work(x):
        return x + 1

    with profiler.trace(tmp_path):
        with profiler.StepTraceAnnotation("train", step_num=7):
            assert work(1) == 2
    step, called = _events(tmp_path)
    assert called["name"].endswith("work")
    assert step["args"] == {"step_num": "7"}


def test_spans_of_other_threads_have_their_own_row(tmp_path):
    def work():
        with profiler.TraceAnnotation("there"):
            pass

    with profiler.trace(tmp_path), profiler.TraceAnnotation("here"):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert len({event["tid"] for event in _events(tmp_path)}) == 2


def test_a_span_outside_of_a_trace_is_not_recorded(tmp_path):
    early = profiler.TraceAnnotation("early")
    early.__enter__()
    with profiler.trace(tmp_path):
        early.__exit__(None, None, None)
    assert _events(tmp_path) == []


def test_a_trace_for_perfetto_has_jaxs_file_name(tmp_path):
    with profiler.trace(tmp_path, create_perfetto_trace=True), profiler.TraceAnnotation("step"):
        pass
    assert [event["name"] for event in _events(tmp_path, "perfetto_trace.json.gz")] == ["step"]


def test_one_trace_at_a_time(tmp_path):
    with profiler.trace(tmp_path):
        with pytest.raises(FjaxRuntimeError, match="already been started"):
            profiler.start_trace(tmp_path)
    with pytest.raises(FjaxRuntimeError, match="No profile started"):
        profiler.stop_trace()


@pytest.mark.parametrize("option", ["create_perfetto_link", "profiler_options"])
def test_what_needs_xlas_profiler_is_refused(tmp_path, option):
    with pytest.raises(FjaxValueError, match=option):
        profiler.start_trace(tmp_path, **{option: True})


def test_calls_of_jitted_functions_and_what_they_compile_are_recorded(tmp_path):
    def loss(x):
        return jnp.sum(jnp.sin(x) * 3)

    step = fjax.jit(fjax.grad(loss))
    x = jnp.ones(7)
    step(x)
    with profiler.trace(tmp_path), profiler.TraceAnnotation("steps"):
        for _ in range(3):
            step(x)
        fjax.jit(lambda x: jnp.cos(x) - 7)(x)
    step(x)
    (steps,) = _events(tmp_path)
    calls = _events(tmp_path, kind="jit")
    assert [e["name"] for e in calls] == ["loss"] * 3 + ["<lambda>"]
    starts = [e["ts"] for e in calls]
    assert starts == sorted(starts)
    for call in calls:
        assert steps["ts"] <= call["ts"]
        assert call["ts"] + call["dur"] <= steps["ts"] + steps["dur"]
    marks = _events(tmp_path, kind="compiling")
    assert "traced" in {e["name"] for e in marks}
    assert all(e["ts"] >= calls[-1]["ts"] for e in marks)


def test_a_call_that_fails_is_recorded_and_raises(tmp_path):
    with profiler.trace(tmp_path):
        with pytest.raises(ValueError, match="of mine"):
            fjax.jit(lambda x: _fail())(1.0)
    assert [e["name"] for e in _events(tmp_path, kind="jit")] == ["<lambda>"]


def _fail():
    raise ValueError("of mine")


def test_nothing_watches_after_a_trace(tmp_path):
    before = JitFunction.__call__
    with profiler.trace(tmp_path):
        assert JitFunction.__call__ is not before
        with pytest.raises(FjaxRuntimeError):
            profiler.start_trace(tmp_path)
    assert JitFunction.__call__ is before


def test_steps_of_programs_are_recorded_with_their_lines(tmp_path):
    @fjax.jit
    def f(x):
        low = jnp.sort(jnp.sin(x), axis=1)
        return jnp.tanh(low @ low.T), lax.fori_loop(0, 3, lambda i, c: c * 0.5 + i, x.sum())

    x = np.random.RandomState(0).rand(20, 20)
    for steps in (False, True):
        before = f(x)
        with profiler.trace(tmp_path / str(steps), steps=steps):
            recorded = f(x)
            np.testing.assert_array_equal(f(x)[0], before[0])
        np.testing.assert_array_equal(recorded[1], before[1])
    assert _events(tmp_path / "False", kind="step") == []
    events = _events(tmp_path / "True", kind="step")
    calls = _events(tmp_path / "True", kind="jit")
    assert len(calls) == 2 and len(events) % 2 == 0
    names = [event["name"] for event in events]
    assert "sort" in names and {"kernel: tanh", "dot_general"} < set(names)
    (line, *_) = [event["args"]["lines"] for event in events if event["name"] == "sort"]
    assert line == f"test_profiler.py:{f.__wrapped__.__code__.co_firstlineno + 2}"
    for event in events:
        assert int(event["args"]["bytes"]) > 0 and int(event["args"]["threads"]) > 0
        rate = int(event["args"]["bytes"]) / max(1000 * event["dur"], 1)  # bytes a nanosecond
        np.testing.assert_allclose(float(event["args"]["GB/s"]), rate, rtol=0.01)
        assert any(
            call["ts"] <= event["ts"] and event["ts"] + event["dur"] <= call["ts"] + call["dur"]
            for call in calls
        )


def test_steps_are_recorded_of_threads_and_of_programs_that_are_gone_and_the_last_ones(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(threads, "STAMPS", 16)
    threads._stamp_ring.cache_clear()
    function = fjax.jit(jnp.tan)
    function(1.0)
    with profiler.trace(tmp_path, steps=True):
        thread = threading.Thread(target=function, args=(1.0,))
        thread.start()
        thread.join()
        fjax.jit(lambda x: jnp.sort(x))(jnp.ones(3))
        gc.collect()
    assert [e["name"] for e in _events(tmp_path, kind="step")] == ["kernel: tan", "sort"]
    with profiler.trace(tmp_path / "more", steps=True):
        function(1.0)
        for _ in range(20):
            fjax.jit(jnp.cbrt)(1.0)
    assert [e["name"] for e in _events(tmp_path / "more", kind="step")] == ["kernel: cbrt"] * 16
    threads._stamp_ring.cache_clear()


def test_donated_arguments_are_taken_while_steps_are_recorded(tmp_path):
    f = fjax.jit(lambda x: (x.at[0].set(jnp.sort(x)[-1]), x.sum()), donate_argnums=0)
    x = jnp.arange(5.0) + 0
    with profiler.trace(tmp_path, steps=True):
        changed, total = f(x)
    assert x.is_deleted() and total == 10
    np.testing.assert_array_equal(changed, [4, 1, 2, 3, 4])
