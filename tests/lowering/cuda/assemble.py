"""`make cuda-check`: every sample row's kernels, assembled for several GPUs without having one.

Prints registers, spills and shared memory, and fails where a kernel does not assemble, where one
that is no loop spills registers, and where a program without float64 has a float64 instruction.
What is printed of all kernels lies in out/cuda-check.txt.
"""

import argparse
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fjax.core import tracing
from fjax.core.scalar import Op
from fjax.interpreters.staging import stage
from fjax.lowering import pipeline, targets
from fjax.lowering.cuda.emit.emitter import emit
from fjax.lowering.cuda.emit.threads import BLOCK
from fjax.lowering.cuda.heuristic import MOST_OF_A_LANE, Variant, has_lanes, rows_walked_again
from fjax.lowering.cuda.ptx import ptx
from fjax.lowering.kernel.fingerprint import fingerprint
from fjax.lowering.kernel.form import WARP, Kernel
from fjax.lowering.kernel.spelling import expressions, postorder, walk
from fjax.lowering.machine import named
from tests.lowering.cuda.target import EmulatedTarget
from tests.samples import SAMPLES, flat

ARCHITECTURES = ("sm_75", "sm_80", "sm_90", "sm_120")
REPORT = Path("out/cuda-check.txt")
PACKAGE = "nvidia-cuda-nvcc"
NARROWER = {np.dtype(np.float64): np.float32, np.dtype(np.complex128): np.complex64}


# Functions whose programs for float32 compute in float64, where float32 would be less exact.
IN_DOUBLE = frozenset(("pow", "lgamma", "digamma"))


@dataclass(frozen=True)
class Case:
    """A kernel in one variant, and what is expected of it."""

    label: str
    kernel: Kernel
    variant: Variant
    is_loop: bool
    single: bool  # no value of its program has 64 bits, nor has any within a function

    def ptx(self, architecture):
        """Its text for an architecture."""
        emitted = emit(self.kernel, "kernel", named(architecture), self.variant)
        return ptx(emitted.text, architecture)


@dataclass(frozen=True)
class Assembled:
    """What a kernel takes on a GPU; `problem` is empty if it assembles."""

    registers: int = 0
    spilled: int = 0  # bytes, stored and loaded
    shared: int = 0  # bytes
    problem: str = ""


def ptxas():
    """The assembler: on the path, or from its package."""
    found = shutil.which("ptxas")
    spec = None if found else importlib.util.find_spec("nvidia")
    for folder in spec.submodule_search_locations if spec else ():
        found = found or next(map(str, Path(folder).glob("cu*/bin/ptxas")), None)
    if found is None:
        raise SystemExit(f"there is no ptxas: pip install {PACKAGE}")
    return found


def assemble(text, architecture, assembler):
    """What the PTX text of one kernel becomes."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "kernel.ptx")
        source.write_text(text)
        done = subprocess.run(
            [assembler, f"-arch={architecture}", "-v", source, "-o", source.with_suffix(".cubin")],
            capture_output=True,
            text=True,
        )
    said = done.stdout + done.stderr
    if done.returncode:
        return Assembled(problem=said.strip().split("\n")[0])
    count = lambda pattern: sum(map(int, re.findall(pattern, said)))
    spilled = count(r"(\d+) bytes spill stores") + count(r"(\d+) bytes spill loads")
    return Assembled(count(r"Used (\d+) registers"), spilled, count(r"(\d+) bytes smem"))


def arguments(sample, single):
    """A row's arguments, in float32 if `single`."""
    made = sample.make()
    if single:
        return [a.astype(NARROWER.get(a.dtype, a.dtype)) for a in made]
    return made


def kernels(single):
    """(row, kernel, whether it is a loop, whether its program has no float64) of all rows."""
    for sample in SAMPLES:
        args = arguments(sample, single)
        try:
            avals = [tracing.aval_of(a) for a in args]
            jaxpr, _ = stage(lambda *xs, f=sample.function: flat(f(*xs)), avals)
        except TypeError:
            if not single:
                raise
            continue  # a row whose types belong together
        wide = any(v.aval.dtype in NARROWER for e in jaxpr.eqns for v in (*e.invars, *e.outvars))
        with targets.use(EmulatedTarget()):
            plan = pipeline.plan_from_scratch(jaxpr)
        for info in plan.kernels:
            kernel, is_loop = info.lowered.kernel, info.equation.op.loop() is not None
            yield sample.label, kernel, is_loop, single and not (wide or calls_double(kernel))


def calls_double(kernel):
    """Whether a function that is called computes in float64 by itself."""
    roots = tuple(e for s in walk(kernel.body) for e in expressions(s))
    calls = {n.extra.name for n in postorder(roots) if n.op is Op.CALL}
    return bool(calls & IN_DOUBLE)


def variants(kernel):
    """For warps; for blocks, where there is work for a team; and with rows in registers."""
    if not has_lanes(kernel):
        return (Variant(),)
    found = [Variant(WARP), Variant(BLOCK)]
    if rows_walked_again(kernel):
        found += [Variant(WARP, held=MOST_OF_A_LANE), Variant(BLOCK, held=MOST_OF_A_LANE)]
    return found


def cases():
    """Every kernel once in each of its variants."""
    found = {}
    for single in (False, True):
        for label, kernel, is_loop, narrow in kernels(single):
            for variant in variants(kernel):
                key = fingerprint(kernel), variant, narrow
                if key not in found:
                    found[key] = Case(label, kernel, variant, is_loop, narrow)
    return list(found.values())


def failure(case, text, result):
    """What is wrong with a kernel, or an empty text."""
    if result.problem:
        return f"does not assemble: {result.problem}"
    if result.spilled and not case.is_loop:
        return f"spills {result.spilled} bytes"
    if case.single and re.search(r"\.f64\b", text):
        return "computes in float64, its program does not"
    return ""


def main(arguments):
    parser = argparse.ArgumentParser(prog="make cuda-check", description=__doc__)
    parser.add_argument("architectures", nargs="*", default=ARCHITECTURES)
    assembler, known = ptxas(), cases()
    failures, lines = [], []
    for architecture in parser.parse_args(arguments).architectures:
        texts = [case.ptx(architecture) for case in known]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(lambda t, a=architecture: assemble(t, a, assembler), texts))
        for case, text, result in zip(known, texts, results, strict=True):
            problem = failure(case, text, result)
            if problem:
                failures.append(f"{architecture} {case.label}: {problem}")
            lines.append(
                f"{architecture:7} {case.label:50} {result.registers:4} registers "
                f"{result.spilled:6} B spilled {result.shared:6} B shared {problem}"
            )
        registers = sorted(r.registers for r in results)
        print(
            f"{architecture}: {len(results)} kernels, registers {registers[len(registers) // 2]} "
            f"(median) to {registers[-1]}, {sum(r.spilled > 0 for r in results)} spill, "
            f"shared memory up to {max(r.shared for r in results)} bytes",
            flush=True,
        )
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text("\n".join(lines) + "\n")
    print("\n".join(failures) or f"no kernel fails; all are in {REPORT}")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
