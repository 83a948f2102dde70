"""Networks for images learn to read digits, at a fraction of their width.

The data are the 1,797 scans (8 × 8 pixels) that ship inside scikit-learn, enlarged to what a
network needs. Every network is the one of `fjax.models`, with fewer channels.

    python examples/image_models.py             # all of them, about a minute each at most
    python examples/image_models.py resnet18 vit
"""

import sys
import time
from typing import Any

import numpy as np
from sklearn.datasets import load_digits

import fjax
import fjax.numpy as jnp
from fjax import models, nn, optim, random
from fjax.nn.module import walk

BATCH, HELD_OUT = 64, 297
# name: (how the model is made, how many times an image is enlarged, learning rate, epochs)
NETWORKS: dict[str, tuple[dict[str, Any], int, float, int]] = {
    "alexnet": (dict(width=8, dropout=0.2), 8, 2e-3, 12),
    "vgg19": (dict(width=6, dropout=0.0), 4, 1e-3, 25),
    "vgg19_bn": (dict(width=5, dropout=0.0), 4, 3e-3, 9),
    "resnet18": (dict(width=8), 4, 4e-3, 5),
    "resnet50": (dict(width=8), 4, 3e-3, 14),
    "mobilenet_v2": (dict(width_mult=0.15, dropout=0.1), 4, 6e-3, 10),
    "vit": (dict(image_size=8, patch_size=2, width=32, depth=3, heads=4), 1, 3e-3, 25),
}


def load(factor: int) -> tuple[np.ndarray, ...]:
    """Training images and labels, held-out images and labels; the pixels repeated."""
    images, labels = load_digits(return_X_y=True)
    images = (images / 8 - 1).astype(np.float32).reshape(-1, 1, 8, 8)
    images = images.repeat(factor, axis=2).repeat(factor, axis=3)
    order = np.random.default_rng(0).permutation(len(images))
    train, test = order[HELD_OUT:], order[:HELD_OUT]
    return images[train], labels[train], images[test], labels[test]


def with_key(model: Any, key: Any) -> dict[str, Any]:
    """The keyword that stochastic layers need, if the model has some."""
    has_dropout = any(isinstance(m, nn.Dropout) for _, m in walk(model))
    return {"key": key} if has_dropout else {}


def main(name: str, epochs: int | None = None) -> float:
    """The share of held-out digits that a network reads rightly after some epochs."""
    settings, factor, rate, usual = NETWORKS[name]
    epochs = usual if epochs is None else epochs
    images, labels, test_images, test_labels = load(factor)
    make = getattr(models, name)
    model, state = make(random.key(0), num_classes=10, channels=1, **settings)
    per_epoch = len(images) // BATCH
    schedule = optim.warmup_cosine_decay_schedule(0.0, rate, 20, epochs * per_epoch)
    optimizer = optim.chain(optim.clip_by_global_norm(1.0), optim.adamw(schedule))

    def loss(model: Any, state: Any, x: Any, y: Any, key: Any) -> Any:
        logits, state = model(x, state, train=True, **with_key(model, key))
        return nn.losses.cross_entropy(logits, y), state

    def step(model: Any, state: Any, memory: Any, x: Any, y: Any, key: Any) -> Any:
        (value, state), g = fjax.value_and_grad(loss, has_aux=True)(model, state, x, y, key)
        updates, memory = optimizer.update(g, memory, model)
        return optim.apply_updates(model, updates), state, memory, value

    step = fjax.jit(step, donate_argnums=(0, 1, 2))
    evaluate = fjax.jit(lambda model, state, x: jnp.argmax(model(x, state)[0], axis=-1))
    memory, draw, start = optimizer.init(model), np.random.default_rng(1), time.perf_counter()
    for epoch in range(epochs):
        rows = draw.permutation(len(images))[: per_epoch * BATCH].reshape(-1, BATCH)
        for number, batch in enumerate(rows):
            key = random.fold_in(random.key(2), epoch * per_epoch + number)
            x, y = images[batch], labels[batch]
            model, state, memory, _ = step(model, state, memory, x, y, key)
    right = float(jnp.mean(evaluate(model, state, test_images) == test_labels))
    count, seconds = nn.summary(model).count, time.perf_counter() - start
    print(
        f"{name:13}{count:>9,} parameters, {epochs} epochs in {seconds:4.0f} s: {right:.1%} right"
    )
    return right


if __name__ == "__main__":
    if min([main(name) for name in sys.argv[1:] or NETWORKS]) < 0.95:
        raise SystemExit("too few digits were read rightly")
