"""Layers beside PyTorch's: which is which, with which weights and inputs, in float64.

`python -m tests.nn.layer_cases` (with torch installed) writes layers.json: outputs, gradients with
respect to the input and to the first parameter, running statistics. Weights and inputs are drawn
here, by NumPy, so that both libraries have the same.
"""

import json
import pathlib

import numpy as np

FILE = pathlib.Path(__file__).parent / "layers.json"

# name: (PyTorch's layer, fjax's, shape of the input). `t` is torch.nn, `n` fjax.nn, `k` keywords.
CASES = {
    "linear": ("t.Linear(5, 3)", "n.Linear(5, 3, **k)", (2, 4, 5)),
    "conv1d": (
        "t.Conv1d(4, 6, 3, stride=2, padding=1, groups=2)",
        "n.Conv1d(4, 6, 3, stride=2, padding=1, groups=2, **k)",
        (2, 4, 9),
    ),
    "conv2d": (
        "t.Conv2d(3, 4, (3, 2), dilation=(2, 1), padding=(2, 1), padding_mode='circular')",
        "n.Conv2d(3, 4, (3, 2), dilation=(2, 1), padding=(2, 1), padding_mode='circular', **k)",
        (2, 3, 6, 5),
    ),
    "conv2d_same": (
        "t.Conv2d(3, 4, 4, padding='same', padding_mode='reflect', bias=False)",
        "n.Conv2d(3, 4, 4, padding='same', padding_mode='reflect', bias=False, **k)",
        (1, 3, 6, 5),
    ),
    "conv3d": (
        "t.Conv3d(2, 3, 2, padding=1, padding_mode='replicate')",
        "n.Conv3d(2, 3, 2, padding=1, padding_mode='replicate', **k)",
        (1, 2, 3, 4, 3),
    ),
    "conv_transpose1d": (
        "t.ConvTranspose1d(4, 6, 3, stride=3, padding=1, output_padding=2, groups=2)",
        "n.ConvTranspose1d(4, 6, 3, stride=3, padding=1, output_padding=2, groups=2, **k)",
        (2, 4, 5),
    ),
    "conv_transpose2d": (
        "t.ConvTranspose2d(3, 4, (3, 2), stride=2, dilation=2)",
        "n.ConvTranspose2d(3, 4, (3, 2), stride=2, dilation=2, **k)",
        (1, 3, 4, 3),
    ),
    "max_pool": ("t.MaxPool2d(3, 2, 1)", "n.MaxPool((3, 3), 2, 1)", (2, 2, 7, 6)),
    "avg_pool": ("t.AvgPool2d(3, 2, 1)", "n.AvgPool((3, 3), 2, 1)", (2, 2, 7, 6)),
    "max_pool_ceil": (
        "t.MaxPool2d(3, (2, 3), 1, (2, 1), ceil_mode=True)",
        "n.MaxPool((3, 3), (2, 3), 1, (2, 1), ceil_mode=True)",
        (2, 2, 8, 8),
    ),
    "avg_pool_ceil": (
        "t.AvgPool2d(2, 3, 1, ceil_mode=True)",
        "n.AvgPool((2, 2), 3, 1, ceil_mode=True)",
        (2, 2, 6, 7),
    ),
    "avg_pool_inside": (
        "t.AvgPool1d(3, 2, 1, ceil_mode=True, count_include_pad=False)",
        "n.AvgPool((3,), 2, 1, ceil_mode=True, count_include_pad=False)",
        (2, 2, 8),
    ),
    "adaptive_avg": ("t.AdaptiveAvgPool2d((3, 2))", "n.AdaptiveAvgPool((3, 2))", (2, 2, 7, 5)),
    "adaptive_max": ("t.AdaptiveMaxPool2d((3, 2))", "n.AdaptiveMaxPool((3, 2))", (2, 2, 7, 5)),
    "batch_norm": ("t.BatchNorm2d(3)", "n.BatchNorm(3, **d)", (4, 3, 2, 2)),
    "batch_norm_mean": (
        "t.BatchNorm1d(3, momentum=None)",
        "n.BatchNorm(3, momentum=None, **d)",
        (5, 3),
    ),
    "layer_norm": ("t.LayerNorm(5)", "n.LayerNorm(5, **d)", (2, 3, 5)),
    "rms_norm": ("t.RMSNorm(5, eps=1e-6)", "n.RMSNorm(5, **d)", (2, 3, 5)),
    "rms_norm_plain": (
        "t.RMSNorm((3, 5), eps=1e-6, elementwise_affine=False)",
        "n.RMSNorm((3, 5), affine=False, **d)",
        (2, 3, 5),
    ),
    "group_norm": ("t.GroupNorm(2, 4)", "n.GroupNorm(2, 4, **d)", (2, 4, 3)),
    "instance_norm": (
        "t.InstanceNorm2d(3, affine=True)",
        "n.InstanceNorm(3, affine=True, **d)",
        (2, 3, 3, 2),
    ),
    "rnn": ("t.RNN(3, 4, batch_first=True)", "n.RNN(3, 4, **k)", (2, 5, 3)),
    "lstm": (
        "t.LSTM(3, 4, num_layers=2, bidirectional=True, batch_first=True)",
        "n.LSTM(3, 4, layers=2, bidirectional=True, **k)",
        (3, 5, 3),
    ),
    "gru": (
        "t.GRU(3, 4, num_layers=2, bidirectional=True, batch_first=True)",
        "n.GRU(3, 4, layers=2, bidirectional=True, **k)",
        (3, 5, 3),
    ),
    "rnn_relu": (
        "t.RNN(3, 4, 2, nonlinearity='relu', bias=False, batch_first=True)",
        "n.RNN(3, 4, layers=2, nonlinearity='relu', bias=False, **k)",
        (2, 5, 3),
    ),
    "lstm_without_biases": (
        "t.LSTM(3, 4, bias=False, batch_first=True)",
        "n.LSTM(3, 4, bias=False, **k)",
        (3, 5, 3),
    ),
    "gru_without_biases": (
        "t.GRU(3, 4, bias=False, bidirectional=True, batch_first=True)",
        "n.GRU(3, 4, bias=False, bidirectional=True, **k)",
        (3, 5, 3),
    ),
    "encoder_layer_without_biases": (
        "t.TransformerEncoderLayer(6, 2, 10, dropout=0.0, batch_first=True, bias=False,"
        " layer_norm_eps=0.1)",
        "n.TransformerEncoderLayer(6, 2, 10, bias=False, eps=0.1, **k)",
        (2, 4, 6),
    ),
    "encoder_layer": (
        "t.TransformerEncoderLayer(6, 2, 10, dropout=0.0, batch_first=True)",
        "n.TransformerEncoderLayer(6, 2, 10, **k)",
        (2, 4, 6),
    ),
    "encoder_layer_norm_first": (
        "t.TransformerEncoderLayer(6, 2, 10, dropout=0.0, batch_first=True, norm_first=True,"
        " activation='gelu')",
        "n.TransformerEncoderLayer(6, 2, 10, norm_first=True,"
        " activation=lambda x: n.gelu(x, approximate=False), **k)",
        (2, 4, 6),
    ),
}
STEPS = 3  # of layers that keep running statistics
LENGTHS = {"lstm": (5, 2, 4), "gru": (3, 5, 1)}


