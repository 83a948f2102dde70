"""Solving linear and nonlinear equations with derivatives by the implicit function theorem."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax import errors
from fjax.core.avals import ShapedArray
from fjax.core.evaluate import evaluate_jaxpr, execute
from fjax.core.ir import Jaxpr, Var
from fjax.core.primitive import BatchAxis, Zero, primitive
from fjax.core.tracing import aval_of
from fjax.higher_order.argument_names import function_name
from fjax.higher_order.bodies import Body, operands, stage_body
from fjax.higher_order.common import HigherOrder, concrete, nonzero_flags, op_memo, split
from fjax.higher_order.custom_rules import CustomJVP
from fjax.higher_order.typed_trees import TypedTree
from fjax.interpreters.jvp import instantiate, jvp_flat, zeros
from fjax.interpreters.staging import stage_closed
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

    def operand_avals(self):
        parts = (self.matvec, self.solve, self.transpose_matvec, self.transpose_solve)
        avals = [
            a
            for j, n in zip(parts, self.n_consts, strict=True)
            if j is not None
            for a in j.in_avals[:n]
        ]
        return [*avals, *self.matvec.out_avals]

    def result_type(self, *avals: ShapedArray):
        return self.solve.out_avals

    def run(self, *args: Any):
        _, consts, _, _, b = split(concrete(args), *self.n_consts)
        return execute(self.solve, [*consts, *b])

    def inline(self):
        first, _, third, fourth, _ = split([Var(a) for a in self.operand_avals()], *self.n_consts)
        consts, b = split(self.solve.invars, self.n_consts[1])
        return self.solve.replace(invars=[*first, *consts, *third, *fourth, *b])

    def jvp(self, primals, tangents):
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

    def transpose(self, cotangents, *args):
        if self.transpose_matvec is None or self.transpose_solve is None:
            raise errors.FjaxTypeError(
                "custom_linear_solve: transpose_solve is required for reverse mode; "
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

    def batch(self, axis: BatchAxis, args, dims):
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
    while True:
        inner = [0 if f else None for f in batched]
        grown = batched
        for jaxpr, consts in zip(parts, const_dims, strict=True):
            if jaxpr is not None:
                n_extra = len(jaxpr.outvars) - len(batched)
                found = vmap_jaxpr(jaxpr, axis, (*consts, *inner), (*batched, *[False] * n_extra))[
                    1
                ]
                grown = [g or d is not None for g, d in zip(grown, found, strict=False)]
        if grown == batched:
            break
        batched = grown
    made = [
        None
        if j is None
        else vmap_jaxpr(
            j, axis, (*consts, *inner), (*batched, *[False] * (len(j.outvars) - len(batched)))
        )
        for j, consts in zip(parts, const_dims, strict=True)
    ]
    jaxprs = [None if m is None else m[0] for m in made]
    assert made[1] is not None
    return LinearSolve(*jaxprs, op.n_consts), tuple(batched), made[1][1]  # type: ignore


def _check_like(
    what: str, function: Any, body: Body, tree: PyTreeDef, avals: Sequence[ShapedArray]
) -> None:
    """Raise unless a function returns something like its argument."""
    wanted, found = TypedTree(tree, avals), TypedTree(body.out_tree, body.out_avals)
    if not found.like(wanted):
        raise errors.FjaxTypeError(
            f"{what}: {function} must return something like its argument, {wanted}, but returned "
            f"{found}"
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
    leaves, tree = tree_flatten(b)
    values = operands("custom_linear_solve", leaves)
    avals = [v.aval for v in values]
    in_tree = tree_structure((tree.unflatten(values),))
    product = stage_body("custom_linear_solve", matvec, in_tree, avals)
    _check_like("custom_linear_solve", "matvec", product, tree, avals)
    solver = _staged_solver("solve", solve, matvec, in_tree, avals, tree, has_aux)
    if transpose_solve is None and symmetric:
        transpose_solve = solve
    transposed: list[Any] = [None, None]
    transposed_consts: list[list[Any]] = [[], []]
    if transpose_solve is not None:
        n = len(product.constants)
        jaxpr = product.jaxpr if symmetric else _transposed(product.jaxpr, n)

        def vecmat(x: Any) -> Any:
            return tree.unflatten(evaluate_jaxpr(jaxpr, [*product.constants, *tree_flatten(x)[0]]))

        other = _staged_solver(
            "transpose_solve", transpose_solve, vecmat, in_tree, avals, tree, has_aux
        )
        transposed = [jaxpr, other.jaxpr]
        transposed_consts = [product.constants, other.constants]
    consts = [product.constants, solver.constants, *transposed_consts]
    counts = tuple(map(len, consts))
    op = LinearSolve(product.jaxpr, solver.jaxpr, *transposed, counts)  # type: ignore
    outs = op(*[c for group in consts for c in group], *values)
    return solver.out_tree.unflatten(outs)


def _staged_solver(
    name: str,
    solve: Callable[[Any, Any], Any],
    matvec: Callable[[Any], Any],
    in_tree: PyTreeDef,
    avals: Sequence[ShapedArray],
    tree: PyTreeDef,
    has_aux: bool,
) -> Body:
    """solve(matvec, b) as a body whose first outputs are x."""
    body = stage_body("custom_linear_solve", lambda b: solve(matvec, b), in_tree, avals)
    solution = body.out_tree
    if has_aux:
        parts = body.out_tree.children()
        if len(parts) != 2:
            raise errors.FjaxTypeError(
                f"custom_linear_solve: with has_aux, {name} must return a pair "
                f"(x, auxiliary), got {body.out_tree}"
            )
        solution = parts[0]
    wanted = TypedTree(tree, avals)
    found = TypedTree(solution, body.out_avals[: solution.num_leaves])
    if not found.like(wanted):
        raise errors.FjaxTypeError(
            f"custom_linear_solve: {name} must return something like b, {wanted}, but returned "
            f"{found}"
        )
    return body


def _transposed(matvec: Jaxpr, n_consts: int) -> Jaxpr:
    """The jaxpr of the transposed matrix's product."""
    n = len(matvec.outvars)
    jaxpr, has = transpose_jaxpr(matvec, (*[False] * n_consts, *[True] * n), (True,) * n)
    avals = matvec.in_avals[n_consts:]

    def product(*args: Any) -> list[Any]:
        given = iter(evaluate_jaxpr(jaxpr, args))
        return [next(given) if h else zeros(a) for h, a in zip(has, avals, strict=True)]

    return stage_closed(product, jaxpr.in_avals, jaxpr.debug_name)


