"""Tests of kernels that the CPU's emitter has, for a GPU's code in the emulator."""

import inspect
from contextlib import contextmanager

# Which of several iterations' values remains in an element, a GPU's threads do not say.
ONE_ELEMENT = (
    "test_iterations_that_write_to_one_element_keep_their_order",
    "test_rows_that_overlap_are_written_in_their_order",
)
# The vector mathematics leaves sin, cos, tan of large angles alone to the library.
SMALL_ANGLES = ("test_libm_call_matches_in_every_lane",)


def borrow(*modules):
    """The tests that call `check`, themselves or through a function of their module, by name."""
    found = {}
    for module in modules:
        for name, function in vars(module).items():
            left_out = name in ONE_ELEMENT + SMALL_ANGLES
            if name.startswith("test_") and _checks(module, function) and not left_out:
                assert name not in found, f"two tests are called {name}"
                found[name] = function
    return found


def _checks(module, function):
    names = function.__code__.co_names
    helpers = [getattr(module, name, None) for name in names]
    return "check" in names or any(
        inspect.isfunction(f) and f.__module__ == module.__name__ and "check" in f.__code__.co_names
        for f in helpers
    )


@contextmanager
def checked_by(check, *modules):
    """In these modules, this is `check`."""
    before = [module.check for module in modules]
    for module in modules:
        module.check = check
    try:
        yield
    finally:
        for module, known in zip(modules, before, strict=True):
            module.check = known
