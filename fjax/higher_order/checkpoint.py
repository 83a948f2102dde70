"""checkpoint: recompute instead of keeping; policies say which values to keep."""

from __future__ import annotations

import functools
import logging
import weakref
from collections.abc import Callable, Sequence
from typing import Any, overload

from fjax import errors
from fjax.config import checks, config
from fjax.core import tracing
from fjax.core.annotations import P, R, T
from fjax.core.avals import ShapedArray
from fjax.core.checks import Checker
from fjax.core.evaluate import evaluate_jaxpr, walk
from fjax.core.ir import Equation, Jaxpr, Var
from fjax.core.memo import WeakTable
from fjax.core.plain_arguments import check_whole
from fjax.core.primitive import Primitive, Pruned, Record, Values, primitive
from fjax.core.reference import read
from fjax.core.rewrite import drop_dead, prune_body, without_dead, without_effects
from fjax.dataclass import dataclass
from fjax.higher_order.argument_names import argument_names, function_name
from fjax.higher_order.bodies import operands, stage_body, stage_body_with_references
from fjax.higher_order.call import Call
from fjax.higher_order.common import OneJaxpr, op_memo
from fjax.higher_order.discharge import (
    close_over_references,
    discharge,
    runs_in_python,
    shared_references,
    write_back,
)
from fjax.higher_order.lists import Flags, merge, partition, select
from fjax.higher_order.saving import Policy, inlined, split_by_policy
from fjax.interpreters.jvp import jvp_jaxpr
from fjax.interpreters.linearize import partial_eval_jaxpr
from fjax.interpreters.staging import stage_closed
from fjax.interpreters.transpose import transpose_jaxpr
from fjax.primitives.barriers import optimization_barrier
from fjax.primitives.structure import Identity
from fjax.pytrees.operations import UNSPECIFIED, Unspecified, tree_flatten, tree_map
from fjax.pytrees.prefix import broadcast_prefix

_logger = logging.getLogger(__name__)


@primitive
class Checkpoint(OneJaxpr):
    """Outputs of a jaxpr; reverse mode computes inner values again, except for those it may keep.

    `policy(primitive, *avals, **params)` says which equations' outputs are kept; None keeps
    nothing.
    With `prevent_cse` a barrier keeps the optimiser from sharing the second computation with the
    first; a tuple says which operands go through it.
    """

    policy: Policy | None = None
    prevent_cse: bool | Flags = True
    differentiated: bool = False

    def over_arrays(self, jaxpr: Jaxpr) -> Checkpoint:
        return self.replace(jaxpr=jaxpr, prevent_cse=any(self.barriers()))

    def barriers(self) -> list[bool]:
        """Which operands go through a barrier before anything is computed again."""
        if isinstance(self.prevent_cse, bool):
            return [self.prevent_cse] * len(self.jaxpr.invars)
        return list(self.prevent_cse)

    def fenced(self, jaxpr: Jaxpr, flags: Sequence[bool]) -> Checkpoint:
        """This checkpoint of another jaxpr, whose flagged operands go through a barrier."""
        whole = isinstance(self.prevent_cse, bool)
        return self.replace(jaxpr=jaxpr, prevent_cse=self.prevent_cse if whole else tuple(flags))

    def run(self, *args: Any) -> list[Any]:
        return walk(self.jaxpr, args) if checks.replaced else super().run(*args)

    @property
    def recomputes(self) -> bool:
        return self.differentiated

    def forward_body(self) -> Jaxpr | None:
        return self.jaxpr

    @op_memo
    def of_tangents(self, nonzero: Flags) -> tuple[Checkpoint, Flags]:
        jaxpr, has_tangent = jvp_jaxpr(self.jaxpr, nonzero, (False,) * len(self.jaxpr.outvars))
        flags = self.barriers()
        return self.fenced(jaxpr, [*flags, *select(nonzero, flags)]), has_tangent

    @op_memo
    def of_cotangents(self, linear: Flags, nonzero: Flags) -> tuple[Checkpoint, Flags]:
        jaxpr, has_cotangent = transpose_jaxpr(self.jaxpr, linear, nonzero)
        return self.replace(jaxpr=jaxpr, prevent_cse=any(self.barriers())), has_cotangent

    def partial_eval(self, record: Record, unknown: Sequence[bool], args: Values) -> Values:
        parts = _partial_eval(self, tuple(unknown))
        _report(parts)
        known_args, unknown_args = partition(unknown, args)
        results: list[Any] = []
        if parts.known is not None and tracing.current() is None:
            results = parts.known(*known_args)
        elif parts.known is not None:  # as equations of the program around it
            results = evaluate_jaxpr(parts.known.jaxpr, known_args)
        kept = [known_args[i] if is_input else results[i] for is_input, i in parts.kept]
        rest = record(parts.remainder, [*kept, *unknown_args]) if any(parts.out_unknown) else []
        return merge(parts.out_unknown, results[: parts.n_known], rest)

    def checked(self, checker: Checker, args: Values) -> Values:
        part = checker.body(self.jaxpr)
        return checker.absorb(part.reports, self.replace(jaxpr=part.jaxpr)(*args))

    def drop_unused(self, used: Sequence[bool]) -> Pruned | None:
        jaxpr, stays = prune_body(self.jaxpr, tuple(used))
        return self.fenced(jaxpr, select(stays, self.barriers())), stays, used


