"""The stages of a jitted function: traced, lowered, compiled (jax.stages)."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from fjax import errors
from fjax.api.called import argument_leaves, call_with_references
from fjax.api.compiler_options import check_compiler_options
from fjax.api.constants import as_arrays, buffers_of, parts_of
from fjax.api.demanded import Demand
from fjax.api.jit_shardings import JitShardings, outputs_shardings, placements
from fjax.api.staged import ArgInfo, ShapeDtypeStruct, types_in_short
from fjax.config import config
from fjax.core import dtypes, evaluate, finite, processes, tracing
from fjax.core.array import NO_DATA, Array, lacks_data, of_scalar
from fjax.core.avals import ShapedArray
from fjax.core.device import META, Placement
from fjax.core.evaluate import evaluate_jaxpr
from fjax.core.events import record
from fjax.core.ir import ClosedJaxpr, Jaxpr
from fjax.core.placing import placed
from fjax.core.reference import AbstractRef
from fjax.core.sharding import NamedSharding, Sharding
from fjax.errors import api_boundary
from fjax.higher_order.argument_names import ArgumentNames
from fjax.higher_order.call import Call
from fjax.higher_order.inspected import EFFECT
from fjax.interpreters import key_reuse
from fjax.interpreters.staging import Staged
from fjax.lowering import inspect as inspection
from fjax.lowering import pipeline, targets
from fjax.lowering.run.executable import Executable
from fjax.passes import optimize
from fjax.pytrees.registry import LEAF
from fjax.spmd import inspected
from fjax.tree_util import tree_flatten, tree_unflatten


class Stage:
    """What the stages share: the types of arguments and outputs, as trees."""

    __slots__ = ()
    traced: Traced

    @property
    def in_tree(self) -> Any:
        """The structure of the pair (positional arguments, keyword arguments)."""
        return self.traced.in_tree

    @property
    def out_tree(self) -> Any:
        """The structure of the outputs."""
        return self.traced.out_tree

    @property
    def args_info(self) -> Any:
        """Shape, dtype and `donated` of each argument, in the arguments' structure."""
        infos = [
            ArgInfo(a, d)
            for a, d in zip(self.traced.argument_avals, self.traced.donated, strict=True)
        ]
        return tree_unflatten(self.in_tree, infos)

    @property
    def in_avals(self) -> Any:
        """The type of each argument, in the arguments' structure."""
        return tree_unflatten(self.in_tree, self.traced.argument_avals)

    @property
    def out_info(self) -> Any:
        """A ShapeDtypeStruct of each output, in the outputs' structure."""
        avals = self.traced.jaxpr.out_avals[: self.out_tree.num_leaves]
        structs = [
            ShapeDtypeStruct(a.shape, a.dtype, weak_type=a.weak_type, vma=a.vma, sharding=s)
            for a, s in zip(avals, self._known_shardings(avals), strict=True)
        ]
        return tree_unflatten(self.out_tree, structs)

    def _known_shardings(self, avals: Sequence[ShapedArray]) -> Sequence[Sharding | None]:
        """What is known of the outputs' shardings: what types say."""
        return [a.sharding if a.sharding.mesh.explicit_axes else None for a in avals]

    @property
    def donate_argnums(self) -> tuple[int, ...]:
        """The numbers of the donated leaves."""
        return tuple(i for i, given in enumerate(self.traced.donated) if given)


class Names(NamedTuple):
    """What a traced function and its arguments are called in messages."""

    function: str
    arguments: ArgumentNames


