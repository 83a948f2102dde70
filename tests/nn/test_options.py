"""Another value of each option of a layer changes what the layer is, or what it computes."""

import inspect

import numpy as np

import fjax
import fjax.numpy as jnp
from fjax import nn

# What a layer is made with, the shapes of what it is given, and what its options need besides.
LAYERS = {
    "Linear": ((4, 3), ((2, 4),)),
    "Bilinear": ((3, 4, 2), ((2, 3), (2, 4))),
    "LayerNorm": ((5,), ((2, 5),)),
    "RMSNorm": ((5,), ((2, 5),)),
    "GroupNorm": ((2, 4), ((2, 4, 3),)),
    "InstanceNorm": ((3,), ((2, 3, 4),)),
    **{f"Conv{n}d": ((2, 4, 3), ((1, 2, *[7] * n),)) for n in (1, 2, 3)},
    **{f"ConvTranspose{n}d": ((2, 4, 3), ((1, 2, *[4] * n),)) for n in (1, 2, 3)},
    "RNNCell": ((3, 4), ((2, 3), (2, 4))),
    "GRUCell": ((3, 4), ((2, 3), (2, 4))),
    **dict.fromkeys(("RNN", "GRU", "LSTM"), ((3, 4), ((2, 5, 3),))),
    "MultiHeadAttention": ((4, 2), ((2, 3, 4),)),
    "TransformerEncoderLayer": ((4, 2, 8), ((2, 3, 4),)),
    "TransformerDecoderLayer": ((4, 2, 8), ((2, 3, 4), (2, 5, 4))),
}
BESIDES = {"output_padding": {"stride": 2}, "padding_mode": {"padding": 1}}
OTHERS = {
    "eps": 0.5,
    "dilation": 2,
    "stride": 2,
    "groups": 2,
    "padding": 1,
    "output_padding": 1,
    "padding_mode": "circular",
    "init": "zeros",
    "activation": jnp.sin,
    "nonlinearity": "relu",
    "layers": 2,
    "kv_heads": 1,
}
APART = ("key", "dtype", "dropout")  # of keys, of types, of training


def made(name, **options):
    """The arrays of a layer, and what it computes."""
    kind, (args, shapes) = getattr(nn, name), LAYERS[name]
    if "key" in inspect.signature(kind).parameters:
        options["key"] = fjax.random.key(0)
    layer = kind(*args, **options)
    given = [jnp.sin(jnp.arange(np.prod(s)) * (k + 1.0)).reshape(s) for k, s in enumerate(shapes)]
    return [np.asarray(x) for x in fjax.tree.leaves((layer, layer(*given)))]


def options_of(name):
    parameters = list(inspect.signature(getattr(nn, name)).parameters.values())
    for place, option in enumerate(parameters):
        known = isinstance(option.default, bool) or option.name in OTHERS
        if place >= len(LAYERS[name][0]) and known and option.name not in APART:
            yield option


def test_another_value_of_each_option_changes_a_layer():
    unchanged, tried = [], 0
    for name in LAYERS:
        for option in options_of(name):
            besides = BESIDES.get(option.name, {})
            other = OTHERS[option.name] if option.name in OTHERS else not option.default
            before, after = made(name, **besides), made(name, **besides, **{option.name: other})
            tried += 1
            same = [a.shape == b.shape and np.allclose(a, b) for a, b in zip(before, after)]
            if len(before) == len(after) and all(same):
                unchanged.append(f"nn.{name}: {option.name}={other!r}")
    assert not unchanged, unchanged
    assert tried > 70, tried
