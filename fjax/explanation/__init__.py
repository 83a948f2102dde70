"""`fjax.explain`: a page that shows what the compiler made of each line of a function."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fjax.core import lazy
from fjax.core.array import Array
from fjax.core.ir import ClosedJaxpr, Jaxpr
from fjax.core.mesh import Mesh
from fjax.core.sharding import Sharding
from fjax.core.shown import Shown
from fjax.lowering.run.plan import Plan

if TYPE_CHECKING:
    from fjax.explanation.explaining import Explainer
    from fjax.explanation.profiling import Profile

_profiling: Any = lazy.module("fjax.explanation.profiling")
_explaining: Any = lazy.module("fjax.explanation.explaining")
_pictures: Any = lazy.module("fjax.explanation.pictures")
_treescope: Any = lazy.module("fjax.explanation.in_treescope")


def attach() -> None:
    """Have notebooks and treescope show what fjax is made of; called once, by `fjax`."""
    shown: dict[Any, Callable[[Any], str | None]] = {
        Array: lambda x: _pictures.of_array(x),
        Jaxpr: lambda jaxpr: _pictures.of_jaxpr(jaxpr),
        ClosedJaxpr: lambda jaxpr: _pictures.of_jaxpr(jaxpr),
        Shown: lambda x: _pictures.of_shown(x),
        Plan: lambda plan: _pictures.of_plan(plan),
        Mesh: lambda mesh: _pictures.of_mesh(mesh),
        Sharding: lambda sharding: _pictures.of_sharding(sharding),
    }
    for kind, picture in shown.items():
        kind._repr_html_ = picture
        kind.__treescope_repr__ = lambda x, path, renderer: _treescope.rendered(x, path)
    adapted: Any = Array
    adapted.__treescope_ndarray_adapter__ = lambda x: _treescope.Adapter()


def explain(fun: Callable[..., Any], *, measure: bool = False) -> Explainer:
    """A function that makes, for given arguments, a page about what `fun` becomes.

    The page has your source, the jaxpr, the steps of the compiled program and its kernels side by
    side: a click on a line, an equation, a step or a kernel shows what belongs to it in the
    others. Each step says why it stands alone and how many bytes it moves; what costs most stands
    at the top. A notebook shows the page; `.open()` shows it in a browser, `.save(path)` writes it,
    `.html` is its text, and `print` shows what costs most in a few lines. The page needs no server
    and no network, and nothing in the program's names or strings can act in it.

    measure: run the function some dozens of times, with whatever it does besides computing, and
        show what each step takes. The arguments must have values then, and donated ones stay as
        they are.

    The result takes the function's arguments: arrays, or ShapeDtypeStructs. If the function fails
    while it is traced, the page shows how far it came, and `.error` is what it raised; what is
    raised otherwise is raised. `explain(f).compare(g)` makes a page about two versions, and
    `python -m fjax explain FILE.py:function` one from a shell.

    Returns a function of the arguments of `fun`.

    >>> import fjax, fjax.numpy as jnp
    >>> page = fjax.explain(lambda x: jnp.sum(jnp.sin(x) * 2))(jnp.ones(8))
    >>> page
    <explanation of <lambda>(f64[8]) -> f64[]: 3 equations, 1 step, 1 kernel>
    >>> page.html.startswith("<!DOCTYPE html>")
    True
    """
    return _explaining.Explainer(fun, measure)


def profile(fun: Callable[..., Any]) -> Callable[..., Profile]:
    """A function that runs `fun` on given arguments some dozens of times, and says what takes time.

    The result prints in ten lines: of each kernel and library call the time, its share, the bytes
    that it moves in a second, its threads and its lines; then the source lines that take most. The
    arguments must have values. What `fun` does besides computing happens at each run.
    `.explained.open()` shows the page of the same run.

    >>> import fjax, fjax.numpy as jnp
    >>> print(fjax.profile(lambda x: jnp.sum(jnp.sin(x) * 2))(jnp.ones(8)))  # doctest: +ELLIPSIS
    <lambda>(f64[8]) -> f64[]: ... a run...
    step      computes              time  ...
    kernel 0  sin, mul, reduce_sum  ...
    line 1    ...
    """
    return _profiling.profiler_of(fun)
