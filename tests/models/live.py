"""fjax.models beside torchvision's, with torchvision's random weights.

`python -m tests.models.live` (with torch and torchvision installed) prints by how much they differ;
the exit status is 1 if that is more than LIMITS. Gradients are held in float64: in float32, a
relu or a pool that rounding turns over moves whole gradients by percents, PyTorch's own as well.
"""

import sys

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import models, nn
from fjax.nn.torch_weights import places_of
from tests.models import torch_cases as cases

STEPS = 10
LIMITS = {
    "float32": {"evaluated": 1e-4, "trained": 1e-4, "statistics": 1e-4},
    "float64": {"evaluated": 1e-10, "trained": 1e-10, "gradients": 1e-8, "statistics": 1e-10},
}
NO_CHANCE = {"num_classes": 7, "dropout": 0.0, "stochastic_depth_prob": 0.0}
CASES = {  # what both models are made with, and the images
    "alexnet": ({"num_classes": 7, "dropout": 0.0}, (2, 3, 96, 96)),
    "vgg19": ({"num_classes": 7, "dropout": 0.0}, (2, 3, 32, 32)),
    "vgg19_bn": ({"num_classes": 7, "dropout": 0.0}, (4, 3, 64, 64)),
    "resnet18": ({"num_classes": 7}, (4, 3, 64, 64)),
    "resnet50": ({"num_classes": 7}, (4, 3, 128, 128)),
    "densenet121": ({"num_classes": 7}, (4, 3, 64, 64)),
    "efficientnet_b0": (NO_CHANCE, (4, 3, 64, 64)),
    "mobilenet_v2": ({"num_classes": 7, "dropout": 0.0}, (4, 3, 128, 128)),
}


def theirs(name, dtype):
    """Outputs, gradients and statistics of torchvision's model, and the model as it was made."""
    import torch
    import torchvision

    torch.manual_seed(0)
    options, shape = CASES[name]
    model = getattr(torchvision.models, name)(**options).to(getattr(torch, dtype))
    made = {key: x.clone() for key, x in model.state_dict().items()}
    x = torch.tensor(cases.image(shape).astype(dtype))
    with torch.no_grad():
        evaluated = model.eval()(x).numpy()
    y = model.train()(x)
    (y * torch.tensor(cases.weight_of(tuple(y.shape)), dtype=y.dtype)).sum().backward()
    with torch.no_grad():
        for step in range(1, STEPS):
            model(torch.tensor(cases.image(shape, step).astype(dtype)))
    found = {
        "evaluated": {"y": evaluated},
        "trained": {"y": y.detach().numpy()},
        "gradients": {n: p.grad.numpy() for n, p in model.named_parameters()},
        "statistics": {n: b.numpy() for n, b in model.named_buffers() if b.ndim},
    }
    return found, made


def ours(name, made, dtype):
    """The same of fjax's model with these weights."""
    options, shape = CASES[name]
    model, state = getattr(models, name)(fjax.random.key(0), **options)
    cast = lambda x: x.astype(dtype) if jnp.issubdtype(x.dtype, jnp.floating) else x
    model, state = fjax.tree.map(cast, (model, state))
    model, state = nn.load_torch(model, state, made)

    def loss(model, state, x):
        y, state = model(x, state, train=True)
        return jnp.sum(y * cases.weight_of(y.shape).astype(dtype)), (y, state)

    x = cases.image(shape).astype(dtype)
    evaluated, _ = fjax.jit(lambda model, x, state: model(x, state))(model, x, state)
    gradients, (trained, after) = fjax.jit(fjax.grad(loss, has_aux=True))(model, state, x)
    move = fjax.jit(lambda model, state, x: model(x, state, train=True)[1])
    for step in range(1, STEPS):
        after = move(model, after, cases.image(shape, step).astype(dtype))
    arrays = lambda parts: {p.sources[0]: np.asarray(p.array) for p in parts}
    return {
        "evaluated": {"y": np.asarray(evaluated)},
        "trained": {"y": np.asarray(trained)},
        "gradients": arrays(places_of(gradients, state)),
        "statistics": arrays(places_of(model, after)),
    }


def difference(found, wanted):
    """The largest distance of two arrays of one name, over the wanted one's norm.

    Gradients that are nothing but rounding (biases in front of a norm) are measured by a
    thousandth of the largest norm.
    """
    least = 1e-3 * max((np.linalg.norm(b) for b in wanted.values()), default=0.0)
    return max(
        (
            float(np.linalg.norm(found[n] - b) / max(np.linalg.norm(b), least))
            for n, b in wanted.items()
        ),
        default=0.0,
    )


def differences(name, dtype):
    """By how much each kind of figure differs."""
    wanted, made = theirs(name, dtype)
    found = ours(name, made, dtype)
    return {kind: difference(found[kind], wanted[kind]) for kind in wanted}


def main():
    """All models, a line each."""
    failed = False
    for dtype, limits in LIMITS.items():
        for name in CASES:
            seen = differences(name, dtype)
            failed |= any(seen[kind] > limit for kind, limit in limits.items())
            figures = (f"{kind} {value:.1e}" for kind, value in seen.items())
            print(f"{dtype} {name:12}", *figures, flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
