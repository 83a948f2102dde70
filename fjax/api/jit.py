"""jit: trace a function once per signature, compile it, and call the compiled program."""

from __future__ import annotations

import functools
import inspect
import logging
import operator
import sys
import time
import weakref
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from fjax import errors
from fjax.api.entries import Entry, call_entries
from fjax.api.flatten import FlatFunction, as_operand, check_argument, resolve_argnums, shape_struct
from fjax.api.staged import ArgInfo, ShapeDtypeStruct
from fjax.config import TRACED, config
from fjax.core import evaluate, memo, tracing
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.device import common_placement
from fjax.core.ir import ClosedJaxpr, Jaxpr
from fjax.core.operand import Operand
from fjax.core.tracing import Tracer, state
from fjax.errors import api_boundary
from fjax.higher_order.call import Call
from fjax.interpreters.staging import evaluate_jaxpr, stage
from fjax.interpreters.vmap import axes_in_scope
from fjax.lowering import pipeline
from fjax.tree_util import keystr, tree_flatten, tree_leaves_with_path, tree_unflatten

logger = logging.getLogger("fjax")
_MOST_ENTERED = 4           # traces whose entries a call tries before it looks for the signature
_ALL: weakref.WeakSet[JitFunction] = weakref.WeakSet()


class Traced:
    """A function traced for one signature: jaxpr, captured constants, output tree."""

    __slots__ = (
        "jaxpr",
        "constants",
        "in_tree",
        "out_tree",
        "name",
        "call",
        "_buffers",
        "executable",
        "donated",
        "gives_away",
        "single",
        "out_avals",
        "_entries",
        "__weakref__",
    )

    def __init__(
        self,
        jaxpr: Jaxpr,
        constants: list,
        in_tree: Any,
        out_tree: Any,
        name: str,
        donated: tuple[bool, ...],
    ):
        self.jaxpr, self.constants = jaxpr, constants
        self.in_tree, self.out_tree, self.name = in_tree, out_tree, name
        self.call = Call(jaxpr, name)
        self.donated = donated
        self.gives_away = any(donated)
        self.executable: Any = None
        self._buffers: list = []
        self._entries: tuple[Entry | None, Entry | None] | None = None
        self.out_avals = tuple(jaxpr.out_avals)
        self.single = out_tree.num_leaves == 1 and str(out_tree) == "PyTreeDef(*)"

    # ---- jax.stages.Traced

    @property
    def out_info(self) -> Any:
        structs = [
            ShapeDtypeStruct(a.shape, a.dtype, weak_type=a.weak_type) for a in self.jaxpr.out_avals
        ]
        return tree_unflatten(self.out_tree, structs)

    @property
    def closed_jaxpr(self) -> ClosedJaxpr:
        return ClosedJaxpr(self.jaxpr, self.constants)

    @property
    def fun_name(self) -> str:
        return self.name

    @property
    def args_info(self) -> Any:
        avals = self.jaxpr.in_avals[len(self.constants) :]
        infos = [ArgInfo(a, d) for a, d in zip(avals, self.donated, strict=True)]
        return tree_unflatten(self.in_tree, infos)

    def lower(self, **_options: Any) -> Lowered:
        """The optimised, fused program, not yet compiled."""
        return Lowered(self)

    # ---- execution

    def compiled(self) -> Any:
        """The executable, compiled on first use."""
        if self.executable is None:
            start = time.perf_counter()
            donated = (False,) * len(self.constants) + self.donated
            self.executable = pipeline.compile_jaxpr(self.jaxpr, donated)
            self._buffers = [tracing.as_array(c)._live() for c in self.constants]
            if config.log_compiles:
                logger.warning(
                    "Finished compilation of jit(%s) in %.6f sec",
                    self.name,
                    time.perf_counter() - start,
                )
        return self.executable

    def entries(self) -> tuple[Entry | None, Entry | None]:
        """The short ways into the compiled program: for Arrays, and for what becomes Arrays."""
        if self._entries is None:
            self._entries = call_entries(self)
        return self._entries

    def run(self, leaves: Sequence[Any], placement: Any = None) -> Any:
        """The outputs, as the user's tree, for concrete leaves outside any trace."""
        executable = self.executable or self.compiled()
        buffers = [x.buffer for x in leaves]
        if self._buffers:
            buffers = self._buffers + buffers
        try:
            results = executable(buffers)
        except AttributeError:
            for x in leaves:        # a deleted argument has no buffer: that error is the user's
                x._live()
            raise
        if self.gives_away:
            self._delete_donated(leaves)
        if self.single:
            return Array(results[0], self.out_avals[0], placement)
        outs = [Array(b, aval, placement) for b, aval in zip(results, self.out_avals, strict=True)]
        return self.out_tree.unflatten(outs)

    def _delete_donated(self, leaves: Sequence[Any]) -> None:
        for x, given in zip(leaves, self.donated, strict=True):
            if given:
                x.buffer = None


