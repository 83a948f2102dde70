"""A small GPT reads a short text, letter by letter, and continues what it is given the start of.

python examples/gpt_text.py
"""

import time
from typing import Any

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import models, nn, optim, random

TEXT = """
A function goes in and its derivative comes out. The program that you write is traced once, and
what was traced is a list of equations: each has an operation, what it reads and what it gives.
Forwards, every equation carries a small change of what it reads to a small change of what it
gives. Backwards, every equation asks what it gave how much it mattered, and tells what it read.
So the gradient of a loss costs about as much as the loss, whatever the number of parameters.
A batch is one more axis that every equation learns to carry. A loop is an equation, too, whose
body is a list of equations. In the end the equations that lie beside each other in memory share
a kernel, and the kernel is compiled for the machine that you sit at. Nothing was changed in
place, nothing was hidden, and the same program gives the same numbers tomorrow.
"""
CONTEXT, BATCH = 64, 16


def main(steps: int = 500, width: int = 96, depth: int = 3) -> tuple[float, str]:
    """The loss for a letter in the end, and how a sentence is continued."""
    letters = sorted(set(TEXT))
    text = np.array([letters.index(c) for c in TEXT], np.int32)
    model, _ = models.gpt(
        random.key(0),
        vocabulary=len(letters),
        context=2 * CONTEXT,
        width=width,
        depth=depth,
        heads=4,
        dropout=0.1,
        scan=True,
    )
    schedule = optim.warmup_cosine_decay_schedule(0.0, 3e-3, 30, steps)
    optimizer = optim.chain(optim.clip_by_global_norm(1.0), optim.adamw(schedule))

    def loss(model: Any, tokens: Any, key: Any) -> Any:
        logits = model(tokens[:, :-1], key=key, train=True)
        return nn.losses.cross_entropy(logits, tokens[:, 1:])

    def step(model: Any, memory: Any, tokens: Any, key: Any) -> Any:
        value, g = fjax.value_and_grad(loss)(model, tokens, key)
        updates, memory = optimizer.update(g, memory, model)
        return optim.apply_updates(model, updates), memory, value

    step = fjax.jit(step, donate_argnums=(0, 1))
    memory, draw, start = optimizer.init(model), np.random.default_rng(1), time.perf_counter()
    value = jnp.float32(0)
    for number in range(steps):
        begins = draw.integers(0, len(text) - CONTEXT, BATCH)
        tokens = np.stack([text[b : b + CONTEXT + 1] for b in begins if b + CONTEXT < len(text)])
        key = random.fold_in(random.key(1), number)
        model, memory, value = step(model, memory, tokens, key)
        if number % 100 == 99:
            print(f"step {number + 1}: loss {value:.3f} for a letter")

    given = "A loop is an"
    prompt = jnp.array([[letters.index(c) for c in given]])
    found = models.generate(model, prompt, CONTEXT - len(given))
    continued = "".join(letters[t] for t in found[0].tolist())
    print(f"{given}|{continued}")
    print(f"{time.perf_counter() - start:.0f} s")
    return float(value), given + continued


if __name__ == "__main__":
    if main()[1][:60] not in TEXT:
        raise SystemExit("the text was not learned")
