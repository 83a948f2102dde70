"""Library functions of many operations, called at once: their programs are recorded and replayed.

Outside any transformation each operation of such a function costs 1 to 4 µs for its arguments,
types and result; NumPy's part is a tenth of that for small arrays. A recorded function is traced
when it is called a few times with arguments of the same types, and from then on its operations'
NumPy functions run one after another without all that: the same operations in the same order on the
same values, so the same bits.

Once calls have taken about as long as compiling does, what compiled code computes to the same bits
is compiled (`eager_parts`). Where most of the time goes into what it would round otherwise, the
program is compiled before its first call, or never, so that equal calls have equal results.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import numpy as np

from fjax.config import Scope, checks, config
from fjax.core import dtypes, tracing
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.device import META
from fjax.core.documentation import family
from fjax.core.evaluate import evaluate_jaxpr, literal_value
from fjax.core.finite import is_finite
from fjax.core.ir import Atom, Equation, Jaxpr, Literal
from fjax.core.memo import Table, cached_property
from fjax.core.primitive import Primitive
from fjax.core.quiet import quiet
from fjax.core.rewrite import without_dead
from fjax.core.tracing import Tracer, as_array, state
from fjax.interpreters import eager_cost, eager_parts
from fjax.interpreters.eager_parts import ProgramText
from fjax.interpreters.staging import Staged, stage, stage_references
from fjax.pytrees.operations import tree_flatten, treedef_is_leaf
from fjax.pytrees.treedef import PyTreeDef

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Member = TypeVar("Member")
Replay = Callable[..., Any]

CALLS = 4  # of the same types: recording costs some ten plain calls
MOST_PROGRAMS = 128  # of one function
MOST_ELEMENTS = 1 << 14  # in all values of a program: beyond it NumPy's own time is what counts
COMPILING = 2e6  # nanoseconds of NumPy's after which a program is compiled, if bits stay the same
AT_ONCE = 1e6  # nanoseconds of one call from which all is compiled, whatever the bits
_STATIC = frozenset({int, bool, str, type(None)})
_ELEMENTS = frozenset({Array, int})  # of tuples and lists


def recorded(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Decorator of a function of arrays and static arguments: repeated eager calls replay it.

    The function must decide by its arguments' types and static arguments alone, as under `jit`, and
    must not take or return anything but Arrays, numbers and (returned) pytrees of Arrays.

    >>> @recorded
    ... def ratio(x, y):
    ...     return jnp.where(y == 0, 0.0, x / jnp.where(y == 0, 1.0, y))
    >>> [float(ratio(jnp.array(1.0), jnp.array(y))) for y in (0.0, 2.0, 4.0)]
    [0.0, 0.5, 0.25]
    """
    programs: Table = Table(MOST_PROGRAMS)
    function = beside(function)

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if state.trace is None and not checks.on:
            found = _key(args, kwargs)
            if found is not None:
                key, arrays = found
                program = programs.get(key, _Calls)
                replay = program.replay or program.count(function, args, kwargs)
                if replay is not None:
                    try:
                        return replay(arrays)
                    except MemoryError:  # the operations one by one free memory and try again
                        return function(*args, **kwargs)
        elif state.trace is None and (config.debug_nans or config.debug_infs):
            return _looked_at(function, args, kwargs)
        return function(*args, **kwargs)

    return cast("Callable[Parameters, Result]", call)