class Lowered:
    """A traced function on its way to machine code (jax.stages.Lowered)."""

    def __init__(self, traced: Traced):
        self.traced = traced

    @property
    def out_info(self) -> Any:
        return self.traced.out_info

    @property
    def args_info(self) -> Any:
        return self.traced.args_info

    @property
    def in_tree(self) -> Any:
        return self.traced.in_tree

    @property
    def out_tree(self) -> Any:
        return self.traced.out_tree

    def as_text(self, *_args: Any, **_options: Any) -> str:
        """The optimised program as text."""
        return str(pipeline.optimize(self.traced.jaxpr))

    def compile(self, *_args: Any, **_options: Any) -> Compiled:
        """The program compiled for this signature alone."""
        self.traced.compiled()
        return Compiled(self.traced)


class Compiled:
    """A compiled function for one signature (jax.stages.Compiled)."""

    def __init__(self, traced: Traced):
        self.traced = traced

    @property
    def in_tree(self) -> Any:
        return self.traced.in_tree

    @property
    def out_tree(self) -> Any:
        return self.traced.out_tree

    @property
    def out_info(self) -> Any:
        return self.traced.out_info

    @property
    def args_info(self) -> Any:
        return self.traced.args_info

    def as_text(self) -> str:
        """The compiled program as text."""
        return str(self.traced.compiled())

    def cost_analysis(self) -> dict[str, float]:
        """Nothing is estimated."""
        return {}

    @api_boundary
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        leaves, tree = tree_flatten((args, kwargs))
        if tree != self.traced.in_tree:
            raise errors.FjaxTypeError(
                f"compiled {self.traced.name}: called with {tree}, compiled for "
                f"{self.traced.in_tree}"
            )
        values = [as_operand(x) for x in leaves]
        expected = self.traced.jaxpr.in_avals[len(self.traced.constants) :]
        for v, aval in zip(values, expected, strict=True):
            if (v.aval.shape, v.aval.dtype) != (aval.shape, aval.dtype):
                raise errors.FjaxTypeError(
                    f"compiled {self.traced.name}: argument {v.aval} where it was "
                    f"compiled for {aval}; call the jitted function instead"
                )
        if any(isinstance(v, Tracer) for v in values):
            raise errors.FjaxTypeError(
                f"compiled {self.traced.name}: cannot be applied to traced values; "
                "call the jitted function instead"
            )
        return self.traced.run(values)


