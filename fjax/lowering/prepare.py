"""The passes that bring an optimised program into the form that fusion wants, for a target."""

from __future__ import annotations

from functools import partial

from fjax.core.ir import Jaxpr
from fjax.lowering.fuse.columns import reduce_columns
from fjax.lowering.fuse.columns_apart import store_apart
from fjax.lowering.fuse.short import write_out
from fjax.lowering.fuse.split import part_of, split_reductions
from fjax.lowering.fuse.walks import walk_once
from fjax.lowering.target import Target
from fjax.passes.expand import expand
from fjax.passes.long_products import split_products
from fjax.passes.long_scans import split_scans
from fjax.passes.ordering import Pass, in_order
from fjax.passes.short_scans import write_out_scans
from fjax.passes.transpose_folding import copy_operands, fold_operands, fold_result, sink_reversal

PASSES = in_order(
    Pass("expand", lambda jaxpr, target: expand(jaxpr, target.keeps, target.expansion)),
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
    ),
    Pass(
        "copy operands",
        lambda jaxpr, target: copy_operands(jaxpr, target.reads_in_place),
        after={"fold transposed operands": "what is read in place needs no copy"},
    ),
    Pass(
        "split products",
        lambda jaxpr, target: split_products(jaxpr, target.terms_of_part),
        after={"copy operands": "partial products read the operands as the product does"},
    ),
    Pass(
        "walk once",
        lambda jaxpr, target: walk_once(jaxpr, target.machine),
        after={"split products": "the sums of partial products are reductions"},
    ),
    Pass(
        "write out scans",
        lambda jaxpr, target: write_out_scans(
            jaxpr, target.machine.written_out_scan, target.machine.line_elements
        ),
        after={"walk once": "the columns of a row hide in which order arrays are read"},
    ),
    Pass(
        "write out reductions",
        lambda jaxpr, target: write_out(jaxpr, target.machine),
        after={"write out scans": "columns are elementwise operations, which may feed them"},
    ),
    Pass(
        "reduce columns",
        lambda jaxpr, target: reduce_columns(jaxpr, target.machine),
        after={"write out reductions": "a written-out reduction makes a map of what it combines"},
    ),
    Pass(
        "store apart",
        lambda jaxpr, target: store_apart(jaxpr, target.machine),
        after={"reduce columns": "it takes the reductions that are left"},
    ),
    Pass(
        "split reductions",
        lambda jaxpr, target: split_reductions(jaxpr, target.machine),
        after={"store apart": "blocks hide which axes are reduced"},
    ),
    Pass(
        "split scans",
        lambda jaxpr, target: split_scans(
            jaxpr, target.machine.cuts.few_rows, partial(part_of, cuts=target.machine.cuts)
        ),
        after={"split reductions": "the totals of its parts are short enough"},
    ),
)


def prepare(jaxpr: Jaxpr, target: Target) -> Jaxpr:
    """The program after the passes."""
    for each in PASSES:
        jaxpr = each(jaxpr, target)
    return jaxpr
