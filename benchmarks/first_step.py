"""A process that imports a library and takes one training step: what the group `start` times.

    python -m benchmarks.first_step LIBRARY [FILE | report]

With a file it also writes the step's results there; with `report` it prints what the library says
of the program.
"""

import importlib
import json
import sys

import numpy as np


def first_step(m):
    """The step and its arguments: three layers, cross-entropy, SGD."""
    np_, rng = m.numpy, np.random.default_rng(0)
    sizes = (64, 128, 128, 10)
    params = [
        (
            rng.standard_normal(shape).astype(np.float32) / np.float32(np.sqrt(shape[0])),
            np.zeros(shape[1], np.float32),
        )
        for shape in zip(sizes, sizes[1:], strict=False)
    ]
    x = rng.standard_normal((64, sizes[0])).astype(np.float32)
    y = rng.integers(0, sizes[-1], 64).astype(np.int32)

    def loss(params, x, y):
        for w, b in params[:-1]:
            x = np_.tanh(x @ w + b)
        w, b = params[-1]
        logp = m.nn.log_softmax(x @ w + b)
        return -np_.mean(np_.take_along_axis(logp, y[:, None], axis=1))

    @m.jit
    def step(params, x, y):
        value, grads = m.value_and_grad(loss)(params, x, y)
        return m.tree_util.tree_map(lambda p, g: p - 0.1 * g, params, grads), value

    return step, (params, x, y)


def main(library, word=""):
    m = importlib.import_module(library)
    step, arguments = first_step(m)
    params, value = m.block_until_ready(step(*arguments))
    if word == "report":
        print(json.dumps(report(m, step, arguments)))
    elif word:
        np.savez(word, value, *m.tree_util.tree_leaves(params))


def report(m, step, arguments):
    from benchmarks.libraries import LIBRARIES  # not before: the process is timed

    return LIBRARIES[m.__name__]().inspect(step, arguments)


if __name__ == "__main__":
    main(*sys.argv[1:])