@dataclass(frozen=True)
class _PartialCheckpoint:
    """A checkpoint in two.

    The known part gives the known outputs, then what the policy keeps. The remainder takes what is
    kept (known inputs, or results of the known part) and the unknown inputs, and computes the rest.
    """

    known: Call | None
    n_known: int
    kept: tuple[tuple[bool, int], ...]
    remainder: Checkpoint
    out_unknown: Flags
    inputs: tuple[ShapedArray, ...]  # of what is kept: the known inputs,
    saved: tuple[tuple[ShapedArray, Equation], ...]  # and results with what computes them


@op_memo
def _partial_eval(op: Checkpoint, unknown: Flags) -> _PartialCheckpoint:
    whole = partial_eval_jaxpr(op.jaxpr, unknown)
    parts = split_by_policy(whole.known, op.policy)
    n_known, n_in = len(whole.known.outvars) - len(whole.residual_avals), len(whole.known.invars)
    n_outs = len(whole.known.outvars)
    again, stays = drop_dead(
        without_effects(parts.again.replace(outvars=parts.again.outvars[n_known:])),
        [True] * (n_outs - n_known),
        False,
    )
    inputs, fresh = stays[:n_in], select(stays[n_in:], parts.saved)
    if (
        op.differentiated
        and all(whole.out_unknown)
        and not fresh
        and unknown[:n_in] == (False,) * n_in
    ):
        return _as_it_is(op, n_in)
    outputs = list(parts.forward.outvars[:n_known])
    places = [(True, i) for i, s in enumerate(inputs) if s]
    for v in fresh:
        if v not in outputs[:n_known]:
            outputs.append(v)
        places.append((False, outputs.index(v)))
    of_inputs = select([not u for u in unknown], op.barriers())
    fenced = [*select(inputs, of_inputs), *[any(op.barriers())] * len(fresh)]
    n_kept = len(places)

    def body(*args: Any) -> list[Any]:
        kept = list(args[:n_kept])
        if any(fenced) and again.eqns:
            free, behind = partition(fenced, kept)
            kept = merge(fenced, free, optimization_barrier(*behind))
        return evaluate_jaxpr(whole.remainder, [*evaluate_jaxpr(again, kept), *args[n_kept:]])

    avals = [v.aval for v, u in zip(op.jaxpr.invars, unknown, strict=True) if u]
    remainder = stage_closed(body, [*again.in_avals, *avals], f"remat({op.jaxpr.debug_name})")
    known = without_dead(parts.forward.replace(outvars=outputs))
    known_op = Call(known, f"checkpoint({known.debug_name})") if outputs or known.effects else None
    return _PartialCheckpoint(
        known_op,
        n_known,
        tuple(places),
        Checkpoint(remainder, op.policy, any(op.barriers()), True),
        whole.out_unknown,
        tuple(select(inputs, whole.known.in_avals)),
        tuple(zip([v.aval for v in fresh], select(stays[n_in:], parts.makers), strict=True)),
    )


def _as_it_is(op: Checkpoint, n_known: int) -> _PartialCheckpoint:
    """A remainder without a known part, and with nothing to keep: it is split no further.

    So nests of checkpoints are transposed level by level, each in the form that it has already.
    """
    kept = tuple([(True, i) for i in range(n_known)])
    flags = (True,) * len(op.jaxpr.outvars)
    return _PartialCheckpoint(None, 0, kept, op, flags, tuple(op.jaxpr.in_avals[:n_known]), ())


