"""Learn to read digits with `fit`: batches, augmentation, checkpoints, a restart, a picture.

The data are the 1,797 scans (8 × 8 pixels) that ship inside scikit-learn. Training is stopped in
the middle, as by Ctrl-C, and goes on from its checkpoint to the same bits. Open digits_fit.html
while it runs, or afterwards.

    python examples/digits_fit.py
"""

import tempfile
from typing import Any

import numpy as np
from sklearn.datasets import load_digits

import fjax
import fjax.numpy as jnp
from fjax import data, nn, optim, random, train

BATCH, HELD_OUT, EPOCHS = 64, 360, 15


def load() -> tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]:
    """(images, labels) to train with, and those held out."""
    images, labels = load_digits(return_X_y=True)
    images = (images / 16).astype(np.float32).reshape(-1, 1, 8, 8)
    order = np.random.default_rng(0).permutation(len(images))
    fit, test = order[HELD_OUT:], order[:HELD_OUT]
    return (images[fit], labels[fit]), (images[test], labels[test])


def network(key: Any) -> nn.Sequential:
    """Images (batch, 1, 8, 8) to the log-odds of ten classes."""
    keys = random.split(key, 3)
    return nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1, key=keys[0]),
        nn.BatchNorm(16),
        nn.relu,
        nn.MaxPool((2, 2)),
        nn.Conv2d(16, 32, 3, padding=1, key=keys[1]),
        nn.BatchNorm(32),
        nn.relu,
        nn.global_avg_pool,
        nn.Dropout(0.1),
        nn.Linear(32, 10, key=keys[2]),
    )


def main() -> None:
    """Train, stop, go on, and read the held-out digits."""
    known, held_out = load()
    shift = data.images.each(lambda key, x: data.images.crop(key, x, (8, 8), padding=1))
    loader = data.Loader(known, BATCH, key=random.key(0), augment=shift)
    steps = EPOCHS * len(loader)
    model, state = nn.with_state(network(random.key(1)))
    print(nn.summary(model))

    rate = optim.cosine_decay_schedule(2e-2, steps)

    def fit(**options: Any) -> train.Result:
        return train.fit(
            model,
            optim.adamw(rate, weight_decay=1e-3),
            nn.losses.cross_entropy,
            loader,
            epochs=EPOCHS,
            state=state,
            key=random.key(2),
            metrics={"accuracy": nn.metrics.accuracy},
            validation=data.Loader(held_out, HELD_OUT),
            **options,
        )

    def stop(now: train.Progress) -> str | None:
        return "stopped" if now.event == "step" and now.step == steps // 2 - 5 else None

    whole = fit(callbacks=[])
    with tempfile.TemporaryDirectory() as folder:
        half = fit(checkpoints=folder, callbacks=[train.progress_bar(), stop])
        print(f"{half.reason} after {half.steps} steps of {steps}")
        picture = train.Picture("digits_fit.html", steps=5, learning_rate=rate, title="Digits")
        rest = fit(checkpoints=folder, resume=True, callbacks=[train.progress_bar(), picture])
    pairs = zip(fjax.tree.leaves(whole.run), fjax.tree.leaves(rest.run), strict=True)
    if not all(bool(jnp.array_equal(a, b)) for a, b in pairs):
        raise SystemExit("the run that was stopped came to another end")
    right = rest.history[-1]["val_accuracy"]
    print(f"{right:.1%} of {HELD_OUT} held-out digits read rightly, stopped or not")
    if right < 0.96:
        raise SystemExit("too few digits were read rightly")


if __name__ == "__main__":
    main()
