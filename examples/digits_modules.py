"""Learn to read digits with modules and an optimiser: the training loop is thirty lines.

The data are the 1,797 scans (8 × 8 pixels) that ship inside scikit-learn. The network is a residual
one with batch normalisation and dropout; AdamW has a warm-up and a cosine schedule.

    python examples/digits_modules.py
"""

from typing import Any

import numpy as np
from sklearn.datasets import load_digits

import fjax
import fjax.numpy as jnp
from fjax import nn, optim, random

BATCH, HELD_OUT, EPOCHS = 64, 360, 8


class Block(nn.Module):
    """Two convolutions around which the input goes."""

    conv1: nn.Conv2d
    conv2: nn.Conv2d
    norm1: nn.BatchNorm
    norm2: nn.BatchNorm

    def __init__(self, width: int, *, key: Any):
        one, two = random.split(key)
        self.conv1 = nn.Conv2d(width, width, 3, padding=1, bias=False, key=one)
        self.conv2 = nn.Conv2d(width, width, 3, padding=1, bias=False, key=two)
        self.norm1, self.norm2 = nn.BatchNorm(width), nn.BatchNorm(width)

    def __call__(self, x: Any, state: Any, *, train: bool = False) -> Any:
        y, state = self.norm1(self.conv1(x), state, train=train)
        y, state = self.norm2(self.conv2(nn.relu(y)), state, train=train)
        return nn.relu(x + y), state


def network(key: Any, width: int = 24) -> nn.Sequential:
    """Images (batch, 1, 8, 8) to the log-odds of ten classes."""
    keys = random.split(key, 4)
    return nn.Sequential(
        nn.Conv2d(1, width, 3, padding=1, key=keys[0]),
        Block(width, key=keys[1]),
        nn.MaxPool((2, 2)),
        Block(width, key=keys[2]),
        nn.global_avg_pool,
        nn.Dropout(0.2),
        nn.Linear(width, 10, key=keys[3]),
    )


def load() -> tuple[np.ndarray, ...]:
    """Training images and labels, held-out images and labels."""
    images, labels = load_digits(return_X_y=True)
    images = (images / 16).astype(np.float32).reshape(-1, 1, 8, 8)
    order = np.random.default_rng(0).permutation(len(images))
    train, test = order[HELD_OUT:], order[:HELD_OUT]
    return images[train], labels[train], images[test], labels[test]


def main() -> None:
    """Train, say how the loss falls, and read the held-out digits."""
    images, labels, test_images, test_labels = load()
    model, state = nn.with_state(network(random.key(0)))
    print(nn.summary(model))
    steps = EPOCHS * (len(images) // BATCH)
    rate = optim.warmup_cosine_decay_schedule(0.0, 5e-3, 30, steps)
    optimizer = optim.chain(optim.clip_by_global_norm(1.0), optim.adamw(rate, weight_decay=1e-2))

    def loss(model: Any, state: Any, x: Any, y: Any, key: Any) -> Any:
        logits, state = model(x, state, key=key, train=True)
        return nn.losses.cross_entropy(logits, y, label_smoothing=0.05), state

    @fjax.jit
    def step(model: Any, state: Any, memory: Any, x: Any, y: Any, key: Any) -> Any:
        (value, state), g = fjax.value_and_grad(loss, has_aux=True)(model, state, x, y, key)
        updates, memory = optimizer.update(g, memory, model)
        return optim.apply_updates(model, updates), state, memory, value

    memory, draw = optimizer.init(model), np.random.default_rng(1)
    for epoch in range(EPOCHS):
        rows = draw.permutation(len(images))[: len(images) // BATCH * BATCH].reshape(-1, BATCH)
        losses = []
        for number, batch in enumerate(rows):
            key = random.fold_in(random.key(2), epoch * len(rows) + number)
            x, y = images[batch], labels[batch]
            model, state, memory, value = step(model, state, memory, x, y, key)
            losses.append(value)
        print(f"epoch {epoch + 1:2}: loss {np.mean(losses):.3f}")

    logits, _ = fjax.jit(lambda model, state, x: model(x, state))(model, state, test_images)
    right = float(jnp.mean(jnp.argmax(logits, axis=-1) == test_labels))
    print(f"{right:.1%} of {HELD_OUT} held-out digits read rightly")
    if right < 0.97:
        raise SystemExit("too few digits were read rightly")


if __name__ == "__main__":
    main()
