"""What several tests of kernels for CPUs need."""

import pytest

import fjax
from fjax.config import config


@pytest.fixture
def everything_is_compiled():
    """No kernel comes from disk: its key knows nothing of constants that a test changes."""
    kept = config.enable_compilation_cache
    config.update("enable_compilation_cache", False)
    yield
    config.update("enable_compilation_cache", kept)
    fjax.clear_caches()