def _looked_at(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """A function's result, in which NaNs or infinities are looked for.

    What it computes on the way may hold some: a mean of the numbers that are none leaves them out.
    Where the result holds some, its operations are looked at one by one, to say which made them.
    """
    with Scope("debug_nans", False), Scope("debug_infs", False):
        result = function(*args, **kwargs)
    leaves = [x for x in tree_flatten(result)[0] if type(x) is Array]
    return result if all(map(is_finite, leaves)) else function(*args, **kwargs)


def recorded_family(
    function: Callable[Concatenate[str, Member, Parameters], Result],
) -> Callable[[str, Member, str], Callable[Parameters, Result]]:
    """As `family`, of functions that are recorded."""
    make = family(function)

    def member(name: str, which: Member, doc: str) -> Callable[Parameters, Result]:
        return recorded(make(name, which, doc))

    return member


def beside(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Decorator of a function of arrays: those that it makes by itself have no data if one of its
    arguments has none, so that they may be of any size.
    """

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if any(map(_lacks_data, args)):
            with Scope("default_device", META):
                return function(*args, **kwargs)
        return function(*args, **kwargs)

    return cast("Callable[Parameters, Result]", call)


def _lacks_data(x: Any) -> bool:
    """Whether an argument, or one in a list of them, is on the device meta."""
    if isinstance(x, (tuple, list)):
        return any(map(_lacks_data, x))
    if type(x) is Array:
        return x.placement is not None and x.placement.device is META
    return isinstance(x, Tracer) and tracing.on_meta(tracing.where_is(x))


def _key(args: Sequence[Any], kwargs: dict[str, Any]) -> tuple[Any, list[Array]] | None:
    """What a program depends on, and the arrays; None for what is only called plainly."""
    key: list[Any] = [config.key, len(args)]
    arrays: list[Array] = []
    if not _add_each((*args, *kwargs.values()) if kwargs else args, key, arrays):
        return None
    if kwargs:
        key += kwargs
    return tuple(key), arrays


def _add_each(values: Sequence[Any], key: list[Any], arrays: list[Array]) -> bool:
    """Add the arguments' parts to the key and to the arrays; whether each has one."""
    for x in values:
        kind = type(x)
        if kind is Array:
            if x.placement is not None or type(x.buffer) is not np.ndarray:
                return False
            key.append(x.aval)
            arrays.append(x)
        elif kind in _STATIC:
            key += (kind, x)
        elif kind is float:
            key += (kind, x.hex())  # two zeros are equal, a NaN is not itself
        elif kind is tuple or kind is list:
            key += (kind, len(x))
            if not (_ELEMENTS.issuperset(map(type, x)) and _add_each(x, key, arrays)):
                return False
        else:
            return False
    return True


class _Calls:
    """What is known of calls with arguments of the same types: how many, and how to replay them."""

    __slots__ = ("replay", "number", "due", "program")

    def __init__(self) -> None:
        self.number = 0
        self.due = 0.0  # the call before which the program is compiled
        self.replay: Replay | None = None
        self.program: _RecordedProgram | None = None

    def count(
        self, function: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]
    ) -> Replay | None:
        """How to run this call; None for the function itself."""
        self.number += 1
        if self.number == 1 and _is_large((*args, *kwargs.values())):
            self.program = record(function, args, kwargs)
            if self.program is not None and self.program.is_slow:
                self.replay = self.program.compiled(whole=True)
        elif self.number == CALLS:
            self.program = self.program or record(function, args, kwargs)
            self.prepare()
        elif self.due and self.number >= self.due:
            self.compile()
        return self.replay

    def prepare(self) -> None:
        """Replay from now on, where that is quicker; and find out when compiling is worth it."""
        program = self.program
        if program is None:
            return
        if program.gain > 0 and not config.disable_jit:
            self.due = max(COMPILING / program.gain, self.number)
        if self.number == self.due:
            self.compile()
        elif program.is_small:
            replay = program.replay()
            self.replay = self.counted(replay) if self.due else replay

    def counted(self, replay: Replay) -> Replay:
        """The replay, until the program is compiled."""

        def run(arrays: list[Array]) -> Any:
            self.number += 1
            if self.number < self.due:
                return replay(arrays)
            return self.compile()(arrays)

        return run

    def compile(self) -> Replay:
        """Run compiled code from now on."""
        assert self.program is not None
        self.replay = self.program.compiled()
        return self.replay


def _is_large(values: Sequence[Any]) -> bool:
    """Whether arrays of many elements may take part: arguments, or of sizes that these give."""
    arrays = [x.aval.size for x in values if type(x) is Array]
    return sum(arrays or [x for x in values if type(x) is int]) > MOST_ELEMENTS


def record(
    function: Callable[..., Any], args: Sequence[Any], kwargs: dict[str, Any]
) -> _RecordedProgram | None:
    """The function's program for arguments of these types; None where it has none that fits."""
    values = (*args, *kwargs.values())
    leaves = [e for x in values for e in (x if type(x) in (tuple, list) else (x,))]
    avals = [x.aval for x in leaves if type(x) is Array]
    trees: list[PyTreeDef] = []

    def flat(*tracers: Any) -> list[Any]:
        given = iter(tracers)

        def traced(x: Any) -> Any:
            if type(x) in (tuple, list):
                return type(x)(map(traced, x))
            return next(given) if type(x) is Array else x

        there = list(map(traced, values))
        named = dict(zip(kwargs, there[len(args) :], strict=True))
        results, tree = tree_flatten(function(*there[: len(args)], **named))
        trees.append(tree)
        return results

    try:
        staged = stage_references(flat, avals, function.__name__)
    except Exception:  # whatever it is, the plain call raises or computes
        return None
    program = _RecordedProgram(staged, trees[0])
    return program if program.is_fit() else None


class _RecordedProgram(ProgramText):
    """A staged function, to be written down as NumPy calls one after another, or compiled."""

    def __init__(self, staged: Staged, tree: PyTreeDef):
        constants = staged.constants
        jaxpr = without_dead(_in_pieces(staged.jaxpr))
        self.known = {v: as_array(c).host() for v, c in zip(jaxpr.invars, constants, strict=False)}
        scope = {"asarray": np.asarray, "np": np}
        super().__init__(jaxpr.invars[len(constants) :], self.known, scope)
        self.staged, self.jaxpr, self.tree = staged, jaxpr, tree
        self.lines: list[str] = []

    @cached_property
    def gain(self) -> float:
        """About how many nanoseconds of a call compiling saves, where bits stay the same."""
        return eager_parts.gain(self.jaxpr) if self.inputs or not self.is_small else 0.0

    @property
    def is_slow(self) -> bool:
        """Whether much time goes into what compiled code may round otherwise."""
        rounded = [eqn for eqn in self.jaxpr.eqns if not eager_cost.is_alike(eqn)]
        return sum(map(eager_cost.work, rounded)) >= AT_ONCE and not config.disable_jit

    def is_fit(self) -> bool:
        """Whether it has results of its own and no effects."""
        jaxpr, made = self.jaxpr, self.made()
        return (
            not (self.staged.references or jaxpr.effects or jaxpr.axis_names)
            and config.numpy_rank_promotion != "warn"
            and all(dtypes.kind(v.aval.dtype) in "biufc" for v in (*jaxpr.invars, *made))
            and len(set(jaxpr.outvars)) == len(jaxpr.outvars)
            and made.issuperset(jaxpr.outvars)
        )

    @property
    def is_small(self) -> bool:
        """Whether its values may all be kept, and the handling of operations counts."""
        return sum(v.aval.size for v in (*self.jaxpr.invars, *self.made())) <= MOST_ELEMENTS

    def made(self) -> set[Atom]:
        """The values that are computed."""
        return {v for eqn in self.jaxpr.eqns for v in eqn.outvars}

    def compiled(self, whole: bool = False) -> Replay:
        """From the arrays to the function's result, by compiled code where bits stay the same.

        whole: all of it is compiled, whatever becomes of the bits.
        """
        tree, known = self.tree, self.known  # with what a replay has folded
        left = [e for e in self.jaxpr.eqns if not known.keys() >= set(e.outvars)]
        jaxpr = Jaxpr([*known, *self.inputs], left, self.jaxpr.outvars, self.jaxpr.debug_name)
        arrays = {v: Array(_whole(x), v.aval) for v, x in known.items()}
        run = (eager_parts.compiled_whole if whole else eager_parts.compiled)(jaxpr, arrays)
        if treedef_is_leaf(tree):
            return lambda xs: run(*xs)
        if len(jaxpr.outvars) == 1:
            return lambda xs: tree.unflatten((run(*xs),))
        return lambda xs: tree.unflatten(run(*xs))

    def replay(self) -> Replay:
        """From the arrays to the function's result, by NumPy's functions."""
        tree = self.tree
        for eqn in self.jaxpr.eqns:
            if all(type(x) is Literal or x in self.known for x in eqn.invars):
                self.fold(eqn)
            else:
                self.write(eqn)
        outs, avals = self.jaxpr.outvars, self.jaxpr.out_avals
        returned = [self.name(x) + ".copy()" * (x in self.known) for x in outs]
        program = self.function(self.lines, f"[{', '.join(returned)}]")
        if treedef_is_leaf(tree) and len(avals) == 1:
            (aval,) = avals
            return lambda xs: Array(quiet().run(program, *[x.buffer for x in xs])[0], aval)
        return lambda xs: tree.unflatten(
            map(Array, quiet().run(program, *[x.buffer for x in xs]), avals)
        )

    def fold(self, eqn: Equation) -> None:
        """Compute now what depends on no argument."""
        operands = [self.value(x) for x in eqn.invars]
        for v, out in zip(eqn.outvars, eqn.op.run(*operands), strict=True):
            self.known[v] = out.host()

    def value(self, x: Atom) -> Array:
        return literal_value(x) if isinstance(x, Literal) else Array(self.known[x], x.aval)

    def write(self, eqn: Equation) -> None:
        """One line: the operation's NumPy function on buffers."""
        avals = [x.aval for x in eqn.invars]
        call = f"{{}}({', '.join([self.name(x) for x in eqn.invars])})"
        outs = self.named(eqn.outvars)
        ufunc = eager_parts.ufunc_of(eqn.op, avals)
        if ufunc is not None:
            call = call.format(self.let(ufunc))
            # for numbers NumPy gives numbers, not arrays
            self.lines.append(
                f"{outs[0]} = {call if eqn.outvars[0].aval.ndim else f'asarray({call})'}"
            )
            return
        call = call.format(self.let(_on_buffers(eqn.op, avals)))
        self.lines.append(f"{', '.join(outs)}, = {call}")
        self.lines += [
            f"{name} = asarray({name})"
            for name, v in zip(outs, eqn.outvars, strict=True)
            if not v.aval.ndim
        ]

    def constant(self, value: Array) -> Any:
        return value.buffer


def _whole(x: np.ndarray) -> np.ndarray:
    """The elements without gaps, as compiled programs take them."""
    return x if x.flags.c_contiguous else x.copy()


def _in_pieces(jaxpr: Jaxpr) -> Jaxpr:
    """The program without calls whose bodies an eager call runs operation by operation."""
    if all(eqn.op.eager_body() is None for eqn in jaxpr.eqns):
        return jaxpr

    def bind(op: Primitive, operands: Sequence[Any]) -> Sequence[Any]:
        body = op.eager_body()
        return tracing.bind(op, operands) if body is None else evaluate_jaxpr(body, operands, bind)

    return stage(lambda *xs: evaluate_jaxpr(jaxpr, xs, bind), jaxpr.in_avals, jaxpr.debug_name)[0]


def _on_buffers(op: Primitive, avals: Sequence[ShapedArray]) -> Callable[..., Sequence[Any]]:
    """The operation as a function from buffers to buffers."""

    def through_arrays(*buffers: np.ndarray) -> list[np.ndarray]:
        return [out.host() for out in op.run(*map(Array, buffers, avals))]

    return eager_parts.evaluation_of(op) or through_arrays
