"""Functions that a kernel calls often are machine code once, which is called.

Written out, a chain of 64 sines is 64 copies of one polynomial, and compiling them takes longer
than all else of a first call. A call costs the processor little beside a body of this length.

Functions of the same arguments are computed by one call, because they have operations in common: a
sine and a cosine share all but a selection. Each result has the bits that it has written out.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fjax.core import memo, scalar
from fjax.core.scalar import Expr, Function, Op
from fjax.lowering.cpu.slp import PackedFunction, Replacing
from fjax.lowering.kernel.form import Kernel
from fjax.lowering.kernel.spelling import Functions, inline_call, nodes_in, postorder

FEWEST = 4  # uses from which calls take less effort than copies
SHORTEST = 12  # operations of a function beside which a call costs little


class Operations(NamedTuple):
    """What functions of common arguments compute.

    added: of each function in order, the operations that those before it do not have.
    """

    formals: tuple[Expr, ...]
    results: tuple[Expr, ...]
    added: tuple[tuple[Expr, ...], ...]

    @property
    def nodes(self) -> list[Expr]:
        """All operations but constants."""
        return [node for nodes in self.added for node in nodes if node.op is not Op.CONST]


class SharedFunction(Function):
    """One of several functions that a call computes together; `place` is its own among them."""

    def __init__(self, functions: tuple[Function, ...], place: int, operations: Operations):
        super().__init__(functions[place].name, functions[place].program)
        self.functions, self.place, self.operations = functions, place, operations

    @property
    def added(self) -> tuple[Expr, ...]:
        """The operations that the call has for this function's sake."""
        return self.operations.added[self.place]


@memo.memo()
def shared_functions(
    functions: tuple[Function, ...], inputs: tuple[np.dtype, ...], native: Functions
) -> tuple[SharedFunction, ...]:
    """Functions that are computed together; none if they are short, or fail for some arguments."""
    formals = tuple([scalar.leaf(("argument", k), d) for k, d in enumerate(inputs)])
    seen, results, added = set(formals), [], []
    for function in functions:
        call = Expr(Op.CALL, formals, function.body(*inputs)[1].dtype, function)
        results.append(inline_call(call, native))
        added.append(tuple(postorder((results[-1],), seen)))
    made = Operations(formals, tuple(results), tuple(added))
    divides = any(n.op in (Op.DIV, Op.REM) and n.dtype.kind != "f" for n in made.nodes)
    if len(made.nodes) < SHORTEST or divides:  # by 0, which traps
        return ()
    return tuple([SharedFunction(functions, place, made) for place in range(len(functions))])


def share_calls(kernel: Kernel, native: Functions) -> tuple[Kernel, Functions]:
    """The kernel with shared functions in place of those that it calls often, and what these are.

    native: functions that are an instruction, whose calls stay.
    """
    uses: dict[tuple, list[dict[Function, Expr]]] = {}
    for args, calls in _together(kernel, native).items():
        functions = tuple(sorted(calls, key=lambda f: f.name))
        uses.setdefault((functions, tuple([a.dtype for a in args])), []).append(calls)
    chosen: dict[Expr, Function] = {}
    for (functions, inputs), alike in uses.items():
        if len(alike) >= FEWEST:
            for shared in shared_functions(functions, inputs, native):
                function = functions[shared.place]
                chosen.update({calls[function]: shared for calls in alike})
    if not chosen:
        return kernel, frozenset()
    return Replacing(chosen).kernel(kernel), frozenset(chosen.values())


def _together(kernel: Kernel, native: Functions) -> dict[tuple[Expr, ...], dict[Function, Expr]]:
    """Calls by their arguments, without those that have a part of the arguments in common.

    Powers of one number, written out, compute its logarithm once.
    """
    found: dict[tuple[Expr, ...], dict[Function, Expr]] = {}
    calls_of: dict[tuple[Function, Expr], int] = {}
    for node in nodes_in(kernel.body):
        if node.op is Op.CALL and node.extra not in native:
            if not isinstance(node.extra, PackedFunction):
                found.setdefault(node.args, {})[node.extra] = node
            for a in set(node.args):
                calls_of[node.extra, a] = calls_of.get((node.extra, a), 0) + 1
    return {
        args: calls
        for args, calls in found.items()
        if all(a.op is Op.CONST or calls_of[f, a] == 1 for f in calls for a in args)
    }
