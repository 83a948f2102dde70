"""Solving linear equations with derivatives by the implicit function theorem."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax import errors
from fjax.core.avals import ShapedArray
from fjax.core.evaluate import evaluate_jaxpr, execute
from fjax.core.ir import Jaxpr, Var
from fjax.core.plain_arguments import check_callable
from fjax.core.primitive import BatchAxis, Dims, Values, Zero, primitive
from fjax.core.tracing import aval_of
from fjax.higher_order.bodies import Body, operands, stage_body
from fjax.higher_order.common import HigherOrder, check_types, op_memo
from fjax.higher_order.lists import nonzero_flags, select, split
from fjax.higher_order.typed_trees import TypedTree
from fjax.interpreters.jvp import instantiate, jvp_flat, zeros
from fjax.interpreters.staging import Staged, stage_closed
from fjax.interpreters.transpose import transpose_jaxpr
from fjax.interpreters.vmap import place_batch, vmap_jaxpr
from fjax.primitives.arithmetic import neg, sub
from fjax.pytrees.operations import tree_flatten, tree_structure
from fjax.pytrees.treedef import PyTreeDef


@primitive
class LinearSolve(HigherOrder):
    """x with matvec(x) = b, as `solve` computes it; derivatives follow from matvec.

    Each jaxpr takes constants of its own, then a vector: `matvec` x, `solve` b, and the transposed
    two likewise. Operands are the four lists of constants, then b. Outputs are x, then what else
    `solve` returns.
    """

    name = "custom_linear_solve"
    makes_nan = True
    matvec: Jaxpr
    solve: Jaxpr
    transpose_matvec: Jaxpr | None
    transpose_solve: Jaxpr | None
    n_consts: tuple[int, int, int, int]

    @property
    def n_vector(self) -> int:
        return len(self.matvec.outvars)

    def operand_avals(self) -> list[ShapedArray]:
        parts = (self.matvec, self.solve, self.transpose_matvec, self.transpose_solve)
        avals = [
            a
            for j, n in zip(parts, self.n_consts, strict=True)
            if j is not None
            for a in j.in_avals[:n]
        ]
        return [*avals, *self.matvec.out_avals]

    def result_type(self, *avals: ShapedArray) -> Sequence[ShapedArray]:
        check_types(self.name, self.operand_avals(), avals)
        return self.solve.out_avals

    def run(self, *args: Any) -> Values:
        _, consts, _, _, b = split(self.fitting(args), *self.n_consts)
        return execute(self.solve, [*consts, *b])

    def inline(self) -> Jaxpr | None:
        first, _, third, fourth, _ = split([Var(a) for a in self.operand_avals()], *self.n_consts)
        consts, b = split(self.solve.invars, self.n_consts[1])
        return self.solve.replace(invars=[*first, *consts, *third, *fourth, *b])

    def jvp(self, primals: Values, tangents: Values) -> tuple[Values, Values]:
        outs = self(*primals)
        x = outs[: self.n_vector]
        consts, _, _, _, b = split(primals, *self.n_consts)
        const_tangents, _, _, _, b_tangents = split(tangents, *self.n_consts)
        rhs = b_tangents
        if any(nonzero_flags(const_tangents)):
            _, moved = jvp_flat(
                lambda *cs: evaluate_jaxpr(self.matvec, [*cs, *x]), consts, const_tangents
            )
            rhs = [_minus(t, m) for t, m in zip(b_tangents, moved, strict=True)]
        aux_tangents = [Zero(aval_of(o).tangent()) for o in outs[self.n_vector :]]
        if not any(nonzero_flags(rhs)):
            return outs, [*[Zero(aval_of(o).tangent()) for o in x], *aux_tangents]
        rest = primals[: sum(self.n_consts)]
        found = self(*rest, *map(instantiate, rhs))
        return outs, [*found[: self.n_vector], *aux_tangents]

    def transpose(self, cotangents: Values, *args: Any) -> Values:
        if self.transpose_matvec is None or self.transpose_solve is None:
            raise errors.FjaxTypeError(
                "custom_linear_solve: transpose_solve required for reverse mode; "
                "pass it, or symmetric=True"
            )
        matvec, solve, transpose_matvec, transpose_solve, _ = split(args, *self.n_consts)
        a, b, c, d = self.n_consts
        op = LinearSolve(
            self.transpose_matvec, self.transpose_solve, self.matvec, self.solve, (c, d, a, b)
        )
        found = op(
            *transpose_matvec,
            *transpose_solve,
            *matvec,
            *solve,
            *map(instantiate, cotangents[: self.n_vector]),
        )
        return [*[None] * sum(self.n_consts), *found[: self.n_vector]]

    def batch(self, axis: BatchAxis, args: Values, dims: Dims) -> tuple[Values, Dims]:
        op, batched, out_dims = _batch(self, axis, tuple(dims))
        n = sum(self.n_consts)
        b = [
            place_batch(x, d, 0 if flag else None, axis)
            for x, d, flag in zip(args[n:], dims[n:], batched, strict=True)
        ]
        return op(*args[:n], *b), out_dims


def _minus(x: Any, y: Any) -> Any:
    if type(y) is Zero:
        return x
    return neg(y) if type(x) is Zero else sub(x, y)


@op_memo
def _batch(op: LinearSolve, axis: BatchAxis, dims: tuple[int | None, ...]) -> tuple[Any, ...]:
    """The solve over batches: x and b are batched where either becomes so."""
    *const_dims, b_dims = split(dims, *op.n_consts)
    parts = (op.matvec, op.solve, op.transpose_matvec, op.transpose_solve)
    batched = [d is not None for d in b_dims]

    def mapped(jaxpr: Jaxpr, consts: Dims) -> tuple[Jaxpr, Dims]:
        """One of the functions over batches, and where its outputs have their dimension."""
        inner = [0 if f else None for f in batched]
        extra = [False] * (len(jaxpr.outvars) - len(batched))
        return vmap_jaxpr(jaxpr, axis, (*consts, *inner), (*batched, *extra))

    while True:
        grown = batched
        for jaxpr, consts in zip(parts, const_dims, strict=True):
            if jaxpr is not None:
                _, found = mapped(jaxpr, consts)
                grown = [g or d is not None for g, d in zip(grown, found, strict=False)]
        if grown == batched:
            break
        batched = grown
    matvec, _ = mapped(op.matvec, const_dims[0])
    solve, out_dims = mapped(op.solve, const_dims[1])
    transpose_matvec, transpose_solve = [
        None if jaxpr is None else mapped(jaxpr, consts)[0]
        for jaxpr, consts in zip(parts[2:], const_dims[2:], strict=True)
    ]
    made = LinearSolve(matvec, solve, transpose_matvec, transpose_solve, op.n_consts)
    return made, tuple(batched), out_dims


def check_like(
    what: str,
    name: str,
    tree: PyTreeDef,
    avals: Sequence[ShapedArray],
    wanted: TypedTree,
    wanted_name: str,
) -> None:
    """Raise unless what a user's function returned is like one of its arguments."""
    found = TypedTree(tree, avals)
    shapes = [a.shape for a in avals], [a.shape for a in wanted.avals]
    if tree == wanted.tree and shapes[0] != shapes[1]:
        raise errors.ShapeError(
            f"{what}: {name}() output shapes must be like {wanted_name}, {wanted}, but are {found}"
        )
    if not found.like(wanted):
        raise errors.FjaxTypeError(
            f"{what}: {name}() output pytree must be like {wanted_name}, {wanted}, but is {found}"
        )


