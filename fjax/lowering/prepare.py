"""The passes that bring an optimised program into the form that fusion expects, for a target."""

from __future__ import annotations

from collections.abc import Callable

from fjax.core.ir import Jaxpr
from fjax.core.primitive import Primitive, Role
from fjax.higher_order.scan import Scan
from fjax.lowering.fuse.fused import UnrolledReduction
from fjax.lowering.fuse.reduction_order import order_reductions
from fjax.lowering.fuse.short_rows import (
    split_components,
    store_structure_of_arrays,
    unroll_reductions,
)
from fjax.lowering.fuse.split import split_reductions
from fjax.lowering.machine import Machine
from fjax.lowering.target import Target
from fjax.passes.expand import expand
from fjax.passes.forwarding import forward_writes, is_update
from fjax.passes.group_parts import group_parts
from fjax.passes.in_place import rotate_carries
from fjax.passes.lagging_carries import follow_versions
from fjax.passes.optimize import Pass, in_order
from fjax.passes.recomputation import share_recomputed
from fjax.passes.scans import unroll_scans
from fjax.passes.split_k import split_k
from fjax.passes.transpose_folding import copy_operands, fold_operands, fold_result, sink_reversal


def _for_machine(rewrite: Callable[[Jaxpr, Machine], Jaxpr]) -> Callable[[Jaxpr, Target], Jaxpr]:
    """A pass that takes a machine, as one that takes a target."""
    return lambda jaxpr, target: rewrite(jaxpr, target.machine)


def _is_routine(op: Primitive) -> bool:
    """Whether it is a library's, as products are."""
    return op.library


def _is_reduction(op: Primitive) -> bool:
    return op.role is Role.REDUCTION or isinstance(op, UnrolledReduction)


def _is_scan(op: Primitive) -> bool:
    return op.role is Role.CUMULATIVE


PASSES = in_order(
    Pass(
        "share recomputed",
        lambda jaxpr, target: share_recomputed(jaxpr, target.machine.l2_bytes),
        about=lambda op: op.gives_operands,
    ),
    Pass(
        "follow versions",
        lambda jaxpr, target: follow_versions(jaxpr, target.machine.limits.written_out),
        after={"share recomputed": "later passes keep values in memory by barriers"},
        about=lambda op: isinstance(op, Scan),
    ),
    Pass(
        "rotate carries",
        lambda jaxpr, target: rotate_carries(jaxpr, target.machine.limits.written_out),
        after={"follow versions": "an older version is no array of its own"},
        about=lambda op: isinstance(op, Scan),
    ),
    Pass(
        "expand",
        lambda jaxpr, target: expand(jaxpr, target.keeps, target.expansion),
        after={"rotate carries": "stacked values are sliced and joined"},
    ),
    Pass(
        "forward writes",
        lambda jaxpr, target: forward_writes(jaxpr, target.machine.launch_operations),
        after={"expand": "what is expanded may read and write at literal positions"},
        about=is_update,
    ),
    Pass(
        "group parts",
        lambda jaxpr, target: group_parts(
            jaxpr,
            target.machine.limits.operands,
            target.machine.columns,
            target.machine.moved_elements,
        ),
        after={"expand": "the parts of what is expanded are joined"},
    ),
    Pass(
        "sink reversals",
        lambda jaxpr, target: sink_reversal(jaxpr),
        after={"expand": "gradients of convolutions become products of reversed operands"},
    ),
    Pass(
        "fold transposed results",
        lambda jaxpr, target: fold_result(jaxpr),
        after={"sink reversals": "a reversal between a product and its transposition stays there"},
    ),
    Pass(
        "fold transposed operands",
        lambda jaxpr, target: fold_operands(jaxpr, target.reads_in_place),
        after={"fold transposed results": "a product absorbs its own transposition at no cost"},
        about=_is_routine,
    ),
    Pass(
        "copy operands",
        lambda jaxpr, target: copy_operands(jaxpr, target.reads_in_place),
        after={"fold transposed operands": "what is read in place needs no copy"},
        about=_is_routine,
    ),
    Pass(
        "split k",
        lambda jaxpr, target: split_k(jaxpr, target.terms_of_part),
        after={"copy operands": "partial products read the operands as the product does"},
        about=_is_routine,
    ),
    Pass(
        "order reductions",
        _for_machine(order_reductions),
        after={"split k": "the sums of partial products are reductions"},
        about=_is_reduction,
    ),
    Pass(
        "unroll scans",
        lambda jaxpr, target: unroll_scans(
            jaxpr, target.machine.written_out_scan, target.machine.line_elements
        ),
        after={"order reductions": "the columns of a row hide in which order arrays are read"},
        about=_is_scan,
    ),
    Pass(
        "unroll reductions",
        _for_machine(unroll_reductions),
        after={"unroll scans": "columns are elementwise operations, which may feed them"},
        about=_is_reduction,
    ),
    Pass(
        "split components",
        _for_machine(split_components),
        after={"unroll reductions": "a written-out reduction makes a map of what it combines"},
        about=_is_reduction,
    ),
    Pass(
        "store structures of arrays",
        _for_machine(store_structure_of_arrays),
        after={"split components": "it takes the reductions that are left"},
        about=_is_reduction,
    ),
    Pass(
        "split reductions",
        _for_machine(split_reductions),
        after={"store structures of arrays": "blocks hide which axes are reduced"},
        about=_is_reduction,
    ),
)


def prepare(jaxpr: Jaxpr, target: Target) -> Jaxpr:
    """The program after the passes, those that only this target needs among them."""
    for each in in_order(*PASSES, *target.passes) if target.passes else PASSES:
        jaxpr = each(jaxpr, target)
    return jaxpr