class JitFunction:
    """A jitted function. Call it like the original; see `jit`."""

    def __init__(
        self,
        fun: Callable[..., Any],
        static_argnums: tuple[int, ...],
        static_argnames: tuple[str, ...],
        donate_argnums: tuple[int, ...],
        donate_argnames: tuple[str, ...],
        inline: bool,
        keep_unused: bool,
    ):
        self._fun = fun
        self._static_argnums, self._static_argnames = static_argnums, static_argnames
        self._donate_argnums, self._donate_argnames = donate_argnums, donate_argnames
        self._inline, self._keep_unused = inline, keep_unused
        self._plain = not (static_argnums or static_argnames or donate_argnums or donate_argnames)
        self._traces: dict[Any, Traced] = {}
        # (trace key, what to try for a call): one tuple, so that threads see both or neither.
        self._entries: tuple[Any, tuple[Entry, ...]] = (None, ())
        self._entered: tuple[Traced, ...] = ()
        functools.update_wrapper(self, fun, updated=())
        self.__name__ = getattr(fun, "__name__", type(fun).__name__)
        _ALL.add(self)

    def __repr__(self) -> str:
        return f"<jitted {self.__name__}>"

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def __reduce__(self) -> Any:
        return (jit, (self._fun,))

    # ---- calling

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if state.trace is None and not kwargs:
            key, entries = self._entries
            if key is config.key:
                for entry in entries:
                    result = entry(*args)
                    if result is not NotImplemented:
                        return result
        return self._call(args, kwargs)

    @api_boundary
    def _call(self, args: tuple, kwargs: dict) -> Any:
        if config.disable_jit:
            return self._fun(*args, **kwargs)
        dynamic, keywords, static = self._split_static(args, kwargs)
        leaves, tree = tree_flatten((dynamic, keywords))
        values = [self._operand(x, i, dynamic, keywords) for i, x in enumerate(leaves)]
        avals = tuple([v.aval for v in values])
        traced = self._traced(tree, avals, static, dynamic)
        if state.trace is not None or any(isinstance(c, Tracer) for c in traced.constants):
            outs = self._bind(traced, values)
            return tree_unflatten(traced.out_tree, outs)
        if any(isinstance(v, Tracer) for v in values):
            raise tracing.leaked(next(v for v in values if isinstance(v, Tracer)))
        placement = None
        if any(v.placement is not None for v in values):
            placement = common_placement([v.placement for v in values], f"jit({self.__name__})")
        if config.debug_nans or config.debug_infs:  # one operation after another, each checked
            outs = evaluate.walk(traced.jaxpr, [*traced.constants, *values])
            return tree_unflatten(traced.out_tree, outs)
        if self._plain and not keywords and traced not in self._entered:
            self._enter(traced)
        return traced.run(values, placement)

    def _enter(self, traced: Traced) -> None:
        """Have calls like this one take the short way from now on."""
        others = self._entered if self._entries[0] is config.key else ()
        self._entered = (traced, *others)[:_MOST_ENTERED]
        pairs = [each.entries() for each in self._entered]
        quick = [q for q, _ in pairs if q is not None]
        self._entries = (config.key, (*quick, *[p for _, p in pairs if p is not None]))

    def _bind(self, traced: Traced, values: Sequence[Any]) -> list[Any]:
        args = [*traced.constants, *values]
        if self._inline:
            return evaluate_jaxpr(traced.jaxpr, args)
        return list(traced.call(*args))

    def _operand(self, leaf: Any, number: int, dynamic: Any, keywords: Any) -> Any:
        if isinstance(leaf, Operand):
            return leaf
        if _is_masked(leaf):
            raise errors.FjaxValueError(
                f"jit({self.__name__}): numpy masked arrays are not supported; pass the data and "
                "the mask as two arrays"
            )
        if type(leaf) is np.ndarray:
            return tracing.arrays.of_numpy(leaf)  # read in place: nothing keeps it after the call
        try:
            check_argument(leaf, f"jit({self.__name__})")
        except errors.FjaxTypeError as error:
            path = keystr(tree_leaves_with_path((dynamic, keywords))[number][0])
            raise errors.FjaxTypeError(
                f"Cannot interpret value {leaf!r} of type {type(leaf).__name__} as an abstract "
                "array: it "
                f"is the argument{path} of jit({self.__name__}); pass arrays, or make the argument "
                "static with static_argnums or static_argnames"
            ) from error
        return as_operand(leaf)

    # ---- static arguments

    def _split_static(self, args: tuple, kwargs: dict) -> tuple[tuple, dict, tuple]:
        """(dynamic arguments, dynamic keywords, static arguments as a key)."""
        if not self._static_argnums and not self._static_argnames:
            return args, kwargs, ()
        numbers = {n % len(args) if n < 0 and args else n for n in self._static_argnums}
        static: list[tuple[Any, Any]] = []
        dynamic = []
        for i, a in enumerate(args):
            if i in numbers:
                static.append((i, _Static(a, f"argument {i} of jit({self.__name__})")))
            else:
                dynamic.append(a)
        keywords = {}
        for k, v in kwargs.items():
            if k in self._static_argnames:
                static.append((k, _Static(v, f"argument {k!r} of jit({self.__name__})")))
            else:
                keywords[k] = v
        static.sort(key=lambda item: str(item[0]))
        return tuple(dynamic), keywords, tuple(static)

    def _with_static(self, static: tuple, dynamic_count: int) -> Callable[..., Any]:
        if not static:
            return self._fun
        positional = {k: v.value for k, v in static if isinstance(k, int)}
        named = {k: v.value for k, v in static if isinstance(k, str)}
        total = dynamic_count + len(positional)

        def call(*values: Any, **keywords: Any) -> Any:
            given = iter(values)
            args = [positional[i] if i in positional else next(given) for i in range(total)]
            return self._fun(*args, **named, **keywords)

        call.__name__ = self.__name__
        return call

    # ---- tracing

    def _traced(
        self, tree: Any, avals: tuple[ShapedArray, ...], static: tuple, dynamic: Any
    ) -> Traced:
        key = (tree, avals, static, config.key, axes_in_scope() if state.trace else ())
        traced = self._traces.get(key)
        if traced is not None:
            return traced
        count_dynamic = len(dynamic)
        flat = FlatFunction(self._with_static(static, count_dynamic), tree)
        flat.__name__ = self.__name__
        if config.no_tracing:
            raise errors.FjaxRuntimeError(
                f"jit({self.__name__}) would be traced for {', '.join(map(str, avals))}, but "
                "no_tracing is on; call it with these types before, or turn the option off"
            )
        if config.explain_cache_misses:
            logger.warning("%s", self._explanation(key))
        if config.log_compiles:
            logger.warning("Tracing %s for jit with %s", self.__name__, ", ".join(map(str, avals)))
        jaxpr, constants = stage(flat, avals, self.__name__)
        traced = Traced(
            jaxpr, constants, tree, flat.out_tree, self.__name__, self._donated(tree, static)
        )
        if not any(isinstance(c, Tracer) for c in constants):
            self._traces[key] = traced
        return traced

    def _explanation(self, key: tuple) -> str:
        """Why no trace fits: what differs from the trace that agrees in most parts."""
        head = f"jit({self.__name__}) is traced: "
        if not self._traces:
            return head + "it has not been called before"
        parts = ("argument structure", "argument types", "static arguments", "options", "axes")
        close = max(reversed(self._traces), key=lambda known: sum(map(operator.eq, known, key)))
        changes = []
        for part, known, new in zip(parts, close, key, strict=True):
            if known != new and part == "argument types":
                pairs = [f"{a} instead of {b}" for a, b in zip(new, known, strict=False) if a != b]
                changes.append(f"{part}: {', '.join(pairs)}")
            elif known != new and part == "options":
                named = zip(TRACED, new, known, strict=True)
                changes += [f"option {name}: {a} instead of {b}" for name, a, b in named if a != b]
            elif known != new:
                changes.append(f"{part}: {new} instead of {known}")
        return head + "; ".join(changes)

    def _donated(self, tree: Any, static: tuple) -> tuple[bool, ...]:
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
        return self._traced(tree, tuple(shape_struct(x) for x in leaves), static, dynamic)

    def lower(self, *args: Any, **kwargs: Any) -> Lowered:
        """Trace and optimise for these arguments; `.compile()` goes on to machine code."""
        return self.trace(*args, **kwargs).lower()

    def eval_shape(self, *args: Any, **kwargs: Any) -> Any:
        """The shapes and dtypes of the outputs for these arguments."""
        return self.trace(*args, **kwargs).out_info

    def clear_cache(self) -> None:
        """Forget every trace and compiled program of this function."""
        self._traces.clear()
        self._entries, self._entered = (None, ()), ()

    def _cache_size(self) -> int:
        return len(self._traces)


