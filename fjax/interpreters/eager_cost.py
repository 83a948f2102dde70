"""What an operation costs as a NumPy call, and whether compiled code gives that call's bits."""

from __future__ import annotations

import numpy as np

from fjax.core import dtypes, scalar, scalar_graph, scalar_numpy
from fjax.core.ir import Equation
from fjax.core.memo import memo
from fjax.core.primitive import Monoid, Primitive, Role
from fjax.core.scalar import Op
from fjax.primitives.families import Elementwise, operand_leaf, scalar_program
from fjax.primitives.matrices import MatrixPrimitive

# Nanoseconds, rounded: one NumPy call, one base operation and one function on an element. They say
# when compiling pays, nothing else.
CALL = 1000
LAUNCH = 3000  # one factorization or solve as a program of its own, beside LAPACK's time
OPERATION = 0.5
FUNCTION = 10

_UNLIKE = frozenset(
    {Op.CALL, Op.LIBM, Op.FMA, Op.FUSED}
)  # computed otherwise by NumPy, or rounded twice
_ORDERED = frozenset({Monoid.ADD, Monoid.MUL})  # of floats: the order decides the last bits


def work(eqn: Equation) -> float:
    """About how many nanoseconds an operation takes NumPy."""
    if eqn.op.jaxprs:
        return CALL + sum(work(inner) for body in eqn.op.jaxprs for inner in body.eqns)
    if is_launch(eqn):
        return LAUNCH
    size = max((v.aval.size for v in (*eqn.invars, *eqn.outvars)), default=0)
    if _is_programmed(eqn.op):
        return CALL + _programmed(eqn.op, tuple([x.aval.dtype for x in eqn.invars]))[0] * size
    return CALL + OPERATION * size


def is_launch(eqn: Equation) -> bool:
    """Whether it is a factorization or a solve that compiled programs and eager calls launch.

    In the body of a loop it may be written out instead.
    """
    return isinstance(eqn.op, MatrixPrimitive) and eqn.op.is_launched(eqn.invars[0].aval.dtype)


def is_pieced(eqn: Equation) -> bool:
    """Whether it is compiled though it is the only one: NumPy has no function for it."""
    if is_launch(eqn):
        return True
    if not _is_programmed(eqn.op):
        return False
    one = OPERATION if getattr(eqn.op, "ufunc", None) is None else FUNCTION
    return _programmed(eqn.op, tuple([x.aval.dtype for x in eqn.invars]))[0] > one


def is_alike(eqn: Equation) -> bool:
    """Whether compiled code gives the very bits that NumPy's functions give.

    So it is with arithmetic, comparisons, conversions and moved elements, whatever the order, and
    with factorizations that are compiled programs when they are called at once; not with sums of
    floats, nor with functions that NumPy has implementations of its own of.

    >>> f = lambda x: jnp.exp(jnp.where(x > 1, x * 3, x / 7)[::-1])
    >>> [eqn.op.name for eqn in fjax.make_jaxpr(f)(jnp.ones(3)).jaxpr.eqns if not is_alike(eqn)]
    ['exp']
    """
    op, atoms = eqn.op, (*eqn.invars, *eqn.outvars)
    if is_launch(eqn):
        return True
    kinds = {dtypes.kind(x.aval.dtype) for x in atoms}
    if not kinds <= set("biuf") or any(x.aval.dtype in dtypes.WIDENED for x in atoms):
        return False
    if op.jaxprs:
        inside = [inner for body in op.jaxprs for inner in body.eqns]
        return not op.effects and all(is_alike(e) and not is_launch(e) for e in inside)
    if _is_programmed(op):
        return _programmed(op, tuple([x.aval.dtype for x in eqn.invars]))[1]
    if op.role is Role.INDEX:
        return True
    if op.role not in (Role.REDUCTION, Role.CUMULATIVE, Role.UPDATE):
        return False
    monoid = getattr(op, "monoid", None)
    return "f" not in kinds or (op.role is not Role.CUMULATIVE and monoid not in _ORDERED)


def _is_programmed(op: Primitive) -> bool:
    return op.role is Role.ELEMENTWISE and isinstance(op, Elementwise)


@memo(4096)
def _programmed(op: Primitive, operand_dtypes: tuple[np.dtype, ...]) -> tuple[float, bool]:
    """Nanoseconds for an element, and whether it is arithmetic that has one result."""
    result = scalar_program(op, [operand_leaf(i, d) for i, d in enumerate(operand_dtypes)])
    parts = scalar.parts(result)
    nodes = scalar_graph.order(scalar_graph.inline(parts, scalar_numpy.is_approximated))
    alone = len(parts) == 1 and not any(x.op in _UNLIKE for x in nodes)
    return sum(FUNCTION if x.op in _UNLIKE else OPERATION for x in nodes if x.args), alone
