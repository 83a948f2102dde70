"""The IR under the names of jax.extend.core."""

from functools import partial

from fjax.core import ClosedJaxpr, Jaxpr, JaxprEqn, Literal, Primitive, Var
from fjax.core.avals import ShapedArray
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Atom, subjaxprs
from fjax.core.tracing import Tracer

jaxprs_in_params = subjaxprs


def jaxpr_as_fun(closed: ClosedJaxpr):
    """A closed jaxpr as a function of flat arguments that returns a list."""
    return partial(_call, closed)


def _call(closed, *args):
    return evaluate_jaxpr(closed.jaxpr, [*closed.consts, *args])


__all__ = [
    "Atom",
    "ClosedJaxpr",
    "Jaxpr",
    "JaxprEqn",
    "Literal",
    "Primitive",
    "ShapedArray",
    "Tracer",
    "Var",
    "jaxpr_as_fun",
    "jaxprs_in_params",
]
