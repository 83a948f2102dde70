"""How a distribution is declared, and the functions that follow from its declaration.

A declaration is a class that is never instantiated: its docstring describes the distribution, its
functions are the formulas, of arguments that are floats already. The decorator `distribution` makes
of it the module that users import; type checkers see the class.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, TypeVar, cast

from fjax import numpy as jnp
from fjax.api.autodiff import jvp
from fjax.core.documentation import documented
from fjax.higher_order.custom_derivatives import SymbolicZero, custom_jvp
from fjax.interpreters.recorded import recorded
from fjax.scipy.special.arguments import inexact_operands

Formula = TypeVar("Formula", bound=Callable[..., Any])
Declaration = TypeVar("Declaration", bound=type)

PROBABILITIES = [0.25, 0.75]  # where the examples evaluate quantiles
# What a function returns, for those whose formula has no docstring; {} is its first parameter.
SUMMARIES = {
    "logpdf": "The log of the density at {}.",
    "pdf": "The density at {}.",
    "logpmf": "The log of the probability of {}.",
    "pmf": "The probability of {}.",
    "cdf": "The probability of a value up to {}.",
    "logcdf": "The log of `cdf`.",
    "sf": "The probability of a value above {}.",
    "logsf": "The log of `sf`.",
    "ppf": "The quantile: the inverse of `cdf`.",
    "isf": "The inverse of `sf`.",
}


class Following(NamedTuple):
    """The exponential of another function of the same distribution, as `exp_of` declares it."""

    formula: Callable[..., Any]
    summary: str | None
    edges: Callable[..., Any] | None
    of: str


def exp_of(
    formula: Formula,
    summary: str | None = None,
    edges: Callable[..., Any] | None = None,
    of: str = "",
) -> Formula:
    """In a declaration: the exponential of what the function with this formula returns.

    edges: where the logarithm is infinite although the exponential moves, as a boolean array, and
    a formula of the exponential there, for its slopes in the parameters that `of` names. Apart from
    that an exponential that is 0 stands still.
    """
    return cast(Formula, Following(formula, summary, edges, of))


def _exponential(
    inner: Callable[..., Any], edges: Callable[..., Any] | None, of: str
) -> Callable[..., Any]:
    """exp(inner(...)). Its slopes are not those of an infinite logarithm, times 0."""
    at_edges = [name in of.split() for name in inspect.signature(inner).parameters]

    @custom_jvp
    def compute(*given: Any) -> Any:
        return jnp.exp(inner(*given))

    def rule(primals: Any, tangents: Any) -> Any:
        out = compute(*primals)
        total = jnp.zeros_like(out)
        for k, tangent in enumerate(tangents):
            if type(tangent) is not SymbolicZero:
                slope = jnp.where(out == 0, 0, out * _slope(inner, k, primals, out))
                if edges is not None and at_edges[k]:
                    at_edge = _slope(lambda *given: edges(*given)[1], k, primals, out)
                    slope = jnp.where(edges(*primals)[0], at_edge, slope)
                total = total + (tangent * slope).astype(out.dtype)
        return out, total

    compute.defjvp(rule, symbolic_zeros=True)
    return compute


def _slope(function: Callable[..., Any], k: int, given: Sequence[Any], like: Any) -> Any:
    """The derivative of each result in its k-th argument, in the shape of `like`."""
    x = jnp.broadcast_to(given[k], like.shape)
    of_one = lambda x: jnp.broadcast_to(function(*given[:k], x, *given[k + 1 :]), like.shape)
    return jvp(of_one, (x,), (jnp.ones_like(x),))[1]


def distribution(
    points: list[Any], *parameters: float, **results: str
) -> Callable[[Declaration], Declaration]:
    """Decorates the declaration of a distribution.

    points, parameters: the arguments of the functions in the examples of their docstrings.
    results: what each function prints for them, rounded to six digits. (A formula whose docstring
    has an example needs none.)

    >>> fjax.scipy.stats.laplace
    <module 'fjax.scipy.stats.laplace'>
    >>> fjax.scipy.stats.laplace.pdf(jnp.array([0.0, 1.0])).round(6)
    Array([0.5    , 0.18394], dtype=float64)
    """

    def module_of(declaration: Declaration) -> Declaration:
        module = ModuleType(f"fjax.scipy.stats.{declaration.__name__}", declaration.__doc__)
        made: dict[Callable[..., Any] | Following, Callable] = {}
        for name, declared in vars(declaration).items():
            if isinstance(declared, (FunctionType, Following)) and not name.startswith("_"):
                made[declared] = _public(name, declared, module, made)
                made[declared].__doc__ = _docstring(
                    made[declared], declared, points, parameters, results
                )
                setattr(module, name, made[declared])
        sys.modules[module.__name__] = module
        return cast(Declaration, module)

    return module_of


def _public(
    name: str,
    declared: Callable[..., Any] | Following,
    module: ModuleType,
    made: dict[Callable[..., Any] | Following, Callable],
) -> Callable[..., Any]:
    """The function that users call. made: those of the declarations before it."""
    if isinstance(declared, Following):
        like = made[declared.formula]
        compute = _exponential(like, declared.edges, declared.of)
    else:
        like = compute = declared
    called = f"{module.__name__.rpartition('.')[2]}.{name}"
    return _with_parameters(
        like, name, module, lambda *given: compute(*inexact_operands(called, *given))
    )


def _with_parameters(
    like: Callable[..., Any], name: str, module: ModuleType, compute: Callable[..., Any]
) -> Callable[..., Any]:
    """A function of a module with the parameters of another one, which hands them to `compute`.

    Python itself binds the arguments, so that its errors are those of any function.
    """
    signature = inspect.signature(like)
    arguments = ", ".join(signature.parameters)
    source = f"def {name}{signature}:\n    return compute({arguments})\n"
    scope: dict[str, Any] = {"compute": recorded(compute), "Any": Any, "__name__": module.__name__}
    exec(compile(source, __file__, "exec", dont_inherit=True), scope)
    return scope[name]


def _docstring(
    function: Callable[..., Any],
    declared: Callable[..., Any] | Following,
    points: list[Any],
    parameters: tuple[float, ...],
    results: dict[str, str],
) -> str:
    """What a function returns, and an example."""
    own = declared.summary if isinstance(declared, Following) else declared.__doc__
    if own is not None and ">>>" in own:
        return own
    name = function.__name__
    summary = own or SUMMARIES[name].format(next(iter(inspect.signature(function).parameters)))
    at = PROBABILITIES if name in ("ppf", "isf") else points
    arguments = ", ".join([f"jnp.array({at})", *map(str, parameters)])
    call = f"{function.__module__}.{name}({arguments}).round(6)"
    return documented(summary, (call, results[name]))
