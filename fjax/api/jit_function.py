"""A jitted function: it traces once per signature, compiles, and calls the compiled program."""

from __future__ import annotations

import functools
import inspect
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from types import CodeType
from typing import Any, Concatenate, Generic, ParamSpec, Self, overload

import numpy as np

from fjax import errors
from fjax.api import demanded
from fjax.api.cache_misses import code_of, explain, note_function, shared_traces
from fjax.api.called import call_with_references
from fjax.api.entries import Entry, call_entries, finish_of
from fjax.api.entries_across import across_entry
from fjax.api.flatten import FlatFunction, as_operand, check_argument, shape_struct
from fjax.api.jit_shardings import JitShardings, arrived, delete_given, known_shardings, within
from fjax.api.stages import Lowered, Names, Traced
from fjax.api.static_argument import StaticArgument
from fjax.config import Scope, config
from fjax.core import collector, memo, tracing
from fjax.core.annotations import P, R
from fjax.core.array import Array, of_numpy
from fjax.core.avals import ShapedArray
from fjax.core.device import platform_to_trace, tracing_for
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.events import record
from fjax.core.operand import Operand
from fjax.core.reference import AbstractRef, Ref
from fjax.core.tracing import Tracer, state
from fjax.core.transfers import note_numpy
from fjax.errors import api_boundary, hide_own_frames
from fjax.higher_order.argument_names import ArgumentNames, parameter_names
from fjax.higher_order.signatures import global_name
from fjax.interpreters.staging import StagingTrace, stage_references
from fjax.interpreters.vmap import axes_in_scope
from fjax.tree_util import tree_flatten, tree_structure, tree_unflatten

logger = logging.getLogger("fjax")
Q = ParamSpec("Q")
_MOST_ENTERED = 4  # traces whose entries a call tries before it looks for the signature
Around = Callable[[Callable[..., Any]], Callable[..., Any]]
_ALL = memo.WeakBag()
_SELF = (
    ". The object of a method is an argument, too: make its class a pytree (fjax.nn.Module, "
    "fjax.tree_util.register_dataclass), or apply jit to a function of its arrays"
)


class _SignatureOfOriginal:
    """`__signature__` of a function that wraps another; the class has none."""

    def __get__(self, wrapper: Any, owner: type) -> inspect.Signature:
        """Raises AttributeError where the function has no signature, as some builtins."""
        try:
            return inspect.signature(wrapper.__wrapped__)
        except ValueError as error:
            raise AttributeError(f"__signature__: {error}") from None


