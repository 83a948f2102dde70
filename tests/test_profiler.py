"""Traces hold the annotated spans, and only those inside of them."""

import gzip
import json
import threading

import pytest

from fjax import profiler
from fjax.errors import FjaxRuntimeError, FjaxValueError


def _events(folder, pattern="*.trace.json.gz"):
    (path,) = folder.rglob(pattern)
    with gzip.open(path, "rt") as file:
        return json.load(file)["traceEvents"]


def test_a_span_lies_inside_the_one_around_it(tmp_path):
    with profiler.trace(tmp_path), profiler.TraceAnnotation("outer"):
        with profiler.TraceAnnotation("inner", rows=3):
            sum(range(1000))
    inner, outer = _events(tmp_path)
    assert (inner["name"], outer["name"]) == ("inner", "outer")
    assert inner["args"] == {"rows": "3"}
    assert outer["ts"] <= inner["ts"]
    assert inner["ts"] + inner["dur"] <= outer["ts"] + outer["dur"]


def test_functions_and_steps_are_spans_too(tmp_path):
    @profiler.annotate_function
    def work(x):
        return x + 1

    with profiler.trace(tmp_path):
        with profiler.StepTraceAnnotation("train", step_num=7):
            assert work(1) == 2
    called, step = _events(tmp_path)
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
