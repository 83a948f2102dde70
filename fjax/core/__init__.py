"""The IR, and how Python becomes it. The names below are public as `fjax.core`."""

from fjax.core import lazy, printer
from fjax.core.avals import ShapedArray
from fjax.core.dimensions import is_constant_dim, is_constant_shape, max_dim, min_dim
from fjax.core.evaluate import ensure_compile_time_eval, eval_jaxpr
from fjax.core.ir import Atom, ClosedJaxpr, DropVar, Equation, Jaxpr, Literal, Var
from fjax.core.tracing import Trace, Tracer
from fjax.core.typecheck import typecheck
from fjax.core.user_primitive import Primitive

with lazy.imports(__name__):
    from fjax.core import parser as parser
    from fjax.core.parser import parse as parse


JaxprEqn = Equation
check_jaxpr = typecheck
AbstractValue = ShapedArray

__all__ = [
    "AbstractValue",
    "Atom",
    "ClosedJaxpr",
    "DropVar",
    "Equation",
    "Jaxpr",
    "JaxprEqn",
    "Literal",
    "Primitive",
    "ShapedArray",
    "Trace",
    "Tracer",
    "Var",
    "check_jaxpr",
    "ensure_compile_time_eval",
    "eval_jaxpr",
    "is_constant_dim",
    "is_constant_shape",
    "max_dim",
    "min_dim",
    "parse",
    "parser",
    "printer",
    "typecheck",
]