def _report(parts: _PartialCheckpoint) -> None:
    """Log what a checkpoint keeps, each time that it is split, though the parts are remembered."""
    level = logging.WARNING if config.log_checkpoint_residuals else logging.DEBUG
    if not _logger.isEnabledFor(level):
        return
    inputs = parts.inputs
    saved = [f"{aval} by {eqn.op.name} at {eqn.source}" for aval, eqn in parts.saved]
    lines = []
    if inputs:
        lines += ["remat-decorated function saving inputs with shapes:", *map(str, inputs)]
    if saved:
        lines.append(
            "and saving these intermediates:"
            if inputs
            else "remat-decorated function saving these intermediates:"
        )
        lines += saved
    _logger.log(level, "\n  ".join(lines) or "remat-decorated function saving nothing")


@primitive
class Name(Identity):
    """The value itself, with a name that checkpoint policies know."""

    label: str

    @property
    def params(self) -> dict[str, Any]:
        return {"name": self.label}

    @classmethod
    def from_params(cls, params: dict[str, Any]) -> Primitive:
        return cls(params["name"])

    def jvp(self, primals: Values, tangents: Values) -> tuple[Values, Values]:
        return (self(primals[0]),), (tangents[0],)


def checkpoint_name(x: T, name: str) -> T:
    """`x` (a pytree), its arrays named for checkpoint policies.

    >>> from fjax.ad_checkpoint import checkpoint_name
    >>> policy = fjax.checkpoint_policies.save_only_these_names("sine")
    >>> f = fjax.checkpoint(lambda x: checkpoint_name(jnp.sin(x), "sine") ** 2, policy=policy)
    >>> fjax.grad(f)(0.5).round(6)
    Array(0.841471, dtype=float64, weak_type=True)
    """
    if not isinstance(name, str):
        raise errors.FjaxTypeError(f"checkpoint_name takes a string as name, got {name!r}")
    return tree_map(lambda leaf: Name(name)(leaf), x)


# ---- policies

DOTS = frozenset({"dot_general", "conv_general_dilated"})


def everything_saveable(prim: Any, *_: Any, **__: Any) -> bool:
    """Keep every value, as without checkpoint."""
    return True


def nothing_saveable(prim: Any, *_: Any, **__: Any) -> bool:
    """Keep no value: recompute everything."""
    return False


def dots_saveable(prim: Any, *_: Any, **__: Any) -> bool:
    """Keep the results of matrix products and convolutions."""
    return prim.name in DOTS


def dots_with_no_batch_dims_saveable(prim: Any, *_: Any, **params: Any) -> bool:
    """Keep the results of matrix products without batch dimensions."""
    if prim.name != "dot_general":
        return False
    _, (lhs_batch, rhs_batch) = params["dimension_numbers"]
    return not lhs_batch and not rhs_batch


def save_only_these_names(*names_which_can_be_saved: str) -> Policy:
    """Keep only values that checkpoint_name gave one of these names."""
    chosen = frozenset(names_which_can_be_saved)

    def policy(prim: Any, *_: Any, **params: Any) -> bool:
        return prim.name == "name" and params["name"] in chosen

    return policy


def save_any_names_but_these(*names_not_to_save: str) -> Policy:
    """Keep only named values, but none with one of these names."""
    named = save_only_these_names(*names_not_to_save)
    return lambda prim, *_, **params: prim.name == "name" and not named(prim, **params)


def save_anything_except_these_names(*names_not_to_save: str) -> Policy:
    """Keep every value except those that checkpoint_name gave one of these names."""
    named = save_only_these_names(*names_not_to_save)
    return lambda prim, *_, **params: not named(prim, **params)


def save_from_both_policies(policy_1: Policy, policy_2: Policy) -> Policy:
    """Keep what either policy keeps."""

    def policy(prim: Any, *avals: Any, **params: Any) -> bool:
        return bool(policy_1(prim, *avals, **params) or policy_2(prim, *avals, **params))

    return policy


def save_and_offload_only_these_names(
    *,
    names_which_can_be_saved: Sequence[str],
    names_which_can_be_offloaded: Sequence[str],
    offload_src: str,
    offload_dst: str,
) -> Policy:
    """Keep values with these names; offloading keeps them in place on a CPU."""
    return save_only_these_names(*names_which_can_be_saved, *names_which_can_be_offloaded)


def offload_dot_with_no_batch_dims(offload_src: str, offload_dst: str) -> Policy:
    """Keep matrix products without batch dimensions; offloading keeps them in place on a CPU."""
    return dots_with_no_batch_dims_saveable


