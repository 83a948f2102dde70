"""A recurrent translator with attention (GNMT) learns to spell numbers: 4071 → four thousand …

It sees three thousand numbers below ten thousand with their names, and translates others by beam
search.

    python examples/number_words.py
"""

import time
from typing import Any

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import models, nn, optim, random

ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
PAD, BEGIN, END = 0, 1, 2
WORDS = ["<pad>", "<begin>", "<end>", *ONES, *TENS, "hundred", "thousand", "and"]
DIGITS, LONGEST = 4, 8  # of a number, and of its name with the end


def spelled(n: int) -> list[str]:
    """The name of a number below ten thousand.

    >>> " ".join(spelled(4071))
    'four thousand and seventy one'
    """
    if n < 20:
        return [ONES[n]]
    if n < 100:
        return [TENS[n // 10 - 2], *(spelled(n % 10) if n % 10 else [])]
    unit, name = (1000, "thousand") if n >= 1000 else (100, "hundred")
    rest = n % unit
    joined = ["and"] if 0 < rest < 100 else []
    return [*spelled(n // unit), name, *joined, *(spelled(rest) if rest else [])]


def tokens(numbers: np.ndarray) -> tuple[np.ndarray, ...]:
    """Digits (batch, 4) as tokens, how many count, and names (batch, 9) between begin and end."""
    source = np.zeros((len(numbers), DIGITS), np.int32)
    target = np.full((len(numbers), LONGEST + 1), PAD, np.int32)
    lengths = np.array([len(str(n)) for n in numbers], np.int32)
    for row, n in enumerate(numbers.tolist()):
        source[row, : lengths[row]] = [3 + int(digit) for digit in str(n)]
        name = [BEGIN, *map(WORDS.index, spelled(n)), END]
        target[row, : len(name)] = name
    return source, lengths, target


def main(steps: int = 1200, width: int = 64, layers: int = 4) -> tuple[float, float]:
    """The last loss for a word, and the share of 500 numbers never seen whose names are right."""
    numbers = np.random.default_rng(0).permutation(10_000)
    seen, others = numbers[:3000], numbers[3000:3500]
    source, lengths, target = tokens(seen)
    model, _ = models.gnmt(
        random.key(0), vocabulary=13, targets=len(WORDS), width=width, layers=layers, dropout=0.1
    )
    schedule = optim.warmup_cosine_decay_schedule(0.0, 4e-3, 50, steps)
    optimizer = optim.chain(optim.clip_by_global_norm(1.0), optim.adam(schedule))

    def loss(model: Any, source: Any, lengths: Any, target: Any, key: Any) -> Any:
        given = (source, target[:, :-1])
        logits = model(given, lengths=lengths, key=key, train=True)
        wanted = target[:, 1:]
        return nn.losses.cross_entropy(logits, wanted, ignore_label=PAD)

    def step(model: Any, memory: Any, *batch: Any) -> Any:
        value, g = fjax.value_and_grad(loss)(model, *batch)
        updates, memory = optimizer.update(g, memory, model)
        return optim.apply_updates(model, updates), memory, value

    step = fjax.jit(step, donate_argnums=(0, 1))
    memory, draw, start = optimizer.init(model), np.random.default_rng(1), time.perf_counter()
    value = jnp.float32(0)
    for number in range(steps):
        rows = draw.integers(0, len(seen), 64)
        key = random.fold_in(random.key(1), number)
        model, memory, value = step(model, memory, source[rows], lengths[rows], target[rows], key)
        if number % 200 == 199:
            print(f"step {number + 1}: loss {value:.3f}")

    translate = fjax.jit(
        lambda model, source, lengths: model.translate(
            source, lengths, begin=BEGIN, end=END, steps=LONGEST, beams=3
        )
    )
    source, lengths, target = tokens(others)
    found, counts = translate(model, source, lengths)
    names = [[WORDS[t] for t in row[: n - 1]] for row, n in zip(found.tolist(), counts.tolist())]
    right = float(np.mean([name == spelled(n) for name, n in zip(names, others.tolist())]))
    for n, name in zip(others[:5], names):
        print(f"{n:5} → {' '.join(name)}")
    print(f"{right:.1%} of 500 new numbers spelled rightly, {time.perf_counter() - start:.0f} s")
    return float(value), right


if __name__ == "__main__":
    if main()[1] < 0.95:
        raise SystemExit("too few numbers were spelled rightly")