class Traced(Stage):
    """A function traced for one signature: jaxpr, captured constants, output tree."""

    __slots__ = (
        "jaxpr",
        "constants",
        "_in_tree",
        "_out_tree",
        "names",
        "call",
        "demand",
        "_buffers",
        "executable",
        "_elsewhere",
        "donated",
        "gives_away",
        "single",
        "out_avals",
        "shown_avals",
        "staged",
        "argument_avals",
        "uses_references",
        "has_float0",
        "_unflatten",
        "in_shardings",
        "out_shardings",
        "out_placements",
        "_spread",
        "__weakref__",
    )

    def __init__(
        self,
        staged: Staged,
        avals: tuple[ShapedArray | AbstractRef, ...],
        in_tree: Any,
        out_tree: Any,
        names: Names,
        donated: tuple[bool, ...],
        shardings: JitShardings | None = None,
    ):
        self.staged, self.argument_avals = staged, avals  # avals without captured constants
        self.jaxpr, self.constants = staged.jaxpr, staged.constants
        self.uses_references = (
            bool(staged.references)
            or staged.late_writes
            or any(type(a) is AbstractRef for a in avals)
        )
        # What a changed reference held is nobody's after the call.
        donated = tuple(d or i in staged.returned for i, d in enumerate(donated))
        self._in_tree, self._out_tree, self.names = in_tree, out_tree, names
        self.call = Call(self.jaxpr, names.function)
        self.donated = donated
        self.gives_away = any(donated)
        self.executable: Any = None
        self._buffers: list[Any] = []
        self._elsewhere: dict[Any, tuple[Executable, list[Any]]] = {}  # by target
        self.shown_avals = tuple(self.jaxpr.out_avals)
        self.out_avals = tuple([a.bare for a in self.shown_avals])
        self.has_float0 = any(a.dtype == dtypes.float0 for a in self.out_avals)
        self._unflatten = (
            functools.partial(_with_float0, out_tree) if self.has_float0 else out_tree.unflatten
        )
        self.single = out_tree.structure is LEAF and not self.has_float0
        says = shardings or _NO_SHARDINGS
        self.in_shardings = says.of_arguments(names.function, in_tree, avals)
        absent = [c for c in self.constants if lacks_data(c)]
        self.demand = Demand(staged, self.fun_name, absent, self.in_shardings)
        self.out_shardings = says.of_results(names.function, out_tree, self.out_avals)
        self._spread: dict[Any, Any] = {}  # out_placements by the places of arguments
        self.out_placements = placements(self.result_shardings(self.in_shardings))

    def described(self) -> str:
        """The function's name, and the types of its arguments and results, some of many."""
        taken = types_in_short(self.jaxpr.in_avals[len(self.constants) :])
        return f"{self.names.function}({taken}) -> {types_in_short(self.jaxpr.out_avals)}"

    def __repr__(self) -> str:
        return f"<traced {self.described()}>"

    @property
    def traced(self) -> Traced:  # type: ignore[override]
        return self

    @property
    def in_tree(self) -> Any:
        return self._in_tree

    @property
    def out_tree(self) -> Any:
        return self._out_tree

    @property
    def closed_jaxpr(self) -> ClosedJaxpr:
        return ClosedJaxpr(self.jaxpr, self.constants)

    @property
    def fun_name(self) -> str:
        return self.names.function

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The outputs, with the jaxpr evaluated operation by operation."""
        values = argument_leaves(self, args, kwargs)
        if self.uses_references:
            return call_with_references(self, values)
        return tree_unflatten(self.out_tree, evaluate_jaxpr(self.jaxpr, [*self.constants, *values]))

    def lower(self, *, lowering_platforms: Sequence[str] | None = None) -> Lowered:
        """The optimised, fused program, not yet compiled.

        lowering_platforms: None or ('cpu',); a program is compiled for the machine it runs on.
        """
        if lowering_platforms is not None and tuple(lowering_platforms) != ("cpu",):
            raise errors.FjaxValueError(
                f"lower: cannot lower for the platforms {tuple(lowering_platforms)}: fjax compiles "
                "for the processor it runs on; leave lowering_platforms out"
            )
        return Lowered(self, self.in_shardings)

    # ---- execution

    def compiled(self) -> Executable:
        """The executable for where programs run that no argument is placed for."""
        if self.executable is None:
            self.executable, self._buffers = self._compiled()
        return self.executable

    def _compiled(self) -> tuple[Executable, list[Any]]:
        """The executable for the target in force, and its buffers of the constants."""
        found = pipeline.compile_jaxpr(self.program, self.writable())
        if self.gives_away:
            self._warn_of_unused_donations(found)
        return found, buffers_of(self.jaxpr, self.constants, found)

    @property
    def program(self) -> Jaxpr:
        """What a call runs: of constants, of what is made of them alone, and of arguments."""
        return parts_of(self.jaxpr, self.constants).program

    def bound(self) -> list[Array]:
        """What a call passes before the arguments, on the target in force."""
        home = self.compiled().home
        return as_arrays(self._buffers, self.program, self.constants, home)

    def compiled_at(self, where: Placement | None) -> tuple[Executable, list[Any]]:
        """The executable for a place, compiled on first use, and its buffers of the constants."""
        target = targets.at(where)
        if target is targets.current():
            return self.compiled(), self._buffers
        if target not in self._elsewhere:
            with targets.use(target):
                self._elsewhere[target] = self._compiled()
        return self._elsewhere[target]

    def forget(self) -> None:
        """Have the executable go with its last user, though an equal program be traced again."""
        for target in (targets.current(), *self._elsewhere):
            with targets.use(target):
                pipeline.forget(self.program, self.writable())

    def writable(self) -> tuple[bool, ...]:
        """Which inputs of the program are memory that it may write to."""
        own = (*self.staged.written, *self.donated)
        return (*(False,) * (len(self.program.invars) - len(own)), *own)

    def _warn_of_unused_donations(self, executable: Executable) -> None:
        """Name the donated arguments that no output can use the memory of."""
        changed = set(executable.changed)
        free = list(self.out_avals)
        unused = []
        n = len(self.program.invars) - len(self.argument_avals)
        for k, (aval, given) in enumerate(zip(self.argument_avals, self.donated, strict=True), n):
            if not given:
                continue
            fits = next((o for o in free if (o.shape, o.dtype) == (aval.shape, aval.dtype)), None)
            if fits is not None:
                free.remove(fits)
            elif k not in changed and aval.size:
                unused.append(f"{self.names.arguments[k - n]}: {aval}")
        if unused:
            warnings.warn(
                f"jit({self.fun_name}): Some donated buffers were not usable: {', '.join(unused)}; "
                "no output has their shape and dtype. Donate only arguments that an output "
                "replaces",
                UserWarning,
                stacklevel=errors.frames_to_user(),
            )

    def place(self, values: Sequence[Any]) -> Placement | None:
        """Where a call on these concrete leaves runs; raises for two committed devices.

        What asks how values are split is told before the first such call.
        """
        where = self.demand.place(values)
        if self.inspects:
            own = [x.placement and x.placement.sharding for x in map(tracing.as_array, values)]
            held = self.in_shardings if len(own) == len(self.in_shardings) else [None] * len(own)
            self.tell([s or o for s, o in zip(held, own, strict=True)], where)
        return where

    @property
    def inspects(self) -> bool:
        """Whether something asks how values of the program are split."""
        return EFFECT in self.jaxpr.effects

    def tell(self, given: Sequence[Any], where: Placement | None) -> None:
        """Tell it, for arguments (behind what references hold, if they are given) split so."""
        own = [tracing.as_array(x).placement for x in self.constants]
        constants = [p and p.sharding for p in own]
        free = [None] * (len(self.jaxpr.invars) - len(constants) - len(given))
        inspected.tell_shardings(self.jaxpr, [*constants, *free, *given], self.out_shardings, where)

    def is_near(self, placement: Placement | None) -> bool:
        """Whether calls at a place run on the target in force."""
        return targets.at(placement) is targets.current()

    def without_data(self, leaves: Sequence[Any], placement: Placement | None) -> Any:
        """The outputs on the device meta: their types; nothing is compiled."""
        for x in leaves:
            x.live()
        if self.gives_away:
            self._delete_donated(leaves)
        outs = [Array(NO_DATA, aval, placement) for aval in self.out_avals]
        return self._unflatten(self.placed(outs))

    @property
    def spans(self) -> bool:
        """Whether the program, or what is said of its results, is of several processes."""
        said = (*self.in_shardings, *self.out_shardings)
        elsewhere = any(s is not None and not s.is_fully_addressable for s in said)
        return elsewhere or evaluate.spans(self.jaxpr)

    def is_across(self, leaves: Sequence[Any]) -> bool:
        """Whether several processes run this call together."""
        return processes.count() > 1 and (self.spans or evaluate.spans(self.jaxpr, leaves))

    def run_across(self, leaves: Sequence[Any]) -> list[Any]:
        """All outputs of a call that several processes run together, each on what it holds."""
        args = [*self.constants, *leaves]
        outs = (
            evaluate.run_across(self.jaxpr, args)
            if evaluate.spans(self.jaxpr, args)
            else (evaluate.execute(self.jaxpr, args))
        )
        n = len(self.out_shardings)
        return [
            x if s is None else placed(x, s)
            for x, s in zip(outs[:n], self.out_shardings, strict=True)
        ] + list(outs[n:])

    def run(self, leaves: Sequence[Any], placement: Any = None) -> Any:
        """The outputs, as the user's tree, for concrete leaves outside any trace."""
        executable = self.executable or self.compiled()
        if executable.home is not None:
            return self._run_away(leaves, placement)
        buffers = [x.buffer for x in leaves]
        if self._buffers:
            buffers = self._buffers + buffers
        try:
            results = executable(buffers)
        except AttributeError:
            for x in leaves:  # a deleted argument has no buffer: that error is the user's
                x.live()
            raise
        if self.gives_away:
            self._delete_donated(leaves)
        if self.single and self.out_placements is None and placement is None:
            return Array(results[0], self.out_avals[0], placement)
        outs = [Array(b, aval, placement) for b, aval in zip(results, self.out_avals, strict=True)]
        return self._unflatten(self.placed(outs, leaves))

    def run_placed(self, leaves: Sequence[Any], placement: Placement | None) -> Any:
        """As `run`, for leaves on any devices and outputs on that of `placement`."""
        if self.is_across(leaves):
            return self._unflatten(self.run_across(leaves))
        holds = targets.current().holds
        if self.is_near(placement) and all(holds(x.placement) for x in leaves):
            return self.run(leaves, placement)
        return self._run_away(leaves, placement)

    def _run_away(self, leaves: Sequence[Any], placement: Placement | None) -> Any:
        """As `run`, where arrays may have to move."""
        outs = self.run_flat(leaves, placement)
        return self._unflatten(self.placed(outs, leaves))

    def result_shardings(self, given: Sequence[Any]) -> list[Sharding | None]:
        """The outputs' shardings for arguments of these; None is of what nobody placed."""
        return outputs_shardings(self.staged, self.out_shardings, given)

    def placed(self, outs: Sequence[Array], leaves: Sequence[Any] = ()) -> Sequence[Array]:
        """The outputs where out_shardings say, or where the leaves' shardings lead to."""
        where = self.out_placements
        if any(x.placement is not None and x.placement.on_mesh for x in leaves):
            key = tuple([x.placement for x in leaves])
            if key not in self._spread:
                given = [p and p.sharding for p in key]
                self._spread[key] = placements(self.result_shardings(given))
            where = self._spread[key]
        if where is None:
            return outs
        n = len(where)  # what references hold comes after the outputs
        return [
            x if p is None or x.device is META else x.alias(x.aval, p)
            for x, p in zip(outs, where, strict=False)
        ] + list(outs[n:])

    def run_checked(self, leaves: Sequence[Any]) -> Any:
        """As `run`, one operation after another, each checked for NaNs or infinities."""
        try:
            outs = evaluate.execute(self.jaxpr, [*self.constants, *leaves])
        except errors.NonFiniteError as error:
            names = self.names.arguments
            said = [finite.of_argument(names, k, x) for k, x in enumerate(leaves)]
            error.say("\n  ".join([error.message, *filter(None, said)]))
            raise
        return tree_unflatten(self.out_tree, self.placed(outs, leaves))

    def run_noting_keys(self, leaves: Sequence[Any], placement: Placement | None) -> Any:
        """The outputs; raises KeyReuseError if a random key of the arguments was used before."""
        key_reuse.note_call("jit-compiled function", self.jaxpr, [*self.constants, *leaves])
        result = self.run_placed(leaves, placement)
        key_reuse.note_results(self.jaxpr, tree_flatten(result)[0])
        return result

    def run_flat(self, values: Sequence[Any], placement: Any) -> list[Any]:
        """All outputs, for what references hold (captured ones first) and the other arguments."""
        if tracing.on_meta(placement):
            return [Array(NO_DATA, aval, placement) for aval in self.out_avals]
        if self.is_across(values):
            return self.run_across(values)
        executable, constants = self.compiled_at(placement)
        with targets.use(executable.target):
            results = executable([*constants, *map(executable.buffer_of, values)])
        home = executable.home
        outs = [Array(b, a, home) for b, a in zip(results, self.out_avals, strict=True)]
        if self.gives_away:
            self._delete_donated(values[len(self.staged.references) :])
        return [x if placement is home else x.alias(x.aval, placement) for x in outs]

    def _delete_donated(self, leaves: Sequence[Any]) -> None:
        for x, given in zip(leaves, self.donated, strict=True):
            if given:
                x.buffer = None