class checkpoint_policies:
    """The policies by name, for `checkpoint(f, policy=...)`.

    >>> f = fjax.checkpoint(jnp.sin, policy=fjax.checkpoint_policies.nothing_saveable)
    >>> fjax.grad(f)(0.0)
    Array(1., dtype=float64, weak_type=True)
    """

    everything_saveable = staticmethod(everything_saveable)
    nothing_saveable = staticmethod(nothing_saveable)
    dots_saveable = staticmethod(dots_saveable)
    checkpoint_dots = staticmethod(dots_saveable)
    dots_with_no_batch_dims_saveable = staticmethod(dots_with_no_batch_dims_saveable)
    checkpoint_dots_with_no_batch_dims = staticmethod(dots_with_no_batch_dims_saveable)
    offload_dot_with_no_batch_dims = staticmethod(offload_dot_with_no_batch_dims)
    save_anything_except_these_names = staticmethod(save_anything_except_these_names)
    save_any_names_but_these = staticmethod(save_any_names_but_these)
    save_only_these_names = staticmethod(save_only_these_names)
    save_from_both_policies = staticmethod(save_from_both_policies)
    save_and_offload_only_these_names = staticmethod(save_and_offload_only_these_names)


# ---- the transformation


def _check_checkpoint(fun: Any, policy: Any, concrete: bool) -> None:
    """Raise for arguments of `checkpoint` that are something else."""
    if not callable(fun) or not (policy is None or callable(policy)):
        what = "a function" if not callable(fun) else "as policy one of fjax.checkpoint_policies"
        got = fun if not callable(fun) else policy
        raise errors.FjaxTypeError(f"checkpoint takes {what}, got {got!r:.80}")
    if getattr(policy, "__annotations__", {}).get("return") == "Policy":
        raise errors.FjaxTypeError(
            f"checkpoint: {policy.__name__} makes a policy: call it first, as in "
            "policy=fjax.checkpoint_policies.save_only_these_names('name')"
        )
    if concrete:
        raise errors.FjaxValueError(
            "checkpoint: concrete is not supported; mark arguments that Python control flow "
            "depends on with static_argnums"
        )


@overload
def checkpoint(
    fun: Callable[P, R],
    *,
    prevent_cse: Any = True,
    policy: Policy | None = None,
    static_argnums: int | tuple[int, ...] = (),
    concrete: bool = False,
) -> Callable[P, R]: ...
@overload
def checkpoint(
    fun: Unspecified = UNSPECIFIED,
    *,
    prevent_cse: Any = True,
    policy: Policy | None = None,
    static_argnums: int | tuple[int, ...] = (),
    concrete: bool = False,
) -> Callable[[Callable[P, R]], Callable[P, R]]: ...
def checkpoint(
    fun: Callable[..., Any] | Unspecified = UNSPECIFIED,
    *,
    prevent_cse: Any = True,
    policy: Policy | None = None,
    static_argnums: int | tuple[int, ...] = (),
    concrete: bool = False,
) -> Callable[..., Any]:
    """`fun`, with inner values that reverse mode computes again instead of keeping them.

    `policy` (see `checkpoint_policies`) names values to keep. `static_argnums` arguments are passed
    on unchanged. Under scan, `prevent_cse=False` is safe and faster. A tuple with an entry for each
    argument, perhaps a pytree, says which of them must not be shared. Also a decorator. The kept
    values are logged at level DEBUG (WARNING with `log_checkpoint_residuals`).

    concrete: must be False.

    >>> import fjax
    >>> fjax.grad(checkpoint(lambda x: fjax.lax.sin(fjax.lax.sin(x))))(0.0)
    Array(1., dtype=float64, weak_type=True)
    """
    if isinstance(fun, Unspecified):
        return functools.partial(
            checkpoint, prevent_cse=prevent_cse, policy=policy, static_argnums=static_argnums
        )
    _check_checkpoint(fun, policy, concrete)
    numbers = (static_argnums,) if isinstance(static_argnums, int) else tuple(static_argnums)
    for number in numbers:
        check_whole("checkpoint: each of static_argnums", number, None)
    function = fun

    @functools.wraps(fun)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        static = {n % len(args) for n in numbers if -len(args) <= n < len(args)}
        body_function = _with_static(function, args, static) if static else function
        dynamic = tuple(a for i, a in enumerate(args) if i not in static)
        fenced = prevent_cse
        if not isinstance(prevent_cse, bool):
            asked = tuple(p for i, p in enumerate(prevent_cse) if i not in static)
            fenced = [*broadcast_prefix(asked, dynamic), *[True] * len(tree_flatten(kwargs)[0])]
        if kwargs:
            body_function, dynamic = _with_keywords(body_function), (dynamic, kwargs)
        (body_function,), dynamic = close_over_references("checkpoint", [body_function], dynamic)
        leaves, in_tree = tree_flatten(dynamic)
        values = operands("checkpoint", leaves)
        avals = [v.aval for v in values]
        body = stage_body_with_references("checkpoint", body_function, in_tree, avals)
        if runs_in_python(body.staged):
            return function(*args, **kwargs)
        reading, changing = shared_references(body)
        jaxpr = discharge(body, reading, changing)
        if fenced is not prevent_cse:  # what is closed over stands before the arguments
            n_outer = len(jaxpr.invars) - len(fenced)
            fenced = (*[any(fenced)] * n_outer, *fenced)
        op = Checkpoint(jaxpr, policy, fenced)
        outs = op(*body.constants, *map(read, (*reading, *changing)), *values)
        return body.out_tree.unflatten(write_back(changing, outs))

    wrapped.__name__ = function_name(fun)
    return wrapped