class JitFunction(Generic[P, R]):
    """A jitted function. Call it like the original; see `jit`."""

    __signature__ = _SignatureOfOriginal()

    def __init__(
        self,
        fun: Callable[P, R],
        static_argnums: tuple[int, ...],
        static_argnames: tuple[str, ...],
        donate_argnums: tuple[int, ...],
        donate_argnames: tuple[str, ...],
        inline: bool,
        keep_unused: bool,
        shardings: JitShardings | None = None,
        around: Around | None = None,
        cuda_graph: bool | None = None,
    ):
        """around: makes what is traced of the function of dynamic arguments; see `pmap`."""
        # A function's attributes are the wrapper's too, except for those that the wrapper needs.
        attributes = getattr(fun, "__dict__", {})
        self.__dict__.update({k: v for k, v in attributes.items() if not hasattr(type(self), k)})
        functools.update_wrapper(self, fun, updated=())  # last: what `fun` wraps is no business
        self.__name__ = _name_of(fun)
        self._fun = fun
        self._static_argnums, self._static_argnames = static_argnums, static_argnames
        self._donate_argnums, self._donate_argnames = donate_argnums, donate_argnames
        self._inline, self._keep_unused = inline, keep_unused
        self._shardings, self._around, self._cuda_graph = shardings, around, cuda_graph
        given = (static_argnums, static_argnames, donate_argnums, donate_argnames)
        self._puts = shardings is not None and shardings.arguments is not None
        self._plain = not (any(given) or self._puts) and cuda_graph is None
        self._traces: dict[Any, Traced] = shared_traces(
            fun, (*given, self.__name__, shardings, around)
        )
        # (trace key, what to try for a call): one tuple, so that threads see both or neither.
        self._entries: tuple[Any, tuple[Entry, ...]] = (None, ())
        self._entered: tuple[Traced, ...] = ()
        # Kept here, not by the traces: entries refer to them, and a circle would keep arguments.
        self._ways: dict[Traced, tuple[Entry | None, Entry | None] | None] = {}
        self._across: dict[Any, Entry] = {}
        _ALL.add(self)

    def __repr__(self) -> str:
        return f"<jitted {self.__name__}>"

    @overload
    def __get__(self, instance: None, owner: Any = None) -> Self: ...
    @overload
    def __get__(
        self: JitFunction[Concatenate[Any, Q], R], instance: object, owner: Any = None
    ) -> Callable[Q, R]: ...
    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def __reduce__(self) -> Any:
        named = global_name(self)
        if named is not None:
            return named
        return (
            JitFunction,
            (
                self._fun,
                self._static_argnums,
                self._static_argnames,
                self._donate_argnums,
                self._donate_argnames,
                self._inline,
                self._keep_unused,
                self._shardings,
                self._around,
                self._cuda_graph,
            ),
        )

    # ---- calling

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if state.trace is None and not kwargs:
            key, entries = self._entries
            if key is config.key:
                for entry in entries:
                    result = entry(*args)
                    if result is not NotImplemented:
                        return result
        try:
            if self._cuda_graph is None:
                return self._call(args, kwargs)
            with Scope("cuda_graphs", self._cuda_graph):
                return self._call(args, kwargs)
        except Exception as error:  # as api_boundary does, whose frame every trace would have
            hide_own_frames(error)
            raise

    def _call(self, args: tuple[Any, ...], kwargs: dict[Any, Any]) -> Any:
        if config.disable_jit:
            return self._run_python(args, kwargs)
        trace = tracing.current()
        dynamic, keywords, static = self._split_static(args, kwargs)
        leaves, tree = tree_flatten((dynamic, keywords))
        values = [self._operand(x, i, dynamic, keywords, static) for i, x in enumerate(leaves)]
        given = values
        if self._puts and state.trace is None:
            values = self._arrived(tree, values)
        avals = tuple([v.aval for v in values])
        traced = self._traced(tree, avals, static, dynamic, _platform(values))
        makes_way = traced in self._ways and self._ways[traced] is None
        if not makes_way and (trace is None or not trace.records):
            record("jit_cpp_cache_miss")  # a call that is recorded has no short way
        if traced.uses_references:
            return self._call_with_references(traced, values, args, kwargs)
        if state.trace is not None or any(isinstance(c, Tracer) for c in traced.constants):
            outs = self._bind(traced, values)
            return tree_unflatten(traced.out_tree, outs)
        if any(isinstance(v, Tracer) for v in values):
            raise tracing.leaked(next(v for v in values if isinstance(v, Tracer)))
        placement = traced.place(values)
        if tracing.on_meta(placement):
            return traced.without_data(values, placement)
        if config.debug_key_reuse:
            return traced.run_noting_keys(values, placement)
        if config.debug_nans or config.debug_infs:
            return traced.run_checked(values)
        guarded = config.transfer_guard_host_to_device != "allow"
        longer = keywords or guarded or traced.inspects
        short = self._plain and not longer and traced.is_near(placement)
        if short and traced.is_across(values):
            result = traced.run_placed(values, placement)
            self._enter_across(traced, values)
            return result
        if short and traced not in self._entered:
            if traced in self._ways:
                self._enter(traced)
            self._ways.setdefault(traced, None)  # its first call does without
        result = traced.run_placed(values, placement)
        if self._puts and traced.gives_away:
            delete_given(given, values)
        return result

    def _call_with_references(
        self, traced: Traced, values: Sequence[Any], args: tuple[Any, ...], kwargs: dict[Any, Any]
    ) -> Any:
        staging = isinstance(state.trace, StagingTrace)
        if traced.staged.late_writes and staging:
            state.trace.has_late_writes = True  # type: ignore[union-attr]
        if traced.staged.late_writes and state.trace is not None and not staging:
            return self._run_python(args, kwargs)  # its derivative knows them, a jaxpr's not
        return call_with_references(traced, values)

    def _arrived(self, tree: Any, values: Sequence[Any]) -> list[Any]:
        """The arguments where in_shardings say."""
        assert self._shardings is not None
        name = self.__name__
        return arrived(
            name, values, self._shardings.of_arguments(name, tree, [v.aval for v in values])
        )

    def _run_python(self, args: tuple[Any, ...], kwargs: dict[Any, Any]) -> Any:
        """The function, run operation by operation."""
        if self._around is None:
            return self._fun(*args, **kwargs)
        dynamic, keywords, static = self._split_static(args, kwargs)
        return self._with_static(static, len(dynamic))(*dynamic, **keywords)

    def _enter(self, traced: Traced) -> None:
        """Have calls like this one take the short way from now on."""
        others = self._entered if self._entries[0] is config.key else ()
        self._entered = (traced, *others)[:_MOST_ENTERED]
        pairs = [self._way(each) for each in self._entered]
        quick = [q for q, _ in pairs if q is not None]
        self._entries = (config.key, (*quick, *[p for _, p in pairs if p is not None]))

    def _enter_across(self, traced: Traced, values: Sequence[Any]) -> None:
        """The same of a call that several processes run together, for arrays placed like these."""
        if not all(type(x) is Array for x in values):
            return
        key = traced, *[x.placement for x in values]
        found = self._across.get(key)
        if found is None:
            found = across_entry(traced, values, finish_of(traced.out_tree))
            self._across[key] = found = found or _refuse
        known = self._entries[1] if self._entries[0] is config.key else ()
        if found is not _refuse and found not in known:
            self._entries = (config.key, (found, *known)[:_MOST_ENTERED])

    def _way(self, traced: Traced) -> tuple[Entry | None, Entry | None]:
        found = self._ways.get(traced)
        if found is None:
            found = self._ways[traced] = call_entries(traced)
        return found

    def _bind(self, traced: Traced, values: Sequence[Any]) -> list[Any]:
        if self._shardings is not None:
            values = within(f"jit({self.__name__}) in_shardings", traced.in_shardings, values)
        args = [*traced.constants, *values]
        for device in traced.staged.demanded:
            demanded.demand_for(f"jit({self.__name__})", device, values)
        outs = evaluate_jaxpr(traced.jaxpr, args) if self._inline else traced.call(*args)
        if self._shardings is None:
            return outs
        return within(f"jit({self.__name__}) out_shardings", traced.out_shardings, outs)

    def _operand(
        self, leaf: Any, number: int, dynamic: Any, keywords: Any, static: tuple[Any, ...]
    ) -> Any:
        if isinstance(leaf, (Operand, Ref)):
            return leaf
        try:
            if type(leaf) is np.ndarray:
                note_numpy(leaf)
                return of_numpy(leaf)  # in place: nothing keeps it after the call
            check_argument(leaf, f"jit({self.__name__})")
            return as_operand(leaf)
        except (errors.FjaxTypeError, OverflowError) as error:
            names = self._argument_names(tree_structure((dynamic, keywords)), static)
            raise self._argument_error(leaf, names[number], error) from error

    def _argument_error(self, leaf: Any, name: str, error: Exception) -> Exception:
        if isinstance(error, OverflowError):
            return OverflowError(
                f"An overflow was encountered in the argument of jit({self.__name__}) whose "
                f"argument path is {name}: {error}"
            )
        return errors.FjaxTypeError(
            f"Error interpreting argument to jit({self.__name__}) as an abstract array. The "
            f"problematic value is of type {type(leaf)} and was passed to the function at path "
            f"{name}: {leaf!r}. Pass an array, or make the argument static with static_argnums or "
            f"static_argnames{_SELF if name == 'self' else ''}"
        )

    # ---- static arguments

    def _split_static(
        self, args: tuple[Any, ...], kwargs: dict[Any, Any]
    ) -> tuple[tuple, dict, tuple]:
        """(dynamic arguments, dynamic keywords, static arguments as a key)."""
        if not self._static_argnums and not self._static_argnames:
            return args, kwargs, ()
        numbers = {n % len(args) if n < 0 and args else n for n in self._static_argnums}
        static: list[tuple[Any, Any]] = []
        dynamic = []
        for i, a in enumerate(args):
            if i in numbers:
                static.append((i, StaticArgument(a, f"argument {i} of jit({self.__name__})")))
            else:
                dynamic.append(a)
        keywords = {}
        for k, v in kwargs.items():
            if k in self._static_argnames:
                static.append((k, StaticArgument(v, f"argument {k!r} of jit({self.__name__})")))
            else:
                keywords[k] = v
        static.sort(key=lambda item: str(item[0]))
        return tuple(dynamic), keywords, tuple(static)

    def _with_static(self, static: tuple[Any, ...], dynamic_count: int) -> Callable[..., Any]:
        if not static:
            return self._fun if self._around is None else self._around(self._fun)
        positional = {k: v.value for k, v in static if isinstance(k, int)}
        named = {k: v.value for k, v in static if isinstance(k, str)}
        total = dynamic_count + len(positional)

        def call(*values: Any, **keywords: Any) -> Any:
            given = iter(values)
            args = [positional[i] if i in positional else next(given) for i in range(total)]
            return self._fun(*args, **named, **keywords)

        call.__name__ = self.__name__
        return call if self._around is None else self._around(call)

    # ---- tracing

    def _traced(
        self,
        tree: Any,
        avals: tuple[ShapedArray | AbstractRef, ...],
        static: tuple[Any, ...],
        dynamic: Any,
        platform: str | None,
    ) -> Traced:
        key = (tree, avals, static, config.key, axes_in_scope() if state.trace else (), platform)
        traced = self._traces.get(key)
        if traced is not None:
            return traced
        flat = FlatFunction(self._with_static(static, len(dynamic)), tree)
        flat.__name__, flat.what = self.__name__, "jit"
        if config.no_tracing:
            raise errors.FjaxRuntimeError(
                f"jit({self.__name__}) would be traced for {', '.join(map(str, avals))}, but "
                "no_tracing is on; call it with these types before, or turn the option off"
            )
        if config.explain_cache_misses:
            names = self._argument_names(tree, static)
            why = explain(self.__name__, key, self._traces, names, self._fun)
            logger.warning("%s, for %s", why, errors.user_line())
        level = logging.WARNING if config.log_compiles else logging.DEBUG
        if logger.isEnabledFor(level):
            given, line = ", ".join(map(str, avals)), errors.user_line()
            logger.log(level, "Tracing %s for jit with %s, for %s", self.__name__, given, line)
        record("trace_to_jaxpr")
        if not self._traces:
            note_function(self._fun)
        names = Names(self.__name__, self._argument_names(tree, static))
        start = time.perf_counter()
        program = flat, avals, self.__name__, names.arguments
        with collector.resting(), tracing_for(platform):  # here: each frame is in users' traces
            staged = demanded.staged_where_it_runs(stage_references(*program), *program)
        logger.log(
            level, "Finished tracing %s in %.6f sec", self.__name__, time.perf_counter() - start
        )
        traced = Traced(
            staged, avals, tree, flat.out_tree, names, self._donated(tree, static), self._shardings
        )
        if not any(isinstance(c, Tracer) for c in staged.constants) and not any(
            ref.home is not None for ref in staged.references
        ):
            self._traces[key] = traced
        return traced

    def _argument_names(self, tree: Any, static: tuple[Any, ...]) -> ArgumentNames:
        fixed = {k for k, _ in static if isinstance(k, int)}
        return ArgumentNames(parameter_names(self._fun), tree, fixed)

    def _donated(self, tree: Any, static: tuple[Any, ...]) -> tuple[bool, ...]:
        """Which leaves the caller gives away."""
        if not self._donate_argnums and not self._donate_argnames:
            return (False,) * tree.num_leaves
        args, keywords = tree_unflatten(tree, [False] * tree.num_leaves)
        fixed = {k for k, _ in static if isinstance(k, int)}
        numbers = [i for i in range(len(args) + len(fixed)) if i not in fixed]
        flags: list[bool] = []
        for i, a in zip(numbers, args, strict=True):
            flags += [i in self._donate_argnums] * len(tree_flatten(a)[0])
        for k in sorted(keywords):
            flags += [k in self._donate_argnames] * len(tree_flatten(keywords[k])[0])
        return tuple(flags)

    @api_boundary
    def trace(self, *args: Any, **kwargs: Any) -> Traced:
        """The traced function for these arguments (arrays or ShapeDtypeStructs)."""
        dynamic, keywords, static = self._split_static(args, kwargs)
        leaves, tree = tree_flatten((dynamic, keywords))
        avals = tuple(shape_struct(x) for x in leaves)
        if self._puts and self._shardings is not None:
            avals = self._shardings.split(self.__name__, tree, avals)
        return self._traced(tree, avals, static, dynamic, _platform(leaves))

    def dynamic_leaves(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        """The leaves of these arguments that are not static."""
        dynamic, keywords, _ = self._split_static(args, kwargs)
        return tree_flatten((dynamic, keywords))[0]

    def lower(self, *args: Any, **kwargs: Any) -> Lowered:
        """Trace and optimise for these arguments; `.compile()` goes on to machine code."""
        traced = self.trace(*args, **kwargs)
        leaves = self.dynamic_leaves(args, kwargs)
        return Lowered(traced, known_shardings(leaves, traced.in_shardings))

    def eval_shape(self, *args: Any, **kwargs: Any) -> Any:
        """The shapes and dtypes of the outputs for these arguments."""
        return self.trace(*args, **kwargs).out_info

    def clear_cache(self) -> None:
        """Forget every trace and compiled program of this function."""
        for traced in tuple(self._traces.values()):  # other threads may add to them
            traced.forget()
        self._traces.clear()
        self._entries, self._entered = (None, ()), ()
        self._ways.clear()
        self._across.clear()

    def _cache_size(self) -> int:
        return len(self._traces)


def _name_of(fun: Callable[..., Any]) -> str:
    """A function's name; of a partial application that of the function inside."""
    while isinstance(fun, functools.partial):
        fun = fun.func
    return getattr(fun, "__name__", type(fun).__name__)


def jitted_of(codes: Iterable[CodeType]) -> list[JitFunction]:
    """The jitted functions that live and have one of these codes; of equal ones the first.

    >>> def double(x): return 2 * x
    >>> double = fjax.jit(double)
    >>> jitted_of([double.__wrapped__.__code__])
    [<jitted double>]
    """
    wanted = set(codes)
    found = {id(f._traces): f for f in reversed(list(_ALL)) if code_of(f._fun) in wanted}
    return list(found.values())[::-1]


def _platform(leaves: Sequence[Any]) -> str | None:
    """Where the program of these arguments runs, if that is not the default device's platform."""
    placed = [x.placement for x in leaves if type(x) is Array and x.placement is not None]
    return platform_to_trace(placed) if placed else None


def _refuse(*args: Any) -> Any:
    """Stands for an entry where there can be none."""
    return NotImplemented


def _clear_all() -> None:
    for function in list(_ALL):
        function.clear_cache()


memo.on_clear(_clear_all)
