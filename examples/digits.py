"""Learn to read handwritten digits: a multilayer perceptron, then a small convolutional network.

The data are the 1,797 scans (8 × 8 pixels) that ship inside scikit-learn. The program trains both
networks with Adam, and writes out/digits.png with the loss curves and the digits that the networks
read worst. With --kernel it also prints one of the fused kernels that ran.

    python examples/digits.py
    python examples/digits.py --kernel
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib
import numpy as np
from sklearn.datasets import load_digits
from tqdm import tqdm

import fjax
import fjax.numpy as jnp
from fjax import lax, nn, random

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # after the choice of backend

SEED = 0
BATCH = 64
HELD_OUT = 360
PICTURE = Path("out/digits.png")


class Data(NamedTuple):
    """Images as float32 in [0, 1], of shape (n, 8, 8), and labels 0 to 9; training and held out."""

    images: Any
    labels: Any
    test_images: Any
    test_labels: Any


def load() -> Data:
    """The digits, shuffled once with a fixed seed; the last HELD_OUT of them are never trained
    on."""
    images, labels = load_digits(return_X_y=True)
    images = (images / 16).astype(np.float32).reshape(-1, 8, 8)
    order = np.asarray(random.permutation(random.key(SEED), len(images)))
    train, test = order[:-HELD_OUT], order[-HELD_OUT:]
    return Data(images[train], labels[train], images[test], labels[test])


# ---- networks: pytrees of parameters, and functions from images to log-odds of the ten classes


def init_dense(key: Any, inputs: int, outputs: int) -> dict[str, Any]:
    """Parameters of one affine layer."""
    kernel = nn.initializers.he_normal()(key, (inputs, outputs), jnp.float32)
    return {"kernel": kernel, "bias": jnp.zeros(outputs, jnp.float32)}


def dense(p: dict[str, Any], x: Any) -> Any:
    """An affine layer."""
    return x @ p["kernel"] + p["bias"]


def init_mlp(key: Any) -> dict[str, Any]:
    """Parameters of a perceptron with two hidden layers."""
    keys = random.split(key, 3)
    widths = (64, 128, 128, 10)
    return {f"layer{i}": init_dense(k, widths[i], widths[i + 1]) for i, k in enumerate(keys)}


def mlp(params: dict[str, Any], images: Any) -> Any:
    """Log-odds of the ten classes, of shape (n, 10)."""
    x = images.reshape(-1, 64)
    x = nn.gelu(dense(params["layer0"], x))
    x = nn.gelu(dense(params["layer1"], x))
    return dense(params["layer2"], x)


def init_conv(key: Any, inputs: int, outputs: int) -> dict[str, Any]:
    """Parameters of one 3 × 3 convolution."""
    kernel = nn.initializers.he_normal()(key, (3, 3, inputs, outputs), jnp.float32)
    return {"kernel": kernel, "bias": jnp.zeros(outputs, jnp.float32)}


def conv(p: dict[str, Any], x: Any) -> Any:
    """A 3 × 3 convolution over (n, height, width, channels) that keeps height and width."""
    x = lax.conv_general_dilated(
        x,
        p["kernel"],
        window_strides=(1, 1),
        padding="SAME",
        dimension_numbers=("NHWC", "HWIO", "NHWC"),
    )
    return x + p["bias"]


def max_pool(x: Any) -> Any:
    """The maximum of every 2 × 2 square of pixels."""
    n, height, width, channels = x.shape
    return x.reshape(n, height // 2, 2, width // 2, 2, channels).max(axis=(2, 4))


def init_convnet(key: Any) -> dict[str, Any]:
    """Parameters of a network with three convolutions and one dense layer."""
    keys = random.split(key, 4)
    return {
        "conv0": init_conv(keys[0], 1, 16),
        "conv1": init_conv(keys[1], 16, 32),
        "conv2": init_conv(keys[2], 32, 64),
        "dense": init_dense(keys[3], 256, 10),
    }


def convnet(params: dict[str, Any], images: Any) -> Any:
    """Log-odds of the ten classes, of shape (n, 10)."""
    x = nn.relu(conv(params["conv0"], images[..., None]))
    x = max_pool(nn.relu(conv(params["conv1"], x)))
    x = max_pool(nn.relu(conv(params["conv2"], x)))
    return dense(params["dense"], x.reshape(-1, 256))


# ---- training


def example_losses(
    model: Callable[..., Any], params: Any, images: Any, labels: Any, smoothing: float = 0.0
) -> Any:
    """The cross-entropy of each example, in nats; smoothing spreads that share over all classes."""
    targets = nn.one_hot(labels, 10, dtype=jnp.float32) * (1 - smoothing) + smoothing / 10
    return -jnp.sum(targets * nn.log_softmax(model(params, images)), axis=-1)


def make_step(model: Callable[..., Any], rate: float) -> Callable[..., Any]:
    """A jitted function that takes one step of Adam (Kingma and Ba, 2015)."""

    def mean_loss(params: Any, images: Any, labels: Any) -> Any:
        return jnp.mean(example_losses(model, params, images, labels, smoothing=0.1))

    def step(params: Any, mean: Any, square: Any, count: Any, images: Any, labels: Any) -> Any:
        loss, gradient = fjax.value_and_grad(mean_loss)(params, images, labels)
        mean = fjax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, mean, gradient)
        square = fjax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, square, gradient)
        bias1, bias2 = 1 - 0.9**count, 1 - 0.999**count

        def update(p: Any, m: Any, v: Any) -> Any:
            return p - rate * (m / bias1) / (jnp.sqrt(v / bias2) + 1e-8)

        return fjax.tree.map(update, params, mean, square), mean, square, loss

    return fjax.jit(step)


class Trained(NamedTuple):
    """What training gives: parameters, the loss of every step, and what `inspect` says of a
    step."""

    params: Any
    losses: np.ndarray
    inspection: Any


def train(
    name: str, model: Callable[..., Any], params: Any, data: Data, epochs: int, rate: float
) -> Trained:
    """Adam on shuffled minibatches, with a progress bar."""
    step = make_step(model, rate)
    mean = square = fjax.tree.map(jnp.zeros_like, params)
    steps_per_epoch = len(data.images) // BATCH
    losses: list[Any] = []
    bar = tqdm(range(epochs), desc=f"{name:>8}", unit="epoch")
    for epoch in bar:
        order = random.permutation(random.fold_in(random.key(SEED + 1), epoch), len(data.images))
        for rows in np.asarray(order)[: steps_per_epoch * BATCH].reshape(-1, BATCH):
            count = jnp.float32(len(losses) + 1)
            params, mean, square, loss = step(
                params, mean, square, count, data.images[rows], data.labels[rows]
            )
            losses.append(loss)
        bar.set_postfix(loss=f"{np.mean(losses[-steps_per_epoch:]):.4f}")
    example = (data.images[:BATCH], data.labels[:BATCH])
    inspection = fjax.inspect(step)(params, mean, square, jnp.float32(1), *example)
    return Trained(params, np.array(losses), inspection)


# ---- what came of it


def accuracy(model: Callable[..., Any], params: Any, data: Data) -> float:
    """The share of held-out digits that are read rightly."""
    guesses = jnp.argmax(fjax.jit(model)(params, data.test_images), axis=-1)
    return float(jnp.mean(guesses == data.test_labels))


def gradient_norms(model: Callable[..., Any], params: Any, images: Any, labels: Any) -> Any:
    """For each example, the norm of the gradient of its own loss in all parameters."""

    def loss(params: Any, image: Any, label: Any) -> Any:
        return example_losses(model, params, image[None], label[None])[0]

    @fjax.jit
    def norms(params: Any, images: Any, labels: Any) -> Any:
        gradients = fjax.vmap(fjax.grad(loss), in_axes=(None, 0, 0))(params, images, labels)
        squares = [
            jnp.sum(g * g, axis=tuple(range(1, g.ndim))) for g in fjax.tree.leaves(gradients)
        ]
        return jnp.sqrt(sum(squares))

    return norms(params, images, labels)


def report(name: str, model: Callable[..., Any], trained: Trained, data: Data) -> float:
    """Print how well a network reads, and what its training step was compiled to."""
    right = accuracy(model, trained.params, data)
    norms = np.asarray(gradient_norms(model, trained.params, data.test_images, data.test_labels))
    middle, high = np.quantile(norms, (0.5, 0.99))
    inspection = trained.inspection
    print(f"\n{name}: {right:.1%} of {HELD_OUT} held-out digits read rightly")
    print(f"  gradient norms of single examples: median {middle:.2g}, 99th percentile {high:.2g}")
    print(
        f"  one training step: {inspection.n_kernels} fused kernels, "
        f"{len(inspection.library_calls)} library calls, "
        f"{len(inspection.fallbacks)} operations without a kernel"
    )
    return right


def draw(path: Path, results: dict[str, tuple[Callable[..., Any], Trained]], data: Data) -> None:
    """Loss curves, and below them the held-out digits that the last network reads worst."""
    path.parent.mkdir(parents=True, exist_ok=True)
    figure = plt.figure(figsize=(10, 6), layout="constrained")
    parts: Any = figure.subfigures(2, 1, height_ratios=(2, 1))
    upper, lower = parts
    axes = upper.subplots()
    for name, (_, trained) in results.items():
        smooth = np.convolve(trained.losses, np.ones(20) / 20, mode="valid")
        axes.semilogy(smooth, label=name)
    axes.set(xlabel="step", ylabel="loss (mean of 20 steps)")
    axes.legend()
    name, (model, trained) = list(results.items())[-1]
    losses = np.asarray(example_losses(model, trained.params, data.test_images, data.test_labels))
    guesses = np.asarray(jnp.argmax(model(trained.params, data.test_images), axis=-1))
    for panel, k in zip(lower.subplots(1, 8), np.argsort(-losses)[:8], strict=True):
        panel.imshow(data.test_images[k], cmap="gray_r")
        panel.set_title(f"{data.test_labels[k]} read as {guesses[k]}", fontsize=9)
        panel.axis("off")
    lower.suptitle(f"the digits that the {name} reads worst", fontsize=10)
    figure.savefig(path, dpi=110)
    plt.close(figure)


def main(show_kernel: bool = False) -> None:
    """Train both networks, report, draw; show a kernel's source."""
    data = load()
    keys = random.split(random.key(SEED + 2))
    results: dict[str, tuple[Callable[..., Any], Trained]] = {
        "MLP": (mlp, train("MLP", mlp, init_mlp(keys[0]), data, epochs=40, rate=1e-3)),
        "conv net": (
            convnet,
            train("conv net", convnet, init_convnet(keys[1]), data, epochs=25, rate=1e-3),
        ),
    }
    scores = {name: report(name, *result, data) for name, result in results.items()}
    if show_kernel:
        kernel = results["MLP"][1].inspection.kernels[0]
        inside = ", ".join(equation.primitive.name for equation in kernel.body.eqns)
        print(f"\nthe MLP's first kernel ({inside}), as Numba source:\n\n{kernel.source}")
    draw(PICTURE, results, data)
    print(f"\nloss curves and worst digits: {PICTURE}")
    if not show_kernel:
        print("one of the kernels, as source: python examples/digits.py --kernel")
    if scores["MLP"] < 0.97 or scores["conv net"] < 0.98:
        raise SystemExit(f"too few digits were read rightly: {scores}")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description="Learn to read handwritten digits.")
    options.add_argument("--kernel", action="store_true", help="print the source of a kernel")
    main(options.parse_args().kernel)
