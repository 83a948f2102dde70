"""`fjax.explain`: a page that shows what the compiler made of each line of a function."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fjax.core import lazy

if TYPE_CHECKING:
    from fjax.explanation.explaining import Explainer

_explaining: Any = lazy.module("fjax.explanation.explaining")


def explain(fun: Callable[..., Any], *, measure: bool = False) -> Explainer:
    """A function that makes, for given arguments, a page about what `fun` becomes.

    The page has your source, the jaxpr, the steps of the compiled program and its kernels side by
    side: a click on a line, an equation, a step or a kernel shows what belongs to it in the
    others. Each step says why it stands alone and how many bytes it moves; what costs most stands
    at the top. A notebook shows the page; `.open()` shows it in a browser, `.save(path)` writes it,
    `.html` is its text. It needs no server and no network, and nothing in the program's names or
    strings can act in it.

    measure: run the function some dozens of times, with whatever it does besides computing, and
        show what each step takes. The arguments must have values then, and donated ones stay as
        they are.

    The result takes the function's arguments: arrays, or ShapeDtypeStructs. If the function fails
    while it is traced, the page shows how far it came, and `.error` is what it raised; what is
    raised otherwise is raised. `python -m fjax explain FILE.py:function` does the same.

    >>> import fjax, fjax.numpy as jnp
    >>> page = fjax.explain(lambda x: jnp.sum(jnp.sin(x) * 2))(jnp.ones(8))
    >>> page
    <explanation of <lambda>(f64[8]) -> f64[]: 3 equations, 1 step, 1 kernel>
    >>> page.html.startswith("<!DOCTYPE html>")
    True
    """
    return _explaining.Explainer(fun, measure)
