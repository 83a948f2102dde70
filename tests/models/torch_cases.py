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
    for name in (
        *("alexnet", "vgg11", "vgg13_bn", "vgg19", "vgg19_bn", "resnet18", "resnet50", "resnet152"),
        *("mobilenet_v2", "densenet121", "efficientnet_b0", "vit_b_16"),
    )
}
WRITTEN = {
    "gpt2": (
        "h.GPT2LMHeadModel(h.GPT2Config(vocab_size=50, n_positions=16, n_embd=16, n_layer=3,"
        " n_head=2, resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0))",
        "m.gpt(k, vocabulary=50, context=16, width=16, depth=3, heads=2)",
    ),
    "bert": (
        "h.BertModel(h.BertConfig(vocab_size=50, max_position_embeddings=16, hidden_size=16,"
        " num_hidden_layers=2, num_attention_heads=4, intermediate_size=64))",
        "m.bert(k, vocabulary=50, context=16, width=16, depth=2, heads=4)",
    ),
}
TOKENS = np.random.default_rng(0).integers(1, 50, (2, 9))  # 0 stands for none in BERT
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
    "vit": (
        "v.VisionTransformer(16, 8, 2, 2, 12, 20, num_classes=5)",
        "m.vit(k, image_size=16, patch_size=8, depth=2, heads=2, width=12, hidden=20,"
        " num_classes=5)",
        (4, 3, 16, 16),
    ),
    "densenet": (
        "v.DenseNet(4, (2, 2), 8, num_classes=10)",
        "m.densenet121(k, num_classes=10, growth=4, width=8, counts=(2, 2))",
        IMAGES,
    ),
    "efficientnet": (
        "v.efficientnet_b0(num_classes=10, dropout=0.0, stochastic_depth_prob=0.0)",
        "m.efficientnet_b0(k, num_classes=10, dropout=0.0, stochastic_depth_prob=0.0)",
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


def entries_of(places):
    """{what PyTorch calls an array: its shape}; of those that are parts there the whole."""
    found = {}
    for place in places:
        name, _, part = place.sources[0].partition("[")
        shape = list(place.array.shape)
        found[name] = [int(part.split("/")[1][:-1]) * shape[0], *shape[1:]] if part else shape
    return found


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
    entries, first = {}, {}
    for name, x in model.state_dict().items():
        known = first.setdefault(x.data_ptr(), name)  # of the shared ones the first
        entries[name] = torch.tensor(value(known, tuple(x.shape)))
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


def written(torch, model):
    """Outputs of a model of transformers in evaluation, and gradients."""
    shapes = {name: list(x.shape) for name, x in model.state_dict().items()}
    model = filled(torch, model).eval()
    out = model(torch.tensor(TOKENS))
    y = out[0].detach().numpy()
    (out[0] * torch.tensor(weight_of(y.shape))).sum().backward()
    gradients = {n: projection(p.grad) for n, p in model.named_parameters() if p.grad is not None}
    return {"shapes": shapes, "y": y.ravel().tolist(), "gradients": gradients}


def main():
    """Write both files."""
    import torch
    import torchvision
    import transformers
    from torchvision import models

    scope = {"t": torch.nn, "v": models, "h": transformers}
    names = {
        name: {key: list(x.shape) for key, x in eval(text, scope).state_dict().items()}
        for name, (text, _) in NAMED.items()
    }
    NAMES.write_text(json.dumps(names, separators=(",", ":")) + "\n")
    out = {
        name: figures(torch, filled(torch, eval(text, scope)), shape)
        for name, (text, _, shape) in COMPUTED.items()
    }
    for name, (text, _) in WRITTEN.items():
        out[name] = written(torch, eval(text, scope))
    out["made_with"] = f"torch {torch.__version__}, torchvision {torchvision.__version__}, "
    out["made_with"] += f"transformers {transformers.__version__}"
    FIGURES.write_text(json.dumps(out, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