def custom_linear_solve(
    matvec: Callable[[Any], Any],
    b: Any,
    solve: Callable[[Any, Any], Any],
    transpose_solve: Callable[[Any, Any], Any] | None = None,
    symmetric: bool = False,
    has_aux: bool = False,
) -> Any:
    """Solve matvec(x) = b with `solve(matvec, b)`, differentiable through matvec and b.

    `transpose_solve(vecmat, b)` solves with the transposed matrix, for reverse mode; `symmetric`
    says that `solve` serves. With `has_aux`, the solvers return (x, auxiliary).

    >>> a = jnp.array([[2.0, 0.0], [0.0, 4.0]])
    >>> def solve(matvec, b):
    ...     return jnp.linalg.solve(a, b)
    ...
    >>> lax.custom_linear_solve(lambda x: a @ x, jnp.ones(2), solve, symmetric=True)
    Array([0.5 , 0.25], dtype=float64)
    """
    for function in (matvec, solve, *([] if transpose_solve is None else [transpose_solve])):
        check_callable("custom_linear_solve", function)
    system = _System("custom_linear_solve", "matvec", matvec, b)
    solver = system.solver("solve", solve, matvec, has_aux)
    if symmetric and (transpose_solve is None or transpose_solve is solve):
        return system.solution(solver, system.product.jaxpr, solver)
    if transpose_solve is None:
        return system.solution(solver, None, None)
    jaxpr = system.product.jaxpr if symmetric else system.transposed_product()
    other = system.solver("transpose_solve", transpose_solve, system.applied(jaxpr), has_aux)
    return system.solution(solver, jaxpr, other)


