"""Runs programs by seed and reports each on a line of JSON: what a campaign's process does.

A line says which seed begins, so that the campaign knows whose program ended or froze the process.
"""

from __future__ import annotations

import argparse
import faulthandler
import gc
import json
import os
import resource
import signal
import sys
import time
from typing import Any

from fjax.config import config
from tests.fuzz.case import Case, Problem
from tests.fuzz.checks import CHECKS, chosen, run_checks
from tests.fuzz.generate import Unexpected, namespace, with_values
from tests.fuzz.minimise import minimise
from tests.fuzz.program import Program
from tests.fuzz.settings import NAMED
from tests.fuzz.twins import check_jax, check_numpy

CHECKS.update({"numpy": (0.0, check_numpy), "jax": (0.0, check_jax)})
FORKED = 29  # every so many programs run in a forked child
MEMORY = 8 << 30  # bytes of address space: a program that asks for more is another one


def case_of(program: Program, seed: int, known: Any = None) -> Case:
    """The program with its arguments; known: what its names hold step by step."""
    space = namespace()
    args = tuple(eval(i.text, space) for i in program.inputs)
    return Case(program.source(), args, seed, known)


def examine(seed: int) -> dict[str, Any]:
    """Generate the program of a seed, run its checks, and make small what fails."""
    start = time.process_time()
    try:
        program, known = with_values(seed)
    except Unexpected as error:
        return {"seed": seed, "problems": [["error", "generate", str(error)[:3000]]]}
    case = case_of(program, seed, known)
    names = chosen(seed)
    if seed % FORKED == 0 and "jax" not in sys.modules:  # JAX's threads do not survive a fork
        problems, done = in_child(lambda: run_checks(case, names))
        done = [f"{name} in a child" for name in done]
    else:
        problems, done = run_checks(case, names)
    report = {
        "seed": seed,
        "structure": program.structure(),
        "checks": done,
        "runs": case.runs,
        "unjudged": case.unjudged,
        "families": sorted({s.family for s in program.walk()}),
        "dtypes": sorted({str(a.dtype) for a in case.args}),
        "seconds": time.process_time() - start,
        "problems": [[p.kind, p.check, p.message] for p in problems],
    }
    if problems:
        report["module"] = small(program, seed, problems[0]).module(
            (_check_of(problems[0], names),),
            f"{problems[0].kind}: {problems[0].check}, seed {seed}",
        )
    return report


def _check_of(problem: Problem, names: tuple[str, ...]) -> str:
    """The name in CHECKS of the check that found a problem."""
    found, variant = problem.check.split(".", 1)
    found = {"vmap": "batched", "vmap_gradient": "batched_gradient", "jax_gradient": "jax"}.get(
        found, found
    )
    same = [n for n in names if n in (found, variant)]
    others = [n for n in names if n in ("checkpoint", "inner")]
    return [*same, *others, names[0]][0]


def small(program: Program, seed: int, problem: Problem, seconds: float = 60.0) -> Program:
    """The program, minimised for the check that found the problem."""
    name = _check_of(problem, chosen(seed))

    def fails(candidate: Program) -> bool:
        try:
            found, _ = run_checks(case_of(candidate, seed), (name,))
        except Exception:
            return False
        return any(_alike(p, problem) for p in found)

    return minimise(program, fails, seconds)


def _alike(p: Problem, other: Problem) -> bool:
    """Whether two problems are of one kind; errors by their class and place."""
    if p.kind != other.kind:
        return False
    return p.kind != "error" or p.message.split(":")[0] == other.message.split(":")[0]


def in_child(run: Any) -> tuple[list[Problem], list[str]]:
    """What `run` gives in a forked child."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            signal.alarm(300)
            problems, done = run()
            text = json.dumps([[[p.kind, p.check, p.message] for p in problems], done])
            os.write(write, text.encode()[:60_000])
            os._exit(0)
        finally:
            os._exit(3)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    _, status = os.waitpid(child, 0)
    if status:
        return [Problem("crash", "value.child", f"a forked child ended with status {status}")], []
    problems, done = json.loads(text)
    return [Problem(*p) for p in problems], done


def main(arguments: list[str] | None = None) -> None:
    """The worker's loop: `python -m tests.fuzz.worker --settings plain --start 0 --count 100`."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--settings", nargs="*", default=["plain"], choices=list(NAMED))
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--count", type=int, default=1)
    options = parser.parse_args(arguments)
    faulthandler.enable()
    faulthandler.register(signal.SIGUSR1, all_threads=True)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    config.update("enable_compilation_cache", False)
    for name in options.settings:
        NAMED[name].apply()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)  # programs are small, and what stays is much
    for seed in range(options.start, options.start + options.count):
        print(json.dumps({"begin": seed}), file=out, flush=True)
        print(json.dumps(examine(seed)), file=out, flush=True)


if __name__ == "__main__":
    sys.exit(main())
