"""`fit` over a mesh: each device has its rows of every batch, one argument says so.

    mpiexec -n 4 python examples/processes/digits_fit.py

All processes run the same program; the gradient is that of the whole batch, so the losses are those
of one device. Without the line that initializes, FJAX_NUM_CPU_DEVICES=4 gives one process four.
"""

import numpy as np
from sklearn.datasets import load_digits

import fjax
from fjax import data, nn, optim, random, train

fjax.distributed.initialize()

images, labels = load_digits(return_X_y=True)
images = (images / 16.0).astype(np.float32).reshape(-1, 1, 8, 8)
keys = random.split(random.key(0), 4)
known, held_out = data.random_split((images, labels), [1536, 261], key=keys[0])
model = nn.Sequential(
    nn.Conv2d(1, 8, 3, padding=1, key=keys[1]),
    nn.BatchNorm(8),
    nn.relu,
    nn.Flatten(),
    nn.Linear(8 * 64, 10, key=keys[2]),
)


def fitted(mesh=None):
    return train.fit(
        model,
        optim.adam(1e-2),
        nn.losses.cross_entropy,
        data.Loader(known, 128, key=keys[3]),
        epochs=2,
        validation=data.Loader(held_out, 64, rest="pad"),
        metrics={"accuracy": nn.metrics.accuracy},
        mesh=mesh,
        callbacks=[],
    )


n = fjax.device_count()
together = fitted(fjax.make_mesh((n,), ("data",)))
alone = fitted()
for a, b in zip(together.history, alone.history, strict=True):
    np.testing.assert_allclose(a["loss"], b["loss"], rtol=1e-2)
if fjax.process_index() == 0:
    right = together.history[-1]["val_accuracy"]
    print(f"{right:.1%} of digits held out after two epochs, on {n} devices as on one")
