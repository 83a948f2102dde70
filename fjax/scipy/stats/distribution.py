"""How a distribution is declared, and the functions that follow from its declaration.

A declaration is a class that is never instantiated: its docstring describes the distribution, its
functions are the formulas, of arguments that are floats already. The decorator `distribution` makes
of it the module that users import; type checkers see the class.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, TypeVar, cast

from fjax import numpy as jnp
from fjax.core.documentation import documented
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
    """A function that is `outer` of what another one of the same distribution returns."""

    outer: Callable[[Any], Any]
    formula: Callable[..., Any]
    summary: str | None


def exp_of(formula: Formula, summary: str | None = None) -> Formula:
    """In a declaration: the exponential of what the function with this formula returns."""
    return cast(Formula, Following(jnp.exp, formula, summary))


def log_of(formula: Formula) -> Formula:
    """In a declaration: the logarithm of what the function with this formula returns."""
    return cast(Formula, Following(jnp.log, formula, None))


def one_minus_exp_of(formula: Formula) -> Formula:
    """In a declaration: 1 - exp(...) of what the function with this formula returns."""
    return cast(Formula, Following(lambda found: -jnp.expm1(found), formula, None))


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
            if isinstance(declared, (FunctionType, Following)):
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
        outer, inner = declared.outer, made[declared.formula]
        return _with_parameters(inner, name, module, lambda *given: outer(inner(*given)))
    called = f"{module.__name__.rpartition('.')[2]}.{name}"
    return _with_parameters(
        declared, name, module, lambda *given: declared(*inexact_operands(called, *given))
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