class _Static:
    """A static argument in a key: compares by type and equality."""

    __slots__ = ("value", "_hash")

    def __init__(self, value: Any, what: str):
        self.value = value
        try:
            self._hash = hash((type(value), value))
        except TypeError as error:
            raise errors.FjaxValueError(
                f"Non-hashable static arguments are not supported: {what} is {value!r} of type "
                f"{type(value).__name__}; pass a hashable value (a tuple instead of a list), or "
                "pass it "
                "as an ordinary argument"
            ) from error

    def __repr__(self) -> str:
        return repr(self.value)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Static)
            and type(self.value) is type(other.value)
            and bool(self.value == other.value)
        )


def jit(
    fun: Callable[..., Any] | None = None,
    *,
    in_shardings: Any = None,
    out_shardings: Any = None,
    static_argnums: int | Sequence[int] | None = None,
    static_argnames: str | Iterable[str] | None = None,
    donate_argnums: int | Sequence[int] | None = None,
    donate_argnames: str | Iterable[str] | None = None,
    keep_unused: bool = False,
    device: Any = None,
    backend: Any = None,
    inline: bool = False,
    abstracted_axes: Any = None,
    compiler_options: Any = None,
) -> Any:
    """Compile a function: traced once per structure, shapes and dtypes of its arguments.

    static_argnums, static_argnames: arguments that are Python values while tracing; they must be
        hashable, and each new value traces anew.
    donate_argnums, donate_argnames: arguments whose memory the outputs may reuse; the caller must
        not use them afterwards.
    inline: within another trace, put the body there instead of one call.
    Works as a decorator, also with options (`@jit(static_argnums=0)`) and on methods. The options
    about shardings, device and backend are accepted for JAX's sake.

    >>> import fjax, fjax.numpy as jnp
    >>> fjax.jit(lambda x: jnp.sum(x * 2))(jnp.arange(3.))
    Array(6., dtype=float64)
    """
    del in_shardings, out_shardings, device, backend, abstracted_axes, compiler_options
    if fun is None:
        options: dict[str, Any] = {
            "static_argnums": static_argnums,
            "static_argnames": static_argnames,
            "donate_argnums": donate_argnums,
            "donate_argnames": donate_argnames,
            "keep_unused": keep_unused,
            "inline": inline,
        }
        return functools.partial(jit, **options)
    return _jit(
        fun, static_argnums, static_argnames, donate_argnums, donate_argnames, inline, keep_unused
    )


