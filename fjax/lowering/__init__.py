"""An optimised jaxpr becomes kernels, a plan, and something that runs. The stages, in order:

| where | what it does |
|---|---|
| `prepare.py` | passes for a target |
| `fuse/` | groups equations into kernels |
| `nest/` | builds the loops of a group |
| `kernel/` | the form of a kernel: printed, parsed, verified, rewritten |
| `schedule/` | directives, which rewrite a kernel's loops |
| `loop/` | `scan` and `while_loop` as kernels |
| `run/` | the plan: steps, memory, launches; and what runs it |
| `llvm/`, `native/` | LLVM's text; functions of the runtime, in Python with types |
| `cpu/`, `cuda/`, `numba/` | a heuristic, an emitter, a compiler, libraries and a runtime |

`pipeline.py` connects them, `target.py` and `machine.py` say what they know of a target and its
machine, and `inspect.py` shows each stage. Two caches keep code and plans for other processes.
"""

from fjax.core import lazy

lazy.later(__name__, "evaluated_once inspect prepare")
