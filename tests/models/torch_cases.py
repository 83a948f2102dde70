"""Models beside torchvision's and transformers': which is which, with which weights and inputs.

`python -m tests.models.torch_cases` (with torch, torchvision and transformers installed) writes
names.json, what they call their arrays, and figures.json: outputs, gradients and running statistics
in float64. Weights and inputs are drawn here, by NumPy, so that both libraries have the same.
"""

import json
import pathlib

import numpy as np

FOLDER = pathlib.Path(__file__).parent
NAMES, FIGURES = FOLDER / "names.json", FOLDER / "figures.json"
STEPS = 10
IMAGES = (4, 3, 64, 64)

# name: (the model there, fjax's). `v` is torchvision.models, `t` torch.nn, `h` transformers; `m` is
# fjax.models, `n` fjax.nn, `k` a key.
NAMED = {
    name: (f"v.{name}()", f"m.{name}(k)")
    for name in ("alexnet", "vgg19", "vgg19_bn", "resnet18", "resnet50", "mobilenet_v2")
}
COMPUTED = {
    "basic": (
        "v.resnet.ResNet(v.resnet.BasicBlock, [1, 1, 1, 1], num_classes=10)",
        "n.with_state(m.resnet.ResNet((1, 1, 1, 1), False, 10, key=k))",
        IMAGES,
    ),
    "bottleneck": (
        "v.resnet.ResNet(v.resnet.Bottleneck, [1, 1, 1, 1], num_classes=10)",
        "n.with_state(m.resnet.ResNet((1, 1, 1, 1), True, 10, key=k))",
        IMAGES,
    ),
    "mobilenet": (
        "v.mobilenet_v2(num_classes=10, width_mult=0.25, dropout=0.0)",
        "m.mobilenet_v2(k, num_classes=10, width_mult=0.25, dropout=0.0)",
        IMAGES,
    ),
}


def value(name, shape, number=0):
    """The values of an array of that name: weights of layers, norms and statistics."""
    draw = np.random.default_rng([number, *name.encode()])
    x = draw.standard_normal(shape, np.float32)
    if name.endswith("num_batches_tracked"):
        return np.asarray(3)
    if len(shape) > 1:
        return x * np.sqrt(2 / np.prod(shape[1:]), dtype=np.float32)
    positive = name.endswith(("running_var", "weight"))
    return 1 + np.abs(x) / 5 if positive else x / 5


def image(shape, number=0):
    """A batch of images."""
    return value("images", shape, number).astype(np.float64) * 10


def projection(x):
    """Two numbers that change with any element of an array: its norm, and a product."""
    x = np.asarray(x, np.float64).ravel()
    return [float(np.linalg.norm(x)), float(x @ np.cos(np.arange(x.size)))]


def weight_of(shape):
    """What outputs are multiplied with, so that their sum depends on each of them."""
    return np.cos(np.arange(np.prod(shape))).reshape(shape)


def filled(torch, model):
    """The model there with the values that its names give."""
    entries = {n: torch.tensor(value(n, tuple(x.shape))) for n, x in model.state_dict().items()}
    model.load_state_dict(entries)
    return model.double()


def figures(torch, model, shape):
    """Outputs in both modes, gradients, running statistics."""
    found = {}
    x = torch.tensor(image(shape))
    with torch.no_grad():
        found["evaluated"] = model.eval()(x)
    y = model.train()(x)
    (y * torch.tensor(weight_of(tuple(y.shape)))).sum().backward()
    found["trained"] = y
    found = {key: each.detach().numpy().ravel().tolist() for key, each in found.items()}
    grads = {name: projection(p.grad) for name, p in model.named_parameters()}
    with torch.no_grad():
        for step in range(1, STEPS):
            model(torch.tensor(image(shape, step)))
    statistics = {name: projection(b) for name, b in model.named_buffers()}
    return {**found, "gradients": grads, "statistics": statistics}


def main():
    """Write both files."""
    import torch
    import torchvision
    from torchvision import models

    scope = {"t": torch.nn, "v": models}
    names = {
        name: {key: list(x.shape) for key, x in eval(text, scope).state_dict().items()}
        for name, (text, _) in NAMED.items()
    }
    NAMES.write_text(json.dumps(names, separators=(",", ":")) + "\n")
    out = {
        name: figures(torch, filled(torch, eval(text, scope)), shape)
        for name, (text, _, shape) in COMPUTED.items()
    }
    out["made_with"] = f"torch {torch.__version__}, torchvision {torchvision.__version__}"
    FIGURES.write_text(json.dumps(out, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