remat = checkpoint


def _with_static(
    function: Callable[..., Any], args: tuple[Any, ...], static: set[int]
) -> Callable[..., Any]:
    """The function of the other arguments: the same one for equal static arguments."""
    given = tuple((i, type(args[i]), args[i]) for i in sorted(static))
    try:
        known = _static_calls.of(function)
        key = len(args), given
        if key not in known:
            known[key] = _static_call(weakref.ref(function), *key)
        return known[key]
    except TypeError:  # an argument without a hash; a call that raises is not made here
        return _static_call(lambda: function, len(args), given)


_static_calls = WeakTable()


def _static_call(
    reference: Callable[[], Any], n_args: int, static: tuple[Any, ...]
) -> Callable[..., Any]:
    values = {i: value for i, _, value in static}

    def call(*dynamic: Any, **kwargs: Any) -> Any:
        given = iter(dynamic)
        args = [values[i] if i in values else next(given) for i in range(n_args)]
        return reference()(*args, **kwargs)

    call.__name__ = function_name(reference())
    return call


def _with_keywords(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function of (args, kwargs)."""

    def call(args: tuple[Any, ...], kwargs: dict[Any, Any]) -> Any:
        return function(*args, **kwargs)

    call.__name__ = function_name(function)
    return call


# ---- inspection


def saved_residuals(
    f: Callable[..., Any], *args: Any, **kwargs: Any
) -> list[tuple[ShapedArray, str]]:
    """The values that reverse mode of `f` keeps: (aval, where it comes from).

    >>> len(fjax.ad_checkpoint.saved_residuals(jnp.sin, 1.0))
    1
    """
    leaves, tree = tree_flatten((args, kwargs))
    values = operands("saved_residuals", leaves)
    body = stage_body("saved_residuals", _with_keywords(f), tree, [v.aval for v in values])
    n_consts, n = len(body.constants), len(body.jaxpr.invars)
    inexact = [v.aval.tangent() is v.aval for v in body.jaxpr.invars]
    nonzero = tuple([i >= n_consts and x for i, x in enumerate(inexact)])
    jvp, _ = jvp_jaxpr(body.jaxpr, nonzero, (False,) * len(body.jaxpr.outvars))
    parts = partial_eval_jaxpr(jvp, (*[False] * n, *[True] * (len(jvp.invars) - n)))
    known = inlined(parts.known)
    names = argument_names(f, args, kwargs)
    found: dict[Any, tuple[ShapedArray, str]] = {}
    for x in known.outvars[len(known.outvars) - len(parts.residual_avals) :]:
        found[x] = (x.aval, _origin(known, x, n_consts, names))
    return list(found.values())


def _origin(known: Jaxpr, x: Any, n_consts: int, names: Sequence[str]) -> str:
    """In words, what a residual is."""
    if not isinstance(x, Var):
        return "from a literal"
    if x in known.invars:
        i = known.invars.index(x) - n_consts
        return "from a constant" if i < 0 else f"from the argument {names[i]}"
    eqn = next(e for e in known.eqns if x in e.outvars)
    where = f" from {eqn.source}" if eqn.source is not None else ""
    if eqn.op.name == "name":
        return f"named '{eqn.op.params['name']}'{where}"
    return f"output of {eqn.op.name}{where}"


def print_saved_residuals(f: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
    """Print what reverse mode of `f` keeps, one value a line.

    >>> fjax.ad_checkpoint.print_saved_residuals(jnp.sin, 1.0)
    ~f64[] output of cos from ...
    """
    for aval, description in saved_residuals(f, *args, **kwargs):
        print(f"{aval.notation()} {description}")
