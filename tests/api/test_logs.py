"""What the log says of traces and compilations: what happened, how often, and for which line."""

import re

import pytest

import fjax
import fjax.numpy as jnp


@pytest.fixture
def lines(caplog):
    """The messages so far."""
    with fjax.log_compiles(True), fjax.explain_cache_misses(True):
        yield lambda: [record.getMessage() for record in caplog.records]


def finished(messages):
    """(compiled, loaded) of each compilation."""
    form = (
        r"Finished compilation .*: machine code was compiled (\d+) times and loaded .* (\d+) times"
    )
    found = [re.fullmatch(form, message) for message in messages]
    return [(int(m[1]), int(m[2])) for m in found if m]


def test_traced_compiled_and_loaded_are_told_apart(lines, tmp_path):
    function = fjax.jit(lambda x: jnp.tanh(x * 3.5) - x**7)
    before = fjax.config.compilation_cache_dir
    fjax.config.update("compilation_cache_dir", str(tmp_path))
    try:
        fjax.clear_caches()
        function(jnp.ones(40))
        ((compiled, loaded),) = finished(lines())
        assert compiled and not loaded
        fjax.clear_caches()
        function(jnp.ones(40))
        compiled, loaded = finished(lines())[1]
        assert loaded and not compiled
    finally:
        fjax.config.update("compilation_cache_dir", before)


def test_messages_name_the_line_of_the_call(lines):
    function = fjax.jit(lambda x: x + 1)
    function(jnp.ones(3))
    said = [m for m in lines() if m.startswith(("TRACING CACHE MISS", "Tracing", "Finished comp"))]
    assert len(said) == 3
    assert all(re.search(r"for .*test_logs\.py:\d+ \(test_messages", m) for m in said), said


def test_the_environment_is_printed(capsys):
    with fjax.debug_nans(True):
        fjax.environment()
    printed = capsys.readouterr().out
    for words in ("fjax: ", "numpy: ", "python: ", "devices: ", "option debug_nans: True"):
        assert words in printed
