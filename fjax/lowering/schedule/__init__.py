"""Schedules: how a kernel's loops run, as a list of directives, each a checked rewrite.

A kernel says what is computed. A schedule says in which order, in which vectors, by which threads
and in which versions. `replay` runs one; a heuristic for each kind of machine chooses one
(`cpu/heuristic.py`, `cuda/heuristic.py`), and `fjax.inspect(f)(x).kernels[0].schedule` shows it.

| directive | what it does |
|---|---|
| `parallelize` | spells out the part of a parallel nest that a call runs |
| `split`, `split_whole` | takes iterations in pieces |
| `interchange` | has two loops change places |
| `tile` | strip-mines the inner loop and walks all of the outer one for each strip |
| `unroll`, `unroll_and_jam` | writes iterations out; runs several in each one of the loop inside |
| `version` | two versions of a loop; the sizes of a launch choose one |
| `vectorize` | how many lanes and registers, and what becomes of the last iterations |
| `cut`, `unswitch`, `branch` | conditions leave the loops in which they do not change |
| `combine_rows` | several rows are reduced together |
| `stage` | one pass keeps values for a later one in a scratch buffer |
| `distribute` | lanes compute where a loop stores and what, before it stores there in order |
| `bind` | which threads of a GPU run a loop: all, teams, blocks, or the lanes of a team or block |
| `hold` | each lane keeps its elements of a row in registers, for all loops that walk the row |
| `transpose` | rows that cross the lanes are moved as rows, and transposed in registers |
"""

from fjax.lowering.schedule.language import replay

__all__ = ["replay"]