def _with_float0(out_tree: Any, outs: Sequence[Array]) -> Any:
    """The outputs, those of dtype float0 as NumPy has them: what vjp returns for integers."""
    return out_tree.unflatten(
        [np.zeros(x.aval.shape, x.aval.dtype) if x.aval.dtype == dtypes.float0 else x for x in outs]
    )


# What a dialect's name stands for. There is no StableHLO and no HLO here: JAX's names ask for the
# program as it goes into the compiler, and as the compiler has improved it.
_DIALECTS: Mapping[str | None, str] = {
    None: "optimized",
    "jaxpr": "traced",
    "stablehlo": "traced",
    "hlo": "optimized",
    "optimized": "optimized",
    "fused": "fused",
}


class Lowered(Stage):
    """A traced function on its way to machine code (jax.stages.Lowered)."""

    def __init__(self, traced: Traced, given: Sequence[Sharding | None]):
        """given: the shardings of the arguments, as far as they are known."""
        self.traced, self._given = traced, given

    def __repr__(self) -> str:
        return f"<lowered {self.traced.described()}>"

    def compiler_ir(self, dialect: str | None = None) -> Jaxpr:
        """The program as a jaxpr, fjax's only intermediate representation.

        dialect: 'jaxpr' (or JAX's name 'stablehlo') for the program as traced, 'optimized' (or
        'hlo'; the default) after the passes, 'fused' with kernels in place of equations.
        """
        stage = _DIALECTS.get(dialect)
        if stage is None:
            raise errors.FjaxValueError(
                f"unknown dialect: {dialect!r}; there are: "
                f"{', '.join(repr(d) for d in _DIALECTS if d)}"
            )
        if stage == "traced":
            return self.traced.jaxpr
        if stage == "optimized":
            return optimize.optimize(self.traced.jaxpr)
        return self.traced.compiled().plan.program

    def as_text(self, dialect: str | None = None, *, debug_info: bool = False) -> str:
        """The program as text, a jaxpr; `dialect` as for `compiler_ir`."""
        del debug_info  # lines are no part of a jaxpr's text
        return str(self.compiler_ir(dialect))

    def cost_analysis(self) -> inspection.Cost:
        """What one call computes, and would move if every equation were run by itself."""
        return inspection.cost_of(optimize.optimize(self.traced.jaxpr))

    def compile(self, compiler_options: Mapping[str, Any] | None = None) -> Compiled:
        """The program compiled for this signature alone.

        compiler_options: some of XLA's are accepted, and have no effect: xla_embed_ir_in_executable
        and others that change no result, those about effort, and all that begin with xla_gpu_ or
        xla_tpu_. Others raise RuntimeError, as do values of another type than the option's.
        """
        check_compiler_options(compiler_options)
        self.traced.compiled()
        if self.traced.inspects:
            self.traced.tell(self._given, None)
        return Compiled(self.traced, self._given)