def linear_solve_by_one(
    what: str,
    names: tuple[str, str],
    matvec: Callable[[Any], Any],
    b: Any,
    solve: Callable[[Any, Any], Any],
) -> Any:
    """Solve matvec(x) = b with `solve(matvec, b)`, differentiable in both modes by these two only.

    The transposed system is solved by the transposition of what `solve` computes, which is right
    even where that uses factors of its own in place of the function that it gets. Where it can't
    be transposed, because it iterates until an error is small, `solve` gets the transposed
    function. `names` are what messages call `matvec` and `solve`.
    """
    system = _System(what, names[0], matvec, b)
    solver = system.solver(names[1], solve, matvec, False)
    transposed = system.transposed_product()
    n, linear = len(solver.constants), [True] * len(system.values)
    jaxpr = transpose_if_linear(solver.jaxpr, (*[False] * n, *linear))
    if jaxpr is None:
        other = system.solver(names[1], solve, system.applied(transposed), False)
        return system.solution(solver, transposed, other)
    return system.solution(
        solver,
        transposed,
        Body(Staged(jaxpr, solver.constants), solver.out_tree, solver.name, solver.place),
    )


class _System:
    """A linear system as bodies: the product with the matrix, and solvers of the right sides."""

    def __init__(self, what: str, name: str, matvec: Callable[[Any], Any], b: Any):
        leaves, tree = tree_flatten(b)
        self.what, self.values = what, operands(what, leaves)
        self.in_tree = tree_structure((tree.unflatten(self.values),))
        self.avals = [v.aval for v in self.values]
        self.vector = TypedTree(tree, self.avals)
        self.product = stage_body(what, matvec, self.in_tree, self.avals)
        check_like(what, name, self.product.out_tree, self.product.out_avals, self.vector, "b")

    def transposed_product(self) -> Jaxpr:
        """The jaxpr of the product with the transposed matrix, of the same constants."""
        n, n_vector = len(self.product.constants), len(self.values)
        return _with_all_results(self.product.jaxpr, (*[False] * n, *[True] * n_vector))

    def applied(self, jaxpr: Jaxpr) -> Callable[[Any], Any]:
        """A product's jaxpr as a function of a vector."""
        tree, constants = self.vector.tree, self.product.constants
        return lambda x: tree.unflatten(evaluate_jaxpr(jaxpr, [*constants, *tree_flatten(x)[0]]))

    def solver(
        self,
        name: str,
        solve: Callable[[Any, Any], Any],
        product: Callable[[Any], Any],
        has_aux: bool,
    ) -> Body:
        """solve(product, b) as a body whose first outputs are x."""
        body = stage_body(self.what, lambda b: solve(product, b), self.in_tree, self.avals)
        check_solution(self.what, name, body, has_aux, self.vector, "b")
        return body

    def solution(self, solver: Body, transposed: Jaxpr | None, other: Body | None) -> Any:
        """What the solver gives for b."""
        product = self.product
        first, second = product.constants, solver.constants
        third, fourth = ([], []) if other is None else (product.constants, other.constants)
        counts = len(first), len(second), len(third), len(fourth)
        transposed_solve = None if other is None else other.jaxpr
        op = LinearSolve(product.jaxpr, solver.jaxpr, transposed, transposed_solve, counts)
        outs = op(*first, *second, *third, *fourth, *self.values)
        return solver.out_tree.unflatten(outs)


def check_solution(
    what: str, name: str, solver: Body, has_aux: bool, wanted: TypedTree, wanted_name: str
) -> list[ShapedArray]:
    """The types of a solver's x; raises unless they are like those of one of its arguments."""
    solution = solver.out_tree
    if has_aux:
        parts = solution.children()
        if len(parts) != 2:
            raise errors.FjaxTypeError(
                f"{what}: with has_aux, {name} must return a pair (x, auxiliary), got {solution}"
            )
        solution = parts[0]
    avals = solver.out_avals[: solution.num_leaves]
    check_like(what, name, solution, avals, wanted, wanted_name)
    return avals


def _with_all_results(function: Jaxpr, linear: tuple[bool, ...]) -> Jaxpr:
    """The transposed jaxpr, with a result for each linear input even where that is zero."""
    jaxpr, has = transpose_jaxpr(function, linear, (True,) * len(function.outvars))
    avals = select(linear, function.in_avals)
    if all(has):
        return jaxpr

    def product(*args: Any) -> list[Any]:
        given = iter(evaluate_jaxpr(jaxpr, args))
        return [next(given) if h else zeros(a) for h, a in zip(has, avals, strict=True)]

    return stage_closed(product, jaxpr.in_avals, jaxpr.debug_name)


def transpose_if_linear(function: Jaxpr, linear: tuple[bool, ...]) -> Jaxpr | None:
    """The transposed jaxpr, or None if some step of the function is not linear as it is written."""
    try:
        return _with_all_results(function, linear)
    except (errors.MissingRuleError, errors.NotDifferentiableError):
        return None