def values(name, shape, number=0):
    """The values of a parameter or input."""
    seed = [number, *name.encode()]
    return np.random.default_rng(seed).standard_normal(shape) * 0.7


def weight_of(loss_shape):
    """What outputs are multiplied with, so that their sum depends on each of them."""
    return np.cos(np.arange(np.prod(loss_shape))).reshape(loss_shape)


def with_torch(name, text, shape):
    """Outputs, gradients and statistics of PyTorch's layer."""
    import torch

    layer = eval(text, {"t": torch.nn}).double()
    with torch.no_grad():
        for key, parameter in layer.named_parameters():
            parameter.copy_(torch.tensor(values(name + key, tuple(parameter.shape))))
    found = {}
    for step in range(STEPS if "batch_norm" in name else 1):
        x = torch.tensor(values(name, shape, step), requires_grad=True)
        given = x
        if name in LENGTHS:
            lengths = torch.tensor(LENGTHS[name])
            given = torch.nn.utils.rnn.pack_padded_sequence(
                x, lengths, batch_first=True, enforce_sorted=False
            )
        y = layer(given)
        last = y[1] if isinstance(y, tuple) else None
        y = y[0] if isinstance(y, tuple) else y
        if name in LENGTHS:
            y, _ = torch.nn.utils.rnn.pad_packed_sequence(y, batch_first=True)
    layer.zero_grad()
    (y * torch.tensor(weight_of(tuple(y.shape)))).sum().backward()
    found["y"], found["dx"] = y, x.grad
    for key, parameter in layer.named_parameters():
        found["d" + key] = parameter.grad
        break
    if last is not None:
        found["last"] = last[-1] if isinstance(last, tuple) else last
    if "batch_norm" in name:
        found["mean"], found["variance"] = layer.running_mean, layer.running_var
        found["evaluated"] = layer.eval()(x)
    return {key: value.detach().numpy().ravel().tolist() for key, value in found.items()}


if __name__ == "__main__":
    import torch

    out = {name: with_torch(name, text, shape) for name, (text, _, shape) in CASES.items()}
    out["made_with"] = f"torch {torch.__version__}"
    FILE.write_text(json.dumps(out, separators=(",", ":")) + "\n")
