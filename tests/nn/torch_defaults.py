"""Defaults of PyTorch beside fjax's, and programs of both that mean the same.

`python -m tests.nn.torch_defaults` (with torch installed) writes torch_defaults.json: the defaults
of PyTorch's functions, and what the programs in docs/coming-from-pytorch.md give there.
"""

import inspect
import json
import pathlib
import re

import numpy as np

FOLDER = pathlib.Path(__file__).parent
RECORD = FOLDER / "torch_defaults.json"
PAGE = FOLDER.parents[1] / "docs" / "coming-from-pytorch.md"
BETAS = {"b1": "betas.0", "b2": "betas.1", "eps": "eps"}
NORM = {"eps": "eps", "affine": "affine"}
CONV = {name: name for name in ("stride", "padding", "dilation", "groups", "bias", "padding_mode")}
POOL = {"window_strides": "stride", "padding": "padding"}
ROWS = {"layers": "num_layers", "dropout": "dropout", "bidirectional": "bidirectional"}
# fjax's: (PyTorch's, {fjax's name of an argument: PyTorch's name})
PAIRS = {
    "optim.sgd": ("optim.SGD", {"momentum": "momentum", "nesterov": "nesterov"}),
    "optim.adam": ("optim.Adam", BETAS),
    "optim.adamw": ("optim.AdamW", {**BETAS, "weight_decay": "weight_decay"}),
    "optim.nadam": ("optim.NAdam", BETAS),
    "optim.radam": ("optim.RAdam", BETAS),
    "optim.adamax": ("optim.Adamax", BETAS),
    "optim.adadelta": ("optim.Adadelta", {"learning_rate": "lr", "rho": "rho", "eps": "eps"}),
    "optim.adagrad": (
        "optim.Adagrad",
        {"initial_accumulator_value": "initial_accumulator_value", "eps": "eps"},
    ),
    "optim.rmsprop": (
        "optim.RMSprop", {"decay": "alpha", "eps": "eps", "momentum": "momentum",
                          "centered": "centered"},
    ),
    "optim.muon": (
        "optim.Muon", {"beta": "momentum", "weight_decay": "weight_decay", "nesterov": "nesterov",
                       "ns_steps": "ns_steps"},
    ),
    "nn.Linear": ("nn.Linear", {"bias": "bias"}),
    "nn.Conv2d": ("nn.Conv2d", CONV),
    "nn.ConvTranspose2d": ("nn.ConvTranspose2d", {k: k for k in ("stride", "padding", "bias")}),
    "nn.BatchNorm": ("nn.BatchNorm2d", {**NORM, "momentum": "momentum"}),
    "nn.LayerNorm": ("nn.LayerNorm", {"eps": "eps"}),
    "nn.GroupNorm": ("nn.GroupNorm", NORM),
    "nn.InstanceNorm": ("nn.InstanceNorm2d", NORM),
    "nn.TransformerEncoderLayer": (
        "nn.TransformerEncoderLayer", {"dropout": "dropout", "norm_first": "norm_first"},
    ),
    "nn.TransformerDecoderLayer": (
        "nn.TransformerDecoderLayer", {"dropout": "dropout", "norm_first": "norm_first"},
    ),
    "nn.LSTM": ("nn.RNNBase", ROWS),
    "nn.GRU": ("nn.RNNBase", ROWS),
    "nn.leaky_relu": ("nn.LeakyReLU", {"negative_slope": "negative_slope"}),
    "nn.elu": ("nn.ELU", {"alpha": "alpha"}),
    "nn.glu": ("nn.GLU", {"axis": "dim"}),
    "nn.losses.cross_entropy": (
        "nn.CrossEntropyLoss", {"label_smoothing": "label_smoothing", "reduction": "reduction",
                                "ignore_label": "ignore_index"},
    ),
    "nn.losses.huber": ("nn.HuberLoss", {"delta": "delta", "reduction": "reduction"}),
    "nn.losses.triplet": ("nn.TripletMarginLoss", {"margin": "margin"}),
    "nn.losses.ctc": ("nn.CTCLoss", {"blank": "blank", "reduction": "reduction"}),
}  # fmt: skip
STEPS = 6


def at(root, path):
    """What is at a dotted path."""
    for name in path.split("."):
        root = getattr(root, name)
    return root


def defaults(function):
    """The defaults of a function's arguments, or of a class's."""
    made = function.__init__ if inspect.isclass(function) else function
    parameters = inspect.signature(made).parameters.values()
    return {p.name: p.default for p in parameters if p.default is not p.empty}


def values():
    """What programs call their arrays."""
    draw = np.random.default_rng(0)
    x, y = draw.normal(size=(4, 3)), draw.normal(size=(4, 3))
    shares = np.exp(y) / np.exp(y).sum(1, keepdims=True)
    return {
        "x": x, "y": y, "p": 1 / (1 + np.exp(-x)), "t": (y > 0).astype(float),
        "logs": np.log(shares[::-1]), "q": shares, "labels": np.array([0, 2, -100, 1]),
        "z": draw.normal(size=(4, 3, 2)), "places": draw.integers(0, 3, (4, 2)),
    }  # fmt: skip


def programs():
    """(PyTorch's, fjax's) programs of the page's table."""
    text = PAGE.read_text()
    table = text[text.index("| PyTorch | the same here |") :].split("\n\n")[0]
    return re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|", table, re.MULTILINE)


def of_torch(torch, program):
    """What a program of PyTorch gives: of an optimiser the parameters after some steps."""
    given = {name: torch.tensor(x) for name, x in values().items()}
    scope = {"torch": torch, "F": torch.nn.functional, **given}
    if not program.startswith("torch.optim"):
        return eval(program, scope).numpy()
    w = torch.nn.Parameter(given["x"].clone())
    optimizer = eval(program, {**scope, "params": [w]})
    for step in range(STEPS):
        w.grad = w.detach() * (step + 1) - given["y"]
        optimizer.step()
    return w.detach().numpy()


def main():
    """Write the record."""
    import torch

    found = {name: defaults(at(torch, name)) for name, _ in PAIRS.values()}
    plain = lambda x: x if isinstance(x, int | float | str | tuple | None) else repr(x)
    record = {
        "defaults": {n: {k: plain(v) for k, v in d.items()} for n, d in found.items()},
        "programs": {program: of_torch(torch, program).tolist() for program, _ in programs()},
        "made_with": f"torch {torch.__version__}",
    }
    RECORD.write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