def custom_root(
    f: Callable[[Any], Any],
    initial_guess: Any,
    solve: Callable[[Any, Any], Any],
    tangent_solve: Callable[[Any, Any], Any],
    has_aux: bool = False,
) -> Any:
    """A root of `f`, found by `solve(f, initial_guess)`, differentiable in what `f` closes over.

    `tangent_solve(g, y)` solves g(x) = y for a linear function g. With `has_aux`, `solve` returns
    (root, auxiliary).

    >>> def solve(f, x):
    ...     return lax.fori_loop(0, 30, lambda _, x: x - f(x) / fjax.grad(f)(x), x)
    ...
    >>> def root(a):
    ...     return lax.custom_root(lambda x: x ** 2 - a, 1.0, solve, lambda g, y: y / g(1.0))
    ...
    >>> root(4.0), fjax.grad(root)(4.0)
    (Array(2., dtype=float64, weak_type=True), Array(0.25, dtype=float64, weak_type=True))
    """
    leaves, tree = tree_flatten(initial_guess)
    values = operands("custom_root", leaves)
    avals = [v.aval for v in values]
    in_tree = tree_structure((tree.unflatten(values),))
    function = stage_body("custom_root", f, in_tree, avals)
    _check_like("custom_root", "f", function, tree, avals)
    n_f, n_x = len(function.constants), len(values)

    def root_function(consts: Sequence[Any]) -> Callable[[Any], Any]:
        return lambda x: tree.unflatten(
            evaluate_jaxpr(function.jaxpr, [*consts, *tree_flatten(x)[0]])
        )

    solver = stage_body(
        "custom_root", lambda x: solve(root_function(function.constants), x), in_tree, avals
    )
    solution = solver.out_tree.children()[0] if has_aux else solver.out_tree
    if solution != tree:
        raise errors.FjaxTypeError(
            f"custom_root: solve must return something like the initial guess, "
            f"{tree}, but returned {solution}"
        )

    def flat(*args: Any) -> list[Any]:
        return evaluate_jaxpr(solver.jaxpr, args[n_f:])

    def rule(primals: Sequence[Any], tangents: Sequence[Any]) -> tuple[list, list]:
        outs = flat(*primals)
        moved = _root_tangents(
            function, tree, tangent_solve, outs[:n_x], primals[:n_f], tangents[:n_f]
        )
        return outs, [*moved, *[Zero(aval_of(o).tangent()) for o in outs[n_x:]]]

    op = CustomJVP(flat, rule, f"custom_root({function_name(f)})")
    outs = op(*function.constants, *solver.constants, *values)
    return solver.out_tree.unflatten(outs)


def _root_tangents(
    function: Body,
    tree: PyTreeDef,
    tangent_solve: Callable[[Any, Any], Any],
    x: Sequence[Any],
    consts: Sequence[Any],
    tangents: Sequence[Any],
) -> list[Any]:
    """How a root moves with the constants of its function: f_x dx = -f_c dc."""
    if not any(nonzero_flags(tangents)):
        return [Zero(aval_of(o).tangent()) for o in x]
    _, moved = jvp_flat(lambda *cs: evaluate_jaxpr(function.jaxpr, [*cs, *x]), consts, tangents)

    def derivative(dx: Any) -> Any:
        _, found = jvp_flat(
            lambda *xs: evaluate_jaxpr(function.jaxpr, [*consts, *xs]), x, tree_flatten(dx)[0]
        )
        return tree.unflatten(list(map(instantiate, found)))

    right = tree.unflatten([neg(instantiate(m)) for m in moved])
    solved = custom_linear_solve(derivative, right, tangent_solve, tangent_solve)
    return tree_flatten(solved)[0]
