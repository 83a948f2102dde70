"""A U-Net finds discs in noise, pixel by pixel; an autoencoder learns what digits look like.

python examples/pixels.py
"""

import time
from typing import Any

import numpy as np
from sklearn.datasets import load_digits

import fjax
import fjax.numpy as jnp
from fjax import models, nn, optim, random


def discs(count: int, size: int = 32, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Noisy images with bright discs, and squares as bright, and which pixels are of a disc."""
    draw = np.random.default_rng(seed)
    images, labels = np.zeros((count, size, size), np.float32), np.zeros((count, size, size), int)
    y, x = np.mgrid[:size, :size]
    for image, label in zip(images, labels):
        for kind in (0, 1, 0, 1):
            row, column, radius = *draw.uniform(4, size - 4, 2), draw.uniform(3, 6)
            disc = (y - row) ** 2 + (x - column) ** 2 < radius**2
            square = np.maximum(abs(y - row), abs(x - column)) < 0.9 * radius
            shape = disc if kind else square
            image[shape] = 1
            label[shape] = kind
    return (images + 0.3 * draw.standard_normal(images.shape)).astype(np.float32)[:, None], labels


def trained(model: Any, memory: Any, update: Any, batches: Any) -> Any:
    """The model and whatever else after a step for each batch."""
    for batch in batches:
        model, memory = update(model, memory, *batch)
    return model, memory


def segment(steps: int = 300) -> float:
    """Intersection over union of the discs' pixels that are found and those that are there."""
    images, labels = discs(512)
    model, state = models.unet(random.key(0), channels=1, num_classes=2, width=8, depth=3)
    optimizer = optim.adam(optim.cosine_decay_schedule(4e-3, steps))
    start = time.perf_counter()

    def loss(model: Any, state: Any, x: Any, y: Any) -> Any:
        logits, state = model(x, state, train=True)
        return nn.losses.cross_entropy(jnp.moveaxis(logits, 1, -1), y), state

    def update(model: Any, kept: Any, x: Any, y: Any) -> Any:
        state, memory = kept
        (_, state), g = fjax.value_and_grad(loss, has_aux=True)(model, state, x, y)
        updates, memory = optimizer.update(g, memory, model)
        return optim.apply_updates(model, updates), (state, memory)

    draw = np.random.default_rng(1)
    rows = (draw.integers(0, len(images), 16) for _ in range(steps))
    kept = (state, optimizer.init(model))
    step = fjax.jit(update, donate_argnums=(0, 1))
    model, (state, _) = trained(model, kept, step, ((images[r], labels[r]) for r in rows))
    predict: Any = fjax.jit(model)
    images, labels = discs(64, seed=1)
    found = np.asarray(jnp.argmax(predict(images, state)[0], axis=1)) == 1
    there = labels == 1
    share = float((found & there).sum() / (found | there).sum())
    print(f"U-Net: {share:.1%} of the discs' pixels, {time.perf_counter() - start:.0f} s")
    return share


def compress(steps: int = 1500) -> tuple[float, float]:
    """The bound of -log p for a held-out digit, of the model and of pixels drawn one by one."""
    digits = (load_digits(return_X_y=True)[0] / 16).astype(np.float32).reshape(-1, 1, 8, 8)
    images, others = digits[:1500], digits[1500:]
    mean = np.clip(images.mean(0), 1e-3, 1 - 1e-3)
    apart = -(others * np.log(mean) + (1 - others) * np.log(1 - mean)).sum((1, 2, 3)).mean()
    model, _ = models.vae(random.key(0), image_size=8, width=16, code=8)
    optimizer, start = optim.adam(2e-3), time.perf_counter()

    def loss(model: Any, x: Any, key: Any) -> Any:
        return models.evidence(x, *model(x, key=key, train=True))

    def update(model: Any, memory: Any, x: Any, key: Any) -> Any:
        g = fjax.grad(loss)(model, x, key)
        updates, memory = optimizer.update(g, memory, model)
        return optim.apply_updates(model, updates), memory

    draw = np.random.default_rng(1)
    rows = ((draw.integers(0, len(images), 64), random.key(k)) for k in range(steps))
    step, memory = fjax.jit(update, donate_argnums=(0, 1)), optimizer.init(model)
    model, _ = trained(model, memory, step, ((images[r], key) for r, key in rows))
    bound = float(fjax.jit(loss)(model, others, random.key(0)))
    print(
        f"VAE: {bound:.1f} nats for a digit, {apart:.1f} with each pixel by itself, "
        f"{time.perf_counter() - start:.0f} s"
    )
    return bound, float(apart)


if __name__ == "__main__":
    share, (bound, apart) = segment(), compress()
    if share < 0.7 or bound > apart - 2:
        raise SystemExit("too little was learned")
