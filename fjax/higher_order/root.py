"""Solving nonlinear equations with derivatives by the implicit function theorem."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.ir import Jaxpr, Var
from fjax.core.plain_arguments import check_callable
from fjax.core.primitive import Zero
from fjax.core.tracing import aval_of
from fjax.higher_order.argument_names import function_name
from fjax.higher_order.bodies import Body, operands, stage_body
from fjax.higher_order.custom_rules import CustomJVP
from fjax.higher_order.linear_solve import check_like, check_solution, linear_solve_by_one
from fjax.higher_order.lists import nonzero_flags, split
from fjax.higher_order.typed_trees import TypedTree
from fjax.interpreters.jvp import instantiate, jvp_flat
from fjax.primitives.arithmetic import neg
from fjax.primitives.conversion import convert_element_type
from fjax.pytrees.operations import tree_flatten, tree_structure
from fjax.pytrees.treedef import PyTreeDef


def custom_root(
    f: Callable[[Any], Any],
    initial_guess: Any,
    solve: Callable[[Any, Any], Any],
    tangent_solve: Callable[[Any, Any], Any],
    has_aux: bool = False,
) -> Any:
    """A root of `f`, found by `solve(f, initial_guess)`, differentiable in what `f` closes over.

    `tangent_solve(g, y)` solves g(x) = y for a linear function g. With `has_aux`, `solve` returns
    (root, auxiliary). Derivatives of any order go through `f` at the root and through systems that
    `tangent_solve` solves, never through `solve`.

    Raises TypeError if `f`, `solve` or `tangent_solve` returns something unlike the initial guess.

    >>> def solve(f, x):
    ...     return lax.fori_loop(0, 30, lambda _, x: x - f(x) / fjax.grad(f)(x), x)
    ...
    >>> def root(a):
    ...     return lax.custom_root(lambda x: x ** 2 - a, 1.0, solve, lambda g, y: y / g(1.0))
    ...
    >>> root(4.0), fjax.grad(root)(4.0)
    (Array(2., dtype=float64, weak_type=True), Array(0.25, dtype=float64, weak_type=True))
    """
    for name, given in (("f", f), ("solve", solve), ("tangent_solve", tangent_solve)):
        check_callable(f"custom_root: {name}", given)
    leaves, tree = tree_flatten(initial_guess)
    values = operands("custom_root", leaves)
    avals = [v.aval for v in values]
    in_tree = tree_structure((tree.unflatten(values),))
    guess = TypedTree(tree, avals)
    function = stage_body("custom_root", f, in_tree, avals)
    check_like("custom_root", "f", function.out_tree, function.out_avals, guess, "initial_guess")
    solver = stage_body("custom_root", lambda x: solve(f, x), in_tree, avals)
    found = check_solution("custom_root", "solve", solver, has_aux, guess, "initial_guess")
    tangents = _tangents(function, tree, found, tangent_solve)
    bodies = (function, solver, tangents)
    op = _root(
        function.jaxpr,
        solver.jaxpr,
        tangents.jaxpr,
        tuple([len(b.constants) for b in bodies]),
        f"custom_root({function_name(f)})",
    )
    return solver.out_tree.unflatten(op(*[c for b in bodies for c in b.constants], *values))


def _tangents(
    function: Body, tree: PyTreeDef, avals: Sequence[Any], tangent_solve: Callable[[Any, Any], Any]
) -> Body:
    """The body of (root, y) -> dx with f'(root) dx = y."""

    def solved(x: Any, y: Any) -> Any:
        root = tree_flatten(x)[0]

        def derivative(dx: Any) -> Any:
            given = [
                convert_element_type(t, r.aval.dtype, r.aval.weak_type)  # g(1.0), for example
                for t, r in zip(operands("custom_root", tree_flatten(dx)[0]), root, strict=True)
            ]
            _, found = jvp_flat(
                lambda *xs: evaluate_jaxpr(function.jaxpr, [*function.constants, *xs]), root, given
            )
            return tree.unflatten(list(map(instantiate, found)))

        return linear_solve_by_one(
            "custom_root", ("f", "tangent_solve"), derivative, y, tangent_solve
        )

    in_tree = tree_structure((tree.unflatten(avals),) * 2)
    return stage_body("custom_root", solved, in_tree, [*avals, *avals])


def _root(
    function: Jaxpr, solver: Jaxpr, tangents: Jaxpr, counts: tuple[int, ...], label: str
) -> CustomJVP:
    """The call of (constants of the three, initial guess) whose derivative is the implicit one.

    Everything that the rule reads is an operand: a derivative of any order, and a batch, sees it.
    The rule gets the root by the same call, so that the next derivative uses the rule again.
    """
    n = len(function.outvars)

    def rule(primals: Sequence[Any], moved: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        outs = _root(function, solver, tangents, counts, label)(*primals)
        constants, _, of_tangents, _ = split(primals, *counts)
        given = moved[: counts[0]]
        still = [Zero(aval_of(o).tangent()) for o in outs]
        if not any(nonzero_flags(given)):
            return outs, still
        x = outs[:n]
        _, right = jvp_flat(lambda *cs: evaluate_jaxpr(function, [*cs, *x]), constants, given)
        right = [neg(instantiate(r)) for r in right]
        return outs, [*evaluate_jaxpr(tangents, [*of_tangents, *x, *right]), *still[n:]]

    return CustomJVP(_of_all_operands(function, solver, tangents, counts), rule, label)


def _of_all_operands(
    function: Jaxpr, solver: Jaxpr, tangents: Jaxpr, counts: tuple[int, ...]
) -> Jaxpr:
    """The solver's jaxpr as one that also takes the constants of the others."""
    before, _, after = [
        [Var(v.aval) for v in jaxpr.invars[:count]]
        for jaxpr, count in zip((function, solver, tangents), counts, strict=True)
    ]
    constants, guess = split(solver.invars, counts[1])
    return solver.replace(invars=[*before, *constants, *after, *guess])
