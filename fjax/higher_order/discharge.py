"""Bodies of loops and branches that use references, as pure programs.

References that a body changes become carried values (of loops) or further outputs (of branches);
those that it only reads become constants.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from types import NoneType
from typing import Any

from fjax import errors
from fjax.core import tracing
from fjax.core.ir import Jaxpr, Var
from fjax.core.reference import Ref, alias, check_distinct, read, write
from fjax.higher_order.argument_names import argument_names
from fjax.higher_order.bodies import Body
from fjax.higher_order.lists import merge, partition, split
from fjax.interpreters.staging import Staged, StagingTrace
from fjax.pytrees.operations import tree_flatten


def discharge(body: Body, reading: Sequence[Ref], changing: Sequence[Ref]) -> Jaxpr:
    """The body's jaxpr for references of several bodies that belong together.

    Its inputs are the constants, what the references hold that are only read (in all bodies), what
    those hold that are changed, and the arguments. Its outputs are what the latter hold in the end,
    and the body's own outputs.
    """
    jaxpr, staged = body.jaxpr, body.staged
    if not reading and not changing:
        return jaxpr
    n, n_own = len(body.constants), body.out_tree.num_leaves
    n_refs = len(staged.references)
    inputs = dict(zip(staged.references, jaxpr.invars[n : n + n_refs], strict=True))
    for ref in (*reading, *changing):
        if ref not in inputs:
            inputs[ref] = Var(ref.aval.inner_aval)
    own, finals, rest = split(jaxpr.outvars, n_own, len(staged.changed))
    ends = {**inputs, **dict(zip(staged.changed, finals, strict=True))}
    entering = [inputs[ref] for ref in (*reading, *changing)]
    return jaxpr.replace(
        invars=[*jaxpr.invars[:n], *entering, *jaxpr.invars[n + n_refs :]],
        outvars=[*[ends[ref] for ref in changing], *own, *rest],
    )


def shared_references(*bodies: Body) -> tuple[list[Ref], list[Ref]]:
    """(references that the bodies only read, those that one of them changes)."""
    for body in bodies:
        for ref in body.staged.references:
            if isinstance(ref.source, Ref):
                named = [(ref.origin.rpartition(" ")[2], ref.source)]
                check_distinct(body.name, named, body.staged.references)
    changing = dict.fromkeys(ref for body in bodies for ref in body.staged.changed)
    used = dict.fromkeys(ref for body in bodies for ref in body.staged.references)
    return [ref for ref in used if ref not in changing], list(changing)


def check_carries_no_references(what: str, body: Callable[..., Any], init: Any) -> None:
    """Raise if a loop's first carry has references in it."""
    leaves = tree_flatten(init)[0]
    if not any(type(x) is Ref for x in leaves):
        return
    names = argument_names(body, (init,))
    refs = [(n, x) for n, x in zip(names, leaves, strict=True) if type(x) is Ref]
    check_distinct(what, refs, ())
    name, ref = refs[0]
    raise errors.FjaxValueError(
        f"{what}: the carry has a reference, {ref.aval} at {name} ({ref.origin}); a body can't "
        "return references, so close over it instead"
    )


def discharged_loop(what: str, body: Body, xs: Sequence[Any]) -> tuple[Jaxpr, list[Any], list[Ref]]:
    """A scan's jaxpr with the references that change carried first; constants; those references.

    What is held by references that are only read is among the constants. `xs` are what the loop
    runs over, references among them.
    """
    reading, changing = shared_references(body)
    named = [(f"xs[{i}]", x) for i, x in enumerate(xs) if type(x) is Ref]
    check_distinct(what, named, body.staged.references)
    return discharge(body, reading, changing), [*body.constants, *map(read, reading)], changing


def discharged_while(
    what: str, condition: Body, body: Body
) -> tuple[tuple[Jaxpr, Jaxpr], tuple[list[Any], list[Any]], list[Ref]]:
    """A while loop's jaxprs and their constants, and the references that it carries first."""
    for ref in condition.staged.changed:
        raise errors.FjaxValueError(
            f"{what}: the condition {condition.name} writes to the reference {ref.aval} "
            f"({ref.origin}); conditions may only read. Write in the body"
        )
    if runs_in_python(body.staged):
        raise errors.FjaxValueError(
            f"{what}: a custom_vjp function in {body.name} writes to a reference in its derivative "
            "(its bwd rule), which a loop of unknown length can't; use scan or fori_loop"
        )
    if not condition.staged.references and not body.staged.references:
        return (condition.jaxpr, body.jaxpr), (condition.constants, body.constants), []
    reading, changing = shared_references(condition, body)
    held = [read(ref) for ref in reading]
    first = discharge(condition, reading, changing)
    first = first.replace(outvars=first.outvars[len(changing) :])
    constants = [*condition.constants, *held], [*body.constants, *held]
    return (first, discharge(body, reading, changing)), constants, changing


def runs_in_python(staged: Staged) -> bool:
    """Whether a body must run as Python: a derivative around it writes to references later.

    Only a traced function itself can do so; its jaxpr knows no references.
    """
    return staged.late_writes and not isinstance(tracing.current(), (StagingTrace, NoneType))


def write_back(references: Sequence[Ref], outs: list[Any]) -> list[Any]:
    """Write the first outputs of a discharged program to the references; returns the others."""
    for ref, value in zip(references, outs, strict=False):
        write(ref, value)
    return outs[len(references) :]


def write_slices(body: Body, xs: Sequence[Any], outs: list[Any]) -> list[Any]:
    """Write a scan's last outputs to the references that it ran over; returns the others."""
    returned = body.staged.returned
    first = len(body.jaxpr.invars) - len(xs) - len(body.constants) - len(body.staged.references)
    n = len(outs) - len(returned)
    for i, value in zip(returned, outs[n:], strict=True):
        write(xs[i - first], value)
    return outs[:n]


def close_over_references(
    what: str, functions: Sequence[Callable[..., Any]], args: tuple[Any, ...]
) -> tuple[Sequence[Callable[..., Any]], tuple[Any, ...]]:
    """Functions and arguments, with references among these closed over, and None in their place."""
    leaves, tree = tree_flatten(args)
    is_ref = [type(x) is Ref for x in leaves]
    if not any(is_ref):
        return functions, args
    _, names = partition(is_ref, argument_names(functions[0], args))
    _, refs = partition(is_ref, leaves)
    check_distinct(what, list(zip(names, refs, strict=True)), ())
    refs = [alias(ref, name) for ref, name in zip(refs, names, strict=True)]

    def closed(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def call(*given: Any) -> Any:
            return function(*tree.unflatten(merge(is_ref, tree_flatten(given)[0], refs)))

        return call

    others = [None if r else x for r, x in zip(is_ref, leaves, strict=True)]
    return [closed(f) for f in functions], tree.unflatten(others)
