"""Run a program, and write the page about the largest function that it compiled.

python -m tests.explanation.pages_of_examples PROGRAM PAGE
"""

import pathlib
import runpy
import sys
import time

import fjax
from fjax.api.jit_function import JitFunction
from fjax.core.tracing import state

SECONDS = 8.0  # of computing, after which a program is ended: its functions were compiled by then


class Enough(BaseException):
    """Ends a program."""


def typed(tree):
    """Arguments as types, since a program may give its arrays away."""

    def of(x):
        is_array = hasattr(x, "shape") and hasattr(x, "dtype")
        return fjax.ShapeDtypeStruct(x.shape, x.dtype) if is_array else x

    return fjax.tree.map(of, tree)


def compiled(program):
    """(function, args, keywords) of each call at the top of a program that was traced."""
    found, call, began = [], JitFunction._call, time.process_time()

    def recorded(self, args, kwargs):
        if state.trace is None:
            try:
                found.append((self, typed(args), typed(kwargs)))
            except Exception:  # static arguments that are no pytrees
                found.append((self, args, kwargs))
        if time.process_time() - began > SECONDS:
            raise Enough
        return call(self, args, kwargs)

    JitFunction._call = recorded
    fjax.distributed.initialize = lambda *args, **options: None  # one process, with all devices
    sys.argv = [str(program)]
    sys.path.insert(0, str(pathlib.Path(program).parent))
    try:
        runpy.run_path(str(program), run_name="__main__")
    except (Enough, SystemExit):
        pass
    finally:
        JitFunction._call = call
    return found


def largest(found):
    """The page about the call with most equations."""
    pages = []
    for function, args, kwargs in {id(f): (f, a, k) for f, a, k in found}.values():
        traced = function.trace(*args, **kwargs)
        pages.append((len(traced.jaxpr.eqns), len(pages), function, args, kwargs))
    _, _, function, args, kwargs = max(pages)
    return fjax.explain(function)(*args, **kwargs)


def main(program, path):
    largest(compiled(pathlib.Path(program).resolve())).save(path)


if __name__ == "__main__":
    main(*sys.argv[1:])