@api_boundary
def _jit(
    fun: Any,
    static_argnums: Any,
    static_argnames: Any,
    donate_argnums: Any,
    donate_argnames: Any,
    inline: bool,
    keep_unused: bool,
) -> JitFunction:
    if not callable(fun):
        raise errors.FjaxTypeError(
            f"jit: Expected a callable value, got {fun!r} of type {type(fun).__name__}"
        )
    if inspect.isgeneratorfunction(fun):
        raise errors.FjaxTypeError(
            f"jit: Expected a function, got a generator function: {fun!r}; return a list instead"
        )
    numbers, names = resolve_argnums("jit static_argnums", fun, static_argnums, static_argnames)
    donated, donated_names = resolve_argnums(
        "jit donate_argnums", fun, donate_argnums, donate_argnames
    )
    overlap = set(numbers) & set(donated)
    if overlap:
        raise errors.FjaxValueError(
            f"jit: arguments {sorted(overlap)} are both static and donated; static "
            "arguments have no memory to give away"
        )
    return JitFunction(fun, numbers, names, donated, donated_names, inline, keep_unused)


def _is_masked(leaf: Any) -> bool:
    """Whether this is a masked array; asked without importing numpy.ma, which takes 10 ms."""
    masked = sys.modules.get("numpy.ma")
    return masked is not None and isinstance(leaf, masked.MaskedArray)


def _clear_all() -> None:
    for function in list(_ALL):
        function.clear_cache()


memo.on_clear(_clear_all)