class Compiled(Stage):
    """A compiled function for one signature (jax.stages.Compiled)."""

    def __init__(self, traced: Traced, given: Sequence[Sharding | None]):
        """given: as of `Lowered`."""
        self.traced, self._given = traced, given
        outs = traced.result_shardings(given)
        named = [s for s in (*given, *outs) if isinstance(s, NamedSharding)]
        unplaced = named[0].replicated() if named else of_scalar(False).sharding
        self._shardings = [[s or unplaced for s in group] for group in (given, outs)]
        self._split = [(i, s) for i, s in enumerate(given) if isinstance(s, NamedSharding)]

    def __repr__(self) -> str:
        return f"<compiled {self.traced.described()}>"

    def as_text(self) -> str:
        """The compiled program as text: a jaxpr whose equations are kernels."""
        return str(self.traced.compiled())

    def runtime_executable(self) -> Executable:
        """The object that runs the program."""
        return self.traced.compiled()

    def cost_analysis(self) -> inspection.Cost:
        """What one call does: 'flops', 'transcendentals', 'bytes accessed', 'steps'."""
        return inspection.cost_of(self.traced.compiled().plan.jaxpr)

    def memory_analysis(self) -> inspection.MemoryNeeds:
        """The memory that one call needs, in bytes."""
        return inspection.memory_needs(self.traced.compiled().plan)

    @property
    def input_shardings(self) -> Any:
        """The sharding of each argument, as (positional arguments, keyword arguments)."""
        return tree_unflatten(self.in_tree, self._shardings[0])

    @property
    def output_shardings(self) -> Any:
        """The sharding of each output, in the outputs' structure."""
        return tree_unflatten(self.out_tree, self._shardings[1])

    def _known_shardings(self, avals: Sequence[ShapedArray]) -> Sequence[Sharding | None]:
        return [s if isinstance(s, NamedSharding) else None for s in self._shardings[1]]

    @api_boundary
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        record("stages_compiled_call")
        values = argument_leaves(self.traced, args, kwargs)
        if self.traced.uses_references:
            return call_with_references(self.traced, values)
        placement = self.traced.place(values)
        self._check_shardings(values)
        if config.debug_nans or config.debug_infs:
            return self.traced.run_checked(values)
        if tracing.on_meta(placement):
            return self.traced.without_data(values, placement)
        return self.traced.run_placed(values, placement)

    call = __call__

    def _check_shardings(self, values: Sequence[Any]) -> None:
        """Raise for an argument on a mesh that is split otherwise than this is compiled for."""
        wrong = [
            f"{x.aval.bare} compiled with {s.short()} and called with {x.sharding.short()}"
            for x, s in ((values[i], s) for i, s in self._split)
            if type(x) is Array and x.is_split and not x.sharding.is_equivalent_to(s, x.aval.ndim)
        ]
        if wrong:
            raise errors.FjaxValueError(
                "Computation was compiled for input shardings that disagree with the shardings of "
                f"arguments passed to it, {self.traced.fun_name}: {'; '.join(wrong)}. Move them "
                "with fjax.device_put, or call the jitted function"
            )


_NO_SHARDINGS = JitShardings(None, None)
