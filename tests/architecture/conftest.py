"""What the tests of the source share."""

import pytest

from tests.architecture.source import modules


@pytest.fixture(scope="package", autouse=True)
def _trees_are_forgotten():
    """Each garbage collection of the tests that follow would pass over them: a second each."""
    yield
    modules.cache_clear()
