"""`import jax` that gives fjax: for libraries and programs written for JAX, unchanged.

Three ways to it: `fjax.as_jax()` before anything imports jax, `python -m fjax run --as-jax
script.py …`, and `pytest -p fjax.as_jax …`. jaxlib need not be installed.

>>> import fjax
>>> with fjax.as_jax():
...     import jax.numpy
...     print(jax.numpy is fjax.numpy, jax.__version__)
True 0.10.2
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from types import TracebackType
from typing import Any

from fjax import errors
from fjax.as_jax.versions import JAX_VERSION
from fjax.config import config
from fjax.options import OPTIONS

__all__ = ["AsJax", "as_jax"]


def as_jax() -> AsJax:
    """Let `import jax`, and every module of jax, give fjax from now on.

    As in JAX, dtypes have 32 bits then unless `jax_enable_x64` is set. JAX's environment variables
    (JAX_ENABLE_X64, JAX_DEBUG_NANS, …) set the options of fjax with the same names, unless fjax's
    own variable (FJAX_ENABLE_X64, …) is set. What a callback raises reaches the caller as JAX's
    JaxRuntimeError, with the callback's traceback in its text.

    `undo()` of the result ends this, and so does the end of a `with` block. Then `jax` is not
    imported and options are as before. Modules that have imported jax meanwhile keep what they
    have. Called again while it is in force, it changes nothing. Raises FjaxRuntimeError if JAX
    itself is imported already.

    Modules whose names JAX keeps private (`jax._src`) exist as far as libraries use them. A name
    that fjax lacks on purpose raises AbsentNameError, which says why.

    >>> names = fjax.as_jax()
    >>> from jax import lax
    >>> lax is fjax.lax
    True
    >>> names.undo()
    """
    from fjax.as_jax.finder import FINDER

    real = sys.modules.get("jax")
    if real is not None and not FINDER.made(real):
        raise errors.FjaxRuntimeError(
            f"JAX itself is imported already (from {getattr(real, '__file__', None)}), and arrays "
            "and functions of both would meet: call fjax.as_jax() before anything imports jax, or "
            "start the program with `python -m fjax run --as-jax`"
        )
    return AsJax(FINDER.remove, _jax_options()) if FINDER.install() else AsJax(None, {})


class AsJax:
    """`import jax` gives fjax until `undo()`, or until the end of a `with` block."""

    def __init__(self, remove: Callable[[], None] | None, options: dict[str, Any]):
        self._remove = remove
        self._before = {name: config.read(name) for name in options}
        for name, value in options.items():
            config.update(name, value)
        errors.callbacks_as_in_jax = True

    def undo(self) -> None:
        """Let `import jax` mean JAX again, unless an earlier `as_jax` is in force."""
        if self._remove is not None:
            self._remove()
            self._remove = None
            errors.callbacks_as_in_jax = False
            for name, value in self._before.items():
                config.update(name, value)

    def __enter__(self) -> AsJax:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.undo()

    def __repr__(self) -> str:
        return f"<import jax gives fjax, as JAX {JAX_VERSION}>"


def _jax_options() -> dict[str, Any]:
    """The options that JAX's environment variables and its default of 32 bits ask for."""
    found: dict[str, Any] = {}
    for option in OPTIONS:
        variable = "JAX_" + option.name.upper()
        if option.variable in os.environ:
            continue
        if variable in os.environ:
            found[option.name] = option.read(variable)
        elif option.name == "enable_x64":
            found[option.name] = False
    return found


def pytest_load_initial_conftests() -> None:
    """As a plugin of pytest (`-p fjax.as_jax`): before conftest files are imported."""
    as_jax()
